"""Small opponents of El Arte de la Guerra, against which its computer must win and not only last.

None is clever, and each is a different kind of trouble: one that does nothing, one that charges
whatever it can reach, one that runs away, and one that stays where it is and shoots. They deploy as
the computer does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from engine.api import Action, Decision, Opponent
from engine.art_of_war.actions import (
    Charge,
    Done,
    Evade,
    Manoeuvre,
    Move,
    Part,
    Pursue,
    Stand,
    Stay,
    joined,
)
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.game import ArtOfWar
from engine.art_of_war.opponent.marching import Body
from engine.art_of_war.opponent.opening import set_up
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.opponent.rallying import rallied
from engine.art_of_war.opponent.weights import load_weights
from engine.art_of_war.rules.charge.declaring import able, affordable
from engine.art_of_war.rules.movement.ordering import worked_out
from engine.art_of_war.rules.rout.pursuit import pursuers
from engine.art_of_war.state import Phase, View
from engine.dice import Dice

BEFORE = frozenset((Phase.MUSTER, Phase.TERRAIN, Phase.PLAN, Phase.DEPLOYMENT))


class Sparring(ABC):
    """What all of them do alike; what is left is what they order, and what they answer."""

    evades = False
    pursues = False

    def choose(self, view: View, decision: Decision, dice: Dice) -> Action:
        """Return what the viewer does now about *decision*."""
        del decision
        if view.table.phase in BEFORE:
            return set_up(view, dice)
        look = Outlook(view, load_weights())
        frame = view.table.frames[-1] if view.table.frames else None
        if isinstance(frame, Charging):
            return Evade(units=frame.may) if self.evades else Stand()
        if isinstance(frame, Pursuing):
            keys = tuple(pursuers(look.table, frame, look.side))
            return Pursue(units=keys) if self.pursues else Stay()
        if view.table.phase is Phase.RALLY:
            return rallied(look) or Done()
        return next(self.orders(look), Done())

    @abstractmethod
    def orders(self, look: Outlook) -> Iterator[Action]:
        """Yield what it would order, best first; each is legal."""


def bodies(look: Outlook) -> Iterator[Body]:
    """Yield who goes together, those first who have made no move."""
    for who in sorted(look.bodies, key=lambda keys: look.table.units[keys[0]].moves):
        yield Body(look, who)


def moves(body: Body, *ways: tuple[Part, ...]) -> Iterator[Action]:
    """Yield those moves of a body that can be ordered."""
    for parts in ways:
        if worked_out(body.look.table, body.look.side, body.who, parts, "calm")[0] is not None:
            yield Move(who=joined(body.who), parts=parts)


class Passive(Sparring):
    """Stands still."""

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Order nothing."""
        del look
        return iter(())


class Storming(Sparring):
    """Charges whatever it reaches, and otherwise goes straight at the enemy."""

    pursues = True

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Charge, or go on."""
        for who in able(look.table, look.side):
            for one in affordable(look.table, who):
                to = one.declared
                yield Charge(who=joined(who), target=to.target, at=to.at)
        for body in bodies(look):
            if body.goal is not None and not body.lead.moves:
                yield from moves(body, *body.ways())


class Fleeing(Sparring):
    """Turns and runs from whoever comes near, and evades whatever it can."""

    evades = True

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Go farther away."""
        for body in bodies(look):
            if body.lead.moves or body.away() > 600:
                continue
            away = (Part(do=Manoeuvre.HALF),) if _faces(body) else ()
            for length in (5, 3, 2, 1):
                on = Part(do=Manoeuvre.ADVANCE, by=Fraction(length))
                yield from moves(body, (*away, on))


def _faces(body: Body) -> bool:
    """Say whether a body looks at whom it would go for."""
    assert body.goal is not None
    return any(parts and parts[0].do is Manoeuvre.ADVANCE for parts in body.ways())


class Shooting(Sparring):
    """Goes no nearer than it can shoot, and shoots."""

    def orders(self, look: Outlook) -> Iterator[Action]:
        """Bring into range who shoots."""
        for body in bodies(look):
            if body.range and not body.lead.moves:
                march = body.best()
                if march is not None:
                    yield from moves(body, march.action.parts)


OPPONENTS: Mapping[str, Callable[[], Sparring]] = {
    "passive": Passive,
    "charging": Storming,
    "fleeing": Fleeing,
    "shooting": Shooting,
}
"""All of them, by name."""


class Arena(ArtOfWar):
    """The game with these opponents beside its own, for the lab."""

    opponents: Mapping[str, Opponent[View]] = {
        **ArtOfWar.opponents,
        **{name: make() for name, make in OPPONENTS.items()},
    }


ARENA = Arena()
