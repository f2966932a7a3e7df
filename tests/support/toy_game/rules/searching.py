"""5.4. After every landing the other side is asked whether it searches: a private question.

It can search only where its lantern stands, which nobody else knows. So it is asked at every
landing, and what it can choose is its own to see: others see that it is awaited, and no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.api import Choice, Decision, Event, Option, Refusal, Term, Text
from engine.kit.verbs import Answer, FrameRules, under_way
from engine.kit.wording import refuse, seat_term
from tests.support.toy_game.actions import Search
from tests.support.toy_game.play import AnyFrameRules, AnyVerb, Play
from tests.support.toy_game.rules.crates import put_aboard, worth_of
from tests.support.toy_game.rules.crossing import end_crossing
from tests.support.toy_game.rules.loading import SPOTS
from tests.support.toy_game.state import Searching, Table, View, lantern_of, other

NOTHING = "nothing"
"""Search no part of the ferry: what everybody can answer."""


def _decisions(table: Table, frame: Searching) -> tuple[Decision, ...]:
    key = f"{table.serial}.search"
    choices = (Choice(Text("let_pass"), Search(spot=NOTHING)),)
    params = {"bank": Term("bank", frame.bank)}
    return (
        Decision(key, frame.seat, "search", "5.4", params, ("search",), choices, interrupt=True),
    )


def privately(view: View, decision: Decision) -> Decision:
    """Return the question with the choices that its side alone has."""
    own = tuple(
        Choice(Text("search", {"spot": Term("spot", spot)}), Search(spot=spot))
        for spot in _searchable(view, under_way(view.table, Searching))
    )
    return replace(decision, choices=(*decision.choices, *own)) if own else decision


def _searchable(view: View, frame: Searching) -> tuple[str, ...]:
    """Return the parts of the ferry that the viewer can search: where its lantern stands."""
    return SPOTS if lantern_of(view) == frame.bank else ()


def _check(view: View, frame: Searching, action: Search) -> list[Refusal]:
    if action.spot == NOTHING or action.spot in _searchable(view, frame):
        return []
    return [refuse("search.dark", "5.4", bank=Term("bank", frame.bank))]


def _apply(play: Play, frame: Searching, seat: str, action: Search) -> None:
    del frame
    play.pop()
    rower = other(seat)
    if action.spot == NOTHING:
        play.tell("let_pass", "5.4", seat=seat_term(seat))
    else:
        _take(play, rower, SPOTS.index(action.spot))
        play.tell("searched", "5.4", seat=seat_term(seat), spot=Term("spot", action.spot))
    end_crossing(play)


def _take(play: Play, rower: str, place: int) -> None:
    """Take the crate that lies there, if one does: both sides see which."""
    crates = play.table.ferries[rower]
    if place < len(crates):
        worth_of(crates[place])  # a supposition stops here: what is in it is not known
        put_aboard(play, rower, crates[:place] + crates[place + 1 :])
        taken = Term("crate", crates[place])
        to_the_searcher = Event("crate.taken", "5.4", {"crate": taken}, frozenset({other(rower)}))
        play.tell("crate.lost", "5.4", only=rower, otherwise=to_the_searcher, crate=taken)


def _options(
    view: View, frame: Searching, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    del field, filled
    for spot in _searchable(view, frame):
        yield Option(spot, Text("search", {"spot": Term("spot", spot)}))
    yield Option(NOTHING, Text("let_pass"))


VERBS: tuple[AnyVerb, ...] = (
    Answer(model=Search, frame=Searching, check=_check, apply=_apply, options=_options),
)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Searching, decisions=_decisions),)
