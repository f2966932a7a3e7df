"""Figures in words: whatever somebody has played, within Discord's limits."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from bot.games import GAMES
from bot.letters.figures import own_page, page_of
from bot.moderator.looking.figures import CAME, Came, Figures, GameFigures, OwnFigures
from bot.moderator.looking.thrown import Fallen
from bot.text import LANGUAGES, Raw, words_for
from tests.support.limits import Call, broken_limits

MUCH = 997


def much() -> Figures:
    """Every result of every side of every game that ships, many times, and all kinds of dice."""
    came: dict[Came, int] = dict.fromkeys(CAME, MUCH)
    return Figures(
        games=tuple(
            GameFigures(key, computer, dict.fromkeys(game.seats, came))
            for (key, game), computer in product(GAMES.items(), (False, True))
        ),
        came_in=MUCH,
        dice=tuple(Fallen("", (12345,) * sides) for sides in (2, 4, 6, 10, 12, 20)),
        waiting=MUCH,
        unread=1,
        more=True,
    )


def text_of(page: Any) -> str:
    """All words of a page."""
    return "\n".join(page.texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shown", [True, False])
def test_the_most_that_there_can_be_fits(language: str, shown: bool) -> None:
    """Nothing behind it is lost: who sees it, and the buttons, are there whatever stands before."""
    words = words_for(language)
    page = own_page(OwnFigures(much(), much(), shown), GAMES, words)
    said = text_of(page)
    assert len(said) <= 4000
    assert str(words.bot("figures.shown" if shown else "figures.hidden")) in said
    assert len(page.items) == 2
    view: Any = page.view()
    body = view.to_components()
    assert not broken_limits(Call("POST", "/channels/1/messages", {"components": body}))
    other = page_of(Raw("carla"), much(), GAMES, words)
    assert len(text_of(other)) <= 4000
    assert not other.items


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_side_is_named_once(language: str) -> None:
    """One line where there was one side; a line a side where there were several."""
    key, game = next(iter(GAMES.items()))
    words = words_for(language)
    first, second = game.seats[:2]
    one = Figures((GameFigures(key, False, {first: {"won": 2}}),))
    two = Figures((GameFigures(key, False, {first: {"won": 2}, second: {"lost": 1}}),))
    for figures, lines in ((one, 1), (two, 3)):
        page = page_of(Raw("carla"), figures, GAMES, words)
        told = page.texts[1].splitlines()[1:]
        assert len(told) == lines
    own = OwnFigures(None, one)
    assert len(own_page(own, GAMES, words).items) == 0
