"""``/learn``: a first turn against the computer, in a private thread of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

import discord
from discord import app_commands

from bot.cogs.building import Commands, command, described
from bot.letters import lessons, sentences
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, button, fit
from bot.moderator import Campaign, Complaint
from bot.moderator.learning.lessons import KEPT_DAYS, LessonPlace
from bot.text import Raw, words_for
from bot.ui.dialogue.dialogue import Dialogue
from bot.ui.dialogue.fields import typed_fields
from bot.ui.presses import Presses
from bot.ui.threads.classroom import RIGHTS, has_lessons
from bot.ui.visit import Visit
from engine.api import Game

EVENTS_LIMIT = 1500
ORDERS_LIMIT = 1500


def register(commands: Commands, presses: Presses, games: Mapping[str, Game[Any, Any]]) -> None:
    """Add the command and the verbs of the buttons of lessons."""
    taught = [key for key, game in games.items() if game.lesson is not None and game.opponents]
    titles = [app_commands.Choice(name=described("game.title", key), value=key) for key in taught]
    commands.add_command(
        command(learn, "learn", "command.learn", choices={"game": titles[:25]} if titles else None)
    )
    on = presses.on
    on("learn")(pick_game)
    on("learnanew")(begin_again)
    on("lessonnext")(press_next)
    on("lessonend")(press_end)
    on("lessonshow")(press_show)
    on("lessondo")(press_do)


# ---------------------------------------------------------------------- coming and going


async def learn(visit: Visit, game: Optional[str] = None) -> None:  # noqa: UP045
    """Open the person's lesson, or lead back to the one they have."""
    guild_id = visit.guild_id
    await visit.hold()
    door = visit.moderator.lessons
    known = await door.of(visit.person_id)
    if known is not None and not await visit.bot.classroom.is_there(known):
        left = await door.end(known.id)
        if left is not None:
            await visit.bot.classroom.close(left)
        known = None
    if known is None:
        parent = _parent_of(visit)
        wanted = game or await _of_channel(visit)
        if wanted is None:
            await _ask(visit)
        else:
            await _begin(visit, guild_id, parent, wanted)
        return
    known = await visit.bot.classroom.finish(known, again=True)
    again = game or known.game
    label = visit.words.plain.bot("lesson.anew")
    items = [button(label, "learnanew", known.id, again, style=STYLES.danger)]
    texts: list[str] = [visit.words.bot("lesson.there", thread=_link(visit, known))]
    if known.channel_id == visit.channel_id and known.campaign_id is not None:
        campaign = await visit.campaign_named(known.campaign_id)
        step = await visit.moderator.teaching.at(campaign.id, visit.person_id)
        page = lessons.step_page(campaign, step.name, visit.words)
        texts += page.texts
        items = [*page.items, *items]
    await visit.show(Page(texts, items))


async def pick_game(visit: Visit, key: Key) -> None:
    """Open the person's lesson of a game, by button."""
    await learn(visit, key.part(0))


async def begin_again(visit: Visit, key: Key) -> None:
    """Erase the person's lesson and begin another."""
    guild_id = visit.guild_id
    await visit.hold()
    door, classroom = visit.moderator.lessons, visit.bot.classroom
    known = await door.of(visit.person_id)
    if known is None or known.id != key.part(0):
        raise Complaint("lesson.over")
    parent = _parent_of(visit)
    _require_rights(visit)
    left = await door.end(known.id)
    await _begin(visit, guild_id, parent, key.part(1))
    # Last: it may be the place where the person reads the answer.
    if left is not None:
        await classroom.close(left)


async def _begin(visit: Visit, guild_id: int, parent: int, game: str) -> None:
    _require_rights(visit)
    visit.game = visit.moderator.rules(game)
    lesson = await visit.moderator.lessons.begin(
        game, visit.person_id, guild_id, parent, visit.language
    )
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    lesson = await visit.bot.classroom.finish(lesson)
    title = visit.words.label("game.title")
    link = _link(visit, lesson)
    await visit.tell("lesson.begun", game=title, thread=link, days=KEPT_DAYS)


async def _of_channel(visit: Visit) -> str | None:
    """Return the game to be taught where none was named: this channel's, or the only one."""
    taught = [game.key for game in visit.moderator.lessons.taught()]
    if not taught:
        raise Complaint("lesson.none")
    here = await visit.moderator.reader.campaign_in(visit.guild_id, visit.channel_id)
    if here is not None and here.game in taught:
        return here.game
    return taught[0] if len(taught) == 1 else None


async def _ask(visit: Visit) -> None:
    """Ask which game, with a button for each."""
    items = [
        button(words_for(visit.language, game).plain.label("game.title"), "learn", game.key)
        for game in visit.moderator.lessons.taught()
    ]
    await visit.show(Page([visit.words.bot("lesson.which")], items))


def _parent_of(visit: Visit) -> int:
    """Return the channel in which the thread is to be made.

    Raises:
        Complaint: lesson.no_channel.
    """
    channel: object = visit.interaction.channel
    parent_id = visit.channel_id
    if isinstance(channel, discord.Thread):
        parent_id, channel = channel.parent_id, channel.parent
    if channel is not None and not has_lessons(channel):
        raise Complaint("lesson.no_channel")
    return parent_id


def _require_rights(visit: Visit) -> None:
    """Raise a complaint naming what an administrator must allow."""
    have = visit.interaction.app_permissions
    lacking = [name for name in RIGHTS if not getattr(have, name)]
    if lacking:
        rights = visit.words.join([visit.words.bot(f"permission.{name}") for name in lacking])
        raise Complaint("lesson.lacks", rights=rights)


def _link(visit: Visit, lesson: LessonPlace) -> Raw:
    if lesson.channel_id is None:
        return Raw("")
    if lesson.guild_id == visit.interaction.guild_id:
        return sentences.mention_channel(lesson.channel_id)
    return Raw(f"https://discord.com/channels/{lesson.guild_id}/{lesson.channel_id}")


# ----------------------------------------------------------------------------- pressing


async def _campaign(visit: Visit, key: Key) -> Campaign:
    """Return the game of the lesson that a button belongs to.

    Raises:
        Complaint: The lesson is over, or of another server.
    """
    try:
        return await visit.campaign_named(key.part(0))
    except Complaint as error:
        if error.code != "campaign.unknown":
            raise
        raise Complaint("lesson.over") from error


async def press_next(visit: Visit, key: Key) -> None:
    """Go on from a step."""
    await _leave(visit, key, to_end=False)


async def press_end(visit: Visit, key: Key) -> None:
    """Go on to the last step."""
    await _leave(visit, key, to_end=True)


async def _leave(visit: Visit, key: Key, *, to_end: bool) -> None:
    # The next page is a message of its own: there is nothing to be answered.
    await visit.interaction.response.defer()
    visit.acknowledged()
    campaign = await _campaign(visit, key)
    try:
        await visit.moderator.teaching.leave_step(
            campaign.id, visit.person_id, key.part(1), to_end=to_end
        )
    except Complaint as error:
        await _or_behind(visit, campaign, error)
        return
    if visit.on_private:
        await visit.tell("lesson.below")


async def press_show(visit: Visit, key: Key) -> None:
    """Show what is proposed as a dialogue that is filled in: it only need be confirmed."""
    await visit.hold()
    campaign = await _campaign(visit, key)
    door, look = visit.moderator, await visit.look(campaign)
    action = await door.teaching.proposal(campaign.id, visit.person_id)
    draft = await door.drafts.open(campaign.id, visit.person_id, action.kind, typed_fields(action))
    game = door.game(campaign)
    page = Dialogue(draft, look, game, visit.words).preview()
    await visit.show_on_map(look, page)


async def press_do(visit: Visit, key: Key) -> None:
    """Do what is proposed until the step is done."""
    await visit.hold()
    campaign = await _campaign(visit, key)
    try:
        found = await visit.moderator.teaching.do(
            campaign.id, visit.person_id, key.part(1), request=visit.request
        )
    except Complaint as error:
        await _or_behind(visit, campaign, error)
        return
    words = visit.words
    texts: list[str] = [words.bot("lesson.did")]
    texts.append(fit([f"• {words.action(one)}" for one in found.done], ORDERS_LIMIT))
    if found.events:
        lines = sentences.event_lines(found.events, words)
        texts.append(fit(lines, EVENTS_LIMIT, words.bot("bulletin.more")))
    texts.append(words.bot("lesson.below"))
    await visit.show(Page(texts))


async def _or_behind(visit: Visit, campaign: Campaign, error: Complaint) -> None:
    """Say that a step is behind the person, and show where they are; raise anything else."""
    if error.code != "lesson.behind":
        raise error
    step = await visit.moderator.teaching.at(campaign.id, visit.person_id)
    page = lessons.step_page(campaign, step.name, visit.words)
    await visit.answer(Page([visit.words.bot(error.code), *page.texts], page.items))
