"""Positions, afterstates and replays."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from twofold import Afterstate, Board, Direction, InputError, Position, Replay, Rules


def test_slides_and_spawns_alternate() -> None:
    rules = Rules("2x2")
    position = rules.position("2 2 / . 4")
    slide = position.slide("left")
    assert slide is not None
    assert (slide.direction, slide.score) == (Direction.LEFT, 4)
    assert slide.afterstate == Afterstate(rules, "4 . / 4 .")
    spawns = slide.afterstate.spawns()
    assert len(spawns) == 4
    assert sum(spawn.chance for spawn in spawns) == 1
    assert spawns[0].chance == Fraction(9, 20)
    assert spawns[0].position == slide.afterstate.spawn(spawns[0].cell, spawns[0].tile)
    assert spawns[0].position.board == Board("4 2 / 4 .")
    for value in [position, slide, slide.afterstate, spawns[0]]:
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    assert eval(repr(position)) == position
    assert eval(repr(slide.afterstate)) == slide.afterstate
    with pytest.raises(InputError, match="is not empty"):
        slide.afterstate.spawn((0, 0), 2)
    with pytest.raises(InputError, match="does not place"):
        slide.afterstate.spawn((0, 1), 8)


def test_afterstates_remember_slides_that_spawns_depend_on() -> None:
    rules = Rules("threes on 3x3")
    position = rules.position("1 . . / . 2 . / . . .")
    slide = position.slide("right")
    assert slide is not None
    assert {spawn.cell for spawn in slide.afterstate.spawns()} == {(0, 0), (1, 0)}
    again = pickle.loads(pickle.dumps(slide.afterstate))
    assert again == slide.afterstate
    assert eval(repr(again)).spawns() == slide.afterstate.spawns()
    assert again != rules.afterstate(again.board)


def test_dead_positions() -> None:
    dead = Position("2x2", "2 4 / 4 2")
    assert dead.is_dead and dead.slides() == []
    assert not Position("2x2", "2 4 / 4 4").is_dead


def test_replays() -> None:
    replay = Replay.of("2x2", "(1,1)(1,2)R(1,1)=4D")
    assert Replay(str(replay)) == replay == pickle.loads(pickle.dumps(replay))
    assert hash(Replay(str(replay))) == hash(replay)
    assert repr(replay) == "<Replay of 5 steps, classic on 2x2, spawning 2 or 4>"
    assert replay.steps == ["(1,1)", "(1,2)", "R", "(1,1)=4", "D"]
    assert (len(replay), replay.start, replay.rules) == (5, Board.empty("2x2"), Rules("2x2"))
    frames = replay.play()
    assert [frame.score for frame in frames] == [0, 0, 0, 4, 4, 4]
    assert frames[0].step is None and frames[-1].board == Board(". . / 4 4")
    assert "score 4" in replay._repr_svg_()
    with pytest.raises(InputError, match="step 2 .L. is not allowed: the slide would change nothing"):
        Replay.of("1x2", "(1,1)L").play()
    with pytest.raises(InputError, match="starts with the line"):
        Replay("1. e4 e5")
    later = Replay.of("2x2", "D(1,1)", start="2 . / 2 .")
    assert later.play()[-1].board == Board("2 . / 4 .")
