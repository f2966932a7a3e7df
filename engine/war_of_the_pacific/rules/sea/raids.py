"""Raids (7.6.raid): warships bombard a unit in their coastal hex, the fort while one stands (7.7).

Rules:
    7.6.raid, 7.7; WP-R11 (when), WP-R12, WP-R40 (enemy warships in port bar a raid too), WP-R85
    (ships in port raid their port's hex).
    Also 7.6.raid.modifier, 7.7.after.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from engine.api import Option, Params, Refusal, Term, Text
from engine.chances.probability import D6
from engine.kit.verbs import Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Raid
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_fort, is_ship, is_warship, printed
from engine.war_of_the_pacific.options import unit_option
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term
from engine.war_of_the_pacific.rules.land.occupation import hold_hex
from engine.war_of_the_pacific.rules.sea.fort_fire import can_fire_back, fire_back
from engine.war_of_the_pacific.scenario import ship_numbers
from engine.war_of_the_pacific.state import Phase, Unit, View, other
from engine.war_of_the_pacific.survey import Scene, fleet, land_units, units_at, warships_at


def raid_dice() -> int:
    """Return the number of dice of a raid, and of the fort that answers it (7.6, 7.7)."""
    return ship_numbers().raid_dice


def targets(scene: Scene, place: str, side: str) -> tuple[Unit, ...]:
    """Return what a warship of *side* may bombard at *place*: the fort while one stands (7.7)."""
    enemies = units_at(scene.units, place, other(side), lambda unit: not is_ship(unit))
    forts = tuple(unit for unit in enemies if is_fort(unit))
    return forts or enemies


def raid_modifier(target: Unit) -> int:
    """Return what is added to the dice of a raid: what is printed on the target (WP-R12)."""
    return 0 if is_column(target) else printed(target).modifier


def raid_hits(dice: Sequence[int], ship: str, target: Unit) -> bool:
    """Say whether the dice of a raid hit: with the modifier they are below the guns (7.6)."""
    return sum(dice) + raid_modifier(target) < printed(ship).gunfire


def steps_after_raid(target: Unit) -> int:
    """Return the steps that a raid which hits leaves; a Supply Column has only one (7.6)."""
    return 0 if is_column(target) else max(0, target.steps - 1)


def raid_odds(ship: str, target: Unit) -> int:
    """Return on how many of 36 throws a raid hits."""
    faces = range(1, D6 + 1)
    return sum(raid_hits(dice, ship, target) for dice in product(faces, repeat=raid_dice()))


# --- check and effect -----------------------------------------------------------------------


def check_raid(view: View, action: Raid) -> list[Refusal]:
    """Return why this warship cannot bombard that target.

    Rules:
        7.6 (one raid a warship, in the target's hex, no enemy warships there), 7.7, WP-R40, WP-R85
        (out of a port too, at an enemy landed in its hex).
    """
    table = view.table
    ship, target = table.units[action.ship], table.units[action.target]
    found = _refuse_raider(view, ship)
    name = Term("unit", target.id)
    if target.side == view.viewer or is_ship(target):
        found.append(refuse("raid.no_target", "7.6.raid.target", unit=name))
    elif target.at != ship.at:
        found.append(
            refuse(
                "raid.not_here",
                "7.6.raid.target",
                unit=name,
                ship=Term("unit", ship.id),
                place=place_term(target.at),
            )
        )
    elif not found and target not in (allowed := targets(table, ship.at, ship.side)):
        found.append(refuse("raid.fort_first", "7.7", unit=name, fort=Term("unit", allowed[0].id)))
    return found


def _refuse_raider(view: View, ship: Unit) -> list[Refusal]:
    name = Term("unit", ship.id)
    if ship.side != view.viewer:
        return [refuse("unit.not_yours", "7.6.raid", unit=name)]
    if not is_ship(ship) or not is_warship(ship):
        return [refuse("raid.not_warship", "7.6.raid", unit=name)]
    if not is_on_map(ship.at):
        return [refuse("unit.not_on_map", "7.6.raid", unit=name, place=place_term(ship.at))]
    found = []
    if not load_board().is_land(ship.at):
        found.append(refuse("raid.not_off_coast", "7.6.raid", unit=name, place=place_term(ship.at)))
    if ship.fought:
        found.append(refuse("raid.once", "7.6.raid.target", unit=name))
    if warships_at(view.table.units, ship.at, other(ship.side)):
        found.append(refuse("raid.enemy_warships", "7.6.raid.warships", place=place_term(ship.at)))
    return found


def apply_raid(play: Play, seat: str, action: Raid) -> None:
    """Bombard; a fort answers, be it with its last shot."""
    target = play.units[action.target]
    dice = play.roll("raid", raid_dice())
    hits = raid_hits(dice, action.ship, target)
    play.change(action.ship, fought=True)
    play.tell(
        "raid.hit" if hits else "raid.miss",
        "7.6.raid.roll",
        seat=seat_term(seat),
        ship=Term("unit", action.ship),
        target=Term("unit", action.target),
        place=place_term(target.at),
        dice=dice,
        modifier=raid_modifier(target),
        total=sum(dice) + raid_modifier(target),
        gunfire=printed(action.ship).gunfire,
    )
    if hits:
        _hit(play, target)
    if can_fire_back(target):
        fire_back(play, target, action.ship)
    if land_units(play.units, target.at, seat):
        # The last defender of an undecided landing may have fallen (7.6, WP-R13).
        hold_hex(play, target.at, seat)


def _hit(play: Play, target: Unit) -> None:
    """Take a step from the target; a Supply Column has only one."""
    name, place = Term("unit", target.id), place_term(target.at)
    left = steps_after_raid(target)
    if left:
        play.change(target.id, steps=left)
        code = "raid.depleted"
    else:
        play.eliminate(target.id)
        code = "raid.destroyed"
    play.tell(code, "7.6.raid.hit", seat=seat_term(target.side), unit=name, place=place)


# --- options --------------------------------------------------------------------------------


def raiders(view: View) -> Iterator[Unit]:
    """Yield the viewer's warships that can raid something now."""
    side = view.viewer or ""
    for ship in fleet(view.table.units, side):
        if (
            not ship.fought
            and is_warship(ship)
            and load_board().is_land(ship.at)
            and not warships_at(view.table.units, ship.at, other(side))
            and targets(view.table, ship.at, side)
        ):
            yield ship


def options_raid(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer raiders, the most heavily armed first, then their targets, likeliest first."""
    if field == "ship":
        yield from map(unit_option, sorted(raiders(view), key=lambda one: -printed(one).gunfire))
    elif field == "target":
        ship = view.table.units.get(filled.get("ship", ""))
        if ship is None or not is_ship(ship):
            return
        found = targets(view.table, ship.at, ship.side)
        for target in sorted(found, key=lambda one: -raid_odds(ship.id, one)):
            label: Params = {
                "unit": Term("unit", target.id),
                "steps": target.steps,
                "n": raid_odds(ship.id, target),
            }
            yield Option(target.id, Text("raid.target", label))


def anything_to_do(view: View) -> bool:
    """Say whether the viewer has a warship that can raid; public knowledge."""
    return next(raiders(view), None) is not None


RAID: AnyVerb = Verb(
    model=Raid,
    phases=frozenset((Phase.NAVAL_COMBAT,)),
    check=check_raid,
    apply=apply_raid,
    options=options_raid,
    possible=anything_to_do,
)

VERBS: tuple[AnyVerb, ...] = (RAID,)
