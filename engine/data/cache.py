"""What is worked out once and kept: one home for whatever caches.

* :func:`cached`, of a table: what follows from it, as long as the same table is asked about. Tables
  and their counters never change once they are made, so it is kept by their identity: of the latest
  only, since a game goes on; and for the play data in use alone (:mod:`engine.data.play_data`).
* :func:`cached_per_data`: what follows from play data, for each data by itself.
* :class:`Cache`: what one thought or one map asks for, gone with it.

What hangs on values alone has a cache of a fixed size (:func:`functools.lru_cache`); maps that are
drawn once are :mod:`render.map_cache`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from itertools import count
from threading import Lock
from typing import (
    Any,
    Concatenate,
    Final,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeVar,
    TypeVarTuple,
    cast,
)

from engine.data.play_data import PlayData, data_in_use

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Ts = TypeVarTuple("Ts")

LATEST: Final = 16
"""Of so many things what follows is kept."""

Found = dict[Callable[..., object], dict[tuple[object, ...], Any]]
"""What is known of one thing: by function, what it gave for its other arguments."""


class Caching:
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


def cached(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Keep what a function returns for the things, its first argument, that came last.

    Its other arguments are hashable and given by position; what it returns nobody changes.
    """
    make = cast("Callable[..., R]", function)

    # The rules ask a hundred times an action, so it takes no keywords, which would cost each call.
    @wraps(function)
    def kept(subject: S, *args: Any) -> R:
        if isinstance(subject, Caching):
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


def cached_each(
    function: Callable[Concatenate[S, P], Iterator[R]],
) -> Callable[Concatenate[S, P], Iterator[R]]:
    """Keep what a function yields, as :func:`cached` does; it goes on where somebody stopped."""

    def begin(subject: S, *args: P.args, **kwargs: P.kwargs) -> _Begun[R]:
        return _Begun(function(subject, *args, **kwargs))

    begun = cached(cast("Callable[Concatenate[S, P], _Begun[R]]", begin))

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


def cached_same(made: S, order: Callable[[S], object]) -> S:
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


def cached_per_data(maxsize: int | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep what a function returns, up to *maxsize* results, for each data by itself.

    For whatever is worked out from play data; results that hang on no file may have any cache.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        def keeping() -> Callable[P, R]:
            return cast("Callable[P, R]", lru_cache(maxsize)(function))

        shipped = keeping()

        @wraps(function)
        def kept(*args: P.args, **kwargs: P.kwargs) -> R:
            data = data_in_use()
            mine = shipped if data is None else data.keep(function, keeping)
            return mine(*args, **kwargs)

        return kept

    return decorate


class Cache(dict[K, V]):
    """Results by what they hang on. It grows no larger than what one owner asks, and goes with it.

    What hangs on a campaign's data alone is kept by :func:`cached_per_data` instead, and
    what hangs on values alone by a cache of a fixed size (:func:`functools.lru_cache`).
    """

    __slots__ = ()

    def of(self, key: K, make: Callable[[*Ts], V], *args: *Ts) -> V:
        """Return the result for *key*; the first time *make* works it out from *args*."""
        try:
            return self[key]
        except KeyError:
            made = self[key] = make(*args)
            return made
