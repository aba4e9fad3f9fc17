"""Rows of a result as tables of other libraries."""

from __future__ import annotations

import dataclasses
import importlib
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, List, Sequence

from ._figures import _Figure
from ._names import Direction
from ._twofold import Board

if TYPE_CHECKING:
    import pandas
    import pyarrow

__all__ = ["Table", "columns_of"]


def _cells(name: str, value: Any) -> Dict[str, Any]:
    """The columns of a field: a figure has three, as in CSV."""
    if isinstance(value, _Figure):
        fields = value._object()
        number = fields.get("value", fields.get("mean"))
        if value.certainty == "between":
            number = str(value)
        elif isinstance(number, str):
            exact = Fraction(number)
            number = int(exact) if exact.denominator == 1 else float(exact)
        error = fields.get("error")
        if value.certainty == "sample":
            error = max(fields["mean"] - fields["low"], fields["high"] - fields["mean"])
        return {name: number, f"{name}_certainty": value.certainty, f"{name}_error": error}
    if isinstance(value, Direction):
        return {name: value.name.lower()}
    if isinstance(value, Board):
        return {name: str(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: str(value)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        inner = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        flat: Dict[str, Any] = {}
        for key, item in inner.items():
            flat.update(_cells(f"{name}_{key}", item))
        return flat
    if isinstance(value, (tuple, dict)):
        return {}
    return {name: value}


def columns_of(rows: Sequence[Any]) -> Dict[str, List[Any]]:
    """Rows as columns: numbers, words and boards; lists within rows are left out."""
    flat: List[Dict[str, Any]] = []
    for row in rows:
        cells: Dict[str, Any] = {}
        for field in dataclasses.fields(row):
            cells.update(_cells(field.name, getattr(row, field.name)))
        flat.append(cells)
    names: Dict[str, None] = {}
    for cells in flat:
        names.update(dict.fromkeys(cells))
    return {name: [cells.get(name) for cells in flat] for name in names}


class Table:
    """A result that has rows."""

    def _rows(self) -> Sequence[Any]:
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a data frame of pandas."""
        frame: pandas.DataFrame = importlib.import_module("pandas").DataFrame(
            columns_of(self._rows())
        )
        return frame

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of Arrow."""
        table: pyarrow.Table = importlib.import_module("pyarrow").table(columns_of(self._rows()))
        return table
