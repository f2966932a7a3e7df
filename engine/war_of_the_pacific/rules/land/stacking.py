"""Stacking (8.1): six land units in a hex, in the Spanish text five; the owner removes the excess.

A fort is named beside the land units by both texts (7.6, 7.7): it takes up no room of theirs, or by
the other reading one of the places (WP-R99).

Rules:
    8.1, 8.1.fort, 8.1.columns, 8.1.when, 8.1.excess; WP-E5, WP-R99.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.api import Decision, Option, Refusal, Term
from engine.kit.verbs import Answer, FrameRules
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Lose
from engine.war_of_the_pacific.counters import (
    Counters,
    is_fort,
    is_land_unit,
    land_ids,
)
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.places import is_hex
from engine.war_of_the_pacific.play import (
    AnyFrameRules,
    AnyVerb,
    Play,
    place_term,
    seat_term,
    unit_terms,
)
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import Overstack, Table, Unit, View
from engine.war_of_the_pacific.survey import (
    Scene,
    land_units,
)


def find_overstacks(play: Play) -> None:
    """Interrupt for every hex of the player that holds too many land units (8.1)."""
    for hex_id, excess in tuple(overstacked(play, play.seat)):
        play.push(Overstack(play.table.serial, play.seat, hex_id, excess))


def overstacked(scene: Scene, side: str) -> Iterator[tuple[str, int]]:
    """Yield the hexes where a side has too many land units, and how many too many (8.1)."""
    limits, land = scenario_for(scene.settings).stacking, land_ids()
    stacks = Counter(
        unit.at for unit in scene.units.values() if unit.side == side and unit.id in land
    )
    # Most stacks are small enough even where no fort makes room.
    high = (at for at, n in stacks.items() if n > min(limits.units, limits.with_fort))
    for hex_id in sorted(filter(is_hex, high)):
        excess = _excess(scene, hex_id, side)
        if excess > 0:
            yield hex_id, excess


def _excess(scene: Scene, hex_id: str, side: str) -> int:
    return -room(scene.units, hex_id, side, scene.settings)


def check_remove(view: View, frame: Overstack, action: Lose) -> list[Refusal]:
    """Return why these units do not bring the hex within the limit (8.1)."""
    there = place_term(frame.hex)
    found = []
    for unit_id in action.units:
        unit, name = view.table.units[unit_id], Term("unit", unit_id)
        if unit.side != view.viewer or unit.at != frame.hex or not is_land_unit(unit):
            found.append(refuse("stacking.not_here", "8.1.excess", unit=name, place=there))
        elif not _takes_room(unit, view.table.settings):
            found.append(refuse("stacking.fort", "8.1.fort", unit=name, place=there))
    if len(set(action.units)) != frame.excess or len(action.units) != frame.excess:
        found.append(refuse("stacking.number", "8.1.excess", n=frame.excess, place=there))
    return found


def apply_remove(play: Play, frame: Overstack, seat: str, action: Lose) -> None:
    """Eliminate the units."""
    play.pop()
    for unit_id in action.units:
        play.eliminate(unit_id)
    play.tell(
        "stacking.removed",
        "8.1.excess",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        place=place_term(frame.hex),
    )
    # Whoever gives up the fort gives up the room that it made.
    excess = _excess(play, frame.hex, seat)
    if excess > 0:
        play.push(Overstack(play.table.serial, seat, frame.hex, excess))


def options_remove(
    view: View, frame: Overstack, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer groups of the right size, weakest first, sliding along the stack."""
    settings = view.table.settings
    there = land_units(view.table.units, frame.hex, frame.seat)
    units = [unit for unit in there if _takes_room(unit, settings)]
    units.sort(key=lambda unit: unit.steps)
    for start in range(len(units)):
        group = [units[(start + i) % len(units)] for i in range(frame.excess)]
        yield stack_option(group)


def decide_overstack(table: Table, frame: Overstack) -> tuple[Decision, ...]:
    """Ask which units go."""
    return (
        Decision(
            f"{frame.born}.overstack.{frame.hex}.{frame.seat}",
            frame.seat,
            "overstack",
            "8.1.excess",
            {"n": frame.excess, "place": place_term(frame.hex)},
            ("lose",),
        ),
    )


def _takes_room(unit: Unit, settings: Settings) -> bool:
    return settings.fort_stacking == "counted" or not is_fort(unit)


def room(units: Counters, hex_id: str, side: str, settings: Settings) -> int:
    """Return how many more land units *side* may keep in a hex; below 0, how many are too many.

    Rules:
        8.1; WP-E5.
    """
    fort = any(unit.at == hex_id and is_fort(unit) for unit in units.values())
    return room_beside(land_units(units, hex_id, side), settings, fort=fort)


def room_beside(here: Iterable[Unit], settings: Settings, *, fort: bool) -> int:
    """Return the same of a hex where the side has the land units *here*, forts among them.

    Args:
        here: All of its land units in the hex, or all that are to be there.
        settings: Whose limits hold, and whether a fort is one of the units.
        fort: A fort is in the hex, of whichever side.
    """
    limits = scenario_for(settings).stacking
    limit = limits.with_fort if fort else limits.units
    return limit - sum(_takes_room(unit, settings) for unit in here)


LOSE = Answer(
    model=Lose,
    frame=Overstack,
    check=check_remove,
    apply=apply_remove,
    options=options_remove,
)

VERBS: tuple[AnyVerb, ...] = (LOSE,)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Overstack, decisions=decide_overstack),)
