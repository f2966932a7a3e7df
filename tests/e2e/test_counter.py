"""``/counter`` and "Look up": everything that a person may know of a counter, in every game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.text import words_for
from engine.kit.looking_up import about, subjects
from tests.e2e.conftest import ToyTable
from tests.games import every, known
from tests.games.knowing import LookedUp
from tests.support.matches import Match, game_of
from tests.support.people import Person, Reply
from tests.support.quick import bot_with_small_maps
from tests.support.seldom import seldom
from tests.support.table import Table


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps; at the end every call is held against Discord's limits."""
    async with Table(tmp_path, bot_with_small_maps) as opened:
        yield opened


GAMES = [one.game.key for one in every() if one.looked_up is not None]
USUAL = ("barricadas", "war_of_the_pacific")


def looked_up(key: str) -> LookedUp:
    """Return what is looked up in a game, and what is said of it."""
    found = known(key).looked_up
    assert found is not None
    return found


async def played(table: Table, key: str, steps: int | None = None) -> Match:
    """Play a game some steps on; alice has its first side, bruno, who reads Spanish, the other."""
    seats, captain = known(key).game.seats, known(key).captain
    assert captain is not None
    people = dict(zip(seats, (table.people["alice"], table.people["bruno"]), strict=True))
    captains = {seat: captain(seat, "look") for seat in seats}
    match = Match(table, key, captains, people, b"look up")
    await match.begin()
    for _ in range(looked_up(key).steps if steps is None else steps):
        assert await match.step()
    await table.settle()
    people[seats[1]].speak("es-ES")
    return match


async def drawn(match: Match, key: str) -> str:
    """Return the name of alice's first counter that stands on the map and has steps."""
    rules = game_of(key)
    view = (await match.look(rules.seats[0])).view
    for one in subjects(rules, view):
        told = about(rules, view, one.key)
        if told is not None and told.at and "about.steps" in {text.code for text in told.now}:
            return str(words_for("en", rules).plain.say(one.name))
    raise AssertionError("all are gone")


def lookups(reply: Reply) -> dict[str, str]:
    """Return the menu of what else can be looked up, values by label."""
    menus = [
        labels for name, labels in reply.paper.menus.items() if name.startswith("adj:lookpick:")
    ]
    return {label: value for labels in menus for value, label in labels.items()}


@pytest.mark.parametrize("key", seldom(GAMES, USUAL))
async def test_a_counter_is_looked_up(table: Table, key: str) -> None:
    """By command, by autocomplete and by the panel's button; a kind of counter; a spectator too."""
    game, match = looked_up(key), await played(table, key)
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    version = (await match.look()).version

    name, telling = game.own[0] or await drawn(match, key), game.own[1]
    reply = await alice.slash("counter", name=name)
    assert reply.is_private
    assert reply.text.startswith("### 🔎")
    for one in telling:
        assert one in reply.text, one
    assert len(reply.paper.pictures) == 1
    assert reply.paper.pictures[0].alt
    own = reply.text
    (label, value), *_ = (await alice.offered("counter", "name", name)).items()
    assert (await alice.slash("counter", name=value)).text == own
    assert label.split(" (")[0].casefold() in own.casefold()

    box = await alice.press(table.panel, "Look up")
    typed = await box.fill(value=name.upper())
    assert typed.is_private
    assert typed.text == own

    kind, telling = game.kind
    reply = await alice.slash("counter", name=kind)
    for one in telling:
        assert one in reply.text, one
    assert not reply.paper.pictures

    typed_es, called = game.spanish
    found = await bruno.offered("counter", "name", typed_es)
    assert called in next(iter(found))
    reply = await bruno.slash("counter", name=next(iter(found.values())))
    assert called.casefold() in reply.text.casefold()
    assert "Reglas: " in reply.text

    watched = await carla.slash("counter", name=kind)
    assert "### 🔎" in watched.text
    assert (await match.look()).version == version


@pytest.mark.parametrize("key", seldom(GAMES, USUAL))
async def test_a_name_that_is_not_known(table: Table, key: str) -> None:
    """The nearest names are listed, each a choice away."""
    await played(table, key, 1)
    alice = table.people["alice"]
    wrong = f"{looked_up(key).own[0][:-2] or 'republican infantry'}zzq"
    reply = await alice.slash("counter", name=wrong)
    assert reply.is_private
    assert f"no “{wrong}”" in reply.text
    near = lookups(reply)
    assert len(near) == 5
    assert all(label in reply.text.replace("\\", "") for label in near)
    chosen = await reply.choose(next(iter(near.values())))
    assert chosen.text.startswith("### 🔎")


async def test_orders_written_and_planned(table: Table) -> None:
    """What a ship has been ordered stands on its own side's page, and on no other's."""
    match = await played(table, "war_of_the_pacific", 0)
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    for _ in range(60):
        look = await match.look()
        if look.decisions[0].code == "plan" or "order" in look.decisions[0].kinds:
            break
        assert await match.step()
    bruno.speak("en-GB")
    before = (await alice.slash("counter", name="cochrane")).text
    assert "**You can order now:** " in before
    page = await alice.press(table.panel, "Plan my turn")
    await (await page.press("Type orders")).fill(value="order cochrane III")
    planned = (await alice.slash("counter", name="cochrane")).text
    assert "**In your plan, not sent:** " in planned
    assert "to area III" in planned
    seen = (await bruno.slash("counter", name="cochrane")).text
    for ordered in ("IV", "V"):
        await alice.slash("wp order", ships="cochrane", area=ordered)
        written = (await alice.slash("counter", name="cochrane")).text
        assert "**Written:** " in written
        assert f"area {ordered}" in written.partition("**Written:**")[2]
    for person in (bruno, carla):
        text = (await person.slash("counter", name="cochrane")).text
        assert text == seen
        for word in ("Written", "plan", "order now"):
            assert word not in text


async def hexes_of(person: Person) -> dict[str, str]:
    """Return the markers that somebody can look up, by label."""
    return await person.offered("counter", "name", "unspotted enemies")


async def test_an_enemy_that_is_not_spotted_is_a_marker(table: Table) -> None:
    """Its hex is all there is; its name is not known here."""
    await played(table, "barricadas", 6)
    alice, bruno = table.people["alice"], table.people["bruno"]
    markers = await hexes_of(alice)
    assert markers
    reply = await alice.slash("counter", name=next(iter(markers.values())))
    assert "Enemies that haven't been spotted" in reply.text
    assert len(reply.paper.pictures) == 1
    own = await bruno.offered("counter", "name", "oficial")
    theirs = set((await alice.offered("counter", "name", "officer")).values())
    hidden = [value for value in own.values() if "nationalist" in value and value not in theirs]
    assert hidden
    told = await alice.slash("counter", name=hidden[0])
    assert "that you can see" in told.text


async def test_ferries(river: ToyTable) -> None:
    """The toy's ferries: what can be done with one's own, and what else is typed for it."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    reply = await alice.slash("counter", name="ferry of red")
    assert "### 🔎 Ferry of Red · Red" in reply.text
    assert "You can order now:" in reply.text
    assert len(reply.paper.pictures) == 1
    theirs = await bruno.slash("counter", name="red")
    assert "### 🔎 Ferry of Red · Red" in theirs.text
    assert "order now" not in theirs.text
    several = await alice.slash("counter", name="ferry")
    assert "More than one fits" in several.text
    assert len(lookups(several)) == 2
    offered = await alice.offered("counter", "name")
    assert next(iter(offered)) == "Ferry of Red"


async def test_before_and_without_a_game(toy: ToyTable) -> None:
    """Where nothing is played yet there is nothing to look up, and nothing is offered."""
    alice = toy.people["alice"]
    assert not await alice.offered("counter", "name", "red")
    assert "⚠️" in (await alice.slash("counter", name="red")).text
    await alice.slash("game new", game="toy", name="River")
    assert not await alice.offered("counter", "name", "red")
    assert "⚠️" in (await alice.slash("counter", name="red")).text
