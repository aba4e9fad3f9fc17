"""What ``solve`` and ``ask`` answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple

from .._figures import Exact, PlayValue
from .._names import Cell, Direction
from .._tables import Table
from .._twofold import Board
from .result import Game, Result


@dataclass(frozen=True)
class Opening:
    """A board on which play may start."""

    board: Board
    tile_sum: int
    value: PlayValue
    best: Optional[Direction]


@dataclass(frozen=True)
class Solved(Result, Table):
    """What perfect play achieves."""

    game: Game
    goal: str
    opponent: str
    value: Optional[PlayValue]
    value_two_twos: Optional[PlayValue]
    value_empty: Optional[PlayValue]
    positions: int
    afterstates: int
    layers: int
    openings: Tuple[Opening, ...]

    def _rows(self) -> Sequence[Any]:
        return self.openings


@dataclass(frozen=True)
class DecidedPositions(Result):
    """How many boards of a tile sum are won and lost, Slider to move."""

    won: int
    lost: int


@dataclass(frozen=True)
class DecidedLayer(Result):
    """How many boards of a tile sum are won and lost, a tile about to appear."""

    tile_sum: int
    won: int
    lost: int
    positions: Optional[DecidedPositions]


@dataclass(frozen=True)
class SolvedAllBoards(Result, Table):
    """What perfect play achieves, with all boards decided, reachable or not."""

    game: Game
    goal: str
    opponent: str
    value: Optional[PlayValue]
    value_two_twos: Optional[PlayValue]
    value_empty: Optional[PlayValue]
    won: int
    lost: int
    decided: Tuple[DecidedLayer, ...]
    layers: int
    openings: Tuple[Opening, ...]

    def _rows(self) -> Sequence[Any]:
        return self.openings


@dataclass(frozen=True)
class SolvedExactly(Result):
    """What perfect play achieves, as fractions."""

    game: Game
    goal: str
    opponent: str
    value: Optional[Exact]
    value_empty: Optional[Exact]


@dataclass(frozen=True)
class SlideValue:
    """A slide, and its value if it is legal and known."""

    direction: Direction
    legal: bool
    value: Optional[PlayValue]


@dataclass(frozen=True)
class SpawnValue:
    """A spawn, and the value of the position that it leads to."""

    cell: Cell
    tile: int
    value: PlayValue


@dataclass(frozen=True)
class Answer(Result, Table):
    """What a solved store knows of a board."""

    game: Game
    goal: str
    opponent: str
    board: Board
    position: bool
    afterstate: bool
    over: bool
    value: Optional[PlayValue]
    best: Optional[Direction]
    slides: Tuple[SlideValue, ...]
    afterstate_value: Optional[PlayValue]
    spawns: Tuple[SpawnValue, ...]

    def _rows(self) -> Sequence[Any]:
        return self.slides

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()
