"""A server for trying commands out: its own list goes when the setting goes."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.conftest import ToyTable


def _written(table: ToyTable) -> list[int]:
    """Return how long the server's own list was, each time that it was written."""
    path = f"/guilds/{table.guild.id}/commands"
    calls = [call for call in table.env.http_requests if call.method == "PUT"]
    return [len(call.json or ()) for call in calls if call.path.endswith(path)]


async def test_commands_of_a_test_server_are_taken_back(tmp_path: Path, strict_texts: None) -> None:
    """With the setting gone nothing stands there twice; later starts write nothing more."""
    async with ToyTable(tmp_path) as table:
        assert _written(table) == []
        without = table.settings
        await table.stop()
        table.settings = without.model_copy(update={"sync_guild": table.guild.id})
        await table.start()
        await table.restart()
        (whole,) = _written(table)
        assert whole > 3
        await table.stop()
        table.settings = without

        await table.start()
        await table.restart()

        assert _written(table) == [whole, 0]
        assert (await table.people["alice"].slash("help")).acknowledged
