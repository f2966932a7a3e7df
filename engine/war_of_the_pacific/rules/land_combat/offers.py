"""Orders of the Land Combat Phase and the answers that a combat asks for.

The rules themselves are in ``attack``, ``dice``, ``losses`` and ``questions``; here is what is
offered, best first, and how the verbs and the frame are handed to the game.

Rules:
    8.7, 8.9, 8.9.supply, 8.10, 8.11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Text
from engine.war_of_the_pacific.actions import Advance, Attack, Lose, Retreat, Spend, Stop
from engine.war_of_the_pacific.choosing import fits_option, place_option, stack_option
from engine.war_of_the_pacific.play import place_term, unit_terms
from engine.war_of_the_pacific.rules.land.ground import (
    box_road,
    by_place,
    cheapest_loss,
    groups,
    held_by,
    standing,
)
from engine.war_of_the_pacific.rules.land_combat import attack, losses
from engine.war_of_the_pacific.rules.land_combat.attack import (
    close_land_combat,
    columns_of,
    may_attack,
    targets,
    unfinished,
)
from engine.war_of_the_pacific.rules.land_combat.dice import columns_at, force, numbers
from engine.war_of_the_pacific.rules.land_combat.losses import (
    best_stand,
    loss_groups,
    owed_by,
    retreat_places,
    the_battle,
)
from engine.war_of_the_pacific.rules.land_combat.questions import advance_group, decide
from engine.war_of_the_pacific.state import LandBattle, Phase, View, other
from engine.war_of_the_pacific.verb import AnyFrameRules, AnyVerb, FrameRules, Verb, filled_list

# --- attack ---------------------------------------------------------------------------------


def _fronts(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the places from which the viewer can attack, each with its targets."""
    side = view.viewer or ""
    units = view.table.units
    enemy = held_by(units, other(side))
    columns = columns_of(units, other(side))
    places = dict.fromkeys(unit.at for unit in units.values() if may_attack(unit, side))
    for place in places:
        found = targets(side, place, enemy, columns, road=box_road(view.table.settings))
        if found:
            yield place, found


def anything_to_do(view: View) -> bool:
    """Say whether the viewer has units that can attack."""
    return next(_fronts(view), None) is not None


def _attack_units(view: View) -> Iterator[Option]:
    side = view.viewer or ""
    able = by_place(unit for unit in view.table.units.values() if may_attack(unit, side))
    fronts = dict(_fronts(view))
    # Landings first, which must fight; then the largest stacks.
    for place in sorted(fronts, key=lambda one: (fronts[one] != (one,), -len(able[one]), one)):
        for group in groups(able[place]):
            yield stack_option(group)


def _attack_targets(view: View, ids: tuple[str, ...]) -> Iterator[Option]:
    units = view.table.units
    group = [units[one] for one in ids if one in units]
    if not group:
        return
    side = group[0].side
    enemy = other(side)
    road = box_road(view.table.settings)
    held, columns = held_by(units, enemy), columns_of(units, enemy)
    found = targets(side, group[0].at, held, columns, road=road)
    strength = {place: len(standing(units, place, enemy)) for place in found}
    for place in sorted(found, key=lambda one: (strength[one], one)):
        yield Option(
            place, Text("attack.target", {"place": place_term(place), "n": strength[place]})
        )


def options_attack(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer stacks in contact with the enemy, their targets, and a column for the initiative."""
    ids = filled_list(filled, "units")
    if field == "units":
        return _attack_units(view)
    if field == "target":
        return _attack_targets(view, ids)
    return _initiative(view, ids, filled.get("target", ""))


def _initiative(view: View, ids: tuple[str, ...], target: str) -> Iterator[Option]:
    units = view.table.units
    yield Option("no", Text("battle.keep"))
    group = [units[one] for one in ids if one in units]
    if not group or not standing(units, target, other(group[0].side)):
        return
    price = numbers(view.table).prices.initiative
    if len(columns_at(units, group[0].at, group[0].side)) >= price:
        yield Option("yes", Text("battle.spend"))


# --- answers --------------------------------------------------------------------------------


def _must_spend(view: View) -> bool:
    return the_battle(view.table).stage in ("initiative", "supply")


def options_spend(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer to spend a column or to keep it."""
    if field == "spend" and _must_spend(view):
        yield Option("yes", Text("battle.spend"))
        yield Option("no", Text("battle.keep"))


def _losses(view: View) -> Iterator[tuple[str, ...]]:
    """Return the answers to "who loses": casualties, or the price of standing."""
    frame = the_battle(view.table)
    side = view.viewer or ""
    if frame.stage == "losses" and owed_by(frame, side):
        return loss_groups(force(view.table.units, frame, side), owed_by(frame, side))
    if frame.stage == "retreat" and frame.loser == side:
        return ((unit.id,) for unit in best_stand(view.table.units, frame))
    if frame.stage == "cut_off" and frame.loser == side:
        beaten = sorted(force(view.table.units, frame, side), key=cheapest_loss)
        return ((unit.id,) for unit in beaten)
    return iter(())


def options_lose(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the losses that can be taken, the cheapest first; a unit is named once a step."""
    if field != "units":
        return
    found = False
    for group in _losses(view):
        option = _loss_option(group)
        if fits_option(option):
            found = True
            yield option
    if not found and (longest := next(_losses(view), None)):
        # Nothing short enough to type: a loss has to be possible all the same.
        yield _loss_option(longest)


def _loss_option(group: tuple[str, ...]) -> Option:
    return Option(",".join(group), Text("battle.lose", {"units": unit_terms(group)}))


def _can_lose(view: View) -> bool:
    return next(_losses(view), None) is not None


def _retreats(view: View) -> tuple[str, ...]:
    frame = the_battle(view.table)
    if frame.stage != "retreat" or frame.loser != view.viewer:
        return ()
    return retreat_places(view.table, frame, frame.loser)


def options_retreat(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the hexes open to a retreat, best first."""
    return map(place_option, _retreats(view)) if field == "to" else iter(())


def _can_retreat(view: View) -> bool:
    return bool(_retreats(view))


def _can_advance(view: View) -> bool:
    return the_battle(view.table).stage == "advance"


def options_advance(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer as many of the attackers as there is room for, then parts of them."""
    if field != "units" or not _can_advance(view):
        return iter(())
    frame = the_battle(view.table)
    group = advance_group(view.table, frame)
    stacks = by_place(group)
    parts = (stack_option(part) for stack in stacks.values() for part in groups(stack))
    if len(stacks) == 1:
        return parts
    params: Params = {"units": unit_terms(group), "place": place_term(frame.target)}
    together = Option(",".join(unit.id for unit in group), Text("battle.advance", params))
    return filter(fits_option, (together, *parts))


def options_stop(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer nothing: the order has no fields."""
    return iter(())


# --- handed to the game ---------------------------------------------------------------------

_ANSWERS = frozenset(("land_battle",))

ATTACK: AnyVerb = Verb(
    model=Attack,
    phases=(Phase.LAND_COMBAT,),
    check=attack.check_attack,
    apply=attack.apply_attack,
    options=options_attack,
    possible=anything_to_do,
)
SPEND: AnyVerb = Verb(
    model=Spend,
    frames=(LandBattle,),
    check=attack.check_spend,
    apply=attack.apply_spend,
    options=options_spend,
    possible=_must_spend,
)
LOSE_BATTLE: AnyVerb = Verb(
    model=Lose,
    frames=(LandBattle,),
    check=losses.check_lose,
    apply=losses.apply_lose,
    options=options_lose,
    possible=_can_lose,
)
RETREAT: AnyVerb = Verb(
    model=Retreat,
    frames=(LandBattle,),
    check=losses.check_retreat,
    apply=losses.apply_retreat,
    options=options_retreat,
    possible=_can_retreat,
)
ADVANCE: AnyVerb = Verb(
    model=Advance,
    frames=(LandBattle,),
    check=losses.check_advance,
    apply=losses.apply_advance,
    options=options_advance,
    possible=_can_advance,
)
STOP_BATTLE: AnyVerb = Verb(
    model=Stop,
    frames=(LandBattle,),
    check=losses.check_stop,
    apply=losses.apply_stop,
    options=options_stop,
    possible=_can_advance,
)

VERBS: tuple[AnyVerb, ...] = (ATTACK, SPEND, LOSE_BATTLE, RETREAT, ADVANCE, STOP_BATTLE)
FRAMES: tuple[AnyFrameRules, ...] = (
    FrameRules(frame=LandBattle, decisions=decide, advance=attack.advance),
)

__all__ = [
    "ADVANCE",
    "ATTACK",
    "FRAMES",
    "LOSE_BATTLE",
    "RETREAT",
    "SPEND",
    "STOP_BATTLE",
    "VERBS",
    "anything_to_do",
    "close_land_combat",
    "unfinished",
]
