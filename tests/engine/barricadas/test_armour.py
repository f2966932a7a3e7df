"""Armour in assaults, and infantry against armour (9.4, 9.5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.barricadas.actions import Hold
from engine.barricadas.board import Ground
from engine.barricadas.state import DEAD, REPUBLICAN, Counter, Reaction, State, Table, hex_of
from engine.barricadas.tables.anti_armour import chance, modifier
from tests.engine.barricadas.build import (
    against,
    answer,
    codes,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
)

T, T1 = "republican-t", "republican-t1"
E1 = "nationalist-g1"


def tank(at: str, kind: str = "t26", **values: Any) -> Counter:
    """A counter of Republican armour, by itself."""
    return Counter(T1, REPUBLICAN, kind, unit=T, at=at, **values)


def armour_before(place: str, target: str, *more: Counter, **values: Any) -> Table:
    """A tank with its officer in one hex, and National infantry in another."""
    leader = Counter(T, REPUBLICAN, "popular_army_armour_t", unit=T, at=f"@{T1}")
    far = enemy_officer("g", "C1204")
    return lay(leader, tank(place), enemy("g1", target, **values), far, *more)


def assaulted(table: Table, target: str, *dice: int) -> Any:
    """What a tank's assault comes to, nobody having reacted before."""
    state: State = do(table, order(T, f"{T1} assault {target}")).state
    return answer(state, Hold(), *dice)


@pytest.mark.parametrize(
    ("values", "ground", "added", "likely"),
    [
        ({}, Ground.OPEN, 0, Fraction(1, 3)),
        ({}, Ground.WOOD, 1, Fraction(1, 2)),
        ({"hits": 1}, Ground.OPEN, -1, Fraction(1, 6)),
        ({"hits": 1, "out": True}, Ground.BUILT_UP, -1, Fraction(1, 6)),
    ],
)
def test_infantry_against_armour_needs_a_five(
    values: dict[str, Any], ground: Ground, added: int, likely: Fraction
) -> None:
    """With 1 more in wood and houses, 1 less a hit and out of command (ALB-H10)."""
    found = modifier(infantry("g1", "C404", **values), ground)
    assert (found, chance(found)) == (added, likely)


def test_one_of_the_unprepared_answers_armour_and_all_of_the_prepared() -> None:
    """It is a die each, at one armoured counter (9.4, ALB-R48)."""
    unready = armour_before("C406", "C404", enemy("g2", "C404"))
    told = assaulted(unready, "C404", 1, 1, 1)
    assert codes(told).count("armour.missed") == 1
    ready = armour_before(
        "C406",
        "C404",
        enemy("g2", "C404", reaction=Reaction.KEPT),
        reaction=Reaction.KEPT,
    )
    told = assaulted(ready, "C404", 1, 5, 1, 1)
    assert (codes(told).count("armour.missed"), codes(told).count("armour.hit")) == (1, 1)
    assert told.state.table.counters[T1].hits == 1


def test_armour_fires_in_the_column_of_its_class_and_leaves_those_it_did_not_hit() -> None:
    """A T-26 without hits in column 8; nobody is hit by a 2, and it goes back (9.4, 5.8.2.1)."""
    told = assaulted(armour_before("C406", "C404"), "C404", 1, 1, 1)
    result = next(one for one in told.events if one.code == "assault.armour.result")
    assert (result.params["column"], result.params["modifier"]) == (8, 0)
    table = told.state.table
    assert table.counters[E1].at == "C404"
    assert table.counters[T1].at == "C405"
    assert table.counters[T1].finished
    assert table.counters[E1].finished


def test_whom_it_hits_goes_to_cover_and_checks_and_it_keeps_the_hex() -> None:
    """Two hexes on lies an orchard; morale 8 with leadership, a hit less (9.4, 5.8.2.1)."""
    told = assaulted(armour_before("C406", "C404"), "C404", 1, 3, 3, 1, 1)
    table = told.state.table
    hit = table.counters[E1]
    assert hit.hits in (1, 2)
    assert hit.at != "C404"
    assert table.counters[T1].at == "C404"
    assert "morale.holds" in codes(told)


def test_armour_keeps_the_points_to_leave() -> None:
    """Entering and leaving: who has the points for the first only does not assault (9.4)."""
    table = armour_before("C406", "C404")
    assert against(table, order(T, f"{T1} assault C404")) == []
    # From three hexes away it could come in, not out again: 8 points, 2 a hex in the open.
    away = armour_before("C408", "C404")
    assert against(away, order(T, f"{T1} assault C404")) == ["move.cannot"]
    assert against(away, order(T, f"{T1} move C405")) == []


def test_infantry_that_beats_the_others_goes_on_against_the_armour() -> None:
    """Thrown back only if armour is left; a hit on its last step gives the hex (9.mixed, 9.5)."""
    car = Counter(
        "nationalist-t1", "nationalist", "bilbao", unit="nationalist-g", at="C404", hits=2
    )
    table = lay(
        officer("g", "C405"),
        *(infantry(f"g{number}", "C405") for number in (1, 2, 3)),
        enemy_officer("g", "C1204"),
        enemy("g1", "C404", routed=True),
        car,
    )
    who = "+".join(f"republican-g{number}" for number in (1, 2, 3))
    state: State = do(table, order("republican-g", f"{who} assault C404")).state
    held = answer(state, Hold(), *(1, 1) * 3, 5, 1, 1, 1, 1).state.table
    assert held.counters[car.id].at == DEAD
    assert held.counters["republican-g1"].at == "C404"
    kept = answer(state, Hold(), *(1, 1) * 3, 1, 1, 1, 1, 1).state.table
    assert kept.counters[car.id].at == "C404"
    assert kept.counters["republican-g1"].at == "C405"


def test_an_officer_with_the_armour_changes_nothing_of_its_assault() -> None:
    """It is armour's assault, without a check before it, and they come along (9.4, ALB-R76)."""
    told = assaulted(armour_before("C406", "C404"), "C404", 1, 1, 1)
    assert "assault.armour.result" in codes(told)
    assert "morale.holds" not in codes(told)
    table: Table = told.state.table
    assert hex_of(table, table.counters[T]) == table.counters[T1].at
