"""``solve`` and ``ask`` as functions."""

from __future__ import annotations

from typing import Any, Literal, Optional, Union, overload

from .. import _results as results
from .._names import BoardLike, PathArgument
from .._progress import Progress
from .call import Bytes, Game, answer


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
    return answer(kind, "solve", given)  # type: ignore[no-any-return]


def ask(store: PathArgument, board: BoardLike, *, progress: Progress = None) -> results.Answer:
    """Looks up a board in a solved store. For many boards, open the store once: ``Store(path).ask(board)``.

    >>> import tempfile
    >>> directory = tempfile.TemporaryDirectory()
    >>> _ = solve("2x2", store=directory.name)
    >>> answer = ask(directory.name, "2 4 / . 2")
    >>> answer.best, str(answer.value)
    (<Direction.DOWN: 1>, '≈63.8250...')
    """
    return answer(results.Answer, "ask", locals())
