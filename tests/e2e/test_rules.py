"""``/rules``, and the ways to it from wherever a clause is cited."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import __version__
from bot.app import Adjutant
from bot.text.rulebook import rulebook_of
from tests.e2e.conftest import ToyTable
from tests.support.people import Reply
from tests.support.quick import bot_with_small_maps
from tests.support.table import Table


@pytest.fixture
async def coast(tmp_path: Path, strict_texts: None) -> AsyncIterator[Table]:
    """A server where War of the Pacific is played in the table's channel."""
    async with Table(tmp_path, bot_with_small_maps) as table:
        alice, bruno = table.people["alice"], table.people["bruno"]
        await alice.slash("game new", game="war_of_the_pacific", name="Nitrate")
        await alice.slash("game join", side="chile")
        await bruno.slash("game join", side="allies")
        await alice.slash("game start")
        yield table


def menu_of(reply: Reply) -> dict[str, str]:
    """The one menu of an answer: labels by value."""
    (menu,) = reply.paper.menus.values()
    labels: dict[str, str] = menu
    return labels


async def test_a_ruling_that_changed_says_what_held_before(coast: Table) -> None:
    """With the ruleset's number, in words of the reader's language."""
    reply = await coast.people["carla"].slash("rules", game="barricadas", find="alb-r86")

    assert "Changed with ruleset 2" in reply.text
    assert "On a road through a wood or houses you were seen as in open ground. **Now:**" in (
        reply.text
    )


async def test_help_says_which_version_runs(river: ToyTable) -> None:
    """On every page: a host who is told of a fault asks for it."""
    for topic in ("start", "trouble"):
        reply = await river.people["carla"].slash("help", topic=topic)

        assert f"-# Adjutant {__version__}" in reply.text


# -- looking up ------------------------------------------------------------------------------


async def test_clause_by_its_number(river: ToyTable) -> None:
    """Title, texts it stands in, who enforces it, and the rulings on it with their answers."""
    reply = await river.people["carla"].slash("rules", find="1.1")

    assert reply.is_private
    assert "1.1 · A lantern is put at a bank in secret" in reply.text
    assert "the bot enforces it" in reply.text
    assert "in every edition" in reply.text
    assert "TOY-R1" in reply.text
    assert "May a lantern be moved?" in reply.text
    assert "nobody learns of it" in reply.text


async def test_ruling_tells_the_switch_and_how_this_table_has_it(river: ToyTable) -> None:
    """A ruling that a table may change names the setting and its value here."""
    reply = await river.people["alice"].slash("rules", find="toy-e1")

    assert "How many crossings are there?" in reply.text
    assert "A difference between the editions" in reply.text
    assert "Turns: **3**" in reply.text
    assert menu_of(reply) == {"1.1": "1.1 · A lantern is put at a bank in secret"}


async def test_words_find_several_and_each_can_be_opened(river: ToyTable) -> None:
    """A list, best first, with a menu; what is chosen takes its place."""
    reply = await river.people["alice"].slash("rules", find="lantern")
    assert {"1.1", "2.3", "TOY-R1"} <= menu_of(reply).keys()
    assert "matches for “lantern”" in reply.text

    opened = await reply.choose("2.3")
    assert "in: es" in opened.text
    assert "2.3 · Whoever lands where the other's lantern stands" in opened.text
    assert opened.paper.id == reply.paper.id


async def test_browsing_up_down_and_beside(river: ToyTable) -> None:
    """Parts, neighbours, what it is a part of, and the contents, all in one message."""
    alice = river.people["alice"]
    page = await alice.slash("rules", find="2")
    assert list(menu_of(page)) == ["2.1", "2.2", "2.3"]
    page = await page.choose("2.1")
    page = await page.press("2.2 ▶")
    assert "2.2 · Landing ends the turn" in page.text
    page = await page.press("◀ 2.1")
    page = await page.press("▲ 2")
    page = await page.press("◀ 1")
    assert "The river: two ferrymen" in page.text
    page = await page.press("Contents")
    assert list(menu_of(page)) == ["1", "2", "3", "4", "5"]


async def test_spanish_words_and_answers(river: ToyTable) -> None:
    """Who reads Spanish searches and is answered in it; accents may be left out."""
    alice = river.people["alice"]
    alice.speak("es-ES")
    reply = await alice.slash("rules", find="rio orillas")
    assert "1 · El río: dos barqueros, tres orillas" in reply.text
    tie = await alice.slash("rules", find="empate")
    assert "TOY-R2 · ¿Quién gana un empate a gritos?" in tie.text
    assert "El que rema." in tie.text
    house = await alice.slash("rules", find="4")
    assert "propia de este bot" in house.text
    assert "a elección de la mesa" in house.text


async def test_what_is_not_found_leads_to_the_contents(river: ToyTable) -> None:
    """Nothing that fits: it is said, harmlessly, and the chapters are offered."""
    alice = river.people["alice"]
    reply = await alice.slash("rules", find="@everyone **zz** 99.9")
    assert reply.is_private
    assert "No rule matches" in reply.text
    assert "@everyone" not in reply.text
    assert list(menu_of(reply)) == ["1", "2", "3", "4", "5"]
    contents = await alice.slash("rules")
    assert "The rules of Two Ferrymen" in contents.text


async def test_autocomplete_lists_chapters_and_finds_words(river: ToyTable) -> None:
    """Nothing typed: the chapters; a number: it and its parts; words in either language."""
    alice = river.people["alice"]
    assert list((await alice.offered("rules", "find", "")).values()) == ["1", "2", "3", "4", "5"]
    assert list((await alice.offered("rules", "find", "2")).values())[:3] == ["2", "2.1", "2.2"]
    assert next(iter((await alice.offered("rules", "find", "LAND")).values())) == "2.2"
    alice.speak("es-419")
    assert next(iter((await alice.offered("rules", "find", "farol otro")).values())) == "2.3"
    assert await alice.offered("rules", "find", "zzzz") == {}


@pytest.mark.parametrize("custom_id", ["adj:rule:nonsense:1", "adj:rulego:~toy:99", "adj:rule"])
async def test_made_up_ids_are_refused(river: ToyTable, custom_id: str) -> None:
    """A made-up id gets a private answer."""
    reply = await river.forge(river.people["carla"], custom_id)
    assert reply.acknowledged
    assert reply.is_private


async def test_rules_of_another_servers_table_are_not_told(river: ToyTable) -> None:
    """Settings are a table's own: a custom id of another server's campaign opens nothing."""
    guild = river.env.create_guild("Elsewhere")
    guild.create_text_channel("general")
    look = await river.look()
    reply = await river.forge(
        river.people["carla"], f"adj:rule:{look.campaign.id}:1.1", guild=guild
    )
    assert "another server" in reply.text


# -- links -----------------------------------------------------------------------------------


async def test_refusal_opens_its_clause(river: ToyTable) -> None:
    """The button opens the clause in a message of its own; the dialogue stays as it was."""
    await river.to_play()
    alice = river.people["alice"]
    refused = await alice.slash("toy row", strokes=4)
    clause = await refused.press("Rule 2.1")

    assert clause.is_private
    assert "2.1 · Rowing: one to three strokes" in clause.text
    assert clause.paper.id != refused.paper.id
    done = await (await refused.choose("2")).press("Confirm")
    assert "Done" in done.text


async def test_refusal_of_several_clauses_has_a_menu(toy: ToyTable) -> None:
    """Two reasons of two clauses: a menu of both."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    await alice.slash("game new", game="toy", name="River", settings="smuggling=true")
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    refused = await bruno.slash("toy mark", at="9 9", reach="9")
    assert "4 wide" in refused.text
    assert menu_of(refused).keys() == {"1", "5.2"}
    clause = await refused.choose("5.2")
    assert "5.2 · A shoal" in clause.text


async def test_a_refused_field_opens_its_clause(river: ToyTable) -> None:
    """A dialogue in which something is refused links the clause too."""
    await river.to_play()
    alice = river.people["alice"]
    asked = await (await alice.press(river.panel, "Give an order")).choose("land")
    box = await asked.press("Type it")
    refused = await box.fill(value="east")
    assert "no bank" in refused.text
    clause = await refused.press("Rule 1")
    assert "three banks" in clause.text


async def test_log_opens_the_clauses_that_it_cites(river: ToyTable) -> None:
    """Under a page of the log stands a menu of its clauses."""
    alice = river.people["alice"]
    await alice.slash("toy hide", bank="north")
    await river.to_play()
    await alice.slash("toy land", bank="north")
    told = await alice.press(river.panel, "Log")
    assert {"1", "1.1", "2.2"} <= menu_of(told).keys()
    clause = await told.choose("2.2")
    assert "Landing ends the turn" in clause.text
    hidden = await river.people["carla"].press(river.panel, "Log")
    assert "1.1" not in menu_of(hidden)


async def test_panel_opens_the_contents(river: ToyTable) -> None:
    """Anybody presses Rules under the panel, and is answered privately, also after a restart."""
    panel = river.panel.fingerprint()
    reply = await river.people["carla"].press(river.panel, "Rules")
    await river.restart()
    page = await reply.choose("3")
    assert reply.is_private
    assert "A six lets the other shout" in page.text
    assert river.panel.fingerprint() == panel


# -- real games ------------------------------------------------------------------------------


async def test_real_clause_with_rulings_and_edition(coast: Table) -> None:
    """A clause of War of the Pacific at a table: its edition, rulings, and switches."""
    alice = coast.people["alice"]
    reply = await alice.slash("rules", find="7.4")
    assert "This campaign: English edition" in reply.text
    assert "WP-E3" in reply.text
    assert "Whose speed modifies an interception roll?" in reply.text
    assert "As in the campaign's edition → English edition" in reply.text
    alice.speak("es-ES")
    spanish = await alice.slash("rules", find="velocidad interceptacion")
    assert "7.4" in menu_of(spanish)


async def test_only_spanish_clause_says_so_at_an_english_table(coast: Table) -> None:
    """What stands in the other edition alone is shown, with a word that it is not this one's."""
    book = rulebook_of("war_of_the_pacific")
    spanish = [clause for clause in book.clauses.values() if clause.editions == ("es",)]
    assert spanish
    reply = await coast.people["alice"].slash("rules", find=spanish[0].id)
    assert "This campaign's edition does not have this clause" in reply.text


async def test_another_game_and_channels_without_campaign(coast: Table) -> None:
    """The option names another game; without a campaign a ruling's name or the option decides."""
    alice = coast.people["alice"]
    other = coast.guild.create_text_channel("other")
    calama = await alice.slash("rules", find="4.1.1", game="calama")
    assert "Batalla de Calama" in calama.text
    assert "This campaign" not in calama.text
    ruling = await alice.slash("rules", find="CAL-R7", room=other)
    assert "What does movement cost, and who may pass?" in ruling.text
    asked = await alice.slash("rules", room=other)
    assert "Which game" in asked.text
    contents = await asked.press("War of the Pacific")
    assert "The rules of War of the Pacific" in contents.text
    assert await alice.offered("rules", "find", "march", room=other) == {}
    assert await alice.offered("rules", "find", "march", room=other, game="war_of_the_pacific")


async def test_rules_in_direct_messages(coast: Table) -> None:
    """The command works where there is no server at all."""
    alice = coast.people["alice"]
    reply = Reply(alice, await alice.actor.user.slash("rules", find="WP-R5"))
    assert "WP-R5" in reply.text
    assert "initiative" in reply.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "pages"),
    [
        ("en-US", slice(0, None, 4)),
        ("es-ES", slice(2, None, 4)),
        pytest.param("en-US", slice(None), marks=pytest.mark.long),
        pytest.param("es-ES", slice(None), marks=pytest.mark.long),
    ],
)
async def test_every_page_of_every_rulebook_keeps_discords_limits(
    coast: Table, language: str, pages: slice
) -> None:
    """All clauses and rulings can be shown; the table checks every call's limits at the end.

    Every other one in one language whenever tests run, each in both where all are run.
    """
    alice = coast.people["alice"]
    alice.speak(language)
    bot = coast.bot
    assert isinstance(bot, Adjutant)
    for key in bot.games:
        book = rulebook_of(key)
        for name in (*book.clauses, *book.rulings)[pages]:
            reply = await alice.slash("rules", find=name, game=key)
            shown = book.printed(name, language[:2]) if name in book.clauses else name
            assert f"{shown} · " in reply.text
