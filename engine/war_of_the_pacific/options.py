"""Small makers of options that every chapter uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.api import Cost, Option, Term, Text
from engine.war_of_the_pacific.play import place_term, unit_terms
from engine.war_of_the_pacific.state import Unit


def unit_option(unit: Unit) -> Option:
    """Offer one counter, shown with its place and steps."""
    return Option(
        unit.id,
        Text(
            "unit",
            {"unit": Term("unit", unit.id), "place": place_term(unit.at), "steps": unit.steps},
        ),
    )


def stack_option(units: Sequence[Unit]) -> Option:
    """Offer several counters of one place as one value (a comma list)."""
    if len(units) == 1:
        return unit_option(units[0])
    return Option(
        ",".join(unit.id for unit in units),
        Text(
            "stack",
            {"units": unit_terms(units), "place": place_term(units[0].at), "n": len(units)},
        ),
    )


def place_option(place: str) -> Option:
    """Offer a hex, the box or another place."""
    return Option(place, Text("place", {"place": place_term(place)}))


def course_option(place: str, hexes: int) -> Option:
    """Offer a place with how many hexes of sea lie on the way there."""
    return Option(place, Text("sail.to", {"place": place_term(place), "n": hexes}), Cost(hexes))


def place_options(places: Iterable[str]) -> Iterator[Option]:
    """Offer several places."""
    return (place_option(place) for place in places)


def count_option(n: int) -> Option:
    """Offer a number."""
    return Option(str(n), Text("count", {"n": n}))


def fits_option(option: Option) -> bool:
    """Say whether the value can be typed in Discord (100 characters)."""
    return len(option.value) <= 100
