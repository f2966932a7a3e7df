"""Combat orders (4.1.7): a side shifts one point between two attributes of one of its types.

One a round, before the movement phase begins (CAL-R25). Whoever moves first gives it at the start
of its movement turn; the other has a turn for it before, when it has called for one (CAL-R41).

Rules:
    4.1.7.example, 4.1.7.unasked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Refusal, Term, Text
from engine.calama.actions import Call, CombatOrder
from engine.calama.army import load_army
from engine.calama.options import type_option
from engine.calama.play import AnyVerb, Play, type_term
from engine.calama.rules.pieces.attributes import shift
from engine.calama.state import ATTRIBUTES, BOLIVIA, RESERVE, Phase, Table, View
from engine.calama.survey import army, waiting
from engine.kit.records import changed
from engine.kit.verbs import Verb
from engine.kit.wording import refuse


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


def can_order(table: Table) -> bool:
    """Say whether the player may give any combat order now."""
    seat = table.player
    late = table.acted or _begun_without(table, seat)
    able = table.orders_left[seat] and seat not in table.ordered
    return bool(able and not late and _present(table))


def _moves_second(table: Table, seat: str) -> bool:
    """Say whether a side moves in a phase that the other has begun (CAL-R24)."""
    return table.settings.order_of_play == "phases" and seat == BOLIVIA


def _begun_without(table: Table, seat: str) -> bool:
    """Say whether the movement phase has begun before a side's turn in it: too late for orders."""
    return table.phase is Phase.MOVEMENT and _moves_second(table, seat)


def is_asked(table: Table, seat: str) -> bool:
    """Say whether a side has its turn for orders: it has called for it, and can give one."""
    return seat in table.calling and can_order(changed(table, phase=Phase.ORDERS, player=seat))


def can_call(table: Table, seat: str) -> bool:
    """Say whether a side may ask to be asked, or not to be."""
    return _moves_second(table, seat) and bool(table.orders_left[seat])


# -- checked ----------------------------------------------------------------------------------


def check_order(view: View, action: CombatOrder) -> list[Refusal]:
    """Return why the player may not give that order now (4.1.7)."""
    table = view.table
    seat = table.player
    if not table.orders_left[seat]:
        return [refuse("order.none_left", "4.1.7.three")]
    if _begun_without(table, seat):
        return [refuse("order.phase_begun", "4.1.7.before")]
    if table.acted:
        return [refuse("order.too_late", "4.1.7.before")]
    if seat in table.ordered:
        return [refuse("order.one_a_round", "4.1.7.once")]
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


def _check_call(view: View, action: Call) -> list[Refusal]:
    del action
    seat = view.viewer or ""
    if not _moves_second(view.table, seat):
        return [refuse("call.no_need", "4.1.7.before")]
    if not view.table.orders_left[seat]:
        return [refuse("order.none_left", "4.1.7.three")]
    return []


# -- applied ----------------------------------------------------------------------------------


def _apply(play: Play, seat: str, action: CombatOrder) -> None:
    _, lowered = shift(play, seat, action.type, action.gives, -1)
    _, raised = shift(play, seat, action.type, action.takes, +1)
    left = play.table.orders_left[seat] - 1
    orders_left = {**play.table.orders_left, seat: left}
    play.set(orders_left=orders_left, ordered=(*play.table.ordered, seat))
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


def _apply_call(play: Play, seat: str, action: Call) -> None:
    del action
    calling = play.table.calling
    off = seat in calling
    play.set(calling=tuple(one for one in calling if one != seat) if off else (*calling, seat))
    play.tell("call.off" if off else "call.on", "4.1.7.before", seat=Term("seat", seat))


# -- offered ----------------------------------------------------------------------------------


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


def _left(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many combat orders are left: one fewer once it is chosen what this one does."""
    whole = all(filled.get(name) for name in CombatOrder.model_fields)
    left = view.table.orders_left[view.viewer or ""] - whole
    if left >= 0:
        yield Text("left.orders", {"n": left})


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=CombatOrder,
        phases=(Phase.ORDERS, Phase.MOVEMENT),
        check=check_order,
        apply=_apply,
        options=_options,
        left=_left,
        possible=lambda view: can_order(view.table),
        named=lambda table, seat: not _begun_without(table, seat),
    ),
    Verb(
        model=Call,
        phases=(Phase.SETUP, Phase.ORDERS, Phase.MOVEMENT, Phase.COMBAT),
        check=_check_call,
        apply=_apply_call,
        possible=lambda view: can_call(view.table, view.viewer or ""),
        named=_moves_second,
    ),
)
