"""Before and around the game: creating a campaign, taking seats, starting, leaving."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from bot.moderator.amending import Amending
from bot.moderator.api import ABANDON, Campaign, ModeratorError, OpponentChoice
from bot.moderator.live import AnyGame, Live, as_campaign
from bot.store import Conflict, campaigns, outbox, people
from bot.store.batch import one_by_one
from bot.store.campaigns import CampaignRow, MemberRow
from engine.api import Params, Seat, Term
from engine.strengths import strength_of

# Characters that turn the direction of the text around them, and so can disguise a name.
_DIRECTIONS: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(name: str, limit: int) -> str:
    """Return a campaign's name in one line, without control characters.

    Markdown and mentions stay: whoever shows a name escapes it.

    Raises:
        ModeratorError: campaign.name_empty, campaign.name_long.
    """
    kept = "".join(
        " " if unicodedata.category(c) in {"Cc", "Zl", "Zp"} else c
        for c in name
        if c not in _DIRECTIONS and unicodedata.category(c) != "Cs"
    )
    line = " ".join(kept.split())
    if not line:
        raise ModeratorError("campaign.name_empty")
    if len(line) > limit:
        raise ModeratorError("campaign.name_long", {"limit": limit})
    return line


class Lobby(Amending):
    """Campaigns and seats."""

    async def create(
        self,
        *,
        game: str,
        name: str,
        guild_id: int,
        channel_id: int,
        person_id: int,
        language: str,
        settings: Mapping[str, object] | None = None,
        opponent: OpponentChoice = "people",
        strength: str | None = None,
    ) -> Campaign:
        """Create a campaign in a channel. The creator takes no seat by it: he joins like others.

        The computer is as strong as *strength* says; the strongest where nothing is said.

        Raises:
            ModeratorError: campaign.unknown_game, no_computer, no_strength, bad_settings,
                name_empty, name_long, channel_taken.
            StoreError: The database failed; nothing was changed.
        """
        rules = self.rules(game)
        if opponent == "computer":
            strength = self._strength(rules, strength)
        chosen = self._settings(rules.settings_model, settings or {})
        line = clean_name(name, self.policy.name_limit)
        await self._check_free(guild_id, channel_id)
        row = CampaignRow(
            id=self._new_id(),
            game=game,
            name=line,
            guild_id=guild_id,
            channel_id=channel_id,
            language=language,
            settings=chosen,
            creator_id=person_id,
            seed=self._token(32),
            ruleset_told=rules.ruleset,
            created_at=self._now(),
            computer=() if opponent == "computer" else None,
            strength=strength if opponent == "computer" else None,
        )
        try:
            async with self.database.write() as connection:
                creator = await people.numbered(connection, person_id)
                await campaigns.add(connection, dataclasses.replace(row, creator=creator))
        except Conflict:
            # Someone else's campaign came between the look and the write.
            await self._check_free(guild_id, channel_id)
            raise
        self._forget_channels()
        self._spoken.pop(person_id, None)  # from now on it is worth storing
        self._tell()
        return as_campaign(row, (), rules)

    async def join(self, campaign_id: str, person_id: int, seat: Seat) -> Campaign:
        """Seat a person. Joining one's own seat again changes nothing.

        While the campaign is open a side may take any number of members; once it is played only
        an empty seat can be taken, and never by someone who has sat on the other side. What the
        computer plays it goes on playing.

        Raises:
            ModeratorError: campaign.unknown, unknown_seat, over, already_seated, seat_held,
                seat_computer, was_other_side.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if not self._check_join(live, person_id, seat):
                return live.campaign
            row = dataclasses.replace(live.row, version=live.row.version + 1)
            async with self.database.write() as connection:
                await one_by_one(connection, [campaigns.change(live.row, row)])
                person = await people.numbered(connection, person_id)
                await campaigns.seat(connection, live.row.id, person, seat, self._now())
                members = await campaigns.members_of(connection, [live.row.id])
            self._spoken.pop(person_id, None)  # from now on it is worth storing
            return self._renew(live, row, members[live.row.id])

        return await self._exclusive(campaign_id, work)

    def _check_join(self, live: Live, person_id: int, seat: Seat) -> bool:
        """Say whether joining changes anything; raise when it is not allowed."""
        if live.row.status == "over":
            raise ModeratorError("campaign.over")
        if seat not in live.game.seats:
            raise ModeratorError("campaign.unknown_seat", {"seat": seat[:100]})
        there = live.seat_of(person_id)
        if there == seat:
            return False
        if there is not None:
            raise ModeratorError("campaign.already_seated", {"seat": Term("seat", there)})
        if live.row.status == "playing":
            if seat in live.computer:
                raise ModeratorError("campaign.seat_computer", {"seat": Term("seat", seat)})
            if live.seated(seat):
                raise ModeratorError("campaign.seat_held", {"seat": Term("seat", seat)})
            before = live.member(person_id)
            if before is not None and before.seat != seat:
                raise ModeratorError("campaign.was_other_side", {"seat": Term("seat", before.seat)})
        return True

    async def leave(self, campaign_id: str, person_id: int) -> Campaign:
        """Give up one's seat. The last to leave ends the campaign (no winner).

        The creator of an open campaign that nobody joined may "leave" it too: that frees the
        channel.

        Raises:
            ModeratorError: campaign.unknown, not_seated, over.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if live.row.status == "over":
                raise ModeratorError("campaign.over")
            member = live.member(person_id)
            seated = [m for m in live.people if not m.left]
            gone = member is not None and not member.left
            if not gone and (seated or live.row.creator_id != person_id):
                raise ModeratorError("campaign.not_seated")
            last = all(m.discord_id == person_id for m in seated)
            now = self._now()
            row = dataclasses.replace(live.row, version=live.row.version + 1)
            writes = [campaigns.change(live.row, row)]
            taken = None
            if last and live.row.status == "playing":
                taken = self._own_step(live, ABANDON, None, None, f"abandon/{live.row.id}")
                writes = self._writes(live, taken)
            elif last:
                row = dataclasses.replace(row, status="over", ended_at=now)
                writes = [campaigns.change(live.row, row)]
            async with self.database.write() as connection:
                await one_by_one(connection, writes)
                if gone and member is not None:
                    await campaigns.unseat(connection, live.row.id, member.person, now)
                members = await campaigns.members_of(connection, [live.row.id])
            if taken is not None:
                live = self._after(live, taken)
                row = live.row
            return self._renew(live, row, members[live.row.id])

        return await self._exclusive(campaign_id, work)

    async def start(self, campaign_id: str, person_id: int, *, request: str) -> Campaign:
        """Set the game up, once every seat is held. The creator or any member may.

        Against the computer one seat held is enough: it plays those that are empty then.

        Raises:
            ModeratorError: campaign.unknown, not_a_player, seat_empty, nobody_seated,
                already_started, over.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if request in live.requests:
                return live.campaign
            if live.row.status != "open":
                over = live.row.status == "over"
                raise ModeratorError("campaign.over" if over else "campaign.already_started")
            if live.seat_of(person_id) is None and live.row.creator_id != person_id:
                raise ModeratorError("campaign.not_a_player")
            live = self._with_seats_filled(live)
            taken = self._set_up(live, person_id, request)
            await self._commit(live, taken)
            return self._after(live, taken).campaign

        return await self._exclusive(campaign_id, work)

    @staticmethod
    def _with_seats_filled(live: Live) -> Live:
        """Return an open campaign as it is to be started: with nobody missing."""
        empty = tuple(seat for seat in live.game.seats if not live.seated(seat))
        if live.row.computer is not None:
            if len(empty) == len(live.game.seats):
                raise ModeratorError("campaign.nobody_seated")
            return dataclasses.replace(live, row=dataclasses.replace(live.row, computer=empty))
        if empty:
            seats = tuple(Term("seat", seat) for seat in empty)
            raise ModeratorError("campaign.seat_empty", {"seats": seats})
        return live

    async def move(self, campaign_id: str, person_id: int, channel_id: int) -> Campaign:
        """Move a campaign to another channel of its server (when the old one was deleted).

        What still waits to be posted goes to the new channel.

        Raises:
            ModeratorError: campaign.unknown, not_a_player, channel_taken.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            if live.seat_of(person_id) is None and live.row.creator_id != person_id:
                raise ModeratorError("campaign.not_a_player")
            if live.row.channel_id == channel_id:
                return live.campaign
            if live.row.status != "over":
                await self._check_free(live.row.guild_id, channel_id)
            row = dataclasses.replace(live.row, version=live.row.version + 1, channel_id=channel_id)
            async with self.database.write() as connection:
                await one_by_one(connection, [campaigns.change(live.row, row)])
                await outbox.revive(connection, live.row.id, self._now())
            self._forget_channels()
            return self._renew(live, row, live.people)

        return await self._exclusive(campaign_id, work)

    def _renew(self, live: Live, row: CampaignRow, members: tuple[MemberRow, ...]) -> Campaign:
        """Put a campaign back at hand after its row or its people changed."""
        renewed = dataclasses.replace(live, row=row, people=members)
        self._shelf.put(renewed)
        self._tell()
        return renewed.campaign

    async def _check_free(self, guild_id: int, channel_id: int) -> None:
        async with self.database.read() as connection:
            there = await campaigns.in_channel(connection, guild_id, channel_id)
        if there is not None and there.status != "over":
            raise ModeratorError("campaign.channel_taken", {"name": there.name})

    @staticmethod
    def _strength(game: AnyGame, asked: str | None) -> str:
        """Return how strong the computer of a new campaign is to be."""
        if not game.opponents:
            raise ModeratorError("campaign.no_computer", {"game": Term("game", game.key)})
        if asked is not None and asked not in game.opponents:
            there = tuple(Term("strength", one) for one in game.opponents)
            names: Params = {"game": Term("game", game.key), "strengths": there}
            raise ModeratorError("campaign.no_strength", names)
        return strength_of(game, asked)

    @staticmethod
    def _settings(model: type[Any], given: Mapping[str, object]) -> Mapping[str, object]:
        try:
            chosen = model.model_validate(dict(given))
        except ValidationError as error:
            fields = tuple(dict.fromkeys(str(e["loc"][0]) for e in error.errors() if e["loc"]))
            raise ModeratorError("campaign.bad_settings", {"fields": fields}) from None
        return dict(chosen.model_dump(mode="json"))
