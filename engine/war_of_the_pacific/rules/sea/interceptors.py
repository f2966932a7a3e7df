"""Who is near enough to intercept a stack, and with what chance (7.3, 7.4).

Rules:
    7.3 (one die higher than the distance, within the naval area, automatic in the same hex), 7.4
    with WP-E3 (whose speed modifies the die), 7.8 with WP-R39 (out of port with a column only, but
    nobody leaves it to meet a stack in the port's own hex),
    7.5, 7.6 and 7.9 with WP-R82 (who has had to do with a stack leaves the rest of it alone),
    WP-R10, WP-R34, WP-R47, WP-R72.
    Also 7.3.all, 7.3.late, 7.3.nolimit, 7.3.ordered, 7.4.atahualpa, 7.4.highest, 7.4.lowest,
    7.4.union, 7.9.after.again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from engine.chances.probability import D6
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_warship, printed
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.rules.sea.provisions import provisions
from engine.war_of_the_pacific.state import Unit, Voyage, other
from engine.war_of_the_pacific.survey import Scene, fleet, warships_at

DIE = D6
"""Faces of the die of an attempt (2.8, 7.3)."""


@dataclass(frozen=True, slots=True)
class Group:
    """The warships of one place that intercept together (7.3).

    Attributes:
        ships: All of them.
        bound: Those of its ships, transports too, that cannot leave their port for want of a
            Supply Column; they meet only whoever comes to its hex (7.8, WP-R39).
        transports: Transports of the place that may come along.
        target: The highest speed modifier of those they would intercept, where that modifies their
            die (7.4, WP-E3); else ``None``, and the lowest of those that sail out does.
    """

    place: str
    area: str | None
    ships: tuple[str, ...]
    transports: tuple[str, ...]
    bound: frozenset[str] = frozenset()
    target: int | None = None

    @property
    def speed(self) -> int:
        """What modifies their die (7.4, WP-E3)."""
        if self.target is not None:
            return self.target
        return min((printed(ship).speed for ship in self.ships), default=0)

    def reaching(self, distance: int) -> Group:
        """Return who of the group can meet a stack that many hexes away; perhaps nobody."""
        if not distance or not self.bound:
            return self
        return replace(
            self,
            ships=tuple(ship for ship in self.ships if ship not in self.bound),
            transports=tuple(ship for ship in self.transports if ship not in self.bound),
        )

    def with_transports(self) -> Group:
        """Return the group with its transports along."""
        return replace(self, ships=self.ships + self.transports)


def done_with(voyage: Voyage) -> frozenset[str]:
    """Return the ships that leave what is left of a stack alone for the rest of the player turn.

    They have failed against it (7.5: never the same stack again), fought it in a row or set aside
    from one (7.9: any other warship may), or let it past their blockade (7.6).
    """
    return frozenset((*voyage.failed, *voyage.fought, *voyage.eluded))


def blockaders(scene: Scene, place: str, side: str) -> tuple[Unit, ...]:
    """Return the warships of *side* that blockade the port at *place*: at sea in its hex (7.6)."""
    if place == BOX:
        return ()
    return tuple(unit for unit in warships_at(scene.units, place, side) if not unit.in_port)


def blockade_of(scene: Scene, voyage: Voyage, place: str) -> tuple[Unit, ...]:
    """Return the warships that bar a stack's way in or out of its own port at *place* (7.6)."""
    done = done_with(voyage)
    lying_off = blockaders(scene, place, other(voyage.seat))
    return tuple(unit for unit in lying_off if _ready(unit, done))


def _ready(unit: Unit, done: Collection[str]) -> bool:
    """Say whether a ship may have to do with a stack: a prize not in the turn it is taken (WP-R72).

    Of the side that does not move nobody else has that mark: its raids come in its own turn.
    """
    return unit.id not in done and not unit.fought


def groups(
    scene: Scene, side: str, voyage: Voyage, only: Collection[str] | None = None
) -> list[Group]:
    """Return every group of *side* that could intercept, place by place, or at some places *only*.

    Ships in a port without a Supply Column cannot leave it, and are marked so (WP-R39). Left out
    are those that have had to do with this stack (:func:`done_with`).
    """
    done = done_with(voyage)
    own = scene.settings.follows("interception_speed") == "en"
    target = None if own else max((printed(ship).speed for ship in voyage.ships), default=0)
    places: dict[str, list[Unit]] = {}
    for unit in fleet(scene.units, side):
        if only is None or unit.at in only:
            places.setdefault(unit.at, []).append(unit)
    found = []
    for place, units in places.items():
        able = [unit for unit in units if is_warship(unit) and _ready(unit, done)]
        if not able:
            continue
        moored = [unit.id for unit in units if unit.in_port]
        leave = not moored or provisions(scene.units, place, side) is not None
        found.append(
            Group(
                place,
                load_board().area_of(place),
                tuple(unit.id for unit in able),
                tuple(unit.id for unit in units if not is_warship(unit)),
                frozenset(() if leave else moored),
                target,
            )
        )
    return found


def within_reach(candidates: Iterable[Group], hex_id: str) -> tuple[tuple[str, int], ...]:
    """Return the places, nearest first, from where a stack in *hex_id* may be intercepted.

    Rules:
        7.3 (the same naval area; automatic in the same hex), WP-R34 (only where a six would do),
        WP-R47 (distance along sea hexes).
    """
    board = load_board()
    area = board.area_of(hex_id)
    found = []
    for group in candidates:
        if group.area != area:
            continue
        far = board.sea_distance(group.place, hex_id)
        if far is None:
            continue
        there = group.reaching(far)
        if there.ships and arrives(DIE, there.speed, far):
            found.append((group.place, far))
    return tuple(sorted(found, key=lambda one: one[1]))


def asks(stacks: Sequence[tuple[str, int]], ask_within: int | None) -> bool:
    """Say whether the interceptor wants to be asked about *stacks*; 0 never asks."""
    if not stacks:
        return False
    return ask_within is None or (ask_within > 0 and stacks[0][1] <= ask_within)


def arrives(die: int, speed: int, distance: int) -> bool:
    """Say whether an attempt succeeds: die and modifier above the distance (7.3, 7.4)."""
    return distance == 0 or die + speed > distance


def winning_faces(speed: int, distance: int) -> int:
    """Return on how many of the six faces an attempt succeeds (7.3, 7.4)."""
    return sum(arrives(die, speed, distance) for die in range(1, DIE + 1))
