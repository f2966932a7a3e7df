"""What a step orders to be posted. Pure: the rows go into the step's own transaction.

Nothing public may tell of anything secret, not even that it happened: a secret action orders only
direct messages to its own seat, bulletins are numbered by themselves, and the nonce of a direct
message is a keyed hash (Discord shows a nonce to whoever receives the message).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.moderator.api import PLANNED
from bot.moderator.live import Live, Position
from bot.store.codec import visible
from bot.store.log import ActionRow
from bot.store.outbox import Kind, NewRow
from engine.api import Seat
from engine.lessons import Lesson


def posts_of(
    live: Live,
    row: ActionRow,
    after: Position,
    *,
    over: bool,
    answered: frozenset[Seat] = frozenset(),
    known: frozenset[Seat] = frozenset(),
) -> tuple[NewRow, ...]:
    """Return everything to be posted for the step *row* that leads from *live* to *after*.

    A public step that changes the phase, who is awaited, or which interruptions are open, or that
    ends the game, orders a bulletin of all public events since the last. Where only the computer
    is awaited afterwards, in the same turn, or seats for which standing orders have *answered*, and
    the phase goes on, the bulletin of the answer tells both: what the computer does in a row comes
    as one report. Nobody is called who has *known* it before. A secret action orders a receipt to
    every member of its seat, unless it was sent with others (:func:`receipts`); events for some
    seats only go to those seats' members.
    """
    posts = [] if row.secret else list(_bulletin(live, row, after, over, answered, known))
    for seat in live.seats:
        kind: Kind | None = None
        if row.secret and seat == row.seat:
            kind = None if row.request.startswith(PLANNED) else "receipt"
        elif any(event.audience is not None for event in visible(row.events, seat)):
            kind = "news"
        if kind is not None:
            posts += [_direct(live, row, kind, seat, m.person) for m in live.seated(seat)]
    return tuple(posts)


def _bulletin(
    live: Live,
    row: ActionRow,
    after: Position,
    over: bool,
    answered: frozenset[Seat],
    known: frozenset[Seat],
) -> tuple[NewRow, ...]:
    before = live.position
    new_phase = before is None or over or _phase(before) != _phase(after)
    if before is not None and new_phase and _goes_on_alone(live, before, after, over=over):
        return ()
    # Whoever has been awaited all along knows it, and is not called again.
    calling = set() if over else _awaited(after) - live.computer - answered - known
    if not new_phase and before is not None:
        same = _awaited(before) == _awaited(after) and _held_up(before) == _held_up(after)
        # Whoever was not called since an answer was to come, and is asked after all, is called now.
        if not calling and (same or _awaited(after) <= live.computer | answered):
            return ()
    return (_posted(live, row.seq, calling, drawn=new_phase),)


def _goes_on_alone(live: Live, before: Position, after: Position, *, over: bool) -> bool:
    """Say whether the computer alone plays on in the turn: it will be done before anybody looks."""
    awaited = _awaited(after)
    same_turn = before.status.turn == after.status.turn
    return bool(awaited) and awaited <= live.computer and same_turn and not over


def _posted(live: Live, last: int, calling: set[Seat], *, drawn: bool) -> NewRow:
    body: dict[str, Any] = {
        "number": live.row.bulletin + 1,
        "map": drawn,
        "ping": sorted(calling),
    }
    return NewRow(
        campaign=live.row.id,
        kind="bulletin",
        person=None,
        first_seq=live.row.told + 1,
        last_seq=last,
        body=body,
        nonce=_bulletins_nonce(live),
    )


def _bulletins_nonce(live: Live) -> str:
    name = f"{live.row.id}-{live.row.bulletin + 1}"
    if live.row.epoch == 0:
        return name
    # Before it was set back there was another bulletin of this number.
    return f"{name}-{hmac.digest(live.row.seed, name.encode(), hashlib.sha256).hex()[:6]}"


def receipts(live: Live, sending: str, rows: Sequence[ActionRow]) -> tuple[NewRow, ...]:
    """Return one receipt of all that a sending did in secret to every member of the seat.

    Args:
        live: The campaign.
        sending: Its name.
        rows: What it did, in order.
    """
    secret = [row for row in rows if row.secret and row.seat is not None]
    if not secret:
        return ()
    seat = secret[0].seat
    assert seat is not None
    return tuple(
        replace(
            to_person(live, "receipt", m.person, {"seat": seat, "sending": sending}, sending),
            first_seq=secret[0].seq,
            last_seq=secret[-1].seq,
        )
        for m in live.seated(seat)
    )


def to_person(live: Live, kind: Kind, person: int, body: Mapping[str, Any], name: str) -> NewRow:
    """Return a direct message that tells of no step; of each *name* there is one a person."""
    named = f"{live.row.id}/{name}/{person}".encode()
    return NewRow(
        campaign=live.row.id,
        kind=kind,
        person=person,
        first_seq=0,
        last_seq=0,
        body=dict(body),
        nonce=hmac.digest(live.row.seed, named, hashlib.sha256).hex()[:24],
    )


def announcement(live: Live, last: int) -> tuple[NewRow, ...]:
    """Return the bulletin that tells a table something new and calls whoever is awaited."""
    assert live.position is not None
    return (_posted(live, last, _awaited(live.position) - live.computer, drawn=True),)


def opened(live: Live) -> NewRow:
    """Return the bulletin of all that was played before anybody was there to read of it."""
    return _posted(live, live.row.head, set(), drawn=False)


def lesson_page(live: Live, lesson: Lesson, step: str, page: int, note: str = "") -> NewRow:
    """Return a page of a lesson for its thread: the step, and why it is shown (again)."""
    return NewRow(
        campaign=live.row.id,
        kind="lesson",
        person=None,
        first_seq=live.row.head,
        last_seq=live.row.head,
        body={"step": lesson.steps[lesson.number(step)].name, "note": note},
        nonce=f"{live.row.id}-l{page}",
    )


def last_word(live: Live) -> NewRow:
    """Return the bulletin that tells a channel of the end of a campaign that never began."""
    return _posted(live, live.row.head, set(), drawn=False)


def reminder(live: Live, known: frozenset[Seat]) -> tuple[NewRow, ...]:
    """Return the bulletin that calls those for whom a standing order was to answer, and does not.

    Empty when nobody need be called.
    """
    if live.position is None:
        return ()
    calling = _awaited(live.position) - live.computer - known
    return (_posted(live, live.row.head, calling, drawn=False),) if calling else ()


def amended(live: Live, *, public: bool = True) -> tuple[NewRow, ...]:
    """Return the word to the table that its game's ruleset was raised; empty once it is told.

    A step that is not *public* does not tell it: that something happened would show.
    """
    ruleset, known = live.game.ruleset, live.row.ruleset_told
    if not public or live.row.head == 0 or known >= ruleset:
        return ()
    row = NewRow(
        campaign=live.row.id,
        kind="notice",
        person=None,
        first_seq=0,
        last_seq=0,
        body={"code": "notice.new_rules", "after": known, "ruleset": ruleset},
        nonce=f"{live.row.id}-r{ruleset}",
    )
    return (row,)


def told_of(live: Live, *, public: bool = True) -> int:
    """Return the ruleset that the table knows of once :func:`amended` is posted."""
    known = live.row.ruleset_told
    return max(known, live.game.ruleset) if public or live.row.head == 0 else known


def _direct(live: Live, row: ActionRow, kind: Kind, seat: Seat, person: int) -> NewRow:
    # By the number of the step in that seat's own log: the seq counts what others do in secret.
    number = live.counts.read_by(seat) + 1
    name = f"{live.row.id}/{seat}/{number}/{person}/{kind}".encode()
    return NewRow(
        campaign=live.row.id,
        kind=kind,
        person=person,
        first_seq=row.seq,
        last_seq=row.seq,
        body={"seat": seat},
        nonce=hmac.digest(live.row.seed, name, hashlib.sha256).hex()[:24],
    )


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
