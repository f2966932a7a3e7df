"""What a player may order in Batalla de Calama: one model a verb, fields in the order asked.

A piece is named by the square on which it stands, or by its name; ``holds`` says what stands in a
field, so that a person's words can be read and offered without the bot knowing the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from engine.api import Action
from engine.kit.fields import Item, Key, Many, by_kind, holds
from engine.kit.standing_orders import Forget, Rest, StandingOrder


class Placement(Item):
    """One piece of a set-up: its type and its square ("infantry 8-5")."""

    type: str = Field(json_schema_extra=holds("type"))
    at: str = Field(json_schema_extra=holds("square"))


class Leg(Item):
    """One piece's part of a march: who and where to ("chile-infantry-3 4-9")."""

    piece: str = Field(json_schema_extra=holds("piece"))
    to: str = Field(json_schema_extra=holds("square"))


class Prepare(Action):
    """Set up in one go: the objectives by value, and every piece on its square (5.3, 4.1.3)."""

    kind: ClassVar[str] = "prepare"
    secret: ClassVar[bool] = True
    objectives: Many = Field(json_schema_extra=holds("objectives", one=True))
    places: tuple[Placement, ...] = Field(
        min_length=1, max_length=60, json_schema_extra=holds("placings", one=True)
    )


class Rank(Action):
    """Set or change what one's objectives are worth, leaving the pieces where they are (5.3)."""

    kind: ClassVar[str] = "rank"
    secret: ClassVar[bool] = True
    objectives: Many = Field(json_schema_extra=holds("objectives", one=True))


class Place(Action):
    """Put a piece of one's plan on another square; two pieces change places (4.1.3)."""

    kind: ClassVar[str] = "place"
    secret: ClassVar[bool] = True
    piece: Key = Field(json_schema_extra=holds("square"))
    to: Key = Field(json_schema_extra=holds("square"))


class Enlist(Action):
    """Buy a piece for one's plan, where armies are bought (5.4)."""

    kind: ClassVar[str] = "enlist"
    secret: ClassVar[bool] = True
    type: Key = Field(json_schema_extra=holds("type"))
    at: Key = Field(json_schema_extra=holds("square"))


class Dismiss(Action):
    """Take a bought piece out of one's plan (5.4)."""

    kind: ClassVar[str] = "dismiss"
    secret: ClassVar[bool] = True
    piece: Key = Field(json_schema_extra=holds("square"))


class Ready(Action):
    """Close one's set-up (5)."""

    kind: ClassVar[str] = "ready"


class CombatOrder(Action):
    """Spend a combat order: one point from one attribute of a type to another (4.1.7)."""

    kind: ClassVar[str] = "order"
    type: Key = Field(json_schema_extra=holds("type"))
    gives: Key = Field(json_schema_extra=holds("attribute"))
    takes: Key = Field(json_schema_extra=holds("attribute"))


class Call(Action):
    """Be asked, or no more be asked, for an order before the other side moves (CAL-R41)."""

    kind: ClassVar[str] = "call"


class Advance(Action):
    """Move one piece (7.4.1)."""

    kind: ClassVar[str] = "advance"
    piece: Key = Field(json_schema_extra=holds("piece"))
    to: Key = Field(json_schema_extra=holds("square"))


class March(Action):
    """Move several pieces, one after the other: "3-9 4-9, 2-8 3-8" (7.4.1)."""

    kind: ClassVar[str] = "march"
    moves: tuple[Leg, ...] = Field(min_length=1, max_length=60, json_schema_extra=holds("moves"))


class Charge(Action):
    """Declare the charge of one or more pieces on an adjacent enemy (7.4.3)."""

    kind: ClassVar[str] = "charge"
    target: Key = Field(json_schema_extra=holds("piece"))
    pieces: Many = Field(json_schema_extra=holds("pieces"))


class Reinforce(Action):
    """Bring a reserve piece onto the board (7.4.2)."""

    kind: ClassVar[str] = "reinforce"
    type: Key = Field(json_schema_extra=holds("type"))
    at: Key = Field(json_schema_extra=holds("square"))


class Escape(Action):
    """Lead an Officer off the board by the exit on which they stand (4.1.8)."""

    kind: ClassVar[str] = "escape"
    piece: Key = Field(json_schema_extra=holds("piece"))


class Fire(Action):
    """Fire at an enemy piece (7.5.2)."""

    kind: ClassVar[str] = "fire"
    piece: Key = Field(json_schema_extra=holds("piece"))
    target: Key = Field(json_schema_extra=holds("piece"))


class Melee(Action):
    """Fight out a declared charge (7.5.1)."""

    kind: ClassVar[str] = "melee"
    target: Key = Field(json_schema_extra=holds("piece"))


class Lose(Action):
    """Give up one of the pieces of a lost charge (7.5.1)."""

    kind: ClassVar[str] = "lose"
    group: ClassVar[str] = "answer"
    piece: Key = Field(json_schema_extra=holds("piece"))


class Agree(Action):
    """Agree to end the game as it stands (CAL-R43)."""

    kind: ClassVar[str] = "agree"
    group: ClassVar[str] = "answer"


class PlayOn(Action):
    """Refuse the end that is offered (CAL-R43)."""

    kind: ClassVar[str] = "play_on"
    group: ClassVar[str] = "answer"


class Done(Action):
    """End one's turn of the phase."""

    kind: ClassVar[str] = "done"
    closes: ClassVar[bool] = True


class Casualties(StandingOrder):
    """Which piece a lost charge of several costs, by types in order (7.5.1)."""

    kind: ClassVar[str] = "casualties"
    first: Many = Field(json_schema_extra=holds("types", one=True))


class Combat(StandingOrder):
    """Fight one's combat turns: the charges, then every shot, at these targets first (7.5)."""

    kind: ClassVar[str] = "combat"
    targets: Many = Field(json_schema_extra=holds("target", one=True))


class Reserves(StandingOrder):
    """Bring in a reserve in one's movement turn as soon as it can enter (7.4.2).

    *below*: only while fewer than so many of its type stand on the board.
    """

    kind: ClassVar[str] = "reserves"
    type: Key = Field(json_schema_extra=holds("type"))
    at: Key = Field(json_schema_extra=holds("square"))
    below: int = Field(default=99, ge=1, le=99, json_schema_extra=holds("count"))


class Restore(StandingOrder):
    """Bring an attribute back to its first value by combat orders, one point a round (4.1.7)."""

    kind: ClassVar[str] = "restore"
    types: Many = Field(json_schema_extra=holds("types", one=True))
    keeps: Key = Field(json_schema_extra=holds("attribute"))
    gives: Key = Field(json_schema_extra=holds("attribute"))


class Truce(StandingOrder):
    """Answer the end that is offered after many quiet rounds (CAL-R43)."""

    kind: ClassVar[str] = "truce"
    when: Key = Field(json_schema_extra=holds("truce"))


MODELS: Mapping[str, type[Action]] = by_kind(
    Prepare,
    Rank,
    Place,
    Enlist,
    Dismiss,
    Ready,
    CombatOrder,
    Call,
    Advance,
    March,
    Charge,
    Reinforce,
    Escape,
    Fire,
    Melee,
    Done,
    Lose,
    Agree,
    PlayOn,
    Casualties,
    Combat,
    Reserves,
    Restore,
    Truce,
    Rest,
    Forget,
)
"""Every action by kind, in the order in which a player meets them."""
