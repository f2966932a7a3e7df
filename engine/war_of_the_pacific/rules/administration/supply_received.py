"""The Administrative Phase (4.1 I, 8.1): ships back from repair, stacking, supply received.

Writing NADC orders belongs to the same phase and lives in ``naval_orders``; which of the two comes
first is for the table to say (WP-E34).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.api import Choice, Decision, Option, Refusal, Term, Text
from engine.verbs import under_way
from engine.war_of_the_pacific.actions import Allot, Lose
from engine.war_of_the_pacific.choosing import count_option, refuse, stack_option
from engine.war_of_the_pacific.places import BOX, is_hex, on_track
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.sea.damage import strike_from_orders
from engine.war_of_the_pacific.rules.supply.repairs import yards
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import ALLIES, CHILE, Allotment, Overstack, Table, Unit, View
from engine.war_of_the_pacific.survey import (
    friendly_port,
    friendly_ports,
    is_land_unit,
    is_ship,
    land_units,
    printed,
    serves,
    stacking_limit,
)
from engine.war_of_the_pacific.switches import Settings
from engine.war_of_the_pacific.verb import AnyFrameRules, AnyVerb, FrameRules, Verb

LIMA, CALLAO, LA_PAZ, ORURO = "2008", "2007", "3513", "3616"
"""The four cities that 4.1 names for the Allies' columns."""
_FIELDS = {"lima": LIMA, "callao": CALLAO, "la_paz": LA_PAZ, "oruro": ORURO}


def begin(play: Play) -> None:
    """Begin the phasing player's Administrative Phase: repairs done, stacking, supply roll.

    Rules:
        4.1 I; WP-E34 (whether the roll waits until the orders are closed).
    """
    _return_repaired(play)
    if play.settings.follows("supply_roll") == "en":
        play.set(supply_due=True)
    else:
        _receive(play)
    _find_overstacks(play)


def close_orders(play: Play) -> bool:
    """Roll for the supply that is due now that the orders are closed; say if the phase is over.

    It is not while the columns received are still to be placed.

    Rules:
        4.1 I; WP-E34.
    """
    if not play.table.supply_due:
        return True
    play.set(supply_due=False)
    play.tell("orders.closed", "4.1.supply.next", seat=seat_term(play.seat))
    _receive(play, closes=True)
    return not play.table.frames


def _return_repaired(play: Play) -> None:
    """Bring back ships whose repair took turns (6.5, WP-R22)."""
    due = on_track(play.table.turn)
    seat = play.seat
    for unit in play.at(due, seat):
        if not is_ship(unit):
            continue
        table = play.view(None).table
        ports = (*yards(table, seat), *friendly_ports(table, seat))
        port = next((one for one in ports if friendly_port(table, one, seat)), None)
        if port is None:
            strike_from_orders(play, unit.id, seat)
            play.eliminate(unit.id)
            play.tell("repair.no_port", "6.5.delay", unit=Term("unit", unit.id))
        else:
            play.change(unit.id, at=port, steps=printed(unit.id).steps, in_port=True)
            name = Term("unit", unit.id)
            play.tell("repair.back", "6.5.delay", unit=name, place=place_term(port))


def receipt_dice(settings: Settings) -> int:
    """Return the number of dice rolled for Supply Columns (4.1 I)."""
    return scenario_for(settings).receipt.dice


def columns_received(dice: Sequence[int]) -> int:
    """Return the columns that the dice bring: the highest counts (4.1 I)."""
    return max(dice)


def _receive(play: Play, *, closes: bool = False) -> None:
    """Roll for Supply Columns; Chile's go to the box, the Allies place theirs.

    *closes* says that the phase ends once they are placed.

    Rules:
        4.1 I; WP-R23, WP-R38.
    """
    seat = play.seat
    dice = play.roll("supply", receipt_dice(play.table.settings))
    columns = columns_received(dice)
    play.tell("supply.rolled", "4.1.supply", seat=seat_term(seat), dice=dice, n=columns)
    if seat == CHILE:
        new_columns(play, CHILE, "chile", BOX, columns)
        play.tell("supply.placed", "4.1.supply.chile", n=columns, place=place_term(BOX))
        return
    table = play.view(None).table
    main, bolivian = _open_cities(table)
    if not main and not bolivian:
        play.tell("supply.nowhere", "4.1.supply.allied", n=columns)
        return
    play.push(Allotment(play.table.serial, seat, columns, closes))


def _open_cities(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cities that can receive columns: Lima and Callao, Oruro and La Paz."""
    receipt = scenario_for(table.settings).receipt
    main = tuple(one for one in receipt.allies if serves(table, one, ALLIES))
    bolivian = (
        ()
        if table.bolivia_out
        else tuple(one for one in receipt.bolivian if serves(table, one, ALLIES))
    )
    return main, bolivian


def _bolivian_due(table: Table, columns: int) -> int:
    """Return how many columns must be Bolivian (4.1.supply.bolivian, WP-R23)."""
    _, bolivian = _open_cities(table)
    least = scenario_for(table.settings).receipt.bolivian_at_least
    return min(columns, least) if bolivian else 0


def new_columns(play: Play, side: str, nation: str, place: str, count: int) -> None:
    """Put *count* new Supply Columns of *nation* at *place*."""
    number = play.table.columns
    for _ in range(count):
        number += 1
        play.put(Unit(f"sc{number}", side, place, 1, nation))
    play.set(columns=number)


def _find_overstacks(play: Play) -> None:
    """Interrupt for every hex of the player that holds too many land units (8.1)."""
    table = play.view(None).table
    seat = play.seat
    places = {unit.at for unit in table.units.values() if unit.side == seat}
    for hex_id in sorted(filter(is_hex, places)):
        _find_overstack(play, hex_id)


def _find_overstack(play: Play, hex_id: str) -> None:
    table = play.view(None).table
    excess = len(land_units(table, hex_id, play.seat)) - stacking_limit(table, hex_id)
    if excess > 0:
        play.push(Overstack(play.table.serial, play.seat, hex_id, excess))


# --- allotment ------------------------------------------------------------------------------


def _amounts(action: Allot) -> dict[str, int]:
    return {hex_id: getattr(action, name) for name, hex_id in _FIELDS.items()}


def _clause_of(hex_id: str) -> str:
    """Return the clause that sends Allied columns to a city: the Bolivian ones have their own."""
    return "4.1.supply.bolivian" if hex_id in (LA_PAZ, ORURO) else "4.1.supply.allied"


def _frame(table: Table) -> Allotment:
    return under_way(table, Allotment)


def check_allot(view: View, action: Allot) -> list[Refusal]:
    """Return why the columns may not be placed so (4.1.supply, 4.1.supply.bolivian)."""
    table = view.table
    frame = _frame(table)
    main, bolivian = _open_cities(table)
    amounts = _amounts(action)
    found = []
    total = sum(amounts.values())
    if total != frame.columns:
        found.append(refuse("allot.total", "4.1.supply", n=frame.columns, given=total))
    for hex_id, amount in amounts.items():
        if amount and hex_id not in (*main, *bolivian):
            found.append(refuse("allot.closed", _clause_of(hex_id), place=place_term(hex_id)))
    due = _bolivian_due(table, frame.columns)
    if sum(amounts[hex_id] for hex_id in (LA_PAZ, ORURO)) < due:
        found.append(refuse("allot.bolivian", "4.1.supply.bolivian", n=due))
    return found


def apply_allot(play: Play, seat: str, action: Allot) -> None:
    """Place the columns; those of La Paz and Oruro are Bolivian."""
    play.pop()
    for hex_id, amount in _amounts(action).items():
        if amount:
            nation = "bolivia" if hex_id in (LA_PAZ, ORURO) else "peru"
            new_columns(play, seat, nation, hex_id, amount)
            play.tell("supply.placed", _clause_of(hex_id), n=amount, place=place_term(hex_id))


def options_allot(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the numbers with which the rest can still be placed."""
    table = view.table
    columns = _frame(table).columns
    main, bolivian = _open_cities(table)
    due = _bolivian_due(table, columns)
    given = {name: int(filled[name]) for name in _FIELDS if filled.get(name, "").isdigit()}
    names = list(_FIELDS)
    place = names.index(field)
    used = sum(given.get(name, 0) for name in names[:place])
    for n in range(columns - used, -1, -1):
        amounts = {name: given.get(name, 0) for name in names[:place]} | {field: n}
        if _can_finish(amounts, names[place + 1 :], columns, main, bolivian, due):
            yield count_option(n)


def _can_finish(
    amounts: Mapping[str, int],
    later: list[str],
    columns: int,
    main: tuple[str, ...],
    bolivian: tuple[str, ...],
    due: int,
) -> bool:
    opened = (*main, *bolivian)
    if any(n and _FIELDS[name] not in opened for name, n in amounts.items()):
        return False
    rest = columns - sum(amounts.values())
    owed = max(0, due - sum(n for name, n in amounts.items() if _FIELDS[name] in bolivian))
    later_open = [name for name in later if _FIELDS[name] in opened]
    later_bolivian = [name for name in later_open if _FIELDS[name] in bolivian]
    if owed and (owed > rest or not later_bolivian):
        return False
    return rest == 0 or bool(later_open)


def decide_allotment(table: Table, frame: Allotment) -> tuple[Decision, ...]:
    """Ask for the placing of the columns, with the commonest answers as buttons."""
    main, bolivian = _open_cities(table)
    due = _bolivian_due(table, frame.columns)
    rest = frame.columns - due
    choices = []
    for city in main or bolivian[:1]:
        for home in bolivian if due else ("",):
            amounts = dict.fromkeys(_FIELDS, 0)
            for name, hex_id in _FIELDS.items():
                amounts[name] = (rest if hex_id == city else 0) + (due if hex_id == home else 0)
            parts = [(n, place_term(_FIELDS[name])) for name, n in amounts.items() if n]
            choices.append(Choice(_label(parts), Allot(**amounts)))
    unique = {choice.action: choice for choice in choices}
    return (
        Decision(
            f"{frame.born}.allotment.{frame.seat}",
            frame.seat,
            "allotment",
            "4.1.supply.allied",
            {"n": frame.columns},
            ("allot",),
            tuple(unique.values())[:5],
        ),
    )


def _label(parts: Sequence[tuple[int, Term]]) -> Text:
    (n, place), *others = parts
    if not others:
        return Text("allot.one", {"n": n, "place": place})
    ((m, other),) = others
    return Text("allot.two", {"n": n, "place": place, "m": m, "other": other})


# --- overstacking ---------------------------------------------------------------------------


def check_remove(view: View, action: Lose) -> list[Refusal]:
    """Return why these units do not bring the hex within the limit (8.1)."""
    frame = under_way(view.table, Overstack)
    there = place_term(frame.hex)
    found = []
    for unit_id in action.units:
        unit = view.table.units[unit_id]
        if unit.side != view.viewer or unit.at != frame.hex or not is_land_unit(unit):
            found.append(
                refuse("stacking.not_here", "8.1.excess", unit=Term("unit", unit_id), place=there)
            )
    if len(set(action.units)) != frame.excess or len(action.units) != frame.excess:
        found.append(refuse("stacking.number", "8.1.excess", n=frame.excess, place=there))
    return found


def apply_remove(play: Play, seat: str, action: Lose) -> None:
    """Eliminate the units."""
    frame = under_way(play.table, Overstack)
    play.pop()
    for unit_id in action.units:
        play.eliminate(unit_id)
    play.tell(
        "stacking.removed",
        "8.1.excess",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        place=place_term(frame.hex),
    )
    # Whoever gives up the fort gives up the room that it made.
    _find_overstack(play, frame.hex)


def options_remove(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer groups of the right size, weakest first, sliding along the stack."""
    frame = under_way(view.table, Overstack)
    units = sorted(land_units(view.table, frame.hex, frame.seat), key=lambda unit: unit.steps)
    for start in range(len(units)):
        group = [units[(start + i) % len(units)] for i in range(frame.excess)]
        yield stack_option(group)


def decide_overstack(table: Table, frame: Overstack) -> tuple[Decision, ...]:
    """Ask which units go."""
    return (
        Decision(
            f"{frame.born}.overstack.{frame.hex}.{frame.seat}",
            frame.seat,
            "overstack",
            "8.1.excess",
            {"n": frame.excess, "place": place_term(frame.hex)},
            ("lose",),
        ),
    )


def _wait(play: Play, frame: object) -> bool:
    return False


def _always(view: View) -> bool:
    return True


def allot_verb(apply: Callable[[Play, str, Allot], None]) -> AnyVerb:
    """Return the verb that places columns by *apply*, which knows what comes after them."""
    return Verb(
        model=Allot,
        frames=(Allotment,),
        check=check_allot,
        apply=apply,
        options=options_allot,
    )


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Lose,
        frames=(Overstack,),
        check=check_remove,
        apply=apply_remove,
        options=options_remove,
    ),
)
FRAMES: tuple[AnyFrameRules, ...] = (
    FrameRules(frame=Allotment, decisions=decide_allotment),
    FrameRules(frame=Overstack, decisions=decide_overstack),
)
