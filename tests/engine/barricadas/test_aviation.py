"""Aircraft: odds as the dice fall, what is told before and after, what nobody may learn (13)."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.text import Words
from engine.api import Odds
from engine.barricadas.actions import Activate
from engine.barricadas.game import GAME
from engine.barricadas.lexicon import name
from engine.barricadas.odds import asking
from engine.barricadas.rules.artillery.aviation import flak, guns_near
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Counter, State, Table, View, projected
from engine.barricadas.tables.aviation import AIRCRAFT, load_aviation
from tests.engine.barricadas.build import (
    codes,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)
from tests.engine.barricadas.test_odds import Throws
from tests.engine.barricadas.written import data_of

G, G1 = "republican-g", "republican-g1"
BOMBERS = f"{REPUBLICAN}.bombers"
PIPS = range(1, 7)
DATA: Mapping[str, Any] = {
    "board": "full",
    "ground": {"all": "open 0"},
    "army": {NATIONALIST: {"anti_aircraft": 2}},
}


@pytest.fixture(autouse=True)
def _open_ground() -> Iterator[None]:
    """A day without obstacles on open ground."""
    with data_of(DATA).in_use():
        yield


def before(*more: Counter, left: int = 2) -> Table:
    """A Republican officer who sees National infantry four hexes away, and has bombers."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy("g1", "C408"),
        enemy_officer("g", "C1204"),
        *more,
        settings=Settings(scenario="full"),
        missions={BOMBERS: left},
    )


def gun(name_: str, at: str, **values: Any) -> Counter:
    """A National anti-aircraft gun."""
    return replace(enemy(name_, at, **values), type="national_army_20")


def odds_of(table: Table, action: Activate) -> tuple[Odds, ...]:
    """What the Republican side is told before it."""
    return asking.odds(View(REPUBLICAN, projected(table, REPUBLICAN), None), action)


def test_flak_is_counted_as_the_game_throws_it() -> None:
    """All 36 throws against the scenario's two points (13.flak)."""
    table, action = before(), order(G, f"{G} bomb C408")
    away = sum(
        "air.driven_off" in codes(do(table, action, *pips, *([] if sum(pips) >= 8 else [3, 1, 1])))
        for pips in product(PIPS, PIPS)
    )
    (shown, *_) = odds_of(table, action)
    chances = {one.result.code: one.probability for one in shown.chances}
    assert chances["odds.flak.away"] == Fraction(away, 36) == Fraction(15, 36)


def test_what_falls_on_target_is_counted_as_the_game_throws_it() -> None:
    """All 36 throws in the column of 10 (13.attack)."""
    table, action = before(), order(G, f"{G} bomb C408")
    *_, shown = odds_of(table, action)
    told: Count[Any] = Count()
    for pips in product(PIPS, PIPS):
        state: State = whole(table)
        step = GAME.apply(state, REPUBLICAN, action, Throws(1, 1, 3, *pips))
        told[next(one.params["hits"] for one in step.events if one.code == "air.strikes")] += 1
    counted = {one.result.params["n"]: one.probability for one in shown.chances}
    assert counted == {hits: Fraction(n, 36) for hits, n in told.items()}
    assert [one.code for one in shown.assumed] == [
        "odds.given.not_driven_off",
        "odds.given.on_target",
    ]


def test_hidden_guns_are_no_part_of_odds_and_show_themselves() -> None:
    """The odds are those without them; when they fire they are recognised (3.5, ALB-R83)."""
    table, action = before(gun("h1", "C411", unseen=True)), order(G, f"{G} bomb C408")
    assert odds_of(table, action)[0].chances == odds_of(before(), action)[0].chances
    assert "odds.given.recognised" in [one.code for one in odds_of(table, action)[0].assumed]
    assert len(guns_near(table, "C408", REPUBLICAN)) == 1
    step = do(table, action, 4, 3)
    assert codes(step)[:3] == ["activate", "seen.shown", "air.driven_off"]
    assert not step.state.table.counters["nationalist-h1"].unseen


@pytest.mark.parametrize(
    ("one", "points"),
    [
        (gun("h1", "C412"), 3),
        (gun("h1", "C413"), 2),
        (gun("h1", "C412", routed=True), 2),
        (gun("h1", "C412", finished=True), 3),
        (enemy("h1", "C412"), 2),
    ],
)
def test_which_guns_count(one: Counter, points: int) -> None:
    """Those within four hexes, neither in retreat nor anything else (ALB-R83)."""
    assert flak(before(one), "C408", REPUBLICAN) == points


def test_missions_left_are_described_and_foreseen() -> None:
    """With the points against them, in both languages."""
    view = View(REPUBLICAN, before(), None)
    lines = [one for one in GAME.describe(view) if one.code.startswith("describe.")]
    told = {one.code: one for one in lines}
    assert told["describe.flak"].params["n"] == 2
    assert told["describe.aircraft"].params["n"] == 2
    for language in ("en", "es"):
        words = Words(language, GAME, plain=True)
        assert "{" not in words.say(told["describe.aircraft"])
        assert all(name("aircraft", kind, language) for kind in AIRCRAFT)
    state = whole(before())
    preview = GAME.preview(
        GAME.view(state, REPUBLICAN), order(G, f"{G} bomb C408", f"{G} bomb C408")
    )
    assert [one.params["n"] for one in preview.notes if one.code == "note.mission"] == [1, 0]


def test_bombers_bring_more_than_support_aircraft() -> None:
    """And to seven hexes half of what they bring to one (ALB-H12)."""
    kinds = load_aviation().by_kind
    assert (kinds["bombers"].factors, kinds["bombers"].spread) == (10, 5)
    assert (kinds["support"].factors, kinds["support"].spread) == (6, 0)
    assert load_aviation().calibre >= 100
