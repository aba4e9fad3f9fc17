"""What every answer has: the game, and what was said besides."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Optional, Tuple

from .._names import Shape
from .._twofold import Rules


class Result:
    """An answer. Two commands may answer no and still have something to say."""

    _negative: Optional[str] = None
    _remarks: Tuple[str, ...] = ()

    @property
    def negative(self) -> Optional[str]:
        """Why the answer is no; ``None`` if it is not."""
        return self._negative

    @property
    def remarks(self) -> Tuple[str, ...]:
        """What was said besides."""
        return self._remarks


@dataclass(frozen=True)
class SpawnTile:
    """A tile that spawns, with its weight in lowest terms."""

    tile: int
    weight: int


@dataclass(frozen=True)
class Game:
    """The rules, the target and the start of a game."""

    shape: Shape
    tiles: str
    spawns: Tuple[SpawnTile, ...]
    placement: str
    target: Optional[int]
    start: Optional[str]

    @property
    def rules(self) -> Rules:
        """The rules as an object."""
        spawns = ",".join(f"{spawn.tile}:{spawn.weight}" for spawn in self.spawns)
        return Rules.of(self.shape, self.tiles, spawns, self.placement)


def read_game(text: str) -> Game:
    """A game of the JSON format."""
    from .._decode import decode

    return decode(Game, json.loads(text))
