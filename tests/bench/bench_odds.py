"""How long it takes to know exact odds: of what random games offer, and of the worst there is."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from bot.trials.promises import probes
from engine.api import Action, Seat
from engine.dice import ScriptedDice
from tests.bench.figures import Figure, judged, spread, timed
from tests.bench.subjects import Subject, states_of, subjects

ODDS_MS = 100
ASKED = 600
"""Orders asked about in a random game."""
ROUNDS = 5
"""The best of so many: the others measure what else the machine does."""

Heavy = tuple[str, Any, Seat, Action]
"""What it is called, the state, who asks, about what."""


def figures() -> Iterator[Figure]:
    """Yield the figures of every game; one of which nobody knows the worst is an error."""
    for subject in subjects():
        yield _offered(subject)
        for heavy in _HEAVIEST[subject.game.key]():
            yield _worst(subject, *heavy)


def _offered(subject: Subject) -> Figure:
    """Time what may be done in the states of a random game."""
    game = subject.game
    asked = (
        (game.view(state, owed.seat), action)
        for state in states_of(game.key)
        for owed in game.awaiting(state)
        for action in probes(game, state, owed.seat)
    )
    times = [
        timed(partial(game.odds, view, action)) for view, action in itertools.islice(asked, ASKED)
    ]
    return spread("odds.offered", times, p99=ODDS_MS, game=game.key)


def _worst(subject: Subject, name: str, state: Any, seat: Seat, action: Action) -> Figure:
    game = subject.game
    view = game.view(state, seat)
    found = game.odds(view, action)
    best = min(timed(partial(game.odds, view, action)) for _ in range(ROUNDS))
    return judged(
        "odds.worst",
        {"best_ms": best * 1000},
        {"best_ms": ODDS_MS},
        game=game.key,
        what=name,
        answers=len(found),
        results=sum(len(odds.chances) for odds in found),
    )


def _war_of_the_pacific() -> Iterator[Heavy]:
    """Every ship of both sides in one battle; full hexes with guns and columns; the longest way."""
    from engine.war_of_the_pacific.actions import Attack, Intercept, MarchUnits, Sail
    from engine.war_of_the_pacific.game import GAME
    from engine.war_of_the_pacific.roster import load_roster
    from tests.engine.war_of_the_pacific.build import lay

    ships = [one for one in load_roster().of(edition="en") if one.is_naval]
    peru = tuple(one.id for one in ships if one.side == "allies")
    state = lay(
        phase="naval_movement",
        player="allies",
        place={one.id: "2512" if one.side == "allies" else "2513" for one in ships},
        orders={"allies": {"VI": list(peru)}},
    )
    state = GAME.apply(state, "allies", Sail(ships=peru, to="2513"), ScriptedDice()).state
    yield "every ship", state, "chile", Intercept(stacks=("2513",), transports=True)

    attack = ("buin", "2line", "3line", "4line", "santiago", "2art", "cazadores")
    defence = ("zepita", "ayacucho-reg", "cuzco-reg", "lima-reg", "pe-art-1", "pe-cav-1")
    place = dict.fromkeys(attack, "2008") | dict.fromkeys((*defence, "fort-callao"), "2007")
    columns = {"chile:2008": 3, "allies:2007": 3}
    state = lay(phase="land_combat", place=place, columns=columns)
    yield "seven against seven", state, "chile", Attack(units=attack, target="2007")

    state = lay(place=dict.fromkeys(attack, "3123"), columns={"3123": 2})
    yield "the longest march", state, "chile", MarchUnits(units=attack, toward="2008")


def _calama() -> Iterator[Heavy]:
    """Four pieces charge one, which is all that have room."""
    from engine.calama.actions import Charge
    from tests.engine.calama.build import lay

    around = ("8-8", "9-9", "10-8", "9-7")
    place = {f"chile-infantry-{place}": at for place, at in enumerate(around, start=1)}
    state = lay(
        place={**place, "chile-commander-1": "8-9", "bolivia-officer-1": "9-8"}, phase="movement"
    )
    yield "four charge", state, "chile", Charge(target="bolivia-officer-1", pieces=tuple(place))


def _barricadas() -> Iterator[Heavy]:
    """A unit of six fires one by one at what stands beside it, and two go in."""
    from engine.barricadas.state import REPUBLICAN
    from tests.engine.barricadas.build import enemy, infantry, lay, officer, order, whole

    own = [infantry(f"g{n}", "C404") for n in (1, 2, 3)]
    own += [infantry(f"g{n}", "C303") for n in (4, 5, 6)]
    state = whole(lay(officer("g", "C404"), *own, *(enemy(f"g{n}", "C403") for n in (1, 2, 3))))
    tasks = [f"{one.id} fire C403" for one in own[2:]]
    tasks.append(f"{own[0].id}+{own[1].id} assault C403")
    yield "a whole unit", state, REPUBLICAN, order(f"{REPUBLICAN}-g", *tasks)


def _art_of_war() -> Iterator[Heavy]:
    """Five charge five, with all who stand beside them."""
    from engine.art_of_war.actions import Charge
    from engine.art_of_war.state import SOUTH
    from tests.bench.lines import lines_apart

    state, groups = lines_apart()
    yield "five charge five", state, SOUTH, Charge(who=groups["a group of five"], target="north-a3")


_HEAVIEST: Mapping[str, Callable[[], Iterator[Heavy]]] = {
    "war_of_the_pacific": _war_of_the_pacific,
    "calama": _calama,
    "barricadas": _barricadas,
    "art_of_war": _art_of_war,
}
