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

from collections.abc import Sequence
from itertools import islice

from engine.api import Decision
from engine.kit.verbs import Answer, FrameRules, under_way
from engine.war_of_the_pacific.actions import Aside
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.play import (
    AnyFrameRules,
    AnyVerb,
    Play,
    place_term,
    seat_term,
    unit_terms,
)
from engine.war_of_the_pacific.rules.optional import ship_capture
from engine.war_of_the_pacific.rules.sea.battle_rows import (
    array,
    first_to_fire,
    guns,
    present,
    whose_shot,
)
from engine.war_of_the_pacific.rules.sea.damage import end_voyage_of
from engine.war_of_the_pacific.rules.sea.gunfire import fire_choices, shoot
from engine.war_of_the_pacific.rules.sea.setting_aside import (
    aside_choices,
    aside_limit,
    check_aside,
    may_set_aside,
    options_aside,
)
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    NavalBattle,
    Table,
    Voyage,
    other,
)

BUTTONS = 24


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


def _open_fire(play: Play, frame: NavalBattle) -> None:
    """Say who fires first, and begin."""
    first = first_to_fire(play, frame, play.table.settings)
    play.retop(stage="fire", turn_of=first)
    play.tell("naval_battle.first", "7.9.first", seat=seat_term(first))


def go_on(play: Play, frame: NavalBattle) -> bool:
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
        shoot(play, side, armed[side][0], rows[other(side)][0])
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


def apply_aside(play: Play, frame: NavalBattle, seat: str, action: Aside) -> None:
    """Set the ships aside for the rest of this battle; the others open fire."""
    ships = tuple(dict.fromkeys(action.ships))
    arrayed = play.retop(aside=ships)
    if ships:
        play.tell(
            "naval_battle.aside",
            "7.9.aside",
            seat=seat_term(seat),
            ships=unit_terms(ships),
            n=len(ships),
        )
    _open_fire(play, arrayed)


def decide(table: Table, frame: NavalBattle) -> tuple[Decision, ...]:
    """Ask for ships to set aside, or for the next shot."""
    kind = frame.stage
    choices = aside_choices(table, frame) if kind == "aside" else fire_choices(table, frame)
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


ASIDE = Answer(
    model=Aside,
    frame=NavalBattle,
    check=check_aside,
    apply=apply_aside,
    options=options_aside,
    possible=lambda view, frame: frame.stage == "aside",
)

VERBS: tuple[AnyVerb, ...] = (ASIDE,)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=NavalBattle, decisions=decide, go_on=go_on),)
