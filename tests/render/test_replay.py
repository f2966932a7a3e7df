"""Films of pictures: always small enough, every picture in them, and played as they were drawn."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bot.text import words_for
from engine.registry import load_games
from render.api import Section
from render.encoding import encode
from render.film import WIDTH
from render.registry import painter
from render.replay import MOST_BYTES, Film
from tests.support.games_played import states_of
from tests.support.seldom import seldom

LIMIT = 8_000_000


def film_of(files: list[bytes], most: int = MOST_BYTES) -> bytes:
    """Return a film of pictures."""
    film = Film(len(files), most)
    for number, data in enumerate(files, start=1):
        film.add(data, f"Turn {number}", number / len(files), 0.5)
    return film.end()


def played(film: bytes) -> list[Image.Image]:
    """Return its pictures as whoever plays it sees them."""
    with Image.open(BytesIO(film)) as opened:
        found = []
        found = [one.convert("RGB") for one in ImageSequence.Iterator(opened)]
        assert opened.info["loop"] == 0
        return found


def noise(seed: int, width: int, height: int) -> bytes:
    """Return the picture that packs worst."""
    data = random.Random(seed).randbytes(width * height * 3)
    return encode(Image.frombytes("RGB", (width, height), data), 10_000_000)


@pytest.mark.parametrize("key", seldom(load_games(), ["barricadas", "war_of_the_pacific"]))
def test_a_game_comes_out_as_it_was_drawn(key: str) -> None:
    """Every picture is there, each close to what was drawn, all far under the limit."""
    game = load_games()[key]
    states = states_of(game, "1")
    names = words_for("en", game).plain.say
    views = [game.view(state, None) for state in states[:: max(1, len(states) // 8)]]
    files = [
        painter(key).paint(view, Section(width=480), before=before, names=names).data
        for view, before in zip(views[1:], views, strict=False)
    ]
    film = film_of(files)
    shown = played(film)
    assert len(shown) == len(files)
    assert len(film) < LIMIT / 4
    with Image.open(BytesIO(files[-1])) as last:
        head = round(last.width * 0.07) + 6
        inner = shown[-1].crop((0, head, last.width, head + last.height))
        apart = ImageChops.difference(inner, last.convert("RGB")).convert("L")
    assert ImageStat.Stat(apart).mean[0] < 6


@settings(max_examples=6, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(1, 90), st.integers(1, 90)),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from([20_000, 60_000]),
)
def test_a_film_always_fits(pictures: list[tuple[int, int, int]], most: int) -> None:
    """Whatever the pictures and their sizes, it has all of them and is not larger than it may."""
    film = film_of([noise(*one) for one in pictures], most)
    assert len(film) <= most
    assert len(played(film)) == len(pictures)


def test_large_pictures_without_anything_in_common_fit() -> None:
    """They lose colours and grain; the film has them all."""
    film = film_of([noise(seed, WIDTH, 500) for seed in range(4)], 600_000)
    assert len(film) <= 600_000
    assert len({one.tobytes() for one in played(film)}) == 4
