"""The ground in words, names, what events tell of a game, and the figures of its end."""

from __future__ import annotations

from typing import Any

import pytest

from bot.trials.random_play import random_game
from engine.api import Event, Term
from engine.barricadas.game import GAME
from engine.barricadas.lexicon import counter_name, short_name
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, SEATS, Reaction
from engine.dice import SeededDice
from engine.kit.params import terms_of
from tests.engine.barricadas.build import enemy, infantry, lay, officer, whole

INFANTRY = "republican-popular-army-infantry-g"


def told(viewer: str | None, where: str = "", **values: Any) -> dict[str, Any]:
    """What is said of a table to a viewer: the parameters of the last sentence of each code."""
    state = whole(
        lay(
            officer("g", "C404"),
            infantry("g1", "C404", hits=1, reaction=Reaction.KEPT),
            infantry("g2", "C405", unseen=True),
            enemy("g1", "C408", unseen=True),
            enemy("g2", "C408", routed=True),
            **values,
        )
    )
    return {one.code: one.params for one in GAME.describe(GAME.view(state, viewer), where)}


def test_the_whole_ground_tells_who_stands_where() -> None:
    """Stacks, hits, markers, those who are not recognised, towns and who holds them."""
    found = told(REPUBLICAN, held={"C807": NATIONALIST}, positions=("C404",))
    assert found["describe.town"]["seat"] == Term("seat", NATIONALIST)
    assert found["describe.hits"] == {"who": Term("counter", "republican-g1"), "n": 2}
    assert found["describe.prepared"]["n"] == 1
    assert found["describe.shades"]["hexes"] == (Term("hex", "C408"),)
    assert found["describe.routed"]["who"] == (Term("counter", "nationalist-g2"),)
    assert found["describe.positions"]["n"] == 1


def test_nobody_reads_who_the_enemy_hides() -> None:
    """Whom one does not recognise stands in no list; one's own are marked as hidden (3.5)."""
    assert "republican-g2" not in found_in(told(NATIONALIST))
    assert "nationalist-g1" in found_in(told(NATIONALIST))
    assert not {"republican-g2", "nationalist-g1"} & found_in(told(None))
    assert told(REPUBLICAN)["describe.unseen"]["who"] == (Term("counter", "republican-g2"),)


def found_in(sentences: dict[str, Any]) -> set[str]:
    """The counters that sentences name."""
    values = [value for params in sentences.values() for value in params.values()]
    terms = [term for value in values for term in terms_of(value)]
    return {one.key for one in terms if one.kind == "counter"}


def test_a_hex_tells_its_ground_and_the_figures_of_who_is_there() -> None:
    """Of one's own the morale too; hits are taken off the factor (8.4)."""
    found = told(REPUBLICAN, "c404")
    assert found["describe.hex"]["terrain"].kind == "terrain"
    assert found["describe.weapon"]["factor"] == 4
    assert found["describe.officer"]["who"] == Term("counter", "republican-g")
    assert found["describe.morale"]["n"] > 0
    assert "describe.morale" not in told(NATIONALIST, "C404")
    assert set(told(REPUBLICAN, "C408")) >= {"describe.shade", "describe.counter"}


@pytest.mark.parametrize(
    ("key", "english", "spanish"),
    [
        (f"{INFANTRY}2", "Republican infantry G2", "Infantería republicana G2"),
        (INFANTRY, "Officer G (Republican infantry)", "Oficial G (infantería republicana)"),
        ("republican-commissar", "Republican commissar", "Comisario republicano"),
        ("nobody", "", ""),
        ("republican-popular-army-infantry-g9", "", ""),
    ],
)
def test_counters_have_names_in_both_languages(key: str, english: str, spanish: str) -> None:
    """They follow from the id alone."""
    assert (counter_name(key, "en"), counter_name(key, "es")) == (english, spanish)


@pytest.mark.parametrize("scenario", ["small", "full", "north", "aragon", "huesca"])
def test_every_counter_of_a_scenario_is_named(scenario: Any) -> None:
    """Each has a name of its own, and another on pictures within its side."""
    state = GAME.setup(Settings(scenario=scenario), SeededDice(b"names")).state
    names = [counter_name(key, "es") for key in state.table.counters]
    assert all(names)
    assert len(set(names)) == len(names)
    for one in state.table.counters.values():
        if one.printed is not None:
            kind = one.printed.name[0]
            assert counter_name(one.id, "en").casefold().startswith(kind.casefold())
    assert short_name(f"{INFANTRY}2") == "G2"
    assert short_name("nationalist-chaplain") == "C"


def test_a_finished_game_is_counted() -> None:
    """Every game gives the same figures, and what is lost is told as it happens."""
    events: list[Event] = []
    keys = set[tuple[str, ...]]()
    for number in range(2):
        found = random_game(GAME, f"tale {number}", limit=3000)
        figures = GAME.tally(found.state)
        keys.add(tuple(figures))
        told_here = [one for entry in found.log for one in entry.events]
        events += told_here
        assert sum(figures[f"{seat}.towns"] for seat in SEATS) == 4
        lost = [one for event in told_here for one in losses(event)]
        for seat in SEATS:
            counted = sum(n for key, n in figures.items() if key.startswith(f"{seat}.lost."))
            assert len([one for one in lost if one == seat]) >= counted
    assert len(keys) == 1
    throws = [one for event in events for one in GAME.tale(event).throws]
    assert throws
    assert all(1 <= pips <= 6 for one in throws for pips in one.dice)


def losses(event: Event) -> list[str]:
    """Whose losses an event tells."""
    return [one.seat for one in GAME.tale(event).losses]
