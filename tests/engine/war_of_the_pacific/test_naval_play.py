"""Random naval phases on crowded tables: nothing crashes, stalls, leaks or loses a ship."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

from bot.text import words_for
from engine.api import Action, Decision, Term
from engine.dice import ScriptedDice, SeededDice
from engine.war_of_the_pacific.actions import Embark, Sail
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_ship
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX, DEAD, carrier_of, is_aboard, is_hex, is_on_map
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase, State, Voyage, other
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.naval_tables import crowded

SEEDS = range(24)


def play_phase(state: State, seed: int) -> list[State]:
    """Play the present phase of the phasing player to its end by random legal choices."""
    chance, dice = random.Random(seed), SeededDice(b"dice %d" % seed)
    states = [state]
    phase, player = state.table.phase, state.table.player
    for _ in range(600):
        if (state.table.phase, state.table.player) != (phase, player):
            return states
        decision = GAME.awaiting(state)[0]
        action = _choose(state, decision, chance)
        assert GAME.check(state, decision.seat, action) == (), action
        state = GAME.apply(state, decision.seat, action, dice).state
        states.append(state)
    raise AssertionError("the phase does not end")


def _choose(state: State, decision: Decision, chance: random.Random) -> Action:
    """Return a random button, or a random action from the options; voyages before the rest."""
    if decision.choices and chance.random() < 0.6:
        return chance.choice(decision.choices).action
    view = GAME.view(state, decision.seat)
    kinds = list(GAME.kinds(view))
    assert kinds, f"{decision.seat} owes {decision.code} and can do nothing"
    if "sail" in kinds and chance.random() < 0.5:
        kinds = ["sail"]
    elif "done" in kinds and len(kinds) > 1 and chance.random() < 0.9:
        kinds.remove("done")
    kind = chance.choice(kinds)
    filled: dict[str, str] = {}
    for name, info in GAME.actions[kind].model_fields.items():
        if info.is_required() or chance.random() < 0.3:
            options = list(islice(GAME.options(view, kind, name, filled), 12))
            assert options or not info.is_required(), f"{kind}: nothing offered for {name}"
            if options:
                filled[name] = chance.choice(options).value
    return GAME.parse(view, kind, filled)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("player", [CHILE, ALLIES])
def test_naval_movement_comes_to_an_end(seed: int, player: str) -> None:
    """From any table random play closes Naval Movement, and every state of it is sound."""
    states = play_phase(crowded(seed, player=player), seed)

    for state in states:
        assert_sound(state)
    last = states[-1].table
    assert not last.frames
    if last.player == player and last.phase is Phase.NAVAL_COMBAT:
        at_sea = [
            unit
            for unit in last.units.values()
            if unit.side == player and is_ship(unit) and is_hex(unit.at) and not unit.in_port
        ]
        assert all(unit.sailed for unit in at_sea)


@pytest.mark.parametrize("seed", SEEDS)
def test_raids_come_to_an_end(seed: int) -> None:
    """Random raids end too."""
    for state in play_phase(crowded(seed, player=CHILE, phase="naval_combat"), seed):
        assert_sound(state)


def assert_sound(state: State) -> None:
    """Check that ships are on water, cargo is aboard ships afloat, and nothing is lost."""
    board = load_board()
    units = state.table.units
    for unit in units.values():
        if is_aboard(unit.at):
            assert units[carrier_of(unit.at)].at not in (DEAD, "pool"), unit
        if is_ship(unit) and is_on_map(unit.at):
            assert board.is_navigable(unit.at)
            assert unit.at != BOX or (unit.side == CHILE and unit.in_port), unit
    for frame in state.table.frames:
        if isinstance(frame, Voyage):
            assert (
                all(units[ship].at != DEAD for ship in frame.ships) or len(state.table.frames) > 1
            )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("player", [CHILE, ALLIES])
def test_every_offer_is_legal(seed: int, player: str) -> None:
    """What the options offer passes the check, for every kind and every first value."""
    for state in play_phase(crowded(seed, player=player), seed)[::4]:
        for decision in GAME.awaiting(state):
            for action in (one.action for one in decision.choices):
                assert GAME.check(state, decision.seat, action) == ()
            view = GAME.view(state, decision.seat)
            for kind in GAME.kinds(view):
                for action in _offers(state, decision.seat, kind):
                    assert GAME.check(state, decision.seat, action) == (), action


def _offers(state: State, seat: str, kind: str) -> list[Action]:
    """Fill the required fields in every offered way, five values a field."""
    view = GAME.view(state, seat)
    filled: list[dict[str, str]] = [{}]
    for name, info in GAME.actions[kind].model_fields.items():
        if info.is_required():
            filled = [
                {**one, name: option.value}
                for one in filled
                for option in islice(GAME.options(view, kind, name, one), 5)
            ]
            assert filled, f"{kind}: nothing offered for {name}"
    return [GAME.parse(view, kind, one) for one in filled]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("player", [CHILE, ALLIES])
def test_secrets_show_nowhere(seed: int, player: str) -> None:
    """Another side's orders, course and standing answers change nothing that one can see."""
    for state in play_phase(crowded(seed, player=player), seed):
        for viewer in (CHILE, ALLIES, None):
            (twin,) = GAME.scramble(state, viewer)

            assert GAME.view(state, viewer) == GAME.view(twin, viewer)
            assert GAME.awaiting(state) == GAME.awaiting(twin)


@pytest.mark.parametrize("seed", range(6))
def test_replay_gives_the_same_voyages(seed: int) -> None:
    """The same choices and dice lead to the same tables."""
    first = play_phase(crowded(seed, player=CHILE), seed)
    again = play_phase(crowded(seed, player=CHILE), seed)

    assert first == again


def test_the_first_sail_is_warned_of() -> None:
    """Before the first sail a player is told who could still go aboard; afterwards nobody can."""
    state = lay(
        place={
            "rimac": "box port",
            "itata": "3123 port x1",
            "loa": "3025",
            "lamar": "3018",
            "buin": "box",
            "2line": "3123",
            "3line": "3123 x1",
        },
        columns={"box": 2},
        control={"3123": CHILE},
        phase="naval_movement",
    )
    state = GAME.apply(state, CHILE, Embark(units=("3line",), ship="itata"), ScriptedDice()).state
    sail = Sail(ships=("loa",), to="box")

    warned = GAME.preview(GAME.view(state, CHILE), sail).warnings
    assert [
        (one.text.code, one.text.params["place"], one.text.params["ships"]) for one in warned
    ] == [("warn.embark", Term("place", "box"), (Term("unit", "rimac"),))]
    assert warned[0].text.params["units"] == tuple(
        Term("unit", one) for one in ("buin", "sc1", "sc2")
    )
    assert "Rímac" in words_for("en", GAME).say(warned[0].text)
    # Nothing is lost by what is refused, and by nothing else.
    assert GAME.preview(GAME.view(state, CHILE), Sail(ships=("rimac",), to="box")).warnings == ()
    assert (
        GAME.preview(GAME.view(state, CHILE), Embark(units=("buin",), ship="rimac")).warnings == ()
    )

    assert "embark" in GAME.kinds(GAME.view(state, CHILE))
    state = GAME.apply(state, CHILE, sail, ScriptedDice()).state
    assert "embark" not in GAME.kinds(GAME.view(state, CHILE))
    assert GAME.preview(GAME.view(state, CHILE), Sail(ships=("lamar",), to="box")).warnings == ()


def test_asked_within_is_honoured() -> None:
    """Who asked to be left alone is not asked again in that voyage, but in the next."""
    state = crowded(1, player=CHILE)
    state = replace(state, secrets={**state.secrets, ALLIES: state.secrets[ALLIES]})
    for one in play_phase(state, 5):
        if not one.table.frames:
            assert one.secrets[other(one.table.player)].ask_within is None
