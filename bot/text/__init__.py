"""Sentences for refusals, events and errors, in every language of the catalogues."""

from bot.text.catalogue import LANGUAGES, MissingText, add_folder, language_of
from bot.text.markup import Raw, abbreviated, clean, cut, escape, told_apart
from bot.text.words import Words, be_strict, is_strict, template_text, words_for

__all__ = [
    "LANGUAGES",
    "MissingText",
    "Raw",
    "Words",
    "abbreviated",
    "add_folder",
    "be_strict",
    "clean",
    "cut",
    "escape",
    "is_strict",
    "language_of",
    "template_text",
    "told_apart",
    "words_for",
]
