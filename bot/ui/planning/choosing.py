"""What comes of a choice on the planning page, found out where the page itself is worked out.

Each of these is asked of a page (:meth:`bot.ui.planning.table.PlanTable.ask`): what was offered
stands on it, and what is chosen is looked for there again, by its fingerprint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE
from bot.moderator import Complaint
from bot.ui.asked import single
from bot.ui.dialogue import filling
from bot.ui.dialogue.completing import completed, missing, options_of
from bot.ui.dialogue.fields import fields_of, typed_fields
from bot.ui.planning.actors import marked, who_chosen
from bot.ui.planning.page import ANSWER, BUNDLE, PlanPage, answer_mark
from bot.ui.planning.placing import Order
from bot.ui.planning.planned import FILLED, KIND
from bot.ui.planning.ways import at_once_of, chosen_by, mark, ways_of
from engine.api import Actor
from engine.kit.actors import EACH
from engine.playing.planning import alike


@dataclass(frozen=True, slots=True)
class Chosen:
    """What came of a choice: whole orders, or one that is not whole yet.

    Attributes:
        orders: Whole ones; ``None`` where something has to be asked first.
        kind: Of the one that is not whole.
        filled: Its fields so far.
        in_dialogue: Whether the page has no room for what is asked next.
    """

    orders: tuple[Order, ...] | None = None
    kind: str = ""
    filled: Mapping[str, str] = field(default_factory=dict)
    in_dialogue: bool = False


# -- who ---------------------------------------------------------------------------------------


def of_lines(page: PlanPage, wanted: Sequence[str]) -> str:
    """Return what stands for some lines of the menu of who acts.

    Raises:
        Complaint: None of them is offered any more.
    """
    acting = page.planned.acting
    values = {mark(actor.who.value): actor.who.value for actor in acting.offered}
    found = [values[one] for one in wanted if one in values]
    if not found:
        raise Complaint("campaign.stale")
    return who_chosen(acting, found)


def of_menu(page: PlanPage, wanted: Sequence[str]) -> str | Chosen:
    """Return who some lines of the menu of who acts stand for, or the whole order that one does.

    Raises:
        Complaint: None of them is offered any more.
    """
    known = {mark(actor.who.value) for actor in page.planned.acting.offered}
    return of_lines(page, wanted) if known & {*wanted} else at_once(page, "".join(wanted[:1]))


def of_stack(page: PlanPage, wanted: Sequence[str]) -> str:
    """Return what stands for some of a stack.

    Raises:
        Complaint: None of them is of it any more.
    """
    around = page.planned.acting.around
    kept = [one.value for one in around if mark(one.value) in wanted]
    if not kept:
        raise Complaint("campaign.stale")
    return ",".join(kept)


def of_button(page: PlanPage, fingerprint: str) -> str:
    """Return who a button stands for.

    Raises:
        Complaint: They are not offered any more.
    """
    return marked((actor.who.value for actor in page.planned.acting.offered), fingerprint)


# -- what and where ------------------------------------------------------------------------------


def what_next(page: PlanPage) -> Page | Chosen:
    """Return the page that asks what those who are chosen do, or the one thing that they can.

    Raises:
        Complaint: They can do nothing any more.
    """
    actor = page.planned.acting.chosen
    if actor is None:
        raise Complaint("campaign.stale")
    ways = ways_of(page.game, actor)
    return _by_way(page, actor, ways[0][1]) if len(ways) == 1 else page.page()


def at_once(page: PlanPage, fingerprint: str) -> Chosen:
    """Return the order that a button stands for: who, and the best that they can do.

    Raises:
        Complaint: It is not offered any more.
    """
    for actor in page.planned.acting.offered:
        for _, value, _ in at_once_of(page.game, actor):
            if mark(actor.who.value + value) == fingerprint:
                return _by_way(page, actor, value)
    raise Complaint("campaign.stale")


def there(page: PlanPage, fingerprint: str) -> Chosen:
    """Return what comes of what and where being chosen for those who act.

    Raises:
        Complaint: It is not offered any more.
    """
    actor = page.planned.acting.chosen
    if actor is None:
        raise Complaint("campaign.stale")
    values = (value for _, value, _ in ways_of(page.game, actor))
    return _by_way(page, actor, marked(values, fingerprint))


def _by_way(page: PlanPage, actor: Actor, way: str) -> Chosen:
    found = next((one for one in ways_of(page.game, actor) if one[1] == way), None)
    if found is None:
        raise Complaint("campaign.stale")
    act, _, option = found
    kind, filled = act.kind, chosen_by(act, option)
    who = fields_of(page.game.actions[kind])[0].name
    if EACH in actor.who.value:
        view, each = page.planned.foreseen.view, actor.who.value.split(EACH)
        orders = alike(page.game, view, kind, who, each, filled)
        return Chosen(tuple((kind, dict(one)) for one in orders))
    return _gone_on(page, kind, {who: actor.who.value, **filled})


# -- other things ----------------------------------------------------------------------------------


def begun(page: PlanPage, kind: str) -> Chosen:
    """Return what comes of a kind of action being chosen, or of much at once.

    Raises:
        Complaint: There is no such kind.
    """
    if kind.startswith(BUNDLE):
        number = kind.removeprefix(BUNDLE)
        place = int(number) if number.isdigit() else MENU_SIZE
        bundles = page.planned.bundles[place : place + 1]
        actions = [action for one in bundles for action in one.actions]
        return Chosen(tuple((one.kind, typed_fields(one)) for one in actions))
    if kind.startswith(ANSWER):
        asked = single(page.look.mine)
        choices = asked.choices if asked else ()
        found = next((one.action for one in choices if answer_mark(one) == kind), None)
        if found is None:
            raise Complaint("campaign.stale")
        return Chosen(((found.kind, typed_fields(found)),))
    if kind not in page.game.actions:
        raise Complaint("press.unknown")
    return _gone_on(page, kind, {})


def filled_in(page: PlanPage, name: str, values: Sequence[str], fingerprint: str) -> Chosen:
    """Return what comes of the field that is asked for being filled.

    Args:
        page: The page that asks for it.
        name: The field's.
        values: From its menu; of none it is what a button stands for.
        fingerprint: The button's.

    Raises:
        Complaint: It is not asked for, or that is not offered any more.
    """
    plan = page.plan
    kind, filled = str(plan.page.get(KIND, "")), dict(plan.page.get(FILLED, {}))
    asked = missing(page.game, kind, filled) if kind in page.game.actions else None
    if asked is None or asked.name != name:
        raise Complaint("campaign.stale")
    if not values:
        offered = options_of(page.game, page.planned.foreseen.view, kind, asked, filled)
        values = [marked((option.value for option in offered), fingerprint)]
    filled[name] = filling.added(asked, "", values)
    return _gone_on(page, kind, filled)


def closing(page: PlanPage) -> Chosen:
    """Return what closes the phase in which a plan stands.

    Raises:
        Complaint: Nothing does.
    """
    if page.planned.closing is None:
        raise Complaint("campaign.stale")
    return Chosen(((page.planned.closing.kind, {}),))


def _gone_on(page: PlanPage, kind: str, filled: Mapping[str, str]) -> Chosen:
    """Fill in what has one answer; return the whole order, or what of it is to be asked for."""
    game, view = page.game, page.planned.foreseen.view
    known, asked = completed(game, view, kind, filled)
    if asked is None:
        return Chosen(((kind, known),))
    offered = options_of(game, view, kind, asked, known)
    accepted = game.accepts(view, kind, asked.name, known)
    unfit = asked.compound or accepted is not None or not offered or len(offered) > MENU_SIZE
    return Chosen(kind=kind, filled=known, in_dialogue=unfit)
