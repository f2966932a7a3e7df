"""Missions of batteries off the board, directed by an officer (8.1.1, 8.1.4).

One mission, and the unit is activated too; or two, and it is not. Missions of one activation that
come down on the same hex are one attack.

Rules:
    3.4 f, 8.1.1, 8.1.3, 8.1.4; ALB-R15, ALB-R16, ALB-R50, ALB-R58, ALB-R72, ALB-H4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.api import Event, Param, Params
from engine.barricadas.frames import MISSIONS, Deed, Doing
from engine.barricadas.play import Against, Play, counter_term, hex_term
from engine.barricadas.roster import Munition
from engine.barricadas.rules.attack.aiming import has_line, of_target, seen_in
from engine.barricadas.rules.attack.effect import Aim, brought
from engine.barricadas.rules.attack.firing import Shells, strike
from engine.barricadas.scenario import BatteryRow
from engine.barricadas.state import SEATS, Counter, Table, counters_in, hex_of, is_enemy_in
from engine.barricadas.survey import field_of, scenario_of
from engine.barricadas.tables.batteries import factors
from engine.barricadas.tables.fire import load_fire_table
from engine.barricadas.tables.scatter import landing, spread, strays
from engine.kit.wording import refuse

MOST = 2
"""Missions that an officer can direct in one activation (8.1.1)."""


@dataclass(frozen=True, slots=True)
class _Fall:
    """What one mission brings to the hexes that it strikes."""

    hexes: tuple[str, ...]
    factors: int
    calibre: int


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


def against_mission(
    table: Table, group: Sequence[Counter], target: str, before: Sequence[Doing], spent: int
) -> Against:
    """Return what keeps an officer from directing a mission at a hex (8.1.1).

    Args:
        table: As somebody sees it.
        group: The officer, alone.
        target: The hex.
        before: What their unit does before it in the activation.
        spent: Missions that are directed before it, another officer's too (7.3).
    """
    leader = group[0]
    if len(group) > 1 or leader.officer is None or leader.routed:
        return [refuse("mission.officer", "8.1.1", who=counter_term(leader))]
    directed = sum(one.deed in MISSIONS for one in before)
    if directed >= MOST:
        return [refuse("mission.most", "8.1.1", most=MOST)]
    if directed and len(before) > directed:
        return [refuse("mission.two", "8.1.1")]
    if next(batteries_left(table, leader.side, spent), None) is None:
        return [refuse("mission.none", "8.1.4")]
    if not has_line(field_of(table), table, leader, target):
        return [refuse("mission.no_line", "8.1.1.sight", hex=hex_term(target))]
    return []


def fire_missions(play: Play, doings: Sequence[Doing]) -> None:
    """Let the missions of one activation come down, each where chance takes it (8.1.4.2)."""
    falls = [fall for one in doings if (fall := _come_down(play, one)) is not None]
    struck: dict[str, list[_Fall]] = {}
    for fall in falls:
        for place in fall.hexes:
            struck.setdefault(place, []).append(fall)
    for place, some in struck.items():
        _attack(play, place, some)


def _come_down(play: Play, doing: Doing) -> _Fall | None:
    """Throw for where a mission comes down; ``None`` where it is called off or lost."""
    leader, field, table = play.counter(doing.who[0]), play.field, play.table
    seat, target = leader.side, doing.target
    battery = next(batteries_left(table, seat))
    die = play.die("scatter")
    hexes = strays(die, blind=is_blind(table, leader, target))
    place = landing(field, target, hexes, play.die("direction")) if hexes else target
    dispersed = doing.deed is Deed.BARRAGE
    told: dict[str, Param] = {"hex": hex_term(target), "calibre": battery.calibre, "die": die}
    if not place:
        _spend(play, seat, battery)
        _report(play, "mission.lost", "8.1.4.2.scatter", told)
        return None
    area = spread(field, place) if dispersed else (place,)
    if has_line(field, table, leader, place) and not _is_wanted(table, seat, area):
        _report(play, "mission.called_off", "8.1.4.2.choice", {**told, "at": hex_term(place)})
        return None
    _spend(play, seat, battery)
    _report(play, "mission.falls", "8.1.4.2", {**told, "at": hex_term(place), "strays": hexes})
    brings = factors(battery.calibre, complete=battery.complete, dispersed=dispersed)
    return _Fall(area, brings, battery.calibre)


def is_blind(table: Table, leader: Counter, target: str) -> bool:
    """Say whether an officer directs a mission at a hex in which they see no enemy (8.1.4.2)."""
    return not seen_in(field_of(table), table, hex_of(table, leader), target, leader.side)


def _report(play: Play, code: str, rule: str, params: Params) -> None:
    play.events.append(Event(code, rule, params))


def _is_wanted(table: Table, seat: str, area: Sequence[str]) -> bool:
    """Say whether an officer who sees it lets a mission fall: on enemies, on no friends (R72)."""
    own = any(True for place in area for _ in counters_in(table, place, seat))
    return not own and any(is_enemy_in(table, place, seat) for place in area)


def _spend(play: Play, seat: str, battery: BatteryRow) -> None:
    key = key_of(seat, battery)
    play.set(missions={**play.table.missions, key: play.table.missions[key] - 1})


def _attack(play: Play, place: str, falls: Sequence[_Fall]) -> None:
    """Carry out the attack of all that comes down on a hex, on whoever is there (ALB-R16)."""
    field, table = play.field, play.table
    sides = [seat for seat in SEATS if any(True for _ in counters_in(table, place, seat))]
    for side in sides:
        divisor = load_fire_table().divisor(
            field.hexes[place].terrain, position=place in table.positions
        )
        modifier = of_target(table, counters_in(table, place, side))
        aim = Aim(sum(fall.factors for fall in falls), modifier, divisor)
        dice = play.two_dice("fire")
        hits = brought(aim, sum(dice))
        play.tell(
            "mission.strikes",
            "8.1.4.2.attack",
            hex=hex_term(place),
            factors=aim.factors,
            dice=dice,
            modifier=modifier,
            hits=hits,
        )
        shells = Shells(Munition.ART, calibre=max(fall.calibre for fall in falls))
        strike(play, place, side, hits, shells, "")
