"""Aircraft: which fly, what keeps them away, what they bring (13, lost; ALB-H12).

Officers direct them as they direct batteries off the board; never both in one activation. Before
they come down the enemy's flak is thrown for: the scenario's points, and those of the guns near the
target, which show themselves by it.

Rules:
    2.2.1.2, 3.4 g, 8.1.1.air, 13, 13.flak, 13.attack; ALB-R83, ALB-R84, ALB-H12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Term
from engine.barricadas.frames import Deed, Doing
from engine.barricadas.play import Against, Play, hex_term
from engine.barricadas.roster import Kind
from engine.barricadas.rules.turn.recognition import recognise
from engine.barricadas.state import Counter, Table, other
from engine.barricadas.survey import battlefield_of, scenario_of
from engine.barricadas.tables.aviation import AircraftKind, AircraftRow, is_sent_away, load_aviation
from engine.barricadas.weather import is_dark
from engine.kit.wording import refuse, seat_term

FLOWN: Mapping[Deed, AircraftKind] = {
    Deed.BOMB: "bombers",
    Deed.CARPET: "bombers",
    Deed.STRAFE: "support",
}
"""Which aircraft do what."""


def aircraft_of(deed: Deed) -> AircraftRow:
    """Return the aircraft that a mission is flown with."""
    return load_aviation().by_kind[FLOWN[deed]]


def aircraft_term(kind: AircraftKind) -> Term:
    """Return aircraft as a word for a sentence."""
    return Term("aircraft", kind)


def key_of(seat: str, kind: AircraftKind) -> str:
    """Return under which key the missions that aircraft have left are counted."""
    return f"{seat}.{kind}"


def brings(deed: Deed) -> int:
    """Return the factors of a mission on each hex that it strikes (13.attack)."""
    row = aircraft_of(deed)
    return row.spread if deed is Deed.CARPET else row.factors


def against_flight(table: Table, seat: str, deed: Deed, before: Sequence[Doing]) -> Against:
    """Return what keeps a side's aircraft from flying, besides what keeps any mission (13).

    *Before* is what is done before in the activation.
    """
    kind = FLOWN[deed]
    flown = sum(FLOWN.get(one.deed) == kind for one in before)
    if table.missions.get(key_of(seat, kind), 0) <= flown or not brings(deed):
        return [refuse("air.none", "13", aircraft=aircraft_term(kind))]
    if is_dark(table):
        return [refuse("air.dark", "13")]
    return []


def guns_near(table: Table, target: str, seat: str) -> tuple[Counter, ...]:
    """Return the anti-aircraft guns that fire at *seat*'s aircraft over a hex (ALB-R83)."""
    battlefield, near = battlefield_of(table), load_aviation().near
    return tuple(
        one
        for one in table.counters.values()
        if one.side == other(seat)
        and one.printed is not None
        and one.printed.kind is Kind.ANTI_AIRCRAFT
        and one.on_ground
        and not one.routed
        and battlefield.distance(one.at, target) <= near
    )


def flak(table: Table, target: str, seat: str) -> int:
    """Return the points against *seat*'s aircraft over a hex, as somebody sees the table."""
    guns = guns_near(table, target, seat)
    return scenario_of(table).of(other(seat)).anti_aircraft + load_aviation().gun * len(guns)


def drives_off(play: Play, seat: str, doing: Doing) -> bool:
    """Throw for flak, whose guns show themselves; say whether it sends the mission away."""
    target = doing.target
    recognise(play, tuple(one.id for one in guns_near(play.table, target, seat)))
    points = flak(play.table, target, seat)
    dice = play.two_dice("flak")
    away = is_sent_away(sum(dice), points)
    play.tell(
        "air.driven_off" if away else "air.comes_through",
        "13.flak",
        seat=seat_term(other(seat)),
        aircraft=aircraft_term(FLOWN[doing.deed]),
        hex=hex_term(target),
        dice=dice,
        points=points,
        most=load_aviation().flak - points,
    )
    return away
