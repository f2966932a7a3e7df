"""What the computer player weighs, read from ``data/calama/opponent.toml``.

All figures are in victory points or shares unless the file says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from engine.calama.board import GAME, Seat
from engine.data.computers import weights_of
from engine.data.files import Record, Source


class Worth(Record):
    """Table ``[worth]``: what pieces and the game are worth."""

    win: float = Field(gt=0)
    guess: float = Field(ge=0)
    urgency: float = Field(ge=0)
    power: Mapping[str, float]


class Temper(Record):
    """Table ``[temper.<seat>]``: how a side plays."""

    attack: float = Field(ge=0)
    approach: float = Field(gt=0, lt=1)
    caution: float = Field(ge=0)
    moods: tuple[float, ...] = Field(min_length=1)
    patience: float = Field(gt=0)
    lure: float = Field(ge=0)
    cover: float
    charge: float = Field(ge=0)
    deny: float = Field(ge=0)
    task: float = Field(gt=0, lt=1)
    duty: float = Field(ge=0)
    roads: float = Field(ge=0)
    command: float = Field(ge=0)
    thrift: float = Field(ge=0)
    melee: float = Field(ge=0)
    in_the_way: float = Field(ge=0)
    unrest: float = Field(ge=0)
    van: float = Field(ge=0)
    # A campaign under way keeps its file: there whoever is ahead goes on as if they were not.
    ahead_from: int | None = Field(ge=1, default=None)
    ahead_caution: float = Field(gt=0, default=1.0)
    ahead_lure: float = Field(ge=0, default=1.0)


class Drill(Record):
    """Table ``[drill]``: what combat orders are for (4.1.7)."""

    least: tuple[float, ...] = Field(min_length=1)
    relief: float = Field(ge=0)
    strength: Mapping[str, float]
    resistance: Mapping[str, float]
    movement: tuple[float, ...] = Field(min_length=1)
    mobility: Mapping[str, float]
    toughness: tuple[float, ...] = Field(min_length=1)


class Strength(Record):
    """A table ``[strength.<key>]``: what sets a weaker player apart from the strongest."""

    lapse: float = Field(ge=0, le=1)
    caution: float = Field(gt=0)
    charge: float = Field(ge=0)
    win: float = Field(gt=0)
    orders: bool
    reserves: bool


class Opening(Record):
    """A table ``[[opening]]``: a set-up, how often it is taken and how it ranks the objectives."""

    scenario: str
    seat: Seat
    name: str
    weight: int = Field(ge=1)
    objectives: Mapping[str, int] = Field(min_length=1)
    places: Mapping[str, str]

    def placings(self) -> tuple[tuple[str, str], ...]:
        """Return type and square of every piece."""
        return tuple(
            (type_key, square)
            for type_key, squares in self.places.items()
            for square in squares.split()
        )


class Weights(Record):
    """``opponent.toml`` as it is written."""

    source: Source
    stirs: int = Field(ge=0, le=20)
    weary: int = Field(ge=0)
    worth: Worth
    temper: Mapping[Seat, Temper]
    strength: Mapping[str, Strength]
    drill: Drill
    opening: tuple[Opening, ...]

    def temper_of(self, seat: str) -> Temper:
        """Return how a side plays."""
        return next(temper for key, temper in self.temper.items() if key == seat)

    def of_strength(self, key: str) -> Weights:
        """Return the weights with which a player of a strength judges."""
        strength = self.strength[key]
        tempers = {
            seat: temper.model_copy(
                update={
                    "caution": temper.caution * strength.caution,
                    "charge": temper.charge * strength.charge,
                }
            )
            for seat, temper in self.temper.items()
        }
        worth = self.worth.model_copy(update={"win": self.worth.win * strength.win})
        return self.model_copy(update={"temper": tempers, "worth": worth})


load_weights = weights_of(GAME, Weights)
"""Return the weights of the computer player, or of the file in a folder; read once."""
