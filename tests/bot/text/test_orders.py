"""Orders and what came of them are sentences: no codes, no names of fields, past what is past."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.games import GAMES
from bot.text import words_for
from engine.api import Event, Term
from engine.barricadas.actions import Activate, Task
from engine.war_of_the_pacific.actions import Aside, Done, Intercept

LEADER = "nationalist-falange-infantry-e"
TASK = f"{LEADER}1+{LEADER}2 double C1312"


def said(game: str, language: str) -> Any:
    """The words of a game."""
    return words_for(language, GAMES[game])


@pytest.mark.parametrize(
    ("language", "whole"),
    [
        (
            "en",
            (
                "Activate Officer E (Falangists): E1+E2 move at double time to C1312; "
                "if fired at, stop"
            ),
        ),
        (
            "es",
            (
                "Activar a Oficial E (falangistas): E1+E2 mover a paso ligero a C1312; "
                "bajo fuego, detenerse"
            ),
        ),
    ],
)
def test_an_order_says_where_to_and_no_field(language: str, whole: str) -> None:
    """A deed has its preposition before a place, and what is beside the order its own words."""
    task = Task.model_validate(TASK)
    action = Activate(leader=LEADER, tasks=(task,), fired_at="stop")
    assert said("barricadas", language).action(action) == whole


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_was_typed_of_an_order_is_read_back_in_words(language: str) -> None:
    """An order that is not whole yet says its items as a whole one does, never by their codes."""
    words = said("barricadas", language)
    read = words.order(Activate, {"tasks": f"{TASK}, {LEADER}3 move C1311"})
    assert "nationalist" not in read
    assert "double" not in read or language == "en"
    assert words.given(Activate, "tasks", "anything at all") == "anything at all"


def test_an_order_that_names_nothing_says_that() -> None:
    """The bare name of a kind tells nobody what was ordered."""
    words = said("war_of_the_pacific", "en")
    assert words.action(Aside()) == "Set no ships aside"
    assert words.action(Done()) == "Close the phase"
    assert words.order(Aside, {}) == "Aside"  # it is still being put together
    assert words.action(Intercept(stacks=("2814",), transports=True)) == (
        "Intercept from Mollendo (2814); transports too"
    )


@pytest.mark.parametrize(
    ("game", "language", "kind", "raw", "line"),
    [
        (
            "war_of_the_pacific",
            "en",
            "captor",
            {"ship": "union", "seat": "allies"},
            "Give Unión to the Allies",
        ),
        (
            "war_of_the_pacific",
            "es",
            "captor",
            {"ship": "union", "seat": "allies"},
            "Poner Unión en manos del bando aliado",
        ),
        (
            "war_of_the_pacific",
            "en",
            "put",
            {"unit": "union", "to": "2007", "port": "true"},
            "Put Unión in Callao (2007); in port",
        ),
        (
            "barricadas",
            "en",
            "missions",
            {"seat": "republican", "arm": "105", "n": "2"},
            "Set the remaining missions of the Republicans (105 mm) to 2",
        ),
        (
            "art_of_war",
            "en",
            "marked",
            {"unit": "south-a1", "mark": "shot", "done": "true"},
            "Note that A1 (South) has shot",
        ),
        (
            "art_of_war",
            "en",
            "marked",
            {"unit": "south-a1", "mark": "shot", "done": "false"},
            "Take back that A1 (South) has shot",
        ),
    ],
)
def test_a_correction_is_an_order_too(
    game: str, language: str, kind: str, raw: dict[str, str], line: str
) -> None:
    """Typed or read, it is the same; a side has its article, and a flag its own sentence."""
    words, model = said(game, language), GAMES[game].corrections[kind]
    assert words.order(model, raw) == line
    assert words.action(model.model_validate(raw)) == line


@pytest.mark.parametrize(
    ("language", "count", "line"),
    [
        ("en", 3, "A1–A3 (South) advanced 2.5, pivoted left 20° and made a half turn"),
        ("es", 3, "A1–A3 (Sur) avanzaron 2,5, pivotaron a la izquierda 20° y dieron"),
        ("es", 1, "A1–A3 (Sur) avanzó 2,5, pivotó a la izquierda 20° y dio media vuelta"),
    ],
)
def test_a_move_is_told_as_done(language: str, count: int, line: str) -> None:
    """The units first, then what they did, in the past and in their number."""
    parts = ("advance 5/2", "pivot-left 20", "half")
    event = Event(
        "move.made",
        "5",
        {
            "who": Term("group", "south-a1+south-a2+south-a3"),
            "n": count,
            "parts": tuple(Term("part", one) for one in parts),
            "by": Fraction(3),
            "cost": 1,
        },
    )
    assert line in said("art_of_war", language).say(event)
