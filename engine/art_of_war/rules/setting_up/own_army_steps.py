"""A step of an army of one's own: what it makes of the army, and what is wrong with it.

What is added is held at once to everything but what may still come: that each group has a general
is asked for when its side says that it is ready.

Rules:
    1.army, 1.army.cost, 1.generals, 1.groups.size, 1.groups.corps, 2.options, 3.included; ADG-R45,
    ADG-R57.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.api import Seat, Term
from engine.art_of_war.actions import Appoint, Dismiss, Recruit
from engine.art_of_war.armies import Army, commanding, enlisted, price
from engine.art_of_war.army_lines import ALLY, BETWEEN, Leader, Line
from engine.art_of_war.army_reading import bought_plainly
from engine.art_of_war.mustering import wrong
from engine.art_of_war.play import Against, Play
from engine.art_of_war.rules.setting_up.own_army import (
    army_of,
    is_begun,
    so_far,
    tell_standing,
    written_of,
)
from engine.art_of_war.state import View
from engine.art_of_war.troops import load_troops
from engine.kit.parsing import SHOWN
from engine.kit.wording import refuse

_NOT_BEGUN: Final = refuse("muster.not_own", "1.army")


def with_line(army: Army, line: Line) -> Army:
    """Return an army with more units; those like others of their group are of one line."""
    lines = list(army.lines)
    for place, one in enumerate(lines):
        if one.model_copy(update={"number": line.number}) == line:
            lines[place] = one.model_copy(update={"number": one.number + line.number})
            return replace(army, lines=tuple(lines))
    return replace(army, lines=(*lines, line))


def with_leader(army: Army, leader: Leader) -> Army:
    """Return an army with one more general, of its next corps."""
    return replace(army, leaders=(*army.leaders, leader))


def without(army: Army, entry: str) -> Army:
    """Return an army without the units of a line, or without a general.

    Nobody commands a group that is no more, nor is included in a unit that is.
    """
    lines = tuple(one for one in army.lines if str(one) != entry)
    leaders = tuple(one for one in army.leaders if str(one) != entry)
    left = replace(army, lines=lines, leaders=commanding(leaders, lines))
    places = {(unit.corps, unit.key) for unit in enlisted(left) if unit.profile.troop.general}
    return replace(
        left,
        leaders=tuple(
            one if (corps, one.within) in places else one.model_copy(update={"within": ""})
            for corps, one in enumerate(left.leaders, start=1)
        ),
    )


def _worse(view: View, after: Army) -> Against:
    """Return what is wrong with an army that was not before a step, or costs more than before."""
    before, points = so_far(view), view.table.settings.points
    known = wrong(before, points)
    dearer = price(after) > price(before)
    return [
        one
        for one in wrong(after, points)
        if one not in known and (dearer or one.code != "army.points")
    ]


def _keep(play: Play, seat: Seat, army: Army) -> None:
    play.keep(seat, muster=written_of(army))
    tell_standing(play, seat, army)


# --- units --------------------------------------------------------------------------------------


def line_of(action: Recruit) -> Line:
    """Return the units of a step as a line, what was bought for them in the order of the table."""
    troop = load_troops().troops.get(action.troop)
    bought = action.options if troop is None else bought_plainly(troop, action.options)
    return Line(
        group=action.letter,
        troop=action.troop,
        options=BETWEEN.join(bought),
        quality=action.quality,
        number=action.number,
    )


def check_recruit(view: View, action: Recruit) -> Against:
    """Return what keeps the viewer from adding units (1.groups.size, 1.army.cost, 2.options)."""
    if not is_begun(view):
        return [_NOT_BEGUN]
    return _worse(view, with_line(so_far(view), line_of(action)))


def apply_recruit(play: Play, seat: Seat, action: Recruit) -> None:
    """Add units, and tell their side what is left and lacking."""
    line = line_of(action)
    play.tell("muster.recruited", "1.army", only=seat, line=Term("lines", str(line)))
    _keep(play, seat, with_line(army_of(play.secrets[seat].muster), line))


# --- generals -----------------------------------------------------------------------------------


def leader_of(action: Appoint) -> Leader:
    """Return the general of a step as a line."""
    return Leader(
        rank=action.rank,
        groups="".join(action.groups),
        ally=ALLY if action.ally else "",
        within=action.within,
    )


def check_appoint(view: View, action: Appoint) -> Against:
    """Return what keeps the viewer from adding a general (1.generals, 3.included)."""
    if not is_begun(view):
        return [_NOT_BEGUN]
    return _worse(view, with_leader(so_far(view), leader_of(action)))


def apply_appoint(play: Play, seat: Seat, action: Appoint) -> None:
    """Add a general, and tell their side what is left and lacking."""
    leader = leader_of(action)
    play.tell("muster.appointed", "1.generals", only=seat, leader=Term("leaders", str(leader)))
    _keep(play, seat, with_leader(army_of(play.secrets[seat].muster), leader))


# --- out again ----------------------------------------------------------------------------------


def entries(army: Army) -> tuple[str, ...]:
    """Return the lines of an army as they are written, its generals last."""
    return (*map(str, army.lines), *map(str, army.leaders))


def check_dismiss(view: View, action: Dismiss) -> Against:
    """Return what keeps the viewer from taking somebody out: that they are not there."""
    if not is_begun(view):
        return [_NOT_BEGUN]
    there = entries(so_far(view))
    if action.what in there:
        return []
    if not there:
        return [refuse("army.empty", "1.army")]
    told = tuple(Term("entry", one) for one in there)
    return [refuse("muster.no_entry", "1.army", typed=action.what[:SHOWN], there=told)]


def apply_dismiss(play: Play, seat: Seat, action: Dismiss) -> None:
    """Take units or a general out, and tell their side what is left and lacking."""
    play.tell("muster.dismissed", "1.army", only=seat, entry=Term("entry", action.what))
    _keep(play, seat, without(army_of(play.secrets[seat].muster), action.what))
