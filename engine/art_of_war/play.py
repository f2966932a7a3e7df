"""The table of El Arte de la Guerra while an action is being carried out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.api import Refusal, Seat, Term
from engine.art_of_war.actions import joined
from engine.art_of_war.state import Contact, General, Secrets, Table, Unit, View
from engine.kit.records import changed
from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.working_copy import WorkingCopy


class Play(WorkingCopy[Table, Secrets]):
    """One action's working copy of a battle."""

    __slots__ = ()

    def unit(self, key: str) -> Unit:
        """Return a unit as it is now."""
        return self.table.units[key]

    def change(self, key: str, **values: Any) -> Unit:
        """Change fields of one unit and return it."""
        one = changed(self.table.units[key], **values)
        self.set(units={**self.table.units, key: one})
        return one

    def change_all(self, keys: Iterable[str], **values: Any) -> None:
        """Change the same fields of several units."""
        units = dict(self.table.units)
        for key in keys:
            units[key] = changed(units[key], **values)
        self.set(units=units)

    def general(self, key: str) -> General:
        """Return a general as they are now."""
        return self.table.generals[key]

    def change_general(self, key: str, **values: Any) -> General:
        """Change fields of one general and return them."""
        one = changed(self.table.generals[key], **values)
        self.set(generals={**self.table.generals, key: one})
        return one

    def without_contacts(self, key: str) -> None:
        """Take away every contact that a unit is part of."""
        left = tuple(one for one in self.table.contacts if key not in (one.one, one.two))
        self.set(contacts=left)

    def with_contact(self, contact: Contact) -> None:
        """Add a contact."""
        self.set(contacts=(*self.table.contacts, contact))

    def die(self, purpose: str) -> int:
        """Throw a die before everybody."""
        return self.roll(purpose)[0]


AnyVerb = Verb[View, Play, Any] | Answer[View, Play, Any, Any]
AnyFrameRules = FrameRules[Table, Play, Any]
Against = list[Refusal]


def unit_term(unit: Unit | str) -> Term:
    """Return a unit as a word for a sentence."""
    return Term("unit", unit if isinstance(unit, str) else unit.id)


def unit_terms(keys: Iterable[str]) -> tuple[Term, ...]:
    """Return units as words for a sentence."""
    return tuple(unit_term(key) for key in keys)


def group_term(keys: Iterable[str]) -> Term:
    """Return units that act as one, as one word for a sentence: "B1+B2 (hastati)"."""
    return Term("group", joined(tuple(keys)))


def general_term(general: General | str) -> Term:
    """Return a general as a word for a sentence."""
    return Term("general", general if isinstance(general, str) else general.id)


def side_term(seat: Seat) -> Term:
    """Return a side as a word for a sentence."""
    return Term("seat", seat)
