"""What fire, checks and orders do to those who hide their side alone learns (3.5, ALB-R2, ALB-R68).

Tables are laid that differ only in what one side hides, and the same is done on each with the same
dice: the others read the same, see the same open dice, and their tables stay alike unless what
happens shows on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from bot.store.codec import EVERYTHING, visible
from engine.api import Action, Event
from engine.barricadas.actions import Hold
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Counter, Table, projected
from engine.dice import RecordedDice, Roll, SeededDice
from tests.engine.barricadas.build import (
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)

SEEDS = [bytes([number]) for number in range(40)]
STRUCK = ("mission.strikes", "fire.result", "morale.", "mission.falls", "recover.", "mines.explode")
"""What has to happen on the way, by how its codes begin."""
OTHERS = (REPUBLICAN, None)
"""Who may not know what the nationalists hide."""


class Told(NamedTuple):
    """What somebody gets of a step."""

    events: tuple[Event, ...]
    open_dice: tuple[Roll, ...]
    view: Any


def told(table: Table, action: Action, viewer: str | None, seed: bytes) -> Told:
    """Let whoever is awaited do something, the other side not reacting."""
    state, dice, events = whole(table), RecordedDice(SeededDice(seed)), list[Event]()
    for number in range(2):
        (decision,) = GAME.awaiting(state)
        answers = decision.code.startswith("react")
        if number and not answers:
            break
        step = GAME.apply(state, decision.seat, Hold() if answers else action, dice)
        state, events = step.state, [*events, *step.events]
    shown = tuple(roll for roll in dice.rolls if not roll.secret)
    return Told(visible(events, viewer), shown, GAME.view(state, viewer))


def attacks(one: Told) -> list[Event]:
    """The attacks by fire that were told, whatever came of them."""
    return [event for event in one.events if event.code.startswith(("mission", "fire.result"))]


def assert_alike(
    tables: Sequence[Table], action: Action, viewers: Iterable[str | None] = OTHERS
) -> tuple[int, int]:
    """Hold all tables against each other; return how often they stayed alike, and did not."""
    alike = apart = struck = 0
    for viewer in viewers:
        views = [projected(table, viewer) for table in tables]
        assert all(view == views[0] for view in views), "they differ before anything is done"
        for seed in SEEDS:
            found = [told(table, action, viewer, seed) for table in tables]
            struck += sum(one.code.startswith(STRUCK) for each in found for one in each.events)
            for one, another in combinations(found, 2):
                assert attacks(one) == attacks(another)
                if one.view != another.view:
                    # Somebody is gone, or has fled before their eyes.
                    apart += 1
                    continue
                alike += 1
                assert one.events == another.events
                assert one.open_dice == another.open_dice
    assert alike > len(SEEDS) // 2
    assert struck > len(SEEDS) // 4
    return alike, apart


FROM, AT, BEHIND = "A107", "A120", "A319"
"""Where an officer sees a marker from, too far away to recognise anybody."""


def markers(*variants: Sequence[Counter], shown: Sequence[Counter] = ()) -> list[Table]:
    """Tables in which the republicans direct a battery, each with others under the markers."""
    return [
        lay(
            officer("g", FROM),
            infantry("g1", FROM),
            *shown,
            *(replace(one, unseen=True) for one in hidden),
            settings=Settings(scenario="full"),
            turn=2,
            missions={"republican.105": 3},
        )
        for hidden in variants
    ]


G = "republican-g"
MISSION = order(G, f"{G} mission {AT}", f"{G} mission {AT}")
BARRAGE = order(G, f"{G} barrage {AT}", f"{G} barrage {AT}")


@pytest.mark.parametrize("mission", [MISSION, BARRAGE], ids=["one hex", "seven"])
@pytest.mark.parametrize(
    "mates",
    [{}, {"moved": True}, {"routed": True}, {"moved": True, "routed": True}, {"hits": 1}],
    ids=str,
)
def test_what_stands_under_a_marker_adds_to_no_figure(mission: Action, mates: Any) -> None:
    """Moved, in retreat or hit: who fires reads no die, no modifier and no hits (8.2.modifiers)."""
    steady = (enemy("h1", AT), enemy("h2", AT), enemy_officer("h", BEHIND))
    other = (enemy("h1", AT, **mates), enemy("h2", AT), enemy_officer("h", BEHIND))
    assert_alike(markers(steady, other), mission)


def test_nobody_counts_who_is_struck_under_a_marker() -> None:
    """One, two or three of them, a lorry with its load or armour: one line a hex (8.3.1)."""
    two = (enemy("h1", AT), enemy("h2", AT), enemy_officer("h", BEHIND))
    three = (*two[:2], enemy("h3", AT, hits=1), two[2])
    armour = (replace(enemy("h1", AT), type="panzer1"), *two[1:])
    lorry = replace(enemy("h4", AT), type="national_army_truck")
    loaded = (lorry, replace(enemy("h1", "@nationalist-h4")), *two[1:])
    assert_alike(markers(two, three, armour, loaded), MISSION)


def test_the_owner_reads_all_of_it_and_so_does_everybody_in_the_end() -> None:
    """The dice, the modifier and every hit: to their side at once, to all when the game is over."""
    (table,) = markers((enemy("h1", AT, moved=True), enemy_officer("h", BEHIND)))
    found = 0
    for seed in SEEDS:
        for knows in (NATIONALIST, EVERYTHING):
            for one in told(table, MISSION, knows, seed).events:
                if one.code.startswith("mission.strikes"):
                    assert one.code == "mission.strikes"
                    assert {"factors", "dice", "modifier", "hits"} <= one.params.keys()
                    found += 1
        for viewer in OTHERS:
            for one in told(table, MISSION, viewer, seed).events:
                if one.code.startswith("mission.strikes"):
                    assert (one.code, set(one.params)) == ("mission.strikes.bare", {"hex"})
    assert found > len(SEEDS) // 2


# -- fire at those beside whom some hide, and by those who do ------------------------------------

NEAR, HOUSES, REAR = "A411", "A415", "A1007"
"""From where a gun is seen among houses, and infantry beside it is not."""


def gunners(**values: Any) -> tuple[Counter, ...]:
    """A machine gun of the republicans, and the officer with it."""
    gun = replace(infantry("g1", NEAR), type="popular_army_mmg")
    return gun, officer("g", NEAR, **values)


def beside(*mates: Counter, firing: Sequence[Counter] = (), **values: Any) -> Table:
    """A table on which a gun is fired at that is recognised, others hidden beside it."""
    return lay(
        *(firing or gunners()),
        enemy_officer("h", REAR, unseen=True),
        replace(enemy("h1", HOUSES, **values), type="national_army_65"),
        *(replace(one, unseen=True) for one in mates),
        settings=Settings(scenario="full"),
        turn=2,
    )


FIRE = order(G, f"{G}1 fire {HOUSES}")


@pytest.mark.parametrize("mate", [{"hits": 1}, {"routed": True}], ids=str)
def test_who_hides_beside_those_fired_at_adds_to_no_figure(mate: Any) -> None:
    """Houses hide infantry and not the gun: what is added for all is their side's (8.2 e)."""
    assert_alike([beside(enemy("h2", HOUSES)), beside(enemy("h2", HOUSES, **mate))], FIRE)


def test_nobody_counts_who_hides_beside_those_fired_at() -> None:
    """Hits are shared with them; with how many shows nowhere (8.3.1)."""
    two = (enemy("h2", HOUSES), enemy("h3", HOUSES, hits=1))
    assert_alike([beside(two[0]), beside(*two), beside(two[1])], FIRE)


def test_a_hidden_officer_adds_to_no_figure() -> None:
    """Leadership counts and is told to nobody else: die and what is added are their side's (H2)."""
    tables = [beside(firing=gunners(unseen=True, routed=routed)) for routed in (False, True)]
    alone = [
        replace(one, counters={**one.counters, f"{G}1": replace(one.counters[f"{G}1"], out=True)})
        for one in tables
    ]
    assert_alike(alone, order(f"{G}1", f"{G}1 fire {HOUSES}"), (NATIONALIST, None))


# -- checks of those whose unit hides ------------------------------------------------------------


def unit(*mates: Counter, out: bool = True) -> Table:
    """A table on which a recognised counter out of command is activated, its unit hidden."""
    return lay(
        infantry("g1", NEAR),
        officer("g", NEAR),
        enemy("h1", HOUSES, out=out),
        *(replace(one, unseen=True) for one in mates),
        settings=Settings(scenario="full"),
        turn=2,
        player=NATIONALIST,
    )


DIG = order("nationalist-h1", "nationalist-h1 dig")


def test_the_morale_of_a_counter_tells_nothing_of_hidden_mates() -> None:
    """Their hits count in it, dead ones threefold: it passes or fails (10.1)."""
    leader, mates = enemy_officer("h", REAR), (enemy("h2", REAR), enemy("h3", REAR))
    hurt = (replace(mates[0], hits=1), replace(mates[1], hits=2))
    dead = (replace(mates[0], hits=2, at="dead"), mates[1])
    tables = [unit(leader, *some) for some in (mates, hurt, dead)]
    _, apart = assert_alike(tables, DIG)
    assert apart


def test_a_recovery_tells_nothing_of_a_hidden_officer() -> None:
    """It is checked at the officer's morale, whom the other side does not know (10.4)."""
    leader = enemy_officer("h", HOUSES)
    one = unit(leader)
    back = order("nationalist-h", "nationalist-h recover")
    routed = replace(one.counters["nationalist-h1"], out=False, routed=True)
    found = []
    for kind in ("national_infantry_h", "national_infantry_i"):
        counters = {**one.counters, "nationalist-h1": routed}
        counters["nationalist-h"] = replace(counters["nationalist-h"], type=kind)
        found.append(replace(one, counters=counters))
    assert_alike(found, back)
