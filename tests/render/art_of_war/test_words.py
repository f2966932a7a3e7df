"""Words beside pictures of El Arte de la Guerra keep step with them, over many tables.

Blocks, discs and bursts are noted while they are laid on a picture, so that it is the picture that
words are held to, and not what it was made from. The tables are armies in disarray, the same each
time: no rule is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.text import LANGUAGES, words_for
from bot.text.catalogue import MissingText
from engine.api import Event, Params, Term, Text
from engine.art_of_war.compass import facing_word
from engine.art_of_war.game import GAME
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.play import unit_term, unit_terms
from engine.art_of_war.points import spot_word
from engine.art_of_war.state import NORTH, SOUTH, Phase, Place, Quality, Table, Unit
from engine.kit.params import key_of, numbers_of, terms_of
from render import marks, painting
from render.api import CHANGES, WHOLE, Choosing, PhaseReport, Section
from render.art_of_war import overlay, roll, stage
from render.art_of_war.alt import ALT_CODES
from render.art_of_war.blocks import BlockFace
from render.art_of_war.discs import DiscFace
from render.art_of_war.muster import face_of, short_name
from render.registry import painter
from render.sprites import Sprite
from tests.render.art_of_war.samples import camps, in_line, melee, names, public, said, seen_by
from tests.support.geometry import noted

PAINTER = painter("art_of_war")
TABLES = 12

QUALITIES: tuple[Quality, ...] = ("elite", "ordinary", "ordinary", "mediocre")


def disarray(number: int) -> tuple[Table, Table, tuple[Event, ...]]:
    """A table before and after a phase in which much happened, and what was told of it."""
    dice = Random(number)
    before = melee() if number % 2 else in_line()
    units = {
        key: replace(one, quality=dice.choice(QUALITIES), lost=min(1, one.lost))
        for key, one in before.units.items()
    }
    before = replace(before, units=units, contacts=before.contacts)
    after = {key: _later(one, dice) for key, one in units.items()}
    events = tuple(_shots(before, dice))
    for event in events:
        target = key_of(event.params["target"])
        after[target] = replace(
            after[target], lost=after[target].lost + sum(numbers_of(event.params["n"]))
        )
    alive = {key for key, one in after.items() if one.on_table}
    contacts = tuple(one for one in before.contacts if {one.one, one.two} <= alive)
    leaders = dict(before.generals)
    if number % 3 == 0:
        leaders["north-g1"] = replace(leaders["north-g1"], place=Place.ROUTED)
    leaders["south-g2"] = replace(leaders["south-g2"], pose=Pose(1700 + 10 * number, 500, 0))
    later = replace(before, units=after, contacts=contacts, generals=leaders)
    return before, later, events


def _later(one: Unit, dice: Random) -> Unit:
    """A unit after the phase: it may have moved, turned, lost, rallied, or be gone."""
    if not one.on_table or one.pose is None:
        return one
    chance = dice.random()
    x, y, facing = one.pose.x, one.pose.y, one.pose.facing
    if chance < 0.1:
        return replace(one, place=dice.choice((Place.ROUTED, Place.LEFT)))
    if chance < 0.25:
        return replace(one, lost=0 if one.lost else 1)
    if chance < 0.4:
        return replace(one, pose=Pose(x + dice.randint(-90, 90), y + dice.randint(-90, 90), facing))
    if chance < 0.5:
        return replace(one, pose=Pose(x, y, (facing + dice.choice((450, 900, 213))) % 3600))
    return one


def _shots(table: Table, dice: Random) -> Iterator[Event]:
    targets = [one.id for one in table.units.values() if one.on_table and one.side == NORTH]
    for target in dice.sample(targets, 2):
        who = ("south-j1", "south-d2")[: dice.randint(1, 2)]
        whom: Params = {"who": unit_terms(who), "target": unit_term(target)}
        yield Event("shooting.result", "7.resolution", {**whom, "n": dice.randint(0, 1)})


# -- what is drawn ---------------------------------------------------------------------------------


@dataclass
class Seen:
    """What can be seen whole on a picture."""

    blocks: list[BlockFace] = field(default_factory=list)
    discs: list[DiscFace] = field(default_factory=list)
    bursts: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


@contextmanager
def seeing(patch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """Note blocks, discs, bursts and lines that are laid on a picture; make no file."""
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
        for module in (stage, roll):
            patched.setattr(module, "block", told(module.block, seen.blocks, 0))
        for module in (overlay, roll):
            patched.setattr(module, "disc", told(module.disc, seen.discs, 0))
        patched.setattr(marks, "starburst", told(marks.starburst, seen.bursts, 1))
        patched.setattr(Sprite, "paste", pasting)
        patched.setattr(painting, "encode", lambda *_: b"")
        yield seen


# -- what is said ----------------------------------------------------------------------------------


def keys(line: Text, name: str = "who") -> list[str]:
    """Whom a sentence names."""
    return [term.key for term in terms_of(line.params.get(name))]


def named(told: tuple[Text, ...], *codes: str) -> set[str]:
    """Whom some sentences name."""
    return {key for line in told if line.code in codes for key in keys(line)}


Facts = Callable[[Table, Table, Text], bool]


def stands(_: Table, after: Table, line: Text) -> bool:
    """Whether the first of a line stands where it is said to begin, the last where it ends."""
    poses = [after.units[key].pose for key in keys(line)]
    ends = [spot_word(one.x, one.y) for one in (poses[0], poses[-1]) if one is not None]
    return (
        ends == [line.params["start"], line.params.get("end", line.params["start"])]
        and all(
            one is not None and facing_word(one.facing) == line.params["facing"] for one in poses
        )
        and all(after.units[key].side == key_of(line.params["seat"]) for key in keys(line))
    )


def moved(before: Table, after: Table, line: Text) -> bool:
    """Whether a unit went from where to where it is said to have gone."""
    (key,) = keys(line)
    start, end = before.units[key].pose, after.units[key].pose
    assert start is not None
    assert end is not None
    ends = spot_word(start.x, start.y), spot_word(end.x, end.y)
    return ends == (line.params["start"], line.params["end"])


def count(before: Table, after: Table, line: Text, sign: int) -> bool:
    """Whether all of a sentence lost, or regained, as much as is said."""
    (number,) = numbers_of(line.params["n"])
    return all(
        sign * (after.units[key].lost - before.units[key].lost) == number for key in keys(line)
    )


def met(_: Table, after: Table, line: Text) -> bool:
    """Whether two are in contact there."""
    found = tuple(key_of(line.params[name]) for name in ("one", "two", "edge"))
    return any((one.one, one.two, one.edge) == found for one in after.contacts)


FACTS: dict[str, Facts] = {
    "picture.line": stands,
    "picture.unit": stands,
    "picture.moved": moved,
    "picture.lost": partial(count, sign=1),
    "picture.rallied": partial(count, sign=-1),
    "picture.melee": met,
    "picture.melee_fresh": met,
    "picture.routed": lambda _, after, line: all(
        after.units[key].place is Place.ROUTED for key in keys(line)
    ),
    "picture.left": lambda _, after, line: all(
        after.units[key].place is Place.LEFT for key in keys(line)
    ),
    "picture.kind": lambda _, after, line: all(
        [one.key for one in terms_of(line.params["what"]) if one.kind == "troop"]
        == [after.units[key].troop]
        for key in keys(line)
    ),
    "picture.cohesion": lambda _, after, line: all(
        [face_of(after.units[key]).left] == list(numbers_of(line.params["n"])) for key in keys(line)
    ),
}
"""What makes a sentence true, of the tables before and after a phase."""


def untrue(before: Table, after: Table, told: tuple[Text, ...]) -> list[Text]:
    """The sentences that do not hold."""
    return [
        line for line in told if line.code in FACTS and not FACTS[line.code](before, after, line)
    ]


def unsaid(seen: Seen, told: tuple[Text, ...]) -> list[Any]:
    """What can be seen and is not said: units, their states, generals and their points."""
    missing: list[Any] = []
    shown = named(told, "picture.line", "picture.unit")
    gone = named(told, "picture.routed", "picture.left", "picture.gone")
    elite = {
        key
        for line in told
        if line.code == "picture.kind"
        for key in keys(line)
        if any(one.kind == "quality" for one in terms_of(line.params["what"]))
    }
    for face in seen.blocks:
        key = f"{face.side}-{face.name.lower()}"
        if key in gone:
            continue
        wants = [
            (True, shown),
            (face.disordered, named(told, "picture.cohesion")),
            (face.missile, named(told, "picture.missiles")),
            (face.impetuous and not face.held, named(told, "picture.impetuous")),
            (face.held, named(told, "picture.held")),
            (face.quality != "ordinary", elite),
        ]
        missing += [face for wanted, there in wants if wanted and key not in there]
    generals = {key for line in told for key in keys(line, "general")}
    points = {
        key: numbers_of(line.params["n"])
        for line in told
        if line.code == "picture.points"
        for key in keys(line, "general")
    }
    for one in seen.discs:
        key = f"{one.side}-{one.name.lower()}"
        if key not in generals or (one.points is not None and points[key] != (one.points,)):
            missing.append(one)
    return missing


# -- what must agree -------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(TABLES))
def test_a_picture_of_a_phase_says_what_it_shows(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its heading, who is awaited, every unit, burst and move; and no more than is true."""
    before, after, events = disarray(number)
    passed = public(replace(before, phase=Phase.MELEE))
    report = PhaseReport(passed, awaited=(SOUTH, NORTH), events=events)
    with seeing(monkeypatch) as seen:
        painted = PAINTER.paint(
            public(after), CHANGES, before=public(before), report=report, names=names
        )
    told = painted.alt
    awaited = [line.params["seats"] for line in told if line.code == "picture.awaited"]
    assert awaited == [(Term("seat", SOUTH), Term("seat", NORTH))]
    assert any(names(Term("phase", "melee")) in one for one in seen.lines)
    assert {line.code for line in told} <= set(ALT_CODES)
    assert not untrue(before, after, told)
    assert not unsaid(seen, told)
    assert seen.blocks
    lost = {
        key: now.lost - before.units[key].lost
        for key, now in after.units.items()
        if now.on_table and before.units[key].on_table and now.lost > before.units[key].lost
    }
    assert named(told, "picture.lost") == lost.keys()
    assert set(seen.bursts) <= {str(number) for number in lost.values()}
    went = {
        key
        for key, now in after.units.items()
        if now.on_table and before.units[key].on_table and now.pose != before.units[key].pose
    }
    assert named(told, "picture.moved", "picture.turned") == went


@pytest.mark.parametrize("number", range(4))
def test_whole_tables_close_ups_and_choices_say_what_they_show(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every block and disc in sight is named, and what is said holds."""
    _, after, _ = disarray(number)
    total = 0
    for section in (WHOLE, Section("zone", "centre"), Section("around", "12/9", 4)):
        with seeing(monkeypatch) as seen:
            told = PAINTER.paint(public(after), section, names=names).alt
        assert not untrue(after, after, told)
        assert not unsaid(seen, told)
        total += len(seen.blocks)
    own = seen_by(SOUTH, after)
    mine = next(one.id for one in after.units.values() if one.on_table and one.side == SOUTH)
    meant = Choosing("move", (("who", mine),), (), "parts")
    aimed = PAINTER.aim(own, meant)
    assert aimed is not None
    with seeing(monkeypatch) as seen:
        told = PAINTER.paint(own, aimed, choosing=meant, names=names).alt
    assert not untrue(after, after, told)
    assert not unsaid(seen, told)
    assert total > 60


def test_every_sentence_can_be_said_in_both_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that any picture says lacks a text; names come from the game's data."""
    for language in LANGUAGES:
        words = words_for(language, GAME).plain
        term = words._term
        monkeypatch.setattr(words, "_term", partial(_term_of, term, language))
        for number in range(4):
            before, after, events = disarray(number)
            report = PhaseReport(None, awaited=(SOUTH,), events=events)
            picture = PAINTER.paint(
                public(after),
                CHANGES,
                before=public(before),
                report=report,
                names=partial(said, language),
            )
            assert all(str(words.say(line)) for line in picture.alt)


def _term_of(term: Callable[[Term], Any], language: str, what: Term) -> Any:
    try:
        return term(what)
    except MissingText:
        # Whoever has no name yet.
        return said(language, what)


def test_all_codes_have_texts() -> None:
    """Those that no sample says, too."""
    for language in LANGUAGES:
        words = words_for(language, GAME)
        lacking = [code for code in ALT_CODES if not (words.has(f"text.{code}") or words.has(code))]
        assert not lacking


def test_words_stand_where_they_can_be_read() -> None:
    """None off the page, none on another, none too small for a phone."""
    with noted() as words:
        for number, language in enumerate((*LANGUAGES, "es")):
            before, after, events = disarray(number)
            after = replace(after, camps=camps())
            report = PhaseReport(None, awaited=(SOUTH,), events=events)
            own = seen_by(SOUTH, after)
            meant = Choosing("charge", (("who", "south-e1"),), ("north-e1", "north-e2"), "target")
            aimed = PAINTER.aim(own, meant)
            assert aimed is not None
            for section in (WHOLE, Section("zone", "north_west"), CHANGES, aimed):
                words.sheets.clear()
                picture = PAINTER.paint(
                    own,
                    section,
                    before=public(before) if section == CHANGES else None,
                    choosing=meant if section == aimed else None,
                    report=report,
                    names=partial(said, language),
                )
                lines = list(words.lines())
                assert lines
                assert not {one.words for one in lines if one.height * 390 < 9 * picture.width}
                assert not [one for one in words.whole() if one.is_off]
                assert not list(words.clashes())


def test_short_names_are_ends_of_ids() -> None:
    """As they are typed, in capitals."""
    assert [short_name(key) for key in ("south-b2", "north-g1")] == ["B2", "G1"]
