"""Solved stores: look-up, tables, and what a policy is worth."""

from __future__ import annotations

import pickle
import time
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import twofold
from twofold import Board, Direction, InputError, Position, Rounded, Store, legal_slides, pack


def test_look_up(small: Store) -> None:
    assert small.rules == twofold.Rules("2x2")
    assert (small.goal, small.opponent) == ("score", "chance")
    assert 0 < small.error < 1e-9
    answer = small.ask("2 4 / . 2")
    assert answer.position and not answer.over
    assert answer.best == small.best("2 4 / . 2") == Direction.DOWN
    assert answer.value == small.value("2 4 / . 2")
    best = answer.slides[Direction.DOWN]
    assert best.legal and best.value == answer.value
    assert answer.to_pandas()["direction"].tolist() == ["up", "down", "left", "right"]
    assert small.ask("4 . / 4 .").afterstate_value is not None
    assert small.ask("4 . / 4 .").spawns[0].cell == (0, 1)
    assert small.value("256 256 / 256 256") is None
    assert small.best("2 4 / 4 2") is None
    with pytest.raises(InputError):
        small.ask("2 4 8 / . . .")
    with pytest.raises(twofold.Error, match="nowhere"):
        Store("/nowhere")
    assert "score against chance on classic on 2x2" in repr(small)


def test_tables_are_what_single_questions_say(small: Store) -> None:
    columns = small.to_numpy()
    assert set(columns) == {
        "tile_sum", "code", "largest", "live", "value", "up", "down", "left", "right", "best"
    }
    for row in range(len(columns["code"])):
        board = Board.from_code(int(columns["code"][row]), "2x2")
        answer = small.ask(board)
        assert answer.position and board.canonical() == board
        assert board.tile_sum == columns["tile_sum"][row]
        assert board.largest == columns["largest"][row]
        assert float(answer.value) == columns["value"][row]  # type: ignore[arg-type]
        for slide in answer.slides:
            value = columns[slide.direction.name.lower()][row]
            assert np.isnan(value) == (not slide.legal)
        assert columns["best"][row] == (-1 if answer.best is None else answer.best)
    values, slides, best = small.look_up(columns["code"])
    assert (values == columns["value"]).all() and (best == columns["best"]).all()
    assert np.array_equal(slides[:, 0], columns["up"], equal_nan=True)
    unknown, _, nothing = small.look_up(np.array([0x8888], dtype=np.uint64))
    assert np.isnan(unknown[0]) and nothing[0] == -1
    one = small.to_numpy([12])
    assert set(one["tile_sum"]) == {12}
    with pytest.raises(InputError, match="no layer of tile sum 13"):
        small.to_numpy([13])


def test_other_libraries(small: Store, tmp_path: Path) -> None:
    table = small.to_arrow()
    assert table.column("best").null_count == int((~small.to_numpy()["live"]).sum())
    assert table.schema.metadata[b"goal"] == b"score"
    frame = small.to_pandas()
    assert len(frame) == table.num_rows
    # The same rows as the export of the command line.
    import pyarrow.parquet as parquet

    twofold.run("store export", store=small.path, file=tmp_path / "values.parquet")
    exported = parquet.read_table(tmp_path / "values.parquet")
    for name in ["tile_sum", "code", "largest", "live", "value", "up", "left", "best"]:
        assert table.column(name).to_pylist() == exported.column(name).to_pylist(), name


def test_other_processes_open_the_same_store(small: Store) -> None:
    again = pickle.loads(pickle.dumps(small))
    assert isinstance(again, Store) and again.path == small.path
    assert again.value("2 4 / . 2") == small.value("2 4 / . 2")


def test_look_ups_take_microseconds(small: Store) -> None:
    """With a wide margin: a look-up reads no file and starts no command."""
    board, count = Board("2 4 / . 2"), 2000
    begun = time.perf_counter()
    for _ in range(count):
        small.value(board)
    assert (time.perf_counter() - begun) / count < 200e-6


def test_training_set(small: Store) -> None:
    planes, values, slides, best = small.training_set()
    assert planes.dtype == np.uint8 and planes.shape[1:] == (2, 2)
    rows = np.arange(len(best))
    assert np.array_equal(slides[rows, best], values)
    assert (legal_slides(planes) == ~np.isnan(slides)).all()


def first_legal(planes: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
    chosen: npt.NDArray[Any] = legal_slides(planes).argmax(axis=1)
    return chosen


def any_legal(planes: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
    legal: npt.NDArray[Any] = legal_slides(planes).astype(float)
    shares: npt.NDArray[Any] = legal / legal.sum(axis=1, keepdims=True)
    return shares


@lru_cache(maxsize=None)
def by_recursion(position: Position, is_random: bool) -> Fraction:
    """What a policy scores, by plain recursion with fractions."""
    slides = position.slides()
    if not is_random:
        slides = slides[:1]
    total = Fraction(0)
    for slide in slides:
        future = sum(
            spawn.chance * by_recursion(spawn.position, is_random)
            for spawn in slide.afterstate.spawns()
        )
        total += Fraction(1, len(slides)) * (slide.score + future)
    return total


@pytest.mark.parametrize("is_random", [False, True])
def test_policies_are_worth_what_recursion_says(small: Store, is_random: bool) -> None:
    evaluation = small.evaluate(any_legal if is_random else first_legal)
    starts = [
        (one.chance * two.chance, two.position)
        for one in small.rules.start().spawns()
        for two in small.rules.afterstate(one.position.board).spawns()
    ]
    expected = sum(chance * by_recursion(position, is_random) for chance, position in starts)
    assert isinstance(evaluation.value, Rounded)
    low, high = evaluation.value.bounds
    assert low <= expected <= high and high - low < Fraction(1, 10**9)
    exact = twofold.solve("2x2", exact=True).value
    assert exact is not None and isinstance(evaluation.perfect, Rounded)
    low, high = evaluation.perfect.bounds
    assert low <= exact.value <= high
    assert isinstance(evaluation.loss, Rounded)
    low, high = evaluation.loss.bounds
    assert low <= exact.value - expected <= high
    # What is lost is spread over the mistakes.
    spread = float((evaluation.columns["chance"] * evaluation.columns["loss"]).sum())
    assert spread == pytest.approx(float(evaluation.loss), rel=1e-9)
    assert 0 < evaluation.share < 1
    worst = evaluation.mistakes(3)
    assert len(worst) == 3 and worst[0].chance * worst[0].loss >= worst[1].chance * worst[1].loss
    assert small.ask(worst[0].board).position
    assert len(evaluation.to_pandas()) == len(evaluation.columns["code"])


def test_perfect_play_loses_nothing(small: Store, tile: Store) -> None:
    for store in [small, tile]:
        evaluation = store.evaluate(store.policy())
        assert abs(float(evaluation.loss)) < 1e-9  # type: ignore[arg-type]
        assert len(evaluation.columns["code"]) == 0
        assert evaluation.positions > 100


def test_probabilities_of_a_tile(tile: Store) -> None:
    solved = twofold.solve("2x3", goal="tile", to=64)
    evaluation = tile.evaluate(first_legal)
    assert isinstance(solved.value, Rounded)
    assert float(evaluation.perfect) == pytest.approx(solved.value.value)  # type: ignore[arg-type]
    value = float(evaluation.value)  # type: ignore[arg-type]
    # Against games that are really played.
    envs = pytest.importorskip("twofold.gym").GameVectorEnv(
        20_000, tile.rules, target=64, action_masks=True
    )
    _, infos = envs.reset(seed=1)
    over = np.zeros(20_000, dtype=bool)
    won = np.zeros(20_000, dtype=bool)
    while not over.all():
        planes, _, terminated, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        won |= terminated & ~over & (planes.max(axis=(1, 2)) >= 6)
        over |= terminated
    assert abs(won.mean() - value) < 5 * np.sqrt(value * (1 - value) / 20_000)


def test_policies_that_make_no_sense(small: Store) -> None:
    with pytest.raises(InputError, match="the policy slides up on .* which is not legal there"):
        small.evaluate(lambda planes: np.zeros(len(planes), dtype=int))
    with pytest.raises(InputError, match="do not add up to 1"):
        small.evaluate(lambda planes: np.full((len(planes), 4), 0.5))
    with pytest.raises(InputError, match="and answered for 1"):
        small.evaluate(lambda planes: first_legal(planes)[:1])

    def broken(planes: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
        raise ZeroDivisionError("no idea")

    with pytest.raises(ZeroDivisionError, match="no idea"):
        small.evaluate(broken)
    with pytest.raises(IndexError):
        small.evaluate(lambda planes: np.full(len(planes), 4))


def test_only_chance_is_compared_with(tmp_path: Path) -> None:
    twofold.solve("2x2", opponent="helper", store=tmp_path / "helper")
    with pytest.raises(InputError, match="against chance"):
        Store(tmp_path / "helper").evaluate(first_legal)


def test_codes_of_a_policy(small: Store) -> None:
    codes = small.to_numpy()["code"][:5]
    assert (pack(twofold.unpack(codes, "2x2")) == codes).all()
