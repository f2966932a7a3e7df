"""What is added to the die of each who fights (8), before it is thrown.

Rules:
    2.cancels, 2.table.scythed, 5.charge.impact, 5.evade.reached, 7.charged, 7.fighting, 8.tactics,
    8.overlap.bonus, 8.disorder, 8.terrain.foot, 8.terrain.mounted, 8.general, 8.phalanx, 8.impact,
    8.flank, 8.leaders, 8.works, 10.brush.beasts, 10.dunes.camels, 10.river.bank,
    10.stream.crossing; ADG-R12, ADG-R28, ADG-R46, ADG-R48, ADG-R49, ADG-R51, ADG-R53, ADG-R82,
    ADG-R84.
    Also 8.terrain.bank, 8.terrain.height, 8.terrain.impact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.api import Term
from engine.art_of_war import bonuses
from engine.art_of_war.bonuses import Bout
from engine.art_of_war.ground import Going, features_at, going_of, is_high, kind_of
from engine.art_of_war.rules.melee.pairs import Pair, edge_struck
from engine.art_of_war.rules.melee.phalanx import is_deep
from engine.art_of_war.rules.melee.works import work_before
from engine.art_of_war.rules.rout.leaders import is_fighting
from engine.art_of_war.state import Table, Unit, joined_general
from engine.art_of_war.survey import base_of, is_mounted, profile_of
from engine.art_of_war.tables.combat import load_combat
from engine.art_of_war.troops import TroopType


class Added(NamedTuple):
    """Something that is added to a die: a key of ``combat.csv``, and how much."""

    key: str
    value: int


def in_words(added: Iterable[Added], **later: int) -> tuple[Term, ...]:
    """Return what is added to a die as words, and what is added *later*, once it has fallen."""
    every = (*added, *(Added(key, value) for key, value in later.items()))
    words = tuple(Term("added", f"{one.key}{one.value:+d}") for one in every if one.value)
    return words or (Term("added", "nothing"),)


def is_flanked(table: Table, pair: Pair, unit: str) -> bool:
    """Say whether a unit is attacked in flank or rear by whom it fights (8.flank.alone)."""
    return unit == pair.two and edge_struck(table, pair.contact) != "front"


def was_charged(pair: Pair, unit: str) -> bool:
    """Say whether a unit fights the first round of a melee that its adversary's charge began."""
    return pair.first and pair.contact.charge and pair.one != unit


def added(table: Table, pair: Pair, unit: Unit) -> tuple[Added, ...]:
    """Return all that is added to the die of one of a pair, but nothing that adds 0."""
    foe = table.units[pair.foe_of(unit.id)]
    known = load_combat().melee
    void = pair.first and bonuses.voids(profile_of(foe), profile_of(unit))
    found = (*_of_troops(table, pair, unit, foe), *_of_place(table, pair, unit, foe))
    return tuple(
        one for one in found if one.value and not (void and one.value > 0 and known[one.key].void)
    )


def _of_troops(table: Table, pair: Pair, unit: Unit, foe: Unit) -> Iterator[Added]:
    """Yield what troops, formation, impact and those who overlap add."""
    melee = load_combat().melee
    yield _factor(table, pair, unit, foe)
    yield Added("impact", _impact(table, pair, unit, foe))
    profile = profile_of(unit)
    if profile.mixed and was_charged(pair, unit.id) and is_mounted(foe) and not unit.shot:
        yield Added("support", melee["support"].value)
    number = min(len(pair.helpers_of(unit.id)), load_combat().most["overlaps"])
    yield Added("overlap", number * melee["overlap"].value)


def _factor(table: Table, pair: Pair, unit: Unit, foe: Unit) -> Added:
    """Return the factor of the troop table, or what deep formation gives in its place."""
    flat = not features_bad(table, unit) and not features_bad(table, foe)
    own, other = profile_of(unit), profile_of(foe)
    deep = is_deep(table, unit) and not is_flanked(table, pair, unit.id)
    bout = Bout(first=pair.first, open=flat, deep=deep)
    return Added("deep" if deep else "factor", bonuses.factor(own, other, bout))


def _impact(table: Table, pair: Pair, unit: Unit, foe: Unit) -> int:
    """Return what impact adds: in the first round of a charge, unless it is voided (8.impact).

    The charged have theirs too; foot against mounted troops only as it charges them (ADG-R49).
    """
    contact = pair.contact
    if not (pair.first and contact.charge) or is_flanked(table, pair, unit.id):
        return 0
    own, other = profile_of(unit), profile_of(foe)
    if bonuses.cancels(other, own) or is_defended(table, pair, foe.id):
        return 0
    if is_mounted(unit):
        spoilt = is_staked(pair, foe) or hindered(table, unit) > Going.OPEN
        return 0 if spoilt else bonuses.impact(own, other)
    if is_mounted(foe) and contact.one != unit.id:
        return 0
    return bonuses.impact(own, other)


def _of_place(table: Table, pair: Pair, unit: Unit, foe: Unit) -> Iterator[Added]:
    """Yield what state, ground, generals and fortifications add."""
    melee = load_combat().melee
    if unit.lost:
        yield Added("disorder", melee["disorder"].value)
    yield from _of_ground(table, unit, foe)
    general = joined_general(table, unit.id)
    if general is not None and is_fighting(general):
        yield Added("general", melee["general"].value)
    if is_flanked(table, pair, unit.id):
        yield Added("flank", melee["flank"].value)
    if unit.caught:
        yield Added("caught", melee["caught"].value)
    if is_defended(table, pair, unit.id):
        yield Added("work", melee["work"].value)
    if is_mounted(unit) and is_defended(table, pair, foe.id):
        yield Added("work_mounted", melee["work_mounted"].value)
    if is_mounted(unit) and is_staked(pair, foe):
        yield Added("stakes", melee["stakes"].value)


def _of_ground(table: Table, unit: Unit, foe: Unit) -> Iterator[Added]:
    base, enemy = base_of(unit), base_of(foe)
    here, there = features_at(table, base), features_at(table, enemy)
    if not here and not there:
        return
    melee = load_combat().melee
    going, kind = hindered(table, unit), profile_of(unit).troop.type
    if is_mounted(unit):
        if going > Going.OPEN:
            yield Added("bad_mounted", melee["bad_mounted"].value)
    elif going is Going.ROUGH and kind not in (TroopType.LI, TroopType.MI):
        yield Added("rough_foot", melee["rough_foot"].value)
    elif going > Going.ROUGH and kind is not TroopType.LI:
        yield Added("difficult_foot", melee["difficult_foot"].value)
    if is_high(table, base) and not is_high(table, enemy):
        yield Added("height", melee["height"].value)
    if not any(kind_of(one).bank for one in here):
        yield Added("bank", max((kind_of(one).bank for one in there), default=0))
    yield Added("stream", -max((kind_of(one).stream for one in here), default=0))


def hindered(table: Table, unit: Unit) -> Going:
    """Return the worst ground that a unit fights in, but for what its kind is at home in.

    Camels are at home in dunes and brush, elephants in brush (10.brush.beasts, 10.dunes.camels).
    """
    profile = profile_of(unit)
    words = {str(profile.troop.type)} | ({"camels"} if profile.camels else set())
    bad = (
        going_of(one)
        for one in features_at(table, base_of(unit))
        if words.isdisjoint(kind_of(one).eased)
    )
    return max(bad, default=Going.OPEN)


def features_bad(table: Table, unit: Unit) -> bool:
    """Say whether a unit stands in ground that is not open, whatever that is to its kind."""
    return any(going_of(one) > Going.OPEN for one in features_at(table, base_of(unit)))


def is_defended(table: Table, pair: Pair, unit: str) -> bool:
    """Say whether a unit is attacked across a fortification that it stands behind (ADG-R28)."""
    if unit != pair.two or pair.contact.edge != "front":
        return False
    return work_before(table, table.units[unit]) is not None


def is_staked(pair: Pair, unit: Unit) -> bool:
    """Say whether a unit stands at its stakes, and is met at its front (ADG-R51)."""
    moved = unit.stirred or unit.moves > 0 or unit.evaded
    in_front = unit.id == pair.two and pair.contact.edge == "front"
    return profile_of(unit).stakes and in_front and not moved
