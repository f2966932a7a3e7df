"""Where an entry goes in a plan, and that its page has room for all that is pressed on it."""

from datetime import UTC, datetime
from itertools import islice
from typing import Any

import pytest

from bot.games import GAMES
from bot.letters.images import Image
from bot.letters.pages import lay_out
from bot.moderator import Campaign, Look, NamedGroup, Plan, PlanEntry
from bot.text import words_for
from bot.ui.dialogue.dialogue import mend_items
from bot.ui.dialogue.fields import typed_fields
from bot.ui.planning.actors import WHO
from bot.ui.planning.page import PlanPage
from bot.ui.planning.placing import BEFORE, LAST, appended, put
from bot.ui.planning.planned import go_through
from engine.api import Preview, Text, Warned
from engine.calama.actions import Fire
from engine.calama.play import piece_term
from engine.kit.actors import lasting
from engine.playing.planning import CLOSE_ALL
from tests.engine.war_of_the_pacific.build import lay
from tests.support.recordings import recorded

COMPONENTS = 40
"""Of a message, as Discord has it."""
ROOM = 3
"""Those that other parts of the page may need besides."""

ROW, LAND, CLOSING = PlanEntry("a", "row"), PlanEntry("b", "land"), PlanEntry("c", CLOSE_ALL)
NEW = PlanEntry("d", "hide")


def ids(plan: Plan) -> str:
    """The names of a plan's entries, in order."""
    return "".join(entry.id for entry in plan.entries)


def test_closing_what_is_left_of_the_turn_stays_last() -> None:
    """Whatever is planned later is done before it."""
    plan = Plan((ROW, CLOSING))
    assert ids(appended(plan, [LAND, NEW], {})) == "abdc"
    assert ids(put(plan, NEW, LAST)) == "adc"
    assert ids(appended(Plan((ROW,)), [NEW], {"typed": "x"})) == "ad"


def test_an_entry_goes_before_another_or_in_its_place() -> None:
    """One that is gone leaves the end to it."""
    plan = Plan((ROW, LAND, CLOSING))
    assert ids(put(plan, NEW, BEFORE + "b")) == "adbc"
    changed = put(plan, NEW, "b")
    assert [(entry.id, entry.kind) for entry in changed.entries][1] == ("b", "hide")
    assert ids(put(plan, NEW, BEFORE + "gone")) == "abdc"


def test_the_page_never_has_too_much_on_it() -> None:
    """With entries, a question to answer, somebody chosen or nobody: what Discord takes."""
    game = GAMES["war_of_the_pacific"]
    played = recorded(game, "one", game.settings_model(), dict.fromkeys(game.seats, "computer"))
    begun = datetime(1879, 4, 5, tzinfo=UTC)
    people = {"chile": (1,), "allies": (2,)}
    campaign = Campaign("c", game.key, "x", 1, 2, "en", {}, "playing", people, 1, begun)
    for one in played[::4]:
        found = list(islice(game.actors(one.view), 3))
        ids = [tuple(lasting(game, one.view, actor)) for actor in found]
        groups = [NamedGroup(f"{n}", pieces) for n, pieces in enumerate(ids)]
        entries = (PlanEntry("e", one.action.kind, typed_fields(one.action)),) * 2
        free = go_through(game, one.view, Plan(entries)).acting.offered
        chosen = {WHO: free[0].who.value} if free else {}
        pages: tuple[dict[str, object], ...] = (
            {},
            {"several": True},
            {**chosen},
            {WHO: "@0"},
            {"more": True},
        )
        look = Look(campaign, one.seat, one.view, None, (one.decision,), (one.decision,))
        for page in pages:
            plan = Plan(entries, page=page)
            shown = PlanPage(campaign, look, game, words_for("en", game), plan, groups)
            whole = shown.page("a note")
            view = lay_out([Image("map.png", b"", "")], whole.texts, whole.items)
            assert view.total_children_count <= COMPONENTS - ROOM


def test_the_page_says_what_is_left_of_what_an_action_takes() -> None:
    """From the kind on, and what is filled in is taken off; nothing while none is put together."""
    game = GAMES["war_of_the_pacific"]
    place = {"rimac": "box port", "2line": "box x1", "3line": "box x1"}
    view = game.view(lay(place=place, phase="naval_movement"), "chile")
    begun = datetime(1879, 4, 5, tzinfo=UTC)
    people = {"chile": (1,), "allies": (2,)}
    campaign = Campaign("c", game.key, "x", 1, 2, "en", {}, "playing", people, 1, begun)
    look = Look(campaign, "chile", view, None, (), ())

    def texts(page: dict[str, object]) -> str:
        plan = Plan((), page=page)
        shown = PlanPage(campaign, look, game, words_for("en", game), plan)
        return "\n".join(shown.page().texts)

    assert "Remaining:" not in texts({})
    assert "Remaining: room for 2 steps aboard Rímac." in texts({"kind": "embark", "filled": {}})
    chosen: dict[str, object] = {"kind": "embark", "filled": {"units": "2line"}}
    assert "Remaining: room for 1 step aboard Rímac." in texts(chosen)


def test_what_goes_on_is_planned_once_more_by_a_button() -> None:
    """A march has it, by what it is; what is done but once has none, nor a plan without entries."""
    game = GAMES["war_of_the_pacific"]
    view = game.view(lay(place={"buin": "3123", "loa": "3123"}, phase="land_movement"), "chile")
    begun = datetime(1879, 4, 5, tzinfo=UTC)
    people = {"chile": (1,), "allies": (2,)}
    campaign = Campaign("c", game.key, "x", 1, 2, "en", {}, "playing", people, 1, begun)
    look = Look(campaign, "chile", view, None, (), ())

    def repeated(*entries: PlanEntry) -> list[str]:
        plan = Plan(entries)
        shown = PlanPage(campaign, look, game, words_for("en", game), plan)
        items = shown.page().items
        labels = (str(getattr(one.item, "label", "")) for one in items)
        return [label for label in labels if label.startswith("Repeat: ")]

    march = next(act for actor in game.actors(view) for act in actor.acts if act.kind == "march")
    order = PlanEntry("a", "march", {"units": "buin", "toward": march.where[0].value})
    assert repeated() == []
    assert len(repeated(order)) == 1
    assert "1st Buin" in repeated(order)[0]
    assert repeated(order, PlanEntry("b", "done")) == []


def test_what_is_warned_of_before_an_entry_never_replaces_it() -> None:
    """A mend of the entry's own kind stands instead of it only where it is that entry's own."""
    game, words = GAMES["war_of_the_pacific"], words_for("en", GAMES["war_of_the_pacific"])
    warned = Warned(Text("warn.idle"), "order")
    preview = Preview(warnings=(warned, warned))
    items = mend_items(game, preview, "order", words, "planmend", "c", "e", before=1)
    first, own = (str(getattr(one.item, "label", "")) for one in items)
    assert first.startswith("First, ")
    assert own.startswith("Instead:")


@pytest.mark.parametrize("key", ["calama", "war_of_the_pacific"])
def test_who_was_given_what_dice_decide_has_no_button_for_it_once_more(key: str) -> None:
    """It would be planned twice, and the rules refuse the second."""
    game = GAMES[key]
    played = recorded(game, "one", game.settings_model(), dict.fromkeys(game.seats, "computer"))
    who = next(iter(game.actions["fire"].model_fields))
    told = 0
    for one in islice((one for one in played if one.action.kind == "fire"), 12):

        def free(*plan: PlanEntry, view: Any = one.view) -> list[Any]:
            acting = go_through(game, view, Plan(plan)).acting
            able = [each for each in acting.free if any(act.kind == "fire" for act in each.acts)]
            values = [game.values(view, "fire", {who: each.who.value}) for each in able]
            return [each.get(who) for each in values]

        shooter = getattr(one.action, who)
        told += shooter in free()
        assert shooter not in free(PlanEntry("e", "fire", typed_fields(one.action)))
    assert told


def test_a_shot_that_is_planned_is_missed_by_nobody() -> None:
    """Ending a turn does not warn of a gun that fires in the same plan, though dice decide."""
    game = GAMES["calama"]
    played = recorded(game, "one", game.settings_model(), dict.fromkeys(game.seats, "computer"))
    saved = 0
    for one in (one for one in played if one.action.kind == "fire"):
        shot = PlanEntry("a", "fire", typed_fields(one.action))
        end = PlanEntry("b", "done", {})
        assert isinstance(one.action, Fire)
        gun = piece_term(one.view.table.pieces[one.action.piece])

        def warned(*plan: PlanEntry, view: Any = one.view, gun: Any = gun) -> bool:
            found = go_through(game, view, Plan(plan)).previews[-1].warnings
            told = [each.text.params.get("pieces") for each in found]
            return any(isinstance(pieces, tuple) and gun in pieces for pieces in told)

        assert not warned(shot, end)
        saved += warned(end)
    assert saved
