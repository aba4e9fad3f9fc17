"""Solved stores: look-up, tables, and what an agent is worth beside perfect play."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Type,
)

import numpy as np
import numpy.typing as npt

from ._figures import Figure
from ._progress import Progress, listener
from ._tables import Table
from ._twofold import Board, unpack
from ._twofold import Store as _Store

if TYPE_CHECKING:
    import pandas
    import pyarrow

__all__ = ["Evaluation", "Mistake", "Policy", "Store", "TrainingSet"]

#: Chooses slides: takes planes of ranks, an array of boards, rows and columns, and answers with a direction for each
#: board, or with the probability of each of the four slides of each board.
Policy = Callable[["npt.NDArray[np.uint8]"], "npt.NDArray[Any]"]


class TrainingSet(NamedTuple):
    """Perfect play as arrays, a row for each live position, up to symmetry."""

    #: The ranks of the boards, by position, row and column.
    planes: npt.NDArray[np.uint8]
    #: What each position is worth.
    values: npt.NDArray[np.float64]
    #: What each slide is worth, in the order up, down, left, right; NaN where it is not legal.
    slides: npt.NDArray[np.float64]
    #: The best slide, the first one of equals.
    best: npt.NDArray[np.int8]


@dataclass(frozen=True)
class Mistake:
    """A position where an agent loses something."""

    board: Board
    tile_sum: int
    #: How likely a game meets the position.
    chance: float
    #: By how much the best slide is better than what the agent does.
    loss: float


@dataclass(frozen=True, eq=False)
class Evaluation(Table):
    """What an agent is worth from the start of the game, beside perfect play."""

    value: Figure
    perfect: Figure
    loss: Figure
    #: How many positions the agent can meet.
    positions: int
    #: Where it loses: tile sums, codes, how likely a game gets there, and what is lost there.
    columns: Dict[str, npt.NDArray[Any]]
    #: The shape of the boards, and their tile system.
    shape: Any
    tiles: str

    @property
    def share(self) -> float:
        """The part of perfect play that the agent achieves."""
        return _middle(self.value) / _middle(self.perfect)

    def mistakes(self, count: int = 10) -> Sequence[Mistake]:
        """The costliest mistakes: those that lose most, weighted with how likely they are met."""
        columns = self.columns
        order = np.argsort(-columns["chance"] * columns["loss"], kind="stable")[:count]
        return [
            Mistake(
                Board.from_code(int(columns["code"][index]), self.shape, self.tiles),
                int(columns["tile_sum"][index]),
                float(columns["chance"][index]),
                float(columns["loss"][index]),
            )
            for index in order
        ]

    def _rows(self) -> Sequence[Any]:
        return self.mistakes(len(self.columns["code"]))


def _middle(figure: Figure) -> float:
    """A number for arithmetic; figures of an evaluation have one."""
    return float(figure)  # type: ignore[arg-type]


class Store(_Store):
    """A solved game on disk, opened for look-up.

    >>> import tempfile
    >>> from twofold import solve
    >>> directory = tempfile.TemporaryDirectory()
    >>> _ = solve("2x2", store=directory.name)
    >>> store = Store(directory.name)
    >>> store.best("2 4 / . 2"), store.ask("2 4 / . 2").best
    (<Direction.DOWN: 1>, <Direction.DOWN: 1>)
    >>> planes, values, slides, best = store.training_set()
    >>> planes.shape, values.shape, slides.shape, best.shape
    ((76, 2, 2), (76,), (76, 4), (76,))
    """

    def __reduce__(self) -> Tuple[Type[Store], Tuple[Path]]:
        """Other processes open the same files."""
        return type(self), (self.path,)

    def to_numpy(
        self, tile_sums: Optional[Sequence[int]] = None, *, progress: Progress = None
    ) -> Dict[str, npt.NDArray[Any]]:
        """The positions of all layers, or of some, up to symmetry: arrays by the names of columns.

        ``tile_sum``, ``code``, ``largest`` and ``live``; ``value``; ``up``, ``down``, ``left`` and ``right``, NaN where
        the slide is not legal; ``best``, the number of the best slide, −1 where there is none.
        """
        sums = None if tile_sums is None else list(tile_sums)
        return self.columns(sums, progress=listener(progress))

    def to_arrow(
        self, tile_sums: Optional[Sequence[int]] = None, *, progress: Progress = None
    ) -> pyarrow.Table:
        """The positions as a table of Arrow, with the columns and the metadata of ``twofold store export``."""
        arrow: Any = importlib.import_module("pyarrow")
        columns: Dict[str, Any] = dict(self.to_numpy(tile_sums, progress=progress))
        for name in ("up", "down", "left", "right"):
            columns[name] = arrow.array(columns[name], mask=np.isnan(columns[name]))
        best = columns["best"]
        names = np.array(["up", "down", "left", "right", ""], dtype=object)
        columns["best"] = arrow.array(names[best], mask=best < 0, type=arrow.string())
        about = {
            "goal": self.goal,
            "opponent": self.opponent,
            "rules": str(self.rules),
            "certainty": "rounded" if self.error else "exact",
            "error": repr(self.error),
        }
        table: pyarrow.Table = arrow.table(columns, metadata=about)
        return table

    def to_pandas(
        self, tile_sums: Optional[Sequence[int]] = None, *, progress: Progress = None
    ) -> pandas.DataFrame:
        """The positions as a data frame of pandas."""
        frame: pandas.DataFrame = importlib.import_module("pandas").DataFrame(
            self.to_numpy(tile_sums, progress=progress)
        )
        return frame

    def training_set(
        self, tile_sums: Optional[Sequence[int]] = None, *, progress: Progress = None
    ) -> TrainingSet:
        """Perfect play as arrays: boards, values, the value of every slide, and the best one."""
        columns = self.to_numpy(tile_sums, progress=progress)
        live = columns["live"]
        slides = np.stack([columns[name][live] for name in ("up", "down", "left", "right")], axis=1)
        planes = unpack(columns["code"][live], self.rules.shape)
        return TrainingSet(planes, columns["value"][live], slides, columns["best"][live])

    def policy(self) -> Policy:
        """Perfect play as a policy."""
        from ._twofold import pack

        def play(planes: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
            _, _, best = self.look_up(pack(planes))
            return best

        return play

    def evaluate(self, policy: Policy, *, progress: Progress = None) -> Evaluation:
        """What an agent is worth from the start of the game, exactly but for rounding.

        The policy is asked about every position that it can meet, in batches: it gets planes of ranks (boards, rows,
        columns) and answers with a direction for each board, or with the probabilities of its four slides.

        >>> import tempfile
        >>> from twofold import legal_slides, solve
        >>> directory = tempfile.TemporaryDirectory()
        >>> _ = solve("2x2", store=directory.name)
        >>> store = Store(directory.name)
        >>> print(store.evaluate(lambda planes: legal_slides(planes).argmax(axis=1)).loss)
        ≈47.69...
        """
        shape = self.rules.shape

        def chances(codes: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
            answer = np.asarray(policy(unpack(codes, shape)))
            if answer.ndim == 2:
                return np.ascontiguousarray(answer, dtype=np.float64)
            filled = np.zeros((len(answer), 4))
            filled[np.arange(len(answer)), answer.astype(np.intp)] = 1.0
            return filled

        value, perfect, loss, positions, (sums, codes, met, lost) = self.weigh(
            chances, progress=listener(progress)
        )
        columns: Dict[str, npt.NDArray[Any]] = {
            "tile_sum": sums, "code": codes, "chance": met, "loss": lost
        }
        return Evaluation(value, perfect, loss, positions, columns, shape, self.rules.tiles)
