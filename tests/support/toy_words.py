"""The toy game's catalogues, made known to ``bot.text`` by importing this module."""

from pathlib import Path

from bot.text import add_folder

add_folder(Path(__file__).resolve().parent / "locale")
