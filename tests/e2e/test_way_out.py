"""Whatever goes wrong while a page is made: its person gets out of it, and the host hears of it."""

from collections.abc import Callable, Iterator

import pytest

from bot.app import Adjutant
from bot.moderator.table.incidents import EVERY
from tests.e2e.conftest import ToyTable
from tests.support.people import Person, Reply
from tests.support.reading import Paper
from tests.support.toy_game import TOY

Break = Callable[[str], None]


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Who owns the bot; the simulated Discord says that it owns itself."""
    owner: list[int] = []
    monkeypatch.setattr(Adjutant, "host_id", property(lambda _: owner[0]))
    return owner


@pytest.fixture
def carla(river: ToyTable, host: list[int]) -> Iterator[Person]:
    """The host, who does not play; what goes wrong here was wanted."""
    host.append(river.people["carla"].id)
    yield river.people["carla"]
    _ = river.env.errors


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Let something that the game is asked fail, as a bug in it would; "" mends all of it."""

    def fails(*_: object, **__: object) -> None:
        raise KeyError("a secret")

    def set_broken(what: str) -> None:
        if what:
            monkeypatch.setattr(type(TOY), what, fails)
        else:
            monkeypatch.undo()

    return set_broken


def told(host: Person) -> list[Paper]:
    """What the host was written of faults."""
    return [paper for paper in host.inbox() if "of mine" in paper.text]


async def planned(river: ToyTable) -> tuple[Person, Reply]:
    """Let the one who rows plan something."""
    await river.to_play()
    alice = river.people["alice"]
    page = await alice.press(river.panel, "Plan my turn")
    typed = await (await page.press("Type orders")).fill(value="hide north; row 1")
    return alice, await typed.press("More")


@pytest.mark.parametrize(
    ("what", "always"),
    [("actors", True), ("suppose", False), ("bundles", True), ("preview", False), ("view", True)],
)
async def test_a_plan_whose_page_fails_can_be_emptied(
    river: ToyTable, carla: Person, breaks: Break, what: str, always: bool
) -> None:
    """And closed; it stays until then. Where the page failed over the plan alone, it is back."""
    alice, page = await planned(river)
    river.moderator.desk.shelf.drop((await river.look()).campaign.id)
    breaks(what)

    failed = await alice.press(river.panel, "Plan my turn")
    assert failed.is_private
    assert "Something went wrong" in failed.text
    assert "What you have planned is still there" in failed.text
    assert {"Empty", "Cancel"} <= set(failed.buttons)
    again = await page.press(custom_id=_ids(page, "planif")[0])
    assert "Something went wrong" in again.text
    closed = await failed.press("Cancel")
    assert not closed.buttons
    emptied = await again.press("Empty")
    if always:
        assert "Something went wrong" in emptied.text
        assert list(emptied.buttons) == ["Cancel"]
    else:
        assert "1. " not in emptied.text

    assert len(told(carla)) == 1
    breaks("")
    assert "1. " not in (await alice.press(river.panel, "Plan my turn")).text


def _ids(reply: Reply, verb: str) -> list[str]:
    found = [str(one.get("custom_id")) for one in reply.buttons.values()]
    return [one for one in found if f":{verb}:" in one]


async def test_the_host_is_told_once_an_hour_of_like_faults(
    river: ToyTable, carla: Person, breaks: Break
) -> None:
    """At once of the first, gathered of those after it; nothing secret is in it."""
    alice, _ = await planned(river)
    river.moderator.desk.shelf.drop((await river.look()).campaign.id)
    breaks("actors")

    for _ in range(12):
        await alice.press(river.panel, "Plan my turn")

    (first,) = told(carla)
    assert "1×" in first.text
    assert "KeyError" in first.text
    assert "at plan" in first.text
    assert (await river.look()).campaign.id in first.text
    assert "a secret" not in first.text
    await river.restart()
    await river.wait(EVERY + 1)
    assert len(told(carla)) == 2
    assert "11×" in told(carla)[1].text
    await river.wait(3 * EVERY)
    assert len(told(carla)) == 2


async def test_a_dialogue_that_fails_can_be_cancelled(
    river: ToyTable, carla: Person, breaks: Break
) -> None:
    """Its draft goes with it, and another can be begun."""
    await river.to_play()
    alice = river.people["alice"]
    asked = await (await alice.press(river.panel, "Give an order")).choose("land")
    field = _ids(asked, "type")[0]
    breaks("options")

    failed = await asked.press(custom_id=field)
    assert "Something went wrong" in failed.text
    closed = await failed.press("Cancel")
    assert "Cancelled" in closed.text
    assert len(told(carla)) == 1
    breaks("")
    assert "Type it" in (await closed.press("Start over")).buttons


async def test_a_page_whose_form_discord_refuses_has_a_way_out(
    river: ToyTable, carla: Person
) -> None:
    """It is our fault, not Discord's: an incident, with what leads out."""
    alice, page = await planned(river)
    river.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, times=1)

    failed = await page.press("What if")

    assert "Something went wrong" in failed.text
    assert {"Empty", "Cancel"} <= set(failed.buttons)
    assert len(told(carla)) == 1
    assert "Send" in " ".join((await alice.press(river.panel, "Plan my turn")).buttons)


async def test_what_fails_behind_a_page_is_told_too(river: ToyTable, carla: Person) -> None:
    """A picture that cannot be drawn leaves the page without it, and the host hears of it."""
    await river.to_play()
    river.painter.broken = "all"
    alice = river.people["alice"]
    await alice.slash("map show")
    river.painter.broken = ""
    (paper,) = told(carla)
    assert "RuntimeError" in paper.text


async def test_a_page_left_open_says_that_the_game_is_over(river: ToyTable, carla: Person) -> None:
    """Whatever is pressed on it then; nothing fails, and the host is not bothered."""
    _, page = await planned(river)
    bruno = river.people["bruno"]
    await (await bruno.slash("game resign")).press("Resign")

    for verb in ("plansend", "plantype", "plansuggest", "planif", "planclear"):
        assert "over" in (await page.press(custom_id=_ids(page, verb)[0])).text, verb
    assert told(carla) == []


async def test_a_page_of_a_seat_that_was_left_says_so(river: ToyTable, carla: Person) -> None:
    """Its buttons do nothing any more."""
    alice, page = await planned(river)
    await (await alice.slash("game leave")).press("Leave campaign")

    for verb in ("plansend", "plantype", "planif", "planclear"):
        said = (await page.press(custom_id=_ids(page, verb)[0])).text
        assert "no seat" in said or "over" in said, said
    assert told(carla) == []
