"""One page with every picture there is.

For people who change pictures: each theme, zoom, report, choice and counter of each game, as wide
as on a phone (a click shows it whole), with its words, its size and how long it took. States come
from whole random games, the same each time; a game or theme that is new appears by itself.
"""

from __future__ import annotations

import html
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image

from bot.text import LANGUAGES, words_for
from render.api import CHANGES, NO_PHASE_REPORT, WHOLE, Choosing, PhaseReport, Picture, Section
from render.registry import painter
from render.sprites import Sprite
from render.themes import STANDARD, THEMES, Theme
from tests.bench.subjects import choosings, states_of
from tests.games import known
from tests.games.knowing import Subject

SIDE: Final = 72
"""Pixels of a counter."""
PARTS: Final = (0.1, 0.5, 0.9)
"""How far through a game its states are taken."""
CHOICES: Final = 6
"""Choices of each game that are shown."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of the gallery.

    Attributes:
        title: What it is.
        picture: As the painter gave it.
        language: Of its words.
        ms: How long it took; the first of a kind draws what others share.
    """

    title: str
    picture: Picture
    language: str
    ms: float


def write_page(folder: Path, wanted: Sequence[Subject], themes: Sequence[str] = ()) -> Path:
    """Write the gallery of some games into a folder, in all themes or those named.

    Returns:
        The page.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for subject in wanted:
        key = subject.game.key
        parts.append(f"<h1>{html.escape(key)}</h1>")
        for theme in themes or tuple(THEMES):
            parts.append(f"<h2>{html.escape(key)}: {html.escape(theme)}</h2><section>")
            for number, shown in enumerate(pictures(subject, theme)):
                name = f"{key}-{theme}-{number}.{shown.picture.suffix}"
                (folder / name).write_bytes(shown.picture.data)
                parts.append(_figure(name, shown, subject))
            name = f"{key}-{theme}-counters.png"
            _sheet(_counters(key, THEMES[theme])).save(folder / name)
            parts.append(f'<figure class="wide"><img src="{name}"><figcaption>Counters')
            parts.append("</figcaption></figure></section>")
    page = folder / "index.html"
    page.write_text(_PAGE.format(body="\n".join(parts)), encoding="utf-8")
    return page


def pictures(subject: Subject, theme: str) -> Iterator[Shown]:
    """Yield the pictures of a game in a theme: all kinds in the standard one, then fewer."""
    states = states_of(subject.game.key)
    at = [round(part * (len(states) - 1)) for part in PARTS]
    is_standard = theme == STANDARD.name
    for place in at if is_standard else at[1:2]:
        yield _drawn(subject, theme, f"Whole map, action {place}", states[place], WHOLE)
    middle = states[at[1]]
    for section in subject.painter.sections(subject.game.view(middle, None)):
        if section != WHOLE and (is_standard or section.where == subject.zone):
            yield _drawn(subject, theme, f"{section.kind} {section.where}", middle, section)
    for radius in (2, 4, 7) if is_standard else (4,):
        near = Section("around", subject.place, radius)
        yield _drawn(subject, theme, f"Around {subject.place}, radius {radius}", middle, near)
    for n, (before, passed, after) in enumerate(_phases(subject, states)):
        if not is_standard and n:
            break
        for language in LANGUAGES if is_standard else LANGUAGES[:1]:
            yield _phase(subject, theme, n, (before, passed, after), language)
    for state in [states[place] for place in at] if is_standard else [middle]:
        for view, choosing, section in list(choosings(subject, state))[:CHOICES]:
            title = f"Choosing {choosing.kind}: {choosing.field}"
            yield _drawn(subject, theme, title, state, section, view=view, choosing=choosing)


def _phases(subject: Subject, states: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    """Yield a few phases: the state before each, the last one in it, and the one after."""
    game = subject.game

    def phase(state: Any) -> tuple[int, str]:
        status = game.status(game.view(state, None))
        return status.turn, status.phase_key

    for part in PARTS:
        place = round(part * (len(states) - 2)) + 1
        while place < len(states) - 1 and phase(states[place]) == phase(states[place - 1]):
            place += 1
        first = place - 1
        while first > 0 and phase(states[first - 1]) == phase(states[place - 1]):
            first -= 1
        yield states[first], states[place - 1], states[place]


def _phase(
    subject: Subject, theme: str, number: int, phase: tuple[Any, Any, Any], language: str
) -> Shown:
    game = subject.game
    before, passed, after = (game.view(state, None) for state in phase)
    awaited = tuple(dict.fromkeys(one.seat for one in game.awaiting(phase[2])))
    return _drawn(
        subject,
        theme,
        f"Phase {number}, {language}",
        phase[2],
        CHANGES,
        view=after,
        before=before,
        report=PhaseReport(passed, awaited=awaited),
        language=language,
    )


def _drawn(
    subject: Subject,
    theme: str,
    title: str,
    state: Any,
    section: Section,
    *,
    view: Any = None,
    before: Any = None,
    choosing: Choosing | None = None,
    report: PhaseReport = NO_PHASE_REPORT,
    language: str = "en",
) -> Shown:
    game = subject.game
    names = words_for(language, game).plain.say
    begun = time.perf_counter()
    picture = painter(game.key, theme).paint(
        game.view(state, None) if view is None else view,
        section,
        before=before,
        choosing=choosing,
        report=report,
        names=names,
    )
    return Shown(title, picture, language, (time.perf_counter() - begun) * 1000)


def _figure(name: str, shown: Shown, subject: Subject) -> str:
    words = words_for(shown.language, subject.game).plain
    alt = " ".join(words.say(line) for line in shown.picture.alt)
    size = f"{shown.picture.width} × {shown.picture.height}, {len(shown.picture.data) // 1000} kB"
    told = html.escape(f"{shown.title}: {size}, {shown.ms:.0f} ms")
    return (
        f'<figure><a href="{name}"><img loading="lazy" src="{name}"></a>'
        f"<figcaption>{told}<details><summary>Words</summary>{html.escape(alt)}</details>"
        "</figcaption></figure>"
    )


def _counters(key: str, theme: Theme) -> list[Sprite]:
    counters = known(key).counters
    assert counters is not None, f"tests/games/{key}.py: nobody has said how its counters look"
    return list(counters(theme, SIDE))


def _sheet(sprites: Sequence[Sprite]) -> Image.Image:
    """Return sprites side by side."""
    across, step = 12, SIDE + 14
    sheet = Image.new("RGB", (across * step, -(-len(sprites) // across) * step), (128, 128, 128))
    for number, sprite in enumerate(sprites):
        sprite.paste(sheet, number % across * step, number // across * step)
    return sheet


_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Gallery</title>
<style>
body {{ background: #2b2d31; color: #eee; font: 15px/1.4 sans-serif; margin: 1em }}
section {{ display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start }}
figure {{ margin: 0; width: 390px; max-width: 100% }}
figure.wide {{ width: auto }}
img {{ width: 100%; border-radius: 8px; background: #fff }}
.wide img {{ width: auto; max-width: 100% }}
</style>
{body}
</html>
"""
