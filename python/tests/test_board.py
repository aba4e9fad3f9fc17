"""Boards and rules as values."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from twofold import Board, Direction, InputError, Position, Rules, Symmetry

SYSTEMS = ["classic", "fibonacci", "threes", "fives"]


def test_boards_are_values() -> None:
    board = Board("4 8 / 2 .")
    assert board == Board("[[4,8],[2,0]]") == Board("23/10") == Board("0x2310")
    assert hash(board) == hash(Board("0x2310"))
    assert board != Board("4 8 / . 2")
    assert board != Board("faces:1 2 / 3 .", "fibonacci")
    assert sorted([board, Board(". . / . .")])[0].largest == 0
    assert eval(repr(board)) == board
    assert (board.shape, board.tile_sum, board.largest, board.code) == ((2, 2), 14, 8, 0x2310)
    assert board.empty_cells == [(1, 1)]
    assert board.ranks.tolist() == [[2, 3], [1, 0]]
    assert board.faces.tolist() == [[4, 8], [2, 0]]
    assert board[1, 0] == board["(2,1)"] == 2
    assert board.with_tile((1, 1), 16)[1, 1] == 16


@pytest.mark.parametrize("tiles", SYSTEMS)
@pytest.mark.parametrize("shape", ["1x1", "2x3", "4x4", "7x6"])
def test_boards_come_back(tiles: str, shape: str) -> None:
    random = np.random.default_rng(5)
    rows, columns = Board.empty(shape).shape
    for _ in range(20):
        ranks = random.integers(0, 9, (rows, columns), dtype=np.uint8)
        board = Board.from_ranks(ranks, tiles)
        assert (board.ranks == ranks).all()
        assert pickle.loads(pickle.dumps(board)) == board == copy.deepcopy(board)
        assert Board(f"ranks:{board.notation('ranks')}", tiles) == board
        if rows * columns <= 16:
            assert Board.from_code(board.code, shape, tiles) == board
            assert Board(board.notation("hexadecimal"), tiles, shape) == board
        for symmetry in board.symmetries:
            image = board.image(symmetry)
            assert image.image(symmetry.inverse) == board
            assert image.canonical() == board.canonical() <= image


def test_symmetries_are_those_of_the_engine() -> None:
    assert Board.empty("3x3").symmetries == list(Symmetry)
    assert len(Board.empty("2x3").symmetries) == 4
    assert Board("2 4 / . .").image("clockwise") == Board(". 2 / . 4")
    for symmetry in Symmetry:
        board = Board("2 4 8 / 16 32 64")
        assert board.image(symmetry).image(symmetry.inverse) == board


def test_pictures() -> None:
    board = Board("4 8 / 2 .")
    assert board._repr_svg_().startswith("<svg")
    assert "│ 4 │ 8 │" in board.drawing()
    pixels = board.pixels()
    assert pixels.ndim == 3 and pixels.shape[2] == 3 and len(np.unique(pixels)) > 3
    assert Position("2x2", board)._repr_svg_() == board._repr_svg_()


def test_errors_have_the_texts_of_the_command_line() -> None:
    with pytest.raises(InputError) as caught:
        Board("2/4/8")
    assert "two readings" in caught.value.message
    assert caught.value.hint == "write faces:2/4/8 or ranks:2/4/8, whichever you mean"
    assert isinstance(caught.value, ValueError)
    copied = pickle.loads(pickle.dumps(caught.value))
    assert str(copied) == str(caught.value)
    with pytest.raises(InputError, match="expected a tile of the classic game or a dot, found `3`"):
        Board("4 8 / 3 .")
    with pytest.raises(InputError) as caught:
        Board("4 8 / 2 . x")
    with pytest.raises(InputError, match="0x10000 is not the code of a 2x2 board"):
        Board.from_code(0x10000, "2x2")
    with pytest.raises(IndexError):
        Board("4 8 / 2 .")[2, 0]
    with pytest.raises(InputError):
        Board("4 8 / 2 .", "octal")
    with pytest.raises(InputError):
        Board.empty("0x3")
    with pytest.raises(TypeError):
        Board(17)  # type: ignore[arg-type]


def test_rules_are_values() -> None:
    rules = Rules("2x2, spawning 2:1,4:1 at top-left-rows")
    assert str(rules) == "classic on 2x2, spawning 2 (1/2) or 4 (1/2) at top-left-rows"
    assert eval(repr(rules)) == rules == pickle.loads(pickle.dumps(rules))
    assert hash(rules) == hash(Rules(str(rules)))
    assert rules == Rules.of((2, 2), spawns="2:1,4:1", placement="top-left-rows")
    assert rules != Rules("2x2")
    assert (rules.shape, rules.tiles, rules.placement) == ((2, 2), "classic", "top-left-rows")
    assert sum(rules.spawns.values()) == 1
    for tiles in SYSTEMS:
        assert Rules.of("3x4", tiles) == Rules(f"{tiles} on 3x4")
    with pytest.raises(InputError, match="does not say what is played"):
        Rules("chess on a board")
    with pytest.raises(InputError, match="the tile 2 does not occur"):
        Rules("2x2, spawning 4").position("2 . / . .")
    with pytest.raises(InputError, match="tiles of the threes game"):
        Rules("2x2").position(Board("1 2 / . .", "threes"))


def test_directions_are_those_of_the_engine() -> None:
    position = Position("2x2", "2 . / . .")
    assert [slide.direction for slide in position.slides()] == [Direction.DOWN, Direction.RIGHT]
    for name in ["down", "D", 1, Direction.DOWN, np.int64(1)]:
        slide = position.slide(name)  # type: ignore[arg-type]
        assert slide is not None and str(slide.afterstate) == ". . / 2 ."
    assert position.slide("up") is None
    with pytest.raises(InputError, match="4 is not a direction"):
        position.slide(4)
    with pytest.raises(InputError, match="`north` is not a direction"):
        position.slide("north")
