"""What a side of Batalla de Calama keeps secret, put right."""

from __future__ import annotations

from dataclasses import replace

from engine.calama.game import GAME
from engine.calama.scenario import load_scenario
from engine.calama.state import BOLIVIA, CHILE, Secrets, State
from tests.engine.calama.build import lay
from tests.engine.calama.test_corrections import PLACE
from tests.engine.correcting import Correcting, Typed

TABLE = Correcting(GAME)
RANKED = tuple(load_scenario().objectives[CHILE])


def table(**scored: int) -> State:
    """A table in play; Chile has ranked its objectives."""
    state = lay(place=PLACE)
    secrets = {**state.secrets, CHILE: Secrets(priorities=RANKED)}
    return State(replace(state.table, scored=scored), secrets)


def worth(objective: str, n: int) -> Typed:
    """To let an objective be worth so much."""
    return "worth", {"objective": objective, "n": str(n)}


def test_an_objective_is_worth_something_else() -> None:
    """The one that had that value gets the other; nobody else can tell."""
    first, second, third = RANKED
    state = table()
    after = TABLE.own_done(state, CHILE, worth(third, 8))

    assert after.secrets[CHILE].priorities == (third, second, first)
    assert GAME.view(after, BOLIVIA) == GAME.view(state, BOLIVIA)
    assert TABLE.own_refused(state, CHILE, worth(first, 8)) == ["correct.nothing"]
    assert TABLE.own_refused(state, CHILE, worth(first, 5)) == ["correct.no_value"]
    assert TABLE.own_offered(state, CHILE, "worth", "n", objective=first) == ["6", "4"]


def test_what_was_scored_has_its_value() -> None:
    """Both sides know it since."""
    first, second, third = RANKED
    state = table(**{first: 8})
    assert TABLE.own_refused(state, CHILE, worth(third, 8)) == ["correct.scored"]
    assert TABLE.own_refused(state, CHILE, worth(second, 4)) == []


def test_an_army_on_the_board_is_deployed() -> None:
    """A deployment is corrected before that."""
    typed = "deployed", {"at": "4-9", "to": "4-8"}
    assert TABLE.own_refused(table(), CHILE, typed) == ["correct.deployed"]
