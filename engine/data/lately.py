"""What is worked out once of something, as long as the same thing is asked about.

Tables and their counters never change once they are made, so what follows from them is kept by
their identity: of the latest only, since a game goes on. What hangs on play data is kept for that
data alone (:mod:`engine.data.play_data`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import count
from threading import Lock
from typing import Any, Concatenate, Final, Generic, NamedTuple, ParamSpec, TypeVar, cast

from engine.data.play_data import PlayData, data_in_use

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

LATEST: Final = 16
"""Of so many things what follows is kept."""

Found = dict[Callable[..., object], dict[tuple[object, ...], Any]]
"""What is known of one thing: by function, what it gave for its other arguments."""


class Keeping:
    """A thing that holds by itself what follows from it: as long as it lives, and no longer.

    Who makes one answers for how many there are, and that each is of one play data.
    """

    __slots__ = ()

    found: Found


class _Kept(NamedTuple):
    # Both are held so that no other can take their identity.
    subject: object
    data: PlayData | None
    found: Found


NOTHING: Final = object()
"""Stands for what is not known yet."""

_KEPT: Final[dict[tuple[int, int], _Kept]] = {}
"""By the identity of the thing and of the data; what came last stands last."""


def lately(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Keep what a function returns for the things, its first argument, that came last.

    Its other arguments are hashable and given by position; what it returns nobody changes.
    """
    make = cast("Callable[..., R]", function)

    # The rules ask a hundred times an action, so it takes no keywords, which would cost each call.
    @wraps(function)
    def kept(subject: S, *args: Any) -> R:
        if isinstance(subject, Keeping):
            found = subject.found
        else:
            known = _KEPT.get((id(subject), id(data_in_use())))
            found = (_remembered(subject) if known is None else known).found
        its = found.get(function)
        if its is None:
            its = found.setdefault(function, {})
        given: R = its.get(args, NOTHING)
        if given is NOTHING:
            # If two threads come at once, both take what one of them made.
            given = its[args] = make(subject, *args)
        return given

    return cast("Callable[Concatenate[S, P], R]", kept)


def lately_each(
    function: Callable[Concatenate[S, P], Iterator[R]],
) -> Callable[Concatenate[S, P], Iterator[R]]:
    """Keep what a function yields, as :func:`lately` does; it goes on where somebody stopped."""

    def begin(subject: S, *args: P.args, **kwargs: P.kwargs) -> _Begun[R]:
        return _Begun(function(subject, *args, **kwargs))

    begun = lately(cast("Callable[Concatenate[S, P], _Begun[R]]", begin))

    @wraps(function)
    def each(subject: S, *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        found = begun(subject, *args, **kwargs)
        return function(subject, *args, **kwargs) if found.broken else iter(found)

    return cast("Callable[Concatenate[S, P], Iterator[R]]", each)


class _Begun(Generic[R]):
    """What was yielded so far, and where the rest comes from.

    Attributes:
        broken: Whether something was raised meanwhile, so that the rest does not come any more.
    """

    __slots__ = ("_found", "_lock", "_rest", "broken")

    def __init__(self, rest: Iterator[R]) -> None:
        self._found: list[R] = []
        self._rest = rest
        self._lock = Lock()
        self.broken = False

    def __iter__(self) -> Iterator[R]:
        for place in count():
            if place >= len(self._found):
                with self._lock:  # two threads may come at once: a generator runs in one of them
                    if place >= len(self._found):
                        if self.broken:
                            raise RuntimeError("what is yielded was broken off in another thread")
                        try:
                            self._found.append(next(self._rest))
                        except StopIteration:
                            return
                        except BaseException:
                            self.broken = True
                            raise
            yield self._found[place]


def _remembered(subject: object) -> _Kept:
    """Return what is to be known of a thing that was not among the latest."""
    data = data_in_use()
    key = (id(subject), id(data))
    if len(_KEPT) >= LATEST:
        # Another thread may have been here: what it has let go of is not missed.
        _KEPT.pop(next(iter(tuple(_KEPT)), key), None)
    known = _KEPT[key] = _Kept(subject, data, {})
    return known


_SAME: Final[dict[type, tuple[tuple[object, object], ...]]] = {}
"""By kind the things that were made last, each with its order."""


@contextmanager
def anew() -> Iterator[None]:
    """Know nothing at first until the end of the block, and then what was known before: a test.

    No other thread may work meanwhile.
    """
    stores: tuple[dict[Any, Any], ...] = (_KEPT, _SAME)
    before = [dict(one) for one in stores]
    for one in stores:
        one.clear()
    try:
        yield
    finally:
        for one, known in zip(stores, before, strict=True):
            one.clear()
            one.update(known)


def lately_same(made: S, order: Callable[[S], object]) -> S:
    """Return of equal things that were made lately always the first, of which most is known.

    Args:
        made: A thing that never changes.
        order: What else of it must be equal than ``==`` compares.
    """
    kind = type(made)
    known, its = _SAME.get(kind, ()), order(made)
    for one, others in known:
        if one is made or (one == made and others == its):
            return one
    _SAME[kind] = (*known, (made, its))[-LATEST:]
    return made
