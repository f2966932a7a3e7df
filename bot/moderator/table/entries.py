"""Entries of the log as a viewer may read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.clock import from_ms
from bot.moderator.api import LogEntry
from bot.moderator.table.desk import Desk
from bot.moderator.table.replay import read_action
from bot.moderator.table.steps import cause_of
from bot.store import log_pages
from bot.store.codec import EVERYTHING, visible
from bot.store.errors import Unreadable
from bot.store.log import ActionRow
from bot.store.rewinds import Rewind, is_undone
from engine.api import Action, AnyGame, Seat


def entry_of(
    desk: Desk,
    game: AnyGame,
    viewer: Seat | None,
    rewound: Sequence[Rewind],
    number: int,
    person_id: int | None,
    row: ActionRow,
) -> LogEntry:
    """Return an action as *viewer* may read it, as entry *number* of their log."""
    reader = viewer is not None and viewer in (row.seat, EVERYTHING)
    is_order = row.seat is not None and not row.kind.startswith("!")
    own = reader and is_order
    # Rows of before there were causes say it by their request, and so do those entered anew.
    cause = cause_of(row.kind, row.person, row.request)
    return LogEntry(
        number=number,
        kind=log_pages.kind_for(row, viewer, told_kinds(game)),
        seat=row.seat,
        person_id=person_id,
        action=_action(desk, game, row) if own else None,
        events=visible(row.events, viewer),
        secret=row.secret,
        turn=row.turn,
        phase=row.phase,
        at=from_ms(row.at),
        # A forgotten person's number stays in the row.
        computer=is_order and cause == "computer",
        standing=own and cause == "standing",
        forced=cause == "forced",
        by_clock=cause == "clock",
        by_referee=cause == "referee",
        undone=is_undone(rewound, row.seq),
        again=row.entered is not None,
        # What dice brought that not everybody may know, events tell whoever may.
        rolls=tuple(one for one in row.rolls if not one.secret),
    )


def _action(desk: Desk, game: AnyGame, row: ActionRow) -> Action | None:
    """Return an action of a seat; ``None`` where it cannot be read, of which is told."""
    try:
        return read_action(game, row)
    except Unreadable as error:
        desk.database.damage.note(str(error))
        return None


def told_kinds(game: AnyGame) -> Mapping[str, str]:
    """Return the kinds of action that others than their seat know by another word, and that."""
    return {kind: model.told_as for kind, model in game.actions.items() if model.told_as}
