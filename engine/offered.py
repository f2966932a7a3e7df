"""Options that are found out no further than somebody looks.

Who of an army can act is quickly said; where each of them can go takes longest, and a menu of those
who can act shows it of few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from sys import maxsize
from threading import Lock
from typing import Any, overload

from engine.api import Option


class Offered(Sequence[Option]):
    """Options as a tuple would hold them, each found out when it is first looked at.

    What they are found out from never changes: so it does not matter when that is. What was raised
    meanwhile is raised to who looked, and found out anew for the next. Any thread may look.

    Args:
        ask: Yields them; asked when somebody first looks.
    """

    __slots__ = ("_ask", "_found", "_lock", "_rest")

    def __init__(self, ask: Callable[[], Iterable[Option]]) -> None:
        self._ask: Callable[[], Iterable[Option]] | None = ask
        self._rest: Iterator[Option] | None = None
        self._found: list[Option] = []
        self._lock = Lock()

    def _reaches(self, place: int) -> bool:
        """Find out so far as a place; say whether there is one."""
        if place < len(self._found):
            return True
        with self._lock:
            while self._ask is not None and place >= len(self._found):
                try:
                    if self._rest is None:
                        self._rest = islice(self._ask(), len(self._found), None)
                    self._found.append(next(self._rest))
                except StopIteration:
                    self._ask = self._rest = None
                except BaseException:
                    self._rest = None  # what has failed in the middle would say that it was all
                    raise
        return place < len(self._found)

    def _all(self) -> tuple[Option, ...]:
        self._reaches(maxsize)
        return tuple(self._found)

    def __iter__(self) -> Iterator[Option]:
        place = 0
        while self._reaches(place):
            yield self._found[place]
            place += 1

    def __bool__(self) -> bool:
        return self._reaches(0)

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | Sequence[Option]:
        return self._all()[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Offered):
            return self is other or self._all() == other._all()
        return self._all() == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._all(),)
