"""What is done for whoever is late: ships sail as little as they must, nothing is fought for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Aside,
    Attack,
    Deploy,
    Done,
    Intercept,
    Intercepting,
    LetPass,
    Lose,
    Move,
    Retreat,
    Run,
    Sail,
    SettingAside,
    Spend,
    Standard,
    Stop,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.rules.land.step_losses import cheapest_loss
from engine.war_of_the_pacific.rules.sea.courses import distances
from engine.war_of_the_pacific.rules.setting_up.deployment import lines
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, LandBattle, Phase, State
from tests.engine import defaults
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.test_resting import naval
from tests.engine.war_of_the_pacific.test_standing_orders import (
    battle,
    fighting,
    given,
    running,
    stage,
    under_way,
)

default = partial(defaults.default, GAME)
answered = partial(defaults.answered, GAME)


def opening(edition: str = "en") -> State:
    """The table before set-up."""
    settings = Settings.model_validate({"edition": edition})
    state: State = GAME.setup(settings, ScriptedDice()).state
    return state


@pytest.mark.parametrize("edition", ["en", "es"])
def test_both_sides_are_set_up_as_is_standard(edition: str) -> None:
    """First orders included; the plan is closed, and Chile's turn begins."""
    allies = answered(opening(edition), ALLIES)
    assert allies.actions == (Standard(), Done())
    chile = answered(allies.state, CHILE)
    # Chile plans as well before the Allies are awaited.
    assert chile.actions == (Standard(), Done(), Done())
    assert chile.state.secrets[CHILE].orders
    by_hand = opening(edition)
    for seat in (ALLIES, CHILE):
        for action in (Standard(), Done()):
            by_hand = GAME.apply(by_hand, seat, action, ScriptedDice()).state
    assert by_hand.table.phase is Phase.PLAN
    assert chile.state.table.units == by_hand.table.units


def test_what_its_side_has_put_down_stays() -> None:
    """Only what is in hand is put where the standard set-up has it."""
    state = opening()
    lancers = GAME.parse(GAME.view(state, ALLIES), "deploy", {"units": "colorados", "to": "3616"})
    state = GAME.apply(state, ALLIES, lancers, ScriptedDice()).state
    assert answered(state, ALLIES).state.table.units["colorados"].at == "3616"


def test_who_must_be_spread_is_spread() -> None:
    """All Bolivians in one of two hexes that both want one (3.3, WP-E12)."""
    state = opening()
    line = next(one for one in lines("en").values() if one.each)
    all_in_one = Deploy(units=line.units, to=line.each[0])
    state = GAME.apply(state, ALLIES, all_in_one, ScriptedDice()).state
    state = GAME.apply(state, ALLIES, Standard(), ScriptedDice()).state
    assert [one.code for one in GAME.check(state, ALLIES, Done())] == ["setup.each"]
    found = answered(state, ALLIES)
    assert found.actions[-1] == Done()
    places = {found.state.table.units[one].at for one in line.units}
    assert places == set(line.each)


def test_ships_that_must_sail_do_as_little_as_they_can() -> None:
    """To the nearest hex of their order, or not at all; home to the nearest port."""
    ordered = default(naval("2007 port", "III"), ALLIES)
    assert isinstance(ordered, Sail)
    near = {place: distances(place, "III")["2007"] for place in load_board().areas["III"].hexes}
    assert near[ordered.to] == min(near.values())
    there = default(naval("2814", load_board().area_of("2814")), ALLIES)
    assert there == Sail(ships=("huascar",), to="2814")
    home = default(naval("2713"), ALLIES)
    assert isinstance(home, Sail)
    assert load_board().is_port(home.to)
    assert home.ships == ("huascar",)


def test_ships_in_port_stay_there_and_no_other_order_is_given() -> None:
    """The whole player turn of who has nothing that must be done is closed."""
    found = answered(naval("2007 port"), ALLIES)
    assert set(found.actions) == {Done()}
    assert found.state.table.units["huascar"].at == "2007"


def test_an_interception_is_let_pass_for_the_whole_voyage() -> None:
    """Whatever else was ordered: orders answer before, and by themselves."""
    assert default(under_way(), CHILE) == LetPass(ask_within=0)
    always = given(under_way(), CHILE, Intercepting(attempt="always"))
    assert default(always, CHILE) == LetPass(ask_within=0)


def test_a_voyage_ends_where_it_is_if_it_may() -> None:
    """Though it was bound elsewhere; out of the area that was ordered it goes to the nearest."""
    stopped = GAME.apply(under_way(), CHILE, Intercept(stacks=("2415",)), ScriptedDice(1)).state
    assert GAME.awaiting(stopped)[0].code == "voyage"
    assert stopped.secrets[ALLIES].course[-1] == "2814"
    assert default(stopped, ALLIES) == Stop()


def test_a_voyage_home_goes_to_the_nearest_port() -> None:
    """Not to the one that it was bound for."""
    laid: State = lay(
        place={"oroya": "2512", "blanco": "2415"}, phase="naval_movement", player=ALLIES
    )
    far = Sail(ships=("oroya",), to="3116", via=("2513",))
    state = GAME.apply(laid, ALLIES, far, ScriptedDice()).state
    state = GAME.apply(state, CHILE, Intercept(stacks=("2415",)), ScriptedDice(1)).state
    (decision,) = GAME.awaiting(state)
    assert decision.code == "voyage.home"
    assert state.secrets[ALLIES].course[-1] == "3116"
    move = default(state, ALLIES)
    assert isinstance(move, Move)
    assert move.to != "3116"
    at = state.table.units["oroya"].at
    ports = [choice.action.to for choice in decision.choices if isinstance(choice.action, Move)]
    assert distances(move.to, "")[at] == min(distances(port, "")[at] for port in ports)


def test_blockades_are_not_run_and_nobody_is_caught() -> None:
    """Nor is anybody set aside, whatever was ordered."""
    assert default(running(), CHILE) == Run(attempt=False)
    runners = GAME.apply(running(), CHILE, Run(attempt=True), ScriptedDice(5)).state
    assert default(runners, ALLIES) == LetPass()
    assert default(battle(), CHILE) == Aside()
    ordered = given(battle(), CHILE, SettingAside(ships="weakest"))
    assert default(ordered, CHILE) == Aside()


def test_no_column_is_spent_and_losses_are_the_cheapest() -> None:
    """Nobody advances; who can retreat does, and loses nothing by it."""
    assert default(fighting(3), ALLIES) == Spend(spend=False)
    advancing = stage("advance")
    assert default(advancing, GAME.awaiting(advancing)[0].seat) == Stop()
    assert isinstance(default(stage("retreat", loser=CHILE), CHILE), Retreat)
    cut_off = stage("cut_off", loser=CHILE)
    lost = default(cut_off, CHILE)
    assert isinstance(lost, Lose)
    units = cut_off.table.units
    at = units[lost.units[0]].at
    mine = [unit for unit in units.values() if unit.side == CHILE and unit.at == at]
    assert lost.units == (min(mine, key=cheapest_loss).id,)


def test_who_holds_a_fort_stands() -> None:
    """The fort would stay and lose a step anyway: nobody leaves it and its city (8.10, WP-R37)."""
    state: State = lay(
        place={"buin": "2106 x2", "zepita": "2007 x2", "fort-callao": "2007 x1"},
        phase="land_combat",
        player=CHILE,
    )
    frame = LandBattle(
        100, CHILE, ("buin",), "2106", "2007", "retreat", (False, False), "chile", "slaughter",
        loser=ALLIES,
    )  # fmt: skip
    state = replace(state, table=replace(state.table, frames=(frame,)))
    assert default(state, ALLIES) == Lose(units=("zepita",))
    stood = answered(state, ALLIES).state.table.units
    assert [stood[one].at for one in ("zepita", "fort-callao")] == ["2007", "2007"]
    away = next(iter(GAME.options(GAME.view(state, ALLIES), "retreat", "to", {}))).value
    left = GAME.apply(state, ALLIES, Retreat(to=away), ScriptedDice()).state.table.units
    # It would cost no less.
    assert left["zepita"] == replace(state.table.units["zepita"], at=away)
    assert not any(one.at == "2007" for one in left.values())


def test_a_landing_that_is_opposed_is_fought_by_all_at_once() -> None:
    """The phase cannot be closed before (WP-R13); nobody else attacks, though they could."""
    state: State = lay(
        place={
            "lautaro": "3014",
            "buin": "3015 landed",
            "santiago": "3015 landed",
            "zepita": "3015",
        },
        phase="land_combat",
        player=CHILE,
    )
    assert GAME.check(state, CHILE, Done())
    attack = default(state, CHILE)
    assert isinstance(attack, Attack)
    assert (set(attack.units), attack.target) == ({"buin", "santiago"}, "3015")
    assert not attack.initiative
