"""What must hold of pieces, events, armies and ready formations: the rulebook's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.calama.army import EventRow, PiecesFile, TypeRow
from engine.calama.board import Seat, ZoneRow
from engine.calama.datacheck_board import off_board, repeated
from engine.calama.scenario import (
    SCENARIOS,
    Counts,
    FormationRow,
    ScenarioFile,
    ScenarioRow,
)
from engine.data.files import DataError

PIECES, EVENTS, SCENARIO = "pieces.toml", "events.csv", "scenario.toml"
FORMATIONS = "formations.csv"

# 4.2, 4.1.9: by number, attributes, range, points, command, price.
TYPES: Mapping[str, tuple[int, ...]] = {
    "commander": (1, 3, 4, 2, 1, 1, 0, 6, 0),
    "officer": (2, 3, 3, 3, 1, 1, 5, 2, 0),
    "heavy_artillery": (3, 1, 2, 4, 2, 4, 4, 0, 0),
    "light_artillery": (4, 1, 2, 3, 1, 3, 3, 0, 4),
    "cavalry": (5, 3, 4, 3, 1, 1, 3, 0, 5),
    "infantry": (6, 2, 3, 2, 1, 1, 1, 0, 3),
}
FIGURES = (
    *("number", "movement", "resistance", "strength", "least", "most"),
    *("points", "command", "price"),
)
"""The fields of :data:`TYPES`."""

FLAGS = {"decides": {"commander"}, "jumps": {"cavalry"}}  # 2, 6
INDIRECT = {"heavy_artillery"}  # 7.5.2
ATTRIBUTES = ("movement", "resistance", "strength")
EVENT_DICE = 2  # 7.2
EVENT_TABLE: Mapping[int, tuple[str, int]] = {
    2: ("resistance", -1),
    3: ("movement", -1),
    4: ("strength", -1),
    5: ("resistance", 1),
    6: ("strength", -2),
    7: ("movement", 1),
    8: ("strength", -1),
    9: ("resistance", -1),
    10: ("strength", 1),
    11: ("movement", -1),
    12: ("strength", 2),
}  # 7.2
START: Mapping[str, Mapping[Seat, tuple[int, ...]]] = {
    "standard": {"chile": (1, 2, 2, 2, 2, 8), "bolivia": (1, 2, 2, 2, 2, 6)},
    "points": {"chile": (1, 2, 2, 2, 4, 10), "bolivia": (1, 2, 2, 2, 2, 6)},
}  # 5.3, 5.4, CAL-R2
RESERVES: Mapping[Seat, tuple[int, ...]] = {
    "chile": (0, 0, 0, 2, 4, 4),
    "bolivia": (0, 0, 0, 0, 0, 0),
}  # 4.1.9, CAL-R2
RESERVES_PRICE = 40  # CAL-R36
BUDGETS: Mapping[Seat, int] = {"chile": 46, "bolivia": 36}  # 5.4, CAL-R23
POOLS: Mapping[Seat, int] = {"chile": 10, "bolivia": 8}  # 4.1.5
OBJECTIVES: Mapping[Seat, tuple[str, ...]] = {
    "chile": ("roads", "guns", "topater"),
    "bolivia": ("calama", "escape", "officer"),
}  # 4.1.8
FORMATIONS_AT_LEAST = 3


def check_pieces(file: PiecesFile, events: Sequence[EventRow]) -> list[DataError]:
    """Return what is wrong with the types of piece and the event table."""
    found = repeated(PIECES, "key", file.type, lambda row: row.key)
    keys = {row.key for row in file.type}
    found += [DataError(PIECES, 0, "key", f"{key} is missing") for key in TYPES if key not in keys]
    for row in file.type:
        found += _check_type(row, file)
    if file.event_dice != EVENT_DICE:
        found.append(DataError(PIECES, 0, "event_dice", f"must be {EVENT_DICE}"))
    return found + _check_events(events)


def _check_type(row: TypeRow, file: PiecesFile) -> list[DataError]:
    if row.key not in TYPES:
        return [DataError(PIECES, row.line, "key", f"the rules know no {row.key}")]
    found = [
        DataError(PIECES, row.line, f"{row.key}.{name}", f"must be {due}")
        for name, due in zip(FIGURES, TYPES[row.key], strict=True)
        if getattr(row, name) != due
    ]
    flags = {name: row.key in keys for name, keys in FLAGS.items()}
    flags["direct"] = row.key not in INDIRECT
    found += [
        DataError(PIECES, row.line, f"{row.key}.{name}", f"must be {str(due).lower()}")
        for name, due in flags.items()
        if getattr(row, name) is not due
    ]
    found += [
        DataError(PIECES, row.line, f"{row.key}.{name}", "beyond the ends of the track")
        for name in ATTRIBUTES
        if not file.lowest <= getattr(row, name) <= file.highest
    ]
    return found


def _check_events(events: Sequence[EventRow]) -> list[DataError]:
    found = repeated(EVENTS, "roll", events, lambda row: str(row.roll))
    rolls = {row.roll for row in events}
    found += [
        DataError(EVENTS, 0, "roll", f"{roll} is missing")
        for roll in EVENT_TABLE
        if roll not in rolls
    ]
    for row in events:
        attribute, value = EVENT_TABLE[row.roll]
        if row.attribute != attribute:
            found.append(DataError(EVENTS, row.line, "attribute", f"must be {attribute}"))
        if row.value != value:
            found.append(DataError(EVENTS, row.line, "value", f"must be {value}"))
    return found


# --- armies ---------------------------------------------------------------------------------


def check_scenario(file: ScenarioFile, pieces: PiecesFile) -> list[DataError]:
    """Return what is wrong with the armies, the reserves and the other numbers."""
    shared = file.shared
    found = repeated(SCENARIO, "scenario", file.scenario, lambda row: row.key)
    found += repeated(SCENARIO, "objective", file.objective, lambda row: row.key)
    for name, value, due in (
        ("orders", shared.orders, 3),  # 4.1.7
        ("values", shared.values, (8, 6, 4)),  # 5.3
        ("goal", shared.goal, 24),  # 2
        ("pools", dict(shared.pools), POOLS),
        ("costs.square", shared.costs.square, 1),  # 7.4.1
        ("costs.charge", shared.costs.charge, 1),  # CAL-R17
        ("costs.enter", shared.costs.enter, 1),  # CAL-R29
        ("costs.leave", shared.costs.leave, 1),  # CAL-R22
    ):
        if value != due:
            found.append(DataError(SCENARIO, 0, f"shared.{name}", f"must be {due}"))
    for seat, keys in OBJECTIVES.items():
        if tuple(one.key for one in file.objective if one.seat == seat) != keys:
            problem = f"those of {seat} must be {', '.join(keys)}"
            found.append(DataError(SCENARIO, 0, "objective", problem))
        found += _check_counts(
            f"shared.reserves.{seat}", 0, shared.reserves.get(seat, {}), RESERVES[seat]
        )
    prices = {row.key: row.price for row in pieces.type}
    price = _worth(shared.reserves.get("chile", {}), prices)
    if price != RESERVES_PRICE:
        problem = f"their prices make {price}, not {RESERVES_PRICE}"
        found.append(DataError(SCENARIO, 0, "shared.reserves.chile", problem))
    by_key = {row.key: row for row in file.scenario}
    for key in SCENARIOS:
        if key in by_key:
            found += _check_armies(by_key[key], {row.key: row.points for row in pieces.type})
        else:
            found.append(DataError(SCENARIO, 0, "scenario", f"{key} is missing"))
    return found


def _check_armies(row: ScenarioRow, points: Mapping[str, int]) -> list[DataError]:
    found: list[DataError] = []
    for seat, due in START[row.key].items():
        place = f"{row.key}.start.{seat}"
        counts = row.start.get(seat, {})
        found += _check_counts(place, row.line, counts, due)
        if row.key == "points" and _worth(counts, points) != BUDGETS[seat]:
            problem = f"worth {_worth(counts, points)} points, not {BUDGETS[seat]}"
            found.append(DataError(SCENARIO, row.line, place, problem))
    budgets = BUDGETS if row.key == "points" else None
    given = None if row.budgets is None else dict(row.budgets)
    if given != budgets:
        problem = "must be left out" if budgets is None else f"must be {budgets}"
        found.append(DataError(SCENARIO, row.line, f"{row.key}.budgets", problem))
    return found


def _check_counts(place: str, line: int, counts: Counts, due: Sequence[int]) -> list[DataError]:
    found = [
        DataError(SCENARIO, line, place, f"the rules know no {key}")
        for key in counts
        if key not in TYPES
    ]
    found += [
        DataError(SCENARIO, line, f"{place}.{key}", f"must be {count}")
        for key, count in zip(TYPES, due, strict=True)
        if counts.get(key, 0) != count
    ]
    return found


def _worth(counts: Mapping[str, int], of_each: Mapping[str, int]) -> int:
    return sum(count * of_each.get(key, 0) for key, count in counts.items())


# --- formations -------------------------------------------------------------------------------


def check_formations(
    formations: Sequence[FormationRow], zones: Sequence[ZoneRow]
) -> list[DataError]:
    """Return what makes a ready set-up illegal, and where there are too few of them."""
    found = repeated(
        FORMATIONS, "key", formations, lambda row: f"{row.scenario} {row.seat} {row.key}"
    )
    allowed = {row.seat: row.squares() for row in zones}
    for row in formations:
        found += _check_formation(row, allowed[row.seat])
    for key in SCENARIOS:
        for seat in OBJECTIVES:
            count = sum(row.scenario == key and row.seat == seat for row in formations)
            if count < FORMATIONS_AT_LEAST:
                problem = f"{key} {seat}: {count}, where {FORMATIONS_AT_LEAST} are wanted"
                found.append(DataError(FORMATIONS, 0, "key", problem))
    return found


def _check_formation(row: FormationRow, zone: frozenset[str]) -> list[DataError]:
    def wrong(field: str, problem: str) -> DataError:
        return DataError(FORMATIONS, row.line, field, problem)

    if row.scenario not in SCENARIOS:
        return [wrong("scenario", f"no scenario {row.scenario}")]
    found: list[DataError] = []
    seen: set[str] = set()
    for type_key, at in row.places():
        if off_board((at,)):
            found.append(wrong(type_key, f"{at} is not on the board"))
        elif at not in zone:
            found.append(wrong(type_key, f"{at} is outside the zone"))
        if at in seen:
            found.append(wrong(type_key, f"{at} stands already"))
        seen.add(at)
    counts = Counter(type_key for type_key, _ in row.places())
    if row.scenario == "standard":
        due = dict(zip(TYPES, START["standard"][row.seat], strict=True))
        found += [
            wrong(key, f"{counts[key]} where the army has {count}")
            for key, count in due.items()
            if counts[key] != count
        ]
        return found
    points = {key: figures[FIGURES.index("points")] for key, figures in TYPES.items()}
    worth = _worth(counts, points)
    if counts["commander"] != 1:
        found.append(wrong("commander", "an army has exactly one"))
    if counts["heavy_artillery"] + counts["light_artillery"] and not counts["infantry"]:
        found.append(wrong("infantry", "artillery needs infantry"))
    if worth > BUDGETS[row.seat]:
        found.append(wrong("", f"worth {worth} points, over {BUDGETS[row.seat]}"))
    return found
