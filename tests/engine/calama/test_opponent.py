"""The computer player: legal, repeatable, never alike at set-up, and better than chance."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.trials.fuzz import replay
from bot.trials.lab import LabGame, Player, play
from engine.api import Action
from engine.calama.actions import (
    Charge,
    CombatOrder,
    Done,
    Escape,
    Fire,
    Lose,
    March,
    Melee,
    Placement,
    Prepare,
)
from engine.calama.datacheck import check_data
from engine.calama.game import GAME
from engine.calama.opponent.odds import loses, wins
from engine.calama.opponent.weights import load_weights
from engine.calama.rules.victory.objectives import guns_on_topater
from engine.calama.settings import SCENARIOS, Settings
from engine.calama.state import BOLIVIA, CHILE, SEATS, State
from engine.data.files import DATA
from engine.data.grid.squares import distance
from engine.dice import ScriptedDice, SeededDice
from tests.engine import opponents
from tests.engine.calama.build import lay, set_up
from tests.support.seldom import seldom

chosen = partial(opponents.chosen, GAME)
whole_game = partial(opponents.whole_game, GAME)

every_seat = pytest.mark.parametrize("seat", SEATS)
every_scenario = pytest.mark.parametrize("scenario", SCENARIOS)
TABLES = tuple(product(SEATS, SCENARIOS))
ONE_EACH = tuple(zip(SEATS, SCENARIOS, strict=True))
"""A seat with each scenario."""

CHIEFS = {"chile-commander-1": "1-12", "bolivia-commander-1": "13-9"}
"""Far from each other, in command of what lies between, and each as safe as can be."""


def turn(state: State, seat: str) -> tuple[State, tuple[Action, ...]]:
    """Let the computer play the rest of a seat's turn of the phase; what it did, and the end."""
    phase = state.table.phase
    done: list[Action] = []
    while (state.table.phase, state.table.player) == (phase, seat):
        done.append(chosen(state, seat))
        state = GAME.apply(state, seat, done[-1], SeededDice(b"dice")).state
    return state, tuple(done)


# -- whole games -----------------------------------------------------------------------------------


@every_scenario
def test_a_game_against_itself_is_sound(scenario: str) -> None:
    """Every action is legal, no state is at fault, it ends, and its log leads there again."""
    played, states = whole_game(Settings.model_validate({"scenario": scenario}), "against itself")

    assert GAME.outcome(played.state) is not None
    assert list(replay(GAME, played)) == []
    kinds = {one.action.kind for one in played.log}
    assert kinds >= {"prepare", "ready", "march", "fire", "done"}
    for state, seat in states[::9]:
        # It sees its view and nothing else, and thinks the same again.
        (other,) = GAME.scramble(state, seat)
        assert chosen(state, seat) == chosen(state, seat) == chosen(other, seat)


def against_chance(seat: str, scenario: str, seed: str) -> LabGame:
    """A game of the computer on a seat against random play."""
    players: dict[str, Player] = dict.fromkeys(SEATS, "random")
    players[seat] = "computer"
    return play(GAME, seed, Settings.model_validate({"scenario": scenario}), players)


@pytest.mark.parametrize(("seat", "scenario"), seldom(TABLES, ONE_EACH))
def test_it_beats_random_play(seat: str, scenario: str) -> None:
    """At least 95 games in 100; of ten it may lose none that chance would not take."""
    played = [against_chance(seat, scenario, f"beats chance {number}") for number in range(10)]

    assert sum(one.winner == seat for one in played) >= 9


@pytest.mark.long
@every_seat
@every_scenario
def test_it_beats_random_play_for_certain(seat: str, scenario: str) -> None:
    """The true share of wins is above 95 in 100 with 95 % confidence."""

    def won(number: int) -> bool:
        return against_chance(seat, scenario, f"for certain {number}").winner == seat

    assert opponents.wins_more(0.95, won, looks=(80, 200))


# -- set-up ----------------------------------------------------------------------------------------


@every_seat
@every_scenario
def test_set_up_is_legal_and_not_predictable(seat: str, scenario: str) -> None:
    """One message and ready; other dice give other places and other values."""
    start = set_up(Settings.model_validate({"scenario": scenario}))
    plans, values = set(), set()
    for number in range(24):
        action = chosen(start, seat, f"set-up {number}")
        assert isinstance(action, Prepare)
        plans.add(frozenset(action.places))
        values.add(action.objectives)
    assert len(plans) > 12
    assert len(values) > 1

    prepared = GAME.apply(start, seat, action, ScriptedDice()).state
    assert chosen(prepared, seat).kind == "ready"


@every_scenario
def test_every_opening_of_the_book_is_legal(scenario: str) -> None:
    """Places, purchase and ranking of each opening, as it stands in the file."""
    start = set_up(Settings.model_validate({"scenario": scenario}))
    for seat in SEATS:
        book = [o for o in load_weights().opening if (o.scenario, o.seat) == (scenario, seat)]
        assert book
        for opening in book:
            for ranking in opening.objectives:
                places = tuple(Placement(type=key, at=at) for key, at in opening.placings())
                action = Prepare(objectives=tuple(ranking.split()), places=places)
                assert GAME.check(start, seat, action) == (), opening.name


# -- the odds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("advantage", "of_36"), [(-5, 0), (-4, 1), (-2, 6), (0, 15), (1, 21), (2, 26), (5, 35), (6, 36)]
)
def test_odds_of_one_die_against_another(advantage: int, of_36: int) -> None:
    """Exact chances; what is neither won nor lost is a tie."""
    assert wins(advantage) == pytest.approx(of_36 / 36)
    ties = sum(one + advantage == other for one in range(1, 7) for other in range(1, 7))
    assert wins(advantage) + loses(advantage) == pytest.approx(1 - ties / 36)


# -- fighting --------------------------------------------------------------------------------------


def fight(place: Mapping[str, str], **table: Any) -> State:
    """A combat turn of Chile's."""
    return lay(place={**CHIEFS, **place}, phase="combat", **table)


def test_the_commander_is_the_first_target() -> None:
    """Whoever can hit the Commander does not fire at infantry."""
    state = fight(
        {
            "chile-heavy_artillery-1": "9-9",
            "chile-commander-1": "6-9",
            "bolivia-infantry-1": "11-9",
        }
    )
    assert chosen(state, CHILE) == Fire(
        piece="chile-heavy_artillery-1", target="bolivia-commander-1"
    )


def test_the_better_shot_is_taken() -> None:
    """Of two alike the one that stands in the open is fired at."""
    state = fight(
        {
            "chile-heavy_artillery-1": "6-9",
            "bolivia-infantry-1": "8-9",  # a wood
            "bolivia-infantry-2": "8-10",  # the river
        }
    )
    assert chosen(state, CHILE) == Fire(
        piece="chile-heavy_artillery-1", target="bolivia-infantry-2"
    )


def test_nothing_is_left_undone() -> None:
    """It fights its charges and fires whatever can fire; then its turn is over by itself."""
    state = fight(
        {
            "chile-infantry-1": "6-9 charging=bolivia-infantry-1",
            "bolivia-infantry-1": "7-9",
            "chile-infantry-2": "3-9",
            "chile-heavy_artillery-1": "5-12",
            "bolivia-infantry-2": "8-12",
        }
    )
    _, done = turn(state, CHILE)

    assert [one.kind for one in done] == ["melee", "fire"]


HOPELESS = {CHILE: {"heavy_artillery": {"strength": 0}}}
"""With this a heavy gun cannot hit infantry in a wood: 0 against 6."""


def test_a_gun_that_cannot_hit_does_not_fire() -> None:
    """It would only make a round in which nothing happens look lively."""
    place = {"chile-heavy_artillery-1": "6-9", "bolivia-infantry-1": "8-9"}
    assert isinstance(chosen(fight(place), CHILE), Fire)
    assert chosen(fight(place, attributes=HOPELESS), CHILE) == Done()


def test_a_charge_is_fought_also_where_a_gun_cannot_help() -> None:
    """Its turn does not end before (CAL-R38)."""
    state = fight(
        {
            "chile-infantry-1": "7-9 charging=bolivia-infantry-1",
            "bolivia-infantry-1": "8-9",
            "chile-heavy_artillery-1": "6-10",
        },
        attributes=HOPELESS,
    )
    assert chosen(state, CHILE) == Melee(target="bolivia-infantry-1")


def test_whoever_can_only_help_fires_first() -> None:
    """A charged piece that falls to fire costs no charger."""
    state = fight(
        {
            "chile-infantry-1": "6-9 charging=bolivia-infantry-1",
            "bolivia-infantry-1": "7-9",
            "chile-heavy_artillery-1": "4-9",
        }
    )
    assert isinstance(chosen(state, CHILE), Fire)


def test_the_cheapest_charger_is_given_up() -> None:
    """Not the Officer."""
    state = fight(
        {
            "chile-officer-1": "6-9 charging=bolivia-infantry-1",
            "chile-infantry-1": "7-10 charging=bolivia-infantry-1",
            "bolivia-infantry-1": "7-9",
        },
        attributes={CHILE: {"officer": {"strength": 0}, "infantry": {"strength": 0}}},
    )
    state = GAME.apply(state, CHILE, Melee(target="bolivia-infantry-1"), ScriptedDice(1, 6)).state
    assert chosen(state, CHILE) == Lose(piece="chile-infantry-1")


# -- moving ----------------------------------------------------------------------------------------


def test_an_officer_on_an_exit_leaves() -> None:
    """Bolivia takes the points that lie there."""
    state = lay(
        place={**CHIEFS, "bolivia-officer-1": "14-1", "bolivia-infantry-1": "12-9"},
        player=BOLIVIA,
        orders_left=dict.fromkeys(SEATS, 0),
    )
    assert chosen(state, BOLIVIA) == Escape(piece="bolivia-officer-1")


def test_an_officer_makes_for_an_exit() -> None:
    """They are off the board within two rounds when nobody stands in their way."""
    state = lay(
        place={**CHIEFS, "bolivia-officer-1": "11-4", "bolivia-infantry-1": "12-9"},
        player=BOLIVIA,
    )
    state, _ = turn(state, BOLIVIA)
    assert state.table.pieces["bolivia-officer-1"].at == "14-1"


def test_guns_climb_the_hill() -> None:
    """Two heavy guns beside the hill take their last step together."""
    state = lay(
        place={
            **CHIEFS,
            "chile-heavy_artillery-1": "3-5",
            "chile-heavy_artillery-2": "3-6",
            "chile-infantry-1": "2-10",
        },
        priorities={CHILE: ("topater", "roads", "guns")},
    )
    state, _ = turn(state, CHILE)
    assert guns_on_topater(state.table)
    assert state.table.points[CHILE] == 8


def test_a_commander_within_reach_is_charged_in_strength() -> None:
    """All who can get at them go for them."""
    state = lay(
        place={
            "chile-commander-1": "3-12",
            "bolivia-commander-1": "8-12",
            "chile-cavalry-1": "6-12",
            "chile-cavalry-2": "6-11",
            "chile-infantry-1": "7-13",
            "bolivia-infantry-1": "11-5",
        },
        orders_left=dict.fromkeys(SEATS, 0),
    )
    state, done = turn(state, CHILE)

    charges = [one for one in done if isinstance(one, Charge)]
    assert {one.target for one in charges} == {"bolivia-commander-1"}
    assert sum(len(one.pieces) for one in charges) == 3


def test_a_commander_keeps_away_from_guns() -> None:
    """They leave a square on which two heavy guns can fire at them."""
    state = lay(
        place={
            "chile-commander-1": "5-9",
            "chile-infantry-1": "3-12",
            "bolivia-commander-1": "13-9",
            "bolivia-heavy_artillery-1": "8-9",
            "bolivia-heavy_artillery-2": "9-9",
            "bolivia-infantry-1": "10-9",
        }
    )
    state, _ = turn(state, CHILE)
    chief = state.table.pieces["chile-commander-1"]
    assert int(chief.at.partition("-")[0]) < 4


def test_chile_moves_even_if_it_had_rather_not() -> None:
    """It may not pass, so it does not try to."""
    state = lay(place=CHIEFS)
    assert chosen(state, CHILE).kind != "done"
    after, done = turn(state, CHILE)
    assert len(done) >= 2
    assert after.table.player == BOLIVIA


def test_an_immobile_army_gets_its_movement_back() -> None:
    """A combat order answers the event that stopped the infantry."""
    infantry = {f"chile-infantry-{n}": f"2-{7 + n}" for n in range(1, 7)}
    state = lay(
        place={**CHIEFS, **infantry, "bolivia-infantry-1": "10-9"},
        attributes={CHILE: {"infantry": {"movement": 0}}},
    )
    order = chosen(state, CHILE)
    assert isinstance(order, CombatOrder)
    assert (order.type, order.takes) == ("infantry", "movement")


def test_a_commander_who_cannot_move_comes_first() -> None:
    """The whole army is held where its Commander stands."""
    infantry = {f"chile-infantry-{n}": f"2-{7 + n}" for n in range(1, 7)}
    state = lay(
        place={**CHIEFS, **infantry, "bolivia-infantry-1": "10-9"},
        attributes={CHILE: {"commander": {"movement": 0}}},
        orders_left={CHILE: 1, BOLIVIA: 0},
    )
    order = chosen(state, CHILE)
    assert isinstance(order, CombatOrder)
    assert (order.type, order.takes) == ("commander", "movement")


def test_no_order_is_spent_on_a_commander_who_is_well() -> None:
    """Neither the first nor the second makes them sturdier; there are but three."""
    army = {f"chile-infantry-{n}": f"2-{7 + n}" for n in range(1, 7)}
    for left in (3, 2):
        state = lay(
            place={**CHIEFS, **army, "bolivia-infantry-1": "10-9"},
            orders_left={CHILE: left, BOLIVIA: 0},
        )
        order = chosen(state, CHILE)
        assert not isinstance(order, CombatOrder) or order.type != "commander"


def test_infantry_that_falls_to_any_shot_is_not_weakened_further() -> None:
    """Strength is not bought with the last point of Resistance."""
    infantry = {f"chile-infantry-{n}": f"2-{7 + n}" for n in range(1, 9)}
    state = lay(
        place={**CHIEFS, **infantry, "bolivia-infantry-1": "10-9"},
        attributes={CHILE: {"infantry": {"resistance": 1, "strength": 3}}},
        orders_left={CHILE: 3, BOLIVIA: 0},
    )
    order = chosen(state, CHILE)
    assert not isinstance(order, CombatOrder) or order.gives != "resistance"


def test_foot_does_not_go_under_the_guns_by_ones() -> None:
    """Not even late, and when nothing has happened for a while: it keeps outside their range."""
    state = lay(
        place={
            **CHIEFS,
            "chile-infantry-1": "5-9",
            "bolivia-heavy_artillery-1": "10-9",
            "bolivia-heavy_artillery-2": "10-8",
            "bolivia-light_artillery-1": "10-10",
            "bolivia-infantry-1": "9-9",
        },
        round_number=50,
        quiet=8,
    )
    state, _ = turn(state, CHILE)
    at = state.table.pieces["chile-infantry-1"].at
    assert all(distance(at, gun) > 4 for gun in ("10-8", "10-9", "10-10"))


@pytest.mark.parametrize(
    ("round_number", "bolivia", "goes_in"), [(11, 0, True), (12, 0, False), (12, 5, True)]
)
def test_whoever_is_ahead_lets_the_enemy_come(
    round_number: int, bolivia: int, goes_in: bool
) -> None:
    """Once the game is no longer young, Chile's horse does not ride at guns for points it has."""
    state = lay(
        place={
            **CHIEFS,
            "chile-cavalry-1": "6-10",
            "chile-infantry-1": "3-12",
            "bolivia-heavy_artillery-1": "10-9",
            "bolivia-light_artillery-1": "10-10",
            "bolivia-infantry-1": "9-9",
        },
        points={"chile": 5, "bolivia": bolivia},
        round_number=round_number,
    )
    state, _ = turn(state, CHILE)
    assert (distance(state.table.pieces["chile-cavalry-1"].at, "10-9") <= 4) is goes_in


def test_nobody_is_moved_about() -> None:
    """In one turn every piece moves at most once."""
    _, states = whole_game(Settings(), "moved about")
    for state, seat in states:
        action = chosen(state, seat)
        if isinstance(action, March):
            pieces = [leg.piece for leg in action.moves]
            assert len(set(pieces)) == len(pieces)
            assert all(state.table.pieces[piece].moved == 0 for piece in pieces)


# -- its file --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('commander = "2-10"', 'commander = "4-10"', "places: 4-10 is outside the zone"),
        ('officer = "2-9 1-11"', 'officer = "2-9"', "places: 1 officer where the army has 2"),
        ('officer = "2-9 1-11"', 'officer = "2-10 1-11"', "places: 2-10 is taken twice"),
        ('"topater roads guns" = 6', '"topater roads" = 6', "does not rank guns, roads, topater"),
        ("win = ", "gain = ", "worth.win"),
        ("cavalry = 1.5", "camels = 1.5", "worth.power.camels"),
    ],
)
def test_a_slip_in_its_file_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The data check names the file and the field."""
    folder = Path(shutil.copytree(DATA / "calama", tmp_path / "calama"))
    file = folder / "opponent.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")

    problems = [str(one) for one in check_data(folder)]
    assert any(one.startswith("opponent.toml") and told in one for one in problems), problems
