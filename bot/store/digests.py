"""Keyed hashes of states, each in its action: so the log's chain covers what lies outside of it.

The key comes from the secret of the campaign's dice, so that nobody can try states out until one
fits. Whoever knows that secret can prove by a hash which state it was.
"""

from __future__ import annotations

import hashlib
import hmac


def digest_of(seed: bytes, campaign: str, seq: int, text: str) -> bytes:
    """Return the hash of the state after action *seq* as it is dumped; 16 bytes."""
    key = hmac.digest(seed, b"adjutant/states/1", hashlib.sha256)
    return hmac.digest(key, f"{campaign}/{seq}/{text}".encode(), hashlib.sha256)[:16]
