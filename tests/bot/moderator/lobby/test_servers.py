"""What servers decide, and what becomes of the campaigns of one that the bot had to leave."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select

from bot.clock.paces import DAY, HOUR, Pace
from bot.moderator import Campaign, Complaint
from bot.moderator.lobby.new_tables import NewTable, Where
from bot.moderator.lobby.servers import Setup
from bot.moderator.referees.appointing import Candidate
from bot.moderator.table.desk import Policy
from bot.store import StoreError, beginnings, pending, posts, private_motions
from bot.store import guilds as store
from bot.store.beginnings import BeginningRow, Confirmation
from bot.store.pending import PendingRow
from bot.store.posts import PostRow
from bot.store.private_motions import PrivateRow
from bot.store.purge import hanging
from bot.store.schema import actions, campaigns, guilds, metadata, people, purges, snapshots, steps
from engine.api import Term
from tests.bot.moderator.lobby.test_seats import create, refused
from tests.support.refereed import EMIL, FRIDA, act, appoint
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, River, river
from tests.support.toy_game import Hide

pytestmark = pytest.mark.usefixtures("both_databases")

DAYS = 30


async def test_closing_on_behalf_of_the_server(tmp_path: Path) -> None:
    """It ends without a winner, is told in its channel, keeps its log and frees the channel."""
    async with river(tmp_path) as there:
        door, campaign = there.door, await there.started()
        before = len((await door.reader.log(campaign.id)).entries)
        closed = await door.lobby.close(campaign.id, GREEN)

        assert closed.status == "over"
        look = await door.reader.look(campaign.id)
        assert look.outcome is not None
        assert (look.outcome.winner, look.outcome.reason.code) == (None, "campaign.outcome.closed")
        entries = (await door.reader.log(campaign.id)).entries
        assert (len(entries), entries[-1].kind) == (before + 1, "!close")
        assert entries[-1].person_id == GREEN
        assert (await there.rows(campaign))[-1]["kind"] == "bulletin"
        assert await refused(door.lobby.close(campaign.id, GREEN)) == "campaign.over"
        await there.started()
        await there.reopen()
        assert (await there.door.reader.look(campaign.id)).outcome == look.outcome


async def test_closing_what_never_began(tmp_path: Path) -> None:
    """The channel is told, though there is no log; the end is known after a restart."""
    async with river(tmp_path) as there:
        campaign = await create(there, 70)
        await there.door.lobby.close(campaign.id, GREEN)
        (told,) = await there.rows(campaign)
        assert (told["kind"], told["person"]) == ("bulletin", None)
        await there.reopen()
        look = await there.door.reader.look(campaign.id)
        assert look.outcome is not None
        assert look.outcome.reason.code == "campaign.outcome.closed"


async def test_how_many_one_person_may_have_open(tmp_path: Path) -> None:
    """The server's number, or the usual one; those who manage it are not bound by it."""
    async with river(tmp_path, policy=Policy(most_open=1)) as there:
        door = there.door
        first = await create(there, 70)
        assert await refused(create(there, 71)) == "campaign.too_many_open"
        await create(there, 72, unlimited=True)
        assert await refused(door.servers.allow_open(GUILD, 0)) == "campaign.bad_limit"
        await door.servers.allow_open(GUILD, 3)
        assert await door.servers.most_open(GUILD) == 3
        await create(there, 73)
        assert await refused(create(there, 74)) == "campaign.too_many_open"
        await door.lobby.leave(first.id, RED, ends=True)
        await create(there, 75)
        assert await door.servers.most_open(GUILD + 1) == 1


async def test_how_many_there_may_be_in_all_servers(tmp_path: Path) -> None:
    """The host's number holds in every server, and for whoever manages one too."""
    async with river(tmp_path, policy=Policy(most_live=2)) as there:
        first = await create(there, 70)
        await create(there, 71)
        assert await refused(create(there, 72, unlimited=True)) == "campaign.house_full"
        asked = NewTable(game="toy", name="River", language="en")
        where = Where(GUILD + 2, 73)
        assert await refused(there.door.lobby.check(asked, where, GREEN)) == "campaign.house_full"
        await there.door.lobby.leave(first.id, RED, ends=True)
        await create(there, 72)


async def test_what_a_server_decides(tmp_path: Path) -> None:
    """It is kept, its own alone, and is as usual where nothing was decided."""
    async with river(tmp_path, policy=Policy(most_open=1)) as there:
        servers, pace = there.door.servers, Pace("bank", 10 * DAY, increment=HOUR)
        usual = Setup(1)
        assert await servers.setup(GUILD) == usual
        await servers.choose_pace(GUILD, pace)
        await servers.choose_language(GUILD, "es")
        await servers.allow_games(GUILD, ["toy"])
        await servers.allow_places(GUILD, [70, 71])
        await servers.allow_open(GUILD, 3)
        await there.reopen()
        servers = there.door.servers
        assert await servers.setup(GUILD) == Setup(3, pace, "es", ("toy",), (70, 71))
        assert await servers.setup(GUILD + 1) == usual
        assert await refused(servers.allow_games(GUILD, ["chess"])) == "campaign.unknown_game"
        with pytest.raises(ValueError, match="26"):
            await servers.allow_places(GUILD, range(26))
        await servers.choose_pace(GUILD, None)
        await servers.choose_language(GUILD, None)
        await servers.allow_games(GUILD, [])
        await servers.allow_places(GUILD, [])
        await servers.allow_open(GUILD, None)
        assert await servers.setup(GUILD) == usual


async def test_no_table_where_or_of_what_the_server_does_not_allow(tmp_path: Path) -> None:
    """Neither made, moved there nor played again there; those under way go on."""
    async with river(tmp_path) as there:
        door = there.door
        playing = await there.started(turns=1, channel=70)
        await door.servers.allow_places(GUILD, [75])
        assert await refused(create(there, 71)) == "campaign.place_closed"
        assert await refused(create(there, 71, unlimited=True)) == "campaign.place_closed"
        await door.servers.choose_lobby(GUILD, 76)
        with pytest.raises(Complaint) as wrong:
            await create(there, 71)
        assert wrong.value.params["places"] == (Term("channel", "75"), Term("channel", "76"))
        await create(there, 71, within=(80, 75))
        await create(there, 75)
        await elsewhere(there)
        assert await refused(door.lobby.move(playing.id, RED, 72)) == "campaign.place_closed"
        await there.play_out(playing)
        again = door.rematches.open
        assert await refused(again(playing.id, RED, channel_id=70)) == "campaign.place_closed"
        await door.lobby.move(playing.id, RED, 73, [75])
        async with there.database.write() as connection:  # an update took all other games away
            await store.put(connection, GUILD, places=None, games=("chess",))
        assert await refused(create(there, 76)) == "campaign.game_closed"
        assert await refused(again(playing.id, RED, channel_id=73)) == "campaign.game_closed"
        await door.servers.allow_games(GUILD, [])
        await create(there, 76)
        assert (await again(playing.id, RED, channel_id=73)).name.endswith("(2)")


async def test_what_a_server_decided_goes_with_it(tmp_path: Path) -> None:
    """Once the bot has been out of it for so long, whether it ever had a table or not."""
    async with river(tmp_path) as there:
        servers = there.door.servers
        await servers.choose_language(GUILD, "es")
        await servers.choose_language(GUILD + 1, "es")
        await servers.left(GUILD)
        there.watch.forward(days=DAYS)
        await servers.erase_gone(DAYS)
        assert (await servers.setup(GUILD)).language is None
        assert (await servers.setup(GUILD + 1)).language == "es"


async def test_who_was_barred_goes_with_a_server(tmp_path: Path) -> None:
    """And their account, where nothing else is left of it; not where the bot came back to it."""
    async with river(tmp_path) as there:
        door = there.door
        for server, person in ((GUILD, RED), (GUILD, BLUE), (GUILD + 1, BLUE)):
            await door.servers.choose_language(server, "es")
            await door.bars.bar(server, person)
        await door.servers.left(GUILD)
        there.watch.forward(days=DAYS - 1)
        await door.servers.erase_gone(DAYS)
        assert await door.bars.of(GUILD) == (RED, BLUE)
        there.watch.forward(days=1)
        await door.servers.erase_gone(DAYS)
        assert (await door.bars.of(GUILD), await door.bars.of(GUILD + 1)) == ((), (BLUE,))
        async with there.database.read() as connection:
            accounts = set((await connection.execute(select(people.c.discord_id))).scalars())
        assert accounts == {BLUE}


# ------------------------------------------------------------------ coming and going


async def counts(there: River, campaign: str) -> dict[str, int]:
    """Return how many rows of each table belong to a campaign."""
    found = {}
    async with there.database.read() as connection:
        for table in metadata.sorted_tables:
            column = table.c.id if table is campaigns else table.c.get("campaign")
            if column is not None and table is not purges:
                query = select(func.count()).select_from(table).where(column == campaign)
                found[table.name] = int((await connection.execute(query)).scalar_one())
    return found


async def elsewhere(there: River) -> Any:
    """Return a started campaign of another server, by other people but GREEN."""
    door = there.door
    made = await door.lobby.create(
        game="toy",
        name="Elsewhere",
        guild_id=GUILD + 1,
        channel_id=99,
        person_id=GREEN,
        language="en",
    )
    await door.seats.join(made.id, GREEN, "red")
    await door.seats.join(made.id, 500, "blue")
    return await door.lobby.start(made.id, GREEN, request="elsewhere")


async def moved(there: River, mine: Campaign) -> None:
    """Let one referee want to go back, whom a second one has not confirmed yet."""
    await appoint(there, mine, EMIL)
    await there.door.servers.ask_two_referees(GUILD, two=True)
    await there.step(mine)
    assert await there.door.going_back.go_back(act(there, mine), 2)
    await there.door.acting.note(act(there, mine, FRIDA))


async def test_a_server_without_the_bot_is_erased_in_time(tmp_path: Path) -> None:
    """Everything of its campaigns goes, whatever table it is in; others keep every row."""
    async with river(tmp_path) as there:
        door, mine = there.door, await there.started()
        terms, about = await door.referees.terms(Candidate(600))
        made = await door.offers.make(
            mine.id, RED, "referee", request="named", terms=terms, about=about
        )
        await door.offers.agree(made.offer.id, BLUE, request="agreed")
        await moved(there, mine)
        await door.seats.join(mine.id, GREEN, "red", ask=True)
        await door.drafts.open(mine.id, RED, "row")
        await door.plans.change(mine.id, RED, lambda plan: plan)
        await door.recaps.looked(mine.id, RED, 1)
        await door.recaps.note(mine.id, RED, "mind the shoals")
        await door.groups.keep(mine.id, RED, "Flotilla", ["red"])
        await there.do(mine, RED, Hide(bank="north"))
        await door.vacancies.offer(mine.id, RED, "a note")
        await door.offers.make(mine.id, RED, "draw", request="draw")
        post = await door.forums.ask(NewTable("toy", "River", "en"), Where(GUILD, 77), RED)
        await door.forums.placed(post.id, 78, "River")
        await door.lobby.move(mine.id, RED, 78)
        side = await door.side_threads.ask(mine.id, RED, CHANNEL)
        await door.side_threads.came(side, side.coming[0])
        async with there.database.write() as connection:
            await posts.keep(connection, PostRow(mine.id, 2, 1, 70, 1000))
        other = await elsewhere(there)
        await door.people.forget(BLUE)
        waits = PendingRow(
            mine.id, "red", None, "row", "{}", "waits", "hand", 9, 9, (), "strokes", 1, 6
        )
        await there.database.save(pending.put(waits))
        confirmed = (Confirmation("red", "position", 1, ""),)
        laid = BeginningRow(mine.id, "position", 1, "crossing-1", (), 9, confirmed)
        await there.database.save(beginnings.put(laid))
        proposal = PrivateRow(mine.id, "red", "proposal", 1, "a slip", 1, 0, 9)
        await there.database.save(private_motions.put(proposal))
        before = await counts(there, mine.id)
        none_yet = {"closings", "epochs", "lessons", "reports", "results"}
        assert {name for name, n in before.items() if not n} <= none_yet
        kept = await counts(there, other.id)
        logged = await door.reader.log(other.id)
        await door.servers.left(GUILD)

        there.watch.forward(days=DAYS - 1)
        assert await door.servers.erase_gone(DAYS) == 0
        assert await counts(there, mine.id) == before
        await there.reopen()
        door = there.door
        there.watch.forward(days=1)
        assert await door.servers.erase_gone(DAYS) == 1

        assert not any((await counts(there, mine.id)).values())
        assert await counts(there, other.id) == kept
        assert await door.reader.log(other.id) == logged
        assert await refused(door.reader.look(mine.id)) == "campaign.unknown"
        assert await door.reader.campaign_in(GUILD, mine.channel_id) is None
        async with there.database.read() as connection:
            accounts = set((await connection.execute(select(people.c.discord_id))).scalars())
            named = (await connection.execute(select(purges.c.campaign))).scalars().all()
            known = set((await connection.execute(select(guilds.c.guild_id))).scalars())
        assert accounts == {GREEN, 500}  # RED sat nowhere else
        assert named == [mine.id]
        assert known == {GUILD + 1}
        assert await door.servers.erase_gone(DAYS) == 0


async def test_coming_back_in_time_cancels_it(tmp_path: Path) -> None:
    """Told by Discord, or found at a start; a second absence counts from its own beginning."""
    async with river(tmp_path) as there:
        door, mine = there.door, await there.started()
        await door.servers.left(GUILD)
        there.watch.forward(days=DAYS)
        await door.servers.came_back(GUILD)
        assert await door.servers.erase_gone(DAYS) == 0
        await door.servers.present_in([])
        there.watch.forward(days=DAYS - 1)
        await door.servers.present_in([])
        await door.servers.left(GUILD)
        assert await door.servers.erase_gone(DAYS) == 0
        await door.servers.present_in([GUILD, 12345])
        there.watch.forward(days=2)
        assert await door.servers.erase_gone(DAYS) == 0
        assert (await door.reader.campaign(mine.id)).status == "playing"


@pytest.mark.sqlite
async def test_history_goes_by_no_other_way(tmp_path: Path) -> None:
    """Not a row of it, not even by hand; nor can it be changed in a campaign that is to go."""
    async with river(tmp_path) as there:
        mine, other = await there.started(), await elsewhere(there)
        await there.step(mine)
        for table in (actions, snapshots, steps):
            with pytest.raises(StoreError):
                async with there.database.write() as connection:
                    await connection.execute(delete(table).where(table.c.campaign == mine.id))
    raw = sqlite3.connect(there.path)
    raw.execute("INSERT INTO purges VALUES (?, 1, 1)", (mine.id,))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute("UPDATE actions SET kind = 'x' WHERE campaign = ?", (mine.id,))
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute("DELETE FROM actions WHERE campaign = ?", (other.id,))
    raw.close()


def test_whatever_belongs_to_a_campaign_hangs_on_it() -> None:
    """A new table with a campaign in it is erased with it, or named here with the reason."""
    named = {table.name for table in metadata.sorted_tables if "campaign" in table.c}
    assert named - {table.name for table in hanging()} == {"purges"}  # says what was erased
