"""The command layer: load, check, apply, save, hand to the outbox. One door for every change."""

from bot.moderator.api import (
    Ask,
    Campaign,
    Complaint,
    Draft,
    LogEntry,
    LogPage,
    Look,
    OpponentChoice,
    Plan,
    PlanEntry,
    Receipt,
    Sent,
)
from bot.moderator.codes import CODES
from bot.moderator.looking.recaps import Recap
from bot.moderator.moderator import Moderator
from bot.store.campaigns import Sight
from bot.store.named_groups import NamedGroup
from bot.store.reports import Report

__all__ = [
    "CODES",
    "Ask",
    "Campaign",
    "Complaint",
    "Draft",
    "LogEntry",
    "LogPage",
    "Look",
    "Moderator",
    "NamedGroup",
    "OpponentChoice",
    "Plan",
    "PlanEntry",
    "Recap",
    "Receipt",
    "Report",
    "Sent",
    "Sight",
]
