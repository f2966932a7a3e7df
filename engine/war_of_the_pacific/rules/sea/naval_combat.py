"""Naval combat, shot by shot (7.9, 7.10).

A battle lies above the voyage it interrupts. When the guns are silent, prizes may be taken where
the table plays with them (``ship_capture``); then the moving ships that fired or were
fired at stay where they are; the others may sail on. A shot with one gun and one target left to
choose from is fired at once: there is nothing to decide.

Rules:
    7.9, 7.10, 5.5 (losses of the turn); WP-R6 (how many ships may be set aside), WP-R7 (who fires
    first), WP-R52 (an interceptor that fought does not sail in that game turn either), WP-R82 (nor
    meets what is left of this stack again).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice

from engine.api import Choice, Decision, Option, Refusal, Term, Text
from engine.playdata import per_data
from engine.probability import D6
from engine.verbs import under_way
from engine.war_of_the_pacific.actions import Aside, Fire
from engine.war_of_the_pacific.choosing import fits_option, refuse, stack_option, unit_option
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.optional import ship_capture
from engine.war_of_the_pacific.rules.sea.damage import Shot, end_voyage_of, hit_ship
from engine.war_of_the_pacific.rules.sea.fleet import Scene, card, is_warship_id
from engine.war_of_the_pacific.scenario import ship_numbers
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    NavalBattle,
    Table,
    Unit,
    View,
    Voyage,
    other,
)
from engine.war_of_the_pacific.switches import Settings
from engine.war_of_the_pacific.verb import AnyFrameRules, AnyVerb, FrameRules, Verb, filled_list

BUTTONS = 24


# --- beginning and end ----------------------------------------------------------------------


def begin(
    play: Play, hex_id: str, mover: str, moving: Sequence[str], interceptors: Sequence[str]
) -> None:
    """Array both rows in a hex and push the battle above the voyage."""
    play.change_all(moving, in_port=False)
    frame = array(play.table.serial, hex_id, mover, moving, interceptors)
    play.tell(
        "naval_battle.begins",
        "7.9",
        hex=place_term(hex_id),
        chile=unit_terms(frame.chile),
        allies=unit_terms(frame.allies),
    )
    larger = may_set_aside(frame, play.settings)
    play.push(frame)
    if larger:
        play.retop(turn_of=larger)
    else:
        _open_fire(play, frame)


def array(
    born: int, hex_id: str, mover: str, moving: Sequence[str], interceptors: Sequence[str]
) -> NavalBattle:
    """Return the battle of a moving stack and those that intercept it, before its first shot."""
    rows = {mover: tuple(moving), other(mover): tuple(interceptors)}
    return NavalBattle(born, hex_id, mover, rows[CHILE], rows[ALLIES], "aside", mover)


def row(frame: NavalBattle, side: str) -> tuple[str, ...]:
    """Return a side's whole row, sunk ships and those set aside included."""
    return frame.chile if side == CHILE else frame.allies


def may_set_aside(frame: NavalBattle, settings: Settings) -> str:
    """Return the side that may set ships aside, or ""."""
    for side in (CHILE, ALLIES):
        if aside_limit(frame, side, settings):
            return side
    return ""


def aside_limit(frame: NavalBattle, side: str, settings: Settings) -> int:
    """Return how many ships a side may set aside: its excess, and no more than the enemy has.

    Rules:
        7.9, WP-R6; WP-E17 (one text does not know the second bound).
    """
    own, enemy = len(row(frame, side)), len(row(frame, other(side)))
    most = enemy if settings.follows("set_aside") == "en" else own
    return max(0, min(own - enemy, most))


def present(scene: Scene, frame: NavalBattle, side: str) -> tuple[str, ...]:
    """Return the ships of a side still in its row."""
    return tuple(
        ship
        for ship in row(frame, side)
        if ship not in frame.aside and scene.units[ship].at != DEAD
    )


def guns(scene: Scene, frame: NavalBattle, side: str) -> tuple[str, ...]:
    """Return the warships of a side that have yet to fire."""
    return tuple(
        ship
        for ship in present(scene, frame, side)
        if is_warship_id(ship) and ship not in frame.fired
    )


def first_to_fire(scene: Scene, frame: NavalBattle, settings: Settings) -> str:
    """Return who fires first (7.9, WP-R7): whose warship is fastest; even, the intercepted."""
    best: dict[str, int] = {}
    for side in (CHILE, ALLIES):
        # A number that is smaller for the faster ship, as the table reads 7.9.
        sign = 1 if settings.fastest_ship == "lowest" else -1
        speeds = [sign * card(ship).speed for ship in guns(scene, frame, side)]
        best[side] = min(speeds, default=100)
    if best[CHILE] == best[ALLIES]:
        return frame.intercepted
    return min(best, key=lambda side: best[side])


def _open_fire(play: Play, frame: NavalBattle) -> None:
    """Say who fires first, and begin."""
    first = first_to_fire(play, frame, play.table.settings)
    play.retop(stage="fire", turn_of=first)
    play.tell("naval_battle.first", "7.9.first", seat=seat_term(first))


def whose_shot(side: str, rows: Mapping[str, object], armed: Mapping[str, object]) -> str:
    """Return who fires next where it is *side*'s turn, or "" when the battle is over (7.9).

    *rows* are the ships of both sides still in their rows, *armed* the warships yet to fire; only
    whether there are any counts.
    """
    if not rows[side] or not rows[other(side)]:
        return ""
    return next((one for one in (side, other(side)) if armed[one]), "")


def advance(play: Play, frame: NavalBattle) -> bool:
    """Pass the turn where a side cannot fire, fire what leaves no choice, and end the battle."""
    if frame.stage == "aside":
        return False
    if frame.stage == "over":
        _put_back(play, frame)
        return True
    side = frame.turn_of
    rows = {one: present(play, frame, one) for one in (CHILE, ALLIES)}
    armed = {one: guns(play, frame, one) for one in (CHILE, ALLIES)}
    shooter = whose_shot(side, rows, armed)
    if not shooter:
        play.tell("naval_battle.ends", "7.9", hex=place_term(frame.hex))
        play.retop(stage="over")
        ship_capture.offer(play, frame.hex, rows)
    elif shooter != side:
        play.retop(turn_of=shooter)
    elif len(armed[side]) == 1 and len(rows[other(side)]) == 1:
        _shoot(play, side, armed[side][0], rows[other(side)][0])
    else:
        return False
    return True


def _put_back(play: Play, frame: NavalBattle) -> None:
    """Put the ships back; moving ships that fought stay here for the turn (7.9)."""
    play.pop()
    voyage = under_way(play.table, Voyage)
    fought = _engaged(frame, play.settings)
    for ship in fought:
        if play.units[ship].at != DEAD:
            play.change(ship, battled=play.table.turn)
    # A captured ship is the enemy's now; one sunk by its crew need not have been fired at.
    units = play.units
    left = [s for s in voyage.ships if units[s].side == voyage.seat and units[s].at != DEAD]
    stay = [ship for ship in left if ship in fought]
    end_voyage_of(play, stay, voyage.seat, frame.hex)
    if stay:
        play.tell("voyage.fought", "7.9.after", ships=unit_terms(stay), place=place_term(frame.hex))
    play.retop(
        ships=tuple(ship for ship in left if ship not in fought),
        fought=tuple(dict.fromkeys((*voyage.fought, *frame.chile, *frame.allies))),
    )


def _engaged(frame: NavalBattle, settings: Settings) -> set[str]:
    """Return the ships that a battle keeps in its hex for the rest of the game turn.

    Rules:
        7.9.after; WP-E18 (those that fired or were fired at, or all that were not set aside).
    """
    if settings.follows("sail_on") == "en":
        return {*frame.fired, *frame.hit}
    return {*frame.chile, *frame.allies} - set(frame.aside)


# --- setting ships aside --------------------------------------------------------------------


def the_battle(table: Table) -> NavalBattle:
    """Return the naval combat being played."""
    return under_way(table, NavalBattle)


def check_aside(view: View, action: Aside) -> list[Refusal]:
    """Return why these ships cannot be set aside (7.9, WP-R6)."""
    frame = the_battle(view.table)
    if frame.stage != "aside":
        return [refuse("aside.too_late", "7.9.aside")]
    found = []
    own = row(frame, frame.turn_of)
    for ship in dict.fromkeys(action.ships):
        if ship not in own:
            found.append(refuse("fire.not_in_row", "7.9.aside", unit=Term("unit", ship)))
    limit = aside_limit(frame, frame.turn_of, view.table.settings)
    given = len(set(action.ships))
    if given > limit:
        # Where the own excess is no bound, the enemy's number is.
        excess = len(own) - len(row(frame, other(frame.turn_of)))
        rule = "7.9.aside" if limit == excess else "7.9.aside.limit"
        found.append(refuse("aside.too_many", rule, n=limit, given=given))
    return found


def apply_aside(play: Play, seat: str, action: Aside) -> None:
    """Set the ships aside for the rest of this battle; the others open fire."""
    ships = tuple(dict.fromkeys(action.ships))
    frame = play.retop(aside=ships)
    if ships:
        play.tell(
            "naval_battle.aside",
            "7.9.aside",
            seat=seat_term(seat),
            ships=unit_terms(ships),
            n=len(ships),
        )
    _open_fire(play, frame)


def _sets_aside(table: Table) -> Iterator[tuple[Unit, ...]]:
    """Yield groups of ships to set aside: as many as allowed first, transports first."""
    frame = the_battle(table)
    limit = aside_limit(frame, frame.turn_of, table.settings)
    own = sorted(row(frame, frame.turn_of), key=lambda ship: (card(ship).gunfire, ship))
    for size in range(limit, 0, -1):
        for ships in islice(combinations(own, size), 60):
            yield tuple(table.units[ship] for ship in ships)


def options_aside(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer groups of ships, transports and weak ships first; the field may stay empty."""
    if field == "ships" and the_battle(view.table).stage == "aside":
        yield from filter(fits_option, map(stack_option, _sets_aside(view.table)))


# --- gunfire --------------------------------------------------------------------------------


def check_fire(view: View, action: Fire) -> list[Refusal]:
    """Return why this warship cannot fire at that target now.

    Rules:
        7.9: one shot a warship, at a ship in the enemy's row; transports have no guns.
    """
    table = view.table
    frame = the_battle(table)
    if frame.stage != "fire":
        return [refuse("fire.too_early", "7.9.aside")]
    found = []
    ship, target = Term("unit", action.ship), Term("unit", action.target)
    if action.ship not in present(table, frame, frame.turn_of):
        rule = _why_absent(frame, action.ship)
        found.append(refuse("fire.not_in_row", rule, unit=ship))
    elif not is_warship_id(action.ship):
        found.append(refuse("fire.no_guns", "7.9.fire.transports", unit=ship))
    elif action.ship in frame.fired:
        found.append(refuse("fire.once", "7.9.fire.once", unit=ship))
    if action.target not in present(table, frame, other(frame.turn_of)):
        rule = _why_absent(frame, action.target)
        found.append(refuse("fire.no_target", rule, unit=target))
    return found


def _why_absent(frame: NavalBattle, ship: str) -> str:
    """Return the clause by which a ship is in no row: it may have been set aside."""
    return "7.9.aside.out" if ship in frame.aside else "7.9.fire"


def apply_fire(play: Play, seat: str, action: Fire) -> None:
    """Fire."""
    _shoot(play, seat, action.ship, action.target)


def _shoot(play: Play, side: str, ship: str, target: str) -> None:
    """Roll one gunfire attack and carry out its result at once (7.9, 7.10)."""
    frame = the_battle(play.table)
    (die,) = play.roll("gunfire")
    armour, gunfire = card(target).armour, card(ship).gunfire
    shot = shot_of(die, ship, target)
    critical = shot == "critical"
    play.tell(
        _shot_code(shot),
        "7.10" if critical else "7.9.fire",
        seat=seat_term(side),
        ship=Term("unit", ship),
        target=Term("unit", target),
        die=die,
        armour=armour,
        total=die + armour,
        gunfire=gunfire,
    )
    if shot != "miss":
        hit_ship(play, target, "7.10" if critical else "7.9.hit", critical=critical)
    play.retop(
        fired=(*frame.fired, ship),
        hit=frame.hit if target in frame.hit else (*frame.hit, target),
        shots=frame.shots + 1,
        turn_of=other(side),
    )


def shot_of(die: int, ship: str, target: str) -> Shot:
    """Return what a die brings a warship that fires at *target* (7.9, 7.10)."""
    if die == ship_numbers().gunfire_critical:
        return "critical"
    return "hit" if die + card(target).armour < card(ship).gunfire else "miss"


def _shot_code(shot: Shot) -> str:
    if shot == "critical":
        return "naval_battle.critical"
    return "naval_battle.hit" if shot == "hit" else "naval_battle.miss"


@per_data()
def chance(ship: str, target: str) -> int:
    """Return on how many of the six faces a shot hits (7.9, 7.10)."""
    return sum(shot_of(die, ship, target) != "miss" for die in range(1, D6 + 1))


def target_rank(ship: str, target: str, steps: int) -> tuple[bool, int, int, str]:
    """Return a key that sorts a warship's targets, those worth most first."""
    return not is_warship_id(target), -chance(ship, target), steps, target


def by_gunfire(ships: Iterable[str]) -> list[str]:
    """Return warships, the strongest first."""
    return sorted(ships, key=lambda one: -card(one).gunfire)


def _targets(table: Table, frame: NavalBattle, ship: str) -> list[str]:
    """Return the targets of a warship, those worth most first."""
    return sorted(
        present(table, frame, other(frame.turn_of)),
        key=lambda one: target_rank(ship, one, table.units[one].steps),
    )


def options_fire(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the warships yet to fire, the strongest first, then their targets."""
    table = view.table
    frame = the_battle(table)
    if frame.stage != "fire":
        return
    if field == "ship":
        armed = by_gunfire(guns(table, frame, frame.turn_of))
        yield from (unit_option(table.units[ship]) for ship in armed)
    elif field == "target" and filled_list(filled, "ship"):
        ship = filled_list(filled, "ship")[0]
        if ship in guns(table, frame, frame.turn_of):
            for target in _targets(table, frame, ship):
                yield Option(target, _shot_label(table, "fire.target", ship, target))


def _shot_label(table: Table, code: str, ship: str, target: str) -> Text:
    return Text(
        code,
        {
            "ship": Term("unit", ship),
            "target": Term("unit", target),
            "n": chance(ship, target),
            "steps": table.units[target].steps,
        },
    )


# --- the frame ------------------------------------------------------------------------------


def _aside_choices(table: Table) -> Iterator[Choice]:
    yield Choice(Text("aside.none", {}), Aside())
    for units in islice(_sets_aside(table), 8):
        label = Text("aside.ships", {"ships": unit_terms(units), "n": len(units)})
        yield Choice(label, Aside(ships=tuple(unit.id for unit in units)))


def _fire_choices(table: Table, frame: NavalBattle) -> Iterator[Choice]:
    """Yield shots as buttons: every gun's best targets before its second best."""
    armed = by_gunfire(guns(table, frame, frame.turn_of))
    lists = [(ship, _targets(table, frame, ship)) for ship in armed]
    for rank in range(max((len(targets) for _, targets in lists), default=0)):
        for ship, targets in lists:
            if rank < len(targets):
                label = _shot_label(table, "fire.shot", ship, targets[rank])
                yield Choice(label, Fire(ship=ship, target=targets[rank]))


def decide(table: Table, frame: NavalBattle) -> tuple[Decision, ...]:
    """Ask for ships to set aside, or for the next shot."""
    kind = frame.stage
    choices = _aside_choices(table) if kind == "aside" else _fire_choices(table, frame)
    return (
        Decision(
            f"{frame.born}.naval_battle.{kind}.{frame.shots}.{frame.turn_of}",
            frame.turn_of,
            "naval_battle.aside" if kind == "aside" else "naval_battle.fire",
            "7.9.aside" if kind == "aside" else "7.9.fire",
            {
                "hex": place_term(frame.hex),
                "own": unit_terms(present(table, frame, frame.turn_of)),
                "enemy": unit_terms(present(table, frame, other(frame.turn_of))),
                "n": aside_limit(frame, frame.turn_of, table.settings),
            },
            (kind,),
            tuple(islice(choices, BUTTONS)),
            interrupt=frame.turn_of != table.player,
        ),
    )


VERBS: tuple[AnyVerb, ...] = (
    Verb(
        model=Aside,
        frames=(NavalBattle,),
        check=check_aside,
        apply=apply_aside,
        options=options_aside,
        possible=lambda view: the_battle(view.table).stage == "aside",
    ),
    Verb(
        model=Fire,
        frames=(NavalBattle,),
        check=check_fire,
        apply=apply_fire,
        options=options_fire,
        possible=lambda view: next(options_fire(view, "ship", {}), None) is not None,
    ),
)
FRAMES: tuple[AnyFrameRules, ...] = (
    FrameRules(frame=NavalBattle, decisions=decide, advance=advance),
)
