"""What each side gives its three objectives: 8, 6 and 4 points, in secret (5.3).

Rules:
    5.3.example, 5.3.secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from engine.api import Option, Param, Refusal, Term, Text
from engine.calama.actions import Rank
from engine.calama.play import AnyVerb, Play
from engine.calama.state import Phase, Table, View
from engine.calama.survey import scenario_of
from engine.kit.verbs import Verb
from engine.kit.wording import refuse

# -- checked ----------------------------------------------------------------------------------


def against_objectives(table: Table, seat: str, priorities: tuple[str, ...]) -> list[Refusal]:
    """Return what is wrong with an order of a side's objectives (5.3).

    Where a battle is begun from a position, those fulfilled before are worth what they gave.
    """
    scenario = scenario_of(table)
    own = scenario.objectives[seat]
    if sorted(priorities) != sorted(own):
        shown = tuple(Term("objective", one) for one in own)
        return [refuse("setup.objectives", "5.3.objectives", objectives=shown)]
    return [
        refuse("setup.scored", "5.3.objectives", objective=Term("objective", key), n=worth)
        for key, worth in table.scored.items()
        if key in own and scenario.values[priorities.index(key)] != worth
    ]


def _check_rank(view: View, action: Rank) -> list[Refusal]:
    assert view.viewer is not None
    return against_objectives(view.table, view.viewer, action.objectives)


# -- applied ----------------------------------------------------------------------------------


def _apply_rank(play: Play, seat: str, action: Rank) -> None:
    play.keep(seat, priorities=action.objectives)
    terms = tuple(Term("objective", key) for key in action.objectives)
    play.tell("setup.ranked", "5.3.objectives", only=seat, objectives=terms)


# -- offered ----------------------------------------------------------------------------------


def rankings(view: View) -> Iterator[Option]:
    """Offer every order of the viewer's objectives."""
    assert view.viewer is not None
    scenario = scenario_of(view.table)
    for order in permutations(scenario.objectives[view.viewer]):
        if against_objectives(view.table, view.viewer, order):
            continue
        params: dict[str, Param] = {}
        for n, (key, worth) in enumerate(zip(order, scenario.values, strict=True), 1):
            params |= {f"o{n}": Term("objective", key), f"n{n}": worth}
        yield Option(", ".join(order), Text("objectives", params))


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Rank,
        phases=(Phase.SETUP, Phase.RANKING),
        check=_check_rank,
        apply=_apply_rank,
        options=lambda view, field, filled: rankings(view),
    ),
)
