"""A game of each system with a referee and real dice, as people play it on Discord.

*Dora referees and may look; Emil too, but may not; Eric has the role and no more; Bruno has it and
plays. Alice and Bruno roll real dice. Dora looks, takes a step back, puts a counter right, steps
down, and would play. Emil ends it, and both sides read who looked at what.*
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Look
from bot.moderator.api import ROLL_DICE
from bot.moderator.table.replay import verify
from bot.text import words_for
from engine.api import Decision
from engine.registry import load_games
from tests.e2e.test_correcting import menu
from tests.games import known
from tests.support.calama_captains import press
from tests.support.matches import Match
from tests.support.people import Person, Reply
from tests.support.quick import bot_with_small_maps, counted_bytes, warm
from tests.support.reading import Paper
from tests.support.seldom import seldom
from tests.support.table import Table

PLAYED, MOST = 12, 90
"""Steps that are played at least, and until dice were entered and the game rests, at most."""
USUAL = ("barricadas", "calama")
LOCALES = {"en": "en-GB", "es": "es-ES"}
FACES = 5
"""A number that is prime to those of all dice: each face comes up in turn."""
NAME, REASON, SLIP = "Campaña", "Miscounted", "A slip"


@pytest.fixture
async def table(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """The real bot with small maps."""
    names = ("alice", "bruno", "carla", "dora", "emil", "eric")
    async with Table(tmp_path, bot_with_small_maps, names=names) as opened:
        yield opened


@dataclass
class Court:
    """A game of alice against bruno that is refereed, and whose dice are real.

    Attributes:
        rolls: How often dice were entered, and *dice* how many.
    """

    match: Match
    language: str
    rolls: int = 0
    dice: int = 0

    @property
    def table(self) -> Table:
        """Where it is played."""
        return self.match.table

    def person(self, name: str) -> Person:
        """Return somebody."""
        return self.table.people[name]

    def say(self, code: str, **given: Any) -> str:
        """Return what the bot says, in the language of this table."""
        game = self.match.moderator.rules(self.match.game)
        return str(words_for(self.language, game).bot(code, **given))

    def seat(self, seat: str) -> str:
        """Return what a side is called."""
        game = self.match.moderator.rules(self.match.game)
        return words_for(self.language, game).plain.seat(seat)

    async def begin(self) -> None:
        """Name who referees, before anybody else sits down; then take all seats and start."""
        warm(self.match.game)
        moderator, role = self.match.moderator, self.table.guild.create_role("Referees")
        moderator.desk.token = counted_bytes(b"court")
        await moderator.servers.choose_referees(self.table.guild.id, role.id)
        for name in ("bruno", "dora", "emil", "eric"):
            members = self.table.env.backend.guilds[self.table.guild.id].members
            members[self.person(name).id].role_ids.append(role.id)
        for person in self.table.people.values():
            person.speak(LOCALES[self.language])
        alice = self.person("alice")
        options: dict[str, Any] = {"game": self.match.game, "name": NAME, "dice": "table"}
        options |= {"referee": self.person("dora").actor, "referee_secrets": True}
        if self.match.settings:
            options["settings"] = self.match.settings
        made = await alice.slash("game new", language=self.language, **options)
        assert "dora" in made.text
        await alice.slash("referee appoint", person=self.person("emil").actor)
        await self.table.settle()
        assert "dora" in self.table.panel.text
        assert "emil" in self.table.panel.text
        for seat, person in self.match.people.items():
            await person.slash("game join", side=seat)
        if not (await self.match.look()).decisions:
            await alice.slash("game start")

    async def step(self) -> None:
        """Let whoever is awaited do something, or enter what their dice show."""
        (decision, *_) = (await self.match.look()).decisions
        if decision.code == ROLL_DICE:
            await self._roll(decision)
        else:
            assert await self.match.step()

    async def until_dice(self) -> Decision:
        """Play until dice are awaited; return what is asked."""
        for _ in range(MOST):
            (decision, *_) = (await self.match.look()).decisions
            if decision.code == ROLL_DICE:
                return decision
            await self.step()
        raise AssertionError(f"no dice in {MOST} steps")

    async def _roll(self, decision: Decision) -> None:
        number, sides = (int(str(decision.params[one])) for one in ("n", "sides"))
        shown = [(self.dice + place) * FACES % sides + 1 for place in range(number)]
        self.rolls, self.dice = self.rolls + 1, self.dice + number
        person = self.match.people[decision.seat]
        box = await press(await person.slash("game status"), "dicebox")
        done = await box.fill(value=" ".join(map(str, shown)))
        assert done.text.startswith("✅"), done.text
        assert self.say("dice.done", values="").split(":")[0] in done.text

    async def is_at_rest(self) -> bool:
        """Say whether a position could be put right now."""
        look = await self.match.look()
        if any(one.code == ROLL_DICE for one in look.decisions):
            return False
        game = self.match.moderator.rules(self.match.game)
        return [one.code for one in game.check_corrections(look.view, ())] == ["correct.nothing"]

    async def play(self, least: int) -> None:
        """Play some steps, until dice were entered and the game rests."""
        for number in range(MOST):
            if number >= least and self.rolls and await self.is_at_rest():
                await self.table.settle()
                return
            await self.step()
        raise AssertionError(f"after {MOST} steps {self.rolls} rolls, and no rest")

    async def total(self) -> int:
        """Return how long the public log is."""
        look = await self.match.look()
        return (await self.match.moderator.reader.log(look.campaign.id)).total

    async def labelled(self, page: Reply, *codes: str) -> Reply:
        """Press one button after the other, by what they say."""
        for code in codes:
            page = await page.press(self.say(code))
            assert page.is_private
        return page

    def told(self, since: int = 0) -> list[Paper]:
        """Return the channel's messages that are not the panel."""
        return [one for one in self.table.public()[since:] if not one.is_pinned]


@pytest.mark.parametrize("key", seldom(load_games(), USUAL))
async def test_a_refereed_game(table: Table, key: str) -> None:
    """From who is named at its creation to who is told at its end; then the log replays."""
    captain, language = known(key).captain, sorted(LOCALES)[list(load_games()).index(key) % 2]
    assert captain is not None
    people = dict(
        zip(known(key).game.seats, (table.people["alice"], table.people["bruno"]), strict=True)
    )
    settings = ", ".join(f"{name}={value}" for name, value in known(key).shorter.items())
    captains = {seat: captain(seat, "court") for seat in people}
    court = Court(Match(table, key, captains, people, b"court", settings), language)
    await court.begin()
    await the_dice_come_first(court)
    await court.play(PLAYED)

    await an_outsider_reads_what_all_may_read(court)
    seat = (await court.match.look()).decisions[0].seat
    await a_referee_looks(court, seat)
    await a_referee_goes_back(court)
    await court.play(1)
    await a_referee_puts_it_right(court)
    await court.play(2)
    await those_who_may_not(court)
    await one_who_looked_would_play(court)
    await a_referee_ends_it(court, seat)
    await it_replays(court)


async def the_dice_come_first(court: Court) -> None:
    """Whose order waits for real dice: no referee gets round them; a note they may leave."""
    dora, decision = court.person("dora"), await court.until_dice()
    first = (await dora.slash("referee correct")).text
    assert first.startswith("⚠️")
    assert court.seat(decision.seat) in first
    page = await dora.slash("referee act")
    note = await page.press(court.say("referee.button.note"))
    assert court.say("referee.button.answer") not in page.buttons
    box = await page.press(court.say("referee.button.back"))
    number = await court.total()
    ahead = await box.fill(step=str(number))
    assert first in ahead.text
    assert court.say("referee.back.title", number=number) not in ahead.text
    assert court.say("referee.act.done") in (await note.fill(reason=SLIP)).text


async def an_outsider_reads_what_all_may_read(court: Court) -> None:
    """Whoever has the role reads the public log, with real dice in it, and that it replays."""
    home = await court.person("eric").slash("referee inspect")
    assert court.say("inspect.rights.public") in home.text
    assert court.say("inspect.button.reports") not in home.buttons
    log = await court.labelled(home, "inspect.button.log")
    assert "**1.**" in (await court.person("eric").slash("referee inspect", entry=1)).text
    assert "👁" not in log.text
    assert court.say("inspect.as.all") not in log.buttons
    checked = await court.labelled(log, "inspect.button.back", "inspect.button.check")
    assert court.say("inspect.check.yes", name=NAME) in checked.text
    refused = await court.person("eric").slash("referee correct")
    assert court.say("referee.not_appointed") in refused.text


async def a_referee_looks(court: Court, seat: str) -> None:
    """As a side, once it was read what that comes to; the other referee is not let."""
    as_side = court.say("inspect.as.seat", seat=court.seat(seat))
    emil = await court.labelled(
        await court.person("emil").slash("referee inspect"), "inspect.button.log"
    )
    assert as_side not in emil.buttons
    log = await court.labelled(
        await court.person("dora").slash("referee inspect"), "inspect.button.log"
    )
    warned = await log.press(as_side)
    assert court.say("inspect.sure", whose=court.seat(seat)) in warned.text
    shown = await court.labelled(warned, "inspect.button.sure")
    assert court.say("inspect.seen.secrets", whose=court.seat(seat)) in shown.text
    checked = await court.labelled(shown, "inspect.button.back", "inspect.button.position")
    assert checked.is_private


async def a_referee_goes_back(court: Court) -> None:
    """To before the last step of the public log, which the page shows first."""
    dora, number, before = court.person("dora"), await court.total(), await court.match.look()
    box = await (await dora.slash("referee act")).press(court.say("referee.button.back"))
    ahead = await box.fill(step=str(number))
    assert court.say("referee.back.title", number=number) in ahead.text
    done = await (await ahead.press(court.say("referee.button.back"))).fill(reason=SLIP)
    assert court.say("referee.act.done") in done.text
    await court.table.settle()
    after = await court.match.look()
    assert after.campaign.branch == before.campaign.branch + 1
    assert "↩️" in (await court.person("carla").slash("log show")).text


async def a_referee_puts_it_right(court: Court) -> None:
    """Put together from menus alone; both maps first, then the channel reads it, and why."""
    before = await court.match.look()
    page = await put_together(court)
    shown = await page.press(court.say("correct.button.look"))
    assert [one.filename for one in shown.paper.pictures] == ["before.jpg", "after.jpg"]
    done = await (await shown.press(court.say("correct.button.why"))).fill(reason=REASON)
    channel = f"<#{court.table.channel.id}>"
    assert court.say("correct.done", channel="").split("<")[0].rstrip(".") in done.text
    assert channel in done.text
    await court.table.settle()
    told = next(one for one in reversed(court.told()) if REASON in one.text)
    assert told.pinged == {one.id for one in court.match.people.values()}
    after = await court.match.look()
    assert after.view != before.view
    assert after.campaign.branch == before.campaign.branch + 1
    assert REASON in (await court.person("carla").slash("log show")).text


async def put_together(court: Court) -> Reply:
    """Let dora put a correction on the list: the first that can be, of what is offered first."""
    page = await court.person("dora").slash("referee correct")
    look, cancel = court.say("correct.button.look"), court.say("button.cancel")
    for kind in page.paper.menus[menu(page, ":kind")]:
        page = await court.person("dora").slash("referee correct")
        page = await page.choose(kind, custom_id=menu(page, ":kind"))
        while fields := [name for name in page.paper.menus if ":set:" in name]:
            page = await page.choose(next(iter(page.paper.menus[fields[0]])), custom_id=fields[0])
        if court.say("correct.button.add") in page.buttons:
            page = await page.press(court.say("correct.button.add"))
        if look in page.buttons:
            return page
        assert cancel in page.buttons, page.text
    raise AssertionError("nothing can be put right")


async def those_who_may_not(court: Court) -> None:
    """A player has the role, and referees nothing here; who has it not referees nowhere."""
    bruno, carla = court.person("bruno"), court.person("carla")
    for command in ("referee inspect", "referee act", "referee correct"):
        for person in (bruno, carla):
            before = await court.match.look()
            refused = await person.slash(command)
            assert refused.is_private
            assert refused.text.startswith("⚠️"), refused.text
            assert not refused.buttons
            assert (await court.match.look()).version == before.version


async def one_who_looked_would_play(court: Court) -> None:
    """Nobody plays with what they have seen, also once they referee no more."""
    dora = court.person("dora")
    for seat in court.match.people:
        assert (await dora.slash("game join", side=seat)).text.startswith("⚠️")
    await dora.slash("referee leave")
    for seat in court.match.people:
        assert court.say("referee.has_looked") in (await dora.slash("game join", side=seat)).text
    assert (
        (await dora.slash("referee act"))
        .buttons.keys()
        .isdisjoint({court.say("referee.button.end"), court.say("referee.button.back")})
    )


async def a_referee_ends_it(court: Court, seat: str) -> None:
    """By a ruling that the end names; then both sides read who looked at whose secrets."""
    seen, emil = len(court.table.public()), court.person("emil")
    box = await (await emil.slash("referee act")).press(court.say("referee.button.end"))
    loser = list(court.match.people)[1]
    done = await box.fill(how=[f"lost.{loser}"], reason="They agreed")
    assert court.say("referee.act.done") in done.text
    await court.table.settle()
    look: Look = await court.match.look()
    assert look.outcome is not None
    assert look.outcome.winner == next(iter(court.match.people))
    told = [one.text for one in court.told(seen) if court.say("referee.looks") in one.text]
    assert len(told) == 1
    assert f"dora: {court.seat(seat)}" in told[0]
    assert "emil" not in told[0]
    for person in court.match.people.values():
        journal = (await person.slash("log journal")).text
        assert court.say("journal.looked", who="dora", whose=court.seat(seat)) in journal


async def it_replays(court: Court) -> None:
    """Back, put right, ruled: the log still leads where it led, and anybody eligible reads so."""
    home = await court.person("eric").slash("referee inspect")
    checked = await court.labelled(home, "inspect.button.check")
    assert court.say("inspect.check.yes", name=NAME) in checked.text
    moderator, campaign = court.match.moderator, (await court.match.look()).campaign
    report = await verify(moderator.desk.database, moderator.games, campaign.id)
    assert report.actions > PLAYED
    assert not report.damage
