"""Standing orders: what each answers, and that nobody else learns of them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine.api import Action
from engine.dice import ScriptedDice, SeededDice
from engine.kit.standing_orders import Forget
from engine.war_of_the_pacific.actions import (
    Advance,
    Aside,
    Attack,
    Capture,
    Casualties,
    Catch,
    Catching,
    ExtraDie,
    Fire,
    Gunnery,
    Initiative,
    Intercept,
    Intercepting,
    LetPass,
    Lose,
    PrizeTaking,
    Pursuit,
    Retreat,
    Run,
    Running,
    Sail,
    SettingAside,
    Spend,
    Stop,
    Withdrawal,
)
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.rules.sea.blockade import apply_let_pass
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.standing_orders.answers import losses
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    LandBattle,
    March,
    NavalBattle,
    Prizes,
    State,
    Unit,
    Voyage,
)
from tests.engine import orders_left
from tests.engine.war_of_the_pacific.build import lay

given = partial(orders_left.given, GAME)
said = partial(orders_left.said, GAME)


# --- interception -------------------------------------------------------------------------


def under_way(mover: str = "oroya", **others: str) -> State:
    """An Allied ship bound for Mollendo, two hexes from a Chilean ship that may intercept."""
    state: State = lay(
        place={mover: "2512", "blanco": "2415", **others},
        orders={ALLIES: {"VI": [mover]}},
        phase="naval_movement",
        player=ALLIES,
    )
    sail = Sail(ships=(mover,), to="2814", via=("2513", "2614", "2714"))
    after: State = GAME.apply(state, ALLIES, sail, ScriptedDice()).state
    return after


ALWAYS = Intercepting(attempt="always")


@pytest.mark.parametrize(
    ("order", "answer"),
    [
        (ALWAYS, Intercept(stacks=("2415",))),
        (Intercepting(attempt="never"), LetPass(ask_within=0)),
        (Intercepting(attempt="always", within=2), Intercept(stacks=("2415",))),
        (Intercepting(attempt="always", within=1), LetPass(ask_within=1)),
        (Intercepting(attempt="always", transports=True), Intercept(stacks=("2415",))),
        (Intercepting(attempt="always", odds=66), Intercept(stacks=("2415",))),
        (Intercepting(attempt="always", odds=67), LetPass()),
    ],
)
def test_interception(order: Intercepting, answer: Action) -> None:
    """Every condition holds or the stack is let pass, and asked about as long as that can change.

    The modifier of the Blanco is 0: from two hexes a three or more will do.
    """
    assert said(under_way(), CHILE, order) == answer


def test_only_transports_are_intercepted() -> None:
    """A warship alone passes, for the rest of its voyage."""
    state = under_way("huascar")
    order = Intercepting(attempt="always", transports=True)

    assert said(state, CHILE, ALWAYS) is not None
    assert said(state, CHILE, order) == LetPass(ask_within=0)


def test_stacks_are_joined_if_so_ordered() -> None:
    """By itself the first attempt offered, that of the likeliest single stack."""
    state = under_way(ohiggins="2514")
    alone, joint = (
        said(state, CHILE, Intercepting(attempt="always", joint=joint)) for joint in (False, True)
    )

    assert alone == Intercept(stacks=("2514",))
    assert isinstance(joint, Intercept)
    assert set(joint.stacks) == {"2514", "2415"}


def test_the_order_is_newer_than_an_answer_of_the_same_voyage() -> None:
    """Whoever said "do not ask again" and orders otherwise is asked, and answered for, again."""
    state = GAME.apply(under_way(), CHILE, LetPass(ask_within=2), ScriptedDice()).state
    assert state.secrets[CHILE].ask_within == 2

    assert given(state, CHILE, ALWAYS).secrets[CHILE].ask_within is None
    state = given(state, CHILE, ALWAYS, Forget(order="interception"))
    assert state.secrets[CHILE].ask_within is None


# --- blockade and naval combat ------------------------------------------------------------


def blockaded(*ships: str) -> State:
    """Chilean ships in Antofagasta with two Allied warships off the port, bound out."""
    return lay(
        place={**dict.fromkeys(ships, "3123 port"), "huascar": "3123", "independencia": "3123"},
        columns={"3123": 1},
        control={"3123": CHILE},
        orders={CHILE: {"II": list(ships)}},
        phase="naval_movement",
        player=CHILE,
    )


SHIPS = ("rimac", "itata", "blanco", "lamar", "limari", "loa", "covadonga")


def running() -> State:
    """They are asked whether they run."""
    after: State = GAME.apply(
        blockaded(*SHIPS), CHILE, Sail(ships=SHIPS, to="3024"), ScriptedDice()
    ).state
    return after


def test_orders_about_interception_leave_a_blockade_alone() -> None:
    """Never to intercept is no word about the port that one blockades: `catching` speaks there."""
    state: State = lay(
        place={"cochrane": "2007", "blanco": "2007", "union": "1707", "oroya": "1707"},
        orders={ALLIES: {"X": ["union", "oroya"]}},
        phase="naval_movement",
        player=ALLIES,
    )
    state = given(state, CHILE, Intercepting(attempt="never"), Catching(ships="transports"))
    sail = Sail(ships=("union", "oroya"), to="2007")
    state = GAME.apply(state, ALLIES, sail, ScriptedDice()).state
    passed = said(state, CHILE)
    assert passed == LetPass(ask_within=0)
    state = GAME.apply(state, CHILE, passed, ScriptedDice()).state
    assert [one.code for one in GAME.awaiting(state)] == ["blockade.run"]

    # Who does not run is met, whatever is ordered.
    met = GAME.apply(state, ALLIES, Run(attempt=False), ScriptedDice()).state
    assert isinstance(met.table.frames[-1], NavalBattle)
    # Who runs and does not get through is for the other order.
    state = GAME.apply(state, ALLIES, Run(attempt=True), ScriptedDice(1)).state
    assert said(state, CHILE) == Catch(ships=("oroya",))


def test_an_answer_at_a_blockade_says_nothing_of_interceptions() -> None:
    """How near a stack must come to be asked about stays as it was, unless it is said anew."""
    state = GAME.apply(running(), CHILE, Run(attempt=True), ScriptedDice(5)).state
    own = replace(state.secrets[ALLIES], ask_within=2)
    state = replace(state, secrets={**state.secrets, ALLIES: own})

    for answer, within in ((LetPass(), 2), (LetPass(ask_within=0), 0)):
        play = Play(state, ScriptedDice())
        apply_let_pass(play, play.top, ALLIES, answer)
        assert play.secrets[ALLIES].ask_within == within


@pytest.mark.parametrize(("word", "attempt"), [("run", True), ("accept", False)])
def test_running_a_blockade(word: str, attempt: bool) -> None:
    """The mover runs, or accepts."""
    assert said(running(), CHILE, Running(attempt=word)) == Run(attempt=attempt)


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("strongest", Catch(ships=("blanco", "covadonga"))),
        ("none", LetPass()),
    ],
)
def test_catching_runners(word: str, answer: Action) -> None:
    """As many as are in excess, the right ones."""
    state = GAME.apply(running(), CHILE, Run(attempt=True), ScriptedDice(5)).state

    assert said(state, ALLIES, Catching(ships=word)) == answer


def test_laden_transports_are_caught_first() -> None:
    """Then the other transports, then warships."""
    state = running()
    units = {**state.table.units}
    units["buin"] = replace(units["buin"], at="@limari", steps=1)
    state = replace(state, table=replace(state.table, units=units))
    state = GAME.apply(state, CHILE, Run(attempt=True), ScriptedDice(6)).state

    assert said(state, ALLIES, Catching(ships="transports")) == Catch(ships=("limari",))


def battle() -> State:
    """A naval combat of five Chileans against two: three of them may be spared, two at most."""
    ships = {"blanco": "2513", "covadonga": "2513", "rimac": "2513", "itata": "2513"}
    state: State = lay(
        place={**ships, "huascar": "2512", "union": "2512"},
        orders={ALLIES: {"VI": ["huascar", "union"]}},
        phase="naval_movement",
        player=ALLIES,
    )
    sail = Sail(ships=("huascar", "union"), to="2614", via=("2513",))
    state = GAME.apply(state, ALLIES, sail, ScriptedDice()).state
    meet = Intercept(stacks=("2513",), transports=True)
    after: State = GAME.apply(state, CHILE, meet, ScriptedDice()).state
    return after


@pytest.mark.parametrize(
    ("word", "ships"),
    [
        ("none", set()),
        ("transports", {"rimac", "itata"}),
        ("weakest", {"rimac", "itata"}),
    ],
)
def test_setting_aside(word: str, ships: set[str]) -> None:
    """No ship, or as many transports as allowed, or these and the weakest guns."""
    answer = said(battle(), CHILE, SettingAside(ships=word))

    assert isinstance(answer, Aside)
    assert set(answer.ships) == ships


@pytest.mark.parametrize(
    ("targets", "guns", "shot"),
    [
        (("transports",), "strongest", ("huascar", "rimac")),
        (("transports",), "weakest", ("union", "rimac")),
        (("strongest",), "strongest", ("huascar", "blanco")),
        (("warships", "weakest"), "strongest", ("huascar", "covadonga")),
        (("damaged", "strongest"), "strongest", ("huascar", "itata")),
        (("itata",), "strongest", ("huascar", "itata")),
    ],
)
def test_gunnery(targets: tuple[str, ...], guns: str, shot: tuple[str, str]) -> None:
    """The first word that tells targets apart decides, and the right gun fires."""
    state = GAME.apply(battle(), CHILE, Aside(), ScriptedDice()).state
    units = {**state.table.units}
    units["itata"] = replace(units["itata"], steps=1)
    frame = replace(state.table.frames[-1], turn_of=ALLIES)
    frames = (*state.table.frames[:-1], frame)
    state = replace(state, table=replace(state.table, units=units, frames=frames))
    if shot[1] == "rimac":
        units["itata"] = replace(units["itata"], at="dead", steps=0)

    answer = said(state, ALLIES, Gunnery(targets=targets, guns=guns))

    assert answer == Fire(ship=shot[0], target=shot[1])


@pytest.mark.parametrize(("word", "tried"), [("always", True), ("never", False)])
def test_prizes(word: str, tried: bool) -> None:
    """The first prize offered is tried for, or none; what is taken is kept."""
    state: State = lay(
        place={"blanco": "2513", "huascar": "2513 x1"},
        phase="naval_movement",
        settings=Settings(ship_capture=True),
    )
    frame = NavalBattle(100, "2513", ALLIES, ("blanco",), ("huascar",), "over", ALLIES)
    prizes = Prizes(100, CHILE, "2513", ("blanco",), ("huascar",))
    voyage = Voyage(100, ALLIES, ("huascar",), "VI", "2513")
    table = replace(state.table, player=ALLIES, frames=(voyage, frame, prizes))
    order = PrizeTaking(attempt=word)
    answer = said(replace(state, table=table), CHILE, order)

    assert answer == (Capture(ship="blanco", prize="huascar") if tried else Stop())
    kept = replace(prizes, tried=("huascar",), taken=("huascar",), sent=("blanco",))
    units = {**table.units, "huascar": replace(table.units["huascar"], side=CHILE)}
    table = replace(table, units=units, frames=(voyage, frame, kept))
    assert said(replace(state, table=table), CHILE, order) == Stop()


def test_a_stack_that_is_cut_off_loses_by_the_order() -> None:
    """By the Spanish text one unit loses a step: whom the order names."""
    state = stage("cut_off", loser=CHILE)

    assert said(state, CHILE, Casualties(first=("artillery",))) == Lose(units=("2art",))


# --- land combat --------------------------------------------------------------------------


def fighting(attackers: int = 1, **place: str) -> State:
    """Chileans of Antofagasta attack a hex to the north, which has a column, as they have."""
    own = ("buin", "cazadores", "2art")[:attackers]
    state = lay(
        place={**dict.fromkeys(own, "3123"), "verdes": "3122", **place},
        columns={"3123": 1, "peru:3122": 1},
        control={"3123": CHILE},
        phase="land_combat",
    )
    attack = Attack(units=own, target="3122")
    after: State = GAME.apply(state, CHILE, attack, SeededDice(b"attack")).state
    return after


@pytest.mark.parametrize(
    ("word", "attackers", "spend"),
    [
        ("never", 3, False),
        ("always", 1, True),
        ("defending", 1, True),
        ("outnumbered", 3, True),
        ("outnumbered", 1, False),
    ],
)
def test_initiative(word: str, attackers: int, spend: bool) -> None:
    """The defender spends a column on it when ordered so."""
    assert said(fighting(attackers), ALLIES, Initiative(spend=word)) == Spend(spend=spend)


@pytest.mark.parametrize(
    ("word", "own", "enemy"),
    [
        ("never", False, False),
        ("always", True, True),
        ("attacking", True, False),
        ("defending", False, True),
        ("outnumbered", False, True),
    ],
)
def test_extra_die(word: str, own: bool, enemy: bool) -> None:
    """Attacker and defender spend a column on an extra die when ordered so."""
    state = GAME.apply(fighting(3), ALLIES, Spend(spend=False), SeededDice(b"chit")).state
    assert said(state, CHILE, ExtraDie(spend=word)) == Spend(spend=own)
    state = GAME.apply(state, CHILE, Spend(spend=False), SeededDice(b"dice")).state
    assert said(state, ALLIES, ExtraDie(spend=word)) == Spend(spend=enemy)


def stage(name: Any, **values: Any) -> State:
    """A combat in a later stage: Chile attacks with three regiments from Antofagasta."""
    place = {"buin": "3123 x2", "2art": "3123 x1", "cazadores": "3123 x2"}
    state: State = lay(
        place={**place, "verdes": "3122" if values.get("loser") else "3121"},
        control={"3123": CHILE},
        phase="land_combat",
    )
    frame = LandBattle(
        100, CHILE, tuple(place), "3123", "3122", name, (False, False), "chile", "slaughter",
        **values,
    )  # fmt: skip
    return replace(state, table=replace(state.table, frames=(frame,)))


@pytest.mark.parametrize(
    ("first", "lost"),
    [
        (("infantry",), ("buin", "buin")),
        (("artillery", "cavalry"), ("2art", "cazadores")),
        (("reduced", "cavalry"), ("2art", "cazadores")),
        (("full", "infantry"), ("buin", "cazadores")),
        (("2art", "buin"), ("2art", "buin")),
    ],
)
def test_casualties(first: tuple[str, ...], lost: tuple[str, ...]) -> None:
    """Steps go one at a time, to whom the order names first as the units then are."""
    state = stage("losses", owed=(2, 0))

    assert said(state, CHILE, Casualties(first=first)) == Lose(units=lost)


def test_losses_leave_nobody_out() -> None:
    """With an order of nothing that is there, the cheapest steps go, and all can go."""
    state = stage("losses", owed=(2, 0))
    units = [state.table.units[one] for one in ("buin", "cazadores", "2art")]
    total = sum(unit.steps for unit in units)

    assert sorted(losses(units, total, ("forts",))) == sorted(
        name for unit in units for name in (unit.id,) * unit.steps
    )


def test_attrition_is_a_casualty() -> None:
    """Doubles on the march cost whom the order names first, a column too."""
    state: State = lay(
        place={"buin": "3123", "cazadores": "3123"}, columns={"3123": 1}, control={"3123": CHILE}
    )
    frame = March(100, CHILE, ("buin", "cazadores"), "3123", (3, 3), stage="attrition")
    state = replace(state, table=replace(state.table, frames=(frame,)))

    assert said(state, CHILE, Casualties(first=("cavalry",))) == Lose(units=("cazadores",))
    assert said(state, CHILE, Casualties(first=("columns",))) == Lose(units=("sc1",))


def test_retreat_or_stand() -> None:
    """Retreat to the first hex offered; stand while more steps are left than the order says."""
    state = stage("retreat", loser=CHILE)
    there = sum(state.table.units[one].steps for one in ("buin", "cazadores", "2art"))
    away = said(state, CHILE, Withdrawal(stance="retreat"))
    first = next(GAME.options(GAME.view(state, CHILE), "retreat", "to", {}))

    assert away == Retreat(to=first.value)
    stands = Withdrawal(stance="stand", above=there - 1)
    assert isinstance(said(state, CHILE, stands), Lose)
    assert said(state, CHILE, Withdrawal(stance="stand", above=there)) == away
    pays = said(state, CHILE, stands, Casualties(first=("artillery",)))
    assert pays == Lose(units=("2art",))


def test_a_retreat_with_no_hex_left_is_asked() -> None:
    """Where no way is left, as at a question of an earlier ruleset, the order is silent."""
    state = stage("retreat", loser=CHILE)
    units = dict(state.table.units)
    for number, option in enumerate(GAME.options(GAME.view(state, CHILE), "retreat", "to", {})):
        name = f"sc{90 + number}"
        units[name] = Unit(name, ALLIES, option.value, 1, "peru")
    state = replace(state, table=replace(state.table, units=units, columns=99))

    assert not list(GAME.options(GAME.view(state, CHILE), "retreat", "to", {}))
    assert said(state, CHILE, Withdrawal(stance="retreat")) is None
    assert isinstance(said(state, CHILE, Withdrawal(stance="stand", above=0)), Lose)


def test_advance_or_hold() -> None:
    """With all there is room for, with some, or not at all."""
    state = stage("advance")

    assert said(state, CHILE, Pursuit(stance="hold")) == Stop()
    every = said(state, CHILE, Pursuit(stance="advance"))
    assert isinstance(every, Advance)
    assert set(every.units) == {"buin", "cazadores", "2art"}
    some = said(state, CHILE, Pursuit(stance="advance", most=1))
    assert isinstance(some, Advance)
    assert some.units == every.units[:1]
