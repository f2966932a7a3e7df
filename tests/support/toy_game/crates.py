"""Crates: drawn unseen, known to whoever carries them, counted at the end."""

from __future__ import annotations

import dataclasses

from engine.api import Event, Seat, Step, Term
from engine.dice import Dice
from tests.support.toy_game.state import SEATS, State, other

CRATES = ("salt", "tea", "silk")
"""What a crate may hold: worth one stroke, two and three."""
CLOSED = "crate"
"""A crate, for whoever does not know what is in it."""


def draw(dice: Dice) -> str:
    """Draw a crate unseen."""
    (drawn,) = dice.roll_secret("crate", sides=len(CRATES))
    return CRATES[drawn - 1]


def loaded(seat: Seat, crate: str) -> Event:
    """Tell a ferryman alone what is aboard; that a crate is aboard at all times goes unsaid."""
    return Event("crate.loaded", "4.1", {"crate": Term("crate", crate)}, audience=frozenset({seat}))


def seen(state: State, owner: Seat, viewer: Seat | None) -> str:
    """Return what a viewer sees on a ferry: the one place that says so."""
    crate = state.crates[SEATS.index(owner)]
    if viewer is None or not crate:
        return ""
    return crate if viewer == owner else CLOSED


def unload(step: Step, seat: Seat, dice: Dice) -> Step:
    """Put the crate ashore, and draw the next; at the end tell what was landed."""
    state: State = step.state
    mine = SEATS.index(seat)
    crate = state.crates[mine]
    cargo = tuple(
        worth + (CRATES.index(crate) + 1 if i == mine else 0) for i, worth in enumerate(state.cargo)
    )
    to_the_other = Event(
        "crate.put_ashore",
        "4.2",
        {"seat": Term("seat", seat)},
        audience=frozenset({other(seat)}),
    )
    events = [
        *step.events,
        Event(
            "crate.landed",
            "4.2",
            {"crate": Term("crate", crate)},
            audience=frozenset({seat}),
            otherwise=to_the_other,
        ),
    ]
    if state.over:
        params = dict(zip(SEATS, cargo, strict=True))
        events.append(Event("cargo", "4.3", params))
        drawn: tuple[str, ...] = ("", "")
    else:
        new = draw(dice)
        drawn = tuple(new if i == mine else one for i, one in enumerate(state.crates))
        events.append(loaded(seat, new))
    return Step(dataclasses.replace(state, crates=drawn, cargo=cargo), tuple(events))
