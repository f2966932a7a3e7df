"""Units ordered together on land: what keeps them apart, and which groups are offered.

Rules:
    8.2.stack (who moves together), 8.9.onehex (who attacks together); WP-R37 (forts stay).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.api import Refusal, Term
from engine.kit.wording import refuse
from engine.war_of_the_pacific.counters import Counters, can_march, is_column, is_fort, kind_of
from engine.war_of_the_pacific.play import place_term
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.state import Unit
from engine.war_of_the_pacific.survey import is_on_land


def refuse_group(
    units: Counters, side: str | None, ids: Sequence[str], rule: str, apart: str
) -> tuple[list[Unit], list[Refusal]]:
    """Return the units named and what is wrong with them as one group standing on land.

    Wrong are: units of the enemy, forts, ships, units that are not on the map, and units of
    different places, which clause *apart* forbids. All *ids* are known.
    """
    group: list[Unit] = []
    found: list[Refusal] = []
    for unit_id in ids:
        unit = units[unit_id]
        name = Term("unit", unit_id)
        if unit.side != side:
            found.append(refuse("unit.not_yours", rule, unit=name))
        elif is_fort(unit):
            found.append(refuse("unit.fort", rule, unit=name))
        elif not can_march(unit):
            found.append(refuse("unit.not_land", rule, unit=name))
        elif not is_on_land(unit.at):
            found.append(refuse("unit.not_on_map", rule, unit=name, place=place_term(unit.at)))
        else:
            group.append(unit)
    places = dict.fromkeys(unit.at for unit in group)
    if len(places) > 1:
        found.append(refuse("unit.apart", apart, places=tuple(map(place_term, places))))
    return group, found


LONGEST = 100
"""Characters that a typed value may have: Discord's limit."""


def _typable(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return as many of *units*, from the first, as can be typed as one comma list."""
    length = -1
    for count, unit in enumerate(units):
        length += len(unit.id) + 1
        if length > LONGEST:
            return tuple(units[:count])
    return tuple(units)


def groups(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Return sensible groups out of the *units* of one place, the whole stack first.

    Then all land units without the columns, those on foot, all cavalry, all columns, each land
    unit alone, and one column: columns of a place are alike. A group too long to type is cut.
    """
    columns = [unit for unit in units if is_column(unit)]
    land = [unit for unit in units if not is_column(unit)]
    horse = [unit for unit in land if kind_of(unit) is Kind.CAVALRY]
    foot = [unit for unit in land if kind_of(unit) is not Kind.CAVALRY]
    seen: set[tuple[Unit, ...]] = {()}
    alone = [[unit] for unit in (*land, *columns[:1])]
    for whole in ([*land, *columns], land, foot, horse, columns, *alone):
        group = _typable(whole)
        if group not in seen:
            seen.add(group)
            yield group


def by_place(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Return *units* sorted into their places, in the order in which places first appear."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(unit.at, []).append(unit)
    return found
