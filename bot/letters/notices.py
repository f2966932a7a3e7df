"""Words besides the game: to a person, to a table whose rules changed, to the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bot.letters import naming
from bot.letters.clauses import before_and_after, lines_of, title_of, where_of
from bot.letters.letter import Letter
from bot.letters.pages import lay_out
from bot.letters.parts import MENU_SIZE, Pressable, button, fit, menu
from bot.letters.sentences import mention_channel
from bot.text import Raw, Words, cut, escape, words_for
from bot.text.rulebook import rulebook_of
from engine.api import Game, Params
from engine.data.rules_ledger import Ruling
from engine.data.rulesets import Told

if TYPE_CHECKING:
    from bot.moderator import Report
    from bot.moderator.api import Campaign, Look
    from bot.moderator.table.incidents import Incident

AMENDED_LIMIT = 3400
REPORT_LIMIT = 3000


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


def incidents(found: Sequence[Incident], more: int, *, language: str) -> Letter:
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
    if more:
        lines.append(words.bot("incident.more", n=more))
    said = fit(lines, REPORT_LIMIT, words.bot("bulletin.more"))
    return Letter(lay_out((), [words.bot("incident.title", n=len(found)), said], []))
