"""A whole naval combat, to its last shot (7.9, 7.10).

Every shot goes by one policy, that of the first option offered: a side fires its strongest gun at
the target that is worth most to it. What then remains to be known of a battle is which ships are
afloat, which of them damaged, and how far each side has come in the list of its guns, so that the
many ways to the same position are counted together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from engine.api import Odds, Term, Text
from engine.chances.odds import tell_odds
from engine.chances.probability import D6, Distribution
from engine.data.cache import cached_per_data
from engine.kit.wording import seat_term
from engine.war_of_the_pacific.rules.sea.battle_rows import guns, present, whose_shot
from engine.war_of_the_pacific.rules.sea.damage import Shot, steps_after_hit
from engine.war_of_the_pacific.rules.sea.gunfire import by_gunfire, shot_of, target_rank
from engine.war_of_the_pacific.state import SEATS, NavalBattle, other
from engine.war_of_the_pacific.survey import Scene


@dataclass(frozen=True, slots=True)
class Toll:
    """What a battle costs one side from now on.

    Attributes:
        sunk: Ships lost.
        damaged: Ships damaged that were sound, and are afloat.
        steps: Steps lost, two for a sound ship that sinks.
    """

    sunk: int
    damaged: int
    steps: int


NOTHING = Toll(0, 0, 0)

Tolls = tuple[Toll, Toll]
"""Of the sides in the order of :data:`SEATS`."""


@cached_per_data()
def shots(ship: str, target: str) -> tuple[tuple[Shot, int], ...]:
    """Return what a shot can do, each with its number of faces."""
    results = [shot_of(face, ship, target) for face in range(1, D6 + 1)]
    return tuple((one, results.count(one)) for one in dict.fromkeys(results))


@cached_per_data()
def _effects(ship: str, target: str) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """Return for each number of a target's steps what is left of it after a shot, by faces."""
    found = []
    for steps in (1, 2):
        after: dict[int, int] = {}
        for shot, faces in shots(ship, target):
            left = steps if shot == "miss" else steps_after_hit(steps, critical=shot == "critical")
            after[left] = after.get(left, 0) + faces
        found.append((steps, tuple(after.items())))
    return tuple(found)


# A row is one number: the steps of its ships, two bits a ship.
_BITS = 2
_SHIP = (1 << _BITS) - 1

_Aim = tuple[int, int, tuple[tuple[int, int], ...]]
"""A target in a certain state: place of its bits, its steps, and what a shot adds to the row."""
_Place = tuple[int, int, int, int, int]
"""Both rows, how far both lists of guns have been fired, and whose turn it is."""


class _Engagement:
    """The ships and guns of a battle, and the order in which they fire."""

    def __init__(self, scene: Scene, frame: NavalBattle) -> None:
        self.rows = [present(scene, frame, side) for side in SEATS]
        self.steps = [[scene.units[ship].steps for ship in row] for row in self.rows]
        self.guns = [by_gunfire(guns(scene, frame, side)) for side in SEATS]
        self.turns = _turns()

    def start(self) -> tuple[int, int]:
        """Return both rows as they are."""
        first, second = (
            sum(steps << _BITS * place for place, steps in enumerate(row)) for row in self.steps
        )
        return first, second

    def aims(self, side: int) -> list[tuple[int, list[_Aim]]]:
        """Return the guns of a side by their places in its row, each with what it fires at."""
        enemies = self.rows[1 - side]
        found = []
        for ship in self.guns[side]:
            ranked = sorted(
                (target_rank(ship, target, steps), place, steps, after)
                for place, target in enumerate(enemies)
                for steps, after in _effects(ship, target)
            )
            aims = [
                (
                    _BITS * place,
                    steps,
                    tuple((left - steps << _BITS * place, faces) for left, faces in after),
                )
                for _, place, steps, after in ranked
            ]
            found.append((_BITS * self.rows[side].index(ship), aims))
        return found

    def play(self, begun: Mapping[_Place, int]) -> Distribution[tuple[int, int]]:
        """Return both rows at the end of the battle, begun at any of several places."""
        aims = (self.aims(0), self.aims(1))
        ended: dict[tuple[int, int], int] = {}
        most = len(aims[0]) + len(aims[1])
        frontier = begun
        for left in range(most, -1, -1):
            further: dict[_Place, int] = {}
            for (first, second, i, j, turn), count in frontier.items():
                rows = (first, second)
                g, h = _next(aims[0], first, i), _next(aims[1], second, j)
                armed = g < len(aims[0]), h < len(aims[1])
                side = self.turns[turn, bool(first), bool(second), *armed]
                if side is None:
                    ended[rows] = ended.get(rows, 0) + count * D6**left
                    continue
                row = rows[1 - side]
                for change, faces in next(
                    after
                    for shift, steps, after in aims[side][h if side else g][1]
                    if row >> shift & _SHIP == steps
                ):
                    place = (
                        (first + change, second, g, h + 1, 0)
                        if side
                        else (first, second + change, g + 1, h, 1)
                    )
                    further[place] = further.get(place, 0) + count * faces
            frontier = further
        return Distribution(ended)

    def tolls(self, ended: Distribution[tuple[int, int]]) -> Distribution[Tolls]:
        """Return what the battle has cost both sides."""
        toll: tuple[dict[int, Toll], dict[int, Toll]] = ({}, {})
        for rows in ended:
            for side in (0, 1):
                if rows[side] not in toll[side]:
                    toll[side][rows[side]] = self._toll(side, rows[side])
        return ended.map(lambda rows: (toll[0][rows[0]], toll[1][rows[1]]))

    def _toll(self, side: int, row: int) -> Toll:
        lost = [
            (steps, row >> _BITS * place & _SHIP) for place, steps in enumerate(self.steps[side])
        ]
        return Toll(
            sum(not left for _, left in lost),
            sum(0 < left < steps for steps, left in lost),
            sum(steps - left for steps, left in lost),
        )


@cache
def _turns() -> dict[tuple[int, bool, bool, bool, bool], int | None]:
    """Return whose shot it is, by whose turn it is, who is afloat and who has guns yet to fire."""
    found: dict[tuple[int, bool, bool, bool, bool], int | None] = {}
    for turn in (0, 1):
        for a, b, c, d in product((False, True), repeat=4):
            rows = dict(zip(SEATS, (a, b), strict=True))
            armed = dict(zip(SEATS, (c, d), strict=True))
            side = whose_shot(SEATS[turn], rows, armed)
            found[turn, a, b, c, d] = SEATS.index(side) if side else None
    return found


def _next(aims: Sequence[tuple[int, list[_Aim]]], row: int, place: int) -> int:
    """Return the next gun from *place* on whose ship is afloat."""
    while place < len(aims) and not row >> aims[place][0] & _SHIP:
        place += 1
    return place


def engagement(scene: Scene, frame: NavalBattle) -> Distribution[Tolls]:
    """Return what a battle that is at its gunfire costs both sides from now on, by the policy."""
    battle = _Engagement(scene, frame)
    place = (*battle.start(), 0, 0, SEATS.index(frame.turn_of))
    return battle.tolls(battle.play({place: 1}))


def after_shot(scene: Scene, frame: NavalBattle, ship: str, target: str) -> Distribution[Tolls]:
    """Return the same of a battle whose next shot is chosen."""
    battle = _Engagement(scene, frame)
    first, second = battle.start()
    side = SEATS.index(frame.turn_of)
    place = battle.rows[1 - side].index(target)
    steps = battle.steps[1 - side][place]
    battle.guns[side].remove(ship)
    begun: dict[_Place, int] = {}
    for left, faces in dict(_effects(ship, target))[steps]:
        change = left - steps << _BITS * place
        rows = (first + change, second) if side else (first, second + change)
        begun[*rows, 0, 0, 1 - side] = faces
    return battle.tolls(battle.play(begun))


# --- in words -------------------------------------------------------------------------------

POLICY = Text("odds.given.shots")


def tell_engagement(
    tolls: Distribution[Tolls], viewer: str, *, assumed: tuple[Text, ...] = ()
) -> Iterator[Odds]:
    """Yield how many ships each side loses, the enemy's first."""
    for side in (other(viewer), viewer):
        yield _losses(tolls, side, own=side == viewer, assumed=(*assumed, POLICY))


def _losses(tolls: Distribution[Tolls], side: str, *, own: bool, assumed: tuple[Text, ...]) -> Odds:
    index = SEATS.index(side)
    seat = seat_term(side)
    toll = tolls.map(lambda both: both[index])
    return tell_odds(
        Text("odds.battle.sunk", {"seat": seat}),
        "7.9",
        toll.map(lambda one: one.sunk),
        lambda n: Text("odds.ships_lost", {"seat": seat, "n": n}),
        worst=lambda n: n if own else -n,
        expected=(
            (Text("odds.steps_expected", {"seat": seat}), toll.mean(lambda one: one.steps)),
            (Text("odds.damaged_expected", {"seat": seat}), toll.mean(lambda one: one.damaged)),
        ),
        assumed=assumed,
    )


def ship_term(ship: str) -> Term:
    """Return a ship as a word for a sentence."""
    return Term("unit", ship)
