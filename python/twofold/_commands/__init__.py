"""The commands as functions, with the options of the command line.

``twofold count 3x3 --until-sum 20`` is ``count("3x3", until_sum=20)``. An option whose name is a word of Python has
an underscore behind it: ``from_``.
"""

from .arena import arena
from .breakthrough import breakthrough, breakthrough_position, breakthrough_table
from .call import commands, run
from .change import change
from .count import count
from .prove import prove
from .reach import reach
from .solve import ask, solve

__all__ = [
    "arena",
    "ask",
    "breakthrough",
    "breakthrough_position",
    "breakthrough_table",
    "change",
    "commands",
    "count",
    "prove",
    "reach",
    "run",
    "solve",
]
