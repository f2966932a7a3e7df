"""Acts that read alike stand in one line of a post, and one by one in the log."""

from __future__ import annotations

from typing import Any

from bot.letters.sentences import event_lines
from bot.text import words_for
from engine.api import Event, Term
from engine.registry import load_games

GAMES = load_games()
ALLIES = Term("seat", "allies")
CALLAO = Term("place", "2007")


def supplied(code: str, **params: Any) -> Event:
    """What a Supply Column did."""
    return Event(code, "6.2", {"seat": ALLIES, **params})


def regiments() -> list[Event]:
    """Two regiments brought to full strength, each by a column."""
    return [
        supplied("supply.spent", place=CALLAO),
        supplied("supply.replenished", unit=Term("unit", "ayacucho-reg")),
        supplied("supply.spent", place=CALLAO),
        supplied("supply.replenished", unit=Term("unit", "zepita")),
    ]


def test_one_line_an_act_and_not_one_a_unit() -> None:
    """What it cost is counted, and who it was for stands together."""
    words = words_for("en", GAMES["war_of_the_pacific"])
    spanish = words_for("es", GAMES["war_of_the_pacific"])
    assert event_lines(regiments(), words) == [
        "• The Allies spent 2 Supply Columns at Callao (2007).",
        "• The Allies brought Ayacucho Regiment and Zepita Regiment to full strength.",
    ]
    assert event_lines(regiments(), spanish)[0] == (
        "• El bando aliado gastó 2 columnas logísticas en Callao (2007)."
    )


def test_the_log_tells_act_by_act() -> None:
    """Whole is whole."""
    words = words_for("en", GAMES["war_of_the_pacific"])
    assert len(event_lines(regiments(), words, whole=True)) == 4


def test_acts_in_other_places_or_after_others_stay_apart() -> None:
    """What differs in more than who did it is another line; nothing passes another act."""
    words = words_for("en", GAMES["war_of_the_pacific"])
    spent = supplied("supply.spent", place=CALLAO)
    apart = [spent, supplied("supply.spent", place=Term("place", "2008")), spent]
    assert event_lines(apart, words) == [
        "• The Allies spent 2 Supply Columns at Callao (2007).",
        "• The Allies spent a Supply Column at Lima (2008).",
    ]
    between = Event("city.taken", "8.11", {"seat": ALLIES, "place": CALLAO})
    assert len(event_lines([spent, between, spent], words)) == 3


def test_a_stack_is_spotted_once() -> None:
    """Counters that are spotted one after the other at a hex are one line, with runs of letters."""
    names = ["nationalist-falange-infantry-e1", "nationalist-falange-infantry-e2"]
    game = GAMES["barricadas"]
    words = words_for("en", game)
    events = [
        Event(
            "seen.shown",
            "3.5",
            {"who": (Term("counter", one),), "n": 1, "hex": Term("hex", "C705")},
        )
        for one in names
    ]
    (line,) = event_lines(events, words)
    assert line.count("spotted") == 1
    assert line == "• Falangists E1 and E2 were spotted at C705."
