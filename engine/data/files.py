"""Reading the human-editable data files, and saying where one of them is wrong.

A CSV file has a header line; empty lines and lines that begin with ``#`` are comments. Every
problem is a :class:`DataError` that names file, line and field, so that somebody who types in a
printed map finds their slip without reading code. A reader raises the first problem it meets, or,
given a list, appends each to it and goes on.
"""

import csv
import re
import tomllib
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from io import StringIO
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Source = Literal["rulebook", "history", "reconstructed", "house"]
"""Where a value comes from: the rule text; history or geography; rebuilt where the printed piece
is not at hand; or a choice of this house."""

DATA = Path(__file__).resolve().parents[2] / "data"
"""The folder that holds one folder a game."""

LIST_MARK = ";"
"""Separates the members of a list inside one CSV field."""


class DataError(Exception):
    """One thing wrong in a data file: *file*, *line* (0 when it has none), *field*, *problem*."""

    def __init__(self, file: str, line: int, field: str, problem: str) -> None:
        super().__init__(file, line, field, problem)
        self.file = file
        self.line = line
        self.field = field
        self.problem = problem

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return (
            f"{where}: {self.field}: {self.problem}" if self.field else f"{where}: {self.problem}"
        )


class Record(BaseModel):
    """One record of a data file: frozen, no unknown fields, and it knows its line."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", str_strip_whitespace=True, defer_build=True
    )

    line: int = Field(default=0, exclude=True, repr=False)


R = TypeVar("R", bound=BaseModel)


class File(Protocol):
    """What is read: a path, or content that is at hand."""

    @property
    def name(self) -> str:
        """Its name within its folder, for whoever is told of a mistake."""
        ...

    def read_text(self, encoding: str) -> str:
        """Return its text."""
        ...

    def read_bytes(self) -> bytes:
        """Return its bytes."""
        ...


class Folder(Protocol):
    """Where data files are found by name: a folder, or :class:`~engine.data.play_data.PlayData`."""

    def __truediv__(self, name: str, /) -> File: ...


def game_folder(game: str, folder: Path | None = None) -> Path:
    """Return *folder*, or where the files of *game* lie."""
    return DATA / game if folder is None else folder


def report(errors: list[DataError] | None, *found: DataError) -> None:
    """Append *found* to *errors*; without a list raise the first.

    Raises:
        DataError: If *errors* is None and something was found.
    """
    if errors is not None:
        errors.extend(found)
    elif found:
        raise found[0]


def missing_tables(
    file: str, part: str, wanted: Iterable[str], given: Container[str]
) -> list[DataError]:
    """Return whom a TOML file has no table for, of those for whom a part of it needs one.

    Args:
        file: Its name.
        part: What the tables are under: "strength" of ``[strength.easy]``.
        wanted: Keys that must be there.
        given: Keys that are.
    """
    return [
        DataError(file, 0, f"{part}.{key}", "the table is missing")
        for key in wanted
        if key not in given
    ]


def split_list(text: object) -> object:
    """Make a tuple of a CSV field that lists members; leave anything else as it is."""
    if isinstance(text, str):
        return tuple(part.strip() for part in text.split(LIST_MARK) if part.strip())
    return text


def _read_text(path: File) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError(path.name, 0, "", "the file is missing") from None
    except UnicodeDecodeError as broken:
        line = path.read_bytes()[: broken.start].count(b"\n") + 1
        raise DataError(path.name, line, "", "not UTF-8 text") from None
    except OSError as broken:
        raise DataError(path.name, 0, "", f"cannot be read: {broken.strerror}") from None


def _problem(message: str, value: object) -> str:
    """Return pydantic's sentence with the offending text, cut to a readable length."""
    shown = repr(value)
    return f"{message} (found {shown[:60]}{'...' if len(shown) > 60 else ''})"


def read_csv(path: File, model: type[R], errors: list[DataError] | None = None) -> tuple[R, ...]:
    """Return the records of a CSV file, each checked against *model*.

    Fields left empty are taken as not given, so a model's defaults apply. A *model* with a field
    ``line`` is told its line.

    Raises:
        DataError: At the first problem, unless *errors* collects them.
    """
    try:
        text = _read_text(path)
    except DataError as broken:
        report(errors, broken)
        return ()
    rows = list(csv.reader(StringIO(text), skipinitialspace=True))
    lines = _csv_lines(text, len(rows))
    header: list[str] | None = None
    found: list[R] = []
    for number, row in zip(lines, rows, strict=True):
        if not row or row[0].lstrip().startswith("#") or not any(cell.strip() for cell in row):
            continue
        if header is None:
            header = [cell.strip() for cell in row]
            known = _header_problems(path.name, number, header, model)
            report(errors, *known)
            if known:
                return ()
            continue
        if len(row) != len(header):
            problem = f"{len(row)} fields where the header has {len(header)}"
            report(errors, DataError(path.name, number, "", problem))
            continue
        given = {name: cell.strip() for name, cell in zip(header, row, strict=True) if cell.strip()}
        record = _validated(path.name, number, given, model, errors)
        if record is not None:
            found.append(record)
    if header is None:
        report(errors, DataError(path.name, 0, "", "the file has no header line"))
    return tuple(found)


def _csv_lines(text: str, rows: int) -> list[int]:
    """Return the line on which each CSV row begins."""
    reader = csv.reader(StringIO(text), skipinitialspace=True)
    lines, before = [], 0
    for _ in reader:
        lines.append(before + 1)
        before = reader.line_num
    assert len(lines) == rows
    return lines


def _header_problems(
    name: str, line: int, header: Sequence[str], model: type[BaseModel]
) -> list[DataError]:
    fields = {key: field for key, field in model.model_fields.items() if key != "line"}
    found = [
        DataError(name, line, column, "no such column is known")
        for column in header
        if column not in fields
    ]
    found += [
        DataError(name, line, column, "the column is missing")
        for column, field in fields.items()
        if field.is_required() and column not in header
    ]
    found += [
        DataError(name, line, column, "the column appears twice")
        for column in sorted({c for c in header if list(header).count(c) > 1})
    ]
    return found


def _validated(
    name: str,
    line: int,
    given: dict[str, Any],
    model: type[R],
    errors: list[DataError] | None,
) -> R | None:
    if "line" in model.model_fields:
        given = {**given, "line": line}
    try:
        return model.model_validate(given)
    except ValidationError as broken:
        report(
            errors,
            *(
                DataError(
                    name,
                    line,
                    ".".join(str(part) for part in fault["loc"]),
                    "the field is empty"
                    if fault["type"] == "missing"
                    else _problem(fault["msg"], fault["input"]),
                )
                for fault in broken.errors()
            ),
        )
        return None


def read_toml(path: File, model: type[R], errors: list[DataError] | None = None) -> R | None:
    """Return a TOML file checked against *model*; None when *errors* took a problem.

    Tables that *model* reads as a :class:`Record` are told their line.

    Raises:
        DataError: At the first problem, unless *errors* collects them.
    """
    try:
        text = _read_text(path)
    except DataError as broken:
        report(errors, broken)
        return None
    try:
        raw, lines = _parsed(text)
    except tomllib.TOMLDecodeError as broken:
        report(errors, _toml_syntax(path.name, text, broken))
        return None
    try:
        return model.model_validate(_with_lines(raw, lines, ()))
    except ValidationError as broken:
        report(
            errors,
            *(
                DataError(
                    path.name,
                    _line_of(lines, fault["loc"]),
                    _field_name(fault["loc"]),
                    _toml_problem(fault["type"], fault["msg"], fault["input"]),
                )
                for fault in broken.errors()
            ),
        )
        return None


def load_toml(path: File, model: type[R]) -> R:
    """Return a TOML file checked against *model*.

    Raises:
        DataError: At the first problem.
    """
    found = read_toml(path, model)
    assert found is not None
    return found


def _toml_syntax(name: str, text: str, broken: tomllib.TOMLDecodeError) -> DataError:
    message = str(broken)
    at = re.search(r"\(at line (\d+), column \d+\)", message)
    line = int(at.group(1)) if at else text.count("\n") + 1
    return DataError(name, line, "", f"not TOML: {message.partition(' (at ')[0]}")


def _toml_problem(kind: str, message: str, value: object) -> str:
    if kind == "missing":
        return "the field is missing"
    return _problem(message, None if isinstance(value, dict) else value)


KeyPath = tuple[str | int, ...]
"""The way to a value in a TOML file: table names, list positions, the key."""

_TABLE = re.compile(r"^\s*(\[{1,2})\s*([^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY = re.compile(
    r"^\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|\"[^\"]*\"))*)\s*="
)
_PART = re.compile(r"\"([^\"]*)\"|([A-Za-z0-9_-]+)")


@lru_cache(maxsize=32)
def _parsed(text: str) -> tuple[Mapping[str, Any], dict[KeyPath, int]]:
    """Return a TOML text as it reads, and its lines; who checks a folder reads some files often."""
    return tomllib.loads(text), toml_lines(text)


def toml_lines(text: str) -> dict[KeyPath, int]:
    """Return the line of every table header and of every key at the start of a line."""
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            names = _parts(header.group(2))
            table = (*_resolve(names[:-1], counts), names[-1])
            if header.group(1) == "[[":
                counts[table] = counts.get(table, -1) + 1
                table += (counts[table],)
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            lines.setdefault(table + tuple(_parts(key.group(1))), number)
    return lines


def _parts(dotted: str) -> list[str]:
    return [quoted or bare for quoted, bare in _PART.findall(dotted)]


def _resolve(names: Iterable[str], counts: dict[KeyPath, int]) -> KeyPath:
    """Return the way to a table, going into the last member of each list of tables."""
    place: KeyPath = ()
    for name in names:
        place += (name,)
        if place in counts:
            place += (counts[place],)
    return place


def _with_lines(value: Any, lines: dict[KeyPath, int], place: KeyPath) -> Any:
    """Return *value* with ``line`` added to every member of a list of tables."""
    if isinstance(value, dict):
        made = {key: _with_lines(inner, lines, (*place, key)) for key, inner in value.items()}
        if place and isinstance(place[-1], int) and place in lines:
            made.setdefault("line", lines[place])
        return made
    if isinstance(value, list):
        return [_with_lines(inner, lines, (*place, n)) for n, inner in enumerate(value)]
    return value


def _line_of(lines: dict[KeyPath, int], place: Sequence[str | int]) -> int:
    """Return the line of the nearest table or key on the way to *place*."""
    for length in range(len(place), 0, -1):
        if tuple(place[:length]) in lines:
            return lines[tuple(place[:length])]
    return 0


def _field_name(place: Sequence[str | int]) -> str:
    """Return ``placement[2].units`` for ("placement", 1, "units"): people count from one."""
    name = ""
    for part in place:
        if isinstance(part, int):
            name += f"[{part + 1}]"
        else:
            name += f".{part}" if name else part
    return name


@cache
def known_games() -> tuple[str, ...]:
    """Return the games that have a folder of data files, sorted."""
    return tuple(sorted(path.parent.name for path in DATA.glob("*/rules.toml")))
