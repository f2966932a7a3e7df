"""Battles that begin: ready-made ones, ordered as people type, with dice that are given."""

from __future__ import annotations

from engine.api import Seat
from engine.art_of_war.game import GAME
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import State
from engine.dice import ScriptedDice


class Begun(ScriptedDice):
    """Dice of a script, but command points: those are thrown when a battle begins, and are ones."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Return the next of the script, or ones."""
        if purpose == "points":
            return (1,) * count
        return super().roll(purpose, count, sides)


def new(**chosen: str | int) -> State:
    """A battle before its first decision, its initiative won by Carthage in the north."""
    settings = Settings.model_validate(chosen)
    dice = ScriptedDice(1, 1) if settings.armies == "ready" else ScriptedDice()
    state: State = GAME.setup(settings, dice).state
    return state


def ordered(state: State, seat: Seat, kind: str, *dice: int, **typed: str) -> State:
    """The state after an order as a person types it."""
    action = GAME.parse(GAME.view(state, seat), kind, typed)
    after: State = GAME.apply(state, seat, action, Begun(*dice)).state
    return after


def refused(state: State, seat: Seat, kind: str, **typed: str) -> tuple[str, ...]:
    """The codes of what is against an order as a person types it."""
    action = GAME.parse(GAME.view(state, seat), kind, typed)
    return tuple(one.code for one in GAME.check(state, seat, action))


def planned(state: State, seat: Seat, posts: str = "centre, left, right", *dice: int) -> State:
    """The state after a plan with the first ready-made deployment of each corps, and ready."""
    state = ordered(state, seat, "plan", posts=posts)
    for corps, post in enumerate(posts.split(", "), start=1):
        if not post.startswith("flank"):
            state = ordered(state, seat, "write", corps=str(corps), places=f"{corps}1")
    return ordered(state, seat, "ready", *dice)
