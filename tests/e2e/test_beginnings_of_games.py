"""A real game begun from a position on Discord: Batalla de Calama at its fourth round."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.moderator.table.replay import verify
from tests.e2e.test_beginnings import at_start, opened, typed
from tests.e2e.test_correcting import menu
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table

LINES = """
removed chile-officer-1 dead
objective officer 8
points bolivia 14
put chile-infantry-1 5-7
marker bolivia infantry strength 2
orders_left chile 1
"""


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as opened:
        yield opened


async def test_what_comes_next_is_offered_where_the_list_has_put_it(table: Table) -> None:
    """An officer can be dead once that is noted as fulfilled; what holds nothing is no kind."""
    page = await at_start(await opened(table, "calama"), "round-4")
    kinds = set(page.paper.menus[menu(page, ":kind")])
    assert "put" in kinds
    assert not kinds & {"round", "pool"}
    page = await typed(page, "objective officer 8")
    page = await page.choose("removed", custom_id=menu(page, ":kind"))
    page = await page.choose("chile-officer-1", custom_id=menu(page, ":set:"))
    page = await page.choose("dead", custom_id=menu(page, ":set:"))
    assert "See the position" in page.buttons
    assert "A Chilean Officer falls" in page.text


async def test_a_battle_goes_on_at_its_fourth_round(table: Table) -> None:
    """What is hidden each side is asked for; then it is played, and replays."""
    alice, bruno = table.people["alice"], table.people["bruno"]
    page = await at_start(await opened(table, "calama"), "round-4")
    page = await typed(page, LINES)
    assert "**6.**" in page.text
    page = await (await page.press("See the position")).press("Propose it")
    assert page.paper.pictures
    await alice.slash("game join", side="chile")
    await bruno.slash("game join", side="bolivia")
    for person in (alice, bruno):
        await (await person.slash("game status")).press("Confirm the position")
    await alice.slash("game start")
    await table.settle()
    bot: Any = table.bot
    campaign = await bot.moderator.reader.campaign_in(table.guild.id, table.channel.id)
    for person, ranked in ((alice, "roads, guns, topater"), (bruno, "officer, calama, escape")):
        await person.slash("calama rank", objectives=ranked)
        await person.slash("calama ready")
    await table.settle()
    look = await bot.moderator.reader.look(campaign.id)
    view = look.view.table
    assert (view.round, view.points["bolivia"], view.scored) == (4, 14, {"officer": 8})
    assert view.pieces["chile-infantry-1"].at == "5-7"
    report = await verify(bot._database, bot.games, campaign.id)
    assert report.actions == 5
