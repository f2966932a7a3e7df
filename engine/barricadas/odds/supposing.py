"""What an unrecognised mover may be, as a side can tell, and what a shot at it brings then (3.5).

Each kind that the enemy's army still hides and that can go the declared way is supposed in turn:
its counter is laid where the shot falls, and the rules of fire are asked. What the scenario gives
is known to both; of it are taken those who have been recognised, and nothing else is looked at.

Rules:
    2.3, 3.4, 3.5, 5, 6, 8.2.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.api import Chance, Odds, Params, Term, Text
from engine.barricadas.actions import Fire, parted
from engine.barricadas.frames import Deed, Doing
from engine.barricadas.play import counter_terms, hex_term
from engine.barricadas.roster import ARMOUR, Kind, Munition, load_roster
from engine.barricadas.rules.attack.aiming import Salvo, against_salvo, aim_of
from engine.barricadas.rules.attack.effect import chances
from engine.barricadas.rules.movement.costs import way_cost
from engine.barricadas.rules.movement.moves import points_of
from engine.barricadas.rules.obstacles.crossing import crossing_of
from engine.barricadas.rules.transport.lorries import can_be_carried, is_towed
from engine.barricadas.rules.turn.recognition import is_seen, watchers
from engine.barricadas.state import ABOARD, Counter, Table, other
from engine.barricadas.survey import (
    battlefield_of,
    gait_of,
    is_fixed,
    is_mounted,
    is_vehicle,
    rides_armour,
    scenario_of,
)
from engine.barricadas.weather import farther
from engine.chances.odds import tell_odds
from engine.chances.probability import Distribution

OFFICER, ON_FOOT, LADEN = "officer", "on_foot", "laden"
"""Kinds of their own: who leads alone, cavalry off its horses, a lorry with somebody aboard."""
_ASIDE = "supposed"
"""Ends the ids of counters that nobody has laid."""
_UNSEEN, _SAFE = "unseen", "safe"
"""Why nobody fires: it is not seen there, or nothing that they fire hurts it."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """What a marker may be.

    Attributes:
        kind: What it is called, by a key of its kind.
        type: What is printed on it; "" of officers.
        counters: Those who would lie there: a lorry and whom it carries are two.
    """

    kind: str
    type: str
    counters: tuple[Counter, ...]


def may_be(table: Table, side: str, way: Sequence[str]) -> tuple[Supposed, ...]:
    """Return what a marker of *side* may be that goes *way*, in the order of its army.

    Args:
        table: As the other side sees it.
        side: Whose marker it is.
        way: Hexes that it passes, from where it began.
    """
    found = tuple(_of_army(table, side))
    able = tuple(one for one in found if _can_go(table, one.counters[0], way))
    return able or found


def _of_army(table: Table, side: str) -> Iterator[Supposed]:
    """Yield what a side has that nobody has recognised, each kind of counter once."""
    roster, army = load_roster(), scenario_of(table).of(side)
    left, officers = Count[str](), len(army.guides)
    for row in army.units:
        pool = roster.pools[row.pool]
        left[pool.troops] += row.number * pool.number
        left.update(dict.fromkeys(row.added, 0))
        for key in row.added:
            left[key] += row.number
        if roster.types[pool.troops].kind not in ARMOUR:
            officers += row.number
    known = [one for one in table.counters.values() if one.side == side]
    left.subtract(one.type for one in known if one.printed is not None)
    officers -= sum(one.printed is None and not rides_armour(one) for one in known)
    for key in left:
        if left[key] > 0:
            yield from _of_type(side, key, [one for one in left if left[one] > 0])
    if officers > 0:
        leader = next(iter(roster.officers.values()))
        yield Supposed(OFFICER, "", (_counter(side, leader.key),))


def _counter(side: str, type_: str) -> Counter:
    return Counter(f"{side}-{_ASIDE}", side, type_, unseen=True)


def _of_type(side: str, key: str, types: Sequence[str]) -> Iterator[Supposed]:
    """Yield a counter as it may be met: mounted or not, with somebody aboard or not."""
    one = _counter(side, key)
    assert one.printed is not None
    if is_fixed(one):
        return  # it comes in tow alone
    kind = one.printed.kind
    yield Supposed(kind.value, key, (one,))
    if kind is Kind.CAVALRY:
        yield Supposed(ON_FOOT, key, (replace(one, afoot=True),))
    if is_vehicle(one):
        loads = (replace(_counter(side, each), id=f"{one.id}-load") for each in types)
        load = next((each for each in loads if can_be_carried(each) or is_towed(each)), None)
        if load is not None:
            yield Supposed(LADEN, key, (one, replace(load, at=f"{ABOARD}{one.id}")))


def _can_go(table: Table, one: Counter, way: Sequence[str]) -> bool:
    """Say whether a counter could go a way at its fastest, a hex that a road gives not counted."""
    battlefield, crossing = battlefield_of(table), crossing_of(table, one)
    if way_cost(battlefield, way, gait_of(one), crossing) is None:
        return False
    deeds = [Deed.MOVE]
    if gait_of(one) == "foot":
        deeds.append(Deed.DOUBLE)
    if is_mounted(one):
        deeds.append(Deed.CHARGE)
    takes = way_cost(battlefield, way[:-1], gait_of(one), crossing) or 0
    return takes <= max(points_of(table, one, deed) for deed in deeds)


# -- what a shot brings ------------------------------------------------------------------------


def of_shot(
    table: Table, doing: Doing, way: Sequence[str], shot: Fire, bare: tuple[str, ...]
) -> Iterator[Odds]:
    """Yield what a shot brings at a marker that comes, for each kind that it may be (3.4, 3.5).

    Kinds to which the same may happen are told together.

    Args:
        table: As those see it who fire.
        doing: The marker's move, from where it is now.
        way: Its whole way.
        shot: Who fires, and where.
        bare: Those of them who have no reaction marker.
    """
    who = parted(shot.who)
    side = other(table.counters[who[0]].side)
    found = may_be(table, side, way)
    results: dict[Distribution[int] | str, list[Supposed]] = {}
    for one in found:
        results.setdefault(_result(table, one, doing, shot, bare), []).append(one)
    about: Params = {"who": counter_terms(who), "n": len(who), "hex": hex_term(shot.at)}
    for result, those in results.items():
        if len(those) == len(found) > 1:
            supposing = Text("odds.supposing.any")
        else:
            supposing = Text("odds.supposing", {"kinds": _names(those, found)})
        yield replace(_told(Text("odds.fire.marker", about), result), supposing=supposing)


def _told(about: Text, result: Distribution[int] | str) -> Odds:
    assumed = (Text("odds.given.as_it_stands"),)
    if isinstance(result, str):
        why = Text("odds.kept.unseen" if result == _UNSEEN else "odds.kept.safe")
        return Odds(about, "3.4.reaction", (Chance(why, Fraction(1)),), assumed=assumed)
    return tell_odds(
        about,
        "8.2",
        result,
        lambda n: Text("odds.hits", {"n": n}),
        worst=lambda n: -n,
        expected=((Text("odds.hits.expected"), result.mean(lambda n: n)),),
        assumed=assumed,
    )


def _names(those: Sequence[Supposed], found: Sequence[Supposed]) -> tuple[Term, ...]:
    """Return what some are called: by their kind, or where others of it fare otherwise by type."""
    names: dict[Term, None] = {}
    for one in those:
        alike = all(each in those for each in found if each.kind == one.kind)
        name = Term("supposed", one.kind) if alike or not one.type else Term("type", one.type)
        names[name] = None
    return tuple(names)


def _result(
    table: Table, one: Supposed, doing: Doing, shot: Fire, bare: tuple[str, ...]
) -> Distribution[int] | str:
    """Return the hits of a shot at what a marker may be, or why nobody fires."""
    who, battlefield = parted(shot.who), battlefield_of(table)
    passed = doing.way[1 : doing.way.index(shot.at) + 1]
    eyes, weather = watchers(table, table.counters[who[0]].side), farther(table)
    seen = any(
        is_seen(
            battlefield,
            _laid(table, one, place, moved=True),
            _at(one, place),
            eyes,
            weather=weather,
        )
        for place in passed
    )
    then = _laid(table, one, shot.at, moved=bool(passed), unseen=not seen)
    against: list[str] = []
    for munition in (Munition.AP, Munition.AT, Munition.ART):
        salvo = Salvo(who, munition, shot.at, halved=bare, joined=True)
        refusals = against_salvo(battlefield, then, salvo)
        if not refusals:
            return chances(aim_of(battlefield, then, salvo))
        against += [each.code for each in refusals]
    return _SAFE if seen and "fire.not_seen" not in against else _UNSEEN


def _at(one: Supposed, place: str) -> Counter:
    return replace(one.counters[0], at=place, moved=True)


def _laid(table: Table, one: Supposed, place: str, *, moved: bool, unseen: bool = True) -> Table:
    """Return the table with what a marker may be in a hex."""
    first, *loads = (replace(each, moved=moved, unseen=unseen) for each in one.counters)
    there = {each.id: each for each in (replace(first, at=place), *loads)}
    return replace(table, counters={**table.counters, **there})
