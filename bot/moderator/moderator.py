"""The one door for every change to a game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from bot.clock import Clock, system_clock
from bot.moderator.api import Campaign
from bot.moderator.learning.lessons import Lessons
from bot.moderator.learning.opening import Opening
from bot.moderator.learning.teaching import Teaching
from bot.moderator.lobby.lobby import Lobby
from bot.moderator.lobby.rematches import Rematches
from bot.moderator.lobby.seats import Seats
from bot.moderator.lobby.servers import Servers
from bot.moderator.lobby.threads import Threads
from bot.moderator.looking.reader import CampaignReader
from bot.moderator.looking.recaps import Recaps
from bot.moderator.looking.retrospects import Retrospects
from bot.moderator.looking.scenes import Scenes
from bot.moderator.offers.offers import Offers
from bot.moderator.people.departures import Departures
from bot.moderator.people.people import People
from bot.moderator.people.reports import Reports
from bot.moderator.people.themes import Themes
from bot.moderator.rewinding.taking_back import TakingBack
from bot.moderator.rewinding.undoing import Undoing
from bot.moderator.table.channels import Channels
from bot.moderator.table.desk import Desk, Policy
from bot.moderator.table.errands import Errands
from bot.moderator.table.incidents import Incidents
from bot.moderator.table.languages import Languages
from bot.moderator.table.play import TablePlay
from bot.moderator.table.restoration import Restoration
from bot.moderator.table.rulesets import Rulesets
from bot.moderator.table.steps import Steps
from bot.moderator.table.troubles import Troubles
from bot.moderator.table.versions import Versions
from bot.moderator.turns.computer import Computer
from bot.moderator.turns.computer.thinking import Ponder, just_wait
from bot.moderator.turns.drafts import Drafts
from bot.moderator.turns.gathering import Gathering
from bot.moderator.turns.named_groups import NamedGroups
from bot.moderator.turns.plans import Plans
from bot.moderator.turns.standing_orders import StandingAnswers, StandingOrders
from bot.store import Database
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
        departures: Who of them is out of the server.
        play: Actions and resignation.
        reader: Looking without touching: campaigns, positions, the log.
        plans: What people have put together, and its sending.
        gathering: Bulletins that wait for more.
        groups: What people call pieces of theirs together.
        drafts: Dialogues that are not finished.
        lessons: First turns in places of their own: beginning and ending them.
        teaching: How people come through those.
        recaps: What members have not read yet, and their own notes.
        scenes: The ends of phases, to be shown one after the other.
        reports: Members' words to the host.
        people: What is known of people, and forgetting it.
        servers: What servers decide, and those that the bot has left.
        restoration: Campaigns whose database was set back.
        computer: Plays the computer's seats.
        undoing: What somebody may take back.
        taking_back: Taking it back.
        offers: What a seat offers the others.
        standing_orders: Answers for seats that have left standing orders.
        incidents: What went wrong, gathered for the host.
        rulesets: Tells the tables whose game's rules were raised.
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
        )
        answers = StandingAnswers(desk.policy.standing_run)
        steps = Steps(desk, answers)
        play = TablePlay(desk, steps)
        self.desk = desk
        self.play = play
        self.reader = CampaignReader(desk, channels)
        self.seats = Seats(desk, languages)
        self.departures = Departures(desk)
        self.lobby = Lobby(desk, steps, play, channels, languages)
        self.rematches = Rematches(desk, self.reader, self.lobby)
        self.servers = Servers(desk, channels)
        self.threads = Threads(desk, channels)
        self.troubles = Troubles(desk)
        self.lessons = Lessons(desk, Opening(steps), play, channels, languages)
        self.teaching = Teaching(desk, play, errands, ponder)
        self.themes = Themes(desk)
        self.people = People(
            desk, play, self.lobby, self.lessons, self.departures, languages, self.themes
        )
        self.drafts = Drafts(desk)
        self.recaps = Recaps(desk, self.reader)
        self.scenes = Scenes(desk)
        self.reports = Reports(desk)
        self.incidents = Incidents(desk, errands)
        self.retrospects = Retrospects(desk, self.reader)
        self.groups = NamedGroups(desk)
        self.gathering = Gathering(desk, errands)
        self.plans = Plans(desk, play, errands, ponder, self.gathering)
        self.restoration = Restoration(desk, steps)
        self.rulesets = Rulesets(desk, errands)
        self.undoing = Undoing(desk, self.reader)
        self.taking_back = TakingBack(desk, steps, play, self.undoing)
        self.offers = Offers(desk, steps, play, self.undoing, self.taking_back)
        self.computer = Computer(desk, steps, play, errands, ponder)
        self.standing_orders = StandingOrders(desk, steps, play, answers, errands)
        self._errands = errands
        # What happens when a step is saved, in this order. The campaign is locked still.
        play.after_step = (
            answers.count,  # how many in a row
            self.computer.notice,  # its seat may be awaited now
            self.plans.notice,  # a sending may wait for the computer
            self.teaching.notice,  # a step of a lesson may be done
            self.gathering.notice,  # a bulletin may wait for more
            lambda _live, _row: desk.tell(),  # something may wait to be posted
        )
        play.after_action = (self.standing_orders.answer,)

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
        self.rulesets.resume()
        self.computer.resume()
        self.standing_orders.resume()
        self.plans.resume()
        self.gathering.resume()
        self.teaching.resume()

    def rest(self) -> None:
        """Let the computer and the standing orders begin nothing more: the bot is about to stop."""
        self._errands.rest()
        self.computer.rest()

    async def settle(self) -> None:
        """Wait until no change is under way. Call before closing the database."""
        await self._errands.settle()
