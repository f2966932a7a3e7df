"""The computer player: legal, repeatable, never alike at set-up, and better than chance."""

from __future__ import annotations

import shutil
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.trials.fuzz import replay
from bot.trials.lab import LabGame, Player, play
from engine.barricadas.actions import Activate, Defend, Deploy, Hold, Pass, React, Task, Together
from engine.barricadas.datacheck import check_data
from engine.barricadas.frames import Activation, Assault, Deed, Doing
from engine.barricadas.game import GAME
from engine.barricadas.opponent.expecting import holds, mean_hits
from engine.barricadas.opponent.missions import mission, promise
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.towing import hauls
from engine.barricadas.opponent.weights import load_weights
from engine.barricadas.rules.artillery.missions import landings
from engine.barricadas.rules.turn.tasks import read
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, SEATS, Counter, Reaction, State, Table
from engine.barricadas.survey import battlefield_of
from engine.barricadas.tables.fire import hits, load_fire_table
from engine.data.files import DATA
from engine.dice import ScriptedDice, SeededDice
from tests.engine import opponents
from tests.engine.barricadas.build import enemy, enemy_officer, infantry, lay, officer, whole

chosen = partial(opponents.chosen, GAME)
whole_game = partial(opponents.whole_game, GAME)

every_seat = pytest.mark.parametrize("seat", SEATS)
every_scenario = pytest.mark.parametrize("scenario", ["small", "full"])

HELD = {"C807": NATIONALIST, "C808": NATIONALIST, "C809": NATIONALIST, "C908": NATIONALIST}
OPEN = "C604"
"""Open ground; C605 beside it is an orchard, C808 to C909 are built up."""


def table(*counters: Counter, **values: Any) -> Table:
    """A table in the third turn of the small scenario, the towns held by who defends."""
    return lay(*counters, **{"turn": 3, "held": HELD, **values})


def ordered(laid: Table, seat: str = REPUBLICAN) -> tuple[Task, ...]:
    """What the computer tells whom it activates; nothing where it passes."""
    action = chosen(whole(laid), seat)
    if isinstance(action, Pass):
        return ()
    assert isinstance(action, Activate)
    return action.tasks


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["small", pytest.param("full", marks=pytest.mark.long)])
def test_a_game_against_itself_is_sound(scenario: str) -> None:
    """Every action is legal, it ends, and its log leads there again."""
    played, states = whole_game(Settings.model_validate({"scenario": scenario}), "against itself")

    assert GAME.outcome(played.state) is not None
    assert list(replay(GAME, played)) == []
    kinds = {one.action.kind for one in played.log}
    assert kinds >= {"deploy", "fortify", "alert", "ready", "activate", "hold"}
    for state, seat in states[::17]:
        # It sees its view and nothing else, and thinks the same again.
        assert GAME.faults(state) == ()
        (other,) = GAME.scramble(state, seat)
        assert chosen(state, seat) == chosen(state, seat) == chosen(other, seat)


def against_chance(seat: str, scenario: str, seed: str) -> LabGame:
    """A game of the computer on a seat against random play."""
    players: dict[str, Player] = dict.fromkeys(SEATS, "random")
    players[seat] = "computer"
    return play(GAME, seed, Settings.model_validate({"scenario": scenario}), players)


@every_seat
def test_it_beats_random_play(seat: str) -> None:
    """Of five small games it loses at most one."""
    played = [against_chance(seat, "small", f"beats chance {number}") for number in range(5)]

    assert sum(one.winner == seat for one in played) >= 4


@pytest.mark.long
@every_seat
@every_scenario
def test_it_beats_random_play_for_certain(seat: str, scenario: str) -> None:
    """The true share of wins is above 85 in 100 with 95 % confidence, 70 for who has to attack."""

    def won(number: int) -> bool:
        return against_chance(seat, scenario, f"for certain {number}").winner == seat

    # So few turns leave an attacker no time to make up for bad luck.
    share = 0.7 if seat == REPUBLICAN else 0.85
    assert opponents.wins_more(share, won, looks=(40, 100))


# -- set-up ----------------------------------------------------------------------------------------


@every_seat
@every_scenario
def test_set_up_is_legal_and_not_predictable(seat: str, scenario: str) -> None:
    """It deploys all at once, digs, alerts and is ready; other dice give other places."""
    settings = Settings.model_validate({"scenario": scenario})
    start = GAME.setup(settings, SeededDice(b"drawn")).state
    plans = set()
    for number in range(12):
        action = chosen(start, seat, f"set-up {number}")
        assert isinstance(action, Deploy)
        plans.add(frozenset(str(one) for one in action.places))
    assert len(plans) > 3

    state, kinds = start, []
    while state.table.phase == "setup" and seat not in state.table.ready:
        action = chosen(state, seat)
        kinds.append(action.kind)
        state = GAME.apply(state, seat, action, ScriptedDice()).state
    scarce = ["fortify", "alert"] if seat == NATIONALIST else []
    assert kinds == ["deploy", *scarce, "ready"]


@every_seat
def test_units_are_deployed_together(seat: str) -> None:
    """An officer begins in one hex with their troops, so that they fire as one."""
    start = GAME.setup(Settings(), SeededDice(b"drawn")).state
    action = chosen(start, seat)
    assert isinstance(action, Deploy)
    at = {one.who: one.at for one in action.places}
    for one in start.table.counters.values():
        if one.side == seat and one.officer is not None:
            assert {at[key] for key in at if key.startswith(one.id)} == {at[one.id]}


# -- activations -----------------------------------------------------------------------------------


def test_those_near_their_officer_fire_together() -> None:
    """At troops in the open, not one by one."""
    laid = table(
        officer("g", OPEN),
        infantry("g1", OPEN),
        infantry("g2", OPEN),
        enemy_officer("g", "C602"),
        enemy("g1", "C602"),
        enemy("g2", "C602"),
        held=dict.fromkeys(HELD, REPUBLICAN),
    )
    (task,) = ordered(laid)
    assert (task.deed, task.to) == (Deed.FIRE, "C602")
    assert task.who == "republican-g1+republican-g2"


def test_the_better_target_is_fired_at() -> None:
    """Of two alike the one in the open, not the one in a wood."""
    laid = table(
        officer("g", "C303"),
        infantry("g1", "C303"),
        infantry("g2", "C303"),
        enemy("a1", "C305"),
        enemy("b1", "C305"),
        enemy("c1", "C101"),
        enemy("d1", "C101"),
    )
    assert ordered(laid)[0].to == "C305"


def test_it_goes_where_the_towns_are() -> None:
    """With nobody in sight who attacks comes nearer to them, officer and all."""
    laid = table(
        officer("g", "C502"), infantry("g1", "C502"), infantry("g2", "C502"), enemy("g1", "C820")
    )
    (task,) = ordered(laid)
    assert task.deed in (Deed.MOVE, Deed.DOUBLE)
    assert set(task.who.split("+")) == {"republican-g", "republican-g1", "republican-g2"}
    assert int(task.to[-2:]) > 2


def test_an_empty_town_is_entered() -> None:
    """Rather than fired over."""
    laid = table(
        officer("g", "C706"),
        infantry("g1", "C706"),
        infantry("g2", "C706"),
        infantry("g3", "C706"),
        enemy("g1", "C820", routed=True),
        turn=6,
    )
    (task,) = ordered(laid)
    assert task.to in HELD
    (doing,), against = read(laid, (laid.counters["republican-g"],), (task,))
    assert against == []
    assert {*doing.way} & {*HELD} - {task.to}, "and another on the way"


def test_a_broken_enemy_in_a_town_is_assaulted_at_the_end() -> None:
    """Who stands there in retreat surrenders to it."""
    held = {**HELD, "C809": REPUBLICAN, "C908": REPUBLICAN}
    laid = table(
        officer("g", "C707"),
        infantry("g1", "C707"),
        infantry("g2", "C707"),
        infantry("g3", "C707"),
        officer("k", "C909"),
        enemy("g1", "C807", routed=True, hits=1),
        enemy("h1", "C808"),
        enemy("h2", "C808"),
        enemy("h3", "C808"),
        turn=6,
        held=held,
    )
    (task,) = ordered(laid)
    assert (task.deed, task.to) == (Deed.ASSAULT, "C807")


def test_nobody_storms_what_is_far_stronger() -> None:
    """One weakened counter leaves a full stack in houses alone."""
    laid = table(
        officer("g", "C707"),
        infantry("g1", "C707", hits=2),
        enemy_officer("g", "C808"),
        enemy("g1", "C808", reaction=Reaction.NOW),
        enemy("g2", "C808", reaction=Reaction.NOW),
        enemy("g3", "C808", reaction=Reaction.NOW),
    )
    assert all(task.deed is not Deed.ASSAULT for task in ordered(laid))


def test_who_is_in_retreat_is_recovered() -> None:
    """By their officer, while the others fire."""
    laid = table(
        officer("g", OPEN),
        infantry("g1", OPEN),
        infantry("g2", OPEN),
        infantry("g3", OPEN, routed=True),
        enemy_officer("g", "C602"),
        enemy("g1", "C602"),
        enemy("g2", "C602"),
    )
    deeds = {task.deed for task in ordered(laid)}
    assert Deed.RECOVER in deeds
    assert Deed.FIRE in deeds


def test_guns_that_see_nothing_are_directed() -> None:
    """By their officer, who sees the enemy for them."""
    mortar = Counter(
        "republican-g4", REPUBLICAN, "popular_army_mortar", unit="republican-g", at="C1109"
    )
    laid = table(
        officer("g", OPEN),
        mortar,
        enemy_officer("g", "C602"),
        enemy("g1", "C602"),
        enemy("g2", "C602"),
    )
    (task,) = ordered(laid)
    assert task.deed is Deed.DIRECT
    assert (task.who, task.to) == ("republican-g+republican-g4", "C602")


CLOSE = {"settings": Settings(scenario="full"), "missions": {"republican.105": 3}}


def looked(laid: Table) -> Outlook:
    """How the computer sees a table as the Republican."""
    return Outlook.of(GAME.view(whole(laid), REPUBLICAN), load_weights())


def test_a_mission_is_called_beside_friends() -> None:
    """In sight its officer calls it off where it would strike them (8.1.4.2)."""
    foes = enemy("g1", "C602"), enemy("g2", "C602"), enemy("g3", "C602")
    laid = table(officer("g", OPEN), infantry("g1", "C603", hits=2), *foes, **CLOSE)
    called = mission(looked(laid), laid.counters["republican-g"])
    assert called is not None
    assert called.task.to == "C602"


def test_friends_whom_nobody_sees_are_weighed() -> None:
    """Shells that stray out of sight fall on whoever is there, and so count against a mission."""
    leader = officer("g", OPEN)
    foes = enemy("g1", "C706"), enemy("g2", "C706")
    doing = Doing((leader.id,), Deed.MISSION, (OPEN,), "C706")

    def worth(*friends: Counter) -> float:
        look = looked(table(leader, *foes, *friends, **CLOSE))
        return promise(look, leader, doing)

    landed = list(landings(table(leader, *foes, **CLOSE), leader, doing))
    hidden = next(one for one in landed if one.place and not one.seen)
    seen = next(one for one in landed if one.seen and one.place != "C706")
    assert worth(infantry("h1", hidden.place)) < worth() == worth(infantry("h1", seen.place))


TOW = {"settings": Settings(scenario="full"), "turn": 2}


def towed(place: str) -> tuple[Counter, Counter]:
    """A lorry with a gun in tow."""
    lorry, unit = "republican-g5", "republican-g"
    return (
        Counter(lorry, REPUBLICAN, "popular_army_truck", unit=unit, at=place),
        Counter("republican-g4", REPUBLICAN, "popular_army_105", unit=unit, at=f"@{lorry}"),
    )


def test_a_gun_in_tow_is_driven_towards_the_towns() -> None:
    """From where it reaches nobody; it is not let off there."""
    laid = table(officer("g", "A516"), *towed("A118"), enemy("g1", "C1202"), **TOW)
    (drive,) = hauls(looked(laid), list(laid.counters.values()))
    battlefield = battlefield_of(laid)

    def away(place: str) -> int:
        return min(battlefield.distance(place, town) for town in HELD)

    assert drive.task.deed is Deed.MOVE
    assert away(drive.task.to) < away("A118")


def test_a_gun_in_tow_is_let_off_where_it_can_fire() -> None:
    """By itself, or as its officer directs it."""
    laid = table(officer("g", OPEN), *towed("C605"), enemy("g1", "C602"), **TOW)
    (halt,) = hauls(looked(laid), list(laid.counters.values()))
    assert halt.task.deed is Deed.UNHITCH
    tasks = ordered(laid)
    assert Deed.UNHITCH in {one.deed for one in tasks}


def two_units(*more: Counter) -> Table:
    """Two officers beside each other, each with infantry that can fire."""
    return table(
        officer("g", OPEN),
        infantry("g1", OPEN),
        infantry("g2", OPEN),
        officer("h", "C605"),
        infantry("h1", "C605"),
        infantry("h2", "C605"),
        *more,
        held=dict.fromkeys(HELD, REPUBLICAN),
    )


def test_two_officers_strike_together() -> None:
    """Where both have somebody to fire at, before the enemy answers (7.3)."""
    weak = (enemy(name, "C606", hits=2) for name in ("h1", "h2"))
    laid = two_units(enemy_officer("g", "C602"), enemy("g1", "C602"), *weak)
    action = chosen(whole(laid), REPUBLICAN)
    assert isinstance(action, Together)
    assert {action.leader, action.second} == {"republican-g", "republican-h"}
    assert not GAME.check(whole(laid), REPUBLICAN, action)


def test_who_only_goes_somewhere_goes_alone() -> None:
    """An activation is kept for later where nobody is struck."""
    assert isinstance(chosen(whole(two_units(enemy("g1", "C1204"))), REPUBLICAN), Activate)


def test_it_passes_when_nothing_helps() -> None:
    """Who is prepared from before, holds what it needs, and sees nobody leaves it at that."""
    laid = table(
        officer("g", "C401"),
        enemy_officer("g", "C808"),
        enemy("g1", "C808", reaction=Reaction.KEPT),
        enemy("g2", "C808", reaction=Reaction.KEPT),
        enemy("g3", "C808", reaction=Reaction.KEPT),
        player=NATIONALIST,
        turn=6,
        positions=("C808",),
    )
    assert ordered(laid, NATIONALIST) == ()


# -- answers ---------------------------------------------------------------------------------------


def moving(way: tuple[str, ...], reaction: Reaction) -> State:
    """Republicans on their way, seen by Nationalists in houses."""
    doing = Doing(("republican-g1", "republican-g2"), Deed.MOVE, way)
    frame = Activation(0, REPUBLICAN, "republican-g", (doing,), steady=True, asked=True)
    laid = table(
        officer("g", way[0]),
        infantry("g1", way[0]),
        infantry("g2", way[0]),
        enemy_officer("g", "C707"),
        enemy("g1", "C707", reaction=reaction),
        enemy("g2", "C707", reaction=reaction),
        frames=(frame,),
    )
    return whole(laid)


def test_it_fires_in_reaction_where_it_hits_best() -> None:
    """Prepared, and at the point of their way that is open and near."""
    state = moving(("C703", "C704", "C705"), Reaction.NOW)
    action = chosen(state, NATIONALIST)
    assert isinstance(action, React)
    (shot,) = action.shots
    assert shot.who == "nationalist-g1+nationalist-g2"
    assert shot.at in ("C704", "C705")


def test_it_keeps_its_fire_where_it_can_hardly_hit() -> None:
    """Not prepared, at who is far away: its own activation is worth more."""
    state = moving(("C701", "C801"), Reaction.NONE)
    assert chosen(state, NATIONALIST) == Hold()


@pytest.mark.parametrize(("origin", "when"), [("C707", "before"), ("C909", "after")])
def test_defensive_fire_comes_where_they_are_less_covered(origin: str, when: str) -> None:
    """In the open before they come; once they are in who comes from houses into less cover."""
    target = "C808" if when == "before" else "C910"
    frame = Assault(
        0, REPUBLICAN, ("republican-g1",), origin, target, forward="south", back="north"
    )
    laid = table(officer("g", origin), infantry("g1", origin), enemy("g1", target), frames=(frame,))
    action = chosen(whole(laid), NATIONALIST)
    assert isinstance(action, Defend)
    assert action.when == when


# -- what it expects -------------------------------------------------------------------------------


def test_expected_hits_are_those_of_the_table() -> None:
    """Averages of the 36 throws, and checks of morale."""
    fire = load_fire_table()
    thrown = [a + b for a in range(1, 7) for b in range(1, 7)]
    mean = sum(hits(fire.effect(10, one + 1), Fraction(3, 2)) for one in thrown) / 36
    assert mean_hits(11, 1, Fraction(3, 2)) == pytest.approx(mean)
    assert holds(7) == pytest.approx(21 / 36)


# -- its file --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("town = ", "village = ", "worth.town"),
        ("mmg = 1.5", "mgm = 1.5", "worth.step"),
        ("[temper.attacker]", "[temper.assailant]", "temper.assailant"),
        ("[strength.normal]", "[strength.usual]", "strength.normal: the table is missing"),
        ("mortar = 1.6", "", "worth.step.mortar: a kind of counter is missing"),
    ],
)
def test_a_slip_in_its_file_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The data check names the file and the field."""
    folder = Path(shutil.copytree(DATA / "barricadas", tmp_path / "barricadas"))
    file = folder / "opponent.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")

    problems = [str(one) for one in check_data(folder)]
    assert any(one.startswith("opponent.toml") and told in one for one in problems), problems
