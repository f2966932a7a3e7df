"""Secrets, and whatever can fail: rights, Discord, the database, the bot itself."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from bot.app import Adjutant
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.table.play import TablePlay
from bot.store import Database, StoreFull
from engine.api import AnyGame
from tests.e2e.conftest import ToyTable


@contextlib.asynccontextmanager
async def _full(_: Database) -> AsyncIterator[None]:
    """A database without room."""
    raise StoreFull("No space is left.")
    yield


async def test_secret_orders_are_told_to_their_side_alone(river: ToyTable) -> None:
    """Reply and receipt are private; nobody else can notice anything."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    before = bruno.notices(), carla.notices()
    reply = await alice.slash("toy hide", bank="north")
    assert "🔒" in reply.text
    assert "north" in alice.inbox()[-1].text.lower()
    assert (bruno.notices(), carla.notices()) == before
    assert "North" in (await alice.slash("orders show")).text
    assert "North" not in (await bruno.slash("orders show")).text


async def test_closed_direct_messages_lose_nothing(river: ToyTable) -> None:
    """Who takes no direct messages is told so privately, and can read the order on demand."""
    alice = river.people["alice"]
    alice.close_dms()
    reply = await alice.slash("toy hide", bank="north")
    assert "DMs are closed" in reply.text
    assert "North" in (await alice.slash("orders show")).text
    assert "DMs are closed" in (await alice.slash("inbox")).text


async def test_missing_rights_are_named(toy: ToyTable) -> None:
    """Where the bot may not post or attach no campaign is created, and the right is named."""
    alice = toy.people["alice"]
    toy.deny("attach_files")
    reply = await alice.slash("game new", game="toy", name="River")
    assert "Attach Files" in reply.text
    toy.deny("pin_messages", "manage_messages")
    reply = await alice.slash("game new", game="toy", name="River")
    assert "Pin Messages" in reply.text
    assert "is ready" in reply.text


async def test_rights_lost_later_cost_no_order(river: ToyTable) -> None:
    """Orders are accepted and kept while the bot may not write in the channel."""
    await river.to_play()
    alice = river.people["alice"]
    river.deny("send_messages", "attach_files")
    assert "Done" in (await alice.slash("toy land", bank="north")).text
    assert "lands at North" in (await alice.slash("log show")).text


@pytest.mark.parametrize("status", [500, 429])
async def test_discord_failing_costs_no_order(river: ToyTable, status: int) -> None:
    """An answer that Discord does not take leaves the order done, once."""
    await river.to_play()
    alice = river.people["alice"]
    lands = (await river.entries()).count("land")
    river.env.inject_error("POST", "/webhooks/*", status=status, times=1)
    river.env.inject_error("POST", f"/channels/{river.channel.id}/messages", status=status, times=2)
    await alice.slash("toy land", bank="north")
    await river.wait(600)
    assert (await river.entries()).count("land") == lands + 1
    assert any("lands at North" in paper.text for paper in river.bulletins())


async def test_deleted_panel_and_channel_do_not_stop_the_game(river: ToyTable) -> None:
    """A deleted panel comes back; the commands do not need it."""
    await river.to_play()
    alice = river.people["alice"]
    panel = river.panel
    await panel.message.delete()
    await river.settle()
    assert "Done" in (await alice.slash("toy land", bank="north")).text
    assert river.panel.id != panel.id


async def test_broken_database_changes_nothing(river: ToyTable) -> None:
    """When the database fails the person is told that nothing was changed."""
    await river.to_play()
    alice = river.people["alice"]
    count = len(await river.entries())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "write", _full)
        reply = await alice.slash("toy row", strokes=1)
    assert reply.is_private
    assert "Nothing has changed" in reply.text
    assert len(await river.entries()) == count
    assert "Done" in (await alice.slash("toy row", strokes=1)).text


async def test_unexpected_error_gives_an_incident_number(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No traceback reaches a channel; the log has it under the number that the person reads."""
    await river.to_play()
    alice = river.people["alice"]

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(TablePlay, "act", fail)
    typed = await alice.slash("toy row", strokes=1)
    pressed = await alice.press(river.panel, "Row one stroke")
    for reply in (typed, pressed):
        assert reply.is_private
        assert "secret detail" not in reply.text
        number = reply.text.split("`")[-2]
        assert f"Incident {number}" in caplog.text
    assert "simulated.token" not in caplog.text
    assert len(river.env.errors) == 2


async def test_maps_of_games_under_way_are_begun_at_the_start(
    toy: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that starts with a campaign on file gets its painter ready; without one it does not."""
    monkeypatch.setattr(Adjutant, "calm", 0.0)
    await toy.begin()
    before = toy.painter.warmed.is_set()
    await toy.restart()
    after = await asyncio.to_thread(toy.painter.warmed.wait, 30)

    assert not before
    assert after


async def test_games_that_cannot_be_found_do_not_hold_up_the_start(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the database does not tell which maps will be wanted, all is delivered as ever."""

    async def fail(_: CampaignReader) -> tuple[AnyGame, ...]:
        raise StoreFull("No space is left.")

    monkeypatch.setattr(Adjutant, "calm", 0.0)
    monkeypatch.setattr(CampaignReader, "games_alive", fail)
    await river.restart()
    known = len(river.bulletins())
    # Whoever began, one of the two has to cross before both have been awaited.
    await river.to_play("red")
    await river.to_play("blue")

    assert len(river.bulletins()) > known
    assert "the games being played cannot be found" in caplog.text
