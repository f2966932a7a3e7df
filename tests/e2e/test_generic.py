"""Commands and buttons that every game shares, played over a simulated Discord."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.builders import ChannelHandle

from bot.store import Database, StoreFull
from tests.e2e.conftest import ToyTable
from tests.support.people import Reply
from tests.support.reading import Paper


def bulletins(table: ToyTable) -> list[Paper]:
    """The public messages that are not the panel or a notice of Discord's own."""
    return [p for p in table.public() if not p.is_pinned and p.components]


@contextlib.asynccontextmanager
async def _full(_: Database) -> AsyncIterator[None]:
    """A database without room."""
    raise StoreFull("No space is left.")
    yield


async def to_play(table: ToyTable, seat: str = "red") -> None:
    """Let the game come to where *seat* is to cross."""
    for _ in range(60):
        look = await table.look()
        decision = look.decisions[0]
        if decision.seat == seat and decision.code == "cross":
            return
        person = table.people["alice" if decision.seat == "red" else "bruno"]
        if decision.code == "shout":
            await person.slash("toy shout", loud=False)
        else:
            await person.slash("toy land", bank="island")


# ------------------------------------------------------------------------ the table


async def test_two_people_begin_a_game(toy: ToyTable) -> None:
    """Creating, joining and starting is answered in private; panel and bulletin are public."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    made = await alice.slash("game new", game="toy", name="River")
    assert made.is_private
    assert "River" in made.text
    assert "Join as Red" in toy.panel.buttons

    joined = await made.press("Join as Red")
    assert "Red" in joined.text
    await bruno.press(toy.panel, "Join as Blue")
    begun = await bruno.press(toy.panel, "Start")

    assert begun.is_private
    assert "River" in toy.panel.text
    assert {"Give an order", "My orders", "Map", "Log", "Help"} <= toy.panel.buttons.keys()
    assert toy.panel.pictures[0].alt == "Red 0, blue 0"
    (told,) = bulletins(toy)
    assert "begins" in told.text
    assert len(told.pinged) == 1


async def test_status_list_inbox_and_help_are_private(river: ToyTable) -> None:
    """Everything that only informs is answered to the asker alone."""
    carla = river.people["carla"]
    for command in ("game status", "game list", "help", "privacy", "inbox", "map text", "log show"):
        reply = await carla.slash(command)
        assert reply.is_private, command
        assert reply.text, command


async def test_help_turns_to_its_topics(river: ToyTable) -> None:
    """The topics of help are buttons of the answer, which is changed in place."""
    reply = await river.people["carla"].slash("help")
    secrets = await reply.press("Secrets")
    assert "direct message" in secrets.text
    other = await river.people["carla"].press(river.panel, "Help")
    assert other.is_private


async def test_name_with_everything_in_it_is_shown_literally(toy: ToyTable) -> None:
    """Markdown, mentions and links in a name do nothing; emoji stay."""
    alice, carla = toy.people["alice"], toy.people["carla"]
    name = f"@everyone **x** <@{carla.id}> `a` # https://e.x 🚢"
    reply = await alice.slash("game new", game="toy", name=name)
    assert "🚢" in reply.text
    for paper in [*reply.papers, toy.panel]:
        assert "@everyone" not in paper.text
        assert f"<@{carla.id}>" not in paper.text
        assert "**x**" not in paper.text
        assert not paper.pinged


async def test_name_that_cannot_be_read_is_refused(toy: ToyTable) -> None:
    """A name of spaces, or of direction marks only, makes no campaign."""
    alice = toy.people["alice"]
    for name in ("   ", "\u202e\u200f"):
        reply = await alice.slash("game new", game="toy", name=name)
        assert reply.is_private
        assert "name" in reply.text
    assert "No campaigns" in (await alice.slash("game list")).text


async def test_bad_settings_name_the_field(toy: ToyTable) -> None:
    """A setting that is not understood is named, and nothing is created."""
    alice = toy.people["alice"]
    for typed in ("turns=many", "bogus=1", "turns"):
        reply = await alice.slash("game new", game="toy", settings=typed)
        assert reply.is_private
        assert "turns" in reply.text or "bogus" in reply.text
    assert (await alice.slash("game new", game="toy", settings="turns=2")).buttons


async def test_second_campaign_in_a_channel_is_refused(river: ToyTable) -> None:
    """One campaign a channel; another channel is free."""
    carla = river.people["carla"]
    assert "River" in (await carla.slash("game new", game="toy", name="Second")).text
    other = river.guild.create_text_channel("other")
    made = await carla.slash("game new", game="toy", name="Second", at=other)
    assert "Second" in made.text
    listed = await carla.slash("game list")
    assert "River" in listed.text
    assert "Second" in listed.text


async def test_campaign_in_a_thread(toy: ToyTable) -> None:
    """A thread has a campaign of its own."""
    alice = toy.people["alice"]
    made = toy.env.backend.create_thread(toy.channel.id, "expedition", owner_id=alice.id)
    thread = ChannelHandle(toy.env, toy.guild, made)
    await alice.slash("game new", game="toy", name="Delta", at=thread)
    assert any("Delta" in paper.text for paper in toy.public(thread))
    assert "no campaign" in (await alice.slash("game status")).text


async def test_seats_by_name_in_either_language(toy: ToyTable) -> None:
    """A side is found by key or by name; an unknown one is refused."""
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="River")
    assert "green" in (await alice.slash("game join", side="green")).text
    assert "Red" in (await alice.slash("game join", side="RED")).text
    assert "Red" in (await alice.slash("game join", side="blue")).text
    assert await alice.offered("game join", "side", "") == {"Red": "red", "Blue": "blue"}


async def test_leaving_and_taking_over(river: ToyTable) -> None:
    """Who leaves is asked first; then another may take the side, but not from the other side."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    asked = await alice.slash("game leave")
    assert (await asked.press("Cancel")).is_private
    asked = await alice.slash("game leave")
    await asked.press("Leave for good")
    assert "free" in river.panel.text
    assert (await bruno.slash("game join", side="red")).is_private
    assert "Red" in (await carla.slash("game join", side="red")).text
    assert "Your side" not in (await alice.slash("orders show")).text


async def test_resigning_is_asked_first_and_ends_the_game(river: ToyTable) -> None:
    """One press is not enough to lose a game."""
    alice = river.people["alice"]
    asked = await alice.slash("game resign")
    assert "resign" in asked.text.lower()
    done = await asked.press("Resign")
    assert "Blue" in done.text
    assert "Blue" in river.panel.text
    assert "Give an order" not in river.panel.buttons
    again = await alice.slash("toy row", strokes=1)
    assert "over" in again.text


async def test_forgetting_a_person(river: ToyTable) -> None:
    """Whoever asks to be forgotten is asked once more, and then gone from the panel."""
    alice = river.people["alice"]
    asked = await alice.slash("privacy")
    sure = await asked.press("Erase me")
    done = await sure.press("Yes, erase me")
    assert "nothing" in done.text.lower()
    assert alice.mention not in river.panel.text


async def test_moving_a_campaign_from_a_deleted_channel(river: ToyTable) -> None:
    """When its channel is gone a campaign goes on in another, without loss."""
    alice = river.people["alice"]
    await to_play(river)
    other = river.guild.create_text_channel("other")
    river.env.backend.delete_channel(river.channel.id)
    await river.settle()
    offered = await alice.offered("game move", "campaign", "riv", at=other)
    (key,) = offered.values()
    moved = await alice.slash("game move", campaign=key, at=other)
    assert "goes on" in moved.text
    assert any(p.is_pinned and "River" in p.text for p in river.public(other))
    assert "Done" in (await alice.slash("toy row", strokes=1, at=other)).text


# --------------------------------------------------------------------------- playing


async def test_orders_by_command(river: ToyTable) -> None:
    """A legal order is done and said, in private; the public learns by bulletin."""
    await to_play(river)
    alice = river.people["alice"]
    before = len(bulletins(river))
    reply = await alice.slash("toy land", bank="north")
    assert reply.is_private
    assert "lands at North" in reply.text
    assert len(bulletins(river)) == before + 1
    assert river.people["bruno"].id in bulletins(river)[-1].pinged


async def test_refusals_cite_the_clause_and_change_nothing(river: ToyTable) -> None:
    """Every reason is given with its rule; what would be legal is offered."""
    await to_play(river)
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
    assert "Is this what you mean" in chosen.text
    done = await chosen.press("Confirm")
    assert "Done" in done.text


async def test_wrong_seat_and_spectator_are_refused(river: ToyTable) -> None:
    """Only the side whose turn it is can act, and only people of the campaign at all."""
    await to_play(river)
    bruno, carla = river.people["bruno"], river.people["carla"]
    panel = river.panel.fingerprint()
    for reply, words in (
        (await bruno.slash("toy row", strokes=1), "other's turn"),
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
        assert "not been started" in reply.text, command
    assert "not been started" in (await alice.slash("toy row", strokes=1)).text
    assert "Blue" in (await alice.slash("game start")).text


async def test_number_as_long_as_a_novel(river: ToyTable) -> None:
    """Words and numbers of any length are refused in a few words."""
    await to_play(river)
    alice = river.people["alice"]
    reply = await alice.slash("toy land", bank="9" * 400)
    assert reply.is_private
    assert "no bank" in reply.text
    assert len(reply.text) < 1500
    with pytest.raises(Exception, match=r"max|length|400"):
        await alice.slash("toy land", bank="9" * 401)
    asked = await alice.press(river.panel, "Give an order")
    kinds = await asked.choose("land")
    box = await kinds.press("Type it")
    typed = await box.fill(value="@everyone " * 40)
    assert "@everyone" not in typed.text
    assert len(typed.text) < 2500


async def test_markdown_and_mentions_in_what_is_typed(river: ToyTable) -> None:
    """What a person types comes back literally, and pings nobody."""
    await to_play(river)
    reply = await river.people["alice"].slash("toy land", bank="@everyone **x** `y` 🎲")
    assert "@everyone" not in reply.text
    assert "**x**" not in reply.text
    assert "🎲" in reply.text
    assert not reply.paper.pinged


async def test_two_presses_of_one_button_count_once(river: ToyTable) -> None:
    """Both presses are answered; the dice fall once."""
    await to_play(river)
    alice = river.people["alice"]
    rows = (await river.entries()).count("row")
    replies: list[Reply] = []
    async with river.at_once():
        for _ in range(2):
            replies.append(await alice.press(river.panel, "Row one stroke"))
    assert all(reply.is_private for reply in replies)
    assert sorted("settled" in reply.text for reply in replies) == [False, True]
    assert (await river.entries()).count("row") == rows + 1


async def test_two_confirms_of_one_dialogue_count_once(river: ToyTable) -> None:
    """Confirm pressed twice at the same instant does what is ordered once."""
    await to_play(river)
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
    await to_play(river)
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
    await to_play(river)
    alice = river.people["alice"]
    old = bulletins(river)[-1]
    await alice.slash("toy land", bank="north")
    await to_play(river)
    count = len(await river.entries())
    reply = await alice.press(old, "Row one stroke")
    assert reply.is_private
    assert "settled" in reply.text
    assert len(await river.entries()) == count


async def test_buttons_survive_a_restart(river: ToyTable) -> None:
    """Buttons posted before a restart, and one's dialogue, work after it."""
    await to_play(river)
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
    await to_play(river)
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
    assert "mean it" in asked.text
    assert (await river.look()).decisions[0].code == "shout"
    done = await asked.press("Be silent")
    assert "Silence" in done.text


async def test_dialogue_from_beginning_to_end(river: ToyTable) -> None:
    """What to do, each field by menu, back, preview, confirm; and cancel."""
    await to_play(river)
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
    asked = await alice.press(river.panel, "Give an order")
    hide = await asked.choose("hide")
    assert "Cancelled" in (await hide.press("Cancel")).text
    over = await alice.press(hide.paper, "Cancel") if hide.paper.buttons else None
    assert over is None or over.is_private


async def test_dialogue_of_another_person_is_refused(river: ToyTable) -> None:
    """A draft answers to its owner only, whatever id is pressed."""
    await to_play(river)
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
    assert "another server" in reply.text


@pytest.mark.parametrize("custom_id", ["adj:do", "adj:nonsense:x", "adj:fill:a:99999999999"])
async def test_made_up_ids_are_refused(river: ToyTable, custom_id: str) -> None:
    """An id that the bot never made gets a private answer and does nothing."""
    reply = await river.forge(river.people["alice"], custom_id)
    assert reply.acknowledged
    assert reply.is_private


# ------------------------------------------------------------------------- in secret


async def test_secret_orders_are_told_to_their_side_alone(river: ToyTable) -> None:
    """Reply and receipt are private; nobody else can notice anything."""
    alice, bruno, carla = (river.people[n] for n in ("alice", "bruno", "carla"))
    before = bruno.notices(), carla.notices()
    reply = await alice.slash("toy hide", bank="north")
    assert "🔒" in reply.text
    assert "north" in alice.inbox()[-1].text.lower()
    assert (bruno.notices(), carla.notices()) == before
    assert "North" in (await alice.slash("orders show")).text
    assert "North" not in (await bruno.slash("orders show")).text


async def test_closed_direct_messages_lose_nothing(river: ToyTable) -> None:
    """Who takes no direct messages is told so privately, and can read the order on demand."""
    alice = river.people["alice"]
    alice.close_dms()
    reply = await alice.slash("toy hide", bank="north")
    assert "direct messages are closed" in reply.text
    assert "North" in (await alice.slash("orders show")).text
    assert "direct messages are closed" in (await alice.slash("inbox")).text


# ----------------------------------------------------------------------- Discord fails


async def test_missing_rights_are_named(toy: ToyTable) -> None:
    """Where the bot may not post or attach no campaign is created, and the right is named."""
    alice = toy.people["alice"]
    toy.deny("attach_files")
    reply = await alice.slash("game new", game="toy", name="River")
    assert "Attach Files" in reply.text
    toy.deny("pin_messages", "manage_messages")
    reply = await alice.slash("game new", game="toy", name="River")
    assert "Pin Messages" in reply.text
    assert "created" in reply.text


async def test_rights_lost_later_cost_no_order(river: ToyTable) -> None:
    """Orders are accepted and kept while the bot may not write in the channel."""
    await to_play(river)
    alice = river.people["alice"]
    river.deny("send_messages", "attach_files")
    assert "Done" in (await alice.slash("toy land", bank="north")).text
    assert "lands at North" in (await alice.slash("log show")).text


@pytest.mark.parametrize("status", [500, 429])
async def test_discord_failing_costs_no_order(river: ToyTable, status: int) -> None:
    """An answer that Discord does not take leaves the order done, once."""
    await to_play(river)
    alice = river.people["alice"]
    lands = (await river.entries()).count("land")
    river.env.inject_error("POST", "/webhooks/*", status=status, times=1)
    river.env.inject_error("POST", f"/channels/{river.channel.id}/messages", status=status, times=2)
    await alice.slash("toy land", bank="north")
    await river.wait(600)
    assert (await river.entries()).count("land") == lands + 1
    assert any("lands at North" in paper.text for paper in bulletins(river))


async def test_deleted_panel_and_channel_do_not_stop_the_game(river: ToyTable) -> None:
    """A deleted panel comes back; the commands do not need it."""
    await to_play(river)
    alice = river.people["alice"]
    panel = river.panel
    await panel.message.delete()
    await river.settle()
    assert "Done" in (await alice.slash("toy land", bank="north")).text
    assert river.panel.id != panel.id


async def test_broken_database_changes_nothing(river: ToyTable) -> None:
    """When the database fails the person is told that nothing was changed."""
    await to_play(river)
    alice = river.people["alice"]
    count = len(await river.entries())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Database, "write", _full)
        reply = await alice.slash("toy row", strokes=1)
    assert reply.is_private
    assert "Nothing was changed" in reply.text
    assert len(await river.entries()) == count
    assert "Done" in (await alice.slash("toy row", strokes=1)).text


async def test_unexpected_error_gives_an_incident_number(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No traceback reaches a channel; the log has it under the number that the person reads."""
    await to_play(river)
    alice = river.people["alice"]

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(type(river.bot.moderator), "act", fail)  # type: ignore[union-attr]
    typed = await alice.slash("toy row", strokes=1)
    pressed = await alice.press(river.panel, "Row one stroke")
    for reply in (typed, pressed):
        assert reply.is_private
        assert "secret detail" not in reply.text
        number = reply.text.split("`")[-2]
        assert f"Incident {number}" in caplog.text
    assert "simulated.token" not in caplog.text
    assert len(river.env.errors) == 2


# ------------------------------------------------------------------------- languages


async def test_everyone_reads_his_own_language(river: ToyTable) -> None:
    """A person is answered in his Discord's language; the channel has the campaign's."""
    await to_play(river)
    alice = river.people["alice"]
    alice.speak("es-419")
    reply = await alice.slash("toy land", bank="north")
    assert "desembarca en North" in reply.text
    assert "lands at North" in bulletins(river)[-1].text
    await alice.slash("toy hide", bank="south")
    assert "Tu farol" in alice.inbox()[-1].text
    assert (await alice.offered("toy hide", "bank", ""))["North"] == "north"


async def test_channel_in_spanish(toy: ToyTable) -> None:
    """A campaign created in Spanish is told in Spanish."""
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="Río", language="es")
    assert "Jugar con Red" in toy.panel.buttons


# --------------------------------------------------------------------------- looking


async def test_map_is_drawn_for_the_asker(river: ToyTable) -> None:
    """The map comes as a gallery with its words; zones by menu; unknown places are refused."""
    alice, carla = river.people["alice"], river.people["carla"]
    whole = await alice.slash("map show")
    assert whole.paper.pictures[0].alt == "Red 0, blue 0"
    (custom_id,) = whole.paper.menus
    zone = await whole.choose("north", custom_id=custom_id)
    assert zone.paper.pictures
    words = await whole.press("In words")
    assert "Red 0, blue 0" in words.text
    assert "atlantis" in (await alice.slash("map show", zone="atlantis")).text
    assert (await carla.press(river.panel, "Map")).is_private
    assert await alice.offered("map show", "zone", "cros") == {
        "Crossing 1": "north",
        "Crossing 2": "south",
    }


async def test_log_pages_and_filters(river: ToyTable) -> None:
    """The log is paged, filtered by turn, phase and kind, and told entry by entry."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    await alice.slash("toy hide", bank="north")
    await to_play(river)
    for _ in range(8):
        await alice.slash("toy hide", bank="south")
    mine = await alice.press(river.panel, "Log")
    assert "🔒" in mine.text
    earlier = await mine.press("◀ Earlier")
    assert "page 2" in earlier.text
    assert "hide" not in (await bruno.slash("log show")).text.lower()
    only = await alice.slash("log show", kind="hide", turn=1)
    assert "Hide" in only.text
    assert "Nothing matches" in (await alice.slash("log show", turn=99)).text
    assert "1." in (await alice.slash("log show", entry=1)).text
    assert "entr" in (await alice.slash("log show", entry=999)).text
    assert "hide" in (await alice.offered("log show", "kind", "")).values()
    assert "hide" not in (await bruno.offered("log show", "kind", "")).values()
    assert await alice.offered("log show", "turn", "")
    assert await alice.offered("log show", "phase", "red")


# ---------------------------------------------------------------------- autocomplete


async def test_autocomplete_lists_at_once_and_narrows(river: ToyTable) -> None:
    """Nothing typed lists all; letters anywhere narrow; nonsense lists nothing."""
    alice = river.people["alice"]
    assert list((await alice.offered("toy hide", "bank", "")).values()) == [
        "north",
        "island",
        "south",
    ]
    assert list((await alice.offered("toy hide", "bank", "LAN")).values()) == ["island"]
    assert await alice.offered("toy hide", "bank", "zz") == {}


async def test_autocomplete_offers_nothing_where_nothing_is_legal(river: ToyTable) -> None:
    """Spectators, the wrong turn, and channels without a campaign get an empty list, no error."""
    await to_play(river)
    bruno, carla = river.people["bruno"], river.people["carla"]
    other = river.guild.create_text_channel("other")
    assert await carla.offered("toy hide", "bank", "") == {}
    assert await bruno.offered("toy land", "bank", "") == {}
    assert await bruno.offered("toy land", "bank", "", at=other) == {}
    assert await carla.offered("log show", "phase", "", at=other) == {}
    assert await carla.offered("map show", "zone", "", at=other) == {}
    assert await carla.offered("game join", "side", "", at=other) == {}


# ---------------------------------------------------------------------------- syncing


async def test_commands_are_written_only_when_they_changed(toy: ToyTable) -> None:
    """A second start of the same version writes nothing to Discord."""
    writes = [call for call in toy.wire.calls if call.method == "PUT"]
    await toy.restart()
    assert len(writes) == 1
    assert [call for call in toy.wire.calls if call.method == "PUT"] == writes


async def test_sharded_bot_is_the_same_bot(tmp_path: Path) -> None:
    """With the setting "shards" the bot holds several connections, and answers as before."""
    async with ToyTable(tmp_path, shards=2) as table:
        await table.begin()
        reply = await table.people["alice"].slash("game status")
        assert "River" in reply.text
