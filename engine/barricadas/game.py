"""¡A las barricadas! behind the kit's shared game: what is built so far (it is not registered)."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from engine.api import Action, Decision, Seat, Status, Step, Term, Text
from engine.barricadas import parsing, soundness
from engine.barricadas.actions import MODELS
from engine.barricadas.gate import GATE, finish
from engine.barricadas.play import Play
from engine.barricadas.rules.setting_up.beginning import first_state
from engine.barricadas.settings import Settings
from engine.barricadas.state import (
    NATIONALIST,
    REPUBLICAN,
    Phase,
    Secrets,
    State,
    Table,
    View,
    projected,
)
from engine.dice import Dice
from engine.kit.codecs import Codec
from engine.kit.parsing import Reader
from engine.kit.table_game import TableGame


class Barricadas(TableGame[Table, Secrets]):
    """The game system as far as it goes. Stateless."""

    key = "barricadas"
    command = "alb"
    ruleset = 1
    seats: tuple[Seat, ...] = (REPUBLICAN, NATIONALIST)
    actions: Mapping[str, type[Action]] = MODELS
    settings_model: type[BaseModel] = Settings
    gate = GATE
    working = Play
    codec = Codec(State, "¡A las barricadas!")
    counters = frozenset(("counter",))
    places = frozenset(("hex",))

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Return the table before set-up (2.3)."""
        assert isinstance(settings, Settings)
        return first_state(settings, dice).close(public=True)

    def projected(self, table: Table, viewer: Seat | None) -> Table:
        """Return the table as a viewer sees it: who is not recognised is a marker (3.5)."""
        return projected(table, viewer)

    def readers(self, view: View) -> Mapping[str, Reader]:
        """Return how what a field holds is read."""
        return parsing.readers(view)

    def finish(self, play: Play, action: Action) -> None:
        """Play on as far as nobody must decide."""
        finish(play, action)

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Return the answer that the viewer's standing orders give: there are none yet."""
        return None

    def status(self, view: View) -> Status:
        """Return turn and phase, and who activates next."""
        table = view.table
        alone = table.phase is Phase.ACTIVATION
        return Status(
            turn=table.turn,
            turn_name=Text("turn" if table.turn else "turn.setup", {"n": table.turn}),
            phase=Text("phase", {"phase": Term("phase", table.phase)}),
            phase_key=f"{table.phase.value}_{table.player}" if alone else table.phase.value,
            player=table.player if alone else None,
        )

    def faults(self, state: State) -> tuple[str, ...]:
        """Return everything about *state* that cannot be (for tests and the fuzzer)."""
        return soundness.faults(state)


GAME = Barricadas()
"""The game, for its tests; no table can choose it yet."""
