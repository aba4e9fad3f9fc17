"""``arena`` as a function."""

from __future__ import annotations

from typing import Literal, Optional, Sequence, Union

from .. import _results as results
from .._names import BoardLike, PathArgument
from .._progress import Progress
from .call import Game, answer


def arena(
    players: Union[str, Sequence[str]],
    *,
    games: Optional[int] = None,
    seed: Optional[int] = None,
    shape: Optional[Game] = None,
    from_: Optional[BoardLike] = None,
    dropper: Literal["chance", "adversary", None] = None,
    dropper_depth: Optional[int] = None,
    plot: Optional[PathArgument] = None,
    best: Optional[PathArgument] = None,
    games_csv: Optional[PathArgument] = None,
    rules: Optional[str] = None,
    spawns: Optional[str] = None,
    placement: Optional[str] = None,
    progress: Progress = None,
) -> results.Arena:
    """Lets players play the same games.

    >>> fared = arena(["random", "greedy"], shape="2x2", games=20, seed=1)
    >>> [(player.player, str(player.mean)) for player in fared.players]
    [('random', '...'), ('greedy', '...')]
    """
    return answer(results.Arena, "arena", locals())
