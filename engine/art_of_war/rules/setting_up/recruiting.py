"""What is offered to who puts an army of their own together: units, generals, and out again.

What each step makes of it: :mod:`engine.art_of_war.rules.setting_up.own_army_steps`.

Rules:
    1.army, 1.army.cost, 1.generals, 1.groups.size, 2.options, 3.included; ADG-R45.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.api import Option, Params, Term, Text
from engine.art_of_war.actions import MOST, Appoint, Dismiss, Recruit
from engine.art_of_war.armies import Army, enlisted, leader_price, price, unit_price
from engine.art_of_war.army_lines import LETTERS, ORDINARY, Line
from engine.art_of_war.army_reading import (
    read_letter,
    read_letters,
    read_quality,
    read_rank,
    read_troop,
)
from engine.art_of_war.mustering import unled
from engine.art_of_war.play import AnyVerb
from engine.art_of_war.profiles import choices
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.setting_up.own_army import is_begun, so_far
from engine.art_of_war.rules.setting_up.own_army_steps import (
    apply_appoint,
    apply_dismiss,
    apply_recruit,
    check_appoint,
    check_dismiss,
    check_recruit,
    entries,
    leader_of,
    line_of,
)
from engine.art_of_war.state import Phase, View
from engine.art_of_war.troops import load_troops
from engine.kit.verbs import Verb

Filled = Mapping[str, str]

_STEPS = (Phase.MUSTER,)
"""Phases in which an army is put together."""

# --- units ----------------------------------------------------------------------------------


def _options_recruit(view: View, field: str, filled: Filled) -> Iterator[Option]:
    if not is_begun(view):
        return
    match field:
        case "troop":
            yield from _troops(view)
        case "letter":
            yield from _groups(view, filled)
        case "number":
            yield from _numbers(view, filled)
        case "quality":
            yield from _qualities(view, filled)
        case "options":
            yield from _sold(view, filled)


def _as_filled(view: View, filled: Filled, **other: object) -> Recruit | None:
    """Return the units meant as far as they are filled in; what is not is as little as may be."""
    troop = read_troop(filled.get("troop", ""), [])
    group = read_letter(filled.get("letter", _new_group(so_far(view))), [])
    number = filled.get("number", "1")
    if not troop or not group or not number.isdecimal() or not 1 <= int(number) <= MOST:
        return None
    quality = read_quality(filled.get("quality", ORDINARY), []) or ORDINARY
    action = Recruit(troop=troop, letter=group, number=int(number))
    return action.model_copy(update={"quality": quality, **other})


def _new_group(army: Army) -> str:
    """Return the first letter that no group has; "" where all have one."""
    used = {line.group for line in army.lines}
    return next((letter for letter in LETTERS if letter not in used), "")


def _legal(view: View, action: Recruit | None) -> bool:
    return action is not None and not check_recruit(view, action)


def _troops(view: View) -> Iterator[Option]:
    """Yield the kinds of troop of which one can still be paid for, in the order of the table."""
    letter = _new_group(so_far(view)) or LETTERS[0]
    for key in load_troops().troops:
        if _legal(view, Recruit(troop=key, letter=letter, number=1)):
            cost = unit_price(Line(group=letter, troop=key))
            yield Option(key, Text("recruit.troop", {"troop": Term("troop", key), "n": cost}))


def _groups(view: View, filled: Filled) -> Iterator[Option]:
    """Yield a new group, then those that have room for one more of these."""
    army = so_far(view)
    new = _new_group(army)
    if new and _legal(view, _as_filled(view, filled, letter=new, number=1)):
        yield Option(new, Text("recruit.new_group", {"group": new.upper()}))
    for letter in dict.fromkeys(line.group for line in army.lines):
        if _legal(view, _as_filled(view, filled, letter=letter, number=1)):
            who = [line for line in army.lines if line.group == letter]
            told: Params = {
                "group": letter.upper(),
                "n": sum(line.number for line in who),
                "troops": tuple(Term("troop", key) for key in dict.fromkeys(x.troop for x in who)),
            }
            yield Option(letter, Text("recruit.group", told))


def _numbers(view: View, filled: Filled) -> Iterator[Option]:
    """Yield how many there is room and money for, the most first."""
    for number in range(MOST, 0, -1):
        action = _as_filled(view, filled, number=number)
        if action is not None and _legal(view, action):
            cost = number * unit_price(line_of(action))
            yield Option(str(number), Text("recruit.number", {"number": number, "n": cost}))


def _qualities(view: View, filled: Filled) -> Iterator[Option]:
    action = _as_filled(view, filled)
    if action is None:
        return
    for key in load_troops().troops[action.troop].qualities:
        one = action.model_copy(update={"quality": key})
        if _legal(view, one):
            yield _priced(key, "recruit.quality", Term("quality", key), action, one)


def _sold(view: View, filled: Filled) -> Iterator[Option]:
    """Yield what each of them can have: options, and weapons that are not the usual one."""
    action = _as_filled(view, filled)
    if action is None:
        return
    troop = load_troops().troops[action.troop]
    for key in (*troop.options, *choices(troop, ())[1:]):
        one = action.model_copy(update={"options": (key,)})
        if _legal(view, one):
            yield _priced(key, "recruit.option", Term("option", key), action, one)


def _priced(value: str, code: str, what: Term, plain: Recruit, one: Recruit) -> Option:
    """Return an option that says what it adds to the price of each unit."""
    more = unit_price(line_of(one)) - unit_price(line_of(plain))
    return Option(value, Text(code, {"what": what, "n": more}))


def can_recruit(view: View) -> bool:
    """Say whether there are points for more units of the viewer's own army."""
    return is_begun(view) and next(_troops(view), None) is not None


def _left_recruit(view: View, filled: Filled) -> Iterable[Text]:
    """Say how many points are left, with the units taken off that are filled in."""
    if not is_begun(view):
        return
    left = view.table.settings.points - price(so_far(view))
    action = _as_filled(view, filled) if filled.get("troop") else None
    if action is not None:
        left -= action.number * unit_price(line_of(action))
    yield Text("left.muster", {"n": max(0, left)})


# --- generals -------------------------------------------------------------------------------


def _options_appoint(view: View, field: str, filled: Filled) -> Iterator[Option]:
    if not is_begun(view):
        return
    groups = unled(so_far(view))
    if not groups:
        return
    match field:
        case "rank":
            yield from _ranks(view, groups)
        case "groups":
            yield from _commands(view, groups, filled)
        case "ally":
            action = _general(view, filled)
            if action is not None and not check_appoint(view, _changed(action, ally=True)):
                yield Option("true", Text("appoint.ally"))
        case "within":
            yield from _units(view, filled)


def _changed(action: Appoint, **other: object) -> Appoint:
    return action.model_copy(update=other)


def _general(view: View, filled: Filled) -> Appoint | None:
    """Return the general meant as far as they are filled in, of all groups that nobody commands."""
    rank = read_rank(filled.get("rank", ORDINARY), [])
    groups = read_letters(filled.get("groups", "".join(unled(so_far(view)))), [])
    return Appoint.model_validate({"rank": rank, "groups": groups}) if rank and groups else None


def _ranks(view: View, groups: tuple[str, ...]) -> Iterator[Option]:
    """Yield the generals that can be paid for."""
    for key in load_ranks():
        action = Appoint.model_validate({"rank": key, "groups": groups})
        if not check_appoint(view, action):
            told: Params = {"rank": Term("rank", key), "n": leader_price(leader_of(action))}
            yield Option(key, Text("appoint.rank", told))


def _commands(view: View, groups: tuple[str, ...], filled: Filled) -> Iterator[Option]:
    """Yield all groups that nobody commands at once, and each of them."""
    sets = [groups, *((letter,) for letter in groups)] if len(groups) > 1 else [groups]
    for one in sets:
        action = _general(view, {**filled, "groups": "".join(one)})
        if action is None or check_appoint(view, action):
            continue
        told: Params = {"groups": tuple(letter.upper() for letter in one), "n": len(one)}
        yield Option(", ".join(one), Text("appoint.groups", told))


def _units(view: View, filled: Filled) -> Iterator[Option]:
    """Yield the units of the corps that can include its general (3.included)."""
    action = _general(view, filled)
    if action is None:
        return
    for unit in enlisted(so_far(view)):
        told: Params = {"unit": unit.key.upper(), "troop": Term("troop", unit.troop)}
        if unit.key[0] in action.groups:
            one = _changed(action, within=unit.key)
            if not check_appoint(view, one):
                yield Option(unit.key, Text("appoint.within", told))


def _can_appoint(view: View) -> bool:
    return next(_options_appoint(view, "rank", {}), None) is not None


def _left_appoint(view: View, filled: Filled) -> Iterable[Text]:
    """Say how many points are left, with the general taken off whose quality is filled in."""
    if not is_begun(view):
        return
    left = view.table.settings.points - price(so_far(view))
    rank = read_rank(filled.get("rank", ""), []) if filled.get("rank") else ""
    cost = load_ranks()[rank].price if rank else 0
    yield Text("left.muster", {"n": max(0, left - cost)})


# --- out again ------------------------------------------------------------------------------


def _options_dismiss(view: View, field: str, filled: Filled) -> Iterator[Option]:
    del filled
    if field != "what" or not is_begun(view):
        return
    army = so_far(view)
    for line in army.lines:
        told: Params = {"entry": Term("entry", str(line)), "n": line.number * unit_price(line)}
        yield Option(str(line), Text("dismiss.entry", told))
    for leader in army.leaders:
        told = {"entry": Term("entry", str(leader)), "n": leader_price(leader)}
        yield Option(str(leader), Text("dismiss.entry", told))


def _can_dismiss(view: View) -> bool:
    return is_begun(view) and bool(entries(so_far(view)))


RECRUIT: AnyVerb = Verb(
    model=Recruit,
    phases=_STEPS,
    check=check_recruit,
    apply=apply_recruit,
    options=_options_recruit,
    possible=can_recruit,
    left=_left_recruit,
)
APPOINT: AnyVerb = Verb(
    model=Appoint,
    phases=_STEPS,
    check=check_appoint,
    apply=apply_appoint,
    options=_options_appoint,
    possible=_can_appoint,
    left=_left_appoint,
)
DISMISS: AnyVerb = Verb(
    model=Dismiss,
    phases=_STEPS,
    check=check_dismiss,
    apply=apply_dismiss,
    options=_options_dismiss,
    possible=_can_dismiss,
)
VERBS = (RECRUIT, APPOINT, DISMISS)
