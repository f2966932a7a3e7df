"""The leak gate on Discord: two worlds, in one of which bruno has secret orders of war.

Neither alice, who commands Chile, nor carla, who looks on, nor the computer where it commands
Chile can notice anything of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase, Table
from tests.support.captains import GAME, VICTORY, Chile, wait
from tests.support.leaks import Leak, planted
from tests.support.people import Person
from tests.support.worlds import DICE, SPARING, Scene, Story, World, noticed

SCENE = Scene(
    GAME.key,
    alice=CHILE,
    bruno=ALLIES,
    captains=lambda: {CHILE: Chile(VICTORY).proposals, ALLIES: wait},
    asked=(
        ("game status", {}),
        ("inbox", {}),
        ("lobby", {}),
        ("log show", {}),
        ("log dice", {}),
        ("log find", {"kind": "order"}),
        ("log find", {"word": "huascar", "die": "6"}),
        ("log export", {"format": "json"}),
        ("log show", {"kind": "order"}),
        ("recap", {}),
        ("log show", {"turn": 1, "phase": "administrative"}),
        ("map show", {}),
        ("map show", {"zone": "III"}),
        ("map text", {}),
        ("wp sail", {"ships": "huascar", "to": "3024"}),
        ("wp order", {"ships": "huascar", "area": "III"}),
        ("wp cancel", {"number": 1}),
        ("wp answer intercept", {"stacks": "2007"}),
        ("wp standing forget", {"order": "withdrawal"}),
        ("orders show", {}),
        ("odds", {}),
        ("counter", {"name": "huascar"}),
        ("odds", {"action": "sail"}),
        ("rules", {"find": "7"}),
    ),
    completed=(
        ("counter", "name"),
        ("wp order", "ships"),
        ("wp order", "area"),
        ("wp cancel", "number"),
        ("wp sail", "ships"),
        ("wp march", "units"),
        ("wp answer intercept", "stacks"),
        ("wp standing forget", "order"),
        ("wp standing gunnery", "targets"),
        ("odds", "action"),
        ("log show", "kind"),
        ("log show", "phase"),
        ("log show", "turn"),
        ("map show", "zone"),
    ),
    doable=("wp order", "wp standing"),
)
SPANISH = replace(SCENE, settings="edition=es, ship_capture=true, infernal_machines=true")
ALONE = replace(SCENE, alice="")
ALONE_SPANISH = replace(SPANISH, alice="")


async def write(bruno: Person) -> None:
    """Order a ship somewhere, by command."""
    reply = await bruno.slash("wp order", ships="huascar", area="III")
    assert reply.is_private


async def change(bruno: Person) -> None:
    """Order it elsewhere, and another one."""
    await bruno.slash("wp order", ships="huascar", area="VII")
    await bruno.slash("wp order", ships="union", area="VI")


async def take_back(bruno: Person) -> None:
    """Take all orders back that can be."""
    for number in (await bruno.offered("wp cancel", "number")).values():
        await bruno.slash("wp cancel", number=number)


async def read(bruno: Person) -> None:
    """Read them again, on the map too, and look at the log."""
    assert "III" in (await bruno.slash("orders show")).text
    await bruno.slash("map show", zone="III")
    await bruno.slash("log show")
    await bruno.slash("recap")
    await (await bruno.slash("note")).fill(words="Huascar to the third area")
    await bruno.press(bruno.table.panel, "My orders")


async def try_in_vain(bruno: Person) -> None:
    """Be refused, by the rules and for typing nonsense."""
    await bruno.slash("wp order", ships="cochrane", area="III")
    await bruno.slash("wp order", ships="nonsense", area="XX")
    await bruno.slash("wp cancel", number=99)


async def begin_dialogue(bruno: Person) -> None:
    """Begin to write an order step by step, and leave it lying."""
    page = await bruno.press(bruno.table.panel, "Give an order")
    await page.choose("order")


async def plan(bruno: Person) -> None:
    """Put orders together on the planning page, send some of them, and leave one lying."""
    page = await bruno.press(bruno.table.panel, "Plan my turn")
    line = "order huascar VII; order union VI"
    planned = await (await page.press("Type orders")).fill(value=line)
    sent = await planned.press("Send 2 entries")
    assert "2 entries done" in sent.text
    left = await (await sent.press("Type orders")).fill(value="order talisman II")
    assert "Send 1 entry" in left.buttons


async def leave_orders(bruno: Person) -> None:
    """Leave standing orders, change one, be refused one, withdraw one."""
    reply = await bruno.slash("wp standing withdrawal", stance="stand", above=2)
    assert reply.is_private
    await bruno.slash("wp standing gunnery", targets="damaged, cochrane")
    await bruno.slash("wp standing withdrawal", stance="retreat")
    await bruno.slash("wp standing withdrawal", stance="retreat", above=3)
    await bruno.slash("wp standing forget", order="gunnery")
    assert "retreat" in (await bruno.slash("orders show")).text


async def leave_idle_orders(bruno: Person) -> None:
    """Leave those that cannot come to speak as long as one's own ships and units stay at home."""
    await bruno.slash("wp standing running", attempt="run")
    reply = await bruno.slash("wp standing pursuit", stance="hold")
    assert reply.is_private


async def forget_orders(bruno: Person) -> None:
    """Withdraw all of them, from the list."""
    page = await bruno.slash("orders show")
    revoke = next(menu for menu in page.paper.menus if "revoke" in menu)
    await page.choose("all", custom_id=revoke)


async def shut_and_write(bruno: Person) -> None:
    """Write with closed direct messages: the receipt cannot be delivered."""
    bruno.close_dms()
    await bruno.slash("wp order", ships="talisman", area="II")
    bruno.open_dms()


def at(phase: Phase, seat: str, turn: int) -> Callable[[Table], bool]:
    """Return whether a board has come to a phase."""
    return lambda board: (board.phase, board.player, board.turn) == (phase, seat, turn)


async def play(one: World) -> None:
    """Play from set-up until orders sail; bruno's are there all through Chile's second turn.

    An answer of a standing order is public: those that stay are such as cannot come to speak.
    """
    await one.play_until(at(Phase.PLAN, CHILE, 1))
    await take_back(one.bruno)  # what the standard set-up ordered
    await one.secretly(write, read, change, try_in_vain, take_back, begin_dialogue)
    await one.secretly(plan, take_back, leave_orders, forget_orders)
    await one.play_until(at(Phase.ADMIN, ALLIES, 1))
    await one.secretly(write, shut_and_write, leave_orders, forget_orders, leave_idle_orders)
    await one.play_until(at(Phase.ADMIN, ALLIES, 2))
    await one.secretly(change, take_back, forget_orders)


async def play_by_spanish_rules(one: World) -> None:
    """Play for two turns; naval orders sail in the turn in which they are written (WP-E1)."""
    await one.play_until(at(Phase.ADMIN, ALLIES, 1))
    await take_back(one.bruno)
    await one.secretly(write, read, change, try_in_vain, take_back, begin_dialogue)
    await one.secretly(shut_and_write, take_back, leave_orders, forget_orders, leave_idle_orders)
    await one.play_until(at(Phase.ADMIN, ALLIES, 2))
    await one.secretly(change, take_back, forget_orders)


async def test_nobody_notices_secrets(tmp_path: Path) -> None:
    """Every message and call for others, and every answer and offer at one glance of several."""
    assert await noticed(tmp_path, SCENE, play, every=SPARING) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("scene", "story"),
    [
        (SCENE, play),
        (SPANISH, play_by_spanish_rules),
        (ALONE, play),
        (ALONE_SPANISH, play_by_spanish_rules),
    ],
    ids=["people", "spanish", "computer", "spanish computer"],
)
@pytest.mark.parametrize(("seed", "every"), DICE)
async def test_nobody_ever_notices_secrets(
    tmp_path: Path, scene: Scene, story: Story, seed: bytes, every: int
) -> None:
    """The same with other dice, for some at every glance, by the rules of both editions."""
    assert await noticed(tmp_path, scene, story, seed, every) == []


# -- the gate can shut -----------------------------------------------------------------------


async def write_once(one: World) -> None:
    """Write orders while Chile has not moved yet, then let it begin."""
    await one.play_until(at(Phase.PLAN, CHILE, 1))
    await one.secretly(write)
    if one.scene.alice:
        await one.play_until(at(Phase.ADMIN, CHILE, 1))
        await one.secretly(read)
    await one.play_until(at(Phase.ADMIN, ALLIES, 1))


async def test_the_computer_notices_nothing(tmp_path: Path) -> None:
    """The computer commands Chile: it moves alike, and in the same instants, in both worlds."""
    assert await noticed(tmp_path, ALONE, write_once, every=2) == []


async def write_once_by_spanish_rules(one: World) -> None:
    """Leave orders in Chile's turn, where a person plays it, and write some in the Allies'.

    The computer is asked again in its next turn.
    """
    if one.scene.alice:
        await one.play_until(at(Phase.ADMIN, CHILE, 1))
        await one.secretly(leave_idle_orders)
    await one.play_until(at(Phase.ADMIN, ALLIES, 1))
    await one.secretly(write)
    if not one.scene.alice:
        await one.play_until(at(Phase.ADMIN, ALLIES, 2))


SCENES = {
    "people": (SCENE, write_once),
    "computer": (ALONE, write_once),
    "spanish": (SPANISH, write_once_by_spanish_rules),
    "spanish computer": (ALONE_SPANISH, write_once_by_spanish_rules),
}


QUICK: dict[str, int] = {}
"""In every run the gates of Calama, of plans, of time and of inspection are tried."""


@pytest.mark.parametrize(("scene", "story", "leak", "every"), planted(SCENES, QUICK))
async def test_a_leak_is_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    scene: Scene,
    story: Story,
    leak: Leak,
    every: int,
) -> None:
    """A leak of every kind is found where it shows, in every scene."""
    leak.plant(monkeypatch, scene)

    found = await noticed(tmp_path, scene, story, every=every, shows=leak.shows)
    assert any(leak.shows in one for one in found), found
