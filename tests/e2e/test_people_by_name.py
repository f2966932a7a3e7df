"""People are shown as their server calls them, wherever a mention would notify nobody."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ToyTable

pytestmark = pytest.mark.usefixtures("strict_texts")

WILD = "@everyone **x** <@1> # e.x"


async def test_only_who_is_notified_is_mentioned(river: ToyTable) -> None:
    """Panel, status, log and questions name people; the post that calls somebody mentions them."""
    await river.to_play("blue")
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    told = river.bulletins()[-1]
    assert told.pinged == {bruno.id}
    assert f"**Blue** {bruno.mention}" in told.text
    shown = [
        river.panel.text,
        (await carla.slash("game status")).text,
        (await carla.slash("log show")).text,
        (await carla.slash("game join", side="red")).text,
    ]
    for text in shown:
        assert "<@" not in text
    assert "**Red**: alice" in shown[0]
    assert "alice" in shown[2]
    # Who decides about somebody may look at their profile.
    assert f"carla ({carla.mention})" in alice.inbox()[-1].text
    assert "**carla** has joined" in (await alice.press(alice.inbox()[-1], "Let in")).text


async def test_a_name_does_nothing(toy: ToyTable) -> None:
    """Neither markdown nor mentions in it; it is one line, no longer than Discord lets it be."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    alice.be_called(WILD)
    bruno.be_called("\u202eb\nb" + "ñ" * 27)
    await toy.begin()
    for paper in [toy.panel, *toy.bulletins(), (await bruno.slash("log show")).paper]:
        assert "@everyone" not in paper.text
        assert "<@1>" not in paper.text
        assert "**x**" not in paper.text
        assert not paper.pinged - {alice.id, bruno.id}
    assert "\\*\\*x\\*\\*" in toy.panel.text
    assert "\u202e" not in toy.panel.text
    assert "**Blue**: b b" + "ñ" * 27 in toy.panel.text


async def test_a_new_name_comes_with_what_is_public(river: ToyTable) -> None:
    """Not with a secret order, which would show that there was one; then with the next post."""
    await river.to_play("blue")
    await river.wait(hours=1)
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    bruno.be_called("Bruno the Bold")
    before = carla.notices()
    assert "Recorded in secret" in (await bruno.slash("toy hide", bank="north")).text
    assert carla.notices() == before
    assert "Bold" not in (await carla.slash("game status")).text
    await bruno.slash("toy land", bank="north")
    await river.settle()

    assert "**Blue**: Bruno the Bold" in (await carla.slash("game status")).text
    assert "Bruno the Bold" in (await alice.slash("log show")).text


async def test_whom_an_earlier_build_has_seated_is_mentioned_until_seen(river: ToyTable) -> None:
    """Rows without a name are read; the first look after everybody names them."""
    alice, carla = river.people["alice"], river.people["carla"]
    campaign = (await river.look()).campaign.id
    async with river.moderator.desk.database.write() as connection:
        await connection.exec_driver_sql("UPDATE members SET name = NULL")
        await connection.exec_driver_sql("DELETE FROM remembered WHERE name LIKE 'looked%'")
    river.moderator.desk.shelf.drop(campaign)
    assert f"**Red**: {alice.mention}" in (await carla.slash("game status")).text
    await river.restart()
    await river.settle()
    assert "**Red**: alice" in (await carla.slash("game status")).text


async def test_erased_people_leave_no_name(river: ToyTable) -> None:
    """Whether they sat there or only asked: no page and no row has it any more."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    await carla.slash("game join", side="red")
    for one in (carla, alice):
        await (await (await one.slash("privacy")).press("Erase me")).press("Yes, erase me")
    for page in (await bruno.slash("log show"), await bruno.slash("game status")):
        assert "alice" not in page.text
        assert "carla" not in page.text
    async with river.moderator.desk.database.read() as connection:
        rows = await connection.exec_driver_sql("SELECT name FROM members WHERE campaign <> ''")
        assert [name for (name,) in rows] == ["bruno"]
        assert not (await connection.exec_driver_sql("SELECT id FROM asks WHERE id <> ''")).all()


async def test_a_rematch_calls_the_others(river: ToyTable) -> None:
    """By mention; whoever pressed is named."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    await (await alice.slash("game resign")).press("Resign")
    offer = await alice.press(river.bulletins()[-1], "Rematch")
    assert "alice wants a rematch" in offer.text
    assert f"For {bruno.mention}" in offer.text
    assert offer.paper.pinged == {bruno.id}
