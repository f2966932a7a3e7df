"""The sequence of a turn: markers, whom one may activate, when it ends, who is recognised."""

from __future__ import annotations

from engine.barricadas.ground import Sheet, load_battlefield
from engine.barricadas.rules.turn.activation import (
    activatable,
    activated_with,
)
from engine.barricadas.rules.turn.markers import cleared
from engine.barricadas.rules.turn.recognition import is_seen, recognised
from engine.barricadas.state import DEAD, REPUBLICAN, Counter, Reaction
from tests.engine.barricadas.build import enemy, infantry, lay, officer

A = load_battlefield((Sheet("A"),))
G, G1, G2, G3 = (f"republican-{one}" for one in ("g", "g1", "g2", "g3"))


def test_what_is_taken_off_as_a_turn_ends() -> None:
    """Finished and moved; a marker of reaction stays, as one of a turn before."""
    table = lay(
        officer("g", "A413", finished=True),
        infantry("g1", "A413", finished=True, moved=True),
        infantry("g2", "A413", reaction=Reaction.NOW),
        infantry("g3", DEAD, finished=True),
    )
    after = cleared(A, table).counters
    assert not after[G].finished
    assert not after[G1].finished
    assert not after[G1].moved
    assert after[G2].reaction is Reaction.KEPT
    assert after[G3].finished, "whoever is gone is left alone"


def test_commissars_are_activated_alone() -> None:
    """They belong to no unit (7.4)."""
    guide = Counter("republican-commissar", "republican", "commissar_x", at="A413")
    table = lay(guide, enemy("g1", "A513", out=True))
    assert list(activatable(table, REPUBLICAN)) == [guide]
    assert activated_with(table, guide) == (guide,)


def test_an_officer_in_retreat_can_be_activated() -> None:
    """To recover themselves or others; a counter in retreat cannot (ALB-R53)."""
    table = lay(officer("g", "A413", routed=True), infantry("g1", "A413", routed=True, out=True))
    assert [one.id for one in activatable(table, REPUBLICAN)] == [G]


# -- recognition (3.5, 6) -------------------------------------------------------------------------


def test_whom_an_enemy_sees_is_recognised() -> None:
    """In the open at 7 hexes, moving at 10; not behind a wood, and not by their own."""
    assert A.distance("A412", "A1212") == 8
    still = lay(infantry("g1", "A412", unseen=True), enemy("g1", "A1212"))
    assert recognised(A, still) == ()
    moving = lay(infantry("g1", "A412", unseen=True, moved=True), enemy("g1", "A1212"))
    assert recognised(A, moving) == (G1,)
    far = lay(infantry("g1", "A614", unseen=True), enemy("g1", "A607"))
    assert A.distance("A614", "A607") == 7
    assert recognised(A, far) == (G1,), "three levels down are seen from farther"
    assert not is_seen(A, far, far.counters[G1], ["A607"], weather=-4)
    moved = lay(infantry("g1", "A614", unseen=True, moved=True), enemy("g1", "A607"))
    assert is_seen(A, moved, moved.counters[G1], ["A607"], weather=-4)
    hidden = lay(infantry("g1", "A814", unseen=True, moved=True), enemy("g1", "A805"))
    assert recognised(A, hidden) == ()
    friends = lay(infantry("g1", "A413", unseen=True), infantry("g2", "A412"))
    assert recognised(A, friends) == ()
