"""What tests of corrections share: drawing them, typing them, and why one is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from bot.text import words_for
from bot.text.catalogue import LANGUAGES
from bot.text.words import be_strict
from bot.trials.random_play import play_at_random
from engine.api import AnyGame, Corrected, Correction, Refusal, Seat
from engine.dice import SeededDice

WIDE = 10
"""How many options of a field are looked at."""

Typed = tuple[str, Mapping[str, str]]
"""A kind, and its fields as a person types them."""


def is_at_rest(game: Any, state: Any) -> bool:
    """Say whether a position could be corrected, if anything were to be."""
    refusals = game.check_corrections(game.view(state, None), ())
    return [one.code for one in refusals] == ["correct.nothing"]


def made(game: Any, state: Any, kind: str, chooser: SeededDice) -> Correction | None:
    """Return a correction of a kind, its fields drawn from what is offered; ``None`` of none."""
    return _made(game, game.view(state, None), kind, game.corrections[kind], chooser)


def own_made(
    game: Any, state: Any, seat: Seat, kind: str, chooser: SeededDice
) -> Correction | None:
    """Return the same of what a side keeps secret."""
    return _made(game, game.view(state, seat), kind, game.own_corrections[kind], chooser)


def _made(
    game: Any, view: Any, kind: str, model: type[Correction], chooser: SeededDice
) -> Correction | None:
    filled: dict[str, str] = {}
    for name, info in model.model_fields.items():
        found = list(islice(game.correction_options(view, kind, name, filled), WIDE))
        if found:
            place = chooser.roll("option", 1, len(found))[0] - 1 if len(found) > 1 else 0
            filled[name] = found[place].value
        elif info.is_required():
            assert not filled, f"{kind}: no option for {name} after {filled}"
            return None
    one: Correction = game.parse_correction(view, kind, filled)
    return one


def corrected_at_random(game: Any, states: Sequence[Any], seed: str) -> int:
    """Correct each state that is at rest once by each kind; all of it is sound and tells nothing.

    Returns how many corrections that were.
    """
    chooser, done = SeededDice(seed.encode()), 0
    for state in filter(lambda one: is_at_rest(game, one), states):
        for kind in game.corrections:
            one = made(game, state, kind, chooser)
            if one is None:
                continue
            done += 1
            after = game.correct(state, (one,))
            Correcting(game).say((one, *after.events))
            assert game.faults(after.state) == ()
            for viewer in (None, *game.seats):
                for twin in game.scramble(state, viewer):
                    other = game.correct(twin, (one,))
                    assert game.view(other.state, viewer) == game.view(after.state, viewer), one
            play_at_random(game, after.state, f"{seed} {done}", limit=20)
    return done


class Correcting:
    """Corrects states of one game as a person does; whatever is said of it can be said."""

    def __init__(self, game: AnyGame, *, named: bool = True) -> None:
        """Correct a game's states.

        Args:
            game: The game.
            named: Whether all counters of its tests have names.
        """
        self.game, self.named = game, named

    def read(self, state: Any, *typed: Typed) -> tuple[Correction, ...]:
        """Corrections as typed."""
        view = self.game.view(state, None)
        return tuple(self.game.parse_correction(view, kind, raw) for kind, raw in typed)

    def refused(self, state: Any, *typed: Typed) -> list[str]:
        """The codes of why a position cannot be corrected so."""
        found = self.game.check_corrections(self.game.view(state, None), self.read(state, *typed))
        self.say(found)
        return [one.code for one in found]

    def done(self, state: Any, *typed: Typed) -> Corrected:
        """What corrections lead to; each is told of in both languages."""
        corrections = self.read(state, *typed)
        done = self.game.correct(state, corrections)
        self.say((*done.events, *corrections))
        self.say(line for lines in done.struck.values() for line in lines)
        assert self.game.load(self.game.dump(done.state)) == done.state
        return done

    def own_refused(self, state: Any, seat: Seat, *typed: Typed) -> list[str]:
        """The codes of why what a side keeps secret cannot be corrected so."""
        view = self.game.view(state, seat)
        read = tuple(self.game.parse_correction(view, kind, raw) for kind, raw in typed)
        found = self.game.check_own_corrections(view, read)
        self.say(found)
        return [one.code for one in found]

    def own_done(self, state: Any, seat: Seat, *typed: Typed) -> Any:
        """The state to which they lead; each is told of in both languages."""
        view = self.game.view(state, seat)
        read = tuple(self.game.parse_correction(view, kind, raw) for kind, raw in typed)
        done = self.game.correct_own(state, seat, read)
        self.say((*done.events, *read))
        assert self.game.load(self.game.dump(done.state)) == done.state
        return done.state

    def own_offered(
        self, state: Any, seat: Seat, kind: str, field: str, **filled: str
    ) -> list[str]:
        """The values offered for a field; each can be said."""
        view = self.game.view(state, seat)
        found = list(self.game.correction_options(view, kind, field, filled))
        self.say(found)
        return [one.value for one in found]

    def offered(self, state: Any, kind: str, field: str, **filled: str) -> list[str]:
        """The values offered for a field; each can be said."""
        view = self.game.view(state, None)
        found = list(self.game.correction_options(view, kind, field, filled))
        self.say(found)
        return [one.value for one in found]

    def told(self, done: Corrected, language: str = "en") -> list[str]:
        """What everybody reads."""
        words = words_for(language, self.game).plain
        return [words.say(event) for event in done.events]

    def say(self, things: Any) -> None:
        """Say refusals, events, texts and corrections in every language."""
        things = tuple(things)
        be_strict(strict=self.named)
        try:
            for language in LANGUAGES:
                words = words_for(language, self.game)
                for one in things:
                    said = words.action(one) if isinstance(one, Correction) else words.say(one)
                    assert said
                    if isinstance(one, Refusal) and one.rule:
                        assert one.rule[0].isalnum()
        finally:
            be_strict(strict=False)
