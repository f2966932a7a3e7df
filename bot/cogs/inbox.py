"""``/inbox``: where a person is awaited, over all servers, also in direct messages with the bot.

What is listed hangs on what everybody knows of (``bot.moderator.looking.inboxes``). From here, and
from a reminder, one press leads to the page from which a turn can be played where it is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby

from bot.clock import from_ms
from bot.cogs.building import ANYWHERE, Commands, command
from bot.cogs.game import seats, substitutes
from bot.letters import buttons, sentences
from bot.letters.keys import Key
from bot.letters.offers import listed
from bot.letters.own_time import own_time
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Link, Pressable, button, fit
from bot.moderator import Campaign, Complaint, Look
from bot.moderator.looking.inboxes import Waiting
from bot.text import Words, clean
from bot.ui import acting
from bot.ui.asked import pictured, single
from bot.ui.presses import Presses
from bot.ui.visit import Visit

INBOX_SIZE = 10
MOST_LOOKED_AT = 4 * INBOX_SIZE
"""Tables that one look loads at most: at some nothing waits after all."""
MOST_BUTTONS = 20
"""With as many texts as there may be, that is what a message holds."""
MOST_SERVERS = 20
"""Servers whose tables are looked through; in each but this one Discord is asked for the person."""
ROOM = 3300
"""Characters for all tables together."""
LONGEST = 700
NAME_LIMIT = 60


def register(commands: Commands, presses: Presses) -> None:
    """Add the command, and the verb of its buttons."""
    commands.add_command(command(inbox, "inbox", "command.inbox", contexts=ANYWHERE))
    presses.on("myturn")(press_my_turn)


# ------------------------------------------------------------------------ the list


@dataclass(frozen=True, slots=True)
class Entry:
    """What waits for the person at one table, ready to be shown."""

    campaign: Campaign
    lines: Sequence[str]
    items: Sequence[Pressable]
    links: Sequence[Link] = ()


async def inbox(visit: Visit) -> None:
    """List what waits for the person, in all servers, with buttons to answer."""
    await visit.hold()
    await visit.arrive()
    door = visit.moderator
    servers = await _servers(visit)
    found = await door.inboxes.of(visit.person_id, servers)
    entries: list[Entry] = []
    looked = 0
    for one in found[:MOST_LOOKED_AT]:
        if len(entries) == INBOX_SIZE:
            break
        looked += 1
        with suppress(Complaint):  # what cannot be loaded is told of elsewhere
            entry = await _entry(visit, one)
            if entry is not None:
                entries.append(entry)
    # What another is asked or offered is none of theirs, nor is how much of it there is.
    more = sum(one.is_certain for one in found[looked:])
    there = tuple(dict.fromkeys(one.campaign.guild_id for one in entries))
    called = await asyncio.gather(*map(visit.bot.servers.name, there))
    names = dict(zip(there, called, strict=True))
    page = _page(visit, entries, more, await substitutes.invited(visit), names)
    if await door.people.dm_closed(visit.person_id):
        page = replace(page, texts=[*page.texts, visit.words.bot("done.dms_closed")])
    await visit.show(page)


async def _servers(visit: Visit) -> tuple[int, ...]:
    """Return the servers of the person's tables in which both they and the bot are, this first."""
    here, attendance = visit.interaction.guild_id, visit.bot.attendance
    theirs = await visit.moderator.inboxes.servers_of(visit.person_id)
    known = visit.bot.servers
    others = [one for one in theirs if one != here and await known.has_bot(one)]
    others = others[:MOST_SERVERS]
    away = await asyncio.gather(*(attendance.is_away(one, visit.person_id) for one in others))
    there = [one for one, is_away in zip(others, away, strict=True) if not is_away]
    return tuple(there) if here is None else (here, *there)


async def _entry(visit: Visit, waiting: Waiting) -> Entry | None:
    """Return what waits for the person at a table; ``None`` where nothing does after all."""
    look = await visit.moderator.reader.look(waiting.campaign_id, visit.person_id)
    campaign = look.campaign
    visit.game = visit.moderator.game(campaign)
    words = visit.words
    lines: list[str] = []
    items: list[Pressable] = []
    if waiting.awaited and _is_awaited(look):
        lines += await _time(visit, look)
        lines += [f"• {sentences.question(decision, words)}" for decision in look.mine]
        label = words.plain.bot("inbox.act", name=campaign.name)
        items.append(button(label, "myturn", campaign.id, style=STYLES.primary))
    if waiting.stood_in and look.seat in campaign.stand_ins:
        lines.append(words.bot("seatpage.stood_in", computer=words.computer(campaign.strength)))
        label = words.plain.bot("inbox.back", name=campaign.name)
        items.append(button(label, "imback", campaign.id))
    if waiting.offered:
        for offered in await visit.moderator.offers.open(campaign.id):
            said, answers = listed(campaign, offered, look.seat or "", words)
            if answers:
                lines.append(said)
                items += answers
    if waiting.asked:
        asked = await seats.asked(visit, campaign)
        lines += asked.texts
        items += asked.items
    if not lines:
        return None
    channel = sentences.mention_channel(campaign.channel_id)
    lines.insert(0, words.bot("inbox.campaign", name=campaign.name, channel=channel))
    if visit.interaction.guild_id in {None, campaign.guild_id}:
        return Entry(campaign, lines, items)
    return Entry(campaign, lines, [], [buttons.channel_link(campaign, words)])


async def _time(visit: Visit, look: Look) -> list[str]:
    """Say since when the person is awaited, and until when they may be."""
    door = visit.moderator
    clocks = await door.clocks.of(look.campaign.id)
    mine = [one for one in clocks if one.seat == look.seat and one.awaited is not None]
    return [own_time(look, one, visit.words, from_ms(door.desk.now())) for one in mine]


def _is_awaited(look: Look) -> bool:
    """Say whether a public decision awaits the person: what their side alone knows never lists."""
    return look.seat is not None and any(one.seat == look.seat for one in look.decisions)


def _page(
    visit: Visit, entries: Sequence[Entry], more: int, invited: Page, names: Mapping[int, str]
) -> Page:
    """Return the list, by server where it is of several, behind seats that they were granted."""
    visit.game = None
    words = visit.words
    texts: list[str] = [words.bot("inbox.title"), *invited.texts]
    ordered = _by_server(entries)
    named = len({one.campaign.guild_id for one in ordered}) > 1 or any(one.links for one in ordered)
    room = ROOM - sum(map(len, invited.texts))
    each = min(LONGEST, room // max(1, len(ordered)))
    for guild_id, found in groupby(ordered, key=lambda one: one.campaign.guild_id):
        server = clean(names[guild_id], NAME_LIMIT)
        heading = [words.bot("inbox.server", server=server)] if named else []
        for one in found:
            texts.append("\n".join((*heading, fit(one.lines, each))))
            heading = []
    if len(texts) == 1:
        texts.append(words.bot("inbox.empty"))
    if more:
        texts.append(words.bot("list.more", n=more))
    if any(one.links for one in ordered):
        texts.append(f"-# {words.bot('inbox.elsewhere')}")
    items = [*invited.items, *(item for one in ordered for item in one.items)][:MOST_BUTTONS]
    links = [link for one in ordered for link in one.links][: MOST_BUTTONS - len(items)]
    return Page(texts, items, links=links)


def _by_server(entries: Iterable[Entry]) -> list[Entry]:
    """Return tables of one server together, the servers in the order of their first."""
    servers: dict[int, list[Entry]] = {}
    for one in entries:
        servers.setdefault(one.campaign.guild_id, []).append(one)
    return [one for found in servers.values() for one in found]


# ------------------------------------------------------------------------ one's turn


async def press_my_turn(visit: Visit, key: Key) -> None:
    """Show what the person owes at a table, with all that answers it, where they press."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    time = await _time(visit, look)
    await visit.show_on_map(look, my_turn_page(campaign, look, visit.words, time))


def my_turn_page(campaign: Campaign, look: Look, words: Words, time: Sequence[str] = ()) -> Page:
    """Return what its reader owes at a table, and what else they may press there.

    *time* says how their clock stands, if they are awaited.
    """
    title = words.bot(
        "inbox.campaign",
        name=campaign.name,
        channel=sentences.mention_channel(campaign.channel_id),
    )
    texts: list[str] = [f"{title}\n{sentences.heading(look, words, level='###')}"]
    asked = None
    if _is_awaited(look):
        texts += time
        texts.append(acting.next_text(look.mine, words))
        items = acting.next_items(campaign, look.mine, words)
        asked = single(look.mine)
    else:
        texts.append(sentences.awaited(campaign, look.decisions, words))
        items = [buttons.plan_button(campaign, words), buttons.act_button(campaign, words)]
    plain = words.plain
    items.append(button(plain.bot("button.map"), "map", campaign.id, emoji="🗺️"))
    items.append(button(plain.bot("button.recap"), "recap", campaign.id, emoji="🔎"))
    page = Page(texts, items, links=[buttons.channel_link(campaign, words)])
    if asked is None:
        return page
    return replace(page, choosing=pictured(asked), questions=(asked,), asked_at=len(texts))
