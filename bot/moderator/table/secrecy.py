"""The guard at the door: a secret action that anybody else could notice is not saved."""

from __future__ import annotations

from collections.abc import Sequence

from bot.moderator.table.live import Position
from engine.api import Seat, Step
from engine.dice import RecordedDice
from engine.errors import EngineError


class SecretBroken(EngineError):
    """A game system let something of a secret action show. Nothing is saved then."""


def check_secret(
    seat: Seat, before: Position, after: Position, step: Step, dice: RecordedDice
) -> None:
    """Refuse to save a secret action that anybody else could notice.

    Raises:
        SecretBroken: The game system is at fault.
    """
    if dice.rolls:
        # The next roll of all would be another one: the dice are counted over the whole log.
        raise SecretBroken("a secret action threw dice")
    if any(
        event.audience != frozenset({seat}) or event.otherwise is not None for event in step.events
    ):
        raise SecretBroken("a secret action has events that others may read")
    if before.decisions != after.decisions:
        raise SecretBroken("a secret action changed what is owed")
    if before.status != after.status:
        raise SecretBroken("a secret action changed the public heading")


def check_unseen(seat: Seat, before: Position, after: Position, seats: Sequence[Seat]) -> None:
    """Refuse to take a seat's secret action back, or to correct it, where others could notice.

    Raises:
        SecretBroken: The game system is at fault.
    """
    if before.decisions != after.decisions:
        raise SecretBroken("what is a secret of one seat changed what is owed")
    if before.status != after.status:
        raise SecretBroken("what is a secret of one seat changed the public heading")
    for viewer in (None, *(one for one in seats if one != seat)):
        if before.view(viewer) != after.view(viewer):
            raise SecretBroken("what is a secret of one seat changed what others see")
