"""How a game begins: the units are drawn unseen, and nobody is on the ground yet (2.3).

Rules:
    2.3; ALB-R62.
"""

from __future__ import annotations

from pydantic import BaseModel

from engine.api import Step
from engine.barricadas.play import Play
from engine.barricadas.rules.artillery.missions import key_of
from engine.barricadas.rules.setting_up.drawing import draw_army
from engine.barricadas.rules.victory.towns import first_held
from engine.barricadas.settings import Settings
from engine.barricadas.state import SEATS, Secrets, State, Table
from engine.barricadas.survey import scenario_of
from engine.dice import Dice
from engine.kit.wording import seat_term


def setup(settings: BaseModel, dice: Dice) -> Step:
    """Return the table before set-up (2.3)."""
    assert isinstance(settings, Settings)
    return first_state(settings, dice).close(public=True)


def first_state(settings: Settings, dice: Dice) -> Play:
    """Return the table before set-up, both sides' units drawn with dice that nobody else sees."""
    table = Table(settings=settings)
    play = Play(State(table, {seat: Secrets() for seat in SEATS}), dice)
    scenario = scenario_of(table)

    def draw(what: str, number: int) -> int:
        return play.roll_secret(f"draw.{what}", 1, number)[0] - 1

    counters = {}
    for seat in SEATS:
        counters.update(draw_army(scenario.of(seat), draw))
    missions: dict[str, int] = {}
    for seat in SEATS:
        army = scenario.of(seat)
        for battery in army.batteries:
            key = key_of(seat, battery)
            missions[key] = missions.get(key, 0) + battery.missions
        for aircraft in army.aviation:
            missions[f"{seat}.{aircraft.kind}"] = aircraft.missions
    play.set(counters=counters, missions=missions, held=first_held(table))
    play.tell("game.begins", "2.3", attacker=seat_term(scenario.attacker), n=scenario.turns)
    return play
