"""What a turn costs somebody who wants nothing in it: "Skip this turn", and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.trials import pace
from bot.trials.lab import Player, mind_of
from engine.api import AnyGame, Seat
from engine.dice import SeededDice
from engine.kit.standing_orders import Rest

LIMIT = 20_000
"""Actions after which a game counts as endless."""


def quiet_turns(
    game: AnyGame, seed: str, settings: Any, players: Mapping[Seat, Player], idle: Seat
) -> tuple[int, ...]:
    """Play one game in which a side wants nothing, and return its submissions, turn by turn.

    It rests as soon as it is asked something in a turn; what it is asked all the same counts too.
    Turns in which it is not asked anything are left out, and so are those of the set-up.

    Raises:
        DeadEnd: as :func:`bot.trials.lab.play`.
    """
    dice = SeededDice(f"dice {seed}".encode())
    minds = {seat: mind_of(game, seat, players[seat], seed) for seat in game.seats}
    state = game.setup(settings, dice).state
    submissions: dict[int, int] = {}
    for _ in range(LIMIT):
        owed = game.awaiting(state)
        if not owed:
            break
        decision = owed[0]
        seat, view = decision.seat, game.view(state, decision.seat)
        turn = game.status(game.view(state, None)).turn
        action = game.forced(game.view(state, None), decision)
        if action is None and seat == idle and turn >= 1:
            if turn not in submissions:
                submissions[turn] = 1
                state = game.apply(state, seat, Rest(turn=turn), dice).state
                continue
            action = game.standing(view, decision)
            submissions[turn] += action is None
        state = game.apply(state, seat, action or minds[seat](state, decision), dice).state
        pace.step()
    return tuple(submissions.values())
