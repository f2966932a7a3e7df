"""What is meant by one word: a whole plan, all charges, a corps that goes straight on."""

from __future__ import annotations

from engine.api import Bundle
from engine.art_of_war.actions import Charge, Move, Plan, Ready, Write
from engine.art_of_war.game import GAME
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import SEATS, State
from engine.dice import ScriptedDice, SeededDice
from tests.engine.art_of_war.build import enemy, general, lay, unit, whole


def offered(state: State, seat: str = "south") -> dict[str, Bundle]:
    """What a side is offered at once, by code."""
    found = GAME.bundles(GAME.view(state, seat))
    return {f"{one.label.code} {one.label.params.get('corps', '')}".strip(): one for one in found}


def done(state: State, bundle: Bundle, seat: str = "south") -> State:
    """The state after all of a bundle; each action is legal after those before it."""
    for action in bundle.actions:
        assert GAME.check(state, seat, action) == ()
        state = GAME.apply(state, seat, action, ScriptedDice()).state
    return state


def test_a_whole_plan_is_one_word() -> None:
    """Posts, what is not written yet, and ready; the other side's too leads to battle."""
    state: State = GAME.setup(Settings(), SeededDice(b"plan")).state
    bundle = offered(state)["bundle.plan"]
    assert [type(one) for one in bundle.actions] == [Plan, Write, Write, Write, Ready]

    state = GAME.apply(state, "south", bundle.actions[0], ScriptedDice()).state
    state = GAME.apply(state, "south", bundle.actions[1], ScriptedDice()).state
    rest = offered(state)["bundle.plan"]
    assert [type(one) for one in rest.actions] == [Write, Write, Ready]
    state = done(state, rest)
    assert "bundle.plan" not in offered(state)
    assert set(offered(state, SEATS[1])) == {"bundle.plan"}


def test_a_corps_goes_straight_on() -> None:
    """Every group and lone unit of it as far as it can, while there are points; no other corps."""
    state = whole(
        lay(
            unit("a1", "14/4"),
            unit("a2", "15/4"),
            unit("b1", "18/4", "light_infantry"),
            unit("c1", "22/4", corps=2),
            general("16/3", points=3),
            general("22/3", corps=2),
            enemy("b1", "15/16"),
        )
    )
    bundle = offered(state)["bundle.advance 1"]
    assert {one.who for one in bundle.actions if isinstance(one, Move)} == {
        "south-a1+south-a2",
        "south-b1",
    }
    after = done(state, bundle)
    before = state.table.units
    assert {key for key, one in after.table.units.items() if one.pose != before[key].pose} == {
        "south-a1",
        "south-a2",
        "south-b1",
    }
    assert "bundle.advance 2" not in offered(state)


def test_all_who_can_charge_do() -> None:
    """Each the nearest enemy, once."""
    state = whole(
        lay(
            unit("a1", "10/4"),
            unit("b1", "20/4"),
            general("15/4", points=5, rank="strategist"),
            enemy("c1", "10/6.5"),
            enemy("c2", "20/6.5"),
        )
    )
    bundle = offered(state)["bundle.charge"]
    assert [(one.who, one.target) for one in bundle.actions if isinstance(one, Charge)] == [
        ("south-a1", "north-c1"),
        ("south-b1", "north-c2"),
    ]
    assert len(done(state, bundle).table.declared) == 2
