"""What must hold of units, set-up and numbers: the rulebook's lists and the values it names."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engine.data.files import DataError
from engine.data.rules_ledger import load_rules
from engine.war_of_the_pacific.actions import Allot
from engine.war_of_the_pacific.board import GAME, Board
from engine.war_of_the_pacific.mapfiles import CityRow, Terrain, TerrainRow
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.roster import (
    EDITIONS,
    LAND_KINDS,
    NAVAL_KINDS,
    Edition,
    Kind,
    Side,
    UnitRow,
)
from engine.war_of_the_pacific.scenario import Placement, ScenarioFile, StandardStack

UNITS, SCENARIO, TERRAIN = "units.csv", "scenario.toml", "terrain.csv"

SIDES: tuple[Side, ...] = ("allies", "chile")
SIDE_OF: dict[str, Side] = {"chile": "chile", "peru": "allies", "bolivia": "allies"}

# 8.6 and 8.9: points to enter, modifier of the defender's dice.
COSTS = {
    "sea": (None, None),
    "rough": (2, 1),
    "mountain": (4, 2),
    "desert": (3, 0),
    "salt_desert": (2, 0),
    "river": (2, 1),
    "railroad": (1, None),
    "box": (1, None),
    "fort": (None, 3),
}
SPEEDS = {"covadonga": -1, "atahualpa": -2, "union": 2}  # 7.4, 7.5
WARSHIPS = {"chile": 9, "allies": 6}
CHITS = (
    "inspiring_leader",
    "earthworks",
    "cavalry_charge",
    "tactical_surprise",
    "slaughter",
    "canister",
    "no_event",
)

# How many units of each kind arrive when (9.0; WP-E11). The rest are set up or in the pool; a unit
# that one edition sets up and the other sends arrives in the other alone.
ARRIVALS: Mapping[Edition, Mapping[tuple[str, Kind], Mapping[int, int]]] = {
    "en": {
        ("chile", Kind.INFANTRY): {2: 5, 3: 2, 5: 3, 7: 5, 9: 4, 10: 5, 12: 1},
        ("chile", Kind.CAVALRY): {2: 1, 5: 1, 6: 1, 10: 1},
        ("chile", Kind.ARTILLERY): {2: 1, 6: 2},
        ("peru", Kind.INFANTRY): {2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 8: 2, 9: 2, 10: 6, 11: 3, 12: 2},
        ("peru", Kind.CAVALRY): {5: 1, 6: 1, 8: 1},
        ("peru", Kind.ARTILLERY): {5: 1, 6: 1},
        ("peru", Kind.FORT): {2: 1, 4: 1},
    },
    "es": {
        ("chile", Kind.INFANTRY): {2: 5, 3: 2, 5: 3, 7: 5, 9: 4, 10: 5},
        ("chile", Kind.CAVALRY): {2: 1, 5: 1, 6: 1, 10: 1},
        ("chile", Kind.ARTILLERY): {2: 1, 6: 2},
        ("peru", Kind.INFANTRY): {2: 1, 3: 2, 4: 3, 5: 2, 6: 3, 8: 2, 9: 2, 10: 6, 11: 3, 12: 2},
        ("peru", Kind.CAVALRY): {5: 1, 6: 1, 8: 1},
        ("peru", Kind.ARTILLERY): {5: 1, 6: 1},
    },
}


def check_terrain(rows: Sequence[TerrainRow]) -> list[DataError]:
    """Return where costs and modifiers differ from the tables of 8.6 and 8.9."""
    found = []
    by_key = {row.key: row for row in rows}
    for key, (cost, defence) in COSTS.items():
        row = by_key.get(key)
        if row is None:
            found.append(DataError(TERRAIN, 0, "key", f"{key} is missing"))
            continue
        if row.cost != cost:
            problem = f"{key} costs {cost} (rulebook 8.6), not {row.cost}"
            found.append(DataError(TERRAIN, row.line, "cost", problem))
        if row.defence != defence:
            problem = f"{key} gives {defence} (rulebook 8.9), not {row.defence}"
            found.append(DataError(TERRAIN, row.line, "defence", problem))
    found += [
        DataError(TERRAIN, row.line, "key", f"no such terrain: {row.key}")
        for row in rows
        if row.key not in COSTS
    ]
    return found


def check_units(units: Sequence[UnitRow], cities: Sequence[CityRow]) -> list[DataError]:
    """Return what is wrong with units, each on its own and against the rulebook's lists."""
    found = []
    seen: dict[str, int] = {}
    for row in units:
        if row.id in seen:
            problem = f"{row.id} stands already on line {seen[row.id]}"
            found.append(DataError(UNITS, row.line, "id", problem))
        seen.setdefault(row.id, row.line)
        found += _check_unit(row, cities)
    by_id = {row.id: row for row in units}
    for unit, speed in SPEEDS.items():
        if unit not in by_id:
            found.append(DataError(UNITS, 0, "id", f"{unit} is missing (rulebook 7.4, 7.5)"))
        elif by_id[unit].speed != speed:
            problem = f"{unit} has {speed} (rulebook)"
            found.append(DataError(UNITS, by_id[unit].line, "speed", problem))
    if not any(r.side == "chile" and r.size == "regiment" and r.modifier == 2 for r in units):
        problem = "one Chilean regiment has +2 (rulebook 8.12)"
        found.append(DataError(UNITS, 0, "modifier", problem))
    for side, number in WARSHIPS.items():
        ships = sum(row.side == side and row.kind is Kind.WARSHIP for row in units)
        if ships != number:
            problem = f"{side} has {number} warships, not {ships}"
            found.append(DataError(UNITS, 0, "kind", problem))
    return found


def _check_unit(row: UnitRow, cities: Sequence[CityRow]) -> list[DataError]:
    found = []

    def wrong(field: str, problem: str) -> None:
        found.append(DataError(UNITS, row.line, field, f"{row.id}: {problem}"))

    if SIDE_OF[row.nation] != row.side:
        wrong("side", f"{row.nation} fights on the side {SIDE_OF[row.nation]}")
    if row.kind is Kind.SUPPLY:
        wrong("kind", "Supply Columns are not listed, they are numbered in play")
    if row.kind is Kind.WARSHIP and row.gunfire < 1:
        wrong("gunfire", "a warship needs a gunfire factor")
    if row.kind is not Kind.WARSHIP and row.gunfire:
        wrong("gunfire", "only a warship fires")
    if row.kind not in NAVAL_KINDS and (row.armour or row.speed):
        wrong("speed", "only ships have armour and speed")
    if row.kind is not Kind.FORT and row.anti_ship is not None:
        wrong("anti_ship", "only a fort has an anti-ship factor")
    if row.kind in NAVAL_KINDS and (row.size != "ship" or row.steps != 2):
        wrong("size", "a ship has the size ship and two steps, sound and damaged")
    if row.kind in NAVAL_KINDS and row.arrives:
        wrong("arrives", "all ships are there from the start (rulebook 3.2, 3.5)")
    if row.kind is Kind.FORT and not any(city.hex == row.home and city.port for city in cities):
        wrong("home", "a fort stands in a port city (rulebook 3.2)")
    if row.kind is not Kind.FORT and row.home is not None:
        wrong("home", "only a fort has a home")
    return found


def _check_arrivals(units: Sequence[UnitRow], edition: Edition) -> list[DataError]:
    found = []
    counted: dict[tuple[str, Kind], Counter[int]] = {}
    for row in units:
        if row.arrives:
            counted.setdefault((row.nation, row.kind), Counter())[row.arrives] += 1
    for key in sorted(set(counted) | set(ARRIVALS[edition])):
        have, due = counted.get(key, Counter[int]()), ARRIVALS[edition].get(key, {})
        for turn in sorted(set(have) | set(due)):
            if have[turn] != due.get(turn, 0):
                problem = (
                    f"{key[0]} gets {due.get(turn, 0)} {key[1]} on turn {turn} "
                    f"(rulebook 9.0, edition {edition}), not {have[turn]}"
                )
                found.append(DataError(UNITS, 0, "arrives", problem))
    return found


def check_scenario(board: Board, file: ScenarioFile, units: Sequence[UnitRow]) -> list[DataError]:
    """Return what is wrong with set-up, pool, orders, chits and victory."""
    found = []
    if [turn.number for turn in file.turn] != list(range(1, 13)):
        found.append(DataError(SCENARIO, 0, "turn", "the turns must be 1 to 12 in order"))
    if sorted(chit.key for chit in file.chit) != sorted(CHITS):
        found.append(DataError(SCENARIO, 0, "chit", f"must be {', '.join(CHITS)}, each once"))
    if [(v.turn, v.win_at_least, v.lose_below) for v in file.victory] != [
        (5, 6, 2),
        (9, 8, 2),
        (12, 18, 13),
    ]:
        problem = "must be 6 and 2 on turn 5, 8 and 2 on 9, 18 and 13 on 12 (rulebook 5.2-5.4)"
        found.append(DataError(SCENARIO, 0, "victory", problem))
    found += _check_clauses(file)
    found += _check_columns_paid(board, file)
    for side in SIDES:
        held = getattr(file.control, side)
        found += [
            DataError(SCENARIO, 0, f"control.{side}", f"{one} is no city")
            for one in held
            if one not in board.cities
        ]
    for edition in EDITIONS:
        here = {row.id: row for row in units if edition in row.editions}
        begun = {one for line in file.placement if edition in line.editions for one in line.units}
        found += _check_arrivals([row for row in here.values() if row.id not in begun], edition)
        found += _check_placements(board, file, here, edition)
        for side in SIDES:
            found += _check_standard(board, file, here, edition, side)
    known = {(one.file, one.line, one.field, one.problem): one for one in found}
    return list(known.values())


def _check_clauses(file: ScenarioFile) -> list[DataError]:
    """Return the clauses of victory checks that the rulebook does not have."""
    known = load_rules(GAME)
    found = []
    for check in file.victory:
        cited = (check.clause, check.clause_below, *((check.clause_draw,) if check.final else ()))
        found += [
            DataError(SCENARIO, check.line, "victory.clause", f"there is no clause {clause!r}")
            for clause in cited
            if clause not in known
        ]
    return found


def _check_columns_paid(board: Board, file: ScenarioFile) -> list[DataError]:
    """Return what of Supply Columns no order could say: other cities, another price than one."""
    named = {board.city_keys[name.replace("_", "-")].hex for name in Allot.model_fields}
    found = [
        DataError(SCENARIO, 0, "receipt", f"columns cannot be placed in {one} (rulebook 4.1)")
        for one in (*file.receipt.allies, *file.receipt.bolivian)
        if one not in named
    ]
    found += [
        DataError(SCENARIO, 0, f"prices.{name}", "must be 1: an order names one column")
        for name in ("replenish", "rebuild", "recruit", "provisions")
        if getattr(file.prices, name) != 1
    ]
    return found


def _check_placements(
    board: Board, file: ScenarioFile, units: Mapping[str, UnitRow], edition: Edition
) -> list[DataError]:
    found = []
    placed: Counter[str] = Counter()
    for line in file.placement:
        if edition not in line.editions:
            continue
        placed.update(line.units)
        for one in line.units:
            if one not in units:
                problem = f"no unit {one} in edition {edition}"
            elif units[one].nation != line.nation:
                problem = f"{one} is not of {line.nation}"
            elif units[one].arrives and set(line.editions) == set(EDITIONS):
                problem = f"{one} arrives on turn {units[one].arrives}"
            elif line.places.home and units[one].home is None:
                problem = f"{one} has no home"
            else:
                continue
            found.append(DataError(SCENARIO, line.line, f"{line.id}.units", problem))
        found += [
            DataError(SCENARIO, line.line, f"{line.id}.places", f"{one} is not on the map")
            for one in line.places.on(board)
            if one != BOX and one not in board.hexes
        ]
    pooled = Counter(one for side in SIDES for one in getattr(file.pool, side))
    for one, row in units.items():
        times = placed[one] + pooled[one]
        due = min(times, 1) if row.arrives else 1
        if times != due:
            problem = f"{one} is set up or in the pool {times} times, not {due} ({edition})"
            found.append(DataError(SCENARIO, 0, "placement", problem))
    found += [
        DataError(SCENARIO, 0, "pool", f"no unit {one}") for one in pooled if one not in units
    ]
    return found


def _check_standard(
    board: Board,
    file: ScenarioFile,
    units: Mapping[str, UnitRow],
    edition: Edition,
    side: Side,
) -> list[DataError]:
    """Return where the standard set-up of a side breaks the lines of the set-up."""
    field = f"standard.{side}"
    stacks: tuple[StandardStack, ...] = tuple(
        one
        for one in getattr(file.standard, side)
        if edition in one.editions and edition in one.stacking
    )
    lines = [one for one in file.placement if one.side == side and edition in one.editions]
    places = {unit: stack.place for stack in stacks for unit in stack.units}
    found: list[DataError] = []

    def wrong(problem: str) -> None:
        found.append(DataError(SCENARIO, 0, field, f"{problem} ({edition})"))

    listed = Counter(unit for stack in stacks for unit in stack.units)
    due = Counter(unit for line in lines for unit in line.units)
    for unit in sorted((listed - due) + (due - listed)):
        wrong(f"{unit} is there {listed[unit]} times, not {due[unit]}")
    for line in lines:
        allowed = line.places.on(board)
        for unit in line.units:
            home = units[unit].home if line.places.home and unit in units else None
            if unit in places and places[unit] not in (*allowed, home):
                wrong(f"{unit} may not stand in {places[unit]}")
        used = {places[unit] for unit in line.units if unit in places}
        for one in line.each:
            if one not in used:
                wrong(f"{line.id} needs a unit in {one}")
    found += _check_columns(board, stacks, lines, wrong)
    limit = file.stacking[edition]
    for place in {stack.place for stack in stacks} - {BOX}:
        here = [units[unit] for unit, at in places.items() if at == place and unit in units]
        fort = any(row.kind is Kind.FORT for row in here)
        land = sum(row.kind in LAND_KINDS for row in here)
        if land > (limit.with_fort if fort else limit.units):
            wrong(f"{land} land units are too many for {place}")
        if not board.is_navigable(place) and any(row.kind in NAVAL_KINDS for row in here):
            wrong(f"ships cannot lie in {place}")
        if place in board.hexes and board.hexes[place].terrain is Terrain.SEA and land:
            wrong(f"land units cannot stand in {place}")
    for order in getattr(file.standard_order, side):
        at = {places.get(ship) for ship in order.ships}
        if len(at) != 1 or None in at:
            wrong(f"the order to {order.area} names ships that do not lie together")
        if any(ship in units and units[ship].kind not in NAVAL_KINDS for ship in order.ships):
            wrong(f"the order to {order.area} names units that are no ships")
        if order.area not in board.areas:
            wrong(f"no such naval area: {order.area}")
    return found


def _check_columns(
    board: Board,
    stacks: Sequence[StandardStack],
    lines: Sequence[Placement],
    wrong: Callable[[str], None],
) -> list[DataError]:
    """Report columns of the standard set-up that are too many, too few or in a wrong place."""
    for nation in {line.nation for line in lines}:
        due = sum(line.supply for line in lines if line.nation == nation)
        mine = [stack for stack in stacks if stack.supply and stack.nation == nation]
        have = sum(stack.supply for stack in mine)
        if have != due:
            wrong(f"{nation} has {have} Supply Columns, not {due}")
        allowed = {
            place
            for line in lines
            if line.nation == nation and line.supply
            for place in line.places.on(board)
        }
        for stack in mine:
            if stack.place not in allowed:
                wrong(f"a Supply Column may not stand in {stack.place}")
    return []
