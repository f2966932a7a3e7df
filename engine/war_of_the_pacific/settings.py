"""What a table chooses when it creates a campaign: the edition, and single rules of the other.

Every difference between the two editions is one switch (``WP-E1`` ...). A rule asks its switch by
:meth:`Settings.follows`, never the edition.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.war_of_the_pacific.roster import Edition

Follows = Annotated[Literal["edition", "en", "es"], Field(json_schema_extra={"follows": "edition"})]
"""Whose wording a switch follows: that of the campaign's edition, or one edition's by name."""

Switch = Literal[
    "capture_losses",
    "naval_plan",
    "orderless_ships",
    "interception_speed",
    "joint_interception",
    "stacking",
    "cavalry_bonus",
    "fort_shelter",
    "box_road",
    "new_units_move",
    "no_retreat",
    "forces",
    "bolivian_setup",
    "void_chit",
    "naval_bonus",
    "blockade_runners",
    "landed_supply",
    "set_aside",
    "sail_on",
    "combat_columns",
    "advance_room",
    "supply_roll",
    "advance_who",
]
"""A switch that follows an edition, by the name of its field."""


HOUSE: Final[Mapping[str, Mapping[str, str]]] = {
    "es": {"naval_plan": "en", "supply_roll": "en", "forces": "en", "stacking": "en"}
}
"""Whose wording new campaigns of an edition follow where their table chooses nothing (WP-R96)."""

SINCE: Final[Mapping[str, str]] = {"artillery": "stacked", "fort_stacking": "besides"}
"""What new campaigns of any edition play by where their table chooses nothing, and what the field
itself does not say: campaigns begun before the setting was there read the field's default."""


class Settings(BaseModel):
    """Choices at the creation of a campaign, fixed from then on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    edition: Edition = "en"
    fastest_ship: Literal["lowest", "highest"] = "lowest"
    """Who fires first (WP-R7)."""
    ship_capture: bool = False
    """Optional rule 10.1."""
    infernal_machines: bool = False
    """Optional rule 10.2."""
    capture_losses: Follows = "edition"
    """Whether a captured Chilean warship counts among Chile's losses of 5.5 (WP-E30)."""

    naval_plan: Follows = "edition"
    """When an order is sailed: the next game turn (en) or the same (es); WP-E1."""
    orderless_ships: Follows = "edition"
    """Where ships without an order go: any friendly port, or the own box; WP-E2."""
    interception_speed: Follows = "edition"
    """Whose speed modifies the roll: the interceptors' lowest, the target's highest; WP-E3."""
    joint_interception: Follows = "edition"
    """Several stacks at once: one roll from the farthest, or each its own; WP-E4."""
    stacking: Follows = "edition"
    """Land units in a hex: six, seven with a fort, or five; WP-E5."""
    cavalry_bonus: Follows = "edition"
    """Cavalry alone marches one point further, or not; WP-E6."""
    fort_shelter: Follows = "edition"
    """A fort spares those who end in its hex attrition, or not; WP-E7."""
    box_road: Follows = "edition"
    """A way by land to the Chile Holding Box, or none; WP-E8."""
    new_units_move: Follows = "edition"
    """New and rebuilt units stay that turn, or march; WP-E9."""
    no_retreat: Follows = "edition"
    """A stack that cannot retreat loses a step of every unit, or of one; WP-E10."""
    forces: Follows = "edition"
    """Which units are set up and arrive; WP-E11."""
    bolivian_setup: Follows = "edition"
    """Bolivia begins in both of its cities, or in either; WP-E12."""
    void_chit: Follows = "edition"
    """A chit that cannot be used goes back at once, or when the combat ends; WP-E13."""
    naval_bonus: Follows = "edition"
    """The bonus point for losses two to one only, or also for the whole navy sunk; WP-E14."""
    blockade_runners: Follows = "edition"
    """Who ran a blockade is safe from it all turn, or only in that hex; WP-E15."""
    landed_supply: Follows = "edition"
    """Columns of a beaten landing fall when the phase ends, or with its last unit; WP-E16."""
    set_aside: Follows = "edition"
    """Ships set aside: at most as many as the enemy has, or all the excess; WP-E17."""
    sail_on: Follows = "edition"
    """Who sails on from a battle: who neither fired nor was fired at, or who was set aside;
    WP-E18."""
    combat_columns: Follows = "edition"
    """Columns a side in a land combat: one for each use, or one in all; WP-E19."""
    advance_room: Follows = "edition"
    """An advance keeps to the stacking limit, or may exceed it for now; WP-E20."""

    supply_roll: Follows = "edition"
    """Supply is rolled once the orders are closed, or before they are written; WP-E34."""

    advance_who: Follows = "edition"
    """Who advances: units of any attack on that hex in the phase, or of that combat; WP-E35."""

    artillery: Literal["taking_part", "stacked"] = "taking_part"
    """Which artillery adds to its side's dice: what takes part, or all of the hex; WP-R17."""
    fort_stacking: Literal["counted", "besides"] = "counted"
    """Whether a fort takes up room of its own hex; WP-R99."""

    @classmethod
    def house(cls, given: Mapping[str, object]) -> Mapping[str, str]:
        """Return what a new campaign gets besides what its table chose (WP-R17, WP-R96, WP-R99)."""
        found = {**HOUSE.get(str(given.get("edition", "")), {}), **SINCE}
        return {name: value for name, value in found.items() if name not in given}

    def follows(self, switch: Switch) -> Edition:
        """Return whose wording holds for a switch, named by its field."""
        chosen: Follows = getattr(self, switch)
        return self.edition if chosen == "edition" else chosen
