"""What a side loses by an action without wishing to, from its own view, and what mends it.

Mostly it is the end of a phase: what could have been done in it cannot be done any more. What is
warned of is a loss, never what somebody may well leave undone: of that a preview takes note.

Rules:
    4.1 I and 7.2.return (ships without an order), 6.3.delay (units that wait), 6.5.delay (orders of
    ships under repair), 7.1.out (left aboard), 7.1.when with WP-R84 (who comes off and boards no
    more), 7.6.raid, 7.8.none (no column to sail with), 8.1 (too many in a hex), 8.3 and 8.9.losses
    (last steps).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from engine.api import Action, Params, Term, Text, Warned
from engine.chances.probability import D6
from engine.kit.standing_orders import in_force, own_orders
from engine.kit.verbs import filled_list
from engine.war_of_the_pacific.actions import Done, Land, Lose, Repairs, RepairShip, Sail
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_land_unit, is_transport
from engine.war_of_the_pacific.options import fits_option, stack_option
from engine.war_of_the_pacific.places import carrier_of
from engine.war_of_the_pacific.play import place_term, unit_terms
from engine.war_of_the_pacific.rules.administration.naval_orders import (
    in_time,
    orderable,
    sailing_turn,
)
from engine.war_of_the_pacific.rules.land.attrition import liable
from engine.war_of_the_pacific.rules.land.marches import options_march
from engine.war_of_the_pacific.rules.land.stacking import overstacked
from engine.war_of_the_pacific.rules.land_combat.losses import loss_answers
from engine.war_of_the_pacific.rules.sea.embarkation import left_ashore
from engine.war_of_the_pacific.rules.sea.fort_fire import can_fire_back
from engine.war_of_the_pacific.rules.sea.landing import parties_ashore, takes_back
from engine.war_of_the_pacific.rules.sea.raids import raid_odds, raiders, targets
from engine.war_of_the_pacific.rules.sea.sailing import can_return, lost_at_sea
from engine.war_of_the_pacific.rules.sea.stacks import order_of
from engine.war_of_the_pacific.rules.supply.columns import usable_columns
from engine.war_of_the_pacific.rules.supply.new_units import placeable
from engine.war_of_the_pacific.rules.supply.repairs import repair_dice
from engine.war_of_the_pacific.state import (
    LandBattle,
    March,
    Order,
    Phase,
    Table,
    Unit,
    View,
)
from engine.war_of_the_pacific.survey import cargo_of, fleet
from engine.war_of_the_pacific.unprovided import unprovided


def warnings(view: View, action: Action, after: View) -> Iterator[Warned]:
    """Yield what an action that is allowed loses.

    Args:
        view: Before it.
        action: What is to be done.
        after: The view after it, as far as that is certain.
    """
    match action:
        case Done():
            yield from _closing(view)
        case Sail():
            yield from left_ashore(view)
        case Land():
            yield from _off_before_sailing(view, action.units)
        case RepairShip():
            yield from _orders_of_repaired(view, action.ship)
        case Lose():
            yield from _last_steps(view, action.units)
    yield from unprovided(view, action, after)


def _closing(view: View) -> Iterator[Warned]:
    match view.table.phase:
        case Phase.PLAN | Phase.ADMIN:
            yield from _without_orders(view)
        case Phase.SUPPLY:
            yield from _still_waiting(view)
        case Phase.NAVAL:
            yield from _still_aboard(view)
            yield from _lost(view)
        case Phase.NAVAL_COMBAT:
            yield from _free_raids(view)
        case Phase.LAND:
            yield from _overstacks(view)


# --- orders ---------------------------------------------------------------------------------


def idle_ships(view: View) -> tuple[Unit, ...]:
    """Return the viewer's ships that could have an order now and have none."""
    table, turn = view.table, sailing_turn(view.table)
    if not in_time(table):
        return ()
    orders = view.own.orders if view.own else ()
    ordered = {ship for order in orders if order.turn == turn for ship in order.ships}
    return tuple(
        unit
        for unit in fleet(table.units, view.viewer or "")
        if orderable(table, unit) and unit.id not in ordered
    )


def _without_orders(view: View) -> Iterator[Warned]:
    """Yield the ships that are without an order in the turn that is being planned.

    Those at sea go home. Those in port stay, which is often meant: it is said of the first plan,
    and where somebody who has sailed before has ordered nothing at all.
    """
    idle, turn = idle_ships(view), sailing_turn(view.table)
    own, forgotten = view.own, True
    assert own is not None
    for place, ships in by_place(unit for unit in idle if stays_at_sea(view, unit)).items():
        forgotten = False
        found = can_return(view.table, place, view.viewer or "")
        home = view.table.settings.follows("orderless_ships") != "en" or found
        code = "warn.at_sea" if home else "warn.no_port"
        params: Params = {"ships": unit_terms(ships), "turn": turn, "n": len(ships)}
        yield Warned(Text(code, params), "order", order_to_stay(view, ships))
    planned = any(order.turn == turn for order in own.orders)
    in_port = [unit for unit in idle if unit.in_port and order_now(view, unit.id) is None]
    laden = [unit for unit in in_port if is_transport(unit) and cargo_of(view.table.units, unit.id)]
    first = view.table.phase is Phase.PLAN
    quiet = in_port if first or (forgotten and not planned and own.numbered) else laden
    if quiet:
        text = Text("warn.idle", {"ships": unit_terms(quiet), "turn": turn, "n": len(quiet)})
        yield Warned(text, "order", _named("ships", quiet) if len(quiet) == 1 else ())


def order_now(view: View, ship: str) -> Order | None:
    """Return the order that a ship has for an earlier turn than the one being planned."""
    return None if sailing_turn(view.table) == view.table.turn else order_of(view, ship)


def stays_at_sea(view: View, unit: Unit) -> bool:
    """Say whether a ship at sea is there yet when the orders that are being written are sailed.

    Where they are for the next turn, one without an order for this turn is home by then.
    """
    same = sailing_turn(view.table) == view.table.turn
    return not unit.in_port and (same or order_of(view, unit.id) is not None)


def order_to_stay(view: View, ships: Sequence[Unit]) -> tuple[tuple[str, str], ...]:
    """Return the fields of an order that keeps ships of one place in the area where they will be.

    It names no area where they will be in several.
    """
    areas = set()
    for unit in ships:
        order = order_now(view, unit.id)
        areas.add(order.area if order else load_board().area_of(unit.at) or "")
    area = "".join(areas) if len(areas) == 1 else ""
    return (*_named("ships", ships), *((("area", area),) if area else ()))


def by_place(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Return units by where they are, in their order."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.at, []).append(unit)
    return found


def _named(field: str, units: Sequence[Unit]) -> tuple[tuple[str, str], ...]:
    """Return a field that names units, if they can be typed in it."""
    option = stack_option(units)
    return ((field, option.value),) if fits_option(option) else ()


def _orders_of_repaired(view: View, ship: str) -> Iterator[Warned]:
    """Yield the orders that a ship has which may soon wait for its repair."""
    for order in view.own.orders if view.own else ():
        if ship in order.ships:
            params: Params = {
                "ship": Term("unit", ship),
                "n": order.number,
                "turn": order.turn,
                "area": Term("area", order.area),
            }
            yield from _perhaps_unpaid(view, Text("warn.repair", params))


def _perhaps_unpaid(view: View, text: Text) -> Iterator[Warned]:
    """Yield that a repair may have to wait, and the standing order that pays it where it can be."""
    dearest = repair_dice(view.table) * D6
    columns = len(usable_columns(view.table, view.viewer or ""))
    held = in_force(own_orders(view), Repairs)
    agreed = 0 if held is None else held.most
    if min(columns, agreed) < dearest:
        most = min(columns, dearest)
        yield Warned(text, "repairs", (("most", str(most)),)) if most > agreed else Warned(text)


# --- what waits, what is aboard, what could be done for nothing ------------------------------


def _off_before_sailing(view: View, units: Sequence[str]) -> Iterator[Warned]:
    """Yield who leaves a ship that has yet to sail, and goes aboard none this turn (WP-R84)."""
    table = view.table
    staying = []
    for unit in (table.units[one] for one in units):
        ship = table.units[carrier_of(unit.at)]
        if not takes_back(table, unit) and not ship.sailed and order_of(view, ship.id):
            staying.append(unit)
    if staying:
        params: Params = {"units": unit_terms(staying), "n": len(staying)}
        yield Warned(Text("warn.off_before_sailing", params))


def _still_waiting(view: View) -> Iterator[Warned]:
    units = tuple(placeable(view))
    if units:
        text = Text("warn.waiting", {"units": unit_terms(units), "n": len(units)})
        yield Warned(text, "deploy", (("units", units[0].id),))


def _still_aboard(view: View) -> Iterator[Warned]:
    seen = set()
    for party in parties_ashore(view):
        place = view.table.units[carrier_of(party[0].at)].at
        if place not in seen:
            seen.add(place)
            params: Params = {
                "units": unit_terms(party),
                "place": place_term(place),
                "n": len(party),
            }
            yield Warned(Text("warn.aboard", params), "land", _named("units", party))


def _lost(view: View) -> Iterator[Warned]:
    ships = lost_at_sea(view)
    if ships:
        yield Warned(Text("warn.lost_at_sea", {"ships": unit_terms(ships), "n": len(ships)}))


def free_raids(view: View) -> Iterator[tuple[Unit, Unit]]:
    """Yield the viewer's warships that can raid at no risk, each with its likeliest target."""
    for ship in raiders(view):
        found = targets(view.table, ship.at, ship.side)
        best = max(found, key=lambda one: raid_odds(ship.id, one))
        if raid_odds(ship.id, best) and not can_fire_back(best):
            yield ship, best


def _free_raids(view: View) -> Iterator[Warned]:
    ships = [ship for ship, _ in free_raids(view)]
    if ships:
        text = Text("warn.raids", {"ships": unit_terms(ships), "n": len(ships)})
        yield Warned(text, "raid", (("ship", ships[0].id),))


def _overstacks(view: View) -> Iterator[Warned]:
    """Yield the hexes out of which too few have marched, with a march that mends it."""
    for place, n in overstacked(view.table, view.viewer or ""):
        groups = [
            filled_list({"units": one.value}, "units") for one in options_march(view, "units", {})
        ]
        able = [group for group in groups if view.table.units[group[0]].at == place]
        best = min(able, key=lambda group: (len(group) != n, len(group)), default=())
        text = Text("warn.overstack", {"place": place_term(place), "n": n})
        if best:
            yield Warned(text, "march", (("units", ",".join(best)),))
        else:
            yield Warned(text)


# --- steps ----------------------------------------------------------------------------------


def _last_steps(view: View, named: Sequence[str]) -> Iterator[Warned]:
    """Yield who is lost though somebody else could pay."""
    lost = _eliminated(view.table, named)
    sparing = [one for one in _payments(view) if not _eliminated(view.table, one)]
    if lost and sparing:
        text = Text("warn.last_steps", {"units": unit_terms(lost), "n": len(lost)})
        mended = (("units", ",".join(sparing[0])),) if len(sparing) == 1 else ()
        yield Warned(text, "lose", mended)


def _payments(view: View) -> Iterable[Sequence[str]]:
    """Return the cheapest way to pay the steps that are owed, and others where they are few."""
    match view.table.frames[-1] if view.table.frames else None:
        case March() as march:
            return [(one.id,) for one in liable(view.table.units, march, view.table.settings)]
        case LandBattle() as battle:
            return islice(loss_answers(view, battle), 1)
    return ()


def _eliminated(table: Table, named: Sequence[str]) -> tuple[str, ...]:
    """Return the land units that lose their last step when each loses one as often as named."""
    return tuple(
        one
        for one, n in Counter(named).items()
        if is_land_unit(one) and n >= table.units[one].steps
    )
