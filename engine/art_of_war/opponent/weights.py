"""What the computer player weighs, read from ``data/art_of_war/opponent.toml``.

Worth is in points of what an army loses, lengths in UD, unless the file says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from engine.art_of_war.troops import GAME
from engine.data.computers import weights_of
from engine.data.files import Record, Source


class Worth(Record):
    """Table ``[worth]``: what is lost and won."""

    disordered: float = Field(ge=0)
    routed: float = Field(ge=0)
    price: float = Field(ge=0)
    later: float = Field(ge=0)
    camp: float = Field(ge=0)
    disorder: float = Field(ge=0)


class Onset(Record):
    """Table ``[charge]``: which charges are declared."""

    least: float
    eager: float = Field(ge=0)
    lowest: float
    behind: float = Field(ge=0)
    elusive: float = Field(ge=0, le=1)
    chase: float = Field(ge=0)
    hold: float
    exposed: float = Field(ge=0)
    most: int = Field(ge=1)


class Going(Record):
    """Table ``[march]``: who moves, and where to."""

    least: float = Field(gt=0)
    askew: float = Field(ge=0)
    aside: float = Field(ge=0)
    unity: float = Field(ge=0)
    front: float = Field(ge=0)
    steady: float = Field(ge=0)
    plain: float = Field(ge=0)
    prefer: float = Field(ge=0)
    elusive: float = Field(ge=0)
    camp: float = Field(ge=0)
    marker: float = Field(ge=0)
    beyond: float = Field(ge=0)
    ahead: float = Field(ge=0)
    stagger: float = Field(ge=0)
    outpost: float = Field(ge=0)
    shelter: float
    lonely: float = Field(ge=0)
    patience: float = Field(gt=0)
    behind: float = Field(ge=0)
    safe: float = Field(ge=0)
    rally: float = Field(ge=0)


class Answer(Record):
    """Table ``[answer]``: who evades, who pursues, and who leaves a melee."""

    stand: float
    pursue: float
    leave: float


class Strength(Record):
    """A table ``[strength.<key>]``: what sets a weaker player apart from the strongest."""

    lapse: float = Field(ge=0, le=1)
    error: float = Field(ge=0)


class Weights(Record):
    """``opponent.toml`` as it is written."""

    source: Source
    worth: Worth
    charge: Onset
    march: Going
    answer: Answer
    strength: Mapping[str, Strength]


load_weights = weights_of(GAME, Weights)
"""Return the weights of the computer player, or of the file in a folder; read once."""
