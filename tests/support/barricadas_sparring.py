"""Small opponents of ¡A las barricadas!, against which its computer must win and not only last.

None is clever, and each is a different kind of trouble: one that does nothing, one that runs at the
towns and at whoever is near, one that runs away, and one that stays where it is and fires at
whatever comes. They deploy as the computer does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.api import Action, Decision, Opponent
from engine.barricadas.actions import Activate, Defend, Hold, Pass, Task, joined
from engine.barricadas.frames import Activation, Assault, Deed
from engine.barricadas.game import Barricadas
from engine.barricadas.opponent.answering import react
from engine.barricadas.opponent.opening import set_up
from engine.barricadas.opponent.outlook import Outlook
from engine.barricadas.opponent.shooting import shots
from engine.barricadas.opponent.weights import load_weights
from engine.barricadas.rules.movement.moves import reachable
from engine.barricadas.rules.turn.activation import activatable, activated_with
from engine.barricadas.rules.turn.tasks import read
from engine.barricadas.state import Counter, Phase, View
from engine.dice import Dice


class Sparring(ABC):
    """What all of them do alike; what is left is what they order, and whether they react."""

    reacts = False

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*."""
        del decision
        weights = load_weights()
        if view.table.phase is Phase.SETUP:
            return set_up(view, weights, dice)
        look = Outlook.of(view, weights)
        if view.table.frames:
            frame = view.table.frames[-1]
            if isinstance(frame, Assault):
                return Defend(when="before" if self.reacts else "never")
            assert isinstance(frame, Activation)
            return react(look, frame, weights.strength["hard"], dice) if self.reacts else Hold()
        for leader in activatable(look.table, look.side):
            for task in self.orders(look, leader):
                if not read(look.table, (leader,), (task,))[1]:
                    return Activate(leader=leader.id, tasks=(task,))
        return Pass()

    @abstractmethod
    def orders(self, look: Outlook, leader: Counter) -> Iterator[Task]:
        """Yield what it would order a leader, best first."""

    def fire(self, look: Outlook, leader: Counter) -> Iterator[Task]:
        """Yield the best fire."""
        yield from (shot.task for shot in shots(look, armed(look, leader), leader))


def armed(look: Outlook, leader: Counter) -> list[Counter]:
    """Return who of a unit can do something, the officer not among them."""
    acting = activated_with(look.table, leader)
    return [one for one in acting if one.printed is not None and not one.routed]


def together(look: Outlook, leader: Counter) -> list[Counter]:
    """Return the largest part of a unit that stands in one hex, its officer with it."""
    heaps: dict[str, list[Counter]] = {}
    for one in activated_with(look.table, leader):
        if not one.routed:
            heaps.setdefault(look.where[one.id], []).append(one)
    return max(heaps.values(), key=len, default=[])


def going(look: Outlook, leader: Counter, worth: Callable[[str], float]) -> Iterator[Task]:
    """Yield the move of a unit to where it is worth more, if there is such a hex."""
    group = together(look, leader)
    if not group:
        return
    here = look.where[group[0].id]
    ways: Sequence[str] = tuple(reachable(look.battlefield, look.table, group, Deed.MOVE))
    best = max(ways, key=lambda place: (worth(place), place), default=here)
    if worth(best) > worth(here):
        yield Task(who=joined(tuple(one.id for one in group)), deed=Deed.MOVE, to=best)


class Passive(Sparring):
    """Stands still and holds its fire."""

    def orders(self, look: Outlook, leader: Counter) -> Iterator[Task]:
        """Order nothing."""
        del look, leader
        return iter(())


class Charging(Sparring):
    """Assaults whoever is near, fires where it cannot, and otherwise runs at the towns."""

    reacts = True

    def orders(self, look: Outlook, leader: Counter) -> Iterator[Task]:
        """Assault, fire, or go on."""
        group = [one for one in together(look, leader) if one.printed is not None]
        who = joined(tuple(one.id for one in group))
        for place in sorted(look.enemy_hexes if group else ()):
            yield Task(who=who, deed=Deed.ASSAULT, to=place)
        yield from self.fire(look, leader)
        towns = [town for town, side in look.table.held.items() if side != look.side]

        def near(place: str) -> float:
            aims = towns or sorted(look.enemy_hexes) or [place]
            return -min(look.battlefield.distance(place, one) for one in aims)

        yield from going(look, leader, near)


class Fleeing(Sparring):
    """Runs from whoever comes nearest, and fires when it cannot."""

    reacts = True

    def orders(self, look: Outlook, leader: Counter) -> Iterator[Task]:
        """Go farther away, or fire."""

        def far(place: str) -> float:
            return min(
                (look.battlefield.distance(place, one) for one in look.enemy_hexes), default=0
            )

        yield from going(look, leader, far)
        yield from self.fire(look, leader)


class Hiding(Sparring):
    """Stays where it is, prepared, and fires at whatever comes."""

    reacts = True

    def orders(self, look: Outlook, leader: Counter) -> Iterator[Task]:
        """Fire, or be prepared."""
        yield from self.fire(look, leader)
        idle = [one.id for one in armed(look, leader) if not one.reaction]
        if idle:
            yield Task(who=joined(tuple(idle)), deed=Deed.PREPARE)


OPPONENTS: Mapping[str, Callable[[], Sparring]] = {
    "passive": Passive,
    "charging": Charging,
    "fleeing": Fleeing,
    "hiding": Hiding,
}
"""All of them, by name."""


class Arena(Barricadas):
    """The game with these opponents beside its own, for the lab."""

    opponents: Mapping[str, Opponent[View]] = {
        **Barricadas.opponents,
        **{name: make() for name, make in OPPONENTS.items()},
    }


ARENA = Arena()
