"""Finds the names of a game, and of the bot, that are on file or registered."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args

from bot.app import create_bot
from bot.cogs import syncing
from bot.games import GAMES, painter
from bot.settings import HostSettings, load_settings
from bot.store import outbox, schema
from bot.text import catalogue
from engine.api import AnyGame
from tests.bot.text.codes import SHARED, Spoken, spoken_in

ENGINE = Path(__file__).resolve().parents[2] / "engine"
BOT = "bot"
_TOLD = {"event": "Event", "decision": "Decision"}


def of_game(game: AnyGame) -> list[str]:
    """Return the lines of a game, but for what only shows in play, in order."""
    return sorted({*_of_contract(game), *_told(game), *_terms(game)})


def _of_contract(game: AnyGame) -> Iterator[str]:
    yield f"game {game.key} {game.command}"
    for seat in game.seats:
        yield f"seat {seat}"
    for kind, model in game.actions.items():
        yield f"action {kind}"
        for field in model.model_fields:
            yield f"action {kind} {field}"
    for kind, correction in (*game.corrections.items(), *game.own_corrections.items()):
        yield f"correction {kind}"
        for field in correction.model_fields:
            yield f"correction {kind} {field}"
    for name, info in game.settings_model.model_fields.items():
        yield f"setting {name}"
        for value in get_args(info.annotation):
            yield f"setting {name} {value}"
    for file in game.data_files:
        yield f"data {file}"
    for halt in game.halts:
        yield f"halt {halt.name}"
    for strength in game.opponents:
        yield f"strength {strength}"


def _told(game: AnyGame) -> Iterator[str]:
    """Yield events and questions, each with the figures that it is told with."""
    spoken = spoken_in(ENGINE / game.key, SHARED)
    for code in catalogue.load("en", game.key).templates:
        kind, _, rest = code.partition(".")
        if kind in _TOLD:
            figures = _figures(spoken, _TOLD[kind], rest)
            yield f"{kind} {rest}" + (f": {', '.join(sorted(figures))}" if figures else "")


def _figures(spoken: Iterable[Spoken], kind: str, code: str) -> set[str]:
    return {
        name
        for one in spoken
        if one.kind == kind and one.given and one.matches(code)
        for name in one.given
    }


def _terms(game: AnyGame) -> Iterator[str]:
    """Yield the kinds of terms that are named in the sources, and the keys of phases."""
    for path in (*sorted((ENGINE / game.key).rglob("*.py")), *SHARED):
        for node in ast.walk(_read(path)):
            match node:
                case ast.Call(func=ast.Name("Term"), args=[ast.Constant(str() as kind), *_]):
                    yield f"term {kind}"
    for code in catalogue.load("en", game.key).templates:
        if code.startswith("term.phase."):
            yield f"phase {code.removeprefix('term.phase.')}"


@cache
def _read(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def of_bot() -> list[str]:
    """Return the lines of the bot, in order."""
    return sorted({*_stored(), *_pressed_and_typed()})


def _stored() -> Iterator[str]:
    for kind in get_args(outbox.Kind):
        yield f"outbox {kind}"
    for table in schema.metadata.tables.values():
        yield f"table {table.name}"
        for column in table.columns:
            yield f"table {table.name} {column.name}"
    for name in HostSettings.model_fields:
        yield f"setting {name}"


def _pressed_and_typed() -> Iterator[str]:
    settings = load_settings({"token": "simulated.token.of-no-use"}, env_file=None)

    async def build() -> tuple[frozenset[str], list[Mapping[str, Any]]]:
        bot = create_bot(settings, games=GAMES, painter_of=painter)
        return bot.presses.verbs, await syncing.payload(bot.tree)

    verbs, commands = asyncio.run(build())
    for verb in verbs:
        yield f"press {verb}"
    yield from _commands(commands, "command")


def _commands(things: Iterable[Mapping[str, Any]], way: str) -> Iterator[str]:
    for thing in things:
        name = f"{way} {thing['name']}"
        yield name
        yield from _commands(thing.get("options") or (), name)


ALL: Mapping[str, Callable[[], list[str]]] = {
    BOT: of_bot,
    **{key: partial(of_game, game) for key, game in GAMES.items()},
}
"""What finds the names of each."""
