"""A referee puts the position right: who may, what is kept and told, and that a log replays."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.clock.paces import Pace
from bot.moderator import Campaign, Complaint
from bot.moderator.referees.acts import REASON_LIMIT, Act
from bot.moderator.referees.appointing import Candidate
from bot.moderator.referees.correcting import MOST, Typed
from bot.moderator.table.replay import ReplayDiverged, verify
from bot.store import log, people
from bot.store.codec import pack, unpack
from bot.store.log import ActionRow
from engine.api import Action, Event, Term
from engine.errors import IllegalAction, MalformedAction, Refused
from tests.bot.moderator.lobby.test_seats import letters
from tests.bot.moderator.referees.test_appointing import entered
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.refereed import appoint
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, INNER, RED, WHO, River, river
from tests.support.toy_game import TOY, Hide, Land, Reply, Row

DORA, ERIC = 600, 700
SCORE: Typed = ("score", {"seat": "red", "strokes": "7"})
HOARSE: Typed = ("voice", {"seat": "blue", "hoarse": "true"})
WHY = "The strokes of crossing 1\nwere miscounted"


async def playing(there: River, pace: Pace | None = None, **settings: Any) -> Campaign:
    """Begin a game that Dora referees."""
    door = there.door
    campaign = await door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings={"turns": 9, "hoarse": True, **settings},
        referee=Candidate(DORA, "Dora"),
        pace=pace,
    )
    for person, seat in ((RED, "red"), (BLUE, "blue")):
        await door.seats.join(campaign.id, person, seat)
    return await door.lobby.start(campaign.id, RED, request=there.request())


async def correct(
    there: River,
    campaign: Campaign,
    *typed: Typed,
    who: int = DORA,
    why: str = WHY,
    version: int | None = None,
    request: str | None = None,
) -> bool:
    """Put a position right, or move to."""
    look = await there.door.reader.look(campaign.id)
    version = look.version if version is None else version
    act = Act(campaign.id, who, why, request or there.request(), version)
    return await there.door.corrections.correct(act, typed or (SCORE,))


async def refused(there: River, campaign: Campaign, *typed: Typed, **how: Any) -> str:
    """Return why a position is not put right, and that nothing is otherwise for it."""
    before = await rows(there, campaign)
    with pytest.raises((Complaint, IllegalAction, MalformedAction)) as caught:
        await correct(there, campaign, *typed, **how)
    assert await rows(there, campaign) == before
    error = caught.value
    if isinstance(error, Complaint):
        return error.code
    assert isinstance(error, Refused)
    return error.refusals[0].code


async def rows(there: River, campaign: Campaign) -> tuple[ActionRow, ...]:
    """Return the whole log."""
    async with there.database.read() as connection:
        return await log.between(connection, campaign.id, 0, 10_000)


async def dumped(there: River, campaign: Campaign) -> str:
    """Return the present state as it is dumped."""
    live = await there.door.desk.at_hand(campaign.id)
    assert live.position is not None
    return live.position.text


async def strokes(there: River, campaign: Campaign) -> int:
    """Return how many strokes red has landed."""
    look = await there.door.reader.look(campaign.id)
    found: int = look.view.table.score["red"]
    return found


async def sound(there: River, campaign: Campaign) -> None:
    """Hold the log against what is stored, and a fresh start against what is at hand."""
    report = await verify(there.database, there.games, campaign.id)
    assert report.actions == len(await rows(there, campaign))
    assert not report.damage
    before = await dumped(there, campaign)
    await there.reopen()
    assert await dumped(there, campaign) == before


async def test_a_correction_is_a_step_of_the_log(tmp_path: Path) -> None:
    """It holds what was put right and why; state, journal and bulletin come with it."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await there.step(campaign)
        version = (await there.door.reader.look(campaign.id)).version
        assert not await correct(there, campaign)
        after = await there.door.reader.campaign(campaign.id)
        row = (await rows(there, campaign))[-1]
        assert (row.kind, row.seat, row.secret, row.cause) == ("!correct", None, False, "referee")
        assert after.branch == row.branch == 1
        why = "The strokes of crossing 1 were miscounted"
        body = json.loads(row.body)
        assert body == {
            "corrections": [["score", {"seat": "red", "strokes": 7}]],
            "reason": why,
            "referee": row.person,
        }
        assert row.events == (
            Event("campaign.corrected", "", {"reason": why}),
            Event("corrected.score", "", {"seat": Term("seat", "red"), "before": 0, "n": 7}),
        )
        assert await strokes(there, campaign) == 7
        assert (await there.door.reader.look(campaign.id)).version == version + 1
        kind, told = (await entered(there, campaign))[-1]
        assert (kind, told) == (
            "referee",
            {"said": "corrected", "referee": row.person, "reason": WHY},
        )
        bulletin = (await there.rows(campaign))[-1]
        assert (bulletin["kind"], bulletin["last_seq"]) == ("bulletin", row.seq)
        shown = json.loads(bulletin["body"])
        assert (shown["ping"], shown["whole"]) == (["blue", "red"], True)
        await sound(there, campaign)


async def test_the_log_says_who_and_why(tmp_path: Path) -> None:
    """Every reader's, also that of whoever only watches."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await correct(there, campaign)
        for person in (RED, BLUE, GREEN, DORA, None):
            page = await there.door.reader.log(campaign.id, person)
            entry = page.entries[-1]
            assert (entry.kind, entry.person_id, entry.by_referee) == ("!correct", DORA, True)
            assert [one.code for one in entry.events] == ["campaign.corrected", "corrected.score"]
        recap = await there.door.recaps.since(campaign.id, RED)
        assert recap.entries[-1].kind == "!correct"


async def test_it_goes_on_from_there(tmp_path: Path) -> None:
    """Dice go on, a restart changes nothing, and what was is played again from what was kept."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        for choice in range(3):
            await there.step(campaign, choice)
        await correct(there, campaign)
        await sound(there, campaign)
        for choice in range(4):
            await there.step(campaign, choice)
        await correct(there, campaign, ("afloat", {"strokes": "2"}))
        await there.step(campaign, 2)
        await sound(there, campaign)
        for row in await rows(there, campaign):
            there.door.desk.positions.clear()
            look = await there.door.reader.look_back(campaign.id, None, row.seq)
            assert look.exact
        await there.play_out(campaign)
        await sound(there, campaign)
        past = await there.door.retrospects.of(campaign.id)
        assert past.corrected == 2


async def test_only_the_campaigns_referee_may(tmp_path: Path) -> None:
    """Whoever plays, watches, stopped refereeing, or has a role only: refused, and nothing is."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        assert await refused(there, campaign, who=RED) == "referee.has_played"
        assert await refused(there, campaign, who=ERIC) == "referee.not_appointed"
        with pytest.raises(Complaint, match=r"referee\.not_appointed"):
            await there.door.corrections.look(campaign.id, ERIC)
        with pytest.raises(Complaint, match=r"referee\.has_played"):
            await there.door.corrections.foresee(campaign.id, BLUE, (SCORE,))
        await there.door.referees.step_down(campaign.id, DORA)
        assert await refused(there, campaign) == "referee.not_appointed"


async def test_what_is_wrong_with_it_is_said(tmp_path: Path) -> None:
    """By the rules, and for its form; of another position than was seen it is too late."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        assert await refused(there, campaign, why=" \n ") == "referee.no_reason"
        assert await refused(there, campaign, why="x" * (REASON_LIMIT + 1)) == "referee.reason_long"
        assert await refused(there, campaign, *[SCORE] * (MOST + 1)) == "correct.too_many"
        assert await refused(there, campaign, ("score", {"seat": "red"})) == "read.missing"
        assert await refused(there, campaign, ("sink", {})) == "correct.unknown"
        same: Typed = ("score", {"seat": "red", "strokes": "0"})
        assert await refused(there, campaign, same) == "correct.nothing"
        await there.step(campaign)
        assert await refused(there, campaign, version=1) == "campaign.stale"


async def test_not_before_it_begins_nor_after_its_end(tmp_path: Path) -> None:
    """There is no position to be put right."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await there.door.play.resign(campaign.id, RED, request=there.request())
        assert await refused(there, campaign) == "campaign.over"


async def test_at_an_interruption_it_waits(tmp_path: Path) -> None:
    """Whoever is asked answers first; the position can be looked at by nobody who would correct."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        look = await there.door.reader.look(campaign.id)
        while not look.decisions[0].interrupt:
            await there.do(campaign, WHO[look.decisions[0].seat], Row(strokes=3))
            look = await there.door.reader.look(campaign.id)
            if not look.decisions[0].interrupt:
                await there.do(campaign, WHO[look.decisions[0].seat], Land(bank="north"))
                look = await there.door.reader.look(campaign.id)
        assert await refused(there, campaign) == "correct.interrupted"
        with pytest.raises(IllegalAction):
            await there.door.corrections.look(campaign.id, DORA)


async def test_the_same_request_corrects_once(tmp_path: Path) -> None:
    """Also after a restart."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await correct(there, campaign, request="once")
        await correct(there, campaign, ("score", {"seat": "red", "strokes": "9"}), request="once")
        await there.reopen()
        await correct(there, campaign, ("score", {"seat": "red", "strokes": "9"}), request="once")
        assert await strokes(there, campaign) == 7
        assert [one.kind for one in await rows(there, campaign)].count("!correct") == 1


async def test_killed_before_it_is_saved_nothing_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Log, state, journal and post are one transaction."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        journal, posts = await entered(there, campaign), await there.rows(campaign)
        before = await dumped(there, campaign)

        class Killed(BaseException):
            pass

        async def killed(_writes: Any) -> None:
            raise Killed

        monkeypatch.setattr(there.database, "save", killed)
        with pytest.raises(Killed):
            await correct(there, campaign)
        monkeypatch.undo()
        await there.reopen()
        assert await dumped(there, campaign) == before
        assert await entered(there, campaign) == journal
        assert await there.rows(campaign) == posts
        await correct(there, campaign)
        await sound(there, campaign)


@pytest.mark.sqlite  # its file is changed by hand
async def test_what_was_kept_and_changed_since_is_noticed(tmp_path: Path) -> None:
    """A correction holds a hash of the state kept with it, which the log's chain covers."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await correct(there, campaign)
        await there.step(campaign)
        seq = next(one.seq for one in await rows(there, campaign) if one.kind == "!correct")
        await there.door.settle()
        await there.database.close()
        with contextlib.closing(sqlite3.connect(there.path)) as raw:
            raw.execute("DROP TRIGGER IF EXISTS snapshots_no_update")
            (body,) = raw.execute("SELECT body FROM snapshots WHERE seq = ?", (seq,)).fetchone()
            forged = unpack(body).replace('"red":7', '"red":8')
            assert forged != unpack(body)
            raw.execute("UPDATE snapshots SET body = ? WHERE seq = ?", (pack(forged), seq))
            raw.commit()
        await there.reopen()
        with pytest.raises(ReplayDiverged, match="is not the one that was written"):
            await verify(there.database, there.games, campaign.id)


# -- taking back ---------------------------------------------------------------------------------


async def test_taking_back_goes_to_before_a_correction(tmp_path: Path) -> None:
    """What it put right is as it was; then it can be put right again."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        mover = WHO[(await there.door.reader.look(campaign.id)).decisions[0].seat]
        before = await dumped(there, campaign)
        await there.do(campaign, mover, Land(bank="north"))
        await correct(there, campaign)
        await back(there, campaign, mover)
        assert await dumped(there, campaign) == before
        assert (await there.door.reader.campaign(campaign.id)).branch == 2
        await sound(there, campaign)
        page = await there.door.reader.log(campaign.id)
        assert [(one.kind, one.undone) for one in page.entries][-3:] == [
            ("land", True),
            ("!correct", True),
            ("!rewind", False),
        ]
        await correct(there, campaign)
        await there.do(campaign, mover, Land(bank="south"))
        await sound(there, campaign)


async def test_taking_back_stops_behind_a_correction(tmp_path: Path) -> None:
    """What was done since counts no more; the correction does, and is read as it was kept."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await there.step(campaign, 2)
        await correct(there, campaign)
        before = await dumped(there, campaign)
        mover = WHO[(await there.door.reader.look(campaign.id)).decisions[0].seat]
        await there.do(campaign, mover, Row(strokes=1))
        await back(there, campaign, mover)
        assert await dumped(there, campaign) == before
        await sound(there, campaign)
        await there.do(campaign, mover, Hide(bank="north"))
        (undo, *_) = await there.door.undoing.offered(campaign.id, mover)
        assert undo.secret
        branch = (await there.door.reader.campaign(campaign.id)).branch
        await there.door.taking_back.take_back(
            campaign.id, mover, undo.number, branch, request=there.request()
        )
        assert await dumped(there, campaign) == before
        await sound(there, campaign)


async def back(there: River, campaign: Campaign, person: int) -> None:
    """Take back what a person did last, with the other side's consent."""
    (undo, *_) = await there.door.undoing.offered(campaign.id, person)
    branch = (await there.door.reader.campaign(campaign.id)).branch
    assert not undo.is_free
    made = await there.door.offers.make(
        campaign.id, person, "undo", request=there.request(), number=undo.number, branch=branch
    )
    (other,) = {RED, BLUE} - {person}
    await there.door.offers.agree(made.offer.id, other, request=there.request())


async def test_a_referee_goes_back_past_a_correction(tmp_path: Path) -> None:
    """To before it by its own number, or to before what was done earlier; and forward again."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        door = there.door
        start = await dumped(there, campaign)
        await there.step(campaign, 2)
        before = await dumped(there, campaign)
        await correct(there, campaign)
        number = (await door.reader.log(campaign.id)).total
        await there.step(campaign, 2)
        undo, _ = await door.going_back.ahead(campaign.id, DORA, number)
        assert (undo.seat, undo.action, undo.steps) == (None, None, 2)
        await door.going_back.go_back(Act(campaign.id, DORA, WHY, there.request()), number)
        assert await dumped(there, campaign) == before
        await sound(there, campaign)
        await correct(there, campaign)
        await there.door.going_back.go_back(Act(campaign.id, DORA, WHY, there.request()), 2)
        assert await dumped(there, campaign) == start
        await sound(there, campaign)


# -- two referees --------------------------------------------------------------------------------


async def test_a_second_referee_confirms(tmp_path: Path) -> None:
    """Until then nothing public changes; the same one may not; both are on file, once."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await there.door.servers.ask_two_referees(GUILD, two=True)
        assert await refused(there, campaign) == "referee.no_second"
        await appoint(there, campaign, ERIC)
        before = await there.door.reader.look(campaign.id)
        for _ in range(2):
            await correct(there, campaign, request="asked")
        assert await there.door.reader.look(campaign.id) == before
        await there.reopen()
        door = there.door
        own = await door.corrections.motion(campaign.id, DORA)
        other = await door.corrections.motion(campaign.id, ERIC)
        assert own is not None
        assert other is not None
        assert (own.own, other.own, other.typed) == (True, False, (SCORE,))
        assert await door.going_back.motion(campaign.id, ERIC) is None
        for person, code in (
            (DORA, r"referee\.own_motion"),
            (GREEN, r"referee\.not_appointed"),
            (RED, r"referee\.has_played"),
        ):
            with pytest.raises(Complaint, match=code):
                await door.corrections.confirm(campaign.id, person, own.id, request="no")
        with pytest.raises(Complaint, match=r"referee\.motion_void"):
            await door.going_back.confirm(campaign.id, ERIC, own.id, request="no")
        for _ in range(2):
            await door.corrections.confirm(campaign.id, ERIC, own.id, request="yes")
        assert await strokes(there, campaign) == 7
        live = await door.desk.at_hand(campaign.id)
        row = (await rows(there, campaign))[-1]
        assert (row.kind, row.person) == ("!correct", live.number_of(DORA))
        assert json.loads(row.body)["second"] == live.number_of(ERIC)
        said = [body["said"] for kind, body in await entered(there, campaign) if kind == "referee"]
        assert said == ["moved_correct", "corrected", "confirmed_correct"]
        assert await door.corrections.motion(campaign.id, ERIC) is None
        await sound(there, campaign)


async def test_a_motion_is_void_with_the_next_public_step(tmp_path: Path) -> None:
    """What is done in secret voids none, nor shows by it."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await there.door.servers.ask_two_referees(GUILD, two=True)
        await appoint(there, campaign, ERIC)
        await correct(there, campaign)
        motion = await there.door.corrections.motion(campaign.id, ERIC)
        assert motion is not None
        await there.do(campaign, RED, Hide(bank="north"))
        assert await there.door.corrections.motion(campaign.id, ERIC) == motion
        await there.step(campaign, 2)
        with pytest.raises(Complaint, match=r"referee\.motion_void"):
            await there.door.corrections.confirm(campaign.id, ERIC, motion.id, request="late")


async def test_what_was_begun_before_is_refused(tmp_path: Path) -> None:
    """Buttons, dialogues, plans and offers of the position before, though the question is open."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        door = there.door
        look = await door.reader.look(campaign.id)
        mover = WHO[look.decisions[0].seat]
        draft = await door.drafts.open(campaign.id, mover, "row")
        plan = await door.plans.change(
            campaign.id,
            mover,
            lambda one: dataclasses.replace(
                one, entries=(door.plans.new_entry("row", {"strokes": "1"}),)
            ),
        )
        await correct(there, campaign)
        with pytest.raises(Complaint, match=r"draft\.gone_back"):
            await door.drafts.get(draft.id, mover)
        receipt = await door.play.act(
            campaign.id, mover, Row(strokes=1), request="late", expect=look.decisions[0].key
        )
        assert [one.code for one in receipt.refusals] == ["campaign.stale"]
        with pytest.raises(Complaint):
            await door.plans.send(campaign.id, mover, plan.revision)


# -- secrets -------------------------------------------------------------------------------------


async def test_struck_orders_are_told_to_their_side_alone(tmp_path: Path) -> None:
    """By direct message and in its own log; what came of it shows in nobody else's."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        await there.do(campaign, BLUE, Reply(loud=True))
        await correct(there, campaign, HOARSE)
        live = await there.door.desk.at_hand(campaign.id)
        news = await letters(there, campaign, "news")
        assert [row["person"] for row in news] == [live.number_of(BLUE)]
        own = (await there.door.reader.log(campaign.id, BLUE)).entries[-1]
        assert [one.code for one in own.events][2:] == ["campaign.struck", "text.standing.reply"]
        for person in (RED, DORA, None):
            entry = (await there.door.reader.log(campaign.id, person)).entries[-1]
            assert [one.code for one in entry.events] == ["campaign.corrected", "corrected.voice"]
        assert not TOY.orders((await there.door.reader.look(campaign.id, BLUE)).view)
        await sound(there, campaign)


async def test_what_was_struck_stands_again_when_it_is_taken_back(tmp_path: Path) -> None:
    """The order was given before the correction, and counts where that counts no more."""
    async with river(tmp_path) as there:
        campaign = await playing(there)
        mover = WHO[(await there.door.reader.look(campaign.id)).decisions[0].seat]
        await there.do(campaign, mover, Land(bank="north"))
        await there.do(campaign, BLUE, Reply(loud=True))
        await correct(there, campaign, HOARSE)
        await back(there, campaign, mover)
        assert TOY.orders((await there.door.reader.look(campaign.id, BLUE)).view)
        await sound(there, campaign)


WORLDS: Sequence[Sequence[Action]] = (
    (),
    (Hide(bank="north"),),
    (Reply(loud=True),),
    (Hide(bank="south"), Reply(loud=True), Hide(bank="island")),
)
"""What blue does in secret before its voice is lost by a correction."""


async def lived(folder: Path, name: str, secrets: Sequence[Action]) -> list[Any]:
    """Live the story of a correction; return all that anybody but blue sees of it."""
    seen: list[Any] = []
    async with river(folder, name=name) as there:
        campaign = await playing(there)
        door = there.door
        for action in secrets:
            await there.do(campaign, BLUE, action)
        seen.append(await door.corrections.look(campaign.id, DORA))
        foreseen = await door.corrections.foresee(campaign.id, DORA, (HOARSE, SCORE))
        seen += [foreseen.before, foreseen.after, foreseen.changes]
        await correct(there, campaign, HOARSE, SCORE)
        for person in (RED, DORA, GREEN, None):
            seen.append(await door.reader.look(campaign.id, person))
            seen.append(await door.reader.log(campaign.id, person, per_page=50))
        seen.append(await entered(there, campaign))
        async with there.database.read() as connection:
            own = await people.number(connection, BLUE)
        for row in await there.rows(campaign):
            if row["person"] != own:
                seen.append({k: v for k, v in row.items() if k not in INNER})
    return seen


async def test_what_a_side_knows_shows_in_nothing(tmp_path: Path) -> None:
    """Worlds that differ in blue's secrets look the same to all others, the referee included."""
    first, *others = [
        await lived(tmp_path, f"{number}.sqlite3", one) for number, one in enumerate(WORLDS)
    ]
    for other in others:
        assert other == first
