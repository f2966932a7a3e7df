"""Steps that builds stored upon each text that they may have had."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from bot.store.codec import is_upon, pack, pack_upon, unpack_upon
from bot.store.steps import NotOnFile, unpacked
from engine.registry import load_games
from tests.golden.keeping import read
from tests.support.toy_game import TOY

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*/*.json.xz"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_step_is_read_whichever_build_stored_it(path: Path) -> None:
    """Upon the text on file, and upon what any build since made of it by loading and dumping."""
    golden = read(path)
    game = load_games()[golden.game]
    after = golden.moments[-1].state
    for moment in golden.moments[:: max(1, len(golden.moments) // 12)]:
        upon = {moment.state, *game.redumped(moment.state)}
        for text in upon:
            body = pack_upon(after, text)
            assert is_upon(body, text)
            assert unpacked(body, moment.state, game) == after
        with pytest.raises(NotOnFile):
            unpacked(pack_upon(after, moment.state + " "), moment.state, game)


def test_what_is_cut_short_or_changed_is_no_text() -> None:
    """Each flipped bit and each missing byte is an error of values, never another text."""
    before, after = "a state" * 9, "another state" * 9
    body = pack_upon(after, before)
    for cut in range(len(body)):
        with pytest.raises(ValueError, match=r"cannot be unpacked|not on file"):
            unpacked(body[:cut], before, TOY)
    for place in range(len(body) * 8):
        wrong = bytearray(body)
        wrong[place // 8] ^= 1 << place % 8
        try:
            found = unpack_upon(bytes(wrong), before)
        except ValueError:
            continue
        assert found == after  # a bit that says how it was packed alone
    with pytest.raises(ValueError, match="too much"):
        unpack_upon(body + b"x", before)
    assert not is_upon(pack(after), before)
    assert zlib.decompress(pack(after)).decode() == after
