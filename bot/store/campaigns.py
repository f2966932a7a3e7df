"""Campaigns and their members: the rows that say who plays what where."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, bindparam, false, func, insert, or_, select, text, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.batch import Write
from bot.store.codec import dumps
from bot.store.damage import passed_over, reading
from bot.store.schema import LIVE_CAMPAIGNS, campaigns, members, panels, people
from bot.store.seeds import Seeds, seal_of, seeds_of
from bot.store.untold import NOTHING, Untold, read, written
from engine.api import Seat
from engine.dice import SeededDice


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """How a table ended when not by the rules: kind of the last action, and whose it was."""

    kind: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign as stored; fields as in ``bot.store.schema``."""

    id: str
    game: str
    name: str
    guild_id: int
    channel_id: int
    language: str
    settings: Mapping[str, object]
    creator_id: int | None
    seed: bytes
    created_at: int
    creator: int | None = None
    status: str = "open"
    head: int = 0
    version: int = 1
    bulletin: int = 0
    told: int = 0
    ending: EarlyEnd | None = None
    ended_at: int | None = None
    computer: tuple[Seat, ...] | None = None
    answering: tuple[Seat, ...] | None = None
    epoch: int = 0
    strength: str | None = None
    ruleset_told: int = 1
    data: str | None = None
    asks_all: bool = False
    lesson: bool = False
    suggests: bool = True
    posts: str = "changes"
    untold: Untold = NOTHING
    theme: str = "standard"
    rematch_of: str | None = None
    branch: int = 0
    held: Seat | None = None
    undo: str = "agreed"
    dice_scheme: int = 1
    pace: str | None = None
    paused_at: int | None = None
    stand_ins: tuple[Seat, ...] = ()
    opens_ms: int | None = None
    unsealed_by: tuple[Seat, ...] = ()
    dice_by: str | None = None
    may_reopen: bool = False
    archived_at: int | None = None
    revision: int = 0

    @property
    def seeds(self) -> Seeds:
        """The keys that its secret is split into."""
        return seeds_of(self.seed, self.dice_scheme)

    @property
    def seal(self) -> str:
        """What may be published of its secret, in hexadecimal; "" for one without a seal."""
        return seal_of(self.seed, self.dice_scheme)

    def dice(self, thrown: int, version: int) -> SeededDice:
        """Return the dice of the step that leads to a public version, *thrown* before it."""
        seeds = self.seeds
        return SeededDice(seeds.open_dice, thrown, version, seeds.hidden_dice)

    def __repr__(self) -> str:
        # The seed must never reach a log, not even by way of a traceback.
        return f"CampaignRow({self.id!r}, {self.game!r}, head={self.head}, v{self.version})"


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A person at a seat, now or formerly; the last fields as in ``bot.store.schema``."""

    campaign: str
    seat: Seat
    person: int
    discord_id: int
    left: bool
    name: str | None = None
    gone_at: int | None = None
    left_at: int | None = None
    came_in_at: int | None = None


_COLUMNS = (
    *(column for column in campaigns.c if column.name != "behind"),
    people.c.discord_id.label("creator_id"),
)
_WITH_CREATOR = campaigns.outerjoin(people, people.c.id == campaigns.c.creator)
_SELECT = select(*_COLUMNS).select_from(_WITH_CREATOR)

_ALIVE = campaigns.c.status.in_(("open", "playing"))
_OVER = campaigns.c.status == "over"
_LISTED = and_(campaigns.c.lesson == false(), campaigns.c.archived_at.is_(None))


def _row(row: Row[Any]) -> CampaignRow:
    values = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's documented name
    with reading(f"campaign {row.id}: its row"):
        values["settings"] = {**json.loads(values["settings"])}
        ending = values["ending"]
        values["ending"] = None if ending is None else EarlyEnd(**json.loads(ending))
        for name in ("computer", "answering"):
            found = values[name]
            values[name] = None if found is None else tuple(map(str, json.loads(found)))
        for name in ("stand_ins", "unsealed_by"):
            values[name] = tuple(map(str, json.loads(values[name] or "[]")))
        values["untold"] = read(values["untold"])
    return CampaignRow(**values)


def _rows(connection: AsyncConnection, rows: Iterable[Row[Any]]) -> Iterator[CampaignRow]:
    """Yield the campaigns that can be read."""
    for row in rows:
        with passed_over(connection, f"campaign {row.id}: its row"):
            yield _row(row)


def _listed(seats: tuple[Seat, ...] | None) -> str | None:
    return None if seats is None else dumps(list(seats))


async def add(connection: AsyncConnection, row: CampaignRow) -> None:
    """Store a new campaign, and order its panel.

    Raises:
        sqlalchemy.exc.IntegrityError: its channel has a live campaign (or the id is taken).
    """
    await connection.execute(
        insert(campaigns).values(
            id=row.id,
            game=row.game,
            name=row.name,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            language=row.language,
            settings=dumps(dict(row.settings)),
            status=row.status,
            creator=row.creator,
            seed=row.seed,
            head=row.head,
            version=row.version,
            bulletin=row.bulletin,
            told=row.told,
            ending=None,
            created_at=row.created_at,
            ended_at=None,
            computer=_listed(row.computer),
            answering=_listed(row.answering),
            strength=row.strength,
            ruleset_told=row.ruleset_told,
            behind=True,
            data=row.data,
            asks_all=row.asks_all,
            lesson=row.lesson,
            suggests=row.suggests,
            opens_ms=row.opens_ms,
            posts=row.posts,
            untold=written(row.untold),
            theme=row.theme,
            rematch_of=row.rematch_of,
            undo=row.undo,
            dice_scheme=row.dice_scheme,
            pace=row.pace,
            dice_by=row.dice_by,
        )
    )
    await connection.execute(
        insert(panels).values(campaign=row.id, shown=0, attempts=0, due_at=row.created_at)
    )


_GET = _SELECT.where(campaigns.c.id == bindparam("which"))


async def get(connection: AsyncConnection, campaign: str) -> CampaignRow | None:
    """Return a campaign."""
    found = await connection.execute(_GET, {"which": campaign})
    row = found.one_or_none()
    return None if row is None else _row(row)


async def rematch_of(connection: AsyncConnection, campaign: str) -> CampaignRow | None:
    """Return the rematch of a campaign; one that was given up before its first move is none."""
    found = await connection.execute(
        _SELECT.where(
            campaigns.c.rematch_of == campaign, or_(LIVE_CAMPAIGNS, campaigns.c.head > 0)
        ).limit(1)
    )
    row = found.one_or_none()
    return None if row is None else _row(row)


async def all_ids(connection: AsyncConnection) -> tuple[str, ...]:
    """Return the ids of all campaigns, oldest first."""
    found = await connection.execute(select(campaigns.c.id).order_by(campaigns.c.created_at))
    return tuple(found.scalars())


_HERE = _SELECT.where(
    campaigns.c.channel_id == bindparam("channel"), campaigns.c.guild_id == bindparam("there")
).limit(1)
_LIVE_HERE = _HERE.where(LIVE_CAMPAIGNS)
_LAST_HERE = _HERE.where(_OVER).order_by(campaigns.c.ended_at.desc(), campaigns.c.created_at.desc())


async def in_channel(
    connection: AsyncConnection, guild_id: int, channel_id: int
) -> CampaignRow | None:
    """Return the channel's live campaign, else the one that ended last."""
    here = {"channel": channel_id, "there": guild_id}
    for query in (_LIVE_HERE, _LAST_HERE):
        row = (await connection.execute(query, here)).one_or_none()
        if row is not None:
            return _row(row)
    return None


@dataclass(frozen=True, slots=True)
class Sight:
    """Which campaigns of a server a person may know of: their own, and those in these channels."""

    discord_id: int
    channels: frozenset[int]

    def condition(self) -> Any:
        """Return it as SQL."""
        return or_(_of_person(self.discord_id), campaigns.c.channel_id.in_(sorted(self.channels)))


async def of_guild(
    connection: AsyncConnection, guild_id: int, *, most: int, sight: Sight | None = None
) -> tuple[CampaignRow, ...]:
    """Return a server's campaigns, live ones first, newest first; the first *most* of them.

    Lessons are nobody else's: they are never among them.
    """
    seen = true() if sight is None else sight.condition()
    found: list[CampaignRow] = []
    for status in (_ALIVE, _OVER):
        rows = await connection.execute(
            _SELECT.where(campaigns.c.guild_id == guild_id, status, seen, _LISTED)
            .order_by(campaigns.c.created_at.desc(), campaigns.c.id)
            .limit(most - len(found))
        )
        found += _rows(connection, rows)
        if len(found) == most:
            break
    return tuple(found)


async def of_person(
    connection: AsyncConnection, guild_id: int, discord_id: int, *, most: int
) -> tuple[CampaignRow, ...]:
    """Return what a person created or sits at in a server, live first, newest first, bounded."""
    rows = await connection.execute(
        _SELECT.where(_of_person(discord_id), campaigns.c.guild_id == guild_id, _LISTED)
        .order_by(_OVER.asc(), campaigns.c.created_at.desc(), campaigns.c.id)
        .limit(most)
    )
    return tuple(_rows(connection, rows))


async def count_in_guild(
    connection: AsyncConnection,
    guild_id: int,
    discord_id: int | None = None,
    sight: Sight | None = None,
) -> int:
    """Return how many campaigns a server has, or how many of them are a person's, or in sight."""
    here = campaigns.c.guild_id == guild_id, _LISTED
    query = select(func.count()).select_from(campaigns).where(*here)
    if discord_id is not None:
        query = query.where(_of_person(discord_id))
    elif sight is not None:
        query = query.where(sight.condition())
    return int((await connection.execute(query)).scalar_one())


def _of_person(discord_id: int) -> Any:
    person = select(people.c.id).where(people.c.discord_id == discord_id).scalar_subquery()
    seated = select(members.c.campaign).where(
        members.c.person == person, members.c.left_at.is_(None)
    )
    return or_(campaigns.c.creator == person, campaigns.c.id.in_(seated))


_CHANGED = (
    "head",
    "version",
    "bulletin",
    "told",
    "status",
    "channel_id",
    "ending",
    "ended_at",
    "computer",
    "answering",
    "ruleset_told",
    "untold",
    "theme",
    "branch",
    "held",
    "pace",
    "paused_at",
    "stand_ins",
    "unsealed_by",
    "may_reopen",
    "archived_at",
)
_CHANGE = (
    update(campaigns)
    .where(
        campaigns.c.id == bindparam("was_id"),
        campaigns.c.head == bindparam("was_head"),
        campaigns.c.version == bindparam("was_version"),
    )
    .values({name: bindparam(f"new_{name}") for name in _CHANGED})
)
_CHANGE_SHOWN = _CHANGE.values(behind=true())
"""The same, where the panel has to follow."""


def change(before: CampaignRow, after: CampaignRow) -> Write:
    """Change a campaign, provided that it still is as *before* has it.

    The write raises ``Conflict`` when someone else, in this process or another, changed it since
    it was read. Let it be the first of its transaction.
    """
    ending = None if after.ending is None else dumps(dataclasses.asdict(after.ending))
    values: dict[str, Any] = {f"new_{name}": getattr(after, name) for name in _CHANGED}
    moved = (before.version, before.channel_id) != (after.version, after.channel_id)
    return Write(
        _CHANGE_SHOWN if moved else _CHANGE,
        values
        | {"new_ending": ending, "new_computer": _listed(after.computer)}
        | {"new_answering": _listed(after.answering), "new_untold": written(after.untold)}
        | {"new_stand_ins": _listed(after.stand_ins or None)}
        | {"new_unsealed_by": _listed(after.unsealed_by or None)}
        | {"was_id": before.id, "was_head": before.head, "was_version": before.version},
        rows=1,
    )


_MEMBERS = (
    select(
        members.c.campaign,
        members.c.seat,
        members.c.person,
        people.c.discord_id,
        members.c.left_at,
        members.c.name,
        members.c.gone_at,
        members.c.came_in_at,
    )
    .join(people, people.c.id == members.c.person)
    .where(members.c.campaign.in_(bindparam("tables", expanding=True)))
    .order_by(members.c.joined_at, members.c.person)
)


async def members_of(
    connection: AsyncConnection, ids: Iterable[str]
) -> Mapping[str, tuple[MemberRow, ...]]:
    """Return everyone who sits or sat at these tables, by campaign, in order of joining."""
    wanted = tuple(ids)
    found = await connection.execute(_MEMBERS, {"tables": wanted})
    grouped: dict[str, list[MemberRow]] = {name: [] for name in wanted}
    for row in found:
        one = MemberRow(
            row.campaign,
            row.seat,
            row.person,
            row.discord_id,
            row.left_at is not None,
            row.name,
            row.gone_at,
            row.left_at,
            row.came_in_at,
        )
        grouped[row.campaign].append(one)
    return {name: tuple(rows) for name, rows in grouped.items()}


_SEATED = (
    select(members.c.person)
    .join(people, people.c.id == members.c.person)
    .where(
        people.c.discord_id == bindparam("account"),
        members.c.campaign == bindparam("table"),
        members.c.left_at.is_(None),
    )
)


async def seated(connection: AsyncConnection, campaign: str, discord_id: int) -> int | None:
    """Return our number of a person who sits at a table now, ``None`` for anybody else."""
    found = await connection.execute(_SEATED, {"account": discord_id, "table": campaign})
    return found.scalar_one_or_none()


_OF_MEMBER = update(members).where(
    members.c.campaign == bindparam("table"), members.c.person == bindparam("whose")
)
_ADD_MEMBER = insert(members)


async def seat(
    connection: AsyncConnection,
    campaign: str,
    person: int,
    seat: Seat,
    at: int,
    name: str | None = None,
) -> None:
    """Seat a person, or seat them again; what they were called before stays without a *name*."""
    values = {"table": campaign, "whose": person, "seat": seat, "left_at": None, "gone_at": None}
    again = await connection.execute(
        _OF_MEMBER, values if name is None else {**values, "name": name}
    )
    if again.rowcount == 0:
        await connection.execute(
            _ADD_MEMBER,
            {"campaign": campaign, "person": person, "seat": seat, "joined_at": at, "name": name},
        )


async def call(connection: AsyncConnection, campaign: str, person: int, name: str) -> None:
    """Keep how a person at a table is called from now on."""
    await connection.execute(
        update(members)
        .where(members.c.campaign == campaign, members.c.person == person)
        .values(name=name)
    )


async def unseat(connection: AsyncConnection, campaign: str, person: int, at: int) -> None:
    """Note that a person left."""
    await connection.execute(
        update(members)
        .where(members.c.campaign == campaign, members.c.person == person)
        .values(left_at=at, handover=None)
    )


async def come_in(
    connection: AsyncConnection, campaign: str, person: int, at: int, handover: str | None
) -> None:
    """Note that a person who was just seated came in for somebody, who left them that note."""
    await connection.execute(
        update(members)
        .where(members.c.campaign == campaign, members.c.person == person)
        .values(came_in_at=at, handover=handover)
    )


async def handover(connection: AsyncConnection, campaign: str, discord_id: int) -> str | None:
    """Return the note that was left for somebody who sits at a table now."""
    found = await connection.execute(
        select(members.c.handover)
        .select_from(people)
        .join(members, members.c.person == people.c.id)
        .where(
            people.c.discord_id == discord_id,
            members.c.campaign == campaign,
            members.c.left_at.is_(None),
        )
    )
    return found.scalar_one_or_none()


async def came_in(connection: AsyncConnection, people_: Iterable[int]) -> Mapping[int, int]:
    """Return at how many tables each of these people has come in for somebody, by our number."""
    found = await connection.execute(
        select(members.c.person, func.count())
        .where(members.c.person.in_(tuple(people_)), text("members.came_in_at IS NOT NULL"))
        .group_by(members.c.person)
    )
    return {person: count for person, count in found}  # noqa: C416 - rows are no pairs to mypy


async def seats_of(connection: AsyncConnection, person: int) -> tuple[str, ...]:
    """Return the ids of live campaigns in which a person holds a seat now."""
    found = await connection.execute(
        select(members.c.campaign)
        .join(campaigns, campaigns.c.id == members.c.campaign)
        .where(
            and_(
                members.c.person == person,
                members.c.left_at.is_(None),
                LIVE_CAMPAIGNS,
            )
        )
    )
    return tuple(found.scalars())


async def opened_by(connection: AsyncConnection, person: int) -> tuple[str, ...]:
    """Return the ids of the campaigns that a person created and that have not begun."""
    found = await connection.execute(
        select(campaigns.c.id).where(campaigns.c.creator == person, campaigns.c.status == "open")
    )
    return tuple(found.scalars())
