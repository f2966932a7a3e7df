"""The way to whoever hosts the bot: a channel of theirs, else their direct messages."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable

from bot.courier.api import Destination, HostLine, Stumbles, TryLater, Undelivered
from bot.moderator import Moderator
from bot.moderator.table.incidents import Incident
from bot.store import people
from bot.text import language_of

_log = logging.getLogger(__name__)


class Host:
    """Tells the host of incidents."""

    def __init__(
        self,
        moderator: Moderator,
        line: HostLine,
        host_id: Callable[[], int],
        channel: int | None,
    ) -> None:
        """Tell them in a *channel*, where they have chosen one that takes it."""
        self._moderator = moderator
        self._line = line
        self._host_id = host_id
        self._channel = channel

    async def tell(self, incidents: tuple[Incident, ...], more: int) -> bool:
        """Tell of incidents; say whether there is nothing more to be tried.

        *more* is how many there were besides, of other kinds.
        Where the host can be reached by neither way, the log has all of it.

        Raises:
            StoreError: The database failed.
        """
        host = self._host_id()
        said = Stumbles(incidents, await self._language(host), more)
        name = "/".join(f"{one.fault}{one.at}" for one in incidents).encode()
        nonce = hashlib.sha256(name).hexdigest()[:24]
        channel = [] if self._channel is None else [Destination("channel", self._channel)]
        for place in (*channel, Destination("person", host)):
            try:
                await self._line.write(place, said, nonce=nonce)
            except TryLater:
                return False
            except Undelivered as error:
                _log.warning("incidents cannot be told to %s %d: %s", place.kind, place.id, error)
            else:
                break
        return True

    async def _language(self, host: int) -> str:
        async with self._moderator.desk.database.read() as connection:
            number = await people.number(connection, host)
            known = None if number is None else await people.language(connection, number)
        return language_of("" if known is None else known[1] or "")
