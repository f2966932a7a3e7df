"""Catalogues that were read are put by: what is found is what would be read, or nothing."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.text import MissingText, compiled
from bot.text.catalogue import Catalogue, _read

TEXT = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "greeting"
msgstr "Hail, {who}!"

msgid "ships"
msgid_plural "ships"
msgstr[0] "{n} ship"
msgstr[1] "{n} ships"
"""


@pytest.fixture(autouse=True)
def keeping() -> Iterator[None]:
    """Programs that were compiled are kept, whatever this machine says."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    yield
    sys.dont_write_bytecode = before


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A catalogue."""
    found = tmp_path / "en" / "play.po"
    found.parent.mkdir()
    found.write_text(TEXT, encoding="utf-8")
    return found


def read(file: Path) -> Catalogue:
    """A catalogue as the bot reads it, nothing being in memory."""
    return _read(file, "en", "play")


def place(file: Path) -> Path:
    """Where it is put by."""
    found = compiled.place_of(file, file.read_bytes())
    assert found is not None
    return found


def kept(file: Path) -> list[Path]:
    """All that is put by beside a catalogue."""
    return sorted(place(file).parent.iterdir())


def test_what_is_found_is_what_was_read(file: Path) -> None:
    """Sentences, forms and how the language counts are the same the second time."""
    first, second = read(file), read(file)

    assert kept(file) == [place(file)]
    assert dict(first.templates) == dict(second.templates)
    assert len(first.templates["ships"].forms) == len(second.templates["ships"].forms) == 2
    assert [first.plural(n) for n in range(3)] == [second.plural(n) for n in range(3)] == [1, 0, 1]
    assert second.templates.get("none") is None
    with pytest.raises(KeyError):
        second.templates["none"]


def test_the_second_time_nothing_is_read_anew(file: Path) -> None:
    """What lies there is what is said."""
    read(file)
    compiled.put_by(place(file), ("(n != 1)", {"greeting": ["Hail!"]}))

    assert [part.before for part in read(file).templates["greeting"].forms[0]] == ["Hail!"]


def test_a_file_that_has_changed_is_read_anew(file: Path) -> None:
    """And what was read of it before goes, of no other file."""
    other = file.with_name("play_on.po")
    other.write_text(TEXT, encoding="utf-8")
    read(other)
    read(file)
    before = place(file)
    file.write_text(TEXT.replace("Hail", "Hello"), encoding="utf-8")

    assert "Hello" in read(file).templates["greeting"].forms[0][0].before
    assert before not in kept(file)
    assert kept(file) == sorted((place(file), place(other)))


@pytest.mark.parametrize("left", [0, 1, 40, 64, 70, -1])
def test_what_was_written_in_part_is_as_good_as_none(file: Path, left: int) -> None:
    """A machine that stops while it writes leaves no start broken."""
    wanted = dict(read(file).templates)
    whole = place(file).read_bytes()
    place(file).write_bytes(whole[:left])

    assert dict(read(file).templates) == wanted
    assert place(file).read_bytes() == whole


def test_what_somebody_wrote_into_it_is_as_good_as_none(file: Path) -> None:
    """A letter that is another one, or bytes that are no text."""
    wanted = dict(read(file).templates)
    whole = place(file).read_bytes()
    for broken in (whole.replace(b"Hail", b"Fail"), b"\xff\xfe" * 90, b"{}\n{}"):
        place(file).write_bytes(broken)
        assert dict(read(file).templates) == wanted


def test_where_nothing_can_be_written_it_is_done_without(file: Path) -> None:
    """Here a file stands in the folder's place: that stops every user."""
    place(file).parent.write_text("in the way")

    assert "greeting" in read(file).templates
    assert place(file).parent.read_text() == "in the way"


def test_where_programs_are_not_kept_neither_are_catalogues(file: Path) -> None:
    """The host has said so to Python."""
    sys.dont_write_bytecode = True

    assert "greeting" in read(file).templates
    assert compiled.place_of(file, file.read_bytes()) is None
    assert list(file.parent.iterdir()) == [file]


def test_a_mistake_is_told_again_and_again(file: Path) -> None:
    """Nothing is put by of a file with a placeholder that is none."""
    file.write_text(TEXT.replace("{who}", "{who"), encoding="utf-8")

    for _ in range(2):
        with pytest.raises(MissingText, match=r"play\.po: greeting"):
            read(file)
    assert not place(file).parent.exists()
