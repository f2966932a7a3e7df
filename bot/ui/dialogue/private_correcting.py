"""Pages of what a side proposes in private to be put right: its own, and those of a referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.letters.pages import Page
from bot.letters.parts import STYLES, button
from bot.moderator import Campaign, Draft
from bot.moderator.referees.correcting import Foreseen, mark_of
from bot.moderator.referees.private_corrections import Proposal
from bot.text import Words
from bot.ui.dialogue.correcting import OWN_VERB, foreseen_texts, list_lines, typed_of
from engine.api import Seat

WITHDRAW: Final = "ownback"
"""Of the button by which a side withdraws; behind it the campaign, and the proposal."""
LOOK: Final = "privlook"
"""Of a referee's buttons; behind it the campaign, the proposal, and what is wanted."""


# -- by the side -------------------------------------------------------------------------------


def own_foreseen_page(foreseen: Foreseen, draft: Draft, steps: int, words: Words) -> Page:
    """Show what would be otherwise for one's side, and ask for the reason; pictures come with it.

    Args:
        foreseen: What would be.
        draft: What is put together.
        steps: How many steps that side could read of.
        words: Of whoever proposes.
    """
    plain, seen = words.plain, (steps, mark_of(typed_of(draft.filled)))
    label, own = plain.bot("private.button.propose"), (OWN_VERB, draft.id)
    items = [
        button(label, *own, "why", *seen, style=STYLES.primary),
        button(plain.bot("correct.button.more"), *own, "page", emoji="↩️"),
        button(plain.bot("button.cancel"), *own, "drop"),
    ]
    return Page(foreseen_texts(foreseen, words), items)


def standing_page(campaign: Campaign, proposal: Proposal, words: Words) -> Page:
    """Show what one's side has proposed, to be waited for or withdrawn."""
    assert words.game is not None
    models = words.game.own_corrections
    said = [words.order(models[kind], raw) for kind, raw in proposal.typed]
    texts: list[str] = [
        words.bot("private.standing"),
        list_lines(said, "• {}", words),
        words.bot("referee.back.reason", reason=proposal.reason),
    ]
    label = words.plain.bot("private.button.withdraw")
    return Page(texts, [button(label, WITHDRAW, campaign.id, proposal.id)])


# -- by a referee ------------------------------------------------------------------------------


def with_proposals(
    page: Page, campaign: Campaign, proposed: Sequence[tuple[Seat, str]], words: Words
) -> Page:
    """Return a page with the buttons to what sides have proposed in private, if any have."""
    if not proposed:
        return page
    plain, items = words.plain, list(page.items)
    for seat, motion in proposed:
        label = plain.bot("private.button.look", seat=plain.seat(seat))
        items.append(button(label, LOOK, campaign.id, motion, "see"))
    return replace(page, texts=[*page.texts, words.bot("private.waiting")], items=items)


def warning_page(campaign: Campaign, motion: str, seat: Seat, words: Words) -> Page:
    """Return what is said before a referee looks at a side's secrets for the first time."""
    texts = [words.bot("inspect.sure", whose=words.seat(seat))]
    label = words.plain.bot("inspect.button.sure")
    sure = button(label, LOOK, campaign.id, motion, "sure", style=STYLES.danger, emoji="👁️")
    return Page(texts, [sure])


def shown_page(proposal: Proposal, foreseen: Foreseen, words: Words) -> Page:
    """Show a proposal as its side sees it, to be confirmed or refused; pictures come with it."""
    plain, where = words.plain, (foreseen.before.campaign.id, proposal.id)
    texts: list[str] = [words.bot("private.shown", seat=words.seat(proposal.seat))]
    # Before what may be long, and is cut at its end: nobody confirms without having read it.
    texts.append(words.bot("referee.back.reason", reason=proposal.reason))
    texts += foreseen_texts(foreseen, words)
    items = [
        button(plain.bot("private.button.confirm"), LOOK, *where, "ok", style=STYLES.danger),
        button(plain.bot("private.button.refuse"), LOOK, *where, "why"),
    ]
    return Page(texts, items)
