"""Standing orders as they are given: nonsense, words, what is kept of them, what they come to."""

from __future__ import annotations

import json
from functools import partial

import pytest

from bot.trials.random_play import play_at_random
from engine.api import Action
from engine.errors import MalformedAction
from engine.kit.standing_orders import Forget
from engine.war_of_the_pacific.actions import (
    Casualties,
    ExtraDie,
    Gunnery,
    Initiative,
    Intercepting,
    Pursuit,
    Running,
    Withdrawal,
)
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.soundness import faults
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    State,
)
from tests.engine import orders_left
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.test_skirmishes import skirmish

given = partial(orders_left.given, GAME)
said = partial(orders_left.said, GAME)
ALWAYS = Intercepting(attempt="always")


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Intercepting(attempt="perhaps"), "read.unknown_word"),
        (Intercepting(attempt="never", odds=50), "standing.never"),
        (Gunnery(targets=("biggest",)), "read.unknown_word"),
        (Gunnery(targets=("cochrane",)), "standing.own_ship"),
        (Gunnery(targets=("damaged", "damaged")), "standing.twice"),
        (Gunnery(targets=("damaged",), guns="all"), "read.unknown_word"),
        (Casualties(first=("verdes",)), "unit.not_yours"),
        (Casualties(first=("infantry", "infantry")), "standing.twice"),
        (Initiative(spend="attacking"), "standing.defender_only"),
        (ExtraDie(spend="sometimes"), "read.unknown_word"),
        (Withdrawal(stance="retreat", above=2), "standing.retreat_above"),
        (Pursuit(stance="hold", most=2), "standing.hold_most"),
        (Running(attempt="fly"), "read.unknown_word"),
        (Forget(order="gunnery"), "read.no_order"),
    ],
)
def test_nonsense_is_refused(order: Action, code: str) -> None:
    """With a reason that says what would do."""
    refusals = GAME.check(lay(), CHILE, order)

    assert [one.code for one in refusals] == [code]


def test_orders_are_typed_in_either_language() -> None:
    """Words, ships and units, yes and no."""
    view = GAME.view(lay(), CHILE)

    def read(kind: str, **raw: str) -> Action:
        return GAME.parse(view, kind, raw)

    assert read("interception", attempt="siempre", odds="50", joint="sí") == Intercepting(
        attempt="always", odds=50, joint=True
    )
    assert read("gunnery", targets="averiados, Huáscar, strongest") == Gunnery(
        targets=("damaged", "huascar", "strongest")
    )
    assert read("casualties", first="infantería, 1st Buin") == Casualties(
        first=("infantry", "buin")
    )
    assert read("forget", order="todas") == Forget(order="all")
    with pytest.raises(MalformedAction) as caught:
        read("withdrawal", stance="fly")
    assert [one.code for one in caught.value.refusals] == ["read.unknown_word"]


def test_one_of_a_kind_is_kept() -> None:
    """Another takes its place; withdrawn it is gone, alone or with all others."""
    state = given(lay(), CHILE, ALWAYS, Pursuit(stance="hold"), Intercepting(attempt="never"))
    assert list(state.secrets[CHILE].standing) == ["interception", "pursuit"]
    assert len(GAME.orders(GAME.view(state, CHILE))) == 2
    assert GAME.orders(GAME.view(state, ALLIES)) == ()
    assert faults(state) == ()
    assert GAME.load(GAME.dump(state)) == state
    one = given(state, CHILE, Forget(order="interception"))
    assert list(one.secrets[CHILE].standing) == ["pursuit"]
    assert given(state, CHILE, Forget(order="all")).secrets[CHILE].standing == {}


def test_equal_orders_are_written_equally() -> None:
    """In whatever order they were given."""
    one = given(lay(), CHILE, ALWAYS, Pursuit(stance="hold"))
    other = given(lay(), CHILE, Pursuit(stance="hold"), ALWAYS)

    assert GAME.dump(one) == GAME.dump(other)


def test_a_state_of_before_standing_orders_is_read() -> None:
    """It has none."""
    raw = json.loads(GAME.dump(lay()))
    for own in raw["secrets"].values():
        assert own.pop("standing") == {}

    assert GAME.load(json.dumps(raw)) == lay()


@pytest.mark.parametrize("kind", [k for k, m in GAME.actions.items() if m.standing])
def test_every_option_is_accepted(kind: str) -> None:
    """Of every field, with the others' first; each can be typed in Discord."""
    seat = ALLIES if kind == "allotment" else CHILE  # Chile's columns all come to one place
    state = given(lay(settings=Settings(ship_capture=True)), seat, ALWAYS)
    view = GAME.view(state, seat)
    assert kind not in GAME.kinds(view)
    filled: dict[str, str] = {}
    for name, info in GAME.actions[kind].model_fields.items():
        options = list(GAME.options(view, kind, name, filled))
        for option in options:
            action = GAME.parse(view, kind, {**filled, name: option.value})
            assert len(option.value) <= 100
            if info.is_required() or not GAME.check(state, seat, GAME.parse(view, kind, filled)):
                assert GAME.check(state, seat, action) == ()
        if info.is_required():
            filled[name] = options[0].value
    assert filled


def test_orders_answer_wherever_sides_meet() -> None:
    """On crowded tables, left at random: every answer is accepted, every state on the way sound."""
    answered: set[str] = set()
    wanted = {
        "interception",
        "naval_battle.fire",
        "march.attrition",
        "battle.supply",
        "battle.losses",
        "battle.retreat",
        "battle.advance",
    }
    for seed in (f"orders {number}" for number in (12, 34, *range(60))):  # two have shown it all
        states: list[State] = []
        log, _ = play_at_random(
            GAME, skirmish(seed), seed, limit=150, each=states.append, standing=True
        )
        for state, one in zip(states, log, strict=True):
            assert faults(state) == ()
            answered.update(
                decision.code
                for decision in GAME.awaiting(state)
                if decision.seat == one.seat
                and GAME.standing(GAME.view(state, one.seat), decision) == one.action
            )
        if wanted <= answered:
            break
    assert wanted <= answered


def test_prizes_are_offered_where_ships_may_be_captured() -> None:
    """A table that does not play with captures is not asked about them."""
    assert not list(GAME.options(GAME.view(lay(), CHILE), "prizes", "attempt", {}))
