"""Tables of El Arte de la Guerra as cases write them, and lines of words held against them.

See :mod:`tests.engine.art_of_war.test_cases` for the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.api import Seat
from engine.art_of_war.game import GAME
from engine.art_of_war.ids import short_of, side_of
from engine.art_of_war.plane.poses import EDGES, UD, Edge, Pose, ahead
from engine.art_of_war.points import plain
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import (
    SEATS,
    SOUTH,
    Camp,
    Contact,
    Feature,
    General,
    Marker,
    Phase,
    Place,
    Secrets,
    State,
    Table,
    Unit,
    View,
    Work,
)
from engine.art_of_war.troops import load_troops
from engine.dice import RecordedDice, ScriptedDice
from engine.kit.standing_orders import given as with_order
from tests.engine.cases import assert_rolls
from tests.engine.telling import assert_sayable

_FLAGS = frozenset(
    (
        *("shot", "charged", "evaded", "caught", "held", "tried", "passed", "turned", "stirred"),
        *("chief", "ally", "included", "hesitating", "fights", "free", "fortified", "taken"),
    )
)
_NUMBERS = frozenset(("corps", "lost", "moves", "points", "thrown", "moved"))
_QUALITIES = frozenset(("elite", "mediocre"))
_RANKS = frozenset(("ordinary", "competent", "brilliant", "strategist"))
_PLACES = frozenset(("waiting", "march", "routed", "left"))

BEHIND = UD
"""How far behind the first unit of a corps its general stands where no case says."""


def key(side: Seat, name: str) -> str:
    """Return the id of a piece of a side that a case names ("a1", "g1", "camp")."""
    return name if "-" in name else f"{side}-{name}"


def pose(word: str, side: Seat = SOUTH) -> Pose:
    """Return how a base stands: "x/y" straight ahead, or "x/y/degrees"."""
    x, y, *turned = (Fraction(one) for one in word.split("/"))
    ahead_of = 0 if side == SOUTH else 180
    degrees = turned[0] if turned else Fraction(ahead_of)
    return Pose(round(x * UD), round(y * UD), round(degrees * 10) % 3600)


def lay(given: dict[str, Any]) -> State:
    """Return the state that a case begins with."""
    settings = Settings.model_validate(given.get("settings", {}))
    if "begins" in given:
        thrown = RecordedDice(ScriptedDice(*given["begins"]))
        opened = GAME.setup(settings, thrown)
        assert_sayable(GAME, opened.events)
        assert_rolls(GAME.key, thrown)
        begun: State = opened.state
        table = begun.table
        if "ground" in given:
            table = replace(table, features=_features(given))
        if "initiative" in given:
            table = replace(table, initiative=given["initiative"])
        return _with_secrets(State(table, begun.secrets), given)
    table = Table(
        settings=settings,
        turn=given.get("turn", 1),
        phase=Phase(given.get("phase", "movement")),
        player=given.get("player", SOUTH),
        initiative=given.get("initiative", SOUTH),
        features=_features(given),
        contacts=tuple(_contact(line) for line in given.get("contacts", ())),
    )
    for side in SEATS:
        table = _with_side(table, side, given.get(side, {}))
    # The turn has found the units of who plays where they stand, unless it is said.
    units = {
        key: replace(one, began=one.began or one.pose)
        if one.side == table.player and one.on_table
        else one
        for key, one in table.units.items()
    }
    table = replace(table, units=units)
    return _with_secrets(State(table, {seat: Secrets() for seat in SEATS}), given)


def _with_secrets(state: State, given: Mapping[str, Any]) -> State:
    secrets = dict(state.secrets)
    table = state.table
    for side in SEATS:
        own = secrets[side]
        for name, line in given.get("ambush", {}).get(side, {}).items():
            where, *beneath = line.split()
            marker = Marker(key(side, name), side, pose(where, side))
            table = replace(table, markers={**table.markers, marker.id: marker})
            who = key(side, beneath[0]) if beneath else ""
            own = replace(own, ambushes={**own.ambushes, marker.id: who})
            if who:
                hidden = replace(
                    table.units[who], place=Place.AMBUSH, pose=marker.pose, marker=marker.id
                )
                table = replace(table, units={**table.units, who: hidden})
        own = replace(own, posts=tuple(given.get("posts", {}).get(side, own.posts)))
        secrets[side] = own
    state = State(table, secrets)
    for side, orders in given.get("standing", {}).items():
        for kind, fields in orders.items():
            view: View = GAME.view(state, side)
            action = GAME.parse(view, kind, fields)
            own = state.secrets[side]
            kept = replace(own, standing=with_order(own.standing, action))
            state = State(state.table, {**state.secrets, side: kept})
    return state


def _features(given: Mapping[str, Any]) -> dict[str, Feature]:
    return {name: _feature(name, line) for name, line in given.get("ground", {}).items()}


def _feature(name: str, line: str) -> Feature:
    kind, *corners = line.split()
    going = corners.pop() if corners[-1] in ("rough", "difficult", "impassable") else ""
    spots = [pose(one) for one in corners]
    return Feature(name, kind, tuple(value for one in spots for value in (one.x, one.y)), going)


def _contact(line: str) -> Contact:
    one, two, *words = line.split()
    edges: list[Edge] = [edge for edge in EDGES if edge in words]
    rounds = [int(word.partition(":")[2]) for word in words if word.startswith("rounds:")]
    return Contact(
        one,
        two,
        edges[0] if edges else "front",
        fresh="fought" not in words,
        charge="pursuit" not in words,
        rounds=rounds[0] if rounds else int("fought" in words),
    )


def _with_side(table: Table, side: Seat, pieces: Mapping[str, str]) -> Table:
    for name, line in pieces.items():
        words = line.split()
        if name.startswith("g") and name[1:].isdecimal():
            general = _general(table, side, name, words)
            table = replace(table, generals={**table.generals, general.id: general})
        elif name == "camp":
            camp = Camp(key(side, name), side, pose(words[0], side), **_values(words[1:]))
            table = replace(table, camps={**table.camps, camp.id: camp})
        elif name.startswith("work"):
            work = Work(key(side, name), side, pose(words[0], side))
            table = replace(table, works={**table.works, work.id: work})
        else:
            unit = _unit(side, name, words)
            table = replace(table, units={**table.units, unit.id: unit})
    return _with_generals(table, side)


def _unit(side: Seat, name: str, words: Iterable[str]) -> Unit:
    troop, options = "heavy_infantry", []
    values: dict[str, Any] = {"corps": 1, "place": Place.TABLE}
    for word in words:
        if word.startswith("began:"):
            values["began"] = pose(word.partition(":")[2], side)
        elif "/" in word:
            values["pose"] = pose(word, side)
        elif word in load_troops().troops:
            troop = word
        elif word in _QUALITIES:
            values["quality"] = word
        elif word in _PLACES:
            values["place"] = Place(word)
        elif word in _FLAGS or word.partition(":")[0] in _NUMBERS:
            values.update(_values((word,)))
        elif word.startswith("or:"):
            values["afoot"] = word.partition(":")[2]
        else:
            options.append(word)
    return Unit(key(side, name), side, troop=troop, options=tuple(options), **values)


def _general(table: Table, side: Seat, name: str, words: Iterable[str]) -> General:
    values: dict[str, Any] = {"place": Place.TABLE, "thrown": 5, "points": 3}
    for word in words:
        if "/" in word:
            values["pose"] = pose(word, side)
        elif word.startswith("with:"):
            unit = table.units[key(side, word.partition(":")[2])]
            values.update(unit=unit.id, pose=unit.pose)
        elif word in _RANKS:
            values["rank"] = word
        elif word in _PLACES:
            values["place"] = Place(word)
        else:
            values.update(_values((word,)))
    return General(key(side, name), side, int(name[1:]), **values)


def _values(words: Iterable[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words:
        name, mark, value = word.partition(":")
        if mark and name in _NUMBERS:
            found[name] = int(value)
        elif word in _FLAGS:
            found[word] = True
        else:
            raise AssertionError(f"what is {word!r}?")
    return found


def _with_generals(table: Table, side: Seat) -> Table:
    """Give every corps of which nobody is named a general behind its first unit."""
    generals = dict(table.generals)
    for one in table.units.values():
        name = f"{side}-g{one.corps}"
        if one.side == side and one.pose is not None and name not in generals:
            where = ahead(one.pose, -BEHIND)
            generals[name] = General(
                name, side, one.corps, place=Place.TABLE, pose=where, thrown=5, points=3
            )
    return replace(table, generals=generals)


# -- held against --------------------------------------------------------------------------------


def assert_piece(state: State, side: Seat, name: str, line: str) -> None:
    """Hold a unit, a general, a camp or a work against a line of words; "-moved" for what is not.

    A pose is written as far as it is to be looked at: "x/y" or "x/y/degrees". Who is of an army of
    its own is named as it was before it was shown.
    """
    table = state.table
    shown = {old: short_of(new) for old, new in state.secrets[side].shown.items()}
    called, name = name, shown.get(f"{side}-{name}", name)
    known: Mapping[str, Any] = {**table.units, **table.generals, **table.camps, **table.works}
    # The units of a ready-made battle have their army in their ids.
    one = next(
        piece for id_, piece in known.items() if (side_of(id_), short_of(id_)) == (side, name)
    )
    for word in line.split():
        mark, _, value = word.partition(":")
        if "/" in word:
            assert one.pose is not None, f"{name} stands nowhere"
            stands = (plain(one.pose.x), plain(one.pose.y), plain(one.pose.facing, 10))
            spot = tuple(plain(round(Fraction(part) * UD)) for part in word.split("/"))
            assert stands[: len(spot)] == spot, f"{name} stands at {'/'.join(stands)}"
        elif word in _PLACES or word in ("table", "ambush"):
            assert one.place == word, f"{name} is {one.place}"
        elif word.startswith("-"):
            found = getattr(one, word[1:])
            # Only a pose may be None; a flag that is not set is False.
            assert not found, f"{name} is {word[1:]}"
            assert found is not None or word == "-pose", f"{name}: {word[1:]} is None"
        elif mark in _NUMBERS and value:
            assert getattr(one, mark) == int(value), f"{name}: {mark} is {getattr(one, mark)}"
        elif mark == "with":
            found = one.unit.partition("-")[2] or "-"
            assert found == shown.get(f"{side}-{value}", value), f"{called} is with {found}"
        elif mark == "troop":
            assert one.troop == value, f"{name} is {one.troop}"
        elif mark == "options":
            assert list(one.options) == list(filter(None, value.split("+"))), one.options
        elif word in _QUALITIES or word in _RANKS:
            found = one.quality if word in _QUALITIES else one.rank
            assert found == word, f"{name} is {found}"
        else:
            assert getattr(one, word), f"{name} is not {word}"


def contact_line(one: Contact) -> str:
    """Return a contact as a case writes it."""
    words = [one.one, one.two, one.edge]
    words += ["fought"] if not one.fresh else []
    words += [f"rounds:{one.rounds}"] if one.rounds > 1 else []
    words += ["pursuit"] if not one.charge else []
    return " ".join(words)


def feature_line(one: Feature) -> str:
    """Return terrain as a case looks at it: its kind, and the box it fills in whole UD."""
    corners = [[round(value / UD) for value in corner] for corner in one.corners]
    x, y = zip(*corners, strict=True)
    box = (f"{min(x)}/{min(y)}", f"{max(x)}/{max(y)}")
    return " ".join([one.kind, *box, one.going]).strip()


def corners_line(one: Feature) -> str:
    """Return terrain as a case writes it, with every corner."""
    corners = (f"{plain(x)}/{plain(y)}" for x, y in one.corners)
    return " ".join([one.kind, *corners, one.going]).strip()
