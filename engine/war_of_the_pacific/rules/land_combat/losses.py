"""Casualties of a land combat (8.9.losses): each hit costs one step, as its owner chooses.

Rules:
    8.9.losses with WP-R18, WP-R19; 8.10.stand, 8.10.blocked with WP-E10 (steps lost for staying).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from engine.api import Option, Refusal, Term, Text
from engine.kit.verbs import Answer
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Lose
from engine.war_of_the_pacific.counters import Counters, printed
from engine.war_of_the_pacific.options import fits_option
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.step_losses import cheapest_loss, lose_step
from engine.war_of_the_pacific.rules.land_combat.advance import begin_advance
from engine.war_of_the_pacific.rules.land_combat.forces import (
    PerSide,
    force,
    place_of,
    sides,
    the_land_battle,
)
from engine.war_of_the_pacific.state import LandBattle, Unit, View
from engine.war_of_the_pacific.survey import (
    land_units,
)


def owed_after(units: Counters, frame: LandBattle, hits: PerSide) -> PerSide:
    """Return the steps attacker and defender lose: surplus hits are lost (WP-R19)."""
    attackers, defenders = (
        sum(unit.steps for unit in force(units, frame, side)) for side in sides(frame)
    )
    return min(hits[1], attackers), min(hits[0], defenders)


def owed_by(frame: LandBattle, side: str) -> int:
    """Return the steps that *side* still has to lose."""
    return frame.owed[0 if side == frame.seat else 1]


def loss_groups(units: Sequence[Unit], owed: int) -> Iterator[tuple[str, ...]]:
    """Return the ways to lose *owed* steps, the cheapest first; a unit is named once a step."""
    tokens = sorted(
        (step == 0, printed(unit).modifier, unit.id, unit.steps - step)
        for unit in units
        for step in reversed(range(unit.steps))
    )
    for group in combinations(tokens, owed):
        ids = [token[2] for token in group]
        # A unit's second step goes only after its first.
        if all(ids.count(name) >= ordinal for _, _, name, ordinal in group):
            yield tuple(ids)


def settle_losses(play: Play, frame: LandBattle) -> bool:
    """Take the losses that leave their owner no choice; say whether there were any."""
    changed = False
    for index, side in enumerate(sides(frame)):
        owed = frame.owed[index]
        units = force(play.units, frame, side)
        if owed and (len(units) == 1 or owed == sum(unit.steps for unit in units)):
            names = tuple(unit.id for unit in units for _ in range(unit.steps))
            frame = take_losses(play, side, names[:owed])
            changed = True
    return changed


def take_losses(play: Play, side: str, names: Sequence[str]) -> LandBattle:
    """Take one step for each name and return the battle with *side*'s debt paid."""
    frame = the_land_battle(play.table)
    owed = (0, frame.owed[1]) if side == frame.seat else (frame.owed[0], 0)
    for name in names:
        lose_step(play, name, "battle.lost", "8.9.losses")
    settled: LandBattle = play.retop(owed=owed)
    return settled


def check_lose(view: View, frame: LandBattle, action: Lose) -> list[Refusal]:
    """Return why these are not the losses owed (8.9), or not the price of standing fast (8.10)."""
    side = view.viewer or ""
    if frame.stage == "losses" and owed_by(frame, side):
        return _check_casualties(view, frame, side, action)
    if frame.stage == "retreat" and frame.loser == side:
        return _check_stand(view, frame, side, action)
    if frame.stage == "cut_off" and frame.loser == side:
        return _check_cut_off(view, frame, side, action)
    return [refuse("lose.nothing_owed", "8.9.losses")]


def _check_casualties(view: View, frame: LandBattle, side: str, action: Lose) -> list[Refusal]:
    steps = {unit.id: unit.steps for unit in force(view.table.units, frame, side)}
    found = []
    for name, count in Counter(action.units).items():
        if name not in steps:
            found.append(refuse("lose.not_in_battle", "8.9.losses", unit=Term("unit", name)))
        elif count > steps[name]:
            unit = Term("unit", name)
            found.append(refuse("lose.too_many_steps", "2.7", unit=unit, n=steps[name]))
    owed = owed_by(frame, side)
    if len(action.units) != owed:
        found.append(refuse("lose.number", "8.9.losses", n=owed, given=len(action.units)))
    return found


def _check_stand(view: View, frame: LandBattle, side: str, action: Lose) -> list[Refusal]:
    place = place_of(frame, side)
    here = {unit.id for unit in land_units(view.table.units, place, side)}
    found = [
        refuse("lose.not_here", "8.10.stand", unit=Term("unit", name), place=place_term(place))
        for name in dict.fromkeys(action.units)
        if name not in here
    ]
    if len(action.units) != 1:
        found.append(refuse("lose.number", "8.10.stand", n=1, given=len(action.units)))
    return found


def _check_cut_off(view: View, frame: LandBattle, side: str, action: Lose) -> list[Refusal]:
    """Return why this is not the unit of the beaten stack that loses a step (WP-E10)."""
    beaten = {unit.id for unit in force(view.table.units, frame, side)}
    found = [
        refuse("lose.not_in_battle", "8.10.blocked", unit=Term("unit", name))
        for name in dict.fromkeys(action.units)
        if name not in beaten
    ]
    if len(action.units) != 1:
        found.append(refuse("lose.number", "8.10.blocked", n=1, given=len(action.units)))
    return found


def apply_lose(play: Play, frame: LandBattle, seat: str, action: Lose) -> None:
    """Take the casualties, or the step that it costs to stand or to be cut off."""
    if frame.stage == "losses":
        take_losses(play, seat, action.units)
        return
    if frame.stage == "cut_off":
        lose_step(play, action.units[0], "battle.cut_off_lost", "8.10.blocked")
        begin_advance(play)
        return
    place = place_term(place_of(frame, seat))
    play.tell("battle.stood", "8.10.stand", seat=seat_term(seat), place=place)
    lose_step(play, action.units[0], "battle.stand_lost", "8.10.stand")
    begin_advance(play)


def best_stand(units: Counters, frame: LandBattle) -> list[Unit]:
    """Return the units one of which may pay for standing fast, the cheapest loss first (8.10)."""
    side = frame.loser
    return sorted(land_units(units, place_of(frame, side), side), key=cheapest_loss)


def loss_answers(view: View, frame: LandBattle) -> Iterator[tuple[str, ...]]:
    """Return the answers to "who loses": casualties, or the price of standing fast."""
    side = view.viewer or ""
    if frame.stage == "losses" and owed_by(frame, side):
        return loss_groups(force(view.table.units, frame, side), owed_by(frame, side))
    if frame.stage == "retreat" and frame.loser == side:
        return ((unit.id,) for unit in best_stand(view.table.units, frame))
    if frame.stage == "cut_off" and frame.loser == side:
        beaten = sorted(force(view.table.units, frame, side), key=cheapest_loss)
        return ((unit.id,) for unit in beaten)
    return iter(())


def options_lose(
    view: View, frame: LandBattle, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the losses that can be taken, the cheapest first; a unit is named once a step."""
    if field != "units":
        return
    found = False
    for group in loss_answers(view, frame):
        option = _loss_option(group)
        if fits_option(option):
            found = True
            yield option
    if not found and (longest := next(loss_answers(view, frame), None)):
        # Nothing short enough to type: a loss has to be possible all the same.
        yield _loss_option(longest)


def _loss_option(group: tuple[str, ...]) -> Option:
    return Option(",".join(group), Text("battle.lose", {"units": unit_terms(group)}))


def _can_lose(view: View, frame: LandBattle) -> bool:
    return next(loss_answers(view, frame), None) is not None


LOSE_BATTLE = Answer(
    model=Lose,
    frame=LandBattle,
    check=check_lose,
    apply=apply_lose,
    options=options_lose,
    possible=_can_lose,
)
VERBS: tuple[AnyVerb, ...] = (LOSE_BATTLE,)
