"""``/log find`` and ``/log export``: the log searched, and taken away as a file; always private."""

from __future__ import annotations

from typing import Any, Final, Optional

import discord
from discord import app_commands

from bot.cogs.building import command, described
from bot.cogs.choices import settings_text
from bot.cogs.logs import ANY, ENTRY_LIMIT, PER_PAGE, complete_kind, entry_text
from bot.cogs.matching import best
from bot.letters import clauses, sentences
from bot.letters.keys import Key, encode
from bot.letters.pages import Attachment, Page
from bot.letters.parts import Pressable, button
from bot.moderator import Campaign, Complaint
from bot.moderator.record.records import Record
from bot.record.as_html import html_file
from bot.record.as_json import json_file
from bot.record.as_text import text_file
from bot.record.searching import Query, matching
from bot.text import words_for
from bot.ui import faults
from bot.ui.presses import Presses
from bot.ui.visit import Visit
from engine.api import Outcome, Seat
from engine.kit.parsing import folded

Typed = app_commands.Range[str, 1, 30]
Kind = app_commands.Range[str, 1, 40]
Number = app_commands.Range[int, 1, 9999]

MOST_BYTES: Final = 9 * 1024 * 1024
"""Of a file; Discord takes 10 MiB, the rest of the message included."""
FORMATS: Final = ("html", "text", "json")
_SUFFIXES: Final = {"html": "html", "text": "txt", "json": "json"}
_BESIDE: Final = 1200
"""Bytes that a picture takes in a page besides its own: its words, twice."""


def register(top: app_commands.Group, presses: Presses) -> None:
    """Add the commands to those of the log, and the verb of their buttons."""
    completers = {"side": complete_side, "kind": complete_kind}
    command(find, "find", "command.log.find", parent=top, completers=completers)
    formats = [
        app_commands.Choice(name=described(f"record.format.{name}", "bot"), value=name)
        for name in FORMATS
    ]
    choices = {"format": formats}
    command(export, "export", "command.log.export", parent=top, choices=choices)
    presses.on("logfind")(press_find)


# -- finding ---------------------------------------------------------------------------------


async def find(
    visit: Visit,
    word: Optional[Typed] = None,  # noqa: UP045 - a Range has no "|"
    side: Optional[Kind] = None,  # noqa: UP045
    clause: Optional[Typed] = None,  # noqa: UP045
    die: Optional[Typed] = None,  # noqa: UP045
    kind: Optional[Kind] = None,  # noqa: UP045
    page: Optional[Number] = None,  # noqa: UP045
) -> None:
    """Show the entries that have all that is asked for, latest page first."""
    await visit.hold()
    campaign = await visit.campaign()
    seat = "" if side is None else _seat(visit, campaign, side)
    query = Query(word or "", seat, clause or "", die or "")
    await _found(visit, campaign, query, kind, page or 1)


def _seat(visit: Visit, campaign: Campaign, typed: str) -> Seat:
    """Return the seat that is meant, by its key or its name."""
    for seat in campaign.seats:
        if folded(typed) in {folded(seat), folded(visit.words.plain.seat(seat))}:
            return seat
    raise Complaint("campaign.unknown_seat", seat=typed)


async def press_find(visit: Visit, key: Key) -> None:
    """Turn the pages of what was found."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    word, side, clause, die, kind = (
        "" if key.part(place) == ANY else key.part(place) for place in range(2, 7)
    )
    query = Query(word, side, clause, die)
    await _found(visit, campaign, query, kind or None, key.number(1) or 1)


async def _found(
    visit: Visit, campaign: Campaign, query: Query, kind: str | None, page: int
) -> None:
    if query == Query() and kind is None:
        raise Complaint("record.nothing_asked")
    record = await visit.moderator.records.of(campaign.id, visit.person_id, kind=kind)
    numbers = set(await visit.ask(matching, campaign, record.entries, query, visit.language))
    entries = [one for one in record.entries if one.number in numbers]
    words = visit.words
    texts: list[str] = [words.bot("log.title", name=campaign.name)]
    if not entries:
        await visit.show(Page([*texts, words.bot("log.none")]))
        return
    pages = -(-len(entries) // PER_PAGE)
    page = min(page, pages)
    last = len(entries) - (page - 1) * PER_PAGE
    shown = entries[max(0, last - PER_PAGE) : last]
    texts.append(words.bot("record.found", n=len(entries)))
    texts += [entry_text(record.campaign, entry, words, ENTRY_LIMIT) for entry in shown]
    turners = _turners(visit, campaign, query, kind, page, pages)
    if pages > 1:
        texts.append("-# " + words.bot("page.of", page=page, pages=pages))
        if not turners:
            texts.append("-# " + words.bot("record.turn_by_option"))
    cites = (event.rule for entry in shown for event in entry.events)
    links = clauses.links(campaign, cites, visit.moderator.game(campaign), words)
    await visit.show(Page(texts, [*turners, *links]))


def _turners(
    visit: Visit, campaign: Campaign, query: Query, kind: str | None, page: int, pages: int
) -> list[Pressable]:
    """Return what turns the pages; nothing where what was asked is too long for a button."""
    asked = [one or ANY for one in (query.word, query.seat, query.clause, query.die, kind)]
    try:
        encode("logfind", campaign.id, 9999, *asked)
    except ValueError:
        return []
    plain, items = visit.words.plain, []
    for label, other in (("button.earlier", page + 1), ("button.later", page - 1)):
        if 1 <= other <= pages:
            items.append(button(plain.bot(label), "logfind", campaign.id, other, *asked))
    return items


async def complete_side(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer the sides of the game."""
    visit = Visit(interaction)
    try:
        campaign = await visit.campaign()
    except faults.EXPECTED:
        return []
    named = [(seat, str(visit.words.plain.seat(seat))) for seat in campaign.seats]
    return [app_commands.Choice(name=n, value=v) for v, n in best(named, current)]


# -- taking away -----------------------------------------------------------------------------


async def export(visit: Visit, format: str = "html") -> None:  # noqa: A002 - the option's name
    """Answer with the whole log as a file, with only what the person's side may know."""
    await visit.hold()
    campaign = await visit.campaign()
    outcome = (await visit.look(campaign)).outcome
    record = await visit.moderator.records.of(campaign.id, visit.person_id)
    if not record.entries:
        raise Complaint("campaign.not_playing")
    chosen = format if format in FORMATS else FORMATS[0]
    missing = 0
    if chosen == "html":
        data, missing = await _page(visit, record, outcome)
    elif chosen == "text":
        facts = _facts(visit, record, outcome)
        data = await visit.ask(text_file, campaign, record, facts, visit.language, deep=True)
    else:
        data = await visit.ask(json_file, campaign, record, outcome, visit.language, deep=True)
    if len(data) > MOST_BYTES:
        raise Complaint("record.too_large")
    words = visit.words
    texts: list[str] = [words.bot("record.title", name=campaign.name)]
    texts.append(words.bot(f"record.told.{chosen}"))
    texts.append(words.bot("record.opened" if record.opened else "record.private"))
    if missing:
        texts.append("-# " + words.bot("record.pictures_missing", n=missing))
    attached = Attachment(f"{campaign.game}-{campaign.id}.{_SUFFIXES[chosen]}", data)
    await visit.show(Page(texts, attached=attached))


async def _page(visit: Visit, record: Record, outcome: Outcome | None) -> tuple[bytes, int]:
    """Return a record as a web page, and of how many phases it has no picture."""
    campaign, language = record.campaign, visit.language
    facts = _facts(visit, record, outcome)
    albums = visit.bot.albums
    with albums.one(campaign.guild_id):
        bare = await visit.ask(html_file, campaign, record, facts, (), language, deep=True)
        # Base64 makes four bytes of three.
        room = (MOST_BYTES - len(bare)) * 3 // 4 - albums.longest * _BESIDE
        if room <= 0:
            raise Complaint("record.too_large")
        theme = await visit.theme(campaign)
        album = await albums.of(visit.moderator, record, language=language, theme=theme, most=room)
        sheets = album.sheets
        data = await visit.ask(html_file, campaign, record, facts, sheets, language, deep=True)
    return data, album.left_out


def _facts(visit: Visit, record: Record, outcome: Outcome | None) -> tuple[str, ...]:
    """Say what stands above a record: its game and terms, its sides, who reads, how it ended."""
    campaign, game = record.campaign, visit.moderator.game(record.campaign)
    words = words_for(visit.language, game).plain
    seat = record.seat
    reader = words.bot("record.watching") if seat is None else words.seat(seat)
    sides = []
    for one, people in campaign.seats.items():
        who = words.bot("record.people") if people else words.bot("record.nobody")
        who = words.bot("record.computer") if one in campaign.computer else who
        sides.append(words.bot("record.side", side=words.seat(one), who=who))
    facts: list[str] = [
        settings_text(campaign, game, words).removeprefix("-# "),
        ", ".join(sides),
        words.bot("record.everything") if record.opened else words.bot("record.as", who=reader),
    ]
    if outcome is not None:
        facts.append(sentences.outcome(outcome, words))
    return tuple(map(str, facts))
