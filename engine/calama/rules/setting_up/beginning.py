"""The table before set-up: markers on their printed figures (5.1), reserves ready (4.1.9)."""

from __future__ import annotations

from pydantic import BaseModel

from engine.api import Step, Term
from engine.calama.army import load_army
from engine.calama.play import Play
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.state import (
    CHILE,
    RESERVE,
    SEATS,
    Attributes,
    Phase,
    Piece,
    Secrets,
    State,
    Table,
)
from engine.dice import Dice


def setup(settings: BaseModel, dice: Dice) -> Step:
    """Return the table before set-up (5)."""
    assert isinstance(settings, Settings)
    return first_state(settings, dice).close(public=True)


def first_state(settings: Settings, dice: Dice) -> Play:
    """Return the table before set-up: the markers on their orange figures (5.1), reserves ready."""
    scenario = load_scenario(settings.scenario)
    army = load_army()
    reserves = {
        piece.id: piece
        for seat in SEATS
        for type_key, count in scenario.reserves[seat].items()
        for piece in (
            Piece(f"{seat}-{type_key}-r{number}", seat, type_key, RESERVE)
            for number in range(1, count + 1)
        )
    }
    markers = {
        key: Attributes(kind.movement, kind.resistance, kind.strength)
        for key, kind in army.types.items()
    }
    table = Table(
        settings=settings,
        serial=0,
        round=0,
        phase=Phase.SETUP,
        player=CHILE,
        pieces=reserves,
        attributes={seat: dict(markers) for seat in SEATS},
        pool=0,
        orders_left=dict.fromkeys(SEATS, scenario.orders),
        points=dict.fromkeys(SEATS, 0),
    )
    play = Play(State(table, {seat: Secrets() for seat in SEATS}), dice)
    play.tell("setup.begins", "5", scenario=Term("scenario", settings.scenario))
    return play
