"""Standing orders that name nobody: nobody goes alone, and the refusal of more can be read."""

import pytest

from bot.text import words_for
from bot.ui.faults import refusal_text
from engine.api import Action
from engine.art_of_war.actions import MODELS, NOBODY, Chase, Dodge, Fight, Withhold
from engine.art_of_war.game import GAME
from engine.dice import SeededDice
from tests.support.short import short

ALONE = {"en": "or **none**, not both", "es": "o **ninguna**, no ambas cosas"}


@pytest.mark.parametrize("kind", [Chase, Dodge, Fight, Withhold])
@pytest.mark.parametrize("language", ["en", "es"])
def test_nobody_goes_alone(kind: type[Action], language: str) -> None:
    """Alone it is an order; with others it is refused, in words."""
    assert kind.kind in MODELS
    state = GAME.setup(short(GAME), SeededDice(b"nobody")).state
    view = GAME.view(state, "south")
    field = next(iter(kind.model_fields))
    others = [one.value for one in GAME.options(view, kind.kind, field, {})][:1]

    alone = kind.model_validate({field: (NOBODY,)})
    more = kind.model_validate({field: (*(others or ["south.x1"]), NOBODY)})

    assert GAME.check(state, "south", alone) == ()
    refusals = GAME.check(state, "south", more)
    assert [one.code for one in refusals] == ["nobody.alone"]
    assert ALONE[language] in refusal_text(refusals, words_for(language, GAME))
