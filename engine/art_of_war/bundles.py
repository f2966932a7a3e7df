"""What a side means by one word: a ready-made plan, a corps that advances, all charges there are.

Rules:
    11.plan, 5.charge, 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.api import Action, AnyGame, Bundle, Seat, Text
from engine.art_of_war.actions import Charge, Manoeuvre, Move, Plan, Ready, Write, joined
from engine.art_of_war.rules.charge.declaring import able, affordable
from engine.art_of_war.rules.movement.grouping import letters, named
from engine.art_of_war.rules.movement.manoeuvres import part_by
from engine.art_of_war.rules.movement.nearest import most_of
from engine.art_of_war.rules.movement.ordering import against_who
from engine.art_of_war.rules.movement.pacing import full_pace
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.laying import corps_left
from engine.art_of_war.rules.setting_up.layout import corps_of
from engine.art_of_war.rules.setting_up.posts import posts_of
from engine.art_of_war.state import Phase, Table, View, standing_units
from engine.kit.bundling import legal_in_order

Keys = tuple[str, ...]


def bundles(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield what can be done at once: a whole plan; charges; a corps that goes straight on."""
    if view.viewer is None:
        return
    kinds = game.kinds(view)
    if view.table.phase is Phase.PLAN and "ready" in kinds:
        yield from _planned(game, view)
    if view.table.phase is not Phase.MOVEMENT:
        return
    if "charge" in kinds:
        yield from _charges(game, view, view.viewer)
    if "move" in kinds:
        for corps in corps_of(view.table, view.viewer):
            yield from _advance(game, view, view.viewer, corps)


def _planned(game: AnyGame, view: View) -> Iterator[Bundle]:
    """Yield the plan as it is, or the usual one, with a ready-made deployment of each corps."""
    assert view.viewer is not None
    assert view.own is not None
    posts = tuple(posts_of(view))
    actions: list[Action] = [] if view.own.posts else [Plan(posts=posts)]
    written = {one.corps for one in view.own.written}
    for corps in corps_left(view.table, view.viewer, posts):
        places = next(ready_places(view, corps), None) if corps not in written else None
        if places is not None:
            actions.append(Write(corps=corps, places=places))
    actions = [*legal_in_order(game, view, actions), Ready()]
    yield Bundle(Text("bundle.plan", {"n": len(actions)}), tuple(actions))


def _charges(game: AnyGame, view: View, side: Seat) -> Iterator[Bundle]:
    """Yield the nearest charge of everybody who can reach and pay for one, groups first."""
    found: list[Charge] = []
    told: set[str] = set()
    for who in able(view.table, side):
        if told.isdisjoint(who):
            one = next(affordable(view.table, who), None)
            if one is not None:
                told.update(who)
                target, at = one.declared.target, one.declared.at
                found.append(Charge(who=joined(who), target=target, at=at))
    actions = legal_in_order(game, view, found)
    if len(actions) > 1:
        yield Bundle(Text("bundle.charge", {"n": len(actions)}), actions)


def _advance(game: AnyGame, view: View, side: Seat, corps: int) -> Iterator[Bundle]:
    """Yield that all of a corps go straight on, as far as they can and are paid for."""
    actions = legal_in_order(game, view, _moves(view.table, side, corps))
    if len(actions) > 1:
        yield Bundle(Text("bundle.advance", {"corps": corps, "n": len(actions)}), actions)


def _moves(table: Table, side: Seat, corps: int) -> Iterable[Move]:
    for who in _bodies(table, side, corps):
        units = [table.units[key] for key in who]
        reach = min(map(full_pace, units))
        most = most_of(table, units, (), part_by(Manoeuvre.ADVANCE, reach)) if reach else 0
        if most:
            yield Move(who=joined(who), parts=(part_by(Manoeuvre.ADVANCE, most),))


def _bodies(table: Table, side: Seat, corps: int) -> Iterator[Keys]:
    """Yield the groups of a corps as they stand together, then who stands apart from them."""
    told: set[str] = set()
    for letter in letters(table, side):
        who = named(table, side, letter)
        ours = len(who) > 1 and table.units[who[0]].corps == corps
        if ours and not against_who(table, side, who):
            told.update(who)
            yield who
    for one in standing_units(table, side):
        if one.corps == corps and one.id not in told and not against_who(table, side, (one.id,)):
            yield (one.id,)
