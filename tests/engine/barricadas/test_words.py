"""Everything that a game says can be read in both languages, by whoever may read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.text import Words, be_strict
from bot.text.catalogue import LANGUAGES, load
from bot.trials.random_play import play_at_random
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import SEATS, State
from engine.dice import SeededDice
from engine.kit.filling import offered
from tests.support.seldom import seldom

ROOT = Path(__file__).resolve().parents[3]
VIEWERS = (*SEATS, None)
SPOKEN = 500
"""Actions of a random game that are read: it is over by then."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_felt_of_those_who_hide_has_a_sentence_of_its_own(language: str) -> None:
    """Whatever is told of counters is told otherwise to who does not recognise them (3.5)."""
    wanted = {
        f"event.{code}.unseen"
        for path in (ROOT / "engine" / GAME.key).rglob("*.py")
        for code in felt_in(path)
    }
    assert len(wanted) > 10
    assert wanted <= load(language, GAME.key).templates.keys()


def felt_in(path: Path) -> Iterator[str]:
    """The codes by which a module tells what counters do, where it is felt by everybody."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        named: dict[str, ast.expr] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                named[node.targets[0].id] = node.value
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "play.tell_of":
                if any(one.arg == "felt" for one in node.keywords):
                    continue
                code = node.args[0]
                code = named[code.id] if isinstance(code, ast.Name) else code
                for part in ast.walk(code):
                    if isinstance(part, ast.Constant):
                        yield str(part.value)


TOLD = [
    ("small", "path", "en"),
    ("full", "path", "es"),
    ("small", "hex", "en"),
    ("north", "path", "es"),
    ("aragon", "path", "en"),
    ("huesca", "path", "es"),
]


@pytest.mark.parametrize(
    ("scenario", "reaction", "language"),
    seldom(TOLD, TOLD[:3]),
)
def test_a_game_can_be_read(scenario: Any, reaction: Any, language: str) -> None:
    """Events, questions, options, the ground in words, orders, odds: no value is left open."""
    states: list[State] = []
    settings = Settings(scenario=scenario, reaction=reaction)
    start = GAME.setup(settings, SeededDice(b"words")).state
    log, last = play_at_random(
        GAME, start, "words", limit=SPOKEN, each=states.append, standing=True
    )
    words = Words(language, GAME, plain=True)
    be_strict()
    try:
        said: list[str] = [
            words.say(told)
            for entry in log
            for event in entry.events
            for viewer in VIEWERS
            if (told := event.reading(viewer)) is not None
        ]
        for state in states[:: max(1, len(states) // 12)]:
            said += spoken(words, state)
        outcome = GAME.outcome(last)
        assert outcome is not None
        said.append(words.say(outcome.reason))
    finally:
        be_strict(strict=False)
    assert all(said)
    assert not [one for one in said if "{" in one or "[" in one]
    assert not [one for one in said if "republican-" in one or "nationalist-" in one]


def spoken(words: Words, state: State) -> list[str]:
    """Everything that is shown of a state to both sides and to the public."""
    said: list[str] = [words.say(one) for one in GAME.awaiting(state)]
    for viewer in VIEWERS:
        view = GAME.view(state, viewer)
        status = GAME.status(view)
        said += [words.say(status.turn_name), words.say(status.phase)]
        said += [words.say(one) for one in (*GAME.describe(view), *GAME.orders(view))]
    for owed in GAME.awaiting(state):
        view = GAME.view(state, owed.seat)
        for kind in GAME.kinds(view):
            name = next(iter(GAME.actions[kind].model_fields), "")
            first = list(GAME.options(view, kind, name, {}))[:4] if name else []
            said += [words.say(one) for one in first]
            for action in list(offered(GAME, view, kind))[:2]:
                preview = GAME.preview(view, action)
                lines = (*preview.costs, *preview.notes, *(one.text for one in preview.warnings))
                said += [words.say(one) for one in lines]
                for odds in GAME.odds(view, action):
                    said += [words.say(odds.about), *(words.say(one) for one in odds.assumed)]
                    said += [words.say(one.result) for one in odds.chances]
    return said


def test_a_sentence_reads_as_a_person_would_say_it() -> None:
    """Names, numbers and plurals, once each where they appear."""
    english, spanish = (Words(one, GAME, plain=True) for one in LANGUAGES)
    state = GAME.setup(Settings(), SeededDice(b"words")).state
    view = GAME.view(state, "nationalist")
    assert english.say(GAME.status(view).turn_name) == "Before the battle"
    told = [english.say(one) for one in GAME.describe(view)]
    assert "Turn 0 of 6" not in told
    assert "Town C807: Nationalists" in told
    assert "Pueblo C807: Nacionales" in [spanish.say(one) for one in GAME.describe(view)]
