"""The lines of which an army is written: units of one kind, and generals.

A line is typed as it stands in a list of an army, its words behind the first two in any order::

    b heavy_infantry impact elite x4
    competent abc
    ordinary de ally in-d2

:mod:`~engine.art_of_war.army_reading` reads the same with codes and names of either language.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import Field, model_serializer, model_validator

from engine.kit.fields import Item, holds

LETTERS = "abcdefhijklmnopqrstuvwxyz"
"""Of groups; G is the generals'."""

BETWEEN = "/"
"""Joins what was bought into one word."""

ORDINARY: Literal["ordinary"] = "ordinary"

QUALITIES = ("elite", "ordinary", "mediocre")

ALLY: Literal["ally"] = "ally"
AFOOT = "or-"
"""Before what mounted troops may be deployed as (2.dismount)."""
WITHIN = "in-"
"""Before the unit that includes a general (3.included)."""

WITHIN_UNIT = rf"^([{LETTERS}]\d{{1,2}})?$"
"""What names a unit by its group and number, or none."""

_NUMBER = re.compile(r"x(\d{1,2})", re.ASCII)


class Line(Item):
    """Units of one kind in one group ("b heavy_infantry impact elite x4").

    Attributes:
        group: Letter of the group.
        troop: Key of the kind of troop.
        options: What was bought for each, and the weapon where it is not the usual one, joined.
        quality: Of each.
        number: How many.
        afoot: As what they may be deployed dismounted; "" for nothing.
    """

    group: str = Field(pattern=f"^[{LETTERS}]$", json_schema_extra=holds("letter"))
    troop: str = Field(json_schema_extra=holds("troop"))
    options: str = Field(default="", json_schema_extra=holds("bought"))
    quality: Literal["elite", "ordinary", "mediocre"] = Field(
        default=ORDINARY, json_schema_extra=holds("quality")
    )
    number: int = Field(default=1, ge=1, le=36, json_schema_extra=holds("count"))
    afoot: str = Field(default="", json_schema_extra=holds("troop"))

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        group, troop, words = _first_two(value)
        found: dict[str, str] = {"group": group, "troop": troop}
        bought = []
        for word in words:
            if number := _NUMBER.fullmatch(word):
                found["number"] = number[1]
            elif word.startswith(AFOOT):
                found["afoot"] = word.removeprefix(AFOOT)
            elif word in QUALITIES:
                found["quality"] = word
            else:
                bought.append(word)
        return {**found, "options": BETWEEN.join(bought)}

    @model_serializer
    def written(self) -> str:
        """Return the line as it is typed, without what is as usual."""
        words = [self.group, self.troop, self.options]
        words += [self.quality if self.quality != ORDINARY else "", f"x{self.number}"]
        words += [f"{AFOOT}{self.afoot}" if self.afoot else ""]
        return " ".join(filter(None, words))

    @property
    def bought(self) -> tuple[str, ...]:
        """What was bought, word by word."""
        return tuple(filter(None, self.options.split(BETWEEN)))


class Leader(Item):
    """The general of a corps ("competent abc", "ordinary de ally in-d2").

    Attributes:
        rank: Their quality.
        groups: Letters of the groups of their corps.
        ally: Whether they are not to be relied on (3.allies): "ally", or "".
        within: The unit that includes them ("d2"); "" for none.
    """

    rank: Literal["ordinary", "competent", "brilliant", "strategist"] = Field(
        json_schema_extra=holds("rank")
    )
    groups: str = Field(pattern=f"^[{LETTERS}]+$", json_schema_extra=holds("letters"))
    ally: Literal["", "ally"] = Field(default="", json_schema_extra=holds("ally"))
    within: str = Field(default="", pattern=WITHIN_UNIT, json_schema_extra=holds("within"))

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        rank, groups, words = _first_two(value)
        found = {"rank": rank, "groups": groups}
        for word in words:
            if word.startswith(WITHIN):
                found["within"] = word.removeprefix(WITHIN)
            else:
                found["ally"] = word
        return found

    @model_serializer
    def written(self) -> str:
        """Return the line as it is typed, without what is as usual."""
        within = f"{WITHIN}{self.within}" if self.within else ""
        return " ".join(filter(None, (self.rank, self.groups, self.ally, within)))


def _first_two(text: str) -> tuple[str, str, list[str]]:
    """Return the first two words, "" for one that is not there, and those behind them."""
    first, second, *words = text.split() + [""] * max(0, 2 - len(text.split()))
    return first, second, words
