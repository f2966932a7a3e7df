"""The odds of a page: counted once, best first, as much as there is room for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from fractions import Fraction
from typing import Any

import pytest

from bot.letters.pages import Page
from bot.moderator import Look
from bot.text import words_for
from bot.thinking import Here
from bot.ui.odds import LIMIT, MOST_ANSWERS, Oddsmaker, answers, with_odds
from engine.api import Action, Chance, Choice, Decision, Odds, Text
from tests.bot.ui.dialogue.test_dialogue import dialogue
from tests.support.toy_game import Row, ToyGame


class Loaded(ToyGame):
    """The toy game with an answer for each number, and odds as a test wants them."""

    def __init__(self, questions: int = 1) -> None:
        self.questions = questions
        self.counted: list[Any] = []
        self.hold = threading.Event()
        self.hold.set()

    def odds(self, view: Any, action: Action) -> tuple[Odds, ...]:
        """The more strokes, the better; none for no stroke."""
        self.hold.wait(10)
        self.counted.append(action)
        strokes = getattr(action, "strokes", 0)
        if strokes == 0:
            return ()
        good = Fraction(strokes, 100)
        chances = (Chance(Text("no_six"), good), Chance(Text("a_six"), 1 - good))
        return (Odds(Text("six_odds"), "2.1", chances),) * self.questions


@pytest.fixture
async def maker() -> AsyncIterator[Oddsmaker]:
    """An oddsmaker that is closed in the end."""
    thinkers = Here()
    yield Oddsmaker(thinkers)
    thinkers.close()


def look() -> Look:
    """Red's look at a fresh game."""
    return dialogue({}).look


def decision(*strokes: int) -> Decision:
    """A question with an answer a number of strokes."""
    choices = tuple(Choice(Text("strokes", {"n": n}), Row(strokes=n)) for n in strokes)
    return Decision("1", "red", "cross", "2", {"turn": 1}, ("row",), choices)


async def test_answers_come_best_first_and_keep_their_places(maker: Oddsmaker) -> None:
    """Likeliest best result first; equals in the game's order; those without dice left out."""
    game: Any = Loaded()
    found = await answers(maker, game, look(), decision(5, 0, 50, 5, 20))
    assert [answer.place for answer in found] == [2, 4, 0, 3]


async def test_only_the_best_of_very_many_are_listed(maker: Oddsmaker) -> None:
    """Of sixty answers those stay that a menu can hold, and a page has room for them."""
    game: Any = Loaded()
    asked = decision(*range(1, 61))
    seen = look()
    found = await answers(maker, game, seen, asked)
    page = await with_odds(maker, game, seen, Page(["x"], questions=(asked,)), words())

    assert len(found) == MOST_ANSWERS
    assert found[0].place == 59
    assert sum(map(len, page.texts)) <= LIMIT + 10


def words() -> Any:
    """Red's words."""
    return words_for("en", dialogue({}).game)


async def test_long_odds_are_cut_where_a_line_ends(maker: Oddsmaker) -> None:
    """However many questions an order asks of the dice, the page keeps its limit."""
    game: Any = Loaded(questions=80)
    page = await with_odds(maker, game, look(), Page(["x"], gamble=Row(strokes=3)), words())
    text = "".join(page.texts[1:])
    assert LIMIT - 300 < len(text) <= LIMIT
    assert text.endswith("…")


async def test_each_is_counted_once_while_the_view_lasts(maker: Oddsmaker) -> None:
    """Asked again for the same view it is there at once; another view is another question."""
    game: Any = Loaded()
    seen = look()
    for _ in range(3):
        await maker.of(game, seen, [Row(strokes=1)])
    assert len(game.counted) == 1
    await maker.of(game, look(), [Row(strokes=1)])
    assert len(game.counted) == 2


async def test_late_odds_are_there_when_asked_again(maker: Oddsmaker) -> None:
    """What is not counted in time is left out, and counted all the same."""
    game: Any = Loaded()
    game.hold.clear()
    seen = look()
    early = await maker.of(game, seen, [Row(strokes=1)], patience=0.01)
    game.hold.set()
    (late,) = await maker.of(game, seen, [Row(strokes=1)], patience=10)

    assert early == [None]
    assert late
    assert len(game.counted) == 1


async def test_event_loop_goes_on_while_odds_are_counted(maker: Oddsmaker) -> None:
    """Counting blocks a thread of its own, not the bot."""
    game: Any = Loaded()
    game.hold.clear()
    waiting = asyncio.ensure_future(maker.of(game, look(), [Row(strokes=1)], patience=10))
    await asyncio.sleep(0)
    assert not waiting.done()
    game.hold.set()
    assert (await waiting)[0]


async def test_kinds_that_roll_are_found_by_trying_them(maker: Oddsmaker) -> None:
    """Rowing rolls dice, landing does not."""
    game: Any = Loaded()
    assert await maker.rolls(game, look(), ("land", "row"), 10) == ("row",)
