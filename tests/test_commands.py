"""Every command that can be typed: each `make` target, each `python -m bot` command, in each game.

What is listed here is compared with the Makefile and with the tree of commands: one that is new
fails until it is tried here too. What takes longer is `long`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli.exits import EXITS, Exit
from bot.store import Database
from bot.store.database import as_url
from engine.registry import load_games
from tests.golden.builds import NoHistoryError
from tests.kills.earlier import last_version
from tests.support.seldom import seldom
from tests.test_docs import WRITTEN
from tests.test_house import ROOT

RUN = CliRunner()
GAMES: Final = tuple(load_games())
QUICK: Final = "calama"
"""The game that is tried in `make test` too."""
NOWHERE: Final = "http://127.0.0.1:9/simple"
"""Where no package index answers."""

MAKEFILE: Final = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS: Final = tuple(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))
NETWORK: Final = tuple(re.findall(r"^([a-z-]+):.*## .*needs the network", MAKEFILE, re.MULTILINE))
PARTS: Final = ("test", "unit", "lint", "types", "imports", "format", "test-long")
"""What runs these very tests, or checks and changes the code they are: read, not run."""
ELSEWHERE: Final = {
    "demo": "tests/demo/test_host.py",
    "run": "tests/bot/cli/test_command_line.py",
}
"""What runs until it is stopped is tried there in full; here only what it says at once."""


def commands() -> dict[tuple[str, ...], Any]:
    """Return every command of the tree, by the words that name it."""
    found: dict[tuple[str, ...], Any] = {}

    def gather(command: Any, words: tuple[str, ...]) -> None:
        if isinstance(command, TyperGroup):
            for name, one in command.commands.items():
                gather(one, (*words, name))
        else:
            found[words] = command

    gather(typer.main.get_command(app), ())
    return found


def made(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Type `make` and more, as if in a new terminal."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAG"))
    }
    return subprocess.run(
        ["make", *words], cwd=ROOT, env={**kept, **env}, capture_output=True, text=True, check=False
    )


# -- make --------------------------------------------------------------------------------------


SMALL: Final[Mapping[str, tuple[str, ...]]] = {
    "help": (),
    "venv": (),
    "data-check": (),
    "conformance": (),
}
"""What is quick and of all games at once."""
A_GAME: Final[Mapping[str, tuple[str, ...]]] = {
    "fuzz": ("GAMES=1",),
    "gallery": (),
    "mutants": ("SAMPLE=1",),
}
"""What is for one game, its name left out."""
LARGE: Final[Mapping[str, tuple[str, ...]]] = {
    "bench": ("TOPIC=outbox,odds",),
    "load": ("LIVE=8", "FINISHED=8", "SECONDS=2", "RATE=2", "STARTS=1"),
}
"""What measures: whether it falls short is not asked here."""


def test_every_target_is_tried() -> None:
    """A target that is new stands in one of the lists above."""
    tried = [*SMALL, *A_GAME, *LARGE, *NETWORK, *PARTS, *ELSEWHERE, "clean", "kill-trials"]
    phony = re.findall(r"^\.PHONY: (.*)", MAKEFILE, re.MULTILINE)[0].split()

    assert sorted(tried) == sorted(TARGETS)
    assert sorted(phony) == sorted(TARGETS)
    assert all((ROOT / path).is_file() for path in ELSEWHERE.values())


def _conformance() -> dict[str, str]:
    pages = (ROOT / "docs" / "conformance").glob("*.md")
    return {one.name: one.read_text(encoding="utf-8") for one in pages}


@pytest.mark.parametrize("target", SMALL)
def test_a_quick_target(target: str) -> None:
    """It is done, and says so; pages that it writes are what they were, or `make test` is red."""
    before = _conformance()
    done = made(target, *SMALL[target])

    assert done.returncode == 0, done.stderr
    assert _conformance() == before
    if target == "help":
        assert [line.split()[1] for line in done.stdout.splitlines()] == list(TARGETS)


@pytest.mark.parametrize("target", [*PARTS, *ELSEWHERE])
def test_what_a_part_would_run(target: str) -> None:
    """It can be made, and every program that it calls is one that the locks bring."""
    done = made("-n", target)

    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if ".venv/bin/python -m" in line]
    assert lines or target in {"test", "imports"}
    for line in lines:
        module = shlex.split(line)[shlex.split(line).index("-m") + 1]
        assert module in {"ruff", "mypy", "pytest", "bot", "pip"}, line


@pytest.mark.parametrize(
    ("game", "target"),
    [
        pytest.param(
            game,
            target,
            marks=() if (game, target) == (QUICK, "fuzz") else pytest.mark.long,
        )
        for game in GAMES
        for target in A_GAME
    ],
)
def test_a_target_of_one_game(game: str, target: str, tmp_path: Path) -> None:
    """It is done for every game that is named."""
    done = made(target, f"GAME={game}", *A_GAME[target], TMPDIR=str(tmp_path))

    few = target == "mutants"  # of one mutant all may live
    assert done.returncode == 0 or few, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("target", LARGE)
def test_a_target_that_measures(target: str) -> None:
    """It prints its figures to the end, whatever they are."""
    done = made(target, *LARGE[target])

    assert "Traceback" not in done.stderr, done.stderr
    assert '"figure"' in done.stdout
    assert "failed" not in done.stdout


@pytest.mark.long
def test_kills_of_processes() -> None:
    """Few of them, on both databases: nothing is lost, doubled or out of order."""
    done = made("kill-trials", "KILLS=6")

    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["database"] for line in told] == ["postgresql", "sqlite"]
    assert all(sum(line["killed"].values()) == 6 and line["acknowledged"] for line in told)


@pytest.mark.long
def test_a_process_of_the_last_version_plays_beside_this_one() -> None:
    """Each goes on from what the other has written, and what kills meanwhile harms neither."""
    try:
        last = last_version()
    except NoHistoryError as error:
        pytest.skip(f"The last version plays beside nobody: it is not in the history ({error}).")
    done = made("kill-trials", f"AGAINST={last}", "KILLS=6")

    assert done.returncode == 0, done.stderr
    (told,) = map(json.loads, done.stdout.splitlines())
    assert sum(told["killed"].values()) == 6
    assert 0 < told["acknowledged_by_it"] < told["acknowledged"]


def test_a_version_that_cannot_play_beside_this_one_is_told_in_a_line() -> None:
    """It is none, or is older than what can be shared."""
    done = made("kill-trials", "AGAINST=nowhere")

    assert done.returncode == Exit.WRONG
    assert done.stderr.startswith("nowhere cannot be taken out of the history.\n")


@pytest.mark.long
def test_the_load_finds_what_a_server_s_database_carries() -> None:
    """Of one game, faster and faster; the figures say which database it was."""
    few = ("LIVE=8", "FINISHED=8", "SECONDS=2", "STARTS=1", "GAME=art-of-war", "RATE=most")
    done = made("load", *few, "DATABASE=postgresql")

    assert "Traceback" not in done.stderr, done.stderr
    assert '"figure": "load.most"' in done.stdout
    assert done.stdout.count('"database": "postgresql"') == done.stdout.count('"figure"')


@pytest.mark.parametrize("target", NETWORK)
def test_what_needs_the_network_says_so_in_a_line(target: str, tmp_path: Path) -> None:
    """Without one nothing is changed, and the last line of its own says what is missing."""
    locks = [ROOT / "requirements.lock", ROOT / "requirements-dev.lock"]
    before = [one.read_bytes() for one in locks]
    done = made(
        target,
        f"AUDIT={tmp_path / 'audit'}",
        PIP_INDEX_URL=NOWHERE,
        PIP_RETRIES="0",
        UV_DEFAULT_INDEX=NOWHERE,
        UV_NO_CACHE="1",
        UV_HTTP_RETRIES="0",
    )

    own = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert done.returncode == 2
    assert "is the package index within reach" in own[-1]
    assert "Traceback" not in done.stderr
    assert [one.read_bytes() for one in locks] == before


def test_cleaning_takes_away_what_was_made(tmp_path: Path) -> None:
    """The environment and the caches, nothing else."""
    for name in (".venv", ".venv-audit", ".mypy_cache", ".hypothesis", "kept"):
        (tmp_path / name).mkdir()
    done = made("-f", str(ROOT / "Makefile"), "-C", str(tmp_path), "clean")

    assert done.returncode == 0, done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["kept"]


# -- python -m bot -----------------------------------------------------------------------------


KEEPING: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    ("backup",): (),
    ("restore",): ("copy.sqlite3",),
    ("replay",): (),
    ("try-update",): (),
    ("reports",): (),
    ("move-database",): ("adjutant.sqlite3", "moved.sqlite3"),
    ("data", "check"): (),
    ("status",): (),
    ("campaign",): ("none",),
    ("doctor",): ("--offline",),
    ("quarantine",): ("none",),
    ("release",): ("none",),
    ("pause",): ("--say", "Back at six."),
    ("resume",): (),
    ("shut-out",): ("--server", "1"),
    ("let-in",): ("--person", "1"),
}
"""What looks after a database or the data, and what is typed behind it."""
SHORT: Final = (("campaign",), ("doctor",), ("quarantine",))
"""What finds something to say against a new database: no such campaign, no token, no copy."""
TRYING: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    ("fuzz",): ("--games", "1", "--processes", "1"),
    ("lab",): ("--games", "1", "--processes", "1"),
    ("effort",): ("--games", "1", "--processes", "1"),
}
"""What plays a game, its name left out."""


def test_every_command_is_tried() -> None:
    """A command that is new stands in one of the lists above."""
    running = [(name,) for name in ELSEWHERE]

    assert sorted([*KEEPING, *TRYING, *running]) == sorted(commands())


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_help_tells_what_exit_codes_mean(words: tuple[str, ...]) -> None:
    """Every command says what it is for, and how it ends."""
    answer = RUN.invoke(app, [*words, "--help"])

    assert answer.exit_code == Exit.FINE
    assert EXITS.split(":")[0] in answer.output
    assert RUN.invoke(app, [*words, "--no-such-option"]).exit_code == Exit.WRONG


@pytest.fixture
async def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a database in it, and a copy of it."""
    for name in list(os.environ):
        if name.startswith("ADJUTANT_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    for name in ("adjutant.sqlite3", "copy.sqlite3"):
        database = await Database.open(as_url(str(tmp_path / name)))
        await database.close()
    return tmp_path


@pytest.mark.parametrize("words", KEEPING, ids=" ".join)
def test_a_command_that_looks_after_something(words: tuple[str, ...], elsewhere: Path) -> None:
    """It is done on a new database, and says in lines what it did."""
    answer = RUN.invoke(app, [*words, *KEEPING[words]])

    assert answer.exit_code == (Exit.SHORT if words in SHORT else Exit.FINE), answer.output
    assert answer.output.strip()


def test_what_is_not_there_is_said_in_a_line(elsewhere: Path) -> None:
    """A file that does not exist, of every command that takes one."""
    for words in (
        ["restore", "none.sqlite3"],
        ["try-update", "none.sqlite3"],
        ["move-database", "none.sqlite3", "moved.sqlite3"],
    ):
        answer = RUN.invoke(app, words)
        assert answer.exit_code == Exit.SHORT
        assert answer.output.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "words"),
    [
        pytest.param(
            game,
            words,
            marks=() if (game, words) == (QUICK, ("lab",)) else pytest.mark.long,
            id=f"{game}-{' '.join(words)}",
        )
        for game in GAMES
        for words in TRYING
    ],
)
def test_a_command_that_plays(game: str, words: tuple[str, ...]) -> None:
    """It is done for every game; of a single one figures may fall short."""
    answer = RUN.invoke(app, [*words, game.replace("_", "-"), *TRYING[words]])

    assert answer.exit_code in {Exit.FINE, Exit.SHORT}, answer.output
    assert answer.exit_code == Exit.FINE or words == ("effort",)
    assert answer.exception is None or isinstance(answer.exception, SystemExit)


@pytest.fixture
def heard_ctrl_c() -> Iterator[None]:
    """What is started hears Ctrl-C, also where all this runs in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard_ctrl_c")
@pytest.mark.parametrize("name", seldom([one for (one,) in TRYING], ["fuzz"]))
def test_a_command_that_is_stopped_ends_at_once(name: str) -> None:
    """Ctrl-C ends it and every process that plays for it; it says what it knows so far."""
    typed = [name, "art-of-war", "--games", "20"]
    running = subprocess.Popen(
        [sys.executable, "-m", "bot", *typed],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stderr is not None
    try:
        # The first line tells how far it has come: by then games are under way.
        assert "of 20 games" in running.stderr.readline()
        os.killpg(running.pid, signal.SIGINT)
        # Twenty games would take far longer than the most that is waited here.
        _, said = running.communicate(timeout=60)
    finally:
        running.kill()
        running.communicate()

    assert running.returncode == Exit.STOPPED, said
    assert "Stopped before the first of 20 games had ended." in said
    assert "Traceback" not in said


# -- what documents show -----------------------------------------------------------------------


USAGE: Final[Any] = typer.BadParameter.__base__
"""What a parser has against what is typed: typer gives it no name."""


def shown() -> Iterator[tuple[str, list[str]]]:
    """Yield every command line that a document shows, and where."""
    for document in WRITTEN:
        text = document.read_text(encoding="utf-8")
        blocks = re.findall(r"^```(?:sh|console|bash)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        lines = [line for block in blocks for line in block.splitlines()]
        lines += re.findall(r"`([^`\n]+)`", text)
        for line in lines:
            words = [] if "'" in line else shlex.split(line, comments=True)
            if words[:1] == ["make"] or words[:3] in BOT or words[:1] == ["..."]:
                yield document.relative_to(ROOT).as_posix(), words


REQUIRED: Final[Mapping[str, list[str]]] = {
    "restore": ["FILE"],
    "effort": [QUICK],
    "lab": [QUICK],
    "campaign": ["ID"],
    "quarantine": ["ID"],
    "release": ["ID"],
}
"""What must be typed behind a command that is only named."""
BOT: Final = (["python", "-m", "bot"], [".venv/bin/python", "-m", "bot"])


def is_understood(words: Sequence[str]) -> str:
    """Return what the parser has against a command line of the bot, "" for nothing."""
    tree = commands()
    named = next((words[:n] for n in (2, 1) if tuple(words[:n]) in tree), [])
    if not named:
        return "" if words in ([], ["..."], ["--version"]) else "no such command"
    given = [QUICK if word == "<game>" else word for word in words[len(named) :]]
    given = given or REQUIRED.get(named[0], [])
    try:
        tree[tuple(named)].make_context(named[0], [*given])
    except USAGE as wrong:
        return str(wrong.format_message())
    return ""


def test_every_command_line_in_a_document_is_understood() -> None:
    """By the parser of the command line and by make."""
    wrong, read = [], 0
    for document, words in shown():
        read += 1
        if words[0] == "make":
            targets = [word for word in words[1:] if "=" not in word]
            unknown = [one for one in targets if one not in TARGETS]
            if unknown:
                wrong.append(f"{document}: make {' '.join(unknown)}")
            continue
        behind = words[1:] if words[0] == "..." else words[3:]
        against = is_understood(behind)
        if against:
            wrong.append(f"{document}: {' '.join(words)}: {against}")

    assert not wrong
    assert read > 30
