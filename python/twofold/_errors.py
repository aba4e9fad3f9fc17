"""What can go wrong, in the words of the command line."""

from __future__ import annotations

from typing import Optional

__all__ = ["Error", "FailureError", "InputError", "NegativeAnswer"]


class Error(Exception):
    """Something that Twofold says went wrong.

    >>> from twofold import Board
    >>> try:
    ...     Board("2/4/8")
    ... except Error as error:
    ...     print(error)
    `2/4/8` has two readings: 2 / 4 / 8 as faces, 4 / 16 / 256 as ranks
    hint: write faces:2/4/8 or ranks:2/4/8, whichever you mean
    """

    def __init__(
        self,
        message: str,
        pointer: Optional[str] = None,
        hint: Optional[str] = None,
        option: Optional[str] = None,
    ) -> None:
        super().__init__(message, pointer, hint, option)
        #: What went wrong.
        self.message = message
        #: The line of input that went wrong, with a pointer below it.
        self.pointer = pointer
        #: What can be done about it.
        self.hint = hint
        #: The option that is to blame, if it is known.
        self.option = option

    def __str__(self) -> str:
        lines = [self.message]
        if self.pointer is not None:
            lines += [f"  {line}" for line in self.pointer.splitlines()]
        if self.hint is not None:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)


class InputError(Error, ValueError):
    """The input makes no sense."""


class FailureError(Error, RuntimeError):
    """Something broke on the way: a file is damaged, the memory is too small."""


class NegativeAnswer(Error):
    """The answer is no, and there is nothing more to say."""
