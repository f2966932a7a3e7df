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
from typing import Any, Final

from bot.moderator.api import ABANDON, CLOSE, PLANNED
from bot.moderator.table.bulletins import Patience, Telling, ending, telling
from bot.moderator.table.live import Live, Position
from bot.store.codec import visible
from bot.store.log import OWN_CORRECT, ActionRow
from bot.store.outbox import Kind, NewRow
from engine.api import Seat
from engine.lessons import Lesson

LOOKS: Final = "looks"
"""What is said at a game's end: which referee has looked at whose secrets."""


def posts_of(
    live: Live,
    row: ActionRow,
    after: Position,
    patience: Patience,
    *,
    over: bool,
    answered: frozenset[Seat] = frozenset(),
    known: frozenset[Seat] = frozenset(),
) -> Telling:
    """Return everything to be posted for the step *row* that leads from *live* to *after*.

    A public step may order a bulletin (:mod:`bot.moderator.table.bulletins`). A secret action
    orders a receipt to every member of its seat, unless it was sent with others
    (:func:`receipts`); events for some seats only go to those seats' members.
    """
    told = Telling((), live.row.untold)
    if not row.secret:
        told = telling(live, row, after, patience, over=over, answered=answered, known=known)
    posts = list(told.posts)
    if over and live.is_looked_into:
        # A campaign that goes on after its end has another one: it tells of all looks anew.
        which = f"{LOOKS}b{row.branch}" if row.branch else LOOKS
        posts.append(to_table(live.row.id, "referee", {"said": LOOKS}, which))
    # Where everybody has left, or the server has closed it, nobody looks back.
    if over and not live.row.lesson and row.kind not in {ABANDON, CLOSE}:
        posts.append(ending(live, row))
    for seat in live.seats:
        kind: Kind | None = None
        if row.secret and seat == row.seat and row.kind != OWN_CORRECT:
            kind = None if row.request.startswith(PLANNED) else "receipt"
        elif any(event.audience is not None for event in visible(row.events, seat)):
            kind = "news"
        if kind is not None:
            posts += [_direct(live, row, kind, seat, m.person) for m in live.seated(seat)]
    return Telling(tuple(posts), told.untold)


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
        nonce=hmac.digest(live.row.seeds.nonces, named, hashlib.sha256).hex()[:24],
    )


def to_table(campaign: str, kind: Kind, body: Mapping[str, Any], which: str) -> NewRow:
    """Return a word to a campaign's channel that tells of no step; of each *which* there is one."""
    return NewRow(
        campaign=campaign,
        kind=kind,
        person=None,
        first_seq=0,
        last_seq=0,
        body=dict(body),
        nonce=f"{campaign}-{which}",
    )


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


def amended(live: Live, *, public: bool = True) -> tuple[NewRow, ...]:
    """Return the word to the table that its game's ruleset was raised; empty once it is told.

    A step that is not *public* does not tell it: that something happened would show.
    """
    ruleset, known = live.game.ruleset, live.row.ruleset_told
    if not public or live.row.head == 0 or known >= ruleset:
        return ()
    body = {"code": "notice.new_rules", "after": known, "ruleset": ruleset}
    return (to_table(live.row.id, "notice", body, f"r{ruleset}"),)


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
        nonce=hmac.digest(live.row.seeds.nonces, name, hashlib.sha256).hex()[:24],
    )
