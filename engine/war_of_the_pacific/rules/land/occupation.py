"""What happens when land units come to stand alone in a hex: the city, columns and ships there.

Rules:
    3 (hex control) with WP-R21, 8.12 with WP-R45 (lone columns are captured), WP-R33 (ships in a
    captured port put to sea), 8.10 with WP-R90 (a retreat takes nothing).
    Also 8.12.guarded.
"""

from __future__ import annotations

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_column, is_land_unit
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.state import CHILE, Unit, other
from engine.war_of_the_pacific.survey import is_refuge


def enter_hex(play: Play, hex_id: str, side: str) -> None:
    """Settle what it means that land units of *side* have marched, advanced or landed in a hex.

    The city becomes theirs, enemy columns are captured, enemy ships in its port put to sea. While
    an enemy land unit is in the hex nothing changes; nothing does in the holding box (WP-R51).
    Entering a hex that is one's own already is silent.
    """
    enemy = other(side)
    there = [unit for unit in play.units.values() if unit.at == hex_id and unit.side == enemy]
    if hex_id == BOX or any(is_land_unit(unit) for unit in there):
        return
    _capture_columns(play, hex_id, side, [one for one in there if is_column(one)])
    if play.control.get(hex_id) == enemy and hex_id in load_board().cities:
        play.control[hex_id] = side
        play.set(refuges=tuple(one for one in play.refuges if one != hex_id))
        play.tell("city.taken", "3.control", seat=seat_term(side), place=place_term(hex_id))
        _put_to_sea(play, hex_id, enemy, [one for one in there if one.in_port])


def hold_hex(play: Play, hex_id: str, side: str) -> None:
    """Settle what it means that land units of *side* are left alone in a hex.

    It is theirs, with the columns in it; but those who came to a city by retreat take the columns
    alone (WP-R90).
    """
    if not is_refuge(play, hex_id):
        enter_hex(play, hex_id, side)
        return
    there = [unit for unit in play.units.values() if unit.at == hex_id]
    columns = [unit for unit in there if unit.side != side and is_column(unit)]
    if not any(unit.side != side and is_land_unit(unit) for unit in there):
        _capture_columns(play, hex_id, side, columns)


def shelter(play: Play, hex_id: str, side: str) -> None:
    """Settle what it means that beaten units of *side* have retreated into a hex: it takes nothing.

    Rules:
        8.10, 8.12; WP-R90.
    """
    holder = play.control.get(hex_id)
    if holder != other(side):
        return
    if hex_id not in play.refuges:
        play.set(refuges=(*play.refuges, hex_id))
    play.tell(
        "city.not_taken",
        "8.10.where",
        seat=seat_term(side),
        holder=seat_term(holder),
        place=place_term(hex_id),
    )


def take_refuges(play: Play, side: str) -> None:
    """Give *side*, whose Land Movement Phase ends, the cities in which its beaten units stand.

    Rules:
        8.12; WP-R90.
    """
    for hex_id in play.refuges:
        if play.control[hex_id] != side and is_refuge(play, hex_id):
            enter_hex(play, hex_id, side)
    forget_refuges(play)


def forget_refuges(play: Play) -> None:
    """Forget the cities that beaten units have left or taken."""
    left = tuple(one for one in play.refuges if is_refuge(play, one))
    if left != play.refuges:
        play.set(refuges=left)


def _capture_columns(play: Play, hex_id: str, side: str, columns: list[Unit]) -> None:
    """Make the columns the captor's (8.12, WP-R45)."""
    if not columns:
        return
    nation = "chile" if side == CHILE else "peru"
    play.change_all((unit.id for unit in columns), side=side, nation=nation)
    play.tell(
        "supply.captured",
        "8.12",
        seat=seat_term(side),
        place=place_term(hex_id),
        n=len(columns),
    )


def _put_to_sea(play: Play, hex_id: str, enemy: str, ships: list[Unit]) -> None:
    """Put the enemy's ships out of the port that was theirs, into the same hex (WP-R33)."""
    if not ships:
        return
    play.change_all((unit.id for unit in ships), in_port=False)
    play.tell(
        "ship.put_to_sea",
        "7.9",
        seat=seat_term(enemy),
        ships=unit_terms(ships),
        place=place_term(hex_id),
    )
