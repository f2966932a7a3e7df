"""1. Matches are taken of one heap, at least one; the last decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Choice, Decision, Option, Refusal, Seat, Term, Text
from engine.kit.gate import Gate
from engine.kit.states import Ending
from engine.kit.verbs import Verb
from engine.kit.wording import refuse, seat_term
from engine.kit.working_copy import WorkingCopy
from tests.support.nim.actions import MODELS, Take
from tests.support.nim.state import SEATS, Nothing, Phase, Table, View


class Play(WorkingCopy[Table, Nothing]):
    """One action's working copy."""

    __slots__ = ()


def other(seat: Seat) -> Seat:
    """Return the other side."""
    return SEATS[1 - SEATS.index(seat)]


def _check(view: View, action: Take) -> list[Refusal]:
    there = view.table.heaps[action.heap - 1]
    if not 1 <= action.matches <= there:
        return [refuse("take.matches", "1", heap=action.heap, n=there)]
    return []


def _apply(play: Play, seat: Seat, action: Take) -> None:
    heaps = list(play.table.heaps)
    heaps[action.heap - 1] -= action.matches
    play.tell("taken", "1", seat=seat_term(seat), heap=action.heap, n=action.matches)
    play.set(heaps=tuple(heaps), player=other(seat), turn=play.table.turn + 1)
    if not any(heaps):
        winner = seat if play.table.settings.last == "wins" else other(seat)
        play.set(phase=Phase.OVER, ending=Ending(winner, "last", "2"))


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    heaps = view.table.heaps
    if field == "heap":
        for number, there in enumerate(heaps, start=1):
            if there:
                yield Option(str(number), Text("heap", {"heap": number, "n": there}))
    elif filled.get("heap", "") in map(str, range(1, len(heaps) + 1)):
        for matches in range(heaps[int(filled["heap"]) - 1], 0, -1):
            yield Option(str(matches), Text("matches", {"n": matches}))


def _asking(table: Table, seat: Seat, kinds: tuple[str, ...]) -> Decision:
    choices = tuple(
        Choice(Text("take.all", {"heap": number, "n": there}), Take(heap=number, matches=there))
        for number, there in enumerate(table.heaps, start=1)
        if there
    )
    return Decision(f"{table.serial}.take", seat, "take", "1", {"turn": table.turn}, kinds, choices)


def _known(table: Table, holds: str, value: str) -> list[Refusal]:
    if holds == "heap" and value not in map(str, range(1, len(table.heaps) + 1)):
        return [refuse("read.no_heap", "", heap=value[:40])]
    return []


def _never_closed(table: Table, command: Term) -> None:
    """Say nothing: nobody closes a phase."""
    del table, command


GATE: Gate[Table] = Gate(
    models=MODELS,
    verbs=(Verb(model=Take, phases=(Phase.TAKING,), check=_check, apply=_apply, options=_options),),
    frames={},
    acting=lambda table: (table.player,),
    asking=_asking,
    known=_known,
    sequence=lambda table: "1" if table.ending is None else "2",
    closed=_never_closed,
)
