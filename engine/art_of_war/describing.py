"""The table in words: who stands where and how, who fights whom, what lies on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.api import Params, Seat, Term, Text
from engine.art_of_war import describing_units
from engine.art_of_war.compass import facing_word, middle_word
from engine.art_of_war.ids import army_in, short_of
from engine.art_of_war.play import general_term, side_term, unit_term, unit_terms
from engine.art_of_war.points import spot_word
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.rout.army import cohesion_of, losses_of
from engine.art_of_war.rules.setting_up.field import sector_of
from engine.art_of_war.state import (
    GONE,
    SEATS,
    Contact,
    Feature,
    General,
    Place,
    Table,
    Unit,
    View,
)
from engine.art_of_war.survey import cohesion_left, profile_of

_AWAY = (
    (Place.WAITING, "describe.waiting"),
    (Place.AMBUSH, "describe.ambush"),
    (Place.MARCH, "describe.march"),
)
"""Where those are whom only their own side sees."""


def describe(view: View, where: str = "") -> tuple[Text, ...]:
    """Return the table in words: whole, or what is named.

    Args:
        view: Whose.
        where: A unit, general or camp by its name, the viewer's own first ("b2", "g1"), a group by
            its letter, a terrain element ("f1") or a sector ("4"); anything else is the whole.
    """
    word = where.strip().casefold()
    return tuple(_named(view, word)) or tuple(_whole(view))


def _whole(view: View) -> Iterator[Text]:
    table = view.table
    yield from _heading(table)
    yield from melees(table, table.contacts)
    yield from _declared(table)
    yield from _troops(table, table.units.values())
    for general in table.generals.values():
        yield from _general(general)
    yield from _pieces(table)
    for feature in table.features.values():
        yield from _feature(feature)


def _named(view: View, word: str) -> Iterator[Text]:
    """Yield what there is to say of who or what a word names; nothing where it names nobody."""
    table = view.table
    if word.isdecimal():
        yield from _sector(table, int(word))
    if word in table.features:
        yield from _feature(table.features[word])
    own_first = sorted(table.units.values(), key=lambda one: one.side != view.viewer)
    named = [one for one in own_first if word in (one.id, short_of(one.id))]
    for one in named[:1]:
        yield from describing_units.unit(table, one)
        own = [each for each in table.contacts if one.id in (each.one, each.two)]
        yield from melees(table, own)
    if len(word) == 1 and word.isalpha():
        group = [one for one in own_first if short_of(one.id).startswith(word)]
        yield from _troops(table, [one for one in group if one.side == group[0].side])
    for general in table.generals.values():
        if word in (general.id, short_of(general.id)):
            yield from _general(general)
    if word in {"camp", *table.camps}:
        yield from _camps(table)


# -- the battle as it stands ----------------------------------------------------------------------


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
        lost, most = losses_of(table, seat), cohesion_of(table, seat)
        if table.turn and most:
            told = {"seat": side_term(seat), "n": lost.points, "most": most}
            yield Text("describe.losses", told)


def melees(table: Table, contacts: Iterable[Contact]) -> Iterator[Text]:
    """Yield who fights whom, and over which edge."""
    for one in contacts:
        told: Params = {
            "one": unit_term(one.one),
            "two": Term("target", one.two),
            "edge": Term("edge", one.edge),
        }
        yield Text("describe.melee.fresh" if one.fresh else "describe.melee", told)


def _declared(table: Table) -> Iterator[Text]:
    for one in table.declared:
        told: Params = {
            "who": unit_terms(one.who),
            "n": len(one.who),
            "whom": Term("target", one.target),
            "at": Term("edge", one.at),
        }
        yield Text("describe.declared", told)


# -- troops and generals -----------------------------------------------------------------------


def _troops(table: Table, units: Iterable[Unit]) -> Iterator[Text]:
    """Yield where units stand, group by group, who is in disorder, and who is away or lost."""
    listed = list(units)
    for seat in SEATS:
        own = [one for one in listed if one.side == seat]
        for heap in _heaps(one for one in own if one.on_table):
            yield _heap(heap)
        for one in own:
            if one.on_table and one.lost:
                left, full = cohesion_left(one), profile_of(one).troop.cohesion
                yield Text("describe.cohesion", {"who": unit_term(one), "n": left, "full": full})
        for place, code in _AWAY:
            yield from _away(seat, own, code, (place,))
        yield from _away(seat, own, "describe.gone", GONE)


def _heaps(units: Iterable[Unit]) -> Iterator[Sequence[Unit]]:
    """Yield units of one group that are of one kind and face one way."""
    found: dict[tuple[str, str, int], list[Unit]] = {}
    for one in units:
        assert one.pose is not None
        letter = short_of(one.id)[:1]
        found.setdefault((letter, one.troop, one.pose.facing), []).append(one)
    return iter(found.values())


def _heap(units: Sequence[Unit]) -> Text:
    first = units[0]
    assert first.pose is not None
    told: Params = {
        "seat": side_term(first.side),
        "corps": first.corps,
        "troop": Term("troop", first.troop),
        "facing": facing_word(first.pose.facing),
        "who": tuple(Term("placed", _placed(one)) for one in units),
    }
    army = army_in(first.id)
    if not army:
        return Text("describe.group", told)
    line = Term("line", f"{army}-{short_of(first.id)}")
    return Text("describe.group.named", {**told, "line": line})


def _placed(unit: Unit) -> str:
    assert unit.pose is not None
    return f"{short_of(unit.id)}@{spot_word(unit.pose.x, unit.pose.y)}"


def _away(seat: Seat, own: Sequence[Unit], code: str, places: Iterable[Place]) -> Iterator[Text]:
    who = unit_terms(one.id for one in own if one.place in places)
    if who:
        yield Text(code, {"seat": side_term(seat), "who": who, "n": len(who)})


def _general(general: General) -> Iterator[Text]:
    who = general_term(general)
    told: Params = {"general": who, "rank": Term("rank", general.rank), "corps": general.corps}
    yield Text("describe.chief" if general.chief else "describe.general", told)
    if general.place in GONE:
        yield Text("describe.general.lost", {"general": who})
    elif general.place is not Place.TABLE:
        yield Text("describe.general.away", {"general": who})
    elif general.unit:
        code = "describe.general.included" if general.included else "describe.general.joined"
        yield Text(code, {"general": who, "unit": unit_term(general.unit)})
    elif general.pose is not None:
        at = spot_word(general.pose.x, general.pose.y)
        yield Text("describe.general.at", {"general": who, "at": at})
    if general.hesitating:
        yield Text("describe.general.aside", {"general": who})
    elif general.thrown:
        reach = load_ranks()[general.rank].distance
        yield Text(
            "describe.general.points", {"general": who, "n": general.points, "ud": _ud(reach)}
        )


def _ud(length: int) -> int | str:
    whole, rest = divmod(length, 100)
    return whole if not rest else f"{length / 100:g}"


# -- what lies on the table --------------------------------------------------------------------


def _pieces(table: Table) -> Iterator[Text]:
    yield from _camps(table)
    for seat in SEATS:
        works = tuple(
            spot_word(one.pose.x, one.pose.y) for one in table.works.values() if one.side == seat
        )
        if works:
            told: Params = {"seat": side_term(seat), "at": works, "n": len(works)}
            yield Text("describe.works", told)
    for marker in table.markers.values():
        at = spot_word(marker.pose.x, marker.pose.y)
        yield Text("describe.marker", {"marker": Term("marker", marker.id), "at": at})


def _camps(table: Table) -> Iterator[Text]:
    for camp in table.camps.values():
        code = "describe.camp.fortified" if camp.fortified else "describe.camp"
        at = spot_word(camp.pose.x, camp.pose.y)
        told: Params = {"camp": Term("camp", camp.id), "at": at}
        yield Text("describe.camp.taken" if camp.taken else code, told)


def _feature(feature: Feature) -> Iterator[Text]:
    sector = sector_of(feature)
    told: Params = {
        "feature": Term("feature", feature.id),
        "terrain": Term("terrain", feature.kind),
        "at": middle_word(feature),
    }
    if sector is None:
        yield Text("describe.terrain.across", told)
    else:
        yield Text("describe.terrain", {**told, "n": sector})
    if feature.going:
        going = Term("going", feature.going)
        yield Text("describe.terrain.river", {"feature": told["feature"], "going": going})


def _sector(table: Table, number: int) -> Iterator[Text]:
    """Yield what lies and stands in a sector: 1 to 3 along the south edge, 4 to 6 the north."""
    for feature in table.features.values():
        if sector_of(feature) == number:
            yield from _feature(feature)
    yield from _troops(
        table,
        [
            one
            for one in table.units.values()
            if one.on_table
            and one.pose is not None
            and _sector_at(one.pose.x, one.pose.y) == number
        ],
    )


def _sector_at(x: int, y: int) -> int:
    return min(2, x // 1000) + 1 + (3 if y >= 1000 else 0)
