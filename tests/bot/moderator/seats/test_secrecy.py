"""Whose seat it was shows nothing of what they knew: worlds lived forward and compared.

They differ in the leaving seat's secrets, in its plan and in the note that is left with it. All
others see the same: what stands, what is posted, what they are asked, and when.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.letters import asks, panels, substitutes
from bot.moderator import Campaign
from bot.moderator.api import PlanEntry
from bot.moderator.seats.vacancies import Vacancies
from bot.store import people
from engine.api import Action
from tests.bot.moderator.lobby.test_seats import GREY
from tests.bot.moderator.seats.test_vacancies import granted
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.river import BLUE, GREEN, INNER, RED, River, river
from tests.support.toy_game import TOY, Hide

PLAN = PlanEntry("a", "land", {"bank": "south"})
WORLDS: Sequence[tuple[Sequence[Action], tuple[PlanEntry, ...], str]] = (
    ((), (), ""),
    ((Hide(bank="north"),), (), ""),
    ((), (PLAN,), ""),
    ((), (), "the lantern is at the north bank"),
    ((Hide(bank="south"), Hide(bank="island")), (PLAN, PLAN), "x\n\ny" * 100),
)
"""What red orders in secret, puts together and leaves."""


class World:
    """One story, and what everybody else gets of it."""

    def __init__(self, there: River, campaign: Campaign) -> None:
        self.there = there
        self.campaign = campaign
        self.seen: list[Any] = []

    async def look(self, *own: int) -> None:
        """Note what everybody but those whose *own* seat it is can see now."""
        door, name = self.there.door, self.campaign.id
        for person in ({BLUE, GREEN, GREY} - {*own}) | {0}:
            look = await door.reader.look(name, person or None)
            self.seen.append((look, await door.reader.log(name, person or None, per_page=50)))
            for manages in (False, True):
                self.seen.append(await door.seats.asks(name, person, manages=manages))
            self.seen.append(await door.vacancies.invitations(person))
        look = await door.reader.look(name)
        self.seen.append(parts(panels.panel(look, game=TOY).view))

    async def posts(self, *own: int) -> None:
        """Note everything that was ordered, but for the letters to the seat's *own* people."""
        async with self.there.database.read() as connection:
            own_numbers = {await people.number(connection, one) for one in own}
        for row in await self.there.rows(self.campaign):
            if row["person"] not in own_numbers:
                self.seen.append({k: v for k, v in row.items() if k not in INNER})

    async def letter(self, who: int) -> None:
        """Note what somebody reads of the seat that they were granted, before they accept."""
        for one in await self.there.door.vacancies.invitations(who):
            letter = substitutes.invitation(one, game=TOY, language="en")
            self.seen.append(parts(letter.view))

    async def question(self) -> None:
        """Note what who came in is asked when the seat is to be given back."""
        (back,) = await self.there.door.seats.asks(self.campaign.id, GREEN)
        campaign = await self.there.door.reader.campaign(self.campaign.id)
        self.seen.append(parts(asks.ask(campaign, back, game=TOY, language="en").view))
        await self.there.door.seats.admit(campaign.id, back.id, GREEN)


def parts(view: Any) -> str:
    """Return a message as Discord would get it."""
    return repr(view.to_components())


async def lived(
    folder: Path, secrets: Sequence[Action], plan: tuple[PlanEntry, ...], note: str
) -> list[Any]:
    """Live the story of a seat that is given up, taken over and given back."""
    async with river(folder) as there:
        door, campaign = there.door, await there.started(turns=9)
        world = World(there, campaign)
        for action in secrets:
            await there.do(campaign, RED, action)
        if plan:
            await door.plans.change(
                campaign.id, RED, lambda one: dataclasses.replace(one, entries=plan)
            )
        await world.look(RED)
        await door.vacancies.offer(campaign.id, RED, note)
        await world.look(RED)
        one = await granted(there, campaign, GREEN, "red", by=RED)
        await door.vacancies.offer(campaign.id, RED, note + note[:10])
        await world.look(RED)
        await world.letter(GREEN)
        await door.vacancies.accept(campaign.id, one.id, GREEN)
        await world.look(RED, GREEN)
        await door.seats.join(campaign.id, RED, "red", ask=True)
        await world.question()
        await world.look(RED, GREEN)
        await world.posts(RED, GREEN)
        return world.seen


async def compared(tmp_path: Path) -> int:
    """Live all worlds, and return how many things were seen that are not the same in all."""
    worlds = []
    for number, one in enumerate(WORLDS):
        folder = tmp_path / str(number)
        folder.mkdir()
        worlds.append(await lived(folder, *one))
    first = worlds[0]
    assert len(first) > 60
    unlike = 0
    for other in worlds[1:]:
        assert len(other) == len(first)
        unlike += sum(one != two for one, two in zip(first, other, strict=True))
    return unlike


async def test_a_seat_that_changes_hands_tells_nothing(tmp_path: Path) -> None:
    """All that others see of giving up, granting, accepting and returning is the same."""
    assert await compared(tmp_path) == 0


async def test_a_telling_invitation_would_be_found(tmp_path: Path, monkeypatch: Any) -> None:
    """One that shows the seat's own view before it is accepted is noticed."""
    honest = Vacancies.invitation

    async def telling(self: Any, campaign_id: str, ask_id: str, person_id: int) -> Any:
        found = await honest(self, campaign_id, ask_id, person_id)
        if found is None:
            return None
        live = await self._desk.at_hand(campaign_id)
        return type(found)(found.id, found.seat, live.look(found.seat))

    monkeypatch.setattr(Vacancies, "invitation", telling)
    assert await compared(tmp_path) > 0
