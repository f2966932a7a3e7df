"""Corrections typed as lines: the kind, then its fields in order, by names of several words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.api import Correction
from engine.calama.game import GAME as CALAMA
from engine.errors import MalformedAction
from engine.kit.parsing import folded
from engine.playing.lines import read_correction
from engine.war_of_the_pacific.game import GAME as PACIFIC

LITTLE = frozenset(("to", "the"))


def read(game: Any, start: str, line: str) -> Correction:
    """Read a line on a table as it is laid out."""
    view = game.view(game.laid_out(game.settings_model(), start), None)
    kinds = {folded(kind): kind for kind in game.corrections}
    return read_correction(game, view, line, kinds, LITTLE)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("put huascar arica", {"unit": "huascar", "to": "3116", "port": False}),
        ("huascar put to arica", {"unit": "huascar", "to": "3116", "port": False}),
        ("put huascar to=arica port=yes", {"unit": "huascar", "to": "3116", "port": True}),
        ("columns la paz bolivia 3", {"nation": "bolivia", "n": 3}),
        ("bonus 2", {"points": 2}),
        ("removed buin", {"unit": "buin", "pile": "dead"}),
    ],
)
def test_a_line_is_told_off_to_its_fields(line: str, said: dict[str, Any]) -> None:
    """In their order, by whichever way names what there is; the usual need not be said."""
    one = read(PACIFIC, "turn-5", line)
    assert said.items() <= one.model_dump().items()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense of mine", "correct.no_kind"),
        ("put nobody 5-7", "read.unknown_piece"),
        ("put chile-infantry-1", "read.missing"),
        ("objective moon 8", "correct.no_word"),
        ("points bolivia many", "read.not_a_number"),
    ],
)
def test_why_a_line_is_not_understood(line: str, code: str) -> None:
    """By the reason of the plainest way to read it."""
    with pytest.raises(MalformedAction) as refused:
        read(CALAMA, "round-2", line)
    assert code in [one.code for one in refused.value.refusals]
