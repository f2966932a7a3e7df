"""What has changed between two views: ways, losses, steps, fire, retreats, towns, works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.api import Event
from engine.barricadas.frames import Activation
from engine.barricadas.state import DEAD, LEFT, OFF_GROUND, Counter, Table, hex_of
from engine.barricadas.survey import battlefield_of
from engine.kit.params import key_of, numbers_of, terms_of
from engine.kit.records import changed

_STRIKES = frozenset(("mission.strikes", "air.strikes", "direct.strikes", "mines.explode"))
"""Codes that tell of hits in a hex that are nobody's fire."""


@dataclass(frozen=True, slots=True)
class Move:
    """Counters of a side that went the same way; none where a marker did.

    Attributes:
        side: Whose they are; "" where nobody can tell.
        who: Their ids.
        way: From hex to hex; the first is where they stood before.
        back: Whether they went back: in retreat.
    """

    side: str
    who: tuple[str, ...]
    way: tuple[str, ...]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Shots:
    """Fire at a hex: from which hexes, who fired, and the hits that it brought."""

    origins: tuple[str, ...]
    who: tuple[str, ...]
    at: str
    hits: int


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference of two tables.

    Attributes:
        moves: Who went where.
        lost: Counters that were eliminated, as they stood.
        left: Counters that left the ground, as they stood.
        hits: Steps lost by counters that are still there, by id.
        shown: Counters that are recognised now and were not.
        shots: Fire, in its order.
        directed: Guns on the ground that fired as an officer directed; their hits are shells'.
        shells: Hexes struck by artillery, aircraft or mines, and the hits.
        assaults: Assaults that were made: from which hex, on which.
        taken: Towns that have changed hands, with their holder.
        dug: Hexes with positions that are new.
        appeared: Hexes with markers that had none; *vanished* those that have none any more.
    """

    moves: tuple[Move, ...] = ()
    lost: tuple[Counter, ...] = ()
    left: tuple[Counter, ...] = ()
    hits: Mapping[str, int] = field(default_factory=dict)
    shown: tuple[Counter, ...] = ()
    shots: tuple[Shots, ...] = ()
    directed: tuple[Shots, ...] = ()
    shells: tuple[tuple[str, int], ...] = ()
    assaults: tuple[tuple[str, str], ...] = ()
    taken: Mapping[str, str] = field(default_factory=dict)
    dug: tuple[str, ...] = ()
    appeared: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """The hexes where something happened, the most important first."""
        found: dict[str, None] = {}
        for one in self.lost:
            found[one.at] = None
        for shots in (*self.shots, *self.directed):
            found.update(dict.fromkeys((shots.at, *shots.origins)))
        found.update(dict.fromkeys(at for at, _ in self.shells))
        for origin, target in self.assaults:
            found.update(dict.fromkeys((target, origin)))
        found.update(dict.fromkeys(self.taken))
        for move in self.moves:
            found.update(dict.fromkeys((move.way[-1], move.way[0])))
        for place in (*(one.at for one in self.left), *self.dug, *self.appeared, *self.vanished):
            found[place] = None
        return tuple(place for place in found if place not in OFF_GROUND and place)


def changes(
    before: Table | None, after: Table, passed: Table | None = None, events: Iterable[Event] = ()
) -> Changes:
    """Return what has changed since *before*; nothing when there was nothing.

    Args:
        before: The table as it was.
        after: The table as it is.
        passed: What lay on the table before the last step: ways that were declared stand there.
        events: What was told meanwhile: who fired at what.
    """
    if before is None or before is after:
        return Changes()
    lost, left, shown = [], [], []
    hits: dict[str, int] = {}
    went: dict[tuple[str, str, bool], list[Counter]] = {}
    for key, now in sorted(after.counters.items()):
        old = before.counters.get(key)
        if old is None:
            if hex_of(after, now) not in OFF_GROUND:
                shown.append(now)
            continue
        start, end = hex_of(before, old), hex_of(after, now)
        if start not in OFF_GROUND:
            if now.at == DEAD:
                lost.append(_placed(old, start))
            elif now.at == LEFT:
                left.append(_placed(old, start))
            elif now.hits > old.hits:
                hits[key] = now.hits - old.hits
        if start != end and not {start, end} & OFF_GROUND:
            back = now.routed or _went_back(key, events)
            went.setdefault((start, end, back), []).append(now)
    told = tuple(events)
    ways = _ways(passed)
    moves = [
        Move(who[0].side, tuple(one.id for one in who), ways.get((start, end), (start, end)), back)
        for (start, end, back), who in went.items()
    ]
    shades = set(before.shades), set(after.shades)
    moved, gone, come = _markers(ways, *shades)
    return Changes(
        moves=(*moves, *moved),
        lost=tuple(lost),
        left=tuple(left),
        hits=hits,
        shown=tuple(shown),
        shots=tuple(_shots(before, after, told)),
        directed=tuple(_directed(before, after, told)),
        shells=tuple(_shells(told)),
        assaults=tuple(_assaults(before, after, told)),
        taken={at: side for at, side in after.held.items() if before.held.get(at) != side},
        dug=tuple(one for one in after.positions if one not in before.positions),
        appeared=come,
        vanished=gone,
    )


def _placed(one: Counter, place: str) -> Counter:
    """Return a counter as standing in the hex that it was in: its lorry's, if one carried it."""
    return changed(one, at=place)


def _went_back(key: str, events: Iterable[Event]) -> bool:
    return any(event.code == "back.goes" and key in _keys(event) for event in events)


def _ways(passed: Table | None) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the ways that were declared, by where they begin and end."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for frame in () if passed is None else passed.frames:
        if isinstance(frame, Activation):
            for doing in frame.doings:
                if len(doing.way) > 1:
                    found[doing.way[0], doing.way[-1]] = doing.way
                    # Who is halted on the way, or goes on into an assault, went it in part.
                    for end in doing.way[1:-1]:
                        part = doing.way[: doing.way.index(end) + 1]
                        found.setdefault((doing.way[0], end), part)
    return found


def _markers(
    ways: Mapping[tuple[str, str], tuple[str, ...]], old: set[str], new: set[str]
) -> tuple[tuple[Move, ...], tuple[str, ...], tuple[str, ...]]:
    """Return how markers moved, where they went, and where they came from nowhere.

    A marker moved where a way leads from a hex it left, or one that may hold more, to a new one.
    """
    come, gone = new - old, old - new
    moved = []
    for (start, end), way in ways.items():
        if end in come and start in old:
            moved.append(Move("", (), way))
            come, gone = come - {end}, gone - {start}
    return tuple(moved), tuple(sorted(gone)), tuple(sorted(come))


def _shots(before: Table, after: Table, events: Iterable[Event]) -> Iterator[Shots]:
    for event in events:
        if event.code != "fire.result":
            continue
        (hits,) = numbers_of(event.params["hits"])
        yield _fired(before, after, event, hits)


def _fired(before: Table, after: Table, event: Event, hits: int) -> Shots:
    who = _keys(event)
    places = [_standing(before, after, key) for key in who]
    origins = tuple(dict.fromkeys(place for place in places if place))
    return Shots(origins, who, key_of(event.params["hex"]), hits)


def _directed(before: Table, after: Table, events: Iterable[Event]) -> Iterator[Shots]:
    """Yield what guns fired that an officer directed, with the hits where they were aimed."""
    struck = dict(_shells(events))
    for event in events:
        if event.code == "direct.fires":
            yield _fired(before, after, event, struck.get(key_of(event.params["hex"]), 0))


def _standing(before: Table, after: Table, key: str) -> str:
    """Return the hex of who fired: where it is, or was before it fell."""
    for table in (after, before):
        one = table.counters.get(key)
        if one is not None and hex_of(table, one) not in OFF_GROUND:
            return hex_of(table, one)
    return ""


def _shells(events: Iterable[Event]) -> Iterator[tuple[str, int]]:
    for event in events:
        if event.code in _STRIKES:
            (hits,) = numbers_of(event.params["hits"])
            yield key_of(event.params["hex"]), hits


def _assaults(before: Table, after: Table, events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    for event in events:
        if event.code == "assault.declared":
            target = key_of(event.params.get("hex"))
            for key in _keys(event)[:1]:
                origin = _beside(before, after, key, target)
                if origin and target:
                    yield origin, target


def _beside(before: Table, after: Table, key: str, target: str) -> str:
    """Return the hex beside the target from which somebody assaulted, as far as can be told."""
    field_ = battlefield_of(after)
    stood = [
        hex_of(table, table.counters[key]) for table in (before, after) if key in table.counters
    ]
    near = [place for place in stood if place in field_.hexes]
    beside = [place for place in near if target in field_.adjacent(place)]
    if beside:
        return beside[0]
    # They came from farther off: from the side of the target on which they had stood.
    ends = sorted(field_.adjacent(target), key=lambda one: (field_.distance(one, near[0]), one))
    return ends[0] if near else ""


def _keys(event: Event) -> tuple[str, ...]:
    """Return the ids of the counters of which an event tells."""
    return tuple(one.key for one in terms_of(event.params.get("who")))
