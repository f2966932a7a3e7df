"""The game "toy": its rules, by the contract."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pydantic import BaseModel

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
from tests.support.toy_game.actions import Forget, Hide, Land, Reply, Row, Settings, Shout
from tests.support.toy_game.crates import draw, loaded, seen, unload
from tests.support.toy_game.opponent import ToyOpponent, rowing_odds
from tests.support.toy_game.state import BANKS, SEATS, State, View, other
from tests.support.toy_game.worlds import scramble


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
            drawn = tuple(draw(dice) for _ in SEATS)
            state = dataclasses.replace(state, crates=drawn)
            events += [loaded(*one) for one in zip(SEATS, drawn, strict=True)]
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

    def accepts(self, view: View, kind: str, field: str, filled: Mapping[str, str]) -> Text | None:
        """How far the other has come may be any number."""
        return Text("accepts.far") if (kind, field) == ("reply", "far") else None

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
        return step if not state.crates[0] else unload(step, seat, dice)

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

    def odds(self, view: View, action: Action) -> tuple[Odds, ...]:
        """Return whether a six falls and how far one comes, or who is the louder."""
        if action.kind not in self.kinds(view):
            return ()
        if isinstance(action, Row) and 1 <= action.strokes <= 3:
            return rowing_odds(action.strokes)
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
            crates=tuple(seen(state, owner, seat) for owner in SEATS),
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
        return scramble(state, viewer, wanted)


TOY = ToyGame()
