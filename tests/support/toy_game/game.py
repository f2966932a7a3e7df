"""The toy game behind the contract: it collects the rules and plays them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from pydantic import BaseModel

from engine.api import (
    EVERYTHING,
    Act,
    Action,
    Actor,
    Bundle,
    Decision,
    Event,
    Feature,
    Halt,
    Odds,
    Opponent,
    Option,
    Preview,
    Refusal,
    Seat,
    Status,
    Step,
    Supposition,
    Term,
    Text,
    Warned,
    Way,
)
from engine.data.play_data import PlayData, data_in_use
from engine.dice import Dice
from engine.errors import MalformedAction
from engine.kit.codecs import Codec
from engine.kit.filling import WIDE
from engine.kit.params import key_of, numbers_of
from engine.kit.parsing import Reader, flag, fraction, number, point
from engine.kit.standing_orders import kind_reader
from engine.kit.table_game import TableGame
from engine.kit.wording import refuse, seat_term
from engine.lessons import Lesson
from engine.subjects import About, Subject
from engine.tales import Tale, Throw
from tests.support.toy_game import lookup, standing_orders
from tests.support.toy_game.actions import MODELS, Land, Point, Row, Settings, Stow, Turn
from tests.support.toy_game.corrections import CORRECTOR
from tests.support.toy_game.gate import GATE, WORDS
from tests.support.toy_game.lesson import LESSON
from tests.support.toy_game.odds import odds
from tests.support.toy_game.opponent import ToyOpponent
from tests.support.toy_game.own_corrections import OWN_CORRECTOR
from tests.support.toy_game.play import Play
from tests.support.toy_game.rules import crates, crossing, loading, searching
from tests.support.toy_game.starts import BEGINNER
from tests.support.toy_game.state import (
    BLUE,
    RED,
    SEATS,
    Phase,
    Secrets,
    State,
    Table,
    View,
    begun,
    lantern_of,
    other,
)
from tests.support.toy_game.worlds import scramble

_ACCEPTS = {
    ("reply", "far"): Text("accepts.far"),
    ("watch", "least"): Text("accepts.far"),
    ("turn", "by"): Text("accepts.angle", {"most": crossing.WIDEST}),
    ("mark", "at"): Text("accepts.point", {"across": loading.ACROSS, "along": loading.ALONG}),
    ("mark", "reach"): Text("accepts.reach", {"most": loading.FARTHEST}),
}
"""What may be typed where not everything can be offered."""


class ToyGame(TableGame[Table, Secrets]):
    """The game system. Stateless."""

    key = "toy"
    command = "toy"
    ruleset = 1
    has = EVERYTHING - {Feature.DATA}
    seats: tuple[Seat, ...] = SEATS
    data_files: tuple[str, ...] = ()
    actions: Mapping[str, type[Action]] = MODELS
    settings_model: type[BaseModel] = Settings
    opponents: Mapping[str, Opponent[View]] = {"hard": ToyOpponent()}
    gate = GATE
    working = Play
    codec = Codec(State, "Two Ferrymen")
    corrector = CORRECTOR
    beginner = BEGINNER
    own_corrector = OWN_CORRECTOR
    halts: tuple[Halt, ...] = (
        Halt("shoal", frozenset(("shoal.met",))),
        Halt("strokes", frozenset(("rowed",)), "n", usual=False),
    )
    passing = frozenset(("ready", "crossing.begins"))
    lesson: Lesson | None = LESSON

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Throw for who begins; then each loads unseen, or a crate is drawn for them."""
        assert isinstance(settings, Settings)
        (first,) = dice.roll("who begins", 1, 2)
        play = Play(begun(Table(settings, SEATS[first - 1])), dice)
        play.tell("begun", "1", seat=seat_term(play.table.player))
        if settings.smuggling:
            play.set(phase=Phase.LOADING)
        if settings.crates:
            for seat in SEATS:
                crates.draw(play, seat)
        return play.close(public=False)

    def projected(self, table: Table, viewer: Seat | None) -> Table:
        """Return the table as a viewer sees it."""
        return crates.projected(table, viewer)

    def openly(self, table: Table, decision: Decision) -> bool:
        """Say whether what answers a decision hangs on nothing that the table hides."""
        return decision.code in ("shout", "search")

    def privately(self, view: View, decision: Decision) -> Decision:
        """Return a decision as its side alone is asked it."""
        return searching.privately(view, decision) if decision.code == "search" else decision

    def readers(self, view: View) -> Mapping[str, Reader]:
        """Return how what a field holds is read."""
        return {
            "bank": _word,
            "crate": _word,
            "spot": _word,
            "searched": _word,
            "count": number,
            "resting": number,
            "flag": flag,
            "angle": fraction,
            "fathoms": fraction,
            "point": point(Point),
            "standing": kind_reader,
        }

    def parse(self, view: View, kind: str, raw: Mapping[str, str]) -> Action:
        """Read an action as a person typed it.

        Raises:
            MalformedAction: with refusals saying what was not understood.
        """
        if kind not in self.actions:
            raise MalformedAction(refuse("no_such_action", "", kind=kind))
        return super().parse(view, kind, raw)

    def accepts(self, view: View, kind: str, field: str, filled: Mapping[str, str]) -> Text | None:
        """Return what a field takes beside its options."""
        return _ACCEPTS.get((kind, field))

    def exact_odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return the odds of an action that is allowed."""
        return odds(action)

    def foreseen(self, view: View, action: Action, ahead: Supposition[View]) -> Preview:
        """Return what an action that is allowed comes to."""
        seat = view.viewer or ""
        match action:
            case Stow():
                spots = {"n": len(action.loads), "most": len(loading.SPOTS)}
                return Preview(costs=(Text("spots", spots),))
            case Row():
                # The six that lets the other shout lies behind the dice: no supposing finds it.
                costs = (Text("strokes", {"n": action.strokes}),)
                return Preview(costs=costs, reacting=(other(seat),))
            case Turn():
                return Preview(costs=(Text("heading", {"n": ahead.view.table.heading}),))
            case Land():
                return Preview(
                    ways=(Way((seat,), ("river", action.bank)),),
                    final=(Text("turn_ends"),),
                    warnings=_warnings(view, action),
                )
        return Preview()

    def actors(self, view: View) -> Iterator[Actor]:
        """Yield the viewer's ferry while it can act: it is all that a side has."""
        kinds = [kind for kind in ("row", "turn", "land") if kind in self.kinds(view)]
        if kinds:
            fields = {"row": "strokes", "turn": "by", "land": "bank"}
            acts = tuple(
                Act(kind, field, tuple(islice(self.options(view, kind, field, {}), WIDE)))
                for kind, field in fields.items()
                if kind in kinds
            )
            ferry = Option("ferry", Text("ferry", {"seat": seat_term(view.viewer or "")}))
            yield Actor(ferry, acts)

    def bundles(self, view: View) -> Iterator[Bundle]:
        """Yield the dearest load, and the landings for which the bow is turned first."""
        if "stow" in self.kinds(view):
            yield Bundle(Text("dearest"), (Stow(loads=loading.dearest()),))
        if {"turn", "land"} <= set(self.kinds(view)):
            for bank in crossing.BEARINGS:
                by = crossing.straight(view.table, bank)
                if by is not None:
                    label = Text("straight", {"bank": Term("bank", bank)})
                    yield Bundle(label, (Turn(by=by), Land(bank=bank)))

    def tale(self, event: Event) -> Tale[Term]:
        """Return what an event tells: strokes, where the ferry landed, a crate taken away."""
        match event.code:
            case "rowed":
                thrown = Throw(key_of(event.params["seat"]), numbers_of(event.params["dice"]))
                return Tale(throws=(thrown,))
            case "landed":
                return Tale(weight=sum(numbers_of(event.params["n"])))
        return Tale()

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Return the answer of a standing order."""
        return standing_orders.answer(view, decision)

    def playing_with(self) -> PlayData | None:
        """Return the play data in use; ``None`` is what is shipped."""
        return data_in_use()

    def status(self, view: View) -> Status:
        """Turn and phase."""
        table = view.table
        loading_now = table.phase is Phase.LOADING
        phase = Text("loading") if loading_now else Text("crossing", {"seat": _player(table)})
        return Status(
            turn=table.turn,
            turn_name=Text("turn", {"n": table.turn}),
            phase=phase,
            phase_key="loading" if loading_now else f"crossing-{table.player}",
            player=None if loading_now else table.player,
        )

    def orders(self, view: View) -> tuple[Text, ...]:
        """The lantern, the standing order, and what is aboard."""
        lines = (
            [Text("lantern", {"bank": Term("bank", lantern_of(view))})] if lantern_of(view) else []
        )
        lines += standing_orders.lines(view)
        if view.viewer is None or view.own is None:
            return tuple(lines)
        own = view.own
        aboard = (*view.table.ferries[view.viewer], *(load.crate for load in own.loads))
        lines += [Text("crate", {"crate": Term("crate", crate)}) for crate in aboard]
        if own.watch:
            lines.append(Text("watch", {"bank": Term("bank", own.watch), "n": own.least}))
        shoal = view.table.shoals.get(view.viewer)
        if shoal is not None:
            lines.append(Text("shoal", {"x": shoal.x, "y": shoal.y, "reach": shoal.reach}))
        return tuple(lines)

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """The river in words."""
        score = view.table.score
        return (Text("river", {"red": score[RED], "blue": score[BLUE]}),)

    def subjects(self, view: View) -> Iterator[Subject]:
        """Yield all that can be looked up."""
        return lookup.subjects(view)

    def idle(self, view: View, who: str) -> Refusal | None:
        """No reasons of its own."""
        del view, who
        return None

    def about(self, view: View, key: str) -> About | None:
        """Return what the viewer knows of a subject."""
        return lookup.about(view, key, self.kinds(view))

    def tally(self, state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """How far each came, and in how many steps."""
        score = state.table.score
        return {"red.score": score[RED], "blue.score": score[BLUE], "steps": state.table.serial}

    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        """Name a side, a phase, or one of the words that a field may hold."""
        named = kind in ("seat", "phase") or key in WORDS.get(kind, ())
        return key.capitalize() if named else None

    def scramble(self, state: State, viewer: Seat | None, wanted: int = 1) -> tuple[State, ...]:
        """Return other worlds that look the same to a viewer."""
        return scramble(state, viewer, wanted)


def _warnings(view: View, action: Land) -> tuple[Warned, ...]:
    """Return that a landing costs a stroke, and the turn of the bow that saves it."""
    if not crossing.askew(view.table, action.bank):
        return ()
    by = crossing.straight(view.table, action.bank)
    if by is None:
        return (Warned(Text("askew")),)
    return (Warned(Text("askew"), "turn", (("by", str(by)),)),)


def _player(table: Table) -> Term:
    return seat_term(table.player)


def _word(text: str, problems: list[Refusal]) -> str:
    del problems
    return text.strip().lower()


TOY = ToyGame()
