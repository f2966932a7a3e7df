"""The journal of a campaign in words: what happened at its table beside the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from bot.clock import from_ms
from bot.letters import clocks, naming, offers, referees
from bot.letters.pages import Page
from bot.letters.parts import TEXT_LIMIT, Pressable, button, shares
from bot.text import Raw, Words

if TYPE_CHECKING:
    from bot.moderator.referees.journals import JournalEntry, JournalPage

VERB: Final = "journal"
PER_PAGE: Final = 8
ROOM: Final = TEXT_LIMIT - 300
"""Characters of the entries of a page, beside its title and what else stands there."""


def page(found: JournalPage, words: Words) -> Page:
    """Return a page of a journal, newest first, with buttons to turn."""
    campaign, plain, items = found.campaign, words.plain, list[Pressable]()
    texts: list[str] = [words.bot("journal.title", name=campaign.name)]
    lines = shares([line(one, words) for one in found.entries], ROOM)
    texts.append("\n".join(lines) or words.bot("journal.none"))
    if found.pages > 1:
        texts.append("-# " + words.bot("page.of", page=found.page, pages=found.pages))
    for label, other in (("button.earlier", found.page + 1), ("button.later", found.page - 1)):
        if 1 <= other <= found.pages:
            items.append(button(plain.bot(label), VERB, campaign.id, other))
    return Page(texts, items)


def line(entry: JournalEntry, words: Words) -> str:
    """Say one entry: when, what, and who did it where its sentence does not name them."""
    when = Raw(f"<t:{int(entry.at.timestamp())}:f>")
    # What stands beneath in a post, in small letters, stands behind it here.
    said = Raw(" ".join(_sentence(entry, words).replace("\n-# ", " ").split()))
    text: str = words.bot("journal.line", at=when, what=said)
    if entry.who is not None and entry.kind not in _NAMING:
        text += words.bot("journal.by", who=_who(entry, words))
    if entry.early:
        text += words.bot("journal.early")
    return text


def _sentence(entry: JournalEntry, words: Words) -> str:
    say = _SENTENCES.get(entry.kind)
    if say is None:  # another version of the bot entered it
        return words.bot("journal.other")
    return say(entry, words)


def _who(entry: JournalEntry, words: Words) -> Raw:
    """Name who did it."""
    if entry.who is None:
        return words.bot("journal.somebody")
    return naming.named(entry.who.person_id, entry.who.name)


def _offer(entry: JournalEntry, words: Words) -> str:
    return offers.entered(entry.body, entry.about, words)


def _time(entry: JournalEntry, words: Words) -> str:
    body = entry.body
    until = body.get("until")
    at = None if until is None else from_ms(until)
    return clocks.sentence(body["said"], body["seat"], body.get("seats", ()), at, words)


def _seat(entry: JournalEntry, words: Words) -> str:
    said = entry.body["said"]
    return words.bot(f"journal.seat.{said}", seat=words.seat(entry.body["seat"]))


def _joined(entry: JournalEntry, words: Words) -> str:
    return words.bot("journal.joined", who=_who(entry, words), seat=words.seat(entry.body["seat"]))


def _left(entry: JournalEntry, words: Words) -> str:
    return words.bot("journal.left", who=_who(entry, words), seat=words.seat(entry.body["seat"]))


def _named(entry: JournalEntry, words: Words) -> str:
    who = referees.named(entry.about, words)
    if entry.body["secrets"]:
        return words.bot("journal.referee_named.secrets", who=who)
    return words.bot("journal.referee_named", who=who)


def _gone(entry: JournalEntry, words: Words) -> str:
    return words.bot("referee.said.left", who=referees.named(entry.about, words))


def _referee(entry: JournalEntry, words: Words) -> str:
    return referees.sentence(entry.body["said"], entry.about, entry.body, words)


def _looked(entry: JournalEntry, words: Words) -> str:
    who, seat = referees.named(entry.about, words), entry.body["seat"]
    return words.bot("journal.looked", who=who, whose=referees.whose(seat, words))


_SENTENCES: Final[Mapping[str, Callable[[JournalEntry, Words], str]]] = {
    "offer": _offer,
    "time": _time,
    "seat": _seat,
    "joined": _joined,
    "left": _left,
    "referee_named": _named,
    "referee_left": _gone,
    "referee": _referee,
    "looked": _looked,
}
_NAMING: Final = frozenset({"joined", "left", "referee", "looked"})
"""The kinds whose sentence names who did it."""
