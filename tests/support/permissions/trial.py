"""Tries the cells of the page that belong to a scene."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tests.support.people import Person, Reply
from tests.support.permissions import page
from tests.support.permissions.deeds import DEEDS, Deed
from tests.support.permissions.ground import ELSEWHERE, LETTERS, Ground
from tests.support.permissions.page import ALL, ASKS, NEVER, NO, OWN, PUBLIC, YES
from tests.support.permissions.scenes import STATE_OF, USUAL
from tests.support.permissions.ways import Way

ANY: Final = "any"
ROWS: Final = tuple(page.rows())
REFUSED: Final = ("⚠️", "Nothing has changed.")
"""How what is refused begins."""
UNCLEAR: Final = ("Something went wrong", "This button is out of date")
"""What no refusal for want of a right says: the first is a fault, the second a press unknown."""
DONE: Final = {YES, ASKS, PUBLIC, OWN, ALL}
KNOWS: Final = {PUBLIC, OWN, ALL}
SECRETS: Final = {"north": {"red", ALL}, "south": {"blue", ALL}}
"""Where each side has hidden a lantern, and who may read it; nobody has landed there."""
SIDES: Final = {"alice": "red", "leo": "red", "bruno": "blue", "ivan": "blue"}
SOME: Final = 2
"""So many of those who may do what changes something do it, where not all do."""
SEVERAL: Final = 20
"""After so many refusals it is looked whether anybody was told of one."""
ALSO_BY_LETTER: Final = ("watcher", "manager", "with secrets", "former")
"""Who may no more by direct message than here."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the page.

    Attributes:
        word: What it says; "no" where the state has no row of the deed.
        person: Who tries.
        place: Where: in the channel, elsewhere, by direct message.
    """

    deed: Deed
    column: str
    word: str
    person: Person
    place: str = ""

    def __str__(self) -> str:
        return f"{self.deed.name}: {self.column} ({self.person.name} {self.place})".strip()


def cells_of(ground: Ground, scene: str) -> Iterator[Cell]:
    """Yield the cells that are tried in a scene, and what has no row in its state."""
    state = STATE_OF[scene]
    there = {row.deed: row for row in ROWS if row.state in {state, ANY}}
    listed = [way.tried for name in there for way in DEEDS[name].ways]
    for known in DEEDS.values():
        row = there.get(known.name)
        ways = tuple(one for one in known.ways if row is not None or one.tried not in listed)
        deed = replace(known, ways=ways)
        if (USUAL[state] if row is None else deed.scene(state)) != scene:
            continue
        for column in page.columns():
            word = NO if row is None else row.cells[column]
            strict = row is not None and row.state != ANY
            yield from _cells(ground, deed, column, word, strict=strict)
        if row is None or row.cells[LETTERS] != NEVER:
            yield from _by_letter(ground, deed, None if row is None else row.cells)


def _cells(ground: Ground, deed: Deed, column: str, word: str, *, strict: bool) -> Iterator[Cell]:
    if column == ELSEWHERE:
        whom = (ground.cast.get("awaited", ground.cast["opener"]), ground.cast.get("with secrets"))
        people = [ground.stranger, *(one for one in whom if one is not None)]
    elif column == LETTERS:
        people = [ground.cast[deed.letter]] if deed.letter in ground.cast else []
    else:
        person = ground.cast.get(column)
        assert not strict or (person is not None) or word == NEVER, (deed.name, column)
        people = [] if person is None else [person]
    place = {ELSEWHERE: ELSEWHERE, LETTERS: LETTERS, "gone": LETTERS}.get(column, "")
    if word != NEVER:
        yield from (Cell(deed, column, word, person, place) for person in people)


def _by_letter(ground: Ground, deed: Deed, cells: object) -> Iterator[Cell]:
    for column in ALSO_BY_LETTER:
        person = ground.cast.get(column)
        refused = cells is None or (isinstance(cells, dict) and cells[column] in {NO, NEVER})
        if person is not None and refused and column != deed.letter:
            yield Cell(deed, f"{column}, {LETTERS}", NO, person, LETTERS)


# ---------------------------------------------------------------------- what is refused


async def refuse(
    ground: Ground, cells: Sequence[Cell], verbs: frozenset[str], *, every: bool = False
) -> list[str]:
    """Try what is refused, and return what came out otherwise.

    Each person tries by one way that there is where they are, all of them together by all ways; by
    *every* one if it is wanted.
    """
    wrong: list[str] = []
    before, told = ground.kept(), ground.told()
    for number, cell in enumerate(cells):
        ways = [one for way in cell.deed.ways for one in way.each(sorted(verbs))]
        start = 0 if every or not ways else number % len(ways)
        for one in (*ways[start:], *ways[:start]):
            reply = await one.first(ground, cell.person, cell.place)
            if reply is not None and not is_refused(reply, cell.deed.says):
                wrong.append(f"{cell} by {one.name}: {said(reply)[:300]!r}")
            if reply is not None and not every:
                break
        after = ground.kept()
        if after != before:
            wrong.append(f"{cell}: something changed: {sorted(changes(before, after))}")
            before = after
        if number % SEVERAL == SEVERAL - 1 or number == len(cells) - 1:
            heard = ground.told()
            if heard != told:
                wrong.append(f"{cell}, or one of the {SEVERAL} before: somebody was told")
                told = heard
    return wrong


def is_refused(reply: Reply, says: str = "") -> bool:
    """Say whether an answer is a plain sentence of refusal, for its person alone.

    *says*: words by which another answer is one.
    """
    if not reply.acknowledged or reply.modal is not None or not reply.papers:
        return False
    text = reply.text
    return (
        reply.is_private
        and (text.startswith(REFUSED) or (bool(says) and says in text))
        and not any(unclear in text for unclear in UNCLEAR)
    )


def changes(before: object, after: object) -> set[str]:
    """Return the tables on file that are not as they were."""
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    return {name for name in after if before.get(name) != after[name]}


# ---------------------------------------------------------------------- what is done


def ways_of(cell: Cell) -> tuple[Way, ...]:
    """Return the ways that there are where somebody is: they do it by the first."""
    found = tuple(w for w in cell.deed.ways if not (cell.place == LETTERS and w.is_typed))
    assert found, f"{cell}: there is no way to it by letter"
    return found


def some(cells: Sequence[Cell]) -> list[Cell]:
    """Leave out of what changes something all but :data:`SOME` people a deed and word."""
    found: list[Cell] = []
    alike: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        alike.setdefault((cell.deed.name, cell.word), []).append(cell)
    for number, several in enumerate(alike.values()):
        turned = [several[(number + n) % len(several)] for n in range(len(several))]
        found += turned[:SOME] if several[0].deed.anew else several
    return found


async def do(ground: Ground, cell: Cell) -> str:
    """Do what a cell allows, and return what came out otherwise; "" is nothing."""
    before = ground.kept()
    reply = await ways_of(cell)[0].whole(ground, cell.person, cell.place)
    await ground.settle()
    text = said(reply)
    if not reply.acknowledged or (reply.papers and is_refused(reply)):
        return f"{cell}: refused: {text[:300]!r}"
    if any(unclear in text for unclear in UNCLEAR):
        return f"{cell}: {text[:300]!r}"
    changed = changes(before, ground.kept())
    if cell.deed.leaves and cell.deed.leaves not in changed:
        return f"{cell}: only {sorted(changed)} changed: {text[:200]!r}"
    return shown(cell, text)


def said(reply: Reply) -> str:
    """Return all that an answer says, its files and what its pictures were painted of included."""
    told = [reply.text]
    for paper in reply.papers:
        for one in paper.raw.attachments:
            data = reply.person.table.env.backend.cdn.get(one["url"]) or b""
            told.append(_painted(data).decode("utf-8", "replace"))
    return "\n".join(told)


def _painted(data: bytes) -> bytes:
    """Return of a toy picture what it was painted of; of another file itself."""
    at = data.find(b"IDAT")
    return data if at < 0 else zlib.decompressobj().decompress(data[at + 4 :])


def shown(cell: Cell, text: str) -> str:
    """Return what an answer tells that it must not, or tells not that it must; "" is nothing."""
    if cell.word not in KNOWS:
        return ""
    side = SIDES.get(cell.person.name, "") if cell.word == OWN else cell.word
    told = text.casefold()
    for bank, knowing in SECRETS.items():
        if bank in told and side not in knowing:
            return f"{cell}: tells of {bank}: {text[:600]!r}"
        if bank not in told and side in knowing and cell.deed.tells:
            return f"{cell}: does not tell of {bank}: {text[:600]!r}"
    return ""
