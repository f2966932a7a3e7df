"""Tables of ¡A las barricadas! written down, as cases have them.

A counter is a line of words: its hex ("C404"), or "waiting", "dead", "left", "used", or "@" and its
lorry; then in any order what it is where its letter does not tell ("popular_army_cavalry"), and its
marks ("hits:1", "finished", "reaction", "kept", "out", "routed", "moved", "unseen", "replaced",
"afoot", "doubled:2", "charged:2", "spent:4", "unit:h", "alone"). A mark that it has not is told
with a hyphen before it ("-finished"). Its name is the end of its id: a letter for an officer ("g"),
a letter and a number for a counter of that officer ("g1"; up to 3, or it has no name to be told
by), or "commissar" and "chaplain".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.barricadas.board import load_boards
from engine.barricadas.game import GAME
from engine.barricadas.roster import Pool, load_roster
from engine.barricadas.rules.artillery.missions import key_of
from engine.barricadas.rules.victory.towns import first_held
from engine.barricadas.settings import Settings
from engine.barricadas.state import (
    ABOARD,
    OFF_GROUND,
    SEATS,
    Counter,
    Phase,
    Reaction,
    Secrets,
    State,
    Table,
)
from engine.barricadas.survey import scenario_of
from engine.data.play_data import PlayData, shipped
from engine.dice import RecordedDice, ScriptedDice
from tests.engine.cases import assert_rolls
from tests.engine.telling import assert_sayable

MARKS = frozenset(("finished", "out", "routed", "moved", "unseen", "replaced", "afoot"))
COUNTS = frozenset(("hits", "doubled", "charged", "spent"))
REACTIONS = {"reaction": Reaction.NOW, "kept": Reaction.KEPT}
OWN_DATA = ("ground", "roads", "scenario", "army", "data")
"""What of a table is in its files: other ground, other roads, another scenario, other figures."""

CLEAR: Mapping[str, Any] = {"weather": [], "obstacles": []}
"""What a case's scenario has of these unless it says so."""


def key(side: str, name: str) -> str:
    """Return the id of a counter by its side and name: a letter and a number, or a guide."""
    pool = _pool(side, name)
    return f"{side}-{name}" if pool is None else f"{side}-{pool.key.replace('_', '-')}-{name}"


def short(key: str) -> str:
    """Return the name that a case has for a counter."""
    return key.rpartition("-")[2]


def _pool(side: str, name: str) -> Pool | None:
    """Return the pool whose letter begins a name: no two of a side share one."""
    roster = load_roster()
    for pool in roster.pools.values():
        officers = [roster.officers[one] for one in pool.officers]
        wanted = (side, name[0].upper())
        if len(name) <= 2 and wanted in [(one.side, one.letter) for one in officers]:
            return pool
    return None


# -- counters ----------------------------------------------------------------------------------


def counter(side: str, name: str, line: str) -> Counter:
    """Return the counter that a line says."""
    values: dict[str, Any] = {"type": _usual(side, name), "unit": key(side, name[0])}
    for word in line.split():
        mark, _, count = word.partition(":")
        if word in REACTIONS:
            values["reaction"] = REACTIONS[word]
        elif word in MARKS:
            values[word] = True
        elif mark in COUNTS:
            values[mark] = int(count)
        elif mark == "unit":
            values["unit"] = key(side, count)
        elif word == "alone":
            values["unit"] = ""
        elif _is_place(word):
            values["at"] = _place(side, word)
        else:
            assert _is_type(word), f"{name}: nothing is called {word}"
            values["type"] = word
    if values["type"] in load_roster().guides:
        values["unit"] = ""
    assert values["type"], f"{name}: say what it is"
    return Counter(key(side, name), side, **values)


def assert_counter(one: Counter, line: str) -> None:
    """Hold a counter against what a line says of it; what it does not say is not looked at."""
    for word in line.split():
        mark, _, count = word.removeprefix("-").partition(":")
        wanted = not word.startswith("-")
        found: bool
        if mark in REACTIONS:
            found = one.reaction is REACTIONS[mark]
        elif mark in MARKS:
            found = getattr(one, mark)
        elif mark in COUNTS:
            found = getattr(one, mark) == int(count)
        elif _is_place(mark):
            found = one.at == _place(one.side, mark)
        else:
            found = one.type == mark
        assert found is wanted, f"{one} is not {word}"


def _is_place(word: str) -> bool:
    return word in OFF_GROUND or word.startswith(ABOARD) or word in load_boards().hexes


def _place(side: str, word: str) -> str:
    return f"{ABOARD}{key(side, word[1:])}" if word.startswith(ABOARD) else word


def _is_type(word: str) -> bool:
    roster = load_roster()
    return word in roster.types or word in roster.officers or word in roster.guides


def _usual(side: str, name: str) -> str:
    """Return what a letter tells: the officer, or the troops of that officer's pool."""
    pool = _pool(side, name)
    if pool is None:
        return ""
    return f"{pool.key}_{name}" if len(name) == 1 else pool.troops


# -- tables ------------------------------------------------------------------------------------


def lay(given: dict[str, Any]) -> State:
    """Return the table that the ``given`` of a case says."""
    for name in OWN_DATA:
        given.pop(name, None)
    settings = Settings(
        scenario=given.pop("board", "small"), reaction=given.pop("reaction", "path")
    )
    if "drawn" in given:
        return _opened(settings, given)
    counters = {}
    for side in SEATS:
        for name, line in given.pop(side, {}).items():
            one = counter(side, name, line)
            counters[one.id] = one
    table = Table(settings, turn=1, phase=Phase.ACTIVATION, counters=counters)
    scenario = scenario_of(table)
    missions: dict[str, int] = {}
    for side in SEATS:
        for battery in scenario.of(side).batteries:
            missions[key_of(side, battery)] = battery.missions
        for aircraft in scenario.of(side).aviation:
            missions[f"{side}.{aircraft.kind}"] = aircraft.missions
    held = {**first_held(table), **given.pop("held", {})}
    if "phase" in given:
        given["phase"] = Phase(given["phase"])
    for name in ("passed", "positions", "ready"):
        if name in given:
            given[name] = tuple(given[name])
    given["missions"] = {**missions, **given.pop("missions", {})}
    standing = given.pop("standing", {})
    table = replace(table, held=held, **given)
    return _with_orders(State(table, {seat: Secrets() for seat in SEATS}), standing)


def _with_orders(state: State, standing: Mapping[str, Mapping[str, dict[str, str]]]) -> State:
    """Return a table on which sides have given standing orders, as they are typed."""
    for seat, orders in standing.items():
        for kind, raw in orders.items():
            action = GAME.parse(GAME.view(state, seat), kind, raw)
            state = GAME.apply(state, seat, action, ScriptedDice()).state
    return state


def _opened(settings: Settings, given: dict[str, Any]) -> State:
    """Return a game that begins: the dice of the draw, and who has set up as it is proposed."""
    drawn = RecordedDice(ScriptedDice(*given.pop("drawn")))
    begun = GAME.setup(settings, drawn)
    assert_rolls(GAME.key, drawn)
    assert_sayable(GAME, (*begun.events, *GAME.awaiting(begun.state)))
    state: State = begun.state
    dice = ScriptedDice(*given.pop("dice", []))
    for seat in given.pop("set_up", []):
        offered = GAME.options(GAME.view(state, seat), "deploy", "places", {})
        raw = {"places": next(iter(offered)).value}
        plan = GAME.parse(GAME.view(state, seat), "deploy", raw)
        state = GAME.apply(state, seat, plan, dice).state
        state = GAME.apply(state, seat, GAME.parse(GAME.view(state, seat), "ready", {}), dice).state
    assert not given, f"nothing begins with {sorted(given)}"
    assert not dice.left, "dice are left over"
    return state


# -- files -------------------------------------------------------------------------------------


def data_of(given: Mapping[str, Any]) -> PlayData:
    """Return the files that a table is played with: those shipped, but for what it says."""
    own = {name: given[name] for name in OWN_DATA if name in given}
    return _data(json.dumps(own), given.get("board", "small"))


@lru_cache(maxsize=256)
def _data(own: str, scenario: str) -> PlayData:
    base = shipped(GAME.key, GAME.data_files)
    given = json.loads(own)
    files = dict(base.files)
    for board in ("a", "c"):
        name = f"board_{board}.csv"
        files[name] = _grounds(files[name], board.upper(), given.get("ground", {}))
    if "roads" in given:
        lines = [f"{kind},{';'.join(way.split('-'))},house" for way, kind in given["roads"].items()]
        files["roads.csv"] = "\n".join(["kind,hexes,source", *lines, ""])
    scenarios = {scenario: {**CLEAR, **given.get("scenario", {})}}
    files["scenarios.toml"] = _figures(files["scenarios.toml"], "key", scenarios)
    head, mark, rest = files["scenarios.toml"].partition(f'key = "{scenario}"')
    mine, another, others = rest.partition("[[scenario]]")
    mine = _figures(mine, "side", given.get("army", {}))
    files["scenarios.toml"] = head + mark + mine + another + others
    for name, changes in given.get("data", {}).items():
        files[f"{name}.toml"] = _figures(files[f"{name}.toml"], "key", changes)
    return PlayData(GAME.key, files)


def _grounds(text: str, board: str, ground: Mapping[str, str]) -> str:
    """Return a board's file with other ground: a terrain, a level or both for a hex, or "all"."""
    lines = []
    for line in text.splitlines():
        hex_id, *cells = line.split(",")
        for said in (ground.get("all", ""), ground.get(hex_id, "")):
            if hex_id.startswith(board):
                for word in said.split():
                    cells[word.isdigit()] = word
        lines.append(",".join((hex_id, *cells)))
    return "\n".join((*lines, ""))


def _figures(text: str, name: str, changes: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a file of tables with other figures in those whose *name* is given."""
    for wanted, figures in changes.items():
        found = re.search(rf'^{name} = "{wanted}"$.*?(?=^\[\[|\Z)', text, re.MULTILINE | re.DOTALL)
        assert found, f"no {wanted}"
        block = found[0]
        for field, value in figures.items():
            line = f"{field} = {_toml(value)}\n"
            block, times = re.subn(
                rf"^{field} = (\[$.*?^\]|.*?$)\n?", line, block, flags=re.MULTILINE | re.DOTALL
            )
            block = block if times else block.rstrip("\n") + "\n" + line
        text = text.replace(found[0], block)
    return text


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{one} = {_toml(each)}" for one, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
