"""Batches of boards."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._names import Direction, RulesLike
from ._twofold import slide_all

__all__ = ["legal_slides"]


def legal_slides(
    boards: npt.NDArray[Any], rules: Optional[RulesLike] = None
) -> npt.NDArray[np.bool_]:
    """Which slides change each board: an axis of four is added, in the order up, down, left, right.

    >>> legal_slides(np.array([0x1000000000000000], dtype=np.uint64))
    array([[False,  True, False,  True]])
    """
    boards = np.asarray(boards)
    slid = [slide_all(boards, direction, rules) != boards for direction in Direction]
    if boards.dtype == np.uint8:
        slid = [changed.any(axis=(-2, -1)) for changed in slid]
    return np.stack(slid, axis=-1)
