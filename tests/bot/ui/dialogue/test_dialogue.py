"""The dialogue's pages: what a menu takes, and what the painter is told."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any, ClassVar

import discord
import pytest
from pydantic import Field

from bot.cogs.actions import matching
from bot.letters.pages import Page
from bot.moderator import Campaign, Draft, Look
from bot.text import words_for
from bot.ui.dialogue.dialogue import MARKED, Dialogue
from bot.ui.dialogue.fields import fields_of
from bot.ui.dialogue.filling import joined
from engine.api import Action, Cost, Option, Text
from render.api import Choosing
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.toy_game import Settings, Table, ToyGame
from tests.support.toy_game.state import begun

LINE = "1 9-6, 2 8-5 9-8, 3 10-6 11-7, 4 12-7, 5 8-8 9-9, 6 10-10 11-11 12-12 13-13 14-14 15-15"


class Prepare(Action):
    """Set everything up at once: priorities in order, and squares by type."""

    kind: ClassVar[str] = "prepare"
    secret: ClassVar[bool] = True

    goals: tuple[str, ...] = Field(json_schema_extra={"holds": "goals", "pick": "one"})
    places: tuple[str, ...] = Field(json_schema_extra={"holds": "places", "pick": "one"})
    flags: tuple[str, ...] = ()


class Planning(ToyGame):
    """The toy game with a set-up of one message, of as many ways as a test wants."""

    actions: Mapping[str, type[Action]] = {**ToyGame.actions, "prepare": Prepare}

    def __init__(self, count: int = 3) -> None:
        self.count = count

    def options(
        self, view: Any, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Whole set-ups; for flags, single ones."""
        if field == "places":
            yield Option(LINE, Text("strokes", {"n": 0}))
        for number in range(self.count):
            value = f"a{number}" if field == "flags" else f"a{number}, b, c"
            yield Option(value, Text("strokes", {"n": number}))


def dialogue(filled: Mapping[str, str], game: Any | None = None, kind: str = "prepare") -> Dialogue:
    """A dialogue of red's with some fields filled."""
    played: Any = game or Planning()
    state = begun(Table(Settings(), "red"))
    campaign = Campaign(
        id="abcd1234",
        game="toy",
        name="River",
        guild_id=1,
        channel_id=2,
        language="en",
        settings={},
        status="playing",
        seats={},
        creator_id=1,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    look = Look(campaign, "red", played.view(state, "red"), None)
    draft = Draft("draft", campaign.id, 1, kind, dict(filled))
    return Dialogue(draft, look, played, words_for("en", played))


def menu_of(page: Page) -> discord.ui.Select[Any]:
    """The menu of a page."""
    (menu,) = [item.item for item in page.items if isinstance(item.item, discord.ui.Select)]
    return menu


def test_whole_values_are_chosen_one_at_a_time() -> None:
    """Where every option is the whole field, two cannot be joined; elsewhere they can."""
    goals = dialogue({}).field_page(0)
    flags = dialogue({}).field_page(2)
    several = words_for("en", None).bot("ask.several")

    assert menu_of(goals).max_values == 1
    assert several not in goals.texts
    assert menu_of(flags).max_values == 3
    assert several in flags.texts


def test_long_whole_values_reach_the_action() -> None:
    """A set-up of a hundred characters can be chosen, and stays a list when it is read."""
    assert 80 < len(LINE) <= 100
    page = dialogue({"goals": "a1, b, c"}).page()
    values = [option.value for option in menu_of(page).options]

    assert values[0] == LINE
    assert joined([LINE]) == LINE
    assert fields_of(Prepare)[1].many


class Afar(ToyGame):
    """The toy game in which no distance is offered, and any may be typed."""

    def options(
        self, view: Any, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Nothing for a distance."""
        return iter(()) if field == "far" else super().options(view, kind, field, filled)


@pytest.mark.parametrize(("game", "menus"), [(ToyGame(), 1), (Afar(), 0)])
def test_a_field_says_what_may_be_typed(game: ToyGame, menus: int) -> None:
    """Beside its options, or without any: then it is not said that nothing is legal."""
    page = dialogue({"loud": "true"}, game, kind="reply").field_page(1)
    nothing = words_for("en", None).bot("ask.nothing_legal")

    assert "You may also type: any number of strokes." in page.texts
    assert nothing not in page.texts
    assert sum(isinstance(item.item, discord.ui.Select) for item in page.items) == menus


def test_what_may_be_typed_is_not_taken_for_the_wrong_field() -> None:
    """A value that is not offered is no fault where any may be typed."""
    typed = dialogue({"loud": "true", "far": "7"}, ToyGame(), kind="reply")
    wrong = dialogue({"bank": "west"}, ToyGame(), kind="land")

    assert typed.wrong_field() is None
    assert wrong.wrong_field() == 0


@pytest.mark.parametrize("page", [0, 1])
def test_painter_is_told_everything_offered(page: int) -> None:
    """The map shows what is offered on all pages of the menu, but not without end."""
    few, many = Planning(40), Planning(1000)
    shown = dialogue({"goals": "a1, b, c"}, few).field_page(2, page).choosing
    cut = dialogue({}, many).field_page(2, page).choosing

    assert shown == Choosing(
        "prepare", (("goals", "a1, b, c"),), tuple(f"a{n}" for n in range(40)), "flags"
    )
    assert cut is not None
    assert len(cut.offered) == MARKED


def test_painter_is_told_what_options_cost() -> None:
    """Of a field whose options are places to go to, what each takes goes along with it."""
    page = dialogue({}, ToyGame(), kind="land").field_page(0)
    shown = page.choosing

    assert shown is not None
    assert shown.offered
    assert shown.costs == tuple(Cost(0) for _ in shown.offered)


def test_painter_is_told_of_the_preview_and_of_a_field_asked_again() -> None:
    """In the preview nothing is asked; a field asked again does not count as chosen."""
    filled = {"goals": "a1, b, c", "places": LINE}
    again = dialogue(filled).field_page(0).choosing

    assert dialogue(filled)._choosing() == Choosing("prepare", tuple(filled.items()))
    assert again is not None
    assert again.field == "goals"
    assert again.filled == (("places", LINE),)


def test_whole_values_are_completed_as_wholes() -> None:
    """While somebody types, a whole value fits where it holds what is typed, commas and all."""
    goals, _, flags = fields_of(Prepare)
    text = Text("strokes", {"n": 0})
    wholes = [(Option(value, text), value) for value in ("a, b, c", "b, a, c")]
    items = [(Option(value, text), value) for value in ("a", "b", "c")]

    assert matching(goals, wholes, "b, a")[0] == ("b, a, c", "b, a, c")
    assert matching(flags, items, "b, a") == [("b, a", "b, a")]


class Narrow(Planning):
    """A set-up in which only one list of goals is possible."""

    def options(
        self, view: Any, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """One list of goals; of flags one too, but they are optional."""
        found = super().options(view, kind, field, filled)
        return found if field == "places" else islice(found, 1)


def test_what_can_be_one_thing_only_fills_itself() -> None:
    """It is said and not asked, only where it is needed; one can go back to other actions."""
    talk = dialogue({}, Narrow())
    page = talk.page()
    labels = [item.item.label for item in page.items if isinstance(item.item, discord.ui.Button)]
    going_back = dialogue({"goals": "a1, b, c"}, Narrow()).page()

    assert talk.filled == {"goals": "a0, b, c"}
    assert "only option" in "".join(page.texts)
    assert talk.next_field() == 1
    assert "Back" in labels
    assert [":kinds:" in str(item.to_component_dict()) for item in page.items].count(True) == 1
    assert ":undo:" in str([item.to_component_dict() for item in going_back.items])
    assert talk.draft.filled == {}, "another may be possible by the time it is confirmed"

    chosen = dialogue({"places": LINE}, Narrow())
    assert chosen.next_field() is None
    assert "flags" not in chosen.filled
    assert "only option" not in "".join(dialogue({"goals": "a0, b, c"}, Narrow()).page().texts)
