"""Generals, camps and the turn put right.

Rules:
    3.included, 3.lost, 3.lost.point, 3.move.joined, 3.points, 3.safe, 4, 8.camp.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.api import Option, Params, Refusal, Term, Text
from engine.art_of_war.corrections.models import CampTaken, CommandPoints, Fallen, Leads, TurnMarker
from engine.art_of_war.corrections.units import (
    AnyRule,
    Known,
    accepts_point,
    clear_of,
    counts,
    points_round,
    yes_or_no,
)
from engine.art_of_war.pieces import base_of_general
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.play import Play, general_term, unit_term
from engine.art_of_war.points import point_of, spot_word
from engine.art_of_war.rules.command.points import LAST_POINT
from engine.art_of_war.rules.command.riding import join
from engine.art_of_war.state import NORTH, General, Place, Table, joined_general, standing_units
from engine.art_of_war.survey import TABLE_DEPTH, TABLE_WIDTH
from engine.kit.correcting import CorrectionRule
from engine.kit.records import changed
from engine.kit.wording import refuse

MORE = 3
"""So many more points than there are are offered."""


def _generals(table: Table) -> Iterator[Option]:
    some = sorted(table.generals.values(), key=lambda one: not one.on_table)
    for one in some:
        told = {"general": general_term(one), "at": _at_term(one)}
        yield Option(one.id, Text("correct.general", told))


def _at_term(general: General) -> Term:
    if general.on_table and general.unit:
        return unit_term(general.unit)
    if general.pose is None:
        return Term("away", general.place.value)
    return Term("point", spot_word(general.pose.x, general.pose.y))


# -- generals ------------------------------------------------------------------------------------


def _pose(table: Table, one: Leads) -> Pose | None:
    point, general = point_of(one.at), table.generals[one.general]
    if point is None:
        return None
    ahead = 1800 if general.side == NORTH else 0
    return Pose(*point, ahead if general.pose is None else general.pose.facing)


def _check_leads(table: Table, one: Leads) -> list[Refusal]:
    general, pose = table.generals[one.general], _pose(table, one)
    name = general_term(general)
    if general.included:
        return [refuse("correct.included", "3.included", general=name)]
    if pose is None:
        return _against_joining(table, general, one.at)
    if not (0 <= pose.x <= TABLE_WIDTH and 0 <= pose.y <= TABLE_DEPTH):
        return [refuse("correct.no_point", "", typed=one.at)]
    there = changed(general, pose=pose)
    return list(clear_of(table, general.side, name, base_of_general(there)))


def _against_joining(table: Table, general: General, key: str) -> list[Refusal]:
    unit, name = table.units[key], general_term(general)
    other = joined_general(table, key)
    if unit.side != general.side or not unit.on_table:
        return [refuse("correct.not_to_join", "3.move.joined", general=name, unit=unit_term(unit))]
    if other is not None and other.id != general.id:
        there = general_term(other)
        return [refuse("correct.general_there", "3.joined", general=there, unit=unit_term(unit))]
    return []


def _apply_leads(play: Play, one: Leads) -> None:
    pose = _pose(play.table, one)
    play.change_general(one.general, place=Place.TABLE)
    if pose is None:
        join(play, one.general, one.at)
    else:
        play.change_general(one.general, unit="", pose=pose, fights=False)


def _options_leads(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "general":
        yield from _generals(table)
        return
    general = table.generals.get(str(known.get("general", "")))
    if general is None:
        return
    for unit in standing_units(table, general.side):
        told = {"unit": unit_term(unit), "at": Term("point", _spot(unit.pose))}
        yield Option(unit.id, Text("correct.unit", told))
    yield from points_round(general.pose)


def _spot(pose: Pose | None) -> str:
    return "" if pose is None else spot_word(pose.x, pose.y)


def _told_leads(table: Table, one: Leads) -> Params:
    general = table.generals[one.general]
    at = Term("point", one.at) if point_of(one.at) else unit_term(one.at)
    return {"general": general_term(general), "at": at, "before": _at_term(general)}


def _there(table: Table, key: str) -> list[Refusal]:
    general = table.generals[key]
    if general.on_table:
        return []
    name, at = general_term(general), _at_term(general)
    return [refuse("correct.general_gone", "3.lost", general=name, at=at)]


def _apply_fallen(play: Play, one: Fallen) -> None:
    play.change_general(
        one.general,
        place=Place.ROUTED,
        pose=None,
        unit="",
        included=False,
        fights=False,
        hesitating=False,
        points=LAST_POINT,
    )


def _options_fallen(table: Table, field: str, known: Known) -> Iterator[Option]:
    return _generals(table)


def _apply_points(play: Play, one: CommandPoints) -> None:
    play.change_general(one.general, points=one.n)


def _options_points(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "general":
        yield from _generals(table)
        return
    general = table.generals.get(str(known.get("general", "")))
    if general is not None:
        yield from counts(range(general.points + MORE + 1))


def _told_points(table: Table, one: CommandPoints) -> Params:
    before = table.generals[one.general].points
    return {"general": general_term(one.general), "n": one.n, "before": before}


# -- camps and the turn ----------------------------------------------------------------------------


def _check_camp(table: Table, one: CampTaken) -> list[Refusal]:
    if one.camp in table.camps:
        return []
    known = tuple(Term("camp", key) for key in table.camps)
    return [refuse("correct.no_camp", "8.camp", typed=one.camp, known=known)]


def _apply_camp(play: Play, one: CampTaken) -> None:
    camps = play.table.camps
    play.without_contacts(one.camp)
    play.set(camps={**camps, one.camp: changed(camps[one.camp], taken=one.taken)})


def _options_camp(table: Table, field: str, known: Known) -> Iterator[Option]:
    if field == "taken":
        yield from yes_or_no()
        return
    for key in table.camps:
        yield Option(key, Text("correct.camp", {"camp": Term("camp", key)}))


def _told_camp(table: Table, one: CampTaken) -> Params:
    return {"camp": Term("camp", one.camp), "taken": Term("taken", "yes" if one.taken else "no")}


def _check_turn(table: Table, one: TurnMarker) -> list[Refusal]:
    last = table.settings.turns
    if last and one.turn > last:
        return [refuse("correct.no_turn", "4", last=last)]
    return []


def _apply_turn(play: Play, one: TurnMarker) -> None:
    play.set(turn=one.turn)


def _options_turn(table: Table, field: str, known: Known) -> Iterator[Option]:
    turns = range(1, (table.settings.turns or table.turn + MORE) + 1)
    return counts(sorted(turns, key=lambda turn: abs(turn - table.turn)))


def _told_turn(table: Table, one: TurnMarker) -> Params:
    return {"turn": one.turn, "before": table.turn}


def rules() -> Iterable[AnyRule]:
    """Return what can be put right of generals, and beside units and them."""
    return (
        CorrectionRule(
            model=Leads,
            check=_check_leads,
            apply=_apply_leads,
            options=_options_leads,
            accepts=accepts_point,
            told=_told_leads,
        ),
        CorrectionRule(
            model=Fallen,
            check=lambda table, one: _there(table, one.general),
            apply=_apply_fallen,
            options=_options_fallen,
        ),
        CorrectionRule(
            model=CommandPoints,
            check=lambda table, one: _there(table, one.general),
            apply=_apply_points,
            options=_options_points,
            told=_told_points,
        ),
        CorrectionRule(
            model=CampTaken,
            check=_check_camp,
            apply=_apply_camp,
            options=_options_camp,
            told=_told_camp,
        ),
        CorrectionRule(
            model=TurnMarker,
            check=_check_turn,
            apply=_apply_turn,
            options=_options_turn,
            told=_told_turn,
        ),
    )
