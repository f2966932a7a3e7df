"""`/preferences`: one private page for all that a person wishes, changed in place."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from bot.clock import to_ms
from bot.clock.reminding import Reminders
from bot.clock.zones import instant, local_time
from bot.moderator.people.preferences import Preferred
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply

pytestmark = pytest.mark.usefixtures("strict_texts")

ZONE = "Europe/Madrid"


async def held(table: ToyTable, person: Person) -> Preferred:
    """What the bot has on file."""
    with table.env.time_context():  # or what is over by the real clock would be left out
        return await table.moderator.preferences.of(person.id)


def menu(shown: Reply, what: str) -> str:
    """The custom id of the menu that changes something."""
    return next(one for one in shown.paper.menus if one.endswith(f":{what}"))


def today(table: ToyTable) -> date:
    """The day that it is in Madrid, by the bot's clock."""
    return local_time(ZONE, to_ms(table.env.now())).date()


async def test_everything_is_changed_in_place(river: ToyTable) -> None:
    """By menus and boxes; the page stays one message, for its person alone, over a restart."""
    alice = river.people["alice"]
    shown = await alice.slash("preferences")
    assert shown.is_private
    assert "Language: **English**, as your Discord" in shown.text
    assert "Time zone: **not said**" in shown.text
    before = len(alice.reads())

    asked = await shown.press("Time zone")
    which = await asked.fill(zone="madrid")
    assert "Time zone: **Madrid, Spain**" in which.text
    asked = await shown.press("Quiet hours")
    await asked.fill(hours="22-8")
    assert "Quiet hours: **22:00–08:00**" in shown.text
    await shown.press("No receipts by DM")
    assert "by direct message: **no**" in shown.text
    await shown.choose("dark", custom_id=menu(shown, "theme"))
    await shown.choose("some", custom_id=menu(shown, "experience"))
    assert "Experience: **some games**" in shown.text
    assert "**Dark**" in shown.text
    await shown.choose("es", custom_id=menu(shown, "language"))
    assert "Idioma: **Español**" in shown.text

    assert len(alice.reads()) == before
    await river.restart()
    again = await alice.slash("preferences")
    assert again.text == shown.text
    assert await river.moderator.themes.own(alice.id) == "dark"


async def test_reminders_are_tuned_on_a_page_of_their_own(river: ToyTable) -> None:
    """How long before, how often, by what; and the way back."""
    alice = river.people["alice"]
    shown = await alice.slash("preferences")
    await shown.press("Reminders")
    assert "**24 and 3 hours before your time runs out**, by direct message" in shown.text
    await shown.choose("48", "1", custom_id=menu(shown, "before"))
    await shown.choose("12", custom_id=menu(shown, "every"))
    await shown.choose("channel", custom_id=menu(shown, "by"))
    assert (await held(river, alice)).reminders == Reminders((48, 1), 12, "channel")
    assert "48 and 1 hours before" in shown.text
    await shown.choose(custom_id=menu(shown, "before"))
    assert (await held(river, alice)).reminders == Reminders((), 12, "channel")
    await shown.choose("never", custom_id=menu(shown, "by"))
    await shown.press("◀ Preferences")
    assert "Reminders: **none**" in shown.text
    for what in ("before", "every", "by"):
        forged = await river.forge(alice, f"adj:prefs:{what}", values=["999"])
        assert "Reminders: **none**" in forged.text
    assert (await held(river, alice)).reminders == Reminders((), 12, "never")


async def test_days_away_are_those_of_where_one_lives(river: ToyTable) -> None:
    """Whole days, the last included; they can be taken back, and one can come back early."""
    alice = river.people["alice"]
    shown = await alice.slash("preferences", zone=ZONE)
    asked = await shown.press("Days away")
    first, last = today(river) + timedelta(days=3), today(river) + timedelta(days=5)
    await asked.fill(away=f"{first:%Y-%m-%d}", until=f"{last.day}/{last.month}")
    (away,) = (await held(river, alice)).aways
    assert away.start == instant(ZONE, first, 0)
    assert away.end == instant(ZONE, last, 1440)
    assert f"Away from <t:{away.start // 1000}:f>" in shown.text

    await shown.press("Days away")
    asked = await shown.press("Add days away")
    await asked.fill(away="", until="tomorrow")
    assert len((await held(river, alice)).aways) == 2
    await shown.press("I'm back")
    assert (await held(river, alice)).aways == (away,)
    await shown.press("Days away")
    (label,) = shown.paper.menus[menu(shown, "stay")].values()
    assert label.startswith(f"{first.day} ")
    assert label.endswith(str(last.year))
    await shown.choose(str(away.start), custom_id=menu(shown, "stay"))
    assert (await held(river, alice)).aways == ()
    assert "Away: **no**" in shown.text


async def test_both_days_away_are_read_from_today(river: ToyTable) -> None:
    """What is near is near today; a day that would be before the first is the next such."""
    alice = river.people["alice"]
    await alice.slash("preferences", zone=ZONE)
    day = today(river)
    in_three, in_twenty, later = (day + timedelta(days=days) for days in (3, 20, 36))
    for away, until, first, last in (
        ("tomorrow", "tomorrow", 1, 1),
        (f"{in_three:%A}", f"{in_three:%A}", 3, 3),
        ("in 5 days", f"{in_three:%A}", 5, 10),
        ("in 3 days", "in 5 days", 3, 5),
        (f"{in_twenty:%d %b}", f"{later:%d %b}", 20, 36),
    ):
        await alice.slash("preferences", away=away, until=until)
        (kept,) = (await held(river, alice)).aways
        assert kept.start == instant(ZONE, day + timedelta(days=first), 0), away
        assert kept.end == instant(ZONE, day + timedelta(days=last), 1440), until
        with river.env.time_context():
            await river.moderator.preferences.come_back(alice.id, kept.start)


async def test_all_can_be_typed(river: ToyTable) -> None:
    """Zone, hours and days as options, also in direct messages; none takes hours away."""
    alice = river.people["alice"]
    typed = await alice.slash(
        "preferences",
        zone="Santiago, Chile",
        quiet="10pm to 7am",
        away="tomorrow",
        until="in 3 days",
    )
    assert "Santiago, Chile" in typed.text
    assert "22:00–07:00" in typed.text
    kept = await held(river, alice)
    assert kept.zone == "America/Santiago"
    assert len(kept.aways) == 1
    there = Reply(alice, await alice.actor.user.slash("preferences", quiet="none"))
    assert there.is_private
    assert "Quiet hours: **none**" in there.text
    assert "Santiago" in there.text


async def test_zones_are_found_by_city_and_country_with_the_time_there(river: ToyTable) -> None:
    """In the person's language; the old names of zones are taken, but not offered."""
    alice = river.people["alice"]
    offered = await alice.offered("preferences", "zone", "chile")
    assert "America/Santiago" in offered.values()
    assert all(label.rpartition(" · ")[2][2] == ":" for label in offered)
    alice.speak("es-ES")
    offered = await alice.offered("preferences", "zone", "londres")
    assert list(offered.values()) == ["Europe/London"]
    assert len(await alice.offered("preferences", "zone", "")) == 25
    await alice.slash("preferences", zone="Asia/Calcutta")
    assert (await held(river, alice)).zone == "Asia/Calcutta"


async def test_several_places_that_fit_are_asked_about(river: ToyTable) -> None:
    """A country with many zones; the one that is picked counts, and a made-up one does not."""
    alice = river.people["alice"]
    shown = await alice.slash("preferences")
    await (await shown.press("Time zone")).fill(zone="argentina")
    assert "Which of these places" in shown.text
    await shown.choose("America/Argentina/Salta", custom_id=menu(shown, "place"))
    assert "Salta, Argentina" in shown.text
    forged = await river.forge(alice, "adj:prefs:place", values=["Mars/Base"])
    assert "don't know the time zone" in forged.text
    assert (await held(river, alice)).zone == "America/Argentina/Salta"


async def test_what_cannot_be_is_said_and_the_page_stays(river: ToyTable) -> None:
    """Whatever somebody types; nothing is kept of it."""
    alice = river.people["alice"]
    shown = await alice.slash("preferences")
    page = shown.text
    for label in ("Quiet hours", "Days away"):
        assert "First tell me your time zone" in (await shown.press(label)).text
    wrong = await (await shown.press("Time zone")).fill(zone="Mars @everyone")
    assert "don't know the time zone “Mars" in wrong.text
    assert shown.text == page
    assert await held(river, alice) == Preferred()
    refused: list[tuple[dict[str, Any], str]] = [
        ({"zone": "mars"}, "don't know the time zone"),
        ({"zone": ZONE, "quiet": "all night"}, "as hours"),
        ({"quiet": "8-22"}, "more than 12 hours"),
        ({"away": "soon", "until": "tomorrow"}, "“soon” as a day"),
        ({"away": "tomorrow"}, "Until when?"),
        ({"away": "in 5 days", "until": "2020-01-01"}, "has to come after"),
        ({"until": "in 999 days"}, "too far off"),
    ]
    for options, said in refused:
        assert said in (await alice.slash("preferences", **options)).text, options
    assert await held(river, alice) == Preferred(zone=ZONE)


async def test_who_wants_no_receipts_gets_none(river: ToyTable) -> None:
    """A secret order is not confirmed by direct message then; the answer and the list say it."""
    await river.to_play()
    alice = river.people["alice"]
    await alice.slash("toy hide", bank="north")
    await river.settle()
    assert len(alice.inbox()) == 1

    await (await alice.slash("preferences")).press("No receipts by DM")
    hidden = await alice.slash("toy hide", bank="south")
    await river.settle()
    assert "Recorded in secret" in hidden.text
    assert len(alice.inbox()) == 1
    await (await alice.slash("preferences")).press("Receipts by DM")
    await alice.slash("toy hide", bank="island")
    await river.settle()
    assert len(alice.inbox()) == 2


async def test_the_chosen_language_is_spoken_everywhere(river: ToyTable) -> None:
    """In answers and direct messages, whatever one's Discord speaks; and given back again."""
    await river.to_play()
    alice = river.people["alice"]
    shown = await alice.slash("preferences")
    await shown.choose("es", custom_id=menu(shown, "language"))
    await river.restart()
    await shown.press("Recordatorios")
    assert "Un solo mensaje" in shown.text
    await river.restart()
    hidden = await alice.slash("toy hide", bank="north")
    await river.settle()
    assert "secreto" in hidden.text
    assert "Tu orden" in alice.inbox()[-1].text
    (found,) = (await alice.slash("preferences")).papers
    assert "Tus preferencias" in found.text
    shown = await alice.slash("preferences")
    await shown.choose("-", custom_id=menu(shown, "language"))
    assert "Your preferences" in shown.text
    forged = await river.forge(alice, "adj:prefs:language", values=["xx"])
    assert "Language: **English**, as your Discord" in forged.text


async def test_being_erased_takes_them_away(river: ToyTable) -> None:
    """And the page that says what is kept names them."""
    alice = river.people["alice"]
    await alice.slash("preferences", zone=ZONE, quiet="22-8", until="tomorrow")
    shown = await alice.slash("privacy")
    assert "`/preferences`" in shown.text
    await (await shown.press("Erase me")).press("Yes, erase me")
    assert await held(river, alice) == Preferred()
