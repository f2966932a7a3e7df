"""What a person wishes at all their tables: language, hours, being away, reminders, receipts."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, cast, get_args

from bot.clock import reminding
from bot.clock.hours import LONGEST, Hours
from bot.clock.reminding import USUAL, Reminders
from bot.clock.spans import Span, union
from bot.clock.zones import zone_names
from bot.moderator.api import Complaint
from bot.moderator.table.desk import Desk
from bot.moderator.table.languages import Languages
from bot.store import aways, people, preferences
from bot.store.preferences import PreferencesRow

Experience = Literal["new", "some", "many"]
"""How many games somebody has played, as they say themselves."""

_KEPT: Final = 4096

DAY: Final = 24 * 3600 * 1000
FARTHEST: Final = 366
"""Days from now by which somebody must be back who says that they are away."""
MOST_AWAYS: Final = 10
"""Times of being away, to come or under way, that one person may have on file."""


@dataclass(frozen=True, slots=True)
class Preferred:
    """What a person has said of themselves.

    Attributes:
        language: That they have chosen; ``None``: that of their Discord.
        zone: Where they live, by its IANA name.
        hours: When they are not to be written to.
        aways: When they are away, or will be, in order.
        reminders: When and how they are reminded.
        receipts: Whether what they order in secret is confirmed by direct message, too.
        experience: How much they have played; ``None`` where they do not say.
    """

    language: str | None = None
    zone: str | None = None
    hours: Hours | None = None
    aways: tuple[Span, ...] = ()
    reminders: Reminders = USUAL
    receipts: bool = True
    experience: Experience | None = None

    def away(self, now: int) -> Span | None:
        """Return the time of being away that is under way."""
        return next((one for one in self.aways if now in one), None)


class Preferences:
    """Reads and changes them. Every setter returns what holds from now on.

    Attributes:
        after_change: Called in this order with our number of a person when something of theirs was
            saved that clocks go by.
    """

    def __init__(self, desk: Desk, languages: Languages) -> None:
        self._desk = desk
        self._languages = languages
        self._chosen: OrderedDict[int, str | None] = OrderedDict()
        self.after_change: tuple[Callable[[int], Awaitable[None]], ...] = ()

    # -- looking -----------------------------------------------------------------------------

    async def of(self, person_id: int) -> Preferred:
        """Return what a person wishes; as usual where they have said nothing.

        Raises:
            StoreError: The database failed.
        """
        now = self._desk.now()
        async with self._desk.database.read() as connection:
            person = await people.number(connection, person_id)
            if person is None:
                return Preferred()
            row = await preferences.get(connection, person)
            return _read(row, await aways.of(connection, person, now))

    async def language(self, person_id: int) -> str | None:
        """Return the language that a person has chosen, if they have; cheap when known.

        Raises:
            StoreError: The database failed.
        """
        shared = self._desk.database.is_shared  # another process may know better
        if person_id not in self._chosen or shared:
            async with self._desk.database.read() as connection:
                found = await preferences.language(connection, person_id)
            if person_id not in self._chosen or shared:  # what was chosen meanwhile is newer
                self._know(person_id, found)
        return self._chosen[person_id]

    def language_at_hand(self, person_id: int) -> str | None:
        """Return the same where it is known already, for what cannot wait."""
        return self._chosen.get(person_id)

    # -- changing ----------------------------------------------------------------------------

    async def set_language(self, person_id: int, language: str | None) -> Preferred:
        """Speak a language with a person; ``None``: that of their Discord.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        done = await self._change(person_id, lambda row: replace(row, speaks=language))
        self._know(person_id, language)
        self._languages.forget(person_id)  # what their Discord speaks is worth storing again
        return done

    async def set_zone(self, person_id: int, zone: str) -> Preferred:
        """Note where a person lives; their quiet hours are then hours of there.

        Raises:
            Complaint: preferences.zone_unknown.
            StoreError: The database failed; nothing was changed.
        """
        if zone not in zone_names():
            raise Complaint("preferences.zone_unknown", typed=zone)
        return await self._change(person_id, lambda row: replace(row, zone=zone), tell=True)

    async def set_hours(self, person_id: int, hours: tuple[int, int] | None) -> Preferred:
        """Keep a person's quiet hours, minutes after midnight where they live; ``None``: none.

        Raises:
            Complaint: preferences.zone_first, hours_long.
            StoreError: The database failed; nothing was changed.
        """

        def changed(row: PreferencesRow) -> PreferencesRow:
            if hours is None or hours[0] == hours[1]:
                return replace(row, quiet=None)
            if row.zone is None:
                raise Complaint("preferences.zone_first")
            try:
                Hours(row.zone, *hours)
            except ValueError:
                raise Complaint("preferences.hours_long", most=LONGEST // 60) from None
            return replace(row, quiet=json.dumps(hours))

        return await self._change(person_id, changed, tell=True)

    async def set_reminders(self, person_id: int, reminders: Reminders) -> Preferred:
        """Keep when and how a person is reminded.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        kept = None if reminders == USUAL else reminding.written(reminders)
        return await self._change(person_id, lambda row: replace(row, reminders=kept))

    async def set_receipts(self, person_id: int, wanted: bool) -> Preferred:
        """Keep whether a person gets receipts by direct message.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        return await self._change(person_id, lambda row: replace(row, receipts=wanted))

    async def set_experience(self, person_id: int, experience: Experience | None) -> Preferred:
        """Keep how much a person has played, as they say.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        return await self._change(person_id, lambda row: replace(row, experience=experience))

    async def go_away(self, person_id: int, start: int, end: int) -> Preferred:
        """Note that a person is away from *start* to *end*, in ms since 1970; never in the past.

        What overlaps is one.

        Raises:
            Complaint: preferences.away_order, away_far, away_many.
            StoreError: The database failed; nothing was changed.
        """
        now = self._desk.now()
        start = max(start, now)
        if end <= start:
            raise Complaint("preferences.away_order")
        if end > now + FARTHEST * DAY:
            raise Complaint("preferences.away_far", days=FARTHEST)

        def added(before: tuple[Span, ...]) -> tuple[Span, ...]:
            after = union([*before, Span(start, end)])
            if len(after) > MOST_AWAYS:
                raise Complaint("preferences.away_many", most=MOST_AWAYS)
            return after

        return await self._change_aways(person_id, now, added)

    async def come_back(self, person_id: int, start: int | None = None) -> Preferred:
        """End a person's being away from now on: that which is under way, or begins at *start*.

        Where there is none nothing changes.

        Raises:
            StoreError: The database failed; nothing was changed.
        """
        now = self._desk.now()

        def ended(before: tuple[Span, ...]) -> tuple[Span, ...]:
            kept = []
            for one in before:
                if one.start == start or (start is None and now in one):
                    if one.start < now:
                        kept.append(Span(one.start, now))
                else:
                    kept.append(one)
            return tuple(kept)

        return await self._change_aways(person_id, now, ended)

    def forget(self, person_id: int) -> None:
        """Know nothing of a person any more."""
        self._chosen.pop(person_id, None)

    # -- within ------------------------------------------------------------------------------

    async def _change(
        self,
        person_id: int,
        changed: Callable[[PreferencesRow], PreferencesRow],
        *,
        tell: bool = False,
    ) -> Preferred:
        """Change a person's row, and *tell* those who go by it."""
        async with self._desk.database.write() as connection:
            person = await people.number(connection, person_id)
            before = PreferencesRow()
            if person is not None:
                before = await preferences.get(connection, person)
            after = changed(before)
            if after != before:
                person = await people.numbered(connection, person_id)
                await preferences.put(connection, person, after)
        if tell and person is not None and after != before:
            await self._tell(person)
        return await self.of(person_id)

    async def _change_aways(
        self,
        person_id: int,
        now: int,
        changed: Callable[[tuple[Span, ...]], tuple[Span, ...]],
    ) -> Preferred:
        async with self._desk.database.write() as connection:
            person = await people.number(connection, person_id)
            before: tuple[Span, ...] = ()
            if person is not None:
                before = await aways.of(connection, person, now)
            after = changed(before)
            if after != before:
                person = await people.numbered(connection, person_id)
                await aways.put(connection, person, after, now)
        if person is not None and after != before:
            await self._tell(person)
        return await self.of(person_id)

    async def _tell(self, person: int) -> None:
        for listener in self.after_change:
            await listener(person)

    def _know(self, person_id: int, language: str | None) -> None:
        self._chosen[person_id] = language
        self._chosen.move_to_end(person_id)
        while len(self._chosen) > _KEPT:
            self._chosen.popitem(last=False)


def _read(row: PreferencesRow, away: tuple[Span, ...]) -> Preferred:
    """Return what a row says; what cannot be read is as usual."""
    experience = row.experience if row.experience in get_args(Experience) else None
    return Preferred(
        language=row.speaks,
        zone=row.zone if row.zone in zone_names() else None,
        hours=preferences.hours_of(row.zone, row.quiet),
        aways=away,
        reminders=preferences.reminders_in(row.reminders),
        receipts=row.receipts,
        experience=cast("Experience | None", experience),
    )
