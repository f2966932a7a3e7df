"""Everything that can be refused is pressed and typed: each answer says why, and what leads on.

The whole way through the real bot, a Spanish reader among them, forward through a random game:
commands that are too early, another's, nonsense or of a moment ago; the box for orders; a plan of
such orders, looked at, played through, sent; ends that cannot end; buttons that are long answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.app import Adjutant
from bot.cogs.actions import arrangement
from bot.letters.keys import decode
from bot.moderator import PlanEntry
from bot.text import Words
from bot.ui.dialogue.fields import as_typed, fields_of, typed_fields
from bot.ui.planning.placing import appended
from engine.errors import Refused
from engine.kit.filling import NothingOffered, first_offered
from tests.games import known
from tests.support.people import Person, Reply
from tests.support.positions import GAMES
from tests.support.seldom import seldom
from tests.support.wandering import Wandering
from tests.support.why import NO, unexplained

NONSENSE = {"number": 1, "flag": True, "text": "nobody"}
"""What is typed into each kind of option and is nothing."""
FOLLOWING = ("plansendend", "planmore", "planentry", "plansend")
"""Verbs of a plan's page that are pressed."""


class Trying(Wandering):
    """People who try what cannot be done.

    Attributes:
        refused: How many answers said no.
        turn: How many kinds of orders were tried: the next ones follow.
    """

    refused = 0
    turn = 0

    async def rounds(self, most: int, between: int, kinds: int) -> int:
        """Try so often at most, and play on between, while the game goes on; return how often."""
        for number in range(most):
            if not await self._all_try(kinds):
                return number
            for _ in range(between):
                if not await self.play_on():
                    break
        return most

    async def _all_try(self, kinds: int) -> bool:
        """Let each side try some orders in every way there is; False when the game is over."""
        live = await self._live()
        if not self.game.awaiting(live.position.state):
            return False
        for seat in self.game.seats:
            person = self.table.people[seat]
            view = live.position.view(seat)
            tries = list(self._tries(view, kinds))
            for kind, typed in tries:
                reply = await person.slash(self._command(kind), **typed)
                self._look(person, f"/{kind}", reply)
            await self._plan(live, seat, [one for one in tries if one[1]])
            await self._stale(person)
        return True

    def _tries(self, view: Any, kinds: int) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield orders of some kinds: as they would be legal if anything of it is, or nonsense."""
        known = list(self.game.actions)
        for _ in range(kinds):
            self.turn += 1
            kind = known[self.turn % len(known)]
            fields = [one for one in fields_of(self.game.actions[kind]) if one.required]
            try:
                found = typed_fields(first_offered(self.game, view, kind))
                typed: dict[str, Any] = {one.name: found[one.name][:900] for one in fields}
            except (NothingOffered, Refused, KeyError):
                typed = {
                    one.name: one.choices[0] if one.choices else NONSENSE[one.type]
                    for one in fields
                }
            for one in fields:
                if one.type == "number":
                    typed[one.name] = max(one.least or 1, min(int(typed[one.name]), one.most or 9))
                elif one.type == "flag":
                    typed[one.name] = True
            if self._is_refused(view, kind, typed):
                yield kind, typed

    def _is_refused(self, view: Any, kind: str, typed: dict[str, Any]) -> bool:
        """Say whether the rules refuse it: nothing is to be done here."""
        raw = {name: as_typed(value) for name, value in typed.items()}
        try:
            self.game.suppose(view, self.game.parse(view, kind, raw))
        except Refused:
            return True
        return False

    def _command(self, kind: str) -> str:
        home = arrangement(self.game)[kind]
        return " ".join(filter(None, (self.game.command, home, kind)))

    async def _plan(self, live: Any, seat: str, tries: list[tuple[str, dict[str, Any]]]) -> None:
        """Type refused orders as a line; then plan them, and press what the page has for that."""
        assert isinstance(self.table.bot, Adjutant)
        person, plans = self.table.people[seat], self.table.bot.moderator.plans
        await self._open_plan(person)
        page = self._pages.get(person.name)
        if page is None:
            return
        typing = _ids(page, "plantype")
        if typing:
            box = await page.press(custom_id=typing[0])
            line = "; ".join(
                " ".join([kind, *map(str, typed.values())]) for kind, typed in tries[:2]
            )
            self._look(person, "a typed line", await box.fill(value=line[:900] or "nonsense"))
        entries = [
            PlanEntry(f"e{n}", kind, {name: as_typed(value) for name, value in typed.items()})
            for n, (kind, typed) in enumerate(tries[:3])
        ]
        await plans.change(live.row.id, person.id, lambda plan: appended(plan, entries, {}))
        for verb in FOLLOWING:
            await self._open_plan(person)
            page = self._pages.get(person.name)
            if page is None:
                return
            for found in _ids(page, verb)[:1]:
                if verb != "planentry":
                    reply = await page.press(custom_id=found)
                    self._look(person, verb, reply)
                    for further in _ids(reply, "planif")[:1]:
                        self._look(person, "planif", await reply.press(custom_id=further))
                elif entries:
                    reply = await page.choose(entries[0].id, custom_id=found)
                    self._look(person, verb, reply)
                    for change in _ids(reply, "planchange")[:1]:
                        self._look(person, "planchange", await reply.press(custom_id=change))
        await plans.change(live.row.id, person.id, lambda plan: type(plan)())

    async def _open_plan(self, person: Person) -> None:
        """Open the planning page, where a message has its button."""
        for paper in reversed(self.table.public()):
            for part in paper.components:
                key = decode(str(part.get("custom_id", "")))
                if key is not None and key.verb == "plan":
                    reply = await person.press(paper, custom_id=part["custom_id"])
                    self._look(person, "plan", reply)
                    return

    async def _stale(self, person: Person) -> None:
        """Press what messages further back still offer as answers."""
        pressed = 0
        for paper in self.table.public()[:-1]:
            for part in paper.components:
                key = decode(str(part.get("custom_id", "")))
                if key is None or key.verb not in {"do", "act"} or pressed > 1:
                    continue
                live = await self._live()
                if any(one.choices for one in self.game.awaiting(live.position.state)):
                    continue  # it may be due, and would be done
                pressed += 1
                reply = await person.press(paper, custom_id=part["custom_id"])
                self._look(person, f"stale {key.verb}", reply)

    def _look(self, person: Person, what: str, reply: Reply) -> None:
        """Look at an answer, as it now stands."""
        self._seen(person, what, reply)
        if reply.modal is not None or not reply.papers:
            return
        text = reply.text
        language = "es" if person is self.table.people[self.game.seats[1]] else "en"
        self.refused += str(Words(language).bot("refused.title")) in text or NO in text
        verbs = {
            key.verb
            for paper in reply.papers
            for part in paper.components
            if (key := decode(str(part.get("custom_id", "")))) is not None
        }
        found = unexplained(text, verbs, language, forms=None)
        self.wrong += [f"{what} ({language}): {one}" for one in found]


def _ids(reply: Reply, verb: str) -> list[str]:
    """The custom ids of an answer that do something."""
    return [
        str(part["custom_id"])
        for paper in reply.papers
        for part in paper.components
        if (key := decode(str(part.get("custom_id", "")))) is not None and key.verb == verb
    ]


async def tried(folder: Path, key: str, seed: str, *, rounds: int, between: int, kinds: int) -> int:
    """Play random games on, and let both try between; return how much was refused.

    A game that ends before so many rounds is followed by another.
    """
    settings = ", ".join(f"{name}={value}" for name, value in known(key).shorter.items())
    refused = turn = table = 0
    while rounds:
        (place := folder / f"{table}").mkdir()
        trying = Trying(place, key, f"{seed}{table}", settings)
        trying.turn = turn
        async with trying.table:
            await trying.begin()
            rounds -= await trying.rounds(rounds, between, kinds)
            assert trying.wrong == []
        print(key, trying.seed, trying.refused, dict(trying.pressed))
        refused, turn, table = refused + trying.refused, trying.turn, table + 1
    return refused


@pytest.mark.parametrize("key", seldom(sorted(set(GAMES) - {"toy"}), ["barricadas", "calama"]))
async def test_some_of_what_is_refused(tmp_path: Path, strict_texts: None, key: str) -> None:
    """Of each game, in two positions."""
    assert await tried(tmp_path, key, "why", rounds=2, between=14, kinds=4) > 8


@pytest.mark.long
@pytest.mark.parametrize("seed", ["one", "two"])
@pytest.mark.parametrize("key", sorted(set(GAMES) - {"toy"}))
async def test_whatever_is_refused(tmp_path: Path, strict_texts: None, key: str, seed: str) -> None:
    """Further on, with all kinds of orders in turn."""
    assert await tried(tmp_path, key, seed, rounds=12, between=25, kinds=8) > 200
