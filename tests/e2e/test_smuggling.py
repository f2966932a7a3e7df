"""The toy's smuggling on Discord: orders put together item by item, and a private question."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.conftest import ToyTable


@pytest.fixture
async def smugglers(tmp_path: Path, strict_texts: None) -> AsyncIterator[ToyTable]:
    """A game with smuggling: alice is red, bruno is blue, carla watches; they load."""
    async with ToyTable(tmp_path) as table:
        alice, bruno = table.people["alice"], table.people["bruno"]
        await alice.slash("game new", game="toy", name="River", settings="smuggling=true")
        await alice.slash("game join", side="red")
        await bruno.slash("game join", side="blue")
        await alice.slash("game start")
        yield table


async def loaded(table: ToyTable) -> None:
    """Let both load, and come to where alice crosses."""
    for name in ("alice", "bruno"):
        person = table.people[name]
        await person.slash("toy stow", loads="tea bow, silk stern")
        await person.slash("toy ready")
    if (await table.look()).decisions[0].seat == "blue":
        await table.people["bruno"].slash("toy land", bank="north")
        await table.people["alice"].slash("toy search", spot="nothing")


async def test_a_whole_order_is_one_press(smugglers: ToyTable) -> None:
    """Of what is put together item by item, all that is plainly meant has a button; then none."""
    alice = smugglers.people["alice"]
    asked = await alice.press(smugglers.panel, "Give an order")
    first = await asked.choose("stow")
    whole = await first.press("The dearest crates")
    more = await (await whole.press("Back")).press("One more (Loads) …")
    assert "The dearest crates" not in more.buttons
    whole = await more.choose("tea stern")
    done = await whole.press("Confirm")

    assert "You have stowed 2 crates" in done.text


async def test_an_order_is_put_together_item_by_item(smugglers: ToyTable) -> None:
    """Each next item is offered given those before it; it is read back whole, and taken back."""
    alice = smugglers.people["alice"]
    asked = await alice.press(smugglers.panel, "Give an order")
    first = await asked.choose("stow")
    (menu,) = first.paper.menus.values()
    assert len(menu) == 6
    assert "Remaining: 2 spots." in first.text
    one = await first.choose("tea bow")
    assert "tea bow" in one.text.lower() or "Tea" in one.text
    more = await one.press("One more (Loads) …")
    (menu,) = more.paper.menus.values()
    assert set(menu) == {"silk stern", "salt stern"}
    assert "Remaining: 1 spot." in more.text
    both = await more.choose("silk stern")
    assert "One more (Loads) …" not in both.buttons
    back = await both.press("Back")
    assert "One more (Loads) …" in back.buttons
    again = await (await back.press("One more (Loads) …")).choose("salt stern")
    done = await again.press("Confirm")

    assert "You have stowed 2 crates" in done.text
    assert "Planned: 2 of 2 spots" in done.text
    await smugglers.settle()
    assert "Planned: 2 of 2 spots" in "".join(paper.text for paper in alice.inbox())
    assert "spots" not in "".join(paper.text for paper in smugglers.people["bruno"].inbox())
    assert "Salt" in (await alice.slash("orders show")).text


async def test_an_order_of_several_parts_is_typed_in_one_line(smugglers: ToyTable) -> None:
    """However it is separated; and completed item by item while it is typed."""
    bruno = smugglers.people["bruno"]
    offered = await bruno.offered("toy stow", "loads", "tea bow, ")
    assert {"tea bow, silk stern", "tea bow, salt stern"} <= set(offered.values())
    assert "tea bow, tea stern" not in offered.values()
    done = await bruno.slash("toy stow", loads="Tea -> bow, silk: stern")
    assert "You have stowed 2 crates" in done.text
    twice = await bruno.slash("toy stow", loads="tea bow, tea stern")
    assert "only once" in twice.text
    for typed in ("tea", "tea, silk stern", "silk stern, tea"):
        form = await bruno.slash("toy stow", loads=typed)
        assert "not in the form wanted" in form.text


async def test_what_is_typed_can_be_gone_on_with(smugglers: ToyTable) -> None:
    """Items in a person's own spelling are understood when the next one is offered."""
    alice = smugglers.people["alice"]
    asked = await alice.press(smugglers.panel, "Give an order")
    first = await asked.choose("stow")
    preview = await (await first.press("Type it")).fill(value="Tea → bow")
    more = await preview.press("One more (Loads) …")
    (menu,) = more.paper.menus.values()
    assert set(menu) == {"silk stern", "salt stern"}
    done = await (await more.choose("silk stern")).press("Confirm")
    assert "You have stowed 2 crates" in done.text


async def test_angles_and_points_say_what_may_be_typed(smugglers: ToyTable) -> None:
    """Beside the options a field says what it takes, and takes it."""
    alice = smugglers.people["alice"]
    asked = await alice.press(smugglers.panel, "Give an order")
    where = await asked.choose("mark")
    assert "any point of the river" in where.text
    box = await where.press("Type it")
    preview = await box.fill(value="1½ 2,5")
    assert "1½" in (await preview.press("Confirm")).text
    await loaded(smugglers)
    wide = await alice.slash("toy turn", by="120°")
    assert "at most 90" in wide.text
    turned = await alice.slash("toy turn", by="22½°")
    assert "22½°" in turned.text


async def test_planning_shows_nobody_anything(smugglers: ToyTable) -> None:
    """What is set before one is ready leaves no trace for others."""
    bruno, carla = smugglers.people["bruno"], smugglers.people["carla"]
    before = [person.notices() for person in (bruno, carla)]
    alice = smugglers.people["alice"]
    await alice.slash("toy stow", loads="tea bow")
    await alice.slash("toy watch", bank="island", least=3)
    await alice.slash("toy mark", at="2 2")
    await smugglers.settle()
    assert [person.notices() for person in (bruno, carla)] == before
    await alice.slash("toy ready")
    assert "ready" in await smugglers.entries()


@pytest.mark.parametrize("lantern", ["island", "south"])
async def test_a_question_that_is_asked_in_private(smugglers: ToyTable, lantern: str) -> None:
    """Everybody sees that bruno is awaited; what he can do depends on his lantern alone."""
    await loaded(smugglers)
    alice, bruno, carla = (smugglers.people[name] for name in ("alice", "bruno", "carla"))
    await bruno.slash("toy hide", bank=lantern)
    landing = await alice.slash("toy land", bank="island")
    if "Confirm" in landing.buttons:
        await landing.press("Confirm")
    await smugglers.settle()

    assert "Let it pass" in smugglers.panel.text or "Let it pass" in smugglers.panel.buttons
    assert not [label for label in smugglers.panel.buttons if label.startswith("Search")]
    for person in (alice, carla):
        assert "Search the" not in (await person.slash("game status")).text
    asked = await bruno.press(smugglers.panel, "Give an order")
    can = [label for label in asked.buttons if label.startswith("Search")]
    assert bool(can) == (lantern == "island")
    if can:
        done = await asked.press("Search the Bow")
        assert "You took Tea" in done.text
        assert "They took Tea" in "".join(paper.text for paper in alice.inbox())
        assert "took" not in "".join(paper.text for paper in carla.reads())
    else:
        dark = await bruno.slash("toy search", spot="bow")
        assert "does not stand" in dark.text
