"""`/figures`: what somebody has played to its end, privately; to others as they let them."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply

pytestmark = pytest.mark.usefixtures("strict_texts")

SHOW, HIDE = "Show in this server", "Hide in this server"


def people(table: ToyTable) -> tuple[Person, Person, Person]:
    """Return who is red, who is blue, and who watches."""
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    return alice, bruno, carla


async def of(asker: Person, person: Person) -> Reply:
    """Let somebody ask for another's figures."""
    return await asker.slash("figures", person=person.actor)


async def in_private(asker: Person, **options: object) -> Reply:
    """Let somebody ask in their direct messages."""
    return Reply(asker, await asker.actor.user.slash("figures", **options))


async def resigned(table: ToyTable) -> None:
    """Let alice resign the game of the channel."""
    look = await table.look()
    with table.env.time_context():
        await table.moderator.play.resign(look.campaign.id, table.people["alice"].id, request="end")
    await table.settle()


async def test_nothing_of_a_game_under_way(river: ToyTable) -> None:
    """Until it is over; then the result by side, for each of them, and dice as the log has them."""
    alice, bruno, carla = people(river)
    shown = await alice.slash("figures")
    assert shown.is_private
    assert shown.text.count("No game has ended yet.") == 2
    assert "**can't** see your figures" in shown.text
    await river.to_play()
    await alice.slash("toy row", strokes=1)
    public = [paper.text for paper in river.public()]
    assert (await alice.slash("figures")).text == shown.text
    assert [paper.text for paper in river.public()] == public

    await resigned(river)

    mine, theirs = await alice.slash("figures"), await bruno.slash("figures")
    assert "**Two Ferrymen**, Red: 1 game (1 lost)" in mine.text
    assert "**Two Ferrymen**, Blue: 1 game (1 won)" in theirs.text
    assert "🎲" in mine.text
    assert "expected 3.5" in mine.text
    assert "🎲" not in theirs.text
    assert (await carla.slash("figures")).text == shown.text
    alice.speak("es-ES")
    spanish = await alice.slash("figures")
    assert ", Red: 1 partida (1 perdida)" in spanish.text
    assert "lo esperado, 3,5" in spanish.text
    assert "**no** pueden ver tus cifras" in spanish.text


async def test_shown_and_hidden_by_their_person_alone(river: ToyTable) -> None:
    """Opting in says what others see; it is what they see; a restart, another's press, hiding."""
    alice, bruno, carla = people(river)
    await resigned(river)
    refused = await of(carla, alice)
    assert refused.is_private
    assert "doesn't show any figures in this server" in refused.text
    assert "`/figures`" in refused.text
    assert "lost" not in refused.text

    mine = await alice.slash("figures")
    assert SHOW in mine.buttons
    shown = await mine.press(SHOW)
    assert "**can** see what is under **In this server**" in shown.text
    assert HIDE in shown.buttons
    await river.restart()
    seen = await of(carla, alice)
    assert seen.is_private
    assert "Figures of alice" in seen.text
    assert not seen.buttons
    own_part = shown.text.partition("### In this server")[2].partition("### In all servers")[0]
    assert own_part.strip() in seen.text
    assert "In all servers" not in seen.text
    assert "bruno" not in seen.text
    carla.speak("es-ES")
    assert "Cifras de alice" in (await of(carla, alice)).text

    hide = shown.buttons[HIDE]["custom_id"]
    show = mine.buttons.get(SHOW, {"custom_id": "adj:figures:show"})["custom_id"]
    await river.forge(bruno, hide)
    await river.forge(bruno, f"{hide}:{alice.id}")
    assert "Cifras de alice" in (await of(carla, alice)).text
    await alice.press(shown.paper, HIDE)
    await river.forge(bruno, show)
    await river.forge(bruno, f"{show}:{alice.id}")
    assert "no muestra cifras" in (await of(carla, alice)).text
    assert "Cifras de bruno" in (await of(carla, bruno)).text
    alice.speak("es-ES")
    mostrada = await (await alice.slash("figures")).press("Mostrar en este servidor")
    assert "Ocultar en este servidor" in mostrada.buttons
    assert "1 perdida" in (await of(carla, alice)).text


async def test_one_server_is_not_another(river: ToyTable) -> None:
    """What is shown in one is not shown in another; a press from there counts there."""
    alice, bruno, _ = people(river)
    await resigned(river)
    await (await alice.slash("figures")).press(SHOW)
    other = river.env.create_guild("Chess Club")
    other.create_text_channel("lobby")
    there = await river.forge(alice, "adj:figures:again", guild=other)
    assert "No game has ended yet." in there.text.partition("### In all servers")[0]
    assert "1 lost" in there.text.partition("### In all servers")[2]
    assert "**can't** see your figures" in there.text
    await river.forge(alice, "adj:figures:hide", guild=other)
    assert "1 lost" in (await of(bruno, alice)).text
    assert not await river.moderator.figures.is_shown(other.id, alice.id)


async def test_in_direct_messages(river: ToyTable) -> None:
    """Of all servers; nobody else's, and nothing to be shown from there."""
    alice, bruno, _ = people(river)
    await resigned(river)
    await (await bruno.slash("figures")).press(SHOW)
    own = await in_private(alice)
    assert "In this server" not in own.text
    assert "1 lost" in own.text
    assert not own.buttons
    asked = await in_private(alice, person=bruno.actor.user)
    assert "won" not in asked.text
    assert "server" in asked.text


async def test_who_has_nothing_to_show(river: ToyTable) -> None:
    """Their own figures where they name themselves; nothing ended is said as it is."""
    alice, _, carla = people(river)
    named = await of(carla, carla)
    assert "Your figures" in named.text
    await named.press(SHOW)
    assert "No game has ended yet." in (await of(alice, carla)).text


async def test_whoever_is_erased_shows_nothing(river: ToyTable) -> None:
    """Nor has played anything; the page that says what is kept names it."""
    alice, bruno, carla = people(river)
    await resigned(river)
    await (await alice.slash("figures")).press(SHOW)
    assert "1 lost" in (await of(carla, alice)).text
    page = await alice.slash("privacy")
    assert "`/figures`" in page.text
    await (await page.press("Erase me")).press("Yes, erase me")
    assert "doesn't show any figures" in (await of(carla, alice)).text
    again = await alice.slash("figures")
    assert "lost" not in again.text
    assert SHOW in again.buttons
    assert "1 won" in (await bruno.slash("figures")).text


async def test_whoever_left_the_server_shows_nothing(river: ToyTable) -> None:
    """Nor when they come back, until they say so again."""
    alice, bruno, _ = people(river)
    await resigned(river)
    await (await alice.slash("figures")).press(SHOW)
    user = alice.actor.user
    alice.leave_server()
    gone = Reply(bruno, await bruno.actor.slash(river.channel, "figures", person=user))
    assert "isn't in this server" in gone.text
    assert "lost" not in gone.text
    alice.return_to_server()
    assert "doesn't show any figures" in (await of(bruno, alice)).text
    assert "1 lost" in (await alice.slash("figures")).text
