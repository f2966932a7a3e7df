"""Tables at which a deed would succeed, did the right person try it.

Each scene is what a coroutine makes of what another has made of an empty :class:`Ground`. Red is
asked for its turn in each game under way: the column "awaited" plays red, "waits" plays blue.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from sqlalchemy import select, update

from bot.letters.questions import name_of
from bot.moderator.referees.acts import Act
from bot.store.log import BEGIN
from bot.store.schema import asks, campaigns, offers
from tests.support.permissions.ground import ASKING, Ground

DESERTED: Final = 4 * 24 * 3600.0
"""Seconds after which the people of a deserted side may be replaced, and some more."""

Scene = Callable[[Ground], Awaitable[None]]


# ---------------------------------------------------------------------- not begun


async def nobody(ground: Ground) -> None:
    """A table that its creator has opened; nobody sits there."""
    await _opened(ground)
    await _named(ground, "dora")


async def bare(ground: Ground) -> None:
    """The same."""
    _only(ground, "opener", "watcher", "manager", "eligible", "referee")


async def nearly(ground: Ground) -> None:
    """Red is held, blue is free."""
    await _opened(ground)
    await _named(ground, "dora")
    await _named(ground, "emil", secrets=True)
    await seated(ground, "kate", "red")
    await seated(ground, "alice", "red")
    await ground.people["kate"].slash("game leave")
    await seated(ground, "leo", "red")
    await _away(ground, "leo")


async def opened(ground: Ground) -> None:
    """Blue is free, and somebody asks to join red."""
    await seated(ground, "ivan", "red")
    await _asking(ground, "red")
    _without(ground, "waits", "looked")


async def full(ground: Ground) -> None:
    """Both sides are held: the game can begin."""
    await seated(ground, "bruno", "blue")
    await seated(ground, "ivan", "blue")
    _without(ground, "looked")


async def laid(ground: Ground) -> None:
    """The same, and its creator has proposed a position that no side has confirmed."""
    await full(ground)
    carla, door = ground.people["carla"].id, ground.moderator
    with ground.env.time_context():
        campaign = await door.beginnings.propose(
            ground.named["c"], carla, "crossing-2", (("score", {"seat": "red", "strokes": "2"}),)
        )
        draft = await door.drafts.open(campaign.id, carla, BEGIN, {})
    assert campaign.beginning is not None
    ground.named["position"], ground.named["laying"] = campaign.beginning.id, draft.id


# ---------------------------------------------------------------------- under way


async def begun(ground: Ground) -> None:
    """A game has begun with everybody in their place, and red is asked for its turn."""
    await _begun(ground)


async def playing(ground: Ground) -> None:
    """Red has rowed and may go on; somebody asks to join it, and blue offers a draw."""
    await _red_has_rowed(ground)
    await _asking(ground, "red")
    await _draw(ground)


async def rolling(ground: Ground) -> None:
    """The table rolls its own dice, and red's order waits for them."""
    named = ground.named["c"]
    async with ground.moderator.desk.database.write() as connection:
        await connection.execute(
            update(campaigns).where(campaigns.c.id == named).values(dice_by="table")
        )
    ground.moderator.desk.shelf.clear()
    await ground.people["alice"].slash("toy row", strokes=1)
    await ground.settle()
    look = await ground.look()
    ground.named["roll"] = name_of(look.campaign, look.decisions[0])


async def hidden(ground: Ground) -> None:
    """Each side has given a secret order since the last public step."""
    await _red_has_rowed(ground)
    for name in ("alice", "bruno"):
        await ground.people[name].slash("toy hide", bank="island")
    await _numbers(ground)


async def offered(ground: Ground) -> None:
    """Red is offered by who plays it, and somebody asks for it."""
    await ground.send(ground.people["alice"], _id(ground, "giveseatbox"), fields={"note": ""})
    await _asking(ground, "red")


async def granted(ground: Ground) -> None:
    """Red is offered, and who watches was granted it."""
    alice = ground.people["alice"]
    await ground.send(alice, _id(ground, "giveseatbox"), fields={"note": ""})
    await ground.people["hugo"].slash("game join", side="red")
    await _letter(ground)
    await ground.send(alice, _id(ground, "admit", ground.named["ask"]))
    await ground.settle()


async def sought(ground: Ground) -> None:
    """A referee looks for a substitute for red, and somebody asks for it."""
    version = (await ground.look()).version
    fields = {"seat": "red", "reason": "gone"}
    box = _id(ground, "refbox", "look", version, 0)
    await ground.send(ground.people["dora"], box, fields=fields)
    await _asking(ground, "red")


async def stood_in(ground: Ground) -> None:
    """The computer plays red until its people are back."""
    await ground.send(ground.people["alice"], _id(ground, "standin"))
    await _agreed(ground, "bruno")


async def paused(ground: Ground) -> None:
    """The clocks stand still."""
    await ground.send(ground.people["alice"], _id(ground, "askpause"))
    await _agreed(ground, "bruno")


async def claimable(ground: Ground) -> None:
    """Red's time is over, and so is its last grace."""
    await ground.wait(hours=24.1)
    await ground.wait(hours=1.1)


async def unlike(ground: Ground) -> None:
    """Another game has begun: who manages the server and plays is on the side that is awaited."""
    await _begun(ground, ivan="red")


async def empty(ground: Ground) -> None:
    """Nobody plays blue any more, and somebody asks for it."""
    await ground.send(ground.people["bruno"], _id(ground, "leave"))
    ground.cast["former"] = ground.people["bruno"]
    await _asking(ground, "blue")
    _without(ground, "waits")


async def deserted(ground: Ground) -> None:
    """Who plays blue has left the server days ago, and somebody asks for it."""
    await _away(ground, "bruno")
    ground.people["leo"].return_to_server()
    await ground.people["leo"].slash("game leave")
    ground.cast["gone"] = ground.people["bruno"]
    _without(ground, "waits")
    await ground.people[ASKING].slash("game join", side="blue")
    await ground.stop()
    ground.env.backend.advance_clock(DESERTED)
    await ground.start()
    await ground.settle()
    await _letter(ground)


async def moved(ground: Ground) -> None:
    """The server asks for two referees, and one of them wants to go back."""
    await _red_has_rowed(ground)
    await ground.moderator.servers.ask_two_referees(ground.guild.id, two=True)
    step = ground.named["step"]
    box = _id(ground, "refbox", "rewind", (await ground.look()).version, step)
    await ground.send(ground.people["dora"], box, fields={"reason": "a slip"})
    await ground.settle()
    motion = await ground.moderator.going_back.motion(ground.named["c"], ground.people["emil"].id)
    assert motion is not None
    ground.named["motion"] = motion.id


async def proposed(ground: Ground) -> None:
    """Blue has proposed in private that its lantern stands elsewhere."""
    door, bruno = ground.moderator.private_corrections, ground.people["bruno"].id
    with ground.env.time_context():
        own = await door.own(ground.named["c"], bruno)
        act = Act(ground.named["c"], bruno, "a slip", "proposed", own.steps)
        await door.propose(act, (("lantern", {"bank": "island"}),))
        standing = await door.standing(ground.named["c"], bruno)
    await ground.settle()
    assert standing is not None
    ground.named["private"] = standing.id


# ---------------------------------------------------------------------- over


async def over(ground: Ground) -> None:
    """Blue has resigned; what was secret is closed still."""
    await _red_has_rowed(ground)
    await ground.send(ground.people["bruno"], _id(ground, "resign"))
    await ground.settle()


async def unsealed(ground: Ground) -> None:
    """Both sides have opened what was secret."""
    await over(ground)
    for name in ("alice", "bruno"):
        await ground.send(ground.people[name], _id(ground, "unseal"))
    await ground.settle()


async def reopening(ground: Ground) -> None:
    """So they have, and blue asks that the game go on."""
    await unsealed(ground)
    await ground.people["bruno"].slash("offer", what="reopen")
    await ground.settle()
    ground.named["offer"] = await _offer(ground)


FROM: Final[Mapping[Scene, tuple[Scene, ...]]] = {
    nobody: (bare,),
    nearly: (opened, full, laid),
    begun: (
        playing,
        hidden,
        offered,
        granted,
        sought,
        stood_in,
        paused,
        claimable,
        moved,
        proposed,
        rolling,
        over,
        unsealed,
        reopening,
    ),
    unlike: (empty, deserted),
}
"""Every scene, by what it is made of; that is made once."""
SCENES: Final = {scene.__name__: scene for scenes in FROM.values() for scene in scenes}
STATE_OF: Final = {
    **dict.fromkeys(SCENES, "playing"),
    **dict.fromkeys(("bare", "opened", "full", "laid"), "open"),
    **dict.fromkeys(("over", "unsealed", "reopening"), "over"),
}
USUAL: Final = {"open": "full", "playing": "playing", "over": "over"}
"""Where a deed is tried that asks for nothing more."""


# ---------------------------------------------------------------------- inside


def _id(ground: Ground, verb: str, *parts: object) -> str:
    return ":".join(("adj", verb, ground.named["c"], *map(str, parts)))


def _only(ground: Ground, *columns: str) -> None:
    ground.cast = {column: ground.cast[column] for column in columns}


def _without(ground: Ground, *columns: str) -> None:
    for column in columns:
        ground.cast.pop(column, None)


async def _opened(ground: Ground) -> None:
    await ground.moderator.servers.choose_referees(ground.guild.id, ground.role.id)
    await ground.moderator.servers.choose_referees(ground.away.id, ground.role_abroad.id)
    await ground.send(ground.people[ASKING], "adj:figures:show")
    options: dict[str, Any] = {"pace": "1 day", "time_out": "claim"}
    await ground.people["carla"].slash("game new", game="toy", name="River", **options)
    campaign = await ground.moderator.reader.campaign_in(ground.guild.id, ground.channel.id)
    assert campaign is not None
    ground.named["c"] = campaign.id


async def _named(ground: Ground, name: str, *, secrets: bool = False) -> None:
    carla, person = ground.people["carla"], ground.people[name]
    await carla.slash("referee appoint", person=person.actor, secrets=secrets)


async def seated(ground: Ground, name: str, side: str) -> None:
    """Let somebody sit down, with the consent of who sits there first."""
    person = ground.people[name]
    await person.slash("game join", side=side)
    campaign = await ground.moderator.reader.campaign(ground.named["c"])
    if person.id in campaign.seats[side]:
        return
    await _letter(ground)
    by = {one.id: one for one in ground.people.values()}[campaign.seats[side][0]]
    await ground.send(by, _id(ground, "admit", ground.named["ask"]))
    campaign = await ground.moderator.reader.campaign(ground.named["c"])
    assert person.id in campaign.seats[side], name


async def _begun(ground: Ground, *, ivan: str = "blue") -> None:
    await _opened(ground)
    await _named(ground, "dora")
    await _named(ground, "frida", secrets=True)
    await seated(ground, "kate", "red")
    await seated(ground, "alice", "red")
    await ground.people["kate"].slash("game leave")
    await seated(ground, "bruno", "blue")
    await seated(ground, "ivan", ivan)
    await seated(ground, "leo", "red")
    await _away(ground, "leo")
    await ground.people["carla"].slash("game start")
    frida = ground.people["frida"]
    look = f"adj:inspect:sure:{ground.named['c']}:*:1:log"
    assert "all sides" in (await ground.send(frida, look)).text
    await frida.slash("referee leave")
    await ground.people["alice"].slash(
        "referee appoint", person=ground.people["emil"].actor, secrets=True
    )
    await _agreed(ground, "bruno")
    await ground.people["alice"].slash("toy standing reply", loud=False)
    await ground.people["alice"].slash("toy hide", bank="north")
    await ground.people["bruno"].slash("toy hide", bank="south")
    await ground.to_play("blue")
    await ground.people["bruno"].slash("toy land", bank="island")
    await ground.to_play("red")
    await _numbers(ground)


async def _red_has_rowed(ground: Ground) -> None:
    """Red has rowed last: where a six lets blue answer, red rows once more."""
    for _ in range(60):
        await ground.people["alice"].slash("toy row", strokes=1)
        if (await ground.look()).decisions[0].code == "cross":
            break
        await ground.to_play("red")
    await _numbers(ground)


async def _numbers(ground: Ground) -> None:
    """Note what custom ids name now: the decision, the branch, and what red did last."""
    look = await ground.look()
    ground.named["d"] = name_of(look.campaign, look.decisions[0])
    ground.named["v"] = str(look.version)
    ground.named["turn"] = "" if look.status is None else str(look.status.turn)
    ground.named["branch"] = str(look.campaign.branch)
    total = (await ground.moderator.reader.log(ground.named["c"])).total
    ground.named["step"] = str(total)
    found = await ground.moderator.undoing.offered(ground.named["c"], ground.people["alice"].id)
    if found:
        ground.named["number"] = str(found[0].number)
    drafts = ground.moderator.drafts
    with ground.env.time_context():
        draft = await drafts.open(ground.named["c"], ground.people["alice"].id, "hide", {})
    ground.named["draft"] = draft.id


async def _away(ground: Ground, name: str) -> None:
    """Let somebody leave the server, and the bot know."""
    person = ground.people[name]
    person.leave_server()
    with ground.env.time_context():
        await ground.moderator.departures.missed(ground.guild.id, person.id)
    await ground.settle()


async def _letter(ground: Ground) -> None:
    """Note the name of what is asked for: who is let in asks no more."""
    async with ground.moderator.desk.database.read() as connection:
        found = await connection.execute(select(asks.c.id))
        ground.named["ask"] = found.scalar_one()


async def _asking(ground: Ground, side: str) -> None:
    await ground.people[ASKING].slash("game join", side=side)
    await ground.settle()
    await _letter(ground)


async def _offer(ground: Ground) -> str:
    async with ground.moderator.desk.database.read() as connection:
        found = await connection.execute(select(offers).where(offers.c.state == "open"))
        (row,) = found.mappings()
        return str(row["id"])


async def _agreed(ground: Ground, name: str) -> None:
    """Let somebody agree to what is offered."""
    await ground.settle()
    done = await ground.send(ground.people[name], _id(ground, "agree", await _offer(ground)))
    assert "⚠️" not in done.text, done.text
    await ground.settle()


async def _draw(ground: Ground) -> None:
    await ground.people["bruno"].slash("offer", what="draw")
    await ground.settle()
    ground.named["offer"] = await _offer(ground)
