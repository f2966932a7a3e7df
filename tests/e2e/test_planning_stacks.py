"""Stacks on the planning page: all of it first, some of it by ticks, the same order for several."""

from __future__ import annotations

import pytest

from engine.war_of_the_pacific.actions import MarchUnits, WriteOrder
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.state import Phase
from tests.e2e.test_planning import pick
from tests.e2e.test_wp_bad_input import Front, front
from tests.support.people import Reply

__all__ = ["front"]


async def page_of(front: Front) -> Reply:
    """Open the planning page of Chile."""
    return await front.alice.press(front.table.panel, "Plan my turn")


def lines(reply: Reply, verb: str) -> dict[str, str]:
    """Return the lines of a menu: labels by value."""
    menus = {name: menu for paper in reply.papers for name, menu in paper.menus.items()}
    return next(menu for name, menu in menus.items() if f":{verb}:" in name)


async def planned(front: Front) -> list[tuple[str, dict[str, str]]]:
    """Return what stands in Chile's plan."""
    look = await front.look()
    plan = await front.moderator.plans.get(look.campaign.id, front.alice.id)
    return [(entry.kind, dict(entry.filled)) for entry in plan.entries]


@pytest.fixture
async def ashore(front: Front) -> Front:
    """Two stacks in the north, of three units and of two, when Chile marches."""
    await front.to_phase(Phase.LAND)
    for unit in ("buin", "2line", "3line"):
        await front.set_unit(unit, at="3128", steps=2)
    for unit in ("4line", "cazadores"):
        await front.set_unit(unit, at="3121", steps=2)
    return front


async def test_the_whole_stack_comes_first_and_some_stay(ashore: Front) -> None:
    """One press for all of it; a tick taken away for each who stays; then where to."""
    page = await page_of(ashore)
    stack = next(label for label in page.buttons if "Buin" in label or "3 units" in label)
    chosen = await page.press(stack)
    ticked = lines(chosen, "planstack")
    assert len(ticked) == 3
    stays = next(value for value, label in ticked.items() if "3rd" in label)
    kept = await pick(chosen, "planstack", *(value for value in ticked if value != stays))
    march = next(iter(lines(kept, "planwhere")))  # all that they can do is to march
    done = await pick(kept, "planwhere", march)

    assert "1. " in done.text
    ((kind, filled),) = await planned(ashore)
    assert kind == MarchUnits.kind
    assert set(filled["units"].split(",")) == {"buin", "2line"}


async def test_several_stacks_get_the_same_order_each(ashore: Front) -> None:
    """Two lines ticked are two orders to the same place; of one stack they are one order."""
    page = await (await (await page_of(ashore)).press("More")).press("Several")
    offered = lines(page, "planwho")
    both = await pick(
        page,
        "planwho",
        next(value for value, label in offered.items() if "Copiapó (3128):" in label),
        next(value for value, label in offered.items() if "Tocopilla (3121):" in label),
    )
    march = next(iter(lines(both, "planwhere")))
    await pick(both, "planwhere", march)

    orders = await planned(ashore)
    assert [kind for kind, _ in orders] == [MarchUnits.kind] * 2
    assert len({filled["toward"] for _, filled in orders}) == 1
    assert {len(filled["units"].split(",")) for _, filled in orders} == {2, 3}

    page = await (await (await page_of(ashore)).press("More")).press("Empty")
    page = await (await page.press("More")).press("Several")
    single = [value for value, label in lines(page, "planwho").items() if "Buin" in label]
    other = [value for value, label in lines(page, "planwho").items() if "2nd" in label]
    one = await pick(page, "planwho", single[-1], other[-1])
    march = next(iter(lines(one, "planwhere")))
    await pick(one, "planwhere", march)
    assert len(await planned(ashore)) == 1


async def test_where_has_pages(ashore: Front) -> None:
    """What does not stand in the first menu stands on the next of its pages."""
    page = await page_of(ashore)
    stack = next(label for label in page.buttons if "3 units" in label or "Buin" in label)
    chosen = await page.press(stack)
    first = lines(chosen, "planwhere")
    assert len(first) == 25
    turned = await chosen.press("Next ▶")
    second = lines(turned, "planwhere")
    assert not set(first) & set(second)
    done = await pick(turned, "planwhere", next(iter(second)))
    assert "1. " in done.text


async def test_a_line_needs_no_verb(ashore: Front) -> None:
    """It follows from who acts and where; what fits nothing comes back."""
    page = await page_of(ashore)
    typed = await (await page.press("Type orders")).fill(value="buin+2line 3122; nobody 3122")
    assert "Not understood" in typed.text
    ((kind, filled),) = await planned(ashore)
    assert (kind, filled["toward"]) == (MarchUnits.kind, "3122")


async def test_sending_ends_the_phase_or_the_turn(front: Front) -> None:
    """One press sends, and closes what is meant; nothing is closed when the plan has changed.

    The turn cannot be ended while stacks must sail in a later phase: the page offers this phase.
    """
    await front.to_phase(Phase.SUPPLY)
    await front.set_unit("buin", at="3128", steps=1)
    await front.set_unit("sc7", at="3128")
    page = await page_of(front)
    typed = await (await page.press("Type orders")).fill(value="replenish buin sc7")
    phase = (await front.look()).view.table.phase
    page = await page_of(front)
    assert "Send and end turn" not in page.buttons
    sent = await page.press("Send and end this phase")
    assert "2 entries done" in sent.text
    assert (await front.look()).view.table.phase != phase
    stale = await front.alice.press(typed.paper, "Send and end this phase")
    assert "in your plan to send" in stale.text
    assert await planned(front) == []


async def test_those_who_sailed_together_are_offered_together(front: Front) -> None:
    """An order of the turn before names ships that can be chosen by one line."""
    ships = ("cochrane", "loa", "rimac")
    look = await front.to_phase(Phase.PLAN)
    for ship in (*ships, "blanco", "itata"):
        await front.set_unit(ship, at=BOX, in_port=True)
    receipt = await front.moderator.play.act(
        look.campaign.id, front.alice.id, WriteOrder(ships=ships, area="IV"), request="before"
    )
    assert receipt.accepted, receipt.refusals
    view = (await front.look(front.alice)).view
    game = front.moderator.games["war_of_the_pacific"]
    offered = [option.value for option in game.options(view, "order", "ships", {})]
    assert any(set(value.split(",")) == set(ships) for value in offered)


async def test_what_cannot_be_ended_yet_says_why(front: Front) -> None:
    """The page says which stacks must sail; the end on an old page ends nothing."""
    look = await front.to_phase(Phase.PLAN)
    await front.set_unit("cochrane", at=BOX, in_port=True)
    order = WriteOrder(ships=("cochrane",), area="IV")
    receipt = await front.moderator.play.act(
        look.campaign.id, front.alice.id, order, request="before"
    )
    assert receipt.accepted
    before = await page_of(front)
    await front.to_phase(Phase.NAVAL)
    page = await page_of(front)
    assert "You can't end your turn yet" in page.text
    assert "*(7.2)*" in page.text
    assert "End my turn" not in page.buttons
    refused = await front.alice.press(before.paper, "End my turn")
    assert "⛔" in refused.text
    assert "Cochrane" in refused.text
    assert "*(7.2)*" in refused.text
    assert await planned(front) == []
    assert (await front.look()).view.table.phase is Phase.NAVAL
