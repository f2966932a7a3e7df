"""What the courier hands to a transport, and what a transport may answer.

Nothing here knows Discord. A transport turns a :class:`Bulletin`, :class:`Panel` or :class:`Note`
into a message in the right language and says in the words below what went wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, Protocol

from bot.moderator.api import Ask, Known, Look, SeatClock
from bot.moderator.looking.retrospects import Retrospect
from bot.moderator.offers.offers import Offer
from bot.moderator.seats.vacancies import Invitation
from bot.moderator.table.incidents import Incident
from bot.moderator.time.reminding import Due
from bot.store.reports import Report
from engine.api import Action, Event, Preview, Seat
from engine.data.rulesets import Told
from render.api import Picture


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a message goes: a channel, or a person's direct messages."""

    kind: Literal["channel", "person"]
    id: int


@dataclass(frozen=True, slots=True)
class Bulletin:
    """A public message: what has happened since the one before.

    Attributes:
        look: The public look after the last step told of.
        events: Public events, in order.
        pictures: Of each phase that is past where something happened in it, and the whole map once
            a turn; none where they cannot be attached.
        pings: People to notify, each once.
        number: Counts a campaign's bulletins from 1.
        forced: Who did what because there was nothing else to do: seats with kinds of action.
        undone: What was taken back of what was told before, and holds no more.
        entered: Who entered real dice; "" is the bot, which rolled some.
        by_clock: Whose time had run out, and what was answered for them: seats with kinds.
    """

    look: Look
    events: tuple[Event, ...]
    pictures: tuple[Picture, ...]
    pings: tuple[int, ...]
    number: int
    forced: tuple[tuple[Seat, str], ...] = ()
    undone: tuple[Event, ...] = ()
    by_clock: tuple[tuple[Seat, str], ...] = ()
    entered: tuple[Seat, ...] = ()

    @property
    def picture(self) -> Picture | None:
        """The first, if there is one."""
        return self.pictures[0] if self.pictures else None


@dataclass(frozen=True, slots=True)
class Amended:
    """A word to the table: the ruleset of its game was raised.

    Attributes:
        look: The public look of the present.
        ruleset: The number from which on it is played now.
        rulings: Those that changed since the table last heard of them, as they concern it.
    """

    look: Look
    ruleset: int
    rulings: tuple[Told, ...]
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """The pinned heading of a campaign: the public look of the present, and its clocks."""

    look: Look
    picture: Picture | None
    clocks: tuple[SeatClock, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A direct message.

    Attributes:
        kind: "receipt": a secret order as understood. "news": what only this seat learns.
            "notice": something about the campaign, *code* says what. "ask": somebody asks for a
            seat. "invite": they have been granted one.
        look: What the addressee may know of their campaign, as of the step told of.
        language: The addressee's; the campaign's when they never said.
        orders: What was ordered, when their own seat ordered it, each with what it came to before
            it was given.
        events: What they may read of it.
        picture: A part of the map, where one can be named.
        code: Key of the sentence of a notice, which names campaign and channel.
        seat: The seat that it is about, if it is about one.
        until: Until when something holds, where it says so.
        reason: Why, in the words of whoever did it, where a notice says so.
        ask: Who asks for which seat.
        invited: Which seat they have been granted.
        at: When it happened.
        report: What a member wrote to the host, for a "report".
    """

    kind: Literal["receipt", "news", "notice", "report", "ask", "invite"]
    look: Look
    language: str
    at: datetime
    orders: tuple[tuple[Action, Preview], ...] = ()
    events: tuple[Event, ...] = ()
    picture: Picture | None = None
    code: str = ""
    report: Report | None = None
    ask: Ask | None = None
    invited: Invitation | None = None
    seat: Seat | None = None
    until: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Offered:
    """A word to the table: what a seat offers the others.

    Attributes:
        look: The public look of the present.
        offer: What is offered.
        undone: What would hold no more, as all have read it.
        dice: How many dice that fell openly would count no more.
        pings: People to notify, each once.
    """

    look: Look
    offer: Offer
    undone: tuple[Event, ...] = ()
    dice: int = 0
    pings: tuple[int, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class OfferEnded:
    """A word to the table: an offer was agreed to, declined or withdrawn.

    Attributes:
        look: The public look of the present.
        kind: What was offered.
        seat: Who declined or withdrew it; of what all agree to, who offered it.
        state: "agreed", "declined" or "withdrawn".
        terms: What was offered more exactly.
    """

    look: Look
    kind: str
    seat: Seat
    state: str
    terms: str | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class TimeWord:
    """A word to the table about its time.

    Attributes:
        look: The public look of the present.
        said: What (:func:`bot.letters.clocks.told`).
        seat: Whose doing it is, or whose time has run out.
        seats: The sides that are called.
        until: When the last grace is over.
        pings: People to notify, each once.
        reason: What the host says, in their words.
    """

    look: Look
    said: str
    seat: Seat
    seats: tuple[Seat, ...] = ()
    until: datetime | None = None
    pings: tuple[int, ...] = ()
    picture: Picture | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RefereeWord:
    """A word to the table about what a referee did.

    Attributes:
        look: The public look of the present.
        said: What (``referee.said.<said>``).
        who: The referee; ``None``: they have had themself erased.
        body: What else the sentence needs, and the reason that they gave.
        pings: Who is notified: everybody who plays, as every power leaves a trace.
    """

    look: Look
    said: str
    who: Known | None
    body: Mapping[str, Any]
    pings: tuple[int, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class DiceWord:
    """A word to the table about real dice that it rolls itself.

    Attributes:
        look: The public look of the present.
        body: What is said of them (:mod:`bot.moderator.table.asking`).
        pings: People to notify, each once.
    """

    look: Look
    body: Mapping[str, Any]
    pings: tuple[int, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class SeatWord:
    """A word to the table about who plays a seat.

    Attributes:
        look: The public look of the present.
        said: What (:mod:`bot.moderator.seats.telling`).
        seat: Which seat.
    """

    look: Look
    said: str
    seat: Seat
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class BeginningWord:
    """A word to the table: a position to begin from is proposed, which sides are to confirm.

    Attributes:
        look: The public look of the present.
        changed: Whether it is in place of another.
        pings: People to notify, each once.
    """

    look: Look
    changed: bool
    pings: tuple[int, ...] = ()
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Reminder:
    """A word to somebody who is awaited, by direct message, or *here* in the first table's channel.

    Attributes:
        look: The public look of the table that is due first.
        tables: Where they are awaited, that first: each with its public look.
        language: Theirs; the campaign's when they never said.
        here: The account to notify in the channel; ``None`` for a direct message.
    """

    look: Look
    tables: tuple[tuple[Look, Due], ...]
    language: str
    here: int | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A page of somebody's lesson, for its thread.

    Attributes:
        look: The public look of the present.
        step: Name of the step.
        note: Why it is shown, where that is not plain: "still", "late", "over".
        picture: The map, where the step shows it.
    """

    look: Look
    step: str
    note: str = ""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """Looking back on a game, for the channel in which it was played.

    Attributes:
        past: What is told of it.
        pictures: The map at its end, and its film.
        has_film: Whether the film is among them.
    """

    past: Retrospect
    pictures: tuple[Picture, ...] = ()
    has_film: bool = False

    @property
    def look(self) -> Look:
        """The public look at the end."""
        return self.past.look

    @property
    def picture(self) -> Picture | None:
        """The first of the pictures."""
        return self.pictures[0] if self.pictures else None


@dataclass(frozen=True, slots=True)
class Stumbles:
    """A word to the host: what went wrong in the program, in their language.

    Attributes:
        more: How often something did besides, of other kinds.
    """

    incidents: tuple[Incident, ...]
    language: str
    more: int = 0


Post = (
    Amended
    | Bulletin
    | Ending
    | LessonPage
    | Offered
    | OfferEnded
    | Panel
    | Note
    | TimeWord
    | Reminder
    | SeatWord
    | RefereeWord
    | DiceWord
    | BeginningWord
)


def bare(post: Post) -> Post:
    """Return a message without its pictures: the words say the same."""
    if isinstance(post, Ending):
        return replace(post, pictures=(), has_film=False)
    return replace(post, pictures=()) if isinstance(post, Bulletin) else replace(post, picture=None)


@dataclass(frozen=True, slots=True)
class Rights:
    """What the bot may do in a channel."""

    post: bool = True
    locked: bool = False
    """It is a locked thread, which the bot may not open."""
    attach: bool = True
    pin: bool = True


class Undelivered(Exception):
    """A message did not get where it should."""


class ChannelGone(Undelivered):
    """There is no such channel (any more)."""


class MessageGone(Undelivered):
    """There is no such message (any more)."""


class NotAllowed(Undelivered):
    """The bot lacks a permission there."""


class Locked(Undelivered):
    """A locked or archived thread that the bot may not open."""


class NotTaken(Undelivered):
    """Discord does not take it, and does not say for how long."""


class Closed(Undelivered):
    """That person takes no direct messages from the bot, or is gone."""


class EditsSpent(Undelivered):
    """Discord limits edits of a message that old: post a new one."""


class PinsFull(Undelivered):
    """The channel has as many pins as it can have."""


class Unacceptable(Undelivered):
    """Discord refuses the message as such: too large, or against its form. Our fault."""


class TryLater(Undelivered):
    """Discord, or the way to it, fails for now.

    Attributes:
        after: Seconds that Discord asks to wait; 0 leaves it to the courier.
        arrived: False when it surely did not arrive; ``None`` when it may have.
    """

    def __init__(self, what: str, *, after: float = 0.0, arrived: Literal[False] | None) -> None:
        super().__init__(what)
        self.after = after
        self.arrived = arrived


class HostLine(Protocol):
    """The way to the host. It may raise any :class:`Undelivered`."""

    async def write(self, place: Destination, said: Stumbles, *, nonce: str) -> None:
        """Post a word to the host; the same *nonce* within minutes posts nothing."""
        ...


class Transport(Protocol):
    """The way to Discord. Every coroutine may raise any :class:`Undelivered`."""

    def rights(self, channel_id: int) -> Rights | None:
        """Say what the bot may do in a channel, without asking Discord; ``None``: unknown."""
        ...

    async def post(self, place: Destination, post: Post, *, nonce: str) -> int:
        """Post a message and return its id.

        The same *nonce* within minutes gives the message posted before and posts nothing.
        """
        ...

    async def edit(
        self, channel_id: int, message_id: int, post: Post, *, nonce: str | None = None
    ) -> None:
        """Replace a message's content.

        Where a *nonce* is given, the message can be found by it afterwards; else by none.
        """
        ...

    async def find(self, place: Destination, *, nonce: str, since: datetime) -> int | None:
        """Return the message posted with *nonce* since then, or edited with it, if it is there."""
        ...

    async def pin(self, channel_id: int, message_id: int) -> None:
        """Pin a message; one that is pinned stays so."""
        ...

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot's own."""
        ...
