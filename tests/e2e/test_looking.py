"""Looking and reading: help, map, log, autocomplete, languages, and the commands' upkeep."""

from pathlib import Path

from tests.e2e.conftest import ToyTable


async def test_status_list_inbox_and_help_are_private(river: ToyTable) -> None:
    """Everything that only informs is answered to the asker alone."""
    carla = river.people["carla"]
    for command in ("game status", "game list", "help", "privacy", "inbox", "map text", "log show"):
        reply = await carla.slash(command)
        assert reply.is_private, command
        assert reply.text, command


async def test_help_and_privacy_in_direct_messages(toy: ToyTable) -> None:
    """Both answer outside servers too."""
    user = toy.people["alice"].actor.user
    for command in ("help", "privacy"):
        assert (await user.slash(command)).ephemeral


async def test_help_turns_to_its_topics(river: ToyTable) -> None:
    """The topics of help are buttons of the answer, which is changed in place."""
    reply = await river.people["carla"].slash("help")
    secrets = await reply.press("Secrets")
    assert "direct message" in secrets.text
    other = await river.people["carla"].press(river.panel, "Help")
    assert other.is_private


async def test_everyone_reads_his_own_language(river: ToyTable) -> None:
    """A person is answered in their Discord's language; the channel has the campaign's."""
    await river.to_play()
    alice = river.people["alice"]
    alice.speak("es-419")
    reply = await alice.slash("toy land", bank="north")
    assert "desembarca en North" in reply.text
    assert "lands at North" in river.bulletins()[-1].text
    await alice.slash("toy hide", bank="south")
    assert "Tu farol" in alice.inbox()[-1].text
    assert (await alice.offered("toy hide", "bank", ""))["North"] == "north"


async def test_channel_in_spanish(toy: ToyTable) -> None:
    """A campaign created in Spanish is told in Spanish."""
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="Río", language="es")
    assert "Jugar como Red" in toy.panel.buttons


async def test_map_is_drawn_for_the_asker(river: ToyTable) -> None:
    """The map comes as a gallery with its words; zones by menu; unknown places are refused."""
    alice, carla = river.people["alice"], river.people["carla"]
    whole = await alice.slash("map show")
    assert whole.paper.pictures[0].alt == "Red 0, blue 0"
    (custom_id,) = whole.paper.menus
    zone = await whole.choose("north", custom_id=custom_id)
    assert zone.paper.pictures
    words = await whole.press("As text")
    assert "Red 0, blue 0" in words.text
    assert "atlantis" in (await alice.slash("map show", zone="atlantis")).text
    assert (await carla.press(river.panel, "Map")).is_private
    assert await alice.offered("map show", "zone", "cros") == {
        "Crossing 1": "north",
        "Crossing 2": "south",
    }


async def test_the_key_is_a_press_away_from_every_map(river: ToyTable) -> None:
    """From the panel, a map, a bulletin with one and what is new: privately, for who presses."""
    await river.to_play()
    alice, carla = river.people["alice"], river.people["carla"]
    await alice.slash("toy land", bank="north")
    whole = await alice.slash("map show")
    key = await whole.press("Key")
    assert key.is_private
    assert "everything in play as you see it" in key.text
    assert len(key.papers[-1].pictures) == 2
    assert "Red 0, blue 0" in (await key.press("As text")).text
    drawn = [one for one in river.bulletins() if one.pictures]
    assert drawn
    for paper in (river.panel, drawn[-1]):
        reply = await carla.press(paper, "Key")
        assert reply.is_private
        assert len(reply.papers[-1].pictures) == 2
    carla.speak("es-ES")
    assert "tal como lo ves" in (await carla.press(river.panel, "Key")).text
    recap = await river.people["bruno"].press(river.panel, "What's new?")
    assert len((await recap.press("Key")).papers[-1].pictures) == 2


async def test_log_pages_and_filters(river: ToyTable) -> None:
    """The log is paged, filtered by turn, phase and kind, and told entry by entry."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    await alice.slash("toy hide", bank="north")
    await river.to_play()
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
    await river.to_play()
    bruno, carla = river.people["bruno"], river.people["carla"]
    other = river.guild.create_text_channel("other")
    assert await carla.offered("toy hide", "bank", "") == {}
    assert await bruno.offered("toy land", "bank", "") == {}
    assert await bruno.offered("toy land", "bank", "", room=other) == {}
    assert await carla.offered("log show", "phase", "", room=other) == {}
    assert await carla.offered("map show", "zone", "", room=other) == {}
    assert await carla.offered("game join", "side", "", room=other) == {}


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
