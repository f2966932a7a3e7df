"""Looking back on a game, for the channel in which it was played; and films as files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from babel.numbers import format_decimal

from bot.letters import naming, sentences
from bot.letters.images import Image, alt_text, images_of
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.moderator.api import Campaign
from bot.moderator.looking.retrospects import Retrospect
from bot.text import Raw, Words, cut, words_for
from engine.api import AnyGame, Seat, Term
from render.api import Picture

LOST_NAMED = 14
"""Things lost of a seat that are named; of more their number is told."""
LINE_LIMIT = 420
MOMENTS_LIMIT = 1500


def page(past: Retrospect, *, game: AnyGame, pictures: Sequence[Picture], filmed: bool) -> Letter:
    """Return the post that looks back on a game.

    Args:
        past: What is told of it.
        game: The rules it was played by.
        pictures: The map at its end; behind it the film, if there is one.
        filmed: Whether there is.
    """
    campaign = past.look.campaign
    words = words_for(campaign.language, game)
    texts = [
        words.bot("end.title", name=campaign.name),
        "\n".join(_result(past, words)),
        *_section("end.losses", _losses(past, words), words),
        *_section("end.moments", _moments(past, words), words),
        *_section("end.luck", _luck(past, words), words),
        "\n".join(_taken_back(past, words)),
        words.bot("end.corrected", n=past.corrected) if past.corrected else "",
        "\n".join(_secrets(past, words)),
    ]
    if not filmed:
        texts.append("-# " + words.bot("end.no_film"))
    images = list(images_of(pictures[:-1] if filmed else pictures, words))
    if filmed:
        title = words.plain.bot("replay.whole", name=campaign.name)
        images.append(film_image(pictures[-1], title, words))
    items = buttons(campaign, words, secrets=not past.opened or any(past.secrets.values()))
    view = lay_out(images, [text for text in texts if text], items)
    return Letter(view, tuple(images))


def buttons(campaign: Campaign, words: Words, *, secrets: bool) -> list[Pressable]:
    """Return what can be done with a game that is over; *secrets*: there were some."""
    plain = words.plain
    items = [
        button(
            plain.bot("button.rematch"), "rematch", campaign.id, style=STYLES.success, emoji="🔁"
        )
    ]
    if secrets:
        items.append(button(plain.bot("button.secrets"), "secrets", campaign.id, emoji="🔓"))
    return [*items, *reading_buttons(campaign, words)]


def reading_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return what of a game that is over can be read at any time."""
    plain = words.plain
    return [
        button(plain.bot("button.replay"), "replay", campaign.id, 0, emoji="🎞️"),
        button(plain.bot("button.log"), "log", campaign.id, emoji="📖"),
        button(plain.bot("button.dice"), "logdice", campaign.id, emoji="🎲"),
    ]


def sealed(opens: datetime | None, words: Words) -> str:
    """Say until when what was secret stays closed."""
    if opens is None:
        return words.bot("end.sealed")
    return words.bot("end.sealed_until", at=naming.moment(opens))


def film_image(film: Picture, title: str, words: Words) -> Image:
    """Return a film to attach; in words it is its title, and what its last picture shows."""
    said = alt_text(film.alt, words, title, words.plain.bot("replay.last"))
    return Image(f"replay.{film.suffix}", film.data, said)


def _section(code: str, lines: list[str], words: Words) -> list[str]:
    return [fit([words.bot(code), *lines], MOMENTS_LIMIT)] if lines else []


def _result(past: Retrospect, words: Words) -> list[str]:
    look = past.look
    lines: list[str] = [] if look.outcome is None else [sentences.outcome(look.outcome, words)]
    return [*lines, words.bot("end.played", turn=past.turns, n=past.actions)]


def _losses(past: Retrospect, words: Words) -> list[str]:
    if not past.losses:
        return []
    return [
        f"• {fit([_lost(seat, past.losses.get(seat, ()), words)], LINE_LIMIT)}"
        for seat in past.look.campaign.seats
    ]


def _lost(seat: Seat, what: Sequence[Term], words: Words) -> str:
    if not what:
        return words.bot("end.lost_nothing", seat=words.seat(seat))
    named: list[str] = [words.say(one) for one in what[:LOST_NAMED]]
    if len(what) > LOST_NAMED:
        named.append(words.bot("list.more", n=len(what) - LOST_NAMED))
    names = Raw(", ".join(named))
    return words.bot("end.lost", seat=words.seat(seat), n=len(what), what=names)


def _moments(past: Retrospect, words: Words) -> list[str]:
    lines = []
    for moment in past.moments:
        head = words.bot("end.when", turn=moment.turn, phase=words.say(Term("phase", moment.phase)))
        told = " ".join(words.say(event) for event in moment.events)
        lines.append(f"• {head} {cut(told, LINE_LIMIT)}")
    return lines


def _luck(past: Retrospect, words: Words) -> list[str]:
    return [
        "• "
        + words.bot(
            "end.dice",
            seat=words.seat(seat),
            n=luck.dice,
            mean=Raw(format_decimal(luck.mean, "0.00", words.language)),
            expected=Raw(format_decimal(luck.expected, "0.0", words.language)),
            share=luck.better_than,
        )
        for seat in past.look.campaign.seats
        if (luck := past.luck.get(seat)) is not None
    ]


def _taken_back(past: Retrospect, words: Words) -> list[str]:
    return [
        words.bot("end.taken_back", seat=words.seat(seat), n=past.taken_back[seat])
        for seat in past.look.campaign.seats
        if past.taken_back.get(seat)
    ]


def _secrets(past: Retrospect, words: Words) -> list[str]:
    if not past.opened:
        return [sealed(past.opens, words)]
    given = [
        words.bot("end.secret_seat", seat=words.seat(seat), n=past.secrets[seat])
        for seat in past.look.campaign.seats
        if past.secrets.get(seat)
    ]
    return [words.bot("end.secrets", given=Raw(words.join(given)))] if given else []
