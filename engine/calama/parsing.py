"""Reading what a person typed in Batalla de Calama, in either language.

A piece is named by its square ("8-7") or its name ("infantry 3" is one's own); a type by its name
or its number on the piece ("6"); a set-up by one line: "1 9-6, 2 8-5 9-8, 6 8-6 8-7 10-5".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from engine.api import Action, Refusal, Term
from engine.calama import lexicon
from engine.calama.actions import Leg, Placement
from engine.calama.army import load_army
from engine.calama.board import load_board
from engine.calama.scenario import Scenario
from engine.calama.standing_orders.words import as_word
from engine.calama.state import ATTRIBUTES, View
from engine.calama.survey import piece_at, scenario_of
from engine.data.cache import cached_per_data
from engine.kit.parsing import SHOWN, Reader, folded, held_by, named, number, parts, several
from engine.kit.standing_orders import kind_reader
from engine.kit.wording import refuse

LANGUAGES = ("en", "es")

_SQUARE = re.compile(r"0*(\d{1,2})\s*[-./]\s*0*(\d{1,2})")
_ARROW = re.compile(r"\s*(?:->|=>|[>→:])\s*|\s+(?:to|a)\s+|\s+")


def readers(view: View) -> Mapping[str, Reader]:
    """Return how what a field holds is read; made anew for each reading."""

    def piece(text: str, problems: list[Refusal]) -> str:
        return _piece(view, text, problems)

    been: dict[str, str] = {}

    def leg(text: str, problems: list[Refusal]) -> Leg | None:
        return _leg(view, text, problems, been)

    def objective(text: str, problems: list[Refusal]) -> str:
        return _objective(view, text, problems)

    def placings(text: str, problems: list[Refusal]) -> tuple[Placement, ...]:
        return _placings(view, text, problems)

    return {
        "piece": piece,
        "pieces": several(piece),
        "square": _square,
        "type": _type,
        "attribute": _attribute,
        "moves": several(leg, ranges=False),
        "objective": objective,
        "objectives": several(objective),
        "placings": placings,
        "types": several(_type),
        "target": several(_target),
        "truce": _truce,
        "count": number,
        "resting": number,
        "standing": kind_reader,
    }


def understood(view: View, model: type[Action], filled: Mapping[str, str]) -> dict[str, str]:
    """Return *filled* with pieces and types by their keys, however they were typed."""
    found = dict(filled)
    for name, text in filled.items():
        info = model.model_fields.get(name)
        holds = "" if info is None else held_by(info)
        if holds == "piece":
            found[name] = _piece(view, text.strip(), []) or text
        elif holds == "type":
            found[name] = _type(text, []) or text
    return found


def as_square(text: str) -> str:
    """Return a square as it is kept, or "" when *text* is none of the board's."""
    found = _SQUARE.fullmatch(text.strip())
    square = f"{int(found[1])}-{int(found[2])}" if found else ""
    return square if square in load_board().squares else ""


def _square(text: str, problems: list[Refusal]) -> str:
    square = as_square(text)
    if not square:
        problems.append(refuse("read.unknown_square", "4.1", typed=text[:SHOWN]))
    return square


def _piece(view: View, text: str, problems: list[Refusal]) -> str:
    if text in view.table.pieces:
        return text
    square = as_square(text)
    if square:
        piece = piece_at(view.table, square)
        if piece is not None:
            return piece.id
        problems.append(refuse("read.nobody_there", "", square=Term("square", square)))
        return ""
    return named(text, _piece_names(view), problems, "read.unknown_piece", "piece")


def _piece_names(view: View) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for piece in view.table.pieces.values():
        for language in LANGUAGES:
            full = folded(lexicon.piece_name(piece.id, language))
            names.setdefault(full, set()).add(piece.id)
            if piece.side == view.viewer:
                short = folded(lexicon.own_piece_name(piece.id, language))
                names.setdefault(short, set()).add(piece.id)
    return names


def _leg(view: View, text: str, problems: list[Refusal], been: dict[str, str]) -> Leg | None:
    """Read "3-9 4-9", with an arrow or a word between if one likes.

    *been* says who stands on the squares of the moves before this one ("" for nobody): a square
    names the piece that is there by then.
    """
    halves = [half for half in _ARROW.split(text.strip()) if half]
    if len(halves) < 2:
        problems.append(refuse("read.move_form", "7.4.1", typed=text[:SHOWN]))
        return None
    who = " ".join(halves[:-1])
    square = as_square(who)
    if been.get(square) == "":
        problems.append(refuse("read.nobody_there", "", square=Term("square", square)))
        return None
    piece = been.get(square) or _piece(view, who, problems)
    to = _square(halves[-1], problems)
    if piece and to:
        _gone(view, been, piece)
        been[to] = piece
    return Leg(piece=piece, to=to)


def _gone(view: View, been: dict[str, str], piece: str) -> None:
    """Note that a piece stands no longer where the moves so far, or the table, have it."""
    at = next((square for square, one in been.items() if one == piece), "")
    been[at or view.table.pieces[piece].at] = ""


@cached_per_data()
def _type_names() -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for key, kind in load_army().types.items():
        for name in (key, str(kind.number), kind.name, kind.name_es, kind.plural, kind.plural_es):
            names.setdefault(folded(name), set()).add(key)
    return names


def _type(text: str, problems: list[Refusal]) -> str:
    word = folded(text)
    if word.isdigit() and word not in _type_names():
        problems.append(refuse("read.unknown_type", "4.2", typed=text[:SHOWN], known=_types()))
        return ""
    before = len(problems)
    found = named(text, _type_names(), problems, "read.unknown_type", "type")
    if len(problems) > before and problems[-1].code == "read.unknown_type":
        problems[-1] = refuse("read.unknown_type", "4.2", typed=text[:SHOWN], known=_types())
    return found


def _types() -> tuple[Term, ...]:
    return tuple(Term("type", key) for key in load_army().types)


def _truce(text: str, problems: list[Refusal]) -> str:
    return as_word(text) or text


def _target(text: str, problems: list[Refusal]) -> str:
    return as_word(text) or _type(text, problems)


@cache
def _attribute_names() -> dict[str, set[str]]:
    spanish = {"movement": "movimiento", "resistance": "resistencia", "strength": "fuerza"}
    names = {folded(key): {key} for key in ATTRIBUTES}
    for key, name in spanish.items():
        names[name] = {key}
    return names


def _attribute(text: str, problems: list[Refusal]) -> str:
    before = len(problems)
    found = named(text, _attribute_names(), problems, "read.unknown_attribute", "attribute")
    if len(problems) > before and problems[-1].code == "read.unknown_attribute":
        known = tuple(Term("attribute", key) for key in ATTRIBUTES)
        problems[-1] = refuse("read.unknown_attribute", "4.1.4", typed=text[:SHOWN], known=known)
    return found


def _objective(view: View, text: str, problems: list[Refusal]) -> str:
    own = scenario_of(view.table).objectives.get(view.viewer or "", ())
    names: dict[str, set[str]] = {}
    for key in own:
        for name in (key, *(lexicon.objective_name(key, language) for language in LANGUAGES)):
            names.setdefault(folded(name), set()).add(key)
    return named(text, names, problems, "read.unknown_objective", "objective")


# -- a whole deployment ---------------------------------------------------------------------------


def _placings(view: View, text: str, problems: list[Refusal]) -> tuple[Placement, ...]:
    """Read a ready formation by its name, or every piece with its square.

    A type stands before its squares; squares without a type go on with the one before.
    """
    seat = view.viewer or ""
    scenario = scenario_of(view.table)
    formation = _formation(scenario, seat, text)
    if formation:
        placed = scenario.formations[seat][formation].places
        return tuple(Placement(type=type_key, at=at) for type_key, at in placed)
    found: list[Placement] = []
    type_key = ""
    for item in parts(text.replace(";", ",").replace("\n", ",")):
        squares = _SQUARE.findall(item)
        name = _SQUARE.sub(" ", item).strip(" :=@")
        if name:
            type_key = _type(name, problems)
        elif not type_key:
            problems.append(refuse("read.placing_form", "4.1.3", typed=item[:SHOWN]))
        if not squares:
            problems.append(refuse("read.placing_form", "4.1.3", typed=item[:SHOWN]))
        found += [Placement(type=type_key, at=at) for at in _squares(squares, problems)]
    return tuple(found)


def _squares(found: Iterable[tuple[str, str]], problems: list[Refusal]) -> list[str]:
    return [_square(f"{row}-{column}", problems) for row, column in found]


def _formation(scenario: Scenario, seat: str, text: str) -> str:
    word = folded(text)
    for key, formation in scenario.formations.get(seat, {}).items():
        if word in {folded(key), folded(formation.name), folded(formation.name_es)}:
            return key
    return ""
