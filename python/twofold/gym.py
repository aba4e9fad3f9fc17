"""Environments of Gymnasium for every rule set, one game or many at once.

>>> import gymnasium
>>> import twofold.gym
>>> env = gymnasium.make("twofold/Game-v0", rules="3x3")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].shape
((3, 3), (4,))

An observation is the ranks of the board: 0 is empty, 1 the lowest tile, 2 the next. An action is a direction: 0 up, 1
down, 2 left, 3 right. The reward is what the slide and the spawn after it score. A slide that is not legal changes
nothing and rewards nothing; ``info["action_mask"]`` has the legal ones.

With ``store``, a solved store of the same game, ``info["loss"]`` has what the last slide lost against perfect play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._errors import InputError
from ._names import RulesLike
from ._twofold import Board, Games, Rules, pack

if TYPE_CHECKING:
    from ._store import Store

__all__ = ["GameEnv", "GameVectorEnv"]

Planes = npt.NDArray[np.uint8]

#: The highest rank that exists.
_MAX_RANK = 61


def _space(rules: Rules) -> gymnasium.spaces.Box:
    return gymnasium.spaces.Box(0, _MAX_RANK, shape=rules.shape, dtype=np.uint8)


def _check(rules: Rules, store: Optional[Store]) -> None:
    if store is not None and store.rules != rules:
        raise InputError(f"the store is about {store.rules}, but the game is {rules}")


def _losses(store: Store, planes: Planes, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """What slides lose against perfect play; NaN where the store does not know, or the slide is not legal."""
    values, slides, _ = store.look_up(pack(planes))
    chosen: npt.NDArray[np.float64] = slides[np.arange(len(actions)), actions]
    lost = np.abs(values - chosen)
    return lost


class GameEnv(gymnasium.Env[Planes, np.int64]):
    """One game.

    >>> env = GameEnv("classic on 2x2", render_mode="ansi")
    >>> observation, info = env.reset(seed=3)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> info["score"] == reward
    True
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "svg"], "render_fps": 4}

    def __init__(
        self,
        rules: RulesLike = "classic on 4x4",
        *,
        target: Optional[int] = None,
        store: Optional[Store] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        _check(self.rules, store)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise InputError(f"there is no render mode `{render_mode}`")
        self.render_mode = render_mode
        self.observation_space = _space(self.rules)
        self.action_space = gymnasium.spaces.Discrete(4)
        self._store = store
        self._games = Games(self.rules, 1, 0, target)
        self._score = 0.0

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self._games.board(0)

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self._games.legal()[0], "score": self._score}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Planes, Dict[str, Any]]:
        """Starts a game; with ``options={"board": ...}`` from a board."""
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self._games.seed(int(self.np_random.integers(2**63)))
            self._is_seeded = True
        self._games.restart()
        if options is not None and "board" in options:
            self._games.put(0, options["board"])
        self._score = 0.0
        return self._games.ranks()[0], self._info()

    _is_seeded = False

    def step(
        self, action: Union[np.int64, int]
    ) -> Tuple[Planes, float, bool, bool, Dict[str, Any]]:
        """Plays a slide."""
        slides = np.array([action], dtype=np.int64)
        lost = None if self._store is None else _losses(self._store, self._games.ranks(), slides)
        rewards, over, legal = self._games.step(slides)
        reward = float(rewards[0])
        self._score += reward
        info = {**self._info(), "legal": bool(legal[0])}
        if lost is not None:
            info["loss"] = float(lost[0])
        return self._games.ranks()[0], reward, bool(over[0]), False, info

    def render(self) -> Any:
        """The board: drawn with characters, as pixels, or as SVG."""
        if self.render_mode == "ansi":
            return self.board.drawing()
        if self.render_mode == "rgb_array":
            return self.board.pixels()
        if self.render_mode == "svg":
            return self.board._repr_svg_()
        return None


class GameVectorEnv(VectorEnv[Planes, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games at once, in one process and on one core.

    A game that is over starts anew at the next step (``AutoresetMode.NEXT_STEP``) or at once
    (``AutoresetMode.SAME_STEP``, the last board being in ``infos["final_obs"]``).

    >>> envs = GameVectorEnv(1000)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape
    (1000, 4, 4)
    >>> observations, rewards, terminated, truncated, infos = envs.step(np.full(1000, 2))
    >>> rewards.shape, bool(terminated.any())
    ((1000,), False)
    """

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "svg"], "render_fps": 4}

    def __init__(
        self,
        num_envs: int = 1,
        rules: RulesLike = "classic on 4x4",
        *,
        target: Optional[int] = None,
        store: Optional[Store] = None,
        action_masks: bool = False,
        autoreset_mode: Union[str, AutoresetMode] = AutoresetMode.NEXT_STEP,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        _check(self.rules, store)
        mode = AutoresetMode(autoreset_mode)
        if mode is AutoresetMode.DISABLED:
            raise InputError("games that are over start anew: at the next step, or in the same")
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_observation_space = _space(self.rules)
        self.single_action_space = gymnasium.spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._renews = mode is AutoresetMode.NEXT_STEP
        self._masks = action_masks
        self._store = store
        self._games = Games(self.rules, num_envs, 0, target)
        self._is_seeded = False

    def _infos(self) -> Dict[str, Any]:
        return {"action_mask": self._games.legal()} if self._masks else {}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Planes, Dict[str, Any]]:
        """Starts all games."""
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self._games.seed(int(self.np_random.integers(2**63)))
            self._is_seeded = True
        mask = None if options is None else options.get("reset_mask")
        self._games.restart(mask)
        return self._games.ranks(), self._infos()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> Tuple[
        Planes, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Dict[str, Any]
    ]:
        """Plays a slide in every game."""
        slides = np.ascontiguousarray(actions, dtype=np.int64)
        lost = None if self._store is None else _losses(self._store, self._games.ranks(), slides)
        rewards, over, legal = self._games.step(slides, self._renews)
        infos: Dict[str, Any] = {"legal": legal}
        if lost is not None:
            infos["loss"] = lost
        observations = self._games.ranks()
        if not self._renews and over.any():
            infos["final_obs"] = observations
            infos["_final_obs"] = over
            self._games.restart(over)
            observations = self._games.ranks()
        infos.update(self._infos())
        return observations, rewards, over, np.zeros(self.num_envs, dtype=np.bool_), infos

    def board(self, game: int) -> Board:
        """The board of a game."""
        return self._games.board(game)

    def render(self) -> Any:
        """The boards: drawn with characters, as pixels, or as SVG."""
        boards = [self.board(game) for game in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(board.drawing() for board in boards)
        if self.render_mode == "rgb_array":
            return tuple(board.pixels() for board in boards)
        if self.render_mode == "svg":
            return tuple(board._repr_svg_() for board in boards)
        return None


if "twofold/Game-v0" not in gymnasium.registry:
    gymnasium.register(
        "twofold/Game-v0",
        entry_point="twofold.gym:GameEnv",
        vector_entry_point="twofold.gym:GameVectorEnv",
    )
