"""A side has put right what it keeps secret: it proposes, and a referee who may look confirms.

Whoever plays the side puts it together from their own view; it stands as a private motion, void
with the next step that their side can read of. Only referees who may look at secrets hear of it. To
be shown it is a look, on file before anything is shown. Confirmed, it is a secret step of that
seat, of kind ``!own_correct``, whose state is kept whole with it like that of a public correction;
refused, its people read why. For everybody else nothing happens: no number, clock or page tells.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.moderator.api import REFEREE, Complaint, Look
from bot.moderator.referees.acts import Act, Acts, require_reason
from bot.moderator.referees.correcting import MOST, Foreseen, Typed, mark_of, number_of
from bot.moderator.referees.looks import Looks
from bot.moderator.referees.powers import require_referee
from bot.moderator.referees.proving import Unsound, prove
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, Position, look_at, require_no_dice, require_playing
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import to_person
from bot.moderator.table.secrecy import check_unseen
from bot.moderator.table.steps import Steps, Taken
from bot.store import journal, outbox, plans, private_motions
from bot.store.codec import dumps
from bot.store.journal import NewEntry, of_side
from bot.store.log import OWN_CORRECT
from bot.store.outbox import NewRow
from bot.store.private_motions import PrivateRow
from engine.api import AnyGame, Corrected, Correction, Event, Refusal, Seat
from engine.errors import IllegalAction, Refused
from engine.playing.changes import own_changes

_log = logging.getLogger(__name__)

PROPOSED: Final = "notice.private_proposed"
REFUSED: Final = "notice.private_refused"
NOTHING_OTHER: Final = "correct.nothing"
OFTEN: Final = 3
"""How often a side may propose in an hour of the clock: each time referees are called."""
_HOUR: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Own:
    """What a side sees of a position that it may have put right.

    Attributes:
        look: As its people see it.
        steps: How many steps they could read of: what they propose is of that position.
    """

    look: Look
    steps: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a side wants to have put right of what it keeps secret.

    Attributes:
        id: ``[a-z0-9]{8}``; may stand in a custom id.
        seat: Whose secrets.
        reason: Why, in the words of who proposed it.
        typed: What is to be put right, in order.
    """

    id: str
    seat: Seat
    reason: str
    typed: tuple[Typed, ...]


class PrivateCorrections:
    """Takes proposals, shows them to referees who may look, and does what those confirm."""

    def __init__(self, desk: Desk, acts: Acts, looks: Looks, steps: Steps, play: TablePlay) -> None:
        self._desk = desk
        self._acts = acts
        self._looks = looks
        self._steps = steps
        self._play = play

    # -- by the side -------------------------------------------------------------------------

    async def own(self, campaign_id: str, person_id: int) -> Own:
        """Return the position that somebody's side may have put right, as that side sees it.

        Raises:
            Complaint: campaign.unknown, not_playing, over, not_a_player, stand_in, dice_awaited;
                referee.lesson; private.none, private.no_referee.
            IllegalAction: It cannot be put right now; the refusal says what is waited for.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        seat = _require_side(live, person_id)
        look = live.look(seat)
        waits = await asyncio.to_thread(_waits_for, live.game, look.view)
        if waits:
            raise IllegalAction(*waits)
        return Own(look, live.counts.read_by(seat))

    async def foresee(self, campaign_id: str, person_id: int, typed: Sequence[Typed]) -> Foreseen:
        """Return what somebody's corrections would lead to, as their side would see it.

        Raises:
            Complaint: As :meth:`own` does; correct.too_many, campaign.fault.
            Refused: The rules do not allow it, or it was not understood.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        return await self._foreseen(live, _require_side(live, person_id), typed)

    async def propose(self, act: Act, typed: Sequence[Typed]) -> None:
        """Let a proposal stand, and tell the referees of it who may look at secrets.

        Args:
            act: Who, where and why; its version is the number of steps that they saw.
            typed: What is to be put right, in order.

        Raises:
            Complaint: As :meth:`own` does; referee.no_reason, referee.reason_long,
                correct.too_many, campaign.stale, campaign.fault; private.open where the side has
                proposed something else, private.often where it has :data:`OFTEN` in this hour.
            Refused: The rules do not allow it, or it was not understood.
            StoreError: The database failed; nothing was changed.
        """
        reason = require_reason(act.reason)

        async def work(live: Live, _again: bool) -> None:
            seat = _require_side(live, act.person_id)
            if act.version != live.counts.read_by(seat):
                raise Complaint("campaign.stale")
            standing = await self._standing(live, seat)
            if standing is not None:
                if mark_of(_typed(standing)) == mark_of(typed) and standing.reason == reason:
                    return  # pressed twice
                raise Complaint("private.open")
            await self._worked(live, seat, typed)
            member = live.member(act.person_id)
            assert member is not None
            row = PrivateRow(
                live.row.id,
                seat,
                self._desk.new_id(),
                member.person,
                reason,
                live.counts.read_by(seat),
                live.row.branch,
                self._desk.now(),
                {"corrections": [[kind, dict(raw)] for kind, raw in typed]},
            )
            told = outbox.add(await self._calls(live, row), row.at)
            await self._desk.database.save([*private_motions.put(row), told])

        await self._desk.exclusive(act.campaign_id, work)
        self._desk.tell()

    async def standing(self, campaign_id: str, person_id: int) -> Proposal | None:
        """Return what somebody's side has proposed, if that is neither settled nor void.

        Raises:
            Complaint: campaign.unknown, not_a_player.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        seat = live.seat_of(person_id)
        if seat is None:
            raise Complaint("campaign.not_a_player")
        row = await self._standing(live, seat)
        return None if row is None else _proposal(row)

    async def withdraw(self, campaign_id: str, person_id: int, motion_id: str) -> None:
        """Let a proposal of somebody's side go; whoever plays it may.

        Raises:
            Complaint: campaign.unknown, not_a_player; private.nothing, where it is settled.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> None:
            seat = live.seat_of(person_id)
            if seat is None:
                raise Complaint("campaign.not_a_player")
            row = await self._standing(live, seat)
            if row is None or row.id != motion_id:
                raise Complaint("private.nothing")
            await self._desk.database.save([private_motions.settled(live.row.id, seat)])

        await self._desk.exclusive(campaign_id, work)

    # -- by referees -------------------------------------------------------------------------

    async def open(self, campaign_id: str, person_id: int) -> tuple[tuple[Seat, str], ...]:
        """Return whose proposals stand, and their ids; nothing to who may not look at secrets.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        try:
            require_referee(live, person_id, secrets=True)
        except Complaint:
            return ()
        async with self._desk.database.read() as connection:
            rows = await private_motions.of(connection, campaign_id)
        return tuple((row.seat, row.id) for row in rows if _stands(live, row))

    async def is_open(self, campaign_id: str, motion_id: str, person: int) -> bool:
        """Say whether a proposal stands, and somebody of that number of ours may look at it.

        Raises:
            Complaint: campaign.unknown.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        serves = any(one.person == person and one.serves and one.secrets for one in live.referees)
        row = await self._row(live, motion_id)
        return serves and row is not None

    async def seat_of(self, campaign_id: str, person_id: int, motion_id: str) -> Seat:
        """Return whose secrets a proposal is about, to a referee who may look at them.

        Raises:
            Complaint: As :meth:`shown`.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_referee(live, person_id, secrets=True)
        return (await self._meant(live, motion_id)).seat

    async def shown(
        self, campaign_id: str, person_id: int, motion_id: str
    ) -> tuple[Proposal, Foreseen]:
        """Return a proposal and what it would lead to, as its side sees it; that is a look.

        Raises:
            Complaint: campaign.unknown; referee.has_played, referee.lesson, referee.not_appointed,
                referee.no_secrets; private.nothing.
            Refused: The rules do not allow it any more.
            StoreError: The database failed; nothing is shown.
        """
        live = await self._desk.at_hand(campaign_id)
        require_referee(live, person_id, secrets=True)
        row = await self._meant(live, motion_id)
        await self._looks.note(campaign_id, person_id, row.seat)
        return _proposal(row), await self._foreseen(live, row.seat, _typed(row))

    async def confirm(
        self, campaign_id: str, person_id: int, motion_id: str, *, request: str
    ) -> None:
        """Confirm a proposal that was looked at: it is done, and its side is told.

        Raises:
            Complaint: As :meth:`shown` does; campaign.not_playing, over, dice_awaited, fault;
                correct.unsound; press.unknown, where they have never looked at it.
            Refused: The rules do not allow it any more.
            StoreError: The database failed; nothing was changed.
        """
        act = Act(campaign_id, person_id, "", request)

        async def work(live: Live, person: int) -> None:
            row = await self._looked_at(live, person, motion_id)
            worked = await self._proven(live, row)
            taken = self._taken(live, act, row, person, worked)
            noted = self._noted(live, act, row.seat, person, "private_confirmed")
            along = [
                journal.add([noted], taken.action.at),
                private_motions.settled(live.row.id, row.seat),
                *(plans.unsent_by(live.row.id, one.person) for one in live.seated(row.seat)),
            ]
            due = live.row.answering is not None
            live = await self._play.do(live, taken, along)
            if not due:  # an answer that is due must not come any sooner
                await self._play.go_on(live)

        await self._acts.once(act, work, appointed=True)

    async def refuse(self, act: Act, motion_id: str) -> None:
        """Refuse a proposal that was looked at; its side reads why.

        Raises:
            Complaint: As :meth:`confirm` does, but for what the rules say; referee.no_reason,
                referee.reason_long.
            StoreError: The database failed; nothing was changed.
        """
        reason = require_reason(act.reason)

        async def work(live: Live, person: int) -> None:
            row = await self._looked_at(live, person, motion_id)
            body = {"code": REFUSED, "seat": row.seat, "reason": reason}
            told = [
                to_person(live, "notice", one.person, body, f"refused/{row.id}")
                for one in live.seated(row.seat)
            ]
            now = self._desk.now()
            noted = self._noted(live, act, row.seat, person, "private_refused")
            await self._desk.database.save(
                [
                    private_motions.settled(live.row.id, row.seat),
                    journal.add([noted], now),
                    outbox.add(told, now),
                ]
            )

        await self._acts.once(act, work, appointed=True)

    # -- working it out ----------------------------------------------------------------------

    async def _calls(self, live: Live, row: PrivateRow) -> tuple[NewRow, ...]:
        """Return the words to the referees who may look, of which there are so many an hour.

        Raises:
            Complaint: private.often: those of this hour are used up.
        """
        hour = row.at // _HOUR
        async with self._desk.database.read() as connection:
            for number in range(OFTEN):
                told = _to_referees(live, row, f"proposed/{row.seat}/{hour}/{number}")
                if not any([await outbox.exists(connection, one.nonce) for one in told]):
                    return told
        raise Complaint("private.often", at=(hour + 1) * _HOUR // 1000)

    async def _row(self, live: Live, motion_id: str) -> PrivateRow | None:
        async with self._desk.database.read() as connection:
            rows = await private_motions.of(connection, live.row.id)
        return next((row for row in rows if row.id == motion_id and _stands(live, row)), None)

    async def _standing(self, live: Live, seat: Seat) -> PrivateRow | None:
        async with self._desk.database.read() as connection:
            rows = await private_motions.of(connection, live.row.id)
        return next((row for row in rows if row.seat == seat and _stands(live, row)), None)

    async def _meant(self, live: Live, motion_id: str) -> PrivateRow:
        row = await self._row(live, motion_id)
        if row is None:
            raise Complaint("private.nothing")
        return row

    async def _looked_at(self, live: Live, person: int, motion_id: str) -> PrivateRow:
        """Return a proposal that a referee may settle, having looked at its side's secrets."""
        if not any(one.person == person and one.serves and one.secrets for one in live.referees):
            raise Complaint("referee.no_secrets")
        row = await self._meant(live, motion_id)
        if not await self._looks.noted(live, person, row.seat):
            raise Complaint("press.unknown")
        return row

    async def _worked(self, live: Live, seat: Seat, typed: Sequence[Typed]) -> _Worked:
        if len(typed) > MOST:
            raise Complaint("correct.too_many", most=MOST)
        assert live.position is not None
        try:
            return await asyncio.to_thread(_work, live.game, live.position, seat, tuple(typed))
        except Refused:
            raise
        except Exception as error:
            # What was raised may name what a side alone knows: no log is to have it.
            _log.error(
                "campaign %s: a private correction failed (%s)", live.row.id, type(error).__name__
            )
            raise Complaint("campaign.fault") from error

    async def _foreseen(self, live: Live, seat: Seat, typed: Sequence[Typed]) -> Foreseen:
        worked = await self._worked(live, seat, typed)
        before, number = live.look(seat), number_of(live.row.version, typed)
        seen = await asyncio.to_thread(look_at, live.campaign, seat, worked.after, None, number)
        found = await asyncio.to_thread(own_changes, live.game, before.view, seen.view)
        return Foreseen(before, seen, found, worked.corrections)

    async def _proven(self, live: Live, row: PrivateRow) -> _Worked:
        """Work a proposal out, and refuse it where the game would not go on from there."""
        require_no_dice(live)
        worked = await self._worked(live, row.seat, _typed(row))
        seed = f"{live.row.id}/{row.id}".encode()
        try:
            await asyncio.to_thread(prove, live.game, worked.after.state, seed)
        except Unsound as error:
            why = "no game goes on" if error.__cause__ is None else type(error.__cause__).__name__
            _log.error("campaign %s: a private correction is unsound (%s)", live.row.id, why)
            raise Complaint("correct.unsound") from error
        return worked

    def _taken(self, live: Live, act: Act, row: PrivateRow, person: int, worked: _Worked) -> Taken:
        """Work out the step."""
        assert live.position is not None
        reason, own = " ".join(row.reason.split()), frozenset({row.seat})
        made = [[type(one).kind, one.model_dump(mode="json")] for one in worked.corrections]
        body = {"corrections": made, "reason": reason, "person": row.person, "referee": person}
        events = (
            Event("campaign.own_corrected", "", {"reason": reason}, own),
            *worked.done.events,
        )
        done = self._steps.row(
            live,
            live.position.status,
            OWN_CORRECT,
            f"{REFEREE}{act.request}",
            events,
            seat=row.seat,
            person=person,
            secret=True,
            body=dumps(body),
        )
        return self._steps.taken(live, done, worked.after, over=False)

    def _noted(self, live: Live, act: Act, seat: Seat, person: int, said: str) -> NewEntry:
        """Return the journal's entry, for that side and whoever may look; why is not in it."""
        bare = dataclasses.replace(act, reason="")
        noted = self._acts.noted(live, bare, person, said, {"seat": seat}, version=live.row.version)
        return dataclasses.replace(noted, audience=of_side(seat))


@dataclass(frozen=True, slots=True)
class _Worked:
    """Corrections as read, and what they lead to."""

    corrections: tuple[Correction, ...]
    done: Corrected
    after: Position


def _work(game: AnyGame, before: Position, seat: Seat, typed: Sequence[Typed]) -> _Worked:
    view = before.view(seat)
    read = tuple(game.parse_correction(view, kind, raw) for kind, raw in typed)
    done = game.correct_own(before.state, seat, read)
    after = Position(game, done.state)
    check_unseen(seat, before, after, game.seats)
    return _Worked(read, done, after)


def _waits_for(game: AnyGame, view: Any) -> tuple[Refusal, ...]:
    """Return why nothing at all of a side's secrets can be put right now."""
    return tuple(one for one in game.check_own_corrections(view, ()) if one.code != NOTHING_OTHER)


def _require_side(live: Live, person_id: int) -> Seat:
    """Return the seat of whoever may have something put right; refuse whoever may not.

    Raises:
        Complaint: As :meth:`PrivateCorrections.own`.
    """
    require_playing(live)
    seat = live.seat_of(person_id)
    if seat is None:
        raise Complaint("campaign.not_a_player")
    if live.row.lesson:
        raise Complaint("referee.lesson")
    if seat in live.row.stand_ins:
        raise Complaint("campaign.stand_in")
    if not live.game.own_corrections:
        raise Complaint("private.none")
    if not any(one.serves and one.secrets for one in live.referees):
        raise Complaint("private.no_referee")
    require_no_dice(live)
    return seat


def _stands(live: Live, row: PrivateRow) -> bool:
    """Say whether a proposal is of the position as its side knows it, and of who plays it."""
    of_now = (row.steps, row.branch) == (live.counts.read_by(row.seat), live.row.branch)
    theirs = any(one.person == row.person for one in live.seated(row.seat))
    plays = live.row.status == "playing" and row.seat not in live.row.stand_ins
    return of_now and theirs and plays


def _to_referees(live: Live, row: PrivateRow, name: str) -> tuple[NewRow, ...]:
    body = {"code": PROPOSED, "seat": row.seat, "motion": row.id}
    return tuple(
        to_person(live, "notice", one.person, body, name)
        for one in live.referees
        if one.serves and one.secrets
    )


def _proposal(row: PrivateRow) -> Proposal:
    return Proposal(row.id, row.seat, row.reason, _typed(row))


def _typed(row: PrivateRow) -> tuple[Typed, ...]:
    return tuple((kind, raw) for kind, raw in row.body["corrections"])
