"""What is added to the dice of melee (8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.plane.poses import Edge, Pose
from engine.art_of_war.state import Work
from tests.engine.art_of_war.fights import feature, general, lay, met, unit
from tests.engine.art_of_war.fronts import (
    A2,
    E2,
    A,
    E,
    X,
    Y,
    front,
    north,
    south,
    sums,
)


@pytest.mark.parametrize(
    ("one", "two", "value"),
    [
        ("light_infantry", "elephants", -1),
        ("light_infantry", "light_infantry", 0),
        ("medium_infantry", "heavy_infantry", 1),
        ("medium_infantry", "heavy_cavalry", 0),
        ("medium_spearmen", "heavy_cavalry", 0),
        ("heavy_infantry", "heavy_cavalry", 1),
        ("phalanx", "heavy_infantry", 0),
        ("phalanx", "medium_infantry", 1),
        ("levy", "light_infantry", -1),
        ("war_wagons", "elephants", 0),
        ("war_wagons", "heavy_cavalry", 1),
        ("light_cavalry", "light_infantry", 1),
        ("light_cavalry", "medium_infantry", -1),
        ("heavy_cavalry", "light_infantry", 1),
        ("heavy_cavalry", "heavy_cavalry", 0),
        ("heavy_knights", "heavy_cavalry", 1),
        ("cataphracts", "heavy_knights", 0),
        ("elephants", "elephants", 1),
    ],
)
def test_the_factors_of_the_troop_table(one: str, two: str, value: int) -> None:
    """2.table, 8.tactics."""
    table = front(one, two, contact=met(A, E, fresh=False, rounds=1))
    assert sums(table).get("factor", 0) == value


def test_light_cavalry_beats_light_infantry_in_the_open_only() -> None:
    """In brush it has the penalty of bad ground in the place of its bonus (2.table)."""
    brush = {"f1": feature("brush", 1000, 500, 2000, 1500)}
    table = front("light_cavalry", "light_infantry", features=brush)
    assert sums(table) == {"bad_mounted": -2}
    # Wherever one of them stands in it.
    half = {"f1": feature("brush", 1000, Y, 2000, 1500)}
    assert sums(front("light_cavalry", "light_infantry", features=half)) == {}


def test_bowmen_are_spared_in_the_first_round() -> None:
    """Whoever charged, heavy infantry, mounted troops or they (7.fighting, ADG-R48)."""
    charged = front("heavy_infantry", "archers")
    assert "factor" not in sums(charged, E)
    again = front("heavy_infantry", "archers", contact=met(A, E, fresh=False, rounds=1))
    assert sums(again, E)["factor"] == -1
    pursued = front("heavy_infantry", "archers", contact=met(A, E, charge=False))
    assert "factor" not in sums(pursued, E)
    charging = front("archers", "heavy_infantry")
    assert "factor" not in sums(charging)


@pytest.mark.parametrize(
    ("one", "two", "impact"),
    [
        # Foot against foot, charged or charging.
        (("medium_infantry", ("impact",)), ("heavy_spearmen", ()), 1),
        # Heavy infantry voids it only of the impetuous.
        (("medium_infantry", ("impact",)), ("heavy_infantry", ()), 1),
        (("heavy_infantry", ("impact", "impetuous")), ("heavy_infantry", ()), 0),
        # Foot against mounted troops that it charges (ADG-R49).
        (("heavy_infantry", ("impact",)), ("heavy_cavalry", ()), 1),
        (("heavy_cavalry", ("impact",)), ("heavy_infantry", ()), 1),
        (("heavy_cavalry", ("impact",)), ("heavy_spearmen", ()), 0),
        (("heavy_cavalry", ("impact",)), ("phalanx", ()), 0),
        (("heavy_infantry", ("impact",)), ("foot_knights", ()), 0),
        (("elephants", ()), ("heavy_infantry", ()), 1),
        (("elephants", ()), ("light_infantry", ()), 0),
        (("elephants", ()), ("war_wagons", ()), 1),
        (("heavy_cavalry", ("impact",)), ("war_wagons", ()), 0),
        (("heavy_cavalry", ()), ("heavy_infantry", ()), 0),
    ],
)
def test_impact_and_who_voids_it(
    one: tuple[str, tuple[str, ...]], two: tuple[str, tuple[str, ...]], impact: int
) -> None:
    """In the first round of a charge, never after it (8.impact, 2.cancels)."""
    kinds: dict[str, Any] = {"one": {"options": one[1]}, "two": {"options": two[1]}}
    assert sums(front(one[0], two[0], **kinds)).get("impact", 0) == impact
    again = front(one[0], two[0], contact=met(A, E, fresh=False, rounds=1), **kinds)
    assert "impact" not in sums(again)
    pursued = front(one[0], two[0], contact=met(A, E, charge=False), **kinds)
    assert "impact" not in sums(pursued)


def test_the_charged_have_impact_too() -> None:
    """But foot that mounted troops charge has none (8.impact.foot, ADG-R49)."""
    impact: dict[str, Any] = {"two": {"options": ("impact",)}}
    assert "impact" not in sums(front("heavy_cavalry", "heavy_infantry", **impact), E)
    assert sums(front("heavy_spearmen", "medium_infantry", **impact), E)["impact"] == 1


def test_mounted_troops_on_bad_ground() -> None:
    """They fight at -2 and have no impact; at home they do (8.terrain.mounted, 10.brush.beasts)."""
    brush = {"f1": feature("brush", 1000, 500, 2000, 1500)}
    dunes = {"f1": feature("dunes", 1000, 500, 2000, 1500)}
    options: dict[str, Any] = {"one": {"options": ("impact",)}}
    assert sums(front("heavy_cavalry", "heavy_infantry", features=brush, **options)) == {
        "factor": 1,
        "bad_mounted": -2,
    }
    assert sums(front("elephants", "heavy_infantry", features=brush)) == {"factor": 1, "impact": 1}
    assert sums(front("elephants", "heavy_infantry", features=dunes)) == {
        "factor": 1,
        "bad_mounted": -2,
    }
    camels: dict[str, Any] = {"one": {"options": ("camels",)}}
    for ground in (brush, dunes):
        table = front("medium_cavalry", "heavy_infantry", features=ground, **camels)
        assert "bad_mounted" not in sums(table)


@pytest.mark.parametrize(
    ("troop", "rough", "difficult"),
    [
        ("light_infantry", 0, 0),
        ("medium_infantry", 0, -1),
        ("archers", 0, -1),
        ("heavy_infantry", -1, -1),
        ("levy", -1, -1),
    ],
)
def test_foot_on_bad_ground(troop: str, rough: int, difficult: int) -> None:
    """8.terrain.foot."""
    for kind, value in (("field", rough), ("wood", difficult)):
        ground = {"f1": feature(kind, 1000, 500, 2000, Y)}
        found = sums(front(troop, "heavy_infantry", features=ground))
        assert found.get("rough_foot", 0) + found.get("difficult_foot", 0) == value


def test_height_bank_and_stream() -> None:
    """8.terrain.height, 8.terrain.bank, 10.stream.crossing."""
    hill = {"f1": feature("gentle_hill", 1000, 500, 2000, Y)}
    high = front("heavy_infantry", "heavy_infantry", features=hill)
    assert sums(high)["height"] == 1
    assert "height" not in sums(high, E)
    both = {"f1": feature("gentle_hill", 1000, 500, 2000, 1500)}
    assert "height" not in sums(front("heavy_infantry", "heavy_infantry", features=both))
    river = {"f1": feature("river", 0, Y - 100, 3000, Y)}
    wet = front("heavy_infantry", "heavy_infantry", features=river)
    assert sums(wet, E)["bank"] == 1
    assert "bank" not in sums(wet)
    stream = {"f1": feature("stream", 1000, Y - 50, 2000, Y)}
    crossing = front("heavy_infantry", "heavy_infantry", features=stream)
    assert sums(crossing)["stream"] == -1
    assert "bank" not in sums(crossing, E)


def test_disorder_once_whatever_is_lost() -> None:
    """8.disorder."""
    for lost in (1, 3):
        found = sums(front("heavy_infantry", "heavy_infantry", one={"lost": lost}))
        assert found["disorder"] == -1


def test_generals_help_where_they_fight() -> None:
    """Included ones always, others only if they fight (8.general, 8.leaders, ADG-R8)."""
    for values, helps in (({"included": True}, True), ({"fights": True}, True), ({}, False)):
        leader = general("south-g1", A, **values)
        table = front("heavy_infantry", "heavy_infantry", generals={leader.id: leader})
        assert ("general" in sums(table)) is helps


def test_a_deep_phalanx() -> None:
    """+2 against all in the place of its factor, while the second unit is in order (8.phalanx)."""
    second = south("phalanx", A2, X, Y - 150)
    assert sums(front("phalanx", "heavy_infantry", second)) == {"deep": 2}
    assert sums(front("phalanx", "medium_infantry", second)) == {"deep": 2}
    shaken = south("phalanx", A2, X, Y - 150, lost=1)
    assert sums(front("phalanx", "medium_infantry", shaken)) == {"factor": 1}
    other = south("heavy_infantry", A2, X, Y - 150)
    assert sums(front("phalanx", "heavy_infantry", other)) == {}


@pytest.mark.parametrize(
    ("edge", "spot"),
    [("left", (X - 50, Y - 37, 900)), ("rear", (X, Y - 150, 0))],
)
def test_attacked_in_flank_or_rear(edge: Edge, spot: tuple[int, int, int]) -> None:
    """-1, without impact and deep formation; who attacks has theirs (8.flank.alone)."""
    x, y, facing = spot
    foe = north("heavy_infantry", E, x, y, facing=facing, options=("impact",))
    mine = south("phalanx", A)
    second = south("phalanx", A2, X, Y - 300)
    table = lay(mine, foe, second, contacts=(met(E, A, edge),))
    assert sums(table)["flank"] == -1
    assert sums(table, E) == {"factor": 1, "impact": 1}
    victim = lay(
        south("heavy_infantry", A, options=("impact",)),
        north("heavy_infantry", E, x, Y - 37 if edge == "left" else Y - 75, facing=facing),
        contacts=(met(E, A, edge),),
    )
    assert sums(victim) == {"factor": 1, "flank": -1}


def test_wagons_have_no_flank() -> None:
    """8.flank.wagons."""
    foe = north("heavy_infantry", E, X - 50, Y - 100, facing=900)
    table = lay(south("war_wagons", A), foe, contacts=(met(E, A, "left"),))
    assert "flank" not in sums(table)


def test_caught_while_evading() -> None:
    """5.evade.reached."""
    assert sums(front("light_cavalry", "light_cavalry", two={"caught": True}), E)["caught"] == -1


def test_fortifications() -> None:
    """+1 behind one, no impact against it, mounted attackers -1 (8.works)."""
    work = Work("south-w1", "south", Pose(X, Y, 0))
    mine = south("archers", A, y=Y - 25)
    foe = north("heavy_cavalry", E, options=("impact",))
    table = lay(mine, foe, works={work.id: work}, contacts=(met(E, A),))
    assert sums(table) == {"work": 1}
    assert sums(table, E) == {"factor": 1, "work_mounted": -1}
    bare = lay(mine, foe, contacts=(met(E, A),))
    assert sums(bare, E) == {"factor": 1, "impact": 1}


def test_stakes() -> None:
    """Mounted troops at their front have no impact and -1, until the unit moves (ADG-R51)."""
    values: dict[str, Any] = {"one": {"options": ("impact",)}, "two": {"options": ("stakes",)}}
    assert sums(front("heavy_cavalry", "archers", **values)) == {"factor": 1, "stakes": -1}
    assert sums(front("heavy_infantry", "archers", **values)) == {"factor": 1, "impact": 1}
    for moved in ({"stirred": True}, {"moves": 1}):
        left: dict[str, Any] = {**values, "two": {**values["two"], **moved}}
        assert sums(front("heavy_cavalry", "archers", **left)) == {"factor": 1, "impact": 1}
    flanker = unit(A, "heavy_cavalry", X - 50, Y + 50, 900)
    flank = lay(flanker, north("archers", E, options=("stakes",)), contacts=(met(A, E, "right"),))
    assert "stakes" not in sums(flank)


def test_support_against_a_charge_of_mounted_troops() -> None:
    """In its first round, by shooters who have not shot (7.charged, ADG-R12)."""
    options: dict[str, Any] = {"two": {"options": ("support",)}}
    assert sums(front("heavy_cavalry", "heavy_infantry", **options), E)["support"] == 1
    assert "support" not in sums(front("heavy_infantry", "heavy_infantry", **options), E)
    later = met(A, E, fresh=False, rounds=1)
    assert "support" not in sums(
        front("heavy_cavalry", "heavy_infantry", contact=later, **options), E
    )
    shot: dict[str, Any] = {"two": {"options": ("support",), "shot": True}}
    assert "support" not in sums(front("heavy_cavalry", "heavy_infantry", **shot), E)
    charging = front("heavy_infantry", "heavy_cavalry", one={"options": ("support",)})
    assert "support" not in sums(charging)


def test_scythed_chariots_void_what_helps_their_enemy() -> None:
    """In the first round: factors, impact and overlap, not generals (2.table.scythed, ADG-R46)."""
    leader = general("north-g1", E, included=True)
    helper = north("heavy_infantry", E2, X + 100)
    values: dict[str, Any] = {"two": {"options": ("impact",)}, "generals": {leader.id: leader}}
    table = front("scythed_chariots", "heavy_infantry", helper, **values)
    assert sums(table, E) == {"general": 1}
    again = met(A, E, fresh=False, rounds=1)
    later = front("scythed_chariots", "heavy_infantry", helper, contact=again, **values)
    assert sums(later, E) == {"factor": 1, "overlap": 1, "general": 1}
