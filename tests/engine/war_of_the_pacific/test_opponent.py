"""The computer player: legal, repeatable, blind to the enemy's secrets, and better than chance."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from bot.trials.fuzz import replay
from bot.trials.lab import LabGame, Player, play
from engine.api import Action
from engine.data.files import DATA
from engine.dice import SeededDice
from engine.war_of_the_pacific.actions import (
    Advance,
    Aside,
    Attack,
    Done,
    Embark,
    Fire,
    Intercept,
    Land,
    LetPass,
    Lose,
    MarchUnits,
    Raid,
    Recruit,
    Replenish,
    Retreat,
    Sail,
    WriteOrder,
)
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.datacheck import check_data
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.opponent import orders
from engine.war_of_the_pacific.opponent.force import Force, clash
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.weights import load_weights
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    SEATS,
    Interception,
    LandBattle,
    NavalBattle,
    State,
    Voyage,
)
from tests.engine import opponents
from tests.engine.war_of_the_pacific.build import lay
from tests.support.games_played import states_of

chosen = partial(opponents.chosen, GAME)
whole_game = partial(opponents.whole_game, GAME)

every_seat = pytest.mark.parametrize("seat", SEATS)
every_edition = pytest.mark.parametrize("edition", ["en", "es"])


def phase(state: State, seat: str) -> tuple[State, tuple[Action, ...]]:
    """Let the computer play the rest of a seat's phase; what it did, and the end."""
    here = state.table.phase
    done: list[Action] = []
    while (state.table.phase, state.table.player) == (here, seat) and len(done) < 200:
        (decision, *_) = GAME.awaiting(state)
        action = chosen(state, decision.seat)
        if decision.seat == seat:
            done.append(action)
        state = GAME.apply(state, decision.seat, action, SeededDice(b"%d" % len(done))).state
    return state, tuple(done)


def settings_of(edition: str) -> Settings:
    """The table's choices with every optional rule."""
    optional = {"ship_capture": True, "infernal_machines": True}
    return Settings.model_validate({"edition": edition, **optional})


# -- whole games -----------------------------------------------------------------------------------


@every_edition
def test_a_game_against_itself_is_sound(edition: str) -> None:
    """Every action is legal, no state is at fault, it ends, and its log leads there again."""
    played, states = whole_game(settings_of(edition), "against itself")

    assert GAME.outcome(played.state) is not None
    assert list(replay(GAME, played)) == []
    kinds = {one.action.kind for one in played.log}
    assert kinds >= {"deploy", "order", "allot", "recruit", "embark", "sail", "land", "march"}
    assert kinds >= {"attack", "done"}
    for state, seat in states[::9]:
        # It sees its view and nothing else, and thinks the same again.
        (other,) = GAME.scramble(state, seat)
        assert chosen(state, seat) == chosen(state, seat) == chosen(other, seat)


@every_edition
def test_it_has_an_answer_wherever_it_is_put(edition: str) -> None:
    """In states that random play comes to, whoever is awaited can be the computer."""
    asked: set[str] = set()
    number = 0

    def ask(state: State) -> None:
        nonlocal number
        number += 1
        for decision in GAME.awaiting(state):
            if decision.code not in asked or number % 29 == 0:
                asked.add(decision.code)
                chosen(state, decision.seat)

    for seed in range(3):
        for state in states_of(GAME, f"anywhere {seed}", settings_of(edition)):
            ask(state)
    assert len(asked) > 9


def against_chance(seat: str, seed: str, **settings: str) -> LabGame:
    """A game of the computer on a seat against random play."""
    players: dict[str, Player] = dict.fromkeys(SEATS, "random")
    players[seat] = "computer"
    return play(GAME, seed, Settings.model_validate(settings), players)


@every_seat
def test_it_beats_random_play(seat: str) -> None:
    """At least 95 games in 100, so that all of four are as good as certain."""
    played = [against_chance(seat, f"beats chance {number}") for number in range(4)]

    assert sum(one.winner == seat for one in played) >= 3


@pytest.mark.long
@every_seat
@every_edition
def test_it_beats_random_play_for_certain(seat: str, edition: str) -> None:
    """The true share of wins is above 95 in 100 with 95 % confidence."""

    def won(number: int) -> bool:
        played = against_chance(seat, f"for certain {number}", edition=edition)
        return played.winner == seat

    assert opponents.wins_more(0.95, won, looks=(80, 150))


# -- set-up and the first plan ---------------------------------------------------------------------


@every_edition
def test_it_sets_up_within_the_limits(edition: str) -> None:
    """Nobody is given up for want of room, and nothing is left in hand."""
    dice = SeededDice(b"set-up")
    state = GAME.setup(settings_of(edition), dice).state
    while state.table.phase.value in ("setup", "plan"):
        (decision, *_) = GAME.awaiting(state)
        action = chosen(state, decision.seat)
        state = GAME.apply(state, decision.seat, action, dice).state
    assert not any(unit.at == "hand" for unit in state.table.units.values())
    assert [decision.code for decision in GAME.awaiting(state)] == ["phase.administrative"]
    while state.table.player == CHILE:
        (decision, *_) = GAME.awaiting(state)
        action = chosen(state, decision.seat)
        state = GAME.apply(state, decision.seat, action, dice).state
    assert "overstack" not in {decision.code for decision in GAME.awaiting(state)}


def test_the_first_voyage_is_not_always_the_same() -> None:
    """Other dice send the convoy elsewhere; it takes its transports and its escort."""
    state = GAME.setup(Settings(), SeededDice(b"plan")).state
    while state.table.phase.value == "setup":
        (decision, *_) = GAME.awaiting(state)
        action = chosen(state, decision.seat)
        state = GAME.apply(state, decision.seat, action, SeededDice(b"plan")).state
    orders = [chosen(state, CHILE, f"plan {number}") for number in range(12)]
    assert all(isinstance(order, WriteOrder) for order in orders)
    assert len({order.area for order in orders if isinstance(order, WriteOrder)}) > 1
    assert {"rimac", "cochrane"} <= set(getattr(orders[0], "ships", ()))


# -- at sea ----------------------------------------------------------------------------------------


def test_a_convoy_embarks_sails_and_lands() -> None:
    """Troops and a column go aboard, the stack sails to its area, and all go ashore."""
    state = lay(
        place={
            "buin": "box",
            "2line": "box",
            "3line": "box x1",
            "4line": "box x1",
            "rimac": "box port",
            "itata": "box port",
            "lamar": "box port",
            "loa": "box port",
            "cochrane": "box port",
            "pe-inf-1": "3118",
        },
        columns={"box": 3},
        orders={CHILE: {"III": ["cochrane", "rimac", "itata", "lamar", "loa"]}},
        phase="naval_movement",
    )
    state, done = phase(state, CHILE)

    aboard = [one for one in done if isinstance(one, Embark)]
    assert {unit for one in aboard for unit in one.units} >= {"buin", "2line", "3line", "4line"}
    (voyage,) = [one for one in done if isinstance(one, Sail)]
    assert voyage.to in ("3118", "3117")
    (landing,) = [one for one in done if isinstance(one, Land)]
    assert len(landing.units) >= 5
    assert state.table.units["buin"].at == voyage.to


def test_troops_go_aboard_after_their_column() -> None:
    """For a port of theirs too, which they could not leave without that column."""
    convoy = ["huascar", "chalaco", "limena", "oroya", "talisman"]
    six = ("zepita", "ayacucho-reg", "cuzco-reg", "junin", "torata", "pe-art-1")
    state = lay(
        place={
            **dict.fromkeys(convoy, "2007 port"),
            **dict.fromkeys(six, "2007"),
            "fort-callao": "2007",
            "pe-inf-1": "3116 x1",
            **dict.fromkeys(("buin", "2line", "3line", "4line"), "3117"),
        },
        columns={"2007": 2},
        control={"3117": CHILE, "3118": CHILE},
        orders={ALLIES: {"IV": convoy}},
        phase="naval_movement",
        player=ALLIES,
    )
    state, done = phase(state, ALLIES)

    aboard = [unit for one in done if isinstance(one, Embark) for unit in one.units]
    assert aboard[0].startswith("sc")
    assert "pe-art-1" in aboard
    assert state.table.units["pe-art-1"].at == "3116"


def test_no_stack_takes_the_column_that_another_needs() -> None:
    """Two stacks leave one port, and each leaves a column behind for it (7.8)."""
    convoy = ["rimac", "itata", "lamar", "loa", "limari", "huanay"]
    state = lay(
        place={
            **dict.fromkeys(("buin", "2line", "3line", "4line"), "box"),
            **dict.fromkeys((*convoy, "cochrane"), "box port"),
            "pe-inf-1": "3118",
        },
        columns={"box": 3},
        orders={CHILE: {"III": convoy, "IV": ["cochrane"]}},
        phase="naval_movement",
    )
    state, done = phase(state, CHILE)
    assert len([one for one in done if isinstance(one, Sail)]) == 2
    assert state.table.units["buin"].at in ("3118", "3117")


def test_ships_without_an_order_come_home() -> None:
    """To the port where they can be provided for."""
    state = lay(
        place={"huascar": "2514", "fort-callao": "2007"}, phase="naval_movement", player=ALLIES
    )
    state, done = phase(state, ALLIES)
    assert done[0] == Sail(ships=("huascar",), to="2007")


def sea_fight(chile: tuple[str, ...], allies: tuple[str, ...], **frame: object) -> State:
    """A naval combat in which the Allies were intercepted."""
    place = dict.fromkeys((*chile, *allies), "2514")
    voyage = Voyage(90, ALLIES, allies, "VI", "2514")
    fields = {"stage": "fire", "turn_of": CHILE, **frame}
    battle = NavalBattle(91, "2514", ALLIES, chile, allies, **fields)  # type: ignore[arg-type]
    return lay(place=place, phase="naval_movement", player=ALLIES, frames=(voyage, battle))


def test_the_damaged_ship_is_sunk() -> None:
    """A shot that sinks is worth more than one that damages."""
    state = sea_fight(("cochrane", "blanco"), ("union", "pilcomayo"))
    units = dict(state.table.units)
    state = lay(
        place={"cochrane": "2514", "blanco": "2514", "union": "2514", "pilcomayo": "2514 x1"},
        phase="naval_movement",
        player=ALLIES,
        frames=state.table.frames,
    )
    assert units.keys() == state.table.units.keys()
    action = chosen(state, CHILE)
    assert isinstance(action, Fire)
    assert action.target == "pilcomayo"


def test_laden_transports_are_set_aside() -> None:
    """Before any warship."""
    chile, allies = ("cochrane",), ("huascar", "chalaco")
    state = sea_fight(chile, allies, stage="aside", turn_of=ALLIES)
    assert chosen(state, ALLIES) == Aside(ships=("chalaco",))


@pytest.mark.parametrize(
    ("movers", "answer"), [(("chalaco", "limena"), Intercept), (("huascar",), Intercept)]
)
def test_a_weaker_stack_is_intercepted(movers: tuple[str, ...], answer: type[Action]) -> None:
    """By the whole Chilean fleet."""
    fleet = ("cochrane", "blanco", "ohiggins", "chacabuco", "magallanes")
    state = passing(movers, fleet)
    assert isinstance(chosen(state, CHILE), answer)


def test_a_stronger_stack_may_pass() -> None:
    """A lone schooner does not stop the Peruvian fleet."""
    state = passing(("huascar", "independencia", "union"), ("covadonga",))
    assert isinstance(chosen(state, CHILE), LetPass)


def passing(movers: tuple[str, ...], waiting: tuple[str, ...]) -> State:
    """An Allied stack that enters the hex beside a Chilean one."""
    place = dict.fromkeys(movers, "2514") | dict.fromkeys(waiting, "2415")
    voyage = Voyage(90, ALLIES, movers, "VI", "2514", moved=3)
    ask = Interception(91, CHILE, "2514", (("2415", 1),))
    return lay(place=place, phase="naval_movement", player=ALLIES, frames=(voyage, ask))


def test_whatever_can_be_bombarded_is() -> None:
    """Each warship fires once at troops without a fort."""
    state = lay(
        place={"cochrane": "3118", "blanco": "3118", "pe-inf-1": "3118", "pe-reg-1": "3118"},
        phase="naval_combat",
    )
    _, done = phase(state, CHILE)
    assert len([one for one in done if isinstance(one, Raid)]) == 2


# -- columns ---------------------------------------------------------------------------------------


def test_columns_raise_troops_and_provide_for_ships() -> None:
    """A column for a ship that is to sail is kept; the others are spent."""
    state = lay(
        place={"buin": "box", "rimac": "box port", "cochrane": "box port"},
        columns={"box": 4},
        orders={CHILE: {"III": ["cochrane", "rimac"]}},
        phase="supply",
    )
    state, done = phase(state, CHILE)
    assert {type(one) for one in done} == {Recruit, Done}
    left = [unit for unit in state.table.units.values() if is_column(unit)]
    assert 1 <= len(left) <= 2


def test_enough_troops_are_made_whole() -> None:
    """Who cannot be carried is not raised while those who can are reduced."""
    six = ("buin", "2line", "3line", "4line", "santiago", "valdivia")
    state = lay(place=dict.fromkeys(six, "box x1"), columns={"box": 3}, phase="supply", turn=1)
    _, done = phase(state, CHILE)
    assert [type(one) for one in done[:3]] == [Replenish] * 3


# -- on land ---------------------------------------------------------------------------------------


def test_an_undefended_city_is_taken() -> None:
    """A stack next to it marches in."""
    state = lay(place={"buin": "3118", "2line": "3118", "3line": "3118"}, control={"3118": CHILE})
    state, done = phase(state, CHILE)
    assert any(isinstance(one, MarchUnits) for one in done)
    assert state.table.control["3117"] == CHILE


def test_a_garrison_stays_where_it_is_needed() -> None:
    """Not everybody leaves a city that the enemy stands beside."""
    state = lay(
        place={
            "colorados": "3116",
            "amarillos": "3116",
            "verdes": "3116",
            "buin": "3117",
            "2line": "3117",
            "3line": "3117",
        },
        control={"3117": CHILE, "3118": CHILE, "3115": CHILE},
        player=ALLIES,
    )
    state, _ = phase(state, ALLIES)
    assert any(unit.at == "3116" for unit in state.table.units.values())


def test_a_good_attack_is_made_and_a_hopeless_one_is_not() -> None:
    """Six against one, and one against six behind a fort."""
    six = dict.fromkeys(("buin", "2line", "3line", "4line", "santiago", "valdivia"), "3117")
    state = lay(place={**six, "pe-inf-1": "3116"}, phase="land_combat")
    assert isinstance(chosen(state, CHILE), Attack)

    many = dict.fromkeys(("zepita", "cuzco-reg", "lima-reg", "pe-art-1"), "3116")
    state = lay(place={"ch-inf-1": "3117", "fort-arica": "3116", **many}, phase="land_combat")
    assert chosen(state, CHILE) == Done()


def battle(stage: str, place: dict[str, str], **frame: object) -> State:
    """A combat of Chilean units in 3117 against Arica."""
    units = tuple(unit for unit, at in place.items() if at.startswith("3117"))
    fields = {"boost": (False, False), "extra": (False, False), **frame}
    fight = LandBattle(91, CHILE, units, "3117", "3116", stage, **fields)  # type: ignore[arg-type]
    return lay(place=place, phase="land_combat", frames=(fight,), control={"3117": CHILE})


def test_whole_units_lose_steps_first() -> None:
    """Nobody is destroyed while somebody can be reduced, and the guns are spared."""
    state = battle(
        "losses",
        {"buin": "3117", "2art": "3117", "ch-inf-1": "3117", "zepita": "3116"},
        owed=(1, 0),
        hits=(0, 1),
    )
    assert chosen(state, CHILE) == Lose(units=("buin",))


def test_the_beaten_leave_what_is_worth_nothing() -> None:
    """A lone attacker retreats rather than lose its last step."""
    state = battle(
        "retreat",
        {"ch-inf-1": "3117 x1", "zepita": "3116", "cuzco-reg": "3116", "lima-reg": "3116"},
        loser=CHILE,
    )
    assert isinstance(chosen(state, CHILE), Retreat)


def test_the_winner_moves_in() -> None:
    """A city left by its defenders is entered."""
    state = battle("advance", {"buin": "3117", "2line": "3117", "3line": "3117"})
    action = chosen(state, CHILE)
    assert isinstance(action, Advance)


# -- the odds it reckons with ----------------------------------------------------------------------


def test_what_a_clash_promises() -> None:
    """By hand: one die against one, a six each hits; both have one step."""
    found = clash(Force(1, 0, 1), Force(1, 0, 1), 0, (0, 0))
    assert found.killed == pytest.approx(1 / 6)
    assert found.clears == pytest.approx(5 / 36)
    assert found.lost == pytest.approx(1 / 6 + 0.5 * 5 / 36)


def test_guns_and_ground_count() -> None:
    """A gun beside the attackers helps them, a fort the defenders."""
    even = clash(Force(4, 0, 8), Force(3, 0, 6), 0, (0, 0))
    guns = clash(Force(4, 1, 8), Force(3, 0, 6), 0, (0, 0))
    fort = clash(Force(4, 0, 8), Force(3, 0, 6), 3, (0, 0))
    assert guns.killed > even.killed
    assert fort.lost > even.lost
    assert fort.clears < even.clears < guns.clears


# -- its file --------------------------------------------------------------------------------------


def test_every_side_has_a_book() -> None:
    """Openings for each seat, and a temper."""
    weights = load_weights()
    assert {one.seat for one in weights.opening} == set(SEATS)
    assert {seat: weights.temper_of(seat).hold > 0 for seat in SEATS} == dict.fromkeys(SEATS, True)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('2008 = "pe-cav-1"', '2008 = "pe-cav-9"', "places: pe-cav-9 is no unit of allies"),
        ('2008 = "pe-cav-1"', '2008 = "pe-inf-1"', "places: pe-inf-1 stands twice"),
        ('2008 = "pe-cav-1"', '1501 = "pe-cav-1"', "places: 1501 is no place on land"),
        ('2008 = "pe-cav-1"', '2008 = "buin"', "places: buin is no unit of allies"),
        ("city = ", "town = ", "worth.city"),
        ("[temper.allies]", "[temper.peru]", "temper.peru"),
    ],
)
def test_a_slip_in_its_file_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The data check names the file and the field."""
    folder = Path(shutil.copytree(DATA / "war_of_the_pacific", tmp_path / "war_of_the_pacific"))
    file = folder / "opponent.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")

    problems = [str(one) for one in check_data(folder)]
    assert any(one.startswith("opponent.toml") and told in one for one in problems), problems


# -- supply thought ahead, and strengths -----------------------------------------------------------


def in_arica(columns: int) -> State:
    """An Allied squadron in a port far from home, as orders are written."""
    return lay(
        place={"huascar": "3116 port", "oroya": "3116 port", "fort-callao": "2007"},
        columns={"3116": columns},
        turn=4,
        phase="administrative",
        player=ALLIES,
    )


def test_no_order_is_written_that_would_lapse() -> None:
    """Ships in a port without a Supply Column cannot leave it; with one they come home."""
    assert chosen(in_arica(0), ALLIES) == Done()
    assert chosen(in_arica(1), ALLIES) == WriteOrder(ships=("huascar", "oroya"), area="X")


def looking(turn: int, **control: str) -> Outlook:
    """How Chile's computer sees a table of that turn on which it holds these cities."""
    held = {place[1:]: seat for place, seat in control.items()}
    state = lay(place={"buin": "box"}, control=held, turn=turn, phase="administrative")
    return Outlook.of(GAME.view(state, CHILE), load_weights())


def test_who_could_lose_at_once_wants_sure_points_first() -> None:
    """Two turns before the turn that decides, more than the points that lack count for nothing."""
    early, late = looking(6, h2109=CHILE), looking(7, h2109=CHILE)
    assert early.worth("2008") > early.worth("1702") + 1
    assert late.worth("2008") < late.worth("1702") + 0.2
    assert looking(7, h2109=CHILE, h1702=CHILE).wanting == 0


def test_what_is_won_is_held_in_the_turn_that_decides() -> None:
    """Chile minds its cities more, if it has points to lose."""
    usual = load_weights().temper_of(CHILE)
    assert looking(8, h3118=CHILE).temper.hold == usual.hold
    assert looking(9, h3118=CHILE).temper.hold > usual.hold
    assert looking(9).temper.hold == usual.hold


@pytest.mark.parametrize(("settings", "rolls"), [(Settings(), 2), (Settings(edition="es"), 0)])
def test_a_convoy_is_planned_for_what_comes_in(settings: Settings, rolls: int) -> None:
    """Columns that are received before the order is sailed raise troops for it."""
    state = lay(
        place={"buin": "box", "rimac": "box port", "itata": "box port", "lamar": "box port"},
        settings=settings,
        turn=3,
        phase="administrative",
    )
    look = Outlook.of(GAME.view(state, CHILE), load_weights())
    ships = look.ships["box"]
    expected = orders._expected(look, "box", ships)
    assert expected.dice == min(6, 1 + rolls * load_weights().supply.income)


def test_a_column_is_sent_to_ships_that_cannot_leave() -> None:
    """From the nearest place that can spare one."""
    state = lay(
        place={"huascar": "1906 port"},
        columns={"2008": 3},
        phase="land_movement",
        player=ALLIES,
    )
    action = chosen(state, ALLIES)
    assert isinstance(action, MarchUnits)
    assert action.toward == "1906"


def test_the_weaker_ones_err_and_the_strongest_does_not() -> None:
    """What it takes a thing for depends on the thoughts of a weak one alone."""
    view = GAME.view(lay(place={"buin": "3118"}), CHILE)
    weights = load_weights()

    def judged(strength: str) -> set[float]:
        looks = [Outlook.of(view, weights, strength, grain) for grain in range(20)]
        return {look.judged(1.0, "a march") for look in looks}

    assert judged("hard") == {1.0}
    assert len(judged("easy")) == 20
    easy, normal = weights.strength["easy"], weights.strength["normal"]
    assert max(judged("easy")) <= 1 + easy.error
    assert easy.error > normal.error > 0
    assert easy.rest > normal.rest > 0
    assert not easy.hunts
    assert not easy.plans
