"""Real dice that a table rolls itself: the question, its button, and who has entered them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.letters import naming
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import Pressable
from bot.letters.questions import choice_items
from bot.letters.sentences import question
from bot.text import Raw, Words, words_for
from bot.text.rolls import purpose_of
from engine.api import Decision, Game

if TYPE_CHECKING:
    from bot.moderator.api import Campaign, Look

_INNER: Final = "en"
"""The language of the names that games have for what they roll for."""


def told(
    look: Look,
    body: Mapping[str, Any],
    pings: Sequence[int],
    *,
    game: Game[Any, Any],
) -> Letter:
    """Return a word to a table about real dice: that they are to be rolled, or are not any more.

    Args:
        look: The public look of the present.
        body: What the moderator says of it (:mod:`bot.moderator.table.asking`).
        pings: The people to notify.
        game: The rules it is played by.
    """
    campaign = look.campaign
    words = words_for(campaign.language, game)
    if body["said"] == "dropped":
        text = words.bot("dice.let_go", seat=words.seat(body["seat"]))
        return Letter(lay_out((), [text], []))
    texts, items = list[str](), list[Pressable]()
    for decision in look.decisions:
        texts.append(asked(campaign, decision, body["purpose"], words))
        items = items or choice_items(campaign, decision, words)
    if pings:
        texts.append(" ".join(naming.mention(one) for one in pings))
    return Letter(lay_out((), texts, items), (), tuple(pings))


def asked(campaign: Campaign, decision: Decision, purpose: str, words: Words) -> str:
    """Say who is to roll what, and what for as the game calls it, to those who read its names."""
    line = words.bot(
        "dice.asked",
        seat=words.seat(decision.seat),
        people=Raw(naming.seated(campaign, decision.seat, words)),
        question=Raw(question(decision, words)),
    )
    if words.language != _INNER:
        return line
    return f"{line}\n-# {words.bot('dice.purpose', what=purpose_of(purpose))}"


def terms(campaign: Campaign, words: Words) -> list[str]:
    """Say that a table rolls its dice itself; nothing where the bot does."""
    return [f"-# {words.bot('terms.dice.table')}"] if campaign.dice == "table" else []
