"""Batteries off the board: who directs them, where they come down, what they strike (8.1.4)."""

from __future__ import annotations

import pytest

from engine.barricadas.rules.artillery.missions import batteries_left
from engine.barricadas.settings import Settings
from engine.barricadas.state import REPUBLICAN, Counter, Table
from engine.barricadas.tables.batteries import factors, load_batteries
from tests.engine.barricadas.build import (
    against,
    codes,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
)

G, G1 = "republican-g", "republican-g1"
E1 = "nationalist-g1"
GUNS = f"{REPUBLICAN}.105"


def before(*more: Counter, left: int = 3) -> Table:
    """A Republican officer who sees National infantry three hexes away, and a 105 mm battery."""
    return lay(
        officer("g", "A913"),
        infantry("g1", "A913"),
        enemy("g1", "A916"),
        enemy_officer("g", "A1620"),
        *more,
        settings=Settings(scenario="full"),
        missions={GUNS: left},
    )


@pytest.mark.parametrize(
    ("calibre", "complete", "dispersed", "found"),
    [(105, False, False, 6), (105, True, False, 10), (105, False, True, 3), (105, True, True, 5)],
)
def test_a_battery_of_105_mm_is_the_texts(
    calibre: int, complete: bool, dispersed: bool, found: int
) -> None:
    """6 incomplete, 10 complete; dispersed 3 and 5 (8.1.4.1)."""
    assert factors(calibre, complete=complete, dispersed=dispersed) == found


def test_heavier_batteries_bring_more() -> None:
    """And complete ones more than incomplete (ALB-H4)."""
    rows = [row for _, row in sorted(load_batteries().items())]
    assert rows == sorted(rows)
    assert all(incomplete < complete for incomplete, complete in rows)


def test_a_mission_on_target_is_one_attack_that_nobody_answers() -> None:
    """A 3 falls where it was aimed; with 6 factors, and a mission less is left (8.1.4.2)."""
    step = do(before(), order(G, f"{G} mission A916"), 3, 1, 1)
    fall = next(one for one in step.events if one.code == "mission.falls")
    assert fall.params["strays"] == 0
    strike = next(one for one in step.events if one.code == "mission.strikes")
    assert strike.params["factors"] == 6
    table = step.state.table
    assert table.missions == {GUNS: 2}
    assert table.counters[G].finished
    # The unit was activated too: who was told nothing is prepared.
    assert table.counters[G1].reaction


def test_a_mission_strays_and_is_called_off_where_it_strikes_nobody() -> None:
    """One hex on a 4, to the north on a 1; in sight and empty, so it is kept (8.1.4.2.choice)."""
    step = do(before(), order(G, f"{G} mission A916"), 4, 1)
    assert "mission.called_off" in codes(step)
    assert step.state.table.missions == {GUNS: 3}


def test_two_missions_on_a_hex_add_up_and_leave_nothing_else_to_do() -> None:
    """12 factors, one attack; with a third, or with fire of the unit, it is refused (8.1.1)."""
    twice = (f"{G} mission A916", f"{G} mission A916")
    step = do(before(), order(G, *twice), 3, 3, 1, 1)
    strike = next(one for one in step.events if one.code == "mission.strikes")
    assert strike.params["factors"] == 12
    assert step.state.table.missions == {GUNS: 1}
    assert against(before(), order(G, *twice, f"{G} mission A916")) == ["mission.most"]
    assert against(before(), order(G, *twice, f"{G1} move A912")) == ["mission.two"]
    assert against(before(), order(G, f"{G} mission A916", f"{G} move A912")) == ["mission.two"]


def test_a_dispersed_mission_strikes_seven_hexes_with_half() -> None:
    """Also whom nobody aimed at (8.1.3)."""
    table = before(enemy("g2", "A917"))
    step = do(table, order(G, f"{G} barrage A916"), 3, 1, 1, 1, 1)
    strikes = [one.params["factors"] for one in step.events if one.code == "mission.strikes"]
    assert strikes == [3, 3]


def test_without_missions_or_a_line_none_is_directed() -> None:
    """Nor by anybody but an officer (8.1.1)."""
    assert against(before(left=0), order(G, f"{G} mission A916")) == ["mission.none"]
    assert against(before(), order(G, f"{G1} mission A916")) == ["mission.officer"]
    assert against(before(), order(G, f"{G} mission A105")) == ["mission.no_line"]
    assert [row.calibre for row in batteries_left(before(left=2), REPUBLICAN)] == [105, 105]
