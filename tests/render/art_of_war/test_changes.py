"""What has changed in a phase: moves, cohesion, routs, shots, contacts, generals, markers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from engine.api import Event, Params, Term
from engine.art_of_war.frames import Declared
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.play import unit_term, unit_terms
from engine.art_of_war.state import NORTH, SOUTH, Contact, General, Marker, Place, Table
from render import marks
from render.api import CHANGES, PhaseReport, Picture, Section
from render.art_of_war import phase_picture, tiles
from render.art_of_war.alt import ALT_CODES
from render.art_of_war.changes import Shot, changes, spots
from render.painting import MOST_BYTES_OF_PART
from render.phase_picture import WIDTH
from render.registry import painter
from render.sprites import Sprite
from render.themes import STANDARD
from tests.engine.art_of_war.build import enemy, general, lay, unit
from tests.render.art_of_war.looking import cell, differs, near
from tests.render.art_of_war.samples import in_line, melee, names, public
from tests.support.decoding import Lossless, pixels

PAINTER, FILES = Lossless("art_of_war"), painter("art_of_war")
CLOSE = Section("around", "10/10", 4, 640)


def shot(target: str, lost: int, *who: str) -> Event:
    """Shooting as it is told."""
    params: Params = {"who": unit_terms(who), "target": unit_term(target), "n": lost}
    return Event("shooting.result", "7.resolution", params)


def told(before: Table, after: Table, *events: Event) -> Picture:
    """The picture of a phase, losslessly."""
    given = PhaseReport(None, awaited=(NORTH,), events=events)
    return PAINTER.paint(public(after), CHANGES, before=public(before), report=given, names=names)


def changed(of: Table, name: str, **values: Any) -> Table:
    """A table with a unit changed."""
    key = name if "-" in name else f"south-{name}"
    return replace(of, units={**of.units, key: replace(of.units[key], **values)})


def two() -> Table:
    """One unit of each side, and a general."""
    return lay(unit("a1", "10/9"), enemy("a1", "10/12"), general("12/8"))


def codes(picture: Picture) -> set[str]:
    """The codes of what is said of a picture."""
    return {line.code for line in picture.alt}


# -- what is found ---------------------------------------------------------------------------------


def test_nothing_changes_between_equals() -> None:
    """A table and itself, or no earlier table, give no changes."""
    of = melee()

    assert changes(None, of) == changes(of, of) == changes(melee(), of)
    assert not list(spots(of, changes(of, of)))


def test_changes_are_told_from_two_tables() -> None:
    """Moves, cohesion, routs, who left, generals, new units, camps and markers."""
    before = in_line()
    marker = Marker("north-m1", NORTH, Pose(800, 1500, 1800))
    before = replace(before, markers={marker.id: marker})
    after = replace(before, markers={})
    after = changed(after, "a1", pose=Pose(950, 900, 0))
    after = changed(after, "a2", lost=2)
    after = changed(after, "north-b1", place=Place.ROUTED)
    after = changed(after, "north-b2", place=Place.LEFT)
    hidden = changed(before, "north-h1", place=Place.AMBUSH)
    riding = replace(after.generals["south-g2"], pose=Pose(1500, 500, 0))
    lost = replace(after.generals["north-g1"], place=Place.ROUTED)
    after = replace(
        after,
        generals={**after.generals, riding.id: riding, lost.id: lost},
        camps={**after.camps, "north-camp": replace(after.camps["north-camp"], taken=True)},
    )
    found = changes(hidden, after)

    assert [one.who for one in found.moves] == ["south-a1"]
    assert (found.moves[0].start.pose.y, found.moves[0].end.pose.y) == (700, 900)
    assert found.lost == {"south-a2": 2}
    assert [one.unit.id for one in found.routed] == ["north-b1"]
    assert [one.unit.id for one in found.left] == ["north-b2"]
    assert [one.who for one in found.rides] == ["south-g2"]
    assert [one.id for one, _ in found.fallen] == ["north-g1"]
    assert found.appeared == ("north-h1",)
    assert found.taken == ("north-camp",)
    assert found.vanished.keys() == {"north-m1"}


def test_rallies_and_turns_count() -> None:
    """Cohesion that came back, and who faces elsewhere on the spot."""
    before = changed(two(), "a1", lost=2)
    after = changed(before, "a1", lost=1, pose=Pose(1000, 900, 450))
    found = changes(before, after)

    assert found.rallied == {"south-a1": 1}
    assert not found.lost
    assert [(one.start.pose.facing, one.end.pose.facing) for one in found.moves] == [(0, 450)]
    assert "picture.turned" in codes(told(before, after))


def test_who_goes_with_their_unit_does_not_ride() -> None:
    """A general who has joined a unit that moves is not told to have moved besides."""
    before = lay(unit("a1", "10/9"), general("a1"))
    moved = changed(before, "a1", pose=Pose(1000, 1100, 0))
    assert not changes(before, moved).rides
    away = replace(before.generals["south-g1"], unit="", pose=Pose(1300, 800, 0))
    assert changes(before, replace(before, generals={away.id: away})).rides


def test_shots_are_read_from_what_was_told() -> None:
    """Who shot, the main shooter first, at whom, and what it cost."""
    before = in_line()
    events = (shot("north-a1", 1, "south-d1", "south-d2"), shot("north-a2", 0, "south-d3"))
    found = changes(before, changed(before, "north-a1", lost=1), events)

    assert found.shots == (
        Shot(("south-d1", "south-d2"), "north-a1", 1),
        Shot(("south-d3",), "north-a2", 0),
    )


# -- what is drawn ---------------------------------------------------------------------------------


def test_moves_leave_ghosts_and_trails() -> None:
    """Where a unit stood its outline is left, and a trail leads to where it is."""
    before = two()
    view = public(changed(before, "a1", pose=Pose(1000, 1100, 0)))
    plain = PAINTER.paint(view, CLOSE, names=names)
    since = PAINTER.paint(view, CLOSE, before=public(before), names=names)

    for spot in ((10, 8.6), (10, 9.8)):
        assert differs(cell(plain, view, CLOSE, spot, 0.45), cell(since, view, CLOSE, spot, 0.45))
    assert "picture.moved" in {line.code for line in since.alt}


def test_the_lost_are_struck_out_where_they_stood() -> None:
    """A cross over their block; the same for who left, and for a general."""
    before = two()
    red = STANDARD.battle
    for place, code in ((Place.ROUTED, "picture.routed"), (Place.LEFT, "picture.left")):
        after = changed(before, "a1", place=place)
        view = public(after)
        plain = PAINTER.paint(view, CLOSE, names=names)
        since = PAINTER.paint(view, CLOSE, before=public(before), names=names)
        shown = [cell(one, view, CLOSE, (10, 8.6), 0.5) for one in (plain, since)]
        assert near(shown[1], red) > near(shown[0], red) + 0.03
        assert code in {line.code for line in since.alt}
    gone = replace(before.generals["south-g1"], place=Place.ROUTED)
    picture = told(before, replace(before, generals={gone.id: gone}))
    assert {"picture.fallen", "picture.general_lost"} <= codes(picture)


@pytest.mark.parametrize("lost", [0, 1])
def test_shooting_is_a_line(lost: int) -> None:
    """Red and whole where it cost cohesion, dark and broken with a dot where it did not."""
    before = lay(unit("a1", "10/9", "archers"), enemy("a1", "10/12"))
    after = changed(before, "north-a1", lost=lost)
    quiet, shown = told(before, after), told(before, after, shot("north-a1", lost, "south-a1"))

    red = STANDARD.battle
    if lost:
        assert near(pixels(shown), red) > near(pixels(quiet), red)
        assert "picture.shot_lost" in codes(shown)
    else:
        # Without the shot nothing happened at all.
        assert "picture.shot" in codes(shown)
        assert "picture.shot" not in codes(quiet)
        assert near(pixels(shown), red) < 0.01


def test_losses_and_rallies_are_marked() -> None:
    """A burst with what was lost, a plate with what came back."""
    before = changed(two(), "north-a1", lost=1)
    hurt, better = changed(before, "a1", lost=2), changed(before, "north-a1", lost=0)
    red = STANDARD.battle
    assert near(pixels(told(before, hurt)), red) > 0.001
    assert "picture.lost" in codes(told(before, hurt))
    assert "picture.rallied" in codes(told(before, better))
    assert near(pixels(told(before, better)), STANDARD.highlight) > 0.0005


# -- the picture of a phase ------------------------------------------------------------------------


def test_only_where_something_happened_is_shown() -> None:
    """A close-up of it, of a phone's width, with who is awaited."""
    before = in_line()
    after = changed(before, "e1", pose=Pose(1900, 900, 0))
    picture = told(before, after)

    assert picture.width == WIDTH
    assert picture.height < 900
    assert "picture.awaited" in codes(picture)
    shown = [line for line in picture.alt if line.code in {"picture.line", "picture.unit"}]
    text = " ".join(str(line.params) for line in shown)
    assert "south-e1" in text
    assert "south-j1" not in text


def test_where_nothing_happened_the_whole_table_is_shown() -> None:
    """As wide as it is, with the heading of the whole."""
    of = in_line()
    assert told(of, of).width == 1080
    assert "picture.awaited" not in codes(told(of, of))


def test_places_that_events_name_are_shown() -> None:
    """Points, units and generals; others are passed over."""
    of = in_line()
    given = PhaseReport(None, ("south-e1", "5/5", "nonsense"), (NORTH,))
    picture = PAINTER.paint(public(of), CHANGES, before=public(of), report=given, names=names)
    assert picture.height < 1700
    assert "picture.awaited" in codes(picture)


def test_generals_who_threw_or_rode_make_nothing_smaller() -> None:
    """Who fell is seen as close as if nobody had named the generals; they alone are shown too."""
    before = in_line()
    after = changed(before, "a1", lost=1)
    rode = replace(
        after, generals={**after.generals, "south-g2": ridden(after, Pose(2500, 100, 0))}
    )
    named = PhaseReport(None, ("south-g1", "south-g2", "north-g1"), (NORTH,))
    plain = PhaseReport(None, (), (NORTH,))

    def size(table: Table, given: PhaseReport) -> tuple[int, int]:
        picture = PAINTER.paint(
            public(table), CHANGES, before=public(before), report=given, names=names
        )
        return picture.width, picture.height

    assert size(after, named) == size(after, plain) == size(rode, named)
    only = replace(before, generals=rode.generals)
    assert size(only, plain)[1] < 900


def ridden(of: Table, to: Pose) -> General:
    """The second general of the south, somewhere else by themselves."""
    return replace(of.generals["south-g2"], unit="", pose=to)


def test_charges_that_are_declared_are_shown() -> None:
    """Nothing has moved yet: who charges and whom are seen close."""
    before = in_line()
    after = replace(before, declared=(Declared(("south-a1", "south-a2"), "north-b1"),))
    picture = told(before, after)
    assert picture.height < 1200
    assert "picture.declared" in codes(picture)


def test_as_close_as_shows_everything() -> None:
    """One place fills nine UD; places all over the line are seen from farther off."""
    few = phase_picture.cut_out({"a": (10.0, 10.0), "b": (12.0, 10.0)})
    many = phase_picture.cut_out({str(x): (float(x), 10.0) for x in range(2, 28)})
    assert few[1] == pytest.approx(tiles.FINE)
    assert many[1] < few[1]
    covered = {place for row in many[0] for crop in row for place in crop.places}
    assert len(covered) == 26


def test_whole_lines_that_meet_are_shown() -> None:
    """A charge all along the front: nobody who fights or fell is left out, the file is small."""
    given = PhaseReport(None, awaited=(SOUTH,))
    before, after = public(in_line()), public(melee())
    picture = FILES.paint(after, CHANGES, before=before, report=given, names=names)
    assert len(picture.data) <= MOST_BYTES_OF_PART
    assert picture.height < 2000
    assert codes(picture) <= set(ALT_CODES)
    shown = {
        term.key
        for line in picture.alt
        if line.code in {"picture.line", "picture.unit"}
        for value in line.params.values()
        if isinstance(value, tuple)
        for term in value
        if isinstance(term, Term)
    }
    fighting = {key for one in melee().contacts for key in (one.one, one.two)}
    assert fighting <= shown


def test_the_heading_names_the_phase_that_is_past() -> None:
    """Whose it was, not whose turn it is now."""
    before = two()
    passed = public(before)
    after = replace(changed(before, "a1", lost=1), player=NORTH)
    given = PhaseReport(passed, awaited=(NORTH,))
    picture = PAINTER.paint(
        public(after), CHANGES, before=public(before), report=given, names=names
    )
    assert picture.alt[0].params["seat"] == Term("seat", SOUTH)


def test_new_contacts_are_news() -> None:
    """Those that stood before are not."""
    before = two()
    after = changed(before, "a1", pose=Pose(1000, 1200, 0))
    after = replace(after, contacts=(Contact("south-a1", "north-a1"),))
    again = replace(after, contacts=(Contact("south-a1", "north-a1", fresh=False),))
    assert "picture.met" in codes(told(before, after))
    assert not changes(after, again).met


@pytest.mark.parametrize("lost", [0, 1])
def test_shooting_in_vain_ends_in_a_dot(lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hollow, at its end; where it cost cohesion there is a burst instead."""
    odd = Sprite.of(Image.new("RGBA", (12, 12), (1, 250, 2, 255)))
    monkeypatch.setattr(marks, "dot", lambda *_: odd)
    before = lay(unit("a1", "10/9", "archers"), enemy("a1", "10/12"))
    after = changed(before, "north-a1", lost=lost)
    picture = told(before, after, shot("north-a1", lost, "south-a1"))
    assert (near(pixels(picture), (1, 250, 2), 3) > 0) == (lost == 0)
