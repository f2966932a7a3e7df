"""Whatever cannot be done says why: reason, clause, and what would be legal or answers first.

Positions of random games. Each side tries every order there is: such as others could give, such as
were legal before, such as belong to another phase, and nonsense; planned, and one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

from bot.moderator import Draft, Look, Plan, PlanEntry
from bot.moderator.table.live import Position, look_at
from bot.text import words_for
from bot.ui.dialogue import objections
from bot.ui.dialogue.dialogue import Dialogue
from bot.ui.dialogue.fields import fields_of, typed_fields
from bot.ui.faults import refusal_line
from bot.ui.owed import ANSWER_FIRST
from bot.ui.planning.page import PlanPage
from bot.ui.planning.trying import tried
from engine.api import AnyGame, Refusal
from engine.errors import Refused
from engine.kit.filling import NothingOffered, first_offered
from engine.playing.planning import CLOSE_ALL, why_open
from tests.games import known
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.positions import GAMES, TABLES, positions
from tests.support.seldom import seldom
from tests.support.tour import LANGUAGES, campaign_of
from tests.support.why import unexplained, verbs_of

OF_FORM = ("read.", "standing.", "plan.", "gate.no_seat")
"""Codes of refusals of how something is written: no clause is about that."""
TYPED = "nobody"
"""What is typed and is nothing."""
LONG_PLAN = 6
"""Entries of a plan that is looked at."""
NOTHING = ("ask.nothing_with", "ask.nothing_now")
"""What is said where nothing can be chosen and no rule is known that speaks against it."""

_Refused = tuple[str, Mapping[str, str], tuple[Refusal, ...]]
"""A kind of order, its fields, and what speaks against it."""

every_table = pytest.mark.parametrize(("key", "table"), TABLES)


class Objections:
    """One game followed: what each side tries, and what it is told.

    Attributes:
        refused: How many refusals were looked at.
        codes: Their codes.
        wrong: What was not explained.
    """

    def __init__(self, game: AnyGame, *, kinds: int | None) -> None:
        """Follow a game, and try orders of all kinds at every position, or of so many in turn."""
        self.game = game
        self.refused = 0
        self.codes: set[str] = set()
        self.wrong: dict[str, None] = {}
        self._kinds = kinds
        self._turn = 0
        self._legal: dict[tuple[str, str], dict[str, str]] = {}

    def visit(self, state: Any) -> None:
        """Let each side try everything in a position."""
        if self.game.outcome(state) is not None:
            return
        position = Position(self.game, state)
        for seat in self.game.seats:
            looks = [
                look_at(campaign_of(self.game, one), seat, position, None, 7) for one in LANGUAGES
            ]
            refused = self._refused(looks[0])
            for kind, filled, refusals in refused:
                self._reasons(kind, refusals)
                for look in looks:
                    self._asked_again(look, kind, filled, refusals)
            for first in range(0, len(refused), LONG_PLAN):
                self._planned(looks, refused[first : first + LONG_PLAN])
            self._reasons("(the end)", why_open(self.game, looks[0].view))

    def _refused(self, look: Look) -> list[_Refused]:
        """Return the orders that are refused of those that are tried."""
        found: list[_Refused] = []
        for kind, filled in self._tries(look):
            try:
                self.game.suppose(look.view, self.game.parse(look.view, kind, filled))
            except Refused as refused:
                found.append((kind, filled, refused.refusals))
            else:
                self._legal[str(look.seat), kind] = filled
        return found

    def _tries(self, look: Look) -> Iterator[tuple[str, dict[str, str]]]:
        kinds = list(self.game.actions)
        if self._kinds is not None:
            self._turn += self._kinds
            kinds = [kinds[(self._turn + n) % len(kinds)] for n in range(self._kinds)]
        for kind in kinds:
            needed = [one for one in fields_of(self.game.actions[kind]) if one.required]
            if needed:
                yield kind, {one.name: TYPED for one in needed}
            before = (self._legal.get((seat, kind)) for seat in self.game.seats)
            yield from ((kind, dict(one)) for one in before if one is not None)
            try:
                yield kind, typed_fields(first_offered(self.game, look.view, kind))
            except (NothingOffered, Refused):
                continue
            last: dict[str, str] = {}
            for one in needed:
                for option in islice(self.game.options(look.view, kind, one.name, last), 30):
                    last[one.name] = option.value
            yield kind, last

    def _reasons(self, kind: str, refusals: tuple[Refusal, ...]) -> None:
        """Look at each reason by itself, in both languages."""
        for one in refusals:
            self.refused += 1
            self.codes.add(one.code)
            for language in LANGUAGES:
                said = refusal_line(one, words_for(language, self.game))
                forms = [said.partition(" ")[2]] if one.code.startswith(OF_FORM) else []
                self._note(f"{kind}: {one.code}", unexplained(said, ("do",), language, forms))

    def _asked_again(
        self, look: Look, kind: str, filled: Mapping[str, str], refusals: tuple[Refusal, ...]
    ) -> None:
        """Look at the page that a refused order comes back with, and at one of a wrong field."""
        words = words_for(look.campaign.language, self.game)
        talk = Dialogue(Draft("draft", look.campaign.id, 1, kind, filled), look, self.game, words)
        page = talk.refused(refusals)
        self._page(f"{kind} {dict(filled)} again", look, page, refusals)
        if not verbs_of(page) - {"cancel"}:
            self._note(kind, ["nothing leads on"])
        index = next((n for n, one in enumerate(talk.fields) if filled.get(one.name)), None)
        if index is not None:
            wrong = objections.of_typed(
                self.game, look.view, kind, {}, talk.fields[index], filled[talk.fields[index].name]
            )
            if wrong:
                typed = talk.typed_wrong(index, "x", wrong)
                self._page(f"{kind} typed", look, typed, (*refusals, *wrong))

    def _planned(
        self,
        looks: list[Look],
        refused: Sequence[_Refused],
    ) -> None:
        """Look at a plan of refused orders, and of an end, and at what it would lead to."""
        entries = [PlanEntry(str(n), kind, filled) for n, (kind, filled, _) in enumerate(refused)]
        plan = Plan((*entries, PlanEntry("end", CLOSE_ALL)))
        for look in looks:
            words = words_for(look.campaign.language, self.game)
            shown = PlanPage(look.campaign, look, self.game, words, plan)
            outlooks = shown.planned.foreseen.outlooks
            refusals = [one for outlook in outlooks for one in outlook.refusals]
            name = f"a plan of {[one[0] for one in refused]}"
            self._page(name, look, shown.page(), refusals)
            self._page(f"{name}, what if", look, tried(shown)[0], refusals)
            for place, outlook in enumerate(outlooks):
                if outlook.when == "never" and not list(shown.told.why_not(place)):
                    self._note(plan.entries[place].kind, ["an entry without a reason"])

    def _page(self, name: str, look: Look, page: Any, refusals: Any) -> None:
        language = look.campaign.language
        words = words_for(language, self.game)
        forms = [str(words.say(one)) for one in refusals if one.code.startswith(OF_FORM)]
        forms.append(str(words.bot("plan.nothing_to_end")))
        forms += [
            str(words.bot(code, field="", order=""))[2:].split("“")[0].split("«")[0]
            for code in NOTHING
        ]
        self._note(name, unexplained("\n".join(page.texts), verbs_of(page), language, forms))

    def _note(self, name: str, wrong: Iterable[str]) -> None:
        self.wrong.update(dict.fromkeys(f"{name}: {one}" for one in wrong))


def objections_of(
    key: str, table: int, spread: int, *, whole: bool, kinds: int | None
) -> Objections:
    """Follow a random game, and let both sides try everything."""
    found = Objections(GAMES[key], kinds=kinds)
    for state in positions(key, table, "why", spread=spread, whole=whole):
        found.visit(state)
    return found


@pytest.mark.parametrize(("key", "table"), seldom(TABLES, [(key, 0) for key in GAMES]))
def test_what_is_refused_in_some_positions_says_why(key: str, table: int) -> None:
    """Orders of a few kinds at each of some positions, of each game."""
    found = objections_of(key, table, known(key).pace.objections, whole=False, kinds=5)
    assert list(found.wrong) == []
    assert found.refused > 100
    assert found.codes & {"gate.wrong_phase", "gate.not_your_turn"}


@pytest.mark.long
@every_table
def test_whatever_is_refused_says_why(key: str, table: int) -> None:
    """Every kind of order at every so-many-th position, to the game's end."""
    found = objections_of(key, table, known(key).pace.whole_objections, whole=True, kinds=None)
    print(f"{key} {table}: {found.refused} refusals of {len(found.codes)} kinds")
    assert list(found.wrong) == []


def test_what_waits_for_an_answer_shows_what_answers() -> None:
    """The toy's shout is answered first: planned, dialogued or typed, its question is there."""
    found = objections_of("toy", 0, 8, whole=True, kinds=None)
    assert ANSWER_FIRST in found.codes
    assert list(found.wrong) == []


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("Nothing has changed.", ()),
        ("Nothing has changed.\n⛔ Not allowed.", ()),
        ("1. ⛔ Row: 3\n2. ✅ Ready", ()),
        ("⛔ H1 can't reach C807: 3 MP needed, 2 left.", ()),
        ("Nothing has changed.\n💬 Waiting for your answer: Hold. *(3.4)*", ("plan",)),
    ],
)
def test_a_bare_no_would_be_found(text: str, verbs: tuple[str, ...]) -> None:
    """No reason, none that says anything, none beside its entry, no clause, no button."""
    assert unexplained(text, verbs, "en")
