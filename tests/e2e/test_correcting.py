"""A referee puts a position right on Discord: what they see, what all are told, who may not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.moderator.referees.correcting import MOST
from tests.e2e.conftest import ToyTable
from tests.e2e.test_referees import give, let_referee
from tests.support.people import Reply
from tests.support.quick import counted_bytes
from tests.support.reading import Paper
from tests.support.table import Table

pytestmark = pytest.mark.usefixtures("strict_texts")


@pytest.fixture
async def refereed(tmp_path: Path, strict_texts: None) -> AsyncIterator[ToyTable]:
    """A game that dora referees: alice is red, bruno is blue; eric has the role and no more."""
    async with ToyTable(tmp_path) as table:
        await let_referee(table, "dora", "eric")
        await begin(table, settings="hoarse=true")
        yield table


async def begin(table: Table, game: str = "toy", **new: Any) -> None:
    """Let alice create a game with dora for its referee, and both sides begin it."""
    alice, bruno, dora = (table.people[name] for name in ("alice", "bruno", "dora"))
    await alice.slash("game new", game=game, name="River", referee=dora.actor, **new)
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")


async def one_more(page: Reply, kind: str, *values: str) -> Reply:
    """Put one more correction together, from menus alone."""
    page = await page.choose(kind, custom_id=menu(page, ":kind"))
    for value in values:
        page = await page.choose(value, custom_id=menu(page, ":set:"))
    return page


def menu(page: Reply, part: str) -> str:
    """Return the name of the menu whose name holds a part."""
    return next(name for paper in page.papers for name in paper.menus if part in name)


def custom_id(page: Reply, label: str) -> str:
    """Return the name of a button."""
    found: str = page.buttons[label]["custom_id"]
    return found


async def looked_at(table: ToyTable) -> Reply:
    """Let dora put a correction together and look at what it would change."""
    page = await table.people["dora"].slash("referee correct")
    return await (await one_more(page, "score", "red", "2")).press("See what changes")


async def test_a_referee_puts_a_position_right(refereed: ToyTable) -> None:
    """Menu by menu; both maps and the words before it counts; then all who play are told."""
    alice, bruno, dora = (refereed.people[name] for name in ("alice", "bruno", "dora"))
    await refereed.settle()
    posts = len(refereed.bulletins())
    page = await dora.slash("referee correct")
    assert page.is_private
    assert "Correct the position of River" in page.text
    assert "See what changes" not in page.buttons
    page = await one_more(page, "score", "red", "2")
    assert "**1.**" in page.text
    shown = await page.press("See what changes")
    assert [one.filename for one in shown.paper.pictures] == ["before.jpg", "after.jpg"]
    before, after = shown.paper.pictures
    assert before.data != after.data
    assert before.alt != after.alt
    assert "No longer so:" in shown.text
    assert "New:" in shown.text
    await refereed.settle()
    assert len(refereed.bulletins()) == posts  # nothing counts yet

    box = await shown.press("Correct it")
    assert list(box.fields) == ["reason"]
    done = await box.fill(reason="It was *miscounted*")
    assert f"told in <#{refereed.channel.id}>" in done.text
    await refereed.settle()
    post = refereed.bulletins()[-1]
    assert "A referee corrected the position" in post.text
    assert "It was \\*miscounted\\*" in post.text
    assert "Corrected: Red has landed 2, not 0" in post.text
    assert post.pinged == {alice.id, bruno.id}
    assert post.pictures
    for person in (alice, dora):
        log = await person.slash("log show")
        assert "Position corrected" in log.text
        assert "by referee dora" in log.text
        assert "miscounted" in log.text
    assert "A referee corrected" in (await bruno.slash("recap")).text


async def test_in_spanish_it_reads_as_well(refereed: ToyTable) -> None:
    """Whoever corrects reads their own language, the channel its."""
    dora = refereed.people["dora"]
    dora.speak("es-ES")
    page = await dora.slash("referee correct")
    assert "Corregir la posición de River" in page.text
    page = await one_more(page, "score", "red", "2")
    assert "Quitar 1" in page.buttons
    shown = await page.press("Ver qué cambia")
    assert "Deja de ser así" in shown.text
    assert "Nuevo" in shown.text
    assert len(shown.paper.pictures) == 2
    done = await (await shown.press("Corregir")).fill(reason="Contado mal")
    assert "Corregido" in done.text
    await refereed.settle()
    assert "A referee corrected the position" in refereed.bulletins()[-1].text
    assert "Posición corregida" in (await dora.slash("log show")).text


async def test_several_are_put_together_and_taken_out(refereed: ToyTable) -> None:
    """They are judged together: what cannot be is said, and cannot be looked at."""
    dora = refereed.people["dora"]
    page = await one_more(await dora.slash("referee correct"), "score", "red", "2")
    page = await one_more(page, "afloat", "1")
    assert "**2.**" in page.text
    again = await page.choose("score", custom_id=menu(page, ":kind"))
    again = await again.choose("red", custom_id=menu(again, ":set:"))
    box = await again.press("Type it")
    wrong = await box.fill(value="many")
    assert "It can't be corrected like this" in wrong.text
    page = await (await wrong.press("Type it")).fill(value="0")
    assert "**3.**" in page.text
    page = await page.press("Take out 2")
    assert "**3.**" not in page.text
    assert "It can't be corrected like this" in page.text  # all is as it was
    assert "See what changes" not in page.buttons
    twice = custom_id(page, "Take out 1")
    page = await page.press("Take out 1")
    assert "**1.**" in page.text
    again = await refereed.forge(dora, twice)
    assert "**1.**" in again.text  # the second tap meant the same one
    page = await page.press("Take out 1")
    assert "bow" not in str(page.paper.menus[menu(page, ":kind")])  # there is nothing to put right
    begun = await page.choose("voice", custom_id=menu(page, ":kind"))
    begun = await begun.choose("blue", custom_id=menu(begun, ":set:"))
    page = await (await begun.press("Back")).press("Back")
    assert "Correct the position" in page.text
    cancel = custom_id(page, "Cancel")
    assert "Nothing was corrected" in (await page.press("Cancel")).text
    assert "dialogue is over" in (await refereed.forge(dora, cancel)).text


async def test_there_is_an_end_to_it(refereed: ToyTable) -> None:
    """So many at a time; the page says so, and stays."""
    page = await refereed.people["dora"].slash("referee correct")
    kinds = menu(page, ":kind")
    for number in range(MOST):
        page = await one_more(page, "score", "red", str(1 + number % 2))
    assert f"**{MOST}.**" in page.text
    assert not any(":kind" in name for name in page.paper.menus)
    forged = await refereed.forge(refereed.people["dora"], kinds, values=["afloat"])
    assert f"At most {MOST} corrections" in forged.text


async def test_a_restart_loses_nothing(refereed: ToyTable) -> None:
    """What is put together goes on, and so does what was looked at."""
    page = await one_more(
        await refereed.people["dora"].slash("referee correct"), "score", "red", "2"
    )
    await refereed.restart()
    shown = await page.press("See what changes")
    await refereed.kill()
    await refereed.start()
    done = await (await shown.press("Correct it")).fill(reason="Miscounted")
    assert "Corrected." in done.text


async def test_what_was_not_seen_does_not_count(refereed: ToyTable) -> None:
    """The game has moved on, or the list is another: it is to be looked at again."""
    shown = await looked_at(refereed)
    box = await shown.press("Correct it")
    await refereed.to_play("blue")
    await refereed.people["bruno"].slash("toy land", bank="north")
    assert "Too late" in (await box.fill(reason="Miscounted")).text
    again = await looked_at(refereed)
    why = custom_id(again, "Correct it")
    await one_more(await again.press("Change the list"), "afloat", "1")
    assert "Too late" in (await refereed.forge(refereed.people["dora"], why)).text
    # Of a position that was put right since, nothing of it holds.
    shown = await looked_at(refereed)
    await (await shown.press("Correct it")).fill(reason="Miscounted")
    assert "dialogue is over" in (await refereed.forge(refereed.people["dora"], why)).text


async def test_a_reason_says_something(refereed: ToyTable) -> None:
    """Blanks are none."""
    box = await (await looked_at(refereed)).press("Correct it")
    assert "Give a reason" in (await box.fill(reason=" \n ")).text


async def test_at_an_interruption_it_waits(refereed: ToyTable) -> None:
    """Whoever is asked answers first; what was put together before waits too."""
    page = await one_more(
        await refereed.people["dora"].slash("referee correct"), "score", "red", "2"
    )
    await to_a_shout(refereed)
    assert "must answer" in (await refereed.people["dora"].slash("referee correct")).text
    assert "must answer" in (await page.press("See what changes")).text


async def to_a_shout(table: ToyTable) -> None:
    """Row until somebody may shout."""
    for _ in range(60):
        decision = (await table.look()).decisions[0]
        if decision.code == "shout":
            return
        person = table.people["alice" if decision.seat == "red" else "bruno"]
        if not (await person.slash("toy row", strokes=1)).text.count("Done"):
            await person.slash("toy land", bank="island")
    raise AssertionError("nobody has rowed a six")


async def test_who_may_not(refereed: ToyTable) -> None:
    """By command and by every press of somebody else's page, however it comes about."""
    alice, bruno, dora, eric = (refereed.people[one] for one in ("alice", "bruno", "dora", "eric"))
    shown = await looked_at(refereed)
    why, more = custom_id(shown, "Correct it"), custom_id(shown, "Change the list")
    role = await let_referee(refereed)
    for one in (dora, eric):  # the server's role is another one since
        assert "Only members with the role" in (await one.slash("referee correct")).text
        for pressed in (why, more):
            assert "Only members with the role" in (await refereed.forge(one, pressed)).text
    for one in (dora, eric, bruno):
        give(refereed, one, role)
    assert "Only members with the role" in (await alice.slash("referee correct")).text
    assert "has, or had, a seat" in (await bruno.slash("referee correct")).text
    assert "Only a referee of this campaign" in (await eric.slash("referee correct")).text
    for one in (bruno, eric):
        for pressed in (why, more):
            assert "dialogue is over" in (await refereed.forge(one, pressed)).text
    elsewhere = refereed.env.create_guild("Elsewhere")
    elsewhere.create_text_channel("general")
    refused = await refereed.forge(dora, more, guild=elsewhere)
    assert "no referee role" in refused.text
    assert "Use this in a server" in (await refereed.forge(dora, more, direct=True)).text
    last = custom_id(await looked_at(refereed), "Change the list")
    await dora.slash("referee leave")
    for pressed in (why, more):
        assert "dialogue is over" in (await refereed.forge(dora, pressed)).text
    assert "Only a referee of this" in (await refereed.forge(dora, last)).text
    await refereed.settle()
    assert "!correct" not in await refereed.entries()


async def test_a_second_referee_confirms(refereed: ToyTable) -> None:
    """From the post in the channel: both maps, the words, the reason; then it counts."""
    alice, bruno, dora, eric = (refereed.people[one] for one in ("alice", "bruno", "dora", "eric"))
    await refereed.moderator.servers.ask_two_referees(refereed.guild.id, two=True)
    shown = await looked_at(refereed)
    assert "another referee must confirm" in shown.text
    box = await shown.press("Correct it")
    assert "has no other one" in (await box.fill(reason="Miscounted")).text
    await alice.slash("referee appoint", person=eric.actor)
    await refereed.settle()
    await bruno.press(refereed.bulletins()[-1], "Agree")
    done = await (await (await looked_at(refereed)).press("Correct it")).fill(reason="Miscounted")
    assert "Another referee of this campaign must confirm it" in done.text
    await refereed.settle()
    assert "You have proposed to correct" in (await dora.slash("referee act")).text
    assert "proposes to correct" in (await eric.slash("referee act")).text
    post = next(
        one for one in reversed(refereed.bulletins()) if "proposes as a referee" in one.text
    )
    assert eric.mention in post.text
    assert "You proposed that" in (await dora.press(post, "Look at it")).text
    assert "Only members with" in (await alice.press(post, "Look at it")).text
    looked = await eric.press(post, "Look at it")
    assert looked.is_private
    assert len(looked.paper.pictures) == 2
    assert "Reason given: Miscounted" in looked.text
    confirmed = custom_id(looked, "Confirm: correct it")
    assert "You proposed that" in (await refereed.forge(dora, confirmed)).text
    assert "Corrected." in (await looked.press("Confirm: correct it")).text
    await refereed.settle()
    assert "A referee corrected the position" in refereed.bulletins()[-1].text
    assert "nothing to confirm" in (await eric.press(post, "Look at it")).text


async def test_struck_orders_are_told_to_their_side_alone(refereed: ToyTable) -> None:
    """By direct message; the channel, the referee and the other side read nothing of them."""
    alice, bruno, dora = (refereed.people[name] for name in ("alice", "bruno", "dora"))
    await bruno.slash("toy standing reply", loud=True)
    await refereed.settle()
    letters = len(alice.inbox()), len(dora.inbox())
    page = await one_more(await dora.slash("referee correct"), "voice", "blue", "true")
    done = await (await (await page.press("See what changes")).press("Correct it")).fill(
        reason="It shouted already"
    )
    await refereed.settle()
    letter = bruno.inbox()[-1]
    assert "a secret order of your side is no longer possible" in letter.text
    assert "Shout at a six: yes" in letter.text
    assert "secret order" not in done.text
    assert (len(alice.inbox()), len(dora.inbox())) == letters
    assert "secret order" not in refereed.bulletins()[-1].text
    assert "Shout at a six" not in (await bruno.slash("orders show")).text


ORDERS: Sequence[Sequence[Mapping[str, Any]]] = ((), ({"loud": True},), ({"loud": False},))
"""What bruno orders before, in each world."""


async def lived(folder: Path, orders: Sequence[Mapping[str, Any]]) -> tuple[Any, ...]:
    """Live a correction that costs blue its voice; return what all but bruno can notice."""
    async with ToyTable(folder) as table:
        table.moderator.desk.token = counted_bytes(b"worlds")
        await let_referee(table, "dora")
        await begin(table, settings="hoarse=true")
        bruno, dora = table.people["bruno"], table.people["dora"]
        for order in orders:
            await bruno.slash("toy standing reply", **order)
        page = await one_more(await dora.slash("referee correct"), "voice", "blue", "true")
        shown = await page.press("See what changes")
        await (await shown.press("Correct it")).fill(reason="It shouted already")
        await table.settle()
        logs = [
            (await one.slash("log show")).text.split(" · <t:")[0]
            for one in (table.people["alice"], dora, table.people["carla"])
        ]
        found = [*map(_seen, table.public()), *map(_seen, table.people["alice"].inbox())]
        return (*found, *map(_seen, dora.inbox()), *logs)


def _seen(paper: Paper) -> tuple[str, str, tuple[str, ...]]:
    return paper.text, paper.alt, tuple(one.sha256 for one in paper.pictures)


async def test_two_worlds_look_the_same(tmp_path: Path) -> None:
    """Whether blue had an order that is struck, nobody else can tell."""
    worlds = []
    for number, orders in enumerate(ORDERS):
        folder = tmp_path / str(number)
        folder.mkdir()
        worlds.append(await lived(folder, orders))
    assert worlds[0] == worlds[1] == worlds[2]
