"""Random tables with both fleets scattered at sea and in port, for the naval property tests."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_land_unit, is_ship
from engine.war_of_the_pacific.places import BOX, POOL, aboard
from engine.war_of_the_pacific.roster import load_roster
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, Order, State, Unit
from engine.war_of_the_pacific.survey import is_friendly_port
from tests.engine.war_of_the_pacific.build import lay

SEA = ("2415", "2513", "2614", "3018", "3019", "3118", "3116", "2007", "1907", "3022", "3025")
"""Waters so close to each other that fleets on them meet."""


def crowded(seed: int, *, player: str, phase: str = "naval_movement") -> State:
    """Return a table on which anything may happen at sea.

    Ships lie in ports and off them, some damaged, some laden; columns lie in every port; half of
    the mover's ships are ordered somewhere near. Every other table plays by the Spanish text.
    """
    chance = random.Random(seed)
    control = {"3117": CHILE} if chance.random() < 0.5 else {}
    settings = Settings(edition="es" if seed % 2 else "en")
    columns = _columns(chance)
    state = lay(
        player=player, phase=phase, turn=3, control=control, columns=columns, settings=settings
    )
    units = dict(state.table.units)
    for card in load_roster().of(edition=settings.follows("forces")):
        unit = units[card.id]
        if is_ship(unit) and chance.random() < 0.8:
            units[card.id] = _ship(chance, state, unit, card.steps)
        elif is_land_unit(unit) and chance.random() < 0.5:
            units[card.id] = _land(chance, units, unit, card.steps, card.home)
    state = replace(state, table=replace(state.table, units=units))
    return _order(chance, state, player)


def _columns(chance: random.Random) -> Mapping[str, int]:
    ports = [city.hex for city in load_board().cities.values() if city.port]
    found = {f"{ALLIES}:{port}": 1 for port in ports if chance.random() < 0.6}
    return {**found, f"{CHILE}:{BOX}": 3, f"{CHILE}:3123": 2}


def _ship(chance: random.Random, state: State, unit: Unit, steps: int) -> Unit:
    at = chance.choice(SEA)
    if unit.side == CHILE and chance.random() < 0.2:
        at = BOX
    port = is_friendly_port(state.table, at, unit.side) and (at == BOX or chance.random() < 0.8)
    return replace(unit, at=at, steps=chance.choice((steps, steps, 1)), in_port=port)


def _land(
    chance: random.Random, units: Mapping[str, Unit], unit: Unit, steps: int, home: str | None
) -> Unit:
    if home is not None:
        return replace(unit, at=home, steps=steps)
    holds = [
        ship.id
        for ship in units.values()
        if is_ship(ship) and ship.side == unit.side and ship.at != POOL
        if load_roster().units[ship.id].gunfire == 0
        if not any(one.at == aboard(ship.id) for one in units.values())
    ]
    if holds and chance.random() < 0.4:
        return replace(unit, at=aboard(chance.choice(holds)), steps=min(steps, 2))
    ports = ("3118", "2007") if unit.side == ALLIES else (BOX, "3123")
    return replace(unit, at=chance.choice(ports), steps=chance.choice((steps, 1)))


def _order(chance: random.Random, state: State, player: str) -> State:
    stacks: dict[tuple[str, bool], list[str]] = {}
    for unit in state.table.units.values():
        if unit.side == player and is_ship(unit) and unit.at != POOL and chance.random() < 0.7:
            stacks.setdefault((unit.at, unit.in_port), []).append(unit.id)
    areas = ("II", "III", "IV", "VI", "X", "I")
    orders = tuple(
        Order(number, state.table.turn, chance.choice(areas), tuple(ships))
        for number, ships in enumerate(stacks.values(), start=1)
    )
    secrets = dict(state.secrets)
    secrets[player] = replace(secrets[player], orders=orders, numbered=len(orders))
    return replace(state, secrets=secrets)
