"""``/preferences``: one private page of what a person wishes at all their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import date
from typing import Any, Final, Optional, get_args

import discord
from discord import app_commands

from bot.clock.dates import parse_day
from bot.clock.hours import parse_hours
from bot.clock.reminding import Channel, Reminders
from bot.clock.zones import instant, local_time, zone_names
from bot.cogs.building import ANYWHERE, Commands, command
from bot.cogs.matching import MOST, best, plain
from bot.letters import preferences as pages
from bot.letters.keys import Key, encode
from bot.letters.preferences import UNSAID, VERB
from bot.moderator import Complaint
from bot.moderator.people.preferences import Experience, Preferred
from bot.text import LANGUAGES
from bot.text.times import places, time_of_day
from bot.ui import boxes
from bot.ui.presses import Presses, chosen, filled, written
from bot.ui.visit import Visit
from render.themes import THEMES

TYPED_LIMIT: Final = 60
DAY_MINUTES: Final = 24 * 60

NONE: Final = frozenset(("", "-", "no", "none", "never", "off", "ninguna", "ninguno", "nunca"))
"""What somebody types who wants no quiet hours, without accents."""

FIRST: Final = (
    *("Europe/Madrid", "Europe/London", "America/New_York", "America/Mexico_City"),
    *("America/Bogota", "America/Lima", "America/Santiago", "America/Argentina/Buenos_Aires"),
    *("America/Chicago", "America/Los_Angeles", "Europe/Paris", "Europe/Berlin", "Europe/Rome"),
    *("America/Sao_Paulo", "Australia/Sydney", "Asia/Tokyo", "UTC"),
)
"""Zones that are offered before anything is typed."""


def register(commands: Commands, presses: Presses) -> None:
    """Add the command, and the verbs of its page and of its boxes."""
    commands.add_command(
        command(
            preferences,
            "preferences",
            "command.preferences",
            completers={"zone": complete_zone},
            contexts=ANYWHERE,
        )
    )
    presses.on(VERB)(press)
    presses.on("prefsbox")(take_box)


async def preferences(
    visit: Visit,
    zone: Optional[str] = None,  # noqa: UP045 - as Discord's options are written here
    quiet: Optional[str] = None,  # noqa: UP045
    away: Optional[str] = None,  # noqa: UP045
    until: Optional[str] = None,  # noqa: UP045
) -> None:
    """Show the page, after changing what is named; the zone first, since the rest hangs on it."""
    await visit.hold()
    door = visit.moderator.preferences
    if zone is not None:
        await door.set_zone(visit.person_id, _meant(visit, zone))
    if quiet is not None:
        await door.set_hours(visit.person_id, _hours(quiet))
    if away is not None or until is not None:
        await _go_away(visit, away or "", until or "")
    await _show(visit)


async def complete_zone(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[Any]]:
    """Offer zones by the names of their city and country, with the time there now."""
    visit = Visit(interaction)
    return [app_commands.Choice(name=label, value=zone) for zone, label in _zones(visit, current)]


async def press(visit: Visit, key: Key) -> None:
    """Show the page, or change what a button or a menu of it is about."""
    change = _PRESSES.get(key.part(0), _show_again)
    await change(visit, key)


async def take_box(visit: Visit, key: Key) -> None:
    """Take what was typed in a box."""
    await visit.hold()
    what, door = key.part(0), visit.moderator.preferences
    if what == "zone":
        await _look_for_zone(visit, written(visit))
        return
    if what == "hours":
        await door.set_hours(visit.person_id, _hours(written(visit)))
    elif what == "away":
        typed = filled(visit)
        await _go_away(visit, typed.get("away", ""), typed.get("until", ""))
    await _show(visit)


# -- the page ------------------------------------------------------------------------------------


async def _show(visit: Visit) -> None:
    door = visit.moderator
    preferred = await door.preferences.of(visit.person_id)
    own = await door.themes.own(visit.person_id)
    theme = own if own in THEMES else None
    page = pages.overview(preferred, theme, tuple(THEMES), visit.words, door.desk.now())
    await visit.show(page)


async def _show_again(visit: Visit, key: Key) -> None:
    del key
    await visit.hold()
    await _show(visit)


async def _receipts(visit: Visit, key: Key) -> None:
    await visit.hold()
    await visit.moderator.preferences.set_receipts(visit.person_id, key.part(1) != "no")
    await _show(visit)


async def _language(visit: Visit, key: Key) -> None:
    del key
    await visit.hold()
    wanted = _chosen(visit)
    if wanted in {*LANGUAGES, UNSAID}:  # a menu of an older version may have others
        language = None if wanted == UNSAID else wanted
        await visit.moderator.preferences.set_language(visit.person_id, language)
        await visit.recall()
    await _show(visit)


async def _theme(visit: Visit, key: Key) -> None:
    del key
    await visit.hold()
    wanted = _chosen(visit)
    if wanted in THEMES or wanted == UNSAID:
        theme = None if wanted == UNSAID else wanted
        await visit.moderator.themes.choose(visit.person_id, theme)
    await _show(visit)


async def _experience(visit: Visit, key: Key) -> None:
    del key
    await visit.hold()
    wanted = _chosen(visit)
    said: Experience | None = next((one for one in get_args(Experience) if one == wanted), None)
    if said is not None or wanted == UNSAID:
        await visit.moderator.preferences.set_experience(visit.person_id, said)
    await _show(visit)


def _chosen(visit: Visit) -> str:
    return next(iter(chosen(visit)), "")


# -- zone and quiet hours ------------------------------------------------------------------------


async def _ask_zone(visit: Visit, key: Key) -> None:
    del key
    words = visit.words.plain
    field = boxes.line(
        "zone",
        words.bot("preferences.box.zone"),
        placeholder=words.bot("preferences.box.zone.example"),
        max_length=TYPED_LIMIT,
    )
    title = words.bot("preferences.button.zone")
    await boxes.open_box(visit, encode("prefsbox", "zone"), title, field)


async def _look_for_zone(visit: Visit, typed: str) -> None:
    """Take the zone that fits what was typed; ask which, where several do."""
    found = _zones(visit, typed)
    if len(found) > 1 and typed.strip() not in zone_names():
        await visit.show(pages.zones_page(found, visit.words, more=len(found) == MOST))
        return
    await visit.moderator.preferences.set_zone(visit.person_id, _meant(visit, typed))
    await _show(visit)


async def _take_zone(visit: Visit, key: Key) -> None:
    del key
    await visit.hold()
    await visit.moderator.preferences.set_zone(visit.person_id, _chosen(visit))
    await _show(visit)


def _zones(visit: Visit, typed: str) -> list[tuple[str, str]]:
    """Return the zones that fit what was typed, each with the time there, best first."""
    now = visit.moderator.desk.now()
    named = dict(places(visit.language))
    ordered = [(zone, named[zone]) for zone in dict.fromkeys((*FIRST, *named))]
    found = best(ordered, typed[:TYPED_LIMIT])
    return [(zone, pages.zone_label(zone, named[zone], now)) for zone, _ in found]


def _meant(visit: Visit, typed: str) -> str:
    """Return the one zone that was typed.

    Raises:
        Complaint: preferences.zone_unknown: none fits, or more than one.
    """
    if typed.strip() in zone_names():
        return typed.strip()
    found = _zones(visit, typed)
    if len(found) != 1:
        raise Complaint("preferences.zone_unknown", typed=typed)
    return found[0][0]


async def _ask_hours(visit: Visit, key: Key) -> None:
    del key
    preferred, words = await _with_zone(visit), visit.words.plain
    held = preferred.hours
    field = boxes.line(
        "hours",
        words.bot("preferences.box.hours"),
        placeholder="22:00–08:00",
        default=f"{time_of_day(held.start)}–{time_of_day(held.end)}" if held else None,
        required=False,
        max_length=TYPED_LIMIT,
    )
    title = words.bot("preferences.button.hours")
    await boxes.open_box(visit, encode("prefsbox", "hours"), title, field)


def _hours(typed: str) -> tuple[int, int] | None:
    """Read quiet hours; none is a way to type them.

    Raises:
        Complaint: preferences.hours_form.
    """
    if plain(typed.strip()) in NONE:
        return None
    try:
        return parse_hours(typed)
    except ValueError:
        raise Complaint("preferences.hours_form", typed=typed) from None


async def _with_zone(visit: Visit) -> Preferred:
    """Return what the person wishes, once they have said where they live.

    Raises:
        Complaint: preferences.zone_first.
    """
    preferred = await visit.moderator.preferences.of(visit.person_id)
    if preferred.zone is None:
        raise Complaint("preferences.zone_first")
    return preferred


# -- being away ----------------------------------------------------------------------------------


async def _aways(visit: Visit, key: Key) -> None:
    """Show when the person is away; where they never are, ask at once."""
    preferred = await _with_zone(visit)
    if not preferred.aways:
        await _ask_away(visit, key)
        return
    await visit.hold()
    await _show_aways(visit)


async def _show_aways(visit: Visit) -> None:
    preferred = await visit.moderator.preferences.of(visit.person_id)
    await visit.show(pages.aways_page(preferred, visit.words, visit.moderator.desk.now()))


async def _ask_away(visit: Visit, key: Key) -> None:
    del key
    words = visit.words.plain
    example = words.bot("preferences.box.day.example")
    fields = [
        boxes.line(
            name,
            words.label(f"preferences.box.{name}"),
            placeholder=example,
            required=name == "until",
            max_length=TYPED_LIMIT,
        )
        for name in ("away", "until")
    ]
    title = words.bot("preferences.button.away")
    await boxes.open_box(visit, encode("prefsbox", "away"), title, *fields)


async def _go_away(visit: Visit, first: str, last: str) -> None:
    """Note days of being away, both whole, by the calendar of where the person lives.

    Raises:
        Complaint: preferences.zone_first, day_form, until_missing, and of the moderator's.
    """
    zone = (await _with_zone(visit)).zone
    assert zone is not None
    door, today = visit.moderator, local_time(zone, visit.moderator.desk.now()).date()
    if not last.strip():
        raise Complaint("preferences.until_missing")
    start = _day(first, today) if first.strip() else today
    end = _day(last, today)
    if end < start:  # a day without its year, or of the week: the next such after the first
        end = _day(last, start)
    from_at, until_at = instant(zone, start, 0), instant(zone, end, DAY_MINUTES)
    await door.preferences.go_away(visit.person_id, from_at, until_at)


def _day(typed: str, today: date) -> date:
    """Read a day, the next such from *today* on.

    Raises:
        Complaint: preferences.day_form.
    """
    try:
        return parse_day(typed, today)
    except (ValueError, OverflowError):
        raise Complaint("preferences.day_form", typed=typed) from None


async def _come_back(visit: Visit, key: Key) -> None:
    del key
    await visit.hold()
    await visit.moderator.preferences.come_back(visit.person_id)
    await _show(visit)


async def _stay(visit: Visit, key: Key) -> None:
    """Take back that the person is away, as chosen from the menu."""
    del key
    await visit.hold()
    named = _chosen(visit)
    if named.isdigit():
        await visit.moderator.preferences.come_back(visit.person_id, int(named))
    await _show_aways(visit)


# -- reminders -----------------------------------------------------------------------------------


async def _reminders(visit: Visit, key: Key) -> None:
    """Show how the person is reminded, after changing what a menu is about."""
    await visit.hold()
    door = visit.moderator.preferences
    held = (await door.of(visit.person_id)).reminders
    wanted = _tuned(held, key.part(0), chosen(visit))
    if wanted != held:
        await door.set_reminders(visit.person_id, wanted)
    preferred = await door.of(visit.person_id)
    await visit.show(pages.reminders_page(preferred, visit.words))


def _tuned(held: Reminders, what: str, values: list[str]) -> Reminders:
    """Return reminders as chosen from a menu; as they were where no menu of ours has that."""
    try:
        if what == "before":
            return Reminders(tuple(map(int, values)), held.every, held.by)
        if what == "every":
            return Reminders(held.before, int(values[0]), held.by)
        if what == "by":
            way: Channel = next(one for one in get_args(Channel) if one == values[0])
            return Reminders(held.before, held.every, way)
    except (ValueError, IndexError, StopIteration):
        return held
    return held


_PRESSES: Final[Mapping[str, Callable[[Visit, Key], Awaitable[None]]]] = {
    "zone": _ask_zone,
    "place": _take_zone,
    "hours": _ask_hours,
    "away": _aways,
    "add": _ask_away,
    "back": _come_back,
    "stay": _stay,
    "reminders": _reminders,
    "before": _reminders,
    "every": _reminders,
    "by": _reminders,
    "receipts": _receipts,
    "language": _language,
    "theme": _theme,
    "experience": _experience,
}
