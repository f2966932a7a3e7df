"""Getting on and off, hitching and unhitching, carried out on the table (5.5).

Rules:
    3.4 c, 3.4 d, 5.5; ALB-R33, ALB-R34, ALB-R74, ALB-R75.
    Also 5.5.moves.
"""

from __future__ import annotations

from engine.barricadas.frames import Doing
from engine.barricadas.play import Play, counter_term
from engine.barricadas.rules.transport.lorries import against_transport, changed_by, lorry_in
from engine.barricadas.rules.turn.recognition import recognise
from engine.barricadas.state import USED, hex_of


def carry_out(play: Play, doing: Doing) -> tuple[str, ...]:
    """Carry out what counters of one hex were told; return who has done it, nobody if it fails.

    Of who is one now, all are recognised if any is (ALB-R74).
    """
    group = [play.counter(key) for key in doing.who]
    seat, deed = group[0].side, doing.deed
    apart = len({hex_of(play.table, one) for one in group}) > 1
    if apart or against_transport(play.table, group, deed):
        play.tell_of("transport.gone", "5.5", doing.who, seat, felt=False)
        return ()
    lorry = lorry_in(group)
    changed = changed_by(play.table, group, deed)
    play.set(counters={**play.table.counters, **changed})
    if lorry is None:
        play.tell_of(f"horses.{deed}", "3.4.c", doing.who, seat, felt=False)
        return doing.who
    known = tuple(key for key in changed if not play.counter(key).unseen)
    recognise(play, known)
    riders = tuple(key for key in changed if key != lorry.id)
    play.tell_of(f"transport.{deed}", "5.5", riders, seat, felt=False, lorry=counter_term(lorry))
    if play.counter(lorry.id).at == USED:
        play.tell_of("transport.leaves", "5.5.gone", (lorry.id,), seat, felt=False)
        return riders
    return tuple(changed)
