"""What stands on file of a plan and of its sending, and back."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from bot.moderator.api import Plan, PlanEntry
from bot.moderator.table.live import Live
from bot.store.codec import dumps
from bot.store.plans import PlanRow
from engine.api import AnyGame, Decision, Seat, Text
from engine.playing.planning import Course


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """An entry of a plan that is being done: which, the log's end before it, the turn of then."""

    entry: PlanEntry
    before: int
    turn: int


def read_done(raw: Mapping[str, Any] | None) -> Done | None:
    """Return what was kept of an entry while it waited for real dice."""
    if raw is None:
        return None
    return Done(PlanEntry(**raw["entry"]), raw["before"], raw["turn"])


def closing_of(game: AnyGame, view: Any, entries: tuple[PlanEntry, ...]) -> tuple[PlanEntry, ...]:
    """Return entries with the number of phases that each may close."""
    course = Course(game, view)
    found = []
    for one in entries:
        outlook = course.next(one.kind, one.filled)
        closes = outlook.action is not None and outlook.action.closes
        phase = game.status(outlook.view).phase_key if closes else ""
        found.append(dataclasses.replace(one, closes=len(outlook.closings), phase=phase))
    return tuple(found)


def plan_of(row: PlanRow | None, branch: int) -> Plan:
    """Return a plan as its person has it, on a branch; an empty one where there is none."""
    if row is None:
        return Plan(revision=revision_of((), branch))
    entries = tuple(PlanEntry(**one) for one in row.entries)
    why = row.stopped
    stopped = None if why is None else Text(str(why["code"]), why.get("params", {}))
    revision = revision_of(row.entries, branch)
    return Plan(entries, dict(row.page), row.sending is not None, stopped, revision, row.late)


def reason_of(stopped: Text | None) -> dict[str, Any] | None:
    """Return why a sending ended, as it is kept."""
    return None if stopped is None else {"code": stopped.code, "params": dict(stopped.params)}


def written(entries: Iterable[PlanEntry]) -> list[dict[str, Any]]:
    """Return entries as they are kept."""
    return [
        {
            "id": one.id,
            "kind": one.kind,
            "filled": dict(one.filled),
            "halts": dict(one.halts),
            "closes": one.closes,
            "phase": one.phase,
        }
        for one in entries
    ]


def revision_of(entries: Iterable[Mapping[str, Any]], branch: int) -> str:
    """Return a fingerprint of what is planned on a branch: equal plans there have equal ones."""
    text = f"{dumps([dict(one) for one in entries])}{branch or ''}".encode()
    return hashlib.blake2b(text, digest_size=6).hexdigest()


def why_refused(live: Live, seat: Seat, entry: PlanEntry) -> Text:
    """Say why an entry is refused: others are awaited, a question comes first, or the rules."""
    assert live.position is not None
    mine: tuple[Decision, ...] = live.position.asked(seat)
    if not mine:
        return Text("plan.stopped.waiting")
    if any(one.interrupt and entry.kind not in one.kinds for one in mine):
        return Text("plan.stopped.question")
    return Text("plan.stopped.refused")
