"""Naval combat (7.3 to 7.10): whether to intercept, whom to catch, at whom to fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from engine.api import Action
from engine.kit.verbs import under_way
from engine.war_of_the_pacific.actions import (
    Aside,
    Capture,
    Catch,
    Fire,
    Intercept,
    LetPass,
    Run,
    Stop,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_warship, load_of, printed
from engine.war_of_the_pacific.opponent.geography import shores
from engine.war_of_the_pacific.opponent.outlook import Outlook
from engine.war_of_the_pacific.opponent.saying import (
    of_aside,
    of_catch,
    of_gun,
    of_interception,
    of_prize,
    of_run,
)
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.rules.optional.ship_capture import boarders, prey
from engine.war_of_the_pacific.rules.sea.battle_rows import row
from engine.war_of_the_pacific.rules.sea.gunfire import hitting_faces
from engine.war_of_the_pacific.rules.sea.interception import offered
from engine.war_of_the_pacific.rules.sea.interceptors import (
    Group,
    blockade_of,
    winning_faces,
)
from engine.war_of_the_pacific.rules.sea.setting_aside import aside_limit
from engine.war_of_the_pacific.state import (
    ALLIES,
    Blockade,
    Interception,
    NavalBattle,
    Prizes,
    Table,
    Voyage,
    other,
)
from engine.war_of_the_pacific.survey import cargo_of

FACES = 6


def worth_of_ship(look: Outlook, ship: str) -> float:
    """Return what it is worth to sink a ship, with what it carries."""
    figures = look.weights.sea
    steps = load_of(cargo_of(look.table.units, ship))
    laden = figures.cargo * steps
    if not is_warship(ship):
        return figures.transport + laden
    unit = look.table.units[ship]
    bonus = 0.5 * figures.bonus if unit.side == ALLIES else 0.0
    return figures.hull + figures.gun * printed(ship).gunfire + bonus + laden


def shot(look: Outlook, gun: str, target: str) -> float:
    """Return what a shot at a target promises."""
    worth = worth_of_ship(look, target)
    hit = hitting_faces(gun, target) / FACES
    if look.table.units[target].steps <= 1:
        return hit * worth
    critical = 1 / FACES
    return critical * worth + (hit - critical) * look.weights.sea.damage * worth


def salvo(look: Outlook, guns: Iterable[str], targets: Sequence[str]) -> float:
    """Return what a row of ships promises to do to another, no two guns alike."""
    total = 0.0
    left = dict.fromkeys(targets, 1.0)
    for gun in sorted(guns, key=lambda one: -printed(one).gunfire):
        if not is_warship(gun) or not left:
            continue
        best = max(left, key=lambda target: (left[target] * shot(look, gun, target), target))
        total += left[best] * shot(look, gun, best)
        left[best] *= 1 - hitting_faces(gun, best) / FACES * look.weights.sea.spread
    return total


def pays(look: Outlook, own: Sequence[str], enemy: Sequence[str]) -> float:
    """Return how much more a battle promises than it costs; losses count with the temper."""
    gain = salvo(look, own, enemy)
    guns = [ship for ship in own if is_warship(ship)]
    loss = salvo(look, enemy, own)
    # Who has more guns loses fewer before they have fired.
    foes = sum(is_warship(ship) for ship in enemy)
    if not guns:
        return -loss
    more = min(1.0, len(guns) / max(1, foes) - 1)
    return gain * (1 + look.weights.sea.numbers * more) - look.temper.intercept * loss


def _voyage(table: Table) -> Voyage:
    return under_way(table, Voyage)


def intercept(look: Outlook, frame: Interception) -> Iterator[Action]:
    """Yield the attempt that promises most, or none at all."""
    voyage = _voyage(look.table)
    far = dict(frame.stacks)
    best: tuple[float, tuple[str, ...], bool] | None = None
    able = tuple(offered(look.table, voyage, frame).values())
    sets: list[tuple[Group, ...]] = [(group,) for group in able]
    if len(able) > 1:
        sets.append(able)
    for chosen in sets:
        away = [group for group in chosen if far[group.place]]
        faces = winning_faces(
            min((group.speed for group in away), default=0),
            max((far[group.place] for group in away), default=0),
        )
        ships = [ship for group in chosen for ship in group.ships]
        battle, stopped = pays(look, ships, voyage.ships), _stops(look, ships, voyage)
        merit = faces / FACES * (battle + stopped)
        if not look.strength.hunts and not any(is_warship(ship) for ship in voyage.ships):
            continue  # a convoy without escort
        if faces and merit > 0 and (best is None or merit > best[0]):
            best = (merit, tuple(group.place for group in chosen), stopped > battle)
    if best is not None:
        caught = Intercept(stacks=best[1])
        yield look.reasons.note(caught, partial(of_interception, stops=best[2]))
    yield LetPass()


def _stops(look: Outlook, ships: Sequence[str], voyage: Voyage) -> float:
    """Return what it is worth that laden transports fired at stop short of a coast (7.9)."""
    spared = max(0, min(len(voyage.ships) - len(ships), len(ships)))
    laden = sum(bool(cargo_of(look.table.units, ship)) for ship in voyage.ships) - spared
    board = load_board()
    if laden <= 0 or not voyage.area or look.holds(voyage.at):
        return 0.0
    stake = max((look.worth(one) for one in shores(voyage.area) if look.holds(one)), default=0.0)
    if board.area_of(voyage.at) != voyage.area:
        stake *= 0.5
    guns = sum(is_warship(ship) for ship in ships)
    return look.weights.sea.stop * stake * min(1.0, guns / laden)


def run(look: Outlook, frame: Blockade) -> Iterator[Action]:
    """Yield whether the blockade is run: to wait for the blockaders is for those who can win."""
    voyage = _voyage(look.table)
    force = [unit.id for unit in blockade_of(look.table, voyage, frame.hex)]
    weaker = pays(look, voyage.ships, force) <= 0
    attempt = weaker or len(voyage.ships) <= FACES // 2
    yield look.reasons.note(Run(attempt=attempt), partial(of_run, attempt=attempt, weaker=weaker))


def catch(look: Outlook, frame: Blockade) -> Iterator[Action]:
    """Yield the ships that are caught, or that all may pass."""
    voyage = _voyage(look.table)
    force = [unit.id for unit in blockade_of(look.table, voyage, frame.hex)]
    ships = sorted(voyage.ships, key=lambda one: (_danger(one) - worth_of_ship(look, one), one))
    caught = tuple(ships[: frame.excess])
    if pays(look, force, caught) > 0:
        yield look.reasons.note(Catch(ships=caught), of_catch)
    yield LetPass()


def _danger(ship: str) -> float:
    return 0.5 * printed(ship).gunfire if is_warship(ship) else 0.0


def aside(look: Outlook, frame: NavalBattle) -> Iterator[Action]:
    """Yield the ships that are kept out of the battle: laden ones, transports, damaged ones."""
    units = look.table.units
    spared = [
        ship for ship in row(frame, look.side) if not is_warship(ship) or units[ship].steps == 1
    ]
    spared.sort(key=lambda ship: (is_warship(ship), -worth_of_ship(look, ship), ship))
    kept = Aside(ships=tuple(spared[: aside_limit(frame, look.side, look.table.settings)]))
    yield look.reasons.note(kept, of_aside) if kept.ships else kept
    yield Aside()


def fire(look: Outlook, frame: NavalBattle) -> Iterator[Action]:
    """Yield the shot that promises most."""
    units = look.table.units
    present = {
        side: [
            ship for ship in row(frame, side) if ship not in frame.aside and units[ship].at != DEAD
        ]
        for side in (look.side, other(look.side))
    }
    guns = [ship for ship in present[look.side] if is_warship(ship) and ship not in frame.fired]
    # Of equal shots the one of the gun that may be sunk before it fires.
    shots = sorted(
        ((gun, target) for gun in guns for target in present[look.enemy]),
        key=lambda pair: (-_urgency(look, frame, *pair), units[pair[0]].steps, pair),
    )
    for gun, target in shots[:3]:
        loaded = is_warship(target) and target not in frame.fired
        chance = hitting_faces(gun, target) / FACES
        why = partial(of_gun, target, chance, loaded=loaded)
        yield look.reasons.note(Fire(ship=gun, target=target), why)


def _urgency(look: Outlook, frame: NavalBattle, gun: str, target: str) -> float:
    """Return what a shot promises; a target that has yet to fire is worth more."""
    value = look.judged(shot(look, gun, target), f"{gun} {target}")
    if is_warship(target) and target not in frame.fired:
        value *= 1 + 0.05 * printed(target).gunfire
    return value


def take(look: Outlook, frame: Prizes) -> Iterator[Action]:
    """Yield who is sent to take which ship (10.1): the least of the own the best of the enemy's."""
    able = sorted(boarders(look.table, frame), key=lambda one: (worth_of_ship(look, one), one))
    left = sorted(prey(look.table, frame), key=lambda one: (-worth_of_ship(look, one), one))
    if able and left:
        yield look.reasons.note(Capture(ship=able[0], prize=left[0]), partial(of_prize, left[0]))
    yield Stop()
