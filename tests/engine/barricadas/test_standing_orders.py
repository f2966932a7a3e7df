"""Standing orders: reaction and defensive fire said beforehand, and a turn of rest (ALB-R73)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.api import Action
from engine.barricadas.actions import Defend, Fire, Hold, Lookout, Pass, React, Stand, Watch
from engine.barricadas.frames import Assault
from engine.barricadas.game import GAME
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Reaction, Secrets, State, Table
from engine.dice import ScriptedDice
from engine.errors import IllegalAction
from engine.kit.standing_orders import Rest, given
from tests.engine.barricadas.build import (
    answer,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)

G, G1 = "republican-g", "republican-g1"
E, E1, E2 = "nationalist-g", "nationalist-g1", "nationalist-g2"


def crossing(*, hidden: bool = False) -> Table:
    """Republican infantry before two counters of National infantry, one of them prepared."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404", unseen=hidden),
        enemy_officer("g", "C408"),
        enemy("g1", "C408", reaction=Reaction.KEPT),
        enemy("g2", "C408"),
    )


def ordered(state: State, *orders: Action) -> State:
    """The state in which the Nationalists have given these orders."""
    standing: dict[str, str] = {}
    for one in orders:
        standing = dict(given(standing, one))
    return replace(state, secrets={**state.secrets, NATIONALIST: Secrets(standing=standing)})


def answered(state: State, *orders: Action) -> Action | None:
    """What the Nationalists' orders answer to what they are asked; the rules allow it."""
    state = ordered(state, *orders)
    (decision,) = GAME.awaiting(state)
    found = GAME.standing(GAME.view(state, NATIONALIST), decision)
    if found is not None:
        assert GAME.check(state, NATIONALIST, found) == ()
    return found


def coming(*, hidden: bool = False, way: str = "C407") -> State:
    """The state in which the Nationalists are asked, while infantry comes three hexes nearer."""
    state: State = do(crossing(hidden=hidden), order(G, f"{G1} move {way}")).state
    return state


def watch(*lines: str) -> Watch:
    """An order of reaction, a lookout each line."""
    return Watch(lookouts=tuple(Lookout.model_validate(one) for one in lines))


@pytest.mark.parametrize(
    ("point", "at"),
    [("first", "C406"), ("nearest", "C407"), ("last", "C407")],
)
def test_fire_falls_at_the_point_that_was_ordered(point: str, at: str) -> None:
    """Within so many hexes, at the first, the nearest or the last hex of the way (ALB-R73)."""
    assert answered(coming(), watch(f"{E1} 2 {point}")) == React(shots=(Fire(who=E1, at=at),))


def test_a_unit_fires_together_with_all_who_can() -> None:
    """An officer stands for their unit; those of one hex fire as one (3.4, ALB-R12)."""
    found = answered(coming(), watch(f"{E} 1"))
    assert found == React(shots=(Fire(who=f"{E1}+{E2}", at="C407"),))


def test_who_is_not_named_or_too_far_keeps_their_fire() -> None:
    """An order that fits nothing answers all the same: nobody waits for it."""
    assert answered(coming(way="C405"), watch(f"{E1} 1")) == Hold()


def test_an_order_may_mean_armour_alone() -> None:
    """Infantry passes those who wait for armour; of a marker nobody knows who it is."""
    assert answered(coming(), watch(f"{E1} 2 first armour")) == Hold()
    assert answered(coming(), watch(f"{E1} 2 last troops")) == React(
        shots=(Fire(who=E1, at="C407"),)
    )


def test_without_an_order_the_side_is_asked() -> None:
    """The order for assaults says nothing of reaction."""
    assert answered(coming()) is None
    assert answered(coming(), Stand(when="after")) is None


def test_who_rests_does_not_react_and_passes() -> None:
    """Whatever else was ordered; in the turn that was named alone (ALB-R73)."""
    orders = watch(f"{E1} 2"), Rest(turn=1)
    assert answered(coming(), *orders) == Hold()
    assert answered(coming(), orders[0], Rest(turn=2)) != Hold()
    theirs = whole(replace(crossing(), player=NATIONALIST))
    assert answered(theirs, Rest(turn=1)) == Pass()


def assaulted() -> State:
    """The state in which the Nationalists are asked when to fire at an assault."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy_officer("g", "C405"),
        enemy("g1", "C405"),
    )
    state: State = do(table, order(G, f"{G1} assault C405")).state
    if not isinstance(state.table.frames[-1], Assault):
        state = answer(state, Hold()).state
    return state


def test_defensive_fire_comes_when_it_was_ordered() -> None:
    """Who rests fires before the check, unless they ordered otherwise (9.2, ALB-R73)."""
    state = assaulted()
    assert answered(state, Stand(when="after")) == Defend(when="after")
    assert answered(state, Rest(turn=1)) == Defend(when="before")
    assert answered(state, Rest(turn=1), Stand(when="never")) == Defend(when="never")
    assert answered(state) is None


def test_orders_name_own_counters_once() -> None:
    """Nothing else can be kept: neither the enemy's counters nor anybody twice."""
    state = whole(crossing())

    def against(*lines: str) -> list[str]:
        return [one.code for one in GAME.check(state, NATIONALIST, watch(*lines))]

    assert against(f"{G1} 2") == ["watch.whom"]
    assert against(f"{E1} 2", f"{E1} 3") == ["watch.twice"]
    assert against(f"{E1} 2", f"{E2} 3") == []
    step = GAME.apply(state, NATIONALIST, watch(f"{E1} 2"), ScriptedDice())
    assert step.state.secrets[NATIONALIST].standing
    assert not step.state.secrets[REPUBLICAN].standing
    assert [one.audience for one in step.events] == [frozenset((NATIONALIST,))]
    with pytest.raises(IllegalAction):
        GAME.apply(state, NATIONALIST, watch(f"{G1} 2"), ScriptedDice())


def test_what_is_offered_is_accepted_and_read_back() -> None:
    """Each lookout that is offered makes an order; what is kept is listed, a line each who."""
    state = whole(crossing())
    view = GAME.view(state, NATIONALIST)
    values = [one.value for one in GAME.options(view, "watch", "lookouts", {})]
    assert f"{E} 2" in values
    assert f"{E1} 2 nearest" in values
    for value in values:
        action = GAME.parse(view, "watch", {"lookouts": value})
        assert GAME.check(state, NATIONALIST, action) == ()
    more = [one.value for one in GAME.options(view, "watch", "lookouts", {"lookouts": f"{E1} 2"})]
    assert more
    assert not [one for one in more if one.startswith(f"{E1} ")]
    kept = GAME.view(
        ordered(state, watch(f"{E1} 2", f"{E2} 3 last"), Stand(when="after")), NATIONALIST
    )
    told = [one.code for one in GAME.orders(kept)]
    assert told == ["standing.watch.first", "standing.watch.last", "standing.stand"]


@pytest.mark.parametrize("hidden", [True, False])
def test_orders_answer_markers_too(*, hidden: bool) -> None:
    """Whoever moves, recognised or not: "any" fires, and keeps it where nobody is seen."""
    assert answered(coming(hidden=hidden), watch(f"{E1} 1")) is not None
