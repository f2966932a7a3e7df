"""Another world that looks the same to one viewer: only the secrets of others are rewritten."""

from __future__ import annotations

from dataclasses import replace

from engine.calama.standing.giving import another
from engine.calama.state import Phase, Placing, Secrets, State, Table
from engine.calama.survey import scenario_of


def scramble(state: State, viewer: str | None) -> State:
    """Return *state* with the objectives' values, plans and standing orders of others changed."""
    secrets = {
        seat: own
        if seat == viewer
        else replace(_other_secrets(state.table, seat, own), standing=another(own.standing))
        for seat, own in state.secrets.items()
    }
    return replace(state, secrets=secrets)


def _other_secrets(table: Table, seat: str, own: Secrets) -> Secrets:
    if table.phase is Phase.SETUP and seat not in table.ready:
        return _other_plan(table, seat, own)
    turned = _turned(own.priorities, tuple(table.scored))
    if table.phase is Phase.SETUP:
        return Secrets(turned, _swapped(own.plan))
    return replace(own, priorities=turned)


def _other_plan(table: Table, seat: str, own: Secrets) -> Secrets:
    """Return a plan begun where there was none, and none where one was begun."""
    if own.plan:
        return Secrets()
    scenario = scenario_of(table)
    formation = next(iter(scenario.formations[seat].values()))
    return Secrets(
        scenario.objectives[seat],
        tuple(Placing(type_key, at) for type_key, at in formation.places),
    )


def _swapped(plan: tuple[Placing, ...]) -> tuple[Placing, ...]:
    """Return a plan whose pieces have changed places, the first with the last and so on."""
    squares = [one.at for one in reversed(plan)]
    return tuple(replace(one, at=at) for one, at in zip(plan, squares, strict=True))


def _turned(priorities: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the objectives in another order, those whose value is known where they are."""
    hidden = [place for place, key in enumerate(priorities) if key not in known]
    turned = list(priorities)
    for place, source in zip(hidden, (*hidden[1:], *hidden[:1]), strict=True):
        turned[place] = priorities[source]
    return tuple(turned)
