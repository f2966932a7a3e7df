"""Commands and buttons that every game shares, played over a simulated Discord."""

from tests.e2e.conftest import ToyTable


async def test_two_people_begin_a_game(toy: ToyTable) -> None:
    """Creating, joining and starting is answered in private; the panel is pinned."""
    alice, bruno = toy.people["alice"], toy.people["bruno"]
    made = await alice.slash("game new", game="toy", name="River")
    print(made.text, made.buttons)
    joined = await made.press("Join as Red")
    print(joined.text)
    j = await bruno.slash("game join", side="blue")
    print(j.text, j.buttons)
    s = await j.press("Start")
    print(s.text, s.buttons)
    for p in toy.public():
        print("PUBLIC", p.is_pinned, p.text, p.buttons.keys(), p.alt)
    r = await alice.slash("toy hide", bank="north")
    print(r.text)
    print(alice.inbox())
    assert made.is_private
