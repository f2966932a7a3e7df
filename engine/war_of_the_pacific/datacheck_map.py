"""What must hold of the map: its form, its fixed points, and that one can get about on it."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, radians

from engine.data.files import DataError, Record
from engine.data.grid.hexes import HexGrid
from engine.war_of_the_pacific.board import Area, Board, pair
from engine.war_of_the_pacific.mapfiles import (
    AreaRow,
    CityRow,
    HexRow,
    MapFile,
    RailRow,
    SideKind,
    SideRow,
    Terrain,
)

HEXES, CITIES, SIDES, RAILS, AREAS = (
    "hexes.csv",
    "cities.csv",
    "hexsides.csv",
    "railways.csv",
    "areas.csv",
)

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")

# Where the rule texts name a hex (4.1, 5.1, 5.6, 3.5).
CITY_HEXES = {
    "lima": "2008",
    "callao": "2007",
    "la-paz": "3513",
    "oruro": "3616",
    "arica": "3116",
    "antofagasta": "3123",
}
CITY_POINTS = {"arica": 2}  # 5.1
POINTS_TOGETHER: Mapping[tuple[str, ...], int] = {("tacna", "arequipa", "iquique"): 5}  # WP-R29
POINTS_ABOVE = {"cuzco": 0}  # WP-R29
POINTS_BELOW: Mapping[tuple[str, ...], int] = {
    ("iquique", "pisagua", "arica", "tacna"): 7
}  # WP-R29
POINTS_AT_LEAST = 18  # 5.4: the last threshold must be within reach
MUST_BE_PORT = ("callao", "arica", "antofagasta", "iquique", "pisagua")  # 2.4, 3.2, 7.5
FIXED_TERRAIN = {"2415": "sea", "2514": "sea", "2513": "sea", "3120": "land"}  # 7.5, WP-R28
FIXED_AREAS = {"2007": "X", "2415": "VI", "2514": "VI"}  # 7.5
BOX_EXITS = ("3130", "3231")  # 8.6
RIVER_HEX = "3515"  # 8.6
AREA_PATH = ("X", "XI", "VIII", "VII", "VI")  # 7.5
KM_OFF = 20.0


def check_map(
    sheet: MapFile,
    hexes: Sequence[HexRow],
    cities: Sequence[CityRow],
    sides: Sequence[SideRow],
    rails: Sequence[RailRow],
) -> list[DataError]:
    """Return what is wrong with the map's records, each on its own and among each other."""
    grid = HexGrid(sheet.parity)
    by_id = {row.hex: row for row in hexes}
    found = _repeated(HEXES, "hex", hexes, lambda row: row.hex)
    found += _repeated(CITIES, "hex", cities, lambda row: row.hex)
    found += _repeated(CITIES, "key", cities, lambda row: row.key)
    found += _repeated(RAILS, "key", rails, lambda row: row.key)
    found += _check_sheet(sheet, by_id)
    found += _check_sides(grid, sides, by_id)
    closed = {pair(row.a, row.b) for row in sides if row.kind is SideKind.LAND}
    for row in hexes:
        found += _check_hex(sheet, grid, row, by_id, closed)
    found += _check_cities(cities, by_id)
    found += _check_points(cities)
    blocked = {pair(row.a, row.b) for row in sides if row.kind is SideKind.IMPASSABLE}
    for rail in rails:
        found += _check_rail(grid, rail, by_id, blocked)
    return found + _check_fixed(by_id, sides)


def check_routes(
    board: Board,
    sheet: MapFile,
    hexes: Sequence[HexRow],
    cities: Sequence[CityRow],
    areas: Sequence[AreaRow],
) -> list[DataError]:
    """Return what cannot be reached, by land or by sea, and what is wrong with naval areas."""
    found: list[DataError] = []
    start = next(row.hex for row in cities if row.key == "lima")
    by_land = _flood(start, lambda place: (one for one, _ in board.land_exits(place, False)))
    found += [
        DataError(CITIES, row.line, "hex", f"{row.name} cannot be reached by land from Lima")
        for row in cities
        if row.hex not in by_land
    ]
    found += [
        DataError(HEXES, row.line, "terrain", f"land hex {row.hex} is cut off from Lima")
        for row in hexes
        if row.terrain is not Terrain.SEA and row.hex not in by_land
    ]
    callao = CITY_HEXES["callao"]
    found += [
        DataError(HEXES, row.line, "terrain", f"ships cannot sail from Callao to {row.hex}")
        for row in hexes
        if board.is_navigable(row.hex) and board.sea_distance(callao, row.hex) is None
    ]
    names = [row.id for row in areas]
    if sorted(names) != sorted(ROMAN):
        found.append(DataError(AREAS, 0, "id", "the areas must be I to XIII, each once"))
        return found
    for row in areas:
        found += _check_area(board, row, board.areas[row.id])
    for a, b in pairwise(AREA_PATH):
        if b not in board.areas[a].neighbours:
            found.append(DataError(AREAS, 0, a, f"must adjoin {b} (rulebook 7.5)"))
    return found


def _repeated(
    file: str, field: str, rows: Iterable[Record], key: Callable[..., str]
) -> list[DataError]:
    seen: dict[str, int] = {}
    found = []
    for row in rows:
        value = key(row)
        if value in seen:
            problem = f"{value} stands already on line {seen[value]}"
            found.append(DataError(file, row.line, field, problem))
        seen.setdefault(value, row.line)
    return found


def _check_sheet(sheet: MapFile, by_id: Mapping[str, HexRow]) -> list[DataError]:
    found = []
    if tuple(sorted(sheet.box_exits)) != BOX_EXITS:
        problem = f"must be {' and '.join(BOX_EXITS)} (rulebook 8.6)"
        found.append(DataError("map.toml", 0, "box_exits", problem))
    for one in sheet.box_exits:
        if one not in by_id or by_id[one].terrain is Terrain.SEA:
            found.append(DataError("map.toml", 0, "box_exits", f"{one} is no land hex of the map"))
    if sheet.box_area != "I":
        found.append(DataError("map.toml", 0, "box_area", "must be I (rulebook 2.4)"))
    return found


def _check_hex(
    sheet: MapFile,
    grid: HexGrid,
    row: HexRow,
    by_id: Mapping[str, HexRow],
    closed: set[frozenset[str]],
) -> list[DataError]:
    found = []
    sea = row.terrain is Terrain.SEA
    near = [one for one in grid.neighbours(row.hex) if one in by_id]
    shores = [one for one in near if by_id[one].terrain is Terrain.SEA]
    open_shores = [one for one in shores if pair(row.hex, one) not in closed]

    def wrong(field: str, problem: str) -> None:
        found.append(DataError(HEXES, row.line, field, f"{row.hex}: {problem}"))

    if sea and row.coastal:
        wrong("coastal", "a sea hex is not coastal")
    if row.coastal and not sea and not open_shores:
        wrong("coastal", "touches no sea hex by an open side")
    if not sea and not row.coastal and open_shores:
        wrong("coastal", f"touches the sea at {open_shores[0]}; mark it, or close the side")
    if (sea or row.coastal) and row.area is None:
        wrong("area", "a hex on the water needs a naval area")
    if not (sea or row.coastal) and row.area is not None:
        wrong("area", "an inland hex has no naval area")
    if row.area is not None and row.area not in ROMAN:
        wrong("area", f"no such naval area: {row.area}")
    if not near:
        wrong("hex", "touches no other hex of the map")
    away = _km_off(sheet, grid, row)
    if away > KM_OFF:
        wrong("lat", f"{away:.0f} km from where the map's fit has its middle")
    return found


def _km_off(sheet: MapFile, grid: HexGrid, row: HexRow) -> float:
    fit = sheet.fit
    x, y = grid.centre(row.hex)
    column, line = x / 1.5, y / 3**0.5
    east = fit["km_per_column"] * column + fit["km_column_0"]
    south = fit["km_per_row"] * line + fit["km_row_0"]
    return hypot(
        east - (row.lon + 72) * 111.32 * cos(radians(17.5)), south - (-17.5 - row.lat) * 111.2
    )


def _check_sides(
    grid: HexGrid, sides: Sequence[SideRow], by_id: Mapping[str, HexRow]
) -> list[DataError]:
    found = _repeated(SIDES, "a", sides, lambda row: f"{min(row.a, row.b)}-{max(row.a, row.b)}")
    for row in sides:
        missing = [one for one in (row.a, row.b) if one not in by_id]
        if missing:
            found.append(DataError(SIDES, row.line, "a", f"not on the map: {missing[0]}"))
        elif row.b not in grid.neighbours(row.a):
            found.append(DataError(SIDES, row.line, "b", f"{row.a} and {row.b} do not touch"))
        elif row.kind is not SideKind.LAND and any(
            by_id[one].terrain is Terrain.SEA for one in (row.a, row.b)
        ):
            problem = f"{row.kind} lies between two land hexes only"
            found.append(DataError(SIDES, row.line, "kind", problem))
    closed = {pair(row.a, row.b) for row in sides if row.kind is SideKind.LAND}
    for one in by_id.values():
        for other in grid.neighbours(one.hex):
            if other <= one.hex or other not in by_id or pair(one.hex, other) in closed:
                continue
            if not (one.coastal and by_id[other].coastal):
                continue
            ends = grid.flanks(one.hex, other)
            if not any(end in by_id and by_id[end].terrain is Terrain.SEA for end in ends):
                problem = f"no water joins {one.hex} and {other}: add a side of kind land"
                found.append(DataError(SIDES, 0, "kind", problem))
    return found


def _check_cities(cities: Sequence[CityRow], by_id: Mapping[str, HexRow]) -> list[DataError]:
    found = []
    by_key = {row.key: row for row in cities}
    for key, hex_id in CITY_HEXES.items():
        if key not in by_key:
            found.append(DataError(CITIES, 0, "key", f"{key} is missing (rulebook)"))
        elif by_key[key].hex != hex_id:
            problem = f"{key} must be in {hex_id} (rulebook)"
            found.append(DataError(CITIES, by_key[key].line, "hex", problem))
    for key in MUST_BE_PORT:
        if key in by_key and not by_key[key].port:
            problem = f"{key} must be a port (rulebook)"
            found.append(DataError(CITIES, by_key[key].line, "port", problem))
    for row in cities:
        if row.hex not in by_id:
            found.append(DataError(CITIES, row.line, "hex", f"not on the map: {row.hex}"))
        elif by_id[row.hex].terrain is Terrain.SEA:
            found.append(DataError(CITIES, row.line, "hex", f"{row.hex} is a sea hex"))
        elif row.port and not by_id[row.hex].coastal:
            problem = f"{row.name} is a port, but {row.hex} is not coastal"
            found.append(DataError(CITIES, row.line, "port", problem))
    return found


def _check_points(cities: Sequence[CityRow]) -> list[DataError]:
    by_key = {row.key: row for row in cities}
    found = []

    def wrong(keys: Sequence[str], problem: str) -> None:
        line = by_key[keys[0]].line if keys and keys[0] in by_key else 0
        found.append(DataError(CITIES, line, "vp", problem))

    for key, points in CITY_POINTS.items():
        if key in by_key and by_key[key].vp != points:
            wrong([key], f"{key} is worth {points} (rulebook 5.1)")
    for keys, points in POINTS_TOGETHER.items():
        if sum(by_key[key].vp for key in keys if key in by_key) != points:
            wrong(keys, f"{', '.join(keys)} are worth {points} together (WP-R29)")
    for key, points in POINTS_ABOVE.items():
        if key in by_key and by_key[key].vp <= points:
            wrong([key], f"{key} is worth more than {points} (WP-R29)")
    for keys, points in POINTS_BELOW.items():
        if sum(by_key[key].vp for key in keys if key in by_key) >= points:
            wrong(keys, f"{', '.join(keys)} are worth less than {points} together (WP-R29)")
    total = sum(row.vp for row in cities)
    if total < POINTS_AT_LEAST:
        wrong([], f"all cities together are worth {total}, fewer than {POINTS_AT_LEAST} (5.4)")
    return found


def _check_rail(
    grid: HexGrid, rail: RailRow, by_id: Mapping[str, HexRow], blocked: set[frozenset[str]]
) -> list[DataError]:
    found = []
    for one in rail.hexes:
        if one not in by_id or by_id[one].terrain is Terrain.SEA:
            found.append(DataError(RAILS, rail.line, "hexes", f"{one} is no land hex of the map"))
    for a, b in pairwise(rail.hexes):
        if b not in grid.neighbours(a):
            found.append(DataError(RAILS, rail.line, "hexes", f"{a} and {b} do not touch"))
        elif pair(a, b) in blocked:
            problem = f"the side between {a} and {b} is impassable"
            found.append(DataError(RAILS, rail.line, "hexes", problem))
    return found


def _check_fixed(by_id: Mapping[str, HexRow], sides: Sequence[SideRow]) -> list[DataError]:
    found = []
    for one, kind in FIXED_TERRAIN.items():
        if one not in by_id:
            found.append(DataError(HEXES, 0, "hex", f"{one} is missing (rulebook)"))
        elif (by_id[one].terrain is Terrain.SEA) is not (kind == "sea"):
            found.append(DataError(HEXES, by_id[one].line, "terrain", f"{one} must be {kind}"))
    for one, area in FIXED_AREAS.items():
        if one in by_id and by_id[one].area != area:
            problem = f"{one} must lie in area {area} (rulebook 7.5)"
            found.append(DataError(HEXES, by_id[one].line, "area", problem))
    if not any(RIVER_HEX in (row.a, row.b) and row.kind is SideKind.RIVER for row in sides):
        found.append(DataError(SIDES, 0, "kind", f"{RIVER_HEX} needs a river (rulebook 8.6)"))
    found += [
        DataError(SIDES, row.line, "kind", f"the water of {RIVER_HEX} is passable (rulebook 8.6)")
        for row in sides
        if RIVER_HEX in (row.a, row.b) and row.kind is SideKind.IMPASSABLE
    ]
    return found


def _check_area(board: Board, row: AreaRow, area: Area) -> list[DataError]:
    if not area.hexes:
        return [DataError(AREAS, row.line, "id", f"area {row.id} has no hexes")]
    start = min(area.hexes)
    inside = _flood(start, lambda place: (h for h in board.sea_exits(place) if h in area.hexes))
    apart = sorted(area.hexes - inside)
    if apart:
        problem = f"area {row.id} is in pieces: {apart[0]} cannot be reached inside it"
        return [DataError(AREAS, row.line, "id", problem)]
    return []


def _flood(start: str, exits: Callable[[str], Iterable[str]]) -> set[str]:
    seen = {start}
    queue = deque([start])
    while queue:
        for near in exits(queue.popleft()):
            if near not in seen:
                seen.add(near)
                queue.append(near)
    return seen
