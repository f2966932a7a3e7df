"""``/orders correct``: a player proposes in private to put right what their side keeps secret.

It is put together on a page like that of ``/referee correct``, of what the side itself sees. What
is sent stands until a referee who may look at secrets confirms or refuses it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from discord import app_commands

from bot.cogs.building import command
from bot.cogs.referee.correcting import (
    TOGETHER,
    TYPING,
    Desk,
    answer,
    require_seen,
    show_with_maps,
)
from bot.letters.keys import Key, encode
from bot.moderator import Complaint
from bot.moderator.referees.acts import REASON_LIMIT, Act
from bot.store.log import OWN_CORRECT
from bot.ui import boxes
from bot.ui.dialogue import correcting, private_correcting
from bot.ui.dialogue.correcting import OWN_VERB, Asked
from bot.ui.presses import Presses, written
from bot.ui.visit import Visit


def register(top: app_commands.Group, presses: Presses) -> None:
    """Add the command, and the verbs of its pages."""
    command(correct, "correct", "command.orders.correct", parent=top)
    presses.on(OWN_VERB)(press)
    presses.on(private_correcting.WITHDRAW)(withdraw)


@dataclass(frozen=True, slots=True)
class _OwnDesk(Desk):
    """One player at their page; *steps* is what their side could read of."""

    steps: int = 0


async def correct(visit: Visit) -> None:
    """Open the page for this channel's campaign, or show what the side has proposed already."""
    await visit.hold()
    campaign, door = await visit.campaign(), visit.moderator.private_corrections
    standing = await door.standing(campaign.id, visit.person_id)
    if standing is not None:
        await visit.show(private_correcting.standing_page(campaign, standing, visit.words))
        return
    own = await door.own(campaign.id, visit.person_id)
    draft = await visit.moderator.drafts.open(campaign.id, visit.person_id, OWN_CORRECT)
    await Desk(visit, campaign, Asked(own.look, draft, visit.language, OWN_VERB)).show()


async def press(visit: Visit, key: Key) -> None:
    """Answer a press of the page, for somebody who may use it still."""
    await answer(visit, key, _open, _BOXES, _ACTS)


async def _open(visit: Visit, key: Key) -> _OwnDesk:
    """Return the page that a press belongs to.

    Raises:
        Complaint: draft.unknown, campaign.stale; visit.elsewhere and others; what
            :meth:`bot.moderator.referees.private_corrections.PrivateCorrections.own` raises.
        IllegalAction: Nothing can be put right now.
        StoreError: The database failed.
    """
    door = visit.moderator
    try:
        draft = await door.drafts.get(key.part(0), visit.person_id)
    except Complaint as error:
        if error.code == "draft.gone_back":
            raise Complaint("campaign.stale") from error
        raise
    if draft.kind != OWN_CORRECT:
        raise Complaint("draft.unknown")
    campaign = await visit.campaign_named(draft.campaign_id)
    own = await door.private_corrections.own(campaign.id, visit.person_id)
    return _OwnDesk(visit, campaign, Asked(own.look, draft, visit.language, OWN_VERB), own.steps)


async def _look(desk: _OwnDesk, key: Key) -> None:
    """Show what would be otherwise for one's side: in words, and on the map before and after."""
    del key
    visit, typed = desk.visit, correcting.typed_of(desk.filled)
    door = visit.moderator.private_corrections
    foreseen = await door.foresee(desk.campaign.id, visit.person_id, typed)
    draft, steps = desk.asked.draft, desk.steps
    page = private_correcting.own_foreseen_page(foreseen, draft, steps, visit.words)
    await show_with_maps(visit, desk.campaign, foreseen, page)


async def _why(desk: _OwnDesk, key: Key) -> None:
    """Open the box that asks why."""
    plain = desk.visit.words.plain
    require_seen(desk, key, desk.steps)
    reason = boxes.lines(
        "reason", plain.bot("private.reason"), required=True, max_length=REASON_LIMIT
    )
    sent = encode(OWN_VERB, desk.asked.draft.id, "sent", key.number(2), key.part(3))
    await boxes.open_box(desk.visit, sent, plain.bot("private.button.propose"), reason)


async def _sent(desk: _OwnDesk, key: Key) -> None:
    """Propose what was shown."""
    visit = desk.visit
    require_seen(desk, key, desk.steps)
    act = Act(desk.campaign.id, visit.person_id, written(visit), visit.request, key.number(2))
    await visit.moderator.private_corrections.propose(act, correcting.typed_of(desk.filled))
    await visit.moderator.drafts.drop(desk.asked.draft.id, visit.person_id)
    await visit.tell("private.proposed")


async def withdraw(visit: Visit, key: Key) -> None:
    """Withdraw what one's side has proposed."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    door = visit.moderator.private_corrections
    await door.withdraw(campaign.id, visit.person_id, key.part(1))
    await visit.tell("private.withdrawn")


_Act = Callable[[_OwnDesk, Key], Awaitable[None]]

_BOXES: Final[Mapping[str, _Act]] = {"type": TYPING, "why": _why}
_ACTS: Final[Mapping[str, _Act]] = {**TOGETHER, "look": _look, "sent": _sent}
