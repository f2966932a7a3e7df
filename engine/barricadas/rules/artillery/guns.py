"""Missions of guns and mortars on the board, directed by an officer (8.1.1, 8.1.3; ALB-R14).

The guns of one hex are one mission. The officer sees for them, nothing strays, and they are
finished by it. Dispersed they strike seven hexes with half (ALB-R79).

Rules:
    3.4 f, 6.1, 8.1.1, 8.1.2, 8.1.3, 8.2 a; ALB-R14 to ALB-R16, ALB-R79.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.barricadas.frames import Deed, Doing
from engine.barricadas.play import Against, Play, counter_term, counter_terms, hex_term
from engine.barricadas.roster import Munition
from engine.barricadas.rules.artillery.falls import Fall, Load
from engine.barricadas.rules.attack.aiming import (
    ON_BOARD_ARTILLERY,
    Salvo,
    aim_of,
    of_target,
    seen_in,
)
from engine.barricadas.rules.attack.effect import Aim
from engine.barricadas.rules.turn.activation import can_act
from engine.barricadas.rules.turn.recognition import recognise
from engine.barricadas.state import Counter, Table, counters_in, hex_of, other
from engine.barricadas.survey import battlefield_of
from engine.barricadas.tables.fire import halved, load_fire_table
from engine.barricadas.tables.scatter import spread
from engine.kit.wording import refuse


def guns_for(table: Table, officer: Counter) -> list[Counter]:
    """Return the guns and mortars that an officer may direct (ALB-R14).

    Those of their unit in command, and those of any with or beside them, that can act.
    """
    battlefield, place = battlefield_of(table), hex_of(table, officer)

    def near(one: Counter) -> bool:
        mine = one.unit == officer.unit and not one.out
        return mine or battlefield.distance(one.at, place) <= 1

    return [
        one
        for one in table.counters.values()
        if one.side == officer.side and one.on_ground and can_act(one)
        if one.printed is not None and one.printed.kind in ON_BOARD_ARTILLERY and near(one)
    ]


def against_guns(table: Table, officer: Counter, guns: Sequence[Counter], target: str) -> Against:
    """Return what keeps guns from firing a mission at a hex, but for who directs it (8.2 a)."""
    if not guns:
        return [refuse("direct.guns", "3.4.f.mission")]
    if len({one.at for one in guns}) > 1:
        return [refuse("direct.apart", "3.4.f.mission")]
    battlefield = battlefield_of(table)
    distance = battlefield.distance(guns[0].at, target)
    if not distance:
        return [refuse("fire.own_hex", "4.sides", who=counter_term(guns[0]))]
    for one in guns:
        most = 0 if one.printed is None else 2 * one.printed.weapons[Munition.ART].range
        if distance > most:
            who = counter_term(one)
            return [refuse("fire.too_far", "8.range", who=who, n=distance, most=most)]
    if not seen_in(battlefield, table, hex_of(table, officer), target, officer.side):
        who, place = counter_term(officer), hex_term(target)
        return [refuse("fire.not_seen", "8.1.1.sight", who=who, hex=place)]
    return []


def factors_of(table: Table, doing: Doing) -> int:
    """Return what the guns of a mission bring to each hex that they strike (8.2 c, 8.1.3)."""
    salvo = Salvo(doing.who[1:], Munition.ART, doing.target)
    whole = aim_of(battlefield_of(table), table, salvo).factors
    return halved(whole) if doing.deed is Deed.SPREAD else whole


def aim_of_guns(table: Table, doings: Sequence[Doing]) -> Aim:
    """Return what the dice are thrown with where missions of guns strike one hex (ALB-R16)."""
    first, battlefield = doings[0], battlefield_of(table)
    side, ground = table.counters[first.who[0]].side, battlefield.hexes[first.target].terrain
    return Aim(
        sum(factors_of(table, one) for one in doings),
        of_target(table, counters_in(table, first.target, other(side))),
        load_fire_table().divisor(ground, position=first.target in table.positions),
    )


def fire_guns(play: Play, doing: Doing) -> Fall | None:
    """Let the guns of a mission fire; ``None`` where nobody is left to fire, or to fire at."""
    officer = play.counter(doing.who[0])
    able = (play.counter(key) for key in doing.who[1:])
    guns = [one for one in able if one.on_ground and not one.routed]
    keys = tuple(one.id for one in guns)
    place = hex_term(doing.target)
    if against_guns(play.table, officer, guns, doing.target):
        play.tell_of("fire.gone", "6", doing.who[1:], officer.side, felt=False, hex=place)
        return None
    recognise(play, keys)
    factors = factors_of(play.table, replace(doing, who=(officer.id, *keys)))
    play.tell("direct.fires", "8.1.1", who=counter_terms(keys), n=len(keys), hex=place)
    dispersed = doing.deed is Deed.SPREAD
    area = spread(play.battlefield, doing.target) if dispersed else (doing.target,)
    calibre = max(one.printed.calibre for one in guns if one.printed is not None)
    return Fall(area, Load("", factors, calibre, "mission", {}, guns[0].at))
