"""Twins of a state: what else one side may have in mind while the table is the same.

And all that one viewer could ever get from a state, to compare between twins: what the game
answers, what the bot makes of it in words, messages and buttons, and the drawn maps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from bot.cogs.matching import best
from bot.moderator import Campaign, Look
from bot.text import LANGUAGES, words_for
from bot.ui import acting, messages
from bot.ui.messages import Letter
from bot.ui.pages import Page, image_of
from engine.api import Action, Event, Seat
from engine.errors import IllegalAction
from engine.probing import menus, probes
from engine.war_of_the_pacific.actions import (
    CancelOrder,
    Done,
    Intercept,
    LetPass,
    Move,
    Sail,
    WriteOrder,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.rules.fleet import fleet
from engine.war_of_the_pacific.state import SEATS, Order, Secrets, State, Voyage, other
from render.api import Frame
from render.registry import painter

# -- what else a side may have in mind -------------------------------------------------------


def twins(state: State, viewer: Seat | None) -> Iterator[tuple[str, State]]:
    """Yield possible states that differ only in what *viewer* may not know, with their names."""
    yield "scrambled", GAME.scramble(state, viewer)
    for seat in SEATS:
        if seat == viewer:
            continue
        for name, own in _other_minds(state, seat):
            yield f"{seat}: {name}", replace(state, secrets={**state.secrets, seat: own})
        for name, changed in _by_its_own_hand(state, seat):
            yield f"{seat}: {name}", changed


def _other_minds(state: State, seat: Seat) -> Iterator[tuple[str, Secrets]]:
    own, turn = state.secrets[seat], state.table.turn
    ships = tuple(unit.id for unit in fleet(state.table, seat))
    areas = tuple(load_board().areas)
    yield "nothing in mind", Secrets()
    yield "many chits written", replace(own, numbered=own.numbered + 7)
    for n, ship in enumerate(ships[:2]):
        for when in (turn, turn + 1):
            order = Order(own.numbered + 1, when, areas[(n + turn) % len(areas)], (ship,))
            written = replace(own, orders=(*own.orders, order), numbered=own.numbered + 1)
            yield f"{ship} ordered for turn {when}", written
    for n, order in enumerate(own.orders):
        before, after = own.orders[:n], own.orders[n + 1 :]
        area = areas[(areas.index(order.area) + 3) % len(areas)]
        yield "another area", replace(own, orders=(*before, replace(order, area=area), *after))
        yield "an order less", replace(own, orders=(*before, *after))
        more = tuple(dict.fromkeys((*order.ships, *ships)))
        yield "more ships", replace(own, orders=(*before, replace(order, ships=more), *after))
        fewer = order.ships[:1]
        yield "fewer ships", replace(own, orders=(*before, replace(order, ships=fewer), *after))
    if own.orders:
        yield "in another order", replace(own, orders=own.orders[::-1])
    voyage = next((f for f in state.table.frames if isinstance(f, Voyage)), None)
    if voyage is not None and voyage.seat == seat:
        ahead = tuple(islice(load_board().sea_exits(voyage.at), 1))
        yield "another course", replace(own, course=ahead)
        yield "no course", replace(own, course=())
    for within in (None, 0, 2):
        if within != own.ask_within:
            yield f"asks within {within}", replace(own, ask_within=within)


def _by_its_own_hand(state: State, seat: Seat) -> Iterator[tuple[str, State]]:
    """Yield what the seat's own secret actions lead to, where it may do them now."""
    view = GAME.view(state, seat)
    ships = next(GAME.options(view, "order", "ships", {}), None)
    if ships is not None:
        first, second = (
            WriteOrder(ships=tuple(ships.value.split(",")), area=area) for area in ("III", "VII")
        )
        written = GAME.apply(state, seat, first, NoDice()).state
        number = written.secrets[seat].numbered
        yield "writes", written
        yield "writes and changes", GAME.apply(written, seat, second, NoDice()).state
        cancel = CancelOrder(number=number)
        yield "writes and cancels", GAME.apply(written, seat, cancel, NoDice()).state
    newest = next(GAME.options(view, "cancel", "number", {}), None)
    if newest is not None:
        cancel = CancelOrder(number=int(newest.value))
        yield "cancels", GAME.apply(state, seat, cancel, NoDice()).state


class NoDice:
    """Dice that must not be thrown."""

    def roll(self, purpose: str, count: int = 1, sides: int = 6) -> tuple[int, ...]:
        """Fail."""
        raise AssertionError(f"a secret action rolls for {purpose!r}")


# -- what the game tells a viewer ------------------------------------------------------------


def attempts(state: State, viewer: Seat | None) -> tuple[Action, ...]:
    """Return what a viewer may try: what he is offered, and what a nosy one would."""
    if viewer is None:
        return ()
    return (*probes(GAME, state, viewer), *_prying(state, viewer))


def told(state: State, viewer: Seat | None, tried: Iterable[Action]) -> dict[str, object]:
    """Return every answer of the game that depends on a state, by name."""
    found: dict[str, object] = {
        "view": GAME.view(state, viewer),
        "awaiting": GAME.awaiting(state),
        "outcome": GAME.outcome(state),
    }
    if viewer is not None:
        for action in tried:
            found[f"check {action!r}"] = GAME.check(state, viewer, action)
    return found


def _prying(state: State, viewer: Seat) -> Iterator[Action]:
    """Yield what a nosy player may try in the hope that the refusal tells something."""
    enemy = other(viewer)
    foreign = tuple(unit.id for unit in fleet(state.table, enemy))
    own = tuple(unit.id for unit in fleet(state.table, viewer))
    for number in (1, 2, state.secrets[enemy].numbered or 3):
        yield CancelOrder(number=number)
    for ship in (*foreign[:3], *own[:2]):
        yield WriteOrder(ships=(ship,), area="III")
        yield Sail(ships=(ship,), to="3024")
        yield Sail(ships=(ship,), to="box")
    yield Move(to="3024")
    yield Intercept(stacks=tuple(dict.fromkeys(state.table.units[s].at for s in own[:2])) or ("1",))
    yield LetPass(ask_within=2)
    yield Done()


def led_to(state: State, viewer: Seat | None, seat: Seat, action: Action, dice: Any) -> object:
    """Return what a viewer learns when *seat* does *action*: refusals, or events and the table."""
    try:
        step = GAME.apply(state, seat, action, dice)
    except IllegalAction as error:
        return error.refusals
    seen = tuple(event for event in step.events if event.reaches(viewer))
    return seen, GAME.view(step.state, viewer), GAME.awaiting(step.state)


# -- what the bot makes of it ----------------------------------------------------------------


def look_of(state: State, viewer: Seat | None, language: str = "en") -> Look:
    """Return the look that the moderator hands out for a viewer of *state*."""
    view, outcome = GAME.view(state, viewer), GAME.outcome(state)
    decisions = GAME.awaiting(state)
    campaign = Campaign(
        id="abcdefgh",
        game=GAME.key,
        name="Campaign",
        guild_id=7,
        channel_id=70,
        language=language,
        settings={},
        status="playing" if outcome is None else "over",
        seats={"chile": (100,), "allies": (200,)},
        creator_id=100,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    mine = tuple(decision for decision in decisions if decision.seat == viewer)
    return Look(
        campaign, viewer, view, GAME.status(view), decisions, mine, outcome, state.table.serial
    )


def shown(
    state: State, viewer: Seat | None, tried: Iterable[Action], events: tuple[Event, ...] = ()
) -> dict[str, object]:
    """Return all words, messages and menus that the bot makes of a state, by name."""
    view = GAME.view(state, viewer)
    found: dict[str, object] = {"kinds": GAME.kinds(view)}
    offered = {kind: tuple(menus(GAME, view, kind)) for kind in GAME.kinds(view)}
    found["menus"] = offered
    for language in LANGUAGES:
        look, words = look_of(state, viewer, language), words_for(language, GAME)
        found[f"{language}: autocomplete"] = [
            best([(option.value, words.plain.say(option)) for option in options], typed)
            for kind in offered
            for _, options in offered[kind]
            for typed in ("", "a")
        ]
        texts = [messages.heading(look, words)]
        for text in (*GAME.orders(view), *GAME.describe(view), *GAME.describe(view, "III")):
            texts.append(words.say(text))
        for decision in look.decisions:
            texts.append(messages.question(decision, words))
            texts += [words.plain.say(choice) for choice in decision.choices]
        if viewer is not None:
            for action in tried:
                texts += [words.say(refusal) for refusal in GAME.check(state, viewer, action)]
        items = acting.next_items(look.campaign, look.mine, words)
        found[f"{language}: texts"] = tuple(texts)
        found[f"{language}: own page"] = wire(Page(["…"], items).view())
        if viewer is None:
            found[f"{language}: panel"] = sent(messages.panel(look, game=GAME))
            bulletin = messages.bulletin(look, events, game=GAME, pings=(100,))
            found[f"{language}: bulletin"] = sent(bulletin)
    return found


def wire(view: Any) -> str:
    """Return a message's components as they go over the wire."""
    return json.dumps(view.to_components(), sort_keys=True, default=str)


def sent(letter: Letter) -> object:
    """Return a message as it is sent: components, custom ids, files, who is notified."""
    files = None if letter.image is None else (letter.image.filename, letter.image.data)
    alt = None if letter.image is None else letter.image.alt
    return wire(letter.view), files, alt, letter.pings


def drawn(state: State, viewer: Seat | None, before: State | None) -> dict[str, object]:
    """Return the bytes and alt texts of a whole map, a zone and a close-up, small ones."""
    view = GAME.view(state, viewer)
    earlier = None if before is None else GAME.view(before, viewer)
    found: dict[str, object] = {}
    artist = painter(GAME.key)
    zone = artist.zones()[-1][0]
    for frame in (Frame(width=900), Frame("zone", zone), Frame("around", "3116", 3)):
        for language in LANGUAGES:
            words = words_for(language, GAME)
            picture = artist.paint(view, frame, before=earlier, names=words.plain.say)
            image = image_of(picture, words)
            assert image is not None
            found[f"{language}: {frame}"] = (image.data, image.alt)
    return found


def differences(one: Mapping[str, object], twin: Mapping[str, object]) -> list[str]:
    """Return the names of what is not the same."""
    return [name for name in {**one, **twin} if one.get(name) != twin.get(name)]
