"""Naval interception (7.3-7.5): who may try, the die, the approach that fails.

Rules:
    7.3 (one die higher than the distance; all warships of a hex; joint attempts; automatic in the
    same hex), 7.4 (whose speed modifies the die), 7.5 (the failed approach);
    WP-E3, WP-E4, WP-R8 to WP-R10, WP-R34, WP-R35, WP-R39, WP-R46, WP-R47.
    Also 7.3.fight, 7.3.joint.each, 7.3.joint.far, 7.3.nocounter, 7.3.pause, 7.3.several,
    7.3.transports, 7.5.example, 7.5.others, 7.5.spanish, 7.5.stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.api import Choice, Decision, Option, Refusal, Term, Text
from engine.kit.verbs import Answer, FrameRules, under_way
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Intercept, LetPass
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.options import count_option, fits_option
from engine.war_of_the_pacific.play import (
    AnyFrameRules,
    AnyVerb,
    Play,
    place_term,
    seat_term,
    unit_terms,
)
from engine.war_of_the_pacific.rules.sea import naval_combat
from engine.war_of_the_pacific.rules.sea.interceptors import (
    DIE,
    Group,
    arrives,
    groups,
    winning_faces,
)
from engine.war_of_the_pacific.rules.sea.provisions import provisions
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    Blockade,
    Interception,
    Table,
    View,
    Voyage,
)
from engine.war_of_the_pacific.survey import Scene

ALWAYS = 99
"""``ask_within`` of somebody who wants to be asked every time."""


# --- the offer ------------------------------------------------------------------------------


def the_interception(table: Table) -> Interception:
    """Return the interception that is offered."""
    return under_way(table, Interception)


def the_voyage(table: Table) -> Voyage:
    """Return the innermost voyage under way."""
    return under_way(table, Voyage)


def offered(scene: Scene, voyage: Voyage, frame: Interception) -> dict[str, Group]:
    """Return who may intercept now, by place."""
    far = dict(frame.stacks)
    found = groups(scene, frame.seat, voyage, set(far))
    able = (group.reaching(far[group.place]) for group in found)
    return {group.place: group for group in able if group.ships}


@dataclass(frozen=True, slots=True)
class Throw:
    """One die of an attempt: who sails out on it, with what modifier, how far."""

    groups: tuple[Group, ...]
    speed: int
    distance: int


def throws(away: Sequence[Group], far: Mapping[str, int], settings: Settings) -> tuple[Throw, ...]:
    """Return the dice that groups not yet in the hex need.

    Together one, measured from the farthest, or each group its own, the nearest first.

    Rules:
        7.3.joint, 7.4; WP-E4.
    """
    if not away:
        return ()
    if settings.follows("joint_interception") == "es":
        nearest = sorted(away, key=lambda group: far[group.place])
        return tuple(Throw((group,), group.speed, far[group.place]) for group in nearest)
    speed = min(group.speed for group in away)
    return (Throw(tuple(away), speed, max(far[group.place] for group in away)),)


def attempt(
    scene: Scene, voyage: Voyage, frame: Interception, action: Intercept
) -> tuple[list[Group], tuple[Throw, ...]]:
    """Return the groups of an attempt that are there already, and the dice of the others."""
    far = dict(frame.stacks)
    able = offered(scene, voyage, frame)
    chosen = [able[place] for place in dict.fromkeys(action.stacks) if place in able]
    if action.transports:
        chosen = [group.with_transports() for group in chosen]
    here = [group for group in chosen if far[group.place] == 0]
    away = [group for group in chosen if far[group.place] > 0]
    return here, throws(away, far, scene.settings)


def check_intercept(view: View, frame: Interception, action: Intercept) -> list[Refusal]:
    """Return why the stack cannot be intercepted so.

    Rules:
        7.3 (only stacks in reach); WP-R34 (nor an attempt that even a six cannot make good).
    """
    able = offered(view.table, the_voyage(view.table), frame)
    found = [
        refuse(
            "intercept.not_in_reach",
            "7.3.offer",
            place=place_term(place),
            allowed=tuple(place_term(one) for one, _ in frame.stacks),
        )
        for place in dict.fromkeys(action.stacks)
        if place not in able
    ]
    _, dice = attempt(view.table, the_voyage(view.table), frame, action)
    found += [
        refuse("intercept.hopeless", "7.3.offer", speed=one.speed, distance=one.distance)
        for one in dice
        if not winning_faces(one.speed, one.distance)
    ]
    return found


def apply_intercept(play: Play, frame: Interception, seat: str, action: Intercept) -> None:
    """Roll for those that sail out, bring them to the hex or part of the way, and join battle.

    Warships already in the hex need no die; they fight also when the others fail. Whatever comes
    of it, the stack may choose a new course afterwards (WP-R46).
    """
    play.pop()
    voyage = under_way(play.table, Voyage)
    here, dice = attempt(play, voyage, frame, action)
    met = list(here)
    failed = voyage.failed
    for throw in dice:
        if _rolled(play, frame, throw):
            met += throw.groups
        else:
            failed += tuple(ship for group in throw.groups for ship in group.ships)
    if met:
        places = tuple(place_term(group.place) for group in met)
        play.tell(
            "interception.met",
            "7.3.automatic" if not dice else "7.3",
            seat=seat_term(seat),
            stacks=places,
            hex=place_term(frame.hex),
            ships=unit_terms(ship for group in met for ship in group.ships),
        )
    play.retop(halted=True, failed=failed, asked=bool(met))
    if met:
        for group in met:
            put_to_sea(play, group, frame.hex)
        interceptors = tuple(ship for group in met for ship in group.ships)
        naval_combat.begin(play, frame.hex, voyage.seat, voyage.ships, interceptors)


def _rolled(play: Play, frame: Interception, throw: Throw) -> bool:
    """Roll for those that sail out on one die; on a failure move them closer (7.5)."""
    (die,) = play.roll("interception")
    success = arrives(die, throw.speed, throw.distance)
    play.tell(
        "interception.succeeded" if success else "interception.failed",
        "7.4" if success else "7.5",
        seat=seat_term(frame.seat),
        stacks=tuple(place_term(group.place) for group in throw.groups),
        hex=place_term(frame.hex),
        die=die,
        modifier=throw.speed,
        total=die + throw.speed,
        distance=throw.distance,
    )
    if not success:
        for group in throw.groups:
            _approach(play, group, frame.hex, approach(group, frame.hex, die, throw.speed))
    return success


def approach(group: Group, hex_id: str, die: int, speed: int) -> tuple[str, ...]:
    """Return the hexes that a group which failed sails along a shortest course (7.5, WP-R8)."""
    return load_board().sea_path(group.place, hex_id)[: max(0, die + speed)]


def _approach(play: Play, group: Group, hex_id: str, course: Sequence[str]) -> None:
    """Move a group that failed along its course toward the hex."""
    if not course:
        return
    put_to_sea(play, group, course[-1])
    play.tell(
        "interception.approached",
        "7.5.approach",
        seat=seat_term(play.units[group.ships[0]].side),
        ships=unit_terms(group.ships),
        stack=place_term(group.place),
        place=place_term(course[-1]),
        n=len(course),
    )


def put_to_sea(play: Play, group: Group, hex_id: str) -> None:
    """Bring a group to a hex; leaving a port uses up a column there (7.8, WP-R39).

    Who meets a stack in the hex where it lies stays as it lies.
    """
    if group.place == hex_id:
        return
    side = play.units[group.ships[0]].side
    if any(play.units[ship].in_port for ship in group.ships):
        column = provisions(play.units, group.place, side)
        if column is not None:
            play.remove(column)
            play.tell(
                "voyage.provisions", "7.8", seat=seat_term(side), place=place_term(group.place)
            )
    play.change_all(group.ships, at=hex_id, in_port=False)


def options_intercept(
    view: View, frame: Interception, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer each stack alone, the likeliest first, then stacks together; then transports."""
    if field == "transports":
        yield from _transport_flags(view, frame, filled)
        return
    if field != "stacks":
        return
    able = offered(view.table, the_voyage(view.table), frame)
    far = dict(frame.stacks)
    for places, chances in _attempts(able, far, view.table.settings):
        option = Option(",".join(places), _label(able, far, places, chances))
        if fits_option(option):
            yield option


def _label(
    able: Mapping[str, Group],
    far: Mapping[str, int],
    places: Sequence[str],
    chances: tuple[int, ...],
) -> Text:
    code = "intercept.stack" if len(places) == 1 else "intercept.joint"
    return Text(
        code if len(chances) == 1 else "intercept.each",
        {
            "places": tuple(place_term(place) for place in places),
            "ships": unit_terms(ship for place in places for ship in able[place].ships),
            "distance": max(far[place] for place in places),
            "n": chances[0] if len(chances) == 1 else chances,
        },
    )


def _transport_flags(
    view: View, frame: Interception, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer to leave transports behind, or to take them along where that can still succeed."""
    stacks = tuple(part.strip() for part in filled.get("stacks", "").split(",") if part.strip())
    if not stacks:
        return
    for flag, code in ((False, "no"), (True, "yes")):
        action = Intercept(stacks=stacks, transports=flag)
        if not check_intercept(view, frame, action):
            yield Option(code, Text(f"intercept.transports.{code}", {}))


def _attempts(
    able: Mapping[str, Group], far: Mapping[str, int], settings: Settings
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield sets of places with the faces on which each die succeeds, single stacks first."""
    places = [place for place in far if place in able]
    for size in range(1, min(len(places), 4) + 1):
        found = []
        for chosen in combinations(places, size):
            dice = throws([able[place] for place in chosen if far[place] > 0], far, settings)
            chances = tuple(winning_faces(one.speed, one.distance) for one in dice) or (DIE,)
            if all(chances):
                found.append((chosen, chances))
        yield from sorted(found, key=lambda one: -min(one[1]))


# --- letting it pass ------------------------------------------------------------------------


def apply_let_pass(play: Play, frame: Interception, seat: str, action: LetPass) -> None:
    """Let the stack go on; how far the seat wants to be asked again stays its secret."""
    play.pop()
    play.keep(seat, ask_within=None if action.ask_within >= ALWAYS else action.ask_within)
    play.tell("interception.let_pass", "7.3", seat=seat_term(seat), hex=place_term(frame.hex))


def options_let_pass(
    view: View, frame: Interception | Blockade, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer how near the stack must come before it is asked again; none is needed."""
    if field == "ask_within":
        for n in (ALWAYS, 0, 1, 2, 3, 4):
            option = count_option(n)
            yield replace(option, label=Text(_ASK_LABEL.get(n, "let_pass.within"), {"n": n}))


_ASK_LABEL = {ALWAYS: "let_pass.always", 0: "let_pass.never"}


# --- the frame ------------------------------------------------------------------------------


def decide(table: Table, frame: Interception) -> tuple[Decision, ...]:
    """Ask the enemy of the moving stack."""
    voyage = the_voyage(table)
    able = offered(table, voyage, frame)
    far = dict(frame.stacks)
    choices = []
    for places, chances in _attempts(able, far, table.settings):
        label = _label(able, far, places, chances)
        choices.append(Choice(label, Intercept(stacks=places)))
        if len(choices) == 8:
            break
    choices.append(Choice(Text("let_pass", {}), LetPass()))
    choices.append(Choice(Text("let_pass.never", {}), LetPass(ask_within=0)))
    return (
        Decision(
            f"{frame.born}.interception.{len(voyage.failed)}.{frame.seat}",
            frame.seat,
            "interception",
            "7.3",
            {
                "seat": seat_term(voyage.seat),
                "ships": unit_terms(voyage.ships),
                "hex": place_term(frame.hex),
                "stacks": tuple(place_term(place) for place, _ in frame.stacks),
                "nearest": frame.stacks[0][1],
                "area": Term("area", load_board().area_of(frame.hex) or ""),
            },
            ("intercept", "let_pass"),
            tuple(choices),
            interrupt=True,
        ),
    )


INTERCEPT: AnyVerb = Answer(
    model=Intercept,
    frame=Interception,
    check=check_intercept,
    apply=apply_intercept,
    options=options_intercept,
    possible=lambda view, frame: (
        next(options_intercept(view, frame, "stacks", {}), None) is not None
    ),
)
LETPASS: AnyVerb = Answer(
    model=LetPass,
    frame=Interception,
    apply=apply_let_pass,
    options=options_let_pass,
)

VERBS: tuple[AnyVerb, ...] = (INTERCEPT, LETPASS)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Interception, decisions=decide),)
