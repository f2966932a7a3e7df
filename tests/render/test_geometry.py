"""Words on pictures: none off the page, none on another, none too small for a phone.

Held over states of whole random games, every kind of picture, both languages; not by pixels, so
that another colour or a moved panel breaks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.text import LANGUAGES, words_for
from engine.art_of_war.state import SOUTH
from engine.registry import load_games
from render.api import (
    CHANGES,
    KEY,
    ROSTER,
    WHOLE,
    PhaseReport,
    Picture,
    Section,
    UnknownSectionError,
)
from render.art_of_war.labels import Labels, name_size
from render.art_of_war.layout import whole_of
from render.art_of_war.muster import leading, standing
from render.art_of_war.sheet import around, outline
from render.themes import STANDARD
from tests.bench.subjects import choosings, states_of, subject_of, subjects
from tests.games.knowing import Subject
from tests.support.geometry import Line, noted
from tests.support.seldom import seldom

PHONE, LEAST = 390, 9
PARTS = (0.1, 0.5, 0.9)
DRAWN = [(key, part) for key in load_games() for part in PARTS]
USUAL = [(key, PARTS[1 + number % 2]) for number, key in enumerate(load_games())]
"""The middle or the end of each game."""
READ = 12
"""The least pixels of a line of a key or a roster at 390: these are there to be read."""


def drawn(
    key: str, part: float
) -> Iterator[tuple[str, Picture, tuple[Line, ...], tuple[Line, ...], str]]:
    """Yield pictures of a game: name, picture, its lines, those not on tiles, what clashes."""
    subject = subject_of(key)
    with noted() as words:
        for name, section, view, more, language in _wanted(subject, part):
            words.sheets.clear()
            names = words_for(language, subject.game).plain.say
            picture = subject.painter.paint(view, section, names=names, **more)
            clashes = "; ".join(f"{a.words} on {b.words}" for a, b in words.clashes())
            yield name, picture, tuple(words.lines()), tuple(words.whole()), clashes


def _wanted(
    subject: Subject, part: float
) -> Iterator[tuple[str, Section, Any, dict[str, Any], str]]:
    game, states = subject.game, states_of(subject.game.key)
    language = LANGUAGES[PARTS.index(part) % len(LANGUAGES)]
    place = round(part * (len(states) - 1))
    view = game.view(states[place], None)
    yield f"whole {place}", WHOLE, view, {}, language
    yield f"key {place}", KEY, view, {}, language
    yield f"zone {place}", Section("zone", subject.zone), view, {}, language
    yield f"around {place}", subject.part, view, {}, language
    before, passed = (game.view(states[max(0, place - back)], None) for back in (40, 1))
    report = PhaseReport(passed, awaited=tuple(game.seats))
    told = {"before": before, "report": report}
    yield f"changes {place}", CHANGES, view, told, language
    for own, choosing, section in list(choosings(subject, states[place]))[:3]:
        yield f"{choosing.kind} {place}", section, own, {"choosing": choosing}, language


@pytest.mark.parametrize(("key", "part"), seldom(DRAWN, USUAL))
def test_words_stand_where_they_can_be_read(key: str, part: float) -> None:
    """No line is lower than 9 pixels at 390, off the page, or on another.

    Only the numbers printed on a map's tiles are cut where their hexes are. One test, as the
    pictures take seconds.
    """
    for name, picture, lines, whole, clashes in drawn(key, part):
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


@pytest.mark.parametrize("key", load_games())
def test_keys_and_rosters_are_read_on_a_phone(key: str) -> None:
    """Whatever left the whole map stands there in letters that are easily read, in both languages.

    None is off the page or on another; no map has them any more.
    """
    subject = subject_of(key)
    states = states_of(key)
    with noted() as words:
        for part, language in zip(PARTS[::2], LANGUAGES, strict=True):
            view = subject.game.view(states[round(part * (len(states) - 1))], None)
            names = words_for(language, subject.game).plain.say
            said: dict[str, set[str]] = {}
            for section in (KEY, ROSTER, WHOLE):
                words.sheets.clear()
                try:
                    picture = subject.painter.paint(view, section, names=names)
                except UnknownSectionError:
                    continue
                lines = tuple(words.lines())
                said[section.kind] = {one.words for one in lines}
                if section == WHOLE:
                    rims = [one.words for one in words.whole() if _at_a_rim(one)]
                    assert not [one for one in rims if _is_negative(one)]
                    continue
                low = {one.words for one in lines if one.height * PHONE < READ * picture.width}
                assert lines
                assert not low, section.kind
                assert [one for one in words.whole() if one.is_off] == []
                clashes = [(one.words, two.words) for one, two in words.clashes()]
                assert not clashes, section.kind
            meanings = {one for one in said["key"] if len(one) > MOST_MARKED}
            assert len(meanings) > 5
            assert not meanings & said["whole"]


MOST_MARKED = 8
"""Letters of what may stand on a map as well: a place, a side, figures."""


def test_rims_never_read_as_negative() -> None:
    """No number on a rim has a dash before it, whichever part of a map is shown; as on the whole.

    The whole is looked at with what has left it.
    """
    for subject in subjects():
        key = subject.game.key
        view = subject.game.view(states_of(key)[0], None)
        with noted() as words:
            for section in (Section("zone", subject.zone), subject.part):
                words.sheets.clear()
                subject.painter.paint(view, section, names=subject.names)
                rims = [one.words for one in words.whole() if _at_a_rim(one)]
                assert not [one for one in rims if _is_negative(one)], key


DASHES = "-‐‑–—−"


def _is_negative(words: str) -> bool:
    return words[:1] in DASHES and words[1:2].isdigit()


def _at_a_rim(line: Line) -> bool:
    """Say whether a line stands within a twentieth of its sheet's edge."""
    left, top, right, bottom = line.box
    width, height = line.sheet
    near = width / 20
    return left < near or top < near or right > width - near or bottom > height - near


def test_names_and_generals_of_a_whole_table_stand_clear() -> None:
    """El Arte de la Guerra: letters of 9 pixels at 390, none on another, no disc on a name.

    Of a whole random game with whole armies, every state of some; discs lie on no unit at all
    where there is room beside it.
    """
    subject = subject_of("art_of_war")
    states, layout = states_of("art_of_war"), whole_of(1080)
    letters = name_size(layout.width)
    assert letters * PHONE >= LEAST * layout.width
    seen = over = 0
    for number in range(0, len(states), max(1, len(states) // 60)):
        view = subject.game.view(states[number], SOUTH)
        troops, leaders = standing(view), leading(view)
        labels = Labels(layout.window, layout.window.size, letters, STANDARD, troops, leaders)
        boxes = [_box(one.sprite.size, one.x, one.y) for one in labels.names]
        discs = [_box((one.size, one.size), one.x, one.y) for one in labels.discs.values()]
        assert len(boxes) == len(troops)
        assert all(one.sprite.line >= letters for one in labels.names)
        for place, one in enumerate(boxes):
            assert all(_shared(one, two) <= 1.5 for two in boxes[:place]), number
        for place, disc in enumerate(discs):
            assert all(_shared(disc, name) <= 1.5 for name in boxes), number
            assert all(_shared(disc, other) <= 1.5 for other in discs[:place]), number
            bases = (
                (*layout.window.at(*edge[:2]), *layout.window.at(*edge[2:]))
                for edge in (around(outline(each.base)) for each in troops)
            )
            over += any(_shared(disc, base) > 2 for base in bases)
            seen += 1
    assert seen > 50
    assert over <= seen / 20


Box = tuple[float, float, float, float]


def _box(size: tuple[int, int], x: float, y: float) -> Box:
    return x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2


def _shared(one: Box, two: Box) -> float:
    """Return how far two boxes reach into each other, across or down, whichever is less."""
    across = min(one[2], two[2]) - max(one[0], two[0])
    return max(0.0, min(across, min(one[3], two[3]) - max(one[1], two[1])))
