"""What shared tests must know of ¡A las barricadas!"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.trials.random_play import Played
from engine.api import Action, Game, Seat
from engine.barricadas import actions as barricadas
from engine.barricadas.game import GAME
from engine.barricadas.roster import load_roster
from engine.barricadas.rules.setting_up.deployment import formations
from engine.barricadas.settings import Settings
from engine.barricadas.state import (
    NATIONALIST,
    REPUBLICAN,
    WAITING,
    Counter,
    Phase,
    Reaction,
    Secrets,
    Table,
    View,
)
from engine.barricadas.state import other as enemy_of
from engine.barricadas.survey import scenario_of
from engine.dice import NoDice
from engine.kit.standing_orders import Forget, Rest
from render.api import CHANGES, WHOLE, PhaseReport, Picture, Section
from render.barricadas.counters import counter, shade
from render.barricadas.piles import face_of
from render.registry import painter
from render.sprites import Sprite
from render.themes import Theme
from tests.engine.barricadas.build import enemy, infantry, lay, officer, order, whole
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
from tests.render.barricadas import samples
from tests.support.barricadas_captains import Captain
from tests.support.minds import Where, last_offered, ordered
from tests.support.readings import Hidden

STOOD_IN = {"refill": "decision", "seconds": 172_800, "time_out": "computer"}
"""The pace of a table that is kept: the computer stands in when time runs out."""
MARKS: tuple[Mapping[str, Any], ...] = (
    {},
    {"finished": True},
    {"reaction": Reaction.NOW},
    {"reaction": Reaction.KEPT},
    {"out": True},
    {"routed": True},
    {"moved": True},
    {"moved": True, "doubled": 1},
    {"unseen": True},
    {"afoot": True},
    {"at": "@republican-t1"},
)


class BarricadasMinds:
    """Deployments until both sides are ready; standing orders; who is under a marker."""

    game: Game[Any, Any] = GAME
    where = Where("C807", "C807")
    seeds = (*(f"small {n}" for n in (0, 1, 6, 15)), "full 1")
    usual: tuple[str, ...] = ("small 0", "full 1")

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
        yield from ordered(own, (barricadas.Stand(when="never"),))
        yield from ordered(own, (watch, barricadas.Stand(when="after")))
        yield from ordered(own, (Rest(turn=table.turn),))
        if table.phase is not Phase.SETUP:
            return
        if seat not in table.ready:
            yield "nothing in mind", Secrets()
        army = scenario_of(table).of(seat)
        for number, plan in enumerate(formations(View(seat, table, own)), start=1):
            yield f"formation {number}", replace(own, plan=plan)
            works, alert = army.deploy[: army.positions], tuple(armed[: army.reactions])
            yield f"all of {number}", replace(own, plan=plan, works=works, alert=alert)
        yield "neither works nor markers", replace(own, works=(), alert=())

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with a set-up written and changed, and standing orders left."""
        view = GAME.view(state, seat)
        for kind in ("deploy", "place", "fortify", "alert"):
            if kind not in GAME.kinds(view):
                continue
            action = last_offered(GAME, view, kind)
            yield kind, GAME.apply(state, seat, action, NoDice()).state
        left = GAME.apply(state, seat, barricadas.Stand(when="before"), NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order="stand")
        yield "and withdraws it", GAME.apply(left, seat, forget, NoDice()).state

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
        if state.table.phase is Phase.SETUP:
            revealed = after.table.phase is not Phase.SETUP
            return revealed or (played.seat in hidden and not played.action.secret)
        acts = played.seat in hidden and played.action.kind != "hold" and not played.action.secret
        before, then = state.table, after.table
        # Who of them is prepared decides whether a turn is over.
        ends = bool(before.passed or then.passed or before.turn != then.turn)
        return acts or (ends and bool(hidden)) or _unseen(state) != _unseen(after)

    is_found = comes_out


def _unseen(state: Any) -> set[str]:
    return {one.id for one in state.table.counters.values() if one.unseen}


def heaviest() -> Iterator[Heavy]:
    """A unit of six fires one by one at what stands beside it, and two go in."""
    own = [infantry(f"g{n}", "C404") for n in (1, 2, 3)]
    own += [infantry(f"g{n}", "C303") for n in (4, 5, 6)]
    state = whole(lay(officer("g", "C404"), *own, *(enemy(f"g{n}", "C403") for n in (1, 2, 3))))
    tasks = [f"{one.id} fire C403" for one in own[2:]]
    tasks.append(f"{own[0].id}+{own[1].id} assault C403")
    yield "a whole unit", state, REPUBLICAN, order(f"{REPUBLICAN}-g", *tasks)


def counters(theme: Theme, side: int) -> Iterator[Sprite]:
    """Every type with every number of hits, one type with every mark, and who may be under one."""
    table = Table(Settings(), turn=1)
    least = round(side * 0.26)
    for type_ in load_roster().types.values():
        for hits in range(3):
            one = Counter(f"{type_.side}-x1", type_.side, type_.key, hits=hits)
            yield counter(face_of(table, one), side, theme, least)
    for values in MARKS:
        one = Counter("republican-g", "republican", "popular_army_infantry_g", **values)
        yield counter(face_of(table, one), side, theme, least)
    for shown in ("republican", "nationalist", "both"):
        yield shade(side, side // 2, theme, shown)


def pictures() -> Mapping[str, Picture]:
    """A battle half-way, and a reaction: thought of, asked and answered."""
    drawer, names = painter(GAME.key), samples.names
    before, asked, after, events = samples.reaction()
    mine = GAME.view(before, REPUBLICAN)
    preview = samples.choosing(samples.CROSSING, mine)
    theirs = GAME.view(asked, NATIONALIST)
    fire = samples.offered(theirs, "react", "shots")
    report = PhaseReport(GAME.view(asked, None), awaited=(NATIONALIST,), events=events)
    around = Section("around", "C705", 3, 800)
    return {
        "barricadas_whole": drawer.paint(
            samples.seen_by(REPUBLICAN, samples.battle()), WHOLE, names=names
        ),
        "barricadas_preview": drawer.paint(mine, around, choosing=preview, names=names),
        "barricadas_reaction": drawer.paint(theirs, around, choosing=fire, names=names),
        "barricadas_phase": drawer.paint(
            GAME.view(after, None),
            CHANGES,
            before=GAME.view(before, None),
            report=report,
            names=names,
        ),
    }


FULL = {"scenario": "full"}

KNOWN = Known(
    game=GAME,
    rules=(
        *("rules/**/*.py", "tables/*.py"),
        *("sight.py", "observation.py", "survey.py", "sequence.py", "play.py", "gate.py"),
    ),
    captain=lambda seat, seed: Captain(f"{seed} {seat}"),
    minds=BarricadasMinds(),
    # It warns as set-up and turns end, and of nothing else.
    unwarned=frozenset(("contract 3",)),
    uncorrected=frozenset(("carried", "missions")),
    written=frozenset(("deploy",)),
    resting=("small 0", "full 1"),
    hidden=Hidden(
        ("counters",),
        lambda one: one.unseen or one.at == WAITING,
        frozenset(("id", "side", "at", "unseen")),
    ),
    often=True,
    phases=Phases(rare=frozenset(("republican react",))),
    says=Says(
        shunned={
            "en": r"recognis|in retreat|\bhitch|\bunhitch|the ground\b|\brecover",
            "es": r"escal[oó]n|bajo mando|[Ss]in mando",
        },
        alike=frozenset(("game.title",)),
        passes=frozenset(("hold", "pass")),
        ready_set_up="Ready deployment ",
    ),
    asked=Asked(
        tables=({}, FULL, {**FULL, "reaction": "hex"}),
        met=frozenset(("react", "react.at", "defend")),
    ),
    looked_up=LookedUp(
        steps=6,
        own=("", ("Movement points: 4", "fire factor", "Steps: ", "Rules: 8.2")),
        kind=("panzer i", ("Armour: 1", "On the map, as far as you can see: 0")),
        spanish=("falangistas", "Falangistas"),
    ),
    other_data=OtherData(
        changes=(
            (
                "terrain.csv",
                "open,open ground,terreno abierto,1,2,2",
                "open,ploughland,arada,2,3,3",
            ),
            ("officers.toml", "morale = 8", "morale = 5"),
        ),
        name=("terrain", "open", "ploughland"),
        unmoved={
            "play": "words for a sentence",
            "sight": "what a line passes on any grid",
        },
    ),
    bench=Subject(
        game=GAME,
        typed={"deploy": {"places": "nonsense"}, "ready": {}, "pass": {}},
        zone="c_west",
        place="C807",
        is_long=lambda game: len(game.log) >= 60,
        heaviest=heaviest,
    ),
    # No tables are crowded: its cases show all that is rare.
    golden=Golden(
        phases="setup activation over",
        frames="activation assault",
        asks="react react.at defend phase.setup phase.activation",
        done="deploy place fortify alert ready activate together pass react hold defend watch "
        "lower stand rest forget",
        apart=("scenario", ("small", "full")),
        tables=((("scenario", "small"),), (("scenario", "full"), ("reaction", "hex"))),
        searched=(tuple(range(16)), (0, 1, 2, 3)),
        fresh=({"scenario": "small"}, {"scenario": "small", "reaction": "hex"}, FULL),
        begun=(
            {"name": "a plan half sent", "actions": 24, "plan": True, "language": "es"},
            {"name": "as each hex is entered", "settings": {"reaction": "hex"}, "actions": 50},
            {"name": "full", "settings": FULL, "actions": 120},
            {"name": "full, before it begins", "settings": FULL, "actions": 6},
            {"name": "against the computer", "computer": "nationalist", "actions": 6},
            {"name": "refereed", "actions": 30, "refereed": True, "pace": STOOD_IN},
            {"name": "real dice", "actions": 24, "rolls": True},
        ),
        played_out=(
            {"name": "to its end", "actions": TO_ITS_END},
            {"name": "full, to its end", "settings": FULL, "actions": TO_ITS_END},
            {
                "name": "full, against the computer",
                "settings": FULL,
                "actions": 30,
                "computer": "republican",
            },
        ),
        relayed=(
            {"name": "handed on", "actions": 12},
            {"name": "full, handed on", "settings": FULL, "actions": 20},
        ),
    ),
    recorded=Recorded(
        tables=(
            (("scenario", "small"),),
            (("scenario", "full"),),
            (("scenario", "full"), ("reaction", "hex")),
        ),
    ),
    zoo=Zoo(games=4, watched=15, foolish=(FULL, "nationalist", ("idle", "unfired"))),
    counters=counters,
    pictures=pictures,
)
