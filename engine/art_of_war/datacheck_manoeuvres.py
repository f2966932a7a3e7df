"""What is wrong with the names of manoeuvres (``manoeuvres.csv``).

Rules:
    5; ADG-R22.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.art_of_war.actions import Manoeuvre
from engine.art_of_war.manoeuvre_words import FILE, ManoeuvreRow
from engine.art_of_war.rules.movement.manoeuvres import PIVOTS, TURNS
from engine.data.files import DataError, Folder, read_csv

BY = "{by}"
"""Where an amount stands in what is told."""


def check_manoeuvres(place: Folder, errors: list[DataError]) -> None:
    """Append what is wrong in the file: each manoeuvre is there once, and can be told and typed."""
    before = len(errors)
    rows = read_csv(place / FILE, ManoeuvreRow, errors)
    if len(errors) > before:
        return
    keys = [row.key for row in rows]
    for one in Manoeuvre:
        if keys.count(one.value) != 1:
            problem = f"{one.value} is there {keys.count(one.value)} times, not once"
            errors.append(DataError(FILE, 0, "key", problem))
    for row in rows:
        errors += _check_row(row)
    errors += _shared(rows)


def _check_row(row: ManoeuvreRow) -> Iterator[DataError]:
    if row.key not in set(Manoeuvre):
        yield DataError(FILE, row.line, "key", f"{row.key} is no manoeuvre")
        return
    _, _, hand = row.key.partition("-")
    if row.hand != hand:
        yield DataError(FILE, row.line, "hand", f"{row.key} goes to {hand or 'no side'}")
    turns = Manoeuvre(row.key) in TURNS - PIVOTS
    for field in ("name", "name_es"):
        if getattr(row, field).count(BY) != int(not turns):
            problem = f"{row.key} is told with {'no' if turns else 'one'} {BY}"
            yield DataError(FILE, row.line, field, problem)
    if not row.words:
        yield DataError(FILE, row.line, "words", f"no word is typed for {row.key}")


def _shared(rows: Sequence[ManoeuvreRow]) -> Iterator[DataError]:
    """Yield words that mean manoeuvres which differ in more than the side that they go to."""
    kinds: dict[str, str] = {}
    for row in rows:
        kind = row.key.partition("-")[0]
        for word in row.words:
            if kinds.setdefault(word, kind) != kind:
                problem = f"{word!r} means {kinds[word]} already"
                yield DataError(FILE, row.line, "words", problem)
