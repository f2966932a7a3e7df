"""Autocomplete finds what is meant by a few letters."""

from bot.cogs.actions import list_offers
from bot.cogs.matching import best
from engine.api import Option, Text

PLACES = [("3116", "Arica (3116)"), ("3117", "Tacna (3117)"), ("2513", "sea 2513")]


def options(*values: str) -> list[tuple[Option, str]]:
    """Options labelled by their values in capitals."""
    return [(Option(value, Text("x")), value.upper()) for value in values]


def test_nothing_typed_keeps_the_games_order() -> None:
    """The best first, as the game says."""
    assert best(PLACES, "") == PLACES


def test_letters_match_anywhere_without_case_and_accents() -> None:
    """Value or label, at any place, however written."""
    assert [v for v, _ in best([("huascar", "Huáscar"), ("x", "y")], "ÁSC")] == ["huascar"]
    assert [v for v, _ in best(PLACES, "taCNa")] == ["3117"]
    assert [v for v, _ in best(PLACES, "31 tac")] == ["3117"]


def test_beginnings_go_first() -> None:
    """What begins with the letters goes before what only holds them."""
    assert [v for v, _ in best([("11", "a"), ("1", "b"), ("21", "c"), ("12", "d")], "1")] == [
        "1",
        "11",
        "12",
        "21",
    ]


def test_at_most_25_and_none_too_long() -> None:
    """Discord's limits hold whatever the game offers."""
    many = [(str(n), "x" * 150) for n in range(40)]
    found = best([("v" * 101, "long"), ("", "empty"), *many], "")

    assert len(found) == 25
    assert all(len(label) <= 100 for _, label in found)
    assert found[0][0] == "0"


def test_equal_values_are_offered_once() -> None:
    """Discord refuses a value that is offered twice."""
    assert best([("a", "first"), ("a", "second")], "") == [("a", "first")]


def test_lists_keep_what_is_typed() -> None:
    """The last item is completed; earlier ones stay, and are not offered again."""
    found = list_offers(options("boa", "condor", "boa,condor", "eagle"), "condor, ")

    assert found[0] == ("condor", "condor")
    assert ("condor, boa", "condor, BOA") in found
    assert ("condor, eagle", "condor, EAGLE") in found
    assert all("condor, condor" not in value for value, _ in found)


def test_lists_complete_the_last_item() -> None:
    """Letters after the comma narrow the last item only."""
    assert list_offers(options("boa", "condor"), "condor, b") == [("condor, boa", "condor, BOA")]
    assert list_offers(options("boa", "condor"), "co") == [("condor", "CONDOR")]


def test_long_lists_never_pass_the_limit() -> None:
    """A list that would be too long is not offered."""
    typed = ", ".join(f"ship{n}" for n in range(20))

    assert all(len(value) <= 100 for value, _ in list_offers(options("boa"), typed + ", "))
