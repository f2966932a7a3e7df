"""2 to 2.3 and 5.3. Crossing: one rows as often as one dares, turns the bow once, and lands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from engine.api import Cost, Event, Option, Refusal, Term, Text
from engine.kit.supposing import known
from engine.kit.verbs import Verb
from engine.kit.wording import refuse, seat_term
from tests.support.toy_game.actions import Land, Row, Turn
from tests.support.toy_game.play import AnyVerb, Play
from tests.support.toy_game.rules.crates import draw, unload
from tests.support.toy_game.rules.lanterns import bank_options
from tests.support.toy_game.state import (
    BLUE,
    RED,
    SEATS,
    Phase,
    Searching,
    Shouting,
    Table,
    View,
    other,
)

MOST = 3
"""Strokes that can be rowed at once."""
WIDEST = 90
"""Degrees by which the bow can be turned."""
ASKEW = 60
"""Degrees off a bank's bearing at which landing costs a stroke."""
BEARINGS = {"north": 0, "island": 90, "south": 180}
PLACES = {"north": (0, 4), "island": (2, 2), "south": (4, 0)}
"""Where the banks lie, in fathoms."""
CROSSING = (Phase.CROSSING,)


# -- row -----------------------------------------------------------------------------------------


def _check_row(view: View, action: Row) -> list[Refusal]:
    del view
    return [] if 1 <= action.strokes <= MOST else [refuse("strokes", "2.1", most=MOST)]


def _apply_row(play: Play, seat: str, action: Row) -> None:
    values = play.roll("strokes", action.strokes)
    play.set(afloat=play.table.afloat + sum(values))
    play.tell("rowed", "2.1", seat=seat_term(seat), dice=values, n=sum(values))
    if 6 in values:
        play.push(Shouting(play.table.serial, other(seat)))


def _options_row(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del view, field, filled
    for strokes in range(1, MOST + 1):
        yield Option(str(strokes), Text("strokes", {"n": strokes}))


# -- turn: an angle ------------------------------------------------------------------------------


def _check_turn(view: View, action: Turn) -> list[Refusal]:
    if view.table.turned:
        return [refuse("turn.once", "5.3")]
    if action.by == 0 or abs(action.by) > WIDEST:
        return [refuse("turn.angle", "5.3", most=WIDEST)]
    return []


def _apply_turn(play: Play, seat: str, action: Turn) -> None:
    play.set(heading=(play.table.heading + action.by) % 360, turned=True)
    play.tell("turned", "5.3", seat=seat_term(seat), n=play.table.heading)


def _options_turn(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    for by in (90, -90, 45, -45) if can_turn(view.table, view.viewer) else ():
        yield Option(str(by), Text("degrees", {"n": by}))


def can_turn(table: Table, seat: str | None) -> bool:
    """Say whether the bow can still be turned in this crossing."""
    del seat
    return table.settings.smuggling and not table.turned


def askew(table: Table, bank: str) -> bool:
    """Say whether the bow points too far off a bank's bearing, where it can be turned at all."""
    if not table.settings.smuggling:
        return False
    off = (table.heading - BEARINGS[bank]) % 360
    return min(off, 360 - off) > ASKEW


def straight(table: Table, bank: str) -> Fraction | None:
    """Return the angle that lets a bow which points elsewhere point at a bank, if one turn does."""
    by = (table.heading - BEARINGS[bank]) % 360
    by = -by if by <= WIDEST else 360 - by
    return by if not table.turned and askew(table, bank) and abs(by) <= WIDEST else None


# -- land ----------------------------------------------------------------------------------------


def _apply_land(play: Play, seat: str, action: Land) -> None:
    rival, bank = other(seat), action.bank
    seen = play.secrets[rival].lantern == bank
    gained = 0 if seen else max(0, play.table.afloat - _lost(play, seat, bank))
    play.tell("landed", "2.2", seat=seat_term(seat), bank=Term("bank", bank), n=gained)
    if seen:
        play.tell("watched", "2.3", only=rival)
    play.set(score={**play.table.score, seat: play.table.score[seat] + gained}, afloat=0)
    if play.table.settings.smuggling:
        play.push(Searching(play.table.serial, rival, bank))
    else:
        end_crossing(play)


def _lost(play: Play, seat: str, bank: str) -> int:
    """Return the strokes that a landing loses, and tell of those that something hidden takes.

    The landing is legal whatever lies hidden: it is cut short, and each is told their part of it.
    """
    rival, table = other(seat), play.table
    lost = int(askew(table, bank))
    shoal = known(table.shoals, rival)
    x, y = PLACES[bank]
    if shoal is not None and (shoal.x - x) ** 2 + (shoal.y - y) ** 2 <= shoal.reach**2:
        lost += 1
        run_on = Event("shoal.struck", "5.2", {"seat": seat_term(seat)}, frozenset({rival}))
        play.tell("shoal.met", "5.2", only=seat, otherwise=run_on)
    secrets = play.secrets[rival]
    if secrets.watch == bank and table.afloat >= secrets.least:
        lost += 1
        play.tell("watch.took", "5.5", only=rival, bank=Term("bank", bank))
    return lost


def end_crossing(play: Play) -> None:
    """Put the crate ashore, and let the other side cross; at the end count."""
    table, seat = play.table, play.table.player
    turn = table.turn + (seat == BLUE)
    play.set(player=other(seat), turn=turn, turned=False, heading=Fraction(0))
    unload(play, seat)
    if turn > table.settings.turns:
        _count(play)
    elif table.settings.crates:
        draw(play, seat)


def _count(play: Play) -> None:
    table = play.table
    cargo = {seat: known(table.cargo, seat) for seat in SEATS}
    if table.settings.crates or table.settings.smuggling:
        play.tell("cargo", "4.3", red=cargo[RED], blue=cargo[BLUE])
    totals = {seat: table.score[seat] + cargo[seat] for seat in SEATS}
    if totals[RED] == totals[BLUE]:
        play.end("", "level", "4")
    else:
        play.end(max(SEATS, key=lambda seat: totals[seat]), "further", "4")


def _options_land(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del field, filled
    for option in bank_options():
        yield replace(option, cost=Cost(int(askew(view.table, option.value))))


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Row,
        phases=CROSSING,
        check=_check_row,
        apply=_apply_row,
        options=_options_row,
    ),
    Verb(
        model=Turn,
        phases=CROSSING,
        check=_check_turn,
        apply=_apply_turn,
        options=_options_turn,
        possible=lambda view: can_turn(view.table, view.viewer),
        named=can_turn,
    ),
    Verb(
        model=Land,
        phases=CROSSING,
        apply=_apply_land,
        options=_options_land,
    ),
)
