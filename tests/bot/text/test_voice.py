"""The house's voice: words that no sentence uses, and the rulebooks' own terms."""

from __future__ import annotations

import re

import pytest

from bot.games import GAMES
from bot.text import Words, words_for
from bot.text.catalogue import LANGUAGES, load
from bot.text.words import FORMS
from engine.api import Event, Term
from engine.data.rules_ledger import load_rules, load_rulings
from engine.dice import SeededDice
from engine.kit.filling import first_offered
from tests.bot.text.test_catalogues import ALL_GAMES
from tests.bot.text.test_wording import DOMAINS, sentences
from tests.games import known

SHUNNED = {
    "en": (
        r"\bawaited\b|may have a say|so far as|hangs? on\b|\bis let\b|\bone's own\b|\bthrow|\bthrew"
        r"|Nothing from me|\bnot possible\b|\b([Nn]o|[Ss]ome|[Aa]ny|[Ee]very)body\b|\b[Ww]hoever\b"
    ),
    "es": (
        r"se (te )?espera\b|Nada de m|deja de existir|[Mm]andas? el bando|\b[Dd]e el\b|\b[Aa] el\b"
        r"| y (?=h?[iIíÍ](?![aeoáéó]))| o (?=h?[oOóÓ])"
    ),
}
"""What a player would not say."""

WHOEVER = {
    "en": r"\b[Ww]hom\b|\b[Tt]hose who\b",
    "es": r"\b[Qq]uien\b(?! tenga el juego)|\b([Nn]adie|[Aa]lguien)\b",
}
"""People in whose place a rule has a counter, a unit or a side."""

BARE_SIDE = {
    "en": re.compile(r"^(?:\*\*)?\{seats?\} [a-z]|\b(?:of|by|for|against|to) (?:\*\*)?\{seats?\}"),
    "es": re.compile(
        r"^(?:\*\*)?\{seats?\} [a-z]|\b(?:de|del|por|contra|para|con) (?:\*\*)?\{seats?\}"
        r"|\b(?:[Ll]os|[Ee]l) \{seats?\}"
    ),
}
"""A side named without its article: "Allies sailed", "de Aliados"."""

PLACEHOLDER = re.compile(r"\{[^}]*\}")


def _own_terms(domain: str, language: str) -> str | None:
    """Return what stands in the place of a rulebook's own words, if the domain is a game's."""
    return known(domain).says.shunned.get(language) if domain in GAMES else None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_no_sentence_uses_a_word_that_a_player_would_not(domain: str, language: str) -> None:
    """And none another word than the rulebook's own; what is typed keeps its name."""
    shunned = re.compile("|".join(filter(None, (SHUNNED[language], _own_terms(domain, language)))))
    assert [
        f"{code}: {text}"
        for code, _, text in sentences(domain, language)
        if not code.endswith(".name") and shunned.search(PLACEHOLDER.sub("", text))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", GAMES)
def test_titles_and_rulings_speak_as_the_sentences_do(domain: str, language: str) -> None:
    """None of the shunned words, and the rulebook's own terms, in clauses as in refusals."""
    patterns = SHUNNED[language], _own_terms(domain, language), WHOEVER[language]
    shunned = re.compile("|".join(filter(None, patterns)))
    texts: list[tuple[str, str]] = []
    for clause in load_rules(domain).values():
        texts.append((clause.id, clause.title_es if language == "es" else clause.title))
    for ruling in load_rulings(domain).values():
        spanish = (ruling.question_es, ruling.ruling_es)
        asked = spanish if language == "es" else (ruling.question, ruling.ruling)
        texts += [(ruling.id, text) for text in asked]
    assert [f"{one}: {text}" for one, text in texts if shunned.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", GAMES)
def test_every_order_reads_as_an_order(domain: str, language: str) -> None:
    """What is read back is a sentence, not a form: no order with fields goes without one."""
    templates = load(language, domain).templates
    assert [
        kind
        for kind, model in GAMES[domain].actions.items()
        if model.model_fields
        and f"said.{kind}" not in templates
        and not (model.standing and f"text.standing.{kind}" in templates)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", ALL_GAMES)
def test_every_correction_reads_as_an_order(domain: str, language: str) -> None:
    """It has a sentence, or one for either answer to one of its flags."""
    templates = load(language, domain).templates
    assert [
        kind
        for kind, model in (
            *ALL_GAMES[domain].corrections.items(),
            *ALL_GAMES[domain].own_corrections.items(),
        )
        if f"said.{kind}" not in templates
        and not any(
            {f"said.{kind}.{field}.yes", f"said.{kind}.{field}.no"} <= templates.keys()
            for field in model.model_fields
        )
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", GAMES)
def test_a_side_has_its_forms(domain: str, language: str) -> None:
    """Its name alone, as who does something, and as whose something is."""
    templates = load(language, domain).templates
    assert [
        f"{seat} {form}"
        for seat in GAMES[domain].seats
        for form in sorted(FORMS)
        if f"term.seat.{seat}.{form}" not in templates
    ] == []
    words = Words(language, GAMES[domain])
    for seat in GAMES[domain].seats:
        of = str(words._fill((f"term.seat.{seat}.of",), {}))
        assert of.startswith("of " if language == "en" else ("de ", "del "))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", GAMES)
def test_no_event_names_a_side_without_its_article(domain: str, language: str) -> None:
    """Who does something is "the Allies", "el bando aliado", and what is theirs is of them."""
    assert [
        f"{code}: {text}"
        for code, _, text in sentences(domain, language)
        if code.startswith("event.") and BARE_SIDE[language].search(text)
    ] == []


def test_a_side_is_said_in_its_form() -> None:
    """At the beginning of a sentence with a capital; a list takes the form in each of its items."""
    allies, chile = Term("seat", "allies"), Term("seat", "chile")
    english, spanish = (Words(one, GAMES["war_of_the_pacific"]) for one in LANGUAGES)
    city = {"seat": allies, "place": Term("place", "2007")}
    assert english.say(Event("city.taken", "", city)) == "The Allies took Callao (2007)."
    assert spanish.say(Event("city.taken", "", city)) == "El bando aliado tomó Callao (2007)."
    assert english._value((allies, chile), "the") == "the Allies and Chile"
    assert spanish._value((allies, chile), "of") == "del bando aliado y de Chile"


LONGEST = {
    "button.": 30,
    "choice.": 70,
    "field.": 80,
    "decision.": 160,
    "event.": 160,
    "refusal.": 230,
}
"""Characters of what is read at a glance, and of sentences, a value counted as eight."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_nothing_is_longer_than_it_is_read(domain: str, language: str) -> None:
    """Labels fit a phone, a field's help its line, and a sentence is one."""
    assert [
        f"{code}: {text}"
        for code, _, text in sentences(domain, language)
        for begin, most in LONGEST.items()
        if code.startswith(begin) and not code.endswith(".name")
        if len(PLACEHOLDER.sub("12345678", text).replace("**", "")) > most
    ] == []


@pytest.mark.parametrize(
    ("domain", "kind", "said"),
    [
        (
            "barricadas",
            "deploy",
            r"Deploy Officer [A-Z] \([^)]*\), [\w ]+ ([A-Z])1–\1[2-9] C\d+; .*",
        ),
        ("calama", "prepare", r".*Deploy: Commander \d+-\d+; Officer \d+-\d+, \d+-\d+; .*"),
    ],
)
def test_who_shares_a_place_is_told_together(domain: str, kind: str, said: str) -> None:
    """A deployment is read by stacks, or by kinds of piece: nobody is named twice, or left out."""
    game = GAMES[domain]
    settings = game.settings_model()
    state = game.setup(settings, SeededDice(b"together")).state
    action = first_offered(game, game.view(state, game.seats[0]), kind)
    assert re.fullmatch(said, words_for("en", game).action(action))
