"""Units put right that everybody sees: where they stand, their cohesion, what they have done.

A unit is put down clear of the enemy: melee is made by the rules alone, and whoever is lifted out
of one is in none. Nor is it put so near a marker of ambush that it would be found out.

Rules:
    2.cohesion, 5.leave, 5.most, 5.through, 8.contact, 9, 10, 10.hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engine.api import Option, Params, Refusal, Term, Text
from engine.art_of_war.corrections.models import (
    AWAY,
    MARK,
    Cohesion,
    Marked,
    Moves,
    Put,
    Removed,
)
from engine.art_of_war.ground import Going, going_at
from engine.art_of_war.pieces import base_of_marker, base_of_work
from engine.art_of_war.plane.contact import collide, touch, within
from engine.art_of_war.plane.poses import UD, Base, Pose
from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.points import plain, point_of, spot_word
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.setting_up.ambush import FOUND_OUT, marker_term
from engine.art_of_war.state import NORTH, Place, Table, Unit
from engine.art_of_war.survey import (
    TABLE_DEPTH,
    TABLE_WIDTH,
    base_at,
    camp_base,
    enemy_bases,
    profile_of,
)
from engine.kit.correcting import CorrectionRule
from engine.kit.wording import refuse

AnyRule = CorrectionRule[Table, Play, Any]
Known = Mapping[str, Any]

AWAYS: Final = (Place.ROUTED.value, Place.LEFT.value)
MARKS: Final = ("shot", "charged", "held", "tried")
"""What a unit may have done, by the names of what it has of it."""
MOST_MOVES = 4
"""So many moves are offered."""
_TURNS = range(0, 360, 45)
_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (2, 0), (0, -2), (-2, 0), (1, 1), (-1, -1))
"""UD by which points are offered that lie round where something stands."""


def units_where(table: Table, fits: Callable[[Unit], bool]) -> Iterator[Option]:
    """Offer units that fit, those on the table first."""
    some = [one for one in table.units.values() if fits(one)]
    for one in sorted(some, key=lambda one: not one.on_table):
        yield Option(one.id, Text("correct.unit", {"unit": unit_term(one), "at": at_term(one)}))


def at_term(unit: Unit) -> Term:
    """Return where a unit stands, or what has become of it."""
    if unit.pose is None:
        return Term(AWAY, unit.place.value)
    return Term("point", spot_word(unit.pose.x, unit.pose.y))


def _unit(table: Table, known: Known) -> Unit | None:
    return table.units.get(str(known.get("unit", "")))


def points_round(pose: Pose | None) -> Iterator[Option]:
    """Offer points near a pose, or all over the table for who stands nowhere."""
    if pose is None:
        spots = [(x, y) for y in range(2, 20, 3) for x in range(2, 30, 3)]
        points = [(x * UD, y * UD) for x, y in spots]
    else:
        points = [(pose.x + x * UD, pose.y + y * UD) for x, y in ((0, 0), *_AROUND)]
    for x, y in points:
        if 0 <= x <= TABLE_WIDTH and 0 <= y <= TABLE_DEPTH:
            word = spot_word(x, y)
            yield Option(word, Text("correct.point", {"at": Term("point", word)}))


def accepts_point(table: Table, field: str, known: Known) -> Text | None:
    """Return that any point may be typed, and any angle."""
    del table, known
    return {"at": Text("correct.any_point"), "facing": Text("correct.any_facing")}.get(field)


# -- put ---------------------------------------------------------------------------------------


def _pose(put: Put) -> Pose | None:
    point = point_of(put.at)
    return None if point is None else Pose(*point, round(put.facing * 10) % 3600)


def _check_put(table: Table, put: Put) -> list[Refusal]:
    pose = _pose(put)
    if pose is None:
        return [refuse("correct.no_point", "", typed=put.at)]
    unit = table.units[put.unit]
    base = base_at(unit, pose)
    return [*_against_ground(table, unit, base), *clear_of(table, unit.side, unit_term(unit), base)]


def _against_ground(table: Table, unit: Unit, base: Base) -> Iterator[Refusal]:
    """Yield what a unit cannot stand in: ground that nobody enters, camps, works."""
    if going_at(table, base) is Going.IMPASSABLE:
        yield refuse("correct.ground", "10", unit=unit_term(unit))
    camps = (camp_base(one.pose) for one in table.camps.values() if not one.taken)
    works = (base_of_work(one) for one in table.works.values())
    if any(collide(base, one) for one in (*camps, *works)):
        yield refuse("correct.in_camp", "8.works", unit=unit_term(unit))


def clear_of(table: Table, side: str, who: Term, base: Base) -> Iterator[Refusal]:
    """Yield what a base of a side cannot be beside: the enemy, and markers of ambush."""
    for enemy, other in enemy_bases(table, side):
        if touch(base, other):
            yield refuse("correct.contact", "8.contact", unit=who, enemy=unit_term(enemy))
    for camp in table.camps.values():
        if camp.side != side and not camp.taken and touch(base, camp_base(camp.pose)):
            yield refuse("correct.camp_contact", "8.camp", unit=who, camp=Term("camp", camp.id))
    for marker in table.markers.values():
        if within(base, base_of_marker(marker), FOUND_OUT):
            name = marker_term(marker.id)
            yield refuse("correct.marker", "10.hidden", unit=who, marker=name)


def _apply_put(play: Play, put: Put) -> None:
    pose = _pose(put)
    assert pose is not None
    unit = play.unit(put.unit)
    most = profile_of(unit).troop.cohesion - 1
    play.change(unit.id, place=Place.TABLE, lost=min(unit.lost, most))
    play.without_contacts(unit.id)
    stand(play, unit.id, pose)


def _options_put(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(table, lambda _: True)
        return
    unit = _unit(table, known)
    if unit is None:
        return
    if field == "at":
        yield from points_round(unit.pose)
        return
    ahead = 1800 if unit.side == NORTH else 0
    now = ahead if unit.pose is None else unit.pose.facing
    for facing in dict.fromkeys((plain(now, 10), *map(str, _TURNS))):
        yield Option(facing, Text("correct.facing", {"facing": facing}))


def _told_put(table: Table, put: Put) -> Params:
    unit = table.units[put.unit]
    facing = plain(round(put.facing * 10) % 3600, 10)
    at = Term("point", put.at)
    return {"unit": unit_term(unit), "at": at, "facing": facing, "before": at_term(unit)}


# -- off the table, cohesion, deeds ----------------------------------------------------------------


def _on_table(table: Table, key: str) -> list[Refusal]:
    unit = table.units[key]
    if unit.on_table:
        return []
    return [refuse("correct.off_table", "9", unit=unit_term(unit), at=at_term(unit))]


def _apply_removed(play: Play, one: Removed) -> None:
    play.without_contacts(one.unit)
    play.change(one.unit, place=Place(one.to), pose=None, began=None)


def _options_removed(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(table, lambda _: True)
        return
    for away in AWAYS:
        yield Option(away, Text("correct.away", {"at": Term(AWAY, away)}))


def _told_removed(table: Table, one: Removed) -> Params:
    unit = table.units[one.unit]
    return {"unit": unit_term(unit), "at": Term(AWAY, one.to), "before": at_term(unit)}


def _apply_cohesion(play: Play, one: Cohesion) -> None:
    play.change(one.unit, lost=one.lost)


def _options_cohesion(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(table, lambda one: one.on_table)
        return
    unit = _unit(table, known)
    if unit is not None:
        yield from counts(range(profile_of(unit).troop.cohesion))


def counts(numbers: Iterable[int]) -> Iterator[Option]:
    """Offer numbers."""
    for n in numbers:
        yield Option(str(n), Text("correct.count", {"n": n}))


def _told_cohesion(table: Table, one: Cohesion) -> Params:
    unit = table.units[one.unit]
    return {"unit": unit_term(unit), "n": one.lost, "before": unit.lost}


def _apply_moves(play: Play, one: Moves) -> None:
    play.change(one.unit, moves=one.n)


def _options_moves(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "unit":
        yield from units_where(table, lambda one: one.on_table)
        return
    yield from counts(range(MOST_MOVES))


def _told_moves(table: Table, one: Moves) -> Params:
    unit = table.units[one.unit]
    return {"unit": unit_term(unit), "n": one.n, "before": unit.moves}


def _apply_marked(play: Play, one: Marked) -> None:
    play.change(one.unit, **{one.mark: one.done})


def _options_marked(table: Table, field: str, known: Known) -> Iterator[Option]:
    match field:
        case "unit":
            yield from units_where(table, lambda one: one.on_table)
        case "mark":
            for mark in MARKS:
                yield Option(mark, Text("correct.mark", {"mark": Term(MARK, mark)}))
        case _:
            yield from yes_or_no()


def yes_or_no() -> Iterator[Option]:
    """Offer yes and no."""
    yield Option("true", Text("correct.yes"))
    yield Option("false", Text("correct.no"))


def _told_marked(table: Table, one: Marked) -> Params:
    word = Term("done", "yes" if one.done else "no")
    return {"unit": unit_term(one.unit), "mark": Term(MARK, one.mark), "done": word}


def rules() -> Iterable[AnyRule]:
    """Return what can be put right of units, most natural first."""
    return (
        CorrectionRule(
            model=Put,
            check=_check_put,
            apply=_apply_put,
            options=_options_put,
            accepts=accepts_point,
            told=_told_put,
        ),
        CorrectionRule(
            model=Removed, apply=_apply_removed, options=_options_removed, told=_told_removed
        ),
        CorrectionRule(
            model=Cohesion,
            check=lambda table, one: _on_table(table, one.unit),
            apply=_apply_cohesion,
            options=_options_cohesion,
            told=_told_cohesion,
        ),
        CorrectionRule(
            model=Moves,
            check=lambda table, one: _on_table(table, one.unit),
            apply=_apply_moves,
            options=_options_moves,
            told=_told_moves,
        ),
        CorrectionRule(
            model=Marked,
            check=lambda table, one: _on_table(table, one.unit),
            apply=_apply_marked,
            options=_options_marked,
            told=_told_marked,
        ),
    )
