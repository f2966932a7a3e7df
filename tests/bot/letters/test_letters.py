"""Messages keep Discord's limits, ping whom they should, and say what pictures show."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.letters import bulletins, letter, notices, panels, questions, receipts, sentences
from bot.letters.images import alt_text
from bot.letters.pages import Page
from bot.letters.parts import MenuLine, button, fit, menu, pages, rows
from bot.moderator import Campaign, Look
from bot.text import be_strict, words_for
from engine.api import NO_PREVIEW, Choice, Decision, Event, Outcome, Term, Text
from engine.data.rulesets import changed
from engine.dice import ScriptedDice
from engine.registry import load_games
from render.api import Picture
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.limits import Call, broken_limits
from tests.support.toy_game import TOY, Row

GAME: Any = TOY
PICTURE = Picture(b"x", "jpg", 1, 1, (Text("river", {"red": 1, "blue": 2}),) * 200)


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    """No sentence may be missing."""
    be_strict()
    yield
    be_strict(strict=False)


def campaign(seats: Mapping[str, tuple[int, ...]], **values: Any) -> Campaign:
    """A campaign of the toy game."""
    given: dict[str, Any] = {
        "id": "abcd1234",
        "game": "toy",
        "name": "R*v*r",
        "guild_id": 1,
        "channel_id": 2,
        "language": "en",
        "settings": {"turns": 3},
        "status": "playing",
        "seats": seats,
        "creator_id": 1,
        "created_at": datetime(2026, 1, 1, tzinfo=UTC),
    }
    return Campaign(**{**given, **values})


def decision(key: str, seat: str, count: int) -> Decision:
    """A question with so many choices."""
    choices = tuple(
        Choice(Text("row"), Row(strokes=n), danger=n % 2 == 0) for n in range(1, count + 1)
    )
    return Decision(key, seat, "cross", "2", {"turn": 1}, ("row",), choices)


def look(*decisions: Decision, people: int = 1, outcome: Outcome | None = None) -> Look:
    """A public look at a game in its first turn."""
    state = TOY.setup(TOY.settings_model(), ScriptedDice(1)).state
    view = TOY.view(state, None)
    seats = {seat: tuple(range(10**17, 10**17 + people)) for seat in TOY.seats}
    table = campaign(seats)
    return Look(table, None, view, TOY.status(view), decisions, outcome=outcome)


def broken(letter: letter.Letter) -> list[str]:
    """What Discord would say against a letter."""
    sent = letter.sending()
    body = {
        "components": letter.view.to_components(),  # type: ignore[no-untyped-call]
        "flags": 1 << 15,
        "allowed_mentions": sent["allowed_mentions"].to_dict(),
    }
    uploads = tuple(_upload(file) for file in sent["files"])
    return broken_limits(Call("POST", "/channels/1/messages", body, uploads))


def _upload(file: discord.File) -> Any:
    from tests.support.limits import Upload

    return Upload(file.filename, 1, file.description)


def texts(letter: letter.Letter) -> str:
    """All words of a letter."""
    return "\n".join(
        item.content
        for item in letter.view.walk_children()
        if isinstance(item, discord.ui.TextDisplay)
    )


@pytest.mark.parametrize("choices", [0, 1, 5, 6, 25, 26, 400])
@pytest.mark.parametrize("questions_", [1, 3, 12])
def test_panel_and_bulletin_keep_the_limits(choices: int, questions_: int) -> None:
    """However much is asked, of however many people, with however long a story."""
    asked = [decision(f"{n}.{'k' * n * 9}", TOY.seats[n % 2], choices) for n in range(questions_)]
    public = look(*asked, people=30)
    story = [Event("rowed", "2.1", {"seat": Term("seat", "red"), "dice": (6,) * 40, "n": 240})] * 90

    panel = panels.panel(public, game=GAME, picture=PICTURE)
    bulletin = bulletins.bulletin(public, story, game=GAME, pictures=[PICTURE], pings=[10**17])

    assert not broken(panel)
    assert not broken(bulletin)
    assert "/log show" in texts(bulletin)
    assert bulletin.images
    assert bulletin.images[0].alt.startswith("Red 1, blue 2")


def test_a_pictures_words_end_with_a_whole_sentence() -> None:
    """What there is no room for is counted and pointed to; what fits is said as it is."""
    words, one = words_for("en", GAME), PICTURE.alt[:1]
    sentence = "Red 1, blue 2"

    for number in (1, 60, 75, 200):
        said = alt_text(one * number, words, "Replay.")
        told, _, rest = said.partition(" more line")
        kept, left = told.count(sentence), int(told.rsplit(" ", 1)[-1]) if rest else 0
        assert kept + left == number
        assert told == " ".join(("Replay.", *[sentence] * kept, *([str(left)] if left else [])))
        assert rest in {"", "s; for the map in words, use /map text."}
        assert len(said) <= 1024
        assert not left or len(said) + len(sentence) + 1 > 1024
    assert alt_text(one, words) == sentence


def test_only_the_awaited_are_pinged() -> None:
    """Everybody is named; those who are pinged are said one by one; an edit pings nobody."""
    public = look(decision("1", "red", 1), people=3)
    letter = bulletins.bulletin(public, [], game=GAME, pings=[7])
    quiet = panels.panel(public, game=GAME)

    assert letter.sending()["allowed_mentions"].to_dict()["users"] == [7]
    assert letter.editing()["allowed_mentions"].to_dict() == {"parse": []}
    assert quiet.sending()["allowed_mentions"].to_dict() == {"parse": []}


def test_names_are_escaped() -> None:
    """A campaign's name is shown as it was typed."""
    assert "R\\*v\\*r" in texts(panels.panel(look(), game=GAME))


def test_open_campaign_offers_its_seats() -> None:
    """Before the start the panel has a button for each side, and says who has one."""
    table = campaign({"red": (5,), "blue": ()}, status="open")
    letter = panels.panel(Look(table, None, None, None), game=GAME)
    labels = [
        item.item.label
        for item in letter.view.walk_children()
        if isinstance(item, discord.ui.DynamicItem)
    ]

    assert labels[:3] == ["Join as Red", "Join as Blue", "Start"]
    assert "<@5>" in texts(letter)
    assert "free" in texts(letter)
    assert not broken(letter)


def test_ended_campaign_says_how() -> None:
    """An ended game's panel names the winner, or the draw, and offers no orders."""
    won = panels.panel(look(outcome=Outcome("red", Text("ending.further"))), game=GAME)
    drawn = bulletins.bulletin(look(outcome=Outcome(None, Text("ending.level"))), [], game=GAME)

    assert "Victory: Red" in texts(won)
    assert "A draw" in texts(drawn)


def test_a_receipt_of_several_orders() -> None:
    """Each on a line, however many there are."""
    orders = [(Row(strokes=2), NO_PREVIEW)] * 2
    letter = receipts.receipt(look(), game=GAME, language="en", orders=orders)
    assert "Your orders." in texts(letter)
    assert texts(letter).count("• **") == 2
    long = receipts.receipt(look(), game=GAME, language="es", orders=orders * 100)
    assert "/diario ver" in texts(long)
    assert not broken(long)


def test_receipt_and_news() -> None:
    """A direct message says what was understood, where, when, and its fingerprint."""
    own = look()
    when = datetime(2026, 1, 1, tzinfo=UTC)
    letter = receipts.receipt(
        own,
        game=GAME,
        language="es",
        orders=[(Row(strokes=2), NO_PREVIEW)],
        events=[Event("silence", "3")],
        picture=PICTURE,
        at=when,
        digest="abc",
    )
    news = receipts.news(own, game=GAME, language="en", events=[Event("watched", "2.3")], at=when)

    assert "Remar: Golpes: 2" in texts(letter)
    assert "abc" in texts(letter)
    assert "<#2>" in texts(letter)
    assert "Your lantern has seen it" in texts(news)
    assert not broken(letter)
    assert not broken(news)


def test_choices_find_their_decision() -> None:
    """A key names an open decision, whatever its length; a settled one is not found."""
    long, brief = decision("x" * 90, "red", 2), decision("1.cross", "red", 2)
    words = words_for("en", GAME)
    for one in (long, brief):
        for branch in (0, 3):
            here = campaign({}, branch=branch)
            item, _ = questions.choice_items(here, one, words)
            key = item.custom_id.split(":")[3].replace("%21", "!")
            assert questions.find(here, [brief, long], key) is one
            other = campaign({}, branch=branch + 1)
            assert questions.find(other, [brief, long], key) is None
    assert questions.find(campaign({}), [brief], "2.cross") is None
    assert questions.name_of(campaign({}), brief) == brief.key  # buttons from before hold


# -------------------------------------------------------------------------- parts


def test_pages_and_fitting() -> None:
    """No line is lost silently: it goes to the next page, or it is said that there are more."""
    lines = ["x" * 30] * 10

    assert fit(lines, 1000) == "\n".join(lines)
    assert fit(lines, 100, "more").endswith("more")
    assert len(fit(lines, 100, "more")) <= 100
    assert len(fit(["y" * 500], 100, "more")) <= 100
    assert all(len(page) <= 100 for page in pages(lines, 100))
    assert "\n".join(pages(lines, 100)) == "\n".join(lines)
    assert pages([], 100) == [""]


def test_rows_hold_five_buttons_or_one_menu() -> None:
    """Buttons go five to a row; a menu has its own."""
    buttons = [button(str(n), "do", n) for n in range(7)]
    made = list(rows([*buttons[:2], menu([MenuLine("a", "A")], "pick"), *buttons[2:]]))

    assert [len(row.children) for row in made] == [2, 1, 5]


def test_menu_shows_equal_values_once_and_at_most_25() -> None:
    """What Discord would refuse is left out."""
    entries = [MenuLine("a", "1"), MenuLine("a", "2"), MenuLine("", "3"), MenuLine("v" * 101, "4")]
    made = menu([*entries, *(MenuLine(str(n), "x" * 200) for n in range(40))], "pick", most=99)

    assert isinstance(made.item, discord.ui.Select)
    assert len(made.item.options) == 25
    assert made.item.max_values == 25


def test_page_is_cut_to_what_discord_takes() -> None:
    """Texts over 4,000 characters together are cut, not refused."""
    view = Page(["a" * 3000, "b" * 3000, "c"]).view()

    assert view.content_length() <= 4000


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("key", list(load_games()))
def test_a_raised_ruleset_is_told_with_what_held_before(key: str, language: str) -> None:
    """Within Discord's limits, whole where it fits; what is cut stands on each ruling's page."""
    game = load_games()[key]
    for settings in ({}, {"scenario": "small"}, {"scenario": "full"}):
        told = changed(key, 1, game.ruleset, settings)
        table = replace(look(), campaign=campaign({}, game=key, language=language))
        letter = notices.amended(table, game.ruleset, told, game=game)

        assert broken(letter) == []
        first = next((one for one in told if one.changes), None)
        if first is not None:
            (change, *_) = first.changes
            before, after = change.before, change.after
            if language == "es":
                before, after = change.before_es, change.after_es
            assert f"**{first.ruling}** {before}" in texts(letter)
            assert after in texts(letter)


def test_a_table_that_no_change_concerns_is_told_so() -> None:
    """It reads that the number is another, and of nothing else."""
    game = load_games()["barricadas"]
    table = replace(look(), campaign=campaign({}, game=game.key))

    said = texts(notices.amended(table, 2, (), game=game))

    assert "ruleset 2" in said
    assert "Nothing that changed concerns this table" in said


def test_an_end_cites_its_clause_as_it_is_printed() -> None:
    """Never by our own id for it."""
    ended = Outcome("bolivia", Text("ending.points", {"rule": "2.points"}))
    said = sentences.outcome(ended, words_for("es", load_games()["calama"]))
    assert "(regla 2)" in said
    assert "points" not in said
