"""What shared tests must know of Batalla de Calama."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Any

from bot.trials.random_play import Played
from engine.api import Action, Game, Seat
from engine.calama import actions as calama
from engine.calama.army import load_army
from engine.calama.game import GAME
from engine.calama.scenario import load_scenario
from engine.calama.state import BOLIVIA, CHILE, SEATS, Phase, Placing, Secrets
from engine.calama.survey import army, scenario_of
from engine.dice import NoDice
from engine.kit.standing_orders import Forget, Rest
from render.api import CHANGES, WHOLE, Choosing, PhaseReport, Picture, Section
from render.calama.counters import PieceFace, counter
from render.registry import painter
from render.sprites import Sprite
from render.themes import Theme
from tests.engine.calama import test_skirmishes as brawls
from tests.engine.calama.build import lay
from tests.games.knowing import (
    Asked,
    Golden,
    Heavy,
    Known,
    LookedUp,
    OtherData,
    Phases,
    Recorded,
    Says,
    Subject,
    Zoo,
)
from tests.golden.begun import TO_ITS_END
from tests.render.calama import samples
from tests.support.calama_captains import Captain
from tests.support.minds import Where, last_offered, ordered
from tests.support.readings import Hidden

OFFERED = {"refill": "decision", "seconds": 172_800, "time_out": "offer"}
CLAIMED = {"refill": "turn", "seconds": 259_200, "time_out": "claim", "quiet_stops": True}
"""Paces of tables that are kept: what follows when time runs out."""
MARKS: tuple[Mapping[str, Any], ...] = ({}, {"fought": True}, {"pinned": True}, {"idle": True})


class CalamaMinds:
    """What objectives are worth; the plans of both armies and their purchases; standing orders."""

    game: Game[Any, Any] = GAME
    where = Where("8-7", "8-8")
    seeds = (
        *(f"standard {n}" for n in (0, 1, 2, 3, 30)),
        *(f"points {n}" for n in (0, 1, 2, 3, 5)),
    )
    """In "standard 30" a loss is chosen."""
    usual: tuple[str, ...] = ("standard 0", "points 1", "standard 30")

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return the scenario that the seed names."""
        return {"scenario": seed.partition(" ")[0]}

    def others(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield the objectives in every possible order, and other plans while nobody sees them."""
        own, table = state.secrets[seat], state.table
        for number, order in enumerate(permutations(scenario_of(table).objectives[seat])):
            if _is_possible(order, own.priorities, table) and order != own.priorities:
                yield f"order {number} of objectives", replace(own, priorities=order)
        yield from ordered(own, (calama.Combat(targets=("dearest",)),))
        lost = calama.Casualties(first=("infantry",))
        yield from ordered(own, (calama.Combat(targets=("easiest",)), lost))
        keep = calama.Restore(types=("infantry",), keeps="movement", gives="strength")
        yield from ordered(own, (keep, calama.Truce(when="never")))
        yield from ordered(own, (Rest(turn=table.turn),))
        if table.phase is not Phase.SETUP:
            return
        if own.plan:
            turned = (*own.plan[1:], own.plan[0])
            moved = zip(own.plan, (one.at for one in turned), strict=True)
            yield (
                "places changed",
                replace(own, plan=tuple(Placing(one.type, at) for one, at in moved)),
            )
        if seat not in table.ready:
            yield "nothing in mind", Secrets()
            yield "half a plan", replace(own, plan=own.plan[::2])
        goals = own.priorities or scenario_of(table).objectives[seat]
        for name, formation in load_scenario(table.settings.scenario).formations[seat].items():
            plan = tuple(Placing(kind, at) for kind, at in formation.places)
            yield f"formation {name}", Secrets(tuple(goals), plan)

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with a set-up prepared, changed, bought and sold."""
        view = GAME.view(state, seat)
        for kind in ("prepare", "rank", "place", "enlist", "dismiss"):
            if kind not in GAME.kinds(view):
                continue
            action = last_offered(GAME, view, kind)
            yield kind, GAME.apply(state, seat, action, NoDice()).state
        left = GAME.apply(state, seat, calama.Combat(targets=("officer",)), NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order="combat")
        yield "and withdraws it", GAME.apply(left, seat, forget, NoDice()).state

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield a set-up of one's own at any time, and orders for the enemy's pieces."""
        table = state.table
        enemy = next(seat for seat in GAME.seats if seat != viewer)
        theirs = [piece.id for piece in army(table, enemy)][:2] or [f"{enemy}-infantry-1"]
        objectives = scenario_of(table).objectives
        yield calama.Prepare(
            objectives=objectives[enemy], places=(calama.Placement(type="infantry", at="8-7"),)
        )
        yield calama.Prepare(
            objectives=objectives[viewer], places=(calama.Placement(type="infantry", at="8-7"),)
        )
        for square in ("1-8", "8-7", "9-8"):
            yield calama.Place(piece=square, to="2-9")
            yield calama.Dismiss(piece=square)
            yield calama.Enlist(type="officer", at=square)
        for piece in theirs:
            yield calama.Advance(piece=piece, to="8-8")
            yield calama.Fire(piece=piece, target=piece)
            yield calama.Escape(piece=piece)
        yield calama.Reinforce(type="cavalry", at="1-8")
        yield calama.CombatOrder(type="infantry", gives="movement", takes="strength")
        yield Forget(order="combat")
        yield calama.Call()
        yield calama.Agree()
        yield calama.Ready()
        yield calama.Done()

    def comes_out(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Plans show when the armies do, what objectives are worth when they are fulfilled."""
        if state.table.phase is Phase.SETUP:
            revealed = after.table.phase is not Phase.SETUP
            # Another plan may not be one with which the set-up could be closed.
            return revealed or (played.seat in hidden and not played.action.secret)
        return bool(after.table.scored != state.table.scored)

    is_found = comes_out


def _is_possible(order: tuple[str, ...], own: tuple[str, ...], table: Any) -> bool:
    """Say whether objectives may stand in that order, by what everybody has seen."""
    known = [key for key in own if key in table.scored]
    return all(order.index(key) == own.index(key) for key in known)


def heaviest() -> Iterator[Heavy]:
    """Four pieces charge one, which is all that have room."""
    around = ("8-8", "9-9", "10-8", "9-7")
    place = {f"chile-infantry-{place}": at for place, at in enumerate(around, start=1)}
    state = lay(
        place={**place, "chile-commander-1": "8-9", "bolivia-officer-1": "9-8"}, phase="movement"
    )
    charge = calama.Charge(target="bolivia-officer-1", pieces=tuple(place))
    yield "four charge", state, CHILE, charge


def crowded() -> Iterator[tuple[Any, str, Any]]:
    """Yield skirmishes of every scene."""
    for scene in brawls.SCENES:
        for seed in range(6):
            state = brawls.skirmish(scene, seed)
            yield state.table.settings, f"{scene.__name__} {seed}", state


def counters(theme: Theme, side: int) -> Iterator[Sprite]:
    """Every type of both armies with every mark."""
    for seat in SEATS:
        for kind in load_army().types.values():
            for marks in MARKS:
                face = PieceFace(
                    seat, kind.key, kind.strength, kind.resistance, kind.movement, **marks
                )
                yield counter(face, side, theme)


def pictures() -> Mapping[str, Picture]:
    """A battle half-way, a plan, and where a piece can go."""
    drawer, names = painter(GAME.key), samples.names
    before, after = (samples.public(table) for table in samples.battle())
    moving = samples.seen_by(CHILE, replace(after.table, phase=Phase.MOVEMENT, pool=7))
    advance = Choosing("advance", (("piece", "9-13"),), ("10-14",), "to")
    plan = samples.seen_by(BOLIVIA, samples.setting_up(), samples.plan_of(BOLIVIA, "fords"))
    return {
        "calama_whole": drawer.paint(after, WHOLE, before=before, names=names),
        "calama_phase": drawer.paint(
            after,
            CHANGES,
            before=before,
            report=PhaseReport(after, awaited=(BOLIVIA,)),
            names=names,
        ),
        "calama_zone": drawer.paint(after, Section("zone", "calama"), before=before, names=names),
        "calama_plan": drawer.paint(plan, Section("zone", "calama"), names=names),
        "calama_advance": drawer.paint(
            moving, Section("around", "9-13", 3, 800), choosing=advance, names=names
        ),
    }


KNOWN = Known(
    uncorrected=frozenset(("objective",)),
    game=GAME,
    rules=("rules/**/*.py", "survey.py", "sequence.py", "play.py", "gate.py"),
    captain=lambda seat, seed: Captain(f"{seed} {seat}"),
    minds=CalamaMinds(),
    odds_tables=({}, {"scenario": "points"}),
    amounts={"scenario": "points", "last_round": 2},
    untold=frozenset((2,)),
    written=frozenset(("rank", "prepare")),
    resting=("standard 0", "standard 30"),
    # All of the table is seen: what hides lies in the sides' secrets.
    hidden=Hidden((), lambda one: False, frozenset()),
    often=True,
    phases=Phases(rare=frozenset(("bolivia escape",))),
    says=Says(
        shunned={"en": r"\breserves?\b", "es": r"\bpiezas?\b|\breservas?\b"},
        alike=frozenset(("game.title",)),
        ready_set_up="Deploy: ",
    ),
    asked=Asked(
        tables=({"quiet_rounds": 1}, {}),
        met=frozenset(("offer",)),
        nowhere=frozenset(("offer",)),
    ),
    looked_up=LookedUp(
        steps=12,
        own=("chilean infantry 1", ("Movement", "Resistance", "Strength", "Rules: 4.2.6")),
        kind=("heavy artillery", ("Range 2 to 4", "Bolivia: Movement")),
        spanish=("infanteria boliviana 1", "Infantería boliviana 1"),
    ),
    other_data=OtherData(
        changes=(
            ("pieces.toml", "resistance = 4\nstrength = 2", "resistance = 5\nstrength = 3"),
            ("exits.csv", "cobija,Cobija,Cobija", "cobija,Salt road,Salinas"),
        ),
        name=("exit", "16-11", "Salt road"),
        unmoved={
            "opponent.odds": "chances of dice",
            "parsing": "words that people type",
            "play": "words for a sentence",
            "rules.movement.advance": "a way by its points and squares",
        },
    ),
    bench=Subject(
        game=GAME,
        typed={"prepare": {"objectives": "roads", "places": "nonsense"}, "ready": {}, "done": {}},
        zone=painter(GAME.key).zones()[0][0],
        place="8-8",
        # Random players hit upon the enemy's Commander early; people do not.
        is_long=lambda game: len(game.log) >= 100,
        heaviest=heaviest,
    ),
    golden=Golden(
        phases="setup movement combat over",
        frames="loss",
        asks="loss phase.setup phase.movement phase.combat",
        done="prepare rank place enlist dismiss ready order advance march charge reinforce "
        "fire melee done lose casualties combat reserves forget",
        apart=("scenario", ("standard", "points")),
        tables=(
            (("scenario", "standard"),),
            (("scenario", "points"), ("last_round", "20")),
            (("scenario", "points"),),
        ),
        computer=16,
        crowded=crowded,
        fresh=({"scenario": "standard"}, {"scenario": "points"}),
        begun=(
            {"name": "a plan half sent", "actions": 8, "plan": True, "language": "es"},
            {"name": "half-way", "settings": {"scenario": "points"}, "actions": 40},
            {"name": "against the computer", "computer": "chile", "actions": 5},
            {"name": "taken back", "actions": 30, "back": True},
            {"name": "given up", "actions": 6, "resigns": True},
            {"name": "open", "open": True, "actions": 0},
            {"name": "refereed", "actions": 14, "refereed": True, "pace": OFFERED},
            {"name": "others came in", "actions": 16, "others": True, "pace": CLAIMED},
            {"name": "broken off", "actions": 10, "broken_off": True},
            {"name": "real dice", "settings": {"scenario": "points"}, "actions": 30, "rolls": True},
        ),
        played_out=({"name": "to its end", "actions": TO_ITS_END, "wished_open": True},),
        relayed=({"name": "handed on", "actions": 8},),
    ),
    recorded=Recorded(crowded=6),
    zoo=Zoo(games=4, watched=11, foolish=({}, "bolivia", ("idle",))),
    counters=counters,
    pictures=pictures,
)
