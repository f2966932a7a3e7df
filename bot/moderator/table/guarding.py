"""Who plays does not referee, and whoever has looked at secrets never plays there. Pure."""

from __future__ import annotations

from bot.moderator.api import Complaint
from bot.moderator.table.live import Live


def require_may_sit(live: Live, person_id: int) -> None:
    """Refuse a seat to whoever referees a campaign, or has looked at a secret of it.

    Raises:
        Complaint: referee.has_looked, referee.referees_here.
    """
    if live.has_looked(person_id):
        raise Complaint("referee.has_looked")
    if live.referee(person_id) is not None:
        raise Complaint("referee.referees_here")


def require_may_referee(live: Live, person_id: int) -> None:
    """Refuse to let somebody referee a campaign in which they hold, or ever held, a seat.

    Raises:
        Complaint: referee.has_played.
    """
    if live.has_sat(person_id) is not None:
        raise Complaint("referee.has_played")
