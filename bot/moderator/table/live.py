"""Games in memory: what is loaded, and the few that are kept loaded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pydantic import ValidationError

from bot.clock import from_ms, paces
from bot.clock.resting import Rest
from bot.moderator.api import (
    ABANDON,
    ADJOURN,
    BREAK_OFF,
    CLOSE,
    DRAW,
    FORFEIT,
    RESIGN,
    ROLL_DICE,
    RULED_DRAW,
    RULED_LOST,
    UNBEGUN,
    Beginning,
    Campaign,
    CampaignStatus,
    Complaint,
    DiceBy,
    Look,
    UndoTerms,
)
from bot.moderator.table.sitting import confirmed_by, wanting
from bot.store.asks import AskRow
from bot.store.beginnings import BeginningRow
from bot.store.campaigns import CampaignRow, EarlyEnd, MemberRow
from bot.store.clocks import Clocks
from bot.store.erased_people import NOBODY_ERASED, ErasedPeople
from bot.store.log import Cause
from bot.store.pending import PendingRow
from bot.store.referees import RefereeRow
from bot.store.rewinds import NO_REWINDS, Rewind, is_undone
from bot.store.vacancies import VacancyRow
from engine.api import AnyGame, Decision, Outcome, Params, Seat, Status, Term, Text
from engine.strengths import strength_of

BY_HAND: Final[frozenset[Cause]] = frozenset({"hand", "plan"})
"""What a person has ordered, and nobody for them."""


@dataclass(slots=True)
class Counts:
    """How many actions the log holds: public ones, and each seat's secret ones."""

    public: int = 0
    secret: dict[Seat, int] = field(default_factory=dict)

    def add(self, seat: Seat | None, *, secret: bool) -> None:
        """Count one more."""
        if secret and seat is not None:
            self.secret[seat] = self.secret.get(seat, 0) + 1
        else:
            self.public += 1

    def read_by(self, seat: Seat | None) -> int:
        """Return how many of them a seat may know of."""
        return self.public + (self.secret.get(seat, 0) if seat is not None else 0)


@dataclass(slots=True)
class Position:
    """One state of one game, with what was worked out about it.

    States are immutable, so this never goes stale; views and decisions are made once, when first
    asked for.
    """

    game: AnyGame
    state: Any
    _views: dict[Seat | None, Any] = field(default_factory=dict)
    _decisions: tuple[Decision, ...] | None = None
    _asked: dict[Seat, tuple[Decision, ...]] = field(default_factory=dict)
    _status: Status | None = None
    _text: str | None = None

    @property
    def text(self) -> str:
        """The state as JSON."""
        if self._text is None:
            self._text = self.game.dump(self.state)
        return self._text

    def view(self, seat: Seat | None) -> Any:
        """Return what *seat* may know."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Everything anyone owes, as everybody knows it."""
        if self._decisions is None:
            self._decisions = self.game.awaiting(self.state)
        return self._decisions

    def asked(self, seat: Seat) -> tuple[Decision, ...]:
        """Return what *seat* owes, as it alone is asked it."""
        if seat not in self._asked:
            found = self.game.asked(self.view(seat))
            self._asked[seat] = tuple(one for one in found if one.seat == seat)
        return self._asked[seat]

    def as_asked(self, decision: Decision) -> Decision:
        """Return an open decision as the seat that owes it is asked it."""
        return next(one for one in self.asked(decision.seat) if one.key == decision.key)

    @property
    def status(self) -> Status:
        """The public heading."""
        if self._status is None:
            self._status = self.game.status(self.view(None))
        return self._status


@dataclass(frozen=True, slots=True)
class Live:
    """A loaded campaign. A change makes a new one; the old one stays true of its instant."""

    row: CampaignRow
    people: tuple[MemberRow, ...]
    game: AnyGame
    position: Position | None
    thrown: int
    ruleset: int
    """The ruleset of the last action."""
    counts: Counts
    requests: set[str]
    state_size: int = 0
    """How many characters the stored state had when it was loaded."""
    link: bytes = b""
    """The link of the last action in the log's chain."""
    filed: str | None = None
    """The text that the present state is kept as for good, upon which the next can be stored.

    What an earlier version of the bot wrote may be another text than the position's; it is empty
    where it cannot be read, and ``None`` where nothing is kept.
    """
    erased: ErasedPeople = NOBODY_ERASED
    asks: tuple[AskRow, ...] = ()
    """Who asks for a seat, or was refused."""
    rewinds: tuple[Rewind, ...] = NO_REWINDS
    """How often it went back, in order."""
    clocks: Clocks = field(default_factory=dict)
    """How long each seat has been awaited."""
    vacancies: tuple[VacancyRow, ...] = ()
    """The seats that are offered to others."""
    referees: tuple[RefereeRow, ...] = ()
    """Who referees it, or did."""
    pending: PendingRow | None = None
    """The action that stands and waits for real dice."""
    beginning: BeginningRow | None = None
    """The position that it is to begin from, while it is open."""
    rests: Mapping[int, Rest] = field(default_factory=dict)
    """When those who sit there rest, by our number of them; nobody else does."""

    def seat_of(self, person_id: int) -> Seat | None:
        """Return the seat that a Discord account may act for."""
        member = self.member(person_id)
        return None if member is None or member.left else member.seat

    def member(self, person_id: int) -> MemberRow | None:
        """Return where a Discord account sits or sat."""
        return next((m for m in self.people if m.discord_id == person_id), None)

    def has_sat(self, person_id: int) -> Seat | None:
        """Return on which side a Discord account sits or sat, also when it was erased since."""
        member = self.member(person_id)
        return self.erased.of(person_id).seat if member is None else member.seat

    def referee(self, person_id: int) -> RefereeRow | None:
        """Return on what terms a Discord account referees the campaign, if it does."""
        found = (one for one in self.referees if one.discord_id == person_id and one.serves)
        return next(found, None)

    def has_looked(self, person_id: int) -> bool:
        """Say whether a Discord account has looked at a secret here, also when erased since."""
        known = (one for one in self.referees if one.discord_id == person_id)
        return any(one.looked_at is not None for one in known) or self.erased.of(person_id).looked

    @property
    def is_looked_into(self) -> bool:
        """Whether anybody has looked at a secret here as a referee, also who was erased since."""
        known = any(one.looked_at is not None for one in self.referees)
        return known or any(one.looked for one in self.erased.kept.values())

    def seated(self, seat: Seat) -> tuple[MemberRow, ...]:
        """Return who may act for a seat now."""
        return tuple(m for m in self.people if m.seat == seat and not m.left)

    def present(self, seat: Seat) -> tuple[MemberRow, ...]:
        """Return who may act for a seat now and is in the server, as far as is known."""
        return tuple(m for m in self.seated(seat) if m.gone_at is None)

    def number_of(self, person_id: int) -> int | None:
        """Return our number of a Discord account that sits or sat here, or referees it."""
        known = {one.discord_id: one.person for one in self.referees}
        known |= {one.discord_id: one.person for one in self.people}
        return known.get(person_id)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The campaign's sides."""
        return seats_of(self.row, self.game)

    @property
    def campaign(self) -> Campaign:
        """The campaign as the outside sees it."""
        campaign = as_campaign(self.row, self.people, self.game)
        if self.referees:
            serving = {one.discord_id: one.secrets for one in self.referees if one.serves}
            names = {one.discord_id: one.name for one in self.referees if one.name is not None}
            campaign = replace(campaign, referees=serving, names={**names, **campaign.names})
        if self.beginning is not None and campaign.status == "open":
            campaign = replace(campaign, beginning=self._begins_from(self.beginning))
        if not self.vacancies or campaign.status != "playing":
            return campaign
        return replace(campaign, vacant={v.seat: from_ms(v.since) for v in self.vacancies})

    def _begins_from(self, row: BeginningRow) -> Beginning:
        accounts = {one.person: one.discord_id for one in self.people}
        confirmed = {seat: accounts.get(one.person) for seat, one in confirmed_by(self).items()}
        return Beginning(row.id, row.start, len(row.corrections), confirmed, wanting(self))

    @property
    def computer(self) -> frozenset[Seat]:
        """The seats that the computer plays once the game has begun, also until people are back."""
        return frozenset((*(self.row.computer or ()), *self.row.stand_ins))

    @property
    def own_computer(self) -> frozenset[Seat]:
        """The seats that the computer plays for the whole game."""
        return frozenset(self.row.computer or ())

    def vacancy(self, seat: Seat) -> VacancyRow | None:
        """Return on what terms a seat is offered to others, if it is."""
        return next((one for one in self.vacancies if one.seat == seat), None)

    @property
    def rollers(self) -> tuple[Seat, ...]:
        """The seats whose people may enter the dice that are awaited; empty while none are.

        What a person has ordered, or a referee for them, their seat rolls for. For what came
        without one (the computer, a standing order) another side does, so that nobody's dice are
        their own affair. What the clock does the bot rolls at once; builds before have left some.
        """
        if self.pending is None:
            return ()
        own = self.pending.seat
        there = tuple(s for s in self.seats if s not in self.computer and self.seated(s))
        if self.pending.cause in {*BY_HAND, "referee"} and own in there:
            return (own,)
        return tuple(one for one in there if one != own) or there

    @property
    def owed(self) -> tuple[Decision, ...]:
        """Everything anyone owes, as everybody knows it: real dice, before all that the game asks.

        While those are awaited nothing else is.
        """
        if self.position is None:
            return ()
        return self.position.decisions if self.pending is None else dice_asked(self)

    def outcome(self) -> Outcome | None:
        """Return how it ended, by the rules or otherwise."""
        if self.row.ending is not None:
            return outcome_of(self.row.ending, self.game)
        return None if self.position is None else self.game.outcome(self.position.state)

    def counts_still(self, seq: int) -> bool:
        """Say whether an action was not taken back."""
        return not is_undone(self.rewinds, seq)

    def look(self, seat: Seat | None) -> Look:
        """Return the campaign as a seat may see it."""
        outcome = self.outcome()
        look = look_at(self.campaign, seat, self.position, outcome, self.row.version)
        if self.pending is None or outcome is not None:
            return look
        owed = self.owed
        return replace(look, decisions=owed, mine=tuple(one for one in owed if one.seat == seat))


def dice_asked(live: Live) -> tuple[Decision, ...]:
    """Return the question of real dice to each seat that may enter them. All of it is public."""
    waits = live.pending
    assert waits is not None
    model = live.game.actions.get(waits.kind)
    params: Params = {
        "n": waits.count,
        "sides": waits.sides,
        "what": Term("action", (model and model.told_as) or waits.kind),
        "number": len(waits.entries) + 1,
    }
    return tuple(
        Decision(f"dice/{waits.asked}", seat, ROLL_DICE, "", params, interrupt=True)
        for seat in live.rollers
    )


def require_no_dice(live: Live) -> None:
    """Refuse what cannot be done while real dice are awaited: nearly everything.

    Raises:
        Complaint: campaign.dice_awaited.
    """
    if live.pending is not None:
        raise Complaint("campaign.dice_awaited", **dice_awaited(live))


def dice_awaited(live: Live) -> Params:
    """Return what the sentence needs that says whose dice are awaited."""
    waits = live.pending
    assert waits is not None
    seats = tuple(Term("seat", one) for one in live.rollers)
    return {"seats": seats, "n": waits.count, "sides": waits.sides}


def require_playing(live: Live) -> None:
    """Refuse what only a game under way can have.

    Raises:
        Complaint: campaign.not_playing, over.
    """
    if live.row.status == "over":
        raise Complaint("campaign.over")
    if live.row.status != "playing":
        raise Complaint("campaign.not_playing")


def look_at(
    campaign: Campaign,
    seat: Seat | None,
    position: Position | None,
    outcome: Outcome | None,
    version: int,
) -> Look:
    """Return one position of a campaign as a seat may see it."""
    if position is None:
        return Look(campaign, seat, None, None, outcome=outcome, version=version)
    decisions = position.decisions if outcome is None else ()
    return Look(
        campaign=campaign,
        seat=seat,
        view=position.view(seat),
        status=position.status,
        decisions=decisions,
        mine=position.asked(seat) if decisions and seat is not None else (),
        outcome=outcome,
        version=version,
    )


_LOST: Final[Mapping[str, str]] = {
    RESIGN: "resigned",
    FORFEIT: "forfeited",
    RULED_LOST: "ruled_lost",
}
"""How a seat has lost by the last action of a game, where not by the rules."""


def outcome_of(ending: EarlyEnd, game: AnyGame) -> Outcome:
    """Return the outcome of a table that ended otherwise than by the rules."""
    if ending.kind in _LOST and ending.seat is not None:
        others = [seat for seat in game.seats if seat != ending.seat]
        winner = others[0] if len(others) == 1 else None
        how = _LOST[ending.kind]
        return Outcome(winner, Text(f"campaign.outcome.{how}", {"seat": Term("seat", ending.seat)}))
    if ending.kind == CLOSE:
        return Outcome(None, Text("campaign.outcome.closed"))
    if ending.kind == UNBEGUN:
        return Outcome(None, Text("campaign.outcome.unbegun"))
    if ending.kind == DRAW:
        return Outcome(None, Text("campaign.outcome.drawn"))
    if ending.kind == ADJOURN:
        return Outcome(None, Text("campaign.outcome.adjourned"))
    if ending.kind == BREAK_OFF:
        return Outcome(None, Text("campaign.outcome.broken_off"))
    if ending.kind == RULED_DRAW:
        return Outcome(None, Text("campaign.outcome.ruled_draw"))
    assert ending.kind in {RESIGN, ABANDON}
    return Outcome(None, Text("campaign.outcome.abandoned"))


def dice_by(word: str | None) -> DiceBy:
    """Return who rolls the open dice of a table, as it stands on file."""
    return "table" if word == "table" else "bot"


def seats_of(row: CampaignRow, game: AnyGame) -> tuple[Seat, ...]:
    """Return the sides of a campaign, as its scenario names them."""
    return seats_with(row.settings, game)


def seats_with(settings: Mapping[str, object], game: AnyGame) -> tuple[Seat, ...]:
    """Return the sides of a campaign with these settings.

    All that the game has where the settings are those of a version that this one does not read.
    """
    try:
        chosen = game.settings_model.model_validate(dict(settings))
    except ValidationError:
        return game.seats
    return game.seats_in(chosen)


def undo_of(word: str) -> UndoTerms:
    """Return what may be taken back, as it stands on file."""
    return "free" if word == "free" else "never" if word == "never" else "agreed"


def as_campaign(row: CampaignRow, people: tuple[MemberRow, ...], game: AnyGame) -> Campaign:
    """Return a stored campaign as the outside sees it."""
    status: CampaignStatus = (
        "open" if row.status == "open" else "playing" if row.status == "playing" else "over"
    )
    seats: Mapping[Seat, tuple[int, ...]] = {
        seat: tuple(m.discord_id for m in people if m.seat == seat and not m.left)
        for seat in seats_of(row, game)
    }
    computer: tuple[Seat, ...] = ()
    if row.computer is not None:
        open_still = status == "open"
        computer = tuple(s for s in seats if not seats[s]) if open_still else row.computer
    stand_ins = row.stand_ins if status == "playing" else ()
    computer = tuple(dict.fromkeys((*computer, *stand_ins)))
    plays = row.computer is not None or bool(stand_ins)
    return Campaign(
        id=row.id,
        game=row.game,
        name=row.name,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        language=row.language,
        settings=row.settings,
        status=status,
        seats=seats,
        creator_id=row.creator_id,
        created_at=from_ms(row.created_at),
        opponent="people" if row.computer is None else "computer",
        strength=strength_of(game, row.strength) if plays else "",
        computer=computer,
        data=row.data,
        asks_all=row.asks_all,
        lesson=row.lesson,
        suggests=row.suggests,
        posts="whole" if row.posts == "whole" else "changes",
        theme=row.theme,
        branch=row.branch,
        undo=undo_of(row.undo),
        pace=paces.read(row.pace),
        paused=None if row.paused_at is None else from_ms(row.paused_at),
        seal=row.seal,
        names={m.discord_id: m.name for m in people if m.name is not None},
        gone={
            m.discord_id: from_ms(m.gone_at) for m in people if m.gone_at is not None and not m.left
        },
        stand_ins=stand_ins,
        dice=dice_by(row.dice_by),
        archived=row.archived_at is not None,
    )


_POSITIONS_KEPT: Final = 512
"""Enough for what the courier asks of some hundred live campaigns: each one's last bulletin."""


class Positions:
    """The positions that campaigns were in lately, by campaign and action."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], Position] = OrderedDict()
        self._near: set[tuple[str, int]] = set()

    def get(self, key: tuple[str, int]) -> Position | None:
        """Return a position that is at hand."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def keep(self, key: tuple[str, int], position: Position, *, near: bool = False) -> None:
        """Keep a position at hand; *near* says that it stands for one close by, not on file."""
        self._kept[key] = position
        self._kept.move_to_end(key)
        if near:
            self._near.add(key)
        while len(self._kept) > _POSITIONS_KEPT:
            gone, _ = self._kept.popitem(last=False)
            self._near.discard(gone)

    def is_near(self, key: tuple[str, int]) -> bool:
        """Say whether what is at hand stands for a position close by."""
        return key in self._near

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self._near.clear()


_EACH: Final = 100_000
_PER_CHARACTER: Final = 3
_PER_REQUEST: Final = 120


def weight(live: Live) -> int:
    """Return about how many bytes a loaded campaign takes, with its views made.

    Measured of two games: 96 kB after 400 actions, 143 kB after 107.
    """
    return _EACH + _PER_CHARACTER * live.state_size + _PER_REQUEST * len(live.requests)


class Shelf:
    """The campaigns used last, ready to hand; the others are on file.

    It holds as many as fit into a number of bytes: some hundred live campaigns.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._items: OrderedDict[str, Live] = OrderedDict()
        self._weights: dict[str, int] = {}
        self._revisions: dict[str, int] = {}
        self._held = 0

    def get(self, campaign: str) -> Live | None:
        """Return a campaign that is at hand."""
        live = self._items.get(campaign)
        if live is not None:
            self._items.move_to_end(campaign)
        return live

    def put(self, live: Live) -> None:
        """Keep a campaign at hand, in place of those not used for longest."""
        name = live.row.id
        self.drop(name)
        self._items[name] = live
        self._revisions[name] = live.row.revision
        self._weights[name] = weight(live)
        self._held += self._weights[name]
        while self._held > self._size and len(self._items) > 1:
            self.drop(next(iter(self._items)))

    def revision(self, campaign: str) -> int | None:
        """Return how often a campaign had been changed as it is at hand; ``None``: it is not."""
        return self._revisions.get(campaign)

    def revise(self, campaign: str, revision: int) -> None:
        """Note how often a campaign has been changed that is at hand as it is now."""
        if campaign in self._items:
            self._revisions[campaign] = revision

    def drop(self, campaign: str) -> None:
        """Forget a campaign, to load it afresh."""
        self._items.pop(campaign, None)
        self._revisions.pop(campaign, None)
        self._held -= self._weights.pop(campaign, 0)

    def clear(self) -> None:
        """Forget all."""
        self._items.clear()
        self._weights.clear()
        self._revisions.clear()
        self._held = 0

    def __len__(self) -> int:
        return len(self._items)
