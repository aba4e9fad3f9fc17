"""The commands as functions, with the options of the command line.

``twofold count 3x3 --until-sum 20`` is ``count("3x3", until_sum=20)``. An option whose name is a word of Python has
an underscore behind it: ``from_``.
"""

from __future__ import annotations

import json
import logging
import os
from typing import Any, Dict, List, Literal, Optional, Sequence, Type, TypeVar, Union, overload

from . import _results as results
from ._decode import anything, decode
from ._names import BoardLike, PathArgument, ShapeLike
from ._progress import Progress, listener
from ._twofold import Rules
from ._twofold import commands as _engine_commands
from ._twofold import run as _engine_run

__all__ = [
    "arena",
    "ask",
    "breakthrough",
    "breakthrough_position",
    "breakthrough_table",
    "change",
    "commands",
    "count",
    "prove",
    "reach",
    "run",
    "solve",
]

_LOG = logging.getLogger("twofold")

R = TypeVar("R", bound=results.Result)

#: A shape, or whole rules.
Game = Union[ShapeLike, Rules]

#: A number of bytes, as a number or as in ``"800M"``.
Bytes = Union[int, str]


def _plain(value: Any) -> Any:
    """A value as the engine reads it."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        # Larger numbers are not numbers of JSON.
        return int(value) if abs(value) < 2**63 else str(int(value))
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(side, int) for side in value):
        return f"{value[0]}x{value[1]}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return str(value)


def _options(given: Dict[str, Any]) -> Dict[str, Any]:
    """Options by the names of the command line."""
    options: Dict[str, Any] = {}
    for name, value in given.items():
        if isinstance(value, Rules) and name == "shape":
            options["shape"] = f"{value.shape[0]}x{value.shape[1]}"
            options["rules"] = value.tiles
            options["spawns"] = ",".join(f"{face}:{chance}" for face, chance in value.spawns.items())
            options["placement"] = value.placement
            continue
        plain = _plain(value)
        if plain is not None and plain is not False:
            options[name.rstrip("_").replace("_", "-")] = plain
    return options


def _call(
    words: Sequence[str], given: Dict[str, Any], progress: Progress, text: Optional[str] = None
) -> Any:
    """Runs a command; returns what it answers, why the answer is no, and what it says besides."""
    options = json.dumps(_options(given))
    answer, negative, remarks = _engine_run(
        list(words), options, input=text, progress=listener(progress)
    )
    for remark in remarks:
        _LOG.info(remark)
    return (None if answer is None else json.loads(answer)), negative, tuple(remarks)


def _ask(kind: Type[R], words: str, given: Dict[str, Any], text: Optional[str] = None) -> R:
    """Runs a command with the arguments of a function, and reads its answer."""
    given = dict(given)
    progress = given.pop("progress")
    answer, negative, remarks = _call(words.split(), given, progress, text)
    result = decode(kind, answer)
    object.__setattr__(result, "_negative", negative)
    object.__setattr__(result, "_remarks", remarks)
    return result


def run(command: str, *, progress: Progress = None, **options: Any) -> Any:
    """Runs any command by its name; returns its JSON, with numbers that may not be exact as figures.

    >>> run("board", board="4 8 / 2 .")["canonical"]
    '. 2 / 8 4'
    >>> run("board", board="4 8 / 2 .", colour=1)
    Traceback (most recent call last):
    twofold.InputError: `board` has no option `colour`
    """
    answer, _, _ = _call(command.split(), options, progress)
    return anything(answer)


def commands() -> List[Dict[str, Any]]:
    """All commands with their options: what ``run`` takes.

    >>> [option["name"] for command in commands() if command["command"] == ["ask"] for option in command["options"]]
    ['store', 'board']
    """
    described: List[Dict[str, Any]] = json.loads(_engine_commands())
    return described


def count(
    shape: Game,
    *,
    to: Optional[int] = None,
    start: Literal["two-tiles", "empty", None] = None,
    from_: Optional[BoardLike] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    until_sum: Optional[int] = None,
    store: Optional[PathArgument] = None,
    memory: Optional[Bytes] = None,
    rows: bool = False,
    plot: Optional[PathArgument] = None,
    plot_log: Optional[PathArgument] = None,
    last: Optional[PathArgument] = None,
    idle: Literal["spin", "sleep", None] = None,
    progress: Progress = None,
) -> results.Count:
    """Counts every reachable position, up to symmetry.

    >>> counted = count("2x2", to=32)
    >>> counted.live, counted.dead, counted.peak
    (57, 18, Peak(tile_sum=12, total=7))
    >>> counted.rows[0]
    CountRow(tile_sum=4, largest=2, live=2, dead=0, total=2)
    """
    return _ask(results.Count, "count", locals())


@overload
def solve(
    shape: Game,
    *,
    exact: Literal[True],
    goal: Optional[str] = None,
    opponent: Optional[str] = None,
    to: Optional[int] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    progress: Progress = None,
) -> results.SolvedExactly: ...


@overload
def solve(
    shape: Game,
    *,
    all_boards: Literal[True],
    goal: Optional[str] = None,
    opponent: Optional[str] = None,
    to: Optional[int] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    idle: Literal["spin", "sleep", None] = None,
    store: Optional[PathArgument] = None,
    only_checkpoints: bool = False,
    count_from: Optional[int] = None,
    certificate: Optional[PathArgument] = None,
    memory: Optional[Bytes] = None,
    progress: Progress = None,
) -> results.SolvedAllBoards: ...


@overload
def solve(
    shape: Game,
    *,
    goal: Optional[str] = None,
    opponent: Optional[str] = None,
    to: Optional[int] = None,
    from_: Optional[BoardLike] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    idle: Literal["spin", "sleep", None] = None,
    store: Optional[PathArgument] = None,
    counted: Optional[PathArgument] = None,
    keep_every: Optional[int] = None,
    memory: Optional[Bytes] = None,
    narrow: Optional[int] = None,
    all_boards: Literal[False] = False,
    exact: Literal[False] = False,
    progress: Progress = None,
) -> results.Solved: ...


def solve(
    shape: Game,
    *,
    goal: Optional[str] = None,
    opponent: Optional[str] = None,
    to: Optional[int] = None,
    from_: Optional[BoardLike] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    idle: Literal["spin", "sleep", None] = None,
    store: Optional[PathArgument] = None,
    counted: Optional[PathArgument] = None,
    keep_every: Optional[int] = None,
    memory: Optional[Bytes] = None,
    narrow: Optional[int] = None,
    all_boards: bool = False,
    only_checkpoints: bool = False,
    count_from: Optional[int] = None,
    certificate: Optional[PathArgument] = None,
    exact: bool = False,
    progress: Progress = None,
) -> Union[results.Solved, results.SolvedAllBoards, results.SolvedExactly]:
    """Finds perfect play: against chance, an adversary or with a helper.

    >>> solved = solve("2x2")
    >>> print(solved.value, "with the best start", solved.openings[0].board)
    ≈66.96414945710 with the best start . . / . 2
    >>> solve("2x2", exact=True).value
    Exact(value=Fraction(41852593410688287414496003, 625000000000000000000000))
    >>> solve("2x3", goal="tile", to=128, opponent="adversary", spawns="2").value
    Exact(value=0)
    """
    given = dict(locals())
    kind: Any = results.Solved
    if exact:
        kind = results.SolvedExactly
    elif all_boards:
        kind = results.SolvedAllBoards
    return _ask(kind, "solve", given)  # type: ignore[no-any-return]


def ask(store: PathArgument, board: BoardLike, *, progress: Progress = None) -> results.Answer:
    """Looks up a board in a solved store. For many boards, open the store once: ``Store(path).ask(board)``.

    >>> import tempfile
    >>> directory = tempfile.TemporaryDirectory()
    >>> _ = solve("2x2", store=directory.name)
    >>> answer = ask(directory.name, "2 4 / . 2")
    >>> answer.best, str(answer.value)
    (<Direction.DOWN: 1>, '≈63.8250...')
    """
    return _ask(results.Answer, "ask", locals())


@overload
def reach(
    pattern: None = None, *, table: ShapeLike, limit: Optional[int] = None,
    memory: Optional[Bytes] = None, progress: Progress = None,
) -> results.ReachTable: ...


@overload
def reach(
    pattern: BoardLike,
    shape: Optional[ShapeLike] = None,
    *,
    deterministic: bool = False,
    max_rank: Optional[int] = None,
    turn: Literal["slider", "dropper", "either", None] = None,
    count: bool = False,
    list: Optional[int] = None,
    random: Optional[int] = None,
    seed: Optional[int] = None,
    match: Optional[str] = None,
    limit: Optional[int] = None,
    memory: Optional[Bytes] = None,
    table: None = None,
    progress: Progress = None,
) -> results.Reached: ...


def reach(
    pattern: Optional[BoardLike] = None,
    shape: Optional[ShapeLike] = None,
    *,
    deterministic: bool = False,
    max_rank: Optional[int] = None,
    turn: Literal["slider", "dropper", "either", None] = None,
    count: bool = False,
    list: Optional[int] = None,
    random: Optional[int] = None,
    seed: Optional[int] = None,
    match: Optional[str] = None,
    limit: Optional[int] = None,
    memory: Optional[Bytes] = None,
    table: Optional[ShapeLike] = None,
    progress: Progress = None,
) -> Union[results.Reached, results.ReachTable]:
    """Decides whether a board or a pattern can be reached, and shows how.

    >>> reached = reach("checkerboard", "2x2")
    >>> reached.answer, reached.witness.board
    ('yes', Board('2 4 / 4 2'))
    """
    given = dict(locals())
    kind: Any = results.Reached if table is None else results.ReachTable
    return _ask(kind, "reach", given)  # type: ignore[no-any-return]


def prove(
    shape: Game,
    *,
    to: Optional[int] = None,
    value: Optional[int] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    diagram: Literal["bdd", "bcdd", "zbdd", None] = None,
    encoding: Literal["binary", "one-hot", None] = None,
    order: Literal["rows", "columns", "snake", "interleaved", None] = None,
    sweep: Literal["none", "max", "sum", None] = None,
    side: Literal["slider", "dropper", None] = None,
    constrain: Literal["none", "corollary-7", "last-move", None] = None,
    strong: bool = False,
    memory: Optional[Bytes] = None,
    steps: bool = False,
    plot: Optional[PathArgument] = None,
    plot_of: Literal["nodes", "iterations", "seconds", None] = None,
    progress: Progress = None,
) -> results.Proof:
    """Decides with decision diagrams whether a tile can be forced.

    >>> prove("2x2", to=16).forced
    True
    """
    return _ask(results.Proof, "prove", locals())


@overload
def change(
    sequence: Union[str, Sequence[int], None] = None, *, represent: int,
    expr: Optional[str] = None, from_: Optional[int] = None, complete: bool = False,
    terms: Optional[int] = None, progress: Progress = None,
) -> results.Represented: ...


@overload
def change(
    sequence: Union[str, Sequence[int], None] = None, *, hardest: int,
    expr: Optional[str] = None, from_: Optional[int] = None, complete: bool = False,
    terms: Optional[int] = None, progress: Progress = None,
) -> results.Hardest: ...


@overload
def change(
    sequence: Union[str, Sequence[int], None] = None, *, totally_greedy: Literal[True],
    expr: Optional[str] = None, from_: Optional[int] = None, complete: bool = False,
    terms: Optional[int] = None, progress: Progress = None,
) -> results.Greediness: ...


@overload
def change(
    sequence: Union[str, Sequence[int], None] = None, *, reach: Union[str, Sequence[int]],
    cells: Optional[int] = None, steps: Optional[int] = None,
    expr: Optional[str] = None, from_: Optional[int] = None, complete: bool = False,
    terms: Optional[int] = None, progress: Progress = None,
) -> results.ChangeReached: ...


@overload
def change(
    *, tight: ShapeLike, limit: Optional[int] = None, memory: Optional[Bytes] = None,
    rules: Optional[str] = None, spawns: Optional[str] = None, placement: Optional[str] = None,
    progress: Progress = None,
) -> results.Tight: ...


@overload
def change(
    *, zigzag: PathArgument, board: Optional[ShapeLike] = None, progress: Progress = None,
) -> None: ...


@overload
def change(
    sequence: Union[str, Sequence[int], None] = None,
    *,
    expr: Optional[str] = None,
    from_: Optional[int] = None,
    complete: bool = False,
    cells: Optional[int] = None,
    terms: Optional[int] = None,
    plot: Optional[PathArgument] = None,
    with_: Optional[Sequence[str]] = None,
    progress: Progress = None,
) -> results.Study: ...


def change(
    sequence: Union[str, Sequence[int], None] = None,
    *,
    expr: Optional[str] = None,
    from_: Optional[int] = None,
    complete: bool = False,
    cells: Optional[int] = None,
    terms: Optional[int] = None,
    represent: Optional[int] = None,
    hardest: Optional[int] = None,
    totally_greedy: bool = False,
    reach: Union[str, Sequence[int], None] = None,
    steps: Optional[int] = None,
    tight: Optional[ShapeLike] = None,
    limit: Optional[int] = None,
    memory: Optional[Bytes] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    plot: Optional[PathArgument] = None,
    with_: Optional[Sequence[str]] = None,
    zigzag: Optional[PathArgument] = None,
    board: Optional[ShapeLike] = None,
    progress: Progress = None,
) -> Optional[results.Result]:
    """Plays the abstract game: how much change so many coins can make.

    A sequence is a name, an OEIS number, a file, or its numbers.

    >>> change("fibonacci", cells=4).total
    (1, 4, 12, 33)
    >>> change([1, 5, 12, 25, 50], represent=15, complete=True).optimal
    Representation(coins=3, piles=(Pile(coin=5, count=3),))
    """
    given = dict(locals())
    text = None
    if sequence is not None and not isinstance(sequence, str):
        text = "\n".join(str(int(number)) for number in sequence)
        given["sequence"] = "-"
    if reach is not None and not isinstance(reach, str):
        given["reach"] = " ".join(str(int(tile)) for tile in reach)
    if zigzag is not None:
        _call(["change"], given, given.pop("progress"))
        return None
    kind: Type[results.Result] = results.Study
    if represent is not None:
        kind = results.Represented
    elif hardest is not None:
        kind = results.Hardest
    elif totally_greedy:
        kind = results.Greediness
    elif reach is not None:
        kind = results.ChangeReached
    elif tight is not None:
        kind = results.Tight
    return _ask(kind, "change", given, text)


def breakthrough(
    shape: ShapeLike,
    *,
    method: Literal[1, 2, None] = None,
    engine: Literal["explicit", "symbolic", "both", None] = None,
    diagram: Literal["bdd", "bcdd", "zbdd", None] = None,
    order: Literal["rows", "columns", "ends", None] = None,
    sweep: Literal["steps", "none", None] = None,
    distance: bool = False,
    memory: Optional[Bytes] = None,
    steps: bool = False,
    plot: Optional[PathArgument] = None,
    progress: Progress = None,
) -> results.Breakthrough:
    """Solves Breakthrough on a board.

    >>> solved = breakthrough("4x3", distance=True)
    >>> solved.winner, solved.plies, solved.reachable
    ('second', 12, 55152)
    """
    return _ask(results.Breakthrough, "breakthrough", locals())


def breakthrough_table(
    *,
    cells: Optional[int] = None,
    memory: Optional[Bytes] = None,
    progress: Progress = None,
) -> results.BreakthroughTable:
    """Solves Breakthrough on every board of up to so many cells.

    >>> [(str(row.shape), row.winner) for row in breakthrough_table(cells=8).rows]
    [('4x2', 'second')]
    """
    return _ask(results.BreakthroughTable, "breakthrough table", locals())


def breakthrough_position(
    shape: ShapeLike,
    position: Optional[str] = None,
    *,
    memory: Optional[Bytes] = None,
    progress: Progress = None,
) -> results.BreakthroughPosition:
    """Solves a position of Breakthrough, with every move.

    >>> breakthrough_position("4x3", "B.B/.../W.W/... w").winner
    'White'
    """
    return _ask(results.BreakthroughPosition, "breakthrough position", locals())


def arena(
    players: Union[str, Sequence[str]],
    *,
    games: Optional[int] = None,
    seed: Optional[int] = None,
    shape: Optional[Game] = None,
    from_: Optional[BoardLike] = None,
    dropper: Literal["chance", "adversary", None] = None,
    dropper_depth: Optional[int] = None,
    plot: Optional[PathArgument] = None,
    best: Optional[PathArgument] = None,
    games_csv: Optional[PathArgument] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    progress: Progress = None,
) -> results.Arena:
    """Lets players play the same games.

    >>> fared = arena(["random", "greedy"], shape="2x2", games=20, seed=1)
    >>> [(player.player, str(player.mean)) for player in fared.players]
    [('random', '...'), ('greedy', '...')]
    """
    return _ask(results.Arena, "arena", locals())
