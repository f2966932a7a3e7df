"""Signs of ¡A las barricadas!: works and markers left, guns that see nothing or die unfired."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Collection, Mapping

from engine.api import Action, Seat
from engine.barricadas.actions import Activate, Defend, React, Together, parted
from engine.barricadas.frames import FIRING, ON_BOARD, Assault
from engine.barricadas.roster import ARMOUR, GUNS, TROOPS, Kind
from engine.barricadas.rules.victory.towns import towns_of
from engine.barricadas.sight import visible_from
from engine.barricadas.state import DEAD, Counter, Phase, State, Table, hex_of
from engine.barricadas.survey import battlefield_of, scenario_of
from tests.zoo.signs.watching import IDLE_TURNS, Watch

HEAVY = GUNS | {Kind.MMG}
FEW_HEXES = 12
"""Fewer that a gun sees within its range are no approach."""
FAR = 3
"""Hexes from a lorry at which a towed gun is without it."""
BY_TURN = 3
"""As it begins, who was set into a position should still have something to do there."""
SHOTS = FIRING | ON_BOARD
ASSAULTING = TROOPS | ARMOUR


class BarricadasWatch(Watch[State]):
    """Watches one side.

    * ``undone``: somebody goes back to the hex that they left, this turn or the next.
    * ``idle``: armed, in command, not prepared; an enemy is known in sight and range.
    * ``waiting``: who attacks and lacks towns leaves a counter where it is for three turns, far
      from them all, moving nowhere and firing at nobody.
    * ``unguarded``: a position of the set-up with nobody of theirs in or beside it by turn 3,
      though nobody was driven from it.
    * ``unready``: a marker of reaction of the set-up that is given up without having fired.
    * ``blind``: a gun, mortar or machine gun of the set-up that sees hardly anything.
    * ``unhitched``: a towed gun that can't fire at anything for three turns, its lorry elsewhere.
    * ``unfired``: a gun that is lost without having fired.
    """

    SIGNS = ("undone", "idle", "waiting", "unguarded", "unready", "blind", "unhitched", "unfired")

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._positions: tuple[str, ...] = ()
        self._alert: set[str] = set()
        self._fired: set[str] = set()
        self._alone: Counts[str] = Counts()
        self._still: Counts[str] = Counts()
        self._moving: set[str] = set()

    def turn(self, state: State) -> int:
        """Return the turn."""
        return state.table.turn

    def _own(self, table: Table) -> list[Counter]:
        return [one for one in table.counters.values() if one.side == self.seat]

    def places(self, state: State) -> Mapping[str, str]:
        """Return the hexes of who is not in retreat."""
        return {
            one.id: one.at for one in self._own(state.table) if one.on_ground and not one.routed
        }

    def useful(self, state: State) -> Collection[str]:
        """Return who has a known enemy within sight and range."""
        table, battlefield = state.table, battlefield_of(state.table)
        known = {
            one.at
            for one in table.counters.values()
            if one.side != self.seat and one.on_ground and not one.unseen
        }
        return [
            one.id
            for one in self._own(table)
            if one.on_ground
            and one.printed is not None
            and not (one.routed or one.out or one.reaction)
            and any(
                battlefield.distance(one.at, place) <= weapon.range
                and place in visible_from(battlefield, one.at)
                for weapon in one.printed.weapons.values()
                for place in known
            )
        ]

    def active(self, state: State) -> Collection[str]:
        """Return who has had their action."""
        return [one.id for one in self._own(state.table) if one.finished or one.reaction]

    def look(self, before: State, seat: Seat, action: Action, after: State) -> None:
        """Look at set-up, fire, markers and losses."""
        if before.table.phase is Phase.SETUP and after.table.phase is not Phase.SETUP:
            self._begin(after.table)
        if seat == self.seat:
            firing = fired_by(action) | self._defending(before.table, action)
            self._fired |= firing
            self._moving |= firing
        for one in self._own(after.table):
            was = before.table.counters.get(one.id)
            if was is None:
                continue
            if one.at != was.at:
                self._moving.add(one.id)
            if one.id in self._alert and not one.reaction:
                self._alert.discard(one.id)
                self.found["unready"] += seat == self.seat and one.at != was.at and not one.routed
            if was.reaction and not one.reaction and one.at == was.at:
                self._fired.add(one.id)  # it has reacted
            if is_gun(one) and one.at == DEAD and was.at != DEAD:
                self.found["unfired"] += one.id not in self._fired
        if before.table.turn < after.table.turn:
            self._look_at_lorries(after.table)
            self._look_at_who_waits(after.table)
            if after.table.turn == BY_TURN:
                self._look_at_works(after.table)

    def _defending(self, table: Table, action: Action) -> set[str]:
        """Return who fires at an assault."""
        frame = table.frames[-1] if table.frames else None
        if not isinstance(action, Defend) or action.when == "never":
            return set()
        assert isinstance(frame, Assault), "that is what is asked"
        return {one.id for one in self._own(table) if one.at == frame.target}

    def _begin(self, table: Table) -> None:
        battlefield = battlefield_of(table)
        own = [one for one in self._own(table) if one.on_ground]
        self._alert = {one.id for one in own if one.reaction}
        scenario = scenario_of(table).of(self.seat)
        self._positions = tuple(place for place in table.positions if place in scenario.deploy)
        if scenario_of(table).attacker == self.seat:
            return
        for one in own:
            if one.printed is not None and one.printed.kind in HEAVY:
                most = max(weapon.range for weapon in one.printed.weapons.values())
                seen = [
                    p
                    for p in visible_from(battlefield, one.at)
                    if battlefield.distance(one.at, p) <= most
                ]
                self.found["blind"] += len(seen) < FEW_HEXES

    def _look_at_lorries(self, table: Table) -> None:
        there = [one for one in self._own(table) if one.on_ground and one.printed is not None]
        for one in there:
            assert one.printed is not None
            lorries = [
                two.at
                for two in there
                if two.unit == one.unit and two.printed and two.printed.kind is Kind.TRUCK
            ]
            far = all(battlefield_of(table).distance(one.at, place) > FAR for place in lorries)
            alone = one.printed.towed and lorries and far and one.id not in self._active
            self._alone[one.id] = self._alone[one.id] + 1 if alone else 0
            self.found["unhitched"] += self._alone[one.id] == IDLE_TURNS

    def _look_at_who_waits(self, table: Table) -> None:
        scenario, battlefield = scenario_of(table), battlefield_of(table)
        lacks = scenario.attacker == self.seat and towns_of(table, self.seat) < scenario.wins
        for one in self._own(table):
            walks = one.printed is not None and one.printed.kind in ASSAULTING
            far = (
                walks
                and one.on_ground
                and all(battlefield.distance(one.at, town) > FAR for town in scenario.towns)
            )
            waits = far and lacks and not one.routed and one.id not in self._moving
            self._still[one.id] = self._still[one.id] + 1 if waits else 0
            self.found["waiting"] += self._still[one.id] == IDLE_TURNS
        self._moving = set()

    def _look_at_works(self, table: Table) -> None:
        battlefield = battlefield_of(table)
        theirs = {hex_of(table, one) for one in self._own(table)}
        lost = {one.at for one in self._own(table) if one.at == DEAD or one.routed}
        for place in self._positions:
            if not lost and not theirs & {place, *battlefield.adjacent(place)}:
                self.found["unguarded"] += 1


def is_gun(counter: Counter) -> bool:
    """Say whether it is a gun, a mortar or machine guns."""
    return counter.printed is not None and counter.printed.kind in HEAVY


def fired_by(action: Action) -> set[str]:
    """Return who fires by an action of the side whose turn it is, or in reaction."""
    if isinstance(action, Activate | Together):
        return {key for one in action.tasks if one.deed in SHOTS for key in parted(one.who)}
    if isinstance(action, React):
        return {key for one in action.shots for key in parted(one.who)}
    return set()
