"""``/referee correct``: a referee puts the position right, in public and with a reason.

Corrections are put together on a private page. Before they count it shows what would be otherwise,
and asks why. That the person has the server's role is asked at every press, and that they referee
the campaign by the moderator.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from discord import app_commands

from bot.cogs.building import command
from bot.cogs.referee import rights
from bot.letters import sentences
from bot.letters.images import image_of
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.moderator import Campaign, Complaint
from bot.moderator.referees.acts import REASON_LIMIT, Act
from bot.moderator.referees.correcting import Foreseen, mark_of
from bot.store.log import CORRECT
from bot.ui import boxes
from bot.ui.dialogue import correcting
from bot.ui.dialogue.correcting import VERB, Asked
from bot.ui.dialogue.private_correcting import with_proposals
from bot.ui.presses import Presses, chosen, written
from bot.ui.visit import Visit
from engine.api import Refusal
from engine.errors import IllegalAction

D = TypeVar("D")

TYPED_LIMIT: Final = 100
"""Characters that a field may be given by typing."""


def register(top: app_commands.Group, presses: Presses) -> None:
    """Add the command, and the verb of its page."""
    command(correct, "correct", "command.referee.correct", parent=top)
    presses.on(VERB)(press)
    presses.on(correcting.CONFIRM)(confirm)


@dataclass(frozen=True, slots=True)
class Desk:
    """One person at one page: a referee, or a player with what their side keeps secret."""

    visit: Visit
    campaign: Campaign
    asked: Asked

    @property
    def filled(self) -> Mapping[str, str]:
        """What is put together."""
        return self.asked.draft.filled

    async def put(self, filled: Mapping[str, str]) -> Desk:
        """Keep what is put together."""
        draft = self.asked.draft
        door = self.visit.moderator
        kept = await door.drafts.put(draft.id, self.visit.person_id, filled)
        return replace(self, asked=replace(self.asked, draft=kept))

    async def show(
        self, refusals: tuple[Refusal, ...] = (), index: int | None = None, turned: int = 0
    ) -> None:
        """Show the page."""
        visit = self.visit
        page = await visit.ask(
            correcting.page_of, self.campaign, self.asked, refusals, index, turned
        )
        await visit.show(page)


async def correct(visit: Visit) -> None:
    """Open the page for this channel's campaign; what was put together there before goes.

    A referee who may look at secrets reads there what sides have proposed in private, also while
    nothing public can be put right.
    """
    await visit.hold()
    await rights.require_role(visit)
    campaign = await visit.campaign()
    door = visit.moderator
    proposed = await door.private_corrections.open(campaign.id, visit.person_id)
    try:
        look = await door.corrections.look(campaign.id, visit.person_id)
    except (Complaint, IllegalAction):
        if not proposed:
            raise
        await visit.show(with_proposals(Page([]), campaign, proposed, visit.words))
        return
    draft = await door.drafts.open(campaign.id, visit.person_id, CORRECT)
    page = await visit.ask(correcting.page_of, campaign, Asked(look, draft, visit.language))
    await visit.show(with_proposals(page, campaign, proposed, visit.words))


async def press(visit: Visit, key: Key) -> None:
    """Answer a press of the page, for somebody who may use it still."""
    await answer(visit, key, _open, _BOXES, _ACTS)


async def answer(
    visit: Visit,
    key: Key,
    open_page: Callable[[Visit, Key], Awaitable[D]],
    boxed: Mapping[str, Callable[[D, Key], Awaitable[None]]],
    acts: Mapping[str, Callable[[D, Key], Awaitable[None]]],
) -> None:
    """Answer a press of a page on which corrections are put together.

    Args:
        visit: Whose press.
        key: What was pressed; its second part says what is wanted.
        open_page: Returns the page, to somebody who may use it still.
        boxed: What is answered by a box.
        acts: All else.

    Raises:
        Complaint: press.unknown; what *open_page* and the answers raise.
    """
    what = key.part(1)
    if what in boxed:
        await boxed[what](await open_page(visit, key), key)
        return
    await visit.hold()
    act = acts.get(what)
    if act is None:
        raise Complaint("press.unknown")
    await act(await open_page(visit, key), key)


async def _open(visit: Visit, key: Key) -> Desk:
    """Return the page that a press belongs to.

    Raises:
        Complaint: visit.only_in_server, visit.other_server, visit.elsewhere; referee.no_role,
            referee.not_eligible, referee.not_appointed and others; draft.unknown;
            correct.gone_back, correct.none.
        IllegalAction: The position cannot be put right now.
        StoreError: The database failed.
    """
    await rights.require_role(visit)
    door = visit.moderator
    try:
        draft = await door.drafts.get(key.part(0), visit.person_id)
    except Complaint as error:
        if error.code == "draft.gone_back":
            raise Complaint("correct.gone_back") from error
        raise
    if draft.kind != CORRECT:
        raise Complaint("draft.unknown")
    campaign = await visit.campaign_named(draft.campaign_id)
    look = await door.corrections.look(campaign.id, visit.person_id)
    return Desk(visit, campaign, Asked(look, draft, visit.language))


# ------------------------------------------------------------------------------- putting together


async def _page(desk: Desk, key: Key) -> None:
    del key
    await desk.show()


async def _pick(desk: Desk, key: Key) -> None:
    """Begin one more correction, of the kind that was chosen."""
    del key
    game = desk.visit.moderator.game(desk.campaign)
    kind = next(iter(chosen(desk.visit)), "")
    await (await desk.put(correcting.begun(game, desk.filled, kind))).show()


async def _set(desk: Desk, key: Key) -> None:
    """Fill a field with what was chosen."""
    await _fill(desk, key.number(2), next(iter(chosen(desk.visit)), ""))


async def _typed(desk: Desk, key: Key) -> None:
    """Fill a field with what was typed."""
    await _fill(desk, key.number(2), written(desk.visit).strip()[:TYPED_LIMIT])


async def _fill(desk: Desk, index: int, value: str) -> None:
    filled, refusals = await desk.visit.ask(
        correcting.fill, desk.campaign, desk.asked, index, value
    )
    if refusals:
        await desk.show(refusals, index)
        return
    await (await desk.put(filled)).show()


async def _add(desk: Desk, key: Key) -> None:
    """Put what is put together in the list."""
    del key
    filled, refusals = await desk.visit.ask(correcting.add, desk.campaign, desk.asked)
    if refusals:
        await desk.show(refusals)
        return
    await (await desk.put(filled)).show()


async def _ask(desk: Desk, key: Key) -> None:
    """Ask for a field, or turn to another page of what it may hold."""
    await desk.show((), key.number(2), key.number(3))


async def _back(desk: Desk, key: Key) -> None:
    """Take back the field that was filled last, or the correction that was begun."""
    del key
    game = desk.visit.moderator.game(desk.campaign)
    await (await desk.put(correcting.without_last(game, desk.filled))).show()


async def _out(desk: Desk, key: Key) -> None:
    """Take a correction out of the list that the press shows; of another one, show that."""
    if key.part(3) not in {"", mark_of(correcting.typed_of(desk.filled))}:
        await desk.show()
        return
    await (await desk.put(correcting.without(desk.filled, key.number(2)))).show()


async def _drop(desk: Desk, key: Key) -> None:
    """Correct nothing."""
    del key
    await desk.visit.moderator.drafts.drop(desk.asked.draft.id, desk.visit.person_id)
    await desk.visit.tell("correct.dropped")


async def _type(desk: Desk, key: Key) -> None:
    """Open the box in which a field is typed."""
    visit, index = desk.visit, key.number(2)
    plain = visit.words.plain
    kind, field = correcting.field_of(visit.moderator.game(desk.campaign), desk.filled, index)
    label = plain.field(kind, field.name)
    line = boxes.line("value", label, required=True, max_length=TYPED_LIMIT)
    sent = encode(desk.asked.verb, desk.asked.draft.id, "typed", index)
    await boxes.open_box(visit, sent, plain.kind(kind), line)


# ------------------------------------------------------------------------------- before it counts


async def _look(desk: Desk, key: Key) -> None:
    """Show what would be otherwise: in words, and on the map before and after."""
    del key
    visit = desk.visit
    typed = correcting.typed_of(desk.filled)
    foreseen = await visit.moderator.corrections.foresee(desk.campaign.id, visit.person_id, typed)
    two = await visit.moderator.motions.needs_two(desk.campaign.guild_id)
    page = correcting.foreseen_page(foreseen, desk.asked.draft, visit.words, two=two)
    await show_with_maps(visit, desk.campaign, foreseen, page)


async def show_with_maps(visit: Visit, campaign: Campaign, foreseen: Foreseen, page: Page) -> None:
    """Show a page with the map as it is, and as it would be, for those who would see it so."""
    gallery, game = visit.bot.gallery, visit.moderator.game(campaign)
    language, theme = visit.words.language, await visit.theme(campaign)
    before, after = foreseen.before, foreseen.after
    drawn = await asyncio.gather(
        gallery.picture(game, before, language=language, theme=theme),
        gallery.picture(game, after, language=language, before=before, theme=theme),
    )
    first, second = (
        image_of(one, visit.words, name)
        for one, name in zip(drawn, ("before", "after"), strict=True)
    )
    await visit.show(replace(page, image=first, beneath=() if second is None else (second,)))


async def _why(desk: Desk, key: Key) -> None:
    """Open the box that asks why."""
    plain = desk.visit.words.plain
    require_seen(desk, key, desk.asked.look.version)
    reason = boxes.lines(
        "reason", plain.bot("correct.reason"), required=True, max_length=REASON_LIMIT
    )
    sent = encode(VERB, desk.asked.draft.id, "sent", key.number(2), key.part(3))
    await boxes.open_box(desk.visit, sent, plain.bot("correct.button.why"), reason)


async def _sent(desk: Desk, key: Key) -> None:
    """Put the position right, as it was shown."""
    visit, campaign = desk.visit, desk.campaign
    require_seen(desk, key, desk.asked.look.version)
    act = Act(campaign.id, visit.person_id, written(visit), visit.request, key.number(2))
    moved = await visit.moderator.corrections.correct(act, correcting.typed_of(desk.filled))
    await visit.moderator.drafts.drop(desk.asked.draft.id, visit.person_id)
    if moved:
        await visit.tell("correct.moved")
    else:
        await _done(visit, campaign)


async def _done(visit: Visit, campaign: Campaign) -> None:
    channel = sentences.mention_channel(campaign.channel_id)
    await visit.show(Page([visit.words.bot("correct.done", channel=channel)]))


def require_seen(desk: Desk, key: Key, version: int) -> None:
    """Refuse what is not what was shown: of another position, or put together otherwise since.

    Raises:
        Complaint: campaign.stale.
    """
    seen = key.number(2), key.part(3)
    if seen != (version, mark_of(correcting.typed_of(desk.filled))):
        raise Complaint("campaign.stale")


# ------------------------------------------------------------------------------- a second referee


async def show_motion(visit: Visit, campaign: Campaign) -> None:
    """Show what another referee wants to be put right, to be confirmed.

    Raises:
        Complaint: referee.motion_void, where nothing is to be confirmed, and others.
        Refused: The rules do not allow it any more.
        StoreError: The database failed.
    """
    door = visit.moderator
    proposed = await door.corrections.motion(campaign.id, visit.person_id)
    if proposed is None:
        raise Complaint("referee.motion_void")
    foreseen = await door.corrections.foresee(campaign.id, visit.person_id, proposed.typed)
    page = correcting.proposed_page(proposed, foreseen, visit.words)
    await show_with_maps(visit, campaign, foreseen, page)


async def confirm(visit: Visit, key: Key) -> None:
    """Confirm what another referee wants to be put right."""
    await visit.hold()
    await rights.require_role(visit)
    campaign = await visit.campaign_named(key.part(0))
    await visit.moderator.corrections.confirm(
        campaign.id, visit.person_id, key.part(1), request=visit.request
    )
    await _done(visit, campaign)


_Act = Callable[[Desk, Key], Awaitable[None]]

TYPING: Final[_Act] = _type
"""Opens the box in which a field is typed."""
_BOXES: Final[Mapping[str, _Act]] = {"type": TYPING, "why": _why}
"""What is answered by a box; Discord waits three seconds for one."""

TOGETHER: Final[Mapping[str, _Act]] = {
    "page": _page,
    "kind": _pick,
    "set": _set,
    "typed": _typed,
    "add": _add,
    "ask": _ask,
    "turn": _ask,
    "back": _back,
    "out": _out,
    "drop": _drop,
}
"""By what corrections are put together, whoever does that."""
_ACTS: Final[Mapping[str, _Act]] = {**TOGETHER, "look": _look, "sent": _sent}
