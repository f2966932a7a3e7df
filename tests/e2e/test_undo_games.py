"""Taking back in every game, as people do it on Discord: free, by consent, in secret, of a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.moderator.table.replay import verify
from engine.registry import load_games
from tests.games import known
from tests.support.matches import Match
from tests.support.people import Person
from tests.support.quick import bot_with_small_maps
from tests.support.seldom import seldom
from tests.support.table import Table

STEPS, EVERY = 36, 3
USUAL = ("calama", "war_of_the_pacific")
PATIENCE = 180.0


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps."""
    async with Table(tmp_path, bot_with_small_maps, settle_timeout=PATIENCE) as opened:
        yield opened


def match_of(table: Table, key: str) -> Match:
    """Return a match of alice against bruno, who reads Spanish."""
    rules, captain = known(key).game, known(key).captain
    assert captain is not None
    people = dict(zip(rules.seats, (table.people["alice"], table.people["bruno"]), strict=True))
    return Match(table, key, {seat: captain(seat, "undo") for seat in people}, people, b"undo")


async def take_back(match: Match, person: Person, other: Person) -> str:
    """Take the person's last step back, whatever that takes; say how."""
    page = await person.slash("undo")
    assert page.is_private
    if "↩️" not in page.text:
        assert page.text.startswith("⚠️"), page.text
        return "nothing"
    assert "{" not in page.text
    for label in ("Take it back", "Deshacerlo"):
        if label in page.buttons:
            done = await page.press(label)
            assert done.text[0] in "↩🔒", done.text
            return "secret" if done.text.startswith("🔒") else "free"
    label = next(one for one in ("Ask the others", "Pedírselo a los demás") if one in page.buttons)
    await page.press(label)
    await match.table.settle()
    post = next(one for one in reversed(match.table.public()) if "Agree" in one.buttons)
    assert post.pinged == {other.id}
    agreed = await other.press(post, "Agree")
    assert agreed.text.startswith("🤝"), agreed.text
    return "agreed"


@pytest.mark.parametrize("key", seldom(load_games(), USUAL))
async def test_steps_are_taken_back(table: Table, key: str) -> None:
    """What is taken back is as if it had not been, and the game goes on."""
    match = match_of(table, key)
    await match.begin()
    alice, bruno = match.people.values()
    bruno.speak("es-ES")
    how: Counter[str] = Counter()
    for step in range(STEPS):
        awaited = (await match.look()).decisions[0].seat
        if not await match.step():
            break
        if step % EVERY:
            continue
        person = match.people[awaited]
        before = await match.look()
        done = await take_back(match, person, bruno if person is alice else alice)
        how[done] += 1
        await table.settle()
        after = await match.look()
        assert after.campaign.branch == before.campaign.branch + (done in {"free", "agreed"})
        assert (after.view == before.view) or done in {"free", "agreed"}
    campaign = (await match.look()).campaign
    await verify(match.moderator.desk.database, match.moderator.games, campaign.id)
    print(key, dict(how))
    assert how["free"] + how["agreed"] > 2
    for person in (alice, bruno):
        log = await person.slash("log show")
        assert "↩️" in log.text
        assert (await person.slash("recap")).text
        assert (await person.slash("map show")).paper.pictures
    if key == "calama":
        film = await alice.slash("replay", turn=1)
        assert film.paper.pictures


async def test_the_computer_lets_one_try_again(table: Table) -> None:
    """Without being asked twice; how often is told when the game is over."""
    rules, captain = known("calama").game, known("calama").captain
    assert captain is not None
    seat = rules.seats[0]
    alice = table.people["alice"]
    match = Match(
        table,
        "calama",
        {seat: captain(seat, "alone")},
        {seat: alice},
        b"alone",
        "last_round=3",
        opponent="computer",
    )
    await match.begin()
    backs = 0
    for step in range(30):
        if not await match.step():
            break
        await table.settle()
        if step > 10 and step % 3 == 0:
            page = await alice.slash("undo")
            if "Take it back" not in page.buttons:
                continue
            assert "Taken back" in (await page.press("Take it back")).text
            await table.settle()
            backs += 1
            if backs > 1:
                break
    assert backs > 1
    assert (await alice.slash("offer", what="draw")).text.count("plays on") == 1
    assert "Agreed" in (await alice.slash("offer", what="adjourn")).text
    await table.settle()
    ending = next(one for one in reversed(table.public()) if "took back" in one.text)
    assert "Broken off" in table.panel.text
    assert str(backs) in ending.text
