"""The map in the dialogue: what is chosen, what may be, for the eyes of whoever chooses."""

from pathlib import Path

import pytest

from bot.app import Adjutant
from bot.ui.playing import TYPED_LIMIT
from engine.war_of_the_pacific.roster import load_roster
from engine.war_of_the_pacific.state import ALLIES
from tests.e2e.conftest import ToyTable
from tests.support.decoding import pixels
from tests.support.people import Reply
from tests.support.quick import bot_with_small_maps, warm
from tests.support.reading import Picture
from tests.support.table import Table


def only_picture(reply: Reply) -> Picture:
    """The one picture of an answer, which its asker alone sees."""
    assert reply.is_private
    (picture,) = reply.paper.pictures
    return picture


# -- the toy game ----------------------------------------------------------------------------


async def test_fields_that_can_be_seen_have_a_picture(river: ToyTable) -> None:
    """A bank is shown, before it is chosen and after; strokes and kinds are not."""
    await river.to_play()
    asked = await river.people["alice"].press(river.panel, "Give an order")
    kinds = asked.paper.pictures
    strokes = (await asked.choose("row")).paper.pictures
    asked = await river.people["alice"].press(river.panel, "Give an order")
    bank = await asked.choose("land")
    offered = only_picture(bank)
    preview = await bank.choose("south")
    chosen = only_picture(preview)
    back = await preview.press("Back")

    assert not kinds
    assert not strokes
    assert pixels(offered).width > 100
    assert offered.sha256 != chosen.sha256
    assert only_picture(back).sha256 == offered.sha256
    assert not (await back.press("Cancel")).paper.pictures


async def test_refused_command_shows_what_would_be_legal(river: ToyTable) -> None:
    """A typed command that is refused is answered with the field's picture, in private."""
    await river.to_play()
    reply = await river.people["alice"].slash("toy land", bank="east")

    assert "no bank" in reply.text
    assert pixels(only_picture(reply)).width > 100


async def test_nobody_else_gets_the_picture(river: ToyTable) -> None:
    """Whatever others press, they are told no, without a picture; nothing public shows one."""
    await river.to_play()
    alice, bruno, carla = (river.people[name] for name in ("alice", "bruno", "carla"))
    bank = await (await alice.press(river.panel, "Give an order")).choose("land")
    secret = only_picture(bank).sha256
    (menu,) = bank.paper.menus
    hers = await river.forge(carla, menu, values=["south"])
    his = await river.forge(bruno, menu, values=["south"])
    turned = await river.forge(bruno, menu.replace(":fill:", ":ask:"))

    for reply in (hers, his, turned):
        assert reply.is_private
        assert all(not paper.pictures for paper in reply.papers)
    seen = [picture.sha256 for paper in river.public() for picture in paper.pictures]
    assert secret not in seen


@pytest.mark.parametrize("broken", ["paint", "aim"])
async def test_failing_painter_costs_the_picture_only(
    river: ToyTable, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the painter fails the question comes without a picture, and the log tells."""
    await river.to_play()
    river.painter.broken = broken
    bank = await (await river.people["alice"].press(river.panel, "Give an order")).choose("land")
    question, pictures = bank.text, bank.paper.pictures
    done = await (await bank.choose("south")).press("Confirm")

    assert "Which bank" in question
    assert not pictures
    assert "lands at South" in done.text
    assert "a bug in the painter" in caplog.text


async def test_late_picture_holds_no_answer_up(river: ToyTable) -> None:
    """A picture that takes too long is left out, and is there when it is asked for again."""
    await river.to_play()
    bot = river.bot
    assert isinstance(bot, Adjutant)
    bot.gallery.patience = 0
    asked = await river.people["alice"].press(river.panel, "Give an order")
    bank = await asked.choose("land")
    question, without = bank.text, bank.paper.pictures
    bot.gallery.patience = 30
    again = await (await bank.choose("south")).press("Back")

    assert "Which bank" in question
    assert not without
    assert pixels(only_picture(again)).width > 100


async def test_discord_is_answered_before_anything_is_drawn(river: ToyTable) -> None:
    """A press is acknowledged at once; the picture follows in an edit."""
    await river.to_play()
    asked = await river.people["alice"].press(river.panel, "Give an order")
    before = len(river.wire.calls)
    await asked.choose("land")
    calls = [call for call in river.wire.calls[before:] if call.method in {"POST", "PATCH"}]

    assert [call.path.rpartition("/")[2] for call in calls] == ["callback", "@original"]
    assert not calls[0].files
    assert len(calls[1].files) == 1


async def test_restart_amid_a_dialogue_keeps_its_pictures(river: ToyTable) -> None:
    """After a restart the next question has its picture as if nothing had been."""
    await river.to_play()
    alice = river.people["alice"]
    bank = await (await alice.press(river.panel, "Give an order")).choose("land")
    first = only_picture(bank).sha256
    await river.kill()
    await river.start()
    preview = await bank.choose("south")
    back = await preview.press("Back")

    assert pixels(only_picture(preview)).width > 100
    assert only_picture(back).sha256 == first


# -- the real thing --------------------------------------------------------------------------


async def begin(table: Table) -> None:
    """Let alice (Chile) and bruno (the Allies) begin a game."""
    warm("war_of_the_pacific")
    alice, bruno = table.people["alice"], table.people["bruno"]
    await alice.slash("game new", game="war_of_the_pacific", name="Campaign")
    await alice.slash("game join", side="chile")
    await bruno.slash("game join", side="allies")
    await alice.slash("game start")


async def test_war_of_the_pacific_shows_where_units_may_go(
    tmp_path: Path, strict_texts: None
) -> None:
    """The set-up's dialogue shows ports; the picture changes with what is chosen, and tells."""
    async with Table(tmp_path, bot_with_small_maps) as table:
        await begin(table)
        asked = await table.people["bruno"].press(table.panel, "Give an order")
        units = await asked.choose("deploy")
        (menu,) = units.paper.menus.values()
        places = await units.choose(next(iter(menu)))
        first = only_picture(places)
        (menu,) = places.paper.menus.values()
        ends = []
        for value in list(menu)[:2]:
            preview = await places.choose(value)
            ends.append(only_picture(preview))
            places = await preview.press("Back")

    assert first.filename.endswith(".jpg")
    assert (first.alt or "").startswith("Chosen: ")
    assert "Possible now" in (first.alt or "")
    assert min(pixels(first).size) >= 320
    assert len(first.data) < 200_000
    assert ends[0].sha256 != ends[1].sha256


async def test_typed_lists_of_a_whole_side_go_through(tmp_path: Path, strict_texts: None) -> None:
    """Every counter of a side by name is one line, by command and by the dialogue's box."""
    both = [unit for unit in load_roster().units.values() if len(unit.editions) == 2]
    allied = [unit for unit in both if unit.side == ALLIES][:60]
    units = ",".join(unit.id for unit in allied)
    assert 400 < len(units) <= TYPED_LIMIT
    async with Table(tmp_path, bot_with_small_maps) as table:
        bruno = table.people["bruno"]
        await begin(table)
        typed = await bruno.slash("wp deploy", units=units, to="2007")
        asked = await bruno.press(table.panel, "Give an order")
        box = await (await asked.choose("deploy")).press("Type it")
        filled = await box.fill(value=units)

        assert typed.is_private
        assert "recruited later" in typed.text  # every name was understood; the rules say no
        assert allied[-1].name in filled.text
        assert "Hex, city or box" in filled.text
