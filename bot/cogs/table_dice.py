"""Entering what real dice show, at a table that rolls them itself."""

from __future__ import annotations

import re
from typing import Final

from bot.letters import questions, sentences
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.letters.parts import fit
from bot.moderator import Campaign, Complaint, Look
from bot.text import cut
from bot.ui import acting, boxes
from bot.ui.presses import Presses, written
from bot.ui.visit import Visit
from engine.api import Decision, Term

LONGEST: Final = 400
"""Characters that may be typed: of more dice than any roll has."""
_NUMBER: Final = re.compile(r"\d{1,6}")
_BETWEEN: Final = re.compile(r"[\s,;.+/|-]+")


def register(presses: Presses) -> None:
    """Add the verbs of the button and of its box."""
    presses.on("dicebox")(open_box)
    presses.on("dicein")(enter)


async def _asked(visit: Visit, key: Key) -> tuple[Campaign, Look, Decision]:
    """Return the roll that a press is for.

    Raises:
        Complaint: It is entered already, or another's to enter, or the person holds no seat.
    """
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    seat = acting.require_seat(campaign, look)
    found = [one for one in look.decisions if questions.name_of(campaign, one) == key.part(1)]
    if not found:
        raise Complaint("dice.stale")
    decision = next((one for one in found if one.seat == seat), None)
    if decision is None:
        raise Complaint("dice.not_yours", seats=tuple(Term("seat", one.seat) for one in found))
    return campaign, look, decision


async def open_box(visit: Visit, key: Key) -> None:
    """Open the box in which the dice are typed."""
    campaign, _, decision = await _asked(visit, key)
    plain = visit.words.plain
    field = boxes.line(
        "value",
        plain.bot("dice.field", n=int(str(decision.params["n"])), sides=decision.params["sides"]),
        placeholder=cut(plain.bot("dice.example"), 100),
        max_length=LONGEST,
    )
    name = questions.name_of(campaign, decision)
    await boxes.open_box(visit, encode("dicein", campaign.id, name), plain.bot("dice.box"), field)


async def enter(visit: Visit, key: Key) -> None:
    """Enter what was typed in the box, and say what came of it; or what is to be rolled next."""
    await visit.hold()
    campaign, _, decision = await _asked(visit, key)
    try:
        values = read(written(visit))
        receipt = await visit.moderator.dice.enter(
            campaign.id,
            visit.person_id,
            values,
            request=visit.request,
            expect=campaign.on_branch(decision.key),
        )
    except Complaint as error:
        if error.code not in {"dice.unreadable", "dice.wrong_number", "dice.no_such_face"}:
            raise
        # Where it was typed: what is wrong, what would do, and the box once more.
        wrong = "⚠️ " + visit.words.bot(error.code, **error.params)
        await visit.show(Page([wrong], questions.choice_items(campaign, decision, visit.words)))
        return
    words, look = visit.words, await visit.look(campaign)
    shown = words.join([str(one) for one in values])
    texts: list[str] = [words.bot("dice.done", values=shown)]
    if receipt.events:
        lines = sentences.event_lines(receipt.events, words)
        texts.append(fit(lines, acting.EVENTS_LIMIT, words.bot("bulletin.more")))
    if look.outcome is not None:
        texts.append(sentences.outcome(look.outcome, words))
        await visit.show(Page(texts))
        return
    items = acting.next_items(look.campaign, look.mine, words) if look.mine else []
    if look.mine:
        texts.append(acting.next_text(look.mine, words))
    await visit.show(Page(texts, items))


def read(typed: str) -> tuple[int, ...]:
    """Return the numbers that were typed, with anything usual between them ("3 5", "3,5").

    Raises:
        Complaint: dice.unreadable.
    """
    parts = [one for one in _BETWEEN.split(typed.strip()) if one]
    wrong = next((one for one in parts if not _NUMBER.fullmatch(one)), None)
    if wrong is not None or not parts:
        raise Complaint("dice.unreadable", typed=cut(wrong or typed.strip(), 40))
    return tuple(int(one) for one in parts)
