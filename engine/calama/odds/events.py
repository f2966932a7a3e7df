"""Odds of the events with which a round begins (7.2, 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Odds, Term, Text
from engine.calama.actions import Done, Ready
from engine.calama.army import EventEffect, load_army
from engine.calama.play import Play
from engine.calama.rules.rounds import EVENT_DICE
from engine.calama.sequence import close_turn
from engine.calama.state import SEATS, Secrets, State, View, other
from engine.dice import Roll
from engine.odds import tell_odds
from engine.probability import total
from engine.terms import seat_term


def of_done(view: View, action: Done) -> Iterator[Odds]:
    """Yield the events of both sides where the turn that is ended is the last of its round."""
    if _ends_round(view):
        yield from _events(view.viewer or "")


def of_ready(view: View, action: Ready) -> Iterator[Odds]:
    """Yield the events of the first round, which begins when the second side is ready (5)."""
    if {*view.table.ready, view.viewer} == {*SEATS}:
        yield from _events(view.viewer or "")


class _Rolled(Exception):
    """A die was asked for."""


class _Alarm:
    """Dice that tell only that they are wanted."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        raise _Rolled(Roll(purpose, sides, ()))


def _ends_round(view: View) -> bool:
    """Say whether ending the viewer's turn leads to dice; nobody's secrets have a part in it."""
    play = Play(State(view.table, dict.fromkeys(SEATS, Secrets())), _Alarm())
    try:
        close_turn(play, view.viewer or "")
    except _Rolled:
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
            total(EVENT_DICE).map(army.events.__getitem__),
            _say,
            worst=worst,
            given=(Text("odds.given.any_type", {"n": len(army.assignment)}),),
        )


def _say(effect: EventEffect) -> Text:
    attribute = Term("attribute", effect.attribute)
    return Text("odds.event.moves", {"attribute": attribute, "value": effect.value})
