"""Odds of the Supply Columns that a player turn begins with (4.1 I)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Odds, Text
from engine.chances.odds import tell_odds
from engine.chances.probability import dice
from engine.dice import DiceAsked
from engine.kit.wording import seat_term
from engine.war_of_the_pacific.actions import Done
from engine.war_of_the_pacific.odds.trial import trial_to_dice
from engine.war_of_the_pacific.rules.administration.supply_received import (
    columns_received,
    supply_dice,
)
from engine.war_of_the_pacific.sequence import close_phase
from engine.war_of_the_pacific.state import Phase, View


def of_done(view: View, action: Done) -> Iterator[Odds]:
    """Yield the columns that the viewer receives where closing the orders brings them (WP-E34)."""
    seat = _receiver(view)
    if seat is None or seat != view.viewer:
        return  # what the enemy receives next is theirs to reckon with
    settings = view.table.settings
    columns = dice(supply_dice(settings)).map(columns_received)
    yield tell_odds(
        Text("odds.supply", {"seat": seat_term(seat)}),
        "4.1.supply",
        columns,
        lambda n: Text("odds.supply.columns", {"n": n}),
        worst=lambda n: -n,
        expected=((Text("odds.supply.expected"), columns.mean(lambda n: n)),),
    )


def _receiver(view: View) -> str | None:
    """Return who rolls for supply when the viewer closes the phase, if anybody does."""
    play = trial_to_dice(view)
    try:
        close_phase(play, view.viewer or "")
    except DiceAsked:
        return play.seat if play.table.phase is Phase.ADMIN else None
    return None
