"""Lorries that carry and tow, and cavalry that dismounts (3.4 c and d, 5.5, 5.7)."""

from __future__ import annotations

from typing import Any

from engine.barricadas.actions import Hold, Pass, React
from engine.barricadas.game import GAME
from engine.barricadas.rules.attack.aiming import of_target
from engine.barricadas.rules.setting_up.loading import aboard_from_start
from engine.barricadas.state import (
    DEAD,
    NATIONALIST,
    REPUBLICAN,
    USED,
    Counter,
    Reaction,
    Table,
    hex_of,
)
from tests.engine.barricadas.build import (
    against,
    answer,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)

S = "republican-s"
G, G1, X, GUN = "republican-g", "republican-g1", "republican-g4", "republican-g5"
FAR = (enemy_officer("g", "C1220"), enemy("g1", "C1220"))


def lorry(at: str, **values: Any) -> Counter:
    """A Republican lorry of the unit."""
    return _of_unit(X, "popular_army_truck", at, **values)


def gun(at: str, **values: Any) -> Counter:
    """A Republican 105 mm gun of the unit, which its crew cannot move."""
    return _of_unit(GUN, "popular_army_105", at, **values)


def horse(at: str, **values: Any) -> Counter:
    """Republican cavalry of the unit."""
    return _of_unit("republican-g6", "popular_army_cavalry", at, **values)


def _of_unit(key: str, kind: str, at: str, **values: Any) -> Counter:
    return Counter(key, REPUBLICAN, kind, **{"unit": G, "at": at, **values})


def before(*more: Counter) -> Table:
    """An officer and some counters, enemies far away."""
    return lay(officer("g", "C404"), *more, *FAR)


def done(table: Table, *tasks: str) -> Table:
    """The table once an order is carried out, nobody reacting; no dice are thrown."""
    step = do(table, order(G, *tasks))
    if step.state.table.frames:
        step = answer(step.state, Hold())
    found: Table = step.state.table
    return found


# -- getting on and off ------------------------------------------------------------------------


def test_who_walks_to_a_lorry_rides_and_walks_on_has_what_is_left() -> None:
    """1 point to it and 1 to mount, 3 of the lorry; then 1 to get off, and 1 to walk (ALB-R33)."""
    table = before(infantry("g1", "C403"), lorry("C404"))
    whole_way = (
        "republican-g1 move C404",
        "republican-g1+republican-g4 mount",
        "republican-g4 move C407",
        "republican-g4+republican-g1 dismount",
        "republican-g1 move C408",
    )
    after = done(table, *whole_way).counters
    assert (after[G1].at, after[G1].finished, after[X].at) == ("C408", True, USED)
    # Four points are used up: a fifth is not there.
    assert against(table, order(G, *whole_way[:-1], f"{G1} move C409")) == ["move.cannot"]


def test_what_is_offered_for_a_ride_is_allowed() -> None:
    """Getting on and off, on the way too, and hitching are offered, and each offer stands (5.5)."""
    table = before(
        infantry("g1", "C404"), lorry("C404"), gun("C405"), lorry_of("C405"), horse("C405")
    )
    view = GAME.view(whole(table), REPUBLICAN)
    told = set[str]()
    for tasks in ((), (f"{G1}+{X} mount",), (f"{G1}+{X} mount", f"{X} move C406")):
        filled = {"leader": G, "tasks": ", ".join(tasks)}
        for one in GAME.options(view, "activate", "tasks", filled):
            told.add(one.value.split()[1])
            raw = {"leader": G, "tasks": ", ".join((*tasks, one.value))}
            assert GAME.check(whole(table), REPUBLICAN, GAME.parse(view, "activate", raw)) == ()
    assert {"mount", "dismount", "hitch", "move", "prepare"} <= told


def lorry_of(at: str) -> Counter:
    """Another lorry of the unit."""
    return _of_unit("republican-g7", "popular_army_truck", at)


# -- under fire --------------------------------------------------------------------------------


def test_who_is_to_be_fetched_by_a_lorry_that_is_lost_stays_and_prepares() -> None:
    """What was told after it falls away; whoever rode is finished where they are left (ALB-R67)."""
    watching = (enemy("g2", "C408", reaction=Reaction.KEPT), enemy_officer("g", "C1220"))
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        infantry("g2", "C406"),
        lorry("C404", hits=2),
        *watching,
    )
    tasks = (
        f"{G1}+{X} mount",
        f"{X} move C406",
        f"{G1}+{X} dismount",
        f"{G1} move C407",
        "republican-g2 prepare",
    )
    step = do(table, order(G, *tasks))
    shot = React.model_validate({"shots": [{"who": "nationalist-g2", "at": "C405"}]})
    after = answer(step.state, shot, 3, 3, 1, 1).state.table.counters
    assert after[X].at == DEAD
    assert (after[G1].at, after[G1].hits, after[G1].finished) == ("C405", 1, True)
    assert after["republican-g2"].reaction is Reaction.NOW


def test_who_stops_under_fire_neither_gets_off_nor_walks_on() -> None:
    """The move ends where they are fired at, and all of it is over (ALB-R1)."""
    watching = (enemy("g2", "C408", reaction=Reaction.KEPT), enemy_officer("g", "C1220"))
    table = lay(officer("g", "C404"), infantry("g1", "C404"), lorry("C404"), *watching)
    tasks = (f"{G1}+{X} mount", f"{X} move C407", f"{G1}+{X} dismount", f"{G1} move C507")
    step = do(table, order(G, *tasks, fired_at="stop"))
    shot = React.model_validate({"shots": [{"who": "nationalist-g2", "at": "C405"}]})
    after = answer(step.state, shot, 1, 1).state.table.counters
    assert (after[X].at, after[X].finished) == ("C405", True)
    assert (after[G1].carrier, after[G1].finished) == (X, True)


def test_a_lorry_with_its_load_makes_who_is_in_the_hex_easier_to_hit() -> None:
    """So does cavalry on its horses; an empty lorry, or one with an officer alone, does not."""
    riding = before(lorry("C504"), infantry("g1", f"@{X}"))
    assert _added(riding, "C504") == 1
    assert _added(before(lorry("C504")), "C504") == 0
    assert _added(before(lorry("C504"), officer("h", f"@{X}")), "C504") == 0
    assert _added(before(horse("C504")), "C504") == 1
    assert _added(before(horse("C504", afoot=True)), "C504") == 0


def _added(table: Table, place: str) -> int:
    return of_target(table, [one for one in table.counters.values() if hex_of(table, one) == place])


# -- how it begins -----------------------------------------------------------------------------


def test_a_gun_that_is_deployed_with_a_lorry_begins_in_tow() -> None:
    """One each of the unit; armour's officers ride the first of theirs (ALB-R75, ALB-R76)."""
    tank = "republican-s1"
    table = lay(
        lorry("C404"),
        gun("C404"),
        _of_unit("republican-g8", "popular_army_45", "C404"),
        _of_unit("republican-h1", "popular_army_45", "C404", unit="republican-h"),
        Counter("republican-s", REPUBLICAN, "popular_army_armour_s", unit="s", at="C405"),
        Counter(tank, REPUBLICAN, "t26", unit="s", at="C405"),
    )
    assert dict(aboard_from_start(table, REPUBLICAN)) == {GUN: X, "republican-s": tank}


def test_what_a_hidden_lorry_carries_is_another_in_other_worlds() -> None:
    """Whoever does not recognise it cannot tell whether somebody is aboard (3.5, ALB-R74)."""
    table = lay(
        officer("g", "C404", unseen=True),
        lorry("C404", unseen=True),
        infantry("g1", f"@{X}", unseen=True),
        *FAR,
    )
    state = whole(table)
    seen = {
        other.table.counters[G1].at
        for other in GAME.scramble(state, NATIONALIST, 6)
        if G1 in other.table.counters
    }
    assert "C404" in seen
    for other in GAME.scramble(state, NATIONALIST, 6):
        assert GAME.view(other, NATIONALIST) == GAME.view(state, NATIONALIST)


def test_a_replacement_of_an_officer_of_armour_rides_it_too() -> None:
    """On the strongest; with none left nobody comes (ALB-R76)."""
    tanks = [
        Counter(f"republican-s{number}", REPUBLICAN, "t26", unit=S, at="C405", hits=hits)
        for number, hits in ((1, 1), (2, 0))
    ]
    fallen = Counter(S, REPUBLICAN, "popular_army_armour_s", unit=S, at=DEAD)
    table = lay(fallen, *tanks, *FAR, passed=(REPUBLICAN,), player=NATIONALIST)
    after = do(table, Pass(), 6, 1).state.table
    assert after.counters[S].at == "@republican-s2"
    bare = lay(fallen, infantry("s1", "C405"), *FAR, passed=(REPUBLICAN,), player=NATIONALIST)
    assert do(bare, Pass(), 6, 1).state.table.counters[S].at == DEAD
