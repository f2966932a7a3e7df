"""What others do in secret shows in nothing of a taking back: worlds built forward and compared."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.undo import undo_page
from bot.moderator import Campaign, Complaint
from bot.store import log_pages, people
from bot.text import words_for
from engine.api import Action
from tests.bot.moderator.rewinding.test_taking_back import afloat, rower
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.river import INNER, WHO, River, river
from tests.support.toy_game import TOY, Hide, Row, Turn

SECRETS: Sequence[tuple[Sequence[Action], Sequence[Action]]] = (
    ((), ()),
    ((Hide(bank="north"),), ()),
    ((), (Hide(bank="south"),)),
    ((Hide(bank="north"),), (Hide(bank="south"), Hide(bank="north"))),
    ((), (Hide(bank="island"), Hide(bank="north"), Hide(bank="south"))),
)
"""What the other side does in secret before a step that is taken back, and behind it."""


class World:
    """One story, and everything that the other side and the public get of it."""

    def __init__(self, there: River, campaign: Campaign, mine: int, theirs: int) -> None:
        self.there = there
        self.campaign = campaign
        self.mine = mine
        self.theirs = theirs
        self.seen: list[Any] = []

    async def look(self, what: str) -> None:
        """Note what both can see now."""
        door, name = self.there.door, self.campaign.id
        for person in (self.mine, None):
            look = await door.reader.look(name, person)
            log = await door.reader.log(name, person, per_page=50)
            self.seen.append((what, look, log))
        self.seen.append(await door.offers.open(name) and "offers")
        try:
            found = await door.undoing.offered(name, self.mine)
        except Complaint as error:
            self.seen.append((what, error.code))
            return
        campaign = await door.reader.campaign(name)
        for one in found:
            page = undo_page(campaign, found, one, words_for("en", TOY))
            shown = [repr(item.item.to_component_dict()) for item in page.items]
            self.seen.append((what, dataclasses.replace(one, seq=0, seqs=()), page.texts, shown))

    async def posts(self) -> None:
        """Note everything that was ordered to be posted, but for the other side's own letters."""
        async with self.there.database.read() as connection:
            own = await people.number(connection, self.theirs)
        for row in await self.there.rows(self.campaign):
            if row["person"] != own:
                self.seen.append({k: v for k, v in row.items() if k not in INNER})


async def lived(folder: Path, before: Sequence[Action], behind: Sequence[Action]) -> list[Any]:
    """Live a story in which steps are taken back, freely and by consent; return what is seen."""
    async with river(folder) as there:
        campaign = await afloat(there)
        mine = await rower(there, campaign)
        (theirs,) = {*WHO.values()} - {mine}
        world = World(there, campaign, mine, theirs)
        for action in before:
            await there.do(campaign, theirs, action)
        await world.look("before")
        await there.do(campaign, mine, Turn(by=Fraction(45)))
        for action in behind:
            await there.do(campaign, theirs, action)
        await world.look("turned")
        await back(world)
        await world.look("taken back")
        await there.do(campaign, mine, Row(strokes=1))
        for action in behind:
            await there.do(campaign, theirs, action)
        await world.look("rolled")
        await agreed(world)
        await world.look("agreed")
        await there.do(campaign, mine, Row(strokes=2))
        await world.look("rolled again")
        await world.posts()
        return world.seen


async def back(world: World) -> None:
    """Take the last step back at once."""
    door, name = world.there.door, world.campaign.id
    (undo, *_) = await door.undoing.offered(name, world.mine)
    undone = await door.taking_back.take_back(
        name, world.mine, undo.number, 0, request=world.there.request()
    )
    assert undone == undo


async def agreed(world: World) -> None:
    """Take the last step back by consent."""
    door, name = world.there.door, world.campaign.id
    branch = (await door.reader.campaign(name)).branch
    (undo, *_) = await door.undoing.offered(name, world.mine)
    made = await door.offers.make(
        name, world.mine, "undo", request="ask", number=undo.number, branch=branch
    )
    world.seen.append(dataclasses.replace(made.offer, back_to=0))
    await world.look("asked")
    await door.offers.agree(made.offer.id, world.theirs, request="agree")


async def test_others_secrets_show_nowhere(tmp_path: Path) -> None:
    """Dialogues, names in buttons, offers, posts, the log and what is owed are the same."""
    worlds = []
    for number, (before, behind) in enumerate(SECRETS):
        folder = tmp_path / str(number)
        folder.mkdir()
        worlds.append(await lived(folder, before, behind))
    first = worlds[0]
    assert len(first) > 30
    for other in worlds[1:]:
        assert len(other) == len(first)
        for one, two in zip(first, other, strict=True):
            assert one == two


async def test_a_telling_number_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A button that carries the place in the whole log is noticed."""

    async def telling(connection: Any, campaign: str, seat: Any, seq: int) -> int:
        del connection, campaign, seat
        return seq

    monkeypatch.setattr(log_pages, "number", telling)
    worlds = []
    for number in (0, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        worlds.append(await lived(folder, *SECRETS[number]))
    assert worlds[0] != worlds[1]
