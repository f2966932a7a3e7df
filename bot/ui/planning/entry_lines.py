"""How the entries of a plan stand, in words: what each says and takes, and why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from bot.moderator import Plan, PlanEntry
from bot.moderator.api import HALT_ALWAYS
from bot.text import Raw, Words, cut
from bot.ui.faults import WAITS, reasons_of
from bot.ui.owed import is_waiting
from bot.ui.planning.planned import Planned
from engine.api import AnyGame, Halt, Preview, Text
from engine.playing.planning import CLOSE_ALL, Outlook

LONG: Final = 70
"""Characters of an entry from which on its names are said in short: all are with its details."""
MOST_NAMES: Final = 2
"""Names that are said of it then, of each list."""
SAID_LIMIT: Final = 600
"""Characters of one entry as it is said: a whole set-up has more."""
MOST_REASONS: Final = 2
"""Reasons told of one entry."""
_SIGNS: Final = {
    "now": "✅",
    "after": "➡️",
    "dice": "🎲",
    "wait": "⏳",
    "secret": "⏳",
    "unsure": "❔",
    "never": "⛔",
    "answer": WAITS,
}
_TOLD: Final = frozenset(("after", "dice", "wait", "secret", "unsure"))
"""Signs of which the page says what they mean; beside the others stands why."""


@dataclass(frozen=True, slots=True)
class EntryLines:
    """Says the entries of a plan that was gone through.

    Attributes:
        game: The rules.
        words: The person's.
        plan: Their plan, and *planned* what it comes to.
    """

    game: AnyGame
    words: Words
    plan: Plan
    planned: Planned

    def lines(
        self, since: int = 0, reasons: Sequence[str] = (), *, short: bool = False
    ) -> list[str]:
        """Say the entries behind the first so many, how each stands, and what the signs mean.

        What is said of an entry stays with it, wherever a page breaks off. Under each stands its
        reason, where it has one: *reasons* are those of the entries that are said, "" for none. In
        *short*, of a long list of names the first are said, and how many more there are.
        """
        words, planned = self.words, self.planned
        blocks: list[str] = []
        marks: dict[str, None] = {}
        noted: list[Text] = []
        outlooks = zip(self.plan.entries, planned.foreseen.outlooks, planned.previews, strict=True)
        for number, (entry, outlook, preview) in enumerate(islice(outlooks, since, None), 1):
            sign = _mark(outlook)
            marks[sign] = None
            whole = self.said(entry, outlook, preview)
            if short and len(whole) > LONG:
                brief = replace(self, words=words.listing(MOST_NAMES))
                whole = brief.said(entry, outlook, preview)
            said = cut(whole, SAID_LIMIT)
            lines = [f"{number}. {_SIGNS[sign]} {said}"]
            lines += [f"-# 💡 {one}" for one in reasons[number - 1 : number] if one]
            lines += [f"-# {line}" for line in self.why_not(since + number - 1)]
            lines += [f"-# {line}" for line in self._about(entry, outlook, preview)]
            lines += [
                "-# ↪️ " + words.bot("plan.replaces", what=words.say(one))
                for one in planned.replaced[since + number - 1]
            ]
            lines += [f"-# ℹ️ {words.say(one)}" for one in preview.notes if one not in noted]
            noted += preview.notes
            blocks.append("\n".join(lines))
        told = [words.bot(f"plan.mark.{mark}") for mark in marks if mark in _TOLD]
        return [*blocks, "-# " + " · ".join(told)] if told else blocks

    def said(self, entry: PlanEntry, outlook: Outlook | None, preview: Preview) -> str:
        """Say an entry, and what it takes."""
        words = self.words
        if entry.kind == CLOSE_ALL:
            return str(words.bot("plan.close_all"))
        if outlook is not None and outlook.action is not None and outlook.action.closes:
            said = words.bot("plan.ends", phase=self.game.status(outlook.view).phase)
        elif outlook is not None and outlook.action is not None:
            said = words.action(outlook.action)
        elif entry.kind in self.game.actions:
            said = words.order(self.game.actions[entry.kind], entry.filled)
        else:
            said = words.bot("plan.unknown", kind=entry.kind)
        costs = "; ".join(words.say(one) for one in preview.costs)
        return f"{said} ({costs})" if costs else str(said)

    def why_not(self, place: int) -> Iterator[str]:
        """Say why an entry cannot be done, or may not be, and what would be legal in its place."""
        planned = self.planned
        outlook = planned.foreseen.outlooks[place]
        if outlook.when not in {"never", "unsure"}:
            return
        reasons = reasons_of(outlook.refusals, self.words)[:MOST_REASONS]
        yield from reasons
        if not reasons:
            yield "⛔ " + self.words.bot("plan.nothing_to_end")
        found = planned.instead[place] if planned.instead else None
        if found is not None:
            name = self.words.field(found.kind, found.field.name)
            said = [str(self.words.say(one)) for one in found.options]
            code = "plan.instead_more" if found.more else "plan.instead"
            legal = Raw(", ".join(said)) if found.more else self.words.join(said, style="or")
            yield "➡️ " + self.words.bot(code, field=name, legal=legal)

    def _about(self, entry: PlanEntry, outlook: Outlook, preview: Preview) -> Iterator[str]:
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


def sign_of(outlook: Outlook) -> str:
    """Return the sign of how an entry stands."""
    return _SIGNS[_mark(outlook)]


def _mark(outlook: Outlook) -> str:
    if outlook.when in {"never", "unsure"}:
        return "answer" if is_waiting(outlook.refusals) else outlook.when
    if outlook.open == "answer":
        return "wait"
    return outlook.open or outlook.when


def halt_text(halt: Halt, number: int) -> Text:
    """Return the sentence of a halt."""
    return Text(f"halt.{halt.name}", {"n": number} if halt.figure else {})
