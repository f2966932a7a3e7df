"""Moves as tests of El Arte de la Guerra write them, and tables to make them on."""

from __future__ import annotations

from typing import Any

from engine.api import Refusal, Term
from engine.art_of_war.actions import Move, Part
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.movement.offering import written
from engine.art_of_war.state import Table
from tests.engine.art_of_war.build import (
    enemy,
    general,
    lay,
    unit,
    whole,
)

CHIEF = general("1/1", points=9, rank="strategist")
"""Whoever can pay for every order, from far away."""


def order(who: str, parts: str, calm: str = "calm") -> Move:
    """A move of the south, typed as it is written in the rules."""
    keys = "+".join(f"south-{one}" for one in who.split("+"))
    listed = tuple(Part.model_validate(one.strip()) for one in parts.split(","))
    return Move.model_validate({"who": keys, "parts": listed, "calm": calm})


def refusals(table: Table, who: str, parts: str, calm: str = "calm") -> tuple[Refusal, ...]:
    """What is against a move."""
    return GAME.check(whole(table), "south", order(who, parts, calm))


def against(table: Table, who: str, parts: str, calm: str = "calm") -> list[str]:
    """The codes of what is against a move, but for what would be legal instead."""
    found = [one.code for one in refusals(table, who, parts, calm)]
    return [code for code in found if code != "move.nearest"]


def instead(table: Table, who: str, parts: str) -> str:
    """What would be legal instead of the last part, as the rules write it."""
    (found,) = (one for one in refusals(table, who, parts) if one.code == "move.nearest")
    part = found.params["part"]
    assert isinstance(part, Term)
    return written(Part.model_validate(part.key))


def alone(troop: str = "heavy_infantry", *more: Any, at: str = "15/5", **values: Any) -> Table:
    """A unit in the open with nobody near, and whatever else is laid."""
    return lay(unit("a1", at, troop, **values), CHIEF, enemy("z1", "28/19"), *more)


def line(troop: str = "heavy_infantry", count: int = 3, **values: Any) -> Table:
    """Units side by side, and nobody near."""
    units = [unit(f"a{n + 1}", f"{14 + n}/6", troop, **values) for n in range(count)]
    return lay(*units, CHIEF, enemy("z1", "28/19"))
