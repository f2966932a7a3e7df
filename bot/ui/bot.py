"""What those who answer people need of the bot; :mod:`bot.app` is one that has it."""

from __future__ import annotations

from typing import Protocol

from bot.courier import Gallery
from bot.courier.albums import Albums
from bot.courier.answers_first import Answers
from bot.courier.replays import Replays
from bot.drawing import FindPainter
from bot.inside.measures import Measures
from bot.moderator import Moderator
from bot.settings import HostSettings
from bot.thinking import Thinkers
from bot.ui.attendance import Attendance
from bot.ui.odds import Oddsmaker
from bot.ui.servers import Servers
from bot.ui.threads.archive import Archive
from bot.ui.threads.backrooms import Backrooms
from bot.ui.threads.classroom import Classroom
from bot.ui.threads.noticeboard import Noticeboard


class Bot(Protocol):
    """The bot, as far as an answer needs it.

    Attributes:
        settings: What the operator chose.
        measures: What is measured.
        moderator: The one door to every game; there once the bot has started.
        answers: Who is being answered just now.
        gallery: Draws maps.
        replays: Has films made.
        albums: Has the pictures of records made.
        thinkers: Does off the event loop what takes a while.
        oddsmaker: Counts odds.
        classroom: Makes and closes the threads of lessons.
        noticeboard: Makes the posts of tables in forums.
        backrooms: Makes private threads for the people of a seat.
        archive: Knows of archived threads.
        attendance: Asks Discord who is in a server.
        painter_of: Gives the painter of a game; raises ``KeyError`` when nobody draws it.
    """

    settings: HostSettings
    measures: Measures
    moderator: Moderator
    answers: Answers
    gallery: Gallery
    replays: Replays
    albums: Albums
    thinkers: Thinkers
    oddsmaker: Oddsmaker
    classroom: Classroom
    noticeboard: Noticeboard
    backrooms: Backrooms
    archive: Archive
    attendance: Attendance
    servers: Servers
    painter_of: FindPainter

    @property
    def host_id(self) -> int:
        """The account of whoever owns the bot: to whom reports go."""

    async def hand_over(self, person_id: int) -> bool:
        """Deliver a person's direct messages now; say whether they take them."""
