"""JSON of the commands as dataclasses, by their annotations.

A field that is missing, or one that no dataclass knows, is an error: the package and its engine are one build.
"""

from __future__ import annotations

import dataclasses
import typing
from fractions import Fraction
from typing import Any, Dict, Optional, Set, Type, TypeVar

from ._figures import _Figure, is_figure, read_figure, read_number
from ._names import Cell, Direction, Shape
from ._twofold import Board

T = TypeVar("T")

_HINTS: Dict[type, Dict[str, Any]] = {}


def decode(kind: Type[T], value: Any, tiles: str = "classic") -> T:
    """A value of the given type; boards have tiles of the given system."""
    made: T = _read(kind, value, tiles)
    return made


def _read(kind: Any, value: Any, tiles: str) -> Any:
    origin = typing.get_origin(kind)
    if origin is typing.Union:
        return _one_of(typing.get_args(kind), value, tiles)
    if origin is tuple:
        inner = typing.get_args(kind)[0]
        return tuple(_read(inner, item, tiles) for item in value)
    if origin is dict:
        of_key, of_value = typing.get_args(kind)
        return {of_key(key): _read(of_value, item, tiles) for key, item in value.items()}
    if origin is typing.Literal:
        return value
    if kind is Board:
        return Board(value, tiles)
    if kind is Direction:
        return Direction[value.upper()]
    if kind is Shape:
        rows, columns = value.split("x")
        return Shape(int(rows), int(columns))
    if kind is Cell:
        row, column = value.strip("()").split(",")
        return Cell(int(row) - 1, int(column) - 1)
    if kind is int:
        return int(value)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return read_figure(value) if issubclass(kind, _Figure) else _fields(kind, value, tiles)
    return value


def _one_of(kinds: Any, value: Any, tiles: str) -> Any:
    if value is None:
        return None
    if isinstance(value, dict) and is_figure(value):
        return read_figure(value)
    if Fraction in kinds:
        return read_number(value)
    inner = [kind for kind in kinds if kind is not type(None)]
    plain = [kind for kind in inner if not dataclasses.is_dataclass(kind)]
    if isinstance(value, str) and plain:
        return _read(plain[0], value, tiles)
    for kind in inner:
        if not isinstance(value, dict) or set(value) == set(_keys(kind)):
            return _read(kind, value, tiles)
    raise TypeError(f"{value!r} is none of {kinds}")


def _keys(kind: Any) -> Dict[str, str]:
    """The keys of an object, and the fields that they become."""
    if not dataclasses.is_dataclass(kind):
        return {}
    return {field.name.rstrip("_"): field.name for field in dataclasses.fields(kind)}


def _fields(kind: type, value: Dict[str, Any], tiles: str) -> Any:
    hints = _HINTS.get(kind)
    if hints is None:
        hints = _HINTS[kind] = typing.get_type_hints(kind)
    game: Optional[Dict[str, Any]] = value.get("game")
    if isinstance(game, dict):
        tiles = game["tiles"]
    keys = _keys(kind)
    wrong = set(keys) ^ set(value)
    if not wrong <= _optional(kind):
        raise TypeError(f"{kind.__name__} and its JSON differ in {sorted(wrong)}")
    return kind(**{keys[key]: _read(hints[keys[key]], item, tiles) for key, item in value.items()})


def _optional(kind: Any) -> Set[str]:
    """The keys that may be missing."""
    fields = dataclasses.fields(kind)
    return {field.name for field in fields if field.default is not dataclasses.MISSING}


def anything(value: Any) -> Any:
    """JSON with its figures as figures, all else as it is."""
    if isinstance(value, dict):
        if is_figure(value):
            return read_figure(value)
        return {key: anything(item) for key, item in value.items()}
    if isinstance(value, list):
        return [anything(item) for item in value]
    return value
