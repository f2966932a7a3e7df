"""`/referee inspect`: who may, what they read, and what looking at secrets comes to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from simcord.builders import RoleHandle
from sqlalchemy import select

from bot.moderator.referees.acts import Act
from bot.store.schema import journal, referees
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply

EMPTY = dict.fromkeys(("word", "clause", "die"), "")

pytestmark = pytest.mark.usefixtures("strict_texts")


class Court(ToyTable):
    """A table in whose server there is a role of referees; dora has it."""

    role: RoleHandle
    mover: str

    async def open_court(self) -> Person:
        """Choose the role, and let dora have it."""
        self.role = self.guild.create_role("Referees")
        await self.moderator.servers.choose_referees(self.guild.id, self.role.id)
        return self.add_referee("dora")

    def add_referee(self, name: str) -> Person:
        """Let somebody with the role into the server."""
        user = self.env.create_user(name)
        person = Person(self, name, self.guild.add_member(user, roles=[self.role]))
        self.people[name] = person
        return person

    async def appoint(self, who: Person, *, secrets: bool = True) -> None:
        """Let both sides agree on a referee."""
        alice, bruno = self.people["alice"], self.people["bruno"]
        await alice.slash("referee appoint", person=who.actor, secrets=secrets)
        await bruno.press(self.public()[-1], "Agree")

    async def rows(self, table: Any) -> list[Any]:
        """All rows of a table."""
        async with self.moderator.desk.database.read() as connection:
            return list(await connection.execute(select(table)))

    def take_role(self, who: Person) -> None:
        """Take the role away."""
        self.env.backend.edit_member(self.guild.id, who.id, {"role_ids": []})

    async def lay_lanterns(self) -> None:
        """Both sides hide a lantern, and whoever is awaited rows."""
        alice, bruno = self.people["alice"], self.people["bruno"]
        await alice.slash("toy hide", bank="north")
        await bruno.slash("toy hide", bank="south")
        self.mover = (await self.look()).decisions[0].seat
        await (alice if self.mover == "red" else bruno).slash("toy row", strokes=2)


@pytest.fixture
async def court(tmp_path: Path) -> Any:
    """A game under way in a server that has referees."""
    async with Court(tmp_path) as table:
        await table.open_court()
        await table.begin()
        yield table


async def read(reply: Reply, *labels: str) -> Reply:
    """Press one button after the other on a page that is changed in place."""
    for label in labels:
        reply = await reply.press(label)
        assert reply.is_private
    return reply


async def test_an_eligible_outsider_reads_what_all_may_read(court: Court) -> None:
    """The state, the log with waits and posts, the journal, the map, the queue, the replay."""
    dora = court.people["dora"]
    await court.wait(hours=3)
    await court.lay_lanterns()
    public = [paper.text for paper in court.public()]
    home = await dora.slash("referee inspect")
    assert home.is_private
    assert "You don't referee this campaign" in home.text
    for label in ("Log", "Journal", "Position", "Posts", "Does this log replay?"):
        assert label in home.buttons
    assert "Reports" not in home.buttons

    log = await read(home, "Log")
    assert "**2.** turn 1" in log.text
    assert "**3.**" not in log.text, "the numbers are those that everybody reads"
    assert "after 3 hours · by a player" in log.text
    assert "took a seat" in log.text, "the journal is merged in"
    assert "🔒" not in log.text
    assert "As Red" not in log.buttons
    where = f"https://discord.com/channels/{court.guild.id}/{court.channel.id}/"
    assert where in log.text

    journal = await read(log, "Back", "Journal")
    assert "Alice took a seat: Red" in journal.text
    position = await read(journal, "Back", "Position")
    assert "After entry 2 of 2" in position.text
    earlier = await read(position, "Entry 1")
    assert "After entry 1 of 2" in earlier.text
    queue = await read(earlier, "Back", "Posts")
    assert "Nothing waits" in queue.text
    assert "Private messages too" not in queue.buttons
    verdict = await read(queue, "Back", "Does this log replay?")
    assert "✅" in verdict.text
    assert "played again" not in verdict.text, "their number counts what is secret"
    assert [paper.text for paper in court.public()] == public
    assert await court.rows(referees) == []


async def test_a_search_and_an_entry_of_a_post(court: Court) -> None:
    """By side, turn, clause, die and word, as the log is; a post leads to its entry."""
    dora = court.people["dora"]
    await court.lay_lanterns()
    box = await read(await dora.slash("referee inspect"), "Log")
    found = await (await box.press("Search")).fill(side=court.mover, turn="1", **EMPTY)
    assert "**2.**" in found.text
    assert "**1.**" not in found.text
    none = await (await found.press("Search")).fill(
        side="", turn="", word="zebra", clause="", die=""
    )
    assert "Nothing matches" in none.text
    bad = await (await none.press("Search")).fill(side="", turn="x", **EMPTY)
    assert "A turn is a number" in bad.text
    post = court.bulletins()[-1]
    link = f"https://discord.com/channels/{court.guild.id}/{court.channel.id}/{post.id}"
    led = await dora.slash("referee inspect", post=link)
    assert "**2.**" in led.text
    assert (
        "isn't a bulletin" in (await dora.slash("referee inspect", post="123456789012345678")).text
    )
    assert "**1.**" in (await dora.slash("referee inspect", entry=1)).text


async def test_secrets_are_looked_at_knowingly_and_told_at_the_end(court: Court) -> None:
    """A warning first, a note before anything is shown, at most one an hour; a post at the end."""
    dora, alice, bruno = (court.people[n] for n in ("dora", "alice", "bruno"))
    await court.appoint(dora)
    await court.lay_lanterns()
    log = await read(await dora.slash("referee inspect"), "Log")
    warned = await log.press("As Red")
    assert "you can't play in this campaign any more" in warned.text
    assert "🔒" not in warned.text
    assert not await looked(court)

    shown = await warned.press("Look")
    assert "🔒" in shown.text
    assert "north" in shown.text.casefold()
    assert "south" not in shown.text.casefold()
    assert len(await looked(court)) == 1
    again = await read(shown, "As everyone", "As Red")
    assert "🔒" in again.text, "who was warned is not warned again"
    assert len(await looked(court)) == 1
    assert "👁" not in (await alice.slash("log journal")).text
    assert (
        "dora looked at secrets: Red"
        in (await read(await dora.slash("referee inspect"), "Journal")).text
    )

    await court.restart()
    await court.wait(hours=2)
    await read(await dora.slash("referee inspect"), "Log", "As Red")
    assert len(await looked(court)) == 2
    refused = await dora.slash("game join", side="red")
    assert "you can't play in it any more" in refused.text or "stop refereeing" in refused.text
    await dora.slash("referee leave")
    assert "you can't play in it any more" in (await dora.slash("game join", side="red")).text

    seen = len(court.public())
    await (await bruno.slash("game resign")).press("Resign")
    await court.settle()
    told = [paper.text for paper in court.public()[seen:] if "looked at secrets" in paper.text]
    assert len(told) == 1
    assert "dora: Red, 2 times" in told[0]
    assert "dora looked at secrets: Red" in (await alice.slash("log journal")).text


async def looked(court: Court) -> list[Any]:
    """The looks on file."""
    return [row for row in await court.rows(journal) if row.kind == "looked"]


async def test_positions_private_posts_and_reports_are_secrets(court: Court) -> None:
    """Each is a look; without that right there is none, also by a made-up id."""
    dora, erin, alice = court.people["dora"], court.add_referee("erin"), court.people["alice"]
    await court.appoint(dora)
    await court.appoint(erin, secrets=False)
    name = (await court.look()).campaign.id
    await court.lay_lanterns()
    await (await alice.slash("report")).fill(words="I hid my lantern at the north bank", clause="4")
    openly = await read(await dora.slash("referee inspect"), "Position")
    red = await read(openly, "As Red", "Look")
    assert "With secrets: Red" in red.text
    posts = await read(red, "Back", "Posts", "Private messages too", "Look")
    assert "and private messages" in posts.text
    reports = await read(posts, "Back", "Reports")
    assert "north bank" in reports.text
    assert "**alice**" in reports.text
    assert {row.audience for row in await looked(court)} == {"end"}
    assert len(await looked(court)) == 2
    checked = await court.forge(dora, f"adj:inspect:sure:{name}:*:0:check")
    assert "actions played again" in checked.text

    for what in ("log", "position", "courier", "reports", "check"):
        for forged in (f"adj:inspect:{what}:{name}:red:1", f"adj:inspect:sure:{name}:*:1:{what}"):
            refused = await court.forge(erin, forged)
            assert "haven't let you look" in refused.text or "🔒" not in refused.text
            assert "north bank" not in refused.text
            assert "Receipt" not in refused.text
    assert len(await looked(court)) == 2


async def test_who_may_not(court: Court) -> None:
    """Players, those without the role, any more or at all; other servers, channels and DMs."""
    dora, alice, carla = (court.people[n] for n in ("dora", "alice", "carla"))
    name = (await court.look()).campaign.id
    assert "Only members with the role" in (await carla.slash("referee inspect")).text
    court.env.backend.edit_member(court.guild.id, alice.id, {"role_ids": [court.role.id]})
    assert "can't have played here" in (await alice.slash("referee inspect")).text
    for what in ("home", "log", "journal", "position", "courier", "reports", "check", "sure"):
        for who in (alice, carla):
            refused = await court.forge(who, f"adj:inspect:{what}:{name}:*:1:log")
            assert refused.is_private
            assert "can't have played" in refused.text or "Only members" in refused.text
    page = await dora.slash("referee inspect")
    court.take_role(dora)
    assert "Only members with the role" in (await page.press("Log")).text
    other = court.env.create_guild("Elsewhere")
    other.create_text_channel("table")
    refused = await court.forge(dora, f"adj:inspect:log:{name}:-:1", guild=other)
    assert "no referee role" in refused.text
    assert await looked(court) == []


async def test_it_is_inspected_where_it_is_played(court: Court) -> None:
    """From another channel, which may be one that everybody sees, nothing is shown."""
    dora, name = court.people["dora"], (await court.look()).campaign.id
    other = court.guild.create_text_channel("aside")
    court.channel, home = other, court.channel
    refused = await court.forge(dora, f"adj:inspect:log:{name}:-:1")
    court.channel = home
    assert "inspect it there" in refused.text
    assert f"<#{home.id}>" in refused.text


async def test_in_spanish(court: Court) -> None:
    """The same pages in the other language."""
    dora = court.people["dora"]
    await court.appoint(dora)
    await court.lay_lanterns()
    dora.speak("es-ES")
    log = await read(await dora.slash("referee inspect"), "Diario")
    assert "por un jugador" in log.text
    warned = await log.press("Todo")
    assert "ya no puedes jugar" in warned.text
    shown = await read(warned, "Mirar", "Volver", "Bitácora", "Volver", "Posición", "Volver")
    shown = await read(
        shown, "Mensajes", "Volver", "Informes", "Volver", "¿Se reproduce este diario?"
    )
    assert "se reproduce" in shown.text


async def test_there_is_no_referee_in_direct_messages(court: Court) -> None:
    """The command is not offered there, and a press that is made up shows nothing."""
    dora, name = court.people["dora"], (await court.look()).campaign.id
    dm = dora.actor.user.dm_channel
    assert "referee inspect" not in dora.actor.user.available_commands()
    custom_id = f"adj:inspect:log:{name}:-:1"
    part = {"type": 2, "style": 2, "label": "Log", "custom_id": custom_id}
    shown = court.env.backend.create_message(
        dm.id,
        court.env.backend.bot_user.id,
        "forged",
        components=[{"type": 1, "components": [part]}],
    )
    refused = await dora.press(court.paper(shown.id, dm.id), custom_id=custom_id)
    assert "server" in refused.text
    assert "**1.**" not in refused.text


async def test_the_word_at_the_end_survives_a_kill(court: Court) -> None:
    """The bot dies between the last step and its post: the word comes once after the start."""
    dora, bruno = court.people["dora"], court.people["bruno"]
    await court.appoint(dora)
    await court.lay_lanterns()
    await read(await dora.slash("referee inspect"), "Log", "Everything", "Look")
    sure = await bruno.slash("game resign")
    court.die_at("POST", "/channels/*/messages")
    await sure.press("Resign")
    await court.kill()
    assert not [one for one in court.public() if "looked at secrets" in one.text]
    await court.start()
    await court.settle()
    told = [one.text for one in court.public() if "looked at secrets" in one.text]
    assert len(told) == 1
    assert "dora: all sides, 1 time." in told[0]


async def test_long_reasons_are_shortened_and_nothing_is_cut_off(court: Court) -> None:
    """Each entry stands there, with its time, and so does what is beneath; in the log as well."""
    dora, carla = court.people["dora"], court.people["carla"]
    campaign = (await court.look()).campaign
    for number in range(12):
        act = Act(campaign.id, dora.id, f"{number}: " + "_" * 290, f"note-{number}")
        await court.moderator.acting.note(act)
    await court.settle()
    journal_page = await carla.slash("log journal")
    for number in range(4, 12):
        assert f"{number}: " in journal_page.text
    assert "page 1 of" in journal_page.text
    log = await read(await dora.slash("referee inspect"), "Log")
    for number in range(12):
        assert f"{number}: " in log.text
