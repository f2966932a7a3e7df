"""What a channel is told after a step: what happened, the map, who is awaited."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.letters.buttons import act_button, key_button, odds_button, plan_button, question_items
from bot.letters.images import images_of
from bot.letters.letter import Letter
from bot.letters.naming import mention
from bot.letters.offers import undone_lines
from bot.letters.pages import lay_out
from bot.letters.panels import never_begun
from bot.letters.parts import Pressable, fit
from bot.letters.sentences import EVENTS_LIMIT, awaited, event_lines, heading, nearest, outcome
from bot.text import Words, words_for
from bot.text.rolls import entered_lines
from engine.api import Event, Game

if TYPE_CHECKING:
    from bot.moderator.api import Look
    from render.api import Picture


def bulletin(
    look: Look,
    events: Sequence[Event],
    *,
    game: Game[Any, Any],
    pictures: Sequence[Picture] = (),
    pings: Sequence[int] = (),
    forced: Sequence[tuple[str, str]] = (),
    undone: Sequence[Event] = (),
    by_clock: Sequence[tuple[str, str]] = (),
    entered: Sequence[str] = (),
) -> Letter:
    """Return what a channel is told after a step: what happened, the map, who is awaited.

    Args:
        look: The public look after the step.
        events: Public events since the last bulletin.
        game: The rules it is played by.
        pictures: Of the phases that are past, and the map, as far as they are to be shown.
        pings: The people to notify.
        forced: Seats, and the kinds of action that alone were left to them, done by themselves.
        undone: What was taken back of what was told before.
        by_clock: Seats whose time had run out, and the kinds of action that answered for them.
        entered: Who entered real dice; "" is the bot, which rolled some.
    """
    campaign = look.campaign
    words = words_for(campaign.language, game)
    drawn = images_of(pictures, words)
    if look.status is None:  # it ended before it began
        return Letter(lay_out((), never_begun(look, words), []), (), tuple(pings))
    texts = [heading(look, words, level="###"), *nearest(look, words)]
    texts += _by_clock(by_clock, words)
    told = _told_below(events, game)
    if told:
        more = words.bot("bulletin.more")
        texts.append(fit(event_lines(told, words), EVENTS_LIMIT, more))
    texts += [*entered_lines(entered, words), *_forced(forced, words), *undone_lines(undone, words)]
    items: list[Pressable] = []
    if look.outcome is not None:
        texts.append(outcome(look.outcome, words))
    elif look.decisions:
        texts.append(awaited(campaign, look.decisions, words, pings))
        texts += _called_besides(look, pings)
        items = question_items(campaign, look.decisions, words)
        items += [
            plan_button(campaign, words),
            act_button(campaign, words),
            odds_button(campaign, words),
        ]
    if drawn:
        items.append(key_button(campaign, words))
    return Letter(lay_out(drawn, texts, items), drawn, tuple(pings))


def _called_besides(look: Look, pings: Sequence[int]) -> list[str]:
    """Mention those who are notified though nobody awaits them."""
    seats = look.campaign.seats
    awaited_too = {who for one in look.decisions for who in seats.get(one.seat, ())}
    others = [mention(who) for who in pings if who not in awaited_too]
    return [" ".join(others)] if others else []


def _told_below(events: Sequence[Event], game: Game[Any, Any]) -> Sequence[Event]:
    """Return what a bulletin tells below its heading: not that phases begin of which it tells more.

    The heading names the last, and of another that its side has closed at once the end is told.
    """
    begins = {"phase.begins"} & game.passing
    passing = [*(one.code in game.passing for one in events[1:]), True]
    both = zip(events, passing, strict=False)
    return [one for one, passes in both if one.code not in begins or not passes]


def _by_clock(done: Sequence[tuple[str, str]], words: Words) -> list[str]:
    """Say whose time had run out, and what was answered for them, each once with its number."""
    lines: list[str] = []
    for seat in dict.fromkeys(seat for seat, _ in done):
        counted = Counter(kind for one, kind in done if one == seat)
        said = [
            words.bot("bulletin.by_clock.some", what=words.kind(kind), n=n)
            if n > 1
            else words.bot("bulletin.by_clock.one", what=words.kind(kind))
            for kind, n in counted.items()
        ]
        lines.append(words.bot("bulletin.by_clock", seat=words.seat(seat), what=words.join(said)))
    return lines


def _forced(forced: Sequence[tuple[str, str]], words: Words) -> list[str]:
    """Say in one line who did what by itself, as nothing else was possible."""
    if not forced:
        return []
    said = [
        words.bot("bulletin.forced.one", seat=words.seat(seat), what=words.kind(kind))
        for seat, kind in dict.fromkeys(forced)
    ]
    return [words.bot("bulletin.forced", what=words.join(said))]
