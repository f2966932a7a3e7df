"""The private pages of a referee who acts: what can be done, and what going back would undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.letters.sentences import event_lines
from bot.moderator.referees.correcting import Proposed

if TYPE_CHECKING:
    from bot.moderator.api import Campaign
    from bot.moderator.referees.going_back import Motion
    from bot.moderator.referees.possible import Possible
    from bot.moderator.rewinding.undoing import Undo
    from bot.text import Raw, Words

VERB: Final = "refdo"
"""Opens the box of an act: campaign, act, public version, and a step's number where it is about
one."""
SEEN_LIMIT: Final = 1200
"""Characters of what has happened since a step."""


def acts_of(found: Possible) -> dict[str, bool]:
    """Return all acts by their names in buttons, in order, and whether each is possible now."""
    if found.over:
        return {"back": found.appointed, "archive": found.archives}
    return {
        "pause": found.pauses,
        "goon": found.goes_on,
        "time": bool(found.waits),
        "note": True,
        "answer": bool(found.answers),
        "order": bool(found.answers),
        "back": found.appointed,
        "standin": bool(found.stand_ins),
        "look": bool(found.vacancies),
        "end": found.appointed,
    }


def acts_page(
    campaign: Campaign,
    found: Possible,
    motion: Motion | Proposed | None,
    words: Words,
    *first: Raw,
) -> Page:
    """Return the page of what a referee can do now, behind what they are told *first*."""
    plain, texts = words.plain, [*first, words.bot("referee.act.title", name=campaign.name)]
    if not found.appointed:
        texts.append(words.bot("referee.act.public"))
    texts.append(words.bot("referee.act.over" if found.over else "referee.act.note"))
    items: list[Pressable] = []
    if motion is not None:
        texts.append(_moved(motion, words))
    if motion is not None and not motion.own:
        label = plain.bot("referee.button.motion")
        items.append(button(label, "refmotion", campaign.id, style=STYLES.primary))
    items += [
        button(
            plain.bot(f"referee.button.{act}"),
            VERB,
            campaign.id,
            act,
            found.version,
            style=STYLES.danger if act == "end" else STYLES.secondary,
        )
        for act, holds in acts_of(found).items()
        if holds
    ]
    return Page(texts, items)


def _moved(motion: Motion | Proposed, words: Words) -> Raw:
    """Say that something is proposed."""
    if isinstance(motion, Proposed):
        return words.bot("referee.act.own_correction" if motion.own else "referee.act.correction")
    if motion.own:
        return words.bot("referee.act.own_motion", number=motion.undo.number)
    return words.bot("referee.act.motion")


def done_page(campaign: Campaign, said: Raw, words: Words) -> Page:
    """Return what a referee reads who has acted, with the way to what else they can do, if any."""
    if campaign.archived:
        return Page([said])
    more = words.plain.bot("referee.button.more")
    return Page([said], [button(more, "refact", campaign.id)])


def back_page(campaign: Campaign, undo: Undo, version: int, words: Words, *, two: bool) -> Page:
    """Return what going back to before a step would undo, as everybody knows it."""
    plain = words.plain
    texts = back_texts(undo, words)
    if two:
        texts.append(words.bot("referee.back.two"))
    items = [
        button(
            plain.bot("referee.button.back"),
            VERB,
            campaign.id,
            "rewind",
            version,
            undo.number,
            style=STYLES.danger,
        ),
        button(plain.bot("referee.button.other"), VERB, campaign.id, "back", version),
    ]
    return Page(texts, items)


def motion_page(campaign: Campaign, motion: Motion, words: Words) -> Page:
    """Return what another referee wants to go back to, to be confirmed."""
    texts = back_texts(motion.undo, words)
    texts.append(words.bot("referee.back.reason", reason=motion.reason))
    if motion.own:
        texts.append(words.bot("referee.own_motion"))
        return Page(texts)
    label = words.plain.bot("referee.button.confirm")
    return Page(texts, [button(label, "refok", campaign.id, motion.id, style=STYLES.danger)])


def back_texts(undo: Undo, words: Words) -> list[Raw | str]:
    """Say what would hold no more: how many steps and dice, and what happened in public."""
    texts: list[Raw | str] = [
        words.bot("referee.back.title", number=undo.number),
        words.bot("referee.back.steps", n=undo.steps),
    ]
    if undo.dice:
        texts.append(words.bot("offer.dice", n=undo.dice))
    texts.append(words.bot("referee.back.keeps"))
    if undo.seen:
        texts.append(words.bot("undo.seen"))
        lines = event_lines(undo.seen, words)
        texts.append(fit(lines, SEEN_LIMIT, words.bot("bulletin.more")))
    return texts
