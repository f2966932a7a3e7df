"""Playing a log again: to reach a past state, and to prove that the log holds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.moderator.api import SETUP
from bot.moderator.table.versions import Versions
from bot.store import Database, campaigns, epochs, log, rewinds, steps
from bot.store.damage import reading
from bot.store.digests import digest_of
from bot.store.errors import StoreError, Unreadable
from bot.store.log import KEPT_WITH, OWN_CORRECT, REWIND, ActionRow, StateRow
from bot.store.rewinds import Rewind, counting, read_rewind
from bot.store.steps import Kept, Tell
from engine.api import Action, AnyGame, Correction, Event
from engine.dice import StoredDice
from engine.errors import EngineError

_ELSEWHERE: Final = frozenset({REWIND}) | KEPT_WITH
"""The kinds of step that lead on from another state than the one before them."""


class ReplayDiverged(Exception):
    """A log does not lead where it led when it was played: a bug, or a file changed by hand.

    Attributes:
        seq: At which action, as far as it is one.
    """

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What a successful replay proved.

    Attributes:
        actions: Actions played again.
        snapshots: Stored states that came out the same, the present one included.
        skipped: Actions that were made under other rulesets, which this version does not know;
            after them the replay went on from the state stored there.
        hidden: Actions whose state cannot be shown: it is stored upon one that is not on file, or
            damaged, and rules led to it that are no more.
        damage: What is wrong with stored states, a line each.
    """

    campaign: str
    actions: int
    snapshots: int
    skipped: int
    hidden: tuple[int, ...] = ()
    damage: tuple[str, ...] = ()


def read_action(game: AnyGame, row: ActionRow) -> Action:
    """Return the action of a row, as its seat ordered it.

    Raises:
        Unreadable: It is not what was written.
    """
    with reading(f"campaign {row.campaign}: action {row.seq}"):
        return game.actions[row.kind].model_validate_json(row.body)


def read_settings(game: AnyGame, settings: Mapping[str, object]) -> Any:
    """Return a campaign's settings as the game wants them."""
    return game.settings_model.model_validate(dict(settings))


def step(game: AnyGame, settings: Mapping[str, object], state: Any, row: ActionRow) -> Any:
    """Return the state after *row*, with the dice that fell then.

    Raises:
        ReplayDiverged: It does not go as it went.
    """
    _require_playable(game, (row,))
    if row.kind == OWN_CORRECT:
        return _corrected_anew(game, state, row)
    assert row.kind not in _ELSEWHERE, row.seq  # it leads on from another state
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
    except (EngineError, Unreadable, KeyError, ValueError) as error:
        raise _diverged(row, f"{type(error).__name__}: {error}") from error
    if _what_happened(done.events) != _what_happened(row.events):
        raise _diverged(row, "other events than were logged")
    return done.state


def _corrected_anew(game: AnyGame, state: Any, row: ActionRow) -> Any:
    """Return a state in which a seat's secrets are put right, as they were in another one.

    What leads on from a state kept with it is done anew only where a seat has taken back a secret
    order of before: what others had put right since stays.

    Raises:
        ReplayDiverged: It cannot be done there.
    """
    assert row.seat is not None
    try:
        corrections = read_corrections(game, row)
        return game.correct_own(state, row.seat, corrections).state
    except (EngineError, Unreadable, KeyError, ValueError) as error:
        raise _diverged(row, f"{type(error).__name__}: {error}") from error


def read_corrections(game: AnyGame, row: ActionRow) -> tuple[Correction, ...]:
    """Return what a seat had put right of what it keeps secret.

    Raises:
        Unreadable: It is not what was written.
    """
    with reading(f"campaign {row.campaign}: action {row.seq}"):
        made = json.loads(row.body)["corrections"]
        return tuple(game.own_corrections[kind].model_validate(one) for kind, one in made)


def _require_playable(game: AnyGame, rows: Iterable[ActionRow]) -> None:
    for row in rows:
        if row.ruleset != game.ruleset:
            raise _diverged(row, f"it was made under ruleset {row.ruleset}")


def _what_happened(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events without the clauses that they cite.

    A clause explains an event. A version whose ledger is finer cites other ones for what happened
    just so.
    """
    return tuple(_unexplained(event) for event in events)


def _unexplained(event: Event) -> Event:
    otherwise = None if event.otherwise is None else _unexplained(event.otherwise)
    return replace(event, rule="", otherwise=otherwise)


def _diverged(row: ActionRow, what: str) -> ReplayDiverged:
    where = f"The log of campaign {row.campaign} diverges at action {row.seq} ({row.kind})"
    return ReplayDiverged(f"{where}: {what}", row.seq)


def play(
    game: AnyGame, settings: Mapping[str, object], state: Any, rows: Iterable[ActionRow]
) -> Any:
    """Return the state after all *rows*; of :data:`_ELSEWHERE` only a side's secrets put right."""
    for row in rows:
        state = step(game, settings, state, row)
    return state


async def play_on(
    connection: AsyncConnection,
    game: AnyGame,
    campaign: str,
    settings: Mapping[str, object],
    start: Kept | None,
    upto: int,
    tell: Tell,
) -> Any:
    """Return the state after action *upto*: a stored one, and what was played since that.

    A rewind among that leads on from the state that it goes back to, wherever that is; a correction
    and a beginning from a position from the one that is kept with it.

    Raises:
        ReplayDiverged: What was played cannot be played again.
    """
    begun = 0 if start is None else start.seq
    rows = await log.between(connection, campaign, begun, upto)
    _require_playable(game, rows)
    state = None if start is None else start.state
    last = next((at for at in reversed(range(len(rows))) if rows[at].kind in _ELSEWHERE), None)
    if last is None:
        return play(game, settings, state, rows)
    if rows[last].kind in KEPT_WITH:
        state = await corrected(connection, game, rows[last], tell)
        return play(game, settings, state, rows[last + 1 :])
    rewind = read_rewind(rows[last])
    before = await steps.upto(connection, campaign, rewind.after, game, tell)
    state = await play_on(connection, game, campaign, settings, before, rewind.after, tell)
    since = await log.between(connection, campaign, rewind.after, rewind.seq - 1)
    known = await rewinds.of(connection, campaign)
    state = play(game, settings, state, kept_by(rewind, since, known))
    return play(game, settings, state, rows[last + 1 :])


async def corrected(connection: AsyncConnection, game: AnyGame, row: ActionRow, tell: Tell) -> Any:
    """Return the state that a correction led to, or that a game began from.

    It is kept with that step, and never worked out again.

    Raises:
        ReplayDiverged: It is not on file, or not the one that was written.
    """
    kept = await steps.upto(connection, row.campaign, row.seq, game, tell)
    if kept is None or kept.seq != row.seq:
        raise _diverged(row, "the state kept with it is not on file")
    campaign = await campaigns.get(connection, row.campaign)
    assert campaign is not None
    seeds = [seed for _, seed in await epochs.of(connection, row.campaign)] or [campaign.seed]
    _check_digest(seeds, row, kept.text)
    return kept.state


def kept_by(
    rewind: Rewind, since: Iterable[ActionRow], known: Sequence[Rewind]
) -> tuple[ActionRow, ...]:
    """Return what counts still after a rewind, of all that was done *since* it goes back to.

    *known* are the campaign's rewinds, later ones maybe among them.
    """
    until = [one for one in known if one.seq <= rewind.seq]
    rows = counting(since, [*until, rewind])
    return tuple(row for row in rows if rewind.after < row.seq < rewind.seq)


@dataclass(frozen=True, slots=True)
class Past:
    """A state that a campaign was in.

    Attributes:
        seq: After which action. Not always the one asked for: what earlier rules led to cannot be
            shown where no version of the bot has stored it, or what is stored cannot be read.
    """

    state: Any
    seq: int


async def state_at(
    database: Database, game: AnyGame, campaign: str, settings: Mapping[str, object], seq: int
) -> Past:
    """Return the state after action *seq*, or the nearest there is.

    It is read, and played only from actions that the present rules led to.

    Raises:
        ReplayDiverged: No state on file can be read, and the log cannot be played again.
        StoreError: The database failed.
    """
    tell = database.damage.note
    async with database.read() as connection:
        start = await steps.upto(connection, campaign, seq, game, tell)
        try:
            state = await play_on(connection, game, campaign, settings, start, seq, tell)
            return Past(state, seq)
        except ReplayDiverged as error:
            diverged = error
        later = await steps.beyond(connection, campaign, seq, game, tell)
    near = [one for one in (start, later) if one is not None]
    if not near:
        raise diverged
    nearest = min(near, key=lambda one: abs(one.seq - seq))
    return Past(nearest.state, nearest.seq)


async def verify(database: Database, games: Mapping[str, AnyGame], campaign: str) -> ReplayReport:
    """Play a log again, as far as the present rules led it, and compare the stored states.

    Actions of other rulesets are left out; after them it goes on from the state stored there.

    Raises:
        ReplayDiverged: at the first difference; the message says where.
        StoreError: There is no such campaign, or the database failed.
    """
    async with database.read() as connection:
        row = await campaigns.get(connection, campaign)
        if row is None:
            raise StoreError(f"There is no campaign {campaign}.")
        rows = await log.between(connection, campaign, 0, row.head)
        thrown, _ = await log.totals(connection, campaign)
        if row.game not in games:
            raise StoreError(f"Campaign {campaign} is of a game this version lacks: {row.game}.")
        game = await Versions(games).of(connection, row.game, row.data)
        _check_numbering(campaign, row.head, rows, thrown)
        survey = await steps.survey(connection, campaign, game)
        damage = list(survey.damage)
        latest = await steps.upto(connection, campaign, row.head, game, damage.append)
        back = {one.seq: one for one in await rewinds.of(connection, campaign)}
        needed = {
            before.seq
            for before, action in pairwise(rows)
            if before.ruleset != game.ruleset == action.ruleset
        } | {one.after for one in back.values()}
        begun = {
            seq: await steps.upto(connection, campaign, seq, game, damage.append)
            for seq in sorted(needed)
            if rows[seq - 1].ruleset != game.ruleset
        }
        seeds = await epochs.of(connection, campaign) or [(0, row.seed)]
        put_right = {
            one.seq: await corrected(connection, game, one, damage.append)
            for one in rows
            if one.kind in KEPT_WITH and one.ruleset == game.ruleset
        }
    _check_digests([seed for _, seed in seeds], rows, [*survey.whole.values(), latest])
    state, compared, skipped = None, 0, 0
    returned_to: dict[int, Any] = {}
    for action in rows:
        if action.ruleset != game.ruleset:
            state, skipped = None, skipped + 1
            continue
        rewind = back.get(action.seq)
        if rewind is not None:
            if rewind.after in begun:
                state = _stored(campaign, begun, rewind.after)
            elif rewind.after in returned_to:
                state = returned_to[rewind.after]
            else:
                raise _diverged(action, "it goes back to what never was")
            since = rows[rewind.after : rewind.seq - 1]
            state = play(game, row.settings, state, kept_by(rewind, since, [*back.values()]))
        elif action.seq in put_right:
            state = put_right[action.seq]
        else:
            if state is None and action.seq > 1:
                state = _stored(campaign, begun, action.seq - 1)
            state = step(game, row.settings, state, action)
        if action.seq in needed:
            returned_to[action.seq] = state
        for known in (survey.whole.get(action.seq), latest):
            if known is not None and known.seq == action.seq:
                _compare(game, campaign, state, known.seq, known.text)
                compared += 1
    lost = (one for one in rows if one.seq in survey.unread)
    hidden = tuple(one.seq for one in lost if one.ruleset != game.ruleset)
    damaged = tuple(dict.fromkeys(damage))
    return ReplayReport(campaign, len(rows) - skipped, compared, skipped, hidden, damaged)


def _stored(campaign: str, begun: Mapping[int, Kept | None], seq: int) -> Any:
    """Return a state that earlier rules led to, as it is on file."""
    stored = begun.get(seq)
    if stored is None or stored.seq != seq:
        raise ReplayDiverged(f"Campaign {campaign} lacks the state before its new rules.")
    return stored.state


def _check_numbering(campaign: str, head: int, rows: tuple[ActionRow, ...], thrown: int) -> None:
    if [row.seq for row in rows] != list(range(1, head + 1)):
        raise ReplayDiverged(f"The log of campaign {campaign} has gaps.")
    if thrown != sum(row.dice for row in rows):
        raise ReplayDiverged(f"The log of campaign {campaign} miscounts its dice.")


def _check_digests(
    seeds: Sequence[bytes], rows: Sequence[ActionRow], stored: Iterable[StateRow | Kept | None]
) -> None:
    """Hold stored states against what the log says of them, under any secret its dice have had."""
    for one in stored:
        if one is not None and rows[one.seq - 1].digest is not None:
            _check_digest(seeds, rows[one.seq - 1], one.text)


def _check_digest(seeds: Sequence[bytes], row: ActionRow, text: str) -> None:
    """Hold a stored state against the hash that its action has of it."""
    if row.digest not in {digest_of(seed, row.campaign, row.seq, text) for seed in seeds}:
        raise _diverged(row, "the state stored is not the one that was written")


def _compare(game: AnyGame, campaign: str, state: Any, seq: int, text: str) -> None:
    played = game.dump(state)
    if played == text:
        return
    # Dumps may be written differently by an earlier version and mean the same.
    if json.loads(played) == json.loads(text):
        return
    if game.dump(game.load(text)) == played:
        return
    raise ReplayDiverged(
        f"The log of campaign {campaign} diverges at action {seq}: "
        "the state played again is not the state stored",
        seq,
    )
