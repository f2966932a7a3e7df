"""People in messages: by mention where it notifies them, else as their server calls them.

A client can show a mention only of whom it knows: somebody who is notified, or was met before. Of
everybody else it shows a number. So a name stands wherever nobody is notified, with the mention
beside it where a look at the person's profile helps. Who has no name on file yet is mentioned.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

from bot.text import Raw, Words, escape

if TYPE_CHECKING:
    from bot.moderator.api import Campaign
    from engine.api import Seat

MOST = 20
"""People of one seat that are named."""


def mention(person: int) -> Raw:
    """Return what notifies a person, where the message lets it."""
    return Raw(f"<@{person}>")


def named(person: int, name: str | None) -> Raw:
    """Return a person's name, of whom nobody is notified."""
    return mention(person) if name is None else Raw(escape(name))


def introduced(person: int, name: str | None) -> Raw:
    """Return a person's name with the way to their profile."""
    return mention(person) if name is None else Raw(f"{escape(name)} ({mention(person)})")


def at_table(campaign: Campaign, person: int) -> Raw:
    """Return the name of somebody who sits or sat at a table."""
    return named(person, campaign.names.get(person))


def seated(campaign: Campaign, seat: Seat, words: Words, notified: Collection[int] = ()) -> str:
    """Return who holds a seat, and who of them is out of the server; "" where nobody does.

    Those who are *notified* are mentioned.
    """
    shown = []
    for person in campaign.seats.get(seat, ())[:MOST]:
        who = mention(person) if person in notified else at_table(campaign, person)
        shown.append(f"{who} {words.bot('seat.gone')}" if person in campaign.gone else who)
    return ", ".join(shown)


def moment(at: datetime) -> Raw:
    """Return an instant as each reader's Discord writes it, and how far off it is."""
    stamp = int(at.timestamp())
    return Raw(f"<t:{stamp}:f> (<t:{stamp}:R>)")
