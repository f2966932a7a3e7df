"""A stack under way, hex by hex: blockades and interceptions on its course, and its end.

The course is its owner's secret; the frame on the table holds only what everybody has seen. A
course that an attempt to intercept has stopped may be changed (WP-R46); what is left of the old
one stays known to its owner, who may hold it.

Rules:
    7.2, 7.3, 7.6; WP-E2, WP-E15, WP-R9, WP-R46, WP-R83, WP-R98.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.api import Choice, Cost, Decision, Option, Refusal, Term, Text
from engine.kit.verbs import Answer, FrameRules, under_way
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Move, Stop
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_warship
from engine.war_of_the_pacific.options import course_option
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import (
    AnyFrameRules,
    AnyVerb,
    Play,
    place_term,
    seat_term,
    unit_terms,
)
from engine.war_of_the_pacific.rules.sea import interceptors
from engine.war_of_the_pacific.rules.sea.courses import distances, hexes_between, home_to_box, plot
from engine.war_of_the_pacific.rules.sea.damage import end_voyage_of
from engine.war_of_the_pacific.rules.sea.return_to_port import homes
from engine.war_of_the_pacific.state import (
    CHILE,
    Blockade,
    Interception,
    Table,
    View,
    Voyage,
    other,
)
from engine.war_of_the_pacific.survey import Scene, fleet, is_friendly_port

# --- courses a stack may take ---------------------------------------------------------------


def shunned(scene: Scene, side: str, done: Collection[str] = ()) -> frozenset[str]:
    """Return the hexes where enemy warships could meet a stack of *side* for certain.

    Args:
        scene: Who is where.
        side: The mover.
        done: Ships that leave what is left of the stack alone (:func:`interceptors.done_with`).

    Rules:
        7.3.automatic, 7.6.blockade; WP-R98.
    """
    ships = fleet(scene.units, other(side))
    return frozenset(unit.at for unit in ships if is_warship(unit) and unit.id not in done)


def course_for(
    scene: Scene,
    side: str,
    at: str,
    to: str,
    via: Sequence[str],
    area: str,
    done: Collection[str] = (),
) -> tuple[tuple[str, ...], list[Refusal]]:
    """Return the course of a stack bound for *area* ("" home to a port), or why it has none.

    Of enemy warships it does not pass, those that are *done* with the stack need no way round.

    Rules:
        7.2: into the ordered area and not out of it again; without an order, to a port that
        takes such ships in (WP-E2). For Chile any hex of Naval Area I then stands for the box.
        WP-R98: round enemy warships where that costs little.
    """
    board = load_board()
    found = _refuse_goal(scene, side, to, area)
    found += [
        refuse("sail.not_water", "7.2.path", place=place_term(place))
        for place in dict.fromkeys(via)
        if place == BOX or not board.is_navigable(place)
    ]
    if found:
        return (), found
    homeward = not area and to not in homes(scene, side)
    goal = BOX if homeward else to
    course = plot(at, goal, via, area, shunned(scene, side, done))
    if course is None:
        if area and plot(at, goal, via, "") is not None:
            return (), [refuse("sail.leaves_area", "7.2.leave", area=Term("area", area))]
        return (), [refuse("sail.no_way", "7.2.path", place=place_term(to))]
    if not area and goal == BOX:
        course = home_to_box(course, at)
    return course, []


def _refuse_goal(scene: Scene, side: str, to: str, area: str) -> list[Refusal]:
    board = load_board()
    if not board.is_navigable(to):
        return [refuse("sail.not_water", "7.2.path", place=place_term(to))]
    if to == BOX and side != CHILE:
        return [refuse("sail.not_your_box", "2.4.box")]
    if area:
        if board.area_of(to) == area:
            return []
        return [
            refuse("sail.wrong_area", "7.2.must", place=place_term(to), area=Term("area", area))
        ]
    ports = homes(scene, side)
    if to in ports or (side == CHILE and board.area_of(to) == board.box_area):
        return []
    code = "sail.not_the_box" if ports == (BOX,) else "sail.not_friendly_port"
    return [refuse(code, "7.2.return", place=place_term(to))]


def destinations(scene: Scene, side: str, at: str, area: str) -> Iterator[str]:
    """Yield where a stack may sail to, best first, without its own place.

    Ports for ships going home, nearest first. In an ordered area: its nearest hex, the
    ports, the other cities worth points, then every hex, nearest first.
    """
    board = load_board()
    if not area:
        ports = [port for port in homes(scene, side) if _reaches(at, port, "")]
        yield from sorted(ports, key=lambda port: distances(port, "")[at])
        return
    places = list(board.areas[area].hexes)
    if area == board.box_area and side == CHILE:
        places.append(BOX)
    reachable = [place for place in places if _reaches(at, place, area)]
    reachable.sort(key=lambda place: (distances(place, area)[at], place))
    best = [
        *reachable[:1],
        *(place for place in reachable if board.is_port(place)),
        *(place for place in reachable if _worth_points(place)),
    ]
    yield from dict.fromkeys((*best, *reachable))


def shortest_end(scene: Scene, frame: Voyage) -> Move | Stop | None:
    """Return what ends a voyage where it is, or as near as it may end; ``None`` where nothing can.

    Rules:
        7.2.must, 7.2.return; WP-R46.
    """
    if may_end(scene, frame):
        return Stop()
    nearest = next(destinations(scene, frame.seat, frame.at, frame.area), None)
    return None if nearest is None else Move(to=nearest)


def _worth_points(place: str) -> bool:
    city = load_board().cities.get(place)
    return city is not None and city.vp > 0


def _reaches(at: str, place: str, area: str) -> bool:
    return place != at and at in distances(place, area)


# --- under way ------------------------------------------------------------------------------


class _Run:
    """One stretch of a voyage, until somebody must be asked or it ends."""

    def __init__(self, play: Play, frame: Voyage) -> None:
        self.play = play
        self.frame = frame
        self.enemy = other(frame.seat)
        secrets = play.secrets[self.enemy]
        self.ask_within = secrets.ask_within
        self.course = list(play.secrets[frame.seat].course)
        self.wake: list[str] = []
        self.at = frame.at
        self.asked = frame.asked
        self.met = frame.blockade_met
        self._groups: list[interceptors.Group] | None = None

    def groups(self) -> list[interceptors.Group]:
        """Return the enemy's groups that may still try; nobody else moves meanwhile."""
        if self._groups is None:
            self._groups = interceptors.groups(self.play, self.enemy, self.frame)
        return self._groups

    def sail_on(self) -> None:
        """Go on hex by hex until something stops the stack."""
        while not self._meets_blockade() and not self._meets_interceptors():
            if self.frame.halted:
                self._write()
                return
            if not self.course:
                self._write()
                end_voyage(self.play)
                return
            self._enter(self.course.pop(0))

    def _enter(self, place: str) -> None:
        if self.frame.eluded and self.play.settings.follows("blockade_runners") == "es":
            # WP-E15: it was the blockade of that hex that they got past, and no more.
            self.frame = replace(self.frame, eluded=())
            self._groups = None
        self.at = place
        self.wake.append(place)
        # Nobody is intercepted or blockaded in the box (7.2, 7.6).
        self.asked = self.met = place == BOX

    def _write(self) -> None:
        """Put down on the table what this stretch came to."""
        play, frame = self.play, self.frame
        if self.wake:
            play.change_all(frame.ships, at=self.at, in_port=False)
            play.keep(frame.seat, course=tuple(self.course))
            play.tell(
                "voyage.moved",
                "7.2",
                ships=unit_terms(frame.ships),
                start=place_term(frame.at),
                place=place_term(self.at),
                path=tuple(place_term(place) for place in self.wake),
                n=len(self.wake),
            )
        play.retop(
            at=self.at,
            moved=frame.moved + len(self.wake),
            eluded=frame.eluded,
            asked=self.asked,
            blockade_met=self.met,
        )

    def _meets_blockade(self) -> bool:
        leaving = not self.frame.moved and not self.wake
        if self.met or (leaving and not self.course):
            return False
        self.met = True
        if not is_friendly_port(self.play, self.at, self.frame.seat):
            return False
        # Who wants no questions about interceptions blockades all the same (WP-R83).
        force = interceptors.blockade_of(self.play, self.frame, self.at)
        if not force:
            return False
        self._write()
        born = self.play.table.serial
        self.play.tell(
            "blockade.met",
            "7.6.blockade",
            ships=unit_terms(self.frame.ships),
            hex=place_term(self.at),
            blockaders=unit_terms(force),
        )
        self.play.push(Blockade(born, self.frame.seat, self.at, leaving, "run"))
        return True

    def _meets_interceptors(self) -> bool:
        if self.asked:
            return False
        self.asked = True
        stacks = interceptors.within_reach(self.groups(), self.at)
        if not interceptors.asks(stacks, self.ask_within):
            return False
        self._write()
        born = self.play.table.serial
        self.play.push(Interception(born, self.enemy, self.at, stacks))
        return True


def go_on(play: Play, frame: Voyage) -> bool:
    """Sail on until the enemy or the mover must be asked, or the voyage is over."""
    if not frame.ships:
        _close(play)
        return True
    if frame.halted and frame.asked and frame.blockade_met:
        return False
    _Run(play, frame).sail_on()
    return True


def end_voyage(play: Play) -> None:
    """End the voyage on top where it is; in a friendly port its ships lie in it."""
    frame = under_way(play.table, Voyage)
    end_voyage_of(play, frame.ships, frame.seat, frame.at)
    port = is_friendly_port(play, frame.at, frame.seat)
    play.tell(
        "voyage.in_port" if port else "voyage.ended",
        "7.6",
        ships=unit_terms(frame.ships),
        place=place_term(frame.at),
    )
    _close(play)


def _close(play: Play) -> None:
    frame = under_way(play.table, Voyage)
    play.pop()
    play.keep(frame.seat, course=())
    play.keep(other(frame.seat), ask_within=None)


# --- move and stop --------------------------------------------------------------------------


def may_end(scene: Scene, frame: Voyage) -> bool:
    """Say whether the voyage may end where it is: in the ordered area, or in a port of return."""
    if frame.area:
        return load_board().area_of(frame.at) == frame.area
    return frame.at in homes(scene, frame.seat)


def course_on(scene: Scene, frame: Voyage, action: Move) -> tuple[tuple[str, ...], list[Refusal]]:
    """Return the new course of a stack under way, or why it has none (7.2, WP-R46)."""
    done = interceptors.done_with(frame)
    return course_for(scene, frame.seat, frame.at, action.to, action.via, frame.area, done)


def check_move(view: View, frame: Voyage, action: Move) -> list[Refusal]:
    """Return why the stack cannot sail on so (7.2, WP-R46)."""
    course, found = course_on(view.table, frame, action)
    if not found and not course:
        found.append(refuse("voyage.already_there", "7.2.must", place=place_term(action.to)))
    return found


def apply_move(play: Play, frame: Voyage, seat: str, action: Move) -> None:
    """Take a new course, or hold the old one when its end is named and no way is."""
    old = play.secrets[seat].course
    if not action.via and old and old[-1] == action.to:
        course = old
    else:
        course, _ = course_on(play, frame, action)
    play.keep(seat, course=course)
    play.retop(halted=False)


def options_move(
    view: View, frame: Voyage, field: str, filled: Mapping[str, str]
) -> Iterator[Option]:
    """Offer to hold the course, then the other destinations."""
    if field != "to":
        return
    old = view.own.course if view.own else ()
    if old:
        n, params = len(old), {"place": place_term(old[-1])}
        yield Option(old[-1], Text("voyage.hold", {**params, "n": n}), Cost(n))
    shun = shunned(view.table, frame.seat, interceptors.done_with(frame))
    for place in destinations(view.table, frame.seat, frame.at, frame.area):
        if not old or place != old[-1]:
            yield course_option(place, hexes_between(frame.at, place, frame.area, shun))


def check_stop(view: View, frame: Voyage, action: Stop) -> list[Refusal]:
    """Return why the voyage cannot end here (7.2)."""
    if may_end(view.table, frame):
        return []
    if frame.area:
        return [refuse("voyage.must_reach", "7.2.must", area=Term("area", frame.area))]
    return [refuse("voyage.must_return", "7.2.return")]


def apply_stop(play: Play, frame: Voyage, seat: str, action: Stop) -> None:
    """End the voyage here."""
    end_voyage(play)


# --- the frame ------------------------------------------------------------------------------


def decide(table: Table, frame: Voyage) -> tuple[Decision, ...]:
    """Ask the mover for a new course; what was left of the old one is not told here."""
    choices = []
    if may_end(table, frame):
        choices.append(Choice(Text("voyage.stop", {"place": place_term(frame.at)}), Stop()))
    for place in _public_destinations(table, frame):
        label = Text("voyage.go", {"place": place_term(place)})
        choices.append(Choice(label, Move(to=place)))
    return (
        Decision(
            f"{frame.born}.voyage.{frame.moved}.{len(frame.ships)}.{frame.seat}",
            frame.seat,
            "voyage" if frame.area else "voyage.home",
            "7.2.must" if frame.area else "7.2.return",
            {
                "seat": seat_term(frame.seat),
                "ships": unit_terms(frame.ships),
                "place": place_term(frame.at),
                "area": Term("area", frame.area),
            },
            ("move", "stop"),
            tuple(choices),
        ),
    )


def privately(view: View, decision: Decision) -> Decision:
    """Return a question as its side alone is asked it: a voyage knows its old course (WP-R46)."""
    course = view.own.course if view.own else ()
    if not course or decision.code not in ("voyage", "voyage.home"):
        return decision
    hold = Choice(Text("voyage.hold", {"place": place_term(course[-1])}), Move(to=course[-1]))
    return replace(decision, choices=(*decision.choices, hold))


def _public_destinations(table: Table, frame: Voyage) -> list[str]:
    places = []
    for place in destinations(table, frame.seat, frame.at, frame.area):
        places.append(place)
        if len(places) == 6:
            break
    return places


MOVE_VOYAGE: AnyVerb = Answer(
    model=Move,
    frame=Voyage,
    check=check_move,
    apply=apply_move,
    options=options_move,
    possible=lambda view, frame: next(options_move(view, frame, "to", {}), None) is not None,
)
STOP_VOYAGE: AnyVerb = Answer(
    model=Stop,
    frame=Voyage,
    check=check_stop,
    apply=apply_stop,
    possible=lambda view, frame: may_end(view.table, frame),
)
FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=Voyage, decisions=decide, go_on=go_on),)
