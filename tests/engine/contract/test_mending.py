"""What every game promises of its warnings and bundles, held to by playing it at random."""

from __future__ import annotations

from collections import Counter

from bot.text import LANGUAGES, Words
from bot.trials.promises import bundled, mends_refused, probes
from bot.ui.dialogue.fields import typed_fields
from engine.api import Action, AnyGame, Feature, Warned
from tests.engine.contract.games import (
    GAMES,
    every_game,
    every_seed_of_every_game,
    looked_at,
    seeds_of,
    steps,
)
from tests.games import known
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.toy_game import TOY


def said_and_other(game: AnyGame, action: Action, mend: Warned) -> bool:
    """Whether a mend has a sentence in both languages, and is not the very thing warned of."""
    model, filled = game.actions[mend.kind], dict(mend.filled)
    unsaid = [
        language
        for language in LANGUAGES
        if (words := Words(language, game)).deed(model, filled) == words.kind(mend.kind)
    ]
    return not unsaid and (mend.kind != action.kind or filled != typed_fields(action))


@every_seed_of_every_game
def test_what_mends_a_warning_can_be_done_now(key: str, seed: str) -> None:
    """Its kind and fields, the others filled from the options, make a legal action, and a sentence.

    What is to be done instead of something is not that very thing.
    """
    game = GAMES[key]
    warned = 0
    for state in looked_at(key, seed, 80):
        for seat in game.seats:
            view = game.view(state, seat)
            for action in probes(game, state, seat):
                if not game.check(state, seat, action):
                    warnings = game.preview(view, action).warnings
                    warned += len(warnings)
                    assert mends_refused(game, state, seat, action) == ()
                    assert all(said_and_other(game, action, one) for one in warnings if one.kind)
    if Feature.WARNINGS in game.has:
        assert warned or key == TOY.key or seed in known(key).unwarned
    else:
        assert not warned


@every_seed_of_every_game
def test_bundles_are_legal_in_their_order(key: str, seed: str) -> None:
    """Each action is allowed once those before it are done; what hangs on dice counts as not done.

    A bundle is offered once, to whom it belongs, and to the public there is none.
    """
    game = GAMES[key]
    for state in looked_at(key, seed, 60):
        assert list(game.bundles(game.view(state, None))) == []
        for seat in game.seats:
            view = game.view(state, seat)
            found = list(game.bundles(view))
            assert all(one not in found[:place] for place, one in enumerate(found))
            for bundle in found:
                assert bundle.actions
                assert set(bundled(game, view, bundle)) <= {"now", "after"}, bundle


@every_game
def test_some_bundles_are_offered(key: str) -> None:
    """In each game that declares it there is something that is meant by one word, in no other."""
    game = GAMES[key]
    offered = any(
        next(game.bundles(game.view(state, seat)), None)
        for seed in seeds_of(key)
        for state in looked_at(key, seed, 80)
        for seat in game.seats
    )
    assert offered is (Feature.BUNDLES in game.has)


@every_game
def test_hardly_anything_is_warned_of(key: str) -> None:
    """What is asked twice each time is read by nobody: most closings lose nothing."""
    game = GAMES[key]
    asked: Counter[bool] = Counter()
    for seed in seeds_of(key):
        for state, one in steps(key, seed):
            if one.action.kind in {"done", "ready"}:
                asked[bool(game.preview(game.view(state, one.seat), one.action).warnings)] += 1
    assert asked[True] * 2 < asked.total() or not asked
