"""What an activation comes to before it is sent, and what a unit can do by one word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.api import Action, Preview, Way
from engine.barricadas.actions import Activate, Deploy, Hold, Landing, Pass, Ready, parted
from engine.barricadas.frames import FIRING, Deed
from engine.barricadas.game import GAME
from engine.barricadas.play import counter_terms
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Reaction, State, Table
from engine.dice import SeededDice
from engine.kit.standing_orders import given
from tests.engine.barricadas.build import (
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)
from tests.support.games_played import states_of

G, G1, G2, G3 = (f"republican-{one}" for one in ("g", "g1", "g2", "g3"))


def front(**values: Any) -> Table:
    """Republican infantry in open ground, and National infantry two hexes from it."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        infantry("g2", "C404"),
        infantry("g3", "C405"),
        enemy_officer("g", "C402"),
        enemy("g1", "C402"),
        **values,
    )


def preview(table: Table, action: Action, seat: str = REPUBLICAN) -> Preview:
    """What an action comes to for its side."""
    state = whole(table)
    assert GAME.check(state, seat, action) == ()
    return GAME.preview(GAME.view(state, seat), action)


def test_fire_shows_its_lines_and_figures() -> None:
    """Factors, column and modifier as the rule counts them; who is told nothing prepares."""
    found = preview(front(), order(G, f"{G1}+{G2} fire C402"))
    assert found.ways == (Way((G1,), ("C404", "C402")), Way((G2,), ("C404", "C402")))
    fire, prepare = found.notes
    assert (fire.code, fire.params["factors"], fire.params["modifier"]) == ("note.fire", 10, 1)
    assert (prepare.code, prepare.params["n"]) == ("note.prepare", 1)
    assert [one.code for one in found.final][:1] == ["final.dice"]


def test_a_move_shows_its_way_and_what_it_takes() -> None:
    """The points are those of the slowest, in halves; the other side may react (3.4, 5.1)."""
    found = preview(front(), order(G, f"{G3} move C407"))
    (way,) = found.ways
    assert (way.who, way.places[0], way.end) == ((G3,), "C405", "C407")
    (cost,) = found.costs
    assert (cost.params["points"], cost.params["of"]) == (2, 4)
    assert found.reacting == (NATIONALIST,)


def test_guns_on_the_board_take_no_mission_of_a_battery() -> None:
    """Directed before the battery's last, they leave it to be fired (8.1.3, 8.1.4)."""
    table = lay(
        officer("g", "A913"),
        replace(infantry("g1", "A913"), type="popular_army_105"),
        enemy("g1", "A916"),
        enemy_officer("g", "A1620"),
        settings=Settings(scenario="full"),
        missions={f"{REPUBLICAN}.105": 1},
    )
    both = order(G, f"{G}+{G1} direct A916", f"{G} mission A916")
    found = preview(table, both)
    assert [one.params["n"] for one in found.notes if one.code == "note.mission"] == [0]
    told = [one.about.code for one in GAME.odds(GAME.view(whole(table), REPUBLICAN), both)]
    assert "odds.mission.hits" in told
    guns = preview(table, order(G, f"{G}+{G1} direct A916"))
    assert not [one for one in guns.notes if one.code == "note.mission"]


def test_a_mission_close_to_friends_says_what_may_come_of_it() -> None:
    """Called off on target, or how likely it strikes them, as the side has ordered (8.1.4.2)."""
    table = lay(
        officer("g", "A913"),
        infantry("g1", "A915"),
        enemy("g1", "A916"),
        enemy_officer("g", "A1620"),
        settings=Settings(scenario="full"),
        missions={f"{REPUBLICAN}.105": 1},
    )
    barrage = order(G, f"{G} barrage A916")
    state = whole(table)
    off = GAME.preview(GAME.view(state, REPUBLICAN), barrage).warnings
    (told,) = [one for one in off if one.text.code == "warn.called_off"]
    assert (told.kind, told.filled) == ("landing", (("falls", "friends"),))
    odds = [one.about.code for one in GAME.odds(GAME.view(state, REPUBLICAN), barrage)]
    assert "odds.mission.hits" not in odds

    own = replace(state.secrets[REPUBLICAN], standing=given({}, Landing(falls="friends")))
    state = replace(state, secrets={**state.secrets, REPUBLICAN: own})
    view = GAME.view(state, REPUBLICAN)
    (close,) = GAME.preview(view, barrage).warnings
    assert close.text.code == "warn.close"
    assert close.text.params["who"] == counter_terms((G1,))
    # On target by a 1 to a 3, or one of the ways in which it strays to where it strikes both.
    assert close.text.params["percent"] in range(50, 100)
    assert "odds.mission.hits" in [one.about.code for one in GAME.odds(view, barrage)]


def test_passing_warns_of_who_is_not_even_prepared() -> None:
    """Where the other side has passed before: the turn is over then (3.3, 3.5)."""
    assert not preview(front(), Pass()).warnings
    (warned,) = preview(front(passed=(NATIONALIST,)), Pass()).warnings
    assert (warned.text.code, warned.kind) == ("warn.turn_ends", "activate")
    table = front(passed=(NATIONALIST,))
    kept = {key: replace(one, reaction=Reaction.KEPT) for key, one in table.counters.items()}
    assert not preview(replace(table, counters=kept), Pass()).warnings


def test_closing_the_set_up_warns_of_what_is_not_used() -> None:
    """Works and markers that the scenario gives, each with the order that uses it (2.3, 3.4)."""
    state: State = GAME.setup(Settings(), SeededDice(b"-")).state
    view = GAME.view(state, NATIONALIST)
    (plan, *_) = (one.value for one in GAME.options(view, "deploy", "places", {}))
    deploy = GAME.parse(view, "deploy", {"places": plan})
    assert isinstance(deploy, Deploy)
    state = GAME.apply(state, NATIONALIST, deploy, SeededDice(b"-")).state
    found = GAME.preview(GAME.view(state, NATIONALIST), Ready())
    assert [(one.kind, one.text.params["n"]) for one in found.warnings] == [
        ("fortify", 2),
        ("alert", 2),
    ]
    used = deploy.model_copy(update={"works": ("C807",), "alert": (f"{deploy.places[1].who}",)})
    state = GAME.apply(state, NATIONALIST, used, SeededDice(b"-")).state
    assert not GAME.preview(GAME.view(state, NATIONALIST), Ready()).warnings


def test_a_unit_fires_or_prepares_by_one_word() -> None:
    """All who can, and nobody twice; the rules allow what is offered."""
    state = whole(front())
    fire, prepare = GAME.bundles(GAME.view(state, REPUBLICAN))
    (action,) = fire.actions
    assert isinstance(action, Activate)
    assert {key for one in action.tasks for key in parted(one.who)} >= {G1, G2}
    assert all(one.deed in FIRING for one in action.tasks)
    (waiting,) = prepare.actions
    assert isinstance(waiting, Activate)
    assert {one.deed for one in waiting.tasks} == {Deed.PREPARE}


def test_what_is_previewed_and_bundled_in_a_game_is_allowed() -> None:
    """In every state; the public and the other side get nothing."""
    offered = 0
    for state in states_of(GAME, "previews")[::3]:
        for owed in GAME.awaiting(state):
            for bundle in GAME.bundles(GAME.view(state, owed.seat)):
                offered += 1
                assert GAME.check(state, owed.seat, bundle.actions[0]) == ()
        assert not list(GAME.bundles(GAME.view(state, None)))
    assert offered


def test_who_does_not_react_rolls_no_dice() -> None:
    """What comes next rolls them: that is what is said of holding fire (3.4)."""
    state: State = GAME.apply(
        whole(front()), REPUBLICAN, order(G, f"{G1}+{G2} move C403"), SeededDice(b"-")
    ).state
    view = GAME.view(state, NATIONALIST)
    told = [one.code for one in GAME.preview(view, Hold()).final]
    assert "final.dice" not in told
