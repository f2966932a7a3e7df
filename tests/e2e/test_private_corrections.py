"""What a side keeps secret is put right on Discord: it proposes, a referee confirms."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.moderator.table.replay import verify
from bot.store import log
from tests.e2e.conftest import ToyTable
from tests.e2e.test_correcting import custom_id, one_more
from tests.e2e.test_referees import give, let_referee
from tests.support.people import Person, Reply
from tests.support.quick import counted_bytes
from tests.support.reading import Paper

pytestmark = pytest.mark.usefixtures("strict_texts")

REASON = "I wrote the wrong bank"


@pytest.fixture
async def refereed(tmp_path: Path, strict_texts: None) -> AsyncIterator[ToyTable]:
    """A game that dora referees with secrets, and eric without: alice is red, bruno is blue."""
    async with ToyTable(tmp_path) as table:
        await let_referee(table, "dora", "eric")
        await begin(table)
        yield table


async def begin(table: ToyTable, *, secrets: bool = True) -> None:
    """Let alice create a game with dora for its referee, and both sides begin it."""
    alice, bruno, dora = (table.people[name] for name in ("alice", "bruno", "dora"))
    new: dict[str, Any] = {"referee": dora.actor, "referee_secrets": secrets}
    await alice.slash("game new", game="toy", name="River", **new)
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    await bruno.slash("toy hide", bank="north")
    await table.settle()


async def looked_at(bruno: Person, bank: str = "south") -> Reply:
    """Let bruno put a correction together and see what it would change."""
    page = await one_more(await bruno.slash("orders correct"), "lantern", bank)
    return await page.press("See what changes")


async def proposed(table: ToyTable, bank: str = "south") -> Reply:
    """Let bruno propose that the lantern stands elsewhere."""
    box = await (await looked_at(table.people["bruno"], bank)).press("Propose it")
    done = await box.fill(reason=REASON)
    await table.settle()
    return done


async def shown_to(dora: Person) -> Reply:
    """Let dora look at what is proposed, for the first time."""
    page = await (await dora.slash("referee correct")).press("Look: Blue")
    return await page.press("Look") if "Look" in page.buttons else page


async def sound(table: ToyTable) -> int:
    """Play the whole log again; return how many of its actions that were."""
    look = await table.look()
    database = table.moderator.desk.database
    return (await verify(database, table.moderator.games, look.campaign.id)).actions


async def corrections(table: ToyTable) -> int:
    """Count the steps by which something secret was put right."""
    look = await table.look()
    async with table.moderator.desk.database.read() as connection:
        rows = await log.between(connection, look.campaign.id, 0, 99)
    return sum(row.kind == log.OWN_CORRECT for row in rows)


async def test_a_side_has_its_secret_put_right(refereed: ToyTable) -> None:
    """Proposed in private, told to who may look, looked at, confirmed; its side alone learns it."""
    alice, bruno, dora, eric = (refereed.people[one] for one in ("alice", "bruno", "dora", "eric"))
    posts = len(refereed.public())
    letters = len(alice.inbox()), len(eric.inbox())
    shown = await looked_at(bruno)
    assert shown.is_private
    assert "Only this side sees the change" in shown.text
    assert "~~Lantern at North~~" in shown.text
    assert "Lantern at South" in shown.text
    assert [one.filename for one in shown.paper.pictures] == ["before.jpg", "after.jpg"]
    assert not any("private" in one.text for one in dora.inbox())
    done = await (await shown.press("Propose it")).fill(reason=REASON)
    assert "Proposed." in done.text
    await refereed.settle()
    assert "private proposal from **Blue**" in dora.inbox()[-1].text
    standing = await bruno.slash("orders correct")
    assert "Put the lantern at South" in standing.text
    assert REASON in standing.text

    page = await dora.slash("referee correct")
    warned = await page.press("Look: Blue")
    assert "South" not in warned.text
    seen = await shown_to(dora)
    assert "~~Lantern at North~~" in seen.text
    assert REASON in seen.text
    assert len(seen.paper.pictures) == 2
    assert "Corrected in secret" in (await seen.press("Confirm: correct it")).text
    await refereed.settle()
    assert "corrected what your side keeps secret" in bruno.inbox()[-1].text
    assert REASON in bruno.inbox()[-1].text
    assert "South" in (await bruno.slash("orders show")).text
    assert "Corrected in secret" in (await bruno.slash("log show")).text
    assert "private correction" in (await bruno.slash("log journal")).text
    assert "private correction" in (await dora.slash("log journal")).text

    assert (len(alice.inbox()), len(eric.inbox())) == letters
    assert len(refereed.public()) == posts
    for one in (alice, eric):
        assert "in secret" not in (await one.slash("log show")).text
        assert "private correction" not in (await one.slash("log journal")).text
    assert "already" not in (await bruno.slash("orders correct")).text
    assert await sound(refereed) == 3
    await refereed.restart()
    assert "South" in (await bruno.slash("orders show")).text
    assert await sound(refereed) == 3


async def test_a_referee_refuses_with_a_word_of_why(refereed: ToyTable) -> None:
    """The side reads it, and nothing is changed."""
    bruno, dora = refereed.people["bruno"], refereed.people["dora"]
    await proposed(refereed)
    seen = await shown_to(dora)
    confirm = custom_id(seen, "Confirm: correct it")
    refused = await (await seen.press("Refuse")).fill(reason="You *meant* it")
    assert "Refused." in refused.text
    await refereed.settle()
    assert "You \\*meant\\* it" in bruno.inbox()[-1].text
    assert "North" in (await bruno.slash("orders show")).text
    assert "Look: Blue" not in (await dora.slash("referee correct")).buttons
    assert "settled" in (await refereed.forge(dora, confirm)).text
    assert await corrections(refereed) == 0
    await proposed(refereed)  # and may be proposed again


async def test_it_is_void_when_the_game_goes_on(refereed: ToyTable) -> None:
    """With the next step that its side reads of; what another side does in secret is none."""
    alice, bruno, dora = (refereed.people[one] for one in ("alice", "bruno", "dora"))
    await proposed(refereed)
    seen = await shown_to(dora)
    confirm = custom_id(seen, "Confirm: correct it")
    await alice.slash("toy hide", bank="island")
    assert "Look: Blue" in (await dora.slash("referee correct")).buttons
    await bruno.slash("toy hide", bank="island")
    assert "Look: Blue" not in (await dora.slash("referee correct")).buttons
    assert "settled" in (await refereed.forge(dora, confirm)).text
    shown = await looked_at(bruno)
    why = custom_id(shown, "Propose it")
    await bruno.slash("toy hide", bank="north")
    assert "Too late" in (await refereed.forge(bruno, why)).text
    await proposed(refereed)
    standing = await bruno.slash("orders correct")
    assert "Withdrawn" in (await standing.press("Withdraw it")).text
    assert "Look: Blue" not in (await dora.slash("referee correct")).buttons


async def test_who_may_not(refereed: ToyTable) -> None:
    """Neither other sides, nor referees without secrets, nor who has not looked."""
    alice, bruno, dora, eric = (refereed.people[one] for one in ("alice", "bruno", "dora", "eric"))
    await alice.slash("referee appoint", person=eric.actor)
    await refereed.settle()
    await bruno.press(refereed.bulletins()[-1], "Agree")
    await refereed.settle()
    for one in (dora, eric, refereed.people["carla"]):
        assert "seat" in (await one.slash("orders correct")).text
    await proposed(refereed)
    page = await dora.slash("referee correct")
    assert "Look: Blue" not in (await eric.slash("referee correct")).buttons
    look = custom_id(page, "Look: Blue")
    where, motion = look.split(":")[2:4]
    for what in ("see", "sure", "ok"):
        forged = f"adj:privlook:{where}:{motion}:{what}"
        assert "secrets" in (await refereed.forge(eric, forged)).text
        assert "Only members with the role" in (await refereed.forge(alice, forged)).text
    ok = f"adj:privlook:{where}:{motion}:ok"
    assert "settled" not in (await refereed.forge(dora, ok)).text  # they have not looked
    for made_up in (f"adj:privlook:{where}:nothing:see", f"adj:privlook:{where}:nothing:ok"):
        assert "settled" in (await refereed.forge(dora, made_up)).text
    withdraw = f"adj:ownback:{where}:{motion}"
    assert "settled" in (await refereed.forge(alice, withdraw)).text
    own = await looked_at(alice, "south")
    pressed = custom_id(own, "Propose it")
    assert "dialogue is over" in (await refereed.forge(bruno, pressed)).text
    elsewhere = refereed.env.create_guild("Elsewhere")
    elsewhere.create_text_channel("general")
    assert "no referee role" in (await refereed.forge(dora, look, guild=elsewhere)).text
    assert await corrections(refereed) == 0
    role = await let_referee(refereed)
    give(refereed, eric, role)
    assert "Only members with the role" in (await refereed.forge(dora, look)).text


async def test_without_a_referee_who_may_look_it_is_refused_at_once(tmp_path: Path) -> None:
    """Where it was typed, and with what would help."""
    async with ToyTable(tmp_path) as table:
        await let_referee(table, "dora")
        await begin(table, secrets=False)
        refused = await table.people["bruno"].slash("orders correct")
        assert "No referee of this campaign may look at secrets" in refused.text
        assert "/referee appoint" in refused.text


async def test_pressed_twice_or_killed_it_is_done_once(refereed: ToyTable) -> None:
    """One proposal, one step, one message each."""
    bruno, dora = refereed.people["bruno"], refereed.people["dora"]
    await proposed(refereed)
    seen = await shown_to(dora)
    confirm = custom_id(seen, "Confirm: correct it")
    letters = len(bruno.inbox())
    await refereed.kill()
    await refereed.start()
    await refereed.forge(dora, confirm)
    assert "settled" in (await refereed.forge(dora, confirm)).text
    await refereed.settle()
    assert len(bruno.inbox()) == letters + 1
    assert await corrections(refereed) == 1
    assert await sound(refereed) == 3


async def lived(folder: Path, *, proposes: bool) -> tuple[Any, ...]:
    """Live a game in which bruno proposes or does not; return what all but dora and he notice."""
    async with ToyTable(folder) as table:
        table.moderator.desk.token = counted_bytes(b"worlds")
        await let_referee(table, "dora", "eric")
        await begin(table)
        dora = table.people["dora"]
        others = [table.people[name] for name in ("alice", "carla", "eric")]
        if proposes:
            await proposed(table)
            await (await shown_to(dora)).press("Confirm: correct it")
            await table.settle()
            await proposed(table, "island")
        pages: list[Any] = []
        for one in others:
            for typed in ("log show", "log journal", "game status", "recap", "inbox", "replay"):
                pages.append((one.name, typed, (await one.slash(typed)).text.split(" · <t:")[0]))
            for typed in ("referee correct", "referee act", "referee inspect"):
                page = await one.slash(typed)
                pages.append((one.name, typed, page.text, sorted(page.buttons)))
        await table.to_play("red")
        await table.people["alice"].slash("toy land", bank="island")
        await table.settle()
        found = [*map(_seen, table.public()), *(each for one in others for each in _letters(one))]
        return (*found, *pages)


def _letters(one: Person) -> list[Any]:
    return [_seen(paper) for paper in one.inbox()]


def _seen(paper: Paper) -> tuple[str, str, tuple[str, ...]]:
    return paper.text, paper.alt, tuple(one.sha256 for one in paper.pictures)


async def test_two_worlds_look_the_same(tmp_path: Path) -> None:
    """Whether a side has proposed, and had something put right, nobody else can tell."""
    worlds = []
    for number, proposes in enumerate((False, True)):
        folder = tmp_path / str(number)
        folder.mkdir()
        worlds.append(await lived(folder, proposes=proposes))
    assert worlds[0] == worlds[1]
