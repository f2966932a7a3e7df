"""Groups that players have named: first among those who can act, known in typed lines, private."""

from __future__ import annotations

from engine.war_of_the_pacific.actions import MarchUnits
from engine.war_of_the_pacific.places import DEAD
from tests.e2e.test_planning import pick
from tests.e2e.test_planning_stacks import ashore, lines, page_of, planned
from tests.e2e.test_wp_bad_input import Front, front
from tests.support.people import Reply

__all__ = ["ashore", "front"]


STACK, OTHERS = "Copiapó (3128):", "Tocopilla (3121):"
"""Stacks of which several can act, as the menu has them."""


async def named(front: Front, page: Reply, name: str, *labels: str) -> Reply:
    """Choose several lines of who acts, and give them a name."""
    several = await (page if "Several" in page.buttons else await page.press("More")).press(
        "Several"
    )
    offered = lines(several, "planwho")
    values = [
        next(value for value, label in offered.items() if wanted in label) for wanted in labels
    ]
    chosen = await pick(several, "planwho", *values)
    return await (await chosen.press("Name this group")).fill(value=name)


async def menus(front: Front) -> list[str]:
    """Return the menus of the planning page as it is now."""
    return [name for paper in (await page_of(front)).papers for name in paper.menus]


async def with_more(front: Front) -> Reply:
    """Open the planning page, nobody chosen, with what stands under More."""
    page = await page_of(front)
    page = await page.press("Cancel") if "Cancel" in page.buttons else page
    return page if "Less" in page.buttons else await page.press("More")


def group_lines(reply: Reply) -> list[str]:
    """Return the groups among those who can act."""
    return [label for label in lines(reply, "planwho").values() if "⭐" in label]


async def test_a_group_stands_first_and_each_stack_of_it_is_ordered(ashore: Front) -> None:
    """Named once, chosen by its name; whoever has gone is left out."""
    kept = await named(ashore, await page_of(ashore), "Vanguard", STACK, OTHERS)
    assert "Vanguard" in kept.text
    await pick(kept, "planwhere", next(iter(lines(kept, "planwhere"))))
    assert len(await planned(ashore)) == 2

    page = await (await with_more(ashore)).press("Empty")
    assert group_lines(page) == ["⭐ Vanguard"]
    assert next(iter(lines(page, "planwho").values())) == "⭐ Vanguard"
    await ashore.set_unit("cazadores", at=DEAD)
    await ashore.set_unit("4line", at="3128", steps=2)
    page = await page_of(ashore)
    assert group_lines(page) == ["⭐ Vanguard (4 of 5)"]
    chosen = await pick(page, "planwho", next(iter(lines(page, "planwho"))))
    march = next(iter(lines(chosen, "planwhere")))  # all that they can do is to march
    await pick(chosen, "planwhere", march)
    ((kind, filled),) = await planned(ashore)
    assert kind == MarchUnits.kind
    assert set(filled["units"].split(",")) == {"buin", "2line", "3line", "4line"}


async def test_a_typed_line_knows_a_group(ashore: Front) -> None:
    """However it is written; an order of its own for each stack."""
    await named(ashore, await page_of(ashore), "Línea Norte", STACK, OTHERS)
    page = await page_of(ashore)
    typed = await (await page.press("Type orders")).fill(value="linea norte march toward 3122")
    assert "⚠️" not in typed.text
    orders = await planned(ashore)
    assert [len(filled["units"].split(",")) for _, filled in orders] == [3, 2]
    assert {filled["toward"] for _, filled in orders} == {"3122"}


async def test_groups_are_renamed_and_let_go(ashore: Front) -> None:
    """The list says who is meant; another name takes the place of the first."""
    page = await page_of(ashore)
    await named(ashore, page, "First", STACK)
    listed = await (await with_more(ashore)).press("My groups")
    assert "Buin" in listed.text
    (value,) = lines(listed, "plangroup")
    one = await pick(listed, "plangroup", value)
    box = await one.press("Another name")
    assert "First" in str(box.modal)
    await box.fill(value="Second")
    assert group_lines(await page_of(ashore)) == ["⭐ Second"]
    listed = await (await with_more(ashore)).press("My groups")
    (value,) = lines(listed, "plangroup")
    page = await page_of(ashore)
    await pick(page, "planwho", next(iter(lines(page, "planwho"))))
    assert "planwhere" in str(await menus(ashore))  # chosen, by its new name
    gone = await (await pick(listed, "plangroup", value)).press("Take the name away")
    assert "Second is gone" in gone.text
    assert "planwhere" not in str(await menus(ashore))
    assert "My groups" not in (await with_more(ashore)).buttons


async def test_what_cannot_be_a_name_is_refused(ashore: Front) -> None:
    """Orders, numbers and what a line has a meaning for."""
    await named(ashore, await page_of(ashore), "March", STACK)
    for wrong in ("march", "3122", "a;b", "  "):
        box = await (await page_of(ashore)).press("Name this group")
        assert "can't be a bare number" in (await box.fill(value=wrong)).text


async def test_groups_are_their_person_s_alone(ashore: Front) -> None:
    """The other side's page has none; they go when their person leaves, and there are not many."""
    await named(ashore, await page_of(ashore), "Vanguard", STACK)
    groups, campaign = ashore.moderator.groups, (await ashore.look()).campaign.id
    alice, bruno = ashore.alice.id, ashore.bruno.id
    assert [one.name for one in await groups.of(campaign, alice)] == ["Vanguard"]
    assert await groups.of(campaign, bruno) == ()
    for number in range(11):
        await groups.keep(campaign, alice, f"g{number}", ["buin"])
    page = await page_of(ashore)
    full = await (await page.press("Another name")).fill(value="One more")
    assert "room for" not in full.text  # another name takes no room
    page = await pick(
        full,
        "planwho",
        next(v for v, label in lines(full, "planwho").items() if OTHERS in label),
    )
    full = await (await page.press("Name this group")).fill(value="Too many")
    assert "room for 12" in full.text
    await ashore.table.restart()
    assert len(await ashore.moderator.groups.of(campaign, alice)) == 12
    await ashore.moderator.people.forget(alice)
    async with ashore.moderator.desk.database.read() as connection:
        left = await connection.exec_driver_sql("SELECT count(*) FROM named_groups")
        assert left.scalar_one() == 0
