"""What every refusal must be: private, with its clause, and without consequences."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from bot.moderator import Look
from tests.support.people import Person, Reply

CLAUSE = re.compile(r"\*\((\d+(\.\d+)*|[A-Z][\w ]+)\)\*")
LONGEST = 2500
"""Characters of an answer to however much is typed."""


async def refused(
    look: Callable[[], Awaitable[Look]],
    person: Person,
    command: str,
    /,
    *words: str,
    clause: bool = True,
    **options: Any,
) -> Reply:
    """Type an order that must be refused: privately, with a clause, changing nothing.

    Args:
        look: Looks at the campaign as everybody does.
        person: Who types.
        command: What is typed.
        words: What the refusal must say, among other things.
        clause: Whether a rule forbids it; a matter of form has none.
        **options: What is typed into its options.
    """
    before = await look()
    reply = await person.slash(command, **options)
    after = await look()
    assert reply.is_private
    assert "Nothing has changed" in reply.text, reply.text
    assert CLAUSE.search(reply.text) or not clause, reply.text
    assert "@everyone" not in reply.text
    assert len(reply.text) < LONGEST
    for word in words:
        assert word.lower() in reply.text.lower(), reply.text
    assert after.version == before.version
    return reply
