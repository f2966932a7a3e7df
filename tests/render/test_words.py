"""Words beside pictures of phases keep step with them: what is drawn is said, what is said holds.

Held over phases of whole random games.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from engine.api import Term, Text
from engine.war_of_the_pacific.roster import is_supply
from render.api import CHANGES, Report
from render.calama.changes import changes as changes_of_calama
from render.sprites import Sprite
from render.war_of_the_pacific.changes import changes, place_of
from tests.bench.subjects import SUBJECTS, Subject, states_of

PHASES = 40
"""Of each game; those in which nothing is to be seen are passed over."""


def phases(subject: Subject) -> Iterator[tuple[Any, Any, Any]]:
    """Yield views of a game: as a phase began, as it was about to end, and as it had."""
    game = subject.game
    views = [game.view(state, None) for state in states_of(game.key)]
    keys = [(game.status(view).turn, game.status(view).phase_key) for view in views]
    ends = [place for place, (one, two) in enumerate(pairwise(keys), start=1) if one != two]
    told = list(pairwise([0, *ends]))
    for since, until in told[:: max(1, len(told) // PHASES)]:
        yield views[since], views[until - 1], views[until]


def terms_of(said: tuple[Text, ...]) -> set[Term]:
    """Every term of some sentences; a unit that lost steps is still that unit."""
    found: set[Term] = set()
    for line in said:
        for value in line.params.values():
            values = value if isinstance(value, tuple) and not isinstance(value, Term) else (value,)
            found |= {one for one in values if isinstance(one, Term)}
    found |= {Term("unit", one.key) for one in found if one.kind == "weakened"}
    return found


def seen_in_war(before: Any, after: Any, said: tuple[Text, ...]) -> set[Term]:
    """What changed in War of the Pacific, and all who stand at a place whose stacks are told."""
    told = changes(before.table, after.table)
    lost, raised = told.lost or {}, told.raised or {}
    places = {*lost, *raised, *(told.captured or {}), *(told.steps or {})}
    places |= {end for move in told.moves for end in (move.start, move.end)}
    units = {unit.id for gone in lost.values() for unit in gone}
    units |= {key for new in raised.values() for key in new}
    stacked = {line.params.get("place") for line in said if line.code.startswith("describe.")}
    units |= {
        key
        for key, unit in after.table.units.items()
        if Term("place", place_of(after.table, unit)) in stacked and not is_supply(key)
    }
    return {Term("unit", key) for key in units} | {Term("place", one) for one in places}


def seen_in_calama(before: Any, after: Any, _: tuple[Text, ...]) -> set[Term]:
    """What Calama's picture shows of a phase: who moved and was lost, where somebody fought."""
    told = changes_of_calama(before.table, after.table)
    pieces = {piece.id for piece in (*told.lost, *told.left)}
    pieces |= {move.piece.id for move in told.moves}
    squares = {fight.at for fight in told.fights} | {move.end for move in told.moves}
    return {Term("piece", key) for key in pieces} | {Term("square", one) for one in squares}


SEEN = {"war_of_the_pacific": seen_in_war, "calama": seen_in_calama}


@pytest.mark.parametrize("key", list(SUBJECTS))
def test_a_picture_of_a_phase_says_what_it_shows(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its heading, who is awaited, all that changed, who stands where it did."""
    subject, drawn = SUBJECTS[key], 0
    written: list[str] = []
    paste = Sprite.paste

    def noting(sprite: Sprite, onto: Image.Image, x: float, y: float) -> None:
        written.append(sprite.words)
        paste(sprite, onto, x, y)

    monkeypatch.setattr(Sprite, "paste", noting)
    for before, passed, after in phases(subject):
        written.clear()
        report = Report(passed, awaited=tuple(subject.game.seats))
        said = subject.painter.paint(
            after, CHANGES, before=before, report=report, names=subject.names
        ).alt
        awaited = [line.params["seats"] for line in said if line.code == "picture.awaited"]
        if not awaited:
            continue  # the whole map, where no place of it has anything to tell
        drawn += 1
        assert awaited == [tuple(Term("seat", seat) for seat in subject.game.seats)]
        missing = SEEN[key](before, after, said) - terms_of(said)
        assert not missing
        phase = said[0].params["phase"]
        assert isinstance(phase, Term)
        assert any(str(subject.names(phase)) in line for line in written)
    assert drawn > PHASES / 4


def test_every_counter_of_a_crop_is_named_where_it_stands() -> None:
    """War of the Pacific's crops name units, and no unit elsewhere."""
    subject, told = SUBJECTS["war_of_the_pacific"], 0
    for before, passed, after in phases(subject):
        report = Report(passed)
        said = subject.painter.paint(
            after, CHANGES, before=before, report=report, names=subject.names
        ).alt
        for line in said:
            if line.code in {"describe.land", "describe.in_port", "describe.at_sea"}:
                place, units = line.params["place"], line.params["units"]
                assert isinstance(place, Term)
                assert isinstance(units, tuple)
                assert {place_of(after.table, after.table.units[one.key]) for one in units} == {  # type: ignore[union-attr]
                    place.key
                }
                told += 1
    assert told > PHASES
