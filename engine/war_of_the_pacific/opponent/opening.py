"""Set-up (3.2 to 3.5): an opening of the book, place by place."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Action
from engine.dice import Dice
from engine.war_of_the_pacific.actions import Deploy, Done, Standard
from engine.war_of_the_pacific.counters import is_column, is_fort, is_land_unit
from engine.war_of_the_pacific.opponent.safe import legal
from engine.war_of_the_pacific.opponent.weights import Opening, Weights
from engine.war_of_the_pacific.places import BOX, HAND
from engine.war_of_the_pacific.rules.land.stacking import room_beside
from engine.war_of_the_pacific.rules.setting_up.deployment import allowed_places, lines
from engine.war_of_the_pacific.state import Table, View

COLUMN = "column"
"""In an opening: any Supply Column that may be put there."""


def set_up(view: View, weights: Weights, dice: Dice) -> Action:
    """Return the next step of the set-up: a place of the opening, the rest, and the end of it."""
    side = view.viewer or ""
    book = [one for one in weights.opening if one.seat == side and _fits(view.table, one)]
    if not book:
        return Done() if legal(view, Done()) else Standard()
    begun = [one for one in book if _begun(view, one)]
    opening = begun[0] if begun else _drawn(book, dice)
    for place, units in _placings(view.table, side, opening):
        return Deploy(units=units, to=place)
    if any(unit.at == HAND and unit.side == side for unit in view.table.units.values()):
        return Standard()
    return Done()


def _drawn(book: list[Opening], dice: Dice) -> Opening:
    number = dice.roll("opening", sides=sum(one.weight for one in book))[0]
    for one in book:
        number -= one.weight
        if number <= 0:
            return one
    return book[-1]


def _fits(table: Table, opening: Opening) -> bool:
    """Say whether an opening names every unit, and stacks no more than a hex may hold (8.1)."""
    units = table.units
    named = {unit for _, names in opening.stacks() for unit in names}
    wanted = {
        one
        for one, line in lines(table.settings.follows("forces")).items()
        if line.side == opening.seat and not line.places.home and not is_column(one)
    }
    if not wanted <= named:
        return False
    for place, names in opening.stacks():
        if place == BOX:
            continue
        there = [units[one] for one in names if one in units and is_land_unit(units[one])]
        forts = [one for one in units.values() if one.at == place and is_fort(one)]
        if room_beside((*there, *forts), table.settings, fort=bool(forts)) < 0:
            return False
    return True


def _begun(view: View, opening: Opening) -> bool:
    """Say whether the set-up looks as if it had begun with this opening."""
    place, units = opening.stacks()[0]
    known = [one for one in units if one in view.table.units]
    return bool(known) and all(view.table.units[one].at == place for one in known)


def _placings(table: Table, side: str, opening: Opening) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is still in hand and has a place in the opening."""
    edition = table.settings.follows("forces")
    line_of = lines(edition)
    in_hand = [unit.id for unit in table.units.values() if unit.at == HAND and unit.side == side]
    for place, names in opening.stacks():
        able = [
            one
            for one in in_hand
            if one in line_of and place in allowed_places(edition, line_of[one].id)
        ]
        columns = [one for one in able if is_column(one)]
        units = [one for one in names if one in able and one != COLUMN]
        units += columns[: names.count(COLUMN)]
        if units:
            yield place, tuple(units)
