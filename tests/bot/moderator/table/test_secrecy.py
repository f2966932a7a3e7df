"""Nothing that anybody else can read depends on a side's secret actions."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from bot.store.schema import panels
from tests.support.river import BLUE, INNER, RED, River, river
from tests.support.toy_game import BANKS, Hide

SECRETS = st.dictionaries(
    st.integers(0, 8), st.lists(st.sampled_from(BANKS[:2]), min_size=1, max_size=3), max_size=6
)
"""What red hides between the public steps, by step."""


async def _play(there: River, secrets: dict[int, list[str]], *, crates: bool) -> dict[str, Any]:
    """Play the same public game with other secrets; return all that blue and the public read."""
    campaign = await there.started(turns=2, crates=crates)
    seen: list[Any] = []
    for step in range(9):
        if (await there.door.reader.look(campaign.id)).outcome is not None:
            break
        for bank in secrets.get(step, []):
            await there.do(campaign, RED, Hide(bank=bank))
        # Land is always at the south bank (choice 8), where red's lantern never stands.
        await there.step(campaign, 8 if step % 2 else step % 4)
        if (await there.door.reader.look(campaign.id)).outcome is not None:
            break
        for who in (None, BLUE, 999):
            seen.append(await there.door.reader.look(campaign.id, who))
            if who != 999:  # once all is over the log is open to everybody
                seen.append(await there.door.reader.log(campaign.id, who, per_page=50))
        seen.append(
            await there.door.play.act(campaign.id, BLUE, Hide(bank="north"), request=f"{step}")
        )
    rows = [
        {key: value for key, value in row.items() if key not in INNER}
        for row in await there.rows(campaign)
        if row["person"] != 1  # red's own number: the first to come
    ]
    looks_back = [
        await there.door.reader.look_back(campaign.id, seat, row["last_seq"])
        for row in await there.rows(campaign)
        for seat in (None, "blue")
        if row["kind"] == "bulletin"
    ]
    events = [
        [
            (action.version, events)
            for action, events in await there.door.reader.told(
                campaign.id, viewer, row["first_seq"], row["last_seq"]
            )
        ]
        for row in await there.rows(campaign)
        for viewer in (None, "blue")
        if row["kind"] == "bulletin"
    ]
    async with there.database.read() as connection:
        panel = (await connection.execute(select(panels))).mappings().all()
    return {
        "campaign": campaign.id,
        "seen": seen,
        "rows": rows,
        "looks back": looks_back,
        "events": events,
        "panel": [dict(row) for row in panel],
        "list": await there.door.reader.campaigns(7, BLUE),
    }


@settings(max_examples=10)
@given(one=SECRETS, two=SECRETS, crates=st.booleans())
def test_other_secrets_same_world(
    one: dict[int, list[str]], two: dict[int, list[str]], crates: bool
) -> None:
    """Two games that differ in what red hid, and how often: blue's and the public's are equal.

    So are the crates that blue draws unseen: what red does in secret moves no draw.

    Looks, receipts, log pages with their numbers and filters, bulletins with their nonces, times
    and pings, panel versions, direct messages to blue.
    """

    async def world(secrets: dict[int, list[str]]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            async with river(Path(folder)) as there:
                return await _play(there, secrets, crates=crates)

    first, second = asyncio.run(world(one)), asyncio.run(world(two))

    for name, value in first.items():
        assert second[name] == value, name


async def test_a_secret_order_is_told_to_its_own_side_only(tmp_path: Path) -> None:
    """One direct message to each member of the seat, nothing else: no row, no version, no ping."""
    async with river(tmp_path) as there:
        campaign = await there.open_campaign()
        await there.let_in(campaign, 101, "red", by=RED)
        await there.door.lobby.start(campaign.id, RED, request="start")
        before = await there.rows(campaign)
        public = await there.door.reader.look(campaign.id)
        await there.do(campaign, RED, Hide(bank="north"))

        new = (await there.rows(campaign))[len(before) :]

        assert [row["kind"] for row in new] == ["receipt", "receipt"]
        assert len({row["person"] for row in new}) == 2
        assert await there.door.reader.look(campaign.id) == public
        assert all(len(row["nonce"]) <= 25 for row in await there.rows(campaign))


async def test_the_seed_is_never_shown(tmp_path: Path) -> None:
    """Not by the campaign, not by what a traceback would print."""
    async with river(tmp_path) as there:
        campaign = await there.started()
        live = there.door.desk.shelf.get(campaign.id)
        assert live is not None
        seed = live.row.seed

        for text in (
            repr(live),
            repr(campaign),
            repr(await there.door.reader.look(campaign.id, RED)),
        ):
            assert repr(seed) not in text
            assert seed.hex() not in text
