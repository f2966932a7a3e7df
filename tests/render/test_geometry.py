"""Words on pictures: none off the page, none on another, none too small for a phone.

Held over states of whole random games, every kind of picture, both languages; not by pixels, so
that another colour or a moved panel breaks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.text import LANGUAGES, words_for
from render.api import CHANGES, WHOLE, Picture, Report, Section
from tests.bench.subjects import SUBJECTS, Subject, choosings, states_of
from tests.support.geometry import Line, noted

PHONE, LEAST = 390, 9
PARTS = (0.1, 0.5, 0.9)


def drawn(key: str) -> Iterator[tuple[str, Picture, tuple[Line, ...], tuple[Line, ...], str]]:
    """Yield pictures of a game: name, picture, its lines, those not on tiles, what clashes."""
    subject = SUBJECTS[key]
    with noted() as words:
        for name, section, view, more, language in _wanted(subject):
            words.sheets.clear()
            names = words_for(language, subject.game).plain.say
            picture = subject.painter.paint(view, section, names=names, **more)
            clashes = "; ".join(f"{a.words} on {b.words}" for a, b in words.clashes())
            yield name, picture, tuple(words.lines()), tuple(words.whole()), clashes


def _wanted(subject: Subject) -> Iterator[tuple[str, Section, Any, dict[str, Any], str]]:
    game, states = subject.game, states_of(subject.game.key)
    for part, language in zip(PARTS, (*LANGUAGES, LANGUAGES[0]), strict=True):
        place = round(part * (len(states) - 1))
        view = game.view(states[place], None)
        yield f"whole {place}", WHOLE, view, {}, language
        yield f"zone {place}", Section("zone", subject.zone), view, {}, language
        yield f"around {place}", subject.part, view, {}, language
        before, passed = (game.view(states[max(0, place - back)], None) for back in (40, 1))
        report = Report(passed, awaited=tuple(game.seats))
        told = {"before": before, "report": report}
        yield f"changes {place}", CHANGES, view, told, language
        for own, choosing, section in list(choosings(subject, states[place]))[:3]:
            yield f"{choosing.kind} {place}", section, own, {"choosing": choosing}, language


@pytest.mark.parametrize("key", list(SUBJECTS))
def test_words_stand_where_they_can_be_read(key: str) -> None:
    """No line is lower than 9 pixels at 390, off the page, or on another.

    Only the numbers printed on a map's tiles are cut where their hexes are. One test, as the
    pictures take seconds.
    """
    for name, picture, lines, whole, clashes in drawn(key):
        assert lines, name
        assert whole, name
        low = {one.words for one in lines if one.height * PHONE < LEAST * picture.width}
        assert not low, name
        assert [one for one in whole if one.is_off] == [], name
        assert not clashes, name


def test_what_is_noted_can_be_told_apart() -> None:
    """A line beyond the edge, one on another, and one beside it."""
    line = Line("a", 20, (0, 0, 40, 16), (100, 100))
    assert not line.is_off
    assert Line("b", 20, (70, 0, 110, 16), (100, 100)).is_off
    assert line.lies_on(Line("c", 20, (30, 10, 60, 26), (100, 100)))
    assert not line.lies_on(Line("d", 20, (40, 0, 60, 16), (100, 100)))
