"""Nim behind the contract."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from engine.api import NOTHING, Status, Step, Term, Text
from engine.dice import Dice
from engine.kit.codecs import Codec
from engine.kit.parsing import Reader, number
from engine.kit.states import State as AnyState
from engine.kit.table_game import TableGame
from tests.support.nim.actions import MODELS, Settings
from tests.support.nim.state import SEATS, Nothing, State, Table, View
from tests.support.nim.taking import GATE, Play


class Nim(TableGame[Table, Nothing]):
    """The game system. Stateless."""

    key = "nim"
    command = "nim"
    ruleset = 1
    has = NOTHING
    seats = SEATS
    actions = MODELS
    settings_model: type[BaseModel] = Settings
    gate = GATE
    working = Play
    codec = Codec(State, "Nim")

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the heaps as they lie at first."""
        assert isinstance(settings, Settings)
        state: State = AnyState(Table(settings), {seat: Nothing() for seat in SEATS})
        play = Play(state, dice)
        play.tell("begun", "1", n=sum(play.table.heaps))
        return play.close(public=False)

    def readers(self, view: View) -> Mapping[str, Reader]:
        """Return how what a field holds is read."""
        return {"heap": number, "count": number}

    def status(self, view: View) -> Status:
        """Return whose turn it is."""
        table = view.table
        return Status(
            turn=table.turn,
            turn_name=Text("turn", {"n": table.turn}),
            phase=Text("taking", {"seat": Term("seat", table.player)}),
            phase_key=f"{table.phase}-{table.player}",
            player=None if table.ending else table.player,
        )

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """Return the heaps, a line each."""
        return tuple(
            Text("heap", {"heap": number, "n": there})
            for number, there in enumerate(view.table.heaps, start=1)
        )

    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        """Return nothing: the data files hold no names."""
        return None


NIM = Nim()
"""The game, as tests know it."""
