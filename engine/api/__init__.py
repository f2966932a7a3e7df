"""The contract every game system fulfils.

A game system is a pure, deterministic rules engine. The bot knows it only through :class:`Game`:
it never sees inside a state, and a game never hears of Discord, databases or clocks. Its words:

*Seat*      a side of the game by name ("chile"); never a Discord id.
*State*     everything about one game at one instant, secrets included. Opaque to the bot.
*View*      what one seat (or the public, ``None``) may know; built by naming, never by deleting.
*Action*    what a seat wants: a frozen pydantic model, one class a verb of the rulebook.
*Decision*  what a seat owes now, with the kinds of action that answer it.
*Event*     what happened, for the log; each names its audience, and what others are told of it.
*Refusal*   one reason why an action is not allowed, with the rulebook clause.

The others are in ``docs/glossary.md``, and in the modules of this package: one for each of the
seven protocols that :class:`Game` is made of, with the values it speaks of.
"""

from __future__ import annotations

from engine.api.actions import Action
from engine.api.asking import MOST_BY_DEFAULT, Asking, Cost, Option, Written
from engine.api.beginning import Beginning, Start
from engine.api.correcting import Corrected, Correcting, Correction
from engine.api.features import EVERYTHING, NOTHING, Feature
from engine.api.foresight import (
    NO_PREVIEW,
    Act,
    Actor,
    Bundle,
    Chance,
    Foresight,
    Odds,
    Preview,
    Supposition,
    Warned,
    Way,
)
from engine.api.game import AnyGame, Game, Halt
from engine.api.keeping import Keeping
from engine.api.opponents import Opponent
from engine.api.rules import Choice, Decision, Outcome, Rules, Step
from engine.api.sentences import Event, Param, Params, Refusal, Seat, Term, Text
from engine.api.telling import Status, Telling
from engine.api.tried import Tried, tried

__all__ = [
    "EVERYTHING",
    "MOST_BY_DEFAULT",
    "NOTHING",
    "NO_PREVIEW",
    "Act",
    "Action",
    "Actor",
    "AnyGame",
    "Asking",
    "Beginning",
    "Bundle",
    "Chance",
    "Choice",
    "Corrected",
    "Correcting",
    "Correction",
    "Cost",
    "Decision",
    "Event",
    "Feature",
    "Foresight",
    "Game",
    "Halt",
    "Keeping",
    "Odds",
    "Opponent",
    "Option",
    "Outcome",
    "Param",
    "Params",
    "Preview",
    "Refusal",
    "Rules",
    "Seat",
    "Start",
    "Status",
    "Step",
    "Supposition",
    "Telling",
    "Term",
    "Text",
    "Tried",
    "Warned",
    "Way",
    "Written",
    "tried",
]
