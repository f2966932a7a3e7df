"""Whether a game goes on from a corrected position is tried before it is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.moderator.referees import correcting
from bot.moderator.referees.proving import Unsound, prove
from engine.api import AnyGame, Corrected, Refusal
from engine.dice import SeededDice
from tests.bot.moderator.referees.test_correcting import playing, refused
from tests.support.river import river
from tests.support.toy_game import TOY


class Broken:
    """The ferrymen, with one of their promises broken."""

    def __init__(self, **broken: Any) -> None:
        self._broken = broken

    def __getattr__(self, name: str) -> Any:
        return self._broken.get(name) or getattr(TOY, name)


def start() -> Any:
    """Return a state of a game under way."""
    return TOY.setup(TOY.settings_model(turns=9), SeededDice(b"proving")).state


def fails(*_: Any) -> Any:
    """Fail as a bug does."""
    raise RuntimeError("a bug in the rules")


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"faults": lambda _state: (Refusal("fault.afloat", ""),)}, "it cannot be: fault.afloat"),
        ({"awaiting": lambda _state: ()}, "nobody is awaited"),
        ({"load": lambda _text: None}, "not read back"),
        ({"apply": fails}, "a bug in the rules"),
        ({"kinds": lambda _view: ()}, "can do nothing"),
        ({"check": lambda *_: (Refusal("row.none", ""),)}, "offered and refused: row.none"),
    ],
)
def test_a_position_from_which_no_game_goes_on_is_noticed(
    broken: dict[str, Any], said: str
) -> None:
    """Each of what is asked of it."""
    game: AnyGame = Broken(**broken)
    state = start()
    prove(TOY, state, b"any")
    with pytest.raises(Unsound, match=said):
        prove(game, state, b"any")


async def test_such_a_correction_is_refused_and_told_to_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In plain words; what was wrong is in the log of the program alone."""

    def unsound(*_: Any) -> None:
        raise Unsound("the ferry has no bow")

    async with river(tmp_path) as there:
        campaign = await playing(there)
        monkeypatch.setattr(correcting, "prove", unsound)
        assert await refused(there, campaign) == "correct.unsound"
        assert "the ferry has no bow" in caplog.text
        monkeypatch.undo()
        caplog.clear()

        def broken(*_: Any) -> Corrected:
            raise RuntimeError("a bug in the corrections")

        monkeypatch.setattr(type(TOY), "correct", broken)
        assert await refused(there, campaign) == "correct.unsound"
        assert "a bug in the corrections" in caplog.text
