"""Supply Columns received in the Administrative Phase (4.1.supply), and where they are placed.

Whether they come before or after the orders are closed is for the table to say (WP-E34); writing
orders is in ``naval_orders``.

Rules:
    4.1.supply; WP-R23, WP-R38, WP-E34.
    Also 4.1.supply.nolimit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.api import Choice, Decision, Option, Refusal, Term, Text
from engine.data.cache import cached_per_data
from engine.kit.verbs import Answer, FrameRules
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Allot
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.options import count_option
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import AnyFrameRules, AnyVerb, Play, place_term, seat_term
from engine.war_of_the_pacific.rules.land.stacking import (
    find_overstacks,
)
from engine.war_of_the_pacific.rules.supply.repairs import return_repaired
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, Allotment, Table, Unit, View
from engine.war_of_the_pacific.survey import (
    serves,
)


@cached_per_data()
def named_cities() -> Mapping[str, str]:
    """Return the hexes of the cities that ``allot`` has a field for, in the order of its fields."""
    cities = load_board().city_keys
    return {name: cities[name.replace("_", "-")].hex for name in Allot.model_fields}


def begin(play: Play) -> None:
    """Begin the phasing player's Administrative Phase: repairs done, stacking, supply roll.

    Rules:
        4.1 I; WP-E34 (whether the roll waits until the orders are closed).
    """
    return_repaired(play)
    if play.settings.follows("supply_roll") == "en":
        play.set(supply_due=True)
    else:
        _receive(play)
    find_overstacks(play)


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


def supply_dice(settings: Settings) -> int:
    """Return the number of dice rolled for Supply Columns (4.1 I)."""
    return scenario_for(settings).supply_received.dice


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
    dice = play.roll("supply", supply_dice(play.table.settings))
    columns = columns_received(dice)
    play.tell("supply.rolled", "4.1.supply", seat=seat_term(seat), dice=dice, n=columns)
    if seat == CHILE:
        new_columns(play, CHILE, "chile", BOX, columns)
        play.tell("supply.placed", "4.1.supply.chile", n=columns, place=place_term(BOX))
        return
    table = play.table
    main, bolivian = _open_cities(table)
    if not main and not bolivian:
        play.tell("supply.nowhere", "4.1.supply.allied", n=columns)
        return
    play.push(Allotment(play.table.serial, seat, columns, closes))


def _open_cities(table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cities that can receive columns: Lima and Callao, Oruro and La Paz."""
    received = scenario_for(table.settings).supply_received
    main = tuple(one for one in received.allies if serves(table, one, ALLIES))
    bolivian = (
        ()
        if table.bolivia_out
        else tuple(one for one in received.bolivian if serves(table, one, ALLIES))
    )
    return main, bolivian


def _bolivian_due(table: Table, columns: int) -> int:
    """Return how many columns must be Bolivian (4.1.supply.bolivian, WP-R23)."""
    _, bolivian = _open_cities(table)
    least = scenario_for(table.settings).supply_received.bolivian_at_least
    return min(columns, least) if bolivian else 0


def new_columns(play: Play, side: str, nation: str, place: str, count: int) -> None:
    """Put *count* new Supply Columns of *nation* at *place*."""
    number = play.table.columns
    for _ in range(count):
        number += 1
        play.put(Unit(f"sc{number}", side, place, 1, nation))
    play.set(columns=number)


def _amounts(action: Allot) -> dict[str, int]:
    return {hex_id: getattr(action, name) for name, hex_id in named_cities().items()}


def _takes_bolivian(table: Table, hex_id: str) -> bool:
    """Say whether the columns placed in a city are Bolivian (4.1.supply.bolivian)."""
    return hex_id in scenario_for(table.settings).supply_received.bolivian


def _clause_of(table: Table, hex_id: str) -> str:
    """Return the clause that sends Allied columns to a city: the Bolivian ones have their own."""
    bolivian = _takes_bolivian(table, hex_id)
    return "4.1.supply.bolivian" if bolivian else "4.1.supply.allied"


def check_allot(view: View, frame: Allotment, action: Allot) -> list[Refusal]:
    """Return why the columns may not be placed so (4.1.supply, 4.1.supply.bolivian)."""
    table = view.table
    main, bolivian = _open_cities(table)
    amounts = _amounts(action)
    found = []
    total = sum(amounts.values())
    if total != frame.columns:
        found.append(refuse("allot.total", "4.1.supply", n=frame.columns, given=total))
    for hex_id, amount in amounts.items():
        if amount and hex_id not in (*main, *bolivian):
            found.append(
                refuse("allot.closed", _clause_of(table, hex_id), place=place_term(hex_id))
            )
    due = _bolivian_due(table, frame.columns)
    if sum(n for hex_id, n in amounts.items() if _takes_bolivian(table, hex_id)) < due:
        found.append(refuse("allot.bolivian", "4.1.supply.bolivian", n=due))
    return found


def apply_allot(play: Play, frame: Allotment, seat: str, action: Allot) -> None:
    """Place the columns; those of Bolivia's cities are Bolivian."""
    play.pop()
    for hex_id, amount in _amounts(action).items():
        if amount:
            nation = "bolivia" if _takes_bolivian(play.table, hex_id) else "peru"
            rule = _clause_of(play.table, hex_id)
            new_columns(play, seat, nation, hex_id, amount)
            play.tell("supply.placed", rule, n=amount, place=place_term(hex_id))


def options_allot(
    view: View, frame: Allotment, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the numbers with which the rest can still be placed, and say how much that is."""
    table = view.table
    columns = frame.columns
    main, bolivian = _open_cities(table)
    due = _bolivian_due(table, columns)
    names = list(named_cities())
    given = _given(filled)
    place = names.index(field)
    used = sum(given.get(name, 0) for name in names[:place])
    for n in range(columns - used, -1, -1):
        amounts = {name: given.get(name, 0) for name in names[:place]} | {field: n}
        if _can_finish(amounts, names[place + 1 :], columns, main, bolivian, due):
            left = columns - used - n
            label = Text("allot.left", {"n": n, "left": left})
            yield Option(str(n), label) if left else count_option(n)


def _given(filled: Mapping[str, str]) -> dict[str, int]:
    """Return the numbers that are chosen so far, by city."""
    return {name: int(filled[name]) for name in named_cities() if filled.get(name, "").isdigit()}


def left_to_allot(view: View, frame: Allotment, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many columns are still to be placed (4.1.supply)."""
    left = frame.columns - sum(_given(filled).values())
    if left >= 0:
        yield Text("left.to_allot", {"n": left})


def _can_finish(
    amounts: Mapping[str, int],
    later: list[str],
    columns: int,
    main: tuple[str, ...],
    bolivian: tuple[str, ...],
    due: int,
) -> bool:
    opened, hexes = (*main, *bolivian), named_cities()
    if any(n and hexes[name] not in opened for name, n in amounts.items()):
        return False
    rest = columns - sum(amounts.values())
    owed = max(0, due - sum(n for name, n in amounts.items() if hexes[name] in bolivian))
    later_open = [name for name in later if hexes[name] in opened]
    later_bolivian = [name for name in later_open if hexes[name] in bolivian]
    if owed and (owed > rest or not later_bolivian):
        return False
    return rest == 0 or bool(later_open)


def allotted(table: Table, frame: Allotment, first: Sequence[str]) -> Allot | None:
    """Return all columns placed in the first open city of *first*, by fields of ``allot``.

    Those that must be Bolivian go to the first open Bolivian one. ``None`` where *first* names no
    city that can take them.
    """
    main, bolivian = _open_cities(table)
    hexes = named_cities()
    able = [name for name in first if hexes[name] in (*main, *bolivian)]
    due = _bolivian_due(table, frame.columns)
    home = next((name for name in able if hexes[name] in bolivian), "")
    if not able or (due and not home):
        return None
    amounts = dict.fromkeys(hexes, 0)
    amounts[able[0]] = frame.columns - due
    if due:
        amounts[home] += due
    return Allot(**amounts)


def decide_allotment(table: Table, frame: Allotment) -> tuple[Decision, ...]:
    """Ask for the placing of the columns, with the commonest answers as buttons."""
    main, bolivian = _open_cities(table)
    due = _bolivian_due(table, frame.columns)
    rest, hexes = frame.columns - due, named_cities()
    choices = []
    for city in main or bolivian[:1]:
        for home in bolivian if due else ("",):
            amounts = dict.fromkeys(hexes, 0)
            for name, hex_id in hexes.items():
                amounts[name] = (rest if hex_id == city else 0) + (due if hex_id == home else 0)
            parts = [(n, place_term(hexes[name])) for name, n in amounts.items() if n]
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


def allot_verb(apply: Callable[[Play, Allotment, str, Allot], None]) -> AnyVerb:
    """Return the verb that places columns by *apply*, which knows what comes after them."""
    return Answer(
        model=Allot,
        frame=Allotment,
        check=check_allot,
        apply=apply,
        options=options_allot,
        left=left_to_allot,
    )


FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Allotment, decisions=decide_allotment),)
