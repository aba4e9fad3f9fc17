"""What ``reach`` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Literal, Optional, Sequence, Tuple, Union

from .._figures import Figure
from .._names import Shape
from .._tables import Table
from .._twofold import Board
from .result import Game, Result


@dataclass(frozen=True)
class Witness:
    """A sequence of moves that proves a yes."""

    sequence: str
    spawns: int
    board: Board
    variant: str


@dataclass(frozen=True)
class Search:
    """A search that was made."""

    way: str
    boards: int
    depth: int
    finished: bool
    #: Boards of the deepest complete layer, from which the search would go on.
    open: int
    #: About how many boards the next layer has, if it was begun.
    next_layer: Optional[Figure]


@dataclass(frozen=True)
class Theorem:
    """A theorem that decides, and its conditions."""

    name: str
    conditions: Tuple[str, ...]


@dataclass(frozen=True)
class SearchReason:
    """A search is the reason."""

    search: Search


@dataclass(frozen=True)
class TheoremReason:
    """A theorem is the reason."""

    theorem: Theorem


@dataclass(frozen=True)
class Sequences:
    """Sequences that lead to the destination."""

    counts: Dict[str, int]
    matching: Optional[int]
    listed: Tuple[str, ...]
    random: Tuple[str, ...]


@dataclass(frozen=True)
class Reached(Result):
    """Whether a board or a pattern can be reached, and how that is known."""

    game: Game
    destination: str
    highest_rank: int
    answer: Literal["yes", "no", "undecided"]
    known_by: str
    witness: Optional[Witness]
    reasons: Tuple[Union[SearchReason, TheoremReason], ...]
    sequences: Optional[Sequences]


@dataclass(frozen=True)
class ReachRow:
    """Whether boards of a shape allow a checkerboard."""

    shape: Shape
    anywhere: str
    anywhere_known_by: str
    deterministic: str
    deterministic_known_by: str
    search: Optional[str]
    theorem: Optional[str]


@dataclass(frozen=True)
class ReachTable(Result, Table):
    """Whether boards allow a checkerboard, by shape."""

    rows: Tuple[ReachRow, ...]

    def _rows(self) -> Sequence[Any]:
        return self.rows
