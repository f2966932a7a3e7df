"""``/referee inspect``: a campaign's log, journal, positions, posts and reports, as private pages.

Who may is asked at every press: whoever has the role of the server's referees, in the campaign's
own channel, and has no part in the game.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, Optional

from discord import app_commands

from bot.cogs.building import command
from bot.cogs.logs import entry_text
from bot.cogs.referee import rights
from bot.letters import clauses, sentences
from bot.letters import inspecting as pages
from bot.letters import journal as journal_pages
from bot.letters.images import image_of
from bot.letters.inspecting import OPENLY, VERB, sign
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.letters.parts import Pressable, button, shares
from bot.moderator import Campaign, Complaint
from bot.moderator.referees.inspecting import ALL, Overview, Sheet, Sight
from bot.record.searching import Query, matching
from bot.ui import boxes
from bot.ui.presses import Presses, filled
from bot.ui.visit import Visit
from engine.api import Seat, Term
from engine.kit.parsing import folded

Number = app_commands.Range[int, 1, 9999]
Address = app_commands.Range[str, 1, 120]

BOX: Final = "inspectbox"
PER_PAGE: Final = 5
ENTRY_LIMIT: Final = 420
REPORTS_PER_PAGE: Final = 4
JUMP: Final = 10
"""Entries by which a position far off is gone to."""
_ASKED: Final = {"side": 20, "turn": 4, "clause": 12, "die": 12, "word": 20}
"""What a log is searched for, and how many characters of each are taken."""
_MESSAGE: Final = re.compile(r"(?P<id>\d{15,20})/?$")


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is looked for in a log."""

    query: Query = field(default_factory=Query)
    turn: int | None = None

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return self == _Asked()

    def parts(self) -> tuple[str, ...]:
        """Return it as a custom id has it."""
        one = self.query
        parts = (one.seat, str(self.turn or ""), one.clause, one.die, one.word)
        return tuple(part or OPENLY for part in parts)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a press leads: which campaign, how it is looked at, which page or entry."""

    campaign: Campaign
    sight: Sight
    number: int


def register(top: app_commands.Group, presses: Presses) -> None:
    """Add the command, and the verbs of its pages and of its box."""
    command(inspect, "inspect", "command.referee.inspect", parent=top)
    presses.on(VERB)(press)
    presses.on(BOX)(take_box)


async def inspect(
    visit: Visit,
    entry: Optional[Number] = None,  # noqa: UP045 - a Range has no "|"
    post: Optional[Address] = None,  # noqa: UP045
) -> None:
    """Show how this channel's campaign stands, or an entry of its log, also that of a post."""
    await rights.require_role(visit)
    await visit.hold()
    campaign = await visit.campaign()
    if post is not None:
        message = _MESSAGE.search(post.strip())
        if message is None:
            raise Complaint("inspect.no_post")
        inspecting = visit.moderator.inspecting
        entry = await inspecting.entry_of_post(campaign.id, visit.person_id, int(message["id"]))
    if entry is None:
        await _home(visit, _Place(campaign, None, 0), Key(VERB))
    else:
        await _sheet(visit, _Place(campaign, None, 1), _Asked(), entry=entry)


async def press(visit: Visit, key: Key) -> None:
    """Show what a button of a page is about."""
    await rights.require_role(visit)
    what = key.part(0)
    if what == "find":
        await _ask(visit, await _place(visit, key))
        return
    await visit.hold()
    place = await _place(visit, key)
    if what == "sure":
        what = key.part(4)
    elif place.sight is not None and await _is_new(visit, place):
        page = pages.warning(place.campaign, what, place.sight, place.number, visit.words)
        await visit.show(page)
        return
    await _SHOWN.get(what, _home)(visit, place, key)


async def take_box(visit: Visit, key: Key) -> None:
    """Search the log for what was typed in a box."""
    await rights.require_role(visit)
    await visit.hold()
    place = await _place(visit, Key(key.verb, ("log", *key.parts)))
    typed = {name: text.strip()[: _ASKED[name]] for name, text in filled(visit).items()}
    turn = typed.get("turn", "")
    if turn and not (turn.isascii() and turn.isdigit()):
        raise Complaint("inspect.bad_turn")
    side = typed.get("side", "")
    seat = _seat(visit, place.campaign, side) if side else ""
    query = Query(typed.get("word", ""), seat, typed.get("clause", ""), typed.get("die", ""))
    await _sheet(visit, replace(place, number=1), _Asked(query, int(turn) if turn else None))


async def _place(visit: Visit, key: Key) -> _Place:
    """Return where a press leads.

    Raises:
        Complaint: There is no such campaign here; inspect.elsewhere: it is played in another
            channel, which who presses need not even see.
    """
    campaign = await visit.campaign_named(key.part(1))
    if campaign.channel_id != visit.channel_id:
        raise Complaint("inspect.elsewhere", channel=Term("channel", str(campaign.channel_id)))
    sight = key.part(2) if key.part(2) in {*campaign.seats, ALL} else None
    return _Place(campaign, sight, key.number(3))


async def _is_new(visit: Visit, place: _Place) -> bool:
    """Say whether somebody has yet to read what looking at secrets comes to."""
    assert place.sight is not None
    looks, campaign = visit.moderator.looks, place.campaign
    known = await looks.has(campaign.id, visit.person_id, place.sight)
    opened = (await visit.moderator.unsealing.of(campaign.id)).opened
    return campaign.status != "open" and not known and not opened


def _seat(visit: Visit, campaign: Campaign, typed: str) -> Seat:
    for seat in campaign.seats:
        if folded(typed) in {folded(seat), folded(visit.words.plain.seat(seat))}:
            return seat
    raise Complaint("campaign.unknown_seat", seat=typed)


async def _overview(visit: Visit, place: _Place) -> Overview:
    return await visit.moderator.inspecting.overview(place.campaign.id, visit.person_id)


async def _home(visit: Visit, place: _Place, key: Key) -> None:
    del key
    await visit.show(pages.overview(await _overview(visit, place), visit.words))


# -- the log ---------------------------------------------------------------------------------


async def _log(visit: Visit, place: _Place, key: Key) -> None:
    seat, turn, clause, die, word = (
        "" if key.part(at) == OPENLY else key.part(at) for at in range(4, 9)
    )
    if key.part(0) == "sure":
        seat = turn = clause = die = word = ""
    asked = _Asked(Query(word, seat, clause, die), int(turn) if turn.isdecimal() else None)
    await _sheet(visit, place, asked)


async def _ask(visit: Visit, place: _Place) -> None:
    """Open the box in which is typed what to look for."""
    words = visit.words.plain
    fields = [
        boxes.line(name, words.bot(f"inspect.box.{name}"), required=False, max_length=most)
        for name, most in _ASKED.items()
    ]
    box = encode(BOX, place.campaign.id, sign(place.sight))
    await boxes.open_box(visit, box, words.bot("inspect.button.find"), *fields)


async def _sheet(visit: Visit, place: _Place, asked: _Asked, *, entry: int | None = None) -> None:
    """Show a page of the log, or of what was found in it."""
    inspecting, campaign = visit.moderator.inspecting, place.campaign
    among = None
    if not asked.is_all:
        record = await inspecting.record(campaign.id, visit.person_id, place.sight, turn=asked.turn)
        among = await visit.ask(matching, campaign, record.entries, asked.query, visit.language)
    sheet = await inspecting.sheet(
        campaign.id,
        visit.person_id,
        place.sight,
        page=place.number or 1,
        per_page=PER_PAGE,
        among=among,
        entry=entry,
    )
    found = await _overview(visit, place)
    words, plain = visit.words, visit.words.plain
    texts: list[str] = [words.bot("log.title", name=campaign.name)]
    texts.append("-# " + pages.seen_as(place.sight, words))
    texts += _entries(visit, sheet)
    turners, all_turn = _turners(visit, place, sheet, asked)
    if sheet.pages > 1:
        texts.append("-# " + words.bot("page.of", page=sheet.page, pages=sheet.pages))
        if not all_turn:
            texts.append("-# " + words.bot("inspect.shorter"))
    find = button(
        plain.bot("inspect.button.find"), VERB, "find", campaign.id, sign(place.sight), emoji="🔎"
    )
    cites = (event.rule for one in sheet.entries for event in one.entry.events)
    links = clauses.links(campaign, cites, visit.moderator.game(campaign), words)
    posts = pages.post_links(sheet.entries, campaign, words)
    ways = pages.sights(found, "log", place.sight, words)
    items = [*turners, find, *ways, pages.back(campaign, words), *links]
    await visit.show(Page(texts, items, links=posts))


def _entries(visit: Visit, sheet: Sheet) -> list[str]:
    """Say a page of the log with what stands in the journal between its entries."""
    words, campaign = visit.words, sheet.campaign
    logged = [
        (entry_text(campaign, one.entry, words, ENTRY_LIMIT), pages.beside(one, campaign, words))
        for one in sheet.entries
    ]
    # What the journal holds has what is left of a message: all of it stands on its own page.
    room = journal_pages.ROOM - sum(len(part) + 1 for parts in logged for part in parts)
    noted = [*sheet.before, *(each for one in sheet.entries for each in one.after)]
    lines = iter(shares([journal_pages.line(one, words) for one in noted], room))
    texts = list(islice(lines, len(sheet.before)))
    for parts, one in zip(logged, sheet.entries, strict=True):
        told = [*parts, *islice(lines, len(one.after))]
        texts.append("\n".join(part for part in told if part))
    return texts or [words.bot("log.none")]


def _turners(
    visit: Visit, place: _Place, sheet: Sheet, asked: _Asked
) -> tuple[list[Pressable], bool]:
    """Return what turns the pages, and whether all do: what was asked may be too long for it."""
    plain, items = visit.words.plain, list[Pressable]()
    begin = ("log", place.campaign.id, sign(place.sight))
    asks = () if asked.is_all else asked.parts()
    for label, other in (("button.earlier", sheet.page + 1), ("button.later", sheet.page - 1)):
        if not 1 <= other <= sheet.pages:
            continue
        try:
            items.append(button(plain.bot(label), VERB, *begin, other, *asks))
        except ValueError:
            return [], False
    return items, True


# -- the rest --------------------------------------------------------------------------------


async def _journal(visit: Visit, place: _Place, key: Key) -> None:
    del key
    campaign = place.campaign
    await _overview(visit, place)  # who may
    found = await visit.moderator.journals.page(
        campaign.id, visit.person_id, page=place.number or 1, per_page=journal_pages.PER_PAGE
    )
    page = journal_pages.page(found, visit.words)
    turned = []
    for label, other in (("button.earlier", found.page + 1), ("button.later", found.page - 1)):
        if 1 <= other <= found.pages:
            text = visit.words.plain.bot(label)
            turned.append(button(text, VERB, "journal", campaign.id, OPENLY, other))
    items = [*turned, pages.back(campaign, visit.words)]
    await visit.show(replace(page, items=items))


async def _position(visit: Visit, place: _Place, key: Key) -> None:
    """Show the map behind an entry of the log."""
    del key
    campaign, words, plain = place.campaign, visit.words, visit.words.plain
    sight = None if place.sight == ALL else place.sight
    found = await visit.moderator.inspecting.place(
        campaign.id, visit.person_id, sight, place.number or None
    )
    look, number, total = found.look, found.number, found.total
    game, theme = visit.moderator.game(campaign), await visit.theme(campaign)
    picture = await visit.bot.gallery.picture(game, look, language=words.language, theme=theme)
    texts: list[str] = [sentences.heading(look, words)]
    texts.append(words.bot("inspect.position", number=number, total=total))
    texts += sentences.nearest(look, words)
    texts.append("-# " + pages.seen_as(sight, words))
    steps = (("⏪", -JUMP), ("◀️", -1), ("▶️", 1), ("⏩", JUMP))
    items = []
    for emoji, by in steps:
        other = min(total, max(1, number + by))
        label = plain.bot("inspect.button.entry", number=other)
        if other != number and (abs(by) == 1 or abs(other - number) > 1):
            parts = ("position", campaign.id, sign(sight), other)
            items.append(button(label, VERB, *parts, emoji=emoji))
    log = plain.bot("inspect.button.log")
    page = (total - number) // PER_PAGE + 1
    items.append(button(log, VERB, "log", campaign.id, sign(sight), page, emoji="📖"))
    overview = await _overview(visit, place)
    items += pages.sights(overview, "position", sight, words, every=False)
    image = None if picture is None else image_of(picture, words)
    await visit.show(Page(texts, [*items, pages.back(campaign, words)], image))


async def _courier(visit: Visit, place: _Place, key: Key) -> None:
    del key
    campaign, sight = place.campaign, ALL if place.sight == ALL else None
    found = await visit.moderator.upkeep.queue(campaign.id, visit.person_id, sight)
    page = pages.queue(found, sight, visit.words)
    overview, items = await _overview(visit, place), list[Pressable]()
    if overview.secrets and sight is None:
        label = visit.words.plain.bot("inspect.button.private")
        items.append(button(label, VERB, "courier", campaign.id, ALL, emoji="👁️"))
    await visit.show(replace(page, items=[*items, pages.back(campaign, visit.words)]))


async def _reports(visit: Visit, place: _Place, key: Key) -> None:
    del key
    found = await visit.moderator.upkeep.reports(
        place.campaign.id, visit.person_id, page=place.number or 1, per_page=REPORTS_PER_PAGE
    )
    await visit.show(pages.reports(found, visit.words))


async def _check(visit: Visit, place: _Place, key: Key) -> None:
    """Play the log again; where it does not hold, whoever may know more can ask."""
    del key
    campaign, words = place.campaign, visit.words
    found = await visit.moderator.rechecking.check(campaign.id, visit.person_id, place.sight)
    overview, items = await _overview(visit, place), list[Pressable]()
    if overview.secrets and place.sight is None and not found.sound:
        label = words.plain.bot("inspect.as.all")
        items.append(button(label, VERB, "check", campaign.id, ALL, emoji="👁️"))
    page = pages.verdict(found, campaign, words)
    await visit.show(replace(page, items=[*items, pages.back(campaign, words)]))


_SHOWN: Final[Mapping[str, Callable[[Visit, _Place, Key], Awaitable[None]]]] = {
    "home": _home,
    "log": _log,
    "journal": _journal,
    "position": _position,
    "courier": _courier,
    "reports": _reports,
    "check": _check,
}
