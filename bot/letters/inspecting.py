"""What a referee inspects, as private pages that are changed in place.

All buttons are presses of one verb, whose first part says what is shown, whose second is the
campaign and whose third how it is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bot.clock import from_ms
from bot.letters import clocks, naming, referees, sentences
from bot.letters.pages import Page
from bot.letters.parts import STYLES, Link, Pressable, button, link
from bot.moderator.referees.inspecting import ALL
from bot.text import Raw, Words, cut, escape

if TYPE_CHECKING:
    from bot.moderator.api import Campaign
    from bot.moderator.referees.inspecting import Inspected, Overview, Sight
    from bot.moderator.referees.rechecking import Verdict
    from bot.moderator.referees.upkeep import Queue, Queued, ReportPage
    from bot.store.posts import PostRow

VERB: Final = "inspect"
OPENLY: Final = "-"
"""Stands in a custom id for looking publicly, and for a filter that is not set."""
WORDS_LIMIT: Final = 600
"""Characters of one report."""


def sign(sight: Sight) -> str:
    """Return how somebody looks as a custom id has it."""
    return OPENLY if sight is None else sight


def overview(found: Overview, words: Words) -> Page:
    """Return the first page: how the campaign stands, and what there is to look at."""
    look, plain = found.look, words.plain
    campaign = look.campaign
    texts: list[str] = [words.bot("inspect.title", name=campaign.name)]
    texts.append(sentences.heading(look, words, level="###"))
    if look.outcome is not None:
        texts.append(sentences.outcome(look.outcome, words))
    elif look.decisions:
        texts.append(sentences.awaited(campaign, look.decisions, words))
    if campaign.status == "playing":
        lines = clocks.clock_lines(campaign, found.clocks, words)
        lines += clocks.used_line(found.clocks, words)
        texts.append("\n".join(lines))
        texts.append(f"-# {clocks.pace_line(campaign.pace, words)}")
    texts.append(sentences.seats(campaign, words))
    texts += referees.lines(campaign, words)
    texts.append("-# " + _rights(found, words))
    shown = [("log", 0, "📖"), ("journal", 1, "🗒️"), ("position", 0, "🗺️"), ("courier", 0, "📮")]
    items = [
        button(plain.bot(f"inspect.button.{what}"), VERB, what, campaign.id, OPENLY, n, emoji=emoji)
        for what, n, emoji in shown
    ]
    if found.secrets:
        label = plain.bot("inspect.button.reports")
        items.append(button(label, VERB, "reports", campaign.id, ALL, 1, emoji="🚩"))
    label = plain.bot("inspect.button.check")
    items.append(button(label, VERB, "check", campaign.id, OPENLY, emoji="🔁"))
    return Page([text for text in texts if text], items)


def _rights(found: Overview, words: Words) -> str:
    if found.secrets:
        return words.bot("inspect.rights.secrets")
    return words.bot("inspect.rights.appointed" if found.appointed else "inspect.rights.public")


def sights(
    found: Overview, what: str, sight: Sight, words: Words, *, number: int = 0, every: bool = True
) -> list[Pressable]:
    """Return the buttons of how else something can be looked at; none without that right.

    Once a game is over its log is open as it is.

    Args:
        found: Who looks at which campaign.
        what: What is looked at.
        sight: How it is now.
        words: Theirs.
        number: Where the others begin.
        every: Whether it can be looked at in all, too.
    """
    if not found.secrets:
        return []
    campaign, plain = found.look.campaign, words.plain
    ways: list[tuple[Sight, str]] = [(None, plain.bot("inspect.as.public"))]
    ways += [(one, plain.bot("inspect.as.seat", seat=plain.seat(one))) for one in campaign.seats]
    if every:
        ways.append((ALL, plain.bot("inspect.as.all")))
    return [
        button(
            label, VERB, what, campaign.id, sign(one), number, emoji=None if one is None else "👁️"
        )
        for one, label in ways
        if one != sight
    ]


def back(campaign: Campaign, words: Words) -> Pressable:
    """Return the button to the first page."""
    return button(words.plain.bot("inspect.button.back"), VERB, "home", campaign.id, emoji="↩️")


def warning(campaign: Campaign, what: str, sight: str, number: int, words: Words) -> Page:
    """Return what is said before somebody looks at secrets for the first time."""
    plain = words.plain
    texts = [words.bot("inspect.sure", whose=referees.whose(sight, words))]
    label = plain.bot("inspect.button.sure")
    parts = ("sure", campaign.id, sight, number, what)
    sure = button(label, VERB, *parts, style=STYLES.danger, emoji="👁️")
    return Page(texts, [sure, back(campaign, words)])


def seen_as(sight: Sight, words: Words) -> str:
    """Say how something is looked at."""
    if sight is None:
        return words.bot("inspect.seen.public")
    return words.bot("inspect.seen.secrets", whose=referees.whose(sight, words))


# -- the log ---------------------------------------------------------------------------------


def beside(one: Inspected, campaign: Campaign, words: Words) -> str:
    """Return the line under an entry: how long it was waited for, by what, and its post."""
    said: list[str] = []
    if one.waited is not None:
        time = clocks.span(one.waited.time, words)
        exact = one.waited.exact
        said.append(words.bot("inspect.waited" if exact else "inspect.waited.over", time=time))
    if one.by != "table":
        said.append(words.bot(f"inspect.by.{one.by}"))
    if one.request:
        said.append(words.bot("inspect.request", key=one.request))
    if one.post is not None:
        said.append(words.bot("inspect.post", url=Raw(address(campaign, one.post))))
    return f"-# {' · '.join(said)}" if said else ""


def address(campaign: Campaign, post: PostRow) -> str:
    """Return the address of a bulletin."""
    place = f"{campaign.guild_id}/{post.channel_id}/{post.message_id}"
    return f"https://discord.com/channels/{place}"


def post_links(found: Sequence[Inspected], campaign: Campaign, words: Words) -> list[Link]:
    """Return a button that leads to the newest post of a page of the log."""
    known = [one.post for one in found if one.post is not None]
    if not known:
        return []
    return [link(words.plain.bot("inspect.button.post"), address(campaign, known[-1]))]


# -- the rest --------------------------------------------------------------------------------


def queue(found: Queue, sight: Sight, words: Words) -> Page:
    """Return what the courier has still to do for a campaign."""
    campaign = found.campaign
    texts: list[str] = [words.bot("inspect.courier.title", name=campaign.name)]
    lines = [_queued(one, words) for one in found.rows]
    if found.panel_behind:
        code = "inspect.courier.panel"
        lines.append("• " + words.bot(code, n=found.panel_attempts) + _error(found.panel_error))
    texts.append("\n".join(lines) or words.bot("inspect.courier.none"))
    if sight == ALL:
        faults = [
            "• "
            + words.bot(
                "inspect.incident", n=one.count, fault=one.fault, at=Raw(f"<t:{one.at // 1000}:f>")
            )
            for one in found.incidents
        ]
        texts.append("\n".join([words.bot("inspect.incidents"), *faults]) if faults else "")
    texts.append("-# " + words.bot("inspect.courier.private" if sight else "inspect.courier.note"))
    return Page([text for text in texts if text])


def _queued(one: Queued, words: Words) -> str:
    where = words.bot("inspect.courier.channel")
    if one.who is not None:
        name = naming.named(one.who.person_id, one.who.name)
        where = words.bot("inspect.courier.person", who=name)
    elif one.private:
        where = words.bot("inspect.courier.somebody")
    state = words.bot("inspect.courier.failed" if one.failed else "inspect.courier.waiting")
    at = naming.moment(one.since)
    kind = words.bot(f"inspect.courier.kind.{one.kind}")
    said = words.bot(
        "inspect.courier.line", what=kind, where=where, state=state, at=at, n=one.attempts
    )
    return f"• {said}{_error(one.error)}"


def _error(error: str | None) -> str:
    return f" (`{cut(error.replace('`', ''), 120)}`)" if error else ""


def reports(found: ReportPage, words: Words) -> Page:
    """Return a page of what members of a campaign have reported to the host."""
    campaign, plain, items = found.campaign, words.plain, list[Pressable]()
    texts: list[str] = [words.bot("inspect.reports.title", name=campaign.name)]
    for report, who in found.reports:
        head = words.bot(
            "inspect.report",
            at=naming.moment(from_ms(report.at)),
            who=naming.named(who.person_id, who.name),
            step=report.step,
            clause=report.clause or "–",
        )
        said = " ".join(escape(line, WORDS_LIMIT) for line in report.words.splitlines())
        texts.append(f"{head}\n> {cut(said, WORDS_LIMIT)}")
    if not found.reports:
        texts.append(words.bot("inspect.reports.none"))
    if found.pages > 1:
        texts.append("-# " + words.bot("page.of", page=found.page, pages=found.pages))
    for label, other in (("button.earlier", found.page + 1), ("button.later", found.page - 1)):
        if 1 <= other <= found.pages:
            items.append(button(plain.bot(label), VERB, "reports", campaign.id, ALL, other))
    return Page(texts, [*items, back(campaign, words)])


def verdict(found: Verdict, campaign: Campaign, words: Words) -> Page:
    """Say whether a log replays, and where it does not."""
    if found.sound:
        told: dict[str, Any] = {"name": campaign.name}
        texts: list[str] = [words.bot("inspect.check.yes", **told)]
        if found.actions is not None:
            texts.append(words.bot("inspect.check.actions", n=found.actions))
    elif found.number is not None:
        texts = [words.bot("inspect.check.no_at", name=campaign.name, number=found.number)]
    elif found.hidden:
        texts = [words.bot("inspect.check.no_hidden", name=campaign.name)]
    else:
        texts = [words.bot("inspect.check.no", name=campaign.name)]
    return Page(texts)
