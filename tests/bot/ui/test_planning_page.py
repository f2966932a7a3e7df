"""Where an entry goes in a plan."""

from bot.moderator import Plan, PlanEntry
from bot.ui.planning.page import BEFORE, LAST, appended, put
from engine.kit.planning import CLOSE_ALL

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
