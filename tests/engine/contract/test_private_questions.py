"""Being asked, waiting, buttons, dice and entries tell nothing: held on the toy's smuggling."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from bot.store.codec import visible
from bot.trials.promises import leaks
from engine.api import Action, Choice, Decision, Event, Option, Seat, Step, Text
from engine.dice import Dice, RecordedDice, ScriptedDice, SeededDice
from tests.support.toy_game import (
    BANKS,
    SEATS,
    Land,
    Load,
    Ready,
    Search,
    Settings,
    State,
    Stow,
    ToyGame,
    View,
    Watch,
    other,
)
from tests.support.toy_game.play import Play
from tests.support.toy_game.rules.crossing import end_crossing

TWINS = 20
PLAIN = ToyGame()


def crossing(game: ToyGame, *, afloat: int = 0) -> State:
    """Both have loaded two crates, and somebody is about to land with so many strokes."""
    state: State = game.setup(Settings(smuggling=True), ScriptedDice(1)).state
    for seat in SEATS:
        loads = (Load(crate="tea", spot="bow"), Load(crate="silk", spot="stern"))
        state = game.apply(state, seat, Stow(loads=loads), ScriptedDice()).state
    for seat in SEATS:
        state = game.apply(state, seat, Ready(), ScriptedDice()).state
    return dataclasses.replace(state, table=dataclasses.replace(state.table, afloat=afloat))


def worlds(state: State, owner: Seat) -> Iterator[State]:
    """Yield worlds in which a side's lantern and watch are elsewhere, and nothing else is."""
    for lantern in ("", *BANKS):
        for watch in ("", *BANKS):
            own = dataclasses.replace(state.secrets[owner], lantern=lantern, watch=watch)
            yield dataclasses.replace(state, secrets={**state.secrets, owner: own})


def tells(game: ToyGame) -> set[str]:
    """Return by what a landing with nothing aboard tells where the other's lantern stands."""
    start = crossing(game)
    rower = start.table.player
    asked = other(rower)
    found: set[str] = set()
    seen: dict[str, Any] = {}
    for world in worlds(start, asked):
        dice = RecordedDice(SeededDice(b"landing"))
        step = game.apply(world, rower, Land(bank="north"), dice)
        here: dict[str, Any] = {
            "awaiting": game.awaiting(step.state),
            "dice": [roll for roll in dice.rolls if not roll.secret],
        }
        for viewer in (rower, None):
            view = game.view(step.state, viewer)
            here[f"view of {viewer}"] = view
            here[f"asked of {viewer}"] = game.asked(view)
            here[f"events of {viewer}"] = visible(step.events, viewer)
        found |= {name for name, value in here.items() if seen.setdefault(name, value) != value}
    return found


def test_a_landing_asks_alike_wherever_the_lantern_stands() -> None:
    """Who watches and who rows see the same: somebody is awaited, and for the same."""
    assert tells(PLAIN) == set()


def test_who_is_asked_sees_what_they_can_do() -> None:
    """Where their lantern stands they can search; the others see that they are awaited."""
    start = crossing(PLAIN)
    rower, asked = start.table.player, other(start.table.player)
    choices = []
    for world in worlds(start, asked):
        state = PLAIN.apply(world, rower, Land(bank="north"), ScriptedDice()).state
        (own,) = PLAIN.asked(PLAIN.view(state, asked))
        (public,) = PLAIN.awaiting(state)
        assert own.key == public.key
        assert own.choices[0] == public.choices[0]
        assert len(public.choices) == 1
        choices.append((world.secrets[asked].lantern, len(own.choices)))
    assert set(choices) == {("", 1), ("north", 3), ("island", 1), ("south", 1)}


class Tactless(ToyGame):
    """Asks only whoever can search: that they are asked, or not, says where their lantern is."""

    def finish(self, play: Play, action: Action) -> None:
        """Go on at once where nobody could search."""
        frames = play.table.frames
        if isinstance(action, Land) and frames:
            lantern = play.secrets[frames[-1].seat].lantern
            if lantern != action.bank:
                play.pop()
                end_crossing(play)


class Open(ToyGame):
    """Shows everybody the choices of the one who is asked."""

    def awaiting(self, state: State) -> tuple[Decision, ...]:
        """As the seat itself is asked."""
        return tuple(
            own
            for one in super().awaiting(state)
            for own in self.asked(self.view(state, one.seat))
            if own.key == one.key
        )


class Weighty(ToyGame):
    """Throws a die before everybody where the watch takes a stroke."""

    def apply(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step:
        """Land, and throw."""
        step = super().apply(state, seat, action, dice)
        if isinstance(action, Land) and state.secrets[other(seat)].watch == action.bank:
            dice.roll("how many")
        return step


class Chatty(ToyGame):
    """Tells everybody that a watch took something."""

    def apply(self, state: State, seat: Seat, action: Action, dice: Dice) -> Step:
        """Land, and tell."""
        step = super().apply(state, seat, action, dice)
        told = [
            dataclasses.replace(one, otherwise=Event("silence", "3"))
            if one.code == "watch.took"
            else one
            for one in step.events
        ]
        return dataclasses.replace(step, events=tuple(told))


class Knowing(ToyGame):
    """Asks with a key that depends on what the one who is asked can do."""

    def awaiting(self, state: State) -> tuple[Decision, ...]:
        """A key of its own for a lit bank."""
        found = super().awaiting(state)
        if not found or found[0].code != "search":
            return found
        lit = state.secrets[found[0].seat].lantern == "north"
        return (dataclasses.replace(found[0], key=f"{found[0].key}.{lit}"),)


@pytest.mark.parametrize(
    ("game", "by"),
    [
        (Tactless(), "awaiting"),
        (Open(), "awaiting"),
        (Knowing(), "awaiting"),
        (Weighty(), "dice"),
        (Chatty(), "events of None"),
    ],
)
def test_a_question_that_tells_is_found(game: ToyGame, by: str) -> None:
    """By being asked or not, by buttons, by keys, by the count of dice, by another reading."""
    assert by in tells(game)


class Winking(ToyGame):
    """Offers everybody who may act the parts of a ferry by what is really in it."""

    def options(self, view: View, kind: str, field: str, filled: Any) -> Iterator[Option]:
        """As ever."""
        return super().options(view, kind, field, filled)

    def projected(self, table: Any, viewer: Seat | None) -> Any:
        """Show the other side's crates."""
        shown = super().projected(table, viewer)
        return dataclasses.replace(shown, ferries=table.ferries) if viewer else shown


def test_a_projection_that_shows_too_much_is_found() -> None:
    """Twenty other worlds a viewer: the crates of the other ferry look different."""
    assert leaks(PLAIN, crossing(PLAIN), TWINS) == ()
    assert any("view" in leak for leak in leaks(Winking(), crossing(Winking()), TWINS))


class Whispering(ToyGame):
    """Puts what another knows into a question's private choices."""

    def privately(self, view: View, decision: Decision) -> Decision:
        """Offer to search where something dear is, which the view does not say."""
        extra = Choice(Text("let_pass"), Search(spot="nothing"))
        return dataclasses.replace(decision, choices=(extra, *decision.choices))


def test_private_choices_come_behind_the_public_ones() -> None:
    """A button is named by its place: what is public keeps its place."""
    game = Whispering()
    state = game.apply(crossing(game), "red", Land(bank="north"), ScriptedDice()).state
    (own,) = game.asked(game.view(state, "blue"))
    (public,) = game.awaiting(state)
    assert own.choices[: len(public.choices)] == public.choices
    assert len(own.choices) == 2


def test_an_order_of_the_set_up_acts_without_a_question() -> None:
    """It takes its stroke when the other lands; only its side is told, and nobody is asked."""
    start = crossing(PLAIN, afloat=6)
    own = dataclasses.replace(start.secrets["blue"], watch="north", least=5)
    watched = dataclasses.replace(start, secrets={**start.secrets, "blue": own})
    step = PLAIN.apply(watched, "red", Land(bank="north"), ScriptedDice())

    assert step.state.table.score["red"] == 5
    told = [event for event in step.events if event.code == "watch.took"]
    assert [event.audience for event in told] == [frozenset({"blue"})]
    assert [one.code for one in PLAIN.awaiting(step.state)] == ["search"]
    assert PLAIN.check(start, "blue", Watch(bank="north"))
    state = PLAIN.setup(Settings(smuggling=True), ScriptedDice(1)).state
    assert PLAIN.check(state, "blue", Watch(bank="north")) == ()
