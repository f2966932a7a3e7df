"""Both languages hold every sentence that the bot and the engines can say, with the same values."""

import re
import string
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Literal, get_args, get_origin

import pytest

from bot.games import GAMES
from bot.moderator import CODES
from bot.text import Words, be_strict
from bot.text.catalogue import LANGUAGES, Catalogue, Template, load
from engine.api import Game
from engine.barricadas.game import GAME as BARRICADAS
from tests.bot.text.codes import ROOT, SHARED, Speaker, Spoken, spoken_in, strings_in
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.nim import NIM
from tests.support.toy_game import TOY

HOMES = {
    # A game may say whatever the modules say that all games share.
    **{key: ((ROOT / "engine" / key, SHARED), (ROOT / "render" / key,)) for key in GAMES},
    "toy": ((ROOT / "tests" / "support" / "toy_game",),),
    "nim": ((ROOT / "tests" / "support" / "nim",),),
    BARRICADAS.key: ((ROOT / "engine" / BARRICADAS.key, SHARED),),
}
TOYS: Mapping[str, Any] = {"toy": TOY, "nim": NIM}
COMING: Mapping[str, Any] = {} if BARRICADAS.key in GAMES else {BARRICADAS.key: BARRICADAS}
"""What has words and is not offered yet."""
ALL_GAMES: Mapping[str, Game[Any, Any]] = {**GAMES, **TOYS, **COMING}

PREFIXES = {
    "Refusal": ("refusal.",),
    "Event": ("event.",),
    "Decision": ("decision.",),
    "Text": ("text.", "option.", "choice."),
    "Option": ("option.", "text."),
    "Choice": ("choice.", "text."),
}

BOT_SPEAKERS = {
    "bot": Speaker("bot", 0, "code", None, None, keywords_are_params=True),
    "Complaint": Speaker("bot", 0, "code", None, None, keywords_are_params=True),
}


def bot_catalogues() -> tuple[Catalogue, ...]:
    """The bot's own catalogue in every language."""
    return tuple(load(language, "bot") for language in LANGUAGES)


@cache
def spoken_by(key: str) -> tuple[Spoken, ...]:
    """What a game's sources speak."""
    return tuple(spoken for places in HOMES[key] for spoken in spoken_in(*places))


def fitting(spoken: Spoken, templates: Mapping[str, Template]) -> Mapping[str, Template]:
    """The sentences that may be meant where something is spoken."""
    prefixes = PREFIXES[spoken.kind]
    if spoken.exact:
        codes = [prefix + spoken.pattern for prefix in prefixes]
        return {code: templates[code] for code in codes if code in templates}
    return {
        code: template
        for code, template in templates.items()
        if any(
            code.startswith(prefix) and spoken.matches(code.removeprefix(prefix))
            for prefix in prefixes
        )
    }


def needed_by(game: Game[Any, Any]) -> set[str]:
    """The texts that a game needs whatever its rules say."""
    codes = {"game.title", "game.description", "game.goal"}
    for kind, model in (
        *game.actions.items(),
        *game.corrections.items(),
        *game.own_corrections.items(),
    ):
        codes |= {f"action.{kind}", f"action.{kind}.name"}
        for field in model.model_fields:
            codes |= {f"field.{kind}.{field}", f"field.{kind}.{field}.name"}
    codes |= {f"event.corrected.{kind}" for kind in (*game.corrections, *game.own_corrections)}
    codes |= {f"halt.{halt.name}" for halt in game.halts}
    codes |= {f"event.{code}" for code in game.passing}
    for step in game.lesson.steps if game.lesson else ():
        codes |= {f"lesson.{step.name}", f"lesson.{step.name}.title"}
    for name, info in game.settings_model.model_fields.items():
        codes.add(f"setting.{name}")
        if get_origin(info.annotation) is Literal:
            codes |= {f"setting.{name}.{value}" for value in get_args(info.annotation)}
    return codes


def fields(template: Template) -> frozenset[str]:
    """The placeholders of a sentence."""
    return template.fields


@pytest.mark.parametrize("domain", ["bot", *ALL_GAMES])
def test_languages_hold_the_same_codes(domain: str) -> None:
    """No language lacks a sentence of another, and each takes the same values."""
    first, *others = (load(language, domain).templates for language in LANGUAGES)
    for other in others:
        assert first.keys() == other.keys()
        assert {c: fields(t) for c, t in first.items()} == {c: fields(t) for c, t in other.items()}


@pytest.mark.parametrize("key", ALL_GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_a_game_has_a_sentence(key: str, language: str) -> None:
    """Whatever an engine's source can say is in its catalogue, and gets the values it names.

    What the shared parts say alike in every game may stand in the bot's.
    """
    own, shared = load(language, key).templates, load(language, "bot").templates
    both = {**shared, **own}
    missing, starved = [], []
    for spoken in spoken_by(key):
        found = fitting(
            spoken, both if spoken.where.startswith(("engine/kit/", "engine/playing/")) else own
        )
        if not found:
            missing.append(f"{spoken.where}: {PREFIXES[spoken.kind][0]}{spoken.pattern}")
        if spoken.given is not None:
            starved += [
                f"{spoken.where}: {code} wants {sorted(fields(template) - spoken.given)}"
                for code, template in found.items()
                if not fields(template) <= spoken.given
            ]
    assert not missing
    assert not starved


@pytest.mark.parametrize("key", ALL_GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_field_and_setting_has_a_name(key: str, language: str) -> None:
    """Commands, options, settings, seats and subgroups can be named."""
    game = ALL_GAMES[key]
    templates = load(language, key).templates
    own = load(language, "bot").templates
    groups = {model.group for model in game.actions.values()} - {""}

    assert needed_by(game) <= templates.keys()
    for group in groups:
        for code in (f"group.{group}", f"group.{group}.name"):
            assert code in templates or code in own
    for seat in game.seats:
        assert game.lexicon("seat", seat, language) or f"term.seat.{seat}" in templates


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_in_a_picture_has_a_name(key: str, language: str) -> None:
    """Whatever a painter writes on a map can be named."""
    words = Words(language, GAMES[key], plain=True)
    used_terms = import_module(f"render.{key}.words").used_terms()
    be_strict()
    try:
        assert used_terms
        assert all(words.say(term) for term in used_terms)
    finally:
        be_strict(strict=False)


@pytest.mark.parametrize("key", GAMES)
def test_events_and_refusals_of_shared_modules_are_found(key: str) -> None:
    """The makers of refusals and events are shared, and what is made with them is found."""
    kinds = {spoken.kind for spoken in spoken_by(key)}
    codes = {spoken.pattern for spoken in spoken_by(key) if spoken.kind == "Refusal"}

    assert {"Refusal", "Event", "Decision", "Option", "Text"} <= kinds
    assert {"read.ambiguous", "gate.wrong_phase"} <= codes


def test_every_code_of_the_bot_has_a_sentence() -> None:
    """Whatever the bot's own source can say is in its catalogue, and gets the values it names."""
    spoken_there = spoken_in(ROOT / "bot", speakers=BOT_SPEAKERS)
    for catalogue in bot_catalogues():
        for spoken in spoken_there:
            found = [code for code in catalogue.templates if spoken.matches(code)]
            assert found, f"{spoken.where}: {spoken.pattern}"
            if spoken.given is not None and spoken.exact:
                wanted = fields(catalogue.templates[spoken.pattern])
                assert wanted <= spoken.given, spoken.where


def test_every_code_of_the_command_layer_has_a_sentence() -> None:
    """All of bot.moderator.CODES can be said, with the values that are given."""
    for catalogue in bot_catalogues():
        for code, given in CODES.items():
            extra = {"campaign", "channel"} if code.startswith("notice.") else set()
            assert fields(catalogue.templates[code]) <= {*given, *extra}, code


def test_no_sentence_of_the_bot_is_idle() -> None:
    """Every sentence of the bot's catalogue is spoken somewhere."""
    plain, patterns = strings_in(ROOT / "bot")
    idle = []
    for code in load("en", "bot").templates:
        bare = code.removesuffix(".name")
        stem = re.sub(r"\.option\..*$", "", code)
        if not (
            {code, bare, stem} & plain
            or code.startswith("group.")
            or any(p.fullmatch(code) or p.fullmatch(bare) for p in patterns)
        ):
            idle.append(code)
    assert not idle


def test_numbers_are_never_format_strings() -> None:
    """No placeholder reaches into a value (``{a.b}``, ``{a[0]}``) or converts it."""
    for path in (ROOT / "bot" / "text" / "locale").rglob("*.po"):
        text = path.read_text(encoding="utf-8")
        for line in text.splitlines():
            if line.startswith(("msgid", "#")):
                continue
            for _, name, _, conversion in string.Formatter().parse(line):
                assert conversion is None
                assert name is None or name.isidentifier(), f"{path.name}: {line}"


def test_nothing_stands_twice_in_a_file() -> None:
    """No code and no translation of one: the reader would take the last without a word."""
    for path in sorted((ROOT / "bot" / "text" / "locale").rglob("*.po")):
        lines = path.read_text(encoding="utf-8").splitlines()
        codes = [line for line in lines if line.startswith("msgid ")]
        assert len(codes) == len(set(codes)), path.name
        for entry in "\n".join(lines).split("\nmsgid ")[1:]:
            said = [line.partition(" ")[0] for line in entry.splitlines()[1:] if line[:3] == "msg"]
            assert len(said) == len(set(said)), f"{path.name}: {entry.splitlines()[0]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_follow_the_language(language: str) -> None:
    """One entry is singular, none and many are plural."""
    plural = load(language, "bot").plural

    assert [plural(n) for n in (0, 1, 2, 25)] == [1, 0, 1, 1]
