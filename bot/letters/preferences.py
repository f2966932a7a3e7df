"""A person's preferences as pages: what holds, and menus and buttons to change each thing.

All of them are presses of one verb, whose first part says what is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, get_args

from bot.clock import from_ms
from bot.clock.reminding import MOST, Channel, Reminders
from bot.clock.spans import Span
from bot.clock.zones import local_time
from bot.letters import naming
from bot.letters.pages import Page
from bot.letters.parts import STYLES, MenuLine, Pressable, button, menu
from bot.moderator.people.preferences import Experience, Preferred
from bot.text import LANGUAGES, Raw, Words
from bot.text.times import day, place, time_of_day, time_there

VERB: Final = "prefs"
UNSAID: Final = "-"
"""The choice of whoever chooses none: no language, no theme, no word on experience."""

BEFORE: Final = (1, 2, 3, 6, 12, 24, 48, 72)
EVERY: Final = (0, 6, 12, 24, 48, 72)
"""Hours that are offered for reminders."""


def overview(
    preferred: Preferred, theme: str | None, themes: Sequence[str], words: Words, now: int
) -> Page:
    """Return the page of all preferences.

    Args:
        preferred: What the person wishes.
        theme: That of their own pictures; ``None``: as the table's.
        themes: All that there are.
        words: Their language.
        now: In ms since 1970.
    """
    plain = words.plain
    lines = [
        _language(preferred, words),
        _zone(preferred, words, now),
        _hours(preferred, words),
        *_aways(preferred, words),
        reminders_line(preferred.reminders, words),
        words.bot(f"preferences.receipts.{'on' if preferred.receipts else 'off'}"),
        words.bot("preferences.theme", theme=words.label(f"theme.name.{theme or 'table'}")),
        _experience(preferred, words),
    ]
    receipts, then = ("no_receipts", "no") if preferred.receipts else ("receipts", "yes")
    items = [
        button(plain.bot("preferences.button.zone"), VERB, "zone", emoji="🕰️"),
        button(plain.bot("preferences.button.hours"), VERB, "hours", emoji="🌙"),
        button(plain.bot("preferences.button.away"), VERB, "away", emoji="🧳"),
        button(plain.bot("preferences.button.reminders"), VERB, "reminders", emoji="🔔"),
        button(
            plain.bot(f"preferences.button.{receipts}"),
            VERB,
            "receipts",
            then,
        ),
        menu(_languages(preferred, plain), VERB, "language"),
        menu(_themes(theme, themes, plain), VERB, "theme"),
        menu(_experiences(preferred, plain), VERB, "experience"),
    ]
    if preferred.away(now):
        items.insert(0, _back_now(plain))
    texts = [words.bot("preferences.title"), "\n".join(lines), words.bot("preferences.note")]
    return Page(texts, items)


def reminders_page(preferred: Preferred, words: Words) -> Page:
    """Return the page on which reminders are tuned."""
    plain, held = words.plain, preferred.reminders
    before = [
        MenuLine(
            str(hours),
            plain.bot("preferences.before", hours=str(hours), n=hours),
            held=hours in held.before,
        )
        for hours in sorted({*BEFORE, *held.before})
    ]
    every = [
        MenuLine(
            str(hours),
            (
                plain.bot("preferences.pick.every", n=hours)
                if hours
                else plain.bot("preferences.pick.once")
            ),
            held=hours == held.every,
        )
        for hours in sorted({*EVERY, held.every})
    ]
    ways = [
        MenuLine(way, plain.label(f"preferences.by.{way}"), held=way == held.by)
        for way in get_args(Channel)
    ]
    return Page(
        [
            words.bot("preferences.reminders.title"),
            reminders_line(held, words),
            words.bot("preferences.reminders.text"),
        ],
        [
            menu(
                before,
                VERB,
                "before",
                hint=plain.bot("preferences.none_before"),
                most=MOST,
                least=0,
            ),
            menu(every, VERB, "every"),
            menu(ways, VERB, "by"),
            _to_overview(plain),
        ],
    )


def aways_page(preferred: Preferred, words: Words, now: int) -> Page:
    """Return the page of when the person is away, with what takes one of them back."""
    plain = words.plain
    items: list[Pressable] = []
    if preferred.away(now):
        items.append(_back_now(plain))
    items.append(button(plain.bot("preferences.button.add_away"), VERB, "add", emoji="🧳"))
    items.append(_to_overview(plain))
    if preferred.aways:
        lines = [
            MenuLine(str(one.start), _days(one, preferred.zone or "UTC", words.language))
            for one in preferred.aways
        ]
        items.append(menu(lines, VERB, "stay", hint=plain.bot("preferences.stay")))
    texts = [words.bot("preferences.aways.title"), "\n".join(_aways(preferred, words))]
    return Page(texts, items)


def zones_page(found: Iterable[tuple[str, str]], words: Words, *, more: bool) -> Page:
    """Return the page that asks which of several zones, each with its label, is meant."""
    plain = words.plain
    texts = [words.bot("preferences.which_zone")]
    if more:
        texts.append(words.bot("preferences.more_zones"))
    lines = [MenuLine(zone, label) for zone, label in found]
    again = button(plain.bot("preferences.button.again"), VERB, "zone")
    hint = plain.bot("preferences.button.zone")
    return Page(texts, [menu(lines, VERB, "place", hint=hint), again, _to_overview(plain)])


def zone_label(zone: str, named: str, now: int) -> str:
    """Return a zone with what clocks show there, for a menu."""
    return f"{named} · {time_there(zone, now)}"


def reminders_line(reminders: Reminders, words: Words) -> Raw:
    """Say when and how somebody is reminded."""
    said = []
    if reminders.before:
        hours = [str(one) for one in reminders.before]
        n = reminders.before[0] if len(hours) == 1 else 2
        said.append(words.bot("preferences.before", hours=words.join(hours), n=n))
    if reminders.every:
        said.append(words.bot("preferences.every", n=reminders.every))
    if reminders.by == "never" or not said:
        return words.bot("preferences.reminders.never")
    way = words.label(f"preferences.way.{reminders.by}")
    return words.bot("preferences.reminders", by=way, when=words.join(said))


def _language(preferred: Preferred, words: Words) -> Raw:
    name = words.label(f"preferences.language.{preferred.language or words.language}")
    if preferred.language is None:
        return words.bot("preferences.language.as_discord", language=name)
    return words.bot("preferences.language", language=name)


def _zone(preferred: Preferred, words: Words, now: int) -> Raw:
    if preferred.zone is None:
        return words.bot("preferences.zone.none")
    named, time = place(preferred.zone, words.language), time_there(preferred.zone, now)
    return words.bot("preferences.zone", zone=named, time=time)


def _hours(preferred: Preferred, words: Words) -> Raw:
    hours = preferred.hours
    if hours is None:
        return words.bot("preferences.hours.none")
    start, end = time_of_day(hours.start), time_of_day(hours.end)
    return words.bot("preferences.hours", start=start, end=end)


def _aways(preferred: Preferred, words: Words) -> list[Raw]:
    """Say when somebody is away: as Discord writes it, by the clock of whoever reads."""
    if not preferred.aways:
        return [words.bot("preferences.away.none")]
    return [
        words.bot(
            "preferences.away",
            start=naming.moment(from_ms(one.start)),
            end=naming.moment(from_ms(one.end)),
        )
        for one in preferred.aways
    ]


def _days(away: Span, zone: str, language: str) -> str:
    """Return the first and the last day of being away, by the calendar of a zone."""
    first, last = (day(local_time(zone, at), language) for at in (away.start, away.end - 1))
    return first if first == last else f"{first} – {last}"


def _experience(preferred: Preferred, words: Words) -> Raw:
    if preferred.experience is None:
        return words.bot("preferences.experience.none")
    said = words.label(f"preferences.experience.{preferred.experience}")
    return words.bot("preferences.experience", experience=said)


def _languages(preferred: Preferred, plain: Words) -> list[MenuLine]:
    held = preferred.language
    auto = plain.bot("preferences.pick.as_discord")
    return [
        MenuLine(UNSAID, auto, held=held is None),
        *(
            MenuLine(
                one,
                plain.bot(
                    "preferences.pick.language", language=plain.label(f"preferences.language.{one}")
                ),
                held=one == held,
            )
            for one in LANGUAGES
        ),
    ]


def _themes(theme: str | None, themes: Sequence[str], plain: Words) -> list[MenuLine]:
    return [
        MenuLine(
            name or UNSAID,
            plain.bot("preferences.pick.theme", theme=plain.label(f"theme.name.{name or 'table'}")),
            plain.label(f"theme.about.{name or 'table'}"),
            held=name == theme,
        )
        for name in (None, *themes)
    ]


def _experiences(preferred: Preferred, plain: Words) -> list[MenuLine]:
    held = preferred.experience
    unsaid = plain.bot("preferences.pick.no_experience")
    return [
        MenuLine(UNSAID, unsaid, held=held is None),
        *(
            MenuLine(
                one,
                plain.bot(
                    "preferences.pick.experience",
                    experience=plain.label(f"preferences.experience.{one}"),
                ),
                held=one == held,
            )
            for one in get_args(Experience)
        ),
    ]


def _back_now(plain: Words) -> Pressable:
    return button(plain.bot("preferences.button.back"), VERB, "back", style=STYLES.primary)


def _to_overview(plain: Words) -> Pressable:
    return button(plain.bot("preferences.button.all"), VERB)
