"""A table as somebody asks for it, before there is one: it can be put on file, and read again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from bot.clock import paces
from bot.moderator.api import Campaign, DiceBy, OpponentChoice, Posts, UndoTerms
from bot.moderator.referees.appointing import Candidate

if TYPE_CHECKING:
    from bot.moderator.lobby.lobby import Lobby


@dataclass(frozen=True, slots=True)
class Where:
    """Where a table is to be: a channel, and what that is *within* (:meth:`Lobby.create`)."""

    guild_id: int
    channel_id: int
    within: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NewTable:
    """What somebody asks for; fields as the arguments of :meth:`Lobby.create`.

    Attributes:
        pace: As it is written (``bot.clock.paces``).
    """

    game: str
    name: str
    language: str
    settings: Mapping[str, object] = field(default_factory=dict)
    opponent: OpponentChoice = "people"
    strength: str | None = None
    unlimited: bool = False
    asks_all: bool = False
    suggests: bool = True
    posts: Posts = "changes"
    undo: UndoTerms = "agreed"
    pace: str | None = None
    referee: Candidate | None = None
    dice: DiceBy = "bot"

    def written(self) -> str:
        """Return it as text."""
        return json.dumps(asdict(self), separators=(",", ":"))

    async def create(
        self, lobby: Lobby, where: Where, person_id: int, *, campaign_id: str | None = None
    ) -> Campaign:
        """Create it.

        Raises:
            Complaint: As :meth:`Lobby.create`.
            StoreError: The database failed; nothing was changed.
        """
        return await lobby.create(
            game=self.game,
            name=self.name,
            guild_id=where.guild_id,
            channel_id=where.channel_id,
            within=where.within,
            person_id=person_id,
            language=self.language,
            settings=self.settings,
            opponent=self.opponent,
            strength=self.strength,
            unlimited=self.unlimited,
            asks_all=self.asks_all,
            suggests=self.suggests,
            posts=self.posts,
            undo=self.undo,
            pace=paces.read(self.pace),
            referee=self.referee,
            dice=self.dice,
            campaign_id=campaign_id,
        )


def read(text: str) -> NewTable:
    """Return what was put on file."""
    values = json.loads(text)
    referee = values.pop("referee", None)
    return NewTable(**values, referee=None if referee is None else Candidate(**referee))
