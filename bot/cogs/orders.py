"""``/orders show``: one's secret orders, and the standing ones: given, changed, withdrawn."""

from __future__ import annotations

from bot.cogs import private_corrections
from bot.cogs.building import Commands, command, group
from bot.letters import questions
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import MENU_SIZE, STYLES, MenuLine, Pressable, button, fit, menu
from bot.moderator import Campaign, Complaint, Look
from bot.text import Words, words_for
from bot.ui import acting
from bot.ui.dialogue.fields import fields_of
from bot.ui.orders import kinds, resting, withdrawing
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from engine.api import Action, AnyGame, Option

ORDERS_LIMIT = 3200


def register(commands: Commands, presses: Presses) -> None:
    """Add the command and the verbs of its buttons."""
    top = group("orders", "command.orders", "bot")
    command(show, "show", "command.orders.show", parent=top)
    private_corrections.register(top, presses)
    commands.add_command(top)
    presses.on("orders")(press_orders)
    presses.on("revoke")(press_revoke)
    presses.on("rest")(press_rest)
    presses.on("resting")(press_resting)


async def show(visit: Visit) -> None:
    """Show everything that the person's seat has ordered in secret."""
    await show_orders(visit, await visit.campaign())


async def show_orders(visit: Visit, campaign: Campaign) -> None:
    """Show what the person's seat has ordered in secret, and what it can order beforehand.

    Raises:
        Complaint: The game has not begun, or the person holds no seat.
    """
    look = await visit.look(campaign)
    if campaign.status == "open":
        raise Complaint("campaign.not_playing")
    if look.seat is None:
        raise Complaint("campaign.not_a_player")
    await visit.hold(apart=True)
    await visit.answer(await visit.ask(_page, campaign, campaign, look, visit.language))


async def press_orders(visit: Visit, key: Key) -> None:
    """The same by button; the answer is a message of its own, so that nothing is covered."""
    await show_orders(visit, await visit.campaign_named(key.part(0)))


def _page(game: AnyGame, campaign: Campaign, look: Look, language: str) -> Page:
    return orders_page(campaign, look, game, words_for(language, game))


def orders_page(campaign: Campaign, look: Look, game: AnyGame, words: Words) -> Page:
    """Return the list of a seat's secret orders, with menus for its standing ones."""
    assert look.seat is not None
    lines = [f"• {words.say(order)}" for order in game.orders(look.view)]
    texts: list[str] = [words.bot("orders.title", seat=words.seat(look.seat))]
    texts.append(fit(lines, ORDERS_LIMIT) if lines else words.bot("orders.none"))
    items: list[Pressable] = []
    if kinds(game) and campaign.status == "playing":
        texts.append(words.bot("orders.standing"))
        items = [_giving(campaign, look, game, words), *_withdrawing(campaign, look, game, words)]
        if resting(game) is not None:
            items.append(button(words.plain.bot("orders.rest"), "rest", campaign.id, emoji="💤"))
    return Page(texts, items)


def _in_force(look: Look, game: AnyGame) -> tuple[Option, ...]:
    """Return what can be withdrawn."""
    away = withdrawing(game)
    return () if away is None else tuple(game.options(look.view, *away, {}))


def _giving(campaign: Campaign, look: Look, game: AnyGame, words: Words) -> Pressable:
    plain = words.plain
    given = {option.value for option in _in_force(look, game)}
    entries = []
    for kind in [one for one in kinds(game) if _can_be_given(game, look, one)][:MENU_SIZE]:
        code = "orders.change" if kind in given else "orders.give"
        label = plain.bot(code, order=plain.kind(kind))
        entries.append(MenuLine(kind, label, plain.label(f"action.{kind}")))
    hint = plain.bot("orders.hint")
    return menu(entries, "kind", campaign.id, questions.NO_DECISION, 0, hint=hint)


def _can_be_given(game: AnyGame, look: Look, kind: str) -> bool:
    """Say whether a standing order means anything at this table: something can be said in it."""
    first = fields_of(game.actions[kind])[0].name
    return (
        next(iter(game.options(look.view, kind, first, {})), None) is not None
        or game.accepts(look.view, kind, first, {}) is not None
    )


def _withdrawing(campaign: Campaign, look: Look, game: AnyGame, words: Words) -> list[Pressable]:
    plain = words.plain
    offered = _in_force(look, game)[:MENU_SIZE]
    if not any(option.value in game.actions for option in offered):
        return []
    entries = [MenuLine(option.value, plain.say(option)) for option in offered]
    return [menu(entries, "revoke", campaign.id, hint=plain.bot("orders.withdraw"))]


async def press_rest(visit: Visit, key: Key) -> None:
    """Say what it means to do nothing this turn, and ask to confirm."""
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    action = _rest_now(visit, campaign, look)
    words, plain = visit.words, visit.words.plain
    (turn,) = action.model_dump().values()
    sure = button(
        plain.bot("orders.rest"), "resting", campaign.id, turn, style=STYLES.danger, emoji="💤"
    )
    cancel = button(plain.bot("button.cancel"), "cancel", "-")
    texts = [
        words.bot("orders.rest.title"),
        words.action(action, whole=True),
        words.bot("orders.rest.ends"),
        words.bot("orders.rest.secret"),
    ]
    await visit.answer(Page(texts, [sure, cancel]))


def _rest_now(visit: Visit, campaign: Campaign, look: Look, turn: str = "") -> Action:
    """Return the order to rest in a turn, or in the present one.

    Raises:
        Complaint: The game knows none.
    """
    game = visit.moderator.game(campaign)
    found = resting(game)
    if found is None:
        raise Complaint("press.unknown")
    kind, field = found
    now = turn or next(iter(game.options(look.view, kind, field, {}))).value
    return acting.read(game, look, kind, {field: now})


async def press_resting(visit: Visit, key: Key) -> None:
    """Give the order for the turn of which the page spoke; a later one is refused."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    action = _rest_now(visit, campaign, look, key.part(1))
    await visit.show(await acting.act(visit, campaign, action))


async def press_revoke(visit: Visit, key: Key) -> None:
    """Withdraw the standing order that was chosen."""
    await visit.hold()
    campaign = await visit.campaign_named(key.part(0))
    look = await visit.look(campaign)
    acting.require_seat(campaign, look)
    game = visit.moderator.game(campaign)
    away, values = withdrawing(game), chosen(visit)
    if away is None or not values:
        raise Complaint("press.unknown")
    action = acting.read(game, look, away[0], {away[1]: values[0]})
    await visit.show(await acting.act(visit, campaign, action))
