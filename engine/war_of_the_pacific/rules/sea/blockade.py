"""Blockades (7.6): leaving or entering a port that enemy warships lie off.

The mover says whether they run the blockade. If so, a die says how many ships get through,
and the blockader picks which of the others to intercept, or none; if not, the blockaders meet the
whole stack at once, without a die and without being asked.

Rules:
    7.6 Blockade; the box cannot be blockaded. A stack that has run a blockade, or was let pass, is
    safe from these ships for the rest of the turn. WP-R58, WP-R82, WP-R83.
    Also 7.6.blockade.box, 7.6.blockade.example, 7.6.blockade.immune.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice

from engine.api import Choice, Decision, Option, Refusal, Term, Text
from engine.kit.verbs import Answer, FrameRules, under_way
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Catch, LetPass, Run
from engine.war_of_the_pacific.counters import is_warship, printed
from engine.war_of_the_pacific.options import fits_option, stack_option
from engine.war_of_the_pacific.places import carrier_of
from engine.war_of_the_pacific.play import (
    AnyFrameRules,
    AnyVerb,
    Play,
    place_term,
    seat_term,
    unit_terms,
)
from engine.war_of_the_pacific.rules.sea import naval_combat
from engine.war_of_the_pacific.rules.sea.interception import (
    ALWAYS,
    options_let_pass,
    the_voyage,
)
from engine.war_of_the_pacific.rules.sea.interceptors import blockade_of
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.state import (
    Blockade,
    Table,
    Unit,
    View,
    Voyage,
    other,
)


def the_blockade(table: Table) -> Blockade:
    """Return the blockade that is met."""
    return under_way(table, Blockade)


# --- run ------------------------------------------------------------------------------------


def check_run(view: View, frame: Blockade, action: Run) -> list[Refusal]:
    """Return why the mover cannot decide on running now: they have, and ships are being caught."""
    if frame.stage != "run":
        return [refuse("blockade.already_run", "7.6.blockade.run")]
    return []


def runners_dice(table: Table) -> int:
    """Return the number of dice that say how many ships get through (7.6)."""
    return scenario_for(table.settings).ships.blockade_runners_dice


def in_excess(voyage: Voyage, through: int) -> int:
    """Return how many ships of a stack do not get through when the dice let so many (7.6)."""
    return max(0, len(voyage.ships) - through)


def apply_run(play: Play, frame: Blockade, seat: str, action: Run) -> None:
    """Roll for the ships that get through, or meet the blockaders."""
    if not action.attempt:
        _accept(play, frame, seat)
        return
    voyage = the_voyage(play.table)
    through = sum(play.roll("blockade", runners_dice(play.table)))
    excess = in_excess(voyage, through)
    play.tell(
        "blockade.run",
        "7.6.blockade.run",
        seat=seat_term(seat),
        hex=place_term(frame.hex),
        die=through,
        n=len(voyage.ships) - excess,
        excess=excess,
    )
    if excess:
        play.retop(stage="catch", seat=other(seat), excess=excess)
    else:
        play.pop()
        _elude(play, frame.hex)


def _accept(play: Play, frame: Blockade, seat: str) -> None:
    """Leave the whole stack to the blockaders, who meet it at once (7.6, WP-R83)."""
    play.pop()
    play.tell("blockade.accepted", "7.6.blockade", seat=seat_term(seat), hex=place_term(frame.hex))
    voyage = under_way(play.table, Voyage)
    _meet(play, frame.hex, voyage.ships)


def _meet(play: Play, hex_id: str, ships: tuple[str, ...]) -> None:
    """Join battle between the blockaders and ships of the stack; what is left may then sail on."""
    voyage = under_way(play.table, Voyage)
    force = tuple(unit.id for unit in blockade_of(play, voyage, hex_id))
    play.retop(halted=True)
    naval_combat.begin(play, hex_id, voyage.seat, ships, force)


def _elude(play: Play, hex_id: str) -> None:
    voyage = under_way(play.table, Voyage)
    force = tuple(unit.id for unit in blockade_of(play, voyage, hex_id))
    play.retop(eluded=voyage.eluded + force)


def options_run(
    view: View, frame: Blockade, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer to run, or not."""
    if field == "attempt" and frame.stage == "run":
        yield Option("yes", Text("run.yes", {}))
        yield Option("no", Text("run.no", {}))


# --- catch ----------------------------------------------------------------------------------


def check_catch(view: View, frame: Blockade, action: Catch) -> list[Refusal]:
    """Return why these ships are not the ones intercepted: exactly the excess, of the stack."""
    if frame.stage != "catch":
        return [refuse("blockade.not_yours_now", "7.6.blockade.run")]
    ships = the_voyage(view.table).ships
    chosen = tuple(dict.fromkeys(action.ships))
    found = [
        refuse("catch.not_there", "7.6.blockade.pick", unit=Term("unit", ship))
        for ship in chosen
        if ship not in ships
    ]
    if len(chosen) != frame.excess:
        given = len(chosen)
        found.append(refuse("catch.number", "7.6.blockade.pick", n=frame.excess, given=given))
    return found


def apply_catch(play: Play, frame: Blockade, seat: str, action: Catch) -> None:
    """Join battle with the ships caught; the others have run the blockade."""
    play.pop()
    ships = tuple(dict.fromkeys(action.ships))
    play.tell(
        "blockade.caught",
        "7.6.blockade.pick",
        seat=seat_term(seat),
        ships=unit_terms(ships),
        n=len(ships),
    )
    _meet(play, frame.hex, ships)


def catches(table: Table, voyage: Voyage, excess: int) -> Iterator[tuple[Unit, ...]]:
    """Yield sets of ships to catch, laden transports and weak warships first."""
    laden = {carrier_of(unit.at) for unit in table.units.values()}
    ships = sorted(
        voyage.ships,
        key=lambda ship: (ship not in laden, is_warship(ship), printed(ship).armour, ship),
    )
    for chosen in islice(combinations(ships, excess), 60):
        yield tuple(table.units[ship] for ship in chosen)


def options_catch(
    view: View, frame: Blockade, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer sets of as many ships as are in excess."""
    if field == "ships" and frame.stage == "catch":
        found = catches(view.table, the_voyage(view.table), frame.excess)
        yield from filter(fits_option, map(stack_option, found))


# --- letting it pass ------------------------------------------------------------------------


def check_let_pass(view: View, frame: Blockade, action: LetPass) -> list[Refusal]:
    """Return why the stack cannot be let pass: only while the mover still decides to run."""
    if frame.stage != "catch":
        return [refuse("blockade.not_yours_now", "7.6.blockade.run")]
    return []


def apply_let_pass(play: Play, frame: Blockade, seat: str, action: LetPass) -> None:
    """Let the stack go on, safe from these ships.

    An answer that says nothing of interceptions leaves what was said of them.
    """
    play.pop()
    if action.ask_within < ALWAYS:
        play.keep(seat, ask_within=action.ask_within)
    _elude(play, frame.hex)
    rule = "7.6.blockade.pass"
    play.tell("interception.let_pass", rule, seat=seat_term(seat), hex=place_term(frame.hex))


# --- the frame ------------------------------------------------------------------------------


def decide(table: Table, frame: Blockade) -> tuple[Decision, ...]:
    """Ask the mover whether to run, or the blockader whom to catch."""
    voyage = the_voyage(table)
    run = frame.stage == "run"
    return (
        Decision(
            f"{frame.born}.blockade.{frame.stage}.{frame.seat}",
            frame.seat,
            f"blockade.{frame.stage}",
            "7.6.blockade.run" if run else "7.6.blockade.pick",
            {
                "hex": place_term(frame.hex),
                "ships": unit_terms(voyage.ships),
                "blockaders": unit_terms(blockade_of(table, voyage, frame.hex)),
                "total": len(voyage.ships),
                "n": frame.excess,
            },
            ("run",) if run else ("catch", "let_pass"),
            tuple(_run_choices(voyage) if run else _catch_choices(table, frame)),
            interrupt=not run,
        ),
    )


def _run_choices(voyage: Voyage) -> Iterator[Choice]:
    yield Choice(Text("run.yes", {"n": len(voyage.ships)}), Run(attempt=True))
    yield Choice(Text("run.no", {"n": len(voyage.ships)}), Run(attempt=False))


def _catch_choices(table: Table, frame: Blockade) -> Iterator[Choice]:
    for units in islice(catches(table, the_voyage(table), frame.excess), 12):
        label = Text("catch", {"ships": unit_terms(units), "n": len(units)})
        yield Choice(label, Catch(ships=tuple(unit.id for unit in units)))
    yield Choice(Text("let_pass", {}), LetPass())


RUN: AnyVerb = Answer(
    model=Run,
    frame=Blockade,
    check=check_run,
    apply=apply_run,
    options=options_run,
    possible=lambda view, frame: frame.stage == "run",
)
CATCH: AnyVerb = Answer(
    model=Catch,
    frame=Blockade,
    check=check_catch,
    apply=apply_catch,
    options=options_catch,
    possible=lambda view, frame: next(options_catch(view, frame, "ships", {}), None) is not None,
)
LETPASS: AnyVerb = Answer(
    model=LetPass,
    frame=Blockade,
    check=check_let_pass,
    apply=apply_let_pass,
    options=options_let_pass,
    possible=lambda view, frame: frame.stage == "catch",
)

VERBS: tuple[AnyVerb, ...] = (RUN, CATCH, LETPASS)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Blockade, decisions=decide),)
