"""`/report`: a dispute or a fault, in private to whoever hosts the bot."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.app import Adjutant
from bot.cli.reporting import list_reports
from bot.store import StoreError, reports
from bot.store.database import as_url
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply
from tests.support.reading import Paper

TYPED = "My **boat** sank\n@everyone must [know](https://x.y)"


@pytest.fixture(autouse=True)
def host(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Who owns the bot; the simulated Discord says that it owns itself."""
    owner: list[int] = []
    monkeypatch.setattr(Adjutant, "host_id", property(lambda _: owner[0]))
    return owner


async def _report(person: Person, words: str = TYPED, clause: str = "2.1") -> Reply:
    shown = await person.slash("report")
    assert shown.modal is not None, shown.text
    return await shown.fill(words=words, clause=clause)


@pytest.mark.sqlite
async def test_a_report_reaches_the_host_alone(river: ToyTable, host: list[int]) -> None:
    """By direct message, with campaign, public step and clause; what was typed is harmless."""
    alice, bruno, carla = (river.people[name] for name in ("alice", "bruno", "carla"))
    host.append(carla.id)
    await bruno.slash("toy hide", bank="north")  # a secret step: it does not count
    before = [len(person.inbox()) for person in (alice, bruno, carla)]
    public = len(river.public())

    reply = await _report(alice)

    assert reply.is_private
    assert "Sent to the host" in reply.text
    assert len(river.public()) == public
    assert [len(person.inbox()) for person in (alice, bruno)] == before[:2]
    (told,) = carla.inbox()[before[2] :]
    campaign = (await river.look()).campaign
    assert f"`{campaign.id}`" in told.text
    assert "step 1, clause 2.1" in told.text
    assert alice.mention in told.text
    assert "\\*\\*boat\\*\\*" in told.text
    assert "@everyone" not in told.text
    line = "\n".join(list_reports(as_url(river.database)))
    assert f"{campaign.id} (River) step 1, clause 2.1, by {alice.id}:\n    My **boat** sank" in line


async def test_it_is_asked_and_told_in_spanish(river: ToyTable, host: list[int]) -> None:
    """The dialogue in the reporter's language, the message in the host's or the campaign's."""
    alice = river.people["alice"]
    host.append(river.people["carla"].id)
    alice.speak("es-ES")

    shown = await alice.slash("report")

    assert shown.modal is not None
    assert "aloja el bot" in str(shown.modal)
    assert "público" in (await shown.fill(words="Hundido", clause="")).text
    assert "clause —" in river.people["carla"].inbox()[-1].text


@pytest.mark.sqlite
async def test_who_may_report_and_how_often(river: ToyTable, host: list[int]) -> None:
    """Members, at most so many a day; strangers, and blanks, are told why not."""
    alice, carla = river.people["alice"], river.people["carla"]
    host.append(carla.id)
    refused = await carla.slash("report")
    assert refused.modal is None
    assert "Only people who play" in refused.text
    assert "Say what is wrong" in (await _report(alice, "   ")).text
    for number in range(reports.A_DAY):
        assert "Sent to the host" in (await _report(alice, f"fault {number}")).text
    late = await _report(alice, "one more")

    assert "5 reports" in late.text
    assert len(list_reports(as_url(river.database))) == reports.A_DAY
    await river.wait(hours=25)
    assert "Sent to the host" in (await _report(river.people["bruno"])).text
    assert "Sent to the host" in (await _report(alice, "a day later")).text


@pytest.mark.sqlite
async def test_privacy_erases_reports(river: ToyTable, host: list[int]) -> None:
    """Also one that still waits to be sent: the host never gets it."""
    alice, carla = river.people["alice"], river.people["carla"]
    host.append(carla.id)
    await _report(alice)
    path = f"/channels/{carla.actor.user.dm_channel.id}/messages"
    river.env.inject_error("POST", path, status=500, code=0, message="down", times=None)
    await _report(alice, "not yet sent")
    sent = len(carla.inbox())

    asked = await alice.slash("privacy")
    sure = await asked.press("Erase me")
    await sure.press(next(label for label in sure.buttons if "rase" in label))

    carla.open_dms()
    await river.wait(hours=2)
    assert len(carla.inbox()) == sent
    assert list_reports(as_url(river.database)) == []


async def test_a_channel_for_reports(tmp_path: Path, host: list[int], strict_texts: None) -> None:
    """They go there; and where it takes none, to the owner after all."""
    async with ToyTable(tmp_path, report_channel=1) as table:
        host.append(table.people["carla"].id)
        room = table.guild.create_text_channel("host")
        object.__setattr__(table.settings, "report_channel", room.id)
        await table.begin()

        await _report(table.people["alice"])

        assert TYPED.partition("\n")[0].split()[0] in _last(table.public(room))
        assert table.people["carla"].inbox() == []
        object.__setattr__(table.settings, "report_channel", 12345)
        await _report(table.people["alice"], "another")
        assert "another" in _last(table.people["carla"].inbox())


def _last(papers: list[Paper]) -> str:
    return papers[-1].text


def test_the_command_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No database, another kind of one: one line."""
    monkeypatch.chdir(tmp_path)
    answer = CliRunner().invoke(app, ["reports"])
    assert answer.exit_code == 1
    assert answer.output.count("\n") == 1
    with pytest.raises(StoreError, match="check the address"):
        list_reports(as_url("postgresql+asyncpg://localhost:1/y"))
