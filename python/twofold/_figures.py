"""Numbers that say how surely they are known."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Dict, Literal, Optional, Tuple, Union

from ._twofold import figure_text

__all__ = [
    "AtLeast",
    "AtMost",
    "Between",
    "Estimate",
    "Exact",
    "Figure",
    "Number",
    "PlayValue",
    "Rounded",
    "Sample",
]

#: A number without rounding.
Number = Union[int, Fraction]


def _plain(number: Number) -> Union[int, str]:
    """A number as the JSON format has it."""
    small = isinstance(number, int) and -(2**63) <= number < 2**64
    return int(number) if small else str(number)


class _Figure:
    """What all figures have in common."""

    def _object(self) -> Dict[str, Any]:
        raise NotImplementedError

    @property
    def certainty(self) -> str:
        """How surely the number is known, in the word of the command line."""
        return str(self._object()["certainty"])

    def __str__(self) -> str:
        """As tables show it."""
        return figure_text(json.dumps(self._object()))


@dataclass(frozen=True)
class Exact(_Figure):
    """The number itself, proved or counted.

    >>> print(Exact(48713525), Exact(Fraction(3, 4)), Exact(Fraction(1, 3)))
    48,713,525 0.75 1/3
    """

    value: Number

    def _object(self) -> Dict[str, Any]:
        return {"certainty": "exact", "value": _plain(self.value)}

    @property
    def bounds(self) -> Tuple[Number, Number]:
        """The least and the greatest number that it may be."""
        return self.value, self.value

    def __float__(self) -> float:
        return float(self.value)


@dataclass(frozen=True)
class Rounded(_Figure):
    """A number that differs from the true one by at most the error.

    >>> print(Rounded(66.9641494571, 3e-9))
    ≈66.96414946
    """

    value: float
    error: float

    def _object(self) -> Dict[str, Any]:
        return {"certainty": "rounded", "value": self.value, "error": self.error}

    @property
    def bounds(self) -> Tuple[Number, Number]:
        """The least and the greatest number that it may be, exactly."""
        value, error = Fraction(self.value), Fraction(self.error)
        return value - error, value + error

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True)
class AtLeast(_Figure):
    """A lower bound.

    >>> print(AtLeast(3))
    ≥3
    """

    value: Number

    def _object(self) -> Dict[str, Any]:
        return {"certainty": "at-least", "value": _plain(self.value)}

    @property
    def bounds(self) -> Tuple[Optional[Number], Optional[Number]]:
        """The least and the greatest number that it may be, as far as they are known."""
        return self.value, None


@dataclass(frozen=True)
class AtMost(_Figure):
    """An upper bound.

    >>> print(AtMost(16))
    ≤16
    """

    value: Number

    def _object(self) -> Dict[str, Any]:
        return {"certainty": "at-most", "value": _plain(self.value)}

    @property
    def bounds(self) -> Tuple[Optional[Number], Optional[Number]]:
        """The least and the greatest number that it may be, as far as they are known."""
        return None, self.value


@dataclass(frozen=True)
class Between(_Figure):
    """A lower and an upper bound.

    >>> print(Between(5, 7))
    5…7
    """

    low: Number
    high: Number

    def _object(self) -> Dict[str, Any]:
        return {"certainty": "between", "low": _plain(self.low), "high": _plain(self.high)}

    @property
    def bounds(self) -> Tuple[Number, Number]:
        """The least and the greatest number that it may be."""
        return self.low, self.high


@dataclass(frozen=True)
class Sample(_Figure):
    """The mean over sampled games, with the ends of its 95 % confidence interval.

    >>> print(Sample(410786.2, 396136.2, 425436.2, games=500, seed=7))
    410,786 ± 14,650
    """

    mean: float
    low: float
    high: float
    games: int
    seed: int

    def _object(self) -> Dict[str, Any]:
        return {
            "certainty": "sample",
            "mean": self.mean,
            "low": self.low,
            "high": self.high,
            "games": self.games,
            "seed": self.seed,
        }

    def __float__(self) -> float:
        return self.mean


@dataclass(frozen=True)
class Estimate(_Figure):
    """What a model or a conjecture says; nothing bounds its error.

    >>> print(Estimate(275.0))
    ~275
    """

    value: float

    def _object(self) -> Dict[str, Any]:
        return {"certainty": "estimate", "value": self.value}

    def __float__(self) -> float:
        return self.value


#: A number together with how surely it is known.
Figure = Union[Exact, Rounded, AtLeast, AtMost, Between, Sample, Estimate]

#: What a position is worth: a figure, or ``"never"`` where the target is never made.
PlayValue = Union[Figure, Literal["never"]]

_CLASSES: Dict[str, Any] = {
    "exact": Exact,
    "rounded": Rounded,
    "at-least": AtLeast,
    "at-most": AtMost,
    "between": Between,
    "sample": Sample,
    "estimate": Estimate,
}


def read_number(value: Union[int, str]) -> Number:
    """A number of the JSON format without rounding."""
    if isinstance(value, int):
        return value
    fraction = Fraction(value)
    return int(fraction) if fraction.denominator == 1 else fraction


def is_figure(value: Dict[str, Any]) -> bool:
    """Whether an object of the JSON format is a figure, and not what a source prints (``reproduce``)."""
    return "certainty" in value and "text" not in value


def read_figure(value: Dict[str, Any]) -> Figure:
    """A figure of the JSON format."""
    # The decimals of an exact fraction follow from it.
    fields = {key: field for key, field in value.items() if key not in ("certainty", "decimal")}
    if value["certainty"] in ("exact", "at-least", "at-most", "between"):
        fields = {key: read_number(field) for key, field in fields.items()}
    figure: Figure = _CLASSES[value["certainty"]](**fields)
    return figure
