"""The clauses and rulings of ¡A las barricadas!: whole, told in both languages, and well cited."""

from __future__ import annotations

from engine.barricadas.board import GAME
from engine.data import files
from engine.data.rules_ledger import Clause, load_rules, load_rulings

FOLDER = files.DATA / GAME
ROOT = FOLDER.parent.parent

GIVEN = (
    "2.1", "2.2.1", "2.2.1.1", "2.2.1.2", "2.2.2", "2.3", "2.4", "2.5", "3.1", "3.2", "3.3", "3.4",
    "3.5", "4", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.8.1", "5.8.2",
    "5.8.2.1", "5.8.2.2", "5.8.3", "5.8.4", "5.8.4.1", "5.8.4.2", "5.8.5", "6", "6.1", "6.1.1",
    "7", "7.1", "7.2", "7.2.1", "7.3", "7.4", "8", "8.1", "8.1.1", "8.1.2", "8.1.3", "8.1.4",
    "8.1.4.1", "8.1.4.2", "8.2", "8.3", "8.3.1", "8.3.2", "8.4", "9", "9.1", "9.2", "9.3", "9.4",
)  # fmt: skip
"""The numbers of the text at hand."""

LOST = ("9.5", "10.1", "10.2", "10.2.1", "10.3", "10.3.1", "10.4", "11", "12", "12.1", "13")
"""Numbers by which the text names what is lost of it, or that stand for it."""


def _place(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdigit())


def test_every_number_of_the_text_has_a_clause() -> None:
    """Given or lost; what is given is the rulebook's, what is lost the house's."""
    rules = load_rules(GAME)
    assert {name: rules[name].source for name in GIVEN} == dict.fromkeys(GIVEN, "rulebook")
    assert {name: rules[name].source for name in LOST} == dict.fromkeys(LOST, "house")


def test_clauses_stand_in_the_order_of_the_rulebook() -> None:
    """By their numbers; those with a word follow the number that they belong to."""
    names = list(load_rules(GAME))
    assert names == sorted(names, key=_place)
    for name in names:
        number = ".".join(map(str, _place(name)))
        assert names.index(number) <= names.index(name)


def test_clauses_of_the_house_cite_what_completes_the_text() -> None:
    """Each names a completion, and each completion is of clauses of the house only."""
    rules = load_rules(GAME)
    house = {name for name, one in rules.items() if one.source == "house"}
    assert not [name for name in house if not _completions(rules[name])]
    for name, ruling in load_rulings(GAME).items():
        if name.startswith("ALB-H"):
            assert set(ruling.clauses) <= house, name
    assert {name for name in rules if _place(name)[0] >= 10} <= house


def _completions(clause: Clause) -> list[str]:
    return [name for name in clause.rulings if name.startswith("ALB-H")]


def test_every_ruling_is_there() -> None:
    """Readings of the text, then what completes it, in their order."""
    rulings = load_rulings(GAME)
    places = [("RH".index(name[4]), int(name[5:])) for name in rulings]
    assert places == sorted(set(places))
