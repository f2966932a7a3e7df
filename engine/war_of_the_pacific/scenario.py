"""The campaign of 1879 to 1881 as data: set-up, turns, victory, chits and every other number.

The file says where each value comes from; the two editions of the rules differ in some, and
:func:`load_scenario` picks those of one edition. Nothing here knows how the numbers are used.

Rules:
    3, 4.1, 5, 6, 8.1, 8.6, 8.9, 9.0; WP-E1 to WP-E13, WP-R1, WP-R2, WP-R25.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml
from engine.data.play_data import play_folder
from engine.war_of_the_pacific.board import (
    GAME,
    Board,
    Nation,
    TerrainNumbers,
    load_board,
    load_terrain,
)
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import EDITIONS, Edition, Side
from engine.war_of_the_pacific.settings import Settings

HexId = Annotated[str, Field(pattern=r"^\d{4}$")]


class Ring(Record):
    """All land hexes within *radius* of *centre*, but for those excluded (3.2)."""

    centre: HexId
    radius: int = Field(ge=0, le=20)
    exclude: tuple[HexId, ...] = ()


class SetUpPlaces(Record):
    """Where a side may set up: the union of what is given."""

    hexes: tuple[HexId, ...] = ()
    box: bool = False
    ring: Ring | None = None
    ports_of: Nation | None = None
    home: bool = False  # each unit in its own home hex: forts

    @model_validator(mode="after")
    def _not_empty(self) -> "SetUpPlaces":
        if not (self.hexes or self.box or self.ring or self.ports_of or self.home):
            raise ValueError("names no place at all")
        return self

    def on(self, board: Board) -> tuple[str, ...]:
        """Return the places on *board*, sorted, the box last; a fort's home is not among them."""
        found = set(self.hexes)
        if self.ring is not None:
            found.update(
                one
                for one in board.grid.within(self.ring.centre, self.ring.radius)
                if board.is_land(one) and one not in self.ring.exclude
            )
        if self.ports_of is not None:
            found.update(city.hex for city in board.ports(self.ports_of))
        return (*sorted(found), *((BOX,) if self.box else ()))


class Placement(Record):
    """One line of the set-up: these units and columns, in these places."""

    id: str = Field(pattern=r"^[a-z][a-z-]*$")
    clause: str
    side: Side
    nation: Nation
    units: tuple[str, ...] = ()
    supply: int = Field(default=0, ge=0, le=20)
    places: SetUpPlaces
    reduced: bool = False
    each: tuple[HexId, ...] = ()  # every one of these hexes must get a unit,
    each_in: tuple[Edition, ...] = EDITIONS  # in these editions' wording (WP-E12)
    editions: tuple[Edition, ...] = EDITIONS
    source: Source
    note: str | None = None


class StandardStack(Record):
    """Units and columns that the standard set-up puts in one place."""

    place: str = Field(pattern=r"^(\d{4}|box)$")
    units: tuple[str, ...] = ()
    supply: int = Field(default=0, ge=0, le=20)
    nation: Nation
    editions: tuple[Edition, ...] = EDITIONS
    stacking: tuple[Edition, ...] = EDITIONS  # under which stacking limit it is made (WP-E5)


class StandardOrder(Record):
    """A first-turn order of the standard set-up (4.2): these ships to that naval area."""

    ships: tuple[str, ...] = Field(min_length=1)
    area: str = Field(pattern=r"^[IVX]+$")


class Turn(Record):
    """A game turn and the two months it stands for."""

    number: int = Field(ge=1, le=12)
    name: str
    name_es: str


class VictoryCheck(Record):
    """A Victory Determination Phase (5.2 to 5.4).

    Chile wins with *win_at_least* points; the Allies win if it has fewer than *lose_below*.
    *final* ends the game: what is neither is then a draw (WP-R1).

    Attributes:
        clause: The clause that has the game decided on this turn.
        clause_below: What it says of too few points.
        clause_draw: What it says of a draw; "" where there can be none.
    """

    turn: int = Field(ge=1, le=12)
    win_at_least: int
    lose_below: int
    final: bool = False
    clause: str
    clause_below: str
    clause_draw: str = ""
    source: Source

    @model_validator(mode="before")
    @classmethod
    def _before_it_named_clauses(cls, given: Any) -> Any:
        """Add the clauses to what a campaign was begun with when the file had none."""
        if not isinstance(given, dict) or "clause" in given:
            return given
        clauses = _FIRST_CLAUSES.get(given.get("turn"), ("5.1", "5.1"))
        names = ("clause", "clause_below", "clause_draw")
        return {**dict(zip(names, clauses, strict=False)), **given}


_FIRST_CLAUSES: Mapping[Any, tuple[str, ...]] = {
    5: ("5.2", "5.2.sudden"),
    9: ("5.3", "5.3.sudden"),
    12: ("5.4", "5.4.allies", "5.4.draw"),
}
"""What decided by which clauses, by the turn, when the file did not say so yet."""


class Bonus(Record):
    """The extra point for sinking warships (5.5, WP-R2)."""

    points: int
    ratio: int
    at_least: int
    source: Source


class BoliviaQuits(Record):
    """When Bolivia leaves the war (5.6)."""

    points: int
    cities: tuple[HexId, ...]
    source: Source


class Chit(Record):
    """A kind of Combat Advantage chit and how many are in the cup (8.9).

    Attributes:
        clause: The clause that says what it does.
        unit_dice: What one unit, of *kind*, rolls instead of one die.
        extra_dice: Dice for the attack or defence as a whole.
        modifier: Added to the die of one unit (WP-R16).
        role: Who can use it; anybody else puts it back unused (WP-E13).
    """

    key: str = Field(pattern=r"^[a-z][a-z_]*$")
    name: str
    name_es: str
    clause: str
    count: int = Field(ge=0, le=20)
    unit_dice: int = 1
    extra_dice: int = 0
    modifier: int = 0
    role: Literal["any", "attacker", "defender"] = "any"
    kind: Literal["any", "cavalry", "artillery"] = "any"
    source: Source


class Stacking(Record):
    """How many land units a hex holds at the Administrative Phase (8.1, WP-E5)."""

    units: int = Field(ge=1)
    with_fort: int = Field(ge=1)
    source: Source


class Marching(Record):
    """How land units march (8.2, WP-E6).

    Attributes:
        dice: Dice rolled for a march, the higher of which counts.
        cavalry: Points added when only cavalry is moving.
    """

    dice: Literal[2]
    cavalry: int = Field(ge=0)
    source: Source


class SupplyReceived(Record):
    """How Supply Columns come in (4.1, WP-R23, WP-R38)."""

    dice: int
    keep: Literal["highest"]
    chile: tuple[str, ...]
    allies: tuple[HexId, ...]
    bolivian: tuple[HexId, ...]
    bolivian_at_least: int
    source: Source


class NewUnits(Record):
    """How units come that are rebuilt or recruited (6.3, 6.4).

    Attributes:
        steps: Steps with which they come.
        wait: Turns that they wait on the track where no city is free.
    """

    steps: int = Field(default=1, ge=1, le=2)
    wait: int = Field(default=1, ge=1, le=12)
    source: Source = "rulebook"


class Prices(Record):
    """What Supply Columns buy (6.2 to 6.5, 7.8, 8.9, WP-R5).

    An order names one column for what costs *replenish*, *rebuild* and *recruit*, and a stack that
    leaves port uses up one (*provisions*): no other price can be paid (``checks_units``).

    Attributes:
        replenish_range: Hexes between column and unit, at most.
    """

    replenish: int
    replenish_range: int = Field(ge=0, le=6)
    rebuild: int
    recruit: int
    transport: int
    repair_dice: int
    repair_at: Mapping[Side, tuple[str, ...]]
    provisions: int
    extra_die: int
    initiative: int
    initiative_bonus: int
    source: Source


class Ships(Record):
    """Numbers of chapter 7: room aboard (7.1), blockades, landings and raids (7.6), guns (7.10).

    Attributes:
        steps_aboard: Steps of land units that a transport takes (7.1).
        columns_aboard: Supply Columns that it takes instead (7.1).
        landing_defence_dice: What a landing grants the defender (7.6).
        raid_dice: Dice of a raid, and of the fort that answers it (7.6, 7.7).
        gunfire_critical: The die of gunfire that sinks whatever the armour (7.10).
        fort_critical: The dice of a fort, added up, that sink a raider likewise (7.10).
    """

    steps_aboard: int = Field(ge=1, le=12)
    columns_aboard: int = Field(ge=1, le=12)
    landing_defence_dice: int
    blockade_runners_dice: int
    raid_dice: int = Field(ge=1, le=4)
    gunfire_critical: int = Field(ge=1, le=6)
    fort_critical: int = Field(ge=1, le=24)
    source: Source

    @model_validator(mode="after")
    def _whole_loads(self) -> "Ships":
        if self.steps_aboard % self.columns_aboard:
            raise ValueError("a Supply Column must take the room of a whole number of steps")
        return self

    @property
    def column_load(self) -> int:
        """The room that a Supply Column takes aboard, in steps (7.1)."""
        return self.steps_aboard // self.columns_aboard


class Courses(Record):
    """The courses of ships of which only the goal is named (7.2, WP-R98).

    Attributes:
        detour: Hexes more that one takes, at most, to go round a hex with enemy warships.
    """

    detour: int = Field(default=3, ge=0, le=20)
    source: Source = "house"


class CaptureDie(Record):
    """The die for taking an enemy ship after a naval battle, face by face (10.1)."""

    results: tuple[Literal["captor_damaged", "escapes", "scuttled", "captured"], ...] = Field(
        min_length=6, max_length=6
    )
    source: Source


class InfernalMachines(Record):
    """Infernal machines: from when, for how many columns, and the die, face by face (10.2)."""

    from_turn: int = Field(ge=1, le=12)
    columns: Literal[1]
    results: tuple[Literal["nothing", "damaged", "sunk"], ...] = Field(min_length=6, max_length=6)
    source: Source


class Sides(Record):
    """A list of units or hexes for each side."""

    chile: tuple[str, ...]
    allies: tuple[str, ...]
    source: Source


class StandardSetup(Record):
    """The whole standard set-up of each side."""

    chile: tuple[StandardStack, ...]
    allies: tuple[StandardStack, ...]
    source: Source


class StandardOrders(Record):
    """The first-turn orders of each side that go with the standard set-up."""

    chile: tuple[StandardOrder, ...]
    allies: tuple[StandardOrder, ...]
    source: Source


class Combat(Record):
    """Numbers of 8.8 to 8.10."""

    hit_on: int
    artillery: int
    source: Source


class ScenarioFile(Record):
    """``scenario.toml`` as it is written, both editions together."""

    title: str
    title_es: str
    about: str
    about_es: str
    turn: tuple[Turn, ...] = Field(min_length=12, max_length=12)
    placement: tuple[Placement, ...]
    pool: Sides
    control: Sides
    standard: StandardSetup
    standard_order: StandardOrders
    victory: tuple[VictoryCheck, ...]
    bonus: Bonus
    bolivia_quits: BoliviaQuits
    chit: tuple[Chit, ...]
    stacking: Mapping[Edition, Stacking]
    marching: Mapping[Edition, Marching]
    receipt: SupplyReceived
    new_units: NewUnits = NewUnits()  # files of earlier campaigns do not have it
    courses: Courses = Courses()  # nor this
    prices: Prices
    ships: Ships
    capture: CaptureDie
    infernal: InfernalMachines
    combat: Combat


class Scenario(Record):
    """The campaign under one edition of the rules, or as a table has mixed the two.

    Build it with :func:`load_scenario` or :func:`scenario_for`.

    Attributes:
        edition: Whose units it has (WP-E11).
        placements: The set-up line by line, Allies first; ``each`` is empty where it does not hold.
        pool: The units of each side that may be recruited from turn 1 (3.2, 3.5).
        control: Cities that begin in other hands than their nation's.
        standard: A complete legal set-up for each side, for the one command that makes it.
        standard_orders: First-turn orders that go with it (4.2); a player may change them.
        terrain: Costs and defence modifiers by terrain (8.6, 8.9).
    """

    edition: Edition
    title: str
    title_es: str
    about: str
    about_es: str
    turns: tuple[Turn, ...]
    placements: tuple[Placement, ...]
    pool: Mapping[Side, tuple[str, ...]]
    control: Mapping[Side, tuple[str, ...]]
    standard: Mapping[str, tuple[StandardStack, ...]]
    standard_orders: Mapping[str, tuple[StandardOrder, ...]]
    victory: tuple[VictoryCheck, ...]
    bonus: Bonus
    bolivia_quits: BoliviaQuits
    chits: tuple[Chit, ...]
    stacking: Stacking
    marching: Marching
    supply_received: SupplyReceived
    new_units: NewUnits
    courses: Courses
    prices: Prices
    ships: Ships
    capture: CaptureDie
    infernal: InfernalMachines
    combat: Combat
    terrain: TerrainNumbers

    def allowed(self, placement: Placement, folder: Folder | None = None) -> tuple[str, ...]:
        """Return the places of *placement* on the map; for forts see their ``home``."""
        return placement.places.on(load_board(folder))


@cached_per_data()
def load_scenario(edition: Edition = "en", folder: Folder | None = None) -> Scenario:
    """Return the campaign under *edition*, from the game's files or those in *folder*.

    Raises:
        DataError: If the file cannot be read.
        ValueError: If there is no such edition.
    """
    if edition not in EDITIONS:
        raise ValueError(f"no such edition: {edition!r}")
    return _load_scenario(edition, edition, edition, edition, play_folder(GAME, folder))


def scenario_for(settings: Settings) -> Scenario:
    """Return the campaign as a table plays it: each value by its own switch.

    Rules:
        WP-E5 (stacking), WP-E6 (cavalry), WP-E11 (forces), WP-E12 (Bolivia's set-up).
    """
    return _mixed(
        settings.follows("forces"),
        settings.follows("stacking"),
        settings.follows("cavalry_bonus"),
        settings.follows("bolivian_setup"),
    )


@cached_per_data()
def course_numbers() -> Courses:
    """Return the numbers of courses of which only the goal is named."""
    return load_scenario().courses


@cached_per_data()
def ship_numbers() -> Ships:
    """Return the numbers of chapter 7, in which the editions do not differ."""
    return load_scenario().ships


@cached_per_data()
def _mixed(forces: Edition, stacking: Edition, cavalry: Edition, bolivia: Edition) -> Scenario:
    # Rules ask for it all the time: no path has to be made or looked up for that.
    return _load_scenario(forces, stacking, cavalry, bolivia, play_folder(GAME))


@cached_per_data()
def _load_scenario(
    forces: Edition, stacking: Edition, cavalry: Edition, bolivia: Edition, folder: Folder
) -> Scenario:
    file = load_toml(folder / "scenario.toml", ScenarioFile)
    return Scenario(
        edition=forces,
        title=file.title,
        title_es=file.title_es,
        about=file.about,
        about_es=file.about_es,
        turns=file.turn,
        placements=tuple(
            one if bolivia in one.each_in else one.model_copy(update={"each": ()})
            for one in file.placement
            if forces in one.editions
        ),
        pool={"chile": file.pool.chile, "allies": file.pool.allies},
        control={"chile": file.control.chile, "allies": file.control.allies},
        standard={
            "chile": _standard(file.standard.chile, forces, stacking),
            "allies": _standard(file.standard.allies, forces, stacking),
        },
        standard_orders={
            "chile": file.standard_order.chile,
            "allies": file.standard_order.allies,
        },
        victory=file.victory,
        bonus=file.bonus,
        bolivia_quits=file.bolivia_quits,
        chits=file.chit,
        stacking=file.stacking[stacking],
        marching=file.marching[cavalry],
        supply_received=file.receipt,
        new_units=file.new_units,
        courses=file.courses,
        prices=file.prices,
        ships=file.ships,
        capture=file.capture,
        infernal=file.infernal,
        combat=file.combat,
        terrain=load_terrain(folder),
    )


def _standard(
    stacks: tuple[StandardStack, ...], forces: Edition, stacking: Edition
) -> tuple[StandardStack, ...]:
    return tuple(one for one in stacks if forces in one.editions and stacking in one.stacking)
