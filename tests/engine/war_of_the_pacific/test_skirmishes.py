"""Random play from crowded tables: fleets off each other's ports, armies face to face.

Whole random games seldom come to a blockade, a raid or a joint interception; here they do at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bot.trials.promises import leaks, refused_offers
from bot.trials.random_play import Temper, choose, play_at_random
from engine.api import Event
from engine.dice import SeededDice, StoredDice
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX, is_aboard
from engine.war_of_the_pacific.roster import Kind, load_roster
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.soundness import faults
from engine.war_of_the_pacific.state import ALLIES, CHILE, SEATS, State
from engine.war_of_the_pacific.survey import land_units
from tests.engine.war_of_the_pacific.build import lay

COAST = ("III", "IV", "V")
"""The naval areas in which they meet."""
SEEDS = tuple(f"skirmish {number}" for number in range(24))
TELLING = ("skirmish 1", "skirmish 9", "blows 89")
"""Seeds whose battles have shown everything that is waited for; they are played first."""
PRIZES = (14, 31, *range(6))
"""The same of those who go for prizes, and some more."""
USUALLY, CLOSELY = 36, 12
"""Of so many states one is looked at from all sides."""


class _Chance:
    """Random picks from a seed."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed.encode())

    def pick(self, things: tuple[str, ...] | list[str]) -> str:
        return (
            things[self._dice.roll("pick", 1, len(things))[0] - 1] if len(things) > 1 else things[0]
        )

    def often(self, percent: int) -> bool:
        return self._dice.roll("often", 1, 100)[0] <= percent


OPTIONAL = Settings(ship_capture=True, infernal_machines=True)
"""A table that plays by the optional rules of chapter 10."""
SPANISH = Settings(edition="es", ship_capture=True, infernal_machines=True)
"""A table of the Spanish edition with all of them."""


def skirmish(seed: str, settings: Settings | None = None, turn: int = 3) -> State:
    """A table on which everybody is near everybody."""
    chance = _Chance(seed)
    forces = (settings or Settings()).follows("forces")
    board = load_board()
    waters = sorted(hex_id for area in COAST for hex_id in board.areas[area].hexes)
    ports = [hex_id for hex_id in waters if board.is_port(hex_id)]
    held = {port: chance.pick((CHILE, ALLIES, ALLIES)) for port in ports}
    harbours = {
        side: [port for port, owner in held.items() if owner == side]
        + ([BOX] if side == CHILE else [])
        for side in SEATS
    }
    place: dict[str, str] = {}
    for card in load_roster().of(edition=forces):
        steps = f"x{1 + chance.often(60)}" if card.steps == 2 else "x1"
        if card.is_naval and chance.often(70):
            port = chance.pick(harbours[card.side]) if harbours[card.side] else ""
            at_sea = not port or chance.often(50)
            place[card.id] = f"{chance.pick(waters)} {steps}" if at_sea else f"{port} port {steps}"
        elif card.kind in (Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY) and chance.often(40):
            near = [
                one
                for one in waters
                if board.is_land(one) and held.get(one, card.side) == card.side
            ]
            taken = {spot.split()[0] for unit, spot in place.items() if _foe(unit, card.side)}
            free = [one for one in near if one not in taken]
            if free:
                place[card.id] = f"{chance.pick(free)} {steps}"
    _load(chance, place)
    columns = {f"{side}:{port}": 3 for side in SEATS for port in harbours[side]}
    player = chance.pick(SEATS)
    # In the Allies' player turn Chile has sailed what it had ordered.
    orders = {side: _orders(chance, place, side) for side in dict.fromkeys((player, ALLIES))}
    state = lay(
        place=place,
        columns=columns,
        control=held,
        orders=orders,
        turn=turn,
        settings=settings,
        phase="naval_movement",
        player=player,
    )
    return _with_control(state)


def _foe(unit: str, side: str) -> bool:
    card = load_roster().units[unit]
    return card.side != side and card.is_land


def _load(chance: _Chance, place: dict[str, str]) -> None:
    """Put some of the army aboard."""
    roster = load_roster().units
    for ship in [unit for unit in place if roster[unit].kind is Kind.TRANSPORT]:
        army = [
            u
            for u, at in place.items()
            if roster[u].is_land and roster[u].side == roster[ship].side
        ]
        army = [unit for unit in army if not is_aboard(place[unit])]
        if army and chance.often(60):
            unit = chance.pick(army)
            place[unit] = f"@{ship} {place[unit].split()[1]}"


def _orders(chance: _Chance, place: dict[str, str], side: str) -> dict[str, list[str]]:
    """Send some of the ships of each place to an area."""
    roster = load_roster().units
    orders: dict[str, list[str]] = {}
    spots = sorted({at for unit, at in place.items() if roster[unit].is_naval})
    areas = list(COAST)
    for spot in spots:
        ships = [
            u
            for u, at in place.items()
            if roster[u].is_naval and roster[u].side == side and at == spot
        ]
        if ships and areas and chance.often(70):
            area = chance.pick(areas)
            areas.remove(area)
            orders[area] = ships
    return orders


def _with_control(state: State) -> State:
    """Give cities to those who stand in them alone."""
    control = dict(state.table.control)
    for city in control:
        for side in SEATS:
            if land_units(state.table.units, city, side):
                control[city] = side
    return replace(state, table=replace(state.table, control=control))


def _an_eighth(turn: int) -> pytest.MarkDecorator:
    """Try every eighth seed, another eighth in each turn; all of them closely takes long."""
    usual = [pytest.param(seed, USUALLY) for seed in SEEDS[turn::8]]
    closely = [pytest.param(seed, CLOSELY, marks=pytest.mark.long) for seed in SEEDS]
    return pytest.mark.parametrize(("seed", "every"), [*usual, *closely])


@_an_eighth(0)
def test_skirmishes_are_sound(seed: str, every: int) -> None:
    """Every state on the way is sound, keeps its secrets, offers what it allows, and replays."""
    _hold(skirmish(seed), seed, every)


@_an_eighth(1)
def test_skirmishes_by_the_optional_rules_are_sound(seed: str, every: int) -> None:
    """The same where ships change hands and machines lie off the ports."""
    _hold(skirmish(seed, OPTIONAL, 9), seed, every)


@_an_eighth(2)
def test_skirmishes_by_the_spanish_text_are_sound(seed: str, every: int) -> None:
    """The same by the other edition's wording of everything."""
    _hold(skirmish(seed, SPANISH, 9), seed, every)


def _hold(begun: State, seed: str, every: int) -> None:
    """Play on from a table, and hold the log and every state to what is promised of them.

    One of *every* few states is asked everything; which ones, the seed says.
    """
    assert faults(begun) == ()
    states: list[State] = []

    def each(state: State) -> None:
        assert faults(state) == ()
        states.append(state)

    log, last = play_at_random(GAME, begun, seed, limit=150, each=each)
    for state in states[SEEDS.index(seed) * CLOSELY % every :: every]:
        assert leaks(GAME, state) == ()
        assert refused_offers(GAME, state) == ()
    state = begun
    for one in log:
        dice = StoredDice(one.rolls)
        state = GAME.apply(state, one.seat, one.action, dice).state
        dice.finish()
    assert GAME.dump(state) == GAME.dump(last)


def test_skirmishes_come_to_blows() -> None:
    """Interceptions, blockades, gunfire, raids, forts, landings and captures all happen in them."""
    happened: Counter[str] = Counter()

    def count(events: tuple[Event, ...]) -> None:
        happened.update(event.code for event in events)

    wanted = {
        "interception.succeeded",
        "interception.failed",
        "blockade.run",
        "naval_battle.hit",
        "ship.sunk",
        "ship.cargo_lost",
        "raid.hit",
        "landed.opposed",
        "battle.attack",
        "city.taken",
        "supply.captured",
    }
    # Some of it is rare: what a few tables do not show, more of them must.
    for seed in (*TELLING, *SEEDS, *(f"blows {number}" for number in range(120))):
        if wanted <= happened.keys():
            break
        log, _ = play_at_random(GAME, skirmish(seed), seed, limit=150)
        for one in log:
            count(one.events)
    assert wanted <= happened.keys()


@pytest.mark.parametrize("numbers", [PRIZES, pytest.param(range(40), marks=pytest.mark.long)])
def test_optional_rules_come_to_use(numbers: Sequence[int]) -> None:
    """Every state stays sound where prizes are taken and machines tried whenever it is possible."""
    happened: Counter[str] = Counter()
    for number in numbers:
        happened.update(_eager(f"prizes {number}"))
    assert {"capture.escapes", "capture.scuttled", "capture.captured"} <= happened.keys()
    assert any(code.startswith("infernal.") for code in happened)


def _eager(seed: str) -> Iterator[str]:
    """Play at random, but by the optional rules wherever they allow it; yield what is told."""
    state, dice = skirmish(seed, OPTIONAL, 9), SeededDice(f"dice {seed}".encode())
    chooser = SeededDice(f"choices {seed}".encode())
    tempers = {seat: Temper(chooser) for seat in SEATS}
    for _ in range(150):
        decision = next(iter(GAME.awaiting(state)), None)
        if decision is None:
            return
        view = GAME.view(state, decision.seat)
        kind = next((one for one in ("capture", "infernal") if one in GAME.kinds(view)), "")
        if kind:
            filled: dict[str, str] = {}
            for name in GAME.actions[kind].model_fields:
                filled[name] = next(GAME.options(view, kind, name, filled)).value
            action = GAME.parse(view, kind, filled)
        else:
            action = choose(GAME, state, decision, chooser, tempers[decision.seat])
        step = GAME.apply(state, decision.seat, action, dice)
        state = step.state
        assert faults(state) == ()
        yield from (event.code for event in step.events)
