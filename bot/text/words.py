"""Codes and parameters put into a reader's language."""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from babel import Locale
from babel.lists import format_list
from babel.numbers import get_decimal_symbol
from pydantic import ValidationError

from bot.text.catalogue import BOT, Catalogue, MissingText, Part, Template, load
from bot.text.markup import Raw, clean, escape
from bot.text.numbers import counted, fraction, integer, signed
from engine.api import Action, Choice, Decision, Event, Option, Refusal, Term, Text
from engine.data.with_data import data_of
from engine.kit.fields import Item
from engine.kit.parsing import item_of, values_of
from engine.kit.runs import Run, runs

if TYPE_CHECKING:
    from engine.api import Game

_log = logging.getLogger(__name__)


Value: TypeAlias = str | int | Fraction | Term | Text | tuple[Any, ...]
Sayable: TypeAlias = Text | Event | Refusal | Decision | Choice | Option | Term

PAST = "past"
"""Form in which a sentence says what was done ("advanced 3"), the number chosen by its ``n``."""
FORMS = frozenset(("the", "of"))
"""Forms in which a sentence says a side, with its article: who does something, and whose it is."""
TO = "to"
"""Form of a deed before the place that it leads to ("move to"), where it differs."""
POINT = "point"
"""Figures in a string, "1.5-1", have the decimal sign of the language."""
SEVERAL = "several"
"""Kind of a term by which a game says what counters of a name are called together."""

_ANSWERS = {"true": "yes", "false": "no"}
MOST_NAMED = 5
"""Names of a list that are all said where one reads what happened, or why something cannot be."""
FIRST_NAMED = 3
"""Names that are said of a longer list; of the rest, how many."""

_strict = False


def be_strict(strict: bool = True) -> None:
    """Let a missing sentence raise (tests) instead of being logged and shown as its code."""
    global _strict  # noqa: PLW0603 - one switch for the whole process, set by the tests
    _strict = strict


def is_strict() -> bool:
    """Say whether a missing sentence raises."""
    return _strict


def template_text(language: str, domain: str, code: str) -> str | None:
    """Return a text without placeholders as it stands in a catalogue, or ``None``."""
    try:
        template = load(language, domain).templates.get(code)
    except MissingText:
        return None
    return None if template is None else "".join(part.before for part in template.forms[0])


class Words:
    """Everything that can be said, in one language, about one game or none.

    Args:
        language: One of :data:`bot.text.catalogue.LANGUAGES`.
        game: The game whose catalogue and lexicon to use besides the bot's own.
        plain: True for places where Discord reads no markdown: labels, choices, alt texts.

    *names* says how many of a list are named (:meth:`listing`), *brief* that long ones are told by
    their first names and a number (:attr:`brief`).

    A template's placeholders are ``{name}`` or ``{name:spec}``. Specs: ``+`` a number with its
    sign, ``or`` a list joined by "or", ``comma`` one joined by commas only, ``sum`` one joined by
    "+"; ``the`` and ``of`` a side as who does something, and as whose it is; ``to`` a deed before
    where it leads, ``past`` deeds as done. A ``msgid_plural`` is chosen by the parameter ``n``.
    """

    def __init__(
        self,
        language: str,
        game: Game[Any, Any] | None = None,
        *,
        plain: bool = False,
        names: int | None = None,
        brief: bool = False,
    ) -> None:
        self.language = language
        self.game = game
        self._plain = plain
        self._names = names
        self._brief = brief
        self._own = load(language, BOT)
        self._domains = (self._own,) if game is None else (_of_game(language, game.key), self._own)

    @functools.cached_property
    def plain(self) -> Words:
        """The same words without markdown."""
        return self if self._plain else Words(self.language, self.game, plain=True)

    def listing(self, names: int | None) -> Words:
        """Return the same words that say of every list so many names, and how many more.

        With 0 only how many there are; with ``None`` all of them.
        """
        if names == self._names:
            return self
        return Words(self.language, self.game, plain=self._plain, names=names)

    @functools.cached_property
    def brief(self) -> Words:
        """The same words that say of a long list its first names, and how many more there are."""
        return (
            self if self._brief else Words(self.language, self.game, plain=self._plain, brief=True)
        )

    def bot(self, code: str, /, **params: Value) -> Raw:
        """Say one of the bot's own sentences."""
        return self._fill((code,), params, domains=(self._own,))

    def say(self, what: Sayable) -> Raw:
        """Say anything that a game hands out.

        The moderator's own codes ("campaign.stale") stand in the bot's catalogue as they are.
        """
        match what:
            case Term():
                return Raw(self._term(what))
            case Text():
                return self._fill((f"text.{what.code}", what.code), what.params)
            case Event():
                return self._fill((f"event.{what.code}", what.code), what.params)
            case Refusal():
                return self._fill((f"refusal.{what.code}", what.code), what.params)
            case Decision():
                return self._fill((f"decision.{what.code}",), what.params)
            case Choice():
                code = what.label.code
                return self._fill((f"choice.{code}", f"text.{code}"), what.label.params)
            case Option():
                code = what.label.code
                return self._fill((f"option.{code}", f"text.{code}"), what.label.params)

    def leads(self, choice: Choice) -> Raw | None:
        """Say what a choice leads to where the game has a sentence for it (``leads.<code>``).

        It is what follows by the rules each time; what hangs on the position a preview tells.
        """
        code = f"leads.{choice.label.code}"
        return self._fill((code,), choice.label.params) if self.has(code) else None

    def has(self, code: str) -> bool:
        """Say whether a catalogue holds *code* (in full: "event.battle.shot")."""
        return any(code in domain.templates for domain in self._domains)

    def label(self, code: str) -> Raw:
        """Say a sentence of the game by its full code ("action.march", "field.march.to")."""
        return self._fill((code,), {})

    def action(self, action: Action, *, whole: bool = False) -> Raw:
        """Say what an action asks for; *whole*, all that a standing order means."""
        model = type(action)
        given = {field: getattr(action, field) for field in model.model_fields}
        none = f"said.{model.kind}.none"
        if self.has(none) and all(value in (None, (), "") for value in given.values()):
            return self.label(none)
        return self.order(model, given, whole=whole)

    def order(self, model: type[Action], given: Mapping[str, Any], *, whole: bool = False) -> Raw:
        """Say a kind of action and the values given for its fields so far.

        A game may have a sentence for it (``said.<kind>``, or that of a standing order in the
        seat's list, with the fields as placeholders, used when all of them are given; where there
        are both, *whole* takes the latter), and what it leaves out is listed behind it, each by a
        sentence of its own where there is one (``said.<kind>.<field>``); otherwise name and values
        are listed. What names nothing at all may have its sentence too (``said.<kind>.none``), and
        each answer to a flag as well, which is then not said again (``said.<kind>.<flag>.no``).
        """
        meant = {
            field: self._meant(model, field, value)
            for field, value in given.items()
            if field in model.model_fields and value is not None and value not in ((), "")
        }
        values = {field: Raw(self._value(one, "")) for field, one in meant.items()}
        code, flag = self._answered(model, given)
        codes = (code, f"text.standing.{model.kind}")[: 1 + model.standing]
        codes = codes[::-1] if whole else codes
        found = self._find(codes, self._domains)
        if found is None or not found[0].fields <= values.keys():
            said = self._listed(model, values)
            return Raw(f"{self.kind(model.kind)}: {said}" if said else self.kind(model.kind))
        infos = model.model_fields
        beside = {
            field: value
            for field, value in values.items()
            if field not in found[0].fields
            and field != flag
            and str(given[field]).casefold() != str(infos[field].get_default()).casefold()
        }
        terms = {field: one for field, one in meant.items() if isinstance(one, Term)}
        sentence = self._fill(codes, {**values, **terms})  # a side in the form that is asked for
        return Raw(f"{sentence}; {self._listed(model, beside)}") if beside else sentence

    def _answered(self, model: type[Action], given: Mapping[str, Any]) -> tuple[str, str]:
        """Return the code of an order's sentence, and the flag whose answer it is, if any."""
        for field, value in given.items():
            code = f"said.{model.kind}.{field}.{_ANSWERS.get(str(value).casefold(), '')}"
            if self.has(code):
                return code, field
        return f"said.{model.kind}", ""

    def _listed(self, model: type[Action], values: Mapping[str, Raw]) -> str:
        """Return fields of a kind of action by their sentences, or their names with its value."""
        return "; ".join(
            self._fill((f"said.{model.kind}.{field}",), values)
            if self.has(f"said.{model.kind}.{field}")
            else f"{self.field(model.kind, field)}: {value}"
            for field, value in values.items()
        )

    def deed(self, model: type[Action], given: Mapping[str, Any]) -> Raw:
        """Say what mends a warning, to stand inside a sentence ("give Abtao an order").

        A game has a sentence for it whose fields are all given (``mend.<kind>.all``, then
        ``mend.<kind>``), or one without any (``mend.<kind>.any``); else it is the action's name.
        """
        values = {name: self.given(model, name, value) for name, value in given.items()}
        for ending in (".all", "", ".any"):
            found = self._find((f"mend.{model.kind}{ending}",), self._domains)
            if found is not None and found[0].fields <= values.keys():
                return self._fill((f"mend.{model.kind}{ending}",), values)
        return self.kind(model.kind)

    def given(self, model: type[Action], field: str, value: Any) -> Raw:
        """Say a field's value, typed or parsed, by its name where the game has one for it."""
        return Raw(self._value(self._meant(model, field, value), ""))

    def _meant(self, model: type[Action], field: str, value: Any) -> Value:
        extra = model.model_fields[field].json_schema_extra
        hint = str(extra.get("holds", extra.get("options", ""))) if isinstance(extra, dict) else ""
        item = item_of(model.model_fields[field])
        if isinstance(value, str) and item is not None:
            value = tuple(_item(item, part.strip()) for part in value.split(",") if part.strip())
        elif isinstance(value, str) and hint and "," in value:
            value = tuple(part.strip() for part in value.split(",") if part.strip())
        return self._named(value, hint)

    def _named(self, value: Any, hint: str) -> Value:
        if isinstance(value, Item):
            whole = self._named(str(value), hint)
            return whole if isinstance(whole, Term) else self._item(value)
        if isinstance(value, tuple | list | frozenset):
            if value and all(isinstance(item, Item) for item in value):
                return self._items(tuple(value), hint)
            return tuple(self._named(item, hint) for item in value)
        if isinstance(value, str) and hint and self.game is not None:
            for kind in (hint, hint.removesuffix("s")):
                if self.game.lexicon(kind, value, self.language) is not None or self.has(
                    f"term.{kind}.{value}"
                ):
                    return Term(kind, value)
        if isinstance(value, str | int) and hint and self.has(f"term.{hint}.{value}"):
            return Term(hint, str(value))  # a number that stands for a word: "any"
        return value if isinstance(value, str | int | Fraction) else str(value)

    def _items(self, items: tuple[Item, ...], hint: str) -> Value:
        """Say several items: those who share a place together, or the places of those alike."""
        named = tuple(self._named(one, hint) for one in items)
        first = [self._first(one) for one in items]
        said = [self._value(one, "") for one in named]
        heads = [self._value(one, "") for one in first]
        tails = [one.removeprefix(head) for one, head in zip(said, heads, strict=True)]
        known = all(isinstance(one, Term) for one in first)
        if not known or tails == said or not all(tails):
            return named
        parts: list[str] = []
        whole = list(zip(first, heads, tails, strict=True))
        by = 2 if any(one == two for one, two in pairwise(tails)) else 1
        for _, group in groupby(whole, key=lambda one: one[by]):
            alike = list(group)
            if by == 1:
                parts.append(alike[0][1] + ",".join(tail for _, _, tail in alike))
            else:
                who = self._runs(tuple(one for one, _, _ in alike), "")
                parts.append(", ".join(one.text for one in who) + alike[0][2])
        return named if len(parts) == len(said) else Raw("; ".join(parts))

    def _first(self, item: Item) -> Value:
        """Return the first value of an item by its name, where it has one."""
        hint, _ = next(values_of(item))
        return self._named(str(item).partition(" ")[0], hint)

    def _item(self, item: Item) -> Raw:
        """Say an item as it would be typed, each of its values by its name where it has one."""
        words = str(item).split(" ")
        hints = (hint for hint, _ in values_of(item))
        named = [self._named(word, hint) for hint, word in zip(hints, words, strict=False)]
        forms = [*(TO for _ in named[1:]), ""]
        return Raw(" ".join(map(self._value, named, forms)))

    def kind(self, kind: str) -> Raw:
        """Say the name of a kind of action, as a title."""
        return _titled(self.label(f"action.{kind}.name"))

    def field(self, kind: str, field: str) -> Raw:
        """Say the name of a field of an action, as a title."""
        return _titled(self.label(f"field.{kind}.{field}.name"))

    def seat(self, seat: str) -> Raw:
        """Say the name of a side."""
        return Raw(self._term(Term("seat", seat)))

    def computer(self, strength: str) -> Raw:
        """Say the computer player of a strength, or the computer as such when that is ""."""
        if not strength:
            return self.bot("opponent.computer_plain")
        return self.bot("opponent.computer", strength=Term("strength", strength))

    def join(self, items: Sequence[str], *, style: Literal["standard", "or"] = "standard") -> Raw:
        """Join names, which must be ready to show, as the language joins a list."""
        joined = format_list(list(items), style=style, locale=_listing(self.language))
        return Raw(_sounding(joined, items[-1]) if self.language == "es" and items else joined)

    # ------------------------------------------------------------------ inside

    def _fill(
        self,
        codes: tuple[str, ...],
        params: Any,
        *,
        domains: tuple[Catalogue, ...] | None = None,
    ) -> Raw:
        found = self._find(codes, domains or self._domains)
        if found is None:
            return Raw(_missing(codes[0], self.language, params))
        template, catalogue = found
        form = template.forms[0]
        if len(template.forms) > 1:
            number = params.get("n", 1)
            form = template.forms[catalogue.plural(counted(number))]
        text = "".join(self._part(part, params, codes[0]) for part in form)
        if self._plain:
            text = text.replace("**", "").replace("`", "")
        return Raw(text[:1].upper() + text[1:] if _opens_with_value(form) else text)

    def _find(
        self, codes: tuple[str, ...], domains: tuple[Catalogue, ...]
    ) -> tuple[Template, Catalogue] | None:
        for code in codes:
            for domain in domains:
                template = domain.templates.get(code)
                if template is not None:
                    return template, domain
        return None

    def _part(self, part: Part, params: Any, code: str) -> str:
        if part.field is None:
            return part.before
        if part.field not in params:
            return part.before + _missing(f"{code}: {{{part.field}}}", self.language, params)
        value = params[part.field]
        if part.spec == PAST:
            return part.before + self._past(value, params.get("n", 1))
        return part.before + self._value(value, part.spec)

    def _past(self, value: Value, number: object) -> str:
        """Say what so many have done, one thing after the other, each with its amount if any."""
        done = value if isinstance(value, tuple) and not isinstance(value, Term) else (value,)
        return self.join([self._did(one, number) for one in done])

    def _did(self, deed: Value, number: object) -> str:
        """Say one thing that so many have done; as it is ordered where no word is for that."""
        name = self._value(deed, "")
        if not isinstance(deed, Term):
            return name
        code, amount = f"term.{deed.kind}.{deed.key.split()[0]}.{PAST}", _AMOUNT.search(name)
        found = self._find((code,), self._domains)
        if found is None or (found[0].fields and amount is None):
            return name
        by = Raw("" if amount is None else amount.group())
        return self._fill((code,), {"by": by, "n": number})

    def _value(self, value: Value, spec: str) -> str:
        match value:
            case Term():
                return self._formed(value, spec) if spec in {*FORMS, TO} else self._term(value)
            case Text():
                return self.say(value)
            case Raw():
                return value
            case bool():
                return self.bot("value.yes" if value else "value.no")
            case int():
                return signed(f"{value:+d}") if spec == "+" else integer(value)
            case Fraction():
                return fraction(value, self.language, sign=spec == "+")
            case str():
                if spec == POINT:
                    value = value.replace(".", get_decimal_symbol(self.language))
                return clean(value) if self._plain else escape(value)
            case tuple():
                return self._list(self._runs(value, spec), spec)

    def _runs(self, values: tuple[Any, ...], spec: str) -> list[Run]:
        """Say the items of a list, counters of one name and several numbers together."""
        said = [self._value(item, spec if spec in FORMS else "") for item in values]
        if not all(isinstance(item, Term) for item in values):
            return [Run(item, 1) for item in said]
        return runs(said, [self._several(item) for item in values])

    def _several(self, term: Term) -> str | None:
        """Return what counters of a name are called where they are several, if that differs."""
        return None if self.game is None else self.game.lexicon(SEVERAL, term.key, self.language)

    def _list(self, found: list[Run], spec: str) -> str:
        if self._brief and len(found) > MOST_NAMED:
            first = ", ".join(one.text for one in found[:FIRST_NAMED])
            rest = sum(one.count for one in found[FIRST_NAMED:])
            return f"{first} {self.bot('list.and_more', n=rest)}"
        if self._names is not None and len(found) > max(self._names, 1):
            shown, rest = found[: self._names], sum(one.count for one in found[self._names :])
            if not self._names:
                return self.bot("list.number", n=rest)
            return f"{', '.join(one.text for one in shown)} +{rest}"
        if self._names == 0 and sum(one.count for one in found) > 1:
            return self.bot("list.number", n=sum(one.count for one in found))
        items = [one.text for one in found]
        if spec == "sum":
            return "+".join(items)
        if spec == "comma":
            return ", ".join(items)
        return self.join(items, style="or" if spec == "or" else "standard")

    def _formed(self, term: Term, form: str) -> str:
        """Say a term in one of its forms; as it is called where it has no such form."""
        found = self._find((f"term.{term.kind}.{term.key}.{form}",), self._domains)
        if found is None:
            return self._term(term)
        return "".join(part.before for part in found[0].forms[0])

    def _term(self, term: Term) -> str:
        if self.game is not None:
            name = self.game.lexicon(term.kind, term.key, self.language)
            if name is not None:
                return name
        code = f"term.{term.kind}.{term.key}"
        found = self._find((code,), self._domains)
        if found is not None:
            return "".join(part.before for part in found[0].forms[0])
        match term.kind:
            case "action" if self._is_kind(term.key):
                return self.kind(term.key)
            case "field":
                return self._any_field(term.key)
            case "channel" if term.key.isdigit():
                return f"<#{term.key}>"
            case "role" if term.key.isdigit():
                return f"<@&{term.key}>"
            case "game":
                return template_text(self.language, term.key, "game.title") or clean(term.key)
        return _missing(code, self.language, {}, show=term.key)

    def _is_kind(self, kind: str) -> bool:
        """Say whether it is a kind of action, or what one is told as."""
        actions = {} if self.game is None else self.game.actions
        return kind in actions or any(kind == model.told_as for model in actions.values())

    def _any_field(self, name: str) -> str:
        """Name a field without knowing of which action: fields of one name mean the same."""
        game = self.game
        kinds = () if game is None else (game.actions, game.corrections, game.own_corrections)
        for kind, model in chain.from_iterable(each.items() for each in kinds):
            if name in model.model_fields:
                return self.field(kind, name)
        return _missing(f"term.field.{name}", self.language, {}, show=name)


def _item(model: type[Item], typed: str) -> Item | str:
    """Return an item of a compound order as typed, or the text where it is none."""
    try:
        return model.model_validate(typed)
    except ValidationError:
        return typed


_missed: set[tuple[str, str]] = set()
"""What has been complained about: once each is enough."""

_made: dict[tuple[str, str, str], Words] = {}


def words_for(language: str, game: Game[Any, Any] | None = None) -> Words:
    """Return the (kept) words of a language and a game."""
    data = None if game is None else data_of(game)
    key = language, "" if game is None else game.key, "" if data is None else data.digest
    words = _made.get(key)
    if words is None or words.game is not game:
        words = _made[key] = Words(language, game)
    return words


def _of_game(language: str, key: str) -> Catalogue:
    try:
        return load(language, key)
    except MissingText:
        if _strict:
            raise
        _log.exception("A game has no catalogue")
        return Catalogue(language, key, {}, lambda _n: 0)


def _missing(code: str, language: str, params: Any, *, show: str | None = None) -> str:
    """Complain about a text that is not there, and return something to show instead."""
    if _strict:
        raise MissingText(f"{language}: no text for {code!r} (given {sorted(params)})")
    if (language, code) not in _missed:
        _missed.add((language, code))
        _log.error("No text in %s for %r", language, code)
    return escape(show if show is not None else code.replace("_", " "))


def _opens_with_value(form: tuple[Part, ...]) -> bool:
    """A sentence that begins with a value begins with a capital all the same."""
    return bool(form) and form[0].before == "" and form[0].field is not None


_AMOUNT = re.compile(r"[\d¼½¾][\d.,°¼½¾]*")
"""How far or how wide, in the name of a manoeuvre."""

_LISTS = {"en": "en_GB", "es": "es"}
"""How lists are joined: "A, B and C", without a comma before the last."""


@functools.cache
def _listing(language: str) -> Locale:
    """Return whose way of joining lists a language has: Babel would look it up at every list."""
    return Locale.parse(_LISTS[language])


_SOUNDING_I = re.compile(r"\W*h?[ií](?![aeoáéó])", re.IGNORECASE)
_SOUNDING_O = re.compile(r"\W*(?:h?[oó]|8|11\b)", re.IGNORECASE)


def _sounding(joined: str, last: str) -> str:
    """Return a Spanish list with its last conjunction as it sounds before the last word: e, u."""
    for before, sounding, instead in ((" y ", _SOUNDING_I, " e "), (" o ", _SOUNDING_O, " u ")):
        head = joined.removesuffix(last)
        if head != joined and head.endswith(before) and sounding.match(last):
            return head.removesuffix(before) + instead + last
    return joined


def _titled(name: str) -> Raw:
    """Make a title of a name that Discord wants in lower case and without spaces."""
    spaced = name.replace("-", " ").replace("_", " ")
    return Raw(spaced[:1].upper() + spaced[1:])
