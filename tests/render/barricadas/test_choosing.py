"""An action being put together on the ground: what is chosen, what may be, what it takes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from io import BytesIO

import pytest
from PIL import Image, ImageStat

from engine.api import Term
from engine.barricadas.frames import Deed
from engine.barricadas.game import GAME
from engine.barricadas.rules.movement.moves import reachable
from engine.barricadas.scenario import load_scenarios
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, View, hex_of
from engine.barricadas.survey import battlefield_of
from engine.kit.params import terms_of
from render.api import Choosing, Picture, Section
from render.barricadas.alt import ALT_CODES
from render.barricadas.choosing import read_selection
from render.barricadas.layout import lay_out
from render.barricadas.painter import chart_for
from render.barricadas.selection import Selection
from render.barricadas.spotlight import points_text, salvo_text
from render.barricadas.words import used_terms
from render.choosing import WHOLE_WIDTH, WIDTH
from render.registry import painter
from render.themes import STANDARD
from tests.bench.subjects import choosings, subject_of
from tests.render.barricadas.samples import (
    CROSSING,
    E,
    G,
    Q,
    battle,
    changed,
    choosing,
    crossing,
    guns,
    names,
    offered,
    order,
    planning,
    reaction,
    seen_by,
    table,
)
from tests.render.barricadas.test_painter import share
from tests.support.decoding import Lossless, pixels
from tests.support.games_played import states_of

PAINTER, FILES = Lossless("barricadas"), painter("barricadas")
LARGEST = 250_000


def mine() -> View:
    """What the Republicans see in the middle of a battle."""
    return seen_by(REPUBLICAN, battle())


def read(view: View, meant: Choosing) -> Selection:
    """What a choice means on the ground."""
    return read_selection(chart_for(view.table), view, meant)


def drawn(view: View, meant: Choosing, section: Section | None = None) -> Picture:
    """Draw a choice where the painter aims."""
    aimed = section or PAINTER.aim(view, meant)
    assert aimed is not None
    return PAINTER.paint(view, aimed, choosing=meant, names=names)


def cell(picture: Picture, view: View, section: Section, place: str) -> Image.Image:
    """A hex as it is on the picture, below the key."""
    chart = chart_for(view.table)
    layout = lay_out(chart, section)
    x, y = layout.window.at(*chart.centre(place))
    y += max(24, round(picture.width * 0.055))
    half = 0.9 * layout.scale
    box = (round(x - half), round(y - half), round(x + half), round(y + half))
    return pixels(picture).crop(box)


def light(image: Image.Image) -> float:
    """How light a picture is, 0 to 255."""
    return float(ImageStat.Stat(image.convert("L")).mean[0])


# -- where to look ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "meant",
    [
        Choosing("pass"),
        Choosing("hold"),
        Choosing("ready"),
        Choosing("defend", (), ("before", "after"), "when"),
        Choosing("nonsense", (("leader", G),), ("C705",), "to"),
        Choosing("activate", (("leader", "napoleon"),), (), "tasks"),
        Choosing("activate", (), ("napoleon", "", "x" * 900), "leader"),
        Choosing("activate", (("leader", E),), (), "tasks"),
    ],
)
def test_no_picture_where_it_tells_nothing(meant: Choosing) -> None:
    """Moments, yes or no, the enemy's counters and words without a meaning need no map."""
    assert PAINTER.aim(mine(), meant) is None


def test_aim_holds_everything_marked() -> None:
    """The section shows all that is chosen or may be, as close as it can."""
    near = offered(mine(), "activate", "tasks", leader=G)
    section = PAINTER.aim(mine(), near)
    assert section is not None
    shown = lay_out(chart_for(battle()), section).places
    found = read(mine(), near)

    assert (section.kind, section.width) == ("around", WIDTH)
    assert set(found.marked) <= shown
    assert {"C704", "C705", *found.offered} <= shown
    everywhere = PAINTER.aim(planning(), offered(planning(), "place", "counter"))
    assert everywhere is not None
    assert {"C102", "C1102"} <= lay_out(chart_for(battle()), everywhere).places
    far = Choosing("fortify", (("hexes", ("C101", "C1620")),), (), "")
    whole = PAINTER.aim(planning(), far)
    assert whole is not None
    assert (whole.kind, whole.width) == ("whole", WHOLE_WIDTH)


def test_small_pictures_for_phones() -> None:
    """A picture is a JPEG file of at most so many pixels and bytes."""
    meant = offered(mine(), "activate", "tasks", leader=G)
    section = PAINTER.aim(mine(), meant)
    assert section is not None
    picture = FILES.paint(mine(), section, choosing=meant, names=names)

    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)
    assert picture.width == WIDTH
    assert len(picture.data) < LARGEST


# -- what it means ---------------------------------------------------------------------------------


def test_moves_cost_what_the_rules_say() -> None:
    """Every hex that is offered bears what it takes, to the half point."""
    meant = offered(mine(), "activate", "tasks", leader=G)
    table_ = mine().table
    group = [table_.counters[key] for key in (f"{G}1", f"{G}2")]
    reached = reachable(battlefield_of(table_), table_, group, Deed.MOVE)
    found = read(mine(), meant)

    assert found.costs
    assert all(
        halves <= reached[place].takes for place, halves in found.costs.items() if place in reached
    )
    assert {"C605", "C804"} <= set(found.costs)
    assert [points_text(halves) for halves in (1, 2, 3, 8)] == ["½", "1", "1½", "4"]


def test_range_and_sight_are_those_of_who_acts() -> None:
    """In range and in sight of the unit; enemies behind houses are joined by a broken line."""
    found = read(mine(), Choosing("activate", (("leader", G),), (), "tasks"))

    assert "C706" in found.covered
    assert "C504" in found.covered
    assert "C1105" not in found.covered
    assert ("C705", "C808") in found.blocked
    assert all(end != "C807" for _, end in found.blocked)


def test_command_is_the_leaders_range() -> None:
    """One hex about G; of two who act together that of both."""
    alone = read(mine(), Choosing("activate", (("leader", G),), (), "tasks"))

    assert alone.commanded == {"C704", *chart_for(battle()).battlefield.adjacent("C704")}


def test_the_preview_shows_ways_fire_and_assaults() -> None:
    """As the action says, round by where it says; what fire is thrown with stands on its line."""
    firing = order(G, f"{G}3 fire C807", f"{G}+{G}1+{G}2 move C605")
    storming = order(G, f"{G}1+{G}2 move C604", f"{G}3 assault C807")
    first, second = (read(mine(), choosing(one, mine())) for one in (firing, storming))

    assert first.shots == (("C705", "C807"),)
    assert ("C704", "C605") in first.ways
    (salvo,) = first.salvos
    assert (salvo.start, salvo.at, salvo.factors, salvo.column) == ("C705", "C807", 3, 3)
    assert salvo_text(salvo) == f"3÷{points_text(round(salvo.divisor * 2))}"
    assert second.assaults == (("C706", "C807"),)
    assert ("C705", "C706") in second.ways
    assert not second.shots


def test_the_way_that_will_be_gone_is_drawn() -> None:
    """Round by C604: what the preview says, not what would be straight."""
    view = seen_by(REPUBLICAN, crossing())
    around = order(G, f"{G}1+{G}2 move C705 C604-C605-C705")
    straight = order(G, f"{G}1+{G}2 move C705")
    section = Section("around", "C705", 3, WIDTH)
    pictures = [drawn(view, choosing(one, view), section) for one in (around, straight)]
    there = [share(cell(one, view, section, "C605"), STANDARD.order) for one in pictures]

    assert there[0] > there[1] + 0.005


def test_reactions_show_what_may_be_fired_at() -> None:
    """Lines from who can fire to every point of the ways that they may fire at, ways included."""
    _, asked, _, _ = reaction()
    view = GAME.view(asked, NATIONALIST)
    meant = offered(view, "react", "shots")
    found = read(view, meant)

    assert {start for start, _ in found.aims} == {"C807"}
    assert {"C704", "C705"} <= {end for _, end in found.aims}
    section = PAINTER.aim(view, meant)
    assert section is not None
    assert {"C807", "C703", "C705"} <= lay_out(chart_for(view.table), section).places
    said = drawn(view, meant).alt
    assert "picture.going" in {line.code for line in said}


def test_deploying_shows_the_zone_and_the_plan() -> None:
    """Where a side may deploy; a deployment that is chosen stands on the ground."""
    view = planning()
    meant = offered(view, "deploy", "places")
    found = read(view, meant)
    army = load_scenarios()["small"].of(REPUBLICAN)

    assert found.zone == set(army.deploy)
    whole = replace(meant, filled=(("places", meant.offered[0]),), offered=(), field="")
    plan = read(view, whole).view.own
    assert plan is not None
    assert {one.counter for one in plan.plan} == {G, f"{G}1", f"{G}2", f"{G}3"}


# -- what is on it ---------------------------------------------------------------------------------


def test_what_may_be_chosen_lies_in_the_light() -> None:
    """Hexes that are offered are lighter than the same hexes where they are not."""
    meant = offered(mine(), "activate", "tasks", leader=G)
    section = PAINTER.aim(mine(), meant)
    assert section is not None
    shown = drawn(mine(), meant, section)
    none = drawn(mine(), Choosing("activate", (("leader", f"{G}9"),), (), "tasks"), section)
    dark = drawn(mine(), Choosing("fortify", (("hexes", ("C704",)),)), section)

    for place in ("C605", "C804"):
        lit = light(cell(shown, mine(), section, place))
        assert lit > light(cell(dark, mine(), section, place)) + 25, place
    assert light(cell(none, mine(), section, "C804")) > light(cell(dark, mine(), section, "C804"))


def test_what_is_chosen_is_ringed_in_its_own_colour() -> None:
    """The colour of one's own orders surrounds who is chosen."""
    section = Section("around", "C705", 3, WIDTH)
    plain = drawn(mine(), Choosing("activate", (), (G,), "leader"), section)
    chosen = drawn(mine(), Choosing("activate", (("leader", G),), (), "tasks"), section)

    assert share(cell(chosen, mine(), section, "C704"), STANDARD.order) > 0.02
    assert share(cell(plain, mine(), section, "C704"), STANDARD.order) < 0.01


def test_different_choices_are_different_pictures() -> None:
    """Whatever differs in a choice shows; equal ones are equal to the byte."""
    base = offered(mine(), "activate", "tasks", leader=G)
    section = Section("around", "C705", 4, WIDTH)
    given = (*base.filled, ("tasks", CROSSING.tasks[:0]))
    choices = [
        base,
        replace(base, offered=base.offered[:1]),
        replace(base, filled=given, offered=()),
        choosing(order(G, f"{G}3 fire C807"), mine()),
        choosing(order(G, f"{G}1 move C605"), mine()),
    ]
    data = [drawn(mine(), one, section).data for one in choices]

    assert len(set(data)) == len(choices)
    assert [drawn(mine(), one, section).data for one in choices] == data


def test_planned_besides_is_shown_with_it() -> None:
    """What is planned for later stands on the same picture."""
    first = choosing(order(G, f"{G}3 fire C807"), mine())
    second = choosing(order(G, f"{G}1 move C605"), mine())
    section = Section("around", "C705", 3, WIDTH)
    both = drawn(mine(), replace(first, beside=(second,)), section)

    assert both.data not in {drawn(mine(), one, section).data for one in (first, second)}
    (said,) = [line.params["what"] for line in both.alt if line.code == "picture.chosen"]
    assert {Term("hex", "C807"), Term("hex", "C605")} <= set(terms_of(said))


# -- secrets and words -----------------------------------------------------------------------------


def test_who_hides_changes_nothing() -> None:
    """What stands under a marker changes neither where the painter aims nor what it draws."""
    other = changed(battle(), f"{E}3", hits=2)
    other = replace(other, counters={**other.counters, f"{Q}7": guns(7, "C808", unseen=True)})
    views = [seen_by(REPUBLICAN, one) for one in (battle(), other)]
    meant = [offered(view, "activate", "tasks", leader=G) for view in views]

    assert meant[0] == meant[1]
    assert PAINTER.aim(views[0], meant[0]) == PAINTER.aim(views[1], meant[1])
    pictures = [drawn(view, one) for view, one in zip(views, meant, strict=True)]
    assert pictures[0] == pictures[1]


def test_words_say_what_is_chosen_first_and_what_it_takes() -> None:
    """By name; costs, sight, range and command follow, and only known codes are used."""
    meant = offered(mine(), "activate", "tasks", leader=G)
    said = drawn(mine(), meant).alt
    codes = [line.code for line in said]

    assert codes[:2] == ["picture.chosen", "picture.possible"]
    assert said[0].params["what"] == (Term("counter", G),)
    assert {"picture.points", "picture.blocked", "picture.covered", "picture.commanded"} <= {*codes}
    assert set(codes) <= set(ALT_CODES)
    costs = [line.params["points"] for line in said if line.code == "picture.points"]
    points = [one for one in costs if isinstance(one, Fraction)]
    assert points == sorted(points)
    assert len(points) == len(costs) > 2
    fire = drawn(mine(), choosing(order(G, f"{G}3 fire C807"), mine())).alt
    assert "picture.salvo" in {line.code for line in fire}


@pytest.mark.parametrize("scenario", ["small", "full"])
def test_every_question_of_games_can_be_shown(scenario: str) -> None:
    """Whatever a seat is asked in a random game the painter copes with, in small files."""
    asked: set[Term] = set()
    seen: dict[tuple[str, str], int] = {}

    def listen(term: Term) -> str:
        asked.add(term)
        return names(term)

    states = states_of(GAME, "words", Settings.model_validate({"scenario": scenario}))
    for state in states[:: 6 if scenario == "small" else 30]:
        if not GAME.awaiting(state):
            continue
        for view, meant, section in choosings(subject_of("barricadas"), state):
            key = (meant.kind, meant.field)
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > 2:
                continue
            picture = FILES.paint(view, replace(section, width=420), choosing=meant, names=listen)
            assert len(picture.data) < LARGEST
            assert {line.code for line in picture.alt} <= set(ALT_CODES)

    assert {("deploy", "places"), ("activate", "leader"), ("activate", "tasks")} <= set(seen)
    assert {term for term in asked if term.kind not in {"hex", "scenario"}} <= set(used_terms())


def test_hexes_of_counters_off_the_ground_are_passed_over() -> None:
    """Who is dead or has left stands nowhere."""
    of = table(guns(1, "dead"))
    found = read(seen_by(NATIONALIST, of), Choosing("alert", (("counters", (f"{Q}1",)),)))

    assert found.start == ()
    assert hex_of(of, of.counters[f"{Q}1"]) == "dead"
