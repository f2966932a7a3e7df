"""Switches are asked by names that the type checker knows."""

from __future__ import annotations

from typing import get_args

from engine.war_of_the_pacific.settings import Settings, Switch


def test_every_switch_has_its_name() -> None:
    """All fields that follow an edition, and no others."""
    following = {
        name
        for name, field in Settings.model_fields.items()
        if isinstance(field.json_schema_extra, dict) and "follows" in field.json_schema_extra
    }

    assert set(get_args(Switch)) == following
