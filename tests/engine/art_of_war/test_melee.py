"""Melee: what the dice come to, and what follows (8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from engine.art_of_war.actions import Fight
from engine.art_of_war.frames import Pursuing
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.rules.melee.adding import Added
from engine.art_of_war.rules.melee.duels import Duel, Fighter, duel_of, outcome
from engine.art_of_war.rules.melee.melee import fight
from engine.art_of_war.rules.melee.pairs import pairs
from engine.art_of_war.state import Camp, Place, Secrets
from engine.kit.params import key_of
from engine.kit.standing_orders import given
from tests.engine.art_of_war.fights import general, lay, met, play_on, told
from tests.engine.art_of_war.fronts import (
    A2,
    E2,
    HEAVY,
    A,
    E,
    X,
    Y,
    front,
    north,
    south,
)

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
        assert [key_of(event.params["one"]) for event in play.events] == order


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
