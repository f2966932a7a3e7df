"""Set, then ready: how sides plan at once and unseen, the same in every game.

While a phase lasts in which each side plans, it sets what it likes among its secrets and changes it
as often as it likes; that it does so is told to nobody. Then it says that it is ready, which
everybody sees and nobody takes back. When the last one is ready the plans are carried out together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from engine.api import Action, Refusal, Seat
from engine.kit.verbs import Verb

A = TypeVar("A", bound=Action)


def ready_verb(
    model: type[A],
    phases: Collection[Any],
    seats: tuple[Seat, ...],
    *,
    unfinished: Callable[[Any], list[Refusal]],
    tell: Callable[[Any, Seat], None],
    begin: Callable[[Any], None],
) -> Verb[Any, Any, A]:
    """Return the verb that closes a side's planning; its table has the seats that are ``ready``.

    Args:
        model: The action, without fields.
        phases: While they plan.
        seats: Who plans.
        unfinished: What keeps a side from being ready, from its own view.
        tell: Tells everybody that a side is ready.
        begin: Carries the plans out, once all are ready.
    """

    def close(play: Any, seat: Seat, action: A) -> None:
        del action
        tell(play, seat)
        play.set(ready=(*play.table.ready, seat))
        if set(seats) <= set(play.table.ready):
            begin(play)

    return Verb(
        model=model,
        phases=phases,
        check=lambda view, action: unfinished(view),
        apply=close,
        possible=lambda view: not unfinished(view),
    )
