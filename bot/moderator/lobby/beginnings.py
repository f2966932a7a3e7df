"""A campaign begins from a position: at a turn or a phase, with the counters where they lie.

Its creator chooses one of the game's starts and says with corrections what lies otherwise there;
every side that people hold confirms it, and others who sit down for a side are asked anew. Only
what everybody sees is said so. Before it is proposed, and again as it begins, the game is played on
from it at random (:mod:`bot.moderator.referees.proving`). It begins with a row of kind ``!begin``,
whose body names the start, the corrections, who proposed and who confirmed them; the state is kept
whole with it, and from there the game goes on.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.moderator.api import Campaign, Complaint, Look
from bot.moderator.referees.correcting import Foreseen, Typed, mark_of
from bot.moderator.referees.proving import Unsound, prove
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, Position, look_at
from bot.moderator.table.posting import to_table
from bot.moderator.table.replay import read_settings
from bot.moderator.table.sitting import confirmed_by, sitting_of, wanting
from bot.moderator.table.steps import Steps, Taken
from bot.store import beginnings, campaigns, outbox
from bot.store.beginnings import BeginningRow, Confirmation
from bot.store.codec import dumps
from bot.store.log import BEGIN
from bot.store.outbox import NewRow
from engine.api import AnyGame, Correction, Event, Start, Step, Term
from engine.dice import RecordedDice, SeededDice
from engine.errors import Refused
from engine.playing.changes import changes

_log = logging.getLogger(__name__)

MOST: Final = 150
"""Corrections of which a position is made at most."""
OFTEN: Final = 3
"""How often in an hour of the clock a table is called to confirm its position."""
_HOUR: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Laid:
    """A position as everybody may look at it before its campaign begins.

    Attributes:
        start: Where it begins.
        typed: The corrections as typed, in order.
        foreseen: What they make of the table as the game lays it out.
    """

    start: Start
    typed: tuple[Typed, ...]
    foreseen: Foreseen


class Beginnings:
    """Puts positions together, has them confirmed, and lets campaigns begin from them."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self._desk = desk
        self._steps = steps

    async def starts(self, campaign_id: str, person_id: int) -> tuple[Start, ...]:
        """Return where a campaign may be begun, for its creator.

        Raises:
            Complaint: campaign.unknown, not_creator, already_started, over; lesson.alone;
                beginning.none.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_creator(live, person_id)
        return starts_of(live)

    async def look(
        self, campaign_id: str, person_id: int, start: str, typed: Sequence[Typed] = ()
    ) -> Look:
        """Return a start's table as the game lays it out and corrections put it right.

        It is as everybody would see it.

        Raises:
            Complaint: As :meth:`starts` does; beginning.no_start; of corrections also
                correct.too_many, correct.unsound.
            Refused: The rules do not allow them, or they were not understood.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_creator(live, person_id)
        laid = await self._safely(live, _lay, live.game, live.row.settings, start, tuple(typed))
        after = Position(live.game, laid.after)
        return look_at(live.campaign, None, after, None, _number(live, start, typed))

    async def foresee(
        self, campaign_id: str, person_id: int, start: str, typed: Sequence[Typed]
    ) -> Laid:
        """Return what corrections would make of a start; nothing is changed.

        Raises:
            Complaint: As :meth:`look` does; correct.too_many, correct.unsound.
            Refused: The rules do not allow it, or it was not understood.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_creator(live, person_id)
        return await self._foreseen(live, start, typed)

    async def propose(
        self, campaign_id: str, person_id: int, start: str, typed: Sequence[Typed]
    ) -> Campaign:
        """Propose a position in place of the one before; who proposes it confirms for their side.

        The others are called to confirm it, :data:`OFTEN` times an hour at most: then the panel
        alone says so. The same one again changes nothing.

        Raises:
            Complaint: As :meth:`foresee` does.
            Refused: The rules do not allow it, or it was not understood.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            require_creator(live, person_id)
            there = live.beginning
            corrections = tuple((kind, dict(raw)) for kind, raw in typed)
            if there is not None and (there.start, there.corrections) == (start, corrections):
                return live.campaign
            dice = RecordedDice(SeededDice(f"{live.row.id}/{live.row.version}".encode()))
            await self._begun(live, start, typed, dice)
            person = live.row.creator
            assert person is not None
            row = BeginningRow(
                live.row.id, self._desk.new_id(), person, start, corrections, self._desk.now()
            )
            seat = live.seat_of(person_id)
            if seat is not None:
                own = Confirmation(seat, row.id, person, sitting_of(live, seat))
                row = dataclasses.replace(row, confirmations=(own,))
            writes = beginnings.put(row)
            if wanting(dataclasses.replace(live, beginning=row)):
                writes.append(outbox.add(await self._calls(row, changed=there is not None), row.at))
            return await self._changed(live, row, writes)

        return await self._desk.exclusive(campaign_id, work)

    async def _calls(self, row: BeginningRow, *, changed: bool) -> tuple[NewRow, ...]:
        """Return the word to whoever is to confirm a position, unless enough went out this hour."""
        body, hour = {"beginning": row.id, "changed": changed}, row.at // _HOUR
        async with self._desk.database.read() as connection:
            for number in range(OFTEN):
                post = to_table(row.campaign, "beginning", body, f"pos{hour}/{number}")
                if not await outbox.exists(connection, post.nonce):
                    return (post,)
        return ()

    async def withdraw(self, campaign_id: str, person_id: int) -> Campaign:
        """Let a campaign begin in the game's own way again; where it does, nothing happens.

        It can be done also where the rules know no position any more.

        Raises:
            Complaint: campaign.unknown, not_creator, already_started, over; lesson.alone.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            _require_its_creator(live, person_id)
            if live.beginning is None:
                return live.campaign
            return await self._changed(live, None, beginnings.ended(live.row.id))

        return await self._desk.exclusive(campaign_id, work)

    async def kept(self, campaign_id: str, person_id: int) -> tuple[str, tuple[Typed, ...]] | None:
        """Return where a proposed position begins and what lies otherwise, as it was typed.

        It is for the campaign's creator, ``None`` where there is none; the rules may know it no
        more.

        Raises:
            Complaint: As :meth:`starts` does.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_creator(live, person_id)
        row = live.beginning
        return None if row is None else (row.start, row.corrections)

    async def proposed(self, campaign_id: str) -> Laid:
        """Return the position that a campaign is to begin from, for everybody.

        Raises:
            Complaint: campaign.unknown, already_started, over; beginning.gone, beginning.void.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require_open(live)
        row = live.beginning
        if row is None:
            raise Complaint("beginning.gone")
        try:
            return await self._foreseen(live, row.start, row.corrections)
        except (Refused, Complaint) as error:
            raise Complaint("beginning.void") from error

    async def confirm(self, campaign_id: str, person_id: int, beginning_id: str) -> Campaign:
        """Confirm a position for the person's side; once more changes nothing.

        Raises:
            Complaint: campaign.unknown, already_started, over, not_a_player; beginning.changed,
                where it is none, or another one by now.
            StoreError: The database failed; nothing was changed.
        """

        async def work(live: Live, _again: bool) -> Campaign:
            require_open(live)
            seat, member, row = live.seat_of(person_id), live.member(person_id), live.beginning
            if seat is None or member is None:
                raise Complaint("campaign.not_a_player")
            if row is None or row.id != beginning_id:
                raise Complaint("beginning.changed")
            if seat in confirmed_by(live):
                return live.campaign
            one = Confirmation(seat, row.id, member.person, sitting_of(live, seat))
            others = tuple(each for each in row.confirmations if each.seat != seat)
            after = dataclasses.replace(row, confirmations=(*others, one))
            return await self._changed(live, after, beginnings.confirm(live.row.id, one))

        return await self._desk.exclusive(campaign_id, work)

    async def begin(self, live: Live, person_id: int, request: str) -> Taken:
        """Work out the step by which a campaign begins from its position; it is locked.

        Raises:
            Complaint: beginning.unconfirmed, beginning.void; campaign.fault.
        """
        row = live.beginning
        assert row is not None
        missing = wanting(live)
        if missing:
            seats = tuple(Term("seat", one) for one in missing)
            raise Complaint("beginning.unconfirmed", seats=seats)
        dice = self._steps.first_dice(live)
        try:
            made = await self._begun(live, row.start, row.corrections, dice)
        except (Refused, Complaint) as error:
            raise Complaint("beginning.void") from error
        told = (
            Event("campaign.begun_from", "", {"n": len(row.corrections)}),
            Event(f"text.{made.start.label.code}", "", made.start.label.params),
            *made.step.events,
        )
        step = dataclasses.replace(made.step, events=told)
        body = {
            "start": row.start,
            "corrections": [[one.kind, one.model_dump(mode="json")] for one in made.corrections],
            "proposed": row.person,
            "confirmed": {one.seat: one.person for one in confirmed_by(live).values()},
        }
        return self._steps.first(live, person_id, BEGIN, request, step, dice, body=dumps(body))

    # -- working it out ----------------------------------------------------------------------

    async def _changed(
        self, live: Live, beginning: BeginningRow | None, writes: Sequence[Any]
    ) -> Campaign:
        row = dataclasses.replace(live.row, version=live.row.version + 1)
        await self._desk.database.save([campaigns.change(live.row, row), *writes])
        after = dataclasses.replace(live, beginning=beginning)
        return self._desk.renew(after, row, live.people)

    async def _foreseen(self, live: Live, start: str, typed: Sequence[Typed]) -> Laid:
        laid = await self._safely(live, _lay, live.game, live.row.settings, start, tuple(typed))
        before, after = (Position(live.game, one) for one in (laid.before, laid.after))
        first = look_at(live.campaign, None, before, None, _number(live, start, ()))
        then = look_at(live.campaign, None, after, None, _number(live, start, typed))
        found = await asyncio.to_thread(changes, live.game, first.view, then.view)
        foreseen = Foreseen(first, then, found, laid.corrections)
        return Laid(_start(live, start), tuple(typed), foreseen)

    async def _begun(
        self, live: Live, start: str, typed: Sequence[Typed], dice: RecordedDice
    ) -> _Begun:
        """Let a game begin with some dice, and make sure that it goes on from there."""
        found = _start(live, start)
        if len(typed) > MOST:
            raise Complaint("correct.too_many", most=MOST)
        seed = f"{live.row.id}/{live.row.version}/begins".encode()
        settings = live.row.settings
        corrections, step = await self._safely(
            live, _begin, live.game, settings, start, tuple(typed), dice, seed
        )
        return _Begun(found, corrections, step)

    async def _safely(self, live: Live, work: Any, *args: Any) -> Any:
        """Do what may take a while; whatever fails in the rules is told to the operator alone."""
        try:
            return await asyncio.to_thread(work, *args)
        except (Refused, Complaint):
            raise
        except Unsound as error:
            # What was raised on the way may name what a side alone knows: no log is to have it.
            why = error if error.__cause__ is None else type(error.__cause__).__name__
            _log.error("campaign %s: no game goes on from a position (%s)", live.row.id, why)
            raise Complaint("correct.unsound") from error
        except Exception as error:
            _log.exception("campaign %s: a position failed in the rules", live.row.id)
            raise Complaint("correct.unsound") from error


def require_open(live: Live) -> None:
    """Refuse what can be done only before a campaign begins.

    Raises:
        Complaint: campaign.already_started, over.
    """
    if live.row.status != "open":
        over = live.row.status == "over"
        raise Complaint("campaign.over" if over else "campaign.already_started")


def require_creator(live: Live, person_id: int) -> None:
    """Refuse whoever has not created a campaign, and what begins in its own way only.

    Raises:
        Complaint: campaign.already_started, over, not_creator; lesson.alone; beginning.none.
    """
    _require_its_creator(live, person_id)
    if not starts_of(live):
        raise Complaint("beginning.none", game=Term("game", live.game.key))


def _require_its_creator(live: Live, person_id: int) -> None:
    if live.row.lesson:
        raise Complaint("lesson.alone")
    require_open(live)
    if live.row.creator_id != person_id or live.row.creator is None:
        raise Complaint("campaign.not_creator")


def starts_of(live: Live) -> tuple[Start, ...]:
    """Return where a campaign may be begun by its rules and settings."""
    return live.game.starts(read_settings(live.game, live.row.settings))


def _start(live: Live, key: str) -> Start:
    """Return a start by its key.

    Raises:
        Complaint: beginning.no_start.
    """
    found = next((one for one in starts_of(live) if one.key == key), None)
    if found is None:
        raise Complaint("beginning.no_start")
    return found


@dataclass(frozen=True, slots=True)
class _Begun:
    start: Start
    corrections: tuple[Correction, ...]
    step: Step


@dataclass(frozen=True, slots=True)
class _Table:
    """The states of a table before and after what is said of it."""

    before: Any
    after: Any
    corrections: tuple[Correction, ...]


def _lay(game: AnyGame, settings: Any, start: str, typed: tuple[Typed, ...]) -> _Table:
    if len(typed) > MOST:
        raise Complaint("correct.too_many", most=MOST)
    laid = _laid_out(game, settings, start)
    read = _read(game, laid, typed)
    return _Table(laid, game.correct(laid, read).state if read else laid, read)


def _laid_out(game: AnyGame, settings: Any, start: str) -> Any:
    try:
        return game.laid_out(read_settings(game, settings), start)
    except ValueError as error:
        raise Complaint("beginning.no_start") from error


def _read(game: AnyGame, laid: Any, typed: tuple[Typed, ...]) -> tuple[Correction, ...]:
    view = game.view(laid, None)
    return tuple(game.parse_correction(view, kind, raw) for kind, raw in typed)


def _begin(
    game: AnyGame,
    settings: Any,
    start: str,
    typed: tuple[Typed, ...],
    dice: RecordedDice,
    seed: bytes,
) -> tuple[tuple[Correction, ...], Step]:
    read = _read(game, _laid_out(game, settings, start), typed)
    step = game.begin(read_settings(game, settings), start, read, dice)
    if game.outcome(step.state) is not None:
        raise Unsound("it is over as it begins")
    prove(game, step.state, seed)
    return read, step


def _number(live: Live, start: str, typed: Sequence[Typed]) -> int:
    """Return a version that no campaign has, and another for another position."""
    text = f"{live.row.id}/{start}/{mark_of(typed)}"
    return -1 - int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big")
