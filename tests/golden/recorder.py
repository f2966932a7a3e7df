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
ORDERING = 6
"""One in so many actions is an order that stands, where a game knows such."""
WAITING = 6
"""So many messages of each campaign are left waiting in its outbox; those before are sent."""


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
        }
        lobby = self.part("lobby")
        try:
            campaign = await lobby.create(**given, unlimited=True)
        except TypeError:  # before there were limits
            campaign = await lobby.create(**given)
        return str(campaign.id)

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
        people = {one.seat: one.discord_id for one in live.people}
        chooser = self._dice(f"choices {seed}".encode())
        tempers = {seat: self._temper(chooser) for seat in rules.seats}
        for _ in range(actions):
            await self.door.settle()
            live = await self.note(campaign)
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
        else:
            recorder.door.resume()
            await recorder.door.settle()
            for campaign in _under_way(path):
                await recorder.note(campaign)
                await recorder.play(campaign, given["actions"], f"{given['salt']} {campaign}")
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
        raw.commit()
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.execute("PRAGMA journal_mode=DELETE")


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(sys.argv[1], json.loads(sys.argv[2])))))
