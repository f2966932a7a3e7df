"""Games played at random to their end: nothing is stuck, nothing is on the table that cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.trials.random_play import play_at_random, random_game
from engine.api import Event, Term
from engine.barricadas.frames import Activation
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import OFF_GROUND, SEATS, State, hex_of, other
from engine.dice import SeededDice
from tests.support.games_played import played, states_of


def look(state: State) -> None:
    """Hold what must be so in every state in which somebody is awaited."""
    assert GAME.faults(state) == ()
    assert GAME.load(GAME.dump(state)) == state
    for seat in SEATS:
        view = GAME.view(state, seat)
        theirs = [one for one in view.table.counters.values() if one.side == other(seat)]
        # Who is not recognised is nowhere in what the other side sees, but as a marker.
        assert not [one for one in theirs if one.unseen]
        hidden = [
            one for one in state.table.counters.values() if one.side == other(seat) and one.unseen
        ]
        places = {hex_of(state.table, one) for one in hidden} - OFF_GROUND
        assert places <= set(view.table.shades)
        # By its letter a counter tells of which unit it is, and so that its officer was drawn.
        seen = GAME.codec.dump(State(view.table, {}))
        told = {one.unit for one in theirs}
        assert not [one.id for one in hidden if one.id not in told and f'"{one.id}"' in seen]


@pytest.mark.parametrize("number", range(8))
def test_small_games_end(number: int) -> None:
    """Any way of playing comes to the last turn, with standing orders too; somebody has won."""
    found = random_game(GAME, f"small {number}", limit=3000, each=look, standing=number % 2 == 1)
    assert found.state.table.ending.winner in SEATS


def test_full_games_end() -> None:
    """Those with twenty counters a side too."""
    found, states = played(GAME, "words", Settings(scenario="full"))
    for state in states:
        look(state)
    assert found.state.table.ending.winner in SEATS


@pytest.mark.parametrize(("scenario", "limit"), [("small", 6000), ("full", 250)])
def test_games_asked_hex_by_hex_are_sound(scenario: str, limit: int) -> None:
    """Reaction is asked at every step, answered by persons or orders, and nothing is stuck."""
    settings = Settings.model_validate({"scenario": scenario, "reaction": "hex"})
    questions = 0

    def see(state: State) -> None:
        nonlocal questions
        questions += any(one.code == "react.at" for one in GAME.awaiting(state))
        look(state)

    start = GAME.setup(settings, SeededDice(b"hex")).state
    play_at_random(GAME, start, f"hex {scenario}", limit=limit, each=see, standing=True)
    assert questions > 10


@pytest.mark.parametrize("reaction", ["path", "hex"])
def test_what_is_asked_does_not_hang_on_who_hides(reaction: str) -> None:
    """Were all of the asked side hidden, or all recognised, the same would be asked (ALB-R1)."""
    states: list[State] = []
    settings = Settings.model_validate({"reaction": reaction})
    for number in range(4):
        states += states_of(GAME, f"asked {number}", settings)
    asked = [one for one in states if one.table.frames]
    assert asked
    for state in asked:
        (frame, *_) = state.table.frames
        if not isinstance(state.table.frames[-1], Activation):
            continue
        for unseen in (True, False):
            counters = {
                key: replace(one, unseen=unseen) if one.side == other(frame.seat) else one
                for key, one in state.table.counters.items()
            }
            twin = replace(state, table=replace(state.table, counters=counters))
            assert GAME.awaiting(twin) == GAME.awaiting(state)


@pytest.mark.parametrize("scenario", ["small", "full"])
def test_no_event_names_whom_its_reader_does_not_recognise(scenario: str) -> None:
    """Neither who it is nor any figure of theirs, before and after what happened (3.5, ALB-R2)."""
    found, states = played(GAME, "words", Settings.model_validate({"scenario": scenario}))
    told = 0
    for before, after, step in zip(states, states[1:], found.log, strict=False):
        for viewer in (*SEATS, None):
            hidden = {
                key
                for key, one in after.table.counters.items()
                if one.side != viewer and one.unseen and before.table.counters[key].unseen
            }
            for event in step.events:
                read = event.reading(viewer)
                if read is None:
                    continue
                named = {one.key for one in terms(read) if one.kind == "counter"}
                assert not named & hidden, (viewer, read)
                if read.code.endswith(".unseen"):
                    told += 1
                    assert all(isinstance(one, Term) for one in read.params.values())
                    assert {one.kind for one in terms(read)} <= {"hex", "seat"}
    assert told


def terms(event: Event) -> list[Term]:
    """The words of a sentence that name something."""
    found: list[Term] = []
    for value in event.params.values():
        if isinstance(value, Term):
            found.append(value)
        elif isinstance(value, tuple):
            found += [one for one in value if isinstance(one, Term)]
    return found
