"""What is worked out once of something, as long as the same thing is asked about.

Tables and their counters never change once they are made, so what follows from them is kept by
their identity: of the latest only, since a game goes on. What hangs on play data is kept for that
data alone (:mod:`engine.data.play_data`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar, cast

from engine.data.play_data import PlayData, data_in_use

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

LATEST: Final = 16
"""Of so many things what follows is kept."""


class _Kept(NamedTuple):
    # Both are held so that no other can take their identity.
    subject: object
    data: PlayData | None
    found: dict[tuple[object, ...], object]


_KEPT: Final[dict[tuple[int, int], _Kept]] = {}
"""By the identity of the thing and of the data; what came last stands last."""


def lately(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Keep what a function returns for the things, its first argument, that came last.

    Its other arguments are hashable and given by position; what it returns nobody changes.
    """

    @wraps(function)
    def kept(subject: S, *args: P.args, **kwargs: P.kwargs) -> R:
        assert not kwargs, "what is kept is known by what is given by position"
        found, key = _found(subject), (function, *args)
        if key not in found:
            found[key] = function(subject, *args, **kwargs)
        return cast("R", found[key])

    return cast("Callable[Concatenate[S, P], R]", kept)


def _found(subject: object) -> dict[tuple[object, ...], object]:
    """Return what is known of a thing, to be added to."""
    data = data_in_use()
    key = (id(subject), id(data))
    known = _KEPT.get(key)
    if known is None:
        if len(_KEPT) >= LATEST:
            # Another thread may have been here: what it has let go of is not missed.
            _KEPT.pop(next(iter(tuple(_KEPT)), key), None)
        known = _KEPT[key] = _Kept(subject, data, {})
    return known.found
