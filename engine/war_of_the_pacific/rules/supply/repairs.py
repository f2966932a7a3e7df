"""Repair of damaged warships (6.5): one die says how many columns or how many turns.

Rules:
    6.5; WP-R22 (a ship that waits leaves the map for the turn track), WP-R41.
    Also 6.5.sunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Choice, Decision, Option, Refusal, Term, Text
from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import RepairShip, Settle
from engine.war_of_the_pacific.counters import is_ship, is_warship, printed
from engine.war_of_the_pacific.options import unit_option
from engine.war_of_the_pacific.places import on_track
from engine.war_of_the_pacific.play import AnyFrameRules, AnyVerb, Play, place_term, seat_term
from engine.war_of_the_pacific.rules.sea.damage import strike_from_orders
from engine.war_of_the_pacific.rules.supply.columns import (
    column_groups,
    columns_left,
    prices,
    refuse_column,
    spend,
    usable_columns,
)
from engine.war_of_the_pacific.state import (
    CHILE,
    Phase,
    Repair,
    Table,
    Unit,
    View,
)
from engine.war_of_the_pacific.survey import friendly_ports, is_friendly_port, units_at


def yards(table: Table, side: str) -> tuple[str, ...]:
    """Return where a side repairs its ships, the proper yard first (6.5)."""
    return prices(table).repair_at["chile" if side == CHILE else "allies"]


def check_repair(view: View, action: RepairShip) -> list[Refusal]:
    """Return why the ship cannot be repaired here and now."""
    unit = view.table.units[action.ship]
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "6.5", unit=name)]
    found = []
    if not is_warship(unit):
        found.append(refuse("repair.not_warship", "6.5", unit=name))
    elif unit.steps >= printed(unit).steps:
        found.append(refuse("repair.sound", "6.5", unit=name))
    allowed = yards(view.table, unit.side)
    if unit.at not in allowed or not unit.in_port:
        named = tuple(place_term(yard) for yard in allowed)
        found.append(refuse("repair.not_in_yard", "6.5.where", unit=name, allowed=named))
    return found


def repair_dice(table: Table) -> int:
    """Return the number of dice that say what a repair costs (6.5)."""
    return prices(table).repair_dice


def apply_repair(play: Play, seat: str, action: RepairShip) -> None:
    """Roll; how it is paid is the owner's to choose afterwards."""
    roll = sum(play.roll("repair", repair_dice(play.table)))
    play.tell("repair.rolled", "6.5", seat=seat_term(seat), unit=Term("unit", action.ship), n=roll)
    play.push(Repair(play.table.serial, seat, action.ship, roll))


def _damaged(view: View) -> Iterator[Unit]:
    for unit in view.table.units.values():
        if (
            unit.side == view.viewer
            and unit.in_port
            and is_warship(unit)
            and not check_repair(view, RepairShip(ship=unit.id))
        ):
            yield unit


def options_repair(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer damaged warships in the yard, the most heavily armed first."""
    yield from map(unit_option, sorted(_damaged(view), key=lambda unit: -printed(unit).gunfire))


def check_settle(view: View, frame: Repair, action: Settle) -> list[Refusal]:
    """Return why the repair cannot be paid so: all columns rolled, or none (6.5)."""
    found: list[Refusal] = []
    for column in action.columns:
        found += refuse_column(view.table, view.viewer, column)
    if action.columns and len(action.columns) != frame.roll:
        given = len(action.columns)
        found.append(refuse("repair.number", "6.5.columns", n=frame.roll, given=given))
    return found


def apply_settle(play: Play, frame: Repair, seat: str, action: Settle) -> None:
    """Repair the ship at once for columns, or send it to the turn track."""
    play.pop()
    name = Term("unit", frame.ship)
    if action.columns:
        spend(play, seat, action.columns)
        play.change(frame.ship, steps=printed(frame.ship).steps)
        play.tell("repair.paid", "6.5.columns", unit=name, n=frame.roll)
        return
    turn = play.table.turn + frame.roll
    play.change(frame.ship, at=on_track(turn), in_port=False)
    play.tell("repair.waits", "6.5.delay", unit=name, n=turn)


def options_settle(
    view: View, frame: Repair, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the columns that pay; leaving the field empty waits."""
    yield from column_groups(view, frame.roll)


def decide_repair(table: Table, frame: Repair) -> tuple[Decision, ...]:
    """Ask for columns or delay."""
    wait = Choice(Text("repair.wait", {"n": frame.roll, "turn": table.turn + frame.roll}), Settle())
    choices = [wait]
    columns = usable_columns(table, frame.seat)
    if len(columns) >= frame.roll:
        paying = sorted(columns, key=lambda unit: unit.at not in yards(table, frame.seat))
        chosen = tuple(unit.id for unit in paying[: frame.roll])
        places = tuple(dict.fromkeys(place_term(table.units[column].at) for column in chosen))
        label = Text("repair.pay", {"n": frame.roll, "places": places})
        choices.insert(0, Choice(label, Settle(columns=chosen)))
    return (
        Decision(
            f"{frame.born}.repair.{frame.seat}",
            frame.seat,
            "repair",
            "6.5.choice",
            {"unit": Term("unit", frame.ship), "n": frame.roll},
            ("settle",),
            tuple(choices),
        ),
    )


REPAIRSHIP: AnyVerb = Verb(
    model=RepairShip,
    phases=frozenset((Phase.SUPPLY,)),
    check=check_repair,
    apply=apply_repair,
    options=options_repair,
    left=columns_left,
    possible=lambda view: next(_damaged(view), None) is not None,
)
SETTLE: AnyVerb = Answer(
    model=Settle,
    frame=Repair,
    check=check_settle,
    apply=apply_settle,
    options=options_settle,
    left=lambda view, frame, filled: columns_left(view, filled),
)

VERBS: tuple[AnyVerb, ...] = (REPAIRSHIP, SETTLE)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Repair, decisions=decide_repair),)


def return_repaired(play: Play) -> None:
    """Bring back ships whose repair took turns (6.5, WP-R22)."""
    due = on_track(play.table.turn)
    seat = play.seat
    for unit in units_at(play.units, due, seat, is_ship):
        table = play.table
        ports = (*yards(table, seat), *friendly_ports(table, seat))
        port = next((one for one in ports if is_friendly_port(table, one, seat)), None)
        if port is None:
            strike_from_orders(play, unit.id, seat)
            play.eliminate(unit.id)
            play.tell("repair.no_port", "6.5.delay", unit=Term("unit", unit.id))
        else:
            play.change(unit.id, at=port, steps=printed(unit).steps, in_port=True)
            name = Term("unit", unit.id)
            play.tell("repair.back", "6.5.delay", unit=name, place=place_term(port))
