"""1.1. A lantern is put at a bank, in secret, at any time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Term, Text
from engine.kit.verbs import Verb, never
from tests.support.toy_game.actions import Hide
from tests.support.toy_game.play import AnyVerb, Play
from tests.support.toy_game.state import BANKS, Phase, View


def bank_options() -> Iterator[Option]:
    """Offer every bank."""
    for bank in BANKS:
        yield Option(bank, Text("bank", {"bank": Term("bank", bank)}))


def _apply(play: Play, seat: str, action: Hide) -> None:
    play.keep(seat, lantern=action.bank)
    play.tell("hidden", "1.1", only=seat, bank=Term("bank", action.bank))


def _options(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    del view, field, filled
    return bank_options()


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Hide,
        phases=(Phase.LOADING, Phase.CROSSING),
        apply=_apply,
        options=_options,
        anybody=True,
        named=never,
    ),
)
