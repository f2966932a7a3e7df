"""Odds: exact against every throw of the rules' own dice, certain together."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from engine.api import Odds, Text
from engine.art_of_war.actions import Charge, Done, Rally, Withhold
from engine.art_of_war.game import GAME
from engine.art_of_war.odds import fighting
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.rules.melee.melee import fight
from engine.art_of_war.rules.shooting.shooting import shoot
from engine.art_of_war.rules.shooting.volleys import volleys
from engine.art_of_war.state import Camp, Phase, Place, Secrets, Table, View
from engine.data.rules_ledger import load_rules
from engine.kit.standing_orders import given
from tests.engine.art_of_war.fights import general, lay, met, play_on, unit

A, A2 = "south-a1", "south-a2"
E, E2 = "north-e1", "north-e2"
X, Y = 1500, 1000
HI = "heavy_infantry"
PIPS = range(1, 7)


def by_result(found: Odds) -> dict[Any, Fraction]:
    """The chance of each result: its code, and who loses how much."""
    return {_label(one.result): one.probability for one in found.chances}


def _label(text: Text) -> Any:
    return text.code, text.params.get("unit"), text.params.get("n")


def thrown(table: Table) -> dict[Any, Fraction]:
    """How often every result comes in all throws of two dice, fought by the rules."""
    seen: Counter[Any] = Counter()
    for dice in product(PIPS, PIPS):
        play = play_on(table, *dice)
        fight(play)
        seen[_fought(table, play)] += 1
    return {result: Fraction(n, 36) for result, n in seen.items()}


def _fought(table: Table, play: Any) -> Any:
    for key in (A, E):
        if play.unit(key).place is Place.ROUTED:
            return "odds.melee.routed", ("unit", key), None
        lost = play.unit(key).lost - table.units[key].lost
        if lost:
            return "odds.melee.loses", ("unit", key), lost
    return "odds.melee.tie", None, None


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("heavy_infantry", {}), ("heavy_infantry", {})),
        (("heavy_infantry", {"quality": "elite"}), ("heavy_infantry", {"lost": 3})),
        (("heavy_cavalry", {"options": ("impact",)}), ("archers", {"quality": "mediocre"})),
        (("heavy_knights", {}), ("medium_knights", {"lost": 1})),
        (("light_infantry", {}), ("elephants", {})),
    ],
)
def test_a_melee_is_counted_as_it_is_fought(one: Any, two: Any) -> None:
    """All 36 throws; the same from either side (8.roll)."""
    mine, theirs = unit(A, one[0], X, Y, **one[1]), unit(E, two[0], X, Y, **two[1])
    table = lay(mine, theirs, contacts=(met(A, E),))
    if "elephants" in two[0]:
        # A third die tells where they run; it changes nothing here.
        table = lay(mine, theirs, contacts=(met(E, A),))
    (found,) = fighting.of_melees(table, "south")
    (turned,) = fighting.of_melees(table, "north")
    assert by_result(found) == by_result(turned)
    assert [one.result for one in turned.chances] == [one.result for one in found.chances][::-1]
    if "elephants" not in two[0]:
        assert by_result(found) == thrown(table)
    assert sum(one.probability for one in found.chances) == 1
    assert found.rule in load_rules("art_of_war")


def test_a_melee_under_way_is_noted() -> None:
    """How many of all throws either side wins, the viewer's first."""
    table = lay(unit(A, HI, X, Y), unit(E, HI, X, Y, lost=1), contacts=(met(A, E, rounds=1),))
    (note,) = fighting.notes(table, "north")
    assert (note.params["one"], note.params["two"]) == (("unit", E), ("unit", A))
    assert (note.params["first"], note.params["second"]) == (0, 1)
    # Of 36 throws the first die is higher in 15, by 1 in 5 of them, which is then a tie.
    assert (note.params["wins"], note.params["loses"], note.params["throws"]) == (10, 21, 36)


def test_a_volley_is_counted_as_it_is_shot() -> None:
    """All 36 throws (7.loss)."""
    table = lay(unit(A, "archers", X, Y), unit(E, "medium_infantry", X, Y + 150))
    (volley,) = volleys(table, "south")
    found = fighting.of_volley(volley, viewer_shoots=True)
    struck = 0
    for dice in product(PIPS, PIPS):
        play = play_on(table, *dice)
        shoot(play)
        struck += play.unit(E).lost
    chances = {one.result.code: one.probability for one in found.chances}
    assert chances["odds.shooting.hits"] == Fraction(struck, 36)
    assert found.chances[0].result.code == "odds.shooting.hits"
    other = fighting.of_volley(volley, viewer_shoots=False)
    assert other.chances[0].result.code == "odds.shooting.misses"


@pytest.mark.parametrize(("troop", "chance"), [("heavy_infantry", 2), ("light_infantry", 1)])
def test_a_camp_is_counted(troop: str, chance: int) -> None:
    """5 or more, of light troops 6 (8.camp.fortified)."""
    found = fighting.of_camp(unit(A, troop, X, Y))
    assert found.chances[0].result.code == "odds.camp.taken"
    assert found.chances[0].probability == Fraction(chance, 6)


def seen(table: Table, *orders: Any) -> View:
    """What south sees in its movement phase."""
    kept: Any = {}
    for one in orders:
        kept = given(kept, one)
    return View("south", table, Secrets(standing=kept))


def test_a_charge_tells_its_first_round() -> None:
    """As it is fought then, impact included, if nobody evades."""
    leader = general("south-g1", corps=1, pose=Pose(X, Y - 200, 0), thrown=3, points=3)
    units = (
        unit(A, "heavy_cavalry", X, Y, options=("impact",)),
        unit(E, "heavy_infantry", X, Y + 150),
    )
    table = lay(*units, phase=Phase.MOVEMENT, generals={leader.id: leader})
    (found,) = GAME.exact_odds(seen(table), Charge(who=A, target=E))
    ahead = unit(A, "heavy_cavalry", X, Y + 150, options=("impact",))
    (there,) = fighting.of_melees(lay(ahead, units[1], contacts=(met(A, E),)), "south")
    assert found.chances == there.chances
    assert [one.code for one in found.assumed] == ["odds.given.nobody_evades"]
    light = unit(E, "light_infantry", X, Y + 150)
    open_ground = lay(units[0], light, phase=Phase.MOVEMENT, generals={leader.id: leader})
    # It would be destroyed without a die.
    assert GAME.exact_odds(seen(open_ground), Charge(who=A, target=E)) == ()
    camp = Camp("north-camp", "north", Pose(X, Y + 150, 1800), fortified=True)
    before = lay(
        units[0], phase=Phase.MOVEMENT, generals={leader.id: leader}, camps={camp.id: camp}
    )
    (stormed,) = GAME.exact_odds(seen(before), Charge(who=A, target=camp.id))
    assert stormed.rule == "8.camp.fortified"


def test_who_ends_their_orders_is_told_what_is_shot_and_fought() -> None:
    """With their own orders not to shoot, not with the enemy's, whom they do not know."""
    units = (
        unit(A, "heavy_infantry", X, Y),
        unit(E, "heavy_infantry", X, Y),
        unit(A2, "archers", X + 500, Y),
        unit(E2, "archers", X + 500, Y + 300),
    )
    table = lay(*units, contacts=(met(A, E),), phase=Phase.MOVEMENT)
    found = GAME.exact_odds(seen(table), Done())
    assert [one.about.code for one in found] == ["odds.shooting", "odds.shooting", "odds.melee"]
    held = GAME.exact_odds(seen(table, Withhold(units=(A2,))), Done())
    assert [one.about.code for one in held] == ["odds.shooting", "odds.melee"]


def test_what_has_no_dice_has_no_odds() -> None:
    """And a rally tells its own."""
    table = lay(unit(A, "heavy_infantry", X, Y, lost=1), phase=Phase.RALLY)
    assert GAME.exact_odds(seen(table), Withhold(units=(A,))) == ()
    leader = general("south-g1", corps=1, pose=Pose(X, Y - 200, 0), thrown=3, points=3)
    ready = lay(*table.units.values(), phase=Phase.RALLY, generals={leader.id: leader})
    (found,) = GAME.exact_odds(seen(ready), Rally(who=A))
    assert found.rule == "6.far"
