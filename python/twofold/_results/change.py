"""What ``change`` answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional, Sequence, Tuple, Union

from .._figures import Figure
from .._tables import Table
from .._twofold import Board
from .result import Game, Result


@dataclass(frozen=True)
class Gap:
    """Two neighbours of a sequence, and their distance."""

    from_: int
    to: Optional[int]
    length: Optional[int]


@dataclass(frozen=True)
class Complete:
    """All cells were computed."""

    kind: Literal["complete"]


@dataclass(frozen=True)
class NeverEnds:
    """Play on so many cells never ends."""

    kind: Literal["never-ends"]
    cells: int
    bound: int
    reason: str


@dataclass(frozen=True)
class NoEndFound:
    """No end was found for so many cells."""

    kind: Literal["no-end-found"]
    cells: int
    longer_than: int
    up_to: int


@dataclass(frozen=True)
class TooLong:
    """The numbers for so many cells are too long."""

    kind: Literal["too-long"]
    cells: int
    bits: int


@dataclass(frozen=True)
class Interrupted:
    """The computation was interrupted at so many cells."""

    kind: Literal["interrupted"]
    cells: int
    up_to: int


Ending = Union[Complete, NeverEnds, NoEndFound, TooLong, Interrupted]


@dataclass(frozen=True)
class Forecast:
    """Where the next gap may be found."""

    longer_than: int
    proved_beyond: Figure
    proof_divisor: int
    proof_sigma: int
    digits_estimated_from_records: Figure
    digits_estimated_from_density: Figure


@dataclass(frozen=True)
class StudyRow:
    """What so many cells hold."""

    cells: int
    single: int
    total: int
    greedy: Optional[int]
    evidence: str


@dataclass(frozen=True)
class Study(Result, Table):
    """The largest tile and total of the abstract game, by number of cells."""

    sequence: str
    oeis: Optional[str]
    totals_oeis: Optional[str]
    single: Tuple[int, ...]
    total: Tuple[int, ...]
    greedy: Tuple[int, ...]
    gaps: Tuple[Gap, ...]
    evidence: Tuple[str, ...]
    greedy_evidence: Tuple[str, ...]
    ending: Ending
    forecast: Optional[Forecast]

    def _rows(self) -> Sequence[Any]:
        greedy = {index: number for index, number in enumerate(self.greedy)}
        rows = zip(self.single, self.total, self.evidence)
        return [
            StudyRow(index + 1, single, total, greedy.get(index), evidence)
            for index, (single, total, evidence) in enumerate(rows)
        ]


@dataclass(frozen=True)
class Pile:
    """So many coins of a kind."""

    coin: int
    count: int


@dataclass(frozen=True)
class Representation:
    """An amount in coins."""

    coins: int
    piles: Tuple[Pile, ...]


@dataclass(frozen=True)
class Represented(Result):
    """An amount in coins, greedily and with as few as possible."""

    amount: int
    greedy: Representation
    optimal: Representation
    fewest_coins: Figure
    optimal_is_proved: bool
    evidence: str


@dataclass(frozen=True)
class Hardest(Result):
    """The smallest amounts that need so many coins."""

    coins: int
    greedy: Optional[Figure]
    optimal: Figure


@dataclass(frozen=True)
class Counterexample:
    """An amount for which greedy change is not optimal."""

    prefix: int
    previous_coin: int
    largest_coin: int
    amount: int
    coins_needed_at_most: int
    greedy: Representation


@dataclass(frozen=True)
class Greediness(Result):
    """Whether greedy change is optimal for every beginning of a sequence."""

    totally_greedy: bool
    prefixes_tested: int
    counterexample: Optional[Counterexample]


@dataclass(frozen=True)
class Inequality:
    """A condition that a position must meet."""

    place: int
    tile: int
    single: Optional[int]
    holds: bool


@dataclass(frozen=True)
class Merge:
    """Cells that merge into one."""

    cells: Tuple[int, ...]
    into: int


@dataclass(frozen=True)
class ChangeStep:
    """A step of the abstract game."""

    place: int
    merges: Tuple[Merge, ...]
    tiles: Tuple[int, ...]


@dataclass(frozen=True)
class ChangeReached(Result):
    """Whether tiles can be reached in the abstract game, and how."""

    cells: int
    position: Tuple[int, ...]
    reachable: bool
    inequalities: Tuple[Inequality, ...]
    violated: Optional[Inequality]
    step_count: Optional[int]
    checked: Optional[bool]
    steps: Tuple[ChangeStep, ...]


@dataclass(frozen=True)
class TightRow:
    """A real game beside the bound of the abstract one."""

    game: Game
    positions: int
    exhausted: bool
    highest_total: Figure
    paper_total: int
    spawns_total: int
    highest_tile: Figure
    paper_single: int
    spawns_single: int
    board: Board
    evidence: str
    tight: bool
    seconds: float


@dataclass(frozen=True)
class Tight(Result, Table):
    """Real games beside the bound of the abstract one."""

    rows: Tuple[TightRow, ...]

    def _rows(self) -> Sequence[Any]:
        return self.rows
