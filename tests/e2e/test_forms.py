"""What belongs together is filled in at once: a box with a labelled menu or line for each value."""

from __future__ import annotations

from bot.games import GAMES
from bot.ui.dialogue.forms import MOST_FIELDS, form_of
from tests.e2e.test_planning import pick
from tests.e2e.test_wp_bad_input import Front, front
from tests.support.people import Reply

__all__ = ["front"]


async def form(front: Front) -> Reply:
    """Begin a standing order of several values, and open its form."""
    orders = await front.alice.press(front.table.panel, "My orders")
    if "Standing orders" in orders.buttons:
        orders = await orders.press("Standing orders")
    asked = await pick(orders, "kind", "interception")
    return await asked.press("Fill in a form")


async def test_a_standing_order_is_given_in_one_box(front: Front) -> None:
    """Menus where there is a choice, lines for numbers; what is empty is as usual."""
    box = await form(front)
    shown = box.fields
    assert list(shown) == ["attempt", "within", "odds", "transports", "joint"]
    assert shown["attempt"]["type"] == 3
    assert shown["attempt"]["required"]
    values = [one["value"] for one in shown["attempt"]["options"]]
    yes = [one["value"] for one in shown["transports"]["options"] if one["label"] == "Yes"]
    preview = await box.fill(attempt=values[:1], transports=yes)
    assert "Confirm" in preview.buttons
    again = await preview.press("Fill in a form")
    held = [one["value"] for one in again.fields["attempt"]["options"] if one.get("default")]
    assert held == [values[0]]
    done = await preview.press("Confirm")
    assert done.is_private
    look = await front.look(front.alice)
    assert look.view.own is not None
    assert "interception" in repr(look.view.own)


def test_a_form_has_room_in_a_box() -> None:
    """No list is in one, and there are some in both games that stand."""
    found = {
        (key, kind): form_of(model)
        for key, game in GAMES.items()
        for kind, model in game.actions.items()
        if form_of(model)
    }
    assert {("war_of_the_pacific", "allot"), ("calama", "reserves")} <= found.keys()
    for fields in found.values():
        assert 1 < len(fields) <= MOST_FIELDS
        assert not any(field.many for field in fields)
