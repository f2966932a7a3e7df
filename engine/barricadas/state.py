"""What a game of ¡A las barricadas! is at one instant.

A state has two parts: the :class:`Table`, on which every counter lies once, and each side's
:class:`Secrets`. Not everybody sees what every counter is: of the enemy's that are not recognised
(3.5) a viewer's table holds only in which hexes some stand (:func:`projected`).

Everything here is immutable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from engine.api import Seat
from engine.barricadas.frames import MOVING, UNANSWERED, Activation, Deed, Doing, Frame
from engine.barricadas.roster import STEPS, Officer, Printed, load_roster
from engine.barricadas.settings import Settings
from engine.data.cache import cached
from engine.kit import states
from engine.kit.records import changed
from engine.kit.standing_orders import Orders
from engine.kit.states import Ending

REPUBLICAN = "republican"
NATIONALIST = "nationalist"
SEATS: tuple[Seat, ...] = (REPUBLICAN, NATIONALIST)

WAITING = "waiting"
"""Has not entered the ground yet."""
DEAD = "dead"
"""Eliminated."""
LEFT = "left"
"""Has left the ground: counts as three hits for its unit's morale (5.8.5)."""
USED = "used"
"""A lorry that has let down whom it carried (5.5), or an officer without armour left (7.1)."""
OFF_GROUND = frozenset((WAITING, DEAD, LEFT, USED))

ABOARD = "@"
"""Before the id of the lorry that carries or tows a counter (5.5), or of an officer's armour."""


def other(seat: Seat) -> Seat:
    """Return the other side."""
    return NATIONALIST if seat == REPUBLICAN else REPUBLICAN


class Phase(StrEnum):
    """Setting up, then the turns; command, initiative and markers need nobody to decide (3)."""

    SETUP = "setup"
    ACTIVATION = "activation"
    OVER = "over"


class Reaction(StrEnum):
    """The marker of who is prepared to react, and since when (3.4, 3.5)."""

    NONE = ""
    NOW = "now"
    """Of this turn: it has been activated to get it."""
    KEPT = "kept"
    """Of a turn before: it can also be activated as any other."""


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter of troops, weapons or vehicles, or an officer, commissar or chaplain.

    Attributes:
        id: Side, letter and number: "republican-g2", its officer "republican-g".
        side: Whose it is.
        type: Key of what is printed on it: of a type of counter, an officer or a guide.
        unit: The unit it belongs to, by the id of the officer who led it first; "" for none.
        at: Its hex; "@" and a lorry's id; or one of :data:`OFF_GROUND`.
        hits: Steps lost, 0 to 2; officers have none to lose.
        finished: Has done its action of the turn (3.4).
        reaction: Its marker of reaction.
        out: Marked as out of command (3.1).
        routed: Marked as in retreat (5.8.1).
        moved: Has moved this turn, which makes it easier to see (6).
        doubled: The last turn in which it went at double time (5.3); 0 for none.
        charged: The last turn in which it charged with more points (5.7); 0 for none.
        unseen: The enemy does not recognise it (3.5).
        replaced: An officer who has taken over from another (7.2).
        afoot: Cavalry that has dismounted (5.7, ALB-R34).
        spent: Halves of a movement point that it has used this turn (5.5.mount).
    """

    id: str
    side: Seat
    type: str
    unit: str = ""
    at: str = WAITING
    hits: int = 0
    finished: bool = False
    reaction: Reaction = Reaction.NONE
    out: bool = False
    routed: bool = False
    moved: bool = False
    doubled: int = 0
    charged: int = 0
    unseen: bool = False
    replaced: bool = False
    afoot: bool = False
    spent: int = 0

    def __hash__(self) -> int:
        """Tell it apart by its id: of one table's no two have the same."""
        return hash(self.id)

    @property
    def on_ground(self) -> bool:
        """Say whether it stands in a hex by itself."""
        return self.at not in OFF_GROUND and ABOARD not in self.at

    @property
    def carrier(self) -> str:
        """The lorry that carries or tows it, or the armour an officer rides; "" for none."""
        return self.at.removeprefix(ABOARD) if ABOARD in self.at else ""

    @property
    def printed(self) -> Printed | None:
        """What is printed on it; ``None`` for officers, commissars and chaplains."""
        return load_roster().types.get(self.type)

    @property
    def officer(self) -> Officer | None:
        """What is printed on an officer, replacements by what is left; ``None`` for others."""
        roster = load_roster()
        found = roster.officers.get(self.type)
        return roster.replaced(found) if found is not None and self.replaced else found

    @property
    def steps(self) -> int:
        """The steps that it has left; none of officers, commissars and chaplains."""
        return 0 if self.printed is None else STEPS - self.hits


@dataclass(frozen=True, slots=True)
class Placing:
    """Where one counter is deployed."""

    counter: str
    at: str


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one side alone knows beside what it sees on the table.

    Attributes:
        plan: Its deployment while setting up lasts; empty afterwards.
        works: Where it puts the improvised positions that the scenario gives it (2.3).
        alert: Who gets the markers of reaction that the scenario gives it (3.4).
        standing: Standing orders (:mod:`engine.kit.standing_orders`).
    """

    plan: tuple[Placing, ...] = ()
    works: tuple[str, ...] = ()
    alert: tuple[str, ...] = ()
    standing: Orders = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table; some of it not everybody may recognise.

    Attributes:
        settings: Chosen at creation.
        serial: Counts public steps; frames take their number from it.
        turn: 0 during set-up, then 1, 2, ...
        phase: The present phase.
        player: Who activates next; during set-up the attacker, which means nothing.
        initiative: Who had it this turn; "" during set-up (3.2).
        passed: Who has passed since somebody last activated (3.3).
        counters: Every counter, by id. A viewer's table has not those that the enemy hides.
        shades: Hexes in which a viewer sees that enemies stand, not which; none on the whole table.
        positions: Hexes with improvised positions.
        held: Which side was last in each of the scenario's towns alone.
        missions: How many missions are left of each side's batteries and aircraft, by key.
        ready: Sides that have closed their set-up.
        frames: Interruptions under way, innermost last.
        ending: Set when the game is over.
    """

    settings: Settings
    serial: int = 0
    turn: int = 0
    phase: Phase = Phase.SETUP
    player: Seat = REPUBLICAN
    initiative: Literal["", "republican", "nationalist"] = ""
    passed: tuple[Seat, ...] = ()
    counters: Mapping[str, Counter] = field(default_factory=dict)
    shades: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    held: Mapping[str, Seat] = field(default_factory=dict)
    missions: Mapping[str, int] = field(default_factory=dict)
    ready: tuple[Seat, ...] = ()
    frames: tuple[Annotated[Frame, Field(discriminator="type")], ...] = ()
    ending: Ending | None = None


State = states.State[Table, Secrets]
View = states.View[Table, Secrets]


def is_hidden(table: Table, counter: Counter, viewer: Seat | None) -> bool:
    """Say whether a viewer does not know who a counter is (3.5)."""
    return counter.side != viewer and (counter.unseen or hex_of(table, counter) == WAITING)


@cached
def projected(table: Table, viewer: Seat | None) -> Table:
    """Return the table as a viewer sees it: who is not recognised is a marker in a hex (3.5).

    The public recognises what both sides do. How many stand under a marker nobody else sees.
    """
    hidden: dict[str, Counter] = {}
    shown: dict[str, Counter] = {}
    for key, one in table.counters.items():
        known = one.side == viewer or not is_hidden(table, one, viewer)
        (shown if known else hidden)[key] = one
    frames = tuple(_masked(one, hidden, viewer) for one in table.frames)
    if not hidden:
        # Somebody who sees all of it is shown the very table: what is known of it holds for both.
        return table if frames == table.frames else changed(table, frames=frames)
    places = {hex_of(table, one) for one in hidden.values()} - OFF_GROUND
    return changed(
        table,
        counters=shown,
        shades=tuple(sorted({*table.shades, *places})),
        frames=frames,
    )


def _masked(frame: Frame, hidden: Mapping[str, Counter], viewer: Seat | None) -> Frame:
    """Return what is under way as those see it who do not recognise some counters.

    That a marker moves is seen, and along what way, and of others what those do who are recognised;
    nothing else, not at what pace a marker goes, nor whom it means to assault. What fire was
    promised nobody sees but who promised it, and who goes on under fire their side alone.
    """
    if not isinstance(frame, Activation):
        # Who assaults and who is assaulted is recognised.
        return frame
    doings = []
    for one in frame.doings:
        known = tuple(key for key in one.who if key not in hidden)
        if known == one.who:
            doings.append(one)
        elif known and one.deed not in UNANSWERED:
            doings.append(changed(one, who=known))
        elif one.deed in MOVING:
            doings.append(Doing((), Deed.MOVE, one.way))
    leader = "" if frame.leader in hidden else frame.leader
    acted = tuple(key for key in frame.acted if key not in hidden)
    begun = tuple(key for key in frame.begun if key not in hidden)
    shots = frame.shots if viewer == other(frame.seat) else ()
    told = changed(frame, leader=leader, doings=tuple(doings), shots=shots)
    steady = frame.steady or viewer != frame.seat
    return changed(told, acted=acted, begun=begun, steady=steady)


def hex_of(table: Table, counter: Counter) -> str:
    """Return the hex that a counter is in, with its lorry if one carries it; or why in none."""
    place = counter.at
    if ABOARD not in place:
        return place
    carrier = table.counters.get(counter.carrier)
    return place if carrier is None else carrier.at


def counters_in(table: Table, place: str, side: Seat | None = None) -> Iterator[Counter]:
    """Yield the counters in a hex, those aboard lorries too; of one side where it is named."""
    for one in by_hex(table.counters).get(place, ()):
        if side is None or one.side == side:
            yield one


def aboard(table: Table, key: str) -> Iterator[Counter]:
    """Yield whom a lorry carries or tows, or the officer who rides a counter of armour."""
    at = f"{ABOARD}{key}"
    for one in table.counters.values():
        if one.at == at:
            yield one


def as_one(table: Table, keys: Iterable[str]) -> tuple[str, ...]:
    """Return some counters, with who carries them and all aboard (ALB-R74)."""
    found: dict[str, None] = {}
    for key in keys:
        carrier = table.counters[key].carrier or key
        found.update(dict.fromkeys((carrier, *(one.id for one in aboard(table, carrier)))))
    return tuple(one for one in found if one in table.counters)


@cached
def by_hex(counters: Mapping[str, Counter]) -> Mapping[str, Sequence[Counter]]:
    """Return who of some counters stands in each hex."""
    found: dict[str, list[Counter]] = {}
    for one in counters.values():
        place = one.at
        if ABOARD in place:
            carrier = counters.get(one.carrier)
            place = place if carrier is None else carrier.at
        found.setdefault(place, []).append(one)
    return found


@cached
def standing(counters: Mapping[str, Counter], side: Seat) -> frozenset[str]:
    """Return the hexes in which some counters of a side stand, and words for where others are."""
    return frozenset(
        place
        for place, heap in by_hex(counters).items()
        if heap[0].side == side or any(one.side == side for one in heap)
    )


@cached
def enemies_in(table: Table, side: Seat) -> frozenset[str]:
    """Return the hexes in which enemies of a side stand, recognised or not."""
    return standing(table.counters, other(side)).union(table.shades)


def is_enemy_in(table: Table, place: str, side: Seat) -> bool:
    """Say whether any enemy of a side stands in a hex, recognised or not."""
    return place in enemies_in(table, side)


def officer_of(table: Table, unit: str) -> Counter | None:
    """Return who leads a unit and is on the ground, ``None`` while nobody does (7.2.1)."""
    # Whoever has led a unit since, it is named by its officer's counter.
    named = table.counters.get(unit)
    some = table.counters.values() if named is None or named.unit != unit else (named,)
    for one in some:
        if one.unit == unit and one.officer is not None and hex_of(table, one) not in OFF_GROUND:
            return one
    return None


def members(table: Table, unit: str) -> Iterator[Counter]:
    """Yield the counters of a unit that are on the ground, its officer not among them."""
    for one in table.counters.values():
        if one.unit == unit and hex_of(table, one) not in OFF_GROUND and one.officer is None:
            yield one
