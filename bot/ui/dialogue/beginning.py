"""The page on which a campaign's creator puts together the position that it is to begin from.

It is the page of corrections (:mod:`bot.ui.dialogue.correcting`), with a start before them and many
of them: they are listed page by page, and typed as lines, many at once. Each function that is given
a game first works off the event loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.letters.beginnings import CONFIRM, LOOK, open_button
from bot.letters.pages import Page
from bot.letters.parts import STYLES, MenuLine, Pressable, button, fit, menu, pages
from bot.moderator import Campaign
from bot.moderator.lobby.beginnings import MOST, Laid
from bot.moderator.referees.correcting import Typed, mark_of
from bot.text import Raw, Words, words_for
from bot.ui.dialogue import correcting
from bot.ui.dialogue.correcting import KIND, LIST, Asked, read_all, typed_of, with_list
from bot.ui.dialogue.fields import typed_fields
from bot.ui.faults import reasons_of
from engine.api import AnyGame, Refusal, Start
from engine.errors import MalformedAction
from engine.kit.parsing import folded
from engine.playing.lines import orders_of, read_correction

VERB: Final = "begin"
"""Of every button of the page; behind it stand the draft, and what is wanted."""
WITHDRAW: Final = "beginoff"
"""Of the button by which its creator lets a campaign begin in its game's own way again."""
WORDS: Final = "beginwords"
"""Of the buttons that turn the pages of the map in words; behind it the campaign, and a page."""
START: Final = "!start"
"""Key of the draft under which the chosen start is kept."""
TYPED: Final = "!typed"
"""Key of the draft under which the lines are kept that were not understood."""
KEPT: Final = (START, TYPED)
"""What is kept whatever becomes of the corrections."""
LINES_LIMIT: Final = 4000
"""Characters that are typed at once."""
MEANT: Final = "yes"
"""Behind "drop" in a button: it was asked whether that is meant."""
SHOWN: Final = 20
"""Entries of the list on a page."""
TEXT_LIMIT: Final = 2500
"""Characters of a page of the list, and of the map in words."""


def start_page(campaign: Campaign, starts: Sequence[Start], draft: str, words: Words) -> Page:
    """Ask where the game begins."""
    plain = words.plain
    texts = [words.bot("beginning.title", name=campaign.name), words.bot("beginning.how_start")]
    entries = [MenuLine(one.key, plain.say(one.label)) for one in starts]
    items = [
        menu(entries, VERB, draft, "start", hint=plain.bot("beginning.pick_start"), share=True),
        button(plain.bot("button.cancel"), VERB, draft, "drop"),
    ]
    return Page(texts, items)


# ------------------------------------------------------------------ worked out off the event loop


def page_of(
    game: AnyGame,
    asked: Asked,
    start: Start,
    at: int,
    refusals: tuple[Refusal, ...] = (),
    index: int | None = None,
    turned: int = 0,
    note: str = "",
) -> Page:
    """Return the page: the list, or what is asked of the correction that is being put together.

    Args:
        game: The rules.
        asked: What it is made of.
        start: The chosen start.
        at: Which page of the list, from 1.
        refusals: Why what was given last was not taken.
        index: Which field is asked for; by itself the first that is missing.
        turned: Which page of its options.
        note: What is said first of all.
    """
    if asked.draft.filled.get(KIND):
        return correcting.page_of(game, asked, refusals, index, turned)
    words = asked.words(game)
    plain, name = words.plain, asked.draft.id
    typed = typed_of(asked.draft.filled)
    read, wrong = read_all(game, asked.look.view, typed)
    if typed:
        wrong = wrong or game.check_corrections(asked.look.view, read)
    count = max(1, -(-len(typed) // SHOWN))
    at = min(max(at, 1), count)
    texts: list[str] = [note] if note else []
    texts.append(words.bot("beginning.title", name=asked.look.campaign.name))
    texts.append(words.bot("beginning.at", start=words.say(start.label)))
    texts.append(words.bot("beginning.how", most=MOST))
    shown = list(enumerate(typed, 1))[(at - 1) * SHOWN : at * SHOWN]
    if shown:
        lines = [
            words.bot("correct.entry", number=number, what=_said(game, asked, one, words))
            for number, one in shown
        ]
        texts.append(fit(lines, TEXT_LIMIT))
    if count > 1:
        texts.append("-# " + words.bot("page.of", page=at, pages=count))
    if wrong:
        texts.append(fit([words.bot("correct.not_so"), *reasons_of(wrong, words)], 800))
    items: list[Pressable] = []
    if len(typed) < MOST:
        items.append(_kinds(game, asked, words))
    if shown:
        entries = [
            MenuLine(str(number), f"{number}. {_said(game, asked, one, plain)}")
            for number, one in shown
        ]
        hint = plain.bot("beginning.pick_out")
        # Chosen twice, the second is of a list that is no more.
        items.append(menu(entries, VERB, name, "out", mark_of(typed), hint=hint, share=True))
    items += [
        button(plain.bot(label), VERB, name, "page", other)
        for label, other in (("button.back_page", at - 1), ("button.next_page", at + 1))
        if 1 <= other <= count
    ]
    if not wrong:
        see = plain.bot("beginning.button.see")
        items.append(button(see, VERB, name, "look", style=STYLES.primary, emoji="🔍"))
    items.append(button(plain.bot("beginning.button.lines"), VERB, name, "lines", emoji="⌨️"))
    items.append(button(plain.bot("beginning.button.start"), VERB, name, "starts", emoji="↩️"))
    items.append(button(plain.bot("button.cancel"), VERB, name, "drop"))
    return Page(texts, items)


def drop_page(count: int, draft: str, words: Words) -> Page:
    """Ask whether so many entries, which may be an hour's work, are to be thrown away."""
    plain = words.plain
    items = [
        button(plain.bot("beginning.button.drop"), VERB, draft, "drop", MEANT, style=STYLES.danger),
        button(plain.bot("button.undo"), VERB, draft, "page", 1),
    ]
    return Page([words.bot("beginning.drop", n=count)], items)


def _said(game: AnyGame, asked: Asked, typed: Typed, words: Words) -> Raw:
    """Say what lies otherwise, what is left as it usually is included; or else as it was typed."""
    kind, raw = typed
    try:
        return words.action(game.parse_correction(asked.look.view, kind, raw))
    except MalformedAction:
        return words.order(game.corrections[kind], raw)


def _kinds(game: AnyGame, asked: Asked, words: Words) -> Pressable:
    plain = words.plain
    kinds = [
        MenuLine(kind, plain.kind(kind), plain.label(f"action.{kind}"))
        for kind, model in game.corrections.items()
        if correcting.has_values(game, asked.view, model)
    ]
    return menu(kinds, VERB, asked.draft.id, "kind", hint=plain.bot("beginning.pick"))


def read_lines(game: AnyGame, asked: Asked, text: str) -> tuple[dict[str, str], str]:
    """Return a draft with what typed lines say, and what is said of a line that is not understood.

    All before that one are in the list; it and those behind it are kept, to be typed again.
    """
    words = asked.words(game)
    passed = frozenset(words.plain.bot("line.passed_over").split())
    kinds = {folded(kind): kind for kind in game.corrections}
    for kind in game.corrections:
        kinds.setdefault(folded(str(words.plain.kind(kind))), kind)
    typed, lines = list(typed_of(asked.draft.filled)), list(orders_of(text))
    start, note = asked.draft.filled.get(START, ""), ""
    while lines:
        if len(typed) >= MOST:
            note = words.bot("correct.too_many", most=MOST)
            break
        try:
            one = read_correction(game, asked.look.view, lines[0], kinds, passed)
        except MalformedAction as error:
            wrong = reasons_of(error.refusals, words)[:3]
            note = "\n".join([words.bot("beginning.wrong_line", line=lines[0][:100]), *wrong])
            break
        typed.append((one.kind, typed_fields(one)))
        del lines[0]
    return {**with_list(typed), START: start, TYPED: "\n".join(lines)[:LINES_LIMIT]}, note


# ------------------------------------------------------------------------------- before it counts


def preview_page(laid: Laid, draft: str, seen: str, words: Words) -> Page:
    """Show the position that is put together, to be proposed; its picture comes with it."""
    plain = words.plain
    texts: list[str] = [
        words.bot("beginning.preview", start=words.say(laid.start.label), n=len(laid.typed))
    ]
    texts += _changes(laid, words)
    label = plain.bot("beginning.button.propose")
    items = [
        button(label, VERB, draft, "propose", seen, style=STYLES.success),
        button(plain.bot("correct.button.more"), VERB, draft, "page", 1, emoji="↩️"),
        button(plain.bot("button.cancel"), VERB, draft, "drop"),
    ]
    return Page(texts, items)


def _changes(laid: Laid, words: Words) -> list[str]:
    come = [words.say(one) for one in laid.foreseen.changes.come]
    if not come:
        return []
    return [words.bot("beginning.come"), correcting.list_lines(come, "• {}", words)]


def proposed_page(
    campaign: Campaign, laid: Laid, at: int, words: Words, *, creator: bool, asks: bool
) -> Page:
    """Show everybody the position that a campaign begins from; its picture comes with it.

    Args:
        campaign: Where.
        laid: The position.
        at: Which page of what lies otherwise, from 1.
        words: The reader's.
        creator: Whether the reader may change or withdraw it.
        asks: Whether the reader's side has still to confirm it.
    """
    assert campaign.beginning is not None
    plain, name = words.plain, campaign.id
    said = [
        words.bot("correct.entry", number=number, what=words.action(one))
        for number, one in enumerate(laid.foreseen.corrections, 1)
    ]
    listed = pages(said or [words.bot("beginning.as_laid_out")], TEXT_LIMIT)
    at = min(max(at, 1), len(listed))
    texts = [words.bot("beginning.proposed", start=words.say(laid.start.label)), listed[at - 1]]
    if len(listed) > 1:
        texts.append("-# " + words.bot("page.of", page=at, pages=len(listed)))
    items: list[Pressable] = []
    if asks:
        confirm, position = plain.bot("beginning.button.confirm"), campaign.beginning.id
        items.append(button(confirm, CONFIRM, name, position, style=STYLES.success))
    items += [
        button(plain.bot(label), LOOK, name, other)
        for label, other in (("button.back_page", at - 1), ("button.next_page", at + 1))
        if 1 <= other <= len(listed)
    ]
    items.append(button(plain.bot("button.text"), WORDS, name, 1, emoji="📄"))
    return Page(texts, [*items, *_own_buttons(campaign, words)] if creator else items)


def _own_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return the buttons by which its creator changes or withdraws what is proposed."""
    withdraw = button(words.plain.bot("beginning.button.withdraw"), WITHDRAW, campaign.id)
    return [open_button(campaign, words), withdraw]


def void_page(campaign: Campaign, words: Words) -> Page:
    """Tell its creator that the rules know the position no more, with the ways out of that."""
    return Page([words.bot("beginning.void_own")], _own_buttons(campaign, words))


def words_page(game: AnyGame, view: Any, campaign: str, at: int, language: str) -> Page:
    """Say in words what lies where in the position; worked out off the event loop."""
    words = words_for(language, game)
    said = pages([f"• {words.say(one)}" for one in game.describe(view, "")], TEXT_LIMIT)
    at = min(max(at, 1), len(said))
    items = [
        button(words.plain.bot(label), WORDS, campaign, other)
        for label, other in (("button.back_page", at - 1), ("button.next_page", at + 1))
        if 1 <= other <= len(said)
    ]
    texts = [words.bot("beginning.in_words"), said[at - 1]]
    if len(said) > 1:
        texts.append("-# " + words.bot("page.of", page=at, pages=len(said)))
    return Page(texts, items)


def kept(before: Mapping[str, str], filled: Mapping[str, str]) -> dict[str, str]:
    """Return a draft in which a start, and lines to be typed again, are as they were before."""
    return {**{key: before[key] for key in KEPT if key in before}, **filled}


def of_position(start: str, typed: Sequence[Typed]) -> dict[str, str]:
    """Return a draft of a position that is proposed already, to be changed."""
    return {**with_list(typed), START: start}


def emptied(start: str) -> dict[str, str]:
    """Return a draft in which only a start is chosen."""
    return {LIST: "[]", START: start}
