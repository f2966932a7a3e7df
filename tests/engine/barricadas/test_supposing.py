"""What an unrecognised mover may be: a figure for each kind, and alike whatever it is."""

from __future__ import annotations

from collections import Counter as Count
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from bot.text import words_for
from bot.text.chances import nearest, odds_texts
from engine.api import Odds, Term
from engine.barricadas.actions import React
from engine.barricadas.game import GAME
from engine.barricadas.odds.supposing import may_be
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Counter, Reaction, State, Table
from engine.kit.params import numbers_of
from tests.engine.barricadas.build import do, enemy, infantry, lay, officer, order
from tests.engine.barricadas.test_odds import PIPS, told

G = "republican-g"
FULL = Settings(scenario="full")
TYPES = {
    "infantry": "popular_army_infantry",
    "machine guns": "popular_army_mmg",
    "a tank": "t26",
}
"""What may be under the marker, and the type of its counter."""
START, SHOT_AT, EYES = "C409", "C410", "C211"
"""Where it begins, a hex of its way in sight of the guns, and where these stand."""


def guns() -> Counter:
    """National infantry that is prepared, called as the game calls it."""
    key = "nationalist-national-infantry-g"
    return replace(enemy("g1", EYES, reaction=Reaction.KEPT), id=f"{key}1", unit=key)


def night_is_over(type_: str) -> Table:
    """A marker and National infantry that waits for it, in the clear of the second turn."""
    mover = Counter(f"{G}1", REPUBLICAN, type_, unit=G, at=START, unseen=True)
    waiting = guns()
    leader = officer("g", START, unseen=True)
    return lay(leader, mover, waiting, settings=FULL, turn=2)


def asked(type_: str = TYPES["infantry"]) -> State:
    """The game in which the marker was told to go on, and the other side is asked."""
    state: State = do(night_is_over(type_), order(G, f"{G}1 move C411")).state
    return state


def shot(state: State) -> tuple[React, tuple[Odds, ...]]:
    """The fire that can be promised by one press at the hex, and its odds."""
    view = GAME.view(state, NATIONALIST)
    (owed,) = GAME.asked(view)
    found = [one.action for one in owed.choices if isinstance(one.action, React)]
    action = next(one for one in found if one.shots[0].at == SHOT_AT)
    return action, GAME.odds(view, action)


def kinds_of(found: Odds) -> set[str]:
    """The kinds that a figure is for."""
    assert found.supposing is not None
    names = found.supposing.params["kinds"]
    assert isinstance(names, tuple)
    return {name.key for name in names if isinstance(name, Term)}


def test_each_kind_that_the_marker_may_be_has_its_figure() -> None:
    """Infantry as one aboard nothing; with a load it is worse off; a tank is not hurt (8.table)."""
    _, found = shot(asked())
    soft, laden, armoured = found
    assert {"infantry", "mmg", "officer"} <= kinds_of(soft)
    assert kinds_of(laden) == {"laden"}
    assert kinds_of(armoured) == {"tank", "armoured_car"}
    assert [one.result.code for one in armoured.chances] == ["odds.kept.safe"]
    assert laden.expected[0][1] > soft.expected[0][1] > 0
    assert len({one.about.code for one in found}) == 1


def test_the_figure_of_a_kind_is_what_the_dice_do_if_it_is_that() -> None:
    """All 36 throws at infantry that was hidden until the shot (3.4, 3.5, 8.2)."""
    state = asked()
    action, found = shot(state)
    thrown = Count(
        n
        for pips in product(PIPS, PIPS)
        for n in numbers_of(told(state, action, "fire.result", pips).params["hits"])
    )
    counted = {numbers_of(one.result.params["n"])[0]: one.probability for one in found[0].chances}
    assert counted == {hits: Fraction(n, 36) for hits, n in thrown.items()}


@pytest.mark.parametrize("type_", TYPES.values())
def test_nothing_hangs_on_what_it_is(type_: str) -> None:
    """Question, choices, odds and their words are the same in each world."""
    here, there = asked(), asked(type_)
    views = [GAME.view(one, NATIONALIST) for one in (here, there)]
    assert GAME.asked(views[0]) == GAME.asked(views[1])
    assert GAME.awaiting(here) == GAME.awaiting(there)
    assert shot(here) == shot(there)


def test_who_has_been_recognised_is_taken_off_what_it_may_be() -> None:
    """All tanks of the army are known: a marker is none any more."""
    view = GAME.view(asked(), NATIONALIST)
    kinds = {one.kind for one in may_be(view.table, REPUBLICAN, (START, SHOT_AT))}
    assert {"tank", "truck", "laden", "officer"} <= kinds
    tanks = [Counter(f"republican-known{n}", REPUBLICAN, "t26", at=f"C{n}01") for n in range(1, 10)]
    table = lay(*view.table.counters.values(), *tanks, settings=FULL, turn=2)
    left = {one.kind for one in may_be(table, REPUBLICAN, (START, SHOT_AT))}
    assert left == kinds - {"tank"}


def test_a_side_that_has_one_kind_alone_is_told_so() -> None:
    """The small scenario has infantry and its officers; both fare alike."""
    mover = infantry("g1", START, unseen=True)
    table = lay(officer("g", START, unseen=True), mover, guns())
    state: State = do(table, order(G, f"{G}1 move C411")).state
    _, (found,) = shot(state)
    assert found.supposing is not None
    assert found.supposing.code == "odds.supposing.any"


@pytest.mark.parametrize("language", ["en", "es"])
def test_it_is_said_a_line_for_each_kind(language: str) -> None:
    """Never a figure without what it is for."""
    words = words_for(language, GAME)
    _, found = shot(asked())
    lines = nearest(found, words)
    begins = {"en": "If it is ", "es": "Si es "}[language]
    assert len(lines) == len(found) == 3
    assert all(one.startswith(begins) for one in lines)
    paragraphs = [one for one in odds_texts(found, words.plain) if "🎲" in one]
    assert all(begins.lower() in one for one in paragraphs)
