from datetime import UTC, datetime

from bot.clock import to_ms
from bot.clock.zones import zones
from bot.text import LANGUAGES
from bot.text.times import day, place, places, time_of_day, time_there

NEW_YEAR = datetime(2027, 12, 31, 23, 30, tzinfo=UTC)


def test_places_are_called_as_each_language_calls_them() -> None:
    """City and country; only the city where its name says the country, or there is none."""
    assert place("Europe/London", "es") == "Londres, Reino Unido"
    assert place("America/New_York", "en") == "New York, United States"
    assert place("America/Santiago", "es") == "Santiago de Chile"
    assert place("Asia/Singapore", "en") == "Singapore"
    assert place("UTC", "en") == "UTC"
    assert place("America/Argentina/ComodRivadavia", "en") == "ComodRivadavia"


def test_every_zone_has_a_name_of_its_own() -> None:
    """In each language, so that a menu does not offer two that read alike."""
    for language in LANGUAGES:
        named = dict(places(language))
        assert set(named) == set(zones())
        assert len(set(named.values())) == len(named)


def test_times_are_those_of_the_place() -> None:
    """And days as the language writes them."""
    assert time_there("Europe/Madrid", to_ms(NEW_YEAR)) == "00:30"
    assert time_of_day(8 * 60 + 5) == "08:05"
    assert day(NEW_YEAR, "en") == "31 Dec 2027"
    assert day(NEW_YEAR, "es") == "31 dic 2027"
