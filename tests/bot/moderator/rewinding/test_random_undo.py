"""Random games of every system in which something is taken back every few steps, free or agreed.

Whatever that leads to, the log replays to what is stored, no die falls twice, what counts tells the
game that was played, and the game comes to its end.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.moderator import Campaign, Complaint
from bot.moderator.rewinding.undoing import Undo
from bot.moderator.table.desk import Policy
from bot.moderator.table.replay import verify
from bot.store import log, rewinds
from bot.store.log import ActionRow
from bot.store.rewinds import counting
from bot.trials.random_play import Temper, choose
from engine.api import AnyGame
from engine.dice import SeededDice, StoredDice
from engine.registry import load_games
from tests.support.nim import NIM
from tests.support.river import BLUE, RED, River, river
from tests.support.seldom import seldom
from tests.support.short import short
from tests.support.toy_game import TOY

GAMES: dict[str, AnyGame] = {**load_games(), TOY.key: TOY, NIM.key: NIM}
OFTEN = 6
"""One in so many steps something is taken back."""
STEPS = {"art_of_war": 60, "barricadas": 90}
"""After so many steps a game is left; others after 150."""
CASES = [(key, number) for key in GAMES for number in range(42)]
USUAL = [(key, 0) for key in GAMES]


class Story:
    """A game on file, played at random by two people who change their minds."""

    def __init__(self, there: River, campaign: Campaign, seed: str) -> None:
        self.there = there
        self.campaign = campaign
        self.chance = random.Random(seed)
        self.game = there.games[campaign.game]
        self.people = dict(zip(campaign.seats, (RED, BLUE), strict=True))
        self.tempers = {seat: Temper(SeededDice(f"{seed} {seat}".encode())) for seat in self.people}
        self.chooser = SeededDice(f"{seed} choices".encode())
        self.happened: Counter[str] = Counter()
        self.told_struck: list[int] = []

    async def step(self) -> bool:
        """Let whoever is awaited act, or somebody take something back; say whether it goes on."""
        door = self.there.door
        look = await door.reader.look(self.campaign.id)
        if look.outcome is not None or not look.decisions:
            return False
        if self.chance.randrange(OFTEN) == 0 and await self.take_back():
            return True
        decision = look.decisions[0]
        live = await door.desk.at_hand(self.campaign.id)
        assert live.position is not None
        if self.chance.randrange(OFTEN) == 0:
            await self.order(live.position.state)  # which may answer at once
            return True
        action = choose(
            self.game,
            live.position.state,
            decision,
            self.chooser,
            self.tempers[decision.seat],
        )
        await self.there.do(self.campaign, self.people[decision.seat], action)
        self.happened["secret" if action.secret else "public"] += 1
        return True

    async def order(self, state: Any) -> None:
        """Leave a standing order for one side, if it has any to leave."""
        kinds = [kind for kind, model in self.game.actions.items() if model.standing]
        if not kinds:
            return
        seat, kind = self.chance.choice([*self.people]), self.chance.choice(kinds)
        view, filled = self.game.view(state, seat), dict[str, str]()
        for name, info in self.game.actions[kind].model_fields.items():
            options = list(islice(self.game.options(view, kind, name, filled), 12))
            if info.is_required():
                if not options:
                    return
                filled[name] = self.chance.choice(options).value
        action = self.game.parse(view, kind, filled)
        if not self.game.check(state, seat, action):
            await self.there.do(self.campaign, self.people[seat], action)
            self.happened["standing"] += 1

    async def take_back(self) -> bool:
        """Take back something of one side's that can be; say whether there was anything."""
        door = self.there.door
        seat = self.chance.choice([*self.people])
        person, campaign = self.people[seat], self.campaign.id
        found = await door.undoing.offered(campaign, person)
        if not found:
            return False
        undo = self.chance.choice(found)
        before = await self.public()
        branch = (await door.reader.campaign(campaign)).branch
        if undo.is_free:
            await door.taking_back.take_back(
                campaign, person, undo.number, branch, request=self.there.request()
            )
        else:
            await self.agree(undo, person, branch)
        kind = "secretly" if undo.secret else "freely" if undo.is_free else "agreed"
        self.happened[kind] += 1
        if undo.secret:
            assert await self.public() == before
        else:
            await self.hold(undo)
        return True

    async def agree(self, undo: Undo, person: int, branch: int) -> None:
        """Ask the other side, which agrees."""
        door = self.there.door
        made = await door.offers.make(
            self.campaign.id,
            person,
            "undo",
            request=self.there.request(),
            number=undo.number,
            branch=branch,
        )
        (other,) = {RED, BLUE} - {person}
        done = await door.offers.agree(made.offer.id, other, request=self.there.request())
        assert done.done

    async def public(self) -> object:
        """Return what everybody sees."""
        look = await self.there.door.reader.look(self.campaign.id)
        return look, await self.there.door.reader.log(self.campaign.id)

    async def hold(self, undo: Undo) -> None:
        """What everybody sees is what was seen before the step; it counts no more."""
        door = self.there.door
        rows, back = await self.rows()
        last = next(row for row in reversed(rows) if row.kind == log.REWIND)
        await self.stand_or_are_struck(rows, back, last)
        if any(not row.secret for row in rows[last.seq :]):
            self.happened["answered"] += 1  # by standing orders, at once
            return
        then = await door.reader.look_back(self.campaign.id, None, undo.seq - 1)
        now = await door.reader.look(self.campaign.id)
        assert (now.view, now.status, now.decisions) == (then.view, then.status, then.decisions)

    async def stand_or_are_struck(
        self, rows: tuple[ActionRow, ...], back: tuple[rewinds.Rewind, ...], last: ActionRow
    ) -> None:
        """Secret orders since are entered anew, each once, or told to their seat's people alone."""
        rewind = rewinds.read_rewind(last)
        earlier = [one for one in back if one.seq < last.seq]
        given = [
            row for row in counting(rows[rewind.first - 1 : last.seq - 1], earlier) if row.secret
        ]
        entered = {row.entered: row for row in rows[last.seq :] if row.cause == "again"}
        assert entered.keys() <= {row.seq for row in given}
        for row in given:
            again = entered.get(row.seq)
            if again is not None:
                assert (again.seat, again.kind, again.body) == (row.seat, row.kind, row.body)
        struck = {row.seat for row in given if row.seq not in entered}
        self.happened["stood"] += len(entered)
        self.happened["struck"] += len(struck)
        told = [
            row["person"]
            for row in await self.there.rows(self.campaign)
            if row["kind"] == "notice" and "notice.struck" in row["body"]
        ]
        live = await self.there.door.desk.at_hand(self.campaign.id)
        self.told_struck += [one.person for seat in struck for one in live.seated(seat or "")]
        assert sorted(told) == sorted(self.told_struck)

    async def sound(self) -> None:
        """Hold the whole of what is on file."""
        report = await verify(self.there.database, self.there.games, self.campaign.id)
        rows, back = await self.rows()
        assert report.actions == len(rows)
        assert not report.damage
        self.replays(rows, back)
        await self.films(rows, back)

    async def rows(self) -> tuple[tuple[ActionRow, ...], tuple[rewinds.Rewind, ...]]:
        """Return the log, and how it went back."""
        async with self.there.database.read() as connection:
            rows = await log.between(connection, self.campaign.id, 0, 100_000)
            return rows, await rewinds.of(connection, self.campaign.id)

    def replays(self, rows: tuple[ActionRow, ...], back: tuple[rewinds.Rewind, ...]) -> None:
        """What counts, played alone from the beginning, leads to the present; no die fell twice."""
        settings = self.game.settings_model.model_validate(dict(self.campaign.settings))
        setup, *played = counting(rows, back)
        state: Any = self.game.setup(settings, StoredDice(setup.rolls)).state
        for row in played:
            assert row.seat is not None
            action = self.game.actions[row.kind].model_validate_json(row.body)
            state = self.game.apply(state, row.seat, action, StoredDice(row.rolls)).state
        live = self.there.door.desk.shelf.get(self.campaign.id)
        assert live is not None
        assert live.position is not None
        assert self.game.dump(state) == live.position.text
        assert live.thrown == sum(row.dice for row in rows)
        versions = [row.version for row in rows if not row.secret]
        assert versions == sorted(set(versions))

    async def films(self, rows: tuple[ActionRow, ...], back: tuple[rewinds.Rewind, ...]) -> None:
        """No scene, and no recap, is of what counts no more."""
        door, name = self.there.door, self.campaign.id
        for seat, person in ((None, None), *self.people.items()):
            scenes = await door.scenes.of(name, seat)
            assert not any(rewinds.is_undone(back, one.seq) for one in scenes)
            if person is not None:
                recap = await door.recaps.since(name, person)
                assert not any(one.undone for one in recap.entries)
                assert recap.place == sum(not row.secret or row.seat == seat for row in rows)


@pytest.mark.parametrize(("key", "number"), seldom(CASES, USUAL))
async def test_random_games_with_a_random_undo(tmp_path: Path, key: str, number: int) -> None:
    """Every game, every few steps."""
    game = GAMES[key]
    settings = short(game, number) if key in load_games() else game.settings_model()
    if key == TOY.key:
        settings = game.settings_model.model_validate(
            {"turns": 8, "smuggling": number % 2 == 0, "crates": number % 3 == 0}
        )
    policy = Policy(gather_seconds=600 * (number % 2))
    async with river(tmp_path, games=GAMES, policy=policy, salt=f"{key} {number}") as there:
        campaign = await there.playing(key, settings.model_dump(mode="json"))
        story = Story(there, campaign, f"{key} {number}")
        for _ in range(STEPS.get(key, 150)):
            if not await story.step():
                break
        await there.door.settle()
        await there.door.desk.at_hand(campaign.id)
        await story.sound()
        with pytest.raises(Complaint):
            await there.door.undoing.offered(campaign.id, 0)
        before = await story.public()
        await there.reopen()
        assert await story.public() == before
        print(key, number, dict(story.happened))
