"""Small makers of options that every rule uses. What is typed is a square wherever there is one."""

from __future__ import annotations

from collections.abc import Iterable

from engine.api import Option, Text
from engine.calama.play import piece_term, square_term, type_term
from engine.calama.state import Piece


def piece_option(piece: Piece) -> Option:
    """Offer one piece by its square."""
    return Option(
        piece.at, Text("piece", {"piece": piece_term(piece), "square": square_term(piece.at)})
    )


def pieces_option(pieces: Iterable[Piece]) -> Option:
    """Offer several pieces at once, as a comma list of their squares."""
    pieces = tuple(pieces)
    if len(pieces) == 1:
        return piece_option(pieces[0])
    return Option(
        ", ".join(piece.at for piece in pieces),
        Text("pieces", {"pieces": tuple(piece_term(piece) for piece in pieces)}),
    )


def square_option(square: str) -> Option:
    """Offer a square."""
    return Option(square, Text("square", {"square": square_term(square)}))


def type_option(type_key: str, n: int) -> Option:
    """Offer a type of which there are *n*."""
    return Option(type_key, Text("type", {"type": type_term(type_key), "n": n}))
