"""Progress bars."""

from __future__ import annotations

import importlib
from typing import Any, Callable, Dict, Optional, Union

__all__ = ["Progress", "ProgressCallback"]

#: Hears of the progress of work: a message, how much is done, and of how much if that is known.
ProgressCallback = Callable[[str, int, Optional[int]], None]

#: Whether to show a bar (``None``: if ``tqdm`` is there), or who hears of progress instead.
Progress = Union[None, bool, ProgressCallback]

#: What the engine calls: a part of the work, its message, how much is done, of how much, and whether it goes on.
Listener = Callable[[int, str, int, Optional[int], bool], None]


def listener(progress: Progress) -> Optional[Listener]:
    """What the engine is to call."""
    if progress is False:
        return None
    if progress is None or progress is True:
        try:
            bar = importlib.import_module("tqdm.auto").tqdm
        except ImportError:
            return None
        return _Bars(bar, always=progress is True)

    def tell(_part: int, message: str, done: int, total: Optional[int], goes_on: bool) -> None:
        if goes_on or done:
            progress(message, done, total)

    return tell


class _Bars:
    """A bar for each part of the work, shown once it has taken a moment."""

    def __init__(self, bar: Any, always: bool) -> None:
        self._bar = bar
        self._always = always
        self._bars: Dict[int, Any] = {}

    def __call__(
        self, part: int, message: str, done: int, total: Optional[int], goes_on: bool
    ) -> None:
        bar = self._bars.get(part)
        if bar is None:
            if not goes_on:
                return
            # Without a terminal or a notebook there is nobody to look.
            disable = False if self._always else None
            bar = self._bar(desc=message, total=total, delay=0.5, leave=False, disable=disable)
            self._bars[part] = bar
        if total is not None:
            bar.total = total
        if not bar.disable:
            bar.set_description_str(message, refresh=False)
            bar.update(done - bar.n)
        if not goes_on:
            bar.close()
            del self._bars[part]
