"""What an order of Batalla de Calama is warned of, what is noted, and what is meant by one word."""

from __future__ import annotations

from typing import Any

from engine.api import Action, Preview
from engine.calama.actions import (
    Advance,
    CombatOrder,
    Done,
    Fire,
    March,
    Melee,
    Ready,
    Reinforce,
)
from engine.calama.board import load_board
from engine.calama.game import GAME
from engine.calama.rules.combat.fire import cover
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.state import BOLIVIA, CHILE, State
from engine.calama.survey import printed
from tests.engine.calama.build import lay, set_up

LED = {"chile-commander-1": "3-12", "bolivia-commander-1": "12-4"}


def preview(state: State, action: Action, seat: str) -> Preview:
    """What an action that is allowed comes to."""
    assert GAME.check(state, seat, action) == (), action
    return GAME.preview(GAME.view(state, seat), action)


def warned(state: State, action: Action, seat: str) -> list[tuple[str, str, Any]]:
    """The warnings: their codes, and what mends them."""
    found = preview(state, action, seat).warnings
    return [(one.text.code, one.kind, dict(one.filled)) for one in found]


def notes(state: State, action: Action, seat: str) -> list[str]:
    """The codes of what is noted."""
    return [one.code for one in preview(state, action, seat).notes]


def bundles(state: State, seat: str) -> dict[str, tuple[Action, ...]]:
    """The bundles of a side by their labels."""
    found = GAME.bundles(GAME.view(state, seat))
    return {one.label.code.removeprefix("bundle."): one.actions for one in found}


def test_an_officer_at_an_exit_is_not_forgotten() -> None:
    """4.1.8.escape: the objective is one order away; once scored nobody is warned any more."""
    at = next(iter(load_board().exits))
    place = {**LED, "bolivia-officer-1": at, "chile-infantry-1": "3-11"}
    free = lay(place=place, player=BOLIVIA)
    scored = lay(place=place, player=BOLIVIA, scored={"escape": 4})

    assert warned(free, Done(), BOLIVIA) == [
        ("warn.escape", "escape", {"piece": "bolivia-officer-1"})
    ]
    assert warned(scored, Done(), BOLIVIA) == []


def test_shots_that_can_hit_are_not_given_away() -> None:
    """7.5.2: a shot costs nothing; one that no dice let hit is none."""
    place = {**LED, "chile-infantry-1": "3-11", "bolivia-infantry-1": "3-10"}
    state = lay(place=place, phase="combat")
    hopeless = lay(
        place=place,
        phase="combat",
        attributes={
            CHILE: {"infantry": {"strength": 0}},
            BOLIVIA: {"infantry": {"resistance": 5 - cover("3-10")}},
        },
    )

    assert warned(state, Done(), CHILE) == [("warn.shots", "fire", {"piece": "chile-infantry-1"})]
    assert warned(hopeless, Done(), CHILE) == []
    assert notes(hopeless, Done(), CHILE) == []


def test_a_reserve_that_gives_the_enemy_the_game_is_warned_of() -> None:
    """4.1.9, 2: its points go to the other side, and the goal ends the game."""
    goal = load_scenario(Settings().scenario).goal
    place = {**LED, "chile-infantry-r1": "reserve", "chile-infantry-1": "3-11"}
    door = next(iter(GAME.options(GAME.view(lay(place=place), CHILE), "reinforce", "at", {}))).value
    action = Reinforce(type="infantry", at=door)
    price = printed("infantry").price
    near = lay(place=place, points={BOLIVIA: goal - price})
    far = lay(place=place, points={BOLIVIA: goal - price - 1})

    assert warned(near, action, CHILE) == [("warn.loses", "", {})]
    assert warned(far, action, CHILE) == []


def test_a_cheaper_reserve_is_named_where_one_does_not_end_the_game() -> None:
    """4.1.9: it enters at the same square, in the place of the dear one."""
    goal = load_scenario(Settings().scenario).goal
    waiting = {"chile-infantry-r1": "reserve", "chile-cavalry-r1": "reserve"}
    state = lay(place={**LED, "chile-infantry-1": "3-11", **waiting})
    door = next(iter(GAME.options(GAME.view(state, CHILE), "reinforce", "at", {}))).value
    cheap, dear = sorted(("infantry", "cavalry"), key=lambda one: printed(one).price)
    near = lay(
        place={**LED, "chile-infantry-1": "3-11", **waiting},
        points={BOLIVIA: goal - printed(dear).price},
    )
    instead = [("warn.loses", "reinforce", {"type": cheap, "at": door})]
    assert warned(near, Reinforce(type=dear, at=door), CHILE) == instead
    assert warned(near, Reinforce(type=cheap, at=door), CHILE) == []


def test_points_for_the_army_are_spent_before_the_set_up_is_closed() -> None:
    """5.4: what is left buys something now or never."""
    settings = Settings(scenario="points")
    poor = set_up(settings, {CHILE: ["commander 3-12", "infantry 3-11"]})
    found = preview(poor, Ready(), CHILE)

    assert [(one.text.code, one.kind) for one in found.warnings] == [("warn.unspent", "enlist")]
    assert [one.code for one in found.final] == ["final.setup"]
    given = set_up(Settings(), {CHILE: "broad_front"})
    assert preview(given, Ready(), CHILE).warnings == ()


def test_what_is_noted() -> None:
    """Points that lapse, the last order of the game, and who is out of command after a move."""
    place = {**LED, "chile-infantry-1": "3-11", "bolivia-infantry-1": "9-4"}
    state = lay(place=place, orders_left={CHILE: 1}, acted=True)
    order = CombatOrder(type="infantry", gives="movement", takes="strength")
    fresh = lay(place=place, orders_left={CHILE: 1})

    assert notes(state, Done(), CHILE) == ["note.points"]
    assert notes(fresh, order, CHILE) == ["note.last_order"]
    assert notes(lay(place=place), order, CHILE) == []
    for at, codes in (("3-13", []), ("3-14", ["note.out_of_command"])):
        led = {**place, "chile-commander-1": "3-8", "chile-infantry-1": at}
        away = Advance(piece="chile-commander-1", to="3-7")
        assert notes(lay(place=led), away, CHILE) == codes


def test_every_shot_and_every_charge_by_one_word() -> None:
    """7.5: each shot at a target of its own while there are any; all melees in their order."""
    place = {
        **LED,
        "chile-infantry-1": "3-11",
        "chile-infantry-2": "4-11",
        "bolivia-infantry-1": "3-10",
        "bolivia-infantry-2": "4-10",
    }
    firing = lay(place=place, phase="combat")
    charging = lay(
        place={
            **place,
            "chile-infantry-1": "3-11 charging=bolivia-infantry-1",
            "chile-infantry-2": "4-11 charging=bolivia-infantry-2",
        },
        phase="combat",
    )
    shots = bundles(firing, CHILE)["fire"]

    assert all(isinstance(one, Fire) for one in shots)
    assert {one.model_dump()["piece"] for one in shots} == {"chile-infantry-1", "chile-infantry-2"}
    assert len({one.model_dump()["target"] for one in shots}) == 2
    assert bundles(charging, CHILE) == {
        "melee": (Melee(target="bolivia-infantry-1"), Melee(target="bolivia-infantry-2"))
    }
    one = lay(
        place={**place, "chile-infantry-1": "3-11 charging=bolivia-infantry-1"}, phase="combat"
    )
    assert "melee" not in bundles(one, CHILE)


def test_the_line_goes_forward_without_those_who_lead_it() -> None:
    """7.4.1: one march of all who come nearer to the enemy, while the points last."""
    place = {**LED, "chile-infantry-1": "3-11", "chile-infantry-2": "4-11"}
    state = lay(place={**place, "bolivia-infantry-1": "4-2"})
    (march,) = bundles(state, CHILE)["forward"]

    assert isinstance(march, March)
    assert {leg.piece for leg in march.moves} == {"chile-infantry-1", "chile-infantry-2"}
    assert GAME.check(state, CHILE, march) == ()
    assert "forward" not in bundles(lay(place={**LED, "chile-infantry-1": "3-11"}), CHILE)


def test_a_round_that_ends_before_dice_says_no_next_phase() -> None:
    """The events of the next round come first (7.2)."""
    state = lay(place=LED, phase="combat", player=BOLIVIA)

    assert {one.code for one in preview(state, Done(), BOLIVIA).final} == {
        "final.dice",
        "final.phase",
    }
