"""What a player may order in ¡A las barricadas!: one model a verb, fields in the order asked.

Counters are named by their ids, or shorter ("g1"); several that act together are joined by a plus
("g1+g2"). ``holds`` says what stands in a field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from engine.api import Action
from engine.barricadas.frames import Deed
from engine.kit.fields import Item, Key, Many, by_kind, holds
from engine.kit.standing_orders import Forget, Rest, StandingOrder

STAY = "-"
"""Stands for no hex where an order needs none."""

MOST = 24
"""Tasks of one activation, and shots of one reaction."""

FARTHEST = 40
"""Hexes, twice the longest range that a counter can have: nobody fires farther (8.range)."""

REACTION = "reaction"
"""What others read of an answer to who is activated: fire that is promised they see when it falls,
and of what is kept, or finds nobody, they learn nothing (ALB-R68)."""

Moment = Literal["before", "after", "never"]

MOMENTS: tuple[Moment, ...] = ("before", "after", "never")
"""When the defender fires: before the attackers' check of morale, after it, or never (9.2)."""


Lands = Literal["enemies", "friends", "empty", "all"]

LANDINGS: tuple[Lands, ...] = ("enemies", "friends", "empty", "all")
"""Which missions in sight are let fall: on enemies alone, on friends beside enemies too, where
nothing stands too, or both (8.1.4.2)."""


class Placement(Item):
    """Where one counter is deployed ("g1 C702")."""

    who: str = Field(json_schema_extra=holds("counter"))
    at: str = Field(json_schema_extra=holds("hex"))


class Task(Item):
    """What some counters do in an activation ("g1+g2 fire C807", "g3 move C706 C705-C706").

    Attributes:
        who: Counters that act together.
        deed: What they do.
        to: Where to, or at which hex; "-" where there is nothing to name.
        by: The way there where it is not the cheapest, hexes joined by "-".
    """

    who: str = Field(json_schema_extra=holds("group"))
    deed: Deed = Field(json_schema_extra=holds("deed"))
    to: str = Field(default=STAY, json_schema_extra=holds("target"))
    by: str = Field(default=STAY, json_schema_extra=holds("way"))


class Fire(Item):
    """Fire in reaction: who, at which hex that somebody passes ("m1+m2 C705")."""

    who: str = Field(json_schema_extra=holds("group"))
    at: str = Field(json_schema_extra=holds("hex"))


class Lookout(Item):
    """Whom a standing order lets fire in reaction, and when ("g 4 nearest troops").

    Attributes:
        who: A counter, or an officer for all of their unit.
        within: Hexes to the point at which somebody is fired at, at most.
        point: Which of the points on their way that can be fired at.
        whom: At whom; of a marker nobody knows who is beneath it, so that "any" alone means it.
    """

    who: str = Field(json_schema_extra=holds("counter"))
    within: int = Field(ge=1, le=FARTHEST, json_schema_extra=holds("within"))
    point: Literal["first", "nearest", "last"] = Field(
        default="first", json_schema_extra=holds("point")
    )
    whom: Literal["any", "troops", "armour"] = Field(default="any", json_schema_extra=holds("whom"))


class Deploy(Action):
    """Set up all at once: every counter on its hex, and what the scenario gives (2.3).

    Attributes:
        places: Each counter and its hex.
        works: Where improvised positions lie; none named, they stay as they were written.
        alert: Who begins in reaction; the same.
    """

    kind: ClassVar[str] = "deploy"
    secret: ClassVar[bool] = True
    places: tuple[Placement, ...] = Field(
        min_length=1, max_length=60, json_schema_extra=holds("placings", one=True)
    )
    works: tuple[str, ...] = Field(default=(), max_length=60, json_schema_extra=holds("hexes"))
    alert: tuple[str, ...] = Field(default=(), max_length=60, json_schema_extra=holds("counters"))


class Place(Action):
    """Put one counter of one's deployment elsewhere (2.3)."""

    kind: ClassVar[str] = "place"
    secret: ClassVar[bool] = True
    counter: Key = Field(json_schema_extra=holds("counter"))
    at: Key = Field(json_schema_extra=holds("hex"))


class Fortify(Action):
    """Say where the improvised positions lie that the scenario gives (2.3)."""

    kind: ClassVar[str] = "fortify"
    secret: ClassVar[bool] = True
    hexes: Many = Field(json_schema_extra=holds("hexes"))


class Alert(Action):
    """Say who gets the markers of reaction that the scenario gives (3.4)."""

    kind: ClassVar[str] = "alert"
    secret: ClassVar[bool] = True
    counters: Many = Field(json_schema_extra=holds("counters"))


class Ready(Action):
    """Close one's set-up."""

    kind: ClassVar[str] = "ready"


class Activate(Action):
    """Activate an officer with their unit, or a counter by itself, and say what each does (3.3)."""

    kind: ClassVar[str] = "activate"
    leader: Key = Field(json_schema_extra=holds("counter"))
    tasks: tuple[Task, ...] = Field(min_length=1, max_length=MOST, json_schema_extra=holds("tasks"))
    fired_at: Literal["go", "stop"] = Field(default="go", json_schema_extra=holds("fired_at"))


class Together(Action):
    """Try to activate two officers with their units at once; the first alone if it fails (7.3)."""

    kind: ClassVar[str] = "together"
    leader: Key = Field(json_schema_extra=holds("counter"))
    second: Key = Field(json_schema_extra=holds("counter"))
    tasks: tuple[Task, ...] = Field(min_length=1, max_length=MOST, json_schema_extra=holds("tasks"))
    fired_at: Literal["go", "stop"] = Field(default="go", json_schema_extra=holds("fired_at"))


class Pass(Action):
    """Activate nobody (3.3)."""

    kind: ClassVar[str] = "pass"
    closes: ClassVar[bool] = True


class React(Action):
    """Fire at who is being activated (3.4)."""

    kind: ClassVar[str] = "react"
    group: ClassVar[str] = "answer"
    told_as: ClassVar[str] = REACTION
    shots: tuple[Fire, ...] = Field(min_length=1, max_length=MOST, json_schema_extra=holds("shots"))


class Hold(Action):
    """Do not react."""

    kind: ClassVar[str] = "hold"
    group: ClassVar[str] = "answer"
    told_as: ClassVar[str] = REACTION


class Defend(Action):
    """Say when to fire at who assaults: before their check of morale, after it, or never (9.2)."""

    kind: ClassVar[str] = "defend"
    group: ClassVar[str] = "answer"
    when: Moment = Field(json_schema_extra=holds("moment"))


class Watch(StandingOrder):
    """Fire in reaction as ordered beforehand; who is not named keeps their fire (3.4, ALB-R1)."""

    kind: ClassVar[str] = "watch"
    lookouts: tuple[Lookout, ...] = Field(
        min_length=1, max_length=40, json_schema_extra=holds("lookouts")
    )


class Lower(StandingOrder):
    """Whose markers of reaction come off as a turn ends; without it all stay (3.5, ALB-R73)."""

    kind: ClassVar[str] = "lower"
    counters: Many = Field(json_schema_extra=holds("counters"))


class Stand(StandingOrder):
    """When to fire at who assaults, said beforehand (9.2)."""

    kind: ClassVar[str] = "stand"
    when: Moment = Field(json_schema_extra=holds("moment"))


class Landing(StandingOrder):
    """Which missions fall that come down in sight; all others are called off (8.1.4.2, ALB-R72)."""

    kind: ClassVar[str] = "landing"
    falls: Lands = Field(json_schema_extra=holds("landing"))


MODELS: Mapping[str, type[Action]] = by_kind(
    Deploy,
    Place,
    Fortify,
    Alert,
    Ready,
    Activate,
    Together,
    Pass,
    React,
    Hold,
    Defend,
    Watch,
    Lower,
    Stand,
    Landing,
    Rest,
    Forget,
)
"""Every action by kind, in the order in which a player meets them."""


def joined(keys: tuple[str, ...]) -> str:
    """Return several counters as one word of an item."""
    return "+".join(keys)


def parted(group: str) -> tuple[str, ...]:
    """Return the counters of a word of an item, each once."""
    return tuple(dict.fromkeys(filter(None, group.split("+"))))
