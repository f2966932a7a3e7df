"""Positions of every game that declares corrections are put right, from menus alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.moderator import Campaign, Draft
from bot.moderator.referees import proving
from bot.moderator.referees.acts import Act
from bot.moderator.referees.appointing import Candidate
from bot.moderator.referees.correcting import waits_for
from bot.moderator.table.replay import verify
from bot.store.log import CORRECT
from bot.text import LANGUAGES, be_strict
from bot.ui.dialogue import correcting
from bot.ui.dialogue.correcting import Asked
from bot.ui.dialogue.fields import fields_of
from engine.dice import SeededDice
from tests.bot.moderator.referees.test_correcting import DORA
from tests.support.river import BLUE, CHANNEL, GUILD, RED, River, river
from tests.support.seldom import seldom

CORRECTED = [key for key in sorted(GAMES) if GAMES[key].corrections]
DEAR = "art_of_war"
"""It has so many kinds, and so many pieces to choose from: in the long tests."""
MOST_ACTIONS = 600
"""Within which a random game comes to rest."""


async def begun(there: River, key: str) -> Campaign:
    """Begin a game that Dora referees."""
    door = there.door
    campaign = await door.lobby.create(
        game=key,
        name="Table",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings={},
        referee=Candidate(DORA, "Dora"),
    )
    for person, seat in zip((RED, BLUE), campaign.seats, strict=True):
        await door.seats.join(campaign.id, person, seat)
    return await door.lobby.start(campaign.id, RED, request="start")


async def played_to_rest(there: River, campaign: Campaign) -> None:
    """Play at random until the position can be put right."""
    people = dict(zip(campaign.seats, (RED, BLUE), strict=True))
    chance, game = SeededDice(b"play"), GAMES[campaign.game]
    for _ in range(MOST_ACTIONS):
        live = await there.door.desk.at_hand(campaign.id)
        assert live.position is not None
        if not waits_for(game, live.position.view(None)):
            return
        decision = live.position.decisions[0]
        action = proving.chosen(game, live.position.state, decision, chance)
        await there.do(campaign, people[decision.seat], action)
    raise AssertionError("it never comes to rest")


def put_together(game: Any, asked: Asked, kind: str) -> dict[str, str] | None:
    """Return a draft with one correction of a kind in its list, made from what is offered first."""
    filled = correcting.begun(game, {}, kind)
    for index, field in enumerate(fields_of(game.corrections[kind])):
        if not field.required:
            continue
        page = correcting.page_of(game, asked.of(filled))
        assert page.view().total_children_count <= 40
        menus = [item.item for item in page.items if hasattr(item.item, "options")]
        if not menus:
            return None
        filled, refusals = correcting.fill(game, asked.of(filled), index, menus[0].options[0].value)
        assert not refusals
    if filled.get(correcting.KIND):
        page = correcting.page_of(game, asked.of(filled))
        assert any("add" in str(item.custom_id) for item in page.items)
        filled, refusals = correcting.add(game, asked.of(filled))
        assert not refusals
    return filled


@pytest.mark.parametrize("key", seldom(CORRECTED, set(CORRECTED) - {DEAR}))
async def test_every_kind_is_put_together_from_menus(key: str, tmp_path: Path) -> None:
    """In both languages; what it leads to is kept, and the log replays."""
    game = GAMES[key]
    be_strict()
    try:
        async with river(tmp_path, games=GAMES) as there:
            campaign = await begun(there, key)
            await played_to_rest(there, campaign)
            done = 0
            for kind in game.corrections:
                look = await there.door.corrections.look(campaign.id, DORA)
                for language in LANGUAGES:
                    asked = Asked(look, Draft("a", campaign.id, DORA, CORRECT), language)
                    filled = put_together(game, asked, kind)
                if filled is None:
                    continue
                page = correcting.page_of(game, asked.of(filled))
                assert any("look" in str(item.custom_id) for item in page.items), page.texts
                typed = correcting.typed_of(filled)
                foreseen = await there.door.corrections.foresee(campaign.id, DORA, typed)
                shown = correcting.foreseen_page(
                    foreseen, asked.of(filled).draft, asked.words(game)
                )
                assert shown.view().total_children_count <= 40
                act = Act(campaign.id, DORA, "Why", kind, look.version)
                assert not await there.door.corrections.correct(act, typed)
                done += 1
            assert done > 1
            report = await verify(there.database, GAMES, campaign.id)
            assert report.actions > done
            assert not report.damage
    finally:
        be_strict(strict=False)
