"""Supply Columns spent in a land combat: on the initiative (6.1), on one more die (8.9.supply).

Rules:
    6.1.initiative with WP-R5, 8.9.supply, 8.9.supply.once (the attacker decides first).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Refusal, Text
from engine.kit.verbs import Answer
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Spend
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term
from engine.war_of_the_pacific.rules.land_combat.forces import (
    numbers,
    place_of,
)
from engine.war_of_the_pacific.state import LandBattle, View
from engine.war_of_the_pacific.survey import columns_at


def pay(play: Play, frame: LandBattle, side: str, price: int, code: str, rule: str) -> None:
    """Take *price* Supply Columns of *side* out of its hex and write the event *code*."""
    place = place_of(frame, side)
    for column in columns_at(play.units, place, side)[:price]:
        play.remove(column.id)
    play.tell(code, rule, seat=seat_term(side), place=place_term(place), n=price)


def check_spend(view: View, frame: LandBattle, action: Spend) -> list[Refusal]:
    """Return why no column is asked for now."""
    if _must_spend(view, frame):
        return []
    return [refuse("spend.not_due", "8.9.supply")]


def apply_spend(play: Play, frame: LandBattle, seat: str, action: Spend) -> None:
    """Answer the question for a column: for the initiative die, or for one more die."""
    prices = numbers(play.table).prices
    if frame.stage == "initiative":
        play.retop(boost=(frame.boost[0], action.spend))
        if action.spend:
            pay(play, frame, seat, prices.initiative, "battle.boosted", "6.1.initiative")
        return
    first = seat == frame.seat
    extra = (action.spend, frame.extra[1]) if first else (frame.extra[0], action.spend)
    play.retop(extra=extra)
    if action.spend:
        pay(play, frame, seat, prices.extra_die, "battle.supplied", "8.9.supply")


def _must_spend(view: View, frame: LandBattle) -> bool:
    return frame.stage in ("initiative", "supply")


def options_spend(
    view: View, frame: LandBattle, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer to spend a column or to keep it."""
    if field == "spend" and _must_spend(view, frame):
        yield Option("yes", Text("battle.spend"))
        yield Option("no", Text("battle.keep"))


SPEND = Answer(
    model=Spend,
    frame=LandBattle,
    check=check_spend,
    apply=apply_spend,
    options=options_spend,
    possible=_must_spend,
)
VERBS: tuple[AnyVerb, ...] = (SPEND,)
