"""Pursuit of who flees from a melee, or has left one (9.pursuit).

Who must pursue does; either side is asked once who pursues of those that need not. Nobody is asked
who has nothing to choose.

Rules:
    9.pursuit, 9.pursuit.contact, 9.pursuit.light, 9.pursuit.stopped, 9.pursuit.must,
    9.pursuit.overlap, 8.halt, 5.breakoff.pursued, 5.leave; ADG-R32, ADG-R43, ADG-R87.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.api import Choice, Decision, Option, Params, Seat, Text
from engine.art_of_war.actions import Pursue, Stay
from engine.art_of_war.frames import Pursuing, Quarry
from engine.art_of_war.play import Against, AnyFrameRules, AnyVerb, Play, unit_term, unit_terms
from engine.art_of_war.rules.command.allies import hesitates
from engine.art_of_war.rules.rout import leaders
from engine.art_of_war.rules.rout.chasing import follow
from engine.art_of_war.state import SEATS, Table, View, contacts_of, other
from engine.art_of_war.survey import is_mounted, profile_of, type_of
from engine.art_of_war.troops import ENGINES, TroopType
from engine.kit.verbs import Answer, FrameRules, filled_list
from engine.kit.wording import refuse, seat_term

_UNMINDED = ENGINES | {TroopType.EL}
"""Nobody has to pursue them (9.pursuit.must)."""


def must_pursue(table: Table, who: str, whom: str) -> bool:
    """Say whether a unit has to pursue another that it has routed (9.pursuit.must)."""
    unit, prey = table.units[who], table.units[whom]
    if not profile_of(unit).impetuous or type_of(prey) in _UNMINDED:
        return False
    return is_mounted(unit) or not is_mounted(prey)


def quarry(table: Table, who: str, whom: str, *, main: bool) -> Quarry:
    """Return that a unit may pursue another; who only overlapped never has to (ADG-R87)."""
    return Quarry(who, whom, main and must_pursue(table, who, whom))


def begin(play: Play, quarries: Iterable[Quarry]) -> None:
    """Begin the pursuits of those who can, in a frame, if there are any."""
    found: dict[str, Quarry] = {}
    for one in quarries:
        before = found.get(one.who)
        if can_pursue(play.table, one) and (before is None or (one.must and not before.must)):
            found[one.who] = one
    if not found:
        return
    listed = tuple(found.values())
    asked = tuple(seat for seat in SEATS if _optional(play.table, listed, seat))
    play.push(Pursuing(play.table.serial, listed, asked))


def can_pursue(table: Table, one: Quarry) -> bool:
    """Say whether a unit can pursue at all: it fights nobody else, and is no engine."""
    unit = table.units[one.who]
    if not unit.on_table or type_of(unit) in ENGINES or hesitates(table, unit):
        return False
    return not any(contacts_of(table, unit.id))


def _optional(table: Table, quarries: Sequence[Quarry], seat: Seat) -> tuple[Quarry, ...]:
    """Return those of a side that need not pursue."""
    return tuple(one for one in quarries if not one.must and table.units[one.who].side == seat)


def _go_on(play: Play, frame: Pursuing) -> bool:
    """Carry all pursuits out once nobody is asked any more."""
    if frame.asked:
        return False
    play.pop()
    for one in frame.quarries:
        if one.must or one.who in frame.chosen:
            _pursue(play, one)
    leaders.settle(play)
    return True


def _pursue(play: Play, one: Quarry) -> None:
    unit = play.unit(one.who)
    if not unit.on_table:
        return
    if any(contacts_of(play.table, unit.id)):
        play.tell("pursuit.stopped", "9.pursuit.stopped", unit=unit_term(unit))
        return
    follow(play, unit)


# --- what is asked ----------------------------------------------------------------------------


def decisions(table: Table, frame: Pursuing) -> tuple[Decision, ...]:
    """Ask each side that may choose who pursues."""
    return tuple(_decision(table, frame, seat) for seat in frame.asked)


def _decision(table: Table, frame: Pursuing, seat: Seat) -> Decision:
    optional = _optional(table, frame.quarries, seat)
    able = tuple(one.who for one in optional)
    told: Params = {"units": unit_terms(able), "n": len(able)}
    params: Params = {**told, "whom": unit_terms(dict.fromkeys(one.whom for one in optional))}
    # Both sides may be asked at once, under one post: each choice says whose it is.
    whose: Params = {"seat": seat_term(seat)}
    every = Choice(Text("pursue.all", {**told, **whose}), Pursue(units=able))
    return Decision(
        f"{frame.serial}.pursue.{seat}",
        seat,
        "pursue",
        "9.pursuit",
        params,
        (Pursue.kind, Stay.kind),
        (every, Choice(Text("pursue.none", whose), Stay())),
        interrupt=seat == other(table.player),
    )


def pursuers(table: Table, frame: Pursuing, seat: Seat) -> Mapping[str, str]:
    """Return who of a side may pursue without having to, and whom."""
    return {one.who: one.whom for one in _optional(table, frame.quarries, seat)}


def _check(view: View, frame: Pursuing, action: Pursue) -> Against:
    able = pursuers(view.table, frame, view.viewer or "")
    return [
        refuse(
            "pursue.whom",
            "9.pursuit",
            unit=unit_term(key),
            able=unit_terms(able),
            n=len(able),
        )
        for key in action.units
        if key not in able
    ]


def _options(
    view: View, frame: Pursuing, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    before = set(filled_list(filled, field))
    for who, whom in pursuers(view.table, frame, view.viewer or "").items():
        if who not in before:
            yield Option(who, Text("pursuer", {"unit": unit_term(who), "whom": unit_term(whom)}))


def _apply_pursue(play: Play, frame: Pursuing, seat: Seat, action: Pursue) -> None:
    _answered(play, frame, seat, tuple(action.units))


def _apply_stay(play: Play, frame: Pursuing, seat: Seat, action: Stay) -> None:
    del action
    play.tell("pursuit.none", "9.pursuit", seat=seat_term(seat))
    _answered(play, frame, seat, ())


def _answered(play: Play, frame: Pursuing, seat: Seat, chosen: tuple[str, ...]) -> None:
    asked = tuple(one for one in frame.asked if one != seat)
    play.retop(asked=asked, chosen=(*frame.chosen, *chosen))


VERBS: tuple[AnyVerb, ...] = (
    Answer(model=Pursue, frame=Pursuing, check=_check, options=_options, apply=_apply_pursue),
    Answer(model=Stay, frame=Pursuing, apply=_apply_stay),
)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Pursuing, decisions=decisions, go_on=_go_on),)
