"""What a step leads to, and what it changes on file: one transaction with all that follows.

Nothing here is saved yet, and nobody is told.
"""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from bot.moderator.api import (
    ADJOURN,
    BREAK_OFF,
    CLOCK,
    CLOSE,
    DRAW,
    FORCED,
    FORFEIT,
    PLANNED,
    REFEREE,
    RULED_DRAW,
    RULED_LOST,
    SETBACK,
    SETUP,
    STANDING,
    Complaint,
)
from bot.moderator.table.bulletins import knowing, nonce_of
from bot.moderator.table.clocks import after_step, calls, changed_of
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live, Position, dice_by, outcome_of, require_no_dice
from bot.moderator.table.posting import amended, posts_of, told_of
from bot.moderator.table.replay import read_settings
from bot.moderator.table.secrecy import check_secret
from bot.store import (
    campaigns,
    clocks,
    closings,
    erased_people,
    forum_posts,
    log,
    motions,
    named_groups,
    offers,
    outbox,
    pending,
    plans,
    private_motions,
    purge,
    results,
    steps,
    vacancies,
)
from bot.store.batch import Write
from bot.store.campaigns import CampaignRow, EarlyEnd
from bot.store.clocks import Clocks
from bot.store.digests import digest_of
from bot.store.log import BEGIN, CORRECT, CORRECTIONS, REWIND, ActionRow, Cause, StateRow
from bot.store.outbox import NewRow
from bot.store.rewinds import read_rewind
from bot.store.untold import Untold
from engine.api import Action, Event, Seat, Status, Step, Term
from engine.dice import Dice, DiceNeeded, EnteredDice, Entry, RecordedDice, Roll
from engine.errors import DiceDiverged, Refused

_log = logging.getLogger(__name__)

_ENDING: Final = (
    purge,
    erased_people,
    plans,
    named_groups,
    offers,
    motions,
    private_motions,
    clocks,
    vacancies,
)
"""What goes with the end of a campaign; first who is forgotten with it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step worked out and not yet saved.

    Attributes:
        answering: The seats whose people know that they are awaited, or were just now, where a
            standing order is to answer what the step leaves open; else ``None``.
    """

    action: ActionRow
    position: Position
    posts: tuple[NewRow, ...]
    ending: EarlyEnd | None
    over: bool
    bulletin: int
    told: int
    untold: Untold
    answering: tuple[Seat, ...] | None


def cause_of(kind: str, person: int | None, request: str) -> Cause:
    """Return what led to an action, as its request says."""
    if request.startswith(REFEREE):
        return "referee"
    if kind.startswith("!"):
        return "table"
    if request.startswith(STANDING):
        return "standing"
    if request.startswith(FORCED):
        return "forced"
    if request.startswith(CLOCK):
        return "clock"
    if person is None:
        return "computer"
    return "plan" if request.startswith(PLANNED) else "hand"


def branch_after(live: Live, kind: str, *, secret: bool) -> int:
    """Return the branch that a campaign is on after a step of that kind."""
    return live.row.branch + (kind in {SETBACK, CORRECT, BEGIN} or (kind == REWIND and not secret))


def held_after(live: Live, row: ActionRow) -> Seat | None:
    """Return the seat for which nothing answers after a step: it took something back.

    Where a referee has gone back, it is the one that is asked anew.
    """
    if row.secret:
        return live.row.held
    if row.kind == REWIND:
        return read_rewind(row).held or row.seat
    return None if row.seat == live.row.held else live.row.held


def _failed_at_first(live: Live) -> Complaint:
    """Note that a game fails as it is to begin, and return what is said of it."""
    _log.exception("campaign %s: the set-up failed in the rules", live.row.id)
    return Complaint("campaign.fault")


class Answering(Protocol):
    """Knows which questions are answered as soon as they arise."""

    def answered(
        self, live: Live, position: Position, dice: Callable[[], Dice], *, secret: bool
    ) -> frozenset[Seat] | None:
        """Return the seats of which every question in *position* is answered at once.

        ``None`` when none is. *dice* makes those that the next step will meet; *secret* is whether
        the step that leads there is.
        """


class Steps:
    """Works steps out."""

    def __init__(self, desk: Desk, answering: Answering) -> None:
        """Work for the campaigns of *desk*; *answering* says who need not be called."""
        self._desk = desk
        self._answering = answering

    def take(
        self,
        live: Live,
        seat: Seat,
        person: int | None,
        action: Action,
        request: str,
        *,
        known: frozenset[Seat] | None = None,
        entered: int | None = None,
        rolled: Sequence[Entry] = (),
    ) -> Taken:
        """Work out what an action leads to. No person is the computer, or a standing order.

        *known* are the seats that need not be called; by itself those awaited until now. *entered*
        is the action of the log that a rewind enters anew by this one. *rolled* is what was entered
        of its real dice so far, at a table that rolls them.

        Raises:
            Refused: The rules forbid it.
            DiceNeeded: It stands, and more real dice are to be rolled for it.
            DiceDiverged: What was entered is not what the rules ask for.
            Complaint: campaign.fault, when the game system fails.
        """
        assert live.position is not None
        dice = self._dice(live, action, rolled)
        try:
            step = live.game.apply(live.position.state, seat, action, dice)
            if isinstance(dice, EnteredDice):
                dice.finish()
            after = Position(live.game, step.state)
            if action.secret:
                check_secret(seat, live.position, after, step, dice)
            else:
                _ = after.status  # fails now, if it fails, and not when it is shown
            over = live.game.outcome(step.state) is not None
        except (Refused, DiceNeeded, DiceDiverged):
            raise
        except Exception as error:
            _log.exception("campaign %s: %s failed in the rules", live.row.id, action.kind)
            raise Complaint("campaign.fault") from error
        before = live.position.status
        row = self.row(
            live,
            before,
            action.kind,
            request,
            step.events,
            seat=seat,
            person=person,
            secret=action.secret,
            body=action.model_dump_json(),
            rolls=tuple(dice.rolls),
            cause=self._cause(live, entered),
            entered=entered,
        )
        return self.taken(live, row, after, over=over, known=known)

    def take_for_absent(
        self, live: Live, seat: Seat, person: int | None, action: Action, request: str
    ) -> Taken:
        """Work out what an action leads to of a seat whose people are not there.

        At a table that rolls its own dice the bot rolls for them, at once: nobody is to be waited
        for. All else is as in :meth:`take`.
        """
        rolled: list[Entry] = []
        dice = live.row.dice(live.thrown, live.row.version + 1)
        while True:
            try:
                return self.take(live, seat, person, action, request, rolled=rolled)
            except DiceNeeded as needed:
                rolled.append(Entry(dice.roll(needed.purpose, needed.count, needed.sides)))

    @staticmethod
    def _dice(live: Live, action: Action, rolled: Sequence[Entry]) -> RecordedDice:
        """Return the dice of an action: the bot's or, of a public one at such a table, real ones.

        Its secret rolls are numbered by the version since which it stands, however often it is
        asked anew.
        """
        step = live.row.version + (0 if action.secret else 1)
        if dice_by(live.row.dice_by) == "bot" or action.secret:
            return RecordedDice(live.row.dice(live.thrown, step))
        if live.pending is not None:
            step = live.pending.version
        return EnteredDice(rolled, live.row.dice(live.thrown, step))

    @staticmethod
    def _cause(live: Live, entered: int | None) -> Cause | None:
        """Return what led to an action where its request does not say it."""
        if entered is not None:
            return "again"
        return None if live.pending is None else live.pending.cause

    def set_up(self, live: Live, person_id: int, request: str) -> Taken:
        """Work out the set-up."""
        dice = self.first_dice(live)
        try:
            step = live.game.setup(read_settings(live.game, live.row.settings), dice)
        except Exception as error:
            raise _failed_at_first(live) from error
        return self.first(live, person_id, SETUP, request, step, dice)

    @staticmethod
    def first_dice(live: Live) -> RecordedDice:
        """Return the dice with which a game begins: the bot's, whoever rolls the others."""
        return RecordedDice(live.row.dice(0, live.row.version + 1))

    def first(
        self,
        live: Live,
        person_id: int,
        kind: str,
        request: str,
        step: Step,
        dice: RecordedDice,
        *,
        body: str = "{}",
    ) -> Taken:
        """Return the step by which a game begins: its set-up, or that it begins from a position.

        Raises:
            Complaint: campaign.fault, when the game system fails.
        """
        try:
            after = Position(live.game, step.state)
            status = after.status
            over = live.game.outcome(step.state) is not None
        except Exception as error:
            raise _failed_at_first(live) from error
        member = live.member(person_id)
        row = self.row(
            live,
            status,
            kind,
            request,
            step.events,
            person=None if member is None else member.person,
            body=body,
            rolls=tuple(dice.rolls),
        )
        return self.taken(live, row, after, over=over)

    def own_step(
        self, live: Live, kind: str, seat: Seat | None, person: int | None, request: str
    ) -> Taken:
        """Work out one of the moderator's own steps: each of them ends the game."""
        assert live.position is not None
        status = live.position.status
        if kind == CLOSE:
            event = Event("campaign.closed", "")
        elif kind in {BREAK_OFF, RULED_DRAW}:
            event = Event(
                "campaign.ruled_draw" if kind == RULED_DRAW else "campaign.broken_off", ""
            )
        elif kind in {DRAW, ADJOURN}:
            event = Event("campaign.drawn" if kind == DRAW else "campaign.adjourned", "")
        elif seat is None:
            event = Event("campaign.abandoned", "")
        elif kind == RULED_LOST:
            event = Event("campaign.ruled_lost", "", {"seat": Term("seat", seat)})
        elif kind == FORFEIT:
            event = Event("campaign.forfeited", "", {"seat": Term("seat", seat)})
        else:
            event = Event("campaign.resigned", "", {"seat": Term("seat", seat)})
        row = self.row(live, status, kind, request, (event,), seat=seat, person=person)
        return self.taken(live, row, live.position, over=True, ending=EarlyEnd(kind, seat))

    def row(
        self,
        live: Live,
        status: Status,
        kind: str,
        request: str,
        events: tuple[Event, ...],
        *,
        seat: Seat | None = None,
        person: int | None = None,
        secret: bool = False,
        body: str = "{}",
        rolls: tuple[Roll, ...] = (),
        cause: Cause | None = None,
        entered: int | None = None,
    ) -> ActionRow:
        """Return the next row of a campaign's log; *status* is the heading it stands under.

        What it is caused by follows from its request where nothing is said.
        """
        return ActionRow(
            campaign=live.row.id,
            seq=live.row.head + 1,
            seat=seat,
            person=person,
            kind=kind,
            secret=secret,
            body=body,
            rolls=rolls,
            events=events,
            ruleset=live.game.ruleset,
            request=request,
            version=live.row.version + (0 if secret else 1),
            turn=status.turn,
            phase=status.phase_key,
            at=self._desk.now(),
            cause=cause or cause_of(kind, person, request),
            branch=branch_after(live, kind, secret=secret),
            entered=entered,
        )

    def taken(
        self,
        live: Live,
        row: ActionRow,
        after: Position,
        *,
        over: bool,
        ending: EarlyEnd | None = None,
        known: frozenset[Seat] | None = None,
    ) -> Taken:
        """Return a step of which its *row* and the position *after* it are known.

        Raises:
            Complaint: campaign.dice_awaited, where that stands that waits for dice: but it, nothing
                is done but what ends the game or sets it back.
        """
        waits = live.pending
        if not (over or waits is None or row.kind == SETBACK or row.request == waits.request):
            require_no_dice(live)
        digest = digest_of(live.row.seed, row.campaign, row.seq, after.text)
        row = log.chained(dataclasses.replace(row, digest=digest), live.link)
        dice = partial(live.row.dice, live.thrown + row.dice, row.version + 1)
        then = dataclasses.replace(
            live, row=dataclasses.replace(live.row, held=held_after(live, row))
        )
        found = None if over else self._answering.answered(then, after, dice, secret=row.secret)
        answered = found or frozenset()
        known = knowing(live) if known is None else known
        telling = posts_of(
            live, row, after, self._desk.patience(), over=over, answered=answered, known=known
        )
        posts = telling.posts
        public = any(post.kind == "bulletin" for post in posts)
        called = {seat for post in posts for seat in post.body.get("ping", ())}
        answering = None if found is None else tuple(sorted(known | called))
        if row.secret and live.row.answering is not None:
            answering = tuple(live.row.answering)  # what is due stays due: nobody may notice
        return Taken(
            action=row,
            position=after,
            posts=posts,
            ending=ending,
            over=over,
            bulletin=live.row.bulletin + public,
            told=row.seq if public else live.row.told,
            untold=telling.untold,
            answering=answering,
        )

    def writes(self, live: Live, taken: Taken) -> list[Write]:
        """Return everything that a step changes on file: one transaction."""
        row = taken.action
        state = StateRow(row.seq, row.ruleset, taken.position.text)
        writes = [campaigns.change(live.row, self.changed(live, taken)), log.append(row)]
        # From a position that was put right it goes on without what led there: it stands alone.
        put_right = row.kind in CORRECTIONS
        keep = row.seq == 1 or put_right or row.seq % self._desk.policy.keep_every == 0
        if keep or row.seq % self._desk.policy.state_every == 0 or taken.over:
            writes.append(log.put_state(row.campaign, state, first=row.seq == 1))
        writes += self._kept(live, state, whole=keep)
        writes += clocks.put(row.campaign, changed_of(live.clocks, self._clocks(live, taken)))
        posts = (*amended(live, public=not row.secret), *taken.posts)
        if posts:
            writes.append(outbox.add(posts, row.at))
        if live.pending is not None:
            writes += pending.ended(row.campaign)
        if live.row.status == "over":
            writes.append(forum_posts.reopened(row.campaign))
            if live.row.archived_at is not None:
                writes += closings.put(row.campaign, row.at)  # to be opened again
        if taken.over:
            for own in _ENDING:
                writes += own.ended(row.campaign)
            writes += results.put(row.campaign, row.seq, self._winner(live, taken))
        return writes

    @staticmethod
    def _winner(live: Live, taken: Taken) -> Seat | None:
        """Return who has won a game that a step ends, by the rules or otherwise."""
        if taken.ending is not None:
            return outcome_of(taken.ending, live.game).winner
        outcome = live.game.outcome(taken.position.state)
        return None if outcome is None else outcome.winner

    @staticmethod
    def _kept(live: Live, state: StateRow, *, whole: bool) -> list[Write]:
        """Return what keeps a state for good: as it differs from the text on file, or *whole*."""
        name, before, filed = live.row.id, live.position, live.filed
        begun: list[Write] = []
        if before is not None and filed is None:
            # An earlier version of the bot led here, which kept no steps: a chain begins.
            filed = before.text
            begun.append(log.keep(name, StateRow(live.row.head, live.ruleset, filed)))
        # What stands on file otherwise than this version writes it was written by an earlier one: a
        # chain begins that this one can go along whatever becomes of the dumps before it.
        if whole or before is None or filed is None or filed != before.text:
            return [*begun, log.keep(name, state)]
        return [*begun, steps.add(name, state, filed)]

    def after(self, live: Live, taken: Taken) -> Live:
        """Return a campaign as a step leaves it, but for what is counted of its log."""
        row, rewinds = taken.action, live.rewinds
        if row.kind == REWIND:
            rewinds = (*rewinds, read_rewind(row))
        return dataclasses.replace(
            live,
            row=self.changed(live, taken),
            position=taken.position,
            thrown=live.thrown + row.dice,
            ruleset=row.ruleset,
            link=row.chain or live.link,
            filed=taken.position.text,
            rewinds=rewinds,
            clocks=self._clocks(live, taken),
            pending=None,
            beginning=None,
            asks=() if taken.over else live.asks,
            vacancies=() if taken.over else live.vacancies,
        )

    @staticmethod
    def _clocks(live: Live, taken: Taken) -> Clocks:
        """Return the clocks of a campaign as a step leaves them."""
        coming = nonce_of(live, taken.bulletin + 1)
        called = calls(taken.posts, taken.untold.calling, coming)
        return after_step(live, taken.action, taken.position, called, over=taken.over)

    @staticmethod
    def changed(live: Live, taken: Taken) -> CampaignRow:
        """Return the campaign as a step leaves it."""
        status = "over" if taken.over else "playing"
        return dataclasses.replace(
            live.row,
            head=taken.action.seq,
            version=taken.action.version,
            bulletin=taken.bulletin,
            told=taken.told,
            untold=taken.untold,
            status=status,
            ended_at=taken.action.at if taken.over else None,
            ending=taken.ending,
            answering=taken.answering,
            ruleset_told=told_of(live, public=not taken.action.secret),
            branch=branch_after(live, taken.action.kind, secret=taken.action.secret),
            held=held_after(live, taken.action),
            # What was wished or agreed on after an end holds no more if it goes on.
            unsealed_by=(),
            may_reopen=False,
            archived_at=None,
        )
