"""How the bot speaks: `python -m tests.support.sample_words GAME [--language es]`.

Two people play a game by commands and buttons on the simulated Discord, each as a computer player
would, now and then at random, and type what the rules refuse besides. Printed are bulletins,
receipts and refusals of that game as they stand on Discord, spread over the game: of receipts and
refusals as many different kinds as there were. The same seed prints the same.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from bot.text.catalogue import LANGUAGES
from bot.trials.random_play import Temper, choose
from bot.ui.dialogue.fields import typed_fields
from engine.api import Action, Decision
from engine.dice import SeededDice
from engine.errors import EngineError
from engine.kit.filling import as_asked
from engine.registry import load_games
from engine.strengths import STRENGTHS, opponent_of
from tests.support.matches import Match, game_of
from tests.support.people import Person
from tests.support.reading import Paper
from tests.support.table import Table
from tests.support.wandering import without_pictures

HEADINGS: Final = ("bulletins", "receipts", "refusals")
AT_RANDOM: Final = 8
"""One action in so many is drawn from all that is legal."""
TRIED: Final = 60
"""Orders that are tried for a refusal not heard yet, at one moment."""
PEOPLE: Final = ("Alice", "Bruno")
LOCALES: Final = {"en": "en-US", "es": "es-ES"}


@dataclass
class Speaking(Match):
    """A match in which what is said is kept.

    Attributes:
        language: Of the table, and of everybody at it.
        receipts: What each order was answered with, by its kind, in the order of play.
        refusals: What was refused, by the codes of its reasons.
        meant: What the fields of orders have held so far, by kind and name.
    """

    language: str = "en"
    receipts: list[tuple[str, str]] = field(default_factory=list)
    refusals: dict[tuple[str, ...], str] = field(default_factory=dict)
    meant: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    dice: SeededDice = field(default_factory=lambda: SeededDice(b"samples"))
    tempers: dict[str, Temper] = field(default_factory=dict)

    async def start_game(self) -> None:
        """Sit down and begin."""
        first = next(iter(self.people.values()))
        await first.slash(
            "game new", game=self.game, opponent="people", name="Table", language=self.language
        )
        for seat, person in self.people.items():
            await person.slash("game join", side=seat)
        if not (await self.look()).decisions:
            await first.slash("game start")

    async def go_on(self) -> bool:
        """Do one thing for whoever is awaited, and say whether the game goes on."""
        bot: Any = self.table.bot
        public = await self.look()
        live = await bot.moderator.desk.at_hand(public.campaign.id)
        if not public.decisions:
            return False
        decision = public.decisions[0]
        person, game = self.people[decision.seat], game_of(self.game)
        view = game.view(live.position.state, decision.seat)
        await self._refuse(person, decision.seat, view, live.position.state)
        action = self._chosen(live.position.state, decision, view)
        for name, value in typed_fields(action).items():
            self.meant.setdefault((action.kind, name), []).append(value)
        reply = await self._do(decision, action)
        self.receipts.append((action.kind, reply.text))
        self.done += 1
        return True

    def _chosen(self, state: Any, decision: Decision, view: Any) -> Action:
        """Return what the one who is awaited does."""
        game, seat = game_of(self.game), decision.seat
        temper = self.tempers.setdefault(seat, Temper(self.dice))
        opponent = opponent_of(game, STRENGTHS[0])
        if opponent is None or self.dice.roll("random", 1, AT_RANDOM)[0] == 1:
            return choose(game, state, decision, self.dice, temper)
        return opponent.choose(view, as_asked(game, view, decision), self.dice)

    async def _refuse(self, person: Person, seat: str, view: Any, state: Any) -> None:
        """Type an order that is refused for reasons not heard yet, where one is found."""
        game = game_of(self.game)
        for action in islice(self._wrong(view), TRIED):
            with contextlib.suppress(EngineError):
                found = game.check(state, seat, action)
                codes = tuple(sorted({one.code for one in found}))
                if codes and codes not in self.refusals:
                    reply = await self.type(person, action)
                    self.refusals[codes] = reply.text
                    return

    def _wrong(self, view: Any) -> Iterator[Action]:
        """Yield orders that may be refused: what is offered now, mixed with what was meant once."""
        game = game_of(self.game)
        for kind, model in game.actions.items():
            filled: dict[str, str] = {}
            for name in model.model_fields:
                offered = [one.value for one in islice(game.options(view, kind, name, filled), 40)]
                pool = [*offered, *self.meant.get((kind, name), ())]
                if pool:
                    filled[name] = pool[self.dice.roll("wrong", 1, len(pool))[0] - 1]
            with contextlib.suppress(EngineError):
                yield game.parse(view, kind, filled)


async def spoken(
    key: str, language: str, seed: str, folder: Path, *, steps: int
) -> dict[str, list[str]]:
    """Play so many steps of a game and return all that was said, by its heading."""
    table = Table(folder, without_pictures, names=PEOPLE, settle_timeout=120.0)
    async with table:
        for person in table.people.values():
            person.speak(LOCALES[language])
        people = dict(zip(game_of(key).seats, table.people.values(), strict=False))
        match = Speaking(table, key, {}, people, seed.encode(), language=language)
        match.dice = SeededDice(f"words {seed}".encode())
        await match.start_game()
        while match.done < steps and await match.go_on():
            pass
        bulletins = [one.text for one in table.public() if _is_bulletin(one)]
        names = {person.mention: f"@{person.name}" for person in table.people.values()}
    return {
        "bulletins": [_named(text, names) for text in bulletins],
        "receipts": list(_varied(match.receipts)),
        "refusals": list(match.refusals.values()),
    }


def _is_bulletin(paper: Paper) -> bool:
    """Say whether a message tells what happened: no panel, and nothing that Discord says itself."""
    return bool(paper.text) and not paper.is_pinned and not paper.raw.type


def _named(text: str, names: Mapping[str, str]) -> str:
    """Return a text with its mentions as Discord shows them."""
    for mention, name in names.items():
        text = text.replace(mention, name)
    return text


def _varied(said: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield what was said first of each kind, then second, and so on."""
    by_kind: dict[str, list[str]] = {}
    for kind, text in said:
        if text and text not in by_kind.setdefault(kind, []):
            by_kind[kind].append(text)
    while any(by_kind.values()):
        yield from (texts.pop(0) for texts in by_kind.values() if texts)


def spread(texts: Sequence[str], count: int) -> list[str]:
    """Return so many of them, from first to last, as evenly as can be."""
    if len(texts) <= count:
        return list(texts)
    return [texts[number * (len(texts) - 1) // (count - 1)] for number in range(count)]


def printed(said: dict[str, list[str]], count: int) -> str:
    """Return what is printed: so many of each, under their headings, as Markdown."""
    lines: list[str] = []
    for heading in HEADINGS:
        texts = said[heading]
        chosen = spread(texts, count) if heading == "bulletins" else texts[:count]
        lines.append(f"## {len(chosen)} {heading}")
        for number, text in enumerate(chosen, 1):
            quoted = ("> " + line for line in text.splitlines())
            lines += chain(("", f"{number}."), quoted)
        lines.append("")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> None:
    """Read the command line, play, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=sorted(load_games()))
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--seed", default="words")
    parser.add_argument("--count", type=int, default=10, help="of each")
    parser.add_argument("--steps", type=int, default=120, help="actions that are played")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        said = asyncio.run(
            spoken(args.game, args.language, args.seed, Path(folder), steps=args.steps)
        )
    print(f"# {args.game}, {args.language}\n\n{printed(said, args.count)}")


if __name__ == "__main__":
    main()
