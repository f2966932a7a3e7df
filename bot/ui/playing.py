"""Presses that play: answers to decisions, and the dialogue that asks field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from bot.letters import questions, sentences
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.letters.parts import CHOICE_LIMIT, MENU_SIZE, STYLES, Pressable, button
from bot.moderator import Campaign, Complaint, Draft, Look
from bot.ui import acting, boxes, faults, owed
from bot.ui.dialogue import dialogue, filling, forms, objections
from bot.ui.dialogue.at_once import whole_orders
from bot.ui.dialogue.dialogue import Dialogue
from bot.ui.dialogue.fields import Field, fields_of
from bot.ui.dialogue.talk import Orders, Talk
from bot.ui.planning.placing import before_of
from bot.ui.presses import Presses, chosen, filled, written
from bot.ui.visit import Visit
from engine.api import Action, Decision, Option, Preview, Refusal, Term
from engine.errors import Refused

TYPED_LIMIT = 1000
"""Characters that a field may be given by typing: a whole set-up, or every counter of a side."""
CHOSEN_LIMIT = MENU_SIZE * (CHOICE_LIMIT + 2)
"""Characters that a field may be given by choosing all of a menu."""


def register(presses: Presses) -> None:
    """Register the verbs of this module."""
    for verb, handler in {
        "do": press_choice,
        "pick": pick_choice,
        "sure": press_sure,
        "choices": show_choices,
        "act": press_act,
        "kinds": turn_kinds,
        "kind": pick_kind,
        "fill": fill_field,
        "whole": fill_whole,
        "turn": turn_options,
        "ask": ask_field,
        "type": ask_to_type,
        "typed": fill_typed,
        "undo": undo_field,
        "cancel": cancel,
        "again": begin_again,
        "anew": begin_anew,
        "confirm": confirm,
        "mean": mean_it,
        "form": ask_for_form,
        "formed": fill_form,
        "mend": mend_draft,
        "remedy": mend_choice,
    }.items():
        presses.on(verb)(handler)


# ------------------------------------------------------------- direct answers


async def press_choice(visit: Visit, key: Key) -> None:
    """Answer a decision by the choice that a button stands for."""
    await visit.hold()
    await _answer(visit, key, key.number(2), sure=False)


async def pick_choice(visit: Visit, key: Key) -> None:
    """Answer a decision by a choice from its menu."""
    await visit.hold()
    values = chosen(visit)
    number = int(values[0]) if values and values[0].isdigit() else -1
    await _answer(visit, key, number, sure=False)


async def press_sure(visit: Visit, key: Key) -> None:
    """Answer a decision after having been asked whether it is meant."""
    await visit.hold()
    await _answer(visit, key, key.number(2), sure=True)


async def _answer(visit: Visit, key: Key, number: int, *, sure: bool) -> None:
    campaign, look, decision = await _due(visit, key)
    if not 0 <= number < len(decision.choices):
        raise Complaint("campaign.stale")
    choice = decision.choices[number]
    if not sure:
        foreseen = await visit.ask(acting.foreseen, campaign, look.view, choice.action)
        if choice.danger or foreseen.warnings:
            page = _sure_page(visit, campaign, decision, number, foreseen)
            await visit.show_on_map(look, page)
            return
    page = await acting.act(visit, campaign, choice.action, expect=campaign.on_branch(decision.key))
    await visit.show(page)


def _sure_page(
    visit: Visit, campaign: Campaign, decision: Decision, number: int, foreseen: Preview
) -> Page:
    words, plain, choice = visit.words, visit.words.plain, decision.choices[number]
    where = campaign.id, questions.name_of(campaign, decision), number
    sure = button(plain.say(choice), "sure", *where, style=STYLES.danger)
    game = visit.moderator.game(campaign)
    mending = dialogue.mend_items(game, foreseen, choice.action.kind, words, "remedy", *where)
    return Page(
        [
            words.bot("sure.title", choice=words.say(choice)),
            words.say(decision),
            *dialogue.preview_lines(foreseen, words),
        ],
        [sure, *mending, button(plain.bot("button.cancel"), "cancel", "-")],
        gamble=choice.action,
    )


async def _due(visit: Visit, key: Key) -> tuple[Campaign, Look, Decision]:
    """Return the decision that a press is for.

    Raises:
        Complaint: It is settled, or another's, or the person holds no seat.
    """
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    seat = acting.require_seat(campaign, look)
    decision = questions.find(campaign, (*look.mine, *look.decisions), key.part(1))
    if decision is None:
        raise Complaint("campaign.stale")
    if decision.seat != seat:
        raise Complaint("press.not_yours", seat=Term("seat", decision.seat))
    return campaign, look, decision


async def show_choices(visit: Visit, key: Key) -> None:
    """Show a page of a decision's choices, privately."""
    campaign, _, decision = await _due(visit, key)
    page = key.number(2)
    last = (len(decision.choices) - 1) // MENU_SIZE
    page = min(page, max(last, 0))
    plain, name = visit.words.plain, questions.name_of(campaign, decision)
    items = [questions.choice_menu(campaign, decision, visit.words, page)]
    if page > 0:
        label = plain.bot("button.back_page")
        items.append(button(label, "choices", campaign.id, name, page - 1))
    if page < last:
        label = plain.bot("button.next_page")
        items.append(button(label, "choices", campaign.id, name, page + 1))
    await visit.show(Page([visit.words.say(decision)], items))


# ------------------------------------------------------------------- dialogue


async def press_act(visit: Visit, key: Key) -> None:
    """Ask what to do; where it can be one thing only, begin with it."""
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    await visit.hold()
    kind = await visit.ask(dialogue.only_kind, campaign, look)
    if kind is None:
        await _show_kinds(visit, campaign, look, questions.NO_DECISION, 0)
        return
    asked = [sentences.question(one, visit.words) for one in look.mine]
    await _begin(visit, campaign, look, kind, None, note="\n".join(asked))


async def _show_kinds(
    visit: Visit, campaign: Campaign, look: Look, decision_key: str, page: int
) -> None:
    """Show what the person can do now."""
    decision = questions.find(campaign, look.mine, decision_key)
    game = visit.moderator.game(campaign)
    visit.bot.gallery.prepare(game, await visit.theme(campaign))
    await visit.hold()
    shown = await visit.ask(
        dialogue.kinds_page, campaign, campaign, look, visit.language, decision, page
    )
    await visit.show_on_map(look, shown)


async def turn_kinds(visit: Visit, key: Key) -> None:
    """Turn the pages of what can be done."""
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    await _show_kinds(visit, campaign, look, key.part(1), key.number(2))


async def pick_kind(visit: Visit, key: Key) -> None:
    """Begin the dialogue of a kind of action."""
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    values = chosen(visit)
    if not values or values[0] not in visit.moderator.game(campaign).actions:
        raise Complaint("press.unknown")
    decision = questions.find(campaign, look.mine, key.part(1))
    await _begin(visit, campaign, look, values[0], decision)


async def _begin(
    visit: Visit,
    campaign: Campaign,
    look: Look,
    kind: str,
    decision: Decision | None,
    note: str = "",
) -> None:
    """Begin the dialogue of a kind of action, for one decision if given."""
    filled = {}
    if decision is not None:
        filled[dialogue.EXPECT] = campaign.on_branch(decision.key)
    await visit.hold()  # a write may have to wait its turn
    draft = await visit.moderator.drafts.open(campaign.id, visit.person_id, kind, filled)
    await Talk(visit, campaign, look, draft).show(Dialogue.page, note)


async def _open(visit: Visit, key: Key) -> Talk:
    """Return the person's dialogue that a custom id names.

    Raises:
        Complaint: It is over, or another's.
    """
    draft = await visit.moderator.drafts.get(key.part(0), visit.person_id)
    campaign = await visit.campaign_named(draft.campaign_id)
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    where = draft.filled.get(dialogue.PLANNED)
    behind: Orders = ()
    if where is not None:
        plan = await visit.moderator.plans.get(campaign.id, visit.person_id)
        behind = before_of(plan, where)
    return Talk(visit, campaign, look, draft, behind)


async def _go_on(talk: Talk, filled: dict[str, str]) -> None:
    """Keep what is filled in, and show what comes next."""
    visit = talk.visit
    await visit.hold()  # a write may have to wait its turn
    draft = await visit.moderator.drafts.put(talk.draft.id, visit.person_id, filled)
    await talk.of(draft).show(Dialogue.page)


async def fill_field(visit: Visit, key: Key) -> None:
    """Fill a field by what was chosen from its menu."""
    values = chosen(visit)
    await visit.hold()
    talk = await _open(visit, key)
    field = talk.field(key.number(1))
    # Of a compound order it is one more item: what it holds so far may be what alone it could.
    before = await talk.ask(_held, field.name) if field.compound else ""
    value = filling.added(field, before, values)[:CHOSEN_LIMIT]
    await _go_on(talk, {**talk.draft.filled, field.name: value})


def _held(talk: Dialogue, name: str) -> str:
    return talk.filled.get(name, "")


async def fill_whole(visit: Visit, key: Key) -> None:
    """Fill all fields by the order that a button stands for.

    Raises:
        Complaint: It is not offered any more.
    """
    await visit.hold()
    talk = await _open(visit, key)
    filled = await talk.ask(_whole, key.part(1))
    await _go_on(talk, {**talk.draft.filled, **filled})


def _whole(talk: Dialogue, mark: str) -> dict[str, str]:
    offered = whole_orders(talk.game, talk.look.view, talk.model.kind)
    found = next((one for one in offered if one.mark == mark), None)
    if found is None:
        raise Complaint("campaign.stale")
    return found.filled


async def fill_typed(visit: Visit, key: Key) -> None:
    """Fill a field by what was typed; what cannot stand there comes back with the reason."""
    text = written(visit).strip()[:TYPED_LIMIT]
    await visit.hold()
    talk = await _open(visit, key)
    index = key.number(1)
    field = talk.field(index)
    wrong = await talk.ask(_against, field, text)
    kept = dialogue.without_typed(talk.draft.filled, field)
    if not wrong:
        await _go_on(talk, {**kept, field.name: text})
        return
    kept.pop(field.name, None)
    draft = await visit.moderator.drafts.put(
        talk.draft.id, visit.person_id, {**kept, dialogue.TYPED + field.name: text}
    )
    await talk.of(draft).show(Dialogue.typed_wrong, index, text, wrong)


def _against(talk: Dialogue, field: Field, text: str) -> tuple[Refusal, ...]:
    view, kind = talk.look.view, talk.model.kind
    return objections.of_typed(talk.game, view, kind, talk.filled, field, text)


async def turn_options(visit: Visit, key: Key) -> None:
    """Turn the pages of a field's options."""
    await visit.hold()
    await (await _open(visit, key)).show(Dialogue.field_page, key.number(1), key.number(2))


async def ask_field(visit: Visit, key: Key) -> None:
    """Ask for a field, an optional one for instance."""
    await visit.hold()
    await (await _open(visit, key)).show(Dialogue.field_page, key.number(1))


async def ask_to_type(visit: Visit, key: Key) -> None:
    """Open the dialogue box in which a field can be typed."""
    talk = await _open(visit, key)
    index = key.number(1)
    field, plain = talk.field(index), visit.words.plain
    held = await talk.soon(talk.draft.filled.get(field.name, ""), _held, field.name)
    before = held or talk.draft.filled.get(dialogue.TYPED + field.name, "")
    typed = boxes.line(
        "value",
        plain.field(talk.model.kind, field.name),
        default=before if 0 < len(before) <= TYPED_LIMIT else None,
        max_length=TYPED_LIMIT,
        required=True,
    )
    title = plain.kind(talk.model.kind)
    await boxes.open_box(visit, encode("typed", talk.draft.id, index), title, typed)


async def ask_for_form(visit: Visit, key: Key) -> None:
    """Open the box in which what belongs together is filled in at once."""
    talk = await _open(visit, key)
    if not forms.form_of(talk.model):  # somebody made the id up
        raise Complaint("press.unknown")
    nothing: Formed = ({}, talk.draft.filled)
    offered, filled = await talk.soon(nothing, _of_form)
    await forms.open_form(visit, talk.draft.id, talk.model, offered, filled)


Formed = tuple[Mapping[str, list[Option]], Mapping[str, str]]
"""What each field of a form may hold, and what is filled in."""


def _of_form(talk: Dialogue) -> Formed:
    kind, filled = talk.model.kind, talk.filled
    return forms.offered_in(talk.game, talk.look.view, kind, filled), filled


async def fill_form(visit: Visit, key: Key) -> None:
    """Fill in what a form holds, and show what comes next."""
    sent = filled(visit)
    talk = await _open(visit, key)
    await _go_on(talk, forms.filled_in(talk.model, talk.draft.filled, sent))


async def undo_field(visit: Visit, key: Key) -> None:
    """Take back the last field."""
    talk = await _open(visit, key)
    await _go_on(talk, filling.without_last(fields_of(talk.model), talk.draft.filled))


async def cancel(visit: Visit, key: Key) -> None:
    """End a dialogue without doing anything; it can be begun again."""
    items: list[Pressable] = []
    if key.part(0) not in {"", questions.NO_DECISION}:
        await visit.hold()
        with suppress(Complaint):  # it was over before
            draft = await visit.moderator.drafts.get(key.part(0), visit.person_id)
            items = dialogue.after_cancel(draft, visit.words)
        await visit.moderator.drafts.drop(key.part(0), visit.person_id)
    await visit.show(Page([visit.words.bot("act.cancelled")], items))


async def begin_again(visit: Visit, key: Key) -> None:
    """Take everything back that is filled in; what the dialogue is for stays."""
    talk = await _open(visit, key)
    await _go_on(talk, dialogue.begun_again(talk.draft.filled))


async def begin_anew(visit: Visit, key: Key) -> None:
    """Begin a dialogue that was cancelled once more."""
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    if key.part(1) not in visit.moderator.game(campaign).actions:
        raise Complaint("press.unknown")
    await visit.hold()
    await ask_first(visit, campaign, look, key.part(1), {})


async def confirm(visit: Visit, key: Key) -> None:
    """Do what a dialogue has put together; pressed twice, it is done once."""
    await visit.hold()
    talk = await _open(visit, key)
    campaign, draft = talk.campaign, talk.draft
    attempt = draft.filled.get(dialogue.ATTEMPT, "")
    try:
        planned = dialogue.PLANNED in draft.filled or dialogue.ODDS_ONLY in draft.filled
        action = None if planned else await talk.ask(_read)
        if action is None:
            await talk.show(Dialogue.page)
            return
        # Not the interaction: two presses of one Confirm are one request. A refused request stays
        # refused, so the next attempt gets a name of its own.
        request, expect = f"draft:{draft.id}:{attempt}", draft.filled.get(dialogue.EXPECT) or None
        page = await acting.act(visit, campaign, action, request=request, expect=expect)
    except Refused as refused:
        filled = {**draft.filled, dialogue.ATTEMPT: f"{attempt}+"[-40:]}
        await visit.moderator.drafts.put(draft.id, visit.person_id, filled)
        await talk.show(Dialogue.refused, refused.refusals)
        return
    await visit.moderator.drafts.drop(draft.id, visit.person_id)
    await visit.show(page)


def _read(talk: Dialogue) -> Action | None:
    """Return what a dialogue has put together, if it is whole.

    Raises:
        Refused: It was not understood.
    """
    if talk.next_field() is not None:
        return None
    return acting.read(talk.game, talk.look, talk.model.kind, talk.filled)


async def mean_it(visit: Visit, key: Key) -> None:
    """Make an order of what was put together for its odds; it is not done yet."""
    talk = await _open(visit, key)
    kept = {name: value for name, value in talk.draft.filled.items() if name != dialogue.ODDS_ONLY}
    await _go_on(talk, kept)


async def mend_draft(visit: Visit, key: Key) -> None:
    """Begin the action that mends what a dialogue's preview warns of."""
    await visit.hold()
    talk = await _open(visit, key)
    try:
        action = await talk.ask(_meant)
    except Refused as refused:
        raise Complaint("campaign.stale") from refused
    await _mend(visit, talk.campaign, talk.look, action, key.parts[1:])


def _meant(talk: Dialogue) -> Action:
    return acting.read(talk.game, talk.look, talk.model.kind, talk.filled)


async def mend_choice(visit: Visit, key: Key) -> None:
    """Begin the action that mends what is warned of before a choice is made."""
    campaign, look, decision = await _due(visit, key)
    number = key.number(2)
    if number >= len(decision.choices):
        raise Complaint("campaign.stale")
    await _mend(visit, campaign, look, decision.choices[number].action, key.parts[3:])


async def _mend(
    visit: Visit, campaign: Campaign, look: Look, action: Action, which: Sequence[str]
) -> None:
    """Begin the action that mends one of the warnings, with the fields that are known.

    Raises:
        Complaint: It warns of that no more.
    """
    warnings = (await visit.ask(acting.foreseen, campaign, look.view, action)).warnings
    for number, warned in enumerate(warnings):
        if warned.kind and (str(number), warned.kind) == tuple(which):
            await ask_first(visit, campaign, look, warned.kind, dict(warned.filled))
            return
    raise Complaint("campaign.stale")


async def plan(visit: Visit, campaign: Campaign, look: Look, kind: str) -> None:
    """Begin a dialogue that ends in odds, and does nothing."""
    filled = {dialogue.ODDS_ONLY: "1"}
    draft = await visit.moderator.drafts.open(campaign.id, visit.person_id, kind, filled)
    await Talk(visit, campaign, look, draft).show(Dialogue.page)


async def ask_first(
    visit: Visit, campaign: Campaign, look: Look, kind: str, raw: dict[str, str]
) -> None:
    """Ask once more before what was typed is done: something can no longer be done afterwards."""
    draft = await visit.moderator.drafts.open(campaign.id, visit.person_id, kind, raw)
    await Talk(visit, campaign, look, draft).show(Dialogue.page)


async def show_refused(
    visit: Visit,
    campaign: Campaign,
    look: Look,
    kind: str,
    raw: dict[str, str],
    refused: Refused,
) -> None:
    """Tell why a typed command is refused, and offer what would be legal in place of it."""
    note = faults.refusal_text(refused.refusals, visit.words)
    links = faults.refusal_links(campaign, refused.refusals, visit.words)
    probe = Draft("-", campaign.id, visit.person_id, kind, raw)
    kinds, index = await Talk(visit, campaign, look, probe).ask(_wrong)
    if index is None:
        asked, answers = owed.asked_first(
            campaign, look, visit.moderator.game(campaign), refused.refusals, visit.words
        )
        label = visit.words.plain.bot("button.act")
        items = [button(label, "act", campaign.id, emoji="✍️")] if kinds else []
        await visit.show(Page([note, *asked], [*answers, *items, *links]))
        return
    wrong = fields_of(visit.moderator.game(campaign).actions[kind])[index].name
    kept = {name: value[:TYPED_LIMIT] for name, value in raw.items() if name != wrong}
    draft = await visit.moderator.drafts.open(campaign.id, visit.person_id, kind, kept)
    await Talk(visit, campaign, look, draft).show(Dialogue.field_page, index, 0, note, links)


def _wrong(talk: Dialogue) -> tuple[bool, int | None]:
    """Return whether anything can be done, and which field spoils what was typed, if one does."""
    kinds = talk.game.kinds(talk.look.view)
    return bool(kinds), talk.wrong_field() if talk.model.kind in kinds else None
