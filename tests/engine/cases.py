"""The runner of cases: a table, what is done, what comes of it, as data and alike in every game.

A case is a TOML file in the folder ``cases`` of a game's tests, in the folder of its chapter and
named for its clause, with what it shows behind two hyphens (``7/7.3.joint--asked.toml``). It holds
``rule``, ``about``, and at will ``also`` (further clauses that it shows), ``rulings`` it shows,
``given`` (the table), ``do`` (steps; none where a table alone shows it), ``expect``.
It goes red when its rule is broken. A step has a seat and an action (or ``typed``: its kind and
fields in a person's words), and at will:

- ``refused``: refusal codes it meets, all of them; the table then stays as it was;
- ``dice``: what is rolled, all of it;
- ``events``: codes told, in this order; ``no_events``: codes not told;
- ``private``: codes told to that seat alone;
- ``figures``: code of an event or refusal to figures of its sentence;
- ``under``: code of an event or refusal to the clause that it names;
- ``read``: a seat, or ``public``, to all the codes that it reads of the step, in order;
- ``hidden``: purposes of the dice that not everybody may know, all of them;
- ``tried``: whether the step is done only to see what would come of it, and taken back.

Whatever is refused, told or asked must name a clause of the ledger, of a text by which the table
plays, and can be said in every language (:mod:`tests.engine.telling`); the answers that a question
names must be legal, and what is done where nobody answers. What is rolled for, and the keys of
questions, are names on file (:mod:`tests.on_file`); what secret dice show nobody reads in public; a
state is the same once it has been written and read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from engine.api import Action, Event, Game, Refusal, Step, Term
from engine.data.rules_ledger import load_rules
from engine.dice import RecordedDice, ScriptedDice
from tests.engine.telling import assert_in_force, assert_outcome_sayable, assert_sayable
from tests.on_file.lists import assert_key, assert_roll

HERE = Path(__file__).resolve().parent
_CASE = {"rule", "also", "about", "rulings", "given", "do", "expect"}
_STEP = {
    *("seat", "action", "typed", "dice", "refused", "events", "no_events"),
    *("private", "figures", "under", "read", "hidden", "tried"),
}

T = TypeVar("T", Event, Refusal, Event | Refusal)
Look = Callable[[Any, Any], None]
"""Holds a state against what a case expects of it."""


def folder_of(key: str) -> Path:
    """Return where the cases of a game lie."""
    return HERE / key / "cases"


def paths_of(key: str) -> list[Path]:
    """Return the cases of a game."""
    return sorted(folder_of(key).rglob("*.toml"))


@cache
def read_case(path: Path) -> Mapping[str, Any]:
    """Return a case as it is written; words it does not know would check nothing."""
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    assert not set(case) - _CASE, f"unknown: {set(case) - _CASE}"
    assert case["about"].strip()
    return case


def assert_rolls(key: str, recorded: RecordedDice) -> None:
    """Hold that a game rolls for what is on file under that name."""
    for roll in recorded.rolls:
        assert_roll(key, roll.purpose)


def clauses_of(case: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the clauses that a case shows, its own first."""
    return (case["rule"], *case.get("also", ()))


def clauses_shown(key: str) -> set[str]:
    """Return the clauses of which a game has cases."""
    return {clause for path in paths_of(key) for clause in clauses_of(read_case(path))}


def rulings_shown(key: str) -> set[str]:
    """Return the rulings of which a game has cases."""
    return {ruling for path in paths_of(key) for ruling in read_case(path).get("rulings", ())}


@dataclass(frozen=True)
class Cases:
    """The cases of one game.

    Attributes:
        game: Whose rules are tried.
        lay: Makes a table of what ``given`` says.
        looks: What ``expect`` may look at afterwards, by its key.
        common: Looks that every game has.
    """

    game: Game[Any, Any]
    lay: Callable[[dict[str, Any]], Any]
    looks: Mapping[str, Look]
    common: Mapping[str, Look] = field(init=False)

    def __post_init__(self) -> None:
        """Join what every game can be asked."""
        common = {
            "awaiting": self._awaiting,
            "decision": self._decision,
            "answers": self._answers,
            "asking": self._asking,
            "choices": self._choices,
            "first_answers": self._first_answers,
            "outcome": self._outcome,
            "ended_by": self._ended_by,
            "playing": self._playing,
        }
        object.__setattr__(self, "common", common)

    def play(self, path: Path) -> None:
        """Play a case and look at what came of it.

        Raises:
            AssertionError: Where it came otherwise.
        """
        case = read_case(path)
        unknown = set(clauses_of(case)) - set(load_rules(self.game.key))
        assert not unknown, f"no clause {unknown}"
        state = self.lay(dict(case.get("given", {})))
        sound = not self._faults(state)
        for step in case.get("do", ()):
            state = self._do(state, step)
        assert not sound or not self._faults(state), self._faults(state)
        looks = {**self.common, **self.looks}
        for key, expected in case.get("expect", {}).items():
            assert key in looks, f"nothing looks at {key}"
            looks[key](state, expected)

    def _faults(self, state: Any) -> tuple[Refusal, ...]:
        """Return what cannot be: a case may begin with it, but its rules must not bring it."""
        return self.game.faults(state)

    # -- a step ------------------------------------------------------------------------------

    def _do(self, state: Any, step: Mapping[str, Any]) -> Any:
        assert not set(step) - _STEP, f"unknown: {set(step) - _STEP}"
        action = self._action(state, step)
        refusals = self.game.check(state, step["seat"], action)
        assert_sayable(self.game, refusals)
        assert_in_force(self.game, state.table.settings, refusals)
        if "refused" in step:
            assert refusals
            assert {refusal.code for refusal in refusals} == set(step["refused"]), refusals
            _figures(refusals, step)
            _clauses(refusals, step)
            return state
        assert refusals == ()
        dice = ScriptedDice(*step.get("dice", []))
        recorded = RecordedDice(dice)
        done = self.game.apply(state, step["seat"], action, recorded)
        assert dice.left == 0, "dice were left over"
        assert_rolls(self.game.key, recorded)
        if any(roll.secret for roll in recorded.rolls):
            assert self.may_hide(state, "dice"), "nobody has anything to hide"
        for event in done.events:
            if event.audience is not None:
                assert event.audience, event
                assert event.audience <= {*self.game.seats}, event
                assert self.may_hide(state, event.code), f"all may know of {event.code}"
        assert_sayable(self.game, done.events)
        assert_in_force(self.game, state.table.settings, done.events)
        _kept(recorded, done.events)
        assert self.game.load(self.game.dump(done.state)) == done.state, "another when read again"
        self._answerable(done.state)
        _told(done, step)
        if "hidden" in step:
            assert [roll.purpose for roll in recorded.rolls if roll.secret] == step["hidden"]
        return state if step.get("tried") else done.state

    def may_hide(self, state: Any, what: str) -> bool:
        """Say whether dice, or an event, may be kept from somebody as a table is.

        A game may know better.
        """
        del state, what
        return True

    def _answerable(self, state: Any) -> None:
        """Hold every open question: it can be said, and the answers that it names are legal."""
        owed = self.game.awaiting(state)
        assert_sayable(self.game, owed)
        assert_in_force(self.game, state.table.settings, owed)
        assert_outcome_sayable(self.game, state)
        turn_of = self.game.status(self.game.view(state, None)).player
        for decision in owed:
            assert_key(self.game.key, decision.key)
            # Whoever is asked in another's turn interrupts it; where both act at once nobody does.
            assert decision.interrupt is (turn_of not in (None, decision.seat)), decision
            answers = [choice.action for choice in decision.choices]
            assert len(set(answers)) == len(answers), decision
            for choice in decision.choices:
                assert not self.game.check(state, decision.seat, choice.action), choice
            default = self.game.default(self.game.view(state, decision.seat), decision)
            assert not self.game.check(state, decision.seat, default), (decision, default)

    def _action(self, state: Any, step: Mapping[str, Any]) -> Action:
        if "typed" in step:
            raw = dict(step["typed"])
            return self.game.parse(self.game.view(state, step["seat"]), raw.pop("kind"), raw)
        values = dict(step["action"])
        model = self.game.actions[values.pop("kind")]
        try:
            action: Action = TypeAdapter(model).validate_python(values)
        except ValidationError as error:
            raise AssertionError(f"not an action: {error}") from None
        return action

    # -- what every game can be asked ----------------------------------------------------------

    def _awaiting(self, state: Any, seats: list[str]) -> None:
        assert {decision.seat for decision in self.game.awaiting(state)} == set(seats)

    def _decision(self, state: Any, code: str) -> None:
        assert code in {decision.code for decision in self.game.awaiting(state)}

    def _answers(self, state: Any, expected: dict[str, list[str]]) -> None:
        """Kinds of action that answer the open questions, by the code of the question."""
        found = {decision.code: list(decision.kinds) for decision in self.game.awaiting(state)}
        assert {code: found.get(code) for code in expected} == expected

    def _asking(self, state: Any, expected: dict[str, dict[str, Any]]) -> None:
        """Figures of the open questions, by the code of the question."""
        found = {decision.code: decision.params for decision in self.game.awaiting(state)}
        for code, figures in expected.items():
            assert {name: _plain(found[code][name]) for name in figures} == figures, code

    def _choices(self, state: Any, expected: dict[str, list[str]]) -> None:
        """The answers on the buttons of each seat's question, by the code of their label."""
        found = {
            decision.seat: [choice.label.code for choice in decision.choices]
            for decision in self.game.awaiting(state)
        }
        assert {seat: found.get(seat) for seat in expected} == expected

    def _first_answers(self, state: Any, expected: dict[str, list[dict[str, Any]]]) -> None:
        """The first answers of a kind that each seat's question names, in their order."""
        for seat, answers in expected.items():
            wanted = [self._action(state, {"seat": seat, "action": one}) for one in answers]
            kinds = {one.kind for one in wanted}
            found = [
                choice.action
                for decision in self.game.awaiting(state)
                if decision.seat == seat
                for choice in decision.choices
                if choice.action.kind in kinds
            ]
            assert found[: len(wanted)] == wanted, seat

    def _outcome(self, state: Any, winner: str) -> None:
        outcome = self.game.outcome(state)
        assert outcome is not None
        assert (outcome.winner or "draw") == winner

    def _ended_by(self, state: Any, code: str) -> None:
        outcome = self.game.outcome(state)
        assert outcome is not None
        assert outcome.reason.code == code

    def _playing(self, state: Any, playing: bool) -> None:
        assert (self.game.outcome(state) is None) is playing


def _kept(recorded: RecordedDice, told: Sequence[Event]) -> None:
    """Hold that where all the dice are secret nobody reads in public what they show."""
    if recorded.rolls and all(roll.secret for roll in recorded.rolls):
        for event in told:
            public = event.reading(None)
            assert public is None or not {"die", "dice"} & set(public.params), public


def _told(done: Step, step: Mapping[str, Any]) -> None:
    codes = [event.code for event in done.events]
    position = 0
    for code in step.get("events", []):
        assert code in codes[position:], f"no {code} in {codes[position:]} of {codes}"
        position = codes.index(code, position) + 1
    for code in step.get("no_events", []):
        assert code not in codes
    for code in step.get("private", []):
        assert _the(done.events, code).audience == frozenset((step["seat"],))
    for reader, wanted in step.get("read", {}).items():
        seat = None if reader == "public" else reader
        assert [one.code for event in done.events if (one := event.reading(seat))] == wanted, reader
    _figures(done.events, step)
    _clauses(done.events, step)


def _figures(told: Sequence[Event | Refusal], step: Mapping[str, Any]) -> None:
    for code, figures in step.get("figures", {}).items():
        params = _the(told, code).params
        found = {name: _plain(params[name]) for name in figures}
        assert found == figures, f"{code}: {found}"


def _clauses(told: Sequence[Event | Refusal], step: Mapping[str, Any]) -> None:
    for code, clause in step.get("under", {}).items():
        assert _the(told, code).rule == clause, code


def _the(told: Sequence[T], code: str) -> T:
    found = [one for one in told if one.code == code]
    assert found, f"no {code} in {[one.code for one in told]}"
    return found[0]


def _plain(value: Any) -> Any:
    """Return a figure as a case writes it: a list for a tuple, a key for a term."""
    if isinstance(value, Term):
        return value.key
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
