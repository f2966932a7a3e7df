"""What somebody has played to its end: results, sides, how the open dice of their sides fell.

A person sees it of themselves, in a server and in all; others of a server see what was played
there, and only while the person lets them. Nothing of a game under way is counted, so that no
figure can tell of it, and how somebody came to lose is no figure.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from bot.moderator.api import ABANDON, ADJOURN, BREAK_OFF, CLOSE, DRAW, RULED_DRAW, Complaint
from bot.moderator.looking.retrospects import count_public, dice_of
from bot.moderator.looking.thrown import Fallen
from bot.moderator.table.desk import UNREADABLE, Desk
from bot.moderator.table.live import outcome_of, seats_with
from bot.store import campaigns, figures, people, results, rewinds, steps
from bot.store.batch import one_by_one
from bot.store.campaigns import CampaignRow
from bot.store.errors import reason
from bot.store.figures import PlayedRow
from bot.store.results import Dice
from engine.api import AnyGame, Seat

Came = Literal["won", "drawn", "lost", "adjourned", "closed"]
"""What came of a game for a seat; the last two are without a result."""
CAME: Final[tuple[Came, ...]] = ("won", "drawn", "lost", "adjourned", "closed")

MOST: Final = 1000
"""Campaigns of one person that count, the latest of them."""
WINNERS_AT_ONCE: Final = 40
"""Campaigns of earlier builds of which one look finds out who won."""
DICE_AT_ONCE: Final = 8
"""Campaigns whose dice one look counts: a log may have thousands of entries."""
_KEPT: Final = 1000


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What somebody has played of one game, against people or against the computer.

    Attributes:
        game: Its key.
        computer: Whether the computer played all other sides.
        sides: What came of it, how often, by the side that they held at the end.
    """

    game: str
    computer: bool
    sides: Mapping[Seat, Mapping[Came, int]]

    @property
    def came(self) -> Mapping[Came, int]:
        """What came of it, how often, on whatever side."""
        whole: Counter[Came] = Counter()
        for one in self.sides.values():
            whole.update(one)
        return whole

    @property
    def ended(self) -> int:
        """How many games they were."""
        return sum(self.came.values())


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody has played to its end.

    Attributes:
        games: By game, the most played first; games against people before those against the
            computer.
        came_in: How often they had come in for somebody else.
        dice: How the open dice of their sides fell, by kind of die, fewest faces first.
        waiting: Games whose dice, or whose winner, is not counted yet: looking again goes on.
        unread: Games that cannot be read, or not wholly: what cannot is left out.
        more: Whether there are games before those that count.
    """

    games: tuple[GameFigures, ...] = ()
    came_in: int = 0
    dice: tuple[Fallen, ...] = ()
    waiting: int = 0
    unread: int = 0
    more: bool = False

    @property
    def ended(self) -> int:
        """How many games were played to their end."""
        return sum(one.ended for one in self.games)


@dataclass(frozen=True, slots=True)
class OwnFigures:
    """What a person is shown of themselves.

    Attributes:
        here: Of the server where they ask; ``None`` in direct messages.
        everywhere: Of all servers.
        shown: Whether others of that server may see what is *here*.
    """

    here: Figures | None
    everywhere: Figures
    shown: bool = False


class PlayedFigures:
    """Figures of people, and who lets others see theirs."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._turn = asyncio.Lock()
        self._unread: OrderedDict[str, None] = OrderedDict()

    async def own(self, person_id: int, guild_id: int | None) -> OwnFigures:
        """Return a person's own figures, of a server and of all.

        Raises:
            StoreError: The database failed.
        """
        everywhere = await self._figures(person_id, None)
        if guild_id is None:
            return OwnFigures(None, everywhere)
        here = await self._figures(person_id, guild_id)
        return OwnFigures(here, everywhere, await self.is_shown(guild_id, person_id))

    async def shown(self, guild_id: int, person_id: int) -> Figures | None:
        """Return what others of a server may see of a person; ``None``: nothing.

        Raises:
            StoreError: The database failed.
        """
        if not await self.is_shown(guild_id, person_id):
            return None
        return await self._figures(person_id, guild_id)

    # -- who lets others see them ------------------------------------------------------------

    async def is_shown(self, guild_id: int, person_id: int) -> bool:
        """Say whether a person lets the others of a server see their figures of there.

        Raises:
            StoreError: The database failed.
        """
        async with self._desk.database.read() as connection:
            return await figures.shown(connection, guild_id, person_id)

    async def show(self, guild_id: int, person_id: int) -> None:
        """Let the others of a server see a person's figures of there, as that person says.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await figures.show(connection, guild_id, person_id, self._desk.now())

    async def hide(self, guild_id: int, person_id: int) -> None:
        """Let them see nothing of it any more.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        async with self._desk.database.write() as connection:
            await figures.hide(connection, guild_id, person_id)

    # -- counting ----------------------------------------------------------------------------

    async def _figures(self, person_id: int, guild_id: int | None) -> Figures:
        async with self._desk.database.read() as connection:
            person = await people.number(connection, person_id)
        if person is None:
            return Figures()
        rows = await self._played(person, guild_id)
        if await self._work_out(rows):
            rows = await self._played(person, guild_id)
        async with self._desk.database.read() as connection:
            came_in = await figures.came_in(connection, person, guild_id)
        return await asyncio.to_thread(
            _summed, rows, self._desk.versions.games, frozenset(self._unread), came_in
        )

    async def _played(self, person: int, guild_id: int | None) -> tuple[PlayedRow, ...]:
        async with self._desk.database.read() as connection:
            return await figures.played(connection, person, guild_id, most=MOST + 1)

    async def _work_out(self, rows: Iterable[PlayedRow]) -> bool:
        """Find out what is not on file of some games that are over, and keep it; say whether any.

        Of one look at a time: the others show what is there.
        """
        lacking = [
            row
            for row in rows
            if row.dice is None
            and row.game in self._desk.versions.games
            and row.campaign not in self._unread
        ]
        unknown = [row for row in lacking if not row.known and row.ending is None]
        if not lacking or self._turn.locked():
            return False
        async with self._turn:
            for row in unknown[:WINNERS_AT_ONCE]:
                await self._try(row, dice=False)
            for row in lacking[:DICE_AT_ONCE]:
                if row.campaign not in self._unread:
                    await self._try(row, dice=True)
        return True

    async def _try(self, played: PlayedRow, *, dice: bool) -> None:
        """Find out who won a game, or how its dice fell; leave out one that cannot be read."""
        try:
            await self._find_out(played.campaign, dice=dice)
        except (*UNREADABLE, *steps.UNREADABLE, Complaint) as error:
            what = f"campaign {played.campaign} cannot be counted ({reason(error)})"
            self._desk.database.damage.note(what)
            self._unread[played.campaign] = None
            while len(self._unread) > _KEPT:
                self._unread.popitem(last=False)

    async def _find_out(self, campaign: str, *, dice: bool) -> None:
        fallen: Dice | None = None
        async with self._desk.database.read() as connection:
            row = await campaigns.get(connection, campaign)
            if row is None or row.status != "over":
                return  # erased just now
            game = await self._desk.versions.of(connection, row.game, row.data)
            if dice:
                rewound = await rewinds.of(connection, campaign)
                count = await count_public(connection, game, campaign, row.head, rewound)
                fallen = dice_of(count.throws, game.seats)
        winner = await self._winner(row, game)
        async with self._desk.database.write() as connection:
            await one_by_one(connection, results.put(campaign, row.head, winner, fallen))

    async def _winner(self, row: CampaignRow, game: AnyGame) -> Seat | None:
        """Return who won a game that is over.

        Raises:
            ValueError: Its last state is not on file, or not its end.
        """
        if row.ending is not None:
            return outcome_of(row.ending, game).winner
        tell = self._desk.database.damage.note
        async with self._desk.database.read() as connection:
            last = await steps.present_of(connection, row.id, tell)
        if last is None or last.seq != row.head:
            raise ValueError("its last state is not on file")
        return await asyncio.to_thread(_won, game, last.text)


def _won(game: AnyGame, state: str) -> Seat | None:
    """Return who has won by the last state of a game."""
    outcome = game.outcome(game.load(state))
    if outcome is None:
        raise ValueError("its last state is not its end")
    return outcome.winner


# ------------------------------------------------------------------------------ adding up


@dataclass(slots=True)
class _Sum:
    """What some games come to."""

    sides: dict[tuple[str, bool], dict[Seat, Counter[Came]]] = field(default_factory=dict)
    dice: dict[int, Fallen] = field(default_factory=dict)
    waiting: int = 0
    unread: int = 0

    def add(self, row: PlayedRow, game: AnyGame, *, readable: bool) -> None:
        """Add a game, played by the rules of *game*."""
        came = came_of(row)
        if came is not None:
            found = self.sides.setdefault((row.game, _against_computer(row, game)), {})
            found.setdefault(row.seat, Counter())[came] += 1
        lacks = row.dice is None or came is None
        self.waiting += lacks and readable
        self.unread += lacks and not readable
        for seat, faces in row.dice or ():
            if seat == row.seat:
                one = Fallen("", faces)
                before = self.dice.get(one.sides)
                self.dice[one.sides] = one if before is None else before.with_(one)


def came_of(row: PlayedRow) -> Came | None:
    """Return what came of a game for whoever held that seat at its end; ``None``: not known yet."""
    ending = row.ending
    if ending is None:
        if not row.known:
            return None
        return "drawn" if row.winner is None else "won" if row.winner == row.seat else "lost"
    if ending.kind in {DRAW, RULED_DRAW}:
        return "drawn"
    if ending.kind in {ADJOURN, BREAK_OFF}:
        return "adjourned"
    if ending.kind in {CLOSE, ABANDON} or ending.seat is None:
        return "closed"
    # Somebody resigned, or lost by their time or by what a referee ruled.
    if ending.seat == row.seat:
        return "lost"
    return "won" if row.winner == row.seat else "closed"


def _summed(
    rows: Sequence[PlayedRow],
    games: Mapping[str, AnyGame],
    unread: frozenset[str],
    came_in: int,
) -> Figures:
    """Return what games come to, of those that this installation knows."""
    whole = _Sum()
    for row in rows[:MOST]:
        if row.game not in games or (row.left and not _abandoned(row)):
            continue
        game = games[row.game]
        whole.add(_with_winner(row, game), game, readable=row.campaign not in unread)
    found = [
        GameFigures(game, computer, {seat: dict(came) for seat, came in sides.items()})
        for (game, computer), sides in whole.sides.items()
    ]
    often = Counter[str]()
    for one in found:
        often[one.game] += one.ended
    found.sort(key=lambda one: (-often[one.game], one.game, one.computer))
    return Figures(
        games=tuple(found),
        came_in=came_in,
        dice=tuple(whole.dice[sides] for sides in sorted(whole.dice)),
        waiting=whole.waiting,
        unread=whole.unread,
        more=len(rows) > MOST,
    )


def _with_winner(row: PlayedRow, game: AnyGame) -> PlayedRow:
    """Return a game with who won it, where that follows from how it was ended."""
    if row.ending is None or row.known:
        return row
    return replace(row, winner=outcome_of(row.ending, game).winner)


def _against_computer(row: PlayedRow, game: AnyGame) -> bool:
    """Say whether the computer played all other sides."""
    if not row.computer:
        return False
    return {*seats_with(json.loads(row.settings), game)} - {row.seat} <= {*row.computer}


def _abandoned(row: PlayedRow) -> bool:
    return row.ending is not None and row.ending.kind == ABANDON
