"""Activations carried out: moves, fire, preparing, digging, recovering, and who comes next."""

from __future__ import annotations

from typing import Any

from engine.barricadas.actions import Hold, Pass
from engine.barricadas.game import GAME
from engine.barricadas.rules.turn.activating import edges_of
from engine.barricadas.scenario import load_scenarios
from engine.barricadas.state import DEAD, LEFT, NATIONALIST, REPUBLICAN, Reaction, Table
from engine.dice import RecordedDice, ScriptedDice
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
C = load_scenarios()["small"].field


def front(**values: Any) -> Table:
    """A Republican unit in open ground, and National infantry two hexes north of it."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        infantry("g2", "C404"),
        enemy_officer("g", "C402"),
        enemy("g1", "C402"),
        **values,
    )


def test_a_unit_fires_together_with_its_officers_leadership() -> None:
    """Factors are added, the officer's leadership counts, hits are steps, all are finished (8)."""
    step = do(front(), order(G, f"{G1}+{G2} fire C402"), 2, 3, 6, 6)
    told = next(one for one in step.events if one.code == "fire.result")
    assert (told.params["factors"], told.params["modifier"], told.params["dice"]) == (10, 1, (2, 3))
    table = step.state.table
    assert table.counters[E1].hits == told.params["hits"] == 2
    assert all(table.counters[one].finished for one in (G, G1, G2))
    assert table.player == NATIONALIST


def test_beyond_its_range_infantry_fires_with_half_and_no_farther_than_twice() -> None:
    """5 is 3 at three hexes; at five nobody fires (8.range)."""
    far = lay(officer("g", "C405"), infantry("g1", "C405"), enemy("g1", "C402"))
    assert against(far, order(G, f"{G1} fire C402")) == []
    beyond = lay(officer("g", "C407"), infantry("g1", "C407"), enemy("g1", "C402"))
    assert against(beyond, order(G, f"{G1} fire C402")) == ["fire.too_far"]


def test_who_is_far_from_the_officer_fires_alone() -> None:
    """A group is with its officer or beside them, and in command (8.group)."""
    table = lay(
        officer("g", "C404"), infantry("g1", "C404"), infantry("g2", "C602"), enemy("g1", "C402")
    )
    joint = order(G, f"{G1}+{G2} fire C402")
    assert against(table, joint) == ["fire.far_from_officer"]
    assert against(table, order(G, f"{G1} fire C402", f"{G2} fire C402")) == []


def test_nobody_fires_at_whom_they_do_not_recognise_or_through_their_own() -> None:
    """A marker is no target (6); own counters as high stand in the way (8.2 a)."""
    hidden = lay(officer("g", "C404"), infantry("g1", "C404"), enemy("g1", "C402", unseen=True))
    assert against(hidden, order(G, f"{G1} fire C402")) == ["fire.nobody"]
    masked = lay(
        officer("g", "C404"), infantry("g1", "C404"), infantry("h1", "C403"), enemy("g1", "C402")
    )
    assert against(masked, order(G, f"{G1} fire C402")) == ["fire.through_own"]


def test_a_move_goes_as_far_as_its_points_and_not_into_the_enemy() -> None:
    """Four points in the open (5.1); an enemy's hex is entered by assault only."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy_officer("g", "C401"),
        enemy("g1", "C401"),
    )
    assert against(table, order(G, f"{G1} move C408")) == []
    assert against(table, order(G, f"{G1} move C409")) == ["move.cannot"]
    assert against(table, order(G, f"{G1} move C401")) == ["move.cannot"]
    step = do(lay(*table.counters.values()), order(G, f"{G1} move C408", f"{G} move C406"))
    # Before it is carried out the other side is asked, whoever is there.
    assert step.state.table.player == REPUBLICAN
    done = answer(step.state, Hold()).state.table
    assert (done.counters[G1].at, done.counters[G].at) == ("C408", "C406")
    assert done.counters[G1].moved
    assert done.player == NATIONALIST


def test_a_way_may_be_named() -> None:
    """Hex by hex where it is not the cheapest; a way with a gap is none."""
    table = lay(officer("g", "C404"), infantry("g1", "C404"), enemy("g1", "C1204"))
    assert against(table, order(G, f"{G1} move C406 C304-C305-C406")) == []
    assert against(table, order(G, f"{G1} move C406 C406")) == ["move.broken"]


def test_double_time_keeps_away_from_the_enemy_and_rests_a_turn() -> None:
    """Three points more, not beside an enemy, not two turns running (5.3)."""
    table = lay(officer("g", "C404"), infantry("g1", "C404"), enemy("g1", "C1204"))
    assert against(table, order(G, f"{G1} double C411")) == []
    tired = lay(officer("g", "C404"), infantry("g1", "C404", doubled=1), turn=2)
    assert against(tired, order(G, f"{G1} double C406")) == ["double.again"]
    rested = lay(officer("g", "C404"), infantry("g1", "C404", doubled=1), turn=3)
    assert against(rested, order(G, f"{G1} double C406")) == []
    near = lay(officer("g", "C404"), infantry("g1", "C404"), enemy("g1", "C403"))
    assert against(near, order(G, f"{G1} double C406")) == ["double.enemy"]


def test_who_is_told_nothing_prepares_for_reaction() -> None:
    """And who is told to prepare; an officer is finished (3.4 i, ALB-R67)."""
    table = front()
    asked = do(table, order(G, f"{G1} prepare"))
    done = answer(asked.state, Hold()).state.table
    assert done.counters[G1].reaction is done.counters[G2].reaction is Reaction.NOW
    assert done.counters[G].finished
    assert not done.counters[G1].finished


def test_a_position_is_dug_and_stays() -> None:
    """One action; the hex has it from then on, once (12.1)."""
    asked = do(front(), order(G, f"{G1} dig"))
    done = answer(asked.state, Hold()).state.table
    assert done.positions == ("C404",)
    again = front(positions=("C404",))
    assert against(again, order(G, f"{G1} dig")) == ["dig.there"]


def test_out_of_command_one_checks_first() -> None:
    """Morale 7 and leadership 1: out of command one less and no leadership, so 6 (3.3, 10.2)."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C410", out=True),
        enemy_officer("g", "C1204"),
        enemy("g1", "C1204"),
    )
    failed = do(table, order(G1, f"{G1} move C411"), 3, 4)
    assert codes(failed)[:2] == ["activate", "morale.fails"]
    assert failed.state.table.counters[G1].finished
    assert failed.state.table.counters[G1].at == "C410"
    held = do(table, order(G1, f"{G1} move C411"), 3, 3)
    assert codes(held)[:3] == ["activate", "morale.holds", "declare.moves"]


def test_who_is_in_retreat_is_recovered_by_their_officer_but_not_beside_the_enemy() -> None:
    """At morale and leadership, 8 here; beside an enemy nobody is (10.4)."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C405", routed=True),
        enemy_officer("g", "C1204"),
        enemy("g1", "C1204"),
    )
    assert not do(table, order(G, f"{G} recover"), 4, 4).state.table.counters[G1].routed
    assert do(table, order(G, f"{G} recover"), 4, 5).state.table.counters[G1].routed
    close = lay(*table.counters.values(), enemy("g2", "C406"))
    assert "recover.enemy" in codes(do(close, order(G, f"{G} recover")))


def test_a_lost_counter_makes_its_unit_check_and_who_fails_goes_to_the_own_edge() -> None:
    """Three hexes south, to the best cover there, the officer too (8.2 i, 10.3, ALB-R66)."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        infantry("g2", "C404"),
        enemy_officer("g", "C408"),
        enemy("g1", "C406", hits=2),
        enemy("g2", "C408"),
    )
    step = do(table, order(G, f"{G1}+{G2} fire C406"), 4, 4, 6, 6)
    done = step.state.table
    assert done.counters[E1].at == DEAD
    assert "morale.unit.fails" in codes(step)
    fled = done.counters["nationalist-g2"]
    assert fled.routed
    assert (fled.at, done.counters[E].routed) == ("C709", True)


def test_both_pass_and_the_turn_ends() -> None:
    """Markers come off, initiative is thrown for, a new turn begins (3.3, 3.5)."""
    table = lay(
        officer("g", "C404", finished=True),
        infantry("g1", "C404"),
        enemy_officer("g", "C1204"),
        enemy("g1", "C1204"),
        passed=(NATIONALIST,),
        turn=1,
    )
    table = lay(*table.counters.values(), infantry("h1", "C402", out=True), officer("h", "C410"))
    first = do(table, Pass())
    assert first.state.table.player == NATIONALIST
    second = answer(first.state, Pass(), 5, 2)
    after = second.state.table
    assert (after.turn, after.initiative, after.player) == (2, REPUBLICAN, REPUBLICAN)
    assert not after.counters[G].finished


def test_assaults_go_towards_one_edge_and_back_to_the_opposite() -> None:
    """To the edge that a step leads to, and to the one opposite (5.8.2, ALB-R19, ALB-R70)."""
    assert edges_of(C, "C404", "C403") == ("north", "south")
    assert edges_of(C, "C404", "C405") == ("south", "north")


def test_an_officer_in_retreat_is_activated_once_a_turn() -> None:
    """Whatever they were told, or nothing (3.4)."""
    table = lay(
        officer("g", "C404", routed=True),
        infantry("g1", "C404"),
        enemy_officer("g", "C402"),
        enemy("g1", "C402"),
    )
    done = do(table, order(G, f"{G1} fire C402"), 1, 1).state.table
    assert done.counters[G].finished
    assert done.counters[G].routed


def test_of_who_hides_a_check_tells_the_others_nothing() -> None:
    """That somebody was activated; no dice, no morale, and the dice are not the open ones (3.5)."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C410", out=True, unseen=True),
        enemy_officer("g", "C1204"),
        enemy("g1", "C1204"),
    )
    dice = RecordedDice(ScriptedDice(6, 6))
    step = GAME.apply(whole(table), REPUBLICAN, order(G1, f"{G1} move C411"), dice)
    read = [told for one in step.events if (told := one.reading(NATIONALIST)) is not None]
    assert [one.code for one in read] == ["activate.unseen"]
    assert [one.code for one in step.events] == ["activate", "morale.fails"]
    assert all(one.secret for one in dice.rolls)


def test_an_officer_who_has_left_the_ground_is_replaced_too() -> None:
    """As one who fell; on the counter with most steps (7.2, ALB-R65, ALB-R69)."""
    table = lay(
        officer("g", LEFT),
        infantry("g1", "C404", out=True, hits=1),
        infantry("g2", "C410", out=True),
        enemy_officer("g", "C1204", finished=True),
        enemy("g1", "C1204", finished=True),
        passed=(NATIONALIST,),
    )
    after = do(table, Pass(), 5, 2).state.table
    assert after.turn == 2
    assert (after.counters[G].at, after.counters[G].replaced) == ("C410", True)
