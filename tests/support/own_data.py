"""Data files other than those shipped: of a game at hand, and as a host lays them into a folder."""

from __future__ import annotations

from pathlib import Path

from engine.data.files import DATA
from engine.data.play_data import PlayData, shipped
from engine.registry import load_games

CHANGES = {
    "war_of_the_pacific": (
        ("terrain.csv", "desert,Desert,Desierto,3,0", "desert,Desert,Desierto,2,1"),
        ("cities.csv", "3118,peru,yes,1,nitrate", "3118,peru,yes,7,nitrate"),
        ("units.csv", "huascar,Huáscar", "huascar,Monitor"),
    ),
    "calama": (
        ("pieces.toml", "resistance = 4\nstrength = 2", "resistance = 5\nstrength = 3"),
        ("exits.csv", "cobija,Cobija,Cobija", "cobija,Salt road,Salinas"),
    ),
    "barricadas": (
        ("terrain.csv", "open,open ground,terreno abierto,1,2,2", "open,ploughland,arada,2,3,3"),
        ("officers.toml", "morale = 8", "morale = 5"),
    ),
    "art_of_war": (
        ("terrain.csv", "gentle_hill,gentle hill,colina suave", "gentle_hill,knoll,loma"),
        ("movement.csv", "heavy_infantry,3,2,1", "heavy_infantry,4,3,1"),
    ),
}
"""What might be otherwise; each a file, what stands there, and what instead."""


def other(key: str) -> PlayData:
    """Return data of a game that differs from what is shipped as :data:`CHANGES` says."""
    files = dict(shipped(key, load_games()[key].data_files).files)
    for name, old, new in CHANGES[key]:
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
