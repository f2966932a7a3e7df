"""Every case of the rulebook, as data: a table, what is done, what comes of it (see cases.py)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.dice import ScriptedDice
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.rules.victory.points import victory_points
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import State
from tests.engine.cases import Cases, Look, paths_of
from tests.engine.telling import assert_sayable
from tests.engine.war_of_the_pacific.build import lay

GAME = WarOfThePacific()
PATHS = paths_of(GAME.key)


def _table(given: dict[str, Any]) -> State:
    settings = Settings(**given.pop("settings", {}))
    if given.pop("opening", False):
        begun = GAME.setup(settings, ScriptedDice())
        assert_sayable(GAME, (*begun.events, *GAME.awaiting(begun.state)))
        opening: State = begun.state
        return opening
    return lay(settings=settings, **given)


def _of_units(name: str) -> Look:
    def look(state: State, expected: dict[str, Any]) -> None:
        found = {unit: getattr(state.table.units[unit], name) for unit in expected}
        assert found == expected, name

    return look


def _flags(state: State, expected: dict[str, dict[str, Any]]) -> None:
    for unit, values in expected.items():
        found = {name: getattr(state.table.units[unit], name) for name in values}
        assert (unit, found) == (unit, values)


def _absent(state: State, expected: list[str]) -> None:
    assert not set(expected) & set(state.table.units)


def _columns(state: State, expected: dict[str, int]) -> None:
    for where, count in expected.items():
        side, _, spot = where.rpartition(":")
        found = sum(
            1
            for unit in state.table.units.values()
            if is_column(unit) and unit.at == spot and side in ("", unit.side)
        )
        assert (where, found) == (where, count)


def _control(state: State, expected: dict[str, str]) -> None:
    assert {city: state.table.control[city] for city in expected} == expected


def _of_table(name: str) -> Look:
    def look(state: State, expected: Any) -> None:
        assert getattr(state.table, name) == expected, name

    return look


def _lost(name: str) -> Look:
    def look(state: State, expected: list[int]) -> None:
        assert list(getattr(state.table, name)) == expected, name

    return look


def _orders(state: State, expected: dict[str, dict[str, list[str]]]) -> None:
    """What each side has ordered: area to ships."""
    for seat, orders in expected.items():
        found = {order.area: list(order.ships) for order in state.secrets[seat].orders}
        assert (seat, found) == (seat, orders)


def _order_numbers(state: State, expected: dict[str, list[int]]) -> None:
    """By what number each side's orders are called back."""
    for seat, numbers in expected.items():
        assert (seat, [order.number for order in state.secrets[seat].orders]) == (seat, numbers)


def _course(state: State, expected: dict[str, list[str]]) -> None:
    """What is left of the course of a voyage under way."""
    for seat, course in expected.items():
        assert (seat, list(state.secrets[seat].course)) == (seat, course)


def _points(state: State, expected: int) -> None:
    assert victory_points(state.table) == expected


CASES = Cases(
    GAME,
    _table,
    {
        "place": _of_units("at"),
        "steps": _of_units("steps"),
        "nation": _of_units("nation"),
        "flags": _flags,
        "absent": _absent,
        "columns": _columns,
        "control": _control,
        "phase": _of_table("phase"),
        "turn": _of_table("turn"),
        "bolivia_out": _of_table("bolivia_out"),
        "lost_warships": _lost("lost_warships"),
        "lost_transports": _lost("lost_transports"),
        "vp": _points,
        "course": _course,
        "orders": _orders,
        "order_numbers": _order_numbers,
    },
)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_case(path: Path) -> None:
    """The rulebook's clause holds on this table."""
    CASES.play(path)


def test_there_are_cases() -> None:
    """The folder is not empty."""
    assert PATHS
