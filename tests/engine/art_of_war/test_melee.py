"""Melee: who fights whom, what is added, what the dice come to, what follows (8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine.art_of_war.actions import Fight
from engine.art_of_war.frames import Pursuing
from engine.art_of_war.plane.poses import Edge, Pose
from engine.art_of_war.rules.melee.adding import Added, added
from engine.art_of_war.rules.melee.duels import Duel, Fighter, duel_of, outcome
from engine.art_of_war.rules.melee.melee import fight
from engine.art_of_war.rules.melee.pairs import engaged, overlaps, pairs
from engine.art_of_war.state import Camp, Contact, Place, Secrets, Table, Unit, Work
from engine.kit.standing_orders import given
from tests.engine.art_of_war.fights import feature, general, lay, met, play_on, told, unit

A, A2, A3 = "south-a1", "south-a2", "south-a3"
E, E2, E3 = "north-e1", "north-e2", "north-e3"

X, Y = 1500, 1000
"""Where two fronts meet."""

HEAVY = 75
"""Depth of heavy infantry, and of mounted troops."""


def south(troop: str, key: str = A, x: int = X, y: int = Y, **values: Any) -> Unit:
    """A southern unit; where nothing is said its front is at the line, looking north."""
    return unit(key, troop, x, y, **values)


def north(troop: str, key: str = E, x: int = X, y: int = Y, **values: Any) -> Unit:
    """A northern unit, looking south."""
    return unit(key, troop, x, y, **values)


def front(
    first: str, second: str, *others: Unit, contact: Contact | None = None, **values: Any
) -> Table:
    """Two units of given troops front to front: the southern one has charged."""
    mine, foe = south(first, **values.pop("one", {})), north(second, **values.pop("two", {}))
    return lay(mine, foe, *others, contacts=(contact or met(A, E),), **values)


def sums(table: Table, key: str = A) -> dict[str, int]:
    """What is added to a unit's die, by key."""
    (pair,) = (one for one in pairs(table) if key in (one.one, one.two))
    return dict(added(table, pair, table.units[key]))


# --- who fights whom ---------------------------------------------------------------------------


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


# --- what is added -----------------------------------------------------------------------------


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


def test_bowmen_are_spared_in_the_first_round_of_a_charge_on_them() -> None:
    """By heavy infantry and mounted troops (7.fighting, ADG-R48)."""
    charged = front("heavy_infantry", "archers")
    assert "factor" not in sums(charged, E)
    again = front("heavy_infantry", "archers", contact=met(A, E, fresh=False, rounds=1))
    assert sums(again, E)["factor"] == -1
    pursued = front("heavy_infantry", "archers", contact=met(A, E, charge=False))
    assert sums(pursued, E)["factor"] == -1
    charging = front("archers", "heavy_infantry")
    assert sums(charging)["factor"] == -1


@pytest.mark.parametrize(
    ("one", "two", "impact"),
    [
        # Foot against foot, charged or charging.
        (("medium_infantry", ("impact",)), ("heavy_spearmen", ()), 1),
        # Heavy infantry voids it only of the impetuous.
        (("medium_infantry", ("impact",)), ("heavy_infantry", ()), 1),
        (("heavy_infantry", ("impact", "impetuous")), ("heavy_infantry", ()), 0),
        # Foot that charges mounted troops has none (ADG-R49).
        (("heavy_infantry", ("impact",)), ("heavy_cavalry", ()), 0),
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
    """Foot against mounted troops only then (8.impact.foot, ADG-R49)."""
    impact: dict[str, Any] = {"two": {"options": ("impact",)}}
    assert sums(front("heavy_cavalry", "heavy_infantry", **impact), E)["impact"] == 1
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


# --- dice --------------------------------------------------------------------------------------


def duel(
    one: int, two: int, *, edges: tuple[int, int] = (3, 3), armour: tuple[int, int] = (0, 0)
) -> Duel:
    """Two who add so much."""
    table = front("heavy_infantry", "heavy_infantry")
    (pair,) = pairs(table)
    return Duel(
        pair,
        Fighter(A, (Added("factor", one),), edges[0], armour[0]),
        Fighter(E, (Added("factor", two),), edges[1], armour[1]),
    )


@pytest.mark.parametrize(
    ("edge", "dice", "margin"),
    [
        (1, (4, 3), 2),
        (1, (3, 3), 0),
        (3, (5, 3), 2),
        (3, (5, 2), 4),
        (4, (5, 2), 3),
        (4, (6, 2), 5),
    ],
)
def test_quality_by_the_difference_of_the_dice(
    edge: int, dice: tuple[int, int], margin: int
) -> None:
    """Elite from 1, ordinary from 3, mediocre from 4; the lower die adds nothing (ADG-R1)."""
    assert outcome(duel(0, 0, edges=(edge, 6)), *dice).margin == margin
    assert outcome(duel(0, 0, edges=(6, edge)), *reversed(dice)).margin == -margin


def test_qualities_are_those_of_the_units() -> None:
    """Mixed units are mediocre whatever they are (8.tactics.mixed)."""
    kinds: dict[str, Any] = {"one": {"quality": "elite"}, "two": {"quality": "mediocre"}}
    found = duel_of(table := front("heavy_infantry", "heavy_infantry", **kinds), pairs(table)[0])
    assert (found.one.edge, found.two.edge) == (1, 4)
    mixed = front("heavy_infantry", "heavy_infantry", one={"options": ("support",)})
    assert duel_of(mixed, pairs(mixed)[0]).one.edge == 4


@pytest.mark.parametrize(
    ("one", "two", "dice", "margin"),
    [
        # The higher die wins by 2: armour takes 1.
        (0, 0, (5, 3), 1),
        # It would win by 1: a tie.
        (0, 1, (5, 3), 0),
        # It does not win: nothing to take.
        (0, 2, (5, 3), 0),
        (0, 3, (5, 3), -1),
        # Armour is of no use to who throws higher.
        (0, 0, (3, 5), -2),
    ],
)
def test_armour_takes_one_off(one: int, two: int, dice: tuple[int, int], margin: int) -> None:
    """A tie at best (2.armour, ADG-R13)."""
    found = outcome(duel(one, two, edges=(6, 6), armour=(0, 1)), *dice)
    assert found.margin == margin
    both = outcome(duel(0, 0, edges=(6, 6), armour=(1, 1)), 5, 3)
    assert both.margin == 2


@pytest.mark.parametrize(
    ("dice", "lost", "code"),
    [
        ((3, 3), 0, "melee.tie"),
        ((4, 3), 1, "melee.won"),
        ((5, 3), 1, "melee.won"),
        ((5, 2), 2, "melee.won"),
        ((5, 1), 2, "melee.won"),
        ((6, 1), 4, "melee.routs"),
    ],
)
def test_what_a_margin_costs(dice: tuple[int, int], lost: int, code: str) -> None:
    """1 or 2 a point, 3 to 5 two, 6 and more all; 5 and 3 apart add 1 (8.result, ADG-R2)."""
    play = play_on(front("heavy_infantry", "heavy_infantry"), *dice)
    fight(play)
    assert play.unit(E).lost == lost
    assert play.unit(A).lost == 0
    assert told(play)[0] == code
    assert (play.unit(E).place is Place.ROUTED) is (lost == 4)


def test_what_is_told_adds_up() -> None:
    """Sums, words and margin are of one reckoning, whoever wins (8.roll)."""
    values: dict[str, Any] = {"two": {"quality": "elite"}}
    for dice in product(range(1, 7), repeat=2):
        play = play_on(front("medium_knights", "heavy_knights", **values), *dice)
        fight(play)
        event = play.events[0]
        figures = event.params
        first, second, margin = (int(str(figures[key])) for key in ("first", "second", "margin"))
        assert abs(first - second) == margin
        for key, word, die in (("first", "added", dice[0]), ("second", "against", dice[1])):
            words: Any = figures[word]
            shown = sum(int(term.key[-2:]) for term in words if term.key != "nothing")
            assert figures[key] == die + shown
        if margin:
            won = A if first > second else E
            assert figures["winner"] == ("unit", won)
            assert figures["loser"] == ("unit", E if won == A else A)
        lost = max(play.unit(A).lost, play.unit(E).lost)
        assert figures["n"] == (0 if event.code == "melee.routs" else lost)


# --- the phase ---------------------------------------------------------------------------------


def test_all_fight_as_the_phase_found_them() -> None:
    """Who is routed in one fight still counts in another, and panic comes last (8.resolve)."""
    units = (
        south("heavy_infantry", A, X),
        south("heavy_infantry", A2, X + 100),
        north("heavy_infantry", E, X, lost=3),
        north("heavy_infantry", E2, X + 100, lost=3),
    )
    table = lay(*units, contacts=(met(A, E), met(A2, E2)))
    play = play_on(table, 4, 1, 1, 6)
    fight(play)
    # E is routed by A, and A2 by E2, though E2 fought disordered like E.
    assert play.unit(E).place is Place.ROUTED
    assert play.unit(A2).lost == 2
    assert told(play)[:2] == ["melee.won", "melee.won"]


def test_contacts_age() -> None:
    """Impact counts once, and who was caught evading fights on like others (8.impact.once)."""
    play = play_on(front("light_cavalry", "light_cavalry", two={"caught": True}), 3, 3)
    fight(play)
    (contact,) = play.table.contacts
    assert (contact.fresh, contact.rounds) == (False, 1)
    assert not play.unit(E).caught


def test_the_order_is_that_of_who_won_the_initiative() -> None:
    """By the names of their units (ADG-R31)."""
    units = (
        south("heavy_infantry", A, X),
        south("heavy_infantry", A2, X + 300),
        north("heavy_infantry", E, X + 300),
        north("heavy_infantry", E2, X),
    )
    contacts = (met(A2, E), met(A, E2))
    for first, order in (("south", [A, A2]), ("north", [A2, A])):
        play = play_on(lay(*units, contacts=contacts, initiative=first), 3, 3, 3, 3)
        fight(play)
        assert [event.params["one"].key for event in play.events] == order  # type: ignore[union-attr]


def test_met_in_front_and_flank_at_once_it_is_routed() -> None:
    """In the melee phase, without dice; not where it fought before (8.conform.rout, ADG-R7)."""
    flanker = south("heavy_infantry", A2, X + 50, Y + 37, facing=2700)
    units = front("heavy_infantry", "heavy_infantry", flanker).units.values()
    table = lay(*units, contacts=(met(A, E), met(A2, E, "left")))
    play = play_on(table)
    fight(play)
    assert play.unit(E).place is Place.ROUTED
    assert told(play)[0] == "melee.confronted"
    frame = play.top
    assert isinstance(frame, Pursuing)
    assert {one.who for one in frame.quarries} == {A, A2}
    rash = play_on(
        lay(*(replace(one, options=("impetuous",)) for one in units), contacts=table.contacts)
    )
    fight(rash)
    assert {(one.who, one.must) for one in rash.top.quarries} == {(A, True), (A2, False)}
    old = lay(*units, contacts=(met(A, E, fresh=False, rounds=1), met(A2, E, "left")))
    play = play_on(old, 3, 3)
    fight(play)
    assert play.unit(E).place is Place.TABLE
    assert "melee.confronted" not in told(play)


def test_after_the_fight_it_turns_to_face() -> None:
    """Whoever was attacked in flank by one enemy only (8.flank.face)."""
    foe = north("heavy_infantry", E, X - 50, Y - 37, facing=900)
    table = lay(south("heavy_infantry", A), foe, contacts=(met(E, A, "left"),))
    play = play_on(table, 3, 3)
    fight(play)
    assert play.unit(A).pose == Pose(X - 50, Y - 37, 2700)
    assert play.table.contacts == (met(E, A, "front", fresh=False, rounds=1),)
    assert "melee.faces" in told(play)
    # Where a friend stands in the way it cannot.
    friend = south("heavy_infantry", A2, X, Y - HEAVY)
    crowded = lay(*table.units.values(), friend, contacts=table.contacts)
    play = play_on(crowded, 3, 3)
    fight(play)
    assert play.unit(A).pose == Pose(X, Y, 0)


def test_a_general_who_fights_runs_a_risk() -> None:
    """Lost on a 1 if the unit loses, and the unit loses a point more (8.leaders.risk)."""
    leader = general("south-g1", A, included=True)
    table = front("heavy_infantry", "heavy_infantry", generals={leader.id: leader})
    for die, lost, gone in ((1, 2, True), (2, 1, False)):
        play = play_on(table, 1, 3, die)
        fight(play)
        assert play.unit(A).lost == lost
        assert (play.general(leader.id).place is Place.ROUTED) is gone
    play = play_on(table, 3, 3)
    fight(play)
    assert "general.lost" not in told(play)


def test_a_general_joins_the_fight_if_told_so_beforehand() -> None:
    """And stops when the melee is over (8.leaders, 8.leaders.stay)."""
    leader = general("south-g1", A)
    table = front("heavy_infantry", "heavy_infantry", generals={leader.id: leader})
    orders = {"south": Secrets(standing=given({}, Fight(generals=(leader.id,))))}
    play = play_on(table, 3, 3, secrets=orders)
    fight(play)
    # 3 and 1 for the general against 3.
    assert play.unit(E).lost == 1
    assert play.general(leader.id).fights
    play = play_on(table, 3, 3)
    fight(play)
    assert play.unit(E).lost == 0
    play = play_on(table, 6, 1, secrets=orders)
    fight(play)
    assert not play.general(leader.id).fights


@pytest.mark.parametrize(
    ("troop", "die", "falls"),
    [
        ("heavy_infantry", 4, False),
        ("heavy_infantry", 5, True),
        ("light_infantry", 5, False),
        ("light_cavalry", 6, True),
    ],
)
def test_a_fortified_camp_is_stormed(troop: str, die: int, falls: bool) -> None:
    """On 5 or more, light troops on 6 (8.camp.fortified)."""
    camp = Camp("north-camp", "north", Pose(X, Y, 1800), fortified=True)
    table = lay(south(troop, A), camps={camp.id: camp}, contacts=(met(A, camp.id),))
    play = play_on(table, die)
    fight(play)
    assert play.table.camps[camp.id].taken is falls
    assert bool(play.table.contacts) is not falls
