"""The table: what each side sees of it, stacking, command."""

from __future__ import annotations

from engine.barricadas.ground import Sheet, load_battlefield
from engine.barricadas.rules.command.range import is_in_reach
from engine.barricadas.state import (
    DEAD,
    NATIONALIST,
    REPUBLICAN,
    is_enemy_in,
    officer_of,
    projected,
)
from tests.engine.barricadas.build import enemy, infantry, lay, officer

A = load_battlefield((Sheet("A"),))


# -- who is recognised (3.5) ----------------------------------------------------------------------


def test_whom_the_enemy_does_not_recognise_is_a_marker() -> None:
    """Its own side sees the counter, the other side and the public only in which hex some stand."""
    table = lay(infantry("g1", "A413", unseen=True), infantry("g2", "A413"), enemy("g1", "A513"))

    mine = projected(table, REPUBLICAN)
    assert (set(mine.counters), mine.shades) == (set(table.counters), ())
    for viewer in (NATIONALIST, None):
        theirs = projected(table, viewer)
        assert set(theirs.counters) == {"republican-g2", "nationalist-g1"}
        assert theirs.shades == ("A413",)
        assert is_enemy_in(theirs, "A413", NATIONALIST)


def test_how_many_are_hidden_is_not_seen() -> None:
    """One counter under a marker looks like three, in whatever state, with or without officers."""
    one = lay(infantry("g1", "A413", unseen=True))
    many = lay(
        infantry("g1", "A413", unseen=True, hits=2, routed=True),
        infantry("g2", "A413", unseen=True),
        officer("g", "A413", unseen=True),
    )
    assert projected(one, NATIONALIST) == projected(many, NATIONALIST)


def test_seeing_what_another_sees_adds_nothing() -> None:
    """A view of a view is that view, for the public too."""
    table = lay(infantry("g1", "A413", unseen=True), enemy("g1", "A513", unseen=True))
    for viewer in (REPUBLICAN, NATIONALIST, None):
        seen = projected(table, viewer)
        assert projected(seen, viewer) == seen
        assert projected(seen, None) == projected(table, None)


# -- stacking (4) ---------------------------------------------------------------------------------


# -- command (3.1) --------------------------------------------------------------------------------


def test_nobody_commands_for_who_has_fallen() -> None:
    """Nor does another unit's officer (7.2.1)."""
    table = lay(officer("g", DEAD), officer("h", "A413"), infantry("g1", "A413"))
    assert officer_of(table, "republican-g") is None
    assert not is_in_reach(A, table, table.counters["republican-g1"])
    assert is_in_reach(A, table, table.counters["republican-h"])
