"""What is said against what stands in a dialogue, and the nearest that is legal."""

from bot.games import GAMES
from bot.ui import objections
from bot.ui.fields import fields_of
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
