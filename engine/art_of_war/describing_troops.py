"""Many units in words: who fights whom, where they stand, who is in disorder, away or lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.api import Params, Seat, Term, Text
from engine.art_of_war.compass import facing_word
from engine.art_of_war.frames import Declared
from engine.art_of_war.ids import army_in, letter_of, short_of
from engine.art_of_war.play import group_term, side_term, unit_term
from engine.art_of_war.points import spot_word
from engine.art_of_war.state import GONE, SEATS, Contact, Place, Unit
from engine.art_of_war.survey import cohesion_left, profile_of

_AWAY = (
    (Place.WAITING, "describe.waiting"),
    (Place.AMBUSH, "describe.ambush"),
    (Place.MARCH, "describe.march"),
)
"""Where those are whom only their own side sees."""


def melees(contacts: Iterable[Contact]) -> Iterator[Text]:
    """Yield who fights whom, and over which edge."""
    for one in contacts:
        told: Params = {
            "one": unit_term(one.one),
            "two": Term("target", one.two),
            "edge": Term("edge", one.edge),
        }
        yield Text("describe.melee.fresh" if one.fresh else "describe.melee", told)


def declared(charges: Iterable[Declared]) -> Iterator[Text]:
    """Yield the charges that are declared and not carried out yet."""
    for one in charges:
        told: Params = {
            "who": group_term(one.who),
            "n": len(one.who),
            "whom": Term("target", one.target),
            "at": Term("edge", one.at),
        }
        yield Text("describe.declared", told)


def troops(listed: Iterable[Unit]) -> Iterator[Text]:
    """Yield where units stand, heap by heap, who is in disorder, and who is away or lost."""
    every = list(listed)
    for seat in SEATS:
        own = [one for one in every if one.side == seat]
        for heap in _heaps(one for one in own if one.on_table):
            yield _heap(heap)
        yield from _disorder(seat, own)
        for place, code in _AWAY:
            yield from _some(seat, code, [one for one in own if one.place is place])
        yield from _some(seat, "describe.gone", [one for one in own if one.place in GONE])


def _heaps(units: Iterable[Unit]) -> Iterator[Sequence[Unit]]:
    """Yield units of one group that are of one kind and face one way."""
    found: dict[tuple[object, ...], list[Unit]] = {}
    for one in units:
        assert one.pose is not None, f"{one.id} stands nowhere"
        kind = (one.troop, one.options, one.quality)
        key = (letter_of(one.id), one.corps, kind, one.pose.facing)
        found.setdefault(key, []).append(one)
    return iter(found.values())


def _heap(units: Sequence[Unit]) -> Text:
    first = units[0]
    assert first.pose is not None, f"{first.id} stands nowhere"
    told: Params = {
        "seat": side_term(first.side),
        "corps": first.corps,
        "what": what_of(first),
        "facing": facing_word(first.pose.facing),
        "who": tuple(map(_placed, units)),
    }
    army = army_in(first.id)
    if not army:
        return Text("describe.group", told)
    line = Term("line", f"{army}-{short_of(first.id)}")
    return Text("describe.group.named", {**told, "line": line})


def _placed(unit: Unit) -> str:
    assert unit.pose is not None, f"{unit.id} stands nowhere"
    return f"{short_of(unit.id).upper()} {spot_word(unit.pose.x, unit.pose.y)}"


def what_of(unit: Unit) -> tuple[Term, ...]:
    """Return what a unit is, with what was bought for it and its quality where that is special."""
    what = [Term("troop", unit.troop), *(Term("option", key) for key in unit.options)]
    return (*what, *((Term("quality", unit.quality),) if unit.quality != "ordinary" else ()))


def _disorder(seat: Seat, own: Sequence[Unit]) -> Iterator[Text]:
    """Yield who of a side's units on the table has lost cohesion, by how much is left."""
    hurt: dict[tuple[int, int], list[Unit]] = {}
    for one in own:
        if one.on_table and one.lost:
            left = cohesion_left(one), profile_of(one).troop.cohesion
            hurt.setdefault(left, []).append(one)
    for n, full in sorted(hurt):
        who = grouped(hurt[n, full])
        told: Params = {"seat": side_term(seat), "who": who, "n": n, "full": full}
        yield Text("describe.disorder", told)


def _some(seat: Seat, code: str, units: Sequence[Unit]) -> Iterator[Text]:
    """Yield a sentence about some units of a side, if there are any."""
    if units:
        told: Params = {"seat": side_term(seat), "who": grouped(units), "n": len(units)}
        yield Text(code, told)


def grouped(units: Iterable[Unit]) -> tuple[Term, ...]:
    """Return units as words for a sentence, those of one side's group as one word."""
    groups: dict[tuple[Seat, str], list[str]] = {}
    for one in units:
        groups.setdefault((one.side, letter_of(one.id)), []).append(one.id)
    return tuple(map(group_term, groups.values()))
