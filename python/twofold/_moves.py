"""Moves and frames: plain values around the engine's positions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Optional, Tuple

from ._names import Direction

if TYPE_CHECKING:
    from ._twofold import Afterstate, Board, Position

__all__ = ["Frame", "Slide", "Spawn"]


@dataclass(frozen=True)
class Slide:
    """A legal slide: where to, what it scores, and what it leads to."""

    direction: Direction
    score: int
    afterstate: Afterstate


@dataclass(frozen=True)
class Spawn:
    """A tile that may appear: where, which, how likely, and what it leads to."""

    cell: Tuple[int, int]
    tile: int
    chance: Fraction
    position: Position


@dataclass(frozen=True)
class Frame:
    """The board after a step of a replay, and the score so far; no step for the start."""

    step: Optional[str]
    board: Board
    score: int
