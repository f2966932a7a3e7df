"""Generals move of their own: the verb ``lead``.

Nobody has to be paid for it, and it may be done several times while there is way left of the turn.

Rules:
    3.move, 3.move.joined, 3.free, 3.safe, 3.included, 8.leaders.stay; ADG-R44, ADG-R61.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.api import Option, Text
from engine.art_of_war.actions import Lead
from engine.art_of_war.plane.contact import distance_to
from engine.art_of_war.plane.poses import UD, Pose
from engine.art_of_war.play import Against, AnyVerb, Play, general_term, unit_term
from engine.art_of_war.points import plain, point_of, spot_word
from engine.art_of_war.rules.command import riding
from engine.art_of_war.rules.command.points import in_combat
from engine.art_of_war.state import (
    General,
    Phase,
    Table,
    Unit,
    View,
    joined_general,
    standing_units,
)
from engine.art_of_war.survey import TABLE_DEPTH, TABLE_WIDTH, base_of
from engine.data.cache import cached_each
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

OFFERED = 8
"""Units that a general is offered to join."""


def against_general(table: Table, seat: str | None, key: str) -> Against:
    """Return why a general cannot move at all."""
    one = table.generals.get(key)
    told = general_term(key)
    if one is None or one.side != seat:
        return [refuse("lead.not_yours", "3.move", general=told)]
    if not one.on_table:
        return [refuse("lead.away", "3.move", general=told)]
    if one.hesitating:
        return [refuse("lead.idle", "3.allies.idle", general=told)]
    if one.included:
        return [refuse("lead.included", "3.included.unit", general=told, unit=unit_term(one.unit))]
    if in_combat(table, one):
        return [refuse("lead.fights", "8.leaders.stay", general=told, unit=unit_term(one.unit))]
    return []


def _check(view: View, action: Lead) -> Against:
    found = against_general(view.table, view.viewer, action.general)
    if found:
        return found
    general = view.table.generals[action.general]
    return _against_end(view.table, general, _end(view.table, action.to))


def _against_end(table: Table, general: General, end: Unit | Pose) -> Against:
    told = general_term(general)
    if isinstance(end, Pose):
        if not (0 <= end.x <= TABLE_WIDTH and 0 <= end.y <= TABLE_DEPTH):
            across, up = plain(TABLE_WIDTH), plain(TABLE_DEPTH)
            return [refuse("lead.off", "3.move", general=told, across=across, up=up)]
        return riding.against_ride(table, general, end)
    if end.side != general.side or not end.on_table:
        return [refuse("lead.whom", "3.move.joined", general=told, unit=unit_term(end))]
    if joined_general(table, end.id) is not None:
        return [refuse("lead.taken", "3.move.joined", general=told, unit=unit_term(end))]
    return riding.against_ride(table, general, end)


def _can_end(table: Table, general: General, end: Unit | Pose) -> bool:
    """Say whether :func:`_against_end` finds nothing; what is too far away is quickly told."""
    return not riding.is_too_far(general, end) and not _against_end(table, general, end)


def _end(table: Table, to: str) -> Unit | Pose:
    point = point_of(to)
    return table.units[to] if point is None else Pose(*point, 0)


def _apply(play: Play, seat: str, action: Lead) -> None:
    general = play.general(action.general)
    end = _end(play.table, action.to)
    length = riding.length_to(general, end)
    by = Fraction(length, UD)
    told = general_term(general)
    if isinstance(end, Pose):
        assert general.pose is not None
        pose = Pose(end.x, end.y, general.pose.facing)
        play.change_general(general.id, pose=pose, unit="", fights=False)
        play.tell("general.moves", "3.move", general=told, by=by, point=action.to)
    else:
        riding.join(play, general.id, end.id)
        play.tell("general.joins", "3.move.joined", general=told, by=by, unit=unit_term(end))
    play.change_general(general.id, moved=general.moved + length)


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    table = view.table
    if field == "general":
        for one in table.generals.values():
            if not against_general(table, view.viewer, one.id) and any(_anywhere(table, one.id)):
                yield Option(one.id, Text("general", {"general": general_term(one)}))
        return
    key = filled.get("general", "")
    if field == "to" and not against_general(table, view.viewer, key):
        yield from _end_options(table, key)


def _anywhere(table: Table, key: str) -> Iterator[str]:
    """Yield where a general may go, what is quickly told first."""
    yield from _points(table, key)
    yield from _ends(table, key)


@cached_each
def _ends(table: Table, key: str) -> Iterator[str]:
    """Yield where a general may go: units near them, of their own corps first, and points about."""
    general = table.generals[key]
    assert general.pose is not None
    x, y = general.pose.x, general.pose.y
    near = sorted(
        (one.corps != general.corps, distance_to(base_of(one), x, y), one.id, one)
        for one in standing_units(table, general.side)
        if one.id != general.unit
    )
    units = (one.id for *_, one in near if _can_end(table, general, one))
    for _, unit in zip(range(OFFERED), units, strict=False):
        yield unit
    yield from _points(table, key)


@cached_each
def _points(table: Table, key: str) -> Iterator[str]:
    """Yield points about a general that they may go to."""
    general = table.generals[key]
    assert general.pose is not None
    x, y = general.pose.x, general.pose.y
    for steps in (4, 2, 1):
        for across, up in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            east, north = x + across * steps * UD, y + up * steps * UD
            on_table = 0 <= east <= TABLE_WIDTH and 0 <= north <= TABLE_DEPTH
            if on_table and _can_end(table, general, Pose(east, north, 0)):
                yield spot_word(east, north)


@cached_each
def _end_options(table: Table, key: str) -> Iterator[Option]:
    for to in _ends(table, key):
        end = _end(table, to)
        by = Fraction(riding.length_to(table.generals[key], end), UD)
        if isinstance(end, Pose):
            yield Option(to, Text("lead.point", {"point": to, "by": by}))
        else:
            yield Option(to, Text("lead.unit", {"unit": unit_term(end), "by": by}))


LEAD: AnyVerb = Verb(
    model=Lead,
    phases=(Phase.MOVEMENT,),
    check=_check,
    apply=_apply,
    options=_options,
    possible=lambda view: next(_options(view, "general", {}), None) is not None,
)

VERBS: tuple[AnyVerb, ...] = (LEAD,)
