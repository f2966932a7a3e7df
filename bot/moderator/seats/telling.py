"""What a table, and people, are told of who plays a seat. Pure."""

from __future__ import annotations

from typing import Literal

from bot.moderator.table.live import Live
from bot.moderator.table.posting import to_person, to_table
from bot.store.outbox import NewRow
from engine.api import Seat

Said = Literal["stands_in", "back", "offered", "kept", "came_in", "returned"]
"""The computer stands in for a seat, or its people are back; it is offered, or is no more; somebody
has come in, or who held it before has it back."""


def word(live: Live, said: Said, seat: Seat) -> NewRow:
    """Return a word to the channel, of which there is one for each public version."""
    return to_table(live.row.id, "seat", {"said": said, "seat": seat}, f"s{live.row.version}")


def notices(live: Live, code: str, seat: Seat, people: tuple[int, ...]) -> list[NewRow]:
    """Return a private word about a seat to people, by our numbers of them; one a version."""
    body = {"code": code, "seat": seat}
    name = f"{code}/{live.row.version}"
    return [to_person(live, "notice", person, body, name) for person in people]
