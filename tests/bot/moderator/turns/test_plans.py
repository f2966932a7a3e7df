"""Plans: put together in private, sent as one, stopped where something needs their person."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from bot.moderator import Campaign, Complaint, Plan, Sent
from bot.moderator.api import HALT_ALWAYS
from bot.moderator.turns.plan_rows import revision_of
from bot.store import StoreError, campaigns
from engine.api import Text
from engine.playing.planning import CLOSE_ALL
from tests.support.against import against_computer, toy_with
from tests.support.river import BLUE, CHANNEL, GREEN, GUILD, RED, WHO, River, river
from tests.support.toy_game import Reply, ToyOpponent

pytestmark = pytest.mark.usefixtures("both_databases")

HIDE = ("hide", {"bank": "north"})
ROW = ("row", {"strokes": "1"})
LAND = ("land", {"bank": "south"})
STOW = ("stow", {"loads": "tea bow"})

WAITING = Text("plan.stopped.waiting")

Wanted = tuple[str, dict[str, str]]


async def plan(
    there: River, campaign: Campaign, who: int, *wanted: Wanted, **halts: bool | int
) -> Plan:
    """Put a plan together; *halts* are those of its first entry."""
    entries = [there.door.plans.new_entry(kind, filled) for kind, filled in wanted]
    entries[:1] = [dataclasses.replace(entries[0], halts=halts)]

    def change(before: Plan) -> Plan:
        return dataclasses.replace(before, entries=(*before.entries, *entries))

    return await there.door.plans.change(campaign.id, who, change)


async def send(there: River, campaign: Campaign, who: int) -> Sent:
    """Send what somebody has put together."""
    now = await there.door.plans.get(campaign.id, who)
    return await there.door.plans.send(campaign.id, who, now.revision)


async def rower_of(there: River, campaign: Campaign) -> int:
    """Who is to row."""
    (decision,) = (await there.door.reader.look(campaign.id)).decisions
    return WHO[decision.seat]


async def quiet(there: River) -> tuple[Campaign, int]:
    """A campaign in which nobody shouts, and who rows."""
    campaign = await there.started()
    for who in (RED, BLUE):
        await there.do(campaign, who, Reply(loud=False))
    return campaign, await rower_of(there, campaign)


async def kinds(there: River, campaign: Campaign, who: int) -> list[str]:
    """The kinds of action in somebody's log."""
    page = await there.door.reader.log(campaign.id, who, per_page=50)
    return [entry.kind for entry in page.entries]


async def receipts_sent(there: River, campaign: Campaign) -> list[dict[str, Any]]:
    """The direct messages that tell of a sending's secret orders."""
    return [row for row in await there.rows(campaign) if "sending" in row["body"]]


async def test_it_is_done_in_order_and_leaves_nothing(tmp_path: Path) -> None:
    """Secret and public actions alike; what happened is told together."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        before = await kinds(there, campaign, rower)
        await plan(there, campaign, rower, HIDE, ROW, LAND)

        sent = await send(there, campaign, rower)

        assert [action.kind for action in sent.done] == ["hide", "row", "land"]
        assert (sent.stopped, sent.left) == (None, 0)
        codes = [event.code for event in sent.events]
        assert [code for code in codes if code in {"rowed", "landed"}] == ["rowed", "landed"]
        done = (await kinds(there, campaign, rower))[len(before) :]
        assert [kind for kind in done if kind != "shout"] == ["hide", "row", "land"]
        assert await there.door.plans.get(campaign.id, rower) == Plan(revision=revision_of((), 0))


async def test_what_was_sent_in_secret_is_told_in_one_message(tmp_path: Path) -> None:
    """To every member of the seat, once; single secret orders as before."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        bank = {"bank": "south"}
        await plan(there, campaign, rower, HIDE, ("hide", bank), ROW, HIDE, LAND)

        await send(there, campaign, rower)

        told = await receipts_sent(there, campaign)
        assert [row["person"] for row in told] == sorted({row["person"] for row in told})
        (first, last) = (told[0]["first_seq"], told[0]["last_seq"])
        orders = await there.door.reader.told(campaign.id, campaign.seat_of(rower), first, last)
        assert sum(one.secret for one, _ in orders) == 3


async def test_the_rest_waits_when_others_are_to_act(tmp_path: Path) -> None:
    """After the landing the other side rows; what was planned beyond stays, and is not played."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        await plan(there, campaign, rower, LAND, ROW)

        sent = await send(there, campaign, rower)

        assert (sent.stopped, sent.left) == (WAITING, 1)
        left = await there.door.plans.get(campaign.id, rower)
        assert [(one.kind, dict(one.filled)) for one in left.entries] == [ROW]
        assert left.stopped == WAITING
        assert not left.sending
        assert (await kinds(there, campaign, rower))[-1] == "land"


async def test_what_the_rules_refuse_stops_it(tmp_path: Path) -> None:
    """With the refusals; what is behind it is not tried."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        await plan(there, campaign, rower, ("row", {"strokes": "99"}), LAND)

        sent = await send(there, campaign, rower)

        assert (sent.done, sent.stopped, sent.left) == ((), Text("plan.stopped.refused"), 2)
        assert [one.code for one in sent.refusals] == ["strokes"]


@pytest.mark.parametrize(
    ("halts", "stopped"),
    [
        ({}, None),
        ({"strokes": 7}, Text("halt.strokes", {"n": 7})),  # no die shows as much
        ({"strokes": 1}, None),  # every die shows as much
        ({HALT_ALWAYS: True}, Text("plan.stopped.asked")),
    ],
)
async def test_it_stops_after_what_its_person_named(
    tmp_path: Path, halts: dict[str, Any], stopped: Text | None
) -> None:
    """A figure below the number given, or in any case."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        await plan(there, campaign, rower, ROW, LAND, **halts)

        sent = await send(there, campaign, rower)

        assert (sent.stopped, sent.left) == (stopped, 1 if stopped else 0)


async def test_another_plan_than_was_seen_is_not_sent(tmp_path: Path) -> None:
    """A second press of Send cannot send the rest; nor can anybody but its person."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        seen = await plan(there, campaign, rower, LAND, ROW)
        await send(there, campaign, rower)

        with pytest.raises(Complaint) as found:
            await there.door.plans.send(campaign.id, rower, seen.revision)
        assert found.value.code == "plan.changed"
        for who, code in ((BLUE + RED - rower, "plan.empty"), (GREEN, "campaign.not_a_player")):
            with pytest.raises(Complaint) as found:
                await there.door.plans.send(campaign.id, who, seen.revision)
            assert found.value.code == code


def fail_at(there: River, kind: str, patch: pytest.MonkeyPatch) -> None:
    """Let the database fail when an action of that kind is saved."""
    real = there.database.save

    async def save(writes: Any) -> None:
        rows = [w.values for w in writes if "request" in getattr(w, "values", {})]
        if any(row["kind"] == kind for row in rows):
            raise StoreError("the disk is gone")
        await real(writes)

    patch.setattr(there.database, "save", save)


@pytest.mark.parametrize("kind", ["hide", "row", "land"])
async def test_a_sending_that_is_killed_goes_on(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every entry is done once, however often it goes on; its person hears of it."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        before = len(await kinds(there, campaign, rower))
        await plan(there, campaign, rower, HIDE, ROW, LAND)
        fail_at(there, kind, monkeypatch)
        with pytest.raises(Complaint) as found:
            await send(there, campaign, rower)
        assert found.value.code == "plan.interrupted"
        there.door.rest()
        with pytest.raises(Complaint) as found:
            await plan(there, campaign, rower, ROW)
        assert found.value.code == "plan.sending"
        await there.reopen()

        for _ in range(2):
            there.door.resume()
            await there.door.settle()

        done = (await kinds(there, campaign, rower))[before:]
        assert [one for one in done if one != "shout"] == ["hide", "row", "land"]
        assert not (await there.door.plans.get(campaign.id, rower)).entries
        told = [row for row in await there.rows(campaign) if row["kind"] == "notice"]
        assert [row["body"] for row in told] == ['{"code":"notice.plan_sent"}']
        orders = [row["person"] for row in await receipts_sent(there, campaign)]
        assert orders
        assert len(set(orders)) == len(orders)


async def test_a_plan_goes_with_its_person_and_its_campaign(tmp_path: Path) -> None:
    """Leaving, erasing and the end each delete it."""
    for ending in ("leave", "forget", "over"):
        async with river(tmp_path, name=f"{ending}.sqlite3") as there:
            campaign, rower = await quiet(there)
            await plan(there, campaign, rower, ROW)
            if ending == "leave":
                await there.door.lobby.leave(campaign.id, rower)
            elif ending == "forget":
                await there.door.people.forget(rower)
            else:
                await there.door.play.resign(campaign.id, rower, request="no more")
            async with there.database.read() as connection:
                rows = await connection.exec_driver_sql("SELECT count(*) FROM plans")
                assert rows.scalar_one() == 0, ending


async def test_who_leaves_meanwhile_leaves_no_plan(tmp_path: Path) -> None:
    """Whether they sit there is asked within the change, not before it."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        async with there.database.write() as connection:
            person = await campaigns.seated(connection, campaign.id, rower)
            assert person is not None
            await campaigns.unseat(connection, campaign.id, person, 1)

        with pytest.raises(Complaint) as found:
            await plan(there, campaign, rower, ROW)

        assert found.value.code == "campaign.not_a_player"
        async with there.database.read() as connection:
            rows = await connection.exec_driver_sql("SELECT count(*) FROM plans")
            assert rows.scalar_one() == 0


async def test_what_was_being_sent_is_not_sent_into_another_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restored copy has new dice: the plan is there, and waits for its person."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        await plan(there, campaign, rower, HIDE, ROW, LAND)
        fail_at(there, "row", monkeypatch)
        with pytest.raises(Complaint):
            await send(there, campaign, rower)
        there.door.rest()
        await there.reopen()
        await there.door.restoration.set_back(campaign.id)
        there.door.resume()
        await there.door.settle()

        left = await there.door.plans.get(campaign.id, rower)
        assert [entry.kind for entry in left.entries] == ["row", "land"]
        assert not left.sending


async def test_a_plan_shows_to_nobody(tmp_path: Path) -> None:
    """The campaign, the outbox and the log stay as they are while it is put together."""
    async with river(tmp_path) as there:
        campaign, rower = await quiet(there)
        mate = BLUE + RED - rower
        before = [
            await there.door.reader.look(campaign.id, mate),
            await there.rows(campaign),
            await kinds(there, campaign, mate),
        ]
        await plan(there, campaign, rower, HIDE, ROW)
        after = [
            await there.door.reader.look(campaign.id, mate),
            await there.rows(campaign),
            await kinds(there, campaign, mate),
        ]
        assert before == after


async def test_it_waits_for_the_computer_to_react(tmp_path: Path) -> None:
    """What the computer decides in the middle of a turn does not end a sending."""
    async with river(tmp_path, games=toy_with(ToyOpponent())) as there:
        campaign = await against_computer(there)
        for _ in range(60):
            look = await there.door.reader.look(campaign.id, RED)
            if look.outcome is not None:
                break
            if not look.mine:
                await there.door.settle()
                continue
            if look.mine[0].interrupt:
                await there.step(campaign)
                continue
            before = len(await kinds(there, campaign, RED))
            await plan(there, campaign, RED, ROW, ROW, LAND)
            sent = await send(there, campaign, RED)
            done = (await kinds(there, campaign, RED))[before:]
            assert [action.kind for action in sent.done] == ["row", "row", "land"]
            if "shout" in done[: done.index("land")]:
                return
            await there.door.settle()
        raise AssertionError("the computer never had to shout")


async def smuggling(there: River) -> Campaign:
    """A campaign in which both load unseen before one of them rows."""
    campaign = await there.door.lobby.create(
        game="toy",
        name="Crossing",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings={"turns": 3, "smuggling": True},
    )
    await there.door.seats.join(campaign.id, RED, "red")
    await there.door.seats.join(campaign.id, BLUE, "blue")
    return await there.door.lobby.start(campaign.id, RED, request=there.request())


async def test_a_phase_is_not_closed_where_it_was_not_seen(tmp_path: Path) -> None:
    """What closing it leads to hangs on the other's secrets: nothing is closed for its person."""
    async with river(tmp_path) as there:
        campaign = await smuggling(there)
        rower = WHO[(await there.door.reader.look(campaign.id)).view.table.player]
        await plan(there, campaign, BLUE + RED - rower, STOW, (CLOSE_ALL, {}))
        closed = await send(there, campaign, BLUE + RED - rower)
        assert [action.kind for action in closed.done] == ["stow", "ready"]
        assert (closed.stopped, closed.left) == (None, 0)

        await plan(there, campaign, rower, STOW, ROW)
        sent = await send(there, campaign, rower)

        assert [action.kind for action in sent.done] == ["stow"]
        assert (sent.stopped, sent.left) == (Text("plan.stopped.refused"), 1)


async def in_supply(there: River) -> Campaign:
    """War of the Pacific as far as Chile's first supply phase."""
    campaign = await there.door.lobby.create(
        game="war_of_the_pacific",
        name="War",
        guild_id=GUILD,
        channel_id=CHANNEL,
        person_id=RED,
        language="en",
        settings={},
    )
    await there.door.seats.join(campaign.id, RED, "chile")
    await there.door.seats.join(campaign.id, BLUE, "allies")
    await there.door.lobby.start(campaign.id, RED, request=there.request())
    who = {"chile": RED, "allies": BLUE}
    while True:
        look = await there.door.reader.look(campaign.id)
        assert look.status is not None
        if look.status.phase_key == "supply":
            return campaign
        seat = look.decisions[0].seat
        game = there.games["war_of_the_pacific"]
        kinds = game.kinds((await there.door.reader.look(campaign.id, who[seat])).view)
        kind = "standard" if "standard" in kinds else "done"
        await there.do(campaign, who[seat], game.actions[kind]())


async def test_phases_are_closed_before_what_is_of_a_later_one(tmp_path: Path) -> None:
    """As the page showed it; all that are left of the turn are closed as far as that is allowed."""
    async with river(tmp_path, games=GAMES) as there:
        campaign = await in_supply(there)
        game = there.games["war_of_the_pacific"]
        view = (await there.door.reader.look(campaign.id, RED)).view
        sea = game.suppose(view, game.actions["done"]()).view
        embark = next(
            ("embark", {"units": actor.who.value, "ship": act.where[0].value})
            for actor in game.actors(sea)
            for act in actor.acts
            if act.kind == "embark" and act.where
        )
        await plan(there, campaign, RED, embark, (CLOSE_ALL, {}))

        sent = await send(there, campaign, RED)

        assert [action.kind for action in sent.done] == ["done", "embark"]
        # Stacks with orders must sail before the phase can be closed: no end is left lying.
        assert (sent.stopped, sent.left) == (Text("plan.stopped.refused"), 0)
        left = await there.door.plans.get(campaign.id, RED)
        assert (left.entries, left.stopped) == ((), None)
