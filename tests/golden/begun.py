"""What a build is asked to begin for a file: every kind of table, each as far as it goes.

What its build does not have yet (a game, plans, lessons) is left out by ``recorder.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TO_ITS_END = 20_000
Tables = Mapping[str, tuple[Mapping[str, Any], ...]]

EVERY: Tables = {
    "calama": (
        {"name": "a plan half sent", "actions": 8, "plan": True, "language": "es"},
        {"name": "half-way", "settings": {"scenario": "points"}, "actions": 40},
        {"name": "against the computer", "computer": "chile", "actions": 5},
        {"name": "given up", "actions": 6, "resigns": True},
        {"name": "open", "open": True, "actions": 0},
    ),
    "war_of_the_pacific": (
        {"name": "a plan half sent", "settings": {"edition": "en"}, "actions": 20, "plan": True},
        {
            "name": "half-way",
            "settings": {"edition": "es", "ship_capture": "true", "infernal_machines": "true"},
            "language": "es",
            "actions": 70,
        },
    ),
    "barricadas": (
        {"name": "a plan half sent", "actions": 24, "plan": True, "language": "es"},
        {"name": "as each hex is entered", "settings": {"reaction": "hex"}, "actions": 50},
        {"name": "full", "settings": {"scenario": "full"}, "actions": 120},
        {"name": "full, before it begins", "settings": {"scenario": "full"}, "actions": 6},
        {"name": "against the computer", "computer": "nationalist", "actions": 6},
    ),
    "art_of_war": (
        {"name": "ready armies", "settings": {"turns": "4"}, "actions": 60, "plan": True},
        {
            "name": "own armies",
            "settings": {"armies": "own", "terrain": "random", "turns": "3"},
            "language": "es",
            "actions": 110,
        },
        {"name": "own armies, mustering", "settings": {"armies": "own"}, "actions": 12},
        {
            "name": "own armies, a plan half sent",
            "settings": {"armies": "own", "terrain": "placed", "turns": "2"},
            "actions": 4,
            "plan": True,
        },
    ),
}
"""What a build with a schema, a dump or a ruleset of its own begins."""

PLAYED_OUT: Tables = {
    "calama": ({"name": "to its end", "actions": TO_ITS_END},),
    "barricadas": (
        {"name": "to its end", "actions": TO_ITS_END},
        {"name": "full, to its end", "settings": {"scenario": "full"}, "actions": TO_ITS_END},
        {
            "name": "full, against the computer",
            "settings": {"scenario": "full"},
            "actions": 30,
            "computer": "republican",
        },
    ),
    "art_of_war": (
        {"name": "to its end", "settings": {"turns": "2"}, "actions": TO_ITS_END},
        {
            "name": "own armies, to their end",
            "settings": {"armies": "own", "terrain": "random", "turns": "2"},
            "actions": TO_ITS_END,
        },
        {
            "name": "own armies, against the computer",
            "actions": 20,
            "computer": "north",
            "settings": {"armies": "own", "terrain": "random", "turns": "3"},
        },
    ),
}
"""What a version begins beside that."""

RELAYED: Tables = {
    "calama": ({"name": "handed on", "actions": 12},),
    "war_of_the_pacific": ({"name": "handed on", "settings": {"edition": "es"}, "actions": 24},),
    "barricadas": (
        {"name": "handed on", "actions": 20},
        {"name": "full, handed on", "settings": {"scenario": "full"}, "actions": 40},
    ),
    "art_of_war": (
        {"name": "handed on", "settings": {"turns": "3"}, "actions": 50},
        {
            "name": "own armies, handed on",
            "settings": {"armies": "own", "terrain": "random", "turns": "3"},
            "actions": 50,
        },
    ),
}
"""What a build begins that others play on."""
HANDED_ON = 8
"""How many actions each of those does in each campaign."""
LESSON = "calama"


def begun(*tables: Tables) -> Mapping[str, Any]:
    """Return tables as ``recorder.py`` reads them, and a lesson."""
    games = dict.fromkeys(game for one in tables for game in one)
    return {
        "tables": {game: [t for one in tables for t in one.get(game, ())] for game in games},
        "lesson": LESSON,
    }
