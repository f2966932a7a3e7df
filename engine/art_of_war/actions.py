"""What a player may order in El Arte de la Guerra: one model a verb, fields in the order asked.

Units are named by their ids, or shorter ("b2"); several that act as one by their group's letter or
joined by a plus ("a1+a2"). Lengths are UD, angles degrees. ``holds`` says what stands in a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.api import Action
from engine.art_of_war.army_lines import LETTERS, ORDINARY, WITHIN_UNIT, Leader, Line
from engine.kit.fields import Item, Key, Many, by_kind, holds
from engine.kit.standing_orders import Forget, Rest, StandingOrder

Post = Literal["left", "centre", "right", "flank_left", "flank_right"]
"""Where a corps stands in the battle plan, seen from its own edge; or past which side it comes."""

NOBODY = "-"
"""Stands for nobody, or for nothing, where an order needs none."""

MOST = 6
"""Units of a group (1.groups)."""

Group = Annotated[str, Field(min_length=1, max_length=100)]
"""Several units as one word, joined by a plus."""


OWN = "own"
"""An army that its side writes itself."""


class Muster(Action):
    """Muster an army: a ready-made one, or one's own by its lines (1.army).

    One's own without lines and generals is begun, or stays as far as it is put together.
    """

    kind: ClassVar[str] = "muster"
    secret: ClassVar[bool] = True
    army: Key = Field(json_schema_extra=holds("army"))
    lines: tuple[Line, ...] = Field(default=(), max_length=40, json_schema_extra=holds("lines"))
    # More corps than there may be are read, so that the rules refuse them in their words.
    leaders: tuple[Leader, ...] = Field(
        default=(), max_length=9, json_schema_extra=holds("leaders")
    )
    camp: Literal["plain", "fortified"] = Field(default="plain", json_schema_extra=holds("camp"))
    works: int = Field(default=0, ge=0, le=20, json_schema_extra=holds("count"))


Letter = Annotated[str, Field(pattern=f"^[{LETTERS}]$")]
"""Of a group."""


class Recruit(Action):
    """Add units of one kind to an army of one's own (1.army, 1.groups)."""

    kind: ClassVar[str] = "recruit"
    secret: ClassVar[bool] = True
    troop: Key = Field(json_schema_extra=holds("troop"))
    letter: Letter = Field(json_schema_extra=holds("letter"))
    number: int = Field(ge=1, le=MOST, json_schema_extra=holds("count"))
    quality: Literal["elite", "ordinary", "mediocre"] = Field(
        default=ORDINARY, json_schema_extra=holds("quality")
    )
    options: tuple[Key, ...] = Field(default=(), max_length=8, json_schema_extra=holds("option"))
    """What is bought for each, and the weapon where it is not the usual one."""


class Appoint(Action):
    """Add a general and their corps to an army of one's own; the first is in chief (1.generals)."""

    kind: ClassVar[str] = "appoint"
    secret: ClassVar[bool] = True
    rank: Literal["ordinary", "competent", "brilliant", "strategist"] = Field(
        json_schema_extra=holds("rank")
    )
    groups: tuple[Letter, ...] = Field(
        min_length=1, max_length=len(LETTERS), json_schema_extra=holds("letters")
    )
    ally: bool = Field(default=False, json_schema_extra=holds("flag"))
    within: str = Field(default="", pattern=WITHIN_UNIT, json_schema_extra=holds("within"))
    """The unit that includes them ("d2"); "" for none."""


class Dismiss(Action):
    """Take units of one line, or a general, out of an army of one's own."""

    kind: ClassVar[str] = "dismiss"
    secret: ClassVar[bool] = True
    what: str = Field(min_length=1, max_length=100, json_schema_extra=holds("entry"))
    """The line as it is written ("b heavy_infantry impact x4", "competent ab")."""


class Placing(Item):
    """Where a group, unit, general, camp or work is deployed ("a 8 3.5 3").

    Attributes:
        who: A group's letter, one of its units, a general, "camp" or a work.
        x: UD from the west edge, of the middle of the front.
        y: UD from the south edge.
        files: How many bases a group has in front; 0 for all of them.
        facing: Degrees clockwise from straight ahead.
    """

    who: str = Field(json_schema_extra=holds("deployed"))
    x: Fraction = Field(json_schema_extra=holds("across"))
    y: Fraction = Field(json_schema_extra=holds("along"))
    files: int = Field(default=0, ge=0, le=MOST, json_schema_extra=holds("files"))
    facing: Fraction = Field(default=Fraction(0), json_schema_extra=holds("angle"))


class Hiding(Item):
    """A marker of ambush, and who is beneath it ("c1 6/4.5", "- 24/3" for nobody).

    Attributes:
        who: A unit, or "-" for nobody.
        at: Where, UD from the west and the south edge.
    """

    who: str = Field(json_schema_extra=holds("hidden"))
    at: str = Field(json_schema_extra=holds("point"))


Spot = Literal["middle", "southwest", "southeast", "northwest", "northeast"]

SPOTS: tuple[Spot, ...] = ("middle", "southwest", "southeast", "northwest", "northeast")

Size = Literal["small", "middle", "large"]

SIZES: tuple[Size, ...] = ("small", "middle", "large")


class Terrain(Action):
    """Place a terrain element: in one of the six sectors, or across the table (11.terrain)."""

    kind: ClassVar[str] = "terrain"
    what: Key = Field(json_schema_extra=holds("terrain"))
    sector: int = Field(ge=1, le=6, json_schema_extra=holds("sector"))
    size: Size = Field(default="middle", json_schema_extra=holds("size"))
    spot: Spot = Field(default="middle", json_schema_extra=holds("quarter"))


class Enough(Action):
    """Place no more terrain: each side places two elements, or four (11.terrain)."""

    kind: ClassVar[str] = "enough"


class Plan(Action):
    """Write the battle plan: where each corps stands, or past which side it comes (11.plan)."""

    kind: ClassVar[str] = "plan"
    secret: ClassVar[bool] = True
    posts: tuple[Post, ...] = Field(
        min_length=1, max_length=3, json_schema_extra=holds("posts", one=True)
    )


class Hide(Action):
    """Say where markers of ambush lie, and who is beneath them (11.ambush)."""

    kind: ClassVar[str] = "hide"
    secret: ClassVar[bool] = True
    markers: tuple[Hiding, ...] = Field(
        min_length=1, max_length=9, json_schema_extra=holds("hidings")
    )


class Write(Action):
    """Write beforehand how a corps is deployed; it is laid by itself when its turn comes (11)."""

    kind: ClassVar[str] = "write"
    secret: ClassVar[bool] = True
    corps: int = Field(ge=1, le=3, json_schema_extra=holds("corps"))
    places: tuple[Placing, ...] = Field(
        min_length=1, max_length=20, json_schema_extra=holds("placings", one=True)
    )
    afoot: tuple[str, ...] = Field(default=(), max_length=20, json_schema_extra=holds("riders"))


class Deploy(Action):
    """Deploy a corps: every group of it, and its general (11.deploy)."""

    kind: ClassVar[str] = "deploy"
    corps: int = Field(ge=1, le=3, json_schema_extra=holds("corps"))
    places: tuple[Placing, ...] = Field(
        min_length=1, max_length=20, json_schema_extra=holds("placings", one=True)
    )
    afoot: tuple[str, ...] = Field(default=(), max_length=20, json_schema_extra=holds("riders"))


class Ready(Action):
    """Close one's battle plan."""

    kind: ClassVar[str] = "ready"


class Manoeuvre(StrEnum):
    """One part of a move (5)."""

    ADVANCE = "advance"
    BACK = "back"
    SLIDE_LEFT = "slide-left"
    SLIDE_RIGHT = "slide-right"
    PIVOT_LEFT = "pivot-left"
    """About the front corner on that side."""
    PIVOT_RIGHT = "pivot-right"
    QUARTER_LEFT = "quarter-left"
    QUARTER_RIGHT = "quarter-right"
    HALF = "half"
    EXTEND_LEFT = "extend-left"
    """To a front of so many bases, who comes up on that side."""
    EXTEND_RIGHT = "extend-right"
    CONTRACT_LEFT = "contract-left"
    """To a front of so many bases, those of that side."""
    CONTRACT_RIGHT = "contract-right"


class Part(Item):
    """One part of a move ("advance 3", "pivot-left 20", "quarter-right").

    Attributes:
        do: What is done.
        by: UD of an advance or a slide, degrees of a pivot, bases in front of a formation.
    """

    do: Manoeuvre = Field(json_schema_extra=holds("manoeuvre"))
    by: Fraction = Field(default=Fraction(0), json_schema_extra=holds("amount"))


class Move(Action):
    """Move a unit or group: one order of command points (5)."""

    kind: ClassVar[str] = "move"
    who: Group = Field(json_schema_extra=holds("group"))
    parts: tuple[Part, ...] = Field(min_length=1, max_length=6, json_schema_extra=holds("parts"))
    calm: Literal["calm", "pay", "disorder"] = Field(
        default="calm", json_schema_extra=holds("calm")
    )
    """Of a difficult manoeuvre: refuse it, pay for it, or take the disorder (5.difficult)."""


class Charge(Action):
    """Declare a charge: it is carried out with all others once orders are done (5.charge)."""

    kind: ClassVar[str] = "charge"
    who: Group = Field(json_schema_extra=holds("group"))
    target: Key = Field(json_schema_extra=holds("target"))
    at: Literal["any", "front", "left", "right", "rear", "overlap"] = Field(
        default="any", json_schema_extra=holds("edge")
    )
    """Which edge of it; "overlap": beside a friend who fights it."""


class Hold(Action):
    """Keep an impetuous unit from charging by itself (5.impetuous)."""

    kind: ClassVar[str] = "hold"
    who: Key = Field(json_schema_extra=holds("unit"))


class Lead(Action):
    """Move a general, by themselves or to a unit that they join (3.move, 3.joined)."""

    kind: ClassVar[str] = "lead"
    general: Key = Field(json_schema_extra=holds("general"))
    to: Key = Field(json_schema_extra=holds("spot"))
    """A unit to join, or a point of the table: "x/y" in UD ("12.5/4")."""


class BreakOff(Action):
    """Leave melee (5.breakoff)."""

    kind: ClassVar[str] = "breakoff"
    who: Key = Field(json_schema_extra=holds("unit"))
    back: Fraction = Field(json_schema_extra=holds("back"))


class Reveal(Action):
    """Show what is in ambush (11.ambush)."""

    kind: ClassVar[str] = "reveal"
    marker: Key = Field(json_schema_extra=holds("marker"))


class Enter(Action):
    """Say where a corps on a flank march comes on in the next turn (11.flank)."""

    kind: ClassVar[str] = "enter"
    corps: int = Field(ge=1, le=3, json_schema_extra=holds("corps"))
    at: Fraction = Field(json_schema_extra=holds("along"))
    """UD from the south edge."""


class Rally(Action):
    """Try to rally a unit (6)."""

    kind: ClassVar[str] = "rally"
    who: Key = Field(json_schema_extra=holds("unit"))


class Done(Action):
    """End one's orders, or one's rallies."""

    kind: ClassVar[str] = "done"
    closes: ClassVar[bool] = True


class Evade(Action):
    """Say who of the charged evades; who is not named stands (5.evade)."""

    kind: ClassVar[str] = "evade"
    group: ClassVar[str] = "answer"
    units: Many = Field(json_schema_extra=holds("evaders"))


class Stand(Action):
    """Let nobody evade who need not."""

    kind: ClassVar[str] = "stand"
    group: ClassVar[str] = "answer"


class Pursue(Action):
    """Say who pursues that need not; who is not named stays (9.pursuit)."""

    kind: ClassVar[str] = "pursue"
    group: ClassVar[str] = "answer"
    units: Many = Field(json_schema_extra=holds("pursuers"))


class Stay(Action):
    """Let nobody pursue who need not."""

    kind: ClassVar[str] = "stay"
    group: ClassVar[str] = "answer"


class Dodge(StandingOrder):
    """Who evades when charged; all others stand (5.evade)."""

    kind: ClassVar[str] = "dodge"
    units: Many = Field(json_schema_extra=holds("dodgers"))


class Chase(StandingOrder):
    """Who pursues without having to; all others stay (9.pursuit)."""

    kind: ClassVar[str] = "chase"
    units: Many = Field(json_schema_extra=holds("chasers"))


class Withhold(StandingOrder):
    """Who does not shoot (7)."""

    kind: ClassVar[str] = "withhold"
    units: Many = Field(json_schema_extra=holds("shooters"))


class Fight(StandingOrder):
    """Which generals fight in the front of the unit that they have joined (8.leaders)."""

    kind: ClassVar[str] = "fight"
    generals: Many = Field(json_schema_extra=holds("generals"))


MODELS: Mapping[str, type[Action]] = by_kind(
    Muster,
    Recruit,
    Appoint,
    Dismiss,
    Terrain,
    Enough,
    Plan,
    Hide,
    Write,
    Deploy,
    Ready,
    Move,
    Charge,
    Hold,
    Lead,
    BreakOff,
    Reveal,
    Enter,
    Rally,
    Done,
    Evade,
    Stand,
    Pursue,
    Stay,
    Dodge,
    Chase,
    Withhold,
    Fight,
    Rest,
    Forget,
)
"""Every action by kind, in the order in which a player meets them."""


def joined(keys: tuple[str, ...]) -> str:
    """Return several units as one word."""
    return "+".join(keys)


def parted(group: str) -> tuple[str, ...]:
    """Return the units of a word, each once."""
    return tuple(dict.fromkeys(filter(None, group.split("+"))))
