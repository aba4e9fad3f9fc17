"""Names that the engine and Python share."""

from __future__ import annotations

from enum import Enum, IntEnum
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, Tuple, Union

if TYPE_CHECKING:
    from ._twofold import Board, Rules

__all__ = ["Cell", "Direction", "Fraction", "Shape", "Symmetry"]


class Direction(IntEnum):
    """A direction in which Slider tilts the board, in the order in which ties are broken.

    >>> Direction.LEFT.opposite
    <Direction.RIGHT: 3>
    >>> Direction["UP"].letter
    'U'
    """

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3

    @property
    def letter(self) -> str:
        """The letter that stands for the direction in a sequence of moves."""
        return self.name[0]

    @property
    def opposite(self) -> Direction:
        """The direction that leads back."""
        return Direction(self ^ 1)


class Symmetry(str, Enum):
    """A rotation or reflection of a board.

    >>> Symmetry.CLOCKWISE.inverse
    <Symmetry.COUNTERCLOCKWISE: 'counterclockwise'>
    """

    IDENTITY = "identity"
    MIRROR_COLUMNS = "mirror-columns"
    MIRROR_ROWS = "mirror-rows"
    HALF_TURN = "half-turn"
    TRANSPOSE = "transpose"
    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"
    ANTI_TRANSPOSE = "anti-transpose"

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        turns = {
            Symmetry.CLOCKWISE: Symmetry.COUNTERCLOCKWISE,
            Symmetry.COUNTERCLOCKWISE: Symmetry.CLOCKWISE,
        }
        return turns.get(self, self)


class Shape(NamedTuple):
    """Rows and columns.

    >>> str(Shape(3, 4)), Shape(3, 4) == (3, 4)
    ('3x4', True)
    """

    rows: int
    columns: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"


class Cell(NamedTuple):
    """A place on a board, counted from zero, as arrays are.

    Its written form counts from one, as people do.

    >>> str(Cell(0, 2))
    '(1,3)'
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"({self.row + 1},{self.column + 1})"


ShapeLike = Union[str, Tuple[int, int]]
CellLike = Union[str, Tuple[int, int]]
DirectionLike = Union[Direction, int, str]
BoardLike = Union["Board", str]
RulesLike = Union["Rules", str]
PathArgument = Union[str, "PathLike[str]"]
