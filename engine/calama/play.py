"""The table of Batalla de Calama while an action is being carried out."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.api import Term
from engine.calama.state import DEAD, Piece, Secrets, Table, View
from engine.kit.records import changed
from engine.kit.verbs import Answer, FrameRules, Verb
from engine.kit.working_copy import WorkingCopy


class Play(WorkingCopy[Table, Secrets]):
    """One action's working copy of a game."""

    __slots__ = ()

    def change(self, piece_id: str, **values: Any) -> Piece:
        """Change fields of one piece and return it."""
        piece = changed(self.table.pieces[piece_id], **values)
        self.set(pieces={**self.table.pieces, piece_id: piece})
        return piece

    def eliminate(self, piece_id: str, to: str = DEAD) -> None:
        """Take a piece off the board.

        Whoever charged it charges nobody any more, and has had its combat of the round: whoever
        charges does not fire (7.4.3, CAL-R32).
        """
        pieces = {
            one.id: changed(one, charging="", fought=True) if one.charging == piece_id else one
            for one in self.table.pieces.values()
        }
        pieces[piece_id] = changed(pieces[piece_id], at=to, charging="")
        self.set(pieces=pieces, stirred=True)


AnyVerb = Verb[View, Play, Any] | Answer[View, Play, Any, Any]
AnyFrameRules = FrameRules[Table, Play, Any]


def piece_term(piece: Piece | str) -> Term:
    """Return a piece as a word for a sentence."""
    return _piece_term(piece if isinstance(piece, str) else piece.id)


@lru_cache(maxsize=1024)
def _piece_term(piece_id: str) -> Term:
    return Term("piece", piece_id)


@lru_cache(maxsize=1024)
def square_term(square: str) -> Term:
    """Return a square as a word for a sentence."""
    return Term("square", square)


@lru_cache(maxsize=256)
def type_term(type_key: str) -> Term:
    """Return a type of piece as a word for a sentence."""
    return Term("type", type_key)
