"""Themes: one's own for what only oneself sees, the table's for everybody's pictures."""

from __future__ import annotations

from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply


async def test_ones_own_theme_is_ones_own(river: ToyTable) -> None:
    """It colours what its person alone sees, outlives a restart, and changes nobody else's."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    light, his = await _map(alice), await _map(bruno)
    panel = _seen(river)

    chosen = await alice.slash("theme", theme="dark")

    assert chosen.is_private
    assert "**Dark**" in chosen.text
    assert await _map(alice) != light
    assert await _map(bruno) == his
    assert _seen(river) == panel
    await river.restart()
    dark = await _map(alice)
    assert dark != light
    assert dark == _data(chosen)
    back = await chosen.choose("table", custom_id=_menu(chosen, 0))
    assert "**As the table**" in back.text
    assert await _map(alice) == light


async def test_the_tables_theme_is_its_players_to_choose(river: ToyTable) -> None:
    """Its panel shows it at once, and whoever has chosen none sees it too; others have no say."""
    await river.to_play()
    alice, bruno, carla = (river.people[name] for name in ("alice", "bruno", "carla"))
    panel, his = _seen(river), await _map(bruno)
    await bruno.slash("theme", theme="print")
    hers = await carla.slash("theme")
    assert len(hers.paper.menus) == 1
    refused = await carla.slash("theme", theme="dark", table=True)
    assert "no seat" in refused.text
    assert _seen(river) == panel

    shown = await alice.slash("theme")
    done = await shown.choose("dark", custom_id=_menu(shown, 1))
    await river.settle()

    assert done.text.count("**Dark**") == 1
    assert _seen(river) != panel
    assert _data(done) == _seen(river)
    own = await _map(bruno)
    assert own != his
    await bruno.slash("theme", theme="table")
    assert await _map(bruno) not in (own, his)


async def test_a_menu_of_another_version_changes_nothing(river: ToyTable) -> None:
    """A theme that there is no more is not kept, whoever sends it."""
    await river.to_play()
    alice = river.people["alice"]
    shown = await alice.slash("theme")
    for number in (0, 1):
        forged = await river.forge(alice, _menu(shown, number), values=["gone"])
        assert "**Light**" in forged.text


async def test_without_a_campaign_there_is_still_a_choice(toy: ToyTable) -> None:
    """Of one's own theme; for a table's there must be one."""
    alice = toy.add_person("alice")
    assert "**Dark**" in (await alice.slash("theme", theme="dark")).text
    assert "no campaign" in (await alice.slash("theme", theme="dark", table=True)).text.casefold()


async def _map(person: Person) -> bytes:
    return _data(await person.slash("map show"))


def _data(reply: Reply) -> bytes:
    return reply.paper.pictures[0].data


def _seen(table: ToyTable) -> bytes:
    return table.panel.pictures[0].data


def _menu(shown: Reply, number: int) -> str:
    return list(shown.paper.menus)[number]
