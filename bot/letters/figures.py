"""What somebody has played to its end, as pages: their own, and what others of a server may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.letters import dice
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Pressable, button, fit
from bot.moderator.looking.figures import CAME, MOST, Came, Figures, GameFigures, OwnFigures
from bot.moderator.looking.thrown import Fallen
from bot.text import Raw, Words, words_for
from engine.api import AnyGame

VERB: Final = "figures"
PART_LIMIT: Final = 1400
"""Characters of what is told of a server, or of all."""

Games = Mapping[str, AnyGame]


def own_page(own: OwnFigures, games: Games, words: Words) -> Page:
    """Return the page of a person's own figures, with what shows them to others, or hides them."""
    texts: list[str] = [words.bot("figures.title")]
    items: list[Pressable] = []
    if own.here is not None:
        texts.append(_part(words.bot("figures.here"), own.here, games, words))
    texts.append(_part(words.bot("figures.everywhere"), own.everywhere, games, words))
    texts += _notes(own.everywhere, words)
    if own.here is None:
        texts.append(words.bot("figures.in_servers"))
    else:
        texts.append(words.bot("figures.shown" if own.shown else "figures.hidden"))
        items.append(_switch(words, shown=own.shown))
    if own.everywhere.waiting:
        items.append(button(words.plain.bot("figures.button.go_on"), VERB, "again"))
    return Page(texts, items)


def page_of(person: Raw, figures: Figures, games: Games, words: Words) -> Page:
    """Return the page of a person who lets others of a server see their figures of there."""
    texts: list[str] = [
        words.bot("figures.title_of", person=person),
        _part(words.bot("figures.here"), figures, games, words),
        *_notes(figures, words),
    ]
    return Page(texts)


def _switch(words: Words, *, shown: bool) -> Pressable:
    plain = words.plain
    if shown:
        return button(plain.bot("figures.button.hide"), VERB, "hide")
    return button(plain.bot("figures.button.show"), VERB, "show", style=STYLES.primary)


def _part(heading: Raw, figures: Figures, games: Games, words: Words) -> str:
    """Say what was played in one server, or in all."""
    if not (figures.ended or figures.came_in or figures.waiting):
        return f"{heading}\n{words.bot('figures.none')}"
    lines: list[str] = [heading]
    for one in figures.games:
        lines += _game(one, games[one.game], words)
    if figures.came_in:
        lines.append(words.bot("figures.came_in", n=figures.came_in))
    lines += [_dice(one, words) for one in figures.dice]
    return fit(lines, PART_LIMIT)


def _game(one: GameFigures, game: AnyGame, words: Words) -> Sequence[str]:
    """Say what came of one game: in all, then by side."""
    own = words_for(words.language, game)
    code = "figures.computer" if one.computer else "figures.people"
    title = words.bot(code, game=own.label("game.title"))
    came, n = _came(one.came, words), one.ended
    sides = [seat for seat in game.seats if seat in one.sides]
    if len(sides) == 1:
        seat = own.seat(sides[0])
        return [words.bot("figures.game.side", game=title, seat=seat, n=n, came=came)]
    return [
        words.bot("figures.game", game=title, n=n, came=came),
        *(
            words.bot(
                "figures.side",
                seat=own.seat(seat),
                n=sum(one.sides[seat].values()),
                came=_came(one.sides[seat], words),
            )
            for seat in sides
        ),
    ]


def _came(came: Mapping[Came, int], words: Words) -> Raw:
    """Say what came of games, how often."""
    said = [words.bot(f"figures.came.{one}", n=came[one]) for one in CAME if came.get(one)]
    return Raw(", ".join(said))


def _dice(fallen: Fallen, words: Words) -> str:
    """Say how dice of one kind fell, beside what was to be expected."""
    head = words.bot(
        "figures.dice",
        n=fallen.dice,
        sides=fallen.sides,
        mean=dice.decimal(fallen.mean, words, "0.00"),
        expected=dice.decimal(fallen.expected, words),
    )
    return f"{head}\n{dice.faces_of(fallen, words)}"


def _notes(figures: Figures, words: Words) -> list[str]:
    """Say what does not count, or not yet."""
    notes = [words.bot("figures.note")]
    if figures.waiting:
        notes.append(words.bot("figures.waiting", n=figures.waiting))
    if figures.unread:
        notes.append(words.bot("figures.unread", n=figures.unread))
    if figures.more:
        notes.append(words.bot("figures.more", n=MOST))
    return ["\n".join(notes)]
