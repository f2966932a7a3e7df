"""``/log find`` and ``/log export``: the log searched, and taken away as a file."""

from __future__ import annotations

import asyncio
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from bot import filming
from bot.app import Adjutant
from bot.courier.pictures import Gallery
from bot.filming import FilmLostError, Shot
from bot.moderator import Look
from engine.api import AnyGame
from tests.e2e.conftest import ToyTable
from tests.support.people import Reply


class Tags(HTMLParser):
    """Every start tag of a page with its attributes, and which were not closed."""

    VOID = frozenset({"meta", "input", "br", "img", "link"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.opened: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag down."""
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Hold it against the one that was opened last."""
        assert self.opened.pop() == tag


def attached(reply: Reply) -> tuple[str, bytes]:
    """Return the file of an answer: its name and what it holds."""
    (file,) = reply.paper.pictures
    return file.filename, file.data


async def played(river: ToyTable) -> None:
    """Let both sides do something, and red hide something."""
    alice, bruno = river.people["alice"], river.people["bruno"]
    await river.to_play()
    await alice.slash("toy hide", bank="north")
    await alice.slash("toy row", strokes=2)
    await bruno.slash("toy shout", loud=True)


async def test_the_log_is_searched(river: ToyTable) -> None:
    """By word, side, clause, die and kind, all at once; as the reader's side reads it."""
    await played(river)
    alice, carla = river.people["alice"], river.people["carla"]

    found = await alice.slash("log find", kind="row")
    assert found.is_private
    assert "1 entry found" in found.text
    assert "1 entry found" in (await alice.slash("log find", side="red", kind="row")).text
    assert "Nothing matches" in (await alice.slash("log find", side="blue", kind="row")).text
    assert "Nothing matches" in (await alice.slash("log find", word="zeppelin")).text
    assert "1 entry found" in (await alice.slash("log find", side="Red", kind="row")).text
    assert "What are you looking for?" in (await alice.slash("log find")).text
    assert "1 entry found" in (await alice.slash("log find", kind="hide")).text
    assert "Nothing matches" in (await carla.slash("log find", kind="hide")).text
    assert "Nothing matches" in (await carla.slash("log find", word="hid")).text


async def test_what_was_found_has_pages(river: ToyTable) -> None:
    """Their buttons carry what was asked; what is too long for one is turned by the option."""
    await river.to_play()
    alice = river.people["alice"]
    for bank in ("north", "south", "island", "north", "south", "island", "north"):
        await alice.slash("toy hide", bank=bank)
    first = await alice.slash("log find", kind="hide", side="red")
    assert "7 entries found" in first.text
    assert "page 1 of 2" in first.text
    second = await first.press("◀ Earlier")
    assert "page 2 of 2" in second.text
    assert "page 1 of 2" in (await second.press("Later ▶")).text
    long = await alice.slash("log find", kind="hide", word="ýóúr lántérn stánds át", side="red")
    assert "7 entries found" in long.text
    assert "◀ Earlier" not in long.buttons
    assert "give the command again with" in long.text
    older = await alice.slash("log find", kind="hide", word="ýóúr lántérn stánds át", page=2)
    assert "page 2 of 2" in older.text


async def test_json_holds_what_the_reader_knows(river: ToyTable) -> None:
    """Red's file has red's order; those of others have nothing of it, and nobody's person."""
    await played(river)
    held = {}
    for name in ("alice", "bruno", "carla"):
        reply = await river.people[name].slash("log export", format="json")
        assert reply.is_private
        filename, data = attached(reply)
        assert filename.endswith(".json")
        held[name] = json.loads(data)
        for person in river.people.values():
            assert str(person.id) not in data.decode()
            assert person.name not in data.decode()
    kinds = {name: [one["kind"] for one in file["entries"]] for name, file in held.items()}
    assert "hide" in kinds["alice"]
    assert "hide" not in kinds["bruno"]
    assert held["bruno"]["entries"] != held["alice"]["entries"]
    assert held["alice"]["format"] == 1
    assert held["alice"]["reader"] == {"seat": "red", "everything": False}
    assert held["carla"]["reader"] == {"seat": None, "everything": False}
    assert [one["seat"] for one in held["carla"]["seats"]] == ["red", "blue"]
    public = (await river.look()).campaign
    assert held["carla"]["settings"] == dict(public.settings)
    numbers = [one["number"] for one in held["carla"]["entries"]]
    assert numbers == list(range(1, len(numbers) + 1))


async def test_text_is_for_reading(river: ToyTable) -> None:
    """Every entry stands in it, in the reader's language."""
    await played(river)
    alice = river.people["alice"]
    filename, data = attached(await alice.slash("log export", format="text"))
    assert filename.endswith(".txt")
    assert "Record of River" in data.decode()
    assert "secret" in data.decode()
    assert "\nRead as: Red\n" in data.decode()
    alice.speak("es-ES")
    said = attached(await alice.slash("log export", format="text"))[1].decode()
    assert "Registro de River" in said
    assert "\nVisto por: Red\n" in said


async def test_a_page_needs_nothing_else(river: ToyTable) -> None:
    """It has its own policy, loads nothing, and shows a map for each phase."""
    await played(river)
    for name, locale in (("alice", "en-GB"), ("carla", "es-ES")):
        river.people[name].speak(locale)
        filename, data = attached(await river.people[name].slash("log export"))
        page = data.decode()
        tags = Tags(page)
        assert filename.endswith(".html")
        assert not tags.opened
        assert not re.search(r"https?:", page)
        assert not [given for _, given in tags.found if "src" in given or "onclick" in given]
        policy = next(
            given["content"]
            for tag, given in tags.found
            if tag == "meta" and given.get("http-equiv") == "Content-Security-Policy"
        )
        assert policy is not None
        assert policy.startswith("default-src 'none'; script-src 'sha256-")
        assert "unsafe" not in policy
        sheets = json.loads(page.partition('id="sheets">')[2].partition("</script>")[0])
        assert sheets
        assert sheets[0]["data"]
        assert sheets[-1]["upto"] == page.count("<article")


async def test_an_open_game_has_no_record(toy: ToyTable) -> None:
    """There is nothing to be taken away yet."""
    alice = toy.people["alice"]
    await alice.slash("game new", game="toy", name="River")
    for name in ("html", "json", "text"):
        assert not (await alice.slash("log export", format=name)).paper.pictures


async def test_one_page_at_a_time_is_made_in_a_server(river: ToyTable) -> None:
    """Whoever asks meanwhile is told so; text and JSON are given all the same."""
    await played(river)
    alice, bot = river.people["alice"], river.bot
    assert isinstance(bot, Adjutant)
    with bot.albums.one(river.guild.id):
        assert "Another record is being made" in (await alice.slash("log export")).text
        assert attached(await alice.slash("log export", format="text"))
    assert attached(await alice.slash("log export"))


async def test_a_page_with_fewer_pictures_says_so(river: ToyTable) -> None:
    """Some phases have no map of their own then, the first and the last have; without any, too."""
    alice, bot = river.people["alice"], river.bot
    for _ in range(2):
        await river.to_play()
        await alice.slash("toy land", bank="island")
        await river.to_play("blue")
    assert isinstance(bot, Adjutant)
    bot.albums.longest = 2
    told = await alice.slash("log export")
    assert "no map of" in told.text
    assert attached(told)[1].count(b'"upto"') == 2
    bot.albums.patience = 0.0
    assert attached(await alice.slash("log export"))[1].count(b'"upto"') == 0


async def test_what_was_drawn_before_a_failure_is_kept(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest has no map of its own."""
    await played(river)
    draw = Gallery.shoot

    async def once(self: Gallery, game: AnyGame, look: Look, shot: Shot, **how: Any) -> Any:
        if shot.number:
            raise FilmLostError(shot.film)
        return await draw(self, game, look, shot, **how)

    monkeypatch.setattr(Gallery, "shoot", once)
    told = await river.people["alice"].slash("log export")
    assert "no map of" in told.text
    assert attached(told)[1].count(b'"upto"') == 1


async def test_albums_of_many_servers_take_no_pictures_from_each_other(river: ToyTable) -> None:
    """However many are asked for at once: each has all of its own."""
    for _ in range(2):
        await river.to_play()
        await river.people["alice"].slash("toy land", bank="island")
        await river.to_play("blue")
    bot, look = river.bot, await river.look()
    assert isinstance(bot, Adjutant)
    record = await river.moderator.records.of(look.campaign.id, None)
    made = await asyncio.gather(
        *(
            bot.albums.of(river.moderator, record, language="en", theme="standard", most=1_000_000)
            for _ in range(2 * filming.AT_ONCE)
        )
    )
    assert {(len(one.sheets), one.left_out) for one in made} == {(len(made[0].sheets), 0)}


async def test_what_is_too_large_is_refused(
    river: ToyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord would not take it."""
    await played(river)
    monkeypatch.setattr("bot.cogs.records.MOST_BYTES", 900)
    for name in ("html", "json", "text"):
        answer = await river.people["alice"].slash("log export", format=name)
        assert "too long for a file" in answer.text or name == "text"
