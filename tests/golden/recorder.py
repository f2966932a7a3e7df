"""Run inside an earlier build: that build begins campaigns, or plays on what builds before it left.

``python -P recorder.py begin|on JSON``, working directory and ``PYTHONPATH`` at the tree of
that build, is what ``tests.golden.builds`` runs. It imports nothing but its own `bot` and `engine`
(and pydantic), whose names have moved over time: what has several is asked for here once.
What comes out is a database as that build's own store writes it, and a line of JSON: the digest of
each state that was reached, by campaign and number of the action.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import itertools
import json
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import ValidationError

GUILD = 7
PEOPLE = (100, 200)
STRANGER = 300
REFEREES = (400, 500)
SUBSTITUTE = 600
BARRED = 700
FORUM = 3000
"""The lobby of the server; what is in it, and threads of sides, are numbered from here on."""
ORDERING = 6
"""One in so many actions is an order that stands, where a game knows such."""
WAITING = 6
"""So many messages of each campaign are left waiting in its outbox; those before are sent."""
ALL_KINDS = 100
"""More kinds of corrections than any game has."""
UNTIL_REST = 150
"""Within so many actions a game comes to where its position may be put right, or not at all."""


class Killed(BaseException):
    """The process is gone in the middle of something."""


def one_of(names: Sequence[str], what: str) -> Any:
    """Return *what* from the first of some modules that this build has."""
    for name in names:
        try:
            return getattr(import_module(name), what)
        except ModuleNotFoundError:
            continue
    raise LookupError(what)


CHOICES = ("bot.trials.random_play", "engine.wander")


class Recorder:
    """A moderator of the build that this runs in, with all its games, and what it led to."""

    def __init__(self, database: Any, given: Mapping[str, Any]) -> None:
        self.games = one_of(("engine.registry",), "load_games")()
        self.seen: dict[str, dict[int, str]] = {}
        self._count = itertools.count()
        self._refereed = itertools.count()
        self._salt = given["salt"]
        self._dice = one_of(("engine.dice",), "SeededDice")
        self._choose = one_of(CHOICES, "choose")
        self._temper = one_of(CHOICES, "Temper")
        at = datetime.fromisoformat(given["at"])
        door = one_of(("bot.moderator",), "Moderator")
        self.door = door(database, self.games, clock=lambda: at, token=self._token)

    def _token(self, size: int) -> bytes:
        return hashlib.shake_256(f"{self._salt} {next(self._count)}".encode()).digest(size)

    def _request(self) -> str:
        return f"{self._salt}-{next(self._count)}"

    def part(self, name: str) -> Any:
        """Return a part of the moderator; early ones had none, and did all themselves."""
        return getattr(self.door, name, self.door)

    async def live(self, campaign: str) -> Any:
        """Return a campaign as it is."""
        desk = self.part("desk")
        return await (getattr(desk, "at_hand", None) or desk._at_hand)(campaign)

    # -- beginning ---------------------------------------------------------------------------

    async def create(self, game: str, wanted: Mapping[str, Any]) -> str:
        """Create a campaign."""
        rules = self.games[game]
        more = {"opponent": "computer" if wanted.get("computer") else "people"}
        settings = self._settings(rules, wanted.get("settings", {}))
        given = {
            "game": game,
            "name": wanted["name"],
            "guild_id": GUILD,
            "channel_id": 1000 + next(self._count),
            "person_id": PEOPLE[0],
            "language": wanted.get("language", "en"),
            "settings": settings.model_dump(),
            **more,
            **self._terms(wanted),
        }
        lobby = self.part("lobby")
        try:
            campaign = await lobby.create(**given, unlimited=True)
        except TypeError:  # before there were limits
            campaign = await lobby.create(**given)
        return str(campaign.id)

    def _terms(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Return what else a table agrees on, as far as this build knows of it."""
        found: dict[str, Any] = {}
        if "pace" in wanted and hasattr(self.door, "time_terms"):
            found["pace"] = one_of(("bot.clock.paces",), "Pace")(**wanted["pace"])
        if wanted.get("broken_off") and hasattr(self.door, "referees"):
            found["referee"] = self._candidate(REFEREES[0])
        if wanted.get("rolls") and hasattr(self.door, "dice"):
            found["dice"] = "table"
        return found

    @staticmethod
    def _settings(rules: Any, chosen: Mapping[str, str]) -> Any:
        """Return a table's choices, without those that this build does not know yet."""
        model = rules.settings_model
        try:
            return model.model_validate_strings(chosen)
        except ValidationError as error:
            unknown = {str(fault["loc"][0]) for fault in error.errors()}
            return model.model_validate_strings(
                {name: value for name, value in chosen.items() if name not in unknown}
            )

    async def begin(self, game: str, wanted: Mapping[str, Any]) -> None:
        """Create a campaign and play it as far as it is wanted."""
        campaign = await self.create(game, wanted)
        computer = wanted.get("computer", "")
        seats = [seat for seat in self.games[game].seats if seat != computer]
        for seat, person in zip(seats, PEOPLE, strict=False):
            await self.part("seats").join(campaign, person, seat)
            if wanted.get("open"):
                return
        start = self._request()
        await self.part("lobby").start(campaign, PEOPLE[0], request=start)
        await self.play(campaign, wanted["actions"], f"{self._salt} {wanted['name']}")
        if wanted.get("plan") and hasattr(self.door, "plans"):
            await self.half_send(campaign)
        if wanted.get("back") and hasattr(self.door, "undoing"):
            await self.go_back(campaign, f"{self._salt} again")
        if wanted.get("resigns"):
            play = self.part("play")
            await play.resign(campaign, PEOPLE[0], request=self._request())
        await self._go_further(campaign, wanted)

    async def _go_further(self, campaign: str, wanted: Mapping[str, Any]) -> None:
        """Do at a table what else is wanted, as far as this build can."""
        seed = f"{self._salt} further {wanted['name']}"
        if wanted.get("refereed") and hasattr(self.door, "corrections"):
            await self.referee(campaign, seed, ALL_KINDS)
        if wanted.get("broken_off") and hasattr(self.door, "acting"):
            await self.door.acting.end(self._act_in(campaign), "break_off")
        if wanted.get("wished_open") and hasattr(self.door, "unsealing"):
            await self.door.unsealing.wish(campaign, PEOPLE[0])
        if wanted.get("others") and hasattr(self.door, "vacancies"):
            await self.let_others_in(campaign, seed)
        if wanted.get("rolls") and hasattr(self.door, "dice"):
            await self.leave_dice(campaign, seed)

    async def keep_time(self, campaign: str) -> None:
        """Let a table have a clock that runs, people who rest, a seat offered, a plan kept back."""
        live = await self.live(campaign)
        people = [one.discord_id for one in live.people]
        door = self.door
        made = await door.offers.make(
            campaign, people[0], "pace", request=self._request(), terms="2 days"
        )
        await door.offers.agree(made.offer.id, people[1], request=self._request())
        await door.preferences.set_zone(people[0], "America/Santiago")
        await door.preferences.set_hours(people[0], (1320, 420))
        now = door.desk.now()
        await door.preferences.go_away(people[1], now + 86_400_000, now + 9 * 86_400_000)
        await door.vacancies.offer(campaign, people[1], "Hold the north.")
        closing = next(kind for kind, model in live.game.actions.items() if model.closes)
        entry = door.plans.new_entry(closing, {})
        await door.plans.change(
            campaign,
            people[0],
            lambda plan: dataclasses.replace(plan, entries=(entry,), late=True),
        )

    async def lesson(self, game: str) -> None:
        """Begin a lesson, where this build has them, and do a few things in it."""
        if not hasattr(self.door, "lessons") or self.games[game].lesson is None:
            return
        place = await self.door.lessons.begin(game, STRANGER, GUILD, 2000, "es")
        await self.door.lessons.placed(place.id, 2001)
        await self.door.lessons.open(place.id, "Lesson")
        await self.door.lessons.ready(place.id)
        await self.door.settle()
        found = await self.door.lessons.of(STRANGER)
        await self.play(found.campaign_id, 2, f"{self._salt} lesson")

    # -- playing -----------------------------------------------------------------------------

    async def play(self, campaign: str, actions: int, seed: str) -> None:
        """Let people do so many random legal actions."""
        live = await self.live(campaign)
        rules = live.game
        chooser = self._dice(f"choices {seed}".encode())
        tempers = {seat: self._temper(chooser) for seat in rules.seats}
        for _ in range(actions):
            await self.door.settle()
            live = await self.note(campaign)
            people = present(live)
            if getattr(live, "pending", None) is not None:
                await self._roll(live, chooser)
                continue
            owed = [d for d in rules.awaiting(live.position.state) if d.seat not in live.computer]
            if live.row.status != "playing" or not owed:
                return
            decision = owed[chooser.roll("owed", 1, len(owed))[0] - 1]
            action = self._standing(rules, live.position.state, decision.seat, chooser)
            if action is None:
                state = live.position.state
                action = self._choose(rules, state, decision, chooser, tempers[decision.seat])
            await self._act(campaign, people[decision.seat], action)
            await self.note(campaign)

    async def _act(self, campaign: str, person: int, action: Any) -> None:
        play = self.part("play")
        receipt = await play.act(campaign, person, action, request=self._request())
        assert receipt.accepted, (action, receipt.refusals)

    async def _roll(self, live: Any, chooser: Any) -> None:
        """Enter what the dice show that a table is to roll now."""
        asked, who = live.pending, present(live)[live.rollers[0]]
        on_branch = one_of(("bot.moderator.api",), "on_branch")
        await self.door.dice.enter(
            live.row.id,
            who,
            chooser.roll("real", asked.count, asked.sides),
            request=self._request(),
            expect=on_branch(live.owed[0].key, live.row.branch),
        )

    async def leave_dice(self, campaign: str, seed: str) -> None:
        """Play on until dice have been rolled for an action, and more are awaited for it."""
        for number in range(UNTIL_REST):
            await self.play(campaign, 1, f"{seed} {number}")
            live = await self.live(campaign)
            if live.row.status != "playing" or (live.pending is not None and live.pending.entries):
                return

    async def note(self, campaign: str) -> Any:
        """Note the state that a campaign is in; return the campaign."""
        live = await self.live(campaign)
        text = live.game.dump(live.position.state)
        self.seen.setdefault(campaign, {})[live.row.head] = digest(text)
        return live

    def _standing(self, rules: Any, state: Any, seat: str, chooser: Any) -> Any:
        """Return an order that stands, now and then."""
        kinds = [kind for kind, model in rules.actions.items() if getattr(model, "standing", False)]
        if not kinds or chooser.roll("standing", 1, ORDERING)[0] > 1:
            return None
        view = rules.view(state, seat)
        kind = kinds[chooser.roll("standing", 1, len(kinds))[0] - 1]
        filled = self._filled(rules, view, kind, {})
        if filled is None:
            return None
        action = rules.parse(view, kind, filled)
        return None if rules.check(state, seat, action) else action

    @staticmethod
    def _filled(rules: Any, view: Any, kind: str, begun: Mapping[str, str]) -> Any:
        filled = dict(begun)
        for name, info in rules.actions[kind].model_fields.items():
            if info.is_required() and name not in filled:
                found = next(iter(rules.options(view, kind, name, filled)), None)
                if found is None:
                    return None
                filled[name] = found.value
        return filled

    # -- taking back -------------------------------------------------------------------------

    async def go_back(self, campaign: str, seed: str) -> None:
        """Take things back, freely and by consent, play on, and leave an offer open."""
        people = [one.discord_id for one in (await self.live(campaign)).people]
        for number in range(6):
            for person, other in (people, people[::-1]):
                for undo in (await self.door.undoing.offered(campaign, person))[:1]:
                    branch = (await self.live(campaign)).row.branch
                    asked = {"request": self._request()}
                    if undo.is_free:
                        await self.door.taking_back.take_back(
                            campaign, person, undo.number, branch, **asked
                        )
                        continue
                    made = await self.door.offers.make(
                        campaign, person, "undo", number=undo.number, branch=branch, **asked
                    )
                    await self.door.offers.agree(made.offer.id, other, request=self._request())
            await self.play(campaign, 3, f"{seed} {number}")
        if hasattr(self.door, "time_terms"):
            await self.keep_time(campaign)
        await self.door.offers.make(campaign, people[0], "draw", request=self._request())

    # -- beside the game ---------------------------------------------------------------------

    @staticmethod
    def _candidate(account: int, *, secrets: bool = False) -> Any:
        made = one_of(("bot.moderator.referees.appointing",), "Candidate")
        return made(account, f"Referee {account}", secrets=secrets)

    def _act_in(self, campaign: str, who: int = REFEREES[0]) -> Any:
        made = one_of(("bot.moderator.referees.acts",), "Act")
        return made(campaign, who, "As everybody wishes.", self._request())

    async def referee(self, campaign: str, seed: str, most: int) -> None:
        """Let referees look, act, go back and put the position right, and leave a motion open.

        So many kinds of corrections are made at most, one after the other. Where all are, every
        other motion is of one too: else it is to go back, which is proven faster.
        """
        door, live = self.door, await self.live(campaign)
        if live.row.status != "playing" or live.referees or len(present(live)) < len(PEOPLE):
            return
        for account in REFEREES:
            who = self._candidate(account, secrets=account == REFEREES[0])
            terms, about = await door.referees.terms(who)
            made = await door.offers.make(
                campaign, PEOPLE[0], "referee", request=self._request(), terms=terms, about=about
            )
            await door.offers.agree(made.offer.id, PEOPLE[1], request=self._request())
        await door.looks.note(campaign, REFEREES[0], live.seats[0])
        await door.acting.note(self._act_in(campaign))
        await self._act_for_seats(campaign, seed)
        await door.servers.ask_two_referees(GUILD, two=False)
        await door.going_back.go_back(self._act_in(campaign), await self._last(campaign))
        await self.play(campaign, 3, f"{seed} on")
        for kind in itertools.islice((await self.live(campaign)).game.corrections, most):
            await self._put_right(campaign, kind, f"{seed} {kind}")
        await self.play(campaign, 3, f"{seed} right")
        await door.servers.ask_two_referees(GUILD, two=True)
        if most == ALL_KINDS and next(self._refereed) % 2:
            kind = next(iter((await self.live(campaign)).game.corrections))
            await self._put_right(campaign, kind, f"{seed} moved")
        else:
            await door.going_back.go_back(self._act_in(campaign), await self._last(campaign))

    async def _act_for_seats(self, campaign: str, seed: str) -> None:
        """Answer for a seat, enter an order for one, give time, and stop the clocks."""
        door, chooser = self.door, self._dice(f"acts {seed}".encode())
        found = await door.acting.possible(campaign, REFEREES[0])
        if found.answers:
            await door.acting.answer(self._act_in(campaign), found.answers[0])
        live = await self.note(campaign)
        rules, state = live.game, live.position.state
        for owed in rules.awaiting(state):
            action = self._choose(rules, state, owed, chooser, self._temper(chooser))
            if not action.secret:
                await door.acting.order(self._act_in(campaign), owed.seat, action)
                break
        await self.note(campaign)
        found = await door.acting.possible(campaign, REFEREES[0])
        for seat in found.waits[:1]:
            await door.acting.give_time(self._act_in(campaign), seat, 12)
        if found.pauses:
            await door.acting.pause(self._act_in(campaign))

    async def _last(self, campaign: str) -> int:
        """Return the place of the last step in the public log."""
        return int((await self.door.reader.log(campaign, None)).total)

    async def _put_right(self, campaign: str, kind: str, seed: str) -> None:
        """Make the first correction of a kind that there is, or move to, once the game rests."""
        for number in range(UNTIL_REST):
            live = await self.live(campaign)
            if live.row.status != "playing":
                return
            rules, view = live.game, live.game.view(live.position.state, None)
            waits = [one.code for one in rules.check_corrections(view, ())]
            if not set(waits) - {"correct.nothing"}:
                break
            await self.play(campaign, 1, f"{seed} {number}")
        filled: dict[str, str] = {}
        for name, info in rules.corrections[kind].model_fields.items():
            if not info.is_required():
                continue
            found = next(iter(rules.correction_options(view, kind, name, filled)), None)
            if found is None:
                return
            filled[name] = found.value
        await self.door.corrections.correct(self._act_in(campaign), [(kind, filled)])
        await self.note(campaign)

    async def let_others_in(self, campaign: str, seed: str) -> None:
        """Let a substitute come in, another be invited, the computer stand in; threads of sides."""
        door, (first, second) = self.door, PEOPLE
        await door.recaps.note(campaign, first, "What I must not forget.")
        await self._invite(campaign, second, SUBSTITUTE)
        live = await self.live(campaign)
        await door.vacancies.accept(campaign, live.asks[0].id, SUBSTITUTE)
        await self.play(campaign, 2, seed)
        thread = await door.side_threads.ask(campaign, SUBSTITUTE, FORUM)
        await door.side_threads.placed(thread, FORUM + 1)
        await door.side_threads.greeted(thread)
        for guest in thread.coming:
            await door.side_threads.came(thread, guest)
        await door.side_threads.ask(campaign, first, FORUM)
        for clock in (await self.live(campaign)).clocks.values():
            if clock.called_by is not None:
                await door.clocks.called(campaign, clock.called_by)
        await self._invite(campaign, first, STRANGER)
        made = await door.offers.make(campaign, first, "stand_in", request=self._request())
        await door.offers.agree(made.offer.id, SUBSTITUTE, request=self._request())
        await door.settle()
        await self.note(campaign)

    async def _invite(self, campaign: str, holder: int, other: int) -> None:
        """Let somebody offer their seat, and grant it to somebody who asks for it."""
        seat = (await self.live(campaign)).seat_of(holder)
        await self.door.vacancies.offer(campaign, holder, "Hold the line.")
        await self.door.seats.join(campaign, other, seat, ask=True, name="Somebody else")
        asked = (await self.live(campaign)).asks[0]
        await self.door.seats.admit(campaign, asked.id, holder)

    async def decide(self, game: str) -> None:
        """Let a server decide all that it may, tables be posts of its forum, people have wishes."""
        door = self.door
        if not hasattr(door, "forums"):
            return
        new_table = one_of(("bot.moderator.lobby.new_tables",), "NewTable")
        where = one_of(("bot.moderator.lobby.new_tables",), "Where")(GUILD, FORUM, (FORUM,))
        referee = self._candidate(REFEREES[1])
        asked = new_table(game, "A post", "en", unlimited=True, dice="table", referee=referee)
        posts = [await door.forums.ask(asked, where, who) for who in (*PEOPLE, SUBSTITUTE)]
        for number, post in enumerate(posts[:2], 10):
            await door.forums.placed(post.id, FORUM + number, "A post")
        await door.forums.open(posts[0].id, (FORUM,))
        servers, paces = door.servers, one_of(("bot.clock.paces",), "PRESETS")
        await servers.choose_pace(GUILD, paces[-1])
        await servers.choose_language(GUILD, "es")
        await servers.allow_games(GUILD, (game,))
        await servers.allow_places(GUILD, (FORUM, FORUM + 100))
        await servers.choose_referees(GUILD, 900)
        await servers.choose_lobby(GUILD, FORUM)
        await servers.allow_open(GUILD, 5)
        await door.bars.bar(GUILD, BARRED)
        await door.figures.show(GUILD, PEOPLE[0])
        reminders = one_of(("bot.clock.reminding",), "Reminders")
        await door.preferences.set_language(PEOPLE[0], "es")
        await door.preferences.set_reminders(PEOPLE[0], reminders((48, 6), 12, "channel"))
        await door.preferences.set_receipts(PEOPLE[0], False)
        await door.preferences.set_experience(PEOPLE[0], "some")
        await door.reminding.later(PEOPLE[0], 3)

    # -- plans -------------------------------------------------------------------------------

    async def half_send(self, campaign: str) -> None:
        """Let somebody's plan be sent by a bot that is killed after its first entry.

        The other side has begun a plan that it has not sent.
        """
        live = await self.live(campaign)
        for decision in live.game.awaiting(live.position.state):
            entries = self._entries(live, decision.seat)
            person = next(one.discord_id for one in live.people if one.seat == decision.seat)
            if len(entries) < 2:
                continue
            plan = await self.door.plans.change(
                campaign,
                person,
                lambda plan, entries=entries: dataclasses.replace(plan, entries=entries),
            )
            await self._killed(campaign, person, plan.revision)
            return

    def _entries(self, live: Any, seat: str) -> tuple[Any, ...]:
        """Return what a plan of a seat may hold now: one kind of order, given to several."""
        rules, state = live.game, live.position.state
        view = rules.view(state, seat)
        for kind in rules.kinds(view):
            required = [n for n, i in rules.actions[kind].model_fields.items() if i.is_required()]
            if not required:
                continue
            found = []
            for option in rules.options(view, kind, required[0], {}):
                filled = self._filled(rules, view, kind, {required[0]: option.value})
                if filled is None:
                    continue
                if not rules.check(state, seat, rules.parse(view, kind, filled)):
                    found.append(self.door.plans.new_entry(kind, filled))
                if len(found) == 4:
                    return tuple(found)
        return ()

    async def _killed(self, campaign: str, person: int, revision: str) -> None:
        act, done = self.door.play.act, itertools.count(1)

        async def act_and_die(*given: Any, **more: Any) -> Any:
            if next(done) > 1:
                raise Killed
            return await act(*given, **more)

        self.door.play.act = act_and_die
        try:
            await self.door.plans.send(campaign, person, revision)
        except Killed:
            pass
        finally:
            self.door.play.act = act
        await self.note(campaign)


def present(live: Any) -> Mapping[str, int]:
    """Return who acts for each seat now, by their account."""
    return {one.seat: one.discord_id for one in live.people if not getattr(one, "left", False)}


def digest(text: str) -> str:
    """Return what a state is known again by."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def run(what: str, given: Mapping[str, Any]) -> Mapping[str, Mapping[int, str]]:
    """Begin the campaigns that are asked for, or play on all that are under way."""
    path = Path(given["path"])
    database = await one_of(("bot.store",), "Database").open(path)
    recorder = Recorder(database, given)
    try:
        if what == "begin":
            for game, tables in given["tables"].items():
                for one in tables if game in recorder.games else ():
                    await recorder.begin(game, one)
            if given.get("lesson") in recorder.games:
                await recorder.lesson(given["lesson"])
            if given.get("decides") in recorder.games:
                await recorder.decide(given["decides"])
        else:
            recorder.door.resume()
            await recorder.door.settle()
            for campaign in _under_way(path):
                await recorder.note(campaign)
                await recorder.play(campaign, given["actions"], f"{given['salt']} {campaign}")
                if hasattr(recorder.door, "corrections"):
                    await recorder.referee(campaign, f"{given['salt']} acts {campaign}", 1)
    finally:
        recorder.door.rest()
        await recorder.door.settle()
        await database.close()
    _deliver(path)
    return recorder.seen


def _under_way(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as raw:
        asked = "SELECT id FROM campaigns WHERE status = 'playing' ORDER BY rowid"
        return [row[0] for row in raw.execute(asked)]


def _deliver(path: Path) -> None:
    """Mark all but the last messages of each campaign as sent, as the courier does."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(
            "UPDATE outbox SET status = 'sent' WHERE (SELECT count(*) FROM outbox AS later "
            "WHERE later.campaign = outbox.campaign AND later.id > outbox.id) >= ?",
            (WAITING,),
        )
        if raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'posts'").fetchone():
            raw.execute(
                "INSERT OR REPLACE INTO posts (campaign, last_seq, first_seq, channel_id, "
                "message_id) SELECT outbox.campaign, last_seq, first_seq, channel_id, outbox.id "
                "FROM outbox JOIN campaigns ON campaigns.id = outbox.campaign "
                "WHERE outbox.status = 'sent' AND outbox.kind = 'bulletin'"
            )
        raw.commit()
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("PRAGMA journal_mode=DELETE")


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(sys.argv[1], json.loads(sys.argv[2])))))
