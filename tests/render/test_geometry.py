"""Words on pictures: none off the page, none on another, none too small for a phone.

Held over states of whole random games, every kind of picture, both languages; not by pixels, so
that another colour or a moved panel breaks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
from tests.bench.subjects import choosings, states_of, subject_of
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
MOST_MARKED = 8
"""Letters of what may stand on a map as well: a place, a side, figures."""


@dataclass(frozen=True)
class Drawing:
    """A picture and the words on it.

    Attributes:
        name: Which picture it is.
        section: What of the map it shows.
        picture: The picture.
        lines: All that can be seen on it.
        whole: Those of them that are not on tiles.
        clashes: Those that lie on others, as a sentence.
    """

    name: str
    section: Section
    picture: Picture
    lines: tuple[Line, ...]
    whole: tuple[Line, ...]
    clashes: str


def drawn(key: str, part: float) -> Iterator[Drawing]:
    """Draw a position of a game in every way, and the map and what stands beside it of another.

    That other one is in the other language. Its printed map is the first one's, whose words are
    not noted again.
    """
    subject, number = subject_of(key), PARTS.index(part)
    wanted = (
        *_wanted(subject, part, LANGUAGES[number % len(LANGUAGES)]),
        *_beside(subject, PARTS[number - 1], LANGUAGES[(number + 1) % len(LANGUAGES)]),
    )
    with noted() as words:
        for name, section, view, more, language in wanted:
            words.sheets.clear()
            names = words_for(language, subject.game).plain.say
            try:
                picture = subject.painter.paint(view, section, names=names, **more)
            except UnknownSectionError:
                assert section == ROSTER, name  # nothing is in play
                continue
            clashes = "; ".join(f"{a.words} on {b.words}" for a, b in words.clashes())
            lines, whole = tuple(words.lines()), tuple(words.whole())
            yield Drawing(name, section, picture, lines, whole, clashes)


_Wanted = tuple[str, Section, Any, dict[str, Any], str]
"""A picture's name, what it shows and of which view, what else it needs, and its language."""


def _wanted(subject: Subject, part: float, language: str) -> Iterator[_Wanted]:
    yield from _beside(subject, part, language)
    game, states = subject.game, states_of(subject.game.key)
    place = _place(subject, part)
    view = game.view(states[place], None)
    yield f"zone {place}", Section("zone", subject.zone), view, {}, language
    yield f"around {place}", subject.part, view, {}, language
    before, passed = (game.view(states[max(0, place - back)], None) for back in (40, 1))
    report = PhaseReport(passed, awaited=tuple(game.seats))
    told = {"before": before, "report": report}
    yield f"changes {place}", CHANGES, view, told, language
    for own, choosing, section in list(choosings(subject, states[place]))[:3]:
        yield f"{choosing.kind} {place}", section, own, {"choosing": choosing}, language


def _beside(subject: Subject, part: float, language: str) -> Iterator[_Wanted]:
    """Yield the whole map, and what has left it."""
    place = _place(subject, part)
    view = subject.game.view(states_of(subject.game.key)[place], None)
    for section in (WHOLE, KEY, ROSTER):
        yield f"{section.kind} {place}", section, view, {}, language


def _place(subject: Subject, part: float) -> int:
    return round(part * (len(states_of(subject.game.key)) - 1))


@pytest.mark.parametrize(("key", "part"), seldom(DRAWN, USUAL))
def test_words_stand_where_they_can_be_read(key: str, part: float) -> None:
    """No line is lower than 9 pixels at 390, off the page, or on another.

    Only the numbers printed on a map's tiles are cut where their hexes are. Whatever left the whole
    map stands in a key or a roster in letters that are easily read; no map has it any more. No
    number on a rim has a dash before it, whichever part of a map is shown. One test, as the
    pictures take seconds.
    """
    said: dict[str, set[str]] = {}
    for one in drawn(key, part):
        assert one.lines, one.name
        assert one.whole, one.name
        least = READ if one.section in {KEY, ROSTER} else LEAST
        low = {line.words for line in one.lines if line.height * PHONE < least * one.picture.width}
        assert not low, one.name
        assert [line for line in one.whole if line.is_off] == [], one.name
        assert not one.clashes, one.name
        if one.section in {WHOLE, Section("zone", subject_of(key).zone), subject_of(key).part}:
            rims = [line.words for line in one.whole if _at_a_rim(line)]
            assert not [words for words in rims if _is_negative(words)], one.name
        said[one.name] = {line.words for line in one.lines}
    keys = [name for name in said if name.startswith("key ")]
    assert len(keys) == len(LANGUAGES)
    for name in keys:
        meanings = {words for words in said[name] if len(words) > MOST_MARKED}
        assert len(meanings) > 5
        assert not meanings & said[name.replace("key", "whole")]


def test_what_is_noted_can_be_told_apart() -> None:
    """A line beyond the edge, one on another, and one beside it."""
    line = Line("a", 20, (0, 0, 40, 16), (100, 100))
    assert not line.is_off
    assert Line("b", 20, (70, 0, 110, 16), (100, 100)).is_off
    assert line.lies_on(Line("c", 20, (30, 10, 60, 26), (100, 100)))
    assert not line.lies_on(Line("d", 20, (40, 0, 60, 16), (100, 100)))


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
