"""The page on which a referee puts corrections together, one by one, before any of them counts.

All of it lies in a draft of the moderator, so that it survives restarts. What may be chosen comes
from ``Game.correction_options`` each time, of what everybody sees. Each function that is given a
game first works off the event loop.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, STYLES, MenuLine, Pressable, button, fit, menu
from bot.moderator import Complaint, Draft, Look
from bot.moderator.referees.correcting import MOST, Foreseen, Proposed, Typed, mark_of
from bot.text import Raw, Words, words_for
from bot.ui import owed
from bot.ui.dialogue.completing import usable
from bot.ui.dialogue.fields import Field, fields_of, typed_fields
from bot.ui.dialogue.option_lines import option_lines
from bot.ui.faults import reasons_of
from engine.api import AnyGame, Correction, Option, Refusal
from engine.errors import MalformedAction

VERB: Final = "fix"
"""Of every button here; behind it stand the draft, and what is wanted."""
OWN_VERB: Final = "ownfix"
"""The same of what a side proposes to be put right of its own secrets."""
CONFIRM: Final = "fixok"
"""Of the button by which a second referee confirms; behind it the campaign, and the motion."""
LIST: Final = "!list"
"""Key of the draft under which the corrections put together are kept."""
KIND: Final = "!kind"
"""Key of the draft under which it stands what kind of one more is being put together."""
MISSING: Final = "read.missing"
"""Code of the refusal of a field that is not filled in yet."""
LINES_LIMIT: Final = 1500
"""Characters of what goes, and of what comes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page is made of, as it goes to where it is worked out.

    Attributes:
        look: The public look at the position; or that of a side which proposes in private.
        draft: What is put together.
        language: Of whoever looks.
        verb: Of the buttons; another one for what is no correction of a game under way.
        ahead: The view with what is in the list put right, where one more is judged on that.
    """

    look: Look
    draft: Draft
    language: str
    verb: str = VERB
    ahead: Any = None

    @property
    def view(self) -> Any:
        """What one more correction is offered and read by."""
        return self.look.view if self.ahead is None else self.ahead

    @property
    def is_own(self) -> bool:
        """Whether a side proposes here what is to be put right of what it keeps secret."""
        return self.look.seat is not None

    def models(self, game: AnyGame) -> Mapping[str, type[Correction]]:
        """Return what can be put right here, by kind."""
        return game.own_corrections if self.is_own else game.corrections

    def check(self, game: AnyGame, read: Sequence[Correction]) -> tuple[Refusal, ...]:
        """Return why it cannot be put right so."""
        if self.is_own:
            return game.check_own_corrections(self.look.view, read)
        return game.check_corrections(self.look.view, read)

    def words(self, game: AnyGame) -> Words:
        """Return the words of whoever looks, about the game."""
        return words_for(self.language, game)

    def of(self, filled: Mapping[str, str]) -> Asked:
        """Return the same with something else filled in."""
        return replace(self, draft=replace(self.draft, filled=filled))


def typed_of(filled: Mapping[str, str]) -> tuple[Typed, ...]:
    """Return the corrections of a draft, in order."""
    return tuple((kind, raw) for kind, raw in json.loads(filled.get(LIST, "[]")))


def with_list(typed: Sequence[Typed]) -> dict[str, str]:
    """Return a draft of these corrections; no further one is being put together."""
    return {LIST: json.dumps([[kind, dict(raw)] for kind, raw in typed], ensure_ascii=False)}


def given_of(filled: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of the correction that is being put together."""
    return {name: value for name, value in filled.items() if not name.startswith("!") and value}


def _models(game: AnyGame) -> Mapping[str, type[Correction]]:
    """Return all that can be put right: no kind is both public and a side's own."""
    return {**game.corrections, **game.own_corrections}


def begun(game: AnyGame, filled: Mapping[str, str], kind: str, most: int = MOST) -> dict[str, str]:
    """Return a draft in which one more correction is begun, of so many at most.

    Raises:
        Complaint: correct.too_many; press.unknown, where the game has no such kind.
    """
    if kind not in _models(game):
        raise Complaint("press.unknown")
    typed = typed_of(filled)
    if len(typed) >= most:
        raise Complaint("correct.too_many", most=most)
    return {**with_list(typed), KIND: kind}


def without(filled: Mapping[str, str], number: int) -> dict[str, str]:
    """Return a draft without one of its corrections, by its number from 1."""
    typed = typed_of(filled)
    return with_list([one for place, one in enumerate(typed, 1) if place != number])


def without_last(game: AnyGame, filled: Mapping[str, str]) -> dict[str, str]:
    """Return a draft without the field that was filled last, or without the correction begun."""
    given, kind = given_of(filled), filled.get(KIND, "")
    model = _models(game).get(kind)
    if model is None or not given:
        return with_list(typed_of(filled))
    last = [one.name for one in fields_of(model) if one.name in given][-1:]
    return {name: value for name, value in filled.items() if name not in last}


# ------------------------------------------------------------------ worked out off the event loop


def fill(
    game: AnyGame, asked: Asked, index: int, value: str
) -> tuple[dict[str, str], tuple[Refusal, ...]]:
    """Return a draft in which a field is filled in, or unchanged and why it cannot be.

    A correction to which nothing can be added stands in the list at once.
    """
    filled = dict(asked.draft.filled)
    model = _model(game, filled)
    filled[_field(model, index).name] = value
    try:
        game.parse_correction(asked.view, model.kind, given_of(filled))
    except MalformedAction as error:
        wrong = tuple(one for one in error.refusals if one.code != MISSING)
        return (dict(asked.draft.filled), wrong) if wrong else (filled, ())
    if any(_optional(game, asked.of(filled), model)):
        return filled, ()
    return add(game, asked.of(filled))


def add(game: AnyGame, asked: Asked) -> tuple[dict[str, str], tuple[Refusal, ...]]:
    """Return a draft with what is put together in its list, or unchanged and why it cannot be."""
    filled = asked.draft.filled
    model = _model(game, filled)
    try:
        one = game.parse_correction(asked.view, model.kind, given_of(filled))
    except MalformedAction as error:
        return dict(filled), error.refusals
    return with_list([*typed_of(filled), (model.kind, typed_fields(one))]), ()


def page_of(
    game: AnyGame,
    asked: Asked,
    refusals: tuple[Refusal, ...] = (),
    index: int | None = None,
    turned: int = 0,
) -> Page:
    """Return the page: the list, or what is asked of the correction that is being put together.

    Args:
        game: The rules.
        asked: What it is made of.
        refusals: Why what was given last was not taken.
        index: Which field is asked for; by itself the first that is missing.
        turned: Which page of its options.
    """
    words = asked.words(game)
    said = [words.bot("correct.not_so"), *reasons_of(refusals, words)] if refusals else []
    note = ["\n".join(said)] if said else []
    if not asked.draft.filled.get(KIND):
        return _list_page(game, asked, words, note)
    model = _model(game, asked.draft.filled)
    given = given_of(asked.draft.filled)
    fields = fields_of(model)
    if index is None:
        index = next((n for n, f in enumerate(fields) if f.required and f.name not in given), None)
    if index is None:
        return _whole_page(game, asked, model, words, note)
    return _field_page(game, asked, model, _Place(index, turned), words, note)


def _list_page(game: AnyGame, asked: Asked, words: Words, note: list[str]) -> Page:
    plain, name = words.plain, asked.draft.id
    typed, view = typed_of(asked.draft.filled), asked.look.view
    if asked.is_own:
        title = words.bot("private.title", name=asked.look.campaign.name)
    else:
        title = words.bot("correct.title", name=asked.look.campaign.name)
    how = words.bot("private.how") if asked.is_own else words.bot("correct.how")
    texts = [*note, title, how]
    read, wrong = read_all(game, view, typed)
    items: list[Pressable] = []
    if typed:
        lines = [
            words.bot("correct.entry", number=number, what=words.order(model, raw))
            for number, (model, raw) in enumerate(
                ((_models(game)[kind], raw) for kind, raw in typed), 1
            )
        ]
        texts.append("\n".join(lines))
        wrong = wrong or asked.check(game, read)
        if wrong:
            texts.append("\n".join([words.bot("correct.not_so"), *reasons_of(wrong, words)]))
    if len(typed) < MOST:
        kinds = [
            MenuLine(kind, plain.kind(kind), plain.label(f"action.{kind}"))
            for kind, model in asked.models(game).items()
            if has_values(game, view, model)
        ]
        if kinds:
            items.append(menu(kinds, asked.verb, name, "kind", hint=plain.bot("correct.pick")))
        elif asked.is_own and not typed:
            texts = [*note, title, words.bot("private.none_now")]
    # Pressed twice, the second press is of a list that is no more.
    items += [
        button(
            plain.bot("correct.button.out", number=number), asked.verb, name, "out", number, mark
        )
        for mark in [mark_of(typed)]
        for number in range(1, len(typed) + 1)
    ]
    if typed and not wrong:
        label = plain.bot("correct.button.look")
        items.append(button(label, asked.verb, name, "look", style=STYLES.primary, emoji="🔍"))
    items.append(button(plain.bot("button.cancel"), asked.verb, name, "drop"))
    return Page(texts, items)


def has_values(game: AnyGame, view: Any, model: type[Correction]) -> bool:
    """Say whether there is anything that the first field of a kind may hold."""
    first = next((one for one in fields_of(model) if one.required), None)
    if first is None or game.correction_accepts(view, model.kind, first.name, {}) is not None:
        return True
    return any(usable(game.correction_options(view, model.kind, first.name, {})))


def read_all(
    game: AnyGame, view: Any, typed: Sequence[Typed]
) -> tuple[tuple[Correction, ...], tuple[Refusal, ...]]:
    """Return corrections as read, and what is not understood of them any more."""
    read, wrong = list[Correction](), list[Refusal]()
    for kind, raw in typed:
        try:
            read.append(game.parse_correction(view, kind, raw))
        except MalformedAction as error:
            wrong += error.refusals
    return tuple(read), tuple(wrong)


@dataclass(frozen=True, slots=True)
class _Place:
    """Which field is asked for, and which page of its options is shown."""

    index: int
    turned: int


def _field_page(
    game: AnyGame,
    asked: Asked,
    model: type[Correction],
    at: _Place,
    words: Words,
    note: list[str],
) -> Page:
    plain, name = words.plain, asked.draft.id
    view, given = asked.view, given_of(asked.draft.filled)
    field = _field(model, at.index)
    before = {one: value for one, value in given.items() if one != field.name}
    title = words.field(model.kind, field.name)
    about = words.label(f"field.{model.kind}.{field.name}")
    texts = [
        *note,
        words.order(model, given),
        words.bot("ask.field", field=title, about=about),
    ]
    first = at.turned * MENU_SIZE
    found = list(islice(_options(game, asked, model, field, before), first, first + MENU_SIZE + 1))
    accepted = game.correction_accepts(view, model.kind, field.name, before)
    if accepted is not None:
        texts.append(words.bot("ask.accepts", what=words.say(accepted)))
    items: list[Pressable] = []
    if found:
        lines = option_lines(model, field, found[:MENU_SIZE], plain)
        hint = str(plain.field(model.kind, field.name))
        items.append(menu(lines, asked.verb, name, "set", at.index, hint=hint, share=True))
        items += owed.turners(
            words, asked.verb, (name, "turn", at.index), at.turned, first + len(found)
        )
    elif accepted is None:
        texts.append(words.bot("ask.nothing_legal"))
    if field.type != "flag":
        items.append(
            button(plain.bot("button.type"), asked.verb, name, "type", at.index, emoji="⌨️")
        )
    items.append(button(plain.bot("button.undo"), asked.verb, name, "back", emoji="↩️"))
    items.append(button(plain.bot("button.cancel"), asked.verb, name, "drop"))
    return Page(texts, items)


def _whole_page(
    game: AnyGame, asked: Asked, model: type[Correction], words: Words, note: list[str]
) -> Page:
    """Show a correction that can stand in the list, and ask for what may be added to it."""
    plain, name = words.plain, asked.draft.id
    items = [
        button(plain.bot("correct.button.add"), asked.verb, name, "add", style=STYLES.primary),
        *(
            button(
                plain.bot("button.set", about=plain.label(f"field.{model.kind}.{field.name}")),
                asked.verb,
                name,
                "ask",
                index,
            )
            for index, field in _optional(game, asked, model)
        ),
        button(plain.bot("button.undo"), asked.verb, name, "back", emoji="↩️"),
        button(plain.bot("button.cancel"), asked.verb, name, "drop"),
    ]
    return Page([*note, words.order(model, given_of(asked.draft.filled))], items)


def _optional(game: AnyGame, asked: Asked, model: type[Correction]) -> Iterator[tuple[int, Field]]:
    """Yield the fields that a correction needs not have and may, each with its place."""
    given = given_of(asked.draft.filled)
    for index, field in enumerate(fields_of(model)):
        before = {one: value for one, value in given.items() if one != field.name}
        if not field.required and any(_options(game, asked, model, field, before)):
            yield index, field


def _options(
    game: AnyGame,
    asked: Asked,
    model: type[Correction],
    field: Field,
    before: Mapping[str, str],
) -> Iterator[Option]:
    view = asked.view
    return usable(game.correction_options(view, model.kind, field.name, before))


def _model(game: AnyGame, filled: Mapping[str, str]) -> type[Correction]:
    """Return the kind of correction that is being put together.

    Raises:
        Complaint: press.unknown: none is.
    """
    found = _models(game).get(filled.get(KIND, ""))
    if found is None:
        raise Complaint("press.unknown")
    return found


def _field(model: type[Correction], index: int) -> Field:
    fields = fields_of(model)
    if not 0 <= index < len(fields):
        raise Complaint("press.unknown")
    return fields[index]


def field_of(game: AnyGame, filled: Mapping[str, str], index: int) -> tuple[str, Field]:
    """Return the kind of correction that is being put together, and one of its fields.

    Raises:
        Complaint: press.unknown: there is none.
    """
    model = _model(game, filled)
    return model.kind, _field(model, index)


# ------------------------------------------------------------------------------- before it counts


def foreseen_page(foreseen: Foreseen, draft: Draft, words: Words, *, two: bool = False) -> Page:
    """Show what would be otherwise, and ask for the reason; its pictures come with it.

    Args:
        foreseen: What would be.
        draft: What is put together.
        words: The referee's.
        two: Whether a second referee must confirm it.
    """
    plain, typed = words.plain, typed_of(draft.filled)
    texts = foreseen_texts(foreseen, words)
    if two:
        texts.append(words.bot("correct.two"))
    seen = foreseen.before.version, mark_of(typed)
    items = [
        button(plain.bot("correct.button.why"), VERB, draft.id, "why", *seen, style=STYLES.danger),
        button(plain.bot("correct.button.more"), VERB, draft.id, "page", emoji="↩️"),
        button(plain.bot("button.cancel"), VERB, draft.id, "drop"),
    ]
    return Page(texts, items)


def proposed_page(proposed: Proposed, foreseen: Foreseen, words: Words) -> Page:
    """Show what another referee wants to be put right, to be confirmed; pictures come with it."""
    texts = foreseen_texts(foreseen, words)
    texts.append(words.bot("referee.back.reason", reason=proposed.reason))
    if proposed.own:
        return Page([*texts, words.bot("referee.own_motion")])
    label, where = words.plain.bot("correct.button.confirm"), foreseen.before.campaign.id
    return Page(texts, [button(label, CONFIRM, where, proposed.id, style=STYLES.danger)])


def foreseen_texts(foreseen: Foreseen, words: Words) -> list[str]:
    """Say what would be put right, and which lines of the map in words would go and come."""
    own = foreseen.before.seat is not None
    texts: list[str] = [words.bot("private.preview") if own else words.bot("correct.preview")]
    texts.append(list_lines([words.action(one) for one in foreseen.corrections], "• {}", words))
    gone = [words.say(one) for one in foreseen.changes.gone]
    come = [words.say(one) for one in foreseen.changes.come]
    if gone:
        texts += [words.bot("correct.gone"), list_lines(gone, "• ~~{}~~", words)]
    if come:
        texts += [words.bot("correct.come"), list_lines(come, "• {}", words)]
    if not gone and not come:
        texts.append(words.bot("correct.same_words"))
    return texts


def list_lines(said: Sequence[Raw], form: str, words: Words) -> str:
    """Return sayings as lines of a form, as many as fit."""
    return fit([form.format(one) for one in said], LINES_LIMIT, words.bot("bulletin.more"))
