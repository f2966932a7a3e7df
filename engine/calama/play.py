"""The table of Batalla de Calama while an action is being carried out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.api import Step, Term
from engine.calama.state import DEAD, Ending, Phase, Piece, Secrets, State, Table, View
from engine.dice import Dice
from engine.working import WorkingCopy


class Play(WorkingCopy[Table]):
    """One action's working copy of a game."""

    __slots__ = ("secrets",)

    def __init__(self, state: State, dice: Dice) -> None:
        super().__init__(state.table, dice)
        self.secrets: dict[str, Secrets] = dict(state.secrets)

    def view(self, seat: str) -> View:
        """Return *seat*'s view of the table as it is at this instant."""
        return View(seat, self.table, self.secrets[seat])

    def change(self, piece_id: str, **values: Any) -> Piece:
        """Change fields of one piece and return it."""
        piece = replace(self.table.pieces[piece_id], **values)
        self.set(pieces={**self.table.pieces, piece_id: piece})
        return piece

    def eliminate(self, piece_id: str, to: str = DEAD) -> None:
        """Take a piece off the board.

        Whoever charged it charges nobody any more, and has had his combat of the round: whoever
        charges does not fire (7.4.3, CAL-R32).
        """
        pieces = {
            one.id: replace(one, charging="", fought=True) if one.charging == piece_id else one
            for one in self.table.pieces.values()
        }
        pieces[piece_id] = replace(pieces[piece_id], at=to, charging="")
        self.set(pieces=pieces, stirred=True)

    def keep(self, seat: str, **values: Any) -> None:
        """Change a seat's secrets."""
        self.secrets[seat] = replace(self.secrets[seat], **values)

    def end(self, winner: str, code: str, rule: str) -> None:
        """End the game."""
        self.set(ending=Ending(winner, code, rule), frames=(), phase=Phase.OVER)

    def close(self, *, public: bool) -> Step:
        """Return the next state and the events; a *public* step counts in ``serial``."""
        table = self.table
        if public:
            table = replace(table, serial=table.serial + 1)
        return Step(State(table, self.secrets), tuple(self.events))


def piece_term(piece: Piece | str) -> Term:
    """Return a piece as a word for a sentence."""
    return Term("piece", piece if isinstance(piece, str) else piece.id)


def square_term(square: str) -> Term:
    """Return a square as a word for a sentence."""
    return Term("square", square)


def type_term(type_key: str) -> Term:
    """Return a type of piece as a word for a sentence."""
    return Term("type", type_key)
