"""Allies who are not to be relied on: they may stand aside, and come back.

Rules:
    3.allies, 3.allies.waver, 3.allies.idle, 3.allies.back, 3.allies.attacked; ADG-R35.
"""

from __future__ import annotations

from engine.art_of_war.play import Against, Play, general_term, unit_term
from engine.art_of_war.state import General, Table, Unit, commander_of
from engine.kit.wording import refuse

WAVERS = 1
"""The first raw die of command on which an ally stands aside (3.allies.waver)."""

COMES_BACK = 6
"""What has to be thrown to come back (3.allies.back)."""


def hesitates(table: Table, unit: Unit) -> bool:
    """Say whether a unit is of a corps that stands aside (3.allies.idle)."""
    general = commander_of(table, unit.side, unit.corps)
    return general is not None and general.hesitating


def against(table: Table, unit: Unit) -> Against:
    """Return why a unit cannot be ordered: its corps stands aside."""
    if hesitates(table, unit):
        return [refuse("allies.idle", "3.allies.idle", unit=unit_term(unit), corps=unit.corps)]
    return []


def stands_aside(play: Play, key: str) -> bool:
    """Throw for a general who wavers to come back; say whether they go on standing aside.

    Whoever comes back throws points at once.
    """
    general = play.general(key)
    if not general.hesitating:
        return False
    die = play.die("ally")
    if die < COMES_BACK:
        play.tell("allies.wait", "3.allies.back", general=general_term(general), die=die)
        return True
    play.tell("allies.back", "3.allies.back", general=general_term(general), die=die)
    play.change_general(key, hesitating=False)
    return False


def wavers(play: Play, key: str, die: int) -> bool:
    """Say whether a general's first die of command makes them stand aside (3.allies.waver)."""
    general = play.general(key)
    if not general.ally or general.thrown or die != WAVERS:
        return False
    play.change_general(key, hesitating=True, thrown=die)
    play.tell("allies.waver", "3.allies.waver", general=general_term(general), die=die)
    return True


def attacked(play: Play, unit: str) -> None:
    """Let a corps that stands aside come back because one of its units was attacked or shot at."""
    general = _of(play.table, play.unit(unit))
    if general is not None and general.hesitating:
        play.change_general(general.id, hesitating=False)
        play.tell(
            "allies.attacked",
            "3.allies.attacked",
            general=general_term(general),
            unit=unit_term(unit),
        )


def _of(table: Table, unit: Unit) -> General | None:
    return commander_of(table, unit.side, unit.corps)
