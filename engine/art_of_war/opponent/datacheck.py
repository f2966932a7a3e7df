"""What is wrong in ``opponent.toml``: a strength that is missing."""

from __future__ import annotations

from engine.art_of_war.opponent.weights import Weights
from engine.data.computers import FILE
from engine.data.files import DataError, missing_tables
from engine.strengths import STRENGTHS


def check_weights(weights: Weights) -> list[DataError]:
    """Return everything wrong in the weights, whose form is right."""
    return missing_tables(FILE, "strength", STRENGTHS, weights.strength)
