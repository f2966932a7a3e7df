"""Taps of an entry of a plan: by the buttons and menus of the planning page, or typed.

A tap is every touch: opening a menu, each line chosen, closing a menu of which several were chosen,
a press; four typed letters are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, takewhile
from typing import Any, Final

from bot.letters.parts import MENU_SIZE
from bot.ui.asked import single
from bot.ui.dialogue.at_once import whole_orders
from bot.ui.dialogue.completing import usable
from bot.ui.dialogue.fields import Field, fields_of, typed_fields
from bot.ui.planning.actors import BEST_WAYS, MOST_HELD, Acting, planned_already
from bot.ui.planning.page import MOST_ANSWERS, MOST_STARTS
from bot.ui.planning.ways import best_at_once, can_much, chosen_by, ways_of, whole_lines
from engine.api import Action, Actor, AnyGame, Option
from engine.errors import Refused
from engine.kit.actors import together, widest
from engine.playing.lines import read_order
from engine.playing.planning import Outlook

SCANNED: Final = 200
"""Lines of a menu that a person looks through, page by page, before they type."""
LEAST_TYPED: Final = 3
"""Letters of a name that somebody types at least, though fewer were enough."""
UNREACHABLE: Final = 10_000
"""Taps of what no menu offers; typing is cheaper."""


def taps(game: AnyGame, view: Any, action: Action, before: Sequence[Outlook] = ()) -> int:
    """Return the taps of an entry by the buttons and menus of the planning page.

    Those who were given something *before* that dice decide have no button, or a later one.
    :data:`UNREACHABLE` where they do not lead there.
    """
    model = type(action)
    begun, cost = _by_actor(game, view, action, before)
    if not begun and _is_answer(game, view, action):
        # It stands in the menu of other things as it is.
        return 2
    filled: dict[str, str] = {}
    given = typed_fields(action)
    for one in fields_of(model):
        if one.name not in begun:
            if one.required:
                cost += menu_taps(game, view, action, one, filled)
            elif one.name in given:
                cost += 4 + menu_taps(game, view, action, one, filled)
        if one.name in given:
            filled[one.name] = given[one.name]
    return min(cost, UNREACHABLE)


def _is_answer(game: AnyGame, view: Any, action: Action) -> bool:
    """Say whether an action is an answer that the page offers for the plan."""
    asked = single(game.asked(view))
    choices = asked.choices[:MOST_ANSWERS] if asked else ()
    return any(one.action == action for one in choices)


def _by_actor(
    game: AnyGame, view: Any, action: Action, before: Sequence[Outlook]
) -> tuple[set[str], int]:
    """Return the fields that "who" and "what and where" fill, and their taps: the fewest.

    None and two taps for the menu of other actions where nobody offers it.
    """
    who = next(iter(type(action).model_fields), "")
    actors = list(islice(game.actors(view), SCANNED))
    buttons = with_buttons(game, view, actors, before)
    chosen = _chosen(game, view, action, who, actors, buttons)
    if chosen is None:
        return set(), start_taps(game, view)
    actor, cost = chosen
    if actor is None:
        actor = together(game, view, actors, [str(one) for one in getattr(action, who)])
    act = next((one for one in actor.acts if one.kind == action.kind), None) if actor else None
    if actor is None or act is None:
        return set(), start_taps(game, view)
    lines = ways_of(game, actor)
    ranks = [
        rank
        for rank, (way, _, where) in enumerate(lines)
        if way is act and _is_where(game, view, action, act.field, where)
    ]
    if not ranks:
        return {who}, cost + 2
    # Of lines that lead there the one by which most is chosen.
    rank = max(ranks, key=lambda rank: len(chosen_by(act, lines[rank][2])))
    filled = {who, act.field, *chosen_by(act, lines[rank][2])}
    if len(lines) == 1:
        return filled, cost
    best = best_at_once(game, actor) if cost == 1 else None
    if best is not None:
        # Its button is the best that it can do; what else it can, if that is much, has another.
        if lines.index(best) in ranks:
            return {who, act.field, *chosen_by(act, best[2])}, 1
        cost = 1 if can_much(game, actor) else 2
    if cost == 2 and (actor, lines[rank]) in whole_lines(game, actors[:MENU_SIZE]):
        return filled, 2
    return filled, cost + (1 if rank < BEST_WAYS else 2 + rank // MENU_SIZE)


def with_buttons(
    game: AnyGame, view: Any, actors: Sequence[Actor], before: Sequence[Outlook]
) -> tuple[Actor, ...]:
    """Return those that have a button of their own behind some entries of a plan."""
    offered = tuple(actors[:MENU_SIZE])
    planned, going = planned_already(game, view, offered, before)
    return Acting(offered, None, (), planned=planned, going=going).best


def start_taps(game: AnyGame, view: Any) -> int:
    """Return the taps of beginning with what is done: a menu, or buttons where nobody acts."""
    acts = next(iter(game.actors(view)), None) is not None
    return 2 if acts or single(game.asked(view)) or len(game.kinds(view)) > MOST_STARTS else 1


def _chosen(
    game: AnyGame,
    view: Any,
    action: Action,
    who: str,
    actors: Sequence[Actor],
    buttons: Sequence[Actor],
) -> tuple[Actor | None, int] | None:
    """Return who is chosen, with the fewest taps; no actor where they are put together.

    ``None`` where nobody of them acts so. Whoever is offered may be chosen; or else a stack, of
    which some are taken out or put in; or several are chosen together from one page of the menu.
    """
    held = getattr(action, who, None)
    pages: list[list[tuple[frozenset[Any], int]]] = []
    found: list[tuple[int, int, Actor | None]] = []
    for place, actor in enumerate(actors):
        if place % MENU_SIZE == 0:
            pages.append([])
        if all(act.kind != action.kind for act in actor.acts):
            continue
        cost = 1 if actor in buttons else 2 + place // MENU_SIZE
        if means(game, view, action, who, actor.who.value):
            found.append((cost, place, actor))
        elif isinstance(held, tuple):
            own = frozenset(_tuple(game.values(view, action.kind, {who: actor.who.value}), who))
            pages[-1].append((own, place))
            around = game.values(view, action.kind, {who: ",".join(widest(actors, actor))})
            if set(held) <= set(_tuple(around, who)) and len(_tuple(around, who)) <= MENU_SIZE:
                # Opening the menu of the stack, a tap for each who stays or joins, closing it; of a
                # large stack nobody is chosen in it, and each who acts is.
                whole = len(own) > MOST_HELD and len(own) == len(_tuple(around, who))
                ticked = len(held) if whole else len(own ^ set(held))
                found.append((cost + 2 + ticked, place, None))
    for number, parts in enumerate(pages):
        rest, chosen = set(held) if isinstance(held, tuple) else set[Any](), list[int]()
        for part, place in sorted(parts, key=lambda one: len(one[0]), reverse=True):
            if part and part <= rest:
                rest -= part
                chosen.append(place)
        if chosen and not rest:
            found.append((several_taps(game, actors, chosen, number, buttons), SCANNED, None))
    if not found:
        return None
    cost, _, who_acts = min(found, key=lambda one: one[:2])
    return who_acts, cost


def several_taps(
    game: AnyGame,
    actors: Sequence[Actor],
    places: Sequence[int],
    page: int,
    buttons: Sequence[Actor],
) -> int:
    """Return the taps of choosing several of one page of those who act, by their places.

    By "More" and "Several"; or one of them first, and the others in the menu of who acts besides:
    opening it, a line for each, and closing it.
    """
    taps_ = [4 + len(places) + page]
    for place in places:
        # Who can do one thing only is asked nothing more.
        actor = actors[place]
        if len(list(islice(_lines(game, actor), 2))) > 1:
            opens = actor in buttons and (not best_at_once(game, actor) or can_much(game, actor))
            first = 1 if opens else 2 + place // MENU_SIZE
            taps_.append(first + len(places) + 1)
    return min(taps_)


def _lines(game: AnyGame, actor: Actor) -> Iterator[Any]:
    """Yield what an actor can do and where, found out no further than is looked."""
    for act in actor.acts:
        yield from act.where
        if not act.field or not game.actions[act.kind].model_fields[act.field].is_required():
            yield None


def _is_where(game: AnyGame, view: Any, action: Action, field: str, where: Option | None) -> bool:
    if not field:
        return True
    if where is None:
        return field not in typed_fields(action)
    with_it = all(means(game, view, action, name, value) for name, value in where.filled)
    return with_it and means(game, view, action, field, where.value)


def means(game: AnyGame, view: Any, action: Action, field: str, typed: str) -> bool:
    """Say whether what is typed means what stands in the field of an action."""
    if not field:
        return False
    found = game.values(view, action.kind, {field: typed}).get(field)
    held = getattr(action, field)
    if isinstance(held, tuple) and isinstance(found, tuple):
        return set(held) == set(found) and len(held) == len(found)
    return bool(found == held)


def menu_taps(
    game: AnyGame, view: Any, action: Action, one: Field, filled: Mapping[str, str]
) -> int:
    """Return the taps of choosing a field's value: none where it is the only one."""
    if one.compound:
        return _item_taps(game, view, action, one, filled)
    offered = list(islice(usable(game.options(view, action.kind, one.name, filled)), SCANNED))
    for place, option in enumerate(offered):
        if means(game, view, action, one.name, option.value):
            best = place < BEST_WAYS and not one.many and len(offered) <= MENU_SIZE
            return 0 if len(offered) == 1 else 1 if best else 2 + place // MENU_SIZE
    held = getattr(action, one.name)
    if one.many and isinstance(held, tuple):
        single = [
            item
            for option in offered
            for item in _tuple(game.values(view, action.kind, {one.name: option.value}), one.name)
        ]
        if set(held) <= set(single):
            return 2 + len(held)
    return UNREACHABLE


def _item_taps(
    game: AnyGame, view: Any, action: Action, one: Field, filled: Mapping[str, str]
) -> int:
    """Return the taps of a compound order: a menu and "add" for each of its items.

    Two where one button stands for all of it.
    """
    wholes = () if filled else whole_orders(game, view, action.kind)
    for whole in wholes:
        meant = game.values(view, action.kind, whole.filled)
        if meant.get(one.name) == getattr(action, one.name):
            return 2
    cost, before = 0, list[str]()
    for item in getattr(action, one.name):
        known = {**filled, one.name: ", ".join(before)} if before else dict(filled)
        offered = list(islice(usable(game.options(view, action.kind, one.name, known)), SCANNED))
        place = next(
            (
                n
                for n, option in enumerate(offered)
                if _tuple(
                    game.values(view, action.kind, {one.name: ", ".join([*before, option.value])}),
                    one.name,
                )[-1:]
                == (item,)
            ),
            None,
        )
        if place is None:
            return UNREACHABLE
        cost += 3 + place // MENU_SIZE
        before.append(str(item))
    return cost


def _tuple(values: Mapping[str, Any], name: str) -> tuple[Any, ...]:
    found = values.get(name, ())
    return found if isinstance(found, tuple) else (found,)


def letters_of(game: AnyGame, view: Any, action: Action) -> int | None:
    """Return the letters of an entry as a line in the box, with what ends it, as short as is read.

    ``None`` where no line is read as it is meant.
    """
    given = typed_fields(action)
    order = [one for one in fields_of(type(action)) if one.name in given]
    bare, named = [], []
    for one in order:
        value = _shortened(game, view, action, one, given[one.name]).replace(", ", "+")
        bare.append(value)
        named.append(value if one.required else f"{one.name}={value}")
    kind = action.kind[:LEAST_TYPED] if _is_begun(game, action.kind) else action.kind
    for words in (bare, [kind, *bare], named, [kind, *named]):
        line = " ".join(words)
        if _is_read(game, view, line, action):
            return len(line) + 1
    return None


def _is_read(game: AnyGame, view: Any, line: str, action: Action) -> bool:
    kinds = {kind: kind for kind in game.actions}
    try:
        kind, filled = read_order(game, view, line, kinds)
        return bool(game.parse(view, kind, filled) == action)
    except Refused:
        return False


def _is_begun(game: AnyGame, kind: str) -> bool:
    """Say whether the first letters of a kind are enough."""
    return sum(one.startswith(kind[:LEAST_TYPED]) for one in game.actions) == 1


def _shortened(game: AnyGame, view: Any, action: Action, one: Field, value: str) -> str:
    """Return a value with names as far as somebody who knows them types them."""
    if one.type != "text" or one.compound:
        return value
    items = []
    for item in value.split(", "):
        meant = game.values(view, action.kind, {one.name: item}).get(one.name)
        begun = (item[:size] for size in range(LEAST_TYPED, len(item)))
        short = (
            text
            for text in chain(_last_words(item), begun)
            if text
            and not text.isdigit()
            and game.values(view, action.kind, {one.name: text}).get(one.name) == meant
        )
        items.append(next(short, item))
    return ", ".join(items)


def _last_words(item: str) -> Iterator[str]:
    """Yield how somebody may call what several names stand for: by what ends each of them.

    "blue-a1+blue-a2" is "a", if that is read so, or else "a1+a2".
    """
    names = [name.rpartition("-")[2] for name in item.split("+")]
    alike = takewhile(lambda each: len(set(each)) == 1, zip(*names, strict=False))
    yield "".join(each[0] for each in alike)
    yield "+".join(names)
