"""Who fights whom, and who overlaps (8.pairs, 8.overlap).

Rules:
    8.pairs, 8.overlap, 8.overlap.bonus, 8.overlap.engaged, 8.overlap.beasts, 8.overlap.scythed,
    8.not.overlap, 8.flank.overlapped, 8.flank.wagons; ADG-R26, ADG-R31.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.art_of_war.plane.poses import Edge
from engine.art_of_war.plane.shapes import Box, box, near_those
from engine.art_of_war.rules.melee.overlapping import can_overlap, reaches
from engine.art_of_war.state import Contact, Table, Unit, standing_units
from engine.art_of_war.survey import base_of, type_of
from engine.art_of_war.troops import TroopType
from engine.data.cache import cached
from engine.kit.records import changed


@dataclass(frozen=True, slots=True)
class Pair:
    """Two units that fight each other, and who supports them.

    Attributes:
        contact: Theirs.
        helps_one: Who overlaps the second for the first.
        helps_two: Who overlaps the first for the second.
    """

    contact: Contact
    helps_one: tuple[str, ...] = ()
    helps_two: tuple[str, ...] = ()

    @property
    def one(self) -> str:
        """Who came into contact with the other."""
        return self.contact.one

    @property
    def two(self) -> str:
        """The other."""
        return self.contact.two

    @property
    def first(self) -> bool:
        """Whether it is the first round after contact."""
        return self.contact.rounds == 0

    def foe_of(self, unit: str) -> str:
        """Return the adversary of one of them."""
        return self.two if unit == self.one else self.one

    def helpers_of(self, unit: str) -> tuple[str, ...]:
        """Return who overlaps the adversary of one of them."""
        return self.helps_one if unit == self.one else self.helps_two


def edge_struck(table: Table, contact: Contact) -> Edge:
    """Return which edge a contact counts as: wagons have only fronts (8.flank.wagons)."""
    if type_of(table.units[contact.two]) is TroopType.WWG:
        return "front"
    return contact.edge


def melees(table: Table) -> tuple[Contact, ...]:
    """Return the contacts of units with units."""
    return tuple(one for one in table.contacts if one.two in table.units)


def pairs(table: Table) -> tuple[Pair, ...]:
    """Return who fights whom on a table, with whoever overlaps, in the order of contacts."""
    found = tuple(Pair(one) for one in _mains(table))
    fighting = {key for pair in found for key in (pair.one, pair.two)}
    taken: set[str] = set()
    full = []
    idle = _boxes(table, fighting) if found else ()
    for pair in found:
        helps_one = tuple(_overlappers(table, pair, pair.one, idle, taken))
        helps_two = tuple(_overlappers(table, pair, pair.two, idle, taken))
        full.append(replace(pair, helps_one=helps_one, helps_two=helps_two))
    return tuple(full)


def once_more(table: Table, found: Sequence[Pair]) -> tuple[Table, tuple[Pair, ...]]:
    """Return a table on which all contacts have been fought once more, and its pairs.

    Args:
        table: As it stands.
        found: Its pairs.
    """
    contacts = tuple(_fought(one) for one in table.contacts)
    later = changed(table, contacts=contacts)
    if any(type_of(one) is TroopType.SCH for one in standing_units(table)):
        # They overlap in a first round alone (8.overlap.scythed).
        return later, pairs(later)
    return later, tuple(replace(one, contact=_fought(one.contact)) for one in found)


def _fought(contact: Contact) -> Contact:
    return changed(contact, fresh=False, rounds=contact.rounds + 1)


def _mains(table: Table) -> Iterator[Contact]:
    """Yield the contacts that are fought: each unit in one, at its front if it can (ADG-R31)."""

    def weight(contact: Contact) -> tuple[bool, int]:
        return edge_struck(table, contact) != "front", -contact.rounds

    taken: set[str] = set()
    chosen = set()
    for one in sorted(melees(table), key=weight):
        if one.one not in taken and one.two not in taken:
            taken.update((one.one, one.two))
            chosen.add(one)
    return (one for one in table.contacts if one in chosen)


def _boxes(table: Table, but: Collection[str]) -> Sequence[tuple[Unit, Box]]:
    """Return the units that stand on a table, but for some, each with what its base spans."""
    others = (one for one in standing_units(table) if one.id not in but)
    return [(one, box(base_of(one))) for one in others]


def _overlappers(
    table: Table, pair: Pair, friend: str, idle: Sequence[tuple[Unit, Box]], taken: set[str]
) -> Iterator[str]:
    """Yield who overlaps the adversary of one of a pair; each is *taken* for one enemy only."""
    enemy = table.units[pair.foe_of(friend)]
    main, foe, side = base_of(table.units[friend]), base_of(enemy), table.units[friend].side
    for unit in near_those(box(foe), idle, foe.width):
        if unit.side != side or unit.id in taken:
            continue
        if can_overlap(table, unit, enemy, first=pair.first) and reaches(
            table, unit, main, enemy, foe
        ):
            taken.add(unit.id)
            yield unit.id


@cached
def overlaps(table: Table) -> Mapping[str, str]:
    """Return who overlaps, and by whose fight: the enemy of each."""
    return {
        helper: pair.foe_of(key)
        for pair in pairs(table)
        for key in (pair.one, pair.two)
        for helper in pair.helpers_of(key)
    }


def engaged(table: Table) -> frozenset[str]:
    """Return all units that are in melee or overlap: they do not shoot, nor are shot at (7)."""
    in_contact = {key for one in table.contacts for key in (one.one, one.two)}
    return frozenset(in_contact | set(overlaps(table)))
