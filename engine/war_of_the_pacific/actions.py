"""What a player may order in War of the Pacific: one model a verb, fields in the order asked.

Fields that name units are comma lists as typed and tuples of ids here. ``json_schema_extra`` says
what a field holds ("units", "ships", "hex", "place", "area", "city", "columns") so that a person's
words can be read and offered without the bot knowing the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from engine.api import Action
from engine.kit.fields import Key, Many, by_kind, holds
from engine.kit.standing_orders import Forget, Rest, StandingOrder

UNITS = Field(json_schema_extra=holds("units"))
UNIT = Field(json_schema_extra=holds("unit"))
PLACE = Field(json_schema_extra=holds("place"))
COLUMN = Field(json_schema_extra=holds("unit"))
VIA = Field(default=(), max_length=40, json_schema_extra=holds("places"))


class Deploy(Action):
    """Put units on the map in set-up (3.2-3.5), or units waiting on the turn track (6.3)."""

    kind: ClassVar[str] = "deploy"
    units: Many = UNITS
    to: Key = PLACE


class Standard(Action):
    """Set up all units not yet deployed in the standard way."""

    kind: ClassVar[str] = "standard"


class WriteOrder(Action):
    """Stack a Naval Area Destination Chit with ships (4.1 I)."""

    kind: ClassVar[str] = "order"
    secret: ClassVar[bool] = True
    ships: Many = UNITS
    area: Key = Field(json_schema_extra=holds("area"))


class CancelOrder(Action):
    """Take a chit back."""

    kind: ClassVar[str] = "cancel"
    secret: ClassVar[bool] = True
    number: int = Field(ge=1, le=9999, json_schema_extra=holds("order"))


class Allot(Action):
    """Place the Supply Columns received (4.1 I)."""

    kind: ClassVar[str] = "allot"
    lima: int = Field(ge=0, le=6, json_schema_extra=holds("count"))
    callao: int = Field(ge=0, le=6, json_schema_extra=holds("count"))
    la_paz: int = Field(ge=0, le=6, json_schema_extra=holds("count"))
    oruro: int = Field(ge=0, le=6, json_schema_extra=holds("count"))


class Replenish(Action):
    """Bring a depleted unit to full strength (6.2)."""

    kind: ClassVar[str] = "replenish"
    unit: Key = UNIT
    column: Key = COLUMN


class Rebuild(Action):
    """Bring back an eliminated land unit with one step (6.3)."""

    kind: ClassVar[str] = "rebuild"
    unit: Key = UNIT
    column: Key = COLUMN
    to: Key = PLACE


class Recruit(Action):
    """Raise a new unit from the recruit pool with one step (6.4, 9.0)."""

    kind: ClassVar[str] = "recruit"
    unit: Key = UNIT
    column: Key = COLUMN
    to: Key = PLACE


class Build(Action):
    """Replace a sunk transport for three columns (6.3)."""

    kind: ClassVar[str] = "build"
    ship: Key = UNIT
    columns: Many = UNITS
    to: Key = PLACE


class RepairShip(Action):
    """Roll for the repair of a damaged ship (6.5)."""

    kind: ClassVar[str] = "repair"
    ship: Key = UNIT


class Settle(Action):
    """Choose how the repair is paid: by these columns, or with none by waiting (6.5)."""

    kind: ClassVar[str] = "settle"
    group: ClassVar[str] = "answer"
    columns: tuple[str, ...] = Field(default=(), max_length=6, json_schema_extra=holds("units"))


class Embark(Action):
    """Take land units or Supply Columns aboard a transport in port (7.1)."""

    kind: ClassVar[str] = "embark"
    units: Many = UNITS
    ship: Key = UNIT


class Sail(Action):
    """Begin the voyage of a stack (7.2)."""

    kind: ClassVar[str] = "sail"
    ships: Many = UNITS
    to: Key = PLACE
    via: tuple[str, ...] = VIA


class Move(Action):
    """Move on: units on the march, or a stack that needs a new course (8.2, 7.2)."""

    kind: ClassVar[str] = "move"
    to: Key = PLACE
    via: tuple[str, ...] = VIA


class Stop(Action):
    """End this march, this voyage, or decline to advance or take prizes (8.2, 7.2, 8.11, 10.1)."""

    kind: ClassVar[str] = "stop"


class Land(Action):
    """Disembark or land units from transports whose voyage is over (7.6)."""

    kind: ClassVar[str] = "land"
    units: Many = UNITS


class Intercept(Action):
    """Attempt to intercept with the warships of these hexes, jointly if several (7.3)."""

    kind: ClassVar[str] = "intercept"
    group: ClassVar[str] = "answer"
    stacks: Many = Field(json_schema_extra=holds("places"))
    transports: bool = Field(default=False, json_schema_extra=holds("flag"))


class LetPass(Action):
    """Let the enemy stack pass (7.3, 7.6).

    *ask_within*: during this voyage ask again only when an own stack is at most so many hexes
    away; 0 never asks again.
    """

    kind: ClassVar[str] = "let_pass"
    group: ClassVar[str] = "answer"
    ask_within: int = Field(default=99, ge=0, le=99, json_schema_extra=holds("count"))


class Run(Action):
    """Run the blockade, or with ``False`` accept interception (7.6)."""

    kind: ClassVar[str] = "run"
    group: ClassVar[str] = "answer"
    attempt: bool = Field(json_schema_extra=holds("flag"))


class Catch(Action):
    """Choose which of the ships in excess of the die are intercepted (7.6)."""

    kind: ClassVar[str] = "catch"
    group: ClassVar[str] = "answer"
    ships: Many = UNITS


class Aside(Action):
    """Set ships aside before a naval combat; none is allowed (7.9)."""

    kind: ClassVar[str] = "aside"
    group: ClassVar[str] = "answer"
    ships: tuple[str, ...] = Field(default=(), max_length=60, json_schema_extra=holds("units"))


class Fire(Action):
    """One gunfire attack (7.9)."""

    kind: ClassVar[str] = "fire"
    group: ClassVar[str] = "answer"
    ship: Key = UNIT
    target: Key = UNIT


class Capture(Action):
    """Send a sound warship to take an enemy ship after a naval combat (10.1)."""

    kind: ClassVar[str] = "capture"
    group: ClassVar[str] = "answer"
    ship: Key = UNIT
    prize: Key = UNIT


class Scuttle(Action):
    """Sink a captured ship of one's own (10.1)."""

    kind: ClassVar[str] = "scuttle"
    ship: Key = UNIT


class Infernal(Action):
    """Try an infernal machine against a Chilean warship off an Allied port (10.2)."""

    kind: ClassVar[str] = "infernal"
    ship: Key = UNIT


class Raid(Action):
    """Bombard a unit or a fort in the warship's coastal hex (7.6, 7.7)."""

    kind: ClassVar[str] = "raid"
    ship: Key = UNIT
    target: Key = UNIT


class MarchUnits(Action):
    """Roll the movement dice for units that begin stacked together (8.2).

    With *toward* they go at once as far as the roll allows along a cheapest way to that hex.
    """

    kind: ClassVar[str] = "march"
    goes_on: ClassVar[bool] = True
    units: Many = UNITS
    toward: str = Field(default="", max_length=40, json_schema_extra=holds("place"))


class Drop(Action):
    """Drop units off where the marching stack is (8.2)."""

    kind: ClassVar[str] = "drop"
    units: Many = UNITS


class Lose(Action):
    """Take the steps owed: combat losses, attrition, overstacking, or standing fast (8.1-8.10)."""

    kind: ClassVar[str] = "lose"
    group: ClassVar[str] = "answer"
    units: Many = UNITS


class Attack(Action):
    """Attack an adjacent enemy hex, or the enemy in the landing hex (8.7).

    *initiative*: spend a Supply Column of the hex for +1 to the initiative die (6.1, WP-R5).
    """

    kind: ClassVar[str] = "attack"
    units: Many = UNITS
    target: Key = PLACE
    initiative: bool = Field(default=False, json_schema_extra=holds("flag"))


class Spend(Action):
    """Spend a Supply Column on this combat, or not (8.9; for initiative 6.1)."""

    kind: ClassVar[str] = "spend"
    group: ClassVar[str] = "answer"
    spend: bool = Field(json_schema_extra=holds("flag"))


class Retreat(Action):
    """Retreat to an adjacent hex (8.10)."""

    kind: ClassVar[str] = "retreat"
    group: ClassVar[str] = "answer"
    to: Key = PLACE


class Advance(Action):
    """Advance into the vacated hex (8.11)."""

    kind: ClassVar[str] = "advance"
    group: ClassVar[str] = "answer"
    units: Many = UNITS


class Done(Action):
    """Close the phase, the set-up or the plan (3.1, 4.1, 4.2)."""

    kind: ClassVar[str] = "done"
    closes: ClassVar[bool] = True


class Intercepting(StandingOrder):
    """Whether to intercept, and on what conditions, all of which must hold (7.3)."""

    kind: ClassVar[str] = "interception"
    attempt: Key = Field(json_schema_extra=holds("stance"))
    within: int = Field(default=99, ge=1, le=99, json_schema_extra=holds("count"))
    odds: int = Field(default=0, ge=0, le=100, json_schema_extra=holds("percent"))
    transports: bool = Field(default=False, json_schema_extra=holds("flag"))
    joint: bool = Field(default=False, json_schema_extra=holds("flag"))


class Running(StandingOrder):
    """Whether to run a blockade (7.6)."""

    kind: ClassVar[str] = "running"
    attempt: Key = Field(json_schema_extra=holds("running"))


class Catching(StandingOrder):
    """Which ships of a blockade runner to intercept (7.6)."""

    kind: ClassVar[str] = "catching"
    ships: Key = Field(json_schema_extra=holds("catching"))


class SettingAside(StandingOrder):
    """Which own ships to set aside before a naval combat (7.9)."""

    kind: ClassVar[str] = "setting_aside"
    ships: Key = Field(json_schema_extra=holds("aside"))


class Course(StandingOrder):
    """What a stack does whose voyage was interrupted: hold its course, or end the voyage (7.2).

    Its seat is asked all the same: *fought*, after a battle against the stack; *damaged*, with a
    damaged ship in it; *enemies*, with more enemy warships than that in its hex and around it.
    """

    kind: ClassVar[str] = "course"
    stance: Key = Field(json_schema_extra=holds("holding"))
    fought: bool = Field(default=False, json_schema_extra=holds("flag"))
    damaged: bool = Field(default=False, json_schema_extra=holds("flag"))
    enemies: int = Field(default=99, ge=0, le=99, json_schema_extra=holds("count"))


class Allotting(StandingOrder):
    """Where the Supply Columns received go: to the first of these cities that is open (4.1 I).

    Those that must be Bolivian go to the first open one of these that takes Bolivian columns.
    """

    kind: ClassVar[str] = "allotment"
    first: Many = Field(json_schema_extra={**holds("receiving"), "pick": "one"})


class Repairs(StandingOrder):
    """How many Supply Columns a repair may cost; a dearer one takes its turns instead (6.5)."""

    kind: ClassVar[str] = "repairs"
    most: int = Field(ge=0, le=99, json_schema_extra=holds("count"))


class Crowding(StandingOrder):
    """Who is removed first from a hex that holds too many, by kinds or units in order (8.1)."""

    kind: ClassVar[str] = "crowding"
    first: Many = Field(json_schema_extra={**holds("casualty"), "pick": "one"})


class Gunnery(StandingOrder):
    """At whom to fire first, by classes or ships in order, and which own guns first (7.9)."""

    kind: ClassVar[str] = "gunnery"
    targets: Many = Field(json_schema_extra={**holds("target"), "pick": "one"})
    guns: Key = Field(default="strongest", json_schema_extra=holds("guns"))


class PrizeTaking(StandingOrder):
    """Whether to take prizes after a naval combat (10.1)."""

    kind: ClassVar[str] = "prizes"
    attempt: Key = Field(json_schema_extra=holds("stance"))


class Casualties(StandingOrder):
    """Who loses steps first, by kinds or units in order (8.3, 8.9, 8.10)."""

    kind: ClassVar[str] = "casualties"
    first: Many = Field(json_schema_extra={**holds("casualty"), "pick": "one"})


class Initiative(StandingOrder):
    """When to spend a Supply Column on the initiative as the defender (6.1)."""

    kind: ClassVar[str] = "initiative"
    spend: Key = Field(json_schema_extra=holds("spending"))


class ExtraDie(StandingOrder):
    """When to spend a Supply Column on an extra die (8.9)."""

    kind: ClassVar[str] = "extra_die"
    spend: Key = Field(json_schema_extra=holds("spending"))


class Withdrawal(StandingOrder):
    """Whether to retreat, or to stand and lose a step (8.10).

    *above*: stand only while more than so many steps are left there.
    """

    kind: ClassVar[str] = "withdrawal"
    stance: Key = Field(json_schema_extra=holds("withdrawal"))
    above: int = Field(default=0, ge=0, le=99, json_schema_extra=holds("count"))


class Pursuit(StandingOrder):
    """Whether to advance into a vacated hex, and with how many units at most (8.11)."""

    kind: ClassVar[str] = "pursuit"
    stance: Key = Field(json_schema_extra=holds("pursuit"))
    most: int = Field(default=99, ge=1, le=99, json_schema_extra=holds("count"))


MODELS: Mapping[str, type[Action]] = by_kind(
    Deploy,
    Standard,
    WriteOrder,
    CancelOrder,
    Allot,
    Replenish,
    Rebuild,
    Recruit,
    Build,
    RepairShip,
    Embark,
    Sail,
    Move,
    Stop,
    Land,
    Raid,
    Infernal,
    Scuttle,
    MarchUnits,
    Drop,
    Attack,
    Done,
    Settle,
    Intercept,
    LetPass,
    Run,
    Catch,
    Aside,
    Fire,
    Capture,
    Lose,
    Spend,
    Retreat,
    Advance,
    Intercepting,
    Running,
    Catching,
    SettingAside,
    Gunnery,
    PrizeTaking,
    Casualties,
    Initiative,
    ExtraDie,
    Withdrawal,
    Pursuit,
    Course,
    Allotting,
    Repairs,
    Crowding,
    Rest,
    Forget,
)
