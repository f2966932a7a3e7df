"""The one door for every change to a game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from bot.clock import Clock, system_clock
from bot.moderator.api import ADJOURN, DRAW, Campaign
from bot.moderator.host.orders import HostOrders
from bot.moderator.learning.lessons import Lessons
from bot.moderator.learning.opening import Opening
from bot.moderator.learning.teaching import Teaching
from bot.moderator.lobby.beginnings import Beginnings
from bot.moderator.lobby.forums import Forums
from bot.moderator.lobby.idle_tables import IdleTables
from bot.moderator.lobby.lobby import Lobby
from bot.moderator.lobby.open_seats import OpenSeats
from bot.moderator.lobby.rematches import Rematches
from bot.moderator.lobby.seats import Seats
from bot.moderator.lobby.servers import Servers
from bot.moderator.lobby.side_threads import SideThreads
from bot.moderator.lobby.threads import Threads
from bot.moderator.looking.figures import PlayedFigures
from bot.moderator.looking.inboxes import Inboxes
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.looking.recaps import Recaps
from bot.moderator.looking.retrospects import Retrospects
from bot.moderator.looking.scenes import Scenes
from bot.moderator.offers.offers import Check, Offers, Outcome
from bot.moderator.offers.outcomes import ends, goes_back
from bot.moderator.people.departures import Departures
from bot.moderator.people.people import People
from bot.moderator.people.preferences import Preferences
from bot.moderator.people.reports import Reports
from bot.moderator.people.themes import Themes
from bot.moderator.record.records import Records
from bot.moderator.record.unsealing import Unsealing
from bot.moderator.referees.acting import Acting
from bot.moderator.referees.acts import Acts
from bot.moderator.referees.appointing import Referees, check_offer
from bot.moderator.referees.archiving import Archiving
from bot.moderator.referees.correcting import Corrections
from bot.moderator.referees.going_back import GoingBack
from bot.moderator.referees.inspecting import Inspecting
from bot.moderator.referees.journals import Journals
from bot.moderator.referees.looks import Looks
from bot.moderator.referees.moving import Motions
from bot.moderator.referees.private_corrections import PrivateCorrections
from bot.moderator.referees.rechecking import Rechecking
from bot.moderator.referees.reopening import Reopening
from bot.moderator.referees.upkeep import Upkeep
from bot.moderator.rewinding.taking_back import TakingBack
from bot.moderator.rewinding.undoing import Undoing
from bot.moderator.seats.bars import Bars
from bot.moderator.seats.stand_ins import StandIns
from bot.moderator.seats.vacancies import Vacancies
from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk, Policy
from bot.moderator.table.errands import Errands
from bot.moderator.table.incidents import Incidents
from bot.moderator.table.languages import Languages
from bot.moderator.table.play import TablePlay
from bot.moderator.table.processes import Processes
from bot.moderator.table.restoration import Restoration
from bot.moderator.table.rolling import TableDice
from bot.moderator.table.rulesets import Rulesets
from bot.moderator.table.steps import Steps
from bot.moderator.table.troubles import Troubles
from bot.moderator.table.versions import Versions
from bot.moderator.time.clocks import TableClocks
from bot.moderator.time.reminding import Reminding
from bot.moderator.time.terms import TimeTerms, check_more_time, check_pace, check_pause
from bot.moderator.time.time_outs import TimeOuts
from bot.moderator.time.waiting import Waiting
from bot.moderator.turns.computer import Computer
from bot.moderator.turns.computer.thinking import Ponder, just_wait
from bot.moderator.turns.drafts import Drafts
from bot.moderator.turns.gathering import Gathering
from bot.moderator.turns.named_groups import NamedGroups
from bot.moderator.turns.plans import Plans
from bot.moderator.turns.standing_orders import StandingAnswers, StandingOrders
from bot.shares import WHOLE, Share
from bot.store import Database
from bot.store.offers import OfferKind
from bot.thinking import Thinkers
from engine.api import AnyGame


class Moderator:
    """The command layer: every question and every change goes through one of its parts.

    Changes of one campaign take turns, changes of different campaigns do not wait for each other's
    rules; each is one transaction. Every method of a part may raise ``StoreError``, and then
    nothing was changed.

    Attributes:
        lobby: Campaigns: creating, starting, moving, leaving, closing them.
        seats: Who sits where, and who asks to.
        open_seats: Seats of a server that somebody may take, or ask for.
        forums: Tables that are opened as posts in a server's forum.
        side_threads: Private threads for the talk of a seat's people.
        idle_tables: Tables that nobody joins or starts.
        departures: Who of them is out of the server.
        play: Actions and resignation.
        dice: What real dice show, at tables that roll them.
        reader: Looking without touching: campaigns, positions, the log.
        inboxes: Where people are awaited, over all servers.
        plans: What people have put together, and its sending.
        gathering: Bulletins that wait for more.
        groups: What people call pieces of theirs together.
        beginnings: From what positions campaigns begin.
        drafts: Dialogues that are not finished.
        lessons: First turns in places of their own: beginning and ending them.
        teaching: How people come through those.
        recaps: What members have not read yet, and their own notes.
        records: The whole log as somebody may read it, to be searched and taken away.
        unsealing: Opening what was secret in games that are over.
        figures: What people have played to its end, and who lets others see it.
        scenes: The ends of phases, to be shown one after the other.
        reports: Members' words to the host.
        people: What is known of people, and forgetting it.
        preferences: What people wish at all their tables.
        vacancies: Seats that are offered to others, and who accepts one.
        stand_ins: Seats of people that the computer plays until they are back.
        bars: Who may take no seat in a server.
        referees: Who referees campaigns.
        corrections: Positions that they put right.
        private_corrections: What a side proposes in private to be put right of its secrets.
        acting: What they do in games.
        going_back: How they let one go back.
        archiving: How they archive one that is over.
        reopening: When one that is over may go on.
        motions: What one of them wants and a second one must confirm.
        looks: Which of them have looked at secrets.
        journals: What happened at tables beside the game.
        inspecting: What referees look at.
        upkeep: What else they do: posts that wait, faults, reports.
        rechecking: Whether a log replays.
        servers: What servers decide, and those that the bot has left.
        restoration: Campaigns whose database was set back.
        computer: Plays the computer's seats.
        undoing: What somebody may take back.
        taking_back: Taking it back.
        offers: What a seat offers the others.
        clocks: How long seats have been awaited, and until when they may be.
        time_outs: What follows when a seat's time has run out.
        reminding: Reminders to whoever is awaited.
        time_terms: What a table agrees on about its time: a pause, another pace, more time.
        waiting: What those who wait may do.
        standing_orders: Answers for seats that have left standing orders.
        host_orders: What the host has ordered over all tables.
        incidents: What went wrong, gathered for the host.
        rulesets: Tells the tables whose game's rules were raised.
        processes: This process among others.
        desk: What all of them share: loading, locking, telling the courier.
    """

    def __init__(
        self,
        database: Database,
        games: Mapping[str, AnyGame],
        *,
        clock: Clock = system_clock,
        token: Callable[[int], bytes] = secrets.token_bytes,
        policy: Policy | None = None,
        ponder: Ponder = just_wait,
        thinkers: Thinkers | None = None,
        share: Share = WHOLE,
    ) -> None:
        """Take charge of a database.

        Args:
            database: Open; whoever opened it closes it, after :meth:`settle`.
            games: Game systems by key.
            clock: Gives the present instant.
            token: Gives that many unpredictable bytes (ids, and the seeds of the dice).
            policy: Numbers; the default is right for production.
            ponder: How the computer's thoughts are waited for.
            thinkers: Do off the event loop what takes a while; threads of this process otherwise.
            share: Which servers this process speaks for, where others speak for the rest.
        """
        errands, channels, languages = Errands(), Channels(database), Languages()
        desk = Desk(
            database,
            Versions(games),
            errands,
            clock=clock,
            token=token,
            policy=policy or Policy(),
            thinkers=thinkers,
            share=share,
        )
        answers = StandingAnswers(desk.policy.standing_run)
        steps = Steps(desk, answers)
        play = TablePlay(desk, steps)
        self.desk = desk
        self.play = play
        self.dice = TableDice(desk, steps, play)
        self.reader = CampaignReader(desk, channels)
        self.bars = Bars(desk)
        self.vacancies = Vacancies(desk, languages, self.bars)
        self.seats = Seats(desk, languages, self.bars, self.vacancies)
        self.departures = Departures(desk)
        self.beginnings = Beginnings(desk, steps)
        self.lobby = Lobby(desk, steps, play, channels, languages, self.bars, self.beginnings)
        self.open_seats = OpenSeats(desk)
        self.forums = Forums(desk, self.lobby, languages)
        self.idle_tables = IdleTables(desk, self.lobby)
        self.inboxes = Inboxes(desk)
        self.rematches = Rematches(desk, self.reader, self.lobby)
        self.servers = Servers(desk, channels)
        self.threads = Threads(desk, channels)
        self.side_threads = SideThreads(desk)
        self.troubles = Troubles(desk)
        self.lessons = Lessons(desk, Opening(steps), play, channels, languages)
        self.teaching = Teaching(desk, play, errands, ponder)
        self.themes = Themes(desk)
        self.preferences = Preferences(desk, languages)
        self.people = self._people(languages)
        self.drafts = Drafts(desk)
        self.recaps = Recaps(desk, self.reader)
        self.incidents = Incidents(desk, errands)
        self.retrospects = Retrospects(desk, self.reader)
        self.figures = PlayedFigures(desk)
        self.groups = NamedGroups(desk)
        self.gathering = Gathering(desk, errands)
        self.plans = Plans(desk, play, errands, ponder, self.gathering)
        self.restoration = Restoration(desk, steps)
        self.rulesets = Rulesets(desk, errands)
        self.computer = Computer(desk, steps, play, errands, ponder)
        self.stand_ins = StandIns(desk, self.computer.awaken)
        self.undoing = Undoing(desk, self.reader)
        self._open_records(desk)
        self.taking_back = TakingBack(desk, steps, play, self.undoing)
        self.clocks = TableClocks(desk, errands)
        self.time_outs = self._time_outs(steps)
        self.clocks.run_out = self.time_outs.run_out
        self.reminding = Reminding(desk)
        self.time_terms = TimeTerms(desk, self.clocks)
        self.waiting = Waiting(desk, steps, play)
        self.preferences.after_change = (self.time_terms.rests_changed,)
        self.clocks.looks = (self.reminding.look,)
        self.reopening = Reopening(desk, channels)
        self.offers = Offers(desk, self.undoing, self._outcomes(steps), self._checks())
        acts = Acts(desk)
        self.acting = self._acting(acts, steps)
        self.motions = Motions(desk, acts)
        self.going_back = GoingBack(
            desk, acts, self.motions, self.undoing, self.taking_back, self.reopening
        )
        self.archiving = Archiving(desk, acts)
        self.corrections = Corrections(desk, acts, self.motions, steps, play)
        self.private_corrections = PrivateCorrections(desk, acts, self.looks, steps, play)
        self.standing_orders = StandingOrders(desk, steps, play, answers, errands)
        self.processes = Processes(desk, errands)
        self.host_orders = HostOrders(desk, errands, self.clocks)
        self._errands = errands
        self._follow_steps(answers)

    def _follow_steps(self, answers: StandingAnswers) -> None:
        """Say what happens when a step is saved, in this order. The campaign is locked still."""
        self.play.after_step = (
            answers.count,  # how many in a row
            self.computer.notice,  # its seat may be awaited now
            self.plans.notice,  # a sending may wait for the computer
            self.teaching.notice,  # a step of a lesson may be done
            self.gathering.notice,  # a bulletin may wait for more
            self.clocks.notice,  # another clock may run out next
            lambda _live, _row: self.desk.tell(),  # something may wait to be posted
        )
        self.play.after_action = (self.standing_orders.answer,)
        self.play.after_wait = (
            self.gathering.watch,  # what waited to be told has been
            self.plans.stir,  # the computer may have done what a sending waits for
            lambda live: self.clocks.watch(live.clocks),
        )
        self.dice.before_release = (self.plans.note,)
        self.host_orders.wakes = (
            self.rulesets.resume,
            lambda: self._go_on(self.desk.share),
            self.teaching.resume,
        )
        self.dice.after_release = (
            lambda live: self.plans.go_on(live.row.id),
            self.computer.awaken,
            lambda live: self.clocks.watch(live.clocks),
        )

    def _people(self, languages: Languages) -> People:
        """Return what is known of people, with whatever must forget one who is erased."""
        return People(
            self.desk,
            self.play,
            self.lobby,
            self.lessons,
            self.departures,
            languages,
            self.themes,
            self.preferences,
        )

    def _open_records(self, desk: Desk) -> None:
        """Make what shows what has happened, and to referees more than to others."""
        self.scenes = Scenes(desk)
        self.records = Records(desk)
        self.unsealing = Unsealing(desk)
        self.reports = Reports(desk)
        self.referees = Referees(desk)
        self.looks = Looks(desk)
        self.journals = Journals(desk)
        self.inspecting = Inspecting(desk, self.reader, self.records, self.looks)
        self.upkeep = Upkeep(desk, self.inspecting, self.incidents)
        self.rechecking = Rechecking(desk, self.inspecting)

    def _time_outs(self, steps: Steps) -> TimeOuts:
        """Return what enters time-outs, with what a table may have chosen to follow."""
        return TimeOuts(
            self.desk,
            steps,
            self.play,
            self.clocks,
            self.plans,
            dice=self.dice,
            hand_to_computer=self.stand_ins.take_over,
            look_for_somebody=self.vacancies.run_out,
        )

    def _acting(self, acts: Acts, steps: Steps) -> Acting:
        """Return what referees do, by the parts that do the same by agreement."""
        return Acting(
            self.desk,
            acts,
            steps,
            self.play,
            time_terms=self.time_terms,
            time_outs=self.time_outs,
            stand_ins=self.stand_ins,
            vacancies=self.vacancies,
        )

    def _outcomes(self, steps: Steps) -> Mapping[OfferKind, Outcome]:
        """Return what each kind of offer comes to."""
        return {
            "undo": goes_back(self.undoing, self.taking_back),
            "draw": ends(steps, self.play, DRAW),
            "adjourn": ends(steps, self.play, ADJOURN),
            "pause": self.time_terms.pause,
            "pace": self.time_terms.pace,
            "time": self.time_terms.more_time,
            "stand_in": self.stand_ins.agreed,
            "seat": self.vacancies.agreed,
            "referee": self.referees.agreed,
            "reopen": self.reopening.agreed,
        }

    def _checks(self) -> Mapping[OfferKind, Check]:
        """Return who may offer what, where not everybody may."""
        return {
            "pause": check_pause,
            "pace": check_pace,
            "time": check_more_time,
            "stand_in": self.stand_ins.check,
            "seat": self.vacancies.check,
            "referee": check_offer,
            "reopen": self.reopening.check,
        }

    # -- what is played ----------------------------------------------------------------------

    @property
    def games(self) -> Mapping[str, AnyGame]:
        """Game systems by key, as new campaigns play them."""
        return self.desk.versions.games

    def rules(self, key: str) -> AnyGame:
        """Return a game system as new campaigns play it.

        Raises:
            Complaint: campaign.unknown_game.
        """
        return self.desk.versions.rules(key)

    def game(self, campaign: Campaign) -> AnyGame:
        """Return the rules that *campaign* is played by.

        Raises:
            Complaint: campaign.unknown_game.
        """
        return self.desk.versions.at_hand(campaign.game, campaign.data)

    # -- beginning and ending ----------------------------------------------------------------

    def listen(self, listener: Callable[[], None]) -> None:
        """Call *listener* whenever something new may be waiting to be posted."""
        self.desk.listen(listener)

    def resume(self) -> None:
        """Go on where the bot was stopped. Call once, when it starts."""
        self.host_orders.resume()
        self.rulesets.resume()
        self._go_on(self.desk.share)
        self.teaching.resume()
        self.clocks.resume()
        self.processes.take_over = (lambda: self._go_on(WHOLE),)
        self.processes.looks = (self.clocks.look_again,)
        self.processes.resume()

    def _go_on(self, share: Share) -> None:
        """Do what may be due at a share's servers, and was not done when a process ended."""
        self.computer.resume(share)
        self.standing_orders.resume(share)
        self.plans.resume(share)
        self.gathering.resume(share)

    def rest(self) -> None:
        """Let the computer and the standing orders begin nothing more: the bot is about to stop."""
        self._errands.rest()
        self.computer.rest()

    async def settle(self) -> None:
        """Wait until no change is under way. Call before closing the database."""
        await self._errands.settle()

    async def leave(self) -> None:
        """Leave to other processes what this one did for all; call it last."""
        await self.processes.close()
