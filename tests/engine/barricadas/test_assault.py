"""Assaults of infantry: the defender's moment, checks, the die, losses, and who goes where (9)."""

from __future__ import annotations

from typing import Any, Literal

from engine.barricadas.actions import Defend, Hold
from engine.barricadas.game import GAME
from engine.barricadas.play import Play
from engine.barricadas.rules.morale.checks import rout
from engine.barricadas.state import (
    DEAD,
    NATIONALIST,
    Counter,
    Reaction,
    State,
    Table,
)
from engine.dice import ScriptedDice
from engine.kit.params import key_of
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
    whole,
)

G, G1, G2, G3 = (f"republican-{one}" for one in ("g", "g1", "g2", "g3"))
E, E1 = "nationalist-g", "nationalist-g1"
SAFE = (6, 6)
"""Two dice by which no officer falls."""


def beside(*more: Counter, **values: Any) -> Table:
    """Three Republican infantry with their officer, one hex south of National infantry."""
    return lay(
        officer("g", "C405"),
        *(infantry(f"g{number}", "C405") for number in (1, 2, 3)),
        enemy_officer("g", "C401"),
        enemy("g1", "C404", **values),
        *more,
    )


def assaulted(table: Table, *who: str) -> State:
    """The state in which the defender is asked when to fire, nobody having reacted before."""
    asked = do(table, order(G, f"{'+'.join(who or (G1, G2, G3))} assault C404")).state
    state: State = answer(asked, Hold()).state
    return state


def when(moment: Literal["before", "after", "never"]) -> Defend:
    """The defender's answer."""
    return Defend(when=moment)


def test_the_defender_chooses_the_moment_of_their_fire() -> None:
    """Before the check at all in the hex whence they come, after it at those who passed (9.2)."""
    state = assaulted(beside())
    (decision,) = GAME.awaiting(state)
    assert (decision.seat, decision.code, len(decision.choices)) == (NATIONALIST, "defend", 3)
    # 6 halved are 3, which brings nothing with the least dice; three checks, the assault's die.
    told = answer(state, when("before"), 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6)
    shot = next(one for one in told.events if one.code == "fire.result")
    assert shot.params["factors"] == 3
    assert codes(told).index("fire.result") < codes(told).index("morale.holds")
    after = answer(state, when("after"), 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6)
    assert codes(after).index("fire.result") > codes(after).index("morale.holds")
    never = answer(state, when("never"), 1, 1, 1, 1, 1, 1, 6, 6, 6)
    assert "fire.result" not in codes(never)


def test_prepared_defenders_fire_with_all_they_have() -> None:
    """In reaction the whole factor (9.2)."""
    state = assaulted(beside(reaction=Reaction.KEPT))
    told = answer(state, when("after"), 1, 1, 1, 1, 1, 1, 1, 1, 6, 6, 6)
    shot = next(one for one in told.events if one.code == "fire.result")
    assert shot.params["factors"] == 6


def test_winners_take_the_hex_and_losers_go_the_way_it_came() -> None:
    """12 against 4 is 3-1; a 6 is D2: two steps, two hexes north, and a check (9.3)."""
    told = answer(assaulted(beside()), when("never"), 1, 1, 1, 1, 1, 1, 6, 6, 6)
    result = next(one for one in told.events if one.code == "assault.result")
    assert (result.params["column"], key_of(result.params["result"])) == ("3-1", "D2")
    table = told.state.table
    assert {table.counters[one].at for one in (G1, G2, G3)} == {"C404"}
    assert table.counters[E1].hits == 2
    assert table.counters[E1].finished
    assert "morale.fails" in codes(told)
    assert table.counters[E1].routed


def test_who_fails_the_check_stays_behind_finished() -> None:
    """Only those who passed are counted: 4 against 4 is 1-1 (9.1)."""
    told = answer(assaulted(beside()), when("never"), 6, 6, 6, 6, 1, 1, 1, 1, 1)
    result = next(one for one in told.events if one.code == "assault.result")
    assert result.params["column"] == "1-1"
    table = told.state.table
    assert (table.counters[G1].at, table.counters[G1].finished) == ("C405", True)
    # Thrown back: the attackers' edge lies opposite, and they go there from the assaulted hex.
    assert key_of(result.params["result"]).startswith("A")
    assert table.counters[E1].at == "C404"


def test_nobody_passes_and_nothing_comes_of_it() -> None:
    """All fail: the assault is over, everybody concerned is finished (ALB-R64)."""
    told = answer(assaulted(beside()), when("never"), 6, 6, 6, 6, 6, 6)
    table = told.state.table
    assert "assault.nobody_left" in codes(told)
    assert all(table.counters[one].finished for one in (G1, G2, G3, E1))
    assert table.counters[E1].at == "C404"


def test_the_demoralised_surrender_and_an_officer_alone_is_lost() -> None:
    """As soon as one attacker has passed its check, without a die (9.3)."""
    shaken = beside(routed=True)
    told = answer_all(shaken, 1, 1, 6, 6, 6, 6, 6, 6)
    assert told.table.counters[E1].at == DEAD
    assert told.table.counters[G1].at == "C404"
    lone = lay(
        officer("g", "C405"),
        infantry("g1", "C405"),
        enemy_officer("g", "C404"),
        enemy("g1", "C801"),
    )
    after = answer_all(lone, 1, 1, 1, 1, who=(G1,))
    assert after.table.counters[E].at == DEAD


def answer_all(table: Table, *dice: int, who: tuple[str, ...] = (G1, G2, G3)) -> State:
    """Assault those who have nothing to fire with; the dice follow the enemy's one answer."""
    asked = do(table, order(G, f"{'+'.join(who)} assault C404")).state
    state: State = answer(asked, Hold(), *dice).state
    return state


def test_crews_of_guns_that_lose_are_eliminated() -> None:
    """They have no part in a retreat, whatever the die took from them (9.3)."""
    gun = Counter(
        "nationalist-g2", NATIONALIST, "national_army_37", unit="nationalist-g", at="C404"
    )
    table = lay(
        officer("g", "C405"),
        *(infantry(f"g{number}", "C405") for number in (1, 2, 3)),
        enemy_officer("g", "C401"),
        enemy("g1", "C801"),
        gun,
    )
    found = answer(assaulted(table), when("never"), 1, 1, 1, 1, 1, 1, 6, 1, 1)
    assert found.state.table.counters[gun.id].at == DEAD


def test_only_troops_assault_and_not_armour_alone() -> None:
    """Refused with the clause (9)."""
    tank = Counter("nationalist-t1", NATIONALIST, "panzer1", at="C404")
    table = lay(officer("g", "C405"), infantry("g1", "C405"), tank)
    assert against(table, order(G, f"{G1} assault C404")) == ["assault.armour"]
    assert against(table, order(G, f"{G} assault C404")) == ["assault.troops"]
    assert against(table, order(G, f"{G1} assault C406")) == ["assault.nobody"]


def test_an_assault_comes_after_a_move_if_the_points_suffice() -> None:
    """Three hexes and the assaulted one take all four points; one more is too far (9.points)."""
    near = lay(officer("g", "C408"), infantry("g1", "C408"), enemy("g1", "C404"))
    assert against(near, order(G, f"{G1} assault C404")) == []
    far = lay(officer("g", "C409"), infantry("g1", "C409"), enemy("g1", "C404"))
    assert against(far, order(G, f"{G1} assault C404")) == ["move.cannot"]


def routed(*counters: Counter) -> Table:
    """The table after the first infantry has failed a check for itself."""
    play = Play(whole(lay(*counters)), ScriptedDice())
    rout(play, (G1,), "")
    return play.table


def test_an_officer_flees_with_the_counters_they_are_with_if_all_of_them_do() -> None:
    """Not while another stays, nor from another hex (7, ALB-R54)."""
    first = infantry("g1", "C405")
    alone = routed(officer("g", "C405"), first)
    assert alone.counters[G].routed
    assert alone.counters[G].at != "C405"
    assert not routed(officer("g", "C405"), first, infantry("g2", "C405")).counters[G].routed
    assert not routed(officer("g", "C406"), first).counters[G].routed
    guide = Counter("republican-commissar", "republican", "commissar_x", at="C405")
    assert routed(first, officer("g", "C801"), guide).counters[guide.id].routed


def cavalry(at: str, **values: Any) -> Counter:
    """Republican cavalry of the unit of its officer."""
    return Counter(G1, "republican", "popular_army_cavalry", unit=G, at=at, **values)


def test_cavalry_charges_with_more_points_without_a_check_and_rests_a_turn() -> None:
    """Not into woods, houses and swamps; the turn after with half, and no charge (5.7)."""
    far = enemy_officer("g", "C1204")
    table = lay(officer("g", "C413"), cavalry("C413"), enemy("g1", "C404"), far)
    assert against(table, order(G, f"{G1} assault C404")) != []
    charge = order(G, f"{G1} charge C404")
    assert against(table, charge) == []
    state = answer(do(table, charge).state, Hold()).state
    told = answer(state, when("never"), 6, 1, 1)
    result = next(one for one in told.events if one.code == "assault.result")
    # 4 and 1 more for the charge against 4: 1-1; and in the open 1 is added to the die.
    assert (result.params["attack"], result.params["modifier"]) == (5, 1)
    assert told.state.table.counters[G1].charged == 1
    tired = lay(officer("g", "C405"), cavalry("C405", charged=1), enemy("g1", "C404"), turn=2)
    assert against(tired, order(G, f"{G1} charge C404")) == ["charge.again"]
    houses = lay(officer("g", "C806"), cavalry("C806"), enemy("g1", "C807"), enemy("g2", "C808"))
    beside_houses = lay(*houses.counters.values(), cavalry("C907"))
    assert against(beside_houses, order(G, f"{G1} charge C808")) == ["charge.ground"]
    assert against(beside(), order(G, f"{G1} charge C404")) == ["charge.cavalry"]


def test_finished_defenders_are_met_with_one_more() -> None:
    """If all of them are, when the assault begins (ALB-H7)."""
    told = answer(assaulted(beside(finished=True)), when("never"), 1, 1, 1, 1, 1, 1, 6, 6, 6)
    result = next(one for one in told.events if one.code == "assault.result")
    assert result.params["modifier"] == 1
    fresh = answer(assaulted(beside()), when("never"), 1, 1, 1, 1, 1, 1, 6, 6, 6)
    result = next(one for one in fresh.events if one.code == "assault.result")
    assert result.params["modifier"] == 0


def test_a_guide_among_steady_counters_is_not_lost() -> None:
    """Only who is alone, or with the demoralised, is (9.3.officer)."""
    guide = Counter("nationalist-chaplain", NATIONALIST, "chaplain_x", at="C404")
    told = answer(assaulted(beside(guide)), when("never"), 1, 1, 1, 1, 1, 1, 6, 6, 6)
    assert "assault.officer" not in codes(told)


def test_an_officer_among_another_units_steady_counters_is_not_lost() -> None:
    """They are not alone, and nobody of their unit surrenders with them (9.3, ALB-R43)."""
    guest = enemy_officer("h", "C404")
    told = answer(assaulted(beside(guest)), when("never"), 1, 1, 1, 1, 1, 1, 6, 6, 6)
    assert "assault.officer" not in codes(told)
