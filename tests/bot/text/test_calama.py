"""Calama's own words, in both languages (what every game says: test_games.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.text import words_for
from bot.text.catalogue import LANGUAGES
from bot.text.words import Words, be_strict
from engine.api import Event, Option, Param, Refusal, Term, Text
from engine.calama.actions import (
    Advance,
    Charge,
    CombatOrder,
    Leg,
    March,
    Placement,
    Prepare,
    Ready,
)
from engine.calama.game import GAME
from engine.calama.state import ATTRIBUTES, SEATS, Phase
from tests.bot.text.test_games import said

EN, ES = (Words(language, GAME) for language in LANGUAGES)

every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    be_strict()
    yield
    be_strict(strict=False)


@every_language
def test_phases_sides_and_attributes_have_names(language: str) -> None:
    """Plain phases, those of the log, both sides and the three attributes."""
    words = words_for(language, GAME)
    turns = [f"{phase}_{seat}" for phase in ("movement", "combat") for seat in SEATS]
    for phase in (*(one.value for one in Phase), *turns):
        said(words, Term("phase", phase))
    for seat in SEATS:
        said(words, Term("seat", seat))
    for attribute in ATTRIBUTES:
        said(words, Term("attribute", attribute))


@every_language
@pytest.mark.parametrize("ending", ["points", "commander", "last_round"])
def test_every_ending_can_be_said(language: str, ending: str) -> None:
    """However a game ends, there is a sentence for it, and it cites its rule."""
    assert "2.points" in said(
        words_for(language, GAME), Text(f"ending.{ending}", {"rule": "2.points"})
    )


def test_orders_read_as_orders() -> None:
    """A receipt says what was ordered, pieces and attributes by their names."""
    advance = Advance(piece="chile-infantry-3", to="4-9")
    march = March(
        moves=(Leg(piece="chile-infantry-3", to="4-9"), Leg(piece="chile-officer-1", to="3-9"))
    )
    charge = Charge(target="bolivia-cavalry-1", pieces=("chile-infantry-1", "chile-infantry-2"))
    order = CombatOrder(type="light_artillery", gives="strength", takes="movement")

    assert EN.action(advance) == "Advance Chilean infantry 3 to 4-9"
    assert ES.action(advance) == "Avanzar con Infantería chilena 3 a 4-9"
    assert EN.action(march) == "Advance Chilean infantry 3 → 4-9 and Chilean officer 1 → 3-9"
    assert EN.action(charge) == ("Charge Bolivian cavalry 1 with Chilean infantry 1–2")
    assert EN.action(order) == "Combat order for Light artillery: Strength −1, Movement +1"
    assert ES.action(order) == "Orden de combate para Artillería liviana: Fuerza −1, Movimiento +1"
    assert EN.action(Ready()) == "Finish your set-up"


def test_a_set_up_reads_as_a_set_up() -> None:
    """A receipt of the set-up names objectives by value, and every piece with its square."""
    prepare = Prepare(
        objectives=("topater", "guns", "roads"), places=(Placement(type="commander", at="2-10"),)
    )

    assert EN.action(prepare) == (
        "Rank objectives: Guns on Topáter hill, The enemy's guns and All five roads. "
        "Deploy: Commander 2-10"
    )
    assert "Cañones en el Topáter" in ES.action(prepare)


def test_dice_and_sums_stand_in_the_log() -> None:
    """Who reads the log can reckon every combat again."""
    shot = Event(
        "fire.hit",
        "7.5.2",
        {
            "piece": Term("piece", "chile-infantry-3"),
            "target": Term("piece", "bolivia-commander-1"),
            "square": Term("square", "8-7"),
            "dice": (6, 2),
            "strength": 2,
            "shot": 8,
            "resistance": 4,
            "cover": -1,
            "stand": 5,
        },
    )

    assert EN.say(shot) == (
        "Chilean infantry 3 fired at Bolivian commander (8-7): 8 vs 5 "
        "(dice 6 and 2; Strength 2; Resistance 4, terrain −1). **Hit.**"
    )
    assert ES.say(shot) == (
        "Infantería chilena 3 disparó a Comandante boliviano (8-7): 8 contra 5 "
        "(dados 6 y 2; Fuerza 2; Resistencia 4, terreno −1). **Acertó.**"
    )


def test_refusals_say_what_would_be_legal() -> None:
    """A refusal names the limit that was passed."""
    far = Refusal(
        "fire.too_far",
        "7.5.2",
        {"piece": Term("piece", "chile-heavy_artillery-1"), "n": 5, "most": 4},
    )
    door = Refusal(
        "reinforce.no_door",
        "7.4.2",
        {"square": Term("square", "1-7"), "doors": (Term("square", "1-8"), Term("square", "1-9"))},
    )

    assert EN.say(far) == (
        "Chilean heavy artillery 1 reaches 4 at most; the target is 5 squares away."
    )
    assert ES.say(door) == "Los refuerzos entran por 1-8 o 1-9, no por 1-7."


def test_options_fit_a_menu() -> None:
    """The longest labels are within the 100 characters that Discord shows."""
    longest = tuple(Term("objective", key) for key in ("calama", "officer", "escape"))
    ranked: dict[str, Param] = {f"o{place}": key for place, key in enumerate(longest, 1)}
    ranked |= {"n1": 8, "n2": 6, "n3": 4}
    for words in (EN, ES):
        assert len(words.say(Option("x", Text("objectives", ranked)))) <= 100
