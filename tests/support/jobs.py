"""Jobs for processes beside the bot; they load this, and nothing that they do not need for it."""

from __future__ import annotations

import os
import signal
import threading
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.api import Action, AnyGame, Refusal
from engine.errors import IllegalAction

if TYPE_CHECKING:
    from bot.moderator import Look


def number(_game: AnyGame) -> int:
    """Return the number of the process."""
    return os.getpid()


def name(_game: AnyGame, said: str) -> str:
    """Return what was said."""
    return said


def same(_game: AnyGame, view: Any) -> tuple[int, Any]:
    """Return a view, and its identity there."""
    return id(view), view


def first_names(game: AnyGame, look: Look) -> list[str]:
    """Return the kinds and some actors that a view allows."""
    return [*game.kinds(look.view), *(one.who.value for one in islice(game.actors(look.view), 5))]


def refuse(_game: AnyGame) -> None:
    """Refuse."""
    raise IllegalAction(Refusal("read.missing", "7.2", {"n": 3}))


def complain(_game: AnyGame) -> None:
    """Complain."""
    from bot.moderator import Complaint

    raise Complaint("campaign.unknown_action", kind="x")


def stumble(game: AnyGame, look: Look) -> None:
    """Fail in a way that nobody foresaw."""
    game.preview(look.view, Action())


def die(_game: AnyGame) -> None:
    """End the process."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(_game: AnyGame, mark: Path) -> str:
    """End the process, the first time."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def tell_and_stay(_game: AnyGame, pipe: str) -> None:
    """Tell who reads a named pipe that this has begun, and come to no end."""
    Path(pipe).write_text("begun", encoding="utf-8")
    threading.Event().wait()


def for_ever(_game: AnyGame) -> None:
    """Come to no end."""
    threading.Event().wait()
