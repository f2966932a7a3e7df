"""``/recap``: what happened since one last looked, and what is awaited; ``/note``: one's own notes.

Both are for the eyes of their person alone, and leave no trace that anybody else could see.
"""

from __future__ import annotations

from bot.cogs.building import Commands, command
from bot.letters import buttons, sentences
from bot.letters.images import image_of
from bot.letters.keys import Key, encode
from bot.letters.pages import Page
from bot.letters.parts import Pressable, button
from bot.moderator import Campaign, LogEntry, Recap
from bot.moderator.looking.recaps import NOTES_LIMIT
from bot.record.lines import kind_title
from bot.text import Words, cut, escape
from bot.ui import acting, boxes
from bot.ui.presses import Presses, written
from bot.ui.visit import Visit
from engine.api import Term
from render.api import Section

TOLD_LIMIT = 1900
"""Characters of what happened; with what is awaited and the notes it fits one message."""


def register(commands: Commands, presses: Presses) -> None:
    """Add the commands and the verbs of their buttons."""
    commands.add_command(command(recap, "recap", "command.recap"))
    commands.add_command(command(note, "note", "command.note"))
    presses.on("recap")(press_recap)
    presses.on("note")(press_note)
    presses.on("noted")(keep_note)


async def recap(visit: Visit) -> None:
    """Tell what happened in this channel's campaign since the person last looked."""
    await visit.hold()
    await _show(visit, await visit.campaign())


async def press_recap(visit: Visit, key: Key) -> None:
    """The same by button; the answer is a message of its own, so that nothing is covered."""
    await visit.hold()
    await _show(visit, await visit.campaign_named(key.part(0)))


async def _show(visit: Visit, campaign: Campaign) -> None:
    door, game = visit.moderator, visit.moderator.game(campaign)
    found = await door.recaps.since(campaign.id, visit.person_id)
    page = recap_page(campaign, found, visit.words)
    if found.entries:
        picture = await visit.bot.gallery.picture(
            game,
            found.look,
            Section(),
            language=visit.words.language,
            before=found.before,
            theme=await visit.theme(campaign),
        )
        items = [*page.items, buttons.key_button(campaign, visit.words)]
        page = Page(page.texts, items, image_of(picture, visit.words))
    await visit.answer(page)
    # Only now: what could not be shown has not been seen.
    await door.recaps.looked(campaign.id, visit.person_id, found.place)


def recap_page(campaign: Campaign, found: Recap, words: Words) -> Page:
    """Return what is new, what is awaited with the buttons to act, and the person's notes."""
    look, plain = found.look, words.plain
    title = words.bot("recap.title", name=campaign.name)
    texts: list[str] = [f"{title}\n{sentences.heading(look, words, level='###')}"]
    texts.append(_told(found, words) if found.entries else words.bot("recap.nothing"))
    if found.hidden:
        texts.append(words.bot("recap.hidden"))
    items: list[Pressable] = []
    if look.outcome is not None:
        texts.append(sentences.outcome(look.outcome, words))
    elif look.mine:
        texts.append(acting.next_text(look.mine, words))
        items = acting.next_items(campaign, look.mine, words)
    elif look.decisions:
        texts.append(sentences.awaited(campaign, look.decisions, words))
    if found.notes:
        texts.append(_noted(found.notes, words))
    items.append(button(plain.bot("button.log"), "log", campaign.id, emoji="📖"))
    items.append(button(plain.bot("button.note"), "note", campaign.id, emoji="📝"))
    return Page(texts, items)


def _told(found: Recap, words: Words) -> str:
    """Say what happened, by turn and phase, oldest first; where it is too much, the latest."""
    lines: list[str] = []
    where: tuple[int, str] | None = None
    for entry in found.entries:
        if where != (entry.turn, entry.phase):
            where = entry.turn, entry.phase
            phase = words.say(Term("phase", entry.phase))
            lines.append(words.bot("recap.part", turn=entry.turn, phase=phase))
        lines += _lines(entry, words)
    kept: list[str] = []
    room = TOLD_LIMIT
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            break
        kept.insert(0, line)
    if found.earlier or len(kept) < len(lines):
        kept.insert(0, words.bot("recap.earlier"))
    return "\n".join(kept)


def _lines(entry: LogEntry, words: Words) -> list[str]:
    lock = "🔒 " if entry.secret else ""
    if entry.events:
        return [lock + line for line in sentences.event_lines(entry.events, words)]
    done = kind_title(entry.kind, words) if entry.action is None else words.action(entry.action)
    who = words.bot("log.nobody") if entry.seat is None else words.seat(entry.seat)
    return [f"{lock}• {who}: {done}"]


# ------------------------------------------------------------------------- notes


async def note(visit: Visit) -> None:
    """Open the person's notes to this channel's campaign."""
    await _open(visit, await visit.campaign())


async def press_note(visit: Visit, key: Key) -> None:
    """The same by button."""
    await _open(visit, await visit.campaign_named(key.part(0)))


async def _open(visit: Visit, campaign: Campaign) -> None:
    words = await visit.moderator.recaps.notes(campaign.id, visit.person_id)
    plain = visit.words.plain
    box = boxes.lines(
        "words",
        plain.bot("note.label"),
        default=words or None,
        max_length=NOTES_LIMIT,
        required=False,
    )
    await boxes.open_box(visit, encode("noted", campaign.id), plain.bot("note.title"), box)


async def keep_note(visit: Visit, key: Key) -> None:
    """Keep what was written in place of what was noted before."""
    campaign = await visit.campaign_named(key.part(0))
    await visit.hold()
    kept = await visit.moderator.recaps.note(campaign.id, visit.person_id, written(visit))
    words = visit.words
    again = button(words.plain.bot("button.note"), "note", campaign.id, emoji="📝")
    texts = [words.bot("note.kept"), _noted(kept, words)] if kept else [words.bot("note.gone")]
    await visit.answer(Page(texts, [again]))


def _noted(kept: str, words: Words) -> str:
    """Show notes as they were written, line by line."""
    lines = "\n".join(escape(line, NOTES_LIMIT) for line in kept.splitlines())
    return cut(f"{words.bot('note.yours')}\n{lines}", NOTES_LIMIT)
