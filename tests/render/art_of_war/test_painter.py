"""Pictures of El Arte de la Guerra: what they hold, what they hide, and that they are the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.text import LANGUAGES
from engine.api import Seat, Term
from engine.art_of_war.frames import Declared
from engine.art_of_war.plane.poses import Edge, Pose
from engine.art_of_war.profiles import profile
from engine.art_of_war.state import (
    NORTH,
    SEATS,
    SOUTH,
    Contact,
    Marker,
    Phase,
    Place,
    Secrets,
    Table,
    Unit,
    View,
    Work,
    Written,
)
from engine.art_of_war.troops import load_troops
from render import map_cache
from render.api import ROSTER, WHOLE, Picture, Section, UnknownSectionError
from render.art_of_war.alt import ALT_CODES
from render.art_of_war.blocks import BlockFace, block
from render.art_of_war.discs import STARS
from render.art_of_war.heading import head_height, toll
from render.art_of_war.layout import zone_names
from render.art_of_war.muster import face_of, leading, standing, symbol_of
from render.art_of_war.sheet import from_pose
from render.art_of_war.symbols import SYMBOLS
from render.art_of_war.words import used_terms
from render.painting import MOST_BYTES, MOST_BYTES_OF_PART
from render.registry import painter
from render.themes import STANDARD, THEMES, Theme
from tests.engine.art_of_war.build import enemy, general, lay, unit
from tests.games.art_of_war import counters
from tests.render.art_of_war.looking import cell, differs, near
from tests.render.art_of_war.samples import (
    army,
    generals,
    in_line,
    melee,
    names,
    public,
    said,
    seen_by,
    terrain,
)
from tests.support.decoding import Lossless, pixels
from tests.support.seldom import seldom

PAINTER, FILES = Lossless("art_of_war"), painter("art_of_war")
CLOSE = Section("around", "10/10", 4, 640)
SMALL = Section("whole", width=700)


def paint(view: View, section: Section = CLOSE) -> Picture:
    """Draw a view, with English words."""
    return PAINTER.paint(view, section, names=names)


def alone(troop: str = "heavy_infantry", at: str = "10/10", **values: Any) -> Table:
    """A table with one unit of the south."""
    return lay(unit("b2", at, troop, **values))


def seen(view: View, spot: tuple[float, float] = (10, 9.6), reach: float = 0.6) -> Image.Image:
    """A part of a close-up about the middle of the table's west."""
    return cell(paint(view), view, CLOSE, spot, reach)


# -- the file --------------------------------------------------------------------------------------


def test_whole_tables_are_for_a_phone() -> None:
    """JPEG files, not too large, all of their room for the table."""
    for of in (in_line(), melee()):
        picture = FILES.paint(public(of), WHOLE, names=names)
        decoded = Image.open(BytesIO(picture.data))
        assert (decoded.format, decoded.size) == ("JPEG", (picture.width, picture.height))
        assert (picture.width, picture.height) == (1080, 843)
        assert len(picture.data) <= min(MOST_BYTES, 350_000)


ZONES = [key for key, _ in zone_names()]
SIZES = [(radius, width) for radius in (-5, 0, 1, 900) for width in (1, 390, 90_000)]


@pytest.mark.parametrize("key", seldom(ZONES, ZONES[::3]))
def test_every_zone_is_drawn(key: str) -> None:
    """Each gives a picture of the width asked for."""
    picture = FILES.paint(public(melee()), Section("zone", key, width=420), names=names)

    assert picture.width == 420
    assert len(picture.data) <= MOST_BYTES_OF_PART


def test_sections_are_the_whole_and_every_zone() -> None:
    """The whole table first."""
    sections = PAINTER.sections(public(in_line()))

    assert sections[0] == WHOLE
    assert [one.where for one in sections[1:]] == [key for key, _ in PAINTER.zones()]


@pytest.mark.parametrize("where", ["b2", "B2", " south-b2 ", "g1", "14.5/7", "south-camp", "f1"])
def test_around_takes_places_as_they_are_typed(where: str) -> None:
    """Units, generals, camps and terrain by their names, points in UD."""
    assert paint(public(in_line()), Section("around", where, 3, 420)).width == 420


def test_names_of_both_sides_are_the_viewers_first() -> None:
    """What is typed alike means one's own."""
    mine, theirs = (
        PAINTER.paint(seen_by(seat, in_line()), Section("around", "b1", 2), names=names).data
        for seat in SEATS
    )
    assert mine != theirs


@pytest.mark.parametrize("where", ["atlantis", "", "z9", "99/99x", "x" * 5000, "٢٠/٠٧", "south-d1"])
def test_unknown_places_are_refused(where: str) -> None:
    """Who is not on the table, too, briefly told."""
    with pytest.raises(UnknownSectionError) as caught:
        paint(public(melee()), Section("around", where))

    assert len(str(caught.value)) < 80


@pytest.mark.parametrize(("radius", "width"), seldom(SIZES, SIZES[::4]))
def test_any_radius_and_width(radius: int, width: int) -> None:
    """Beyond all measure they still give a picture."""
    picture = paint(public(melee()), Section("around", "b2", radius, width))

    assert 320 <= picture.width <= 2400


# -- always the same -------------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn_anew")
def test_same_view_same_bytes() -> None:
    """A view gives the same bytes again, also when the ground is drawn anew."""
    first = paint(public(melee()), SMALL).data
    map_cache.forget()

    assert paint(public(melee()), SMALL).data == first


def test_threads_do_not_disturb_each_other() -> None:
    """Pictures drawn at once by several threads are those drawn alone."""
    jobs = [(seen_by(seat, melee()), section) for seat in SEATS for section in (CLOSE, SMALL)] * 2
    alone_ = [paint(*job).data for job in jobs]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: paint(*job).data, jobs))

    assert alone_ == together


# -- secrets ---------------------------------------------------------------------------------------


def ambushed(troop: str = "archers", **values: Any) -> Table:
    """A marker of the north, and who is beneath it; another with nobody."""
    at = Pose(1000, 1000, 1800)
    hidden = Unit(
        "north-h1", NORTH, 1, troop, place=Place.AMBUSH, pose=at, marker="north-m1", **values
    )
    markers = {
        "north-m1": Marker("north-m1", NORTH, at),
        "north-m2": Marker("north-m2", NORTH, Pose(1200, 1000, 1800)),
    }
    return lay(hidden, unit("a1", "10/7"), markers=markers)


@pytest.mark.parametrize("viewer", [None, *SEATS])
def test_who_is_in_ambush_changes_no_byte_for_others(viewer: Seat | None) -> None:
    """Whoever hides under a marker, or nobody: picture and words are the same."""
    first = paint(seen_by(viewer, ambushed()))
    other = paint(seen_by(viewer, ambushed("light_infantry", quality="elite")))
    nobody = ambushed()
    empty = paint(seen_by(viewer, replace(nobody, units={"south-a1": nobody.units["south-a1"]})))

    same = (first.data, first.alt) == (other.data, other.alt) == (empty.data, empty.alt)
    assert same == (viewer != NORTH)
    assert "picture.ambushes" in {line.code for line in first.alt}
    listed = [
        PAINTER.paint(seen_by(viewer, one), ROSTER, names=names).data
        for one in (ambushed(), ambushed("light_infantry", quality="elite"))
    ]
    assert (listed[0] == listed[1]) == (viewer != NORTH)


def test_own_ambush_is_shown_pale() -> None:
    """Their side sees who it is, the others a marker alone."""
    mine, theirs = seen_by(NORTH, ambushed()), seen_by(SOUTH, ambushed())

    assert near(seen(mine, (10, 10.5), 0.4), STANDARD.liveries[NORTH].fill) < 0.2
    assert differs(seen(mine, (10, 10.5)), seen(theirs, (10, 10.5)))
    (one,) = [found for found in standing(mine) if found.unit.side == NORTH]
    assert one.face.hidden
    assert "picture.hidden" in {line.code for line in paint(mine).alt}


def planning() -> tuple[Table, dict[str, Secrets]]:
    """A table while battle plans are written, and what the south has written."""
    waiting = {
        f"south-{name}": Unit(f"south-{name}", SOUTH, 1, "heavy_infantry") for name in ("a1", "a2")
    }
    leader = replace(general("10/2"), place=Place.WAITING, pose=None)
    of = lay(phase=Phase.PLAN, turn=0, units=waiting, generals={leader.id: leader})
    written = Written(1, ("a 10 4 2",))
    return of, {"south": Secrets(written=(written,), ambushes={"6/4.5": "south-a2", "7/3": ""})}


def test_own_plan_is_shown_to_its_owner() -> None:
    """While plans are written a side sees its own; nobody else does."""
    of, secrets = planning()
    mine, theirs = (paint(seen_by(seat, of, **secrets), SMALL) for seat in SEATS)

    head = head_height(700)
    assert differs(
        pixels(mine).crop((0, head, 700, head + 460)),
        pixels(theirs).crop((0, head, 700, head + 460)),
    )
    codes = [line.code for line in mine.alt]
    assert "picture.planned" in codes
    assert "picture.ambush_planned" in codes
    assert "picture.ambush_empty" in codes
    assert "picture.general" in codes
    assert not {"picture.planned", "picture.ambush_planned"} & {line.code for line in theirs.alt}
    assert paint(seen_by(None, of, **secrets), SMALL).alt == paint(public(of), SMALL).alt


# -- what is on it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SEATS)
def test_a_block_stands_on_its_base(side: Seat) -> None:
    """On a unit's base the picture wears its side's colours, elsewhere it is as without it."""
    one = unit("a1", "10/10") if side == SOUTH else enemy("a1", "10/10")
    spot = (10, 9.6) if side == SOUTH else (10, 10.4)
    view, none = public(lay(one)), public(lay())
    fill = STANDARD.liveries[side].fill

    assert near(seen(view, spot, 0.35), fill) > 0.3
    assert near(seen(none, spot, 0.35), fill) < 0.02
    far = seen(view, (10, 12)), seen(none, (10, 12))
    assert not differs(*far)


@pytest.mark.parametrize("facing", [0, 45, 90, 135, 180, 225, 270, 315, 12, 350])
def test_a_block_is_turned_as_its_base_is(facing: int) -> None:
    """It covers its base and nothing beside it, and its front is bright."""
    base_pose = f"10/10/{facing}"
    view = public(lay(unit("a1", base_pose)))
    (one,) = standing(view)
    sheet_x, sheet_y = one.middle
    middle = sheet_x, 20 - sheet_y
    picture = paint(view)
    fill = STANDARD.liveries[SOUTH].fill
    assert near(cell(picture, view, CLOSE, middle, 0.2), fill) > 0.2
    bright = STANDARD.liveries[SOUTH].ink
    for right in (-36, 36):
        x, y = from_pose(one.base.pose, right, -5)
        assert near(cell(picture, view, CLOSE, (x, 20 - y), 0.04), bright, 60) > 0.6
        x, y = from_pose(one.base.pose, right * 1.2, -36)
        assert near(cell(picture, view, CLOSE, (x, 20 - y), 0.03), fill, 60) > 0.6
    plain = paint(public(lay()))
    for dx, dy in ((1.2, 0), (-1.2, 0), (0, 1.2), (0, -1.2)):
        spot = middle[0] + dx, middle[1] + dy
        assert not differs(
            cell(picture, view, CLOSE, spot, 0.2), cell(plain, view, CLOSE, spot, 0.2)
        )


def test_blocks_lie_where_their_bases_are() -> None:
    """The middle of a sprite is the middle of the base, at whatever angle."""
    face = BlockFace(SOUTH, "heavy", "A1", depth=75, left=4, full=4)
    for facing in (0, 100, 450, 900, 1350, 1800, 2700, 3599):
        sprite = block(face, 100.0, facing, STANDARD, 20)
        solid = sprite.mask.point([255 if value > 250 else 0 for value in range(256)])
        left, top, right, bottom = solid.getbbox() or (0, 0, 0, 0)
        assert abs((left + right) - sprite.size[0]) <= 4, facing
        assert abs((top + bottom) - sprite.size[1]) <= 4, facing


STATES: list[dict[str, Any]] = [
    {"lost": 1},
    {"lost": 3},
    {"quality": "elite"},
    {"quality": "mediocre"},
    {"options": ("impetuous",)},
    {"options": ("impetuous",), "held": True},
    {"troop": "heavy_spearmen"},
    {"troop": "elephants"},
    {"troop": "archers"},
]


@pytest.mark.parametrize("values", STATES, ids=str)
def test_every_state_looks_like_nothing_else(values: dict[str, Any]) -> None:
    """What is marked on a unit changes how it looks, and only it."""
    faces = {face_of(alone(**one).units["south-b2"]) for one in STATES}
    assert len(faces) == len(STATES)
    plain, bearing = public(alone()), public(alone(**values))
    first, second = paint(plain), paint(bearing)

    assert differs(
        cell(first, plain, CLOSE, (10, 9.5), 0.6), cell(second, bearing, CLOSE, (10, 9.5), 0.6)
    )
    assert not differs(
        cell(first, plain, CLOSE, (12, 9.5), 0.6), cell(second, bearing, CLOSE, (12, 9.5), 0.6)
    )


def test_disorder_is_seen_from_afar() -> None:
    """On the whole table too: a bright strip along the rear."""
    band = STANDARD.liveries[SOUTH].band
    whole = Section("whole")
    fresh, hurt = (
        near(cell(paint(view, whole), view, whole, (10, 9.3), 0.5), band, 30)
        for view in (public(alone()), public(alone(lost=1)))
    )
    assert hurt > fresh + 0.05


def test_every_troop_has_its_symbol() -> None:
    """Every kind of the table can be drawn, on a base as deep as the rules have it."""
    for key, troop in load_troops().troops.items():
        face = face_of(Unit("south-a1", SOUTH, 1, key))
        assert face.symbol in SYMBOLS, key
        assert (face.width, face.depth) == (100, troop.depth)
        assert face.full == troop.cohesion
    families = {
        ("LI", "light"), ("El", "elephant"), ("Art", "artillery"), ("WWg", "wagon"),
    }  # fmt: skip
    for type_, symbol in families:
        kinds = [one for one in load_troops().troops.values() if one.type == type_]
        assert kinds
        assert {symbol_of(profile(one.key)) for one in kinds} == {symbol}
    assert symbol_of(profile("light_cavalry", ("camels",))) == "camel"
    assert symbol_of(profile("heavy_chariots")) == "chariot"
    assert len({symbol_of(profile(key)) for key in load_troops().troops}) >= 12


def test_generals_are_discs_with_rank_and_points() -> None:
    """Each rank looks otherwise, and so do points, chiefs and who hesitates."""
    assert len(set(STARS.values())) == len(STARS)
    shown = []
    for values in (
        {}, {"rank": "competent"}, {"rank": "brilliant"}, {"rank": "strategist"},
        {"points": 1}, {"chief": True}, {"hesitating": True},
    ):  # fmt: skip
        view = public(lay(general("10/10", **values)))
        shown.append(seen(view, (10, 10), 0.5).tobytes())
    assert len(set(shown)) == len(shown)


def test_points_are_shown_to_be_spent() -> None:
    """Of the side whose turn it is, while it orders; not of the other, nor in other phases."""
    ours, theirs = general("10/10"), general("12/10", side=NORTH)
    for phase, expected in ((Phase.MOVEMENT, [2, None]), (Phase.SHOOTING, [None, None])):
        found = leading(public(lay(ours, theirs, phase=phase)))
        assert [one.face.points for one in found] == expected


def test_who_has_joined_a_unit_goes_with_it() -> None:
    """Their disc lies at its rear, wherever it stands."""
    view = public(lay(unit("b2", "10/10"), general("b2")))
    (one,) = leading(view)
    x, y = one.spot
    assert (x, 20 - y) == pytest.approx((10, 9.0), abs=0.1)
    assert "picture.general_joined" in {line.code for line in paint(view).alt}


def test_camps_works_and_markers_are_drawn() -> None:
    """An open camp, a fortified one, one taken, works, markers: each in a way of its own."""
    of = in_line()
    camp = of.camps["south-camp"]
    near_camp = Section("around", "south-camp", 3)
    pictures = []
    states: list[dict[str, Any]] = [{}, {"fortified": True}, {"taken": True}]
    for values in states:
        view = public(replace(of, camps={"south-camp": replace(camp, **values)}))
        pictures.append(cell(paint(view, near_camp), view, near_camp, (15, 1), 0.9).tobytes())
    assert len(set(pictures)) == 3
    none = public(lay())
    work = Work("south-work1", SOUTH, Pose(1000, 1000, 0))
    marker = Marker("north-m1", NORTH, Pose(1000, 1000, 1800))
    for given in ({"works": {work.id: work}}, {"markers": {marker.id: marker}}):
        view = public(lay(**given))
        assert differs(seen(view, (10, 10)), seen(none, (10, 10)))


def test_melee_is_a_line_where_bases_meet() -> None:
    """A red line between them, swords while it is fresh; none where they do not fight."""
    pieces = unit("a1", "10/10"), enemy("a1", "10/10")
    apart = public(lay(*pieces))
    fresh = public(lay(*pieces, Contact("south-a1", "north-a1")))
    old = public(lay(*pieces, Contact("south-a1", "north-a1", fresh=False)))
    red = STANDARD.battle
    shares = [near(seen(view, (10, 10), 0.3), red) for view in (apart, old, fresh)]
    assert shares[0] < 0.02 < shares[1] < shares[2]
    for view, code in ((fresh, "picture.melee_fresh"), (old, "picture.melee")):
        assert code in {line.code for line in paint(view).alt}


@pytest.mark.parametrize(
    ("edge", "spot"), [("left", (10.5, 10.4)), ("right", (9.5, 10.4)), ("rear", (10, 10.75))]
)
def test_flanks_and_rears_are_met_where_they_are(edge: Edge, spot: tuple[float, float]) -> None:
    """The line lies along the edge that is touched: of an enemy facing south its left is east."""
    facing = {"left": "10.5/10.38/270", "right": "9.5/10.38/90", "rear": "10/10.75/180"}[edge]
    pieces = unit("a1", facing), enemy("a1", "10/10")
    contact = Contact("south-a1", "north-a1", edge)
    view, plain = public(lay(*pieces, contact)), public(lay(*pieces))
    red = STANDARD.battle
    assert near(seen(view, spot, 0.2), red) > near(seen(plain, spot, 0.2), red) + 0.1


def test_declared_charges_are_arrows() -> None:
    """From who charges to whom, until they are carried out."""
    pieces = unit("a1", "10/9"), enemy("a1", "10/12")
    charge = Declared(("south-a1",), "north-a1")
    plain, view = public(lay(*pieces)), public(lay(*pieces, declared=(charge,)))
    assert differs(seen(plain, (10, 10.5)), seen(view, (10, 10.5)))
    assert "picture.declared" in {line.code for line in paint(view).alt}


def test_the_head_counts_losses() -> None:
    """Beside the turn: what each side has lost of what it must exceed."""
    assert toll(melee(), SOUTH)[0] > toll(in_line(), SOUTH)[0]
    one, other = (paint(public(of), SMALL) for of in (in_line(), melee()))
    box = (400, 0, 700, 70)
    assert differs(pixels(one).crop(box), pixels(other).crop(box))


def test_phases_of_setting_up_mark_what_matters() -> None:
    """Sectors while terrain is placed, zones of deployment until all stand."""
    plain = paint(public(lay(turn=1)), SMALL)
    for phase, code in ((Phase.TERRAIN, "picture.sectors"), (Phase.PLAN, "picture.deployment")):
        picture = paint(public(lay(turn=0, phase=phase)), SMALL)
        head = head_height(700)
        box = (60, head + 20, 640, head + 420)
        assert differs(pixels(plain).crop(box), pixels(picture).crop(box))
        assert code in {line.code for line in picture.alt}


def test_rivers_say_how_they_turned_out() -> None:
    """Once somebody has tried to cross."""
    river = next(one for one in terrain() if one.kind == "river")
    plain = public(lay(river))
    tried = public(lay(replace(river, going="difficult")))
    assert differs(pixels(paint(plain)), pixels(paint(tried)))
    assert "picture.river" in {line.code for line in paint(tried).alt}


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_the_gallery_has_every_block_and_disc(theme: Theme) -> None:
    """For people who change pictures: in every theme as many."""
    found = list(counters(theme, 72))
    assert len(found) >= 2 * len(load_troops().troops) + 30


def test_crowded_tables_are_drawn() -> None:
    """Everybody in one spot, at every width, still makes a picture."""
    crowd = {
        key: replace(one, pose=Pose(1000, 1000, 10 * n))
        for n, (key, one) in enumerate(army(SOUTH).items())
    }
    of = lay(units=crowd, generals=generals())
    for section in (Section(width=390), replace(CLOSE, width=390), WHOLE):
        assert FILES.paint(public(of), section, names=names).data


# -- its words -------------------------------------------------------------------------------------


def test_words_tell_everything_in_order() -> None:
    """They begin with turn and losses, use known codes only, and name every unit on the table."""
    view = public(melee())
    told = paint(view, WHOLE).alt

    assert [line.code for line in told[:3]] == [
        "picture.heading",
        "picture.losses",
        "picture.losses",
    ]
    assert {line.code for line in told} <= set(ALT_CODES)
    named = {
        term.key
        for line in told
        if line.code in {"picture.line", "picture.unit"}
        for value in line.params.values()
        if isinstance(value, tuple)
        for term in value
        if isinstance(term, Term)
    }
    assert named == {key for key, one in view.table.units.items() if one.on_table}


def test_close_ups_name_whom_they_show() -> None:
    """The words of a close-up say of nobody outside it where they stand."""
    told = paint(public(in_line()), Section("around", "5/7", 2)).alt
    named = {
        term.key
        for line in told
        if line.code in {"picture.line", "picture.unit"}
        for value in line.params.values()
        if isinstance(value, tuple)
        for term in value
        if isinstance(term, Term)
    }
    assert "south-j1" in named
    assert not {key for key in named if key.startswith(("north", "south-e", "south-b"))}


def test_every_word_of_the_pictures_is_in_both_languages() -> None:
    """Nothing that a picture may write lacks a word, and none is empty."""
    for language in LANGUAGES:
        assert all(said(language, term).strip() for term in used_terms())


def test_themes_change_colours_and_nothing_else() -> None:
    """The same view in another theme has other colours and the same size and words."""
    view = public(melee())
    one = painter("art_of_war").paint(view, SMALL, names=names)
    other = painter("art_of_war", "dark").paint(view, SMALL, names=names)
    assert (one.width, one.height, one.alt) == (other.width, other.height, other.alt)
    assert ImageChops.difference(pixels(one), pixels(other)).getbbox() is not None
