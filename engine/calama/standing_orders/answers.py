"""What standing orders answer: a decision and the seat's own view go in, an action comes out.

Every answer is one that the seat could give by hand, and is given by the same door.

Rules:
    4.1.7 (combat orders), 7.4.2 (reserves), 7.5.1 (charges and what a lost one costs), 7.5.2
    (fire); CAL-R43 (the end that is offered).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.api import Action, Decision
from engine.calama.actions import (
    Agree,
    Casualties,
    Combat,
    CombatOrder,
    Done,
    Fire,
    Lose,
    Melee,
    PlayOn,
    Reinforce,
    Reserves,
    Restore,
    Truce,
)
from engine.calama.rules.combat.fire import shooters, worth
from engine.calama.rules.movement.reserves import check_reinforce
from engine.calama.rules.pieces.attributes import strength
from engine.calama.rules.pieces.charges import charges_of
from engine.calama.rules.pieces.weapons import targets
from engine.calama.rules.rounds.combat_orders import can_order, check_order
from engine.calama.rules.victory.ending import ahead
from engine.calama.sequence import unfinished
from engine.calama.standing_orders.words import ALWAYS, DEAREST, EASIEST, UNLESS_BEHIND
from engine.calama.state import Loss, Piece, Table, View, other
from engine.calama.survey import army, printed, scenario_of
from engine.kit.standing_orders import in_force, own_orders, rests
from engine.kit.verbs import under_way


def answer(view: View, decision: Decision) -> Action | None:
    """Return what the viewer's standing orders say to *decision*, which it owes."""
    if view.own is None or not view.own.standing:
        return None
    plain = _PLAIN.get(decision.code) if rests(view) else None
    speak = plain or _ANSWERS.get(decision.code)
    return None if speak is None else speak(view)


def _lose(view: View) -> Action | None:
    """Give up the charger whose type comes first in the order, the weakest of its type (7.5.1)."""
    order = in_force(own_orders(view), Casualties)
    if order is None and not rests(view):
        return None
    first = () if order is None else order.first
    table = view.table

    def rank(key: str) -> tuple[int, int, str]:
        piece = table.pieces[key]
        place = first.index(piece.type) if piece.type in first else len(first)
        return place, strength(table, piece), key

    return Lose(piece=min(under_way(table, Loss).pieces, key=rank))


def _combat(view: View) -> Action | None:
    """Fight the charges out, then fire with every piece that can, then end the turn (7.5)."""
    order = in_force(own_orders(view), Combat)
    if order is None:
        return None
    table = view.table
    charged = charges_of(table, table.player)
    if charged:
        return Melee(target=charged[0].id)
    able = shooters(table)
    if not able:
        return Done()
    piece = able[0]
    target = min(targets(table, piece), key=lambda one: _rank(table, piece, one, order.targets))
    return Fire(piece=piece.id, target=target.id)


def _rank(table: Table, piece: Piece, enemy: Piece, first: Sequence[str]) -> tuple[object, ...]:
    wanted = tuple(_late(table, piece, enemy, word) for word in (*first, DEAREST, EASIEST))
    return (*wanted, enemy.id)


def _late(table: Table, piece: Piece, enemy: Piece, word: str) -> int:
    """Return how early a word of the order puts a target: the smaller the sooner."""
    if word == DEAREST:
        kind = printed(enemy)
        return -scenario_of(table).goal if kind.decides else -kind.points
    if word == EASIEST:
        return -worth(table, piece, enemy)
    return int(enemy.type != word)


def _reserves(view: View) -> Action | None:
    """Bring in a reserve where it can enter, unless its price would lose the game (2, 4.1.9)."""
    order = in_force(own_orders(view), Reserves)
    if order is None:
        return None
    table = view.table
    enemy = other(table.player)
    if len(army(table, table.player, order.type)) >= order.below:
        return None
    if table.points[enemy] + printed(order.type).price >= scenario_of(table).goal:
        return None
    action = Reinforce(type=order.type, at=order.at)
    return None if check_reinforce(view, action) else action


def _movement(view: View) -> Action | None:
    """Give the combat order with which a turn may begin, then bring in a reserve."""
    return _restore(view) or _reserves(view)


def _restore(view: View) -> Action | None:
    """Shift a point to the attribute that has fallen below its first value (4.1.7)."""
    order = in_force(own_orders(view), Restore)
    table = view.table
    if order is None or not can_order(table):
        return None
    for key in order.types:
        markers = table.attributes[table.player][key]
        fallen = markers.value(order.keeps) < getattr(printed(key), order.keeps)
        action = CombatOrder(type=key, gives=order.gives, takes=order.keeps)
        if fallen and not check_order(view, action):
            return action
    return None


def _before_movement(view: View) -> Action | None:
    """Give the order that is wanted, or end the turn for orders without one."""
    if in_force(own_orders(view), Restore) is None:
        return None
    return _restore(view) or Done()


def _offer(view: View) -> Action | None:
    """Accept or refuse the end that is offered (CAL-R43)."""
    order = in_force(own_orders(view), Truce)
    if order is None:
        return None
    behind = ahead(view.table) not in ("", view.viewer)
    agree = order.when == ALWAYS or (order.when == UNLESS_BEHIND and not behind)
    return Agree() if agree else PlayOn()


def _close(view: View) -> Action | None:
    """End the turn of the phase, unless something must be done in it first."""
    return None if unfinished(view) else Done()


_PLAIN: Mapping[str, Callable[[View], Action | None]] = {
    "phase.orders": _close,
    "phase.movement": _close,
    "phase.combat": _close,
    "offer": lambda view: PlayOn(),
}
"""What is answered for whoever rests: the plain no, before anything else that they ordered.

A lost charge costs the weakest, unless they ordered otherwise: it cannot be declined.
"""

_ANSWERS: Mapping[str, Callable[[View], Action | None]] = {
    "loss": _lose,
    "phase.combat": _combat,
    "phase.movement": _movement,
    "phase.orders": _before_movement,
    "offer": _offer,
}
