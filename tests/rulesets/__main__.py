"""``python -m tests.rulesets GAME [--anew]``: record what the ruleset of a game leads to.

Without ``--anew`` a ruleset that is recorded stays as it is: what people have begun to play by does
not change under its number. With it, only before the change that raised the number is landed.
"""

from __future__ import annotations

import sys

from engine.registry import load_games
from tests.rulesets.recording import differences, digest, digests, path_of, read, write
from tests.rulesets.tables import recorded


def main(key: str, *flags: str) -> int:
    """Record a game, or say why not; return the exit code."""
    game = load_games().get(key)
    if game is None:
        print(f"There is no game {key!r}; there are: {', '.join(load_games())}.", file=sys.stderr)
        return 2
    known = digests(key)
    if str(game.ruleset) in known and "--anew" not in flags:
        if path_of(key).exists():
            said = [line for one in read(key).stretches for line in differences(game, one)]
            print("\n".join(said) or f"{key}: ruleset {game.ruleset} leads to what was recorded.")
        print(
            f"{key}: ruleset {game.ruleset} is recorded. A change of rules raises the number; "
            "--anew records it once more, for a number that nobody plays by yet.",
            file=sys.stderr,
        )
        return 1
    recording = recorded(game)
    write(recording)
    actions = sum(len(one.log) for one in recording.stretches)
    asked = sum(len(did.asked) for one in recording.stretches for did in one.log)
    print(
        f"{key}: ruleset {game.ruleset}, {digest(key)}: {len(recording.stretches)} stretches, "
        f"{actions} actions, {asked} questions of what is legal, "
        f"{path_of(key).stat().st_size} bytes"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
