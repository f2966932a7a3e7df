"""What one seat offers the others: the question to them, its answers, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from bot.clock import paces
from bot.letters import naming
from bot.letters.clocks import pace_short, span
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.letters.sentences import EVENTS_LIMIT, event_lines, mention_channel
from bot.moderator.referees import appointing
from bot.text import Raw, Words, words_for
from engine.api import Event, Game, Seat

if TYPE_CHECKING:
    from bot.moderator.api import Campaign, Known
    from bot.moderator.offers.offers import Offer


def refereeing(terms: str, words: Words) -> str:
    """Say who shall referee, and what they may look at; or that they shall no longer."""
    new, ends = appointing.read(terms)
    who = naming.introduced(new.person_id, new.name)
    return _refereeing(who, words, secrets=new.secrets, ends=ends)


def _refereeing(who: Raw, words: Words, *, secrets: bool, ends: bool) -> str:
    code = "offer.referee.ends" if ends else "offer.referee.secrets"
    return words.bot(code if ends or secrets else "offer.referee.public", who=who)


TERMS: Final[Mapping[str, Callable[[str, Words], str]]] = {
    "pace": lambda terms, words: pace_short(paces.read(terms or None), words),
    "time": lambda terms, words: span(timedelta(hours=int(terms)), words),
    "seat": lambda terms, words: words.seat(terms),
    "referee": refereeing,
}
"""How the terms of an offer are read out, by kind."""


def offer(
    campaign: Campaign,
    offered: Offer,
    *,
    undone: Sequence[Event],
    dice: int,
    game: Game[Any, Any],
    pings: Sequence[int],
) -> Letter:
    """Return the question to a table, with buttons for its answers.

    Args:
        campaign: Where.
        offered: What is offered.
        undone: What would hold no more, as all have read it.
        dice: How many dice that fell openly would count no more.
        game: The rules it is played by.
        pings: The people to notify.
    """
    words = words_for(campaign.language, game)
    texts = [offer_text(offered, words), *undone_lines(undone, words)]
    if dice:
        texts.append(words.bot("offer.dice", n=dice))
    until = "offer.until_then" if offered.lasts else "offer.until"
    texts.append("-# " + words.bot(until, at=naming.moment(offered.until)))
    people = [person for seat in offered.waiting for person in campaign.seats.get(seat, ())]
    called = " ".join(f"<@{person}>" for person in people if person in pings)
    if called:
        texts.append(called)
    items = offer_items(offered, words)
    items.append(_withdraw(offered, words))
    return Letter(lay_out((), texts, items), (), tuple(pings))


def offer_text(offered: Offer, words: Words) -> str:
    """Say what a seat offers."""
    return _said(f"offer.{offered.kind}", offered.kind, offered.seat, offered.terms, words)


def _said(code: str, kind: str, seat: Seat, terms: str | None, words: Words) -> str:
    """Say something of an offer; *what* is offered more exactly stands in it where it has terms."""
    return words.bot(code, seat=words.seat(seat), what=Raw(_what(kind, terms, words)))


def _what(kind: str, terms: str | None, words: Words) -> str:
    spoken = TERMS.get(kind)
    return "" if spoken is None or terms is None else spoken(terms, words)


ANSWERED: Final = frozenset({"pause", "time", "pace", "referee", "reopen"})
"""The kinds of which it is said in words of their own that all have agreed."""


def entered(body: Mapping[str, Any], about: Known | None, words: Words) -> str:
    """Say for a journal that something was offered, or what has become of it.

    Args:
        body: What the entry holds.
        about: Whom it is about, if anybody, as far as the table knows them.
        words: The language of whoever reads.
    """
    kind, state, terms = body["kind"], body["state"], body.get("terms")
    if "referee" in body:
        found = json.loads(terms or "{}")
        who = words.bot("journal.other_member")
        if about is not None:
            who = naming.named(about.person_id, about.name)
        what = _refereeing(who, words, secrets=found["secrets"], ends=found["ends"])
    else:
        what = _what(kind, terms, words)
    said = {"seat": words.seat(body["seat"]), "what": Raw(what)}
    if state == "open" or (state == "agreed" and kind not in ANSWERED):
        offered = words.bot(f"offer.{kind}", **said)
        return offered if state == "open" else words.bot("journal.agreed", what=offered)
    return words.bot(f"offer.{state}.{kind}", **said)


def undone_lines(events: Sequence[Event], words: Words) -> list[str]:
    """Say what holds no more, each line struck through."""
    lines = [_struck(line) for line in event_lines(events, words)]
    return [fit(lines, EVENTS_LIMIT, words.bot("bulletin.more"))] if lines else []


def _struck(line: str) -> str:
    """Strike a line through, but for the dot or the die before it."""
    mark, _, rest = line.partition(" ")
    return f"{mark} ~~{rest}~~"


def offer_items(offered: Offer, words: Words) -> list[Pressable]:
    """Return the buttons that answer an offer."""
    plain = words.plain
    agree = plain.bot("button.agree")
    return [
        button(agree, "agree", offered.campaign_id, offered.id, style=STYLES.success),
        button(plain.bot("button.decline"), "decline", offered.campaign_id, offered.id),
    ]


def _withdraw(offered: Offer, words: Words) -> Pressable:
    return button(
        words.plain.bot("button.withdraw"), "decline", offered.campaign_id, offered.id, "own"
    )


def listed(
    campaign: Campaign, offered: Offer, seat: Seat, words: Words
) -> tuple[str, list[Pressable]]:
    """Return an offer as somebody at the table reads it among what waits for them."""
    said = words.bot(
        "offer.listed",
        what=Raw(offer_text(offered, words)),
        campaign=campaign.name,
        channel=mention_channel(campaign.channel_id),
        at=naming.moment(offered.until),
    )
    if offered.seat == seat:
        return said, [_withdraw(offered, words)]
    return said, offer_items(offered, words) if seat in offered.waiting else []


def ended(
    campaign: Campaign,
    kind: str,
    seat: Seat,
    state: str,
    terms: str | None,
    *,
    game: Game[Any, Any],
) -> Letter:
    """Return the word to a table that an offer was agreed to, declined or withdrawn."""
    words = words_for(campaign.language, game)
    said = _said(f"offer.{state}.{kind}", kind, seat, terms, words)
    return Letter(lay_out((), [said], []))
