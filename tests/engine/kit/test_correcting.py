"""Corrections of the ferrymen: what is judged, what is struck, who is told."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from bot.text import words_for
from engine.api import Correction, Text
from engine.dice import SeededDice
from engine.errors import CorruptState, IllegalAction, MalformedAction
from engine.kit.standing_orders import given
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.toy_game import TOY, Settings
from tests.support.toy_game.actions import Reply, Row
from tests.support.toy_game.corrections import Afloat, Bow, Crosser, Score, Voice
from tests.support.toy_game.state import BLUE, RED, SEATS, Phase, Secrets, Shouting, State

GAME: Any = TOY


def river(**settings: Any) -> State:
    """A game that has just begun, red to cross."""
    state: State = TOY.setup(Settings(**settings), SeededDice(b"river")).state
    return replace(state, table=replace(state.table, player=RED))


def codes(state: State, *corrections: Any) -> list[str]:
    """Why a position cannot be corrected so."""
    found = TOY.check_corrections(TOY.view(state, None), corrections)
    for language in ("en", "es"):
        assert all(words_for(language, GAME).say(one) for one in found)
    return [one.code for one in found]


def typed(state: State, kind: str, **raw: str) -> Correction:
    """A correction as a person types it."""
    return TOY.parse_correction(TOY.view(state, None), kind, raw)


def test_several_are_done_in_their_order() -> None:
    """A position is put right as a whole, and each correction is told of."""
    done = TOY.correct(river(), (Score(seat=BLUE, strokes=7), Crosser(seat=BLUE, crossing=2)))

    assert done.state.table.score == {RED: 0, BLUE: 7}
    assert (done.state.table.player, done.state.table.turn) == (BLUE, 2)
    assert [one.seat for one in TOY.awaiting(done.state)] == [BLUE]
    told = [words_for("en", GAME).plain.say(event) for event in done.events]
    assert told == ["Corrected: Blue has landed 7, not 0", "Corrected: Blue crosses, in crossing 2"]
    assert done.struck == {}


def test_it_counts_as_a_public_step() -> None:
    """So that questions of before are other ones than those of after."""
    state = river()
    after = TOY.correct(state, (Afloat(strokes=4),)).state

    assert TOY.awaiting(state)[0].key != TOY.awaiting(after)[0].key


def test_what_comes_of_it_must_be_possible() -> None:
    """The position that all lead to is judged, with the clause."""
    state = river(turns=3)

    assert codes(state, Crosser(seat=RED, crossing=4)) == ["fault.crossing"]
    assert codes(state, Crosser(seat=RED, crossing=4), Crosser(seat=BLUE, crossing=3)) == []
    assert codes(state) == ["correct.nothing"]
    assert codes(state, Crosser(seat=RED, crossing=1)) == ["correct.nothing"]
    with pytest.raises(IllegalAction) as refused:
        TOY.correct(state, (Crosser(seat=RED, crossing=0),))
    assert [(one.code, one.rule) for one in refused.value.refusals] == [("fault.crossing", "4")]


def test_switches_and_names_are_known() -> None:
    """What this table does not play is not put right, nor a side that there is not."""
    state = river()
    smuggling = replace(state, table=replace(state.table, settings=Settings(smuggling=True)))

    assert codes(state, Bow(heading=Fraction(90))) == ["correct.no_bow"]
    assert codes(smuggling, Bow(heading=Fraction(90))) == []
    assert codes(smuggling, Bow(heading=Fraction(400))) == ["fault.heading"]
    assert codes(state, Voice(seat=RED, hoarse=True)) == ["correct.no_voice"]
    assert codes(state, Score(seat="green", strokes=1)) == ["correct.no_word"]
    assert codes(state, Row(strokes=1)) == ["correct.unknown"]


def test_faults_of_the_river() -> None:
    """What cannot be has its sentence, in a state that no correction has made."""
    state = river()
    table = replace(state.table, score={RED: -1, BLUE: 0}, afloat=-2, phase=Phase.OVER)
    found = TOY.faults(replace(state, table=table))

    assert [one.code for one in found] == ["fault.score", "fault.afloat", "fault.inside"]
    for language in ("en", "es"):
        assert all(words_for(language, GAME).say(one) for one in found)


def test_at_rest_only() -> None:
    """Not while blue is asked, not while they load, not when it is over."""
    state = river()
    asked = replace(state, table=replace(state.table, frames=(Shouting(1, BLUE),)))
    loading = river(smuggling=True)
    one = Afloat(strokes=4)

    assert codes(asked, one) == ["correct.interrupted"]
    assert codes(loading, one) == ["correct.loading"]
    said = words_for("en", GAME).plain.say(TOY.check_corrections(TOY.view(asked, None), (one,))[0])
    assert said.startswith("First Blue must answer")
    for held in (asked, loading):
        assert list(TOY.correction_options(TOY.view(held, None), "afloat", "strokes", {})) == []


def test_what_is_offered_can_be() -> None:
    """Sides first, then numbers near; a crossing only of those that this game has."""
    state = river(turns=2)
    view = TOY.view(state, None)

    def values(kind: str, field: str, **filled: str) -> list[str]:
        return [one.value for one in TOY.correction_options(view, kind, field, filled)]

    assert values("score", "seat") == list(SEATS)
    assert values("score", "strokes", seat=RED) == ["1", "2", "3"]
    assert values("crosser", "crossing", seat=RED) == ["2"]
    assert values("crosser", "crossing", seat=BLUE) == ["1", "2"]
    assert values("bow", "heading") == []
    assert values("nonsense", "heading") == []
    accepted = TOY.correction_accepts(view, "score", "strokes", {"seat": RED})
    assert accepted == Text("accepts.far")
    assert TOY.correction_accepts(view, "score", "seat", {}) is None


def test_what_is_typed_is_read() -> None:
    """As the fields of actions are."""
    state = river()

    assert typed(state, "score", seat=" Red", strokes="12") == Score(seat=RED, strokes=12)
    assert typed(state, "bow", heading="22½°") == Bow(heading=Fraction(45, 2))
    with pytest.raises(MalformedAction):
        typed(state, "score", seat="red", strokes="many")
    with pytest.raises(MalformedAction):
        typed(state, "row", strokes="1")


def hoarse(*with_orders: str) -> State:
    """A table of hoarse ferrymen, some of whom have ordered to shout."""
    state = river(hoarse=True)
    loud = given({}, Reply(loud=True, far=3))
    secrets = {
        seat: Secrets(lantern="north", standing=loud if seat in with_orders else {})
        for seat in SEATS
    }
    return replace(state, secrets=secrets)


def test_an_order_that_can_be_done_no_more_is_struck() -> None:
    """Its side alone can be told which; the lantern stays."""
    state = hoarse(BLUE)
    done = TOY.correct(state, (Voice(seat=BLUE, hoarse=True),))

    assert done.state.secrets[BLUE] == Secrets(lantern="north")
    assert done.state.secrets[RED] == state.secrets[RED]
    assert done.struck.keys() == {BLUE}
    (line,) = done.struck[BLUE]
    assert line in TOY.orders(TOY.view(state, BLUE))


def test_nobody_else_sees_that_something_was_struck() -> None:
    """Worlds with and without such an order are told alike."""
    with_it, without = (
        TOY.correct(state, (Voice(seat=BLUE, hoarse=True),)) for state in (hoarse(BLUE), hoarse())
    )

    assert with_it.events == without.events
    for viewer in (None, RED):
        assert TOY.view(with_it.state, viewer) == TOY.view(without.state, viewer)


def test_orders_that_can_still_be_done_stand() -> None:
    """Nor is anything struck that could not be done before."""
    state = hoarse(RED, BLUE)
    assert TOY.correct(state, (Voice(seat=BLUE, hoarse=True),)).struck.keys() == {BLUE}
    table = replace(state.table, hoarse=(BLUE,))
    again = TOY.correct(replace(state, table=table), (Afloat(strokes=2),))
    assert again.struck == {}


def test_an_unsound_state_is_never_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only what is hidden makes it so, the bug is ours, and nothing is done."""
    monkeypatch.setattr(type(TOY), "faults", lambda game, state: (Text("never"),))

    with pytest.raises(CorruptState):
        TOY.correct(river(), (Afloat(strokes=1),))
