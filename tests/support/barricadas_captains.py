"""A captain for games of ¡A las barricadas! that must see much of the rules.

It fires, assaults, recovers, goes for the towns, waits prepared and reacts; which of several
possible things it does falls by dice of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.api import Action, Decision, Option
from engine.dice import SeededDice
from tests.support.calama_captains import press
from tests.support.matches import Match, game_of
from tests.support.people import Reply
from tests.support.reading import Picture

KEY = "barricadas"
WIDE = 6
"""Options of a field among which the dice choose."""
TOLD = 5
"""Tasks of one activation, at most."""


class Captain:
    """Plays one side; the same seed and views give the same proposals.

    One who is *bold* does not fire of their own accord: they go up to the enemy and assault.
    """

    def __init__(self, seed: str, *, bold: bool = False) -> None:
        self._dice = SeededDice(f"captain {seed}".encode())
        self._bold = bold

    def __call__(self, view: Any, decision: Decision) -> Iterator[Action]:
        """Propose actions for one decision, best first."""
        game = game_of(KEY)
        possible = game.kinds(view)
        if decision.code == "phase.setup":
            kinds = ("ready",) if view.own.plan else ("deploy",)
            yield from (self._filled(view, kind, whole=True) for kind in kinds)
        elif decision.code == "phase.activation":
            yield from self._activations(view, possible)
        else:
            if "react" in possible and self._pick(3):
                yield self._filled(view, "react")
            yield from (self._filled(view, kind) for kind in possible if kind != "react")

    def _activations(self, view: Any, possible: tuple[str, ...]) -> Iterator[Action]:
        """Propose what is meant by one word, or something put together; at last to pass."""
        game = game_of(KEY)
        if "activate" in possible:
            bundles = list(islice(game.bundles(view), WIDE))
            firing = [one for one in bundles if one.label.code == "bundle.fire"]
            waiting = [one for one in bundles if one not in firing]
            if firing and not self._bold and self._pick(4):
                yield from firing[0].actions
            elif waiting and not self._pick(8):
                yield from waiting[0].actions
        if "together" in possible and not self._pick(4):
            yield self._filled(view, "together")
        if "activate" in possible:
            yield self._filled(view, "activate")
        yield self._filled(view, "pass")

    def _filled(self, view: Any, kind: str, *, whole: bool = False) -> Action:
        """Fill an action from its options; *whole*, what may be left out too."""
        game = game_of(KEY)
        filled: dict[str, str] = {}
        for name, info in game.actions[kind].model_fields.items():
            if not info.is_required() and not whole:
                continue
            several = name in {"tasks", "shots"}
            for _ in range(TOLD if several else 1):
                options = list(islice(self._offered(view, kind, name, filled), WIDE))
                if not options:
                    break
                # Mostly the best one.
                place = self._pick(len(options)) if self._pick(4) == 0 else 0
                before = filled.get(name)
                value = options[place].value
                filled[name] = f"{before}, {value}" if before else value
        return game.parse(view, kind, filled)

    def _offered(self, view: Any, kind: str, name: str, filled: dict[str, str]) -> Iterator[Option]:
        offered = game_of(KEY).options(view, kind, name, filled)
        if not self._bold or name != "tasks":
            return offered
        return (one for one in offered if one.value.split()[1] not in {"fire", "shell", "pierce"})

    def _pick(self, count: int) -> int:
        return 0 if count == 1 else self._dice.roll("choice", 1, count)[0] - 1


# -- set-up, as people do it -------------------------------------------------------------------


async def set_up_by_menus(match: Match, seat: str, *, formation: int = 0) -> list[Picture]:
    """Deploy in one message, by menus to Confirm, and close the set-up; return the pictures."""
    person, label = match.people[seat], "Give an order"
    asked = await person.press(match.table.panel, label)
    (values,) = asked.paper.menus.values()
    # Who has neither works nor markers can begin with nothing else, and is not asked.
    if "deploy" in values:
        asked = await asked.choose("deploy")
    pictures = list(asked.paper.pictures)
    (values,) = asked.paper.menus.values()
    asked = await asked.choose(list(values)[formation])
    pictures += asked.paper.pictures
    done = await press(asked, "confirm")
    assert done.is_private
    await set_up_closed(match, seat)
    return pictures


async def set_up_by_line(match: Match, seat: str, **fields: Any) -> Reply:
    """Deploy by one line of text, and close the set-up; return the answer to the line."""
    reply = await match.people[seat].slash("alb deploy", **fields)
    assert reply.is_private
    await set_up_closed(match, seat)
    return reply


async def set_up_closed(match: Match, seat: str) -> None:
    """Close the set-up, and mean it where that is asked."""
    reply = await match.people[seat].slash("alb ready")
    if any("confirm" in str(one.get("custom_id", "")) for one in reply.buttons.values()):
        await press(reply, "confirm")
