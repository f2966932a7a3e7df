"""What somebody must be to look or act as a referee.

Whether they have the server's role, and are in the server, the caller has made sure of at this very
press. Whoever has it and has no part in a campaign has the public powers there; whoever referees it
has more. Pure.
"""

from __future__ import annotations

from bot.moderator.api import Complaint
from bot.moderator.table.guarding import require_may_referee
from bot.moderator.table.live import Live
from bot.store.referees import RefereeRow


def require_outsider(live: Live, person_id: int) -> None:
    """Refuse the powers of every referee, appointed or not, to whoever has a part in the campaign.

    Raises:
        Complaint: referee.has_played; referee.lesson.
    """
    if live.row.lesson:
        raise Complaint("referee.lesson")
    require_may_referee(live, person_id)


def require_referee(live: Live, person_id: int, *, secrets: bool = False) -> RefereeRow:
    """Return on what terms somebody referees a campaign; refuse whoever does not.

    Args:
        live: The campaign.
        person_id: Who.
        secrets: Whether what they want needs secrets.

    Raises:
        Complaint: referee.has_played, referee.lesson, referee.not_appointed, referee.no_secrets.
    """
    require_outsider(live, person_id)
    one = live.referee(person_id)
    if one is None:
        raise Complaint("referee.not_appointed")
    if secrets and not one.secrets:
        raise Complaint("referee.no_secrets")
    return one
