"""Entries of a menu that differ only where Discord cuts them say the difference first."""

from discord import ui

from bot.letters.parts import CHOICE_LIMIT, MenuLine, menu
from bot.text import Words, told_apart
from bot.ui.dialogue.fields import fields_of
from bot.ui.dialogue.option_lines import option_lines
from engine.api import Option
from engine.war_of_the_pacific.actions import WriteOrder as Order
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.options import stack_option
from engine.war_of_the_pacific.state import Unit

FLEET = ("cochrane", "blanco", "ohiggins", "chacabuco", "magallanes", "esmeralda", "covadonga")


def group(*ships: str) -> Option:
    """A group of Chilean warships in one port, as an option."""
    return stack_option([Unit(ship, "chile", "box", 1, "chile") for ship in ships])


def shown(lines: list[MenuLine]) -> list[str]:
    """The labels of a menu as Discord gets them."""
    select = menu(lines, "fill").item
    assert isinstance(select, ui.Select)
    return [option.label for option in select.options]


def test_fleets_that_differ_at_their_end_say_who_is_left_out() -> None:
    """The whole fleet, and the fleet without Covadonga, are told apart within the limit."""
    for language, without in (("en", "Without Covadonga"), ("es", "Sin Covadonga")):
        words = Words(language, GAME, plain=True)
        (ships,) = [field for field in fields_of(Order) if field.name == "ships"]
        lines = option_lines(Order, ships, [group(*FLEET), group(*FLEET[:-1])], words)
        labels = shown(lines)
        assert len({*labels}) == 2
        assert labels[1].startswith(without)
        assert all(len(label) <= CHOICE_LIMIT for label in labels)


def test_any_entries_are_told_apart() -> None:
    """Whatever a menu holds: what is cut to the same goes on where it differs."""
    long = "beginning " * 20
    labels = told_apart([f"{long}one", f"{long}two", "short"], CHOICE_LIMIT)
    assert [label[-3:] for label in labels] == ["one", "two", "ort"]
    assert labels[0].startswith("beginning")
    lines = [MenuLine("a", f"{long}one"), MenuLine("b", f"{long}two")]
    assert len({*shown(lines)}) == 2
