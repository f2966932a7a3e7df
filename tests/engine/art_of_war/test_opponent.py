"""The computer player: legal, repeatable, and better than those who do not think."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.trials.fuzz import replay
from bot.trials.lab import LabGame, Player, play, wilson
from engine.api import Action
from engine.art_of_war.actions import (
    Charge,
    Deploy,
    Done,
    Evade,
    Hide,
    Hold,
    Lead,
    Manoeuvre,
    Move,
    Plan,
    Rally,
    Ready,
    Stand,
    Write,
)
from engine.art_of_war.datacheck import check_data
from engine.art_of_war.game import GAME
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import SEATS, SOUTH, Phase, State, Table, other
from engine.art_of_war.troops import GAME as FOLDER
from engine.data.files import DATA
from engine.dice import ScriptedDice, SeededDice
from tests.engine import opponents
from tests.engine.art_of_war.build import enemy, general, lay, unit, whole
from tests.support.art_of_war_sparring import ARENA, OPPONENTS
from tests.support.seldom import seldom

chosen = partial(opponents.chosen, GAME)
whole_game = partial(opponents.whole_game, GAME)

every_seat = pytest.mark.parametrize("seat", SEATS)

WON = {
    "passive": (22, 16),
    "charging": (20, 20),
    "fleeing": (25, 22),
    "shooting": (23, 18),
    "hiding": (25, 25),
    "random": (25, 17),
}
"""Of 25 battles, as Rome and as Carthage, as measured for docs/art_of_war/README.md."""
FAR = tuple(enemy(f"y{n}", f"{2 * n}/19.5") for n in range(1, 7))
"""So many that no loss beats their army."""


def ordered(*pieces: Any, seat: str = SOUTH, **values: Any) -> Action:
    """What the computer does on a table made by hand."""
    return chosen(whole(lay(*pieces, **values)), seat)


# -- whole battles ---------------------------------------------------------------------------------


def battle(players: dict[str, Player], seed: str, turns: int, **choices: Any) -> LabGame:
    """A battle that ends after some turns at the latest."""
    return play(ARENA, seed, Settings(turns=turns, **choices), players, limit=1500)


@pytest.mark.parametrize("enemy_mind", seldom(["passive", "charging", "hiding"], ["charging"]))
def test_whoever_does_not_think_is_beaten(enemy_mind: str) -> None:
    """Who does nothing, who throws themselves upon it, and who has to be looked for."""
    found = battle({SOUTH: "hard", other(SOUTH): enemy_mind}, "spar 1", 20)
    assert found.problem == ""
    assert found.winner == SOUTH


@pytest.mark.long
@every_seat
@pytest.mark.parametrize("enemy_mind", [*OPPONENTS, "random"])
def test_they_are_beaten_for_certain(seat: str, enemy_mind: str) -> None:
    """Of 8 battles all end, and no fewer are won than its page says, but for chance."""
    played = [battle({seat: "hard", other(seat): enemy_mind}, f"certain {n}", 20) for n in range(8)]
    _, high = wilson(sum(one.winner == seat for one in played), len(played))
    assert not [one.problem for one in played if one.problem]
    claimed, _ = wilson(WON[enemy_mind][SEATS.index(seat)], 25)
    assert high >= claimed


@pytest.mark.long
@every_seat
@pytest.mark.parametrize("armies", ["ready", "own"])
def test_who_hides_is_found(seat: str, armies: str) -> None:
    """On ground of all kinds, in ambush, and dug in with an army that is made for it."""
    players = {seat: "hard", other(seat): "hiding"}
    played = [battle(players, f"found {n}", 20, armies=armies, terrain="random") for n in range(8)]
    assert not [one.problem for one in played if one.problem]
    assert sum(one.winner == seat for one in played) >= 5


@pytest.mark.long
@pytest.mark.parametrize("strength", ["easy", "normal"])
def test_weaker_ones_play_to_an_end(strength: str) -> None:
    """Whatever they do without thinking is legal."""
    found = battle({SOUTH: strength, other(SOUTH): "charging"}, f"weak {strength}", 20)
    assert found.problem == ""


@pytest.mark.parametrize("turns", [2, pytest.param(20, marks=pytest.mark.long)])
def test_a_battle_against_itself_is_sound(turns: int) -> None:
    """Every action is legal, it ends, and its log leads there again."""
    played, states = whole_game(Settings(turns=turns), "against itself")

    assert GAME.outcome(played.state) is not None
    assert list(replay(GAME, played)) == []
    assert {one.action.kind for one in played.log} >= {"plan", "write", "ready", "move", "done"}
    for state, seat in states[:: max(1, len(states) // 6)]:
        # It sees its view and nothing else, and thinks the same again.
        assert GAME.faults(state) == ()
        (twin, *_) = (*GAME.scramble(state, seat), state)
        assert chosen(state, seat) == chosen(state, seat) == chosen(twin, seat)


# -- before the battle -----------------------------------------------------------------------------


@every_seat
def test_a_plan_is_legal_and_not_predictable(seat: str) -> None:
    """It writes posts, each corps, and is ready; other dice give other plans."""
    start = GAME.setup(Settings(), SeededDice(b"drawn")).state
    plans = set()
    for number in range(12):
        action = chosen(start, seat, f"plan {number}")
        assert isinstance(action, Plan)
        plans.add(action.posts)
    assert len(plans) > 2

    state, kinds = start, []
    while state.table.phase is Phase.PLAN and seat not in state.table.ready:
        action = chosen(state, seat)
        kinds.append(type(action))
        state = GAME.apply(state, seat, action, ScriptedDice()).state
    assert [one for one in kinds if one is not Hide] == [Plan, Write, Write, Write, Ready]


@pytest.mark.parametrize("terrain", ["random", "placed", "open"])
def test_armies_and_fields_of_all_kinds_come_to_battle(terrain: str) -> None:
    """It musters, places terrain and deploys until the first turn begins."""
    settings = Settings.model_validate({"armies": "own", "terrain": terrain})
    dice = SeededDice(b"muster")
    state = GAME.setup(settings, dice).state
    while not state.table.turn:
        seat = GAME.awaiting(state)[0].seat
        state = GAME.apply(state, seat, chosen(state, seat, terrain), dice).state
    assert all(state.table.armies.values())


def test_a_corps_that_was_not_laid_as_written_is_deployed() -> None:
    """Where it is asked to deploy one itself, it does so."""
    state = GAME.setup(Settings(), SeededDice(b"drawn")).state
    dice = SeededDice(b"deploy")
    for seat in SEATS:
        state = GAME.apply(state, seat, Ready(), dice).state
    assert state.table.phase is Phase.DEPLOYMENT
    assert isinstance(chosen(state, state.table.player), Deploy)


# -- orders ----------------------------------------------------------------------------------------


def test_a_flank_is_charged() -> None:
    """Whoever can be struck in the flank is, rather than their neighbour in front."""
    pieces: list[Any] = [unit("a1", "14/4"), general("a1"), enemy("b1", "15/6.5/90"), *FAR]
    action = ordered(*pieces)
    assert isinstance(action, Charge)
    step = GAME.apply(whole(lay(*pieces)), SOUTH, action, ScriptedDice())
    (charge,) = step.state.table.declared
    assert (charge.target, charge.at) == ("north-b1", "right")


def test_a_bad_charge_is_not_made() -> None:
    """Light foot does not throw itself upon heavy foot."""
    action = ordered(
        unit("a1", "15/4", "light_infantry"),
        general("a1"),
        enemy("b1", "15/5.9"),
        *FAR,
    )
    assert not isinstance(action, Charge)


def test_the_line_advances_together() -> None:
    """A group goes straight on at the enemy before it, as one."""
    action = ordered(
        unit("a1", "14/4"),
        unit("a2", "15/4"),
        unit("a3", "16/4"),
        general("a2"),
        enemy("b1", "15/14"),
        enemy("b2", "14/14"),
        *FAR,
    )
    assert isinstance(action, Move)
    assert action.who == "south-a1+south-a2+south-a3"
    assert [part.do for part in action.parts] == [Manoeuvre.ADVANCE]


def test_who_shoots_stays_in_range() -> None:
    """Archers with a target are not told to go on."""
    archers = unit("a1", "15/4", "archers")
    there = ordered(archers, general("a1"), enemy("b1", "15/7.5", "heavy_spearmen"), *FAR)
    assert isinstance(there, Done)
    back = ordered(archers, general("a1"), enemy("b1", "15/13", "heavy_spearmen"), *FAR)
    assert isinstance(back, Move)


def test_a_lone_general_joins_the_line() -> None:
    """And stays there."""
    action = ordered(unit("a1", "15/4"), general("15/3"), enemy("b1", "15/15"), *FAR)
    assert action == Lead(general="south-g1", to="south-a1")
    again = ordered(unit("a1", "15/4"), general("a1"), enemy("b1", "15/15"), *FAR)
    assert not isinstance(again, Lead)


def test_whoever_would_charge_to_their_ruin_is_held() -> None:
    """Impetuous foot already in disorder before better troops."""
    rash = unit("a1", "15/4", "medium_infantry", options=("impetuous",), lost=2)
    action = ordered(
        rash,
        general("a1"),
        enemy("b1", "15/6.5", "foot_knights", quality="elite"),
        enemy("b2", "14/6.5", "foot_knights", quality="elite"),
        enemy("b3", "16/6.5", "foot_knights", quality="elite"),
        *FAR,
    )
    assert action == Hold(who="south-a1")


def test_the_worst_off_is_rallied_first() -> None:
    """A point of cohesion on which more hangs."""
    table = lay(
        unit("a1", "15/4", lost=2),
        unit("a2", "17/4", lost=1),
        general("15/3"),
        *FAR,
        phase=Phase.RALLY,
    )
    assert chosen(whole(table), SOUTH) == Rally(who="south-a2")


# -- answers ---------------------------------------------------------------------------------------


def charged(state: State, by: str, target: str) -> State:
    """A state after a charge has been declared and carried out as far as somebody is asked."""
    seat = state.table.player
    for action in (Charge(who=by, target=target, at="front"), Done()):
        state = GAME.apply(state, seat, action, SeededDice(b"charge")).state
    return state


def asked(troop: str, by: str) -> Action:
    """What a unit of a kind does that is charged by another."""
    table: Table = lay(
        unit("a1", "15/4", by),
        general("15/3"),
        enemy("b1", "15/6", troop),
        replace(general("15/12"), id="north-g1", side="north"),
        *FAR,
    )
    return chosen(charged(whole(table), "south-a1", "north-b1"), "north")


def test_light_horse_runs_from_knights() -> None:
    """Standing would be its end."""
    assert asked("light_cavalry", "heavy_knights") == Evade(units=("north-b1",))


def test_heavy_horse_stands_against_levies() -> None:
    """There is nothing to run from."""
    assert asked("heavy_cavalry", "levy") == Stand()


# -- data ------------------------------------------------------------------------------------------


def test_a_strength_that_is_missing_is_found(tmp_path: Path) -> None:
    """By its name."""
    shutil.copytree(DATA / FOLDER, tmp_path / FOLDER)
    file = tmp_path / FOLDER / "opponent.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("strength.easy", "strength.soft"))
    assert "strength.easy" in [one.field for one in check_data(tmp_path / FOLDER)]
