"""Since somebody last looked: what happened, in words and on the map, and their own notes."""

from __future__ import annotations

from tests.e2e.conftest import ToyTable


async def test_one_press_tells_what_happened_since(river: ToyTable) -> None:
    """What others did is told once, with the map and the buttons to act; then nothing is new."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    acting = alice if (await river.look()).decisions[0].seat == "red" else bruno
    other = bruno if acting is alice else alice
    await other.slash("recap")
    again = await other.slash("recap")
    assert "Nothing has happened" in again.text
    assert not again.paper.pictures
    await acting.slash("toy row", strokes=1)
    told = await other.press(river.panel, "What's new?")
    assert told.is_private
    assert "row" in told.text.casefold()
    assert told.paper.pictures
    assert "Log" in told.buttons
    # Whoever acts has looked.
    assert "Nothing has happened" in (await acting.slash("recap")).text


async def test_only_members_have_a_recap(river: ToyTable) -> None:
    """Who has no seat is told so, and who has left too."""
    await river.to_play()
    assert "no seat" in (await river.people["carla"].slash("recap")).text
    assert "no seat" in (await river.people["carla"].slash("note")).text


async def test_what_is_new_outlives_a_restart(river: ToyTable) -> None:
    """How far somebody has read is on file."""
    await river.to_play()
    alice = river.people["alice"]
    await alice.slash("recap")
    await river.restart()
    assert "Nothing has happened" in (await alice.slash("recap")).text


async def test_notes_are_kept_for_their_person_alone(river: ToyTable) -> None:
    """Written in a box, shown with the recap, changed and erased; nobody else can tell."""
    await river.to_play()
    alice, bruno = river.people["alice"], river.people["bruno"]
    kept = await (await alice.slash("note")).fill(words="Row **north**\nthen land")
    assert kept.is_private
    assert "north" in kept.text
    await river.restart()
    assert "then land" in (await alice.slash("recap")).text
    assert "north" not in (await bruno.slash("recap")).text
    box = await alice.slash("note")
    assert "Row **north**" in str(box.modal)
    assert "erased" in (await box.fill(words="")).text
    assert "north" not in (await alice.slash("recap")).text


async def test_a_log_that_opens_makes_nothing_new_of_what_was_read(river: ToyTable) -> None:
    """Once the game is over what the other side did in secret moves no place that was read."""
    await river.to_play()
    alice, bruno, carla = (river.people[name] for name in ("alice", "bruno", "carla"))
    for _ in range(3):
        await alice.slash("toy hide", bank="north")
    await bruno.slash("recap")
    await (await alice.slash("game resign")).press("Resign")
    told = (await bruno.slash("recap")).text
    assert "Resigned" in told
    assert "lantern" not in told
    assert "Nothing has happened" in (await bruno.slash("recap")).text
    await river.wait(hours=24)
    assert (await carla.slash("log show")).text.count("🔒") == 3
    assert "Nothing has happened" in (await bruno.slash("recap")).text
