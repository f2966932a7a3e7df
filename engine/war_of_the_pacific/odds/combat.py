"""Odds of a land combat: initiative, chit, the dice of both sides, and what comes of the hits.

The dice are counted; what so many hits lead to is played out by the rules themselves, each
question being answered by the first button it has.

Rules:
    8.7 to 8.11, 6.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Literal

from engine.api import Odds, Params, Text
from engine.chances.odds import tell_odds
from engine.chances.probability import D6, Distribution, die, successes, surely
from engine.kit.wording import seat_term
from engine.war_of_the_pacific.actions import Attack, Lose, Spend
from engine.war_of_the_pacific.gate import GATE
from engine.war_of_the_pacific.odds.trial import trial
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.play import Play, place_term
from engine.war_of_the_pacific.rules.land_combat.columns_spent import apply_spend
from engine.war_of_the_pacific.rules.land_combat.combat_advantage import chit_drawn, chits_in_cup
from engine.war_of_the_pacific.rules.land_combat.course import take_hits, take_initiative
from engine.war_of_the_pacific.rules.land_combat.dice import Volley, volley
from engine.war_of_the_pacific.rules.land_combat.forces import PerSide, force, numbers, sides
from engine.war_of_the_pacific.rules.land_combat.initiative import (
    initiative_modifiers,
    initiative_winner,
)
from engine.war_of_the_pacific.rules.land_combat.losses import (
    apply_lose,
    loss_groups,
    owed_after,
    owed_by,
)
from engine.war_of_the_pacific.state import LandBattle, View, other
from engine.war_of_the_pacific.survey import land_units

_Fate = Literal["holds", "retreats", "stays", "destroyed"]
"""What becomes of a side; it "stays" where it must retreat and cannot."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What a combat has come to.

    Attributes:
        fates: Of attacker and defender.
        hits: Whether anybody was hit.
        lost: Steps that attacker and defender have lost.
        taken: Whether the attacker holds the hex.
    """

    fates: tuple[_Fate, _Fate]
    hits: bool
    lost: PerSide
    taken: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a combat can come to if columns are spent in a certain way.

    Attributes:
        initiative: Whether the attacker wins it; ``None`` where that is known.
        asked: The seats that may still spend a column.
    """

    frame: LandBattle
    initiative: Distribution[bool] | None
    asked: frozenset[str]
    aftermaths: Distribution[Aftermath]


# --- the dice -------------------------------------------------------------------------------


def hits_of(dice: Volley) -> Distribution[int]:
    """Return how many hits the dice of one side can bring."""
    if not dice.dice:
        return surely(0)
    # Each die by itself: only the first is helped by the chit.
    led = die().map(lambda shown: dice.hits((shown,)))
    good = sum(replace(dice, leader=0).hits((shown,)) for shown in range(1, D6 + 1))
    return led.with_(successes(dice.dice - 1, good), lambda one, more: one + more)


_Known = dict[tuple[PerSide, bool, bool], Aftermath]
"""What hits lead to, by the steps they cost and whether either side was hit at all."""


def forecast(play: Play, spends: frozenset[str], known: _Known) -> Forecast:
    """Return what the combat on top can come to; questions for columns are answered by *spends*.

    No die of it has been rolled, or those for the initiative. Columns change the dice, not what
    hits lead to: what is *known* of that holds for the same combat with others spent, too.
    """
    asked = _answer(play, spends)
    frame: LandBattle = play.top
    data = numbers(play.table)
    drawn: Distribution[tuple[str, str]] = surely((frame.winner, frame.chit))
    initiative = None
    if frame.stage == "initiative":
        added = initiative_modifiers(play.units, frame, data)
        winners = die().with_(
            die(), lambda a, b: initiative_winner(frame, (a + added[0], b + added[1]))
        )
        chits = die(chits_in_cup(data)).map(lambda number: chit_drawn(number, data).key)
        drawn = winners.with_(chits, lambda winner, chit: (winner, chit))
        initiative = winners.map(lambda winner: winner == frame.seat)
        # Who may spend what on dice does not hang on who has won.
        take_initiative(play, frame, *next(iter(drawn)))
        asked |= _answer(play, spends)
        frame = play.top

    def hits(won: tuple[str, str]) -> Distribution[PerSide]:
        known = replace(frame, winner=won[0], chit=won[1])
        attacker, defender = (
            hits_of(volley(play.units, known, side, play.table.settings)) for side in sides(known)
        )
        return attacker.with_(defender, lambda a, b: (a, b))

    def aftermath(hits: PerSide) -> Aftermath:
        key = (owed_after(play.units, frame, hits), bool(hits[0]), bool(hits[1]))
        if key not in known:
            known[key] = _play_out(play, hits)
        return known[key]

    return Forecast(frame, initiative, asked, drawn.then(hits).map(aftermath))


def _answer(play: Play, spends: frozenset[str]) -> frozenset[str]:
    """Answer every question for a column before the next dice; return who was asked."""
    asked: set[str] = set()
    while True:
        frame: LandBattle = play.top
        attacker, defender = sides(frame)
        if frame.stage == "initiative" and frame.boost[1] is None:
            seat = defender
        elif frame.stage == "supply" and None in frame.extra:
            seat = attacker if frame.extra[0] is None else defender
        else:
            return frozenset(asked)
        asked.add(seat)
        apply_spend(play, frame, seat, Spend(spend=seat in spends))


# --- what comes of the hits -----------------------------------------------------------------


def _play_out(play: Play, hits: PerSide) -> Aftermath:
    """Return what so many hits lead to, by the rules and the first answer to each question."""
    attempt = trial(play.table)
    frame: LandBattle = attempt.top
    depth = len(attempt.table.frames)
    before = [
        {unit.id: unit.steps for unit in force(attempt.units, frame, s)} for s in sides(frame)
    ]
    take_hits(attempt, frame, hits)
    GATE.run(attempt)
    while len(attempt.table.frames) >= depth:
        _answer_first(attempt)
        GATE.run(attempt)
    left = [sum(_steps(attempt, one) for one in names) for names in before]
    told = {event.code: event.params for event in attempt.events}
    loser = told.get("battle.must_retreat", {}).get("seat")
    fates: list[_Fate] = []
    for side, steps in zip(sides(frame), left, strict=True):
        if not steps:
            fates.append("destroyed")
        elif loser != seat_term(side):
            fates.append("holds")
        else:
            fates.append("retreats" if "battle.retreated" in told else "stays")
    attacker, defender = (land_units(attempt.units, frame.target, side) for side in sides(frame))
    return Aftermath(
        (fates[0], fates[1]),
        any(hits),
        (sum(before[0].values()) - left[0], sum(before[1].values()) - left[1]),
        bool(attacker) and not defender,
    )


def _answer_first(play: Play) -> None:
    """Give the first answer to what a combat asks."""
    frame: LandBattle = play.top
    if frame.stage == "losses":
        # What the first button says; the other buttons are not worked out.
        for side in sides(frame):
            if owed := owed_by(frame, side):
                cheapest = next(loss_groups(force(play.units, frame, side), owed))
                apply_lose(play, frame, side, Lose(units=cheapest))
        return
    table = play.table
    decision = GATE.awaiting(table)[0]
    action = decision.choices[0].action
    verb = GATE.verb(table, decision.seat, action.kind)
    assert verb is not None
    verb.apply(play, decision.seat, action)


def _steps(play: Play, name: str) -> int:
    unit = play.units[name]
    return 0 if unit.at == DEAD else unit.steps


# --- in words -------------------------------------------------------------------------------


def of_attack(view: View, action: Attack) -> Iterator[Odds]:
    """Yield the odds of the combat that an attack begins; none where nobody defends."""
    yield from _ahead(view, action)


def of_spend(view: View, action: Spend) -> Iterator[Odds]:
    """Yield the odds of the rest of the combat after this answer."""
    yield from _ahead(view, action)


def _begun(view: View, action: Attack | Spend) -> Play:
    play = trial(view.table)
    seat = view.viewer or ""
    verb = GATE.verb(view.table, seat, action.kind)
    assert verb is not None
    verb.apply(play, seat, action)
    return play


def _ahead(view: View, action: Attack | Spend) -> Iterator[Odds]:
    viewer = view.viewer or ""
    play = _begun(view, action)
    if play.top.stage == "advance":
        return
    enemy = other(viewer)
    known: _Known = {}
    quiet = forecast(play, frozenset(), known)
    assumed = (Text("odds.given.no_columns"),) if quiet.asked else ()
    yield from _initiative(quiet, viewer, assumed)
    yield _result(quiet, viewer, assumed)
    yield _hex(quiet, viewer, assumed)
    for side in (enemy, viewer):
        yield _losses(quiet, viewer, side, assumed)
    if enemy in quiet.asked:
        supplied = forecast(_begun(view, action), frozenset((enemy,)), known)
        assumed = (Text("odds.given.enemy_columns", {"seat": seat_term(enemy)}),)
        yield from _initiative(supplied, viewer, assumed)
        yield _result(supplied, viewer, assumed)
        yield _hex(supplied, viewer, assumed)


_POLICY = Text("odds.given.first_answers")


def _initiative(ahead: Forecast, viewer: str, assumed: tuple[Text, ...]) -> Iterator[Odds]:
    if ahead.initiative is None:
        return
    frame = ahead.frame
    yield tell_odds(
        Text("odds.initiative"),
        "8.8",
        ahead.initiative,
        lambda won: Text("odds.initiative.won", {"seat": seat_term(sides(frame)[not won])}),
        worst=lambda won: won != (viewer == frame.seat),
        assumed=assumed,
    )


def _average(ahead: Forecast, side: str) -> tuple[Text, Fraction]:
    index = sides(ahead.frame).index(side)
    steps = ahead.aftermaths.mean(lambda one: one.lost[index])
    return Text("odds.steps_expected", {"seat": seat_term(side)}), steps


def _result(ahead: Forecast, viewer: str, assumed: tuple[Text, ...]) -> Odds:
    frame = ahead.frame
    results = ahead.aftermaths.map(partial(_verdict, frame))
    return tell_odds(
        Text("odds.combat", {"place": place_term(frame.target)}),
        "8.9",
        results,
        lambda one: _say(*one),
        worst=lambda one: _RANKS[one[0], one[1] == viewer],
        expected=tuple(_average(ahead, side) for side in (other(viewer), viewer)),
        assumed=(*assumed, _POLICY),
    )


_Verdict = Literal["destroyed", "retreats", "stays", "both_destroyed", "both_hold", "no_hits"]

_RANKS: dict[tuple[_Verdict, bool], int] = {
    ("destroyed", False): 0,
    ("retreats", False): 1,
    ("stays", False): 2,
    ("both_hold", False): 3,
    ("no_hits", False): 4,
    ("both_destroyed", False): 5,
    ("stays", True): 6,
    ("retreats", True): 7,
    ("destroyed", True): 8,
}
"""How good a verdict is, the best being 0, by whether it is the viewer's own side's."""


def _verdict(frame: LandBattle, one: Aftermath) -> tuple[_Verdict, str]:
    """Return what the combat comes to, and for which side."""
    if one.fates == ("destroyed", "destroyed"):
        return "both_destroyed", ""
    for fate, side in zip(one.fates, sides(frame), strict=True):
        if fate == "destroyed" or (fate != "holds" and "destroyed" not in one.fates):
            return fate, side
    return ("both_hold" if one.hits else "no_hits"), ""


def _say(verdict: _Verdict, side: str) -> Text:
    params: Params = {"seat": seat_term(side)}
    match verdict:
        case "destroyed":
            return Text("odds.combat.destroyed", params)
        case "retreats":
            return Text("odds.combat.retreats", params)
        case "stays":
            return Text("odds.combat.stays", params)
        case "both_destroyed":
            return Text("odds.combat.both_destroyed")
        case "both_hold":
            return Text("odds.combat.both_hold")
        case "no_hits":
            return Text("odds.combat.no_hits")


def _hex(ahead: Forecast, viewer: str, assumed: tuple[Text, ...]) -> Odds:
    frame = ahead.frame
    place, seat = place_term(frame.target), seat_term(frame.seat)

    def say(taken: bool) -> Text:
        return Text("odds.hex.taken" if taken else "odds.hex.not_taken", {"seat": seat})

    return tell_odds(
        Text("odds.hex", {"place": place}),
        "8.11",
        ahead.aftermaths.map(lambda one: one.taken),
        say,
        worst=lambda taken: taken != (viewer == frame.seat),
        assumed=(*assumed, _POLICY),
    )


def _losses(ahead: Forecast, viewer: str, side: str, assumed: tuple[Text, ...]) -> Odds:
    index = sides(ahead.frame).index(side)
    seat = seat_term(side)
    sign = 1 if side == viewer else -1
    return tell_odds(
        Text("odds.steps", {"seat": seat}),
        "8.9.losses",
        ahead.aftermaths.map(lambda one: one.lost[index]),
        lambda n: Text("odds.steps_lost", {"seat": seat, "n": n}),
        worst=lambda n: sign * n,
        assumed=(*assumed, _POLICY),
    )
