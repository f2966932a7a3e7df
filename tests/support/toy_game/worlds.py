"""Other worlds that look the same to one ferryman: for tests of secrecy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from engine.api import Seat
from engine.dice import Dice
from engine.kit.scrambling import pick, unlike
from engine.kit.standing_orders import Orders, Rest, given
from tests.support.toy_game.actions import Load, Reply
from tests.support.toy_game.rules.crates import CRATES
from tests.support.toy_game.rules.loading import SPOTS
from tests.support.toy_game.state import BANKS, SEATS, Phase, Secrets, Shoal, State, Table

LOUD = given({}, Reply(loud=True))


def scramble(state: State, viewer: Seat | None, wanted: int) -> tuple[State, ...]:
    """Change the lanterns, loads and orders, crates and shoals that a viewer does not know."""

    def draw(dice: Dice) -> State:
        return _world(
            state,
            viewer,
            lambda own: _drawn(dice, state.table, own),
            lambda crate: pick(dice, CRATES),
            lambda worth: worth + pick(dice, (0, 1, 2)),
            lambda: pick(dice, (None, _shoal(pick(dice, BANKS)))),
        )

    return unlike(state, _turned(state, viewer), draw, wanted)


def _turned(state: State, viewer: Seat | None) -> State:
    def secrets(own: Secrets) -> Secrets:
        place = (BANKS.index(own.lantern) + 1) % len(BANKS) if own.lantern else 0
        return replace(own, lantern=BANKS[place], standing=own.standing or LOUD)

    return _world(
        state,
        viewer,
        secrets,
        lambda crate: CRATES[(CRATES.index(crate) + 1) % len(CRATES)],
        lambda worth: worth + 1,
        lambda: _shoal(BANKS[0]),
    )


def _shoal(bank: str) -> Shoal:
    return Shoal(Fraction(BANKS.index(bank)), Fraction(7, 2), Fraction(1))


def _drawn(dice: Dice, table: Table, own: Secrets) -> Secrets:
    loud = (given({}, Reply(loud=True, far=n)) for n in range(3))
    orders: tuple[Orders, ...] = ({}, *loud, given({}, Rest(turn=table.turn)))
    smuggling = table.settings.smuggling
    loads = own.loads
    if table.phase is Phase.LOADING and loads:
        loads = (Load(crate=pick(dice, CRATES), spot=pick(dice, SPOTS)),)
    return Secrets(
        lantern=pick(dice, ("", *BANKS)),
        loads=loads,
        watch=pick(dice, ("", *BANKS)) if smuggling else "",
        least=pick(dice, (0, 3)) if smuggling else 0,
        standing=pick(dice, orders),
    )


def _world(
    state: State,
    viewer: Seat | None,
    secrets: Callable[[Secrets], Secrets],
    crate: Callable[[str], str],
    worth: Callable[[int], int],
    shoal: Callable[[], Shoal | None],
) -> State:
    """Return the state with everything changed that a viewer does not know."""
    table = state.table
    playing = table.settings.crates or table.settings.smuggling
    hidden = [seat for seat in SEATS if seat != viewer]
    ferries = {seat: tuple(map(crate, table.ferries[seat])) for seat in hidden}
    cargo = {seat: worth(table.cargo[seat]) for seat in hidden if playing}
    shoals = {seat: shoal() for seat in hidden if table.settings.smuggling}
    if table.phase is Phase.OVER:
        cargo = {}
    return State(
        replace(
            table,
            ferries={**table.ferries, **ferries},
            cargo={**table.cargo, **cargo},
            shoals={**table.shoals, **shoals},
        ),
        {seat: secrets(own) if seat in hidden else own for seat, own in state.secrets.items()},
    )
