"""What standing orders answer: a decision and the seat's own view go in, an action comes out.

Every answer is one that the seat could give by hand, and is given by the same door.

Rules:
    7.4.2 (reserves), 7.5.1 (charges and what a lost one costs), 7.5.2 (fire).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.api import Action, Decision
from engine.calama.actions import (
    Casualties,
    Combat,
    Done,
    Fire,
    Lose,
    Melee,
    Reinforce,
    Reserves,
)
from engine.calama.rules.firing import shooters, worth
from engine.calama.rules.reserves import check_reinforce
from engine.calama.standing.words import DEAREST, EASIEST
from engine.calama.state import Piece, Table, View, other
from engine.calama.survey import army, charges_of, printed, scenario_of, strength, targets
from engine.standing import in_force


def answer(view: View, decision: Decision) -> Action | None:
    """Return what the viewer's standing orders say to *decision*, which it owes."""
    if view.own is None or not view.own.standing:
        return None
    speak = _ANSWERS.get(decision.code)
    return None if speak is None else speak(view)


def _orders(view: View) -> Mapping[str, str]:
    return view.own.standing if view.own is not None else {}


def _lose(view: View) -> Action | None:
    """Give up the charger whose type comes first in the order, the weakest of its type (7.5.1)."""
    order = in_force(_orders(view), Casualties)
    if order is None:
        return None
    table = view.table

    def rank(key: str) -> tuple[int, int, str]:
        piece = table.pieces[key]
        known = piece.type in order.first
        place = order.first.index(piece.type) if known else len(order.first)
        return place, strength(table, piece), key

    return Lose(piece=min(table.frames[-1].pieces, key=rank))


def _combat(view: View) -> Action | None:
    """Fight the charges out, then fire with every piece that can, then end the turn (7.5)."""
    order = in_force(_orders(view), Combat)
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
    order = in_force(_orders(view), Reserves)
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


_ANSWERS: Mapping[str, Callable[[View], Action | None]] = {
    "loss": _lose,
    "phase.combat": _combat,
    "phase.movement": _reserves,
}
