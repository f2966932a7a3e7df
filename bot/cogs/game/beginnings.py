"""A campaign begins from a position: put together privately, looked at and confirmed by all.

Its creator opens the page by a button of a table that has not begun, chooses where the game begins
and says what lies otherwise there. What is proposed stands on the table's panel: everybody may look
at it, and every side confirms it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.cogs.referee.correcting import TOGETHER, TYPING, Desk, answer
from bot.letters import beginnings
from bot.letters.images import image_of
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.moderator import Campaign, Complaint
from bot.moderator.lobby.beginnings import MOST, Laid
from bot.moderator.referees.correcting import Typed, mark_of
from bot.store.log import BEGIN
from bot.ui import boxes
from bot.ui.dialogue import beginning, correcting
from bot.ui.dialogue.beginning import LINES_LIMIT, START, TYPED, VERB
from bot.ui.dialogue.correcting import Asked, typed_of
from bot.ui.presses import Presses, chosen, written
from bot.ui.visit import Visit
from engine.api import Refusal, Start
from engine.errors import Refused


def register(presses: Presses) -> None:
    """Add the verbs of the page, and of what is proposed."""
    presses.on(VERB)(press)
    presses.on(beginnings.OPEN)(press_open)
    presses.on(beginnings.LOOK)(press_look)
    presses.on(beginnings.CONFIRM)(press_confirm)
    presses.on(beginning.WITHDRAW)(press_withdraw)
    presses.on(beginning.WORDS)(press_words)


# ------------------------------------------------------------------------------- what is proposed


async def press_look(visit: Visit, key: Key) -> None:
    """Show anybody the position that a campaign is to begin from."""
    await visit.hold()
    await _show(visit, await visit.campaign_named(key.part(0)), key.number(1))


async def _show(visit: Visit, campaign: Campaign, at: int = 1) -> None:
    # First of all, which: what is shown then is that, or its button confirms nothing any more.
    campaign = await visit.moderator.reader.campaign(campaign.id)
    creator = campaign.creator_id == visit.person_id
    try:
        laid = await visit.moderator.beginnings.proposed(campaign.id)
    except Complaint as error:
        if error.code != "beginning.void" or not creator:
            raise
        await visit.show(beginning.void_page(campaign, visit.words))
        return
    if campaign.beginning is None:
        raise Complaint("beginning.gone")
    page = beginning.proposed_page(
        campaign,
        laid,
        at,
        visit.words,
        creator=creator,
        asks=campaign.seat_of(visit.person_id) in campaign.beginning.wanting,
    )
    await _with_map(visit, campaign, laid, page)


async def _with_map(visit: Visit, campaign: Campaign, laid: Laid, page: Page) -> None:
    """Show a page with the map of a position, as everybody would see it."""
    game, words = visit.moderator.game(campaign), visit.words
    picture = await visit.bot.gallery.picture(
        game, laid.foreseen.after, language=words.language, theme=await visit.theme(campaign)
    )
    await visit.show(replace(page, image=image_of(picture, words)))


async def press_words(visit: Visit, key: Key) -> None:
    """Say in words what lies where in the position."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    laid = await visit.moderator.beginnings.proposed(campaign.id)
    view = laid.foreseen.after.view
    page = await visit.ask(
        beginning.words_page, campaign, view, campaign.id, key.number(1), visit.language
    )
    await visit.show(page)


async def press_confirm(visit: Visit, key: Key) -> None:
    """Confirm the position for one's side."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    after = await visit.moderator.beginnings.confirm(campaign.id, visit.person_id, key.part(1))
    words = visit.words
    texts: list[str] = [words.bot("beginning.done_confirm")]
    texts += beginnings.lines(after, visit.moderator.game(after), words)
    await visit.show(Page(texts))


async def press_withdraw(visit: Visit, key: Key) -> None:
    """Let the campaign begin in its game's own way again."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    await visit.moderator.beginnings.withdraw(campaign.id, visit.person_id)
    await visit.tell("beginning.withdrawn", name=campaign.name)


# ------------------------------------------------------------------------------- putting together


@dataclass(frozen=True, slots=True)
class _Desk(Desk):
    """The creator at their page; until a start is chosen they look at the first of them."""

    starts: Sequence[Start]

    @property
    def start(self) -> Start:
        """The chosen start.

        Raises:
            Complaint: beginning.no_start.
        """
        found = _chosen_start(self.starts, self.filled)
        if found is None:
            raise Complaint("beginning.no_start")
        return found

    @property
    def typed(self) -> tuple[Typed, ...]:
        """What lies otherwise."""
        return typed_of(self.filled)

    @property
    def seen(self) -> str:
        """A mark of what is put together."""
        return mark_of([(START, {"key": self.start.key}), *self.typed])

    async def put(self, filled: Mapping[str, str]) -> _Desk:
        """Keep what is put together, with the start that was chosen."""
        draft, person = self.asked.draft.id, self.visit.person_id
        kept = beginning.kept(self.filled, filled)
        await self.visit.moderator.drafts.put(draft, person, kept)
        return await _at(self.visit, self.campaign, draft)

    async def show(
        self,
        refusals: tuple[Refusal, ...] = (),
        index: int | None = None,
        turned: int = 0,
        *,
        at: int = MOST,
        note: str = "",
    ) -> None:
        """Show the page; the list at its end where no page of it is named."""
        visit, start = self.visit, _chosen_start(self.starts, self.filled)
        if start is None:
            draft = self.asked.draft.id
            page = beginning.start_page(self.campaign, self.starts, draft, visit.words)
        else:
            page = await visit.ask(
                beginning.page_of,
                self.campaign,
                self.asked,
                start,
                at,
                refusals,
                index,
                turned,
                note,
            )
        await visit.show(page)


def _chosen_start(starts: Sequence[Start], filled: Mapping[str, str]) -> Start | None:
    """Return the start of a draft; ``None`` where none is chosen, or the rules know it no more."""
    return next((one for one in starts if one.key == filled.get(START)), None)


async def press_open(visit: Visit, key: Key) -> None:
    """Open the page; what was put together there before is there still, or what is proposed."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    door, person = visit.moderator, visit.person_id
    kept = await door.beginnings.kept(campaign.id, person)
    draft = await door.drafts.last(campaign.id, person, BEGIN)
    if draft is None:
        filled = {} if kept is None else beginning.of_position(*kept)
        draft = await door.drafts.open(campaign.id, person, BEGIN, filled)
    await (await _at(visit, campaign, draft.id)).show()


async def _at(visit: Visit, campaign: Campaign, draft_id: str) -> _Desk:
    """Return the page of a draft.

    Raises:
        Complaint: campaign.not_creator, already_started, over; beginning.none; draft.unknown and
            others.
        StoreError: The database failed.
    """
    door, person = visit.moderator, visit.person_id
    starts = await door.beginnings.starts(campaign.id, person)
    draft = await door.drafts.get(draft_id, person)
    start = _chosen_start(starts, draft.filled) or starts[0]
    look = await door.beginnings.look(campaign.id, person, start.key)
    ahead = None
    if typed := typed_of(draft.filled):
        # What comes next is offered where the list has put it; as laid out while it can't be so.
        with contextlib.suppress(Refused, Complaint):
            ahead = (await door.beginnings.look(campaign.id, person, start.key, typed)).view
    return _Desk(visit, campaign, Asked(look, draft, visit.language, VERB, ahead), starts)


async def _open(visit: Visit, key: Key) -> _Desk:
    """Return the page that a press belongs to.

    Raises:
        Complaint: visit.only_in_server, visit.other_server; what :func:`_at` raises.
        StoreError: The database failed.
    """
    draft = await visit.moderator.drafts.get(key.part(0), visit.person_id)
    if draft.kind != BEGIN:
        raise Complaint("draft.unknown")
    return await _at(visit, await visit.campaign_named(draft.campaign_id), draft.id)


async def press(visit: Visit, key: Key) -> None:
    """Answer a press of the page, for somebody who may use it still."""
    await answer(visit, key, _open, _BOXES, _ACTS)


async def _page(desk: _Desk, key: Key) -> None:
    await desk.show(at=key.number(2))


async def _starts(desk: _Desk, key: Key) -> None:
    """Ask for another start; what lies otherwise stays in the list."""
    del key
    visit, draft = desk.visit, desk.asked.draft.id
    await visit.show(beginning.start_page(desk.campaign, desk.starts, draft, visit.words))


async def _start(desk: _Desk, key: Key) -> None:
    """Choose a start."""
    del key
    start = next(iter(chosen(desk.visit)), "")
    filled = {**beginning.emptied(start), **desk.filled, START: start}
    await (await desk.put(filled)).show()


async def _kind(desk: _Desk, key: Key) -> None:
    """Begin one more, of the kind that was chosen."""
    del key
    game = desk.visit.moderator.game(desk.campaign)
    kind = next(iter(chosen(desk.visit)), "")
    await (await desk.put(correcting.begun(game, desk.filled, kind, MOST))).show()


async def _out(desk: _Desk, key: Key) -> None:
    """Take one out of the list that the press shows; of another one, show that."""
    if key.part(2) not in {"", mark_of(desk.typed)}:
        await desk.show()
        return
    number = next(iter(chosen(desk.visit)), "")
    place = int(number) if number.isascii() and number.isdigit() else 0
    after = await desk.put(correcting.without(desk.filled, place))
    await after.show(at=-(-place // beginning.SHOWN))


async def _drop(desk: _Desk, key: Key) -> None:
    """Put nothing together, once that is meant; what is proposed stays proposed."""
    count, draft = len(desk.typed), desk.asked.draft.id
    if count and key.part(2) != beginning.MEANT:
        await desk.visit.show(beginning.drop_page(count, draft, desk.visit.words))
        return
    await desk.visit.moderator.drafts.drop(desk.asked.draft.id, desk.visit.person_id)
    await desk.visit.tell("beginning.dropped")


async def _lines(desk: _Desk, key: Key) -> None:
    """Open the box in which many are typed, a line each, with what was not understood before."""
    del key
    plain = desk.visit.words.plain
    box = boxes.lines(
        "lines",
        plain.bot("beginning.lines"),
        default=desk.filled.get(TYPED) or None,
        required=True,
        max_length=LINES_LIMIT,
    )
    sent = encode(VERB, desk.asked.draft.id, "read")
    await boxes.open_box(desk.visit, sent, plain.bot("beginning.button.lines"), box)


async def _read(desk: _Desk, key: Key) -> None:
    """Put what lines say in the list: all of it, or up to the line that is not understood."""
    del key
    text = written(desk.visit)[:LINES_LIMIT]
    filled, note = await desk.visit.ask(beginning.read_lines, desk.campaign, desk.asked, text)
    await (await desk.put(filled)).show(note=note)


# ------------------------------------------------------------------------------- before it counts


async def _look(desk: _Desk, key: Key) -> None:
    """Show the position that is put together, to be proposed."""
    del key
    visit = desk.visit
    laid = await visit.moderator.beginnings.foresee(
        desk.campaign.id, visit.person_id, desk.start.key, desk.typed
    )
    page = beginning.preview_page(laid, desk.asked.draft.id, desk.seen, visit.words)
    await _with_map(visit, desk.campaign, laid, page)


async def _propose(desk: _Desk, key: Key) -> None:
    """Propose the position, as it was shown."""
    visit = desk.visit
    if key.part(2) != desk.seen:
        raise Complaint("beginning.changed")
    door = visit.moderator
    await door.beginnings.propose(desk.campaign.id, visit.person_id, desk.start.key, desk.typed)
    await door.drafts.drop(desk.asked.draft.id, visit.person_id)
    await _show(visit, desk.campaign)


_Act = Callable[[_Desk, Key], Awaitable[None]]

_BOXES: Final[Mapping[str, _Act]] = {"type": TYPING, "lines": _lines}
"""What is answered by a box; Discord waits three seconds for one."""

_ACTS: Final[Mapping[str, _Act]] = {
    **TOGETHER,
    "page": _page,
    "starts": _starts,
    "start": _start,
    "kind": _kind,
    "read": _read,
    "out": _out,
    "drop": _drop,
    "look": _look,
    "propose": _propose,
}
