"""What is said against what stands in a dialogue, and the nearest that is legal."""

from bot.games import GAMES
from bot.text import words_for
from bot.ui.dialogue import objections
from bot.ui.dialogue.fields import fields_of
from bot.ui.faults import reasons_of, refusal_line
from engine.api import Refusal, Term
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import CHILE, View
from tests.engine.war_of_the_pacific.build import lay

FIELDS = {field.name: field for field in fields_of(GAMES["war_of_the_pacific"].actions["embark"])}


def in_port() -> View:
    """Chile's view of a port with a transport, a regiment and a column."""
    state = lay(
        place={"buin": "2007", "rimac": "2007 port"},
        columns={"chile:2007": 1},
        control={"2007": CHILE},
        phase="naval_movement",
    )
    return GAME.view(state, CHILE)


COLUMN = "sc1"


def test_a_dead_end_says_why_and_what_is_near() -> None:
    """A column and a regiment have no room on one ship: so says the clause; each alone has."""
    view = in_port()
    filled = {"units": f"buin, {COLUMN}"}

    assert not list(GAME.options(view, "embark", "ship", filled))
    against = objections.against_nearest(GAME, view, "embark", filled)
    assert [(one.code, one.rule) for one in against] == [("embark.no_room", "7.1.capacity")]
    ways = objections.ways_out(GAME, view, "embark", filled, FIELDS["ship"])
    assert [(field.name, value) for field, value in ways][:2] == [
        ("units", COLUMN),
        ("units", "buin"),
    ]


def test_what_is_typed_is_weighed_at_its_field() -> None:
    """Nonsense and what is no transport are objected to at once; what is legal is not."""
    view, ship = in_port(), FIELDS["ship"]
    buin = {"units": "buin"}

    def said(text: str) -> list[str]:
        found = objections.of_typed(GAME, view, "embark", buin, ship, text)
        return [one.code for one in found]

    assert said("the moon") == ["read.unknown_unit"]
    assert said("buin") == ["embark.not_transport"]
    assert said("Rimac") == []


def test_one_rule_against_many_is_not_told_of_each() -> None:
    """The first ones stand for all, and how many more; another rule's reason has its own line."""
    words = words_for("en", GAME)
    many = [
        Refusal("new.not_waiting", "6.3.delay", {"unit": Term("unit", unit)})
        for unit in ("buin", "2line", "3line", "4line", "huascar")
    ]
    other = Refusal("setup.nothing_left", "3.1.standard")
    told = reasons_of([*many, other], words)
    assert [line[:2].strip() for line in told] == ["⛔", "⛔", "-#", "⛔"]
    assert "1st Buin Regiment" in told[0]
    assert "3 more" in told[2]
    assert reasons_of(many[:3], words) == [refusal_line(one, words) for one in many[:3]]
    typed = [Refusal("read.unknown_unit", "", {"typed": str(n)}) for n in range(5)]
    assert len(reasons_of(typed, words)) == len(typed)
