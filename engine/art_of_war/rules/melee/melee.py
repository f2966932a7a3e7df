"""The melee phase (8.resolve): all who are in contact fight, and then what they lost is taken.

Rules:
    4.melee, 8.pairs, 8.resolve, 8.roll, 8.result.win, 8.conform.rout, 8.leaders, 8.camp.fortified,
    8.flank.face, 5.impetuous.disorder; ADG-R7, ADG-R11, ADG-R31.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.art_of_war.actions import Fight
from engine.art_of_war.frames import Quarry
from engine.art_of_war.play import Play, unit_term, unit_terms
from engine.art_of_war.rules.melee import camps
from engine.art_of_war.rules.melee.adding import in_words
from engine.art_of_war.rules.melee.duels import Duel, duel_of, outcome
from engine.art_of_war.rules.melee.facing import turn_to_face
from engine.art_of_war.rules.melee.pairs import Pair, edge_struck, melees, pairs
from engine.art_of_war.rules.rout import leaders, pursuit
from engine.art_of_war.rules.rout.routing import Loss, lose, lose_all
from engine.art_of_war.state import SEATS, SOUTH, Contact, Place, Table, contacts_of, standing_units
from engine.art_of_war.survey import type_of
from engine.art_of_war.tables.combat import ROUT, load_combat
from engine.art_of_war.troops import ENGINES
from engine.kit.records import changed
from engine.kit.standing_orders import in_force, lasting


class Fought(NamedTuple):
    """A duel that was fought, and by how much the first has won."""

    duel: Duel
    margin: int

    @property
    def winner(self) -> str:
        """Who has won; "" where nobody has."""
        if not self.margin:
            return ""
        return self.duel.pair.one if self.margin > 0 else self.duel.pair.two


def fight(play: Play) -> None:
    """Fight all melees; who may pursue is asked in a frame that is then on top."""
    confronted = tuple(_confronted(play.table))
    broken = _rout_confronted(play, confronted)
    camps.storm(play)
    found = in_order(play.table, pairs(play.table))
    _join_generals(play, found)
    # Whoever joins changes what is added, so that it is reckoned only now; then it stays so.
    table = play.table
    duels = tuple(duel_of(table, pair) for pair in found)
    fought = tuple(_throw(play, duel) for duel in duels)
    lose_all(play, _losses(fought))
    _risk_generals(play, fought)
    _tire(play)
    _age(play, found)
    for pair in found:
        if _stand(play, (pair.one, pair.two)):
            turn_to_face(play, pair)
    leaders.settle(play)
    pursuit.begin(play, (*broken, *_quarries(play, fought)))


def in_order(table: Table, found: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return pairs in the order of the units of whoever won the initiative (ADG-R31)."""
    first = table.initiative or SOUTH

    def key(pair: Pair) -> str:
        return pair.one if table.units[pair.one].side == first else pair.two

    return tuple(sorted(found, key=key))


def _confronted(table: Table) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield who was met at once in front and in flank or rear, and by whom (8.conform.rout)."""
    fresh: dict[str, list[Contact]] = {}
    for one in melees(table):
        if one.fresh and one.charge:
            fresh.setdefault(one.two, []).append(one)
    for key, contacts in fresh.items():
        edges = {edge_struck(table, one) for one in contacts}
        if "front" in edges and len(edges) > 1:
            # Who met it in front routs it.
            ordered = sorted(contacts, key=lambda one: edge_struck(table, one) != "front")
            yield key, tuple(one.one for one in ordered)


def _rout_confronted(
    play: Play, confronted: Sequence[tuple[str, tuple[str, ...]]]
) -> tuple[Quarry, ...]:
    losses = []
    for key, foes in confronted:
        play.tell("melee.confronted", "8.conform.rout", unit=unit_term(key), foes=unit_terms(foes))
        losses.append(Loss(key, ROUT, "confronted", foes[0]))
    before = play.table
    lose_all(play, losses)
    return tuple(
        pursuit.quarry(before, foe, key, main=foe == foes[0])
        for key, foes in confronted
        if type_of(play.unit(key)) not in ENGINES
        for foe in foes
    )


def _join_generals(play: Play, found: Sequence[Pair]) -> None:
    """Let generals fight who are told so beforehand (8.leaders)."""
    fighting = frozenset(key for pair in found for key in (pair.one, pair.two))
    for seat in SEATS:
        order = in_force(lasting(play.secrets[seat].standing, play.table.turn), Fight)
        wishes = frozenset(() if order is None else order.generals)
        leaders.join_fights(
            play, frozenset(key for key in fighting if play.unit(key).side == seat), wishes
        )


def _throw(play: Play, duel: Duel) -> Fought:
    """Throw for two who fight each other, and say what comes of it."""
    first, second = play.roll("melee", 2)
    result = outcome(duel, first, second)
    winner = duel.one if result.margin > 0 else duel.two
    points = load_combat().points(abs(result.margin))
    word = {0: "tie", ROUT: "routs"}.get(points, "won")
    rules = {0: "8.result.tie", 1: "8.result.win", 2: "8.result.three", ROUT: "8.result.six"}
    loser = duel.two if winner is duel.one else duel.one
    play.tell(
        f"melee.{word}",
        rules[points],
        one=unit_term(duel.one.unit),
        two=unit_term(duel.two.unit),
        dice=(first, second),
        first=first + duel.one.total + result.quality[0] + result.armour[0],
        second=second + duel.two.total + result.quality[1] + result.armour[1],
        added=in_words(duel.one.added, quality=result.quality[0], armour=result.armour[0]),
        against=in_words(duel.two.added, quality=result.quality[1], armour=result.armour[1]),
        winner=unit_term(winner.unit),
        loser=unit_term(loser.unit),
        margin=abs(result.margin),
        n=0 if points == ROUT else points,
    )
    return Fought(duel, result.margin)


def _losses(fought: Sequence[Fought]) -> Iterator[Loss]:
    for one in fought:
        winner = one.winner
        if winner:
            points = load_combat().points(abs(one.margin))
            yield Loss(one.duel.pair.foe_of(winner), points, "melee", winner)


def _risk_generals(play: Play, fought: Sequence[Fought]) -> None:
    """Throw for who fights in a unit that has lost and still stands (8.leaders.risk)."""
    for one in fought:
        winner = one.winner
        loser = one.duel.pair.foe_of(winner) if winner else ""
        if loser and play.unit(loser).on_table and leaders.risk(play, loser):
            lose(play, loser, 1, "general", by=winner)


def _tire(play: Play) -> None:
    """Let impetuous units pay for charges of their own, once fought (5.impetuous.disorder)."""
    wild = [one.id for one in standing_units(play.table) if one.wild]
    losses = [Loss(key, 1, "impetuous", _foe(play.table, key)) for key in wild]
    play.change_all(wild, wild=False)
    lose_all(play, losses)


def _foe(table: Table, key: str) -> str:
    """Return an enemy unit that a unit fights; "" where there is none."""
    found = (one.two if one.one == key else one.one for one in contacts_of(table, key))
    return next((foe for foe in found if foe in table.units), "")


def _age(play: Play, found: Sequence[Pair]) -> None:
    """Note that all contacts have been fought once more."""
    contacts = (changed(one, fresh=False, rounds=one.rounds + 1) for one in play.table.contacts)
    play.set(contacts=tuple(contacts))
    caught = {key for pair in found for key in (pair.one, pair.two) if play.unit(key).caught}
    play.change_all(sorted(caught), caught=False)


def _stand(play: Play, keys: Iterable[str]) -> bool:
    return all(play.unit(key).place is Place.TABLE for key in keys)


def _quarries(play: Play, fought: Sequence[Fought]) -> Iterator[Quarry]:
    """Yield who may pursue whom: winners, and who overlapped, of those who flee (9.pursuit)."""
    for one in fought:
        winner = one.winner
        if not winner:
            continue
        loser = one.duel.pair.foe_of(winner)
        beaten = play.unit(loser)
        if beaten.place is not Place.ROUTED or type_of(beaten) in ENGINES:
            continue
        for key in (winner, *one.duel.pair.helpers_of(winner)):
            yield pursuit.quarry(play.table, key, loser, main=key == winner)
