"""Standing orders, as people leave, change and withdraw them on Discord."""

from __future__ import annotations

import asyncio

from tests.e2e.conftest import ToyTable
from tests.support.people import Person
from tests.support.reading import Paper


async def row_to_a_six(table: ToyTable) -> list[Paper]:
    """Let alice row until bruno may shout, or has; return what was posted since that stroke."""
    alice = table.people["alice"]
    await table.to_play("red")
    for _ in range(200):
        before, done = len(table.bulletins()), len(await table.entries())
        await alice.slash("toy row", strokes=1)
        await table.settle()
        answered = len(await table.entries()) > done + 1
        if answered or (await table.look()).decisions[0].interrupt:
            return table.bulletins()[before:]
    raise AssertionError("two hundred strokes without a six")


async def is_asked(table: ToyTable) -> bool:
    """Whether bruno is awaited."""
    (decision,) = (await table.look()).decisions
    return decision.interrupt


async def log_of(person: Person) -> str:
    """The last page of the log, as a person reads it."""
    return (await person.slash("log show")).text


async def test_an_order_answers_for_who_is_not_there(river: ToyTable) -> None:
    """Left by command, it answers at once; nobody is called, and the others see an answer."""
    alice, bruno, carla = (river.people[name] for name in ("alice", "bruno", "carla"))
    await river.to_play("red")
    left = await bruno.slash("toy standing reply", loud=False)
    assert left.is_private
    assert "Shout at a six: no" in left.text

    posted = await row_to_a_six(river)

    assert not await is_asked(river)
    (told,) = posted
    assert not told.pinged
    assert "by standing order" in await log_of(bruno)
    for person in (alice, carla):
        assert "standing" not in await log_of(person)
        assert f"Blue {bruno.name}" in await log_of(person)


async def test_given_changed_and_withdrawn_from_the_list(river: ToyTable) -> None:
    """The list shows what is ordered, and its menus give, change and withdraw."""
    bruno = river.people["bruno"]
    await bruno.slash("toy hide", bank="south")
    page = await bruno.slash("orders show")
    assert page.is_private
    assert "South" in page.text
    give = next(menu for menu in page.paper.menus if "kind" in menu)
    assert list(page.paper.menus) == [give]

    asked = await page.choose("reply", custom_id=give)
    sure = await asked.choose("true")
    done = await sure.press("Confirm")
    assert "Shout at a six: yes" in done.text
    page = await bruno.slash("orders show")
    assert "Shout at a six: yes; from 0 strokes on" in page.text
    revoke = next(menu for menu in page.paper.menus if "revoke" in menu)
    give = next(menu for menu in page.paper.menus if "kind" in menu)
    changed = await (await page.choose("reply", custom_id=give)).choose("false")
    await changed.press("Confirm")
    page = await bruno.slash("orders show")
    assert "Shout at a six: no" in page.text
    assert "Shout at a six: yes" not in page.text
    await page.choose("reply", custom_id=revoke)
    page = await bruno.slash("orders show")
    assert "Shout at a six" not in page.text
    assert not any("revoke" in menu for menu in page.paper.menus)

    await row_to_a_six(river)
    assert await is_asked(river)


async def test_whoever_is_asked_is_shown_the_way(river: ToyTable) -> None:
    """Beside the questions of a private answer there is a button; pressed, the list opens."""
    bruno = river.people["bruno"]
    await row_to_a_six(river)
    page = await bruno.press(river.panel, "Give an order")
    listed = await page.press("Standing orders")
    give = next(menu for menu in listed.paper.menus if "kind" in menu)
    sure = await (await listed.choose("reply", custom_id=give)).choose("false")

    done = await sure.press("Confirm")
    await river.settle()

    assert done.is_private
    assert not await is_asked(river)
    assert "by standing order" in await log_of(bruno)


async def test_orders_outlive_the_bot(river: ToyTable) -> None:
    """A restart, and a bot killed in the middle, forget none of them."""
    bruno = river.people["bruno"]
    await bruno.slash("toy standing reply", loud=False)
    await river.restart()
    await row_to_a_six(river)
    assert not await is_asked(river)
    await river.kill()
    await river.start()
    await row_to_a_six(river)

    assert not await is_asked(river)
    assert "Shout at a six: no" in (await bruno.slash("orders show")).text


async def test_a_bot_killed_before_the_answer_gives_it_when_it_starts(river: ToyTable) -> None:
    """The stroke that was acknowledged is answered once, whoever presses nothing."""
    bruno = river.people["bruno"]
    await bruno.slash("toy standing reply", loud=False)
    await river.to_play("red")
    stalled = asyncio.Event()

    async def never(_live: object) -> None:
        stalled.set()

    river.moderator.play.after_action = (never,)
    while not stalled.is_set() or not await is_asked(river):
        stalled.clear()
        await river.people["alice"].slash("toy row", strokes=1)
    await river.kill()
    await river.start()
    await river.settle()

    assert not await is_asked(river)
    entries = await river.entries()
    assert entries[-2:] == ["row", "shout"]


async def test_closed_messages_lose_no_order(river: ToyTable) -> None:
    """The receipt cannot be delivered; the order stands, and can be read."""
    bruno = river.people["bruno"]
    bruno.close_dms()
    await bruno.slash("toy standing reply", loud=False)
    assert "Shout at a six: no" in (await bruno.slash("orders show")).text
    await row_to_a_six(river)

    assert not await is_asked(river)


async def test_orders_are_their_seats_secret(river: ToyTable) -> None:
    """The other side and those who look on are shown none, and can withdraw none."""
    bruno = river.people["bruno"]
    before = len(river.public())
    panel = river.panel.text
    await bruno.slash("toy standing reply", loud=True)
    await river.settle()

    assert len(river.public()) == before
    assert river.panel.text == panel
    for name in ("alice", "carla"):
        person = river.people[name]
        assert "Shout at a six" not in (await person.slash("orders show")).text
        assert "six" not in await log_of(person)
        assert "reply" not in (await person.offered("toy standing forget", "order")).values()
        refused = await person.slash("toy standing forget", order="reply")
        assert refused.is_private
    assert "Shout at a six: yes" in (await bruno.slash("orders show")).text


async def test_in_spanish(river: ToyTable) -> None:
    """List, menus and log."""
    bruno = river.people["bruno"]
    bruno.speak("es-ES")
    await bruno.slash("toy standing reply", loud=False)
    page = await bruno.slash("orders show")
    assert "Gritar ante un seis: no" in page.text
    assert "órdenes permanentes" in page.text.lower()
    await row_to_a_six(river)
    assert "por orden permanente" in await log_of(bruno)


async def next_turn(table: ToyTable) -> None:
    """Let both land; nobody has rowed anywhere."""
    for seat, name in (("red", "alice"), ("blue", "bruno")):
        await table.to_play(seat)
        await table.people[name].slash("toy land", bank="island")
    await table.settle()


async def test_nothing_from_me_in_one_press(river: ToyTable) -> None:
    """A page says what it means; confirmed, it answers until the turn is over, and then no more."""
    bruno = river.people["bruno"]
    await river.to_play("red")
    page = await (await bruno.slash("orders show")).press("Skip this turn")
    assert page.is_private
    assert "I am silent at a six" in page.text
    assert "ends with this turn" in page.text
    assert "I am silent at a six" not in (await bruno.slash("orders show")).text

    receipt = (await page.press("Skip this turn")).text
    for short in (receipt, await log_of(bruno)):
        assert "Nothing from me in crossing" in short
        assert "I am silent at a six" not in short
    assert "I am silent at a six" in (await bruno.slash("orders show")).text
    await row_to_a_six(river)

    assert not await is_asked(river)
    assert "by standing order" in await log_of(bruno)
    await next_turn(river)
    assert "I am silent at a six" not in (await bruno.slash("orders show")).text
    await row_to_a_six(river)
    assert await is_asked(river)


async def test_a_page_of_a_turn_that_is_over_leaves_nothing_out(river: ToyTable) -> None:
    """It spoke of that turn: nothing is declined in the next one."""
    bruno = river.people["bruno"]
    page = await (await bruno.slash("orders show")).press("Skip this turn")
    await next_turn(river)

    refused = await page.press("Skip this turn")

    assert ", not 1." in refused.text
    assert "I am silent at a six" not in (await bruno.slash("orders show")).text
