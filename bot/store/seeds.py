"""What the secret of a campaign's dice is split into, so that one of its uses opens no other.

In scheme 1, that of campaigns from before there were schemes, the secret itself is the key of all.
In scheme 2 each use has a key of its own, made from the secret one way: whoever is shown the key of
the open dice can count them anew and learns nothing of hidden draws, of the names of messages, or
of the computer's thoughts. A *seal* is published beforehand: the hash of the hashes of all keys, so
that one of them can be shown later with the others' hashes, and proves itself.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import astuple, dataclass
from typing import Final

NEWEST: Final = 2


@dataclass(frozen=True, slots=True)
class Seeds:
    """The keys that a campaign's secret is split into."""

    open_dice: bytes
    hidden_dice: bytes
    nonces: bytes
    computer: bytes

    def __repr__(self) -> str:
        return "Seeds(...)"  # none of them may reach a log


def seeds_of(seed: bytes, scheme: int) -> Seeds:
    """Return the keys that a secret is split into by a scheme."""
    if scheme < NEWEST:
        return Seeds(seed, seed, seed, seed)
    return Seeds(*(_key(seed, use) for use in ("open dice", "hidden dice", "nonces", "computer")))


def _key(seed: bytes, use: str) -> bytes:
    return hmac.digest(seed, f"adjutant/{NEWEST}/{use}".encode(), hashlib.sha256)


def seal_of(seed: bytes, scheme: int) -> str:
    """Return what may be published of a secret beforehand, in hexadecimal; "" in scheme 1."""
    if scheme < NEWEST:
        return ""
    hashes = (hashlib.sha256(key).digest() for key in astuple(seeds_of(seed, scheme)))
    return hashlib.sha256(b"".join(hashes)).hexdigest()
