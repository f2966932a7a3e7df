"""Missions of batteries off the board and of aircraft, directed by an officer (8.1.4, 13).

One mission, and the unit is activated too; or two, and it is not. Missions of one activation that
come down on the same hex are one attack.

Rules:
    3.4 f, 3.4 g, 8.1.1, 8.1.3, 8.1.4, 13; ALB-R15, ALB-R16, ALB-R50, ALB-R58, ALB-R72, ALB-R84,
    ALB-H4, ALB-H12.
    Also 8.1.3.sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from engine.api import Params
from engine.barricadas.actions import Landing, Lands
from engine.barricadas.frames import FLIGHTS, MISSIONS, ON_BOARD, Deed, Doing
from engine.barricadas.ground import Battlefield
from engine.barricadas.play import Against, Play, counter_term, hex_term
from engine.barricadas.roster import Munition
from engine.barricadas.rules.artillery import aviation
from engine.barricadas.rules.artillery.falls import Fall, Load
from engine.barricadas.rules.artillery.guns import fire_guns
from engine.barricadas.rules.attack.aiming import has_line, of_target
from engine.barricadas.rules.attack.effect import Aim, brought
from engine.barricadas.rules.attack.firing import Shells, strike
from engine.barricadas.scenario import BatteryRow
from engine.barricadas.state import SEATS, Counter, Table, counters_in, is_enemy_in, other
from engine.barricadas.survey import battlefield_of, scenario_of
from engine.barricadas.tables.aviation import load_aviation
from engine.barricadas.tables.batteries import factors
from engine.barricadas.tables.fire import load_fire_table
from engine.barricadas.tables.scatter import landing, spread, strays
from engine.kit.standing_orders import Orders, in_force
from engine.kit.wording import refuse

MOST = 2
"""Missions that an officer can direct in one activation (8.1.1)."""

DIE: Final = range(1, 7)

DISPERSED = frozenset((Deed.BARRAGE, Deed.CARPET))
"""Missions on seven hexes (8.1.3)."""


def key_of(seat: str, battery: BatteryRow) -> str:
    """Return under which key the missions that a battery has left are counted."""
    return f"{seat}.{battery.calibre}"


def batteries_left(table: Table, seat: str, spent: int = 0) -> Iterator[BatteryRow]:
    """Yield the batteries that can still fire, the heaviest first, each once for each mission.

    Args:
        table: As somebody sees it.
        seat: Whose.
        spent: Missions that are to be fired before.
    """
    rows = sorted(scenario_of(table).of(seat).batteries, key=lambda row: -row.calibre)
    each = [row for row in rows for _ in range(table.missions.get(key_of(seat, row), 0))]
    yield from each[spent:]


def against_directing(
    table: Table, leader: Counter, doing: Doing, own: Sequence[Doing], before: Sequence[Doing]
) -> Against:
    """Return what keeps somebody from directing a mission of any kind (8.1.1).

    Args:
        table: As somebody sees it.
        leader: Who is to direct it.
        doing: The mission.
        own: What their unit does before it in the activation.
        before: What is done before it at all, another officer's missions too (7.3).
    """
    if leader.officer is None or leader.routed:
        return [refuse("mission.officer", "8.1.1", who=counter_term(leader))]
    directed = sum(one.deed in MISSIONS for one in own)
    if directed >= MOST:
        return [refuse("mission.most", "8.1.1", most=MOST)]
    if directed and len(own) > directed:
        return [refuse("mission.two", "8.1.1")]
    flies = doing.deed in FLIGHTS
    if any((one.deed in FLIGHTS) is not flies for one in before if one.deed in MISSIONS):
        return [refuse("mission.mixed", "8.1.1.air")]
    if not has_line(battlefield_of(table), table, leader, doing.target):
        return [refuse("mission.no_line", "8.1.1.sight", hex=hex_term(doing.target))]
    return []


def against_mission(
    table: Table,
    group: Sequence[Counter],
    doing: Doing,
    own: Sequence[Doing],
    before: Sequence[Doing],
) -> Against:
    """Return what keeps an officer from directing a mission off the board at a hex (8.1.4).

    Args:
        table: As somebody sees it.
        group: The officer, alone.
        doing: The mission.
        own: What their unit does before it in the activation.
        before: What is done before it at all, another officer's missions too (7.3).
    """
    leader = group[0]
    if len(group) > 1:
        return [refuse("mission.officer", "8.1.1", who=counter_term(leader))]
    against = against_directing(table, leader, doing, own, before)
    if against:
        return against
    if doing.deed in FLIGHTS:
        return aviation.against_flight(table, leader.side, doing.deed, before)
    fired = sum(one.deed in MISSIONS - ON_BOARD for one in before)
    if next(batteries_left(table, leader.side, fired), None) is None:
        return [refuse("mission.none", "8.1.4")]
    return []


def load_of(table: Table, seat: str, doing: Doing, spent: int = 0) -> Load:
    """Return what a mission that is allowed brings.

    *Spent* are missions of batteries that are to be fired before it.
    """
    if doing.deed in FLIGHTS:
        kind = aviation.FLOWN[doing.deed]
        named: Params = {"aircraft": aviation.aircraft_term(kind)}
        calibre, brings = load_aviation().calibre, aviation.brings(doing.deed)
        return Load(aviation.key_of(seat, kind), brings, calibre, "air", named)
    battery = next(batteries_left(table, seat, spent))
    dispersed = doing.deed in DISPERSED
    brings = factors(battery.calibre, complete=battery.complete, dispersed=dispersed)
    told: Params = {"calibre": battery.calibre}
    return Load(key_of(seat, battery), brings, battery.calibre, "mission", told)


def fire_missions(play: Play, doings: Sequence[Doing]) -> None:
    """Let the missions of one activation come down; those off the board where chance takes them."""
    falls = [fall for one in doings if (fall := _fired(play, one)) is not None]
    struck: dict[str, list[Load]] = {}
    for fall in falls:
        for place in fall.hexes:
            struck.setdefault(place, []).append(fall.load)
    for place, loads in struck.items():
        _attack(play, place, loads)


def _fired(play: Play, doing: Doing) -> Fall | None:
    return fire_guns(play, doing) if doing.deed in ON_BOARD else _come_down(play, doing)


def _come_down(play: Play, doing: Doing) -> Fall | None:
    """Throw for where a mission comes down; ``None`` where it is called off, lost or sent away."""
    leader, battlefield, table = play.counter(doing.who[0]), play.battlefield, play.table
    seat, target = leader.side, doing.target
    load = load_of(table, seat, doing)
    if doing.deed in FLIGHTS and aviation.drives_off(play, seat, doing):
        _spend(play, load)
        return None
    table = play.table
    # Whether it is called off hangs on what the officer sees, and so on where they stand.
    knowing = play.knowing((leader,))
    hidden = knowing is not None
    die = play.die("scatter", hidden=hidden)
    hexes = strays(die, blind=is_blind(table, leader.side, target))
    place = target
    if hexes:
        place = landing(battlefield, target, hexes, play.die("direction", hidden=hidden))
    told: Params = {"hex": hex_term(target), **load.named}
    if not place:
        _spend(play, load)
        play.tell_figures(f"{load.source}.lost", "8.1.4.2.scatter", knowing, {"die": die}, **told)
        return None
    area = _area(battlefield, doing, place)
    falls = falls_of(play.secrets[seat].standing)
    if has_line(battlefield, table, leader, place) and not is_wanted(table, seat, area, falls):
        play.tell_figures(
            f"{load.source}.called_off",
            "8.1.4.2.choice",
            knowing,
            {"die": die},
            **told,
            at=hex_term(place),
        )
        return None
    _spend(play, load)
    play.tell_figures(
        f"{load.source}.falls",
        "8.1.4.2",
        knowing,
        {"die": die, "strays": hexes},
        **told,
        at=hex_term(place),
    )
    return Fall(area, load)


def is_blind(table: Table, seat: str, target: str) -> bool:
    """Say whether a side's mission is at a hex without a recognised enemy (8.1.4.2; ALB-R15)."""
    return all(one.unseen for one in counters_in(table, target, other(seat)))


def falls_of(orders: Orders) -> Lands:
    """Return which missions that come down in sight a side lets fall (8.1.4.2, ALB-R72)."""
    order = in_force(orders, Landing)
    return "enemies" if order is None else order.falls


def is_wanted(table: Table, seat: str, area: Sequence[str], falls: Lands) -> bool:
    """Say whether an officer who sees where it comes down lets a mission fall (ALB-R72).

    On friends alone never.
    """
    own = any(True for place in area for _ in counters_in(table, place, seat))
    enemies = any(is_enemy_in(table, place, seat) for place in area)
    if own:
        return enemies and falls in ("friends", "all")
    return enemies or falls in ("empty", "all")


class Landed(NamedTuple):
    """Where a mission may come down, and how likely it is.

    Attributes:
        place: The hex; "" off the board.
        area: The hexes that it strikes there.
        chance: How likely, without flak.
        seen: Whether its officer sees the hex, and may call it off.
    """

    place: str
    area: tuple[str, ...]
    chance: Fraction
    seen: bool


def landings(table: Table, leader: Counter, doing: Doing) -> Iterator[Landed]:
    """Yield where a mission may come down, as far as a table shows who is there (8.1.4.2)."""
    battlefield = battlefield_of(table)
    blind = is_blind(table, leader.side, doing.target)
    chances: dict[str, Fraction] = {}
    for die in DIE:
        hexes = strays(die, blind=blind)
        for side in DIE:
            place = landing(battlefield, doing.target, hexes, side) if hexes else doing.target
            chances[place] = chances.get(place, Fraction(0)) + Fraction(1, len(DIE) ** 2)
    for place, chance in chances.items():
        area = _area(battlefield, doing, place) if place else ()
        seen = bool(place) and has_line(battlefield, table, leader, place)
        yield Landed(place, area, chance, seen)


def _area(battlefield: Battlefield, doing: Doing, place: str) -> tuple[str, ...]:
    return spread(battlefield, place) if doing.deed in DISPERSED else (place,)


def _spend(play: Play, load: Load) -> None:
    play.set(missions={**play.table.missions, load.key: play.table.missions[load.key] - 1})


def aim_of_missions(table: Table, place: str, side: str, brings: int) -> Aim:
    """Return what the dice of missions on a side's counters in a hex are thrown with (8.2)."""
    ground = battlefield_of(table).hexes[place].terrain
    divisor = load_fire_table().divisor(ground, position=place in table.positions)
    return Aim(brings, of_target(table, counters_in(table, place, side)), divisor)


def _attack(play: Play, place: str, loads: Sequence[Load]) -> None:
    """Carry out the attack of all that comes down on a hex, on whoever is there (ALB-R16)."""
    brings = sum(load.factors for load in loads)
    sides = [seat for seat in SEATS if any(True for _ in counters_in(play.table, place, seat))]
    for side in sides:
        aim = aim_of_missions(play.table, place, side, brings)
        knowing = play.knowing(counters_in(play.table, place, side))
        dice = play.two_dice("fire", hidden=knowing is not None)
        hits = brought(aim, sum(dice))
        play.tell_figures(
            "air.strikes" if loads[0].source == "air" else "mission.strikes",
            "8.1.4.2.attack",
            knowing,
            {"factors": aim.factors, "dice": dice, "modifier": aim.modifier, "hits": hits},
            hex=hex_term(place),
        )
        shells = Shells(Munition.ART, calibre=max(load.calibre for load in loads))
        # Only from guns on the board do retreats lead away (ALB-R58).
        strongest = max(loads, key=lambda load: load.factors)
        away_from = "" if any(not load.origin for load in loads) else strongest.origin
        strike(play, place, side, hits, shells, away_from)
