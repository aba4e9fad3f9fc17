"""``change`` as a function."""

from __future__ import annotations

from typing import Literal, Optional, Sequence, Type, Union, overload

from .. import _results as results
from .._names import PathArgument, ShapeLike
from .._progress import Progress
from .call import Bytes, answer, call


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
        call(["change"], given, given.pop("progress"))
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
    return answer(kind, "change", given, text)
