"""What befalls ships: their voyage ends, they are damaged, they sink.

Rules:
    5.5 (warships lost in the turn), 7.2 (in port), 7.9 (damaged, then sunk, with all aboard), 7.10,
    10.1 (prizes).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from engine.api import Term
from engine.war_of_the_pacific.counters import is_warship
from engine.war_of_the_pacific.play import Play, seat_term, unit_terms
from engine.war_of_the_pacific.state import CHILE
from engine.war_of_the_pacific.survey import cargo_of, is_friendly_port


def end_voyage_of(play: Play, ships: Iterable[str], side: str, place: str) -> None:
    """End the movement of ships for this turn; where the port is friendly they lie in it."""
    port = is_friendly_port(play, place, side)
    play.change_all(ships, at=place, in_port=port, sailed=True)


Shot = Literal["miss", "hit", "critical"]
"""What a shot at a ship does; a critical one sinks whatever it hits (7.10)."""


def steps_after_hit(steps: int, *, critical: bool) -> int:
    """Return what a hit leaves of a ship: a critical one nothing, else one step less (7.9)."""
    return 0 if critical else max(0, steps - 1)


def hit_ship(play: Play, ship: str, rule: str, *, critical: bool) -> None:
    """Damage a sound ship; sink a damaged one, or any by a critical hit (7.9, 7.10)."""
    unit = play.units[ship]
    left = steps_after_hit(unit.steps, critical=critical)
    if not left:
        sink(play, ship, rule)
    else:
        play.change(ship, steps=left)
        play.tell("ship.damaged", rule, seat=seat_term(unit.side), ship=Term("unit", ship))


def sink(play: Play, ship: str, rule: str) -> None:
    """Sink a ship with all that it carries, and count a warship lost this turn (5.5)."""
    unit = play.units[ship]
    lose_cargo(play, ship)
    strike_from_orders(play, ship, unit.side)
    play.eliminate(ship)
    play.tell("ship.sunk", rule, seat=seat_term(unit.side), ship=Term("unit", ship))
    count_loss(play, ship, unit.side)


def count_loss(play: Play, ship: str, side: str) -> None:
    """Count a ship among a side's losses of this game turn: warships apart (5.5, WP-E14)."""
    name = "lost_warships" if is_warship(ship) else "lost_transports"
    chile, allies = getattr(play.table, name)
    lost = (chile + 1, allies) if side == CHILE else (chile, allies + 1)
    play.set(**{name: lost})


def lose_cargo(play: Play, ship: str, rule: str = "7.9.hit.cargo") -> None:
    """Eliminate what a lost transport carries (7.9, 8.5, 10.1)."""
    lost = cargo_of(play.units, ship)
    for carried in lost:
        play.eliminate(carried.id)
    if lost:
        play.tell("ship.cargo_lost", rule, ship=Term("unit", ship), units=unit_terms(lost))


def strike_from_orders(play: Play, ship: str, side: str) -> None:
    """Take a lost ship out of its side's orders, so that they name none that cannot sail."""
    orders = play.secrets[side].orders
    if any(ship in order.ships for order in orders):
        left = (replace(one, ships=tuple(s for s in one.ships if s != ship)) for one in orders)
        play.keep(side, orders=tuple(order for order in left if order.ships))
