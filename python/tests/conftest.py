"""What tests share: stores that are solved once."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

import twofold


@pytest.fixture(autouse=True, scope="session")
def ctrl_c() -> None:
    """Ctrl-C is heard even where the tests run in the background, and shells have it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> twofold.Store:
    """The score on 2×2 against chance."""
    path: Path = tmp_path_factory.mktemp("stores") / "small"
    twofold.solve("2x2", store=path)
    return twofold.Store(path)


@pytest.fixture(scope="session")
def tile(tmp_path_factory: pytest.TempPathFactory) -> twofold.Store:
    """The probability of a 64 on 2×3."""
    path: Path = tmp_path_factory.mktemp("stores") / "tile"
    twofold.solve("2x3", goal="tile", to=64, store=path)
    return twofold.Store(path)
