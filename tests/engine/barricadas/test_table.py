"""The table: what each side sees of it, stacking, command."""

from __future__ import annotations

import pytest

from engine.barricadas.ground import Sheet, load_field
from engine.barricadas.rules.command.range import is_in_reach
from engine.barricadas.rules.stacking.limits import fits, room_in, steps_of
from engine.barricadas.state import (
    DEAD,
    NATIONALIST,
    REPUBLICAN,
    Counter,
    counters_in,
    hex_of,
    is_enemy_in,
    officer_of,
    projected,
)
from tests.engine.barricadas.build import enemy, infantry, lay, officer

A = load_field((Sheet("A"),))


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


def test_nine_steps_and_any_number_of_officers() -> None:
    """Three counters without hits fill a hex; each step lost makes room."""
    three = [infantry(name, "A413") for name in ("g1", "g2", "g3")]
    full = lay(*three, officer("g", "A413"), officer("h", "A413"), enemy("g1", "A513"))
    assert room_in(full, "A413", REPUBLICAN) == 0
    assert not fits(full, "A413", [infantry("h1", "A412", hits=2)])
    hit = lay(*three[:2], infantry("g3", "A413", hits=1))
    assert fits(hit, "A413", [infantry("h1", "A412", hits=2)])
    assert not fits(hit, "A413", [infantry("h1", "A412", hits=1)])
    # Who is there already does not come twice.
    assert fits(full, "A413", three)


def test_lorries_do_not_count_but_whom_they_carry_do() -> None:
    """A lorry beside nine steps; a gun that it tows counts (4, 5.5)."""
    lorry = Counter("republican-t1", "republican", "popular_army_truck", at="A413")
    gun = Counter("republican-a1", "republican", "popular_army_105", at="@republican-t1")
    table = lay(lorry, gun, infantry("g1", "A413"), infantry("g2", "A413"))
    assert hex_of(table, gun) == "A413"
    assert steps_of(counters_in(table, "A413")) == 9
    assert fits(table, "A413", [lorry, gun])


# -- command (3.1) --------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "near"), [("A413", True), ("A412", True), ("A411", False)])
def test_a_command_range_of_one_reaches_the_next_hex(at: str, near: bool) -> None:
    """Stacked and adjacent counters are in command; two hexes off they are not."""
    leader = officer("g", "A413")
    assert leader.officer is not None
    assert leader.officer.reach == 1
    table = lay(leader, infantry("g1", at))
    assert is_in_reach(A, table, table.counters["republican-g1"]) is near


def test_a_command_range_of_nought_reaches_its_own_hex() -> None:
    """An officer of range 0 commands who is stacked with them: a replacement of one of range 1."""
    leader = officer("g", "A413", replaced=True)
    assert leader.officer is not None
    assert leader.officer.reach == 0
    table = lay(leader, infantry("g1", "A413"), infantry("g2", "A412"))
    assert is_in_reach(A, table, table.counters["republican-g1"])
    assert not is_in_reach(A, table, table.counters["republican-g2"])


def test_nobody_commands_for_who_has_fallen() -> None:
    """Nor does another unit's officer (7.2.1)."""
    table = lay(officer("g", DEAD), officer("h", "A413"), infantry("g1", "A413"))
    assert officer_of(table, "republican-g") is None
    assert not is_in_reach(A, table, table.counters["republican-g1"])
    assert is_in_reach(A, table, table.counters["republican-h"])
