"""How the entries of a plan stand, worked out from a view alone."""

from __future__ import annotations

from engine.dice import SeededDice
from engine.kit.planning import foresee
from tests.support.toy_game import TOY, Settings

ROW = ("row", {"strokes": "1"})


def view(**settings: bool) -> object:
    """What the side sees that begins."""
    state = TOY.setup(Settings(turns=3, **settings), SeededDice(b"seed", 0, 1)).state
    return TOY.view(state, TOY.awaiting(state)[0].seat)


def whens(*plan: tuple[str, dict[str, str]], **settings: bool) -> list[str]:
    """How each entry stands."""
    return [one.when for one in foresee(TOY, view(**settings), plan).outlooks]


def test_what_is_certain_leads_on() -> None:
    """A lantern is put away for certain, and its bank is what the side then knows."""
    found = foresee(TOY, view(), [("hide", {"bank": "north"})])
    assert found.certain
    assert found.view.own.lantern == "north"
    assert [(one.when, one.open) for one in found.outlooks] == [("now", "")]


def test_a_die_leaves_open_what_follows() -> None:
    """What the rules refuse as things stand may be allowed after it; what is nonsense may not."""
    found = foresee(TOY, view(), [ROW, ("land", {"bank": "south"}), ("shout", {"loud": "yes"})])
    assert [(one.when, one.open) for one in found.outlooks] == [
        ("now", "dice"),
        ("now", "secret"),
        ("unsure", ""),
    ]
    assert not found.certain


def test_what_is_refused_or_not_understood_never_is() -> None:
    """With the reasons; those after it are looked at as if it were not there."""
    found = foresee(TOY, view(), [("row", {"strokes": "99"}), ("dance", {}), ("row", {}), ROW])
    assert [one.when for one in found.outlooks] == ["never", "never", "never", "now"]
    assert [one.refusals[0].code for one in found.outlooks[:2]] == [
        "strokes",
        "plan.unknown",
    ]


def test_some_are_allowed_only_after_others() -> None:
    """Closing one's loading, once everything is stowed."""
    stow = ("stow", {"loads": "tea bow"})
    assert whens(("ready", {}), smuggling=True) == ["never"]
    assert whens(stow, ("ready", {}), smuggling=True) == ["now", "after"]
