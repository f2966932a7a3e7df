"""Referees on Discord: their role, who is named, who agrees, and who is told."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.builders import RoleHandle

from tests.e2e.conftest import ToyTable
from tests.e2e.test_seats import let_manage
from tests.support.people import Person, Reply

pytestmark = pytest.mark.usefixtures("strict_texts")


async def let_referee(table: ToyTable, *names: str) -> RoleHandle:
    """Let the server have a role of referees, and add people who have it."""
    role = table.guild.create_role("Referees")
    for name in names:
        user = table.env.create_user(name)
        table.people[name] = Person(table, name, table.guild.add_member(user, roles=[role]))
    staff = table.people.get("staff") or let_manage(table, "staff")
    await choose_role(await staff.slash("setup"), role)
    return role


async def choose_role(shown: Reply, *roles: RoleHandle) -> Reply:
    """Choose the role of the referees from the menu of the page."""
    person = shown.person
    return Reply(
        person,
        await person.actor.select(shown.paper.message, roles, custom_id="adj:setup:referees"),
    )


async def test_a_server_chooses_their_role(toy: ToyTable) -> None:
    """On its page; everybody's role is none, and one that is gone is said to be."""
    staff = let_manage(toy, "staff")
    shown = await staff.slash("setup")
    assert "⚖️ Referees: **none**" in shown.text
    role = toy.guild.create_role("Referees")
    shown = await choose_role(shown, role)
    assert f"players with the role <@&{role.id}>" in shown.text
    refused = await choose_role(shown, toy.guild.default_role)
    assert "Every member has that role" in refused.text
    shown = await choose_role(await staff.slash("setup"))
    assert "⚖️ Referees: **none**" in shown.text


async def test_one_is_named_with_a_new_table(toy: ToyTable) -> None:
    """Before anybody joins it says so, on its panel and to whoever asks how it stands."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    new: dict[str, Any] = {"game": "toy", "name": "River"}
    refused = await alice.slash("game new", room=None, **new, referee=bruno.actor)
    assert "This server has no referee role yet" in refused.text
    await let_referee(toy, "dora")
    dora = toy.people["dora"]
    refused = await alice.slash("game new", room=None, **new, referee=bruno.actor)
    assert "doesn't have the role" in refused.text
    made = await alice.slash("game new", room=None, **new, referee=dora.actor, referee_secrets=True)
    assert f"Referee: dora ({dora.mention}), may look at what each side keeps secret" in made.text
    await toy.settle()
    assert "may look at what each side keeps secret" in toy.panel.text
    assert "You referee **River**" in dora.inbox()[-1].text
    assert "dora" in (await bruno.slash("game status")).text
    assert "You referee this campaign" in (await dora.slash("game join", side="red")).text


async def test_all_sides_agree_on_one_later(river: ToyTable) -> None:
    """They are asked in the channel, in its language; the panel names who it is."""
    await let_referee(river, "dora")
    alice, bruno, dora = (river.people[name] for name in ("alice", "bruno", "dora"))
    refused = await alice.slash("referee appoint", person=bruno.actor)
    assert "doesn't have the role" in refused.text
    made = await alice.slash("referee appoint", person=dora.actor, secrets=True)
    assert "put it to the others" in made.text
    post = river.bulletins()[-1]
    assert f"Red proposes a referee: dora ({dora.mention}), who may look" in post.text
    assert "Referee" not in river.panel.text
    await bruno.press(post, "Agree")
    assert "Agreed: Red proposed a referee" in river.bulletins()[-1].text
    assert "Referee: dora" in river.panel.text
    assert "may look at what each side keeps secret" in dora.inbox()[-1].text

    assert "You no longer referee **River**" in (await dora.slash("referee leave")).text
    word = river.bulletins()[-1]
    assert "dora no longer referees this campaign" in word.text
    assert word.pinged == {alice.id, bruno.id}
    assert "Referee" not in river.panel.text
    assert "You don't referee" in (await dora.slash("referee leave")).text


async def test_all_sides_let_one_go(river: ToyTable) -> None:
    """By the same way; in Spanish it reads as well."""
    await let_referee(river, "dora")
    alice, bruno, dora = (river.people[name] for name in ("alice", "bruno", "dora"))
    bruno.speak("es-ES")
    await alice.slash("referee appoint", person=dora.actor)
    shown = await bruno.slash("inbox")
    assert "se propone a dora" in shown.text
    await bruno.press(river.bulletins()[-1], "Agree")
    assert "Árbitro: dora" in (await bruno.slash("game status")).text
    assert "doesn't referee" in (await alice.slash("referee dismiss", person=bruno.actor)).text
    await bruno.slash("referee dismiss", person=dora.actor)
    post = river.bulletins()[-1]
    assert f"Blue proposes that dora ({dora.mention}) stop refereeing" in post.text
    await alice.press(post, "Agree")
    assert "Referee" not in river.panel.text


async def test_a_player_with_the_role_referees_nothing_there(river: ToyTable) -> None:
    """Whoever may be named elsewhere in the server plays here."""
    role = await let_referee(river, "dora")
    alice, bruno = river.people["alice"], river.people["bruno"]
    give(river, bruno, role)
    assert "has, or had, a seat" in (await alice.slash("referee appoint", person=bruno.actor)).text
    await (await bruno.slash("game leave")).press("Leave campaign")
    assert "has, or had, a seat" in (await alice.slash("referee appoint", person=bruno.actor)).text


def give(table: ToyTable, person: Person, role: RoleHandle) -> None:
    """Give somebody a role."""
    table.env.backend.guilds[table.guild.id].members[person.id].role_ids.append(role.id)
