"""Every case of the rulebook, as data: a table, what is done, what comes of it.

A case is a TOML file in ``cases``, named for its clause. It goes red when its rule is broken.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from engine.api import Action
from engine.dice import ScriptedDice
from engine.rules_ledger import load_rules
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.state import State
from engine.war_of_the_pacific.survey import victory_points
from engine.war_of_the_pacific.switches import Settings
from tests.engine.war_of_the_pacific.build import lay

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
GAME = WarOfThePacific()
EXPECTATIONS = {
    *("place", "steps", "flags", "nation", "absent", "columns", "control", "awaiting", "decision"),
    *("phase", "turn", "vp", "lost_warships", "bolivia_out", "outcome", "playing"),
}
"""What a case may look at afterwards; a misspelt one would check nothing."""
STEP = {"seat", "action", "dice", "refused", "events", "no_events"}


def _table(given: dict[str, Any]) -> State:
    settings = Settings(**given.pop("settings", {}))
    if given.pop("opening", False):
        opening: State = GAME.setup(settings, ScriptedDice()).state
        return opening
    laid: State = lay(settings=settings, **given)
    return laid


def _action(described: dict[str, Any]) -> Action:
    model = MODELS[described["kind"]]
    values = {name: value for name, value in described.items() if name != "kind"}
    return TypeAdapter(model).validate_python(values)


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_case(path: Path) -> None:
    """The rulebook's clause holds on this table."""
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    assert case["rule"] in load_rules("war_of_the_pacific"), f"no clause {case['rule']}"
    state = _table(case.get("given", {}))
    for step in case["do"]:
        state = _do(state, step)
    _expect(state, case.get("expect", {}))


def _do(state: State, step: dict[str, Any]) -> State:
    assert not set(step) - STEP
    try:
        action = _action(step["action"])
    except ValidationError as error:
        raise AssertionError(f"not an action: {error}") from None
    refusals = GAME.check(state, step["seat"], action)
    if "refused" in step:
        assert {refusal.code for refusal in refusals} >= set(step["refused"]), refusals
        assert refusals
        return state
    assert refusals == ()
    dice = ScriptedDice(*step.get("dice", []))
    done = GAME.apply(state, step["seat"], action, dice)
    assert dice.left == 0, "dice were left over"
    codes = [event.code for event in done.events]
    position = 0
    for code in step.get("events", []):
        assert code in codes[position:], f"no {code} in {codes[position:]} of {codes}"
        position = codes.index(code, position) + 1
    for code in step.get("no_events", []):
        assert code not in codes
    after: State = done.state
    return after


def _expect(state: State, expect: dict[str, Any]) -> None:
    assert not set(expect) - EXPECTATIONS
    units = state.table.units
    for unit_id, place in expect.get("place", {}).items():
        assert (unit_id, units[unit_id].at) == (unit_id, place)
    for unit_id, steps in expect.get("steps", {}).items():
        assert (unit_id, units[unit_id].steps) == (unit_id, steps)
    for unit_id, flags in expect.get("flags", {}).items():
        for flag, value in flags.items():
            assert (unit_id, flag, getattr(units[unit_id], flag)) == (unit_id, flag, value)
    for unit_id, nation in expect.get("nation", {}).items():
        assert (unit_id, units[unit_id].nation) == (unit_id, nation)
    for unit_id in expect.get("absent", []):
        assert unit_id not in units
    for where, count in expect.get("columns", {}).items():
        side, _, spot = where.rpartition(":")
        found = sum(
            1
            for unit in units.values()
            if unit.id.startswith("sc") and unit.at == spot and side in ("", unit.side)
        )
        assert (where, found) == (where, count)
    for hex_id, side in expect.get("control", {}).items():
        assert (hex_id, state.table.control[hex_id]) == (hex_id, side)
    if "awaiting" in expect:
        awaited = {decision.seat for decision in GAME.awaiting(state)}
        assert awaited == set(expect["awaiting"])
    if "decision" in expect:
        assert expect["decision"] in {decision.code for decision in GAME.awaiting(state)}
    if "phase" in expect:
        assert state.table.phase == expect["phase"]
    if "turn" in expect:
        assert state.table.turn == expect["turn"]
    if "vp" in expect:
        assert victory_points(state.table) == expect["vp"]
    if "lost_warships" in expect:
        assert state.table.lost_warships == tuple(expect["lost_warships"])
    if "bolivia_out" in expect:
        assert state.table.bolivia_out is expect["bolivia_out"]
    if "outcome" in expect:
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert (outcome.winner or "draw") == expect["outcome"]
    if expect.get("playing"):
        assert GAME.outcome(state) is None


def test_there_are_cases() -> None:
    """The folder is not empty."""
    assert CASES


def test_every_automated_clause_has_a_case() -> None:
    """Whatever the ledger calls automated is shown by a case at least."""
    shown = {tomllib.loads(path.read_text(encoding="utf-8"))["rule"] for path in CASES}
    owed = [
        clause.id
        for clause in load_rules("war_of_the_pacific").values()
        if clause.status == "automated" and clause.id not in shown
    ]
    assert not owed
