"""Classes of faults in sentences: numbers, sides whose name is a plural, names in code.

A sentence is read as it stands in the catalogue, so that one which is said seldom is looked at too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.games import GAMES
from bot.text import Words
from bot.text.catalogue import LANGUAGES, load
from bot.text.words import FORMS
from engine.api import Option, Text
from engine.war_of_the_pacific.actions import Intercepting
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.state import Unit

DOMAINS = ("bot", *GAMES)
NUMBERS = (
    "allied|chilean|cost|given|left|least|movement|n|orders|points|pool|refused|room|spent|total"
)
"""Values that are numbers, and may be one."""
COUNTED = re.compile(rf"\{{({NUMBERS})\}}((?: [^\W\d]+){{1,3}})")
NOT_COUNTED = frozenset(
    [
        "of",
        "its",
        "in",
        "at",
        "begins",
        "takes",
        "to",
        "as",
        "is",
        "has",
        "less",
        "de",
        "en",
        "a",
        "más",
        "menos",
        "es",
        "los",
        "las",
        "sus",
        "bonus",
        "fits",
        "covers",
        "que",
        "tus",
        "y",
        "this",
    ]
)
"""Words that are no plural noun, and after which none is counted."""
PLURAL_SEATS = ("bot", "war_of_the_pacific")
"""Catalogues in which a side may be called "Allies"."""
AGREEING = {
    "en": r"\{seats?\}\*{0,2} (?:has|have|is|are|was|wins|can|holds|plays|commands|receives)\b",
    "es": r"(?:\{seats?\}\*{0,2} (?:ha|han|es|está|gana|puede|tiene|manda|recibe|juega|termina)\b"
    r"|\b(?:con|manda|Mandas|responde|recibe) \*{0,2}\{seats?\})",
}
"""A verb or an article that would have to agree with the name of a side."""
AGREEING_PHASES = re.compile(r"\{phase\}[^.:]* (?:terminad|cerrad|empezad)[ao]")
MENTIONED = re.compile(r"`/([^`{}:]+?)`")


def sentences(domain: str, language: str) -> Iterator[tuple[str, int, str]]:
    """Every form of every sentence, its placeholders without what is no form of a side."""
    for code, template in load(language, domain).templates.items():
        for number, form in enumerate(template.forms):
            text = "".join(
                part.before + ("" if part.field is None else f"{{{part.field}{_form(part.spec)}}}")
                for part in form
            )
            yield code, number, text


def _form(spec: str) -> str:
    """A form of a side, as a placeholder asks for it."""
    return f":{spec}" if spec in FORMS else ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_a_number_and_its_noun_agree(domain: str, language: str) -> None:
    """No sentence says "1 points": what follows a number is chosen by it, or hangs on no number."""
    templates = load(language, domain).templates
    wrong = []
    for code, number, text in sentences(domain, language):
        forms = templates[code].forms
        for value, after in COUNTED.findall(text):
            chosen = value == "n" and len(forms) > 1 and (number > 0 or forms[0] != forms[1])
            if not chosen and _is_plural(after):
                wrong.append(f"{code}: {text}")
    assert not wrong


def _is_plural(words: str) -> bool:
    """Say whether a plural noun follows a number, perhaps after an adjective."""
    for word in words.split():
        if word in NOT_COUNTED:
            return False
        if word.endswith("s"):
            return True
    return False


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_no_sentence_leaves_the_plural_to_the_reader(domain: str, language: str) -> None:
    """Nothing says "hex(es)"."""
    assert not [
        text for _, _, text in sentences(domain, language) if re.search(r"\w\((e?s)\)", text)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", PLURAL_SEATS)
def test_nothing_agrees_with_the_name_of_a_side(domain: str, language: str) -> None:
    """A side may be called "Chile" or "Allies": no sentence says "Allies has resigned"."""
    wrong = re.compile(AGREEING[language])
    assert not [text for _, _, text in sentences(domain, language) if wrong.search(text)]


@pytest.mark.parametrize("domain", DOMAINS)
def test_nothing_agrees_with_the_name_of_a_phase(domain: str) -> None:
    """Phases are masculine and feminine in Spanish."""
    assert not [text for _, _, text in sentences(domain, "es") if AGREEING_PHASES.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_offered_by_its_name(language: str) -> None:
    """Every language of the catalogues is named in each of them."""
    named = [Words(language).bot(f"language.{one}") for one in LANGUAGES]
    assert not {*named} & {*LANGUAGES}


def _commands(language: str) -> set[str]:
    """The commands as a person reads them in a language, without those of the games."""
    templates = load(language, "bot").templates
    said = {
        code.removesuffix(".name"): "".join(part.before for part in template.forms[0])
        for code, template in templates.items()
        if code.startswith("command.") and code.endswith(".name") and ".option." not in code
    }
    return {
        " ".join(said[".".join(code.split(".")[: depth + 1])] for depth in range(1, len(parts)))
        for code in said
        for parts in [code.split(".")]
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_that_are_named_exist_by_that_name(language: str) -> None:
    """Whoever reads of `/partida dejar` in Spanish finds that command in Spanish."""
    known = _commands(language)
    assert "help" in known or "ayuda" in known
    wrong = [
        f"{code}: /{found}"
        for code, _, text in sentences("bot", language)
        for found in MENTIONED.findall(text)
        if found not in known
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_place_aboard_is_said_to_be_at(language: str) -> None:
    """A group of units on a ship is "aboard" it, and not "at aboard" it."""
    units = [
        Unit("line_2", "chile", "@rimac", 2, "chile"),
        Unit("buin", "chile", "@rimac", 2, "chile"),
    ]
    said = Words(language, GAMES["war_of_the_pacific"]).say(stack_option(units))
    assert "at aboard" not in said
    assert "en a bordo" not in said
    assert said.startswith("2 uni")


def test_a_limit_that_is_none_is_said_in_words() -> None:
    """The number that stands for "any" is nobody's to read."""
    game = GAMES["war_of_the_pacific"]
    for language in LANGUAGES:
        words = Words(language, game)
        said = words.action(Intercepting(attempt="always"))
        assert "99" not in said
        assert words.say(Option("99", Text("standing.any"))) in {"Any", "Cualquiera"}
