"""How something is tried: a command typed, a button or menu pressed, a box sent in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from tests.support.people import Person, Reply
from tests.support.permissions.ground import ASIDE, Ground
from tests.support.permissions.page import OF_A_GAME

Then = str | Mapping[str, Any]
"""A button of the answer, by its label, or what is filled into the box that opened."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of trying something.

    Attributes:
        name: A command, with its stroke, or a verb; "plan*" stands for all verbs that begin so.
        parts: Of a verb: its operands, with names of the ground in braces.
        options: Of a command; a value with "@" is a person.
        values: Of a menu: what is chosen.
        fields: Of a box: what is filled in.
        then: Of a command: what is pressed and filled in on the page that it opens.
        typed: The command, without its stroke.
        place: Where it is done in the server, if not at the table.
    """

    name: str
    parts: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    values: tuple[str, ...] | None = None
    fields: Mapping[str, str] | None = None
    then: tuple[Then, ...] = ()
    typed: str = ""
    place: str = ""

    @property
    def is_typed(self) -> bool:
        """Whether it is a command."""
        return bool(self.typed)

    @property
    def tried(self) -> tuple[object, ...]:
        """What is sent at first: ways of which that is the same are tried alike."""
        return self.name, self.parts, self.options, self.values, self.fields

    def each(self, verbs: Iterable[str]) -> list[Way]:
        """Return the ways for which this one stands, of all *verbs* that there are."""
        if "*" not in self.name:
            return [self]
        return [replace(self, name=verb) for verb in verbs if fnmatchcase(verb, self.name)]

    async def first(self, ground: Ground, person: Person, place: str = "") -> Reply | None:
        """Try it, up to the first answer; ``None`` where Discord does not offer it."""
        if self.is_typed:
            options = {name: _meant(ground, value) for name, value in self.options.items()}
            return await ground.type(person, self.typed, place=place or self.place, **options)
        operands = [str(_meant(ground, part)) for part in self.parts]
        custom_id = ":".join(("adj", self.name, *operands))
        values = None if self.values is None else [_meant(ground, one) for one in self.values]
        return await ground.send(person, custom_id, place=place, values=values, fields=self.fields)

    async def whole(self, ground: Ground, person: Person, place: str = "") -> Reply:
        """Do it to its end."""
        reply = await self.first(ground, person, place)
        assert reply is not None, self.name
        for step in self.then:
            if isinstance(step, str):
                assert step in reply.buttons, f"no {step!r} on {reply.text!r}"
                reply = await reply.press(step)
            else:
                reply = await reply.fill(**step)
        return reply


def _meant(ground: Ground, value: Any) -> Any:
    """Return a value with the names of the ground in it, or a person."""
    if isinstance(value, str) and value.startswith("@"):
        return ground.people[value[1:]]
    return value.format_map(_Named(ground.named)) if isinstance(value, str) else value


class _Named(dict[str, str]):
    """What has no name here is named as nothing is."""

    def __missing__(self, key: str) -> str:
        return "zzzzzzzz"


def typed(command: str, *then: Then, **options: Any) -> Way:
    """Type a command."""
    return Way("/" + command, options=options, then=then, typed=command)


def aside(command: str, **options: Any) -> Way:
    """Type a command in another channel of the server."""
    return replace(typed(command, **options), place=ASIDE)


def ordered(command: str, **options: Any) -> Way:
    """Type a command of the game."""
    return Way(OF_A_GAME, options=options, typed=command)


def pressed(verb: str, *parts: str, values: Sequence[str] | None = None) -> Way:
    """Press a button, or choose from a menu, of the table's campaign."""
    chosen = None if values is None else tuple(values)
    return Way(verb, parts or ("{c}",), values=chosen)


def boxed(verb: str, *parts: str, **fields: str) -> Way:
    """Send in a box of the table's campaign."""
    return Way(verb, parts or ("{c}",), fields=fields)
