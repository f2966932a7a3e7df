"""Odds of the events with which a round begins (7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Action, Odds, Term, Text
from engine.calama.actions import Ready
from engine.calama.army import EventEffect, load_army
from engine.calama.gate import GATE, finish
from engine.calama.play import Play
from engine.calama.state import SEATS, Secrets, State, View, other
from engine.calama.survey import scenario_of
from engine.chances.odds import tell_odds
from engine.chances.probability import total
from engine.dice import DiceAsked, NoDice
from engine.kit.wording import seat_term


def of_next_round(view: View, action: Action) -> Iterator[Odds]:
    """Yield the events of both sides where an action is the last of its round (5, 7.2)."""
    if _begins_round(view, action):
        yield from _events(view.viewer or "")


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


def _events(viewer: str) -> Iterator[Odds]:
    """Yield what the event of each army does to whichever type of its pieces it falls upon."""
    army = load_army()
    for side in (viewer, other(viewer)):
        sign = -1 if side == viewer else 1

        def worst(effect: EventEffect, sign: int = sign) -> tuple[int, str]:
            return sign * effect.value, effect.attribute

        yield tell_odds(
            Text("odds.event", {"seat": seat_term(side)}),
            "7.2",
            total(army.event_dice).map(army.events.__getitem__),
            _say,
            worst=worst,
            given=(Text("odds.given.any_type", {"n": len(army.assignment)}),),
        )


def _say(effect: EventEffect) -> Text:
    attribute = Term("attribute", effect.attribute)
    return Text("odds.event.moves", {"attribute": attribute, "value": effect.value})
