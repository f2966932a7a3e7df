"""How dice fell, in words."""

from __future__ import annotations

import pytest

from bot.letters import dice
from bot.moderator.looking.thrown import Fallen, Thrown
from bot.text import words_for
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.tour import campaign_of
from tests.support.toy_game import TOY


@pytest.mark.parametrize(
    ("sixes", "language", "said"),
    [
        (2, "en", "as far off or farther in 5.6% of such games"),
        (20, "en", "as far off or farther in less than 0.1% of such games"),
        (2, "es", "se aparta tanto o más en el 5,6 % de tales partidas"),
        (20, "es", "se aparta tanto o más en menos del 0,1 % de tales partidas"),
    ],
)
def test_what_chance_hardly_ever_does_is_less_than_the_least_share(
    sixes: int, language: str, said: str
) -> None:
    """As a sentence of each language."""
    fallen = Fallen("red", (0, 0, 0, 0, 0, sixes))
    page = dice.page(
        Thrown(campaign_of(TOY, language), (fallen,), {}), TOY, words_for(language, TOY)
    )
    assert said in page.texts[1]
