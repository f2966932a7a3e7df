"""An army comes to the table: its units, generals and camp, none of them deployed yet (1.army).

Rules:
    1.army, 1.generals, 3.generals, 3.included; ADG-R33.
"""

from __future__ import annotations

from engine.api import Seat
from engine.art_of_war.armies import Army, enlisted, load_armies
from engine.art_of_war.ids import id_of
from engine.art_of_war.play import Play
from engine.art_of_war.rules.setting_up.layout import camp_of, camp_pose
from engine.art_of_war.rules.setting_up.outlines import WIDE
from engine.art_of_war.state import Camp, General, Unit


def enrol(play: Play, seat: Seat, key: str, army: Army) -> None:
    """Write an army on the table as a side's; *key* names a ready-made one, "" one of its own."""
    code = load_armies()[key].code if key else ""
    units = dict(play.table.units)
    for one in enlisted(army):
        unit = Unit(
            id=id_of(seat, code, one.key),
            side=seat,
            corps=one.corps,
            troop=one.troop,
            options=one.options,
            quality=one.quality,
            afoot=one.afoot,
        )
        units[unit.id] = unit
    generals = dict(play.table.generals)
    for number, leader in enumerate(army.leaders, start=1):
        general = General(
            id=id_of(seat, code, f"g{number}"),
            side=seat,
            corps=number,
            rank=leader.rank,
            chief=number == 1,
            ally=bool(leader.ally),
            unit=id_of(seat, code, leader.within) if leader.within else "",
            included=bool(leader.within),
        )
        generals[general.id] = general
    camp = Camp(camp_of(seat), seat, camp_pose(seat, WIDE // 2), fortified=army.fortified)
    play.set(
        units=units,
        generals=generals,
        camps={**play.table.camps, camp.id: camp},
        armies={**play.table.armies, seat: key},
        pieces={**play.table.pieces, seat: army.works},
    )
