"""Why: the sentence for an action, from what was weighed for it."""

from __future__ import annotations

from engine.api import Action, Term, Text
from engine.art_of_war.actions import (
    NOBODY,
    OWN,
    Appoint,
    BreakOff,
    Deploy,
    Dismiss,
    Enter,
    Evade,
    Hide,
    Hold,
    Lead,
    Move,
    Muster,
    Plan,
    Pursue,
    Rally,
    Recruit,
    Reveal,
    Terrain,
    Write,
    parted,
)
from engine.art_of_war.opponent.charging import Chargers, Promise
from engine.art_of_war.opponent.deploying import drawn_up
from engine.art_of_war.opponent.marching import Body, March
from engine.art_of_war.opponent.opening import away, strongest
from engine.art_of_war.opponent.outlook import Keys, Outlook
from engine.art_of_war.opponent.rallying import FACES
from engine.art_of_war.play import general_term, group_term, unit_term
from engine.art_of_war.rules.command.points import general_for
from engine.art_of_war.rules.rallying.rallying import try_of
from engine.art_of_war.state import View
from engine.reasons import leading


def of_whim() -> Text:
    """Say that nothing was weighed."""
    return Text("reason.whim")


# -- before the battle -----------------------------------------------------------------------------


def of_set_up(view: View, action: Action) -> Text | None:
    """Say what is thought of before the first turn."""
    match action:
        case Muster(army=army):
            return Text("reason.smaller" if army == OWN else "reason.army")
        case Recruit() | Appoint() | Dismiss():
            return Text("reason.ends_army")
        case Terrain():
            return Text("reason.terrain")
        case Plan(posts=posts):
            strong = strongest(view)
            round_ = away(posts)
            if round_:
                return Text("reason.plan.flank", {"corps": round_[0]})
            if posts[strong - 1] == "centre":
                return Text("reason.plan.centre", {"corps": strong})
            return Text("reason.plan.other")
        case Hide(markers=markers):
            empty = all(one.who == NOBODY for one in markers)
            return Text("reason.hides_none" if empty else "reason.hides")
        case Write(corps=corps, places=places) | Deploy(corps=corps, places=places):
            assert view.viewer is not None
            assert view.own is not None
            line = drawn_up(view.table, view.viewer, view.own.posts) or {}
            return Text("reason.line" if line.get(corps) == places else "reason.ready_made")
    return None


# -- orders of a turn ------------------------------------------------------------------------------


def of_coming(action: Reveal | Enter) -> Text:
    """Say why an ambush is shown, or a corps comes on elsewhere than was said."""
    return Text("reason.reveal" if isinstance(action, Reveal) else "reason.enter")


def of_general(look: Outlook, action: Lead) -> Text:
    """Say why a general goes."""
    unit = look.table.units.get(look.table.generals[action.general].unit)
    if unit is None:
        return Text("reason.alone", {"general": general_term(action.general)})
    return Text("reason.in_danger", {"unit": unit_term(unit)})


def of_leaving(action: BreakOff) -> Text:
    """Say why a unit leaves a melee."""
    return Text("reason.leaves", {"unit": unit_term(action.who)})


def of_charge(chargers: Chargers, promise: Promise) -> Text:
    """Say what a charge gains most."""
    target = _target(promise.way.aim.target)
    match leading(chargers.parts(promise.who, promise.way)):
        case "melee":
            return Text("reason.melee", {"target": target})
        case "flank":
            return Text("reason.flank", {"target": target})
        case "camp":
            return Text("reason.camp")
        case "chase":
            return Text("reason.chase", {"target": target})
        case "loose":
            return Text("reason.loose", {"who": group_term(promise.who)})
        case _:
            return Text("reason.best_charge")


def of_holding(action: Hold) -> Text:
    """Say why a unit is kept from charging."""
    return Text("reason.holds", {"unit": unit_term(action.who)})


def of_falling_back(action: Move) -> Text:
    """Say why light foot goes back."""
    return Text("reason.back", {"who": _group(action)})


def of_narrowing(action: Move) -> Text:
    """Say why a front is made narrower."""
    return Text("reason.narrow", {"who": _group(action)})


def of_march(march: March) -> Text:
    """Say what a move betters most."""
    body = march.body
    who = group_term(body.who)
    match leading(march.parts()):
        case "near":
            return _of_goal(body)
        case "facing":
            return Text("reason.faces", {"who": who, "target": _goal_of(body)})
        case "together":
            return Text("reason.together", {"who": who})
        case "front":
            return Text("reason.front", {"who": who})
        case "line":
            return Text("reason.straight", {"who": who})
        case _:
            return Text("reason.best_move")


def of_detour(barred: Body, march: March) -> Text:
    """Say why a body goes another way: others are barred, or the way to its first aim is."""
    if march.body.who != barred.who:
        return Text("reason.freed", {"who": group_term(march.body.who)})
    params = {"who": group_term(march.body.who), "target": _goal_of(march.body)}
    return Text("reason.elsewhere", params)


def _of_goal(body: Body) -> Text:
    params = {"who": group_term(body.who), "target": _goal_of(body)}
    return Text("reason.range" if body.range else "reason.nearer", params)


def _goal_of(body: Body) -> Term:
    assert body.goal is not None, "it moves towards it"
    return _target(body.goal[0])


def _target(key: str) -> Term:
    return Term("target", key)


def _group(action: Move) -> Term:
    keys: Keys = parted(action.who)
    return group_term(keys)


# -- rallying, and answers -------------------------------------------------------------------------


def of_rally(look: Outlook, action: Rally) -> Text:
    """Say how likely the best try to rally is."""
    unit = look.table.units[action.who]
    general = general_for(look.table, unit)
    if general is None:
        return Text("reason.rally", {"unit": unit_term(unit)})
    needed = try_of(look.table, unit, general).needed
    if needed <= 1:
        return Text("reason.rally", {"unit": unit_term(unit)})
    return Text("reason.rally.on", {"unit": unit_term(unit), "die": min(FACES, needed)})


def of_answer(action: Action) -> Text | None:
    """Say why units evade or pursue; nothing where they stay."""
    match action:
        case Evade():
            return Text("reason.evade")
        case Pursue():
            return Text("reason.pursue")
    return None
