"""Twins of a state: what else one side may have in mind while the table is the same.

And all that one viewer could ever get from a state, to compare between twins: what the game
answers, what the bot makes of it in words, messages and buttons, and the drawn maps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.cogs.matching import best
from bot.cogs.orders import orders_page
from bot.letters import bulletins, panels, sentences
from bot.letters.images import image_of
from bot.letters.letter import Letter
from bot.letters.pages import Page
from bot.moderator import Campaign, Look
from bot.text import LANGUAGES, Words, words_for
from bot.trials.promises import probes
from bot.ui import acting, orders
from bot.ui.looking_up import found_in, found_page, names_in, nearest
from engine.api import Action, Event, Game, Seat, tried
from engine.kit.filling import menus
from render.api import Section
from render.registry import painter
from render.replay import Film
from render.themes import STANDARD
from tests.support.minds import Minds

MOST_LOOKED_UP, FEW_LOOKED_UP = 12, 3
"""About so many pages of what can be looked up are made of a state: in each language, or in one."""

# -- what else a side may have in mind -------------------------------------------------------


def twins(
    minds: Minds, state: Any, viewer: Seat | None, wanted: int = 1
) -> Iterator[tuple[str, Any]]:
    """Yield possible states that differ only in what *viewer* may not know, with their names.

    Beside what a side may well have in mind, *wanted* ones are drawn.
    """
    for number, twin in enumerate(tried(minds.game).scramble(state, viewer, wanted), start=1):
        yield f"scrambled {number}", twin
    for seat in minds.game.seats:
        if seat == viewer:
            continue
        for name, own in minds.others(state, seat):
            yield f"{seat}: {name}", replace(state, secrets={**state.secrets, seat: own})
        for name, changed in minds.by_own_hand(state, seat):
            yield f"{seat}: {name}", changed


# -- what the game tells a viewer ------------------------------------------------------------


def attempts(minds: Minds, state: Any, viewer: Seat | None) -> tuple[Action, ...]:
    """Return what a viewer may try: what they are offered, and what a nosy one would."""
    if viewer is None:
        return ()
    return (*probes(minds.game, state, viewer), *minds.prying(state, viewer))


def told(
    minds: Minds, state: Any, viewer: Seat | None, tried: Iterable[Action]
) -> dict[str, object]:
    """Return every answer of the game that depends on a state, by name."""
    game = minds.game
    found: dict[str, object] = {
        "view": game.view(state, viewer),
        "awaiting": game.awaiting(state),
        "outcome": game.outcome(state),
    }
    for decision in game.awaiting(state):
        found[f"forced {decision.key}"] = game.forced(game.view(state, None), decision)
    if viewer is not None:
        for action in tried:
            found[f"check {action!r}"] = game.check(state, viewer, action)
            found[f"odds {action!r}"] = game.odds(game.view(state, viewer), action)
        for decision in game.awaiting(state):
            if decision.seat == viewer:
                view = game.view(state, viewer)
                found[f"standing {decision.key}"] = game.standing(view, decision)
                found[f"default {decision.key}"] = game.default(view, decision)
    return found


# -- what the bot makes of it ----------------------------------------------------------------


def look_of(game: Game[Any, Any], state: Any, viewer: Seat | None, language: str = "en") -> Look:
    """Return the look that the moderator hands out for a viewer of *state*."""
    view, outcome = game.view(state, viewer), game.outcome(state)
    decisions = game.awaiting(state)
    campaign = Campaign(
        id="abcdefgh",
        game=game.key,
        name="Campaign",
        guild_id=7,
        channel_id=70,
        language=language,
        settings={},
        status="playing" if outcome is None else "over",
        seats={seat: (100 * number,) for number, seat in enumerate(game.seats, 1)},
        creator_id=100,
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    mine = tuple(decision for decision in decisions if decision.seat == viewer)
    return Look(
        campaign, viewer, view, game.status(view), decisions, mine, outcome, state.table.serial
    )


def shown(
    minds: Minds,
    state: Any,
    viewer: Seat | None,
    tried: Iterable[Action],
    events: tuple[Event, ...] = (),
    *,
    turn: int | None = None,
) -> dict[str, object]:
    """Return all words, messages and menus that the bot makes of a state, by name.

    Given a *turn*, a few things are looked up, in one language; others, in the other, next turn.
    """
    game = minds.game
    view = game.view(state, viewer)
    found: dict[str, object] = {"kinds": game.kinds(view)}
    kinds = (*game.kinds(view), *(orders.kinds(game) if viewer is not None else ()))
    offered = {kind: tuple(menus(game, view, kind)) for kind in kinds}
    found["menus"] = offered
    for number, language in enumerate(LANGUAGES):
        look, words = look_of(game, state, viewer, language), words_for(language, game)
        found[f"{language}: autocomplete"] = [
            best([(option.value, words.plain.say(option)) for option in options], typed)
            for kind in offered
            for _, options in offered[kind]
            for typed in ("", "a")
        ]
        texts = [sentences.heading(look, words)]
        where = minds.where.described
        for text in (*game.orders(view), *game.describe(view), *game.describe(view, where)):
            texts.append(words.say(text))
        for decision in look.decisions:
            texts.append(sentences.question(decision, words))
            texts += [words.plain.say(choice) for choice in decision.choices]
        if viewer is not None:
            for action in tried:
                texts += [words.say(refusal) for refusal in game.check(state, viewer, action)]
        if turn is None or turn % len(LANGUAGES) == number:
            found[f"{language}: looked up"] = tuple(looked_up(game, look, words, turn))
        items = acting.next_items(look.campaign, look.mine, words)
        found[f"{language}: texts"] = tuple(texts)
        found[f"{language}: own page"] = wire(Page(["…"], items).view())
        if viewer is not None:
            page = orders_page(look.campaign, look, game, words)
            found[f"{language}: orders"] = wire(page.view())
        if viewer is None:
            found[f"{language}: panel"] = sent(panels.panel(look, game=game))
            bulletin = bulletins.bulletin(look, events, game=game, pings=(100,))
            found[f"{language}: bulletin"] = sent(bulletin)
    return found


def looked_up(game: Game[Any, Any], look: Look, words: Words, turn: int | None) -> Iterator[object]:
    """Yield what is offered to be looked up, and the pages of some of it: it takes long to say."""
    known = names_in(game, look.view, words.language)
    yield known
    yield [nearest(known, typed) for typed in ("xyz", *(one.label for one in known[:1]))]
    step = max(1, len(known) // (MOST_LOOKED_UP if turn is None else FEW_LOOKED_UP))
    for name in known[(turn or 0) % step :: step]:
        entry = found_in(game, look, name, ())
        assert entry is not None, name
        yield wire(found_page(look, game, entry, words).view())


def wire(view: Any) -> str:
    """Return a message's components as they go over the wire."""
    return json.dumps(view.to_components(), sort_keys=True, default=str)


def sent(letter: Letter) -> object:
    """Return a message as it is sent: components, custom ids, files, who is notified."""
    files = [(image.filename, image.data) for image in letter.images]
    alt = [image.alt for image in letter.images]
    return wire(letter.view), files, alt, letter.pings


def drawn(
    minds: Minds,
    state: Any,
    viewer: Seat | None,
    before: Any | None,
    *spoken: str,
    theme: str = STANDARD.name,
    turn: int | None = None,
) -> dict[str, object]:
    """Return the bytes and alt texts of a whole map, a zone and a close-up, small ones.

    In the languages named; in all of them if none is. Given a *turn*, the one of them whose it is.
    """
    game = minds.game
    view = game.view(state, viewer)
    earlier = None if before is None else game.view(before, viewer)
    found: dict[str, object] = {}
    artist = painter(game.key, theme)
    zone = artist.zones()[-1][0]
    close = Section("around", minds.where.place, 3)
    sections = (Section(width=900), Section("zone", zone), close)
    for section in sections if turn is None else (sections[turn % len(sections)],):
        for language in spoken or LANGUAGES:
            words = words_for(language, game)
            picture = artist.paint(view, section, before=earlier, names=words.plain.say)
            image = image_of(picture, words)
            assert image is not None
            found[f"{language}: {section}"] = (image.data, image.alt)
    return found


def differences(one: Mapping[str, object], twin: Mapping[str, object]) -> list[str]:
    """Return the names of what is not the same."""
    return [name for name in {**one, **twin} if one.get(name) != twin.get(name)]


def filmed(minds: Minds, states: Iterable[Any], viewer: Seat | None) -> bytes:
    """Return the film of some states as a viewer gets it, a small one."""
    drawer, names = painter(minds.game.key), words_for("en", minds.game).plain.say
    views = [minds.game.view(state, viewer) for state in states]
    film = Film(len(views))
    for number, view in enumerate(views):
        before = views[number - 1] if number else None
        picture = drawer.paint(view, Section(width=480), before=before, names=names)
        film.add(picture.data, str(number), 1.0, 1.0)
    return film.end()
