"""Views of ¡A las barricadas! to draw, laid out by hand; only steps of it are played."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from bot.text.words import words_for
from engine.api import Event, Seat, Term
from engine.barricadas.actions import Activate, Fire, React, Task
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import (
    NATIONALIST,
    REPUBLICAN,
    SEATS,
    Counter,
    Phase,
    Placing,
    Reaction,
    Secrets,
    State,
    Table,
    View,
)
from engine.dice import ScriptedDice
from render.api import Choosing, with_costs
from tests.support.choosing import as_meant

G = "republican-popular-army-infantry-g"
H = "republican-popular-army-infantry-h"
T = "republican-popular-army-armour-t"
E = "nationalist-falange-infantry-e"
Q = "nationalist-national-mmg-q"
TOWNS = ("C807", "C808", "C809", "C908")


def names(term: Term) -> str:
    """Look a term up as the bot would, in English."""
    return words_for("en", GAME).plain.say(term)


def counter(unit: str, number: int, type_: str, at: str, **values: Any) -> Counter:
    """A counter of a unit; its officer where the number is 0."""
    side = REPUBLICAN if unit.startswith(REPUBLICAN) else NATIONALIST
    key = f"{unit}{number}" if number else unit
    return Counter(key, side, type_, unit=unit, at=at, **values)


def infantry(number: int, at: str, unit: str = G, **values: Any) -> Counter:
    """Republican infantry, or the officer of the unit."""
    officer = "popular_army_infantry_" + unit[-1]
    return counter(unit, number, "popular_army_infantry" if number else officer, at, **values)


def falange(number: int, at: str, **values: Any) -> Counter:
    """Falangists, or their officer."""
    return counter(E, number, "falange_infantry" if number else "falange_infantry_e", at, **values)


def guns(number: int, at: str, **values: Any) -> Counter:
    """National machine guns, or their officer."""
    return counter(Q, number, "national_army_mmg" if number else "national_mmg_q", at, **values)


def table(*counters: Counter, **values: Any) -> Table:
    """A table in the third turn, the towns in National hands."""
    given: dict[str, Any] = {
        "settings": Settings(),
        "turn": 3,
        "phase": Phase.ACTIVATION,
        "player": REPUBLICAN,
        "initiative": REPUBLICAN,
        "counters": {one.id: one for one in counters},
        "held": dict.fromkeys(TOWNS, NATIONALIST),
    }
    return Table(**{**given, **values})


def whole(of: Table) -> State:
    """The state of a table, nobody having anything secret."""
    return State(of, {seat: Secrets() for seat in SEATS})


def seen_by(viewer: Seat | None, of: Table) -> View:
    """What somebody sees of a table."""
    view: View = GAME.view(whole(of), viewer)
    return view


def public(of: Table) -> View:
    """What everyone sees of a table."""
    return seen_by(None, of)


def battle() -> Table:
    """Two units before the town; some of those in it are recognised."""
    return table(
        infantry(0, "C704"),
        infantry(1, "C704"),
        infantry(2, "C704", hits=1),
        infantry(3, "C705", hits=2, moved=True),
        infantry(0, "C1005", H, finished=True),
        infantry(1, "C1005", H, finished=True),
        infantry(2, "C1005", H, reaction=Reaction.KEPT),
        infantry(3, "C1002", H, routed=True, out=True),
        falange(0, "C808", unseen=True),
        falange(1, "C807", reaction=Reaction.KEPT),
        falange(2, "C807", hits=1),
        falange(3, "C808", unseen=True),
        guns(0, "C907", unseen=True, reaction=Reaction.NOW),
        guns(1, "C907", unseen=True),
        guns(2, "C909", finished=True),
        positions=("C807", "C907"),
        held={**dict.fromkeys(TOWNS, NATIONALIST), "C809": REPUBLICAN},
    )


def setting_up() -> Table:
    """A table while both sides deploy."""
    waiting = [infantry(number, "waiting") for number in range(4)]
    waiting += [falange(number, "waiting") for number in range(4)]
    return table(*waiting, turn=0, phase=Phase.SETUP, initiative="")


def planning() -> View:
    """What the Republicans see while they deploy, with half of a plan."""
    plan = (Placing(G, "C702"), Placing(f"{G}1", "C702"), Placing(f"{G}2", "C502"))
    return View(REPUBLICAN, GAME.projected(setting_up(), REPUBLICAN), Secrets(plan=plan))


def order(leader: str, *tasks: str) -> Activate:
    """An activation as it would be typed, a task each line."""
    given = [Task.model_validate(one) for one in tasks]
    return Activate.model_validate({"leader": leader, "tasks": given, "fired_at": "go"})


def choosing(action: Activate, view: View) -> Choosing:
    """The preview of a whole activation."""
    foreseen = GAME.preview(view, action)
    filled = (("leader", action.leader), ("tasks", action.tasks), ("fired_at", action.fired_at))
    return Choosing("activate", filled, ways=foreseen.ways)


def crossing() -> Table:
    """Infantry about to cross open ground before machine guns that are prepared."""
    return table(
        infantry(0, "C703"),
        infantry(1, "C703"),
        infantry(2, "C703"),
        infantry(3, "C703"),
        falange(0, "C808", unseen=True),
        falange(1, "C808", unseen=True),
        guns(0, "C807", unseen=True),
        guns(1, "C807", unseen=True, reaction=Reaction.KEPT),
        guns(2, "C807", unseen=True, reaction=Reaction.KEPT),
        positions=("C807",),
    )


CROSSING = order(G, f"{G}1+{G}2 move C705", f"{G}+{G}3 move C603")
"""Half of the unit crosses the open ground, the other half goes round."""


def offered(view: View, kind: str, field: str, **filled: str) -> Choosing:
    """What is drawn while a field of an action is asked for, as the dialogue hands it over."""
    values, costs = with_costs(
        (one.value, one.cost) for one in islice(GAME.options(view, kind, field, filled), 25)
    )
    typed = Choosing(kind, tuple(filled.items()), values, field, costs=costs)
    return as_meant(GAME, view, typed)


def reaction() -> tuple[State, State, State, tuple[Event, ...]]:
    """An activation with reaction: before it, while the other side is asked, and after it.

    What everybody was told of it comes with them.
    """
    first = whole(crossing())
    asked = GAME.apply(first, REPUBLICAN, CROSSING, ScriptedDice())
    fire = React(shots=(Fire(who=f"{Q}1+{Q}2", at="C705"),))
    done = GAME.apply(asked.state, NATIONALIST, fire, ScriptedDice(*[4, 4] * 12))
    told = [event.reading(None) for event in (*asked.events, *done.events)]
    return first, asked.state, done.state, tuple(one for one in told if one is not None)


def without(of: Table, *keys: str) -> Table:
    """A table without some counters."""
    counters = {key: one for key, one in of.counters.items() if key not in keys}
    return replace(of, counters=counters)


def changed(of: Table, key: str, **values: Any) -> Table:
    """A table with a counter changed."""
    return replace(of, counters={**of.counters, key: replace(of.counters[key], **values)})
