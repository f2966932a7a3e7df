"""A captain for games of Batalla de Calama that must see much of the rules.

It closes in, brings reserves, charges and fires whenever it can, and spends its combat orders;
which of several possible things he does first falls by dice of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bot.letters.keys import decode
from engine.api import Action, Decision
from engine.dice import SeededDice
from tests.support.matches import Match, game_of
from tests.support.people import Reply
from tests.support.reading import Picture

KEY = "calama"
LAST = ("ready", "done")
"""Kinds that end a decision: only when there is nothing else to do."""
RARELY = ("rank", "place", "enlist", "dismiss", "call", "march", "escape")
"""Kinds that it leaves to others: most of them could go on for ever."""
WIDE = 6
"""Options of a field among which the dice choose."""


class Captain:
    """Plays one side; the same seed and views give the same proposals."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(f"captain {seed}".encode())

    def __call__(self, view: Any, decision: Decision) -> Iterator[Action]:
        """Propose actions for one decision, best first."""
        game = game_of(KEY)
        possible = game.kinds(view)
        wanted = [kind for kind in possible if kind not in (*LAST, *RARELY)]
        if decision.code == "phase.setup" and view.own.plan:
            wanted = []
        if "charge" in wanted:
            yield from _together(view)
        first = self._pick(len(wanted)) if wanted else 0
        for kind in (*wanted[first:], *wanted[:first], *LAST):
            if kind in possible:
                yield self._filled(view, kind)

    def _filled(self, view: Any, kind: str) -> Action:
        game = game_of(KEY)
        filled: dict[str, str] = {}
        for name in game.actions[kind].model_fields:
            options = list(islice(game.options(view, kind, name, filled), WIDE))
            # Mostly the best one.
            place = self._pick(len(options)) if self._pick(3) == 0 else 0
            filled[name] = options[place].value
        return game.parse(view, kind, filled)

    def _pick(self, count: int) -> int:
        return 0 if count == 1 else self._dice.roll("choice", 1, count)[0] - 1


def _together(view: Any) -> Iterator[Action]:
    """Propose the charges of several pieces at once."""
    game = game_of(KEY)
    for target in game.options(view, "charge", "target", {}):
        filled = {"target": target.value}
        for pieces in islice(game.options(view, "charge", "pieces", filled), 1):
            if "," in pieces.value:
                yield game.parse(view, "charge", {**filled, "pieces": pieces.value})


# -- set-up, as people do it -------------------------------------------------------------------


async def set_up_by_menus(match: Match, seat: str, *, formation: int = 0) -> list[Picture]:
    """Set up in one message: a menu of priorities, one of formations, and Confirm.

    Return the pictures that came with it, in order.
    """
    person, label = match.people[seat], "Give an order"
    asked = await (await person.press(match.table.panel, label)).choose("prepare")
    pictures = list(asked.paper.pictures)
    for place in (1, formation):
        (values,) = asked.paper.menus.values()
        asked = await asked.choose(list(values)[place])
        pictures += asked.paper.pictures
    done = await press(asked, "confirm")
    assert done.is_private
    kinds = await (await person.press(match.table.panel, label)).choose("ready")
    await press(kinds, "confirm")
    return pictures


async def set_up_by_line(match: Match, seat: str, objectives: str, places: str) -> Reply:
    """Set up by one line of text, and close the set-up; return the answer to the line."""
    person = match.people[seat]
    reply = await person.slash("calama prepare", objectives=objectives, places=places)
    assert reply.is_private
    await person.slash("calama ready")
    return reply


async def press(reply: Reply, verb: str) -> Reply:
    """Press the button of an answer that does *verb*, whatever its language calls it."""
    for button in reply.buttons.values():
        key = decode(str(button.get("custom_id", "")))
        if key is not None and key.verb == verb:
            return await reply.press(custom_id=button["custom_id"])
    raise AssertionError(f"no button that does {verb!r} on {reply!r}")
