"""What a painter is: a view goes in, the bytes of a picture and its words come out.

Painters are pure and use the processor only, so the bot runs them in a worker thread. They know
nothing of languages: words come from *names*, which looks up a :class:`~engine.api.Term`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from engine.api import Cost, Event, Seat, Term, Text, Way

Names = Callable[[Term], str]
"""Puts a term in the reader's language."""


def word(names: Names, key: str) -> str:
    """Return a word that stands on a picture itself, by its key ("chosen")."""
    return names(Term("map", key))


@dataclass(frozen=True, slots=True)
class Section:
    """What part of the map to show.

    Attributes:
        kind: "whole"; "zone" named by *where*; "around" the place *where*; or "changes": only where
            something did, for a phone. Beside the whole map, and as wide as a phone shows well: its
            "key", what its marks mean, and its "roster", everything that is in play.
        where: A zone's key, or a place for "around" (a hex).
        radius: For "around": how many hexes to each side.
        width: Width of the picture in pixels; ``None`` leaves it to the painter.
    """

    kind: Literal["whole", "zone", "around", "changes", "key", "roster"] = "whole"
    where: str = ""
    radius: int = 4
    width: int | None = None


WHOLE = Section()
CHANGES = Section("changes")
KEY = Section("key")
ROSTER = Section("roster")


@dataclass(frozen=True, slots=True)
class PhaseReport:
    """What a picture of a phase tells besides what its views show.

    Attributes:
        passed: The view in which the phase ended, before its last step; ``None``: none has.
        places: Keys of places that its events name, in order; of the map's kinds or others.
        awaited: The seats that are awaited now; empty where others tell it.
        events: What its viewers were told of it, in order.
    """

    passed: Any | None = None
    places: tuple[str, ...] = ()
    awaited: tuple[Seat, ...] = ()
    events: tuple[Event, ...] = ()


NO_PHASE_REPORT = PhaseReport()


@dataclass(frozen=True, slots=True)
class Choosing:
    """An action that the viewer is putting together, to be shown on their map.

    Attributes:
        kind: The action's kind.
        filled: Fields filled so far and what they mean, in the order of the fields.
        offered: Legal values of the field asked for now, best first (possibly not all of them); of
            a list, each is a list with what may be added.
        field: The field asked for now; "" in the preview of the whole action.
        costs: What it takes to get to each of *offered*; empty when none is a place to go to.
        ways: Where the whole action leads, once it is there and allowed.
        beside: What the viewer has planned besides, to be shown with it.
        letters: What stands at each of *offered*, so that its line of the menu is found; "" at
            those whose lines tell them apart, empty where all do.
        about: What a question is about that it answers: pieces and places, to be marked too.
        also: What else may be chosen now, by an action of another kind of those who are chosen: of
            it only the letters are drawn.
    """

    kind: str = ""
    filled: tuple[tuple[str, Any], ...] = ()
    offered: tuple[Any, ...] = ()
    field: str = ""
    ways: tuple[Way, ...] = ()
    beside: tuple[Choosing, ...] = ()
    costs: tuple[Cost | None, ...] = ()
    letters: tuple[str, ...] = ()
    about: tuple[Term, ...] = ()
    also: tuple[Choosing, ...] = ()


def with_costs(
    offered: Iterable[tuple[Any, Cost | None]],
) -> tuple[tuple[Any, ...], tuple[Cost | None, ...]]:
    """Return *offered* and *costs* of a :class:`Choosing`, from what is offered with its cost."""
    pairs = tuple(offered)
    costs = tuple(cost for _, cost in pairs)
    return tuple(value for value, _ in pairs), costs if any(costs) else ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture.

    Attributes:
        data: The file's bytes; the same view and section always give the same.
        suffix: What kind of file it is; "piece": a part of an album, packed.
        width: Pixels across.
        height: Pixels down.
        alt: The same in words, a line each, most important first.
    """

    data: bytes
    suffix: Literal["jpg", "png", "gif", "piece"]
    width: int
    height: int
    alt: tuple[Text, ...]


class UnknownSectionError(ValueError):
    """A section names a zone or place that the map does not have."""


class Painter(Protocol):
    """Draws one game."""

    def paint(
        self,
        view: Any,
        section: Section,
        *,
        before: Any | None = None,
        choosing: Choosing | None = None,
        report: PhaseReport = NO_PHASE_REPORT,
        names: Names,
    ) -> Picture:
        """Return *view* drawn within *section*.

        Args:
            view: What one seat or the public may know; nothing else reaches the picture.
            section: The part of the map to show.
            before: An earlier view of the same game, to show what has changed since.
            choosing: What the viewer is about to order, to show where it may go and what it
                reaches; only for their own eyes. Values are as typed: one that means nothing is
                passed over. Such pictures are looked at on phones and come with every question:
                small files, drawn within a tenth of a second once :meth:`warm` has run.
            report: What is told with a section of "changes", which shows the whole map where
                nothing on it has changed.
            names: Words in the reader's language.

        Raises:
            UnknownSectionError: When *section* names what the map does not have.
        """
        ...

    def aim(self, view: Any, choosing: Choosing) -> Section | None:
        """Return the section that shows *choosing* best; ``None`` when a picture tells nothing.

        A number or a yes-or-no is not to be seen on a map, a place or a piece is. Quick: it is
        asked at every question, before anything is drawn.
        """
        ...

    def sections(self, view: Any) -> tuple[Section, ...]:
        """Return the sections worth offering for *view*, the whole map first."""
        ...

    def zones(self) -> tuple[tuple[str, Text], ...]:
        """Return every zone's key and name, in the order in which people look for them."""
        ...

    def warm(self) -> None:
        """Draw beforehand whatever pictures share, so that the first one is as quick as others."""
        ...
