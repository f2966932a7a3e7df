"""Clauses, rulings, settings and cases of every game fit each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.trials.random_play import Played
from engine.api import Game, Refusal
from engine.data.rules_ledger import ledger_problems, load_editions, load_rules, load_rulings
from engine.registry import load_games
from tests.conformance.code import citing
from tests.engine.cases import clauses_of, clauses_shown, paths_of, read_case, rulings_shown
from tests.engine.telling import assert_in_force
from tests.support import games_played

GAMES = load_games()
KEYS = sorted(GAMES)
EDITIONS = [(key, edition) for key in KEYS for edition in load_editions(key)]
LOOKED_AT, TRIED, REFUSALS = 60, 300, 30
"""In so many states of a random game so many of its actions are tried; kinds of refusal met."""


@pytest.mark.parametrize("key", KEYS)
def test_every_automated_clause_has_a_case(key: str) -> None:
    """Whatever the ledger calls automated is shown by a case at least."""
    shown = clauses_shown(key)

    owed = [
        clause.id
        for clause in load_rules(key).values()
        if clause.status == "automated" and clause.id not in shown
    ]

    assert not owed


@pytest.mark.parametrize("key", KEYS)
def test_every_automated_clause_is_named_where_it_is_enforced(key: str) -> None:
    """A module of the engine names it: in its docstrings, or where it cites it to people."""
    clauses = [one.id for one in load_rules(key).values() if one.status == "automated"]

    assert [clause for clause, paths in citing(key, clauses).items() if not paths] == []


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_only_planned(key: str) -> None:
    """A game that can be played has no clause that is yet to be enforced."""
    assert [one.id for one in load_rules(key).values() if one.status == "planned"] == []


@pytest.mark.parametrize("key", KEYS)
def test_cases_show_known_clauses(key: str) -> None:
    """No case is about a clause that the ledger does not have."""
    assert clauses_shown(key) <= set(load_rules(key))


@pytest.mark.parametrize("key", KEYS)
def test_every_ruling_has_a_case(key: str) -> None:
    """Each ruling is shown by a case, and none that is not there."""
    assert rulings_shown(key) == set(load_rulings(key))


@pytest.mark.parametrize("key", KEYS)
def test_cases_show_rulings_on_their_clauses(key: str) -> None:
    """A case that shows a ruling is about a clause that the ruling bears on."""
    clauses = load_rules(key)
    for path in paths_of(key):
        case = read_case(path)
        bearing = {name for one in clauses_of(case) for name in clauses[one].rulings}
        assert set(case.get("rulings", ())) <= bearing, path.stem


@pytest.mark.parametrize("key", KEYS)
def test_a_case_lies_where_its_clause_is(key: str) -> None:
    """In the folder of its chapter, named for its clause, in lower case with hyphens."""
    for path in paths_of(key):
        rule = read_case(path)["rule"]
        clause, _, shows = path.stem.partition("--")
        assert clause == rule, path.stem
        assert path.parent.name == rule.partition(".")[0], path.stem
        assert re.fullmatch(r"([a-z0-9]+(-[a-z0-9]+)*)?", shows), path.stem


@pytest.mark.parametrize("key", KEYS)
def test_cases_that_name_a_ruling_list_it(key: str) -> None:
    """What the sentence of a case says of a ruling, its list says too."""
    for path in paths_of(key):
        case = read_case(path)
        named = {name for name in load_rulings(key) if f"({name})" in case["about"]}
        assert named <= set(case.get("rulings", ())), path.stem


@pytest.mark.parametrize("key", KEYS)
def test_rulings_are_switched_by_settings_of_the_game(key: str) -> None:
    """The setting that a ruling names can be chosen, and each that follows an edition is named."""
    fields = GAMES[key].settings_model.model_fields
    switches = {one.switch for one in load_rulings(key).values() if one.switch}

    assert switches <= set(fields)
    for name, info in fields.items():
        extra = info.json_schema_extra
        if isinstance(extra, dict) and "follows" in extra:
            assert name in switches


@pytest.mark.parametrize("key", KEYS)
def test_editions_are_those_a_table_can_choose(key: str) -> None:
    """A game told in several texts lets a table choose among them."""
    field = GAMES[key].settings_model.model_fields.get("edition")
    editions = load_editions(key)

    assert (field is not None) == bool(editions)
    if field is not None:
        for edition in editions:
            chosen = GAMES[key].settings_model.model_validate({"edition": edition})
            assert chosen.model_dump()["edition"] == edition


@pytest.mark.parametrize(("key", "edition"), EDITIONS)
def test_what_is_cited_stands_in_the_text_that_is_played(key: str, edition: str) -> None:
    """No event, question or refusal of a random game names a clause of the other text alone."""
    game = GAMES[key]
    settings = game.settings_model.model_validate({"edition": edition})
    played, before = games_played.played(game, f"cited {edition}", settings, standing=True)
    states = (*before, played.state)

    for one in played.log:
        assert_in_force(game, settings, one.events)
    for state in states:
        assert_in_force(game, settings, game.awaiting(state))
    refusals = list(_refused(game, states, played.log))
    assert_in_force(game, settings, refusals)
    assert len({one.code for one in refusals}) > REFUSALS


def _refused(
    game: Game[Any, Any], states: Sequence[Any], log: tuple[Played, ...]
) -> Iterator[Refusal]:
    """Yield why actions of a game may not be done at other moments of it, or by another seat."""
    for state in states[:: max(1, len(states) // LOOKED_AT)]:
        for one in log[:: max(1, len(log) // TRIED)]:
            for seat in game.seats:
                yield from game.check(state, seat, one.action)


RULES = """editions = ["en", "es"]
[[clause]]
id = "1"
title = "One"
title_es = "Uno"
status = "automated"
{extra}
"""
RULINGS = """[[ruling]]
id = "XY-R1"
question = "Which?"
question_es = "¿Cuál?"
ruling = "This."
ruling_es = "Esta."
clauses = [{clauses}]
"""


@pytest.mark.parametrize(
    ("extra", "clauses", "problem"),
    [
        ('editions = ["en"]\nrulings = ["XY-R1"]', '"1"', ""),
        ('source = "house"\nrulings = ["XY-R1"]', '"1"', ""),
        ('editions = ["en"]\nrulings = ["XY-R2"]', "", "no ruling XY-R2"),
        ('editions = ["en"]\nrulings = ["XY-R1"]', "", "ruling XY-R1 does not name 1"),
        ('editions = ["en"]', '"1"', "clause 1 does not name XY-R1"),
        ('editions = ["en"]', '"2"', "no clause 2"),
        ('editions = ["fr"]', "", "no edition fr"),
        ("", "", "it must stand in a text"),
        ('editions = ["en"]\nsource = "house"', "", "a clause of the house stands in no text"),
    ],
)
def test_a_ledger_that_does_not_fit_is_told(
    tmp_path: Path, extra: str, clauses: str, problem: str
) -> None:
    """Each slip is named once, by its own words, and a sound ledger has none."""
    (tmp_path / "rules.toml").write_text(RULES.format(extra=extra), encoding="utf-8")
    (tmp_path / "rulings.toml").write_text(RULINGS.format(clauses=clauses), encoding="utf-8")

    found = [one.problem for one in ledger_problems("game", tmp_path)]

    assert found == [problem] * bool(problem)
