"""``/referee act``: what a referee can do now, each act by a box that asks why.

That they have the server's role is asked at every press, and what they may by the moderator. All is
private; what came of it everybody reads in the channel.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, get_args

import discord
from discord import app_commands, ui

from bot.cogs.building import command
from bot.cogs.referee import correcting, rights
from bot.letters import refereeing
from bot.letters.keys import Key, encode
from bot.letters.refereeing import VERB
from bot.moderator import Campaign, Complaint
from bot.moderator.referees.acting import MOST_HOURS, How
from bot.moderator.referees.acts import REASON_LIMIT, Act
from bot.moderator.referees.correcting import Proposed
from bot.moderator.referees.going_back import Motion
from bot.moderator.referees.possible import Possible
from bot.moderator.time.terms import MORE_HOURS
from bot.text import Raw, Words, cut, words_for
from bot.ui import boxes
from bot.ui.planning.groups import kind_names
from bot.ui.presses import Presses, filled
from bot.ui.threads.caretaker import lacks
from bot.ui.visit import Visit
from engine.api import Action, AnyGame, Seat
from engine.playing.lines import orders_of, read_order

ORDER_LIMIT: Final = 300
"""Characters of an order that is typed."""
STEP_DIGITS: Final = 6
LOST: Final = "lost."
"""How the choice of who has lost begins."""

Field = ui.Label[ui.Modal]


def register(top: app_commands.Group, presses: Presses) -> None:
    """Add the command, and the verbs of its pages and boxes."""
    command(act, "act", "command.referee.act", parent=top)
    presses.on("refact")(press_page)
    presses.on(VERB)(open_box)
    presses.on("refbox")(take_box)
    presses.on("refmotion")(look_at_motion)
    presses.on("refok")(confirm)


# ---------------------------------------------------------------------- the page


async def act(visit: Visit) -> None:
    """Show what the person can do as a referee of this channel's campaign."""
    await visit.hold()
    await rights.require_role(visit)
    await _show(visit, await visit.campaign())


async def press_page(visit: Visit, key: Key) -> None:
    """The same by button."""
    await visit.hold()
    await _show(visit, await _campaign(visit, key))


async def _show(visit: Visit, campaign: Campaign) -> None:
    door = visit.moderator
    found = await door.acting.possible(campaign.id, visit.person_id)
    motion: Motion | Proposed | None = None
    if found.appointed:
        motion = await door.going_back.motion(campaign.id, visit.person_id)
        if motion is None and not found.over:
            motion = await door.corrections.motion(campaign.id, visit.person_id)
    await visit.show(refereeing.acts_page(campaign, found, motion, visit.words))


async def _campaign(visit: Visit, key: Key) -> Campaign:
    """Return the campaign that a press names, of this server, for somebody with its role.

    Raises:
        Complaint: visit.only_in_server, visit.other_server, visit.elsewhere; referee.no_role,
            referee.not_eligible.
        StoreError: The database failed.
    """
    await rights.require_role(visit)
    return await visit.campaign_named(key.part(0))


# ---------------------------------------------------------------------- the boxes


async def open_box(visit: Visit, key: Key) -> None:
    """Open the box of an act, provided that it is possible still."""
    campaign = await _campaign(visit, key)
    found = await visit.moderator.acting.possible(campaign.id, visit.person_id)
    _require_possible(found, key)
    what, plain = key.part(1), visit.words.plain
    make = _FIELDS.get(what)
    fields = [] if make is None else make(found, plain)
    if what != "back":  # which step it is about is shown first
        fields.append(
            _reason("referee.box.note" if what == "note" else "referee.box.reason", plain)
        )
    title = plain.bot(f"referee.button.{'back' if what == 'rewind' else what}")
    sent = encode("refbox", campaign.id, what, found.version, key.number(3))
    await boxes.open_box(visit, sent, title, *fields)


def _require_possible(found: Possible, key: Key) -> None:
    """Refuse what cannot be done now, before anything is typed for it.

    Raises:
        Complaint: referee.not_appointed, referee.not_now.
    """
    what = key.part(1)
    acts = refereeing.acts_of(found)
    acts["rewind"] = acts["back"]
    if not found.appointed and what in _APPOINTED:
        raise Complaint("referee.not_appointed")
    # Clocks and notes are about no position of the game.
    if not acts.get(what) or (what in _APPOINTED and found.version != key.number(2)):
        raise Complaint("referee.not_now")


def _reason(code: str, plain: Words) -> Field:
    return boxes.lines("reason", plain.bot(code), required=True, max_length=REASON_LIMIT)


def _seat(seats: tuple[Seat, ...], plain: Words) -> Field:
    """Return the choice of a side; the only one there is stands there already."""
    options = [(one, cut(plain.seat(one), boxes.LABEL_LIMIT)) for one in seats]
    return _choice("seat", plain.bot("referee.box.seat"), options)


def _choice(name: str, label: str, options: list[tuple[str, str]]) -> Field:
    made = [
        discord.SelectOption(value=value, label=said, default=len(options) == 1)
        for value, said in options
    ]
    picked: ui.Select[ui.Modal] = ui.Select(custom_id=name, options=made, required=True)
    return ui.Label(text=cut(label, boxes.LABEL_LIMIT), component=picked)


def _time_fields(found: Possible, plain: Words) -> list[Field]:
    hours = boxes.line(
        "hours",
        plain.bot("referee.box.hours"),
        default=str(MORE_HOURS),
        required=True,
        max_length=len(str(MOST_HOURS)),
    )
    return [_seat(found.waits, plain), hours]


def _order_fields(found: Possible, plain: Words) -> list[Field]:
    order = boxes.line(
        "order",
        plain.bot("referee.box.order"),
        placeholder=cut(plain.bot("plan.line_example"), 100),
        required=True,
        max_length=ORDER_LIMIT,
    )
    return [_seat(found.answers, plain), order]


def _back_fields(found: Possible, plain: Words) -> list[Field]:
    del found
    label = plain.bot("referee.box.step")
    return [boxes.line("step", label, required=True, max_length=STEP_DIGITS)]


def _end_fields(found: Possible, plain: Words) -> list[Field]:
    options: list[tuple[str, str]] = [
        (how, plain.bot(f"referee.end.{how}")) for how in ("break_off", "draw")
    ]
    options += [
        (f"{LOST}{seat}", cut(plain.bot("referee.end.lost", seat=plain.seat(seat)), 100))
        for seat in found.seats
    ]
    return [_choice("how", plain.bot("referee.box.end"), options)]


_FIELDS: Final[Mapping[str, Callable[[Possible, Words], list[Field]]]] = {
    "time": _time_fields,
    "answer": lambda found, plain: [_seat(found.answers, plain)],
    "order": _order_fields,
    "back": _back_fields,
    "standin": lambda found, plain: [_seat(found.stand_ins, plain)],
    "look": lambda found, plain: [_seat(found.vacancies, plain)],
    "end": _end_fields,
}
"""What a box asks for beside the reason, by act."""


# ---------------------------------------------------------------------- what was sent in


async def take_box(visit: Visit, key: Key) -> None:
    """Do what was asked for in a box."""
    await visit.hold()
    campaign = await _campaign(visit, key)
    what, sent = key.part(1), filled(visit)
    if what == "back":
        await _show_back(visit, campaign, _number(sent.get("step", "")))
        return
    done = _DOES.get(what)
    if done is None:
        raise Complaint("referee.not_now")
    asked = Act(
        campaign.id,
        visit.person_id,
        sent.get("reason", ""),
        visit.request,
        key.number(2) if what in _APPOINTED else None,
    )
    moved = await done(visit, campaign, asked, sent, key)
    said = visit.words.bot("referee.act.moved" if moved else "referee.act.done")
    if what == "archive":
        said = _archived(visit, campaign)
    after = await visit.moderator.reader.campaign(campaign.id)
    await visit.show(refereeing.done_page(after, said, visit.words))


def _archived(visit: Visit, campaign: Campaign) -> Raw:
    """Say that a campaign is archived, and what the bot lacks to close its thread."""
    guild = visit.interaction.guild
    channel = None if guild is None else guild.get_channel_or_thread(campaign.channel_id)
    lacking = lacks(channel)
    if lacking is not None:
        return visit.words.bot(f"archive.cannot_{lacking}")
    return visit.words.bot("archive.done")


def _number(typed: str) -> int:
    """Return a number as typed; 0 where it is none."""
    text = typed.strip().removeprefix("#")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= STEP_DIGITS else 0


Sent = Mapping[str, str]
Does = Callable[[Visit, Campaign, Act, Sent, Key], Awaitable[bool]]
"""Does an act by what was sent in, and says whether another referee must confirm it first."""


async def _pause(visit: Visit, _campaign: Campaign, asked: Act, _sent: Sent, _key: Key) -> bool:
    await visit.moderator.acting.pause(asked)
    return False


async def _go_on(visit: Visit, _campaign: Campaign, asked: Act, _sent: Sent, _key: Key) -> bool:
    await visit.moderator.acting.go_on(asked)
    return False


async def _time(visit: Visit, _campaign: Campaign, asked: Act, sent: Sent, _key: Key) -> bool:
    hours = _number(sent.get("hours", ""))
    await visit.moderator.acting.give_time(asked, sent.get("seat", ""), hours)
    return False


async def _note(visit: Visit, _campaign: Campaign, asked: Act, _sent: Sent, _key: Key) -> bool:
    await visit.moderator.acting.note(asked)
    return False


async def _answer(visit: Visit, _campaign: Campaign, asked: Act, sent: Sent, _key: Key) -> bool:
    await visit.moderator.acting.answer(asked, sent.get("seat", ""))
    return False


async def _order(visit: Visit, campaign: Campaign, asked: Act, sent: Sent, _key: Key) -> bool:
    door = visit.moderator
    # By what everybody sees: how it reads must not tell what the side alone knows.
    view = (await door.reader.look(campaign.id)).view
    action = await visit.ask(read_public, campaign, view, visit.language, sent.get("order", ""))
    await door.acting.order(asked, sent.get("seat", ""), action)
    return False


async def _stand_in(visit: Visit, _campaign: Campaign, asked: Act, sent: Sent, _key: Key) -> bool:
    await visit.moderator.acting.stand_in(asked, sent.get("seat", ""))
    return False


async def _look(visit: Visit, _campaign: Campaign, asked: Act, sent: Sent, _key: Key) -> bool:
    await visit.moderator.acting.look_for(asked, sent.get("seat", ""))
    return False


async def _end(visit: Visit, _campaign: Campaign, asked: Act, sent: Sent, _key: Key) -> bool:
    picked = sent.get("how", "")
    seat = picked.removeprefix(LOST) if picked.startswith(LOST) else None
    how = next((one for one in get_args(How) if one == ("lost" if seat else picked)), None)
    if how is None:
        raise Complaint("referee.not_now")
    await visit.moderator.acting.end(asked, how, seat)
    return False


async def _archive(visit: Visit, _campaign: Campaign, asked: Act, _sent: Sent, _key: Key) -> bool:
    await visit.moderator.archiving.archive(asked)
    return False


async def _rewind(visit: Visit, _campaign: Campaign, asked: Act, _sent: Sent, key: Key) -> bool:
    return await visit.moderator.going_back.go_back(asked, key.number(3))


_DOES: Final[Mapping[str, Does]] = {
    "pause": _pause,
    "goon": _go_on,
    "time": _time,
    "note": _note,
    "answer": _answer,
    "order": _order,
    "standin": _stand_in,
    "look": _look,
    "end": _end,
    "archive": _archive,
    "rewind": _rewind,
}
_APPOINTED: Final = frozenset(
    {"answer", "order", "back", "rewind", "standin", "look", "end", "archive"}
)
"""What is for referees of the campaign alone, and about the game as they saw it."""


def read_public(game: AnyGame, view: Any, language: str, line: str) -> Action:
    """Return the order that a line means in a public view: a job.

    Raises:
        Complaint: referee.one_order: there is none, or there are several.
        MalformedAction: It is not understood.
    """
    orders = orders_of(line[:ORDER_LIMIT])
    if len(orders) != 1:
        raise Complaint("referee.one_order")
    words = words_for(language, game)
    passed = frozenset(words.plain.bot("line.passed_over").split())
    kind, typed = read_order(game, view, orders[0], kind_names(game, words), passed)
    return game.parse(view, kind, typed)


# ---------------------------------------------------------------------- going back


async def _show_back(visit: Visit, campaign: Campaign, number: int) -> None:
    """Show what going back to before a step would undo."""
    back = visit.moderator.going_back
    undo, version = await back.ahead(campaign.id, visit.person_id, number)
    two = await visit.moderator.motions.needs_two(campaign.guild_id)
    await visit.show(refereeing.back_page(campaign, undo, version, visit.words, two=two))


async def look_at_motion(visit: Visit, key: Key) -> None:
    """Show what another referee wants to go back to, or to be put right."""
    await visit.hold()
    campaign = await _campaign(visit, key)
    motion = await visit.moderator.going_back.motion(campaign.id, visit.person_id)
    if motion is None:
        await correcting.show_motion(visit, campaign)
        return
    await visit.show(refereeing.motion_page(campaign, motion, visit.words))


async def confirm(visit: Visit, key: Key) -> None:
    """Confirm what another referee wants to go back to."""
    await visit.hold()
    campaign = await _campaign(visit, key)
    await visit.moderator.going_back.confirm(
        campaign.id, visit.person_id, key.part(1), request=visit.request
    )
    words = visit.words
    await visit.show(refereeing.done_page(campaign, words.bot("referee.act.done"), words))
