"""The rules that a campaign is played by: its game, with the data that it was created with.

What is new today, a release's changed files or a host's own, is for campaigns created from now on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import __version__
from bot.moderator.api import Complaint
from bot.store import Build, playdata
from engine.api import AnyGame, Term
from engine.data.play_data import PlayData, shipped
from engine.data.with_data import as_shipped, data_of, with_data

_WARM: Final = 8
"""Versions beside today's that keep what was worked out of them; boards take some MB each."""

Version = tuple[str, str | None]
"""A game by its key, and a digest of its data as campaigns name it."""


def build_of(games: Mapping[str, AnyGame], copies: Path | None = None) -> Build:
    """Return this build as a database knows it.

    It is told apart by the rules of its games, and by how their states are dumped.

    Args:
        games: Those that it plays.
        copies: The folder of backups.
    """
    numbers = {f"{key} ruleset": game.ruleset for key, game in games.items()}
    numbers |= {f"{key} states": game.dumps for key, game in games.items()}
    return Build(__version__, numbers, copies)


class Versions:
    """Every game as it is played today, and as campaigns under way play it."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        """Begin with the *games* of today."""
        self.games = games
        self._known: dict[Version, AnyGame] = {}
        self._used: OrderedDict[str, PlayData] = OrderedDict()

    def rules(self, key: str) -> AnyGame:
        """Return a game system as new campaigns play it.

        Raises:
            Complaint: campaign.unknown_game.
        """
        game = self.games.get(key)
        if game is None:
            raise Complaint("campaign.unknown_game", game=Term("game", key))
        return game

    @staticmethod
    def shipped(game: AnyGame) -> PlayData:
        """Return what this version of Adjutant brings for a game."""
        return shipped(game.key, game.data_files)

    def today(self, game: AnyGame) -> PlayData | None:
        """Return the data that new campaigns of a game are played with; ``None`` without files."""
        return (data_of(game) or self.shipped(game)) if game.data_files else None

    def at_hand(self, key: str, digest: str | None) -> AnyGame:
        """Return a version that is loaded; else the game of today, for its names.

        Raises:
            Complaint: campaign.unknown_game.
        """
        known = self._known.get((key, digest))
        if known is None:
            game = self.rules(key)
            known = game if digest is None else self._without_looking(game, digest) or game
        return known

    async def of(self, connection: AsyncConnection, key: str, digest: str | None) -> AnyGame:
        """Return the game that campaigns of this version play.

        Raises:
            Complaint: campaign.unknown_game.
            LookupError: Its data is not on file.
            ValueError: Its data cannot be read.
        """
        game = self.rules(key)
        if not game.data_files:
            return game
        known = self._known.get((key, digest))
        if known is None:
            known = self._known[key, digest] = await self._load(connection, game, digest)
        self._use(known)
        return known

    async def _load(
        self, connection: AsyncConnection, game: AnyGame, digest: str | None
    ) -> AnyGame:
        if digest is None:
            first = await playdata.first(connection, game.key)
            return as_shipped(game) if first is None else await self.of(connection, game.key, first)
        at_hand = self._without_looking(game, digest)
        if at_hand is not None:
            return at_hand
        data = await playdata.get(connection, digest)
        if data is None or data.game != game.key:
            raise LookupError(f"the data {digest} of {game.key} is not on file")
        return with_data(game, data)

    def _without_looking(self, game: AnyGame, digest: str) -> AnyGame | None:
        """Return the game with what is shipped, or laid over it, today; if that is its data."""
        if not game.data_files:
            return game
        if digest == self.shipped(game).digest:
            return as_shipped(game)
        own = data_of(game)
        return game if own is not None and own.digest == digest else None

    def _use(self, game: AnyGame) -> None:
        data = data_of(game)
        if data is None or data is data_of(self.games[game.key]):
            return
        self._used[data.digest] = data
        self._used.move_to_end(data.digest)
        while len(self._used) > _WARM:
            _, cold = self._used.popitem(last=False)
            cold.forget()
