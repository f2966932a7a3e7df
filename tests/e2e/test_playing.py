"""Orders by command, button and dialogue: what counts, what is refused, what comes twice."""

from typing import Any

import pytest

from bot.ui.playing import TYPED_LIMIT
from bot.ui.visit import Visit
from tests.e2e.conftest import ToyTable
from tests.support.people import Reply


async def test_orders_by_command(river: ToyTable) -> None:
    """A legal order is done and said, in private; the public learns by bulletin."""
    await river.to_play()
    alice = river.people["alice"]
    before = len(river.bulletins())
    reply = await alice.slash("toy land", bank="north")
    assert reply.is_private
    assert "lands at North" in reply.text
    assert len(river.bulletins()) == before + 1
    assert river.people["bruno"].id in river.bulletins()[-1].pinged


async def test_refusals_cite_the_clause_and_change_nothing(river: ToyTable) -> None:
    """Every reason is given with its rule; what would be legal is offered."""
    await river.to_play()
    alice = river.people["alice"]
    panel = river.panel.fingerprint()
    reply = await alice.slash("toy row", strokes=4)
    assert reply.is_private
    assert "At most 3 strokes" in reply.text
    assert "2.1" in reply.text
    (menu,) = reply.paper.menus.values()
    assert list(menu.values()) == ["1 strokes", "2 strokes", "3 strokes"]
    assert river.panel.fingerprint() == panel
    chosen = await reply.choose("2")
    assert "Check your order" in chosen.text
    done = await chosen.press("Confirm")
    assert "Done" in done.text


async def test_wrong_seat_and_spectator_are_refused(river: ToyTable) -> None:
    """Only the side whose turn it is can act, and only people of the campaign at all."""
    await river.to_play()
    bruno, carla = river.people["bruno"], river.people["carla"]
    panel = river.panel.fingerprint()
    for reply, words in (
        (await bruno.slash("toy row", strokes=1), "It is the turn of"),
        (await carla.slash("toy row", strokes=1), "no seat"),
        (await bruno.press(river.panel, "Row one stroke"), "for Red"),
        (await carla.press(river.panel, "Row one stroke"), "no seat"),
        (await carla.press(river.panel, "Give an order"), "no seat"),
        (await carla.press(river.panel, "My orders"), "no seat"),
    ):
        assert reply.is_private
        assert words in reply.text
    assert river.panel.fingerprint() == panel


async def test_orders_before_the_start_are_refused(toy: ToyTable) -> None:
    """Before the start nothing can be ordered, shown or drawn."""
    alice = toy.people["alice"]
    assert "no campaign" in (await alice.slash("toy row", strokes=1)).text
    await alice.slash("game new", game="toy", name="River")
    await alice.slash("game join", side="red")
    for command in ("orders show", "map show", "map text", "game resign"):
        reply = await alice.slash(command)
        assert reply.is_private
        assert "started yet" in reply.text, command
    assert "started yet" in (await alice.slash("toy row", strokes=1)).text
    assert "Blue" in (await alice.slash("game start")).text


async def test_number_as_long_as_a_novel(river: ToyTable) -> None:
    """Words and numbers of any length are refused in a few words."""
    await river.to_play()
    alice = river.people["alice"]
    reply = await alice.slash("toy land", bank="9" * TYPED_LIMIT)
    assert reply.is_private
    assert "no bank" in reply.text
    assert len(reply.text) < 1500
    with pytest.raises(Exception, match=rf"max|length|{TYPED_LIMIT}"):
        await alice.slash("toy land", bank="9" * (TYPED_LIMIT + 1))
    asked = await alice.press(river.panel, "Give an order")
    kinds = await asked.choose("land")
    box = await kinds.press("Type it")
    typed = await box.fill(value="@everyone " * 40)
    assert "@everyone" not in typed.text
    assert len(typed.text) < 2500


async def test_markdown_and_mentions_in_what_is_typed(river: ToyTable) -> None:
    """What a person types comes back literally, and pings nobody."""
    await river.to_play()
    reply = await river.people["alice"].slash("toy land", bank="@everyone **x** `y` 🎲")
    assert "@everyone" not in reply.text
    assert "**x**" not in reply.text
    assert "🎲" in reply.text
    assert not reply.paper.pinged


async def test_two_presses_of_one_button_count_once(river: ToyTable) -> None:
    """Both presses are answered; the dice fall once."""
    await river.to_play()
    alice = river.people["alice"]
    rows = (await river.entries()).count("row")
    replies: list[Reply] = []
    async with river.at_once():
        for _ in range(2):
            replies.append(await alice.press(river.panel, "Row one stroke"))
    assert all(reply.is_private for reply in replies)
    assert sorted("Too late" in reply.text for reply in replies) == [False, True]
    assert (await river.entries()).count("row") == rows + 1


async def test_two_confirms_of_one_dialogue_count_once(river: ToyTable) -> None:
    """Confirm pressed twice at the same instant does what is ordered once."""
    await river.to_play()
    alice = river.people["alice"]
    rows = (await river.entries()).count("row")
    asked = await (await alice.press(river.panel, "Give an order")).choose("row")
    preview = await asked.choose("1")
    paper = preview.paper
    async with river.at_once():
        for _ in range(2):
            await alice.press(paper, "Confirm")
    assert (await river.entries()).count("row") == rows + 1


async def test_commands_of_both_players_at_the_same_instant(river: ToyTable) -> None:
    """Both are answered; each is right about what it did."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    replies = []
    async with river.at_once():
        replies.append(await alice.slash("toy land", bank="north"))
        replies.append(await bruno.slash("toy land", bank="south"))
    assert all(reply.is_private for reply in replies)
    done = ["Done" in reply.text for reply in replies]
    assert done in ([True, True], [True, False])


async def test_stale_press_gets_a_friendly_answer(river: ToyTable) -> None:
    """A button of an older message says that it is settled, and does nothing."""
    await river.to_play()
    alice = river.people["alice"]
    old = river.bulletins()[-1]
    await alice.slash("toy land", bank="north")
    await river.to_play()
    count = len(await river.entries())
    reply = await alice.press(old, "Row one stroke")
    assert reply.is_private
    assert "Too late" in reply.text
    assert len(await river.entries()) == count


async def test_buttons_survive_a_restart(river: ToyTable) -> None:
    """Buttons posted before a restart, and one's dialogue, work after it."""
    await river.to_play()
    alice = river.people["alice"]
    asked = await (await alice.press(river.panel, "Give an order")).choose("row")
    await river.restart()
    preview = await asked.choose("2")
    assert "Confirm" in preview.buttons
    await river.kill()
    await river.start()
    done = await preview.press("Confirm")
    assert "Done" in done.text
    assert (await alice.press(river.panel, "My orders")).is_private


async def test_open_dialogue_box_survives_a_restart(river: ToyTable) -> None:
    """What is sent in after a restart is answered by its custom id alone."""
    await river.to_play()
    alice = river.people["alice"]
    asked = await (await alice.press(river.panel, "Give an order")).choose("land")
    box = await asked.press("Type it")
    await river.restart()
    preview = await box.fill(value="south")
    assert "Confirm" in preview.buttons


async def test_danger_is_asked_about(river: ToyTable) -> None:
    """A choice that is marked as dangerous is done only after a second press."""
    for _ in range(80):
        look = await river.look()
        decision = look.decisions[0]
        person = river.people["alice" if decision.seat == "red" else "bruno"]
        if decision.code == "shout":
            break
        await person.slash("toy row", strokes=3)
    asked = await person.press(river.panel, "Be silent")
    assert "Are you sure" in asked.text
    assert (await river.look()).decisions[0].code == "shout"
    done = await asked.press("Be silent")
    assert "Silence" in done.text


async def test_a_dialogue_is_acknowledged_before_anything_is_written(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that is slow for once does not make Discord say that the bot is silent."""
    await river.to_play()
    alice, door = river.people["alice"], river.moderator
    asked = await alice.press(river.panel, "Give an order")
    acknowledged: list[bool] = []
    hold = Visit.hold

    async def held(visit: Visit, **more: Any) -> None:
        await hold(visit, **more)
        acknowledged.append(visit.interaction.response.is_done())

    def checked(write: Any) -> Any:
        async def after(*given: Any, **more: Any) -> Any:
            assert acknowledged
            assert all(acknowledged)
            return await write(*given, **more)

        return after

    monkeypatch.setattr(Visit, "hold", held)
    monkeypatch.setattr(door.drafts, "open", checked(door.drafts.open))
    monkeypatch.setattr(door.drafts, "put", checked(door.drafts.put))
    field = await asked.choose("land", custom_id=next(iter(asked.paper.menus)))
    assert "Which bank" in field.text
    acknowledged.clear()  # of the press before
    preview = await field.choose("south")
    assert "outh" in preview.text


async def test_dialogue_from_beginning_to_end(river: ToyTable) -> None:
    """What to do, each field by menu, back, preview, confirm; and cancel."""
    await river.to_play()
    alice = river.people["alice"]
    asked = await alice.press(river.panel, "Give an order")
    assert asked.is_private
    (menu,) = [m for m in asked.paper.menus.values() if "land" in m]
    assert menu["land"] == "Land"
    field = await asked.choose("land", custom_id=next(iter(asked.paper.menus)))
    assert "Which bank" in field.text
    preview = await field.choose("south")
    assert "South" in preview.text or "south" in preview.text
    back = await preview.press("Back")
    assert "Which bank" in back.text
    box = await back.press("Type it")
    assert box.modal is not None
    preview = await box.fill(value="north")
    done = await preview.press("Confirm")
    assert "lands at North" in done.text
    hide = await alice.press(river.panel, "Give an order")  # nothing else is left to do
    assert not any("hide" in menu for menu in hide.paper.menus.values())
    kinds = await hide.press("Back")
    assert any("hide" in menu for menu in kinds.paper.menus.values())
    hide = await kinds.choose("hide")
    cancelled = await hide.press("Cancel")
    assert "Cancelled" in cancelled.text
    assert list(cancelled.buttons) == ["Start over", "Give an order"]
    assert "Cancel" in (await cancelled.press("Start over")).buttons


async def test_a_wrong_line_comes_back_with_its_text(river: ToyTable) -> None:
    """Nonsense is noticed at its field; the box opens with it again, and right it goes on."""
    await river.to_play()
    alice = river.people["alice"]
    asked = await (await alice.press(river.panel, "Give an order")).choose("land")
    wrong = await (await asked.press("Type it")).fill(value="the **moon**")
    assert "no bank" in wrong.text
    assert "moon" in wrong.text
    assert "Which bank" in wrong.text
    box = await wrong.press("Type it")
    assert "the **moon**" in str(box.modal)
    preview = await box.fill(value="south")
    assert "Confirm" in preview.buttons
    back = await preview.press("Back")
    assert "moon" not in str((await back.press("Type it")).modal)


async def test_dialogue_of_another_person_is_refused(river: ToyTable) -> None:
    """A draft answers to its owner only, whatever id is pressed."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    asked = await (await alice.press(river.panel, "Give an order")).choose("row")
    (custom_id,) = asked.paper.menus
    reply = await river.forge(bruno, custom_id, values=["1"])
    assert reply.is_private
    assert "dialogue is over" in reply.text


async def test_press_from_another_server_is_refused(river: ToyTable) -> None:
    """A custom id that names a campaign of another server is refused there."""
    guild = river.env.create_guild("Elsewhere")
    guild.create_text_channel("general")
    custom_id = river.panel.buttons["Give an order"]["custom_id"]
    reply = await river.forge(river.people["alice"], custom_id, guild=guild)
    assert "In this server you don't reach" in reply.text


@pytest.mark.parametrize("custom_id", ["adj:do", "adj:nonsense:x", "adj:fill:a:99999999999"])
async def test_made_up_ids_are_refused(river: ToyTable, custom_id: str) -> None:
    """An id that the bot never made gets a private answer and does nothing."""
    reply = await river.forge(river.people["alice"], custom_id)
    assert reply.acknowledged
    assert reply.is_private
