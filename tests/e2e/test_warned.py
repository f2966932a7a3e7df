"""What can no longer be done afterwards is asked once more, typed or put together."""

from __future__ import annotations

from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.state import Phase
from tests.e2e.test_wp_bad_input import Front, front

__all__ = ["front"]


async def test_the_first_sail_is_asked_for_once_more(front: Front) -> None:
    """Typed, it waits for Confirm and says who could still embark; the next one is done at once."""
    await front.to_phase(Phase.NAVAL)
    for ship in ("loa", "lamar"):
        await front.set_unit(ship, at="3025", in_port=False, sailed=False)
    await front.set_unit("rimac", at=BOX, in_port=True)
    await front.set_unit("buin", at=BOX, steps=1)
    before = (await front.look()).version

    asked = await front.alice.slash("wp sail", ships="loa", to="box")
    assert asked.is_private
    assert "nobody embarks" in asked.text
    assert "Buin" in asked.text
    assert (await front.look()).version == before

    done = await asked.press("Confirm")
    assert "Done" in done.text
    table = (await front.look()).view.table
    assert table.units["loa"].at == BOX
    typed = await front.alice.slash("wp sail", ships="lamar", to="box")
    assert "nobody embarks" not in typed.text
    assert (await front.look()).view.table.units["lamar"].at == BOX
