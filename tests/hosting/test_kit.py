"""What the kit of docs/hosting/kit names is there, and its parts agree with each other and the bot.

Whether it works is tried by `prove.sh`, with root and Debian's packages.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from typing import Final

import pytest
from aiohttp import web

from bot.cli.exits import Exit
from bot.settings import HostSettings
from tests.test_commands import is_understood
from tests.test_docs import files
from tests.test_house import ROOT

KIT: Final = ROOT / "docs" / "hosting" / "kit"
CONTAINERFILE: Final = (KIT / "Containerfile").read_text(encoding="utf-8")
COMPOSE: Final = (KIT / "compose.yaml").read_text(encoding="utf-8")
PROGRAM: Final = "/opt/adjutant/.venv/bin/python -m bot "
"""How the units begin the bot."""
EACH_MB: Final = 250
"""What the bot, the process that draws and each that thinks may take (docs/load.md)."""
PYTHONS: Final = {"bookworm": (3, 11), "trixie": (3, 13)}
"""What Debian calls python3, by suite."""


def steps() -> list[tuple[str, str]]:
    """Return the Containerfile's instructions and what is behind each."""
    plain = re.sub(r"^#.*\n", "", CONTAINERFILE, flags=re.MULTILINE).replace("\\\n", "")
    parts = [line.partition(" ") for line in plain.splitlines() if line]
    return [(instruction, behind.strip()) for instruction, _, behind in parts]


def unit(name: str) -> dict[str, list[str]]:
    """Return what a unit sets, each with all its values."""
    found = defaultdict(list)
    for line in (KIT / name).read_text(encoding="utf-8").splitlines():
        key, is_set, value = line.partition("=")
        if is_set and not line.startswith("#"):
            found[key].append(value)
    return dict(found)


# -- the container ---------------------------------------------------------------------------------


def test_the_container_takes_what_is_there() -> None:
    """Folders and files of the project, all that the bot is made of, the lock by hashes."""
    copied = [
        source
        for instruction, behind in steps()
        if instruction == "COPY" and not behind.startswith("--from")
        for source in behind.split()[:-1]
    ]

    assert all((ROOT / one).exists() for one in copied)
    assert {"bot", "engine", "render", "data", "requirements.lock"} <= set(copied)
    (install,) = (behind for one, behind in steps() if one == "RUN" and "pip install" in behind)
    assert "--require-hashes -r requirements.lock" in install
    assert "--only-binary :all:" in install


def test_the_container_has_a_python_that_will_do() -> None:
    """Both of its stages are of one Debian, whose Python is not older than the bot needs."""
    bases = {behind.split()[0] for one, behind in steps() if one == "FROM"}
    (suite,) = {re.fullmatch(r".*/debian:([a-z]+)-slim", one)[1] for one in bases}  # type: ignore[index]
    needed = re.search(
        r'requires-python = ">=(\d+)\.(\d+)"', (ROOT / "pyproject.toml").read_text("utf-8")
    )

    assert needed is not None
    assert PYTHONS[suite] >= (int(needed[1]), int(needed[2]))


def test_the_container_is_nobody_of_note_and_starts_the_bot() -> None:
    """Not root, after the last step that needs it; what it starts is a command of the bot."""
    order = [one for one, _ in steps()]
    said = dict(steps())
    entry = shlex.split(said["ENTRYPOINT"].strip("[]").replace(",", " "))
    command = shlex.split(said["CMD"].strip("[]").replace(",", " "))

    assert said["USER"] == "adjutant"
    assert "RUN" not in order[order.index("USER") :]
    assert entry == [".venv/bin/python", "-m", "bot"]
    assert is_understood(command) == ""


def test_settings_that_the_kit_names_are_settings() -> None:
    """Of the container, the compose file, the units and the page."""
    pages = {"ADJUTANT_METRICS"}  # of a bot that may have none: it is asked only where it is set
    known = pages | {f"ADJUTANT_{name.upper()}" for name in HostSettings.model_fields}
    named = {
        name
        for path in [*KIT.iterdir(), KIT.parent / "README.md"]
        if path.is_file()
        for name in re.findall(r"ADJUTANT_[A-Z_]+", path.read_text(encoding="utf-8"))
    }

    assert named <= known
    assert named


def test_the_compose_file_agrees_with_the_container() -> None:
    """It builds that very file; what it runs is understood; all that is kept lies in a volume."""
    assert (KIT / "../../..").resolve() == ROOT
    assert "context: ../../..\n" in COMPOSE
    assert "dockerfile: docs/hosting/kit/Containerfile\n" in COMPOSE
    (command,) = re.findall(r"command: \[(.*)\]", COMPOSE)
    assert is_understood(shlex.split(command.replace(",", " "))) == ""
    (volume,) = (behind for one, behind in steps() if one == "VOLUME")
    assert f"- kept:{volume}\n" in COMPOSE
    assert f"ADJUTANT_BACKUP_FOLDER: {volume}/" in COMPOSE
    assert "--encoding=UTF8 --locale=C" in COMPOSE
    (server,) = re.findall(r"image: \S+/postgres:(\d+)", COMPOSE)
    assert f"postgresql-client-{server}" in CONTAINERFILE  # pg_dump refuses a newer server


# -- the units -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["adjutant.service", "adjutant-backup.service"])
def test_a_unit_starts_a_command_of_the_bot(name: str) -> None:
    """As its own user, who owns what it writes and nothing else, with the settings of the host."""
    found = unit(name)
    (start,) = found["ExecStart"]

    assert start.startswith(PROGRAM)
    assert is_understood(shlex.split(start.removeprefix(PROGRAM))) == ""
    assert found["User"] == ["adjutant"]
    assert found["StateDirectoryMode"] == ["0700"]
    for one in found["Environment"]:
        setting, _, value = one.partition("=")
        if setting.startswith("ADJUTANT_"):
            assert value.startswith(f"/var/lib/{found['StateDirectory'][0]}/")


def test_both_units_have_the_same_walls() -> None:
    """Whatever one is kept from the other is kept from, but for what one of them limits."""
    bot, backup = unit("adjutant.service"), unit("adjutant-backup.service")
    walls = list(bot)[list(bot).index("UMask") : list(bot).index("WantedBy")]

    assert len(walls) > 20
    assert {one: bot[one] for one in walls} == {one: backup.get(one) for one in walls}


def test_memory_is_enough_for_what_the_bot_begins() -> None:
    """The bot, what draws and what thinks as often as the default says; less in no part of it."""
    processes = 2 + HostSettings.model_fields["thinkers"].default
    high, most = (int(unit("adjutant.service")[f"Memory{one}"][0][:-1]) for one in ("High", "Max"))
    (contained,) = re.findall(r"mem_limit: (\d+)m", COMPOSE)
    (tasks,) = re.findall(r"pids_limit: (\d+)", COMPOSE)

    assert processes * EACH_MB < high < most == int(contained)
    assert unit("adjutant.service")["TasksMax"] == [tasks]


def test_a_wrong_setting_is_not_tried_again_and_again() -> None:
    """The exit code that the unit gives up at is that of the bot for a wrong setting."""
    assert unit("adjutant.service")["RestartPreventExitStatus"] == [str(int(Exit.WRONG))]


def test_what_tries_the_kit_can_be_read_and_names_what_is_there() -> None:
    """By a shell; every file of the project that it names is there."""
    script = ROOT / "tests" / "hosting" / "prove.sh"
    subprocess.run(["sh", "-n", str(script)], check=True)
    named = re.findall(r"(?<![\w$/])(?:docs|tests)/[\w./-]+", script.read_text(encoding="utf-8"))

    assert named
    assert [one for one in named if not any(file.startswith(one) for file in files())] == []


# -- whether it is well ----------------------------------------------------------------------------


async def _asked(address: str) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(KIT / "health.py"),
        env={**os.environ, "ADJUTANT_METRICS": address},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


async def test_health_is_what_the_bot_says_of_itself() -> None:
    """Fine where it says so or is not to be asked, not fine where it does not or is silent."""
    status = 200

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=status)

    page = web.Application()
    page.router.add_get("/healthz", answer)
    runner = web.AppRunner(page)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    try:
        assert await _asked("") == (0, "")
        assert await _asked(str(port)) == (0, "")
        assert await _asked(f"127.0.0.1:{port}") == (0, "")
        assert await _asked(f"0.0.0.0:{port}") == (0, "")
        status = 503
        code, said = await _asked(f"127.0.0.1:{port}")
        assert (code, said.count("\n")) == (1, 1)
    finally:
        await runner.cleanup()
    assert (await _asked(f"127.0.0.1:{port}"))[0] == 1
