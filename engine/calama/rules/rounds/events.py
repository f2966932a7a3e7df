"""What begins a round: events of both armies (7.2) and the types that receive them (7.3).

Rules:
    7.2.example, 7.2.table, 7.3.example, 7.3.lasting.
"""

from __future__ import annotations

from engine.api import Term
from engine.calama.army import load_army
from engine.calama.play import Play, type_term
from engine.calama.rules.pieces.attributes import shift
from engine.calama.state import SEATS
from engine.kit.records import changed
from engine.kit.wording import seat_term


def begin_round(play: Play) -> None:
    """Begin the next round: events of both armies, Chile's first (CAL-R3)."""
    number = play.table.round + 1
    pieces = {
        piece.id: changed(piece, moved=0, fought=False, charging="")
        for piece in play.table.pieces.values()
    }
    play.set(round=number, pieces=pieces, ordered=(), stirred=False)
    play.tell("round.begins", "7", n=number)
    for seat in SEATS:
        _event(play, seat)


def _event(play: Play, seat: str) -> None:
    army = load_army()
    dice = play.roll("event", army.event_dice)
    (die,) = play.roll("assignment of the event")
    event = army.events[sum(dice)]
    type_key = army.assignment[die]
    before, after = shift(play, seat, type_key, event.attribute, event.value)
    play.tell(
        "event.moved" if after != before else "event.at_limit",
        "7.3",
        seat=seat_term(seat),
        dice=dice,
        total=sum(dice),
        die=die,
        attribute=Term("attribute", event.attribute),
        value=event.value,
        type=type_term(type_key),
        before=before,
        after=after,
    )
