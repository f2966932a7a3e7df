"""What a scenario of ¡A las barricadas! must hold so that it can be played (2.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import get_args

from engine.barricadas.board import HexRow
from engine.barricadas.roster import STEPS, Kind, Roster
from engine.barricadas.rules.stacking.limits import MOST_STEPS
from engine.barricadas.scenario import (
    FIRST,
    GUIDES,
    ArmyRow,
    Scenario,
    ScenariosFile,
    can_be_filled,
)
from engine.data.files import DataError

_FILE = "scenarios.toml"
_KEYS: tuple[str, ...] = get_args(Scenario.model_fields["key"].annotation)


def check_scenarios(
    file: ScenariosFile,
    roster: Roster,
    boards: Mapping[str, Sequence[HexRow]],
    batteries: Collection[int],
    *,
    shipped: bool = False,
) -> list[DataError]:
    """Return where scenarios name what is not there, or give what nobody can deploy.

    Args:
        file: The scenarios.
        roster: Counters and officers.
        boards: The hexes of each board, by its letter.
        batteries: The calibres of which a battery's factors are known, in mm.
        shipped: The scenarios are ours, other files a host's own: of those that came later the ones
            that cannot be filled are left out, and no mistake.
    """
    keys: list[str] = [one.key for one in file.scenario]
    found = [
        DataError(_FILE, 0, "key", f"{key} is there {keys.count(key)} times, not once")
        for key in _KEYS
        if keys.count(key) > 1 or (key in FIRST and key not in keys)
    ]
    for one in file.scenario:
        if shipped and one.key not in FIRST and not can_be_filled(one, roster):
            continue
        found += _scenario(one, boards)
        found += _weather(one)
        found += _obstacles(one, boards)
        for army in one.army:
            found += _army(one, army, roster, boards)
            found += _room(army, roster)
            found += _fire(army, batteries)
    return [*found, *_pools(file)]


def _hexes(scenario: Scenario, boards: Mapping[str, Sequence[HexRow]]) -> set[str]:
    letters = {one.board for one in scenario.boards}
    return {row.hex for letter in letters for row in boards.get(letter, ())}


def _scenario(one: Scenario, boards: Mapping[str, Sequence[HexRow]]) -> Iterator[DataError]:
    for sheet in one.boards:
        if sheet.board not in boards:
            yield DataError(_FILE, sheet.line, "board", f"there is no board {sheet.board}")
    strange = sorted({*one.towns} - _hexes(one, boards))
    if strange:
        told = ", ".join(strange)
        yield DataError(_FILE, one.line, "towns", f"{told} not on the scenario's boards")
    if one.wins > len(one.towns):
        problem = f"{one.wins} of {len(one.towns)} towns can never be held"
        yield DataError(_FILE, one.line, "wins", problem)
    first, second = one.army
    if first.side == second.side:
        yield DataError(_FILE, second.line, "side", f"both are {first.side}")
    if first.home == second.home:
        yield DataError(_FILE, second.line, "home", f"both are at home in the {first.home}")
    shared = sorted({*first.deploy} & {*second.deploy})
    if shared:
        problem = f"{', '.join(shared[:5])}: both sides deploy there"
        yield DataError(_FILE, second.line, "deploy", problem)


def _weather(one: Scenario) -> Iterator[DataError]:
    taken: set[int] = set()
    for row in one.weather:
        turns = {*range(row.first, row.last + 1)}
        if not turns or row.last > one.turns:
            problem = f"turns {row.first} to {row.last} of {one.turns}"
            yield DataError(_FILE, row.line, "last", problem)
        if turns & taken:
            yield DataError(_FILE, row.line, "first", f"turn {min(turns & taken)} has two weathers")
        taken |= turns


def _obstacles(one: Scenario, boards: Mapping[str, Sequence[HexRow]]) -> Iterator[DataError]:
    laid: set[tuple[str, str]] = set()
    for row in one.obstacles:
        strange = sorted({*row.hexes} - _hexes(one, boards))
        if strange:
            told = ", ".join(strange[:5])
            yield DataError(_FILE, row.line, "hexes", f"{told} not on the scenario's boards")
        for place in row.hexes:
            if (row.kind, place) in laid:
                yield DataError(_FILE, row.line, "hexes", f"{row.kind} is in {place} twice")
            laid.add((row.kind, place))


def _army(
    scenario: Scenario,
    army: ArmyRow,
    roster: Roster,
    boards: Mapping[str, Sequence[HexRow]],
) -> Iterator[DataError]:
    strange = sorted({*army.deploy} - _hexes(scenario, boards))
    if strange:
        told = ", ".join(strange[:5])
        yield DataError(_FILE, army.line, "deploy", f"{told} not on the scenario's boards")
    drawn: dict[str, int] = {}
    for row in army.units:
        pool = roster.pools.get(row.pool)
        if pool is None:
            yield DataError(_FILE, row.line, "pool", f"there is no pool {row.pool}")
            continue
        if roster.factions[pool.faction] != army.side:
            yield DataError(_FILE, row.line, "pool", f"{row.pool} is not {army.side}")
        drawn[row.pool] = drawn.get(row.pool, 0) + row.number
        if drawn[row.pool] > len(pool.officers):
            problem = f"{drawn[row.pool]} of the {len(pool.officers)} officers of {row.pool}"
            yield DataError(_FILE, row.line, "number", problem)
        for key in row.added:
            if key not in roster.types or roster.types[key].side != army.side:
                yield DataError(_FILE, row.line, "added", f"{key} is no counter of {army.side}")
    for guide in army.guides:
        there = {(side, kind) for side, kind, _ in roster.guides.values()}
        if (army.side, GUIDES.get(guide, "")) not in there:
            yield DataError(_FILE, army.line, "guides", f"{army.side} have no {guide}")


def _room(army: ArmyRow, roster: Roster) -> Iterator[DataError]:
    """Yield where more counters are drawn than fit (4), or more markers given than can react."""
    drawn = [
        roster.types[key]
        for row in army.units
        if (pool := roster.pools.get(row.pool)) is not None
        for key in (*[pool.troops] * pool.number, *row.added) * row.number
        if key in roster.types
    ]
    stacked = [one for one in drawn if one.kind is not Kind.TRUCK]
    if len(stacked) * STEPS > MOST_STEPS * len(army.deploy):
        problem = f"{len(stacked)} counters do not fit into {len(army.deploy)} hexes"
        yield DataError(_FILE, army.line, "deploy", problem)
    armed = sum(bool(one.weapons) for one in drawn)
    if army.reactions > armed:
        problem = f"{army.reactions} markers for {armed} counters that can fire"
        yield DataError(_FILE, army.line, "reactions", problem)


def _fire(army: ArmyRow, batteries: Collection[int]) -> Iterator[DataError]:
    kinds = [row.kind for row in army.aviation]
    for kind in sorted({kind for kind in kinds if kinds.count(kind) > 1}):
        yield DataError(_FILE, army.line, "aviation", f"{kind} are there twice")
    for row in army.batteries:
        if row.calibre not in batteries:
            problem = f"batteries.csv has no {row.calibre} mm"
            yield DataError(_FILE, row.line, "calibre", problem)


def _pools(file: ScenariosFile) -> Iterator[DataError]:
    """Yield where units of one pool come with other counters in one place than in another.

    What a counter is follows from its number in its unit, in every scenario.
    """
    first: dict[str, tuple[str, ...]] = {}
    for scenario in file.scenario:
        for army in scenario.army:
            for row in army.units:
                if first.setdefault(row.pool, row.added) != row.added:
                    problem = f"units of {row.pool} come with other counters elsewhere"
                    yield DataError(_FILE, row.line, "added", problem)
