"""The planning page: who can act, what is put together, a picture of all of it, and Send.

It is private, and the page is the preview: what is sent is what stands on it. An entry is who, and
what and where in one menu; or typed; or put together field by field in a dialogue. Nothing of it is
asked of the state: see :mod:`engine.playing.planning`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.letters import questions, sentences
from bot.letters.pages import Page
from bot.letters.parts import (
    MENU_SIZE,
    ROW_SIZE,
    STYLES,
    MenuLine,
    Pressable,
    button,
    fit,
    menu,
)
from bot.letters.telling import MENU_PHONE, letters_of, on_buttons
from bot.moderator import Campaign, Look, NamedGroup, Plan, Sent
from bot.moderator.api import ROLL_DICE
from bot.text import Words, cut
from bot.ui.asked import pictured, single
from bot.ui.dialogue.completing import missing, options_of
from bot.ui.dialogue.fields import fields_of, typed_fields
from bot.ui.dialogue.option_lines import left_lines
from bot.ui.dialogue.rewriting import mark_of
from bot.ui.faults import reasons_of, refusal_text
from bot.ui.owed import ANSWER_FIRST, answering
from bot.ui.planning import picturing
from bot.ui.planning.actors import BEST_WAYS, SEVERAL, WHO, Acting, ActorMenus
from bot.ui.planning.controls import MORE, Controls, setting_up
from bot.ui.planning.entry_lines import EntryLines
from bot.ui.planning.idle import idle_line
from bot.ui.planning.labels import labels, of_text
from bot.ui.planning.planned import FILLED, KIND, Planned, can, go_through, is_refused
from bot.ui.planning.ways import mark
from engine.api import AnyGame, Choice, Decision, Refusal
from engine.kit.gate import is_of_phase
from render.api import Choosing

ENTRIES_LIMIT: Final = 1800
WRITTEN_LIMIT: Final = 240
MOST_WRITTEN: Final = 3
"""Lines of what is written in secret already; all of it stands in the menu that changes it."""
MOST_STARTS: Final = 10
"""Buttons of what can be done where nobody acts: of more there is a menu."""
MOST_ANSWERS: Final = 10
"""Answers to what is asked that stand among the other things that may be planned."""
MOST_ITEMS: Final = 19
"""Buttons and menus of a question and of an entry together that leave room for all else."""
EVENTS_LIMIT: Final = 360


class PlanPage:
    """One person's plan as a page."""

    def __init__(
        self,
        campaign: Campaign,
        look: Look,
        game: AnyGame,
        words: Words,
        plan: Plan,
        groups: Sequence[NamedGroup] = (),
    ) -> None:
        self.campaign = campaign
        self.look = look
        self.game = game
        self.words = words
        self.plan = plan
        self.groups = groups

    @functools.cached_property
    def planned(self) -> Planned:
        """The plan gone through: that may take a while, so it is no matter for the event loop."""
        return go_through(self.game, self.look.view, self.plan, self.groups)

    @property
    def told(self) -> EntryLines:
        """The words for its entries."""
        return EntryLines(self.game, self.words, self.plan, self.planned)

    def of(self, plan: Plan) -> PlanPage:
        """Return the page of another plan at the same table."""
        return PlanPage(self.campaign, self.look, self.game, self.words, plan, self.groups)

    # -- the whole page ----------------------------------------------------------------------

    def page(self, note: str = "") -> Page:
        """Return the page: what is due, the entries, and what may be put in next."""
        planned = self.planned
        begun = any(planned.page.get(name) for name in (KIND, WHO, SEVERAL))
        head = self._head(brief=begun or bool(self.plan.entries))
        texts = [head, note] if note else [head]
        if self.plan.late and self.campaign.pace is not None:
            texts.append(self.words.bot("plan.is_late"))
        if self.plan.stopped is not None:
            why = self.words.say(self.plan.stopped)
            texts.append(self.words.bot("plan.stopped", why=why))
        if begun:
            texts += self._hand(planned)
        elif not (note or self.plan.entries):
            texts += self._written()
        controls = Controls(self.campaign, self.look, self.game, self.words, self.plan)
        if not begun:
            # In the middle of an entry Send says how many there are.
            if self.plan.entries or not (note and self.look.mine):
                texts.append(self._entries())
            texts += controls.due(planned)
            if self.plan.entries and controls.ends(planned) and not setting_up(self.look):
                texts += idle_line(planned, self.words)
        texts += self._left(planned)
        asked = single(self.look.mine)
        answers = self._answers(asked) if asked and is_answered(asked) else self.owed()
        best = not (answers or planned.page.get(MORE))
        following = self._next(planned, best=best)
        if begun and is_too_much([*answers, *following]):
            # Whoever is putting an entry together answers the question when that is done.
            answers = []
        items = list(answers)
        if not begun and self.plan.entries:
            # What is ready to be sent stands first: on a phone what comes after is a screen below.
            items += [*controls.ending(planned), *self._stuck(planned), self._entry_menu(planned)]
        items += following
        if begun:
            items += self._stuck(planned)
        if begun:
            items += controls.sending(planned)
        else:
            items += controls.items(planned, groups=bool(self.groups))
            items += self.menus(planned.page).turning(planned.acting)
        shown = self.choosing()
        if shown is None and asked is not None:
            shown = pictured(asked)
        shown = shown or picturing.able(self.game, planned, self.menus(planned.page))
        ready = not (shown is not None or begun or self.plan.entries)
        choices = picturing.ready_made(planned) if ready else ()
        due = () if asked is None else (asked,)
        return Page(texts, items, choosing=shown, choices=choices, questions=due)

    def _hand(self, planned: Planned) -> Iterator[str]:
        """Say for whom an entry is being put together, where somebody was chosen."""
        chosen = planned.acting.chosen
        if chosen is not None and not planned.page.get(SEVERAL) and planned.page.get(WHO):
            yield f"👉 **{self.menus(planned.page).heading(chosen)}**"

    def _left(self, planned: Planned) -> list[str]:
        """Say what is left of what the action takes that is put together, after the entries."""
        kind, filled = str(planned.page.get(KIND, "")), planned.page.get(FILLED, {})
        return left_lines(self.game, planned.foreseen.view, kind, filled, self.words)

    def _head(self, *, brief: bool) -> str:
        """Say what it is and what is due; in *brief*, not what all of the phase is for."""
        words = self.words
        lines = [
            f"{words.bot('plan.title')} · {sentences.heading(self.look, words, level='').strip()}"
        ]
        mine = [one for one in self.look.mine if not (brief and is_of_phase(one))]
        lines += [f"• {sentences.question(one, words)}" for one in mine]
        if not self.look.mine and self.look.decisions:
            lines.append(sentences.awaited(self.campaign, self.look.decisions, words))
        return fit(lines, 900, words.bot("awaited.more"))

    def _entries(self) -> str:
        words = self.words
        if not self.plan.entries:
            asked = single(self.look.mine)
            if asked is not None and (asked.choices or asked.interrupt):
                return ""
            return words.bot("plan.nothing" if self.look.mine else "plan.nothing_due")
        return fit(self.told.lines(short=True), ENTRIES_LIMIT, words.bot("plan.more_entries"))

    def _written(self) -> list[str]:
        """Say what the person's side has ordered in secret already, and what else it knows."""
        words = self.words.listing(1)
        lines = [f"• {words.say(one)}" for one in self.game.orders(self.look.view)]
        if not lines:
            return []
        more = words.bot("plan.written_more")
        if len(lines) > MOST_WRITTEN:
            lines[MOST_WRITTEN - 1 :] = [more]
        return [fit([words.bot("plan.written"), *lines], WRITTEN_LIMIT, more)]

    # -- what may be pressed -----------------------------------------------------------------

    def _answers(self, asked: Decision) -> list[Pressable]:
        """Return a button for each answer: those that only this side has first, to do something.

        Of many the best have one, and a menu has all.
        """
        if asked.code == ROLL_DICE:
            return questions.choice_items(self.campaign, asked, self.words)
        order = questions.in_order(self.look, asked)
        items = questions.choice_buttons(self.campaign, asked, self.words, order[:ROW_SIZE])
        if len(order) > ROW_SIZE:
            items += questions.choice_items(self.campaign, asked, self.words)
        return items

    def owed(self) -> list[Pressable]:
        """Return what answers the question that an entry waits for; nothing where none does."""
        outlooks = self.planned.foreseen.outlooks
        refusals = (one for outlook in outlooks for one in outlook.refusals)
        if not self.look.mine or all(one.code != ANSWER_FIRST for one in refusals):
            return []
        return answering(self.campaign, self.look, self.game, self.look.mine[0], self.words)

    def _next(self, planned: Planned, *, best: bool) -> list[Pressable]:
        """Return the menus by which an entry is put together, with buttons for the best of them."""
        page = planned.page
        items: list[Pressable] = []
        kind = str(page.get(KIND, ""))
        if kind:
            items += self._field_menu(planned, kind)
        else:
            if not (page.get(WHO) or page.get(SEVERAL)):
                items += [*self._again(planned), *self._at_once(planned)]
            items += self.menus(page).items(self._answering_first(planned.acting), best=best)
            if not page.get(WHO) and not page.get(SEVERAL) and planned.kinds:
                items += self._kinds(planned)
                items += self._rewriting(planned)
        return items

    def _answering_first(self, who: Acting) -> Acting:
        """Return who can act, those first with whom a question is answered that stands open."""
        asked = single(self.look.mine)
        if asked is None:
            return who
        offered = sorted(
            who.offered, key=lambda one: not any(act.kind in asked.kinds for act in one.acts)
        )
        return replace(who, offered=tuple(offered))

    def _rewriting(self, planned: Planned) -> Iterator[Pressable]:
        """Yield the menu of written orders that may be changed, where there are any."""
        plain, found = self.words.plain, planned.written[:MENU_SIZE]
        if self.plan.entries and found:
            # What the plan itself writes is changed as an entry of it.
            known = [one.label for one in self.game.written(self.look.view)]
            found = tuple(one for one in found if one.label in known)
        said = labels([of_text(one.label) for one in found], plain, MENU_PHONE)
        lines = [MenuLine(mark_of(one), label) for one, label in zip(found, said, strict=True)]
        if lines:
            yield menu(lines, "planwritten", self.campaign.id, hint=plain.bot("plan.rewrite"))

    def menus(self, page: Mapping[str, Any]) -> ActorMenus:
        """Return the menus of who acts, and of what and where, in the middle of a *page*."""
        return ActorMenus(self.campaign.id, self.game, self.words, page)

    def _again(self, planned: Planned) -> Iterator[Pressable]:
        """Yield the button that puts the last entry in once more, where that goes on with it."""
        last = planned.foreseen.outlooks[-1].action if planned.again else None
        if last is not None:
            plain = self.words.plain
            label = cut(plain.bot("plan.again", order=plain.action(last)), MENU_PHONE)
            yield button(label, "planagain", self.campaign.id, self.plan.revision, emoji="🔁")

    def _at_once(self, planned: Planned) -> Iterator[Pressable]:
        """Yield the buttons of what is due and says all by its name, where others can act too.

        So neither the set-up that is ready-made nor Ready hides in a menu.
        """
        for kind in self._named(planned):
            label = cut(self.words.plain.order(self.game.actions[kind], {}), MENU_PHONE)
            yield button(label, "planstart", self.campaign.id, kind, style=STYLES.primary)

    def _named(self, planned: Planned) -> list[str]:
        """Return the kinds that have a button of their own besides those who can act."""
        if not planned.acting.offered or single(self.look.mine):
            return []
        due = {kind for one in self.look.mine if not one.interrupt for kind in one.kinds}
        due -= {one.kind for one in self.plan.entries}
        models = ((kind, self.game.actions[kind]) for kind in planned.kinds if kind in due)
        return [kind for kind, model in models if not (model.closes or fields_of(model))]

    def _stuck(self, planned: Planned) -> Iterator[Pressable]:
        """Yield the button that takes out the first entry that cannot be done: sending ends there.

        What only waits for an answer can be done once that is given.
        """
        each = zip(self.plan.entries, planned.foreseen.outlooks, strict=True)
        for number, (entry, outlook) in enumerate(each, 1):
            if is_refused(outlook):
                label = self.words.plain.bot("plan.take_out", number=number)
                yield button(label, "planremove", self.campaign.id, entry.id, emoji="🗑️")
                return

    def _kinds(self, planned: Planned) -> list[Pressable]:
        """Return what can be done besides: by buttons where nobody acts, else in a menu.

        So a set-up is not hidden: its ready-made ones, what is chosen one by one, and Ready.
        """
        named = self._named(planned)
        lines = [line for line in self._kind_lines(planned) if line.value not in named]
        if not lines:
            return []
        if planned.acting.offered or len(lines) > MOST_STARTS or single(self.look.mine):
            hint = self.words.plain.bot("plan.other")
            return [menu(lines[:MENU_SIZE], "plankind", self.campaign.id, hint=hint)]
        whole = self._whole(planned)
        lines.sort(key=lambda line: line.value not in whole)
        bundles = {f"{BUNDLE}{number}" for number in range(len(planned.bundles))}
        best = whole or bundles
        return [
            button(
                line.label,
                "planstart",
                self.campaign.id,
                line.value,
                style=STYLES.primary if line.value in best else STYLES.secondary,
            )
            for line in lines
        ]

    def _whole(self, planned: Planned) -> list[str]:
        """Return the kinds that are due, need nothing said and can be done behind the plan: Ready.

        Then what led there is not the best any more, though it may be done otherwise still.
        """
        due = {kind for one in self.look.mine for kind in one.kinds}
        begun = self.plan.entries or planned.written
        # Until anything is said, what says it all comes before being ready with nothing.
        led = set() if begun else {act.kind for one in planned.bundles for act in one.actions}
        found = []
        for kind in planned.kinds:
            model = self.game.actions[kind]
            plain = kind in due - led and not (model.closes or fields_of(model))
            if plain and can(self.game, planned, model()):
                found.append(kind)
        return found

    def _kind_lines(self, planned: Planned) -> list[MenuLine]:
        plain = self.words.plain
        lines = [
            MenuLine(f"{BUNDLE}{number}", plain.say(one.label), plain.bot("plan.bundle", n=n))
            for number, one in enumerate(planned.bundles)
            if (n := len(one.actions))
        ]
        asked = single(self.look.mine)
        lines += [
            MenuLine(answer_mark(choice), plain.say(choice), plain.bot("plan.answer"))
            for choice in (asked.choices[:MOST_ANSWERS] if asked else ())
            if choice.action.kind in planned.kinds
        ]
        lines += [
            MenuLine(kind, plain.kind(kind), plain.label(f"action.{kind}"))
            for kind in planned.kinds
        ]
        return lines

    def _field_menu(self, planned: Planned, kind: str) -> list[Pressable]:
        plain, filled = self.words.plain, planned.page.get(FILLED, {})
        field = missing(self.game, kind, filled)
        assert field is not None  # else there is no question to go on with
        found = options_of(self.game, planned.foreseen.view, kind, field, filled)
        lines = [MenuLine(option.value, plain.say(option)) for option in found[:MENU_SIZE]]
        title = f"{plain.kind(kind)} · {plain.field(kind, field.name)}"
        where, cancel = (self.campaign.id, field.name), self._button("button.cancel", "planback")
        if field.many and not field.one:
            return [
                menu(lines, "planfill", *where, hint=title, most=len(lines), share=True),
                cancel,
            ]
        letters = letters_of([line.label for line in lines], BEST_WAYS)
        lines = [replace(one, letter=letter) for one, letter in zip(lines, letters, strict=True)]
        said = on_buttons([line.label for line in lines[:BEST_WAYS]], letters[:BEST_WAYS])
        best = [
            button(label, "planpick", *where, mark(line.value), style=STYLES.primary)
            for line, label in zip(lines[:BEST_WAYS], said, strict=True)
        ]
        more = (
            [menu(lines, "planfill", *where, hint=title, share=True)]
            if len(lines) > len(best)
            else []
        )
        return [*best, *more, cancel]

    def _entry_menu(self, planned: Planned) -> Pressable:
        plain = self.words.plain
        told = replace(self.told, words=plain)
        entries = zip(self.plan.entries, planned.foreseen.outlooks, planned.previews, strict=True)
        lines = [
            MenuLine(entry.id, f"{number}. {told.said(entry, outlook, preview)}")
            for number, (entry, outlook, preview) in enumerate(entries, 1)
        ]
        # The last ones are those that are changed.
        return menu(
            lines[-MENU_SIZE:], "planentry", self.campaign.id, hint=plain.bot("plan.change")
        )

    def _button(
        self, code: str, verb: str, *parts: str | int, emoji: str | None = None
    ) -> Pressable:
        label = self.words.plain.bot(code)
        return button(label, verb, self.campaign.id, *parts, emoji=emoji)

    # -- its picture -------------------------------------------------------------------------

    def choosing(self) -> Choosing | None:
        """Return all that is planned, and what is being put together, for the painter."""
        return picturing.choosing(self.game, self.planned, self.menus(self.planned.page))


# -- parts that presses ask for too ----------------------------------------------------------


BUNDLE: Final = "*"
"""Begins the value of a line that stands for a bundle, by its place."""
ANSWER: Final = "="
"""Begins the value of a line that stands for an answer to what is asked, by its fingerprint."""


def is_too_much(items: Sequence[Pressable]) -> bool:
    """Say whether Discord would not take a page with so many buttons and menus, and all else."""
    return len(items) > MOST_ITEMS


def is_answered(asked: Decision) -> bool:
    """Say whether buttons answer a question."""
    return bool(asked.choices) or asked.code == ROLL_DICE


def answer_mark(choice: Choice) -> str:
    """Return the value of a line that stands for an answer."""
    return ANSWER + mark(repr((choice.action.kind, *typed_fields(choice.action).items())))


def report(sent: Sent, words: Words) -> str:
    """Say what came of a sending."""
    if not sent.done and sent.refusals:
        return refusal_text(sent.refusals, words)
    waits = sent.stopped is not None and sent.stopped.code == "plan.stopped.dice"
    lines: list[str] = []
    if sent.done or not waits:
        lines.append(words.bot("plan.sent", n=len(sent.done)))
    if waits:
        lines.append(words.bot("plan.waits_for_dice"))
    lines += sentences.event_lines(sent.events, words)
    lines += reasons_of(sent.refusals, words)
    return fit(lines, EVENTS_LIMIT, words.bot("bulletin.more"))


def wrong_line(
    order: str, refusals: Sequence[Refusal], words: Words, *, understood: bool = False
) -> str:
    """Say what is wrong with a typed order, and whether it was *understood*."""
    code = "plan.refused_line" if understood else "plan.wrong_line"
    return "\n".join([words.bot(code, order=order[:100]), *reasons_of(refusals, words)[:3]])
