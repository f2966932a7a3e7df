"""What one side may have in mind while the table is the same, for each game.

A :class:`Minds` knows one game's secrets; :mod:`tests.support.twins` makes twins of states with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations
from typing import Any, Protocol

from bot.trials.random_play import Played
from engine.api import Action, Game, Seat
from engine.art_of_war import actions as art_of_war
from engine.art_of_war.game import GAME as ART_OF_WAR
from engine.art_of_war.ids import side_of
from engine.art_of_war.rules.setting_up.battle_plan import plans
from engine.art_of_war.state import Mustered
from engine.art_of_war.state import Phase as ArtOfWarPhase
from engine.art_of_war.state import View as ArtOfWarView
from engine.barricadas import actions as barricadas
from engine.barricadas.game import GAME as BARRICADAS
from engine.barricadas.rules.setting_up.deployment import formations
from engine.barricadas.state import Phase as BarricadasPhase
from engine.barricadas.state import Secrets as BarricadasSecrets
from engine.barricadas.state import View as BarricadasView
from engine.barricadas.state import other as enemy_of
from engine.barricadas.survey import scenario_of as fought_in
from engine.calama import actions as calama
from engine.calama.game import GAME as CALAMA
from engine.calama.scenario import load_scenario
from engine.calama.state import Phase as CalamaPhase
from engine.calama.state import Placing
from engine.calama.state import Secrets as CalamaSecrets
from engine.calama.survey import army, scenario_of
from engine.dice import NoDice
from engine.kit.standing_orders import Forget, Orders, Rest, given
from engine.war_of_the_pacific.actions import (
    CancelOrder,
    Casualties,
    Done,
    ExtraDie,
    Gunnery,
    Intercept,
    Intercepting,
    LetPass,
    Move,
    Pursuit,
    Running,
    Sail,
    SettingAside,
    WriteOrder,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME as PACIFIC
from engine.war_of_the_pacific.state import Order, Phase, Secrets, Voyage, other
from engine.war_of_the_pacific.survey import fleet


@dataclass(frozen=True, slots=True)
class Where:
    """Places to look at closely: a word for the map in words, a zone, a place."""

    described: str
    place: str


class Minds(Protocol):
    """The secrets of one game."""

    game: Game[Any, Any]
    where: Where
    seeds: tuple[str, ...]
    """Random games that go everywhere; "points 3" plays the scenario *points* from seed "3"."""

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return what the table of that game chooses."""
        ...

    def others(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield what else a seat may have in mind, with names."""
        ...

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states that the seat's own secret actions lead to, where it may do them now."""
        ...

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield what a nosy player may try in the hope that the refusal tells something."""
        ...

    def comes_out(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Say whether what the *hidden* seats have in mind shows from here on."""
        ...

    def is_found(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Say the same of worlds in which nobody's standing orders differ."""
        ...


class PacificMinds:
    """Written orders, a course at sea, standing answers and orders."""

    game: Game[Any, Any] = PACIFIC
    where = Where("III", "3116")
    seeds = (
        *(f"leak {n}" for n in (346, 112, 156, 164, 173, 200, 204, 315, 316, 366, 374)),
        *(f"es {n}" for n in (1, 5, 15)),
    )
    """They meet at sea more than most do, and some go on for twelve turns; "es 5" plays by the
    Spanish rules with all that is optional."""

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return the edition that the seed names, and what is played with it."""
        spanish = {"edition": "es", "ship_capture": True, "infernal_machines": True}
        return spanish if seed.startswith("es ") else {}

    def others(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield other orders, courses and standing answers."""
        own, turn = state.secrets[seat], state.table.turn
        ships = tuple(unit.id for unit in fleet(state.table.units, seat))
        areas = tuple(load_board().areas)
        yield "nothing in mind", Secrets()
        yield "many chits written", replace(own, numbered=own.numbered + 7)
        for n, ship in enumerate(ships[:2]):
            for when in (turn, turn + 1):
                order = Order(own.numbered + 1, when, areas[(n + turn) % len(areas)], (ship,))
                written = replace(own, orders=(*own.orders, order), numbered=own.numbered + 1)
                yield f"{ship} ordered for turn {when}", written
        for n, order in enumerate(own.orders):
            before, after = own.orders[:n], own.orders[n + 1 :]
            area = areas[(areas.index(order.area) + 3) % len(areas)]
            yield "another area", replace(own, orders=(*before, replace(order, area=area), *after))
            yield "an order less", replace(own, orders=(*before, *after))
            more = tuple(dict.fromkeys((*order.ships, *ships)))
            yield "more ships", replace(own, orders=(*before, replace(order, ships=more), *after))
            fewer = order.ships[:1]
            yield "fewer ships", replace(own, orders=(*before, replace(order, ships=fewer), *after))
        if own.orders:
            yield "in another order", replace(own, orders=own.orders[::-1])
        voyage = next((f for f in state.table.frames if isinstance(f, Voyage)), None)
        if voyage is not None and voyage.seat == seat:
            ahead = tuple(islice(load_board().sea_exits(voyage.at), 1))
            yield "another course", replace(own, course=ahead)
            yield "no course", replace(own, course=())
        for within in (None, 0, 2):
            if within != own.ask_within:
                yield f"asks within {within}", replace(own, ask_within=within)
        yield from _ordered(own, (Intercepting(attempt="always", joint=True),))
        at_sea = (Running(attempt="run"), Gunnery(targets=("damaged",)), SettingAside(ships="none"))
        ashore = (Casualties(first=("infantry",)), ExtraDie(spend="always"), Pursuit(stance="hold"))
        yield from _ordered(own, (Intercepting(attempt="never"), *at_sea, *ashore))
        yield from _ordered(own, (Rest(turn=state.table.turn),))

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with orders written, changed and cancelled, standing ones too."""
        view = PACIFIC.view(state, seat)
        ships = next(PACIFIC.options(view, "order", "ships", {}), None)
        if ships is not None:
            first, second = (
                WriteOrder(ships=tuple(ships.value.split(",")), area=area)
                for area in ("III", "VII")
            )
            written = PACIFIC.apply(state, seat, first, NoDice()).state
            number = written.secrets[seat].numbered
            yield "writes", written
            yield "writes and changes", PACIFIC.apply(written, seat, second, NoDice()).state
            cancel = CancelOrder(number=number)
            yield "writes and cancels", PACIFIC.apply(written, seat, cancel, NoDice()).state
        newest = next(PACIFIC.options(view, "cancel", "number", {}), None)
        if newest is not None:
            cancel = CancelOrder(number=int(newest.value))
            yield "cancels", PACIFIC.apply(state, seat, cancel, NoDice()).state
        order = Intercepting(attempt="always", odds=50)
        left = PACIFIC.apply(state, seat, order, NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order=order.kind)
        yield "and withdraws it", PACIFIC.apply(left, seat, forget, NoDice()).state

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield orders for others' ships, and answers to what is not asked."""
        enemy = other(viewer)
        foreign = tuple(unit.id for unit in fleet(state.table.units, enemy))
        own = tuple(unit.id for unit in fleet(state.table.units, viewer))
        for number in (1, 2, state.secrets[enemy].numbered or 3):
            yield CancelOrder(number=number)
        for ship in (*foreign[:3], *own[:2]):
            yield WriteOrder(ships=(ship,), area="III")
            yield Sail(ships=(ship,), to="3024")
            yield Sail(ships=(ship,), to="box")
        yield Move(to="3024")
        places = dict.fromkeys(state.table.units[s].at for s in own[:2])
        yield Intercept(stacks=tuple(places) or ("1",))
        yield LetPass(ask_within=2)
        yield Forget(order="interception")
        yield Done()

    def comes_out(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Orders show when they sail."""
        if any(isinstance(frame, Voyage) for frame in state.table.frames):
            return True
        return state.table.phase is Phase.NAVAL and state.table.player in hidden

    is_found = comes_out


class CalamaMinds:
    """What objectives are worth; the plans of both armies and their purchases; standing orders."""

    game: Game[Any, Any] = CALAMA
    where = Where("8-7", "8-8")
    seeds = (
        *(f"standard {n}" for n in (0, 1, 2, 3, 30)),
        *(f"points {n}" for n in (0, 1, 2, 3, 5)),
    )
    """In "standard 30" a loss is chosen."""

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return the scenario that the seed names."""
        return {"scenario": seed.partition(" ")[0]}

    def others(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield the objectives in every possible order, and other plans while nobody sees them."""
        own, table = state.secrets[seat], state.table
        for number, order in enumerate(permutations(scenario_of(table).objectives[seat])):
            if _is_possible(order, own.priorities, table) and order != own.priorities:
                yield f"order {number} of objectives", replace(own, priorities=order)
        yield from _ordered(own, (calama.Combat(targets=("dearest",)),))
        lost = calama.Casualties(first=("infantry",))
        yield from _ordered(own, (calama.Combat(targets=("easiest",)), lost))
        keep = calama.Restore(types=("infantry",), keeps="movement", gives="strength")
        yield from _ordered(own, (keep, calama.Truce(when="never")))
        yield from _ordered(own, (Rest(turn=table.turn),))
        if table.phase is not CalamaPhase.SETUP:
            return
        if own.plan:
            turned = (*own.plan[1:], own.plan[0])
            moved = zip(own.plan, (one.at for one in turned), strict=True)
            yield (
                "places changed",
                replace(own, plan=tuple(Placing(one.type, at) for one, at in moved)),
            )
        if seat not in table.ready:
            yield "nothing in mind", CalamaSecrets()
            yield "half a plan", replace(own, plan=own.plan[::2])
        goals = own.priorities or scenario_of(table).objectives[seat]
        for name, formation in load_scenario(table.settings.scenario).formations[seat].items():
            plan = tuple(Placing(kind, at) for kind, at in formation.places)
            yield f"formation {name}", CalamaSecrets(tuple(goals), plan)

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with a set-up prepared, changed, bought and sold."""
        view = CALAMA.view(state, seat)
        for kind in ("prepare", "rank", "place", "enlist", "dismiss"):
            if kind not in CALAMA.kinds(view):
                continue
            filled: dict[str, str] = {}
            for name in calama.MODELS[kind].model_fields:
                *_, last = CALAMA.options(view, kind, name, filled)
                filled[name] = last.value
            action = CALAMA.parse(view, kind, filled)
            yield kind, CALAMA.apply(state, seat, action, NoDice()).state
        left = CALAMA.apply(state, seat, calama.Combat(targets=("officer",)), NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order="combat")
        yield "and withdraws it", CALAMA.apply(left, seat, forget, NoDice()).state

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield a set-up of one's own at any time, and orders for the enemy's pieces."""
        table = state.table
        enemy = next(seat for seat in CALAMA.seats if seat != viewer)
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
        if state.table.phase is CalamaPhase.SETUP:
            revealed = after.table.phase is not CalamaPhase.SETUP
            # Another plan may not be one with which the set-up could be closed.
            return revealed or (played.seat in hidden and not played.action.secret)
        return bool(after.table.scored != state.table.scored)

    is_found = comes_out


class BarricadasMinds:
    """Deployments until both sides are ready; standing orders; who is under a marker."""

    game: Game[Any, Any] = BARRICADAS
    where = Where("C807", "C807")
    seeds = (*(f"small {n}" for n in (0, 1, 2, 3)), "full 1")

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return the scenario that the seed names."""
        return {"scenario": seed.partition(" ")[0]}

    def others(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield other deployments while nobody sees them, and other standing orders."""
        own, table = state.secrets[seat], state.table
        named = [one for one in table.counters.values() if one.side == seat]
        armed = [one.id for one in named if one.printed is not None and one.printed.weapons]
        watch = barricadas.Watch(
            lookouts=tuple(barricadas.Lookout(who=one, within=6) for one in armed[:3])
        )
        yield from _ordered(own, (barricadas.Stand(when="never"),))
        yield from _ordered(own, (watch, barricadas.Stand(when="after")))
        yield from _ordered(own, (Rest(turn=table.turn),))
        if table.phase is not BarricadasPhase.SETUP:
            return
        if seat not in table.ready:
            yield "nothing in mind", BarricadasSecrets()
        army = fought_in(table).of(seat)
        for number, plan in enumerate(formations(BarricadasView(seat, table, own)), start=1):
            yield f"formation {number}", replace(own, plan=plan)
            works, alert = army.deploy[: army.positions], tuple(armed[: army.reactions])
            yield f"all of {number}", replace(own, plan=plan, works=works, alert=alert)
        yield "neither works nor markers", replace(own, works=(), alert=())

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with a set-up written and changed, and standing orders left."""
        view = BARRICADAS.view(state, seat)
        for kind in ("deploy", "place", "fortify", "alert"):
            if kind not in BARRICADAS.kinds(view):
                continue
            filled: dict[str, str] = {}
            for name, info in barricadas.MODELS[kind].model_fields.items():
                if info.is_required():
                    *_, last = BARRICADAS.options(view, kind, name, filled)
                    filled[name] = last.value
            action = BARRICADAS.parse(view, kind, filled)
            yield kind, BARRICADAS.apply(state, seat, action, NoDice()).state
        left = BARRICADAS.apply(state, seat, barricadas.Stand(when="before"), NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order="stand")
        yield "and withdraws it", BARRICADAS.apply(left, seat, forget, NoDice()).state

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield orders for the enemy's counters, and fire, assaults and moves at their markers."""
        table, enemy = state.table, enemy_of(viewer)
        theirs = [one.id for one in table.counters.values() if one.side == enemy]
        own = [one for one in table.counters.values() if one.side == viewer]
        places = sorted({one.at for one in table.counters.values() if one.side == enemy})
        for key in (*theirs[:2], *theirs[-1:]):
            yield barricadas.Activate(
                leader=key, tasks=(barricadas.Task.model_validate(f"{key} prepare"),)
            )
            yield barricadas.Place(counter=key, at="C807")
            yield barricadas.Alert(counters=(key,))
        leader = next((one.id for one in own if one.officer is not None), own[0].id)
        for one in own[:3]:
            for place in (*places[:2], *places[-1:], "C807", "C101"):
                for deed in ("fire", "assault", "move"):
                    task = barricadas.Task.model_validate(f"{one.id} {deed} {place}")
                    yield barricadas.Activate(leader=leader, tasks=(task,))
                yield barricadas.React(shots=(barricadas.Fire(who=one.id, at=place),))
        yield barricadas.Fortify(hexes=("C807", "C808"))
        yield barricadas.Defend(when="before")
        yield barricadas.Hold()
        yield Forget(order="stand")
        yield barricadas.Ready()
        yield barricadas.Pass()

    def comes_out(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Plans show when they are laid; who hides, when they act or are recognised."""
        if state.table.phase is BarricadasPhase.SETUP:
            revealed = after.table.phase is not BarricadasPhase.SETUP
            return revealed or (played.seat in hidden and not played.action.secret)
        acts = played.seat in hidden and played.action.kind != "hold" and not played.action.secret
        before, then = state.table, after.table
        # Who of them is prepared decides whether a turn is over.
        ends = bool(before.passed or then.passed or before.turn != then.turn)
        return acts or (ends and bool(hidden)) or _unseen(state) != _unseen(after)

    is_found = comes_out


class ArtOfWarMinds:
    """Musters, battle plans and written deployments; who is in ambush; standing orders."""

    game: Game[Any, Any] = ART_OF_WAR
    where = Where("15/5", "15/5")
    seeds: tuple[str, ...] = ("ready 0", "own 1", "placed 2")

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return a short battle of the kind that the seed names."""
        kinds: Mapping[str, Mapping[str, Any]] = {
            "ready": {},
            "own": {"armies": "own", "terrain": "random"},
            "placed": {"terrain": "placed"},
        }
        return {"turns": 3, **kinds[seed.partition(" ")[0]]}

    def others(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield other armies and plans while nobody sees them, and other standing orders."""
        own, table = state.secrets[seat], state.table
        who = tuple(one.id for one in table.units.values() if one.side == seat)
        few = who[:3] or (art_of_war.NOBODY,)
        yield from _ordered(own, (art_of_war.Dodge(units=few), art_of_war.Chase(units=few)))
        nobody = art_of_war.Dodge(units=(art_of_war.NOBODY,))
        yield from _ordered(own, (nobody, art_of_war.Withhold(units=few)))
        yield from _ordered(own, (Rest(turn=table.turn),))
        if seat in table.ready:
            return
        if table.phase is ArtOfWarPhase.MUSTER:
            for army in ("", "rome", "carthage"):
                if army != own.muster.army:
                    yield (
                        f"the army {army or 'is not mustered'}",
                        replace(own, muster=Mustered(army)),
                    )
            half = Mustered("own", ("a heavy_infantry x4", "b light_cavalry x2"), ("ordinary a",))
            if half != own.muster:
                yield "an army of one's own, half put together", replace(own, muster=half)
        if table.phase is ArtOfWarPhase.PLAN:
            for number, posts in enumerate(plans(ArtOfWarView(seat, table, own)), start=1):
                if posts != own.posts:
                    yield f"plan {number}", replace(own, posts=posts, written=(), ambushes={})

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with an army, a plan and deployments written, and standing orders left."""
        view = ART_OF_WAR.view(state, seat)
        for kind in ("muster", "recruit", "appoint", "dismiss", "plan", "write", "hide"):
            if kind not in ART_OF_WAR.kinds(view):
                continue
            filled: dict[str, str] = {}
            for name, info in art_of_war.MODELS[kind].model_fields.items():
                if info.is_required():
                    *_, last = islice(ART_OF_WAR.options(view, kind, name, filled), 9)
                    filled[name] = last.value
            action = ART_OF_WAR.parse(view, kind, filled)
            yield kind, ART_OF_WAR.apply(state, seat, action, NoDice()).state
        nobody = art_of_war.Dodge(units=(art_of_war.NOBODY,))
        left = ART_OF_WAR.apply(state, seat, nobody, NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order="dodge")
        yield "and withdraws it", ART_OF_WAR.apply(left, seat, forget, NoDice()).state

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield orders for the enemy's units, seen or not, and charges at their markers."""
        enemy = next(seat for seat in ART_OF_WAR.seats if seat != viewer)
        units = state.table.units.values()
        theirs = [one.id for one in units if one.side == enemy]
        own = [one.id for one in units if one.side == viewer]
        ahead = (art_of_war.Part(do=art_of_war.Manoeuvre.ADVANCE, by=Fraction(2)),)
        for key in (*theirs[:2], *theirs[-1:], f"{enemy}-z1"):
            yield art_of_war.Move(who=key, parts=ahead)
            yield art_of_war.Hold(who=key)
            yield art_of_war.Dodge(units=(key,))
            for one in own[:2]:
                yield art_of_war.Charge(who=one, target=key)
        for marker in state.table.markers.values():
            yield art_of_war.Reveal(marker=marker.id)
            for one in own[:2]:
                yield art_of_war.Charge(who=one, target=marker.id)
        for corps in (1, 2):
            yield art_of_war.Enter(corps=corps, at=Fraction(10))
        for general in (f"{enemy}-g1", f"{viewer}-g1"):
            yield art_of_war.Lead(general=general, to="15/10")
        yield Forget(order="dodge")
        yield art_of_war.Ready()
        yield art_of_war.Stand()
        yield art_of_war.Done()

    def comes_out(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """What is found shows; and by standing orders who does not shoot, as a turn ends."""
        before, then = state.table, after.table
        ends = (then.turn, then.player) != (before.turn, before.player)
        answered = ends or then.frames != before.frames
        return answered or self.is_found(state, after, played, hidden)

    def is_found(self, state: Any, after: Any, played: Played, hidden: set[Seat]) -> bool:
        """Armies and plans show when they are laid, who is hidden when found, or counted at last.

        The other side's own secrets may come out meanwhile.
        """
        before, then = state.table, after.table
        if before.phase in (ArtOfWarPhase.MUSTER, ArtOfWarPhase.PLAN):
            closed = played.seat in hidden and not played.action.secret
            return closed or then.phase is not before.phase
        if before.phase is ArtOfWarPhase.DEPLOYMENT:
            return not played.action.secret and bool(hidden)
        theirs = [
            {key: one for key, one in those.items() if side_of(key) in hidden}
            for those in (before.markers, then.markers, before.coming, then.coming)
        ]
        return bool(then.ending) or theirs[0] != theirs[1] or theirs[2] != theirs[3]


def _unseen(state: Any) -> set[str]:
    return {one.id for one in state.table.counters.values() if one.unseen}


def _ordered(own: Any, orders: tuple[Action, ...]) -> Iterator[tuple[str, Any]]:
    """Yield what a seat knows with these standing orders, if it has others, or none."""
    standing: Orders = {}
    for order in orders:
        standing = given(standing, order)
    if standing != own.standing:
        yield f"standing orders: {', '.join(standing)}", replace(own, standing=standing)
    if own.standing:
        yield "no standing orders", replace(own, standing={})


def _is_possible(order: tuple[str, ...], own: tuple[str, ...], table: Any) -> bool:
    """Say whether objectives may stand in that order, by what everybody has seen."""
    known = [key for key in own if key in table.scored]
    return all(order.index(key) == own.index(key) for key in known)


MINDS: Mapping[str, Minds] = {
    one.game.key: one for one in (PacificMinds(), CalamaMinds(), BarricadasMinds(), ArtOfWarMinds())
}
"""The secrets of every game, by its key."""
