"""Who may do what when: every cell of ``docs/permissions.md`` is tried on the simulated Discord.

A scene (``tests/support/permissions/scenes.py``) is a table at which a deed would succeed. There
everybody tries, by each command, button and box, what they may not, and nothing whatever changes;
then each who may does it, from the same position anew.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from tests.bot.cogs.test_commands import NAMES
from tests.e2e.conftest import GAMES
from tests.support.people import Person
from tests.support.permissions import page, scenes, trial
from tests.support.permissions.deeds import DEEDS
from tests.support.permissions.ground import ELSEWHERE, LETTERS, Ground
from tests.support.permissions.page import NEVER, NO, OF_A_GAME, WORDS
from tests.support.permissions.trial import ANY, DONE, ROWS, Cell

pytestmark = [
    pytest.mark.usefixtures("strict_texts"),
    pytest.mark.sqlite,  # each cell begins with a copy of a file
]

OF_GAMES = {"wp", "calama", "alb", "adg", *(game.command for game in GAMES.values())}
"""The commands that are made of a game's actions."""
NOTHING_THERE = {
    ("open", "/log export"),
    ("playing", "whole"),
    ("playing", "mend"),
    ("playing", "remedy"),
    ("playing", "fix"),
    ("playing", "fixok"),
    ("playing", "ownfix"),
    ("playing", "ownback"),
}
"""What is refused also to who may, as there is nothing to export, to choose whole, or to mend."""


@pytest.fixture
async def ground(tmp_path: Path) -> AsyncIterator[Ground]:
    """A server with everybody whom the columns name."""
    async with Ground(tmp_path) as opened:
        opened.populate()
        yield opened
        opened.close_file()


# ---------------------------------------------------------------------- the page itself


def test_every_cell_says_what_cells_may_say() -> None:
    """Of each row one stands in a state once, and it is tried by what the page names."""
    assert {cell for row in ROWS for cell in row.cells.values()} == WORDS
    assert len({(row.state, row.deed) for row in ROWS}) == len(ROWS)
    assert {row.deed for row in ROWS} == set(DEEDS)
    for row in ROWS:
        stars = [one for one in row.ways if one.endswith("*")]
        tried = {way.name for way in DEEDS[row.deed].ways}
        several = {one for one in tried - row.ways for star in stars if fnmatchcase(one, star)}
        assert row.ways == tried - several, row.deed
    general = {row.deed for row in ROWS if row.state == ANY}
    assert not general & {row.deed for row in ROWS if row.state != ANY}


def test_commands_alone_have_no_place_where_discord_offers_none() -> None:
    """Who is out of the server, or in direct messages, is offered none of them."""
    for row in ROWS:
        typed = all(way.is_typed for way in DEEDS[row.deed].ways)
        if typed and "/figures" not in row.ways:
            assert {row.cells["gone"], row.cells[LETTERS]} == {NEVER}, row.deed


def test_every_command_is_on_the_page() -> None:
    """One that is new stands in a table, or among those that everybody has for themselves."""
    named = {way for row in ROWS for way in row.ways} | page.for_oneself()
    there = [line.partition(":")[0] for line in NAMES.read_text(encoding="utf-8").splitlines()]
    missing = [one for one in there if one.split()[0] not in OF_GAMES and f"/{one}" not in named]
    assert not missing, "who may? docs/permissions.md has no " + ", ".join(missing)
    known = {f"/{one}" for one in there}
    gone = {one for one in named if one.startswith("/") and one not in known}
    assert not gone, "docs/permissions.md still has " + ", ".join(sorted(gone))
    assert OF_A_GAME in named


async def test_every_press_is_on_the_page(ground: Ground) -> None:
    """A verb that is new stands in a table, or among those that everybody has for themselves."""
    named = {way for row in ROWS for way in row.ways} | page.for_oneself()
    named = {one for one in named if not one.startswith("/")} - {OF_A_GAME}
    whole = {one.removesuffix("*") for one in named if one.endswith("*")}
    verbs = verbs_of(ground)
    missing = [one for one in verbs if one not in named and not one.startswith(tuple(whole))]
    assert not missing, "who may? docs/permissions.md has no " + ", ".join(sorted(missing))
    gone = {one for one in named if one not in verbs and not one.endswith("*")}
    assert not gone, "docs/permissions.md still has " + ", ".join(sorted(gone))


def test_nobody_elsewhere_or_gone_may_do_anything() -> None:
    """Whatever the rows say of others."""
    for row in ROWS:
        assert {row.cells["gone"], row.cells[ELSEWHERE]} <= {NO, NEVER}, row.deed


# ---------------------------------------------------------------------- the cells


def groups() -> Iterator[Any]:
    """Yield scenes of one beginning: each with many cells by itself, those with few together."""
    for base, made in scenes.FROM.items():
        large = [one.__name__ for one in made if one.__name__ in scenes.USUAL.values()]
        small = [one.__name__ for one in made if one.__name__ not in large]
        yield from (pytest.param(base, [scene], id=scene) for scene in large)
        yield pytest.param(base, small, id="-".join(small))


Scene = Callable[[Ground], Awaitable[None]]


@pytest.mark.parametrize(("base", "names"), list(groups()))
async def test_cells(ground: Ground, base: Scene, names: list[str]) -> None:
    """What is refused changes nothing, what may be done is done, and what is shown is no more.

    Every cell that refuses is tried by one of its ways, and two of those who may do something do
    it. In the long tests all of them do, and every cell is tried by every way.
    """
    await base(ground)
    ground.save("base")
    begun = dict(ground.named)
    wrong: list[str] = []
    for name in names:
        if name != names[0]:
            ground.call()
            ground.named = dict(begun)
            await ground.put_back("base")
        await arranged(ground, name)
        cells = list(trial.cells_of(ground, name))
        wrong += await trial.refuse(ground, refused(cells), verbs_of(ground))
        wrong += await done(ground, name, trial.some(allowed(cells)))
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.parametrize("name", list(scenes.SCENES))
async def test_every_way(ground: Ground, name: str) -> None:
    """By every way everybody is refused what they may not, and who may does it.

    What is tried elsewhere is no mere noise: by each way to it some person may do what a row is
    about, and is answered.
    """
    base = next(one for one, made in scenes.FROM.items() if scenes.SCENES[name] in made)
    await base(ground)
    await arranged(ground, name)
    cells = list(trial.cells_of(ground, name))
    wrong = await trial.refuse(ground, refused(cells), verbs_of(ground), every=True)
    wrong += await done(ground, name, allowed(cells))
    for deed in {one.deed.name: one.deed for one in cells}.values():
        cell = next((one for one in allowed(cells) if one.deed == deed), None)
        for way in () if cell is None else trial.ways_of(cell):
            assert cell is not None
            await ground.put_back(name)
            reply = await way.first(ground, cell.person, cell.place)
            known = (scenes.STATE_OF[name], way.name) in NOTHING_THERE
            if reply is not None and trial.is_refused(reply) is not known:
                wrong.append(f"{cell} by {way.name}: {reply.text!r}")
    assert not wrong, "\n".join(wrong)


async def arranged(ground: Ground, name: str) -> None:
    """Bring a table to a scene, and keep it by that name."""
    await scenes.SCENES[name](ground)
    await ground.settle()
    ground.named["v"] = str((await ground.look()).version)
    ground.save(name)


def refused(cells: list[Cell]) -> list[Cell]:
    """Return what may not be done."""
    return [one for one in cells if one.word == NO]


def allowed(cells: list[Cell]) -> list[Cell]:
    """Return what may be done, what changes something last."""
    return sorted((one for one in cells if one.word in DONE), key=lambda one: one.deed.anew)


async def done(ground: Ground, scene: str, cells: list[Cell]) -> list[str]:
    """Do in a scene what may be done; return what is not as the cells say."""
    wrong: list[str] = []
    begun, is_new = ground.kept(), True
    for cell in cells:
        if cell.deed.anew:
            if not is_new or ground.kept() != begun:
                await ground.put_back(scene)
            is_new = False
        wrong += filter(None, [await trial.do(ground, cell)])
    return wrong


def verbs_of(ground: Ground) -> frozenset[str]:
    """Return the verbs of all presses."""
    bot: Any = ground.bot
    verbs: frozenset[str] = bot.presses.verbs
    return verbs


# ---------------------------------------------------------------------- ids that are kept


async def test_pages_kept_from_before_the_game(ground: Ground) -> None:
    """What stood on pages of a table that had not begun is refused once it has."""
    await scenes.nearly(ground)
    await scenes.opened(ground)
    ids = await kept_ids(ground, "game status", "lobby")
    await ground.people["bruno"].slash("game join", side="blue")
    ids |= await kept_ids(ground, "game status")
    await ground.people["carla"].slash("game start")
    await ground.settle()
    assert {"start", "join", "admit", "turnaway"} <= {one.split(":")[1] for one in ids}
    await all_refused(ground, ids, "playing")


async def test_pages_kept_from_under_way(ground: Ground) -> None:
    """What stood on pages of a game is refused once it is over."""
    await scenes.begun(ground)
    await scenes.playing(ground)
    ids = await kept_ids(ground, "game status", "game seat", "undo", "inbox", "game resign")
    ids |= await kept_ids(ground, "referee act", "game close", "odds", "orders show", "game leave")
    await ground.people["alice"].slash("offer", what="adjourn")
    ids |= await kept_ids(ground)
    await ground.send(ground.people["bruno"], f"adj:resign:{ground.named['c']}")
    await ground.settle()
    verbs = {one.split(":")[1] for one in ids}
    assert {"do", "giveseat", "agree", "resign", "plan", "askback", "refdo", "close"} <= verbs
    await all_refused(ground, ids, "over")


async def kept_ids(ground: Ground, *commands: str) -> set[str]:
    """Return the ids of all buttons and menus that anybody can see, and that commands bring up."""
    people = [one for name, one in ground.people.items() if name != "leo"]
    for person in people:
        for command in commands:
            await person.slash(command)
    await ground.settle()
    papers = [one for person in people for one in (*person.reads(), *person.inbox())]
    parts = [part for paper in papers for part in paper.components]
    return {part["custom_id"] for part in parts if "custom_id" in part}


async def all_refused(ground: Ground, ids: set[str], state: str) -> None:
    """Insist that whatever cannot be done in a state any more is refused, whoever presses it."""
    listed = [row for row in ROWS if row.state in {state, ANY}]
    still = {way for row in listed for way in row.ways} | page.for_oneself()
    stale = sorted(one for one in ids if one.split(":")[1] not in still and "plan" not in one)
    before = ground.kept(), ground.told()
    for name in ("alice", "bruno", "carla", "hugo", "gina", "dora"):
        for custom_id in stale:
            reply = await ground.send(ground.people[name], custom_id, values=["0"])
            assert trial.is_refused(reply), (name, custom_id, reply.text)
    assert (ground.kept(), ground.told()) == before


# ---------------------------------------------------------------------- ids of two tables


async def test_an_offer_is_answered_at_its_own_table(ground: Ground) -> None:
    """An id that names a table of another server and an offer of this one comes to nothing."""
    await scenes.begun(ground)
    await scenes.playing(ground)
    there = next(iter(ground.away.channels.values()))
    alice, leo = ground.people["alice"], ground.people["leo"]
    for person in (alice, leo):
        ground.abroad(person)
    await ground.type(alice, "game new", place=ELSEWHERE, game="toy", name="Lake")
    for person, side in ((alice, "red"), (leo, "blue")):
        await ground.type(person, "game join", place=ELSEWHERE, side=side)
    lake = await ground.moderator.reader.campaign_in(ground.away.id, there.id)
    assert lake is not None
    before = ground.kept()
    for person in (alice, leo):
        for verb, tail in (("agree", ""), ("decline", ""), ("decline", ":own")):
            forged = f"adj:{verb}:{lake.id}:{ground.named['offer']}{tail}"
            for place in (ELSEWHERE, LETTERS):
                reply = await ground.send(person, forged, place=place)
                assert trial.is_refused(reply), reply.text
    assert ground.kept() == before


async def test_nobody_is_let_in_through_another_table(ground: Ground) -> None:
    """Who asks, and who was granted a side, are looked for at the table that is named."""
    await scenes.begun(ground)
    await scenes.granted(ground)
    alice: Person = ground.people["alice"]
    hugo = ground.people["hugo"]
    await hugo.slash("game new", room=ground.aside, game="toy", name="Lake")
    await alice.slash("game join", room=ground.aside, side="red")
    lake = await ground.moderator.reader.campaign_in(ground.guild.id, ground.aside.id)
    assert lake is not None
    before = ground.kept()
    for person in (alice, hugo):
        for verb in ("admit", "turnaway", "takeseat", "nothanks", "refok"):
            for named in ("ask", "offer"):
                forged = f"adj:{verb}:{lake.id}:{ground.named.get(named, 'zzzzzzzz')}"
                reply = await ground.send(person, forged)
                assert trial.is_refused(reply), (verb, reply.text)
    assert ground.kept() == before
