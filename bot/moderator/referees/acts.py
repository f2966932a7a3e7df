"""An act of a referee: who may, that it is done once, and the trace that it leaves.

Each is one transaction with its entry in the journal and its word to the table, both of which name
the reason. Asked again by the same request nothing more happens, also after a restart.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.referees.powers import require_outsider, require_referee
from bot.moderator.table.desk import Desk
from bot.moderator.table.journal import entry
from bot.moderator.table.live import Live, require_playing
from bot.moderator.table.posting import to_table
from bot.store import journal, outbox, people
from bot.store.batch import Write
from bot.store.journal import NewEntry

REASON_LIMIT: Final = 300
"""Characters of a reason."""
NOTHING_MORE: Final[Mapping[str, str | int]] = {}


@dataclass(frozen=True, slots=True)
class Act:
    """Who wants to act as a referee, where and why.

    Attributes:
        campaign_id: Where.
        person_id: Who. That they have the server's role the caller has made sure of.
        reason: Why, in their words; everybody reads it.
        request: Idempotency key.
        version: The public version that they saw; ``None`` where it does not matter.
    """

    campaign_id: str
    person_id: int
    reason: str
    request: str
    version: int | None = None


Work = Callable[[Live, int], Awaitable[None]]
"""Does an act in a campaign that is locked, for a referee by our number."""


class Acts:
    """Lets acts in."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def let_in(
        self, act: Act, work: Work, *, appointed: bool, after_end: bool = False
    ) -> None:
        """Let *work* do an act once, if its person may.

        Args:
            act: Who, where and why.
            work: Does it, with the writes of :meth:`trace` among what it saves.
            appointed: Whether only a referee of the campaign may; else everybody who has the role
                and no part in it.
            after_end: Whether it may be done in a game that is over too.

        Raises:
            Complaint: campaign.unknown, not_playing, over, stale; referee.has_played,
                referee.lesson, referee.not_appointed, referee.no_reason, referee.reason_long;
                and what *work* raises.
            StoreError: The database failed; nothing was changed.
        """
        require_reason(act.reason)
        await self.once(act, work, appointed=appointed, after_end=after_end)

    async def once(self, act: Act, work: Work, *, appointed: bool, after_end: bool = False) -> None:
        """Let *work* do an act whose reason was given before; all else as :meth:`let_in`."""

        async def locked(live: Live, _again: bool) -> None:
            if await self.is_done(act.request):
                return
            require(live, act.person_id, appointed=appointed, after_end=after_end)
            if act.version is not None and act.version != live.row.version:
                raise Complaint("campaign.stale")
            await work(live, await self._number(live, act.person_id))

        await self._desk.exclusive(act.campaign_id, locked)
        self._desk.tell()

    def trace(
        self,
        live: Live,
        act: Act,
        person: int,
        said: str,
        more: Mapping[str, str | int] = NOTHING_MORE,
        *,
        version: int | None = None,
    ) -> list[Write]:
        """Return the word to the table and the journal's entry of an act.

        Args:
            live: The campaign.
            act: Who, and why.
            person: Our number of them.
            said: What (``referee.said.<said>``).
            more: What else the sentence needs; nothing that not everybody may know.
            version: The public version from which on it holds; by itself the next one.
        """
        noted = self.noted(live, act, person, said, more, version=version)
        which = f"r{hashlib.sha256(act.request.encode()).hexdigest()[:12]}"
        post = to_table(live.row.id, "referee", noted.body, which)
        now = self._desk.now()
        return [outbox.add([post], now), journal.add([noted], now)]

    @staticmethod
    def noted(
        live: Live,
        act: Act,
        person: int,
        said: str,
        more: Mapping[str, str | int] = NOTHING_MORE,
        *,
        version: int | None = None,
    ) -> NewEntry:
        """Return the journal's entry alone; arguments as for :meth:`trace`."""
        body = {"said": said, "referee": person, "reason": act.reason.strip(), **more}
        number = live.row.version + 1 if version is None else version
        noted = entry(live, "referee", body, person)
        return dataclasses.replace(noted, version=number, request=act.request)

    async def is_done(self, request: str) -> bool:
        """Say whether a request has left its trace."""
        async with self._desk.database.read() as connection:
            return await journal.has(connection, request)

    async def _number(self, live: Live, person_id: int) -> int:
        known = live.number_of(person_id)
        if known is not None:
            return known
        async with self._desk.database.write() as connection:
            return await people.numbered(connection, person_id)


def require_reason(typed: str) -> str:
    """Return why something is done, as it is kept.

    Raises:
        Complaint: referee.no_reason, referee.reason_long.
    """
    reason = typed.strip()
    if not reason:
        raise Complaint("referee.no_reason")
    if len(reason) > REASON_LIMIT:
        raise Complaint("referee.reason_long", limit=REASON_LIMIT)
    return reason


def require(live: Live, person_id: int, *, appointed: bool, after_end: bool = False) -> None:
    """Refuse whoever may not act as a referee in a game, and one that is not under way.

    One that is over is let in where that is said of an act.

    Raises:
        Complaint: campaign.not_playing, over; referee.has_played, referee.lesson,
            referee.not_appointed.
    """
    if appointed:
        require_referee(live, person_id)
    else:
        require_outsider(live, person_id)
    if not (after_end and live.row.status == "over"):
        require_playing(live)
