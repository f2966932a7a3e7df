"""Why: the sentence for an action, from what was weighed for it."""

from __future__ import annotations

from engine.api import Action, Params, Term, Text
from engine.calama.actions import CombatOrder, Fire, Melee, PlayOn, Prepare, Reinforce
from engine.calama.opponent.assault import Assault, denied
from engine.calama.opponent.geometry import cover
from engine.calama.opponent.ground import Ground
from engine.calama.opponent.odds import wins
from engine.calama.opponent.outlook import Outlook
from engine.calama.opponent.weights import Weights
from engine.calama.opponent.worth import Prices
from engine.calama.play import piece_term, square_term, type_term
from engine.calama.rules.pieces.attributes import resistance, strength
from engine.calama.rules.pieces.charges import chargers
from engine.calama.rules.victory.ending import ahead
from engine.calama.state import INFANTRY, Piece
from engine.calama.survey import printed
from engine.reasons import leading


def of_whim() -> Text:
    """Say that nothing was weighed."""
    return Text("reason.whim")


def of_least() -> Text:
    """Say that something must be moved."""
    return Text("reason.least")


def of_set_up(action: Action) -> Text | None:
    """Say what an opening goes for first."""
    if not isinstance(action, Prepare):
        return None
    return Text("reason.opening", {"objective": Term("objective", action.objectives[0])})


# -- orders, and ends ------------------------------------------------------------------------------


def of_drill(wanted: Action | None) -> Text:
    """Say which combat order helps; that none does, where orders were called for."""
    if not isinstance(wanted, CombatOrder):
        return Text("reason.no_order")
    attributes = {one: Term("attribute", getattr(wanted, one)) for one in ("gives", "takes")}
    return Text("reason.order", {"type": type_term(wanted.type), **attributes})


def of_truce(look: Outlook, action: Action) -> Text:
    """Say whether the game as it stands is good enough."""
    if isinstance(action, PlayOn):
        return Text("reason.behind", {"n": look.table.round})
    if ahead(look.table) == look.foe:
        return Text("reason.weary", {"n": look.table.round})
    return Text("reason.not_behind")


# -- fights ----------------------------------------------------------------------------------------


def of_fight(look: Outlook, weights: Weights, action: Action) -> Text | None:
    """Say what the next shot or melee of a combat turn promises."""
    table = look.table
    if isinstance(action, Fire):
        piece, foe = table.pieces[action.piece], table.pieces[action.target]
        chance = wins(strength(table, piece) - resistance(table, foe) - cover(foe.at))
        params: Params = {"target": piece_term(foe), "percent": _percent(chance)}
        if printed(foe).decides:
            return Text("reason.shot.decides", params)
        prices = Prices(look, weights.worth)
        if prices.at_stake(foe) > printed(foe).points:
            return Text("reason.shot.objective", params)
        return Text("reason.shot", {**params, "n": printed(foe).points})
    if isinstance(action, Melee):
        foe = table.pieces[action.target]
        force = sum(strength(table, one) for one in chargers(table, foe.id))
        return Text("reason.melee", {"force": force, "stand": strength(table, foe)})
    return None


def of_loss() -> Text:
    """Say which piece is given up."""
    return Text("reason.loss")


def _percent(chance: float) -> int:
    return round(100 * chance)


# -- movement --------------------------------------------------------------------------------------


def of_escape(worth: float) -> Text:
    """Say what an escape brings."""
    return Text("reason.escapes", {"n": round(worth)})


def of_reserve(ground: Ground, action: Reinforce) -> Text:
    """Say why a reinforcement is worth its price."""
    look = ground.look
    piece = Piece(f"{look.side}-{action.type}-new", look.side, action.type, action.at)
    kind = printed(piece)
    price = ground.prices.points(look.foe, kind.price)
    parts = {
        "relief": ground.prices.relief(look.side) if action.type == INFANTRY else 0.0,
        "fresh": ground.weights.worth.power[action.type] + ground.worth(piece, action.at),
    }
    if sum(parts.values()) <= price:
        return Text("reason.restless", {"n": look.table.quiet})
    if leading(parts) == "relief":
        return Text("reason.relief")
    return Text("reason.fresh", {"n": kind.price})


def of_charge(ground: Ground, assault: Assault, *, prepared: bool) -> Text:
    """Say what a charge promises; *prepared*, the charge that the moves lead to."""
    table, foe = ground.look.table, assault.target
    before = chargers(table, foe.id)
    force = sum(strength(table, one) for one in before)
    force += sum(strength(table, one.piece) for one in assault.chargers)
    parts = {
        "beats": wins(force - strength(table, foe)) * ground.prices.of(foe),
        "pins": 0.0 if before else denied(ground, foe),
    }
    if leading(parts) == "pins":
        return Text("reason.pins", {"target": piece_term(foe)})
    params: Params = {"target": piece_term(foe), "force": force, "stand": strength(table, foe)}
    if prepared:
        return Text("reason.to_charge", params)
    return Text("reason.charge", params)


def of_move(ground: Ground, piece: Piece, to: str) -> Text:
    """Say what a move betters most."""
    before, after = ground.parts(piece, piece.at), ground.parts(piece, to)
    found = leading(
        {part: after.get(part, 0.0) - before.get(part, 0.0) for part in {**before, **after}}
    )
    who = piece_term(piece)
    match found:
        case "task":
            task = ground.tasks[piece.id]
            params: Params = {"piece": who, "square": square_term(task.to)}
            if task.goal == "escape":
                return Text("reason.escape", params)
            if task.goal == "block":
                return Text("reason.block", params)
            return Text("reason.hill" if task.goal == "hill" else "reason.road", params)
        case "attack":
            return _of_attack(ground, piece, to)
        case "danger":
            return _of_danger(ground, piece, to)
        case "cover":
            return Text("reason.cover", {"piece": who, "square": square_term(to)})
        case "leads":
            return Text("reason.leads")
        case "near":
            return Text("reason.follows")
        case "way":
            return Text("reason.way", {"piece": who})
        case "van":
            return Text("reason.van", {"piece": who})
        case "command":
            return Text("reason.command", {"piece": who})
        case _:
            return of_least()


def _of_attack(ground: Ground, piece: Piece, to: str) -> Text:
    quarry = ground.quarry(piece, to)
    assert quarry is not None, "an attack promises something"
    foe, chance, near = quarry
    params: Params = {"piece": piece_term(piece), "target": piece_term(foe)}
    if near:
        return Text("reason.range", {**params, "percent": _percent(chance)})
    return Text("reason.nearer", params)


def _of_danger(ground: Ground, piece: Piece, to: str) -> Text:
    """Say from whom a piece is safer: who is strongest of those that reach it no more."""
    able = [
        one
        for one in ground.threats
        if piece.at in one.fire | one.charge and to not in one.fire | one.charge
    ]
    worst = max(able, key=lambda one: (one.strength, one.piece.id), default=None)
    if worst is None:
        return Text("reason.safer", {"piece": piece_term(piece)})
    return Text("reason.away", {"piece": piece_term(piece), "foe": piece_term(worst.piece)})
