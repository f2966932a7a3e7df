"""Labels of who acts, as a phone shows them: short, told apart, with verb, place and number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from discord import ui

from bot.letters.parts import Pressable, menu
from bot.letters.telling import MENU_PHONE, PHONE, headed
from bot.text import Words, abbreviated, cut, words_for
from bot.ui.dialogue.completing import usable
from bot.ui.dialogue.fields import fields_of
from bot.ui.dialogue.option_lines import option_lines
from bot.ui.planning.actors import BEST, WHO, Acting, ActorMenus
from bot.ui.planning.labels import Label, labels, of_actor, of_order, of_who
from bot.ui.planning.ways import best_at_once, chosen_by, mark
from engine.api import Act, Actor, AnyGame, Option, Term, Text
from engine.registry import load_games
from tests.engine.art_of_war.answers import battle
from tests.support.positions import positions
from tests.support.seldom import told

GAMES = load_games()
PLACE = re.compile(r"\(\d{4}\)$|\b[A-Z]\d{3}$")
FLEET = ("huascar", "independencia", "union", "pilcomayo", "manco-capac", "atahualpa")


def _stack(*ships: str) -> Actor:
    """Several ships of Callao that can get an order."""
    terms = tuple(Term("unit", one) for one in ships)
    label = Text("stack", {"units": terms, "place": Term("place", "2007"), "n": len(ships)})
    return Actor(Option(",".join(ships), label), (Act("order", "area"),))


def _states(key: str) -> Iterable[Any]:
    """Return positions of a random game; of a battle those in which orders are given."""
    if key == "art_of_war":
        return battle(0)[::10]
    return positions(key, 0, "labels", spread=5, whole=False)


@told(sorted(GAMES))
def test_labels_fit_a_phone_and_are_told_apart(key: str, language: str) -> None:
    """In random games no two of a menu read alike, and none loses the place at its end."""
    game, seen = GAMES[key], 0
    words = words_for(language, game).plain
    for state in _states(key):
        for seat in {one.seat for one in game.awaiting(state)}:
            view: Any = game.view(state, seat)
            able = list(islice(game.actors(view), 25))
            seen += len(able)
            ways = [best_at_once(game, one) for one in able[:BEST]]
            buttons = [
                of_actor(one)
                if way is None
                else of_order(game, way[0].kind, one.who.value, chosen_by(way[0], way[2]))
                for one, way in zip(able, ways, strict=False)
            ]
            for found, limit in ((buttons, PHONE), ([of_who(one) for one in able], MENU_PHONE)):
                shown = labels(found, words, limit)
                assert all(0 < len(one) <= limit for one in shown)
                whole = [one.say(words, one.names, False) for one in found]
                assert len(set(shown)) == len(set(whole)), shown
                for text, said in zip(whole, shown, strict=True):
                    place = PLACE.search(text)
                    assert place is None or said.endswith(place[0]), (text, said)
    assert seen


@told(sorted(GAMES))
def test_no_two_of_a_page_read_alike(key: str, language: str) -> None:
    """In random games: of its buttons, of each menu, whose lines begin with what differs."""
    game, seen = GAMES[key], 0
    words = words_for(language, game)
    for state in list(_states(key))[::3]:
        for seat in {one.seat for one in game.awaiting(state)}:
            view: Any = game.view(state, seat)
            able = tuple(islice(game.actors(view), 25))
            pages = [({}, None), *(({WHO: one.who.value}, one) for one in able[:2])]
            for page, chosen in pages:
                items = list(ActorMenus("c", game, words, page).items(Acting(able, chosen, ())))
                seen += _told_apart(items)
            for kind in game.kinds(view):
                _told_apart(list(_fields(game, view, kind, words.plain)))
    assert seen


def _fields(game: AnyGame, view: Any, kind: str, words: Words) -> Iterator[Pressable]:
    """Yield the menu of each field of an action, filled in with what is offered first."""
    filled: dict[str, str] = {}
    for field in fields_of(game.actions[kind]):
        offered = list(islice(usable(game.options(view, kind, field.name, filled)), 25))
        if not offered:
            return
        filled[field.name] = offered[0].value
        yield menu(
            option_lines(game.actions[kind], field, offered, words), "fill", hint="?", share=True
        )


def _told_apart(items: Iterable[Pressable]) -> int:
    """Check what a page says as a phone shows it; return how many menus it has."""
    menus = [one.item for one in items if isinstance(one.item, ui.Select)]
    for one in menus:
        lines = [option.label for option in one.options]
        assert len({cut(line, MENU_PHONE) for line in lines}) == len(lines), lines
        assert headed(lines)[0] == "", lines
    said = [str(one.item.label) for one in items if isinstance(one.item, ui.Button)]
    assert len({cut(label, PHONE) for label in said}) == len(said), said
    return len(menus)


def test_those_who_read_alike_have_letters_for_the_picture() -> None:
    """In the menu, on their buttons, and by the marks by which the painter is told of them."""
    game = GAMES["war_of_the_pacific"]
    label = _stack(*FLEET).who.label
    able = tuple(Actor(Option(value, label), (Act("order", "area"),)) for value in ("a", "b"))
    able = (_stack("chalaco"), *able)
    menus = ActorMenus("c", game, words_for("en", game), {})
    who = Acting(able, None, ())
    assert menus.letters(who) == {mark("a"): "A", mark("b"): "B"}
    items = list(menus.items(who))
    (select,) = [one.item for one in items if isinstance(one.item, ui.Select)]
    lines = {option.value: option.label for option in select.options}
    assert lines[mark("a")].startswith("A · ")
    assert lines[mark("b")].startswith("B · ")
    said = [str(one.item.label) for one in items if isinstance(one.item, ui.Button)]
    assert [one[:4] for one in said[1:]] == ["A · ", "B · "]
    assert all(len(one) <= PHONE for one in said)


def test_names_go_first_and_place_and_number_stay() -> None:
    """A fleet is its port, its first ship and how many more; like ones begin with what differs."""
    words = words_for("en", GAMES["war_of_the_pacific"]).plain
    escorts = [_stack(one, "chalaco", "limena", "oroya", "talisman") for one in FLEET]
    said = labels([of_actor(one) for one in (_stack(*FLEET), *escorts)], words, PHONE)
    assert said[3] == "Order · Callao (2007): Unión +4"
    assert said[2] == "Order · Callao (2007): Independenc… +4"
    assert said[:2] == ["Order · Callao (2007): Huáscar +5", "Order · Callao (2007): Huáscar +4"]
    assert all(one.startswith("Order · Callao (2007): ") for one in said)
    assert all(one.endswith(" +4") for one in said[1:])


def test_a_long_name_is_abbreviated_before_its_place_goes() -> None:
    """Its longest words first, never the verb nor a number; what still is too long is cut."""
    said = "Deploy Almirante Cochrane at Antofagasta (3123)"
    assert abbreviated(said, 60) == said
    assert abbreviated(said, 42) == "Deploy Almirante Cochrane at Antof. (3123)"
    assert abbreviated(said, 38) == "Deploy Almira. Cochrane at Ant. (3123)"
    assert abbreviated("Antofagasta 12", 4) == "Antofagasta 12"
    long = Label((), lambda *_: "Deploy 2nd of the Line Regiment at Antofagasta (3123)")
    words = words_for("en", GAMES["war_of_the_pacific"]).plain
    assert labels([long], words, PHONE) == ["Deploy 2nd of the Line Regimen… (3123)"]


def test_what_can_be_done_is_said_and_what_is_in_brackets_goes() -> None:
    """Two verbs at most; "(Republican infantry)" goes before the hex does."""
    words = words_for("en", GAMES["barricadas"]).plain
    game = GAMES["barricadas"]
    led = [
        actor
        for state in _states("barricadas")
        for owed in game.awaiting(state)
        for actor in islice(game.actors(game.view(state, owed.seat)), 5)
        if actor.who.label.code == "leader"
    ]
    assert led
    for actor in led:
        (label,) = labels([of_actor(actor)], words, PHONE)
        assert label.startswith("Activate")
        hex_ = actor.who.label.params["hex"]
        assert isinstance(hex_, Term)
        assert label.endswith(hex_.key)
