"""What can be looked up at a table, one thing at a time: a counter, a kind of counter.

A game that can be asked so has the two methods of :class:`LooksUp` beside those of the contract.
Both are asked with a view, so nothing that is answered says more than its viewer may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar, cast, runtime_checkable

from engine.api import Refusal, Seat, Term, Text

V_contra = TypeVar("V_contra", contravariant=True)


class Subject(NamedTuple):
    """What can be looked up.

    Attributes:
        key: Names it among all of a view, at most 100 characters; it holds while it is there.
        name: What it is called.
        also: What it is typed as besides ("b2").
    """

    key: str
    name: Term | Text
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """Everything that a viewer knows of a subject.

    Attributes:
        what: What it is, and what is printed of it, a sentence each.
        now: Where and how it is now, a sentence each; empty of a kind of counter.
        who: Its id, as fields that hold counters have it; "" of what acts nowhere.
        at: Where it is, as maps know the place ("3116"), or itself where they know that; "" for
            nowhere on them.
        side: Whose it is; "" for nobody's.
        beside: Keys of other subjects that are with it, or are of its kind; the nearest first.
        rules: Clauses that speak of it, the plainest first.
        can: The kinds of action, of those that the viewer can do now, in which it acts, where no
            field names it; ``None`` where the options of fields tell.
    """

    what: tuple[Text, ...]
    now: tuple[Text, ...] = ()
    who: str = ""
    at: str = ""
    side: Seat = ""
    beside: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    can: tuple[str, ...] | None = None


@runtime_checkable
class LooksUp(Protocol[V_contra]):
    """A game in which counters can be looked up.

    Attributes:
        natures: Codes of refusals that say what a counter is, or is to act upon, not how it is now.
        causes: Codes of refusals that hold a counter back, though they name another ("no points").
    """

    @property
    def natures(self) -> frozenset[str]:
        """See above."""
        ...

    @property
    def causes(self) -> frozenset[str]:
        """See above."""
        ...

    def idle(self, view: V_contra, who: str) -> Refusal | None:
        """Return why a counter of the viewer's can do nothing now, where no order to it says so."""
        ...

    def subjects(self, view: V_contra) -> Iterator[Subject]:
        """Yield all that can be looked up, the viewer's own first, kinds of counters last."""
        ...

    def about(self, view: V_contra, key: str) -> About | None:
        """Return what the viewer knows of a subject; ``None`` where none has that key."""
        ...


def looking_up(game: object) -> LooksUp[Any] | None:
    """Return a game as one in which counters can be looked up; ``None`` for any other.

    It looks for one method: to ask a thing whether it is of a protocol takes longer than looking
    up.
    """
    return cast("LooksUp[Any]", game) if hasattr(game, "about") else None
