"""Chances are said exactly: never 0 for what can happen, never 100 for what need not."""

from fractions import Fraction
from typing import Any

import pytest

from bot.text import Words
from bot.text.chances import (
    FEW,
    MOST,
    average,
    brief,
    odds_lines,
    odds_texts,
    percent,
    ratio,
)
from engine.api import Chance, Odds, Text
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.toy_game import TOY, Row, Settings, Table
from tests.support.toy_game.state import begun

GAME: Any = TOY
EN, ES = Words("en", GAME), Words("es", GAME)
NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("chance", "english", "spanish"),
    [
        (Fraction(5, 6), "83.3%", "83,3 %"),
        (Fraction(1, 2), "50.0%", "50,0 %"),
        (Fraction(1), "100%", "100 %"),
        (Fraction(0), "0%", "0 %"),
        (Fraction(1, 36), "2.8%", "2,8 %"),
        (Fraction(1, 1000), "0.1%", "0,1 %"),
        (Fraction(1, 10**6), "<0.1%", "<0,1 %"),
        (Fraction(10**6 - 1, 10**6), ">99.9%", ">99,9 %"),
        (Fraction(999, 1000), "99.9%", "99,9 %"),
    ],
)
def test_percentages(chance: Fraction, english: str, spanish: str) -> None:
    """One decimal, with the language's sign."""
    assert percent(chance, EN) == english
    assert percent(chance, ES).replace(NBSP, " ") == spanish


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(5, 6), "5 in 6"),
        (Fraction(15, 36), "5 in 12"),
        (Fraction(35, 36), "35 in 36"),
        (Fraction(91, 216), None),
        (Fraction(1), None),
        (Fraction(0), None),
    ],
)
def test_small_fractions_are_said_as_fractions(chance: Fraction, said: str | None) -> None:
    """What two dice give, in lowest terms; what more dice give, only as a percentage."""
    assert ratio(chance, EN) == said


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        (Fraction(7, 2), "3.50", "3,50"),
        (Fraction(3), "3", "3"),
        (Fraction(0), "0", "0"),
        (Fraction(1, 6), "0.17", "0,17"),
        (Fraction(1, 1000), "<0.01", "<0,01"),
        (Fraction(-1, 1000), ">−0.01", ">−0,01"),
        (Fraction(-5, 4), "−1.25", "−1,25"),
    ],
)
def test_averages(value: Fraction, english: str, spanish: str) -> None:
    """At most two decimals."""
    assert average(value, EN) == english
    assert average(value, ES) == spanish


def test_everything_about_one_question() -> None:
    """What is asked with its clause, each result with both figures, averages, assumptions."""
    view = TOY.view(begun(Table(Settings(), "red")), "red")
    (six, _) = TOY.odds(view, Row(strokes=1))
    assert odds_lines(six, EN) == [
        "🎲 **A six among the strokes** *(2.1)*",
        "`83.3%` no six *(5 in 6)*",
        "`16.7%` a six: the other may shout *(1 in 6)*",
        "-# On average: strokes: 3.50",
        "-# Assumes: nobody shouts",
    ]


def test_many_results_keep_the_likeliest_and_say_what_is_left() -> None:
    """Of sixteen results twelve stand there, in their order; the others are summed up."""
    view = TOY.view(begun(Table(Settings(), "red")), "red")
    (_, way) = TOY.odds(view, Row(strokes=3))
    lines = odds_lines(way, EN)
    rows = [line for line in lines if line.startswith("`")]

    assert len(way.chances) == 16
    assert len(rows) == MOST
    assert [int(line.split(" far")[0].split()[-1]) for line in rows] == [*range(16, 4, -1)]
    assert "4 other results" in lines[-1]
    left = Fraction(8, 216)
    assert str(percent(left, EN)) in lines[-1]


def test_short_form_names_the_likeliest_in_order() -> None:
    """On one line: three results, and a mark that there are more."""
    chances = tuple(
        Chance(Text("way", {"n": n}), Fraction(share, 10))
        for n, share in ((9, 1), (8, 2), (7, 3), (6, 4))
    )
    said = brief(Odds(Text("way_odds"), "", chances), EN)
    assert said == "20.0% 8 far · 30.0% 7 far · 40.0% 6 far · …"
    assert said.count("·") == FEW


def test_what_all_questions_take_for_granted_is_said_once() -> None:
    """One paragraph a question; the same assumptions stand under all of them."""
    chances = (Chance(Text("no_six"), Fraction(1)),)
    assumed = (Text("nobody_shouts"),)
    one, other = (
        Odds(Text(about), "", chances, assumed=assumed) for about in ("six_odds", "way_odds")
    )
    plain = Odds(Text("way_odds"), "", chances)

    assert odds_texts((one, other), EN)[2:] == ["-# Assumes: nobody shouts"]
    assert "Assumes" not in "".join(odds_texts((one, other), EN)[:2])
    assert ["Assumes" in text for text in odds_texts((one, plain), EN)] == [True, False]
    assert ["Assumes" in text for text in odds_texts((plain, plain), EN)] == [False, False]
    assert len(odds_texts((one,), EN)) == 1
