"""Why: the sentence for an action, from what was weighed for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Action, Params, Term, Text
from engine.reasons import leading
from engine.war_of_the_pacific.actions import Deploy, Standard
from engine.war_of_the_pacific.counters import is_warship
from engine.war_of_the_pacific.opponent.force import Force
from engine.war_of_the_pacific.opponent.geography import next_to
from engine.war_of_the_pacific.opponent.landings import Landing, ahead, weighed
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.sorties import cruise_parts
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.state import Unit


def of_set_up(action: Action) -> Text | None:
    """Say where a set-up comes from."""
    if isinstance(action, Deploy):
        return Text("reason.opening", {"place": place_term(action.to)})
    return Text("reason.standard") if isinstance(action, Standard) else None


def of_city(look: Outlook, place: str) -> Text:
    """Say what an enemy city is worth, and whether it is defended."""
    n, params = look.points(place), {"place": place_term(place)}
    if look.foes.get(place):
        if n:
            return Text("reason.taken", {**params, "worth": n})
        return Text("reason.taken.plain", params)
    if n:
        return Text("reason.empty", {**params, "worth": n})
    return Text("reason.empty.plain", params)


def of_help(look: Outlook, place: str) -> Text:
    """Say that a city lacks troops."""
    if look.threat(place) > 0:
        return Text("reason.threatened", {"place": place_term(place)})
    return Text("reason.needed", {"place": place_term(place)})


def of_front(look: Outlook, place: str, power: float) -> Text:
    """Say which enemy city lies ahead of a place."""
    city = ahead(look, place, power)
    if not city:
        return Text("reason.needed", {"place": place_term(place)})
    return Text("reason.ahead", {"place": place_term(place), "city": place_term(city)})


# -- the sea ---------------------------------------------------------------------------------------


def of_landing(look: Outlook, place: str, force: Force, escorts: Sequence[Unit]) -> Text:
    """Say what a landing is for."""
    warships = [ship for ship in escorts if is_warship(ship)]
    _, promise = weighed(look, place, force, warships)
    match leading(promise._asdict()):
        case "taken":
            return of_city(look, place)
        case "beyond":
            return of_front(look, place, force.power())
        case "killed":
            return Text("reason.worn", {"place": place_term(place)})
        case _:
            return of_help(look, place) if look.holds(place) else of_city(look, place)


def of_escort(landing: Landing) -> Text:
    """Say which convoy warships go with."""
    return Text("reason.escort", {"place": place_term(landing.place)})


def of_cruise(look: Outlook, place: str, ships: Sequence[Unit]) -> Text:
    """Say what warships do off a place."""
    params = {"place": place_term(place)}
    match leading(cruise_parts(look, place, ships)):
        case "shots":
            return Text("reason.shelled", params)
        case "closed":
            return Text("reason.closed", params)
        case "held":
            return Text("reason.locked", params)
        case _:
            return Text("reason.guarded", params)


def of_home(place: str) -> Text:
    """Say where ships are at home."""
    return Text("reason.home", {"place": place_term(place)})


def of_port(place: str) -> Text:
    """Say which port is best to return to."""
    if place == BOX:
        return of_home(place)
    return Text("reason.port", {"place": place_term(place)})


def of_staying() -> Text:
    """Say why ships stay out."""
    return Text("reason.stays_out")


def of_station(place: str) -> Text:
    """Say why ships with nothing to do go somewhere in their area."""
    return Text("reason.station", {"place": place_term(place)})


def of_going_ashore(look: Outlook, place: str, *, columns: bool) -> Text:
    """Say what troops go ashore for."""
    params = {"place": place_term(place)}
    if columns:
        return Text("reason.columns_ashore", params)
    if look.foes.get(place) or not look.holds(place):
        return of_city(look, place)
    return Text("reason.ashore", params)


def of_course() -> Text:
    """Say why a stopped fleet goes on."""
    return Text("reason.course")


def of_machine(ship: str) -> Text:
    """Say whom an infernal machine is for."""
    return Text("reason.machine", {"unit": _unit(ship)})


def of_raid(target: str, chance: float) -> Text:
    """Say how likely a shot ashore hits."""
    return Text("reason.raid", {"unit": _unit(target), "percent": _percent(chance)})


def of_interception(*, stops: bool) -> Text:
    """Say whether ships are intercepted for the battle, or for what they carry."""
    return Text("reason.stops" if stops else "reason.battle")


def of_run(*, attempt: bool, weaker: bool) -> Text:
    """Say why a blockade is run, or its ships are waited for."""
    if not attempt:
        return Text("reason.waits")
    return Text("reason.runs" if weaker else "reason.runs_few")


def of_catch() -> Text:
    """Say why ships are caught."""
    return Text("reason.battle")


def of_aside() -> Text:
    """Say who is kept out of a battle."""
    return Text("reason.aside")


def of_gun(target: str, chance: float, *, loaded: bool) -> Text:
    """Say what a shot at a ship promises; *loaded*, one that has yet to fire."""
    params: Params = {"unit": _unit(target), "percent": _percent(chance)}
    return Text("reason.shot.first" if loaded else "reason.shot", params)


def of_prize(ship: str) -> Text:
    """Say which ship is worth most to take."""
    return Text("reason.prize", {"unit": _unit(ship)})


def _unit(key: str) -> Term:
    return Term("unit", key)


def _percent(chance: float) -> int:
    return round(100 * chance)


# -- land ------------------------------------------------------------------------------------------


def of_column(port: str) -> Text:
    """Say which ships wait for a column."""
    return Text("reason.column", {"place": place_term(port)})


def of_field(place: str) -> Text:
    """Say that enemies stand in the open."""
    return Text("reason.field", {"place": place_term(place)})


def of_contact(place: str) -> Text:
    """Say that enemies are in the same hex."""
    return Text("reason.contact", {"place": place_term(place)})


def of_attack(look: Outlook, target: str, parts: Mapping[str, float]) -> Text:
    """Say what an attack promises most."""
    params = {"place": place_term(target)}
    match leading(parts):
        case "column":
            return Text("reason.spoils", params)
        case "taken":
            return of_city(look, target)
        case "relief":
            held = [one for one in (*next_to(target), target) if look.holds(one)]
            city = max(held, key=lambda one: (look.worth(one), one))
            return Text("reason.relieves", {**params, "city": place_term(city)})
        case "siege":
            return Text("reason.siege", params)
        case _:
            return Text("reason.worn", params)


def of_die(*, pays: bool) -> Text:
    """Say whether a column buys a die."""
    return Text("reason.die" if pays else "reason.no_die")


def of_losses() -> Text:
    """Say which units lose steps."""
    return Text("reason.losses")


def of_retreat(place: str) -> Text:
    """Say where the beaten are safest."""
    return Text("reason.refuge", {"place": place_term(place)})


def of_standing(look: Outlook, place: str, *, stays: bool) -> Text:
    """Say why the beaten stay and lose a step."""
    if not stays:
        return Text("reason.no_way_back")
    return Text("reason.stands", {"place": place_term(place), "worth": look.points(place)})


def of_advance(look: Outlook, place: str) -> Text:
    """Say what is gained by an advance."""
    if look.points(place) and not look.holds(place):
        return of_city(look, place)
    return Text("reason.advance", {"place": place_term(place)})


# -- supply ----------------------------------------------------------------------------------------


def of_allotment() -> Text:
    """Say where columns are received."""
    return Text("reason.allotment")


def of_site(look: Outlook, place: str, city: str) -> Text:
    """Say what one more unit in a place is for; *city* is that which it does most for, or none."""
    if place == BOX:
        return Text("reason.box", {"place": place_term(place)})
    if not city:
        return Text("reason.room", {"place": place_term(place)})
    if look.holds(city):
        return of_help(look, city)
    return Text("reason.ahead", {"place": place_term(place), "city": place_term(city)})


def of_step(unit: str, place: str, *, crowded: bool, threat: float) -> Text:
    """Say why a step is replenished; *crowded*, where as many units wait as can sail."""
    if crowded:
        return Text("reason.step.sails", {"unit": _unit(unit)})
    if threat > 0:
        return Text("reason.step.threat", {"unit": _unit(unit), "place": place_term(place)})
    return Text("reason.step", {"unit": _unit(unit)})


def of_repair(ship: str) -> Text:
    """Say why a ship is repaired."""
    return Text("reason.repair", {"unit": _unit(ship)})


def of_transport(left: int) -> Text:
    """Say how many transports there are."""
    return Text("reason.transport", {"n": left})


def of_settling(roll: int, *, pays: bool) -> Text:
    """Say why a repair is paid for, or waited for."""
    return Text("reason.pays" if pays else "reason.delays", {"n": roll})
