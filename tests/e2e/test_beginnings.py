"""On Discord a campaign begins from a position: by its creator's page, looked at and confirmed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import ToyTable
from tests.e2e.test_correcting import menu
from tests.support.people import Reply
from tests.support.table import Table

pytestmark = pytest.mark.usefixtures("strict_texts")

LINES = "score red 7; score blue 4\ncrosser blue crossing=2"


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[ToyTable]:
    """A table of ferrymen that alice has opened; nobody else sits there yet."""
    async with ToyTable(tmp_path) as table:
        yield table


async def opened(table: Table, game: str = "toy", **new: Any) -> Reply:
    """Let alice open a table, and return what they are answered."""
    return await table.people["alice"].slash("game new", game=game, name="River", **new)


async def at_start(page: Reply, start: str) -> Reply:
    """Open the page by its button, and choose a start."""
    page = await page.press("Begin from a position")
    assert page.is_private
    return await page.choose(start, custom_id=menu(page, ":start"))


async def typed(page: Reply, text: str) -> Reply:
    """Type many lines at once."""
    return await (await page.press("Type many lines")).fill(lines=text)


async def proposed(table: Table) -> Reply:
    """Let alice and bruno sit down, and alice propose a position by lines."""
    alice, bruno = table.people["alice"], table.people["bruno"]
    page = await at_start(await opened(table), "crossing-2")
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    page = await (await typed(page, LINES)).press("See the position")
    return await page.press("Propose it")


def words_to_confirm(table: ToyTable) -> list[Any]:
    """Return the posts that call sides to confirm a position."""
    return [one for one in table.public() if "once every side has confirmed it" in one.text]


def panel(table: ToyTable) -> Any:
    """Return the pinned message."""
    return next(one for one in table.public() if one.is_pinned)


async def test_from_the_table_to_the_first_step(table: ToyTable) -> None:
    """Menus and lines, one picture and words before it counts; all look, both sides confirm."""
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    page = await at_start(await opened(table), "crossing-2")
    assert "Crossing 2" in page.text
    page = await page.choose("score", custom_id=menu(page, ":kind"))
    page = await page.choose("red", custom_id=menu(page, ":set:"))
    page = await (await page.press("Type it")).fill(value="7")
    assert "**1.**" in page.text
    page = await typed(page, "score blue 4\nnonsense of mine\ncrosser blue 2")
    assert "isn't understood" in page.text
    assert "nonsense of mine" in page.text
    box = await page.press("Type many lines")
    assert box.fields["lines"]["value"] == "nonsense of mine\ncrosser blue 2"
    page = await box.fill(lines="crosser blue 2")
    assert "**3.**" in page.text
    shown = await page.press("See the position")
    assert shown.paper.pictures
    assert "Crossing 2" in shown.text
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    done = await shown.press("Propose it")
    assert "once every side has confirmed it" in done.text
    await table.settle()

    post = words_to_confirm(table)[-1]
    assert post.pinged == {bruno.id}
    assert "Crossing 2" in post.text
    assert "Confirm the position" in (await bruno.press(post, "See the position")).buttons
    text = panel(table).text
    assert "Begins from a position" in text
    assert "Confirmed: Red (alice)" in text
    assert "Still to confirm it: Blue" in text
    assert "must still confirm it" in (await alice.slash("game start")).text
    seen = await carla.press(panel(table), "See the position")
    assert seen.paper.pictures
    assert "Confirm the position" not in seen.buttons
    assert "Withdraw it" not in seen.buttons
    assert "Red 7, blue 4" in (await seen.press("As text")).text
    refused = await carla.press(panel(table), "Confirm the position")
    assert "You hold no seat" in refused.text
    confirmed = await (await bruno.press(panel(table), "See the position")).press(
        "Confirm the position"
    )
    assert "Your side has confirmed" in confirmed.text
    await table.settle()
    assert "Still to confirm it" not in panel(table).text
    assert "Confirm the position" not in panel(table).buttons
    await alice.slash("game start")
    await table.settle()

    assert await table.entries() == ["!begin"]
    post = table.bulletins()[-1]
    assert "begins from a position" in post.text
    assert "Corrected: Red has landed 7, not 0" in post.text
    assert bruno.id in post.pinged
    look = await table.look()
    assert (look.view.table.turn, look.view.table.player) == (2, "blue")
    assert "begins from a position" in (await bruno.slash("recap")).text
    await bruno.slash("toy land", bank="north")
    assert (await alice.slash("replay")).text
    log = await alice.slash("log show")
    assert "Begun from a position" in log.text


async def test_an_hour_s_work_is_not_lost_by_one_press(table: ToyTable) -> None:
    """Cancel asks first, where something was put together."""
    page = await at_start(await opened(table), "crossing-2")
    page = await typed(page, LINES)
    asked = await page.press("Cancel")
    assert "3 entries" in asked.text
    page = await asked.press("Back")
    assert "**3.**" in page.text
    gone = await (await page.press("Cancel")).press("Throw it away")
    assert "Nothing was changed" in gone.text
    status = await table.people["alice"].slash("game status")
    empty = await (await at_start(status, "crossing-2")).press("Cancel")
    assert "Nothing was changed" in empty.text


async def test_what_is_put_together_is_there_again(table: ToyTable) -> None:
    """After the page was closed, after a restart, and once it is proposed, to be changed."""
    alice = table.people["alice"]
    page = await typed(await at_start(await opened(table), "crossing-2"), LINES)
    await table.restart()
    page = await (await alice.slash("game status")).press("Begin from a position")
    assert "**3.**" in page.text
    page = await page.choose("2", custom_id=menu(page, ":out"))
    assert "**3.**" not in page.text
    page = await page.press("Choose another start")
    page = await page.choose("crossing-3", custom_id=menu(page, ":start"))
    assert "Crossing 3" in page.text
    assert "**2.**" in page.text
    page = await typed(page, "crosser blue 3")
    await (await page.press("See the position")).press("Propose it")
    page = await (await alice.slash("game status")).press("Change the position")
    assert "**3.**" in page.text
    look = await page.press("See the position")
    stale = look.buttons["Propose it"]["custom_id"]
    await typed(await look.press("Change the list"), "score red 1")
    assert "has changed since" in (await table.forge(alice, stale)).text
    page = await alice.slash("game status")
    seen = await page.press("See the position")
    assert "begins with its own set-up again" in (await seen.press("Withdraw it")).text
    assert "See the position" not in (await alice.slash("game status")).buttons


async def test_who_must_confirm_is_called(table: ToyTable) -> None:
    """Once a proposal, in the channel; whoever sits down later reads it at once, with the way."""
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    page = await at_start(await opened(table), "crossing-2")
    await alice.slash("game join", side="red")
    await (await page.press("See the position")).press("Propose it")
    await table.settle()
    assert words_to_confirm(table) == []  # nobody else sits there
    joined = await bruno.slash("game join", side="blue")
    assert "Still to confirm it: Blue" in joined.text
    assert "Start" not in joined.buttons
    await joined.press("Confirm the position")
    page = await (await alice.slash("game status")).press("Change the position")
    page = await (await typed(page, "score red 1")).press("See the position")
    await page.press("Propose it")
    await table.settle()
    (post,) = words_to_confirm(table)
    assert "has changed" in post.text
    assert post.pinged == {bruno.id}
    await table.restart()
    await table.settle()
    assert len(words_to_confirm(table)) == 1
    await bruno.slash("game leave")
    await carla.slash("game join", side="blue")
    seen = await carla.press(words_to_confirm(table)[0], "See the position")
    await seen.press("Confirm the position")
    await alice.slash("game start")
    await table.settle()
    assert await table.entries() == ["!begin"]
    assert (await bruno.press(words_to_confirm(table)[0], "See the position")).is_private


async def test_what_is_shown_is_what_is_confirmed(
    table: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed while the page is made, its button confirms nothing; a menu chosen twice neither."""
    alice, bruno = table.people["alice"], table.people["bruno"]
    await proposed(table)
    await table.settle()
    bot: Any = table.bot
    door, campaign = bot.moderator.beginnings, (await table.look()).campaign
    lay = door.proposed

    async def changed_then(name: str) -> Any:
        found = await lay(name)
        await door.propose(name, alice.id, "crossing-3", ())
        return found

    with monkeypatch.context() as racing:
        racing.setattr(door, "proposed", changed_then)
        seen = await bruno.press(panel(table), "See the position")
    assert "has changed since" in (await seen.press("Confirm the position")).text
    await door.propose(
        campaign.id,
        alice.id,
        "crossing-2",
        [("score", {"seat": "red", "strokes": n}) for n in "123"],
    )
    page = await (await alice.slash("game status")).press("Change the position")
    out = menu(page, ":out")
    assert "**2.**" in (await page.choose("1", custom_id=out)).text
    assert "**2.**" in (await table.forge(alice, out, values=["1"])).text


async def test_what_the_rules_know_no_more_can_be_changed(
    table: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an update: others read that it is so, its creator has the ways out of it."""
    alice, bruno = table.people["alice"], table.people["bruno"]
    await proposed(table)
    await table.settle()
    bot: Any = table.bot
    game = bot.games["toy"]
    starts = game.starts

    def fewer(self: Any, settings: Any) -> Any:
        return starts(settings)[:1]

    with monkeypatch.context() as updated:
        updated.setattr(type(game), "starts", fewer)
        said = await bruno.press(panel(table), "See the position")
        assert "isn't possible any more" in said.text
        assert "Withdraw it" not in said.buttons
        page = await alice.press(panel(table), "See the position")
        page = await page.press("Change the position")
        page = await page.choose("crossing-1", custom_id=menu(page, ":start"))
        assert "**3.**" in page.text
        page = await alice.press(panel(table), "See the position")
        updated.setattr(type(game), "starts", lambda self, settings: ())
        assert "own set-up again" in (await page.press("Withdraw it")).text


async def test_forged_presses_do_nothing(table: ToyTable) -> None:
    """Ids that no message shows, of another position or page, and after it began."""
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    done = await proposed(table)
    campaign = (await table.look()).campaign
    assert campaign.beginning is not None
    await table.settle()
    name, position = campaign.id, campaign.beginning.id
    forged = (
        (carla, f"adj:beginopen:{name}", "Only the campaign's creator"),
        (carla, f"adj:beginoff:{name}", "Only the campaign's creator"),
        (carla, f"adj:beginok:{name}:{position}", "You hold no seat"),
        (bruno, f"adj:beginok:{name}:aaaaaaaa", "has changed"),
        (bruno, "adj:begin:aaaaaaaa:propose:0", ""),
    )
    before = (await table.look()).campaign
    for person, custom_id, said in forged:
        answer = await table.forge(person, custom_id)
        assert said in answer.text
    assert (await table.look()).campaign == before
    assert done.is_private
    await bruno.press(panel(table), "Confirm the position")
    await alice.slash("game start")
    late = await table.forge(bruno, f"adj:beginok:{name}:{position}")
    assert late.text
    assert await table.entries() == ["!begin"]


async def test_a_game_that_begins_in_one_way_only_offers_nothing(table: ToyTable) -> None:
    """No button says so, and an old one is refused."""
    page = await opened(table, settings="smuggling=true")
    assert "Begin from a position" not in page.buttons
    campaign = (await table.look()).campaign
    answer = await table.forge(table.people["alice"], f"adj:beginopen:{campaign.id}")
    assert "can only begin with its own set-up" in answer.text


async def test_in_spanish_it_reads_as_well(table: ToyTable) -> None:
    """The creator reads their own language, the panel its table's."""
    alice = table.people["alice"]
    alice.speak("es-ES")
    page = await opened(table)
    page = await page.press("Empezar desde una posición")
    page = await page.choose("crossing-2", custom_id=menu(page, ":start"))
    assert "Empezar River desde una posición" in page.text
    page = await page.press("Ver la posición")
    assert "Aún no cuenta nada" in page.text
    assert "cuando todos los bandos la confirmen" in (await page.press("Proponerla")).text
    await table.settle()
    assert "Begins from a position" in panel(table).text
