"""The past stays readable through every update: dumps change, and what is on file does not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.moderator.table.desk import Policy
from bot.moderator.table.live import Live
from bot.moderator.table.replay import verify
from bot.moderator.table.steps import Steps
from bot.store import log, steps
from bot.store.batch import Write
from bot.store.log import StateRow
from engine.api import Action, Step
from engine.dice import Dice
from engine.kit.dumps import DumpChange, added, renewed
from tests.support.river import BLUE, River, river
from tests.support.toy_game import Hide, State, ToyGame


class Tidal(ToyGame):
    """The toy as a later build dumps it, with one more key."""

    key_added = '"tide":0,'

    def dump(self, state: State) -> str:
        """Write the key where there is none: a state that was loaded has it too."""
        return super().dump(state).replace('{"table":{', '{"table":{' + self.key_added, 1)

    def load(self, text: str) -> State:
        """Read also what earlier builds wrote."""
        return super().load(text.replace(self.key_added, "", 1))

    def redumped(self, text: str) -> Iterator[str]:
        """Yield what this build makes of it."""
        yield self.dump(self.load(text))


class Windy(Tidal):
    """And as the build after that one dumps it."""

    key_added = '"tide":0,"wind":"west",'

    def load(self, text: str) -> State:
        """Read also what both earlier builds wrote."""
        return super().load(text.replace('"tide":0,', "").replace('"wind":"west",', ""))

    def redumped(self, text: str) -> Iterator[str]:
        """Yield what this build and the one before made of it, as its record says."""
        yield from super().redumped(text)
        yield from renewed(text, CHANGES)


CHANGES = (
    DumpChange("The tide is told.", added("table", "tide", 0)),
    DumpChange("The wind is told.", added("table", "wind", "west", after="tide")),
)


async def played(there: River, campaign: str, steps: int) -> dict[int, State]:
    """Play, and return the state after every action as it was then."""
    found: dict[int, State] = {}
    for choice in range(steps + 1):
        live = await there.door.desk.at_hand(campaign)
        assert live.position is not None
        found[live.row.head] = live.position.state
        if choice < steps:
            await there.step(campaign, choice)
    return found


async def updated(there: River, game: ToyGame) -> None:
    """Start the next build."""
    there.games = {"toy": game}
    await there.reopen()


async def looked_back(there: River, campaign: str, states: dict[int, State]) -> None:
    """Look back at each of these states, and insist on finding just it."""
    there.door.desk.positions.clear()
    game = there.games["toy"]
    for seq, state in states.items():
        look = await there.door.reader.look_back(campaign, None, seq)
        assert (look.exact, look.view) == (True, game.view(state, None)), seq


@pytest.mark.parametrize("keep_every", [4, 100])
@pytest.mark.parametrize("state_every", [1, 5])
async def test_every_step_is_read_again_after_a_dump_has_changed(
    tmp_path: Path, keep_every: int, state_every: int
) -> None:
    """Through two builds that each dump one key more, steps of before and after alike."""
    policy = Policy(keep_every=keep_every, state_every=state_every)
    async with river(tmp_path, policy=policy) as there:
        campaign = (await there.started(turns=50)).id
        states = await played(there, campaign, 5)
        for game in (Tidal(), Windy()):
            await updated(there, game)
            states |= await played(there, campaign, 6)

        await looked_back(there, campaign, states)
        assert (await verify(there.database, there.games, campaign)).actions == len(states)
        await there.reopen()
        await looked_back(there, campaign, states)


@pytest.mark.sqlite  # its file is changed by hand
async def test_only_the_first_step_after_an_update_is_kept_whole(tmp_path: Path) -> None:
    """The file grows as it did: a restart, a campaign loaded again, begins no chain."""
    async with river(tmp_path) as there:
        campaign = (await there.started(turns=50)).id
        await played(there, campaign, 3)
        for _ in range(2):
            await there.reopen()
            await played(there, campaign, 2)
        assert _whole(there.path) == [1]
        await updated(there, Tidal())
        head = (await there.door.desk.at_hand(campaign)).row.head
        await played(there, campaign, 3)
        await there.reopen()
        await played(there, campaign, 2)

        assert _whole(there.path) == [1, head + 1]


async def test_steps_of_the_house_go_on_from_what_is_on_file(tmp_path: Path) -> None:
    """A restoration is the first step after an update, and somebody resigns: both are read."""
    async with river(tmp_path) as there:
        campaign = (await there.started(turns=50)).id
        states = await played(there, campaign, 3)
        await updated(there, Tidal())
        assert await there.door.restoration.set_back(campaign)
        states |= await played(there, campaign, 2)
        await updated(there, Windy())
        await there.do(campaign, BLUE, Hide(bank="south"))
        states |= await played(there, campaign, 0)
        await updated(there, Tidal())
        await there.door.play.resign(campaign, BLUE, request="enough")
        states |= await played(there, campaign, 0)

        await looked_back(there, campaign, states)


class Raised(Windy):
    """The build with changed rules too."""

    ruleset = 2

    def apply(self, state: State, seat: str, action: Action, dice: Dice) -> Step:
        """Play as ever, under another number."""
        return super().apply(state, seat, action, dice)


async def test_a_raised_ruleset_that_dumps_anew_hides_nothing(tmp_path: Path) -> None:
    """No old row can be played again then: all comes from file."""
    async with river(tmp_path) as there:
        campaign = (await there.started(turns=50)).id
        states = await played(there, campaign, 5)
        await updated(there, Tidal())
        states |= await played(there, campaign, 5)
        await updated(there, Raised())
        there.door.resume()
        await there.door.settle()
        states |= await played(there, campaign, 5)

        await looked_back(there, campaign, states)


@pytest.mark.sqlite  # its file is changed by hand
async def test_a_save_that_fails_changes_nothing_of_what_is_packed_upon(tmp_path: Path) -> None:
    """The step is tried again, and read."""
    async with river(tmp_path) as there:
        campaign = (await there.started(turns=50)).id
        states = await played(there, campaign, 2)
        await updated(there, Tidal())
        with closing(sqlite3.connect(there.path)) as raw:
            raw.execute(
                "CREATE TRIGGER full BEFORE INSERT ON steps "
                "BEGIN SELECT RAISE(ABORT, 'no space'); END"
            )
            raw.execute(
                "CREATE TRIGGER fuller BEFORE INSERT ON snapshots "
                "BEGIN SELECT RAISE(ABORT, 'no space'); END"
            )
            raw.commit()
        with pytest.raises(Exception, match="no space"):
            await there.step(campaign)
        with closing(sqlite3.connect(there.path)) as raw:
            raw.execute("DROP TRIGGER full")
            raw.execute("DROP TRIGGER fuller")
            raw.commit()
        states |= await played(there, campaign, 3)

        await looked_back(there, campaign, states)


def _as_it_was(live: Live, state: StateRow, *, whole: bool) -> list[Write]:
    """Store a step as builds until November 2026 did: upon the state before it dumped anew."""
    if whole or live.position is None:
        return [log.keep(live.row.id, state)]
    return [steps.add(live.row.id, state, live.position.text)]


@pytest.mark.parametrize("last", [Windy, Raised])
async def test_what_earlier_builds_stored_upon_a_text_not_on_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: type[ToyGame]
) -> None:
    """That text is made of what is on file by the changes that are recorded; nothing is guessed."""
    monkeypatch.setattr(Steps, "_kept", staticmethod(_as_it_was))
    async with river(tmp_path, policy=Policy(keep_every=9)) as there:
        campaign = (await there.started(turns=50)).id
        states = await played(there, campaign, 5)
        for game in (Tidal(), Windy()):
            await updated(there, game)
            states |= await played(there, campaign, 6)
        monkeypatch.undo()
        await updated(there, last())
        states |= await played(there, campaign, 3)

        await looked_back(there, campaign, states)


class Forgetful(Raised):
    """A build that has no record of what changed, and other rules."""

    def redumped(self, text: str) -> Iterator[str]:
        """Know of today alone."""
        yield self.dump(self.load(text))


async def test_what_can_be_neither_read_nor_played_again_is_said_and_the_rest_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The nearest position stands for it, which says so; the operator hears of it in a line."""
    monkeypatch.setattr(Steps, "_kept", staticmethod(_as_it_was))
    async with river(tmp_path, policy=Policy(keep_every=9)) as there:
        campaign = (await there.started(turns=50)).id
        states = await played(there, campaign, 3)
        await updated(there, Tidal())
        states |= await played(there, campaign, 7)
        monkeypatch.undo()
        await updated(there, Forgetful())
        states |= await played(there, campaign, 3)
        there.door.desk.positions.clear()

        near = {seq: await there.door.reader.look_back(campaign, None, seq) for seq in states}

        hidden = [seq for seq, look in near.items() if not look.exact]
        assert hidden == [5, 6, 7, 8]
        shown = there.games["toy"]
        for seq, look in near.items():
            at = seq if look.exact else 4 if seq < 7 else 9
            assert look.view == shown.view(states[at], None), seq
        (told,) = {record.message for record in caplog.records}
        assert "the state after action 5 cannot be read" in told
        report = await verify(there.database, there.games, campaign)
        assert (report.hidden, report.damage) == ((5, 6, 7, 8), ())


def _whole(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as raw:
        return [seq for (seq,) in raw.execute("SELECT seq FROM snapshots ORDER BY seq")]
