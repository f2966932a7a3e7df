"""Corps are laid in turn; what is written beforehand is laid by itself (11.deploy).

Rules:
    11.deploy, 3.initiative; ADG-R93.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.api import Seat
from engine.art_of_war.actions import Placing
from engine.art_of_war.flow import Flow
from engine.art_of_war.ids import letter_of, short_of
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.play import Play, side_term
from engine.art_of_war.rules.command.riding import join
from engine.art_of_war.rules.setting_up.laying import against_layout, corps_left, on_foot
from engine.art_of_war.rules.setting_up.layout import (
    CAMP,
    bases_in,
    camp_of,
    is_work,
    named_by,
    pose_of,
)
from engine.art_of_war.rules.setting_up.naming import name_shown
from engine.art_of_war.state import Place, Work, commander_of, other
from engine.kit.records import changed


def lay(
    play: Play, seat: Seat, corps: int, places: Sequence[Placing], afoot: Sequence[str]
) -> None:
    """Lay a corps on the table, its general with it, and the camp where it is named."""
    play.set(units=on_foot(play.table, afoot).units)
    bases = bases_in(play.table, seat, corps, places)
    for key, base in bases.items():
        play.change(key, place=Place.TABLE, pose=base.pose)
    for one in places:
        if one.who == CAMP:
            _move_camp(play, seat, one)
        elif is_work(one.who):
            _lay_work(play, seat, one)
    general = commander_of(play.table, seat, corps)
    if general is not None and general.place is Place.WAITING:
        _lay_general(play, seat, general.id, places, bases)
    rest = tuple(one for one in play.secrets[seat].written if one.corps != corps)
    play.keep(seat, written=rest)
    number = name_shown(play, seat).get(corps, corps)
    play.tell("deploy.laid", "11.deploy", seat=side_term(seat), n=number, units=len(bases))


def _move_camp(play: Play, seat: Seat, placing: Placing) -> None:
    camp = changed(play.table.camps[camp_of(seat)], pose=pose_of(seat, placing))
    play.set(camps={**play.table.camps, camp.id: camp})


def _lay_work(play: Play, seat: Seat, placing: Placing) -> None:
    """Lay a piece of fortification (8.works)."""
    number = sum(one.side == seat for one in play.table.works.values()) + 1
    work = Work(f"{seat}-work{number}", seat, pose_of(seat, placing))
    left = play.table.pieces.get(seat, 0) - 1
    play.set(works={**play.table.works, work.id: work}, pieces={**play.table.pieces, seat: left})


def _lay_general(
    play: Play,
    seat: Seat,
    key: str,
    places: Sequence[Placing],
    bases: Mapping[str, Base],
) -> None:
    """Lay a general where they are named, with who includes them, or with one of the first group.

    That is the unit in the middle of its front (ADG-R93).
    """
    general = play.general(key)
    named = next((one for one in places if one.who == short_of(key)), None)
    if general.included:
        play.change_general(key, place=Place.TABLE)
        join(play, key, general.unit)
    elif named is not None:
        play.change_general(key, place=Place.TABLE, pose=pose_of(seat, named))
    else:
        play.change_general(key, place=Place.TABLE)
        join(play, key, _in_the_middle(places, bases))


def _in_the_middle(places: Sequence[Placing], bases: Mapping[str, Base]) -> str:
    """Return who stands in the middle of the front of the group that is named first."""
    first = next(iter(bases))
    group = [key for key in bases if letter_of(key) == letter_of(first)]
    files = next((one.files for one in places if one.who == letter_of(first)), 0) or len(group)
    return group[(min(files, len(group)) - 1) // 2]


def go_on(play: Play) -> None:
    """Give the other side its turn to lay a corps; lay what is written; end when all are laid."""
    seat = other(play.table.player)
    while True:
        waiting = {
            one: corps_left(play.table, one, play.secrets[one].posts) for one in (seat, other(seat))
        }
        if not any(waiting.values()):
            play.ends(Flow.DEPLOYMENT)
            return
        if not waiting[seat]:
            seat = other(seat)
        play.set(player=seat)
        if not _lay_written(play, seat, waiting[seat]):
            return
        seat = other(seat)


def _hides(play: Play, seat: Seat, corps: int, placing: Placing) -> bool:
    """Say whether all are in ambush whom a placing means, so that nobody is laid by it."""
    own = [one for one in play.table.units.values() if one.side == seat and one.corps == corps]
    meant = named_by(own, placing.who)
    return bool(meant) and all(one.place is Place.AMBUSH for one in meant)


def _lay_written(play: Play, seat: Seat, corps: Sequence[int]) -> bool:
    """Lay the first corps whose deployment is written and still fits; say whether one was."""
    for one in play.secrets[seat].written:
        written = (Placing.model_validate(text) for text in one.places)
        places = tuple(each for each in written if not _hides(play, seat, one.corps, each))
        if one.corps in corps and not against_layout(
            play.table, seat, one.corps, places, one.afoot
        ):
            lay(play, seat, one.corps, places, one.afoot)
            return True
    return False
