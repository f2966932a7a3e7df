"""What referees do in a game: its clocks, answers for a seat, who plays one, the end.

Whoever has the role and no part in a campaign may stop its clocks and let them go on, give more
time, and say something for all to read. The rest is for whom the sides have accepted. All of it is
done as it is done by agreement, by the same parts; the log says of an order that a referee entered
it. Nothing here tells a referee what a seat alone knows: only what everybody knows that it is asked
can be answered, and why the rules refuse an order its own people alone read.
"""

from __future__ import annotations

import dataclasses
from typing import Final, Literal

from bot.moderator.api import BREAK_OFF, REFEREE, RULED_DRAW, RULED_LOST, Complaint
from bot.moderator.referees.acts import Act, Acts, require
from bot.moderator.referees.possible import Possible, possible, require_asked
from bot.moderator.seats.stand_ins import StandIns
from bot.moderator.seats.vacancies import Vacancies
from bot.moderator.table.desk import Desk
from bot.moderator.table.live import Live
from bot.moderator.table.play import TablePlay
from bot.moderator.table.steps import Steps
from bot.moderator.time.terms import TimeTerms, check_pause, runs_short
from bot.moderator.time.time_outs import TimeOuts
from bot.store import journal
from engine.api import Action, Seat, Term
from engine.dice import DiceNeeded
from engine.errors import Refused

MOST_HOURS: Final = 720
"""Hours that a referee gives a seat at a time: thirty days."""

How = Literal["break_off", "draw", "lost"]
ENDS: Final = {"break_off": BREAK_OFF, "draw": RULED_DRAW, "lost": RULED_LOST}
"""By which step a game ends that a referee ends so."""


class Acting:
    """Acts of referees."""

    def __init__(
        self,
        desk: Desk,
        acts: Acts,
        steps: Steps,
        play: TablePlay,
        *,
        time_terms: TimeTerms,
        time_outs: TimeOuts,
        stand_ins: StandIns,
        vacancies: Vacancies,
    ) -> None:
        """Act by the parts that do the same by agreement.

        Args:
            desk: Where campaigns are.
            acts: Lets acts in.
            steps: Works steps out.
            play: Saves them.
            time_terms: Changes the time of tables.
            time_outs: Answers where nobody does.
            stand_ins: Lets the computer play a seat of people.
            vacancies: Offers seats to others.
        """
        self._desk = desk
        self._acts = acts
        self._steps = steps
        self._play = play
        self._time_terms = time_terms
        self._time_outs = time_outs
        self._stand_ins = stand_ins
        self._vacancies = vacancies

    async def possible(self, campaign_id: str, person_id: int) -> Possible:
        """Return what somebody can do as a referee of a game that has begun.

        Raises:
            Complaint: campaign.unknown, not_playing; referee.has_played, referee.lesson;
                campaign.over, where they do not referee it.
            StoreError: The database failed.
        """
        live = await self._desk.at_hand(campaign_id)
        require(live, person_id, appointed=False, after_end=True)
        found = possible(live, person_id)
        if found.over and not found.appointed:
            raise Complaint("campaign.over")
        return found

    # Each raises what :meth:`Acts.let_in` does, and ``Complaint`` as it says.

    # -- for everybody who has the role and no part in the campaign ------------------------------

    async def pause(self, act: Act) -> None:
        """Let the clocks stand still (time.paused, time.no_pace)."""

        async def work(live: Live, person: int) -> None:
            check_pause(live)
            await self._time_terms.stop(live, self._acts.trace(live, act, person, "paused"))

        await self._acts.let_in(act, work, appointed=False)

    async def go_on(self, act: Act) -> None:
        """Let the clocks run again (time.not_paused)."""

        async def work(live: Live, person: int) -> None:
            await self._time_terms.start(live, self._acts.trace(live, act, person, "gone_on"))

        await self._acts.let_in(act, work, appointed=False)

    async def give_time(self, act: Act, seat: Seat, hours: int) -> None:
        """Give a seat more time for what it is asked (referee.bad_hours, referee.no_clock)."""
        if not 1 <= hours <= MOST_HOURS:
            raise Complaint("referee.bad_hours", most=MOST_HOURS)

        async def work(live: Live, person: int) -> None:
            if not runs_short(live, seat):
                raise Complaint("referee.no_clock", seat=_named(live, seat))
            trace = self._acts.trace(live, act, person, "time", {"seat": seat, "n": hours})
            await self._time_terms.give(live, seat, hours, trace)

        await self._acts.let_in(act, work, appointed=False)

    async def note(self, act: Act) -> None:
        """Say something for all to read, in the channel and in the journal: the reason itself."""

        async def work(live: Live, person: int) -> None:
            version = live.row.version
            trace = self._acts.trace(live, act, person, "note", version=version)
            await self._desk.database.save(trace)

        await self._acts.let_in(act, work, appointed=False)

    # -- for referees of the campaign ------------------------------------------------------------

    async def answer(self, act: Act, seat: Seat) -> None:
        """Answer by the game's default what a seat is asked, until another is (referee.not_asked).

        Also campaign.fault: the game has no answer.
        """

        async def work(live: Live, person: int) -> None:
            require_asked(live, seat)
            trace = self._acts.trace(live, act, person, "answered", {"seat": seat})
            await self._time_outs.answer(live, seat, person, trace)

        await self._acts.let_in(act, work, appointed=True)

    async def order(self, act: Act, seat: Seat, action: Action) -> None:
        """Enter an order that a seat's people have given elsewhere, by the way of every action.

        A public one, for what everybody knows that the seat is asked (referee.secret_order,
        referee.not_asked). That the rules refuse one is told without the reasons, since those may
        hang on what the seat alone knows, and leaves a trace of its own (referee.order_refused).
        """
        if action.secret:
            raise Complaint("referee.secret_order")

        async def work(live: Live, person: int) -> None:
            require_asked(live, seat)
            if live.game.actions.get(action.kind) is not type(action):
                raise Complaint("referee.order_refused")
            request = f"{REFEREE}{act.request}"
            try:
                taken = self._steps.take(live, seat, person, action, request)
            except DiceNeeded as needed:
                trace = self._acts.trace(live, act, person, "ordered", {"seat": seat})
                await self._play.ask(live, (seat, person, action, request), needed, along=trace)
                return  # its people roll them
            except Refused as refused:
                await self._note_refused(live, act, person, seat)
                raise Complaint("referee.order_refused") from refused
            trace = self._acts.trace(live, act, person, "ordered", {"seat": seat})
            await self._play.go_on(await self._play.do(live, taken, trace))

        await self._acts.let_in(act, work, appointed=True)

    async def _note_refused(self, live: Live, act: Act, person: int, seat: Seat) -> None:
        """Enter in the journal that the rules refused what a referee wanted to enter for a seat."""
        once = dataclasses.replace(act, request=f"{act.request}/refused")
        if await self._acts.is_done(once.request):
            return
        noted = self._acts.noted(
            live, once, person, "refused", {"seat": seat}, version=live.row.version
        )
        await self._desk.database.save([journal.add([noted], self._desk.now())])

    async def stand_in(self, act: Act, seat: Seat) -> None:
        """Let the computer play a seat until its people are back.

        Complaints: campaign.no_computer, seat.stood_in, seat.last_person; referee.nobody_sits,
        since nobody could be back.
        """

        async def work(live: Live, person: int) -> None:
            if not live.seated(seat):
                raise Complaint("referee.nobody_sits", seat=_named(live, seat))
            trace = self._acts.trace(live, act, person, "stood_in", {"seat": seat})
            await self._stand_ins.begin(live, seat, trace)

        await self._acts.let_in(act, work, appointed=True)

    async def look_for(self, act: Act, seat: Seat) -> None:
        """Look for somebody else to play a seat, as for one whose people are absent (seat.vacant).

        Also campaign.unknown_seat, where the computer plays it for the whole game.
        """

        async def work(live: Live, person: int) -> None:
            named = _named(live, seat)
            if seat in live.own_computer:
                raise Complaint("campaign.unknown_seat", seat=seat[:100])
            if live.vacancy(seat) is not None:
                raise Complaint("seat.vacant", seat=named)
            trace = self._acts.trace(live, act, person, "seeks", {"seat": seat})
            await self._vacancies.open(live, seat, "referee", along=trace)

        await self._acts.let_in(act, work, appointed=True)

    async def end(self, act: Act, how: How, seat: Seat | None = None) -> None:
        """End the game: broken off, drawn, or lost for a *seat* (campaign.unknown_seat).

        The computer's own seats are declared to have lost by nobody.
        """

        async def work(live: Live, person: int) -> None:
            loser = seat if how == "lost" else None
            if how == "lost" and (loser not in live.seats or loser in live.own_computer):
                raise Complaint("campaign.unknown_seat", seat=(loser or "")[:100])
            request = f"{REFEREE}{act.request}"
            taken = self._steps.own_step(live, ENDS[how], loser, person, request)
            whose: dict[str, str | int] = {} if loser is None else {"seat": loser}
            trace = self._acts.trace(live, act, person, f"ended_{how}", whose)
            await self._play.do(live, taken, trace)

        await self._acts.let_in(act, work, appointed=True)


def _named(live: Live, seat: Seat) -> Term:
    """Return a seat's name.

    Raises:
        Complaint: campaign.unknown_seat.
    """
    if seat not in live.seats:
        raise Complaint("campaign.unknown_seat", seat=seat[:100])
    return Term("seat", seat)
