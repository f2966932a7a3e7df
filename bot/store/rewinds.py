"""Which actions of a log were taken back: nothing is deleted, a later row says what counts no more.

A rewind is an action of the log, of the kind ``!rewind``. Its body names the actions from *first*
to *last* that it takes back, and the one *after* which the game went on: from the state there, with
what has been done since and was not taken back. In public that is only what came before *first*;
where a seat takes a secret order back, what others have done in secret since stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import dumps
from bot.store.damage import passed_over, reading
from bot.store.log import REWIND, ActionRow
from bot.store.schema import REWINDING, actions
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class Rewind:
    """One going back.

    Attributes:
        seq: The action that it is.
        after: The action after whose state it goes on.
        first, last: The actions that it takes back, with all between.
        seat: Whose it is, where it is a secret one; ``None`` is public.
        own: Which of them a secret one takes back: those of its seat.
        held: For which seat nothing answers then, where it is nobody's who plays: a referee's.
    """

    seq: int
    after: int
    first: int
    last: int
    seat: Seat | None = None
    own: tuple[int, ...] = ()
    held: Seat | None = None

    @property
    def body(self) -> str:
        """What its action holds."""
        found: dict[str, object] = {"after": self.after, "first": self.first, "last": self.last}
        if self.own:
            found["own"] = list(self.own)
        if self.held is not None:
            found["held"] = self.held
        return dumps(found)

    def undoes(self, seq: int) -> bool:
        """Say whether it takes an action back."""
        return seq in self.own if self.own else self.first <= seq <= self.last


NO_REWINDS: tuple[Rewind, ...] = ()


def read_rewind(row: ActionRow) -> Rewind:
    """Return what a row of that kind says.

    Raises:
        Unreadable: It is not what was written.
    """
    with reading(f"campaign {row.campaign}: action {row.seq}"):
        return _rewind(row.seq, row.body, row.seat if row.secret else None)


def _rewind(seq: int, body: str, seat: Seat | None) -> Rewind:
    found = json.loads(body)
    own, held = tuple(map(int, found.get("own", ()))), found.get("held")
    after, first, last = (int(found[name]) for name in ("after", "first", "last"))
    return Rewind(seq, after, first, last, seat, own, held)


_OF_CAMPAIGN = (
    select(actions.c.seq, actions.c.seat, actions.c.secret, actions.c.body)
    .where(actions.c.campaign == bindparam("which"), text(f"actions.{REWINDING}"))
    .order_by(actions.c.seq)
)


async def of(connection: AsyncConnection, campaign: str) -> tuple[Rewind, ...]:
    """Return every rewind of a campaign, in order."""
    found = await connection.execute(_OF_CAMPAIGN, {"which": campaign})
    rewinds = []
    for row in found:
        with passed_over(connection, f"campaign {campaign}: action {row.seq}"):
            rewinds.append(_rewind(row.seq, row.body, row.seat if row.secret else None))
    return tuple(rewinds)


def is_undone(rewinds: Iterable[Rewind], seq: int) -> bool:
    """Say whether an action counts no more."""
    return any(one.undoes(seq) for one in rewinds)


def counting(rows: Iterable[ActionRow], rewinds: Sequence[Rewind]) -> tuple[ActionRow, ...]:
    """Return the actions that count, without the rewinds themselves."""
    return tuple(row for row in rows if row.kind != REWIND and not is_undone(rewinds, row.seq))
