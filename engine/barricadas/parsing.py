"""Reading what a person typed in ¡A las barricadas!

A counter is named by its id, or by the end of it where only one of theirs ends so ("g1"); several
that act together are joined by a plus ("g1+g2"). A hex is named as on its board, in either case. A
ready deployment is named by its number.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.api import Refusal
from engine.barricadas.actions import STAY, Placement, joined
from engine.barricadas.rules.setting_up.deployment import formations
from engine.barricadas.short_names import named_so
from engine.barricadas.state import View
from engine.barricadas.survey import battlefield_of
from engine.kit.parsing import SHOWN, Reader, each_of, item_reader, number, several
from engine.kit.standing_orders import kind_reader
from engine.kit.wording import refuse


def readers(view: View) -> Mapping[str, Reader]:
    """Return how what a field holds is read."""

    def counter(text: str, problems: list[Refusal]) -> str:
        return _counter(view, text, problems)

    def group(text: str, problems: list[Refusal]) -> str:
        parts = filter(None, (part.strip() for part in text.split("+")))
        found = (one for part in parts for one in each_of(counter, part, problems))
        return joined(tuple(found))

    def place(text: str, problems: list[Refusal]) -> str:
        return _hex(view, text, problems)

    def target(text: str, problems: list[Refusal]) -> str:
        return STAY if text.strip() == STAY else _hex(view, text, problems)

    def way(text: str, problems: list[Refusal]) -> str:
        if text.strip() == STAY:
            return STAY
        return "-".join(_hex(view, part, problems) for part in text.split("-"))

    def placings(text: str, problems: list[Refusal]) -> tuple[Placement, ...]:
        return _placings(view, text, one_by_one, problems)

    found: dict[str, Reader] = {
        "counter": counter,
        "counters": several(counter),
        "group": group,
        "hex": place,
        "hexes": several(place),
        "target": target,
        "way": way,
        "within": number,
        "resting": number,
        "standing": kind_reader,
        "placings": placings,
    }
    one_by_one = several(item_reader(Placement, found), ranges=False)
    return found


def _placings(
    view: View, text: str, one_by_one: Reader, problems: list[Refusal]
) -> tuple[Placement, ...]:
    """Return a ready deployment by its number, or every counter with its hex."""
    wanted = text.strip()
    if view.viewer is not None and wanted.isdecimal():
        for number_, plan in enumerate(formations(view), start=1):
            if str(number_) == wanted:
                return tuple(Placement(who=one.counter, at=one.at) for one in plan)
    placed: tuple[Placement, ...] = one_by_one(text, problems)
    return placed


def _counter(view: View, text: str, problems: list[Refusal]) -> str:
    """Return the id of a counter that the viewer has, as typed or by its end."""
    wanted = text.strip().casefold()
    counters = view.table.counters
    if wanted in counters:
        return wanted
    ends = named_so(view.table, view.viewer).get(wanted, ())
    if len(ends) == 1:
        return ends[0]
    code = "read.which_counter" if ends else "read.unknown_counter"
    problems.append(refuse(code, "", typed=text[:SHOWN]))
    return ""


def _hex(view: View, text: str, problems: list[Refusal]) -> str:
    """Return a hex of the ground."""
    wanted = text.strip().upper()
    if wanted in battlefield_of(view.table).hexes:
        return wanted
    problems.append(refuse("read.unknown_hex", "2.1", typed=text[:SHOWN]))
    return ""
