"""Environments: Gymnasium's own checks, and the engine's rules."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import twofold
from twofold import Board, InputError, Rules, Store, legal_slides
from twofold.gym import GameEnv, GameVectorEnv

RULES = ["classic on 4x4", "classic on 2x3", "fibonacci on 3x3", "threes on 4x4", "fives on 5x5"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_environments_pass_the_checks_of_gymnasium(rules: str, mode: str | None) -> None:
    env = gymnasium.make("twofold/Game-v0", rules=rules, render_mode=mode)
    with warnings.catch_warnings():
        # The checker remarks on pictures that it cannot check.
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped, skip_render_check=mode is None)


@pytest.mark.parametrize("rules", RULES)
def test_games_follow_the_rules(rules: str) -> None:
    env = GameEnv(rules)
    assert env.rules == Rules(rules)
    random = np.random.default_rng(2)
    for seed in range(3):
        planes, info = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            position = env.rules.position(Board.from_ranks(planes, env.rules.tiles))
            legal = [slide.direction for slide in position.slides()]
            assert np.flatnonzero(info["action_mask"]).tolist() == legal
            action = int(random.integers(4))
            slide = position.slide(action)
            planes, reward, over, truncated, info = env.step(action)
            total += reward
            assert info["legal"] == (slide is not None) and not truncated
            if slide is None:
                assert reward == 0 and (planes == position.board.ranks).all()
                continue
            after = Board.from_ranks(planes, env.rules.tiles)
            assert after in [spawn.position.board for spawn in slide.afterstate.spawns()]
            assert reward >= slide.score
        assert info["score"] == total and not info["action_mask"].any()
        assert env.rules.position(env.board).is_dead


def test_seeds_and_starts() -> None:
    env = GameEnv("3x3")
    one, _ = env.reset(seed=5)
    others = [env.reset()[0] for _ in range(10)]
    again, _ = env.reset(seed=5)
    assert (one == again).all()
    assert any((one != another).any() for another in others)
    planes, _ = env.reset(options={"board": "2 4 8 / . . . / . . ."})
    assert planes.tolist() == [[1, 2, 3], [0, 0, 0], [0, 0, 0]]
    with pytest.raises(InputError):
        env.reset(options={"board": "2 4 8"})
    with pytest.raises(InputError, match="4 is not a direction|slide 4"):
        env.step(4)


def test_targets_end_games() -> None:
    env = GameEnv("2x2", target=8)
    env.reset(seed=1, options={"board": "4 4 / . ."})
    planes, reward, over, _, _ = env.step(2)
    assert over and reward == 8 and planes.tolist() == [[3, 0], [0, 0]]
    envs = GameVectorEnv(100, "3x3", target=8)
    envs.reset(seed=1)
    over_before: npt.NDArray[np.bool_] = np.zeros(100, dtype=bool)
    renewed = 0
    for turn in range(60):
        planes, rewards, terminated, _, infos = envs.step(np.full(100, turn % 4))
        assert (rewards[over_before] == 0).all() and not infos["legal"][over_before].any()
        assert ((planes[over_before] > 0).sum(axis=(1, 2)) == 2).all()
        assert (terminated == ((planes.max(axis=(1, 2)) >= 3) | ~legal_slides(planes).any(axis=1))).all()
        renewed += int(over_before.sum())
        over_before = terminated
    assert renewed > 50


@pytest.mark.parametrize("rules", RULES)
def test_many_games_are_single_games(rules: str) -> None:
    """Every game of a vector is a game of the rules; those that are over start anew."""
    count = 5
    envs = GameVectorEnv(count, rules, action_masks=True)
    planes, infos = envs.reset(seed=3)
    assert envs.observation_space.contains(planes)
    over: npt.NDArray[np.bool_] = np.zeros(count, dtype=bool)
    renewed = 0
    for _ in range(400):
        before, was_over = planes, over
        mask = infos["action_mask"]
        actions = np.where(mask.any(axis=1), mask.argmax(axis=1), 0)
        planes, rewards, over, truncated, infos = envs.step(actions)
        assert planes.shape == before.shape and not truncated.any()
        for game in range(count):
            position = envs.rules.position(Board.from_ranks(before[game], envs.rules.tiles))
            if was_over[game]:
                assert rewards[game] == 0 and not over[game]
                assert (planes[game] > 0).sum() == 2
                renewed += 1
                continue
            slide = position.slide(int(actions[game]))
            assert slide is not None and infos["legal"][game]
            after = Board.from_ranks(planes[game], envs.rules.tiles)
            assert after in [spawn.position.board for spawn in slide.afterstate.spawns()]
            assert over[game] == envs.rules.position(after).is_dead
    assert renewed > 0


def test_games_that_are_over_start_anew_at_once() -> None:
    envs = GameVectorEnv(50, "2x2", autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    seen = 0
    for turn in range(60):
        planes, _, over, _, infos = envs.step(np.full(50, turn % 4))
        if over.any():
            last = infos["final_obs"][over]
            assert (last > 0).all() and ((planes[over] > 0).sum(axis=(1, 2)) == 2).all()
            assert (infos["_final_obs"] == over).all()
            seen += int(over.sum())
    assert seen > 50
    made = gymnasium.make_vec("twofold/Game-v0", num_envs=3, rules="3x3")
    observations, _ = made.reset(seed=1)
    assert observations.shape == (3, 3, 3)
    with pytest.raises(InputError):
        GameVectorEnv(2, autoreset_mode=AutoresetMode.DISABLED)


def test_the_same_seed_gives_the_same_games() -> None:
    def play(seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        envs = GameVectorEnv(64)
        envs.reset(seed=seed)
        for turn in range(50):
            planes, *_ = envs.step(np.full(64, turn % 4))
        return planes

    assert (play(1) == play(1)).all() and (play(1) != play(2)).any()


def test_losses_against_perfect_play(small: Store) -> None:
    env = GameEnv("2x2", store=small)
    env.reset(options={"board": "2 4 / . 2"})
    answer = small.ask("2 4 / . 2")
    _, _, _, _, info = env.step(1)
    assert info["loss"] == 0
    env.reset(options={"board": "2 4 / . 2"})
    _, _, _, _, info = env.step(2)
    worse = answer.slides[2].value
    best = answer.value
    assert info["loss"] == pytest.approx(float(best) - float(worse))  # type: ignore[arg-type]
    envs = GameVectorEnv(10, "2x2", store=small)
    envs.reset(seed=1)
    _, _, _, _, infos = envs.step(np.full(10, 1))
    lost = infos["loss"][infos["legal"]]
    assert (lost >= 0).all()
    with pytest.raises(InputError, match="the store is about"):
        GameEnv("3x3", store=small)


def test_many_games_score_as_much_as_the_arena() -> None:
    """Two ways to the mean score of random play."""
    envs = GameVectorEnv(4000, "2x2", action_masks=True)
    _, infos = envs.reset(seed=1)
    random = np.random.default_rng(1)
    totals = np.zeros(4000)
    over = np.zeros(4000, dtype=bool)
    while not over.all():
        wishes = random.random((4000, 4)) * infos["action_mask"]
        _, rewards, terminated, _, infos = envs.step(wishes.argmax(axis=1))
        totals += np.where(over, 0, rewards)
        over |= terminated
    fared = twofold.arena("random", shape="2x2", games=4000).players[0].mean
    assert isinstance(fared, twofold.Sample)
    margin = 3 * (fared.high - fared.low) / 2
    assert abs(totals.mean() - fared.mean) < margin
