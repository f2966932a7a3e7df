"""The one place where exceptions become replies.

=====================  =====================================================================
what was raised        what the person reads, in private
=====================  =====================================================================
``Complaint``          its sentence: the house cannot
``Refused``            every reason, with its clause: the rules say no, or what was typed was not
                       understood
``Unreadable``         that what is on file is damaged
``StoreError``         that nothing was changed, and whether to try again
discord.py's           that Discord refused (where that can still be said), or that the
                       person's Discord shows commands of an older version
anything else          that something went wrong, with an incident number that the log has, and the
                       ways out: their plan emptied, this page closed. The host is told
                       (``bot.moderator.table.incidents``). So it is where Discord refuses the form
                       of a page, which is our fault
=====================  =====================================================================
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.courier.undelivered import number_of
from bot.letters import clauses
from bot.letters.buttons import channel_link
from bot.letters.keys import Key, decode
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.letters.questions import NO_DECISION
from bot.moderator import Campaign, Complaint
from bot.store import StoreError
from bot.store.errors import Unreadable
from bot.text import Raw, Words
from bot.text.rulebook import cite
from bot.ui import owed
from bot.ui.timing import command_of
from bot.ui.visit import Visit
from engine.api import Refusal
from engine.errors import Refused

log = logging.getLogger(__name__)

EXPECTED = (Complaint, Refused, StoreError)
"""Not errors of the program: answered, and for the store also logged."""

DISCORD = (discord.HTTPException, aiohttp.ClientError)
"""Discord does not take an answer, though discord.py has tried several times."""

MALFORMED = frozenset((50006, 50035))
"""Numbers by which Discord says that a message is empty, or against its form."""

REFUSALS_LIMIT = 3000
MOST_ALIKE = 3
"""Reasons of one rule that are told one by one; of more, the first and how many others."""
READING = "read."
"""Begins the codes of refusals of what was not understood."""
WAITS = "💬"
"""Begins the line that says that something waits for its person's own answer."""


async def reply(visit: Visit, error: Exception, key: Key | None = None) -> None:
    """Tell the person what *error* means for them; log what the operator must know.

    Args:
        visit: Theirs.
        error: What was raised.
        key: What was pressed, if something was.
    """
    _count(visit, error)
    try:
        if is_unforeseen(error):
            await visit.show(await _way_out(visit, error, key))
            return
        asked, answers = await _asked_first(visit, error)
        page = Page(
            [*_texts(visit, error), *asked],
            [*answers, *_links(visit, error)],
            links=[] if visit.elsewhere is None else [channel_link(visit.elsewhere, visit.words)],
        )
        if visit.on_private and isinstance(error, EXPECTED):
            # The dialogue stays as it is: what was wrong may be put right in it.
            await visit.answer(page)
        else:
            await visit.show(page)
    except DISCORD as failed:
        # The token has expired or Discord is down: nobody is left to be told.
        _count(visit, failed)
        log.warning("An answer could not be given (%s) %s", failed, context(visit))


def _count(visit: Visit, error: Exception) -> None:
    """Count what Discord has refused of an answer."""
    if isinstance(error, discord.HTTPException):
        visit.bot.measures.refused(number_of(error), "answer")


def is_unforeseen(error: Exception) -> bool:
    """Say whether something went wrong that is neither a person's, the disk's nor Discord's."""
    if isinstance(error, discord.HTTPException):
        return error.status == 400 and error.code in MALFORMED
    outdated = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
    return not isinstance(error, (*EXPECTED, *DISCORD, *outdated))


async def _way_out(visit: Visit, error: Exception, key: Key | None) -> Page:
    """Return what is shown in place of a page that could not be made, and what leads out of it.

    What was put together may be what the page fails over: the person can throw it away.
    """
    words, plain = visit.words, visit.words.plain
    texts = ["⚠️ " + words.bot("fault.incident", number=Raw(incident(visit, error)))]
    items: list[Pressable] = []
    if await _has_plan(visit):
        assert visit.here is not None
        texts.append(words.bot("fault.plan_kept"))
        items.append(button(plain.bot("plan.clear"), "planclear", visit.here.id, emoji="🧹"))
    draft = await _draft(visit, key)
    if key is not None:
        items.append(button(plain.bot("button.cancel"), "cancel", draft or NO_DECISION))
    return Page(texts, items)


async def _has_plan(visit: Visit) -> bool:
    """Say whether the person has put together something to be sent here."""
    if visit.here is None:
        return False
    with suppress(*EXPECTED):
        plan = await visit.moderator.plans.get(visit.here.id, visit.person_id)
        return bool(plan.entries or plan.page)
    return False


async def _draft(visit: Visit, key: Key | None) -> str:
    """Return the name of the dialogue that a press belongs to; "" where it belongs to none."""
    with suppress(*EXPECTED):
        if key is not None and key.parts:
            return (await visit.moderator.drafts.get(key.part(0), visit.person_id)).id
    return ""


def _texts(visit: Visit, error: Exception) -> list[str]:
    words = visit.words
    match error:
        case Complaint():
            return ["⚠️ " + words.bot(error.code, **error.params)]
        case Refused():
            return [refusal_text(error.refusals, words)]
        case Unreadable():  # of which the operator was told when it was found
            return ["⚠️ " + words.bot(error.code)]
        case StoreError():
            log.error("The store failed: %s %s", error, context(visit))
            return ["⚠️ " + words.bot(error.code) + " " + words.bot("store.nothing_changed")]
        case discord.HTTPException() | aiohttp.ClientError():
            log.warning("Discord refused: %s %s", error, context(visit))
            return ["⚠️ " + words.bot("fault.discord")]
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return ["⚠️ " + words.bot("fault.outdated")]
        case _:
            raise AssertionError(error)  # the ways out of it are shown too


async def _asked_first(visit: Visit, error: Exception) -> tuple[list[str], list[Pressable]]:
    """Return what is to be answered first, where what was refused waits for that."""
    if visit.here is None or not isinstance(error, Refused):
        return [], []
    look, game = await visit.look(visit.here), visit.moderator.game(visit.here)
    return owed.asked_first(visit.here, look, game, error.refusals, visit.words)


def _links(visit: Visit, error: Exception) -> list[Pressable]:
    if visit.here is None or not isinstance(error, Refused):
        return []
    return refusal_links(visit.here, error.refusals, visit.words)


def incident(visit: Visit, error: Exception) -> str:
    """Log an unexpected error and return the number under which the log has it."""
    number = secrets.token_hex(4)
    told = {
        "incident": number,
        "asked": _asked(visit),
        "campaign": "" if visit.here is None else visit.here.id,
    }
    log.error("Incident %s %s", number, context(visit), exc_info=error, extra=told)
    return number


def _asked(visit: Visit) -> str:
    """Return what a person asked for, by the name of a command or the verb of a press."""
    data: Any = visit.interaction.data or {}
    if visit.interaction.command is not None:
        return command_of(visit)
    key = decode(str(data.get("custom_id", "")))
    return "" if key is None else key.verb


def context(visit: Visit) -> str:
    """Say who did what where, for the log: ids, names of commands and presses, nothing else."""
    where, what = visit.interaction, _asked(visit)
    return f"[{what} person={visit.person_id} server={where.guild_id} channel={where.channel_id}]"


def refusal_text(refusals: Iterable[Refusal], words: Words) -> str:
    """Say that nothing was done, and every reason why, once each, with the clauses."""
    return fit([words.bot("refused.title"), *reasons_of(refusals, words)], REFUSALS_LIMIT)


def reasons_of(refusals: Iterable[Refusal], words: Words) -> list[str]:
    """Say every reason against an action, a line each, once.

    Where one rule speaks against many, the first are told and then how many more.
    """
    lines: dict[str, str] = {}
    for one in refusals:
        lines.setdefault(refusal_line(one, words), f"{one.code} {one.rule}")
    told: list[str] = []
    for kind, alike in groupby(sorted(lines, key=_places(lines)), key=lines.__getitem__):
        same = list(alike)
        shown = len(same) if len(same) <= MOST_ALIKE or kind.startswith(READING) else MOST_ALIKE - 1
        told += same[:shown]
        if len(same) > shown:
            told.append("-# ↳ " + words.bot("refused.alike", n=len(same) - shown))
    return told


def _places(lines: Mapping[str, str]) -> Callable[[str], int]:
    """Return the place of a line by that of the first one of its kind."""
    first: dict[str, int] = {}
    for place, kind in enumerate(lines.values()):
        first.setdefault(kind, place)
    return lambda line: first[lines[line]]


def refusal_links(campaign: Campaign, refusals: Iterable[Refusal], words: Words) -> list[Pressable]:
    """Return what opens the clauses that stand against an action, and what leads out of it."""
    if words.game is None:
        return []
    found = tuple(refusals)
    back: list[Pressable] = []
    if any(one.code == "campaign.stand_in" for one in found):
        label = words.plain.bot("button.im_back")
        back = [button(label, "imback", campaign.id, style=STYLES.success)]
    return [*back, *clauses.links(campaign, (one.rule for one in found), words.game, words)]


def refusal_line(refusal: Refusal, words: Words) -> str:
    """Say one reason, with its clause."""
    sign = WAITS if refusal.code == owed.ANSWER_FIRST else "⛔"
    # What can be typed is told whole; of those whom a rule is about, the first.
    said = words if refusal.code.startswith(READING) else words.brief
    return f"{sign} {said.say(refusal)}{cite(refusal.rule, words)}"


def unwrap(error: Exception) -> Exception:
    """Return what a slash command's callback raised."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error
