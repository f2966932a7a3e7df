"""What the computer player weighs, read from ``data/barricadas/opponent.toml``.

All figures are in steps of infantry or shares unless the file says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from engine.barricadas.board import GAME
from engine.barricadas.roster import Kind
from engine.data.computers import weights_of
from engine.data.files import Record, Source

Role = Literal["attacker", "defender"]

ROLES: tuple[Role, ...] = ("attacker", "defender")


class Worth(Record):
    """Table ``[worth]``: what is lost and won."""

    town: float = Field(gt=0)
    late: float = Field(ge=0)
    last: float = Field(ge=0)
    officer: float = Field(ge=0)
    kill: float = Field(ge=0)
    routed: float = Field(ge=0, le=1)
    step: Mapping[Kind, float]


class Shade(Record):
    """Table ``[shade]``: what it takes an enemy for whom it does not recognise."""

    steps: int = Field(ge=1)
    factors: int = Field(ge=0)
    range: int = Field(ge=1)
    assault: int = Field(ge=0)


class Temper(Record):
    """Table ``[temper.<role>]``: how who attacks plays, and who defends."""

    take: float = Field(ge=0)
    keep: float = Field(ge=0)
    hedge: float = Field(ge=0)
    spare: float = Field(ge=0)
    home: float = Field(ge=0, le=1)
    guarded: float = Field(ge=0, le=1)
    next: float = Field(ge=0)
    caution: float = Field(ge=0)
    despair: float = Field(ge=0, le=1)
    company: float = Field(ge=0)
    later: float = Field(ge=0, le=1)
    approach: float = Field(ge=0)
    alert: float = Field(ge=0)
    wait: float = Field(ge=0)
    dig: float = Field(ge=0)
    storm: float = Field(ge=0)
    stray: float = Field(ge=0)
    double: float = Field(ge=0)
    press: float = Field(default=0.0, ge=0)
    together: float | None = Field(default=None, ge=0)
    recover: float = Field(ge=0)
    shells: float = Field(ge=0)
    bare: float = Field(ge=0)
    marked: float = Field(ge=0)
    least: float = Field(ge=0)


class Muster(Record):
    """Table ``[muster.<role>]``: how who attacks deploys, and who defends."""

    town: float
    near: float
    cover: float
    view: float
    seen: float
    sweep: float = 0.0
    company: float
    jitter: float = Field(ge=0)


class Tow(Record):
    """Table ``[tow]``: what lorries do with guns in tow."""

    far: float = Field(ge=0)
    onward: float = Field(ge=0)
    least: float = Field(ge=0)


class Strength(Record):
    """A table ``[strength.<key>]``: what sets a weaker player apart from the strongest."""

    lapse: float = Field(ge=0, le=1)
    error: float = Field(ge=0, le=1)
    slow: float = Field(ge=0, le=1)


class Weights(Record):
    """``opponent.toml`` as it is written."""

    source: Source
    worth: Worth
    shade: Shade
    temper: Mapping[Role, Temper]
    muster: Mapping[Role, Muster]
    strength: Mapping[str, Strength]
    tow: Tow | None = None
    """Where a file has none, as those of earlier builds, guns stay where they are deployed."""


load_weights = weights_of(GAME, Weights)
"""Return the weights of the computer player, or of the file in a folder; read once."""
