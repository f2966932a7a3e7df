"""The page of one game: what every clause says, what the moderator does, rulings and cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.text import words_for
from engine.api import Game
from engine.data.rules_ledger import Clause, Ruling
from tests.conformance.code import MOST
from tests.conformance.ledger import Ledger, is_made, ledger_of
from tests.conformance.marks import anchor, cell, link, linked
from tests.conformance.settings import edition_rows, other_rows

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs" / "conformance"
LANGUAGE_NAMES = {"en": "English", "es": "Spanish"}
STATUSES = {
    "automated": "Automated",
    "informative": "Informative",
    "table_choice": "Table's choice",
    "planned": "Planned",
}
_MADE = "house-made"
_MEANINGS = {
    "automated": "the bot enforces it, and cases show that it does",
    "informative": "there is nothing to enforce: background, names, notes of the designer",
    "table_choice": "the table decides it: whether an optional rule is played at all",
    "planned": "the bot is to enforce it and does not yet",
}


def path_of(game: Game[Any, Any]) -> Path:
    """Return where the page of a game lies, under the name by which people know the game."""
    title = str(words_for("en", game).label("game.title"))
    words = re.findall(r"\w+", title.lower())
    return FOLDER / f"{'-'.join(words)}.md"


def page_of(game: Game[Any, Any]) -> str:
    """Return the page of a game."""
    ledger = ledger_of(game)
    title = str(words_for("en", game).label("game.title"))
    lines = [
        f"# {title}: conformance",
        "",
        *_introduction(ledger, title),
        *_summary(ledger),
        *_disputes(),
        *_choices(ledger),
    ]
    for number, clauses in ledger.chapters().items():
        lines += _chapter(ledger, number, clauses)
    lines += _rulings(ledger)
    return "\n".join(lines).rstrip("\n") + "\n"


# --- what comes before the clauses ----------------------------------------------------------------


def _introduction(ledger: Ledger, title: str) -> Iterator[str]:
    key = ledger.game.key
    names = [case.name for case in ledger.cases]
    example = next((name for name in names if "example" in name), next(iter(names), ""))
    yield from _paragraph(
        f"What Adjutant does with every clause of the rulebook of {title}, why, in which module, "
        "and how anybody can check it. Where the text is silent or contradicts itself a "
        "**ruling** says what holds; a **case** is a position, what is done in it, the dice, and "
        "what must come of it, and it fails when the bot does otherwise. All cases are played "
        "whenever the code changes."
    )
    yield from _paragraph(
        "Clauses are named in our own words, in the order of the rulebook and by its numbers; a "
        "word after the number tells rules of one paragraph apart. Read this beside the rulebook, "
        "not instead of it."
    )
    if ledger.has_lost_parts:
        yield from _paragraph(
            "Parts of the text at hand are lost. What stands in for them is made by the house and "
            f"no rule of the designer's: whatever is, or rests on it, says **{_MADE}** in its own "
            f"line. Where each value comes from stands in `data/{key}/SOURCES.md`."
        )
    yield from _paragraph(
        f"To play the cases yourself: `python -m pytest tests/engine/{key}/test_cases.py`, with "
        f"`-k '{example}'` behind it for one of them by its name. In Discord `/rules` finds the "
        "same clauses and rulings, and every refusal names its clause."
    )
    yield from _paragraph(
        f"This page is made by `make conformance` from `data/{key}/rules.toml`, `rulings.toml` "
        f"and `tests/engine/{key}/cases`; corrections belong there."
    )


def _paragraph(text: str) -> Iterator[str]:
    yield text
    yield ""


def _summary(ledger: Ledger) -> Iterator[str]:
    clauses = list(ledger.clauses.values())
    differences = len(list(ledger.differences()))
    yield "## At a glance"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| clauses | **{len(clauses)}** |"
    for status, name in STATUSES.items():
        count = sum(one.status == status for one in clauses)
        if count:
            yield f"| {name}: {_MEANINGS[status]} | {count} |"
    for edition in ledger.editions:
        count = sum(one.editions == (edition,) for one in clauses)
        yield f"| stand in the {LANGUAGE_NAMES[edition]} text only | {count} |"
    yield f"| the house's own, in no text | {sum(one.source == 'house' for one in clauses)} |"
    shown = {clause for case in ledger.cases for clause in case.clauses}
    owed = sum(one.status == "automated" and one.id not in shown for one in clauses)
    yield f"| automated clauses without a case | {owed} |"
    yield f"| cases | **{len(ledger.cases)}** |"
    made = sum(map(is_made, ledger.rulings.values()))
    yield f"| rulings | **{len(ledger.rulings) - differences}** |"
    if made:
        yield f"| of these {_MADE}, for what is lost of the text | {made} |"
    if ledger.editions:
        yield f"| differences of the editions | **{differences}** |"
    yield ""
    yield "| chapter | clauses | automated | cases |"
    yield "|---|---:|---:|---:|"
    for number, own in ledger.chapters().items():
        automated = sum(one.status == "automated" for one in own)
        name = f"{number} {cell(own[0].title)}"
        cases = len(ledger.cases_of(own))
        yield f"| [{name}](#{_chapter_mark(number)}) | {len(own)} | {automated} | {cases} |"
    yield ""
    parts = [link("disputes", "How to dispute a ruling"), link("choices", "What a table chooses")]
    yield " · ".join([*parts, link("rulings", "Index of rulings")])
    yield ""


def _disputes() -> Iterator[str]:
    yield anchor("disputes")
    yield ""
    yield "## How to dispute a ruling"
    yield ""
    yield from _paragraph(
        "A ruling is a decision, and decisions can be wrong. Before anything else look whether a "
        f"setting changes it ({link('choices', 'below')}): then a table may simply play it so."
    )
    yield (
        "1. **Say which clause**, by its number here, and what the text says there, in which "
        "edition. If two places of the rulebook disagree, name both."
    )
    yield (
        "2. **Say what the bot does**, by a line of a campaign's log or a case of this page. The "
        "best argument is a case that should come out otherwise: copy its file, change what it "
        "expects, and say why."
    )
    yield (
        "3. **Open an issue** with both. The wording of the rulebook, an errata sheet and the "
        "designer's word go before our rulings; the custom of a table does not, but may become a "
        "setting."
    )
    yield from _paragraph(
        "4. A ruling that falls is changed in `rulings.toml` together with its cases. A campaign "
        "under way keeps its log; the new ruling holds from its next action on."
    )


def _choices(ledger: Ledger) -> Iterator[str]:
    yield anchor("choices")
    yield ""
    yield "## What a table chooses"
    yield ""
    yield from _paragraph("Settings are chosen when a campaign is created, and hold from then on.")
    if ledger.editions:
        names = " and ".join(LANGUAGE_NAMES[one] for one in ledger.editions)
        values = ", ".join(f"`{one}`" for one in ledger.editions)
        yield "### The editions"
        yield ""
        yield from _paragraph(
            f"There are two texts, {names}, and they differ. `edition` chooses one of them; each "
            "setting of the last column takes a single rule from the one or the other instead "
            f"({values}; `edition`, the default, follows the campaign's text)."
        )
        yield "| | what differs | what the texts say | setting |"
        yield "|---|---|---|---|"
        yield from edition_rows(ledger)
        yield ""
        yield "### Optional rules and other settings"
        yield ""
    yield "| setting | what it is | values | rulings |"
    yield "|---|---|---|---|"
    yield from other_rows(ledger)
    yield ""


# --- the clauses ----------------------------------------------------------------------------------


def _chapter_mark(number: str) -> str:
    return f"chapter-{number}"


def _chapter(ledger: Ledger, number: str, clauses: list[Clause]) -> Iterator[str]:
    """Yield a chapter: its own clause under its heading, then the others with their own."""
    head, *others = clauses
    yield anchor(_chapter_mark(number))
    yield ""
    yield f"## {_heading(ledger, head)}"
    yield ""
    sections = [one for one in others if one.id.count(".") == 1 and one.id[-1].isdigit()]
    if sections:
        yield " · ".join(link(one.id) for one in sections)
        yield ""
    yield anchor(head.id)
    yield ""
    yield from _body(ledger, head)
    for clause in others:
        depth = "###" if clause.id.count(".") == 1 else "####"
        yield anchor(clause.id)
        yield ""
        yield f"{depth} {_heading(ledger, clause)}"
        yield ""
        yield from _body(ledger, clause)


def _heading(ledger: Ledger, clause: Clause) -> str:
    made = f" ({_MADE})" if ledger.stands_in(clause) else ""
    return f"{clause.id} {cell(clause.title)}{made}"


def _body(ledger: Ledger, clause: Clause) -> Iterator[str]:
    """Yield a clause's status, what the moderator does, where, and the rulings on it."""
    yield f"*{_standing(ledger, clause)}*{_code(ledger, clause)}"
    yield ""
    cases = ledger.cases_for(clause)
    for case in cases:
        made = f" *{_MADE}*" if ledger.rests_on_made(case) else ""
        about = linked(case.about, ledger.rulings)
        yield f"- {about} [`{case.name}`]({_address(case.path)}){made}"
    if cases:
        yield ""
    for name in clause.rulings:
        yield from _quoted(ledger, ledger.rulings[name])


def _standing(ledger: Ledger, clause: Clause) -> str:
    """Say a clause's status and in which text it stands."""
    said = [STATUSES[clause.status]]
    if clause.source == "house":
        said.append("the house's own")
    elif ledger.editions and clause.editions != ledger.editions:
        only = " and ".join(LANGUAGE_NAMES[one] for one in clause.editions)
        said.append(f"in the {only} text only")
    elif ledger.editions:
        said.append("in both texts")
    return ", ".join(said)


def _code(ledger: Ledger, clause: Clause) -> str:
    """Say which modules enforce a clause."""
    if clause.status != "automated":
        return ""
    engine = ROOT / "engine" / ledger.game.key
    paths = ledger.code[clause.id]
    named = [f"[`{one.relative_to(engine)}`]({_address(one)})" for one in paths[:MOST]]
    more = [f"{len(paths) - MOST} more"] if len(paths) > MOST else []
    return f" · {', '.join([*named, *more])}"


def _quoted(ledger: Ledger, ruling: Ruling) -> Iterator[str]:
    said = linked(ruling.ruling, ledger.rulings)
    made = f" *{_MADE}:*" if is_made(ruling) else ""
    yield f"> {link(ruling.id)}{made} {cell(ruling.question)} **{said}**"
    if ruling.switch:
        yield f"> Setting: `{ruling.switch}`."
    yield ""


def _address(path: Path) -> str:
    return f"../../{path.relative_to(ROOT).as_posix()}"


# --- the rulings ----------------------------------------------------------------------------------


def _rulings(ledger: Ledger) -> Iterator[str]:
    yield anchor("rulings")
    yield ""
    yield "## Index of rulings"
    yield ""
    yield "| | question | what holds | clauses | cases |"
    yield "|---|---|---|---|---|"
    for ruling in ledger.rulings.values():
        clauses = ", ".join(map(link, ruling.clauses))
        cases = ", ".join(
            f"[`{case.name}`]({_address(case.path)})" for case in ledger.cases_on(ruling)
        )
        made = f"*{_MADE}:* " if is_made(ruling) else ""
        said = f"{cell(ruling.question)} | {made}{linked(ruling.ruling, ledger.rulings)}"
        yield f"| {anchor(ruling.id)}{ruling.id} | {said} | {clauses} | {cases} |"
    yield ""
