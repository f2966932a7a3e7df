"""The map: hexes, cities, naval areas, and where land units and ships can go from each of them.

Everything is read once from ``data/war_of_the_pacific`` and never changes. A *place* is a hex id
or the box. A coastal hex is land with a shore: land units and ships can both be in it, and it
belongs to the naval area of its water.

Rules:
    2.4 (ports), 7.2 (sea hexes), 8.2 and 8.6 (land routes and costs), WP-R4, WP-R28.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from engine.data.cache import cached_per_data
from engine.data.files import Folder, game_folder, load_toml, read_csv
from engine.data.grid.hexes import HexGrid
from engine.data.play_data import play_folder
from engine.war_of_the_pacific.mapfiles import (
    FIRST_POINTS,
    GAME,
    AreaRow,
    CityRow,
    HexRow,
    MapFile,
    Nation,
    PointsRow,
    RailRow,
    SideKind,
    SideRow,
    Terrain,
    TerrainRow,
)
from engine.war_of_the_pacific.places import BOX

__all__ = [
    "GAME",
    "Area",
    "Board",
    "City",
    "Hex",
    "Nation",
    "SideKind",
    "Terrain",
    "TerrainNumbers",
    "build_board",
    "load_board",
    "load_terrain",
    "pair",
]


@dataclass(frozen=True, slots=True)
class TerrainNumbers:
    """Movement costs and defence modifiers by name.

    ``cost`` holds the five terrains (the sea has none), ``river`` (added), ``railroad`` and
    ``box``; ``defence`` the terrains, ``river`` and ``fort``.
    """

    cost: Mapping[str, int]
    defence: Mapping[str, int]


# --- the board ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class City:
    """A city: its hex, whose it was before the war, and what it is worth to Chile."""

    key: str
    name: str
    name_es: str
    hex: str
    nation: Nation
    port: bool
    vp: int
    resource: str | None
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of the map. *area* is a roman numeral for sea and coastal hexes, else None."""

    id: str
    terrain: Terrain
    coastal: bool
    area: str | None
    city: City | None
    lat: float
    lon: float
    place: str | None = None
    place_es: str | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A naval area: its sea and coastal hexes, and the areas it shares water with."""

    id: str
    name: str
    name_es: str
    hexes: frozenset[str]
    neighbours: frozenset[str]
    water: Literal["inshore", "offshore"]


def pair(a: str, b: str) -> frozenset[str]:
    """Return the key of the side between two hexes, the same from both ends."""
    return frozenset((a, b))


class Board:
    """The whole map with its answers about movement; build it with :func:`load_board`."""

    def __init__(
        self,
        *,
        grid: HexGrid,
        hexes: Mapping[str, Hex],
        areas: Mapping[str, Area],
        sides: Mapping[SideKind, frozenset[frozenset[str]]],
        rails: frozenset[frozenset[str]],
        box_exits: tuple[str, ...],
        box_area: str,
        numbers: TerrainNumbers,
    ) -> None:
        self.grid = grid
        self.hexes = MappingProxyType(dict(hexes))
        self.areas = MappingProxyType(dict(areas))
        self.cities: Mapping[str, City] = MappingProxyType(
            {h.id: h.city for h in hexes.values() if h.city is not None}
        )
        self.city_keys: Mapping[str, City] = MappingProxyType(
            {city.key: city for city in self.cities.values()}
        )
        self.box_exits = box_exits
        self.box_area = box_area
        self.numbers = numbers
        self._sides = sides
        self._rails = rails
        self._rail_hexes = frozenset(one for side in rails for one in side)
        self._land = {
            place: self._find_land_exits(place) for place in (*hexes, BOX) if self.is_land(place)
        }
        self._land_closed = {
            place: tuple(exit_ for exit_ in exits if exit_[0] != BOX)
            for place, exits in self._land.items()
            if place != BOX
        }
        self._sea = {
            place: self._find_sea_exits(place)
            for place in (*hexes, BOX)
            if self.is_navigable(place)
        }
        self._far: dict[str, Mapping[str, int]] = {}

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    # What a place is.

    def is_land(self, place: str) -> bool:
        """Return whether land units can be there: a land hex, or the box."""
        if place == BOX:
            return True
        found = self.hexes.get(place)
        return found is not None and found.terrain is not Terrain.SEA

    def is_navigable(self, place: str) -> bool:
        """Return whether ships can be there: a sea hex, a coastal hex, or the box."""
        if place == BOX:
            return True
        found = self.hexes.get(place)
        return found is not None and (found.coastal or found.terrain is Terrain.SEA)

    def area_of(self, place: str) -> str | None:
        """Return the naval area of a place; the box counts to the area it adjoins."""
        if place == BOX:
            return self.box_area
        found = self.hexes.get(place)
        return None if found is None else found.area

    def is_port(self, place: str) -> bool:
        """Return whether the place is a port: a city on the water, or the box (2.4)."""
        if place == BOX:
            return True
        city = self.cities.get(place)
        return city is not None and city.port

    def ports(self, nation: Nation | None = None) -> tuple[City, ...]:
        """Return the port cities, of one nation or all, from north to south; the box is none."""
        found = (city for city in self.cities.values() if city.port)
        return tuple(
            sorted(
                (city for city in found if nation is None or city.nation == nation),
                key=lambda city: (-city.lat, city.key),
            )
        )

    def terrain(self, hex_id: str) -> Terrain:
        """Return the terrain of a hex of the map.

        Raises:
            KeyError: If the map has no such hex.
        """
        return self.hexes[hex_id].terrain

    # What lies along a side.

    def river(self, a: str, b: str) -> bool:
        """Return whether a river runs between two neighbours."""
        return pair(a, b) in self._sides[SideKind.RIVER]

    def impassable(self, a: str, b: str) -> bool:
        """Return whether land units are kept from crossing between two neighbours."""
        return pair(a, b) in self._sides[SideKind.IMPASSABLE]

    def rail(self, a: str, b: str) -> bool:
        """Return whether one railway joins two neighbours."""
        return pair(a, b) in self._rails

    def has_rail(self, hex_id: str) -> bool:
        """Return whether a railway leads from this hex into a neighbour."""
        return hex_id in self._rail_hexes

    def sides(self, kind: SideKind) -> frozenset[frozenset[str]]:
        """Return all sides of one kind, each as the pair of its hexes."""
        return self._sides[kind]

    def rails(self) -> frozenset[frozenset[str]]:
        """Return all pairs of neighbours that a railway joins."""
        return self._rails

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """Return the adjacent hexes that are on the map, clockwise from north."""
        return tuple(one for one in self.grid.neighbours(hex_id) if one in self.hexes)

    # Movement by land.

    def land_exits(self, place: str, box_by_land: bool = True) -> tuple[tuple[str, int], ...]:
        """Return where a land unit may step from *place*, each with its cost in points.

        The box is entered and left through its two exits for one point, unless *box_by_land* is
        false (WP-E8). A place that is no land has no exits.

        Rules:
            8.2, 8.6, WP-R4.
        """
        if box_by_land:
            return self._land.get(place, ())
        return self._land_closed.get(place, ())

    def land_cost(self, a: str, b: str, box_by_land: bool = True) -> int | None:
        """Return the cost of the step from *a* to *b*, or None if it is not possible."""
        for place, cost in self.land_exits(a, box_by_land):
            if place == b:
                return cost
        return None

    def _find_land_exits(self, place: str) -> tuple[tuple[str, int], ...]:
        by_box = self.numbers.cost["box"]
        if place == BOX:
            return tuple((one, by_box) for one in self.box_exits)
        exits = [
            (near, self._step_cost(place, near))
            for near in self.neighbours(place)
            if self.is_land(near) and not self.impassable(place, near)
        ]
        if place in self.box_exits:
            exits.append((BOX, by_box))
        return tuple(exits)

    def _step_cost(self, a: str, b: str) -> int:
        if self.rail(a, b):
            return self.numbers.cost["railroad"]
        river = self.numbers.cost["river"] if self.river(a, b) else 0
        return self.numbers.cost[self.hexes[b].terrain] + river

    # Movement by sea.

    def sea_exits(self, place: str) -> tuple[str, ...]:
        """Return where ships may sail from *place* in one step; none if it is not on the water.

        The box adjoins every sea and coastal hex of Naval Area I (2.4).
        """
        return self._sea.get(place, ())

    def _find_sea_exits(self, place: str) -> tuple[str, ...]:
        if place == BOX:
            return tuple(sorted(self.areas[self.box_area].hexes))
        exits = tuple(
            near
            for near in self.neighbours(place)
            if self.is_navigable(near) and pair(place, near) not in self._sides[SideKind.LAND]
        )
        return (*exits, BOX) if self.hexes[place].area == self.box_area else exits

    def _distances(self, start: str) -> Mapping[str, int]:
        """Return the sailing distance from *start* to every place; none leads through the box."""
        known = self._far.get(start)
        if known is not None:
            return known
        far = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here == BOX and here != start:
                continue
            for near in self._sea.get(here, ()):
                if near not in far:
                    far[near] = far[here] + 1
                    queue.append(near)
        self._far[start] = far
        return far

    def sea_distance(self, a: str, b: str) -> int | None:
        """Return the fewest steps ships need from *a* to *b*, or None if no water joins them.

        A voyage never leads through the box, only from it or to it.
        """
        if not (self.is_navigable(a) and self.is_navigable(b)):
            return None
        return self._distances(b).get(a)

    def sea_steps_toward(self, a: str, b: str) -> tuple[str, ...]:
        """Return all steps from *a* that bring ships nearer to *b*, clockwise from north."""
        far = self._distances(b) if self.is_navigable(b) else {}
        here = far.get(a)
        if not here:
            return ()
        return tuple(
            near
            for near in self.sea_exits(a)
            if far.get(near) == here - 1 and (near != BOX or near == b)
        )

    def sea_path(self, a: str, b: str) -> tuple[str, ...]:
        """Return a shortest voyage from *a* (left out) to *b*, always the same one.

        Raises:
            ValueError: If no water joins the two.
        """
        if self.sea_distance(a, b) is None:
            raise ValueError(f"no way by sea from {a} to {b}")
        path: list[str] = []
        here = a
        while here != b:
            here = self.sea_steps_toward(here, b)[0]
            path.append(here)
        return tuple(path)


# --- loading --------------------------------------------------------------------------------


@cached_per_data()
def load_board(folder: Folder | None = None) -> Board:
    """Return the board of the game, or of the files in *folder*; each is built once.

    Raises:
        DataError: If a file cannot be read.
    """
    return build_board(play_folder(GAME, folder))


def load_points(folder: Folder | None = None) -> Mapping[str, int]:
    """Return what Chile gains for each city that is worth anything, by hex, in a new campaign."""
    cities = load_board(folder).cities
    return {hex_id: city.vp for hex_id, city in cities.items() if city.vp}


@cache
def load_first_points(folder: Path | None = None) -> Mapping[str, int]:
    """Return the same of campaigns begun before their tables remembered it.

    Raises:
        DataError: If the file cannot be read.
    """
    rows = read_csv(game_folder(GAME, folder) / FIRST_POINTS, PointsRow)
    return MappingProxyType({row.hex: row.vp for row in rows})


def load_terrain(folder: Folder | None = None) -> TerrainNumbers:
    """Return the costs and modifiers of ``terrain.csv``.

    Raises:
        DataError: If the file cannot be read.
    """
    rows = read_csv(play_folder(GAME, folder) / "terrain.csv", TerrainRow)
    return TerrainNumbers(
        cost=MappingProxyType({row.key: row.cost for row in rows if row.cost is not None}),
        defence=MappingProxyType({row.key: row.defence for row in rows if row.defence is not None}),
    )


def build_board(folder: Folder) -> Board:
    """Return a board freshly read from *folder*; play asks :func:`load_board`.

    Raises:
        DataError: If a file cannot be read.
    """
    sheet = load_toml(folder / "map.toml", MapFile)
    cities = {row.hex: _city(row) for row in read_csv(folder / "cities.csv", CityRow)}
    hexes = {
        row.hex: Hex(
            id=row.hex,
            terrain=row.terrain,
            coastal=row.coastal,
            area=row.area,
            city=cities.get(row.hex),
            lat=row.lat,
            lon=row.lon,
            place=row.place,
            place_es=row.place_es,
        )
        for row in read_csv(folder / "hexes.csv", HexRow)
    }
    grid = HexGrid(sheet.parity)
    sides = read_csv(folder / "hexsides.csv", SideRow)
    closed = {pair(row.a, row.b) for row in sides if row.kind is SideKind.LAND}
    return Board(
        grid=grid,
        hexes=hexes,
        areas={
            row.id: _area(row, grid, hexes, closed)
            for row in read_csv(folder / "areas.csv", AreaRow)
        },
        sides={
            kind: frozenset(pair(row.a, row.b) for row in sides if row.kind is kind)
            for kind in SideKind
        },
        rails=frozenset(
            pair(a, b)
            for row in read_csv(folder / "railways.csv", RailRow)
            for a, b in pairwise(row.hexes)
        ),
        box_exits=sheet.box_exits,
        box_area=sheet.box_area,
        numbers=load_terrain(folder),
    )


def _city(row: CityRow) -> City:
    return City(
        key=row.key,
        name=row.name,
        name_es=row.name_es,
        hex=row.hex,
        nation=row.nation,
        port=row.port,
        vp=row.vp,
        resource=row.resource,
        lat=row.lat,
        lon=row.lon,
    )


def _area(
    row: AreaRow, grid: HexGrid, hexes: Mapping[str, Hex], closed: set[frozenset[str]]
) -> Area:
    own = frozenset(one.id for one in hexes.values() if one.area == row.id)
    near = {
        hexes[other].area
        for one in own
        for other in grid.neighbours(one)
        if other in hexes and other not in own and pair(one, other) not in closed
    }
    return Area(
        id=row.id,
        name=row.name,
        name_es=row.name_es,
        hexes=own,
        neighbours=frozenset(area for area in near if area is not None),
        water=row.water,
    )
