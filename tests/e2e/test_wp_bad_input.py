"""War of the Pacific: wrong orders are refused in private, with the clause, and change nothing."""

import dataclasses
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.app import Adjutant
from bot.moderator import Look
from engine.api import Decision
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import is_land_unit, is_ship, is_transport
from engine.war_of_the_pacific.places import BOX, DEAD, is_hex
from engine.war_of_the_pacific.state import Phase
from tests.support.captains import GAME, wait
from tests.support.matches import first_legal
from tests.support.people import Person, Reply
from tests.support.quick import bot_with_small_maps, warm
from tests.support.refusing import refused
from tests.support.table import Table

COPIAPO = "3128"


class Front:
    """A War of the Pacific table: alice has Chile, bruno the Allies, carla watches."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.alice, self.bruno, self.carla = (table.people[n] for n in ("alice", "bruno", "carla"))
        self.seats = {"chile": self.alice, "allies": self.bruno}

    @property
    def moderator(self) -> Any:
        """The bot's moderator."""
        assert isinstance(self.table.bot, Adjutant)
        return self.table.bot.moderator

    async def begin(self) -> None:
        """Start a campaign."""
        warm(GAME.key)
        # The same dice in every run.
        numbers = iter(range(256))
        self.moderator.desk.token = lambda size: bytes([next(numbers)]) * size
        await self.alice.slash("game new", game="war_of_the_pacific", name="Nitrate")
        await self.alice.slash("game join", side="chile")
        await self.bruno.slash("game join", side="allies")
        await self.alice.slash("game start")

    async def look(self, person: Person | None = None) -> Look:
        """Return the campaign as somebody sees it."""
        campaign = await self.moderator.reader.campaign_in(
            self.table.guild.id, self.table.channel.id
        )
        look: Look = await self.moderator.reader.look(campaign.id, person.id if person else None)
        return look

    async def pass_until(self, wanted: Callable[[Look, Decision], bool]) -> None:
        """Let everybody wait until *wanted* holds for what is asked."""
        for step in range(400):
            public = await self.look()
            decision = public.decisions[0]
            if wanted(public, decision):
                return
            person = self.seats[decision.seat]
            look = await self.look(person)
            action = first_legal(GAME.key, look.view, wait(look.view, decision))
            receipt = await self.moderator.play.act(
                look.campaign.id, person.id, action, request=f"test-{step}-{public.version}"
            )
            assert receipt.accepted
        raise AssertionError("it never comes to that")

    async def to_phase(self, phase: Phase, seat: str = "chile") -> Look:
        """Go on to a phase of a seat, with nothing left to answer."""
        await self.pass_until(
            lambda look, decision: (
                look.view.table.phase is phase
                and not look.view.table.frames
                and decision.seat == seat
            )
        )
        return await self.look(self.seats[seat])

    async def set_unit(self, unit: str, **values: Any) -> None:
        """Put a unit where the test needs it, behind the rules' back."""
        live = next(iter(self.moderator.desk.shelf._items.values()))
        state = live.position.state
        table = state.table
        units = {**table.units, unit: dataclasses.replace(table.units[unit], **values)}
        table = dataclasses.replace(table, units=type(table.units)(units))
        position = type(live.position)(live.game, dataclasses.replace(state, table=table))
        object.__setattr__(live, "position", position)

    async def refused(self, person: Person, command: str, /, *words: str, **options: Any) -> Reply:
        """Type an order that must be refused: privately, with a clause, changing nothing."""
        return await refused(self.look, person, command, *words, **options)


@pytest.fixture
async def front(tmp_path: Path, strict_texts: None) -> AsyncIterator[Front]:
    """A campaign just started."""
    async with Table(tmp_path, bot_with_small_maps) as table:
        opened = Front(table)
        await opened.begin()
        yield opened


async def test_wrong_seat_and_wrong_phase(front: Front) -> None:
    """The other side, and this side at another time, are told whose turn and which phase it is."""
    await front.refused(front.alice, "wp standard", "Allies")
    await front.to_phase(Phase.ADMIN)
    await front.refused(front.bruno, "wp march", "Chile", units="zepita")
    await front.refused(front.alice, "wp march", "phase", units="buin")
    await front.refused(front.alice, "wp answer fire", ship="huascar", target="loa")


async def test_spectator(front: Front) -> None:
    """Who holds no seat can order nothing."""
    reply = await front.carla.slash("wp standard")
    assert reply.is_private
    assert "no seat" in reply.text


async def test_unknown_hexes_units_and_areas(front: Front) -> None:
    """What the map and the rosters do not have is named back, shortened."""
    await front.to_phase(Phase.LAND)
    look = await front.look(front.alice)
    unit = next(u.id for u in look.view.table.units.values() if _marches(u, "chile"))
    await front.refused(front.alice, "wp march", "2099", units=unit, toward="2099")
    for typed in ("9" * 300, "**@everyone** 🚢", "\u202e1312"):
        reply = await front.alice.slash("wp march", units=typed)
        assert reply.is_private
        assert "Nothing has changed" in reply.text
        assert "@everyone" not in reply.text
        assert len(reply.text) < 1500


async def test_sea_hex_for_a_regiment(front: Front) -> None:
    """A regiment does not march into the sea."""
    look = await front.to_phase(Phase.LAND)
    unit = next(u.id for u in look.view.table.units.values() if _marches(u, "chile"))
    await front.refused(front.alice, "wp march", units=unit, toward="2415")


async def test_units_that_cannot_march(front: Front) -> None:
    """The enemy's, one that is elsewhere, sunk, aboard, or that has marched already."""
    look = await front.to_phase(Phase.LAND)
    units = look.view.table.units.values()
    mine = [u for u in units if _marches(u, "chile")]
    first = mine[0]
    apart = mine[1]
    await front.set_unit(apart.id, at=COPIAPO)
    enemy = next(u for u in units if _marches(u, "allies"))
    ship = next(u for u in units if u.side == "chile" and is_transport(u))

    await front.refused(front.alice, "wp march", units=enemy.id)
    await front.refused(front.alice, "wp march", units=f"{first.id},{apart.id}")
    await front.refused(front.alice, "wp march", units=ship.id)
    await front.set_unit(first.id, at=DEAD)
    await front.refused(front.alice, "wp march", units=first.id)
    await front.set_unit(first.id, at=f"@{ship.id}")
    await front.refused(front.alice, "wp march", units=first.id)
    await front.set_unit(first.id, at=first.at, spent=True)
    await front.refused(front.alice, "wp march", units=first.id)


async def test_paths_that_jump_and_ships_that_are_sunk(front: Front) -> None:
    """A course goes from hex to hex; a sunk ship sails nowhere."""
    look = await front.to_phase(Phase.NAVAL)
    ship = next(
        u
        for u in look.view.table.units.values()
        if u.side == "chile" and is_ship(u) and u.at == BOX
    )
    await front.refused(front.alice, "wp sail", ships=ship.id, to="2415", via="2514,1803")
    await front.set_unit(ship.id, at=DEAD)
    await front.refused(front.alice, "wp sail", ships=ship.id, to="2415")


async def test_too_much_on_one_transport(front: Front) -> None:
    """Six transports' load does not go aboard one."""
    look = await front.to_phase(Phase.NAVAL)
    units = look.view.table.units.values()
    ship = next(u for u in units if u.side == "chile" and is_transport(u) and u.at == BOX)
    load = [u for u in units if _marches(u, "chile")][:6]
    for unit in load:
        await front.set_unit(unit.id, at=BOX)
    everybody = ",".join(unit.id for unit in load)
    await front.refused(front.alice, "wp embark", units=everybody, ship=ship.id)


async def test_order_for_no_ships(front: Front) -> None:
    """An order needs ships, of one's own, that float; and an area that there is."""
    await front.pass_until(lambda look, _: look.view.table.phase is Phase.PLAN)
    orders = (await front.alice.slash("orders show")).text
    for ships in (",", " , ,"):
        reply = await front.alice.slash("wp order", ships=ships, area="VI")
        assert "Nothing has changed" in reply.text
    await front.refused(front.alice, "wp order", ships="huascar", area="VI")
    await front.refused(front.alice, "wp order", "XX", ships="loa", area="XX")
    assert (await front.alice.slash("orders show")).text == orders


async def test_too_few_movement_points(front: Front) -> None:
    """A march that began cannot go farther than its dice."""
    look = await front.to_phase(Phase.LAND)
    unit = next(u for u in look.view.table.units.values() if _marches(u, "chile") and u.at != BOX)
    await front.alice.slash("wp march", units=unit.id)
    await front.pass_until(lambda _, decision: decision.seat == "chile")
    public = await front.look()
    if "move" not in public.decisions[0].kinds:
        pytest.skip("the dice ended the march at once")
    board = load_board()
    far = next(
        hex_id
        for hex_id, city in board.cities.items()
        if board.grid.distance(unit.at, hex_id) > 20 and city.name
    )
    await front.refused(front.alice, "wp move", to=far)


async def test_every_field_of_every_command_is_offered_or_typed(front: Front) -> None:
    """Autocomplete of every command answers in every phase met, for both sides, without error."""
    for phase in (Phase.PLAN, Phase.ADMIN, Phase.SUPPLY, Phase.NAVAL, Phase.LAND):
        await front.pass_until(partial(_comes_to, phase))
        for person in (front.alice, front.bruno):
            for kind, model in MODELS.items():
                group = f" {model.group}" if model.group else ""
                for name, info in model.model_fields.items():
                    if info.annotation is not bool:
                        await person.offered(f"wp{group} {kind}", name, "")


def _comes_to(phase: Phase, look: Look, _asked: Decision) -> bool:
    """Say whether the table has come to a phase."""
    return look.view.table.phase is phase


def _marches(unit: Any, side: str) -> bool:
    """Say whether a unit is a land unit of a side that stands on the map."""
    return bool(unit.side == side and is_land_unit(unit) and is_hex(unit.at))
