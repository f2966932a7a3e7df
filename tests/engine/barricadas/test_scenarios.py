"""Scenarios: what they hold is of this game, can be deployed, and is drawn as the text says."""

from __future__ import annotations

from collections import Counter as Tally
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.barricadas.datacheck import check_data
from engine.barricadas.game import GAME
from engine.barricadas.roster import ARMOUR, STEPS, Kind, load_roster
from engine.barricadas.rules.setting_up.drawing import draw_army
from engine.barricadas.rules.stacking.limits import MOST_STEPS, steps_of
from engine.barricadas.scenario import GUIDES, load_scenarios
from engine.barricadas.settings import Settings
from engine.barricadas.state import SEATS, WAITING
from engine.data.files import DATA
from engine.data.play_data import PlayData, shipped

SCENARIOS = load_scenarios()
ROSTER = load_roster()


def first(_: str, count: int) -> int:
    """Draws that always take the first."""
    assert count
    return 0


@pytest.mark.parametrize("key", ["small", "full", "north", "aragon", "huesca"])
def test_what_a_scenario_names_is_there(key: str) -> None:
    """Hexes of its ground, pools and counters of the right side, towns one can hold."""
    scenario = SCENARIOS[key]
    hexes = scenario.battlefield.hexes
    assert {one.side for one in scenario.army} == set(SEATS)
    assert set(scenario.towns) <= set(hexes)
    assert scenario.wins <= len(scenario.towns)
    for army in scenario.army:
        assert set(army.deploy) <= set(hexes)
        for row in army.units:
            pool = ROSTER.pools[row.pool]
            assert ROSTER.factions[pool.faction] == army.side
            assert row.number <= len(pool.officers)
            assert {ROSTER.types[one].side for one in row.added} <= {army.side}
        assert set(army.guides) <= set(GUIDES)
    one, two = scenario.army
    assert not set(one.deploy) & set(two.deploy)
    assert one.home != two.home


@pytest.mark.parametrize(
    ("key", "least", "most", "turns"),
    [
        ("small", 5, 7, 6),
        ("full", 16, 24, 10),
        ("north", 9, 17, 8),
        ("aragon", 16, 24, 8),
        ("huesca", 11, 18, 8),
    ],
)
def test_how_large_a_scenario_is(key: str, least: int, most: int, turns: int) -> None:
    """About six counters a side and six turns, about twenty and ten (ALB-R4); all can deploy."""
    scenario = SCENARIOS[key]
    assert scenario.turns == turns
    for army in scenario.army:
        counters = draw_army(army, first).values()
        troops = [one for one in counters if one.printed is not None]
        assert least <= len(troops) <= most
        assert steps_of(troops) <= MOST_STEPS * len(army.deploy)


def test_the_handbook_says_what_an_attacker_must_hold() -> None:
    """And for how many turns is played."""
    page = (DATA.parent / "docs" / "barricadas" / "README.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}
    for key, one in SCENARIOS.items():
        assert rows[key].endswith(f"| {one.turns} | {one.wins} of {len(one.towns)} towns |"), key


def test_everything_in_the_box_is_in_play() -> None:
    """Each counter, pool of officers and kind of guide is in some scenario (2.2.1, 7.4)."""
    armies = [army for one in SCENARIOS.values() for army in one.army]
    pools = {row.pool for army in armies for row in army.units}
    added = {key for army in armies for row in army.units for key in row.added}
    assert pools == ROSTER.pools.keys()
    assert added | {ROSTER.pools[key].troops for key in pools} == ROSTER.types.keys()
    assert {(army.side, one) for army in armies for one in army.guides} == {
        ("republican", "commissars"),
        ("republican", "chaplains"),
        ("nationalist", "chaplains"),
    }
    assert {row.kind for army in armies for row in army.aviation} == {"bombers", "support"}


def test_own_files_from_before_there_were_more_scenarios() -> None:
    """A host's own counters lack some: what they cannot fill is not offered, the rest is played."""
    files = dict(shipped(GAME.key, GAME.data_files).files)
    files["counters.toml"] = files["counters.toml"].replace('"catalan_infantry"', '"catalans"')
    files["officers.toml"] = files["officers.toml"].replace('"catalan_infantry"', '"catalans"')
    own = PlayData(GAME.key, files, ("counters.toml", "officers.toml"))

    assert check_data(own) == []
    with own.in_use():
        assert load_scenarios().keys() == SCENARIOS.keys() - {"huesca"}
        with pytest.raises(ValidationError, match="not in the game's files"):
            Settings(scenario="huesca")
    files["scenarios.toml"] += " "
    theirs = PlayData(GAME.key, files, ("counters.toml", "officers.toml", "scenarios.toml"))
    assert {one.field for one in check_data(theirs)} == {"pool"}


def test_the_full_scenario_has_everything() -> None:
    """Armour, artillery off the ground, a commissar, aviation (ALB-R4)."""
    republican = SCENARIOS["full"].of("republican")
    kinds = {one.printed.kind for one in draw_army(republican, first).values() if one.printed}
    assert kinds & ARMOUR
    assert Kind.INFANTRY in kinds
    assert republican.batteries
    assert republican.aviation
    assert republican.guides == ("commissars",)


@given(
    st.sampled_from(["small", "full", "north", "aragon", "huesca"]),
    st.sampled_from(SEATS),
    st.randoms(use_true_random=False),
)
def test_units_are_drawn_whole_and_once(key: str, side: str, chance: Random) -> None:
    """Each officer once, with as many counters of their letter as the pool says (2.3)."""
    army = SCENARIOS[key].of(side)
    counters = draw_army(army, lambda _, count: chance.randrange(count))
    officers = [one for one in counters.values() if one.officer is not None]
    assert len({one.type for one in officers}) == len(officers)
    assert len(officers) == sum(row.number for row in army.units)
    sizes = Tally(one.unit for one in counters.values() if one.printed is not None)
    assert set(sizes) == {one.unit for one in officers}
    assert all(one.at == WAITING and one.side == side for one in counters.values())
    assert all(one.steps in {0, STEPS} for one in counters.values())


def test_chance_draws_others() -> None:
    """Another draw, another officer; the counters are the same in number."""
    army = SCENARIOS["small"].of("republican")
    one, two = (draw_army(army, draw) for draw in (first, lambda _, count: count - 1))
    assert {each.type for each in one.values()} != {each.type for each in two.values()}
    assert len(one) == len(two)
