"""Words beside pictures keep step with them: what is drawn is said, what is said holds.

Held over whole random games. Counters and bursts are noted while they are laid on a picture, so
that it is the picture that words are held to, and not what it was made from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.filming import Shot, take
from bot.letters.endings import film_image
from bot.text import words_for
from engine.api import Term, Text
from engine.kit.params import key_of, numbers_of
from engine.war_of_the_pacific.places import DEAD, GONE
from engine.war_of_the_pacific.roster import is_supply
from engine.war_of_the_pacific.rules.victory.points import victory_points
from render import marks, painting
from render.api import CHANGES, WHOLE, Choosing, PhaseReport
from render.calama import overlay as calama_overlay
from render.calama.changes import changes as changes_of_calama
from render.sprites import Sprite
from render.themes import STANDARD
from render.war_of_the_pacific import boxes, overlay, stacks
from render.war_of_the_pacific.changes import place_of
from render.war_of_the_pacific.piles import MINUS, face_of
from tests.bench.subjects import choosings, states_of, subject_of
from tests.games.knowing import Subject

WAR, CALAMA = "war_of_the_pacific", "calama"
PARTS = (0.1, 0.3, 0.5, 0.9)
PHASES = 30
"""Of each game; those in which nothing is to be seen are passed over."""


# -- what is drawn -----------------------------------------------------------------------------


@dataclass
class Seen:
    """What can be seen whole on a picture."""

    faces: list[Any] = field(default_factory=list)
    bursts: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


@contextmanager
def seeing(patch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """Note the counters, bursts and lines that are laid on a picture meanwhile; make no file."""
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
        for module in (overlay, stacks, boxes, calama_overlay):
            patched.setattr(module, "counter", told(module.counter, seen.faces, 0))
        patched.setattr(marks, "starburst", told(marks.starburst, seen.bursts, 1))
        patched.setattr(Sprite, "paste", pasting)
        patched.setattr(painting, "encode", lambda *_: b"")
        yield seen


def phases(subject: Subject) -> Iterator[tuple[Any, Any, Any]]:
    """Yield views of a game: as a phase began, as it was about to end, and as it had."""
    game = subject.game
    views = [game.view(state, None) for state in states_of(game.key)]
    keys = [(game.status(view).turn, game.status(view).phase_key) for view in views]
    ends = [place for place, (one, two) in enumerate(pairwise(keys), start=1) if one != two]
    told = list(pairwise([0, *ends]))
    for since, until in told[:: max(1, len(told) // PHASES)]:
        yield views[since], views[until - 1], views[until]


# -- what is said ------------------------------------------------------------------------------


def terms(said: tuple[Text, ...], *codes: str) -> Iterator[tuple[str, Term]]:
    """Yield the terms of some sentences, each with its sentence's code; of all, or of *codes*."""
    for line in said:
        for value in line.params.values():
            values = value if isinstance(value, tuple) and not isinstance(value, Term) else (value,)
            if not codes or line.code in codes:
                yield from ((line.code, one) for one in values if isinstance(one, Term))


LOOSE = {"picture.lost", "picture.chosen", "picture.possible", "describe.pool", "describe.dead"}
"""Sentences that name a unit as such, however many of its steps are left."""


def faces_said(said: tuple[Text, ...], *tables: Any) -> set[tuple[str, str, bool]]:
    """Return the counters that are named: whose they are, their names, whether they are reduced."""
    found = set()
    for code, term in terms(said):
        if term.kind in {"unit", "weakened"}:
            for face in (face_of(table.units[term.key]) for table in tables):
                named, reduced = (face.nation, face.name), face.steps < face.full
                if reduced == (term.kind == "weakened"):
                    found.add((*named, reduced))
                if code in LOOSE:
                    found |= {(*named, True), (*named, False)}
        elif code == "describe.columns" and term.kind == "seat":
            nations = ("chile",) if term.key == "chile" else ("peru", "bolivia")
            found |= {(nation, "", False) for nation in nations}
    return found


def faces_seen(seen: Seen) -> set[tuple[str, str, bool]]:
    """Return the counters that can be seen; of one beneath others only the rim can."""
    shown = [one for one in seen.faces if one.name or one.symbol == "supply"]
    return {(one.nation, one.name, one.steps < one.full) for one in shown}


Facts = Callable[[Any, Any, Any], bool]


def at_war(table: Any, key: str) -> str:
    """Return where a unit is on the map; "" where it is not."""
    return place_of(table, table.units[key]) if key in table.units else ""


def stands(_: Any, after: Any, said: Any) -> bool:
    """Whether all units of a sentence are there, on their side, and as reduced as is said."""
    place = said["place"].key if "place" in said else at_war(after, said["ship"].key)
    return all(
        at_war(after, unit.key) == place
        and after.units[unit.key].side == said["seat"].key
        and (unit.kind == "weakened") == (face.steps < face.full)
        for unit in said["units"]
        for face in [face_of(after.units[unit.key])]
    )


def moved(before: Any, after: Any, said: Any) -> bool:
    """Whether as many units went from one place to the other as is said."""
    ends = said["start"].key, said["end"].key
    gone = [
        key
        for key, unit in after.units.items()
        if key in before.units and unit.side == said["seat"].key
        if (at_war(before, key), at_war(after, key)) == ends
    ]
    return bool(len(gone) >= said["n"] > 0)


def steps_lost(before: Any, after: Any, place: str) -> int:
    """Return how many steps those have lost who stood and stand on the map, here in the end."""
    return sum(
        max(0, before.units[key].steps - unit.steps)
        for key, unit in after.units.items()
        if not is_supply(key) and at_war(after, key) == place and at_war(before, key)
    )


IN_WAR: dict[str, Facts] = {
    "picture.points": lambda _, after, said: said["n"] == victory_points(after),
    "picture.captured": lambda before, after, said: (
        before.control[said["place"].key] != after.control[said["place"].key] == said["seat"].key
    ),
    "picture.lost": lambda before, after, said: all(
        at_war(before, unit.key) == said["place"].key and not at_war(after, unit.key)
        for unit in said["units"]
    ),
    "picture.raised": lambda before, after, said: all(
        at_war(after, unit.key) == said["place"].key and not at_war(before, unit.key)
        for unit in said["units"]
    ),
    "picture.steps": lambda before, after, said: (
        said["n"] == steps_lost(before, after, said["place"].key)
    ),
    "picture.moved": moved,
    "picture.holds": lambda _, after, said: all(
        after.control[one.key] == said["seat"].key for one in said["cities"]
    ),
    "describe.land": stands,
    "describe.in_port": stands,
    "describe.at_sea": stands,
    "describe.aboard": stands,
}
"""What makes a sentence true, of the tables before and after a phase."""


def piece(table: Any, said: Any) -> str:
    """Return where the piece of a sentence is."""
    return str(table.pieces[said["piece"].key].at)


IN_CALAMA: dict[str, Facts] = {
    "picture.points": lambda _, after, said: said["n"] == after.points[said["seat"].key],
    "picture.moved": lambda before, after, said: (
        (piece(before, said), piece(after, said)) == (said["start"].key, said["end"].key)
    ),
    "picture.entered": lambda before, after, said: (
        piece(before, said) != piece(after, said) == said["square"].key
    ),
    "picture.lost": lambda before, after, said: (
        piece(before, said) == said["square"].key != piece(after, said)
    ),
    "picture.left": lambda before, after, said: (
        piece(before, said) == said["square"].key != piece(after, said)
    ),
    "picture.army": lambda _, after, said: (
        {one.key for one in said["squares"]}
        <= {
            one.at
            for one in after.pieces.values()
            if (one.side, one.type) == (said["seat"].key, said["type"].key)
        }
        and said["n"] == len(said["squares"])
    ),
}
"""The same of Calama."""


def untrue(facts: dict[str, Facts], before: Any, after: Any, said: tuple[Text, ...]) -> list[Text]:
    """Return the sentences that do not hold."""
    return [
        line
        for line in said
        if line.code in facts and not facts[line.code](before, after, line.params)
    ]


# -- what must agree ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", [WAR, CALAMA])
def test_a_picture_of_a_phase_says_what_it_shows(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its heading, who is awaited, every counter, step and move; and no more than is true."""
    subject, told = subject_of(key), Counter[str]()
    seats = tuple(Term("seat", seat) for seat in subject.game.seats)
    for before, passed, after in phases(subject):
        with seeing(monkeypatch) as seen:
            report = PhaseReport(passed, awaited=tuple(subject.game.seats))
            painted = subject.painter.paint(
                after, CHANGES, before=before, report=report, names=subject.names
            )
        said = painted.alt
        awaited = [line.params["seats"] for line in said if line.code == "picture.awaited"]
        if not awaited:
            continue  # the whole map, where no place of it has anything to tell
        told.update({line.code for line in said})
        assert awaited == [seats]
        phase = said[0].params["phase"]
        assert isinstance(phase, Term)
        assert any(str(subject.names(phase)) in line for line in seen.lines)
        tables = before.table, after.table
        if key == WAR:
            assert not untrue(IN_WAR, *tables, said)
            assert not faces_seen(seen) - faces_said(said, *tables)
            assert all_in_war(*tables, said)
            steps = [line.params["n"] for line in said if line.code == "picture.steps"]
            assert not Counter(seen.bursts) - Counter(f"{MINUS}{n}" for n in steps)
        else:
            assert not untrue(IN_CALAMA, *tables, said)
            assert pieces_seen(seen) <= pieces_said(said, before.table)
            assert all_in_calama(*tables) <= {term for _, term in terms(said)}
    wanted = {"picture.moved", "picture.lost"} | ({"picture.steps"} if key == WAR else set())
    assert wanted <= set(told)
    assert told["picture.awaited"] > PHASES / 4


@pytest.mark.parametrize("key", [WAR, CALAMA])
def test_pictures_of_choices_plans_and_whole_maps_say_what_they_show(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every counter in sight is named; of War of the Pacific's whole map, by the map's text."""
    subject, states = subject_of(key), states_of(key)
    painter, kinds, counters = subject.painter, set(), 0
    for part in PARTS:
        state = states[round(part * (len(states) - 1))]
        public = subject.game.view(state, None)
        with seeing(monkeypatch) as seen:
            said = painter.paint(public, WHOLE, names=subject.names).alt
        if key == WAR:
            assert not untrue(IN_WAR, public.table, public.table, said)
            said = subject.game.describe(public, "")
        assert_said(key, seen, said, public)
        beside: tuple[Choosing, ...] = ()
        for own, choosing, section in list(choosings(subject, state))[:3]:
            planned = replace(choosing, beside=beside)
            with seeing(monkeypatch) as seen:
                said = painter.paint(own, section, choosing=planned, names=subject.names).alt
            assert_said(key, seen, said, own)
            kinds.add(bool(beside))
            counters += len(seen.faces)
            beside = (choosing,)
    assert kinds == {False, True}
    assert counters > 100


def assert_said(key: str, seen: Seen, said: tuple[Text, ...], view: Any) -> None:
    """Assert that the counters in sight are named, and that what is named is so."""
    if key == WAR:
        assert not faces_seen(seen) - faces_said(said, view.table)
    else:
        assert pieces_seen(seen) <= pieces_said(said, view.table, view.viewer)
    assert not untrue(IN_WAR if key == WAR else IN_CALAMA, view.table, view.table, said)


@pytest.mark.parametrize("key", [WAR, CALAMA])
def test_a_film_says_what_its_last_picture_shows(key: str) -> None:
    """Its words are its title and those of the picture that stays longest."""
    subject, states = subject_of(key), states_of(key)
    film = None
    for number, state in enumerate((states[0], states[-1])):
        view = subject.game.view(state, None)
        picture = subject.painter.paint(view, subject.part, names=subject.names)
        film = take(picture, Shot(f"words/{key}", number, 2, "", 1.0), STANDARD)
    assert film is not None
    assert film.alt == picture.alt
    words = words_for("en", subject.game)
    told = film_image(film, "A film.", words).alt
    assert told.startswith("A film. ")
    assert str(words.plain.say(picture.alt[0])) in told


def all_in_war(before: Any, after: Any, said: tuple[Text, ...]) -> bool:
    """Say whether every unit that moved, came, went or lost a step is told, each once."""
    ends = {key: (at_war(before, key), at_war(after, key)) for key in before.units}
    units = {key: end for key, end in ends.items() if not is_supply(key)}
    named = [
        sorted(term.key for _, term in terms(said, code) if term.kind == "unit")
        for code in ("picture.lost", "picture.raised")
    ]
    off = [key for key, (start, end) in units.items() if start and not end and is_out(after, key)]
    on = [key for key, (start, end) in units.items() if end and not start]
    moves = sum(bool(start and end) and start != end for start, end in ends.values())
    places = {end for _, end in units.values() if end}
    steps = sum(steps_lost(before, after, place) for place in places)
    return [*named, summed(said, "picture.moved"), summed(said, "picture.steps")] == [
        sorted(off),
        sorted(on),
        moves,
        steps,
    ]


def is_out(table: Any, key: str) -> bool:
    """Say whether a unit is eliminated."""
    return key not in table.units or table.units[key].at in {DEAD, GONE}


def summed(said: tuple[Text, ...], code: str) -> int:
    """Return what the numbers of some sentences come to."""
    numbers: list[Any] = [line.params["n"] for line in said if line.code == code]
    return sum(numbers)


def pieces_seen(seen: Seen) -> Counter[tuple[str, str]]:
    """Return how many counters of each kind of a side can be seen."""
    return Counter((face.side, face.type) for face in seen.faces)


def pieces_said(
    said: tuple[Text, ...], before: Any, viewer: str | None = None
) -> Counter[tuple[str, str]]:
    """Return how many are told, those that fell and those of the viewer's plan among them."""
    found: Counter[tuple[str, str]] = Counter()
    for line in said:
        kind = key_of(line.params.get("type"))
        if line.code == "picture.army":
            found[key_of(line.params["seat"]), kind] += sum(numbers_of(line.params["n"]))
        elif line.code == "picture.planned":
            found[str(viewer), kind] += sum(numbers_of(line.params["n"]))
        elif line.code == "picture.lost":
            one = before.pieces[key_of(line.params["piece"])]
            found[one.side, one.type] += 1
    return found


def all_in_calama(before: Any, after: Any) -> set[Term]:
    """Return who moved, came, fell or left, and where somebody fought."""
    told = changes_of_calama(before, after)
    pieces = {key for key, one in before.pieces.items() if after.pieces[key].at != one.at}
    return {Term("piece", key) for key in pieces} | {Term("square", one.at) for one in told.fights}
