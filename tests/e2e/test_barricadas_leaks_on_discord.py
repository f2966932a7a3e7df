"""The leak gate on Discord for ¡A las barricadas!: two worlds, in one of which bruno has secrets.

The deployment is written, changed and read again in one world, and there standing orders are left
for what others do. Neither alice, who attacks, nor carla, who looks on, nor the computer can notice
anything of it; nor can they of who is under a marker.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.store.codec import visible
from engine.barricadas import short_names
from engine.barricadas.actions import Deploy, Fire, Hold, Pass, React
from engine.barricadas.frames import Activation
from engine.barricadas.game import GAME
from engine.barricadas.rules.reaction.reacting import shots_from
from engine.barricadas.state import NATIONALIST, REPUBLICAN
from engine.dice import RecordedDice, SeededDice
from engine.kit.verbs import under_way
from tests.support.barricadas_captains import KEY, Captain
from tests.support.forks.barricadas import GUNNERS, IN_SIGHT, defence
from tests.support.leaks import LEAKS, Leak, planted
from tests.support.people import Person
from tests.support.worlds import DICE, SPARING, Scene, Story, World, noticed

SCENE = Scene(
    KEY,
    alice=REPUBLICAN,
    bruno=NATIONALIST,
    captains=lambda: {seat: Captain(f"leak {seat}") for seat in (REPUBLICAN, NATIONALIST)},
    asked=(
        ("game status", {}),
        ("inbox", {}),
        ("lobby", {}),
        ("log show", {}),
        ("log dice", {}),
        ("log find", {"kind": "deploy"}),
        ("log find", {"word": "c", "die": "6"}),
        ("log export", {"format": "json"}),
        ("recap", {}),
        ("log show", {"kind": "deploy"}),
        ("log show", {"phase": "setup"}),
        ("map show", {}),
        ("map text", {}),
        ("map text", {"where": "C807"}),
        ("orders show", {}),
        ("odds", {}),
        ("counter", {"name": "panzer i"}),
        ("counter", {"name": "falangistas f1"}),
        ("odds", {"action": "activate"}),
        ("rules", {"find": "3.4"}),
        ("alb deploy", {"places": "nonsense"}),
        ("alb place", {"counter": "e1", "at": "C807"}),
        ("alb fortify", {"hexes": "C807"}),
        ("alb alert", {"counters": "e1"}),
        ("alb activate", {"leader": "e", "tasks": "e1 fire C101"}),
        ("alb standing forget", {"order": "watch"}),
    ),
    completed=(
        ("counter", "name"),
        ("alb deploy", "places"),
        ("alb place", "counter"),
        ("alb fortify", "hexes"),
        ("alb alert", "counters"),
        ("alb activate", "leader"),
        ("alb activate", "tasks"),
        ("alb together", "leader"),
        ("alb answer react", "shots"),
        ("alb standing watch", "lookouts"),
        ("alb standing forget", "order"),
        ("odds", "action"),
        ("log show", "kind"),
        ("log show", "phase"),
        ("log show", "turn"),
        ("map show", "zone"),
    ),
    doable=("alb activate", "alb standing", "alb deploy"),
)
ALONE = replace(SCENE, alice="")


async def deploy(bruno: Person) -> None:
    """Set up by command, by the number of a ready deployment, with works."""
    reply = await bruno.slash("alb deploy", places="1", works="C807, C808")
    assert reply.is_private
    assert "Nothing has changed" not in reply.text


async def change(bruno: Person) -> None:
    """Write it anew, put works elsewhere, give markers of reaction and take them away again."""
    await bruno.slash("alb deploy", places="3")
    await bruno.slash("alb fortify", hexes="C908")
    offered = await bruno.offered("alb alert", "counters")
    await bruno.slash("alb alert", counters=next(iter(offered.values())))


async def read(bruno: Person) -> None:
    """Read it again, on the map too, and look at the log."""
    assert "C908" in (await bruno.slash("orders show")).text
    await bruno.slash("map show")
    await bruno.slash("log show")
    await bruno.press(bruno.table.panel, "My orders")


async def try_in_vain(bruno: Person) -> None:
    """Be refused, by the rules and for typing nonsense."""
    await bruno.slash("alb deploy", places="e1 C101")
    await bruno.slash("alb fortify", hexes="C101")
    await bruno.slash("alb place", counter="e1", at="nonsense")


async def begin_dialogue(bruno: Person) -> None:
    """Begin to set up step by step, look at the picture, and leave it lying."""
    page = await (await bruno.press(bruno.table.panel, "Give an order")).choose("deploy")
    (values,) = page.paper.menus.values()
    page = await page.choose(list(values)[1])
    assert page.paper.pictures


async def shut_and_deploy(bruno: Person) -> None:
    """Set up with closed direct messages: the receipt cannot be delivered."""
    bruno.close_dms()
    await deploy(bruno)
    bruno.open_dms()


async def order_reaction(bruno: Person) -> None:
    """Leave standing orders of reaction and defence, change them, be refused one, withdraw all."""
    offered = list((await bruno.offered("alb standing watch", "lookouts")).values())
    reply = await bruno.slash("alb standing watch", lookouts=offered[0])
    assert reply.is_private
    await bruno.slash("alb standing watch", lookouts=offered[-1])
    await bruno.slash("alb standing watch", lookouts="nonsense")
    await bruno.slash("alb standing stand", when="after")
    await bruno.slash("orders show")
    await bruno.slash("alb standing forget", order="all")


async def set_up(one: World) -> None:
    """Both set up; what bruno does before that is in the end alike is secret."""
    if one.scene.alice:
        await one.alice.slash("alb deploy", places="1")
        await one.alice.slash("alb ready")
    await one.secretly(deploy, change, read, try_in_vain, begin_dialogue, shut_and_deploy)
    await be_ready(one)


async def be_ready(one: World) -> None:
    """Set up alike in both worlds, and begin."""
    offered = list((await one.bruno.offered("alb alert", "counters")).values())
    await one.bruno.slash("alb deploy", places="2", works="C807,C808", alert=",".join(offered[:2]))
    await one.table.settle()
    await one.glance()
    await one.bruno.slash("alb ready")
    await one.table.settle()
    await one.glance()


async def play(one: World) -> None:
    """Set up, and play three turns or to the end.

    An answer of a standing order is public, and comes at once: bruno withdraws them before any
    could come to speak.
    """
    await set_up(one)
    for turn in (2, 3):
        await one.play_until(partial(_is_over_or, turn))
        board = await one.board()
        if board.ending:
            break
        await one.secretly(order_reaction)


def _is_over_or(turn: int, board: Any) -> bool:
    return bool(board.turn >= turn or board.ending)


async def test_nobody_notices_secrets(tmp_path: Path) -> None:
    """Every message and call for others, and every answer and offer at one glance of several."""
    assert await noticed(tmp_path, SCENE, play, every=SPARING) == []


async def test_the_computer_notices_nothing(tmp_path: Path) -> None:
    """The computer attacks: it moves alike, and in the same instants, in both worlds."""
    assert await noticed(tmp_path, ALONE, play, every=SPARING) == []


@pytest.mark.long
@pytest.mark.parametrize("scene", [SCENE, ALONE], ids=["people", "computer"])
@pytest.mark.parametrize(("seed", "every"), DICE)
async def test_nobody_ever_notices_secrets(
    tmp_path: Path, scene: Scene, seed: bytes, every: int
) -> None:
    """The same with other dice: with some of them all is asked at every glance."""
    assert await noticed(tmp_path, scene, play, seed, every) == []


# -- what is under a marker ------------------------------------------------------------------


async def deploy_otherwise(one: World) -> None:
    """Deploy in the same hexes, others in each: nothing of it shows but markers.

    Beside an enemy or in the open they would be recognised: the republicans stay where they are.
    """
    await one.alice.slash("alb deploy", places="1")
    await one.alice.slash("alb ready")
    look: Any = (await one.match.look(NATIONALIST)).view
    units: dict[str, list[str]] = {}
    for key, counter in look.table.counters.items():
        if counter.side == NATIONALIST:
            units.setdefault(counter.unit, []).append(key)
    places = ["C807", "C908"]
    if one.secretive:
        places.reverse()
    typed = ", ".join(
        f"{key} {place}" for place, unit in zip(places, units.values(), strict=True) for key in unit
    )
    reply = await one.bruno.slash("alb deploy", places=typed)
    assert "C807" in reply.text
    ready = await one.bruno.slash("alb ready")
    await ready.press("Confirm")
    await one.table.settle()
    await one.glance()


async def test_who_is_under_a_marker_shows_nowhere(tmp_path: Path) -> None:
    """With the same hexes held by other units everything is the same for everybody else."""
    assert await noticed(tmp_path, SCENE, deploy_otherwise) == []


# -- what was promised in reaction -----------------------------------------------------------


IN_VAIN = b"\4"
"""Dice with which fire can be promised that finds nobody, early in the game: few do."""


async def promise(one: World) -> None:
    """Play until fire can be promised that finds nobody; promise it in one world, not in both."""
    await one.alice.slash("alb deploy", places="1")
    await one.alice.slash("alb ready")
    offered = list((await one.bruno.offered("alb alert", "counters")).values())
    await one.bruno.slash("alb deploy", places="2", works="C807,C808", alert=",".join(offered[:2]))
    await one.bruno.slash("alb ready")
    while (shot := await _in_vain(one)) is None:
        assert await one.step(), "fire is never promised in vain: take other dice than IN_VAIN"
    await one.type(one.bruno, React(shots=(shot,)) if one.secretive else Hold())
    await one.table.settle()
    await one.glance()


async def _in_vain(one: World) -> Fire | None:
    """Return a shot of bruno's that would leave no trace, as the game stands in truth."""
    look = await one.match.look(NATIONALIST)
    if ("react", NATIONALIST) not in [(owed.code, owed.seat) for owed in look.decisions[:1]]:
        return None
    live: Any = one.match.moderator.desk.shelf.get(look.campaign.id)
    state: Any = live.position.state
    frame = under_way(state.table, Activation)

    def told(action: Any) -> object:
        step = GAME.apply(state, NATIONALIST, action, RecordedDice(SeededDice(b"in vain")))
        reader = (REPUBLICAN, None)
        return [(visible(step.events, who), GAME.view(step.state, who)) for who in reader]

    kept = told(Hold())
    shots = shots_from(look.view, frame, ())
    return next((shot for shot in shots if told(React(shots=(shot,))) == kept), None)


@pytest.mark.long
async def test_fire_promised_in_vain_shows_nowhere(tmp_path: Path) -> None:
    """Whoever keeps their fire reads and does the same to everybody else, in the log too (R68)."""
    assert await noticed(tmp_path, SCENE, promise, IN_VAIN) == []


# -- the full scenario -----------------------------------------------------------------------

FULL = replace(
    SCENE,
    settings="scenario=full",
    loaded={"scatter": (1,), "fire": (4, 3)},
    asked=(
        *SCENE.asked,
        ("log show", {"turn": 1}),
        ("map text", {"where": IN_SIGHT[0]}),
        ("map show", {"zone": IN_SIGHT[0]}),
    ),
)
"""Missions fall where they are directed, since most that stray are called off or find nobody, and
cost a step or two: whoever loses all is gone, and everybody is told of that."""


async def shell(one: World) -> None:
    """By night alice's officers direct their battery at markers, under which others stand.

    As the day breaks they are recognised, and it is no secret any longer. The battery is directed
    at the second of the hexes in which somebody is in sight.
    """
    there = defence(3, 5) if one.secretive else defence(4, 2)
    ways = {REPUBLICAN: GUNNERS, NATIONALIST: there}
    while (await one.board()).turn < 2:
        (owed, *_) = (await one.look()).decisions
        view: Any = (await one.match.look(owed.seat)).view
        action = ways[owed.seat](view)
        board = await one.board()
        last = bool(board.passed) and action == Pass()
        if last:
            break
        assert action is not None
        person = one.match.people[owed.seat]
        if isinstance(action, Deploy):
            # By short names, or it is too long to be typed.
            short = (short_names.value(view.table, (each.who,), each.at) for each in action.places)
            await person.slash("alb deploy", places=", ".join(short))
        else:
            await one.type(person, action)
        await one.table.settle()
        if not board.turn and (await one.board()).turn:
            await one.glance()
    await one.glance()
    look = await one.look()
    page = await one.match.moderator.reader.log(look.campaign.id, None, per_page=50)
    codes = [event.code for entry in page.entries for event in entry.events]
    assert any(code.startswith("mission.strikes") for code in codes), "nobody was struck"


@pytest.mark.long
async def test_shells_on_who_hides_tell_nothing(tmp_path: Path) -> None:
    """Cavalry or infantry: whoever fires reads where it struck, and no more (ALB-R2)."""
    assert await noticed(tmp_path, FULL, shell) == []


# -- the gate can shut -----------------------------------------------------------------------


async def deploy_once(one: World) -> None:
    """Set up once, after alice; against the computer, begin and let it have its turn."""
    if one.scene.alice:
        await one.alice.slash("alb deploy", places="1")
        await one.alice.slash("alb ready")
    await one.secretly(deploy)
    if not one.scene.alice:
        await be_ready(one)
        await one.step()
        await one.table.settle()


async def deploy_and_begin(one: World) -> None:
    """Set up in secret, then alike, and begin: a picture of the set-up is not drawn twice."""
    await one.alice.slash("alb deploy", places="1")
    await one.alice.slash("alb ready")
    await one.secretly(deploy)
    await be_ready(one)


SCENES = {"people": (SCENE, deploy_once), "computer": (ALONE, deploy_once)}
QUICK: dict[str, int] = {}
"""In every run the gates of Calama, of plans, of time and of inspection are tried."""
OTHERWISE = {"a picture", "odds", "the computer's view"}
"""Nothing has odds in the set-up, and a computer with the plan of another never ends its own."""

PLANTED = [
    *planted(SCENES, QUICK, [one for one in LEAKS if one.name not in OTHERWISE]),
    *planted(
        {"people": (SCENE, deploy_and_begin), "computer": (ALONE, deploy_once)},
        {},
        [one for one in LEAKS if one.name == "a picture"],
    ),
]


@pytest.mark.parametrize(("scene", "story", "leak", "every"), PLANTED)
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


@pytest.mark.long
async def test_a_name_for_fire_that_is_promised_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Called React and Hold in the log of others, as it once was."""
    for model in (React, Hold):
        monkeypatch.setattr(model, "told_as", "")
    found = await noticed(tmp_path, SCENE, promise, IN_VAIN)
    assert any("log show" in one for one in found), found
