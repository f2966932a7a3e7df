"""Answers every press of a button, choice from a menu, and filled-in dialogue.

A custom id names a verb and its operands (:mod:`bot.letters.keys`); the verb's handler looks up who
presses, whether they may, and whether it is still due. Handlers are registered by the modules that
know the subject.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.courier.answers_first import Answers
from bot.letters.keys import Key, decode
from bot.moderator import Complaint
from bot.ui import faults
from bot.ui.timing import timed
from bot.ui.visit import Visit

Handler = Callable[[Visit, Key], Awaitable[None]]
Failed = Callable[[discord.Interaction[Any]], Awaitable[None]]


class Presses:
    """The verbs, and the one way in."""

    def __init__(self, answers: Answers, failed: Failed) -> None:
        """Begin without a verb.

        Args:
            answers: Told while a press is being answered.
            failed: Called inside of the handling of an error that no person is to blame for; they
                were answered.
        """
        self._answers = answers
        self._failed = failed
        self._handlers: dict[str, Handler] = {}

    def on(self, verb: str) -> Callable[[Handler], Handler]:
        """Register the handler of a verb."""

        def register(handler: Handler) -> Handler:
            assert verb not in self._handlers, verb
            self._handlers[verb] = handler
            return handler

        return register

    @property
    def verbs(self) -> frozenset[str]:
        """All verbs that have a handler."""
        return frozenset(self._handlers)

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press; never raises for what a person does."""
        with self._answers.one():
            await self._press(interaction)

    async def _press(self, interaction: discord.Interaction[Any]) -> None:
        visit = Visit(interaction)
        data: Any = interaction.data or {}
        key = decode(str(data.get("custom_id", ""))) or Key("")
        with timed(visit, key.verb if key.verb in self._handlers else "unknown"):
            try:
                await visit.recall()
                visit.enter(key.verb)
                handler = self._handlers.get(key.verb, _unknown)
                await handler(visit, key)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001 - the last net under every handler
                await faults.reply(visit, error, key)
                if faults.is_unforeseen(error):
                    await self._failed(interaction)


async def _unknown(visit: Visit, key: Key) -> None:
    del visit, key
    raise Complaint("press.unknown")


def chosen(visit: Visit) -> list[str]:
    """Return the values chosen from the menu that was used."""
    data: Any = visit.interaction.data or {}
    return [str(value) for value in data.get("values", ())]


def filled(visit: Visit) -> dict[str, str]:
    """Return what was typed and chosen in a box, by the custom ids of its fields."""
    data: Any = visit.interaction.data or {}
    waiting, found = list(data.get("components", ())), dict[str, str]()
    while waiting:
        part = waiting.pop(0)
        if "value" in part:
            found[str(part.get("custom_id"))] = str(part["value"])
        elif "values" in part:
            found[str(part.get("custom_id"))] = ",".join(map(str, part["values"]))
        waiting += part.get("components", ())
        if isinstance(part.get("component"), dict):
            waiting.append(part["component"])
    return found


def written(visit: Visit) -> str:
    """Return the text of the first field of a filled-in dialogue."""
    return next(iter(filled(visit).values()), "")
