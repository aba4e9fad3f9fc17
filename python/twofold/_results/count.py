"""What ``count`` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

from .._tables import Table
from .._twofold import Board
from .result import Game, Result


@dataclass(frozen=True)
class CountRow:
    """Positions of one tile sum and largest tile."""

    tile_sum: int
    largest: int
    live: int
    dead: int
    total: int


@dataclass(frozen=True)
class Peak:
    """The layer with the most positions."""

    tile_sum: int
    total: int


@dataclass(frozen=True)
class LastLayer:
    """The last layer; its boards, if they are few."""

    tile_sum: int
    live: int
    dead: int
    total: int
    boards: Optional[Tuple[Board, ...]]


@dataclass(frozen=True)
class Count(Result, Table):
    """How many positions a game has, up to symmetry, by tile sum and largest tile."""

    game: Game
    complete: bool
    until_sum: Optional[int]
    live: int
    dead: int
    total: int
    afterstates: int
    boards: int
    boards_live: int
    boards_dead: int
    boards_afterstates: int
    live_plus_win_and_lose: int
    layers: int
    peak: Optional[Peak]
    last_layer: Optional[LastLayer]
    rows: Tuple[CountRow, ...]

    def _rows(self) -> Sequence[Any]:
        return self.rows
