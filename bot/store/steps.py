"""The state after every action, kept for good: whoever looks back needs no rules.

At every so many-th action, and where a chain of steps begins, the whole state is a snapshot. Every
other is stored as what differs from the one before it: compressed with that one for a dictionary,
a few hundred bytes. So what was played under rules that are no more is shown as it was, and is
never played again.

Builds until the end of November 2026 stored the first step after an update upon the state before it
*dumped anew*. The game makes that text of what is on file, and zlib's note says whether it is it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import is_upon, pack_upon, unpack, unpack_upon
from bot.store.errors import Garbled, reason
from bot.store.log import StateRow
from bot.store.schema import snapshots, states, steps
from engine.api import AnyGame
from engine.errors import EngineError

_ADD = insert(steps).values({c.name: bindparam(c.name) for c in steps.c})

UNREADABLE: Final = (
    EngineError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    RecursionError,
)
"""What is raised where a text is no dump of a game."""

Tell = Callable[[str], None]
"""Takes what is wrong with a row, in a line without a full stop."""


class NotOnFile(Garbled):
    """A step was stored upon a text that is not on file, nor made of what is."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A state on file that can be read: after which action, under which ruleset."""

    seq: int
    ruleset: int
    text: str
    state: Any


def add(campaign: str, state: StateRow, before: str) -> Write:
    """Keep a state for good, as it differs from the text that the one *before* it is kept as."""
    return Write(
        _ADD,
        {
            "campaign": campaign,
            "seq": state.seq,
            "ruleset": state.ruleset,
            "body": pack_upon(state.text, before),
        },
    )


_REACHED = tuple(
    select(table.c.seq).where(
        table.c.campaign == bindparam("which"), table.c.seq == bindparam("at")
    )
    for table in (snapshots, steps)
)


async def reached(connection: AsyncConnection, campaign: str, seq: int) -> bool:
    """Say whether the state after action *seq* is kept for good."""
    for statement in _REACHED:
        found = await connection.execute(statement, {"which": campaign, "at": seq})
        if found.first() is not None:
            return True
    return False


async def upto(
    connection: AsyncConnection, campaign: str, seq: int, game: AnyGame, warn: Tell
) -> Kept | None:
    """Return the last state that can be read and is not after action *seq*; mostly just that one.

    What cannot be read is told, and what is before it is taken.
    """
    present = await present_of(connection, campaign, warn)
    if present is not None and present.seq == seq:
        kept = _kept(present, game, campaign, warn)
        if kept is not None:
            return kept
    while True:
        last = await _along(connection, campaign, seq, game, warn)
        if present is not None and present.seq < seq and (last is None or last.seq < present.seq):
            last = present
        if last is None:
            return None
        kept = _kept(last, game, campaign, warn)
        if kept is not None:
            return kept
        seq = last.seq - 1


_PRESENT = select(states).where(states.c.campaign == bindparam("which"))


async def present_of(connection: AsyncConnection, campaign: str, warn: Tell) -> StateRow | None:
    """Return the present state of a campaign, not loaded; ``None`` where it cannot be read."""
    found = await connection.execute(_PRESENT, {"which": campaign})
    row = found.one_or_none()
    return None if row is None else _whole(row, warn)


def _whole(row: Any, warn: Tell) -> StateRow | None:
    try:
        return StateRow(row.seq, row.ruleset, unpack(row.body))
    except (ValueError, TypeError) as error:
        warn(_line(row.campaign, row.seq, error))
        return None


def _kept(row: StateRow, game: AnyGame, campaign: str, warn: Tell) -> Kept | None:
    try:
        return Kept(row.seq, row.ruleset, row.text, game.load(row.text))
    except UNREADABLE as error:
        warn(_line(campaign, row.seq, error))
        return None


def _line(campaign: str, seq: int, error: Exception) -> str:
    return f"campaign {campaign}: the state after action {seq} cannot be read ({reason(error)})"


_LAST_WHOLE = (
    select(snapshots)
    .where(snapshots.c.campaign == bindparam("which"), snapshots.c.seq <= bindparam("upto"))
    .order_by(snapshots.c.seq.desc())
    .limit(1)
)
_STEPS = (
    select(steps)
    .where(
        steps.c.campaign == bindparam("which"),
        steps.c.seq > bindparam("after"),
        steps.c.seq <= bindparam("upto"),
    )
    .order_by(steps.c.seq)
)


async def _along(
    connection: AsyncConnection, campaign: str, seq: int, game: AnyGame, warn: Tell
) -> StateRow | None:
    """Return how far a chain of steps leads to action *seq*, from the last state kept whole."""
    last, before = None, seq
    while last is None:
        found = await connection.execute(_LAST_WHOLE, {"which": campaign, "upto": before})
        row = found.one_or_none()
        if row is None:
            return None
        last, before = _whole(row, warn), row.seq - 1
    rows = await connection.execute(_STEPS, {"which": campaign, "after": last.seq, "upto": seq})
    for row in rows:
        if row.seq != last.seq + 1:
            break  # between them an earlier version of the bot played, which kept no steps
        try:
            last = StateRow(row.seq, row.ruleset, unpacked(row.body, last.text, game))
        except (ValueError, TypeError) as error:
            warn(_line(campaign, row.seq, error))
            break
    return last


def unpacked(body: bytes, before: str, game: AnyGame) -> str:
    """Return the state of a step, which was stored upon *before* or a text made of that.

    Raises:
        NotOnFile: That text cannot be made.
        ValueError: It is damaged.
    """
    for text in itertools.chain((before,), _anew(before, game)):
        if is_upon(body, text):
            return unpack_upon(body, text)
    raise NotOnFile("it was stored upon a text that is not on file")


def _anew(text: str, game: AnyGame) -> Iterator[str]:
    """Yield what builds may have made of a text; nothing of what is no dump of theirs."""
    try:
        yield from game.redumped(text)
    except UNREADABLE:
        return


async def beyond(
    connection: AsyncConnection, campaign: str, seq: int, game: AnyGame, warn: Tell
) -> Kept | None:
    """Return the first whole state after action *seq* that can be read."""
    present = await present_of(connection, campaign, warn)
    while True:
        found = await connection.execute(
            select(snapshots)
            .where(snapshots.c.campaign == campaign, snapshots.c.seq > seq)
            .order_by(snapshots.c.seq)
            .limit(1)
        )
        row = found.one_or_none()
        if present is not None and seq < present.seq and (row is None or present.seq < row.seq):
            return _kept(present, game, campaign, warn)
        if row is None:
            return None
        seq, whole = row.seq, _whole(row, warn)
        kept = None if whole is None else _kept(whole, game, campaign, warn)
        if kept is not None:
            return kept


@dataclass(frozen=True, slots=True)
class Survey:
    """What a campaign has on file of its past.

    Attributes:
        whole: The states kept whole, by action.
        unread: Actions whose state is kept and cannot be read.
        damage: What is wrong with rows, a line each.
    """

    whole: Mapping[int, StateRow]
    unread: frozenset[int]
    damage: tuple[str, ...]


async def survey(connection: AsyncConnection, campaign: str, game: AnyGame) -> Survey:
    """Read every state that a campaign keeps."""
    whole: dict[int, StateRow] = {}
    unread: set[int] = set()
    damage: list[str] = []
    found = await connection.execute(select(snapshots).where(snapshots.c.campaign == campaign))
    for row in found:
        state = _whole(row, damage.append)
        if state is None or _kept(state, game, campaign, damage.append) is None:
            unread.add(row.seq)
        else:
            whole[row.seq] = state
    found = await connection.execute(
        select(steps).where(steps.c.campaign == campaign).order_by(steps.c.seq)
    )
    last: StateRow | None = None
    for row in found:
        last = whole.get(row.seq - 1, last)
        if last is not None and last.seq == row.seq - 1:
            try:
                last = StateRow(row.seq, row.ruleset, unpacked(row.body, last.text, game))
                continue
            except NotOnFile:
                last = None
            except (ValueError, TypeError) as error:
                damage.append(_line(campaign, row.seq, error))
        if row.seq not in whole:
            unread.add(row.seq)
    return Survey(whole, frozenset(unread), tuple(damage))
