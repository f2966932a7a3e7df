"""What the computer player weighs, read from ``data/war_of_the_pacific/opponent.toml``."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from engine.data.computers import weights_of
from engine.data.files import Record, Source
from engine.war_of_the_pacific.board import GAME
from engine.war_of_the_pacific.roster import Side


class Worth(Record):
    """Table ``[worth]``: what cities, steps and columns are worth, in victory points."""

    city: float = Field(ge=0)
    port: float = Field(ge=0)
    step: float = Field(gt=0)
    column: float = Field(gt=0)
    artillery: float = Field(ge=1)
    siege: float = Field(ge=0)
    bait: float = Field(gt=0)
    bait_least: float = Field(ge=0, le=1)
    bold: float = Field(ge=1)
    reach: int = Field(ge=0)
    unsure: float = Field(ge=0, le=1)
    keep: float = Field(ge=1)
    ahead: int = Field(ge=0)
    want: float = Field(ge=1)

    def counts(self, safe: float) -> float:
        """Return what share of a city's worth counts that is kept with the chance *safe*."""
        return self.unsure + (1 - self.unsure) * safe


class Marches(Record):
    """Table ``[march]``: how far it looks, and what a far goal is worth."""

    horizon: int = Field(ge=1)
    far: int = Field(ge=1)
    screen: float = Field(ge=0, le=1)
    relief: float = Field(ge=0)
    decay: float = Field(gt=0)
    least: float = Field(ge=0)
    rally: float = Field(ge=0)
    field: float = Field(ge=0)
    alarm: float = Field(ge=0)
    help: float = Field(ge=0)
    enough: float = Field(gt=0)
    together: float = Field(ge=0)
    hopeless: float = Field(ge=0, le=1)
    dear: float = Field(ge=0)
    lone: float = Field(ge=1)
    faint: float = Field(ge=0, le=1)
    sure: float = Field(ge=0, le=1)
    whole: float = Field(ge=0, le=1)


class Battles(Record):
    """Table ``[battle]``: what else an attack, an advance and a retreat bring."""

    relief: float = Field(ge=0)
    exposed: float = Field(ge=0)
    peril: float = Field(ge=0)
    company: float = Field(ge=0)
    enemies: float = Field(ge=0)


class Columns(Record):
    """Table ``[supply]``: the merits by which columns are spent, the highest first."""

    recruit: float
    recruit_gun: float
    recruit_fort: float
    recruit_step: float
    modifier: float
    replenish: float
    replenish_gun: float
    replenish_danger: float
    replenish_crowd: float
    repair: float
    repair_gun: float
    build: float
    build_few: float = Field(ge=0)
    build_want: int = Field(ge=0)
    front: float = Field(ge=0)
    crowd: float = Field(ge=0)
    pays: int = Field(ge=0, le=6)
    income: int = Field(ge=0)


class Sea(Record):
    """Table ``[sea]``: what ships are worth, and when it fights and lands."""

    gun: float = Field(gt=0)
    hull: float = Field(gt=0)
    damage: float = Field(gt=0, le=1)
    bonus: float = Field(ge=0)
    cargo: float = Field(ge=0)
    transport: float = Field(gt=0)
    blockade: float = Field(ge=0)
    lock: float = Field(ge=0)
    guard: float = Field(ge=0)
    enough: float = Field(gt=0, le=1)
    dread: float = Field(gt=0, le=1)
    stop: float = Field(ge=0)
    numbers: float = Field(ge=0)
    spread: float = Field(ge=0, le=1)
    risk: float = Field(ge=0, le=1)
    choice: float = Field(gt=0, le=1)
    near: float = Field(gt=0)
    near_least: float = Field(ge=0, le=1)
    detour: float = Field(gt=0)
    convoy: float = Field(gt=0)


class Temper(Record):
    """Table ``[temper.<seat>]``: how a side plays."""

    attack: float = Field(ge=0)
    caution: float = Field(ge=0)
    hold: float = Field(ge=0)
    base: float = Field(ge=0)
    sea_fear: float = Field(ge=0)
    defend: float = Field(ge=0)
    intercept: float = Field(ge=0)
    landing: float = Field(ge=0)
    cruise: float = Field(ge=0)
    reserve: int = Field(ge=0)


class Strength(Record):
    """Table ``[strength.<key>]``: how well it plays.

    Attributes:
        error: By how much it misjudges what something promises, of that.
        rest: How likely it is to leave a phase at that, each time it could still do something.
        plans: Whether it follows its strategy.
        hunts: Whether it takes what an enemy leaves open: lone columns, convoys, shots ashore.
    """

    error: float = Field(ge=0, lt=1)
    rest: float = Field(ge=0, lt=1)
    plans: bool
    hunts: bool


HARD = "hard"
"""The strongest, which a table that says nothing meets."""


class Strategy(Record):
    """A table ``[[strategy]]``: what a side makes of some cities in some turns.

    Attributes:
        seat: Whose plan it is.
        until: The last turn in which it holds.
        unless: Cities by whose capture it is over; none for a plan that only time ends.
        goals: The cities.
        favour: What their points count, so many times.
    """

    seat: Side
    name: str
    until: int = Field(ge=1)
    unless: str = ""
    goals: str
    favour: float = Field(ge=0)


class Opening(Record):
    """A table ``[[opening]]``: where a side sets up, and how often it does so."""

    seat: Side
    name: str
    weight: int = Field(ge=1)
    places: Mapping[str, str]

    def stacks(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return each place with the units that are put there."""
        return tuple((place, tuple(units.split())) for place, units in self.places.items())


class Weights(Record):
    """``opponent.toml`` as it is written."""

    source: Source
    worth: Worth
    march: Marches
    battle: Battles
    supply: Columns
    sea: Sea
    temper: Mapping[Side, Temper]
    strength: Mapping[str, Strength]
    strategy: tuple[Strategy, ...] = ()
    opening: tuple[Opening, ...]

    def temper_of(self, seat: str) -> Temper:
        """Return how a side plays."""
        return next(temper for key, temper in self.temper.items() if key == seat)


load_weights = weights_of(GAME, Weights)
"""Return the weights of the computer player, or of the file in a folder; read once."""
