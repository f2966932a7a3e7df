"""Everything about one game: what lies on the table, what each side keeps, and what each sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from engine.api import Seat
from engine.kit import states
from engine.kit.standing_orders import Orders
from engine.kit.states import Ending
from tests.support.toy_game.actions import Load, Settings

RED = "red"
BLUE = "blue"
SEATS: tuple[Seat, ...] = (RED, BLUE)
BANKS = ("north", "island", "south")


class Phase(StrEnum):
    """Loading comes first where the table plays with smuggling, then they cross in turn."""

    LOADING = "loading"
    CROSSING = "crossing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shoal:
    """A shoal that one side knows: where, and how far it reaches (5.2)."""

    x: Fraction
    y: Fraction
    reach: Fraction


@dataclass(frozen=True, slots=True)
class Shouting:
    """A six was thrown: the other side may shout (3)."""

    born: int
    seat: Seat
    type: Literal["shouting"] = "shouting"


@dataclass(frozen=True, slots=True)
class Searching:
    """Somebody has landed: the other side may search the ferry (5.4)."""

    born: int
    seat: Seat
    bank: str
    type: Literal["searching"] = "searching"


Frame = Annotated[Shouting | Searching, Field(discriminator="type")]


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table; some of it not everybody may look at.

    Attributes:
        settings: Chosen at creation.
        player: Who crosses.
        phase: The present phase.
        turn: The crossing, counted from 1.
        serial: Counts public steps; frames take their number from it.
        afloat: Strokes rowed in this crossing.
        score: Strokes that each side has landed.
        heading: Where the bow points, in degrees from north (5.3).
        turned: Whether it was turned in this crossing.
        ferries: The crates aboard, bow first: their side knows which, the other how many.
        cargo: What the crates are worth that each side has landed: known to it, and at the end.
            A side is left out for whoever does not know.
        shoals: The shoal that each side knows; it is left out for everybody else.
        ready: Who has closed the loading.
        hoarse: Who has shouted, where it can be done once (3.1).
        frames: Interruptions under way, innermost last.
        ending: Set when the game is over.
    """

    settings: Settings
    player: Seat
    phase: Phase = Phase.CROSSING
    turn: int = 1
    serial: int = 0
    afloat: int = 0
    score: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    heading: Fraction = Fraction(0)
    turned: bool = False
    ferries: Mapping[Seat, tuple[str, ...]] = field(
        default_factory=lambda: dict.fromkeys(SEATS, ())
    )
    cargo: Mapping[Seat, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    shoals: Mapping[Seat, Shoal | None] = field(default_factory=lambda: dict.fromkeys(SEATS))
    ready: tuple[Seat, ...] = ()
    hoarse: tuple[Seat, ...] = ()
    frames: tuple[Frame, ...] = ()
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one side alone knows beside what it sees on the table.

    Attributes:
        lantern: The bank where its lantern stands, "" for none.
        loads: How it loads its ferry, while loading lasts.
        watch: The bank that it has watched, and from how many strokes on, "" for none (5.5).
        standing: Standing orders (:mod:`engine.kit.standing_orders`).
    """

    lantern: str = ""
    loads: tuple[Load, ...] = ()
    watch: str = ""
    least: int = 0
    standing: Orders = field(default_factory=dict)


State = states.State[Table, Secrets]
View = states.View[Table, Secrets]


def lantern_of(view: View) -> str:
    """Return where the viewer's lantern stands; "" for none, and for the public."""
    return "" if view.own is None else view.own.lantern


def begun(table: Table) -> State:
    """Return a game with this table, in which nobody has anything in mind yet."""
    return State(table, {seat: Secrets() for seat in SEATS})


def other(seat: Seat) -> Seat:
    """Return the other side."""
    return BLUE if seat == RED else RED
