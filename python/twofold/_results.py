"""What commands answer, as dataclasses with the names of the JSON format."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Dict, Literal, Optional, Sequence, Tuple, Union

from ._figures import Exact, Figure, PlayValue
from ._names import Cell, Direction, Shape
from ._tables import Table
from ._twofold import Board, Rules



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
    from ._decode import decode

    return decode(Game, json.loads(text))


# count


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


# solve and ask


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


# reach


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


# prove


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


# change


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


# breakthrough


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


# arena


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


