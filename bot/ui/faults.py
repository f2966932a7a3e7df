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
anything else          that something went wrong, with an incident number that the log has
=====================  =====================================================================
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.letters import clauses
from bot.letters.pages import Page
from bot.letters.parts import Pressable, fit
from bot.moderator import Campaign, Complaint
from bot.store import StoreError
from bot.store.errors import Unreadable
from bot.text import Raw, Words
from bot.ui.visit import Visit
from engine.api import Refusal
from engine.errors import Refused

log = logging.getLogger(__name__)

EXPECTED = (Complaint, Refused, StoreError)
"""Not errors of the program: answered, and for the store also logged."""

DISCORD = (discord.HTTPException, aiohttp.ClientError)
"""Discord does not take an answer, though discord.py has tried several times."""

REFUSALS_LIMIT = 3000


async def reply(visit: Visit, error: Exception) -> None:
    """Tell the person what *error* means for them; log what the operator must know."""
    try:
        if visit.on_private and isinstance(error, EXPECTED):
            # The dialogue stays as it is: what was wrong may be put right in it.
            await visit.answer(Page(_texts(visit, error), _links(visit, error)))
        else:
            await visit.show(Page(_texts(visit, error), _links(visit, error)))
    except DISCORD as failed:
        # The token has expired or Discord is down: nobody is left to be told.
        log.warning("An answer could not be given (%s) %s", failed, context(visit))


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
            return ["⚠️ " + words.bot("fault.incident", number=Raw(incident(visit, error)))]


def _links(visit: Visit, error: Exception) -> list[Pressable]:
    if visit.here is None or not isinstance(error, Refused):
        return []
    return refusal_links(visit.here, error.refusals, visit.words)


def incident(visit: Visit, error: Exception) -> str:
    """Log an unexpected error and return the number under which the log has it."""
    number = secrets.token_hex(4)
    log.error("Incident %s %s", number, context(visit), exc_info=error)
    return number


def context(visit: Visit) -> str:
    """Say who did what where, for the log: ids and names of commands, never what was typed."""
    where = visit.interaction
    command = where.command
    data: Any = where.data or {}
    what = command.qualified_name if command is not None else data.get("custom_id")
    return f"[{what} person={visit.person_id} server={where.guild_id} channel={where.channel_id}]"


def refusal_text(refusals: tuple[Refusal, ...], words: Words) -> str:
    """Say every reason why an action is not allowed, once each, with the clauses."""
    reasons = dict.fromkeys(refusal_line(refusal, words) for refusal in refusals)
    return fit([words.bot("refused.title"), *reasons], REFUSALS_LIMIT)


def refusal_links(campaign: Campaign, refusals: Iterable[Refusal], words: Words) -> list[Pressable]:
    """Return what opens the clauses that stand against an action."""
    if words.game is None:
        return []
    return clauses.links(campaign, (refusal.rule for refusal in refusals), words.game, words)


def refusal_line(refusal: Refusal, words: Words) -> str:
    """Say one reason, with its clause."""
    clause = f" *({words.bot('refused.rule', rule=refusal.rule)})*" if refusal.rule else ""
    return f"⛔ {words.say(refusal)}{clause}"


def unwrap(error: Exception) -> Exception:
    """Return what a slash command's callback raised."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error
