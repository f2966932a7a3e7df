"""Before and around the game: creating a campaign, taking seats, starting, leaving."""

from __future__ import annotations

import contextlib
import dataclasses
import unicodedata
from collections.abc import Collection, Mapping
from typing import Final

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import paces
from bot.clock.paces import Pace
from bot.moderator.api import (
    ABANDON,
    CLOSE,
    UNBEGUN,
    Campaign,
    Complaint,
    DiceBy,
    OpponentChoice,
    Posts,
    UndoTerms,
)
from bot.moderator.lobby.beginnings import Beginnings
from bot.moderator.lobby.new_tables import NewTable, Where
from bot.moderator.lobby.servers import require_allowed, require_place
from bot.moderator.referees.appointing import Candidate, appointed, fresh_referee
from bot.moderator.seats.bars import Bars
from bot.moderator.table.asking import calls_anew
from bot.moderator.table.bulletins import last_word
from bot.moderator.table.channels import Channels
from bot.moderator.table.clocks import changed_of, reseated, with_others
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import entry
from bot.moderator.table.languages import Languages
from bot.moderator.table.live import Counts, Live
from bot.moderator.table.play import TablePlay
from bot.moderator.table.steps import Steps
from bot.store import (
    Conflict,
    beginnings,
    campaigns,
    clocks,
    erased_people,
    forum_posts,
    guilds,
    journal,
    lobby,
    looks,
    named_groups,
    notes,
    outbox,
    overview,
    people,
    plans,
    playdata,
    purge,
)
from bot.store.batch import one_by_one
from bot.store.campaigns import CampaignRow, EarlyEnd, MemberRow
from bot.store.seeds import NEWEST as NEWEST_SCHEME
from engine.api import AnyGame, Params, Seat, Term
from engine.data.with_data import data_of
from engine.kit.settings import NOT_IN_DATA, opened
from engine.strengths import strength_of

# Characters that turn the direction of the text around them, and so can disguise a name.
_DIRECTIONS: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(name: str, limit: int) -> str:
    """Return a campaign's name in one line, without control characters.

    Markdown and mentions stay: whoever shows a name escapes it.

    Raises:
        Complaint: campaign.name_empty, campaign.name_long.
    """
    kept = "".join(
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c
        for c in name
        if c not in _DIRECTIONS and unicodedata.category(c) != "Cs"
    )
    line = " ".join(kept.split())
    if not line:
        raise Complaint("campaign.name_empty")
    if len(line) > limit:
        raise Complaint("campaign.name_long", limit=limit)
    return line


class Lobby:
    """Campaigns, from creating to ending them."""

    def __init__(
        self,
        desk: Desk,
        steps: Steps,
        play: TablePlay,
        channels: Channels,
        languages: Languages,
        bars: Bars,
        begun_from: Beginnings,
    ) -> None:
        self._desk = desk
        self._steps = steps
        self._play = play
        self._channels = channels
        self._languages = languages
        self._bars = bars
        self._beginnings = begun_from

    async def create(
        self,
        *,
        game: str,
        name: str,
        guild_id: int,
        channel_id: int,
        within: Collection[int] = (),
        person_id: int,
        language: str,
        settings: Mapping[str, object] | None = None,
        opponent: OpponentChoice = "people",
        strength: str | None = None,
        unlimited: bool = False,
        asks_all: bool = False,
        suggests: bool = True,
        posts: Posts = "changes",
        theme: str = "standard",
        undo: UndoTerms = "agreed",
        pace: Pace | None = None,
        seat: Seat | None = None,
        called: str | None = None,
        rematch_of: str | None = None,
        referee: Candidate | None = None,
        campaign_id: str | None = None,
        dice: DiceBy = "bot",
    ) -> Campaign:
        """Create a campaign in a channel. The creator takes a *seat* by it only if one is named.

        Then they are *called* so by the server. What the channel is *within*, the channel of a
        thread and the category of either, counts where the server says where tables may be.

        The computer is as strong as *strength* says; the strongest where nothing is said. Nobody
        has more live campaigns in a server than it allows, but for whoever is *unlimited*. With
        *asks_all* its people are asked also what has one answer only (:meth:`Game.forced`).
        Where it does not *suggests*, nobody who plans is offered what the computer would do.
        *posts* is what its posts show, in which *theme*; *undo* is what may be taken back; *pace*
        is how fast it is played. A campaign has one *rematch_of* it. Its *referee* has the role of
        the server's referees, as the caller has made sure. Its open *dice* are rolled by the bot,
        or by the table, whose people enter what they show. It is called *campaign_id* where that
        was decided before.

        Raises:
            Complaint: campaign.unknown_game, no_computer, no_strength, bad_settings,
                setting_absent, name_empty, name_long, channel_taken, too_many_open, house_full,
                rematch_there, barred, game_closed, place_closed; host.paused.
            StoreError: The database failed; nothing was changed.
        """
        self._desk.halts.require_going()
        rules = self._desk.versions.rules(game)
        if opponent == "computer":
            strength = self._strength(rules, strength)
        chosen = self._settings(rules, settings or {})
        line = clean_name(name, self._desk.policy.name_limit)
        await self._bars.require_welcome(guild_id, person_id)
        if rematch_of is not None:
            async with self._desk.database.read() as connection:
                await self._check_first(connection, rematch_of)
        await self._check_free(guild_id, channel_id)
        data = self._desk.versions.today(rules)
        row = CampaignRow(
            id=campaign_id or self._desk.new_id(),
            game=game,
            name=line,
            guild_id=guild_id,
            channel_id=channel_id,
            language=language,
            settings=chosen,
            creator_id=person_id,
            seed=self._desk.token(32),
            ruleset_told=rules.ruleset,
            data=None if data is None else data.digest,
            created_at=self._desk.now(),
            computer=() if opponent == "computer" else None,
            strength=strength if opponent == "computer" else None,
            asks_all=asks_all,
            suggests=suggests,
            posts=posts,
            theme=theme,
            undo=undo,
            pace=None if pace is None else paces.written(pace),
            dice_scheme=NEWEST_SCHEME,
            rematch_of=rematch_of,
            dice_by="table" if dice == "table" else None,
            opens_ms=self._desk.policy.open_seconds * 1000,
        )
        seated: tuple[MemberRow, ...] = ()
        try:
            async with self._desk.database.write() as connection:
                server = await guilds.get(connection, guild_id)
                require_allowed(server, game, channel_id, within)
                creator = await people.numbered(connection, person_id)
                if rematch_of is not None:
                    await self._check_first(connection, rematch_of)
                if not unlimited:
                    most = server.most_open or self._desk.policy.most_open
                    await self._check_limit(connection, guild_id, creator, person_id, most)
                await self._check_house(connection)
                await guilds.note(connection, guild_id)
                if data is not None:
                    await playdata.keep(connection, data)
                await campaigns.add(connection, dataclasses.replace(row, creator=creator))
                await forum_posts.follow(connection, channel_id, row.id)
                new = _new(dataclasses.replace(row, creator=creator), rules)
                if referee is not None:
                    number = await people.numbered(connection, referee.person_id)
                    found = fresh_referee(new, number, referee, row.created_at)
                    await one_by_one(connection, appointed(new, found, creator))
                    new = dataclasses.replace(new, referees=(found,))
                if seat is not None:
                    await campaigns.seat(connection, row.id, creator, seat, row.created_at, called)
                    seated = (await campaigns.members_of(connection, [row.id]))[row.id]
        except Conflict:
            # Someone else's campaign came between the look and the write.
            await self._check_free(guild_id, channel_id)
            raise
        self._channels.forget()
        self._languages.forget(person_id)  # from now on it is worth storing
        self._desk.tell()
        return dataclasses.replace(new, people=seated).campaign

    async def check(self, asked: NewTable, where: Where, person_id: int) -> None:
        """Refuse a table that could not be created in a place just now; nothing is changed.

        Raises:
            Complaint: As :meth:`create`, but for channel_taken and rematch_there.
            StoreError: The database failed.
        """
        self._desk.halts.require_going()
        rules = self._desk.versions.rules(asked.game)
        if asked.opponent == "computer":
            self._strength(rules, asked.strength)
        self._settings(rules, asked.settings)
        clean_name(asked.name, self._desk.policy.name_limit)
        await self._bars.require_welcome(where.guild_id, person_id)
        async with self._desk.database.read() as connection:
            server = await guilds.get(connection, where.guild_id)
            require_allowed(server, asked.game, where.channel_id, where.within)
            if not asked.unlimited:
                creator = await people.number(connection, person_id)
                most = server.most_open or self._desk.policy.most_open
                await self._check_limit(connection, where.guild_id, creator, person_id, most)
            await self._check_house(connection)

    async def leave(self, campaign_id: str, person_id: int, *, ends: bool = False) -> Campaign:
        """Give up one's seat. The last to leave ends the campaign (no winner), if they *end* it.

        The creator of an open campaign that nobody joined may "leave" it too: that frees the
        channel.

        Raises:
            Complaint: campaign.unknown, not_seated, over; last_person when it would end the
                campaign and *ends* is not said.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if live.row.status == "over":
                raise Complaint("campaign.over")
            member = live.member(person_id)
            seated = [m for m in live.people if not m.left]
            gone = member is not None and not member.left
            if not gone and (seated or live.row.creator_id != person_id):
                raise Complaint("campaign.not_seated")
            person = member.person if gone and member is not None else None
            if any(m.discord_id != person_id for m in seated):
                row = dataclasses.replace(live.row, version=live.row.version + 1)
                async with self._desk.database.write() as connection:
                    await one_by_one(connection, [campaigns.change(live.row, row)])
                    assert member is not None
                    assert person is not None
                    await campaigns.unseat(connection, live.row.id, person, self._desk.now())
                    for own in (plans, named_groups, looks, notes):
                        await own.drop(connection, live.row.id, person)
                    people = (await campaigns.members_of(connection, [live.row.id]))[live.row.id]
                    left = dataclasses.replace(live, people=people)
                    after = dataclasses.replace(left, row=row)
                    at = self._desk.halts.instant(campaign_id, self._desk.now())
                    found = reseated(left, member.seat, at)
                    if after.rollers != live.rollers:  # of real dice, which others enter now
                        rested = dataclasses.replace(after, clocks=found)
                        found = with_others(rested, at)
                    changed = clocks.put(live.row.id, changed_of(live.clocks, found))
                    changed += calls_anew(live, after, self._desk.now())
                    gone_away = entry(after, "left", {"seat": member.seat}, person)
                    changed.append(journal.add([gone_away], self._desk.now()))
                    await one_by_one(connection, changed)
                return self._desk.renew(dataclasses.replace(left, clocks=found), row, people)
            if not ends:
                raise Complaint("campaign.last_person")
            ended = await self._end(live, ABANDON, leaving=person)
            if person is not None:
                async with self._desk.database.write() as connection:
                    for own in (looks, notes):
                        await own.drop(connection, live.row.id, person)
            return ended

        return await self._desk.exclusive(campaign_id, work, though_halted=True)

    async def close(self, campaign_id: str, person_id: int) -> Campaign:
        """End a campaign without a winner, on behalf of the server. Its log stays.

        The caller has made sure that the person manages the server.

        Raises:
            Complaint: campaign.unknown, over.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if live.row.status == "over":
                raise Complaint("campaign.over")
            return await self._end(live, CLOSE, closed_by=person_id)

        return await self._desk.exclusive(campaign_id, work, though_halted=True)

    async def close_unbegun(self, campaign_id: str, before: int) -> None:
        """End a campaign that has not begun if nobody has joined it since; else leave it alone.

        Args:
            campaign_id: Which.
            before: Since when, in milliseconds as the store keeps them.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> None:
            async with self._desk.database.read() as connection:
                idle = await lobby.is_idle(connection, live.row.id, before)
            if idle and live.row.status == "open":
                await self._end(live, UNBEGUN)

        await self._desk.exclusive(campaign_id, work)

    async def _end(
        self, live: Live, kind: str, *, leaving: int | None = None, closed_by: int | None = None
    ) -> Campaign:
        """End a campaign otherwise than by its rules: what was played, or never began."""
        name = live.row.id
        async with self._desk.database.write() as connection:
            await one_by_one(connection, [campaigns.change(live.row, live.row)])
            who = None if closed_by is None else await people.numbered(connection, closed_by)
            if live.row.status == "playing":
                taken = self._steps.own_step(live, kind, None, who, f"{kind[1:]}/{name}")
                row = self._steps.changed(live, taken)
                writes = self._steps.writes(live, taken)
            else:
                taken = None
                row = dataclasses.replace(
                    live.row,
                    version=live.row.version + 1,
                    status="over",
                    ended_at=self._desk.now(),
                    ending=EarlyEnd(kind, None),
                )
                gone = [*purge.ended(name), *erased_people.ended(name)]
                gone += beginnings.ended(name)
                writes = [campaigns.change(live.row, row), *gone]
                if kind in {CLOSE, UNBEGUN}:
                    writes.append(outbox.add([last_word(live)], self._desk.now()))
            await one_by_one(connection, writes)
            if leaving is not None:
                await campaigns.unseat(connection, name, leaving, self._desk.now())
            members = await campaigns.members_of(connection, [name])
        if taken is not None:
            live = self._play.saved(live, taken)
        ended = dataclasses.replace(live, asks=(), erased=erased_people.NOBODY_ERASED)
        ended = dataclasses.replace(ended, beginning=None)
        return self._desk.renew(ended, row, members[name])

    async def start(self, campaign_id: str, person_id: int, *, request: str) -> Campaign:
        """Set the game up, once every seat is held. The creator or any member may.

        Where it begins from a position every side that people hold must have confirmed that.

        Against the computer one seat held is enough: it plays those that are empty then.

        Raises:
            Complaint: campaign.unknown, not_a_player, seat_empty, nobody_seated,
                already_started, over; beginning.unconfirmed, beginning.void.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if request in live.requests:
                return live.campaign
            if live.row.status != "open":
                over = live.row.status == "over"
                raise Complaint("campaign.over" if over else "campaign.already_started")
            if live.seat_of(person_id) is None and live.row.creator_id != person_id:
                raise Complaint("campaign.not_a_player")
            live = self._with_seats_filled(live)
            if live.beginning is None:
                live = await self._play.do(live, self._steps.set_up(live, person_id, request))
            else:
                taken = await self._beginnings.begin(live, person_id, request)
                live = await self._play.do(live, taken, beginnings.ended(campaign_id))
            await self._play.go_on(live)
            return live.campaign

        return await self._desk.exclusive(campaign_id, work)

    @staticmethod
    def _with_seats_filled(live: Live) -> Live:
        """Return an open campaign as it is to be started: with nobody missing."""
        seats = live.seats
        empty = tuple(seat for seat in seats if not live.seated(seat))
        if live.row.computer is not None:
            if len(empty) == len(seats):
                raise Complaint("campaign.nobody_seated")
            return dataclasses.replace(live, row=dataclasses.replace(live.row, computer=empty))
        if empty:
            named = tuple(Term("seat", seat) for seat in empty)
            raise Complaint("campaign.seat_empty", seats=named)
        return live

    async def move(
        self, campaign_id: str, person_id: int, channel_id: int, within: Collection[int] = ()
    ) -> Campaign:
        """Move a campaign to another channel of its server (when the old one was deleted).

        What still waits to be posted goes to the new channel, which the server must allow;
        *within* as for :meth:`create`.

        Raises:
            Complaint: campaign.unknown, not_a_player, channel_taken, place_closed; lesson.stays.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if live.seat_of(person_id) is None and live.row.creator_id != person_id:
                raise Complaint("campaign.not_a_player")
            if live.row.lesson:
                raise Complaint("lesson.stays")
            if live.row.channel_id == channel_id:
                return live.campaign
            if live.row.status != "over":
                await self._check_free(live.row.guild_id, channel_id)
            row = dataclasses.replace(live.row, version=live.row.version + 1, channel_id=channel_id)
            async with self._desk.database.write() as connection:
                server = await guilds.get(connection, live.row.guild_id)
                require_place(server, channel_id, within)
                await one_by_one(connection, [campaigns.change(live.row, row)])
                await forum_posts.follow(connection, channel_id, row.id)
                await outbox.revive(connection, live.row.id, self._desk.now())
            self._channels.forget()
            return self._desk.renew(live, row, live.people)

        return await self._desk.exclusive(campaign_id, work)

    @staticmethod
    async def _check_limit(
        connection: AsyncConnection, guild_id: int, creator: int | None, person_id: int, most: int
    ) -> None:
        """Raise when a person has as many live campaigns in a server as one may have."""
        if await erased_people.open_of(connection, guild_id, creator, person_id) >= most:
            raise Complaint("campaign.too_many_open", most=most)

    async def _check_house(self, connection: AsyncConnection) -> None:
        """Raise when there are as many live campaigns in all servers as the host allows."""
        most = self._desk.policy.most_live
        if most is not None and await overview.count_live(connection) >= most:
            raise Complaint("campaign.house_full", most=most)

    @staticmethod
    async def _check_first(connection: AsyncConnection, campaign: str) -> None:
        """Raise when a campaign has its rematch already."""
        there = await campaigns.rematch_of(connection, campaign)
        if there is not None:
            where = str(there.channel_id)
            raise Complaint("campaign.rematch_there", name=there.name, channel=where)

    async def _check_free(self, guild_id: int, channel_id: int) -> None:
        async with self._desk.database.read() as connection:
            there = await campaigns.in_channel(connection, guild_id, channel_id)
        if there is not None and there.status != "over":
            raise Complaint("campaign.channel_taken", name=there.name)

    @staticmethod
    def _strength(game: AnyGame, asked: str | None) -> str:
        """Return how strong the computer of a new campaign is to be."""
        if not game.opponents:
            raise Complaint("campaign.no_computer", game=Term("game", game.key))
        if asked is not None and asked not in game.opponents:
            there = tuple(Term("strength", one) for one in game.opponents)
            names: Params = {"game": Term("game", game.key), "strengths": there}
            raise Complaint("campaign.no_strength", **names)
        return strength_of(game, asked)

    @staticmethod
    def _settings(rules: AnyGame, given: Mapping[str, object]) -> Mapping[str, object]:
        model, data = rules.settings_model, data_of(rules)
        try:
            with contextlib.nullcontext() if data is None else data.in_use():
                chosen = model.model_validate(opened(model, given))
        except ValidationError as error:
            wrong = error.errors()
            absent = [one for one in wrong if one["type"] == NOT_IN_DATA]
            code = "campaign.setting_absent" if absent else "campaign.bad_settings"
            about = (str(one["loc"][0]) for one in absent or wrong if one["loc"])
            raise Complaint(code, fields=tuple(dict.fromkeys(about))) from None
        return dict(chosen.model_dump(mode="json"))


def _new(row: CampaignRow, game: AnyGame) -> Live:
    """Return a campaign at its creation."""
    return Live(
        row=row,
        people=(),
        game=game,
        position=None,
        thrown=0,
        ruleset=game.ruleset,
        counts=Counts(),
        requests=set(),
    )
