"""The house's voice: words that no sentence uses, and the rulebooks' own terms."""

from __future__ import annotations

import re

import pytest

from bot.games import GAMES
from bot.text.catalogue import LANGUAGES, load
from tests.bot.text.test_wording import DOMAINS, sentences

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

TERMS = {
    ("war_of_the_pacific", "en"): r"\bthe beaten\b|put ashore|\breduced units",
    ("war_of_the_pacific", "es"): (
        r"agrupaci|interceptaci|incursi|averi|[Cc]olumnas? de [Ss]uministro|[Ff]orzar|escal[oó]n"
    ),
    ("calama", "en"): r"\breserves?\b",
    ("calama", "es"): r"\bpiezas?\b|\breservas?\b",
    ("barricadas", "en"): r"recognis|in retreat|\bhitch|\bunhitch|the ground\b|\brecover",
    ("barricadas", "es"): r"escal[oó]n|bajo mando|[Ss]in mando",
    ("art_of_war", "en"): r"(is|are) to shoot|stands? aside|hard to manoeuvre",
    ("art_of_war", "es"): r"marcha de flanco|difícil de maniobrar",
}
"""Words in whose place a rulebook has one of its own."""

PLACEHOLDER = re.compile(r"\{[^}]*\}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_no_sentence_uses_a_word_that_a_player_would_not(domain: str, language: str) -> None:
    """And none another word than the rulebook's own; what is typed keeps its name."""
    shunned = re.compile("|".join(filter(None, (SHUNNED[language], TERMS.get((domain, language))))))
    assert [
        f"{code}: {text}"
        for code, _, text in sentences(domain, language)
        if not code.endswith(".name") and shunned.search(PLACEHOLDER.sub("", text))
    ] == []


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
