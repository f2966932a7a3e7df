"""Lay out a table by hand on the real board, for cases and unit tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.calama.game import GAME
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.state import CHILE, SEATS, Phase, Piece, Placing, Secrets, State
from engine.calama.survey import scenario_of
from engine.dice import ScriptedDice
from tests.engine.telling import assert_sayable


def lay(
    *,
    place: Mapping[str, str] | None = None,
    attributes: Mapping[str, Mapping[str, Mapping[str, int]]] | None = None,
    priorities: Mapping[str, Sequence[str]] | None = None,
    points: Mapping[str, int] | None = None,
    orders_left: Mapping[str, int] | None = None,
    phase: str = "movement",
    player: str = CHILE,
    round_number: int = 2,
    pool: int | None = None,
    settings: Settings | None = None,
    **table: Any,
) -> State:
    """Return a table with only the named pieces on it; there are no others.

    Args:
        place: Piece id to "<square, or reserve, dead, taken, gone> [moved=<n>] [fought]
            [charging=<id>]".
        attributes: Seat to type to attribute to where its marker stands, if not as printed.
        priorities: Seat to its objectives by value; in the rulebook's order if not given.
        points: Victory points, 0 if not given.
        orders_left: Combat orders, all if not given.
        phase: Value of a :class:`Phase`.
        player: Whose turn of the phase it is.
        round_number: The round.
        pool: Movement points left; all if not given, none out of the movement phase.
        settings: Scenario and last round.
        table: Further fields of :class:`Table`.
    """
    settings = settings or Settings()
    opening: State = GAME.setup(settings, ScriptedDice()).state
    scenario = scenario_of(opening.table)
    if pool is None:
        pool = scenario.pools[player] if phase == "movement" else 0
    pieces = {piece_id: _piece(piece_id, text) for piece_id, text in (place or {}).items()}
    markers = {seat: dict(types) for seat, types in opening.table.attributes.items()}
    for seat, types in (attributes or {}).items():
        for type_key, values in types.items():
            markers[seat][type_key] = replace(markers[seat][type_key], **values)
    further: dict[str, Any] = {
        key: tuple(one) if isinstance(one, list) else one for key, one in table.items()
    }
    laid = replace(
        opening.table,
        serial=100,
        round=round_number,
        phase=Phase(phase),
        player=player,
        pool=pool,
        pieces=pieces,
        attributes=markers,
        points={**opening.table.points, **(points or {})},
        orders_left={**opening.table.orders_left, **(orders_left or {})},
        **further,
    )
    own = {seat: (priorities or {}).get(seat, scenario.objectives[seat]) for seat in SEATS}
    return State(laid, {seat: Secrets(tuple(order)) for seat, order in own.items()})


def set_up(
    settings: Settings,
    plans: Mapping[str, Sequence[str] | str] | None = None,
    priorities: Mapping[str, Sequence[str]] | None = None,
) -> State:
    """Return the table before set-up, with what seats have planned in secret.

    Args:
        settings: Scenario and last round.
        plans: Seat to the key of a formation, or to placings ("infantry 8-5").
        priorities: Seat to its objectives; in the rulebook's order for who has a plan.
    """
    begun = GAME.setup(settings, ScriptedDice())
    assert_sayable(GAME, (*begun.events, *GAME.awaiting(begun.state)))
    opening: State = begun.state
    secrets = dict(opening.secrets)
    for seat, plan in (plans or {}).items():
        order = (priorities or {}).get(seat, load_scenario(settings.scenario).objectives[seat])
        secrets[seat] = Secrets(tuple(order), _plan(settings, seat, plan))
    return replace(opening, secrets=secrets)


def _plan(settings: Settings, seat: str, plan: Sequence[str] | str) -> tuple[Placing, ...]:
    if isinstance(plan, str):
        formation = load_scenario(settings.scenario).formations[seat][plan]
        return tuple(Placing(type_key, at) for type_key, at in formation.places)
    return tuple(Placing(*one.split(" ")) for one in plan)


def _piece(piece_id: str, text: str) -> Piece:
    side, _, rest = piece_id.partition("-")
    type_key = rest.rpartition("-")[0]
    at, *words = text.split()
    values: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        match name:
            case "moved":
                values[name] = int(value)
            case "fought":
                values[name] = True
            case "charging":
                values[name] = value
            case _:
                raise ValueError(f"{text!r}: what is {word!r}?")
    return Piece(piece_id, side, type_key, at, **values)
