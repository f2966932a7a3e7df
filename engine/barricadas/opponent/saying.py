"""Why: the sentence for an action, from what was weighed for it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.api import Action, Term, Text
from engine.barricadas.actions import Alert, Deploy, Fortify, React, joined
from engine.barricadas.frames import Assault, Deed
from engine.barricadas.opponent.body import Body
from engine.barricadas.opponent.expecting import mean_hits
from engine.barricadas.opponent.marching import March, parts_of
from engine.barricadas.opponent.missions import Called
from engine.barricadas.opponent.opening import parts_of as parts_of_deployment
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.shooting import Shot
from engine.barricadas.opponent.storming import Storm
from engine.barricadas.opponent.towing import Haul
from engine.barricadas.opponent.weights import Weights
from engine.barricadas.play import hex_term
from engine.barricadas.rules.attack.aiming import aim_of
from engine.barricadas.state import View
from engine.reasons import leading

TENTHS = 10


def of_whim() -> Text:
    """Say that nothing was weighed."""
    return Text("reason.whim")


def _group(keys: Sequence[str]) -> Term:
    return Term("group", joined(tuple(keys)))


# -- set-up ----------------------------------------------------------------------------------------


def of_set_up(view: View, weights: Weights, action: Action) -> Text | None:
    """Say by what a deployment is better than another."""
    if isinstance(action, Fortify):
        return Text("reason.fortify")
    if isinstance(action, Alert):
        return Text("reason.alert")
    if not isinstance(action, Deploy):
        return None
    match leading(parts_of_deployment(view, weights, action.places)):
        case "town":
            return Text("reason.deploy.town")
        case "near":
            return Text("reason.deploy.near")
        case "cover":
            return Text("reason.deploy.cover")
        case "view":
            return Text("reason.deploy.view")
        case "seen":
            return Text("reason.deploy.seen")
        case "sweep":
            return Text("reason.deploy.sweep")
        case _:
            return Text("reason.deploy.together")


# -- tasks of an activation ------------------------------------------------------------------------


def of_shot(look: Outlook, shot: Shot) -> Text:
    """Say what a salvo brings."""
    aim = aim_of(look.battlefield, look.table, shot.salvo)
    hits = Fraction(round(TENTHS * mean_hits(aim.factors, aim.modifier, aim.divisor)), TENTHS)
    return Text("reason.fire", {"hex": hex_term(shot.salvo.target), "hits": hits})


def of_haul(hauled: Haul) -> Text:
    """Say where a gun in tow goes, or that it is let off to fire from where it is."""
    code = "reason.unhitches" if hauled.task.deed is Deed.UNHITCH else "reason.tows"
    return Text(code, {"who": _group((hauled.gun,)), "hex": hex_term(hauled.place)})


def of_storm(body: Body, storm: Storm) -> Text:
    """Say what an assault brings: the hex itself, or what the enemy loses."""
    params = {"who": _group(body.keys), "hex": hex_term(storm.target)}
    if storm.target in body.look.stakes and 2 * storm.held > storm.gain:
        if body.look.table.held.get(storm.target) == body.look.side:
            return Text("reason.clears_town", params)
        return Text("reason.takes_town", params)
    return Text("reason.storm", params)


def of_march(body: Body, march: March, officer: str) -> Text:
    """Say what a move betters most."""
    look, end = body.look, march.way[-1]
    who = _group(body.keys)
    match leading(parts_of(body, march, officer)):
        case "town":
            town = body.aim(end)
            params = {"who": who, "hex": hex_term(town)}
            if look.table.held.get(town) != look.side:
                return Text("reason.enters" if town == end else "reason.to_town", params)
            return Text("reason.holds" if town == end else "reason.to_hold", params)
        case "shot":
            return Text("reason.range", {"who": who, "hex": hex_term(body.quarry(end))})
        case "danger":
            worst = body.worst(body.place)
            if not worst:
                return Text("reason.safer", {"who": who})
            return Text("reason.away", {"who": who, "hex": hex_term(worst)})
        case _:
            return Text("reason.led", {"who": who})


def of_rally(deed: Deed) -> Text:
    """Say who comes to their senses."""
    return Text("reason.rally" if deed is Deed.RECOVER else "reason.rally_self")


def of_mission(called: Called) -> Text:
    """Say where a mission strikes."""
    return Text("reason.mission", {"hex": hex_term(called.task.to)})


def of_position(place: str) -> Text:
    """Say what a position is dug for."""
    return Text("reason.dig", {"hex": hex_term(place)})


def of_waiting(keys: Sequence[str]) -> Text:
    """Say what counters are prepared for."""
    return Text("reason.wait", {"who": _group(keys)})


def of_joining(march: March) -> Text:
    """Say where an officer joins their unit."""
    return Text("reason.join", {"hex": hex_term(march.way[-1])})


# -- answers ---------------------------------------------------------------------------------------


def of_reaction(action: Action) -> Text | None:
    """Say why fire is given; nothing of fire that is kept."""
    if not isinstance(action, React):
        return None
    return Text("reason.react", {"hex": hex_term(action.shots[0].at)})


def of_defence(look: Outlook, frame: Assault) -> Text:
    """Say where who assaults is less covered."""
    before, after = look.divisor(frame.origin), look.divisor(frame.target)
    if after < before:
        return Text("reason.defend.after", {"hex": hex_term(frame.target)})
    if before < after:
        return Text("reason.defend.before", {"hex": hex_term(frame.origin)})
    return Text("reason.defend.same")
