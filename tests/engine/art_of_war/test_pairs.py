"""Who fights whom in melee, and who overlaps (8.pairs, 8.overlap)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.rules.melee.pairs import engaged, once_more, overlaps, pairs
from tests.engine.art_of_war.fights import general, lay, met
from tests.engine.art_of_war.fronts import (
    A2,
    A3,
    E2,
    E3,
    HEAVY,
    A,
    E,
    X,
    Y,
    front,
    north,
    south,
    sums,
)


def test_two_in_contact_fight_and_a_third_beside_overlaps() -> None:
    """Who stands in line beside a friend and past the enemy's side overlaps (8.overlap)."""
    table = front("heavy_infantry", "heavy_infantry", south("medium_infantry", A2, X + 100))
    assert [(one.one, one.two, one.helps_one, one.helps_two) for one in pairs(table)] == [
        (A, E, (A2,), ())
    ]
    assert sums(table)["overlap"] == 1
    assert "overlap" not in sums(table, E)
    assert overlaps(table) == {A2: E}
    assert engaged(table) == {A, A2, E}


def test_three_overlap_at_most() -> None:
    """Both flanks and the rear: +3 (8.overlap.bonus, ADG-R26)."""
    helpers = (
        south("heavy_infantry", A2, X - 50, Y + 50, facing=900),
        south("heavy_infantry", A3, X + 50, Y + 50, facing=2700),
        south("heavy_infantry", "south-a4", X, Y + HEAVY, facing=1800),
        south("heavy_infantry", "south-a5", X + 100, Y),
    )
    table = front("heavy_infantry", "heavy_infantry", *helpers)
    assert len(pairs(table)[0].helps_one) >= 3
    assert sums(table)["overlap"] == 3


@pytest.mark.parametrize(
    ("troop", "values", "counts"),
    [
        ("light_infantry", {}, True),
        ("light_cavalry", {}, True),
        ("elephants", {}, False),
        ("medium_cavalry", {"options": ("camels",)}, False),
        ("medium_cavalry", {}, True),
        ("artillery", {}, False),
        ("war_wagons", {}, False),
        ("scythed_chariots", {}, True),
    ],
)
def test_who_overlaps(troop: str, values: dict[str, Any], counts: bool) -> None:
    """Elephants, camels, artillery and wagons never do (8.overlap.beasts, 8.not.overlap)."""
    helper = south(troop, A2, X + 100, **values)
    table = front("heavy_infantry", "heavy_infantry", helper)
    assert ("overlap" in sums(table)) is counts
    assert (A2 in engaged(table)) is counts


def test_scythed_chariots_overlap_in_the_first_round_and_not_their_like() -> None:
    """8.overlap.scythed."""
    helper = south("scythed_chariots", A2, X + 100)
    later = met(A, E, fresh=False, rounds=1)
    assert "overlap" in sums(front("heavy_infantry", "heavy_infantry", helper))
    assert "overlap" not in sums(front("heavy_infantry", "heavy_infantry", helper, contact=later))
    assert "overlap" not in sums(front("heavy_infantry", "scythed_chariots", helper))


def test_who_is_contacted_by_another_enemy_overlaps_nobody() -> None:
    """Nor does who fights one of their own (8.overlap.engaged)."""
    helper = south("heavy_infantry", A2, X + 100)
    table = front("heavy_infantry", "heavy_infantry", helper, north("heavy_infantry", E2, X + 100))
    other = lay(*table.units.values(), contacts=(met(A, E), met(E2, A2)))
    assert sums(other).get("overlap") is None
    assert overlaps(other) == {}
    flanker = south("heavy_infantry", A2, X - 50, Y + 50, facing=900)
    foe = north("heavy_infantry", E2, X - 50 - HEAVY, Y + 50, facing=900)
    flanked = lay(
        *front("heavy_infantry", "heavy_infantry", flanker, foe).units.values(),
        contacts=(met(A, E), met(A2, E, "right"), met(E2, A2, "rear")),
    )
    assert [(one.one, one.two) for one in pairs(flanked)] == [(A, E), (E2, A2)]
    assert overlaps(flanked) == {}


def test_nobody_overlaps_two() -> None:
    """Between two fights a unit helps in one (ADG-R26)."""
    units = (
        south("heavy_infantry", A, X),
        south("heavy_infantry", A2, X + 100),
        south("heavy_infantry", A3, X + 200),
        north("heavy_infantry", E, X),
        north("heavy_infantry", E3, X + 200),
    )
    table = lay(*units, contacts=(met(A, E), met(A3, E3)))
    assert overlaps(table) == {A2: E}


def test_who_attacks_the_flank_of_one_in_melee_overlaps_it() -> None:
    """It is no fight of its own (8.flank.overlapped)."""
    flanker = south("heavy_infantry", A2, X + 50, Y + 50, facing=2700)
    table = front("heavy_infantry", "heavy_infantry", flanker)
    table = lay(*table.units.values(), contacts=(met(A2, E, "left"), met(A, E, rounds=1)))
    (pair,) = pairs(table)
    assert (pair.one, pair.two, pair.helps_one) == (A, E, (A2,))
    assert sums(table, E).get("flank") is None


def test_a_wavering_corps_overlaps_nobody() -> None:
    """3.allies.idle."""
    helper = south("heavy_infantry", A2, X + 100, corps=2)
    ally = general("south-g2", corps=2, ally=True, hesitating=True)
    table = front("heavy_infantry", "heavy_infantry", helper, generals={ally.id: ally})
    assert overlaps(table) == {}


@pytest.mark.parametrize("beside", ["medium_infantry", "scythed_chariots"])
def test_pairs_of_the_next_round_are_those_of_a_table_fought_once_more(beside: str) -> None:
    """The computer looks at both: scythed chariots overlap in the first round alone."""
    table = front("heavy_infantry", "heavy_infantry", south(beside, A2, X + 100))
    later, found = once_more(table, pairs(table))

    assert [(one.fresh, one.rounds) for one in later.contacts] == [
        (False, one.rounds + 1) for one in table.contacts
    ]
    assert found == pairs(later)
    assert bool(found[0].helps_one) == (beside == "medium_infantry")
    assert pairs(table)[0].helps_one == (A2,)
