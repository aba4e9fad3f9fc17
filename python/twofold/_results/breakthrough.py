"""What ``breakthrough`` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

from .._names import Shape
from .._tables import Table
from .prove import DiagramStep
from .result import Result


@dataclass(frozen=True)
class BreakthroughEngine:
    """What one way to solve a board found."""

    engine: str
    winner: str
    reachable: int
    white: int
    black: int
    disjoint_and_cover: bool
    peak_nodes: Optional[int]
    seconds: float
    steps: Tuple[DiagramStep, ...] = ()


@dataclass(frozen=True)
class Breakthrough(Result):
    """Who wins Breakthrough on a board, and how many positions each side wins."""

    shape: Shape
    method: str
    winner: str
    plies: Optional[int]
    reachable: int
    white: int
    black: int
    disjoint_and_cover: bool
    engines: Tuple[BreakthroughEngine, ...]


@dataclass(frozen=True)
class BreakthroughMethod:
    """Positions, by when a game counts as won."""

    method: int
    reachable: int
    white: int
    black: int


@dataclass(frozen=True)
class BreakthroughRow:
    """Who wins on a board."""

    shape: Shape
    winner: str
    methods: Tuple[BreakthroughMethod, ...]


@dataclass(frozen=True)
class BreakthroughTable(Result, Table):
    """Who wins on every board of up to so many cells."""

    rows: Tuple[BreakthroughRow, ...]

    def _rows(self) -> Sequence[Any]:
        return self.rows


@dataclass(frozen=True)
class BreakthroughMove:
    """A move, whether the side to move wins after it, and how long that takes."""

    move: str
    wins: bool
    distance: Optional[int]
    position: str


@dataclass(frozen=True)
class BreakthroughPosition(Result, Table):
    """Who wins from a position, and what each move leads to."""

    shape: Shape
    position: str
    to_move: str
    winner: str
    over: bool
    distance: Optional[int]
    best: Optional[str]
    moves: Tuple[BreakthroughMove, ...]

    def _rows(self) -> Sequence[Any]:
        return self.moves
