"""The durable messages of a campaign: panel, bulletin, receipt, notice.

Built from public looks (or for DMs from what one seat may know), in an explicit language, within
Discord's limits. Nothing is sent here; :class:`Letter` holds what a channel's ``send`` or a
message's ``edit`` takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.letters import naming, questions
from bot.letters.clauses import before_and_after, lines_of, title_of, where_of
from bot.letters.joining import joined
from bot.letters.pages import Image, images_of, lay_out
from bot.letters.parts import MENU_SIZE, STYLES, Pressable, button, fit, menu
from bot.text import Raw, Words, cut, escape, words_for
from bot.text.rulebook import cite, rulebook_of
from engine.api import Action, Decision, Event, Game, Outcome, Params, Preview, Text
from engine.data.rules_ledger import Ruling
from engine.data.rulesets import Told

if TYPE_CHECKING:
    from bot.moderator import Report
    from bot.moderator.api import Ask, Campaign, Look
    from bot.moderator.table.incidents import Incident
    from render.api import Picture

EVENTS_LIMIT = 2400
AMENDED_LIMIT = 3400
ORDERS_LIMIT = 1200
AWAITED_LIMIT = 1000
HEAD_LIMIT = 500
REPORT_LIMIT = 3000
MOST_QUESTIONS = 3
"""Decisions of one message that get their own buttons; "Act" serves the others."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it is to be sent or edited.

    Attributes:
        view: Everything that is shown.
        images: The pictures that the view refers to.
        pings: The people whom it may notify; everybody else it names is not notified.
    """

    view: ui.LayoutView
    images: tuple[Image, ...] = ()
    pings: tuple[int, ...] = ()

    def sending(self) -> dict[str, Any]:
        """Return the arguments for ``send``."""
        files = [image.file() for image in self.images]
        return {"view": self.view, "files": files, "allowed_mentions": self._mentions()}

    def editing(self) -> dict[str, Any]:
        """Return the arguments for ``edit``; an edit never notifies anybody."""
        files = [image.file() for image in self.images]
        return {
            "view": self.view,
            "attachments": files,
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def _mentions(self) -> discord.AllowedMentions:
        if not self.pings:
            return discord.AllowedMentions.none()
        people = [discord.Object(person) for person in self.pings]
        return discord.AllowedMentions(everyone=False, roles=False, users=people)


def panel(look: Look, *, game: Game[Any, Any], picture: Picture | None = None) -> Letter:
    """Return the pinned heading of a campaign: map, turn, phase, who is awaited, buttons.

    Args:
        look: The public look.
        game: The rules it is played by.
        picture: The map.
    """
    campaign = look.campaign
    words = words_for(campaign.language, game)
    drawn = images_of([picture] if picture else [], words)
    if look.status is None:
        if campaign.status == "over":
            return Letter(lay_out((), _never_begun(look, words), []))
        return Letter(lay_out((), [_open_head(campaign, words)], _open_buttons(campaign, words)))
    head = [words.bot("panel.title", name=campaign.name), heading(look, words)]
    body = [seats(campaign, words), *deserted(campaign, words)]
    items: list[Pressable] = []
    if look.outcome is not None:
        body.insert(0, outcome(look.outcome, words))
    elif look.decisions:
        body.insert(0, awaited(campaign, look.decisions, words))
        items = question_items(campaign, look.decisions, words)
    body.append(f"-# {goal(words)}")
    view = lay_out(drawn, [*head, *body], [*items, *_standing_buttons(campaign, words)])
    return Letter(view, drawn)


def bulletin(
    look: Look,
    events: Sequence[Event],
    *,
    game: Game[Any, Any],
    pictures: Sequence[Picture] = (),
    pings: Sequence[int] = (),
    forced: Sequence[tuple[str, str]] = (),
) -> Letter:
    """Return what a channel is told after a step: what happened, the map, who is awaited.

    Args:
        look: The public look after the step.
        events: Public events since the last bulletin.
        game: The rules it is played by.
        pictures: Of the phases that are past, and the map, as far as they are to be shown.
        pings: The people to notify.
        forced: Seats, and the kinds of action that alone were left to them, done by themselves.
    """
    campaign = look.campaign
    words = words_for(campaign.language, game)
    drawn = images_of(pictures, words)
    if look.status is None:  # it ended before it began
        return Letter(lay_out((), _never_begun(look, words), []), (), tuple(pings))
    texts = [heading(look, words, level="###"), *_nearest(look, words)]
    told = _told_below(events, game)
    if told:
        more = words.bot("bulletin.more")
        texts.append(fit(event_lines(told, words), EVENTS_LIMIT, more))
    texts += _forced(forced, words)
    items: list[Pressable] = []
    if look.outcome is not None:
        texts.append(outcome(look.outcome, words))
    elif look.decisions:
        texts.append(awaited(campaign, look.decisions, words, pings))
        items = question_items(campaign, look.decisions, words)
        items += [plan_button(campaign, words), _act(campaign, words), _odds(campaign, words)]
    if drawn:
        items.append(key_button(campaign, words))
    return Letter(lay_out(drawn, texts, items), drawn, tuple(pings))


def _told_below(events: Sequence[Event], game: Game[Any, Any]) -> Sequence[Event]:
    """Return what a bulletin tells below its heading: not that phases begin of which it tells more.

    The heading names the last, and of another that its side has closed at once the end is told.
    """
    begins = {"phase.begins"} & game.passing
    passing = [*(one.code in game.passing for one in events[1:]), True]
    both = zip(events, passing, strict=False)
    return [one for one, passes in both if one.code not in begins or not passes]


def _forced(forced: Sequence[tuple[str, str]], words: Words) -> list[str]:
    """Say in one line who did what by itself, as nothing else was possible."""
    if not forced:
        return []
    said = [
        words.bot("bulletin.forced.one", seat=words.seat(seat), what=words.kind(kind))
        for seat, kind in dict.fromkeys(forced)
    ]
    return [words.bot("bulletin.forced", what=words.join(said))]


def receipt(
    look: Look,
    *,
    game: Game[Any, Any],
    language: str,
    orders: Sequence[tuple[Action, Preview]] = (),
    events: Sequence[Event] = (),
    picture: Picture | None = None,
    at: datetime | None = None,
    digest: str = "",
) -> Letter:
    """Return the private confirmation of secret orders: the bot's reading of them, and a map crop.

    Args:
        look: What the reader's seat may know.
        game: The rules it is played by.
        language: The reader's.
        orders: The orders as understood, each with what it came to before it was given; none where
            only *events* tell.
        events: What came of them, as far as the seat may know.
        picture: A map around them.
        at: When the last was given.
        digest: A fingerprint of the orders, to compare later.
    """
    words = words_for(language, game)
    return _note(look, words, _ordered(orders, words), events, picture, at, digest)


def _ordered(orders: Sequence[tuple[Action, Preview]], words: Words) -> list[str]:
    """Say what was ordered: one order in a sentence of its own, several as a list."""
    if len(orders) == 1:
        ((action, preview),) = orders
        return [
            words.bot("receipt.order", order=words.action(action)),
            *cost_lines(preview, words),
        ]
    if not orders:
        return []
    lines = []
    for action, preview in orders:
        costs = "; ".join(words.say(one) for one in preview.costs)
        said = f"• **{words.action(action)}**"
        lines.append(f"{said} ({costs})" if costs else said)
    return [
        words.bot("receipt.orders"),
        fit(lines, ORDERS_LIMIT, words.bot("bulletin.more")),
    ]


def news(
    look: Look,
    *,
    game: Game[Any, Any],
    language: str,
    events: Sequence[Event],
    picture: Picture | None = None,
    at: datetime | None = None,
) -> Letter:
    """Return what only one seat learns of a step."""
    words = words_for(language, game)
    return _note(look, words, [words.bot("news.title")], events, picture, at, "")


def notice(look: Look, code: str, params: Params, *, game: Game[Any, Any], language: str) -> Letter:
    """Return a private word about a campaign, such as that the bot may not post there."""
    del look
    words = words_for(language, game)
    return Letter(lay_out((), [words.bot(code, **params)], []))


def amended(look: Look, ruleset: int, changed: Sequence[Told], *, game: Game[Any, Any]) -> Letter:
    """Return what a channel is told when the ruleset of its game was raised.

    Args:
        look: The public look of the present.
        ruleset: The number from which on it is played.
        changed: The rulings that are new or other than they were, as they concern the table.
        game: The rules it is played by.
    """
    campaign = look.campaign
    words = words_for(campaign.language, game)
    book = rulebook_of(game.key)
    told = {one.ruling: one for one in changed if one.ruling in book.rulings}
    rulings = [book.rulings[name] for name in told]
    said = "notice.new_rules" if rulings else "notice.new_rules_elsewhere"
    texts: list[str] = [words.bot(said, campaign=campaign.name, ruleset=ruleset)]
    items: list[Pressable] = []
    if rulings:
        lines = [_amendment(one, told[one.id], words) for one in rulings]
        texts.append(fit(lines, AMENDED_LIMIT, words.bot("notice.more_rules")))
        hint = words.plain.bot("rules.look_up")
        offered = lines_of(rulings[:MENU_SIZE], words)
        items.append(menu(offered, "rulepick", where_of(campaign), hint=hint))
    else:
        items.append(button(words.plain.bot("button.rules"), "rulebook", campaign.id, emoji="📘"))
    return Letter(lay_out((), texts, items))


def _amendment(ruling: Ruling, told: Told, words: Words) -> str:
    """Return what changed of a ruling; its question, where no file says before and after."""
    if not told.changes:
        return f"• **{ruling.id}** {title_of(ruling, words)}"
    lines = [f"• **{ruling.id}** {before_and_after(one, words)}" for one in told.changes]
    return "\n".join(lines)


def report(campaign: Campaign, about: Report, *, game: Game[Any, Any], language: str) -> Letter:
    """Return what a member wrote to the host."""
    words = words_for(language, game)
    title = words.bot(
        "report.to_host",
        campaign=campaign.name,
        id=campaign.id,
        channel=mention_channel(campaign.channel_id),
        step=about.step,
        clause=about.clause or "—",
        person=naming.introduced(about.person, campaign.names.get(about.person)),
    )
    said = "\n".join(escape(line, REPORT_LIMIT) for line in about.words.splitlines())
    return Letter(lay_out((), [title, cut(said, REPORT_LIMIT)], []))


def incidents(found: Sequence[Incident], *, language: str) -> Letter:
    """Return what the host is told of faults of the program: where, how often, what to look for."""
    words = words_for(language, None)
    lines = [
        words.bot(
            "incident.line" if one.number else "incident.line_unnumbered",
            n=one.count,
            what=one.what,
            fault=one.fault,
            campaign=one.campaign or "—",
            number=Raw(one.number),
        )
        for one in found
    ]
    said = fit(lines, REPORT_LIMIT, words.bot("bulletin.more"))
    return Letter(lay_out((), [words.bot("incident.title", n=len(found)), said], []))


def ask(campaign: Campaign, asked: Ask, *, game: Game[Any, Any], language: str) -> Letter:
    """Return the question whether somebody may take a seat, with buttons for the answer."""
    words = words_for(language, game)
    return Letter(lay_out((), [ask_text(campaign, asked, words)], ask_items(asked, words)))


def ask_text(campaign: Campaign, asked: Ask, words: Words) -> str:
    """Say who asks for which seat, and what it would mean."""
    held = bool(campaign.seats.get(asked.seat))
    code = "ask.held" if held else "ask.empty"
    at = Raw("")
    if asked.opens is not None:
        code = "ask.deserted_early" if asked.early else "ask.deserted"
        at = naming.moment(asked.opens)
    return words.bot(
        code,
        person=naming.introduced(asked.person_id, asked.name),
        seat=words.seat(asked.seat),
        campaign=campaign.name,
        channel=mention_channel(campaign.channel_id),
        at=at,
    )


def ask_items(asked: Ask, words: Words) -> list[Pressable]:
    """Return the buttons that answer it."""
    plain = words.plain
    items: list[Pressable] = []
    if not asked.early:
        label = plain.bot("button.admit")
        items.append(button(label, "admit", asked.campaign_id, asked.id, style=STYLES.success))
    items.append(button(plain.bot("button.turn_away"), "turnaway", asked.campaign_id, asked.id))
    return items


def _note(
    look: Look,
    words: Words,
    texts: Sequence[str],
    events: Sequence[Event],
    picture: Picture | None,
    at: datetime | None,
    digest: str,
) -> Letter:
    campaign = look.campaign
    drawn = images_of([picture] if picture else [], words, "order")
    seat = Raw(words.seat(look.seat) if look.seat is not None else "")
    body: list[str] = [words.bot("receipt.title", campaign=campaign.name, seat=seat), *texts]
    body += _nearest(look, words)
    if events:
        body.append(fit(event_lines(events, words), EVENTS_LIMIT, words.bot("bulletin.more")))
    foot: list[str] = [words.bot("receipt.where", channel=mention_channel(campaign.channel_id))]
    if at is not None:
        foot.append(f"<t:{int(at.timestamp())}:f>")
    if digest:
        foot.append(words.bot("receipt.digest", digest=Raw(digest)))
    body.append("-# " + " · ".join(foot))
    return Letter(lay_out(drawn, body, []), drawn)


# ---------------------------------------------------------------------- sentences


def cost_lines(preview: Preview, words: Words) -> list[str]:
    """Say what an action was to take when it was given, a line each; dice may have cut it short."""
    return [words.bot("done.cost", cost=words.say(one)) for one in preview.costs]


def _nearest(look: Look, words: Words) -> list[str]:
    """Say that this is not the position of the step told of, where it is not."""
    return [] if look.exact else [words.bot("bulletin.nearest")]


def heading(look: Look, words: Words, level: str = "##") -> str:
    """Say turn, phase and whose they are."""
    status = look.status
    if status is None:
        return words.bot("status.open")
    turn, phase = words.say(status.turn_name), words.say(status.phase)
    if status.player is None or look.outcome is not None:
        text = words.bot("status.heading", turn=turn, phase=phase)
    else:
        player = words.seat(status.player)
        text = words.bot("status.heading_player", turn=turn, phase=phase, seat=player)
    return cut(f"{level} {text}", HEAD_LIMIT)


def event_lines(events: Iterable[Event], words: Words, *, whole: bool = False) -> list[str]:
    """Say what happened, a line each, dice marked, and the clause of the first of them named.

    Of long lists the first names are said, and how many more there are, and who did the same stands
    together; *whole*, all of them are said, each act by itself.
    """
    lines, cited = [], False
    said = words if whole else words.brief
    for event in events if whole else joined(events, words):
        rolled = "dice" in event.params
        clause = cite(event.rule, words) if rolled and not cited else ""
        cited = cited or rolled
        lines.append(f"{'🎲' if rolled else '•'} {said.say(event)}{clause}")
    return lines


def question(decision: Decision, words: Words) -> str:
    """Say what is asked, with its clause."""
    return f"{words.say(decision)}{cite(decision.rule, words)}"


def awaited(
    campaign: Campaign, decisions: Sequence[Decision], words: Words, notified: Sequence[int] = ()
) -> str:
    """Say who is awaited for what; those whom the letter has *notified* are mentioned."""
    lines = []
    for decision in decisions:
        people = naming.seated(campaign, decision.seat, words, notified)
        if decision.seat in campaign.computer:
            people = words.bot("seat.computer")
        seat = words.seat(decision.seat)
        lines.append(
            words.bot(
                "awaited.line",
                seat=seat,
                people=Raw(people),
                question=Raw(question(decision, words)),
            )
        )
    return fit(lines, AWAITED_LIMIT, words.bot("awaited.more"))


def outcome(ended: Outcome, words: Words) -> str:
    """Say how a game ended."""
    reason: Text = ended.reason
    rule = reason.params.get("rule")
    if isinstance(rule, str) and words.game is not None:
        printed = rulebook_of(words.game.key).printed(rule, words.language)
        reason = replace(reason, params={**reason.params, "rule": printed})
    if ended.winner is None:
        return words.bot("outcome.draw", reason=words.say(reason))
    return words.bot("outcome.won", seat=words.seat(ended.winner), reason=words.say(reason))


def mention_channel(channel_id: int) -> Raw:
    """Return the link to a channel."""
    return Raw(f"<#{channel_id}>")


# ------------------------------------------------------------------------- pieces


def question_items(
    campaign: Campaign, decisions: Sequence[Decision], words: Words
) -> list[Pressable]:
    """Return the buttons and menus that answer people's open decisions directly."""
    items: list[Pressable] = []
    asked = [decision for decision in decisions if decision.seat not in campaign.computer]
    for decision in asked[:MOST_QUESTIONS]:
        items.extend(questions.choice_items(campaign.id, decision, words))
    return items


def _act(campaign: Campaign, words: Words) -> Pressable:
    return button(words.plain.bot("button.act"), "act", campaign.id, emoji="✍️")


def plan_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that opens one's planning page."""
    label = words.plain.bot("button.plan")
    return button(label, "plan", campaign.id, style=STYLES.primary, emoji="🗒️")


def _odds(campaign: Campaign, words: Words) -> Pressable:
    return button(words.plain.bot("button.odds"), "odds", campaign.id, emoji="🎲")


def key_button(campaign: Campaign, words: Words) -> Pressable:
    """Return the button that tells privately what a map's marks mean and everybody on it."""
    return button(words.plain.bot("button.key"), "key", campaign.id, emoji="🔑")


def _standing_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    plain = words.plain
    items: list[Pressable] = []
    if campaign.status != "over":
        items += [plan_button(campaign, words), _act(campaign, words)]
    if campaign.status != "over":
        items.append(button(plain.bot("button.orders"), "orders", campaign.id, emoji="📜"))
        items.append(_odds(campaign, words))
    items.append(button(plain.bot("button.recap"), "recap", campaign.id, emoji="🔎"))
    items.append(button(plain.bot("button.map"), "map", campaign.id, emoji="🗺️"))
    items.append(key_button(campaign, words))
    items.append(button(plain.bot("button.look_up"), "lookbox", campaign.id, emoji="🔍"))
    items.append(button(plain.bot("button.log"), "log", campaign.id, emoji="📖"))
    items.append(button(plain.bot("button.rules"), "rulebook", campaign.id, emoji="📘"))
    items.append(button(plain.bot("button.help"), "help", emoji="❔"))
    return items


def _never_begun(look: Look, words: Words) -> list[str]:
    """Say that a campaign ended before it began; nobody can join it any more."""
    ended = words.bot("panel.never_begun") if look.outcome is None else outcome(look.outcome, words)
    return [words.bot("panel.title", name=look.campaign.name), ended]


def _open_head(campaign: Campaign, words: Words) -> str:
    computer = campaign.opponent == "computer"
    return "\n".join(
        (
            words.bot("panel.title", name=campaign.name),
            words.bot("panel.open", game=words.label("game.title")),
            goal(words),
            seats(campaign, words),
            *deserted(campaign, words),
            words.bot("panel.how_to_start_computer" if computer else "panel.how_to_start"),
        )
    )


def goal(words: Words) -> Raw:
    """Say what a game is about: how one wins, and what a turn is."""
    title, said = words.label("game.title"), words.label("game.goal")
    return words.bot("panel.goal", game=title, goal=said)


def seats(campaign: Campaign, words: Words) -> str:
    """Say who holds which side, people or the computer."""
    lines = []
    for seat, people in campaign.seats.items():
        nobody = words.bot("seat.free")
        if seat in campaign.computer:
            code = "seat.free_computer" if campaign.status == "open" else "seat.computer_strength"
            nobody = words.bot(code, computer=words.computer(campaign.strength))
        held = (naming.seated(campaign, seat, words) if people else "") or nobody
        lines.append(words.bot("seat.line", seat=words.seat(seat), people=Raw(held)))
    return fit(lines, AWAITED_LIMIT)


def deserted(campaign: Campaign, words: Words) -> list[str]:
    """Say, for each side of which everybody has left the server, what may be done about it."""
    code = "seat.deserted_open" if campaign.status == "open" else "seat.deserted"
    if campaign.status == "over":
        return []
    return [
        words.bot(code, seat=words.seat(seat))
        for seat in campaign.seats
        if campaign.deserted(seat) is not None
    ]


def join_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    """Return a button for every side."""
    plain = words.plain
    return [
        button(
            plain.bot("button.join", seat=plain.seat(seat)),
            "join",
            campaign.id,
            seat,
            style=STYLES.primary,
        )
        for seat in campaign.seats
    ]


def _open_buttons(campaign: Campaign, words: Words) -> list[Pressable]:
    plain = words.plain
    start = button(plain.bot("button.start"), "start", campaign.id, style=STYLES.success)
    return [
        *join_buttons(campaign, words),
        start,
        button(plain.bot("button.help"), "help", emoji="❔"),
    ]
