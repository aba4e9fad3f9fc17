"""``count`` as a function."""

from __future__ import annotations

from typing import Literal, Optional

from .. import _results as results
from .._names import BoardLike, PathArgument
from .._progress import Progress
from .call import Bytes, Game, answer


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
    return answer(results.Count, "count", locals())
