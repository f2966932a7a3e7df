"""Looking back on a game: counted from its log, whatever was played, and a rematch after it."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.moderator import Complaint
from bot.moderator.lobby.rematches import rematch_name, seat_of_rematch
from bot.moderator.looking.retrospects import MOMENTS, luck_of
from bot.moderator.looking.thrown import MOST_EXACT, Fallen, Thrown, Throws
from engine.chances.probability import total
from engine.tales import Throw
from tests.bot.moderator.rewinding.test_taking_back import afloat, rower
from tests.support.river import BLUE, GREEN, GUILD, RED, WHO, River, river
from tests.support.toy_game import TOY, Hide, Row

pytestmark = pytest.mark.usefixtures("both_databases")


@pytest.mark.parametrize("turns", [1, 3, 5])
async def test_what_is_told_is_what_was_played(tmp_path: Path, turns: int) -> None:
    """Actions, secrets, moments in their order, dice: as the log has them; the same again later."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=turns)
        with pytest.raises(Complaint, match="not_over"):
            await there.door.retrospects.of(campaign.id)
        await there.do(campaign, RED, Hide(bank="north"))
        steps = await there.play_out(campaign)

        told = await there.door.retrospects.of(campaign.id)
        assert not told.secrets, "not even how many there were, until they are open"
        assert told.opens == there.watch.now + timedelta(days=1)
        there.watch.forward(days=1)
        told = await there.door.retrospects.of(campaign.id)

        assert told.opened
        assert told.actions == steps
        assert told.secrets == {"red": 1}
        assert len(told.moments) <= MOMENTS
        assert told.moments or turns == 1
        assert [one.turn for one in told.moments] == sorted(one.turn for one in told.moments)
        assert all(one.weight > 0 for one in told.moments)
        assert sum(one.dice for one in told.luck.values()) > 0
        await there.reopen()
        assert await there.door.retrospects.of(campaign.id) == told


async def test_whoever_was_erased_is_not_called(tmp_path: Path) -> None:
    """They are in no seat of the last game, and may open no rematch of it."""
    async with river(tmp_path) as there:
        last = await _over(there)
        await there.door.people.forget(BLUE)
        after = await there.door.reader.campaign(last)
        assert after.seats == {"red": (RED,), "blue": ()}
        for who in (BLUE, GREEN):
            with pytest.raises(Complaint, match="not_a_player"):
                await there.door.rematches.open(last, who, channel_id=after.channel_id)
        opened = await there.door.rematches.open(last, RED, channel_id=after.channel_id)
        assert opened.guild_id == GUILD
        assert opened.seats == {"red": (), "blue": (RED,)}
        for channel in (after.channel_id, after.channel_id + 1):
            with pytest.raises(Complaint, match="rematch_there"):
                await there.door.rematches.open(last, RED, channel_id=channel)


async def _over(there: River) -> str:
    campaign = await there.started(turns=1)
    await there.play_out(campaign)
    return campaign.id


async def test_everybody_has_the_next_seat(tmp_path: Path) -> None:
    """The last one the first."""
    async with river(tmp_path) as there:
        campaign = await there.open_campaign()
        assert [seat_of_rematch(campaign, seat) for seat in campaign.seats] == ["blue", "red"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("River", "River (2)"),
        ("River (2)", "River (3)"),
        ("River (old)", "River (old) (2)"),
        ("R" * 80, "R" * 76 + " (2)"),
        ("R" * 76 + " (9)", "R" * 75 + " (10)"),
    ],
)
def test_a_rematch_has_a_number(name: str, wanted: str) -> None:
    """And no more letters than a name may have."""
    assert rematch_name(name, 80) == wanted
    assert len(rematch_name(name, 80)) <= 80


def test_luck_is_held_against_chance() -> None:
    """As expected is the middle; sixes are rare luck; other dice have other means."""
    middle = luck_of([3, 4] * 50, [6] * 100)
    assert (middle.dice, middle.mean, middle.expected, middle.better_than) == (100, 3.5, 3.5, 50)
    assert luck_of([6] * 10, [6] * 10).better_than == 100
    assert luck_of([1] * 10, [6] * 10).better_than == 0
    assert luck_of([5, 3], [10, 6]).expected == 4.5


# ------------------------------------------------------------------------- dice


@pytest.mark.parametrize("turns", [1, 4])
async def test_dice_are_those_of_the_log(tmp_path: Path, turns: int) -> None:
    """Every public throw once, by side and by rule; at the end, and at any moment before."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=turns)
        assert (await there.door.retrospects.thrown(campaign.id)).seats == ()
        for _ in range(3):
            await there.step(campaign)
        before = await there.door.retrospects.thrown(campaign.id)
        assert before.campaign.status == "playing"
        assert _faces(before) == await _logged(there, campaign.id)
        await there.do(campaign, RED, Hide(bank="north"))
        assert (await there.door.retrospects.thrown(campaign.id)).seats == before.seats
        await there.play_out(campaign)

        told = await there.door.retrospects.thrown(campaign.id)

        assert told.campaign.status == "over"
        assert _faces(told) == await _logged(there, campaign.id)
        assert sum(one.dice for one in told.seats) > 0
        by_rule = [one for fallen in told.rules.values() for one in fallen]
        assert sum(one.dice for one in by_rule) == sum(one.dice for one in told.seats)
        luck = (await there.door.retrospects.of(campaign.id)).luck
        assert {one.seat for one in told.seats} == set(luck)
        for one in told.seats:
            same = luck[one.seat]
            assert (one.dice, one.expected) == (same.dice, same.expected)
            assert one.mean == pytest.approx(same.mean)


def _faces(thrown: Thrown) -> Counter[tuple[str, int]]:
    found: Counter[tuple[str, int]] = Counter()
    for one in thrown.seats:
        for face, often in enumerate(one.faces, 1):
            found[one.seat, face] += often
    return +found


async def _logged(there: River, campaign: str) -> Counter[tuple[str, int]]:
    """Return the faces that somebody without a seat reads in the log."""
    found: Counter[tuple[str, int]] = Counter()
    pages = (await there.door.reader.log(campaign)).pages
    for number in range(1, pages + 1):
        page = await there.door.reader.log(campaign, page=number)
        for entry in page.entries:
            for event in entry.events:
                for throw in TOY.tale(event).throws:
                    found.update((throw.seat, die) for die in throw.dice)
    return found


async def test_dice_that_were_taken_back_do_not_count(tmp_path: Path) -> None:
    """The log keeps and marks them; of how a game went they are no part."""
    async with river(tmp_path) as there:
        campaign = await afloat(there)
        door, person = there.door, await rower(there, campaign)
        await there.do(campaign, person, Row(strokes=2))
        (fallen,) = (await door.retrospects.thrown(campaign.id)).seats
        assert fallen.dice == 2
        (undo, *_) = await door.undoing.offered(campaign.id, person)
        made = await door.offers.make(
            campaign.id, person, "undo", request="ask", number=undo.number, branch=0
        )
        other = next(one for one in WHO.values() if one != person)
        await door.offers.agree(made.offer.id, other, request="agree")
        assert (await door.retrospects.thrown(campaign.id)).seats == ()


async def test_clauses_of_one_name_are_told_together(tmp_path: Path) -> None:
    """By seat and kind of die, the most dice first; nothing is lost or counted twice."""
    async with river(tmp_path) as there:
        campaign = await there.open_campaign()
    throws = Throws()
    throws.add("7.hit", Throw("blue", (6, 6)))
    throws.add("7.miss", Throw("blue", (1,), low=True))
    throws.add("7.miss", Throw("red", (2,)))
    throws.add("8", Throw("red", (10,), sides=10))
    thrown = throws.thrown(campaign)
    assert thrown.seats == (
        Fallen("red", (0, 1, 0, 0, 0, 0)),
        Fallen("red", (*[0] * 9, 1)),
        Fallen("blue", (1, 0, 0, 0, 0, 2)),
    )
    named = thrown.by(lambda rule: rule.partition(".")[0])
    assert list(named) == ["7", "8"]
    assert named["7"] == (Fallen("red", (0, 1, 0, 0, 0, 0)), Fallen("blue", (1, 0, 0, 0, 0, 2)))
    assert throws.good()["blue"] == ([6, 6, 6], [6, 6, 6])


async def test_dice_of_no_campaign(tmp_path: Path) -> None:
    """There are none, and that is said as everywhere."""
    async with river(tmp_path) as there:
        with pytest.raises(Complaint, match="unknown"):
            await there.door.retrospects.thrown("none")
        waiting = await there.open_campaign()
        assert (await there.door.retrospects.thrown(waiting.id)).seats == ()


@given(st.lists(st.integers(0, 4), min_size=2, max_size=4).filter(any))
def test_chance_counts_every_case(faces: list[int]) -> None:
    """As far off or farther, either way, of all the ways in which so many dice can fall."""
    fallen = Fallen("red", tuple(faces))
    assume(fallen.sides**fallen.dice <= 5000)
    cases = list(product(range(1, fallen.sides + 1), repeat=fallen.dice))
    middle = fallen.dice * (fallen.sides + 1)
    off = abs(2 * fallen.sum - middle)
    far = sum(abs(2 * sum(case) - middle) >= off for case in cases)
    assert fallen.by_chance == pytest.approx(far / len(cases))


@pytest.mark.parametrize("sixes", range(0, MOST_EXACT + 2, 3))
def test_many_dice_are_near_enough(sixes: int) -> None:
    """Where cases are no longer counted, what is said is what counting them would say."""
    dice = MOST_EXACT + 1
    fallen = Fallen("red", (dice - sixes, 0, 0, 0, 0, sixes))
    off = abs(2 * fallen.sum - 7 * dice)
    exact = total(dice, 6).chance_that(lambda one: abs(2 * one - 7 * dice) >= off)
    assert fallen.by_chance == pytest.approx(float(exact), abs=0.002)


def test_dice_that_fall_as_expected_are_always_as_far_off() -> None:
    """Which is said as a hundred of a hundred, however many they are; one face is no chance."""
    for dice in (1, 40):
        assert Fallen("red", (0, dice, 0)).by_chance == 1
        assert Fallen("red", (dice,)).by_chance == 1
