"""`/referee act`: a private page, a box that asks why for each act, and a word to all who play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.builders import RoleHandle
from simcord.enums import InteractionType

from bot.moderator import Campaign
from tests.e2e.conftest import ToyTable
from tests.e2e.test_seats import let_manage
from tests.e2e.test_time import begin, pass_hours
from tests.support.people import Person, Reply

pytestmark = pytest.mark.usefixtures("strict_texts")

ENGLISH = {
    "pause": "Stop the clocks",
    "goon": "Start the clocks",
    "time": "Give more time",
    "note": "Leave a note",
    "answer": "Answer for a side",
    "order": "Enter an order",
    "back": "Go back",
    "standin": "Let the computer play",
    "look": "Look for a substitute",
    "end": "End the game",
    "confirm": "Confirm: go back",
    "motion": "Look at it",
}
SPANISH = {
    "pause": "Parar los relojes",
    "goon": "Poner en marcha los relojes",
    "time": "Dar más tiempo",
    "note": "Dejar una nota",
    "answer": "Responder por un bando",
    "order": "Anotar una orden",
    "back": "Volver atrás",
    "standin": "Que juegue la máquina",
    "look": "Buscar suplente",
    "end": "Terminar la partida",
    "confirm": "Confirmar: volver atrás",
    "motion": "Mirarlo",
}


class Court:
    """A game with a clock under way, and people who have the role of referees."""

    def __init__(self, table: ToyTable, role: RoleHandle, campaign: Campaign) -> None:
        self.table = table
        self.role = role
        self.campaign = campaign
        self.labels = ENGLISH

    def judge(self, name: str) -> Person:
        """Add somebody who has the role."""
        user = self.table.env.create_user(name)
        person = Person(self.table, name, self.table.guild.add_member(user, roles=[self.role]))
        self.table.people[name] = person
        return person

    async def appoint(self, person: Person) -> None:
        """Let both sides accept a referee."""
        alice, bruno = self.table.people["alice"], self.table.people["bruno"]
        await alice.slash("referee appoint", person=person.actor)
        await self.table.settle()
        await bruno.press(self.table.bulletins()[-1], "Agree")
        await self.table.settle()

    async def box(self, person: Person, act: str) -> Reply:
        """Open the box of an act by its button."""
        page = await person.slash("referee act")
        assert page.is_private
        return await page.press(self.labels[act])

    async def do(self, person: Person, act: str, **given: object) -> Reply:
        """Act, with a reason."""
        done = await (await self.box(person, act)).fill(**{"reason": "they *asked* me", **given})
        await self.table.settle()
        return done

    async def asked(self) -> tuple[str, Person]:
        """Return the side that is asked something, and who plays it."""
        seat = (await self.table.look()).decisions[0].seat
        return seat, self.table.people["alice" if seat == "red" else "bruno"]

    def last(self) -> str:
        """Return what the channel read last of a referee."""
        found = [one.text for one in self.table.bulletins() if " referee" in one.text]
        return found[-1] if found else ""

    def give_role(self, person: Person) -> None:
        """Give the role to somebody."""
        member = self.table.env.backend.guilds[self.table.guild.id].members[person.id]
        member.role_ids.append(self.role.id)
        self.table.env.backend.edit_member(self.table.guild.id, person.id, {"nick": None})

    def take_role(self, person: Person) -> None:
        """Take the role away from somebody."""
        self.table.env.backend.guilds[self.table.guild.id].members[person.id].role_ids.clear()
        self.table.env.backend.edit_member(self.table.guild.id, person.id, {"nick": None})


@pytest.fixture
async def court(tmp_path: Path) -> AsyncIterator[Court]:
    """A game of the toy with a day for each answer."""
    async with ToyTable(tmp_path) as table:
        await begin(table)
        role = table.guild.create_role("Referee")
        await table.moderator.servers.choose_referees(table.guild.id, role.id)
        campaign = (await table.look()).campaign
        yield Court(table, role, campaign)


@pytest.mark.parametrize("language", ["en", "es"])
async def test_a_referee_s_day(court: Court, language: str) -> None:
    """Each act by its box, in either language; the channel reads it in its own, with the reason."""
    table, dora = court.table, court.judge("dora")
    if language == "es":
        dora.speak("es-ES")
        court.labels = SPANISH
    await court.appoint(dora)
    everybody = [table.people[name].mention for name in ("alice", "bruno")]

    first, _ = await court.asked()
    name = first.capitalize()
    for act, given, told in (
        ("pause", {}, "dora stopped the clocks as a referee."),
        ("goon", {}, "dora started the clocks again as a referee."),
        ("time", {"seat": [first], "hours": "5"}, f"dora gave **{name}** 5 more hours"),
        ("note", {"reason": "Play *on* @everyone"}, "dora, as a referee: Play \\*on\\*"),
        ("answer", {"seat": [first]}, f"dora answered for **{name}** as a referee"),
    ):
        done = await court.do(dora, act, **given)
        assert done.is_private
        assert ("Done." if language == "en" else "Hecho.") in done.text
        said = court.last()
        assert told in said
        assert act == "note" or "Reason: they \\*asked\\* me" in said
        assert all(mention in said for mention in everybody)
    seat, _ = await court.asked()
    assert seat != first
    name = seat.capitalize()

    await court.do(dora, "order", seat=[seat], order="land north")
    assert f"an order that **{name}** gave elsewhere" in court.last()
    assert "by referee dora" in (await table.people["carla"].slash("log show")).text
    await court.do(dora, "look", seat=[seat])
    assert f"looking for a substitute for **{name}**" in court.last()

    total = (await table.moderator.reader.log(court.campaign.id)).total
    ahead = await (await court.box(dora, "back")).fill(step=str(total))
    assert f"#{total}" not in ahead.text
    assert str(total) in ahead.text
    done = await (await ahead.press(court.labels["back"])).fill(reason="a slip")
    await table.settle()
    assert f"took the game back to before step {total} as a referee" in court.last()
    assert [one.seat for one in (await table.look()).decisions] == [seat]
    assert any("A referee took back 1 step" in one.text for one in table.bulletins())

    await court.do(dora, "end", how=[f"lost.{seat}"])
    assert f"declared the game lost for **{name}** as a referee" in court.last()
    assert f"Lost by a referee's decision: {name}." in table.panel.text


async def test_a_game_that_is_over_goes_on(court: Court) -> None:
    """Somebody resigned by mistake: the referee goes back, and all read of it."""
    table, dora = court.table, court.judge("dora")
    await court.appoint(dora)
    alice = table.people["alice"]
    await (await alice.slash("game resign")).press("Resign")
    await table.settle()
    assert "Rematch" in str(table.bulletins()[-1].buttons)
    page = await dora.slash("referee act")
    assert set(page.buttons) == {"Go back", "Archive"}
    assert "The game is over" in page.text
    assert "game is over. Go back" in (await dora.slash("referee correct")).text
    total = (await table.moderator.reader.log(court.campaign.id)).total
    ahead = await (await court.box(dora, "back")).fill(step=str(total))
    await (await ahead.press("Go back")).fill(reason="alice slipped")
    await table.settle()
    assert (await table.look()).campaign.status == "playing"
    told = [one.text for one in table.bulletins()]
    assert any("**The game goes on:**" in one for one in told)
    assert "row on or land" in table.panel.text
    assert "for a campaign that is over" in (await alice.slash("offer", what="reopen")).text


async def test_the_computer_takes_over(court: Court) -> None:
    """Until its people are back; the page does not offer what is done already."""
    dora = court.judge("dora")
    await court.appoint(dora)
    await court.do(dora, "standin", seat=["red"])
    assert "let the computer play **Red**" in court.last()
    assert "Let the computer play" not in (await dora.slash("referee act")).buttons


async def test_without_the_sides_consent_there_are_public_powers(court: Court) -> None:
    """The page offers no more, and a forged press of the rest is refused before its box opens."""
    table, dora = court.table, court.judge("dora")
    page = await dora.slash("referee act")
    assert set(page.buttons) == {"Stop the clocks", "Give more time", "Leave a note"}
    assert "aren't a referee of this campaign" in page.text
    version = (await table.look()).version
    for act in ("answer", "order", "back", "rewind", "standin", "look", "end"):
        reply = await table.forge(dora, f"adj:refdo:{court.campaign.id}:{act}:{version}:2")
        assert reply.modal is None
        assert "Only a referee of this campaign can do that" in reply.text
    await court.do(dora, "note")
    assert "as a referee: they" in court.last()


async def test_who_may_not(court: Court) -> None:
    """Players, even with the role; whoever has not got it, lost it or never had it."""
    table = court.table
    alice, carla, dora = table.people["alice"], table.people["carla"], court.judge("dora")
    await court.appoint(dora)
    assert "Only members with the role" in (await carla.slash("referee act")).text
    court.give_role(alice)
    assert "can't have played here" in (await alice.slash("referee act")).text
    version = (await table.look()).version
    for person in (alice, carla):
        for forged in (
            f"adj:refdo:{court.campaign.id}:note:{version}",
            f"adj:refact:{court.campaign.id}",
            f"adj:refmotion:{court.campaign.id}",
            f"adj:refok:{court.campaign.id}:x",
        ):
            reply = await table.forge(person, forged)
            assert reply.modal is None
            assert "can't have played" in reply.text or "Only members with" in reply.text

    page = await dora.slash("referee act")
    box = await page.press("End the game")
    court.take_role(dora)
    before = (await table.look()).version
    assert "Only members with the role" in (await page.press("Leave a note")).text
    assert "Only members with" in (await box.fill(reason="I am", how=["draw"])).text
    after = await table.look()
    assert (after.campaign.status, after.version) == ("playing", before)


async def test_from_other_places(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """An id carried to another server does nothing there, nor in a direct message."""
    table, dora = court.table, court.judge("dora")
    await court.appoint(dora)
    away = table.env.create_guild("Elsewhere")
    away.create_text_channel("general")
    role = away.create_role("Referee")
    await table.moderator.servers.choose_referees(away.id, role.id)
    add = away.add_member
    monkeypatch.setattr(away, "add_member", lambda user: add(user, roles=[role]))
    version = (await table.look()).version
    for forged in (
        f"adj:refact:{court.campaign.id}",
        f"adj:refdo:{court.campaign.id}:end:{version}",
        f"adj:refok:{court.campaign.id}:x",
    ):
        reply = await table.forge(dora, forged, guild=away)
        assert reply.modal is None
        assert "another server" in reply.text
    assert (await table.look()).version == version


async def test_from_a_direct_message(court: Court) -> None:
    """No powers there, whoever presses: a referee, or somebody who plays and could act from one."""
    table, dora = court.table, court.judge("dora")
    await court.appoint(dora)
    court.give_role(table.people["alice"])
    version = (await table.look()).version
    for person in (dora, table.people["alice"]):
        for forged in (
            f"adj:refact:{court.campaign.id}",
            f"adj:refdo:{court.campaign.id}:note:{version}",
            f"adj:refmotion:{court.campaign.id}",
            f"adj:refok:{court.campaign.id}:x",
        ):
            reply = await from_dm(table, person, forged)
            assert reply.modal is None
            assert "server" in reply.text
    assert (await table.look()).version == version


async def from_dm(table: ToyTable, person: Person, custom_id: str) -> Reply:
    """Press in a direct message what no message of the bot shows."""
    user = person.actor.user
    shown = table.env.backend.create_message(
        user.dm_channel.id, table.env.backend.bot_user.id, "forged"
    )
    message = dict(serializers.message_payload(table.env.backend, shown))
    part = {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}
    message["components"] = [{"type": 1, "components": [part]}]
    table.env._begin_operation("forge")
    try:
        result = await _dispatch_actor_interaction(
            user,
            InteractionType.MESSAGE_COMPONENT,
            user.dm_channel,
            {"custom_id": custom_id, "component_type": 2},
            extra={"message": message},
            source_message_id=shown.id,
        )
    finally:
        table.env._end_operation()
    return Reply(person, result)


async def test_what_has_moved_on_is_refused_before_the_box_opens(court: Court) -> None:
    """And what has since is refused when the box is sent in; pressed twice it is done once."""
    table, dora = court.table, court.judge("dora")
    await court.appoint(dora)
    page = await dora.slash("referee act")
    box = await page.press("Answer for a side")
    seat, player = await court.asked()
    await player.slash("toy land", bank="north")
    assert "moved on" in (await page.press("Answer for a side")).text
    assert (await page.press("Leave a note")).modal is not None
    version = (await table.look()).version
    assert "moved on" in (await box.fill(seat=[seat], reason="late")).text
    assert (await table.look()).version == version

    page = await dora.slash("referee act")
    first, second = await page.press("Stop the clocks"), await page.press("Stop the clocks")
    assert "Done." in (await first.fill(reason="once")).text
    assert "paused" in (await second.fill(reason="twice")).text
    await table.settle()
    assert sum("stopped the clocks" in one.text for one in table.bulletins()) == 1


async def test_orders_that_are_not_entered(court: Court) -> None:
    """Several, unknown ones and secret ones; why the rules refuse one nobody else reads."""
    table, dora = court.table, court.judge("dora")
    await court.appoint(dora)
    before = (await table.look()).version
    seat, _ = await court.asked()
    for order, said in (
        ("land north; land south", "Type one order"),
        ("fly north", "fly"),
        ("hide north", "secret order"),
        ("shout yes", "The rules don't allow that order now"),
    ):
        refused = await court.do(dora, "order", seat=[seat], order=order)
        assert said in refused.text
        assert refused.is_private
    assert (await table.look()).version == before


async def test_two_referees(court: Court) -> None:
    """What the first proposes the second confirms, from the post in the channel."""
    table, dora = court.table, court.judge("dora")
    await court.appoint(dora)
    seat, player = await court.asked()
    await player.slash("toy land", bank="north")
    await table.moderator.servers.ask_two_referees(table.guild.id, two=True)
    total = (await table.moderator.reader.log(court.campaign.id)).total
    ahead = await (await court.box(dora, "back")).fill(step=str(total))
    assert "asks for two referees" in ahead.text
    box = await ahead.press("Go back")
    assert "has no other one" in (await box.fill(reason="a slip")).text

    emil = court.judge("emil")
    await court.appoint(emil)
    ahead = await (await court.box(dora, "back")).fill(step=str(total))
    done = await (await ahead.press("Go back")).fill(reason="a slip")
    assert "until another referee confirms it" in done.text
    await table.settle()
    assert "You have proposed to go back" in (await dora.slash("referee act")).text
    post = next(one for one in reversed(table.bulletins()) if "proposes as a referee" in one.text)
    assert emil.mention in post.text
    assert "You proposed that" in (await dora.press(post, "Look at it")).text
    assert "Only members with" in (await table.people["carla"].press(post, "Look at it")).text

    looked = await emil.press(post, "Look at it")
    assert looked.is_private
    assert "Reason given: a slip" in looked.text
    assert "Done." in (await looked.press("Confirm: go back")).text
    await table.settle()
    assert any("confirmed as a second referee" in one.text for one in table.bulletins())
    assert [one.seat for one in (await table.look()).decisions] == [seat]
    assert "nothing to confirm" in (await emil.press(post, "Look at it")).text


async def test_setup_asks_for_two(court: Court) -> None:
    """A button of the page turns it on and off; it is there once a role is chosen."""
    manager = let_manage(court.table, "gina")
    page = await manager.slash("setup")
    assert "needs **one referee**" in page.text
    await page.press("Ask for two referees")
    assert "needs **two referees**" in page.text
    await page.press("Ask for one referee")
    assert "needs **one referee**" in page.text


@pytest.mark.parametrize("after", [False, True])
async def test_a_bot_that_dies_between(court: Court, after: bool) -> None:
    """What was committed is told once when the bot is back, and not done again."""
    table, dora = court.table, court.judge("dora")
    await court.appoint(dora)
    box = await court.box(dora, "pause")
    wire = table.die_at("POST", f"/channels/{table.channel.id}/messages", after=after)
    await box.fill(reason="the line is down")
    assert wire.sprung
    await table.kill()
    await table.start()
    await pass_hours(table, 1)
    told = [one.text for one in table.bulletins() if "stopped the clocks" in one.text]
    assert len(told) == 1
    assert (await table.look()).campaign.paused is not None
