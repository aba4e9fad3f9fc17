"""Commands as functions: the same words, dataclasses, errors, progress and Ctrl-C."""

from __future__ import annotations

import inspect
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Optional

import pytest

import twofold
from twofold import AtLeast, Board, Estimate, Exact, InputError, Rounded, Rules, Sample
from twofold import _results as results
from twofold._commands.call import call
from twofold._decode import anything

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "arena": twofold.arena,
    "ask": twofold.ask,
    "breakthrough": twofold.breakthrough,
    "breakthrough position": twofold.breakthrough_position,
    "breakthrough table": twofold.breakthrough_table,
    "change": twofold.change,
    "count": twofold.count,
    "prove": twofold.prove,
    "reach": twofold.reach,
    "solve": twofold.solve,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_every_option(name: str) -> None:
    """A new option of a command is one of its function."""
    described = {" ".join(command["command"]): command for command in twofold.commands()}[name]
    options = {option["name"].replace("-", "_") for option in described["options"]}
    parameters = inspect.signature(FUNCTIONS[name]).parameters
    assert {parameter.rstrip("_") for parameter in parameters} - {"progress"} == options
    required = {option["name"] for option in described["options"] if option["required"]}
    needed = {
        parameter.name
        for parameter in parameters.values()
        if parameter.default is inspect.Parameter.empty
    }
    assert needed == required


def test_count() -> None:
    counted = twofold.count("3x3", until_sum=20)
    assert not counted.complete and counted.until_sum == 20
    assert counted.total == sum(row.total for row in counted.rows)
    assert counted.game.rules == Rules("3x3")
    frame = counted.to_pandas()
    assert list(frame.columns) == ["tile_sum", "largest", "live", "dead", "total"]
    assert frame["total"].sum() == counted.total
    assert counted.to_arrow().num_rows == len(counted.rows)
    small = twofold.count("2x2", to=32)
    assert (small.live, small.dead) == (57, 18)
    assert small.last_layer is not None and small.last_layer.boards is not None
    assert Board("4 4 / 16 16") in small.last_layer.boards
    fibonacci = twofold.count(Rules("fibonacci on 2x2"), to=13)
    assert fibonacci.game.tiles == "fibonacci"
    assert fibonacci == twofold.count((2, 2), rules="fibonacci", to=13)


def test_solve() -> None:
    solved = twofold.solve("2x2")
    assert isinstance(solved.value, Rounded)
    exact = twofold.solve("2x2", exact=True).value
    assert isinstance(exact, Exact) and isinstance(exact.value, Fraction)
    low, high = solved.value.bounds
    assert low <= exact.value <= high
    assert [opening.board.shape for opening in solved.openings] == [(2, 2)] * 8
    assert solved.to_pandas()["value_certainty"].unique().tolist() == ["rounded"]
    forced = twofold.solve("2x2", goal="largest", opponent="adversary", spawns="2")
    assert forced.value == Exact(16)
    every = twofold.solve(
        "2x2", goal="tile", to=16, opponent="adversary", spawns="2", all_boards=True
    )
    assert every.value == Exact(1) and every.lost <= every.won
    never = twofold.solve("2x2", goal="fewest-slides", to=64, opponent="helper")
    assert never.value == "never"
    narrow = twofold.solve("2x2", goal="tile", to=32, narrow=1)
    assert isinstance(narrow.value, AtLeast)


def test_ask(small: twofold.Store) -> None:
    answer = twofold.ask(small.path, "2 4 / . 2")
    assert answer == small.ask("2 4 / . 2") and answer.negative is None
    unknown = twofold.ask(small.path, "256 256 / 256 256")
    assert unknown.negative == "this board cannot occur in play"
    assert not unknown.position and unknown.value is None


def test_reach() -> None:
    reached = twofold.reach("checkerboard", "2x2", list=3, count=True)
    assert reached.answer == "yes" and reached.witness is not None
    assert reached.sequences is not None
    assert reached.sequences.counts["total"] == 5760 and len(reached.sequences.listed) == 3
    searched = twofold.reach("12/2*", "2x2", max_rank=2)
    assert searched.reasons or searched.known_by
    refuted = twofold.reach("checkerboard", "4x4")
    search = refuted.reasons[0]
    assert refuted.answer == "no" and isinstance(search, results.SearchReason)
    assert search.search.finished and search.search.open == 0 and search.search.next_layer is None
    assert isinstance(refuted.reasons[1], results.TheoremReason)
    undecided = twofold.reach("12321/21212/32123/21212/12321", limit=3000)
    left = undecided.reasons[0]
    assert undecided.answer == "undecided" and isinstance(left, results.SearchReason)
    assert left.search.open > 0 and isinstance(left.search.next_layer, Estimate)
    table = twofold.reach(table="3x3")
    assert table.rows[0].shape == (1, 1) and len(table.to_pandas()) == len(table.rows)


def test_reproduce() -> None:
    """What a source prints is text and no figure."""
    reproduced = twofold.run("reproduce", only=["lees-miller-canonical-example"])
    row = reproduced["rows"][0]
    assert row["published"] == {"certainty": "exact", "text": "0x0132"}
    assert row["computed"] == "0x0132" and reproduced["agree"]


def test_prove() -> None:
    proof = twofold.prove("2x2", to=16, steps=True)
    assert proof.forced and proof.steps and proof.negative is None
    refuted = twofold.prove("2x2", to=32)
    assert not refuted.forced
    strong = twofold.prove("2x2", to=16, strong=True, constrain="none")
    assert strong.states is not None and strong.states.total > 0


def test_change() -> None:
    study = twofold.change("practical", cells=4)
    assert study.to_pandas()["cells"].tolist() == [1, 2, 3, 4]
    assert study.ending.kind == "complete"
    assert twofold.change(expr="n^2+1", cells=3).total
    made = twofold.change("3-smooth", represent=185)
    assert (made.greedy.coins, made.optimal.coins, made.fewest_coins) == (4, 3, Exact(3))
    large = twofold.change("powers-of-two", represent=2**80 + 1)
    assert large.amount == 2**80 + 1 and large.optimal.piles[0].coin == 2**80
    assert twofold.change("3-smooth", hardest=3).optimal == Exact(23)
    assert not twofold.change("primes", totally_greedy=True).totally_greedy
    reached = twofold.change("mersenne", reach=[3, 15], cells=5)
    assert reached.reachable and reached.position == (3, 15)
    tight = twofold.change(tight="2x2")
    assert tight.rows[0].board.shape == (2, 2) and tight.rows[0].highest_total == Exact(30)
    own = twofold.change([1, 2, 4, 8], cells=3, complete=True)
    assert own.total[:2] == (1, 3)


def test_zigzag(tmp_path: Path) -> None:
    twofold.change(zigzag=tmp_path / "zigzag.svg")
    assert (tmp_path / "zigzag.svg").read_text().startswith("<svg")


def test_breakthrough() -> None:
    solved = twofold.breakthrough("4x3", engine="both")
    assert solved.reachable == solved.white + solved.black == 55152
    assert [engine.engine for engine in solved.engines] == ["explicit", "symbolic"]
    assert twofold.breakthrough_table(cells=8).rows[0].methods[0].reachable == 646
    position = twofold.breakthrough_position("4x3")
    assert position.best == position.moves[0].move and position.to_pandas()["wins"].dtype == bool


def test_arena(small: twofold.Store, tmp_path: Path) -> None:
    fared = twofold.arena(
        ["random", f"table:{small.path}"], shape="2x2", games=30, seed=4, best=tmp_path / "best.txt"
    )
    random, table = fared.players
    assert isinstance(random.mean, Sample) and isinstance(table.mean, Sample)
    assert len(random.scores) == 30 and random.mean.mean < table.mean.mean
    assert isinstance(random.share[4], Sample)
    assert twofold.Replay((tmp_path / "best.txt").read_text()).play()
    frame = fared.to_pandas()
    assert frame["mean_certainty"].tolist() == ["sample", "sample"]
    program = f"exec:{sys.executable} -c pass"
    with pytest.raises(twofold.Error):
        twofold.arena(program, shape="2x2", games=1)


def test_run_reaches_every_command() -> None:
    names = {" ".join(command["command"]) for command in twofold.commands()}
    assert {"store info", "paint", "shortest", "perft", "train"} <= names
    assert twofold.run("shortest", shape="2x2")
    assert anything({"a": [{"certainty": "at-least", "value": 3}]}) == {"a": [AtLeast(3)]}


def test_errors() -> None:
    with pytest.raises(InputError) as caught:
        twofold.count("3x3", until_sum="many")  # type: ignore[arg-type]
    assert caught.value.option == "until-sum"
    with pytest.raises(InputError, match="there is no command `nonsense`"):
        twofold.run("nonsense")
    with pytest.raises(InputError, match="`count` has no option `colour`"):
        twofold.run("count", shape="3x3", colour="red")
    with pytest.raises(twofold.Error) as missing:
        twofold.ask("/nowhere/at/all", "2 4 / . .")
    assert "/nowhere/at/all" in str(missing.value)
    with pytest.raises(InputError, match="needs a tile to make"):
        twofold.solve("2x2", goal="tile")


def test_progress_is_told(tmp_path: Path) -> None:
    heard: list[tuple[str, int, Optional[int]]] = []
    twofold.solve("3x3", to=64, store=tmp_path / "store", progress=lambda *told: heard.append(told))
    assert heard and all(isinstance(done, int) for _, done, _ in heard)

    def fail(message: str, done: int, total: Optional[int]) -> None:
        raise OSError(f"{message} is too much")

    with pytest.raises(OSError, match="is too much"):
        twofold.count("4x4", until_sum=400, progress=fail)


def test_bars_are_those_of_tqdm(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody looks at a test; asked for, there is a bar all the same."""
    twofold.count("4x4", until_sum=56, progress=True)
    drawn = capsys.readouterr().err
    assert "positions" in drawn and "%|" in drawn
    twofold.count("4x4", until_sum=56)
    assert capsys.readouterr().err == ""


def test_without_tqdm_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    assert twofold.count("2x2", to=32, progress=True).live == 57


def test_other_threads_go_on() -> None:
    """The interpreter is free while a command works."""
    done = threading.Event()

    def work() -> None:
        twofold.count("4x4", until_sum=52, progress=False)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not done.wait(0.001):
        turns += 1
    thread.join()
    assert turns > 3


def test_ctrl_c_leaves_a_store_that_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "four"
    begun = time.monotonic()
    timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        twofold.count("4x4", store=store)
    assert time.monotonic() - begun < 30
    timer.join()
    twofold.run("store verify", store=store)
    kept = twofold.run("store info", store=store)
    assert not kept["complete"] and len(kept["layers"]) > 3
    # The same question goes on where it stopped; it is stopped again, some layers later.
    timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        twofold.count("4x4", store=store)
    timer.join()
    again = twofold.run("store info", store=store)
    assert len(again["layers"]) >= len(kept["layers"])
    for before, after in zip(kept["layers"], again["layers"]):
        assert before["positions"] == after["positions"]


@pytest.mark.parametrize("after", [1, 4])
def test_interrupted_work_ends_with_the_same_answer(tmp_path: Path, after: int) -> None:
    """Ctrl-C at some progress; the store then goes on to what work without a break says."""
    store, heard = tmp_path / "store", 0

    def interrupt(message: str, done: int, total: Optional[int]) -> None:
        nonlocal heard
        heard += 1
        if heard == after:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        twofold.solve("3x3", goal="tile", to=256, store=store, progress=interrupt)
    with pytest.raises(twofold.Error):
        twofold.Store(store)
    finished = twofold.solve("3x3", goal="tile", to=256, store=store)
    assert finished.value == twofold.solve("3x3", goal="tile", to=256).value
    twofold.run("store verify", store=store)
    assert twofold.Store(store).value(finished.openings[0].board) == finished.openings[0].value


def test_work_of_which_nothing_is_kept_stops_too() -> None:
    def interrupt(message: str, done: int, total: Optional[int]) -> None:
        raise KeyboardInterrupt

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        twofold.prove("3x3", to=256, progress=interrupt)
    assert time.monotonic() - begun < 30


def test_answers_are_values() -> None:
    questions: list[Callable[[], Any]] = [
        lambda: twofold.count("2x2", to=32),
        lambda: twofold.solve("2x2"),
        lambda: twofold.reach("checkerboard", "2x2"),
        lambda: twofold.change("practical", cells=4),
        lambda: twofold.breakthrough_position("4x3"),
        lambda: twofold.arena("greedy", shape="2x2", games=3, seed=1),
    ]
    for ask in questions:
        answer, again = ask(), ask()
        assert pickle.loads(pickle.dumps(answer)) == answer
        assert type(answer).__name__ in repr(answer)
        if isinstance(answer, (results.Count, results.Solved)):
            assert answer == again and hash(answer) == hash(again)


def test_exact_numbers_of_any_size() -> None:
    """No exact number goes through a float."""
    solved = twofold.solve("2x2", exact=True).value
    assert solved == Exact(Fraction(41852593410688287414496003, 625 * 10**21))
    large = twofold.change("powers-of-two", represent=3**60)
    assert type(large.amount) is int and large.amount == 3**60
    assert sum(pile.coin * pile.count for pile in large.optimal.piles) == 3**60


def test_the_command_line_says_the_same(tmp_path: Path) -> None:
    """One answer, many faces: the JSON is that of the program, where it is built."""
    program = os.environ.get("TWOFOLD")
    if program is None:
        pytest.skip("TWOFOLD names no program")
    questions: list[tuple[list[str], dict[str, Any]]] = [
        (["count", "2x3", "--to", "64"], {"shape": "2x3", "to": 64}),
        (["solve", "2x2"], {"shape": "2x2"}),
    ]
    for words, options in questions:
        printed = subprocess.run(
            [program, *words, "--format", "json"], check=True, capture_output=True, text=True
        )
        answer, _, _ = call(words[:1], options, False)
        assert answer == json.loads(printed.stdout)


@pytest.mark.parametrize(
    "words,options",
    [
        (["solve", "2x2", "--goal", "tile"], {"shape": "2x2", "goal": "tile"}),
        (["count", "0x3"], {"shape": "0x3"}),
        (["ask", "/nowhere", "2 4 / . ."], {"store": "/nowhere", "board": "2 4 / . ."}),
        (["reach", "2/4/8", "1x3"], {"pattern": "2/4/8", "shape": "1x3"}),
        (["prove", "2x2", "--to", "15"], {"shape": "2x2", "to": 15}),
    ],
)
def test_errors_are_those_of_the_command_line(words: list[str], options: dict[str, Any]) -> None:
    program = os.environ.get("TWOFOLD")
    if program is None:
        pytest.skip("TWOFOLD names no program")
    printed = subprocess.run([program, *words], capture_output=True, text=True)
    assert printed.returncode != 0
    with pytest.raises(twofold.Error) as caught:
        call(words[:1], options, False)
    assert caught.value.message in printed.stderr
    if caught.value.hint is not None:
        assert caught.value.hint in printed.stderr
