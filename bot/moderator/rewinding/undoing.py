"""What somebody may take back, and whether at once: for every game, from what its seat knew.

What is taken back is what a person sent by hand, with all that followed by itself. At once that is
possible where their seat could have known from the start all that came of it, and nobody else has
acted in public since. What came of it in fact, and what others did in secret, plays no part: so
nobody learns anything from being allowed or refused.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.moderator.api import (
    ADJOURN,
    BREAK_OFF,
    DRAW,
    FORFEIT,
    RESIGN,
    RULED_DRAW,
    RULED_LOST,
    Complaint,
)
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, require_no_dice, require_playing, undo_of
from bot.moderator.table.replay import read_action
from bot.moderator.table.sealing import is_open
from bot.moderator.table.steps import cause_of
from bot.store import log, log_pages
from bot.store.codec import EVERYTHING, visible
from bot.store.log import CORRECTIONS, OWN_CORRECT, ActionRow, Cause
from bot.store.rewinds import counting
from engine.api import Action, AnyGame, Event, Seat

LOOKED_BACK: Final = 150
"""Actions that are looked through, of those that the seat may know of."""
MOST_OFFERED: Final = 10
"""Steps of one's own that are offered at a time."""

Bar = Literal["dice", "secret", "answer", "others", "rules", "clock", "referee"]
"""Why something is not taken back at once: a die fell, something hidden came to play, somebody else
was asked; others have acted since; the rules were raised since; its time ran out, or a referee
answered for it."""

_FOR_ABSENT: Final[Mapping[Cause, tuple[Bar, ...]]] = {
    "clock": ("clock",),
    "referee": ("referee",),
}
"""Why what was answered for a seat is not taken back at once, by what led to it."""

ENDS: Final = frozenset({RESIGN, FORFEIT, DRAW, ADJOURN, BREAK_OFF, RULED_DRAW, RULED_LOST})
"""The moderator's own steps by which a game ends while there are people at its table."""

BY_HAND: Final[frozenset[Cause]] = frozenset({"hand", "plan", "again"})


@dataclass(frozen=True, slots=True)
class Undo:
    """Something that a person may take back.

    Attributes:
        seq: The first action that is taken back. It counts what others do in secret: not to be
            shown.
        number: Its place in the log as the seat reads it.
        seat: Whose it is; ``None`` where a referee put the position right by it, or the game ended
            otherwise than by its rules.
        action: What was ordered; ``None`` there too.
        secret: Whether nobody else knows of it; then nobody hears that it is taken back.
        bars: Why it is not taken back at once; empty where it is.
        seen: What all have seen of it and of what followed.
        learnt: What its seat alone has learnt of that.
        sent: What was sent of it with a plan, in order: it returns there.
        seqs: The actions that are taken back; not to be shown either.
        steps: How many public steps are taken back.
        dice: How many dice fell openly in them.
    """

    seq: int
    number: int
    seat: Seat | None
    action: Action | None
    secret: bool = False
    bars: tuple[Bar, ...] = ()
    seen: tuple[Event, ...] = ()
    learnt: tuple[Event, ...] = ()
    sent: tuple[Action, ...] = ()
    seqs: tuple[int, ...] = ()
    steps: int = 0
    dice: int = 0

    @property
    def later(self) -> int:
        """How many more steps are taken back than the one that is named."""
        return len(self.seqs) - 1

    @property
    def is_free(self) -> bool:
        """Whether it is taken back at once."""
        return not self.bars


class Undoing:
    """Finds out what may be taken back; nothing is changed here."""

    def __init__(self, desk: Desk, reader: CampaignReader) -> None:
        self._desk = desk
        self._reader = reader

    async def offered(self, campaign_id: str, person_id: int) -> tuple[Undo, ...]:
        """Return what a person may take back now, the latest first; empty where there is nothing.

        Behind what needs consent nothing else is offered.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player; undo.never, undo.lesson.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        seat = require_terms(live, person_id)
        return tuple([one async for one in self._found(live, seat)])

    async def meant(self, live: Live, seat: Seat, wanted: Callable[[Undo], bool]) -> Undo | None:
        """Return which of what a seat may take back is *wanted*, if any; the latest."""
        async for one in self._found(live, seat):
            if wanted(one):
                return one
        return None

    async def before(self, live: Live, number: int) -> Undo | None:
        """Return what it takes back to go to before a public step, by its place in the log.

        That is the log as everybody reads it, which is the whole one once a game's secrets are out.

        Whosever it is, and as everybody knows it: what a seat ordered by it and learnt of it is
        not to be shown. ``None`` where there is no such step, it counts no more, or the game can
        go back no further: to before its set-up, or before it was set back itself.
        """
        viewer = EVERYTHING if is_open(live.row, live.seats, self._desk.now()) else None
        async with self._desk.database.read() as connection:
            seq = (
                await log_pages.at(connection, live.row.id, viewer, number) if number > 0 else None
            )
            if seq is None:
                return None
            rows = await log.between(connection, live.row.id, seq - 1, live.row.head)
        line = [row for row in counting(rows, live.rewinds) if not row.secret]
        if not line or line[0].seq != seq or any(map(_is_end_of_the_way, line)):
            return None
        first = line[0]
        ordered = not first.kind.startswith("!")
        return Undo(
            seq=seq,
            number=number,
            seat=first.seat if ordered else None,
            action=read_action(live.game, first) if ordered else None,
            bars=("others",),
            seen=tuple(event for row in line for event in visible(row.events, None)),
            seqs=tuple(row.seq for row in line),
            steps=len(line),
            dice=sum(row.open_dice for row in line),
        )

    async def _found(self, live: Live, seat: Seat) -> AsyncIterator[Undo]:
        """Yield what a seat may take back, the latest first."""
        async with self._desk.database.read() as connection:
            rows = await log.tail(connection, live.row.id, seat, LOOKED_BACK)
        # A rewind is a public step too: no secret order before it is taken back by itself, nor one
        # before what a referee has put right of this seat's secrets.
        kept = (row.seq for row in rows if not row.secret or row.kind == OWN_CORRECT)
        public = max(kept, default=0)
        line = counting(rows, live.rewinds)
        since: list[ActionRow] = []
        own: list[ActionRow] = []
        bars: list[Bar] = []
        offered = 0
        for row in reversed(line):
            if _is_wall(row):
                return
            mine, by_hand = row.seat == seat, is_by_hand(row)
            if row.secret:
                if mine and by_hand and row.seq > public and len(own) < MOST_OFFERED:
                    own.insert(0, row)
                    yield await self._undo(live, seat, own, ())
                continue
            since.insert(0, row)
            if not mine:
                bars = ["others"]
                continue
            if "others" not in bars:
                bars = list(dict.fromkeys([*await self._left_open(live, seat, row), *bars]))
            bars = list(dict.fromkeys([*bars, *_FOR_ABSENT.get(_cause(row), ())]))
            if not by_hand:
                continue
            yield await self._undo(live, seat, since, tuple(bars))
            offered += 1
            if bars or offered == MOST_OFFERED:
                return

    async def _left_open(self, live: Live, seat: Seat, row: ActionRow) -> list[Bar]:
        """Return why it was not certain, before an action of the seat's, how it would go on."""
        if row.ruleset != live.game.ruleset:
            return ["rules"]
        before = await self._reader.position(live, row.seq - 1)
        if self._desk.positions.is_near((live.row.id, row.seq - 1)):
            return ["rules"]
        action = read_action(live.game, row)
        view = before.view(seat)
        left = await self._desk.think(live.row.id, _left_open, live.game, view, action)
        return [] if not left else [left]

    async def _undo(
        self, live: Live, seat: Seat, rows: Sequence[ActionRow], bars: tuple[Bar, ...]
    ) -> Undo:
        first = rows[0]
        async with self._desk.database.read() as connection:
            number = await log_pages.number(connection, live.row.id, seat, first.seq)
        told = [event for row in rows for event in visible(row.events, seat)]
        return Undo(
            seq=first.seq,
            number=number,
            seat=seat,
            action=read_action(live.game, first),
            secret=first.secret,
            bars=bars,
            seen=tuple(event for row in rows for event in visible(row.events, None)),
            learnt=tuple(event for event in told if event.audience is not None),
            sent=tuple(
                read_action(live.game, row)
                for row in rows
                if row.seat == seat and _cause(row) == "plan"
            ),
            seqs=tuple(row.seq for row in rows),
            steps=sum(not row.secret for row in rows),
            dice=sum(row.open_dice for row in rows),
        )


def require_terms(live: Live, person_id: int) -> Seat:
    """Return the seat of somebody who may take something back at a table.

    Raises:
        Complaint: campaign.not_playing, over, not_a_player, dice_awaited, stand_in; undo.never,
            undo.lesson.
    """
    require_playing(live)
    seat = live.seat_of(person_id)
    if seat is None:
        raise Complaint("campaign.not_a_player")
    require_no_dice(live)
    if seat in live.row.stand_ins:
        raise Complaint("campaign.stand_in")
    if live.row.lesson:
        raise Complaint("undo.lesson")
    if undo_of(live.row.undo) == "never":
        raise Complaint("undo.never")
    return seat


def _is_wall(row: ActionRow) -> bool:
    """Say whether no game goes back to before a step: the moderator's own, but for corrections."""
    return row.kind.startswith("!") and row.kind not in CORRECTIONS


def _is_end_of_the_way(row: ActionRow) -> bool:
    """Say whether no referee lets a game go back to before a step.

    They let it go back to before an end, also one by agreement or by their own word.
    """
    return _is_wall(row) and row.kind not in ENDS


def is_by_hand(row: ActionRow) -> bool:
    """Say whether a person gave that order: not a standing order of theirs, nor the computer."""
    return _cause(row) in BY_HAND


def _cause(row: ActionRow) -> Cause:
    """Return what led to an action, also to one from before that stood in the log."""
    return row.cause or cause_of(row.kind, row.person, row.request)


def _left_open(game: AnyGame, view: Any, action: Action) -> Literal["", "dice", "secret", "answer"]:
    """Return why it is not certain what an action leads to, "" where it is."""
    return game.suppose(view, action).open
