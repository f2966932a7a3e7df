"""What ends a turn stands on the page only where it ends it; else the page says what is due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from discord import ui

from bot.games import GAMES
from bot.letters.keys import Key, decode
from bot.letters.pages import Page
from bot.moderator import Campaign, Look, Plan, PlanEntry
from bot.text import words_for
from bot.trials.effort import Recorded
from bot.ui.dialogue.fields import typed_fields
from bot.ui.planning.actors import WHO
from bot.ui.planning.controls import END_TURN
from bot.ui.planning.page import PlanPage
from bot.ui.planning.planned import go_through
from bot.ui.planning.sending import _before_end
from engine.kit.gate import is_of_phase
from engine.playing.planning import closing_in
from tests.engine.war_of_the_pacific.build import lay
from tests.support.recordings import recorded

WAR = GAMES["war_of_the_pacific"]
DUE = {"en": "You can't end your turn yet", "es": "Aún no puedes terminar tu turno"}


def page_of(view: Any, *entries: PlanEntry, language: str = "en") -> Page:
    """The page of a plan in the middle of a turn."""
    return plan_page(view, *entries, language=language).page()


def plan_page(
    view: Any, *entries: PlanEntry, language: str = "en", page: dict[str, Any] | None = None
) -> PlanPage:
    """The same before it is made, in the middle of an entry."""
    key = WAR.key
    begun = datetime(1879, 4, 5, tzinfo=UTC)
    people = {seat: (n,) for n, seat in enumerate(GAMES[key].seats, 1)}
    campaign = Campaign("c", key, "x", 1, 2, language, {}, "playing", people, 1, begun)
    mine = tuple(one for one in GAMES[key].asked(view) if one.seat == view.viewer)
    look = Look(campaign, view.viewer, view, GAMES[key].status(view), mine, mine)
    words = words_for(language, GAMES[key])
    return PlanPage(campaign, look, GAMES[key], words, Plan(entries, page or {}))


def keys_of(page: Page) -> list[Key]:
    """What the page's parts stand for, in their order."""
    keys = [decode(str(getattr(one.item, "custom_id", ""))) for one in page.items]
    return [key for key in keys if key is not None]


def ends(page: Page) -> list[str]:
    """What the page's buttons end, in their order."""
    return [key.part(1) for key in keys_of(page) if key.verb == "plansendend"]


def at_sea(**more: Any) -> Any:
    """Two stacks that have to sail before the phase can be closed."""
    place = {"huascar": "2815", "union": "2815", "independencia": "2007 port"}
    orders = {"allies": {"II": ["huascar", "union"], "III": ["independencia"]}}
    state = lay(
        place=place,
        columns={"2007": 2},
        orders=orders,
        phase="naval_movement",
        player="allies",
        **more,
    )
    return WAR.view(state, "allies")


@pytest.mark.parametrize("language", DUE)
def test_what_is_due_is_said_where_nothing_can_be_ended(language: str) -> None:
    """In one line with its clause, by its first ships; and no button ends anything."""
    page = page_of(at_sea(), language=language)
    assert ends(page) == []
    (line,) = [one for one in page.texts if DUE[language] in one]
    assert "\n" not in line
    assert "7.2" in line
    assert len(line) < 140
    assert not any(key.verb == "plansend" for key in keys_of(page))


def sailings(view: Any) -> Iterator[PlanEntry]:
    """A voyage for each stack, the first that is offered."""
    for n, actor in enumerate(WAR.actors(view)):
        act = next((one for one in actor.acts if one.kind == "sail"), None)
        if act is not None:
            to = act.where[0].value
            yield PlanEntry(str(n), "sail", {"ships": actor.who.value, act.field: to})


def test_the_end_stands_there_once_all_that_is_due_is_planned() -> None:
    """Not after the first of two stacks: then Send stands alone, and what is due is the other."""
    view = at_sea()
    first, *others = sailings(view)
    some, all_of = page_of(view, first), page_of(view, first, *others)
    assert ends(some) == []
    assert any(DUE["en"] in one for one in some.texts)
    assert ends(all_of)[:1] == ["turn"]
    assert not any(DUE["en"] in one for one in all_of.texts)


@pytest.mark.parametrize("key", ["war_of_the_pacific", "calama"])
def test_it_is_as_the_game_goes_on(key: str) -> None:
    """Whatever is planned: what can be ended once it is done is offered, and nothing else is."""
    game = GAMES[key]
    played = recorded(game, "one", game.settings_model(), dict.fromkeys(game.seats, "easy"))
    seen = kept = 0
    for first, later in runs(played):
        done = [one.action for one in played[first:later]]
        plan = [PlanEntry(str(n), one.kind, typed_fields(one)) for n, one in enumerate(done)]
        then = played[later]
        planned = go_through(game, played[first].view, Plan(tuple(plan)))
        can = closing_in(game, then.view) is not None
        offered = planned.ending.closing is not None or planned.ending.turn
        if can:
            seen += 1
            assert offered, (first, later)
        elif planned.foreseen.certain:
            kept += 1
            assert not offered, (first, later)
    assert seen > 3
    assert kept or key != "war_of_the_pacific"


def runs(played: Sequence[Recorded]) -> Iterator[tuple[int, int]]:
    """Yield where a side begins to act in a phase, and where it acts in it still, a bit later."""
    first = 0
    for place, one in enumerate(played):
        before = played[first]
        if not is_of_phase(one.decision) or one.by_itself:
            first = place + 1
        elif (one.seat, one.turn, one.decision.code) != (
            before.seat,
            before.turn,
            before.decision.code,
        ):
            first = place
        elif place > first and not any(each.action.closes for each in played[first:place]):
            yield first, place


def test_who_could_still_act_is_said_beside_a_plan_and_not_asked() -> None:
    """In one line above what ends the turn; of a turn in which nothing is planned it is asked."""
    units = {"pe-inf-1": "3118", "pe-inf-2": "3116"}
    view = WAR.view(lay(place=units, phase="land_movement", player="allies"), "allies")
    march = PlanEntry("a", "march", {"units": "pe-inf-1", "toward": "3116"})
    page = page_of(view, march)
    assert "turn" in ends(page)
    (line,) = [one for one in page.texts if "Could still act" in one]
    assert "\n" not in line
    assert not any("Could still act" in one for one in page_of(view).texts)
    assert isinstance(asked(view), Page)
    assert isinstance(asked(view, march), PlanEntry)


def asked(view: Any, *entries: PlanEntry) -> Any:
    """What comes of pressing the end of the turn: a page that asks, or the end itself."""
    return _before_end(plan_page(view, *entries), END_TURN)


def test_the_page_says_things_once() -> None:
    """What a phase is for is said until something is planned; an entry in the making stands alone.

    Orders that are written are told by their first ship.
    """
    view = at_sea()
    first, second, *_ = sailings(view)
    what = "naval movement: load transports"
    assert what in page_of(view).texts[0]
    assert what not in page_of(view, first).texts[0]
    (written,) = [one for one in page_of(view).texts if "Only your side knows" in one]
    assert "+1" in written or " 1 more" in written
    chosen = plan_page(view, first, page={WHO: second.filled["ships"]}).page()
    assert not any("1. " in one for one in chosen.texts)
    verbs = [key.verb for key in keys_of(chosen)]
    assert "plansend" in verbs


def test_a_large_stack_is_headed_by_few_names_and_nobody_is_chosen_in_its_menu() -> None:
    """A phone shows a line for each who is chosen; of a small stack all are."""
    for n in (3, 7):
        units = {f"pe-inf-{number}": "3118" for number in range(1, n + 1)}
        view = WAR.view(lay(place=units, phase="land_movement", player="allies"), "allies")
        whole = max(WAR.actors(view), key=lambda one: len(one.who.value.split(",")))
        page = plan_page(view, page={WHO: whole.who.value}).page()
        (heading,) = [one for one in page.texts if "👉" in one]
        assert len(heading) < 110
        menus = [one.item for one in page.items if isinstance(one.item, ui.Select)]
        (stack,) = [one for one in menus if ":planstack:" in one.custom_id]
        chosen = [one for one in stack.options if one.default]
        assert len(chosen) == (n if n == 3 else 0)
