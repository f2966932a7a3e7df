"""A table's time, as people meet it: clocks, what follows when they run out, reminders, pauses."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.e2e.conftest import ToyTable
from tests.e2e.test_computer import ComputerTable
from tests.e2e.test_seats import pass_days
from tests.support.people import Person
from tests.support.reading import Paper
from tests.support.toy_game import ToyOpponent


async def begin(table: ToyTable, pace: str = "1 day", **options: Any) -> tuple[Person, Person]:
    """Let alice (red) and bruno (blue) begin a game at a pace; return who is awaited first."""
    alice, bruno = table.people["alice"], table.people["bruno"]
    await alice.slash("game new", game="toy", name="River", pace=pace, **options)
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    await table.settle()
    return await sides(table)


async def sides(table: ToyTable) -> tuple[Person, Person]:
    """Return who is awaited, and who waits."""
    awaited = (await table.look()).decisions[0].seat
    alice, bruno = table.people["alice"], table.people["bruno"]
    return (alice, bruno) if awaited == "red" else (bruno, alice)


def at(table: ToyTable, **by: float) -> str:
    """Return how an instant is shown that is so far off."""
    return f"<t:{int((table.env.now() + timedelta(**by)).timestamp())}:f>"


async def pass_hours(table: ToyTable, hours: float) -> None:
    """Let time pass while the bot runs."""
    while hours > 0:
        await table.wait(hours=min(hours, 48))
        hours -= 48
    await table.settle()


def news(person: Person, before: int = 0) -> list[str]:
    """Return what somebody was written since."""
    return [paper.text for paper in person.inbox()[before:]]


def reminders(person: Person) -> list[Paper]:
    """Return the reminders that somebody was written."""
    return [one for one in person.inbox() if "Remind me later" in one.buttons]


async def test_the_story_of_a_day(toy: ToyTable) -> None:
    """Panel and status say the pace and until when; then the clock answers, and all read so."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    await alice.slash("game new", game="toy", name="River", pace="1 day")
    assert "Clock: 1 day for each answer" in toy.panel.text
    assert "as little as the rules allow" in toy.panel.text
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    await toy.settle()
    awaited, waiting = await sides(toy)
    until = at(toy, hours=24)
    assert f"until {until}" in toy.panel.text
    status = (await waiting.slash("game status")).text
    assert f"until {until}" in status
    assert "Clock: 1 day for each answer" in status

    await pass_hours(toy, 23.9)
    told = toy.bulletins()
    assert not news(awaited)
    await pass_hours(toy, 0.2)
    assert (await sides(toy)) == (waiting, awaited)
    bulletin = toy.bulletins()[-1]
    assert len(toy.bulletins()) == len(told) + 1
    assert "⌛ Time up" in bulletin.text
    assert "Answered by the clock: Land" in bulletin.text
    assert bulletin.pinged == {waiting.id}
    assert len(news(awaited)) == 1
    assert "ran out of time in **River**" in news(awaited)[0]
    assert not news(waiting)
    log = await waiting.slash("log show")
    assert "by the clock" in log.text
    status = (await alice.slash("game status")).text
    assert "Time used: " in status
    assert "1 day" in status


async def test_the_story_of_a_day_in_spanish(toy: ToyTable) -> None:
    """The same words, in the table's and in each reader's language."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    for person in (alice, bruno):
        person.speak("es-ES")
    await alice.slash("game new", game="toy", name="Río", pace="2 días", language="es")
    assert "Reloj: 2 días" in toy.panel.text
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    await toy.settle()
    awaited, waiting = await sides(toy)
    assert f"hasta {at(toy, hours=48)}" in toy.panel.text
    await pass_hours(toy, 24.1)
    (reminder,) = awaited.inbox()
    assert "Recordar más tarde" in reminder.buttons
    assert any(label.startswith("Pedir un día más") for label in reminder.buttons)
    assert "Estoy fuera" in reminder.buttons
    called = await (await waiting.slash("game status")).press("Avisar")
    assert "🔔" in called.text
    await pass_hours(toy, 24)
    assert "⌛ Se acabó el tiempo" in toy.bulletins()[-1].text
    assert "por el reloj" in (await waiting.slash("log show")).text


# -- what follows when time runs out ----------------------------------------------------------


async def test_the_computer_comes_in(toy: ToyTable) -> None:
    """It plays until its person is back, by a press or by an order."""
    awaited, waiting = await begin(toy, time_out="computer")
    seat = "Red" if awaited.name == "alice" else "Blue"
    await pass_hours(toy, 24.1)
    said = [one.text for one in toy.bulletins()]
    assert any(f"The computer now plays **{seat}**" in one for one in said)
    assert "ran out of time" in news(awaited)[0]
    assert (await sides(toy)) == (waiting, awaited)
    # Against the computer alone nobody's time runs out, and no reminder comes.
    await pass_hours(toy, 6 * 24)
    assert (await sides(toy)) == (waiting, awaited)
    assert not news(waiting)
    await (await awaited.slash("game seat")).press("I'm back")
    assert any(f"**{seat}**" in one.text and "is back" in one.text for one in toy.bulletins())
    assert "until <t:" in toy.panel.text


async def test_the_seat_is_offered(toy: ToyTable) -> None:
    """And played on meanwhile, by as little as the rules allow."""
    awaited, waiting = await begin(toy, time_out="offer")
    await pass_hours(toy, 24.1)
    said = [one.text for one in toy.bulletins()]
    assert sum("A substitute is wanted" in one for one in said) == 1
    assert any("Answered by the clock" in one for one in said)
    assert (await sides(toy)) == (waiting, awaited)
    assert "River" in (await toy.people["carla"].slash("lobby")).text


@pytest.mark.parametrize(
    ("label", "is_won"),
    [("Claim the win", True), ("Claim a draw", False), ("Break the game off", False)],
)
async def test_the_game_is_claimed(toy: ToyTable, label: str, is_won: bool) -> None:
    """After one last grace, of which both are told, in the channel and by direct message."""
    awaited, waiting = await begin(toy, time_out="claim")
    await pass_hours(toy, 24.1)
    assert (await sides(toy)) == (awaited, waiting)
    assert "still time to move until" in toy.bulletins()[-1].text
    assert toy.bulletins()[-1].pinged == {awaited.id, waiting.id}
    assert "ran out of time" in news(awaited)[0]
    assert "you may claim the game" in news(waiting)[0]
    assert "still time to move until" in toy.panel.text
    status = await waiting.slash("game status")
    assert label not in status.buttons
    assert "still time to move until" in status.text
    await pass_hours(toy, 1.1)
    assert "The others may claim the game" in toy.panel.text
    assert label not in (await awaited.slash("game status")).buttons
    sure = await (await waiting.slash("game status")).press(label)
    assert "cannot be taken back" in sure.text
    assert (await toy.look()).outcome is None
    await sure.press(label)
    outcome = (await toy.look()).outcome
    assert outcome is not None
    winner = {"alice": "red", "bruno": "blue"}[waiting.name]
    assert outcome.winner == (winner if is_won else None)
    assert (await toy.look()).campaign.status == "over"


async def test_who_moves_in_the_last_grace_cannot_be_claimed(toy: ToyTable) -> None:
    """One who was late plays on, and the next time there is a grace again."""
    awaited, waiting = await begin(toy, time_out="claim")
    await pass_hours(toy, 26)
    old = await (await waiting.slash("game status")).press("Claim the win")
    await awaited.slash("toy land", bank="south")
    assert "nothing to claim" in (await old.press("Claim the win")).text
    assert (await sides(toy)) == (waiting, awaited)
    await pass_hours(toy, 24.1)
    assert sum("still time to move" in one.text for one in toy.bulletins()) == 2


# -- those who wait ---------------------------------------------------------------------------


async def test_who_waits_may_nudge_once_a_day(toy: ToyTable) -> None:
    """In the channel; neither who is awaited nor who watches can."""
    awaited, waiting = await begin(toy, "3 days")
    carla = toy.people["carla"]
    assert "Nudge" not in (await awaited.slash("game status")).buttons
    assert "Nudge" not in (await carla.slash("game status")).buttons
    status = await waiting.slash("game status")
    assert "Called in the channel" in (await status.press("Nudge")).text
    await toy.settle()
    call = toy.bulletins()[-1]
    assert call.pinged == {awaited.id}
    assert "waiting for" in call.text
    again = await (await waiting.slash("game status")).press("Nudge")
    assert "not long ago" in again.text
    await pass_hours(toy, 24.1)
    again = await (await waiting.slash("game status")).press("Nudge")
    assert "Called in the channel" in again.text
    assert sum("🔔" in one.text for one in toy.bulletins()) == 2


# -- terms ------------------------------------------------------------------------------------


async def offer(table: ToyTable, who: Person, other: Person, what: str, **more: Any) -> None:
    """Let one offer something and the other agree."""
    assert "put it to the others" in (await who.slash("offer", what=what, **more)).text
    await table.settle()
    post = next(one for one in reversed(table.bulletins()) if "Agree" in one.buttons)
    assert "Agreed" in (await other.press(post, "Agree")).text
    await table.settle()


async def test_a_pause_stops_clocks_and_reminders(toy: ToyTable) -> None:
    """Until a side presses Go on; whoever likes may play meanwhile."""
    awaited, waiting = await begin(toy, "2 days")
    await offer(toy, awaited, waiting, "pause")
    assert "Paused since" in toy.panel.text
    await pass_hours(toy, 50)
    assert (await sides(toy)) == (awaited, waiting)
    assert not news(awaited)
    await awaited.slash("toy land", bank="south")
    assert (await sides(toy)) == (waiting, awaited)
    await pass_hours(toy, 50)
    assert (await sides(toy)) == (waiting, awaited)
    await (await awaited.slash("game status")).press("Go on")
    await toy.settle()
    assert any("clocks run again" in one.text for one in toy.bulletins())
    assert f"until {at(toy, hours=48)}" in toy.panel.text
    await pass_hours(toy, 48.1)
    assert (await sides(toy)) == (awaited, waiting)


async def test_another_pace_is_agreed_on(toy: ToyTable) -> None:
    """Everybody has their whole time again; what follows when it runs out stays."""
    awaited, waiting = await begin(toy, "1 day", time_out="claim")
    await pass_hours(toy, 20)
    await offer(toy, waiting, awaited, "pace", pace="3 days a turn")
    assert f"until {at(toy, hours=72)}" in toy.panel.text
    status = (await waiting.slash("game status")).text
    assert "3 days for each game turn" in status
    assert "may claim" in status


async def test_a_day_more_is_agreed_on(toy: ToyTable) -> None:
    """For what the seat is asked now."""
    awaited, waiting = await begin(toy)
    await pass_hours(toy, 20)
    await offer(toy, awaited, waiting, "time")
    assert f"until {at(toy, hours=28)}" in toy.panel.text
    await pass_hours(toy, 27.9)
    assert (await sides(toy)) == (awaited, waiting)
    await pass_hours(toy, 0.2)
    assert (await sides(toy)) == (waiting, awaited)


# -- reminders --------------------------------------------------------------------------------


async def test_a_reminder_has_buttons_that_work(toy: ToyTable) -> None:
    """Answer, later, away, ask for more time."""
    awaited, waiting = await begin(toy, "2 days")
    until = at(toy, hours=48)
    await pass_hours(toy, 24.1)
    (reminder,) = reminders(awaited)
    assert "River" in reminder.text
    assert until in reminder.text
    assert not reminders(waiting)
    assert "row on or land" in (await awaited.press(reminder, "Act in River")).text
    asked = await awaited.press(reminder, "Ask for a day more: River")
    assert "put it to the others" in asked.text
    await toy.settle()
    assert "asks for" in toy.bulletins()[-1].text
    away = await awaited.press(reminder, "I'm away")
    assert "live" in away.text or away.modal is not None
    later = await awaited.press(reminder, "Remind me later")
    assert "remind you again" in later.text
    await pass_hours(toy, 18.1)
    assert len(reminders(awaited)) == 2


async def test_a_reminder_is_dropped_when_overtaken(toy: ToyTable) -> None:
    """Who has answered before it is delivered is not disturbed."""
    awaited, waiting = await begin(toy, "2 days")
    path = f"/channels/{awaited.actor.user.dm_channel.id}/messages"
    toy.env.inject_error("POST", path, status=503, times=None)
    await pass_hours(toy, 24.02)
    await awaited.slash("toy land", bank="south")
    awaited.open_dms()
    await pass_hours(toy, 3)
    assert not reminders(awaited)
    assert (await sides(toy)) == (waiting, awaited)


async def test_closed_messages_lead_to_one_ping(toy: ToyTable) -> None:
    """In the channel, once for a reminder."""
    awaited, _ = await begin(toy, "2 days")
    awaited.close_dms()
    await pass_hours(toy, 24.1)
    pings = [one for one in toy.bulletins() if "your move" in one.text and "⏰" in one.text]
    assert len(pings) == 1
    assert pings[0].pinged == {awaited.id}


async def test_one_digest_for_all_tables(toy: ToyTable) -> None:
    """Two tables that are due at once are named in one message, the sooner one first."""
    awaited, _ = await begin(toy, "2 days")
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    room = toy.guild.create_text_channel("second")
    for number in range(20):
        # Another river of which the same person is awaited.
        await alice.slash("game new", game="toy", name=f"Lake {number}", pace="50h", room=room)
        await alice.slash("game join", side="red", room=room)
        await bruno.slash("game join", side="blue", room=room)
        await alice.slash("game start", room=room)
        await toy.settle()
        campaign = await toy.moderator.reader.campaign_in(toy.guild.id, room.id)
        assert campaign is not None
        look = await toy.moderator.reader.look(campaign.id)
        if look.decisions[0].seat == ("red" if awaited is alice else "blue"):
            break
        await (await alice.slash("game resign", room=room)).press("Resign")
        await toy.settle()
    await pass_hours(toy, 28)
    (reminder,) = reminders(awaited)
    assert reminder.text.index("River") < reminder.text.index("Lake")


async def test_a_host_that_was_away_takes_nobodys_time(toy: ToyTable) -> None:
    """For days: what was left is left, at least the grace, and one reminder comes."""
    awaited, waiting = await begin(toy, "48h 30m")
    await pass_hours(toy, 48.4)
    before = len(reminders(awaited))
    assert before == 2
    await pass_days(toy, 9)
    assert (await sides(toy)) == (awaited, waiting)
    # Half an hour was left when the bot was last seen, and the grace is an hour.
    assert f"until {at(toy, hours=1)}" in toy.panel.text
    await pass_hours(toy, 0.9)
    assert (await sides(toy)) == (awaited, waiting)
    assert len(reminders(awaited)) <= before + 1
    assert not any("ran out of time" in one for one in news(awaited))
    await pass_hours(toy, 0.2)
    assert (await sides(toy)) == (waiting, awaited)


async def test_a_restart_takes_nobodys_time(toy: ToyTable) -> None:
    """However short it was: what passed is given back, and nothing runs out within the grace."""
    awaited, waiting = await begin(toy, "24h 6m")
    await pass_hours(toy, 24)
    for _ in range(3):
        await toy.stop()
        toy.env.backend.advance_clock(600.0)
        await toy.start()
        await toy.settle()
        assert (await sides(toy)) == (awaited, waiting)
        assert f"until {at(toy, hours=1)}" in toy.panel.text
        await pass_hours(toy, 0.9)
        assert (await sides(toy)) == (awaited, waiting)
    await pass_hours(toy, 0.2)
    assert (await sides(toy)) == (waiting, awaited)


async def test_against_the_computer_nobody_runs_out(tmp_path: Any, strict_texts: None) -> None:
    """No clock ends such a game, and no reminder comes."""
    async with ComputerTable(tmp_path, ToyOpponent()) as table:
        alice = table.people["alice"]
        options: Any = {"pace": "1 day", "opponent": "computer", "time_out": "claim"}
        await alice.slash("game new", game="toy", name="River", **options)
        await alice.slash("game join", side="red")
        await alice.slash("game start")
        await table.settle()
        entries = await table.entries()
        await pass_hours(table, 3 * 24)
        assert await table.entries() == entries
        assert (await table.look()).decisions[0].seat == "red"
        assert not reminders(alice)
        assert "until <t:" not in table.panel.text
