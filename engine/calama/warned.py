"""What a side loses by an action without wishing to, from its own view, and what mends it.

Rules:
    4.1.8.escape (an Officer who stands at an exit), 4.1.9 and 2 (reserves that decide the game),
    5.4 (points for the army), 7.5.2 (shots not fired).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Action, Text, Warned
from engine.calama.actions import Done, Ready, Reinforce
from engine.calama.play import piece_term, type_term
from engine.calama.rules.combat.fire import shooters, worth
from engine.calama.rules.movement.escape import escapable
from engine.calama.rules.movement.reserves import enterable
from engine.calama.rules.pieces.weapons import targets
from engine.calama.rules.setting_up.armies import affordable, budget, price_of
from engine.calama.rules.victory.objectives import ESCAPE
from engine.calama.state import Phase, Piece, Table, View, other
from engine.calama.survey import printed, scenario_of
from engine.chances.probability import D6
from engine.kit.wording import seat_term


def warnings(view: View, action: Action) -> Iterator[Warned]:
    """Yield what an action that is allowed loses."""
    match action:
        case Ready():
            yield from _unspent(view)
        case Done() if view.table.phase is Phase.MOVEMENT:
            yield from _no_escape(view.table)
        case Done() if view.table.phase is Phase.COMBAT:
            yield from _left_firing(view.table)
        case Reinforce():
            yield from _too_dear(view.table, action)


def _unspent(view: View) -> Iterator[Warned]:
    """Yield the points of the army with which something could still be bought."""
    own = view.own
    assert own is not None
    if affordable(view):
        left = budget(view.table, view.viewer or "") - price_of(own.plan)
        yield Warned(Text("warn.unspent", {"n": left}), "enlist")


def _no_escape(table: Table) -> Iterator[Warned]:
    """Yield the escape that is given away."""
    free = escapable(table)
    if free and ESCAPE not in table.scored:
        text = Text("warn.escape", {"piece": piece_term(free[0])})
        yield Warned(text, "escape", (("piece", free[0].id),))


def shots(table: Table) -> Iterator[tuple[Piece, Piece]]:
    """Yield the pieces that can fire and hit somebody, each with its easiest target.

    Targets at which nobody has been sent yet go first.
    """
    taken: set[str] = set()
    for piece in shooters(table):
        able = [one for one in targets(table, piece) if D6 + worth(table, piece, one) > 1]
        if able:
            best = max(able, key=lambda one: _rank(table, piece, one, one.id not in taken))
            taken.add(best.id)
            yield piece, best


def _rank(table: Table, piece: Piece, target: Piece, free: bool) -> tuple[bool, int, int, str]:
    kind = printed(target)
    prize = scenario_of(table).goal if kind.decides else kind.points
    return free, prize + worth(table, piece, target), prize, target.id


def _left_firing(table: Table) -> Iterator[Warned]:
    left = [piece for piece, _ in shots(table)]
    if left:
        pieces = tuple(piece_term(piece) for piece in left)
        text = Text("warn.shots", {"pieces": pieces, "n": len(left)})
        yield Warned(text, "fire", (("piece", left[0].id),))


def _too_dear(table: Table, action: Reinforce) -> Iterator[Warned]:
    """Yield that the points for a reserve give the enemy the game."""
    enemy, price = other(table.player), printed(action.type).price
    if table.points[enemy] + price >= scenario_of(table).goal:
        text = Text(
            "warn.loses", {"type": type_term(action.type), "seat": seat_term(enemy), "n": price}
        )
        left = scenario_of(table).goal - table.points[enemy]
        cheaper = next((one for one in enterable(table) if printed(one).price < left), "")
        if cheaper:
            yield Warned(text, "reinforce", (("type", cheaper), ("at", action.at)))
        else:
            yield Warned(text)
