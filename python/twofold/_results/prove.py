"""What ``prove`` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

from .._tables import Table
from .result import Game, Result


@dataclass(frozen=True)
class States:
    """Boards that a side wins, by whose turn it is."""

    side: str
    slider_to_move: int
    dropper_to_move: int
    total: int


@dataclass(frozen=True)
class DiagramStep:
    """A step of a computation with decision diagrams."""

    line: Optional[str]
    iteration: int
    nodes: int
    states: int
    seconds: float


@dataclass(frozen=True)
class Proof(Result, Table):
    """Whether a tile can be forced, proved with decision diagrams."""

    game: Game
    forced: bool
    largest: Optional[int]
    diagram: str
    iterations: int
    peak_nodes: int
    seconds: float
    states: Optional[States]
    steps: Tuple[DiagramStep, ...]

    def _rows(self) -> Sequence[Any]:
        return self.steps
