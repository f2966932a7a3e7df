"""One interaction being answered: who asks, where, in which language, and how to reply."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import perf_counter
from typing import Any, Final, TypeVar, TypeVarTuple

import discord

from bot.inside.at_work import sit_at
from bot.letters.images import Image, image_of
from bot.letters.pages import Page
from bot.moderator import Campaign, Complaint, Look, Moderator
from bot.text import Words, language_of, words_for
from bot.thinking import Job
from bot.ui.attendance import name_of
from bot.ui.bot import Bot
from bot.ui.odds import with_odds
from engine.api import AnyGame, Game

FREE: Final = frozenset(
    {"privacy", "game leave", "forget", "forgetme", "leave", "leaveend", "cancel"}
)
"""Commands and verbs by which also those leave and have their data erased whom the host shuts out,
and those at a table that is set aside."""
FREE_AT_TABLE: Final = FREE | {"report"}
"""The same, of what may be done at a table that is set aside."""

R = TypeVar("R")
Ts = TypeVarTuple("Ts")

Interaction = discord.Interaction[Any]


class Visit:
    """An interaction with what it takes to answer it.

    Attributes:
        interaction: As Discord sent it.
        person_id: Who.
        language: Theirs.
        request: Idempotency key of what they ask for.
        game: The rules of the campaign looked at, once known.
        here: That campaign.
        asked: The command or the verb that is answered.
        elsewhere: One that cannot be answered here, but where it is played, and by direct message.
        came: When it arrived, by the clock that measures.
        acknowledged_in: Seconds until Discord was told so, once it was.
    """

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.came = perf_counter()
        self.acknowledged_in: float | None = None
        self.bot: Bot = interaction.client
        self.person_id = interaction.user.id
        self.language = self._at_hand() or language_of(str(interaction.locale))
        self.request = str(interaction.id)
        self.game: Game[Any, Any] | None = None
        self.here: Campaign | None = None
        self.elsewhere: Campaign | None = None
        self.asked = ""

    def enter(self, asked: str) -> None:
        """Begin to answer a command, or a verb, unless the host has shut the person out.

        Raises:
            Complaint: host.restarting, server_out, person_out.
        """
        self.asked = asked
        if self.bot.answers.are_closed:
            raise Complaint("host.restarting")
        if asked not in FREE:
            orders = self.moderator.host_orders
            orders.require_welcome(self.interaction.guild_id, self.person_id)

    def _come_to(self, campaign: Campaign) -> None:
        """Know where something is asked for, unless the host has that set aside or shut out.

        Raises:
            Complaint: host.campaign_aside, host.server_out.
        """
        orders = self.moderator.host_orders
        if self.asked not in FREE_AT_TABLE:
            orders.require_sound(campaign.id)
        if self.asked not in FREE:
            orders.require_welcome(campaign.guild_id, self.person_id)
        self.game, self.here = self.moderator.game(campaign), campaign
        sit_at(campaign.id)

    def _at_hand(self) -> str | None:
        """Return the language that the person has chosen, where that is known already."""
        return self.moderator.preferences.language_at_hand(self.person_id)

    async def recall(self) -> None:
        """Speak the language that the person has chosen, if they have.

        Raises:
            StoreError: The database failed.
        """
        chosen = await self.moderator.preferences.language(self.person_id)
        self.language = chosen or language_of(str(self.interaction.locale))

    @property
    def moderator(self) -> Moderator:
        """The one door to every game."""
        return self.bot.moderator

    @property
    def words(self) -> Words:
        """The person's language, about the game once it is known."""
        return words_for(self.language, self.game)

    @property
    def guild_id(self) -> int:
        """The server.

        Raises:
            Complaint: There is none: this is a direct message.
        """
        if self.interaction.guild_id is None:
            raise Complaint("visit.only_in_server")
        return self.interaction.guild_id

    @property
    def channel_id(self) -> int:
        """The channel or thread."""
        if self.interaction.channel_id is None:
            raise Complaint("visit.only_in_server")
        return self.interaction.channel_id

    @property
    def within(self) -> tuple[int, ...]:
        """What the channel lies in, as far as there is: a thread's channel, and the category."""
        guild, channel = self.interaction.guild, self.interaction.channel
        found: list[int] = []
        home: object = channel
        if isinstance(channel, discord.Thread):
            found.append(channel.parent_id)
            home = None if guild is None else guild.get_channel(channel.parent_id)
        category = getattr(home, "category_id", None)
        return (*found, category) if isinstance(category, int) else tuple(found)

    # ------------------------------------------------------------------ looking

    async def campaign(self) -> Campaign:
        """Return the campaign of this channel.

        Raises:
            Complaint: There is none.
        """
        found = await self.moderator.reader.campaign_in(self.guild_id, self.channel_id)
        if found is None:
            raise Complaint("visit.no_campaign")
        self._come_to(found)
        return found

    async def campaign_named(self, campaign_id: str) -> Campaign:
        """Return the campaign that a custom id names: of this server, or one's own from a DM.

        Raises:
            Complaint: There is none of that name, or it belongs to another server; in a direct
                message: the person has no seat there, or they or the bot are out of its server.
        """
        found = await self.moderator.reader.campaign(campaign_id)
        if found.guild_id != self.interaction.guild_id:
            await self._from_elsewhere(found)
        self._come_to(found)
        return found

    async def _from_elsewhere(self, campaign: Campaign) -> None:
        """Let those who sit at a table act there from their direct messages, and nobody else."""
        seated = campaign.seat_of(self.person_id) is not None
        if self.interaction.guild_id is None:
            if not seated:
                raise Complaint("visit.only_in_server")
            await self._require_member(campaign)
        elif seated:
            self.elsewhere = campaign
            raise Complaint("visit.elsewhere", name=campaign.name)
        else:
            raise Complaint("visit.other_server")

    async def _require_member(self, campaign: Campaign) -> None:
        if not await self.bot.servers.has_bot(campaign.guild_id):
            raise Complaint("visit.bot_left")
        if await self.bot.attendance.is_away(campaign.guild_id, self.person_id):
            raise Complaint("visit.left_server")

    async def theme(self, campaign: Campaign) -> str:
        """Return the theme of what only this person sees of a campaign."""
        return await self.moderator.themes.own(self.person_id) or campaign.theme

    async def look(self, campaign: Campaign) -> Look:
        """Return the campaign as this person may see it."""
        return await self.moderator.reader.look(campaign.id, self.person_id)

    async def campaign_of_letter(self, campaign_id: str) -> Campaign:
        """Return the campaign that a direct message names, for a press in it or in the server.

        Raises:
            Complaint: There is none of that name, it belongs to another server, or the person or
                the bot is out of its server.
        """
        if self.interaction.guild_id is not None:
            return await self.campaign_named(campaign_id)
        found = await self.moderator.reader.campaign(campaign_id)
        await self._require_member(found)
        self._come_to(found)
        return found

    # ----------------------------------------------------------------- arriving

    @property
    def called(self) -> str | None:
        """How the server calls the person; ``None`` in a direct message."""
        return None if self.interaction.guild_id is None else name_of(self.interaction.user)

    async def arrive(self) -> None:
        """Note that the person is in the server, in case they were thought gone.

        For what has to do with seats alone: it may show, and orders are nobody else's business.

        Raises:
            StoreError: The database failed.
        """
        if self.interaction.guild_id is not None:
            await self.moderator.departures.here(self.interaction.guild_id, self.person_id)

    # ------------------------------------------------------------------ thinking

    async def ask(
        self,
        job: Job[*Ts, R],
        campaign: Campaign,
        /,
        *args: *Ts,
        deep: bool = False,
    ) -> R:
        """Return what a job finds out for this person, off the event loop."""
        game = self.moderator.game(campaign)
        return await self.bot.thinkers.ask(campaign.id, job, game, *args, deep=deep)

    # ----------------------------------------------------------------- replying

    def acknowledged(self) -> None:
        """Note that Discord was told that the interaction has arrived."""
        if self.acknowledged_in is None:
            self.acknowledged_in = perf_counter() - self.came

    @property
    def on_private(self) -> bool:
        """Whether the press came from an ephemeral message, which may then be changed."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def hold(self, *, apart: bool = False) -> None:
        """Acknowledge at once; the answer follows, privately: *apart*, as a message of its own."""
        response = self.interaction.response
        if response.is_done():
            return
        if self.on_private and not apart:
            await response.defer()
        else:
            await response.defer(ephemeral=True, thinking=True)
        self.acknowledged()

    async def show(self, page: Page) -> None:
        """Answer privately: in place where the press came from a private message, else anew."""
        if page.seen is not None:
            await self.show_on_map(page.seen, replace(page, seen=None))
        elif self.on_private:
            await self._replace(page)
        else:
            await self.answer(page)

    async def show_on_map(self, look: Look, page: Page) -> None:
        """Answer privately, with what the page asks for on the person's own map, and its odds.

        Both are left out where they would tell nothing, fail, or take too long.
        """
        game, choosing = self.game, page.choosing
        if game is not None and (page.gamble is not None or page.questions):
            await self.hold()
            page = await with_odds(self.bot.oddsmaker, game, look, page, self.words)
        if game is not None and choosing is not None:
            gallery = self.bot.gallery
            frame = gallery.aim(game, look, choosing)
            if frame is not None:
                await self.hold()
                picture = await gallery.choice(
                    game,
                    look,
                    frame,
                    choosing,
                    language=self.words.language,
                    theme=await self.theme(look.campaign),
                )
                page = replace(page, image=image_of(picture, self.words))
        if game is not None and page.choices:
            page = replace(page, small=await self._small(game, look, page))
        await self.show(page)

    async def _small(self, game: AnyGame, look: Look, page: Page) -> tuple[Image, ...]:
        """Draw what may be chosen, each as it would be, in the order of its buttons."""
        await self.hold()
        gallery, theme, language = self.bot.gallery, await self.theme(look.campaign), self.language
        frames = [(one, gallery.aim(game, look, one)) for one in page.choices]
        drawn = await asyncio.gather(
            *(
                gallery.choice(game, look, frame, one, language=language, theme=theme)
                for one, frame in frames
                if frame is not None
            )
        )
        found = (image_of(one, self.words, f"choice{n}") for n, one in enumerate(drawn, 1))
        return tuple(one for one in found if one is not None)

    async def answer(self, page: Page) -> None:
        """Answer with a private message of its own."""
        arguments: dict[str, Any] = {
            "view": page.view(),
            "ephemeral": True,
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if files := page.files():
            arguments["files"] = files
        if self.interaction.response.is_done():
            await self.interaction.followup.send(**arguments)
        else:
            await self.interaction.response.send_message(**arguments)
            self.acknowledged()

    async def tell(self, code: str, /, **params: Any) -> None:
        """Answer with one of the bot's sentences."""
        await self.show(Page([self.words.bot(code, **params)]))

    async def _replace(self, page: Page) -> None:
        arguments: dict[str, Any] = {
            "view": page.view(),
            "attachments": page.files(),
            "allowed_mentions": discord.AllowedMentions.none(),
        }
        if self.interaction.response.is_done():
            await self.interaction.edit_original_response(**arguments)
        else:
            await self.interaction.response.edit_message(**arguments)
            self.acknowledged()
