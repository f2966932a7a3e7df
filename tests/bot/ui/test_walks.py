"""Walks through dialogues at random, in random positions of every game.

Whatever is chosen from the menus, a page leads on, and no two of its lines read alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

import discord
import pytest

from bot.letters.keys import decode
from bot.letters.pages import Page
from bot.moderator import Campaign, Draft, Look
from bot.text import words_for
from bot.ui.dialogue import filling
from bot.ui.dialogue.dialogue import Dialogue
from engine.api import AnyGame
from engine.dice import SeededDice
from engine.registry import load_games
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.games_played import states_of
from tests.support.seldom import seldom
from tests.support.short import short
from tests.support.toy_game import TOY

TOY_GAME: Any = TOY
GAMES: dict[str, AnyGame] = {**load_games(), TOY.key: TOY_GAME}
POSITIONS = 12
STEPS = 14
PHONE = 45
"""Characters of a menu's line that a phone shows."""
LEADING = {"fill", "confirm", "type", "again"}
"""Verbs that lead on, or begin once more."""

every_game = pytest.mark.parametrize("key", sorted(GAMES))
LANGUAGES = "en", "es"
TALKS = [(key, language) for key in sorted(GAMES) for language in LANGUAGES]
OFTEN = [(key, LANGUAGES[n % len(LANGUAGES)]) for n, key in enumerate(sorted(GAMES))]
every_talk = pytest.mark.parametrize(("key", "language"), seldom(TALKS, OFTEN))


@cache
def looks(key: str) -> tuple[tuple[Any, Look], ...]:
    """States, and what a seat that is awaited sees, in positions spread over a random game."""
    game = GAMES[key]
    states = states_of(game, "once", short(game))
    found = []
    for state in states[:: max(1, len(states) // POSITIONS)]:
        seat = game.awaiting(state)[0].seat
        found.append((state, Look(campaign(key), seat, game.view(state, seat), None)))
    return tuple(found)


def campaign(key: str) -> Campaign:
    """A campaign that is played."""
    return Campaign(
        id="abcd1234",
        game=key,
        name="Walk",
        guild_id=1,
        channel_id=2,
        language="en",
        settings={},
        status="playing",
        seats={},
        creator_id=1,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def walk(state: Any, look: Look, game: AnyGame, kind: str, language: str) -> Iterator[Page]:
    """Yield the pages of one dialogue, in each of which something is chosen at random."""
    dice, filled = SeededDice(f"{look.seat} {kind}".encode()), dict[str, str]()
    for _ in range(STEPS):
        draft = Draft("draft", look.campaign.id, 1, kind, filled)
        talk = Dialogue(draft, look, game, words_for(language, game))
        page = talk.page()
        yield page
        asking = numbers(page, "ask")
        if asking and not selects(page):
            action = game.parse(look.view, kind, talk.filled)
            refusals = game.check(state, str(look.seat), action)
            page = talk.refused(refusals) if refusals else talk.field_page(pick(dice, asking))
            yield page
        menus = [one for one in selects(page) if verb(one) == "fill"]
        if not menus:
            return
        (place,) = numbers(page, "fill")
        field = talk.field(place)
        (count,) = dice.roll("walk", sides=menus[0].max_values)
        values = [pick(dice, menus[0].options).value for _ in range(count)]
        filled = {
            **filled,
            field.name: filling.added(field, talk.filled.get(field.name, ""), values),
        }


def pick(dice: SeededDice, among: Sequence[Any]) -> Any:
    """One of them."""
    (number,) = dice.roll("walk", sides=len(among))
    return among[number - 1]


def numbers(page: Page, wanted: str) -> list[int]:
    """The fields to which the items of a page lead that do what is wanted."""
    found = [decode(str(getattr(one.item, "custom_id", ""))) for one in page.items]
    return [key.number(1) for key in found if key is not None and key.verb == wanted]


def verb(item: Any) -> str:
    """What pressing it does."""
    key = decode(str(getattr(item, "custom_id", "")))
    return key.verb if key else ""


def selects(page: Page) -> list[discord.ui.Select[Any]]:
    """The menus of a page."""
    return [one.item for one in page.items if isinstance(one.item, discord.ui.Select)]


@every_talk
def test_pages_lead_on_and_their_lines_differ(key: str, language: str) -> None:
    """Each page has something that leads on; the lines of a menu differ where a phone cuts them."""
    game = GAMES[key]
    stuck, alike = list[str](), list[str]()
    standing = tuple(kind for kind, model in game.actions.items() if model.standing)
    for state, look in looks(key):
        for kind in (*game.kinds(look.view), *standing):
            for page in walk(state, look, game, kind, language):
                if not LEADING & {verb(one.item) for one in page.items}:
                    stuck.append(f"{kind}: {page.texts}")
                for menu in selects(page):
                    for limit in (100, PHONE):
                        seen = dict[tuple[str, str], str]()
                        for one in menu.options:
                            text = one.label[:limit], (one.description or "")[:limit]
                            if text in seen:
                                alike.append(f"{kind}: {one.label} / {seen[text]}")
                            seen[text] = one.label

    assert not stuck, "\n".join(dict.fromkeys(stuck))
    assert not alike, "\n".join(dict.fromkeys(alike))
