"""Words beside pictures of ¡A las barricadas! keep step with them, over whole random games.

Counters and bursts are noted while they are laid on a picture, so that it is the picture that words
are held to, and not what it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.text import LANGUAGES, words_for
from engine.api import Event, Term, Text
from engine.barricadas.game import GAME
from engine.barricadas.lexicon import short_name
from engine.barricadas.rules.victory.towns import scored
from engine.barricadas.settings import Settings
from engine.barricadas.state import OFF_GROUND, State, Table, hex_of
from engine.kit.params import key_of, numbers_of, terms_of
from render import marks, painting
from render.api import CHANGES, WHOLE, PhaseReport, Section
from render.barricadas import overlay, roll
from render.registry import painter
from render.sprites import Sprite
from tests.bench.subjects import choosings, subject_of
from tests.support import games_played
from tests.support.geometry import noted
from tests.support.seldom import seldom

PAINTER = painter("barricadas")
PHASES = 40
"""Of each game; those in which nothing is to be seen are passed over."""

EACH = pytest.mark.parametrize("scenario", ["small", "full"])
MOSTLY = pytest.mark.parametrize("scenario", seldom(["small", "full"], ["small"]))


@cache
def played(scenario: str) -> tuple[tuple[State, ...], tuple[tuple[Event, ...], ...]]:
    """The states of a random game, and what everybody was told of each step."""
    game, states = games_played.played(
        GAME, "words", Settings.model_validate({"scenario": scenario})
    )
    told = [tuple(filter(None, (one.reading(None) for one in step.events))) for step in game.log]
    return states, tuple(told)


def phases(scenario: str) -> Iterator[tuple[Any, Any, Any, tuple[Event, ...]]]:
    """Yield views of a game as a phase began, was about to end, and had; and what was told."""
    states, told = played(scenario)
    views = [GAME.view(state, None) for state in states]
    keys = [(GAME.status(view).turn, GAME.status(view).phase_key) for view in views]
    ends = [place for place, (one, two) in enumerate(pairwise(keys), start=1) if one != two]
    found = list(pairwise([0, *ends]))
    for since, until in found[:: max(1, len(found) // PHASES)]:
        events = tuple(event for step in told[since:until] for event in step)
        yield views[since], views[until - 1], views[until], events


# -- what is drawn ---------------------------------------------------------------------------------


@dataclass
class Seen:
    """What can be seen whole on a picture."""

    faces: list[Any] = field(default_factory=list)
    bursts: list[str] = field(default_factory=list)
    markers: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


@contextmanager
def seeing(patch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """Note counters, bursts, markers and lines that are laid on a picture; make no file."""
    seen, known = Seen(), dict[int, tuple[Sprite, list[Any], Any]]()

    def told(make: Callable[..., Sprite], found: list[Any], which: int) -> Callable[..., Sprite]:
        def making(*args: Any, **more: Any) -> Sprite:
            sprite = make(*args, **more)
            known[id(sprite)] = sprite, found, args[which]
            return sprite

        return making

    def pasting(sprite: Sprite, onto: Image.Image, x: float, y: float) -> None:
        paste(sprite, onto, x, y)
        if sprite.words:
            seen.lines.append(sprite.words)
        elif id(sprite) in known:
            (across, down), (wide, high) = onto.size, sprite.size
            if x >= 0 and y >= 0 and x + wide <= across and y + high <= down:
                known[id(sprite)][1].append(known[id(sprite)][2])

    paste = Sprite.paste
    with patch.context() as patched:
        for module in (overlay, roll):
            patched.setattr(module, "counter", told(module.counter, seen.faces, 0))
            patched.setattr(module, "shade", told(module.shade, seen.markers, 0))
        patched.setattr(marks, "starburst", told(marks.starburst, seen.bursts, 1))
        patched.setattr(Sprite, "paste", pasting)
        patched.setattr(painting, "encode", lambda *_: b"")
        yield seen


def faces_seen(seen: Seen) -> set[tuple[str, str]]:
    """Counters that can be seen and told apart: whose they are, and what they are called."""
    return {(one.side, one.name) for one in seen.faces if one.name and not one.name.isdigit()}


# -- what is said ----------------------------------------------------------------------------------


def named(said: tuple[Text, ...], *codes: str) -> Iterator[Term]:
    """Yield the words of some sentences that name something; of all, or of *codes*."""
    for line in said:
        if not codes or line.code in codes:
            for value in line.params.values():
                yield from terms_of(value)


def faces_said(said: tuple[Text, ...]) -> set[tuple[str, str]]:
    """Counters that are named, as they are called on pictures."""
    return {
        (term.key.partition("-")[0], short_name(term.key))
        for term in named(said)
        if term.kind == "counter"
    }


def at(table: Table, key: str) -> str:
    """Where a counter is on the ground; "" where it is not."""
    one = table.counters.get(key)
    place = "" if one is None else hex_of(table, one)
    return "" if place in OFF_GROUND else place


def who(line: Text) -> list[str]:
    """The counters of a sentence."""
    return [term.key for term in terms_of(line.params["who"])]


Facts = Callable[[Table, Table, Text], bool]


def went(before: Table, after: Table, line: Text) -> bool:
    """Whether all of a sentence went from one hex to another."""
    ends = key_of(line.params["start"]), key_of(line.params["end"])
    return all((at(before, key), at(after, key)) == ends for key in who(line))


FACTS: dict[str, Facts] = {
    "describe.stack": lambda _, after, line: all(
        at(after, key) == key_of(line.params["hex"]) for key in who(line)
    ),
    "describe.hits": lambda _, after, line: (
        [after.counters[key].steps for key in who(line)] == list(numbers_of(line.params["n"]))
    ),
    "describe.shades": lambda _, after, line: (
        {one.key for one in terms_of(line.params["hexes"])} <= set(after.shades)
    ),
    "describe.finished": lambda _, after, line: all(
        after.counters[key].finished for key in who(line)
    ),
    "describe.prepared": lambda _, after, line: all(
        after.counters[key].reaction for key in who(line)
    ),
    "picture.moved": went,
    "picture.back": went,
    "picture.lost": lambda before, after, line: all(
        at(before, key) == key_of(line.params["hex"]) and not at(after, key) for key in who(line)
    ),
    "picture.left": lambda before, after, line: all(
        at(before, key) == key_of(line.params["hex"]) and not at(after, key) for key in who(line)
    ),
    "picture.steps": lambda before, after, line: (
        [after.counters[key].hits - before.counters[key].hits for key in who(line)]
        == list(numbers_of(line.params["n"]))
    ),
    "picture.taken": lambda before, after, line: (
        before.held[key_of(line.params["hex"])]
        != after.held[key_of(line.params["hex"])]
        == key_of(line.params["seat"])
    ),
    "picture.shown": lambda before, _, line: not {*who(line)} & before.counters.keys(),
    "picture.towns": lambda _, after, line: (
        {one.key for one in terms_of(line.params["hexes"])}
        == {*scored(after, key_of(line.params["seat"]))}
    ),
}
"""What makes a sentence true, of the tables before and after a phase."""


def untrue(before: Table, after: Table, said: tuple[Text, ...]) -> list[Text]:
    """The sentences that do not hold."""
    return [
        line for line in said if line.code in FACTS and not FACTS[line.code](before, after, line)
    ]


# -- what must agree -------------------------------------------------------------------------------


@MOSTLY
def test_a_picture_of_a_phase_says_what_it_shows(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its heading, who is awaited, every counter, burst and move; and no more than is true."""
    told = dict[str, int]()
    seats = tuple(Term("seat", seat) for seat in GAME.seats)
    names = words_for("en", GAME).plain.say
    for before, passed, after, events in phases(scenario):
        with seeing(monkeypatch) as seen:
            report = PhaseReport(passed, awaited=tuple(GAME.seats), events=events)
            painted = PAINTER.paint(after, CHANGES, before=before, report=report, names=names)
        said = painted.alt
        awaited = [line.params["seats"] for line in said if line.code == "picture.awaited"]
        if not awaited:
            continue  # the whole map, where no place of it has anything to tell
        assert awaited == [seats]
        for line in said:
            told[line.code] = told.get(line.code, 0) + 1
        assert any(str(names(Term("phase", passed.table.phase))) in one for one in seen.lines)
        assert not untrue(before.table, after.table, said)
        assert not faces_seen(seen) - faces_said(said)
        assert all_changed(before.table, after.table) <= {
            term.key
            for term in named(said, "picture.moved", "picture.back", "picture.lost", "picture.left")
        }
        assert steps_lost(before.table, after.table) == sum(
            sum(numbers_of(line.params["n"])) for line in said if line.code == "picture.steps"
        )
        hits = {str(one) for one in burst_hits(said)}
        assert set(seen.bursts) <= hits
        if seen.markers:
            assert "describe.shades" in {line.code for line in said}
    assert told["picture.awaited"] >= 5
    if scenario == "full":
        wanted = {"picture.moved", "picture.fire", "picture.steps", "describe.stack"}
        assert wanted <= told.keys()
        assert told["picture.awaited"] > PHASES / 4


def burst_hits(said: tuple[Text, ...]) -> set[int]:
    """Hits that are said of each hex, all of its fire together."""
    found: dict[str, int] = {}
    for line in said:
        if line.code in {"picture.fire", "picture.shells"}:
            place = key_of(line.params["hex"])
            found[place] = found.get(place, 0) + sum(numbers_of(line.params["n"]))
    return set(found.values())


def all_changed(before: Table, after: Table) -> set[str]:
    """Who moved, fell or left, as far as they are recognised before and after."""
    return {
        key
        for key in before.counters.keys() & after.counters.keys()
        if at(before, key) and at(before, key) != at(after, key)
        if after.counters[key].at != "used"
    }


def steps_lost(before: Table, after: Table) -> int:
    """The steps that those lost who are still on the ground."""
    return sum(
        max(0, one.hits - before.counters[key].hits)
        for key, one in after.counters.items()
        if key in before.counters and at(before, key) and one.at not in {"dead", "left"}
    )


@MOSTLY
def test_pictures_of_choices_and_whole_maps_say_what_they_show(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every counter in sight is named, and what is named is so."""
    states, _ = played(scenario)
    names = words_for("en", GAME).plain.say
    kinds, counters = set(), 0
    for part in (0.0, 0.2, 0.3, 0.8):
        state = states[round(part * (len(states) - 1))]
        public = GAME.view(state, None)
        for section in (WHOLE, Section("around", "C807", 3)):
            with seeing(monkeypatch) as seen:
                said = PAINTER.paint(public, section, names=names).alt
            assert not untrue(public.table, public.table, said)
            assert not faces_seen(seen) - faces_said(said)
            counters += len(seen.faces)
        for own, choosing, section in list(choosings(subject_of("barricadas"), state))[:3]:
            with seeing(monkeypatch) as seen:
                said = PAINTER.paint(own, section, choosing=choosing, names=names).alt
            assert not untrue(own.table, own.table, said)
            assert not faces_seen(seen) - faces_said(said)
            kinds.add(choosing.kind)
            counters += len(seen.faces)
    assert {"deploy", "activate"} <= kinds
    assert counters > 100


def test_every_sentence_can_be_said_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that any picture says lacks a text, nor what stands on it."""
    spoken = [words_for(language, GAME).plain for language in LANGUAGES]

    def names(what: Any) -> Any:
        first, *_ = [words.say(what) for words in spoken]
        return first

    for before, passed, after, events in list(phases("full"))[::3]:
        report = PhaseReport(passed, awaited=tuple(GAME.seats), events=events)
        with seeing(monkeypatch):
            picture = PAINTER.paint(after, CHANGES, before=before, report=report, names=names)
        assert all(str(words.say(line)) for words in spoken for line in picture.alt)


def test_words_of_the_larger_ground_stand_where_they_can_be_read() -> None:
    """None off the page, none on another, none too small for a phone: as on the smaller one."""
    states, _ = played("full")
    with noted() as words:
        for part, language in zip((0.0, 0.4, 0.9), (*LANGUAGES, "es"), strict=True):
            place = round(part * (len(states) - 1))
            view = GAME.view(states[place], None)
            before = GAME.view(states[max(0, place - 12)], None)
            names = words_for(language, GAME).plain.say
            report = PhaseReport(view, awaited=tuple(GAME.seats))
            for section in (WHOLE, Section("zone", "a_west"), CHANGES):
                words.sheets.clear()
                earlier = before if section == CHANGES else None
                picture = PAINTER.paint(view, section, before=earlier, report=report, names=names)
                lines = list(words.lines())
                assert lines
                assert not {one.words for one in lines if one.height * 390 < 9 * picture.width}
                assert not [one for one in words.whole() if one.is_off]
                assert not list(words.clashes())
