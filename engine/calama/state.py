"""What a game of Batalla de Calama is at one instant.

A state has two parts that never mix: the :class:`Table`, which anyone standing beside the board
could see, and each seat's :class:`Secrets`. A view is the table and at most one seat's secrets.

Everything here is immutable; :class:`engine.calama.play.Play` makes the next state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine.calama.settings import Settings
from engine.kit import states
from engine.kit.standing_orders import Orders
from engine.kit.states import Ending

CHILE = "chile"
BOLIVIA = "bolivia"
SEATS = (CHILE, BOLIVIA)
"""In the order in which they play (4.1.5)."""

COMMANDER = "commander"
OFFICER = "officer"
HEAVY = "heavy_artillery"
LIGHT = "light_artillery"
CAVALRY = "cavalry"
INFANTRY = "infantry"
ARTILLERY = frozenset((HEAVY, LIGHT))

MOVEMENT = "movement"
RESISTANCE = "resistance"
STRENGTH = "strength"
ATTRIBUTES = (MOVEMENT, RESISTANCE, STRENGTH)

RESERVE = "reserve"
"""Waiting to enter (4.1.9)."""
DEAD = "dead"
"""Eliminated: in the enemy's hands (7.5.1)."""
TAKEN = "taken"
"""Artillery taken for want of infantry (4.1.8, CAL-R12)."""
GONE = "gone"
"""Left the board by an exit (4.1.8, CAL-R22)."""
OFF_BOARD = frozenset((RESERVE, DEAD, TAKEN, GONE))


def other(seat: str) -> str:
    """Return the opposing seat."""
    return BOLIVIA if seat == CHILE else CHILE


class Phase(StrEnum):
    """The phases of a round (7), preceded by set-up (5).

    Where a battle is begun from a position, only the objectives are ranked before it.
    """

    SETUP = "setup"
    RANKING = "ranking"
    ORDERS = "orders"
    MOVEMENT = "movement"
    COMBAT = "combat"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece. What holds of its type stands in the army data and in ``Table.attributes``.

    Attributes:
        id: "chile-infantry-3"; reserves are "chile-infantry-r1".
        side: Whose it is.
        type: Key of its type.
        at: Its square ("8-7"), or one of :data:`OFF_BOARD`.
        moved: Squares of its Movement used this round.
        fought: Has had its combat of this round (7.5, CAL-R15).
        charging: Id of the enemy piece that it charges (7.4.3), "" for none.
    """

    id: str
    side: str
    type: str
    at: str
    moved: int = 0
    fought: bool = False
    charging: str = ""

    def __hash__(self) -> int:
        """Tell it apart by its id: of one table's no two have the same."""
        return hash(self.id)

    @property
    def on_board(self) -> bool:
        """Say whether it stands on a square."""
        return self.at not in OFF_BOARD


@dataclass(frozen=True, slots=True)
class Attributes:
    """The three markers of one type (4.1.4): squares, and two summands of the dice."""

    movement: int
    resistance: int
    strength: int

    def value(self, attribute: str) -> int:
        """Return one of the three by its key."""
        value: int = getattr(self, attribute)
        return value


@dataclass(frozen=True, slots=True)
class Loss:
    """A lost charge of several: its owner says which charger is given up (CAL-R10).

    Attributes:
        born: ``Table.serial`` when it was asked.
        seat: The owner.
        pieces: The chargers.
        target: Who beat them off.
    """

    born: int
    seat: str
    pieces: tuple[str, ...]
    target: str
    type: Literal["loss"] = "loss"


@dataclass(frozen=True, slots=True)
class Offer:
    """After many quiet rounds: both sides are asked whether the game ends as it stands (CAL-R43).

    Attributes:
        born: ``Table.serial`` when it was asked.
        agreed: Who has agreed.
    """

    born: int
    agreed: tuple[str, ...] = ()
    type: Literal["offer"] = "offer"


Frame = Annotated[Loss | Offer, Field(discriminator="type")]


@dataclass(frozen=True, slots=True)
class Fight:
    """A shot or a melee of this round, to be shown on the map.

    Attributes:
        seat: The attacker.
        kind: Fire (7.5.2) or hand to hand (7.5.1).
        origins: Squares of the attackers.
        at: Square of the piece attacked.
        result: "won" eliminated the piece attacked; "lost" a charger; "even" nobody.
    """

    seat: str
    kind: Literal["fire", "melee"]
    origins: tuple[str, ...]
    at: str
    result: Literal["won", "lost", "even"]


@dataclass(frozen=True, slots=True)
class Placing:
    """One piece of a deployment plan: its type and its square."""

    type: str
    at: str


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one seat alone knows.

    Attributes:
        priorities: Its objectives in the order of the values 8, 6 and 4 (5.3); empty before.
        plan: Its deployment while set-up lasts (4.1.3); empty before and after.
        standing: Standing orders (:mod:`engine.kit.standing_orders`).
    """

    priorities: tuple[str, ...] = ()
    plan: tuple[Placing, ...] = ()
    standing: Orders = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything public.

    Attributes:
        settings: Chosen at creation.
        serial: Counts public steps; frames take their number from it.
        round: 0 during set-up, then 1, 2, ...; while objectives are ranked, that which follows.
        phase: The present phase.
        player: Whose turn of the phase it is; during set-up Chile stands here and means nothing.
        pieces: Every piece that is known, by id: reserves from the start, the armies once both
            sides are deployed.
        attributes: Each side's markers, by type.
        pool: Movement points left to the player (4.1.5).
        acted: The player has moved, charged or brought a reserve in this movement turn.
        orders_left: Combat orders each side still has (4.1.7).
        ordered: Seats that have given an order this round (CAL-R25).
        calling: Seats that want to be asked for an order before the other side moves (CAL-R41).
        points: Victory points of each side.
        scored: Objectives fulfilled and what they gave, by key (4.1.8).
        lost: Objectives that can no longer be fulfilled (CAL-R21).
        ready: Seats that have closed their set-up.
        stirred: Something was fired at, charged, lost or scored this round.
        quiet: Rounds in a row in which nothing was, since the last offer of an end.
        refused: Offers of an end that were refused in a row, nothing having been stirred since.
        fights: Shots and melees since the last combat phase began, in order.
        frames: Interruptions under way, innermost last.
        ending: Set when the game is over.
    """

    settings: Settings
    serial: int
    round: int
    phase: Phase
    player: str
    pieces: Mapping[str, Piece]
    attributes: Mapping[str, Mapping[str, Attributes]]
    pool: int
    orders_left: Mapping[str, int]
    points: Mapping[str, int]
    acted: bool = False
    ordered: tuple[str, ...] = ()
    calling: tuple[str, ...] = ()
    stirred: bool = False
    quiet: int = 0
    refused: int = 0
    scored: Mapping[str, int] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    fights: tuple[Fight, ...] = ()
    frames: tuple[Frame, ...] = ()
    ending: Ending | None = None

    @property
    def turn(self) -> int:
        """The round, by the name that every game has for it."""
        return self.round


State = states.State[Table, Secrets]
View = states.View[Table, Secrets]
