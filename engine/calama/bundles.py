"""What a side means by one word: all charges fought out, every shot, the whole line forward.

Rules:
    5.3 (set-up), 7.4.1 (moves), 7.5.1 (charges), 7.5.2 (fire).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import AnyGame, Bundle, Text
from engine.calama.actions import Fire, Leg, March, Melee, Prepare
from engine.calama.rules.movement.advance import moved, movers, ranked
from engine.calama.rules.pieces.charges import charges_of
from engine.calama.state import COMMANDER, OFFICER, Piece, Table, View, other
from engine.calama.survey import army, nearest
from engine.calama.warned import shots
from engine.kit.bundling import MOST

LED = frozenset((COMMANDER, OFFICER))
"""Types that do not go forward with the line: they decide games by falling."""


def bundles(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield what can be done at once, best first."""
    kinds, table = game.kinds(view), view.table
    if "prepare" in kinds:
        yield from _prepared(game, view)
    if "melee" in kinds:
        fights = tuple(Melee(target=one.id) for one in charges_of(table, table.player))
        yield from _several("bundle.melee", fights)
    if "fire" in kinds:
        fired = tuple(Fire(piece=piece.id, target=target.id) for piece, target in shots(table))
        yield from _several("bundle.fire", fired)
    if "march" in kinds:
        legs = tuple(_forward(table))
        if len(legs) > 1:
            yield Bundle(Text("bundle.forward", {"n": len(legs)}), (March(moves=legs),))


def _prepared(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield every ready formation, with the objectives as they are ranked, or as offered first."""
    assert view.own is not None
    ranked_so = ", ".join(view.own.priorities)
    first = next(game.options(view, "prepare", "objectives", {}))
    filled = {"objectives": ranked_so or first.value}
    for one in game.options(view, "prepare", "places", filled):
        action = game.parse(view, "prepare", {**filled, "places": one.value})
        assert isinstance(action, Prepare)
        yield Bundle(Text("bundle.prepare", one.label.params), (action,))


def _several(code: str, actions: tuple[Fire, ...] | tuple[Melee, ...]) -> Iterator[Bundle]:
    if len(actions) > 1:
        yield Bundle(Text(code, {"n": len(actions[:MOST])}), actions[:MOST])


def _forward(table: Table) -> Iterator[Leg]:
    """Yield one move each nearer to the enemy, the foremost first, while the points last."""
    seen: set[str] = set()
    while (found := _next(table, seen)) is not None:
        piece, to = found
        seen.add(piece.id)
        table = moved(table, piece, to, dict(ranked(table, piece))[to])
        yield Leg(piece=piece.id, to=to)


def _next(table: Table, seen: set[str]) -> tuple[Piece, str] | None:
    """Return the next piece that has not moved yet and comes nearer to the enemy, and where to."""
    enemies = [enemy.at for enemy in army(table, other(table.player))]
    for piece in movers(table):
        if piece.type not in LED and piece.id not in seen:
            to, _ = ranked(table, piece)[0]
            if nearest(iter(enemies), to) < nearest(iter(enemies), piece.at):
                return piece, to
    return None
