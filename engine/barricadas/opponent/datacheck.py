"""What is wrong in ``opponent.toml``: a kind of counter, a role or a strength that is missing."""

from __future__ import annotations

from engine.barricadas.opponent.weights import ROLES, Weights
from engine.barricadas.roster import Kind
from engine.data.computers import FILE
from engine.data.files import DataError, missing_tables
from engine.strengths import STRENGTHS


def check_weights(weights: Weights) -> list[DataError]:
    """Return everything wrong in the weights, whose form is right."""
    found = [
        DataError(FILE, 0, f"worth.step.{kind}", "a kind of counter is missing")
        for kind in Kind
        if kind not in weights.worth.step
    ]
    found += missing_tables(FILE, "temper", ROLES, weights.temper)
    found += missing_tables(FILE, "muster", ROLES, weights.muster)
    found += missing_tables(FILE, "strength", STRENGTHS, weights.strength)
    return found
