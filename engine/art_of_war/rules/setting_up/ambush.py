"""Ambushes: markers on the table, and who is beneath them or nobody (10.hidden, 11.ambush).

A marker lies in terrain that hides whom it is meant for, beside the own zone of deployment; who won
the initiative may lay theirs as far as the middle of the table. An enemy within 1 UD finds out.

Rules:
    10.hidden, 10.stream, 11.ambush, 11.ambush.half, 11.ambush.number, 11.ambush.markers,
    11.ambush.reveal;
    ADG-R21, ADG-R96.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.api import Option, Params, Seat, Term, Text
from engine.art_of_war.actions import NOBODY, Hide, Hiding, Reveal
from engine.art_of_war.ground import KindRow, features_at, kind_of
from engine.art_of_war.ids import short_of
from engine.art_of_war.pieces import base_of_marker, standing_bases
from engine.art_of_war.plane.contact import collide, within
from engine.art_of_war.plane.poses import Base, Pose, ahead, aside
from engine.art_of_war.plane.shapes import on_table
from engine.art_of_war.play import Against, AnyVerb, Play, side_term, unit_term
from engine.art_of_war.points import point_of, spot_word
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.command.riding import join
from engine.art_of_war.rules.setting_up.layout import (
    RIM,
    ZONE,
    corps_of,
    forward,
    named_by,
    seen_by,
    to_deploy,
)
from engine.art_of_war.rules.setting_up.naming import name_shown
from engine.art_of_war.rules.setting_up.outlines import DEEP, WIDE
from engine.art_of_war.state import Marker, Phase, Place, Table, Unit, View, other
from engine.art_of_war.survey import base_at, base_of
from engine.art_of_war.troops import UD, TroopType, load_troops
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse

ROOM = 8 * UD
"""How far from its marker a unit looks for room."""

STEP = UD // 4
"""How far apart the places are that it tries."""

FOUND_OUT = UD
"""How near an enemy comes that finds out an ambush (10.hidden)."""


def marker_term(key: str) -> Term:
    """Return a marker of ambush as a word for a sentence."""
    return Term("marker", key)


def allowed(table: Table, seat: Seat) -> int:
    """Return how many markers a side may lay: what its generals may hide (11.ambush.number)."""
    ranks = load_ranks()
    return sum(ranks[one.rank].ambushes for one in table.generals.values() if one.side == seat)


def may_hide(unit: Unit, kind: KindRow) -> bool:
    """Say whether a unit may hide in a kind of terrain (10)."""
    troop = load_troops().troops[unit.troop]
    match kind.ambush:
        case "none":
            return False
        case "light_foot":
            return troop.type is TroopType.LI
        case "foot":
            return troop.category == "foot"
    return True


def _may_lie(table: Table, seat: Seat, pose: Pose) -> bool:
    """Say whether a side's marker may lie somewhere, as far as the table goes (11.ambush.half)."""
    along, up = seen_by(seat, pose.x, pose.y)
    if seat == table.initiative:
        return 0 <= along <= WIDE and 0 <= up <= DEEP // 2
    beside = along < WIDE // 3 or along > WIDE * 2 // 3
    return beside and RIM <= along <= WIDE - RIM and 0 <= up <= ZONE


def hidden_units(table: Table, seat: Seat, who: str) -> tuple[Unit, ...]:
    """Return the units that a word means among those a side has not deployed."""
    found: list[Unit] = []
    for corps in corps_of(table, seat):
        found.extend(named_by(to_deploy(table, seat, corps), who))
    return tuple(found)


def _against_one(table: Table, seat: Seat, hiding: Hiding) -> Against:
    """Return what is against one marker."""
    point = point_of(hiding.at)
    if point is None:
        return [refuse("hide.point", "11.ambush", typed=hiding.at)]
    pose = Pose(*point, forward(seat))
    units = () if hiding.who == NOBODY else hidden_units(table, seat, hiding.who)
    if hiding.who != NOBODY and len(units) != 1:
        return [refuse("hide.whom", "11.ambush", typed=hiding.who)]
    if not _may_lie(table, seat, pose):
        return [refuse("hide.where", "11.ambush", point=spot_word(pose.x, pose.y))]
    marker = base_of_marker(Marker("", seat, pose))
    kinds = [kind_of(one) for one in features_at(table, marker)]
    if not any(one.ambush != "none" for one in kinds):
        return [refuse("hide.open", "10.hidden", point=spot_word(pose.x, pose.y))]
    if units and not any(may_hide(units[0], one) for one in kinds):
        return [refuse("hide.cannot", "10.hidden", who=unit_term(units[0]))]
    return []


def against_hiding(view: View, ambushes: Mapping[str, str]) -> Against:
    """Return what is against the ambushes that the viewer has written."""
    assert view.viewer is not None
    return _against(view, tuple(Hiding(who=who or NOBODY, at=at) for at, who in ambushes.items()))


def _against(view: View, markers: Sequence[Hiding]) -> Against:
    assert view.viewer is not None
    most = allowed(view.table, view.viewer)
    if len(markers) > most:
        return [refuse("hide.many", "11.ambush.number", most=most)]
    names = [one.who for one in markers if one.who != NOBODY]
    spots = [one.at for one in markers]
    if len(set(names)) < len(names) or len(set(spots)) < len(spots):
        return [refuse("hide.twice", "11.ambush")]
    for one in markers:
        found = _against_one(view.table, view.viewer, one)
        if found:
            return found
    return []


def _check_hide(view: View, action: Hide) -> Against:
    return _against(view, action.markers)


def _options_hide(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    seat = view.viewer
    assert seat is not None
    before = tuple(Hiding.model_validate(one) for one in filled_list(filled, field))
    whom = [
        unit for corps in corps_of(view.table, seat) for unit in to_deploy(view.table, seat, corps)
    ]
    for feature in view.table.features.values():
        for x, y in _spots(feature.corners):
            at = spot_word(x, y)
            for who in (*(short_of(one.id) for one in whom), NOBODY):
                hiding = Hiding(who=who, at=at)
                if not _against(view, (*before, hiding)):
                    told: Params = {"who": Term("short", who), "point": at}
                    yield Option(
                        str(hiding), Text("hiding" if who != NOBODY else "hiding.nobody", told)
                    )


def _spots(corners: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the middle of an element, in whole halves of a UD."""
    half = UD // 2
    x = sum(one for one, _ in corners) // len(corners)
    y = sum(one for _, one in corners) // len(corners)
    yield x // half * half, y // half * half


def _apply_hide(play: Play, seat: Seat, action: Hide) -> None:
    told = {
        one.at: "" if one.who == NOBODY else _only(play.table, seat, one.who)
        for one in action.markers
    }
    play.keep(seat, ambushes=dict(sorted(told.items())))
    play.tell("hide.written", "11.ambush", only=seat, n=len(told))


def _only(table: Table, seat: Seat, who: str) -> str:
    return hidden_units(table, seat, who)[0].id


def lay_markers(play: Play, seat: Seat) -> None:
    """Lay a side's markers for everybody to see, and who is beneath them unseen (11.ambush)."""
    kept: dict[str, str] = {}
    for number, (at, who) in enumerate(play.secrets[seat].ambushes.items(), start=1):
        point = point_of(at)
        assert point is not None
        marker = Marker(f"{seat}-m{number}", seat, Pose(*point, forward(seat)))
        play.set(markers={**play.table.markers, marker.id: marker})
        kept[marker.id] = who
        if who and play.unit(who).place is Place.WAITING:
            play.change(who, place=Place.AMBUSH, pose=marker.pose, marker=marker.id)
        play.tell("ambush.marker", "11.ambush.markers", who=marker_term(marker.id), point=at)
    play.keep(seat, ambushes=kept)
    _hide_generals(play, seat)


def _hide_generals(play: Play, seat: Seat) -> None:
    """Let generals hide with the unit that includes them, or with a corps that hides whole."""
    table = play.table
    hidden = [table.units[one] for one in play.secrets[seat].ambushes.values() if one]
    for general in tuple(table.generals.values()):
        if general.side != seat or general.place is not Place.WAITING:
            continue
        own = [one for one in hidden if one.corps == general.corps]
        if general.included:
            own = [one for one in own if one.id == general.unit]
        elif to_deploy(table, seat, general.corps):
            continue
        if own:
            play.change_general(general.id, place=Place.AMBUSH)
            join(play, general.id, own[0].id)


# -- shown, or found out -----------------------------------------------------------------------


def reveal(play: Play, key: str, rule: str = "11.ambush.reveal") -> None:
    """Take a marker off the table, and put on it who was beneath it, if anybody was."""
    marker = play.table.markers[key]
    who = play.secrets[marker.side].ambushes.get(key, "")
    left = {name: one for name, one in play.table.markers.items() if name != key}
    play.set(markers=left)
    rest = {name: one for name, one in play.secrets[marker.side].ambushes.items() if name != key}
    play.keep(marker.side, ambushes=rest)
    if not who or play.unit(who).place is not Place.AMBUSH:
        play.tell("ambush.nobody", rule, marker=marker_term(key), seat=side_term(marker.side))
        return
    unit = play.unit(who)
    pose = _stepping_back(play.table, unit, marker.pose)
    began = pose if marker.side == play.table.player else None
    play.change(who, place=Place.TABLE, marker="", pose=pose, began=began)
    for general in tuple(play.table.generals.values()):
        if general.unit == who and general.place is Place.AMBUSH:
            play.change_general(general.id, place=Place.TABLE)
            join(play, general.id, who)
    name_shown(play, marker.side, key)
    who = play.secrets[marker.side].shown.get(who, who)
    play.tell("ambush.shown", rule, who=unit_term(who), seat=side_term(marker.side))


def _stepping_back(table: Table, unit: Unit, pose: Pose) -> Pose:
    """Return where a unit stands that is found out: as far back as others leave it room (ADG-R96).

    Aside where there is none behind it.
    """
    taken = [base for _, base in standing_bases(table)]
    for side in sorted(range(-ROOM, ROOM + 1, STEP), key=abs):
        for back in range(0, ROOM, STEP):
            base = base_at(unit, ahead(aside(pose, side), -back))
            free = not any(collide(base, one) for one in taken)
            if free and on_table(base, (WIDE, DEEP)):
                return base.pose
    raise AssertionError("there is no room near a marker of ambush")


def find_out(play: Play, side: Seat) -> None:
    """Show the other side's ambushes that units of a side have come within 1 UD of (10.hidden)."""
    bases = [base_of(one) for one in play.table.units.values() if one.side == side and one.on_table]
    for marker in tuple(play.table.markers.values()):
        if marker.side == other(side):
            base = base_of_marker(marker)
            if any(within(base, one, FOUND_OUT) for one in bases):
                reveal(play, marker.id, "10.hidden")


def _room(view: View, marker: Marker) -> bool:
    """Say whether who is beneath a marker has room to stand there."""
    assert view.own is not None
    who = view.own.ambushes.get(marker.id, "")
    base: Base = base_of_marker(marker)
    if who:
        base = base_at(view.table.units[who], marker.pose)
    return not any(collide(base, one) for _, one in standing_bases(view.table))


def _check_reveal(view: View, action: Reveal) -> Against:
    marker = view.table.markers.get(action.marker)
    if marker is None or marker.side != view.viewer:
        return [refuse("reveal.whose", "11.ambush.reveal", typed=action.marker)]
    if not _room(view, marker):
        return [refuse("reveal.room", "11.ambush.reveal", who=marker_term(marker.id))]
    return []


def _options_reveal(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    for one in view.table.markers.values():
        if not _check_reveal(view, Reveal(marker=one.id)):
            yield Option(one.id, Text("marker", {"who": marker_term(one.id)}))


def _apply_reveal(play: Play, seat: Seat, action: Reveal) -> None:
    del seat
    reveal(play, action.marker)


HIDE: AnyVerb = Verb(
    model=Hide,
    phases=(Phase.PLAN,),
    check=_check_hide,
    apply=_apply_hide,
    options=_options_hide,
    possible=lambda view: next(_options_hide(view, "markers", {}), None) is not None,
)
REVEAL: AnyVerb = Verb(
    model=Reveal,
    phases=(Phase.MOVEMENT,),
    check=_check_reveal,
    apply=_apply_reveal,
    options=_options_reveal,
    possible=lambda view: next(_options_reveal(view, "marker", {}), None) is not None,
)
VERBS = (HIDE, REVEAL)
