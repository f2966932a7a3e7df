"""A newcomer at the table: presses what the page says, by words and colours, and knows no more.

They press the button that the host's note names. On the page that answers they press what is blue,
which is what the bot holds best, until they have given orders enough; then what the page's words
name ("say that you are ready"), what ends the turn, or what sends. What is asked in between they
answer by what stands first. No id and no state is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.text import words_for

ORDERS: Final = 3
"""Orders that a newcomer gives before they send them."""
SHORT: Final = 12
"""Letters of a button that the page's words may name."""
QUOTED: Final = re.compile(r"[“«]([^”»]+)[”»]")
COUNTED: Final = re.compile(r"\d+")
BLUE, GREY, GREEN, RED = "blue", "grey", "green", "red"


@dataclass(frozen=True, slots=True)
class Part:
    """What can be pressed: a button, by its words and colour, or a menu, by its heading."""

    label: str
    colour: str = GREY
    is_menu: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it is shown.

    Attributes:
        text: Its words.
        parts: What can be pressed, in the order of reading.
        private: Whether only its reader sees it.
        pictured: Whether it has a picture.
    """

    text: str
    parts: tuple[Part, ...] = ()
    private: bool = False
    pictured: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """What is touched: a part of a message, by their places; of a menu its first line.

    Attributes:
        label: What it says.
        taps: Touches: a menu is opened, and its line chosen.
        ends: Whether the press ends the turn.
    """

    message: int
    part: int
    label: str
    taps: int = 1
    ends: bool = False


class Newcomer:
    """Somebody who reads a language, and presses.

    Attributes:
        stuck: Whether they would press the same on the very same page once more.
    """

    def __init__(self, language: str) -> None:
        plain = words_for(language).plain
        ends = ("send_end_turn", "end_turn", "send_end_phase", "end_phase")
        self._ends = tuple(plain.bot(f"plan.{code}") for code in ends)
        self._boxed = (plain.bot("plan.type"), plain.bot("plan.more"), plain.bot("plan.suggest"))
        self._cancel = plain.bot("button.cancel")
        self._wanted = ORDERS
        self._given = 0
        self._named: set[str] = set()
        self._before: tuple[Shown, int] | None = None
        self.stuck = False

    def begin(self, orders: int) -> None:
        """Begin something for which they want to give so many orders."""
        self._wanted, self._given = orders, 0
        self._named.clear()

    def next(self, shown: Sequence[Shown]) -> Press | None:
        """Return what they press now; ``None`` where there is nothing to press, or they wait."""
        place = next((n for n in reversed(range(len(shown))) if shown[n].private), None)
        parts = shown[place].parts if place is not None else ()
        number = self._on_page(parts, shown[place].text) if place is not None else None
        if place is None or number is None:
            # Nothing leads on there: what calls them stands below, with the button of before.
            return self._as_told(shown)
        if self._before == (shown[place], number):
            # That led to nothing: something else that is held best.
            blue = (n for n, one in enumerate(parts) if one.colour == BLUE and not one.is_menu)
            number = next(blue, number)
        one = parts[number]
        self.stuck = self._before == (shown[place], number)
        self._before = shown[place], number
        return Press(place, number, one.label, 1 + one.is_menu, one.colour == RED or self._end(one))

    @staticmethod
    def _as_told(shown: Sequence[Shown]) -> Press | None:
        """Return the button that the host's note names, on the latest message that has it."""
        for note in reversed(shown):
            for named in QUOTED.findall(note.text):
                for place in reversed(range(len(shown))):
                    for number, part in enumerate(shown[place].parts):
                        if not shown[place].private and part.label == named:
                            return Press(place, number, part.label)
        return None

    def _on_page(self, parts: Sequence[Part], text: str) -> int | None:
        """Return which part of their own page they press."""
        buttons = [(number, one) for number, one in enumerate(parts) if not one.is_menu]
        menus = (number for number, one in enumerate(parts) if one.is_menu)
        red, blue, green = (
            _first(number for number, one in buttons if one.colour == colour)
            for colour in (RED, BLUE, GREEN)
        )
        if red is not None:
            return red
        if any(one.label == self._cancel for one in parts):
            # In the middle of an order: the best line, or the first of a menu, or what takes it.
            first = _first(menus)
            return blue if blue is not None else green if first is None else first
        written = 0 if green is None else self._counted(parts[green])
        if blue is not None and max(written, self._given) < self._wanted:
            self._given += 1
            return blue
        places = ((self._place(one, text), number) for number, one in buttons)
        place, named = max(places, default=(-1, 0))
        if place >= 0:
            self._named.add(parts[named].label)
            return named
        end = _first(number for number, one in buttons if self._end(one))
        rest = (n for n, one in buttons if one.colour in {BLUE, GREY} and not self._boxes(one))
        answer = _first(rest)
        return _first(one for one in (end, green, answer) if one is not None)

    def _place(self, part: Part, text: str) -> int:
        """Return where the page's words name a button last, not pressed for it yet; or -1.

        What is named last is what they say at the end: "then say that you are ready".
        """
        passed = part.label in self._named or self._boxes(part)
        if passed or len(part.label) > SHORT or part.colour not in {BLUE, GREY}:
            return -1
        words = re.findall(r"\w+", text.casefold())
        label = part.label.casefold()
        return max((n for n, word in enumerate(words) if word == label), default=-1)

    def _boxes(self, part: Part) -> bool:
        """Say whether a button is none by which a question is answered."""
        return part.label in self._boxed

    def _end(self, part: Part) -> bool:
        return not part.is_menu and part.label in self._ends

    @staticmethod
    def _counted(part: Part) -> int:
        found = COUNTED.search(part.label)
        return int(found[0]) if found else 1


def _first(found: Iterable[int]) -> int | None:
    return next(iter(found), None)
