"""Odds of the events with which a round begins (7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Action, Odds, Term, Text
from engine.calama.actions import Ready
from engine.calama.army import EventEffect, load_army
from engine.calama.gate import GATE, finish
from engine.calama.play import Play
from engine.calama.state import SEATS, Secrets, State, View
from engine.calama.survey import scenario_of
from engine.chances.odds import tell_odds
from engine.chances.probability import total
from engine.dice import DiceAsked, NoDice
from engine.kit.wording import seat_term


def of_next_round(view: View, action: Action) -> Iterator[Odds]:
    """Yield the viewer's event where an action is the last of its round (5, 7.2).

    The enemy's is thrown beside it, and is theirs to reckon with.
    """
    if _begins_round(view, action):
        yield _event(view.viewer or "")


def _begins_round(view: View, action: Action) -> bool:
    """Say whether an action leads to dice; what others' objectives are worth has no part in it."""
    seat = view.viewer or ""
    verb = GATE.verb(view.table, seat, action.kind)
    if verb is None or action.secret:
        return False
    if isinstance(action, Ready):
        return {*view.table.ready, seat} == {*SEATS}
    objectives = scenario_of(view.table).objectives
    unknown = {one: Secrets(objectives[one]) for one in SEATS}
    play = Play(State(view.table, {**unknown, seat: view.own or unknown[seat]}), NoDice())
    try:
        verb.apply(play, seat, action)
        finish(play, action)
    except DiceAsked:
        return True
    return False


def _event(side: str) -> Odds:
    """Return what the event of an army does to whichever type of its pieces it falls upon."""
    army = load_army()
    return tell_odds(
        Text("odds.event", {"seat": seat_term(side)}),
        "7.2",
        total(army.event_dice).map(army.events.__getitem__),
        _say,
        worst=lambda effect: (-effect.value, effect.attribute),
        assumed=(Text("odds.given.any_type", {"n": len(army.assignment)}),),
    )


def _say(effect: EventEffect) -> Text:
    attribute = Term("attribute", effect.attribute)
    return Text("odds.event.moves", {"attribute": attribute, "value": effect.value})
