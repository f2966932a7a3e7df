"""The planning page: who can act, what is put together, a picture of all of it, and Send.

It is private, and the page is the preview: what is sent is what stands on it. An entry is who, and
what and where in one menu; or typed; or put together field by field in a dialogue. Nothing of it is
asked of the state: see :mod:`engine.kit.planning`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final, NamedTuple

from bot.letters import messages, questions
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
from bot.moderator import Campaign, Look, NamedGroup, Plan, PlanEntry, Sent
from bot.moderator.api import HALT_ALWAYS
from bot.text import Words, cut
from bot.ui import orders
from bot.ui.completing import missing, options_of
from bot.ui.faults import refusal_line, refusal_text
from bot.ui.fields import fields_of
from bot.ui.option_lines import left_lines
from bot.ui.planning.actors import (
    BEST,
    PHONE,
    SEVERAL,
    TURN,
    WHO,
    Acting,
    ActorMenus,
    acting,
    mark,
    ways_of,
)
from bot.ui.visit import Visit
from engine.api import Action, AnyGame, Bundle, Halt, Preview, Refusal, Text, Warned
from engine.kit.actors import EACH
from engine.kit.planning import CLOSE_ALL, Foreseen, Outlook, closing_in, foresee
from render.api import Choosing, with_costs

ENTRIES_LIMIT: Final = 1800
EVENTS_LIMIT: Final = 1200
FIGURES: Final = range(2, 7)
"""Numbers that a halt by a figure is offered with."""

KIND, FILLED = "kind", "filled"
"""What a plan's page may hold besides who acts: a kind, and its fields so far."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan gone through: how each entry stands, and what it comes to.

    Attributes:
        page: What the page is in the middle of still: what came to nothing since is put back.
    """

    foreseen: Foreseen
    previews: tuple[Preview, ...]
    acting: Acting
    closing: Action | None
    bundles: tuple[Bundle, ...]
    kinds: tuple[str, ...]
    page: Mapping[str, Any]


def go_through(game: AnyGame, view: Any, plan: Plan, groups: Sequence[NamedGroup] = ()) -> Planned:
    """Go through a plan from what its person sees, and find out what may be put into it next."""
    foreseen = foresee(game, view, [(one.kind, one.filled) for one in plan.entries])
    previews = tuple(_foreseen(game, one) for one in foreseen.outlooks)
    bundles = tuple(islice(game.bundles(foreseen.view), MOST_BUNDLES))
    who = acting(game, foreseen.view, plan.page, groups)
    closing = closing_in(game, foreseen.view)
    page = _going_on(game, foreseen.view, plan.page, who)
    return Planned(foreseen, previews, who, closing, bundles, game.kinds(foreseen.view), page)


def _going_on(game: AnyGame, view: Any, page: Mapping[str, Any], who: Acting) -> dict[str, Any]:
    """Return what of a page is still to be gone on with in a view: it may be an older one's.

    Since it was left others may have acted, and whoever was chosen can do nothing any more. What
    has no answer left is no question: the page begins again, instead of asking it.
    """
    found = dict(page)
    kind, filled = str(page.get(KIND, "")), page.get(FILLED, {})
    field = missing(game, kind, filled) if kind in game.actions else None
    if field is None or not options_of(game, view, kind, field, filled):
        found.pop(KIND, None)
        found.pop(FILLED, None)
    if who.chosen is None or not ways_of(game, who.chosen):
        found.pop(WHO, None)
    if not who.offered:
        found.pop(SEVERAL, None)
    found[TURN] = who.turn
    return found


def _foreseen(game: AnyGame, outlook: Outlook) -> Preview:
    """Return what an entry comes to, with what closing the phases before it is warned of."""
    found = Preview() if outlook.action is None else game.preview(outlook.view, outlook.action)
    return replace(found, warnings=tuple(one.warned for one in warnings_of(game, outlook)))


class Foretold(NamedTuple):
    """What an entry is warned of, the view before it, and whether closing phases brings it."""

    warned: Warned
    view: Any
    closing: bool


def warnings_of(game: AnyGame, outlook: Outlook) -> Iterator[Foretold]:
    """Yield what an entry is warned of, closings before it first."""
    for action, view in outlook.closings:
        for warned in game.preview(view, action).warnings:
            yield Foretold(warned, view, closing=True)
    if outlook.action is not None:
        for warned in game.preview(outlook.view, outlook.action).warnings:
            yield Foretold(warned, outlook.view, closing=False)


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

    async def gone_through(self) -> Planned:
        """Go through the plan off the event loop."""
        return await asyncio.to_thread(
            go_through, self.game, self.look.view, self.plan, self.groups
        )

    # -- the whole page ----------------------------------------------------------------------

    def page(self, planned: Planned, note: str = "") -> Page:
        """Return the page: what is due, the entries, and what may be put in next."""
        texts = [self._head(), note] if note else [self._head()]
        if self.plan.stopped is not None:
            why = self.words.say(self.plan.stopped)
            texts.append(self.words.bot("plan.stopped", why=why))
        texts += [self._entries(planned), *self._left(planned)]
        questions = self._questions()
        items = [*questions, *self._next(planned, best=not questions), *self._buttons(planned)]
        return Page(texts, items, choosing=self._choosing(planned))

    def _left(self, planned: Planned) -> list[str]:
        """Say what is left of what the action takes that is put together, after the entries."""
        kind, filled = str(planned.page.get(KIND, "")), planned.page.get(FILLED, {})
        return left_lines(self.game, planned.foreseen.view, kind, filled, self.words)

    def _head(self) -> str:
        words = self.words
        lines = [words.bot("plan.title"), messages.heading(self.look, words, level="###")]
        lines += [f"• {messages.question(one, words)}" for one in self.look.mine]
        if not self.look.mine and self.look.decisions:
            lines.append(messages.awaited(self.campaign, self.look.decisions, words))
        return fit(lines, 900, words.bot("awaited.more"))

    def _entries(self, planned: Planned) -> str:
        words = self.words
        if not self.plan.entries:
            return words.bot("plan.nothing" if self.look.mine else "plan.nothing_due")
        lines: list[str] = []
        marks: dict[str, None] = {}
        outlooks = zip(self.plan.entries, planned.foreseen.outlooks, planned.previews, strict=True)
        for number, (entry, outlook, preview) in enumerate(outlooks, 1):
            sign = _mark(outlook)
            marks[sign] = None
            lines.append(f"{number}. {_SIGNS[sign]} {self.said(entry, outlook, preview)}")
            lines += [f"-# {line}" for line in self._about(entry, outlook, preview)]
        told = [words.bot(f"plan.mark.{mark}") for mark in marks if mark in _TOLD]
        legend = ["-# " + " · ".join(told)] if told else []
        return fit([*lines, *legend], ENTRIES_LIMIT, words.bot("plan.more_entries"))

    def said(self, entry: PlanEntry, outlook: Outlook | None, preview: Preview) -> str:
        """Say an entry, and what it takes."""
        words = self.words
        if entry.kind == CLOSE_ALL:
            return str(words.bot("plan.close_all"))
        if outlook is not None and outlook.action is not None:
            said = words.action(outlook.action)
        elif entry.kind in self.game.actions:
            said = words.order(self.game.actions[entry.kind], entry.filled)
        else:
            said = words.bot("plan.unknown", kind=entry.kind)
        costs = "; ".join(words.say(one) for one in preview.costs)
        return f"{said} ({costs})" if costs else str(said)

    def _about(self, entry: PlanEntry, outlook: Outlook, preview: Preview) -> Iterator[str]:
        if outlook.when in {"never", "unsure"}:
            yield from (refusal_line(one, self.words) for one in outlook.refusals[:2])
        if outlook.closings:
            phases = tuple(self.game.status(view).phase for _, view in outlook.closings)
            yield "🏁 " + self.words.bot("plan.closes", phases=phases, n=len(phases))
        yield from (f"⚠️ {line}" for line in self.warned(preview))
        halts = [line for line in self._halts(entry) if line]
        if halts:
            yield "✋ " + "; ".join(halts)

    def warned(self, preview: Preview) -> list[str]:
        """Say what an entry warns of."""
        return [str(self.words.say(one.text)) for one in preview.warnings]

    def _halts(self, entry: PlanEntry) -> Iterator[str]:
        """Say the halts of an entry that are not as usual."""
        words = self.words
        if entry.halts.get(HALT_ALWAYS):
            yield words.bot("plan.halt.always")
        for halt in self.game.halts:
            wish = entry.halts.get(halt.name, halt.usual)
            if wish is False and halt.usual:
                yield words.bot("plan.halt.not", what=words.say(halt_text(halt, 0)))
            elif wish is not halt.usual:
                yield words.bot("plan.halt.if", what=words.say(halt_text(halt, int(wish))))

    # -- what may be pressed -----------------------------------------------------------------

    def _questions(self) -> list[Pressable]:
        """Return the buttons that answer an interruption at once: it is no matter of planning."""
        asked = next((one for one in self.look.mine if one.choices), None)
        if asked is None or len(asked.choices) > ROW_SIZE:
            return []
        return questions.choice_items(self.campaign.id, asked, self.words)

    def _next(self, planned: Planned, *, best: bool) -> list[Pressable]:
        """Return the menus by which an entry is put together, with buttons for the best of them."""
        page = planned.page
        items: list[Pressable] = []
        kind = str(page.get(KIND, ""))
        if kind:
            items += self._field_menu(planned, kind)
        else:
            items += self.menus(page).items(planned.acting, best=best)
            if not page.get(WHO) and not page.get(SEVERAL) and planned.kinds:
                items.append(self._kind_menu(planned))
        if self.plan.entries and not (kind or page.get(WHO)):
            items.append(self._entry_menu(planned))
        return items

    def menus(self, page: Mapping[str, Any]) -> ActorMenus:
        """Return the menus of who acts, and of what and where, in the middle of a *page*."""
        return ActorMenus(self.campaign.id, self.game, self.words, page)

    def _kind_menu(self, planned: Planned) -> Pressable:
        plain = self.words.plain
        lines = [
            MenuLine(f"{BUNDLE}{number}", plain.say(one.label), plain.bot("plan.bundle", n=n))
            for number, one in enumerate(planned.bundles)
            if (n := len(one.actions))
        ]
        lines += [
            MenuLine(kind, plain.kind(kind), plain.label(f"action.{kind}"))
            for kind in planned.kinds
        ]
        return menu(lines[:MENU_SIZE], "plankind", self.campaign.id, hint=plain.bot("plan.other"))

    def _field_menu(self, planned: Planned, kind: str) -> list[Pressable]:
        plain, filled = self.words.plain, planned.page.get(FILLED, {})
        field = missing(self.game, kind, filled)
        assert field is not None  # else there is no question to go on with
        found = options_of(self.game, planned.foreseen.view, kind, field, filled)
        lines = [MenuLine(option.value, plain.say(option)) for option in found[:MENU_SIZE]]
        title = f"{plain.kind(kind)} · {plain.field(kind, field.name)}"
        where, cancel = (self.campaign.id, field.name), self._button("button.cancel", "planback")
        if field.many and not field.one:
            return [menu(lines, "planfill", *where, hint=title, most=len(lines)), cancel]
        best = [
            button(
                cut(line.label, PHONE), "planpick", *where, mark(line.value), style=STYLES.primary
            )
            for line in lines[:BEST]
        ]
        more = [menu(lines, "planfill", *where, hint=title)] if len(lines) > len(best) else []
        return [*best, *more, cancel]

    def _entry_menu(self, planned: Planned) -> Pressable:
        plain = self.words.plain
        page = PlanPage(self.campaign, self.look, self.game, plain, self.plan)
        entries = zip(self.plan.entries, planned.foreseen.outlooks, planned.previews, strict=True)
        lines = [
            MenuLine(entry.id, f"{number}. {page.said(entry, outlook, preview)}")
            for number, (entry, outlook, preview) in enumerate(entries, 1)
        ]
        # The last ones are those that are changed.
        return menu(
            lines[-MENU_SIZE:], "planentry", self.campaign.id, hint=plain.bot("plan.change")
        )

    def _buttons(self, planned: Planned) -> list[Pressable]:
        plain = self.words.plain
        items = []
        if self.plan.entries:
            label = plain.bot("plan.send", n=len(self.plan.entries))
            items.append(
                button(
                    label,
                    "plansend",
                    self.campaign.id,
                    self.plan.revision,
                    style=STYLES.success,
                    emoji="📨",
                )
            )
        closes = self._closes(planned)
        if closes and self.plan.entries:
            ends = [("phase", "⏭️")] if planned.closing is not None else []
            for what, emoji in (*ends, ("turn", "🏁")):
                label, where = plain.bot(f"plan.send_end_{what}"), (self.campaign.id, what)
                items.append(button(label, "plansendend", *where, self.plan.revision, emoji=emoji))
        items.append(self._button("plan.type", "plantype", emoji="⌨️"))
        if closes:
            if planned.closing is not None:
                items.append(self._button("plan.end_phase", "planend", emoji="⏭️"))
            code = "plan.end_turn_after" if self.plan.entries else "plan.end_turn"
            items.append(self._button(code, "planclose", emoji="🏁"))
        if self.game.opponents and self.look.mine:
            code = "plan.suggest" if self.campaign.suggests else "plan.suggest_last"
            items.append(self._button(code, "plansuggest", emoji="💡"))
        if self.plan.entries:
            items.append(self._button("plan.if", "planif", emoji="🔮"))
            items.append(self._button("plan.clear", "planclear", emoji="🧹"))
        if self.groups:
            items.append(self._button("plan.groups", "plangroups", emoji="⭐"))
        items.append(self._button("button.odds", "odds", emoji="🎲"))
        return items + orders.hint(self.campaign, self.words)

    def _closes(self, planned: Planned) -> bool:
        """Say whether the plan can be told to close what is left of the turn."""
        if any(entry.kind == CLOSE_ALL for entry in self.plan.entries):
            return False
        kinds = (*planned.kinds, *self.game.kinds(self.look.view))
        return any(self.game.actions[kind].closes for kind in kinds)

    def _button(
        self, code: str, verb: str, *parts: str | int, emoji: str | None = None
    ) -> Pressable:
        label = self.words.plain.bot(code)
        return button(label, verb, self.campaign.id, *parts, emoji=emoji)

    # -- its picture -------------------------------------------------------------------------

    def _choosing(self, planned: Planned) -> Choosing | None:
        """Return all that is planned, and what is being put together, for the painter."""
        found = [
            self._drawn(outlook, preview)
            for outlook, preview in zip(planned.foreseen.outlooks, planned.previews, strict=True)
            if outlook.action is not None and outlook.when != "never"
        ]
        now = self._in_hand(planned)
        if now is not None:
            found.insert(0, now)
        if not found:
            return None
        first, *others = found
        return Choosing(
            first.kind,
            first.filled,
            first.offered,
            first.field,
            first.ways,
            tuple(others),
            first.costs,
        )

    @staticmethod
    def _drawn(outlook: Outlook, preview: Preview) -> Choosing:
        action = outlook.action
        assert action is not None
        filled = tuple((name, getattr(action, name)) for name in type(action).model_fields)
        return Choosing(action.kind, filled, ways=preview.ways)

    def _in_hand(self, planned: Planned) -> Choosing | None:
        """Return the entry that is being put together, with where it may lead."""
        view, actor = planned.foreseen.view, planned.acting.chosen
        if actor is None or not actor.acts:
            return None
        act = next((one for one in actor.acts if one.where), actor.acts[0])
        who = fields_of(self.game.actions[act.kind])[0].name
        filled = self.game.values(view, act.kind, {who: actor.who.value.replace(EACH, ",")})
        offered, costs = with_costs(
            (value, option.cost)
            for option in act.where
            if (value := self.game.values(view, act.kind, {act.field: option.value}).get(act.field))
            is not None
        )
        return Choosing(act.kind, tuple(filled.items()), offered, act.field, costs=costs)


# -- parts that presses ask for too ----------------------------------------------------------


_SIGNS: Final = {
    "now": "✅",
    "after": "➡️",
    "dice": "🎲",
    "wait": "⏳",
    "unsure": "❔",
    "never": "⛔",
}
_TOLD: Final = frozenset(("after", "dice", "wait", "unsure", "never"))


def sign_of(outlook: Outlook) -> str:
    """Return the sign of how an entry stands."""
    return _SIGNS[_mark(outlook)]


def _mark(outlook: Outlook) -> str:
    if outlook.when in {"never", "unsure"}:
        return outlook.when
    if outlook.open == "dice":
        return "dice"
    return "wait" if outlook.open else outlook.when


BUNDLE: Final = "*"
"""Begins the value of a line that stands for a bundle, by its place."""
MOST_BUNDLES: Final = 8


LAST: Final = "+"
BEFORE: Final = "<"
"""Where an entry goes: behind all others, before the one that is named behind this sign, or, with
a name alone, in its place."""


def appended(plan: Plan, entries: Iterable[PlanEntry], page: Mapping[str, Any]) -> Plan:
    """Return a plan with entries behind all others, but before closing what is left of the turn."""
    kept, closing = list(plan.entries), list[PlanEntry]()
    if kept and kept[-1].kind == CLOSE_ALL:
        closing = [kept.pop()]
    return replace(plan, entries=(*kept, *entries, *closing), page=dict(page))


def put(plan: Plan, entry: PlanEntry, where: str) -> Plan:
    """Return a plan with an entry where it belongs; behind all where that one is gone."""
    before = where.startswith(BEFORE)
    name = where.removeprefix(BEFORE)
    entries: list[PlanEntry] = []
    placed = False
    for one in plan.entries:
        if one.id != name:
            entries.append(one)
        elif before:
            entries += [entry, one]
            placed = True
        else:
            entries.append(replace(one, kind=entry.kind, filled=entry.filled))
            placed = True
    return replace(plan, entries=tuple(entries), page={}) if placed else appended(plan, [entry], {})


async def as_planned(visit: Visit, campaign: Campaign, look: Look, where: str) -> Look:
    """Return what a person sees where an entry is to stand (:func:`put`), as far as certain."""
    plan = await visit.moderator.plans.get(campaign.id, visit.person_id)
    name = where.removeprefix(BEFORE)
    before = [(one.kind, one.filled) for one in _until(plan, name)]
    game = visit.moderator.game(campaign)
    foreseen = await asyncio.to_thread(foresee, game, look.view, before)
    return replace(look, view=foreseen.view)


def _until(plan: Plan, name: str) -> Iterator[PlanEntry]:
    for one in plan.entries:
        if one.id == name:
            return
        yield one


def halt_text(halt: Halt, number: int) -> Text:
    """Return the sentence of a halt."""
    return Text(f"halt.{halt.name}", {"n": number} if halt.figure else {})


def report(sent: Sent, words: Words) -> str:
    """Say what came of a sending."""
    lines: list[str] = [words.bot("plan.sent", n=len(sent.done))]
    lines += messages.event_lines(sent.events, words)
    if sent.refusals:
        lines.append(refusal_text(sent.refusals, words))
    return fit(lines, EVENTS_LIMIT, words.bot("bulletin.more"))


def wrong_line(order: str, refusals: Sequence[Refusal], words: Words) -> str:
    """Say what is wrong with a typed order."""
    reasons = [refusal_line(one, words) for one in refusals[:3]]
    return "\n".join([words.bot("plan.wrong_line", order=order[:100]), *reasons])
