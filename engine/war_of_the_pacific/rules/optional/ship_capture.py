"""Prizes (10.1, optional): enemy ships taken after a naval battle, and what is done with them.

When the guns are silent and only one side has a sound warship left, that side may send its sound
warships, one by one, to take the enemy's ships. The question lies above the battle, so that the
ships are put back on the map, and the voyage goes on, only when it is answered.

Rules:
    10.1; WP-R70 (between whom), WP-R71 (how often), WP-R72 (what a prize does that turn), WP-R73
    with WP-E30 (losses of 5.5), WP-R74 (a prize that is lost), WP-R75 (sinking it later).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from engine.api import Choice, Decision, Option, Params, Refusal, Term, Text
from engine.kit.verbs import Answer, FrameRules, Verb, never, under_way
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Capture, Scuttle, Stop
from engine.war_of_the_pacific.counters import is_captured, is_warship, printed
from engine.war_of_the_pacific.options import unit_option
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import (
    AnyFrameRules,
    AnyVerb,
    Play,
    place_term,
    seat_term,
    unit_terms,
)
from engine.war_of_the_pacific.rules.sea.damage import (
    count_loss,
    end_voyage_of,
    hit_ship,
    lose_cargo,
    sink,
    strike_from_orders,
)
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    CHILE,
    SEATS,
    NavalBattle,
    Phase,
    Prizes,
    Table,
    Unit,
    View,
    other,
)
from engine.war_of_the_pacific.survey import Scene, cargo_of

BUTTONS = 20
_OWN_TURN = frozenset(
    (
        Phase.ADMIN,
        Phase.SUPPLY,
        Phase.NAVAL,
        Phase.NAVAL_COMBAT,
        Phase.LAND,
        Phase.LAND_COMBAT,
    )
)


# --- who may take whom ----------------------------------------------------------------------


def _sound(scene: Scene, ship: str) -> bool:
    return scene.units[ship].steps >= printed(ship).steps


def boarders(scene: Scene, frame: Prizes) -> tuple[str, ...]:
    """Return the sound warships that may still make an attempt (10.1.conditions)."""
    return tuple(
        ship
        for ship in frame.own
        if is_warship(ship) and _sound(scene, ship) and ship not in frame.sent
    )


def prey(scene: Scene, frame: Prizes) -> tuple[str, ...]:
    """Return the enemy ships that may still be taken: none while a warship of theirs is sound."""
    if any(is_warship(ship) and _sound(scene, ship) for ship in frame.enemy):
        return ()
    return tuple(ship for ship in frame.enemy if ship not in frame.tried)


def offer(play: Play, hex_id: str, rows: Mapping[str, tuple[str, ...]]) -> None:
    """Ask the side that can take prizes, if the table plays with 10.1.

    Only one side can: who has a sound warship there loses none to the enemy.

    Args:
        play: The battle is on top, fought out.
        hex_id: Where it was.
        rows: Each side's ships left in its row.
    """
    if not play.table.settings.ship_capture:
        return
    for seat in SEATS:
        frame = Prizes(play.table.serial, seat, hex_id, rows[seat], rows[other(seat)])
        if boarders(play, frame) and prey(play, frame):
            play.push(frame)
            return


def go_on(play: Play, frame: Prizes) -> bool:
    """End the question when nobody can be taken and there is no prize to keep or sink."""
    if frame.taken or (boarders(play, frame) and prey(play, frame)):
        return False
    play.pop()
    return True


# --- taking ---------------------------------------------------------------------------------


def check_capture(view: View, frame: Prizes, action: Capture) -> list[Refusal]:
    """Return why this warship cannot try to take that ship.

    Rules:
        10.1.conditions, 10.1.attempt with WP-R71.
    """
    table = view.table
    able, open_to = boarders(table, frame), prey(table, frame)
    found = []
    ship, prize = Term("unit", action.ship), Term("unit", action.prize)
    if action.ship in frame.sent:
        found.append(refuse("capture.sent", "10.1.attempt", unit=ship))
    elif action.ship not in able:
        found.append(
            refuse("capture.no_boarder", "10.1.conditions", unit=ship, allowed=unit_terms(able))
        )
    if action.prize in frame.tried:
        found.append(refuse("capture.tried", "10.1.attempt", unit=prize))
    elif action.prize not in open_to:
        found.append(
            refuse("capture.no_prize", "10.1.attempt", unit=prize, allowed=unit_terms(open_to))
        )
    return found


def result_of_attempt(die: int, settings: Settings) -> str:
    """Return what the enemy's die makes of an attempt (10.1.result)."""
    return scenario_for(settings).capture.results[die - 1]


def apply_capture(play: Play, frame: Prizes, seat: str, action: Capture) -> None:
    """Roll the enemy's die and carry out what it says (10.1.result)."""
    (die,) = play.roll("capture")
    result = result_of_attempt(die, play.table.settings)
    play.tell(
        f"capture.{result}",
        "10.1.result",
        seat=seat_term(seat),
        ship=Term("unit", action.ship),
        prize=Term("unit", action.prize),
        die=die,
    )
    taken: tuple[str, ...] = ()
    if result == "captor_damaged":
        hit_ship(play, action.ship, "10.1.result", critical=False)
    elif result == "scuttled":
        sink(play, action.prize, "10.1.result")
    elif result == "captured":
        taken = (action.prize,)
        _take(play, seat, action.prize)
    play.pop()
    battle = under_way(play.table, NavalBattle)
    # A prize stays where it is like ships that fought (WP-R72); its captor has fired.
    play.retop(hit=tuple(dict.fromkeys((*battle.hit, *taken))))
    play.push(
        replace(
            frame,
            sent=(*frame.sent, action.ship),
            tried=(*frame.tried, action.prize),
            # One's own ship taken back is no prize to sink.
            taken=(*frame.taken, *(one for one in taken if is_captured(play.units[one]))),
        )
    )


def _take(play: Play, seat: str, prize: str) -> None:
    """Give a ship to its captor: cargo and orders are gone, and it stays for the turn."""
    loser = other(seat)
    lose_cargo(play, prize, "10.1.cargo")
    strike_from_orders(play, prize, loser)
    if loser == CHILE and play.table.settings.follows("capture_losses") == "es":
        count_loss(play, prize, loser)
    # A lone flag stands for the Allies, as on the map: Peru's, whose navy it is.
    nation = "chile" if seat == CHILE else "peru"
    play.change(prize, side=seat, nation=nation, fought=True)
    end_voyage_of(play, (prize,), seat, play.units[prize].at)


def options_capture(
    view: View, frame: Prizes, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the sound warships, the weakest first, then the ships to take, the best first."""
    table = view.table
    able, open_to = boarders(table, frame), prey(table, frame)
    if field == "ship" and open_to:
        yield from (unit_option(table.units[ship]) for ship in _weakest_first(able))
    elif field == "prize" and able:
        for prize in _best_first(table, open_to):
            label: Params = {
                "unit": Term("unit", prize),
                "steps": table.units[prize].steps,
                "n": taking_faces(table),
            }
            yield Option(prize, Text("capture.prize", label))


def _weakest_first(ships: tuple[str, ...]) -> list[str]:
    return sorted(ships, key=lambda ship: (printed(ship).gunfire + printed(ship).armour, ship))


def _best_first(scene: Scene, ships: tuple[str, ...]) -> list[str]:
    """Sort ships by what their loss means: armed, then laden."""
    return sorted(
        ships,
        key=lambda ship: (
            -printed(ship).gunfire - printed(ship).armour,
            not cargo_of(scene.units, ship),
            ship,
        ),
    )


def taking_faces(table: Table) -> int:
    """Return on how many of the six faces an attempt takes the ship (10.1.result)."""
    return scenario_for(table.settings).capture.results.count("captured")


# --- sinking a prize ------------------------------------------------------------------------


def check_scuttle(view: View, action: Scuttle) -> list[Refusal]:
    """Return why this ship cannot be sunk by its own side: it is none that it has captured."""
    unit = view.table.units[action.ship]
    name = Term("unit", unit.id)
    if unit.side != view.viewer:
        return [refuse("unit.not_yours", "10.1.eliminate", unit=name)]
    if not is_captured(unit):
        return [refuse("scuttle.not_captured", "10.1.eliminate", unit=name)]
    if not is_on_map(unit.at):
        place = place_term(unit.at)
        return [refuse("unit.not_on_map", "10.1.eliminate", unit=name, place=place)]
    return []


def check_scuttle_prize(view: View, frame: Prizes, action: Scuttle) -> list[Refusal]:
    """Return why this ship cannot be sunk right after the battle: none has just been taken."""
    found = check_scuttle(view, action)
    if not found and action.ship not in frame.taken:
        return [refuse("scuttle.not_now", "10.1.eliminate", unit=Term("unit", action.ship))]
    return found


def apply_scuttle(play: Play, seat: str, action: Scuttle) -> None:
    """Sink a prize."""
    unit = play.units[action.ship]
    lose_cargo(play, unit.id, "10.1.eliminate")
    strike_from_orders(play, unit.id, seat)
    play.eliminate(unit.id)
    name = Term("unit", unit.id)
    play.tell("ship.scuttled", "10.1.eliminate", seat=seat_term(seat), ship=name)


def apply_scuttle_prize(play: Play, frame: Prizes, seat: str, action: Scuttle) -> None:
    """Sink a prize just taken; it counts as sunk for the side that lost it (WP-R73)."""
    apply_scuttle(play, seat, action)
    loser = other(seat)
    if not (loser == CHILE and play.table.settings.follows("capture_losses") == "es"):
        count_loss(play, action.ship, loser)
    play.retop(taken=tuple(ship for ship in frame.taken if ship != action.ship))


def _scuttleable(view: View) -> Iterator[Unit]:
    for unit in view.table.units.values():
        if (
            unit.side == view.viewer
            and is_captured(unit)
            and not check_scuttle(view, Scuttle(ship=unit.id))
        ):
            yield unit


def _scuttleable_prizes(view: View, frame: Prizes) -> Iterator[Unit]:
    return (unit for unit in _scuttleable(view) if unit.id in frame.taken)


def options_scuttle(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer captured ships."""
    yield from map(unit_option, _scuttleable(view))


def options_scuttle_prize(
    view: View, frame: Prizes, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer the ships just taken."""
    yield from map(unit_option, _scuttleable_prizes(view, frame))


# --- the frame ------------------------------------------------------------------------------


def _choices(table: Table, frame: Prizes) -> Iterator[Choice]:
    able = _weakest_first(boarders(table, frame))
    for prize in _best_first(table, prey(table, frame)):
        for ship in able:
            params: Params = {
                "ship": Term("unit", ship),
                "prize": Term("unit", prize),
                "n": taking_faces(table),
            }
            yield Choice(Text("capture.try", params), Capture(ship=ship, prize=prize))


def decide(table: Table, frame: Prizes) -> tuple[Decision, ...]:
    """Ask for the next attempt, and whether prizes are kept."""
    able, open_to = boarders(table, frame), prey(table, frame)
    attempts = bool(able and open_to)
    choices = [*islice(_choices(table, frame), BUTTONS)] if attempts else []
    choices.append(Choice(Text("prizes.enough", {}), Stop()))
    for ship in frame.taken:
        label = Text("scuttle.ship", {"ship": Term("unit", ship)})
        choices.append(Choice(label, Scuttle(ship=ship), danger=True))
    kinds = (*(("capture",) if attempts else ()), *(("scuttle",) if frame.taken else ()), "stop")
    return (
        Decision(
            f"{frame.born}.prizes.{len(frame.tried)}.{len(frame.taken)}.{frame.seat}",
            frame.seat,
            "prizes" if attempts else "prizes.keep",
            "10.1.attempt" if attempts else "10.1.eliminate",
            {
                "hex": place_term(frame.hex),
                "own": unit_terms(able),
                "enemy": unit_terms(open_to),
                "taken": unit_terms(frame.taken),
            },
            kinds,
            tuple(choices),
            interrupt=frame.seat != table.player,
        ),
    )


def _apply_stop(play: Play, frame: Prizes, seat: str, action: Stop) -> None:
    """Take no more prizes, and keep those taken."""
    play.pop()


CAPTURE: AnyVerb = Answer(
    model=Capture,
    frame=Prizes,
    check=check_capture,
    apply=apply_capture,
    options=options_capture,
    possible=lambda view, frame: next(options_capture(view, frame, "ship", {}), None) is not None,
)
SCUTTLE: AnyVerb = Verb(
    model=Scuttle,
    phases=_OWN_TURN,
    check=check_scuttle,
    apply=apply_scuttle,
    options=options_scuttle,
    possible=lambda view: next(_scuttleable(view), None) is not None,
    named=never,
)
SCUTTLE_PRIZE: AnyVerb = Answer(
    model=Scuttle,
    frame=Prizes,
    check=check_scuttle_prize,
    apply=apply_scuttle_prize,
    options=options_scuttle_prize,
    possible=lambda view, frame: next(_scuttleable_prizes(view, frame), None) is not None,
)
STOP: AnyVerb = Answer(model=Stop, frame=Prizes, apply=_apply_stop)

VERBS: tuple[AnyVerb, ...] = (CAPTURE, SCUTTLE, SCUTTLE_PRIZE, STOP)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Prizes, decisions=decide, go_on=go_on),)
