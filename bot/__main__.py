"""The command line: `python -m bot`, and then run, demo, backup, restore, replay, reports ..."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot import __version__
from bot.cli.exits import EXITS, Exit

if TYPE_CHECKING:
    from bot.cli.ordering import Orders
    from bot.store.host_orders import OrderKind

app = typer.Typer(
    name="adjutant",
    help="Adjutant moderates play-by-post wargames on Discord.",
    epilog=EXITS,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
data = typer.Typer(help="The data files of the games.", no_args_is_help=True)
app.add_typer(data, name="data")

_SETTINGS = typer.Option("--set", help="What the table chooses: name=value; may be repeated.")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"Adjutant {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Adjutant moderates play-by-post wargames on Discord."""


@app.command(epilog=EXITS)
def run() -> None:
    """Run the bot on Discord, with the settings of the environment and of .env."""
    from bot.cli.serving import run as serve_until_stopped

    raise typer.Exit(serve_until_stopped())


@app.command(epilog=EXITS)
def demo(
    port: Annotated[
        int | None, typer.Option(help="Port of the campaign's page; the next two follow.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="Where the demo keeps its games: a file, or a PostgreSQL database's URL."
        ),
    ] = None,
    game: Annotated[str, typer.Option(help="Which game; the first one otherwise.")] = "",
    opponent: Annotated[
        str,
        typer.Option(
            help="Who plays the other side: people (you, both), or the computer: computer (as "
            "strong as it can), easy, normal, hard."
        ),
    ] = "people",
    language: Annotated[str, typer.Option(help="In which everybody reads: en or es.")] = "en",
) -> None:
    """Run the bot in a simulated Discord on this machine."""
    try:
        from bot.demo import DEFAULT_PORT, run_demo
    except ModuleNotFoundError as error:
        print(
            f"The demo needs the package {error.name}, which is not installed: "
            "use `make demo`, or install adjutant[demo].",
            file=sys.stderr,
        )
        raise typer.Exit(Exit.WRONG) from None
    given = {} if database is None else {"database": database}
    shown_at = DEFAULT_PORT if port is None else port
    raise typer.Exit(run_demo(given, shown_at, game=game, opponent=opponent, language=language))


@app.command(epilog=EXITS)
def backup(
    folder: Annotated[
        Path | None, typer.Option(help="Where to; the setting ADJUTANT_BACKUP_FOLDER otherwise.")
    ] = None,
    keep: Annotated[
        int | None, typer.Option(min=1, help="Delete all but so many of the newest copies there.")
    ] = None,
) -> None:
    """Copy the database, also while the bot is running."""
    from bot.cli.keeping import back_up
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        settings = load_keeping_settings()
        target = back_up(settings.database_url, folder or settings.backup_folder, keep=keep)
        print(f"The database was copied to {target}.")


@app.command(epilog=EXITS)
def restore(
    copy: Annotated[
        Path | None,
        typer.Argument(
            help="The copy that takes the database's place; none where PostgreSQL has it back."
        ),
    ] = None,
    what_is_left: Annotated[
        bool, typer.Option("--what-is-left", help="Take a file also whose end was damaged.")
    ] = False,
) -> None:
    """Put a copy in the place of the database, which is kept aside; stop the bot first."""
    from bot.cli.restoring import after_restoring, restore_copy
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        url = load_keeping_settings().database_url
        restoring = (
            after_restoring(url)
            if copy is None
            else restore_copy(url, copy, what_is_left=what_is_left)
        )
        print(asyncio.run(restoring).line)


@app.command(epilog=EXITS)
def replay(
    campaign: Annotated[
        str | None, typer.Argument(help="A campaign's id; all of them otherwise.")
    ] = None,
) -> None:
    """Play campaigns' logs again from the first action and compare every stored state."""
    from bot.cli.keeping import replay_all
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        settings = load_keeping_settings()
        done = asyncio.run(
            replay_all(settings.database_url, campaign, copies=settings.backup_folder)
        )
        print("\n".join(done.lines) or "There are no campaigns.")
        if not done.sound:
            raise typer.Exit(Exit.SHORT)


@app.command(name="move-database", epilog=EXITS)
def move_database(
    source: Annotated[str, typer.Argument(help="A file's path, or a database URL.")],
    goal: Annotated[str, typer.Argument(help="Another, which is empty or not there yet.")],
) -> None:
    """Move all games from one database into another and compare them; stop the bot first."""
    from bot.cli import moving

    def told(table: str, rows: int) -> None:
        print(f"{table}: {rows} rows", flush=True)

    with _one_line_faults():
        done = asyncio.run(moving.move_database(source, goal, told))
        print("\n".join(done.lines))
        if not done.sound:
            raise typer.Exit(Exit.SHORT)


@app.command(name="try-update", epilog=EXITS)
def try_update(
    database: Annotated[
        str | None,
        typer.Argument(help="The database's file or URL; that of the settings otherwise."),
    ] = None,
) -> None:
    """Try on a copy what this version would do to the database, also while the bot is running."""
    from bot.cli.moving import named
    from bot.cli.trying import try_on_copy
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        settings = load_keeping_settings()
        url = settings.database_url if database is None else named(database)
        done = asyncio.run(try_on_copy(url, copies=settings.backup_folder))
        print("\n".join(done.lines))
        if not done.sound:
            raise typer.Exit(Exit.SHORT)


@app.command(epilog=EXITS)
def reports() -> None:
    """List what members of campaigns wrote with /report."""
    from bot.cli.reporting import list_reports
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        print("\n".join(list_reports(load_keeping_settings().database_url)) or "No reports.")


@app.command(epilog=EXITS)
def status() -> None:
    """Say how the bot is doing, by its database and this machine, also while it runs or hangs."""
    from bot.cli.status import status as how_it_is
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        settings = load_keeping_settings()
        found = asyncio.run(how_it_is(settings.database_url, copies=settings.backup_folder))
        print("\n".join(found))


@app.command(epilog=EXITS)
def campaign(
    name: Annotated[str, typer.Argument(metavar="ID", help="The campaign's id.")],
) -> None:
    """Say how one campaign stands, and nothing that is secret in it."""
    from bot.cli.one_campaign import campaign as how_it_stands
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        settings = load_keeping_settings()
        url, copies = settings.database_url, settings.backup_folder
        print("\n".join(asyncio.run(how_it_stands(url, name, copies=copies))))


_PLAN_OF = typer.Option("--plan-of", help="Only the plan of this person, by their Discord id.")
_WHY = typer.Option("--why", help="Why, for your own list of orders.")
_SERVER = typer.Option("--server", help="A server's id on Discord.")
_PERSON = typer.Option("--person", help="A person's id on Discord.")


@app.command(epilog=EXITS)
def quarantine(
    name: Annotated[str, typer.Argument(metavar="ID", help="The campaign's id.")],
    plan_of: Annotated[int | None, _PLAN_OF] = None,
    why: Annotated[str, _WHY] = "",
) -> None:
    """Set a broken campaign aside, or one plan in it: nothing is done there, and nothing lost."""
    _order(lambda orders: orders.set_aside(name, plan_of, why))


@app.command(epilog=EXITS)
def release(
    name: Annotated[str, typer.Argument(metavar="ID", help="The campaign's id.")],
    plan_of: Annotated[int | None, _PLAN_OF] = None,
) -> None:
    """Let a campaign or a plan that was set aside go on; its clocks lose no time."""
    _order(lambda orders: orders.release(name, plan_of))


@app.command(epilog=EXITS)
def pause(
    say: Annotated[str, typer.Option("--say", help="What all tables are told besides.")] = "",
) -> None:
    """Pause all tables, also while the bot runs: each is told, no order is taken, no clock runs."""
    _order(lambda orders: orders.pause(say))


@app.command(epilog=EXITS)
def resume() -> None:
    """Let all tables go on: each is told, and no clock has lost time."""
    _order(lambda orders: orders.resume())


@app.command(name="shut-out", epilog=EXITS)
def shut_out(
    server: Annotated[int | None, _SERVER] = None,
    person: Annotated[int | None, _PERSON] = None,
    why: Annotated[str, _WHY] = "",
) -> None:
    """Refuse a server or a person everything but leaving and erasing; campaigns stay."""
    kind, number = _one_of(server, person)
    _order(lambda orders: orders.shut_out(kind, number, why))


@app.command(name="let-in", epilog=EXITS)
def let_in(
    server: Annotated[int | None, _SERVER] = None,
    person: Annotated[int | None, _PERSON] = None,
) -> None:
    """Let a server or a person in again."""
    kind, number = _one_of(server, person)
    _order(lambda orders: orders.let_in(kind, number))


def _one_of(server: int | None, person: int | None) -> tuple[OrderKind, int]:
    if (server is None) == (person is None):
        raise typer.BadParameter("name either a --server or a --person")
    return ("person", person) if person is not None else ("server", server or 0)


def _order(give: Callable[[Orders], Coroutine[Any, Any, str]]) -> None:
    """Give an order to the running bot, and print what comes of it."""
    from bot.cli.ordering import Orders
    from bot.settings import load_keeping_settings

    with _one_line_faults():
        print(asyncio.run(give(Orders(load_keeping_settings().database_url))))


@app.command(epilog=EXITS)
def doctor(
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask Discord nothing: no rights in servers.")
    ] = False,
) -> None:
    """Look over everything that a host looks after; exit with 1 where something wants doing."""
    from bot.cli.doctor import examine

    found = asyncio.run(examine(offline=offline))
    print("\n".join(one.line for one in found))
    if not all(one.fine for one in found):
        raise typer.Exit(Exit.SHORT)


@contextlib.contextmanager
def _one_line_faults() -> Iterator[None]:
    """Say what is wrong with settings or database in one line, and exit."""
    from bot.settings import SettingsError
    from bot.store import StoreError

    try:
        yield
    except (SettingsError, StoreError) as error:
        print(error, file=sys.stderr)
        wrong = isinstance(error, SettingsError)
        raise typer.Exit(Exit.WRONG if wrong else Exit.SHORT) from None


@app.command(epilog=EXITS)
def fuzz(
    game: Annotated[str, typer.Argument(help="Which game; every game otherwise.")] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games of each.")] = 200,
    processes: Annotated[int, typer.Option(min=1, help="How many at a time.")] = 2,
    seed: Annotated[str, typer.Option(help="Any text; the same plays the same games.")] = "fuzz",
    settings: Annotated[list[str] | None, _SETTINGS] = None,
) -> None:
    """Play whole random games; each is measured by its invariants and replayed from its log."""
    from bot.cli.fuzzing import fuzz_games

    raise typer.Exit(fuzz_games(game, games, processes, seed, settings or ()))


@app.command(epilog=EXITS)
def effort(
    game: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option(min=1, help="How many games; fewer tell little.")] = 20,
    processes: Annotated[int, typer.Option(min=1, help="How many at a time.")] = 2,
    seed: Annotated[str, typer.Option(help="Any text; the same plays the same games.")] = "effort",
    settings: Annotated[list[str] | None, _SETTINGS] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON a figure.")] = False,
) -> None:
    """Count what a turn costs people: sendings, answers and taps, over recorded games."""
    from bot.cli.effort import measure

    raise typer.Exit(
        measure(game, games, seed, processes=processes, settings=settings or (), as_json=as_json)
    )


@app.command(epilog=EXITS)
def lab(
    game: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    processes: Annotated[int, typer.Option(min=1, help="How many at a time.")] = 2,
    seed: Annotated[str, typer.Option(help="Any text; the same plays the same games.")] = "lab",
    settings: Annotated[list[str] | None, _SETTINGS] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="Who plays a seat, e.g. seat=random; the computer otherwise."),
    ] = None,
    as_json: Annotated[
        str,
        typer.Option("--json", help="File for the figures as JSON; - prints them instead."),
    ] = "",
    own_data: Annotated[
        Path | None,
        typer.Option("--data", help="Files of your own, as for ADJUTANT_DATA, to play with."),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--all", help="Print every figure, of long groups too.")
    ] = False,
) -> None:
    """Let the computer play whole games against itself, and tell who wins them and how."""
    from bot.cli.lab import measure

    raise typer.Exit(
        measure(
            game,
            games,
            processes,
            seed,
            settings=settings or (),
            players=player or (),
            as_json=as_json,
            own_data=own_data,
            whole=whole,
        )
    )


@data.command(epilog=EXITS)
def check(
    folder: Annotated[
        Path | None,
        typer.Argument(help="Files of your own, as for ADJUTANT_DATA, laid over those shipped."),
    ] = None,
) -> None:
    """Validate every game's data files; each mistake is told with file, line and field."""
    from bot.cli.checking import check_files

    raise typer.Exit(check_files(folder))


def main() -> None:
    """Run the command line. Files that it makes are its user's alone: they hold secrets."""
    os.umask(0o077)
    app()


if __name__ == "__main__":
    main()
