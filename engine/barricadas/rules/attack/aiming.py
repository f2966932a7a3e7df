"""Who may fire together at what, and with how much (8, 8.2 a to d).

Everything here looks at a table as somebody sees it: whom they do not recognise nobody aims at.

Rules:
    3.4 (reaction), 6, 6.1, 8 (fire groups), 8.2 a to d, 9.2; ALB-R6, ALB-R12, ALB-R14, ALB-R15,
    ALB-R38, ALB-R49, ALB-H2.
    Also 5.5.target, 6.1.artillery, 6.all, 6.armour, 8.2.a, 8.2.b, 8.2.c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.barricadas.ground import Battlefield
from engine.barricadas.observation import observes
from engine.barricadas.play import Against, counter_term, hex_term
from engine.barricadas.roster import ARMOUR, Kind, Munition, Weapon
from engine.barricadas.rules.attack.effect import Aim
from engine.barricadas.rules.attack.factor import Shooter, factor, total
from engine.barricadas.rules.turn.recognition import size_of
from engine.barricadas.sight import line, sees
from engine.barricadas.state import (
    Counter,
    Table,
    counters_in,
    hex_of,
    is_hidden,
    officer_of,
    other,
)
from engine.barricadas.survey import is_mounted
from engine.barricadas.tables.fire import load_fire_table
from engine.barricadas.weather import farther, of_dark
from engine.kit.wording import refuse

ON_BOARD_ARTILLERY = frozenset((Kind.MORTAR, Kind.ARTILLERY, Kind.INFANTRY_GUN))


@dataclass(frozen=True, slots=True)
class Salvo:
    """One attack by fire.

    Attributes:
        who: The counters that fire.
        munition: With what.
        target: The hex.
        halved: Those of them whose factors are halved, because they react without a marker or
            defend unprepared (3.4, 9.2).
        joined: Whether they may join because they share a hex, wherever their officer is: in
            reaction and in defence (ALB-R9, ALB-R12).
    """

    who: tuple[str, ...]
    munition: Munition
    target: str
    halved: tuple[str, ...] = ()
    joined: bool = False


def weapon_of(counter: Counter, munition: Munition) -> Weapon | None:
    """Return what a counter attacks with; machine guns use AP against armour too (8.mmg)."""
    printed = counter.printed
    if printed is None:
        return None
    found = printed.weapons.get(munition)
    if found is None and munition is Munition.AT and printed.kind is Kind.MMG:
        return printed.weapons.get(Munition.AP)
    return found


def can_be_hit(counter: Counter, munition: Munition, *, machine_guns: bool) -> bool:
    """Say whether an attack affects a counter (8.table, ALB-R24, ALB-R49).

    Loads have no part of their own: they suffer with their lorry (8.3.1, ALB-R23).
    """
    printed = counter.printed
    if printed is None or counter.carrier:
        return False
    if munition is Munition.ART:
        return True
    armoured = printed.kind in ARMOUR
    if munition is Munition.AP:
        return not armoured
    return armoured and (not machine_guns or printed.armour == 0)


def is_machine_guns(firing: Sequence[Counter], munition: Munition) -> bool:
    """Say whether those who fire AT are machine guns."""
    return munition is Munition.AT and all(
        one.printed is not None and one.printed.kind is Kind.MMG for one in firing
    )


def seen_in(
    battlefield: Battlefield,
    table: Table,
    watcher: str,
    target: str,
    side: str,
    fits: Callable[[Counter], bool] = lambda _: True,
) -> bool:
    """Say whether from a hex any recognised enemy of *side* is observed in another (6)."""
    weather = farther(table)
    return any(
        observes(battlefield, watcher, target, size_of(one), moving=one.moved, weather=weather)
        for one in counters_in(table, target, other(side))
        if not one.unseen and fits(one)
    )


def in_view(battlefield: Battlefield, table: Table, salvo: Salvo) -> frozenset[str]:
    """Return whom an attack is at, officers with them: of armour those whom all see who fire (6).

    AP and ART strike all in the hex, seen or not.
    """
    firing = [table.counters[key] for key in salvo.who]
    there = counters_in(table, salvo.target, other(firing[0].side))
    eyes = {hex_of(table, one) for one in firing} if salvo.munition is Munition.AT else set()
    weather = farther(table)
    return frozenset(
        one.id
        for one in there
        if one.printed is None
        or all(
            observes(
                battlefield, eye, salvo.target, size_of(one), moving=one.moved, weather=weather
            )
            for eye in eyes
            if eye != salvo.target
        )
    )


def eyes_of(
    battlefield: Battlefield, table: Table, firing: Counter, munition: Munition
) -> Iterator[str]:
    """Yield the hexes from which a counter may see for an attack (6.1, ALB-R14).

    Artillery on the board sees with any officer of its side with it or beside it.
    """
    here = hex_of(table, firing)
    yield here
    if munition is Munition.ART:
        for one in table.counters.values():
            if one.side == firing.side and one.officer is not None and not one.routed:
                place = hex_of(table, one)
                if place in battlefield.hexes and battlefield.distance(here, place) == 1:
                    yield place


def is_masked(battlefield: Battlefield, table: Table, firing: Counter, target: str) -> bool:
    """Say whether own counters as high as who fires, or higher, stand in the line (8.2 a).

    Officers alone do not count; along a side both hexes must hold some (ALB-R38).
    """
    here = hex_of(table, firing)
    level = battlefield.hexes[here].level

    def masks(place: str) -> bool:
        own = counters_in(table, place, firing.side)
        return battlefield.hexes[place].level >= level and any(
            one.printed is not None for one in own
        )

    return any(all(masks(one) for one in step) for step in line(battlefield, here, target))


def against_salvo(battlefield: Battlefield, table: Table, salvo: Salvo) -> Against:
    """Return what keeps some counters of one side from firing together at a hex."""
    firing = [table.counters[key] for key in salvo.who]
    found = _against_group(battlefield, table, firing, joined=salvo.joined)
    if salvo.munition is Munition.ART and any(not _is_artillery(one) for one in firing):
        found.append(refuse("fire.not_artillery", "8.art"))
    guns = [is_machine_guns((one,), salvo.munition) for one in firing]
    if any(guns) and not all(guns):
        found.append(refuse("fire.machine_guns", "8.mmg"))
    for one in firing:
        found += _against_one(battlefield, table, one, salvo)
    return found


def _is_artillery(counter: Counter) -> bool:
    return counter.printed is not None and counter.printed.kind in ON_BOARD_ARTILLERY


def _against_group(
    battlefield: Battlefield, table: Table, firing: Sequence[Counter], *, joined: bool
) -> Against:
    if len(firing) < 2:
        return []
    first = firing[0]
    if any(one.unit != first.unit or not one.unit or one.out for one in firing):
        return [refuse("fire.not_one_unit", "8.group")]
    if joined:
        if len({hex_of(table, one) for one in firing}) > 1:
            return [refuse("fire.not_one_hex", "3.4.reaction.group")]
        return []
    leader = officer_of(table, first.unit)
    if leader is None:
        return [refuse("fire.no_officer", "8.group")]
    place = hex_of(table, leader)
    far = [one for one in firing if battlefield.distance(hex_of(table, one), place) > 1]
    return [
        refuse("fire.far_from_officer", "8.group", who=counter_term(one), hex=hex_term(place))
        for one in far
    ]


def _against_one(battlefield: Battlefield, table: Table, one: Counter, salvo: Salvo) -> Against:
    who, target = counter_term(one), salvo.target
    weapon = weapon_of(one, salvo.munition)
    if weapon is None or one.carrier:
        return [refuse("fire.no_weapon", "8", who=who)]
    guns = is_machine_guns((one,), salvo.munition)

    def fits(each: Counter) -> bool:
        return can_be_hit(each, salvo.munition, machine_guns=guns)

    distance = battlefield.distance(hex_of(table, one), target)
    if distance > 2 * weapon.range:
        most = 2 * weapon.range
        return [refuse("fire.too_far", "8.range", who=who, n=distance, most=most)]
    if not distance:
        return [refuse("fire.own_hex", "4.sides", who=who)]
    if not any(fits(each) for each in counters_in(table, target, other(one.side))) and (
        salvo.munition is Munition.AT or not _only_officers(table, target, other(one.side))
    ):
        return [refuse("fire.nobody", "8.table", hex=hex_term(target))]
    wanted = fits if salvo.munition is Munition.AT else (lambda _: True)
    watching = eyes_of(battlefield, table, one, salvo.munition)
    if not any(seen_in(battlefield, table, eye, target, one.side, wanted) for eye in watching):
        return [refuse("fire.not_seen", "6", who=who, hex=hex_term(target))]
    if salvo.munition is not Munition.ART and is_masked(battlefield, table, one, target):
        return [refuse("fire.through_own", "8.2.a.through", who=who, hex=hex_term(target))]
    return []


def _only_officers(table: Table, place: str, side: str) -> bool:
    """Say whether officers, or commissars or chaplains, are by themselves in a hex (7.1.alone)."""
    there = list(counters_in(table, place, side))
    return bool(there) and all(one.printed is None for one in there)


def aim_of(battlefield: Battlefield, table: Table, salvo: Salvo) -> Aim:
    """Return what the dice of an attack are thrown with (8.2 c to g)."""
    firing = [table.counters[key] for key in salvo.who]
    # Those who are halved as often are added before (ALB-R6, ALB-R9).
    alike: dict[int, list[Shooter]] = {}
    for one in firing:
        weapon = weapon_of(one, salvo.munition)
        assert weapon is not None, "who has no weapon does not fire"
        distance = battlefield.distance(hex_of(table, one), salvo.target)
        shooter = Shooter(factor(weapon, one.hits), weapon.range, distance)
        alike.setdefault((one.id in salvo.halved) + is_mounted(one), []).append(shooter)
    factors = sum(total(some, halves=halves) for halves, some in alike.items())
    ground = battlefield.hexes[salvo.target].terrain
    position = salvo.target in table.positions
    divisor = load_fire_table().divisor(ground, position=position)
    return Aim(factors, _modifier(table, firing, salvo.target), divisor)


def of_target(table: Table, struck: Iterable[Counter]) -> int:
    """Return what those in the target's hex add to the dice, and the dark (8.2 e, ALB-H2)."""
    added, there = load_fire_table().modifiers, list(struck)
    found = of_dark(table) + (added["moved"] if any(one.moved for one in there) else 0)
    # Mounted is aboard a lorry or on horses; an officer aboard makes nothing worse.
    if any((one.carrier and one.printed is not None) or is_mounted(one) for one in there):
        found += added["carried"]
    if any(one.routed for one in there):
        found += added["routed"]
    return found


def _modifier(table: Table, firing: Sequence[Counter], target: str) -> int:
    """Return what is added to the dice (8.2 e, ALB-H2)."""
    found = of_target(table, counters_in(table, target, other(firing[0].side)))
    if all(one.out for one in firing):
        found += load_fire_table().modifiers["out"]
    return found + _leadership(table, firing)


def may_lead(table: Table, firing: Sequence[Counter]) -> tuple[Counter, ...]:
    """Return who may be the officer who leads all who fire, as the other side sees it (ALB-R2).

    Where their officer is recognised it sees whether they are there; where not, it may be anybody
    who hides with those who fire.
    """
    here, *others = {hex_of(table, one) for one in firing}
    leader = table.counters.get(firing[0].unit)
    if leader is None or not is_hidden(table, leader, None) or others:
        return ()
    return tuple(one for one in counters_in(table, here, firing[0].side) if one.unseen)


def _leadership(table: Table, firing: Sequence[Counter]) -> int:
    """Return what an officer adds who is stacked with all who fire (ALB-H2)."""
    unit, places = firing[0].unit, {hex_of(table, one) for one in firing}
    leader = officer_of(table, unit) if unit else None
    if leader is None or leader.routed or places != {hex_of(table, leader)}:
        return 0
    figures = leader.officer
    return figures.leadership if figures is not None else 0


def has_line(battlefield: Battlefield, table: Table, counter: Counter, target: str) -> bool:
    """Say whether a counter has a line of sight to a hex, whoever is there (6.1)."""
    return sees(battlefield, hex_of(table, counter), target)
