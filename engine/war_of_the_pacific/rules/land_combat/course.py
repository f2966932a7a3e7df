"""The course of a land combat, stage by stage, as far as nobody is needed.

A combat lies on the table as a :class:`~engine.war_of_the_pacific.state.LandBattle`; its stage says
what comes next. Each function of :data:`_STAGES` plays one stage as far as nobody is needed.

Rules:
    8.7 to 8.11.
    Also 8.9.none.
"""

from __future__ import annotations

from engine.kit.verbs import FrameRules
from engine.war_of_the_pacific.play import AnyFrameRules, Play, place_term
from engine.war_of_the_pacific.rules.land_combat.advance import begin_advance
from engine.war_of_the_pacific.rules.land_combat.dice import fight
from engine.war_of_the_pacific.rules.land_combat.forces import (
    force,
    numbers,
    place_of,
    sides,
    the_land_battle,
)
from engine.war_of_the_pacific.rules.land_combat.initiative import contest
from engine.war_of_the_pacific.rules.land_combat.losses import owed_after, settle_losses
from engine.war_of_the_pacific.rules.land_combat.questions import decide
from engine.war_of_the_pacific.rules.land_combat.retreat import begin_retreat
from engine.war_of_the_pacific.state import LandBattle
from engine.war_of_the_pacific.survey import columns_at


def _initiative(play: Play, frame: LandBattle) -> bool:
    if frame.boost[1] is None:
        return False
    take_initiative(play, frame, *contest(play, frame))
    return True


def take_initiative(play: Play, frame: LandBattle, winner: str, chit: str) -> None:
    """Write down who won the initiative and drew what; columns for dice are asked for next.

    Rules:
        8.9.supply; WP-E19 (whether a column spent on the initiative leaves one for a die).
    """
    price = numbers(play.table).prices.extra_die
    one_in_all = play.settings.follows("combat_columns") == "es"
    attacker, defender = (
        None
        if len(columns_at(play.units, place_of(frame, side), side)) >= price
        and not (one_in_all and spent)
        else False
        for side, spent in zip(sides(frame), frame.boost, strict=True)
    )
    play.retop(stage="supply", winner=winner, chit=chit, extra=(attacker, defender))


def _supply(play: Play, frame: LandBattle) -> bool:
    if None in frame.extra:
        return False
    take_hits(play, frame, fight(play, frame))
    return True


def take_hits(play: Play, frame: LandBattle, hits: tuple[int, int]) -> None:
    """Write down the hits of attacker and defender; who loses what is asked for next."""
    play.retop(stage="losses", hits=hits, owed=owed_after(play.units, frame, hits))


def _losses(play: Play, frame: LandBattle) -> bool:
    changed = settle_losses(play, frame)
    frame = the_land_battle(play.table)
    if any(frame.owed):
        return changed
    attacker, defender = frame.hits
    if bool(attacker) == bool(defender):
        if not attacker:
            play.tell("battle.no_hits", "8.9", place=place_term(frame.target))
        begin_advance(play)
        return True
    loser = sides(frame)[1 if attacker else 0]
    if force(play.units, frame, loser):
        begin_retreat(play, frame, loser)
    else:
        begin_advance(play)
    return True


def _wait(play: Play, frame: LandBattle) -> bool:
    return False


_STAGES = {
    "initiative": _initiative,
    "supply": _supply,
    "losses": _losses,
    "retreat": _wait,
    "cut_off": _wait,
    "advance": _wait,
}


def go_on(play: Play, frame: LandBattle) -> bool:
    """Play the combat on as far as nobody is needed."""
    return _STAGES[frame.stage](play, frame)


FRAMES: tuple[AnyFrameRules, ...] = (FrameRules(frame=LandBattle, decisions=decide, go_on=go_on),)
