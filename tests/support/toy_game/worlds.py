"""Other worlds that look the same to one ferryman."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TypeVar

from engine.api import Seat
from engine.dice import Dice
from engine.scrambling import pick, unlike
from tests.support.toy_game.actions import Reply
from tests.support.toy_game.crates import CRATES
from tests.support.toy_game.state import BANKS, SEATS, State

T = TypeVar("T")


def scramble(state: State, viewer: Seat | None, wanted: int) -> tuple[State, ...]:
    """Move the lanterns, change orders and crates that the viewer does not know of."""
    first = _world(
        state,
        viewer,
        lambda lantern: BANKS[(BANKS.index(lantern) + 1) % 3 if lantern in BANKS else 0],
        lambda reply: reply or Reply(loud=True).model_dump_json(),
        lambda crate: CRATES[(CRATES.index(crate) + 1) % len(CRATES)],
        lambda worth: worth + 1,
    )

    def draw(dice: Dice) -> State:
        replies = ("", *(Reply(loud=True, far=n).model_dump_json() for n in range(3)))
        return _world(
            state,
            viewer,
            lambda lantern: pick(dice, ("", *BANKS)),
            lambda reply: pick(dice, replies),
            lambda crate: pick(dice, CRATES),
            lambda worth: worth + pick(dice, (0, 1, 2)),
        )

    return unlike(state, first, draw, wanted)


def _world(
    state: State,
    viewer: Seat | None,
    lantern: Callable[[str], str],
    reply: Callable[[str], str],
    crate: Callable[[str], str],
    worth: Callable[[int], int],
) -> State:
    """Return the state with everything changed that a viewer does not know."""

    def changed(values: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
        return tuple(
            one if seat == viewer else change(one) for seat, one in zip(SEATS, values, strict=True)
        )

    afloat = bool(state.crates[0])
    return dataclasses.replace(
        state,
        lanterns=changed(state.lanterns, lantern),
        replies=changed(state.replies, reply),
        crates=changed(state.crates, crate) if afloat else state.crates,
        cargo=changed(state.cargo, worth) if afloat else state.cargo,
    )
