"""How a function calls a command: its options, its progress, its answer."""

from __future__ import annotations

import json
import logging
import os
from typing import Any, Dict, List, Optional, Sequence, Type, TypeVar, Union

from .._decode import anything, decode
from .._names import ShapeLike
from .._progress import Progress, listener
from .._results import Result
from .._twofold import Rules
from .._twofold import commands as _engine_commands
from .._twofold import run as _engine_run

_LOG = logging.getLogger("twofold")

R = TypeVar("R", bound=Result)

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


def call(
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


def answer(kind: Type[R], words: str, given: Dict[str, Any], text: Optional[str] = None) -> R:
    """Runs a command with the arguments of a function, and reads its answer."""
    given = dict(given)
    progress = given.pop("progress")
    answer, negative, remarks = call(words.split(), given, progress, text)
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
    answer, _, _ = call(command.split(), options, progress)
    return anything(answer)


def commands() -> List[Dict[str, Any]]:
    """All commands with their options: what ``run`` takes.

    >>> [option["name"] for command in commands() if command["command"] == ["ask"] for option in command["options"]]
    ['store', 'board']
    """
    described: List[Dict[str, Any]] = json.loads(_engine_commands())
    return described
