"""What is done for a side whose time has run out: its set-up as the book has it, then nothing.

Phases are ended, an end that is offered is refused and a lost charge costs the weakest, as for a
side that rests (:mod:`engine.calama.standing_orders.answers`). Here is what must be done before.

Rules:
    4.2.1.command (who leads), 5.3 (set-up), 7.4.1.pass (Chile moves first), 7.5.1 (charges that are
    declared are fought out).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Action, AnyGame
from engine.calama.actions import Advance, Melee, Ready
from engine.calama.bundles import LED
from engine.calama.rules.movement.advance import movers, reach
from engine.calama.rules.pieces.charges import charges_of
from engine.calama.rules.setting_up.ranking import against_objectives
from engine.calama.rules.setting_up.readiness import unfinished
from engine.calama.state import View, other
from engine.calama.survey import army, nearest
from engine.kit.defaulting import ByDefault, first_meant, first_of


def _set_up(game: AnyGame, view: View) -> Action | None:
    """Close the set-up; rank objectives where only that is missing, else by a ready formation."""
    assert view.viewer is not None
    assert view.own is not None
    missing = unfinished(view)
    if not missing:
        return Ready()
    if missing == against_objectives(view.table, view.viewer, view.own.priorities):
        return first_of(game, view, "rank")
    return first_meant(game, view)


def _move(game: AnyGame, view: View) -> Action | None:
    """Move one piece for the fewest points, far from the enemy, where one must be moved.

    Of moves for as many points rather none of those who lead: who attacks hangs on where they are.
    """
    if "done" in game.kinds(view):
        return None
    table = view.table
    enemies = [one.at for one in army(table, other(table.player))]
    steps = (
        (way.points, piece.type in LED, way.squares, -nearest(iter(enemies), to), piece.id, to)
        for piece in movers(table)
        for to, way in reach(table, piece).items()
    )
    cheapest = min(steps, default=None)
    if cheapest is None:
        return first_of(game, view, "charge")
    *_, piece, to = cheapest
    return Advance(piece=piece, to=to)


def _fight(game: AnyGame, view: View) -> Action | None:
    """Fight out the first charge that is declared; shots are let be."""
    charged = charges_of(view.table, view.table.player)
    return Melee(target=charged[0].id) if charged else None


BY_DEFAULT: Mapping[str, ByDefault] = {
    "phase.setup": _set_up,
    "phase.ranking": _set_up,
    "phase.movement": _move,
    "phase.combat": _fight,
}
"""Beside what a side at rest answers."""
