"""An activation of ¡A las barricadas! and the reaction to it, as each side sees them on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.text import words_for
from engine.api import Term
from engine.barricadas.game import GAME
from engine.barricadas.state import NATIONALIST, REPUBLICAN
from tests.support.barricadas_captains import KEY, Captain
from tests.support.matches import Match
from tests.support.people import Person
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table


@pytest.fixture
async def match(tmp_path: Path, strict_texts: None) -> AsyncIterator[Match]:
    """A game that has come to a question of reaction which somebody can answer with fire."""
    async with Table(tmp_path, bot_with_small_maps, names=("alice", "bruno")) as table:
        people = {REPUBLICAN: table.people["alice"], NATIONALIST: table.people["bruno"]}
        captains = {seat: Captain(f"react {seat}") for seat in people}
        one = Match(table, KEY, captains, people, b"react")
        await one.begin()
        for _ in range(60):
            (owed, *_) = (await one.look()).decisions
            view = (await one.look(owed.seat)).view
            if owed.code == "react" and "react" in GAME.kinds(view):
                break
            assert await one.step()
        else:
            raise AssertionError("nobody can ever react")
        await table.settle()
        yield one


async def asked(match: Match) -> tuple[str, Person]:
    """Return who is asked for a reaction, and their person."""
    (owed,) = (await match.look()).decisions
    return owed.seat, match.people[owed.seat]


async def test_everybody_reads_the_question_and_nobody_what_can_be_answered(match: Match) -> None:
    """In public there is one button, to hold; its side alone is offered the fire it can give."""
    seat, person = await asked(match)
    post = next(paper for paper in reversed(match.table.public()) if "react" in paper.text)
    assert "Do not react" in post.buttons
    assert not [label for label in post.buttons if " at C" in label]
    hidden = [
        one.id
        for one in (await match.look(seat)).view.table.counters.values()
        if one.side == seat and one.unseen
    ]
    said = words_for("en", GAME).plain
    told = "\n".join(paper.text for paper in match.table.public())
    assert not [key for key in hidden if str(said.say(Term("counter", key))) in told]
    page = await person.press(match.table.panel, "Give an order")
    assert page.is_private
    assert [label for label in page.buttons if " at C" in label or "nearest" in label]


async def test_a_reaction_by_one_press_is_promised_in_secret(match: Match) -> None:
    """Whoever reacts reads that it is promised; what the others read is what comes of it."""
    _, person = await asked(match)
    page = await person.press(match.table.panel, "Give an order")
    label = next(one for one in page.buttons if " at C" in one or "nearest" in one)
    reply = await page.press(label)
    assert "You react" in reply.text
    await match.table.settle()
    assert "You react" not in "\n".join(paper.text for paper in match.table.public())
    assert (await match.look()).decisions[0].code != "react"


async def test_who_cannot_be_fired_at_is_refused_with_the_clause(match: Match) -> None:
    """A shot where nobody comes is refused; the question stays."""
    _, person = await asked(match)
    before = (await match.look()).version
    reply = await person.slash("alb answer react", shots="nonsense C101")
    assert "nothing has changed" in reply.text.lower()
    assert (await match.look()).version == before


async def test_fire_promised_and_kept_have_one_name_for_others(match: Match) -> None:
    """In the log, its filter and what it offers to filter by; their own side reads which it was.

    Once what was secret in it is open everybody does.
    """
    _, person = await asked(match)
    (other,) = (one for one in match.people.values() if one is not person)
    page = await person.press(match.table.panel, "Give an order")
    label = next(one for one in page.buttons if " at C" in one or "nearest" in one)
    await page.press(label)
    await match.table.settle()

    mine = await person.slash("log show", kind="react")
    assert "**React" in mine.text
    assert "react" in (await person.offered("log show", "kind")).values()

    offered = await other.offered("log show", "kind")
    assert offered["Answer to an activation"] == "reaction"
    assert not {"react", "hold"} & {*offered.values()}
    theirs = await other.slash("log show", kind="reaction")
    assert "Answer to an activation" in theirs.text
    assert "React" not in theirs.text
    for guessed in ("react", "hold"):
        assert "Answer" not in (await other.slash("log show", kind=guessed)).text
    assert "Answer to an activation" in (await other.slash("log show")).text

    await (await person.slash("game resign")).press("Resign")
    await match.table.settle()
    assert "react" not in (await other.offered("log show", "kind")).values()
    await match.table.wait(hours=24)
    assert "react" in (await other.offered("log show", "kind")).values()
    assert "**React" in (await other.slash("log show", kind="react")).text
