"""What shared tests must know of War of the Pacific."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from bot.trials.random_play import Played
from engine.api import Action, Game, Seat
from engine.dice import NoDice, ScriptedDice, SeededDice
from engine.kit.standing_orders import Forget, Rest
from engine.war_of_the_pacific.actions import (
    Attack,
    CancelOrder,
    Casualties,
    Done,
    ExtraDie,
    Gunnery,
    Intercept,
    Intercepting,
    LetPass,
    MarchUnits,
    Move,
    Pursuit,
    Running,
    Sail,
    SettingAside,
    WriteOrder,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.roster import load_roster
from engine.war_of_the_pacific.state import ALLIES, Order, Phase, Secrets, Voyage, other
from engine.war_of_the_pacific.survey import fleet
from render.api import CHANGES, WHOLE, PhaseReport, Picture, Section
from render.counters import counter
from render.registry import painter
from render.sprites import Sprite
from render.themes import Theme
from render.war_of_the_pacific.piles import face_of
from tests.engine.war_of_the_pacific.build import lay
from tests.engine.war_of_the_pacific.test_skirmishes import OPTIONAL, SPANISH, skirmish
from tests.games.knowing import (
    Asked,
    Captain,
    Golden,
    Heavy,
    Known,
    LookedUp,
    OtherData,
    Pace,
    Phases,
    Recorded,
    Says,
    Subject,
    Typed,
    Zoo,
)
from tests.golden.rolling import moderated
from tests.render import samples
from tests.support.captains import VICTORY, Chile, wait
from tests.support.minds import Where, ordered
from tests.support.readings import Hidden

OPTIONAL_RULES: Typed = (("ship_capture", "true"), ("infernal_machines", "true"))
ALL_THAT_IS_OPTIONAL = {"edition": "es", "ship_capture": True, "infernal_machines": True}


class PacificMinds:
    """Written orders, a course at sea, standing answers and orders."""

    game: Game[Any, Any] = GAME
    where = Where("III", "3116")
    seeds = (
        *(f"leak {n}" for n in (346, 112, 156, 164, 173, 200, 204, 315, 316, 366, 374)),
        *(f"es {n}" for n in (1, 5, 15)),
    )
    """They meet at sea more than most do, and some go on for twelve turns; "es 5" plays by the
    Spanish rules with all that is optional."""
    usual: tuple[str, ...] = ("leak 346", "leak 164", "leak 374", "es 5")

    def settings(self, seed: str) -> Mapping[str, Any]:
        """Return the edition that the seed names, and what is played with it."""
        return ALL_THAT_IS_OPTIONAL if seed.startswith("es ") else {}

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
        yield from ordered(own, (Intercepting(attempt="always", joint=True),))
        at_sea = (Running(attempt="run"), Gunnery(targets=("damaged",)), SettingAside(ships="none"))
        ashore = (Casualties(first=("infantry",)), ExtraDie(spend="always"), Pursuit(stance="hold"))
        yield from ordered(own, (Intercepting(attempt="never"), *at_sea, *ashore))
        yield from ordered(own, (Rest(turn=state.table.turn),))

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with orders written, changed and cancelled, standing ones too."""
        view = GAME.view(state, seat)
        ships = next(GAME.options(view, "order", "ships", {}), None)
        if ships is not None:
            first, second = (
                WriteOrder(ships=tuple(ships.value.split(",")), area=area)
                for area in ("III", "VII")
            )
            written = GAME.apply(state, seat, first, NoDice()).state
            number = written.secrets[seat].numbered
            yield "writes", written
            yield "writes and changes", GAME.apply(written, seat, second, NoDice()).state
            cancel = CancelOrder(number=number)
            yield "writes and cancels", GAME.apply(written, seat, cancel, NoDice()).state
        newest = next(GAME.options(view, "cancel", "number", {}), None)
        if newest is not None:
            cancel = CancelOrder(number=int(newest.value))
            yield "cancels", GAME.apply(state, seat, cancel, NoDice()).state
        order = Intercepting(attempt="always", odds=50)
        left = GAME.apply(state, seat, order, NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order=order.kind)
        yield "and withdraws it", GAME.apply(left, seat, forget, NoDice()).state

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


def captain(seat: Seat, seed: str) -> Captain:
    """Chile lands where it wins, the Allies wait."""
    return Chile(VICTORY).proposals if seat == "chile" else wait


def heaviest() -> Iterator[Heavy]:
    """Every ship of both sides in one battle; full hexes with guns and columns; the longest way."""
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


def crowded() -> Iterator[tuple[Any, str, Any]]:
    """Yield skirmishes of both editions."""
    for settings in (OPTIONAL, SPANISH):
        for number in range(24):
            table = f"skirmish {number}"
            yield settings, table, skirmish(table, settings)


def administrative() -> Iterator[tuple[str, Typed, str, int]]:
    """Yield campaigns that wait in an Administrative Phase, whose supply is rolled."""
    for edition in ("en", "es"):
        seed = f"administrative {edition}"
        waits: dict[str, int] = {}
        seen = 0

        def note(state: Any, waits: dict[str, int] = waits) -> None:
            nonlocal seen
            table = state.table
            if table.phase.value == "administrative" and table.turn == 3:
                if table.frames:
                    waits.setdefault(f"{table.player} has columns to place", seen)
                elif state.secrets[table.player].orders:
                    waits[f"{table.player} has given orders"] = seen
                else:
                    waits.setdefault(f"{table.player} has done nothing yet", seen)
            seen += 1

        settings: Typed = (("edition", edition),)
        chosen = GAME.settings_model.model_validate_strings(dict(settings))
        moderated(GAME, seed, chosen, note)
        for what, upto in waits.items():
            yield f"{edition}, administrative: {what}", settings, seed, upto


def counters(theme: Theme, side: int) -> Iterator[Sprite]:
    """Every unit with every number of steps."""
    begun = GAME.setup(GAME.settings_model(), SeededDice(b"counters")).state
    for unit in begun.table.units.values():
        for steps in range(unit.steps, 0, -1):
            yield counter(face_of(replace(unit, steps=steps)), side, theme)


def pictures() -> Mapping[str, Picture]:
    """A war half-way, and orders as they are written."""
    drawer, names = painter(GAME.key), samples.names
    before, after = (samples.public(table) for table in samples.midwar())
    mine = samples.own_view(samples.opening())
    return {
        "whole": drawer.paint(after, WHOLE, before=before, names=names),
        "zone": drawer.paint(after, Section("zone", "arica"), before=before, names=names),
        "phase": drawer.paint(
            after,
            CHANGES,
            before=before,
            report=PhaseReport(before, awaited=(ALLIES,)),
            names=names,
        ),
        "orders": drawer.paint(mine, Section("around", "3019", 5), names=names),
    }


KNOWN = Known(
    uncorrected=frozenset(("captor", "machine")),
    game=GAME,
    rules=(
        "rules/**/*.py",
        *("counters.py", "places.py", "survey.py", "sequence.py", "play.py", "gate.py"),
    ),
    captain=captain,
    minds=PacificMinds(),
    tables=({"edition": "en"}, {"edition": "es"}),
    odds_tables=({}, ALL_THAT_IS_OPTIONAL),
    since_then={"artillery": "stacked", "fort_stacking": "besides"},
    untold=frozenset((2,)),
    written=frozenset(("order",)),
    resting=("leak 346", "es 5"),
    # All of the table is seen: what hides lies in the sides' secrets.
    hidden=Hidden((), lambda one: False, frozenset()),
    pace=Pace(asked=900, objections=40, whole_objections=30, pages=4),
    phases=Phases(
        unasked=frozenset(("scuttle",)),
        rare=frozenset(
            f"{side} {kind}" for side in ("allies", "chile") for kind in ("build", "repair")
        ),
    ),
    says=Says(
        shunned={
            "en": r"\bthe beaten\b|put ashore|\breduced units",
            "es": (
                r"agrupaci|interceptaci|incursi|averi|[Cc]olumnas? de [Ss]uministro|[Ff]orzar"
                r"|escal[oó]n"
            ),
        },
        alike=frozenset(("event.phase.begins", "term.receiving.la_paz", "term.zone.la_paz")),
        passes=frozenset(("let_pass", "stop", "aside")),
    ),
    asked=Asked(
        tables=({"ship_capture": True, "infernal_machines": True}, {"edition": "es"}),
        met=frozenset(
            (
                "interception",
                "naval_battle.fire",
                "battle.losses",
                "battle.retreat",
                "march.move",
                "overstack",
            )
        ),
    ),
    looked_up=LookedUp(
        steps=30,
        own=("cochrane", ("Almirante Cochrane", "Gunfire", "armour", "speed", "Rules: 7.2")),
        kind=(
            "transport",
            ("Transport", "Carries land units and Supply Columns", "Chile, on the map: "),
        ),
        spanish=("huascar", "Huáscar"),
    ),
    other_data=OtherData(
        changes=(
            ("terrain.csv", "desert,Desert,Desierto,3,0", "desert,Desert,Desierto,2,1"),
            ("cities.csv", "3118,peru,yes,1,nitrate", "3118,peru,yes,7,nitrate"),
            ("units.csv", "huascar,Huáscar", "huascar,Monitor"),
        ),
        name=("unit", "huascar", "Monitor"),
        unmoved={
            "board": "the points of the first campaigns",
            "odds.engagement": "whose shot it is",
            "opponent.force": "chances of dice",
            "play": "words for a sentence",
            "roster": "how columns are named",
            "standing_orders.words": "words that people type",
        },
    ),
    bench=Subject(
        game=GAME,
        typed={"standard": {}, "done": {}, "order": {"ships": "huascar", "area": "VI"}},
        zone="arica",
        place="3116",
        # About every fourth random game goes on to the end.
        is_long=lambda game: game.state.table.turn == 12,
        since=13,
        press_ms=150.0,
        heaviest=heaviest,
    ),
    golden=Golden(
        phases="setup plan administrative supply naval_movement naval_combat land_movement "
        "land_combat over",
        frames="allotment overstack repair voyage interception blockade naval_battle prizes "
        "march land_battle",
        asks="allotment battle.advance battle.initiative battle.losses battle.retreat "
        "battle.supply battle.cut_off blockade.run blockade.catch interception march.attrition "
        "march.move naval_battle.aside naval_battle.fire overstack prizes prizes.keep repair "
        "voyage voyage.home",
        done="deploy standard order cancel allot replenish rebuild recruit build repair embark "
        "sail move stop land raid scuttle march drop attack done settle intercept let_pass run "
        "aside fire capture lose spend retreat advance interception running catching "
        "setting_aside gunnery prizes casualties initiative extra_die withdrawal pursuit forget",
        apart=("edition", ("en", "es")),
        tables=(
            (("edition", "en"),),
            (("edition", "es"), *OPTIONAL_RULES),
            (("edition", "en"), *OPTIONAL_RULES),
            (("edition", "es"),),
        ),
        searched=((0, 10, 19, 38), (8, 17, 33, 43, 46, 58), (0, 10, 33), (3, 21)),
        crowded=crowded,
        more=administrative,
        fresh=({"edition": "en"}, {"edition": "es", **dict(OPTIONAL_RULES)}),
        begun=(
            {
                "name": "a plan half sent",
                "settings": {"edition": "en"},
                "actions": 20,
                "plan": True,
            },
            {
                "name": "half-way",
                "settings": {"edition": "es", **dict(OPTIONAL_RULES)},
                "language": "es",
                "actions": 70,
            },
            {"name": "refereed", "settings": {"edition": "en"}, "actions": 100, "refereed": True},
            {"name": "real dice", "settings": {"edition": "en"}, "actions": 30, "rolls": True},
        ),
        relayed=({"name": "handed on", "settings": {"edition": "es"}, "actions": 12},),
    ),
    recorded=Recorded(crowded=4),
    zoo=Zoo(games=8, watched=31, foolish=({}, "allies", ("stranded",))),
    counters=counters,
    pictures=pictures,
)
