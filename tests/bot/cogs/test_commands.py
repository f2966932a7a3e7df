"""What is sent to Discord as the bot's commands: complete, within the limits, in both languages."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

import discord
import pytest
from discord import app_commands
from pydantic import Field

from bot.app import create_bot
from bot.cogs import syncing
from bot.cogs.actions import arrangement, places_left
from bot.cogs.building import CatalogueTranslator
from bot.games import GAMES, painter
from bot.settings import load_settings
from bot.ui.dialogue.fields import as_typed, fields_of, items_of
from engine.api import Action
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.limits import Call, broken_limits
from tests.support.nim import NIM
from tests.support.toy_game import TOY

SUBCOMMAND, SUBGROUP = 1, 2
TOYS: Mapping[str, Any] = {"toy": TOY, "nim": NIM}
PERSONAL = {"figures", "help", "inbox", "preferences", "privacy", "rules", "theme"}
"""Commands that have to do with a person, not with a campaign."""


def commands_of(games: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The payload of a bot with some games."""
    settings = load_settings({"token": "simulated.token.of-no-use"}, env_file=None)

    async def build() -> list[Mapping[str, Any]]:
        bot = create_bot(settings, games=games, painter_of=painter)
        await bot.tree.set_translator(CatalogueTranslator())
        return await syncing.payload(bot.tree)

    return asyncio.run(build())


@pytest.fixture(scope="module", params=["toy", "shipped"])
def payload(request: pytest.FixtureRequest) -> list[Mapping[str, Any]]:
    """The commands of the bot with the toy game, and with those that ship."""
    return commands_of(TOYS if request.param == "toy" else GAMES)


def walk(things: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Every command, subcommand and option."""
    for thing in things:
        yield thing
        yield from walk(thing.get("options") or [])


def test_discord_accepts_the_commands(payload: list[Mapping[str, Any]]) -> None:
    """No limit is broken: 25 in a group, 8,000 characters, names, descriptions, choices."""
    assert not broken_limits(Call("PUT", "/applications/1/commands", payload))


def test_everything_has_both_kinds_of_spanish(payload: list[Mapping[str, Any]]) -> None:
    """Every name and description is localised; but a game's short name is the same everywhere."""
    shorts = {*TOYS, *(game.command for game in GAMES.values())}
    for thing in walk(payload):
        assert {"es-ES", "es-419"} <= thing["description_localizations"].keys(), thing["name"]
        if thing["name"] not in shorts:
            assert {"es-ES", "es-419"} <= thing["name_localizations"].keys(), thing["name"]


def test_contexts_are_explicit(payload: list[Mapping[str, Any]]) -> None:
    """Commands of campaigns are for servers; those of a person also for direct messages."""
    contexts = {command["name"]: command["contexts"] for command in payload}
    for name, where in contexts.items():
        assert where == ([0, 1] if name in PERSONAL else [0]), name
    assert all(command["integration_types"] == [0] for command in payload)


def test_fingerprint_forgives_what_discord_adds(payload: list[Mapping[str, Any]]) -> None:
    """The same commands, with ids and without defaults, count as the same; a change does not."""

    def as_discord(thing: Mapping[str, Any]) -> dict[str, Any]:
        told = {k: v for k, v in thing.items() if v not in (None, False, {}, [])}
        told |= {"id": "1", "version": "2", "application_id": "3"}
        for name in ("options", "choices"):
            if told.get(name):
                told[name] = [as_discord(inner) for inner in told[name]]
        return told

    told = [as_discord(command) for command in reversed(payload)]
    changed = [{**payload[0], "description": "something else"}, *payload[1:]]

    assert syncing.fingerprint(told) == syncing.fingerprint(payload)
    assert syncing.fingerprint(changed) != syncing.fingerprint(payload)


def test_every_action_of_every_game_is_a_command() -> None:
    """No kind of action is left without a command, and its required fields come first."""
    for key, game in {**GAMES, **TOYS}.items():
        tops = {command["name"]: command for command in commands_of({key: game})}
        leaves = {
            leaf["name"]: leaf
            for leaf in walk(tops[game.command]["options"])
            if leaf["type"] == SUBCOMMAND
        }
        assert leaves.keys() == set(game.actions)
        for kind, model in game.actions.items():
            names = [option["name"] for option in leaves[kind].get("options", ())]
            assert names == [field.name for field in fields_of(model)]


# -------------------------------------------------------------------- arrangement


def game_of(kinds: int, groups: Mapping[int, str] | None = None) -> Any:
    """A game of so many kinds of action, some of them in subgroups."""

    def model(number: int) -> type[Action]:
        class Some(Action):
            kind: ClassVar[str] = f"kind{number}"
            group: ClassVar[str] = (groups or {}).get(number, "")

        return Some

    class Many:
        key = "many"
        actions: ClassVar[dict[str, type[Action]]] = {f"kind{n}": model(n) for n in range(kinds)}

    return Many()


def test_few_actions_stay_at_the_top() -> None:
    """Twenty-four kinds need no subgroup; the last place is kept for one."""
    assert set(arrangement(game_of(24)).values()) == {""}


@pytest.mark.parametrize("kinds", [10, 24, 25, 40])
def test_a_kind_that_is_added_renames_none(kinds: int) -> None:
    """Declared behind the others it takes a free place, at the top or in the last subgroup."""
    before, after = arrangement(game_of(kinds)), arrangement(game_of(kinds + 1))
    assert before.items() <= after.items()
    assert places_left(game_of(kinds)) - places_left(game_of(kinds + 1)) == 1


# -------------------------------------------------------------------- room and names

ROOM = 3
"""Places that every level of every command keeps free for what comes."""
NAMES = Path(__file__).with_name("names.txt")
"""What people type, a command a line with its options."""


def levels(commands: list[Mapping[str, Any]], above: str = "") -> Iterator[tuple[str, int]]:
    """Every command that has commands in it, with how many."""
    for command in commands:
        inner = [one for one in command.get("options") or () if one["type"] <= SUBGROUP]
        if inner:
            yield f"{above}/{command['name']}", len(inner)
            yield from levels(inner, f"{above}/{command['name']} ")


def names(commands: list[Mapping[str, Any]], above: str = "") -> Iterator[str]:
    """Every command that can be typed, with its options."""
    for command in commands:
        inner = command.get("options") or ()
        here = f"{above}{command['name']}"
        within = [one for one in inner if one["type"] <= SUBGROUP]
        if within:
            yield from names(within, f"{here} ")
        else:
            yield f"{here}: {' '.join(one['name'] for one in inner)}".strip()


def options_of(lines: list[str]) -> dict[str, list[str]]:
    """The options of each command, as its line says."""
    parted = (line.partition(":") for line in lines)
    return {command: options.split() for command, _, options in parted}


def test_there_is_room_for_what_comes() -> None:
    """Discord allows 25 commands a level, and what is typed today is never renamed."""
    tops = {f"/{game.command}": game for game in GAMES.values()}
    for level, used in levels(commands_of(GAMES)):
        game = tops.get(level)
        left = 25 - used if game is None else places_left(game)
        assert left >= ROOM, (
            f"{level} has {left} places left: let what you add name a subgroup (`group` of an "
            "action's model, which may be a new one as long as the top has a place), or join an "
            "existing command by an option; move and rename nothing that is there"
        )


def test_what_people_type_is_never_renamed() -> None:
    """Each command and option that was ever there is there: habits, guides and posts name them."""
    lines, kept = list(names(commands_of(GAMES))), NAMES.read_text(encoding="utf-8").splitlines()
    now, noted = options_of(lines), options_of(kept)
    lost = sorted(
        f"/{command} {option}".strip()
        for command, options in noted.items()
        for option in ["", *options]
        if command not in now or (option and option not in now[command])
    )
    assert not lost, (
        f"gone or renamed: {lost}. Declare a new action behind the others or in a subgroup, so "
        "that no other moves; keep what is replaced beside it"
    )
    new = [line for line in lines if line not in kept]
    assert not new, "new, and yours to keep from now on; note in names.txt: " + "\n".join(new)


@pytest.mark.parametrize("kinds", [26, 49, 60, 200, 600])
def test_many_actions_are_split(kinds: int) -> None:
    """However many there are, no level has more than 25; the first stay at the top."""
    homes = arrangement(game_of(kinds))
    sizes = {home: list(homes.values()).count(home) for home in homes.values()}
    top = sizes.get("", 0) + len(sizes.keys() - {""})

    assert top <= 25
    assert all(size <= 25 for size in sizes.values())
    assert homes["kind0"] == "" or kinds > 500


def test_too_many_actions_are_a_clear_error() -> None:
    """More than 25 times 25 kinds fit into no command."""
    with pytest.raises(ValueError, match="more actions"):
        arrangement(game_of(626))


def test_overfull_subgroup_is_a_clear_error() -> None:
    """A game that asks for 26 kinds in one subgroup is told so."""
    with pytest.raises(ValueError, match="answer"):
        arrangement(game_of(30, dict.fromkeys(range(26), "answer")))


# ------------------------------------------------------------------------- fields


class Order(Action):
    """An action with every type of field."""

    kind: ClassVar[str] = "order"

    note: str = ""
    ships: tuple[str, ...]
    number: int = Field(ge=1, le=9)
    sure: bool | None = None
    tone: Literal["soft", "loud"] = "soft"


def test_fields_are_read_from_the_model() -> None:
    """Types, bounds and choices come from the model; required fields go first."""
    ships, number, note, sure, tone = fields_of(Order)

    assert (ships.name, ships.many, ships.required) == ("ships", True, True)
    assert (number.type, number.least, number.most) == ("number", 1, 9)
    assert (note.type, note.required) == ("text", False)
    assert sure.type == "flag"
    assert tone.choices == ("soft", "loud")


def test_typed_values_and_lists() -> None:
    """Options become what a game parses; lists are split at commas."""
    assert [as_typed(value) for value in (True, False, 7, "x")] == ["true", "false", "7", "x"]
    assert items_of(" a, b ,,c") == ["a", "b", "c"]


def test_translator_knows_only_what_has_a_code() -> None:
    """Texts without a code, and other languages, are left to Discord."""
    translate = CatalogueTranslator().translate
    plain = app_commands.locale_str("x")
    coded = app_commands.locale_str("game", code="command.game.name", domain="bot")
    spanish, german = discord.Locale.spain_spanish, discord.Locale.german

    assert asyncio.run(translate(plain, spanish, None)) is None
    assert asyncio.run(translate(coded, german, None)) is None
    assert asyncio.run(translate(coded, spanish, None)) == "partida"
