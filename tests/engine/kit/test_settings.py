"""What a new table gets that it did not choose."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.cogs.choices import read_settings
from engine.kit.settings import opened
from engine.registry import load_games
from engine.war_of_the_pacific.settings import HOUSE, Settings, Switch
from tests.games import known

GAMES = load_games()
EVENED: tuple[Switch, ...] = ("forces", "naval_plan", "stacking", "supply_roll")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_table_that_chooses_nothing_plays_by_the_defaults(key: str) -> None:
    """In every game, and by what has been added since its first campaigns."""
    assert opened(GAMES[key].settings_model, {}) == known(key).since_then


@pytest.mark.parametrize("key", [key for key in GAMES if known(key).since_then])
def test_a_campaign_from_before_a_setting_plays_as_it_began(key: str) -> None:
    """Where its stored settings lack the setting, the rule is the one of then."""
    stored = GAMES[key].settings_model.model_validate({}).model_dump(mode="json")
    for name, value in known(key).since_then.items():
        assert stored[name] != value


def test_a_new_spanish_campaign_is_evened_out() -> None:
    """In four rules it follows the English text (WP-R96), in all others its own."""
    new = Settings.model_validate(opened(Settings, read_settings(Settings, "edition=es")))
    assert new.edition == "es"
    followed = [name for name in sorted(get_args(Switch)) if new.follows(name) == "en"]
    assert followed == list(EVENED)
    assert set(HOUSE) == {"es"}


@pytest.mark.parametrize("chosen", ["es", "edition"])
def test_a_table_may_have_the_spanish_text_alone(chosen: str) -> None:
    """By naming the rule."""
    typed = "edition=es, " + ", ".join(f"{name}={chosen}" for name in EVENED)
    new = Settings.model_validate(opened(Settings, read_settings(Settings, typed)))
    assert {new.follows(name) for name in EVENED} == {"es"}


def test_a_campaign_read_back_keeps_what_it_began_with() -> None:
    """Also one of a build that had no such default: nothing is filled in."""
    stored = Settings(edition="es").model_dump(mode="json")
    assert Settings.model_validate(stored).follows("naval_plan") == "es"
    assert Settings.model_validate({"edition": "es"}).follows("forces") == "es"
