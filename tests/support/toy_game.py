"""A small complete game, to test everything around the rules without any real rules.

Two ferrymen, ``red`` and ``blue``, cross a river in turn. In one's own turn one rows (one die a
stroke) as often as one dares and lands; a six lets the other side shout (an interruption). Before
or at any time each may hide a lantern at a bank, in secret: whoever lands where the other's lantern
stands is seen, and loses his strokes. It has everything the contract knows: a secret action, dice,
an interruption with buttons, events for one seat only, a draw, a computer player, a standing order
that answers the interruption.

Where a table plays with crates, each ferry carries one that was drawn unseen: its ferryman knows
what is in it, the other sees that there is one, whoever watches sees nothing. What has been landed
counts at the end, and is told then.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from engine.api import (
    Action,
    Chance,
    Choice,
    Decision,
    Event,
    Odds,
    Opponent,
    Option,
    Outcome,
    Refusal,
    Seat,
    Status,
    Step,
    Term,
    Text,
)
from engine.dice import Dice
from engine.errors import CorruptState, IllegalAction, MalformedAction
from engine.scrambling import pick, unlike

T = TypeVar("T")

BANKS = ("north", "island", "south")
SEATS: tuple[Seat, ...] = ("red", "blue")
CRATES = ("salt", "tea", "silk")
"""What a crate may hold: worth one stroke, two and three."""
CLOSED = "crate"
"""A crate, for whoever does not know what is in it."""


class Settings(BaseModel):
    """How many crossings each side makes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: int = Field(default=3, ge=1, le=50)
    crates: bool = False


class Hide(Action):
    """Put one's lantern at a bank; nobody else learns of it."""

    kind: ClassVar[str] = "hide"
    secret: ClassVar[bool] = True

    bank: str


class Row(Action):
    """Row a number of strokes, one die each."""

    kind: ClassVar[str] = "row"

    strokes: int


class Land(Action):
    """Land at a bank, which ends one's turn."""

    kind: ClassVar[str] = "land"

    bank: str


class Shout(Action):
    """Answer a six: shout, and one throws a die against the rower, or be silent."""

    kind: ClassVar[str] = "shout"

    loud: bool


class Reply(Action):
    """Standing order: what to do when the other rows a six, if he has come far enough."""

    kind: ClassVar[str] = "reply"
    group: ClassVar[str] = "standing"
    secret: ClassVar[bool] = True
    standing: ClassVar[bool] = True

    loud: bool
    far: int = 0


class Forget(Action):
    """Withdraw the standing order."""

    kind: ClassVar[str] = "forget"
    group: ClassVar[str] = "standing"
    secret: ClassVar[bool] = True
    standing: ClassVar[bool] = True

    order: str = Field(json_schema_extra={"holds": "standing"})


@dataclass(frozen=True)
class State:
    """Everything about one game."""

    turns: int
    turn: int = 1
    player: Seat = "red"
    shouting: bool = False
    steps: int = 0
    afloat: int = 0
    score: tuple[int, int] = (0, 0)
    lanterns: tuple[str, ...] = ("", "")
    """Where each side's lantern stands: known to that side."""
    replies: tuple[str, ...] = ("", "")
    """Each side's standing order as JSON, if any: known to that side."""
    crates: tuple[str, ...] = ("", "")
    """What each ferry carries: known to its side; the other sees a crate, the public nothing."""
    cargo: tuple[int, ...] = (0, 0)
    """What the crates are worth that each side has landed: known to it, and to all at the end."""

    @property
    def over(self) -> bool:
        """Whether all crossings are made."""
        return self.turn > self.turns


@dataclass(frozen=True)
class View:
    """What a viewer may know."""

    seat: Seat | None
    turns: int
    turn: int
    player: Seat
    shouting: bool
    steps: int
    afloat: int
    score: tuple[int, int]
    lantern: str
    """The viewer's own lantern; nothing for the public."""
    reply: str = ""
    """The viewer's own standing order, likewise."""
    crates: tuple[str, ...] = ("", "")
    """What the viewer sees on each ferry: what is in the crate, :data:`CLOSED`, or nothing."""
    cargo: tuple[int | None, ...] = (None, None)
    """What each side's landed crates are worth, as far as the viewer knows."""


def other(seat: Seat) -> Seat:
    """Return the other side."""
    return "blue" if seat == "red" else "red"


def _draw(dice: Dice) -> str:
    """Draw a crate unseen."""
    (drawn,) = dice.roll_secret("crate", sides=len(CRATES))
    return CRATES[drawn - 1]


def _loaded(seat: Seat, crate: str) -> Event:
    """Tell a ferryman alone what is aboard; that a crate is aboard at all times goes unsaid."""
    return Event("crate.loaded", "4.1", {"crate": Term("crate", crate)}, audience=frozenset({seat}))


def _seen(state: State, owner: Seat, viewer: Seat | None) -> str:
    """Return what a viewer sees on a ferry: the one place that says so."""
    crate = state.crates[SEATS.index(owner)]
    if viewer is None or not crate:
        return ""
    return crate if viewer == owner else CLOSED


def _rowing_odds(strokes: int) -> tuple[Odds, ...]:
    calm = Fraction(5, 6) ** strokes
    sums = Counter(map(sum, itertools.product(range(1, 7), repeat=strokes)))
    return (
        Odds(
            Text("six_odds"),
            "2.1",
            (Chance(Text("no_six"), calm), Chance(Text("a_six"), 1 - calm)),
            expected=((Text("strokes_rowed"), Fraction(7 * strokes, 2)),),
            given=(Text("nobody_shouts"),),
        ),
        Odds(
            Text("way_odds"),
            "2.1",
            tuple(
                Chance(Text("way", {"n": way}), Fraction(sums[way], 6**strokes))
                for way in sorted(sums, reverse=True)
            ),
        ),
    )


class ToyOpponent:
    """A ferryman who rows while the river is kind, and hides his lantern where he never lands."""

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what he does now: the same for the same view and dice."""
        if decision.code == "shout":
            return Shout(loud=view.afloat >= 4)
        if not view.lantern:
            return Hide(bank=BANKS[0])
        (mood,) = dice.roll("how far")
        if view.afloat < 4 + mood:
            return Row(strokes=1 + mood % 2)
        (bank,) = dice.roll("where to", sides=len(BANKS) - 1)
        return Land(bank=BANKS[bank])


class ToyGame:
    """The game "toy"."""

    key = "toy"
    command = "toy"
    ruleset = 1
    seats: tuple[Seat, ...] = SEATS
    data_files: tuple[str, ...] = ()
    actions: Mapping[str, type[Action]] = {
        "hide": Hide,
        "row": Row,
        "land": Land,
        "shout": Shout,
        "reply": Reply,
        "forget": Forget,
    }
    settings_model: type[BaseModel] = Settings
    opponents: Mapping[str, Opponent[View]] = {"hard": ToyOpponent()}

    def setup(self, settings: BaseModel, dice: Dice) -> Step:
        """Throw for who begins."""
        assert isinstance(settings, Settings)
        (first,) = dice.roll("who begins", 1, 2)
        player = SEATS[first - 1]
        events = [Event("begun", "1", {"seat": Term("seat", player)})]
        state = State(turns=settings.turns, player=player)
        if settings.crates:
            drawn = tuple(_draw(dice) for _ in SEATS)
            state = dataclasses.replace(state, crates=drawn)
            events += [_loaded(*one) for one in zip(SEATS, drawn, strict=True)]
        return Step(state, tuple(events))

    def awaiting(self, state: State) -> tuple[Decision, ...]:
        """One seat is awaited at any time."""
        if self.outcome(state) is not None:
            return ()
        if state.shouting:
            seat = other(state.player)
            choices = (
                Choice(Text("loud"), Shout(loud=True)),
                Choice(Text("silent"), Shout(loud=False), danger=True),
            )
            key = f"{state.steps}.shout"
            return (Decision(key, seat, "shout", "3", {}, ("shout",), choices, interrupt=True),)
        return (
            Decision(
                f"{state.steps}.cross",
                state.player,
                "cross",
                "2",
                {"turn": state.turn},
                ("row", "land"),
                (Choice(Text("row"), Row(strokes=1)),),
            ),
        )

    def kinds(self, view: View) -> tuple[str, ...]:
        """What the viewer can do."""
        if view.seat is None or view.turn > view.turns:
            return ()
        if view.shouting:
            return ("hide", "shout") if view.seat != view.player else ("hide",)
        return ("hide", "row", "land") if view.seat == view.player else ("hide",)

    def options(
        self, view: View, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Every value there is."""
        if view.seat is None or (kind not in self.kinds(view) and not self.actions[kind].standing):
            return
        if field == "order" and view.reply:
            yield Option("reply", Text("order", {"order": Term("action", "reply")}))
        if field == "far":
            for far in (0, 4, 8):
                yield Option(str(far), Text("strokes", {"n": far}))
        if field == "bank":
            for bank in BANKS:
                yield Option(bank, Text("bank", {"bank": Term("bank", bank)}))
        elif field == "strokes":
            for strokes in (1, 2, 3):
                yield Option(str(strokes), Text("strokes", {"n": strokes}))
        elif field == "loud":
            yield Option("true", Text("loud"))
            yield Option("false", Text("silent"))

    def parse(self, view: View, kind: str, raw: Mapping[str, str]) -> Action:
        """Read what a person typed."""
        if kind not in self.actions:
            raise MalformedAction(Refusal("no_such_action", "", {"kind": kind}))
        try:
            return self.actions[kind].model_validate_strings(dict(raw))
        except ValueError:
            raise MalformedAction(Refusal("not_understood", "")) from None

    def check(self, state: State, seat: Seat, action: Action) -> tuple[Refusal, ...]:
        """Say why not."""
        refusals: list[Refusal] = []
        bank = getattr(action, "bank", None)
        if bank is not None and bank not in BANKS:
            refusals.append(Refusal("no_such_bank", "1.1", {"bank": str(bank)[:40]}))
        if self.outcome(state) is not None:
            refusals.append(Refusal("over", "4"))
        if isinstance(action, Forget):
            if action.order != "reply" or not state.replies[SEATS.index(seat)]:
                refusals.append(Refusal("no_order", ""))
        elif isinstance(action, Reply):
            if action.far < 0:
                refusals.append(Refusal("too_near", "3"))
        elif isinstance(action, Shout):
            if not state.shouting or seat == state.player:
                refusals.append(Refusal("nothing_to_shout_at", "3"))
        elif not isinstance(action, Hide):
            if seat != state.player:
                refusals.append(Refusal("not_your_turn", "2"))
            if state.shouting:
                refusals.append(Refusal("wait_for_the_shout", "3"))
        if isinstance(action, Row) and not 1 <= action.strokes <= 3:
            refusals.append(Refusal("strokes", "2.1", {"most": 3}))
        return tuple(refusals)

    def apply(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step:
        """Do it."""
        refusals = self.check(state, seat, action)
        if refusals:
            raise IllegalAction(*refusals)
        if isinstance(action, Hide):
            return self._hide(state, seat, action)
        if isinstance(action, Reply | Forget):
            return self._order(state, seat, action)
        state = dataclasses.replace(state, steps=state.steps + 1)
        if isinstance(action, Row):
            return self._row(state, seat, action, dice)
        if isinstance(action, Shout):
            return self._shout(state, action, dice)
        assert isinstance(action, Land)
        step = self._land(state, seat, action)
        return step if not state.crates[0] else self._unload(step, seat, dice)

    @staticmethod
    def _hide(state: State, seat: Seat, action: Hide) -> Step:
        mine = SEATS.index(seat)
        lanterns = tuple(action.bank if i == mine else b for i, b in enumerate(state.lanterns))
        event = Event(
            "hidden", "1.1", {"bank": Term("bank", action.bank)}, audience=frozenset({seat})
        )
        return Step(dataclasses.replace(state, lanterns=lanterns), (event,))

    @staticmethod
    def _order(state: State, seat: Seat, action: Reply | Forget) -> Step:
        mine = SEATS.index(seat)
        text = action.model_dump_json() if isinstance(action, Reply) else ""
        replies = tuple(text if i == mine else one for i, one in enumerate(state.replies))
        event = Event("ordered" if text else "forgotten", "", audience=frozenset({seat}))
        return Step(dataclasses.replace(state, replies=replies), (event,))

    @staticmethod
    def _row(state: State, seat: Seat, action: Row, dice: Dice) -> Step:
        values = dice.roll("strokes", action.strokes)
        rowed = Event(
            "rowed", "2.1", {"seat": Term("seat", seat), "dice": values, "n": sum(values)}
        )
        state = dataclasses.replace(state, afloat=state.afloat + sum(values), shouting=6 in values)
        return Step(state, (rowed,))

    @staticmethod
    def _shout(state: State, action: Shout, dice: Dice) -> Step:
        state = dataclasses.replace(state, shouting=False)
        if not action.loud:
            return Step(state, (Event("silence", "3"),))
        mine, yours = dice.roll("shouting")[0], dice.roll("rowing on")[0]
        if mine > yours:
            state = dataclasses.replace(state, afloat=0)
        return Step(state, (Event("shouted", "3", {"mine": mine, "yours": yours}),))

    @staticmethod
    def _land(state: State, seat: Seat, action: Land) -> Step:
        rival = other(seat)
        seen = state.lanterns[SEATS.index(rival)] == action.bank
        gained = 0 if seen else state.afloat
        red, blue = state.score
        score = (red + gained, blue) if seat == "red" else (red, blue + gained)
        events = [
            Event(
                "landed",
                "2.2",
                {"seat": Term("seat", seat), "bank": Term("bank", action.bank), "n": gained},
            )
        ]
        if seen:
            events.append(Event("watched", "2.3", audience=frozenset({rival})))
        state = dataclasses.replace(
            state,
            score=score,
            afloat=0,
            player=rival,
            turn=state.turn + (seat == "blue"),
        )
        return Step(state, tuple(events))

    @staticmethod
    def _unload(step: Step, seat: Seat, dice: Dice) -> Step:
        """Put the crate ashore, and draw the next; at the end tell what was landed."""
        state: State = step.state
        mine = SEATS.index(seat)
        crate = state.crates[mine]
        cargo = tuple(
            worth + (CRATES.index(crate) + 1 if i == mine else 0)
            for i, worth in enumerate(state.cargo)
        )
        to_the_other = Event(
            "crate.put_ashore",
            "4.2",
            {"seat": Term("seat", seat)},
            audience=frozenset({other(seat)}),
        )
        events = [
            *step.events,
            Event(
                "crate.landed",
                "4.2",
                {"crate": Term("crate", crate)},
                audience=frozenset({seat}),
                otherwise=to_the_other,
            ),
        ]
        if state.over:
            params = dict(zip(SEATS, cargo, strict=True))
            events.append(Event("cargo", "4.3", params))
            drawn: tuple[str, ...] = ("", "")
        else:
            new = _draw(dice)
            drawn = tuple(new if i == mine else one for i, one in enumerate(state.crates))
            events.append(_loaded(seat, new))
        return Step(dataclasses.replace(state, crates=drawn, cargo=cargo), tuple(events))

    def odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return whether a six falls and how far one comes, or who is the louder."""
        if action.kind not in self.kinds(view):
            return ()
        if isinstance(action, Row) and 1 <= action.strokes <= 3:
            return _rowing_odds(action.strokes)
        if isinstance(action, Shout) and action.loud:
            louder = Fraction(15, 36)
            chances = (Chance(Text("louder"), louder), Chance(Text("drowned"), 1 - louder))
            return (Odds(Text("shouting_odds"), "3", chances),)
        return ()

    def warnings(self, view: View, action: Action) -> tuple[Text, ...]:
        """Return what can no longer be done once *action* is: nothing is lost unseen here."""
        return ()

    def standing(self, view: View, decision: Decision) -> Action | None:
        """Return the answer of a standing order."""
        if decision.code != "shout" or not view.reply:
            return None
        order = Reply.model_validate_json(view.reply)
        return Shout(loud=order.loud) if view.afloat >= order.far else None

    def view(self, state: State, seat: Seat | None) -> View:
        """Name what may be known."""
        return View(
            seat=seat,
            turns=state.turns,
            turn=state.turn,
            player=state.player,
            shouting=state.shouting,
            steps=state.steps,
            afloat=state.afloat,
            score=state.score,
            lantern="" if seat is None else state.lanterns[SEATS.index(seat)],
            reply="" if seat is None else state.replies[SEATS.index(seat)],
            crates=tuple(_seen(state, owner, seat) for owner in SEATS),
            cargo=tuple(
                worth if state.over or seat == owner else None
                for owner, worth in zip(SEATS, state.cargo, strict=True)
            ),
        )

    def status(self, view: View) -> Status:
        """Turn and phase."""
        return Status(
            turn=view.turn,
            turn_name=Text("turn", {"n": view.turn}),
            phase=Text("crossing", {"seat": Term("seat", view.player)}),
            phase_key=f"crossing-{view.player}",
            player=view.player,
        )

    def orders(self, view: View) -> tuple[Text, ...]:
        """The lantern, and the standing order."""
        lines = [Text("lantern", {"bank": Term("bank", view.lantern)})] if view.lantern else []
        if view.reply:
            order = Reply.model_validate_json(view.reply)
            lines.append(Text("standing.reply", {"loud": order.loud, "far": order.far}))
        crate = "" if view.seat is None else view.crates[SEATS.index(view.seat)]
        if crate:
            lines.append(Text("crate", {"crate": Term("crate", crate)}))
        return tuple(lines)

    def describe(self, view: View, where: str = "") -> tuple[Text, ...]:
        """The river in words."""
        return (Text("river", {"red": view.score[0], "blue": view.score[1]}),)

    def outcome(self, state: State) -> Outcome | None:
        """Who has gained more."""
        if not state.over:
            return None
        red, blue = (sum(one) for one in zip(state.score, state.cargo, strict=True))
        if red == blue:
            return Outcome(None, Text("level"))
        return Outcome("red" if red > blue else "blue", Text("further"))

    def tally(self, state: State, events: Sequence[Event] = ()) -> Mapping[str, int]:
        """How far each came, and in how many steps."""
        red, blue = state.score
        return {"red.score": red, "blue.score": blue, "steps": state.steps}

    def lexicon(self, kind: str, key: str, language: str) -> str | None:
        """Name a bank or a side."""
        return key.capitalize() if kind in {"bank", "seat", "phase", "crate"} else None

    def dump(self, state: State) -> str:
        """Write a state."""
        return json.dumps(dataclasses.asdict(state), sort_keys=True)

    def load(self, text: str) -> State:
        """Read a state."""
        try:
            raw: dict[str, Any] = json.loads(text)
            raw["score"] = tuple(raw["score"])
            raw["lanterns"] = tuple(raw["lanterns"])
            for name in ("replies", "crates", "cargo"):
                if name in raw:
                    raw[name] = tuple(raw[name])
            return State(**raw)
        except (ValueError, TypeError, KeyError) as error:
            raise CorruptState(str(error)) from error

    def scramble(self, state: State, viewer: Seat | None, wanted: int = 1) -> tuple[State, ...]:
        """Move the lanterns, change orders and crates that the viewer does not know of."""
        first = _world(
            state,
            viewer,
            lambda lantern: BANKS[(BANKS.index(lantern) + 1) % 3 if lantern in BANKS else 0],
            lambda reply: reply or Reply(loud=True).model_dump_json(),
            lambda crate: CRATES[(CRATES.index(crate) + 1) % len(CRATES)],
            lambda worth: worth + 1,
        )

        def draw(dice: Dice) -> State:
            replies = ("", *(Reply(loud=True, far=n).model_dump_json() for n in range(3)))
            return _world(
                state,
                viewer,
                lambda lantern: pick(dice, ("", *BANKS)),
                lambda reply: pick(dice, replies),
                lambda crate: pick(dice, CRATES),
                lambda worth: worth + pick(dice, (0, 1, 2)),
            )

        return unlike(state, first, draw, wanted)


def _world(
    state: State,
    viewer: Seat | None,
    lantern: Callable[[str], str],
    reply: Callable[[str], str],
    crate: Callable[[str], str],
    worth: Callable[[int], int],
) -> State:
    """Return the state with everything changed that a viewer does not know."""

    def changed(values: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
        return tuple(
            one if seat == viewer else change(one) for seat, one in zip(SEATS, values, strict=True)
        )

    afloat = bool(state.crates[0])
    return dataclasses.replace(
        state,
        lanterns=changed(state.lanterns, lantern),
        replies=changed(state.replies, reply),
        crates=changed(state.crates, crate) if afloat else state.crates,
        cargo=changed(state.cargo, worth) if afloat else state.cargo,
    )


TOY = ToyGame()
