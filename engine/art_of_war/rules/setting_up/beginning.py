"""How a battle begins: armies, initiative, the field, then battle plans (11).

Rules:
    11.field, 11.choice; ADG-R39, ADG-R98.
"""

from __future__ import annotations

from pydantic import BaseModel

from engine.api import Step
from engine.art_of_war.armies import load_armies
from engine.art_of_war.battles import load_battles
from engine.art_of_war.play import Play
from engine.art_of_war.rules.command.initiative import throw_initiative
from engine.art_of_war.rules.setting_up.enrolling import enrol
from engine.art_of_war.rules.setting_up.outlines import blob
from engine.art_of_war.rules.setting_up.terrain import add, throw_terrain
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import SEATS, Phase, Secrets, State, Table
from engine.dice import Dice


def setup(settings: BaseModel, dice: Dice) -> Step:
    """Return the table before the first decision (11)."""
    assert isinstance(settings, Settings)
    return first_state(settings, dice).close(public=True)


def first_state(settings: Settings, dice: Dice) -> Play:
    """Return the table before the first decision."""
    table = Table(settings=settings)
    play = Play(State(table, {seat: Secrets() for seat in SEATS}), dice)
    play.tell("battle.begins", "11", n=settings.turns, points=settings.points)
    if settings.armies == "own":
        play.set(phase=Phase.MUSTER)
        return play
    battle = load_battles()[settings.battle]
    for seat in SEATS:
        key = battle.army_of(seat)
        enrol(play, seat, key, load_armies()[key].army)
    after_muster(play)
    return play


def after_muster(play: Play) -> None:
    """Throw for the initiative, lay the field or let it be placed, then ask for battle plans."""
    throw_initiative(play)
    match play.table.settings.terrain:
        case "ready":
            for one in load_battles()[play.table.settings.battle].feature:
                add(play, one.kind, blob(one.x, one.y, one.width, one.depth, one.bends))
        case "random":
            throw_terrain(play)
        case "placed":
            play.set(phase=Phase.TERRAIN, player=play.table.initiative)
            return
    play.set(phase=Phase.PLAN)
