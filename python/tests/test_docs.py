"""The examples of the guide, and of docstrings that pytest does not find, say what they print."""

from __future__ import annotations

import doctest
import inspect
import re
from pathlib import Path

import pytest

import twofold
import twofold.gym
from twofold import _twofold

GUIDE = Path(__file__).parent.parent.parent / "docs" / "python.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

#: Functions of the engine: pytest looks at those of Python only.
FUNCTIONS = ["canonical_all", "pack", "slide_all", "slide_scored_all", "unpack"]


def test_examples() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.S | re.M)
    assert len(blocks) > 10
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, GUIDE.name, str(GUIDE), 0)
    assert run(examples) > 30


def run(examples: doctest.DocTest) -> int:
    """Runs examples, which have to succeed; returns how many there are."""
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    said: list[str] = []
    outcome = runner.run(examples, out=said.append)
    assert outcome.failed == 0, "".join(said)
    return outcome.attempted


@pytest.mark.parametrize("name", FUNCTIONS)
def test_examples_of_the_engine(name: str) -> None:
    function = getattr(_twofold, name)
    (examples,) = doctest.DocTestFinder().find(function, name, globs={})
    assert run(examples) > 0


def test_all_functions_of_the_engine_are_looked_at() -> None:
    public = [name for name in twofold.__all__ if inspect.isbuiltin(getattr(twofold, name))]
    assert sorted(public) == FUNCTIONS


def test_everything_public_has_a_docstring() -> None:
    bare = []
    for module in [twofold, twofold.gym]:
        for name in module.__all__:
            value = getattr(module, name)
            if not inspect.isclass(value) and not inspect.isroutine(value):
                continue
            members = vars(value).items() if inspect.isclass(value) else []
            named = [(name, value)] + [(f"{name}.{inner}", member) for inner, member in members]
            for path, member in named:
                is_own = not path.rpartition(".")[2].startswith("_")
                is_code = inspect.isclass(member) or inspect.isroutine(member)
                if is_own and (is_code or isinstance(member, property)) and not inspect.getdoc(member):
                    bare.append(path)
    assert not bare
