"""A ferryman who is no person."""

from __future__ import annotations

from engine.api import Action, Decision, Term, Text
from engine.dice import Dice
from engine.reasons import Candid, Reasons
from tests.support.toy_game.actions import Hide, Land, Load, Ready, Row, Search, Shout, Stow
from tests.support.toy_game.state import BANKS, View, lantern_of


class ToyOpponent(Candid[View]):
    """Rows while the river is kind, and hides the lantern where it never lands itself."""

    def _chosen(self, view: View, decision: Decision, dice: Dice, reasons: Reasons) -> Action:
        assert view.own is not None
        if decision.code == "loading":
            loads = (Load(crate="silk", spot="stern"), Load(crate="tea", spot="bow"))
            return Ready() if view.own.loads else Stow(loads=loads)
        if decision.code == "search":
            (searched, *_) = reversed(decision.choices)
            assert isinstance(searched.action, Search)
            return searched.action
        if decision.code == "shout":
            voice = decision.seat not in view.table.hoarse
            return Shout(loud=voice and view.table.afloat >= 4)
        if not lantern_of(view):
            return Hide(bank=BANKS[0])
        (mood,) = dice.roll("how far")
        if view.table.afloat < 4 + mood:
            return reasons.note(Row(strokes=1 + mood % 2), _of_rowing)
        (bank,) = dice.roll("where to", sides=len(BANKS) - 1)
        landed = Land(bank=BANKS[bank])
        return reasons.note(landed, lambda: _of_landing(landed.bank))


def _of_landing(bank: str) -> Text:
    return Text("reason.land", {"bank": Term("bank", bank)})


def _of_rowing() -> Text:
    return Text("reason.row")
