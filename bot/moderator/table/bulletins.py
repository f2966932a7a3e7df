"""Which public steps order a bulletin, and of what it tells. Pure: what is secret plays no part.

A bulletin tells all that happened in public since the one before. It is ordered where somebody is
to be called, where a phase ended in which something happened, and at the end of a game. What comes
in a row comes in one: what the computer does, what a plan sends, and phases in which nothing
happened, which the next bulletin tells of. Where nobody has to be called it waits a while for what
whoever acts does next.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.moderator.api import FORCED, PLANNED, STANDING
from bot.moderator.table.live import Live, Position
from bot.store.campaigns import CampaignRow
from bot.store.log import ActionRow
from bot.store.outbox import NewRow
from bot.store.untold import MOST_FRAMES, NOTHING, Untold
from engine.api import Seat


@dataclass(frozen=True, slots=True)
class Telling:
    """What a public step orders.

    Attributes:
        posts: The bulletin, if there is one.
        untold: What the next bulletin will have to tell.
    """

    posts: tuple[NewRow, ...]
    untold: Untold


@dataclass(frozen=True, slots=True)
class Patience:
    """For how long what calls nobody waits for more.

    Attributes:
        now: The present instant, in milliseconds since 1970.
        longest: Milliseconds from when it might have been told; 0 is not at all.
    """

    now: int
    longest: int


def telling(
    live: Live,
    row: ActionRow,
    after: Position,
    patience: Patience,
    *,
    over: bool,
    answered: frozenset[Seat],
    known: frozenset[Seat],
) -> Telling:
    """Return what the public step *row* orders that leads from *live* to *after*.

    Nobody is called who has *known* before that they are awaited, or for whom standing orders have
    *answered*: the bulletin of the answer tells both.
    """
    before, untold = live.position, live.row.untold
    is_new_phase = before is None or over or _phase(before) != _phase(after)
    calling = set() if over else _awaited(after) - live.computer - answered - known
    untold = _with_step(live, row, after, is_new_phase=is_new_phase, calling=calling)
    if not (untold.owed or is_new_phase or calling or _is_other(live, after, answered)):
        return Telling((), untold)
    if over:
        return Telling((_posted(live, row.seq, untold),), NOTHING)
    if _is_of_sending(live, row, untold):
        return Telling((), _owed(untold, planned=True))
    if before is not None and _goes_on_alone(live, before, after):
        return Telling((), _owed(untold, planned=untold.planned))
    if before is not None and not _is_worth_telling(untold):
        return Telling((), untold)
    if before is not None and _waits(live, untold, patience):
        return Telling((), _waiting(untold, patience))
    return Telling((_posted(live, row.seq, untold),), NOTHING)


def _with_step(
    live: Live, row: ActionRow, after: Position, *, is_new_phase: bool, calling: set[Seat]
) -> Untold:
    """Return what is untold with a public step."""
    before, untold = live.position, live.row.untold
    passing = live.game.passing
    happened = untold.happened or any(
        event.audience is None and event.code not in passing for event in row.events
    )
    frames = untold.frames
    if is_new_phase and (happened or before is None):
        # What comes first is told together where there is no room for all.
        frames = (*frames, row.version)[-MOST_FRAMES:]
        happened = False
    still = {*untold.calling} & _awaited(after)
    return Untold(
        frames=frames,
        happened=happened,
        turned=untold.turned or before is None or before.status.turn != after.status.turn,
        owed=untold.owed,
        planned=untold.planned,
        calling=tuple(sorted(still | calling)),
        due=untold.due,
    )


def _waits(live: Live, untold: Untold, patience: Patience) -> bool:
    """Say whether a bulletin waits for more: nobody is called, and there is time.

    Not in a lesson, which is read as it is played.
    """
    if untold.calling or not patience.longest or live.row.lesson:
        return False
    return untold.due is None or patience.now < untold.due


def _waiting(untold: Untold, patience: Patience) -> Untold:
    due = patience.now + patience.longest if untold.due is None else untold.due
    return replace(untold, owed=True, planned=False, due=due)


def _owed(untold: Untold, *, planned: bool) -> Untold:
    return replace(untold, owed=True, planned=planned)


def _is_worth_telling(untold: Untold) -> bool:
    """Say whether anything happened, or anybody is called."""
    return bool(untold.frames or untold.calling or untold.happened)


def _is_other(live: Live, after: Position, answered: frozenset[Seat]) -> bool:
    """Say whether others are awaited than before, or other interruptions are open.

    Not where only the computer is, or whoever is answered for: their bulletin tells it.
    """
    before = live.position
    if before is None:
        return True
    same = _awaited(before) == _awaited(after) and _held_up(before) == _held_up(after)
    return not same and not _awaited(after) <= live.computer | answered


def _is_of_sending(live: Live, row: ActionRow, untold: Untold) -> bool:
    """Say whether a step belongs to a plan that is being sent: all of it is told at its end.

    So does what answers it meanwhile by itself.
    """
    if row.request.startswith(PLANNED):
        return True
    return untold.planned and (
        row.seat in live.computer or row.request.startswith((STANDING, FORCED))
    )


def _goes_on_alone(live: Live, before: Position, after: Position) -> bool:
    """Say whether the computer alone plays on in the turn: it will be done before anybody looks."""
    awaited = _awaited(after)
    same_turn = before.status.turn == after.status.turn
    return bool(awaited) and awaited <= live.computer and same_turn


def sent(live: Live, patience: Patience) -> Telling | None:
    """Return what is ordered when a plan has been sent; ``None`` when that changes nothing.

    Where only the computer is awaited, or an answer is to come by itself, its bulletin tells all.
    """
    untold = live.row.untold
    if not untold.planned or live.position is None:
        return None
    awaited = _awaited(live.position)
    if (awaited and awaited <= live.computer) or live.row.answering is not None:
        return Telling((), _owed(untold, planned=False))
    if not untold.frames and not untold.calling:
        # The phase goes on, and nobody has to be called: it is told with what follows.
        return Telling((), replace(untold, owed=False, planned=False))
    if _waits(live, untold, patience):
        return Telling((), _waiting(untold, patience))
    return Telling((_posted(live, live.row.head, untold),), NOTHING)


def overdue(live: Live, now: int) -> Telling | None:
    """Return what is ordered when a bulletin has waited long enough; ``None`` while it has not.

    What is being sent meanwhile tells it at its end.
    """
    untold = live.row.untold
    if untold.due is None or untold.planned or now < untold.due:
        return None
    return Telling((_posted(live, live.row.head, untold),), NOTHING)


def so_far(live: Live) -> Telling | None:
    """Return what tells a table what has happened, before it is asked for real dice.

    ``None`` where nothing has. Who was to be called is, once what waits for the dice is done.
    """
    untold = live.row.untold
    if not (untold.frames or untold.happened):
        return None
    posted = _posted(live, live.row.head, replace(untold, calling=()))
    return Telling((posted,), replace(NOTHING, calling=untold.calling))


def as_told(row: CampaignRow, told: Telling) -> CampaignRow:
    """Return a campaign as it is once its bulletin, if there is one, is ordered by itself."""
    row = replace(row, untold=told.untold)
    return replace(row, bulletin=row.bulletin + 1, told=row.head) if told.posts else row


def _posted(live: Live, last: int, untold: Untold) -> NewRow:
    body: dict[str, Any] = {
        "number": live.row.bulletin + 1,
        "map": bool(untold.frames) or untold.turned,
        "frames": list(untold.frames),
        "whole": untold.turned,
        "ping": sorted(untold.calling),
    }
    return NewRow(
        campaign=live.row.id,
        kind="bulletin",
        person=None,
        first_seq=live.row.told + 1,
        last_seq=last,
        body=body,
        nonce=_nonce(live, str(live.row.bulletin + 1)),
    )


def ending(live: Live, last: ActionRow) -> NewRow:
    """Return the post that looks back on a game, behind the bulletin of its *last* step.

    A game that goes on after its end has another one, on another branch.
    """
    return NewRow(
        campaign=live.row.id,
        kind="ending",
        person=None,
        first_seq=last.seq,
        last_seq=last.seq,
        body={},
        nonce=_nonce(live, f"end{last.branch}" if last.branch else "end"),
    )


def nonce_of(live: Live, number: int) -> str:
    """Return the nonce of a campaign's bulletin of that number, posted or to come."""
    return _nonce(live, str(number))


def _nonce(live: Live, which: str) -> str:
    name = f"{live.row.id}-{which}"
    if live.row.epoch == 0:
        return name
    # Before it was set back there was another bulletin of this number.
    return f"{name}-{hmac.digest(live.row.seeds.nonces, name.encode(), hashlib.sha256).hex()[:6]}"


def announcement(live: Live, last: int) -> tuple[NewRow, ...]:
    """Return the bulletin that tells a table something new and calls whoever is awaited."""
    assert live.position is not None
    calling = tuple(_awaited(live.position) - live.computer)
    return (_posted(live, last, Untold(turned=True, calling=calling)),)


def taken_back(
    live: Live,
    row: ActionRow,
    after: Position,
    told: int,
    since: Sequence[ActionRow],
    *,
    agreed: bool,
) -> Telling:
    """Return what is ordered by the step *row* that goes back to the position *after*.

    Where a post told of what is undone, or all have agreed to it, one more says so, and calls
    whoever is awaited, but who goes back by themselves knows that. Else nobody has read of it: the
    next bulletin tells what there was before.

    Args:
        live: The campaign before it.
        row: The step.
        after: The position that it leads to.
        told: The last action of which a bulletin tells that is posted, or being posted.
        since: What was done since the action that it goes back to, that first.
        agreed: Whether the others were asked.
    """
    begun, untold = since[0], live.row.untold
    frames = tuple(one for one in untold.frames if one < begun.version)
    calling = _awaited(after) - live.computer - (set() if agreed else {row.seat})
    if agreed or told >= begun.seq:
        shown = replace(live, row=replace(live.row, told=told), position=after)
        return Telling(
            (_posted(shown, row.seq, Untold(frames, turned=True, calling=tuple(sorted(calling)))),),
            NOTHING,
        )
    called = tuple(sorted(calling & {*untold.calling}))
    left = Untold(
        frames=frames,
        happened=untold.happened and told + 1 < begun.seq,
        turned=untold.turned,
        calling=called,
        due=untold.due if frames or called else None,
    )
    return Telling((), left)


def corrected(live: Live, row: ActionRow) -> Telling:
    """Return what is ordered by the step *row* by which a referee puts the position right.

    It shows what is otherwise, and calls all who play: whatever they had in mind may be void.
    """
    frames = (*live.row.untold.frames, row.version)[-MOST_FRAMES:]
    calling = tuple(sorted(set(live.seats) - live.computer))
    return Telling((_posted(live, row.seq, Untold(frames, turned=True, calling=calling)),), NOTHING)


def opened(live: Live) -> NewRow:
    """Return the bulletin of all that was played before anybody was there to read of it."""
    return _posted(live, live.row.head, NOTHING)


def last_word(live: Live) -> NewRow:
    """Return the bulletin that tells a channel of the end of a campaign that never began."""
    return _posted(live, live.row.head, NOTHING)


def reminder(live: Live, known: frozenset[Seat]) -> tuple[NewRow, ...]:
    """Return the bulletin that calls those for whom a standing order was to answer, and does not.

    Empty when nobody need be called.
    """
    if live.position is None:
        return ()
    untold = live.row.untold
    calling = (_awaited(live.position) - live.computer - known) | {*untold.calling}
    if not calling:
        return ()
    told = Untold(frames=untold.frames, turned=untold.turned, calling=tuple(calling))
    return (_posted(live, live.row.head, told),)


def knowing(live: Live) -> frozenset[Seat]:
    """Return the seats that have been awaited all along, as far as their people could tell."""
    before = live.position
    if before is None:
        return frozenset()
    awaited = _awaited(before)
    player = before.status.player
    answering = bool(awaited) and all(decision.interrupt for decision in before.decisions)
    if player is not None and answering and awaited <= live.computer:
        # The computer was asked in the middle of their turn, and has answered at once.
        awaited.add(player)
    return frozenset(awaited)


def _phase(position: Position) -> tuple[int, str]:
    return position.status.turn, position.status.phase_key


def _awaited(position: Position) -> set[Seat]:
    return {decision.seat for decision in position.decisions}


def _held_up(position: Position) -> set[str]:
    return {decision.key for decision in position.decisions if decision.interrupt}
