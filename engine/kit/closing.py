"""What a phase that ends is followed by, in words of the order of play."""

from __future__ import annotations

from engine.api import Params, Status, Term, Text
from engine.kit.wording import seat_term


def ended(now: Status, then: Status, *, over: bool) -> Text | None:
    """Return that a phase ends and what comes next, or ``None`` while the same one goes on.

    Whose the next one is, is said where that changes and its name does not tell; nothing is said
    of it where dice come before it begins.

    Args:
        now: The game before.
        then: The game after.
        over: Whether nothing comes next.
    """
    if (now.phase_key, now.player, now.turn) == (then.phase_key, then.player, then.turn):
        return None
    params: Params = {"phase": Term("phase", now.phase_key)}
    if over or (now.phase_key, now.player) == (then.phase_key, then.player):
        return Text("final.phase", params)
    params = {**params, "next": Term("phase", then.phase_key)}
    if then.player is None or then.player == now.player or then.player in then.phase_key:
        return Text("final.next", params)
    return Text("final.next_of", {**params, "seat": seat_term(then.player)})
