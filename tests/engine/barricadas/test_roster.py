"""What is printed on the counters: what the text says of it, and that the rest is as it can be."""

from __future__ import annotations

from engine.barricadas.roster import ARMOUR, Kind, Munition, load_roster

ROSTER = load_roster()


def test_what_the_text_prints() -> None:
    """Republican infantry fires with 5 to a range of 2 (8); armour of three vehicles (8.3.2)."""
    weapon = ROSTER.types["popular_army_infantry"].weapons[Munition.AP]
    assert (weapon.full, weapon.range) == (5, 2)
    assert [ROSTER.types[key].armour for key in ("tiznao", "panzer1", "bt5")] == [0, 1, 2]


def test_pools_of_the_text() -> None:
    """Six officers of Republican infantry, G to L, of three counters; two of machine guns (2.3)."""
    infantry, guns = ROSTER.pools["popular_army_infantry"], ROSTER.pools["popular_army_mmg"]
    letters = [ROSTER.officers[one].letter for one in infantry.officers]
    assert (letters, infantry.number) == (list("GHIJKL"), 3)
    assert ([ROSTER.officers[one].letter for one in guns.officers], guns.number) == (["Q", "R"], 2)
    commissars = [one for one in ROSTER.guides.values() if one[1] == "commissar"]
    assert len(commissars) == 3
    assert {side for side, _, _ in commissars} == {"republican"}


def test_everybody_is_of_a_side_that_has_them() -> None:
    """Pools draw troops of their own side; every faction can be told by its troops."""
    for pool in ROSTER.pools.values():
        side = ROSTER.factions[pool.faction]
        assert ROSTER.types[pool.troops].side == side
        assert {ROSTER.officers[one].side for one in pool.officers} == {side}
    foot = {one.faction for one in ROSTER.types.values() if one.kind is Kind.INFANTRY}
    assert foot == set(ROSTER.factions)


def test_figures_keep_to_what_the_text_says_of_a_kind() -> None:
    """Reduced sides fire no better, cavalry goes on foot, lorries do not fire (5.2, 5.5, 8)."""
    for one in ROSTER.types.values():
        assert all(weapon.reduced < weapon.full for weapon in one.weapons.values())
        assert (one.kind in ARMOUR) == bool(one.assault)
        assert not one.towed or one.kind not in ARMOUR
        if one.kind in {Kind.INFANTRY, Kind.CAVALRY, Kind.ENGINEERS}:
            assert one.gait == "foot"
        if one.kind is Kind.TRUCK:
            assert (one.gait, one.weapons) == ("wheels", {})
        if Munition.AT in one.weapons:
            assert one.gun


def test_a_replacement_is_of_lower_rank() -> None:
    """Lower morale, no better in anything (7.2)."""
    for officer in ROSTER.officers.values():
        other = ROSTER.replaced(officer)
        assert other.morale < officer.morale
        assert other.leadership <= officer.leadership
        assert other.reach <= officer.reach
        assert other.coordination <= officer.coordination
