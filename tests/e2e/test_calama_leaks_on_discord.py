"""The leak gate on Discord for Batalla de Calama: two worlds, in one of which bruno has secrets.

The set-up is prepared, changed, bought, sold and read again in one world, and there the objectives
are worth other points. Neither alice, who commands Chile, nor carla, who looks on, nor the computer
can notice anything of it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.calama.rules.pieces.charges import charges_of
from engine.calama.state import BOLIVIA, CHILE, Phase
from tests.support.calama_captains import KEY, Captain
from tests.support.leaks import Leak, planted
from tests.support.people import Person
from tests.support.worlds import DICE, SPARING, Scene, Story, World, noticed

FIELDS = "1 11-7, 2 11-6 11-9, 3 10-8 10-9, 4 9-8 9-9, 5 9-5 9-7, 6 8-6 8-7 8-8 8-9 10-6 10-7"
CHEAP = "1 10-7, 2 9-8, 4 9-6 9-7, 6 8-5 8-6 8-7 8-8"
SCENE = Scene(
    KEY,
    alice=CHILE,
    bruno=BOLIVIA,
    captains=lambda: {seat: Captain(f"leak {seat}") for seat in (CHILE, BOLIVIA)},
    asked=(
        ("game status", {}),
        ("inbox", {}),
        ("lobby", {}),
        ("log show", {}),
        ("log dice", {}),
        ("log find", {"kind": "prepare"}),
        ("log find", {"word": "8-7", "die": "6"}),
        ("log export", {"format": "json"}),
        ("log export", {}),
        ("recap", {}),
        ("log show", {"kind": "prepare"}),
        ("log show", {"phase": "setup"}),
        ("map show", {}),
        ("map show", {"zone": "calama"}),
        ("map text", {}),
        ("map text", {"where": "8-7"}),
        ("orders show", {}),
        ("odds", {}),
        ("counter", {"name": "infantry"}),
        ("counter", {"name": "bolivian infantry 1"}),
        ("odds", {"action": "fire"}),
        ("rules", {"find": "7"}),
        ("calama prepare", {"objectives": "roads,guns,topater", "places": "nonsense"}),
        ("calama place", {"piece": "8-7", "to": "8-6"}),
        ("calama enlist", {"type": "infantry", "at": "8-7"}),
        ("calama dismiss", {"piece": "8-7"}),
        ("calama fire", {"piece": "1-1", "target": "8-7"}),
        ("calama standing forget", {"order": "combat"}),
    ),
    completed=(
        ("counter", "name"),
        ("calama prepare", "objectives"),
        ("calama prepare", "places"),
        ("calama place", "piece"),
        ("calama enlist", "at"),
        ("calama advance", "piece"),
        ("calama charge", "target"),
        ("calama fire", "target"),
        ("calama standing forget", "order"),
        ("calama standing combat", "targets"),
        ("odds", "action"),
        ("log show", "kind"),
        ("log show", "phase"),
        ("log show", "turn"),
        ("map show", "zone"),
    ),
    doable=("calama fire", "calama standing"),
)
BOUGHT = replace(SCENE, settings="scenario=points")
ALONE = replace(SCENE, alice="")


async def prepare(bruno: Person) -> None:
    """Set up by command, from a formation."""
    reply = await bruno.slash(
        "calama prepare", objectives="escape,officer,calama", places="The town"
    )
    assert reply.is_private
    assert "Nothing has changed" not in reply.text


async def change(bruno: Person) -> None:
    """Put pieces elsewhere, and set up anew."""
    await bruno.slash("calama place", piece="10-6", to="12-8")
    await bruno.slash("calama place", piece="8-5", to="8-6")
    await bruno.slash("calama prepare", objectives="calama,escape,officer", places=CHEAP)


async def trade(bruno: Person) -> None:
    """Buy and sell pieces; where armies are given, be refused."""
    await bruno.slash("calama prepare", objectives="calama,escape,officer", places=CHEAP)
    await bruno.slash("calama enlist", type="cavalry", at="9-9")
    await bruno.slash("calama enlist", type="heavy artillery", at="9-5")
    await bruno.slash("calama dismiss", piece="8-5")


async def read(bruno: Person) -> None:
    """Read it again, on the map too, and look at the log."""
    await bruno.slash("orders show")
    await bruno.slash("map show", zone="calama")
    await bruno.slash("log show")
    await bruno.press(bruno.table.panel, "My orders")


async def order_losses(bruno: Person) -> None:
    """Leave a standing order, change it, be refused one."""
    reply = await bruno.slash("calama standing casualties", first="infantry, cavalry")
    assert reply.is_private
    await bruno.slash("calama standing casualties", first="cavalry")
    await bruno.slash("calama standing combat", targets="nonsense")
    await bruno.slash("calama standing forget", order="combat")
    await bruno.slash("orders show")


async def order_fire(bruno: Person) -> None:
    """Leave one for one's combat turns, change it, withdraw it."""
    reply = await bruno.slash("calama standing combat", targets="dearest")
    assert reply.is_private
    await bruno.slash("calama standing combat", targets="infantry, easiest")
    await bruno.slash("orders show")
    await bruno.slash("calama standing forget", order="combat")


async def withdraw(bruno: Person) -> None:
    """Withdraw all standing orders, if there are any."""
    await bruno.slash("calama standing forget", order="all")


async def try_in_vain(bruno: Person) -> None:
    """Be refused, by the rules and for typing nonsense."""
    await bruno.slash("calama prepare", objectives="roads,guns,topater", places="1-1")
    await bruno.slash("calama place", piece="1-1", to="nonsense")
    await bruno.slash("calama fire", piece="8-7", target="1-1")


async def begin_dialogue(bruno: Person) -> None:
    """Begin to set up step by step, look at the picture, and leave it lying."""
    page = await (await bruno.press(bruno.table.panel, "Give an order")).choose("prepare")
    (values,) = page.paper.menus.values()
    page = await page.choose(list(values)[3])
    (values,) = page.paper.menus.values()
    page = await page.choose(next(iter(values)))
    assert page.paper.pictures


async def shut_and_prepare(bruno: Person) -> None:
    """Set up with closed direct messages: the receipt cannot be delivered."""
    bruno.close_dms()
    await prepare(bruno)
    bruno.open_dms()


async def look_at_worth(bruno: Person) -> None:
    """Read what one's objectives are worth."""
    assert "8" in (await bruno.slash("orders show")).text


async def set_up(one: World) -> None:
    """Both set up; what bruno does of it, and what the objectives are worth, is secret."""
    if one.scene.alice:
        await one.alice.slash(
            "calama prepare", objectives="guns,roads,topater", places="north_column"
        )
        await one.alice.slash("calama ready")
    await one.secretly(prepare, change, read, trade, try_in_vain, begin_dialogue, shut_and_prepare)
    await be_ready(one)


async def be_ready(one: World) -> None:
    """Set up alike in both worlds, but for what the objectives are worth, and begin."""
    order = "officer,escape,calama" if one.secretive else "escape,calama,officer"
    await one.bruno.slash("calama prepare", objectives=order, places=FIELDS)
    await one.table.settle()
    await one.glance()
    await one.bruno.slash("calama ready")
    await one.table.settle()
    await one.glance()


async def play(one: World) -> None:
    """Set up, and play for two rounds or until an objective is scored.

    An answer of a standing order is public, and one that is left when its question is open answers
    at once: bruno leaves none that could come to speak, but as many as can be while others play.
    """
    await set_up(one)
    for phase in (Phase.COMBAT, Phase.MOVEMENT, Phase.COMBAT):
        await one.play_until(partial(_is_over_or, phase))
        board = await one.board()
        if board.scored or board.ending:
            break
        await one.secretly(look_at_worth, try_in_vain)
        if phase is Phase.MOVEMENT:
            await one.secretly(order_fire, withdraw)
        elif charges_of(board, BOLIVIA):  # a loss may have to be chosen
            await one.secretly(order_losses, withdraw)
        else:  # it stays in force until the next round's movement
            await one.secretly(order_losses)


async def buy(one: World) -> None:
    """Set up what was bought, and play until the first combat shows it."""
    await set_up(one)
    await one.play_until(partial(_is_over_or, Phase.COMBAT))


def _is_over_or(phase: Phase, board: Any) -> bool:
    return bool(board.phase is phase or board.scored or board.ending)


async def test_nobody_notices_secrets(tmp_path: Path) -> None:
    """Every message and call for others, and every answer and offer at one glance of several."""
    assert await noticed(tmp_path, SCENE, play, every=SPARING) == []


@pytest.mark.long
async def test_nobody_notices_purchases(tmp_path: Path) -> None:
    """The same where armies are bought in secret."""
    assert await noticed(tmp_path, BOUGHT, buy, every=SPARING) == []


async def test_the_computer_notices_nothing(tmp_path: Path) -> None:
    """The computer commands Chile: it moves alike, and in the same instants, in both worlds."""
    assert await noticed(tmp_path, ALONE, play, every=SPARING) == []


@pytest.mark.long
@pytest.mark.parametrize("scene", [SCENE, BOUGHT, ALONE], ids=["given", "bought", "computer"])
@pytest.mark.parametrize(("seed", "every"), DICE)
async def test_nobody_ever_notices_secrets(
    tmp_path: Path, scene: Scene, seed: bytes, every: int
) -> None:
    """The same with other dice: with some of them all is asked at every glance."""
    assert await noticed(tmp_path, scene, play, seed, every) == []


# -- the gate can shut -----------------------------------------------------------------------


async def prepare_once(one: World) -> None:
    """Set up once, after alice; against the computer, begin."""
    if one.scene.alice:
        await one.alice.slash(
            "calama prepare", objectives="guns,roads,topater", places="north_column"
        )
    await one.secretly(prepare)
    if not one.scene.alice:
        await be_ready(one)


SCENES = {
    "given": (SCENE, prepare_once),
    "bought": (BOUGHT, prepare_once),
    "computer": (ALONE, prepare_once),
}
QUICK = {"given: a view that shows all": 1}


@pytest.mark.parametrize(("scene", "story", "leak", "every"), planted(SCENES, QUICK))
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
