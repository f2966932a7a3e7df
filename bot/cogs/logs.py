"""``/log show``, its pages and its entries, and ``/log dice``; always private."""

from __future__ import annotations

import logging
from typing import Any, Optional

import discord
from discord import app_commands

from bot.cogs.building import Commands, command, group
from bot.cogs.matching import best
from bot.letters import clauses, dice, endings, naming, sentences
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import Pressable, button, fit
from bot.moderator import Campaign, Complaint, LogEntry, LogPage
from bot.moderator.record.unsealing import Seal
from bot.record.lines import kind_title
from bot.text import Raw, Words, cut
from bot.text.rolls import entered_by, entered_lines
from bot.ui import faults
from bot.ui.presses import Presses
from bot.ui.visit import Visit
from engine.api import Term

log = logging.getLogger(__name__)

Filter = app_commands.Range[str, 1, 40]
Number = app_commands.Range[int, 1, 9999]

PAGE_LIMIT = 3600
PER_PAGE = 6
ENTRY_LIMIT = 580
ANY = "-"
"""Stands in a custom id for a filter that is not set."""


def register(commands: Commands, presses: Presses) -> app_commands.Group:
    """Add the command and the verb of its buttons; return what others of its kind are added to."""
    top = group("log", "command.log", "bot")
    filters = {"turn": complete_turn, "phase": complete_phase, "kind": complete_kind}
    command(show_log, "show", "command.log.show", parent=top, completers=filters)
    command(show_dice, "dice", "command.log.dice", parent=top)
    commands.add_command(top)
    presses.on("log")(press_log)
    presses.on("secrets")(press_secrets)
    presses.on("unseal")(press_unseal)
    presses.on("logdice")(press_dice)
    return top


async def show_log(
    visit: Visit,
    turn: Optional[Number] = None,  # noqa: UP045
    phase: Optional[Filter] = None,  # noqa: UP045
    kind: Optional[Filter] = None,  # noqa: UP045
    page: Optional[Number] = None,  # noqa: UP045
    entry: Optional[Number] = None,  # noqa: UP045
) -> None:
    """Show the log, latest page first, or one entry in full."""
    campaign = await visit.campaign()
    if entry is not None:
        await _entry(visit, campaign, entry)
        return
    await _log(visit, campaign, turn, phase, kind, page or 1)


async def show_dice(visit: Visit) -> None:
    """Show how the open dice of this channel's campaign fell."""
    await visit.hold()
    await _dice(visit, await visit.campaign())


async def press_dice(visit: Visit, key: Key) -> None:
    """The same by button."""
    await visit.hold()
    await _dice(visit, await visit.campaign_named(key.part(0)))


async def _dice(visit: Visit, campaign: Campaign) -> None:
    thrown = await visit.moderator.retrospects.thrown(campaign.id)
    await visit.show(dice.page(thrown, visit.moderator.game(campaign), visit.words))


async def press_log(visit: Visit, key: Key) -> None:
    """Show the log by button, or turn its pages."""
    campaign = await visit.campaign_named(key.part(0))
    phase, kind = (None if key.part(i) in {"", ANY} else key.part(i) for i in (3, 4))
    await _log(visit, campaign, key.number(2) or None, phase, kind, key.number(1) or 1)


async def press_secrets(visit: Visit, key: Key) -> None:
    """Show what was secret in a game that is over, by button, or turn its pages."""
    campaign = await visit.campaign_named(key.part(0))
    if campaign.status != "over":
        raise Complaint("campaign.not_over")
    seal = await visit.moderator.unsealing.of(campaign.id, visit.person_id)
    if not seal.opened:
        await visit.show(_sealed(visit, campaign, seal))
        return
    number = key.number(1) or 1
    found = await visit.moderator.reader.log(
        campaign.id, visit.person_id, secret=True, page=number, per_page=PER_PAGE
    )
    words = visit.words
    texts: list[str] = [words.bot("log.secrets", name=campaign.name)]
    texts += [entry_text(campaign, entry, words, ENTRY_LIMIT) for entry in found.entries]
    if not found.entries:
        texts.append(words.bot("log.no_secrets"))
    if found.pages > 1:
        texts.append("-# " + words.bot("page.of", page=found.page, pages=found.pages))
    await visit.show(Page(texts, _turners(visit, found, "secrets")))


async def press_unseal(visit: Visit, key: Key) -> None:
    """Wish open what was secret in a game that is over, and show it if all do."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    seal = await visit.moderator.unsealing.wish(campaign.id, visit.person_id)
    if seal.opened:
        await press_secrets(visit, key)
    else:
        await visit.show(_sealed(visit, campaign, seal))


def _sealed(visit: Visit, campaign: Campaign, seal: Seal) -> Page:
    """Return the page that says until when what was secret stays closed, and who may open it."""
    words = visit.words
    texts: list[str] = [endings.sealed(seal.opens, words)]
    items: list[Pressable] = []
    if seal.may_open:
        items = [button(words.plain.bot("button.unseal"), "unseal", campaign.id, emoji="🔓")]
    else:
        named = words.join([words.seat(one) for one in seal.waiting])
        texts.append(words.bot("log.sealed_waiting", seats=Raw(named)))
    return Page(texts, items)


async def _log(
    visit: Visit,
    campaign: Campaign,
    turn: int | None,
    phase: str | None,
    kind: str | None,
    page: int,
) -> None:
    found = await visit.moderator.reader.log(
        campaign.id,
        visit.person_id,
        turn=turn,
        phase=phase,
        kind=kind,
        page=page,
        per_page=PER_PAGE,
    )
    words = visit.words
    if not found.entries:
        texts: list[str] = [words.bot("log.title", name=campaign.name), words.bot("log.none")]
    else:
        texts = [words.bot("log.title", name=campaign.name)]
        texts += [entry_text(campaign, entry, words, ENTRY_LIMIT) for entry in found.entries]
        texts.append("-# " + words.bot("page.of", page=found.page, pages=found.pages))
    filters = (turn or 0, cut(phase or ANY, 20), cut(kind or ANY, 20))
    items = [*_turners(visit, found, "log", *filters), *_cited(visit, found)]
    await visit.show(Page(texts, items))


def _cited(visit: Visit, found: LogPage) -> list[Pressable]:
    """Return what opens the clauses that a page of the log cites."""
    cites = (event.rule for entry in found.entries for event in entry.events)
    return clauses.links(found.campaign, cites, visit.moderator.game(found.campaign), visit.words)


def _turners(visit: Visit, found: LogPage, verb: str, *filters: str | int) -> list[Pressable]:
    """Return what turns the pages of the log; page 1 is the latest: back in time numbers go up."""
    plain, items = visit.words.plain, []
    for label, other in (("button.earlier", found.page + 1), ("button.later", found.page - 1)):
        if 1 <= other <= found.pages:
            items.append(button(plain.bot(label), verb, found.campaign.id, other, *filters))
    return items


async def _entry(visit: Visit, campaign: Campaign, number: int) -> None:
    one = await visit.moderator.reader.log(campaign.id, visit.person_id, per_page=1)
    if not 1 <= number <= one.total:
        raise Complaint("log.no_entry", n=one.total)
    page = one.total - number + 1
    found = await visit.moderator.reader.log(campaign.id, visit.person_id, page=page, per_page=1)
    title = visit.words.bot("log.title", name=campaign.name)
    texts = [title, *(entry_text(campaign, e, visit.words, PAGE_LIMIT) for e in found.entries)]
    await visit.show(Page(texts, _cited(visit, found)))


def _by_referee(campaign: Campaign, entry: LogEntry, words: Words) -> Raw:
    if entry.person_id is None:
        return words.bot("log.by_referee")
    return words.bot("log.by_this_referee", who=naming.at_table(campaign, entry.person_id))


def entry_text(campaign: Campaign, entry: LogEntry, words: Words, limit: int) -> str:
    """Say one entry of the log, as its reader may know it."""
    person = "" if entry.person_id is None else naming.at_table(campaign, entry.person_id)
    if entry.computer:
        person = words.bot("seat.computer")
    if entry.standing:
        person = words.bot("log.standing")
    if entry.forced:
        person = words.bot("log.forced")
    elif entry.by_clock:
        person = words.bot("log.by_clock")
    elif entry.by_referee:
        person = _by_referee(campaign, entry, words)
    if entry.seat is None:
        who = Raw(person or words.bot("log.nobody"))
    else:
        who = Raw(f"{words.seat(entry.seat)} {person}".strip())
    head = words.bot(
        "log.entry",
        number=entry.number,
        turn=entry.turn,
        phase=words.say(Term("phase", entry.phase)),
        who=who,
        what=kind_title(entry.kind, words) if entry.action is None else words.action(entry.action),
        at=Raw(f"<t:{int(entry.at.timestamp())}:f>"),
    )
    lock = "🔒 " if entry.secret else ""
    marks = [
        str(words.bot(code))
        for code, holds in (("log.undone", entry.undone), ("log.again", entry.again))
        if holds
    ]
    marks += entered_lines(entered_by(entry.rolls), words)
    if marks:
        head = Raw(f"{head} · {', '.join(marks)}")
    lines = [
        lock + head,
        *(f"  {line}" for line in sentences.event_lines(entry.events, words, whole=True)),
    ]
    return fit(lines, limit, words.bot("log.more", n=entry.number))


async def complete_turn(
    interaction: discord.Interaction[Any], current: Any
) -> list[app_commands.Choice[Any]]:
    """Offer the turns that the log has."""
    found = await _offered(Visit(interaction))
    turns = [] if found is None else [(str(turn), str(turn)) for turn in reversed(found.turns)]
    chosen_ones = best(turns, "" if current is None else str(current))
    return [app_commands.Choice(name=n, value=int(v)) for v, n in chosen_ones]


async def complete_phase(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer the phases that the log has."""
    visit = Visit(interaction)
    found = await _offered(visit)
    plain = visit.words.plain
    phases = () if found is None else found.phases
    named = [(phase, str(plain.say(Term("phase", phase)))) for phase in phases]
    return [app_commands.Choice(name=n, value=v) for v, n in best(named, current)]


async def complete_kind(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer the kinds of action that the person's log has."""
    visit = Visit(interaction)
    found = await _offered(visit)
    kinds = () if found is None else found.kinds
    named = [(kind, str(kind_title(kind, visit.words.plain))) for kind in kinds]
    return [app_commands.Choice(name=n, value=v) for v, n in best(named, current)]


async def _offered(visit: Visit) -> LogPage | None:
    try:
        campaign = await visit.campaign()
        return await visit.moderator.reader.log(campaign.id, visit.person_id, per_page=1)
    except faults.EXPECTED as error:
        log.info("No autocomplete: %s", error)
        return None
