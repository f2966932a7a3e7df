"""Playing a log again: to reach a past state, and to prove that the log holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.moderator.api import SETUP
from bot.moderator.live import AnyGame
from bot.store import Database, campaigns, log
from bot.store.errors import StoreError
from bot.store.log import ActionRow, StateRow
from engine.api import Action, Event
from engine.dice import StoredDice
from engine.errors import EngineError


class ReplayDiverged(StoreError):
    """A log does not lead where it led when it was played: a bug, or a file changed by hand."""

    code = "campaign.fault"


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What a successful replay proved.

    Attributes:
        actions: Actions played again.
        snapshots: Stored states that came out the same, the present one included.
        skipped: Actions at the log's beginning that were made under earlier rulesets, which this
            version does not know; the replay began at the snapshot taken after them.
    """

    campaign: str
    actions: int
    snapshots: int
    skipped: int


def read_action(game: AnyGame, row: ActionRow) -> Action:
    """Return the action of a row, as its seat ordered it."""
    return game.actions[row.kind].model_validate_json(row.body)


def read_settings(game: AnyGame, settings: Mapping[str, object]) -> Any:
    """Return a campaign's settings as the game wants them."""
    return game.settings_model.model_validate(dict(settings))


def step(game: AnyGame, settings: Mapping[str, object], state: Any, row: ActionRow) -> Any:
    """Return the state after *row*, with the dice that fell then.

    Raises:
        ReplayDiverged: It does not go as it went.
    """
    if row.kind.startswith("!") and row.kind != SETUP:
        return state  # the moderator's own: ends the table, changes nothing on the board
    dice = StoredDice(row.rolls)
    try:
        if row.kind == SETUP:
            done = game.setup(read_settings(game, settings), dice)
        else:
            assert row.seat is not None
            done = game.apply(state, row.seat, read_action(game, row), dice)
        dice.finish()
    except (EngineError, KeyError, ValueError) as error:
        raise ReplayDiverged(_where(row, f"{type(error).__name__}: {error}")) from error
    if _what_happened(done.events) != _what_happened(row.events):
        raise ReplayDiverged(_where(row, "other events than were logged"))
    return done.state


def _what_happened(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events without the clauses that they cite.

    A clause explains an event. A version whose ledger is finer cites other ones for what happened
    just so.
    """
    return tuple(replace(event, rule="") for event in events)


def _where(row: ActionRow, what: str) -> str:
    return f"The log of campaign {row.campaign} diverges at action {row.seq} ({row.kind}): {what}"


def play(
    game: AnyGame, settings: Mapping[str, object], state: Any, rows: Iterable[ActionRow]
) -> Any:
    """Return the state after all *rows*."""
    for row in rows:
        state = step(game, settings, state, row)
    return state


async def state_at(
    database: Database, game: AnyGame, campaign: str, settings: Mapping[str, object], seq: int
) -> Any:
    """Return the state after action *seq*: the nearest snapshot, and the log from there.

    Raises:
        ReplayDiverged: The log cannot be played again.
        StoreError: The database failed.
    """
    async with database.read() as connection:
        latest = await log.state(connection, campaign)
        start = latest
        if latest is None or latest.seq > seq:
            start = await log.snapshot(connection, campaign, seq)
        rows = await log.between(connection, campaign, 0 if start is None else start.seq, seq)
    return play(game, settings, None if start is None else game.load(start.text), rows)


async def verify(database: Database, games: Mapping[str, AnyGame], campaign: str) -> ReplayReport:
    """Play a whole log again and compare every stored state with what comes out.

    Raises:
        ReplayDiverged: at the first difference; the message says where.
        StoreError: There is no such campaign, or the database failed.
    """
    async with database.read() as connection:
        row = await campaigns.get(connection, campaign)
        if row is None:
            raise StoreError(f"There is no campaign {campaign}.")
        rows = await log.between(connection, campaign, 0, row.head)
        kept = {state.seq: state for state in await log.all_snapshots(connection, campaign)}
        latest = await log.state(connection, campaign)
        thrown, _ = await log.totals(connection, campaign)
    game = games.get(row.game)
    if game is None:
        raise StoreError(f"Campaign {campaign} is of a game this version lacks: {row.game}.")
    _check_numbering(campaign, row.head, rows, thrown)
    state, compared, skipped = None, 0, 0
    start = _first_of_present_ruleset(game, rows)
    if start > 0:
        seq = rows[start - 1].seq
        before = kept.get(seq) or (latest if latest is not None and latest.seq == seq else None)
        if before is None:
            raise ReplayDiverged(f"Campaign {campaign} lacks the snapshot before its new rules.")
        state, skipped = game.load(before.text), start
    for action in rows[start:]:
        state = step(game, row.settings, state, action)
        for stored in (kept.get(action.seq), latest):
            if stored is not None and stored.seq == action.seq:
                _compare(game, campaign, state, stored)
                compared += 1
    return ReplayReport(campaign, len(rows) - skipped, compared, skipped)


def _first_of_present_ruleset(game: AnyGame, rows: tuple[ActionRow, ...]) -> int:
    """Return the index from which all actions were made under the rules of this version."""
    start = len(rows)
    while start > 0 and rows[start - 1].ruleset == game.ruleset:
        start -= 1
    return start


def _check_numbering(campaign: str, head: int, rows: tuple[ActionRow, ...], thrown: int) -> None:
    if [row.seq for row in rows] != list(range(1, head + 1)):
        raise ReplayDiverged(f"The log of campaign {campaign} has gaps.")
    if thrown != sum(row.dice for row in rows):
        raise ReplayDiverged(f"The log of campaign {campaign} miscounts its dice.")


def _compare(game: AnyGame, campaign: str, state: Any, stored: StateRow) -> None:
    played = game.dump(state)
    if played == stored.text:
        return
    # Dumps may be written differently by an earlier version and mean the same.
    if json.loads(played) == json.loads(stored.text):
        return
    if game.dump(game.load(stored.text)) == played:
        return
    raise ReplayDiverged(
        f"The log of campaign {campaign} diverges at action {stored.seq}: "
        "the state played again is not the state stored"
    )
