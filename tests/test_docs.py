"""The documents name what is there: files, the names in them, and what a game may import."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.dice import SeededDice
from tests.support.toy_game import TOY, Settings
from tests.test_house import ROOT, tracked

GUIDE = ROOT / "docs" / "adding-a-game.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
GENERATED = ROOT / "docs" / "conformance"
WRITTEN = [path for path in DOCUMENTS if GENERATED not in path.parents]

CODE = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.<>{},*-]+(?:/[\w.<>{},*-]+)*/?")
SUFFIXES = (".py", ".toml", ".md", ".csv", ".po", ".lock")
NAMED = re.compile(r"`([A-Za-z_][\w.]*)`(?: and `([A-Za-z_][\w.]*)`)? (?:in|of) `([^`\n]+)`")
"""As in "`projected` in `rules/crates.py`"."""
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
TYPED = re.compile(r"`/toy (\w+)([^`\n]*)`")
FIELD = re.compile(r"\s+(\w+):")
OWN = "own/"
"""How an example names the folder of a host's own files."""


@cache
def files() -> tuple[str, ...]:
    """Every file of the project, by its path."""
    return tuple(path.relative_to(ROOT).as_posix() for path in tracked())


def is_path(text: str) -> bool:
    """Say whether a word in code letters means a file or folder of the project."""
    if PATH.fullmatch(text) is None or text.startswith(OWN):
        return False
    first, slash, _ = text.partition("/")
    named = text.endswith(SUFFIXES) and text not in SUFFIXES
    return named or bool(slash and (ROOT / first).is_dir())


@cache
def found(text: str) -> tuple[str, ...]:
    """Return the files that a path means; one in angle brackets stands for any name."""
    path = re.sub(r"<[^>]*>", "*", text.rstrip("/"))
    path = re.escape(path).replace(r"\*", "[^/]*").replace(r"\{en,es\}", "(?:en|es)")
    pattern = re.compile(rf"(?:.*/)?{path}(?:/.*)?")
    return tuple(one for one in files() if pattern.fullmatch(one))


@pytest.mark.parametrize("document", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_named_files_exist(document: Path) -> None:
    """Every file or folder that a document names in code letters is in the project."""
    text = document.read_text(encoding="utf-8")

    assert [one for one in CODE.findall(text) if is_path(one) and not found(one)] == []


@pytest.mark.parametrize("document", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_are_where_a_document_says(document: Path) -> None:
    """Of "`name` in `file`" the file holds the name."""
    missing = []
    for first, second, path in NAMED.findall(document.read_text(encoding="utf-8")):
        if not is_path(path):
            continue
        texts = [
            (ROOT / one).read_text(encoding="utf-8") for one in found(path) if one.endswith(".py")
        ]
        for name in filter(None, (first, second)):
            word = re.compile(rf"\b{re.escape(name.rpartition('.')[2])}\b")
            if not any(word.search(text) for text in texts):
                missing.append(f"{name} in {path}")

    assert missing == []


@pytest.mark.parametrize("document", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    """Every page, picture and heading of the project that a document links to is there."""
    lost = []
    for link in LINK.findall(document.read_text(encoding="utf-8")):
        path, _, heading = "".join(link).partition("#")
        if "://" in path:
            continue
        target = (document.parent / path).resolve() if path else document
        if not target.exists() or (heading and heading not in anchors(target)):
            lost.append("".join(link))

    assert lost == []


def anchors(document: Path) -> set[str]:
    """Return what the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings}


def test_the_first_page_is_read_in_a_minute() -> None:
    """At most 700 words and five pictures; the rest stands in pages of its own."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")

    assert len(text.split()) <= 700
    assert len(re.findall(r"!\[|<img ", text)) <= 5


def test_what_the_guide_types_is_understood() -> None:
    """Every command of the teaching game that it shows is read, and names all that is needed."""
    shown = TYPED.findall(GUIDE.read_text(encoding="utf-8"))
    state = TOY.setup(Settings(smuggling=True, crates=True), SeededDice(b"guide")).state
    for kind, values in shown:
        _, *rest = FIELD.split(values)
        raw = dict(zip(rest[::2], rest[1::2], strict=True))
        assert TOY.parse(TOY.view(state, "red"), kind, raw).kind == kind

    assert len(shown) >= 4


def public() -> frozenset[str]:
    """The modules of ``engine`` that the guide lists for games."""
    listed = GUIDE.read_text(encoding="utf-8").partition("# What a game may import\n")[2]
    rows = [line.split("|")[1] for line in listed.splitlines() if line.startswith("| `")]
    return frozenset(
        path.removesuffix(".py").replace("/", ".") for row in rows for path in CODE.findall(row)
    )


def imports(path: Path) -> set[str]:
    """Return every module that a file imports."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            module = node.module or ""
            inner = {f"{module}.{name.name}" for name in node.names}
            modules |= {one for one in inner if is_module(one)} or {module}
    return modules


def is_module(name: str) -> bool:
    """Say whether a dotted name is a module of the project."""
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def homes() -> list[Path]:
    """The packages of every game, and of the toys."""
    games = [home.parent for home in sorted((ROOT / "engine").glob("*/datacheck.py"))]
    assert games, "no game"
    toys = ROOT / "tests" / "support"
    return [*games, toys / "toy_game", toys / "nim"]


def test_the_guide_lists_modules() -> None:
    """Each module that it names for games is there, and some game needs it."""
    used = {one for home in homes() for path in home.rglob("*.py") for one in imports(path)}

    assert public()
    assert [one for one in public() if not is_module(one)] == []
    assert [
        one for one in public() if not any(f"{name}.".startswith(f"{one}.") for name in used)
    ] == []


@pytest.mark.parametrize("home", homes(), ids=lambda path: path.name)
def test_a_game_imports_what_is_meant_for_games(home: Path) -> None:
    """Of the engine the modules that the guide lists, of the rest of the project its own only."""
    own = home.relative_to(ROOT).as_posix().replace("/", ".")
    allowed = {*public(), own}
    project = {"bot", "data", "engine", "render", "tests"}
    wrong = [
        f"{path.relative_to(ROOT)}: {one}"
        for path in sorted(home.rglob("*.py"))
        for one in sorted(imports(path))
        if one.partition(".")[0] in project
        and not any(f"{one}.".startswith(f"{module}.") for module in allowed)
    ]

    assert wrong == []
