"""The settings of a new campaign, as offered in the field and told afterwards."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.cogs.actions import list_offers
from bot.cogs.choices import read_settings, setting_options, settings_text
from bot.moderator import Campaign
from bot.text import words_for
from engine.kit.settings import house_of, leader_of
from engine.registry import load_games

GAMES = load_games()
MOST = 25
"""Discord's limit of offers."""
EDITIONS = [key for key in sorted(GAMES) if "edition" in GAMES[key].settings_model.model_fields]


def offered(key: str, typed: str = "", language: str = "en") -> list[str]:
    """Return what is offered in the settings' field of a new campaign of a game."""
    words = words_for(language, GAMES[key])
    return [value for value, _ in list_offers(setting_options(GAMES[key], words, typed), typed)]


def told(key: str, language: str, **settings: object) -> str:
    """Return the line that tells a campaign's settings."""
    game = GAMES[key]
    chosen = game.settings_model.model_validate(settings).model_dump(mode="json")
    made = datetime(2026, 1, 1, tzinfo=UTC)
    campaign = Campaign("aaaaaaaa", key, "x", 1, 1, language, chosen, "open", {}, None, made)
    return settings_text(campaign, game, words_for(language, game))


@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_setting_is_offered(key: str, language: str) -> None:
    """As many as Discord shows are there at once, any by its name; and the game takes each."""
    game = GAMES[key]
    values = offered(key, language=language)

    listed = [one.value for one, _ in setting_options(game, words_for(language, game))]
    assert values == listed[:MOST]
    for value in listed:
        assert value in offered(key, value.partition("=")[0], language)
        game.settings_model.model_validate(read_settings(game.settings_model, value))


def test_of_a_setting_that_this_house_chooses_the_other_value_is_offered() -> None:
    """Not the one that a new table gets anyway, though campaigns from before have another."""
    assert offered("war_of_the_pacific", "artillery") == ["artillery=taking_part"]
    assert offered("war_of_the_pacific", "fort_stacking") == ["fort_stacking=counted"]


@pytest.mark.parametrize("key", EDITIONS)
def test_switches_are_offered_with_the_other_editions_wording(key: str) -> None:
    """What a table gets anyway is not offered; the other edition's rule is."""
    model = GAMES[key].settings_model
    fields = model.model_fields
    switches = [name for name, info in fields.items() if leader_of(info) == "edition"]

    assert switches
    for name in switches:
        english, spanish = offered(key, name), offered(key, f"edition=es, {name}")
        assert f"{name}=es" in english
        assert f"{name}=en" not in english
        had, other = ("en", "es") if name in house_of(model, {"edition": "es"}) else ("es", "en")
        assert f"edition=es, {name}={other}" in spanish
        assert f"edition=es, {name}={had}" not in spanish


@pytest.mark.parametrize("key", EDITIONS)
def test_a_setting_already_typed_is_not_offered_again(key: str) -> None:
    """A comma list goes on with other settings."""
    after = offered(key, "edition=es, ")
    assert all(value.count("edition=") == 1 for value in after)


def test_a_switch_is_found_by_its_name_in_either_language() -> None:
    """Words of the label narrow the list down."""
    assert "stacking=es" in offered("war_of_the_pacific", "land units")
    assert "stacking=es" in offered("war_of_the_pacific", "unidades terrestres", "es")


@pytest.mark.parametrize(
    ("language", "edition", "switch"),
    [
        ("en", "Spanish edition", "six, seven with a fort"),
        ("es", "Edición española", "seis, siete"),
    ],
)
def test_only_switches_that_depart_are_told(language: str, edition: str, switch: str) -> None:
    """A campaign tells its edition, and where it takes a rule from the other."""
    plain = told("war_of_the_pacific", language, edition="es")
    mixed = told("war_of_the_pacific", language, edition="es", stacking="en")

    assert edition in plain
    assert switch not in plain
    assert switch in mixed
