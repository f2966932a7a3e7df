"""Shooting: who, at whom, with what, and what comes of it (7)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.actions import Withhold
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.rules.melee.pairs import engaged
from engine.art_of_war.rules.shooting.aiming import aim_of, can_shoot
from engine.art_of_war.rules.shooting.shooting import shoot
from engine.art_of_war.rules.shooting.volleys import Volley, protection_of, strikes, volleys
from engine.art_of_war.state import Place, Secrets, Table, Unit, Work
from engine.kit.standing_orders import given
from tests.engine.art_of_war.fights import feature, general, lay, met, play_on, told, unit

A, A2, A3, A4 = "south-a1", "south-a2", "south-a3", "south-a4"
E, E2, E3 = "north-e1", "north-e2", "north-e3"

X, Y = 1500, 1000
"""Where the first shooter's front is; it looks north."""


def mine(troop: str = "archers", key: str = A, x: int = X, y: int = Y, **values: Any) -> Unit:
    """A southern unit."""
    return unit(key, troop, x, y, **values)


def foe(y: int, key: str = E, x: int = X, troop: str = "heavy_infantry", **values: Any) -> Unit:
    """A northern unit that looks south, its front so far beyond the shooter's."""
    return unit(key, troop, x, Y + y, **values)


def shot_at(table: Table, key: str = A) -> str:
    """At whom a unit shoots; "" for nobody."""
    aim = aim_of(table, table.units[key], engaged(table))
    return "" if aim is None else aim.target


def able(table: Table, key: str = A) -> bool:
    """Whether a unit may shoot."""
    return can_shoot(table, table.units[key], engaged(table))


def volley(table: Table) -> Volley:
    """The only volley of the southern side."""
    (found,) = volleys(table, "south")
    return found


# --- who may shoot -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troop", "options", "shoots"),
    [
        ("light_infantry", (), True),
        ("archers", (), True),
        ("light_cavalry", (), True),
        ("medium_cavalry", (), False),
        ("medium_cavalry", ("shoots",), True),
        ("medium_infantry", (), False),
        ("medium_infantry", ("bow",), True),
        ("heavy_infantry", ("support",), True),
        ("artillery", (), True),
        ("war_wagons", (), True),
        ("war_wagons", ("unarmed",), False),
        ("elephants", (), False),
        ("elephants", ("artillery",), True),
    ],
)
def test_who_has_missiles(troop: str, options: tuple[str, ...], shoots: bool) -> None:
    """7.who."""
    assert able(lay(mine(troop, options=options))) is shoots


@pytest.mark.parametrize(
    ("troop", "options", "once", "twice"),
    [
        ("archers", (), True, False),
        ("archers", ("crossbow",), False, False),
        ("archers", ("firearm",), False, False),
        ("artillery", (), False, False),
        ("war_wagons", (), False, False),
        ("light_cavalry", (), True, False),
        ("light_infantry", ("crossbow",), True, False),
    ],
)
def test_who_has_moved(troop: str, options: tuple[str, ...], once: bool, twice: bool) -> None:
    """In its own turn; in the enemy's, what it did in its own counts no more (7.not.moved)."""
    for moves, shoots in ((0, True), (1, once), (2, twice)):
        table = lay(mine(troop, options=options, moves=moves))
        assert able(table) is shoots
        assert able(lay(*table.units.values(), player="north"))


def test_who_has_charged_or_evaded_does_not_shoot() -> None:
    """7.not.charge."""
    assert not able(lay(mine(charged=True)))
    assert not able(lay(mine(evaded=True)))


def test_nobody_in_melee_or_overlap_shoots_or_is_shot_at() -> None:
    """7.not.fighting, 7.not.melee."""
    units = (
        mine("heavy_infantry", A),
        foe(0, E),
        mine("archers", A2, X + 100),
        mine("archers", A3, X, Y - 200),
    )
    table = lay(*units, contacts=(met(A, E),))
    assert not able(table, A2)
    assert able(table, A3)
    aside = (mine("heavy_infantry", A), foe(0, E), mine("archers", A4, X + 150, Y - 100))
    assert shot_at(lay(*aside), A4) == E
    assert shot_at(lay(*aside, contacts=(met(A, E),)), A4) == ""


def test_a_wavering_corps_does_not_shoot() -> None:
    """3.allies.idle."""
    ally = general("south-g1", hesitating=True)
    assert not able(lay(mine(), generals={ally.id: ally}))


# --- at whom -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troop", "options", "reach"),
    [
        ("light_infantry", ("javelin",), 100),
        ("light_infantry", ("sling",), 200),
        ("light_cavalry", ("javelin",), 100),
        ("light_cavalry", ("bow",), 200),
        ("archers", ("firearm",), 200),
        ("medium_cavalry", ("shoots", "bow"), 300),
        ("archers", ("bow",), 400),
        ("medium_infantry", ("bow",), 400),
        ("artillery", (), 400),
        ("artillery", ("heavy",), 800),
    ],
)
def test_ranges(troop: str, options: tuple[str, ...], reach: int) -> None:
    """From any point of the front (7.range, 7.target)."""
    shooter = mine(troop, options=options)
    assert shot_at(lay(shooter, foe(reach))) == E
    assert shot_at(lay(shooter, foe(reach + 1))) == ""


def test_the_arc() -> None:
    """The front and 1 UD to either side (7.arc)."""
    for x, seen in ((X + 195, True), (X + 205, False), (X - 195, True), (X - 205, False)):
        assert (shot_at(lay(mine(), foe(200, x=x))) == E) is seen


def test_light_cavalry_shoots_all_round() -> None:
    """7.arc.horse."""
    behind = foe(0, facing=0, troop="heavy_infantry", x=X)
    behind = unit(E, "heavy_infantry", X, Y - 150, 0)
    assert shot_at(lay(mine("light_cavalry", options=("bow",)), behind)) == E
    assert shot_at(lay(mine("archers"), behind)) == ""


def test_wagons_shoot_from_one_side() -> None:
    """And 1 UD beyond its ends, not over their front (7.arc.wagons)."""
    aside = unit(E, "heavy_infantry", X + 250, Y - 100, 2700)
    assert shot_at(lay(mine("war_wagons"), aside)) == E
    assert shot_at(lay(mine("war_wagons"), foe(200))) == ""
    both = lay(mine("war_wagons"), aside, unit(E2, "heavy_infantry", X - 150, Y - 100, 900))
    assert shot_at(both) == E2


def test_straight_ahead_before_beside_and_then_the_nearest() -> None:
    """7.priority, 7.priority.near; of two alike who has lost more, then by name (ADG-R30)."""
    beside, ahead, further = foe(100, E, X + 120), foe(300, E2), foe(350, E3, X + 50)
    assert shot_at(lay(mine(), beside, ahead, further)) == E2
    assert shot_at(lay(mine(), beside)) == E
    assert shot_at(lay(mine(), foe(300, E, X - 50), foe(300, E2, X + 50))) == E
    assert shot_at(lay(mine(), foe(300, E, X - 50), foe(300, E2, X + 50, lost=1))) == E2


def test_a_clear_line() -> None:
    """Nobody stands in it, friend or enemy, nor what hides (7.sight, 10.hill.sight)."""
    screen = mine("light_infantry", A2, X, Y + 100)
    beside = (
        mine("light_infantry", A3, X + 100, Y + 100),
        mine("light_infantry", A4, X - 100, Y + 100),
    )
    assert shot_at(lay(mine(), foe(300))) == E
    assert shot_at(lay(mine(), foe(300), screen, *beside)) == ""
    assert shot_at(lay(mine(), foe(300), foe(100, E2, troop="light_infantry"))) == E2
    wood = {"f1": feature("wood", X - 400, Y + 100, X + 400, Y + 250)}
    assert shot_at(lay(mine(), foe(300), features=wood)) == ""
    field = {"f1": feature("field", X - 400, Y + 100, X + 400, Y + 250)}
    assert shot_at(lay(mine(), foe(300), features=field)) == E
    # Who stands in the wood is seen.
    assert shot_at(lay(mine(), foe(200), features=wood)) == E


def test_over_friends() -> None:
    """From a level above, and artillery over light troops on its own (7.over)."""
    friends = [mine("light_infantry", f"south-b{n}", X + 100 * n, Y + 100) for n in range(-3, 4)]
    heavy = [mine("heavy_infantry", one.id, one.pose.x, one.pose.y) for one in friends if one.pose]
    hill = {"f1": feature("gentle_hill", X - 100, Y - 100, X + 100, Y)}
    for shooter, screen, ground, seen in (
        ("archers", friends, {}, False),
        ("archers", friends, hill, True),
        ("archers", heavy, hill, True),
        ("artillery", friends, {}, True),
        ("artillery", heavy, {}, False),
    ):
        table = lay(mine(shooter), foe(300), *screen, features=ground)
        assert (shot_at(table) == E) is seen, (shooter, ground)


def test_a_deep_phalanx_covers() -> None:
    """Nobody shoots over it, from above either (7.not.phalanx)."""
    hill = {"f1": feature("gentle_hill", X - 100, Y - 100, X + 100, Y)}
    wall = [mine("heavy_infantry", f"south-b{n}", X + 100 * n, Y + 200) for n in range(-3, 4)]
    front = [mine("phalanx", one.id, one.pose.x, one.pose.y) for one in wall if one.pose]
    rear = [
        mine("phalanx", f"{one.id}0", one.pose.x, one.pose.y - 150) for one in front if one.pose
    ]
    assert shot_at(lay(mine(), foe(350), *wall, features=hill)) == E
    assert shot_at(lay(mine(), foe(350), *front, features=hill)) == E
    assert shot_at(lay(mine(), foe(350), *front, *rear, features=hill)) == ""


# --- what is added -----------------------------------------------------------------------------


def added(table: Table) -> dict[str, int]:
    """What is added to the die of the only volley."""
    return dict(volley(table).added)


def test_modifiers_of_the_shooter() -> None:
    """7.modifier, 2.table.artillery."""
    assert added(lay(mine(), foe(100))) == {}
    assert added(lay(mine("light_infantry"), foe(100))) == {"light": -1}
    assert added(lay(mine("light_cavalry"), foe(100))) == {"light": -1}
    assert added(lay(mine(lost=2), foe(100))) == {"disordered": -1}
    assert added(lay(mine("artillery"), foe(100, troop="elephants"))) == {"table": 1}
    assert added(lay(mine("artillery"), foe(100, troop="war_wagons"))) == {"table": 1}
    for kind, cover in (("wood", -1), ("plantation", -1), ("town", -1), ("brush", 0)):
        ground = {"f1": feature(kind, X - 200, Y + 50, X + 200, Y + 300)}
        assert added(lay(mine(), foe(100), features=ground)).get("cover", 0) == cover


@pytest.mark.parametrize(
    ("light", "others", "backing"),
    [
        (1, 0, 1),
        (2, 0, 1),
        (3, 0, 2),
        (4, 0, 2),
        (5, 0, 3),
        (6, 0, 3),
        (0, 1, 1),
        (0, 2, 2),
        (2, 2, 3),
    ],
)
def test_supports(light: int, others: int, backing: int) -> None:
    """Each adds 1, light ones 1, 1, 2, 2 and 3 together, all of them 3 at most (7.light)."""
    spots = [
        *((X - 100, Y, 0), (X + 100, Y, 0), (X - 200, Y + 190, 900), (X + 200, Y + 190, 2700)),
        *((X - 200, Y + 295, 900), (X + 200, Y + 295, 2700)),
    ]
    helpers = [
        mine(troop, f"south-b{n}", x, y, facing=facing, options=options)
        for n, (x, y, facing) in enumerate(spots[: light + others])
        for troop, options in [("light_infantry", ("sling",)) if n < light else ("archers", ())]
    ]
    table = lay(mine(key="south-a0"), foe(150), *helpers)
    found = volleys(table, "south")
    assert len(found) == 1
    assert dict(found[0].added)["backing"] == backing
    assert len(found[0].backers) == light + others


def test_the_main_shooter_is_the_best() -> None:
    """By what they have against the target, then the nearest, then by name (ADG-R30)."""
    near = mine("light_infantry", A, X, options=("sling",))
    table = lay(near, mine("archers", A2, X + 100, Y - 50), foe(150))
    assert volley(table).who == (A2, A)
    guns = lay(mine("archers", A), mine("archers", A2, X + 100, options=("crossbow",)), foe(150))
    assert volley(guns).shooter == A2
    closer = lay(mine("archers", A, X, Y - 30), mine("archers", A2, X + 100, Y), foe(150))
    assert volley(closer).shooter == A2
    alike = lay(mine("archers", A2, X + 50), mine("archers", A, X - 50), foe(150))
    assert volley(alike).shooter == A


@pytest.mark.parametrize(
    ("weapon", "target", "options", "left"),
    [
        ("bow", "heavy_infantry", (), 2),
        ("bow", "heavy_infantry", ("impetuous",), 1),
        ("bow", "foot_knights", (), 3),
        ("crossbow", "foot_knights", (), 1),
        ("firearm", "foot_knights", (), 1),
        ("crossbow", "elephants", (), 0),
        ("crossbow", "war_wagons", (), 2),
        ("longbow", "foot_knights", (), 1),
        ("longbow", "war_wagons", (), 2),
        ("longbow", "archers", ("shields",), 1),
        ("crossbow", "light_infantry", (), 0),
    ],
)
def test_what_weapons_leave_of_protection(
    weapon: str, target: str, options: tuple[str, ...], left: int
) -> None:
    """7.cap."""
    table = lay(mine(options=(weapon,)), foe(100, troop=target, options=options))
    assert protection_of(table, table.units[A], table.units[E]) == left


def test_nothing_protects_from_artillery() -> None:
    """7.cap.artillery."""
    table = lay(mine("artillery"), foe(100, troop="foot_knights"))
    assert volley(table).protection == 0


def test_fortifications_protect() -> None:
    """+1 from across, but not against artillery, nor from behind (8.works.protection, ADG-R28)."""
    work = {"w": Work("w", "north", Pose(X, Y + 200, 1800))}
    behind = foe(225, troop="medium_infantry")
    assert volley(lay(mine(), behind, works=work)).protection == 2
    assert volley(lay(mine(), behind)).protection == 1
    assert volley(lay(mine("artillery"), behind, works=work)).protection == 0
    crossbow = lay(mine(options=("crossbow",)), behind, works=work)
    assert volley(crossbow).protection == 1
    back = lay(mine(y=Y + 500, facing=1800), behind, works=work)
    assert volley(back).protection == 1


# --- dice --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("added_", "protection", "dice", "struck"),
    [
        (0, 0, (4, 3), True),
        (0, 0, (3, 3), False),
        (0, 1, (4, 3), False),
        # The shooter's die is 3 higher: 1 more.
        (-2, 1, (5, 2), True),
        (-3, 1, (5, 2), False),
        # So is the target's.
        (3, 0, (2, 5), False),
        (4, 0, (2, 5), False),
        (5, 0, (2, 5), True),
    ],
)
def test_who_is_struck(added_: int, protection: int, dice: tuple[int, int], struck: bool) -> None:
    """The shooter must be higher, with quality on either side (7.loss, 2.quality.dice)."""
    from engine.art_of_war.rules.melee.adding import Added

    one = Volley(A, (), E, (Added("backing", added_),), protection, 3, 3)
    assert strikes(one, *dice) is struck


def test_mixed_units_shoot_as_mediocre_ones() -> None:
    """7.mixed."""
    table = lay(mine("heavy_infantry", options=("support",)), foe(100))
    assert volley(table).edge == 4


# --- the phase ---------------------------------------------------------------------------------


def test_both_sides_shoot_and_who_is_hit_answers() -> None:
    """With full power, were it routed by it; the active side first (7.both, 7.answer)."""
    table = lay(mine(), foe(150, troop="archers", lost=2), player="north")
    play = play_on(table, 6, 1, 6, 1)
    shoot(play)
    assert told(play)[:2] == ["shooting.hits", "shooting.hits"]
    assert play.events[0].params["target"] == ("unit", A)
    assert play.unit(A).lost == 1
    assert play.unit(E).place is Place.ROUTED
    # Disorder counted for E, who was disordered before, and not for A, who was hit first.
    assert play.events[0].params["first"] == 6
    assert play.events[1].params["first"] == 7
    assert play.unit(A).shot


def test_a_target_is_shot_at_once_and_loses_one_point() -> None:
    """By however many (7.support, 7.loss)."""
    table = lay(mine(key=A), mine(key=A2, x=X + 100), foe(150))
    play = play_on(table, 6, 1)
    shoot(play)
    assert play.unit(E).lost == 1
    assert {key for key, one in play.table.units.items() if one.shot} == {A, A2}


def test_whom_a_side_has_told_not_to_shoot() -> None:
    """They neither shoot nor support; nothing is told (ADG-R30)."""
    table = lay(mine(key=A), mine(key=A2, x=X + 100), foe(150))
    orders = {"south": Secrets(standing=given({}, Withhold(units=(A,))))}
    play = play_on(table, 1, 6, secrets=orders)
    shoot(play)
    assert play.events[0].params["who"] == (("unit", A2),)
    assert not play.unit(A).shot
