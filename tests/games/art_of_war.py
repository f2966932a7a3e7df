"""What shared tests must know of El Arte de la Guerra."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bot.trials.random_play import Played
from engine.api import Action, Game, Seat
from engine.art_of_war import actions as art_of_war
from engine.art_of_war.game import GAME
from engine.art_of_war.ids import side_of
from engine.art_of_war.rules.setting_up.battle_plan import plans
from engine.art_of_war.state import HIDDEN, SEATS, SOUTH, Mustered, Phase, Place, Unit, View
from engine.art_of_war.troops import load_troops
from engine.dice import NoDice
from engine.kit.standing_orders import Forget, Rest
from render.api import WHOLE, Picture, Section
from render.art_of_war.blocks import block
from render.art_of_war.discs import STARS, DiscFace, disc
from render.art_of_war.muster import face_of
from render.registry import painter
from render.sprites import Sprite
from render.themes import Theme
from tests.bench.lines import lines_apart
from tests.engine.art_of_war import test_skirmishes as battles
from tests.games.knowing import (
    Asked,
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
    Tables,
    Zoo,
)
from tests.golden.begun import TO_ITS_END
from tests.render.art_of_war import samples
from tests.support.art_of_war_captains import Captain
from tests.support.minds import Where, last_offered, ordered
from tests.support.readings import Hidden

BANKED = {"refill": "bank", "seconds": 864_000, "increment": 43_200}
"""The pace of a table that is kept: the default is done when its time runs out."""
MARKS: tuple[Mapping[str, Any], ...] = (
    {},
    {"lost": 1},
    {"lost": 3},
    {"quality": "elite"},
    {"quality": "mediocre"},
    {"options": ("impetuous",)},
    {"options": ("impetuous",), "held": True},
    {"troop": "light_infantry", "lost": 1},
    {"troop": "phalanx"},
    {"place": Place.AMBUSH},
)
SHORT: Tables = (
    {"turns": 6},
    {"turns": 5, "armies": "own", "terrain": "random"},
    {"turns": 5, "terrain": "placed"},
)


class ArtOfWarMinds:
    """Musters, battle plans and written deployments; who is in ambush; standing orders."""

    game: Game[Any, Any] = GAME
    where = Where("15/5", "15/5")
    seeds: tuple[str, ...] = ("ready 0", "own 1", "placed 2")
    usual: tuple[str, ...] = seeds

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
        yield from ordered(own, (art_of_war.Dodge(units=few), art_of_war.Chase(units=few)))
        nobody = art_of_war.Dodge(units=(art_of_war.NOBODY,))
        yield from ordered(own, (nobody, art_of_war.Withhold(units=few)))
        yield from ordered(own, (Rest(turn=table.turn),))
        if seat in table.ready:
            return
        if table.phase is Phase.MUSTER:
            for army in ("", "rome", "carthage"):
                if army != own.muster.army:
                    yield (
                        f"the army {army or 'is not mustered'}",
                        replace(own, muster=Mustered(army)),
                    )
            half = Mustered("own", ("a heavy_infantry x4", "b light_cavalry x2"), ("ordinary a",))
            if half != own.muster:
                yield "an army of one's own, half put together", replace(own, muster=half)
        if table.phase is Phase.PLAN:
            for number, posts in enumerate(plans(View(seat, table, own)), start=1):
                if posts != own.posts:
                    yield f"plan {number}", replace(own, posts=posts, written=(), ambushes={})

    def by_own_hand(self, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
        """Yield states with an army, a plan and deployments written, and standing orders left."""
        view = GAME.view(state, seat)
        for kind in ("muster", "recruit", "appoint", "dismiss", "plan", "write", "hide"):
            if kind not in GAME.kinds(view):
                continue
            action = last_offered(GAME, view, kind, 9)
            yield kind, GAME.apply(state, seat, action, NoDice()).state
        nobody = art_of_war.Dodge(units=(art_of_war.NOBODY,))
        left = GAME.apply(state, seat, nobody, NoDice()).state
        yield "leaves a standing order", left
        forget = Forget(order="dodge")
        yield "and withdraws it", GAME.apply(left, seat, forget, NoDice()).state

    def prying(self, state: Any, viewer: Seat) -> Iterator[Action]:
        """Yield orders for the enemy's units, seen or not, and charges at their markers."""
        enemy = next(seat for seat in GAME.seats if seat != viewer)
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
        if before.phase in (Phase.MUSTER, Phase.PLAN):
            closed = played.seat in hidden and not played.action.secret
            return closed or then.phase is not before.phase
        if before.phase is Phase.DEPLOYMENT:
            return not played.action.secret and bool(hidden)
        theirs = [
            {key: one for key, one in those.items() if side_of(key) in hidden}
            for those in (before.markers, then.markers, before.coming, then.coming)
        ]
        return bool(then.ending) or theirs[0] != theirs[1] or theirs[2] != theirs[3]


def heaviest() -> Iterator[Heavy]:
    """Five charge five, with all who stand beside them."""
    state, groups = lines_apart()
    charge = art_of_war.Charge(who=groups["a group of five"], target="north-a3")
    yield "five charge five", state, SOUTH, charge


def crowded() -> Iterator[tuple[Any, str, Any]]:
    """Yield lines that stand before each other."""
    for number in range(4):
        begun = battles.skirmish(number)
        yield begun.table.settings, f"skirmish {number}", begun


def counters(theme: Theme, side: int) -> Iterator[Sprite]:
    """Every troop type of both sides, one unit with every mark and facing, and every general."""
    least = round(side * 0.2)
    for seat in SEATS:
        for troop in load_troops().troops.values():
            one = Unit(f"{seat}-a1", seat, 1, troop.key)
            yield block(face_of(one), side, 0, theme, least)
    for values in MARKS:
        one = Unit("south-b2", "south", 1, **{"troop": "heavy_infantry", **values})
        for facing in (0, 900, 1950):
            yield block(face_of(one), side, facing, theme, least)
    for rank in STARS:
        for points in (None, 3):
            face = DiscFace("north", "G1", rank, points, chief=rank == "strategist")
            yield disc(face, side, theme, least)
    yield disc(DiscFace("south", "G3", "ordinary", hesitating=True), side, theme, least)


def pictures() -> Mapping[str, Picture]:
    """Lines before the battle, and the middle of one."""
    drawer, names = painter(GAME.key), samples.names
    fought = samples.public(samples.melee())
    return {
        "art_of_war_whole": drawer.paint(
            samples.seen_by(SOUTH, samples.in_line()), WHOLE, names=names
        ),
        "art_of_war_line": drawer.paint(fought, Section("zone", "centre"), names=names),
    }


OWN_FOR_THREE = {"armies": "own", "terrain": "random", "turns": "3"}
OWN_FOR_TWO = {**OWN_FOR_THREE, "turns": "2"}

KNOWN = Known(
    game=GAME,
    rules=(
        *("rules/**/*.py", "tables/*.py", "plane/*.py"),
        *("bonuses.py", "mustering.py", "survey.py", "sequence.py", "play.py", "gate.py"),
    ),
    captain=lambda seat, seed: Captain(f"{seed} {seat}"),
    minds=ArtOfWarMinds(),
    tables=SHORT,
    shorter={"turns": "4"},
    soon_over={"turns": "2"},
    odds_tables=({"turns": 6},),
    turn_dice=frozenset(("points", "flank_march", "ally")),
    written=frozenset(("plan", "write")),
    resting=("ready 0", "own 1"),
    hidden=Hidden(
        ("units", "generals"),
        lambda one: one.place in HIDDEN,
        frozenset(("id", "side", "place")),
    ),
    uncorrected=frozenset(("beneath",)),
    wandered=("turns=4", "turns=4, armies=own"),
    pace=Pace(
        dear=3,
        first=26,
        asked=160,
        other_data=80,
        objections=30,
        whole_objections=40,
        pages=24,
        first_pages=9,
        lessons=6,
        usual_lessons=1,
    ),
    phases=Phases(
        goes_on=("deploy",),
        rare=frozenset(
            f"{side} {kind}"
            for side in ("north", "south")
            for kind in ("appoint", "breakoff", "dismiss", "enter", "recruit", "reveal")
        ),
    ),
    says=Says(
        shunned={
            "en": r"(is|are) to shoot|stands? aside|hard to manoeuvre",
            "es": r"marcha de flanco|difícil de maniobrar",
        },
        alike=frozenset(("game.title",)),
        passes=frozenset(("stay", "stand", "enough")),
        ready_set_up="Use a ready-made plan",
    ),
    asked=Asked(tables=SHORT, seed="asking", met=frozenset(("evade", "pursue"))),
    looked_up=LookedUp(
        steps=20,
        own=("b1", ("hastati", "Cohesion of B1", "A move of B1", "Rules: Troops, Movement")),
        kind=("elephants", ("Mounted, type El", "cohesion")),
        spanish=("galos", "galos"),
    ),
    other_data=OtherData(
        changes=(
            ("terrain.csv", "gentle_hill,gentle hill,colina suave", "gentle_hill,knoll,loma"),
            ("movement.csv", "heavy_infantry,3,2,1", "heavy_infantry,4,3,1"),
        ),
        name=("terrain", "gentle_hill", "knoll"),
        unmoved={
            "plane.contact": "measures of bases alone",
            "plane.onset": "the same",
            "plane.paths": "the same",
            "plane.poses": "the same",
            "plane.shapes": "the same",
            "points": "words that people type",
            "rules.charge.conforming": "measures of bases alone",
            "rules.melee.duels": "chances of dice",
            "rules.movement.manoeuvres": "parts of a move, by what is done and how far",
            "rules.movement.offering": "the same",
        },
    ),
    bench=Subject(
        game=GAME,
        typed={
            "move": {"who": "a", "parts": "nonsense"},
            "charge": {"who": "z9", "target": "a1"},
            "done": {},
        },
        zone="centre",
        place="15/10",
        is_long=lambda game: len(game.log) >= 100,
        settings=GAME.settings_model.model_validate(SHORT[0]),
        # What is shot at, met and fled from is measured on the plane.
        action_us=3000,
        # Before each of some 300 orders it is asked what every group and unit can do.
        game_s=6.0,
        press_ms=150.0,
        heaviest=heaviest,
    ),
    golden=Golden(
        phases="muster terrain plan deployment movement rally pursuit over",
        frames="charging pursuing",
        asks="evade pursue phase.muster phase.terrain phase.plan phase.deployment "
        "phase.movement phase.rally",
        done="muster terrain plan hide write deploy ready move charge hold lead breakoff "
        "reveal enter rally done evade stand pursue stay dodge chase withhold fight rest forget",
        apart=("armies", ("ready", "own")),
        tables=(
            (("turns", "4"),),
            (("armies", "own"), ("terrain", "random"), ("turns", "3")),
            (("terrain", "placed"), ("turns", "3")),
        ),
        searched=((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5), (0,)),
        crowded=crowded,
        fresh=({"turns": "3"}, OWN_FOR_TWO, {"terrain": "placed", "turns": "2"}),
        begun=(
            {"name": "ready armies", "settings": {"turns": "4"}, "actions": 60, "plan": True},
            {"name": "own armies", "settings": OWN_FOR_THREE, "language": "es", "actions": 110},
            {"name": "own armies, mustering", "settings": {"armies": "own"}, "actions": 12},
            {
                "name": "own armies, a plan half sent",
                "settings": {"armies": "own", "terrain": "placed", "turns": "2"},
                "actions": 4,
                "plan": True,
            },
            {
                "name": "refereed",
                "settings": {"turns": "2"},
                "actions": 30,
                "refereed": True,
                "pace": BANKED,
            },
            {"name": "real dice", "settings": {"turns": "2"}, "actions": 30, "rolls": True},
        ),
        played_out=(
            {"name": "to its end", "settings": {"turns": "2"}, "actions": TO_ITS_END},
            {
                "name": "own armies, to their end",
                "settings": OWN_FOR_TWO,
                "actions": TO_ITS_END,
            },
            {
                "name": "own armies, against the computer",
                "actions": 20,
                "computer": "north",
                "settings": OWN_FOR_THREE,
            },
        ),
        relayed=(
            {"name": "handed on", "settings": {"turns": "3"}, "actions": 20},
            {"name": "own armies, handed on", "settings": OWN_FOR_THREE, "actions": 16},
        ),
    ),
    recorded=Recorded(crowded=2, stretches=6, actions=8),
    zoo=Zoo(games=1, watched=3),
    counters=counters,
    pictures=pictures,
)
