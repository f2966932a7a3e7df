"""A table on which something is tried out that rolls no dice, seen as one seat sees it."""

from __future__ import annotations

from engine.dice import NoDice
from engine.war_of_the_pacific.play import Play
from engine.war_of_the_pacific.state import SEATS, Secrets, State, Table, View


def trial(table: Table) -> Play:
    """Return a working copy of a table; it has nobody's secrets and no dice."""
    return Play(State(table, {}), NoDice())


def trial_to_dice(view: View) -> Play:
    """Return a working copy that stops at its first roll; of secrets it has the viewer's alone.

    Whatever rolls in it raises :class:`engine.dice.DiceAsked`.
    """
    secrets = {seat: Secrets() for seat in SEATS}
    if view.viewer is not None and view.own is not None:
        secrets[view.viewer] = view.own
    return Play(State(view.table, secrets), NoDice())
