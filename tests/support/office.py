"""A river with a courier and a Discord: what the courier's tests share."""

from __future__ import annotations

from typing import Any

from bot.courier import Bulletin, Courier, Gallery, Note, Panel
from bot.courier.api import Offered, TimeWord
from bot.moderator import Campaign
from engine.api import Game
from tests.support.fake_discord import FakeDiscord, FakePainter
from tests.support.river import BLUE, RED, River
from tests.support.toy_game import Land

Post = Bulletin | Panel | Note | Offered | TimeWord


class Office:
    """A river with a courier and a Discord."""

    def __init__(self, there: River) -> None:
        self.there = there
        self.painter = FakePainter()
        self.discord = FakeDiscord(there.watch)
        self.gallery = Gallery(self._painter, lambda _game, language: lambda t: f"{t} {language}")
        self.courier = self._new()

    def _painter(self, game: Game[Any, Any], theme: str = "") -> FakePainter:
        assert game.key == "toy"
        return self.painter

    def _new(self) -> Courier:
        return Courier(self.there.door, self.discord, self.gallery, clock=self.there.watch)

    async def restart(self) -> None:
        """Begin anew with what is on file."""
        await self.there.reopen()
        self.courier = self._new()

    async def later(self, **by: float) -> float | None:
        """Let time pass, and deliver."""
        self.there.watch.forward(**by)
        return await self.courier.settle()

    def shown(self, kind: type[Post], place: int | None = None) -> list[Any]:
        """Return the posts of a kind as they stand."""
        return [message.post for message in self.discord.of(kind, place)]


def failing(error: Exception, call: str = "post", times: int = 1) -> Any:
    """Return a fault that strikes so many times."""
    left = [times]

    def fault(name: str, _where: int) -> Exception | None:
        if name == call and left[0] > 0:
            left[0] -= 1
            return error
        return None

    return fault


async def turn(there: River, campaign: Campaign) -> None:
    """Let the awaited seat land, which ends its turn: a bulletin."""
    look = await there.door.reader.look(campaign.id)
    who = RED if look.decisions[0].seat == "red" else BLUE
    await there.do(campaign, who, Land(bank="south"))
