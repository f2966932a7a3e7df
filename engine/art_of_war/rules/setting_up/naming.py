"""What those of an army of one's own are called once they are shown: a name that tells nothing.

As its side wrote it an army has its groups by letter, and corps and generals by number. Whoever
read "b2, b3" or "corps 3" would know of a b1 and of two corps more. So who is shown is named anew,
for all readers alike, and their side is told; before that only their side knows them. The series
are different ("b2" before, "2b" then), so that no name ever means two.

A group that is shown has the next free letter, a corps the next number, their general the same. Who
was in ambush is called by the marker ("2m" was beneath M2): that does not hang on who was found
out before. Ready-made armies are in the data for everybody to read, and keep their names.

Rules:
    1.groups, 11.ambush.reveal; ADG-R21, ADG-R33.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.api import Seat
from engine.art_of_war.actions import MODELS
from engine.art_of_war.army_lines import LETTERS
from engine.art_of_war.ids import (
    army_in,
    is_shown_id,
    letter_of,
    number_of,
    short_of,
    shown_id,
)
from engine.art_of_war.play import Play
from engine.art_of_war.state import HIDDEN, Unit, View
from engine.kit.records import changed

FROM_AMBUSH = "m"
"""Letter of who was in ambush, as markers have it."""

FREE = LETTERS.replace(FROM_AMBUSH, "")
"""Letters of groups, in the order in which they are given."""

GENERALS = "g"

Names = Mapping[str, str]
"""New ids by those of before."""


def name_shown(play: Play, seat: Seat, marker: str = "") -> Mapping[int, int]:
    """Name those of a side's own army who have been shown and have their side's name still.

    Returns the numbers of their corps, by those that their side had for them.

    Args:
        play: The battle; they stand on the table.
        seat: Whose.
        marker: The marker beneath which they were; "" for none.
    """
    numbers: dict[int, int] = {}
    if play.table.settings.armies != "own":
        return numbers
    while corps := _corps_shown(play, seat):
        number = numbers[corps] = _number(play, seat, corps)
        _renumber(play, seat, corps, number)
        units = [one for one in _to_name(play, seat) if one.corps == number]
        if marker:
            names = {one.id: shown_id(seat, FROM_AMBUSH, number_of(marker)) for one in units}
        else:
            names = _lettered(play, seat, units)
        for general in play.table.generals.values():
            own = (general.side, general.corps) == (seat, number)
            if own and _is_new(general.id) and general.on_table:
                names[general.id] = shown_id(seat, GENERALS, number)
        _rename(play, seat, names)
        _tell(play, seat, corps, number, names)
    return numbers


def _is_new(key: str) -> bool:
    return not army_in(key) and not is_shown_id(key)


def _to_name(play: Play, seat: Seat) -> list[Unit]:
    return [
        one
        for one in play.table.units.values()
        if one.side == seat and one.on_table and _is_new(one.id)
    ]


def _corps_shown(play: Play, seat: Seat) -> int:
    """Return a corps of which somebody is to be named; 0 for none."""
    units = (one.corps for one in _to_name(play, seat))
    generals = (
        one.corps
        for one in play.table.generals.values()
        if one.side == seat and one.on_table and _is_new(one.id)
    )
    return next(units, next(generals, 0))


def _number(play: Play, seat: Seat, corps: int) -> int:
    """Return the number that a corps has for everybody: its own if it has one, or the next."""
    known = {
        one.corps
        for one in play.table.units.values()
        if one.side == seat and one.place not in HIDDEN and not _is_new(one.id)
    }
    if corps in known:
        return corps
    return next(number for number in range(1, len(known) + 2) if number not in known)


def _renumber(play: Play, seat: Seat, one: int, other: int) -> None:
    """Let two corps change their numbers, of which nobody else knows either."""
    if one == other:
        return
    swapped = {one: other, other: one}
    units, generals = dict(play.table.units), dict(play.table.generals)
    for key, unit in units.items():
        if unit.side == seat and unit.corps in swapped:
            units[key] = changed(unit, corps=swapped[unit.corps])
    for key, general in generals.items():
        if general.side == seat and general.corps in swapped:
            generals[key] = changed(general, corps=swapped[general.corps])
    play.set(units=units, generals=generals)
    own = play.secrets[seat]
    posts = [own.posts[swapped.get(corps, corps) - 1] for corps in range(1, len(own.posts) + 1)]
    written = [changed(each, corps=swapped.get(each.corps, each.corps)) for each in own.written]
    play.keep(seat, posts=tuple(posts), written=tuple(sorted(written, key=lambda each: each.corps)))


def _lettered(play: Play, seat: Seat, units: Iterable[Unit]) -> dict[str, str]:
    """Return names of units, group by group; when letters run out, the last one goes on."""
    taken = [
        one.id for one in play.table.units.values() if one.side == seat and is_shown_id(one.id)
    ]
    used = {letter_of(key) for key in taken}
    free = [letter for letter in FREE if letter not in used]
    groups: dict[str, list[str]] = {}
    for one in sorted(units, key=lambda one: number_of(one.id)):
        groups.setdefault(letter_of(one.id), []).append(one.id)
    names: dict[str, str] = {}
    last = FREE[-1]
    counted = sum(letter_of(key) == last for key in taken)
    for group in sorted(groups):
        letter = free.pop(0) if free else last
        first = counted if letter == last else 0
        names.update(
            {key: shown_id(seat, letter, first + n) for n, key in enumerate(groups[group], 1)}
        )
        counted += len(groups[group]) if letter == last else 0
    return names


def _rename(play: Play, seat: Seat, names: Names) -> None:
    """Call some by other ids, wherever they are named; they stand last of all, as they came.

    Whoever is shown has no melee, charge or frame yet. What a list allows them when they are
    deployed is past.
    """
    units = {key: one for key, one in play.table.units.items() if key not in names}
    generals = {
        key: changed(one, unit=names.get(one.unit, one.unit))
        for key, one in play.table.generals.items()
        if key not in names
    }
    for old, new in names.items():
        if old in play.table.units:
            units[new] = changed(play.table.units[old], id=new, afoot="")
        else:
            one = play.table.generals[old]
            generals[new] = changed(one, id=new, unit=names.get(one.unit, one.unit))
    play.set(units=units, generals=generals)
    own = play.secrets[seat]
    standing = {kind: _renamed(kind, text, names) for kind, text in own.standing.items()}
    play.keep(seat, standing=standing, shown={**own.shown, **names})


def _renamed(kind: str, text: str, names: Names) -> str:
    """Return a standing order that calls some by their new ids."""
    action = MODELS[kind].model_validate_json(text)
    raw = _replaced(action.model_dump(mode="json"), names)
    return MODELS[kind].model_validate(raw).model_dump_json()


def _replaced(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_replaced(one, names) for one in value]
    if isinstance(value, dict):
        return {key: _replaced(one, names) for key, one in value.items()}
    return value


def _tell(play: Play, seat: Seat, before: int, number: int, names: Names) -> None:
    """Tell a side what its own are called from now on."""
    if before != number:
        play.tell("deploy.renumbered", "1.groups", only=seat, n=number, before=before)
    pairs = tuple(f"{short_of(old)}: {short_of(new)}".upper() for old, new in names.items())
    play.tell("deploy.named", "1.groups", only=seat, n=number, who=pairs)


def now_called(view: View, word: str) -> str:
    """Return the id of one of the viewer's whom a word names as they were called before; or ""."""
    shown = {} if view.own is None else view.own.shown
    return next((new for old, new in shown.items() if word in (old, short_of(old))), "")
