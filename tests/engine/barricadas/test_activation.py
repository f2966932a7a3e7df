"""Activations carried out: moves, fire, preparing, digging, recovering, and who comes next."""

from __future__ import annotations

from typing import Any

import pytest

from engine.api import Term
from engine.barricadas.actions import Activate, Pass, Task
from engine.barricadas.frames import Deed
from engine.barricadas.game import GAME
from engine.barricadas.rules.reaction.reacting import can_react, why_no_reaction
from engine.barricadas.rules.turn import tasks
from engine.barricadas.scenario import load_scenarios
from engine.barricadas.state import DEAD, LEFT, NATIONALIST, SEATS, Reaction, Secrets, State, Table
from engine.dice import ScriptedDice
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
    whole,
)

G, G1, G2, G3 = (f"republican-{one}" for one in ("g", "g1", "g2", "g3"))
E, E1 = "nationalist-g", "nationalist-g1"
C = load_scenarios()["small"].battlefield


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


def test_an_order_that_was_checked_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the other side hides: who declares it sees the same table as who checked it."""
    asked: list[tuple[Task, ...]] = []
    read = tasks.read

    def reads(table: Table, leaders: Any, told: Any) -> Any:
        asked.append(told)
        return read(table, leaders, told)

    monkeypatch.setattr(tasks, "read", reads)
    for unseen in (False, True):
        hiding = enemy("g2", "C401", unseen=unseen)
        table = lay(officer("g", "C407"), infantry("g1", "C407"), enemy("g1", "C402"), hiding)
        state, action = whole(table), order(G, f"{G1} move C406")
        assert not GAME.check(state, "republican", action)
        GAME.apply(state, "republican", action, ScriptedDice())
        assert asked == [action.tasks]
        asked.clear()


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


@pytest.mark.parametrize(
    ("marked", "cause"),
    [
        ({"at": DEAD}, "off"),
        ({"routed": True, "finished": True}, "routed"),
        ({"finished": True, "out": True}, "finished"),
        ({"reaction": Reaction.NOW, "out": True}, "reaction"),
        ({}, "led"),
        ({"out": True}, None),
    ],
)
def test_of_the_causes_against_an_activation_the_one_that_holds_is_told(
    marked: dict[str, Any], cause: str | None
) -> None:
    """A refusal names one cause, the same that keeps a counter out of the menu (3.3.choice)."""
    one = infantry("g1", **{"at": "C404", **marked})
    table = lay(officer("g", "C404"), one)
    state = State(table=table, secrets={seat: Secrets() for seat in SEATS})
    view = GAME.view(state, "republican")
    found = GAME.check(
        state, "republican", Activate(leader=one.id, tasks=(Task(who=one.id, deed=Deed.PREPARE),))
    )
    offered = {option.value for option in GAME.options(view, "activate", "leader", {})}
    assert (one.id in offered) == (cause is None)
    told = [refusal.params.get("why") for refusal in found if refusal.code == "activate.cannot"]
    assert told == ([] if cause is None else [Term("unable", cause)])


@pytest.mark.parametrize(
    ("marked", "cause"),
    [
        ({"routed": True}, "routed"),
        ({"finished": True}, "finished"),
        ({"out": True}, "out"),
        ({"out": True, "reaction": Reaction.KEPT}, None),
        ({}, None),
    ],
)
def test_of_the_causes_against_a_reaction_the_one_that_holds_is_told(
    marked: dict[str, Any], cause: str | None
) -> None:
    """An order of 3.4.reaction.who; whoever has no cause against them may fire."""
    one = infantry("g1", **{"at": "C404", **marked})
    assert why_no_reaction(one) == cause
    assert can_react(one) == (cause is None)
    assert why_no_reaction(officer("g", "C404")) == "unarmed"
