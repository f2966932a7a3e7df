"""What is found by a name, and the private page that says all that a person may know of it."""

from __future__ import annotations

import difflib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.letters.clauses import links
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, MenuLine, Pressable, button, fit, menu
from bot.moderator import Campaign, Look, PlanEntry
from bot.text import LANGUAGES, Raw, Words, told_apart, words_for
from bot.text.rulebook import cite, rulebook_of
from engine.api import AnyGame, Refusal, Seat, Term
from engine.kit.looking_up import able, about, names, speaks_of, subjects, why_idle
from engine.kit.parsing import folded
from engine.subjects import About

LONGEST: Final = 100
"""Characters of a name: of what is typed, and of what Discord offers."""
NEAREST: Final = 5
"""Names that are listed where none fits."""
KEPT: Final = 16
"""Views whose names are kept, those asked last."""
LINES_LIMIT: Final = 2600
ORDERS_LIMIT: Final = 700
NAMED: Final = 12
"""Names of a list that are said; of more it is said how many."""


class Name(NamedTuple):
    """What a subject is called.

    Attributes:
        key: Of the subject.
        label: In the reader's language.
        forms: All that it is typed as, folded, the label first.
    """

    key: str
    label: str
    forms: tuple[str, ...]


# -- by name -----------------------------------------------------------------------------------

_kept: OrderedDict[tuple[int, int, str], tuple[AnyGame, Any, tuple[Name, ...]]] = OrderedDict()


def names_in(game: AnyGame, view: Any, language: str) -> tuple[Name, ...]:
    """Return what everything is called that can be looked up in a view, in its game's order.

    Names of the other language are understood too.
    """
    key = id(game), id(view), language
    known = _kept.get(key)
    if known is None:
        # Game and view are kept with it: their identities are the key.
        known = _kept[key] = game, view, _named(game, view, language)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return known[2]


def _named(game: AnyGame, view: Any, language: str) -> tuple[Name, ...]:
    tongues = sorted(LANGUAGES, key=lambda one: one != language)
    plain = [words_for(tongue, game).plain for tongue in tongues]
    found = subjects(game, view)
    said = [[str(words.say(one.name)) for words in plain] for one in found]
    labels = told_apart([label for label, *_ in said], LONGEST)
    return tuple(
        Name(
            subject.key,
            label[:1].upper() + label[1:],
            tuple(dict.fromkeys(folded(form) for form in (label, *called, *subject.also))),
        )
        for subject, label, called in zip(found, labels, said, strict=True)
    )


def matching(known: Sequence[Name], typed: str) -> list[Name]:
    """Return the names that fit what is typed, best first: whole, begun, by the words in them."""
    word = folded(typed)
    ranked = [(rank, place) for place, one in enumerate(known) if (rank := _rank(one, word)) < _NO]
    return [known[place] for _, place in sorted(ranked)]


_NO: Final = 9


def _rank(one: Name, word: str) -> int:
    """Say how well a name fits; :data:`_NO` where it does not."""
    if word in one.forms:
        return 0
    if any(form.startswith(word) for form in one.forms):
        return 1
    parts = word.split()
    for form in one.forms:
        own = form.split()
        if all(any(each.startswith(part) for each in own) for part in parts):
            return 2
    return 3 if any(all(part in form for part in parts) for form in one.forms) else _NO


def meant(known: Sequence[Name], typed: str, is_own: Callable[[str], bool]) -> list[Name]:
    """Return whom a name means: one by its key or whole name, or all that it fits best.

    Where several are called so whole, and one is the reader's (*is_own*, by its key), it is that.
    """
    wanted = typed.strip()
    exact = [one for one in known if one.key == wanted]
    if exact or not folded(wanted):
        return exact
    found = matching(known, wanted)
    if not found:
        return []
    word = folded(wanted)
    best = _rank(found[0], word)
    found = [one for one in found if _rank(one, word) == best]
    own = [one for one in found if is_own(one.key)] if best == 0 and len(found) > 1 else []
    return own if len(own) == 1 else found


def nearest(known: Sequence[Name], typed: str) -> list[Name]:
    """Return the names that are most like what is typed, the most alike first."""
    typed_word = difflib.SequenceMatcher(None, b=folded(typed)[:LONGEST])
    scored = sorted(
        ((-_likeness(one.forms[0], typed_word), place) for place, one in enumerate(known)),
    )
    return [known[place] for _, place in scored[:NEAREST]]


def _likeness(form: str, typed: difflib.SequenceMatcher[str]) -> float:
    """Say how alike a name is to what is *typed*, or the most alike of its words."""
    likeness = 0.0
    for part in {form, *form.split()}:
        typed.set_seq1(part)
        likeness = max(likeness, typed.ratio())
    return likeness


def not_found(campaign: Campaign, known: Sequence[Name], typed: str, words: Words) -> Page:
    """Return that a name is not known, with the nearest, each to be looked up."""
    near = nearest(known, typed)
    said = words.bot("counter.unknown", typed=typed, names=tuple(one.label for one in near))
    return Page([f"⚠️ {said}"], _choosing(campaign, near, words))


def choose(campaign: Campaign, found: Sequence[Name], typed: str, words: Words) -> Page:
    """Return the question which of several is meant."""
    return Page([words.bot("counter.several", typed=typed)], _choosing(campaign, found, words))


def _choosing(campaign: Campaign, among: Sequence[Name], words: Words) -> list[Pressable]:
    plain = words.plain
    return [*_menu(campaign, among, plain.bot("counter.hint")), again(campaign, plain)]


def _menu(campaign: Campaign, among: Sequence[Name], hint: str) -> list[Pressable]:
    lines = [MenuLine(one.key, one.label) for one in among[:MENU_SIZE]]
    return [menu(lines, "lookpick", campaign.id, hint=hint)] if lines else []


def again(campaign: Campaign, plain: Words) -> Pressable:
    """Return the button that asks for a name."""
    return button(plain.bot("counter.again"), "lookbox", campaign.id, emoji="🔎")


# -- the page ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found:
    """Everything that the page of a subject says.

    Attributes:
        name: What it is.
        about: What is known of it.
        able: The kinds of action that its side can order of it now; ``None`` where it is not the
            viewer's, or others are to decide.
        planned: What the person has in their plan for it, as kinds of action and fields.
        why: Why nothing can be ordered of it now, where the rules say so of it.
        waits: Sides that are to decide first, where the viewer is not.
    """

    name: Name
    about: About
    able: tuple[str, ...] | None
    planned: tuple[PlanEntry, ...]
    why: Refusal | None = None
    waits: tuple[Seat, ...] = ()


def found_in(game: AnyGame, look: Look, name: Name, entries: Sequence[PlanEntry]) -> Found | None:
    """Return all that a look holds of a subject; ``None`` where it is not there any more.

    A job: what can be ordered of it may take a while to find out.
    """
    known = about(game, look.view, name.key)
    if known is None:
        return None
    own = look.seat is not None and known.side in ("", look.seat) and bool(known.who)
    acts = able(game, look.view, known) if own and look.mine else None
    planned = [one for one in entries if own and _is_for(game, look.view, one, known.who)]
    why = why_idle(game, look.view, known) if acts == () else None
    others = own and not look.mine and look.outcome is None
    waits = dict.fromkeys(one.seat for one in look.decisions) if others else {}
    return Found(name, known, acts, tuple(planned), why, tuple(waits))


def _is_for(game: AnyGame, view: Any, entry: PlanEntry, who: str) -> bool:
    if entry.kind not in game.actions:
        return False
    return names(game.values(view, entry.kind, entry.filled), who)


def found_page(look: Look, game: AnyGame, found: Found, words: Words) -> Page:
    """Return the page: what it is, how it is, what is ordered of it, what speaks of it."""
    campaign, known, plain = look.campaign, found.about, words.plain
    called = Raw(words.listing(None).say(_name_of(game, look.view, found.name)))
    called = Raw(called[:1].upper() + called[1:])
    title = words.bot("counter.title", name=called)
    if known.side:
        title = words.bot("counter.title_side", name=called, seat=Raw(words.seat(known.side)))
    brief = words.listing(NAMED)
    told = [f"• {brief.say(one)}" for one in (*known.what, *known.now)]
    texts: list[str] = [title, fit(told, LINES_LIMIT)]
    orders = _orders(look, game, found, words)
    if orders:
        texts.append(fit(orders, ORDERS_LIMIT))
    book = rulebook_of(game.key)
    rules = [book.printed(one, words.language) for one in known.rules if one in book.clauses]
    if rules:
        said = Raw(", ".join(dict.fromkeys(rules)))
        texts.append("-# " + words.bot("counter.rules", rules=said))
    labels = {one.key: one for one in names_in(game, look.view, words.language)}
    beside = [labels[key] for key in known.beside if key in labels]
    items = [*_menu(campaign, beside, plain.bot("counter.beside")), again(campaign, plain)]
    items += links(campaign, known.rules, game, words)
    return Page(texts, items)


def _name_of(game: AnyGame, view: Any, name: Name) -> Any:
    return next(one.name for one in subjects(game, view) if one.key == name.key)


def _orders(look: Look, game: AnyGame, found: Found, words: Words) -> list[str]:
    """Say what its side can order of it, has planned and has written."""
    lines = []
    if found.able:
        what = words.join([words.kind(kind) for kind in found.able])
        lines.append(words.bot("counter.able", what=what))
    elif found.why is not None:
        why = words.brief.say(found.why)
        lines.append(
            words.bot("counter.idle_why", why=why, clause=Raw(cite(found.why.rule, words)))
        )
    elif found.waits:
        seats = tuple(Term("seat", seat) for seat in found.waits)
        lines.append(words.bot("counter.waits", seats=seats))
    elif found.able is not None and found.about.at:
        lines.append(words.bot("counter.idle"))
    for entry in found.planned:
        values = game.values(look.view, entry.kind, entry.filled)
        order = words.order(game.actions[entry.kind], values)
        lines.append(words.bot("counter.planned", order=order))
    if found.about.who:
        for line in game.orders(look.view):
            if speaks_of(line, found.about.who):
                lines.append(words.bot("counter.written", order=words.say(line)))
    return [str(line) for line in lines]
