"""Supposing: an action carried out on what one side knows, as far as that is certain.

The action is applied as ever, but to a state made of the side's own view. A die that would be
thrown, or a look at what somebody else alone knows, stops it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from engine.errors import EngineError

K = TypeVar("K")
T = TypeVar("T")


class SecretAsked(EngineError):
    """The rules looked at what the side that supposes does not know."""


class Sealed:
    """Secrets of somebody else: who looks at them is stopped, and a change changes nothing.

    Raises:
        SecretAsked: from reading any of its attributes.
    """

    # What `dataclasses.replace` asks for: replaced, it is sealed as before.
    __dataclass_fields__: dict[str, Any] = {}  # noqa: RUF012 - the name is the standard library's
    __slots__ = ()

    def __init__(self, **changed: Any) -> None:
        del changed

    def __getattr__(self, name: str) -> Any:
        raise SecretAsked(name)


SEALED = Sealed()


def known(values: Mapping[K, T], key: K) -> T:
    """Return what stands under a key that is left out for whoever does not know it.

    A table that is projected (:meth:`engine.kit.table_game.TableGame.projected`) cannot say
    "nothing" where it says "unknown": the rules would take it for certain.

    Raises:
        SecretAsked: It is left out.
    """
    if key not in values:
        raise SecretAsked(str(key))
    return values[key]
