"""Odds on private pages: counted off the event loop from what one seat knows, and said."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from bot.letters.pages import Page
from bot.letters.parts import fit
from bot.letters.questions import in_order
from bot.moderator import Look
from bot.text import Raw, Words, cut
from bot.text.chances import nearest, odds_texts
from bot.thinking import Job, Thinkers
from engine.api import NO_PREVIEW, Action, AnyGame, Choice, Decision, Odds, Preview, Text
from engine.kit.filling import offered

_log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds that an answer waits for odds it could do without."""
KEPT = 256
"""Odds that are kept: an answer is often looked at twice."""
LIMIT = 2200
"""Characters that odds may take of a page."""
TRIED = 6
"""Actions of a kind that are tried to find out whether it rolls dice."""
MOST_LEADS = 8
"""Answers to a question of which it is said what they lead to: the first."""
DICE = Text("final.dice")
"""What a preview says of dice: odds say it better."""
MOST_ANSWERS = 25
"""Answers to one decision that are listed with their chances: the best."""


NO_ODDS: tuple[Odds, ...] = ()


class Oddsmaker:
    """Has odds counted, each once.

    Attributes:
        patience: See :data:`PATIENCE`.
    """

    patience: float = PATIENCE

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._known: OrderedDict[Hashable, tuple[asyncio.Future[Any], Any]] = OrderedDict()

    async def of(
        self, game: AnyGame, look: Look, actions: Sequence[Action], patience: float | None = None
    ) -> list[tuple[Odds, ...] | None]:
        """Return the odds of each action from the look's view; ``None`` where they are late.

        What is late is counted all the same, and there when it is asked for again. Where a game
        fails there are no odds, and the log tells.
        """
        waiting = [
            self._ask(look, one, partial(self._found, look, NO_ODDS, odds_of, game, one.kind, one))
            for one in actions
        ]
        await self._wait(waiting, self.patience if patience is None else patience)
        return [one.result() if one.done() and not one.cancelled() else None for one in waiting]

    async def rolls(
        self, game: AnyGame, look: Look, kinds: Sequence[str], patience: float
    ) -> tuple[str, ...]:
        """Return the kinds of action of which one that is offered now is known to roll dice."""
        waiting = [
            self._ask(look, one, partial(self._found, look, False, is_rolled_for, game, one, one))
            for one in kinds
        ]
        await self._wait(waiting, patience)
        return tuple(
            kind
            for kind, one in zip(kinds, waiting, strict=True)
            if one.done() and not one.cancelled() and one.result()
        )

    async def previews(
        self, game: AnyGame, look: Look, actions: Sequence[Action]
    ) -> list[Preview | None]:
        """Return what each action comes to from the look's view; ``None`` where that is late."""
        waiting = [
            self._ask(
                look,
                ("preview", one),
                partial(self._found, look, NO_PREVIEW, preview_of, game, one.kind, one),
            )
            for one in actions
        ]
        await self._wait(waiting, self.patience)
        return [one.result() if one.done() and not one.cancelled() else None for one in waiting]

    def _ask(
        self, look: Look, what: Hashable, count: Callable[[], Awaitable[T]]
    ) -> asyncio.Future[T]:
        key = look.campaign.id, id(look.view), what
        known = self._known.get(key)
        if known is None:
            future = asyncio.ensure_future(count())
            # The view is kept with it: its identity is part of the key.
            known = self._known[key] = future, look.view
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return known[0]

    @staticmethod
    async def _wait(waiting: Sequence[asyncio.Future[Any]], patience: float) -> None:
        if waiting and patience > 0:
            await asyncio.wait(waiting, timeout=patience)

    async def _found(
        self, look: Look, otherwise: T, job: Job[Any, Any, T], game: AnyGame, kind: str, what: Any
    ) -> T:
        """Return what a job finds out of a view and of *what*; *otherwise* where a game fails."""
        campaign = look.campaign.id
        try:
            return await self._thinkers.ask(campaign, job, game, look.view, what, deep=True)
        except Exception:  # noqa: BLE001 - every page is as good without it
            _log.exception("campaign %s: looking ahead to %s failed", campaign, kind)
            return otherwise


def odds_of(game: AnyGame, view: Any, action: Action) -> tuple[Odds, ...]:
    """Return what the dice of an action can bring."""
    return game.odds(view, action)


def preview_of(game: AnyGame, view: Any, action: Action) -> Preview:
    """Return what an action comes to."""
    return game.preview(view, action)


def is_rolled_for(game: AnyGame, view: Any, kind: str) -> bool:
    """Say whether one of the first actions of a kind that are offered rolls dice."""
    return any(game.odds(view, action) for action in islice(offered(game, view, kind), TRIED))


@dataclass(frozen=True, slots=True)
class Answer:
    """One complete answer to a decision, its place among the choices, and its odds."""

    place: int
    choice: Choice
    odds: tuple[Odds, ...]


async def answers(
    maker: Oddsmaker, game: AnyGame, look: Look, decision: Decision, patience: float | None = None
) -> list[Answer]:
    """Return the answers to a decision for which dice are rolled, best first.

    Those go first whose best result is likeliest; among equals the order is the game's.
    """
    found = await maker.of(game, look, [one.action for one in decision.choices], patience)
    rolled = [
        Answer(place, choice, odds)
        for place, (choice, odds) in enumerate(zip(decision.choices, found, strict=True))
        if odds
    ]
    rolled.sort(key=lambda answer: -answer.odds[0].chances[0].probability)
    return rolled[:MOST_ANSWERS]


async def with_odds(maker: Oddsmaker, game: AnyGame, look: Look, page: Page, words: Words) -> Page:
    """Return a private page with the odds of what it is about, as far as there are any.

    Only ever from the look's own view: a page that others see must not ask for this.
    """
    if page.gamble is not None:
        (odds,) = await maker.of(game, look, [page.gamble])
        return replace(page, texts=[*page.texts, *_said(odds, page.no_odds, words)])
    blocks = []
    for decision in page.questions:
        found = await leads(maker, game, look, decision)
        lines = lead_lines(found, words)
        if lines:
            title = words.bot("odds.answers" if any(one.odds for one in found) else "odds.leads")
            blocks.append(fit([title, *lines], LIMIT // len(page.questions)))
    at = page.asked_at
    return replace(page, texts=[*page.texts[:at], *blocks, *page.texts[at:]])


@dataclass(frozen=True, slots=True)
class Lead:
    """One complete answer to a decision, and what it leads to as far as its seat can tell."""

    choice: Choice
    odds: tuple[Odds, ...]
    preview: Preview


async def leads(maker: Oddsmaker, game: AnyGame, look: Look, decision: Decision) -> list[Lead]:
    """Return the first answers to a decision, as its buttons stand, with what each leads to."""
    choices = [decision.choices[place] for place in in_order(look, decision)[:MOST_LEADS]]
    actions = [one.action for one in choices]
    odds = await maker.of(game, look, actions)
    previews = await maker.previews(game, look, actions)
    return [
        Lead(choice, rolled or (), preview or NO_PREVIEW)
        for choice, rolled, preview in zip(choices, odds, previews, strict=True)
    ]


def lead_lines(found: Iterable[Lead], words: Words) -> list[str]:
    """Say what answers lead to, but those of which nothing is to be said: they are plain."""
    return [
        words.bot("odds.answer", choice=words.say(one.choice), chances=Raw("\n".join(lines)))
        for one in found
        if (lines := _led(one, words))
    ]


def _led(one: Lead, words: Words) -> list[str]:
    preview = one.preview
    lines = _briefly(one.odds, words, about=True) if one.odds else []
    said = [words.bot("preview.cost", cost=words.say(each)) for each in preview.costs]
    said += [
        words.bot("preview.comes", what=words.say(each))
        for each in preview.final
        if not (one.odds and each == DICE)
    ]
    said += [words.bot("preview.comes", what=words.say(each)) for each in preview.notes]
    always = words.leads(one.choice)
    said += [] if always is None else [always]
    lines += [f"-# {' '.join(said)}"] if said else []
    lines += [
        words.bot("preview.warning", warning=words.say(each.text)) for each in preview.warnings
    ]
    return lines


def _said(odds: tuple[Odds, ...] | None, otherwise: str, words: Words) -> list[str]:
    if odds is None:
        return [words.bot("odds.late")]
    if not odds:
        return [otherwise] if otherwise else []
    texts, room = [], LIMIT
    for text in odds_texts(odds, words):
        room -= len(text)
        texts.append(text if room >= 0 else fit(text.split("\n"), max(room + len(text), 1)))
        if room < 0:
            break
    return texts


def answer_lines(found: Iterable[Answer], words: Words) -> list[str]:
    """Say the answers to a decision with their nearest odds, a line each."""
    return [
        words.bot(
            "odds.answer",
            choice=words.say(answer.choice),
            chances=Raw("\n".join(_briefly(answer.odds, words))),
        )
        for answer in found
    ]


def _briefly(odds: Sequence[Odds], words: Words, *, about: bool = False) -> list[str]:
    """Say the nearest odds of an answer, of the unknown a line for each thing that it may be.

    *About*, it is said what is asked of the dice, where that is one thing.
    """
    lines = nearest(odds, words, marked=True)
    if odds[0].supposing is not None:
        return fit(lines, 600).split("\n")
    if about:
        what = words.say(odds[0].about)
        return [cut(words.bot("odds.nearest", about=what, chances=lines[0]), 300)]
    return [cut(lines[0], 300)]
