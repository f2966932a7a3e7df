"""``/undo``: take back what one did last, at once where nobody learnt anything, else by consent."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cogs.building import Commands, command
from bot.letters import sentences
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import STYLES, MenuLine, Pressable, button, fit, menu
from bot.moderator import Campaign, Complaint, PlanEntry
from bot.moderator.rewinding.undoing import Undo
from bot.text import Raw, Words, cut
from bot.ui import acting
from bot.ui.dialogue.fields import typed_fields
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit

SEEN_LIMIT = 1200
"""Characters of what the others have seen."""


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verbs of its buttons."""
    commands.add_command(command(undo, "undo", "command.undo"))
    presses.on("goback")(press_undo)
    presses.on("backto")(pick_undo)
    presses.on("takeback")(take_back)
    presses.on("askback")(ask_back)


async def undo(visit: Visit) -> None:
    """Show what the person may take back in this channel's campaign."""
    await visit.hold()
    await _show(visit, await visit.campaign(), None)


async def press_undo(visit: Visit, key: Key) -> None:
    """The same by button."""
    await visit.hold()
    await _show(visit, await visit.campaign_named(key.part(0)), None)


async def pick_undo(visit: Visit, key: Key) -> None:
    """Show another of the steps that can be taken back."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    values = chosen(visit)
    number = int(values[0]) if values and values[0].isdigit() else 0
    _require_present(campaign, key.number(1))
    await _show(visit, campaign, number)


async def _show(visit: Visit, campaign: Campaign, number: int | None) -> None:
    acting.require_seat(campaign, await visit.look(campaign))
    found = await visit.moderator.undoing.offered(campaign.id, visit.person_id)
    if not found:
        raise Complaint("undo.nothing")
    one = found[0] if number is None else _named(found, number)
    await visit.show(undo_page(campaign, found, one, visit.words))


def _order(one: Undo, words: Words) -> Raw:
    """Say what was ordered."""
    assert one.action is not None  # only orders are anybody's own to take back
    return words.action(one.action)


def _named(found: Sequence[Undo], number: int) -> Undo:
    one = next((one for one in found if one.number == number), None)
    if one is None:
        raise Complaint("campaign.stale")
    return one


def _require_present(campaign: Campaign, branch: int) -> None:
    if campaign.branch != branch:
        raise Complaint("campaign.stale")


def undo_page(campaign: Campaign, found: Sequence[Undo], one: Undo, words: Words) -> Page:
    """Say what can be taken back, why at once or not, and what all have seen of it."""
    order = _order(one, words)
    texts: list[str] = [words.bot("undo.title", order=order)]
    if one.secret:
        texts.append(words.bot("undo.secret"))
    elif one.is_free:
        texts.append(words.bot("undo.free"))
    else:
        barred = [words.bot(f"undo.bar.{bar}") for bar in one.bars]
        way_out = "undo.ask" if _asks_people(campaign, one) else "undo.computer"
        if campaign.undo == "free":
            way_out = "undo.only_free"
        texts.append(" ".join([*barred, words.bot(way_out)]))
    if one.later:
        texts.append(words.bot("undo.with_it", n=one.later))
    if one.dice:
        texts.append(words.bot("offer.dice", n=one.dice))
    if one.sent:
        texts.append(words.bot("undo.returns", n=len(one.sent)))
    if one.seen:
        lines = sentences.event_lines(one.seen, words)
        texts.append(words.bot("undo.seen"))
        texts.append(fit(lines, SEEN_LIMIT, words.bot("bulletin.more")))
    if one.learnt and not one.secret:
        lines = sentences.event_lines(one.learnt, words)
        texts.append(words.bot("undo.learnt"))
        texts.append(fit(lines, SEEN_LIMIT, words.bot("bulletin.more")))
    return Page(texts, [*_buttons(campaign, one, words), *_others(campaign, found, one, words)])


def _asks_people(campaign: Campaign, one: Undo) -> bool:
    """Say whether anybody but the computer has to agree."""
    return any(seat not in (one.seat, *campaign.computer) for seat in campaign.seats)


def _buttons(campaign: Campaign, one: Undo, words: Words) -> list[Pressable]:
    plain = words.plain
    where = campaign.id, one.number, campaign.branch
    if one.is_free:
        return [button(plain.bot("button.take_back"), "takeback", *where, style=STYLES.danger)]
    if campaign.undo == "free":
        return []
    label = "button.ask_others" if _asks_people(campaign, one) else "button.take_back"
    return [button(plain.bot(label), "askback", *where, style=STYLES.danger)]


def _others(campaign: Campaign, found: Sequence[Undo], one: Undo, words: Words) -> list[Pressable]:
    """Return the menu of what else can be taken back, which is all up to there."""
    if len(found) < 2:
        return []
    lines = [
        MenuLine(str(other.number), cut(_order(other, words.plain), 100))
        for other in found
        if other.number != one.number
    ]
    hint = words.plain.bot("undo.others")
    return [menu(lines, "backto", campaign.id, campaign.branch, hint=hint)]


async def take_back(visit: Visit, key: Key) -> None:
    """Take something back at once."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    new = visit.moderator.plans.new_entry

    def returning(undo: Undo) -> tuple[PlanEntry, ...]:
        return tuple(new(action.kind, typed_fields(action)) for action in undo.sent)

    one = await visit.moderator.taking_back.take_back(
        campaign.id,
        visit.person_id,
        key.number(1),
        key.number(2),
        request=visit.request,
        returning=returning,
    )
    await _done(visit, campaign, one)


async def ask_back(visit: Visit, key: Key) -> None:
    """Ask the others whether something may be taken back; the computer answers at once."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    made = await visit.moderator.offers.make(
        campaign.id,
        visit.person_id,
        "undo",
        request=visit.request,
        number=key.number(1),
        branch=key.number(2),
    )
    if made.done:
        await _done(visit, campaign, made.undo)
        return
    await visit.show(Page([visit.words.bot("offer.made")]))


async def _done(visit: Visit, campaign: Campaign, one: Undo | None) -> None:
    """Say that it is taken back, and what the person owes now."""
    words = visit.words
    texts: list[str] = []
    if one is not None:
        code = "undo.done_secret" if one.secret else "undo.done"
        texts.append(words.bot(code, order=_order(one, words)))
    look = await visit.look(campaign)
    items: list[Pressable] = []
    if look.mine:
        texts.append(acting.next_text(look.mine, words))
        items = acting.next_items(look.campaign, look.mine, words)
    await visit.show(Page(texts, items))
