"""Views to draw, made by hand: no rule of the game is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.text.words import words_for
from engine.api import Term
from engine.war_of_the_pacific.board import load_board, load_points
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX, POOL
from engine.war_of_the_pacific.roster import is_supply, load_roster
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    LandBattle,
    NavalBattle,
    Order,
    Phase,
    Secrets,
    Table,
    Unit,
    View,
    Voyage,
)


def names(term: Term) -> str:
    """Look a term up as the bot would, in English."""
    return words_for("en", GAME).plain.say(term)


def start_control() -> dict[str, str]:
    """Every city with its owner, Antofagasta in Chilean hands."""
    control = {
        hex_id: CHILE if city.nation == "chile" else ALLIES
        for hex_id, city in load_board().cities.items()
    }
    control["3123"] = CHILE
    return control


def table(
    places: Mapping[str, str],
    *,
    columns: Mapping[str, tuple[str, int]] | None = None,
    reduced: Iterable[str] = (),
    port: Iterable[str] = (),
    **values: Any,
) -> Table:
    """A table with units where *places* says and all others in the pool.

    Args:
        places: Unit to place.
        columns: Place to (nation, how many Supply Columns).
        reduced: Units that have lost a step.
        port: Ships that lie in port.
        values: Fields of the table.
    """
    hurt, docked = set(reduced), set(port)
    units = {}
    for key, kind in load_roster().units.items():
        steps = kind.steps - 1 if key in hurt else kind.steps
        units[key] = Unit(
            key, kind.side, places.get(key, POOL), max(1, steps), kind.nation, in_port=key in docked
        )
    number = 0
    for place, (nation, count) in (columns or {}).items():
        for _ in range(count):
            number += 1
            side = CHILE if nation == "chile" else ALLIES
            units[f"sc{number}"] = Unit(f"sc{number}", side, place, 1, nation)
    base = Table(
        settings=Settings(),
        serial=1,
        turn=1,
        phase=Phase.NAVAL,
        player=CHILE,
        units=units,
        control=start_control(),
        worth=load_points(),
    )
    return replace(base, **values)


CHILE_FLEET = ("cochrane", "blanco", "ohiggins", "chacabuco", "magallanes", "abtao")
CHILE_SHIPS = ("rimac", "itata", "lamar", "limari", "loa", "huanay")
PERU_FLEET = ("huascar", "independencia", "union", "pilcomayo", "manco-capac", "atahualpa")


def opening() -> Table:
    """The war as it begins, more or less."""
    places = dict.fromkeys(("buin", "2line", "3line", "4line"), "3123")
    places |= dict.fromkeys(("cazadores", "granaderos"), BOX)
    places |= dict.fromkeys(("cochrane", "blanco", "ohiggins", "chacabuco"), "3123")
    places |= dict.fromkeys(("magallanes", "abtao", "esmeralda", "covadonga"), BOX)
    places |= dict.fromkeys(CHILE_SHIPS, BOX)
    places |= dict.fromkeys(PERU_FLEET, "2007")
    places |= dict.fromkeys(("chalaco", "limena", "oroya", "talisman"), "2007")
    places |= {"pe-inf-1": "3118", "pe-inf-2": "3117", "pe-cav-1": "2008", "fort-callao": "2007"}
    places |= {"zepita": "2007", "ayacucho-reg": "2007", "cuzco-reg": "2107", "junin": "2108"}
    places |= {"torata": "2007", "guias": "2006", "pe-art-1": "2007"}
    places |= dict.fromkeys(("colorados", "amarillos", "verdes", "olaneta", "husares-bo"), "3513")
    places |= dict.fromkeys(("aroma", "vengadores", "coraceros", "bo-art"), "3616")
    return table(
        places,
        columns={BOX: ("chile", 6), "2007": ("peru", 3), "3616": ("bolivia", 1)},
        reduced=("buin", "2line", "3line", "4line", "zepita", "ayacucho-reg", "cuzco-reg", "junin"),
        port=(
            "cochrane",
            "blanco",
            "ohiggins",
            "chacabuco",
            *PERU_FLEET,
            "chalaco",
            "limena",
            "oroya",
            "talisman",
        ),
    )


def midwar() -> tuple[Table, Table]:
    """A table before and after a Chilean turn in 1880: landings, losses, a captured city."""
    before = opening()
    units = dict(before.units)

    def put(key: str, at: str, **values: Any) -> None:
        units[key] = replace(units[key], at=at, **values)

    for key in ("buin", "2line", "3line", "atacama", "cazadores"):
        put(key, "@rimac" if key in {"buin", "2line"} else "3016")
    put("atacama", "3117")
    for key in ("rimac", "itata", "cochrane"):
        put(key, "3018", in_port=False)
    put("blanco", "2915", in_port=False)
    put("huascar", "2815", in_port=False)
    put("union", "2815", in_port=False)
    for key in ("zepita", "tarapaca-reg", "pe-inf-3", "pe-inf-4", "pe-art-2", "colorados"):
        put(key, "3115")
    put("fort-arica", "3116")
    put("manco-capac", "3116")
    put("pe-inf-5", "3116")
    first = replace(before, units=dict(units), turn=6, phase=Phase.NAVAL, player=CHILE)
    put("cochrane", "2815", in_port=False)
    put("blanco", "2815", steps=1)
    put("union", "dead", steps=0)
    put("huascar", "2815", steps=1)
    put("buin", "3117")
    put("2line", "3117", steps=1)
    put("3line", "3115")
    put("cazadores", "3115")
    put("rimac", "3117", in_port=True)
    put("itata", "3117", in_port=True)
    put("pe-inf-3", "dead", steps=0)
    put("pe-inf-2", "dead", steps=0)
    put("esmeralda", "dead", steps=0)
    put("loa", "t8", steps=1)
    control = dict(before.control) | {"3117": CHILE, "3118": CHILE, "3014": CHILE}
    earlier = dict(before.control) | {"3118": CHILE}
    after = replace(
        first,
        units=units,
        control=control,
        phase=Phase.LAND_COMBAT,
        frames=(LandBattle(1, CHILE, ("3line", "cazadores"), "3115", "3115", "losses"),),
    )
    return replace(first, control=earlier), after


def public(of: Table) -> View:
    """What everyone sees of a table."""
    return View(None, of, None)


def own_view(of: Table) -> View:
    """What Chile sees, with two secret orders."""
    orders = (
        Order(1, of.turn + 1, "IV", ("cochrane", "ohiggins")),
        Order(2, of.turn + 1, "VIII", ("chacabuco",)),
    )
    return View(CHILE, of, Secrets(orders=orders, numbered=2))


def naval_fight(of: Table) -> Table:
    """*of* with a naval combat under way off Mollendo."""
    battle = NavalBattle(2, "2815", ALLIES, ("cochrane", "blanco"), ("huascar",), "fire", CHILE)
    voyage = Voyage(1, ALLIES, ("huascar",), "VI", "2815", 3)
    return replace(of, frames=(voyage, battle), phase=Phase.NAVAL)


__all__ = ["is_supply", "midwar", "names", "naval_fight", "opening", "own_view", "public", "table"]
