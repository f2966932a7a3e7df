"""Clauses and rulings are found by number and by words, in either language."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.text import rulebook, words_for
from bot.text.rulebook import Rulebook, cite, cited, rulebook_of
from engine.data.rules_ledger import Clause, Ruling
from tests.support import toy_words  # noqa: F401 - its rules are read by importing it
from tests.support.seldom import told

WAR, CALAMA, TOY = rulebook_of("war_of_the_pacific"), rulebook_of("calama"), rulebook_of("toy")


def ids(book: Rulebook, typed: str, language: str = "en") -> list[str]:
    """What is found, by id."""
    return [entry.id for entry in book.search(typed, language)]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("8.6", "8.6"),
        (" § 8.6. ", "8.6"),
        ("rule 8.6", "8.6"),
        ("Cláusula 8.6", "8.6"),
        ("8.9.supply", "8.9.supply"),
        ("8.9.SUPPLY", "8.9.supply"),
        ("WP-R5", "WP-R5"),
        ("wp-e3", "WP-E3"),
        ("wp r5", "WP-R5"),
        ("R5", "WP-R5"),
    ],
)
def test_numbers_and_names_find_the_one_entry(typed: str, wanted: str) -> None:
    """However a number or a ruling's name is written, it is that entry."""
    entry = WAR.entry(typed)
    assert entry is not None
    assert entry.id == wanted


@pytest.mark.parametrize("typed", ["", "99.9", "8.6.nothing", "march", "WP-R999", "9" * 5000])
def test_what_is_no_name_finds_no_entry(typed: str) -> None:
    """Words, and numbers that there are not, name nothing."""
    assert WAR.entry(typed) is None


def test_another_games_rulings_are_its_own() -> None:
    """A ruling's name is looked up in its game alone."""
    assert CALAMA.entry("CAL-R7") is not None
    assert WAR.entry("CAL-R7") is None


@pytest.mark.parametrize(
    ("typed", "language", "wanted"),
    [
        ("forced march", "en", "8.4"),
        ("FORCED MARCHES", "en", "8.4"),
        ("marcha forzada", "es", "8.4"),
        ("marchas forzadas", "en", "8.4"),
        ("intercepción", "es", "7.3"),
        ("INTERCEPCION", "es", "7.3"),
        ("desgaste", "es", "8.3"),
        ("who fires first", "en", "7.9.first"),
    ],
)
def test_words_find_the_clause_that_is_meant_first(typed: str, language: str, wanted: str) -> None:
    """Case, accents and endings do not matter, nor in which of the languages one asks."""
    assert ids(WAR, typed, language)[0] == wanted


def test_words_are_also_found_in_rulings() -> None:
    """What only a ruling says finds the ruling."""
    assert ids(TOY, "tie", "en") == ["TOY-R2"]
    assert ids(TOY, "empate", "es") == ["TOY-R2"]
    assert ids(TOY, "mesa", "en") == ["TOY-E1"]


def test_a_number_finds_what_lies_under_it_and_bears_on_it() -> None:
    """The clause itself first, then its parts, then rulings on it."""
    found = ids(WAR, "8.6")
    parts = [name for name in found if name.startswith("8.6.")]

    assert found[0] == "8.6"
    assert found[1 : len(parts) + 1] == parts
    assert parts


def test_title_in_the_readers_language_weighs_more() -> None:
    """A word that both languages have is looked for in the reader's first."""
    clauses = {
        number: Clause(id=number, title=english, title_es=spanish, status="automated")
        for number, english, spanish in (("1", "x", "real"), ("2", "real", "x"))
    }
    book = Rulebook(clauses, {})
    assert ids(book, "real", "en") == ["2", "1"]
    assert ids(book, "real", "es") == ["1", "2"]


def test_common_words_neither_find_much_nor_hide_the_rare_one() -> None:
    """What stands everywhere does not drown what stands once; what stands nowhere is ignored."""
    telling = ids(WAR, "the attrition of a unit in the march")
    assert {"8.3", "8.3.one", "8.5"} & set(telling[:3])
    assert ids(WAR, "flibbertigibbet attrition") == ids(WAR, "attrition")
    assert ids(WAR, "flibbertigibbet") == []
    assert ids(WAR, "") == []
    assert ids(WAR, "…!?") == []


@pytest.mark.parametrize("book", [WAR, CALAMA, TOY])
def test_every_clause_can_be_walked_to_from_the_contents(book: Rulebook) -> None:
    """Chapters and their parts, downwards, reach each clause once; upwards leads back."""
    reached: list[str] = []
    waiting = list(book.chapters())
    while waiting:
        clause = waiting.pop(0)
        reached.append(clause.id)
        for part in book.parts(clause):
            assert book.above(part) == clause
            waiting.append(part)
    assert sorted(reached) == sorted(book.clauses)


def test_neighbours_are_parts_of_the_same() -> None:
    """Before and after are the clauses beside one; at the ends there is none."""
    first, second = (TOY.clauses[name] for name in ("2.1", "2.2"))
    assert TOY.beside(first) == (None, second)
    assert TOY.beside(second) == (first, TOY.clauses["2.3"])
    assert TOY.beside(TOY.clauses["1.1"]) == (None, None)


@told(GAMES)
def test_every_title_finds_its_own_clause(key: str, language: str) -> None:
    """Whoever types a clause's whole title gets it among the first (every third is tried)."""
    book = rulebook_of(key)
    for clause in list(book.clauses.values())[::3]:
        title = clause.title_es if language == "es" else clause.title
        same = {c.id for c in book.clauses.values() if title in {c.title, c.title_es}}
        assert same & set(ids(book, title, language)[:5]), (clause.id, title)


def test_clauses_cited_are_known_ones_once_each() -> None:
    """What is no clause is left out; order stays."""
    assert cited(["2.1", "", "9.9", "1", "2.1"], TOY) == ("2.1", "1")


def test_game_without_rulebook_has_an_empty_one() -> None:
    """Nothing is found in it, and nothing fails."""
    book = rulebook_of("no_such_game")
    assert not book
    assert book.chapters() == ()
    assert book.entry("1") is None
    assert book.search("march", "en") == ()


def test_broken_rulebook_counts_as_empty_and_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A slip in the file costs the look-up, not the bot."""
    (tmp_path / "slip").mkdir()
    (tmp_path / "slip" / "rules.toml").write_text("[[clause]]\nid = 1\n")
    monkeypatch.setattr(rulebook, "_FOLDERS", [tmp_path])
    with caplog.at_level(logging.ERROR):
        assert not rulebook_of("slip")
    assert "slip" in caplog.text
    rulebook_of.cache_clear()


def test_rulings_on_a_clause() -> None:
    """They come in the order in which the clause names them."""
    ruling = Ruling(
        id="X-R1", question="q", question_es="q", ruling="r", ruling_es="r", clauses=("1",)
    )
    clause = Clause(id="1", title="t", title_es="t", status="automated", rulings=("X-R1", "X-R2"))
    assert Rulebook({"1": clause}, {"X-R1": ruling}).rulings_on(clause) == (ruling,)


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_cited_stands_in_the_book(key: str, language: str) -> None:
    """A printed number, or the chapter's heading: nothing that is the house's own."""
    book = rulebook_of(key)
    words = words_for(language, GAMES[key])
    for rule in book.clauses:
        cited_so = cite(rule, words)
        inner = re.compile(r"\d\.[a-z]")
        assert not inner.search(cited_so)
        assert re.fullmatch(r" \*\([\w. áéíóúñ]+\)\*", cited_so), rule
    assert cite("", words) == ""


def test_a_text_without_numbers_is_cited_by_its_chapters() -> None:
    """In the reader's language."""
    game = GAMES["art_of_war"]
    assert cite("5.evade.declare", words_for("en", game)) == " *(Movement)*"
    assert cite("5.evade.declare", words_for("es", game)) == " *(Movimiento)*"
    assert cite("7.2.must", words_for("en", GAMES["war_of_the_pacific"])) == " *(7.2)*"
