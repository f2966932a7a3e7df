"""The post of a table in a forum: what it is called, and what its first message says for good."""

from __future__ import annotations

from typing import Final, get_args

from bot.moderator.lobby.forums import Stand
from bot.text import Raw, Words, cut

TITLE_LIMIT: Final = 100
MOST_TAGS: Final = 5
"""Tags that Discord lets a post have."""


def title(name: str, stand: Stand, words: Words) -> str:
    """Return the title of the post of a table of that name."""
    said = words.plain.bot(f"forum.stand.{stand}")
    return cut(words.plain.bot("forum.title", name=name, stand=said), TITLE_LIMIT)


def first_words(guild_id: int, forum_id: int, key: str, words: Words) -> str:
    """Return the first message of a post: fixed text and a link, and *key*, which finds it again.

    It names no state, as nobody ever edits it.
    """
    address = Raw(f"https://discord.com/channels/{guild_id}/{forum_id}")
    return "\n".join((words.bot("forum.first", link=address), f"-# {mark(key)}"))


def mark(key: str) -> str:
    """Return how a first message names the campaign that it is for."""
    return f"`{key}`"


def tags(stand: Stand, words: Words) -> frozenset[str]:
    """Return the names, folded, of the tags that are meant for such a table of the words' game."""
    return frozenset(map(folded, _names(stand, words)))


def named_tags(words: Words) -> str:
    """Return the names of the tags that a new table of the words' game may have."""
    return " / ".join(_names("open", words))


def _names(stand: Stand, words: Words) -> list[str]:
    plain = words.plain
    game = [] if words.game is None else [plain.label("game.title")]
    return [*game, plain.bot(f"forum.stand.{stand}")]


def stands(words: Words) -> frozenset[str]:
    """Return the names, folded, of the tags that are meant for some state of a table."""
    return frozenset(folded(words.plain.bot(f"forum.stand.{one}")) for one in get_args(Stand))


def folded(name: str) -> str:
    """Return a tag's name as it is compared."""
    return " ".join(name.casefold().split())
