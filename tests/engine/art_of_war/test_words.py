"""Everything that a battle says can be read in both languages, by whoever may read it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from bot.text import Words, be_strict
from bot.text.catalogue import LANGUAGES
from bot.trials.random_play import play_at_random
from engine.api import Action, Event, Term
from engine.art_of_war.actions import (
    Deploy,
    Hide,
    Hiding,
    Manoeuvre,
    Move,
    Part,
    Placing,
    Write,
)
from engine.art_of_war.compass import PARTS
from engine.art_of_war.game import GAME
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import SEATS, State
from engine.dice import SeededDice
from engine.kit.filling import offered

RAW = re.compile(r"(south|north)(\.[a-z]+)?-[a-z]*\d|(south|north)-camp")
"""Ids of units, generals, camps, works and markers."""

VIEWERS = (*SEATS, None)
PLACES = (
    "a",
    "b2",
    "e1",
    "g1",
    "camp",
    "m1",
    "f1",
    "terrain f2",
    *PARTS,
    "15/10",
    "north a",
    "north-g1",
)
"""What is asked about of every state that is read."""


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        pytest.param({"turns": 3}, "en", marks=pytest.mark.long),
        ({"turns": 2, "terrain": "random"}, "es"),
        ({"turns": 1, "armies": "own", "terrain": "placed"}, "en"),
        pytest.param(
            {"turns": 1, "armies": "own", "terrain": "placed"}, "es", marks=pytest.mark.long
        ),
    ],
)
def test_a_battle_can_be_read(settings: dict[str, Any], language: str) -> None:
    """Events, questions, options, the table in words, orders, odds: no value is left open."""
    states: list[State] = []
    start = GAME.setup(Settings(**settings), SeededDice(b"words"))
    log, last = play_at_random(
        GAME, start.state, "words", limit=500, each=states.append, standing=True
    )
    words = Words(language, GAME, plain=True)
    be_strict()
    try:
        said: list[str] = []
        for events in (start.events, *(entry.events for entry in log)):
            said += read(words, events)
        for state in states[:: max(1, len(states) // 8)]:
            said += spoken(words, state)
        outcome = GAME.outcome(last)
        assert outcome is not None
        said.append(words.say(outcome.reason))
    finally:
        be_strict(strict=False)
    assert all(said)
    assert not [one for one in said if "{" in one or "[" in one or "_" in one]
    assert not [one for one in said if RAW.search(one)]


def read(words: Words, events: tuple[Event, ...]) -> list[str]:
    """What each reader is told of events."""
    return [
        words.say(told)
        for event in events
        for viewer in VIEWERS
        if (told := event.reading(viewer)) is not None
    ]


def spoken(words: Words, state: State) -> list[str]:
    """Everything that is shown of a state to both sides and to the public."""
    said: list[str] = [words.say(one) for one in GAME.awaiting(state)]
    for viewer in VIEWERS:
        view = GAME.view(state, viewer)
        status = GAME.status(view)
        said += [words.say(status.turn_name), words.say(status.phase)]
        said += [words.say(one) for where in ("", *PLACES) for one in GAME.describe(view, where)]
        said += [words.say(one) for one in GAME.orders(view)]
    for owed in GAME.awaiting(state):
        view = GAME.view(state, owed.seat)
        said += [words.say(each) for one in GAME.asked(view) for each in one.choices]
        for kind in GAME.kinds(view):
            name = next(iter(GAME.actions[kind].model_fields), "")
            said += [words.say(one) for one in list(options(view, kind, name))[:4]]
            for action in list(offered(GAME, view, kind))[:2]:
                preview = GAME.preview(view, action)
                lines = (*preview.costs, *preview.notes, *(one.text for one in preview.warnings))
                said += [words.say(one) for one in lines]
                said.append(words.action(action))
                for odds in GAME.odds(view, action):
                    said += [words.say(odds.about), *(words.say(one) for one in odds.assumed)]
                    said += [words.say(one.result) for one in odds.chances]
    return said


def options(view: Any, kind: str, field: str) -> tuple[Any, ...]:
    """What the first field of an action may take; nothing of one without fields."""
    return tuple(GAME.options(view, kind, field, {})) if field else ()


def test_sentences_read_as_a_person_would_say_them() -> None:
    """Names, numbers and plurals, once each where they appear."""
    english, spanish = (Words(one, GAME, plain=True) for one in LANGUAGES)
    unit = Term("unit", "south.rome-b2")
    lost = Event(
        "cohesion.lost", "", {"unit": unit, "n": 1, "left": 2, "why": Term("why", "panic")}
    )
    assert english.say(lost) == "B2 (hastati) lost 1 point of cohesion (panic); 2 left."
    assert spanish.say(lost) == "B2 (hastados) perdió 1 punto de cohesión (pánico); cohesión 2."
    state = GAME.setup(Settings(), SeededDice(b"words")).state
    view = GAME.view(state, "south")
    assert english.say(GAME.status(view).turn_name) == "Before the battle"
    told = [english.say(one) for one in GAME.describe(view, "terrain f1")]
    assert told[0] == "Terrain F1: gentle hill, about 6.9/13, in sector 4"
    leader = [spanish.say(one) for one in GAME.describe(view, "g1")]
    assert leader[0] == "Escipión (G1), competente, general del cuerpo 1, está por desplegar"


@pytest.mark.parametrize(
    ("action", "english", "spanish"),
    [
        (
            Move(who="a", parts=(Part(do=Manoeuvre.ADVANCE, by=Fraction(3)),)),
            "A: advance 3",
            "A: avanzar 3",
        ),
        (
            Move(who="a", parts=(Part(do=Manoeuvre.HALF),), calm="pay"),
            "A: half turn; and pay for a difficult manoeuvre",
            "A: media vuelta; incluso pagando la maniobra difícil",
        ),
        (
            Write(corps=1, places=(Placing(who="a", x=Fraction(8), y=Fraction(3)),)),
            "Plan corps 1 at: A 8/3",
            "Planear el cuerpo 1 en: A 8/3",
        ),
        (
            Deploy(
                corps=2,
                places=(Placing(who="e", x=Fraction(8), y=Fraction(3)),),
                afoot=("south-e1",),
            ),
            "Deploy corps 2: E 8/3; Afoot: E1 (South)",
            "Desplegar el cuerpo 2: E 8/3; A pie: E1 (Sur)",
        ),
        (
            Hide(markers=(Hiding(who="c1", at="6/4.5"), Hiding(who="-", at="24/3"))),
            "Lay ambush markers: C1 6/4.5 and nobody 24/3",
            "Poner marcadores de emboscada: C1 6/4.5 y nadie 24/3",
        ),
    ],
)
def test_orders_are_sentences_that_leave_nothing_out(
    action: Action, english: str, spanish: str
) -> None:
    """What a sentence has no place for stands behind it, unless it is what is usual."""
    for language, said in zip(LANGUAGES, (english, spanish), strict=True):
        assert Words(language, GAME, plain=True).action(action) == said


@pytest.mark.parametrize(
    ("kind", "key", "english", "spanish"),
    [
        ("unit", "south.rome-b2", "B2 (hastati)", "B2 (hastados)"),
        ("unit", "south-b2", "B2 (South)", "B2 (Sur)"),
        ("target", "north-camp", "camp (North)", "campamento (Norte)"),
        ("spot", "12.5/4", "12.5/4", "12.5/4"),
        ("group", "south.rome-b1+south.rome-b2", "B1+B2 (hastati)", "B1+B2 (hastados)"),
        (
            "group",
            "south.rome-i1+south.rome-i3",
            "I1+I3 (Numidian foot, Cretans)",
            "I1+I3 (infantes númidas, cretenses)",
        ),
        ("general", "south.rome-g1", "Scipio (G1)", "Escipión (G1)"),
        ("general", "north-g2", "General G2 (North)", "General G2 (Norte)"),
        ("marker", "north-m1", "marker M1 (North)", "marcador M1 (Norte)"),
        ("work", "south-work2", "fortification 2 (South)", "fortificación 2 (Sur)"),
        ("hiding", "- 6/4.5", "nobody 6/4.5", "nadie 6/4.5"),
        ("placing", "b 8 3.5 3", "B 8/3.5, 3 in front", "B 8/3.5, 3 de frente"),
        ("feature", "f1", "F1", "F1"),
        ("unit", "nobody", None, None),
        ("placing", "nonsense", None, None),
    ],
)
def test_pieces_have_names_that_follow_from_their_ids(
    kind: str, key: str, english: str | None, spanish: str | None
) -> None:
    """Of a ready-made army by what it calls them, of one's own by their side."""
    assert (GAME.lexicon(kind, key, "en"), GAME.lexicon(kind, key, "es")) == (english, spanish)
