"""In words: who stands where and how, and what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Final

from engine.api import Params, Term, Text
from engine.art_of_war.compass import facing_word, middle_word
from engine.art_of_war.play import general_term, unit_term, unit_terms
from engine.art_of_war.state import GONE, HIDDEN, SEATS, General, Phase, Table, Unit, View
from engine.kit.wording import seat_term
from render.art_of_war.muster import Leading, Standing
from render.art_of_war.naming import place_word, point_word
from render.art_of_war.news import Shown

_DEPLOYING: Final = frozenset((Phase.PLAN, Phase.DEPLOYMENT))


def tell_troops(view: View, shown: Shown) -> Iterator[Text]:
    """Yield where units stand, what they are, and what is marked on them."""
    for seat in SEATS:
        mine = [one for one in shown.values() if one.unit.side == seat]
        for line in lines(mine):
            yield _line(view.table, seat, line)
        yield from _kinds(seat, mine)
        yield from _states(view.table, seat, mine)
        gone = unit_terms(
            one.id for one in view.table.units.values() if one.side == seat and one.place in GONE
        )
        if gone:
            yield Text("picture.gone", {"seat": seat_term(seat), "who": gone, "n": len(gone)})


def lines(units: Iterable[Standing]) -> list[list[Standing]]:
    """Return units as the lines and columns in which they stand side by side, or behind another."""
    found: list[list[Standing]] = []
    for one in sorted(units, key=lambda each: each.unit.id):
        if found and _goes_on(found[-1], one):
            found[-1].append(one)
        else:
            found.append([one])
    return found


def _goes_on(line: Sequence[Standing], one: Standing) -> bool:
    """Say whether a unit stands beside or behind the last of a line as that stands to its own."""
    last, next_ = line[-1].base.pose, one.base.pose
    if last.facing != next_.facing or line[-1].unit.place is not one.unit.place:
        return False
    dx, dy = next_.x - last.x, next_.y - last.y
    if hypot(dx, dy) > max(one.base.width, line[-1].base.depth) + 2:
        return False
    if len(line) == 1:
        return True
    before = line[-2].base.pose
    return hypot(dx - (last.x - before.x), dy - (last.y - before.y)) <= 3


def _line(table: Table, seat: str, line: Sequence[Standing]) -> Text:
    first, last = line[0].base.pose, line[-1].base.pose
    told: Params = {
        "seat": seat_term(seat),
        "who": unit_terms(one.unit.id for one in line),
        "n": len(line),
        "start": place_word(first),
        "facing": facing_word(first.facing),
    }
    if line[0].unit.place in HIDDEN and table.phase in _DEPLOYING:
        return Text("picture.planned", {**told, "end": place_word(last)})
    if len(line) == 1:
        return Text("picture.unit", told)
    return Text("picture.line", {**told, "end": place_word(last)})


def _kinds(seat: str, mine: Sequence[Standing]) -> Iterator[Text]:
    """Yield which units are what: troops, what was bought for them, quality."""
    found: dict[tuple[Term, ...], list[str]] = {}
    for one in mine:
        unit = one.unit
        what = [Term("troop", unit.troop), *(Term("option", key) for key in unit.options)]
        if unit.quality != "ordinary":
            what.append(Term("quality", unit.quality))
        found.setdefault(tuple(what), []).append(unit.id)
    for words, keys in found.items():
        told: Params = {"seat": seat_term(seat), "what": words, "who": unit_terms(keys)}
        yield Text("picture.kind", {**told, "n": len(keys)})


def _states(table: Table, seat: str, mine: Sequence[Standing]) -> Iterator[Text]:
    hurt: dict[tuple[int, int], list[str]] = {}
    for one in mine:
        if one.face.disordered:
            hurt.setdefault((one.face.left, one.face.full), []).append(one.unit.id)
    for (left, full), keys in sorted(hurt.items()):
        told: Params = {"seat": seat_term(seat), "who": unit_terms(keys)}
        yield Text("picture.cohesion", {**told, "n": left, "full": full})
    for code, keys in (
        ("picture.impetuous", [o.unit.id for o in mine if o.face.impetuous and not o.face.held]),
        ("picture.held", [one.unit.id for one in mine if one.face.impetuous and one.face.held]),
        ("picture.missiles", [one.unit.id for one in mine if one.face.missile]),
        ("picture.hidden", [one.unit.id for one in mine if _hides(table, one.unit)]),
    ):
        if keys:
            who = unit_terms(keys)
            yield Text(code, {"seat": seat_term(seat), "who": who, "n": len(who)})


def _hides(table: Table, unit: Unit) -> bool:
    return unit.place in HIDDEN and table.phase not in _DEPLOYING


def tell_leaders(table: Table, leaders: Sequence[Leading]) -> Iterator[Text]:
    """Yield where generals are, and what their discs show."""
    for one in leaders:
        general = one.general
        rank = Term("rank", general.rank)
        told: Params = {"general": general_term(general), "rank": rank}
        if general.unit:
            yield Text("picture.general_joined", {**told, "unit": unit_term(general.unit)})
        else:
            yield Text("picture.general", {**told, "at": point_word(one.spot)})
        if one.face.points is not None:
            yield Text("picture.points", {"general": general_term(general), "n": one.face.points})
        if general.hesitating:
            yield Text("picture.hesitating", {"general": general_term(general)})
        if general.chief:
            yield Text("picture.chief", {"general": general_term(general)})
    for general in _gone(table):
        yield Text("picture.general_lost", {"general": general_term(general)})


def _gone(table: Table) -> Iterator[General]:
    yield from (one for one in table.generals.values() if one.place in GONE)


# -- the ground --------------------------------------------------------------------------------


def tell_ground(view: View) -> Iterator[Text]:
    """Yield what lies on the table: bounds, camps, works, markers, terrain."""
    table = view.table
    if table.phase is Phase.TERRAIN:
        yield Text("picture.sectors")
    elif table.phase in _DEPLOYING:
        yield Text("picture.deployment")
    for camp in table.camps.values():
        code = "picture.camp"
        if camp.taken or camp.fortified:
            code = "picture.camp_taken" if camp.taken else "picture.camp_fortified"
        yield Text(code, {"camp": Term("camp", camp.id), "at": place_word(camp.pose)})
    for seat in SEATS:
        works = tuple(place_word(one.pose) for one in table.works.values() if one.side == seat)
        if works:
            yield Text("picture.works", {"seat": seat_term(seat), "at": works, "n": len(works)})
        markers = [one for one in table.markers.values() if one.side == seat]
        if markers:
            at = tuple(place_word(one.pose) for one in markers)
            told: Params = {"seat": seat_term(seat), "at": at, "n": len(at)}
            names = tuple(Term("marker", one.id) for one in markers)
            yield Text("picture.ambushes", {**told, "markers": names})
    for spot, who in {} if view.own is None else view.own.ambushes.items():
        if spot not in table.markers:
            hidden = unit_terms(filter(None, who.split("+")))
            if hidden:
                yield Text("picture.ambush_planned", {"at": spot, "who": hidden, "n": len(hidden)})
            else:
                yield Text("picture.ambush_empty", {"at": spot})
    yield from _terrain(table)


def _terrain(table: Table) -> Iterator[Text]:
    found: dict[str, list[str]] = {}
    for one in table.features.values():
        found.setdefault(one.kind, []).append(middle_word(one))
        if one.going:
            yield Text(
                "picture.river",
                {"terrain": Term("terrain", one.kind), "going": Term("going", one.going)},
            )
    for kind, at in found.items():
        yield Text(
            "picture.terrain", {"terrain": Term("terrain", kind), "at": tuple(at), "n": len(at)}
        )
