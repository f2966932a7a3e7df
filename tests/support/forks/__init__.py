"""What a seat of each game may do in secret in one world and otherwise in another."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.forks import art_of_war, barricadas
from tests.support.forward import Fork, Planted

FORKS: Mapping[str, tuple[Fork, ...]] = {
    "art_of_war": art_of_war.FORKS,
    "barricadas": tuple(barricadas.FORKS),
}
"""The forks of every game, by its key."""

PLANTED: Mapping[str, tuple[Planted, ...]] = {"art_of_war": art_of_war.PLANTED}
"""Leaks that were found in them, each to be let in again and found."""
