"""Every case of the rulebook, as data: a table, what is done, what comes of it (see cases.py).

What is written in a case of this game:

``[given]``: what a table has of its own (``turn``, ``phase``, ``player``, ``initiative``),
``settings``, and ``[given.south]``, ``[given.north]``: pieces, a line of words each::

    a1 = (
        "15/4 heavy_infantry impact lost:1"  # x/y in UD, or x/y/degrees; straight ahead if not said
    )
    b1 = "12/4 corps:2 elite moves:1"  # heavy infantry of corps 1 if not said
    g1 = "14/3 competent points:2"  # the general of corps 1; "with:a1" has joined a unit
    camp = "15/2 fortified"
    work1 = "10/5"

A corps of which no general is named has an ordinary one with three points 1 UD behind its first
unit. ``[given.ground]`` has terrain (``f1 = "wood 6/3 9/3 9/8 6/8"``, a river's going behind it),
``contacts`` are melees under way (``"south-a1 north-a1 front fought rounds:2"``),
``[given.ambush.<side>]`` markers and who is beneath (``m1 = "7/4 d1"``), ``[given.posts]`` battle
plans, and ``[given.standing.<side>]`` standing orders (``dodge = { units = "a1" }``). A battle that
is to be set up is ``begins = [dice of the initiative]``, its ``ground`` and ``initiative`` at will.

By default it is the south's first turn, its orders under way, with the initiative.

``[[do]]``: as in cases.py; orders as they are typed::

    typed = { kind = "move", who = "a", parts = "advance 3, pivot left 20" }
    typed = { kind = "charge", who = "a1", target = "b1", at = "left" }

``[expect]``: ``[expect.south]`` and ``[expect.north]`` hold pieces against lines of the same words,
"routed" for where they are, "-shot" for what they are not, "troop:phalanx", "with:-"; figures of
the table by name; ``contacts`` (all of them), ``features`` (kinds of terrain, in order),
``ground`` (all of it: ``f1 = "wood 6/3 9/8"``, its box in whole UD, a river's going behind),
``outlines`` (of some of it every corner, as it is written in ``[given.ground]``),
``under_way`` (frames), ``kinds`` (a seat: what it can do), ``sees`` (a seat: units of the other
side that it sees), ``standing`` (a seat: what its standing orders answer);
``[expect.orders]``: what the side to act could order now, "" or why not::

    "move a: advance 3" = ""
    "charge a1: b1 front" = "charge.reach 5.charge"     # the clause at will
    "rally a1" = "rally.nothing"

``[[expect.offered]]`` (``seat``, ``kind``, ``field``, ``filled``, and of the values offered some in
``has``, none of ``lacks``, or exactly ``only``) and ``[[expect.odds]]`` (``seat``, ``typed``,
``about``, its ``figures``, ``chances`` by code, as fractions).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.art_of_war.game import GAME
from engine.art_of_war.state import SEATS, State
from tests.engine.art_of_war.written import (
    assert_piece,
    contact_line,
    corners_line,
    feature_line,
    key,
    lay,
)
from tests.engine.cases import Cases, Look, paths_of
from tests.engine.telling import assert_in_force, assert_sayable

PATHS = paths_of(GAME.key)
_OF_TABLE = ("turn", "phase", "player", "initiative", "ready")
_FIELDS = {
    "move": ("who", "parts"),
    "charge": ("who", "target"),
    "lead": ("general", "to"),
    "breakoff": ("who", "back"),
    "hold": ("who",),
    "rally": ("who",),
    "reveal": ("marker",),
}


def _of_side(side: str) -> Look:
    def look(state: State, expected: Mapping[str, str]) -> None:
        for name, line in expected.items():
            assert_piece(state, side, name, line)

    return look


def _of_table(name: str) -> Look:
    def look(state: State, expected: Any) -> None:
        found = getattr(state.table, name)
        assert (list(found) if isinstance(found, tuple) else found) == expected, name

    return look


def _contacts(state: State, expected: list[str]) -> None:
    found = sorted(contact_line(one) for one in state.table.contacts)
    assert found == sorted(expected), found


def _features(state: State, expected: list[str]) -> None:
    assert [one.kind for one in state.table.features.values()] == expected


def _ground(state: State, expected: Mapping[str, str]) -> None:
    found = {name: feature_line(one) for name, one in state.table.features.items()}
    assert found == expected, found


def _outlines(state: State, expected: Mapping[str, str]) -> None:
    for name, line in expected.items():
        found = corners_line(state.table.features[name])
        assert found == line, f"{name} is {found}"


def _under_way(state: State, expected: list[str]) -> None:
    assert [one.type for one in state.table.frames] == expected


def _kinds(state: State, expected: Mapping[str, list[str]]) -> None:
    for seat, kinds in expected.items():
        assert (seat, set(GAME.kinds(GAME.view(state, seat)))) == (seat, set(kinds))


def _sees(state: State, expected: Mapping[str, list[str]]) -> None:
    for seat, names in expected.items():
        (enemy, *_) = (side for side in SEATS if side != seat)
        view = GAME.view(state, None if seat == "public" else seat)
        found = sorted(one.id for one in view.table.units.values() if one.side == enemy)
        assert (seat, found) == (seat, sorted(key(enemy, name) for name in names))


def _orders(state: State, expected: Mapping[str, str]) -> None:
    (decision,) = GAME.awaiting(state)
    for said, wanted in expected.items():
        head, _, rest = said.partition(": ")
        kind, _, who = head.partition(" ")
        first, *others = _FIELDS[kind]
        raw = {first: who}
        if kind == "charge":
            raw["target"], _, edge = rest.partition(" ")
            raw |= {"at": edge} if edge else {}
        elif others:
            raw[others[0]] = rest
        action = GAME.parse(GAME.view(state, decision.seat), kind, raw)
        refused = GAME.check(state, decision.seat, action)
        assert_sayable(GAME, refused)
        assert_in_force(GAME, state.table.settings, refused)
        # What would be legal instead is no reason.
        against = [one for one in refused if one.code != "move.nearest"]
        with_rules = len(wanted.split()) == 2
        found = [f"{one.code} {one.rule}" if with_rules else one.code for one in against]
        assert (said, found) == (said, [wanted] if wanted else [])


def _standing(state: State, expected: Mapping[str, str]) -> None:
    """What the standing orders of a seat answer to its open question: "evade a1, a2", "stay"."""
    for seat, wanted in expected.items():
        (decision,) = (one for one in GAME.awaiting(state) if one.seat == seat)
        action = GAME.standing(GAME.view(state, seat), decision)
        units = getattr(action, "units", ())
        names = ", ".join(one.partition("-")[2] for one in units)
        found = "" if action is None else f"{action.kind} {names}".strip()
        assert found == wanted, found


def _offered(state: State, expected: list[dict[str, Any]]) -> None:
    for one in expected:
        view = GAME.view(state, one["seat"])
        options = GAME.options(view, one["kind"], one["field"], one.get("filled", {}))
        found = [each.value for each in options]
        assert set(one.get("has", ())) <= set(found), found
        assert not set(one.get("lacks", ())) & set(found), found
        assert sorted(one.get("only", found)) == sorted(found)


def _odds(state: State, expected: list[dict[str, Any]]) -> None:
    for one in expected:
        seat, view = one["seat"], GAME.view(state, one["seat"])
        raw = dict(one["typed"])
        action = GAME.parse(view, raw.pop("kind"), raw)
        assert not GAME.check(state, seat, action)
        found = {each.about.code: each for each in GAME.odds(view, action)}
        assert one["about"] in found, sorted(found)
        odds = found[one["about"]]
        chances = {each.result.code: str(each.probability) for each in odds.chances}
        wanted = one.get("chances", {})
        assert {code: chances.get(code) for code in wanted} == wanted, chances
        figures = one.get("figures", {})
        shown = {name: odds.about.params[name] for name in figures}
        assert shown == figures, shown


CASES = Cases(
    GAME,
    lay,
    {
        **{side: _of_side(side) for side in SEATS},
        **{name: _of_table(name) for name in _OF_TABLE},
        "contacts": _contacts,
        "features": _features,
        "ground": _ground,
        "outlines": _outlines,
        "under_way": _under_way,
        "kinds": _kinds,
        "sees": _sees,
        "orders": _orders,
        "standing": _standing,
        "offered": _offered,
        "odds": _odds,
    },
)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_case(path: Path) -> None:
    """The rulebook's clause holds on this table."""
    CASES.play(path)
