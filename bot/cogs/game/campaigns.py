"""``/game``: creating a campaign, taking seats, starting, leaving; and the buttons for the same."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Optional, get_args

import discord
from discord import app_commands

from bot.clock import paces
from bot.cogs import clocks
from bot.cogs.building import Commands, command, described, group, named
from bot.cogs.choices import (
    complete_opponent,
    complete_settings,
    read_opponent,
    read_settings,
    settings_text,
)
from bot.cogs.clocks import complete_pace, read_pace, time_out_choices
from bot.cogs.game import beginnings, rematch, seats, servers, side_threads, substitutes
from bot.cogs.game.rights import lobby_of, require_rights
from bot.cogs.matching import best
from bot.cogs.referee import rights
from bot.letters import beginnings as begins
from bot.letters import panels, referees, rolls, sentences
from bot.letters.clocks import pace_line
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.letters.substitutes import vacant, vacant_items
from bot.moderator import Campaign, Complaint
from bot.moderator.api import DiceBy, UndoTerms
from bot.moderator.lobby.new_tables import NewTable, Where
from bot.store import StoreError
from bot.text import Raw, clean, words_for
from bot.text.catalogue import LANGUAGES
from bot.ui import acting, faults
from bot.ui.presses import Presses
from bot.ui.visit import Visit
from engine.api import Game

log = logging.getLogger(__name__)

NAME_LIMIT = 80
Name = app_commands.Range[str, 1, NAME_LIMIT]
Typed = app_commands.Range[str, 1, 300]
AwayDays = app_commands.Range[int, 0, 60]
LISTED = 20
MOST_BUTTONS = 25


def register(commands: Commands, presses: Presses, games: Mapping[str, Game[Any, Any]]) -> None:
    """Add ``/game`` and the verbs of its buttons."""
    top = group("game", "command.game", "bot")
    titles = [app_commands.Choice(name=described("game.title", key), value=key) for key in games]
    languages = [
        app_commands.Choice(name=described(f"language.{key}", "bot"), value=key)
        for key in LANGUAGES
    ]
    terms = [
        app_commands.Choice(name=named(one, f"undo.terms.{one}", "bot"), value=one)
        for one in get_args(UndoTerms)
    ]
    dice = [
        app_commands.Choice(name=named(one, f"dice.by.{one}", "bot"), value=one)
        for one in get_args(DiceBy)
    ]
    command(
        new_campaign,
        "new",
        "command.game.new",
        parent=top,
        choices={
            "game": titles[:25],
            "language": languages,
            "undo": terms,
            "time_out": time_out_choices(),
            "dice": dice,
        },
        completers={
            "settings": complete_settings,
            "opponent": complete_opponent,
            "pace": complete_pace,
        },
    )
    seats.register(presses, top)
    substitutes.register(presses, top)
    command(leave, "leave", "command.game.leave", parent=top)
    command(start, "start", "command.game.start", parent=top)
    command(status, "status", "command.game.status", parent=top)
    command(list_campaigns, "list", "command.game.list", parent=top)
    command(resign, "resign", "command.game.resign", parent=top)
    completers = {"campaign": complete_campaign}
    command(move, "move", "command.game.move", parent=top, completers=completers)
    servers.register(presses, top)
    rematch.register(presses)
    beginnings.register(presses)
    side_threads.register(top)
    commands.add_command(top)
    on = presses.on
    on("start")(press_start)
    on("resign")(press_resign)
    on("leave")(press_leave)
    on("leaveend")(press_leave_end)


# ---------------------------------------------------------------------- creating


async def new_campaign(
    visit: Visit,
    game: str,
    name: Optional[Name] = None,  # noqa: UP045 - a Range has no "|"
    settings: Optional[Typed] = None,  # noqa: UP045
    language: Optional[str] = None,  # noqa: UP045
    opponent: Optional[Typed] = None,  # noqa: UP045
    ask_all: bool = False,
    suggestions: bool = True,
    whole_maps: bool = False,
    undo: Optional[str] = None,  # noqa: UP045
    pace: Optional[Typed] = None,  # noqa: UP045
    time_out: Optional[str] = None,  # noqa: UP045
    quiet_hours: bool = False,
    away_days: Optional[AwayDays] = None,  # noqa: UP045
    referee: Optional[discord.User] = None,  # noqa: UP045
    referee_secrets: bool = False,
    here: bool = False,
    dice: Optional[str] = None,  # noqa: UP045
) -> None:
    """Create a campaign in this channel, or in the server's lobby, and say how to go on."""
    await visit.hold()
    forum = None if here else await lobby_of(visit)
    if forum is None:
        require_rights(visit)
    rules = visit.moderator.rules(game)
    visit.game = rules
    against, strength = read_opponent(rules, opponent or "", visit.words.plain)
    usual = await visit.moderator.servers.setup(visit.guild_id)
    spoken = language or usual.language or visit.bot.settings.language
    named_referee = None
    if referee is not None:
        named_referee = await rights.candidate(visit, referee, secrets=referee_secrets)
    read = read_pace(pace or paces.typed(usual.pace), time_out, away_days, quiet=quiet_hours)
    asked = NewTable(
        game=game,
        name=name or _usual_name(visit, forum, spoken),
        language=spoken,
        settings=read_settings(rules.settings_model, settings or ""),
        opponent=against,
        strength=strength,
        unlimited=servers.manages(visit),
        asks_all=ask_all,
        suggests=suggestions,
        posts="whole" if whole_maps else "changes",
        undo=next((one for one in get_args(UndoTerms) if one == undo), "agreed"),
        pace=None if read is None else paces.written(read),
        referee=named_referee,
        dice=next((one for one in get_args(DiceBy) if one == dice), "bot"),
    )
    campaign = await _created(visit, asked, forum)
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    await visit.show(_ready(visit, campaign, forum))


def _usual_name(visit: Visit, forum: discord.ForumChannel | None, language: str) -> str:
    """Return how a table is called where nobody says: as its channel, or as its game."""
    if forum is not None:
        return clean(words_for(language, visit.game).plain.label("game.title"), NAME_LIMIT)
    channel = getattr(visit.interaction.channel, "name", None) or "campaign"
    return clean(str(channel), NAME_LIMIT) or "campaign"


async def _created(visit: Visit, asked: NewTable, forum: discord.ForumChannel | None) -> Campaign:
    if forum is not None:
        return await visit.bot.noticeboard.open(forum, asked, visit.person_id)
    where = Where(visit.guild_id, visit.channel_id, visit.within)
    campaign = await asked.create(visit.moderator.lobby, where, visit.person_id)
    # What they asked for in the lobby before, and got no answer to, must not become another table.
    await visit.bot.noticeboard.give_up(visit.guild_id, visit.person_id)
    return campaign


def _ready(visit: Visit, campaign: Campaign, forum: discord.ForumChannel | None) -> Page:
    """Return how to go on with a campaign that was just created."""
    words = visit.words
    done = "new.done_computer" if campaign.opponent == "computer" else "new.done"
    against_whom = {"computer": words.computer(campaign.strength)} if campaign.strength else {}
    title = words.label("game.title")
    texts: list[str] = [words.bot(done, name=campaign.name, game=title, **against_whom)]
    texts += referees.lines(campaign, words)
    if forum is None:
        if not _can_pin(visit.interaction.app_permissions):
            texts.append(words.bot("new.cannot_pin"))
    else:
        where = sentences.mention_channel(campaign.channel_id)
        texts.append(words.bot("new.in_lobby", channel=where))
        if not _can_pin(forum.permissions_for(forum.guild.me)):
            texts.append(words.bot("forum.cannot_pin"))
    items = panels.join_buttons(campaign, words)
    if begins.may_open(campaign, visit.moderator.game(campaign), visit.person_id):
        items.append(begins.open_button(campaign, words))
    return Page(texts, items)


def _can_pin(may: discord.Permissions) -> bool:
    return may.pin_messages or may.manage_messages


# ----------------------------------------------------------------------- leaving


async def leave(visit: Visit) -> None:
    """Ask whether the person wants to leave, where that cannot be undone."""
    campaign = await visit.campaign()
    seated = campaign.seat_of(visit.person_id) is not None
    involved = seated or campaign.creator_id == visit.person_id
    if campaign.status != "over" and involved and campaign.would_end(visit.person_id):
        await visit.show(_sure_to_end(visit, campaign))
        return
    if campaign.status != "playing" or not seated:
        await visit.hold()
        await _leave(visit, campaign)
        return
    words = visit.words
    sure = button(words.plain.bot("button.leave"), "leave", campaign.id, style=STYLES.danger)
    cancel = button(words.plain.bot("button.cancel"), "cancel", "-")
    await visit.show(Page([words.bot("leave.sure", name=campaign.name)], [sure, cancel]))


def _sure_to_end(visit: Visit, campaign: Campaign) -> Page:
    """Return the question to whoever is the last."""
    words, plain = visit.words, visit.words.plain
    sure = button(plain.bot("button.leave_end"), "leaveend", campaign.id, style=STYLES.danger)
    cancel = button(plain.bot("button.cancel"), "cancel", "-")
    return Page([words.bot("leave.sure_end", name=campaign.name)], [sure, cancel])


async def press_leave(visit: Visit, key: Key) -> None:
    """Leave campaign."""
    await visit.hold()
    await _leave(visit, await visit.campaign_named(key.part(0)))


async def press_leave_end(visit: Visit, key: Key) -> None:
    """Leave campaign, and end the campaign with it."""
    await visit.hold()
    await _leave(visit, await visit.campaign_named(key.part(0)), ends=True)


async def _leave(visit: Visit, campaign: Campaign, *, ends: bool = False) -> None:
    try:
        after = await visit.moderator.lobby.leave(campaign.id, visit.person_id, ends=ends)
    except Complaint as error:
        if error.code != "campaign.last_person":
            raise
        # The others left after the question was asked.
        await visit.show(_sure_to_end(visit, campaign))
        return
    await visit.tell("leave.over" if after.status == "over" else "leave.done", name=after.name)


# ---------------------------------------------------------------- start and end


async def start(visit: Visit) -> None:
    """Start this channel's campaign."""
    await visit.hold()
    await _start(visit, await visit.campaign())


async def press_start(visit: Visit, key: Key) -> None:
    """Start the campaign that a button names."""
    await visit.hold()
    await _start(visit, await visit.campaign_named(key.part(0)))


async def _start(visit: Visit, campaign: Campaign) -> None:
    after = await visit.moderator.lobby.start(campaign.id, visit.person_id, request=visit.request)
    words = visit.words
    texts: list[str] = [words.bot("start.done", name=after.name)]
    if after.computer:
        played = [words.seat(seat) for seat in after.computer]
        texts.append(words.bot("start.computer", seats=words.join(played)))
    look = await visit.look(after)
    items: list[Pressable] = []
    if look.mine:
        texts.append(acting.next_text(look.mine, words))
        items = acting.next_items(after, look.mine, words)
    await visit.show(Page(texts, items))


async def resign(visit: Visit) -> None:
    """Ask whether the person wants to give the game up."""
    campaign = await visit.campaign()
    look = await visit.look(campaign)
    seat = acting.require_seat(campaign, look)
    words, plain = visit.words, visit.words.plain
    sure = button(plain.bot("button.resign"), "resign", campaign.id, style=STYLES.danger)
    cancel = button(plain.bot("button.cancel"), "cancel", "-")
    text = words.bot("resign.sure", seat=words.seat(seat), name=campaign.name)
    await visit.show(Page([text], [sure, cancel]))


async def press_resign(visit: Visit, key: Key) -> None:
    """Give the game up."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    receipt = await visit.moderator.play.resign(campaign.id, visit.person_id, request=visit.request)
    if not receipt.accepted:
        await visit.show(Page([faults.refusal_text(receipt.refusals, visit.words)]))
        return
    look = await visit.look(campaign)
    texts: list[str] = [visit.words.bot("resign.done")]
    if look.outcome is not None:
        texts.append(sentences.outcome(look.outcome, visit.words))
    await visit.show(Page(texts))


# ------------------------------------------------------------------------ lists


async def status(visit: Visit) -> None:
    """Say how this channel's campaign stands."""
    await visit.arrive()
    campaign = await visit.campaign()
    look = await visit.look(campaign)
    words = visit.words
    texts: list[str] = [
        words.bot("panel.title", name=campaign.name),
        sentences.heading(look, words) if campaign.status != "open" else words.bot("status.open"),
    ]
    if look.outcome is not None:
        texts.append(sentences.outcome(look.outcome, words))
    elif look.decisions:
        texts.append(sentences.awaited(campaign, look.decisions, words))
    time = await clocks.lines(visit, campaign)
    texts += time.texts
    texts.append(sentences.seats(campaign, words))
    texts += referees.lines(campaign, words)
    texts.append(settings_text(campaign, visit.moderator.game(campaign), words))
    if campaign.pace is not None:
        texts.append(f"-# {pace_line(campaign.pace, words)}")
    texts.append(f"-# {words.bot(f'terms.{campaign.undo}')}")
    texts += rolls.terms(campaign, words)
    if campaign.seal:
        texts.append(f"-# {words.bot('dice.seal', seal=Raw(campaign.seal))}")
    items: list[Pressable] = []
    texts += begins.lines(campaign, visit.moderator.game(campaign), words)
    if campaign.status == "open":
        items = [*panels.join_buttons(campaign, words), *begins.buttons(campaign, words)]
        if begins.may_open(campaign, visit.moderator.game(campaign), visit.person_id):
            items.append(begins.open_button(campaign, words))
    elif look.mine:
        items = acting.next_items(campaign, look.mine, words)
    texts += vacant(campaign, words)
    items += vacant_items(campaign, words) if campaign.seat_of(visit.person_id) is None else []
    asked, deserted = await seats.asked(visit, campaign), seats.deserted(visit, campaign)
    invited = await substitutes.invited(visit, campaign)
    texts += [*deserted.texts, *asked.texts, *invited.texts]
    items += [*time.items, *deserted.items, *asked.items, *invited.items]
    await visit.show(Page(texts, items[:MOST_BUTTONS]))


async def list_campaigns(visit: Visit, mine: bool = False) -> None:
    """List the server's campaigns, of those in channels that the person can see."""
    person = visit.person_id if mine else None
    sight = await servers.sight(visit)
    found = await visit.moderator.reader.campaigns(visit.guild_id, person, most=LISTED, sight=sight)
    words = visit.words
    if not found:
        await visit.tell("list.none")
        return
    lines: list[str] = [words.bot("list.title")]
    for campaign in found:
        visit.game = visit.moderator.game(campaign)
        lines.append(await _line(visit, campaign))
    if len(found) == LISTED:
        more = await visit.moderator.reader.count_campaigns(visit.guild_id, person, sight=sight)
        more -= LISTED
        if more > 0:
            lines.append(words.bot("list.more", n=more))
    await visit.show(Page([fit(lines, 3800)]))


async def _line(visit: Visit, campaign: Campaign) -> str:
    words = visit.words
    state: str
    if campaign.status == "playing":
        look = await visit.moderator.reader.look(campaign.id, None)
        waiting = dict.fromkeys(decision.seat for decision in look.decisions)
        seats = words.join([words.seat(seat) for seat in waiting])
        state = words.bot("list.awaits", seats=seats)
        if look.status is not None:
            state = f"{words.say(look.status.turn_name)}, {state}"
    else:
        state = words.bot(f"list.{campaign.status}")
    return words.bot(
        "list.line",
        name=campaign.name,
        channel=sentences.mention_channel(campaign.channel_id),
        game=words.label("game.title"),
        state=Raw(state),
    )


async def move(visit: Visit, campaign: Typed) -> None:
    """Bring a campaign into this channel, for instance when its own was deleted."""
    await visit.hold()
    require_rights(visit)
    found = await visit.campaign_named(campaign.strip().lower())
    after = await visit.moderator.lobby.move(
        found.id, visit.person_id, visit.channel_id, visit.within
    )
    await visit.tell("move.done", name=after.name)


async def complete_campaign(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer the person's campaigns of this server."""
    visit = Visit(interaction)
    try:
        found = await visit.moderator.reader.campaigns(visit.guild_id, visit.person_id)
    except (Complaint, StoreError) as error:
        log.info("No autocomplete: %s", error)
        return []
    named = [(campaign.id, clean(campaign.name)) for campaign in found]
    return [app_commands.Choice(name=n, value=v) for v, n in best(named, current)]
