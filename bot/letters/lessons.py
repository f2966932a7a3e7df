"""The pages of a lesson, as its thread shows them."""

from __future__ import annotations

from typing import Any, Final

from bot.letters import buttons
from bot.letters.images import images_of
from bot.letters.letter import Letter
from bot.letters.pages import Page, lay_out
from bot.letters.parts import STYLES, Pressable, button
from bot.moderator import Campaign, Look
from bot.text import Words, words_for
from engine.api import Game
from engine.lessons import Lesson, LessonStep
from render.api import Picture

NOTES: Final = frozenset(("still", "late", "over"))
"""Why a step may be shown (again), as :class:`bot.courier.api.LessonPage` has it."""


def page(
    look: Look,
    step: str,
    note: str,
    *,
    game: Game[Any, Any],
    picture: Picture | None = None,
) -> Letter:
    """Return the page of a step: what it is about, what to press, and the map where it shows it."""
    words = words_for(look.campaign.language, game)
    shown = step_page(look.campaign, step, words, note)
    drawn = images_of([picture] if picture else [], words)
    return Letter(lay_out(drawn, shown.texts, shown.items), drawn)


def step_page(campaign: Campaign, name: str, words: Words, note: str = "") -> Page:
    """Return a step's texts and buttons; *note* says why it is shown (again)."""
    assert words.game is not None
    lesson = words.game.lesson
    assert lesson is not None
    number = lesson.number(name)
    step = lesson.steps[number]
    place = words.bot("lesson.step", number=number + 1, of=len(lesson.steps))
    texts = [f"-# {place}\n### {words.label(f'lesson.{step.name}.title')}"]
    if note in NOTES:
        texts.append(words.bot(f"lesson.note.{note}"))
    texts.append(words.label(f"lesson.{step.name}"))
    if step is next((one for one in lesson.steps if one.kinds), None):
        texts.append(f"-# {words.bot('lesson.how')}")  # said once
    return Page(texts, _items(campaign, lesson, step, words))


def _items(campaign: Campaign, lesson: Lesson, step: LessonStep, words: Words) -> list[Pressable]:
    plain, where = words.plain, (campaign.id, step.name)
    if step is lesson.steps[-1]:
        playing = [buttons.plan_button(campaign, words)] if campaign.status == "playing" else []
        return [*playing, button(plain.bot("button.help"), "help", emoji="❔")]
    items = []
    if step.kinds:
        items += [
            button(plain.bot("lesson.do"), "lessondo", *where, style=STYLES.success, emoji="▶️"),
            button(plain.bot("lesson.show"), "lessonshow", *where, emoji="👀"),
            buttons.plan_button(campaign, words),
            button(plain.bot("button.act"), "act", campaign.id, emoji="✍️"),
            button(plain.bot("lesson.skip"), "lessonnext", *where),
        ]
    else:
        label = plain.bot("lesson.next")
        items.append(button(label, "lessonnext", *where, style=STYLES.success, emoji="▶️"))
    return [*items, button(plain.bot("lesson.end"), "lessonend", *where)]
