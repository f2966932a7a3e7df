"""A game of the toy against the computer, and computer players that a test can look into."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.moderator import Campaign
from engine.api import Action, Decision, Opponent
from engine.dice import Dice
from tests.support.river import CHANNEL, GUILD, RED, River
from tests.support.toy_game import ToyGame, ToyOpponent, View

Choose = Callable[[View, Decision, Dice], Any]


@dataclass
class Called:
    """One question to a :class:`Spy`, and who asked it."""

    view: View
    decision: Decision
    thread: threading.Thread


class Spy:
    """Notes what it is asked, and answers as another does."""

    def __init__(self, choose: Choose | None = None) -> None:
        self.calls: list[Called] = []
        self._choose = choose or ToyOpponent().choose

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Answer."""
        self.calls.append(Called(view, decision, threading.current_thread()))
        answer: Action = self._choose(view, decision, dice)
        return answer


class Pondering(Spy):
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking, self.done = threading.Event(), threading.Event()

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Answer, at long last."""
        action = super().choose(view, decision, dice)
        self.thinking.set()
        self.done.wait(30)
        return action


def toy_with(opponent: Opponent[View] | None, game: ToyGame | None = None) -> dict[str, Any]:
    """Return the games of a moderator: the toy with that computer player, or with none."""
    return toy_of({} if opponent is None else {"hard": opponent}, game)


def toy_of(opponents: Mapping[str, Opponent[View]], game: ToyGame | None = None) -> dict[str, Any]:
    """Return the games of a moderator: the toy with computer players of these strengths."""
    made = game or ToyGame()
    made.opponents = opponents
    return {"toy": made}


async def against_computer(
    there: River,
    *,
    turns: int = 3,
    channel: int = CHANNEL,
    start: bool = True,
    strength: str | None = None,
) -> Campaign:
    """Create a campaign of red against the computer; start it, and let the computer move."""
    campaign = await there.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=channel,
        person_id=RED,
        language="en",
        settings={"turns": turns},
        opponent="computer",
        strength=strength,
    )
    campaign = await there.door.seats.join(campaign.id, RED, "red")
    if start:
        campaign = await there.door.lobby.start(campaign.id, RED, request=there.request())
        await there.door.settle()
    return campaign


async def play_against(there: River, campaign: Campaign, *, first: int = 0) -> int:
    """Let red play to the end; return the number of red's actions."""
    steps = first
    await there.door.settle()
    while await there.step(campaign, steps):
        steps += 1
        await there.door.settle()
    return steps - first
