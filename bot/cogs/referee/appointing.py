"""``/referee appoint``, ``/referee dismiss`` and ``/referee leave``: who referees a campaign."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.cogs.building import command
from bot.cogs.offers import put
from bot.cogs.referee import rights
from bot.letters import naming, referees
from bot.letters.pages import Page
from bot.moderator import Campaign, Complaint
from bot.moderator.referees.appointing import Candidate
from bot.ui.attendance import name_of
from bot.ui.visit import Visit


def register(top: app_commands.Group) -> None:
    """Add the commands."""
    command(appoint, "appoint", "command.referee.appoint", parent=top)
    command(dismiss, "dismiss", "command.referee.dismiss", parent=top)
    command(leave, "leave", "command.referee.leave", parent=top)


async def appoint(visit: Visit, person: discord.User, secrets: bool = False) -> None:
    """Name a referee while nobody else sits there; later propose them to all sides."""
    await visit.hold()
    campaign = await visit.campaign()
    new = await rights.candidate(visit, person, secrets=secrets)
    if campaign.status != "open":
        await _propose(visit, campaign, new)
        return
    after = await visit.moderator.referees.name(campaign.id, visit.person_id, new)
    await visit.show(Page(referees.lines(after, visit.words)))


async def dismiss(visit: Visit, person: discord.User) -> None:
    """Take a referee back while nobody else sits there; later propose it to all sides."""
    await visit.hold()
    campaign = await visit.campaign()
    if person.id not in campaign.referees:
        raise Complaint("referee.not_theirs")
    if campaign.status == "open":
        await visit.moderator.referees.unname(campaign.id, visit.person_id, person.id)
        who = naming.introduced(person.id, name_of(person))
        await visit.tell("referee.taken_back", who=who, name=campaign.name)
        return
    there = Candidate(person.id, name_of(person), campaign.referees[person.id])
    await _propose(visit, campaign, there, ends=True)


async def _propose(visit: Visit, campaign: Campaign, one: Candidate, *, ends: bool = False) -> None:
    door = visit.moderator.referees
    await door.require_proposable(campaign.id, visit.person_id, one, ends=ends)
    terms, about = await door.terms(one, ends=ends)
    await put(visit, campaign, "referee", terms, about=about)


async def leave(visit: Visit) -> None:
    """Give up refereeing this channel's campaign."""
    await visit.hold()
    campaign = await visit.campaign()
    await visit.moderator.referees.step_down(campaign.id, visit.person_id)
    who = naming.introduced(visit.person_id, visit.called)
    await visit.tell("referee.left", who=who, name=campaign.name)
