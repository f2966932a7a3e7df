"""What one side may have in mind while the table is the same, for each game.

A :class:`Minds` knows one game's secrets: it stands in that game's file of ``tests/games``.
:mod:`tests.support.twins` makes twins of states with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol

from bot.trials.random_play import Played
from engine.api import Action, Game, Seat
from engine.kit.standing_orders import Orders, given


@dataclass(frozen=True, slots=True)
class Where:
    """Places to look at closely: a word for the map in words, a zone, a place."""

    described: str
    place: str


class Minds(Protocol):
    """The secrets of one game."""

    game: Game[Any, Any]
    where: Where
    seeds: tuple[str, ...]
    """Random games that go everywhere; "points 3" plays the scenario *points* from seed "3"."""
    usual: tuple[str, ...]
    """Those of them that are looked at whenever tests run."""

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return what the table of that game chooses."""
        ...

    def others(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield what else a seat may have in mind, with names."""
        ...

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states that the seat's own secret actions lead to, where it may do them now."""
        ...

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield what a nosy player may try in the hope that the refusal tells something."""
        ...

    def comes_out(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Say whether what the *hidden* seats have in mind shows from here on."""
        ...

    def is_found(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Say the same of worlds in which nobody's standing orders differ."""
        ...


def ordered(own: Any, orders: tuple[Action, ...]) -> Iterator[tuple[str, Any]]:
    """Yield what a seat knows with these standing orders, if it has others, or none."""
    standing: Orders = {}
    for order in orders:
        standing = given(standing, order)
    if standing != own.standing:
        yield f"standing orders: {', '.join(standing)}", replace(own, standing=standing)
    if own.standing:
        yield "no standing orders", replace(own, standing={})


def last_offered(game: Game[Any, Any], view: Any, kind: str, most: int | None = None) -> Action:
    """Return an action whose required fields hold the last of at most so many options each."""
    filled: dict[str, str] = {}
    for name, info in game.actions[kind].model_fields.items():
        if info.is_required():
            *_, last = islice(game.options(view, kind, name, filled), most)
            filled[name] = last.value
    return game.parse(view, kind, filled)
