"""The order of play: one side's turn and then the other's."""

from __future__ import annotations

from engine.art_of_war.actions import Done
from engine.art_of_war.state import Phase
from tests.engine.art_of_war.build import answer, codes, do, enemy, lay, unit


def test_both_players_turns_are_one() -> None:
    """The side that won the initiative opens each turn (4, 3.initiative)."""
    table = lay(unit("a1", "15/4", moves=2), enemy("a1", "15/16"), initiative="south")
    first = do(table, Done())
    assert codes(first) == ["player.ends", "player.begins"]
    assert first.state.table.player == "north"
    assert first.state.table.turn == 1
    then = answer(first.state, Done())
    assert codes(then) == ["player.ends", "turn.begins", "player.begins"]
    assert (then.state.table.turn, then.state.table.player) == (2, "south")
    assert then.state.table.phase is Phase.MOVEMENT
    assert then.state.table.units["south-a1"].moves == 0


def test_what_is_done_in_a_turn_is_forgotten_in_the_next_of_its_side() -> None:
    """Moves made, and what was shot, are counted in the turn of one's own side."""
    table = lay(unit("a1", "15/4", moves=2, shot=True, charged=True), enemy("a1", "15/16"))
    first = do(table, Done())
    one = first.state.table.units["south-a1"]
    assert (one.moves, one.shot, one.charged) == (2, True, False)
    one = answer(first.state, Done()).state.table.units["south-a1"]
    assert (one.moves, one.shot) == (0, False)
