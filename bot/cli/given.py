"""What an operator typed about a game, read: which game, its settings, who plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from bot.trials.lab import PLAYERS, Player
from engine.api import Game, Seat
from engine.registry import load_games


class Unclear(Exception):
    """What was typed cannot be meant; the message is one line saying what can."""


def shown(key: str) -> str:
    """Return a game's key as people type it."""
    return key.replace("_", "-")


def find_game(name: str) -> Game[Any, Any]:
    """Return the game system called *name*, its words joined by "_" or "-".

    Raises:
        Unclear: when there is none.
    """
    games = load_games()
    game = games.get(name.replace("-", "_"))
    if game is None:
        raise Unclear(f"There is no game {name!r}; there are: {_list(map(shown, games))}.")
    return game


def read_settings(game: Game[Any, Any], given: Sequence[str]) -> dict[str, str]:
    """Return the table's choices by name from "name=value" texts, valid for the game.

    Raises:
        Unclear: when the game has no such setting, or it cannot have that value.
    """
    chosen = _pairs(given, "setting=value")
    known = game.settings_model.model_fields
    for name in chosen:
        if name not in known:
            raise Unclear(
                f"{shown(game.key)} has no setting {name!r}; there are: {_list(known) or 'none'}."
            )
    try:
        game.settings_model.model_validate_strings(chosen)
    except ValidationError as error:
        fault = error.errors()[0]
        name = ".".join(str(part) for part in fault["loc"]) or "settings"
        raise Unclear(f"{name} cannot be {chosen.get(name, '')!r}: {fault['msg']}.") from None
    return chosen


def read_players(game: Game[Any, Any], given: Sequence[str]) -> dict[Seat, Player]:
    """Return who plays each seat from "seat=player" texts; the strongest computer by itself.

    Raises:
        Unclear: when there is no such seat or player, or the game has no computer player.
    """
    chosen = _pairs(given, "seat=player")
    for seat, player in chosen.items():
        if seat not in game.seats:
            raise Unclear(
                f"{shown(game.key)} has no seat {seat!r}; there are: {_list(game.seats)}."
            )
        if player not in PLAYERS:
            raise Unclear(f"{seat} can be played by {' or '.join(PLAYERS)}, not by {player!r}.")
    players: dict[Seat, Player] = {seat: chosen.get(seat, "computer") for seat in game.seats}
    for player in players.values():
        if player == "random":
            continue
        if not game.opponents:
            raise Unclear(f"{shown(game.key)} has no computer player; random play only.")
        if player != "computer" and player not in game.opponents:
            raise Unclear(
                f"{shown(game.key)} has no computer player {player!r}; there are: "
                f"{_list(game.opponents)}."
            )
    return players


def _pairs(given: Sequence[str], form: str) -> dict[str, str]:
    """Read "name=value" texts; one may hold several, with commas between."""
    found: dict[str, str] = {}
    for text in ",".join(given).split(","):
        name, mark, value = (part.strip() for part in text.partition("="))
        if not text.strip():
            continue
        if not mark or not name or not value:
            raise Unclear(f"{text.strip()!r} is not of the form {form}.")
        if name in found:
            raise Unclear(f"{name} is given twice.")
        found[name] = value
    return found


def _list(words: Any) -> str:
    return ", ".join(words)


def told(chosen: Mapping[str, str]) -> str:
    """Return choices as they are typed."""
    return ", ".join(f"{name}={value}" for name, value in chosen.items())
