"""The menus of the Administrative and Supply Phases offer all that is legal, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from engine.api import Action
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Allot,
    Build,
    Deploy,
    Rebuild,
    Recruit,
    RepairShip,
    Replenish,
    Settle,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX, TRACK, is_aboard
from engine.war_of_the_pacific.rules.supply.columns import one_a_place
from engine.war_of_the_pacific.state import Allotment, Phase, State, Unit
from tests.engine.war_of_the_pacific.build import lay
from tests.support.games_played import states_of

SEEDS = ("menus 1", "menus 2", "menus 3")


@cache
def supply_states() -> tuple[State, ...]:
    """Tables of random games in the Consume Supply Columns Phase, and some laid by hand."""
    found = [
        state
        for seed in SEEDS
        for state in states_of(GAME, seed)
        if state.table.phase is Phase.SUPPLY and not state.table.frames
    ]
    hand = (
        _table(
            "chile", {"box": 3, "3117": 1}, rimac="dead", cochrane="box port x1", buin="3116 x1"
        ),
        _table("chile", {"box": 2}, rimac="dead", cochrane="3123 x1", buin="dead"),
        _table("chile", {}, rimac="dead", cochrane="box port x1", buin="3116 x1"),
        _table("allies", {"2007": 4}, huascar="2007 port x1", union="2007 x1", zepita="t2 x1"),
        _table("allies", {"2008": 1}, chalaco="dead", colorados="t2 x1", junin="dead"),
    )
    return (*found[:: max(1, len(found) // 20)], *hand)


def _table(player: str, columns: dict[str, int], **place: str) -> State:
    control = {"3123": "chile", "3116": "chile"}
    return lay(phase="supply", player=player, columns=columns, place=place, control=control)


def _own(state: State) -> tuple[list[Unit], list[Unit]]:
    """The player's units, and one column of each place on the map."""
    own = [unit for unit in state.table.units.values() if unit.side == state.table.player]
    return own, list(
        one_a_place(unit for unit in own if is_column(unit) and not is_aboard(unit.at))
    )


def _places() -> tuple[str, ...]:
    return (BOX, TRACK, *load_board().cities)


def _tries(state: State, kind: str) -> Iterator[Action]:
    """Every action of a kind that could be meant, legal or not."""
    own, columns = _own(state)
    everyone = state.table.units.values()
    match kind:
        case "replenish":
            for unit, column in product(everyone, columns):
                yield Replenish(unit=unit.id, column=column.id)
        case "rebuild" | "recruit":
            model: Any = Rebuild if kind == "rebuild" else Recruit
            for unit, column, place in product(own, columns[:1], _places()):
                yield model(unit=unit.id, column=column.id, to=place)
        case "repair":
            for unit in everyone:
                yield RepairShip(ship=unit.id)
        case "deploy":
            for unit, place in product(own, _places()):
                yield Deploy(units=(unit.id,), to=place)
        case "build":
            all_columns = [unit.id for unit in own if is_column(unit) and not is_aboard(unit.at)]
            for unit, place in product(own, _places()):
                if len(all_columns) >= 3:
                    yield Build(ship=unit.id, columns=tuple(all_columns[:3]), to=place)


@cache
def legal_ones(kind: str) -> tuple[tuple[State, tuple[Action, ...]], ...]:
    """The tables, each with all that is legal there of a kind."""
    return tuple(
        (
            state,
            tuple(
                action
                for action in _tries(state, kind)
                if not GAME.check(state, state.table.player, action)
            ),
        )
        for state in supply_states()
    )


FIRST = {
    "replenish": "unit",
    "rebuild": "unit",
    "recruit": "unit",
    "repair": "ship",
    "deploy": "units",
    "build": "ship",
}


@pytest.mark.parametrize("kind", sorted(FIRST))
def test_all_that_is_legal_is_offered(kind: str) -> None:
    """The first field's options are those that some legal action has; none means: not possible."""
    seen = 0
    for state, actions in legal_ones(kind):
        view = GAME.view(state, state.table.player)
        field = FIRST[kind]
        legal = set()
        for action in actions:
            value = getattr(action, field)
            legal.add(value if isinstance(value, str) else ",".join(value))
        offered = [option.value for option in GAME.options(view, kind, field, {})]
        assert set(offered) == legal
        assert len(offered) == len(legal)
        assert (kind in GAME.kinds(view)) is bool(legal)
        seen += len(legal)
    assert seen


@pytest.mark.parametrize("kind", ["rebuild", "recruit", "deploy", "build"])
def test_all_places_are_offered(kind: str) -> None:
    """For what is chosen first, every legal place is offered and no other."""
    seen = 0
    for state, actions in legal_ones(kind):
        view = GAME.view(state, state.table.player)
        places: dict[str, set[str]] = {}
        for action in actions:
            given = action.model_dump()
            first = given[FIRST[kind]]
            name = first if isinstance(first, str) else ",".join(first)
            places.setdefault(name, set()).add(given["to"])
        for name, legal in places.items():
            filled = {FIRST[kind]: name}
            offered = [option.value for option in GAME.options(view, kind, "to", filled)]
            assert set(offered) == legal
            assert len(offered) == len(legal)
            seen += 1
    assert seen


def test_all_columns_near_are_offered() -> None:
    """To replenish a unit, one column of each place near it is offered."""
    seen = 0
    for state, actions in legal_ones("replenish"):
        view = GAME.view(state, state.table.player)
        near: dict[str, set[str]] = {}
        for action in actions:
            assert isinstance(action, Replenish)
            near.setdefault(action.unit, set()).add(action.column)
        for unit, legal in near.items():
            offered = GAME.options(view, "replenish", "column", {"unit": unit})
            assert {option.value for option in offered} == legal
            seen += 1
    assert seen


def _owing(columns: int, **given: Any) -> State:
    """A table on which the Allies have *columns* to place."""
    state = lay(phase="administrative", player="allies", **given)
    frames = (Allotment(5, "allies", columns),)
    return replace(state, table=replace(state.table, frames=frames))


@pytest.mark.parametrize("columns", [1, 2, 3, 6])
@pytest.mark.parametrize(
    "given",
    [
        {},
        {"control": {"2008": "chile"}},
        {"control": {"2008": "chile", "2007": "chile"}},
        {"control": {"3513": "chile"}},
        {"control": {"3513": "chile", "3616": "chile", "2007": "chile"}},
        {"bolivia_out": True},
    ],
    ids=[
        "all open",
        "Lima lost",
        "Lima and Callao lost",
        "La Paz lost",
        "only Lima",
        "Bolivia out",
    ],
)
def test_every_allotment_is_offered(columns: int, given: dict[str, Any]) -> None:
    """Going through the fields one can place the columns in every legal way, and in no other."""
    state = _owing(columns, **given)
    view = GAME.view(state, "allies")
    names = tuple(Allot.model_fields)
    amounts = product(range(columns + 1), repeat=4)
    legal = {
        one
        for one in amounts
        if not GAME.check(state, "allies", Allot(**dict(zip(names, one, strict=True))))
    }
    offered: list[tuple[int, ...]] = [()]
    for number, name in enumerate(names):
        offered = [
            (*one, int(option.value))
            for one in offered
            for option in GAME.options(
                view, "allot", name, {n: str(v) for n, v in zip(names[:number], one, strict=True)}
            )
        ]
    assert legal
    assert len(offered) == len(set(offered))
    assert set(offered) == legal


def test_an_allotment_says_what_is_left() -> None:
    """Each number says how many columns it leaves to place: never fewer than none, and in all 5."""
    view = GAME.view(_owing(5), "allies")
    for filled, rest in (({}, 5), ({"lima": "2"}, 3)):
        name = tuple(Allot.model_fields)[len(filled)]
        options = list(GAME.options(view, "allot", name, filled))
        assert len(options) > 1
        for option in options:
            left = option.label.params.get("left", 0)
            assert isinstance(left, int)
            assert left >= 0
            assert int(option.value) + left == rest


@pytest.mark.parametrize("columns", [1, 2, 5])
def test_allotment_buttons(columns: int) -> None:
    """The buttons are legal, different, and at most five."""
    (decision,) = GAME.awaiting(_owing(columns))
    actions = [choice.action for choice in decision.choices]

    assert 1 <= len(actions) <= 5
    assert len(set(actions)) == len(actions)


def test_repair_buttons_need_the_columns() -> None:
    """Paying is offered when there are columns enough, those in the yard first; waiting always."""
    state = lay(
        phase="supply",
        player="chile",
        place={"cochrane": "box port x1"},
        columns={"3123": 2, "box": 2},
        control={"3123": "chile"},
    )
    for roll, paying in ((2, ("sc3", "sc4")), (3, ("sc3", "sc4", "sc1")), (5, None)):
        rolled = GAME.apply(state, "chile", RepairShip(ship="cochrane"), ScriptedDice(roll)).state
        (decision,) = GAME.awaiting(rolled)
        actions = [choice.action for choice in decision.choices]
        expected = [] if paying is None else [Settle(columns=paying)]
        assert actions == [*expected, Settle()]
