"""Data files other than those shipped: of a game at hand, and as a host lays them into a folder."""

from __future__ import annotations

from pathlib import Path

from engine.data.files import DATA
from engine.data.play_data import PlayData, shipped
from engine.registry import load_games
from tests.games import known


def other(key: str) -> PlayData:
    """Return data of a game that differs from what is shipped, as ``tests/games`` says of it."""
    files = dict(shipped(key, load_games()[key].data_files).files)
    own = known(key).other_data
    assert own is not None, f"tests/games/{key}.py: nobody has said what data may be otherwise"
    for name, old, new in own.changes:
        files[name] = replaced(files[name], old, new)
    return PlayData(key, files)


def own_folder(folder: Path, key: str, name: str, old: str, new: str) -> Path:
    """Return *folder* as a host fills it: with one file of a game, *new* in the place of *old*."""
    place = folder / key
    place.mkdir(parents=True)
    text = (DATA / key / name).read_text(encoding="utf-8")
    (place / name).write_text(replaced(text, old, new), encoding="utf-8")
    return folder


def replaced(text: str, old: str, new: str) -> str:
    """Return *text* with *new* for *old*, which must be there."""
    assert old in text, old
    return text.replace(old, new)
