"""Boards to draw, made by hand: no rule of the game is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.text.words import words_for
from engine.api import Term
from engine.calama.army import load_army
from engine.calama.game import GAME
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.state import (
    BOLIVIA,
    CHILE,
    DEAD,
    RESERVE,
    SEATS,
    Attributes,
    Fight,
    Phase,
    Piece,
    Placing,
    Secrets,
    Table,
    View,
)


def names(term: Term) -> str:
    """Look a term up as the bot would, in English."""
    return words_for("en", GAME).plain.say(term)


def attributes() -> dict[str, dict[str, Attributes]]:
    """The markers at the start."""
    types = load_army().types.values()
    return {
        seat: {one.key: Attributes(one.movement, one.resistance, one.strength) for one in types}
        for seat in SEATS
    }


def table(pieces: Iterable[Piece] = (), **values: Any) -> Table:
    """A table with these pieces, in the first movement turn unless *values* say otherwise."""
    base = Table(
        settings=Settings(),
        serial=1,
        round=1,
        phase=Phase.MOVEMENT,
        player=CHILE,
        pieces={piece.id: piece for piece in pieces},
        attributes=attributes(),
        pool=10,
        orders_left=dict.fromkeys(SEATS, 3),
        points=dict.fromkeys(SEATS, 0),
    )
    return replace(base, **values)


def piece(side: str, type_key: str, at: str, number: int = 1, **values: Any) -> Piece:
    """One piece."""
    base = Piece(f"{side}-{type_key}-{number}", side, type_key, at)
    return replace(base, **values)


def army(side: str, formation: str) -> list[Piece]:
    """A side's pieces as a ready formation places them."""
    found: list[Piece] = []
    for type_key, at in load_scenario().formations[side][formation].places:
        number = sum(one.type == type_key for one in found) + 1
        found.append(piece(side, type_key, at, number))
    return found


def reserves() -> list[Piece]:
    """What Chile holds back."""
    return [
        Piece(f"chile-{key}-r{number}", CHILE, key, RESERVE)
        for key, count in load_scenario().reserves[CHILE].items()
        for number in range(1, count + 1)
    ]


def opening() -> Table:
    """The board as the first movement begins."""
    return table([*army(CHILE, "north_column"), *army(BOLIVIA, "fords"), *reserves()])


def setting_up() -> Table:
    """The board while both sides deploy."""
    return table(reserves(), round=0, phase=Phase.SETUP, pool=0)


def plan_of(side: str, formation: str) -> tuple[Placing, ...]:
    """A ready formation as a plan."""
    places = load_scenario().formations[side][formation].places
    return tuple(Placing(type_key, at) for type_key, at in places)


def moved(of: Table, places: Mapping[str, str]) -> Table:
    """*of* with pieces where *places* says."""
    pieces = {
        key: replace(one, at=places[key], moved=1) if key in places else one
        for key, one in of.pieces.items()
    }
    return replace(of, pieces=pieces)


_ADVANCE = {
    "chile-commander-1": "5-8",
    "chile-officer-1": "4-8",
    "chile-officer-2": "6-11",
    "chile-heavy_artillery-1": "4-6",
    "chile-heavy_artillery-2": "3-6",
    "chile-light_artillery-1": "6-8",
    "chile-light_artillery-2": "6-9",
    "chile-cavalry-1": "8-14",
    "chile-cavalry-2": "9-15",
    "chile-infantry-1": "6-7",
    "chile-infantry-2": "6-6",
    "chile-infantry-3": "7-9",
    "chile-infantry-4": "7-10",
    "chile-infantry-5": "8-11",
    "bolivia-cavalry-2": "10-12",
    "bolivia-officer-2": "13-9",
    "bolivia-infantry-6": "12-15",
}


def battle() -> tuple[Table, Table]:
    """A table before and after a Chilean combat turn of the fourth round."""
    marks = attributes()
    marks[CHILE]["infantry"] = Attributes(2, 4, 2)
    marks[BOLIVIA]["light_artillery"] = Attributes(1, 2, 1)
    marks[BOLIVIA]["cavalry"] = Attributes(2, 4, 4)
    start = moved(opening(), _ADVANCE)
    before = replace(
        start,
        round=4,
        phase=Phase.COMBAT,
        pool=0,
        attributes=marks,
        points={CHILE: 9, BOLIVIA: 5},
        orders_left={CHILE: 2, BOLIVIA: 1},
        lost=("guns",),
    )
    pieces = dict(before.pieces)

    def put(key: str, **values: Any) -> None:
        pieces[key] = replace(pieces[key], **values)

    put("chile-infantry-6", at=DEAD)
    put("bolivia-infantry-1", at="7-8")
    put("chile-infantry-3", charging="bolivia-infantry-1")
    before = replace(before, pieces=dict(pieces))
    put("chile-heavy_artillery-1", fought=True)
    put("bolivia-infantry-3", at=DEAD)
    put("chile-infantry-1", fought=True)
    put("chile-light_artillery-r1", at="1-9")
    put("chile-cavalry-1", at="9-13")
    after = replace(
        before,
        pieces=pieces,
        points={CHILE: 18, BOLIVIA: 9},
        scored={"topater": 8},
        fights=(
            Fight(CHILE, "fire", ("4-6",), "8-7", "won"),
            Fight(CHILE, "fire", ("6-7",), "8-7", "even"),
        ),
        attributes={**marks, BOLIVIA: {**marks[BOLIVIA], "infantry": Attributes(2, 3, 1)}},
    )
    return before, after


def public(of: Table) -> View:
    """What everyone sees of a table."""
    return View(None, of, None)


def seen_by(seat: str, of: Table, plan: tuple[Placing, ...] = ()) -> View:
    """What a seat sees, with its objectives ranked as the rulebook lists them."""
    return View(seat, of, Secrets(load_scenario().objectives[seat], plan))
