"""Friends passed by force: who makes room, how far, and when there is none (5.forced.back)."""

from __future__ import annotations

from engine.art_of_war.rules.charge.arriving import has_room
from engine.art_of_war.rules.charge.passage import backed, force, make_room
from engine.art_of_war.rules.charge.surroundings import Surroundings
from engine.art_of_war.state import Place, Unit
from tests.engine.art_of_war.build import enemy, general, lay, play_on, pose, unit

ENDS = {"south-a1": pose("15/6")}
"""Where who charges from 15/4 comes to stand: from 6 back to 5.25."""


def surroundings(*units: Unit) -> Surroundings:
    """A table on which a1 charges through others, as its side sees it."""
    return Surroundings(lay(unit("a1", "15/4"), *units), "south")


def test_who_is_in_nobodys_way_stays() -> None:
    """A friend upon whom nobody comes to stand keeps its place."""
    assert backed(surroundings(unit("c1", "15/5.2")), "south-c1", ENDS) == pose("15/5.2")


def test_one_backs_as_little_as_will_do() -> None:
    """Straight back, facing as before, until there is room; who charges has left its place."""
    assert backed(surroundings(unit("c1", "15/5.9")), "south-c1", ENDS) == pose("15/5.25")
    aside = backed(surroundings(unit("c1", "15/5.9/90")), "south-c1", ENDS)
    assert aside == pose("14.5/5.9/90")


def test_friends_bar_the_way_back() -> None:
    """Upon another friend nobody backs, nor off the table."""
    behind = surroundings(unit("c1", "15/5.9"), unit("d1", "15/5.1"))
    assert backed(behind, "south-c1", ENDS) is None
    edge = Surroundings(lay(unit("a1", "15/2"), unit("c1", "15/0.8")), "south")
    assert backed(edge, "south-c1", {"south-a1": pose("15/0.8")}) is None


def test_all_have_to_make_room() -> None:
    """One that cannot is enough to leave no way."""
    free, shut = unit("c1", "14.5/5.9"), unit("c2", "15.5/5.9")
    found = surroundings(free, shut, unit("d1", "15.5/5.1"))
    assert make_room(found, (), ENDS)
    assert make_room(found, ("south-c1",), ENDS)
    assert not make_room(found, ("south-c1", "south-c2"), ENDS)


def test_they_make_room_one_after_the_other() -> None:
    """Who has backed leaves its old place to the next."""
    found = surroundings(unit("c1", "14.3/5.9"), unit("c2", "15.6/5.8/90"))
    assert make_room(found, ("south-c1", "south-c2"), ENDS)
    assert not make_room(found, ("south-c2", "south-c1"), ENDS)


def test_whoever_is_routed_by_it_makes_no_room_any_more() -> None:
    """A friend that the passage routes is gone, and so is who flees along: nothing more is told."""
    table = lay(
        unit("a1", "15/4", lost=3),
        unit("c1", "15/5.9", lost=3),
        unit("c2", "18/5.9"),
        general("2/2"),
        *(unit(f"e{n}", f"{2 * n}/1") for n in range(1, 7)),
    )
    play = play_on(table)
    force(play, ("south-c1", "south-c2"), ENDS, "south-a1")
    assert play.unit("south-c1").place is Place.ROUTED
    assert play.unit("south-a1").place is Place.ROUTED
    assert not play.unit("south-c2").passed


def test_who_sweeps_stops_where_there_is_room() -> None:
    """Where the first meets the enemy all must fit, and friends make room (8.destroyed)."""
    met = {"south-a1": pose("15/6"), "south-a2": pose("16/6")}
    pair = unit("a1", "15/4"), unit("a2", "16/4")
    assert has_room(Surroundings(lay(*pair, enemy("b1", "15/6.1")), "south"), met, ())
    assert not has_room(Surroundings(lay(*pair, enemy("b1", "16/5.9")), "south"), met, ())
    friend = unit("c1", "16/5.9"), unit("d1", "16/5.1")
    forced = ("south-c1",)
    assert has_room(Surroundings(lay(*pair, friend[0]), "south"), met, forced)
    assert not has_room(Surroundings(lay(*pair, *friend), "south"), met, forced)
