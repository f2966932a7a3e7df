"""Armies: what they cost, who stands in them, how they are typed, and what is wrong with them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import BaseModel

from engine.api import Refusal
from engine.art_of_war.armies import (
    Army,
    Limits,
    enlisted,
    leader_price,
    load_armies,
    price,
    unit_price,
)
from engine.art_of_war.army_lines import Leader, Line
from engine.art_of_war.army_reading import read_leader, read_line
from engine.art_of_war.mustering import against

LISTED = Limits(command=4, strategists=1, dismounts=True, corps=3, works=6)


def line(text: str) -> Line:
    """What a typed line of units means."""
    problems: list[Refusal] = []
    found = read_line(text, problems)
    assert found is not None, problems
    return found


def leader(text: str) -> Leader:
    """What a typed line of a general means."""
    problems: list[Refusal] = []
    found = read_leader(text, problems)
    assert found is not None, problems
    return found


def army(*lines: str, leaders: tuple[str, ...] = ("ordinary a",)) -> Army:
    """An army of typed lines."""
    return Army(tuple(map(line, lines)), tuple(map(leader, leaders)))


def codes(one: Army, points: int = 100, limits: Limits | None = LISTED) -> list[tuple[str, str]]:
    """What is wrong with an army: codes and clauses."""
    return [(refusal.code, refusal.rule) for refusal in against(one, points, limits)]


@pytest.mark.parametrize(
    ("key", "points", "units"),
    [("rome", 97, 21), ("carthage", 99, 22), ("macedon", 100, 21), ("persia", 100, 25)],
)
def test_ready_armies(key: str, points: int, units: int) -> None:
    """Each costs what it should, has three corps of their own, and nothing is wrong with it."""
    ready = load_armies()[key]
    assert price(ready.army) == points
    found = list(enlisted(ready.army))
    assert len(found) == len({one.key for one in found}) == units
    assert {one.corps for one in found} == {1, 2, 3}
    assert codes(ready.army, 100, ready.limits) == []
    assert len(ready.lines) == len(ready.army.lines)
    assert len(ready.leaders) == len(ready.army.leaders)


def test_the_two_armies_of_zama() -> None:
    """Rome has legions of heavy infantry with impact, Carthage elephants and a strategist."""
    rome, carthage = load_armies()["rome"].army, load_armies()["carthage"].army
    legions = [one for one in rome.lines if one.troop == "heavy_infantry"]
    assert sum(one.number for one in legions) == 8
    assert all(one.bought == ("impact",) for one in legions)
    beasts = [one for one in carthage.lines if one.troop == "elephants"]
    assert [(one.number, one.bought) for one in beasts] == [(2, ("african",))]
    assert [one.rank for one in rome.leaders] == ["competent", "ordinary", "ordinary"]
    assert [one.rank for one in carthage.leaders] == ["strategist", "ordinary", "ordinary"]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("a hi", 5),
        ("a hi impact", 6),
        ("a hi impetuous impact elite", 6),
        ("a li elite", 3),
        ("a lv mediocre", 1),
        ("a lv", 1),
        ("a art heavy mobile", 6),
        ("a el indian artillery", 8),
        ("a wwg unarmed mediocre", 3),
        ("a hc shoots crossbow impact elite", 8),
        ("a lh bow camels", 4),
    ],
)
def test_what_units_cost(text: str, points: int) -> None:
    """Table, options and quality together; a weapon's choice is free, and nothing is below 1."""
    assert unit_price(line(text)) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("ordinary a", 0),
        ("competent a", 2),
        ("brilliant a", 4),
        ("strategist a", 6),
        ("ordinary a ally", -1),
        ("competent a in a1", 1),
        ("brilliant a ally in a1", 2),
    ],
)
def test_what_generals_cost(text: str, points: int) -> None:
    """An ally saves 1, and so does one included (2.table.generals; ADG-R56)."""
    assert leader_price(leader(text)) == points


def test_camps_and_works_cost() -> None:
    """A fortified camp 3, a piece of fortification 1 (ADG-R58)."""
    plain = army("a hi x2")
    assert price(plain) == 10
    assert price(replace(plain, fortified=True)) == 13
    assert price(replace(plain, works=4)) == 14


def test_units_are_numbered_within_their_groups() -> None:
    """Through all lines of a group, whatever corps comes first."""
    mixed = army(
        "b hs x2", "a hi impact", "b li sling x2 elite", leaders=("ordinary a", "ordinary b")
    )
    found = {one.key: (one.corps, one.line, one.troop, one.options) for one in enlisted(mixed)}
    assert found == {
        "b1": (2, 0, "heavy_spearmen", ()),
        "b2": (2, 0, "heavy_spearmen", ()),
        "a1": (1, 1, "heavy_infantry", ("impact",)),
        "b3": (2, 2, "light_infantry", ("sling",)),
        "b4": (2, 2, "light_infantry", ("sling",)),
    }
    light = next(one for one in enlisted(mixed) if one.key == "b3")
    assert light.quality == light.profile.quality == "elite"


# --- typing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("b hi impact elite x4", "b heavy_infantry impact elite x4"),
        ("B Heavy Infantry x4 elite impact", "b heavy_infantry impact elite x4"),
        ("b infantería pesada élite impacto 4", "b heavy_infantry impact elite x4"),
        ("a ar", "a archers x1"),
        ("a ar bow shields", "a archers shields x1"),
        ("a ballesteros", None),
        ("a arqueros arco largo escudos x2", "a archers shields/longbow x2"),
        ("c hi impetuous/impact x2", "c heavy_infantry impact/impetuous x2"),
        ("c hi impact impact", "c heavy_infantry impact x1"),
        ("d hk or-hs x3", "d heavy_knights x3 or-heavy_spearmen"),
        ("d hk or heavy spearmen x3", "d heavy_knights x3 or-heavy_spearmen"),
        ("d caballeros pesados o lanceros pesados", "d heavy_knights x1 or-heavy_spearmen"),
        ("e lh crossbow", "e light_cavalry crossbow x1"),
        ("g hi", None),
        ("1 hi", None),
        ("a", None),
        ("", None),
        ("a hi x0", None),
        ("a hi x99", None),
        ("a hi flying", None),
        ("a hk or dragons", None),
    ],
)
def test_a_line_is_read_as_typed(typed: str, written: str | None) -> None:
    """Codes or names, in either language, in any order; else why it is not understood is told."""
    problems: list[Refusal] = []
    found = read_line(typed, problems)
    assert (None if found is None else str(found)) == written
    assert bool(problems) == (written is None)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("competent abc", "competent abc"),
        ("Competente a, b, c", "competent abc"),
        ("strategist aba", "strategist ab"),
        ("ordinary de ally in d2", "ordinary de ally in-d2"),
        ("ordinario de aliado en-d2", "ordinary de ally in-d2"),
        ("hero abc", None),
        ("competent", None),
        ("competent ag", None),
        ("", None),
    ],
)
def test_a_general_is_read_as_typed(typed: str, written: str | None) -> None:
    """The same for generals."""
    problems: list[Refusal] = []
    found = read_leader(typed, problems)
    assert (None if found is None else str(found)) == written
    assert bool(problems) == (written is None)


class Order(BaseModel):
    """Any model with lines in it, as actions are."""

    lines: tuple[Line, ...]
    leaders: tuple[Leader, ...]


@pytest.mark.parametrize("key", ["rome", "carthage", "macedon", "persia"])
def test_lines_are_written_and_read_back(key: str) -> None:
    """In a log as by a person."""
    one = load_armies()[key].army
    order = Order(lines=one.lines, leaders=one.leaders)
    assert Order.model_validate_json(order.model_dump_json()) == order
    assert tuple(line(str(each)) for each in one.lines) == one.lines
    assert tuple(leader(str(each)) for each in one.leaders) == one.leaders


# --- what is wrong ------------------------------------------------------------------------------


def test_nothing_is_wrong_with_a_small_army() -> None:
    """One corps of one unit may be fielded, and may cost just what it does."""
    assert codes(army("a hi"), 5) == []


@pytest.mark.parametrize(
    ("text", "code", "clause"),
    [
        ("a lh impact", "army.not_sold", "2.options"),
        ("a ph support", "army.nothing_sold", "2.options"),
        ("a mc bow", "army.not_sold", "2.options"),
        ("a mc shoots javelin", "army.not_sold", "2.options"),
        ("a ar longbow crossbow", "army.not_sold", "2.options"),
        ("a art mobile", "army.needs", "2.options"),
        ("a el african indian", "army.together", "2.options"),
        ("a mi support bow", "army.together", "2.options"),
        ("a hi support impetuous", "army.together", "2.options"),
        ("a wwg unarmed artillery", "army.together", "2.options"),
        ("a lh bow javelin", "army.one_weapon", "7.range"),
        ("a li bow sling", "army.one_weapon", "7.range"),
        ("a lv elite", "army.quality", "2.quality"),
        ("a el elite", "army.quality", "2.quality"),
        ("a sch mediocre", "army.quality", "2.quality"),
        ("a hs support elite", "army.mixed_quality", "7.mixed"),
        ("a hs support mediocre", "army.mixed_quality", "7.mixed"),
        ("a hc or-hi", "army.dismount", "2.dismount.becomes"),
        ("a hi or-li", "army.dismount", "2.dismount.becomes"),
        ("a el or-hi", "army.dismount", "2.dismount.becomes"),
        ("a hi x7", "army.group", "1.groups.size"),
    ],
)
def test_units_that_cannot_be_bought(text: str, code: str, clause: str) -> None:
    """Each is refused for its own reason, and for it alone."""
    assert codes(army(text)) == [(code, clause)]


def test_what_a_line_alone_can_say() -> None:
    """Troops that there are not, and the same bought twice, are told of lines nobody typed."""
    strange = Army((Line(group="a", troop="dragons"),), (leader("ordinary a"),))
    assert codes(strange) == [("army.no_such_troop", "2.table")]
    assert price(strange) == 0
    twice = Line(group="a", troop="heavy_infantry", options="impact/impact")
    assert codes(Army((twice,), (leader("ordinary a"),))) == [("army.twice", "2.options")]


@pytest.mark.parametrize(
    ("lines", "clause"),
    [
        (("a hi x2", "a hc"), "1.groups.mounted"),
        (("a el", "a hc"), "1.groups.beasts"),
        (("a lh", "a lh camels"), "1.groups.beasts"),
        (("a art", "a hi"), "1.groups.alike"),
    ],
)
def test_groups_that_do_not_fit(lines: tuple[str, ...], clause: str) -> None:
    """By the clause that keeps them apart (1.groups)."""
    assert codes(army(*lines)) == [("army.unlike", clause)]


def test_a_group_is_counted_through_its_lines() -> None:
    """Six fit, seven do not."""
    assert codes(army("a hi x4", "a hs x2")) == []
    assert codes(army("a hi x4", "a hs x3")) == [("army.group", "1.groups.size")]


@pytest.mark.parametrize(
    ("leaders", "wrong"),
    [
        (("ordinary ab",), []),
        (("ordinary a", "ordinary b"), []),
        (("ordinary a",), [("army.no_general", "1.generals")]),
        (("ordinary abc",), [("army.no_group", "1.generals")]),
        (("ordinary ab", "ordinary b"), [("army.two_generals", "1.groups.corps")]),
        (
            (),
            [
                ("army.corps", "1.army"),
                ("army.no_general", "1.generals"),
                ("army.no_general", "1.generals"),
            ],
        ),
        (("brilliant a", "strategist b"), []),
        (("ordinary a ally", "ordinary b"), [("army.chief_ally", "3.allies")]),
        (("ordinary a", "ordinary b ally"), []),
        (("strategist a", "strategist b"), [("army.strategists", "3.strategist.list")]),
        (("ordinary a in a1", "ordinary b"), []),
        (("ordinary a in b1", "ordinary b"), [("army.other_corps", "3.included")]),
        (("ordinary a in a3", "ordinary b"), [("army.no_unit", "3.included")]),
        (("ordinary a", "ordinary b in b1"), [("army.no_place", "3.included")]),
    ],
)
def test_generals_and_their_corps(leaders: tuple[str, ...], wrong: list[tuple[str, str]]) -> None:
    """One general a corps, every group of one, within what the list allows (3)."""
    assert codes(army("a hi x2", "b li", leaders=leaders)) == wrong


def test_four_corps_are_too_many() -> None:
    """Three at most (ADG-R57)."""
    lines, leaders = ("a hi", "b hi", "c hi", "d hi"), tuple(f"ordinary {one}" for one in "abcd")
    assert codes(army(*lines, leaders=leaders)) == [("army.corps", "1.army")]


def test_the_value_of_command_is_the_lists() -> None:
    """Values together are 4 at most by a list, and what is bought without one (ADG-R45)."""
    lines = ("a hi", "b hi", "c hi")
    one = army(*lines, leaders=("brilliant a", "brilliant b", "competent c"))
    assert codes(one) == [("army.command", "3.quality.shared")]
    assert codes(one, limits=None) == []
    none = Limits(command=4, strategists=0, dismounts=True, corps=3, works=6)
    two = army(*lines, leaders=("strategist a", "ordinary b", "ordinary c"))
    assert codes(two, limits=none) == [("army.strategists", "3.strategist.list")]
    assert codes(two, limits=None) == []


def test_who_dismounts_is_said_by_lists() -> None:
    """An army without one has nobody who is deployed on foot of its own accord (ADG-R45)."""
    one = army("a hk or-hs")
    assert codes(one) == []
    assert codes(one, limits=None) == [("army.no_list", "2.dismount")]


def test_points_and_works() -> None:
    """What it costs is compared with what it may, and works are counted."""
    one = army("a hi x6")
    assert codes(one, 30) == []
    (told,) = against(one, 29)
    assert (told.code, told.rule) == ("army.points", "1.army.cost")
    assert (told.params["price"], told.params["points"]) == (30, 29)
    assert codes(replace(one, works=6)) == []
    assert codes(replace(one, works=7)) == [("army.works", "8.works")]


def test_everything_wrong_is_told_at_once() -> None:
    """Nothing is kept back for another try."""
    one = army("a lh impact", "b lv elite", leaders=("ordinary a ally",))
    assert {code for code, _ in codes(one, 1)} == {
        "army.not_sold",
        "army.quality",
        "army.no_general",
        "army.chief_ally",
        "army.points",
    }


def test_an_army_of_nobody() -> None:
    """Is none."""
    assert codes(Army((), ())) == [("army.empty", "1.army"), ("army.corps", "1.army")]
