"""Leaks planted on purpose, one of every kind: the gate of two worlds must shut on each.

A leak lets something that only bruno's seat may know move something that others can notice. Where
a game or the bot would have to look into a state for it, a :class:`Spy` does: it remembers bruno's
secrets whenever a view is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from bot import app
from bot.moderator.table import posting, steps
from bot.moderator.table.bulletins import Patience, Telling
from bot.moderator.table.desk import Policy
from bot.moderator.table.live import Live, Position
from bot.moderator.turns.computer import player
from bot.store import log_pages
from bot.store.log import ActionRow
from bot.store.outbox import NewRow
from bot.store.schema import actions
from engine.api import Action, Chance, Odds, Option, Refusal, Seat, Text
from engine.errors import Refused
from engine.subjects import About
from render.api import Picture
from render.registry import painter
from tests.support.matches import game_of
from tests.support.worlds import Scene, Story, World

SOON = 20
"""Actions after which a computer that goes in circles is stopped."""


@dataclass(frozen=True)
class Leak:
    """A kind of leak.

    Attributes:
        plant: Lets it into a scene for the rest of a test.
        shows: A part of the place where it must be noticed.
        needs: Who must be at the table: "anybody", "alice" as a player, or the "computer".
    """

    name: str
    plant: Callable[[pytest.MonkeyPatch, Scene], None]
    shows: str
    needs: str = "anybody"

    def fits(self, scene: Scene) -> bool:
        """Say whether the scene has somebody who could notice it."""
        return self.needs in {"anybody", "alice" if scene.alice else "computer"}


class Spy:
    """Knows whether bruno's side had something in mind when a view was made last.

    That is: something that it never had in mind in the quiet world, which is lived first.

    Attributes:
        tells: Whether it did when the last view was made, of an imagined state too.
        ever: Whether it did at any time in this world.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
        self.tells = self.ever = False
        game, seat = type(game_of(scene.game)), scene.bruno
        view, begin = game.view, World.begin
        ordinary: set[str] = set()
        quiet = True

        async def beginning(world: World) -> None:
            nonlocal quiet
            quiet, self.ever = not world.secretive, False
            await begin(world)

        def spying(this: Any, state: Any, viewer: Seat | None) -> Any:
            known = repr(state.secrets[seat])
            if quiet:
                ordinary.add(known)
            self.tells = known not in ordinary
            self.ever = self.ever or self.tells
            return view(this, state, viewer)

        monkeypatch.setattr(World, "begin", beginning)
        monkeypatch.setattr(game, "view", spying)


# -- in the moderator ------------------------------------------------------------------------


def _more_posts(
    monkeypatch: pytest.MonkeyPatch,
    more: Callable[[Live, ActionRow, tuple[NewRow, ...]], tuple[NewRow, ...]],
) -> None:
    posts_of = posting.posts_of

    def loud(
        live: Live, row: ActionRow, after: Position, patience: Patience, **how: Any
    ) -> Telling:
        found = posts_of(live, row, after, patience, **how)
        return replace(found, posts=more(live, row, found.posts)) if row.secret else found

    monkeypatch.setattr(steps, "posts_of", loud)


def ring_a_bell(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let every secret action post something."""

    def bell(live: Live, row: ActionRow, found: tuple[NewRow, ...]) -> tuple[NewRow, ...]:
        nonce = f"{live.row.id}-bell{row.seq}"
        body = {"number": 1, "map": False, "ping": []}
        return (*found, NewRow(live.row.id, "bulletin", None, row.seq, row.seq, body, nonce))

    _more_posts(monkeypatch, bell)


def write_to_others(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let the other side have a message about every secret action too."""

    def copies(live: Live, row: ActionRow, found: tuple[NewRow, ...]) -> tuple[NewRow, ...]:
        others = [m for m in live.people if m.seat != row.seat]
        return (
            *found,
            *(
                replace(letter, person=m.person, nonce=f"x{m.person}{letter.nonce}"[:25])
                for letter in found
                for m in others
            ),
        )

    _more_posts(monkeypatch, copies)


def count_in_public(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let secret actions move the campaign's public version, so that the panel is edited."""
    changed = steps.Steps.changed

    def moved(live: Live, taken: steps.Taken) -> Any:
        row = changed(live, taken)
        return replace(row, version=row.version + 1) if taken.action.secret else row

    monkeypatch.setattr(steps.Steps, "changed", staticmethod(moved))


def number_all(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let everybody's log count and show all actions."""
    monkeypatch.setattr(
        log_pages, "readable", lambda campaign, viewer: actions.c.campaign == campaign
    )


def think_by_the_head(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let the number of the computer's dice count what others do in secret."""
    monkeypatch.setattr(player, "_next_number", lambda live, seat: live.row.head + 1)


# -- in the game -----------------------------------------------------------------------------


def show_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let the public look at the secrets of bruno's side."""
    game = type(game_of(scene.game))
    view = game.view

    def leaky(this: Any, state: Any, viewer: Seat | None) -> Any:
        made = view(this, state, viewer)
        return made if viewer else _knowing(made, state, scene.bruno)

    monkeypatch.setattr(game, "view", leaky)


def _knowing(view: Any, state: Any, seat: Seat) -> Any:
    """Return a viewer's view with the secrets of a seat in it."""
    return type(view)(view.viewer or seat, state.table, state.secrets[seat])


def show_the_computer(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let the computer look at the secrets of bruno's side.

    It may take them for its own and never come to an end: it is stopped early.
    """
    monkeypatch.setattr(app, "Policy", partial(Policy, computer_run=SOON))
    game = type(game_of(scene.game))
    view = game.view

    def leaky(this: Any, state: Any, viewer: Seat | None) -> Any:
        made = view(this, state, viewer)
        return made if viewer in {None, scene.bruno} else _knowing(made, state, scene.bruno)

    monkeypatch.setattr(game, "view", leaky)


def offer_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let it be offered less for them."""
    spy, game = Spy(monkeypatch, scene), type(game_of(scene.game))
    options = game.options

    def leaky(
        this: Any, view: Any, kind: str, field: str, filled: Mapping[str, str]
    ) -> Iterator[Option]:
        for number, option in enumerate(options(this, view, kind, field, filled)):
            if number or not spy.tells:
                yield option

    monkeypatch.setattr(game, "options", leaky)


def refuse_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a refusal give one more reason for them."""
    spy, game = Spy(monkeypatch, scene), type(game_of(scene.game))

    def loosen(door: str) -> None:
        through = getattr(game, door)

        def leaky(*given: Any) -> Any:
            try:
                return through(*given)
            except Refused as error:
                more = (Refusal("campaign.stale", ""),) if spy.tells else ()
                raise type(error)(*error.refusals, *more) from error

        monkeypatch.setattr(game, door, leaky)

    loosen("parse")
    loosen("apply")


def weigh_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let there be odds or none for them."""
    spy, game = Spy(monkeypatch, scene), type(game_of(scene.game))
    odds = game.odds

    def leaky(this: Any, view: Any, action: Action) -> tuple[Odds, ...]:
        found: tuple[Odds, ...] = odds(this, view, action)
        if view.viewer == scene.bruno:
            return found
        word: Text = this.describe(view)[0]
        return (Odds(word, "", (Chance(word, Fraction(1)),)),) if spy.tells else ()

    monkeypatch.setattr(game, "odds", leaky)


def describe_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let the map in words lack a line for them."""
    spy, game = Spy(monkeypatch, scene), game_of(scene.game)
    describe = game.describe  # of the game: its class may hold a plain function of a module

    def leaky(this: Any, view: Any, where: str = "") -> tuple[Text, ...]:
        found: tuple[Text, ...] = describe(view, where)
        return found[1:] if spy.ever and view.viewer != scene.bruno else found

    monkeypatch.setattr(type(game), "describe", leaky)


def look_up_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a counter that is looked up lack a line for them."""
    spy, game = Spy(monkeypatch, scene), game_of(scene.game)
    about: Any = getattr(game, "about")  # noqa: B009 - not every game has it

    def leaky(this: Any, view: Any, key: str) -> About | None:
        found: About | None = about(view, key)
        hides = found is not None and spy.ever and view.viewer != scene.bruno
        return replace(found, what=found.what[1:]) if found is not None and hides else found

    monkeypatch.setattr(type(game), "about", leaky)


def draw_by_secrets(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Let a picture be a byte longer for them."""
    spy, artist = Spy(monkeypatch, scene), type(painter(scene.game))
    paint = artist.paint

    def leaky(this: Any, view: Any, *of: Any, **how: Any) -> Picture:
        made: Picture = paint(this, view, *of, **how)
        longer = spy.ever and not view.viewer
        return replace(made, data=made.data + bytes(1)) if longer else made

    monkeypatch.setattr(artist, "paint", leaky)


LEAKS = (
    Leak("a message to all", ring_a_bell, "calls"),
    Leak("a message to the other side", write_to_others, "outbox", needs="alice"),
    Leak("a panel that is edited", count_in_public, "outbox"),
    Leak("a log that counts all", number_all, "carla: /log show {}"),
    Leak("a view that shows all", show_secrets, "carla: /map"),
    Leak("a menu", offer_by_secrets, " of /", needs="alice"),
    Leak("a refusal", refuse_by_secrets, "alice: /", needs="alice"),
    Leak("odds", weigh_by_secrets, "alice: /odds", needs="alice"),
    Leak("the map in words", describe_by_secrets, "carla: /map text"),
    Leak("a counter", look_up_by_secrets, "carla: /counter"),
    Leak("a picture", draw_by_secrets, "carla: /map show"),
    Leak("the number of the computer's dice", think_by_the_head, "computer", needs="computer"),
    Leak("the computer's view", show_the_computer, "computer", needs="computer"),
)


def planted(
    scenes: Mapping[str, tuple[Scene, Story]],
    quick: Mapping[str, int],
    leaks: Sequence[Leak] = LEAKS,
) -> list[Any]:
    """Return every leak in every scene that has somebody to notice it; all but *quick* are long.

    The last of each is what *quick* says, else 1: the *every* of ``noticed``, in which it is found.
    """
    return [
        pytest.param(
            *(scene, story, leak, quick.get(name, 1)),
            id=name,
            marks=() if name in quick else pytest.mark.long,
        )
        for where, (scene, story) in scenes.items()
        for leak in leaks
        if leak.fits(scene)
        for name in [f"{where}: {leak.name}"]
    ]
