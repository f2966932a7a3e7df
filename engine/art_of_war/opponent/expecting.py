"""What melees can be expected to bring: cohesion won less cohesion lost, by the exact odds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.rules.melee import duels
from engine.art_of_war.rules.melee.camps import needed
from engine.art_of_war.rules.melee.pairs import Pair, edge_struck, once_more, pairs
from engine.art_of_war.state import Contact, Table
from engine.art_of_war.tables.combat import ROUT, load_combat
from engine.kit.records import changed

FACES = 6


def of_pair(look: Outlook, table: Table, pair: Pair) -> float:
    """Return what one round between two promises."""
    duel = duels.duel_of(table, pair)
    chances = duels.chances(duel)
    one, two = table.units[pair.one], table.units[pair.two]
    sign = 1 if one.side == look.side else -1
    points_of = load_combat().points
    worth: dict[int, float] = {}  # by points; those that the first loses are less than 0
    total = 0.0
    for margin, count in chances.counts.items():
        points = points_of(margin) or -points_of(-margin)
        if points not in worth:
            worth[points] = look.worth(two, points) if points > 0 else -look.worth(one, -points)
        total += count * worth[points]
    return sign * total / chances.cases


def of_rounds(look: Outlook, table: Table, but: Collection[str] = ()) -> float:
    """Return what all melees on a table promise: the next round, and those after it in part.

    Args:
        look: Whose outlook it is.
        table: With contacts as they are, or would be.
        but: Units whose melees are left out.
    """
    now = pairs(table)
    later, then = once_more(table, now)
    first = sum(of_pair(look, table, one) for one in now if one.two not in but)
    more = sum(of_pair(look, later, one) for one in then if one.two not in but)
    return first + look.weights.worth.later * more


def of_camps(look: Outlook, table: Table) -> float:
    """Return what attacks upon camps promise: an open one falls at once (8.camp)."""
    found = 0.0
    for one in table.contacts:
        camp = table.camps.get(one.two)
        if camp is None or camp.taken:
            continue
        least = needed(table.units[one.one]) if camp.fortified else 1
        chance = max(0, FACES + 1 - least) / FACES
        found += chance * look.weights.worth.camp * (1 if camp.side != look.side else -1)
    return found


def of_contacts(look: Outlook, table: Table) -> tuple[float, frozenset[str]]:
    """Return what contacts promise beside dice, and who is routed by them alone.

    Who is met at once in front and in flank or rear is routed (8.conform.rout); who is met there
    while it fights another loses a point (8.flank).
    """
    edges: dict[str, list[Contact]] = {}
    for one in table.contacts:
        for key in (one.one, one.two):
            if key in table.units:
                edges.setdefault(key, []).append(one)
    found, routed = 0.0, set[str]()
    for key, contacts in edges.items():
        struck = [one for one in contacts if one.two == key and edge_struck(table, one) != "front"]
        if not any(one.fresh for one in struck) or len(contacts) == len(struck):
            continue
        unit = table.units[key]
        sign = 1 if unit.side != look.side else -1
        at_once = [one for one in contacts if one.two == key and one.fresh and one.charge]
        if len({edge_struck(table, one) == "front" for one in at_once}) > 1:
            routed.add(key)
            found += sign * look.worth(unit, ROUT)
        else:
            found += sign * look.worth(unit, 1)
    return found, frozenset(routed)


def in_all(look: Outlook, table: Table) -> float:
    """Return all that the contacts of a table promise."""
    beside, routed = of_contacts(look, table)
    return beside + of_camps(look, table) + of_rounds(look, table, routed)


def supposed(table: Table, ends: Mapping[str, Pose], contacts: Iterable[Contact]) -> Table:
    """Return a table as it would stand once some units have come into contact."""
    units = {
        key: changed(one, pose=ends[key], moves=one.moves + 1, charged=True) if key in ends else one
        for key, one in table.units.items()
    }
    new = [one for one in contacts if not _there(table, one)]
    return changed(table, units=units, contacts=(*table.contacts, *new))


def _there(table: Table, contact: Contact) -> bool:
    return any({one.one, one.two} == {contact.one, contact.two} for one in table.contacts)


def front_to_front(look: Outlook, unit: str, enemy: str) -> float:
    """Return what a charge of one unit at the front of another promises, wherever both are."""
    return look.duels.of((unit, enemy), _front_to_front, look, unit, enemy)


def _front_to_front(look: Outlook, unit: str, enemy: str) -> float:
    contact = Contact(unit, enemy)
    bare = changed(look.table, contacts=(contact,))
    later = changed(bare, contacts=(changed(contact, fresh=False, rounds=1),))
    first = of_pair(look, bare, Pair(contact))
    return first + look.weights.worth.later * of_pair(look, later, Pair(later.contacts[0]))
