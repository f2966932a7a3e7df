"""Codes and values become sentences: in either language, and harmless."""

import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from bot.text import (
    MissingText,
    Raw,
    Words,
    be_strict,
    clean,
    cut,
    escape,
    language_of,
    words_for,
)
from bot.text.catalogue import _parse
from engine.api import Action, Choice, Decision, Event, Option, Params, Refusal, Term, Text
from engine.registry import load_games
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.toy_game import TOY, Hide, Row

GAME: Any = TOY


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    """No sentence may be missing."""
    be_strict()
    yield
    be_strict(strict=False)


EN, ES = Words("en", GAME), Words("es", GAME)


def test_everything_a_game_hands_out_can_be_said() -> None:
    """Events, refusals, decisions, choices, options, texts and terms."""
    bank = {"bank": Term("bank", "north")}

    assert EN.say(Event("hidden", "1.1", bank)) == "Your lantern stands at North"
    assert ES.say(Event("hidden", "1.1", bank)) == "Tu farol está en North"
    assert EN.say(Refusal("strokes", "2.1", {"most": 3})) == "At most 3 strokes"
    assert EN.say(Decision("1", "red", "shout", "3")) == "A six was thrown: shout?"
    assert EN.say(Choice(Text("loud"), Row(strokes=1))) == "Shout"
    assert EN.say(Option("north", Text("bank", bank))) == "North"
    assert EN.say(Text("turn", {"n": 2})) == "Crossing 2"
    assert EN.say(Term("seat", "red")) == "Red"


def test_the_moderators_codes_are_said_whatever_the_game() -> None:
    """Stale presses, resignations and their like have sentences of the bot."""
    assert "Too late" in EN.say(Refusal("campaign.stale", ""))
    said = EN.say(Event("campaign.resigned", "", {"seat": Term("seat", "red")}))
    assert said == "Resigned: Red"
    assert "left" in EN.say(Text("campaign.outcome.abandoned"))
    assert EN.say(Term("game", "toy")) == "Two Ferrymen"
    assert ES.say(Term("action", "row")) == "Remar"
    assert ES.say(Term("field", "strokes")) == "Golpes"
    assert EN.say(Term("channel", "12")) == "<#12>"


def test_lists_and_signs_follow_the_placeholder() -> None:
    """Lists are joined as the language does, or as the placeholder wants it."""
    event: dict[str, Any] = {"seat": Term("seat", "red"), "dice": (3, 4), "n": 7}

    assert EN.say(Event("rowed", "", event)) == "Red rows 3+4 = 7"
    assert EN.join(["a", "b", "c"]) == "a, b and c"
    assert ES.join(["a", "b", "c"]) == "a, b y c"
    assert EN._value(("a", "b"), "or") == "a or b"
    assert EN._value(("a", "b"), "comma") == "a, b"
    assert EN._value(2, "+") == "+2"


def test_plurals_follow_n() -> None:
    """The number chooses the form."""
    assert EN.bot("log.no_entry", n=1).endswith("1 entry.")
    assert EN.bot("log.no_entry", n=2).endswith("2 entries.")


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [
        (Fraction(5, 2), "2½", "2½"),
        (Fraction(3, 4), "¾", "¾"),
        (Fraction(-1, 2), "−½", "−½"),
        (Fraction(4, 2), "2", "2"),
        (Fraction(7, 5), "1.4", "1,4"),
        (Fraction(-7, 5), "−1.4", "−1,4"),
        (Fraction(1, 3), "0.33", "0,33"),
        (Fraction(199, 200), "1", "1"),
        (Fraction(-1, 1000), "0", "0"),
    ],
)
def test_fractions_are_written_as_people_write_them(
    value: Fraction, english: str, spanish: str
) -> None:
    """Halves and quarters as such, the rest with two decimals at most."""
    assert EN._value(value, "") == english
    assert ES._value(value, "") == spanish


@pytest.mark.parametrize(
    ("items", "standard", "alternative"),
    [
        (("Lima", "Iquique"), "Lima e Iquique", "Lima o Iquique"),
        (("La Paz", "Oruro"), "La Paz y Oruro", "La Paz u Oruro"),
        (("Lima", "**Ilo**"), "Lima e **Ilo**", "Lima o **Ilo**"),
        (("agua", "hielo"), "agua y hielo", "agua o hielo"),
        (("fuego", "hilo"), "fuego e hilo", "fuego o hilo"),
        (("7", "8"), "7 y 8", "7 u 8"),
        (("10", "11"), "10 y 11", "10 u 11"),
        (("Oruro", "Lima", "Ica"), "Oruro, Lima e Ica", "Oruro, Lima o Ica"),
        (("Ilo",), "Ilo", "Ilo"),
        ((), "", ""),
    ],
)
def test_spanish_lists_sound_right(items: tuple[str, ...], standard: str, alternative: str) -> None:
    """Before the sound of an i it is "e", before that of an o "u"."""
    assert ES.join(items) == standard
    assert ES.join(items, style="or") == alternative


def test_a_fraction_chooses_the_form() -> None:
    """Two and a half are several, and so is a half; one is one."""
    assert EN.bot("log.no_entry", n=Fraction(5, 2)).endswith("2½ entries.")
    assert EN.bot("log.no_entry", n=Fraction(2, 2)).endswith("1 entry.")
    assert EN._value(Fraction(3, 2), "+") == "+1½"


def test_missing_text_raises_in_tests_and_is_shown_in_production(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In production a missing sentence costs its words, not the answer; the log complains."""
    with pytest.raises(MissingText):
        EN.say(Event("no.such.thing", ""))
    with pytest.raises(MissingText):
        EN.say(Text("turn"))
    be_strict(strict=False)

    for _ in range(2):
        assert EN.say(Event("no.such_thing", "")) == "event.no.such thing"
    assert EN.say(Term("planet", "mars")) == "mars"
    assert caplog.text.count("no.such_thing") == 1


def test_typed_words_are_quoted_literally() -> None:
    """What a person typed cannot be markdown, mention or link."""
    said = EN.say(Refusal("no_such_bank", "", {"bank": "**@everyone** <@1> https://x"}))

    assert "**@" not in said
    assert "@everyone" not in said
    assert "<@1>" not in said
    assert "https://" not in said


def test_plain_words_have_no_markdown() -> None:
    """Labels and alt texts show no asterisks, and what was typed unescaped."""
    assert "**" not in EN.plain.bot("seat.line", seat="a_b", people=Raw("x"))
    assert "a_b" in EN.plain.bot("seat.line", seat="a_b", people=Raw("x"))


def test_numbers_as_long_as_novels() -> None:
    """A number nobody could read is not written out, nor does it stop the answer."""
    assert len(EN._value(10**5000, "")) < 20


class Sail(Action):
    """An action with hints."""

    kind: ClassVar[str] = "hide"

    bank: tuple[str, ...] = Field(json_schema_extra={"holds": "banks"})


def test_orders_name_what_they_hold() -> None:
    """Values are named by the lexicon that the field hints at, parsed or as typed."""
    assert EN.action(Hide(bank="north")) == "Hide: Bank: North"
    assert EN.action(Sail(bank=("north", "south"))) == "Hide: Bank: North and South"
    assert EN.order(Sail, {"bank": "north, south"}) == "Hide: Bank: North and South"
    assert ES.order(Sail, {}) == "Ocultar"


def test_languages_by_locale() -> None:
    """Spanish of any kind is Spanish; everything else is English."""
    assert [language_of(x) for x in ("es-ES", "es-419", "en-GB", "de", "")] == [
        "es",
        "es",
        "en",
        "en",
        "en",
    ]


def test_words_are_made_once() -> None:
    """The same language and game give the same words."""
    assert words_for("en", GAME) is words_for("en", GAME)
    assert words_for("en", GAME) is not words_for("es", GAME)


@pytest.mark.parametrize("template", ["{a.b}", "{a[0]}", "{a!r}", "{", "{0}"])
def test_placeholders_reach_into_nothing(template: str) -> None:
    """A catalogue cannot read attributes of values."""
    with pytest.raises(MissingText):
        _parse(template, "x")


# ------------------------------------------------------------------------- markup


@given(st.text(max_size=400))
def test_escaped_text_pings_nobody(text: str) -> None:
    """Whatever people write, no mention, no markdown pair and no second line is left."""
    shown = escape(text)

    assert "@everyone" not in shown
    assert "@here" not in shown
    assert "<@" not in shown.replace("\\<", "")
    assert "\n" not in shown
    for mark in "*_~`|":
        assert mark not in shown.replace("\\" + mark, "").replace("\\\\", "")


@given(st.text(max_size=2000), st.integers(1, 300))
def test_cleaned_text_is_one_line_of_limited_length(text: str, limit: int) -> None:
    """Control characters and direction marks go, and the length is held."""
    shown = clean(text, limit)

    assert len(shown) <= limit
    assert not {unicodedata.category(c) for c in shown.replace("\u200d", "")} & {"Cc", "Cf", "Cs"}


def test_emoji_and_letters_stay() -> None:
    """Composed emoji and accents are text, not tricks."""
    assert escape("Ñandú 👨‍👩‍👧 3") == "Ñandú 👨‍👩‍👧 3"
    assert cut("abcdef", 4) == "abc…"
    assert escape("- a") == "\\- a"


def test_long_lists_are_told_by_their_first_names_and_a_number() -> None:
    """Five names are all said where one reads what happened; of six, three. Logs name all."""
    for language, more in (("en", "a, b, c and {} more"), ("es", "a, b, c y {} más")):
        words = words_for(language)
        assert words.brief is words.brief.brief
        for count in (5, 6, 9):
            letters = tuple("abcdefghi"[:count])
            whole = words._value(letters, "")
            assert words.brief._value(letters, "") == (
                whole if count == 5 else more.format(count - 3)
            )
            assert all(one in whole for one in letters)


@pytest.mark.parametrize(("language", "said"), [("en", "column 1.5-1"), ("es", "columna 1,5-1")])
def test_figures_in_a_name_have_the_sign_of_the_language(language: str, said: str) -> None:
    """The column of an assault is called 1.5-1 on the table, and 1,5-1 in Spanish."""
    words = words_for(language, load_games()["barricadas"])
    told: Params = {
        "hex": Term("hex", "C807"),
        "attack": 6,
        "defence": 4,
        "column": "1.5-1",
        "modifier": 0,
    }
    assert said in words.say(Text("odds.assault", told))
