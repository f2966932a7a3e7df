"""What fire, checks and orders do to those who hide their side alone learns (3.5, ALB-R2, ALB-R68).

Tables are laid that differ only in what one side hides, and the same is done on each with the same
dice: the others read the same, see the same open dice, and their tables stay alike unless what
happens shows on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from bot.store.codec import EVERYTHING, visible
from engine.api import Action, Event
from engine.barricadas import state
from engine.barricadas.actions import Hold
from engine.barricadas.game import GAME
from engine.barricadas.play import Play, counter_terms
from engine.barricadas.rules.attack import firing
from engine.barricadas.rules.morale.checks import rout
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

SEEDS = [bytes([number]) for number in range(24)]
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
    now, dice, events = whole(table), RecordedDice(SeededDice(seed)), list[Event]()
    for number in range(2):
        (decision,) = GAME.awaiting(now)
        answers = decision.code.startswith("react")
        if number and not answers:
            break
        step = GAME.apply(now, decision.seat, Hold() if answers else action, dice)
        now, events = step.state, [*events, *step.events]
    shown = tuple(roll for roll in dice.rolls if not roll.secret)
    return Told(visible(events, viewer), shown, GAME.view(now, viewer))


def attacks(one: Told) -> list[Event]:
    """The attacks by fire that were told, whatever came of them."""
    return [event for event in one.events if event.code.startswith(("mission", "fire.result"))]


def assert_alike(
    tables: Sequence[Table],
    action: Action,
    viewers: Iterable[str | None] = OTHERS,
    *,
    always: bool = True,
) -> tuple[int, int]:
    """Hold all tables against each other; return how often they stayed alike, and did not.

    What is told of attacks by fire is alike *always*, whatever else shows.
    """
    alike = apart = struck = 0
    for viewer in viewers:
        views = [projected(table, viewer) for table in tables]
        assert all(view == views[0] for view in views), "they differ before anything is done"
        for seed in SEEDS:
            found = [told(table, action, viewer, seed) for table in tables]
            struck += sum(one.code.startswith(STRUCK) for each in found for one in each.events)
            for one, another in combinations(found, 2):
                assert not always or attacks(one) == attacks(another)
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


def test_the_scatter_of_a_mission_tells_nothing_of_the_officer_who_hides() -> None:
    """One more is added where they see no enemy, which hangs on where they are (8.1.4.2)."""
    mission = order(G, f"{G} mission A105")
    for table in scattering("A113", "A114"):
        for seed in SEEDS:
            for viewer in (NATIONALIST, None):
                read = told(table, mission, viewer, seed)
                assert not any({"die", "strays"} & one.params.keys() for one in read.events)
                assert not any(one.purpose in ("scatter", "direction") for one in read.open_dice)


def scattering(*places: str) -> list[Table]:
    """Tables on which a hidden officer sees a gun from one place, and from the other nobody."""
    gun = replace(enemy("h1", "A105"), type="national_army_65")
    return [
        lay(
            officer("g", one, unseen=True),
            infantry("g1", other, unseen=True),
            gun,
            enemy_officer("h", "A105"),
            settings=Settings(scenario="full"),
            turn=2,
            missions={"republican.105": 3},
        )
        for one, other in (places, places[::-1])
    ]


def test_a_unit_that_holds_tells_nothing_of_whom_it_lost_in_hiding() -> None:
    """Its officer and another are recognised; the dead were not, nor that anybody died (10.2)."""
    leader, shown = enemy_officer("h", REAR), enemy("h1", "A1006")
    two = (enemy("h2", AT), enemy("h3", AT))
    weak = (replace(two[0], hits=2), replace(two[1], hits=2))
    assert_alike(markers(two, weak, shown=(leader, shown)), MISSION)


def test_markers_that_flee_together_are_told_once() -> None:
    """Two units, on foot and on horses, go back from one hex to another: a line each way (5.8)."""
    cavalry = replace(enemy("k1", AT), type="national_army_cavalry")
    others = (enemy_officer("h", BEHIND), enemy_officer("k", BEHIND))
    (table,) = markers((enemy("h1", AT, hits=2), enemy("h2", AT), cavalry, *others))
    play = Play(whole(table), SeededDice(b"flees"))
    rout(play, [f"nationalist-{name}" for name in ("h1", "h2", "k1")], FROM)
    read = [one.code for one in visible(play.events, REPUBLICAN)]
    assert read == ["back.goes.unseen"]
    assert len([one for one in play.events if one.code == "back.goes"]) == 3


# -- what is under way ---------------------------------------------------------------------------


def seen_by(viewer: str | None, action: Action) -> Any:
    """What a viewer sees of an activation of hidden nationalists while the others are asked."""
    table = lay(
        enemy_officer("h", REAR, unseen=True),
        enemy("h1", REAR, unseen=True),
        infantry("g1", NEAR),
        officer("g", NEAR),
        settings=Settings(scenario="full"),
        turn=2,
        player=NATIONALIST,
    )
    (decision,) = GAME.awaiting(whole(table))
    step = GAME.apply(whole(table), decision.seat, action, RecordedDice(SeededDice(b"seen")))
    assert step.state.table.frames
    return repr(GAME.view(step.state, viewer)), visible(step.events, viewer)


@pytest.mark.parametrize("viewer", OTHERS)
def test_the_pace_of_a_marker_and_who_goes_on_are_in_no_view(viewer: str | None) -> None:
    """That it moves, and along what way, is all that others see, in the raw view too (3.5)."""
    h = "nationalist-h"
    found = [
        seen_by(viewer, order(h, f"{h}+{h}1 {deed} A1008", fired_at=goes))
        for deed in ("move", "double")
        for goes in ("go", "stop")
    ]
    assert all(one == found[0] for one in found)


# -- the gate can shut ---------------------------------------------------------------------------


def all_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice and figures are everybody's, whoever counts in them."""
    monkeypatch.setattr(Play, "knowing", lambda *_: None)


def every_hit_is_felt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line for each who is struck under a marker."""

    def loud(play: Play, code: str, rule: str, who: Any, seat: str, **params: Any) -> None:
        params.pop("felt", None)
        told_ = {**params, "who": counter_terms(who), "n": len(tuple(who))}
        play.events.append(
            Event(code, rule, told_, frozenset((seat,)), Event(f"{code}.unseen", ""))
        )

    monkeypatch.setattr(Play, "tell_of", loud)


def the_officer_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are hidden where a hidden officer adds to them, and nowhere else."""
    true = vars(firing)["may_lead"]

    def found(table: Table, group: Sequence[Counter]) -> tuple[Counter, ...]:
        return tuple(one for one in true(table, group) if one.officer and not one.routed)

    monkeypatch.setattr(firing, "may_lead", found)


def checks_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody reads of every check of a unit."""
    true = vars(firing)["check_unit"]

    def loud(play: Play, unit: str, away_from: str, *, quiet: bool) -> None:
        del quiet
        true(play, unit, away_from)

    monkeypatch.setattr(firing, "check_unit", loud)


def the_pace_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A marker's activation lies in the views as it was declared."""
    monkeypatch.setattr(state, "_masked", lambda frame, hidden, viewer: frame)


PLANTED = [
    (all_is_known, test_nobody_counts_who_is_struck_under_a_marker, ()),
    (all_is_known, test_what_stands_under_a_marker_adds_to_no_figure, (MISSION, {"moved": True})),
    (all_is_known, test_who_hides_beside_those_fired_at_adds_to_no_figure, ({"routed": True},)),
    (all_is_known, test_a_hidden_officer_adds_to_no_figure, ()),
    (all_is_known, test_the_morale_of_a_counter_tells_nothing_of_hidden_mates, ()),
    (all_is_known, test_a_recovery_tells_nothing_of_a_hidden_officer, ()),
    (all_is_known, test_the_scatter_of_a_mission_tells_nothing_of_the_officer_who_hides, ()),
    (every_hit_is_felt, test_nobody_counts_who_is_struck_under_a_marker, ()),
    (every_hit_is_felt, test_markers_that_flee_together_are_told_once, ()),
    (the_officer_is_looked_for, test_a_hidden_officer_adds_to_no_figure, ()),
    (checks_are_told, test_a_unit_that_holds_tells_nothing_of_whom_it_lost_in_hiding, ()),
    (the_pace_shows, test_the_pace_of_a_marker_and_who_goes_on_are_in_no_view, (None,)),
]


@pytest.mark.parametrize(("plant", "held", "given"), PLANTED)
def test_a_leak_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    held: Callable[..., None],
    given: tuple[Any, ...],
) -> None:
    """Each leak that was mended is found where it is planted again."""
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        held(*given)
