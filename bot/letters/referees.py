"""Referees: who they are, and the word to a table about what one of them did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bot.letters import naming
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import button
from bot.moderator.referees.inspecting import ALL
from bot.moderator.referees.moving import SAID
from bot.moderator.table.posting import LOOKS
from bot.text import Raw, Words, words_for
from engine.api import Game, Seat

if TYPE_CHECKING:
    from bot.moderator.api import Campaign, Known
    from bot.moderator.referees.looks import Looked


def lines(campaign: Campaign, words: Words) -> list[str]:
    """Say who referees a campaign, and who of them may look at secrets."""
    return [
        words.bot(
            "referee.line.secrets" if secrets else "referee.line",
            who=naming.introduced(person, campaign.names.get(person)),
        )
        for person, secrets in campaign.referees.items()
    ]


def named(who: Known | None, words: Words) -> Raw:
    """Return a referee's name; of somebody who had themself erased there is none."""
    if who is None:
        return words.bot("referee.unnamed")
    return naming.named(who.person_id, who.name)


def told(
    campaign: Campaign,
    said: str,
    who: Known | None,
    body: Mapping[str, Any],
    pings: Sequence[int],
    *,
    game: Game[Any, Any],
) -> Letter:
    """Return a word to a table about what a referee did, to everybody who plays there.

    Args:
        campaign: Where, as it is now.
        said: What (``referee.said.<said>``).
        who: The referee.
        body: What else the sentence needs; ``reason`` is what they gave as such.
        pings: The people to notify.
        game: The rules it is played by.
    """
    words = words_for(campaign.language, game)
    texts = [sentence(said, who, body, words)]
    if pings:
        texts.append(" ".join(naming.mention(one) for one in pings))
    items = []
    if said in SAID.values():
        label = words.plain.bot("referee.button.motion")
        items.append(button(label, "refmotion", campaign.id, emoji="↩️"))
    return Letter(lay_out((), texts, items), (), tuple(pings))


def look_lines(looks: Sequence[Looked], words: Words) -> list[str]:
    """Say which referees have looked at whose secrets, how often, and when first and last."""
    return [
        words.bot(
            "referee.looks.line",
            who=named(one.who, words),
            whose=whose(one.seat, words),
            n=one.times,
            first=naming.moment(one.first),
            last=naming.moment(one.last),
        )
        for one in looks
    ]


def whose(seat: Seat, words: Words) -> str:
    """Say whose secrets were looked at."""
    return words.bot("referee.all_secrets") if seat == ALL else words.seat(seat)


def sentence(said: str, who: Known | None, body: Mapping[str, Any], words: Words) -> str:
    """Say what a referee did, and why; or at whose secrets they have looked."""
    if said == LOOKS:
        return "\n".join((words.bot("referee.looks"), *look_lines(body["looks"], words)))
    reason = str(body.get("reason") or "")
    found: dict[str, Any] = {name: int(body[name]) for name in ("n", "number") if name in body}
    if "seat" in body:
        found["seat"] = words.seat(body["seat"])
    if said == "note":
        return words.bot("referee.said.note", who=named(who, words), reason=reason)
    text = words.bot(f"referee.said.{said}", who=named(who, words), **found)
    return words.bot("referee.reason", what=Raw(text), reason=reason) if reason else text
