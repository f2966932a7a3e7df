"""Gunfire and critical hits in a naval combat (7.9.fire, 7.10).

Rules:
    7.9.fire, 7.9.fire.armour, 7.9.hit, 7.10.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.api import Choice, Option, Refusal, Term, Text
from engine.chances.probability import D6
from engine.data.cache import cached_per_data
from engine.kit.verbs import Answer, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Fire
from engine.war_of_the_pacific.counters import is_warship, printed
from engine.war_of_the_pacific.options import unit_option
from engine.war_of_the_pacific.play import AnyVerb, Play, seat_term
from engine.war_of_the_pacific.rules.sea.battle_rows import (
    guns,
    present,
    the_naval_battle,
)
from engine.war_of_the_pacific.rules.sea.damage import Shot, hit_ship
from engine.war_of_the_pacific.scenario import ship_numbers
from engine.war_of_the_pacific.state import (
    NavalBattle,
    Table,
    View,
    other,
)


def check_fire(view: View, frame: NavalBattle, action: Fire) -> list[Refusal]:
    """Return why this warship cannot fire at that target now.

    Rules:
        7.9: one shot a warship, at a ship in the enemy's row; transports have no guns.
    """
    table = view.table
    if frame.stage != "fire":
        return [refuse("fire.too_early", "7.9.aside")]
    found = []
    ship, target = Term("unit", action.ship), Term("unit", action.target)
    if action.ship not in present(table, frame, frame.turn_of):
        rule = _why_absent(frame, action.ship)
        found.append(refuse("fire.not_in_row", rule, unit=ship))
    elif not is_warship(action.ship):
        found.append(refuse("fire.no_guns", "7.9.fire.transports", unit=ship))
    elif action.ship in frame.fired:
        found.append(refuse("fire.once", "7.9.fire.once", unit=ship))
    if action.target not in present(table, frame, other(frame.turn_of)):
        rule = _why_absent(frame, action.target)
        found.append(refuse("fire.no_target", rule, unit=target))
    return found


def _why_absent(frame: NavalBattle, ship: str) -> str:
    """Return the clause by which a ship is in no row: it may have been set aside."""
    return "7.9.aside.out" if ship in frame.aside else "7.9.fire"


def apply_fire(play: Play, frame: NavalBattle, seat: str, action: Fire) -> None:
    """Fire."""
    shoot(play, seat, action.ship, action.target)


def shoot(play: Play, side: str, ship: str, target: str) -> None:
    """Roll one gunfire attack and carry out its result at once (7.9, 7.10)."""
    frame = the_naval_battle(play.table)
    (die,) = play.roll("gunfire")
    armour, gunfire = printed(target).armour, printed(ship).gunfire
    shot = shot_of(die, ship, target)
    critical = shot == "critical"
    play.tell(
        _shot_code(shot),
        "7.10" if critical else "7.9.fire",
        seat=seat_term(side),
        ship=Term("unit", ship),
        target=Term("unit", target),
        die=die,
        armour=armour,
        total=die + armour,
        gunfire=gunfire,
    )
    if shot != "miss":
        hit_ship(play, target, "7.10" if critical else "7.9.hit", critical=critical)
    play.retop(
        fired=(*frame.fired, ship),
        hit=frame.hit if target in frame.hit else (*frame.hit, target),
        shots=frame.shots + 1,
        turn_of=other(side),
    )


def shot_of(die: int, ship: str, target: str) -> Shot:
    """Return what a die brings a warship that fires at *target* (7.9, 7.10)."""
    if die == ship_numbers().gunfire_critical:
        return "critical"
    return "hit" if die + printed(target).armour < printed(ship).gunfire else "miss"


def _shot_code(shot: Shot) -> str:
    if shot == "critical":
        return "naval_battle.critical"
    return "naval_battle.hit" if shot == "hit" else "naval_battle.miss"


@cached_per_data()
def hitting_faces(ship: str, target: str) -> int:
    """Return on how many of the six faces a shot hits (7.9, 7.10)."""
    return sum(shot_of(die, ship, target) != "miss" for die in range(1, D6 + 1))


def target_rank(ship: str, target: str, steps: int) -> tuple[bool, int, int, str]:
    """Return a key that sorts a warship's targets, those worth most first."""
    return not is_warship(target), -hitting_faces(ship, target), steps, target


def by_gunfire(ships: Iterable[str]) -> list[str]:
    """Return warships, the strongest first."""
    return sorted(ships, key=lambda one: -printed(one).gunfire)


def _targets(table: Table, frame: NavalBattle, ship: str) -> list[str]:
    """Return the targets of a warship, those worth most first."""
    return sorted(
        present(table, frame, other(frame.turn_of)),
        key=lambda one: target_rank(ship, one, table.units[one].steps),
    )


def options_fire(
    view: View, frame: NavalBattle, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the warships yet to fire, the strongest first, then their targets."""
    table = view.table
    if frame.stage != "fire":
        return
    if field == "ship":
        armed = by_gunfire(guns(table, frame, frame.turn_of))
        yield from (unit_option(table.units[ship]) for ship in armed)
    elif field == "target" and filled_list(filled, "ship"):
        ship = filled_list(filled, "ship")[0]
        if ship in guns(table, frame, frame.turn_of):
            for target in _targets(table, frame, ship):
                yield Option(target, _shot_label(table, "fire.target", ship, target))


def _shot_label(table: Table, code: str, ship: str, target: str) -> Text:
    return Text(
        code,
        {
            "ship": Term("unit", ship),
            "target": Term("unit", target),
            "n": hitting_faces(ship, target),
            "steps": table.units[target].steps,
        },
    )


def fire_choices(table: Table, frame: NavalBattle) -> Iterator[Choice]:
    """Yield shots as buttons: every gun's best targets before its second best."""
    armed = by_gunfire(guns(table, frame, frame.turn_of))
    lists = [(ship, _targets(table, frame, ship)) for ship in armed]
    for rank in range(max((len(targets) for _, targets in lists), default=0)):
        for ship, targets in lists:
            if rank < len(targets):
                label = _shot_label(table, "fire.shot", ship, targets[rank])
                yield Choice(label, Fire(ship=ship, target=targets[rank]))


FIRE = Answer(
    model=Fire,
    frame=NavalBattle,
    check=check_fire,
    apply=apply_fire,
    options=options_fire,
    possible=lambda view, frame: next(options_fire(view, frame, "ship", {}), None) is not None,
)

VERBS: tuple[AnyVerb, ...] = (FIRE,)
