"""The planning page: entries in a few touches, seen together, sent once."""

from bot.moderator import PlanEntry
from bot.ui.planning.placing import appended
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply


async def opened(river: ToyTable) -> tuple[Person, Reply]:
    """Begin to play, and open the planning page of the one who rows."""
    await river.to_play()
    alice = river.people["alice"]
    return alice, await alice.press(river.panel, "Plan my turn")


async def pick(reply: Reply, verb: str, *values: str) -> Reply:
    """Choose from the menu of a verb."""
    menus = {name: paper for paper in reply.papers for name in paper.menus}
    name = next(name for name in menus if f":{verb}:" in name)
    return await reply.choose(*values, custom_id=name)


async def kinds(river: ToyTable) -> list[str]:
    """What has been done, as the log has it."""
    return [kind for kind in await river.entries() if kind in {"row", "land", "hide"}]


async def test_an_order_in_few_touches(river: ToyTable) -> None:
    """Who, what and where, send: three presses and menus, and the page is the preview."""
    _, page = await opened(river)
    assert page.is_private
    assert "1. " not in page.text
    before = await kinds(river)

    planned = await (await pick(page, "plankind", "land")).press("North")
    assert "1. " in planned.text
    assert "North" in planned.text
    assert await kinds(river) == before
    done = await planned.press("Send 1 entry")

    assert "1 entry done" in done.text
    assert "lands at North" in done.text
    assert (await kinds(river))[len(before) :] == ["land"]


async def test_a_line_is_read_and_a_wrong_one_comes_back(river: ToyTable) -> None:
    """What is understood is planned; the rest stands in the box again, with the reason."""
    _, page = await opened(river)
    typed = await (await page.press("Type orders")).fill(
        value="hide north; land at the moon; row 1"
    )
    assert "Not planned" in typed.text
    assert "land at the moon" in typed.text
    assert typed.text.count("1. ") == 1
    again = await typed.press("Type orders")
    assert again.fields["value"]["value"] == "land at the moon; row 1"
    mended = await again.fill(value="Land at the north ; row 1")
    assert "Not planned" not in mended.text
    assert "Send 3 entries" in mended.buttons


async def test_entries_are_changed_moved_and_taken_out(river: ToyTable) -> None:
    """Each by a press or two on its own page."""
    _, page = await opened(river)
    typed = await (await page.press("Type orders")).fill(value="row 1; row 2; land north")
    rows = [line for line in typed.text.splitlines() if line[:2] in {"1.", "2.", "3."}]
    assert [("1 stroke" in row, "2 stroke" in row) for row in rows[:2]] == [
        (True, False),
        (False, True),
    ]
    menus = [menu for paper in typed.papers for menu in paper.menus.items()]
    name, lines = next((n, m) for n, m in menus if ":planentry:" in n)
    second = list(lines)[1]
    entry = await typed.choose(second, custom_id=name)
    assert "Entry 2" in entry.text
    moved = await entry.press("Earlier")
    assert "Entry 1" in moved.text
    page = await moved.press("Back to the plan")
    first, second_line = (
        next(line for line in page.text.splitlines() if line.startswith(n)) for n in ("1.", "2.")
    )
    assert "2 stroke" in first
    assert "1 stroke" in second_line
    gone = await (await pick(page, "planentry", second)).press("Take out")
    assert "Send 2 entries" in gone.buttons
    empty = await (await gone.press("More")).press("Empty")
    assert "1. " not in empty.text


async def test_it_stops_where_its_person_wished(river: ToyTable) -> None:
    """The rest waits on the page, and says why."""
    _, page = await opened(river)
    before = await kinds(river)
    typed = await (await page.press("Type orders")).fill(value="hide north; land south")
    menus = [menu for paper in typed.papers for menu in paper.menus.items()]
    first = next(list(m) for n, m in menus if ":planentry:" in n)[0]
    wished = await pick(await pick(typed, "planentry", first), "planhalt", "always")
    assert "pause after it in any case" in wished.text
    sent = await wished.press("Send 2 entries")
    assert "you asked it to pause here" in sent.text
    assert "Send 1 entry" in sent.buttons
    assert await kinds(river) == before


async def test_a_plan_outlives_a_kill(river: ToyTable) -> None:
    """What was put together is there again; an old Send does not send what it did not show."""
    alice, page = await opened(river)
    before = await kinds(river)
    typed = await (await page.press("Type orders")).fill(value="hide north")
    await river.kill()
    await river.start()
    again = await alice.press(river.panel, "Plan my turn")
    assert "Send 1 entry" in again.buttons
    await (await again.press("Type orders")).fill(value="land north")
    stale = await alice.press(typed.paper, "Send 1 entry")
    assert "changed since you saw it" in stale.text
    assert await kinds(river) == before


async def test_what_if_does_nothing(river: ToyTable) -> None:
    """It says where the plan leads as far as that is certain, and changes nothing."""
    _, page = await opened(river)
    before = await kinds(river)
    typed = await (await page.press("Type orders")).fill(value="hide north; row 1")
    tried = await (await typed.press("More")).press("What if")
    assert "Nothing of this is done" in tried.text
    assert "several ways" in tried.text
    assert await kinds(river) == before
    back = await tried.press("Back to the plan")
    assert "Send 2 entries" in back.buttons


async def test_suggestions_are_read_then_taken(river: ToyTable) -> None:
    """One at a time, whole; what was shown is what is taken, all of it or some orders."""
    alice, page = await opened(river)
    await (await (await page.press("Type orders")).fill(value="land north")).press("Send 1 entry")
    await river.people["bruno"].slash("toy land", bank="south")
    page = await alice.press(river.panel, "Plan my turn")
    shown = await page.press("Suggest")
    first = shown.text
    assert "what the computer" in first
    assert "-# 💡 The river is kind" in first
    orders = [line for line in shown.text.splitlines() if line[:2] in {"1.", "2.", "3."}]
    take = next(label for label in shown.buttons if label.startswith("Take"))
    assert orders
    taken = await shown.press(take)
    assert all(line in taken.text for line in orders)
    assert "💡" not in taken.text
    assert f"Send {len(orders)} " in " ".join(taken.buttons)

    page = await (await taken.press("More")).press("Empty")
    shown = await page.press("Suggest")
    assert shown.text == first
    seen = [first]
    while "As last turn" not in shown.text:
        shown = await shown.press("Another one")
        assert shown.text not in seen
        seen.append(shown.text)
    assert "North" in shown.text
    stale = next(one for one in _ids(shown) if ":plantakeall:" in one)
    again = await shown.press("Another one")
    assert again.text == first
    assert "Nothing has changed" in (await river.forge(alice, stale)).text


def _ids(reply: Reply) -> list[str]:
    """Return the custom ids of the buttons."""
    return [str(one.get("custom_id")) for one in reply.buttons.values()]


async def test_an_entry_is_put_in_once_more_behind_what_was_seen_alone(river: ToyTable) -> None:
    """Pressed twice on the same page it is put in once; Send's own id has the plan's revision."""
    _, page = await opened(river)
    planned = await (await pick(page, "plankind", "land")).press("North")
    send = next(one for one in _ids(planned) if ":plansend:" in one)
    again = send.replace(":plansend:", ":planagain:")
    alice = river.people["alice"]
    first = (await river.forge(alice, again)).text
    second = (await river.forge(alice, again)).text
    assert first.count("\n2. ") == second.count("\n2. ") == 1
    assert "\n3. " not in second


async def test_some_orders_of_a_suggestion(river: ToyTable) -> None:
    """Ticked from its menu, they go into the plan; a page of an earlier build shows it anew."""
    alice, page = await opened(river)
    shown = await page.press("Suggest")
    while not any(":plantakefew:" in name for one in shown.papers for name in one.menus):
        shown = await shown.press("Another one")
    few = next(n for one in shown.papers for n in one.menus if ":plantakefew:" in n)
    some = await pick(shown, "plantakefew", "1")
    assert "Send 1 entry" in some.buttons
    old = await river.forge(alice, few.replace("plantakefew", "plantakephase"))
    assert "what the computer" in old.text


async def test_a_table_goes_without_suggestions(toy: ToyTable) -> None:
    """Nobody there is offered what a computer would do; what was done last turn still is."""
    await toy.people["alice"].slash(
        "game new", game="toy", name="River", suggestions=False, ask_all=True
    )
    status = (await toy.people["alice"].slash("game status")).text
    assert "ask me even when only one answer is possible" in status
    assert "without the computer's suggestions" in status
    for name, side in (("alice", "red"), ("bruno", "blue")):
        await toy.people[name].slash("game join", side=side)
    await toy.people["alice"].slash("game start")
    alice, page = await opened(toy)
    assert "Suggest" not in page.buttons
    assert "Suggestions are off" in (await page.press("As last turn")).text
    page = await alice.press(toy.panel, "Plan my turn")
    await (await (await page.press("Type orders")).fill(value="land north")).press("Send 1 entry")
    await toy.people["bruno"].slash("toy land", bank="south")
    shown = await (await alice.press(toy.panel, "Plan my turn")).press("As last turn")
    assert "As last turn" in shown.text
    assert "computer" not in shown.text
    again = await shown.press("Another one")
    assert "no other suggestion" in again.text
    taken = await again.press("Take 1 order")
    assert "North" in taken.text


async def test_an_entry_that_cannot_be_done_is_taken_out_by_one_press(river: ToyTable) -> None:
    """Sending would end there again and again; the button names it, and the others stay."""
    alice, _ = await opened(river)
    plans, where = river.moderator.plans, (await river.look()).campaign.id
    orders = [("gone", "land", {"bank": "nowhere"}), ("kept", "row", {"strokes": "1"})]
    entries = [PlanEntry(*one) for one in orders]
    await plans.change(where, alice.id, lambda plan: appended(plan, entries, {}))

    page = await alice.press(river.panel, "Plan my turn")
    assert not any(label.startswith("Send ") for label in page.buttons)
    left = await page.press("Take out 1")
    assert not any(label.startswith("Take out") for label in left.buttons)
    assert "Send 1 entry" in left.buttons
