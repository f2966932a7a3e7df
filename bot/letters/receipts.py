"""What a side alone is told: its secret orders confirmed, and what only it learns of a step."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.letters.images import images_of
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import fit
from bot.letters.sentences import EVENTS_LIMIT, cost_lines, event_lines, mention_channel, nearest
from bot.text import Raw, Words, words_for
from engine.api import Action, Event, Game, Preview

if TYPE_CHECKING:
    from bot.moderator.api import Look
    from render.api import Picture

ORDERS_LIMIT = 1200


def receipt(
    look: Look,
    *,
    game: Game[Any, Any],
    language: str,
    orders: Sequence[tuple[Action, Preview]] = (),
    events: Sequence[Event] = (),
    picture: Picture | None = None,
    at: datetime | None = None,
    digest: str = "",
) -> Letter:
    """Return the private confirmation of secret orders: the bot's reading of them, and a map crop.

    Args:
        look: What the reader's seat may know.
        game: The rules it is played by.
        language: The reader's.
        orders: The orders as understood, each with what it came to before it was given; none where
            only *events* tell.
        events: What came of them, as far as the seat may know.
        picture: A map around them.
        at: When the last was given.
        digest: A fingerprint of the orders, to compare later.
    """
    words = words_for(language, game)
    return _note(look, words, _ordered(orders, words), events, picture, at, digest)


def _ordered(orders: Sequence[tuple[Action, Preview]], words: Words) -> list[str]:
    """Say what was ordered: one order in a sentence of its own, several as a list."""
    if len(orders) == 1:
        ((action, preview),) = orders
        return [
            words.bot("receipt.order", order=words.action(action)),
            *cost_lines(preview, words),
        ]
    if not orders:
        return []
    lines = []
    for action, preview in orders:
        costs = "; ".join(words.say(one) for one in preview.costs)
        said = f"• **{words.action(action)}**"
        lines.append(f"{said} ({costs})" if costs else said)
    return [
        words.bot("receipt.orders"),
        fit(lines, ORDERS_LIMIT, words.bot("bulletin.more")),
    ]


def news(
    look: Look,
    *,
    game: Game[Any, Any],
    language: str,
    events: Sequence[Event],
    picture: Picture | None = None,
    at: datetime | None = None,
) -> Letter:
    """Return what only one seat learns of a step."""
    words = words_for(language, game)
    return _note(look, words, [words.bot("news.title")], events, picture, at, "")


def _note(
    look: Look,
    words: Words,
    texts: Sequence[str],
    events: Sequence[Event],
    picture: Picture | None,
    at: datetime | None,
    digest: str,
) -> Letter:
    campaign = look.campaign
    drawn = images_of([picture] if picture else [], words, "order")
    seat = Raw(words.seat(look.seat) if look.seat is not None else "")
    body: list[str] = [words.bot("receipt.title", campaign=campaign.name, seat=seat), *texts]
    body += nearest(look, words)
    if events:
        body.append(fit(event_lines(events, words), EVENTS_LIMIT, words.bot("bulletin.more")))
    foot: list[str] = [words.bot("receipt.where", channel=mention_channel(campaign.channel_id))]
    if at is not None:
        foot.append(f"<t:{int(at.timestamp())}:f>")
    if digest:
        foot.append(words.bot("receipt.digest", digest=Raw(digest)))
    body.append("-# " + " · ".join(foot))
    return Letter(lay_out(drawn, body, []), drawn)
