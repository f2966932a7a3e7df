"""Draw the maps that the documents show: ``python -m docs.pictures.draw``.

The tables are made by hand in ``tests/render``, so that they show much at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine.art_of_war.state import SOUTH
from engine.barricadas.game import GAME as BARRICADAS
from engine.barricadas.state import NATIONALIST, REPUBLICAN
from engine.calama.state import BOLIVIA, CHILE, Phase
from engine.war_of_the_pacific.state import ALLIES
from render.api import CHANGES, WHOLE, Choosing, Picture, Report, Section
from render.registry import painter
from tests.render import samples
from tests.render.art_of_war import samples as art_of_war
from tests.render.barricadas import samples as barricadas
from tests.render.calama import samples as calama

HERE = Path(__file__).parent


def main() -> None:
    """Write every picture beside this file."""
    games = (_war_of_the_pacific(), _calama(), _barricadas(), _art_of_war())
    for name, picture in (one for game in games for one in game.items()):
        (HERE / f"{name}.{picture.suffix}").write_bytes(picture.data)


def _war_of_the_pacific() -> Mapping[str, Picture]:
    drawer, names = painter("war_of_the_pacific"), samples.names
    before, after = (samples.public(table) for table in samples.midwar())
    mine = samples.own_view(samples.opening())
    return {
        "whole": drawer.paint(after, WHOLE, before=before, names=names),
        "zone": drawer.paint(after, Section("zone", "arica"), before=before, names=names),
        "phase": drawer.paint(
            after, CHANGES, before=before, report=Report(before, awaited=(ALLIES,)), names=names
        ),
        "orders": drawer.paint(mine, Section("around", "3019", 5), names=names),
    }


def _calama() -> Mapping[str, Picture]:
    drawer, names = painter("calama"), calama.names
    before, after = (calama.public(table) for table in calama.battle())
    moving = calama.seen_by(CHILE, replace(after.table, phase=Phase.MOVEMENT, pool=7))
    advance = Choosing("advance", (("piece", "9-13"),), ("10-14",), "to")
    plan = calama.seen_by(BOLIVIA, calama.setting_up(), calama.plan_of(BOLIVIA, "fords"))
    return {
        "calama_whole": drawer.paint(after, WHOLE, before=before, names=names),
        "calama_phase": drawer.paint(
            after, CHANGES, before=before, report=Report(after, awaited=(BOLIVIA,)), names=names
        ),
        "calama_zone": drawer.paint(after, Section("zone", "calama"), before=before, names=names),
        "calama_plan": drawer.paint(plan, Section("zone", "calama"), names=names),
        "calama_advance": drawer.paint(
            moving, Section("around", "9-13", 3, 800), choosing=advance, names=names
        ),
    }


def _barricadas() -> Mapping[str, Picture]:
    drawer, names = painter("barricadas"), barricadas.names
    before, asked, after, events = barricadas.reaction()
    mine = BARRICADAS.view(before, REPUBLICAN)
    preview = barricadas.choosing(barricadas.CROSSING, mine)
    theirs = BARRICADAS.view(asked, NATIONALIST)
    fire = barricadas.offered(theirs, "react", "shots")
    report = Report(BARRICADAS.view(asked, None), awaited=(NATIONALIST,), events=events)
    around = Section("around", "C705", 3, 800)
    return {
        "barricadas_whole": drawer.paint(
            barricadas.seen_by(REPUBLICAN, barricadas.battle()), WHOLE, names=names
        ),
        "barricadas_preview": drawer.paint(mine, around, choosing=preview, names=names),
        "barricadas_reaction": drawer.paint(theirs, around, choosing=fire, names=names),
        "barricadas_phase": drawer.paint(
            BARRICADAS.view(after, None),
            CHANGES,
            before=BARRICADAS.view(before, None),
            report=report,
            names=names,
        ),
    }


def _art_of_war() -> Mapping[str, Picture]:
    drawer, names = painter("art_of_war"), art_of_war.names
    fought = art_of_war.public(art_of_war.melee())
    return {
        "art_of_war_whole": drawer.paint(
            art_of_war.seen_by(SOUTH, art_of_war.in_line()), WHOLE, names=names
        ),
        "art_of_war_line": drawer.paint(fought, Section("zone", "centre"), names=names),
    }


if __name__ == "__main__":
    main()
