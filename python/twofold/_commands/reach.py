"""``reach`` as a function."""

from __future__ import annotations

from typing import Any, Literal, Optional, Union, overload

from .. import _results as results
from .._names import BoardLike, ShapeLike
from .._progress import Progress
from .call import Bytes, answer


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
    return answer(kind, "reach", given)  # type: ignore[no-any-return]
