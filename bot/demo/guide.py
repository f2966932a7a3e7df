"""What a newcomer is told first: four lines, in the terminal and pinned in the channel.

Three of them, who plays what, what is done and what to do first, stand again at the channel's end:
a page opens there, and on a telephone the buttons of the game's latest message are just above.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.app import Adjutant
from bot.demo.campaign import campaign_of, commanders
from bot.text import Raw, Words, words_for

if TYPE_CHECKING:
    from bot.demo.world import World

MOST_DONE = 4
"""Deeds that are named; of a game that has been played for longer only how many they are."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where to look. Whoever has an address may play, so they are not logged."""

    channel: str
    alice: str
    bruno: str


@dataclass(frozen=True, slots=True)
class Guide:
    """What a newcomer is told.

    Attributes:
        sit: Who plays what.
        done: What is done already.
        first: What to press first.
        look: What may be typed, and where to look.
    """

    sit: str
    done: str
    first: str
    look: str


async def guide_of(world: "World") -> Guide:
    """Return the guide to the campaign in the channel that is shown, in the demo's language."""
    bot = world.env.bot
    if not isinstance(bot, Adjutant):
        words = words_for(world.language).plain
        return Guide(
            words.bot("demo.nothing.seats"),
            words.bot("demo.nothing.done"),
            words.bot("demo.nothing.first"),
            words.bot("demo.look"),
        )
    game = bot.games[world.match.game]
    words = words_for(world.language, game).plain
    look = words.bot("demo.look"), words.bot("demo.language")
    typed = words.bot("demo.typed", command=Raw(f"/{game.command}"))
    return Guide(
        await _sit(world, bot, words),
        await _done(world, bot, words),
        await _first(world, bot, words),
        " ".join((typed, *look)),
    )


async def _done(world: "World", bot: Adjutant, words: Words) -> str:
    """Say what has been done for the players, or how far the game has come."""
    campaign = await campaign_of(world)
    if campaign is None:
        return words.bot("demo.nothing.done")
    found = await bot.moderator.reader.log(campaign.id, per_page=50)
    acted = [entry for entry in found.entries if not entry.kind.startswith("!")]
    if len(acted) > MOST_DONE:
        return words.bot("demo.steps", n=found.total)
    if not acted:
        return words.bot("demo.set_up")
    deeds = [
        words.bot("demo.deed", what=words.kind(one.kind), who=words.seat(one.seat or ""))
        for one in acted
    ]
    written = await _written(world, bot, words)
    return " ".join((words.bot("demo.done", deeds=tuple(deeds)), *written))


async def _written(world: "World", bot: Adjutant, words: Words) -> list[str]:
    """Say whose secret orders have been written already, for the players' sides."""
    campaign = await campaign_of(world)
    assert campaign is not None
    parts: list[str] = []
    for side, player in commanders(world, campaign).items():
        look = await bot.moderator.reader.look(campaign.id, player.id)
        n = len(bot.games[campaign.game].orders(look.view)) if look.view is not None else 0
        if n:
            parts.append(words.bot("demo.written_by", who=words.seat(side), n=n))
    return [words.bot("demo.written", parts=tuple(parts))] if parts else []


async def _first(world: "World", bot: Adjutant, words: Words) -> str:
    """Say who is awaited, and what they press first."""
    campaign = await campaign_of(world)
    if campaign is None:
        return words.bot("demo.nothing.first")
    game = bot.games[campaign.game]
    shown = words_for(campaign.language, game).plain
    look = await bot.moderator.reader.look(campaign.id)
    seated = commanders(world, campaign)
    for decision in look.decisions:
        if decision.seat in seated:
            # What has fewer answers ready than ways to answer is answered on the plan's page.
            whole = 0 < len(decision.kinds) <= len(decision.choices)
            label = shown.say(decision.choices[0]) if whole else shown.bot("button.plan")
            return words.bot(
                "demo.first", who=Raw(seated[decision.seat].name.title()), button=label
            )
    return words.bot("demo.wait", button=shown.bot("button.recap"))


async def _sit(world: "World", bot: Adjutant, words: Words) -> str:
    campaign = await campaign_of(world)
    if campaign is None:
        return words.bot("demo.nothing.seats")
    seated = commanders(world, campaign)
    sides = [
        words.bot("demo.plays", who=Raw(player.name.title()), side=words.seat(side))
        for side, player in seated.items()
    ]
    computer = [words.seat(side) for side in campaign.seats if side not in seated]
    if computer:
        return words.bot("demo.against", plays=tuple(sides), sides=tuple(computer))
    return words.bot("demo.both", plays=tuple(sides))


def guide_for_terminal(
    guide: Guide, addresses: Addresses, kept: tuple[str, ...], language: str = "en"
) -> str:
    """The guide with the addresses, for the terminal; *kept* says where the games are."""
    words = words_for(language).plain
    where = {
        words.bot("demo.page.channel"): addresses.channel,
        words.bot("demo.page.alice"): addresses.alice,
        words.bot("demo.page.bruno"): addresses.bruno,
    }
    width = max(map(len, where)) + 4
    return "\n".join(
        (
            "",
            words.bot("demo.open"),
            "",
            *(f"  {name:{width}}{address}" for name, address in where.items()),
            "",
            *_numbered(guide),
            "",
            *kept,
        )
    )


def guide_for_channel(guide: Guide, language: str = "en") -> str:
    """The guide as the host writes it into the channel."""
    words = words_for(language)
    return "\n".join((words.bot("demo.title"), *_numbered(guide), words.bot("demo.pages")))


def note_for_channel(guide: Guide) -> str:
    """What the host says last: what is done, and what to do first."""
    return f"{guide.done}\n**{guide.first}** {guide.sit}"


def _numbered(guide: Guide) -> tuple[str, ...]:
    lines = (guide.sit, guide.done, guide.first, guide.look)
    return tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))
