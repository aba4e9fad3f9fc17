"""``breakthrough`` and its parts as functions."""

from __future__ import annotations

from typing import Literal, Optional

from .. import _results as results
from .._names import PathArgument, ShapeLike
from .._progress import Progress
from .call import Bytes, answer


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
    return answer(results.Breakthrough, "breakthrough", locals())


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
    return answer(results.BreakthroughTable, "breakthrough table", locals())


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
    return answer(results.BreakthroughPosition, "breakthrough position", locals())
