"""Looking back on a game: the post at its end, its secrets, its film, and a rematch."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.app import Adjutant
from tests.e2e.conftest import ToyTable
from tests.support.reading import Paper


def ending(table: ToyTable) -> Paper:
    """Return the post that looks back."""
    (found,) = [paper for paper in table.public() if "after-action report" in paper.text]
    return found


async def over(river: ToyTable) -> Paper:
    """Play a little, give up, and return the post that looks back."""
    await river.to_play()
    await river.people["alice"].slash("toy hide", bank="north")
    await river.people["alice"].slash("toy row", strokes=2)
    await _resign(river, "alice")
    return ending(river)


async def _resign(river: ToyTable, name: str) -> None:
    sure = await river.people[name].slash("game resign")
    await sure.press("Resign")
    await river.settle()


async def test_a_game_that_is_over_is_looked_back_on(river: ToyTable) -> None:
    """One post behind the last bulletin: result, dice, map, film, buttons; once, however often."""
    told = await over(river)
    assert "Victory: Blue" in told.text
    assert "2 dice" in told.text
    still, film = told.pictures
    assert still.filename == "map.jpg"
    assert film.filename == "replay.gif"
    with Image.open(BytesIO(film.data)) as opened:
        assert getattr(opened, "n_frames", 1) >= 2
    assert {"Rematch", "What was secret", "Replay", "Log"} <= set(told.buttons)
    await river.restart()
    await river.settle()
    assert ending(river).text == told.text


async def test_what_was_secret_opens_a_day_after_the_end(river: ToyTable) -> None:
    """Not a moment sooner, whoever presses; afterwards to everybody, with what was ordered."""
    await river.to_play()
    carla = river.people["carla"]
    await river.people["alice"].slash("toy hide", bank="north")
    await river.people["bruno"].slash("toy hide", bank="south")
    look = await river.look()
    forged = await river.forge(carla, f"adj:secrets:{look.campaign.id}:1")
    assert "over" in forged.text
    assert "🔒" not in (await carla.slash("log show")).text
    await _resign(river, "alice")
    end = ending(river)
    assert "becomes public <t:" in end.text
    assert "Red 1" not in end.text
    early = await carla.press(end, "What was secret")
    assert "becomes public" in early.text
    assert "Not opened yet by: Red and Blue" in early.text
    assert "Open the secrets" not in early.buttons
    assert "🔒" not in (await carla.slash("log show", page=99)).text
    await river.wait(hours=24)
    shown = await carla.press(end, "What was secret")
    assert shown.is_private
    assert shown.text.count("🔒") == 2
    assert "North" in shown.text
    assert "South" in shown.text
    assert "🔒" in (await carla.slash("log show", page=99)).text


async def test_both_sides_open_what_was_secret_before(river: ToyTable) -> None:
    """By a press each; the channel hears of both, and an adjourned game opens by that alone."""
    await river.to_play()
    alice, bruno, carla = (river.people[name] for name in ("alice", "bruno", "carla"))
    await alice.slash("toy hide", bank="north")
    await alice.slash("offer", what="adjourn")
    await bruno.press(river.bulletins()[-1], "Agree")
    end = ending(river)
    assert "unless both sides open it" in end.text
    await river.wait(hours=30)
    shown = await alice.press(end, "What was secret")
    key = shown.buttons["Open the secrets"]["custom_id"]
    assert "no seat" in (await river.forge(carla, key)).text
    shown = await shown.press("Open the secrets")
    assert "Not opened yet by: Blue" in shown.text
    word = river.bulletins()[-1]
    assert "**Red** (alice) would open what was secret" in word.text
    assert "unless both sides open it" in (await carla.press(word, "What was secret")).text
    bruno.speak("es-ES")
    asked = await bruno.press(word, "What was secret")
    assert "North" in (await asked.press("Abrir los secretos")).text
    assert "is open to everyone now" in river.bulletins()[-1].text
    assert "North" in (await carla.press(end, "What was secret")).text
    assert "North" in (await river.forge(alice, key)).text, "pressed again, it is simply shown"


async def test_against_the_computer_nothing_stays_secret(toy: ToyTable) -> None:
    """There is nobody from whom to keep it."""
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", opponent="computer")
    await alice.slash("game join", side="red")
    await alice.slash("game start")
    await toy.settle()
    await _resign(toy, "alice")
    assert "becomes public" not in ending(toy).text


async def test_a_rematch_takes_one_press(river: ToyTable) -> None:
    """The same game again: the sides change, the others are called, a second press opens none."""
    told = await over(river)
    alice, bruno, carla = (river.people[name] for name in ("alice", "bruno", "carla"))
    before = (await river.look()).campaign
    assert "no seat" in (await carla.press(told, "Rematch")).text
    offered = await bruno.press(told, "Rematch")
    after = (await river.look()).campaign

    assert not offered.is_private
    assert alice.id in offered.paper.pinged
    assert after.name == "River (2)"
    assert (after.settings, after.theme, after.posts) == (
        before.settings,
        before.theme,
        before.posts,
    )
    assert after.seats == {"red": (bruno.id,), "blue": ()}
    refused = await alice.press(told, "Rematch")
    assert refused.is_private
    assert "has its rematch already: **River" in refused.text
    assert f"<#{river.channel.id}>" in refused.text
    await river.restart()
    label = next(one for one in offered.paper.buttons if "Blue" in one)
    assert "Blue" in (await alice.press(offered.paper, label)).text
    assert (await river.look()).campaign.seats["blue"] == (alice.id,)


async def test_a_game_has_one_rematch(river: ToyTable) -> None:
    """One that was played to its end is pointed to; one given up before it began makes way."""
    told = await over(river)
    bruno = river.people["bruno"]
    await bruno.press(told, "Rematch")
    await (await bruno.slash("game leave")).press("Leave and end it")
    again = await bruno.press(told, "Rematch")
    assert not again.is_private
    label = next(one for one in again.paper.buttons if "Blue" in one)
    await river.people["alice"].press(again.paper, label)
    await bruno.slash("game start")
    await _resign(river, "bruno")
    assert (await river.look()).campaign.status == "over"
    refused = await bruno.press(told, "Rematch")
    assert "has its rematch already" in refused.text


async def test_a_film_that_takes_too_long_is_not_waited_for(river: ToyTable) -> None:
    """The post comes with its map, and says how to see the film, which can be had."""
    await river.to_play()
    bot = river.bot
    assert isinstance(bot, Adjutant)
    bot.replays.patience = 0.0
    await _resign(river, "alice")
    told = ending(river)
    assert [picture.filename for picture in told.pictures] == ["map.jpg"]
    assert "/replay" in told.text
    shown = await river.people["alice"].press(told, "Replay")
    assert [picture.filename for picture in shown.paper.pictures] == ["replay.gif"]


async def test_without_a_painter_there_are_words(river: ToyTable) -> None:
    """The post comes, and says how to see the film."""
    await river.to_play()
    river.painter.broken = "all"
    await _resign(river, "alice")
    told = ending(river)
    assert not told.pictures
    assert "/replay" in told.text


async def test_how_the_dice_fell(river: ToyTable) -> None:
    """To whoever asks, in private, in their language: while it is played, and by button at the end.

    What was hidden meanwhile changes nothing of it.
    """
    carla = river.people["carla"]
    early = await carla.slash("log dice")
    assert early.is_private
    assert "No side has rolled dice yet" in early.text
    await river.to_play()
    await river.people["alice"].slash("toy row", strokes=2)
    shown = await carla.slash("log dice")
    assert "**Red**: 2 dice (1–6), average" in shown.text
    assert "; expected 3.5." in shown.text
    assert "% of such games" in shown.text
    assert "So far" in shown.text
    await river.people["alice"].slash("toy hide", bank="north")
    assert (await carla.slash("log dice")).text == shown.text
    await _resign(river, "alice")
    carla.speak("es-ES")
    told = await carla.press(ending(river), "Dice")
    assert told.is_private
    assert "media" in told.text
    assert "lo esperado, 3,5" in told.text
    assert "El azar por sí solo" in told.text
    assert "Hasta ahora" not in told.text
    other = river.env.create_guild("Elsewhere")
    other.create_text_channel("foreign")
    look = await river.look()
    away = await river.forge(carla, f"adj:logdice:{look.campaign.id}", guild=other)
    assert "media" not in away.text
