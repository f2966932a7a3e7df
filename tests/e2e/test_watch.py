"""What a host's own programs read of the bot: how it does, and nothing of anybody's."""

import io
import logging
import math
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.app import Adjutant
from bot.cli.serving import CHATTY, set_up_logging
from bot.moderator.table.play import TablePlay
from bot.settings import SettingsError, load_settings
from bot.store import Database, StoreFull
from tests.e2e.conftest import ToyTable
from tests.support.table import TOKEN

ANYWHERE = "127.0.0.1:0"


@pytest.fixture
async def watched(tmp_path: Path, strict_texts: None) -> AsyncIterator[ToyTable]:
    """A game of the toy under way, of which all is measured, on any port that is free."""
    async with ToyTable(tmp_path, metrics=ANYWHERE) as opened:
        await opened.begin()
        yield opened


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """All that the bot logs, as a host has it who wants all of it, in JSON."""
    written, root = io.StringIO(), logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr("sys.stderr", written)
    loggers = [root, *(logging.getLogger(name) for name in CHATTY)]
    levels = [one.level for one in loggers]
    given = {"token": TOKEN, "log_level": "DEBUG", "log_format": "json"}
    set_up_logging(load_settings(given, env_file=None))
    yield written
    for one, level in zip(loggers, levels, strict=True):
        one.setLevel(level)


def watch_of(table: ToyTable) -> Any:
    """Who watches the table's present bot."""
    assert isinstance(table.bot, Adjutant)
    assert table.bot.watch is not None
    return table.bot.watch


async def page(table: ToyTable, path: str) -> tuple[int, str]:
    """One of the three pages, by HTTP: its status and its text."""
    address = f"http://127.0.0.1:{watch_of(table).pages.port}/{path}"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.text()


async def measured(table: ToyTable) -> dict[tuple[str, ...], float]:
    """What the page of metrics says: numbers by name and values of labels, in their order."""
    status, text = await page(table, "metrics")
    assert status == 200
    return {
        (sample.name, *(v for _, v in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_what_people_do_is_measured(watched: ToyTable) -> None:
    """Acknowledgements, drawing, thinking, the database, the outbox, campaigns and connections."""
    await watched.to_play()
    alice = watched.people["alice"]
    await alice.slash("map show")
    await alice.press(watched.panel, "Plan my turn")

    found = await measured(watched)

    assert found["adjutant_acknowledgement_seconds_count", "/game new", "toy"] == 1
    assert found["adjutant_acknowledgement_seconds_count", "plan", "toy"] == 1
    assert not [key for key in found if key[0] == "adjutant_unacknowledged_total"]
    assert found["adjutant_drawing_seconds_count", "toy", "picture"] > 0
    assert found["adjutant_drawings_under_way", "picture"] == 0
    assert found["adjutant_thinking_seconds_count", "toy", "asked"] > 0
    assert found["adjutant_database_seconds_count", "read"] > 0
    assert found["adjutant_database_seconds_count", "write"] > 0
    assert found["adjutant_outbox_rows",] == 0
    assert found["adjutant_campaigns", "toy", "playing"] == 1
    assert found["adjutant_gateway_shards", "connected"] == 1
    assert found["adjutant_servers",] == 1
    assert {found["adjutant_ready", one] for one in ("discord", "database", "courier")} == {1}


async def test_what_waits_is_told_with_its_age(watched: ToyTable) -> None:
    """Of a channel that takes nothing and of a person; asked of the database once a while."""
    await watched.to_play()
    alice = watched.people["alice"]
    watch_of(watched).fresh = math.inf
    assert (await measured(watched))["adjutant_outbox_rows",] == 0
    watched.deny("send_messages", "attach_files")
    await alice.slash("toy land", bank="north")
    await watched.wait(120)

    assert (await measured(watched))["adjutant_outbox_rows",] == 0
    watch_of(watched).fresh = 0.0
    found = await measured(watched)
    assert found["adjutant_outbox_rows",] >= 1
    assert found["adjutant_outbox_oldest_seconds",] >= 120


async def test_discords_refusals_are_counted_by_number(watched: ToyTable) -> None:
    """Of posts, and of answers."""
    await watched.to_play()
    alice = watched.people["alice"]
    watched.env.inject_error("POST", "/webhooks/*", status=404, code=10062, times=1)
    path = f"/channels/{watched.channel.id}/messages"
    watched.env.inject_error("POST", path, status=400, code=20028, times=1)
    await alice.slash("toy land", bank="north")
    await watched.wait(600)

    found = await measured(watched)

    assert found["adjutant_refusals_total", "10062", "answer"] == 1
    assert found["adjutant_refusals_total", "20028", "post"] == 1


async def test_it_is_ready_when_all_parts_are(
    watched: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a line says what is not; alive it is all the same."""
    assert await page(watched, "readyz") == (200, "ready\n")
    assert await page(watched, "healthz") == (200, "alive\n")
    bot = watched.bot
    assert isinstance(bot, Adjutant)

    def full(_: Database) -> None:
        raise StoreFull("No space is left.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "read", full)
        await bot.on_disconnect()
        answer = await page(watched, "readyz")
        found = await measured(watched)
        alive = await page(watched, "healthz")
    await bot.on_resumed()

    assert answer == (503, "Discord is not reached; the database does not answer\n")
    assert alive == (200, "alive\n")
    assert math.isnan(found["adjutant_outbox_rows",])
    assert found["adjutant_gateway_losses_total",] == 1
    assert (await page(watched, "readyz"))[0] == 200


async def test_an_incident_is_known_by_one_number_and_one_fault(
    watched: ToyTable, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the answer, the log, what the host is told and what is measured; its words are nowhere."""
    carla = watched.people["carla"]
    monkeypatch.setattr(Adjutant, "host_id", property(lambda _: carla.id))
    await watched.to_play()

    secret = "the north bank"

    async def fail(*_: object, **__: object) -> None:
        raise KeyError(secret)

    monkeypatch.setattr(TablePlay, "act", fail)
    reply = await watched.people["alice"].slash("toy row", strokes=1)
    _ = watched.env.errors

    (told,) = (paper.text for paper in carla.inbox() if "of mine" in paper.text)
    number = reply.text.split("`")[-2]
    (line,) = (one for one in log.getvalue().splitlines() if f"Incident {number}" in one)
    (fault,) = (key[1] for key in await measured(watched) if key[0] == "adjutant_incidents_total")
    assert fault.startswith("KeyError, ")
    assert f'"incident": "{number}"' in line
    assert f'"raised": "{fault}"' in line
    assert number in told
    assert fault in told
    for one in (told, log.getvalue()):
        assert secret not in one


async def test_no_secret_and_no_token_gets_into_log_or_metrics(
    watched: ToyTable, log: io.StringIO
) -> None:
    """While orders are given in secret, planned and refused, at DEBUG; nor who gives them."""
    await watched.to_play()
    alice = watched.people["alice"]
    await alice.slash("toy hide", bank="north")
    typed = await (await alice.press(watched.panel, "Plan my turn")).press("Type orders")
    await typed.fill(value="hide south; row 1")
    await alice.slash("toy hide", bank="nowhere")
    watched.env.inject_error("POST", "/webhooks/*", status=404, code=10062, times=1)
    await alice.slash("orders show")
    text = (await page(watched, "metrics"))[1]
    await watched.restart()
    said = log.getvalue()

    assert said.count("\n") > 10
    assert 'command="/toy"' in text
    for secret in ("north", "south", "nowhere", TOKEN, "simcord_interaction"):
        assert secret not in said, secret
        assert secret not in text, secret
    campaign = (await watched.look()).campaign
    for nobodys in (
        "hide",
        campaign.id,
        campaign.name,
        *(str(p.id) for p in watched.people.values()),
    ):
        assert nobodys not in text
    assert not re.search(r"(?<![./\w])hide(?![./\w])", said)


async def test_lines_say_which_step_is_worked_on(watched: ToyTable, log: io.StringIO) -> None:
    """Whoever logs while a step is taken need not say of which campaign."""
    await watched.to_play()
    campaign = (await watched.look()).campaign
    live = await watched.moderator.desk.at_hand(campaign.id)

    async def work(*_: object) -> None:
        logging.getLogger("bot.anything").warning("something is odd")

    await watched.moderator.desk.exclusive(campaign.id, work)

    (line,) = (one for one in log.getvalue().splitlines() if "something is odd" in one)
    assert f'"campaign": "{campaign.id}", "step": {live.row.head + 1}' in line


async def test_an_address_that_is_taken_is_said_in_one_line(
    watched: ToyTable, tmp_path: Path
) -> None:
    """As every setting that is wrong."""
    port = watch_of(watched).pages.port
    folder = tmp_path / "other"
    folder.mkdir()
    other = ToyTable(folder, metrics=str(port)).bot
    assert isinstance(other, Adjutant)
    with pytest.raises(SettingsError, match=r"^ADJUTANT_METRICS: nothing .*\.$"):
        await other.open()
    await other.close()


async def test_nothing_is_measured_unless_it_is_asked_for(river: ToyTable) -> None:
    """Whoever says no address has no page, and nothing that counts."""
    assert isinstance(river.bot, Adjutant)
    assert river.bot.watch is None
    assert not river.bot.measures.is_on
