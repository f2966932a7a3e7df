"""Worlds built forward: one game played twice, in which one seat has other secrets each time.

:mod:`tests.support.twins` rewrites what is hidden in a state, so that it finds only what somebody
thought of when they wrote the rewriting: what the rules made of a secret on its way (a name, a
count, an order) stays as it was. Here each world comes about by the rules alone. A seat is led by
its :data:`Way`, another one in each world; everything else is done alike, with the same dice; and
whatever anybody else gets is compared at every step until the rules let the secret come out.

A game says in a module of :mod:`tests.support.forks` which :class:`Fork` it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.store.codec import visible
from bot.trials.promises import probes
from bot.trials.random_play import Temper, choose
from engine.api import Action, Decision, Game, Seat, Step
from engine.dice import RecordedDice, Roll, SeededDice
from engine.reasons import reasoned
from tests.games import minds as minds_of
from tests.support.minds import Minds
from tests.support.twins import differences, drawn, shown, told

Way = Callable[[Any], Action | None]
"""What a seat does next, by its view; ``None`` for what it would do anyhow.

It is asked again until it says nothing, or does what is not secret.
"""

Carried = Callable[[Action, Any, Any], Action]
"""What a public action of one world is in the other: its seat may call its own otherwise there."""

MOST_SECRET = 40
"""Secret actions in a row."""
TRIES = 40
"""Draws of a public action that both worlds allow."""


def _as_it_is(action: Action, one: Any, other: Any) -> Action:
    del one, other
    return action


def _always(one: Any, other: Any) -> bool:
    del one, other
    return True


def _never(before: Any, after: Any) -> bool:
    del before, after
    return False


@dataclass(frozen=True)
class Fork:
    """Two ways of a seat that leave the table alike.

    Attributes:
        name: What is otherwise.
        seat: Whose secrets they are.
        one: Its way in the first world.
        other: Its way in the second.
        settings: What the table chooses.
        seed: Of the dice, and of what is done beside both ways.
        seeds: More of them, for those who have time.
        steps: Public actions after which it is enough.
        comes_out: Says of a state and the next, in either world, that the rules let it come out.
        happens: Says of the last states of both worlds that what is tried has happened in one.
        carried: What the seat's own public action is called in the second world.
        others: What other seats do, by their views; ``None`` where it is drawn.
        least: Steps that are compared at least.
        words: At one in so many steps everything is put into words and menus.
        maps: At one in so many it is drawn.
        whole: Whether as much is looked up as can be every time, in both languages.
    """

    name: str
    seat: Seat
    one: Way
    other: Way
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "fork"
    seeds: tuple[str, ...] = ()
    steps: int = 40
    least: int = 2
    comes_out: Callable[[Any, Any], bool] = _never
    happens: Callable[[Any, Any], bool] = _always
    carried: Carried = _as_it_is
    others: Way | None = None
    words: int = 10
    maps: int = 40
    whole: bool = False


@dataclass(frozen=True)
class Planted:
    """A leak that is let into a game again, which a fork of it must find.

    Attributes:
        name: What shows.
        fork: Name of the fork that finds it.
        plant: Lets it in for the rest of a test.
        shows: Names of what must be seen to differ, as :func:`live` calls it.
    """

    name: str
    fork: str
    plant: Callable[[pytest.MonkeyPatch], None]
    shows: tuple[str, ...]


@dataclass
class Lived:
    """What was compared.

    Attributes:
        steps: Public actions done in both worlds.
        looks: Times that one viewer's share of both was compared.
        answers: Single answers, words and pictures that were compared in them.
        secret: Secret actions by which the worlds differ, of both together.
        last: The states in which the worlds were left.
    """

    steps: int = 0
    looks: int = 0
    answers: int = 0
    secret: int = 0
    last: tuple[Any, ...] = ()


class Noticed(AssertionError):
    """Somebody else could notice the secret."""


class WrongFork(Exception):
    """The ways do not lead where the fork says: a mistake of whoever wrote it."""


class _World:
    """One of the two."""

    def __init__(self, game: Game[Any, Any], fork: Fork, way: Way) -> None:
        self.game, self.fork, self.way = game, fork, way
        self.thrown = self.public = 0
        self.secret = 0
        self.rolls: tuple[Roll, ...] = ()
        settings = game.settings_model.model_validate(dict(fork.settings))
        dice = self._dice()
        self.state = game.setup(settings, dice).state
        self._noted(dice)

    def _dice(self) -> RecordedDice:
        return RecordedDice(SeededDice(self.fork.seed.encode(), self.thrown, self.public))

    def _noted(self, dice: RecordedDice) -> None:
        self.rolls = tuple(roll for roll in dice.rolls if not roll.secret)
        self.thrown += sum(len(roll.values) for roll in self.rolls)
        self.public += 1

    def view(self) -> Any:
        return self.game.view(self.state, self.fork.seat)

    def in_secret(self) -> Action | None:
        """Do what the seat does in secret now; return the public action that it wants, if any."""
        for _ in range(MOST_SECRET):
            action = self.way(self.view())
            if action is None or not action.secret:
                return action
            refused = self.game.check(self.state, self.fork.seat, action)
            if refused:
                raise WrongFork(f"{self.fork.name}: {action!r}: {refused}")
            self.state = self.game.apply(self.state, self.fork.seat, action, self._dice()).state
            self.secret += 1
        raise WrongFork(f"{self.fork.name}: {action!r} again and again")

    def does(self, seat: Seat, action: Action) -> Step:
        dice = self._dice()
        step = self.game.apply(self.state, seat, action, dice)
        self.state = step.state
        self._noted(dice)
        return step


def live(key: str, fork: Fork) -> Lived:
    """Live through both worlds of a fork, and compare all that others get.

    Raises:
        Noticed: Somebody could tell one from the other.
        WrongFork: A way does what its seat may not, or the worlds do not differ.
    """
    return _Twice(key, fork).live()


class _Twice:
    """Both worlds of a fork."""

    def __init__(self, key: str, fork: Fork) -> None:
        self.minds: Minds = minds_of(key)
        self.game, self.fork = self.minds.game, fork
        self.one, self.other = (_World(self.game, fork, way) for way in (fork.one, fork.other))
        self.chooser = SeededDice(f"choices {fork.seed}".encode())
        self.tempers = {seat: Temper(self.chooser) for seat in self.game.seats}
        self.viewers = (None, *(seat for seat in self.game.seats if seat != fork.seat))
        self.lived = Lived()

    def live(self) -> Lived:
        for number in range(self.fork.steps):
            wants = [world.in_secret() for world in (self.one, self.other)]
            self._compare(number, "after what was done in secret", {})
            owed = self.game.awaiting(self.one.state)
            if not owed:
                break
            seat, actions = self._next(owed, wants)
            if not self._do(number, seat, actions):
                break
            self.lived.steps += 1
        self.lived.secret = self.one.secret + self.other.secret
        self.lived.last = (self.one.state, self.other.state)
        return self.lived

    def _next(
        self, owed: tuple[Decision, ...], wants: list[Action | None]
    ) -> tuple[Seat, tuple[Action, Action]]:
        """Return who acts next and what they do in each world."""
        first, second = wants
        if first is not None and second is not None:
            return self.fork.seat, (first, second)
        if first is not None or second is not None:
            raise WrongFork(f"{self.fork.name}: only one world has a way now: {wants}")
        decision = next((one for one in owed if one.seat != self.fork.seat), owed[0])
        return decision.seat, self._alike(decision)

    def _alike(self, decision: Decision) -> tuple[Action, Action]:
        """Return what is done for a decision in both worlds, where both allow it.

        The seat whose secrets they are does in secret what its way says only.
        """
        seat, own = decision.seat, decision.seat == self.fork.seat
        if self.fork.others is not None and not own:
            action = self.fork.others(self.game.view(self.one.state, seat))
            if action is not None:
                return action, action
        for _ in range(TRIES):
            action = choose(self.game, self.one.state, decision, self.chooser, self.tempers[seat])
            if not own:
                return action, action
            if action.secret:
                continue
            there = self.fork.carried(action, self.one.state, self.other.state)
            if not self.game.check(self.other.state, seat, there):
                return action, there
        raise WrongFork(f"{self.fork.name}: nothing that both worlds allow for {decision.code}")

    def _do(self, number: int, seat: Seat, actions: tuple[Action, Action]) -> bool:
        """Do an action in both worlds and compare; say whether the secret is still one."""
        worlds = (self.one, self.other)
        befores = [world.state for world in worlds]
        if seat != self.fork.seat:
            checks = [
                self.game.check(world.state, seat, action)
                for world, action in zip(worlds, actions, strict=True)
            ]
            if checks[0] != checks[1]:
                raise Noticed(f"{self.fork.name}, step {number}: a refusal: {checks}")
        steps = [world.does(seat, action) for world, action in zip(worlds, actions, strict=True)]
        if any(map(self.fork.comes_out, befores, (world.state for world in worlds))):
            return False
        self._compare(
            number,
            f"after {seat}: {actions[0]!r}",
            {
                viewer: [
                    {
                        "kind of action": action.told_as or action.kind,
                        "events": visible(step.events, viewer),
                        "dice": world.rolls,
                    }
                    for world, action, step in zip(worlds, actions, steps, strict=True)
                ]
                for viewer in self.viewers
            },
        )
        return True

    def _compare(
        self, number: int, when: str, more: Mapping[Seat | None, list[dict[str, object]]]
    ) -> None:
        """Compare what each viewer gets of both worlds."""
        for viewer in self.viewers:
            one, other = (
                {**extra, **self._got(world, viewer, number, looked=bool(more))}
                for world, extra in zip(
                    (self.one, self.other), more.get(viewer, [{}, {}]), strict=True
                )
            )
            self.lived.looks += 1
            self.lived.answers += len(one)
            found = differences(one, other)
            if found:
                apart = "; ".join(
                    f"{name}: {_apart(one.get(name), other.get(name))}" for name in found
                )
                whose = viewer or "the public"
                raise Noticed(f"{self.fork.name}, step {number}, {when}: {whose}: {apart}")

    def _got(
        self, world: _World, viewer: Seat | None, number: int, *, looked: bool
    ) -> dict[str, object]:
        """Return what a viewer gets of a world; at times in all words, and drawn."""
        game, state = self.game, world.state
        view = game.view(state, viewer)
        found: dict[str, object] = {
            # By its text: in which order things lie in it counts too.
            "raw view": repr(view),
            "asked": game.asked(view),
            "awaiting": game.awaiting(state),
            "status": game.status(view),
            "outcome": game.outcome(state),
            "kinds": game.kinds(view),
            "described": game.describe(view),
        }
        if looked and number % self.fork.words == 0:
            tried: tuple[Action, ...] = ()
            if viewer is not None:
                tried = (*probes(game, state, viewer), *self._pried(viewer))
            found.update(told(self.minds, state, viewer, tried))
            del found["view"]
            turn = None if self.fork.whole else number // self.fork.words
            found.update(shown(self.minds, state, viewer, tried, turn=turn))
            found.update(_ahead(game, view, tried))
            found.update(self._computers(view, game.awaiting(state)))
        if looked and number % self.fork.maps == 0:
            found.update(drawn(self.minds, state, viewer, None, "en"))
        return found

    def _pried(self, viewer: Seat) -> tuple[Action, ...]:
        """Return what a nosy viewer tries: what the first world makes one think of."""
        return tuple(self.minds.prying(self.one.state, viewer))

    def _computers(self, view: Any, owed: tuple[Decision, ...]) -> Iterator[tuple[str, object]]:
        for decision in owed:
            if decision.seat == view.viewer:
                for strength, opponent in self.game.opponents.items():
                    dice = SeededDice(b"gate")
                    yield f"the computer, {strength}", reasoned(opponent, view, decision, dice)


def _ahead(
    game: Game[Any, Any], view: Any, tried: tuple[Action, ...]
) -> Iterator[tuple[str, object]]:
    """Yield what a viewer is told of what they may do: what it comes to."""
    for action in tried:
        yield f"preview {action!r}", game.preview(view, action)


def _apart(one: object, other: object) -> str:
    """Return where two answers part, short enough to be read."""
    first, second = repr(one), repr(other)
    at = next(
        (n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
        min(len(first), len(second)),
    )
    return f"…{first[max(0, at - 60) : at + 60]}… or …{second[max(0, at - 60) : at + 60]}…"
