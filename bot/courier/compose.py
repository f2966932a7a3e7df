"""From an outbox row to what is said: looks, events, pictures. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import from_ms
from bot.courier.api import (
    Amended,
    BeginningWord,
    Bulletin,
    DiceWord,
    Ending,
    LessonPage,
    Note,
    Offered,
    OfferEnded,
    Panel,
    Post,
    RefereeWord,
    Reminder,
    SeatWord,
    TimeWord,
)
from bot.courier.phases import PhasePictures, always
from bot.courier.pictures import Gallery, sections_for
from bot.courier.replays import Replays, Wish
from bot.moderator import Campaign, Look, Moderator
from bot.moderator.api import CLOCK, FORCED, PLANNED
from bot.moderator.lobby.idle_tables import NOBODY_JOINS
from bot.moderator.referees.moving import SAID
from bot.moderator.referees.private_corrections import PROPOSED, REFUSED
from bot.moderator.table.entries import told_kinds
from bot.moderator.table.posting import LOOKS
from bot.moderator.table.replay import read_action
from bot.store import people, preferences
from bot.store.log import ActionRow
from bot.store.log_pages import kind_for
from bot.store.outbox import OutboxRow
from bot.text.rolls import entered_by
from engine.api import NO_PREVIEW, Action, AnyGame, Event, Preview, Seat
from engine.data.files import DataError
from engine.data.rulesets import changed


class Composer:
    """Composes messages. What a row says depends on the log alone, not on when it is composed."""

    def __init__(self, moderator: Moderator, gallery: Gallery, replays: Replays) -> None:
        self._moderator = moderator
        self._gallery = gallery
        self._replays = replays
        self._pictures = PhasePictures(moderator, gallery)

    async def bulletin(self, row: OutboxRow, *, picture: bool) -> Bulletin:
        """Compose a bulletin; without its *picture* where none can be attached."""
        door = self._moderator
        look = await door.reader.look_back(row.campaign, None, row.last_seq)
        told = await door.reader.told(row.campaign, None, row.first_seq, row.last_seq)
        drawn = await self._pictures.of(row, look, told) if picture else ()
        seats, gone = look.campaign.seats, look.campaign.gone
        game = door.game(look.campaign)
        called = [person for seat in row.body["ping"] for person in seats.get(seat, ())]
        pings = [person for person in called if person not in gone]
        return Bulletin(
            look=look,
            events=tuple(event for _, events in told for event in events),
            pictures=drawn,
            pings=tuple(dict.fromkeys(pings)),
            number=row.body["number"],
            forced=_by(FORCED, told, game),
            by_clock=_by(CLOCK, told, game),
            entered=_entered(told),
            undone=await door.reader.taken_back(row.campaign, [done for done, _ in told]),
        )

    async def told(self, row: OutboxRow, *, picture: bool) -> Post | None:
        """Compose what a channel is told that is no bulletin; ``None`` when that is void already.

        Without its *picture* where none can be attached.
        """
        match row.kind:
            case "lesson":
                return await self.lesson(row, picture=picture)
            case "ending":
                return await self.ending(row, picture=picture)
            case "time":
                return await self.time(row)
            case "seat":
                return await self.seat(row)
            case "referee":
                return await self.referee(row)
            case "dice":
                return await self.dice(row)
            case "beginning":
                return await self.beginning(row)
            case "reminder":
                return await self.reminder(row)
            case "offer":
                return await self.offer(row)
            case _:
                return await self.amended(row)

    async def offer(self, row: OutboxRow) -> Offered | OfferEnded | None:
        """Compose what a seat offers, or what became of it; ``None`` when it is void already."""
        door = self._moderator
        look = await door.reader.look(row.campaign)
        if "state" in row.body:
            body = row.body
            return OfferEnded(look, body["kind"], body["seat"], body["state"], body.get("terms"))
        found = await door.offers.get(row.body["offer"])
        if found is None:
            return None
        undone: tuple[Event, ...] = ()
        dice = 0
        if found.back_to is not None:
            undone, dice = await door.reader.held(row.campaign, found.back_to)
        called = [one for seat in found.waiting for one in look.campaign.seats.get(seat, ())]
        pings = tuple(dict.fromkeys(one for one in called if one not in look.campaign.gone))
        return Offered(look, found, undone, dice, pings)

    async def time(self, row: OutboxRow) -> TimeWord:
        """Compose a word to the table about its time."""
        look = await self._moderator.reader.look(row.campaign)
        body, seats = row.body, look.campaign.seats
        called = body.get("seats", ()) if body["said"] == "nudge" else ()
        if body["said"] == "grace":
            called = tuple(seats)  # who may still move, and who may claim then
        if body["said"] == "gone_on":
            called = tuple(seat for seat in seats if seat != body["seat"])
        people = [one for seat in called for one in seats.get(seat, ())]
        until = body.get("until")
        return TimeWord(
            look,
            body["said"],
            body["seat"],
            seats=tuple(body.get("seats", ())),
            until=None if until is None else from_ms(until),
            pings=tuple(dict.fromkeys(one for one in people if one not in look.campaign.gone)),
            reason=body.get("reason", ""),
        )

    async def seat(self, row: OutboxRow) -> SeatWord:
        """Compose a word to the table about who plays a seat."""
        look = await self._moderator.reader.look(row.campaign)
        return SeatWord(look, row.body["said"], row.body["seat"])

    async def referee(self, row: OutboxRow) -> RefereeWord:
        """Compose a word to the table about what a referee did, or what they all have looked at."""
        door, who, body = self._moderator, None, row.body
        look = await door.reader.look(row.campaign)
        if body["said"] == LOOKS:
            body = {**body, "looks": await door.looks.of(row.campaign)}
        else:
            who = await door.referees.known(row.campaign, body["referee"])
        called = [one for people in look.campaign.seats.values() for one in people]
        if row.body["said"] in SAID.values():  # another one must confirm it
            me = None if who is None else who.person_id
            called += [one for one in look.campaign.referees if one != me]
        return RefereeWord(
            look,
            body["said"],
            who,
            body,
            pings=tuple(dict.fromkeys(one for one in called if one not in look.campaign.gone)),
        )

    async def dice(self, row: OutboxRow) -> DiceWord | None:
        """Compose a word to the table about real dice; ``None`` when they are entered already."""
        look = await self._moderator.reader.look(row.campaign)
        body = row.body
        asked = f"dice/{body.get('asked')}"
        if body["said"] == "asked" and all(one.key != asked for one in look.decisions):
            return None
        called = [one for seat in body.get("ping", ()) for one in look.campaign.seats.get(seat, ())]
        pings = tuple(dict.fromkeys(one for one in called if one not in look.campaign.gone))
        return DiceWord(look, body, pings)

    async def beginning(self, row: OutboxRow) -> BeginningWord | None:
        """Compose a word about a position to begin from; ``None`` when nobody is to confirm it.

        So it is where another one is proposed by now, none any more, or the campaign has begun.
        """
        look, body = await self._moderator.reader.look(row.campaign), row.body
        begins = look.campaign.beginning
        if begins is None or begins.id != body["beginning"] or not begins.wanting:
            return None
        called = [one for seat in begins.wanting for one in look.campaign.seats.get(seat, ())]
        pings = tuple(dict.fromkeys(one for one in called if one not in look.campaign.gone))
        return BeginningWord(look, body["changed"], pings)

    async def reminder(self, row: OutboxRow) -> Reminder | None:
        """Compose a reminder; ``None`` when nobody is awaited any more, or they are forgotten."""
        door = self._moderator
        person = row.body["person"] if row.person is None else row.person
        async with door.desk.database.read() as connection:
            known = await people.language(connection, person)
        if known is None:
            return None
        account, spoken = known
        found = await door.reminding.of(person)
        if row.person is None:
            found = tuple(one for one in found if one.campaign == row.campaign)[:1]
        tables = tuple([(await door.reader.look(one.campaign), one) for one in found])
        if not tables:
            return None
        first = tables[0][0]
        language = spoken or first.campaign.language
        return Reminder(first, tables, language, account if row.person is None else None)

    async def ending(self, row: OutboxRow, *, picture: bool) -> Ending:
        """Compose the post that looks back on a game; without *picture* where none can be attached.

        It waits for the film, but not for ever: that the game is over stands in the channel by
        then, and who wants the film can ask for it.
        """
        past = await self._moderator.retrospects.of(row.campaign)
        if not picture:
            return Ending(past)
        look, campaign = past.look, past.look.campaign
        shown = await self._gallery.picture(
            self._moderator.game(campaign),
            look,
            language=campaign.language,
            theme=campaign.theme,
            wanted=always,
        )
        wish = Wish(campaign.id, None, None, campaign.language, campaign.theme)
        film = None if shown is None else await self._replays.film_in_time(self._moderator, wish)
        pictures = tuple(one for one in (shown, film) if one is not None)
        return Ending(past, pictures, has_film=film is not None)

    async def lesson(self, row: OutboxRow, *, picture: bool) -> LessonPage:
        """Compose a page of a lesson; without its *picture* where none can be attached."""
        look = await self._moderator.reader.look_back(row.campaign, None, row.last_seq)
        game, name = self._moderator.game(look.campaign), row.body["step"]
        pictured = {one.name for one in game.lesson.steps if one.pictured} if game.lesson else ()
        drawn = None
        if picture and name in pictured:
            drawn = await self._gallery.picture(
                game,
                look,
                language=look.campaign.language,
                theme=look.campaign.theme,
                wanted=always,
            )
        return LessonPage(look, name, row.body["note"], drawn)

    async def panel(self, campaign: str, *, picture: bool) -> Panel:
        """Compose a panel of the present.

        Raises:
            Overtaken: While its picture waited for its turn the present became another.
        """
        look = await self._moderator.reader.look(campaign)
        drawn = None
        if picture:
            drawn = await self._gallery.picture(
                self._moderator.game(look.campaign),
                look,
                language=look.campaign.language,
                theme=look.campaign.theme,
                wanted=lambda: self._moderator.reader.is_at(campaign, look.version),
                last=True,
            )
        clocks = await self._moderator.clocks.of(campaign)
        return Panel(look, drawn, clocks)

    async def note(self, row: OutboxRow) -> Note | None:
        """Compose a direct message; ``None`` when its addressee may not read it any more."""
        door = self._moderator
        campaign = await door.reader.campaign(row.campaign)
        assert row.person is not None
        async with door.desk.database.read() as connection:
            person = await people.language(connection, row.person)
        if person is None:
            return None
        account, spoken = person
        language = spoken or campaign.language
        if row.kind == "notice":
            return await self._notice(row, account, language)
        if row.kind == "report":
            return await self._report(row, language)
        if row.kind == "ask":
            return await self._ask(row, account, language)
        if row.kind == "receipt" and not await self._wants_receipts(row.person):
            return None
        if row.kind == "invite":
            return await self._invite(row, account, language)
        seat = row.body["seat"]
        if campaign.seat_of(account) != seat:
            return None  # they left the side: its secrets are theirs no more
        look = await door.reader.look_back(row.campaign, seat, row.last_seq)
        told = await door.reader.told(row.campaign, seat, row.first_seq, row.last_seq)
        if "sending" in row.body:
            begin = f"{PLANNED}{row.body['sending']}/"
            told = tuple(one for one in told if one[0].secret and one[0].request.startswith(begin))
        else:
            told = told[-1:]
        game = door.game(campaign)
        events = tuple(event for _, each in told for event in each)
        orders: tuple[tuple[Action, Preview], ...] = ()
        if row.kind == "news":
            # The rest they have read in the channel.
            events = tuple(event for event in events if event.audience is not None)
        else:
            orders = tuple(
                [
                    (read_action(game, done), await self._foreseen(campaign, seat, done))
                    for done, _ in told
                    if done.seat == seat and not done.kind.startswith("!")
                ]
            )
        drawn = await self._gallery.first(
            game,
            look,
            sections_for([action for action, _ in orders], events),
            language=language,
            theme=await door.themes.own(account) or campaign.theme,
        )
        return Note(
            kind="receipt" if row.kind == "receipt" else "news",
            look=look,
            language=language,
            at=from_ms(told[-1][0].at),
            orders=orders,
            events=events,
            picture=drawn,
        )

    async def _wants_receipts(self, person: int) -> bool:
        async with self._moderator.desk.database.read() as connection:
            return await preferences.wants_receipts(connection, person)

    async def _foreseen(self, campaign: Campaign, seat: Seat, done: ActionRow) -> Preview:
        """Return what an order came to for the seat that gave it, before it was given."""
        game = self._moderator.game(campaign)
        before = await self._moderator.reader.look_back(campaign.id, seat, done.seq - 1)
        return game.preview(before.view, read_action(game, done)) if before.exact else NO_PREVIEW

    async def amended(self, row: OutboxRow) -> Amended:
        """Compose the word to a table that the rules of its game were corrected."""
        look = await self._moderator.reader.look(row.campaign)
        after, ruleset = row.body["after"], row.body["ruleset"]
        try:
            rulings = changed(look.campaign.game, after, ruleset, look.campaign.settings)
        except DataError:
            rulings = ()  # told in any case; the host is told of the file at the start
        return Amended(look, ruleset, rulings)

    async def _notice(self, row: OutboxRow, account: int, language: str) -> Note | None:
        """Compose a word about a campaign; ``None`` where what it warned of is overtaken."""
        look: Look = await self._moderator.reader.look(row.campaign)
        until = row.body.get("until")
        if row.body["code"] == NOBODY_JOINS and look.campaign.status != "open":
            return None
        if row.body["code"] == PROPOSED and not await self._is_proposed(row):
            return None
        if row.body["code"] == REFUSED and look.campaign.seat_of(account) != row.body["seat"]:
            return None  # they left the side: its secrets are theirs no more
        return Note(
            kind="notice",
            look=look,
            language=language,
            at=from_ms(row.created_at),
            code=row.body["code"],
            seat=row.body.get("seat"),
            until=None if until is None else from_ms(until),
            reason=row.body.get("reason", ""),
        )

    async def _is_proposed(self, row: OutboxRow) -> bool:
        """Say whether what a side has proposed in private is still to be told to a referee."""
        assert row.person is not None
        door = self._moderator.private_corrections
        return await door.is_open(row.campaign, row.body["motion"], row.person)

    async def _report(self, row: OutboxRow, language: str) -> Note | None:
        """Compose what a member wrote to the host; ``None`` when it was erased."""
        report = await self._moderator.reports.get(row.body["report"])
        if report is None:
            return None
        return Note(
            kind="report",
            look=await self._moderator.reader.look(row.campaign),
            language=language,
            at=from_ms(report.at),
            report=report,
        )

    async def _invite(self, row: OutboxRow, account: int, language: str) -> Note | None:
        """Compose what somebody may take over; ``None`` when it is settled."""
        found = await self._moderator.vacancies.invitation(row.campaign, row.body["ask"], account)
        if found is None:
            return None
        at = from_ms(row.created_at)
        return Note(kind="invite", look=found.look, language=language, at=at, invited=found)

    async def _ask(self, row: OutboxRow, account: int, language: str) -> Note | None:
        """Compose a question about a seat; ``None`` when it is settled, or no longer theirs."""
        waiting = await self._moderator.seats.asks(row.campaign, account)
        asked = next((one for one in waiting if one.id == row.body["ask"]), None)
        if asked is None:
            return None
        return Note(
            kind="ask",
            look=await self._moderator.reader.look(row.campaign),
            language=language,
            at=from_ms(row.created_at),
            ask=asked,
        )


def _entered(told: Sequence[tuple[ActionRow, Sequence[Event]]]) -> tuple[Seat, ...]:
    """Return who entered the open dice of some actions, each once; "" is the bot."""
    found = (one for row, _ in told for one in entered_by(row.rolls))
    return tuple(dict.fromkeys(found))


def _by(
    begin: str, told: Sequence[tuple[ActionRow, Sequence[Event]]], game: AnyGame
) -> tuple[tuple[Seat, str], ...]:
    """Return what was done for seats by requests that begin so: seats with kinds of action."""
    return tuple(
        (done.seat, kind_for(done, None, told_kinds(game)))
        for done, _ in told
        if done.seat is not None and done.request.startswith(begin)
    )
