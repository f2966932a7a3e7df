"""Obstacles and weather: odds of mines, what is told, groups that obstacles part (11, 6)."""

from __future__ import annotations

from collections import Counter as Count
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from engine.barricadas.frames import Deed
from engine.barricadas.game import GAME
from engine.barricadas.observation import observes
from engine.barricadas.odds import asking
from engine.barricadas.rules.movement.moves import reachable
from engine.barricadas.state import NATIONALIST, REPUBLICAN, State, Table, View
from engine.barricadas.survey import battlefield_of
from tests.engine.barricadas.build import (
    answer,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
)
from tests.engine.barricadas.test_odds import Throws
from tests.engine.barricadas.written import data_of

G, G1, G2 = "republican-g", "republican-g1", "republican-g2"
PIPS = range(1, 7)


def played(**scenario: Any) -> Any:
    """Files with open ground and what a scenario says."""
    return data_of({"ground": {"all": "open 0"}, "scenario": scenario}).in_use()


def before() -> Table:
    """A Republican unit, enemies far off."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        infantry("g2", "C404"),
        enemy_officer("g", "C1204"),
        enemy("g1", "C1204"),
    )


def test_mines_are_counted_as_the_game_throws_them() -> None:
    """All 36 throws, for each mined hex of the way (11.mines)."""
    with played(obstacles=[{"kind": "mines", "hexes": ["C405", "C406"]}]):
        table, action = before(), order(G, f"{G1}+{G2} move C407 C405-C406-C407")
        first, second = asking.odds(View(REPUBLICAN, table, None), action)
        state: State = do(table, action).state
        hold = GAME.awaiting(state)[0].choices[0].action
        told: Count[Any] = Count()
        for pips in product(PIPS, PIPS):
            step = GAME.apply(state, NATIONALIST, hold, Throws(*pips))
            told[
                next(one.params["hits"] for one in step.events if one.code == "mines.explode")
            ] += 1
        counted = {one.result.params["n"]: one.probability for one in first.chances}
        assert counted == {hits: Fraction(n, 36) for hits, n in told.items()}
        assert second.chances == first.chances
        assert second.about != first.about


def test_who_hides_is_struck_without_being_told_of() -> None:
    """The dice of mines are open, whom they strike is not (3.5, ALB-R2)."""
    with played(obstacles=[{"kind": "mines", "hexes": ["C405"]}]):
        table = lay(
            officer("g", "C404", unseen=True),
            infantry("g1", "C404", unseen=True),
            infantry("g2", "C404", unseen=True),
            enemy_officer("g", "C1620"),
        )
        state: State = do(table, order(G, f"{G1}+{G2} move C405")).state
        hold = GAME.awaiting(state)[0].choices[0].action
        step = answer(state, hold, 5, 2, 1)
        read = [one.reading(NATIONALIST) for one in step.events]
        told = {one.code for one in read if one is not None}
        assert "mines.explode" in told
        assert not told & {"hit.loses", "hit.loses.unseen"}
        assert "hit.loses" in {one.code for one in step.events}


def test_a_group_goes_only_where_all_can_go_the_same_way() -> None:
    """A tank passes wire, infantry with it does not go on behind it."""
    with played(
        obstacles=[{"kind": "wire", "hexes": ["C403", "C405", "C503", "C303", "C304", "C504"]}]
    ):
        tank = infantry("b1", "C404")
        table = before()
        alone = reachable(battlefield_of(table), table, [armour(tank)], Deed.MOVE)
        assert "C406" in alone
        both = [table.counters[G1], armour(tank)]
        for group in (both, both[::-1]):
            found = reachable(battlefield_of(table), table, group, Deed.MOVE)
            assert "C405" in found
            assert "C406" not in found


def armour(one: Any) -> Any:
    """A counter as a tank."""
    return replace(one, type="bt5")


def test_in_any_weather_the_next_hex_is_seen() -> None:
    """And not the one behind it (ALB-R80)."""
    with played():
        battlefield = battlefield_of(before())
        assert observes(battlefield, "C404", "C405", "small", moving=False, weather=-12)
        assert not observes(battlefield, "C404", "C406", "small", moving=False, weather=-12)


def test_the_sheet_is_told() -> None:
    """Weather with its turns, obstacles with their hexes, and a hex with what is in it."""
    fog = {"kind": "fog", "first": 2, "last": 3, "seen": -4}
    with played(weather=[fog], obstacles=[{"kind": "wire", "hexes": ["C405"]}]):
        view = View(REPUBLICAN, before(), None)
        told = {one.code: one.params for one in GAME.describe(view)}
        assert (told["describe.weather"]["first"], told["describe.weather"]["n"]) == (2, 4)
        assert "describe.obstacles" in told
        assert "describe.obstacle" in [one.code for one in GAME.describe(view, "C405")]
        assert "describe.obstacle" not in [one.code for one in GAME.describe(view, "C406")]
