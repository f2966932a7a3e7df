"""Every case of the rulebook, as data: a table, what is done, what comes of it (see cases.py).

What is written in a case of this game:

``[given]``: ``board`` ("small", which is played on C; "full" on A and C), what a table has of its
own (``turn``, ``player``, ``initiative``, ``passed``, ``positions``), towns ``held``, ``missions``
by key ("republican.105"), and ``[given.republican]``, ``[given.nationalist]``: counters, a line of
words each, as in :mod:`tests.engine.barricadas.written`::

    g = "C404"  # an officer: the letter tells which
    g1 = "C404 hits:1 kept"  # a counter of theirs: of what the pool has
    c1 = "C405 popular_army_cavalry unit:g"  # of another kind
    commissar = "C404 commissar_x"

``reaction = "hex"`` is the setting that asks as each hex is entered.
``[given.standing.<side>]`` has standing orders: ``watch = { lookouts = "g1 2 first any" }``.
By default it is turn 1 of the activations, republican to act, nobody with anything in secret. A
game that begins is ``drawn = [dice of the draw]``, ``set_up = [seats that take the first deployment
that is offered]`` and ``dice`` of the first initiative.

The weather is clear and there are no obstacles, whatever the scenario says, unless the case does.
Other files for the same rules: ``[given.ground]`` (``all = "open 0"``, ``C405 = "wood 1"``),
``[given.roads]`` (``C404-C405 = "road"``, and no others), ``[given.scenario]`` and
``[given.army.<side>]`` (``turns = 1``, ``home = "south"``), ``[given.data.officers.<key>]`` and
``[given.data.counters.<key>]`` (``reach = 0``).

``[[do]]``: as in cases.py; orders as they are typed::

    typed = { kind = "activate", leader = "g", tasks = "g1+g2 fire C402, g move C406" }
    typed = { kind = "react", shots = "m1+m2 C705" }
    action = { kind = "hold" }                  # and "pass", "ready"; "defend" has a when

After an activation that may be answered the other side is asked: hold, or react.

``[expect]``: ``[expect.republican]`` and ``[expect.nationalist]`` hold counters against lines of
the same words, "-finished" for what it is not; figures of the table by name; ``under_way``
(frames), ``recognises`` (a seat, or public: the enemy counters that it knows), ``shades`` (a seat:
where it sees markers), ``activates`` (a seat: whom it may activate), ``kinds``, ``missions``,
``held``, ``standing`` (a seat: what its standing orders answer, "react g1 C404, q1 C405");
``[expect.orders]``: what the side to act could order now, "" or why not::

    "g: g1 move C408" = ""
    "g: g1 move C409" = "move.cannot 5.1"       # the clause at will
    "g&h: g1 fire C402" = ""                    # two officers together

``[[expect.offered]]`` (``seat``, ``kind``, ``field``, ``filled``, and of the values offered some in
``has``, none of ``lacks``, or exactly ``only``), ``[[expect.odds]]`` (``seat``, ``typed`` or
``action``, ``about``, its ``figures``, ``chances`` by code, as fractions), and the figures of
:mod:`tests.engine.barricadas.figures`: ``distance``, ``sight``, ``cost``, ``reaches``, ``aims`` ...
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from engine.api import Action
from engine.barricadas.actions import Defend, React, parted
from engine.barricadas.game import GAME
from engine.barricadas.rules.turn.activation import activatable
from engine.barricadas.state import SEATS, State
from tests.engine.barricadas.figures import FIGURES
from tests.engine.barricadas.written import assert_counter, data_of, key, lay, short
from tests.engine.cases import Cases, Look, paths_of, read_case
from tests.engine.telling import assert_in_force, assert_sayable

PATHS = paths_of(GAME.key)
_OF_TABLE = ("turn", "phase", "player", "initiative", "passed", "positions", "ready")


def _of_side(side: str) -> Look:
    def look(state: State, expected: Mapping[str, str]) -> None:
        for name, line in expected.items():
            assert_counter(state.table.counters[key(side, name)], line)

    return look


def _of_table(name: str) -> Look:
    def look(state: State, expected: Any) -> None:
        found = getattr(state.table, name)
        assert (list(found) if isinstance(found, tuple) else found) == expected, name

    return look


def _some_of(name: str) -> Look:
    """A look at entries of a mapping; those not named are not looked at."""

    def look(state: State, expected: Mapping[str, Any]) -> None:
        found = getattr(state.table, name)
        assert {one: found[one] for one in expected} == expected

    return look


def _under_way(state: State, expected: list[str]) -> None:
    assert [one.type for one in state.table.frames] == expected


def _recognises(state: State, expected: Mapping[str, list[str]]) -> None:
    """Whom a seat recognises of the enemy's, or the public of all ("republican g1")."""
    for seat, names in expected.items():
        view = GAME.view(state, None if seat == "public" else seat)
        found = [one.id for one in view.table.counters.values() if one.side != seat]
        (enemy, *_) = (side for side in SEATS if side != seat)
        wanted = [key(*name.split()) if " " in name else key(enemy, name) for name in names]
        assert (seat, sorted(found)) == (seat, sorted(wanted))


def _shades(state: State, expected: Mapping[str, list[str]]) -> None:
    for seat, hexes in expected.items():
        view = GAME.view(state, None if seat == "public" else seat)
        assert (seat, list(view.table.shades)) == (seat, hexes)


def _activates(state: State, expected: Mapping[str, list[str]]) -> None:
    for seat, names in expected.items():
        found = {one.id for one in activatable(state.table, seat)}
        assert (seat, found) == (seat, {key(seat, name) for name in names})


def _kinds(state: State, expected: Mapping[str, list[str]]) -> None:
    for seat, kinds in expected.items():
        assert (seat, set(GAME.kinds(GAME.view(state, seat)))) == (seat, set(kinds))


def _orders(state: State, expected: Mapping[str, str]) -> None:
    seat = state.table.player
    for said, wanted in expected.items():
        leaders, _, tasks = said.partition(":")
        first, _, second = leaders.partition("&")
        raw = {"leader": first, "tasks": tasks.strip()} | ({"second": second} if second else {})
        kind = "together" if second else "activate"
        action = GAME.parse(GAME.view(state, seat), kind, raw)
        against = GAME.check(state, seat, action)
        assert_sayable(GAME, against)
        assert_in_force(GAME, state.table.settings, against)
        with_rules = len(wanted.split()) == 2
        found = [f"{one.code} {one.rule}" if with_rules else one.code for one in against]
        assert (said, found) == (said, [wanted] if wanted else [])


def _standing(state: State, expected: Mapping[str, str]) -> None:
    """What the standing orders of a seat answer to its open question, as it would be typed."""
    for seat, wanted in expected.items():
        (decision,) = (one for one in GAME.awaiting(state) if one.seat == seat)
        action = GAME.standing(GAME.view(state, seat), decision)
        found = "" if action is None else _typed(action)
        assert found == wanted, found


def _typed(action: Action) -> str:
    if isinstance(action, React):
        shots = (f"{'+'.join(map(short, parted(one.who)))} {one.at}" for one in action.shots)
        return f"react {', '.join(shots)}"
    return f"defend {action.when}" if isinstance(action, Defend) else action.kind


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
        if "typed" in one:
            raw = dict(one["typed"])
            action = GAME.parse(view, raw.pop("kind"), raw)
        else:
            values = dict(one["action"])
            model: type[Action] = GAME.actions[values.pop("kind")]
            action = TypeAdapter(model).validate_python(values)
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


class _Cases(Cases):
    """Cases that may be played with files of their own."""

    def may_hide(self, state: State, what: str) -> bool:
        """While setting up, and where somebody is not recognised: of others all is known.

        What is promised in reaction nobody learns before it falls (ALB-R68).
        """
        unseen = any(one.unseen for one in state.table.counters.values())
        return not state.table.turn or unseen or what == "react.told"

    def play(self, path: Path) -> None:
        """Play a case with the files that it says, and look at what came of it."""
        with data_of(read_case(path).get("given", {})).in_use():
            super().play(path)


CASES = _Cases(
    GAME,
    lay,
    {
        **{side: _of_side(side) for side in SEATS},
        **{name: _of_table(name) for name in _OF_TABLE},
        **{name: _some_of(name) for name in ("held", "missions")},
        "under_way": _under_way,
        "recognises": _recognises,
        "shades": _shades,
        "activates": _activates,
        "kinds": _kinds,
        "orders": _orders,
        "standing": _standing,
        "offered": _offered,
        "odds": _odds,
        **FIGURES,
    },
)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_case(path: Path) -> None:
    """The rulebook's clause holds on this table."""
    CASES.play(path)
