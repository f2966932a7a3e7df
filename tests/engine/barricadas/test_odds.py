"""Odds: exact against every throw of the game's own dice, certain together, telling no secrets."""

from __future__ import annotations

from collections import Counter as Count
from fractions import Fraction
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

from bot.trials.random_play import play_at_random
from engine.api import Action, Event, Odds, Seat
from engine.barricadas.actions import Defend, Fire, Pass, React
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, Reaction, State, Table
from engine.data.rules_ledger import load_rules
from engine.dice import RecordedDice, SeededDice
from engine.kit.filling import offered
from engine.kit.params import key_of, numbers_of
from tests.engine.barricadas.build import (
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)
from tests.support.seldom import seldom

G, G1, G2 = "republican-g", "republican-g1", "republican-g2"
E1 = "nationalist-g1"
PIPS = range(1, 7)
LOOKED = 120
"""Actions of a random game that are looked at."""


def front(**values: Any) -> Table:
    """A Republican unit in open ground, and National infantry two hexes from it."""
    return lay(
        officer("g", "C404"),
        infantry("g1", "C404", **values),
        infantry("g2", "C404"),
        enemy_officer("g", "C402"),
        enemy("g1", "C402"),
        enemy("g2", "C402"),
    )


def asked(state: State, seat: Seat, action: Action) -> tuple[Odds, ...]:
    """The odds of an action for whoever may do it."""
    assert GAME.check(state, seat, action) == ()
    return GAME.odds(GAME.view(state, seat), action)


class Throws(SeededDice):
    """Dice of which the first are given, and the others fall as they like."""

    def __init__(self, *pips: int) -> None:
        super().__init__(b"the rest")
        self._pips = list(pips)

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """The given ones, one after another."""
        if self._pips:
            return tuple(self._pips.pop(0) for _ in range(count))
        return super().roll(purpose, count, sides)


def told(state: State, action: Action, code: str, pips: tuple[int, ...]) -> Event:
    """What an action tells by a code, if its first dice fall so."""
    (decision,) = GAME.awaiting(state)
    step = GAME.apply(state, decision.seat, action, Throws(*pips))
    return next(one for one in step.events if one.code == code)


def test_fire_is_counted_as_the_game_throws_it() -> None:
    """All 36 throws, and the average (8.2)."""
    state, action = whole(front()), order(G, f"{G1}+{G2} fire C402")
    (found,) = asked(state, REPUBLICAN, action)
    thrown = hits_of(state, action)
    counted = by_hits(found)
    assert counted == {hits: Fraction(n, 36) for hits, n in thrown.items()}
    assert found.expected[0][1] == sum(hits * chance for hits, chance in counted.items())


def hits_of(state: State, action: Action) -> Count[int]:
    """How many of all throws of two dice bring so many hits."""
    fired = (told(state, action, "fire.result", pips) for pips in product(PIPS, PIPS))
    return Count(n for one in fired for n in numbers_of(one.params["hits"]))


def by_hits(found: Odds) -> dict[int, Fraction]:
    """The chance of each number of hits."""
    return {numbers_of(one.result.params["n"])[0]: one.probability for one in found.chances}


def test_who_is_out_of_command_must_obey_first() -> None:
    """The check comes before what they are told (3.3)."""
    state, action = whole(front(out=True)), order(G1, f"{G1} fire C402")
    check, _ = asked(state, REPUBLICAN, action)
    passed = sum(
        any(one.code == "morale.holds" for one in events(state, action, pips))
        for pips in product(PIPS, PIPS)
    )
    assert check.chances[0].probability == Fraction(passed, 36)
    assert check.rule == "3.3.check"


def events(state: State, action: Action, pips: tuple[int, ...]) -> tuple[Event, ...]:
    """What an action tells if its first dice fall so."""
    (decision,) = GAME.awaiting(state)
    return GAME.apply(state, decision.seat, action, Throws(*pips)).events


def test_hand_to_hand_is_counted_as_the_game_throws_it() -> None:
    """Six faces of the die, each a result of the same column (9.3)."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404", unseen=False),
        enemy_officer("g", "C403"),
        enemy("g1", "C403", finished=True),
    )
    declared = order(G, f"{G1} assault C403")
    (found,) = asked(whole(table), REPUBLICAN, declared)
    state: State = do(table, declared).state
    while GAME.awaiting(state)[0].code == "react":
        state = GAME.apply(state, NATIONALIST, offered_hold(state), SeededDice(b"-")).state
    (_, fought) = asked(state, NATIONALIST, Defend(when="before"))
    assert fought.chances == found.chances[::-1]  # each side reads its own best first
    results = Count[str]()
    for die in PIPS:
        # The check of morale is passed by two ones; then the die of the fight.
        event = told(state, Defend(when="never"), "assault.result", (1, 1, die))
        results[key_of(event.params["result"])] += 1
    counted = {key_of(one.result.params["result"]): one.probability for one in found.chances}
    assert counted == {result: Fraction(n, 6) for result, n in results.items()}


def test_defensive_fire_is_counted_as_it_is_given() -> None:
    """A unit of one hex fires together, then comes the fight; an officer alone does not (9.2)."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy_officer("g", "C403"),
        enemy("g1", "C403", finished=True),
        enemy("g2", "C403", routed=True),
        enemy("g3", "C403", finished=True),
    )
    state: State = do(table, order(G, f"{G1} assault C403")).state
    while GAME.awaiting(state)[0].code == "react":
        state = GAME.apply(state, NATIONALIST, offered_hold(state), SeededDice(b"-")).state
    action = Defend(when="before")
    fire, fight = asked(state, NATIONALIST, action)
    assumed = told(state, action, "fire.result", (1, 1))
    assert fire.about.params["factors"] == assumed.params["factors"]
    assert fire.about.params["who"] == assumed.params["who"]
    assert by_hits(fire) == {hits: Fraction(n, 36) for hits, n in hits_of(state, action).items()}
    alone = lay(officer("g", "C404"), infantry("g1", "C404"), enemy_officer("g", "C403"))
    assert asked(whole(alone), REPUBLICAN, order(G, f"{G1} assault C403")) == ()
    assert fight.rule == "9.3.roll"


def offered_hold(state: State) -> Action:
    """The answer that lets an activation pass."""
    return GAME.awaiting(state)[0].choices[0].action


def test_a_shot_in_reaction_is_counted_at_who_arrives() -> None:
    """At those who have moved, halved without a marker; nothing at a marker (3.4)."""
    table = lay(
        officer("g", "C404"),
        infantry("g1", "C404"),
        enemy_officer("g", "C408"),
        enemy("g1", "C408", reaction=Reaction.KEPT),
    )
    state: State = do(table, order(G, f"{G1} move C407")).state
    action = React(shots=(Fire(who=E1, at="C407"),))
    (found,) = asked(state, NATIONALIST, action)
    thrown = hits_of(state, action)
    counted = by_hits(found)
    assert counted == {hits: Fraction(n, 36) for hits, n in thrown.items()}


def test_who_ends_the_turn_is_told_who_begins_the_next() -> None:
    """Only where the other side has passed already (3.2, 3.5)."""
    assert asked(whole(front()), REPUBLICAN, Pass()) == ()
    ending = whole(lay(*front().counters.values(), passed=(NATIONALIST,)))
    (found,) = asked(ending, REPUBLICAN, Pass())
    assert found.rule == "3.2"


SCENARIOS = ("small", "full", "north", "aragon", "huesca")


@cache
def looked_at(scenario: Any) -> tuple[tuple[State, Seat, Action, tuple[Odds, ...]], ...]:
    """What may be done in states of a random game, with its odds."""
    states: list[State] = []
    start = GAME.setup(Settings(scenario=scenario), SeededDice(b"odds")).state
    play_at_random(GAME, start, "odds", limit=LOOKED, each=states.append)
    found = []
    for state in states[:: max(1, len(states) // 25)]:
        for owed in GAME.awaiting(state):
            view = GAME.view(state, owed.seat)
            for kind in GAME.kinds(view):
                for action in islice(offered(GAME, view, kind), 4):
                    found.append((state, owed.seat, action, GAME.odds(view, action)))
    return tuple(found)


@pytest.mark.parametrize("scenario", seldom(SCENARIOS, SCENARIOS[:2]))
def test_odds_are_certain_together_and_the_same_in_every_world(scenario: str) -> None:
    """No two results alike; each names a clause; nothing hangs on who hides."""
    clauses = load_rules("barricadas")
    for state, seat, action, found in looked_at(scenario):
        for odds in found:
            assert sum(one.probability for one in odds.chances) == 1
            assert len({repr(one.result) for one in odds.chances}) == len(odds.chances)
            assert odds.rule in clauses
        told = {repr((one.about, one.assumed, one.supposing)) for one in found}
        assert len(told) == len(found), action
        for twin in GAME.scramble(state, seat, 1):
            assert GAME.odds(GAME.view(twin, seat), action) == found


@pytest.mark.parametrize("scenario", seldom(SCENARIOS, SCENARIOS[:2]))
def test_what_throws_dice_openly_has_odds(scenario: str) -> None:
    """What moves alone, and is met by nobody, throws none."""
    for state, seat, action, found in looked_at(scenario):
        dice = RecordedDice(SeededDice(b"thrown"))
        GAME.apply(state, seat, action, dice)
        first = next((one.purpose for one in dice.rolls), "")
        if first in ("fire", "scatter", "recovery", "initiative") and not found:
            # Only where it falls on those whom nobody recognises, or ends a turn by the way.
            assert state.table.frames or first == "initiative", action
