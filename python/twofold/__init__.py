"""An exact laboratory for 2048-like games.

>>> from twofold import Rules, count, solve
>>> position = Rules("2x2").position("2 4 / 2 .")
>>> slide = position.slide("down")
>>> slide.score, slide.afterstate.board
(4, Board('. . / 4 4'))
>>> count("2x2").total
110
>>> print(solve("2x2").value)
≈66.96414945710

Rules, boards, moves and replays are objects; whole batches of boards are numpy arrays (``slide_all``). Commands of the
program are functions (``count``, ``solve``, ``ask``, ``reach``, ``prove``, ``change``, ``breakthrough``, ``arena``; any
other with ``run``) that answer with dataclasses. A number that may not be exact is a figure: ``Exact``, ``Rounded``,
``AtLeast``, ``AtMost``, ``Between``, ``Sample`` or ``Estimate``. ``Store`` opens what ``solve(..., store=...)`` made, and
``twofold.gym`` has environments for learning agents.
"""

from ._batch import legal_slides
from ._commands import (
    arena,
    ask,
    breakthrough,
    breakthrough_position,
    breakthrough_table,
    change,
    commands,
    count,
    prove,
    reach,
    run,
    solve,
)
from ._errors import Error, FailureError, InputError, NegativeAnswer
from ._figures import (
    AtLeast,
    AtMost,
    Between,
    Estimate,
    Exact,
    Figure,
    Number,
    PlayValue,
    Rounded,
    Sample,
)
from ._moves import Frame, Slide, Spawn
from ._names import Cell, Direction, Shape, Symmetry
from ._progress import Progress, ProgressCallback
from ._store import Evaluation, Mistake, Policy, Store, TrainingSet
from ._twofold import (
    Afterstate,
    Board,
    Position,
    Replay,
    Rules,
    __version__,
    canonical_all,
    pack,
    slide_all,
    slide_scored_all,
    unpack,
)

__all__ = [
    "Afterstate",
    "AtLeast",
    "AtMost",
    "Between",
    "Board",
    "Cell",
    "Direction",
    "Error",
    "Estimate",
    "Evaluation",
    "Exact",
    "FailureError",
    "Figure",
    "Frame",
    "InputError",
    "Mistake",
    "NegativeAnswer",
    "Number",
    "PlayValue",
    "Policy",
    "Position",
    "Progress",
    "ProgressCallback",
    "Replay",
    "Rounded",
    "Rules",
    "Sample",
    "Shape",
    "Slide",
    "Spawn",
    "Store",
    "Symmetry",
    "TrainingSet",
    "__version__",
    "arena",
    "ask",
    "breakthrough",
    "breakthrough_position",
    "breakthrough_table",
    "canonical_all",
    "change",
    "commands",
    "count",
    "legal_slides",
    "pack",
    "prove",
    "reach",
    "run",
    "slide_all",
    "slide_scored_all",
    "solve",
    "unpack",
]

for _public in (Error, FailureError, InputError, NegativeAnswer):
    # Tracebacks name them as people import them.
    _public.__module__ = "twofold"
del _public
