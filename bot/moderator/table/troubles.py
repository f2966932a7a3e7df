"""What is wrong with a campaign's channel, told to whoever created it: each once a campaign."""

from __future__ import annotations

from typing import Literal

from bot.moderator.table.desk import Desk
from bot.store import campaigns, outbox
from bot.store.outbox import NewRow

Trouble = Literal[
    "channel_gone",
    "cannot_post",
    "thread_locked",
    "refused",
    "lost_post",
    "cannot_attach",
    "cannot_pin",
    "pins_full",
]


class Troubles:
    """Tells the creators of campaigns, by direct message, and only of what is public."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def tell(self, campaign: str, trouble: Trouble) -> None:
        """Tell whoever created a campaign what is wrong, if they were not told before.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        nonce = f"{campaign}-{trouble}"
        async with self._desk.database.read() as connection:
            if await outbox.exists(connection, nonce):
                return
            row = await campaigns.get(connection, campaign)
        if row is None or row.creator is None or row.lesson:
            return  # of a lesson's thread there is nothing to be mended: another is begun
        notice = NewRow(
            campaign=campaign,
            kind="notice",
            person=row.creator,
            first_seq=0,
            last_seq=0,
            body={"code": f"notice.{trouble}"},
            nonce=nonce,
        )
        await self._desk.database.save([outbox.add([notice], self._desk.now())])
        self._desk.tell()
