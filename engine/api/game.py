"""The contract: what a game system is called and has, and the seven parts that it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from engine.api.actions import Action
from engine.api.asking import Asking
from engine.api.beginning import Beginning
from engine.api.correcting import Correcting
from engine.api.features import Feature
from engine.api.foresight import Foresight
from engine.api.keeping import Keeping
from engine.api.opponents import Opponent
from engine.api.rules import Rules
from engine.api.sentences import Seat
from engine.api.telling import Telling
from engine.lessons import Lesson

S = TypeVar("S")
V = TypeVar("V")


class Halt(NamedTuple):
    """Something after which the rest of a plan waits for its owner ("doubles were rolled").

    The events of *codes* bring it about; with a *figure*, a value of theirs, where it is below a
    number that the player gives. What is *usual* holds unless the player takes it away.
    """

    name: str
    codes: frozenset[str]
    figure: str = ""
    usual: bool = True


class Game(
    Rules[S],
    Asking[V],
    Foresight[V],
    Telling[S, V],
    Keeping[S],
    Correcting[S, V],
    Beginning[V],
    Protocol[S, V],
):
    """One game system. Implementations are stateless and safe to share between campaigns."""

    key: str
    """Folder name, and prefix of its texts ("war_of_the_pacific")."""
    command: str
    """Name of its slash-command group ("wp")."""
    ruleset: int
    """Raised when a fix changes what a logged action leads to."""
    has: frozenset[Feature]
    """What it has of what a game may have or not."""
    seats: tuple[Seat, ...]
    """Every side that any of its scenarios has."""
    data_files: tuple[str, ...]
    """The files of ``data/<key>`` that play hangs on, if any: a campaign keeps them as they were
    when it was created, and a host may lay others over them. See :mod:`engine.data.play_data`."""
    actions: Mapping[str, type[Action]]
    """Action models by kind, in the order in which a person meets them."""
    settings_model: type[BaseModel]
    """What a table chooses when it creates a campaign (edition, switches)."""
    halts: tuple[Halt, ...]
    """After what a plan may stop. Beside it, one stops wherever its side must decide."""
    passing: frozenset[str]
    """Codes of events that tell only that time goes on (a phase is closed): alone, no news."""
    opponents: Mapping[str, Opponent[V]]
    """Its computer players by strength (of ``engine.strengths``), the weakest first; or none."""
    lesson: Lesson | None
    """A first turn for newcomers; ``None`` while it has none, and without a computer player."""


AnyGame = Game[Any, Any]
"""Any game, for code that knows neither its states nor its views."""
