"""A tour of what can be open at a table: pages as somebody left them, opened later by what is so.

Whatever was chosen on a page is kept, and by the next opening others may have acted: a stack that
is no more, a menu of which nothing is left, a field filled in with what cannot be any longer.
`Tour` follows a game and keeps what each side left; `openings` are the pages opened upon it.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

from bot.cogs.orders import orders_page
from bot.letters import bulletins, panels
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE
from bot.moderator import Campaign, Complaint, Draft, Look, NamedGroup, Plan, PlanEntry
from bot.moderator.table.live import Position, look_at
from bot.text import words_for
from bot.ui.dialogue import dialogue
from bot.ui.dialogue.dialogue import Dialogue
from bot.ui.dialogue.fields import fields_of, typed_fields
from bot.ui.planning.actors import SEVERAL, THERE, TURN, WHO
from bot.ui.planning.page import PlanPage
from bot.ui.planning.placing import LAST
from bot.ui.planning.planned import FILLED, KIND, go_through
from bot.ui.planning.ways import GROUP, ways_of
from engine.api import Action, AnyGame, Seat, Text
from engine.kit.actors import EACH, lasting
from engine.kit.filling import NothingOffered, first_offered
from engine.playing.planning import CLOSE_ALL
from tests.support.limits import COMPONENTS_V2, Call, broken_limits

LANGUAGES = ("en", "es")
KEPT = 6
"""Openings back, of which what was left then is opened once more."""
WORDS = ("x", "", "9-9")
"""What was typed into a field and is nothing."""

Make = Callable[[], Any]
"""Makes a page; or fails, as what it is made for must not."""


@dataclass(frozen=True)
class Left:
    """What somebody left: a plan with its page, groups, or a dialogue under way."""

    plan: Plan = field(default_factory=Plan)
    groups: tuple[NamedGroup, ...] = ()
    kind: str = ""
    filled: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Opened:
    """How many pages were opened, and what was wrong with them."""

    pages: int = 0
    wrong: list[str] = field(default_factory=list)


def campaign_of(game: AnyGame, language: str, status: Any = "playing") -> Campaign:
    """A table at which the game is played."""
    begun = datetime(2026, 11, 26, tzinfo=UTC)
    people = {seat: (number,) for number, seat in enumerate(game.seats, 1)}
    where = ("abcd1234", game.key, "A table", 1, 2, language)
    return Campaign(*where, {}, status, people, 1, begun)


class Tour:
    """One game followed: what each seat has left on its pages so far."""

    def __init__(self, game: AnyGame, *, some: int, kinds: int | None = None) -> None:
        """Follow a game, and open *some* of what was left each time, in turn.

        What is left is of all kinds of action, or of so many.
        """
        self.game = game
        self._kinds = kinds
        self.opened = Opened()
        self._some = some
        self._turn = itertools.count()
        self._left: dict[Seat, deque[list[Left]]] = {s: deque(maxlen=KEPT) for s in game.seats}

    def visit(self, state: Any) -> None:
        """Open, for each seat in both languages, what it left before; and leave more."""
        position = Position(self.game, state)
        outcome = self.game.outcome(state)
        status = "playing" if outcome is None else "over"
        for language in LANGUAGES:
            look = look_at(campaign_of(self.game, language, status), None, position, outcome, 7)
            self._try(f"the panel, {language}", partial(panels.panel, look, game=self.game))
            told = partial(bulletins.bulletin, look, (), game=self.game)
            self._try(f"a bulletin, {language}", told)
        if outcome is not None:
            return  # nobody plans any more
        for seat in self.game.seats:
            looks = [
                look_at(campaign_of(self.game, one), seat, position, None, 7) for one in LANGUAGES
            ]
            now = list(leavings(self.game, looks[0], self._kinds))
            for left in self._chosen([Left(), *itertools.chain(*self._left[seat]), *now]):
                for name, make in self._openings(looks, left):
                    self._try(f"{seat}, {self.game.status(looks[0].view)}, {name}", make)
            self._left[seat].append(now)

    def _chosen(self, left: list[Left]) -> Sequence[Left]:
        """Some of what was left, each in its turn."""
        first = next(self._turn)
        return [left[(first * self._some + n * 7) % len(left)] for n in range(self._some)]

    def _openings(self, looks: Sequence[Look], left: Left) -> Iterator[tuple[str, Make]]:
        if left.kind:
            for look in looks:
                yield from dialogues(self.game, look, left)
            return
        planned: list[Any] = []

        def page(look: Look) -> Page:
            if not planned:
                planned.append(go_through(self.game, look.view, left.plan, left.groups))
            words = words_for(look.campaign.language, self.game)
            shown = PlanPage(look.campaign, look, self.game, words, left.plan, left.groups)
            shown.planned = planned[0]
            return shown.page("a note")

        for look in looks:
            language = look.campaign.language
            what = {one.kind: dict(one.filled) for one in left.plan.entries}
            yield f"a plan left at {left.plan.page} with {what}, {language}", partial(page, look)

    def _try(self, name: str, make: Make) -> None:
        """Make a page, and look at it as Discord would."""
        self.opened.pages += 1
        try:
            made = make()
            parts = (made.view() if isinstance(made, Page) else made.view).to_components()
        except Complaint:
            return  # a sentence: that it is over, or nothing can be done
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.opened.wrong.append(f"{name}: {error!r}")
            return
        body = {"flags": COMPONENTS_V2, "components": parts, "allowed_mentions": {"parse": []}}
        call = Call("POST", "/channels/1/messages", body)
        self.opened.wrong += [f"{name}: {one}" for one in broken_limits(call)]
        if isinstance(made, Page) and not made.items:
            self.opened.wrong.append(f"{name}: nothing can be pressed")


# -- what can be left ----------------------------------------------------------------------------


def leavings(game: AnyGame, look: Look, most: int | None) -> Iterator[Left]:
    """Everything that somebody can have left in the middle of, as they see the table now.

    Of so many kinds of action at *most*, where that is given.
    """
    view, kinds = look.view, game.kinds(look.view)[:most]
    found = list(itertools.islice(game.actors(view), 60))
    entries = entries_of(game, view, kinds)
    for page in pages_of(game, view, found, kinds):
        yield Left(Plan(page=page))
    groups = groups_of(game, view, found)
    if groups:
        yield Left(Plan(), groups)
        yield Left(Plan(page={SEVERAL: True}), groups)
        yield from (Left(Plan(page={WHO: GROUP + one.name}), groups) for one in groups)
    if entries:
        stopped = Text("plan.stopped.waiting")
        yield Left(Plan(entries))
        yield Left(Plan(entries, {SEVERAL: True}, stopped=stopped), groups)
        yield Left(Plan((*entries, PlanEntry("z", CLOSE_ALL)), {TURN: 3}))
    yield Left(Plan((PlanEntry("a", "no such kind", {"x": "y"}),), {WHO: "nobody", THERE: 2}))
    for kind in kinds:
        yield from (Left(kind=kind, filled=one) for one in half_filled(game, view, kind))
    for kind, model in game.actions.items():
        if model.standing:
            yield Left(kind=kind)


def pages_of(
    game: AnyGame, view: Any, found: Sequence[Any], kinds: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The pages of a plan: who was chosen, several, a page turned, an entry half put together."""
    yield {SEVERAL: True}
    yield {SEVERAL: True, TURN: 1}
    if len(found) > MENU_SIZE:
        yield {TURN: 1}
    values = [one.who.value for one in found]
    for value in (*values[:3], *values[-1:]):
        yield {WHO: value}
    if found and len(ways_of(game, found[0])) > MENU_SIZE:
        yield {WHO: values[0], THERE: 1}
    if len(values) > 1:
        yield {WHO: EACH.join(values[:3])}
        yield {WHO: ",".join(values[:2]), TURN: 1}
    for kind in kinds:
        for filled in half_filled(game, view, kind):
            yield {KIND: kind, FILLED: filled}


def half_filled(game: AnyGame, view: Any, kind: str) -> Iterator[dict[str, str]]:
    """The fields of an action as they are filled in one after the other, and wrongly."""
    filled: dict[str, str] = {}
    yield {}
    for one in fields_of(game.actions[kind]):
        if one.required:
            offered = next(iter(game.options(view, kind, one.name, filled)), None)
            if offered is None:
                return
            yield {**filled, one.name: WORDS[len(filled) % len(WORDS)]}
            filled = {**filled, one.name: offered.value}
            yield filled


def entries_of(game: AnyGame, view: Any, kinds: Sequence[str]) -> tuple[PlanEntry, ...]:
    """Entries of a plan: the first of each kind."""
    found: list[Action] = []
    for kind in kinds:
        try:
            found.append(first_offered(game, view, kind))
        except NothingOffered:
            continue
    return tuple(
        PlanEntry(f"e{number}", one.kind, typed_fields(one)) for number, one in enumerate(found[:4])
    )


def groups_of(game: AnyGame, view: Any, found: Sequence[Any]) -> tuple[NamedGroup, ...]:
    """Groups that somebody has named: of those who can act now."""
    return tuple(
        NamedGroup(f"Group {number}", tuple(lasting(game, view, one)))
        for number, one in enumerate(found[:3])
    )


def dialogues(game: AnyGame, look: Look, left: Left) -> Iterator[tuple[str, Make]]:
    """The pages of a dialogue that was left: the next question, every field, for every purpose."""
    language = look.campaign.language
    words = words_for(language, game)

    def talk(**more: str) -> Dialogue:
        filled = {**left.filled, **more}
        return Dialogue(
            Draft("draft123", look.campaign.id, 1, left.kind, filled), look, game, words
        )

    def asking(index: int, page: int = 0) -> Page:
        return talk().field_page(index, page)

    name = f"a dialogue of {left.kind} left with {dict(left.filled)}, {language}"
    expect = look.mine[0].key if look.mine else "gone"
    yield name, lambda: talk(**{dialogue.EXPECT: expect}).page()
    yield f"{name}, for a plan", lambda: talk(**{dialogue.PLANNED: LAST}).page("a note")
    yield f"{name}, for its odds", lambda: talk(**{dialogue.ODDS_ONLY: "1"}).page()
    for index, _ in enumerate(fields_of(game.actions[left.kind])):
        yield f"{name}, field {index}", partial(asking, index)
        yield f"{name}, field {index} on", partial(asking, index, 1)
    yield f"{name}: what to do", lambda: dialogue.kinds_page(game, look.campaign, look, language)
    yield f"{name}: orders", lambda: orders_page(look.campaign, look, game, words)
