"""Whole batches as numpy arrays, against the same slides one by one."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from twofold import (
    Board,
    Direction,
    InputError,
    Rules,
    canonical_all,
    legal_slides,
    pack,
    slide_all,
    slide_scored_all,
    unpack,
)

RULES = [
    "classic on 4x4",
    "classic on 2x3",
    "classic on 1x4",
    "classic on 4x1",
    "classic on 1x1",
    "classic on 2x7",
    "classic on 5x4",
    "fibonacci on 3x3",
    "threes on 4x4",
    "fives on 2x5",
    "threes on 6x6",
]


def planes_of(rules: Rules, count: int, highest: int = 5) -> npt.NDArray[np.uint8]:
    random = np.random.default_rng(11)
    return random.integers(0, highest, (count, *rules.shape), dtype=np.uint8)


def one_by_one(
    rules: Rules, planes: npt.NDArray[np.uint8], directions: Any
) -> tuple[npt.NDArray[np.uint8], list[int]]:
    slid, scores = [], []
    for plane, direction in zip(planes, directions):
        slide = rules.position(Board.from_ranks(plane, rules.tiles)).slide(int(direction))
        slid.append(plane if slide is None else slide.afterstate.board.ranks)
        scores.append(0 if slide is None else slide.score)
    return np.array(slid, dtype=np.uint8), scores


@pytest.mark.parametrize("text", RULES)
def test_batches_equal_single_slides(text: str) -> None:
    rules = Rules(text)
    planes = planes_of(rules, 2100 if text == "classic on 4x4" else 100)
    random = np.random.default_rng(1)
    each = random.integers(0, 4, len(planes))
    for direction in [*Direction, each]:
        directions = each if isinstance(direction, np.ndarray) else [direction] * len(planes)
        expected, scores = one_by_one(rules, planes, directions)
        slid, scored = slide_scored_all(planes, direction, rules)
        assert (slid == expected).all() and scored.tolist() == scores
        assert (slide_all(planes, direction, rules) == expected).all()
        if rules.shape[0] * rules.shape[1] <= 16:
            codes, coded = slide_scored_all(pack(planes), direction, rules)
            assert (unpack(codes, rules.shape) == expected).all() and coded.tolist() == scores
    legal = legal_slides(planes, rules)
    assert legal.shape == (len(planes), 4)
    for direction in Direction:
        changed = (slide_all(planes, direction, rules) != planes).any(axis=(1, 2))
        assert (legal[:, direction] == changed).all()


def test_a_million_boards_in_one_call() -> None:
    random = np.random.default_rng(3)
    codes = random.integers(0, 2**64, 1_000_000, dtype=np.uint64) & np.uint64(0x7777777777777777)
    slid, scores = slide_scored_all(codes, "left")
    assert slid.shape == scores.shape == codes.shape
    assert (slide_all(codes, "left") == slid).all()
    for index in random.integers(0, len(codes), 500):
        slide = Rules("4x4").position(Board.from_code(int(codes[index]), "4x4")).slide("left")
        board, score = (None, 0) if slide is None else (slide.afterstate.board.code, slide.score)
        assert (board or codes[index], score) == (slid[index], scores[index])


@pytest.mark.parametrize("text", ["classic on 4x4", "threes on 4x4"])
def test_small_batches_are_fast_too(text: str) -> None:
    """With a wide margin: a call makes no tables."""
    rules = Rules(text)
    codes, count = pack(planes_of(rules, 10)), 200
    slide_all(codes, "left", rules)
    begun = time.perf_counter()
    for _ in range(count):
        slide_all(codes, "left", rules)
    assert (time.perf_counter() - begun) / count < 1e-3


def test_arrays_of_any_layout() -> None:
    planes = planes_of(Rules("4x4"), 60)
    slid = slide_all(planes, "up")
    assert (slide_all(planes.reshape(3, 20, 4, 4), "up") == slid.reshape(3, 20, 4, 4)).all()
    assert (slide_all(planes[::2], "up") == slid[::2]).all()
    assert (slide_all(np.asfortranarray(planes), "up") == slid).all()
    codes = pack(planes)
    assert (slide_all(codes.reshape(6, 10), "up") == pack(slid).reshape(6, 10)).all()
    assert slide_all(planes[:0], "up").shape == (0, 4, 4)
    single = slide_all(np.uint64(0x1100), "left", "2x2")  # type: ignore[call-overload]
    assert single.shape == () and single == 0x2000
    readonly = planes.copy()
    readonly.flags.writeable = False
    assert (slide_all(readonly, "up") == slid).all()


def test_codes_are_those_of_boards() -> None:
    planes = planes_of(Rules("3x4"), 40)
    codes = pack(planes)
    boards = [Board.from_ranks(plane) for plane in planes]
    assert codes.tolist() == [board.code for board in boards]
    assert (unpack(codes, "3x4") == planes).all()
    canonical = [board.canonical().code for board in boards]
    assert canonical_all(codes, (3, 4)).tolist() == canonical


def test_tiles_beyond_a_code() -> None:
    high = np.array([[[15, 15], [1, 1]], [[40, 40], [0, 16]], [[61, 61], [0, 0]]], dtype=np.uint8)
    slid, scores = slide_scored_all(high, "left")
    assert slid.tolist() == [[[16, 0], [2, 0]], [[41, 0], [16, 0]], [[61, 61], [0, 0]]]
    assert scores.tolist() == [2**16 + 4, 2**41, 0]
    with pytest.raises(InputError, match="board 0: a tile of rank 16 does not fit"):
        slide_all(np.array([0xFF00], dtype=np.uint64), "left", "2x2")
    with pytest.raises(InputError, match="ranks up to 15"):
        pack(high)
    with pytest.raises(InputError, match="board 0"):
        slide_all(np.full((1, 2, 2), 62, dtype=np.uint8), "left")


def test_nonsense_is_refused() -> None:
    codes = np.array([0x1], dtype=np.uint64)
    with pytest.raises(TypeError, match="uint64"):
        slide_all(codes.astype(np.float64), "left")
    with pytest.raises(InputError, match="not the code of a 2x2 board"):
        slide_all(np.array([0x12345], dtype=np.uint64), "left", "2x2")
    with pytest.raises(InputError, match="codes hold up to sixteen cells"):
        slide_all(codes, "left", "5x5")
    with pytest.raises(InputError, match="the boards are 2x3"):
        slide_all(np.zeros((1, 2, 3), dtype=np.uint8), "left", "3x3")
    with pytest.raises(InputError, match="directions of shape"):
        slide_all(codes, np.array([0, 1]))
    with pytest.raises(InputError, match="7 is not a direction"):
        slide_all(codes, np.array([7]))
    with pytest.raises(TypeError, match="rows and columns"):
        slide_all(np.zeros(4, dtype=np.uint8), "left")
