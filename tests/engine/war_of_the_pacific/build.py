"""Lay out a table by hand on the real board, for cases and unit tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import printed
from engine.war_of_the_pacific.places import POOL
from engine.war_of_the_pacific.roster import load_roster
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    SEATS,
    Order,
    Phase,
    Secrets,
    State,
    Table,
    Unit,
)

POINTS = {
    "1702": 1,
    "2007": 3,
    "2008": 5,
    "2109": 1,
    "2814": 1,
    "2909": 2,
    "2913": 1,
    "3014": 1,
    "3115": 2,
    "3116": 2,
    "3118": 2,
    "3213": 1,
    "3513": 5,
    "3616": 3,
    "3815": 1,
}
"""What cities are worth on a table laid by hand: cases ask for rules, and tuning moves no rule."""
FLAGS = frozenset(("port", "fresh", "spent", "fought", "landed", "sailed"))


def lay(
    *,
    place: Mapping[str, str] | None = None,
    columns: Mapping[str, int] | None = None,
    control: Mapping[str, str] | None = None,
    orders: Mapping[str, Mapping[str, list[str]]] | None = None,
    turn: int = 2,
    phase: str = "land_movement",
    player: str = CHILE,
    settings: Settings | None = None,
    **table: Any,
) -> State:
    """Return a table with only the named units on it; all others wait in the pool.

    Args:
        place: Unit id to "<place> [x<steps>] [flags]", flags of :data:`FLAGS` ("2007 port"),
            and a side for a ship that it has captured ("2513 x1 chile").
        columns: "<place>" or "<side or nation>:<place>" to a number of Supply Columns; a bare
            place gives them to the phasing player.
        control: City hex to the side that holds it, where it is not its own nation's.
        orders: Seat to area to the ships ordered there for this turn.
        turn: Game turn.
        phase: Value of a :class:`Phase`.
        player: The phasing seat.
        settings: Edition and switches.
        table: Further fields of :class:`Table`; ``worth`` is :data:`POINTS` otherwise.
    """
    settings = settings or Settings()
    units = {
        card.id: Unit(card.id, card.side, POOL, 0, card.nation)
        for card in load_roster().of(edition=settings.follows("forces"))
    }
    for unit_id, text in (place or {}).items():
        units[unit_id] = _unit(units[unit_id], text)
    made = 0
    for where, count in (columns or {}).items():
        owner, _, spot = where.rpartition(":")
        nation = owner if owner in ("peru", "bolivia", "chile") else ""
        side = {"peru": ALLIES, "bolivia": ALLIES}.get(owner, owner or player)
        nation = nation or ("chile" if side == CHILE else "peru")
        for _ in range(count):
            made += 1
            units[f"sc{made}"] = Unit(f"sc{made}", side, spot, 1, nation)
    held = {
        hex_id: CHILE if city.nation == "chile" else ALLIES
        for hex_id, city in load_board().cities.items()
    }
    held.update(control or {})
    further: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in table.items()
    }
    laid = Table(
        settings=settings,
        serial=100,
        turn=turn,
        phase=Phase(phase),
        player=player,
        units=units,
        control=held,
        columns=made,
        **{"worth": POINTS, **further},
    )
    return State(laid, {seat: _secrets((orders or {}).get(seat, {}), turn) for seat in SEATS})


def _unit(unit: Unit, text: str) -> Unit:
    spot, *rest = text.split()
    steps = printed(unit).steps
    flags: dict[str, Any] = {}
    for word in rest:
        if word.startswith("x"):
            steps = int(word[1:])
        elif word in FLAGS:
            flags["in_port" if word == "port" else word] = True
        elif word in SEATS:
            flags |= {"side": word, "nation": "chile" if word == CHILE else "peru"}
        else:
            raise ValueError(f"{text!r}: what is {word!r}?")
    return replace(unit, at=spot, steps=steps, **flags)


def _secrets(orders: Mapping[str, list[str]], turn: int) -> Secrets:
    written = tuple(
        Order(number, turn, area, tuple(ships))
        for number, (area, ships) in enumerate(orders.items(), start=1)
    )
    return Secrets(orders=written, numbered=len(written))
