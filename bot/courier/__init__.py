"""The courier: from the outbox to Discord, once each, whatever happens on the way."""

from bot.courier.api import (
    Bulletin,
    ChannelGone,
    Closed,
    Destination,
    EditsSpent,
    Locked,
    MessageGone,
    NotAllowed,
    Note,
    NotTaken,
    Panel,
    PinsFull,
    Rights,
    Transport,
    TryLater,
    Unacceptable,
    Undelivered,
)
from bot.courier.courier import Courier, just_wait
from bot.courier.pictures import Gallery

__all__ = [
    "Bulletin",
    "ChannelGone",
    "Closed",
    "Courier",
    "Destination",
    "EditsSpent",
    "Gallery",
    "Locked",
    "MessageGone",
    "NotAllowed",
    "NotTaken",
    "Note",
    "Panel",
    "PinsFull",
    "Rights",
    "Transport",
    "TryLater",
    "Unacceptable",
    "Undelivered",
    "just_wait",
]
