"""What a person is to answer before anything else, with what answers it; and what they can do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.letters import questions, sentences
from bot.letters.parts import MENU_SIZE, MenuLine, Pressable, button, menu
from bot.moderator import Campaign, Look
from bot.moderator.api import ROLL_DICE
from bot.text import Raw, Words
from engine.api import AnyGame, Decision, Refusal

ANSWER_FIRST = "gate.answer_first"
"""Code of the refusal of what must wait until its person has answered a question."""
MOST_ASKED = 2
"""Questions that are shown with what answers them."""


def answers(look: Look, game: AnyGame, decision: Decision | None) -> tuple[str, ...]:
    """Return the kinds of action that the person can make now (for one decision, if given).

    None while real dice are awaited.
    """
    if any(one.code == ROLL_DICE for one in look.decisions):
        return ()
    possible = game.kinds(look.view)
    if decision is None:
        return possible
    return tuple(kind for kind in decision.kinds if kind in possible) or possible


def kind_items(
    campaign: Campaign, kinds: Sequence[str], words: Words, decision: Decision | None, page: int
) -> list[Pressable]:
    """Return the menu of kinds of action, a page of it, and what turns its pages."""
    name = questions.name_of(campaign, decision)
    plain = words.plain
    first = page * MENU_SIZE
    entries = [
        MenuLine(kind, plain.kind(kind), plain.label(f"action.{kind}"))
        for kind in kinds[first : first + MENU_SIZE]
    ]
    items = [menu(entries, "kind", campaign.id, name, page, hint=plain.bot("act.hint"))]
    return items + turners(words, "kinds", (campaign.id, name), page, len(kinds))


def turners(
    words: Words, verb: str, parts: tuple[str | int, ...], page: int, count: int
) -> list[Pressable]:
    """Return the buttons that turn pages of *count* entries."""
    found = []
    if page > 0:
        found.append(button(words.plain.bot("button.back_page"), verb, *parts, page - 1))
    if count > (page + 1) * MENU_SIZE:
        found.append(button(words.plain.bot("button.next_page"), verb, *parts, page + 1))
    return found


def is_waiting(refusals: Iterable[Refusal]) -> bool:
    """Say whether all that speaks against something is that a question is to be answered first."""
    codes = {one.code for one in refusals}
    return codes == {ANSWER_FIRST}


def asked_first(
    campaign: Campaign, look: Look, game: AnyGame, refusals: Iterable[Refusal], words: Words
) -> tuple[list[str], list[Pressable]]:
    """Return what a person has to answer before what was refused, and what answers it.

    Both are empty where nothing of the refusals says that it waits for an answer.
    """
    if all(one.code != ANSWER_FIRST for one in refusals):
        return [], []
    texts, items = list[str](), list[Pressable]()
    for decision in look.mine[:MOST_ASKED]:
        asked = Raw(sentences.question(decision, words))
        texts.append(words.bot("refused.waiting", question=asked))
        items += answering(campaign, look, game, decision, words)
    return texts, items


def answering(
    campaign: Campaign, look: Look, game: AnyGame, decision: Decision, words: Words
) -> list[Pressable]:
    """Return what answers a question: its choices, or else the kinds of action that do."""
    found = questions.choice_items(campaign, decision, words)
    if found:
        return found
    kinds = answers(look, game, decision)
    return kind_items(campaign, kinds, words, decision, 0) if kinds else []
