"""How fast a table has agreed to play: what refills a seat's clock, and what stops it."""

import json
import re
import unicodedata
from dataclasses import asdict, dataclass
from typing import Literal, get_args

Refill = Literal["decision", "turn", "bank"]
"""When a seat's clock is full again: with each decision, with each game turn, never."""

TimeOut = Literal["default", "computer", "offer", "claim"]
"""What follows when time runs out: the default each time, the computer until the player is back,
the seat offered to others, or the other side may claim a result."""

MINUTE, HOUR, DAY = 60, 3600, 86_400
"""In seconds."""

SHORTEST = 5 * MINUTE
LONGEST = {"decision": 30 * DAY, "turn": 30 * DAY, "bank": 180 * DAY}
LONGEST_INCREMENT = 7 * DAY
LONGEST_GRACE = 7 * DAY
LONGEST_AWAY = 60
"""The limits of a pace, in seconds; of being away, in days."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's pace; "as fast as we like" is ``None`` in its place.

    A seat has *seconds* for each decision or turn, or in its bank, which every decision answered
    fills up by *increment* seconds. *grace* is how many seconds everybody has at least after the
    host was down. *quiet_stops* says that quiet hours stop clocks, *away_days* for how many days a
    player's being away does. Raises ``ValueError`` beyond the limits of this module, and for an
    increment without a bank.
    """

    refill: Refill
    seconds: int
    increment: int = 0
    grace: int = HOUR
    quiet_stops: bool = False
    away_days: int = 14
    time_out: TimeOut = "default"

    def __post_init__(self) -> None:
        if self.refill not in get_args(Refill) or self.time_out not in get_args(TimeOut):
            raise ValueError(f"no pace: {self.refill!r}, {self.time_out!r}")
        within = (
            SHORTEST <= self.seconds <= LONGEST[self.refill],
            0 <= self.increment <= (LONGEST_INCREMENT if self.refill == "bank" else 0),
            SHORTEST <= self.grace <= LONGEST_GRACE,
            0 <= self.away_days <= LONGEST_AWAY,
        )
        if not all(within):
            raise ValueError(f"beyond what a pace may be: {asdict(self)}")


PRESETS: tuple[Pace | None, ...] = (
    None,
    *(Pace("decision", days * DAY) for days in (1, 2, 3, 7)),
    *(Pace("turn", days * DAY) for days in (3, 7)),
    Pace("bank", 10 * DAY, increment=12 * HOUR),
    Pace("bank", 30 * DAY),
)
"""What is offered to whoever creates a table; the first is "as fast as we like"."""


def written(pace: Pace) -> str:
    """Return *pace* as JSON, to be kept."""
    return json.dumps(asdict(pace), separators=(",", ":"))


def read(text: str | None) -> Pace | None:
    """Return what :func:`written` wrote, ``None`` for ``None``; ``ValueError`` for anything else.

    A field that is not there has its default, so that what an earlier build wrote can be read.
    """
    if text is None:
        return None
    try:
        return Pace(**json.loads(text))
    except TypeError as wrong:
        raise ValueError(f"no pace: {text!r}") from wrong


_UNITS = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes", "minuto", "minutos"), MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "hora", "horas"), HOUR),
    **dict.fromkeys(("d", "day", "days", "dia", "dias"), DAY),
    **dict.fromkeys(("w", "week", "weeks", "semana", "semanas"), 7 * DAY),
}
_ONE = {"a", "an", "one", "un", "una", "uno"}
_NO_HURRY = {
    *("as fast as we like", "no hurry", "no rush", "no clock", "no limit", "none"),
    *("sin prisa", "sin prisas", "sin reloj", "sin limite", "a nuestro ritmo", "ninguno"),
}
_EACH = r"(?:a|per|each|every|for each|for every|por|por cada|cada|al|a la|/)"
_DECISION = r"(?:decision|move|answer|jugada|respuesta)"
_REFILLS: dict[Refill, re.Pattern[str]] = {
    "decision": re.compile(rf"(?:{_EACH} ?{_DECISION})?"),
    "turn": re.compile(rf"{_EACH} ?(?:turn|turno)"),
    "bank": re.compile(
        r"(?:(?:in|as|of|in the|in a|de|en|en el|en un)? ?(?:bank|banco|reserva|reserve))"
        r"|in all|in total|en total|all told"
    ),
}
_AMOUNT = re.compile(
    rf"(?:and |y |, )?(\d+(?:[.,]\d+)?|{'|'.join(_ONE)}) ?({'|'.join(_UNITS)})(?![a-z]) ?"
)
_PLUS = re.compile(r" ?(?:\+| plus | mas ) ?")


def parse_pace(text: str) -> Pace | None:
    """Read a pace as people type it, in English or Spanish; ``None`` is "as fast as we like".

    Such as "2 days", "48h", "3 days a turn", "10 days bank + 12h", "3 días por turno", "sin prisa".
    Raises ``ValueError`` for anything else, and for what no pace may be.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    plain = " ".join(plain.split()).rstrip(".!")
    if plain in _NO_HURRY:
        return None
    base, *more = _PLUS.split(plain)
    seconds, rest = _amount(base)
    refill = next((key for key, said in _REFILLS.items() if said.fullmatch(rest)), None)
    if refill is None or len(more) > 1 or (more and rest and refill != "bank"):
        raise ValueError(f"no pace: {text!r}")
    if not more:
        return Pace(refill, seconds)
    increment, rest = _amount(more[0])
    if not _REFILLS["decision"].fullmatch(rest):
        raise ValueError(f"no pace: {text!r}")
    return Pace("bank", seconds, increment=increment)


def _amount(text: str) -> tuple[int, str]:
    """Return how many seconds *text* begins with, and what stands behind; raises ``ValueError``."""
    seconds, at = 0.0, 0
    while found := _AMOUNT.match(text, at):
        number, unit = found.groups()
        seconds += (1 if number in _ONE else float(number.replace(",", "."))) * _UNITS[unit]
        at = found.end()
    if not at:
        raise ValueError(f"no time: {text!r}")
    return round(seconds), text[at:].strip()


def typed(pace: Pace | None) -> str:
    """Return what :func:`parse_pace` reads as a pace, but for what is no matter of its speed."""
    if pace is None:
        return "none"
    each = {"decision": "", "turn": " a turn", "bank": " bank"}[pace.refill]
    more = f" + {_amount_of(pace.increment)}" if pace.increment else ""
    return f"{_amount_of(pace.seconds)}{each}{more}"


def _amount_of(seconds: int) -> str:
    for unit, size in (("d", DAY), ("h", HOUR)):
        if seconds % size == 0:
            return f"{seconds // size}{unit}"
    return f"{seconds // MINUTE}m"
