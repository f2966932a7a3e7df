"""The toy game's catalogues and rulebook, made known to ``bot.text`` by importing this module."""

from pathlib import Path

from bot.text import add_folder
from bot.text.rulebook import add_folder as add_rulebooks

add_folder(Path(__file__).resolve().parent / "locale")
add_rulebooks(Path(__file__).resolve().parent / "rulebooks")
