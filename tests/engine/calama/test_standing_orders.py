"""Standing orders: what each answers, what is nonsense, and that nobody else learns of them."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine.api import Action
from engine.calama.actions import (
    Agree,
    Casualties,
    Combat,
    CombatOrder,
    Done,
    Fire,
    Lose,
    Melee,
    PlayOn,
    Reinforce,
    Reserves,
    Restore,
    Truce,
)
from engine.calama.board import load_board
from engine.calama.game import GAME
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.soundness import faults
from engine.calama.state import BOLIVIA, CHILE, Loss, Offer, State
from engine.errors import MalformedAction
from engine.kit.standing_orders import Forget, Rest
from tests.engine import orders_left
from tests.engine.calama.build import lay

CHIEFS_AT_HOME = {"chile-commander-1": "3-12", "bolivia-commander-1": "10-7"}
DOOR = next(iter(load_board().doors))
CHIEFS = {"chile-commander": "8-5", "bolivia-commander": "8-12"}


given = partial(orders_left.given, GAME)
said = partial(orders_left.said, GAME)


def firing_line(**further: str) -> State:
    """Chile's combat turn: one infantry with two targets in reach."""
    return lay(
        place={
            "chile-commander-1": "8-5",
            "chile-infantry-1": "8-6",
            "bolivia-infantry-1": "7-7",
            "bolivia-officer-1": "9-7",
            "bolivia-commander-1": "8-15",
            **further,
        },
        phase="combat",
    )


@pytest.mark.parametrize(
    ("targets", "target"),
    [
        (("officer",), "bolivia-officer-1"),
        (("infantry",), "bolivia-infantry-1"),
        (("dearest",), "bolivia-officer-1"),
        (("cavalry", "infantry"), "bolivia-infantry-1"),
    ],
)
def test_fire(targets: tuple[str, ...], target: str) -> None:
    """The first word that tells targets apart decides."""
    answer = said(firing_line(), CHILE, Combat(targets=targets))

    assert answer == Fire(piece="chile-infantry-1", target=target)


def test_charges_come_first_and_the_end_last() -> None:
    """A declared charge is fought out before anybody fires; with nothing left the turn ends."""
    charge = {"chile-infantry-2": "8-7 charging=bolivia-infantry-2", "bolivia-infantry-2": "8-8"}
    order = Combat(targets=("dearest",))
    assert said(firing_line(**charge), CHILE, order) == Melee(target="bolivia-infantry-2")

    spent = firing_line(**{"chile-infantry-1": "8-6 fought"})
    assert said(spent, CHILE, order) == Done()


def test_what_a_lost_charge_costs() -> None:
    """The first type of the order, whatever else charged."""
    state = lay(
        place={
            "chile-infantry-1": "8-7",
            "chile-cavalry-1": "7-8",
            "bolivia-infantry-1": "8-8",
            "chile-commander-1": "8-5",
            "bolivia-commander-1": "8-15",
        },
        phase="combat",
        frames=[Loss(100, CHILE, ("chile-infantry-1", "chile-cavalry-1"), "bolivia-infantry-1")],
    )

    for kind in ("infantry", "cavalry"):
        order = Casualties(first=(kind,))
        assert said(state, CHILE, order) == Lose(piece=f"chile-{kind}-1")
    assert said(state, CHILE, Combat(targets=("dearest",))) is None
    rest = Rest(turn=state.table.turn)
    assert isinstance(said(state, CHILE, rest), Lose)
    assert said(state, CHILE, rest, Casualties(first=("cavalry",))) == Lose(piece="chile-cavalry-1")


def waiting(points: int = 0, *, door: str = "reserve") -> State:
    """Chile's movement turn with two infantry in reserve and one on the board."""
    return lay(
        place={
            "chile-commander-1": "8-5",
            "bolivia-commander-1": "8-15",
            "chile-infantry-1": "8-6",
            "chile-infantry-r1": "reserve",
            "chile-infantry-r2": "reserve",
            "bolivia-infantry-1": door,
        },
        points={BOLIVIA: points},
    )


def test_reserves_enter_as_soon_as_they_can() -> None:
    """While the door is free, fewer than ordered are there, and it does not lose the game."""
    order = Reserves(type="infantry", at=DOOR)
    few = Reserves(type="infantry", at=DOOR, below=1)
    goal = load_scenario("standard").goal

    assert said(waiting(), CHILE, order) == Reinforce(type="infantry", at=DOOR)
    assert said(waiting(), CHILE, few) is None
    assert said(waiting(door=DOOR), CHILE, order) is None
    assert said(waiting(points=goal - 1), CHILE, order) is None


def fallen(**table: Any) -> State:
    """Bolivia's turn for orders; an event has cost its infantry a square of Movement."""
    return lay(
        place={
            "chile-commander-1": "3-12",
            "bolivia-commander-1": "10-7",
            "bolivia-infantry-1": "9-7",
        },
        player=BOLIVIA,
        **{**FALLEN, **table},
    )


FALLEN: dict[str, Any] = {
    "attributes": {BOLIVIA: {"infantry": {"movement": 1}}},
    "phase": "orders",
    "calling": (BOLIVIA,),
}
RESTORE = Restore(types=("cavalry", "infantry"), keeps="movement", gives="strength")


def test_what_an_event_took_is_restored() -> None:
    """By an order while one can be given; then, and with nothing to restore, nothing is asked."""
    back = CombatOrder(type="infantry", gives="strength", takes="movement")
    assert said(fallen(), BOLIVIA, RESTORE) == back
    spent = fallen(attributes={BOLIVIA: {"infantry": {"movement": 2}}})
    assert said(spent, BOLIVIA, RESTORE) == Done()
    assert said(fallen(), BOLIVIA, Combat(targets=("dearest",))) is None

    own = fallen(phase="movement", settings=Settings(order_of_play="sides"))
    assert said(own, BOLIVIA, RESTORE) == back
    assert said(fallen(phase="movement"), BOLIVIA, RESTORE) is None


def test_what_has_nothing_to_give_is_not_ordered() -> None:
    """A point that is not there is not shifted."""
    empty = {"infantry": {"movement": 1, "strength": 0}}
    assert said(fallen(attributes={BOLIVIA: empty}), BOLIVIA, RESTORE) == Done()


@pytest.mark.parametrize(
    ("when", "points", "agrees"),
    [
        ("always", 3, True),
        ("never", -3, False),
        ("unless_behind", 3, False),
        ("unless_behind", 0, True),
        ("unless_behind", -3, True),
    ],
)
def test_an_end_that_is_offered(when: str, points: int, agrees: bool) -> None:
    """Always, never, or unless the enemy has more points."""
    state = lay(place=CHIEFS_AT_HOME, frames=[Offer(100)], points={CHILE: 10, BOLIVIA: 10 + points})
    assert said(state, CHILE, Truce(when=when)) == (Agree() if agrees else PlayOn())
    assert said(state, CHILE, Combat(targets=("dearest",))) is None


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Truce(when="sometimes"), "read.unknown_word"),
        (Restore(types=("infantry",), keeps="strength", gives="strength"), "order.same"),
        (Combat(targets=("biggest",)), "read.unknown_word"),
        (Casualties(first=("camels",)), "read.unknown_type"),
        (Reserves(type="cavalry", at=DOOR), "reinforce.none_left"),
        (Reserves(type="infantry", at="8-8"), "reinforce.no_door"),
        (Forget(order="combat"), "read.no_order"),
    ],
)
def test_nonsense_is_refused(order: Action, code: str) -> None:
    """With a reason that says what would do."""
    assert [one.code for one in GAME.check(waiting(), CHILE, order)] == [code]


def test_orders_are_typed_in_either_language() -> None:
    """Types and words."""
    view = GAME.view(waiting(), CHILE)

    order = GAME.parse(view, "combat", {"targets": "Oficial, fáciles"})
    assert order == Combat(targets=("officer", "easiest"))
    order = GAME.parse(view, "casualties", {"first": "caballería, infantry"})
    assert order == Casualties(first=("cavalry", "infantry"))
    order = GAME.parse(view, "truce", {"when": "salvo por detrás"})
    assert order == Truce(when="unless_behind")
    order = GAME.parse(view, "restore", {"types": "6", "keeps": "movimiento", "gives": "fuerza"})
    assert order == Restore(types=("infantry",), keeps="movement", gives="strength")
    with pytest.raises(MalformedAction):
        GAME.parse(view, "combat", {"targets": "camels"})


def test_orders_are_kept_and_withdrawn() -> None:
    """One of a kind, for its seat alone; written and read back; a state of before has none."""
    combat, again = Combat(targets=("dearest",)), Combat(targets=("officer",))
    state = given(waiting(), CHILE, combat, Casualties(first=("infantry",)), again)
    assert list(state.secrets[CHILE].standing) == ["casualties", "combat"]
    lines = GAME.orders(GAME.view(state, CHILE))
    assert sum(line.code.startswith("standing.") for line in lines) == 2
    assert not any(
        line.code.startswith("standing.") for line in GAME.orders(GAME.view(state, BOLIVIA))
    )
    assert faults(state) == faults(waiting())
    assert GAME.load(GAME.dump(state)) == state
    raw = json.loads(GAME.dump(waiting()))
    for own in raw["secrets"].values():
        assert own.pop("standing") == {}
    assert GAME.load(json.dumps(raw)) == waiting()
    assert given(state, CHILE, Forget(order="all")).secrets[CHILE].standing == {}


@pytest.mark.parametrize("kind", [k for k, m in GAME.actions.items() if m.standing])
def test_every_option_is_accepted(kind: str) -> None:
    """Of every field, with the others' first; each can be typed in Discord."""
    state = given(waiting(), CHILE, Combat(targets=("dearest",)))
    view = GAME.view(state, CHILE)
    assert kind not in GAME.kinds(view)
    filled: dict[str, str] = {}
    for name, info in GAME.actions[kind].model_fields.items():
        options = list(GAME.options(view, kind, name, filled))
        for option in options:
            if not info.is_required() or name == list(GAME.actions[kind].model_fields)[-1]:
                action = GAME.parse(view, kind, {**filled, name: option.value})
                assert GAME.check(state, CHILE, action) == ()
            assert len(option.value) <= 100
        if info.is_required():
            filled[name] = options[0].value
    assert GAME.check(state, CHILE, GAME.parse(view, kind, filled)) == ()


# --- nothing from me ------------------------------------------------------------------------


def test_whoever_rests_ends_every_turn_and_fires_at_nobody() -> None:
    """The plain answer comes before what else was ordered."""
    state = firing_line()
    rest = Rest(turn=state.table.turn)
    assert said(state, CHILE, rest) == Done()
    assert said(state, CHILE, Combat(targets=("easiest",)), rest) == Done()


def test_rest_is_for_one_round() -> None:
    """It is refused for another, answers nothing in another, and is listed in its own only."""
    state = firing_line()
    now = state.table.turn
    refusals = GAME.check(state, CHILE, Rest(turn=now + 1))
    assert [one.code for one in refusals] == ["standing.other_turn"]
    resting = given(state, CHILE, Rest(turn=now))
    assert len(GAME.orders(GAME.view(resting, CHILE))) == 1 + len(
        GAME.orders(GAME.view(state, CHILE))
    )
    later = replace(resting, table=replace(resting.table, round=now + 1))
    assert said(later, CHILE) is None
    assert GAME.orders(GAME.view(later, CHILE)) == GAME.orders(GAME.view(state, CHILE))
    offered = [one.value for one in GAME.options(GAME.view(later, CHILE), "forget", "order", {})]
    assert offered == ["all"]


def test_whoever_rests_is_asked_about_what_must_be_done() -> None:
    """Chile's first move and charges already declared: neither is done for them, nor left out."""
    first = lay(place={**CHIEFS_AT_HOME, "chile-infantry-1": "8-6"}, phase="movement")
    assert said(first, CHILE, Rest(turn=first.table.turn)) is None


def test_whoever_rests_refuses_the_end() -> None:
    """They are asked about neither."""
    state = lay(place=CHIEFS_AT_HOME, phase="movement", player=BOLIVIA)
    offered = replace(state, table=replace(state.table, frames=(Offer(state.table.serial),)))
    assert said(offered, BOLIVIA, Rest(turn=state.table.turn)) == PlayOn()
