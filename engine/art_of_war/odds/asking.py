"""Which odds belong to which action.

Fights are counted as they would begin if nothing changed before: nobody evades, and of what is
still to be shot or charged nothing has come of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.api import Action, Odds, Seat, Text
from engine.art_of_war.actions import Charge, Done, Evade, Rally, Stand
from engine.art_of_war.frames import Charging
from engine.art_of_war.odds import fighting
from engine.art_of_war.odds.charging import charged
from engine.art_of_war.odds.evading import met, of_flight
from engine.art_of_war.rules.charge.declaring import meant
from engine.art_of_war.rules.melee.pairs import Pair, pairs
from engine.art_of_war.rules.rallying import rallying
from engine.art_of_war.rules.shooting.shooting import withheld
from engine.art_of_war.rules.shooting.volleys import volleys
from engine.art_of_war.state import Phase, Table, View, other

NOBODY_EVADES = Text("odds.given.nobody_evades")
AS_IT_STANDS = Text("odds.given.as_it_stands")


def odds(view: View, action: Action) -> tuple[Odds, ...]:
    """Return the odds of an action that is allowed; none if no die hangs on it."""
    answer = _ANSWERS.get(type(action))
    return () if answer is None else tuple(answer(view, action))


def _of_charge(view: View, action: Charge) -> Iterator[Odds]:
    """Yield what the first round of each melee brings that a charge begins (8.roll)."""
    seat = view.viewer or ""
    way, _ = meant(view.table, action)
    if way is None:
        return
    table = charged(view.table, way)
    for pair in pairs(table):
        if involves(pair, tuple(way.ends)):
            yield fighting.of_pair(table, pair, seat, (NOBODY_EVADES,))
    for contact in table.contacts:
        camp = table.camps.get(contact.two)
        if camp is not None and contact.one in way.ends:
            yield fighting.of_camp(table.units[contact.one], (NOBODY_EVADES,))


def involves(pair: Pair, who: Iterable[str]) -> bool:
    """Say whether any of some units fights in a melee, or supports it."""
    there = {pair.one, pair.two, *pair.helps_one, *pair.helps_two}
    return not there.isdisjoint(who)


def _of_done(view: View, action: Done) -> Iterator[Odds]:
    """Yield what shooting and the melees under way bring in this turn (7.roll, 8.roll)."""
    del action
    table, seat = view.table, view.viewer or ""
    if table.phase is Phase.MOVEMENT and table.declared:
        # What is charged changes all of it; each charge has odds of its own.
        return
    yield from of_turn(table, seat, withheld(view.own, table.turn) if view.own else frozenset())


def of_turn(table: Table, seat: Seat, idle: frozenset[str]) -> Iterator[Odds]:
    """Yield what shooting and melee bring as the table stands.

    Args:
        table: As it stands.
        seat: Whose good is told first.
        idle: Whom that side has told not to shoot.
    """
    for side in (table.player, other(table.player)):
        for volley in volleys(table, side, idle if side == seat else ()):
            yield fighting.of_volley(volley, side == seat, (AS_IT_STANDS,))
    yield from fighting.of_melees(table, seat, (AS_IT_STANDS,))


def _of_rally(view: View, action: Rally) -> Iterator[Odds]:
    yield rallying.odds(view, action)


def _of_answer(view: View, action: Evade | Stand) -> Iterator[Odds]:
    """Yield what comes of charges that are answered: the flight, and what is shot and fought."""
    table, seat = view.table, view.viewer or ""
    frame = table.frames[-1]
    assert isinstance(frame, Charging)
    chosen = action.units if isinstance(action, Evade) else ()
    evading = tuple(dict.fromkeys((*frame.must, *chosen)))
    yield from of_flight(evading)
    idle = withheld(view.own, table.turn) if view.own else frozenset()
    yield from of_turn(met(table, frame, evading), seat, idle)


_ANSWERS: Mapping[type[Action], Callable[[View, Any], Iterable[Odds]]] = {
    Charge: _of_charge,
    Done: _of_done,
    Evade: _of_answer,
    Rally: _of_rally,
    Stand: _of_answer,
}
