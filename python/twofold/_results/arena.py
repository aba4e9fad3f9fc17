"""What ``arena`` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Sequence, Tuple

from .._figures import Figure
from .._tables import Table
from .result import Game, Result


@dataclass(frozen=True)
class ArenaPlayer:
    """How a player fared."""

    player: str
    games: int
    mean: Optional[Figure]
    standard_error: float
    median: Optional[Figure]
    best: int
    share: Dict[int, Figure]
    slides: int
    #: How many of them a table or a solved store chose.
    by_table: int
    slides_per_second: float
    share_of_optimum: Optional[Figure]
    scores: Tuple[int, ...]


@dataclass(frozen=True)
class Arena(Result, Table):
    """How players fared in the same games."""

    game: Game
    games: int
    seed: int
    dropper: str
    #: Whether every game was played.
    complete: bool
    players: Tuple[ArenaPlayer, ...]

    def _rows(self) -> Sequence[Any]:
        return self.players
