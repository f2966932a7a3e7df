"""The house rules that no other tool holds: names, sizes, and honest documents."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import discord
import pytest

import bot
from bot.text import LANGUAGES, template_text

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bot", "engine", "render", "data")
MIGRATIONS = ROOT / "bot" / "store" / "migrations" / "versions"
CALLED_BY_OTHERS = ("on_", "persistent_", "__")
"""How names begin that discord.py, pickle and Python call."""
ROOT_HOLDS = {
    *("bot", "engine", "render", "data", "docs", "tests", "pyproject.toml", "Makefile"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", ".env.example", ".gitignore"),
    *("requirements.lock", "requirements-dev.lock", ".ci"),
}
FILE_LIMIT = 600
FUNCTION_LIMIT = 80

# Places of the machine that these tests run on, and the ways in which homes are commonly named.
_HERE = [str(place) for place in (ROOT, Path.home()) if len(place.parts) > 1]
MACHINE = re.compile(
    "|".join([*(rf"(?<![\w./]){re.escape(place)}/" for place in _HERE), "/home/[a-z]", "/Users/"])
)


def tracked() -> list[Path]:
    """Every file of the project: what git knows, or in an unpacked archive what lies there."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        skip = {".venv", ".git", "__pycache__"}
        return [
            p for p in ROOT.rglob("*") if p.is_file() and not skip & set(p.relative_to(ROOT).parts)
        ]
    return [ROOT / name for name in listed if (ROOT / name).is_file()]


def sources(*folders: str) -> list[Path]:
    """The Python files under *folders*; none at all is an error, since every rule would hold."""
    found = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    assert found, f"no Python file under {folders}"
    return found


@cache
def names_of_games() -> dict[str, re.Pattern[str]]:
    """What each game of ``engine/`` is called, registered or not: key, command, titles, sides."""
    found = {}
    for home in sorted((ROOT / "engine").glob("*/datacheck.py")):
        game = import_module(f"engine.{home.parent.name}.game").GAME
        names = {game.key, game.key.replace("_", "-"), game.command, *game.seats}
        for language in LANGUAGES:
            names.add(template_text(language, game.key, "game.title") or game.key)
        words = (re.escape(name).replace(r"\ ", r"\s+") for name in sorted(names))
        found[game.key] = re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", re.IGNORECASE)
    assert found, "no game"
    return found


def test_a_new_game_touches_four_shared_files() -> None:
    """Two registers, the import rules and the README: what else names every game is not its own."""
    keys = [re.compile(rf"(?<![a-z]){key}(?![a-z])") for key in names_of_games()]
    naming = {
        path.relative_to(ROOT).as_posix()
        for path in tracked()
        if path.suffix in {".py", ".toml", ".md", ".css", ".txt", ""}
        and path.name != "CHANGELOG.md"
        and all(key.search(path.read_text(encoding="utf-8")) for key in keys)
    }
    assert naming == {"engine/registry.py", "render/registry.py", "pyproject.toml", "README.md"}


def test_the_bot_names_no_game() -> None:
    """What a game is called stands in its own folders and in catalogues, never in ``bot/``."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources("bot")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for names in names_of_games().values()
        if names.search(line)
    ]

    assert not found


@pytest.mark.parametrize(
    "line",
    ['GAME = "war_of_the_pacific"', "await _type('wp done')", "# as in War of the Pacific", "/WP"],
)
def test_naming_a_game_is_noticed(line: str) -> None:
    """The rule above sees a key, a command and a title, in code and in prose."""
    names = names_of_games()["war_of_the_pacific"]

    assert names.search(line)
    assert not names.search("swap = not_wpa")


def test_files_stay_readable() -> None:
    """No Python file is longer than 600 lines."""
    long = {
        str(path.relative_to(ROOT)): count
        for path in sources(*PACKAGES, "tests")
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > FILE_LIMIT
    }

    assert not long


def test_functions_stay_readable() -> None:
    """No function of the packages is longer than 80 lines, its docstring left out.

    A migration is one list of statements, written once and never changed again.
    """
    long = {}
    for path in sources(*PACKAGES):
        if path.parent == MIGRATIONS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = (
                    node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
                )
                length = (node.end_lineno or 0) - body[0].lineno + 1
                if length > FUNCTION_LIMIT:
                    long[f"{path.relative_to(ROOT)}:{node.name}"] = length

    assert not long


def borrowed_privates(path: Path) -> list[str]:
    """What a file imports from elsewhere in the project although its name says that it is private.

    It is read off the source, so that nothing is run by looking at it.
    """
    return [
        f"{path.relative_to(ROOT)}: {alias.name} of {node.module}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES
        for alias in node.names
        if alias.name.startswith("_") and not alias.name.startswith("__")
    ]


def test_what_is_private_stays_in_its_module() -> None:
    """A name that begins with an underscore is nobody else's."""
    assert [found for path in sources(*PACKAGES) for found in borrowed_privates(path)] == []


def _named(body: list[ast.stmt], *, inside: bool = False) -> Iterator[tuple[str, int]]:
    """Yield names that a module defines by itself, and methods, without those called by others."""
    for node in body:
        match node:
            case ast.ClassDef():
                yield node.name, node.lineno
                yield from _named(node.body, inside=True)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not node.decorator_list:
                yield node.name, node.lineno
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                if not inside:
                    yield name, node.lineno


def test_nothing_is_defined_in_vain() -> None:
    """What has a name is used by it somewhere, were it in a test; what others call stands apart."""
    used = Counter[str]()
    for path in sources(*PACKAGES, "tests", "docs"):
        used.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    assert [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sources(*PACKAGES)
        for name, line in _named(ast.parse(path.read_text(encoding="utf-8")).body)
        if used[name] == 1 and not name.startswith(CALLED_BY_OTHERS)
    ] == []


def test_the_root_holds_what_is_listed() -> None:
    """Nothing is left lying about at the top."""
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert top <= ROOT_HOLDS, top - ROOT_HOLDS


def test_no_vague_module_names() -> None:
    """No module is called helpers, utils, common, misc or manager."""
    vague = {"helpers", "utils", "util", "common", "misc", "manager"}

    assert not [path for path in sources(*PACKAGES, "tests") if path.stem in vague]


def test_documented_make_targets_exist() -> None:
    """Every `make x` that a document names is in the Makefile."""
    targets = set(
        re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")]:
        for name in re.findall(
            r"(?:^|`)make ([a-z-]+)", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert name in targets, f"{path.name}: make {name}"


def test_readme_links_exist() -> None:
    """Every file that a document links to is there."""
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{path.relative_to(ROOT)}: {target}"


def test_nothing_names_a_machine() -> None:
    """No file holds a path or an address of a developer's own machine."""
    for path in tracked():
        if path == Path(__file__).resolve():
            continue
        text = path.read_bytes()
        if b"\0" in text[:4096]:
            continue
        found = MACHINE.search(text.decode("utf-8", errors="replace"))
        assert not found, f"{path.relative_to(ROOT)}: {found[0]}"


def test_version_is_in_one_place() -> None:
    """The version is written in bot/__init__.py only; pyproject.toml reads it there."""
    assert re.fullmatch(r"\d+\.\d+\.\d+", bot.__version__)
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_changelog_is_told_by_version() -> None:
    """What is not released stands first, then the present version, dated; each stands once."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, second, *others = re.findall(r"^## (.*)$", text, re.MULTILINE)

    assert first == "Unreleased"
    for heading in (second, *others):
        assert re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)", heading)
    assert second.partition(" ")[0] == bot.__version__
    assert len({second, *others}) == 1 + len(others)


def test_lock_is_exact() -> None:
    """Each requirement of the lock is pinned, hashed, and names no address."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9.-]+)==", lock, re.MULTILINE)

    assert pinned
    assert len(pinned) == len(set(pinned))
    assert lock.count("\n    --hash=") >= len(pinned)
    assert "://" not in lock


def test_invitation_asks_for_what_the_hosting_page_explains() -> None:
    """The number in the invitation's address is that of the permissions in the table."""
    text = (ROOT / "docs" / "hosting" / "README.md").read_text(encoding="utf-8")
    front = (ROOT / "README.md").read_text(encoding="utf-8")
    (number,) = {*re.findall(r"permissions=(\d+)", text), *re.findall(r"permissions=(\d+)", front)}
    asked = discord.Permissions(int(number))
    table = text.partition("| permission | why |")[2].partition("\n\n")[0]
    explained = {
        name.strip().lower().replace(" ", "_")
        for row in re.findall(r"^\| ([A-Z][^|]+) \|", table, re.MULTILINE)
        for name in row.split(",")
    }
    asked_for = {name for name, given in asked if given}

    # discord.py calls "View Channel" by its older name.
    assert {name.replace("read_messages", "view_channel") for name in asked_for} == explained
