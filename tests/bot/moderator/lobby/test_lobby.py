"""Creating campaigns, taking seats, leaving, ending."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import GAMES
from bot.moderator import CODES, Campaign, Complaint
from bot.moderator.lobby.lobby import clean_name
from engine.api import Term
from engine.data.play_data import PlayData, shipped
from engine.data.with_data import with_data
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, River, river
from tests.support.toy_game import Hide

pytestmark = pytest.mark.usefixtures("both_databases")


async def refusal(awaitable: Awaitable[Any]) -> tuple[str, dict[str, Any]]:
    """Return code and parameters of the error that *awaitable* ends in."""
    with pytest.raises(Complaint) as caught:
        await awaitable
    assert set(caught.value.params) == set(CODES[caught.value.code])
    return caught.value.code, dict(caught.value.params)


def create(there: River, **changes: Any) -> Awaitable[Campaign]:
    """Create a campaign in the usual way but for *changes*."""
    usual: dict[str, Any] = {
        "game": "toy",
        "name": "Crossing",
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "person_id": RED,
        "language": "en",
    }
    return there.door.lobby.create(**(usual | changes))


async def test_a_campaign_from_its_creation_to_its_end(tmp_path: Path) -> None:
    """It is found by its channel and in its server's list all the time."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await create(there, settings={"turns": 2})
        assert campaign.status == "open"
        assert campaign.seats == {"red": (), "blue": ()}
        plain = {"crates": False, "smuggling": False, "hoarse": False}
        assert campaign.settings == {"turns": 2, **plain}

        await door.seats.join(campaign.id, RED, "red")
        await door.seats.join(campaign.id, BLUE, "blue")
        assert (await door.reader.look(campaign.id)).view is None
        playing = await door.lobby.start(campaign.id, BLUE, request="start")
        assert playing.status == "playing"
        await there.play_out(campaign)

        look = await door.reader.look(campaign.id, RED)
        assert look.campaign.status == "over"
        assert look.outcome is not None
        assert look.decisions == ()
        assert await door.reader.campaign_in(GUILD, CHANNEL) == look.campaign
        assert await door.reader.campaigns(GUILD) == (look.campaign,)
        assert await door.reader.campaigns(GUILD, GREEN) == ()


async def test_what_cannot_be_created(tmp_path: Path) -> None:
    """Each mistake has its own code."""
    async with river(tmp_path) as there:
        assert await refusal(create(there, game="chess")) == (
            "campaign.unknown_game",
            {"game": Term("game", "chess")},
        )
        assert await refusal(create(there, settings={"turns": 99, "dice": 1})) == (
            "campaign.bad_settings",
            {"fields": ("turns", "dice")},
        )
        assert await refusal(create(there, name=" \n\t")) == ("campaign.name_empty", {})
        assert await refusal(create(there, name="n" * 81)) == ("campaign.name_long", {"limit": 80})
        await create(there)
        assert await refusal(create(there)) == ("campaign.channel_taken", {"name": "Crossing"})


async def test_what_a_hosts_own_files_lack_cannot_be_chosen(tmp_path: Path) -> None:
    """It is refused when the campaign is created, not when it is to begin."""
    game = GAMES["barricadas"]
    files = dict(shipped(game.key, game.data_files).files)
    files["scenarios.toml"] = files["scenarios.toml"].split('[[scenario]]\nkey = "north"')[0]
    own = with_data(game, PlayData(game.key, files, ("scenarios.toml",)))
    async with river(tmp_path, games={game.key: own}) as there:
        asked = create(there, game=game.key, settings={"scenario": "north"})
        assert await refusal(asked) == ("campaign.setting_absent", {"fields": ("scenario",)})
        asked = create(there, game=game.key, settings={"scenario": "nowhere"})
        assert await refusal(asked) == ("campaign.bad_settings", {"fields": ("scenario",)})
        campaign = await create(there, game=game.key, settings={"scenario": "full"})
        assert campaign.settings["scenario"] == "full"


async def test_two_campaigns_created_in_one_instant(tmp_path: Path) -> None:
    """One channel holds one: the other is told so."""
    async with river(tmp_path) as there:
        done = await asyncio.gather(create(there), create(there), return_exceptions=True)

        assert sorted(type(one).__name__ for one in done) == ["Campaign", "Complaint"]
        assert len(await there.door.reader.campaigns(GUILD)) == 1


async def test_names_keep_their_letters_and_lose_their_tricks() -> None:
    """Emoji and markdown stay (who shows them escapes them); lines and directions go."""
    assert (
        clean_name("  @everyone **bold** 🧭\n  x\u202ey\u0007 ", 80) == "@everyone **bold** 🧭 xy"
    )
    assert clean_name("👩\u200d✈️", 80) == "👩\u200d✈️"


@given(st.text(max_size=300))
def test_every_name_is_one_clean_line_or_refused(name: str) -> None:
    """Whatever is typed."""
    try:
        clean = clean_name(name, 80)
    except Complaint as error:
        clean = error.code
    assert 0 < len(clean) <= 80
    assert clean == clean_name(clean, 80)
    assert "\n" not in clean
    clean.encode()


async def test_a_side_may_be_a_team(tmp_path: Path) -> None:
    """Each member acts for it, and the log says which."""
    async with river(tmp_path) as there:
        campaign = await there.open_campaign()
        campaign = await there.let_in(campaign, GREEN, "red", by=RED)
        assert campaign.seats == {"red": (RED, GREEN), "blue": (BLUE,)}
        await there.door.lobby.start(campaign.id, RED, request="start")
        await there.do(campaign, GREEN, Hide(bank="north"))

        entry = (await there.door.reader.log(campaign.id, RED)).entries[-1]

        assert (entry.seat, entry.person_id, entry.action) == ("red", GREEN, Hide(bank="north"))


async def test_joining_while_open(tmp_path: Path) -> None:
    """One seat a person; the same again changes nothing; a wrong seat is named."""
    async with river(tmp_path) as there:
        campaign = await there.open_campaign()
        version = (await there.door.reader.look(campaign.id)).version

        assert await there.door.seats.join(
            campaign.id, RED, "red"
        ) == await there.door.reader.campaign(campaign.id)
        assert (await there.door.reader.look(campaign.id)).version == version
        assert await refusal(there.door.seats.join(campaign.id, RED, "blue")) == (
            "campaign.already_seated",
            {"seat": Term("seat", "red")},
        )
        assert await refusal(there.door.seats.join(campaign.id, GREEN, "purple")) == (
            "campaign.unknown_seat",
            {"seat": "purple"},
        )
        assert await refusal(there.door.seats.join("nowhere0", GREEN, "red")) == (
            "campaign.unknown",
            {},
        )


async def test_joining_a_game_under_way(tmp_path: Path) -> None:
    """Secrets are at stake: nobody joins by themself but who was there, and never from outside."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        needed = ("campaign.consent_needed", {"seat": Term("seat", "red")})
        assert await refusal(door.seats.join(campaign.id, GREEN, "red")) == needed
        await door.lobby.leave(campaign.id, RED)
        assert await refusal(door.seats.join(campaign.id, GREEN, "red")) == needed
        await there.let_in(campaign, GREEN, "red", by=BLUE)
        await door.lobby.leave(campaign.id, BLUE)
        assert await refusal(door.seats.join(campaign.id, RED, "blue")) == (
            "campaign.was_other_side",
            {"seat": Term("seat", "red")},
        )
        assert (await door.seats.join(campaign.id, BLUE, "blue")).seats["blue"] == (BLUE,)


async def test_starting(tmp_path: Path) -> None:
    """Every seat held, by someone who has to do with it, once."""
    async with river(tmp_path) as there:
        door = there.door
        campaign = await create(there)
        await door.seats.join(campaign.id, BLUE, "blue")
        assert await refusal(door.lobby.start(campaign.id, BLUE, request="a")) == (
            "campaign.seat_empty",
            {"seats": (Term("seat", "red"),)},
        )
        await door.seats.join(campaign.id, GREEN, "red")
        assert await refusal(door.lobby.start(campaign.id, 999, request="b")) == (
            "campaign.not_a_player",
            {},
        )
        first = await door.lobby.start(campaign.id, RED, request="c")  # the creator, without a seat
        assert await door.lobby.start(campaign.id, RED, request="c") == first
        assert await refusal(door.lobby.start(campaign.id, RED, request="d")) == (
            "campaign.already_started",
            {},
        )


async def test_leaving(tmp_path: Path) -> None:
    """The last to leave ends it; that frees the channel for another."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        assert await refusal(door.lobby.leave(campaign.id, GREEN)) == ("campaign.not_seated", {})
        assert (await door.lobby.leave(campaign.id, RED)).status == "playing"
        assert await refusal(door.lobby.leave(campaign.id, BLUE)) == ("campaign.last_person", {})
        over = await door.lobby.leave(campaign.id, BLUE, ends=True)

        assert over.status == "over"
        look = await door.reader.look(campaign.id)
        assert look.outcome is not None
        assert (look.outcome.winner, look.outcome.reason.code) == (
            None,
            "campaign.outcome.abandoned",
        )
        assert (await door.reader.log(campaign.id)).entries[-1].kind == "!abandon"
        assert await refusal(door.lobby.leave(campaign.id, BLUE)) == ("campaign.over", {})
        await create(there)
        await there.reopen()
        assert (await there.door.reader.look(campaign.id)).outcome == look.outcome


async def test_a_creator_can_take_back_what_nobody_joined(tmp_path: Path) -> None:
    """Without a seat of their own; not when others sit there."""
    async with river(tmp_path) as there:
        campaign = await create(there)
        await there.door.seats.join(campaign.id, BLUE, "blue")
        assert await refusal(there.door.lobby.leave(campaign.id, RED)) == (
            "campaign.not_seated",
            {},
        )
        assert (await there.door.lobby.leave(campaign.id, BLUE, ends=True)).status == "over"
        other = await create(there)
        assert (await there.door.lobby.leave(other.id, RED, ends=True)).status == "over"
        assert (await there.door.reader.log(other.id)).entries == ()


async def test_moving_to_another_channel(tmp_path: Path) -> None:
    """When the old one was deleted; what waits to be posted goes along."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        assert await door.reader.campaign_in(GUILD, 71) is None
        moved = await door.lobby.move(campaign.id, BLUE, 71)

        assert moved.channel_id == 71
        assert await door.reader.campaign_in(GUILD, 71) == moved
        assert await door.reader.campaign_in(GUILD, CHANNEL) is None
        other = await create(there)
        assert await refusal(door.lobby.move(campaign.id, RED, CHANNEL)) == (
            "campaign.channel_taken",
            {"name": "Crossing"},
        )
        assert await refusal(door.lobby.move(campaign.id, GREEN, 72)) == (
            "campaign.not_a_player",
            {},
        )
        assert await door.reader.campaign_in(GUILD, CHANNEL) == other


async def test_resigning(tmp_path: Path) -> None:
    """Any member may, once; the other side wins; the log has it; the same after a restart."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        assert (await door.play.resign(campaign.id, GREEN, request="x")).refusals[0].code == (
            "campaign.not_a_player"
        )
        receipt = await door.play.resign(campaign.id, RED, request="enough")
        assert receipt.accepted
        assert await door.play.resign(campaign.id, RED, request="enough") == receipt
        again = await door.play.resign(campaign.id, BLUE, request="me too")
        assert again.refusals[0].code == "campaign.over"

        for _ in range(2):
            look = await there.door.reader.look(campaign.id, BLUE)
            assert look.outcome is not None
            assert look.outcome.winner == "blue"
            assert look.outcome.reason.params == {"seat": Term("seat", "red")}
            last = (await there.door.reader.log(campaign.id)).entries[-1]
            assert (last.kind, last.seat, last.person_id) == ("!resign", "red", RED)
            await there.reopen()


async def test_campaigns_are_listed_live_ones_first(tmp_path: Path) -> None:
    """Newest first within; each person sees those they have to do with."""
    async with river(tmp_path) as there:
        ids = []
        for channel in (1, 2, 3):
            there.watch.forward(minutes=1)
            ids.append((await there.started(channel=channel)).id)
        await there.door.play.resign(ids[2], RED, request="end")
        await create(there, guild_id=8, channel_id=9)

        listed = [campaign.id for campaign in await there.door.reader.campaigns(GUILD)]

        assert listed == [ids[1], ids[0], ids[2]]
        assert [c.id for c in await there.door.reader.campaigns(GUILD, BLUE)] == listed
