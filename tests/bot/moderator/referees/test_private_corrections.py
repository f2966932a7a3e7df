"""What a side proposes in private: taken back past, replayed, void, read by whom, and forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from discord.ui import Select
from sqlalchemy import func, select

from bot.cli import keeping
from bot.moderator import Campaign, Complaint
from bot.moderator.referees import private_corrections
from bot.moderator.referees.private_corrections import OFTEN
from bot.moderator.referees.proving import Unsound
from bot.moderator.table.replay import state_at
from bot.store.database import as_url
from bot.store.log import OWN_CORRECT
from bot.store.schema import private_motions
from bot.ui.dialogue.correcting import OWN_VERB, Asked, page_of
from engine.api import AnyGame, Corrected
from engine.errors import IllegalAction
from tests.bot.moderator.lobby import test_beginnings as position
from tests.bot.moderator.referees.test_going_back import number_of, sound
from tests.bot.moderator.referees.test_proving import Broken
from tests.bot.moderator.rewinding.test_taking_back import actions, afloat, back
from tests.support.refereed import DORA, act, appoint
from tests.support.river import BLUE, RED, WHO, River, river
from tests.support.toy_game import TOY, Hide, Row

pytestmark = pytest.mark.usefixtures("both_databases")

SOUTH = (("lantern", {"bank": "south"}),)


async def begun(there: River) -> Campaign:
    """Begin a game that dora referees and may look into; blue's lantern stands north."""
    campaign = await afloat(there)
    await appoint(there, campaign, secrets=True)
    await there.do(campaign, BLUE, Hide(bank="north"))
    return campaign


async def propose(there: River, campaign: Campaign, who: int = BLUE) -> str:
    """Let somebody propose that their lantern stands south; return the proposal's id."""
    door = there.door.private_corrections
    steps = (await door.own(campaign.id, who)).steps
    await door.propose(act(there, campaign, who, version=steps), SOUTH)
    standing = await door.standing(campaign.id, who)
    assert standing is not None
    return standing.id


async def corrected(there: River, campaign: Campaign, who: int = BLUE) -> None:
    """Let somebody's lantern be put south by proposal."""
    motion, door = await propose(there, campaign, who), there.door.private_corrections
    await door.shown(campaign.id, DORA, motion)
    await door.confirm(campaign.id, DORA, motion, request=there.request())


async def lantern(there: River, campaign: Campaign, seat: str = "blue") -> str:
    """Return where a side's lantern stands."""
    live = await there.door.desk.at_hand(campaign.id)
    assert live.position is not None
    found: str = live.position.state.secrets[seat].lantern
    return found


async def test_it_is_a_secret_step_of_its_side(tmp_path: Path) -> None:
    """The row keeps its state; nothing that others count or wait by moves."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        before = await there.door.desk.at_hand(campaign.id)
        await corrected(there, campaign)
        live = await there.door.desk.at_hand(campaign.id)
        row = (await actions(there, campaign))[-1]
        assert (row.kind, row.seat, row.secret, row.cause) == (OWN_CORRECT, "blue", True, "referee")
        assert row.digest is not None
        assert row.rolls == ()
        assert all(event.audience == frozenset({"blue"}) for event in row.events)
        assert (live.row.version, live.row.branch) == (before.row.version, before.row.branch)
        assert live.clocks == before.clocks
        assert live.counts.read_by("red") == before.counts.read_by("red")
        assert await lantern(there, campaign) == "south"
        await sound(there, campaign)


@pytest.mark.sqlite
async def test_it_is_replayed_by_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the file alone, what follows it too; a state that is another is found."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        await corrected(there, campaign)
        await there.step(campaign)
        monkeypatch.setattr(keeping, "GAMES", there.games)
        path = there.path
    assert (await keeping.replay_all(as_url(path), campaign.id)).sound
    once = TOY.own_corrector.rule("lantern")
    assert once is not None
    # It is read, not worked out again: whatever becomes of the rules of correcting, it holds.
    monkeypatch.setattr(type(TOY), "correct_own", None)
    assert (await keeping.replay_all(as_url(path), campaign.id)).sound


async def test_what_others_take_back_in_secret_leaves_it(tmp_path: Path) -> None:
    """Red takes an order back that was given before it: blue's lantern stays where it was put."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        await there.do(campaign, RED, Hide(bank="island"))
        await corrected(there, campaign)
        await back(there, campaign, RED)
        assert await lantern(there, campaign, "red") == ""
        assert await lantern(there, campaign) == "south"
        await sound(there, campaign)


async def test_its_side_takes_back_what_came_after_it_only(tmp_path: Path) -> None:
    """What was put right stays, and orders of before it with it."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        await corrected(there, campaign)
        assert [
            one for one in await there.door.undoing.offered(campaign.id, BLUE) if one.secret
        ] == []
        await there.do(campaign, BLUE, Hide(bank="island"))
        offered = [one for one in await there.door.undoing.offered(campaign.id, BLUE) if one.secret]
        assert len(offered) == 1
        await back(there, campaign, BLUE)
        assert await lantern(there, campaign) == "south"
        await sound(there, campaign)


async def test_going_back_past_it_strikes_it(tmp_path: Path) -> None:
    """It was of a position that is no more; its side is told, as of any order that is struck."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        await there.step(campaign)
        number = await number_of(there, campaign)
        await corrected(there, campaign)
        await there.do(campaign, RED, Hide(bank="island"))
        _, seen = await there.door.going_back.ahead(campaign.id, DORA, number)
        await there.door.going_back.go_back(act(there, campaign, version=seen), number)
        assert await lantern(there, campaign) == "north"
        assert await lantern(there, campaign, "red") == "island"
        notices = [row for row in await there.rows(campaign) if "notice.struck" in row["body"]]
        assert len(notices) == 1
        await sound(there, campaign)


async def test_it_is_void_when_its_seat_changes_hands(tmp_path: Path) -> None:
    """The computer plays for them, or they are erased: nothing is to be confirmed any more."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        motion, door = await propose(there, campaign), there.door.private_corrections
        assert await door.open(campaign.id, DORA) == (("blue", motion),)
        assert await door.open(campaign.id, RED) == ()
        other = (("lantern", {"bank": "island"}),)
        asked = act(there, campaign, BLUE, version=(await door.own(campaign.id, BLUE)).steps)
        with pytest.raises(Complaint, match=r"private\.open"):
            await door.propose(asked, other)
        await there.door.people.forget(BLUE)
        assert await door.open(campaign.id, DORA) == ()
        async with there.database.read() as connection:
            rows = await connection.execute(select(func.count()).select_from(private_motions))
            assert rows.scalar_one() == 0


async def test_it_is_refused_as_the_rules_say(tmp_path: Path) -> None:
    """Where nothing would be otherwise, and while somebody is asked in the middle of something."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        door = there.door.private_corrections
        steps = (await door.own(campaign.id, BLUE)).steps
        same = (("lantern", {"bank": "north"}),)
        with pytest.raises(IllegalAction):
            await door.propose(act(there, campaign, BLUE, version=steps), same)
        for _ in range(60):
            decision = (await there.door.reader.look(campaign.id)).decisions[0]
            if decision.interrupt:
                break
            await there.do(campaign, WHO[decision.seat], Row(strokes=1))
        else:
            pytest.fail("nobody has rowed a six")
        with pytest.raises(IllegalAction):
            await door.own(campaign.id, BLUE)


async def test_who_reads_of_it_in_the_journal(tmp_path: Path) -> None:
    """Its side and referees who may look; once what was secret is open, everybody."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        await corrected(there, campaign)
        assert await read_by(there, campaign) == {BLUE, DORA}
        await there.door.play.resign(campaign.id, RED, request=there.request())
        assert await read_by(there, campaign) == {BLUE, DORA}
        there.watch.forward(days=40)
        assert await read_by(there, campaign) == {RED, BLUE, DORA, 999}


async def read_by(there: River, campaign: Campaign) -> set[int]:
    """Return whose journal has the entry of it."""
    found = set()
    for who in (RED, BLUE, DORA, 999):
        page = await there.door.journals.page(campaign.id, who, page=1, per_page=50)
        if any(one.body.get("said") == "private_confirmed" for one in page.entries):
            found.add(who)
    return found


async def test_nobody_is_called_again_and_again(tmp_path: Path) -> None:
    """A side that proposes and withdraws calls the referees three times an hour, and no more."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        door = there.door.private_corrections

        async def called() -> int:
            rows = await there.rows(campaign)
            return sum("notice.private_proposed" in row["body"] for row in rows)

        for number in range(1, OFTEN + 1):
            motion = await propose(there, campaign)
            assert await called() == number
            await door.withdraw(campaign.id, BLUE, motion)
        with pytest.raises(Complaint, match=r"private\.often") as caught:
            await propose(there, campaign)
        until = int(str(caught.value.params["at"])) * 1000 - there.door.desk.now()
        assert 0 < until <= 3_600_000
        assert await door.standing(campaign.id, BLUE) is None
        await propose(there, campaign, RED)  # each side by itself
        there.watch.forward(hours=1)
        await propose(there, campaign)
        assert await called() == OFTEN + 2


async def test_one_from_which_no_game_goes_on_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is changed and it stands still; what was wrong may name secrets: no log has it."""

    def unsound(*_: Any) -> None:
        raise Unsound("a lantern stands south")

    def broken(*_: Any) -> Corrected:
        raise RuntimeError("a lantern stands south")

    async with river(tmp_path) as there:
        campaign = await begun(there)
        motion, door = await propose(there, campaign), there.door.private_corrections
        await door.shown(campaign.id, DORA, motion)
        for where, name, fails, code in (
            (private_corrections, "prove", unsound, "correct.unsound"),
            (type(TOY), "correct_own", broken, "campaign.fault"),
        ):
            with monkeypatch.context() as patched:
                patched.setattr(where, name, fails)
                with pytest.raises(Complaint, match=code):
                    await door.confirm(campaign.id, DORA, motion, request=there.request())
        assert "lantern" not in caplog.text
        assert caplog.text.count(f"campaign {campaign.id}: a private correction") == 2
        assert await lantern(there, campaign) == "north"
        assert await door.open(campaign.id, DORA) == (("blue", motion),)
        assert await read_by(there, campaign) == set()
        await door.confirm(campaign.id, DORA, motion, request=there.request())
        assert await lantern(there, campaign) == "south"


async def test_a_game_that_is_over_goes_on_with_it_or_from_before_it(tmp_path: Path) -> None:
    """From before the end it holds; from further back it is struck, and replays either way."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        await there.step(campaign)
        number = await number_of(there, campaign)
        await corrected(there, campaign)
        for back_to, stands in ((None, "south"), (number, "north")):
            await there.door.play.resign(campaign.id, RED, request=there.request())
            to = await number_of(there, campaign) if back_to is None else back_to
            _, seen = await there.door.going_back.ahead(campaign.id, DORA, to)
            await there.door.going_back.go_back(act(there, campaign, version=seen), to)
            assert (await there.door.reader.campaign(campaign.id)).status == "playing"
            assert await lantern(there, campaign) == stands
            assert await read_by(there, campaign) == {BLUE, DORA}
            await sound(there, campaign)
        await corrected(there, campaign)  # and may be proposed anew
        await there.step(campaign)
        await sound(there, campaign)


async def test_in_a_game_begun_from_a_position(tmp_path: Path) -> None:
    """Taken back in secret and in public it leads on from the state kept with the beginning."""
    async with river(tmp_path) as there:
        campaign = await position.opened(there)
        await position.proposed(there, campaign)
        await position.confirmed(there, campaign)
        campaign = await position.start(there, campaign)
        await appoint(there, campaign, secrets=True)
        await there.do(campaign, RED, Hide(bank="island"))
        await corrected(there, campaign)
        await back(there, campaign, RED)
        assert await lantern(there, campaign) == "south"
        await sound(there, campaign)
        await there.step(campaign)
        number = await number_of(there, campaign)
        await corrected(there, campaign, RED)
        _, seen = await there.door.going_back.ahead(campaign.id, DORA, number)
        await there.door.going_back.go_back(act(there, campaign, version=seen), number)
        assert (await lantern(there, campaign, "red"), await lantern(there, campaign)) == (
            "",
            "south",
        )
        await sound(there, campaign)
        for to in (0, 1):
            with pytest.raises(Complaint, match=r"referee\.no_step"):
                await there.door.going_back.ahead(campaign.id, DORA, to)
        live = await there.door.desk.at_hand(campaign.id)
        for seq in range(1, live.row.head + 1):
            past = await state_at(there.database, live.game, campaign.id, live.row.settings, seq)
            assert past.seq == seq


async def test_a_page_says_that_there_is_nothing_to_put_right(tmp_path: Path) -> None:
    """Where no kind has anything: else it would ask for what nobody can pick."""
    async with river(tmp_path) as there:
        campaign = await begun(there)
        look = (await there.door.private_corrections.own(campaign.id, BLUE)).look
        draft = await there.door.drafts.open(campaign.id, BLUE, OWN_CORRECT)
        asked = Asked(look, draft, "en", OWN_VERB)
        bare: AnyGame = Broken(correction_options=lambda *_: iter(()))
        for game, said, menus in ((TOY, "List what", 1), (bare, "keeps nothing secret", 0)):
            page = page_of(game, asked)
            assert said in page.texts[-1]
            assert sum(isinstance(one.item, Select) for one in page.items) == menus
