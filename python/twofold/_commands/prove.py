"""``prove`` as a function."""

from __future__ import annotations

from typing import Literal, Optional

from .. import _results as results
from .._names import PathArgument
from .._progress import Progress
from .call import Bytes, Game, answer


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
    return answer(results.Proof, "prove", locals())
