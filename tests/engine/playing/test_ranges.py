"""Ranges of names in typed lists: "H1-H3" is three of them, whatever dash stands between."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from engine.api import Refusal
from engine.barricadas.actions import joined
from engine.barricadas.game import GAME as BARRICADAS
from engine.barricadas.parsing import readers as barricadas
from engine.kit.parsing import each_of, ranged, several
from engine.kit.wording import refuse
from engine.playing.lines import read_order
from engine.war_of_the_pacific.actions import MarchUnits
from tests.engine.barricadas.build import infantry, whole
from tests.engine.barricadas.build import lay as lay_out
from tests.engine.war_of_the_pacific.build import lay

KNOWN = {"H1", "H2", "H3", "pe-inf-1", "pe-inf-2", "old-4-5", "3116", "3117"}


def known(text: str, problems: list[Refusal]) -> str:
    """Read a name that is known as it is typed, but for its case."""
    found = next((one for one in sorted(KNOWN) if one.casefold() == text.casefold()), "")
    if not found:
        problems.append(refuse("read.unknown_unit", "", typed=text))
    return found


@pytest.mark.parametrize("dash", ["-", "\N{EN DASH}", " \N{EN DASH} "])
def test_a_range_is_each_of_its_names(dash: str) -> None:
    """With its beginning said once or twice; in a list beside other names."""
    problems: list[Refusal] = []
    read = several(known)
    assert read(f"H1{dash}H3", problems) == ("H1", "H2", "H3")
    assert read(f"h1{dash}2, 3116{dash}3117", problems) == ("H1", "H2", "3116", "3117")
    assert read(f"pe-inf-1{dash}pe-inf-2", problems) == ("pe-inf-1", "pe-inf-2")
    assert not problems


def test_a_name_with_a_dash_is_a_name() -> None:
    """Though it looks like a range; squares are none, nor is what begins otherwise."""
    problems: list[Refusal] = []
    assert several(known)("old-4-5, pe-inf-1", problems) == ("old-4-5", "pe-inf-1")
    assert not problems
    assert not ranged("4-9")
    assert not ranged("H1-K3")
    assert not ranged("H3-H1")


def test_what_is_not_known_of_a_range_is_refused() -> None:
    """Each name by itself; the whole where none of it is known, as before."""
    problems: list[Refusal] = []
    assert each_of(known, "H2-H4", problems) == ["H2", "H3"]
    assert [one.params["typed"] for one in problems] == ["H4"]
    problems.clear()
    assert each_of(known, "X1-X3", problems) == [""]
    assert [one.params["typed"] for one in problems] == ["X1-X3"]


def test_items_that_end_with_a_range_are_no_range() -> None:
    """Where each item is an order of its own, three would be done instead of one."""
    problems: list[Refusal] = []
    several(known, ranges=False)("H1-H3", problems)
    assert [one.params["typed"] for one in problems] == ["H1-H3"]


@pytest.mark.parametrize(
    "typed",
    [
        "pe-inf-1-3",
        "pe-inf-1\N{EN DASH}pe-inf-3",
        "Peruvian infantry battalion 1-3",
        "Batallón peruano 1 \N{EN DASH} Batallón peruano 3",
        "pe-inf-1-2+pe-inf-3",
    ],
)
def test_a_range_in_a_typed_line(typed: str) -> None:
    """By ids or by the names that counters have in either language."""
    game = GAMES["war_of_the_pacific"]
    units = ("pe-inf-1", "pe-inf-2", "pe-inf-3")
    place = dict.fromkeys(units, "3118")
    view = game.view(lay(place=place, phase="land_movement", player="allies"), "allies")
    kind, filled = read_order(game, view, f"{typed} march 3116", {"march": "march"})
    assert game.parse(view, kind, filled) == MarchUnits(units=units, toward="3116")


def test_a_range_is_a_group_where_groups_are_named_so() -> None:
    """Counters that act together are joined by a plus in one game; its ranges are as good."""
    table = lay_out(infantry("g1", "C404"), infantry("g2", "C404"), infantry("g3", "C404"))
    view, problems = BARRICADAS.view(whole(table), "republican"), list[Refusal]()
    for typed in ("g1-g3", "g1\N{EN DASH}3", "g1+g2-g3"):
        named = barricadas(view)["group"](typed, problems)
        assert named == joined(tuple(f"republican-g{n}" for n in (1, 2, 3)))
    assert not problems
