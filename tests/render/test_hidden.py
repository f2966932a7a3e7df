"""No counter is hidden that no list names, and no name lies on a letter that is chosen by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from PIL import Image

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from render import lettering
from render.api import ROSTER, WHOLE, Section
from render.counters import CounterFace
from render.room import Box
from render.sprites import Sprite
from render.war_of_the_pacific import listing, stacks
from render.war_of_the_pacific.layout import lay_out
from render.war_of_the_pacific.piles import piles
from tests.bench.subjects import choosings, states_of, subject_of
from tests.support.geometry import noted

CLEAR = 0.6
"""How much of a counter other counters leave free, where it counts as seen."""

PARTS = (0.05, 0.35, 0.65, 0.95)
WAR = subject_of("war_of_the_pacific")
CALAMA = subject_of("calama")


@dataclass(slots=True)
class Laid:
    """Counters as they were laid, the lowest first, and the lines of the list."""

    faces: dict[int, tuple[Sprite, Any]] = field(default_factory=dict)
    pasted: list[tuple[Image.Image, Any, Box]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def watch(self, patch: pytest.MonkeyPatch, module: Any) -> None:
        """Note the counters that a module lays."""
        make, paste = module.counter, Sprite.paste

        def counter(face: Any, *args: Any) -> Sprite:
            sprite: Sprite = make(face, *args)
            self.faces[id(sprite)] = sprite, face
            return sprite

        def pasting(sprite: Sprite, onto: Image.Image, x: float, y: float) -> None:
            paste(sprite, onto, x, y)
            if id(sprite) in self.faces:
                box = (x, y, x + sprite.size[0], y + sprite.size[1])
                self.pasted.append((onto, self.faces[id(sprite)][1], box))

        patch.setattr(module, "counter", counter)
        patch.setattr(Sprite, "paste", pasting)

    def clear(self) -> set[Any]:
        """Return the faces of which enough can be seen."""
        return {
            face
            for number, (onto, face, box) in enumerate(self.pasted)
            if sum(_share(box, over) for at, _, over in self.pasted[number + 1 :] if at is onto)
            <= 1 - CLEAR
        }


def _share(box: Box, over: Box) -> float:
    """Return how much of a box another covers."""
    across = min(box[2], over[2]) - max(box[0], over[0])
    down = min(box[3], over[3]) - max(box[1], over[1])
    return max(0.0, across) * max(0.0, down) / ((box[2] - box[0]) * (box[3] - box[1]))


def _called(face: CounterFace) -> str:
    return f"{face.name} {face.values}".strip() or "Supply Columns"


@pytest.mark.parametrize("close", [False, True])
def test_each_counter_is_seen_or_named(close: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The roster has those beneath others on the whole map; a close-up has them in its roll."""
    laid = Laid()
    laid.watch(monkeypatch, stacks)
    write = lettering.write

    def writing(
        image: Image.Image, x: float, y: float, text: str, *args: Any, **more: Any
    ) -> float:
        laid.lines.append(text)
        return write(image, x, y, text, *args, **more)

    monkeypatch.setattr(listing, "write", writing)
    states = states_of(WAR.game.key)
    for part in PARTS:
        view = WAR.game.view(states[round(part * (len(states) - 1))], None)
        laid.pasted.clear()
        laid.lines.clear()
        on_map = {place: heap for place, heap in piles(view.table).items() if place != BOX}
        highest = max(on_map, key=lambda one: max(len(pile.faces) for pile in on_map[one]))
        section = Section("around", highest) if close else WHOLE
        shown = lay_out(load_board(), section).places
        WAR.painter.paint(view, section, names=WAR.names)
        if not close:
            WAR.painter.paint(view, ROSTER, names=WAR.names)
        there = {
            face
            for place, heap in piles(view.table).items()
            if place in shown
            for pile in heap
            for face in pile.faces
        }
        listed = " ".join(laid.lines)
        missed = {one for one in there - laid.clear() if _called(one) not in listed}
        assert there, part
        assert not missed, part


def test_no_piece_hides_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Calama's map each piece lies on a square of its own."""
    from render.calama import overlay

    laid = Laid()
    laid.watch(monkeypatch, overlay)
    states = states_of(CALAMA.game.key)
    for part in PARTS:
        laid.pasted.clear()
        view = CALAMA.game.view(states[round(part * (len(states) - 1))], None)
        CALAMA.painter.paint(view, WHOLE, names=CALAMA.names)
        for number, (onto, face, box) in enumerate(laid.pasted):
            for at, other, over in laid.pasted[number + 1 :]:
                assert at is not onto or _share(box, over) <= 1 - CLEAR, (face, other)


def test_no_name_lies_on_the_letter_of_an_area() -> None:
    """Where a naval area is chosen its letter is free, off a coast full of cities."""
    areas = set(load_board().areas)
    states = states_of(WAR.game.key)
    found = 0
    for state in states[:: len(states) // 12]:
        for view, choosing, section in choosings(WAR, state):
            if choosing.field != "area":
                continue
            found += 1
            with noted() as words:
                WAR.painter.paint(view, section, choosing=choosing, names=WAR.names)
                pairs = [(one.words, two.words) for one, two in words.clashes()]
            assert not [pair for pair in pairs if areas & set(pair)]
        if found:
            break
    assert found
