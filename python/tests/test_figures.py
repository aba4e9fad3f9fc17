"""Numbers that say how surely they are known."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

from twofold import AtLeast, AtMost, Between, Estimate, Exact, Rounded, Sample
from twofold._figures import read_figure

FIGURES: list[tuple[Any, str, str]] = [
    (Exact(48713525), "48,713,525", "exact"),
    (Exact(-(2**70)), "-1,180,591,620,717,411,303,424", "exact"),
    (Exact(Fraction(79, 100)), "0.79", "exact"),
    (Exact(Fraction(1, 3)), "1/3", "exact"),
    (Rounded(66.9641494571, 3e-9), "≈66.96414946", "rounded"),
    (AtLeast(3), "≥3", "at-least"),
    (AtMost(2**64), "≤18,446,744,073,709,551,616", "at-most"),
    (Between(5, 7), "5…7", "between"),
    (Sample(0.03, 0.0103, 0.0845, 100, 7), "0.030 (0.010…0.085)", "sample"),
    (Estimate(275.0), "~275", "estimate"),
]


@pytest.mark.parametrize("figure,text,certainty", FIGURES)
def test_figures(figure: Any, text: str, certainty: str) -> None:
    assert str(figure) == text
    assert figure.certainty == certainty
    assert read_figure(figure._object()) == figure
    assert pickle.loads(pickle.dumps(figure)) == figure
    assert eval(repr(figure)) == figure


def test_numbers_are_exact() -> None:
    figure = read_figure({"certainty": "exact", "value": "79/100"})
    assert isinstance(figure, Exact) and figure.value == Fraction(79, 100)
    figure = read_figure({"certainty": "exact", "value": "18446744073709551616"})
    assert isinstance(figure, Exact) and type(figure.value) is int
    assert Rounded(0.5, 0.25).bounds == (Fraction(1, 4), Fraction(3, 4))
    assert AtLeast(3).bounds == (3, None) and AtMost(3).bounds == (None, 3)
    assert not hasattr(AtLeast(3), "__float__")
    figures: list[object] = [Exact(1), AtLeast(1), AtMost(1), Estimate(1.0)]
    assert len(set(figures)) == 4
