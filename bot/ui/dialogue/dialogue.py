"""The dialogue that asks for an action field by field, and ends in a preview and Confirm.

What has been filled in lies in a draft of the moderator, so that a dialogue survives restarts and
its buttons carry only the draft's name. What may be chosen comes from ``Game.options`` each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any

from bot.letters import questions, sentences
from bot.letters.keys import short
from bot.letters.pages import Page
from bot.letters.parts import (
    CHOICE_LIMIT,
    MENU_SIZE,
    STYLES,
    MenuLine,
    Pressable,
    button,
    fit,
    menu,
)
from bot.letters.telling import letters_of
from bot.moderator import Campaign, Complaint, Draft, Look
from bot.text import Words, cut, words_for
from bot.ui import orders, owed
from bot.ui.asked import pictured, single
from bot.ui.dialogue import objections
from bot.ui.dialogue.at_once import whole_orders
from bot.ui.dialogue.completing import completed, usable
from bot.ui.dialogue.fields import Field, fields_of
from bot.ui.dialogue.filling import added
from bot.ui.dialogue.forms import form_of
from bot.ui.dialogue.option_lines import left_lines, option_lines
from bot.ui.dialogue.rewriting import replaced, struck
from bot.ui.faults import reasons_of, refusal_links, refusal_text
from engine.api import Decision, Game, Option, Preview, Refusal, Term, Text, Way
from engine.errors import MalformedAction, Refused
from render.api import Choosing, with_costs

EXPECT = "!expect"
"""Key of a draft under which the decision that it answers is kept."""
ATTEMPT = "!attempt"
"""Key of a draft under which it is counted how often Confirm was refused."""
ODDS_ONLY = "!odds"
"""Key of a draft that is put together for its odds alone."""
PLANNED = "!plan"
"""Key of a draft that is put together for a plan: where in it it goes."""
REWRITES = "!rewrites"
"""Key of a draft that is written instead of an order that is written already, by its mark."""
TYPED = "!typed."
"""Begins the key of a draft under which what was typed for a field, and cannot stand, is kept."""
MARKED = 200
"""Options shown on the map, more than a page of the menu holds."""

TYPED_SHOWN = 300
"""Characters of a wrong line that are shown; the box has all of it."""
DEAD_END_LIMIT = 1500

MOST_MENDED = 5
"""Warnings of a preview that have a button to mend them."""


def only_kind(game: Game[Any, Any], look: Look) -> str | None:
    """Return the one thing that the person can do now, where no button answers what they owe."""
    possible = owed.answers(look, game, None)
    return possible[0] if len(possible) == 1 and not any(one.choices for one in look.mine) else None


def kinds_page(
    game: Game[Any, Any],
    campaign: Campaign,
    look: Look,
    language: str,
    decision: Decision | None = None,
    page: int = 0,
) -> Page:
    """Ask what to do.

    Raises:
        Complaint: There is nothing that the person could do now.
    """
    words = words_for(language, game)
    kinds = owed.answers(look, game, decision)
    asked = (decision,) if decision is not None else look.mine
    texts: list[str] = []
    if asked:
        texts.append(fit([sentences.question(one, words) for one in asked], 1500))
    elif look.decisions:
        texts.append(sentences.awaited(campaign, look.decisions, words))
    items: list[Pressable] = []
    for one in asked[:2]:
        items += questions.choice_items(campaign, one, words)
    if not kinds and not items:
        if look.decisions:
            others = tuple(Term("seat", one.seat) for one in look.decisions)
            raise Complaint("act.waiting", seats=others)
        raise Complaint("act.nothing")
    if kinds:
        texts.append(words.bot("act.choose"))
        items += owed.kind_items(campaign, kinds, words, decision, page)
    if asked:
        items += orders.hint(campaign, words)
    due, first = tuple(one for one in asked[:2] if one.choices), single(asked)
    return Page(texts, items, choosing=pictured(first) if first else None, questions=due)


# --------------------------------------------------------------------- one draft


class Dialogue:
    """One draft, and the game in which it would be done."""

    def __init__(self, draft: Draft, look: Look, game: Game[Any, Any], words: Words) -> None:
        self.draft = draft
        self.look = look
        self.game = game
        self.words = words
        model = game.actions.get(draft.kind)
        if model is None:
            raise Complaint("campaign.unknown_action", kind=draft.kind)
        self.model = model
        self.fields = fields_of(model)
        names = [field.name for field in self.fields]
        chosen = {name: draft.filled[name] for name in names if draft.filled.get(name)}
        known, _ = completed(game, look.view, draft.kind, chosen)
        self.filled = {name: known[name] for name in names if name in known}
        """The values of the action's fields so far, as typed; what could hold one thing only is
        filled in. That is no part of the draft: it is asked for where it can hold another after
        all."""
        self.alone = tuple(name for name in self.filled if name not in chosen)
        """The fields that were filled so."""

    @property
    def expect(self) -> str | None:
        """The key of the decision that this answers, if it was begun for one."""
        return self.draft.filled.get(EXPECT) or None

    @property
    def odds_only(self) -> bool:
        """Whether it is put together for its odds, and nothing is to be done."""
        return bool(self.draft.filled.get(ODDS_ONLY))

    def next_field(self) -> int | None:
        """Return the place of the first required field without a value."""
        for index, field in enumerate(self.fields):
            if field.required and not self._has(field):
                return index
        return None

    def page(self, note: str = "") -> Page:
        """Return the next question, or the preview when everything needed is there."""
        index = self.next_field()
        return self.preview(note) if index is None else self.field_page(index, note=note)

    def field_page(
        self, index: int, page: int = 0, note: str = "", links: Sequence[Pressable] = ()
    ) -> Page:
        """Ask for one field: a menu of what is legal, paged, and a way to type.

        Args:
            index: Which field.
            page: Of its options.
            note: What is said first.
            links: What is offered last.

        Raises:
            Complaint: The action has no such field (a made-up id).
        """
        field = self.field(index)
        words, kind = self.words, self.model.kind
        first, last = page * MENU_SIZE, (page + 1) * MENU_SIZE
        found = list(islice(self.options(field), max(last + 1, MARKED)))
        offered = found[first : last + 1]
        texts: list[str] = [*self._summary(), *self._said_alone()]
        texts += self._so_far()
        if self.odds_only:
            texts.insert(0, words.bot("odds.plan.note"))
        if note:
            texts.insert(0, note)
        title = words.field(kind, field.name)
        about = words.label(f"field.{kind}.{field.name}")
        texts.append(words.bot("ask.field", field=title, about=about))
        items: list[Pressable] = []
        letters: Sequence[str] = ()
        if offered and field.many and not field.one:
            texts.append(words.bot("ask.several"))
        accepted = self._accepts(field)
        if accepted is not None:
            texts.append(words.bot("ask.accepts", what=words.say(accepted)))
        items += self._wholes(field)
        if offered:
            lines = option_lines(self.model, field, offered[:MENU_SIZE], self.words.plain)
            letters = letters_of([line.label for line in lines])
            lines = [replace(one, letter=sign) for one, sign in zip(lines, letters, strict=True)]
            items.append(self._menu(index, field, lines, title))
            count = page * MENU_SIZE + len(offered)
            items += owed.turners(words, "turn", (self.draft.id, index), page, count)
        elif accepted is None:
            said, ways = self._dead_end(index)
            texts.append(said)
            items += ways
        plain = words.plain
        items += self._form()
        if field.type != "flag":
            items.append(button(plain.bot("button.type"), "type", self.draft.id, index, emoji="⌨️"))
        items += self._ending()
        # What leads out of a dead end opens its clauses already.
        shown = {one.custom_id for one in items}
        items += [link for link in links if link.custom_id not in shown]
        signs = {option.value: one for option, one in zip(offered, letters, strict=False) if one}
        return Page(texts, items, choosing=self._choosing(field, found, letters=signs))

    def _form(self) -> list[Pressable]:
        """Return the button of the form, where several values belong together."""
        if not form_of(self.model):
            return []
        return [button(self.words.plain.bot("button.form"), "form", self.draft.id, emoji="🗂️")]

    def _wholes(self, field: Field) -> Iterator[Pressable]:
        """Yield a button for each order that needs no item by item, while nothing is chosen."""
        if field.compound and not self.filled:
            for one in whole_orders(self.game, self.look.view, self.model.kind):
                label = self.words.plain.say(one.label)
                yield button(label, "whole", self.draft.id, one.mark, style=STYLES.primary)

    def typed_wrong(self, index: int, text: str, refusals: Sequence[Refusal]) -> Page:
        """Say why what was typed cannot stand in a field, and ask again; the box opens with it."""
        links = refusal_links(self.look.campaign, refusals, self.words)
        note = refusal_text(refusals, self.words)
        if owed.is_waiting(refusals):
            return self._waiting(note, refusals, links)
        back = self.words.bot("ask.typed_wrong", typed=cut(text, TYPED_SHOWN))
        return self.field_page(index, note=f"{note}\n{back}", links=links)

    def _dead_end(self, index: int) -> tuple[str, list[Pressable]]:
        """Say why nothing is legal in a field, and return what is near, and the way to begin."""
        words, plain, kind = self.words, self.words.plain, self.model.kind
        field, filled = self.fields[index], self._before(self.fields[index])
        refusals = objections.against_nearest(self.game, self.look.view, kind, filled)
        said = [words.bot("ask.nothing_legal"), *reasons_of(refusals, words)]
        if not refusals:
            name, chosen = words.field(kind, field.name), words.order(self.model, filled)
            code = "ask.nothing_with" if filled else "ask.nothing_now"
            said = [words.bot(code, field=name, order=chosen)]
        items: list[Pressable] = []
        ways = objections.ways_out(self.game, self.look.view, kind, filled, field)
        if ways:
            near = ways[0][0]
            entries = [
                MenuLine(value, f"{plain.field(kind, near.name)}: {said}")
                for other, value in ways
                if other is near and len(value) <= CHOICE_LIMIT
                for said in [plain.given(self.model, near.name, value)]
            ]
            hint = plain.bot("ask.nearest")
            place = self.fields.index(near)
            items += [menu(entries, "fill", self.draft.id, place, hint=hint)] if entries else []
        if filled:
            items.append(self._again())
        items += refusal_links(self.look.campaign, refusals, words)
        asked, answers = owed.asked_first(self.look.campaign, self.look, self.game, refusals, words)
        return fit([*said, *asked], DEAD_END_LIMIT), [*answers, *items]

    def preview(self, note: str = "") -> Page:
        """Show the whole action with its odds, and Confirm and Cancel."""
        words, plain = self.words, self.words.plain
        try:
            action = self.game.parse(self.look.view, self.model.kind, self.filled)
        except MalformedAction as error:
            return self._reask(error.refusals)
        title = "odds.plan.title" if self.odds_only else "preview.title"
        said = words.action(action, whole=True)
        texts: list[str] = [words.bot(title), said, *self._said_alone()]
        view, instead = struck(self.game, self.look.view, self.draft.filled.get(REWRITES, ""))
        foreseen = self.game.preview(view, action)
        if not self.odds_only:
            texts += preview_lines(foreseen, words)
            gone = (*instead, *replaced(self.game, view, action))
            texts += [words.bot("plan.replaces", what=words.say(one)) for one in gone]
            if self.model.secret:
                texts.append(words.bot("preview.secret"))
        if note:
            texts.insert(0, note)
        if self.odds_only:
            first = button(plain.bot("button.mean"), "mean", self.draft.id, emoji="✍️")
        elif PLANNED in self.draft.filled:
            label = plain.bot("plan.put")
            first = button(label, "planadd", self.draft.id, style=STYLES.success)
        else:
            label = plain.bot("button.confirm")
            first = button(label, "confirm", self.draft.id, style=STYLES.success)
        items = [
            first,
            *(
                button(
                    self._asking_for(field),
                    "ask",
                    self.draft.id,
                    index,
                )
                for index, field in enumerate(self.fields)
                if not field.required
                or (self._goes_on(field) if field.compound else REWRITES in self.draft.filled)
            ),
        ]
        if not (self.odds_only or PLANNED in self.draft.filled):  # a plan is mended as a whole
            items += mend_items(self.game, foreseen, self.model.kind, words, "mend", self.draft.id)
        items += self._form()
        items += self._ending()
        return Page(
            texts,
            items,
            choosing=self._choosing(ways=foreseen.ways),
            # A secret action rolls no dice: they would show.
            gamble=None if self.model.secret else action,
            no_odds=words.bot("odds.none") if self.odds_only else "",
        )

    def checked(self) -> Page:
        """Return the next question, or the preview; of what would be refused, why and what else."""
        if self.next_field() is None:
            try:
                action = self.game.parse(self.look.view, self.model.kind, self.filled)
                self.game.suppose(self.look.view, action)
            except Refused as refused:
                reasons = fit(reasons_of(refused.refusals, self.words), DEAD_END_LIMIT)
                return self._reask(refused.refusals, reasons)
        return self.page()

    def refused(self, refusals: tuple[Refusal, ...]) -> Page:
        """Say why not, and ask again for the field that spoils it."""
        return self._reask(refusals)

    # ------------------------------------------------------------------ inside

    def _goes_on(self, field: Field) -> bool:
        """Say whether a compound order can have one more item."""
        return next(self.options(field), None) is not None

    def _asking_for(self, field: Field) -> str:
        """Return the label of the button that asks for an optional field, or for one more item."""
        kind, plain = self.model.kind, self.words.plain
        if field.compound and self._has(field):
            return plain.bot("button.add", field=plain.field(kind, field.name))
        return plain.bot("button.set", about=plain.label(f"field.{kind}.{field.name}"))

    def field(self, index: int) -> Field:
        """Return a field by its place."""
        if not 0 <= index < len(self.fields):
            raise Complaint("press.unknown")
        return self.fields[index]

    def options(self, field: Field) -> Iterator[Option]:
        """Return what a field may hold, given the fields before it, each value once.

        Of a compound order it is what the next item may be.
        """
        filled = self._before(field)
        if field.compound and self._has(field):
            filled[field.name] = self.filled[field.name]
        return self._offers(field, filled)

    def _offers(self, field: Field, filled: Mapping[str, str]) -> Iterator[Option]:
        return usable(self.game.options(self.look.view, self.model.kind, field.name, filled))

    def _accepts(self, field: Field) -> Text | None:
        """Return what a field takes beside its options."""
        filled = self._before(field)
        return self.game.accepts(self.look.view, self.model.kind, field.name, filled)

    def _before(self, field: Field) -> dict[str, str]:
        """Return what is filled in before a field."""
        filled = {}
        for other in self.fields:
            if other.name == field.name:
                break
            if self._has(other):
                filled[other.name] = self.filled[other.name]
        return filled

    def wrong_field(self) -> int | None:
        """Return the place of the first field whose value is not among the legal ones.

        Where there is none, it is the first one that nothing can be given to any more.
        """
        found = objections.wrong_field(self.game, self.look.view, self.model.kind, self.filled)
        return None if found is None else self.fields.index(found)

    def _reask(self, refusals: Sequence[Refusal], note: str = "") -> Page:
        note = note or refusal_text(refusals, self.words)
        links = refusal_links(self.look.campaign, refusals, self.words)
        index = self.wrong_field()
        if index is None:
            index = self.next_field()
        if index is None or owed.is_waiting(refusals):
            return self._waiting(note, refusals, links)
        return self.field_page(index, note=note, links=links)

    def _waiting(self, note: str, refusals: Sequence[Refusal], links: Sequence[Pressable]) -> Page:
        """Say why nothing of it can be mended, with what answers the question it waits for."""
        look = self.look
        asked, answers = owed.asked_first(look.campaign, look, self.game, refusals, self.words)
        items = [*answers, self._again(), *self._ending(), *links]
        return Page([note, *asked, *self._summary()], items, choosing=self._choosing())

    def _choosing(
        self,
        field: Field | None = None,
        offered: Sequence[Option] = (),
        ways: tuple[Way, ...] = (),
        letters: Mapping[str, str] = MappingProxyType({}),
    ) -> Choosing:
        """Return what is put together, and what is asked for now, for the painter."""
        asked = "" if field is None else field.name
        meant = self.game.values(self.look.view, self.model.kind, self.filled)
        told = [] if field is None else list(self._meant(field, offered[:MARKED]))
        values, costs = with_costs((value, option.cost) for value, option in told)
        return Choosing(
            kind=self.model.kind,
            filled=tuple((name, value) for name, value in meant.items() if name != asked),
            offered=values,
            field=asked,
            ways=ways,
            costs=costs,
            letters=tuple(letters.get(option.value, "") for _, option in told) if letters else (),
        )

    def _meant(self, field: Field, offered: Iterable[Option]) -> Iterator[tuple[Any, Option]]:
        """Yield what options of a field mean: of a compound order, each the next item alone."""
        before = self.filled.get(field.name, "") if field.compound else ""
        for option in offered:
            raw = {field.name: added(field, before, [option.value])}
            value = self.game.values(self.look.view, self.model.kind, raw).get(field.name)
            if value is not None:
                yield value[-1:] if field.compound else value, option

    def _summary(self) -> list[str]:
        """Say what is filled in; in a whole action everything has its name, however it is typed."""
        try:
            action = self.game.parse(self.look.view, self.model.kind, self.filled)
        except MalformedAction:
            return [self.words.order(self.model, self.filled)]
        return [self.words.action(action)]

    def _again(self) -> Pressable:
        return button(self.words.plain.bot("button.again"), "again", self.draft.id, emoji="🔁")

    def _ending(self) -> list[Pressable]:
        """Return the ways back: without what was chosen last, to another action, to nothing."""
        plain, back = self.words.plain, self.words.plain.bot("button.undo")
        items = []
        if len(self.filled) > len(self.alone):
            items.append(button(back, "undo", self.draft.id, emoji="↩️"))
        elif not (self.odds_only or PLANNED in self.draft.filled or self.model.standing):
            name = short(self.expect) if self.expect else questions.NO_DECISION
            items.append(button(back, "kinds", self.draft.campaign_id, name, 0, emoji="↩️"))
        items.append(button(plain.bot("button.cancel"), "cancel", self.draft.id))
        return items

    def _so_far(self) -> list[str]:
        """Say what is left of what it takes, or what is taken where that could be done as it is."""
        left = left_lines(self.game, self.look.view, self.model.kind, self.filled, self.words)
        if left:
            return left
        if self.next_field() is not None:
            return []
        try:
            action = self.game.parse(self.look.view, self.model.kind, self.filled)
        except MalformedAction:
            return []
        costs = self.game.preview(self.look.view, action).costs
        return [self.words.bot("preview.cost", cost=self.words.say(one)) for one in costs]

    def _said_alone(self) -> list[str]:
        """Say what was filled in because it is the only thing there is."""
        kind, words = self.model.kind, self.words
        return [
            words.bot(
                "ask.alone",
                field=words.field(kind, name),
                value=words.given(self.model, name, self.filled[name]),
            )
            for name in self.alone
        ]

    def _has(self, field: Field) -> bool:
        return bool(self.filled.get(field.name))

    def _menu(self, index: int, field: Field, lines: Sequence[MenuLine], title: str) -> Pressable:
        most = len(lines) if field.many and not field.one else 1
        return menu(lines, "fill", self.draft.id, index, hint=str(title), most=most, share=True)


def preview_lines(preview: Preview, words: Words) -> list[str]:
    """Say what an action comes to: what it takes, what is final, who may have a say, warnings."""
    lines = [words.bot("preview.cost", cost=words.say(one)) for one in preview.costs]
    lines += [words.bot("preview.final", what=words.say(one)) for one in preview.final]
    if preview.reacting:
        seats = tuple(Term("seat", seat) for seat in preview.reacting)
        lines.append(words.bot("preview.reacting", seats=seats, n=len(seats)))
    lines += [words.bot("preview.note", note=words.say(one)) for one in preview.notes]
    lines += [words.bot("preview.warning", warning=words.say(one.text)) for one in preview.warnings]
    return list(lines)


def mend_items(
    game: Game[Any, Any],
    preview: Preview,
    kind: str,
    words: Words,
    verb: str,
    *parts: str | int,
    before: int = 0,
) -> list[Pressable]:
    """Return a button for each warning that can be mended: it begins the action that mends it.

    What is of the *kind* that is warned of is done in its place, anything else before it; so is
    what mends the first warnings, so many as are of what is done *before* it.
    """
    plain = words.plain
    found: list[Pressable] = []
    for number, one in enumerate(preview.warnings):
        if one.kind and len(found) < MOST_MENDED:
            deed = plain.deed(game.actions[one.kind], dict(one.filled))
            instead = one.kind == kind and number >= before
            label = plain.bot("button.instead" if instead else "button.mend", deed=deed)
            found.append(button(label, verb, *parts, number, one.kind))
    return found


def without_typed(filled: Mapping[str, str], field: Field) -> dict[str, str]:
    """Return what is filled in without what was typed wrong for a field."""
    return {name: value for name, value in filled.items() if name != TYPED + field.name}


def begun_again(filled: Mapping[str, str]) -> dict[str, str]:
    """Return what of a draft stays when it is begun again: what it is for, and no field."""
    return {
        name: value
        for name, value in filled.items()
        if name.startswith("!") and not name.startswith(TYPED)
    }


def after_cancel(draft: Draft, words: Words) -> list[Pressable]:
    """Return what can be pressed after a dialogue was cancelled: to begin it again, or another."""
    plain = words.plain
    if PLANNED in draft.filled:
        return [button(plain.bot("plan.back"), "plan", draft.campaign_id)]
    if ODDS_ONLY in draft.filled:
        return []
    anew = button(plain.bot("button.again"), "anew", draft.campaign_id, draft.kind, emoji="🔁")
    return [anew, button(plain.bot("button.act"), "act", draft.campaign_id, emoji="✍️")]
