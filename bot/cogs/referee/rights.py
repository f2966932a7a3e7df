"""Who has the role of a server's referees: asked at every press, and of everybody who is named."""

from __future__ import annotations

import discord

from bot.moderator import Complaint
from bot.moderator.referees.appointing import Candidate
from bot.ui.attendance import name_of
from bot.ui.visit import Visit
from engine.api import Term


async def require_role(visit: Visit) -> None:
    """Refuse whoever has not the role of this server's referees; in direct messages everybody.

    Raises:
        Complaint: visit.only_in_server; referee.no_role, referee.not_eligible.
        StoreError: The database failed.
    """
    role = await _role(visit)
    if not _has(visit.interaction.user, role):
        raise Complaint("referee.not_eligible", role=Term("role", str(role)))


async def candidate(
    visit: Visit, person: discord.Member | discord.User, *, secrets: bool
) -> Candidate:
    """Return somebody who may be named, provided that they have the role.

    Raises:
        Complaint: visit.only_in_server; referee.no_role, referee.candidate_not_eligible.
        StoreError: The database failed.
    """
    role = await _role(visit)
    if person.bot or not _has(person, role):
        raise Complaint("referee.candidate_not_eligible", role=Term("role", str(role)))
    return Candidate(person.id, name_of(person), secrets)


async def _role(visit: Visit) -> int:
    setup = await visit.moderator.servers.setup(visit.guild_id)
    if setup.referee_role is None:
        raise Complaint("referee.no_role")
    return setup.referee_role


def _has(person: discord.Member | discord.User, role: int) -> bool:
    return isinstance(person, discord.Member) and person.get_role(role) is not None
