"""How fast the package is, beside the Rust library and beside other environments of 2048 on PyPI.

    python benches/speed.py            # in python/, with the package built for release

Everything runs on one core, in one run. The environments that are compared with are measured if they are installed:
``pip install -r benches/requirements.txt``. Each is driven in the way that its documentation recommends, with random slides.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, List

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent

#: Boards of a batch.
BOARDS = 1_000_000

#: Seconds that an environment plays.
SECONDS = 3.0


def best_of(work: Callable[[], Any], rounds: int) -> float:
    """The shortest time of several rounds."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def slides() -> Dict[str, float]:
    """Boards per second: the Rust library, and the package on numpy arrays."""
    from twofold import pack, slide_all, slide_scored_all, unpack

    state, codes = 1, np.empty(BOARDS, dtype=np.uint64)
    for index in range(BOARDS):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        codes[index] = state & 0x7777777777777777
    planes = unpack(codes, "4x4")
    assert (pack(planes) == codes).all()
    command = ["cargo", "run", "--quiet", "--release", "--package", "twofold-core"]
    command += ["--example", "slide_rate", "--", str(BOARDS)]
    rust = float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    rates = {"rust": rust}
    rates["codes"] = BOARDS / best_of(lambda: slide_all(codes, 2), 30)
    rates["codes, with scores"] = BOARDS / best_of(lambda: slide_scored_all(codes, 2), 30)
    rates["planes"] = BOARDS / best_of(lambda: slide_all(planes, 2), 30)
    again = float(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    rates["rust"] = max(rust, again)
    return rates


def steps_of(step: Callable[[], int]) -> float:
    """Steps per second, after a warm-up."""
    step()
    step()
    done, begun = 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < SECONDS:
        done += step()
    return done / passed


def twofold_steps() -> float:
    """Our environment, many games at once."""
    from twofold.gym import GameVectorEnv

    count = 4096
    envs = GameVectorEnv(count)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 4, (64, count))

    def step() -> int:
        for slides in actions:
            envs.step(slides)
        return int(actions.size)

    return steps_of(step)


def twofold_masked_steps() -> float:
    """Our environment, with the legal slides of every game."""
    from twofold.gym import GameVectorEnv

    count = 4096
    envs = GameVectorEnv(count, action_masks=True)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 4, (64, count))

    def step() -> int:
        for slides in actions:
            envs.step(slides)
        return int(actions.size)

    return steps_of(step)


def twofold_single_steps() -> float:
    """Our environment, one game."""
    from twofold.gym import GameEnv

    env = GameEnv()
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 4, 1000).tolist()

    def step() -> int:
        for action in actions:
            _, _, over, _, _ = env.step(action)
            if over:
                env.reset()
        return len(actions)

    return steps_of(step)


def gymnasium_2048_steps() -> float:
    """gymnasium-2048, one game."""
    import gymnasium

    importlib.import_module("gymnasium_2048")
    env: Any = gymnasium.make("gymnasium_2048/TwentyFortyEight-v0", disable_env_checker=True)
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 4, 1000).tolist()

    def step() -> int:
        for action in actions:
            _, _, over, truncated, _ = env.step(action)
            if over or truncated:
                env.reset()
        return len(actions)

    return steps_of(step)


def jumanji_steps() -> float:
    """jumanji: many games at once, compiled by JAX, a whole rollout in one call."""
    jax: Any = importlib.import_module("jax")
    jumanji: Any = importlib.import_module("jumanji")
    wrappers: Any = importlib.import_module("jumanji.wrappers")
    env = wrappers.VmapAutoResetWrapper(jumanji.make("Game2048-v1"))
    count, length = 1024, 64
    state, _ = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), count))

    def one(carry: Any, key: Any) -> Any:
        actions = jax.random.randint(key, (count,), 0, 4)
        after, timestep = env.step(carry, actions)
        return after, timestep.reward

    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, length))

    rollout = jax.jit(many)
    keys = iter(range(10**9))

    def step() -> int:
        nonlocal state
        state, rewards = rollout(state, jax.random.PRNGKey(next(keys)))
        rewards.block_until_ready()
        return count * length

    return steps_of(step)


def pgx_steps() -> float:
    """pgx: many games at once, compiled by JAX, a whole rollout in one call."""
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset
    env = pgx.make("2048")
    count, length = 1024, 64
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), count))
    advance = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, key: Any) -> Any:
        # pgx ends a game with a penalty at an illegal slide: only legal ones are drawn.
        first, second = jax.random.split(key)
        wishes = jax.random.uniform(first, carry.legal_action_mask.shape) * carry.legal_action_mask
        after = advance(carry, wishes.argmax(axis=1), jax.random.split(second, count))
        return after, after.rewards

    def many(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, state, jax.random.split(key, length))

    rollout = jax.jit(many)
    keys = iter(range(10**9))

    def step() -> int:
        nonlocal state
        state, rewards = rollout(state, jax.random.PRNGKey(next(keys)))
        rewards.block_until_ready()
        return count * length

    return steps_of(step)


ENVIRONMENTS: Dict[str, Any] = {
    "twofold, many games": ("twofold", twofold_steps),
    "twofold, many games with legal slides": ("twofold", twofold_masked_steps),
    "twofold, one game": ("twofold", twofold_single_steps),
    "gymnasium-2048": ("gymnasium_2048", gymnasium_2048_steps),
    "jumanji": ("jumanji", jumanji_steps),
    "pgx": ("pgx", pgx_steps),
}


def in_a_process(name: str) -> float:
    """Measures an environment in a process of its own, on one core."""
    environment = {**os.environ, "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false", "JAX_PLATFORMS": "cpu"}
    asked = subprocess.run(
        [sys.executable, __file__, "--only", name], env=environment, capture_output=True, text=True
    )
    if asked.returncode != 0:
        print(asked.stderr[-2000:], file=sys.stderr)
        raise SystemExit(f"{name} failed")
    return float(asked.stdout)


def look_ups() -> Dict[str, float]:
    """Look-ups per second in a store of 3×3."""
    import tempfile

    from twofold import Board, Store, solve

    with tempfile.TemporaryDirectory() as directory:
        solve("3x3", goal="tile", to=256, store=directory, progress=False)
        store, board = Store(directory), Board("2 4 8 / . 2 4 / . . 2")
        codes = store.to_numpy(progress=False)["code"][:100_000]

        def one_by_one() -> None:
            for _ in range(1000):
                store.value(board)

        return {
            "value(board)": 1000 / best_of(one_by_one, 10),
            "look_up(codes)": len(codes) / best_of(lambda: store.look_up(codes), 5),
        }


def main() -> None:
    """Prints a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="one environment, and nothing else")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true", help="fail if the package is slower than it should be")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if options.only is not None:
        print(ENVIRONMENTS[options.only][1]())
        return
    rates: Dict[str, Dict[str, float]] = {"slides": slides(), "look-ups": look_ups(), "steps": {}}
    missing: List[str] = []
    for name, (module, _) in ENVIRONMENTS.items():
        if importlib.util.find_spec(module) is None:
            missing.append(name)
            continue
        rates["steps"][name] = in_a_process(name)
    if options.json:
        print(json.dumps(rates, indent=2))
    else:
        show(rates, missing)
    if options.check:
        check(rates)


def check(rates: Dict[str, Dict[str, float]]) -> None:
    """Half the rate of Rust, and ten times the steps of every other environment."""
    slides, steps = rates["slides"], rates["steps"]
    others = {name: rate for name, rate in steps.items() if not name.startswith("twofold")}
    if not others:
        raise SystemExit("there is no environment to compare with: pip install -r benches/requirements.txt")
    fastest = max(others, key=lambda name: others[name])
    if slides["codes"] < slides["rust"] / 2:
        raise SystemExit("slide_all has less than half the rate of the Rust library")
    if steps["twofold, many games"] < 10 * others[fastest]:
        raise SystemExit(f"GameVectorEnv has less than ten times the steps of {fastest}")


def show(rates: Dict[str, Dict[str, float]], missing: List[str]) -> None:
    """Prints the rates as tables."""
    rust = rates["slides"]["rust"]
    print(f"slides of {BOARDS:,} boards, per second")
    for name, rate in rates["slides"].items():
        print(f"  {name:40} {rate / 1e6:10.1f} million  {rate / rust:6.2f} × Rust")
    print("look-ups in a store of 3x3, each")
    for name, rate in rates["look-ups"].items():
        print(f"  {name:40} {1e6 / rate:10.2f} µs")
    own = rates["steps"]["twofold, many games"]
    print("steps of environments on 4x4, per second")
    for name, rate in rates["steps"].items():
        print(f"  {name:40} {rate:14,.0f}  twofold is {own / rate:8.1f} times as fast")
    for name in missing:
        print(f"  {name:40} not installed")


if __name__ == "__main__":
    main()
