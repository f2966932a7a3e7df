"""What saves taps on the planning page: answers in the plan, others beside, where to by buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from string import ascii_uppercase
from typing import Any

import discord
import pytest
from discord import ui

from bot.games import GAMES
from bot.letters.keys import decode
from bot.letters.parts import Pressable
from bot.letters.telling import PHONE
from bot.moderator import Campaign, Complaint, Look, Plan, PlanEntry
from bot.text import words_for
from bot.trials.taps import several_taps, taps, with_buttons
from bot.ui.planning import choosing, picturing
from bot.ui.planning.actors import BEST, BEST_WAYS, WHO, Acting, ActorMenus
from bot.ui.planning.page import ANSWER, PlanPage
from bot.ui.planning.ways import mark, ways_of
from engine.api import Choice, Decision, Text
from engine.kit.actors import EACH
from engine.war_of_the_pacific.actions import MarchUnits, Recruit
from render.art_of_war.choosing import read_selection
from tests.engine.art_of_war.answers import battle
from tests.engine.war_of_the_pacific.build import lay

GAME = GAMES["war_of_the_pacific"]
LANGUAGES = ("en", "es")


def _campaign(key: str) -> Campaign:
    begun = datetime(1879, 4, 5, tzinfo=UTC)
    people = {"chile": (1,), "allies": (2,)}
    return Campaign("c", key, "x", 1, 2, "en", {}, "playing", people, 1, begun)


def _page(
    view: Any,
    plan: Plan | None = None,
    *mine: Decision,
    key: str = "war_of_the_pacific",
    language: str = "en",
) -> PlanPage:
    campaign = _campaign(key)
    look = Look(campaign, view.viewer, view, None, mine, mine)
    return PlanPage(campaign, look, GAMES[key], words_for(language, GAMES[key]), plan or Plan())


def _verb(one: Pressable) -> str:
    item: Any = one.item
    key = decode(str(item.custom_id))
    return "" if key is None else key.verb


def _buttons(items: Iterable[Pressable], verb: str) -> list[str]:
    found = [one for one in items if isinstance(one.item, ui.Button) and _verb(one) == verb]
    return [str(getattr(one.item, "label", "")) for one in found]


def _menu(items: Iterable[Pressable], verb: str, most: int) -> list[discord.SelectOption]:
    """The lines of the menu of a verb from which one is chosen, or several."""
    for one in items:
        found = one.item
        if not isinstance(found, ui.Select) or _verb(one) != verb:
            continue
        if (found.max_values > 1) is (most > 1):
            return list(found.options)
    return []


def _land(*units: str, at: str = "3118", **values: Any) -> Any:
    place = dict.fromkeys(units, at)
    return GAME.view(lay(place=place, phase="land_movement", player="allies", **values), "allies")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_goes_into_the_plan(language: str) -> None:
    """What is asked can be answered at once, or planned with what follows; no stale one."""
    view = GAME.view(lay(columns={"2007": 2}, phase="supply", player="allies"), "allies")
    unit = next(GAME.options(view, "recruit", "unit", {})).value
    column = next(GAME.options(view, "recruit", "column", {"unit": unit})).value
    answer = Recruit(unit=unit, column=column, to="2007")
    asked = Decision(
        "1.x",
        "allies",
        "x",
        "",
        kinds=("recruit",),
        choices=(Choice(Text("count", {"n": 1}), answer),),
    )
    page = _page(view, None, asked, language=language)
    lines = _menu(page._next(page.planned, best=False), "plankind", 1)
    (line,) = [one.value for one in lines if one.value.startswith(ANSWER)]
    assert choosing.begun(page, line).orders == (
        ("recruit", {"unit": unit, "column": column, "to": "2007"}),
    )
    with pytest.raises(Complaint):
        choosing.begun(_page(view), line)


def test_others_are_chosen_beside_who_was_chosen() -> None:
    """They are in a menu of their own, which holds who was chosen; together each gets an order."""
    place = {"pe-inf-1": "3118", "pe-inf-2": "3116"}
    view = GAME.view(lay(place=place, phase="land_movement", player="allies"), "allies")
    page = _page(view, Plan(page={WHO: "pe-inf-1"}))
    lines = _menu(page.page().items, "planwho", 2)
    assert [one.default for one in lines] == [True, False]
    both = choosing.of_lines(page, [one.value for one in lines])
    assert sorted(both.split(EACH)) == ["pe-inf-1", "pe-inf-2"]
    assert not _menu(
        _page(_land("pe-inf-1"), Plan(page={WHO: "pe-inf-1"})).page().items, "planwho", 2
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_to_has_many_buttons_that_begin_with_what_differs(language: str) -> None:
    """What all of them begin with is in the page's text, with who was chosen."""
    page = _page(_land("pe-inf-1"), Plan(page={WHO: "pe-inf-1"}), language=language)
    found = page.page()
    said = _buttons(found.items, "plango")
    assert len(said) == len(set(said)) == BEST_WAYS
    assert all(len(one) <= PHONE for one in said)
    verb = str(page.words.plain.kind("march"))
    assert not any(one.startswith(verb) for one in said)
    heading = next(text for text in found.texts if text.startswith("👉"))
    assert f"{verb}: …" in heading


def test_what_is_to_be_sent_stands_first() -> None:
    """Before all that is put in next; nothing is sent before there is something."""
    view = _land("pe-inf-1")
    order = PlanEntry("a", "march", {"units": "pe-inf-1", "toward": "3116"})
    verbs = [_verb(one) for one in _page(view, Plan((order,))).page().items]
    assert verbs[:2] == ["plansend", "plansendend"]
    assert verbs.count("plansend") == 1
    assert "plansend" not in [_verb(one) for one in _page(view).page().items]


def test_near_places_come_before_far_goals() -> None:
    """Of a march: the nearest goals, then what is next to be reached, then goals elsewhere."""
    view = _land(
        "pe-inf-1", control={"3121": "chile", "3122": "chile", "3123": "chile", "3126": "chile"}
    )
    (march,) = [act for act in next(iter(GAME.actors(view))).acts if act.kind == "march"]
    offered = [one.value for one in march.where]
    plain = [one.value for one in GAME.options(view, "march", "toward", {"units": "pe-inf-1"})]
    assert sorted(offered) == sorted(plain[: len(offered)])
    assert offered.index("3116") < BEST_WAYS <= plain.index("3116") + 5
    assert taps(GAME, view, MarchUnits(units=("pe-inf-1",), toward="3116")) == 2


def test_where_a_unit_is_raised_and_what_pays_is_one_choice() -> None:
    """City and column of a rebuilt or recruited unit; all that is offered is allowed."""
    state = lay(columns={"2007": 1, "3118": 1}, phase="supply", player="allies")
    view = GAME.view(state, "allies")
    able = (one for one in GAME.actors(view) if one.acts[0].kind == "recruit")
    actor = next(one for one in able if len(one.acts[0].where) > 2)
    (act,) = actor.acts
    seen = {(one.value, *dict(one.filled).values()) for one in act.where}
    assert len({column for column, _ in seen}) == 2
    assert len(seen) == len(act.where) > 2
    for option in act.where:
        raw = {"unit": actor.who.value, "column": option.value, **dict(option.filled)}
        assert not GAME.check(state, "allies", GAME.parse(view, "recruit", raw))


def test_several_cost_as_the_page_asks_for_them() -> None:
    """One first and the others beside, which is cheaper than "More" and "Several"."""
    place = {"pe-inf-1": "3118", "pe-inf-2": "3116", "pe-cav-1": "2008"}
    view = GAME.view(lay(place=place, phase="land_movement", player="allies"), "allies")
    able = list(GAME.actors(view))
    buttons = with_buttons(GAME, view, able, ())
    assert list(buttons) == able[:BEST]
    # A button, opening the menu, one line more, closing it.
    assert several_taps(GAME, able, [0, 1], 0, buttons) == 4


class _Lettered(ActorMenus):
    """Menus of which each line has a letter, as those have that read alike."""

    def letters(self, who: Acting) -> dict[str, str]:
        """A letter for each line that is shown."""
        assert who.chosen is not None
        marks = (mark(value) for _, value, _ in ways_of(self._game, who.chosen))
        return dict(zip(marks, ascii_uppercase, strict=False))


def test_every_lettered_line_has_its_letter_on_the_picture() -> None:
    """Whatever kind of action it is: charges and moves of one unit both have theirs."""
    game, seen = GAMES["art_of_war"], 0
    for state in battle(0)[::6]:
        view = game.view(state, game.awaiting(state)[0].seat)
        for actor in islice(game.actors(view), BEST):
            kinds = {act.kind for act in actor.acts if act.where}
            if not {"charge", "move"} <= kinds:
                continue
            page = _page(view, Plan(page={WHO: actor.who.value}), key="art_of_war")
            menus = _Lettered("c", game, page.words, page.planned.page)
            told = menus.letters(page.planned.acting)
            shown = picturing.choosing(game, page.planned, menus)
            assert shown is not None
            given = [one for each in (shown, *shown.also) for one in each.letters if one]
            assert sorted(given) == sorted(told.values())
            drawn = "".join(letter for _, letter in read_selection(view, shown).letters)
            own = read_selection(view, replace(shown, also=())).letters
            assert {one for one in drawn if one.isalpha()} == set(told.values())
            seen += len(own) < len(told)
    assert seen
