"""Lines of a menu told apart: what they share stands in its heading, and ties get letters."""

from __future__ import annotations

from typing import Any

import pytest
from discord import ui

from bot.letters.parts import CHOICE_LIMIT, MenuLine, menu
from bot.letters.telling import MENU_PHONE, PHONE, headed, in_menu, letters_of, on_buttons
from bot.text import cut

LONG = "a way that goes on and on and on, round the hill, past the mill and over the river, to "


def shown(lines: list[MenuLine], **kept: Any) -> tuple[str, list[str]]:
    """What a menu says: its hint, and its lines."""
    select = menu(lines, "fill", **kept).item
    assert isinstance(select, ui.Select)
    return str(select.placeholder), [option.label for option in select.options]


@pytest.mark.parametrize(
    ("lines", "begin", "rest"),
    [
        (["Deploy: C101", "Deploy: C202"], "Deploy: ", ["C101", "C202"]),
        (["Fire: C101", "Move: C101"], "", ["Fire: C101", "Move: C101"]),
        (["Deploy: C101"], "", ["Deploy: C101"]),
        (["Ready deployment 1", "Ready deployment 2"], "", None),
        (["Supply Column 1, Ilo", "Supply Column 2, Ilo"], "Supply Column ", ["1, Ilo", "2, Ilo"]),
        (["to IV", "to V"], "", None),
        (["Deploy: one", "Deploy: one"], "Deploy: ", ["one", "one"]),
        (["Move: on", "Move: on and on"], "", None),
    ],
)
def test_what_all_begin_with_is_said_once(
    lines: list[str], begin: str, rest: list[str] | None
) -> None:
    """In whole words, where it is worth it, and something is left of every line."""
    assert headed(lines) == (begin, rest or lines)


def test_it_stands_before_the_hint() -> None:
    """A menu that shares says it there; the values stay, and another menu says all of its lines."""
    lines = [MenuLine("a", "Deploy: C101"), MenuLine("b", "Deploy: C202")]
    assert shown(lines, hint="Where?", share=True) == ("Deploy … · Where?", ["C101", "C202"])
    assert shown(lines, hint="Where?") == ("Where?", ["Deploy: C101", "Deploy: C202"])


def test_ties_get_letters_and_nothing_else_does() -> None:
    """Down the menu, each its own; those that differ behind what a phone shows say that."""
    ties = ["Infantry", "Cavalry", "Infantry", "Guns", "Guns"]
    assert letters_of(ties) == ("A", "", "B", "C", "D")
    assert letters_of([f"{LONG}Ilo", f"{LONG}Arica"]) == ("", "")
    _, lines = shown([MenuLine(str(n), one) for n, one in enumerate(ties)])
    assert lines == ["A · Infantry", "Cavalry", "B · Infantry", "C · Guns", "D · Guns"]
    said = in_menu([f"{LONG}Ilo", f"{LONG}Arica"], ("", ""), CHOICE_LIMIT)
    assert len({cut(one, MENU_PHONE) for one in said}) == 2


def test_three_that_part_twice_are_told_apart() -> None:
    """Two that part only behind where all three do are alike once cut: letters tell them."""
    three = [f"{LONG}Ilo", f"{LONG}Arica {LONG}one", f"{LONG}Arica {LONG}two"]
    letters = letters_of(three)
    said = in_menu(three, letters, CHOICE_LIMIT)
    assert len({cut(one, MENU_PHONE) for one in said}) == 3
    assert [bool(one) for one in letters] == [False, True, True]


def test_a_button_has_the_letter_of_its_line() -> None:
    """What is alike on buttons alone has letters in the menu too."""
    lines = ["One", "Two", "Two"]
    letters = letters_of(lines, buttons=3)
    assert on_buttons(lines, letters) == ["One", "A · Two", "B · Two"]
    long = [f"{LONG}{end}" for end in ("Ilo", "Arica", "Arica")]
    said = on_buttons(long, letters_of(long, buttons=3))
    assert len({*said}) == 3
    assert all(len(one) <= PHONE for one in said)
