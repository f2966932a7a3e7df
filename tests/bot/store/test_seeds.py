"""The secret of a campaign's dice: split so that one key opens nothing else, sealed beforehand."""

from __future__ import annotations

import hashlib
from dataclasses import astuple
from pathlib import Path

from bot.store import campaigns, log
from bot.store.seeds import NEWEST, seal_of, seeds_of
from engine.dice import SeededDice
from tests.support.river import river


def test_each_use_has_a_key_of_its_own() -> None:
    """None is another, or the secret; in the first scheme all are the secret itself."""
    keys = astuple(seeds_of(b"secret", NEWEST))
    assert len({*keys, b"secret"}) == 5
    assert set(astuple(seeds_of(b"secret", 1))) == {b"secret"}
    assert "secret" not in repr(seeds_of(b"secret", 1))


def test_a_seal_proves_one_key_without_the_others() -> None:
    """Whoever is shown a key and the others' hashes can count the seal."""
    first, *others = astuple(seeds_of(b"secret", NEWEST))
    hashes = [hashlib.sha256(one).digest() for one in (first, *others)]
    assert seal_of(b"secret", NEWEST) == hashlib.sha256(b"".join(hashes)).hexdigest()
    assert seal_of(b"other", NEWEST) != seal_of(b"secret", NEWEST)
    assert seal_of(b"secret", 1) == ""


def test_hidden_dice_come_from_a_key_of_their_own() -> None:
    """Open dice are the same whatever that is; without one they are those of before."""
    apart, alike = SeededDice(b"open", 3, 7, b"hidden"), SeededDice(b"open", 3, 7)
    assert apart.roll("", 40) == alike.roll("", 40)
    assert apart.roll_secret("", 40) != alike.roll_secret("", 40)
    assert SeededDice(b"other", 3, 7, b"hidden").roll_secret("", 40) == SeededDice(
        b"open", 3, 7, b"hidden"
    ).roll_secret("", 40)


async def test_campaigns_from_now_on_are_split(tmp_path: Path) -> None:
    """Every open die comes from the open key, every hidden one from another."""
    async with river(tmp_path) as there:
        campaign = await there.started(turns=4, crates=True)
        await there.play_out(campaign)
        async with there.database.read() as connection:
            row = await campaigns.get(connection, campaign.id)
            rows = await log.between(connection, campaign.id, 0, 1000)
        assert row is not None
        assert campaign.seal == row.seal
        hidden, thrown = 0, 0
        for one in rows:
            dice = SeededDice(row.seeds.open_dice, thrown, one.version, row.seeds.hidden_dice)
            guess = SeededDice(row.seeds.open_dice, thrown, one.version)
            for roll in one.rolls:
                wanted = (roll.purpose, len(roll.values), roll.sides)
                if roll.secret:
                    assert dice.roll_secret(*wanted) == roll.values
                    hidden += guess.roll_secret(*wanted) == roll.values
                    continue
                assert dice.roll(*wanted) == roll.values
            thrown += one.dice
        assert row.dice_scheme == NEWEST
        assert hidden < 2
