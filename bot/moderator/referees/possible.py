"""What a referee can do in a game as it stands: from what everybody knows. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from bot.moderator.api import Complaint
from bot.moderator.table.clocks import asked_of, pace_of
from bot.moderator.table.live import Live, require_no_dice
from bot.moderator.time.terms import runs_short
from engine.api import Seat, Term


@dataclass(frozen=True, slots=True)
class Possible:
    """What can be done now.

    Attributes:
        version: The public version that it holds for.
        appointed: Whether its person referees the campaign; else they have the public powers only.
        over: Whether the game is over.
        archives: Whether it can be archived.
        pauses: Whether the clocks can be stopped.
        goes_on: Whether they stand still, and can go on.
        waits: The seats that can be given more time.
        answers: Those that can be answered for: what everybody knows that they are asked.
        stand_ins: Those that the computer can play until their people are back.
        vacancies: Those for which somebody else can be looked for.
        seats: All of people: one of them may be declared to have lost.
    """

    version: int
    appointed: bool = False
    over: bool = False
    archives: bool = False
    pauses: bool = False
    goes_on: bool = False
    waits: tuple[Seat, ...] = ()
    answers: tuple[Seat, ...] = ()
    stand_ins: tuple[Seat, ...] = ()
    vacancies: tuple[Seat, ...] = ()
    seats: tuple[Seat, ...] = ()


def possible(live: Live, person_id: int) -> Possible:
    """Return what somebody can do as a referee in a game that has begun, if they may at all."""
    if live.row.status == "over":
        appointed = live.referee(person_id) is not None
        archives = appointed and live.row.archived_at is None
        return Possible(live.row.version, appointed=appointed, over=True, archives=archives)
    paused = live.row.paused_at is not None
    # What is to be rolled is entered by its people: nobody answers that for them.
    awaited = asked_of(live, () if live.pending is not None else live.owed)
    found = Possible(
        version=live.row.version,
        pauses=not paused and pace_of(live) is not None,
        goes_on=paused,
        waits=tuple(seat for seat in live.seats if runs_short(live, seat)),
    )
    if live.referee(person_id) is None:
        return found
    return Possible(
        version=found.version,
        appointed=True,
        pauses=found.pauses,
        goes_on=found.goes_on,
        waits=found.waits,
        answers=tuple(seat for seat in live.seats if seat in awaited),
        stand_ins=tuple(seat for seat in live.seats if _can_stand_in(live, seat)),
        vacancies=tuple(seat for seat in live.seats if _can_be_vacant(live, seat)),
        seats=tuple(seat for seat in live.seats if seat not in live.own_computer),
    )


def _can_stand_in(live: Live, seat: Seat) -> bool:
    """Say whether the computer can play a seat: of people who can be back, and not the last one."""
    if not live.game.opponents or seat in live.computer or not live.seated(seat):
        return False
    return any(one != seat and one not in live.computer for one in live.seats)


def _can_be_vacant(live: Live, seat: Seat) -> bool:
    return seat not in live.own_computer and live.vacancy(seat) is None


def require_asked(live: Live, seat: Seat) -> None:
    """Refuse to answer for a seat that is asked nothing of which everybody knows.

    Raises:
        Complaint: campaign.unknown_seat, dice_awaited; referee.not_asked.
    """
    if seat not in live.seats:
        raise Complaint("campaign.unknown_seat", seat=seat[:100])
    require_no_dice(live)
    if seat not in asked_of(live, live.owed):
        raise Complaint("referee.not_asked", seat=Term("seat", seat))
