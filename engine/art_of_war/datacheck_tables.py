"""What the tables of fighting, rallying and terrain must hold: the rulebook's figures, and sense.

A line that is marked ``rulebook`` says what the text says; whoever plays with other figures marks
it ``house``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.art_of_war.battles import BattlesFile
from engine.art_of_war.ground import KindRow, build_kinds
from engine.art_of_war.tables.combat import (
    CombatRow,
    ElephantRow,
    LightRow,
    LossRow,
    build_combat,
)
from engine.art_of_war.tables.rallying import FILE as RALLYING
from engine.art_of_war.tables.rallying import RallyRow, build_rallying
from engine.data.files import DataError, Folder, read_csv, read_toml

COMBAT: Mapping[tuple[str, str], int] = {
    ("melee", "overlap"): 1,
    ("melee", "disorder"): -1,
    ("melee", "rough_foot"): -1,
    ("melee", "difficult_foot"): -1,
    ("melee", "bad_mounted"): -2,
    ("melee", "height"): 1,
    ("melee", "general"): 1,
    ("melee", "flank"): -1,
    ("melee", "caught"): -1,
    ("melee", "work"): 1,
    ("melee", "work_mounted"): -1,
    ("shooting", "disordered"): -1,
    ("shooting", "backing"): 1,
    ("shooting", "work_protection"): 1,
    ("most", "overlaps"): 3,
    ("most", "backing"): 3,
    ("margin", "two_points"): 3,
    ("margin", "rout"): 6,
    ("camp", "any"): 5,
    ("camp", "light"): 6,
    ("fate", "joined"): 1,
    ("fate", "included"): 3,
    ("fate", "fighting"): 1,
}
"""What is added, and what must be thrown, by part and key (7, 8, 9)."""

LIGHT: Mapping[int, int] = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
"""What light shooters add in support (7.light)."""

LOSSES: Mapping[str, int] = {"disordered": 1, "routed": 2, "general": 2, "camp": 4}
"""What counts against an army (9.army.losses)."""

ELEPHANTS: Mapping[int, str] = {
    1: "front",
    2: "left",
    3: "right",
    4: "rear",
    5: "rear",
    6: "rear",
}
"""Over which edge routed elephants flee (9.elephants.dice)."""

RALLIES: Mapping[str, tuple[int, int, int]] = {
    "far": (0, 3, 400),
    "near": (1, 4, 0),
    "melee": (2, 5, 0),
    "included": (0, 1, 0),
}
"""Points, what must be thrown, and hundredths of a UD to every enemy (6)."""

KINDS: Mapping[str, tuple[str, bool, int, str, int]] = {
    "river": ("dice", False, 0, "none", 3),
    "coast": ("difficult", False, 0, "none", 4),
    "gentle_hill": ("open", True, 0, "all", 0),
    "steep_hill": ("difficult", True, 0, "all", 0),
    "brush": ("rough", False, 0, "light_foot", 0),
    "plantation": ("rough", False, 1, "none", 0),
    "field": ("rough", False, 0, "light_foot", 0),
    "wood": ("difficult", False, 1, "all", 0),
    "marsh": ("difficult", False, 0, "light_foot", 0),
    "dunes": ("difficult", False, 0, "light_foot", 0),
    "stream": ("rough", False, 0, "foot", 0),
    "town": ("difficult", False, 1, "all", 0),
    "road": ("open", False, 0, "none", 0),
}
"""Going, whether it is high, cover, who hides in it and the die to place it (10, 11.terrain)."""

_PRINTED = "rulebook"


def check_fighting(place: Folder, errors: list[DataError]) -> None:
    """Append what is wrong in the tables of shooting, melee, rout and rallying."""
    before = len(errors)
    combat = read_csv(place / "combat.csv", CombatRow, errors)
    light = read_csv(place / "light_support.csv", LightRow, errors)
    losses = read_csv(place / "army_losses.csv", LossRow, errors)
    elephants = read_csv(place / "elephants.csv", ElephantRow, errors)
    rallies = read_csv(place / RALLYING, RallyRow, errors)
    if len(errors) > before:
        return
    for build in (build_combat, build_rallying):
        try:
            build(place)
        except DataError as broken:
            errors.append(broken)
    for one in combat:
        wanted = COMBAT.get((one.part, one.key))
        errors += _printed("combat.csv", one.line, one.source, one.key, one.value, wanted)
    for two in light:
        wanted = LIGHT.get(two.shooters)
        name = str(two.shooters)
        errors += _printed("light_support.csv", two.line, two.source, name, two.value, wanted)
    for three in losses:
        wanted = LOSSES.get(three.key)
        errors += _printed(
            "army_losses.csv", three.line, three.source, three.key, three.value, wanted
        )
    for four in elephants:
        edge = ELEPHANTS.get(four.die)
        errors += _printed(
            "elephants.csv", four.line, four.source, str(four.die), four.direction, edge
        )
    for five in rallies:
        said = (five.points, five.least, five.away)
        errors += _printed(RALLYING, five.line, five.source, five.key, said, RALLIES.get(five.key))


def check_ground(place: Folder, errors: list[DataError]) -> None:
    """Append what is wrong in the kinds of terrain, and in battles that lie on them (10, 11)."""
    before = len(errors)
    kinds = read_csv(place / "terrain.csv", KindRow, errors)
    battles = read_toml(place / "battles.toml", BattlesFile, errors)
    if len(errors) > before or battles is None:
        return
    try:
        build_kinds(place)
    except DataError as broken:
        errors.append(broken)
    there = {one.key for one in kinds}
    errors += [
        DataError("terrain.csv", 0, "key", f"missing: {key}") for key in KINDS if key not in there
    ]
    for one in kinds:
        said = (one.going, one.high, one.cover, one.ambush, one.die)
        errors += _printed("terrain.csv", one.line, one.source, one.key, said, KINDS.get(one.key))
        if one.smallest[0] > one.largest[0] or one.smallest[1] > one.largest[1]:
            problem = f"{one.key}: the smallest is larger than the largest"
            errors.append(DataError("terrain.csv", one.line, "smallest", problem))
    errors += _lying(battles, there)


def _lying(battles: BattlesFile, kinds: Collection[str]) -> Iterator[DataError]:
    """Yield terrain of ready-made battles that is of no kind."""
    for battle in battles.battle:
        for one in battle.feature:
            if one.kind not in kinds:
                problem = f"{battle.key}: {one.kind} is not known"
                yield DataError("battles.toml", one.line, "kind", problem)


def check_sides(battles: BattlesFile, armies: Collection[str]) -> Iterator[DataError]:
    """Yield ready-made battles whose armies nobody has, or that are there twice (11.field)."""
    keys = [one.key for one in battles.battle]
    for battle in battles.battle:
        if keys.count(battle.key) > 1:
            yield DataError("battles.toml", battle.line, "key", f"{battle.key} is there twice")
        for side, army in (("south", battle.south), ("north", battle.north)):
            if army not in armies:
                yield DataError("battles.toml", battle.line, side, f"{army} is not known")


def _printed(
    file: str, line: int, source: str, key: str, said: object, wanted: object
) -> Iterator[DataError]:
    """Yield where a line that is the rulebook's says something else."""
    if source == _PRINTED and wanted is not None and said != wanted:
        yield DataError(file, line, "source", f"{key}: {said}, in the rulebook {wanted}")
