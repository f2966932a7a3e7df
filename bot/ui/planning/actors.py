"""Who acts, and what and where: the menus and buttons by which an entry is put together.

A stack is one line. Who stays behind, or comes along, is said in a menu of the stack's own; several
stacks chosen together get an order each, all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.letters.parts import MENU_SIZE, STYLES, MenuLine, Pressable, button, menu
from bot.letters.telling import MENU_PHONE, PHONE, headed, letters_of, on_buttons
from bot.moderator import Complaint, NamedGroup
from bot.text import Words
from bot.ui.dialogue.fields import items_of
from bot.ui.planning.labels import Label, labels, of_actor, of_order, of_who
from bot.ui.planning.ways import (
    GROUP,
    Way,
    best_at_once,
    can_much,
    chosen_by,
    mark,
    ways_of,
    whole_lines,
)
from bot.ui.planning.worked import Able
from engine.api import Act, Actor, AnyGame, Option, Text
from engine.data.cache import cached
from engine.kit.actors import EACH, named_by, of_ids, widest
from engine.playing.planning import Outlook

WHO, TURN, SEVERAL, THERE = "who", "turn", "several", "there"
"""What a plan's page may hold: who was chosen, the page of their menu, whether several are being
chosen, and the page of the menu of what and where."""

BEST: Final = 5
"""Of those who can act so many have a button of their own."""
BEST_WAYS: Final = 14
"""And of what is chosen next so many: there all that is asked is where, or one thing more."""
BRIEF: Final = 10
"""Letters of who is ordered otherwise than their button says: a line of a phone holds several."""
MOST_HEADED: Final = 2
"""Names of those who were chosen, said above what they can do; of the rest how many."""
MOST_HELD: Final = 5
"""Of a stack that acts as a whole so many are chosen in its menu already; of more nobody is."""
MOST_AROUND: Final = 200
"""Who can act, looked through for those of a stack."""


@dataclass(frozen=True, slots=True)
class Acting:
    """Who can act, and who was chosen.

    Attributes:
        offered: One page of those who can act, groups first, and one more if there are more.
        chosen: Who was chosen, if they can act.
        around: Those of the chosen ones' stack, each by itself, if it has several.
        turn: Which page that is: the first, where there are not as many any more as once.
        groups: Whom the groups that can act stand for, by how they are offered.
        planned: Who of those offered has been given what dice decide: of them there is no button,
            though until the dice have fallen the menu has them still.
        going: Who has been given what goes on by being done once more: others come before them.
    """

    offered: tuple[Actor, ...]
    chosen: Actor | None
    around: tuple[Option, ...]
    turn: int = 0
    groups: Mapping[str, str] = field(default_factory=dict)
    planned: frozenset[str] = frozenset()
    going: frozenset[str] = frozenset()

    @property
    def best(self) -> tuple[Actor, ...]:
        """Return those that have a button of their own: who has been given nothing first."""
        going = self.going
        return tuple(sorted(self.free, key=lambda one: one.who.value in going))[:BEST]

    @property
    def free(self) -> tuple[Actor, ...]:
        """Return those that have no order yet, nor been given anything that dice decide."""
        planned = self.planned
        return tuple(
            one for one in self.offered if not one.ordered and one.who.value not in planned
        )

    def whom(self, value: str) -> str:
        """Return whom a line of the menu stands for."""
        return self.groups.get(value, value)


def acting(
    game: AnyGame,
    view: Any,
    able: Able,
    page: Mapping[str, Any],
    groups: Sequence[NamedGroup] = (),
) -> Acting:
    """Return who can act in a view, and who of them a plan's page holds as chosen."""
    turn, who = int(page.get(TURN, 0)), str(page.get(WHO, ""))
    if not who and not groups:
        first = turn * MENU_SIZE
        offered = able.first(first + MENU_SIZE + 1)[first:]
        if turn and not offered:
            return acting(game, view, able, {**page, TURN: 0})
        return Acting(offered, None, (), turn)
    found = able.first(MOST_AROUND)
    known = list(_able(game, view, found, groups))
    named = [replace(actor, who=Option(value, actor.who.label)) for value, actor in known]
    everybody = (*named, *found)
    turn = turn if turn * MENU_SIZE < len(everybody) else 0
    offered = everybody[turn * MENU_SIZE : (turn + 1) * MENU_SIZE + 1]
    chosen = dict(known).get(who) or next((one for one in found if one.who.value == who), None)
    if who and chosen is None:
        chosen = named_by(game, view, found, who)
    several = chosen is None or EACH in chosen.who.value
    around = () if several or chosen is None else _around(found, chosen)
    whom = {value: actor.who.value for value, actor in known}
    return Acting(offered, chosen, around, turn, whom)


def planned_already(
    game: AnyGame, view: Any, offered: Iterable[Actor], outlooks: Iterable[Outlook]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return who of those offered has an order in a plan already that only dice will decide.

    Those whose order goes on by being done once more are returned by themselves.
    """
    done = [one.action for one in outlooks if one.action is not None and one.open]
    planned, going = set[str](), set[str]()
    for action in done:
        found = going if action.goes_on else planned
        who = next(iter(type(action).model_fields), "")
        for actor in offered:
            if any(act.kind == action.kind for act in actor.acts):
                meant = game.values(view, action.kind, {who: actor.who.value}).get(who)
                if meant == getattr(action, who):
                    found.add(actor.who.value)
    return frozenset(planned), frozenset(going - planned)


def _able(
    game: AnyGame, view: Any, found: Sequence[Actor], groups: Sequence[NamedGroup]
) -> Iterator[tuple[str, Actor]]:
    """Yield the groups of which somebody can act, as what stands for each, and who they are."""
    for group in groups:
        actor = of_ids(game, view, found, group.pieces)
        if actor is not None:
            n, of = len(items_of(actor.who.value.replace(EACH, ","))), len(group.pieces)
            code = "group_all" if n == of else "group_some"
            label = Text(code, {"name": group.name, "n": n, "of": of})
            yield GROUP + group.name, replace(actor, who=Option(actor.who.value, label))


def _around(found: Sequence[Actor], chosen: Actor) -> tuple[Option, ...]:
    """Return those of the stack of *chosen*, one by one; none where it is no stack."""
    ids = widest(found, chosen)
    single = {one.who.value: one.who for one in found}
    options = tuple(single[one] for one in ids if one in single)
    return options if 1 < len(options) == len(ids) <= MENU_SIZE else ()


def who_chosen(who: Acting, wanted: Sequence[str]) -> str:
    """Return what stands for several lines of the menu: one stack's, or an order for each."""
    if len(wanted) == 1:
        return wanted[0]
    found = who.offered
    wanted = [stack for value in wanted for stack in who.whom(value).split(EACH)]
    items = list(dict.fromkeys(item for value in wanted for item in items_of(value)))
    one_stack = any(set(items) <= set(widest(found, actor)) for actor in found)
    return ",".join(items) if one_stack else EACH.join(dict.fromkeys(wanted))


def beside(who: Acting) -> tuple[Actor, ...]:
    """Return those offered who may do the same as those chosen do, the chosen ones with them."""
    if who.chosen is None:
        return ()
    able = {act.kind for act in who.chosen.acts}
    offered = who.offered[:MENU_SIZE]
    return tuple(one for one in offered if not able.isdisjoint(act.kind for act in one.acts))


def marked(values: Iterable[str], wanted: str) -> str:
    """Return the line of a menu that a fingerprint stands for.

    Raises:
        Complaint: It is not offered any more.
    """
    found = next((value for value in values if mark(value) == wanted), None)
    if found is None:
        raise Complaint("campaign.stale")
    return found


class ActorMenus:
    """The menus of who acts, and of what and where."""

    def __init__(
        self, campaign_id: str, game: AnyGame, words: Words, page: Mapping[str, Any]
    ) -> None:
        self._campaign = campaign_id
        self._game = game
        self._words = words.plain
        self._page = page

    def items(self, who: Acting, *, best: bool = True) -> Iterator[Pressable]:
        """Yield all that is to be pressed; the best of those who can act as buttons too, or not."""
        if self._page.get(SEVERAL):
            yield from self._several(who)
            return
        if not self._page.get(WHO):
            who = replace(who, chosen=None)
        if who.chosen is None:
            yield from self._who(who, best=best)
        if who.chosen is not None:
            yield from self._where(who.chosen)
            yield from self._stack(who)
            yield from self._others(who)
            # Behind all menus, where they share a row with the other buttons.
            _, turn, more = self._shown(who.chosen)
            yield from self._turns("planthere", turn, more=more)
            yield from self._name(who.chosen)
            yield self._button("button.cancel", "planback")

    def _several(self, who: Acting) -> Iterator[Pressable]:
        lines = self._lines(who)
        hint = self._words.bot("plan.who_several")
        yield menu(lines, "planwho", self._campaign, hint=hint, most=len(lines))
        yield self._button("button.cancel", "planback")

    def _who(self, who: Acting, *, best: bool) -> Iterator[Pressable]:
        lines, turn = self._lines(who), int(self._page.get(TURN, 0))
        if not lines:
            return
        if best and not turn:
            yield from self._buttons(who)
        hint = self._words.bot("plan.who")
        yield menu(self._whole(who, lines), "planwho", self._campaign, hint=hint, share=True)

    def turning(self, who: Acting) -> Iterator[Pressable]:
        """Yield what turns the pages of who acts, where nobody was chosen."""
        more, turn = len(who.offered) > MENU_SIZE, int(self._page.get(TURN, 0))
        yield from self._turns("planturn", turn, more=more)

    def _buttons(self, who: Acting) -> Iterator[Pressable]:
        """Yield a button for each of the best: the whole order where there are few, or who acts."""
        best = who.best
        ways = [best_at_once(self._game, actor) for actor in best]
        said = labels(
            [
                of_actor(actor) if way is None else self._order(actor, way)
                for actor, way in zip(best, ways, strict=True)
            ],
            self._words,
            PHONE,
        )
        known = {line.value: line.letter for line in self._lines(who)}
        letters = [known.get(mark(actor.who.value), "") for actor in best]
        for actor, way, label in zip(best, ways, on_buttons(said, letters), strict=True):
            verb, value = ("planbest", "") if way is None else ("planquick", way[1])
            fingerprint = mark(actor.who.value + value)
            yield button(label, verb, self._campaign, fingerprint, style=STYLES.primary)
        ordered = [actor for actor, way in zip(best, ways, strict=True) if way is not None]
        yield from self._otherwise([one for one in ordered if can_much(self._game, one)])

    def _otherwise(self, actors: Sequence[Actor]) -> Iterator[Pressable]:
        """Yield a button for each whose best order has one: it opens all else that they can do."""
        said = labels([of_who(actor) for actor in actors], self._words, BRIEF)
        for actor, who in zip(actors, said, strict=True):
            label = self._words.bot("plan.otherwise", who=who)
            yield button(label, "planbest", self._campaign, mark(actor.who.value))

    def _order(self, actor: Actor, way: Way) -> Label:
        act, _, option = way
        return of_order(self._game, act.kind, actor.who.value, chosen_by(act, option))

    def _whole(self, who: Acting, lines: Sequence[MenuLine]) -> list[MenuLine]:
        """Return the lines of who acts, with all that somebody can do in place of them alone.

        Where it is little; and none has a letter, for the picture has one for who acts alone.
        """
        known = {line.value: line for line in lines}
        found = whole_lines(self._game, who.offered)
        ways = [(actor, way) for actor, way in found if way is not None]
        said = labels([self._order(*one) for one in ways], self._words, MENU_PHONE)
        if len(set(said)) < len(said) or any(line.letter for line in lines):
            return list(lines)
        orders = iter(said)
        return [
            known[mark(actor.who.value)]
            if way is None
            else MenuLine(mark(actor.who.value + way[1]), next(orders))
            for actor, way in found
        ]

    def _lines(self, who: Acting) -> list[MenuLine]:
        words, offered = self._words, who.offered[:MENU_SIZE]
        said = labels([of_who(actor) for actor in offered], words, MENU_PHONE)
        return [
            MenuLine(
                mark(actor.who.value),
                label,
                ", ".join(dict.fromkeys(words.kind(act.kind) for act in actor.acts)),
                letter=letter,
            )
            for actor, label, letter in zip(offered, said, letters_of(said), strict=True)
        ]

    def _where(self, actor: Actor) -> Iterator[Pressable]:
        lines, turn, more = self._shown(actor)
        if not turn:
            yield from self._best(lines, "plango")
        if turn or more or len(lines) > BEST_WAYS:
            hint = self._words.bot("plan.where")
            yield menu(lines, "planwhere", self._campaign, hint=hint, share=True)

    def _shown(self, actor: Actor) -> tuple[tuple[MenuLine, ...], int, bool]:
        """Return the lines of the menu of what and where, its page, and whether there are more."""
        return _ways_shown(actor, self._game, self._words, int(self._page.get(THERE, 0)))

    def letters(self, who: Acting) -> dict[str, str]:
        """Return the letters of the lines that are shown now, by their marks: on the picture too.

        Of who acts, or where somebody was chosen, of what they can do and where.
        """
        lines: Sequence[MenuLine]
        if who.chosen is not None and not self._page.get(SEVERAL):
            lines = self._shown(who.chosen)[0]
        else:
            lines = self._lines(replace(who, chosen=None))
        return {line.value: line.letter for line in lines if line.letter}

    def _stack(self, who: Acting) -> Iterator[Pressable]:
        """Yield the menu of who of the stack acts: those who do are chosen in it already.

        But not where they are many and all: a phone shows a line for each that is chosen.
        """
        if who.chosen is None or not who.around:
            return
        held = set(items_of(who.chosen.who.value))
        if len(held) > MOST_HELD and len(held) == len(who.around):
            held = set()
        lines = [
            MenuLine(mark(one.value), self._words.say(one), held=one.value in held)
            for one in who.around
        ]
        hint = self._words.bot("plan.stack")
        yield menu(lines, "planstack", self._campaign, hint=hint, most=len(lines))

    def _others(self, who: Acting) -> Iterator[Pressable]:
        """Yield the menu of who acts besides: the same for each of them, or together in one stack.

        Those who are chosen already are chosen in it.
        """
        if who.chosen is None:
            return
        found, offered = beside(who), {actor.who.value for actor in who.offered}
        held = {one for one in who.chosen.who.value.split(EACH) if one in offered}
        if not held or len(found) <= len(held):
            return
        lines = self._lines(replace(who, offered=found))
        lines = [
            replace(line, held=actor.who.value in held)
            for line, actor in zip(lines, found, strict=True)
        ]
        hint = self._words.bot("plan.others")
        yield menu(lines, "planwho", self._campaign, hint=hint, most=len(lines))

    def _name(self, chosen: Actor) -> Iterator[Pressable]:
        """Yield the button by which several get a name, or another one."""
        if len(items_of(chosen.who.value.replace(EACH, ","))) > 1:
            named = str(self._page.get(WHO, "")).startswith(GROUP)
            code = "group.rename" if named else "group.name"
            yield self._button(code, "plangroupask", emoji="⭐")

    def heading(self, actor: Actor) -> str:
        """Return who was chosen, and what all the best that they can do begins with."""
        begin = headed([line.label for line in self._shown(actor)[0][:BEST_WAYS]])[0]
        said = self._words.listing(MOST_HEADED).say(actor.who)
        return f"{said} · {begin}".rstrip(" :·") + (": …" if begin else "")

    def _best(self, lines: Sequence[MenuLine], verb: str) -> list[Pressable]:
        """Return a button for each of the best lines of a menu, which saves opening it.

        A line is known by its fingerprint: pieces and places have names longer than an id is. What
        all of them begin with is in the page's :meth:`heading`.
        """
        best = lines[:BEST_WAYS]
        _, short = headed([line.label for line in best])
        said = on_buttons(short, [line.letter for line in best])
        return [
            button(label, verb, self._campaign, line.value, style=STYLES.primary)
            for line, label in zip(best, said, strict=True)
        ]

    def _turns(self, verb: str, turn: int, *, more: bool) -> Iterator[Pressable]:
        if turn > 0:
            yield self._button("button.back_page", verb, turn - 1)
        if more:
            yield self._button("button.next_page", verb, turn + 1)

    def _button(
        self, code: str, verb: str, *parts: str | int, emoji: str | None = None
    ) -> Pressable:
        return button(self._words.bot(code), verb, self._campaign, *parts, emoji=emoji)


@cached
def _ways_shown(
    actor: Actor, game: AnyGame, words: Words, turn: int
) -> tuple[tuple[MenuLine, ...], int, bool]:
    """Return the lines of what an actor can do and where, best first, on one page of its menu.

    With the page, the first where that one has come to nothing, and whether there are more. A page
    asks for them again and again: for its menu, its buttons, its heading and its picture.
    """
    ways = ways_of(game, actor)
    turn = turn if turn * MENU_SIZE < len(ways) else 0  # they may have been more once
    first = turn * MENU_SIZE
    shown = ways[first : first + MENU_SIZE]
    said = [_way(words, act, option) for act, _, option in shown]
    letters = letters_of(said, 0 if turn else BEST_WAYS)
    lines = tuple(
        MenuLine(mark(value), label, letter=letter)
        for (_, value, _), label, letter in zip(shown, said, letters, strict=True)
    )
    return lines, turn, len(ways) > first + MENU_SIZE


def _way(words: Words, act: Act, option: Option | None) -> str:
    """Say what somebody can do, and where."""
    kind = str(words.kind(act.kind))
    return f"{kind}: {words.say(option)}" if option else kind
