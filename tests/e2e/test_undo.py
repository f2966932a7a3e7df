"""Taking back, and agreeing: by command and button, as each person at the table sees it."""

from __future__ import annotations

from tests.e2e.conftest import ToyTable
from tests.e2e.test_smuggling import loaded, smugglers  # noqa: F401 - a fixture
from tests.support.people import Person


def people(table: ToyTable) -> tuple[Person, Person, Person]:
    """Return who is red, who is blue, and who watches."""
    alice, bruno, carla = (table.people[name] for name in ("alice", "bruno", "carla"))
    return alice, bruno, carla


async def test_a_move_is_taken_back_at_once(smugglers: ToyTable) -> None:  # noqa: F811
    """From its receipt: why it is free, what all have seen; the log says what counts no more."""
    await loaded(smugglers)
    alice, bruno, _ = people(smugglers)
    done = await alice.slash("toy turn", by="45")
    assert "Done" in done.text
    await smugglers.settle()
    posts = len(smugglers.bulletins())
    page = await done.press("Take back")
    assert page.is_private
    assert "Take back: " in page.text
    assert "no die fell" in page.text
    assert "All have seen" in page.text
    back = await page.press("Take it back")
    assert "Taken back" in back.text
    await smugglers.settle()
    assert len(smugglers.bulletins()) <= posts + 1
    log = await bruno.slash("log show")
    assert "↩️ taken back" in log.text
    assert "took back" in log.text
    again = await alice.slash("toy turn", by="-45")
    assert "Done" in again.text


async def test_old_buttons_are_refused_kindly(smugglers: ToyTable) -> None:  # noqa: F811
    """What was offered before the table went back does nothing, though the question is the same."""
    await loaded(smugglers)
    alice, _, _ = people(smugglers)
    await smugglers.settle()
    act = await alice.press(smugglers.panel, "Give an order")
    draft = await act.choose("row")
    old = smugglers.panel
    before = {name: one["custom_id"] for name, one in old.buttons.items()}
    page = await (await alice.slash("toy turn", by="45")).press("Take back")
    twice = await alice.slash("undo")
    await page.press("Take it back")
    await smugglers.settle()
    pressed = await smugglers.forge(alice, before["Row one stroke"])
    assert "Too late" in pressed.text
    assert "gone back" in (await draft.choose("2")).text
    assert "Too late" in (await twice.press("Take it back")).text
    assert "Done" in (await alice.press(smugglers.panel, "Row one stroke")).text


async def test_a_die_needs_consent(smugglers: ToyTable) -> None:  # noqa: F811
    """The others are asked in the channel, see which dice are lost, and decline or agree."""
    await loaded(smugglers)
    alice, bruno, carla = people(smugglers)
    await alice.slash("toy row", strokes=1)
    page = await alice.slash("undo")
    assert "A die was rolled" in page.text
    assert "Take it back" not in page.buttons
    asked = await page.press("Ask the others")
    assert "put it to the others" in asked.text
    await smugglers.settle()
    post = smugglers.bulletins()[-1]
    assert "asks to take this back" in post.text
    assert "~~" in post.text
    assert "already rolled is lost" in post.text
    assert post.pinged == {bruno.id}
    assert "no seat" in (await carla.press(post, "Agree")).text
    assert "your own side" in (await alice.press(post, "Agree")).text
    assert "Only the side" in (await bruno.press(post, "Withdraw offer")).text
    inbox = await bruno.slash("inbox")
    assert "asks to take this back" in inbox.text
    assert "You've declined" in (await inbox.press("Decline")).text
    await smugglers.settle()
    assert "declined" in smugglers.bulletins()[-1].text
    assert "answered or withdrawn" in (await bruno.press(post, "Agree")).text
    refused = await (await alice.slash("undo")).press("Ask the others")
    assert "declined just now" in refused.text


async def test_consent_takes_it_back(smugglers: ToyTable) -> None:  # noqa: F811
    """A secret order since stands, whichever side gave it, and nobody else hears of it."""
    await loaded(smugglers)
    alice, bruno, _ = people(smugglers)
    await alice.slash("toy row", strokes=1)
    rolled = (await smugglers.look()).view.table.afloat
    assert rolled
    await (await alice.slash("undo")).press("Ask the others")
    await smugglers.settle()
    post = smugglers.bulletins()[-1]
    await bruno.slash("toy hide", bank="south")
    assert "Agreed" in (await bruno.press(post, "Agree")).text
    await smugglers.settle()
    look = await smugglers.look()
    assert not look.view.table.afloat
    told = smugglers.bulletins()[-1].text
    assert "took back 1 step" in told
    assert "~~" in told
    assert "south" in (await bruno.slash("orders show")).text.lower()
    await alice.slash("toy row", strokes=2)
    assert "answered or withdrawn" in (await bruno.press(post, "Agree")).text


async def test_an_offer_is_void_after_the_next_public_step(smugglers: ToyTable) -> None:  # noqa: F811
    """A secret act does not void it; a public one does."""
    await loaded(smugglers)
    alice, bruno, _ = people(smugglers)
    made = await bruno.slash("offer", what="draw")
    assert "put it to the others" in made.text
    await smugglers.settle()
    post = smugglers.bulletins()[-1]
    await alice.slash("toy hide", bank="south")
    assert "offers a draw" in (await alice.slash("inbox")).text
    await alice.slash("toy turn", by="45")
    assert "offers a draw" not in (await alice.slash("inbox")).text
    assert "moved on" in (await alice.press(post, "Agree")).text


async def test_a_draw_is_agreed(smugglers: ToyTable) -> None:  # noqa: F811
    """The game ends drawn, and nothing is taken back any more."""
    await loaded(smugglers)
    alice, bruno, _ = people(smugglers)
    await bruno.slash("offer", what="draw")
    await smugglers.settle()
    assert "Agreed" in (await alice.press(smugglers.bulletins()[-1], "Agree")).text
    await smugglers.settle()
    assert "Draw by agreement" in smugglers.panel.text
    assert "is over" in (await alice.slash("undo")).text


async def test_an_offer_is_withdrawn(smugglers: ToyTable) -> None:  # noqa: F811
    """By its own side alone, from the post or the inbox; then it is settled."""
    await loaded(smugglers)
    alice, bruno, _ = people(smugglers)
    await bruno.slash("offer", what="adjourn")
    await smugglers.settle()
    post = smugglers.bulletins()[-1]
    second = await bruno.slash("offer", what="draw")
    assert "an offer open already" in second.text
    assert "You've withdrawn" in (await (await bruno.slash("inbox")).press("Withdraw offer")).text
    assert "answered or withdrawn" in (await alice.press(post, "Agree")).text


async def test_a_secret_order_is_taken_back_in_secret(smugglers: ToyTable) -> None:  # noqa: F811
    """Nobody else reads anything of it, and the panel stays as it is."""
    await loaded(smugglers)
    alice, bruno, carla = people(smugglers)
    await smugglers.settle()
    posts, panel = len(smugglers.public()), smugglers.panel.fingerprint()
    theirs = (await bruno.slash("log show")).text
    done = await bruno.slash("toy hide", bank="south")
    page = await done.press("Take back")
    assert "in secret" in page.text
    assert "All have seen" not in page.text
    assert "Taken back in secret" in (await page.press("Take it back")).text
    await smugglers.settle()
    assert len(smugglers.public()) == posts
    assert smugglers.panel.fingerprint() == panel
    assert "taken back" not in (await alice.slash("log show")).text
    assert "taken back" not in (await carla.slash("log show")).text
    assert (await bruno.slash("log show")).text != theirs


async def test_an_agreed_end_is_logged_for_whoever_offered_it(
    smugglers: ToyTable,  # noqa: F811
) -> None:
    """Not for whoever pressed last: their side offered nothing."""
    await loaded(smugglers)
    alice, bruno, _ = people(smugglers)
    await bruno.slash("offer", what="adjourn")
    await smugglers.settle()
    await alice.press(smugglers.bulletins()[-1], "Agree")
    log = (await alice.slash("log show")).text
    (line,) = [one for one in log.splitlines() if "Broken off" in one and "Blue" in one]
    assert "bruno" in line
    assert "alice" not in line


async def test_what_is_withdrawn_calls_nobody_again(smugglers: ToyTable) -> None:  # noqa: F811
    """Until the next public step: else the others could be called again and again."""
    await loaded(smugglers)
    alice, bruno, _ = people(smugglers)
    await bruno.slash("offer", what="draw")
    await (await bruno.slash("inbox")).press("Withdraw offer")
    assert "You withdrew that just now" in (await bruno.slash("offer", what="draw")).text
    await alice.slash("toy turn", by="45")
    assert "put it to the others" in (await bruno.slash("offer", what="draw")).text


async def test_a_table_that_takes_back_only_what_is_free(toy: ToyTable) -> None:
    """The page says so where a die fell, and has nothing to press for it."""
    alice, bruno, _ = people(toy)
    await alice.slash("game new", game="toy", name="River", settings="smuggling=true", undo="free")
    joined = await alice.slash("game join", side="red")
    assert "taken back only if it told its side nothing new" in joined.text
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    await loaded(toy)
    done = await alice.slash("toy turn", by="45")
    page = await done.press("Take back")
    assert "Taken back" in (await page.press("Take it back")).text
    # Last: where a six falls the other side is asked.
    await alice.slash("toy row", strokes=1)
    page = await alice.slash("undo")
    assert "A die was rolled. At this table you can take back only" in page.text
    assert not page.buttons


async def test_a_table_that_takes_nothing_back(toy: ToyTable) -> None:
    """Receipts have no button for it, and the command says why not."""
    alice, bruno, _ = people(toy)
    await alice.slash("game new", game="toy", name="River", settings="smuggling=true", undo="never")
    await alice.slash("game join", side="red")
    await bruno.slash("game join", side="blue")
    await alice.slash("game start")
    await loaded(toy)
    done = await alice.slash("toy turn", by="45")
    assert "Take back" not in done.buttons
    assert "nothing is taken back" in (await alice.slash("undo")).text
