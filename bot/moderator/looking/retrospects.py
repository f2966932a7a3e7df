"""Looking back on a game that is over: what was lost, what decided it, how the dice fell.

It is counted from what everybody could read all along; of secrets only their number. What they were
stands in the log, where it is open to all from a while after the end on
(:mod:`bot.moderator.table.sealing`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import sqrt
from statistics import NormalDist

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import from_ms
from bot.moderator.api import Complaint, Look
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.looking.thrown import Thrown, Throws
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.sealing import is_open, opens_at
from bot.store import StoreError, log, results
from bot.store.codec import visible
from bot.store.log import CORRECT, REWIND, ActionRow
from bot.store.results import Dice
from bot.store.rewinds import Rewind, is_undone
from engine.api import AnyGame, Event, Seat, Term
from engine.tales import Tale

MOMENTS = 5
"""Moments that are told."""
_AT_ONCE = 50
"""Rows that are read at once: a game may have thousands, and others want to be answered between."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step that bore on the game more than others.

    Attributes:
        turn, phase: When it was; *phase* is its key.
        events: What weighed in it, in order.
        weight: How much, in the game's own measure.
    """

    turn: int
    phase: str
    events: tuple[Event, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Luck:
    """How the dice fell for a seat, each counted so that more is better.

    Attributes:
        dice: How many were thrown.
        mean: What one came to on average.
        expected: What was to be expected of one.
        better_than: Of a hundred equal games so many would have gone worse, about (0 to 100).
    """

    dice: int
    mean: float
    expected: float
    better_than: int


@dataclass(frozen=True, slots=True)
class Retrospect:
    """What is told of a game that is over.

    Attributes:
        look: The public look at its end.
        turns: How many were played.
        actions: How many public actions there were.
        secrets: How many were done in secret, by seat; nothing as long as that is not open.
        opened: Whether what was secret is open to everybody.
        opens: When it opens by itself; ``None``: it is open, or never does by itself.
        losses: What each seat lost, in order.
        moments: The heaviest ones, in the order in which they came.
        luck: Of each seat that threw dice.
        taken_back: How often each seat took something back; not among the others' figures.
        corrected: How often a referee put the position right.
    """

    look: Look
    turns: int
    actions: int
    secrets: Mapping[Seat, int]
    losses: Mapping[Seat, tuple[Term, ...]]
    moments: tuple[Moment, ...]
    luck: Mapping[Seat, Luck]
    taken_back: Mapping[Seat, int] = field(default_factory=dict)
    corrected: int = 0
    opened: bool = True
    opens: datetime | None = None


class Retrospects:
    """Works them out from the log."""

    def __init__(self, desk: Desk, reader: CampaignReader) -> None:
        self._desk = desk
        self._reader = reader

    async def of(self, campaign_id: str) -> Retrospect:
        """Return what is told of a game that is over.

        Raises:
            Complaint: campaign.unknown; campaign.not_over.
            StoreError: The database failed.
        """
        look = await self._reader.look(campaign_id)
        if look.outcome is None or look.status is None:
            raise Complaint("campaign.not_over")
        live = await self._desk.at_hand(campaign_id)
        async with self._desk.database.read() as connection:
            backs = await log.rewinds_by_seat(connection, campaign_id)
            secrets = await log.secrets_by_seat(connection, campaign_id, live.counts_still)
            count = await _counted(connection, live)
        await self._keep_dice(live, count)
        opened = is_open(live.row, live.seats, self._desk.now())
        at = None if opened else opens_at(live.row, live.seats)
        return Retrospect(
            look=look,
            turns=look.status.turn,
            actions=count.actions,
            secrets=secrets if opened else {},
            opened=opened,
            opens=None if at is None else from_ms(at),
            losses={seat: tuple(lost) for seat, lost in count.losses.items()},
            moments=count.moments,
            luck={
                seat: luck_of(pips, sides) for seat, (pips, sides) in count.throws.good().items()
            },
            taken_back=backs,
            corrected=count.corrected,
        )

    async def thrown(self, campaign_id: str) -> Thrown:
        """Return how the open dice of a game fell, at its end or so far.

        Nothing else than everybody can read in the log at that moment.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        async with self._desk.database.read() as connection:
            count = await _counted(connection, live)
        return count.throws.thrown(live.campaign)

    async def _keep_dice(self, live: Live, count: Count) -> None:
        """Keep how the dice fell of a game that is over, since they are counted anyway."""
        with contextlib.suppress(StoreError):  # they are counted again where they are asked for
            async with self._desk.database.write() as connection:
                dice = dice_of(count.throws, live.seats)
                await results.keep_dice(connection, live.row.id, live.row.head, dice)


def dice_of(throws: Throws, seats: Sequence[Seat]) -> Dice:
    """Return how the dice of a game fell, as it is kept."""
    return tuple((one.seat, one.faces) for one in throws.fallen(seats))


async def _counted(connection: AsyncConnection, live: Live) -> Count:
    return await count_public(connection, live.game, live.row.id, live.row.head, live.rewinds)


async def count_public(
    connection: AsyncConnection,
    game: AnyGame,
    campaign: str,
    head: int,
    rewinds: Sequence[Rewind],
) -> Count:
    """Count what everybody can read of a game up to an action, but for what was taken back.

    Raises:
        Unreadable: What is on file of it is damaged.
    """
    count = Count(game)
    for after in range(0, head, _AT_ONCE):
        rows = await log.between(connection, campaign, after, min(after + _AT_ONCE, head))
        public = [
            row
            for row in rows
            if not row.secret and row.kind != REWIND and not is_undone(rewinds, row.seq)
        ]
        await asyncio.to_thread(count.add_all, public)
    return count


class Count:
    """What the steps of a game come to, one after the other."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.actions = 0
        self.corrected = 0
        self.losses: dict[Seat, list[Term]] = {}
        self.moments: tuple[Moment, ...] = ()
        self.throws = Throws()

    def add_all(self, rows: Iterable[ActionRow]) -> None:
        """Count public steps."""
        for row in rows:
            self.add(row)

    def add(self, row: ActionRow) -> None:
        """Count a public step."""
        self.actions += row.seat is not None
        self.corrected += row.kind == CORRECT
        told = [(event, self._game.tale(event)) for event in visible(row.events, None)]
        for event, tale in told:
            self._count(event, tale)
        events = tuple(event for event, tale in told if weight_of(tale))
        if events:
            weight = sum(weight_of(tale) for _, tale in told)
            moment = Moment(row.turn, row.phase, events, weight)
            self.moments = _heaviest((*self.moments, moment))

    def _count(self, event: Event, tale: Tale[Term]) -> None:
        for loss in tale.losses:
            self.losses.setdefault(loss.seat, []).append(loss.what)
        for throw in tale.throws:
            self.throws.add(event.rule, throw)


def weight_of(tale: Tale[Term]) -> int:
    """Return how much an event bears on a game."""
    return tale.weight + sum(loss.worth for loss in tale.losses)


def _heaviest(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """Return those that weigh most, in the order in which they came; of equals the earlier."""
    numbered = sorted(enumerate(moments), key=lambda one: (-one[1].weight, one[0]))[:MOMENTS]
    return tuple(moment for _, moment in sorted(numbered, key=lambda one: one[0]))


def luck_of(pips: list[int], sides: list[int]) -> Luck:
    """Return how dice fell that showed *pips*, of so many *sides* each; there is at least one."""
    number = len(pips)
    mean, expected = sum(pips) / number, sum(one + 1 for one in sides) / 2 / number
    spread = sqrt(sum((one * one - 1) / 12 for one in sides)) / number
    share = NormalDist(expected, spread).cdf(mean) if spread else 0.5
    return Luck(number, mean, expected, round(100 * share))
