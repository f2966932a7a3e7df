"""Creating, joining, starting, leaving, moving: what goes on around a game."""

from simcord.builders import ChannelHandle

from tests.e2e.conftest import ToyTable


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
    (told,) = toy.bulletins()
    assert "begins" in told.text
    assert len(told.pinged) == 1


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
    made = await carla.slash("game new", game="toy", name="Second", room=other)
    assert "Second" in made.text
    listed = await carla.slash("game list")
    assert "River" in listed.text
    assert "Second" in listed.text


async def test_campaign_in_a_thread(toy: ToyTable) -> None:
    """A thread has a campaign of its own."""
    alice = toy.people["alice"]
    made = toy.env.backend.create_thread(toy.channel.id, "expedition", owner_id=alice.id)
    thread = ChannelHandle(toy.env, toy.guild, made)
    await alice.slash("game new", game="toy", name="Delta", room=thread)
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
    await asked.press("Leave campaign")
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
    assert "alice" not in river.panel.text


async def test_moving_a_campaign_from_a_deleted_channel(river: ToyTable) -> None:
    """When its channel is gone a campaign goes on in another, without loss."""
    alice = river.people["alice"]
    await river.to_play()
    other = river.guild.create_text_channel("other")
    river.env.backend.delete_channel(river.channel.id)
    await river.settle()
    offered = await alice.offered("game move", "campaign", "riv", room=other)
    (key,) = offered.values()
    moved = await alice.slash("game move", campaign=key, room=other)
    assert "continues" in moved.text
    assert any(p.is_pinned and "River" in p.text for p in river.public(other))
    assert "Done" in (await alice.slash("toy row", strokes=1, room=other)).text


async def test_panel_and_help_say_how_the_game_is_won(river: ToyTable) -> None:
    """Whoever comes anew reads what it is about, in their language."""
    await river.to_play()
    assert "across the river first wins" in river.panel.text
    assert "across the river first wins" in (await river.people["alice"].slash("help")).text


async def test_the_panel_of_an_ended_campaign_lets_nobody_join(toy: ToyTable) -> None:
    """Whoever leaves last ends it; its panel says so, and has no button any more."""
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="River")
    panel = toy.panel
    await alice.press(panel, "Join as Red")
    asked = await alice.slash("game leave")
    assert "You're the last player" in asked.text
    await asked.press("Leave and end it")
    await toy.settle()
    assert not panel.buttons
