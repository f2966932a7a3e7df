"""What people have played to its end: counted from what is over alone, shown as they say."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update

from bot.moderator import Campaign
from bot.moderator.api import ABANDON, BREAK_OFF, CLOSE, RESIGN, RULED_DRAW, RULED_LOST
from bot.moderator.looking import figures as counting
from bot.moderator.looking.figures import Came, Figures, GameFigures, came_of
from bot.store import StoreError
from bot.store import figures as store
from bot.store import results as kept
from bot.store.campaigns import EarlyEnd
from bot.store.figures import PlayedRow
from bot.store.purge import hanging
from bot.store.schema import (
    actions,
    campaigns,
    guilds,
    members,
    people,
    purges,
    results,
    shown_figures,
    snapshots,
    states,
    steps,
)
from engine.api import Seat
from tests.bot.moderator.seats.test_vacancies import granted
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, WHO, River, river
from tests.support.toy_game import Hide

pytestmark = pytest.mark.usefixtures("both_databases")

ELSEWHERE = GUILD + 1
DAYS = 30


async def created(
    there: River, *, channel: int = CHANNEL, guild: int = GUILD, computer: bool = False
) -> Campaign:
    """Start a short game: RED is red, BLUE or the computer is blue."""
    lobby = there.door.lobby
    campaign = await lobby.create(
        game="toy",
        name="Crossing",
        guild_id=guild,
        channel_id=channel,
        person_id=RED,
        language="en",
        settings={"turns": 1},
        opponent="computer" if computer else "people",
    )
    await there.door.seats.join(campaign.id, RED, "red")
    if not computer:
        await there.door.seats.join(campaign.id, BLUE, "blue")
    return await lobby.start(campaign.id, RED, request=there.request())


async def over(there: River, *, channel: int = CHANNEL, guild: int = GUILD) -> Campaign:
    """Play a short game to its end."""
    campaign = await created(there, channel=channel, guild=guild)
    await there.play_out(campaign)
    return campaign


async def here(there: River, person: int, guild: int = GUILD) -> Figures:
    """What a person is shown of themselves in a server."""
    found = (await there.door.figures.own(person, guild)).here
    assert found is not None
    return found


def came(figures: Figures) -> dict[str, int]:
    """What came of all games."""
    whole: Counter[str] = Counter()
    for one in figures.games:
        whole.update(one.came)
    return dict(whole)


async def winner_of(there: River, campaign: Campaign) -> Seat | None:
    """Who won, as everybody is told."""
    outcome = (await there.door.reader.look(campaign.id)).outcome
    assert outcome is not None
    return outcome.winner


def as_told(winner: Seat | None, seat: Seat) -> Came:
    """What a seat makes of it."""
    return "drawn" if winner is None else "won" if winner == seat else "lost"


async def kept_rows(there: River) -> list[tuple[str, str | None, str | None]]:
    """What is on file of results."""
    async with there.database.read() as connection:
        found = await connection.execute(
            select(results.c.campaign, results.c.winner, results.c.dice)
        )
        return [tuple(row) for row in found]


# ---------------------------------------------------------------------------- counting


async def test_a_game_counts_once_it_is_over_and_not_before(tmp_path: Path) -> None:
    """Not a step earlier; then for both, by side, and the same after a restart."""
    async with river(tmp_path) as there:
        campaign = await created(there)
        await there.do(campaign, RED, Hide(bank="north"))
        number = 0
        while await there.step(campaign, number):
            number += 1
            if (await there.door.reader.look(campaign.id)).outcome is None:
                for person in (RED, BLUE):
                    assert await here(there, person) == Figures()
        winner = await winner_of(there, campaign)

        for seat, person in WHO.items():
            own = await there.door.figures.own(person, GUILD)
            assert own.here == own.everywhere
            assert own.everywhere.games == (
                GameFigures("toy", False, {seat: {as_told(winner, seat): 1}}),
            )
        assert await here(there, GREEN) == Figures()
        before = await here(there, RED)
        await there.reopen()
        assert await here(there, RED) == before


async def test_dice_are_those_of_the_side_as_the_log_tells_them(tmp_path: Path) -> None:
    """Each side's own; added up over games; kept with the campaign from the first look on."""
    async with river(tmp_path) as there:
        played = [await over(there, channel=CHANNEL + number) for number in range(3)]
        assert [row[2] for row in await kept_rows(there)] == [None] * 3
        for seat, person in WHO.items():
            wanted: Counter[int] = Counter()
            for campaign in played:
                for one in (await there.door.retrospects.thrown(campaign.id)).seats:
                    if one.seat == seat:
                        wanted.update(dict(enumerate(one.faces, 1)))
            found = (await here(there, person)).dice
            assert sum(one.dice for one in found) == sum(wanted.values()) > 0
            (fallen,) = found
            assert {face: often for face, often in enumerate(fallen.faces, 1) if often} == +wanted
        assert None not in [row[2] for row in await kept_rows(there)]


async def test_the_post_at_the_end_counts_the_dice_for_good(tmp_path: Path) -> None:
    """So that nobody who looks later waits for it."""
    async with river(tmp_path) as there:
        campaign = await over(there)
        await there.door.retrospects.of(campaign.id)
        ((_, _, dice),) = await kept_rows(there)
        told = await there.door.retrospects.thrown(campaign.id)
        assert kept.read(dice) == tuple((one.seat, one.faces) for one in told.seats)


async def test_the_end_and_its_result_are_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the result cannot be written, the game goes on."""
    async with river(tmp_path) as there:
        campaign = await created(there)

        put: Any = kept.put

        def without_a_name(_campaign: str, seq: int, winner: Seat | None) -> Any:
            return put(None, seq, winner)

        monkeypatch.setattr(kept, "put", without_a_name)
        with pytest.raises(StoreError):
            await there.play_out(campaign)
        assert await kept_rows(there) == []
        assert (await there.door.reader.look(campaign.id)).outcome is None
        monkeypatch.undo()
        await there.play_out(campaign)
        assert len(await kept_rows(there)) == 1


async def test_ends_without_the_rules(tmp_path: Path) -> None:
    """Resigned, drawn, broken off, closed, left by all; nothing says who let time run out."""
    async with river(tmp_path) as there:
        door = there.door
        resigned = await created(there)
        await door.play.resign(resigned.id, BLUE, request=there.request())
        assert came(await here(there, RED)) == {"won": 1}
        assert came(await here(there, BLUE)) == {"lost": 1}
        for kind in ("draw", "adjourn"):
            campaign = await created(there)
            made = await door.offers.make(campaign.id, RED, kind, request=f"{kind}/ask")
            await door.offers.agree(made.offer.id, BLUE, request=f"{kind}/agree")
        closed = await created(there)
        await door.lobby.close(closed.id, GREEN)
        left = await created(there)
        await door.lobby.leave(left.id, BLUE)
        there.watch.forward(hours=1)
        await door.lobby.leave(left.id, RED, ends=True)

        assert came(await here(there, RED)) == {"won": 1, "drawn": 1, "adjourned": 1, "closed": 2}
        assert came(await here(there, BLUE)) == {"lost": 1, "drawn": 1, "adjourned": 1, "closed": 1}


async def test_what_never_began_and_lessons_do_not_count(tmp_path: Path) -> None:
    """Nor does a table that was closed before it began."""
    async with river(tmp_path) as there:
        waiting = await there.open_campaign()
        await there.door.lobby.close(waiting.id, GREEN)
        assert await here(there, RED) == Figures()
        campaign = await over(there)
        assert came(await here(there, RED))
        async with there.database.write() as connection:
            await connection.execute(
                update(campaigns).where(campaigns.c.id == campaign.id).values(lesson=True)
            )
        assert await here(there, RED) == Figures()


async def test_games_against_the_computer_are_apart(tmp_path: Path) -> None:
    """Of the same game, behind those against people."""
    async with river(tmp_path) as there:
        await over(there)
        campaign = await created(there, computer=True)
        await there.door.play.resign(campaign.id, RED, request=there.request())
        found = (await here(there, RED)).games
        assert [(one.game, one.computer, one.ended) for one in found] == [
            ("toy", False, 1),
            ("toy", True, 1),
        ]
        assert found[1].sides == {"red": {"lost": 1}}


async def test_servers_are_told_apart(tmp_path: Path) -> None:
    """What was played elsewhere is in one's own figures of all servers, and nowhere else."""
    async with river(tmp_path) as there:
        await over(there)
        await over(there, channel=CHANNEL + 1, guild=ELSEWHERE)
        await over(there, channel=CHANNEL + 2, guild=ELSEWHERE)
        door = there.door.figures
        own = await door.own(RED, GUILD)
        assert own.here is not None
        assert (own.here.ended, own.everywhere.ended) == (1, 3)
        assert (await here(there, RED, ELSEWHERE)).ended == 2
        assert (await door.own(RED, None)).here is None
        await door.show(GUILD, RED)
        assert await door.shown(GUILD, RED) == own.here
        assert await door.shown(ELSEWHERE, RED) is None


async def test_a_substitute(tmp_path: Path) -> None:
    """Who held the seat at the end has played it; how often they came in counts once it is over."""
    async with river(tmp_path) as there:
        campaign = await created(there)
        await there.door.vacancies.offer(campaign.id, RED, "")
        one = await granted(there, campaign, GREEN, "red", by=RED)
        await there.door.vacancies.accept(campaign.id, one.id, GREEN)
        there.watch.forward(hours=1)
        assert (await here(there, GREEN)).came_in == 0
        await there.door.play.resign(campaign.id, GREEN, request=there.request())
        assert came(await here(there, GREEN)) == {"lost": 1}
        assert (await here(there, GREEN)).came_in == 1
        assert await here(there, RED) == Figures()
        assert came(await here(there, BLUE)) == {"won": 1}


@pytest.mark.parametrize(
    ("ending", "winner", "wanted"),
    [
        (EarlyEnd(RESIGN, "red"), None, "lost"),
        (EarlyEnd(RESIGN, "blue"), "red", "won"),
        (EarlyEnd(RESIGN, "blue"), None, "closed"),  # a third side is left
        (EarlyEnd(RULED_LOST, "red"), None, "lost"),
        (EarlyEnd(RULED_DRAW, None), None, "drawn"),
        (EarlyEnd(BREAK_OFF, None), None, "adjourned"),
        (EarlyEnd(CLOSE, None), None, "closed"),
        (EarlyEnd(ABANDON, None), None, "closed"),
        (None, None, "drawn"),
        (None, "red", "won"),
        (None, "blue", "lost"),
    ],
)
def test_what_came_of_a_game(ending: EarlyEnd | None, winner: Seat | None, wanted: Came) -> None:
    """For whoever held red."""
    row = PlayedRow("c", "toy", None, "{}", "red", False, 9, (), ending, True, winner, None)
    assert came_of(row) == wanted


# ----------------------------------------------------------------- earlier builds, many games


async def forgotten(there: River) -> None:
    """Make the database one whose games ended before there were results."""
    async with there.database.write() as connection:
        await connection.execute(delete(results))


async def test_games_of_earlier_builds_are_worked_out_and_kept(tmp_path: Path) -> None:
    """The same comes of it, once; a look does some of it, the next ones the rest."""
    async with river(tmp_path) as there:
        for number in range(4):
            await over(there, channel=CHANNEL + number)
        campaign = await created(there, channel=CHANNEL + 9)
        await there.door.play.resign(campaign.id, RED, request=there.request())
        before = await here(there, RED)
        rows = sorted(await kept_rows(there))
        await forgotten(there)
        assert await here(there, RED) == before
        assert sorted(await kept_rows(there)) == rows


async def test_a_look_does_a_bounded_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results first, then dice, the latest games before the others, until nothing is waiting."""
    monkeypatch.setattr(counting, "WINNERS_AT_ONCE", 2)
    monkeypatch.setattr(counting, "DICE_AT_ONCE", 1)
    async with river(tmp_path) as there:
        for number in range(5):
            await over(there, channel=CHANNEL + number)
            there.watch.forward(hours=1)
        await forgotten(there)
        door = there.door.figures
        seen = []
        for _ in range(8):
            one = (await door.own(RED, None)).everywhere
            seen.append((one.ended, one.waiting))
            if not one.waiting:
                break
        assert seen == [(2, 4), (4, 3), (5, 2), (5, 1), (5, 0)]


async def test_the_latest_games_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are more than can be read at a look; that is said."""
    monkeypatch.setattr(counting, "MOST", 2)
    async with river(tmp_path) as there:
        for number in range(2):
            await over(there, channel=CHANNEL + number)
        assert not (await here(there, RED)).more
        await over(there, channel=CHANNEL + 2)
        found = await here(there, RED)
        assert (found.ended, found.more) == (2, True)


async def test_a_game_that_cannot_be_read_is_left_out_and_told_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The others count; it is tried once, and never holds the rest up."""
    async with river(tmp_path) as there:
        await over(there)
        bad = await over(there, channel=CHANNEL + 1)
        await forgotten(there)
        async with there.database.write() as connection:
            # Only a campaign that is erased may lose its past.
            await connection.execute(purges.insert().values(campaign=bad.id, guild_id=GUILD, at=1))
            for table in (steps, snapshots, states, actions):
                await connection.execute(delete(table).where(table.c.campaign == bad.id))
        found = await here(there, RED)
        assert (found.ended, found.unread, found.waiting) == (1, 1, 0)
        assert await here(there, RED) == found
        told = [one for one in caplog.messages if bad.id in one]
        assert len(told) == 1


# ------------------------------------------------------------------------- shown to others


async def test_nothing_is_shown_until_its_person_says_so(tmp_path: Path) -> None:
    """In one server, until they hide it; it outlives a restart."""
    async with river(tmp_path) as there:
        await over(there)
        door = there.door.figures
        assert await door.shown(GUILD, RED) is None
        assert await door.shown(GUILD, 999) is None
        for _ in range(2):
            await door.show(GUILD, RED)
        await there.reopen()
        door = there.door.figures
        own = await door.own(RED, GUILD)
        assert own.shown
        assert not (await door.own(RED, ELSEWHERE)).shown
        assert await door.shown(GUILD, RED) == own.here
        assert await door.shown(ELSEWHERE, RED) is None
        assert await door.shown(GUILD, BLUE) is None
        await door.hide(GUILD, RED)
        assert await door.shown(GUILD, RED) is None


async def rows_shown(there: River) -> int:
    """How many let somebody see their figures."""
    async with there.database.read() as connection:
        found = await connection.execute(select(func.count()).select_from(shown_figures))
        return int(found.scalar_one())


async def test_being_erased_hides_them(tmp_path: Path) -> None:
    """And nothing was ever played; the other side's figures stay."""
    async with river(tmp_path) as there:
        await over(there)
        door = there.door.figures
        before = await here(there, BLUE)
        for guild in (GUILD, ELSEWHERE):
            await door.show(guild, RED)
        await there.door.people.forget(RED)
        assert await rows_shown(there) == 0
        assert await door.shown(GUILD, RED) is None
        assert await here(there, RED) == Figures()
        assert await here(there, BLUE) == before
        await door.show(GUILD, RED)
        assert await door.shown(GUILD, RED) == Figures()


async def test_leaving_the_server_hides_them_there(tmp_path: Path) -> None:
    """Whoever comes back has to say it again; another server is none of it."""
    async with river(tmp_path) as there:
        await over(there)
        door = there.door.figures
        for guild in (GUILD, ELSEWHERE):
            await door.show(guild, RED)
        await there.door.departures.missed(GUILD, RED)
        await there.door.departures.found(GUILD, RED, None)
        assert await door.shown(GUILD, RED) is None
        assert await door.shown(ELSEWHERE, RED) is not None


async def test_they_go_with_the_server(tmp_path: Path) -> None:
    """With all that was played there; a person of whom nothing else is kept goes too."""
    async with river(tmp_path) as there:
        await over(there)
        await over(there, channel=CHANNEL + 1, guild=ELSEWHERE)
        door, servers = there.door.figures, there.door.servers
        await here(there, RED)
        for person in (RED, GREEN):
            await door.show(GUILD, person)
        await door.show(ELSEWHERE, RED)
        await servers.left(GUILD)
        there.watch.forward(days=DAYS + 1)
        assert await servers.erase_gone(DAYS) == 1
        assert results in hanging()
        assert len(await kept_rows(there)) == 1
        assert await rows_shown(there) == 1
        assert (await door.own(RED, None)).everywhere.ended == 1
        async with there.database.read() as connection:
            known = await connection.execute(select(people.c.discord_id))
            assert {*known.scalars()} == {RED, BLUE}


async def test_a_server_without_a_table_is_forgotten_too(tmp_path: Path) -> None:
    """Somebody may show their figures where nothing was ever played."""
    async with river(tmp_path) as there:
        await there.door.figures.show(ELSEWHERE, GREEN)
        await there.door.servers.left(ELSEWHERE)
        there.watch.forward(days=DAYS + 1)
        await there.door.servers.erase_gone(DAYS)
        assert await rows_shown(there) == 0
        async with there.database.read() as connection:
            left = await connection.execute(select(func.count()).select_from(guilds))
            assert left.scalar_one() == 0
            assert not await store.shown(connection, ELSEWHERE, GREEN)


# ------------------------------------------------------------------------- the thousandth game


@pytest.mark.sqlite
async def test_a_thousand_games_are_a_matter_of_a_moment(tmp_path: Path) -> None:
    """Whoever has played so many waits for no log; nobody else's games are read for them."""
    async with river(tmp_path) as there:
        campaign = await over(there)
        await here(there, RED)
        async with there.database.write() as connection:
            mine = await connection.execute(select(campaigns).where(campaigns.c.id == campaign.id))
            row = dict(mine.mappings().one())
            result = (await connection.execute(select(results))).mappings().one()
            seated = (await connection.execute(select(members))).mappings().all()
            for number in range(1100):
                name = f"many{number:04}"
                await connection.execute(campaigns.insert().values({**row, "id": name}))
                await connection.execute(results.insert().values({**result, "campaign": name}))
                await connection.execute(
                    members.insert(), [{**one, "campaign": name} for one in seated]
                )
        begun = time.process_time()
        found = await here(there, RED)
        took = time.process_time() - begun
        assert (found.ended, found.more, found.waiting) == (counting.MOST, True, 0)
        one = (await there.door.retrospects.thrown(campaign.id)).seats
        assert sum(fallen.dice for fallen in found.dice) == counting.MOST * sum(
            fallen.dice for fallen in one if fallen.seat == "red"
        )
        assert took < 2
