"""What has changed in a phase: ways, fire, losses, markers, towns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from engine.api import Event, Params, Term
from engine.barricadas.frames import Activation, Assault, Deed, Doing
from engine.barricadas.game import GAME
from engine.barricadas.state import DEAD, LEFT, NATIONALIST, REPUBLICAN, Table
from render.api import CHANGES, PhaseReport, Picture, Section
from render.barricadas.alt import ALT_CODES
from render.barricadas.changes import Move, Shots, changes
from render.barricadas.layout import lay_out
from render.barricadas.painter import chart_for
from render.painting import MOST_BYTES_OF_PART
from render.phase_picture import WIDTH
from render.registry import painter
from render.themes import STANDARD
from tests.render.barricadas.samples import (
    E,
    G,
    Q,
    battle,
    changed,
    falange,
    guns,
    infantry,
    names,
    public,
    reaction,
    table,
    without,
)
from tests.render.barricadas.test_painter import CLOSE, PAINTER, cell, differs, share
from tests.support.decoding import pixels


def fired(at: str, hits: int, *who: str) -> Event:
    """Fire as it is told."""
    named = tuple(Term("counter", one) for one in who)
    params: Params = {"who": named, "hex": Term("hex", at)}
    return Event("fire.result", "8.2", {**params, "n": len(who), "hits": hits})


BEFORE_THE_TOWN = ("C804", "C807")


def told(
    before: Table, after: Table, *events: Event, also: tuple[str, ...] = BEFORE_THE_TOWN
) -> Picture:
    """The picture of a phase, losslessly; some hexes are on it in any case."""
    report = PhaseReport(None, also, (NATIONALIST,), events)
    return PAINTER.paint(public(after), CHANGES, before=public(before), report=report, names=names)


def since(before: Table, after: Table) -> tuple[Picture, Picture]:
    """A close-up of what is now, and of what has changed."""
    view = public(after)
    plain = PAINTER.paint(view, CLOSE, names=names)
    return plain, PAINTER.paint(view, CLOSE, before=public(before), names=names)


def test_nothing_changes_between_equals() -> None:
    """A table and itself, or no earlier table, give no changes."""
    of = battle()

    assert changes(None, of) == changes(of, of) == changes(battle(), of)
    assert not changes(None, of).places


def test_changes_are_told_from_two_tables() -> None:
    """Moves, losses, steps, who left, who is recognised now, towns and positions."""
    before = battle()
    after = changed(before, f"{G}1", at="C605", moved=True)
    after = changed(after, f"{G}2", hits=2)
    after = changed(after, f"{E}2", at=DEAD)
    after = changed(after, f"{Q}2", at=LEFT)
    after = changed(after, f"{E}3", unseen=False)
    after = replace(after, held={**after.held, "C807": REPUBLICAN}, positions=("C807", "C605"))

    found = changes(GAME.projected(before, None), GAME.projected(after, None))

    assert found.moves == (Move(REPUBLICAN, (f"{G}1",), ("C704", "C605")),)
    assert [(one.id, one.at) for one in found.lost] == [(f"{E}2", "C807")]
    assert [(one.id, one.at) for one in found.left] == [(f"{Q}2", "C909")]
    assert found.hits == {f"{G}2": 1}
    assert [one.id for one in found.shown] == [f"{E}3"]
    assert found.taken == {"C807": REPUBLICAN}
    assert found.dug == ("C605",)
    assert {"C807", "C704", "C605", "C909"} <= set(found.places)


def test_who_is_in_retreat_went_back() -> None:
    """Who moved and is marked as routed, or of whom it was told that they go back."""
    before = table(infantry(1, "C705"), infantry(2, "C705"))
    routed = changed(before, f"{G}1", at="C704", routed=True)
    beaten = changed(before, f"{G}2", at="C704")
    event = Event("back.goes", "5.8", {"who": (Term("counter", f"{G}2"),), "n": 1})

    assert [one.back for one in changes(before, routed).moves] == [True]
    assert [one.back for one in changes(before, beaten).moves] == [False]
    assert [one.back for one in changes(before, beaten, None, (event,)).moves] == [True]


def test_ways_are_those_that_were_declared() -> None:
    """Round by C604, not straight; who was halted on the way went it in part."""
    before = table(infantry(1, "C703"))
    way = ("C703", "C604", "C605", "C705")
    frame = Activation(1, REPUBLICAN, G, (Doing((f"{G}1",), Deed.MOVE, way),), True, True)
    passed = replace(before, frames=(frame,))

    for end, gone in (("C705", way), ("C605", way[:3])):
        after = changed(before, f"{G}1", at=end)
        assert [one.way for one in changes(before, after, passed).moves] == [gone]
    straight = changes(before, changed(before, f"{G}1", at="C705"))
    assert [one.way for one in straight.moves] == [("C703", "C705")]


def test_markers_move_along_declared_ways_and_else_come_and_go() -> None:
    """Nobody can tell which marker is which but by a way that was seen."""
    before = table(guns(1, "C807", unseen=True))
    after = changed(before, f"{Q}1", at="C809")
    doing = Doing((f"{Q}1",), Deed.MOVE, ("C807", "C808", "C809"))
    frame = Activation(1, NATIONALIST, Q, (doing,), True, True)
    was, now = (GAME.projected(one, None) for one in (before, after))
    passed = GAME.projected(replace(before, frames=(frame,)), None)

    known, unknown = changes(was, now, passed), changes(was, now)

    assert known.moves == (Move("", (), ("C807", "C808", "C809")),)
    assert (known.appeared, known.vanished) == ((), ())
    assert unknown.moves == ()
    assert (unknown.appeared, unknown.vanished) == (("C809",), ("C807",))


def test_fire_is_told_by_events() -> None:
    """From where whoever fired stands, or stood before they fell, at which hex, with what hits."""
    before = battle()
    after = changed(before, f"{G}1", at=DEAD)
    found = changes(before, after, None, (fired("C807", 2, f"{G}1", f"{G}3"),))

    assert found.shots == (Shots(("C704", "C705"), (f"{G}1", f"{G}3"), "C807", 2),)


def test_blasts_and_directed_fire_are_told_by_events() -> None:
    """Shells, bombs and mines strike hexes; guns that are directed fire from where they are."""
    before = battle()
    after = changed(before, f"{E}1", hits=1)
    struck = [
        Event(code, "8.1", {"hex": Term("hex", at), "hits": hits})
        for code, at, hits in (
            ("mission.strikes", "C807", 1),
            ("air.strikes", "C808", 0),
            ("mines.explode", "C704", 2),
        )
    ]
    fires = Event(
        "direct.fires", "8.1.1", {"who": (Term("counter", f"{G}1"),), "hex": Term("hex", "C807")}
    )
    found = changes(before, after, None, (fires, *struck))

    assert found.shells == (("C807", 1), ("C808", 0), ("C704", 2))
    assert found.directed == (Shots(("C704",), (f"{G}1",), "C807", 1),)
    said = {line.code for line in told(before, after, fires, *struck).alt}
    assert {"picture.shells", "picture.directed"} <= said


def test_assaults_that_were_made_are_shown_beside_their_target() -> None:
    """Swords between where they came from and the hex; from farther off, on the nearest side."""
    before = table(infantry(1, "C806"), infantry(2, "C704"), falange(1, "C807"))
    after = changed(before, f"{E}1", hits=1)

    def declared(key: str) -> Event:
        named: Params = {"who": (Term("counter", key),), "hex": Term("hex", "C807"), "n": 1}
        return Event("assault.declared", "9", named)

    near, far = (changes(before, after, None, (declared(f"{G}{number}"),)) for number in (1, 2))
    assert near.assaults == (("C806", "C807"),)
    ((origin, target),) = far.assaults
    assert target == "C807"
    assert origin in {"C706", "C806"}
    plain, shown = (told(before, after, *events) for events in ((), (declared(f"{G}1"),)))
    assert share(pixels(shown), STANDARD.battle) > share(pixels(plain), STANDARD.battle)
    assert "picture.assaulted" in {line.code for line in shown.alt}


# -- on the picture --------------------------------------------------------------------------------


def test_a_move_leaves_a_trail_and_a_retreat_another() -> None:
    """Marks on the way between, dots or strokes, in the side's colour."""
    before = table(infantry(1, "C804"))
    gone, routed = (changed(before, f"{G}1", at="C806", routed=routed) for routed in (False, True))
    view = public(gone)
    plain, trail = since(before, gone)
    _, strokes = since(before, routed)
    between = [cell(one, view, "C805", 0.5) for one in (plain, trail, strokes)]

    assert share(between[1], STANDARD.liveries[REPUBLICAN].edge) > 0.01
    assert differs(between[0], between[1])
    assert differs(between[1], between[2])


def test_the_fallen_are_struck_out_where_they_stood() -> None:
    """In red, on an empty hex and beneath those who still stand there."""
    before = battle()
    alone = without(before, *(key for key in before.counters if key != f"{E}1"))
    for of in (before, alone):
        after = changed(of, f"{E}1", at=DEAD)
        plain, shown = since(of, after)
        view = public(after)
        red = [share(cell(one, view, "C807", 1.0), STANDARD.battle) for one in (plain, shown)]
        assert red[1] > red[0] + 0.004


@pytest.mark.parametrize("hits", [0, 3])
def test_fire_is_a_line_solid_if_it_hit(hits: int) -> None:
    """In red to a burst with the hits, else broken and dark."""
    of = table(infantry(1, "C804"), falange(1, "C807"))
    hurt = changed(of, f"{E}1", hits=1)
    burst = told(of, hurt, fired("C807", hits))
    line = told(of, hurt, fired("C807", hits, f"{G}1"))
    red, dark = (
        [share(pixels(one), ink) for one in (burst, line)]
        for ink in (STANDARD.battle, STANDARD.label)
    )

    assert (red[1] > red[0] + 0.001) == bool(hits)
    assert (dark[1] > dark[0] + 0.0003) != bool(hits)
    codes = {line.code for line in line.alt}
    assert ("picture.fire" if hits else "picture.missed") in codes


def test_who_leaves_the_ground_is_followed_to_its_edge() -> None:
    """An arrow leads over the nearest edge."""
    before = table(infantry(1, "C802"))
    after = changed(before, f"{G}1", at=LEFT)
    picture = told(before, after)
    edge = pixels(picture)

    assert share(edge, STANDARD.liveries[REPUBLICAN].edge) > 0.0005
    assert "picture.left" in {line.code for line in picture.alt}


def test_pictures_of_phases_are_crops_for_a_phone() -> None:
    """As wide as a phone shows them, with their heading and who is awaited; small files."""
    first, asked, done, events = reaction()
    report = PhaseReport(GAME.view(asked, None), awaited=(NATIONALIST,), events=events)
    picture = painter("barricadas").paint(
        GAME.view(done, None),
        CHANGES,
        before=GAME.view(first, None),
        report=report,
        names=names,
    )

    assert picture.width == WIDTH
    assert picture.height < 2 * WIDTH
    assert len(picture.data) <= MOST_BYTES_OF_PART
    codes = [line.code for line in picture.alt]
    assert codes[:2] == ["picture.heading", "picture.awaited"]
    assert {"picture.fire", "picture.steps", "picture.moved", "picture.shown"} <= set(codes)
    assert set(codes) <= set(ALT_CODES)


def test_places_far_apart_are_shown_in_several_crops() -> None:
    """What happens in three corners of the ground is cut out of each, not with all between."""
    before = table(infantry(1, "C202"), falange(1, "C1518"), falange(2, "C1502"))
    near = changed(before, f"{G}1", at="C203")
    both = changed(changed(near, f"{E}1", at="C1517"), f"{E}2", at="C1503")
    one, two = told(before, near, also=()), told(before, both, also=())

    assert one.height < two.height < 2 * one.height
    assert {"C202", "C1518"} <= {
        term.key
        for line in two.alt
        if line.code == "picture.moved"
        for term in (line.params["start"],)
        if isinstance(term, Term)
    }


def test_the_whole_map_is_shown_where_nothing_happened() -> None:
    """No crop of an empty phase; places that events name are shown all the same."""
    of = battle()
    empty = PAINTER.paint(public(of), CHANGES, before=public(of), report=PhaseReport(), names=names)
    whole = PAINTER.paint(public(of), Section(), before=public(of), names=names)
    there, who = (
        PAINTER.paint(
            public(of), CHANGES, before=public(of), report=PhaseReport(places=(one,)), names=names
        )
        for one in ("C705", f"{G}3")
    )

    assert (empty.data, empty.alt) == (whole.data, whole.alt)
    assert there.height < whole.height
    assert there == who


def test_what_is_declared_is_shown_before_it_is_done() -> None:
    """While the other side is asked: ways, aims, and swords where an assault is under way."""
    of = table(infantry(1, "C805"), falange(1, "C807"))
    moving = Activation(
        1, REPUBLICAN, G, (Doing((f"{G}1",), Deed.MOVE, ("C805", "C905")),), True, True
    )
    firing = Activation(
        1, REPUBLICAN, G, (Doing((f"{G}1",), Deed.FIRE, ("C805",), "C807"),), True, False
    )
    assault = Assault(1, REPUBLICAN, (f"{G}1",), "C806", "C807", "south", "north")
    view = public(of)
    plain = PAINTER.paint(view, CLOSE, names=names)
    shown: dict[str, Image.Image] = {}
    for frame, code in (
        (moving, "picture.going"),
        (firing, "picture.aiming"),
        (assault, "picture.assault"),
    ):
        picture = PAINTER.paint(public(replace(of, frames=(frame,))), CLOSE, names=names)
        assert code in {line.code for line in picture.alt}
        assert differs(pixels(picture), pixels(plain))
        shown[code] = pixels(picture)
    assert share(shown["picture.assault"], STANDARD.battle) > share(pixels(plain), STANDARD.battle)


def test_close_ups_show_what_changed_in_them() -> None:
    """With the view before, a zone shows a trail that leads out of it."""
    before = table(infantry(1, "C804"))
    after = changed(before, f"{G}1", at="C806")
    view = public(after)
    assert {"C804", "C806"} <= lay_out(chart_for(view.table), CLOSE).places
    plain, shown = since(before, after)

    assert differs(pixels(plain), pixels(shown))


def test_the_fallen_are_listed_with_their_stack() -> None:
    """Beneath a phase's picture, struck out; where nobody fell a small stack is not listed."""
    of = table(infantry(1, "C804"), falange(1, "C807"), falange(2, "C807"))
    hurt, dead = changed(of, f"{E}1", hits=1), changed(of, f"{E}1", at=DEAD)
    event = fired("C807", 1, f"{G}1")
    first, second = told(of, hurt, event), told(of, dead, event)

    assert second.height > first.height + 80
    foot = [pixels(one).crop((0, first.height - 60, WIDTH, one.height)) for one in (first, second)]
    red = [share(one, STANDARD.battle) * one.size[1] for one in foot]
    assert red[1] > red[0] + 0.5
