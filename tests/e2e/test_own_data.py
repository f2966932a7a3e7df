"""A host's own data files, as the people at two tables meet them."""

from __future__ import annotations

from pathlib import Path

from bot.settings import load_settings
from tests.support.own_data import own_folder
from tests.support.quick import bot_with_small_maps, warm
from tests.support.table import TOKEN, Table

PATIENCE = 180.0


async def test_a_table_keeps_the_map_it_began_with(tmp_path: Path) -> None:
    """By the host's own file; the next, begun when that is gone, by ours; in one bot."""
    warm("war_of_the_pacific")
    change = ("iquique,Iquique,", "iquique,Iki Iki,")
    own = own_folder(tmp_path / "own", "war_of_the_pacific", "cities.csv", *change)
    table = Table(tmp_path, bot_with_small_maps, settle_timeout=PATIENCE, data=own)
    async with table:
        alice, bruno = table.people["alice"], table.people["bruno"]
        rooms = [table.channel, table.guild.create_text_channel("another")]
        texts = []
        for number, room in enumerate(rooms):
            made = await alice.slash(
                "game new", game="war_of_the_pacific", name=f"War {number}", room=room
            )
            assert "is ready" in made.text
            await alice.slash("game join", side="chile", room=room)
            await bruno.slash("game join", side="allies", room=room)
            await alice.slash("game start", room=room)
            await table.settle()
            if number == 0:
                given = {"token": TOKEN, "database": str(table.database)}
                table.settings = load_settings(given, env_file=None)
                await table.restart()
        for room in rooms:
            texts.append((await alice.slash("map text", where="3118", room=room)).text)

        assert "Iki Iki" in texts[0]
        assert "Iquique" in texts[1]
        assert "Iquique" not in texts[0]
        assert "Iki Iki" not in texts[1]
        offered = await bruno.offered("wp deploy", "to", "", units="pe-inf-1", room=rooms[0])
        assert any("Iki Iki" in label for label in offered), offered
        assert (await alice.slash("map show", room=rooms[0])).paper.pictures
