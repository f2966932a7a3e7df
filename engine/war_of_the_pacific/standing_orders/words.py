"""The words of standing orders: what may stand in their fields, and how a person may type it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.api import Refusal, Term
from engine.kit.parsing import SHOWN, Reader, folded
from engine.kit.wording import refuse

ALWAYS, NEVER = "always", "never"
RUN, ACCEPT = "run", "accept"
TRANSPORTS, STRONGEST, WEAKEST, NONE = "transports", "strongest", "weakest", "none"
WARSHIPS, DAMAGED, EASIEST = "warships", "damaged", "easiest"
ATTACKING, DEFENDING, OUTNUMBERED = "attacking", "defending", "outnumbered"
RETREAT, STAND = "retreat", "stand"
ADVANCE, HOLD = "advance", "hold"
END = "end"
LIMA, CALLAO, LA_PAZ, ORURO = "lima", "callao", "la_paz", "oruro"
INFANTRY, CAVALRY, ARTILLERY, FORTS, COLUMNS = (
    "infantry",
    "cavalry",
    "artillery",
    "forts",
    "columns",
)
FULL, REDUCED = "full", "reduced"

_NEVER, _ALWAYS = ("no", "nunca"), ("yes", "si", "siempre")
_STRONGEST = ("strong", "fuerte", "mas fuerte", "mas fuertes", "los mas fuertes")
_TRANSPORTS = ("transport", "transporte", "transportes")

VOCABULARY: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "stance": {ALWAYS: _ALWAYS, NEVER: _NEVER},
    "running": {RUN: ("yes", "si", "forzar"), ACCEPT: ("no", "aceptar")},
    "catching": {
        TRANSPORTS: _TRANSPORTS,
        STRONGEST: _STRONGEST,
        NONE: ("pass", "ninguno", "dejar pasar"),
    },
    "aside": {
        TRANSPORTS: _TRANSPORTS,
        WEAKEST: ("weak", "debiles", "mas debiles", "los mas debiles"),
        NONE: ("ninguno", "nobody"),
    },
    "guns": {STRONGEST: _STRONGEST, WEAKEST: ("weak", "mas debil", "mas debiles", "debiles")},
    "target": {
        DAMAGED: ("averiados", "danados"),
        STRONGEST: _STRONGEST,
        WEAKEST: ("weak", "debiles", "mas debiles", "los mas debiles"),
        EASIEST: ("easy", "faciles", "mas faciles", "los mas faciles"),
        WARSHIPS: ("warship", "buques de guerra", "guerra"),
        TRANSPORTS: _TRANSPORTS,
    },
    "casualty": {
        FULL: ("full strength", "completas", "enteras"),
        REDUCED: ("depleted", "reducidas", "con bajas"),
        INFANTRY: ("infanteria",),
        CAVALRY: ("caballeria",),
        ARTILLERY: ("artilleria",),
        FORTS: ("fort", "fuerte", "fuertes"),
        COLUMNS: ("supply", "column", "columnas", "columna"),
    },
    "spending": {
        NEVER: _NEVER,
        ATTACKING: ("attack", "atacando", "al atacar"),
        DEFENDING: ("defence", "defendiendo", "al defender"),
        OUTNUMBERED: ("en inferioridad", "inferioridad"),
        ALWAYS: _ALWAYS,
    },
    "withdrawal": {RETREAT: ("retirarse", "retirada"), STAND: ("resistir", "aguantar")},
    "holding": {
        HOLD: ("hold course", "mantener", "mantener el rumbo"),
        END: ("stop", "terminar", "terminar el viaje"),
    },
    "receiving": {LIMA: (), CALLAO: ("el callao",), LA_PAZ: ("la paz",), ORURO: ()},
    "pursuit": {ADVANCE: ("avanzar", "avance"), HOLD: ("mantenerse", "no avanzar")},
}
"""Every word by what holds it, as it is kept, with other ways to type it."""

KINDS: Mapping[str, str] = {**{kind: kind for kind in VOCABULARY}, "standing": "action"}
"""The kind of term that stands in a field, by its note."""


@cache
def _typed(kind: str) -> Mapping[str, str]:
    found = {folded(word): word for word in VOCABULARY[kind]}
    for word, others in VOCABULARY[kind].items():
        for other in others:
            found.setdefault(folded(other), word)
    return found


def as_word(kind: str, text: str) -> str:
    """Return the word of a kind that *text* means, "" if none."""
    return _typed(kind).get(folded(text), "")


def word_reader(kind: str, otherwise: Reader | None = None) -> Reader:
    """Return the reader of words of a kind, or of what else may stand in the same place."""

    def read(text: str, problems: list[Refusal]) -> str:
        word = as_word(kind, text)
        if word:
            return word
        if otherwise is not None:
            return str(otherwise(text, problems))
        words = tuple(Term(kind, one) for one in VOCABULARY[kind])
        problems.append(refuse("read.unknown_word", "", typed=text[:SHOWN], words=words))
        return ""

    return read
