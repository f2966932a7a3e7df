"""Batalla de Calama's odds: reckoned by hand, and held against the rules' own dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from engine.api import Odds, Term
from engine.calama.actions import Charge, Done, Fire, Melee, Ready
from engine.calama.game import GAME
from engine.calama.settings import Settings
from engine.calama.state import BOLIVIA, CHILE, DEAD, State
from engine.dice import ScriptedDice
from tests.engine.calama.build import lay, set_up
from tests.engine.chances.fitting import about, assert_fits, by_label, chance_of, runs

GUNS = {
    "chile-commander-1": "8-12",
    "chile-light_artillery-1": "9-9",
    "bolivia-commander-1": "10-6",
    "bolivia-cavalry-1": "9-8",
}
TIMES = 1500


def odds(state: State, seat: str, action: Fire | Charge | Melee | Done | Ready) -> tuple[Odds, ...]:
    """Return the odds of an action from the seat's own view; it is allowed."""
    assert GAME.check(state, seat, action) == ()
    return GAME.odds(GAME.view(state, seat), action)


def wins(advantage: int) -> Fraction:
    """Return in how many of 36 ways a die and *advantage* are more than another die."""
    ways = [(mine, theirs) for mine in range(1, 7) for theirs in range(1, 7)]
    return Fraction(sum(mine + advantage > theirs for mine, theirs in ways), 36)


def charge(*chargers: str) -> State:
    """Return a declared charge on a Bolivian Officer (Strength 3) in Chile's combat turn."""
    squares = ("8-8", "9-9", "10-8")
    declared = {
        piece: f"{square} moved=1 charging=bolivia-officer-1"
        for piece, square in zip(chargers, squares, strict=False)
    }
    place = {"chile-commander-1": "8-10", "bolivia-commander-1": "12-4", "bolivia-officer-1": "9-8"}
    return lay(phase="combat", place={**place, **declared})


# --- fire -----------------------------------------------------------------------------------


def test_fire() -> None:
    """Light artillery (Strength 3) at cavalry (Resistance 4) and what its square adds, 3 points."""
    state = lay(phase="combat", place=GUNS)
    action = Fire(piece="chile-light_artillery-1", target="bolivia-cavalry-1")
    (found,) = odds(state, CHILE, action)
    told = GAME.apply(state, CHILE, action, ScriptedDice(1, 1, 6, 1, 1, 6, 1, 1)).events[0].params
    cover = told["cover"]
    assert isinstance(cover, int)

    hit = wins(3 - 4 - cover)
    assert by_label(found) == {
        ("odds.eliminated", 3): hit,
        ("odds.fire.missed", None): 1 - hit,
    }
    assert [(text.code, value) for text, value in found.expected] == [
        ("odds.points_expected", 3 * hit)
    ]
    assert found.chances[0].result.code == "odds.eliminated"


def test_fire_by_the_rules_dice() -> None:
    """As often as the odds say."""
    state = lay(phase="combat", place=GUNS)
    action = Fire(piece="chile-light_artillery-1", target="bolivia-cavalry-1")
    seen = Counter(
        ("odds.eliminated", 3)
        if after.table.pieces["bolivia-cavalry-1"].at == DEAD
        else ("odds.fire.missed", None)
        for after, _ in runs(GAME, state, CHILE, action, times=TIMES)
    )

    assert_fits(by_label(odds(state, CHILE, action)[0]), seen)


def test_the_commander_decides() -> None:
    """Whoever loses theirs has lost: that is said instead of points."""
    place = {**GUNS, "bolivia-commander-1": "9-8", "bolivia-cavalry-1": "12-4"}
    state = lay(phase="combat", place=place)
    action = Fire(piece="chile-light_artillery-1", target="bolivia-commander-1")
    (found,) = odds(state, CHILE, action)

    assert found.chances[0].result.code == "odds.eliminated.decides"
    assert found.expected == ()


# --- charges --------------------------------------------------------------------------------


def test_a_charge_of_one() -> None:
    """Infantry (Strength 2) at an Officer (3): a tie in five ways of 36, else one of them falls."""
    state = charge("chile-infantry-1")
    (found,) = odds(state, CHILE, Melee(target="bolivia-officer-1"))

    assert chance_of(found, "odds.eliminated", 5) == wins(-1)
    assert chance_of(found, "odds.melee.even") == Fraction(5, 36)
    assert chance_of(found, "odds.eliminated", 1) == wins(1)
    # The enemy counts on the point for the infantry.
    assert [value for _, value in found.expected] == [5 * wins(-1), wins(1)]


def test_a_charge_of_two() -> None:
    """Infantry and cavalry (2 + 3) at an Officer (3): lost, one of the two is given up."""
    state = charge("chile-infantry-1", "chile-cavalry-1")
    (found,) = odds(state, CHILE, Melee(target="bolivia-officer-1"))

    assert chance_of(found, "odds.eliminated", 5) == wins(2)
    assert chance_of(found, "odds.melee.lost") == wins(-2)
    assert found.assumed == ()


@pytest.mark.parametrize(
    "chargers", [("chile-infantry-1",), ("chile-infantry-1", "chile-cavalry-1")]
)
def test_charges_by_the_rules_dice(chargers: tuple[str, ...]) -> None:
    """As often as the odds say."""
    state = charge(*chargers)
    action = Melee(target="bolivia-officer-1")
    lost = ("odds.eliminated", 1) if len(chargers) == 1 else ("odds.melee.lost", None)
    said = {
        "melee.won": ("odds.eliminated", 5),
        "melee.tied": ("odds.melee.even", None),
        "melee.lost": lost,
    }
    seen = Counter(
        said[events[0].code] for _, events in runs(GAME, state, CHILE, action, times=TIMES)
    )

    assert_fits(by_label(odds(state, CHILE, action)[0]), seen)


def test_a_charge_that_is_declared() -> None:
    """The same before it is declared, with whoever joined before; and it says what it assumes."""
    fought = odds(
        charge("chile-infantry-1", "chile-cavalry-1"), CHILE, Melee(target="bolivia-officer-1")
    )
    state = lay(
        place={
            "chile-commander-1": "8-10",
            "bolivia-commander-1": "12-4",
            "bolivia-officer-1": "9-8",
            "chile-infantry-1": "8-8 moved=1 charging=bolivia-officer-1",
            "chile-cavalry-1": "9-9",
        },
    )
    (found,) = odds(state, CHILE, Charge(target="bolivia-officer-1", pieces=("chile-cavalry-1",)))

    assert by_label(found) == by_label(fought[0])
    assert [text.code for text in found.assumed] == ["odds.given.as_it_stands"]


# --- events ---------------------------------------------------------------------------------


def moves(found: Odds) -> dict[tuple[str, int], Fraction]:
    """Return what an event can move, and how likely."""
    answer = {}
    for chance in found.chances:
        attribute, value = (chance.result.params[key] for key in ("attribute", "value"))
        assert isinstance(attribute, Term)
        assert isinstance(value, int)
        answer[attribute.key, value] = chance.probability
    return answer


def test_the_end_of_a_round_brings_events() -> None:
    """Strength -2 on a six (5 of 36), +2 on a twelve (1 of 36); Movement +1 on a seven (6)."""
    place = {"chile-commander-1": "3-12", "bolivia-commander-1": "12-4"}
    state = lay(phase="combat", player=BOLIVIA, place=place)
    (own,) = odds(state, BOLIVIA, Done())

    assert moves(own)["strength", -2] == Fraction(5, 36)
    assert moves(own)["strength", 2] == Fraction(1, 36)
    assert moves(own)["movement", 1] == Fraction(6, 36)
    assert next(iter(moves(own))) == ("strength", 2)


def test_events_by_the_rules_dice() -> None:
    """As often as the odds say; the enemy's come beside them, and are not told here."""
    place = {"chile-commander-1": "3-12", "bolivia-commander-1": "12-4"}
    state = lay(phase="combat", player=BOLIVIA, place=place)
    seen: dict[str, Counter[tuple[str, int]]] = {CHILE: Counter(), BOLIVIA: Counter()}
    for _, events in runs(GAME, state, BOLIVIA, Done(), times=700):
        for event in events:
            if event.code.startswith("event."):
                attribute, seat = event.params["attribute"], event.params["seat"]
                value = event.params["value"]
                assert isinstance(attribute, Term)
                assert isinstance(seat, Term)
                assert isinstance(value, int)
                seen[seat.key][attribute.key, value] += 1
    (own,) = odds(state, BOLIVIA, Done())

    assert_fits(moves(own), seen[BOLIVIA])
    assert seen[CHILE]


def test_other_turns_end_without_dice() -> None:
    """After Chile's movement comes Bolivia's; and after the last round comes nothing."""
    place = {"chile-commander-1": "3-12", "bolivia-commander-1": "12-4"}
    guns = {**GUNS, "chile-infantry-1": "3-3"}
    moving = lay(phase="movement", player=BOLIVIA, place=guns)
    last = lay(
        phase="combat", player=BOLIVIA, place=place, round_number=2, settings=Settings(last_round=2)
    )

    assert odds(moving, BOLIVIA, Done()) == ()
    assert odds(last, BOLIVIA, Done()) == ()


def test_the_second_to_be_ready_begins_the_first_round() -> None:
    """Its events are rolled then (5, 7.2); for the first to be ready nothing is."""
    state = set_up(Settings(), {CHILE: "broad_front", BOLIVIA: "town"})
    assert odds(state, CHILE, Ready()) == ()
    half = GAME.apply(state, CHILE, Ready(), ScriptedDice()).state

    assert [one.about.code for one in odds(half, BOLIVIA, Ready())] == ["odds.event"]
    assert about(odds(half, BOLIVIA, Ready()), "odds.event").about.params["seat"] == Term(
        "seat", BOLIVIA
    )
