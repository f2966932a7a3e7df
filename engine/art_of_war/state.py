"""What a battle of El Arte de la Guerra is at one instant.

A state has two parts: the :class:`Table`, on which every unit of both armies is written once, and
each side's :class:`Secrets`. What is not on the table yet (waiting, in ambush, on a flank march) a
viewer of the other side does not see at all, nor does the public (:func:`projected`).

Lengths are hundredths of a UD, angles tenths of a degree (ADG-R22). Everything here is immutable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from engine.api import Seat
from engine.art_of_war.actions import Post
from engine.art_of_war.frames import Declared, Frame
from engine.art_of_war.ids import side_of
from engine.art_of_war.plane.poses import Edge, Pose
from engine.art_of_war.settings import Settings
from engine.data.cache import cached, cached_same
from engine.kit import states
from engine.kit.standing_orders import Orders
from engine.kit.states import Ending

SOUTH = "south"
NORTH = "north"
SEATS: tuple[Seat, ...] = (SOUTH, NORTH)
"""Who deploys along which long edge of the table."""


def other(seat: Seat) -> Seat:
    """Return the other side."""
    return NORTH if seat == SOUTH else SOUTH


class Phase(StrEnum):
    """What goes on; shooting, melee, rout and pursuit need nobody but to answer (4)."""

    MUSTER = "muster"
    TERRAIN = "terrain"
    PLAN = "plan"
    DEPLOYMENT = "deployment"
    MOVEMENT = "movement"
    RALLY = "rally"
    SHOOTING = "shooting"
    MELEE = "melee"
    PURSUIT = "pursuit"
    OVER = "over"


class Place(StrEnum):
    """Where a unit or general is."""

    WAITING = "waiting"
    """Has not been deployed."""
    TABLE = "table"
    AMBUSH = "ambush"
    """Beneath a marker of ambush; its pose says where (11.ambush)."""
    MARCH = "march"
    """On a flank march, off the table (11.flank)."""
    ROUTED = "routed"
    """Has lost all its cohesion, or was destroyed, and is gone (9)."""
    LEFT = "left"
    """Has left the table: lost too (5.leave)."""


HIDDEN = frozenset((Place.WAITING, Place.AMBUSH, Place.MARCH))
"""What the other side does not see."""

GONE = frozenset((Place.ROUTED, Place.LEFT))

MARCHING = "march"
"""What others call the corps on a flank march that has been announced, whoever leads it."""

_BEFORE = frozenset((Phase.MUSTER, Phase.TERRAIN, Phase.PLAN, Phase.DEPLOYMENT))
"""When not everybody has been deployed."""

Piece = TypeVar("Piece", "Unit", "General")

Quality = Literal["elite", "ordinary", "mediocre"]
Rank = Literal["ordinary", "competent", "brilliant", "strategist"]


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of an army.

    Attributes:
        id: Side, army, letter of its group and number (:mod:`engine.art_of_war.ids`).
        side: Whose it is.
        corps: 1 to 3.
        troop: Key of its troop type; of a dismounted unit what it fights as.
        options: What was bought for it ("impact", "bow", "shields" ...).
        quality: Its quality (2.quality).
        afoot: As what it may be deployed dismounted; "" for nothing (2.dismount).
        place: Where it is.
        pose: How it stands; ``None`` while it is not on the table, nor in ambush.
        marker: The marker of ambush that it is beneath; "" for none.
        lost: Points of cohesion lost; disordered from the first on (1.states.disordered).
        moves: Moves made in its side's present turn (5.most).
        points: Command points spent on it in a row in that turn (3.points).
        shot: Has shot in this player's turn.
        charged: Has charged in this player's turn.
        evaded: Has evaded in this player's turn.
        caught: Was contacted while it evaded, which counts against it in the next melee (5.evade).
        held: Was kept from charging by itself in this turn (5.impetuous).
        tried: Has tried to rally in this turn (6).
        passed: Has lost cohesion to a forced passage in this turn (5.forced).
        turned: Was struck in flank or rear in this player's turn (8.flank).
        stirred: Has left its place since it was deployed, before this player's turn (ADG-R51).
        wild: Has charged by itself, and pays for it after this player's melee (ADG-R11).
        began: Where it stood as its side's present turn began, or it came on since; ``None`` is
            where it stands now (ADG-R70).
    """

    id: str
    side: Seat
    corps: int
    troop: str
    options: tuple[str, ...] = ()
    quality: Quality = "ordinary"
    afoot: str = ""
    place: Place = Place.WAITING
    pose: Pose | None = None
    marker: str = ""
    lost: int = 0
    moves: int = 0
    points: int = 0
    shot: bool = False
    charged: bool = False
    evaded: bool = False
    caught: bool = False
    held: bool = False
    tried: bool = False
    passed: bool = False
    turned: bool = False
    stirred: bool = False
    wild: bool = False
    began: Pose | None = None

    @property
    def on_table(self) -> bool:
        """Say whether it stands on the table for everybody to see."""
        return self.place is Place.TABLE


@dataclass(frozen=True, slots=True)
class General:
    """Who commands a corps.

    Attributes:
        id: The same, their short name "g1" of corps 1.
        side: Whose they are.
        corps: 1 to 3.
        rank: Their quality (3.quality).
        chief: The commander in chief.
        ally: Not to be relied on (3.allies).
        place: Where they are.
        pose: Where they stand: of a general by themselves, or beside whom they have joined.
        unit: The unit they have joined; "" for none (3.joined).
        included: They are included in that unit and cannot leave it (3.included).
        thrown: Raw die of this turn's points, 0 before it was thrown.
        points: Command points left this turn.
        moved: Hundredths of a UD moved in this turn.
        hesitating: Takes no part in the battle, nor does the corps (3.allies.idle).
        fights: Fights in the front of the unit (8.leaders).
        free: Has used this turn's rally that costs nothing (3.free.rally).
        carried: The unit they are with has had this turn's move that costs nothing (3.free).
    """

    id: str
    side: Seat
    corps: int
    rank: Rank = "ordinary"
    chief: bool = False
    ally: bool = False
    place: Place = Place.WAITING
    pose: Pose | None = None
    unit: str = ""
    included: bool = False
    thrown: int = 0
    points: int = 0
    moved: int = 0
    hesitating: bool = False
    fights: bool = False
    free: bool = False
    carried: bool = False

    @property
    def on_table(self) -> bool:
        """Say whether they stand on the table for everybody to see."""
        return self.place is Place.TABLE


@dataclass(frozen=True, slots=True)
class Camp:
    """An army's camp (8.camp)."""

    id: str
    side: Seat
    pose: Pose
    fortified: bool = False
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of fortification; it is defended by who stands behind it (8.works)."""

    id: str
    side: Seat
    pose: Pose


@dataclass(frozen=True, slots=True)
class Feature:
    """A terrain element.

    Attributes:
        id: "f1", "f2" ...
        kind: Key of its kind of terrain ("wood", "gentle_hill", "river" ...).
        outline: Its corners, x and y by turns, hundredths of a UD.
        going: Of a river, what crossing it turned out to be: "" until somebody tries (10.river).
    """

    id: str
    kind: str
    outline: tuple[int, ...]
    going: str = ""

    @property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """Its corners as points."""
        return tuple(zip(self.outline[::2], self.outline[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of ambush; what is beneath it its side alone knows, or nothing (11.ambush)."""

    id: str
    side: Seat
    pose: Pose


@dataclass(frozen=True, slots=True)
class Contact:
    """Two units in melee: the front of *one* touches an edge of *two*.

    Attributes:
        one: Whose front it is; of two fronts, who came into contact with the other.
        two: A unit, or a camp.
        edge: Which edge of *two* is touched.
        fresh: Has not been fought yet: impact counts (8.impact).
        charge: *One* made it by a charge, not by pursuit.
        rounds: How often it has been fought.
    """

    one: str
    two: str
    edge: Edge = "front"
    fresh: bool = True
    charge: bool = True
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Mustered:
    """An army of one's own as it was written (11).

    Attributes:
        army: Key of a ready-made one; "own" for what the lines say, "" for none yet.
        lines: Its units, group by group, as typed.
        leaders: Its generals, as typed.
        fortified: Whether its camp is fortified.
        works: Pieces of fortification.
    """

    army: str = ""
    lines: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    fortified: bool = False
    works: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """How a corps is to be deployed, as it was written (11.plan).

    Attributes:
        corps: 1 to 3.
        places: The placings, as typed.
        afoot: Units that are deployed dismounted.
    """

    corps: int
    places: tuple[str, ...]
    afoot: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one side alone knows beside what it sees on the table.

    Attributes:
        muster: The army of its own that it musters, until both are mustered (11).
        posts: The battle plan: where each corps stands, first corps first (11.plan).
        written: How its corps are deployed, as far as that is written; emptied as they are laid.
        ambushes: Whom it hides beneath which marker, by marker, unit ids joined by "+"; "" nobody.
        standing: Standing orders (:mod:`engine.kit.standing_orders`).
        shown: What those of its own army were called before they were shown, and are since.
    """

    muster: Mustered = Mustered()
    posts: tuple[Post, ...] = ()
    written: tuple[Written, ...] = ()
    ambushes: Mapping[str, str] = field(default_factory=dict)
    standing: Orders = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table; some of it not everybody sees.

    Attributes:
        settings: Chosen at creation.
        serial: Counts public steps; frames take their number from it.
        turn: 0 before the first, then 1, 2, ...; both sides' turns are one.
        phase: The present phase.
        player: Whose turn it is; while deploying, who lays the next corps.
        initiative: Who won it; "" before it was thrown (3.initiative).
        armies: Key of each side's army, "" for one of its own.
        units: Every unit, by id; a viewer's table has not those that the other side hides.
        generals: Every general, by id; the same.
        camps: By id.
        works: By id.
        features: Terrain, by id.
        markers: Of ambushes, by id.
        laid: How many terrain elements each side has placed, or tried to (11.terrain).
        pieces: How many pieces of fortification each side has still to lay (8.works).
        coming: Where corps on a flank march come on as their side's next turn begins, hundredths of
            a UD from the south edge; by general (11.flank.point).
        contacts: Who is in melee with whom.
        declared: Charges declared and paid for, not carried out yet, in their order.
        ready: Sides that have closed their part of a phase of both.
        frames: Interruptions under way, innermost last.
        ending: Set when the battle is over.
    """

    settings: Settings
    serial: int = 0
    turn: int = 0
    phase: Phase = Phase.PLAN
    player: Seat = SOUTH
    initiative: Literal["", "south", "north"] = ""
    armies: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, Unit] = field(default_factory=dict)
    generals: Mapping[str, General] = field(default_factory=dict)
    camps: Mapping[str, Camp] = field(default_factory=dict)
    works: Mapping[str, Work] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)
    markers: Mapping[str, Marker] = field(default_factory=dict)
    laid: Mapping[str, int] = field(default_factory=dict)
    pieces: Mapping[str, int] = field(default_factory=dict)
    coming: Mapping[str, int] = field(default_factory=dict)
    contacts: tuple[Contact, ...] = ()
    declared: tuple[Declared, ...] = ()
    ready: tuple[Seat, ...] = ()
    frames: tuple[Annotated[Frame, Field(discriminator="type")], ...] = ()
    ending: Ending | None = None


State = states.State[Table, Secrets]
View = states.View[Table, Secrets]


@cached
def projected(table: Table, viewer: Seat | None) -> Table:
    """Return the table as a viewer sees it: without what the other side has not shown (11).

    Where nothing is hidden it is the table itself, so that what was worked out of it is known.
    """
    seen: dict[str, Any] = {
        "units": _seen(table.units, viewer),
        "generals": _seen(table.generals, viewer),
        "coming": {
            key if side_of(key) == viewer else f"{side_of(key)}-{MARCHING}": at
            for key, at in table.coming.items()
        },
    }
    if table.settings.armies == "own":
        seen["pieces"] = {seat: n for seat, n in table.pieces.items() if seat == viewer}
        known = [seat for seat in SEATS if seat == viewer or has_laid(table, seat)]
        seen["armies"] = {seat: key for seat, key in table.armies.items() if seat in known}
        seen["camps"] = {key: one for key, one in table.camps.items() if one.side in known}
    others = {name: value for name, value in seen.items() if value != getattr(table, name)}
    return cached_same(replace(table, **others) if others else table, _order)


def _order(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return in what order things lie there, which dictionaries that are equal do not tell."""
    return tuple(
        tuple(each)
        for each in (
            table.units,
            table.generals,
            table.camps,
            table.works,
            table.features,
            table.markers,
            table.coming,
            table.armies,
        )
    )


def has_laid(table: Table, seat: Seat) -> bool:
    """Say whether a side has laid some of its army: its camp lies there then, and is seen.

    While each musters its own nobody else knows before what army it is (ADG-R45).
    """
    return table.phase not in _BEFORE or any(
        one.side == seat and one.place not in HIDDEN for one in table.units.values()
    )


@cached
def _seen(those: Mapping[str, Piece], viewer: Seat | None) -> Mapping[str, Piece]:
    """Return the units or generals that a viewer sees."""
    seen = {k: one for k, one in those.items() if one.side == viewer or one.place not in HIDDEN}
    return those if len(seen) == len(those) else seen


def standing_units(table: Table, side: Seat | None = None) -> Iterator[Unit]:
    """Yield the units that stand on the table, of one side where it is named."""
    for one in table.units.values():
        if one.place is Place.TABLE and (side is None or one.side == side):
            yield one


def contacts_of(table: Table, key: str) -> Iterator[Contact]:
    """Yield the contacts that a unit is part of."""
    for one in table.contacts:
        if key in (one.one, one.two):
            yield one


def commander_of(table: Table, side: Seat, corps: int) -> General | None:
    """Return who commands a corps, wherever they are; ``None`` where nobody is known to."""
    for one in table.generals.values():
        if (one.side, one.corps) == (side, corps):
            return one
    return None


def joined_general(table: Table, unit: str) -> General | None:
    """Return the general who has joined a unit or is included in it."""
    for one in table.generals.values():
        if one.on_table and one.unit == unit:
            return one
    return None
