"""How a seat is asked for an action: what it can do, with what values, as it would be typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.api.actions import Action
from engine.api.rules import Decision
from engine.api.sentences import Text

V_contra = TypeVar("V_contra", contravariant=True)


MOST_BY_DEFAULT = 100
"""Answers of :meth:`Asking.default` in a row after which a seat owes nothing more, in any game."""


class Cost(NamedTuple):
    """Points, at sea hexes, that it takes to get somewhere; those *left* then, where known."""

    takes: int
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One value a field may take now: as it would be typed (<= 100 characters), and its label.

    Where it is a place to go to, *cost* is what pictures say of it; the label says it too. *filled*
    are other fields that are chosen with it, as typed; only what an actor can do has them.
    """

    value: str
    label: Text
    cost: Cost | None = None
    filled: tuple[tuple[str, str], ...] = ()


class Written(NamedTuple):
    """A secret order: what writes it *anew*, what *strikes* it; else another one replaces it."""

    label: Text
    anew: Action
    strikes: Action | None = None


class Asking(Protocol[V_contra]):
    """What a viewer is asked, offered and understood by."""

    def asked(self, view: V_contra) -> tuple[Decision, ...]:
        """Return the open decisions as the viewer is asked them.

        They are those of :meth:`awaiting`, by key and seat. One that the viewer owes may say more:
        another question, kinds that are possible now, choices of its own behind the public ones.
        """

    def kinds(self, view: V_contra) -> tuple[str, ...]:
        """Return the kinds of action of which the viewer can make at least one now.

        Standing orders are not among them: they can be given always.
        """

    def options(
        self, view: V_contra, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Yield legal values of one field, best first, given the fields already *filled*.

        Lazy. For a field of several values the option's value is the whole field as typed. For a
        compound order it is the next item, given the items that stand in *filled* under the
        field's own name (a comma list; none there, the first one is asked for).
        Filling every required field from ``options`` in order always gives an action that
        ``check`` accepts, compound orders with one item or with as many as were chosen.
        """

    def accepts(
        self, view: V_contra, kind: str, field: str, filled: Mapping[str, str]
    ) -> Text | None:
        """Return what a field takes beside its options ("any distance up to 4 UD").

        For a field with more legal values than can be offered; ``None`` where they are all.
        """

    def left(self, view: V_contra, kind: str, filled: Mapping[str, str]) -> tuple[Text, ...]:
        """Return what is left of what an action of *kind* takes ("room for 3"), a sentence each.

        What is *filled* is taken off. The parameter ``n`` of each counts it: never fewer than
        none, and of one sentence (its other parameters the same) never more as more is chosen.
        """

    def parse(self, view: V_contra, kind: str, raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """

    def values(self, view: V_contra, kind: str, raw: Mapping[str, str]) -> Mapping[str, Any]:
        """Return what the fields filled in so far mean; what is not understood is left out."""

    def standing(self, view: V_contra, decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give to *decision*, which it owes.

        ``check`` accepts it. ``None`` when none of them speaks to it: then the seat is asked.
        """

    def forced(self, view: V_contra, decision: Decision) -> Action | None:
        """Return the only answer to *decision* there can be as the public (its view) can tell.

        ``check`` accepts it. ``None`` where there may be another, or that hangs on a secret.
        """

    def default(self, view: V_contra, decision: Decision) -> Action:
        """Return what is done about *decision*, which the viewer owes, once its time has run out.

        It does and spends as little as the rules allow, but sets up as is usual. ``check`` accepts
        it. It comes of the view and the decision alone, without dice: the same are answered alike.
        Asked again with whatever the viewer owes then, it ends all of that in at most
        :data:`MOST_BY_DEFAULT` answers; what is awaited from others is left to them.
        """

    def written(self, view: V_contra) -> tuple[Written, ...]:
        """Return those of them that the viewer may write otherwise now; no standing orders."""
