"""Where a game of the ferrymen may be begun: at a crossing, with the strokes landed so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api import Correction, Start, Text
from engine.kit.beginning import Beginner
from engine.kit.wording import seat_term
from tests.support.toy_game.actions import Settings
from tests.support.toy_game.corrections import Crosser
from tests.support.toy_game.play import Play
from tests.support.toy_game.state import RED, SEATS, Secrets, State, Table, begun

FIRST = "crossing-1"
MOST = 25
"""Later than at this crossing none is begun."""


def _starts(settings: Settings) -> Iterator[Start]:
    """Yield each crossing; what is loaded unseen or drawn comes with the game's own beginning."""
    if not (settings.smuggling or settings.crates):
        for n in range(1, min(settings.turns, MOST) + 1):
            yield Start(f"crossing-{n}", Text("turn", {"n": n}), own=n == 1)


def _lay(settings: Settings, start: str) -> State:
    return begun(Table(settings, RED, turn=int(start.rpartition("-")[2])))


def _enter(play: Play, start: str, corrections: Sequence[Correction]) -> None:
    """Throw for who begins, where that is still open (1)."""
    if start == FIRST and not any(isinstance(one, Crosser) for one in corrections):
        (first,) = play.roll("who begins", 1, 2)
        play.set(player=SEATS[first - 1])
    play.tell("begun", "1", seat=seat_term(play.table.player))


BEGINNER: Beginner[Table, Secrets] = Beginner(starts=_starts, lay=_lay, enter=_enter, counts=False)
