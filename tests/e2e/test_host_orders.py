"""What people meet of the host's orders: one plain sentence, and the ways that stay open."""

from __future__ import annotations

from bot.cli.ordering import Orders
from tests.e2e.conftest import ToyTable
from tests.support.table import BEATING


async def order(table: ToyTable, *words: str | int | None) -> None:
    """Give an order as the host does, in another process, and let the bot heed it."""
    kind, *given = words
    orders = Orders(table.bot.moderator.desk.database.engine.url)  # type: ignore[union-attr]
    await getattr(orders, str(kind))(*given)
    await table.wait(BEATING + 60)
    await table.settle()


async def test_a_campaign_that_is_set_aside_says_so(river: ToyTable) -> None:
    """To whoever presses or orders anything; it can be left and reported, and goes on later."""
    alice, carla = river.people["alice"], river.people["carla"]
    campaign = (await river.look()).campaign.id
    await order(river, "set_aside", campaign, None, "")
    sentence = "The bot's host has set this campaign aside because something in it is broken."

    for answer in (
        await alice.slash("game status"),
        await alice.slash("toy row", strokes=1),
        await alice.press(river.panel, "Plan my turn"),
    ):
        assert answer.is_private
        assert sentence in answer.text
    assert sentence in (await carla.slash("map show")).text
    assert sentence not in (await alice.slash("inbox")).text
    assert sentence not in (await alice.slash("game leave")).text

    await order(river, "release", campaign, None)
    assert sentence not in (await alice.slash("game status")).text


async def test_all_tables_are_paused_and_told_so(river: ToyTable) -> None:
    """In the channel, once, with what the host says; one can look, and order nothing."""
    alice = river.people["alice"]
    before = len(river.public())
    await order(river, "pause", "Back at *six*.")
    (told,) = river.public()[before:]
    assert "The bot's host has paused all tables." in told.text
    assert r"The host says: Back at \*six\*." in told.text
    assert not told.buttons

    refused = await alice.slash("game resign")
    assert "has paused all tables" in (await refused.press("Resign")).text
    assert "has paused all tables" not in (await alice.slash("map show")).text
    opened = await alice.slash("game new", game="toy", name="Second")
    assert "has paused all tables" in opened.text

    await order(river, "resume")
    assert "lets all tables continue" in river.public()[-1].text
    assert len(river.public()) == before + 2


async def test_who_is_shut_out_may_leave_and_be_erased(river: ToyTable) -> None:
    """And nothing else, here and in direct messages; the others play on."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    await order(river, "shut_out", "person", alice.id, "")
    sentence = "The bot's host has shut you out."

    for answer in (
        await alice.slash("game status"),
        await alice.slash("inbox"),
        await alice.press(river.panel, "Plan my turn"),
    ):
        assert sentence in answer.text
        assert answer.is_private
    assert sentence not in (await bruno.slash("game status")).text
    left = await (await alice.slash("game leave")).press("Leave campaign")
    assert "You have left" in left.text
    erased = await (await (await alice.slash("privacy")).press("Erase me")).press("Yes, erase me")
    assert sentence not in erased.text
    assert sentence in (await alice.slash("game status")).text


async def test_a_server_that_is_shut_out(river: ToyTable) -> None:
    """Everybody in it reads so, and by direct message too of its campaigns, which stay."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    await order(river, "shut_out", "server", river.guild.id, "")
    sentence = "The bot's host has shut this server out."

    assert sentence in (await bruno.slash("game status")).text
    assert sentence in (await alice.press(river.panel, "Plan my turn")).text
    assert sentence not in (await bruno.slash("privacy")).text
    assert (await river.look()).campaign.status == "playing"

    await order(river, "let_in", "server", river.guild.id)
    assert sentence not in (await bruno.slash("game status")).text
