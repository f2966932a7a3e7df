"""The gate of the toy game (:mod:`engine.kit.gate`): its rules, and who acts when."""

from __future__ import annotations

from engine.api import Choice, Decision, Refusal, Term, Text
from engine.kit.gate import Gate, collect, collect_frames
from engine.kit.wording import refuse
from tests.support.toy_game import standing_orders
from tests.support.toy_game.actions import MODELS, Row
from tests.support.toy_game.rules import crossing, lanterns, loading, searching, shouting
from tests.support.toy_game.rules.crates import CRATES
from tests.support.toy_game.state import BANKS, SEATS, Phase, Table

_MODULES = (loading, lanterns, crossing, shouting, searching, standing_orders)
WORDS = {"bank": BANKS, "crate": CRATES, "spot": loading.SPOTS}
"""What a field may hold, for those that hold one of a few words."""


def _acting(table: Table) -> tuple[str, ...]:
    if table.phase is Phase.LOADING:
        return tuple(seat for seat in SEATS if seat not in table.ready)
    return (table.player,)


def _asking(table: Table, seat: str, kinds: tuple[str, ...]) -> Decision:
    if table.phase is Phase.LOADING:
        return Decision(f"loading.{seat}", seat, "loading", "5", {}, kinds)
    choices = (Choice(Text("row"), Row(strokes=1)),)
    key, params = f"{table.serial}.cross", {"turn": table.turn}
    return Decision(key, seat, "cross", "2", params, kinds, choices)


def _known(table: Table, holds: str, value: str) -> list[Refusal]:
    """Return what is wrong with one value of a field."""
    del table
    words = WORDS.get(holds, (value,))
    if value in words:
        return []
    known = tuple(Term(holds, word) for word in words)
    return [refuse(f"no_such_{holds}", "1", known=known, **{holds: value[:40]})]


def _closed(table: Table, command: Term) -> Refusal | None:
    return refuse("gate.closed", "5", action=command) if table.phase is Phase.LOADING else None


GATE: Gate[Table] = Gate(
    models=MODELS,
    verbs=collect(_MODULES),
    frames=collect_frames(_MODULES),
    acting=_acting,
    asking=_asking,
    known=_known,
    sequence=lambda table: "5" if table.phase is Phase.LOADING else "2",
    closed=_closed,
)
