"""Doing something, and saying what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.letters import buttons, questions, sentences
from bot.letters.pages import Page
from bot.letters.parts import Pressable, button, fit
from bot.moderator import Campaign, Complaint, Look, Receipt
from bot.text import Words
from bot.ui import orders
from bot.ui.asked import pictured, single
from bot.ui.visit import Visit
from engine.api import NO_PREVIEW, Action, AnyGame, Decision, Game, Preview
from engine.errors import IllegalAction

EVENTS_LIMIT = 2000
MOST_QUESTIONS = 2


def require_seat(campaign: Campaign, look: Look) -> str:
    """Return the seat of the one who asks.

    Raises:
        Complaint: They have none here, or the game is not being played.
    """
    if campaign.status == "open":
        raise Complaint("campaign.not_playing")
    if look.seat is None:
        raise Complaint("campaign.not_a_player")
    if campaign.status == "over":
        raise Complaint("campaign.over")
    return look.seat


def read(game: Game[Any, Any], look: Look, kind: str, raw: Mapping[str, str]) -> Action:
    """Return the action that was typed.

    Raises:
        MalformedAction: It was not understood.
        Complaint: There is no such kind of action.
    """
    if kind not in game.actions:
        raise Complaint("campaign.unknown_action", kind=kind)
    return game.parse(look.view, kind, raw)


def foreseen(game: AnyGame, view: Any, action: Action) -> Preview:
    """Return what an action comes to."""
    return game.preview(view, action)


async def act(
    visit: Visit,
    campaign: Campaign,
    action: Action,
    *,
    request: str | None = None,
    expect: str | None = None,
) -> Page:
    """Do *action* for the person's seat and return what to tell them.

    Raises:
        IllegalAction: The rules forbid it, or it is not due any more.
    """
    before = await visit.look(campaign)
    playing = before.seat is not None and before.view is not None
    preview = NO_PREVIEW
    if playing:
        preview = await visit.ask(foreseen, campaign, before.view, action)
    receipt = await visit.moderator.play.act(
        campaign.id, visit.person_id, action, request=request or visit.request, expect=expect
    )
    if not receipt.accepted:
        raise IllegalAction(*receipt.refusals)
    await visit.moderator.people.speaks(visit.person_id, visit.language)
    look = await visit.look(campaign)
    if receipt.waits:
        return waiting_page(look, action, visit.words)
    closed = receipt.secret and not await visit.bot.hand_over(visit.person_id)
    return done_page(campaign, look, action, preview, receipt, visit.words, closed=closed)


def waiting_page(look: Look, action: Action, words: Words) -> Page:
    """Say that an order stands and that real dice are to be rolled for it first."""
    texts: list[str] = [words.bot("done.waits", order=words.action(action))]
    if not look.mine:
        return Page(texts)
    texts.append(next_text(look.mine, words))
    return Page(texts, questions.choice_items(look.campaign, look.mine[0], words))


def done_page(
    campaign: Campaign,
    look: Look,
    action: Action,
    preview: Preview,
    receipt: Receipt,
    words: Words,
    *,
    closed: bool = False,
) -> Page:
    """Say that it is done, what came of it, and what the person owes next.

    Args:
        campaign: Where.
        look: The person's, after it.
        action: What was done.
        preview: What it came to before it was done.
        receipt: The moderator's answer.
        words: The person's.
        closed: Whether Discord refused the last direct message to them.
    """
    code = "done.secret" if receipt.secret else "done.public"
    texts: list[str] = [words.bot(code, order=words.action(action))]
    texts += sentences.cost_lines(preview, words)
    if receipt.events:
        lines = sentences.event_lines(receipt.events, words)
        texts.append(fit(lines, EVENTS_LIMIT, words.bot("bulletin.more")))
    if look.outcome is not None:
        texts.append(sentences.outcome(look.outcome, words))
    if receipt.secret:
        texts.append(words.bot("done.dms_closed" if closed else "done.copy"))
    back = buttons.undo_button(look.campaign, words)
    if not look.mine or look.outcome is not None:
        return Page(texts, back if look.outcome is None else [])
    texts.append(next_text(look.mine, words))
    items = [*next_items(look.campaign, look.mine, words), *back]
    asked = single(look.mine)
    if asked is None:
        return Page(texts, items)
    at = len(texts)
    return Page(texts, items, choosing=pictured(asked), questions=(asked,), asked_at=at, seen=look)


def next_text(mine: tuple[Decision, ...], words: Words) -> str:
    """Say what the person owes."""
    lines: list[str] = [words.bot("next.title")]
    lines += [f"• {sentences.question(decision, words)}" for decision in mine]
    return fit(lines, 800, words.bot("awaited.more"))


def next_items(campaign: Campaign, mine: tuple[Decision, ...], words: Words) -> list[Pressable]:
    """Return what the person may press to go on."""
    items: list[Pressable] = []
    for decision in mine[:MOST_QUESTIONS]:
        items.extend(questions.choice_items(campaign, decision, words))
    items.append(buttons.plan_button(campaign, words))
    items.append(button(words.plain.bot("button.act"), "act", campaign.id, emoji="✍️"))
    items.append(button(words.plain.bot("button.odds"), "odds", campaign.id, emoji="🎲"))
    return items + orders.hint(campaign, words)
