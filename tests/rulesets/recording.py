"""What the rules of a game lead to, recorded: its form, how it is made, how it is held against now.

A recording is of one ruleset. It holds stretches of random games: a state, the actions taken from
there with their dice, and after each of them status, outcome, state, and what whoever acted could
have done instead. Neither codes of events, clauses, texts nor the order of options are in it, and
of a state only the keys that were there when it was recorded: these may change under one number.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.store.codec import rolls_in, rolls_out
from bot.trials.random_play import WIDE, play_at_random
from engine.api import AnyGame, Option, Seat
from engine.dice import RecordedDice, SeededDice, StoredDice
from engine.errors import EngineError

HERE: Final = Path(__file__).parent
DIGESTS: Final = HERE / "digests"
_SAID: Final = """\
# What each ruleset leads to, in one digest: of its recording, as `python -m tests.rulesets` writes
# both. A digest that stands here is never written anew but by the change that raised its number.
"""
EVERY: Final = 4
"""The state after one in so many actions is kept, and the last."""
MANY: Final = ["many"]
"""Stands for more options than are looked at: which of them come first is no rule."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about what is legal, and its answer in no order: kinds, or options of a field."""

    seat: Seat
    kind: str
    field: str
    filled: Mapping[str, str]
    legal: Sequence[str]


@dataclass(frozen=True, slots=True)
class Did:
    """One action of a stretch: what could be done before it, and what is so after it."""

    asked: Sequence[Asked]
    seat: Seat
    kind: str
    body: str
    rolls: str
    status: Sequence[Any]
    outcome: Sequence[Any] | None
    state: Any = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some actions of a game from a state on."""

    name: str
    begun: Any
    log: tuple[Did, ...]


@dataclass(frozen=True, slots=True)
class Recording:
    """What a ruleset of a game leads to."""

    game: str
    ruleset: int
    stretches: tuple[Stretch, ...]


# ----------------------------------------------------------------------- form


def path_of(game: str) -> Path:
    """Return the file of the recording of a game's present ruleset."""
    return HERE / f"{game}.json.xz"


def write(recording: Recording) -> None:
    """Write a recording, and its digest beside the number of its ruleset."""
    path_of(recording.game).write_bytes(lzma.compress(_text(recording).encode(), preset=9))
    numbers = {**digests(recording.game), str(recording.ruleset): digest(recording.game)}
    lines = [f'{one} = "{two}"' for one, two in numbers.items()]
    (DIGESTS / f"{recording.game}.toml").write_text("\n".join((_SAID, *lines, "")), "utf-8")


@cache
def read(game: str) -> Recording:
    """Return the recording of a game."""
    raw = json.loads(lzma.decompress(path_of(game).read_bytes()))
    stretches = [
        Stretch(one["name"], one["begun"], tuple(map(_did, one["log"]))) for one in raw["stretches"]
    ]
    return Recording(raw["game"], raw["ruleset"], tuple(stretches))


def _did(raw: Mapping[str, Any]) -> Did:
    asked = tuple(Asked(**one) for one in raw["asked"])
    return Did(**{**raw, "asked": asked})


def digests(game: str) -> dict[str, str]:
    """Return the digest of every ruleset of a game that was recorded, by number."""
    file = DIGESTS / f"{game}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def digest(game: str) -> str:
    """Return the digest of the recording of a game."""
    return hashlib.sha256(lzma.decompress(path_of(game).read_bytes())).hexdigest()[:32]


def _text(recording: Recording) -> str:
    # Keys in the order that dumps have: the order in which pieces lie is a part of a state.
    return json.dumps(asdict(recording), ensure_ascii=False, separators=(",", ":"))


# ----------------------------------------------------------------------- made


@dataclass
class _Noting:
    """A game that notes what it is asked, so that it can be asked again."""

    inner: AnyGame
    seat: Seat | None = None
    noted: list[Asked] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def view(self, state: Any, seat: Seat | None) -> Any:
        """Return the view, and note whose it is."""
        self.seat = seat
        return self.inner.view(state, seat)

    def kinds(self, view: Any) -> tuple[str, ...]:
        """Return the kinds that are possible, and note them."""
        found = self.inner.kinds(view)
        self._note("", "", {}, found)
        return found

    def options(
        self, view: Any, kind: str, name: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        """Return some options of a field, and note them."""
        found = tuple(islice(self.inner.options(view, kind, name, filled), WIDE + 1))
        self._note(kind, name, dict(filled), [one.value for one in found])
        return iter(found)

    def _note(self, kind: str, name: str, filled: dict[str, str], found: Sequence[str]) -> None:
        assert self.seat is not None
        self.noted.append(Asked(self.seat, kind, name, filled, _set(found)))


def _set(found: Sequence[str]) -> list[str]:
    return MANY if len(found) > WIDE else sorted(set(found))


def record(game: AnyGame, name: str, begun: Any, actions: int, seed: str) -> Stretch:
    """Play so many actions at random from a state on, and return them."""
    noting = _Noting(game)
    dice = RecordedDice(SeededDice(seed.encode()))
    done: list[Did] = []
    state = begun
    for number in range(actions):
        if game.outcome(state) is not None:
            break
        noting.noted.clear()
        (one,), state = play_at_random(
            noting,
            state,
            f"{seed} {number}",
            limit=1,
            dice=dice,
            standing=True,
        )
        did = Did(
            tuple(noting.noted),
            one.seat,
            one.action.kind,
            one.action.model_dump_json(),
            rolls_out(one.rolls),
            _status(game, state),
            _outcome(game, state),
            json.loads(game.dump(state)) if number % EVERY == 0 or number == actions - 1 else None,
        )
        done.append(did)
    return Stretch(name, json.loads(game.dump(begun)), tuple(done))


def _status(game: AnyGame, state: Any) -> list[Any]:
    status = game.status(game.view(state, None))
    return [status.turn, status.phase_key, status.player]


def _outcome(game: AnyGame, state: Any) -> list[Any] | None:
    outcome = game.outcome(state)
    return None if outcome is None else [outcome.winner]


# ----------------------------------------------------------------- held against


def differences(game: AnyGame, stretch: Stretch) -> Iterator[str]:
    """Yield where the present rules lead elsewhere than was recorded; only the first of a stretch.

    Said by place and by what differs: what is legal, rolls, status, outcome or a key of the state.
    """
    state = game.load(json.dumps(stretch.begun))
    for number, did in enumerate(stretch.log, 1):
        where = f"{stretch.name!r}, action {number} ({did.seat}: {did.body})"
        for asked in did.asked:
            found = _legal(game, state, asked)
            if found != list(asked.legal):
                yield f"{where}: what is legal: {_question(asked)}: {_apart(asked.legal, found)}"
                return
        dice = StoredDice(rolls_in(did.rolls))
        try:
            action = game.actions[did.kind].model_validate_json(did.body)
            state = game.apply(state, did.seat, action, dice).state
            dice.finish()
        except EngineError as error:
            yield f"{where}: {type(error).__name__}: {error}"
            return
        for what, now, then in (
            ("status", _status(game, state), did.status),
            ("outcome", _outcome(game, state), did.outcome),
        ):
            if now != then:
                yield f"{where}: {what}: {then} was recorded, it is {now}"
                return
        if did.state is None:
            continue
        apart = next(unlike(did.state, json.loads(game.dump(state))), None)
        if apart is not None:
            yield f"{where}: the state: {apart}"
            return


def _legal(game: AnyGame, state: Any, asked: Asked) -> list[str]:
    view = game.view(state, asked.seat)
    if not asked.kind:
        return _set(game.kinds(view))
    options = game.options(view, asked.kind, asked.field, asked.filled)
    return _set([one.value for one in islice(options, WIDE + 1)])


def _question(asked: Asked) -> str:
    if not asked.kind:
        return f"kinds of action of {asked.seat}"
    filled = ", ".join(f"{name} {value}" for name, value in asked.filled.items())
    return f"{asked.field} of {asked.kind} of {asked.seat}" + (f" with {filled}" if filled else "")


def _apart(then: Sequence[str], now: Sequence[str]) -> str:
    gone = sorted(set(then) - set(now))
    new = sorted(set(now) - set(then))
    said = [f"{', '.join(gone[:5])} is no more"] if gone else []
    return "; ".join([*said, f"{', '.join(new[:5])} is new"] if new else said)


def unlike(then: Any, now: Any, place: str = "") -> Iterator[str]:
    """Yield where *now* is not what was recorded; keys that it has beside those do not count."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            if key not in now:
                yield f"{place}.{key}".lstrip(".") + " is no more"
            else:
                yield from unlike(value, now[key], f"{place}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (one, two) in enumerate(zip(then, now, strict=True)):
            yield from unlike(one, two, f"{place}[{number}]")
    elif then != now:
        yield f"{place.lstrip('.')} was {then!r}, it is {now!r}"
