"""A dialogue as a press meets it: what it asks and shows is found out off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, TypeVarTuple

from bot.letters.pages import Page
from bot.moderator import Campaign, Complaint, Draft, Look
from bot.text import words_for
from bot.ui.dialogue.dialogue import Dialogue
from bot.ui.dialogue.fields import Field, fields_of
from bot.ui.visit import Visit
from engine.api import Action, AnyGame
from engine.playing.planning import foresee

R = TypeVar("R")
Ts = TypeVarTuple("Ts")

SOON: Final = 1.5
"""Seconds that a box waits for what stands in it."""

Orders = tuple[tuple[str, Mapping[str, str]], ...]
"""Kinds of action and their fields as typed, one behind the other."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One draft, and where its person is.

    Attributes:
        behind: The orders of a plan behind which the draft is to stand.
    """

    visit: Visit
    campaign: Campaign
    look: Look
    draft: Draft
    behind: Orders = ()

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.visit.moderator.game(self.campaign)

    @property
    def model(self) -> type[Action]:
        """The kind of action that is put together.

        Raises:
            Complaint: This game has none of that name.
        """
        found = self.game.actions.get(self.draft.kind)
        if found is None:
            raise Complaint("campaign.unknown_action", kind=self.draft.kind)
        return found

    def field(self, index: int) -> Field:
        """Return a field by its place.

        Raises:
            Complaint: There is none.
        """
        fields = fields_of(self.model)
        if not 0 <= index < len(fields):
            raise Complaint("press.unknown")
        return fields[index]

    def of(self, draft: Draft) -> Talk:
        """Return the same with another draft."""
        return replace(self, draft=draft)

    async def ask(self, about: Callable[[Dialogue, *Ts], R], *args: *Ts) -> R:
        """Return what is asked about the dialogue."""
        found, _ = await self._asked(about, args)
        return found

    async def soon(self, otherwise: R, about: Callable[[Dialogue, *Ts], R], *args: *Ts) -> R:
        """Return what is asked for a box, or *otherwise*: Discord waits three seconds for one."""
        try:
            async with asyncio.timeout(SOON):
                return await self.ask(about, *args)
        except TimeoutError:
            return otherwise

    async def show(self, page: Callable[[Dialogue, *Ts], Page], *args: *Ts) -> None:
        """Show a page of the dialogue, from what its person sees where the draft is to stand."""
        found, view = await self._asked(page, args)
        await self.visit.show_on_map(replace(self.look, view=view), found)

    async def _asked(self, about: Callable[[Dialogue, *Ts], R], args: tuple[*Ts]) -> tuple[R, Any]:
        asked = Asked(self.look, self.draft, self.behind, self.visit.language)
        return await self.visit.ask(_in_dialogue, self.campaign, asked, about, args)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a dialogue is made of, as it goes to where it is worked out."""

    look: Look
    draft: Draft
    behind: Orders
    language: str


def _in_dialogue(
    game: AnyGame, asked: Asked, about: Callable[[Dialogue, *Ts], R], args: tuple[*Ts]
) -> tuple[R, Any]:
    """Return what is asked about a dialogue, and the view in which that is so."""
    look = asked.look
    if asked.behind:
        look = replace(look, view=foresee(game, look.view, asked.behind).view)
    talk = Dialogue(asked.draft, look, game, words_for(asked.language, game))
    return about(talk, *args), look.view
