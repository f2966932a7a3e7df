"""The table in words: who stands where and how, who fights whom, what lies on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from engine.api import Params, Seat, Term, Text
from engine.art_of_war import describing_generals as generals
from engine.art_of_war import describing_places as places
from engine.art_of_war import describing_troops as troops
from engine.art_of_war import describing_units as units
from engine.art_of_war import ids, secret_orders
from engine.art_of_war.compass import PARTS, SECTORS
from engine.art_of_war.ids import short_of, side_of
from engine.art_of_war.play import side_term
from engine.art_of_war.points import point_of
from engine.art_of_war.rules.rout.army import cohesion_of, losses_of
from engine.art_of_war.rules.setting_up.naming import now_called
from engine.art_of_war.state import NORTH, SEATS, SOUTH, Table, Unit, View

_SIDES = {"south": SOUTH, "sur": SOUTH, "north": NORTH, "norte": NORTH}
"""Words before a name that say whose it is."""


def describe(view: View, where: str = "") -> tuple[Text, ...]:
    """Return the table in words: whole, or what is named.

    Args:
        view: Whose.
        where: Who or what, by the name that people type: a unit ("b2"), a group by its letter
            ("b"), a general ("g1"), a camp, a marker ("m1") or a terrain element ("terrain f1",
            or "f1" where nobody is called so); a part of the table ("north_west"), a sector by its
            number ("4") or a point ("12.5/4"). The viewer's own come first; "north b2" is the
            north's. Anything else is the whole.
    """
    word = where.strip().casefold()
    return tuple(_place(view.table, word)) or tuple(_named(view, word)) or tuple(_whole(view))


def _whole(view: View) -> Iterator[Text]:
    table = view.table
    yield from _heading(table)
    # While the armies are being laid a side's plan is what there is of it to see.
    if not table.turn:
        yield from secret_orders.planned(view)
    yield from troops.melees(table.contacts)
    yield from troops.declared(table.declared)
    yield from troops.troops(table.units.values())
    for general in table.generals.values():
        yield from generals.general(table, general)
    yield from places.pieces(table)
    for feature in table.features.values():
        yield from places.feature(feature)


def _heading(table: Table) -> Iterator[Text]:
    if table.turn:
        last = table.settings.turns
        told: Params = {"n": table.turn, "last": last}
        yield Text("describe.turns" if last else "describe.turn", told)
    if table.initiative:
        yield Text("describe.initiative", {"seat": side_term(table.initiative)})
    for seat in SEATS:
        army = table.armies.get(seat)
        if army:
            yield Text("describe.army", {"seat": side_term(seat), "army": Term("army", army)})
    for seat in SEATS if table.turn else ():
        lost = losses_of(table, seat)
        told = {"seat": side_term(seat), "n": lost.points, "most": cohesion_of(table, seat)}
        yield Text("describe.losses", told)
        if lost.points:
            parts: Params = {
                "seat": side_term(seat),
                "disordered": lost.disordered,
                "routed": lost.routed,
                "generals": lost.generals,
                "camps": lost.camps,
            }
            yield Text("describe.losses.parts", parts)


# -- what is named -----------------------------------------------------------------------------


def _place(table: Table, word: str) -> Iterator[Text]:
    """Yield what there is in a part of the table, or near a point; nothing of other words."""
    if word.isdecimal() and 1 <= int(word) <= len(SECTORS):
        yield from places.part(table, SECTORS[int(word) - 1])
    part = word.replace("-", "_").replace(" ", "_")
    if part in PARTS:
        yield from places.part(table, part)
    point = point_of(word)
    if point is not None:
        yield from places.point(table, *point)


def _named(view: View, word: str) -> Iterator[Text]:
    """Yield what there is to say of who or what a word names; nothing where it names nobody."""
    table = view.table
    pieces = (table.units, table.generals, table.camps, table.works, table.markers)
    known = tuple(chain.from_iterable(pieces))
    key = ids.feature_of(word, table.features, known)
    if key:
        yield from places.feature(table.features[key])
        yield from places.inside(table, table.features[key])
        return
    word = now_called(view, word) or word
    if word in known:
        yield from _one(view, word)
        return
    seats, short = _whose(view, word)
    for seat in seats:
        found = [key for key in known if side_of(key) == seat and short_of(key) == short]
        lettered = _lettered(table.units.values(), seat, short)
        for key in found:
            yield from _one(view, key)
        if lettered:
            yield from units.group(table, lettered)
        if (found or lettered) and seat == view.viewer:
            return


def _whose(view: View, word: str) -> tuple[tuple[Seat, ...], str]:
    """Return the sides of whom a word may name somebody, the viewer's first, and the rest of it."""
    first, _, rest = word.replace("-", " ").partition(" ")
    if first in _SIDES and rest.strip():
        return (_SIDES[first],), rest.strip()
    return tuple(sorted(SEATS, key=lambda seat: seat != view.viewer)), word


def _lettered(among: Iterable[Unit], seat: Seat, letter: str) -> list[Unit]:
    """Return the units of a side's group; of a word that is no letter none."""
    if len(letter) != 1 or not letter.isalpha():
        return []
    return [one for one in among if one.side == seat and ids.letter_of(one.id) == letter]


def _one(view: View, key: str) -> Iterator[Text]:
    table = view.table
    if key in table.units:
        yield from units.unit(table, table.units[key])
    elif key in table.generals:
        yield from generals.general(table, table.generals[key])
        yield from generals.around(table, table.generals[key])
    elif key in table.camps:
        yield from places.camp(table, table.camps[key])
    elif key in table.markers:
        yield from places.marker(table, table.markers[key])
        yield from secret_orders.beneath(view, key)
    else:
        yield from places.work(table.works[key])
