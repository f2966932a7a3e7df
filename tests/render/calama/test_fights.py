"""Fights on Calama's pictures: who fought whom, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import Literal

import pytest
from PIL import Image

from engine.api import Term
from engine.calama.state import BOLIVIA, CHILE, Fight, Phase, Table
from engine.kit.states import Ending
from render.api import Picture, Section
from render.calama.changes import changes
from render.calama.fights import melee_mark, shot_mark, shown_fights
from render.calama.layout import lay_out
from render.calama.panels import HEAD
from render.calama.rim import figures
from render.themes import STANDARD, Colour
from tests.render.calama.samples import names, piece, public, table
from tests.render.calama.test_painter import (
    BOARD,
    PAINTER,
    cell,
    differs,
    paint,
    share,
)
from tests.support.decoding import pixels

WHOLE = Section("whole", width=1000)
PLAN = lay_out(BOARD, WHOLE)
HIT, MISS = STANDARD.battle, STANDARD.label


def shot(start: str, end: str, result: Literal["won", "even"], seat: str = CHILE) -> Fight:
    """A shot."""
    return Fight(seat, "fire", (start,), end, result)


def fighting(*fights: Fight, others: tuple[str, ...] = ()) -> tuple[Table, Table]:
    """A board with a piece on every square that takes part, before and after the fights."""
    seats = {one.at: BOLIVIA if one.seat == CHILE else CHILE for one in fights}
    seats |= {place: one.seat for one in fights for place in one.origins}
    seats |= dict.fromkeys(others, CHILE)
    pieces = [piece(seat, "infantry", at, n) for n, (at, seat) in enumerate(seats.items(), 1)]
    before = table(pieces, phase=Phase.COMBAT)
    return before, replace(before, fights=fights)


def drawn(tables: tuple[Table, Table], section: Section = WHOLE) -> tuple[Picture, Picture]:
    """The board without its fights, and with them."""
    before, after = tables
    return paint(public(after), section), paint(public(after), section, public(before))


def on_line(
    picture: Picture, start: str, end: str, colour: Colour, span: tuple[float, float]
) -> float:
    """How much of a stretch of a line of fire has nearly a colour somewhere across it."""
    image = pixels(picture)
    top = image.size[1] - plain_height(picture)
    (ax, ay), (bx, by) = PLAN.at(start), PLAN.at(end)
    long = dist((ax, ay), (bx, by))
    side = ((by - ay) / long, (ax - bx) / long)
    found = []
    for step in range(60):
        at = span[0] + (span[1] - span[0]) * step / 59
        across = [
            image.getpixel(
                (
                    round(ax + (bx - ax) * at + side[0] * off),
                    round(ay + (by - ay) * at + side[1] * off + top),
                )
            )
            for off in range(9)
        ]
        found.append(any(near(one, colour) for one in across))
    return sum(found) / len(found)


def plain_height(picture: Picture) -> int:
    """The height of a picture of the whole board without its heading."""
    return picture.height - round(HEAD * PLAN.scale)


def near(pixel: object, colour: Colour) -> bool:
    """Whether a pixel has nearly a colour."""
    assert isinstance(pixel, tuple)
    return all(abs(a - b) < 40 for a, b in zip(pixel, colour, strict=True))


# -- which ones --------------------------------------------------------------------------------


FIRST, SECOND = shot("4-6", "8-6", "won"), shot("5-9", "5-12", "even")


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ((), (FIRST,), (FIRST,)),
        ((FIRST,), (FIRST, SECOND), (SECOND,)),
        ((FIRST, SECOND), (FIRST, SECOND), ()),
        ((FIRST,), (SECOND,), (SECOND,)),
        ((FIRST, SECOND), (FIRST,), (FIRST,)),
        ((FIRST,), (), ()),
    ],
)
def test_only_new_fights_are_shown(
    old: tuple[Fight, ...], new: tuple[Fight, ...], shown: tuple[Fight, ...]
) -> None:
    """Fights that an earlier picture showed are not shown again; of another list all are."""
    base = table(phase=Phase.COMBAT)

    assert changes(replace(base, fights=old), replace(base, fights=new)).fights == shown


def test_another_rounds_equal_fights_are_new() -> None:
    """The same shots as a round before are shown; in the movement after these they are not."""
    first = table(phase=Phase.COMBAT, fights=(FIRST,), round=3)
    moving = replace(first, phase=Phase.MOVEMENT, round=4)
    again = replace(first, round=4)

    assert changes(first, moving).fights == ()
    assert changes(moving, again).fights == (FIRST,)
    assert changes(first, again).fights == (FIRST,)
    assert changes(first, replace(first, phase=Phase.OVER)).fights == ()
    assert changes(None, first).fights == ()


# -- shots ---------------------------------------------------------------------------------------


def test_hits_and_misses_differ_without_colour() -> None:
    """A hit is an unbroken line up to its target, a miss a broken one up to a dot beside it."""
    _, hit = drawn(fighting(shot("4-12", "9-12", "won")))
    still, miss = drawn(fighting(shot("4-12", "9-12", "even")))
    middle, last = (0.25, 0.7), (0.855, 0.9)

    assert on_line(hit, "4-12", "9-12", HIT, middle) == 1
    assert 0.3 < on_line(miss, "4-12", "9-12", MISS, middle) < 0.9
    assert on_line(hit, "4-12", "9-12", HIT, last) > 0.9
    assert on_line(miss, "4-12", "9-12", HIT, last) == 0
    assert on_line(miss, "4-12", "9-12", MISS, last) > 0.2
    assert not differs(cell(still, "9-12", 0.9, WHOLE), cell(miss, "9-12", 0.9, WHOLE))


@pytest.mark.parametrize("result", ["won", "even"])
def test_shots_at_neighbours_are_seen(result: Literal["won", "even"]) -> None:
    """Between two that stand side by side there is room for a mark of either kind."""
    still, seen = drawn(fighting(shot("4-12", "4-13", result)))
    ink = HIT if result == "won" else MISS

    both = [share(cell(one, "4-12", 1.4, WHOLE), ink) for one in (still, seen)]
    assert both[1] > both[0] + 0.005


def test_fire_and_fire_in_return_lie_apart() -> None:
    """A miss does not hide the hit that answered it."""
    there, back = shot("4-12", "9-12", "even"), shot("9-12", "4-12", "won", BOLIVIA)
    _, both = drawn(fighting(there, back))

    assert on_line(both, "9-12", "4-12", HIT, (0.25, 0.7)) == 1
    assert 0.3 < on_line(both, "4-12", "9-12", MISS, (0.25, 0.7)) < 0.9


def test_lines_of_fire_hide_no_piece() -> None:
    """A piece that stands on the way by now lies over the line, figures and all."""
    still, seen = drawn(fighting(shot("4-12", "9-12", "won"), others=("6-12",)))

    assert not differs(cell(still, "6-12", 0.8, WHOLE), cell(seen, "6-12", 0.8, WHOLE))
    assert differs(cell(still, "5-12", 0.8, WHOLE), cell(seen, "5-12", 0.8, WHOLE))


# -- melees --------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", ["won", "lost", "even"])
def test_melees_are_swords_on_every_shared_edge(result: Literal["won", "lost", "even"]) -> None:
    """Each attacker has crossed swords between it and its enemy; all else stays as it was."""
    still, seen = drawn(fighting(Fight(CHILE, "melee", ("4-12", "5-13"), "5-12", result)))

    changed = {
        square
        for square in BOARD.squares
        if differs(cell(still, square, 0.8, WHOLE), cell(seen, square, 0.8, WHOLE))
    }
    assert changed == {"4-12", "5-12", "5-13"}
    assert not differs(cell(still, "5-12", 0.25, WHOLE), cell(seen, "5-12", 0.25, WHOLE))


def test_marks_differ_in_shape() -> None:
    """In shades of grey, small as on a phone, no two of the three marks are alike."""
    found = []
    for sprite in (
        shot_mark(STANDARD, 37, hit=True),
        shot_mark(STANDARD, 37, hit=False),
        melee_mark(40, STANDARD),
    ):
        ground = Image.new("RGB", (60, 60), STANDARD.paper)
        sprite.centre(ground, 30, 30)
        found.append(ground.convert("L").resize((20, 20)))

    for one, other in ((0, 1), (0, 2), (1, 2)):
        pairs = zip(found[one].tobytes(), found[other].tobytes(), strict=True)
        assert sum(abs(a - b) > 40 for a, b in pairs) >= 8


# -- close-ups -----------------------------------------------------------------------------------


CLOSE = Section("around", "5-12", 2, 700)


def test_close_ups_show_and_tell_the_fights_in_them() -> None:
    """A fight beyond the section changes nothing; one across its edge ends there."""
    beyond, across = shot("12-3", "16-3", "won"), shot("5-12", "5-9", "won")
    still, seen = drawn(fighting(beyond), CLOSE)
    empty, cut = drawn(fighting(across), CLOSE)

    assert not differs(pixels(still), pixels(seen))
    assert not any(line.code == "picture.hit" for line in seen.alt)
    assert any(line.code == "picture.hit" for line in cut.alt)
    edge = cell(cut, "5-10", 0.9, CLOSE)
    assert share(edge, HIT) > 0.02
    rim = round(1.2 * lay_out(BOARD, CLOSE).scale)
    frame = (0, 0, rim, cut.height)
    assert not differs(pixels(empty).crop(frame), pixels(cut).crop(frame))


def test_frames_pick_their_fights() -> None:
    """A fight belongs to a section that shows anyone who took part in it."""
    layout = lay_out(BOARD, CLOSE)
    near_by = Fight(CHILE, "melee", ("8-12", "7-12"), "8-13", "even")

    assert shown_fights(layout, (near_by, shot("9-9", "12-9", "won"))) == (near_by,)


# -- its words -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fight", "code"),
    [
        (shot("4-6", "8-6", "won"), "picture.hit"),
        (shot("4-6", "8-6", "even", BOLIVIA), "picture.missed"),
        (Fight(CHILE, "melee", ("4-6", "5-5"), "4-5", "won"), "picture.melee_won"),
        (Fight(CHILE, "melee", ("4-6",), "4-5", "lost"), "picture.melee_lost"),
        (Fight(CHILE, "melee", ("4-6",), "4-5", "even"), "picture.melee_even"),
    ],
)
def test_every_fight_is_said(fight: Fight, code: str) -> None:
    """Who fought, from where, against whom and what came of it, once."""
    _, seen = drawn(fighting(fight))

    (line,) = [line for line in seen.alt if line.code == code]
    assert line.params == {
        "seat": Term("seat", fight.seat),
        "squares": tuple(Term("square", one) for one in fight.origins),
        "end": Term("square", fight.at),
    }


def test_the_winner_is_said() -> None:
    """The words of the last picture name the winner, the heading too."""
    of = table(phase=Phase.OVER, ending=Ending(BOLIVIA, "points", "2.points"))

    said = PAINTER.paint(public(of), WHOLE, names=names).alt
    assert [line.params["seat"] for line in said if line.code == "picture.winner"] == [
        Term("seat", BOLIVIA)
    ]
    drew = replace(of, ending=Ending("", "last_round", "2.points"))
    assert not any(line.code == "picture.winner" for line in paint(public(drew), WHOLE).alt)


# -- figures and names ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", [13, 16, 22, 30])
def test_plus_signs_are_as_tall_as_wide(size: int) -> None:
    """The sign before a cover is a cross of a good third of the figures' size."""
    sizes = []
    for sign in "+–":
        canvas = Image.new("RGB", (60, 60), (255, 255, 255))
        figures(sign, size, (0, 0, 0)).centre(canvas, 30, 30)
        box = canvas.convert("L").point(lambda v: 255 - v).getbbox()
        assert box is not None
        sizes.append((box[2] - box[0], box[3] - box[1]))

    (wide, tall), (long, thick) = sizes
    assert wide == tall == long >= size * 0.4
    assert thick <= wide / 2


def test_names_of_exits_make_room_for_pieces() -> None:
    """A name stands on the other side of its exit when a piece would hide it, or nowhere."""

    def named(*squares: str) -> bytes:
        of = table([piece(BOLIVIA, "infantry", at, n) for n, at in enumerate(squares, 1)])
        return cell(paint(public(of), WHOLE), "1-8", 0.9, WHOLE).tobytes()

    empty = named()
    assert named("2-10") == empty
    assert named("1-10") != empty
    assert named("1-10", "1-7") == empty
