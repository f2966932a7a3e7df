"""How somebody comes through their lesson: what a step waits for, and what it proposes.

A step that is only read is left by a press. One that is done is done by the person's own action,
however they gave it: it is looked for in the log, so that nothing is lost by a restart. The next
page is ordered when their side is awaited again, so that it stands below all that followed.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.moderator.api import Complaint
from bot.moderator.learning.opening import proposal
from bot.moderator.table.desk import Desk
from bot.moderator.table.errands import Errands
from bot.moderator.table.live import Live
from bot.moderator.table.play import TablePlay
from bot.moderator.table.posting import lesson_page
from bot.moderator.turns.computer.player import thoughts
from bot.moderator.turns.computer.thinking import Ponder
from bot.store import Conflict, StoreError, lessons, log, outbox
from bot.store.lessons import LessonRow
from bot.store.log import ActionRow
from engine.api import Action, Event
from engine.lessons import Lesson, LessonStep
from engine.playing.suggesting import suggested
from engine.strengths import opponent_of

_log = logging.getLogger(__name__)

MOST_DONE: Final = 60
"""Actions that one press does at most: more than any turn has."""
_PATIENCE: Final = 10.0
_ATTEMPTS: Final = 5


@dataclass(frozen=True, slots=True)
class LessonDone:
    """What was done for somebody by one press.

    Attributes:
        done: The actions, in order.
        events: What happened meanwhile, as far as their seat may know.
    """

    done: tuple[Action, ...]
    events: tuple[Event, ...]


class Teaching:
    """The steps of lessons."""

    def __init__(self, desk: Desk, play: TablePlay, errands: Errands, ponder: Ponder) -> None:
        """Bring lessons on; the computer's thoughts are awaited by *ponder*."""
        self._desk = desk
        self._ponder = ponder
        self._moved: dict[str, asyncio.Event] = {}
        self._play = play
        self._errands = errands
        self._busy: set[str] = set()

    # -- following ---------------------------------------------------------------------------

    def resume(self) -> None:
        """Look at every lesson that may have come on unseen. Call once, when the bot starts."""
        self._errands.begin(self._resume(), "lessons")

    async def _resume(self) -> None:
        try:
            async with self._desk.database.read() as connection:
                found = await lessons.campaigns(connection)
        except StoreError as error:
            _log.error("the lessons cannot be found: %s", error)
            return
        for campaign in found:
            await self._follow(campaign)

    def notice(self, live: Live, row: ActionRow) -> None:
        """Look at a step: it may be what a lesson waits for."""
        del row
        moved = self._moved.pop(live.row.id, None)
        if moved is not None:
            moved.set()
        if live.row.lesson and not self._errands.resting:
            self._errands.begin(self._follow(live.row.id), f"lesson {live.row.id}")

    async def _follow(self, campaign: str) -> None:
        """Bring a lesson on as far as what was done brings it; whatever goes wrong is logged."""
        if campaign in self._busy:
            return
        try:
            for _ in range(_ATTEMPTS):
                try:
                    await self._look(campaign)
                except Conflict:
                    continue  # somebody pressed meanwhile
                return
        except Complaint as error:
            if error.code != "campaign.unknown":  # else it was erased just now
                _log.error("campaign %s: the lesson cannot go on: %s", campaign, error.code)
        except StoreError as error:
            _log.error("campaign %s: the lesson has to wait: %s", campaign, error)
        except Exception:  # noqa: BLE001 - nobody awaits this, so nobody else would tell
            _log.exception("campaign %s: the lesson stumbled", campaign)

    async def _look(self, campaign: str) -> None:
        live = await self._desk.at_hand(campaign)
        lesson = live.game.lesson
        async with self._desk.database.read() as connection:
            row = await lessons.of_campaign(connection, campaign)
            if row is None or lesson is None or live.position is None:
                return
            after = min(row.since, row.shown)
            entries = await log.between(connection, campaign, after, live.row.head)
        if live.row.status != "over" and not _is_awaited(live, lesson):
            return
        step, since, note = _come_to(lesson, row, live, entries)
        if step == row.step and not note:
            acted = any(one.seat == lesson.seat and one.seq > row.shown for one in entries)
            if not acted or live.row.bulletin == row.bulletin:
                return
            note = "still"
        if step == row.step and note == "over":
            return
        await self._show(live, lesson, row, step, since, note)

    async def _show(
        self, live: Live, lesson: Lesson, row: LessonRow, step: str, since: int, note: str = ""
    ) -> None:
        """Order the page of a step.

        Raises:
            Conflict: Somebody else has meanwhile.
            StoreError: The database failed; nothing was changed.
        """
        now = dataclasses.replace(
            row,
            step=step,
            since=since,
            shown=live.row.head,
            bulletin=live.row.bulletin,
            pages=row.pages + 1,
        )
        page = lesson_page(live, lesson, step, now.pages, note)
        now_at = self._desk.now()
        await self._desk.database.save([lessons.go_on(row, now), outbox.add([page], now_at)])
        self._desk.tell()

    # -- pressing ----------------------------------------------------------------------------

    async def at(self, campaign_id: str, person_id: int) -> LessonStep:
        """Return the step that a person is at.

        Raises:
            Complaint: campaign.unknown; lesson.over, lesson.alone.
            StoreError: The database failed.
        """
        _, lesson, row = await self._theirs(campaign_id, person_id)
        return lesson.steps[lesson.number(row.step)]

    async def leave_step(
        self, campaign_id: str, person_id: int, name: str, *, to_end: bool = False
    ) -> None:
        """Go on from a step that was read, or is not wished for; or to the last one.

        Raises:
            Complaint: campaign.unknown; lesson.over, lesson.alone, lesson.behind.
            StoreError: The database failed; nothing was changed.
        """
        live, lesson, row = await self._at_step(campaign_id, person_id, name)
        last = len(lesson.steps) - 1
        number = last if to_end else min(lesson.number(name) + 1, last)
        try:
            await self._show(live, lesson, row, lesson.steps[number].name, row.since)
        except Conflict as error:
            raise Complaint("lesson.behind") from error
        # What comes now may be done already.
        await self._follow(campaign_id)

    async def proposal(self, campaign_id: str, person_id: int) -> Action:
        """Return what the strongest computer would do now in a person's place.

        Of what it would do one after the other that which the present step is about, where it can
        be done at once; else what comes first.

        Raises:
            Complaint: campaign.unknown; lesson.over, lesson.alone, lesson.wait,
                lesson.no_proposal.
            StoreError: The database failed.
        """
        live, lesson, row = await self._theirs(campaign_id, person_id)
        step = lesson.steps[lesson.number(row.step)]
        return await self._thought(live, lesson, lambda: _about(live, lesson, step))

    async def do(self, campaign_id: str, person_id: int, name: str, *, request: str) -> LessonDone:
        """Do what is proposed until the step is done or others are awaited.

        Every action goes its usual way. The same *request* does nothing twice.

        Raises:
            Complaint: campaign.unknown; lesson.over, lesson.alone, lesson.behind, lesson.wait,
                lesson.no_proposal.
            StoreError: The database failed; what was done before that is done.
        """
        if campaign_id in self._busy:
            raise Complaint("lesson.wait")
        self._busy.add(campaign_id)
        try:
            found = await self._do(campaign_id, person_id, name, request)
        finally:
            self._busy.discard(campaign_id)
        await self._follow(campaign_id)
        return found

    async def _do(self, campaign_id: str, person_id: int, name: str, request: str) -> LessonDone:
        live, lesson, _ = await self._at_step(campaign_id, person_id, name)
        step = lesson.steps[lesson.number(name)]
        done: list[Action] = []
        events: list[Event] = []
        is_done, turn = False, _turn(live)
        while len(done) < MOST_DONE:
            if done and not _is_awaited(live, lesson):
                live = await self._answered(live, lesson)
                if live.row.status == "over" or not _is_awaited(live, lesson):
                    break
            assert live.position is not None
            phase = live.position.status.phase_key
            if done and (_turn(live) != turn or (not is_done and phase in step.late)):
                break
            action = await self._proposal(live, lesson)
            if is_done and action.kind not in step.kinds:
                break
            receipt = await self._play.act(
                campaign_id, person_id, action, request=f"{request}/{len(done)}"
            )
            if not receipt.accepted:
                _log.error("campaign %s: the proposal %s is refused", campaign_id, action.kind)
                break
            done.append(action)
            events += receipt.events
            is_done = is_done or action.kind in step.kinds
            if is_done and (action.closes or any("dice" in one.params for one in receipt.events)):
                break
            live = await self._desk.at_hand(campaign_id)
        if not done:
            raise Complaint("lesson.no_proposal")
        return LessonDone(tuple(done), tuple(events))

    async def _answered(self, live: Live, lesson: Lesson) -> Live:
        """Wait while the computer is asked in the middle of somebody's turn, not for ever."""
        campaign, turn = live.row.id, _turn(live)
        while _turn(live) == turn and not _is_awaited(live, lesson) and not self._errands.resting:
            if live.row.status == "over":
                break
            moved = self._moved.setdefault(campaign, asyncio.Event())
            try:
                async with asyncio.timeout(_PATIENCE):
                    live = await self._desk.at_hand(campaign)
                    if not _is_awaited(live, lesson):
                        await self._ponder(moved.wait())
            except TimeoutError:
                break
            live = await self._desk.at_hand(campaign)
        return live

    async def _proposal(self, live: Live, lesson: Lesson) -> Action:
        return await self._thought(live, lesson, lambda: proposal(live, lesson.seat))

    async def _thought(self, live: Live, lesson: Lesson, thought: Callable[[], Action]) -> Action:
        """Return what is thought of, off the event loop."""
        if live.row.status == "over":
            raise Complaint("campaign.over")
        if not _is_awaited(live, lesson):
            raise Complaint("lesson.wait")
        try:
            async with asyncio.timeout(_PATIENCE):
                return await asyncio.to_thread(thought)
        except Exception as error:
            _log.exception("campaign %s: nothing can be proposed", live.row.id)
            raise Complaint("lesson.no_proposal") from error

    async def _at_step(
        self, campaign_id: str, person_id: int, name: str
    ) -> tuple[Live, Lesson, LessonRow]:
        live, lesson, row = await self._theirs(campaign_id, person_id)
        if row.step != name:
            raise Complaint("lesson.behind")
        return live, lesson, row

    async def _theirs(self, campaign_id: str, person_id: int) -> tuple[Live, Lesson, LessonRow]:
        live = await self._desk.at_hand(campaign_id)
        async with self._desk.database.read() as connection:
            row = await lessons.of_campaign(connection, campaign_id)
        if row is None or live.game.lesson is None:
            raise Complaint("lesson.over")
        if row.person_id != person_id:
            raise Complaint("lesson.alone")
        return live, live.game.lesson, row


def _about(live: Live, lesson: Lesson, step: LessonStep) -> Action:
    """Return what of a computer's next actions is about a step, where that is legal now."""
    first = proposal(live, lesson.seat)
    opponent = opponent_of(live.game)
    if first.kind in step.kinds or opponent is None or live.position is None:
        return first
    view = live.position.view(lesson.seat)
    dice = thoughts(live.row.seeds.computer, lesson.seat, live.counts.read_by(lesson.seat) + 1)
    for action in suggested(live.game, opponent, view, lesson.seat, dice).actions:
        if action.kind in step.kinds:
            refused = live.game.check(live.position.state, lesson.seat, action)
            return first if refused else action
    return first


def _turn(live: Live) -> int:
    return -1 if live.position is None else live.position.status.turn


def _is_awaited(live: Live, lesson: Lesson) -> bool:
    return live.position is not None and any(
        one.seat == lesson.seat for one in live.position.decisions
    )


def _come_to(
    lesson: Lesson, row: LessonRow, live: Live, entries: Sequence[ActionRow]
) -> tuple[str, int, str]:
    """Return the step to be at, the entry that did the one before it, and what to say of it."""
    assert live.position is not None
    number, since, note = lesson.number(row.step), row.since, ""
    last = len(lesson.steps) - 1
    if live.row.status == "over":
        return lesson.steps[last].name, since, "over"
    while number < last and lesson.steps[number].kinds:
        step = lesson.steps[number]
        later = [one for one in entries if one.seq > since]
        own = [one for one in later if one.seat == lesson.seat and one.person is not None]
        by = next((one for one in own if one.kind in step.kinds), None)
        if by is not None:
            since = by.seq
        elif live.position.status.phase_key in step.late:
            note = "late"
        else:
            break
        number += 1
    return lesson.steps[number].name, since, note
