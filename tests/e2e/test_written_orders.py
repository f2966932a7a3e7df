"""Orders that are written in secret already are changed from the planning page, and struck."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.begun import begun, deployed, page_of
from tests.support.people import Reply
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """Two people in front of nothing."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as one:
        yield one


def menu_of(page: Reply, verb: str) -> str:
    """The id of the only menu of a verb."""
    (name,) = [one for one in page.paper.menus if f":{verb}:" in one]
    return name


async def opened(page: Reply, place: int = 0) -> tuple[Reply, str]:
    """Choose a written order; return what is shown of it, and how the menu called it."""
    name = menu_of(page, "planwritten")
    lines = page.paper.menus[name]
    value = list(lines)[place]
    return await page.choose(value, custom_id=name), str(lines[value])


def others(table: Table) -> int:
    """How many messages everybody sees, or the other side got."""
    bruno = table.people["bruno"]
    return len(bruno.reads()) + len(bruno.inbox())


def orders_in(page: Reply) -> list[str]:
    """The orders that a page says are written, a line each."""
    return [line for line in page.text.splitlines() if line.startswith("• Order ")]


async def test_a_written_order_is_changed_by_a_press(table: Table) -> None:
    """Its dialogue holds what it does and says what it replaces; the new one is in force."""
    alice = await deployed(table)
    page = await page_of(table, alice)
    before = orders_in(page)
    shown, label = await opened(page)
    (whole,) = [line for line in shown.text.splitlines() if line.startswith("Order ")]
    assert whole.startswith(before[0].removeprefix("• ").partition(" +")[0])
    assert label.rpartition(" ")[2] == whole.rpartition(" ")[2]
    assert {"Change order", "Strike order", "Back to the plan"} <= set(shown.buttons)
    assert shown.paper.pictures
    talk = await shown.press("Change order")
    assert f"Replaces: {whole}" in talk.text
    (ask,) = [one for one in talk.buttons if "area" in one.lower()]
    asked = await talk.press(ask)
    name = menu_of(asked, "fill")
    other = next(one for one in asked.paper.menus[name] if not whole.endswith(f" {one}"))
    filled = await asked.choose(other, custom_id=name)
    assert f"area {other}" in filled.text
    assert f"Replaces: {whole}" in filled.text
    planned = await filled.press("Add to plan")
    # All its ships are in the new one: nothing has to be struck besides.
    assert "Send 1 entry" in planned.buttons
    assert "order 1 to" in planned.text
    heard = others(table)
    sent = await planned.press("Send 1 entry")
    assert "1 entry done" in sent.text
    await table.settle()
    assert others(table) == heard
    after = orders_in(await page_of(table, alice))
    assert len(after) == len(before)
    assert before[0] not in after
    assert any(line.endswith(f"area {other}") for line in after)


async def test_ships_left_out_keep_no_order(table: Table) -> None:
    """What is changed to fewer ships strikes the old order first: none is left behind in it."""
    alice = await deployed(table)
    page = await page_of(table, alice)
    before = orders_in(page)
    shown, _ = await opened(page)
    talk = await shown.press("Change order")
    (ask,) = [one for one in talk.buttons if "ships" in one.lower()]
    asked = await talk.press(ask)
    name = menu_of(asked, "fill")
    alone = next(one for one in asked.paper.menus[name] if "," not in one)
    filled = await asked.choose(alone, custom_id=name)
    planned = await filled.press("Add to plan")
    assert "1. ✅ Withdraw order 1" in planned.text
    assert "2. " in planned.text
    await planned.press("Send 2 entries")
    after = orders_in(await page_of(table, alice))
    assert len(after) == len(before)
    assert not any(line.split()[2].rstrip(",") == "1" for line in after)


async def test_a_written_order_is_struck(table: Table) -> None:
    """By its page; and by the menu that pages of earlier builds have."""
    alice = await deployed(table)
    page = await page_of(table, alice)
    before = orders_in(page)
    shown, _ = await opened(page)
    struck = await shown.press("Strike order")
    assert "1. ✅ Withdraw order 1" in struck.text
    old = menu_of(struck, "planwritten").replace("planwritten", "planstrike") + ":cancel"
    assert len(struck.paper.menus[menu_of(struck, "planwritten")]) == len(before) - 1
    await struck.press("Send 1 entry")
    page = await page_of(table, alice)
    assert len(orders_in(page)) == len(before) - 1
    number = orders_in(page)[0].split()[2].rstrip(",")
    again = await table.forge(alice, old, values=[number])
    assert f"1. ✅ Withdraw order {number}" in again.text


@pytest.mark.parametrize(
    ("game", "sides", "ready"),
    [
        ("calama", ("chile", "bolivia"), "Despl"),
        pytest.param(
            "barricadas", ("republican", "nationalist"), "Despliegue ", marks=pytest.mark.long
        ),
        ("art_of_war", ("south", "north"), "Plan"),
    ],
)
async def test_a_set_up_is_changed_in_every_game(
    table: Table, game: str, sides: tuple[str, str], ready: str
) -> None:
    """In Spanish: what stands written is chosen, its dialogue holds it, and says what goes."""
    alice = await begun(table, game, *sides)
    alice.speak("es-ES")
    page = await page_of(table, alice)
    chosen = await page.press(next(one for one in page.buttons if one.startswith(ready)))
    if ready == "Plan":
        chosen = await chosen.press(next(iter(chosen.buttons)))
    await chosen.press(next(one for one in chosen.buttons if one.startswith("Enviar")))
    page = await page_of(table, alice)
    shown, _ = await opened(page, -1)
    whole = shown.text.splitlines()[-1]
    assert "Anular la orden" not in shown.buttons
    talk = await shown.press("Cambiar la orden")
    # As it stands it replaces nothing.
    assert "Sustituye" not in talk.text
    asked = await talk.press(next(one for one in talk.buttons if one.endswith("…")))
    name = menu_of(asked, "fill")
    filled = await asked.choose(list(asked.paper.menus[name])[-1], custom_id=name)
    assert f"Sustituye a: {whole}" in filled.text
    heard = others(table)
    planned = await filled.press("Poner en el plan")
    assert f"↪️ Sustituye a: {whole}" in planned.text
    await planned.press(next(one for one in planned.buttons if one.startswith("Enviar")))
    await table.settle()
    assert others(table) == heard
    anew, _ = await opened(await page_of(table, alice), -1)
    written = (await anew.press("Cambiar la orden")).text
    assert talk.text.splitlines()[1] not in written
