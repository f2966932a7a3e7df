"""``/rules``: clauses and rulings of any game, by number or by words; always private."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional

import discord
from discord import app_commands

from bot.cogs.building import ANYWHERE, Commands, command
from bot.cogs.choices import setting_value
from bot.letters.clauses import (
    OF_A_GAME,
    before_and_after,
    lines_of,
    name_of,
    title_of,
    where_of,
)
from bot.letters.keys import Key
from bot.letters.pages import Page
from bot.letters.parts import CHOICE_LIMIT, MENU_SIZE, Pressable, button, fit, menu
from bot.moderator import Campaign, Complaint
from bot.text import Raw, Words, cut
from bot.text.rulebook import LedgerEntry, Rulebook, rulebook_of
from bot.ui import faults
from bot.ui.presses import Presses, chosen
from bot.ui.visit import Visit
from engine.api import Game
from engine.data.files import DataError
from engine.data.rules_ledger import Clause, Ruling
from engine.data.rulesets import load_rulesets
from engine.kit.settings import leader_of

Find = app_commands.Range[str, 1, 100]

EDITION = "edition"
"""The setting by which a table chooses among a game's texts."""
RULINGS_LIMIT = 2500
PARTS_LIMIT = 900


@dataclass(frozen=True, slots=True)
class Shelf:
    """A rulebook as one asker looks at it: of which game, and at which table if at one."""

    game: Game[Any, Any]
    campaign: Campaign | None
    words: Words

    @property
    def book(self) -> Rulebook:
        """The clauses and rulings."""
        return rulebook_of(self.game.key)

    @property
    def where(self) -> str:
        """How custom ids name it."""
        return OF_A_GAME + self.game.key if self.campaign is None else where_of(self.campaign)

    def setting(self, name: str) -> object:
        """Return the table's value of a setting, or ``None`` without a table."""
        if self.campaign is None:
            return None
        chosen_ones = self.game.settings_model.model_validate(dict(self.campaign.settings))
        return getattr(chosen_ones, name, None)


def register(commands: Commands, presses: Presses, games: Mapping[str, Game[Any, Any]]) -> None:
    """Add the command and the verbs of its buttons."""
    titles = [
        app_commands.Choice(name=Words("en", game).plain.label("game.title"), value=key)
        for key, game in games.items()
    ]
    commands.add_command(
        command(
            show_rules,
            "rules",
            "command.rules",
            contexts=ANYWHERE,
            choices={"game": titles[:25]},
            completers={"find": complete_find},
        )
    )
    on = presses.on
    on("rule")(open_rule)
    on("rulepick")(open_picked)
    on("rulego")(go_to_rule)
    on("rulesee")(go_to_picked)
    on("rulebook")(open_contents)


# --------------------------------------------------------------------- asking


async def show_rules(
    visit: Visit,
    find: Optional[Find] = None,  # noqa: UP045 - a Range has no "|"
    game: Optional[str] = None,  # noqa: UP045
) -> None:
    """Look up a clause or a ruling, or show what the rulebook holds."""
    shelves = await _shelves(visit, game)
    if len(shelves) > 1 and find is not None:
        # Most often only one game can be meant.
        shelves = (
            [shelf for shelf in shelves if shelf.book.entry(find)]
            or [shelf for shelf in shelves if shelf.book.search(find, visit.language)]
            or shelves
        )
    if len(shelves) != 1:
        await visit.show(_which_game(visit, shelves))
        return
    (shelf,) = shelves
    await visit.show(_contents(shelf) if find is None else _found(shelf, find))


async def _shelves(visit: Visit, wanted: str | None) -> list[Shelf]:
    """Return the rulebooks that may be meant here; at this channel's table where there is one.

    Raises:
        Complaint: There is no such game.
    """
    interaction = visit.interaction
    here = None
    if interaction.guild_id is not None and interaction.channel_id is not None:
        here = await visit.moderator.reader.campaign_in(
            interaction.guild_id, interaction.channel_id
        )
    if here is not None and wanted in {None, here.game}:
        return [_shelf(visit, visit.moderator.game(here), here)]
    games = visit.moderator.games
    found = list(games.values()) if wanted is None else [visit.moderator.rules(wanted)]
    return [_shelf(visit, game, None) for game in found]


def _shelf(visit: Visit, game: Game[Any, Any], campaign: Campaign | None) -> Shelf:
    visit.game, visit.here = game, campaign
    return Shelf(game, campaign, visit.words)


async def _shelf_named(visit: Visit, where: str) -> Shelf:
    """Return the rulebook that a custom id names.

    Raises:
        Complaint: It is that of a table in another server, where the person has no seat.
        Complaint: There is no such game or campaign.
    """
    if where.startswith(OF_A_GAME):
        return _shelf(visit, visit.moderator.rules(where.removeprefix(OF_A_GAME)), None)
    campaign = await visit.moderator.reader.campaign(where)
    seated = campaign.seat_of(visit.person_id) is not None
    if campaign.guild_id != visit.interaction.guild_id and not seated:
        raise Complaint("visit.other_server")
    return _shelf(visit, visit.moderator.game(campaign), campaign)


async def complete_find(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[str]]:
    """Offer what fits the words typed so far; nothing where several games may be meant."""
    visit = Visit(interaction)
    wanted = str(getattr(interaction.namespace, "game", None) or "") or None
    try:
        shelves = await _shelves(visit, wanted)
    except faults.EXPECTED:
        return []
    if len(shelves) != 1:
        return []
    (shelf,) = shelves
    found: Sequence[LedgerEntry] = shelf.book.search(current, visit.language)
    exact = shelf.book.entry(current)
    if not current.strip():
        found = shelf.book.chapters()
    elif exact is not None:
        found = [exact, *(entry for entry in found if entry is not exact)]
    return [
        app_commands.Choice(name=cut(line.label, CHOICE_LIMIT), value=line.value)
        for line in lines_of(found[:MENU_SIZE], shelf.words)
    ]


# -------------------------------------------------------------------- pressing


async def open_rule(visit: Visit, key: Key) -> None:
    """Show a clause that is cited, in a message of its own."""
    shelf = await _shelf_named(visit, key.part(0))
    await visit.answer(_page_of(shelf, key.part(1)))


async def open_picked(visit: Visit, key: Key) -> None:
    """Show the one chosen of several clauses that are cited, in a message of its own."""
    shelf = await _shelf_named(visit, key.part(0))
    await visit.answer(_page_of(shelf, _chosen(visit)))


async def go_to_rule(visit: Visit, key: Key) -> None:
    """Show another clause in place of this one."""
    shelf = await _shelf_named(visit, key.part(0))
    await visit.show(_page_of(shelf, key.part(1)))


async def go_to_picked(visit: Visit, key: Key) -> None:
    """Show what was chosen from the menu in place of this page."""
    shelf = await _shelf_named(visit, key.part(0))
    await visit.show(_page_of(shelf, _chosen(visit)))


async def open_contents(visit: Visit, key: Key) -> None:
    """Show what the rulebook holds."""
    await visit.show(_contents(await _shelf_named(visit, key.part(0))))


def _chosen(visit: Visit) -> str:
    values = chosen(visit)
    return values[0] if values else ""


# ----------------------------------------------------------------------- pages


def _which_game(visit: Visit, shelves: Sequence[Shelf]) -> Page:
    items = [
        button(shelf.words.plain.label("game.title"), "rulebook", shelf.where)
        for shelf in shelves[:MENU_SIZE]
    ]
    return Page([visit.words.bot("rules.which_game")], items)


def _page_of(shelf: Shelf, name: str) -> Page:
    entry = shelf.book.entry(name)
    if entry is None:
        raise Complaint("rules.nothing", typed=name)
    return clause_page(shelf, entry) if isinstance(entry, Clause) else ruling_page(shelf, entry)


def _found(shelf: Shelf, typed: str) -> Page:
    """Show what was named, or the only thing that fits, or a list to choose from."""
    exact = shelf.book.entry(typed)
    if exact is not None:
        return _page_of(shelf, exact.id)
    words = shelf.words
    found = shelf.book.search(typed, words.language)
    if len(found) == 1:
        return _page_of(shelf, found[0].id)
    if not found:
        page = _contents(shelf)
        return Page(["⚠️ " + words.bot("rules.nothing", typed=typed), *page.texts], page.items)
    shown = found[:MENU_SIZE]
    texts = [words.bot("rules.found", n=len(found), typed=typed), _listed(shown, words)]
    if len(found) > len(shown):
        texts.append("-# " + words.bot("rules.found_more"))
    return Page(texts, [_menu(shelf, shown), _contents_button(shelf)])


def _contents(shelf: Shelf) -> Page:
    words = shelf.words
    if not shelf.book:
        raise Complaint("rules.none", game=words.label("game.title"))
    chapters = shelf.book.chapters()
    texts = [words.bot("rules.contents", game=words.label("game.title")), _table(shelf)]
    texts.append(_listed(chapters, words))
    texts.append("-# " + words.bot("rules.how"))
    return Page([text for text in texts if text], [_menu(shelf, chapters)])


def clause_page(shelf: Shelf, clause: Clause) -> Page:
    """Show a clause: where it stands, who enforces it, the rulings on it, and its neighbours."""
    book, words = shelf.book, shelf.words
    texts = [
        f"### 📘 {name_of(clause, words)} · {title_of(clause, words)}",
        _standing(shelf, clause),
    ]
    rulings, parts = book.rulings_on(clause), book.parts(clause)
    if rulings:
        blocks = [_ruling_block(shelf, ruling) for ruling in rulings]
        more = words.bot("rules.more_rulings")
        texts.append(fit([words.bot("rules.rulings"), *blocks], RULINGS_LIMIT, more))
    if parts:
        texts.append(words.bot("rules.parts") + "\n" + _listed(parts, words))
    items: list[Pressable] = []
    if parts or rulings:
        items.append(_menu(shelf, (*parts, *rulings)))
    before, after = book.beside(clause)
    for arrow, other in (("◀ {}", before), ("▲ {}", book.above(clause)), ("{} ▶", after)):
        if other is not None:
            label = arrow.format(_neighbour(other, words.plain))
            items.append(button(label, "rulego", shelf.where, other.id))
    return Page(texts, [*items, _contents_button(shelf)])


def _neighbour(clause: Clause, words: Words) -> str:
    """Return what a button calls a clause: its number, and its title where that is not all."""
    name = name_of(clause, words)
    return name if name == clause.id else cut(f"{name} · {title_of(clause, words)}", 40)


def ruling_page(shelf: Shelf, ruling: Ruling) -> Page:
    """Show a ruling, what it answers, whether the table may change it, and on what it bears."""
    book, words = shelf.book, shelf.words
    origin = "rules.ruling.rulebook" if ruling.source == "rulebook" else "rules.ruling.house"
    clauses = [book.clauses[name] for name in ruling.clauses if name in book.clauses]
    texts = [
        f"### ⚖️ {ruling.id} · {title_of(ruling, words)}",
        "> " + _answer(ruling, words),
        "\n".join(f"-# {line}" for line in (words.bot(origin), *_switch(shelf, ruling))),
        *_changes(shelf, ruling),
    ]
    items: list[Pressable] = []
    if clauses:
        texts.append(words.bot("rules.bears_on") + "\n" + _listed(clauses, words))
        items.append(_menu(shelf, clauses))
    return Page(texts, [*items, _contents_button(shelf)])


def _changes(shelf: Shelf, ruling: Ruling) -> list[str]:
    """Say from which ruleset on a ruling holds as it does, and what held before."""
    try:
        raises = load_rulesets(shelf.game.key)
    except DataError:
        return []  # the host is told of the file at the start
    words = shelf.words
    return [
        words.bot("rules.since", ruleset=one.number) + "\n" + before_and_after(change, words)
        for one in raises
        for change in one.change
        if change.ruling == ruling.id
    ]


def _standing(shelf: Shelf, clause: Clause) -> str:
    """Say in which texts a clause stands, which the table plays by, and who sees to it."""
    words = shelf.words
    facts: list[str] = [words.label("game.title")]
    if clause.source == "house":
        facts.append(words.bot("rules.house"))
    elif clause.editions and shelf.book.editions == frozenset(clause.editions):
        facts.append(words.bot("rules.in_all"))
    elif clause.editions:
        editions = [_edition(shelf, name) for name in clause.editions]
        facts.append(words.bot("rules.stands_in", editions=words.join(editions)))
    facts.append(words.bot(f"rules.status.{clause.status}"))
    lines = ["-# " + " · ".join(facts), _table(shelf)]
    held = shelf.setting(EDITION)
    if clause.editions and isinstance(held, str) and held not in clause.editions:
        lines.append("⚠️ " + words.bot("rules.other_edition"))
    return "\n".join(line for line in lines if line)


def _table(shelf: Shelf) -> str:
    """Say by which edition the table plays, where the game has several."""
    held = shelf.setting(EDITION)
    if not isinstance(held, str):
        return ""
    return "-# " + shelf.words.bot("rules.table", edition=_edition(shelf, held))


def _edition(shelf: Shelf, name: str) -> Raw:
    return Raw(setting_value(shelf.words, EDITION, name))


def _ruling_block(shelf: Shelf, ruling: Ruling) -> str:
    words = shelf.words
    lines = [f"**{ruling.id}** · {title_of(ruling, words)}", "> " + _answer(ruling, words)]
    return "\n".join([*lines, *(f"> -# {line}" for line in _switch(shelf, ruling))])


def _answer(ruling: Ruling, words: Words) -> str:
    return ruling.ruling_es if words.language == "es" else ruling.ruling


def _switch(shelf: Shelf, ruling: Ruling) -> list[str]:
    """Say by which setting a table may change a ruling, and how this table has it."""
    name, words = ruling.switch, shelf.words
    other = shelf.book.rulings.get(name or "")
    if other is not None:
        name = other.switch
    if name is None or name not in shelf.game.settings_model.model_fields:
        return []
    label = words.label(f"setting.{name}")
    value = shelf.setting(name)
    if value is None:
        return [words.bot("rules.switch", setting=label)]
    said = Raw(setting_value(words, name, value))
    leader = leader_of(shelf.game.settings_model.model_fields[name])
    if leader is not None and value == leader:
        said = Raw(f"{said} → {setting_value(words, leader, shelf.setting(leader))}")
    return [words.bot("rules.switch_here", setting=label, value=said)]


def _listed(entries: Sequence[LedgerEntry], words: Words) -> str:
    lines = [
        f"• **{name_of(entry, words)}** {cut(title_of(entry, words), 120)}" for entry in entries
    ]
    return fit(lines, PARTS_LIMIT)


def _menu(shelf: Shelf, entries: Sequence[LedgerEntry]) -> Pressable:
    hint = shelf.words.plain.bot("rules.open")
    return menu(lines_of(entries[:MENU_SIZE], shelf.words), "rulesee", shelf.where, hint=hint)


def _contents_button(shelf: Shelf) -> Pressable:
    return button(shelf.words.plain.bot("button.contents"), "rulebook", shelf.where, emoji="📚")
