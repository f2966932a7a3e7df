"""The leak gate on Discord for referees: carla has the role, and nobody has appointed them.

In one of two worlds bruno has secrets, of which some cannot even be confirmed to them. Carla opens
every page of the inspection and reads the same in both, down to numbers, waits and pictures.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.moderator import Campaign
from engine.calama.state import Phase
from tests.e2e.test_calama_leaks_on_discord import SCENE as CALAMA
from tests.e2e.test_calama_leaks_on_discord import (
    _is_over_or,
    be_ready,
    change,
    look_at_worth,
    order_fire,
    prepare,
    read,
    shut_and_prepare,
    trade,
    withdraw,
)
from tests.support.leaks import Leak, planted
from tests.support.leaks_of_inspection import INSPECTION
from tests.support.worlds import SPARING, Scene, Story, World, noticed

SCENE = replace(CALAMA, asked=(("log journal", {}),), completed=())
PAGES = ("Diario", "Bitácora", "Posición", "Mensajes", "¿Se reproduce este diario?")


async def let_inspect(one: World) -> Campaign:
    """Give carla the role of referees."""
    role = one.table.guild.create_role("Referees")
    carla = one.table.people["carla"]
    one.table.env.backend.edit_member(one.table.guild.id, carla.id, {"role_ids": [role.id]})
    carla.speak("es-ES")
    await one.match.moderator.servers.choose_referees(one.table.guild.id, role.id)
    return (await one.look()).campaign


async def inspect(one: World) -> None:
    """Open every page, search, and look at an earlier position."""
    carla = one.table.people["carla"]
    home = await carla.slash("referee inspect")
    one.take_down("carla: inspects", home)
    for label in PAGES:
        page = await home.press(label)
        one.take_down(f"carla: {label}", page)
        earlier = next((each for each in page.buttons if each.startswith("Entrada")), None)
        if earlier is not None:
            one.take_down(f"carla: {label}, {earlier}", await page.press(earlier))
        if label == "Diario":
            box = await page.press("Buscar")
            typed = {"side": one.scene.bruno, "turn": "", "clause": "", "die": "", "word": ""}
            one.take_down("carla: searches", await box.fill(**typed))
        await home.press("Volver")


async def look_into_all(one: World) -> None:
    """Both set up, bruno for hours and in secret; then a round is played."""
    campaign = await let_inspect(one)
    await one.alice.slash("calama prepare", objectives="guns,roads,topater", places="north_column")
    await one.secretly(prepare, change, trade, shut_and_prepare)
    await one.table.wait(hours=5)
    await one.alice.slash("calama ready")
    await one.secretly(read)
    await inspect(one)
    for person in ("alice", "carla"):
        name = f"{person}: a made-up page"
        forged = f"adj:inspect:log:{campaign.id}:{one.scene.bruno}:1"
        one.take_down(name, await one.table.forge(one.table.people[person], forged))
    await be_ready(one)
    await one.play_until(partial(_is_over_or, Phase.COMBAT))
    await one.secretly(look_at_worth)
    await inspect(one)
    await one.play_until(partial(_is_over_or, Phase.MOVEMENT))
    while (await one.look()).decisions[0].seat != one.scene.bruno:
        await one.step()
    await one.table.wait(hours=1)
    await one.secretly(order_fire, withdraw)
    await one.table.wait(hours=1)
    await one.step()
    await one.table.settle()
    await one.glance()
    await inspect(one)


async def test_nobody_notices_by_inspecting(tmp_path: Path) -> None:
    """Every page, every button and every picture, and the journal for everybody.

    What is asked besides, each at one glance of several.
    """
    assert await noticed(tmp_path, SCENE, look_into_all, every=SPARING) == []


QUICK = {"inspection: a wait by secret steps": SPARING}


@pytest.mark.parametrize(
    ("scene", "story", "leak", "every"),
    planted({"inspection": (SCENE, look_into_all)}, QUICK, INSPECTION),
)
async def test_a_leak_is_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    scene: Scene,
    story: Story,
    leak: Leak,
    every: int,
) -> None:
    """A leak of every kind is found where it shows."""
    leak.plant(monkeypatch, scene)
    found = await noticed(tmp_path, scene, story, every=every, shows=leak.shows)
    assert any(leak.shows in one for one in found), found
