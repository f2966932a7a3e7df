"""A referee puts the public position of a game right, where the table lies otherwise than it may.

Only an appointed referee may, at rest, and only what everybody sees: whoever corrects learns
nothing of what is hidden. It is a step of its own, a row of kind ``!correct`` whose body names the
corrections, the reason and the referee; the state that it leads to is kept whole with it, and from
there the game goes on. Before it is saved the game is played on from it at random
(:mod:`bot.moderator.referees.proving`). Secret orders that it makes impossible are struck and told
to their own seat alone.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.moderator.api import REFEREE, Complaint, Look
from bot.moderator.referees.acts import Act, Acts, require
from bot.moderator.referees.moving import Motions
from bot.moderator.referees.proving import Unsound, prove
from bot.moderator.table import bulletins
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, Position, look_at, require_no_dice
from bot.moderator.table.play import TablePlay
from bot.moderator.table.steps import Steps, Taken
from bot.store import journal, motions, plans
from bot.store.codec import dumps
from bot.store.journal import NewEntry
from bot.store.log import CORRECT
from bot.store.motions import MotionRow
from bot.store.untold import NOTHING
from engine.api import AnyGame, Corrected, Correction, Event, Refusal, Seat, Text
from engine.errors import IllegalAction, Refused
from engine.playing.changes import Changes, changes

_log = logging.getLogger(__name__)

MOST: Final = 20
"""Corrections that are made together."""
NOTHING_OTHER: Final = "correct.nothing"
"""Code of the refusal of corrections after which all is as it was."""

Typed = tuple[str, Mapping[str, str]]
"""A kind of correction, and its fields as typed."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What corrections would lead to, as everybody would see it.

    Attributes:
        before: The public look at the position as it is.
        after: The same once it is put right. Its version is none that a campaign has, and another
            for other corrections, so that pictures of it are not taken for others.
        changes: The lines of the map in words that go and come.
        corrections: What is put right.
    """

    before: Look
    after: Look
    changes: Changes
    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """Corrections that a referee wants and another one must confirm.

    Attributes:
        id: ``[a-z0-9]{8}``; may stand in a custom id.
        reason: Why.
        typed: What is to be put right, in order.
        own: Whether it is of whoever asked: another referee must confirm it.
    """

    id: str
    reason: str
    typed: tuple[Typed, ...]
    own: bool


class Corrections:
    """Puts positions right."""

    def __init__(
        self, desk: Desk, acts: Acts, motions: Motions, steps: Steps, play: TablePlay
    ) -> None:
        self._desk = desk
        self._acts = acts
        self._motions = motions
        self._steps = steps
        self._play = play

    async def look(self, campaign_id: str, person_id: int) -> Look:
        """Return the position that a referee may put right, as everybody sees it.

        Raises:
            Complaint: campaign.unknown, not_playing; referee.has_played, referee.lesson,
                referee.not_appointed; correct.none, correct.game_over.
            IllegalAction: It cannot be put right now; the refusal says what is waited for.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        _require(live, person_id)
        look = live.look(None)
        waits = await asyncio.to_thread(waits_for, live.game, look.view)
        if waits:
            raise IllegalAction(*waits)
        return look

    async def foresee(self, campaign_id: str, person_id: int, typed: Sequence[Typed]) -> Foreseen:
        """Return what corrections would lead to; nothing is changed.

        Raises:
            Complaint: As :meth:`look` does; correct.too_many, correct.unsound.
            Refused: The rules do not allow it, or it was not understood.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        _require(live, person_id)
        worked = await self._worked(live, typed)
        after = Position(live.game, worked.done.state)
        before, number = live.look(None), number_of(live.row.version, typed)
        seen = await asyncio.to_thread(look_at, live.campaign, None, after, None, number)
        found = await asyncio.to_thread(changes, live.game, before.view, seen.view)
        return Foreseen(before, seen, found, worked.corrections)

    async def correct(self, act: Act, typed: Sequence[Typed]) -> bool:
        """Put a position right, or move to, and return whether it needs a second referee.

        Args:
            act: Who, where and why; its version is that of the position that they saw.
            typed: What is put right, in order.

        Raises:
            Complaint: As :meth:`Acts.let_in` does; correct.none, correct.too_many, correct.unsound;
                referee.no_second, where there is no other referee who could confirm it.
            Refused: The rules do not allow it, or it was not understood.
            StoreError: The database failed; nothing was changed.
        """
        moved = False

        async def work(live: Live, person: int) -> None:
            nonlocal moved
            worked = await self._proven(live, act.person_id, typed)
            moved = await self._motions.needs_two(live.row.guild_id)
            if moved:
                made = {"corrections": [[kind, dict(raw)] for kind, raw in typed]}
                await self._motions.move(live, act, person, "correct", made, {})
                return
            noted = self._acts.noted(live, act, person, "corrected")
            await self._do(live, act, person, worked, [noted])

        await self._acts.let_in(act, work, appointed=True)
        return moved

    async def motion(self, campaign_id: str, person_id: int) -> Proposed | None:
        """Return what is to be confirmed in a campaign, for a referee of it; ``None``: nothing.

        Raises:
            Complaint: As :meth:`look` does, but for correct.none.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require(live, person_id, appointed=True)
        row = await self._motions.open(live, "correct")
        if row is None:
            return None
        own = row.person == live.number_of(person_id)
        return Proposed(row.id, row.reason, _typed(row), own)

    async def confirm(
        self, campaign_id: str, person_id: int, motion_id: str, *, request: str
    ) -> None:
        """Confirm what another referee wants to be put right: it is done.

        Raises:
            Complaint: As :meth:`Acts.let_in` does; referee.motion_void, referee.own_motion;
                correct.unsound.
            Refused: The rules do not allow it any more.
            StoreError: The database failed; nothing was changed.
        """
        act = Act(campaign_id, person_id, "", request)

        async def work(live: Live, person: int) -> None:
            row = await self._motions.meant(live, "correct", motion_id, person)
            worked = await self._proven(live, person_id, _typed(row))
            given = dataclasses.replace(act, reason=row.reason)
            noted = [
                dataclasses.replace(
                    self._acts.noted(live, given, row.person, "corrected"), request=None
                ),
                self._acts.noted(live, given, person, "confirmed_correct"),
            ]
            await self._do(live, given, row.person, worked, noted, second=person)

        await self._acts.once(act, work, appointed=True)

    # -- working it out ----------------------------------------------------------------------

    async def _worked(self, live: Live, typed: Sequence[Typed]) -> _Worked:
        if len(typed) > MOST:
            raise Complaint("correct.too_many", most=MOST)
        assert live.position is not None
        try:
            return await asyncio.to_thread(_work, live.game, live.position.state, tuple(typed))
        except Refused:
            raise
        except Exception as error:
            _log.exception("campaign %s: a correction failed in the rules", live.row.id)
            raise Complaint("correct.unsound") from error

    async def _proven(self, live: Live, person_id: int, typed: Sequence[Typed]) -> _Worked:
        """Work corrections out, and refuse them where the game would not go on from there."""
        _require(live, person_id)
        worked = await self._worked(live, typed)
        seed = f"{live.row.id}/{live.row.version}".encode()
        try:
            await asyncio.to_thread(prove, live.game, worked.done.state, seed)
        except Unsound as error:
            # What was raised on the way may name what a side alone knows: no log is to have it.
            why = error if error.__cause__ is None else type(error.__cause__).__name__
            _log.error("campaign %s: no game goes on from a correction (%s)", live.row.id, why)
            raise Complaint("correct.unsound") from error
        return worked

    async def _do(
        self,
        live: Live,
        act: Act,
        person: int,
        worked: _Worked,
        noted: Sequence[NewEntry],
        *,
        second: int | None = None,
    ) -> None:
        """Save the step, and let happen what follows; *person* wanted it, *second* confirmed it."""
        taken = self._taken(live, act, person, worked, second)
        name = live.row.id
        along = [plans.unsent(name), journal.add(noted, taken.action.at), *motions.ended(name)]
        await self._play.go_on(await self._play.do(live, taken, along))

    def _taken(
        self, live: Live, act: Act, person: int, worked: _Worked, second: int | None
    ) -> Taken:
        """Work out the step."""
        assert live.position is not None
        after, reason = Position(live.game, worked.done.state), " ".join(act.reason.split())
        row = self._steps.row(
            live,
            live.position.status,
            CORRECT,
            f"{REFEREE}{act.request}",
            _told(worked.done, reason),
            person=person,
            body=_body(worked.corrections, reason, person, second),
        )
        over = live.game.outcome(after.state) is not None
        taken = self._steps.taken(live, row, after, over=over)
        if over:
            return taken
        news = tuple(post for post in taken.posts if post.kind == "news")
        return dataclasses.replace(
            taken,
            posts=(*bulletins.corrected(live, row).posts, *news),
            bulletin=live.row.bulletin + 1,
            told=row.seq,
            untold=NOTHING,
        )


def waits_for(game: AnyGame, view: Any) -> tuple[Refusal, ...]:
    """Return why nothing at all of a position can be put right now; mostly there is no reason."""
    return tuple(one for one in game.check_corrections(view, ()) if one.code != NOTHING_OTHER)


def mark_of(typed: Sequence[Typed]) -> str:
    """Return a short name of corrections: equal ones have equal names."""
    text = dumps([[kind, dict(raw)] for kind, raw in typed])
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


@dataclass(frozen=True, slots=True)
class _Worked:
    """Corrections as read, and what they lead to."""

    corrections: tuple[Correction, ...]
    done: Corrected


def _work(game: AnyGame, state: Any, typed: Sequence[Typed]) -> _Worked:
    view = game.view(state, None)
    read = tuple(game.parse_correction(view, kind, raw) for kind, raw in typed)
    return _Worked(read, game.correct(state, read))


def _require(live: Live, person_id: int) -> None:
    """Refuse whoever does not referee a game, and one that cannot be put right.

    Raises:
        Complaint: campaign.not_playing, dice_awaited; referee.has_played, referee.lesson,
            referee.not_appointed; correct.none, correct.game_over.
    """
    require(live, person_id, appointed=True, after_end=True)
    if live.row.status == "over":
        raise Complaint("correct.game_over")
    require_no_dice(live)
    if not live.game.corrections:
        raise Complaint("correct.none")


def _typed(row: MotionRow) -> tuple[Typed, ...]:
    return tuple((kind, raw) for kind, raw in row.body["corrections"])


def number_of(version: int, typed: Sequence[Typed]) -> int:
    """Return the version of a look at what corrections would lead to: no campaign has it."""
    return -1 - int.from_bytes(
        hashlib.blake2b(f"{version}/{mark_of(typed)}".encode(), digest_size=6).digest(), "big"
    )


def _body(corrections: Sequence[Correction], reason: str, person: int, second: int | None) -> str:
    made = [[type(one).kind, one.model_dump(mode="json")] for one in corrections]
    body = {"corrections": made, "reason": reason, "referee": person}
    return dumps(body if second is None else {**body, "second": second})


def _told(done: Corrected, reason: str) -> tuple[Event, ...]:
    """Return what everybody is told that was put right, and a seat what was struck of its own."""
    struck = [one for seat, lines in sorted(done.struck.items()) for one in _struck(seat, lines)]
    return (Event("campaign.corrected", "", {"reason": reason}), *done.events, *struck)


def _struck(seat: Seat, lines: Sequence[Text]) -> tuple[Event, ...]:
    own = frozenset({seat})
    return (
        Event("campaign.struck", "", {"n": len(lines)}, own),
        *(Event(f"text.{one.code}", "", one.params, own) for one in lines),
    )
