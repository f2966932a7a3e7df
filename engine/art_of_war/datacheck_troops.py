"""What the table of troops and what hangs on it must hold: the rulebook's own figures, and sense.

A line that is marked ``rulebook`` or ``reconstructed`` says what the text at hand says, as far as
that has it; whoever plays with other figures marks them ``house``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.art_of_war import troop_rows as rows
from engine.art_of_war.ranks import GeneralRow
from engine.art_of_war.troops import Troops
from engine.art_of_war.weapons import WeaponRow, Weapons
from engine.data.files import DataError

TROOPS: Mapping[str, tuple[str, int, int, int | None]] = {
    "light_infantry": ("LI", 0, 2, 2),
    "archers": ("MI", 0, 3, 4),
    "medium_infantry": ("MI", 1, 3, 4),
    "medium_spearmen": ("MI", 1, 3, 4),
    "heavy_infantry": ("HI", 2, 4, 5),
    "heavy_spearmen": ("HI", 2, 4, 5),
    "foot_knights": ("HI", 3, 4, None),
    "phalanx": ("HI", 1, 4, None),
    "levy": ("HI", 0, 3, 1),
    "war_wagons": ("WWg", 2, 4, 5),
    "artillery": ("Art", 0, 2, 3),
    "light_cavalry": ("LH", 0, 2, 3),
    "medium_cavalry": ("Cv", 0, 3, 4),
    "light_chariots": ("Cv", 0, 3, 4),
    "heavy_cavalry": ("Cv", 1, 4, 5),
    "medium_knights": ("Kn", 1, 4, None),
    "heavy_knights": ("Kn", 2, 4, 6),
    "cataphracts": ("Kn", 2, 4, 6),
    "heavy_chariots": ("Kn", 1, 4, 5),
    "elephants": ("El", 0, 3, None),
    "scythed_chariots": ("SCh", 0, 1, None),
}
"""Type, protection, cohesion and price (2.table), ``None`` where the text has lost it.

Light chariots share a row with cavalry: the table has twenty.
"""

PACES: Mapping[str, tuple[int, int | None, int | None]] = {
    "light_infantry": (3, 3, 3),
    "medium_infantry": (3, 3, 2),
    "heavy_infantry": (3, 2, 1),
    "light_cavalry": (5, 4, 2),
    "cavalry": (4, 3, 1),
    "knights": (3, 2, 1),
    "light_chariots": (4, 2, 1),
    "heavy_chariots": (3, 1, None),
    "elephants": (3, 3, 1),
    "wagons": (2, 1, None),
    "light_artillery": (2, 1, None),
    "mobile_artillery": (1, None, None),
}
"""UD in the open, in rough and in difficult ground (5.table)."""

RANKS: Mapping[str, tuple[int, int, int | None]] = {
    "ordinary": (0, 4, 0),
    "competent": (1, 6, 2),
    "brilliant": (2, 8, 4),
    "strategist": (2, 8, None),
}
"""Value, command distance and price (2.table.generals, 3.distance)."""

OPTIONS: Mapping[str, int] = {
    "stakes": 1,
    "shields": 1,
    "longbow": 1,
    "support": 1,
    "impact": 1,
    "bow": 1,
    "impetuous": -1,
    "artillery": 1,
    "unarmed": -1,
    "heavy": 2,
    "mobile": 1,
    "shoots": 1,
    "camels": 1,
    "indian": 1,
}
"""Prices, the same whoever buys (2.options); the sign of the African elephant is lost."""

RANGES: Mapping[tuple[str, str], int] = {
    ("javelin", "LI"): 1,
    ("javelin", "LH"): 1,
    ("sling", "LI"): 2,
    ("bow", "LI"): 2,
    ("bow", "LH"): 2,
    ("crossbow", "LI"): 2,
    ("crossbow", "LH"): 2,
    ("firearm", "MI"): 2,
    ("bow", "Cv"): 3,
    ("crossbow", "Cv"): 3,
    ("wagon", "WWg"): 3,
    ("bow", "MI"): 4,
    ("bow", "HI"): 4,
    ("crossbow", "MI"): 4,
    ("light_artillery", "Art"): 4,
    ("heavy_artillery", "Art"): 8,
}
"""UD, by weapon and bearer (7.range)."""


def check_rows(
    troops: Sequence[rows.TroopRow],
    options: Sequence[rows.OptionRow],
    paces: Sequence[rows.PaceRow],
    ranks: Sequence[GeneralRow],
    weapons: Sequence[WeaponRow],
) -> Iterator[DataError]:
    """Yield where lines are missing, twice, or other than the rulebook's."""
    yield from _there("troops.csv", troops, TROOPS)
    yield from _there("movement.csv", paces, PACES, more=True)
    yield from _there("generals.csv", ranks, RANKS)
    for one in troops:
        said = (one.type, one.protection, one.cohesion, one.price)
        yield from _printed("troops.csv", one, said, TROOPS.get(one.key))
    for pace in paces:
        yield from _printed(
            "movement.csv", pace, (pace.open, pace.rough, pace.difficult), PACES.get(pace.key)
        )
    for rank in ranks:
        yield from _printed(
            "generals.csv", rank, (rank.value, rank.distance, rank.price), RANKS.get(rank.key)
        )
    for option in options:
        printed = OPTIONS.get(option.key)
        yield from _printed("options.csv", option, (option.price,), (printed,))
    for weapon in weapons:
        for bearer in weapon.bearers:
            reach = RANGES.get((weapon.key, bearer))
            yield from _printed("weapons.csv", weapon, (weapon.range,), (reach,))
    borne = {(weapon.key, bearer) for weapon in weapons for bearer in weapon.bearers}
    for key, bearer in sorted(RANGES.keys() - borne):
        yield DataError("weapons.csv", 0, "bearers", f"missing: {key} of {bearer}")
    codes = [one.code for one in troops]
    for one in troops:
        if codes.count(one.code) > 1:
            yield DataError("troops.csv", one.line, "code", f"{one.code} is there twice")
    yield from _names(options)


def _there(
    file: str,
    lines: Sequence[rows.TroopRow] | Sequence[rows.PaceRow] | Sequence[GeneralRow],
    wanted: Iterable[str],
    *,
    more: bool = False,
) -> Iterator[DataError]:
    """Yield keys that are missing or twice, and, unless *more* may stand there, strange ones."""
    keys: list[str] = [one.key for one in lines]
    for key in wanted:
        if key not in keys:
            yield DataError(file, 0, "key", f"missing: {key}")
    for line, key in zip(lines, keys, strict=True):
        if keys.index(key) != lines.index(line):
            yield DataError(file, line.line, "key", f"{key} is there twice")
        elif key not in wanted and not more:
            yield DataError(file, line.line, "key", f"{key} is not in the rulebook's table")


def _printed(
    file: str,
    line: rows.TroopRow | rows.PaceRow | rows.OptionRow | GeneralRow | WeaponRow,
    said: Sequence[str | int],
    printed: Sequence[str | int | None] | None,
) -> Iterator[DataError]:
    """Yield where a line that is the rulebook's says something else."""
    if line.source not in ("rulebook", "reconstructed") or printed is None:
        return
    for value, wanted in zip(said, printed, strict=True):
        if wanted is not None and value != wanted:
            problem = f"{line.key}: {value}, in the rulebook {wanted}"
            yield DataError(file, line.line, "source", problem)


def _names(options: Sequence[rows.OptionRow]) -> Iterator[DataError]:
    """Yield options that are called otherwise where others buy them."""
    first: dict[str, tuple[str, str]] = {}
    for one in options:
        if first.setdefault(one.key, (one.name, one.name_es)) != (one.name, one.name_es):
            problem = f"{one.key} has another name in a line before"
            yield DataError("options.csv", one.line, "name", problem)


def check_tables(
    tables: Troops,
    weapons: Weapons,
    lines: Sequence[rows.TroopRow],
    options: Sequence[rows.OptionRow],
    bonuses: Sequence[rows.BonusRow],
) -> Iterator[DataError]:
    """Yield where what can be bought cannot be had, and where factors are nobody's."""
    for row in lines:
        for weapon in row.weapons:
            if (weapon, tables.troops[row.key].type) not in weapons:
                problem = f"weapons.csv gives {row.type} no {weapon}"
                yield DataError("troops.csv", row.line, "weapons", problem)
    for option in options:
        for key in option.troops:
            troop = tables.troops[key]
            for weapon in option.weapons:
                if weapon != rows.NONE and (weapon, troop.type) not in weapons:
                    problem = f"weapons.csv gives {troop.type} no {weapon}"
                    yield DataError("options.csv", option.line, "weapons", problem)
            if option.needs and option.needs not in troop.options:
                problem = f"{key} cannot buy {option.needs}"
                yield DataError("options.csv", option.line, "needs", problem)
        for other in option.bars:
            if all(other != one.key for one in options):
                yield DataError("options.csv", option.line, "bars", f"{other} is not known")
    for bonus in bonuses:
        if bonus.troop not in tables.troops:
            yield DataError("bonuses.csv", bonus.line, "troop", f"{bonus.troop} is not known")
    for row in lines:
        if all(one.troop != row.key for one in bonuses):
            yield DataError("bonuses.csv", 0, "troop", f"missing: {row.key}")
