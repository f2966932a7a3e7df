"""Other worlds that look the same to one viewer: what others hide is rewritten.

That is armies being mustered, and those of one's own that have not been deployed, with their camp
and what was bought; battle plans, deployments and ambushes that are written, standing orders; who
is beneath which marker of ambush, or that nobody is; who is on a flank march, or that nobody is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.api import Seat
from engine.art_of_war.actions import Post
from engine.art_of_war.armies import load_armies
from engine.art_of_war.play import Play
from engine.art_of_war.rules.command.riding import spot_beside
from engine.art_of_war.rules.setting_up.battle_plan import plans
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.enrolling import enrol
from engine.art_of_war.rules.setting_up.posts import FLANKS, marches
from engine.art_of_war.standing_orders.giving import another, drawn
from engine.art_of_war.state import (
    SEATS,
    General,
    Mustered,
    Phase,
    Place,
    Secrets,
    State,
    Table,
    Unit,
    View,
    Written,
    has_laid,
)
from engine.dice import Dice, NoDice
from engine.kit.scrambling import pick, shuffled, unlike


def scramble(state: State, viewer: Seat | None, wanted: int = 1) -> tuple[State, ...]:
    """Return possible states that differ only in what *viewer* may not know."""
    return unlike(state, _turned(state, viewer), lambda dice: _drawn(dice, state, viewer), wanted)


def _others(viewer: Seat | None) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seat != viewer)


def _turned(state: State, viewer: Seat | None) -> State:
    """Return the state with everything otherwise at once."""
    for seat in _others(viewer):
        own = state.secrets[seat]
        changed = replace(own, standing=another(own.standing))
        state = State(state.table, {**state.secrets, seat: changed})
        if _is_unseen(state.table, seat):
            state = _armed_otherwise(state, seat, 1)
        changed = _planned(state.table, seat, state.secrets[seat], 1)
        state = State(state.table, {**state.secrets, seat: changed})
        state = _hidden_otherwise(state, seat, 1)
    return state


def _drawn(dice: Dice, state: State, viewer: Seat | None) -> State:
    """Return the state as it may be just as well."""
    for seat in _others(viewer):
        table = state.table
        who = tuple(one.id for one in table.units.values() if one.side == seat)
        standing = drawn(dice, table.turn, shuffled(dice, who))
        changed = replace(state.secrets[seat], standing=standing)
        state = State(table, {**state.secrets, seat: changed})
        if _is_unseen(table, seat):
            state = _armed_otherwise(state, seat, pick(dice, (0, 1, 2)))
        changed = _planned(state.table, seat, state.secrets[seat], pick(dice, (0, 1, 2, 3)))
        state = State(state.table, {**state.secrets, seat: changed})
        state = _hidden_otherwise(state, seat, pick(dice, (0, 1, 2)))
    return state


# -- before the battle ---------------------------------------------------------------------------


def _planned(table: Table, seat: Seat, own: Secrets, number: int) -> Secrets:
    """Return another muster, another plan, other deployments; what is closed stays whole."""
    if table.phase is Phase.MUSTER:
        return _mustered(seat in table.ready, own, number)
    if table.phase is Phase.PLAN:
        return _plan(table, seat, own, number)
    if table.phase is Phase.DEPLOYMENT:
        return replace(own, written=() if own.written else _written(table, seat, own))
    return own


def _mustered(ready: bool, own: Secrets, number: int) -> Secrets:
    keys = (*load_armies(), "") if not ready else tuple(load_armies())
    others = [key for key in keys if key != own.muster.army]
    return replace(own, muster=Mustered(army=others[number % len(others)]))


def _plan(table: Table, seat: Seat, own: Secrets, number: int) -> Secrets:
    found = tuple(plans(View(seat, table, own)))
    # An army of one corps has one plan: it may be written or not.
    others = [posts for posts in found if posts != own.posts] or [()]
    posts = others[number % len(others)]
    changed = replace(own, posts=posts, written=(), ambushes={})
    return changed if own.written else replace(changed, written=_written(table, seat, changed))


def _written(table: Table, seat: Seat, own: Secrets) -> tuple[Written, ...]:
    """Return a deployment that may be written as well, of the first corps that there is."""
    view = View(seat, table, own)
    for corps in (1, 2, 3):
        if marches(own.posts, corps):
            continue
        for places in ready_places(view, corps):
            return (Written(corps, tuple(map(str, places))),)
    return ()


# -- armies that have not been deployed ----------------------------------------------------------


def _is_unseen(table: Table, seat: Seat) -> bool:
    """Say whether a side has mustered an army of which nobody else has seen anything."""
    mustered = table.settings.armies == "own" and table.phase is not Phase.MUSTER
    return mustered and not has_laid(table, seat)


def _armed_otherwise(state: State, seat: Seat, number: int) -> State:
    """Return the state with another army of a side's, of which nobody else has seen anything."""
    table = state.table
    if table.phase is Phase.DEPLOYMENT or number == 1:
        return _improved(state, seat, number)
    others = [key for key in load_armies() if key != table.armies[seat]]
    own = state.secrets[seat]
    bare = replace(
        table,
        units={key: one for key, one in table.units.items() if one.side != seat},
        generals={key: one for key, one in table.generals.items() if one.side != seat},
    )
    known = replace(own, posts=(), written=(), ambushes={}, standing={})
    play = Play(State(bare, {**state.secrets, seat: known}), NoDice())
    key = others[number % len(others)]
    enrol(play, seat, key, load_armies()[key].army)
    return State(play.table, play.secrets)


def _improved(state: State, seat: Seat, number: int) -> State:
    """Return the state with better troops of a side, more bought, the camp as it was not."""
    table = state.table
    better = {
        key: replace(one, quality="elite" if one.quality != "elite" else "ordinary")
        for key, one in table.units.items()
        if one.side == seat and one.place is Place.WAITING
    }
    camps = {
        key: replace(one, fortified=not one.fortified) if one.side == seat else one
        for key, one in table.camps.items()
    }
    pieces = {**table.pieces, seat: table.pieces.get(seat, 0) + number + 1}
    there = replace(table, units={**table.units, **better}, camps=camps, pieces=pieces)
    return State(there, state.secrets)


# -- what is hidden while the battle goes on -----------------------------------------------------


def _hidden_otherwise(state: State, seat: Seat, number: int) -> State:
    """Return the state with others beneath a side's markers, and another flank march or none."""
    table = state.table
    if table.phase in (Phase.MUSTER, Phase.TERRAIN, Phase.PLAN) or table.frames:
        return state
    hidden = [one for one in table.units.values() if one.side == seat and one.place is Place.AMBUSH]
    state = _ambushed_otherwise(state, seat, hidden, number)
    return _marching_otherwise(state, seat, number)


def _ambushed_otherwise(state: State, seat: Seat, hidden: Sequence[Unit], number: int) -> State:
    """Return the state in which those beneath markers lie beneath others, or are not there."""
    table, own = state.table, state.secrets[seat]
    markers = [one for one in table.markers.values() if one.side == seat]
    if not markers:
        return state
    units = dict(table.units)
    ambushes: dict[str, str] = dict.fromkeys(own.ambushes, "")
    if number == 0 and hidden:
        # Nobody is in ambush: all markers are empty, and those units were never in the army.
        for one in hidden:
            del units[one.id]
    else:
        for place, one in enumerate(hidden):
            marker = markers[(place + number) % len(markers)]
            units[one.id] = replace(one, marker=marker.id, pose=marker.pose)
            ambushes[marker.id] = one.id
    if not hidden:
        units, ambushes = _another_hidden(table, seat, ambushes)
    generals = _beneath(table, units)
    changed = replace(own, ambushes=ambushes)
    there = replace(table, units=units, generals=generals)
    return State(there, {**state.secrets, seat: changed})


def _beneath(table: Table, units: Mapping[str, Unit]) -> dict[str, General]:
    """Return generals, of whom those in ambush are where their units are, or were never there."""
    found = {}
    for key, one in table.generals.items():
        if one.place is Place.AMBUSH:
            if one.unit in units:
                found[key] = replace(one, pose=spot_beside(units[one.unit]))
        else:
            found[key] = one
    return found


def _another_hidden(
    table: Table, seat: Seat, ambushes: Mapping[str, str]
) -> tuple[dict[str, Unit], dict[str, str]]:
    """Return units with one more, who lies beneath the first marker."""
    pattern = next(one for one in table.units.values() if one.side == seat)
    marker = next(one for one in table.markers.values() if one.side == seat)
    one = Unit(
        id=f"{seat}-z1",
        side=seat,
        corps=pattern.corps,
        troop="light_infantry",
        place=Place.AMBUSH,
        pose=marker.pose,
        marker=marker.id,
    )
    return {**table.units, one.id: one}, {**ambushes, marker.id: one.id}


def _marching_otherwise(state: State, seat: Seat, number: int) -> State:
    """Return the state without a side's flank march, or with it past the other side.

    One that has been announced, and the edge past which it comes, everybody knows.
    """
    table, own = state.table, state.secrets[seat]
    away = [one for one in table.generals.values() if one.side == seat and one.place is Place.MARCH]
    if not away or any(one.id in table.coming for one in away):
        return state
    if number != 1:
        units = {
            key: one
            for key, one in table.units.items()
            if one.place is not Place.MARCH or one.side != seat
        }
        gone = {one.id for one in away}
        generals = {key: one for key, one in table.generals.items() if key not in gone}
        kept = replace(table, units=units, generals=generals)
        usual: Post = "centre"
        posts = tuple(usual if one in FLANKS else one for one in own.posts)
        return State(kept, {**state.secrets, seat: replace(own, posts=posts)})
    swapped: Mapping[Post, Post] = {"flank_left": "flank_right", "flank_right": "flank_left"}
    posts_ = tuple(swapped.get(one, one) for one in own.posts)
    changed = replace(own, posts=posts_)
    return State(table, {**state.secrets, seat: changed})
