"""What a change proves as it is saved, where several processes may change the same campaign.

Whoever does some work carries its proofs with them; :meth:`bot.store.Database.write` asks for them
before anything is changed, in the same transaction. So no change has to know of other processes,
and none can forget them. Where one process has the database alone, nobody asks.
"""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import Conflict
from bot.store.schema import campaigns


class Proof(Protocol):
    """Something that must still be so for a change to be saved."""

    async def show(self, connection: AsyncConnection) -> None:
        """Prove it, and see to it that it stays so until the transaction ends.

        Raises:
            Conflict: It is not so any more.
        """

    def saved(self) -> None:
        """Take note that a change was saved by this proof."""


class Lone:
    """Proves nothing: a change of one statement, which the database makes whole or not at all."""

    async def show(self, connection: AsyncConnection) -> None:
        """Prove nothing."""

    def saved(self) -> None:
        """Take note of nothing."""


@dataclass(slots=True)
class _Carried:
    """A proof, for as long as the work is done that it is for."""

    proof: Proof
    is_over: bool = False


_CARRIED: Final[contextvars.ContextVar[tuple[_Carried, ...]]] = contextvars.ContextVar(
    "proofs", default=()
)


def carried() -> tuple[Proof, ...]:
    """Return what is to be proven for what is being done here.

    Tasks that were begun meanwhile prove it no longer than the work lasts that they came of.
    """
    return tuple(one.proof for one in _CARRIED.get() if not one.is_over)


@contextlib.contextmanager
def carrying(proof: Proof) -> Iterator[None]:
    """Let everything be saved within by a proof more."""
    own = _Carried(proof)
    before = _CARRIED.set((*_CARRIED.get(), own))
    try:
        yield
    finally:
        own.is_over = True
        _CARRIED.reset(before)


def empty_handed() -> contextvars.Context:
    """Return a context for work of its own: what is done here is no proof for it."""
    context = contextvars.copy_context()
    context.run(_CARRIED.set, ())
    return context


class Claim:
    """Proves that a campaign is as it was when it was loaded; each change makes it another.

    Attributes:
        campaign: Its id.
        revision: How often it has been changed, with what was saved by this claim.
    """

    def __init__(self, campaign: str, revision: int) -> None:
        self.campaign = campaign
        self.revision = revision

    async def show(self, connection: AsyncConnection) -> None:
        """Prove it; the campaign's row is locked then.

        Raises:
            Conflict: Another process has changed it.
        """
        done = await connection.execute(_RAISE, {"which": self.campaign, "was": self.revision})
        if done.rowcount != 1:
            raise Conflict(f"campaign {self.campaign} was changed by another process")

    def saved(self) -> None:
        """Count a change."""
        self.revision += 1


_RAISE = (
    update(campaigns)
    .where(campaigns.c.id == bindparam("which"), campaigns.c.revision == bindparam("was"))
    .values(revision=campaigns.c.revision + 1)
)


def is_claimed(campaign: str) -> bool:
    """Say whether what is done here is a change of that campaign."""
    return any(isinstance(one, Claim) and one.campaign == campaign for one in carried())


async def revision_of(connection: AsyncConnection, campaign: str) -> int | None:
    """Return how often a campaign has been changed; ``None`` where there is none."""
    found = await connection.execute(select(campaigns.c.revision).where(campaigns.c.id == campaign))
    return found.scalar_one_or_none()
