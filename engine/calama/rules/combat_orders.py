"""Combat orders (4.1.7): a side shifts one point between two attributes of one of its types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.api import Option, Params, Refusal, Term, Text
from engine.calama.actions import Order
from engine.calama.army import load_army
from engine.calama.choosing import refuse, type_option
from engine.calama.play import Play, type_term
from engine.calama.state import ATTRIBUTES, RESERVE, Phase, Table, View
from engine.calama.survey import army, waiting
from engine.calama.verb import AnyVerb, Verb


def shift(play: Play, seat: str, type_key: str, attribute: str, by: int) -> tuple[int, int]:
    """Move a marker, not beyond the ends of its track (CAL-R4), and return from where to where."""
    limits = load_army()
    markers = play.table.attributes[seat][type_key]
    before = markers.value(attribute)
    after = min(limits.highest, max(limits.lowest, before + by))
    mine = {**play.table.attributes[seat], type_key: replace(markers, **{attribute: after})}
    play.set(attributes={**play.table.attributes, seat: mine})
    return before, after


def _check(view: View, action: Order) -> list[Refusal]:
    table = view.table
    seat = table.player
    if not table.orders_left[seat]:
        return [refuse("order.none_left", "4.1.7.three")]
    if table.acted:
        return [refuse("order.too_late", "4.1.7.before")]
    if action.gives == action.takes:
        return [refuse("order.same", "4.1.7", attribute=Term("attribute", action.gives))]
    limits = load_army()
    markers = table.attributes[seat][action.type]
    found = []
    if not _has(table, seat, action.type):
        found.append(refuse("order.nobody", "4.1.7", type=type_term(action.type)))
    if markers.value(action.gives) <= limits.lowest:
        found.append(
            refuse(
                "order.empty",
                "4.1.7",
                type=type_term(action.type),
                attribute=Term("attribute", action.gives),
            )
        )
    if markers.value(action.takes) >= limits.highest:
        found.append(
            refuse(
                "order.full",
                "4.1.7",
                type=type_term(action.type),
                attribute=Term("attribute", action.takes),
                n=limits.highest,
            )
        )
    return found


def _apply(play: Play, seat: str, action: Order) -> None:
    _, lowered = shift(play, seat, action.type, action.gives, -1)
    _, raised = shift(play, seat, action.type, action.takes, +1)
    left = play.table.orders_left[seat] - 1
    play.set(orders_left={**play.table.orders_left, seat: left})
    play.tell(
        "ordered",
        "4.1.7",
        seat=Term("seat", seat),
        type=type_term(action.type),
        gives=Term("attribute", action.gives),
        lowered=lowered,
        takes=Term("attribute", action.takes),
        raised=raised,
        left=left,
    )


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    table = view.table
    limits = load_army()
    if field == "type":
        for type_key in _present(table):
            n = len(army(table, table.player, type_key))
            yield type_option(type_key, n)
        return
    markers = table.attributes[table.player].get(filled.get("type", ""))
    if markers is None:
        return
    for attribute in ATTRIBUTES:
        value = markers.value(attribute)
        able = value > limits.lowest if field == "gives" else value < limits.highest
        if field == "takes" and attribute == filled.get("gives"):
            continue
        if field == "gives" and not any(
            markers.value(one) < limits.highest for one in ATTRIBUTES if one != attribute
        ):
            continue
        if able:
            params: Params = {"attribute": Term("attribute", attribute), "n": value}
            yield Option(attribute, Text("attribute", params))


def _has(table: Table, seat: str, type_key: str) -> bool:
    """Say whether a side has pieces of a type, on the board or in reserve."""
    return bool(army(table, seat, type_key) or waiting(table, seat, RESERVE, type_key))


def _present(table: Table) -> tuple[str, ...]:
    """Return the types of which the player has pieces and whose markers can be shifted."""
    seat = table.player
    limits = load_army()
    found = []
    for type_key in limits.types:
        values = [table.attributes[seat][type_key].value(one) for one in ATTRIBUTES]
        low = [value for value in values if value > limits.lowest]
        open_ended = sum(value < limits.highest for value in values)
        shiftable = any(open_ended - (value < limits.highest) > 0 for value in low)
        if shiftable and _has(table, seat, type_key):
            found.append(type_key)
    return tuple(found)


def _possible(view: View) -> bool:
    table = view.table
    return bool(table.orders_left[table.player] and not table.acted and _present(table))


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        Order,
        frozenset((Phase.MOVEMENT,)),
        frozenset(),
        _check,
        _apply,
        _options,
        _possible,
    ),
)
