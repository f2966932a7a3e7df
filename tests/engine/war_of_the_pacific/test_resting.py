"""Nothing from me this turn: what is declined, what cannot be, and what is asked all the same."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import ScriptedDice, SeededDice
from engine.kit.standing_orders import Forget, Rest
from engine.war_of_the_pacific.actions import (
    Allotting,
    Aside,
    Casualties,
    Catching,
    Done,
    ExtraDie,
    Fire,
    Initiative,
    Intercept,
    LetPass,
    Lose,
    Move,
    Pursuit,
    Run,
    Sail,
    SettingAside,
    Spend,
    Stop,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import ALLIES, CHILE, State
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.test_orders_for_routine import received
from tests.engine.war_of_the_pacific.test_standing_orders import (
    ALWAYS,
    battle,
    fighting,
    given,
    running,
    said,
    stage,
    under_way,
)

REST = Rest(turn=under_way().table.turn)


def test_whoever_rests_declines() -> None:
    """Nobody is intercepted, set aside or caught, whatever else was ordered; nothing is run."""
    assert said(under_way(), CHILE, REST) == LetPass(ask_within=0)
    assert said(under_way(), CHILE, ALWAYS, REST) == LetPass(ask_within=0)
    assert said(running(), CHILE, REST) == Run(attempt=False)
    runners = GAME.apply(running(), CHILE, Run(attempt=True), ScriptedDice(5)).state
    assert said(runners, ALLIES, Catching(ships="strongest"), REST) == LetPass()
    assert said(battle(), CHILE, SettingAside(ships="weakest"), REST) == Aside()


def test_whoever_rests_closes_phases() -> None:
    """Those of a turn; the set-up and the plan are made by hand."""
    state: State = lay(place={"blanco": "2415"}, phase="land_combat", player=CHILE)
    assert said(state, CHILE, REST) == Done()
    plan: State = lay(place={"blanco": "2415"}, phase="plan", player=CHILE)
    assert said(plan, CHILE, Rest(turn=plan.table.turn)) is None


def test_what_cannot_be_declined_follows_the_orders_for_it() -> None:
    """Without one the losses are the cheapest; ships that are fought fire."""
    cut_off = stage("cut_off", loser=CHILE)
    assert isinstance(said(cut_off, CHILE, REST), Lose)
    ordered = said(cut_off, CHILE, REST, Casualties(first=("artillery",)))
    assert ordered == Lose(units=("2art",))
    assert said(stage("retreat", loser=CHILE), CHILE, REST) is None
    shot = GAME.apply(battle(), CHILE, Aside(), ScriptedDice()).state
    assert isinstance(said(shot, GAME.awaiting(shot)[0].seat, REST), Fire)


def test_whoever_rests_spends_no_column_and_holds_what_they_have() -> None:
    """No extra die, no column for the initiative, no advance, whatever else was ordered."""
    spending = (ExtraDie(spend="always"), Initiative(spend="always"), REST)
    state = fighting(3)
    assert said(state, ALLIES, *spending) == Spend(spend=False)
    state = GAME.apply(state, ALLIES, Spend(spend=False), SeededDice(b"chit")).state
    assert said(state, CHILE, *spending) == Spend(spend=False)
    advancing = stage("advance")
    seat = GAME.awaiting(advancing)[0].seat
    assert said(advancing, seat, Pursuit(stance="advance"), REST) == Stop()


def test_withdrawn_rest_asks_about_the_present_voyage_again() -> None:
    """It has said "do not ask again" of it."""
    state = given(under_way(), CHILE, REST)
    passed = said(state, CHILE)
    assert passed is not None
    state = GAME.apply(state, CHILE, passed, ScriptedDice()).state
    silent = replace(state.secrets[CHILE], ask_within=0)
    state = replace(state, secrets={**state.secrets, CHILE: silent})
    assert given(state, CHILE, Forget(order="rest")).secrets[CHILE].ask_within is None


def test_a_voyage_holds_its_course() -> None:
    """Whoever missed it stopped it; it goes on to where it was bound, and nowhere else."""
    stopped = GAME.apply(under_way(), CHILE, Intercept(stacks=("2415",)), ScriptedDice(1)).state
    assert GAME.awaiting(stopped)[0].code == "voyage"
    assert said(stopped, ALLIES, REST) == Move(to="2814")
    lost = replace(stopped.secrets[ALLIES], course=())
    stopped = replace(stopped, secrets={**stopped.secrets, ALLIES: lost})
    assert said(stopped, ALLIES, REST) == Stop()


def naval(huascar: str, area: str | None = None) -> State:
    """The Allies' naval phase of a turn, with a ship, where it is ordered, and a column."""
    return lay(
        place={"huascar": huascar},
        columns={"2007": 1},
        phase="naval_movement",
        player=ALLIES,
        turn=REST.turn,
        orders={ALLIES: {area: ["huascar"]} if area else {}},
    )


def test_ships_that_must_sail_do_as_little_as_they_can() -> None:
    """By their order to its nearest hex, at sea without one home; then the phase is closed."""
    ordered = naval("2007 port", "III")
    options = GAME.options(GAME.view(ordered, ALLIES), "sail", "to", {"ships": "huascar"})
    assert said(ordered, ALLIES, REST) == Sail(ships=("huascar",), to=next(options).value)
    area = load_board().area_of("2814")
    arrived = said(naval("2814", area), ALLIES, REST)
    assert arrived == Sail(ships=("huascar",), to="2814")
    home = said(naval("2713"), ALLIES, REST)
    assert isinstance(home, Sail)
    assert load_board().is_port(home.to)
    for rests in (
        naval("2007 port"),
        naval("2007 port", load_board().area_of("2007")),
    ):
        assert said(rests, ALLIES, REST) == Done()


def test_columns_of_whoever_rests_go_where_they_mostly_go() -> None:
    """To the first open city; a standing order that names others is heard before."""
    state = received(4)
    (decision,) = (one for one in GAME.awaiting(state) if one.seat == ALLIES)
    assert said(state, ALLIES, REST) == decision.choices[0].action
    first = Allotting(first=("callao", "la_paz"))
    assert said(state, ALLIES, first, REST) == said(state, ALLIES, first)
