"""Printed maps on disk: found again, told apart, drawn anew when broken, never too many."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from render import map_cache

pytestmark = pytest.mark.usefixtures("drawn_anew")

drawn: list[tuple[int, str]] = []


@map_cache.drawn_once(maxsize=4)
def tile(number: int, name: str) -> Image.Image:
    """A map that is noted when it is drawn."""
    drawn.append((number, name))
    return Image.new("RGB", (8, 8), (number, 2, 3))


@map_cache.drawn_once(maxsize=4)
def other(number: int) -> Image.Image:
    """A map of another game."""
    drawn.append((number, "other"))
    return Image.new("RGB", (8, 8), (number, 2, 3))


@pytest.fixture
def folder(tmp_path: Path, drawn_anew: None) -> Iterator[Path]:
    """A folder for maps, in use."""
    drawn.clear()
    map_cache.forget()
    map_cache.keep_in(tmp_path / "maps")
    yield tmp_path / "maps"
    map_cache.forget()


def files(folder: Path) -> list[Path]:
    """Everything that is kept."""
    return sorted(one for one in folder.rglob("*") if one.is_file())


def test_a_map_is_drawn_once_for_all_processes(folder: Path) -> None:
    """What another process has drawn is read; the pixels are the same."""
    first = tile(1, "a")
    map_cache.forget()
    again = tile(1, "a")

    assert drawn == [(1, "a")]
    assert first.tobytes() == again.tobytes()
    assert first is not again


def test_a_map_is_put_by_for_whoever_asks_some_day(folder: Path) -> None:
    """On disk alone: nothing of it is in memory, and it is drawn once."""
    for _ in range(2):
        map_cache.put_by(tile, 1, "a")
    assert drawn == [(1, "a")]
    assert len(files(folder)) == 1
    assert not map_cache._asked

    assert tile(1, "a").getpixel((0, 0)) == (1, 2, 3)
    assert drawn == [(1, "a")]


def test_nothing_is_put_by_without_a_folder() -> None:
    """It would be drawn for nothing."""
    drawn.clear()
    map_cache.put_by(tile, 1, "a")
    assert not drawn


def test_what_differs_has_a_file_of_its_own(folder: Path) -> None:
    """Each argument counts."""
    for number, name in ((1, "a"), (2, "a"), (1, "b")):
        assert tile(number, name).getpixel((0, 0)) == (number, 2, 3)

    assert len(files(folder)) == 3


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
@pytest.mark.parametrize("content", [b"", b"II*\0broken", b"II*\0\xff", b"x" * 999])
def test_a_broken_file_is_drawn_anew(folder: Path, content: bytes) -> None:
    """Whatever stands in it; afterwards it is whole."""
    tile(1, "a")
    (file,) = files(folder)
    file.write_bytes(content)
    map_cache.forget()
    assert tile(1, "a").getpixel((0, 0)) == (1, 2, 3)
    map_cache.forget()
    tile(1, "a")

    assert len(drawn) == 2


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
@pytest.mark.parametrize("left", [4, 8, 0.3, 0.6, -1])
def test_a_file_that_was_written_in_part_is_drawn_anew(folder: Path, left: float) -> None:
    """Wherever it was broken off."""
    tile(1, "a")
    (file,) = files(folder)
    whole = file.read_bytes()
    file.write_bytes(whole[: left if isinstance(left, int) else round(left * len(whole))])
    map_cache.forget()

    assert tile(1, "a").getpixel((0, 0)) == (1, 2, 3)
    assert len(drawn) == 2


def test_maps_of_other_versions_go(folder: Path) -> None:
    """They would never be found again, but for a day while an update may go on.

    What else lies in the folder stays.
    """
    tile(1, "a")
    (mine,) = folder.iterdir()
    size = len(mine.name)
    old, before, other = folder / ("0" * size), folder / ("1" * size), folder / "notes"
    for made in (old, before, other):
        made.mkdir()
        (made / "x.tif").write_bytes(b"x")
    long_ago = time.time() - map_cache.UNUSED - 1
    os.utime(old, (long_ago, long_ago))

    map_cache.keep_in(folder)

    assert sorted(folder.iterdir()) == sorted([mine, before, other])


def test_the_oldest_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of files that take too much room together."""
    for number in range(4):
        tile(number, "a")
        for age, file in enumerate(sorted(files(folder), key=os.path.getmtime)):
            os.utime(file, (1000 + age, 1000 + age))
    size = files(folder)[0].stat().st_size
    monkeypatch.setattr(map_cache, "MOST_BYTES", 2 * size)
    map_cache.forget()
    tile(0, "a")  # read just now

    map_cache.keep_in(folder)

    assert len(files(folder)) == 2
    map_cache.forget()
    drawn.clear()
    tile(0, "a")
    assert drawn == []


def test_without_a_folder_that_can_be_written_it_draws(tmp_path: Path) -> None:
    """A file lies where the folder should be: nobody notices."""
    blocked = tmp_path / "maps"
    blocked.write_text("in the way")
    map_cache.forget()
    map_cache.keep_in(blocked)

    assert tile(5, "a").getpixel((0, 0)) == (5, 2, 3)
    map_cache.forget()


def test_no_more_is_in_memory_than_fits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all games together; who was asked for last stays, the others are read again."""
    monkeypatch.setattr(map_cache, "MOST_IN_MEMORY", 3 * 8 * 8 * map_cache.BYTES_A_PIXEL)
    for number in (1, 2, 3):
        tile(number, "a")
    first = tile(1, "a")
    other(4)

    assert tile(1, "a") is first
    assert [len(one.maps) for one in map_cache._kept if one.maps] == [2, 1]
    assert drawn == [(1, "a"), (2, "a"), (3, "a"), (4, "other")]
    tile(2, "a")
    assert drawn[4:] == []


@map_cache.drawn_once(maxsize=4)
def bare(number: int) -> Image.Image:
    """A map of a few colours."""
    drawn.append((number, "bare"))
    return Image.new("RGB", (8, 8), (number, 2, 3)).quantize(4)


def test_a_map_with_a_palette_takes_a_quarter(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes from disk as it went there, and four are kept where there is room for one."""
    monkeypatch.setattr(map_cache, "MOST_IN_MEMORY", 8 * 8 * map_cache.BYTES_A_PIXEL)
    first = [bare(number) for number in range(4)]

    assert [bare(number) for number in range(4)] == first
    assert all(bare(number) is one for number, one in enumerate(first))
    map_cache.forget()
    again = bare(3)
    assert again.mode == "P"
    assert again.convert("RGB").getpixel((0, 0)) == (3, 2, 3)
    assert len(drawn) == 4


def test_what_can_only_be_drawn_anew_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder the numbers of each map alone count."""
    drawn.clear()
    map_cache.forget()
    monkeypatch.setattr(map_cache, "MOST_IN_MEMORY", 1)
    for number in (1, 2, 1, 2):
        tile(number, "a")

    assert drawn == [(1, "a"), (2, "a")]
    for number in (3, 4, 5, 1):
        tile(number, "a")
    assert drawn[2:] == [(3, "a"), (4, "a"), (5, "a"), (1, "a")]
    map_cache.forget()


@pytest.mark.long
def test_another_process_finds_every_map_that_a_painter_makes_ready(tmp_path: Path) -> None:
    """Names hang on no order that a process makes up: the second draws nothing."""
    ready = (
        "import sys\n"
        "from pathlib import Path\n"
        "from bot.games import GAMES, painter\n"
        "from render import map_cache\n"
        "map_cache.keep_in(Path(sys.argv[1]))\n"
        "for game in GAMES.values():\n"
        "    painter(game).warm()\n"
        "print(map_cache._shelf.written)\n"
    )
    written = [
        int(subprocess.check_output([sys.executable, "-c", ready, str(tmp_path)], text=True))
        for _ in range(2)
    ]

    assert written[0] > 0
    assert written[1] == 0
